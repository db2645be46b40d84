"""How the screens look.

After a wanted change: `pytest tests/tui/test_snapshots.py --snapshot-update`, then look at the pictures.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from studykit.tui.screens.section import SectionScreen
from tests.conftest import FakeClock
from tests.tui.conftest import Open
from tests.tui.test_leech import HARD, forget

NOTE = """#flashcards/attention/scores

# Scaled dot-product attention
## Why divide by the root

What is the variance of the score of a query and a key, when all their entries are independent with mean 0 \
and variance 1?::It is the number of entries: each product has variance 1, and independent variances add.
The scores are divided by ==the square root of d_k== so that their variance stays 1.

#flashcards/attention/softmax

What is softmax of [0, 0]?::[1/2, 1/2]

#flashcards/geography

capital of France::Paris
"""

TYPED = f"---\ntyped: true\n---\n{NOTE}"

REVIEWED = ("a", "space", "3", "space", "1", "q")


SCREENS: dict[str, tuple[tuple[str, ...], tuple[int, int]]] = {
    "first-start-80": ((), (80, 24)),
    "home-80": (REVIEWED, (80, 24)),
    "home-60": (REVIEWED, (60, 16)),
    "front-120": (("a",), (120, 30)),
    "back-80": (("a", "space"), (80, 24)),
    "cloze-60": (("a", "space", "3", "space"), (60, 16)),
    "waiting-80": (("end", "enter", "space", "3"), (80, 24)),
    "help-80": (("a", "question_mark"), (80, 24)),
    "section-80": (("a", "n"), (80, 24)),
    "summary-120": (("a", *(("space", "4") * 4)), (120, 30)),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_the_screen_looks_as_it_did(
    open_app: Open, snap_compare: Callable[..., bool], screen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        SectionScreen, "where", "notes/note.md:4"
    )  # a test's folder has another name each time
    keys, size = SCREENS[screen]
    assert snap_compare(open_app(NOTE), press=keys, terminal_size=size)


def test_a_typed_answer_looks_as_it_did(open_app: Open, snap_compare: Callable[..., bool]) -> None:
    keys = ("end", "enter", *"Pariss", "enter")
    assert snap_compare(open_app(TYPED), press=keys, terminal_size=(80, 24))


def test_a_leech_looks_as_it_did(open_app: Open, snap_compare: Callable[..., bool], clock: FakeClock) -> None:
    app = open_app(HARD)
    forget(app.study, clock, 7)
    assert snap_compare(app, press=("enter", "space", "1"), terminal_size=(80, 24))
