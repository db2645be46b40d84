"""`studykit stats`: what was learned."""

from __future__ import annotations

from typing import Any

import click

from studykit.cli.command import World, command
from studykit.cli.output import json_out, say, table_out


@command("stats")
@click.option("--json", "as_json", is_flag=True, help="One JSON value.")
@click.pass_context
def stats(context: click.Context, as_json: bool) -> None:
    """Shows how practice goes: by concept, and which mistakes were met."""
    from studykit.log.store import Store
    from studykit.session import skill
    from studykit.session.shapes import practice_shape

    world = context.find_root().ensure_object(World)
    with Store.open(world.home, read_only=True) as store:
        done = skill.worked(store)
    shape = practice_shape(done)
    if as_json:
        json_out({"practice": shape})
        return
    if not done:
        say("nothing was practised yet (`studykit practice` begins)")
        return
    say(f"{shape['problems']} problems, {shape['right']} right")
    table_out(("concept", "problems", "right", "expected"), [_row(each) for each in shape["concepts"]])
    if shape["mistakes"]:
        say("mistakes met")
        table_out(("mistake", "times"), [(each["name"], each["times"]) for each in shape["mistakes"]])


def _row(concept: dict[str, Any]) -> tuple[object, ...]:
    return concept["concept"], concept["problems"], concept["right"], f"{concept['expected']:.0%}"
