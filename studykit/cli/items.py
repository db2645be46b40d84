"""What can be done to items by name: suspend, bury, reset and their opposites."""

from __future__ import annotations

import click

from studykit.cli.command import World, command
from studykit.cli.output import say, warn
from studykit.session.study import Study

DEEDS = {
    "suspend": ("Puts items away until they are unsuspended.", "suspended"),
    "unsuspend": ("Brings suspended items back.", "back"),
    "bury": ("Puts items away for today.", "buried until tomorrow"),
    "unbury": ("Brings buried items back today.", "back"),
    "reset": ("Makes items new again; their history stays in the log.", "new again"),
}


def _deed(kind: str) -> click.Command:
    help_text, done = DEEDS[kind]

    @command(kind, help=f"{help_text} ITEM is an id, the beginning of one, or a ^block-id.")
    @click.argument("items", metavar="ITEM...", nargs=-1, required=True)
    @click.pass_context
    def run(context: click.Context, items: tuple[str, ...]) -> None:
        world = context.find_root().ensure_object(World)
        with Study.open(world.home, world.clock) as study:
            found = [item for word in items for item in study.find(word)]  # all, before any is touched
            for item in dict.fromkeys(found):
                if study.mark_if_changes(kind, item):
                    say(f"{item}: {done}")
                else:
                    say(f"{item}: nothing to do")
            for line in study.notices:
                warn(line)

    return run


suspend = _deed("suspend")
unsuspend = _deed("unsuspend")
bury = _deed("bury")
unbury = _deed("unbury")
reset = _deed("reset")
