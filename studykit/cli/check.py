"""`studykit check`: what the reader had to decide or leave out."""

from __future__ import annotations

from pathlib import Path

import click

from studykit import settings as preferences
from studykit.cli.command import PATH, World, command
from studykit.cli.output import json_out, remark_line, say, warn
from studykit.session import notes
from studykit.session.check import check as check_notes
from studykit.session.shapes import remark_shape


@command("check")
@click.argument("where", metavar="[PATH]...", nargs=-1, type=PATH)
@click.option("--json", "as_json", is_flag=True, help="One JSON list.")
@click.pass_context
def check(context: click.Context, where: tuple[Path, ...], as_json: bool) -> int:
    """Lists what the reader had to decide or leave out, with a mend for each. Exit 1 if there are errors."""
    world = context.find_root().ensure_object(World)
    settings, warnings = preferences.load(world.home)
    for line in warnings:
        warn(line)
    remarks = check_notes(notes.existing(where) or notes.roots(settings), settings)
    errors = sum(remark.level == "error" for remark in remarks)
    if as_json:
        json_out([remark_shape(remark) for remark in remarks])
        return 1 if errors else 0
    for remark in remarks:
        say(remark_line(remark))
    if not remarks:
        say("nothing to remark")
    return 1 if errors else 0
