"""A problem as a question of a quiz: typed, or chosen among what its mistakes give."""

from __future__ import annotations

from studykit.cards.model import Card, Exercise, Form
from studykit.draw import Draw
from studykit.practice import family
from studykit.practice.catalogue import CATALOGUE
from studykit.practice.problem import Mistake, Problem
from studykit.render.pen import Pen
from studykit.render.text import plain
from studykit.session import drawing
from studykit.session.question import Kind, Question, deck_of
from studykit.session.study import Study

WRONG = 3
"""Wrong options beside the right one."""
LONGEST = 60
"""Characters of an option; a longer answer is typed."""


def question(study: Study, exercise: Exercise, deck: str | None, seed: int) -> Question:
    """The problem that the quiz of a seed asks for an exercise."""
    about = CATALOGUE[exercise.name]
    level = exercise.level
    if level is None:
        level = study.practised().skill.level_for(about)
    problem = family.problem(about.name, level, f"quiz:{seed}:{exercise.id}")
    pen = drawing.pen(study.settings)
    card = _card(exercise, problem)
    kind, options, right, mistakes = _options(problem, Draw(f"quiz:{seed}:{exercise.id}"), pen)
    return Question(
        item=exercise.id,
        kind=kind,
        card=card,
        deck=deck_of(exercise.decks, deck),
        front=plain(problem.prompt, pen),
        answer=plain(problem.shown, pen),
        context=f"{problem.concept} › {problem.title}",
        options=options,
        right=right,
        problem=problem,
        mistakes=mistakes,
        pen=pen,
    )


def _card(exercise: Exercise, problem: Problem) -> Card:
    """The problem in the form of a card, so that whatever shows cards can show it."""
    lines = [f"{step.text}  \n*{step.why}*" if step.why else step.text for step in problem.steps]
    return Card(
        id=exercise.id,
        form=Form.QUESTION,
        front=problem.prompt,
        back="\n\n".join(lines),
        hint=problem.hints[0] if problem.hints else "",
        decks=exercise.decks,
        context=exercise.context,
        file=exercise.file,
        line=exercise.line,
        siblings=exercise.siblings,
    )


def _options(
    problem: Problem, draw: Draw, pen: Pen
) -> tuple[Kind, tuple[str, ...], int, tuple[Mistake | None, ...]]:
    """Multiple choice in every second problem that has enough mistakes of the answer's own form."""
    right = plain(problem.shown, pen)
    if problem.options:
        wrong = [(each.answer, each) for each in problem.mistakes if each.answer in problem.options]
    else:
        shown = ((plain(each.shown, pen), each) for each in problem.mistakes)
        wrong = [(text, each) for text, each in shown if _fits(text, right)]
    texts = {text for text, _ in wrong} | {right}
    enough = len(wrong) >= (1 if problem.options else WRONG) and len(texts) == len(wrong) + 1
    if not enough or not (problem.options or draw.below(2)) or len(right) > LONGEST:
        return Kind.TYPED, (), -1, ()
    draw.shuffle(wrong)
    chosen: list[tuple[str, Mistake | None]] = [*wrong[:WRONG]]
    place = draw.below(len(chosen) + 1)
    chosen.insert(place, (right, None))
    return Kind.CHOICE, tuple(text for text, _ in chosen), place, tuple(each for _, each in chosen)


def _fits(text: str, right: str) -> bool:
    """Whether an option does not stand out: short, on one line, brackets only where the answer has them."""
    brackets = text.startswith(("[", "(")) == right.startswith(("[", "("))
    return len(text) <= LONGEST and "\n" not in text and brackets
