"""`studykit locate`: where everything is."""

from __future__ import annotations

import click

from studykit import paths
from studykit import settings as preferences
from studykit.cli.command import World, command
from studykit.cli.output import say
from studykit.log.store import FILE as DATABASE


@command("locate")
@click.pass_context
def locate(context: click.Context) -> None:
    """Shows where the data, the settings and the notes are."""
    world = context.find_root().ensure_object(World)
    settings, _ = preferences.load(world.home)
    say(f"home      {world.home}")
    say(f"log       {world.home / DATABASE}")
    say(f"settings  {world.home / preferences.FILE}")
    say(f"course    {paths.course()}{'' if settings.course else '  (removed from the library)'}")
    for folder in settings.folders:
        say(f"notes     {folder}")
