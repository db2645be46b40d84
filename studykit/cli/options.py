"""Options that several commands have, and what is said where they do not go together."""

from __future__ import annotations

from collections.abc import Mapping

import click

from studykit.errors import StudyError

MOST_DIGITS = 100
"""Of a seed; more tells no more problems apart that anybody will ever see."""


class Seed(click.ParamType):  # type: ignore[type-arg]
    """A whole number, not too long to be written down."""

    name = "seed"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Raises `StudyError` that says what a seed is."""
        if isinstance(value, int):
            return value
        text = str(value).strip()
        if not text.removeprefix("-").isdecimal() or not text.isascii():
            raise StudyError(
                f"a seed is a whole number, and this is {text[:40]!r}", where="--seed", hint="such as 7"
            )
        if len(text.removeprefix("-")) > MOST_DIGITS:
            hint = f"{MOST_DIGITS} digits are enough"
            raise StudyError(f"this seed is too long: {text[:20]}…", where="--seed", hint=hint)
        return int(text)


SEED = Seed()


def refuse(said: str, given: Mapping[str, object]) -> None:
    """Raises `StudyError` if an option was given that does not go with what was asked for."""
    first = next((name for name, value in given.items() if value is not None and value is not False), None)
    if first is not None:
        raise StudyError(said, where=first, hint="leave it out")
