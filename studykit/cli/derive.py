"""`studykit derive`: a derivation, line by line, or as JSON."""

from __future__ import annotations

from dataclasses import replace

import click

from studykit.cli.command import World
from studykit.cli.judge import EXIT, AnswerCommand
from studykit.cli.options import SEED, refuse
from studykit.cli.output import json_out, say, table_out
from studykit.errors import StudyError


@click.command("derive", cls=AnswerCommand)
@click.argument("name", required=False)
@click.option("--seed", type=SEED, metavar="S", help="A variant. [default: the book's own]")
@click.option("--free", is_flag=True, help="Go from the start to the goal with any lines.")
@click.option("--list", "as_list", is_flag=True, help="List the derivations.")
@click.option("--json", "as_json", is_flag=True, help="The derivation, or the list, as JSON.")
@click.option("--step", type=int, metavar="K", help="Judge --answer as line K, counted from 1.")
@click.option("--answer", metavar="TEXT", help="Judge this line.")
@click.pass_context
def derive(
    context: click.Context,
    name: str | None,
    seed: int | None,
    free: bool,
    as_list: bool,
    as_json: bool,
    step: int | None,
    answer: str | None,
) -> int:
    """Asks for the lines of the derivation NAME, one by one. The schedule is left alone."""
    world = context.find_root().ensure_object(World)
    if as_list:
        given = {"--seed": seed, "--free": free, "--step": step, "--answer": answer}
        refuse("--list shows all derivations", {name or "": name, **given})
        _list(as_json)
        return 0
    if name is None:
        raise StudyError("which derivation?", hint="`studykit derive --list` shows them all")
    from studykit.derivations.catalogue import derivation

    found = derivation(name)
    if answer is not None:
        refuse("one line is judged as a step", {"--free": free})
        return _judge(name, seed, step, answer, as_json)
    if step is not None:
        raise StudyError("a step is judged with its line", where="--step", hint="give --answer too")
    if as_json:
        from studykit.session.shapes import derivation_shape

        json_out(derivation_shape(found.drawn(seed)))
        return 0
    from studykit.session.derive import DeriveWish

    wish = DeriveWish(found.name, seed, free)
    if world.plain:
        from studykit.plain.derive import derive_lines

        return derive_lines(world.home, world.clock, wish)
    from studykit.tui.app import run_app

    return run_app(world.home, world.clock, derive=wish)


def _list(as_json: bool) -> None:
    from studykit.derivations.catalogue import CATALOGUE

    if as_json:
        json_out(
            [
                {
                    "name": each.name,
                    "title": each.title,
                    "concept": each.concept,
                    "levels": [each.level],
                    "free": each.is_chain,
                }
                for each in CATALOGUE.values()
            ]
        )
        return
    free = {True: "free", False: ""}
    table_out(
        ("name", "level", "lines", "free", "concept", "title"),
        [
            (each.name, each.level, len(each.steps), free[each.is_chain], each.concept, each.title)
            for each in CATALOGUE.values()
        ],
    )
    say(f"{len(CATALOGUE)} derivations")


def _judge(name: str, seed: int | None, step: int | None, answer: str, as_json: bool) -> int:
    """The verdict on one line."""
    from studykit.derivations.catalogue import derivation
    from studykit.derivations.line import Lines

    found = derivation(name).drawn(seed)
    if step is None:
        raise StudyError("which line is it?", where="--answer", hint="give --step, counted from 1")
    if not 1 <= step <= len(found.steps):
        raise StudyError(
            f"{found.name} has no step {step}", where="--step", hint=f"it has 1 to {len(found.steps)}"
        )
    line = Lines(found, seed=f"{found.name}:{seed}").judge(answer, step - 1)
    verdict = line.verdict
    if line.reached is not None and line.reached != step - 1:
        said = f"this is line {line.reached + 1}, the lines before it are skipped"
        verdict = replace(verdict, message=said)
    if as_json:
        from studykit.session.shapes import verdict_shape

        json_out(verdict_shape(verdict))
    else:
        from studykit.cli.judge import print_verdict

        print_verdict(verdict)
    return EXIT[verdict.outcome]
