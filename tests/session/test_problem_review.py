"""Problems among the cards of a review: drawn afresh, judged, graded, scheduled, and told in the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from studykit.cards.model import Card
from studykit.log.store import NotSaved, Store
from studykit.memory.state import Phase, Rating
from studykit.practice import family
from studykit.practice.problem import Mistake, Problem
from studykit.session import explaining, skill
from studykit.session.prompt import Counts, DerivationPrompt, ProblemPrompt, Prompt
from studykit.session.review import ReviewSession, Wish
from studykit.session.study import Study
from tests.conftest import FakeClock

Open = Callable[[str], Study]
AUTO, FIRST = "x:dot-product:auto", "x:dot-product:1"


def block(*lines: str) -> str:
    return "\n".join(("", "```practice", *lines, "```", ""))


DOT = block("family: dot-product", "level: 1")
MIXED = "#flashcards/a\none::1\n" + DOT + "\ntwo::2\n"


def asked(session: ReviewSession) -> ProblemPrompt:
    assert isinstance(session.prompt, ProblemPrompt)
    return session.prompt


def problem(session: ReviewSession) -> Problem:
    return asked(session).attempt.problem


def solve(session: ReviewSession) -> None:
    session.try_answer(problem(session).answer)


def known(session: ReviewSession) -> Mistake:
    """A mistake of the problem with a number for an answer, which is not the right one."""
    return next(each for each in problem(session).mistakes if not each.answer.startswith("["))


# -- what is asked -----------------------------------------------------------------------------------------


def test_problems_and_cards_are_asked_in_the_order_of_the_note(study: Open) -> None:
    opened = study(MIXED)
    assert [item.id if not isinstance(item, Card) else item.front for item in opened.view] == [
        "one",
        FIRST,
        "two",
    ]
    session = ReviewSession(opened)
    assert session.progress.left == Counts(3, 0, 0)
    seen = []
    while session.prompt is not None:
        seen.append(type(session.prompt))
        session.grade(Rating.EASY)
    assert seen == [Prompt, ProblemPrompt, Prompt]


def test_a_problem_counts_in_its_decks(study: Open) -> None:
    opened = study(MIXED + "\n#flashcards/b\nthree::3\n" + DOT)
    assert {each.deck: (each.total, each.today.new) for each in opened.decks()} == {"a": (3, 3), "b": (2, 2)}
    session = ReviewSession(opened, Wish(deck="b"))
    assert asked(session).item == FIRST
    session.grade(Rating.EASY)
    assert [each.today.new for each in opened.decks()] == [2, 1]  # one item, in whatever number of blocks


def test_a_problem_is_another_at_each_showing(study: Open, clock: FakeClock) -> None:
    session = ReviewSession(study("#flashcards" + DOT))
    seeds, numbers = set(), set()
    for _ in range(6):
        seeds.add(problem(session).seed)
        numbers.add(problem(session).prompt)
        session.grade(Rating.AGAIN)
        clock.go(minutes=1)
        session.refresh()
    assert len(seeds) == len(numbers) == 6


def test_the_seed_of_a_review_makes_its_problems_repeatable(study: Open, clock: FakeClock) -> None:
    opened = study("#flashcards" + DOT)
    first = problem(ReviewSession(opened, Wish(seed=5)))
    clock.go(hours=1)
    assert problem(ReviewSession(opened, Wish(seed=5))) == first
    assert problem(ReviewSession(opened, Wish(seed=6))) != first


def test_where_the_block_names_no_level_the_learner_decides(study: Open) -> None:
    opened = study("#flashcards" + block("family: dot-product"))
    session = ReviewSession(opened)
    levels = []
    for _ in range(12):
        levels.append(problem(session).level)
        solve(session)
        session.grade(Rating.GOOD)
        session.ahead()
        if session.ended:
            opened.mark("reset", AUTO)
            session = ReviewSession(opened)
    assert (levels[0], levels[-1]) == (1, 2)
    assert {event.item for event in opened.store.events()} == {AUTO}


def test_a_block_that_names_nothing_there_is_told_and_not_asked(study: Open) -> None:
    lines = ("family: dot-prodct", "derivation: var-dot"), ("family: dot-product", "level: 4")
    text = "#flashcards\none::1\n" + block(lines[0][0]) + block(lines[0][1]) + block(*lines[1])
    opened = study(text)
    assert len(opened.view) == 1
    errors = [(each.line, each.message, each.mend) for each in opened.remarks]
    assert [line for line, _, _ in errors] == [4, 8, 12]
    assert "'dot-prodct'" in errors[0][1] and "dot-product" in errors[0][2]
    assert "'var-dot'" in errors[1][1] and "var-dot-product" in errors[1][2]
    assert errors[2][1:] == ("dot-product has no level 4", "it has 1 and 2")
    assert len([notice for notice in opened.notices if "note.md:" in notice]) == 3


def test_a_block_that_is_taken_out_while_the_review_runs_is_left_out(study: Open, notes: Path) -> None:
    opened = study(MIXED)
    session = ReviewSession(opened)
    (notes / "note.md").write_text("#flashcards/a\none::1\n\ntwo::2, longer\n", encoding="utf-8")
    session.grade(Rating.EASY)
    assert isinstance(session.prompt, Prompt) and session.prompt.card.front == "two"
    assert any("note.md" in notice for notice in opened.notices)


# -- answers and grades ------------------------------------------------------------------------------------


def test_right_at_once_is_good(study: Open) -> None:
    session = ReviewSession(study("#flashcards" + DOT))
    judged = session.try_answer(problem(session).answer)
    assert judged.proposed is session.proposed(asked(session)) is Rating.GOOD


def test_right_after_a_hint_or_on_the_second_try_is_hard(study: Open) -> None:
    opened = study("#flashcards" + DOT)
    session = ReviewSession(opened)
    assert asked(session).attempt.hint()
    solve(session)
    assert session.proposed(asked(session)) is Rating.HARD
    session = ReviewSession(opened)
    mistake = known(session)
    judged = session.try_answer(mistake.answer)
    assert (judged.proposed, judged.verdict.mistake) == (None, mistake.name)
    assert not asked(session).attempt.finished
    solve(session)
    assert session.proposed(asked(session)) is Rating.HARD


def test_two_wrong_answers_and_giving_up_are_again(study: Open) -> None:
    opened = study("#flashcards" + DOT)
    session = ReviewSession(opened)
    session.try_answer("997")
    assert session.try_answer("998").proposed is Rating.AGAIN
    session = ReviewSession(opened)
    assert session.surrender().proposed is Rating.AGAIN
    session.grade(session.proposed(asked(session)))
    (event,) = opened.store.events()
    assert (event.body["gave_up"], event.body["verdict"]) == (True, "wrong")


def test_what_cannot_be_read_uses_no_try(study: Open) -> None:
    session = ReviewSession(study("#flashcards" + DOT))
    for _ in range(3):
        assert session.try_answer("(1 +").proposed is None
    assert asked(session).attempt.tries == 0


def test_easy_asks_for_half_of_the_usual_time_of_five_right_answers(study: Open, clock: FakeClock) -> None:
    opened = study("#flashcards" + DOT)
    proposed = []
    for seconds in (40, 20, 1000, 20, 40, 10, 19, 21):
        opened.mark("reset", FIRST)
        session = ReviewSession(opened)
        clock.go(seconds=seconds)
        solve(session)
        clock.go(seconds=600)  # over the solution; does not count
        proposed.append(session.proposed(asked(session)))
        session.grade(Rating.GOOD)
    # The median is 40 s after five, then 30 s after the quick one, then 20 s.
    assert proposed == [Rating.GOOD] * 5 + [Rating.EASY, Rating.GOOD, Rating.GOOD]


def test_the_event_keeps_the_problem_and_what_was_done(study: Open, clock: FakeClock) -> None:
    opened = study("#flashcards" + DOT)
    session = ReviewSession(opened)
    shown, mistake = problem(session), known(session)
    session.try_answer(mistake.answer)
    clock.go(seconds=7)
    session.try_answer(shown.answer)
    clock.go(seconds=5)
    session.grade(Rating.GOOD)
    (event,) = opened.store.events()
    assert (event.kind, event.item, event.rating, event.dur_ms) == ("review", FIRST, 3, 12_000)
    body = event.body
    assert family.problem(body["family"], body["level"], body["seed"]) == shown
    assert (body["proposed"], body["verdict"], body["tries"], body["hints"]) == (2, "right", 2, 0)
    assert (body["answer"], body["mistake"], body["mistakes"]) == (shown.answer, mistake.name, [mistake.name])
    assert (body["answer_ms"], body["generator"]) == (7_000, family.VERSION)


def test_the_button_keeps_its_promise(study: Open) -> None:
    session = ReviewSession(study("#flashcards" + DOT))
    solve(session)
    promised = session.choices()[2].interval
    assert session.grade(Rating.GOOD).interval == promised


def test_what_could_not_be_saved_is_still_asked(study: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = study("#flashcards" + DOT)
    session = ReviewSession(opened)
    solve(session)
    before = session.prompt
    with monkeypatch.context() as broken:
        broken.setattr(Store, "_insert", _full)
        with pytest.raises(NotSaved):
            session.grade(Rating.GOOD)
    assert session.prompt is before
    assert session.proposed(asked(session)) is Rating.GOOD
    session.grade(Rating.GOOD)
    assert len(opened.store.events()) == 1


def _full(*_: object) -> None:
    raise NotSaved("the disk is full")


def test_undo_brings_the_problem_back_as_it_was_solved(study: Open, clock: FakeClock) -> None:
    opened = study("#flashcards" + DOT + "\none::1\n")
    session = ReviewSession(opened)
    before = problem(session)
    solve(session)
    clock.go(seconds=9)
    session.grade(Rating.GOOD)
    assert session.undo() is not None
    assert asked(session).item == FIRST
    assert problem(session) is before
    assert (asked(session).phase, asked(session).attempt.tries) == (Phase.NEW, 1)
    assert asked(session).attempt.finished
    assert skill.worked(opened.store) == []
    session.grade(Rating.HARD)
    assert [each.rating for each in opened.store.events() if each.kind == "review"] == [3, 2]
    assert opened.store.events()[-1].body["seed"] == before.seed


def test_several_undos_bring_each_problem_back_as_it_was(study: Open, clock: FakeClock) -> None:
    session = ReviewSession(study("#flashcards" + DOT + block("family: score-shape") + "\none::1\n"))
    first = problem(session)
    solve(session)
    session.grade(Rating.GOOD)
    second = problem(session)
    session.surrender()
    session.grade(Rating.AGAIN)
    session.undo()
    assert problem(session) is second and asked(session).attempt.gave_up
    session.undo()
    assert problem(session) is first and asked(session).attempt.finished


def test_a_problem_that_an_undo_leads_away_from_stays_as_it_is(study: Open) -> None:
    session = ReviewSession(study("#flashcards\none::1\n" + DOT))
    session.grade(Rating.GOOD)
    before = asked(session).attempt
    before.hint()
    session.undo()
    assert isinstance(session.prompt, Prompt)
    session.grade(Rating.GOOD)
    assert asked(session).attempt is before
    session.grade(Rating.AGAIN)
    session.ahead()
    assert asked(session).attempt is not before


def test_undo_of_a_flag_leaves_the_problem_as_it_is(study: Open) -> None:
    session = ReviewSession(study("#flashcards" + DOT))
    session.surrender()
    before = asked(session).attempt
    session.flag()
    session.undo()
    assert asked(session).attempt is before and before.gave_up
    assert not asked(session).flagged


def test_undo_of_a_grade_of_another_review_asks_fresh_numbers(study: Open, clock: FakeClock) -> None:
    opened = study("#flashcards" + DOT + "\none::1\n")
    first = ReviewSession(opened)
    before = problem(first)
    solve(first)
    first.grade(Rating.GOOD)
    clock.go(seconds=9)
    session = ReviewSession(opened)
    assert session.undo() is not None
    assert problem(session).seed != before.seed
    assert not asked(session).attempt.finished


def test_a_problem_is_put_away_and_marked_like_a_card(study: Open) -> None:
    opened = study("#flashcards" + DOT + block("family: score-shape") + "\none::1\n")
    session = ReviewSession(opened)
    drawn = problem(session)
    assert session.flag()
    assert asked(session).flagged and problem(session) is drawn
    session.bury()
    assert asked(session).item == "x:score-shape:auto"
    session.suspend()
    assert isinstance(session.prompt, Prompt)
    assert opened.state("x:score-shape:auto").suspended
    opened.mark("unsuspend", opened.find("x:score-shape")[0])
    assert not opened.state("x:score-shape:auto").suspended


def test_a_derivation_stands_among_the_cards_too(study: Open) -> None:
    session = ReviewSession(study("#flashcards" + block("derivation: var-dot-product") + "\none::1\n"))
    prompt = session.prompt
    assert isinstance(prompt, DerivationPrompt)
    while not prompt.attempt.finished:
        if prompt.attempt.question is None:
            prompt.attempt.show_line()
        else:
            prompt.attempt.choose(prompt.attempt.question.right)
    assert session.proposed(prompt) is Rating.AGAIN
    session.grade(Rating.AGAIN)
    (event,) = session.study.store.events()
    assert (event.item, event.body["proposed"]) == ("d:var-dot-product", 1)


# -- what explains a mistake -------------------------------------------------------------------------------


@pytest.fixture
def similarity(home: Path, notes: Path, clock: FakeClock) -> Callable[[str], Study]:
    """Opens a study on a note with the name that mistakes of dot products refer to."""

    def opened(text: str) -> Study:
        (notes / "similarity.md").write_text(text, encoding="utf-8")
        (home / "settings.toml").write_text(f"course = false\nfolders = ['{notes}']\n", encoding="utf-8")
        return Study.open(home, clock)

    return opened


EXPLAINED = "#flashcards\nwhy::so ^dot-negative\n" + DOT + "\none::1\n\ntwo::2\n"


def test_the_card_that_explains_is_found_by_note_and_block_id(similarity: Open) -> None:
    opened = similarity(EXPLAINED)
    found = explaining.card(opened, "similarity#^dot-negative")
    assert found is not None and found.front == "why"
    for elsewhere in ("similarity#^other", "softmax#^dot-negative", "similarity", ""):
        assert explaining.card(opened, elsewhere) is None


def test_a_learned_card_that_explains_a_mistake_comes_back_today(similarity: Open) -> None:
    opened = similarity(EXPLAINED)
    session = ReviewSession(opened)
    assert isinstance(session.prompt, Prompt)
    why = session.prompt.item
    session.grade(Rating.EASY)
    due = opened.state(why).due_day
    assert due is not None and due > opened.today()
    assert session.bring_forward(why)
    assert opened.state(why).due_day == opened.today()
    assert not session.bring_forward(why)  # it is due already
    assert session.progress.left == Counts(3, 0, 1)
    assert [event.kind for event in opened.store.events()] == ["review", "forward"]


def test_a_new_card_that_explains_a_mistake_is_asked_next(study: Open) -> None:
    opened = study("#flashcards" + DOT + "\none::1\n\ntwo::2\n\nwhy::so\n")
    session = ReviewSession(opened)
    why = opened.view[-1].id
    assert session.bring_forward(why)
    assert session.progress.left == Counts(4, 0, 0)
    session.grade(Rating.EASY)
    assert session.prompt is not None and session.prompt.item == why
    session.undo()
    session.grade(Rating.EASY)
    assert session.prompt is not None and session.prompt.item == why  # the wish outlives a new queue
    assert [event.kind for event in opened.store.events()] == ["review", "undo", "review"]


def test_a_card_that_was_put_away_is_not_brought_forward(similarity: Open) -> None:
    opened = similarity(EXPLAINED)
    session = ReviewSession(opened)
    assert session.prompt is not None
    why = session.prompt.item
    session.grade(Rating.EASY)
    opened.mark("suspend", why)
    assert not session.bring_forward(why)


def test_a_card_brought_forward_is_taken_back_with_the_answer_before_it(similarity: Open) -> None:
    opened = similarity(EXPLAINED)
    session = ReviewSession(opened)
    assert session.prompt is not None
    why = session.prompt.item
    session.grade(Rating.EASY)
    session.bring_forward(why)
    undone = session.undo()
    assert undone is not None and undone.kind == "review"
    assert opened.states == {}
    assert session.prompt is not None and session.prompt.item == why


# -- the same problem in several notes ---------------------------------------------------------------------


def test_a_folder_asks_its_problems_though_other_notes_have_them_too(
    home: Path, notes: Path, tmp_path: Path, clock: FakeClock
) -> None:
    (notes / "a.md").write_text(f"#flashcards/a\none::1\n{DOT}", encoding="utf-8")
    other = tmp_path / "other"
    other.mkdir()
    (other / "b.md").write_text(f"# Mine\n{DOT}\n{block('family: score-shape')}", encoding="utf-8")
    (home / "settings.toml").write_text(f"course = false\nfolders = ['{notes}']\n", encoding="utf-8")
    with Study.open(home, clock, folders=[other]) as opened:
        assert [(item.id, Path(item.file).name) for item in opened.view] == [
            (FIRST, "b.md"),
            ("x:score-shape:auto", "b.md"),
        ]
        assert "a" not in [each.deck for each in opened.decks()]  # that of the other note
        assert asked(ReviewSession(opened)).item == FIRST
