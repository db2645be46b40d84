"""Formulas of the app are drawn with the note's macros and the character set of the settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from studykit.clock import Clock
from studykit.session.study import Study
from studykit.tui.app import StudyApp
from tests.tui.conftest import text_of, words_of

NOTE = """---
tags: flashcards
macros:
  softmax: \\operatorname{softmax}
  half: \\frac{#1}{2}
---
# On $\\half{h}$

Why $\\half{k}$.

What is $\\softmax(x)$?::$\\half{y} \\leq \\pi$
"""


async def test_front_back_headings_and_section(
    study: Callable[[str], Study], home: Path, clock: Clock
) -> None:
    study(NOTE).close()
    with (home / "settings.toml").open("a", encoding="utf-8") as file:
        file.write("charset = 'ascii'\n")
    opened = Study.open(home, clock)
    app = StudyApp(opened)
    try:
        async with app.run_test() as pilot:
            await pilot.press("enter")
            await pilot.pause()
            assert "On h/2" in words_of(app)
            assert "What is softmax(x)?" in words_of(app)
            await pilot.press("space")
            await pilot.pause()
            assert "y/2 <= pi" in text_of(app)
            await pilot.press("n")
            await pilot.pause()
            assert "Why k/2." in words_of(app)
    finally:
        opened.close()
