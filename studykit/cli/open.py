"""`studykit [FOLDER…]`: the app, or without a terminal a summary of today."""

from __future__ import annotations

import gc
from pathlib import Path

import click

from studykit.cli.command import PATH, World, command


@command("studykit")
@click.argument("folders", nargs=-1, type=PATH)
@click.pass_context
def open_app(context: click.Context, folders: tuple[Path, ...]) -> int:
    """Opens the app; with FOLDERS, on the notes in them."""
    world = context.find_root().ensure_object(World)
    if world.plain:
        from studykit.plain.today import today

        return today(world.home, world.clock, folders)
    gc.disable()  # little of what the app's modules make is garbage; `run_app` turns it on again
    from studykit.tui.app import run_app

    return run_app(world.home, world.clock, folders)
