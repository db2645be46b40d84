"""The screen of a quiz, and its report."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from textual import events

from studykit.log.store import NotSaved, Store
from studykit.session.question import Kind, Question
from studykit.session.quiz import QuizSession, QuizWish
from studykit.session.study import Study
from studykit.tui.app import StudyApp
from studykit.tui.screens.home import HomeScreen
from studykit.tui.screens.quiz import QuizScreen
from studykit.tui.screens.quiz_report import QuizReportScreen
from studykit.tui.widgets.answer_field import AnswerField
from studykit.tui.widgets.knew_bar import KnewButton
from studykit.tui.widgets.option_list import OptionRow
from tests.session.test_quiz import CAPITALS, TYPED
from tests.tui.conftest import Open, burst, text_of, words_of

Start = Callable[..., tuple[StudyApp, QuizSession]]

HOSTILE = ["[/", "[bold]x", "[/bold]", "[red]x[/]", "[@click=app.quit]x[/]", "$primary", "[]", "\\[b]"]


@pytest.fixture
def start(study: Callable[[str], Study]) -> Iterator[Start]:
    """Starts the app on a quiz of a note, whose first question is of a kind."""
    opened: list[Study] = []

    def started(kind: Kind, text: str = CAPITALS, count: int = 8) -> tuple[StudyApp, QuizSession]:
        opened.append(study(text))
        for seed in range(200):
            session = QuizSession(opened[-1], QuizWish(seed=seed, count=count))
            if session.questions[0].kind is kind:
                return StudyApp(opened[-1], session), session
        raise AssertionError(f"no seed asks {kind} first")

    yield started
    for each in opened:
        each.close()


def verdicts(app: StudyApp) -> list[str]:
    return [event.body["verdict"] for event in app.study.store.events()]


# how it begins


async def test_t_quizzes_the_deck_under_the_cursor(open_app: Open) -> None:
    app = open_app("#flashcards/a\nq::x\n\n#flashcards/b\nr::y\n")
    async with app.run_test() as pilot:
        await burst(pilot, "end", "t")
        assert isinstance(app.screen, QuizScreen)
        assert "Quiz · b" in text_of(app)
        assert "1 of 1" in text_of(app)


async def test_an_empty_library_says_so_and_stays_home(open_app: Open) -> None:
    app = open_app("nothing\n")
    async with app.run_test() as pilot:
        await burst(pilot, "t")
        assert isinstance(app.screen, HomeScreen)
        assert "no cards yet" in words_of(app)


# multiple choice


@pytest.mark.parametrize("key", ["1", "2", "3", "4"])
async def test_a_number_chooses_and_the_right_one_is_shown_beside_it(start: Start, key: str) -> None:
    app, session = start(Kind.CHOICE)
    async with app.run_test() as pilot:
        question = session.question
        assert question is not None
        await burst(pilot, key)
        chosen = int(key) - 1
        assert verdicts(app) == ["right" if chosen == question.right else "wrong"]
        shown = text_of(app)
        assert f"✓ {question.right + 1}  {question.answer}" in shown
        assert (f"✗ {key}  {question.options[chosen]}" in shown) == (chosen != question.right)
        assert "Saved." in shown


async def test_a_chosen_formula_is_drawn_in_two_dimensions_once_it_is_told(start: Start) -> None:
    formulas = "".join(f"{letter}\n?\n$$\n\\frac{{{letter}}}{{2}}\n$$\n\n" for letter in "abcdef")
    app, session = start(Kind.CHOICE, f"#flashcards/x\n\n{formulas}")
    question = session.questions[0]
    async with app.run_test() as pilot:
        assert question.answer in text_of(app)
        assert _rows(app).count("─") == 0
        await burst(pilot, "1")
        at = _rows(app).index("─")
        assert _rows(app)[at - 1 : at + 2] == [question.answer[0], "─", "2"]


def _rows(app: StudyApp) -> list[str]:
    return [line.strip() for line in text_of(app).split("\n")]


@pytest.mark.parametrize(("keys", "index"), [(["down"], 0), (["j", "j"], 1), (["up"], 3), (["k", "k"], 2)])
@pytest.mark.parametrize("choose", ["enter", "space"])
async def test_arrows_and_enter_choose(start: Start, keys: list[str], index: int, choose: str) -> None:
    app, session = start(Kind.CHOICE)
    async with app.run_test() as pilot:
        await burst(pilot, *keys, choose)
        assert session.reply is not None
        assert session.reply.chosen == index


async def test_enter_alone_never_chooses(start: Start) -> None:
    app, _ = start(Kind.CHOICE)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space")
        assert not verdicts(app)
        assert "Choose with 1 to 4" in words_of(app)


async def test_a_click_on_an_option_chooses_it(start: Start) -> None:
    app, session = start(Kind.CHOICE)
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.click(app.screen.query(OptionRow)[2])
        await pilot.pause()
        assert session.reply is not None
        assert session.reply.chosen == 2


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_enter_and_space_go_on(start: Start, key: str) -> None:
    app, _ = start(Kind.CHOICE)
    async with app.run_test() as pilot:
        await burst(pilot, "1", "2", "3", key)
        assert len(verdicts(app)) == 1
        assert "2 of 8" in text_of(app)


# in the head


@pytest.mark.parametrize(
    ("key", "verdict"),
    [
        ("1", "wrong"),
        ("n", "wrong"),
        ("2", "partly"),
        ("p", "partly"),
        ("3", "right"),
        ("4", "right"),
        ("y", "right"),
    ],
)
async def test_the_learner_says_how_it_went(start: Start, key: str, verdict: str) -> None:
    app, session = start(Kind.SELF)
    async with app.run_test() as pilot:
        answer = session.questions[0].answer
        await burst(pilot, key)
        assert not verdicts(app)
        assert answer not in text_of(app)
        await burst(pilot, "space")
        assert answer in text_of(app)
        assert "1 Didn't know 2 Partly 3 Knew it" in words_of(app)
        await burst(pilot, key)
        assert verdicts(app) == [verdict]
        assert "2 of 8" in text_of(app)


async def test_a_click_on_a_word_grades(start: Start) -> None:
    app, _ = start(Kind.SELF)
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        await pilot.click(app.screen.query(KnewButton)[1])
        await pilot.pause()
        assert verdicts(app) == ["partly"]


async def test_a_cloze_is_filled_in(start: Start) -> None:
    app, _ = start(Kind.SELF, "#flashcards/x\nThe sky is ==blue== by day.\n")
    async with app.run_test() as pilot:
        await burst(pilot, "space")
        assert "The sky is blue by day" in words_of(app)


# typed


async def test_a_typed_answer_is_judged_with_both_texts_shown(start: Start) -> None:
    app, session = start(Kind.TYPED, TYPED)
    async with app.run_test() as pilot:
        answer = session.questions[0].answer
        await burst(pilot, *f"{answer}x", "enter")
        assert verdicts(app) == ["partly"]
        shown = words_of(app)
        assert f"typed {answer}x" in shown
        assert f"answer {answer}" in shown
        assert not app.screen.query_one(AnswerField).display
        await burst(pilot, "enter", *session.questions[1].answer, "enter")
        assert verdicts(app) == ["partly", "right"]


async def test_letters_are_letters_and_escape_leaves(start: Start) -> None:
    app, _ = start(Kind.TYPED, TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "q", "t", "1", "j", "space", "left_square_bracket")
        assert isinstance(app.screen, QuizScreen)
        assert app.screen.query_one(AnswerField).value.startswith("qt1j")
        await burst(pilot, "escape")
        assert "Esc once more ends the quiz" in words_of(app)
        await burst(pilot, "x")
        await burst(pilot, "escape")
        assert isinstance(app.screen, QuizScreen)
        await burst(pilot, "escape")
        assert isinstance(app.screen, QuizReportScreen)


async def test_what_is_typed_after_an_empty_line_is_judged(start: Start) -> None:
    app, _ = start(Kind.TYPED, TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        assert "Enter once more gives up" in words_of(app)
        await burst(pilot, "x")
        assert "gives up" not in words_of(app)


async def test_an_empty_line_gives_up_at_the_second_enter(start: Start) -> None:
    app, session = start(Kind.TYPED, TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        assert not verdicts(app)
        assert "Enter once more gives up" in words_of(app)
        await burst(pilot, "enter")
        assert verdicts(app) == ["wrong"]
        assert session.questions[0].answer in text_of(app)


async def test_ten_thousand_characters_are_told_and_not_counted(start: Start) -> None:
    app, session = start(Kind.TYPED, TYPED)
    async with app.run_test() as pilot:
        await pilot.pause()
        app.post_message(events.Paste("z" * 10_000))
        await burst(pilot, "enter")
        assert not verdicts(app)
        assert session.number == 1
        assert "Not counted: this has 10,000 characters; an answer may have 400." in words_of(app)


async def test_brackets_in_an_answer_are_shown_literally(start: Start) -> None:
    app, _ = start(Kind.TYPED, TYPED)
    async with app.run_test() as pilot:
        await pilot.pause()
        app.post_message(events.Paste("[bold]x[/"))
        await burst(pilot)
        assert "[bold]x[/" in text_of(app)
        await burst(pilot, "enter")
        assert "typed [bold]x[/" in words_of(app)


# not saved


@pytest.mark.parametrize("kind", [Kind.CHOICE, Kind.SELF, Kind.TYPED])
async def test_an_answer_that_is_not_saved_is_kept_and_tried_again(
    start: Start, monkeypatch: pytest.MonkeyPatch, kind: Kind
) -> None:
    def full(*_: object) -> None:
        raise NotSaved("the disk is full")

    app, session = start(kind, TYPED if kind is Kind.TYPED else CAPITALS)
    keys = {Kind.CHOICE: ["1"], Kind.SELF: ["space", "3"], Kind.TYPED: ["a", "enter"]}[kind]
    async with app.run_test() as pilot:
        with monkeypatch.context() as broken:
            broken.setattr(Store, "append", full)
            await burst(pilot, *keys, "r")
            assert "Not saved: the disk is full. Your answer is kept; r tries again." in words_of(app)
            await burst(pilot, "q")
            assert "q once more leaves without it" in words_of(app)
        await burst(pilot, "r")
        assert len(verdicts(app)) == 1
        assert session.number == (2 if kind is Kind.SELF else 1)


async def test_leaving_without_what_was_not_saved_takes_two_keys(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise NotSaved("the disk is full")

    app, _ = start(Kind.CHOICE)
    monkeypatch.setattr(Store, "append", full)
    async with app.run_test() as pilot:
        await burst(pilot, "1", "escape", "escape")
        assert isinstance(app.screen, QuizReportScreen)


# the end


@pytest.mark.parametrize("key", ["enter", "escape", "q"])
async def test_the_report_is_left_by_enter_escape_and_q(open_app: Open, key: str) -> None:
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "t", "space", "3")
        assert isinstance(app.screen, QuizReportScreen)
        assert "1 of 1 right, 100 %" in words_of(app)
        assert "All of it right" in words_of(app)
        assert "The schedule is as it was" in words_of(app)
        await burst(pilot, key)
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_leaving_early_reports_what_was_answered(start: Start, key: str) -> None:
    app, _ = start(Kind.CHOICE)
    async with app.run_test() as pilot:
        await burst(pilot, "1", "enter", key)
        assert isinstance(app.screen, QuizReportScreen)
        assert "7 not asked" in words_of(app)
        assert "seed" in text_of(app)


async def test_the_report_names_what_to_look_at_and_scrolls(open_app: Open) -> None:
    app = open_app(
        "#flashcards/x\n# Head\n" + "\n\n".join(f"question [{i}]::{'long ' * 30}{i}" for i in range(10))
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "t", *["space", "1"] * 10)
        assert "0 of 10 right, 0 %" in words_of(app)
        assert "Worth another look" in text_of(app)
        top = text_of(app)
        await burst(pilot, "pagedown")
        assert text_of(app) != top
        await burst(pilot, "end")
        assert "md:" in text_of(app)
        assert "Head" in text_of(app)
        await burst(pilot, "home")
        assert text_of(app) == top


async def test_keys_that_arrive_together_are_neither_lost_nor_reordered(start: Start) -> None:
    app, session = start(Kind.TYPED, TYPED)
    first, second = (question.answer for question in session.questions)
    async with app.run_test() as pilot:
        await pilot.pause()
        await burst(pilot, *first, "enter", "enter", *second, "enter", "enter")
        await pilot.pause()
        assert verdicts(app) == ["right", "right"]
        assert isinstance(app.screen, QuizReportScreen)


# hostile text and small windows


async def test_markup_is_shown_literally(start: Start) -> None:
    cards = "\n\n".join(f"## h `{text}`\nfront `{text}`::`{text}`" for text in HOSTILE)
    app, session = start(Kind.CHOICE, f"#flashcards/x\n{cards}\n")
    async with app.run_test(size=(80, 40)) as pilot:
        while (question := session.question) is not None:
            await pilot.pause()
            for text in (question.context, question.front, *question.options):
                assert text in text_of(app)
            keys = ["1", "enter"] if question.kind is Kind.CHOICE else ["space", "1"]
            await burst(pilot, *keys)
        assert isinstance(app.screen, QuizReportScreen)
        await burst(pilot, "end")
        assert any(text in text_of(app) for text in HOSTILE)


@pytest.mark.parametrize("size", [(20, 5), (1, 1)])
@pytest.mark.parametrize("kind", list(Kind))
async def test_every_state_survives_a_resize_and_back(
    start: Start, kind: Kind, size: tuple[int, int]
) -> None:
    app, _ = start(kind, TYPED if kind is Kind.TYPED else CAPITALS, 1)
    keys = {Kind.CHOICE: ["down", "enter"], Kind.SELF: ["space", "1"], Kind.TYPED: ["a", "enter"]}[kind]
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("", *keys, "enter"):
            await burst(pilot, *([key] if key else []))
            if not app.is_running:
                break
            before = text_of(app)
            await pilot.resize_terminal(*size)
            await pilot.resize_terminal(80, 24)
            await pilot.pause()
            assert text_of(app) == before


async def test_twenty_by_five_shows_the_essential(start: Start) -> None:
    app, session = start(Kind.CHOICE)
    async with app.run_test(size=(20, 5)) as pilot:
        await pilot.pause()
        assert "capital of" in text_of(app)
        await burst(pilot, "down")
        assert session.questions[0].options[0] in text_of(app)
        await burst(pilot, "1")
        assert f"✓ {session.questions[0].right + 1}" in text_of(app)
        assert "Enter Go on" in text_of(app)


# how it looks; after a wanted change `pytest tests/tui/test_quiz.py --snapshot-update`, then look at them


def test_a_wrong_choice_looks_as_it_did(start: Start, snap_compare: Callable[..., bool]) -> None:
    app, session = start(Kind.CHOICE)
    assert snap_compare(app, press=[str((session.questions[0].right + 1) % 4 + 1)], terminal_size=(80, 24))


def test_the_report_looks_as_it_did(
    start: Start, snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Question, "where", "capitals.md:3")  # the folder of a test has another name each time
    app, _ = start(Kind.SELF)
    keys = ["space", "3", "1", "enter", "2", "enter", "space", "2", "escape"]
    assert snap_compare(app, press=keys, terminal_size=(80, 24))
