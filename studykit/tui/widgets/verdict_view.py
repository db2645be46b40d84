"""What became of a typed answer, in colours."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from studykit.checking.arrays import named
from studykit.checking.verdict import Mark, Outcome, Verdict
from studykit.render.pen import PEN, Pen
from studykit.render.sanitise import visible
from studykit.render.text import plain

_HEADS = {
    Outcome.RIGHT: ("✓ Right", "bold $text-success"),
    Outcome.PARTLY: ("≈ Partly right", "bold $text-warning"),
    Outcome.WRONG: ("✗ Wrong", "bold $text-error"),
    Outcome.UNREADABLE: ("Not read", "bold $text-warning"),
    Outcome.UNDECIDED: ("Not decided", "bold $text-warning"),
}
_STYLES = {Mark.SAME: "", Mark.EXTRA: "strike $text-error", Mark.MISSING: "bold underline $text-success"}
_TYPED, _EXPECTED = (Mark.SAME, Mark.EXTRA), (Mark.SAME, Mark.MISSING)


def headline(verdict: Verdict, pen: Pen = PEN) -> Content:
    """`✗ Wrong`, with the verdict's sentence behind it; why a known mistake is one is Markdown."""
    word, style = _HEADS[verdict.outcome]
    said = plain(verdict.message, pen) if verdict.mistake else visible(verdict.message)
    if verdict.is_true_so_far:
        return Content.assemble((f"✓ {said[0].upper()}{said[1:]}", "bold $text-warning"))
    return Content.assemble((word, style), f": {said}" if said else "")


def comparison(verdict: Verdict) -> Content:
    """What was typed above what was expected, with the differences marked; empty if there are none."""
    rows = []
    for name, marks in (("typed ", _TYPED), ("answer", _EXPECTED)):
        pieces = [
            (visible(piece.text), _STYLES[piece.mark]) for piece in verdict.pieces if piece.mark in marks
        ]
        if pieces:
            rows.append(Content.assemble((f"{name}  ", "$muted"), *pieces))
    return Content("\n").join(rows)


def verdict_content(verdict: Verdict, pen: Pen = PEN) -> Content:
    """The whole verdict."""
    parts = [headline(verdict, pen), comparison(verdict)]
    point = verdict.counterexample or ""
    told = "" if point in verdict.message else point
    off = "" if "off: " in verdict.message or not verdict.elements else f"Off: {named(verdict.elements)}."
    parts += [Content(visible(text)) for text in (off, told)]
    return Content("\n").join([part for part in parts if part.plain])


class VerdictView(Static):
    """A verdict; takes no room while there is none."""

    DEFAULT_CSS = "VerdictView { height: auto; width: 1fr; display: none; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)

    def show(self, verdict: Verdict | None, pen: Pen = PEN) -> None:
        """Shows a verdict, its formulas drawn by `pen`, or nothing."""
        self.update(Content() if verdict is None else verdict_content(verdict, pen))
        self.display = verdict is not None
