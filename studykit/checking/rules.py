"""An answer against one expected answer, by the rules of a kind: the truth, and each known mistake."""

from __future__ import annotations

from functools import partial

from studykit.checking import arrays, equality, kinds, numbers, shapes, values
from studykit.checking.failure import NoValue
from studykit.checking.figures import literal
from studykit.checking.finding import RIGHT, Finding, NotAsked, right, undecided, wrong
from studykit.checking.question import Kind, Question
from studykit.checking.tree import Alternatives, Array, Equation, Indexed, Moment, Node, Shape, Symbol
from studykit.checking.verdict import Outcome


def compare(answer: Node, truth: Node, kind: Kind, question: Question) -> Finding:
    """Judges an answer against `truth`.

    Raises `NotAsked` if the answer is of another kind or has no value, `NoValue` if the truth has none.
    """
    if not isinstance(truth, Equation | Alternatives):
        answer = _right_side(answer)
    match kind:
        case Kind.NUMBER | Kind.EXACT:
            if isinstance(truth, Array):
                return _array(answer, truth, kind, question)
            return _number(answer, truth, kind, question)
        case Kind.ARRAY if isinstance(truth, Array):
            return _array(answer, truth, Kind.NUMBER, question)
        case Kind.SHAPE:
            return _shape(answer, truth, question)
    return _expression(answer, truth, question)


def _right_side(answer: Node) -> Node:
    """What stands behind `x =`, where the answer was introduced by a name."""
    if isinstance(answer, Equation) and isinstance(answer.left, Symbol | Indexed | Moment):
        return answer.right
    return answer


def _number(answer: Node, truth: Node, kind: Kind, question: Question) -> Finding:
    if len(kinds.signed(truth)) > 1 and isinstance(answer, Array | Alternatives):
        return _two(answer, kinds.signed(truth), kind, question)
    _refuse_other_kinds(answer, "an exact number" if kind is Kind.EXACT else "a number")
    if answer == truth:
        return right(numbers.unreduced(answer) if kind is Kind.EXACT else "")
    mine, true = kinds.signed(answer), kinds.signed(truth)
    if len(mine) != len(true):
        return wrong("± means two numbers, and one is asked" if len(mine) > 1 else "there are two: write ±")
    if len(mine) > 1:  # both signs, in either order: the size is left to compare
        return _number(_size(mine[0]), _size(true[0]), kind, question)
    if kinds.infinite(answer) or kinds.infinite(truth):
        return _infinite(answer, truth)
    finding = _one(answer, truth, kind, question)
    if finding.outcome is Outcome.WRONG and _mixes_percent(answer, truth, question):
        return undecided("percent or fraction? write the sign % behind it if percent is meant")
    return finding


def _two(answer: Array | Alternatives, true: tuple[Node, ...], kind: Kind, question: Question) -> Finding:
    """Two numbers in any order, `2 or -2` or `-2, 2`, where `±2` is meant."""
    mine = answer.entries if isinstance(answer, Array) else answer.options
    mine = tuple(map(_right_side, mine))
    for each in mine:
        _refuse_other_kinds(each, "a number")
    if len(mine) != len(true):
        return wrong(f"there are two, and these are {len(mine)}")
    ways = [
        [_number(a, b, kind, question) for a, b in zip(mine, way, strict=True)] for way in (true, true[::-1])
    ]
    weakest = [
        min(way, key=lambda finding: (finding.score, finding.outcome is Outcome.UNDECIDED)) for way in ways
    ]
    return max(weakest, key=lambda finding: (finding.score, finding.outcome is Outcome.UNDECIDED))


def _size(tree: Node) -> Node:
    return values.number(abs(_value(tree).number))


def _one(answer: Node, truth: Node, kind: Kind, question: Question) -> Finding:
    """One finite number, on its own or as an entry."""
    found, true, typed = _value(answer), values.value(truth), literal(answer)
    if kind is not Kind.EXACT:
        return numbers.compare(found.number, typed, true.number, question.tolerance, question.figures)
    if not (found.is_exact and true.is_exact):
        finding = _equal(answer, truth, question)
        if finding.outcome is not Outcome.WRONG:
            return finding
    return numbers.compare_exactly(found.number, typed, answer, true.number)


def _infinite(mine: Node, true: Node) -> Finding:
    if kinds.infinite(mine) == kinds.infinite(true):
        return RIGHT
    if kinds.infinite(mine) and kinds.infinite(true):
        return wrong("the sign is not right")
    return wrong("this is infinite, and the answer is not" if kinds.infinite(mine) else "this is finite")


