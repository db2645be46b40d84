"""`studykit review`: what is due, then new items."""

from __future__ import annotations

from pathlib import Path

import click

from studykit.cli.command import World, command


@command("review")
@click.argument("deck", required=False)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="End after N answers.")
@click.option(
    "--new", type=click.IntRange(min=0), metavar="N", help="Let N new items in, whatever the limit."
)
@click.option(
    "--minutes", type=click.FloatRange(min=0, min_open=True), metavar="M", help="End after M minutes."
)
@click.option("--seed", type=int, metavar="S", help="Shuffle what is due, the same way for the same seed.")
@click.option(
    "--in",
    "folders",
    type=click.Path(path_type=Path),
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
    minutes: float | None,
    seed: int | None,
    folders: tuple[Path, ...],
) -> int:
    """Reviews what is due, in DECK and its sub-decks if given, then new items up to the day's limit."""
    from studykit.session.review import Wish

    world = context.find_root().ensure_object(World)
    wish = Wish(deck=deck, limit=limit, new=new, minutes=minutes, seed=seed)
    if world.plain:
        from studykit.plain.review import review_lines

        return review_lines(world.home, world.clock, wish, folders)
    from studykit.tui.app import run_app

    return run_app(world.home, world.clock, folders, wish)
