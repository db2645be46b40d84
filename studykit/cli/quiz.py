"""`studykit quiz`: a scored run that leaves the schedule alone."""

from __future__ import annotations

import click

from studykit.cli.command import World, command


@command("quiz")
@click.argument("deck", required=False)
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="N",
    help="Ask N questions, or as many as there are.",
)
@click.option("--seed", type=int, metavar="S", help="Ask what this seed asked before.")
@click.option("--schedule", is_flag=True, help="Let the answers count as reviews.")
@click.option("--json", "as_json", is_flag=True, help="Ask in lines on stderr; the report as JSON on stdout.")
@click.pass_context
def quiz(
    context: click.Context, deck: str | None, count: int, seed: int | None, schedule: bool, as_json: bool
) -> int:
    """Asks cards of DECK and its sub-decks, or of all decks, and says how many were right.

    The schedule is left alone unless --schedule is given.
    """
    from studykit.session.quiz import QuizWish

    world = context.find_root().ensure_object(World)
    wish = QuizWish(deck=deck, count=count, seed=seed, schedule=schedule)
    if as_json:
        from studykit.cli.output import json_out
        from studykit.plain.quiz import quiz_lines, to_stderr
        from studykit.session.shapes import quiz_shape

        json_out(quiz_shape(quiz_lines(world.home, world.clock, wish, to_stderr())))
        return 0
    if world.plain:
        from studykit.plain.quiz import quiz_lines

        quiz_lines(world.home, world.clock, wish)
        return 0
    from studykit.tui.app import run_app

    return run_app(world.home, world.clock, quiz=wish)
