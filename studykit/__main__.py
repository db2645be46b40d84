"""`python -m studykit` and the installed `studykit`."""

from __future__ import annotations


def main() -> None:
    """Runs the command line."""
    from studykit.cli import run

    run()


if __name__ == "__main__":
    main()
