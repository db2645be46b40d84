"""Ways to write a derivation without a screen."""

from __future__ import annotations

import sys

from studykit.checking.proof import Proof
from studykit.derivations.catalogue import CATALOGUE
from studykit.session.derivation import DerivationAttempt

VARIANCE = ("Σ_i Var(q_i k_i)", "Σ_i E[q_i²] E[k_i²]", "sum(1·1, i=1..d_k)", "d_k")
SHIFT = CATALOGUE["softmax-shift"]
TRUE, FALSE, NOTHING = Proof(True, "proved"), Proof(False, "they differ"), Proof(None, "could not check")
DEAD = [sys.executable, "-c", "pass"]
"""A worker that is gone before it is asked."""


def attempt(name: str = "var-dot-product", **how: bool) -> DerivationAttempt:
    return DerivationAttempt(CATALOGUE[name], **how)


def choose(written: DerivationAttempt, right: bool = True) -> None:
    """Answers the rule that is asked for, if one is."""
    question = written.question
    if question is not None:
        written.choose(question.right if right else (question.right + 1) % len(question.options))


def write(written: DerivationAttempt, *lines: str) -> DerivationAttempt:
    """Types lines, and answers every rule rightly."""
    for line in lines:
        written.answer(line)
        choose(written)
    return written


def sources(written: DerivationAttempt) -> list[tuple[int, str]]:
    return [(each.step, each.source) for each in written.lines]
