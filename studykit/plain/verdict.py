"""A verdict in lines."""

from __future__ import annotations

from collections.abc import Iterator

from studykit.checking.verdict import Mark, Outcome, Verdict


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    """What is said of an answer; differences as `[-typed-]` and `{+expected+}`."""
    word = {
        Outcome.RIGHT: "right",
        Outcome.PARTLY: "partly right",
        Outcome.WRONG: "wrong",
        Outcome.UNREADABLE: "not read",
        Outcome.UNDECIDED: "not decided",
    }[verdict.outcome]
    if verdict.is_true_so_far:
        yield verdict.message
    else:
        yield f"{word}: {verdict.message}" if verdict.message else word
    if verdict.pieces:
        marks = {Mark.SAME: "{}", Mark.EXTRA: "[-{}-]", Mark.MISSING: "{{+{}+}}"}
        yield "".join(marks[piece.mark].format(piece.text) for piece in verdict.pieces)
