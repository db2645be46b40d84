"""Macros and the character set outside of reviews: in `check`, pages, quizzes, titles and typed answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from studykit.cards.model import Rules
from studykit.cards.note import read_note
from studykit.checking.verdict import Outcome
from studykit.cli.read import drawn
from studykit.render.pen import Pen
from studykit.session import title, typed
from studykit.session.check import check
from studykit.session.page import page
from studykit.session.question import Kind, questions
from studykit.session.study import Study
from studykit.settings import Settings

HEAD = "---\ntags: flashcards\nmacros:\n  half: \\frac{#1}{2}\n---\n"
ASCII = Pen("ascii")


def test_check_knows_the_macros(notes: Path) -> None:
    (notes / "n.md").write_text(HEAD + "a::$\\half{x}$\n\nb::$\\third{x}$\n", encoding="utf-8")
    messages = [remark.message for remark in check([notes], Settings())]
    assert messages == [r"the formula $\third{x}$: unknown command \third"]


def test_a_page_knows_the_macros_and_the_charset() -> None:
    shown = page(HEAD + "# On $\\half{x}$\nIf $\\half{y} \\leq \\pi$.\n\na::b\n", "n.md", Rules(), ASCII)
    assert list(drawn(shown, 80))[:4] == ["On x/2", "══════", "", "If y/2 <= pi."]


def test_a_title_knows_the_macros() -> None:
    assert title.of_card(read_note(HEAD + "$\\half{x}$::a\n", "n.md").cards[0]) == "x/2"


def test_a_typed_answer_is_read_in_the_signs_of_the_screen_in_all_signs_and_as_tex() -> None:
    card = read_note(HEAD + "a::$\\half{\\pi}$\n", "n.md").cards[0]
    pen = ASCII.with_macros(card.macros)
    for answer in ("pi/2", "π/2", "$\\half{\\pi}$"):
        assert typed.judge(answer, card, pen).verdict.outcome is Outcome.RIGHT, answer
    assert typed.judge("nothing of it", card, pen).verdict.outcome is Outcome.WRONG


def test_a_quiz_asks_the_same_in_every_charset_and_draws_it_with_the_pen(
    study: Callable[[str], Study], home: Path
) -> None:
    text = HEAD + "".join(f"what is {n}?::$\\half{{\\alpha_{n}}}$\n\n" for n in range(8))
    opened = study(text)
    full = list(questions(opened, None, 8, 1))
    opened.close()
    settings = home / "settings.toml"
    settings.write_text(settings.read_text(encoding="utf-8") + "charset = 'ascii'\n", encoding="utf-8")
    again = Study.open(home, opened.clock)
    asked = list(questions(again, None, 8, 1))
    again.close()
    assert [(each.item, each.kind, each.right) for each in asked] == [
        (each.item, each.kind, each.right) for each in full
    ]
    choices = [(one, other) for one, other in zip(full, asked, strict=True) if one.kind is Kind.CHOICE]
    assert choices
    for one, other in choices:
        assert not any(option.isascii() for option in one.options)
        assert len(set(other.options)) == len(one.options)
        assert all(option.isascii() and option.endswith("/2") for option in other.options)
        assert other.options[other.right] == other.answer
