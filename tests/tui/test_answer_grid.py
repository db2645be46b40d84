"""The matrix that an answer is typed into."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Button

from studykit.render.sanitise import one_line
from studykit.tui.themes import NIGHT
from studykit.tui.widgets.answer_grid import MOST, MOST_PASTED, AnswerGrid, entries


class Form(App[None]):
    """A grid and a button, and nothing else."""

    def __init__(self, rows: int = 2, columns: int = 2) -> None:
        super().__init__()
        self.grid = AnswerGrid(rows, columns)
        self.submitted: list[tuple[str, tuple[int, int] | None]] = []
        self.refused: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.grid
        yield Button("on")

    def on_mount(self) -> None:
        self.register_theme(NIGHT)
        self.theme = NIGHT.name

    def on_answer_grid_submitted(self, message: AnswerGrid.Submitted) -> None:
        self.submitted.append((message.grid.text, message.grid.empty))

    def on_answer_grid_refused(self, message: AnswerGrid.Refused) -> None:
        self.refused.append(str(message))

    @property
    def drawn(self) -> list[str]:
        return self.grid.render().plain.split("\n")


@asynccontextmanager
async def form(
    rows: int = 2, columns: int = 2, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Form, AnswerGrid, Pilot[None]]]:
    app = Form(rows, columns)
    async with app.run_test(size=size) as pilot:
        app.grid.focus()
        await pilot.pause()
        yield app, app.grid, pilot


async def paste(app: Form, pilot: Pilot[None], text: str) -> None:
    app.post_message(events.Paste(text))
    await pilot.pause()
    await pilot.pause()


async def test_an_empty_grid_shows_its_cells() -> None:
    async with form() as (app, grid, _):
        assert app.drawn == ["⎡___  ___⎤", "⎣___  ___⎦"]
        assert (grid.text, grid.empty, grid.size.height) == ("[[,],[,]]", (1, 1), 2)


async def test_enter_goes_from_cell_to_cell_and_hands_in_from_the_last() -> None:
    async with form() as (app, grid, pilot):
        await pilot.press("1", "enter", "minus", "2", "enter", "enter", "4")
        assert app.submitted == []
        assert grid.empty == (2, 1)
        await pilot.press("enter")
        await pilot.pause()
        assert app.submitted == [("[[1,-2],[,4]]", (2, 1))]
        assert app.drawn == ["⎡1    -2 ⎤", "⎣___  4  ⎦"]


@pytest.mark.parametrize(
    ("keys", "at", "caret"),
    [
        (("left",), (1, 1), 1),
        (("left", "left", "left"), (1, 1), 0),
        (("left", "right"), (1, 1), 2),
        (("right",), (1, 2), 0),
        (("right", "right"), (1, 2), 1),
        (("right", "left"), (1, 1), 2),
        (("down",), (2, 1), 2),
        (("down", "down"), (2, 1), 2),
        (("down", "up"), (1, 1), 2),
        (("up",), (1, 1), 2),
        (("tab",), (1, 2), 2),
        (("tab", "tab"), (2, 1), 2),
        (("tab", "shift+tab"), (1, 1), 2),
        (("enter",), (1, 2), 2),
        (("home",), (1, 1), 0),
        (("tab", "home"), (1, 2), 0),
        (("tab", "home", "home"), (1, 1), 0),
        (("end",), (1, 2), 2),
        (("home", "end"), (1, 1), 2),
    ],
)
async def test_a_key_moves(keys: tuple[str, ...], at: tuple[int, int], caret: int) -> None:
    async with form() as (app, grid, pilot):
        await paste(app, pilot, "11 12\n21 22")
        grid.go(1, 1)
        await pilot.press(*keys)
        assert (grid.at, grid.caret) == (at, caret)


async def test_tab_leaves_after_the_last_cell_and_before_the_first() -> None:
    async with form(1, 1) as (app, _, pilot):
        await pilot.press("tab")
        assert not app.grid.has_focus
        await pilot.press("shift+tab")
        assert app.grid.has_focus


async def test_backspace_and_delete_edit_and_backspace_leaves_an_empty_cell() -> None:
    async with form() as (_app, grid, pilot):
        await pilot.press(*"123", "left", "backspace")
        assert grid.text == "[[13,],[,]]"
        await pilot.press("delete", "tab", "backspace")
        assert (grid.text, grid.at, grid.caret) == ("[[1,],[,]]", (1, 1), 1)


async def test_keys_that_arrive_together_edit_in_their_order() -> None:
    async with form() as (_app, grid, _):
        for name in ("1", "tab", "2", "left", "3", "enter"):
            grid.post_message(events.Key(name, name if len(name) == 1 else None))
        assert await grid.settled() == "[[1,32],[,]]"
        assert grid.at == (2, 1)


@pytest.mark.parametrize(
    "text",
    [
        "[[1,2],[3,4]]", "[[1, 2],\n [3, 4]]", "[[1 2]\n [3 4]]", "1 2\n3 4", "1,2\r\n3,4\r\n", "1 2\r3 4",
        "1\t2\n3\t4",
        "[1, 2; 3, 4]", "[1,2]\n[3,4]", " [1,2],\n [3,4],",
    ],
)  # fmt: skip
async def test_a_pasted_matrix_fills_the_cells(text: str) -> None:
    async with form() as (app, grid, pilot):
        await paste(app, pilot, text)
        assert (grid.text, grid.at, app.refused) == ("[[1,2],[3,4]]", (2, 2), [])


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("x + 1", [["x + 1"]]),
        ("f(1, 2), (3, 4)", [["f(1, 2)", "(3, 4)"]]),
        ("1 -2 3", [["1", "-2", "3"]]),
        ("1\t\t3", [["1", "", "3"]]),
        ("[", [["["]]),
        ("", []),
        ("[]", []),
        ("[1,2,3]", [["1", "2", "3"]]),
    ],
)
def test_entries_are_read_as_they_are_written(text: str, rows: list[list[str]]) -> None:
    assert entries(text) == rows


@given(st.text() | st.text(alphabet="[](){},; \n\t1x+-"))
def test_entries_of_any_text_are_safe_lines(text: str) -> None:
    for row in entries(text):
        assert row
        assert all(one_line(entry) == entry for entry in row)


@pytest.mark.parametrize("typed", ["1,2;3,4", "[[1,2],[3,4]]", "1, 2; 3, 4"])
async def test_entries_typed_into_one_cell_go_to_their_own(typed: str) -> None:
    async with form() as (app, grid, pilot):
        await pilot.press(*typed, "enter")
        assert (grid.text, grid.at, app.submitted) == ("[[1,2],[3,4]]", (2, 2), [])
        await pilot.press("enter")
        assert len(app.submitted) == 1


async def test_entries_that_do_not_fit_stay_where_they_were_typed() -> None:
    async with form() as (app, grid, pilot):
        await pilot.press(*"1,2,3", "enter")
        assert app.refused == ["1×3 entries do not fit from cell (1,1)"]
        assert grid.text.startswith("[[")


async def test_a_paste_begins_at_the_current_cell_or_at_the_caret() -> None:
    async with form() as (app, grid, pilot):
        await pilot.press("7", "9", "left")
        await paste(app, pilot, "8\n")
        await pilot.press("down")
        await paste(app, pilot, "3 4")
        assert grid.text == "[[789,],[3,4]]"


@pytest.mark.parametrize(("shape", "text"), [((3, 1), "[1,2,3]"), ((1, 3), "1\n2\n3"), ((3, 1), "1\n2\n3")])
async def test_a_vector_takes_a_row_and_a_column(shape: tuple[int, int], text: str) -> None:
    async with form(*shape) as (app, grid, pilot):
        await paste(app, pilot, text)
        assert (grid.text, grid.empty) == ("[1,2,3]", None)


async def test_a_paste_that_does_not_fit_is_told_and_changes_nothing() -> None:
    async with form() as (app, grid, pilot):
        await pilot.press("1", "tab")
        await paste(app, pilot, "[[1,2],[3,4]]")
        await paste(app, pilot, "1" * (MOST + 1))
        await paste(app, pilot, "1" * (MOST_PASTED + 1))
        assert grid.text == "[[1,],[,]]"
        assert app.refused == [
            "2×2 entries do not fit from cell (1,2)",
            "a cell takes 1,000 characters",
            "that is 100,001 characters; a paste takes 100,000",
        ]


async def test_what_is_typed_or_pasted_cannot_act() -> None:
    async with form() as (app, grid, pilot):
        await pilot.press("[", "r", "]", "tab")
        await paste(app, pilot, "[red]x\x1b[31m\u202e")
        assert grid.text == "[[[r],[red]x␛[31m⟨U+202E⟩],[,]]"
        assert app.drawn[0] == "⎡[r]   [red]x␛[31m⟨U+202E⟩ ⎤"


async def test_a_comma_in_a_cell_does_not_make_two_entries() -> None:
    async with form(1, 2) as (_app, grid, pilot):
        await pilot.press("1", "comma", "5", "tab", "2")
        assert grid.text == "[(1,5),2]"


async def test_alt_with_a_letter_is_never_the_letter() -> None:
    async with form() as (app, grid, pilot):
        app.post_message(events.Key("alt+x", "x"))
        await pilot.pause()
        assert grid.text == "[[,],[,]]"


async def test_a_narrow_room_shows_the_cells_around_the_caret() -> None:
    async with form(2, 4, (80, 24)) as (app, grid, pilot):
        await paste(app, pilot, "1111 2222 3333 4444\n5 6 7 8")
        grid.go(1, 4)
        assert app.drawn == ["⎡1111   2222   3333   4444 ⎤", "⎣5      6      7      8    ⎦"]
        await pilot.resize_terminal(16, 24)
        await pilot.pause()
        assert app.drawn == ["‹ 3333   4444 ⎤ ", "‹ 7      8    ⎦ "]
        grid.go(1, 1)
        assert app.drawn == [" ⎡1111   2222  ›", " ⎣5      6     ›"]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.drawn[0] == "⎡1111   2222   3333   4444 ⎤"


async def test_a_low_room_shows_the_rows_around_the_caret() -> None:
    async with form(6, 1, (20, 3)) as (app, grid, pilot):
        await paste(app, pilot, "1 2 3 4 5 6")
        assert app.drawn == ["⎢4  ⎥", "⎢5  ⎥", "⎣6  ⎦"]
        grid.go(1, 1)
        assert app.drawn == ["⎡1  ⎤", "⎢2  ⎥", "⎢3  ⎥"]


async def test_the_terminals_cursor_is_at_the_caret() -> None:
    async with form() as (app, _, pilot):
        await pilot.press("1", "2", "tab", "3")
        await pilot.pause()
        assert app.cursor_position == (7, 0)


@pytest.mark.parametrize("size", [(1, 1), (2, 2), (4, 1)])
async def test_the_smallest_rooms_are_drawn(size: tuple[int, int]) -> None:
    async with form(size=size) as (app, grid, pilot):
        await pilot.press("1", "tab", "2")
        assert grid.text == "[[1,2],[,]]"
        assert all(len(line) <= size[0] for line in app.drawn)


async def test_clear_empties_all_cells() -> None:
    async with form() as (app, grid, pilot):
        await paste(app, pilot, "1 2\n3 4")
        grid.clear()
        assert (grid.text, grid.at) == ("[[,],[,]]", (1, 1))


def test_a_grid_has_cells() -> None:
    with pytest.raises(ValueError, match="0×2"):
        AnswerGrid(0, 2)


def test_the_grid_looks_as_it_did(snap_compare: Callable[..., bool]) -> None:
    keys = ("1", "tab", "minus", "2", "full_stop", "5", "enter", "x", "tab", "tab", "left_square_bracket")
    assert snap_compare(Form(3, 2), press=keys, terminal_size=(80, 24))
