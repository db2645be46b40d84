"""`studykit new`: one card, written quickly into a note of the learner's."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from studykit.cards.compose import LONGEST
from studykit.cli.command import PATH, World, command
from studykit.cli.output import say, warn
from studykit.errors import StudyError
from studykit.session import new_card


@command("new")
@click.argument("deck")
@click.option("--front", metavar="TEXT", help="The front; asked for, or read from stdin, if left out.")
@click.option("--back", metavar="TEXT", help="The back; asked for, or read from stdin, if left out.")
@click.option("--both", is_flag=True, help="Ask it both ways.")
@click.option("--file", metavar="NOTE", type=PATH, help="The note to write it into.")
@click.pass_context
def new(
    context: click.Context, deck: str, front: str | None, back: str | None, both: bool, file: Path | None
) -> None:
    """Writes one card of DECK into a note of yours, and prints where it stands and its id.

    In a pipe the first line is the front and the rest the back. Without --file it goes into the note that
    holds the deck's latest cards, else into a new one in your first folder. The only command that adds cards.
    """
    world = context.find_root().ensure_object(World)
    front, back = _sides(front, back)
    added = new_card.add(world.home, deck, front, back, both=both, file=file)
    for notice in added.notices:
        warn(notice)
    for item in added.items:
        say(f"{added.file}:{added.line}  {item}")


def _sides(front: str | None, back: str | None) -> tuple[str, str]:
    """The two sides: what was given, and the rest asked for or read."""
    if front is not None and back is not None:
        return front, back
    if sys.stdin.isatty():
        front = _asked("front") if front is None else front
        return front, _asked("back") if back is None else back
    rest = _piped()
    if front is None:
        front, _, rest = rest.partition("\n")
    return front, rest if back is None else back


def _asked(side: str) -> str:
    """A line typed on the terminal. The prompt goes to stderr, so what is printed is that of a pipe."""
    return click.prompt(side, default="", show_default=False, err=True)


def _piped() -> str:
    """All of stdin, whose line ends become `\\n`. Raises `StudyError` if it is no text or never ends."""
    data = sys.stdin.buffer.read(4 * LONGEST + 1)  # a character takes at most four bytes
    if len(data) > 4 * LONGEST:
        raise StudyError(f"a card of more than {LONGEST} characters is not written")
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise StudyError("the input is not UTF-8, so nothing was written") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
