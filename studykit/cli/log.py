"""`studykit log`: the history."""

from __future__ import annotations

import click

from studykit.cli.command import World, command
from studykit.cli.output import json_out, say, table_out
from studykit.session.history import history
from studykit.session.shapes import event_shape


@command("log")
@click.option("--json", "as_json", is_flag=True, help="One JSON list.")
@click.pass_context
def log(context: click.Context, as_json: bool) -> None:
    """Lists everything that happened, in order."""
    world = context.find_root().ensure_object(World)
    shapes = [event_shape(event, day) for event, day in history(world.home)]
    if as_json:
        json_out(shapes)
    elif not shapes:
        say("nothing has happened yet")
    else:
        rows = [
            (s["at"][:19].replace("T", " "), s["kind"], s["item"] or "", s["rating"] or "") for s in shapes
        ]
        table_out(("when", "kind", "item", "rating"), rows)
