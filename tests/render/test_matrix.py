"""Matrices as lines: the drawings that were agreed, and what holds for any entries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studykit.render.markdown import Span
from studykit.render.maths.box import TooLargeError
from studykit.render.maths.charset import Charset
from studykit.render.matrix import Highlight, draw
from studykit.render.sanitise import visible

NUMBERS = [["1", "-2.5"], ["30", "0.125"], ["1/2", "7"]]


def shown(rows: list[list[str]], charset: Charset = "full") -> list[str]:
    return [line.text for line in draw(rows, charset=charset)]


def test_numbers_stand_with_their_points_under_each_other() -> None:
    assert shown(NUMBERS) == [
        "⎡  1  -2.5  ⎤",
        "⎢ 30   0.125⎥",
        "⎣1/2   7    ⎦",
    ]


@pytest.mark.parametrize(
    ("charset", "drawing"),
    [("full", ["⎡1⎤", "⎢2⎥", "⎣3⎦"]), ("basic", ["┌1┐", "│2│", "└3┘"]), ("ascii", ["[1]", "[2]", "[3]"])],
)
def test_a_column_vector_has_built_brackets_in_each_character_set(
    charset: Charset, drawing: list[str]
) -> None:
    assert shown([["1"], ["2"], ["3"]], charset) == drawing


def test_a_row_vector_is_one_line() -> None:
    assert shown([["1", "2.5", "x"]]) == ["[1  2.5  x]"]


def test_columns_with_letters_are_centred() -> None:
    assert shown([["x"], ["x + 1"]]) == ["⎡  x  ⎤", "⎣x + 1⎦"]


def test_labels_stand_over_the_columns_and_before_the_rows() -> None:
    lines = draw([["1", "x"], ["-2", "y"]], row_labels=("q1", "query"), column_labels=("k1", "key"))
    assert [line.text for line in lines] == [
        "       k1  key ",
        "q1    ⎡ 1   x ⎤",
        "query ⎣-2   y ⎦",
    ]
    assert lines[1].spans[0] == Span("q1    ", ("frame",))


def test_rows_columns_and_entries_stand_out() -> None:
    lines = draw(
        [["1", "20"], ["3", "4"]],
        highlight=Highlight({0: "mark"}, {1: "strong"}, {(1, 0): "answer", (0, 1): "mark"}),
    )
    assert lines[0].spans == (Span("⎡"), Span("1  ", ("mark",)), Span("20", ("mark", "strong")), Span("⎤"))
    assert lines[1].spans == (
        Span("⎣"), Span("3", ("answer",)), Span("  "), Span(" 4", ("strong",)), Span("⎦")
    )  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "at least one row"),
        ([[]], "row 1 has no entries"),
        ([["1", "2"], ["3"]], "row 2 is 1 long and row 1 is 2"),
    ],
)
def test_what_is_no_matrix_is_refused_with_its_row(rows: list[list[str]], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        draw(rows)


@pytest.mark.parametrize(
    ("highlight", "said"),
    [
        (Highlight({2: "mark"}), "no row 3"),
        (Highlight(columns={-1: "mark"}), "no column 0"),
        (Highlight(entries={(0, 5): "mark"}), r"no entry \(1,6\)"),
        (Highlight({0: "glitter"}), "no style 'glitter'"),
    ],
)
def test_a_highlight_without_a_place_is_refused(highlight: Highlight, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        draw([["1", "2"]], highlight=highlight)


def test_labels_of_another_number_are_refused() -> None:
    with pytest.raises(ValueError, match="row labels are 1, not 2"):
        draw([["1"], ["2"]], row_labels=("a",))


def test_what_no_screen_holds_is_refused() -> None:
    with pytest.raises(TooLargeError):
        draw([["x" * 100_000]] * 100)


def test_hostile_entries_do_not_act() -> None:
    assert shown([["\x1b[31m", "[red]"], ["a\nb", "\u202e"]]) == [
        "⎡␛[31m   [red]  ⎤",
        "⎣ a␊b   ⟨U+202E⟩⎦",
    ]


ENTRY = st.text(max_size=6) | st.from_regex(r"-?[0-9]{1,3}(\.[0-9]{0,3})?", fullmatch=True)


@given(st.data(), st.integers(1, 4), st.integers(1, 4), st.sampled_from(["full", "basic", "ascii"]))
def test_every_line_has_one_width_whatever_the_entries(
    data: st.DataObject, height: int, width: int, charset: Charset
) -> None:
    row = st.lists(ENTRY, min_size=width, max_size=width)
    rows = data.draw(st.lists(row, min_size=height, max_size=height))
    labels = data.draw(st.just([]) | row)
    lines = draw(rows, column_labels=labels, charset=charset)
    assert len(lines) == height + bool(labels)
    assert len({line.width for line in lines}) == 1
    for line in lines:
        assert visible(line.text) == line.text
        assert "\n" not in line.text


@given(st.lists(st.decimals(-999, 999, places=2) | st.integers(-99, 99), min_size=2, max_size=6))
def test_decimal_points_are_in_one_column(numbers: list[object]) -> None:
    lines = shown([[str(number)] for number in numbers])
    assert len({line.index(".") for line in lines if "." in line}) <= 1
