"""The command line. A command's module is imported only when that command is called."""

from studykit.cli.group import run

__all__ = ["run"]
