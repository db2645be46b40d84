"""`studykit cards`: every card that the reader finds."""

from __future__ import annotations

from pathlib import Path

import click

from studykit import settings as preferences
from studykit.cli.command import PATH, World, command
from studykit.cli.output import json_out, remark_line, say, warn
from studykit.render.pen import Pen
from studykit.render.text import plain
from studykit.session import drawing, notes
from studykit.session.shapes import card_shape


@command("cards")
@click.argument("where", metavar="[PATH]...", nargs=-1, type=PATH)
@click.option("--deck", metavar="D", help="Only this deck and its sub-decks.")
@click.option("--json", "as_json", is_flag=True, help="One JSON list.")
@click.pass_context
def cards(context: click.Context, where: tuple[Path, ...], deck: str | None, as_json: bool) -> None:
    """Lists every card of the library, or of the notes in PATH."""
    world = context.find_root().ensure_object(World)
    settings, warnings = preferences.load(world.home)
    for line in warnings:
        warn(line)
    reading = notes.read(notes.existing(where) or notes.roots(settings), settings)
    found = notes.in_deck(reading.cards, deck)
    for remark in reading.remarks:
        if notes.is_worth_telling(remark):
            warn(remark_line(remark))
    if as_json:
        json_out([card_shape(card) for card in found])
        return
    for card in found:
        say(f"{card.file}:{card.line}  {card.form}  {', '.join(card.decks)}  {card.id}")
        pen = drawing.pen(settings, card.macros)
        say(f"    {_line(card.front, pen)}  →  {_line(card.back, pen)}")
    say(f"{len(found)} card{'' if len(found) == 1 else 's'}")


def _line(markdown: str, pen: Pen) -> str:
    return " ".join(plain(markdown, pen).split())
