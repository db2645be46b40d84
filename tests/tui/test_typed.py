"""Cards whose answer is typed."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual import events

from studykit.log.store import NotSaved
from studykit.tui.app import StudyApp
from studykit.tui.places import Place
from studykit.tui.screens.home import HomeScreen
from studykit.tui.screens.page import Page
from studykit.tui.screens.summary import SummaryScreen
from studykit.tui.widgets.answer_field import AnswerField
from studykit.tui.widgets.grade_bar import GradeButton
from tests.tui.conftest import Open, burst, text_of, words_of

TYPED = """---
typed: true
---
#flashcards/x

the opposite of attraction::repulsion

two::zwei
"""


def place(app: StudyApp) -> Place:
    assert isinstance(app.screen, Page)
    return app.screen.place


def field(app: StudyApp) -> str:
    return app.screen.query_one(AnswerField).value


def ratings(app: StudyApp) -> list[int | None]:
    return [event.rating for event in app.study.store.events() if event.kind == "review"]


@pytest.mark.parametrize(
    ("answer", "said", "proposed"),
    [
        ("repulsion", "✓ Right", "▸ 3 Good"),
        ("  Repulsion. ", "✓ Right", "▸ 3 Good"),
        ("repulsoin", "≈ Partly right: right but for a slip", "▸ 2 Hard"),
        ("gravity", "✗ Wrong", "▸ 1 Again"),
        ("", "✗ Wrong: given up", "▸ 1 Again"),
        ("   ", "✗ Wrong: given up", "▸ 1 Again"),
        ("[", "✗ Wrong", "▸ 1 Again"),
        ("[/", "✗ Wrong", "▸ 1 Again"),
        ("[/bold]", "✗ Wrong", "▸ 1 Again"),
    ],
)
async def test_enter_judges_and_the_grade_is_proposed(
    open_app: Open, answer: str, said: str, proposed: str
) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        assert "repulsion" not in text_of(app)
        await burst(pilot, *answer, "enter")
        shown = words_of(app)
        assert said in shown
        assert proposed in shown
        assert shown.count("▸") == 1
        assert text_of(app).count("repulsion") >= 1
        assert place(app) is Place.JUDGED


async def test_what_differs_is_shown_line_below_line(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *"gravity", "enter")
        assert "typed gravity answer repulsion repulsion" in words_of(app)


@pytest.mark.parametrize(
    ("answer", "keys", "rating"),
    [
        ("repulsion", ["enter"], 3),
        ("repulsoin", ["enter"], 2),
        ("gravity", ["enter"], 1),
        ("", ["enter"], 1),
        ("gravity", ["4"], 4),
        ("repulsion", ["1"], 1),
        ("repulsion", ["2"], 2),
        ("", ["3"], 3),
    ],
)
async def test_enter_keeps_the_proposed_grade_and_a_number_sets_another(
    open_app: Open, answer: str, keys: list[str], rating: int
) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *answer, "enter", *keys)
        assert ratings(app) == [rating]
        assert app.study.store.events()[0].body["answer"] == answer
        assert place(app) is Place.TYPING
        assert field(app) == ""


async def test_a_click_on_another_grade_sets_it(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "x", "enter")
        await pilot.click(app.screen.query(GradeButton)[3])
        await pilot.pause()
        assert ratings(app) == [4]


async def test_an_unreadable_answer_uses_nothing_and_may_be_mended(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        app.post_message(events.Paste("z" * 10_000))
        await burst(pilot, "enter")
        assert "Not read: this has 10,000 characters; an answer may have 400. Nothing was used" in words_of(
            app
        )
        assert place(app) is Place.TYPING
        assert not app.study.store.events()
        await burst(pilot, "ctrl+u", *"repulsion", "enter", "enter")
        assert ratings(app) == [3]


async def test_a_paste_that_is_too_long_is_told_and_the_answer_stays(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "m")
        app.post_message(events.Paste("z" * 1_000_000))
        await burst(pilot)
        assert "Not pasted: that is 1,000,001 characters" in words_of(app)
        assert field(app) == "m"


async def test_letters_and_signs_of_commands_are_text_while_typing(open_app: Open) -> None:
    app = open_app(TYPED)
    text = "qusbfneimrjkat1234?[]/"
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *(key if key != "?" else "question_mark" for key in text if key != "?"))
        assert field(app) == text.replace("?", "")
        app.post_message(events.Key("question_mark", "?"))
        await burst(pilot, "space", "x")
        assert field(app) == text.replace("?", "") + "? x".replace(" ", "")
        assert not app.study.store.events()


async def test_a_blank_is_typed_and_shows_no_back(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await pilot.press("enter", "a", "space", "b")
        assert field(app) == "a b"


async def test_keys_typed_as_fast_as_they_can_keep_their_order(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        keys = ["enter", *"ab", "backspace", "backspace", *"repulsionX", "backspace", "enter", "enter"]
        await burst(pilot, *keys, *"zwie", "backspace", "left", "backspace", "end", "backspace", *"wei")
        assert ratings(app) == [3]
        assert field(app) == "zwei"
        await burst(pilot, "enter", "enter")
        assert ratings(app) == [3, 3]


async def test_a_paste_between_keys_keeps_its_place(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        app.post_message(events.Key("r", "r"))
        app.post_message(events.Paste("epulsi\n"))
        app.post_message(events.Key("o", "o"))
        app.post_message(events.Key("n", "n"))
        await burst(pilot, "enter", "enter")
        assert ratings(app) == [3]


@pytest.mark.parametrize(("key", "character"), [("alt+left", None), ("alt+b", "b")])
async def test_alt_left_goes_back_a_word_and_types_nothing(
    open_app: Open, key: str, character: str | None
) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *"on")
        app.post_message(events.Paste("e two"))
        app.post_message(events.Key(key, character))
        await burst(pilot, "x")
        assert field(app) == "one xtwo"


@pytest.mark.parametrize(("key", "character"), [("alt+right", None), ("alt+f", "f")])
async def test_alt_right_goes_on_a_word(open_app: Open, key: str, character: str | None) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        app.post_message(events.Paste("one two"))
        await burst(pilot, "home")
        app.post_message(events.Key(key, character))
        await burst(pilot, "x")
        assert field(app) == "one xtwo"


@pytest.mark.parametrize("letter", ["s", "q", "1"])
async def test_alt_with_a_letter_neither_types_nor_commands(open_app: Open, letter: str) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        app.post_message(events.Key(f"alt+{letter}", letter))
        await burst(pilot)
        assert field(app) == ""
        assert place(app) is Place.TYPING


WIDE = ["注意力机制" * 20, "👨‍👩‍👧‍👦" * 30, "गर्व" * 30, "é" * 100, "🇩🇪" * 50, "ｗｉｄｅ" * 30, "한국어" * 30]


@pytest.mark.parametrize("text", WIDE)
@pytest.mark.parametrize("size", [(80, 24), (33, 12)])
async def test_wide_characters_keep_the_frame_straight(
    open_app: Open, text: str, size: tuple[int, int]
) -> None:
    app = open_app(TYPED)
    async with app.run_test(size=size) as pilot:
        await burst(pilot, "enter")
        for count in (1, len(text)):
            app.post_message(events.Paste(text[:count]))
            await burst(pilot, "left", "right", "end")
            assert all(cell_len(line) <= size[0] for line in text_of(app).splitlines())
            caret = app.screen.query_one(AnswerField).cursor_screen_offset
            assert 0 <= caret.x < size[0]
        await burst(pilot, "enter")
        assert place(app) in (Place.JUDGED, Place.TYPING)
        assert all(cell_len(line) <= size[0] for line in text_of(app).splitlines())


async def test_the_terminals_cursor_follows_the_caret(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        start = app.cursor_position.x
        app.post_message(events.Paste("注意"))
        await burst(pilot)
        assert app.cursor_position.x - start == 4
        await burst(pilot, "left")
        assert app.cursor_position.x - start == 2


async def test_escape_leaves_the_field_and_keys_are_commands(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *"rep", "escape")
        assert place(app) is Place.ASIDE
        assert app.focused is None
        await burst(pilot, "f")
        assert "⚑ flagged" in text_of(app)
        assert field(app) == "rep"


@pytest.mark.parametrize("key", ["enter", "i"])
async def test_enter_and_i_go_back_to_the_answer(open_app: Open, key: str) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *"rep", "escape", key, *"ulsion", "enter", "enter")
        assert ratings(app) == [3]


async def test_a_click_into_the_field_goes_back_to_the_answer(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "escape")
        await pilot.click(AnswerField)
        await pilot.pause()
        assert place(app) is Place.TYPING
        await burst(pilot, "x")
        assert field(app) == "x"


async def test_after_escape_space_shows_the_back_and_any_grade_is_open(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "escape", "space")
        assert "repulsion" in text_of(app)
        assert "▸" not in text_of(app)
        await burst(pilot, "enter")
        assert not ratings(app)
        await burst(pilot, "4")
        assert ratings(app) == [4]
        assert "answer" not in app.study.store.events()[0].body


@pytest.mark.parametrize(
    ("key", "kind"), [("s", "suspend"), ("b", "bury"), ("f", "flag")], ids=["suspend", "bury", "flag"]
)
@pytest.mark.parametrize("before", [["escape"], ["x", "enter"]], ids=["aside", "judged"])
async def test_commands_work_beside_and_after_the_answer(
    open_app: Open, key: str, kind: str, before: list[str]
) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *before, key)
        assert [event.kind for event in app.study.store.events()] == [kind]


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_a_second_escape_leaves_the_review(open_app: Open, key: str) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "escape", key)
        assert isinstance(app.screen, HomeScreen)


async def test_undo_of_a_typed_grade_asks_with_an_empty_field(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *"repulsion", "enter", "enter", "escape", "u")
        assert "attraction" in text_of(app)
        assert "repulsion" not in text_of(app)
        assert (place(app), field(app)) == (Place.TYPING, "")
        assert "The grade was taken back" in words_of(app)


async def test_the_kept_grade_that_is_not_saved_is_tried_again(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *"repulsion", "enter")
        append = app.study.store.append

        def fail(*_: object) -> None:
            monkeypatch.setattr(app.study.store, "append", append)
            raise NotSaved("not saved: the disk is full")

        monkeypatch.setattr(app.study.store, "append", fail)
        await burst(pilot, "enter")
        assert place(app) is Place.UNSAVED
        assert "Not saved: the disk is full." in words_of(app)
        await burst(pilot, "r")
        assert ratings(app) == [3]


async def test_page_keys_scroll_the_card_while_typing(open_app: Open) -> None:
    lines = "".join(f"line {i} of the question\n" for i in range(60))
    app = open_app(f"---\ntyped: true\n---\n#flashcards/x\n\n{lines}?\nthe answer\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        assert "more ↓ PgDn" in text_of(app)
        await burst(pilot, "pagedown", "x")
        assert "PgUp ↑ more ↓ PgDn" in text_of(app)
        assert field(app) == "x"
        await burst(pilot, "pageup")
        assert "line 0 of" in text_of(app)


async def test_a_typed_cloze_shows_the_verdict_below_the_filled_text(open_app: Open) -> None:
    app = open_app("---\ntyped: true\n---\n#flashcards/x\n\nThe weights add up to ==one==.\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *"two", "enter")
        assert "The weights add up to one. ✗ Wrong typed two answer one" in words_of(app)


async def test_typed_and_other_cards_follow_each_other(open_app: Open, notes: object) -> None:
    (notes / "a.md").write_text("#flashcards/x\n\nplain::card\n", encoding="utf-8")  # type: ignore[operator]
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4", *"repulsion", "enter", "4", *"zwei", "enter", "4")
        assert isinstance(app.screen, SummaryScreen)
        assert ratings(app) == [4, 4, 4]


async def test_twenty_by_five_can_be_typed_into(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test(size=(20, 5)) as pilot:
        await burst(pilot, "enter", *"repulsion")
        assert "repulsion" in text_of(app)
        await burst(pilot, "enter")
        assert "Right" in text_of(app)
        await burst(pilot, "enter")
        assert ratings(app) == [3]


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_control_q_and_c_quit_while_typing(open_app: Open, key: str) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "x", key)
    assert app.return_code == 0
