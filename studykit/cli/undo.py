"""`studykit undo`: takes back the latest deed."""

from __future__ import annotations

import click

from studykit.cli.command import World, command
from studykit.cli.output import say, warn
from studykit.session import title
from studykit.session.study import Study


@command("undo")
@click.pass_context
def undo(context: click.Context) -> None:
    """Takes back the latest deed of this device; again takes back the one before."""
    world = context.find_root().ensure_object(World)
    with Study.open(world.home, world.clock) as study:
        undone = study.undo()
        source = study.source(undone.item) if undone else None
        for line in study.notices:
            warn(line)
    if undone is None:
        say("there is nothing to take back")
    else:
        of = title.of_item(undone.item, source)
        say(f"taken back: {undone.kind}{f' of {of}' if of else ''}")
