"""`studykit worksheet`: problems to print, with or without the key."""

from __future__ import annotations

import click

from studykit.cli.command import World, command
from studykit.cli.options import SEED
from studykit.cli.output import json_out

MOST = 10_000
"""Problems of one worksheet; nobody solves more on paper."""


@command("worksheet")
@click.argument("families", metavar="[FAMILY]...", nargs=-1)
@click.option(
    "--count",
    type=click.IntRange(1, MOST),
    default=10,
    show_default=True,
    metavar="N",
    help="So many problems.",
)
@click.option("--seed", type=SEED, metavar="S", help="The worksheet of this seed.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(("markdown", "json")),
    default="markdown",
    show_default=True,
    help="What to print.",
)
@click.option("--key", is_flag=True, help="With answers and worked solutions.")
@click.pass_context
def worksheet(
    context: click.Context, families: tuple[str, ...], count: int, seed: int | None, kind: str, key: bool
) -> None:
    """Prints problems of FAMILY, or of all families, the easier ones first."""
    from studykit.practice import worksheet as sheet
    from studykit.session.quiz import seed_of
    from studykit.session.shapes import problem_shape

    world = context.find_root().ensure_object(World)
    number = seed_of(world.clock.now()) if seed is None else seed
    problems = list(sheet.draw(families, count, number))
    if kind == "json":
        json_out([problem_shape(each, key=key) for each in problems])
        return
    for piece in sheet.markdown(problems, number, key=key):
        click.echo(piece, nl=False)
