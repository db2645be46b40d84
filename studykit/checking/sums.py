"""Sums over an index: `sum(f, i=1..n)`, `Σ_{i=1}^{n} f`, `Σ_i f` and `Σ f`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from studykit.checking.binding import POSTFIX, PRODUCT
from studykit.checking.limits import children
from studykit.checking.names import INDEX_LETTERS
from studykit.checking.read_error import Unreadable
from studykit.checking.substitution import rebuilt
from studykit.checking.symbols import Matrix, Scalar, Vector
from studykit.checking.tokens import Token
from studykit.checking.tree import BigSum, Indexed, Node, Number, Sum, Symbol

if TYPE_CHECKING:
    from studykit.checking.grammar import Grammar

Range = tuple[str, Node | None, Node | None]


def bound_names(tokens: Sequence[Token]) -> tuple[frozenset[str], bool]:
    """The indices that the sums of a text name, and whether a sum leaves its own unsaid."""
    names: set[str] = set()
    unsaid = False
    for at, token in enumerate(tokens):
        if token.kind != "sum":
            continue
        at = _past_end(tokens, at + 1) - 1
        ahead = [each.text for each in tokens[at + 1 : at + 4]]
        if ahead and ahead[0] == "_":
            names.add(ahead[2] if ahead[1:2] == ["{"] else ahead[1])
        elif (comma := _comma(tokens, at + 1)) is not None:
            inner = comma + 1 + (tokens[comma + 1].text == "(")
            names.add(tokens[inner].text)
        else:
            unsaid = True
    return frozenset(names), unsaid


def _past_end(tokens: Sequence[Token], at: int) -> int:
    """The place after the end of a sum that is written first, as in `Σ^{n}_{i=1}`; the same without one."""
    if tokens[at].text != "^" or at + 2 >= len(tokens):
        return at
    if tokens[at + 1].text != "{":
        return at + 2
    depth = 0
    for place in range(at + 1, len(tokens) - 1):
        depth += (tokens[place].text == "{") - (tokens[place].text == "}")
        if not depth:
            return place + 1
    return at


def _comma(tokens: Sequence[Token], at: int) -> int | None:
    """The comma after the body of `sum(body, index …)`."""
    if tokens[at].text != "(":
        return None
    depth = 0
    for place in range(at, len(tokens)):
        text = tokens[place].text if tokens[place].kind == "op" else ""
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        if not depth:
            return None
        if text == "," and depth == 1:
            inner = place + 1 + (tokens[place + 1].text == "(")
            if tokens[inner].kind in ("word", "name") and tokens[inner + 1].text in ("=", ",", ")"):
                return place
    return None


def read(grammar: Grammar, token: Token) -> Node:
    """A sum whose sign was just taken."""
    end = None
    if grammar.peek().text == "^" and grammar.tokens[_past_end(grammar.tokens, grammar.at)].text == "_":
        grammar.take()
        end = grammar.parse(POSTFIX)
    if grammar.peek().text == "_":
        grammar.take()
        bounds = _below(grammar)
        if end is not None:
            bounds = bounds[0], bounds[1], end
        elif grammar.accept("^"):
            bounds = _above(grammar, bounds)
        body = grammar.parse(PRODUCT)
    elif _comma(grammar.tokens, grammar.at) is not None:
        grammar.take()
        body, bounds = _called(grammar)
    else:
        body = grammar.parse(PRODUCT)
        bounds = (_unsaid(grammar, body, token), None, None)
    index, low, high = bounds
    if any(_is_of_family(grammar, part, index) for part in _parts(body)):
        return _expanded(grammar, token, body, bounds)
    if low is None or high is None:
        size = _size(grammar, body, index, token)
        low, high = low or Number(Fraction(1), Fraction(1)), high or size
    return BigSum(body, index, low, high)


def _called(grammar: Grammar) -> tuple[Node, Range]:
    """`body, i=1..n)`, `body, i, 1, n)`, `body, (i, 1, n))` or `body, i)`."""
    result: list[Range] = []

    def inner() -> Node:
        body = grammar.parse()
        grammar.expect(",")
        nested = grammar.accept("(")
        index = grammar.take().text
        low = high = None
        if grammar.accept("="):
            low, high = _from_to(grammar)
        elif grammar.accept(","):
            low = grammar.parse()
            grammar.expect(",")
            high = grammar.parse()
        if nested:
            grammar.expect(")")
        result.append((index, low, high))
        return body

    body = grammar.inside(inner)
    grammar.expect(")")
    return body, result[0]


def _from_to(grammar: Grammar) -> tuple[Node, Node]:
    low = grammar.parse()
    if not grammar.accept("..", "..."):
        raise grammar.unexpected(grammar.peek(), "a sum runs from .. to, such as i=1..n")
    return low, grammar.parse()


def _below(grammar: Grammar) -> Range:
    """What stands under the sign: `i`, `{i}`, `{i=1}` or `{i=1..n}`."""
    braced = grammar.accept("{")
    token = grammar.take()
    if token.kind != "name":
        raise grammar.unexpected(token, "the index of a sum is a name, such as Σ_i")
    low = high = None
    if grammar.accept("="):
        low = grammar.parse() if braced else grammar.parse(POSTFIX)
        if grammar.accept("..", "..."):
            high = grammar.parse() if braced else grammar.parse(POSTFIX)
    if braced:
        grammar.expect("}")
    return token.text, low, high


def _above(grammar: Grammar, bounds: Range) -> Range:
    index, low, high = bounds
    if high is not None:
        raise grammar.unexpected(grammar.peek(), "this sum has two ends")
    return index, low, grammar.parse(POSTFIX)


def _unsaid(grammar: Grammar, body: Node, token: Token) -> str:
    """The index of a bare `Σ`: the only one in its body that nothing declares."""
    found = {
        part.name
        for entry in _parts(body)
        if isinstance(entry, Indexed)
        for index in entry.indices
        for part in _parts(index)
        if isinstance(part, Symbol) and part.name not in grammar.symbols
    }
    inner = {part.index for part in _parts(body) if isinstance(part, BigSum)}
    if len(found - inner) != 1:
        raise Unreadable("over what does this sum run?", token.position, "write Σ_i … or sum(…, i=1..n)")
    return (found - inner).pop()


def _size(grammar: Grammar, body: Node, index: str, token: Token) -> Node:
    """How far an index runs: the size of what it is an index of."""
    sizes = {
        size
        for entry in _parts(body)
        if isinstance(entry, Indexed)
        for place, at in enumerate(entry.indices)
        if at == Symbol(index) and (size := _length(grammar, entry.name, place)) is not None
    }
    if not sizes and (only := _only_size(grammar)) is not None:
        return only
    if len(sizes) != 1:
        problem = "how far" if not sizes else "which of two lengths"
        raise Unreadable(f"{problem} does {index} run?", token.position, f"write sum(…, {index}=1..n)")
    return sizes.pop()


def _is_of_family(grammar: Grammar, part: Node, index: str) -> bool:
    """Whether a part is `z_j` where z1, z2 and z3 are declared, and j is the index."""
    return (
        isinstance(part, Indexed) and part.name in grammar.names.families and part.indices == (Symbol(index),)
    )


def _expanded(grammar: Grammar, token: Token, body: Node, bounds: Range) -> Node:
    """A sum over declared names, written out: `Σ_j p_j` is p_1 + p_2 + p_3."""
    index, low, high = bounds
    families = grammar.names.families
    used = {part.name for part in _parts(body) if isinstance(part, Indexed) and part.name in families}
    members = {name: families[name] for name in used}
    most = min(map(len, members.values()))
    ends = (Number(Fraction(1)) if low is None else low, Number(Fraction(most)) if high is None else high)
    first, last = (int(end.value) if isinstance(end, Number) else 0 for end in ends)
    if not 1 <= first <= last <= most:
        raise Unreadable(f"{index} runs from 1 to {most} here", token.position)

    def put(number: int) -> Callable[[Node], Node | None]:
        def change(node: Node) -> Node | None:
            if node == Symbol(index):
                return Number(Fraction(number))
            if isinstance(node, Indexed) and node.name in members and node.indices == (Symbol(index),):
                return Symbol(members[node.name][number - 1])
            return None

        return change

    terms = tuple(rebuilt(body, put(number)) for number in range(first, last + 1))
    return terms[0] if len(terms) == 1 else Sum(terms)


def _only_size(grammar: Grammar) -> Node | None:
    """How long all vectors of the question are; without any, its only whole number that is no index."""
    declared = grammar.symbols
    sizes = {each.size for each in declared.values() if isinstance(each, Vector)}
    if not sizes:
        sizes = {
            Symbol(name)
            for name, each in declared.items()
            if isinstance(each, Scalar) and each.domain == "integer" and name not in INDEX_LETTERS
        }
    return sizes.pop() if len(sizes) == 1 else None


def _length(grammar: Grammar, name: str, place: int) -> Node | None:
    match grammar.symbols.get(name):
        case Vector(size):
            return size
        case Matrix(rows, columns):
            return (rows, columns)[place]
        case _:
            return None


def _parts(node: Node) -> Iterator[Node]:
    yield node
    for child in children(node):
        yield from _parts(child)
