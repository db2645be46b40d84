"""Problems on paper: drawn from a seed, as Markdown with the key at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from studykit.draw import Draw
from studykit.practice import catalogue, family
from studykit.practice.catalogue import CATALOGUE, Entry
from studykit.practice.problem import Problem, Step

SEED_STEP = 1_000_003
"""Between the seeds of problems that are drawn together, so that two sets begun a second apart share none."""


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
        yield family.problem(about.name, level, seed + SEED_STEP * number)


def markdown(problems: Sequence[Problem], seed: int, *, key: bool) -> Iterator[str]:
    """The worksheet in pieces; with `key`, answers and worked solutions stand after the problems."""
    many = f"{len(problems)} problem{'' if len(problems) == 1 else 's'}"
    yield f"# Practice problems\n\nSeed {seed}, {many}.\n"
    for number, problem in enumerate(problems, 1):
        yield f"\n## {number}. {problem.title[:1].upper()}{problem.title[1:]}\n\n{problem.prompt}\n"
        if problem.options:
            yield "\n" + "\n".join(f"{n}. {option}" for n, option in enumerate(problem.options, 1)) + "\n"
    if not key:
        return
    yield "\n# Key\n"
    for number, problem in enumerate(problems, 1):
        yield f"\n## {number}. {problem.shown}\n\n"
        yield "\n\n".join(_step(n, step) for n, step in enumerate(problem.steps, 1))
        yield "\n"


def _step(number: int, step: Step) -> str:
    """A step as an entry of a list; what belongs to it is indented, so that the list goes on after it."""
    mark = f"{number}. "
    text = step.text + (f"\n\n*{step.why}*" if step.why else "")
    first, *rest = text.split("\n")
    return "\n".join([mark + first, *(f"{' ' * len(mark)}{line}" if line else "" for line in rest)])
