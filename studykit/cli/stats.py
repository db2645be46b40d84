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
    """Shows how practice goes: by concept, which mistakes were met, and which derivations were written."""
    from studykit.log.store import Store
    from studykit.session import skill
    from studykit.session.shapes import derived_shape, practice_shape

    world = context.find_root().ensure_object(World)
    with Store.open(world.home, read_only=True) as store:
        done, derived = skill.worked(store), derived_shape(skill.derived(store))
    shape = practice_shape(done)
    if as_json:
        json_out({"practice": shape, "derivations": derived})
        return
    if not done and not derived:
        say("nothing was practised yet (`studykit practice` begins)")
        return
    if done:
        say(f"{shape['problems']} problem{'' if shape['problems'] == 1 else 's'}, {shape['right']} right")
        rows = [_row(each) for each in shape["concepts"]]
        table_out(("concept", "problems", "right", "next expected"), rows)
    if shape["mistakes"]:
        say("mistakes met")
        table_out(("mistake", "times"), [(each["name"], each["times"]) for each in shape["mistakes"]])
    if derived:
        say("derivations")
        table_out(
            ("name", "written", "without help", "wrong lines"), [tuple(each.values()) for each in derived]
        )


def _row(concept: dict[str, Any]) -> tuple[object, ...]:
    return concept["concept"], concept["problems"], concept["right"], f"{concept['expected']:.0%}"
