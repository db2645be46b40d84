from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from studykit.errors import StudyError
from studykit.log.store import NotSaved, Store
from studykit.memory.state import Rating
from studykit.session.prompt import Counts
from studykit.session.review import ReviewSession, Wish
from studykit.session.study import Study
from tests.conftest import FakeClock

Open = Callable[[str], Study]

THREE = "#flashcards/a\none::1\n\ntwo::2\n\nthree::3\n"
TWO_DECKS = "#flashcards/a\none::1\n\n#flashcards/a/b\ntwo::2\n\n#flashcards/c\nthree::3\n"


def front(session: ReviewSession) -> str | None:
    return session.prompt.card.front if session.prompt else None


def test_new_cards_are_asked_in_the_order_of_the_note(study: Open) -> None:
    session = ReviewSession(study(THREE))
    seen = []
    while session.prompt:
        seen.append(front(session))
        session.grade(Rating.EASY)
    assert seen == ["one", "two", "three"]
    assert session.ended


def test_the_interval_on_the_button_is_the_interval_given(study: Open) -> None:
    session = ReviewSession(study(THREE))
    for rating in Rating:
        if session.prompt is None:
            session.ahead()
        promised = session.choices()[rating - 1].interval
        assert session.grade(rating).interval == promised


def test_the_button_keeps_its_promise_over_many_reviews(study: Open, clock: FakeClock) -> None:
    opened = study("#flashcards\none::1\n")
    for day in range(0, 400, 25):
        clock.at(day, 12)
        session = ReviewSession(opened)
        while session.prompt:
            promised = session.choices()[2].interval
            assert session.grade(Rating.GOOD).interval == promised
        if session.waiting_until:
            session.ahead()


def test_an_easy_card_is_not_due_again_after_a_restart(study: Open, home: Path, clock: FakeClock) -> None:
    opened = study("#flashcards\none::1\n")
    ReviewSession(opened).grade(Rating.EASY)
    opened.close()
    with Study.open(home, clock) as again:
        assert ReviewSession(again).ended


def test_a_forgotten_card_comes_back_today(study: Open, clock: FakeClock) -> None:
    session = ReviewSession(study("#flashcards\none::1\n"))
    session.grade(Rating.AGAIN)
    assert session.prompt is None
    assert session.waiting_until == clock.now().at_ms + 60_000
    clock.go(minutes=1)
    session.refresh()
    assert front(session) == "one"


def test_a_learning_step_can_be_taken_before_its_time(study: Open) -> None:
    session = ReviewSession(study("#flashcards\none::1\n"))
    session.grade(Rating.GOOD)
    session.ahead()
    assert session.prompt is not None
    assert session.prompt.early_ms == 10 * 60_000


def test_a_sibling_waits_until_tomorrow_and_is_not_counted_today(study: Open, clock: FakeClock) -> None:
    opened = study("#flashcards\nParis:::France\n")
    session = ReviewSession(opened)
    assert session.progress.left == Counts(1, 0, 0)
    session.grade(Rating.EASY)
    assert session.ended
    clock.at(1, 10)
    assert front(ReviewSession(opened)) == "France"


def test_undo_takes_back_step_by_step_and_after_a_restart(study: Open, home: Path, clock: FakeClock) -> None:
    opened = study(THREE)
    session = ReviewSession(opened)
    session.grade(Rating.EASY)
    session.grade(Rating.AGAIN)
    session.suspend()
    opened.close()
    with Study.open(home, clock) as again:
        session = ReviewSession(again)
        undone = [session.undo() for _ in range(4)]
        assert [step and step.kind for step in undone] == ["suspend", "review", "review", None]
        assert front(session) == "one"
        assert session.progress.left == Counts(3, 0, 0)
        assert again.states == {}


def test_undo_after_the_last_card_brings_it_back_with_the_old_counts(study: Open) -> None:
    session = ReviewSession(study("#flashcards\none::1\n"))
    before = session.progress
    session.grade(Rating.EASY)
    assert session.ended
    session.undo()
    assert session.progress == before
    assert front(session) == "one"


def test_undo_asks_the_same_card_again_before_any_other(study: Open) -> None:
    session = ReviewSession(study(THREE))
    session.grade(Rating.EASY)
    session.grade(Rating.EASY)
    session.undo()
    assert front(session) == "two"


