"""`studykit review`: what is due, then new items."""

from __future__ import annotations

import gc
import math
from pathlib import Path
from typing import Any

import click

from studykit.cli.command import PATH, World, command


class Minutes(click.FloatRange):
    """A number of minutes; `nan` is none, though it passes every comparison."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        minutes = super().convert(value, param, ctx)
        if math.isnan(minutes):
            self.fail(f"{value!r} is not a number", param, ctx)
        return minutes


@command("review")
@click.argument("deck", required=False)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="End after N answers.")
@click.option(
    "--new", type=click.IntRange(min=0), metavar="N", help="Let N new items in, whatever the limit."
)
@click.option(
    "--ahead",
    type=click.IntRange(min=0),
    metavar="DAYS",
    help="Also ask what falls due within DAYS days, soonest first, whatever the limit.",
)
@click.option("--minutes", type=Minutes(min=0, min_open=True), metavar="M", help="End after M minutes.")
@click.option("--seed", type=int, metavar="S", help="Shuffle what is due, the same way for the same seed.")
@click.option(
    "--in",
    "folders",
    type=PATH,
    multiple=True,
    metavar="FOLDER",
    help="Only these notes.",
)
@click.pass_context
def review(
    context: click.Context,
    deck: str | None,
    limit: int | None,
    new: int | None,
    ahead: int | None,
    minutes: float | None,
    seed: int | None,
    folders: tuple[Path, ...],
) -> int:
    """Reviews what is due, in DECK and its sub-decks if given, then new items up to the day's limit."""
    from studykit.session.review import Wish

    world = context.find_root().ensure_object(World)
    wish = Wish(deck=deck, limit=limit, new=new, ahead=ahead, minutes=minutes, seed=seed)
    if world.plain:
        from studykit.plain.review import review_lines

        return review_lines(world.home, world.clock, wish, folders)
    gc.disable()  # little of what the app's modules make is garbage; `run_app` turns it on again
    from studykit.tui.app import run_app

    return run_app(world.home, world.clock, folders, wish)
