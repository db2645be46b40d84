"""A derivation on the screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual import events

from studykit.memory.state import Rating
from studykit.tui.places import Place
from studykit.tui.widgets.answer_field import AnswerField
from tests.session.deriving import VARIANCE
from tests.tui.conftest import burst, text_of, words_of
from tests.tui.deriving import Begin, choose, derive, kinds, screen_of, write

CHAIN = [
    "       Var(q · k)",
    "",
    "       dₖ",
    "   ✓ =  ∑  Var(qᵢkᵢ)   the variance of a sum of uncorrelated terms",
    "       i=1",
]


# writing


async def test_a_whole_derivation_is_written_and_saved(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 40)) as pilot:
        await derive(pilot, app, *VARIANCE)
        assert screen_of(app).place is Place.DERIVE_DONE
        assert "4 of 4 lines" in text_of(app)
        assert "Done, and saved. In a review this would be Good." in words_of(app)
        assert kinds(app) == ["attempt"]
        await burst(pilot, "enter")
        assert not app.is_running


async def test_lines_stand_below_each_other_as_on_paper(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 40)) as pilot:
        await derive(pilot, app, VARIANCE[0])
        lines = text_of(app).split("\n")
        at = lines.index(CHAIN[0])
        assert lines[at : at + 5] == CHAIN


async def test_the_line_is_drawn_while_it_is_typed(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await burst(pilot, *"(q_1)/2")
        rows = [line.strip() for line in text_of(app).split("\n")]
        at = rows.index("(q_1)/2")
        assert rows[at + 1 : at + 4] == ["q₁", "──", "2"]
        await burst(pilot, "backspace")
        assert "──" not in text_of(app)
        await burst(pilot, "ctrl+u")
        assert "q₁" not in words_of(app)


async def test_why_a_line_cannot_be_read_is_said_while_it_is_typed(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await burst(pilot, *"E[q")
        assert "never closed" in words_of(app)


async def test_a_tall_line_in_a_low_window_is_read_on_one_line(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(60, 12)) as pilot:
        app.post_message(events.Paste("(q_1)/2"))
        await burst(pilot)
        assert "q₁/2" in text_of(app)
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        assert "q₁/2" not in text_of(app)
        assert "──" in text_of(app)


async def test_the_statement_stays_in_sight(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(60, 18)) as pilot:
        await derive(pilot, app, *VARIANCE[:3])
        assert "Show that Var(q · k) = dₖ." in words_of(app)
        assert f"Line 4 of 4: {screen_of(app).attempt.derivation.steps[3].ask}" in words_of(app)


async def test_a_wrong_line_says_why_and_keeps_what_was_typed(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 30)) as pilot:
        await write(pilot, app, "Var(q_1) + Var(k_1)")
        assert "✗ Wrong: Each term is the variance of a product" in words_of(app)
        assert "Typing replaces the line, an arrow key edits it." in words_of(app)
        assert app.screen.query_one(AnswerField).value == "Var(q_1) + Var(k_1)"
        assert screen_of(app).attempt.step == 0
        await burst(pilot, "E")
        assert app.screen.query_one(AnswerField).value == "E"


async def test_the_same_wrong_line_again_costs_nothing_more(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 30)) as pilot:
        await write(pilot, app, "3 d_k")
        await burst(pilot, "enter", "enter")
        assert screen_of(app).attempt.proposed is Rating.HARD
        await write(pilot, app, "4 d_k")
        assert screen_of(app).attempt.proposed is Rating.AGAIN


async def test_a_counterexample_is_said_once(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 30)) as pilot:
        await write(pilot, app, "3 d_k")
        assert words_of(app).count("yours gives") == 1


@pytest.mark.parametrize("line", ["d_k", "Var(q·k)", "E[q", "x + 1"])
async def test_what_is_no_progress_uses_nothing(begin: Begin, line: str) -> None:
    app = begin()
    async with app.run_test(size=(80, 30)) as pilot:
        await write(pilot, app, line)
        assert "Nothing was used. Typing replaces the line, an arrow key edits it." in words_of(app)
        assert screen_of(app).attempt.proposed is Rating.GOOD


async def test_enter_on_an_empty_line_tells_the_keys(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "enter", "enter")
        assert "Nothing was typed. F2 is a hint, F4 shows the line." in words_of(app)
        assert screen_of(app).attempt.lines == []


async def test_keys_that_arrive_together_are_neither_lost_nor_reordered(begin: Begin) -> None:
    app = begin("mean-dot-product", free=True)
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        await burst(pilot, *"E[q]*E[k]", "enter")
        await pilot.pause()
        assert [line.text for line in screen_of(app).attempt.lines] == ["E[q]·E[k]"]


async def test_skipped_lines_are_shown_with_a_mark_of_their_own(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 40)) as pilot:
        await write(pilot, app, VARIANCE[2])
        assert text_of(app).count("» =") == 2
        assert text_of(app).count("✓ =") == 1


async def test_free_lines_name_the_goal(begin: Begin) -> None:
    app = begin(free=True)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        assert "Next: write the next line, towards dₖ." in words_of(app)
        await derive(pilot, app, "E[(q·k)²] − E[q·k]²", "d_k·1")
        assert screen_of(app).place is Place.DERIVE_DONE


async def test_an_equation_has_no_sign_before_it(begin: Begin) -> None:
    app = begin("sharpness-for-weight")
    async with app.run_test(size=(80, 40)) as pilot:
        await burst(pilot, "f4")
        assert "·   w =" in text_of(app) or "· w =" in text_of(app)
        assert "= w =" not in text_of(app)


# hints, lines that are shown, rules


async def test_f2_shows_hints_until_there_is_none(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        assert "F2 Hint" in words_of(app)
        await burst(pilot, "f2", "f2", "f2")
        assert "Terms of different i share no entry" in words_of(app)
        assert "There is no further hint." in words_of(app)
        assert "F2 Hint" not in words_of(app)
        assert screen_of(app).attempt.proposed is Rating.HARD


async def test_f4_shows_the_line_and_the_grade_is_again(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 40)) as pilot:
        await burst(pilot, "f4")
        assert "· =  ∑  Var(qᵢkᵢ)" in text_of(app)
        assert screen_of(app).place is Place.DERIVE_TYPING  # the rule stands beside the line
        assert screen_of(app).attempt.proposed is Rating.AGAIN


async def test_the_rule_is_not_shown_while_it_is_asked_for(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 40)) as pilot:
        await write(pilot, app, VARIANCE[0])
        assert "the variance of a sum of uncorrelated terms" not in words_of(app)
        await choose(pilot, app)
        assert "the variance of a sum of uncorrelated terms" in words_of(app)


async def test_a_line_typed_on_while_a_rule_is_asked_for_chooses_and_leaves_nothing(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 40)) as pilot:
        await write(pilot, app, VARIANCE[0])
        await burst(pilot, *"Σ_i E[q_1²] E[q_2²]", *"qq12")
        assert screen_of(app).place is Place.DERIVE_RULE
        assert screen_of(app).attempt.proposed is Rating.GOOD
        assert app.is_running


@pytest.mark.parametrize("right", [True, False])
async def test_a_rule_is_chosen_by_its_number(begin: Begin, right: bool) -> None:
    app = begin()
    async with app.run_test(size=(80, 40)) as pilot:
        await write(pilot, app, VARIANCE[0])
        assert "Which rule lets the variance go into the sum?" in words_of(app)
        assert not app.screen.query_one(AnswerField).display
        await choose(pilot, app, right)
        assert ("No. The rule is: the terms are uncorrelated" in words_of(app)) is not right
        assert ("Right." in words_of(app)) is right
        assert screen_of(app).place is Place.DERIVE_TYPING


async def test_a_number_of_no_rule_does_nothing(begin: Begin) -> None:
    app = begin("mean-dot-product")
    async with app.run_test(size=(80, 40)) as pilot:
        await write(pilot, app, "Σ_i E[q_i k_i]")
        await burst(pilot, "4", "enter", "f4")
        assert screen_of(app).place is Place.DERIVE_RULE
        assert len(screen_of(app).attempt.lines) == 1


# windows and hostile text


@pytest.mark.parametrize("size", [(20, 5), (1, 1)])
async def test_every_state_survives_a_resize_and_back(begin: Begin, size: tuple[int, int]) -> None:
    app = begin()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()

        async def there_and_back() -> None:
            before = text_of(app)
            await pilot.resize_terminal(*size)
            await pilot.resize_terminal(80, 24)
            await pilot.pause()
            await pilot.pause()
            assert text_of(app) == before

        await there_and_back()
        for line in VARIANCE:
            app.post_message(events.Paste(line))
            await burst(pilot)
            await there_and_back()
            await burst(pilot, "enter")
            await there_and_back()
            await choose(pilot, app)
            await there_and_back()
        assert screen_of(app).place is Place.DERIVE_DONE


async def test_twenty_by_five_shows_the_task_and_the_field(begin: Begin) -> None:
    app = begin("mean-dot-product")
    async with app.run_test(size=(20, 5)) as pilot:
        await burst(pilot, *"E[q_1]")
        assert "E[q_1]" in text_of(app)
        assert "expectation into it." in words_of(app)


@pytest.mark.parametrize("text", ["[/", "[bold]x[/]", "[@click=app.quit]x", "$primary", "\\[b]", "*x* `y`"])
async def test_markup_is_shown_literally(begin: Begin, text: str) -> None:
    app = begin()
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        app.post_message(events.Paste(text))
        await burst(pilot)
        assert text in text_of(app)
        await burst(pilot, "enter")
        assert text in text_of(app)
        assert screen_of(app).place is Place.DERIVE_TYPING


@pytest.mark.parametrize(
    "text",
    ["\x1b[31mred\x1b]0;x\x07", "9" * 90_000, "z" * 200_000, "(" * 5_000, "q^" * 150 + "q", "Σ_i" * 100],
    ids=lambda text: text[:3],
)
async def test_a_hostile_paste_uses_nothing(begin: Begin, text: str) -> None:
    app = begin()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.post_message(events.Paste(text))
        await burst(pilot, "enter")
        await pilot.pause()
        assert "\x1b" not in text_of(app)
        assert screen_of(app).attempt.lines == []
        assert screen_of(app).attempt.proposed is Rating.GOOD
        await burst(pilot, "ctrl+u")
        await derive(pilot, app, VARIANCE[0])
        assert screen_of(app).attempt.step == 1


# how it looks


def test_typing_looks_as_it_did(begin: Begin, snap_compare: Callable[..., bool]) -> None:
    keys = ("f4", *"Σ_i E[q_i²]/2")
    assert snap_compare(begin(), press=keys, terminal_size=(80, 24))


def test_a_finished_derivation_looks_as_it_did(begin: Begin, snap_compare: Callable[..., bool]) -> None:
    keys = (*"sum(1,i=1..d_k)", "enter", "f4")
    assert snap_compare(begin(), press=keys, terminal_size=(120, 40))
