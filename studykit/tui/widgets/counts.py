"""New, learning and due in their three colours, as every screen shows them."""

from __future__ import annotations

from textual.content import Content

from studykit.session.prompt import Counts

NEW, LEARNING, DUE, MUTED = "$text-primary", "$text-warning", "$text-success", "$muted"


def number(count: int, style: str) -> tuple[str, str]:
    """A count, or a quiet dot instead of a zero."""
    return (str(count), style) if count else ("·", MUTED)


def sentence(counts: Counts) -> Content:
    """`12 new  1 learning  4 due`; what is zero is left out."""
    parts = [
        Content.assemble((f"{count}", style), (f" {word}", MUTED))
        for count, word, style in (
            (counts.new, "new", NEW),
            (counts.learning, "learning", LEARNING),
            (counts.due, "due", DUE),
        )
        if count
    ]
    return Content("  ").join(parts) if parts else Content.styled("nothing left", MUTED)


def brief(counts: Counts) -> Content:
    """`12 1 4`, for narrow windows."""
    return Content.assemble(
        number(counts.new, NEW), " ", number(counts.learning, LEARNING), " ", number(counts.due, DUE)
    )
