"""The one way in: what was typed and what was asked -> a verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from studykit.checking import choice, kinds, rules, shapes, slips, text, values
from studykit.checking.arrays import table
from studykit.checking.diagnosis import Explanation, Slip, explain
from studykit.checking.failure import NoValue
from studykit.checking.figures import literal
from studykit.checking.finding import Finding, NotAsked
from studykit.checking.parser import Reading, ReadKind, read
from studykit.checking.question import Kind, Question
from studykit.checking.symbols import Declaration, Matrix, Vector
from studykit.checking.tree import Array, Node, Number
from studykit.checking.used_names import nodes
from studykit.checking.verdict import Outcome, Verdict
from studykit.errors import StudyError


def judge(answer: str, question: Question) -> Verdict:
    """Judges a typed answer.

    An answer that cannot be read, or is of a kind that was not asked and is no known mistake, is
    `unreadable` and says why; one that was read but not decided is `undecided`. Neither uses an attempt.
    Raises `StudyError` if the question itself is not sound, and nothing else.
    """
    if question.kind is Kind.TEXT:
        return text.judge(answer, str(question.expected))
    asked = _asked(question)
    try:
        return _Judgement(answer, asked).verdict()
    except Exception as error:  # noqa: BLE001
        # The one place that catches everything: a fault of ours in judging must never cost a learner an
        # attempt or a review, so it is said and counts as nothing.
        return Verdict(Outcome.UNDECIDED, 0.0, message=f"could not check this: {type(error).__name__}")


def reading(answer: str, question: Question) -> Reading:
    """How an answer to a question that is not one of words is read, before it is judged. Never raises."""
    kind = question.kind
    if kind is Kind.EXACT and isinstance(_asked(question).truth, Array):
        kind = Kind.ARRAY
    return _read(answer, question, kind)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was looked through: its truth is read and can be judged against."""

    question: Question
    truth: Node | None
    """None for a choice."""
    kind: Kind


def _asked(question: Question) -> Asked:
    """Reads the truth. Raises `StudyError` if it cannot be one."""
    expected = question.expected
    if question.kind is Kind.CHOICE:
        if question.options and not choice.meant(str(expected), question.options):
            raise StudyError(f"the expected answer {str(expected)!r} is none of the options")
        return Asked(question, None, Kind.CHOICE)
    if isinstance(expected, str):
        reading = _read_ours(expected, question, question.kind)
        if reading.tree is None:
            raise StudyError(f"the expected answer cannot be read: {_reason(reading)}")
        truth = reading.tree
    else:
        truth = expected
    kind = question.kind or kinds.kind_of(truth)
    if kind in (Kind.ARRAY, Kind.EXACT) and not isinstance(truth, Array):
        truth = _computed(truth)
    _check(truth, kind)
    return Asked(question, truth, kind)


def _computed(truth: Node) -> Node:
    """A truth such as `softmax([1, 2])` with its entries worked out; any other as it is."""
    if kinds.free_names(truth) or not any(isinstance(node, Array) for node in nodes(truth)):
        return truth
    try:
        return values.array(truth) or truth
    except NoValue as failure:
        raise StudyError(f"the expected answer has no value: {failure.reason}") from failure


def _check(truth: Node, kind: Kind) -> None:
    """Raises `StudyError` if no answer of this kind can have this truth."""
    if kind is Kind.SHAPE and shapes.sizes(truth) is None:
        raise StudyError(f"the expected answer is no shape but {kinds.described(truth)}")
    if isinstance(truth, Array) and kind in (Kind.ARRAY, Kind.NUMBER, Kind.EXACT):
        found = table(truth)
        if found is None:
            raise StudyError("the expected array has rows of different lengths")
        for cell in found.cells:
            if not kinds.free_names(cell) and not kinds.infinite(cell):
                _check_value(cell)
    elif kind in (Kind.NUMBER, Kind.EXACT):
        if kinds.free_names(truth):
            raise StudyError(f"a number is expected, and this is {kinds.described(truth)}")
        if not kinds.infinite(truth):
            for side in kinds.signed(truth):
                _check_value(side)


def _check_value(truth: Node) -> None:
    try:
        values.value(truth)
    except NoValue as failure:
        raise StudyError(f"the expected answer has no value: {failure.reason}") from failure


_READ_AS: dict[Kind, ReadKind] = {
    Kind.NUMBER: "number",
    Kind.EXACT: "exact",
    Kind.EXPRESSION: "expression",
    Kind.ARRAY: "array",
    Kind.SHAPE: "shape",
}
_BRACKETS = ("[", "(", "matrix", "\\begin", "$", "{")


