"""A chain of lines as on paper."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from studykit.render.chain import Link, lay_out

START = Link("a", follows=False)
FLAT = Link("b + c", True, "✓", "string", "a rule")
TALL = Link(r"\frac{b}{c}", True, "·", "number", "another rule")
EQUATION = Link("s = 1", False, "✓", "string", "solved")


def shown(*links: Link, width: int = 60) -> list[str]:
    return [line.text.rstrip() for line in lay_out(links, width)]


def test_flat_lines_stand_close_with_their_signs_and_reasons_below_each_other() -> None:
    assert shown(START, FLAT, Link("d", True, "»", "frame", "a skip")) == [
        "    a",
        "✓ = b + c   a rule",
        "» = d       a skip",
    ]


def test_tall_lines_have_air_and_their_sign_on_the_baseline() -> None:
    assert shown(START, TALL, FLAT) == [
        "    a",
        "",
        "    b",
        "· = ─       another rule",
        "    c",
        "",
        "✓ = b + c   a rule",
    ]


def test_a_chain_of_equations_has_no_signs_of_its_own() -> None:
    assert shown(EQUATION) == ["✓ s = 1   solved"]


def test_an_equation_among_others_stands_without_a_sign() -> None:
    assert shown(START, FLAT, EQUATION)[2] == "✓   s = 1   solved"


def test_a_start_alone_stands_where_it_stays() -> None:
    assert shown(START) == ["    a"]
    assert shown(START, FLAT)[0] == "    a"


def test_a_reason_without_room_stands_below_and_is_wrapped() -> None:
    long = Link("b", True, "✓", "string", "independence of all of the entries")
    assert shown(START, long, width=24) == [
        "    a",
        "✓ = b",
        "      independence of",
        "      all of the entries",
    ]


def test_one_long_line_does_not_push_the_reasons_of_the_others_out() -> None:
    long = Link("+".join("abcdefghijklm"), True, "✓", "string", "a rule")
    lines = shown(START, FLAT, long, width=52)
    assert lines[1] == "✓ = b + c   a rule"
    assert lines[-1].strip() == "a rule"


def test_a_wide_line_is_broken_before_it_slides() -> None:
    wide = Link(" + ".join(["a b c d"] * 12), True, "✓", "string")
    lines = lay_out((START, wide), 40)
    assert len(lines) > 3
    assert not any(line.wide for line in lines)
    name = Link(r"\mathrm{" + "w" * 60 + "}", True, "✓", "string")
    assert [line.wide for line in lay_out((START, name), 40)] == [False, True]


def test_nothing_is_laid_out_of_nothing() -> None:
    assert lay_out((), 40) == ()


@given(
    st.lists(
        st.builds(
            Link,
            st.sampled_from(["a", r"\frac{a}{b}", r"\sum_{i=1}^{n} q_i k_i", "+".join("abcdefghijklmnop")]),
            st.booleans(),
            st.sampled_from(["✓", "»", "·", " "]),
            st.just(""),
            st.text("ab ", max_size=40).map(lambda text: " ".join(text.split())),
        ),
        max_size=5,
    ),
    st.integers(1, 90),
)
def test_no_reason_is_lost_and_only_formulas_are_wide(links: list[Link], width: int) -> None:
    lines = lay_out(links, width)
    words = "".join("".join(line.text.split()) for line in lines)
    for link in links:
        assert "".join(link.reason.split()) in words
    for line in lines:
        assert line.wide or line.width <= max(width, 20)
