"""Problems on paper: drawn from a seed, as Markdown with the key at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from studykit.draw import Draw
from studykit.practice import catalogue, family
from studykit.practice.catalogue import CATALOGUE, Entry
from studykit.practice.problem import Problem


def draw(names: Sequence[str], count: int, seed: int) -> Iterator[Problem]:
    """`count` problems of the families in turn, or of all; levels by chance, easier ones first.

    The same names, count and seed give the same worksheet. Raises `StudyError` for an unknown family.
    """
    wanted = [catalogue.entry(name) for name in names] or list(CATALOGUE.values())
    chance = Draw(f"worksheet:{seed}")
    places: list[tuple[Entry, int]] = []
    while len(places) < count:
        turn = list(wanted)
        if not names:
            chance.shuffle(turn)
        places += [(each, chance.pick(each.levels)) for each in turn]
    for number, (about, level) in enumerate(sorted(places[:count], key=lambda place: place[1])):
        yield family.problem(about.name, level, f"{seed}:{number}")


def markdown(problems: Sequence[Problem], seed: int, *, key: bool) -> Iterator[str]:
    """The worksheet in pieces; with `key`, answers and worked solutions stand after the problems."""
    yield f"# Practice problems\n\nSeed {seed}, {len(problems)} problems.\n"
    for number, problem in enumerate(problems, 1):
        yield f"\n## {number}. {problem.title[:1].upper()}{problem.title[1:]}\n\n{problem.prompt}\n"
        if problem.options:
            yield "\n" + "\n".join(f"- {option}" for option in problem.options) + "\n"
    if not key:
        return
    yield "\n# Key\n"
    for number, problem in enumerate(problems, 1):
        yield f"\n## {number}. {problem.shown}\n\n"
        yield "\n".join(f"1. {step.text}" + (f" *{step.why}*" if step.why else "") for step in problem.steps)
        yield "\n"