def _read(text: str, question: Question, kind: Kind | None) -> Reading:
    """Reads a text as an answer of this kind. Without a kind, what begins with a bracket may be an array."""
    if kind is not None:
        return read(text, question.symbols, kind=_READ_AS[kind])
    if text.lstrip().startswith(_BRACKETS):
        reading = read(text, question.symbols, kind="array")
        if isinstance(reading.tree, Array):
            return reading
    return read(text, question.symbols, kind="expression")


@lru_cache(maxsize=256)
def _remembered(text: str, names: tuple[tuple[str, Declaration], ...], kind: Kind | None) -> Reading:
    return _read(text, Question(text, kind, dict(names)), kind)


def _read_ours(text: str, question: Question, kind: Kind | None) -> Reading:
    """Reads the truth or a mistake, which are the same at every attempt, once."""
    return _remembered(text, tuple(question.symbols.items()), kind)


def _reason(reading: Reading) -> str:
    error = reading.error
    if error is None:
        return "this cannot be read"
    return str(error)


class _Judgement:
    """One answer to one question; holds what was read, so that it is read once for each kind."""

    def __init__(self, answer: str, asked: Asked) -> None:
        self._asked = asked
        self._question = asked.question
        self._answer = answer
        self._readings: dict[Kind, Reading] = {}

    def verdict(self) -> Verdict:
        """The whole judgement."""
        truth = self._asked.truth
        if truth is None:
            return self._choice()
        reading = self._reading(self._asked.kind)
        if reading.tree is None:
            return self._refused(_reason(reading), "")
        tree = reading.tree
        if self._question.by_hand and (said := kinds.to_be_worked_out(tree)):
            return Verdict(Outcome.UNREADABLE, 0.0, reading.echo, said)
        inferred = self._question.kind is None and self._asked.kind is Kind.NUMBER
        if inferred and kinds.kind_of(tree) is Kind.EXPRESSION and kinds.free_names(tree):
            # nobody asked for a number as such, and an expression in the names may well be equal to it
            self._asked = replace(self._asked, kind=Kind.EXPRESSION)
        try:
            finding = rules.compare(tree, truth, self._asked.kind, self._question)
        except NotAsked as problem:
            return self._refused(str(problem), reading.echo)
        if finding.outcome is not Outcome.RIGHT:
            explanation = self._explanation(tree, finding)
            if explanation:
                return _explained(explanation, reading.echo, finding)
        return _plain(finding, reading.echo)

    def _choice(self) -> Verdict:
        shown = " ".join(self._answer.split())[: text.MOST_CHARACTERS]
        if not shown:
            return Verdict(Outcome.UNREADABLE, 0.0, message="nothing was typed")
        try:
            found = choice.compare(self._answer, str(self._question.expected), self._question.options)
        except NotAsked as problem:
            return Verdict(Outcome.UNREADABLE, 0.0, message=str(problem))
        if found.outcome is Outcome.WRONG:
            chosen = explain(self._question.mistakes, (), (), self._chooses)
            if chosen:
                return _explained(chosen, shown, found)
        return _plain(found, shown)

    def _chooses(self, alternative: Node | str) -> bool:
        """Whether the option that was chosen is this one."""
        options = self._question.options
        return choice.compare(self._answer, str(alternative), options).outcome is Outcome.RIGHT

    def _text(self) -> str:
        """The answer without the unit that may follow it."""
        unit = self._question.unit
        stripped = self._answer.strip()
        return stripped.removesuffix(unit).rstrip() if unit else self._answer

    def _reading(self, kind: Kind) -> Reading:
        if kind not in self._readings:
            exact_array = kind is Kind.EXACT and isinstance(self._asked.truth, Array)
            self._readings[kind] = _read(self._text(), self._question, Kind.ARRAY if exact_array else kind)
        return self._readings[kind]

    def _refused(self, reason: str, echo: str) -> Verdict:
        """Not read, or not of the kind that was asked, unless it is what a known mistake gives."""
        explanation = explain(self._question.mistakes, self._question.pairs, (), self._fits)
        if explanation:
            return _explained(explanation, echo, None)
        return Verdict(Outcome.UNREADABLE, 0.0, echo, reason)

    def _explanation(self, answer: Node, finding: Finding) -> Explanation | None:
        """Why the answer is not right; of one that is only too coarse, just what a mistake gives exactly."""
        question = self._question
        if finding.outcome is Outcome.UNDECIDED:
            return explain(question.mistakes, question.pairs, (), self._fits_exactly)
        # Of two mistakes that fit when rounded, the one that fits as it was typed is meant.
        exactly = explain(question.mistakes, (), (), self._fits_exactly)
        return exactly or explain(question.mistakes, question.pairs, self._slips(answer), self._fits)

    def _fits(self, alternative: Node | str) -> bool:
        """Whether the answer is this alternative, rounded to two figures at least where it is a number."""
        return self._outcome(alternative) in (Outcome.RIGHT, Outcome.UNDECIDED)

    def _fits_exactly(self, alternative: Node | str) -> bool:
        return self._outcome(alternative) is Outcome.RIGHT

    def _outcome(self, alternative: Node | str) -> Outcome:
        """How the answer compares with a known wrong one, which may be of another kind than the truth."""
        kind = self._asked.kind
        if isinstance(alternative, str):
            reading = _read_ours(alternative, self._question, kind)
            tree = reading.tree or _read_ours(alternative, self._question, None).tree
            if tree is None:
                raise ValueError(f"the mistake {alternative!r} cannot be read")
        else:
            tree = alternative
        kind = _kind_of_alternative(tree, kind)
        reading = self._reading(kind)
        if reading.tree is None:
            return Outcome.UNREADABLE
        try:
            return rules.compare(reading.tree, tree, kind, self._question).outcome
        except (NotAsked, NoValue):  # nobody can have meant an alternative without a value
            return Outcome.UNREADABLE

    def _slips(self, answer: Node) -> Iterator[Slip]:
        truth, kind = self._asked.truth, self._asked.kind
        assert truth is not None  # noqa: S101 (a choice never comes here)
        if kind is Kind.SHAPE:
            yield from slips.of_shape(shapes.sizes(truth) or ())
        elif isinstance(truth, Array):
            yield from slips.of_array(truth)
        elif kind in (Kind.NUMBER, Kind.EXACT):
            if len(kinds.signed(truth)) == 1 and not kinds.infinite(truth):
                yield from self._slips_of_number(answer, truth)
        else:
            declared = self._question.symbols.values()
            grids = any(isinstance(each, Vector | Matrix) for each in declared)
            yield from slips.of_expression(truth, grids)

    def _slips_of_number(self, answer: Node, truth: Node) -> Iterator[Slip]:
        true = values.value(truth).number
        if self._asked.kind is Kind.EXACT:
            yield from slips.of_exact(true)
            return
        yield from slips.of_number(true, truth)
        try:
            found = values.value(answer).number
        except NoValue:
            return
        if slips.is_rounded_too_early(found, literal(answer), true):
            yield Slip("rounded too early", slips.ROUNDED, (answer,))


