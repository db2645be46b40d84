"""A quiz: what it asks, what it writes, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studykit.checking.text import folded
from studykit.checking.verdict import Outcome
from studykit.errors import StudyError
from studykit.log.store import NotSaved, Store
from studykit.memory.replay import replay
from studykit.session.question import Kind, Question
from studykit.session.quiz import Knew, QuizSession, QuizWish
from studykit.session.quiz_report import points
from studykit.session.study import Study
from tests.conftest import FakeClock

Open = Callable[[str], Study]

CAPITALS = "#flashcards/capitals\n" + "\n\n".join(
    f"capital of {land}::{town}"
    for land, town in (
        ("France", "Paris"), ("Spain", "Madrid"), ("Portugal", "Lisbon"), ("Italy", "Rome"),
        ("Austria", "Vienna"), ("Poland", "Warsaw"), ("Norway", "Oslo"), ("Greece", "Athens"),
    )
)  # fmt: skip
TYPED = "---\ntyped: true\n---\n#flashcards/words\ncolour of the sky::azure\n\ncolour of grass::green\n"
MIXED = (
    "#flashcards/a/sums\n2+2::4\n\n3+3::6\n\n4+4::8\n\n5+5::10\n\n"
    "#flashcards/a/words\nthe largest city::Tokyo\n\nthe longest river::Nile\n\nthe highest peak::Everest\n\n"
    "the deepest lake::Baikal\n"
)


PINNED = [
    ("capital of Poland", "self", ()),
    ("capital of Italy", "choice", ("Rome", "Madrid", "Lisbon", "Athens")),
    ("capital of Norway", "self", ()),
]


def asked(session: QuizSession) -> list[tuple[str, Kind, tuple[str, ...], int]]:
    return [(each.item, each.kind, each.options, each.right) for each in session.questions]


def of_kind(study: Study, kind: Kind) -> QuizSession:
    """A quiz whose first question is of a kind."""
    for seed in range(200):
        session = QuizSession(study, QuizWish(seed=seed))
        if session.questions[0].kind is kind:
            return session
    raise AssertionError(f"no seed asks {kind} first")


def play(session: QuizSession, right: bool = True) -> None:
    """Answers all questions."""
    while (question := session.question) is not None:
        match question.kind:
            case Kind.CHOICE:
                session.choose(question.right if right else (question.right + 1) % len(question.options))
            case Kind.TYPED:
                session.type(question.answer if right else "nonsense")
            case Kind.SELF:
                session.grade(Knew.YES if right else Knew.NO)
        session.go_on()


# what is asked


@given(seed=st.integers(), count=st.integers(1, 12))
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_the_same_seed_asks_the_same(study: Open, seed: int, count: int) -> None:
    with study(CAPITALS) as opened:
        one, other = (QuizSession(opened, QuizWish(count=count, seed=seed)) for _ in range(2))
        assert asked(one) == asked(other)
        assert len(one.questions) == min(count, 8)


def test_the_place_of_the_notes_makes_no_difference(study: Open, home: Path, notes: Path) -> None:
    with study(CAPITALS) as opened:
        before = asked(QuizSession(opened, QuizWish(seed=3)))
    (notes / "note.md").rename(notes / "another name.md")
    with Study.open(home, FakeClock()) as again:
        assert asked(QuizSession(again, QuizWish(seed=3))) == before


def test_a_seed_gives_these_questions_for_good(study: Open) -> None:
    """Pinned: a seed that somebody wrote down must ask the same in every later version."""
    session = QuizSession(study(CAPITALS), QuizWish(count=3, seed=7))
    shown = [(each.front, str(each.kind), each.options) for each in session.questions]
    assert shown == PINNED


@given(
    cards=st.lists(st.text("ab1 /.%$x", min_size=1, max_size=6), min_size=1, max_size=12),
    seed=st.integers(0, 9),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_options_are_distinct_and_exactly_one_is_right(study: Open, cards: list[str], seed: int) -> None:
    text = "#flashcards/x\n" + "\n\n".join(f"question {i}::{back}" for i, back in enumerate(cards))
    with study(text) as opened:
        if not opened.view:
            return
        for question in QuizSession(opened, QuizWish(count=20, seed=seed)).questions:
            if question.kind is not Kind.CHOICE:
                assert not question.options
                continue
            assert len(question.options) == 4
            assert len({folded(option) for option in question.options}) == 4
            assert [option == question.answer for option in question.options].count(True) == 1
            assert question.options[question.right] == question.answer


def test_wrong_options_are_backs_of_the_same_deck(study: Open) -> None:
    opened = study(CAPITALS + "\n\n#flashcards/other\n" + "\n\n".join(f"q{i}::word{i}" for i in range(9)))
    backs = {card.back for card in opened.in_deck("capitals")}
    session = QuizSession(opened, QuizWish(deck="capitals", seed=1))
    assert any(question.options for question in session.questions)
    for question in session.questions:
        assert set(question.options) <= backs


def test_a_number_stands_among_numbers_and_a_word_among_words(study: Open) -> None:
    opened = study(MIXED.replace("#flashcards/a/sums", "#flashcards/a").replace("#flashcards/a/words\n", ""))
    for seed in range(10):
        for question in QuizSession(opened, QuizWish(seed=seed)).questions:
            assert len({option.isdigit() for option in question.options}) <= 1


def test_two_ways_to_write_a_number_are_never_both_offered(study: Open) -> None:
    opened = study(
        "#flashcards\nhalf::0.5\n\na half::1/2\n\nquarter::1/4\n\nfifty::50 %\n\nthird::1/3\n\nwhole::1\n"
    )
    for seed in range(20):
        for question in QuizSession(opened, QuizWish(seed=seed)).questions:
            assert sum(option in ("0.5", "1/2", "50 %") for option in question.options) <= 1


def test_the_other_answer_to_the_same_question_is_no_wrong_option(study: Open) -> None:
    opened = study("#flashcards\na city::Rome\n\na city::Oslo\n\nw::Bern\n\nx::Kyiv\n\ny::Riga\n\nz::Lima\n")
    for seed in range(20):
        for question in QuizSession(opened, QuizWish(seed=seed)).questions:
            if question.front == "a city":
                assert not {"Rome", "Oslo"} <= set(question.options)


def test_too_few_of_a_deck_are_not_filled_up_from_another(study: Open) -> None:
    beside = "#flashcards/a/two\nq::Oslo\n\nr::Bern\n\ns::Kyiv\n"
    opened = study(f"#flashcards/a/one\np::Rome\n\n{beside}")
    for seed in range(10):
        (question,) = QuizSession(opened, QuizWish(deck="a/one", seed=seed)).questions
        assert question.kind is Kind.SELF


def test_the_one_no_among_sentences_is_no_choice(study: Open) -> None:
    opened = study("#flashcards\np::No, never.\n\nq::It grows.\n\nr::It falls.\n\ns::It stays.\n")
    for seed in range(10):
        questions = QuizSession(opened, QuizWish(seed=seed)).questions
        assert all("No, never." not in question.options for question in questions)


def test_too_few_at_all_are_asked_in_another_way(study: Open) -> None:
    opened = study("#flashcards\np::Rome\n\nq::Oslo\n")
    for seed in range(10):
        assert {each.kind for each in QuizSession(opened, QuizWish(seed=seed)).questions} == {Kind.SELF}


def test_a_long_back_is_never_multiple_choice(study: Open) -> None:
    opened = study("#flashcards\n" + "\n\n".join(f"q{i}::{'long ' * 30}{i}" for i in range(6)))
    for seed in range(10):
        assert {each.kind for each in QuizSession(opened, QuizWish(seed=seed)).questions} == {Kind.SELF}


def test_typed_cards_are_typed_and_the_rest_is_mixed(study: Open) -> None:
    assert {each.kind for each in QuizSession(study(TYPED), QuizWish(seed=1)).questions} == {Kind.TYPED}
    kinds = [
        each.kind for seed in range(5) for each in QuizSession(study(CAPITALS), QuizWish(seed=seed)).questions
    ]
    assert kinds.count(Kind.CHOICE) > kinds.count(Kind.SELF) > 0


def test_only_one_sibling_of_a_text_is_asked(study: Open) -> None:
    opened = study("#flashcards\nParis:::France\n\nThe ==sky== is ==blue== today.\n")
    for seed in range(10):
        siblings = [each.card.siblings for each in QuizSession(opened, QuizWish(seed=seed)).questions]
        assert len(siblings) == len(set(siblings)) == 2


def test_a_copy_of_a_card_is_asked_once(study: Open) -> None:
    assert len(QuizSession(study("#flashcards\nq::a\n\nq::a\n"), QuizWish(seed=1)).questions) == 1


def test_what_is_suspended_is_left_out_and_the_others_stay_as_they_were(study: Open) -> None:
    opened = study(CAPITALS)
    before = [each.item for each in QuizSession(opened, QuizWish(seed=4)).questions]
    opened.mark("suspend", before[2])
    after = [each.item for each in QuizSession(opened, QuizWish(seed=4)).questions]
    assert after == [*before[:2], *before[3:]]


def test_a_card_that_is_gone_from_its_note_is_left_out(study: Open, notes: Path) -> None:
    opened = study(CAPITALS)
    (notes / "note.md").write_text(CAPITALS.replace("capital of Italy::Rome", ""), encoding="utf-8")
    session = QuizSession(opened, QuizWish(seed=4))
    assert "capital of Italy" not in [each.front for each in session.questions]


def test_without_a_seed_the_moment_gives_one_that_repeats_the_run(study: Open) -> None:
    opened = study(CAPITALS)
    session = QuizSession(opened)
    assert 0 <= session.seed < 1_000_000
    assert asked(QuizSession(opened, QuizWish(seed=session.seed))) == asked(session)


# what cannot be asked


def test_an_empty_library_says_how_to_begin(study: Open) -> None:
    with pytest.raises(StudyError, match=r"no cards yet.*studykit add"):
        QuizSession(study("nothing\n"))


def test_an_unknown_deck_is_told_with_near_names(study: Open) -> None:
    with pytest.raises(StudyError, match="did you mean capitals"):
        QuizSession(study(CAPITALS), QuizWish(deck="capitols"))


def test_a_deck_that_is_all_suspended_says_so(study: Open) -> None:
    opened = study("#flashcards/x\nq::a\n")
    opened.mark("suspend", opened.view[0].id)
    with pytest.raises(StudyError, match=r"nothing to ask in x.*unsuspend"):
        QuizSession(opened, QuizWish(deck="x"))


# what is written


def test_an_answer_is_an_attempt_that_changes_no_schedule(study: Open, clock: FakeClock) -> None:
    opened = study(CAPITALS)
    session = of_kind(opened, Kind.CHOICE)
    question = session.question
    assert question is not None
    clock.go(seconds=3)
    session.choose(question.right)
    (event,) = opened.store.events()
    assert (event.kind, event.item, event.rating, event.dur_ms) == ("attempt", question.item, None, 3000)
    assert dict(event.body) == {
        "quiz": session.seed,
        "kind": "choice",
        "answer": question.answer,
        "verdict": "right",
        "score": 1.0,
    }
    assert opened.store.rows() == []
    assert opened.states == {}


def test_a_whole_quiz_leaves_every_state_untouched(study: Open) -> None:
    opened = study(CAPITALS)
    play(QuizSession(opened, QuizWish(seed=1, count=4, schedule=True)))
    before = opened.store.rows()
    for right in (True, False):
        play(QuizSession(opened, QuizWish(seed=2)), right)
    assert opened.store.rows() == before
    assert len(opened.store.events()) == 4 + 16


@pytest.mark.parametrize("right", [True, False])
def test_with_schedule_the_state_is_what_replay_gives(study: Open, right: bool) -> None:
    opened = study(CAPITALS)
    play(QuizSession(opened, QuizWish(seed=2, schedule=True)), right)
    events = opened.store.events()
    assert {event.kind for event in events} == {"review"}
    assert {event.rating for event in events} == {3 if right else 1}
    assert all(event.body["proposed"] == event.rating and event.body["quiz"] == 2 for event in events)
    assert opened.states == replay(events)
    assert len(opened.states) == 8


def test_partly_is_half_a_point_and_hard(study: Open) -> None:
    session = QuizSession(study(TYPED), QuizWish(seed=1, schedule=True))
    assert session.question is not None
    slip = session.question.answer[:-1] + "x"
    reply = session.type(slip)
    assert (reply.verdict.outcome, reply.score, reply.rating) == (Outcome.PARTLY, 0.5, 2)


@pytest.mark.parametrize("answer", ["", "   ", "z" * 10_000])
def test_an_unreadable_answer_uses_no_attempt(study: Open, answer: str) -> None:
    opened = study(TYPED)
    session = QuizSession(opened, QuizWish(seed=1))
    reply = session.type(answer)
    assert not reply.counted
    assert reply.verdict.message
    assert session.number == 1
    assert session.reply is None
    assert opened.store.events() == []


def test_giving_up_is_wrong(study: Open) -> None:
    session = QuizSession(study(TYPED), QuizWish(seed=1))
    assert session.give_up().score == 0
    session.go_on()
    assert session.number == 2


@pytest.mark.parametrize(("knew", "score"), [(Knew.YES, 1), (Knew.PARTLY, 0.5), (Knew.NO, 0)])
def test_the_learners_own_word_is_the_score(study: Open, knew: Knew, score: float) -> None:
    session = of_kind(study(CAPITALS), Kind.SELF)
    assert session.grade(knew).score == score == session.score


def test_what_is_not_saved_is_asked_again(study: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = study(CAPITALS)
    session = of_kind(opened, Kind.CHOICE)
    question = session.question

    def full(*_: object) -> None:
        raise NotSaved("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", full)
        with pytest.raises(NotSaved):
            session.choose(0)
    assert session.question is question
    assert session.reply is None
    assert session.score == 0
    session.choose(0)
    assert len(opened.store.events()) == 1


def test_a_kind_is_answered_in_its_own_way_and_once(study: Open) -> None:
    session = of_kind(study(CAPITALS), Kind.CHOICE)
    with pytest.raises(RuntimeError, match="choice"):
        session.grade(Knew.YES)
    with pytest.raises(IndexError):
        session.choose(4)
    session.choose(0)
    with pytest.raises(RuntimeError):
        session.choose(0)


# what it comes to


def test_the_report_scores_by_deck_and_names_what_to_look_at(study: Open, clock: FakeClock) -> None:
    session = QuizSession(study(MIXED), QuizWish(deck="a", seed=5, count=8))
    wrong: list[Question] = []
    while (question := session.question) is not None:
        clock.go(seconds=2)
        miss = question.deck == "a/words"
        if question.kind is Kind.CHOICE:
            session.choose((question.right + miss) % 4)
        else:
            session.grade(Knew.NO if miss else Knew.YES)
        wrong += [question] * miss
        clock.go(minutes=1)  # reading the answer is not answering
        session.go_on()
    report = session.report()
    assert [(deck.deck, deck.answered, deck.score) for deck in report.decks] == [
        ("a/sums", 4, 4),
        ("a/words", 4, 0),
    ]
    assert (report.score, report.percent, report.spent_ms) == (4, 50, 16_000)
    assert [reply.question for reply in report.again] == wrong
    assert all(reply.question.where.endswith(f"note.md:{reply.question.card.line}") for reply in report.again)


def test_a_quiz_left_early_reports_what_was_answered(study: Open) -> None:
    session = QuizSession(study(CAPITALS), QuizWish(seed=1))
    assert session.report().farewell == "Nothing was answered. Another time."
    session.give_up()
    report = session.report()
    assert (report.answered, report.asked, report.percent) == (1, 8, 0)


@pytest.mark.parametrize(("score", "words"), [(0, "0"), (0.5, "½"), (1, "1"), (7.5, "7½")])
def test_points_are_written_as_people_write_them(score: float, words: str) -> None:
    assert points(score) == words
