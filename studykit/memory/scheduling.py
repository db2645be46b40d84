"""The settings that decide when an item is due; kept in the log, valid from their event on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from studykit.errors import StudyError
from studykit.memory.study_day import ROLLOVER_MIN

WEIGHTS = (
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194,
    0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629,
    1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
)  # fmt: skip
"""The default weights of FSRS-6, as in `fsrs` (written out, so that the first screen need not import it)."""

_DAY_MIN = 24 * 60


@dataclass(frozen=True, slots=True)
class DeckLimits:
    """A deck's own limits besides those of the day, its sub-decks included; None where it has none."""

    new_per_day: int | None = None
    reviews_per_day: int | None = None


DECK_LIMITS = tuple(DeckLimits.__dataclass_fields__)
"""The names of a deck's limits."""


@dataclass(frozen=True, slots=True)
class Scheduling:
    """Values are checked where they come in: `with_changes` for people's, `with_event` for the log's."""

    desired_retention: float = 0.9
    """The chance of recall at which an item is due."""
    learning_steps: tuple[float, ...] = (1, 10)
    """Minutes between the first answers; each under a day. Empty: straight to days."""
    relearning_steps: tuple[float, ...] = (10,)
    """Minutes after forgetting."""
    rollover_min: int = ROLLOVER_MIN
    """Minutes after midnight at which a study day begins."""
    new_per_day: int = 20
    reviews_per_day: int = 200
    maximum_interval: int = 36500
    """Days."""
    weights: tuple[float, ...] = WEIGHTS
    """The 21 weights of FSRS-6."""
    decks: tuple[tuple[str, DeckLimits], ...] = ()
    """Decks with limits of their own, by name as folded for comparison; sorted, so that equal is equal."""

    def with_changes(self, changes: Mapping[str, Any]) -> Scheduling:
        """These settings with a person's changes. Raises `StudyError` for an unknown name or a bad value.

        `decks` maps folded names to the limits that change; None takes a limit off.
        """
        good = {name: checked(name, value) for name, value in changes.items()}
        if "decks" in good:
            good["decks"] = _with_limits(self.decks, good["decks"])
        return replace(self, **good)

    def with_event(self, body: Mapping[str, Any]) -> Scheduling:
        """These settings after a `settings` event.

        What this version does not know, or would refuse, is passed over: it may come from a newer version
        on another device, and the log must stay readable.
        """
        changes: dict[str, Any] = {}
        for name, value in body.items():
            if name == "decks":
                changes[name] = _with_limits(self.decks, _known(value))
            elif name in _CHECKS:
                try:
                    changes[name] = checked(name, value)
                except StudyError:
                    continue  # the docstring says why
        return replace(self, **changes) if changes else self


def checked(name: str, value: object) -> Any:
    """The value as the setting `name` takes it. Raises `StudyError` that says what it takes."""
    check = _CHECKS.get(name)
    if check is None:
        raise StudyError(f"there is no setting {name}", hint=f"there are {', '.join(_CHECKS)}")
    try:
        return check(value)
    except _Refused as refused:
        raise StudyError(f"{name} cannot be {value!r}: {refused}") from refused


def checked_limit(name: str, value: object) -> int | None:
    """A deck's limit; None for none. Raises `StudyError` for an unknown name or a bad value."""
    if name not in DECK_LIMITS:
        raise StudyError(f"a deck has no limit {name}", hint=f"there are {', '.join(DECK_LIMITS)}")
    limit: int | None = None if value is None else checked(name, value)
    return limit


def _with_limits(
    decks: tuple[tuple[str, DeckLimits], ...], changes: Mapping[str, Mapping[str, int | None]]
) -> tuple[tuple[str, DeckLimits], ...]:
    found = dict(decks)
    for deck, limits in changes.items():
        found[deck] = replace(found.get(deck, DeckLimits()), **limits)
    return tuple(sorted((deck, limits) for deck, limits in found.items() if limits != DeckLimits()))


def _known(value: object) -> dict[str, dict[str, int | None]]:
    """What can be used of the deck limits in an event."""
    found: dict[str, dict[str, int | None]] = {}
    for deck, limits in value.items() if isinstance(value, Mapping) else ():
        for name, limit in limits.items() if isinstance(limits, Mapping) else ():
            try:
                found.setdefault(deck, {})[name] = checked_limit(name, limit)
            except StudyError:
                continue  # `with_event` says why
    return found


class _Refused(Exception):
    """Why a value is refused."""


def _number(value: object, low: float, high: float, what: str) -> float:
    good = isinstance(value, int | float) and not isinstance(value, bool)
    # The range alone also keeps out what is not finite, and whole numbers that no float can hold.
    if not good or not low <= value <= high:  # type: ignore[operator]  # `good` says that it is a number
        raise _Refused(f"it must be {what} from {low:g} to {high:g}")
    return value  # type: ignore[return-value]


def _between(low: float, high: float) -> Callable[[object], float]:
    return lambda value: float(_number(value, low, high, "a number"))


def _whole(low: int, high: int) -> Callable[[object], int]:
    def check(value: object) -> int:
        number = _number(value, low, high, "a whole number")
        if number != int(number):
            raise _Refused("it must be a whole number")
        return int(number)

    return check


def _list(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise _Refused("it must be a list of numbers")
    return list(value)


def _steps(value: object) -> tuple[float, ...]:
    steps = []
    for step in _list(value):
        if isinstance(step, int | float) and step >= _DAY_MIN:
            raise _Refused(
                "a step must be shorter than a day (1440 minutes); from there on the memory model sets the"
                " intervals, and with long steps Hard would come back later than Good"
            )
        steps.append(_number(step, 0.1, _DAY_MIN, "minutes"))
    if steps != sorted(steps):
        raise _Refused("a step must not be shorter than the one before, or Good would come back before Hard")
    return tuple(steps)


def _weights(value: object) -> tuple[float, ...]:
    # Imported only here: weights of one's own are rare, and `fsrs` costs the first screen 28 ms.
    from fsrs.scheduler import LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS

    weights = _list(value)
    if len(weights) != len(WEIGHTS):
        raise _Refused(f"FSRS-6 has {len(WEIGHTS)} weights, and these are {len(weights)}")
    bounds = zip(weights, LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS, strict=True)
    numbers = tuple(
        float(_number(weight, low, high, f"weight {i}")) for i, (weight, low, high) in enumerate(bounds)
    )
    if list(numbers[:4]) != sorted(numbers[:4]):
        raise _Refused("weights 0 to 3 must not fall, or a first Good could come back before a first Hard")
    return numbers


def _decks(value: object) -> dict[str, dict[str, int | None]]:
    if not isinstance(value, Mapping) or not all(isinstance(limits, Mapping) for limits in value.values()):
        raise _Refused("it must give limits by deck")
    return {
        deck: {name: checked_limit(name, limit) for name, limit in limits.items()}
        for deck, limits in value.items()
    }


_CHECKS: dict[str, Callable[[object], Any]] = {
    "desired_retention": _between(0.7, 0.99),
    "learning_steps": _steps,
    "relearning_steps": _steps,
    "rollover_min": _whole(0, _DAY_MIN - 1),
    "new_per_day": _whole(0, 9999),
    "reviews_per_day": _whole(0, 9999),
    "maximum_interval": _whole(1, 36500),
    "weights": _weights,
    "decks": _decks,
}
