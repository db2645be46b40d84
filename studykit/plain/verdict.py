"""A verdict in lines."""

from __future__ import annotations

from collections.abc import Iterator

from studykit.checking.verdict import Mark, Outcome, Verdict
from studykit.render.pen import PEN, Pen
from studykit.render.text import plain


def verdict_lines(verdict: Verdict, pen: Pen = PEN, *, spoken: bool = False) -> Iterator[str]:
    """What is said of an answer; differences as `[-typed-]` and `{+expected+}`.

    Why a known mistake is one is Markdown; its formulas are drawn by `pen`, or `spoken`.
    """
    said = plain(verdict.message, pen, spoken=spoken) if verdict.mistake else verdict.message
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
        yield said if said == word or said.startswith(f"{word};") else f"{word}: {said}" if said else word
    if verdict.pieces:
        marks = {Mark.SAME: "{}", Mark.EXTRA: "[-{}-]", Mark.MISSING: "{{+{}+}}"}
        yield "".join(marks[piece.mark].format(piece.text) for piece in verdict.pieces)
