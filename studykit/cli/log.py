"""`studykit log`: the history."""

from __future__ import annotations

import click

from studykit.cli.command import World, command
from studykit.cli.output import json_out, say, table_out
from studykit.session import title
from studykit.session.history import history
from studykit.session.shapes import event_shape
from studykit.session.study import Study

RATINGS = {1: "again", 2: "hard", 3: "good", 4: "easy"}


@command("log")
@click.option("--json", "as_json", is_flag=True, help="One JSON list.")
@click.pass_context
def log(context: click.Context, as_json: bool) -> None:
    """Lists everything that happened, in order."""
    world = context.find_root().ensure_object(World)
    shapes = [event_shape(event, day) for event, day in history(world.home)]
    if as_json:
        json_out(shapes)
        return
    if not shapes:
        say("nothing has happened yet")
        return
    with Study.open(world.home, world.clock, read_only=True) as study:
        source = study.source
    undone = {voids for shape in shapes if isinstance(voids := shape["body"].get("voids"), str)}
    rows = [
        (
            shape["at"][:19].replace("T", " ") if shape["at"] else "no such time",
            shape["kind"] + (" (taken back)" if shape["id"] in undone else ""),
            RATINGS.get(shape["rating"], ""),
            shape["item"] or "",
            title.of_item(shape["item"], source(shape["item"])).removeprefix(shape["item"] or ""),
        )
        for shape in shapes
    ]
    table_out(("when", "kind", "grade", "item", "front"), rows)
