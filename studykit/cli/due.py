"""`studykit due`: what is due today."""

from __future__ import annotations

import click

from studykit.cli.command import World, command
from studykit.cli.output import json_out, say, table_out, warn
from studykit.render.text import plain
from studykit.session.shapes import due_shape, due_text
from studykit.session.study import Study

FRONT_WIDTH = 48


@command("due")
@click.option("--json", "as_json", is_flag=True, help="One JSON list.")
@click.pass_context
def due(context: click.Context, as_json: bool) -> None:
    """Lists what was learned before and is due today, soonest first."""
    world = context.find_root().ensure_object(World)
    with Study.open(world.home, world.clock, read_only=True) as study:
        found = study.due()
        for line in study.notices:
            warn(line)
    if as_json:
        json_out([due_shape(each) for each in found])
    elif not found:
        say("nothing is due")
    else:
        rows = [
            (
                each.card.id,
                each.state.phase,
                due_text(each.state),
                each.card.decks[0],
                _front(each.card.front),
            )
            for each in found
        ]
        table_out(("item", "state", "due", "deck", "front"), rows)


def _front(markdown: str) -> str:
    line = " ".join(plain(markdown).split())
    return line if len(line) <= FRONT_WIDTH else line[: FRONT_WIDTH - 1] + "…"
