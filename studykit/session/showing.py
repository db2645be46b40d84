"""How an exercise becomes something to work on: which level, which seed, and what is loaded for it."""

from __future__ import annotations

from hashlib import blake2b

from studykit.cards.model import Exercise
from studykit.clock import Moment
from studykit.memory.state import ItemState
from studykit.session.prompt import DerivationPrompt, ProblemPrompt
from studykit.session.study import Study

SEEDS = 1_000_000_000


def prompt(
    study: Study, exercise: Exercise, state: ItemState, early_ms: int, now: Moment, wanted: int | None = None
) -> ProblemPrompt | DerivationPrompt:
    """A fresh problem, or a derivation; what either needs is loaded only now.

    With a `wanted` seed the same history gives the same problem again.
    """
    chance = f"{study.store.device}\n{now.at_ms}" if wanted is None else str(wanted)
    seed = fresh_seed(exercise.id, state, chance)
    if exercise.is_derivation:
        return _derivation(exercise, state, early_ms, seed)
    return _problem(study, exercise, state, early_ms, seed)


def fresh_seed(item: str, state: ItemState, chance: str) -> int:
    """A seed of its own for each showing. `chance` is what no other showing shares: the device and moment."""
    text = f"{item}\n{state.reps}\n{chance}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") % SEEDS


def _problem(study: Study, exercise: Exercise, state: ItemState, early_ms: int, seed: int) -> ProblemPrompt:
    from studykit.practice import family
    from studykit.practice.catalogue import CATALOGUE
    from studykit.session import skill
    from studykit.session.attempt import Attempt

    about, practised = CATALOGUE[exercise.name], study.practised()
    level = practised.skill.level_for(about) if exercise.level is None else exercise.level
    problem = family.problem(about.name, level, seed)
    attempt = Attempt(problem, skill.times(practised.done, about.name, level))
    return ProblemPrompt(exercise.id, exercise, state.phase, early_ms, attempt, state.flagged)


def _derivation(exercise: Exercise, state: ItemState, early_ms: int, seed: int) -> DerivationPrompt:
    from studykit.derivations.catalogue import derivation
    from studykit.session.derivation import DerivationAttempt

    # The first time it is the book's own; later ones vary, where there is something to vary.
    attempt = DerivationAttempt(derivation(exercise.name), seed if state.reps else None)
    return DerivationPrompt(exercise.id, exercise, state.phase, early_ms, attempt, state.flagged)
