"""`studykit due`: what is due today."""

from __future__ import annotations

import click

from studykit.cli.command import World, command
from studykit.cli.output import json_out, say, table_out, warn
from studykit.session import title
from studykit.session.shapes import due_shape, local_text
from studykit.session.study import Study


@command("due")
@click.option("--json", "as_json", is_flag=True, help="One JSON list.")
@click.pass_context
def due(context: click.Context, as_json: bool) -> None:
    """Lists what was learned before and is due today, soonest first."""
    world = context.find_root().ensure_object(World)
    tz_min = world.clock.now().tz_min
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
                each.source.id,
                each.state.phase,
                local_text(each.state, tz_min),
                each.source.decks[0],
                title.of_source(each.source),
            )
            for each in found
        ]
        table_out(("item", "state", "due", "deck", "front"), rows)