def test_a_suspended_card_stays_away_and_a_buried_one_until_tomorrow(study: Open, clock: FakeClock) -> None:
    opened = study(THREE)
    session = ReviewSession(opened)
    session.suspend()
    session.bury()
    session.grade(Rating.EASY)
    assert session.ended
    clock.at(1, 4)
    assert front(ReviewSession(opened)) == "two"


def test_a_deck_includes_its_sub_decks_and_no_other(study: Open) -> None:
    opened = study(TWO_DECKS)
    assert ReviewSession(opened, Wish(deck="A")).progress.left.new == 2
    assert ReviewSession(opened, Wish(deck="a/b")).progress.left.new == 1


def test_an_unknown_deck_names_near_matches(study: Open) -> None:
    with pytest.raises(StudyError, match="did you mean a/b"):
        ReviewSession(study(TWO_DECKS), Wish(deck="a/bb"))


def test_a_limit_ends_the_session_after_that_many_answers(study: Open) -> None:
    session = ReviewSession(study(THREE), Wish(limit=2))
    session.grade(Rating.EASY)
    session.grade(Rating.EASY)
    assert session.ended
    assert session.summary().answers == 2
    assert session.summary().left.new == 1
    session.undo()
    assert front(session) == "two"


def test_minutes_end_the_session_after_that_much_time(study: Open, clock: FakeClock) -> None:
    session = ReviewSession(study(THREE), Wish(minutes=5))
    session.grade(Rating.EASY)
    clock.go(minutes=5)
    assert front(session) == "two"
    session.grade(Rating.EASY)
    assert session.ended


def test_new_cards_end_at_the_day_limit_and_go_on_the_next_day(study: Open, clock: FakeClock) -> None:
    opened = study("#flashcards\n" + "".join(f"q{i}::a{i}\n\n" for i in range(30)))
    session = ReviewSession(opened)
    assert session.progress.left.new == 20
    while session.prompt:
        session.grade(Rating.EASY)
    assert session.summary().answers == 20
    assert ReviewSession(opened).ended
    clock.at(1, 10)
    assert ReviewSession(opened).progress.left.new == 10


def test_new_lets_that_many_in_whatever_the_limit(study: Open) -> None:
    opened = study("#flashcards\n" + "".join(f"q{i}::a{i}\n\n" for i in range(30)))
    session = ReviewSession(opened, Wish(new=25))
    while session.prompt:
        session.grade(Rating.EASY)
    assert session.summary().answers == 25
    assert ReviewSession(opened, Wish(new=0)).ended


def test_the_same_seed_gives_the_same_order(study: Open, clock: FakeClock) -> None:
    opened = study("#flashcards\n" + "".join(f"q{i}::a{i}\n\n" for i in range(12)))
    first = ReviewSession(opened)
    while first.prompt:
        first.grade(Rating.GOOD)
        if first.prompt is None:
            first.ahead()
    clock.at(90, 10)

    def order(seed: int) -> list[str | None]:
        session = ReviewSession(opened, Wish(seed=seed))
        seen = []
        while session.prompt:
            seen.append(front(session))
            session.bury()
        for _ in seen:
            session.undo()
        return seen

    assert order(1) == order(1)
    assert order(1) != order(2)


