"""The JSON shapes that commands print, made from the plain data of the other layers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from studykit.cards.model import Card, Item, Remark
from studykit.checking.verdict import Verdict
from studykit.clock import DAY_MIN
from studykit.log.event import Event
from studykit.memory.state import ItemState
from studykit.memory.study_day import to_date
from studykit.session.study import DeckCounts, Due

if TYPE_CHECKING:  # what a quiz or practice needs is loaded when there is one
    from collections.abc import Sequence

    from studykit.derivations.derivation import Derivation
    from studykit.practice.problem import Problem
    from studykit.session.quiz_report import Report
    from studykit.session.reply import Reply
    from studykit.session.skill import Derived, Worked

_CALENDAR = range(-700_000, 2_900_000)
"""Days from 1970 that surely have a date, in whatever zone: the years 54 to 9909."""


def card_shape(card: Card) -> dict[str, Any]:
    """`cards`: one entry for each thing asked."""
    return {
        "id": card.id,
        "form": str(card.form),
        "front": card.front,
        "back": card.back,
        "hint": card.hint,
        "decks": list(card.decks),
        "context": list(card.context),
        "file": card.file,
        "line": card.line,
        "siblings": card.siblings,
    }


def remark_shape(remark: Remark) -> dict[str, Any]:
    """`check`: what the reader had to decide or leave out."""
    return {
        "file": remark.file,
        "line": remark.line,
        "level": remark.level,
        "code": remark.code,
        "message": remark.message,
        "mend": remark.mend,
    }


def due_shape(due: Due) -> dict[str, Any]:
    """`due`: a date for a review, a moment for a learning step."""
    return {
        "item": due.source.id,
        "kind": kind_of(due.source),
        "deck": due.source.decks[0],
        "due": due_text(due.state),
        "state": str(due.state.phase),
    }


def kind_of(source: Item) -> str:
    """`card`, `problem` or `derivation`."""
    if isinstance(source, Card):
        return "card"
    return "derivation" if source.is_derivation else "problem"


def due_text(state: ItemState) -> str | None:
    """When an item is due: an ISO date, or an ISO moment in UTC in the learning phases; None when new."""
    if state.due_ms is not None:
        return datetime.fromtimestamp(state.due_ms / 1000, UTC).isoformat(timespec="seconds")
    return None if state.due_day is None else day_text(state.due_day)


def local_text(state: ItemState, tz_min: int) -> str:
    """When an item is due, for people: a date, or a wall time in the learning phases."""
    if state.due_ms is None:
        return due_text(state) or ""
    zone = timezone(timedelta(minutes=tz_min))
    return datetime.fromtimestamp(state.due_ms / 1000, zone).strftime("%Y-%m-%d %H:%M")


def day_text(study_day: int) -> str:
    """A study day (days since 1970-01-01) as an ISO date."""
    return to_date(study_day).isoformat()


def _moment_text(at_ms: int, tz_min: int) -> str | None:
    if at_ms // 86_400_000 not in _CALENDAR:
        return None
    # A day or more from UTC is no offset; the moment itself can be told all the same.
    zone = timezone(timedelta(minutes=tz_min)) if abs(tz_min) < DAY_MIN else UTC
    return datetime.fromtimestamp(at_ms / 1000, zone).isoformat(timespec="milliseconds")


def deck_shape(deck: DeckCounts) -> dict[str, Any]:
    """`decks`: what will really be shown today, and all there is."""
    return {
        "deck": deck.deck,
        "new": deck.today.new,
        "learning": deck.today.learning,
        "due": deck.today.due,
        "total": deck.total,
    }


def verdict_shape(verdict: Verdict) -> dict[str, Any]:
    """The verdict as `judge`, `practice --answer` and `derive --answer` print it."""
    return {
        "verdict": str(verdict.outcome),
        "score": verdict.score,
        "read_as": verdict.read_as,
        "message": verdict.message,
        "mistake": verdict.mistake,
        "counterexample": verdict.counterexample,
        "elements": list(verdict.elements),
    }


def problem_shape(problem: Problem, *, key: bool = True) -> dict[str, Any]:
    """`practice --json`, and without the `key` a problem of a worksheet."""
    asked = {
        "family": problem.family,
        "level": problem.level,
        "seed": problem.seed,
        "prompt": problem.prompt,
        "givens": dict(problem.givens),
        "kind": str(problem.form),
        "shape": list(problem.shape),
        "options": list(problem.options),
    }
    if not key:
        return asked
    return asked | {
        "answer": problem.answer,
        "tolerance": None
        if problem.exact
        else {"relative": problem.tolerance.relative, "absolute": problem.tolerance.absolute},
        "steps": [{"text": step.text, "why": step.why} for step in problem.steps],
        "hints": list(problem.hints),
        "mistakes": [
            {"name": each.name, "why": each.why, "answer": each.answer, "card": each.card}
            for each in problem.mistakes
        ],
    }


def derivation_shape(derivation: Derivation) -> dict[str, Any]:
    """`derive --json`."""
    return {
        "name": derivation.name,
        "title": derivation.title,
        "concept": derivation.concept,
        "statement": f"{derivation.statement} {derivation.givens}",
        "symbols": derivation.symbols,
        "start": derivation.start,
        "steps": [
            {
                "ask": step.ask,
                "answer": step.answer,
                "hint": step.hints[0] if step.hints else "",
                "hints": list(step.hints),
                "rule": step.rule,
                "wrong": [{"answer": each.answer, "why": each.why} for each in step.wrong],
            }
            for step in derivation.steps
        ],
    }


def practice_shape(done: Sequence[Worked]) -> dict[str, Any]:
    """The practice part of `stats`: what was worked on, by concept and by family, and what went wrong."""
    from studykit.practice.catalogue import CATALOGUE
    from studykit.session import skill

    known = skill.skill(done)
    concepts: dict[str, list[Worked]] = {}
    families: dict[tuple[str, int], list[Worked]] = {}
    for each in done:
        concepts.setdefault(each.concept, []).append(each)
        families.setdefault((each.family, each.level), []).append(each)
    return {
        "problems": len(done),
        "right": sum(each.right for each in done),
        "rating": round(known.learner.value),
        "concepts": [
            {
                "concept": concept,
                "problems": len(found),
                "right": sum(each.right for each in found),
                "expected": round(known.success(concept), 3),
            }
            for concept, found in concepts.items()
        ],
        "families": [
            {
                "family": name,
                "level": level,
                "problems": len(found),
                "right": sum(each.right for each in found),
                "expected": round(known.expected(CATALOGUE[name], level), 3),
            }
            for (name, level), found in families.items()
        ],
        "mistakes": [{"name": name, "times": times} for name, times in skill.mistakes(done)],
    }


def derived_shape(done: Sequence[Derived]) -> list[dict[str, Any]]:
    """The derivations of `stats`: how often each was written, how often without help, and wrong lines."""
    names = dict.fromkeys(each.name for each in done)
    found = {name: [each for each in done if each.name == name] for name in names}
    return [
        {
            "name": name,
            "written": len(each),
            "right": sum(one.right for one in each),
            "wrong": sum(one.wrong for one in each),
        }
        for name, each in found.items()
    ]


def quiz_shape(report: Report) -> dict[str, Any]:
    """`quiz`: the score, by deck, and every answer."""
    return {
        "seed": report.seed,
        "deck": report.deck,
        "asked": report.asked,
        "answered": report.answered,
        "score": report.score,
        "percent": report.percent,
        "duration_ms": report.spent_ms,
        "decks": [
            {"deck": deck.deck, "answered": deck.answered, "score": deck.score} for deck in report.decks
        ],
        "concepts": [
            {"concept": each.deck, "answered": each.answered, "score": each.score} for each in report.concepts
        ],
        "mistakes": [{"name": name, "times": times} for name, times in report.mistakes],
        "answers": [_reply_shape(reply) for reply in report.replies],
    }


def _reply_shape(reply: Reply) -> dict[str, Any]:
    question = reply.question
    return {
        "item": question.item,
        "kind": str(question.kind),
        "front": question.front,
        "options": list(question.options),
        "given": reply.given,
        "answer": question.answer,
        "verdict": str(reply.verdict.outcome),
        "mistake": reply.verdict.mistake,
        "score": reply.score,
        "duration_ms": reply.spent_ms,
        "context": question.context,
        "file": question.card.file,
        "line": question.card.line,
    }


def event_shape(event: Event, study_day: int) -> dict[str, Any]:
    """`log`: the event with its moment in the local time it happened in.

    A damaged log may hold moments that no calendar has; these, and their study days, are None.
    """
    return {
        "id": event.id.hex(),
        "kind": event.kind,
        "item": event.item,
        "at": _moment_text(event.at_ms, event.tz_min),
        "study_day": day_text(study_day) if study_day in _CALENDAR else None,
        "rating": event.rating,
        "duration_ms": event.dur_ms,
        "device": event.device,
        "body": dict(event.body),
    }
