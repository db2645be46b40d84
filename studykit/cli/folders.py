"""`studykit add` and `remove`: which folders of notes belong to the library."""

from __future__ import annotations

from pathlib import Path

import click

from studykit.cli.command import PATH, World, command
from studykit.cli.output import say, warn
from studykit.session import folders


@command("add")
@click.argument("folder", type=PATH)
@click.pass_context
def add(context: click.Context, folder: Path) -> None:
    """Puts FOLDER into the library; `course` puts the built-in course back."""
    world = context.find_root().ensure_object(World)
    added = folders.add(world.home, folder)
    say(added.line)
    for remark in added.remarks:
        warn(remark)


@command("remove")
@click.argument("folder", type=PATH)
@click.pass_context
def remove(context: click.Context, folder: Path) -> None:
    """Takes FOLDER out of the library; its notes and its history stay. `course` is the built-in course."""
    world = context.find_root().ensure_object(World)
    say(folders.remove(world.home, folder))
