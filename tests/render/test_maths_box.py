"""Formulas in two dimensions: the golden drawings, and what holds for any source at all."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studykit.render.maths import Box, Macros, box, line, parse, speech
from studykit.render.maths.box import LARGEST_AREA
from studykit.render.maths.symbols import COMMANDS, WORDS
from studykit.render.sanitise import visible
from studykit.render.wrap import columns
from tests.render.golden_boxes import Golden, files, goldens, shown
from tests.render.test_maths_line import ENVIRONMENTS, PIECES, SOUP, WILD, _letters, _without_commands

GOLDEN = [golden for file in files() for golden in goldens(file)]
SOURCES = sorted({golden.tex for golden in GOLDEN})
MACROS = Macros.of(
    {"R": r"\mathbb{R}", "norm": r"\left\|#1\right\|", "\\loop": r"\loop\loop", "d": r"\frac{#1}{#2}"}
)


def assert_sound(drawn: Box) -> None:
    assert drawn.rows
    assert 0 <= drawn.baseline < len(drawn.rows)
    assert {columns(row) for row in drawn.rows} == {drawn.width}
    for row in drawn.rows:
        assert "\n" not in row
        assert visible(row) == row


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: f"{golden.tex} {golden.option}".strip())
def test_a_formula_is_drawn_as_it_was_agreed(golden: Golden) -> None:
    drawn = golden.drawn()
    assert shown(drawn) == golden.drawing
    assert_sound(drawn)
    assert parse(golden.tex).repairs == ()


def test_the_golden_drawings_are_many() -> None:
    assert len(SOURCES) >= 200


@given(WILD, st.sampled_from(["full", "basic", "ascii"]), st.none() | st.integers(1, 60))
def test_every_row_has_one_width_whatever_the_source(tex: str, charset: str, width: int | None) -> None:
    assert_sound(box(tex, width, charset))
    assert "\n" not in speech(tex)


@given(SOUP)
def test_every_letter_and_digit_of_the_source_is_drawn(tex: str) -> None:
    for width in (None, 10):
        assert not _letters(_without_commands(tex)) - _letters("".join(box(tex, width).rows))


@given(SOUP)
def test_every_letter_and_digit_of_the_source_is_said(tex: str) -> None:
    said = speech(tex)
    for word, meaning in (("squared", "2"), ("cubed", "3"), ("cube root", "3"), ("square root", "2")):
        said = said.replace(word, meaning)
    assert not _letters(_without_commands(tex)) - _letters(said)


@given(st.sampled_from(SOURCES), st.data())
def test_truncated_and_mutated_formulas_are_still_drawn(tex: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(tex)))
    other = data.draw(st.sampled_from(PIECES + ENVIRONMENTS))
    for broken in (tex[:cut], tex[cut:], tex[:cut] + other + tex[cut:], tex[:cut] + tex[cut + 1 :]):
        assert_sound(box(broken))
        assert_sound(box(broken, 20, macros=MACROS))
        speech(broken, MACROS)


@pytest.mark.parametrize("name", [*COMMANDS, *WORDS])
def test_a_sign_is_the_same_on_a_line_and_in_a_box_and_has_a_word(name: str) -> None:
    tex = "\\" + name
    assert box(tex).rows == (line(tex),)
    assert box(tex, charset="ascii").rows == (line(tex, "ascii"),)
    said = speech(tex)
    assert said.strip()
    assert "\\" not in said or name in ("backslash", "textbackslash")


def _signs(text: str) -> Counter[str]:
    """Greek letters, relations and large operators; small letters count as the letters they are."""
    return Counter(
        c for c in unicodedata.normalize("NFKD", text) if "α" <= c <= "ω" or c in "∑∏∫∈≤≥≠≈∼∂∇∞⊆∪∩∀∃"
    )


@pytest.mark.parametrize("tex", SOURCES)
def test_a_line_and_a_box_show_the_same_signs(tex: str) -> None:
    assert _signs("".join(box(tex).rows)) == _signs(line(tex))


@pytest.mark.parametrize("tex", SOURCES)
def test_breaking_loses_nothing_and_keeps_to_the_width_where_it_can(tex: str) -> None:
    whole = box(tex)
    for width in (10, 25, 40):
        drawn = box(tex, width)
        assert drawn.width <= max(width, whole.width)
        assert Counter("".join(drawn.rows).replace(" ", "")) == Counter("".join(whole.rows).replace(" ", ""))


@pytest.mark.parametrize(
    "source", [r"\frac{1}{", r"\sqrt{", "x^{", r"\left(", r"\begin{cases}", r"\hat{", "x_{"]
)
def test_two_hundred_levels_are_drawn(source: str) -> None:
    drawn = box(source * 200 + "z" + "}" * 200)
    assert_sound(drawn)
    assert "z" in "".join(drawn.rows)
    assert "z" in speech(source * 200 + "z")


def test_a_formula_of_five_thousand_characters_is_drawn_whole() -> None:
    tex = " + ".join(rf"\frac{{x_{{{n}}}}}{{y^{n}}}" for n in range(280))
    assert len(tex) > 5000
    drawn = box(tex, 80)
    assert_sound(drawn)
    assert drawn.width <= 80


def test_what_would_fill_many_screens_is_given_on_one_line() -> None:
    tex = "x" * 3000 + r"\\" * 3000 + "y"
    drawn = box(tex)
    assert drawn.rows == (line(tex),)
    assert drawn.width * len(drawn.rows) < LARGEST_AREA


def test_unknown_commands_are_shown_as_typed() -> None:
    drawn = box(r"\foo + \frac{\bar}{2}")
    assert drawn.rows[drawn.baseline].startswith(r"\foo + ")
    assert r"\foo" in speech(r"\foo")


def test_wide_and_combining_characters_take_the_cells_that_they_have() -> None:
    drawn = box(r"\frac{\text{日本}}{x} + \hat{y}")
    assert drawn.width == 8
    assert_sound(drawn)


def test_control_characters_are_made_visible() -> None:
    drawn = box("x\x1b[31m + \\text{a\u202eb} + \\foo\x9b")
    assert "␛" in drawn.rows[0]
    assert "⟨U+202E⟩" in drawn.rows[0]
    assert_sound(drawn)


def test_the_functions_keep_their_names_whatever_is_imported_when() -> None:
    code = (
        "from studykit.render import maths\n"
        "for _ in range(2):\n"
        "    print(maths.box('x').rows, maths.line('x'), maths.speech('x'))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines() == ["('x',) x x"] * 2


class TestMacros:
    @pytest.mark.parametrize(
        ("tex", "same"),
        [
            (r"x \in \R^n", r"x \in \mathbb{R}^n"),
            (r"\norm{x + y}_2", r"\left\|x + y\right\|_2"),
            (r"\d{y}x", r"\frac{y}{x}"),
            (r"\norm \R", r"\left\|\mathbb{R}\right\|"),
        ],
    )
    def test_a_deck_brings_its_own_commands(self, tex: str, same: str) -> None:
        assert box(tex, macros=MACROS) == box(same)
        assert line(tex, macros=MACROS) == line(same)
        assert speech(tex, MACROS) == speech(same)

    def test_a_macro_that_calls_itself_is_shown_as_typed(self) -> None:
        formula = parse(r"\R + \loop", MACROS)
        assert line(r"\R + \loop", macros=MACROS) == r"ℝ + \loop"
        assert (
            "macros that go on for too long" in formula.repairs[0].message,
            formula.repairs[0].position,
        ) == (True, 5)

    def test_macros_that_double_end_early(self) -> None:
        names = "abcdefghij"
        doubling = Macros.of({n: rf"\{m}\{m}\{m}\{m}" for n, m in pairwise(names)})
        assert len(line(r"\a", macros=doubling)) < 100

    def test_repairs_point_into_the_source_and_not_into_the_replacement(self) -> None:
        assert [repair.position for repair in parse(r"\R + \foo", MACROS).repairs] == [5]

    @given(WILD)
    def test_without_macros_nothing_changes(self, tex: str) -> None:
        assert parse(tex, Macros.of({"zzz": "x"})) == parse(tex)


@pytest.mark.parametrize(
    ("tex", "words"),
    [
        (r"\frac{QK^T}{\sqrt{d_k}}", "the fraction Q K transpose over the square root of d sub k"),
        (r"\frac{1}{2} + x", "1 over 2 plus x"),
        (r"\frac{a+b}{c} x", "the fraction a plus b over c end fraction x"),
        (r"\sum_{i=1}^n x_i^2", "the sum from i equals 1 to n of x sub i squared"),
        (r"\sum_j A_{ij} = 1", "the sum over j of A sub i j equals 1"),
        (r"e^{-x^2} y", "e to the power of minus x squared end power y"),
        (r"\lim_{x \to 0} f(x)", "the limit as x to 0 of f open paren x close paren"),
        (r"\int_0^1 x\,dx", "the integral from 0 to 1 of x d x"),
        (r"\hat{y} \in \mathbb{R}^n", "y hat in blackboard R to the power of n"),
        (r"\mathbf{q} \cdot \mathbf{k} \le \Gamma", "bold q dot bold k is at most capital gamma"),
        (
            r"\begin{bmatrix}1&0\\0&\end{bmatrix}",
            "the 2 by 2 matrix, row 1: 1, 0; row 2: 0, blank; end matrix",
        ),
        (r"f'' \ne \sqrt[3]{x}", "f double prime is not equal to the cube root of x"),
        (r"\binom{n}{k}", "n choose k"),
        (r"\lfloor x \rfloor", "open floor x close floor"),
    ],
)
def test_a_formula_is_said_in_words(tex: str, words: str) -> None:
    assert speech(tex) == words