def _mixes_percent(answer: Node, truth: Node, question: Question) -> bool:
    """Whether 13 was typed where 13 % is the truth: asked, since both are how people write it."""
    if not (isinstance(question.expected, str) and "%" in question.expected):
        return False
    found, true = _value(answer).number, values.value(truth).number * 100
    closeness = numbers.closeness(found, literal(answer), true, question.tolerance, question.figures)
    return closeness is not numbers.Closeness.OFF


def _array(answer: Node, truth: Array, kind: Kind, question: Question) -> Finding:
    true = arrays.table(truth)
    if true is None:
        raise NoValue("its rows are not of one length")
    if answer == truth:
        return RIGHT
    mine = arrays.table(_as_array(answer, true))
    if mine is None:
        raise NotAsked(f"{true.described()} is asked, and the rows of this are not of one length")
    return arrays.compare(mine, true, partial(_cell, mine, kind=kind, question=question))


def _as_array(tree: Node, truth: arrays.Table) -> Array:
    """The answer as an array: as typed, as the sizes of a shape, or computed, as in `[1, 2] / 3`."""
    if isinstance(tree, Array):
        return tree
    if isinstance(tree, Shape):
        return Array(tree.sizes)
    if not isinstance(tree, Equation | Alternatives) and not kinds.free_names(tree):
        try:
            computed = values.array(tree)
        except NoValue as failure:
            raise NotAsked(f"this has no value: {failure.reason}") from failure
        if computed is not None:
            return computed
        if len(truth.cells) == 1:
            return Array((tree,))
    raise NotAsked(f"{truth.described()} is asked, and this is {kinds.described(tree)}")


def _cell(mine: arrays.Table, index: int, truth: Node, *, kind: Kind, question: Question) -> Finding:
    """One entry, by the rules of numbers, or of expressions where names stand in it."""
    cell = mine.cells[index]
    if cell == truth:
        return RIGHT
    if kinds.free_names(truth):
        return _equal(cell, truth, question)
    try:
        _refuse_other_kinds(cell, "a number")
        if len(kinds.signed(cell)) > 1:
            raise NotAsked("± means two numbers, and one is asked")
        if kinds.infinite(cell) or kinds.infinite(truth):
            return _infinite(cell, truth)
        return _one(cell, truth, kind, question)
    except NotAsked as problem:
        raise NotAsked(f"{mine.place(index)}: {problem}") from problem


def _shape(answer: Node, truth: Node, question: Question) -> Finding:
    true, mine = shapes.sizes(truth), shapes.sizes(answer)
    if true is None:
        raise NoValue("it is no shape")
    if mine is None:
        raise NotAsked(f"a shape such as (2, 3) is asked, and this is {kinds.described(answer)}")
    return shapes.compare(mine, true, lambda a, b: RIGHT if a == b else _equal(a, b, question))


def _expression(answer: Node, truth: Node, question: Question) -> Finding:
    if isinstance(truth, Equation) and not isinstance(answer, Equation) and isinstance(truth.left, Symbol):
        return _equal(answer, truth.right, question)
    if isinstance(answer, Equation) and not isinstance(truth, Equation | Alternatives):
        raise NotAsked("an expression is asked, and this is an equation")
    if isinstance(answer, Shape) and not isinstance(truth, Shape):
        raise NotAsked("an expression is asked, and this is a shape")
    finding = _equal(answer, truth, question)
    if finding.outcome is Outcome.UNDECIDED and isinstance(answer, Array):
        raise NotAsked(finding.message)  # brackets are another kind, not an open question
    return finding


def _equal(mine: Node, true: Node, question: Question) -> Finding:
    """The same value for all values of the declared names."""
    found = equality.compare(mine, true, question.symbols, seed=str(question.seed), where=question.where)
    match found.result:
        case "equal":
            return right(found.message)
        case "different":
            said = found.message or found.counterexample or "this is not equal to what is asked"
            return wrong(said, found.counterexample)
    return undecided(found.message or "this could not be decided")


def _refuse_other_kinds(tree: Node, asked: str) -> None:
    """Raises `NotAsked` unless the tree can be one number."""
    if isinstance(tree, Array | Shape | Equation | Alternatives) or kinds.free_names(tree):
        raise NotAsked(f"{asked} is asked, and this is {kinds.described(tree)}")


def _value(tree: Node) -> values.Value:
    try:
        return values.value(tree)
    except NoValue as failure:
        raise NotAsked(f"this has no value: {failure.reason}") from failure