def test_an_answer_that_cannot_be_saved_is_kept_and_can_be_tried_again(
    study: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = ReviewSession(study(THREE))
    append = Store.append

    def full(*_: object) -> None:
        raise NotSaved("not saved: the disk is full")

    monkeypatch.setattr(Store, "append", full)
    with pytest.raises(NotSaved):
        session.grade(Rating.EASY)
    assert front(session) == "one"
    assert session.progress.done == 0
    monkeypatch.setattr(Store, "append", append)
    session.grade(Rating.EASY)
    assert front(session) == "two"


def test_a_card_whose_note_vanishes_is_skipped_with_a_notice(study: Open, notes: Path) -> None:
    (notes / "other.md").write_text("#flashcards\nother::x\n", encoding="utf-8")
    opened = study(THREE)
    session = ReviewSession(opened)
    assert front(session) == "one"
    (notes / "note.md").unlink()
    session.grade(Rating.EASY)
    assert front(session) == "other"
    assert any("note.md" in notice for notice in opened.notices)


def test_a_card_is_shown_as_its_note_says_now(study: Open, notes: Path) -> None:
    opened = study("#flashcards\none::1\n\ntwo::2 ^two\n")
    session = ReviewSession(opened)
    (notes / "note.md").write_text(
        "#flashcards\nmore::text\n\none::1\n\ntwo::2, mended ^two\n", encoding="utf-8"
    )
    session.grade(Rating.EASY)
    assert session.prompt is not None
    assert session.prompt.card.back == "2, mended"
    assert session.prompt.card.line == 6


def test_what_another_copy_of_the_app_reviewed_is_not_asked_again(
    study: Open, home: Path, clock: FakeClock
) -> None:
    mine = ReviewSession(study(THREE))
    with Study.open(home, clock) as other:
        theirs = ReviewSession(other)
        theirs.grade(Rating.EASY)
        theirs.grade(Rating.EASY)
    mine.grade(Rating.EASY)
    assert front(mine) == "three"


def test_an_open_session_goes_on_to_the_new_day_at_four(study: Open, clock: FakeClock) -> None:
    opened = study("#flashcards\n" + "".join(f"q{i}::a{i}\n\n" for i in range(25)))
    clock.at(0, 23, 50)
    session = ReviewSession(opened)
    for _ in range(19):
        session.grade(Rating.EASY)
    assert session.progress.left.new == 1
    clock.at(1, 3, 59)
    session.grade(Rating.EASY)
    assert session.ended
    clock.at(1, 4, 0)
    session.refresh()
    assert session.progress.left.new == 5


def test_the_summary_counts_each_grade(study: Open, clock: FakeClock) -> None:
    session = ReviewSession(study(THREE))
    session.grade(Rating.AGAIN)
    session.grade(Rating.EASY)
    session.grade(Rating.EASY)
    clock.go(minutes=2)
    session.refresh()
    session.grade(Rating.EASY)
    summary = session.summary()
    assert (summary.answers, summary.items, summary.by_rating) == (4, 3, (1, 0, 0, 3))
    assert summary.elapsed_ms == 120_000


def test_burying_a_card_holds_its_sibling_back_too(study: Open, clock: FakeClock) -> None:
    opened = study("#flashcards\nParis:::France\n\nother::x\n")
    session = ReviewSession(opened)
    session.bury()
    assert front(session) == "other"
    assert session.progress.left == Counts(1, 0, 0)
    session.undo()
    assert front(session) == "Paris"
    assert session.progress.left == Counts(2, 0, 0)


def test_a_card_that_is_reread_is_asked_as_its_note_says_now(
    study: Callable[[str], Study], notes: Path, clock: FakeClock
) -> None:
    with study("#flashcards/x\n\nFrance::Pars\n\nSpain::Madrid\n") as opened:
        session = ReviewSession(opened)
        item = session.prompt.item if session.prompt else ""
        (notes / "note.md").write_text("#flashcards/x\n\nFrance::Paris\n\nSpain::Madrid\n", encoding="utf-8")
        clock.go(minutes=5)
        assert session.reread()
        assert session.prompt is not None
        assert (session.prompt.item, session.prompt.card.back) == (item, "Paris")
        clock.go(seconds=2)
        session.grade(Rating.AGAIN)
        event = opened.store.events()[-1]
        assert (event.item, event.dur_ms) == (item, 2000)  # the time in the editor is no thinking time
        session.grade(Rating.EASY)
        session.ahead()
        assert session.prompt.card.back == "Paris"


def test_a_card_that_is_gone_when_it_is_reread_is_skipped_with_a_notice(
    study: Callable[[str], Study], notes: Path
) -> None:
    with study("#flashcards/x\n\nFrance::Paris\n\nSpain::Madrid\n") as opened:
        session = ReviewSession(opened)
        (notes / "note.md").write_text("#flashcards/x\n\nSpain::Madrid\n", encoding="utf-8")
        assert not session.reread()
        assert session.prompt is not None
        assert session.prompt.card.front == "Spain"
        assert "a card is gone" in opened.notices[-1]


@pytest.mark.parametrize(("limit", "of"), [(None, None), (1, 1), (2, 2), (3, None)])
def test_progress_counts_towards_a_limit_that_ends_the_session(
    study: Callable[[str], Study], limit: int | None, of: int | None
) -> None:
    with study("#flashcards/x\n\nFrance::Paris\n\nSpain::Madrid\n") as opened:
        assert ReviewSession(opened, Wish(limit=limit)).progress.of == of
