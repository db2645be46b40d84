"""`studykit practice`: generated problems, one after the other, or one as JSON."""

from __future__ import annotations

import click

from studykit.cli.command import World
from studykit.cli.judge import EXIT, AnswerCommand
from studykit.cli.options import SEED, refuse
from studykit.cli.output import json_out, say, table_out
from studykit.errors import StudyError


class PracticeCommand(AnswerCommand):
    """`--answer` may be given a text that begins with `-`."""


@click.command("practice", cls=PracticeCommand)
@click.argument("family", required=False)
@click.option("--level", type=int, metavar="L", help="Only this level. [default: the one that fits you]")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="End after N problems.")
@click.option("--seed", type=SEED, metavar="S", help="Ask what this seed asked before.")
@click.option("--list", "as_list", is_flag=True, help="List the families.")
@click.option("--json", "as_json", is_flag=True, help="One problem, or the list, as JSON.")
@click.option("--answer", metavar="TEXT", help="Judge this answer to the problem of --seed.")
@click.pass_context
def practice(
    context: click.Context,
    family: str | None,
    level: int | None,
    count: int | None,
    seed: int | None,
    as_list: bool,
    as_json: bool,
    answer: str | None,
) -> int:
    """Asks problems of FAMILY, or a mix that follows what you can do. The schedule is left alone.

    The same FAMILY, --level and --seed give the same problem everywhere.
    """
    world = context.find_root().ensure_object(World)
    if as_list:
        given = {"--level": level, "--count": count, "--seed": seed, "--answer": answer}
        refuse("--list shows all families", {family or "": family, **given})
        _list(as_json)
        return 0
    if answer is not None or as_json:
        refuse("one problem is asked", {"--count": count})
        return _one(world, family, level, seed, answer, as_json)
    from studykit.session.practice import PracticeWish

    wish = PracticeWish(family=family, level=level, count=count, seed=seed)
    if world.plain:
        from studykit.plain.practice import practice_lines

        return practice_lines(world.home, world.clock, wish)
    from studykit.tui.app import run_app

    return run_app(world.home, world.clock, practice=wish)


def _list(as_json: bool) -> None:
    from studykit.practice.catalogue import CATALOGUE

    if as_json:
        json_out(
            [
                {
                    "family": each.name,
                    "title": each.title,
                    "concept": each.concept,
                    "levels": list(each.levels),
                }
                for each in CATALOGUE.values()
            ]
        )
        return
    table_out(
        ("family", "levels", "concept", "title"),
        [
            (each.name, " ".join(map(str, each.levels)), each.concept, each.title)
            for each in CATALOGUE.values()
        ],
    )
    say(f"{len(CATALOGUE)} families")


def _one(
    world: World, name: str | None, level: int | None, seed: int | None, answer: str | None, as_json: bool
) -> int:
    """One problem as JSON, or the verdict on one answer to it."""
    from studykit.practice import catalogue
    from studykit.practice.family import problem
    from studykit.session.attempt import judged
    from studykit.session.quiz import seed_of
    from studykit.session.shapes import problem_shape, verdict_shape

    if name is None:
        raise StudyError("which family?", hint="`studykit practice --list` shows them all")
    about = catalogue.entry(name)
    if answer is None:
        seed = seed_of(world.clock.now()) if seed is None else seed
        json_out(problem_shape(problem(about.name, level, seed)))
        return 0
    if seed is None:
        raise StudyError(
            "an answer belongs to one problem", where="--answer", hint="give its --seed, and its --level too"
        )
    verdict = judged(answer, problem(about.name, level, seed))
    if as_json:
        json_out(verdict_shape(verdict))
    else:
        from studykit.cli.judge import print_verdict

        print_verdict(verdict)
    return EXIT[verdict.outcome]
