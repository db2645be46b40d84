"""Practice blocks that name what there is, and what is said of those that do not."""

from __future__ import annotations

import difflib
from bisect import bisect_right
from collections.abc import Iterable

from studykit.cards.model import Exercise, Item, Reading, Remark
from studykit.derivations.names import NAMES
from studykit.practice.catalogue import CATALOGUE


def parted(exercises: Iterable[Exercise]) -> tuple[tuple[Exercise, ...], tuple[Remark, ...]]:
    """The exercises that can be asked, and an error for each of the others."""
    known: list[Exercise] = []
    errors: list[Remark] = []
    for each in exercises:
        error = _error(each)
        if error is None:
            known.append(each)
        else:
            errors.append(error)
    return tuple(known), tuple(errors)


def _error(exercise: Exercise) -> Remark | None:
    names = NAMES if exercise.is_derivation else CATALOGUE
    what = "derivation" if exercise.is_derivation else "family of problems"
    if exercise.name not in names:
        near = difflib.get_close_matches(exercise.name, names, n=3)
        command = "derive" if exercise.is_derivation else "practice"
        mend = f"did you mean {' or '.join(near)}?" if near else f"`studykit {command} --list` shows them all"
        return _remark(exercise, f"there is no {what} {exercise.name[:60]!r}", mend)
    if exercise.level is not None and exercise.level not in CATALOGUE[exercise.name].levels:
        levels = " and ".join(map(str, CATALOGUE[exercise.name].levels))
        return _remark(exercise, f"{exercise.name} has no level {exercise.level}", f"it has {levels}")
    return None


def _remark(exercise: Exercise, message: str, mend: str) -> Remark:
    return Remark(exercise.file, exercise.line, "error", "unknown-practice", message, mend)


def among(reading: Reading) -> tuple[Item, ...]:
    """The cards of a reading with the exercises where they stand among them."""
    if not reading.exercises:
        return reading.cards
    order = {file: number for number, file in enumerate(reading.files)}

    def place(item: Item) -> tuple[int, int]:
        return order[item.file], item.line

    items: list[Item] = []
    done = 0
    for exercise in sorted(reading.exercises, key=place):
        # Cards are in the order of notes and lines, so that only a few are looked at.
        here = bisect_right(reading.cards, place(exercise), key=place)
        items += [*reading.cards[done:here], exercise]
        done = here
    return (*items, *reading.cards[done:])


def named(item: str) -> str:
    """What an id alone tells: the family of a problem, the name of a derivation; of a card, the id."""
    kind, _, rest = item.partition(":")
    if kind == "x":
        about = CATALOGUE.get(rest.rpartition(":")[0])
        return f"problem: {about.title}" if about else item
    return f"derivation: {rest}" if kind == "d" else item


def title(exercise: Exercise) -> str:
    """What an exercise is called in a list: `problem: the dot product of two vectors`."""
    if exercise.is_derivation:
        return f"derivation: {exercise.name}"
    about = CATALOGUE.get(exercise.name)
    level = "" if exercise.level is None else f", level {exercise.level}"
    return f"problem: {about.title if about else exercise.name}{level}"
