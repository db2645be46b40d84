"""Bold letters in formulas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studykit.render.markdown import Span, lay_out, read
from studykit.render.maths import box, line
from studykit.render.maths.bold import emboldened, runs, unbolded
from studykit.render.pen import Pen
from studykit.render.wrap import columns


def bold(markdown: str, pen: Pen | None = None, width: int = 60) -> str:
    """All that is shown bold, in order."""
    found = lay_out(read(markdown, pen or Pen()), width)
    return " ".join(span.text for shown in found for span in shown.spans if "strong" in span.styles)


@pytest.mark.parametrize("command", ["mathbf", "boldsymbol", "bm", "textbf"])
def test_a_bold_letter_of_a_formula_is_a_letter_shown_bold(command: str) -> None:
    tex = f"\\{command}{{Qk}} + x"
    assert line(tex) == "Qk + x"
    assert box(tex).rows == ("Qk + x",)
    assert bold(f"so ${tex}$") == bold(f"$$\n{tex}\n$$") == "Qk"
    assert bold(f"| a | b |\n|---|---|\n| ${tex}$ | $${tex}$$ |") == "a b Qk Qk"


def test_bold_letters_are_raised_marked_and_set_like_others() -> None:
    for tex in (
        r"\mathbf{x}^{\mathbf{T}}",
        r"\hat{\mathbf{y}}_\mathbf{i}",
        r"\frac{\mathbf{a}}{\sqrt{\mathbf{b}}}",
    ):
        plain = tex.replace(r"\mathbf", "")
        assert box(tex) == box(plain)
        assert line(tex) == line(plain)
    assert bold(r"$\hat{\mathbf{y}}$") == "y\u0302"
    assert bold("$$\n\\frac{\\mathbf{a}}{\\bm{\\beta} c}\n$$") == "a β"


def test_smaller_character_sets_have_bold_too() -> None:
    assert bold(r"$\bm{\alpha} \leq \mathbf{x}$", Pen("ascii")) == "alpha x"


def test_a_formula_with_bold_letters_is_not_broken_where_one_without_would_not_be() -> None:
    words = "some words before " + r"$\mathbf{a} + \mathbf{b} = c$"
    assert [shown.text for shown in lay_out(read(words), 22)] == ["some words before", "a + b = c"]


def test_a_bold_letter_typed_in_unicode_is_a_letter_shown_bold_in_formulas_alone() -> None:
    assert line("𝐐𝛂") == "Qα"
    assert bold("$𝐐$") == "Q"
    assert lay_out(read("*𝐐*"), 60)[0].spans == (Span("𝐐", ("emphasis",)),)


@given(st.text(st.sampled_from("aZ9αΩ∇+ \u0302é")))
def test_bold_is_as_wide_and_comes_back_as_it_was(text: str) -> None:
    assert columns(emboldened(text)) == columns(text)
    assert unbolded(emboldened(text)) == text
    assert "".join(part for part, _ in runs(emboldened(text))) == text
