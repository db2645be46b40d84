"""Distances beside dot products: one, all at once by one matrix product, rankings, and weights."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from attention_engine import distance_weights, dot_products, ranked_keys, softmax, squared_distances
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.logits import WEIGHTS, exponentials, shares
from studykit.practice.matrices import bracketed, dot, turned
from studykit.practice.problem import Form, Step
from studykit.practice.steps import softmax_step
from studykit.practice.values import tex, whole
from studykit.practice.vectors import Pair, pair_shown, square, whole_length

Rows = list[list[int]]

_FROM_DOT = "similarity#^distance-from-dot"
_THREE = "similarity#^three-similarities"
_RANK_ALIKE = "similarity#^rank-alike"


# One squared distance, from the dot product.


@dataclass(frozen=True, slots=True)
class Measured(Pair):
    """A query and a key, of which either the entries are told or only the lengths."""

    told: str

    @property
    def dot(self) -> int:
        """q · k."""
        return sum(self.products)


def _draw_measured(draw: Draw, level: int) -> Measured | None:
    if level == 3:
        found = Measured(whole_length(draw, 3), whole_length(draw, 3), "lengths")
    else:
        size = draw.between(2, 3)
        found = Measured(draw.row(size, -5, 5), draw.row(size, -5, 5), "entries")
    return found if found.dot and found.q != found.k else None


def _measured_prompt(g: Measured) -> str:
    asked = r"Find the squared Euclidean distance $\|q - k\|^2$, a whole number."
    if g.told == "entries":
        return (
            f"For\n\n{pair_shown(g.q, g.k)}\n\n"
            rf"the dot product is known: $q \cdot k = {g.dot}$. {asked}"
        )
    q, k = map(math.isqrt, g.squares)
    return (
        rf"A query has the length $\|q\| = {q}$, a key has the length $\|k\| = {k}$, and their dot product is"
        rf" $q \cdot k = {g.dot}$. {asked}"
    )


def _squared(name: str, a: Sequence[int]) -> str:
    return rf"$\|{name}\|^2 = {' + '.join(f'{bracketed(each)}^2' for each in a)} = {square(a)}$"


def _measured_solution(g: Measured) -> tuple[Step, ...]:
    q, k = g.squares
    lengths = (
        f"{_squared('q', g.q)} and {_squared('k', g.k)}"
        if g.told == "entries"
        else rf"$\|q\|^2 = {math.isqrt(q)}^2 = {q}$ and $\|k\|^2 = {math.isqrt(k)}^2 = {k}$"
    )
    return (
        Step(
            r"$\|q - k\|^2 = (q - k) \cdot (q - k) = \|q\|^2 + \|k\|^2 - 2\,q \cdot k$",
            "Multiplied out, the mixed term comes twice.",
        ),
        Step(lengths, "The lengths enter squared."),
        Step(rf"${q} + {k} - 2 \cdot {bracketed(g.dot)}$", "A large dot product makes a small distance."),
    )


SQUARED_DISTANCE = Family(
    name="squared-distance",
    form=Form.INTEGER,
    draw=_draw_measured,
    answer=lambda g: whole(squared_distances([g.q], [g.k]))[0][0],
    prompt=_measured_prompt,
    solution=_measured_solution,
    hints=lambda g: (
        "The squared length of a vector is its dot product with itself.",
        "Multiply out $(q - k) \\cdot (q - k)$: the mixed term comes twice.",
        rf"$\|q\|^2 + \|k\|^2 = {g.squares[0]} + {g.squares[1]}$",
    ),
    wrong=(
        Wrong(
            "factor 2 missing",
            "Multiplying out gives the mixed term twice, once as q·k and once as k·q, so take it away twice.",
            lambda g: sum(g.squares) - g.dot,
            _FROM_DOT,
        ),
        Wrong(
            "plus sign",
            "With a plus this is the squared length of q + k; for q − k the mixed term is taken away.",
            lambda g: sum(g.squares) + 2 * g.dot,
            _FROM_DOT,
        ),
        Wrong(
            "root taken",
            "That is the distance itself; here its square was asked, which is what the formula gives.",
            lambda g: math.sqrt(sum(g.squares) - 2 * g.dot),
            _FROM_DOT,
        ),
        Wrong(
            "dot product",
            "The dot product alone says how well they agree; a distance needs both squared lengths as well.",
            lambda g: g.dot,
            _THREE,
        ),
        Wrong(
            "difference of the squares",
            "A squared difference looks like the difference of the squares, but it has a mixed term too.",
            lambda g: g.squares[0] - g.squares[1],
            _FROM_DOT,
        ),
        Wrong(
            "differences not squared",
            "The differences of the entries are right; each is squared before they are added.",
            lambda g: sum(abs(a - b) for a, b in zip(g.q, g.k, strict=True)) if g.told == "entries" else None,
            _THREE,
        ),
        Wrong(
            "lengths not squared",
            "The formula is the right one, but it takes the squares of both lengths.",
            lambda g: sum(map(math.isqrt, g.squares)) - 2 * g.dot if g.told == "lengths" else None,
            _FROM_DOT,
        ),
    ),
)

# The best key by distance and by dot product.


@dataclass(frozen=True, slots=True)
class Keys:
    """A query, several keys as rows, and whether the nearest one is asked or all in order."""

    q: list[int]
    K: Rows
    asked: str


def _far(q: Sequence[int], key: Sequence[int]) -> int:
    return square([a - b for a, b in zip(q, key, strict=True)])


def _draw_ranking(draw: Draw, level: int) -> Keys | None:
    found = Keys(draw.row(2, 1, 4), draw.rows(4, 2, -2, 7), "nearest" if level == 2 else "order")
    if not all(map(any, found.K)) or found.q in found.K:
        return None
    dots = [int(dot(found.q, key)) for key in found.K]
    far = [_far(found.q, key) for key in found.K]
    # q · k |q · k| / ‖k‖² orders as the cosine does.
    cosine = [Fraction(each * abs(each), square(key)) for each, key in zip(dots, found.K, strict=True)]
    if any(len(set(each)) < len(found.K) for each in (dots, far, cosine)):
        return None
    if found.asked == "nearest":
        best = {far.index(min(far)), dots.index(max(dots)), cosine.index(max(cosine))}
        return found if len(best) == 3 else None
    orders = ([-each for each in far], dots, cosine)
    return found if len({tuple(sorted(range(4), key=order.__getitem__)) for order in orders}) == 3 else None


def _order(g: Keys, by: str) -> list[int]:
    """The keys, best first, by one of the measures of the engine, or by one of two wrong ways."""
    match by:
        case "farthest":
            return _order(g, "euclidean")[::-1]
        case "length":
            return sorted(range(len(g.K)), key=lambda j: abs(square(g.K[j]) - square(g.q)))
        case _:
            return [int(each) for each in ranked_keys([g.q], g.K, by=by)[0]]  # type: ignore[arg-type]


def _named(key: Sequence[int]) -> str:
    """By its entries: a number would be taken for that of an option."""
    return f"the key ({', '.join(map(str, key))})"


def _ranked(g: Keys, by: str) -> str:
    order = _order(g, by)
    return _named(g.K[order[0]]) if g.asked == "nearest" else f"keys {', '.join(str(j + 1) for j in order)}"


_WAYS = ("euclidean", "dot", "cosine", "farthest", "length")


def _by(g: Keys, by: str) -> str | None:
    """None if an earlier way gives the same, which four keys do not avoid."""
    found = _ranked(g, by)
    return None if found in [_ranked(g, way) for way in _WAYS[: _WAYS.index(by)]] else found


def _ranking_options(g: Keys) -> list[str]:
    if g.asked == "nearest":
        return list(map(_named, g.K))
    return sorted({_ranked(g, way) for way in _WAYS})


def _ranking_solution(g: Keys) -> tuple[Step, ...]:
    lines = []
    for j, key in enumerate(g.K, 1):
        differences = " + ".join(f"({a} - {bracketed(b)})^2" for a, b in zip(g.q, key, strict=True))
        lines.append(rf"- $\|q - k_{j}\|^2 = {differences} = {_far(g.q, key)}$")
    dots = whole(dot_products([g.q], g.K))[0]
    return (
        Step(
            "\n".join(["The squared distances:", "", *lines]),
            "Distances rank as their squares do, so no root is needed.",
        ),
        Step(
            f"The dot products, beside them: ${tex(dots)}$, largest for key {dots.index(max(dots)) + 1}.",
            "A long key can win by dot product without being near.",
        ),
    )


RANKING = Family(
    name="distance-ranking",
    form=Form.CHOICE,
    draw=_draw_ranking,
    answer=lambda g: _ranked(g, "euclidean"),
    prompt=lambda g: (
        f"The query is $q = {tex(g.q)}$, and the keys are the rows, counted from 1, of"
        f"\n\n$$K = {tex(g.K)}$$\n\n"
        + (
            "Which key is nearest to the query by Euclidean distance?"
            if g.asked == "nearest"
            else "Put the keys in order by Euclidean distance from the query, the nearest first."
        )
    ),
    solution=_ranking_solution,
    hints=lambda g: (
        "Near means that the difference is short: neither the angle nor the length decides alone.",
        "Compute $\\|q - k\\|^2$ for each key: the squares of the differences, added up.",
        f"For the keys 1, 2 and 3 it is ${tex([_far(g.q, key) for key in g.K[:3]])}$.",
    ),
    options=_ranking_options,
    wrong=(
        Wrong(
            "by dot product",
            "The dot product is attention's own measure and favours long keys; the nearest key need not be"
            " long.",
            lambda g: _by(g, "dot"),
            _RANK_ALIKE,
        ),
        Wrong(
            "by cosine",
            "The cosine finds the key that points most the same way, which may be much too long or too short"
            " to be near.",
            lambda g: _by(g, "cosine"),
            _THREE,
        ),
        Wrong(
            "farthest key first",
            "For scores the largest is best, but a distance is better the smaller it is.",
            lambda g: _by(g, "farthest"),
            "similarity#^distance-trains",
        ),
        Wrong(
            "by length",
            "Keys as long as the query can still point elsewhere; the length of the difference counts.",
            lambda g: _by(g, "length"),
            _THREE,
        ),
    ),
)

# All squared distances by one matrix product.


@dataclass(frozen=True, slots=True)
class Points:
    """Queries and keys as rows."""

    Q: Rows
    K: Rows


def _sums(g: Points, dots: int, *, first: int = 1, second: int = 1) -> Rows:
    """The squared lengths of queries and keys, so many times, and so many times the dot product."""
    return [[first * square(q) + second * square(k) + dots * int(dot(q, k)) for k in g.K] for q in g.Q]


def _norms_exchanged(g: Points) -> Rows:
    """‖q_j‖² + ‖k_i‖² − 2 S_ij, as broadcasting along the wrong axes gives."""
    size = range(len(g.Q))
    return [[square(g.Q[j]) + square(g.K[i]) - 2 * int(dot(g.Q[i], g.K[j])) for j in size] for i in size]


def _points_solution(g: Points) -> tuple[Step, ...]:
    q, k = ([square(each) for each in rows] for rows in (g.Q, g.K))
    products = whole(dot_products(g.Q, g.K))
    lines = [
        f"- $D_{{{i}{j}}} = {q[i]} + {k[j]} - 2 \\cdot {bracketed(products[i][j])}$"
        for i in range(len(q))
        for j in range(len(k))
    ]
    return (
        Step(
            rf"$\|q_i\|^2$: ${tex(q)}$, and $\|k_j\|^2$: ${tex(k)}$",
            "One for each vector, which is cheap beside the product.",
        ),
        Step(
            "\n".join([r"$D_{ij} = \|q_i\|^2 + \|k_j\|^2 - 2\,q_i \cdot k_j$:", "", *lines]),
            "The dot products of all pairs are the one matrix product.",
        ),
    )


SQUARED_DISTANCES = Family(
    name="squared-distances",
    form=Form.MATRIX,
    exact=True,
    draw=lambda draw, level: Points(draw.rows(2, 2, -3, 4), draw.rows(2, 2, -3, 4)),
    answer=lambda g: whole(squared_distances(g.Q, g.K)),
    prompt=lambda g: (
        f"Queries and keys are rows, and their dot products are computed already:\n\n$$Q = {tex(g.Q)}, \\quad"
        f" K = {tex(g.K)}, \\quad QK^T = {tex(whole(dot_products(g.Q, g.K)))}$$\n\n"
        r"Find all squared distances $D_{ij} = \|q_i - k_j\|^2$, as a $2 \times 2$ matrix of whole"
        " numbers with a row for each query."
    ),
    solution=_points_solution,
    hints=lambda g: (
        r"Each entry of $QK^T$ needs two more numbers to become a squared distance.",
        r"$\|q_i - k_j\|^2 = \|q_i\|^2 + \|k_j\|^2 - 2\,q_i \cdot k_j$",
        rf"The squared lengths are ${tex([square(q) for q in g.Q])}$ for the queries and"
        f" ${tex([square(k) for k in g.K])}$ for the keys.",
    ),
    wrong=(
        Wrong(
            "factor 2 missing",
            "Multiplying out gives the mixed term twice, so each dot product is taken away twice.",
            lambda g: _sums(g, -1),
            _FROM_DOT,
        ),
        Wrong(
            "plus sign",
            "With a plus these are squared lengths of q + k; for q − k the dot product is taken away.",
            lambda g: _sums(g, 2),
            _FROM_DOT,
        ),
        Wrong(
            "transposed",
            "All four distances are there, but each row belongs to a query, as it does in QKᵀ.",
            lambda g: turned(_sums(g, -2)),
            "score-matrix#^score-row",
        ),
        Wrong(
            "lengths forgotten",
            "That is the mixed part alone; the squared lengths of both vectors belong to it as well.",
            lambda g: _sums(g, -2, first=0, second=0),
            _FROM_DOT,
        ),
        Wrong(
            "lengths of the keys forgotten",
            "The queries' squared lengths are in it, and those of the keys belong to it just as much.",
            lambda g: _sums(g, -2, second=0),
            "similarity#^cosine-cost",
        ),
        Wrong(
            "lengths along the wrong axis",
            "In a square matrix this goes unnoticed: the queries' squared lengths go with the rows, the keys'"
            " with the columns.",
            _norms_exchanged,
            "score-matrix#^score-entry",
        ),
        Wrong(
            "roots taken",
            "Those are the distances; their squares were asked, which the formula gives without a root.",
            lambda g: [[math.sqrt(each) for each in row] for row in _sums(g, -2)],
            _FROM_DOT,
        ),
    ),
)

# Weights from distances.


@dataclass(frozen=True, slots=True)
class Line:
    """A query and keys on a line."""

    q: float
    k: list[float]

    @property
    def far(self) -> list[float]:
        """The distances."""
        return [abs(self.q - each) for each in self.k]

    @property
    def logits(self) -> list[float]:
        """Half the squared distances, negative."""
        return [-each * each / 2 for each in self.far]


def _softmax(z: Sequence[float]) -> list[float]:
    return [float(each) for each in softmax(z)]


def _draw_line(draw: Draw, level: int) -> Line | None:
    q = draw.between(1, 4) / 2
    k = [q + each / 2 for each in draw.some(range(-5, 6), 3)]
    return Line(q, k) if any(abs(each - q) > 1 for each in k) else None


def _line_solution(g: Line) -> tuple[Step, ...]:
    return (
        Step(
            rf"The distances are ${tex(g.far, 1)}$, squared ${tex([each**2 for each in g.far], 2)}$.",
            "A square grows fast, so that far keys fade fast.",
        ),
        Step(f"Half of each, with a minus sign: ${tex(g.logits)}$", "Near keys get the largest logits."),
        softmax_step(g.logits),
    )


DISTANCE_WEIGHTS = Family(
    name="distance-weights",
    form=Form.VECTOR,
    tolerance=WEIGHTS,
    draw=_draw_line,
    answer=lambda g: distance_weights([[g.q]], [[each] for each in g.k])[0],
    prompt=lambda g: (
        f"On a line, the query is at $q = {tex(g.q, 1)}$ and the keys are at $k = {tex(g.k, 1)}$. Their"
        " weights are a softmax of distances instead of dot products:\n\n"
        r"$$p = \text{softmax}\left(-\frac{(q - k)^2}{2}\right)$$"
        "\n\nCompute the three weights, to three decimals."
    ),
    solution=_line_solution,
    hints=lambda g: (
        "The nearest key gets the largest weight.",
        "Square each distance, halve it, put a minus sign before it, and take the softmax.",
        f"The softmax is of ${tex(g.logits)}$.",
    ),
    wrong=(
        Wrong(
            "half forgotten",
            "The squares and the sign are right; each square is halved before the softmax, which makes the"
            " weights flatter.",
            lambda g: _softmax([2 * each for each in g.logits]),
            _THREE,
        ),
        Wrong(
            "sign turned",
            "Without the minus the farthest key wins; a distance becomes a score by its minus sign.",
            lambda g: _softmax([-each for each in g.logits]),
            "similarity#^distance-trains",
        ),
        Wrong(
            "not squared",
            "The distances are right, and they are squared before they are halved, so that far keys fade"
            " faster.",
            lambda g: _softmax([-each / 2 for each in g.far]),
            _THREE,
        ),
        Wrong(
            "shares of the distances",
            "Dividing by the sum does make shares, but it gives far keys the most; a softmax of the negative"
            " squares does not.",
            lambda g: shares(g.far),
            "softmax#^why-softmax",
        ),
        Wrong(
            "not normalised",
            "The exponentials are right, and one step is missing: divided by their sum they sum to 1.",
            lambda g: exponentials(g.logits),
            "vocabulary#^figure-row-sum",
        ),
        Wrong(
            "by dot product",
            "Those are the usual weights; distances give the same only where all keys are of one length.",
            lambda g: _softmax([g.q * each for each in g.k]),
            _RANK_ALIKE,
        ),
    ),
)

FAMILIES = (SQUARED_DISTANCE, RANKING, SQUARED_DISTANCES, DISTANCE_WEIGHTS)