def _kind_of_alternative(tree: Node, kind: Kind) -> Kind:
    """The rules for a known wrong answer: those of the question where they can be, else its own."""
    own = kinds.kind_of(tree)
    if kind is Kind.EXACT and own in (Kind.NUMBER, Kind.ARRAY):
        return _exactness(tree)
    if own is kind or (kind is Kind.EXPRESSION and own is Kind.NUMBER):
        return kind
    if kind is Kind.SHAPE and shapes.sizes(tree) is not None:
        return kind
    return own


def _exactness(tree: Node) -> Kind:
    """A wrong method of an exact question may give a root: then its answer is compared as a number."""
    found = table(tree) if isinstance(tree, Array) else None
    cells = found.cells if found else (tree,)
    try:
        if all(values.value(cell).is_exact and not _is_cut(cell) for cell in cells):
            return Kind.EXACT
    except NoValue:
        pass
    return Kind.ARRAY if found else Kind.NUMBER


def _is_cut(cell: Node) -> bool:
    """Whether a number has so many decimals that it is a root or the like, cut off."""
    return isinstance(cell, Number) and cell.unit is not None and cell.unit <= Fraction(1, 10**8)


def _explained(explanation: Explanation, echo: str, finding: Finding | None) -> Verdict:
    return Verdict(
        Outcome.WRONG,
        0.0,
        echo,
        explanation.why or explanation.name,
        mistake=explanation.name,
        counterexample=finding.counterexample if finding else None,
        elements=finding.elements if finding else (),
    )


def _plain(finding: Finding, echo: str) -> Verdict:
    return Verdict(
        finding.outcome,
        finding.score,
        echo,
        finding.message,
        counterexample=finding.counterexample,
        elements=finding.elements,
        other_size=finding.other_size,
    )
