"""`studykit decks`: what there is."""

from __future__ import annotations

import click

from studykit.cli.command import World, command
from studykit.cli.output import json_out, say, table_out, warn
from studykit.session.shapes import deck_shape
from studykit.session.study import Study


@command("decks")
@click.option("--json", "as_json", is_flag=True, help="One JSON list.")
@click.pass_context
def decks(context: click.Context, as_json: bool) -> None:
    """Lists the decks with what they would show today."""
    world = context.find_root().ensure_object(World)
    with Study.open(world.home, world.clock, read_only=True) as study:
        found = study.decks()
        for line in study.notices:
            warn(line)
    if as_json:
        json_out([deck_shape(deck) for deck in found])
    elif not found:
        say("no cards yet; `studykit add FOLDER` puts a folder of notes into the library")
    else:
        rows = [
            (deck.deck, deck.today.new, deck.today.learning, deck.today.due, deck.total) for deck in found
        ]
        table_out(("deck", "new", "learning", "due", "total"), rows)
