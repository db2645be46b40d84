"""A sign for each question of a quiz."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from studykit.session.reply import Reply

MOST = 20
"""More questions than that are only counted."""
SIGNS = {1.0: ("✓", "$text-success"), 0.5: ("≈", "$text-warning"), 0.0: ("✗", "$text-error")}
OPEN = ("·", "$muted")


def strip(replies: Sequence[Reply], total: int) -> Content:
    """`✓✗≈·······`; empty for a long quiz."""
    if total > MOST:
        return Content()
    return Content.assemble(*(SIGNS[reply.score] for reply in replies), *([OPEN] * (total - len(replies))))
