"""Dot products, cosines and distances: how well a query fits a key."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attention_engine import (
    cosine_weight_ceiling,
    cosines,
    distance_weights,
    dot_products,
    ranked_keys,
    sharpness_for_weight,
    softmax,
    squared_distances,
)
from studykit.checking.question import Tolerance
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal, tex, whole

Rows = list[list[int]]
_DOT = "similarity#^dot-geometric"


@dataclass(frozen=True, slots=True)
class Pair:
    """A query and a key of whole numbers."""

    q: list[int]
    k: list[int]


def _dot(g: Pair) -> int:
    return int(whole(dot_products([g.q], [g.k]))[0][0])


def _draw_pair(draw: Draw, level: int) -> Pair:
    size = draw.between(2, 3) if level == 1 else draw.between(4, 5)
    most = 3 if level == 1 else 6
    return Pair(draw.row(size, -most, most), draw.row(size, -most, most))


def _products(g: Pair) -> list[int]:
    return [a * b for a, b in zip(g.q, g.k, strict=True)]


def _terms(g: Pair) -> str:
    return " + ".join(rf"({a})({b})" for a, b in zip(g.q, g.k, strict=True))


def _shown(g: Pair) -> str:
    return f"$$q = {tex(g.q)}, \\qquad k = {tex(g.k)}$$"


DOT_PRODUCT = Family(
    name="dot-product",
    form=Form.INTEGER,
    draw=_draw_pair,
    answer=_dot,
    prompt=lambda g: f"Compute the dot product $q \\cdot k$ of\n\n{_shown(g)}",
    solution=lambda g: (
        Step(f"$q \\cdot k = {_terms(g)}$", "Entries in the same place belong together."),
        Step(f"$= {' + '.join(f'({each})' for each in _products(g))}$", "Minus times minus is plus."),
    ),
    hints=lambda g: (
        "Multiply the entries that stand in the same place.",
        "Then add the products up: the answer is one number.",
        f"The products are ${tex(_products(g))}$.",
    ),
    wrong=(
        Wrong(
            "elementwise product not summed",
            "The products are the first half; a dot product adds them up to one number.",
            _products,
            "score-matrix#^score-entry",
        ),
        Wrong(
            "sum of all entries",
            "Entries are multiplied in pairs before they are added.",
            lambda g: sum(g.q) + sum(g.k),
            "vocabulary#^figure-dot",
        ),
        Wrong(
            "cosine",
            "That divides by both lengths; the dot product keeps them.",
            lambda g: float(cosines([g.q], [g.k])[0, 0]) if any(g.q) and any(g.k) else None,
            "similarity#^cloze-dot-cosine",
        ),
        Wrong(
            "signs dropped",
            "A product of different signs is negative, and it counts against the score.",
            lambda g: sum(map(abs, _products(g))),
            "similarity#^dot-negative",
        ),
        Wrong(
            "last term dropped",
            "Every pair of entries counts, the last one too.",
            lambda g: sum(_products(g)[:-1]),
            "vocabulary#^figure-dot",
        ),
    ),
)

ANGLES = ("below 90°", "exactly 90°", "above 90°")


def _draw_direction(draw: Draw, level: int) -> Pair | None:
    size = 2 if level == 1 else 3
    wanted = draw.below(3)
    for _ in range(60):
        found = Pair(draw.row(size, -4, 4), draw.row(size, -4, 4))
        dot = sum(_products(found))
        if any(found.q) and any(found.k) and (dot > 0, dot == 0, dot < 0)[wanted]:
            return found
    return None


DIRECTION = Family(
    name="direction",
    form=Form.CHOICE,
    draw=_draw_direction,
    answer=lambda g: ANGLES[1 - (_dot(g) > 0) + (_dot(g) < 0)],
    prompt=lambda g: f"How large is the angle between\n\n{_shown(g)}",
    solution=lambda g: (
        Step(
            f"$q \\cdot k = {_terms(g)} = {_dot(g)}$",
            "Its sign is the sign of the cosine: above 0 below 90°, 0 at 90°, below 0 beyond.",
        ),
    ),
    hints=lambda g: ("The sign of the dot product tells.", "$q \\cdot k = \\|q\\| \\|k\\| \\cos\\theta$"),
    options=lambda g: ANGLES,
    wrong=tuple(
        Wrong(
            f"taken for {angle}",
            why,
            lambda g, angle=angle: angle if ANGLES[1 - (_dot(g) > 0) + (_dot(g) < 0)] != angle else None,
            card,
        )
        for angle, why, card in (
            (ANGLES[0], "Below 90° the dot product is positive; add the products up with their signs.", _DOT),
            (ANGLES[1], "At 90° the dot product is exactly 0, not only small.", "similarity#^dot-near-zero"),
            (
                ANGLES[2],
                "Beyond 90° the dot product is negative, which need not mean opposite.",
                "similarity#^dot-negative",
            ),
        )
    ),
)


@dataclass(frozen=True, slots=True)
class Grown:
    """A score, and the factors of query and key."""

    score: int
    c: int
    other: int


def _grown(draw: Draw, level: int) -> Grown | None:
    c = draw.between(3, 6)
    other = c if level == 2 else draw.between(2, 6)
    return Grown(draw.between(5, 12), c, other) if level == 2 or c != other else None


BILINEARITY = Family(
    name="bilinearity",
    form=Form.INTEGER,
    draw=_grown,
    answer=lambda g: int(whole(dot_products([[g.c * g.score]], [[g.other]]))[0][0]),
    prompt=lambda g: (
        f"$q \\cdot k = {g.score}$. The query is multiplied by {g.c} and the key by {g.other}. What is the score now?"
    ),
    solution=lambda g: (
        Step(
            f"${g.c} \\cdot {g.other} \\cdot {g.score}$",
            "The dot product is linear in the query and in the key, so both factors come out.",
        ),
    ),
    hints=lambda g: ("Each factor comes out of the dot product.", "Both factors, multiplied."),
    wrong=(
        Wrong(
            "one factor",
            "Both query and key grew: both factors come out.",
            lambda g: g.c * g.score,
            "similarity#^scale-both",
        ),
        Wrong(
            "factors added",
            "The factors multiply the score one after the other.",
            lambda g: (g.c + g.other) * g.score,
            "similarity#^bilinear",
        ),
        Wrong(
            "unchanged",
            "A cosine would stay; a dot product grows with the lengths.",
            lambda g: g.score,
            "similarity#^cloze-dot-cosine",
        ),
        Wrong(
            "factors added to the score",
            "They multiply it.",
            lambda g: g.c * g.other + g.score,
            "similarity#^bilinear",
        ),
    ),
)


def _norms(g: Pair) -> tuple[int, int]:
    return sum(each * each for each in g.q), sum(each * each for each in g.k)


DISTANCE = Family(
    name="squared-distance",
    form=Form.INTEGER,
    draw=lambda draw, level: Pair(draw.row(level, -5, 6), draw.row(level, -5, 6)),
    answer=lambda g: round(float(squared_distances([g.q], [g.k])[0, 0])),
    prompt=lambda g: (
        f"$\\|q\\|^2 = {_norms(g)[0]}$, $\\|k\\|^2 = {_norms(g)[1]}$ and $q \\cdot k = {_dot(g)}$, for\n\n{_shown(g)}\n\n"
        "Find the squared distance $\\|q - k\\|^2$."
    ),
    solution=lambda g: (
        Step(
            f"$\\|q\\|^2 + \\|k\\|^2 - 2\\,q \\cdot k = {_norms(g)[0]} + {_norms(g)[1]} - 2 \\cdot ({_dot(g)})$",
            "Multiplying out $(q - k) \\cdot (q - k)$ gives the mixed term twice.",
        ),
    ),
    hints=lambda g: (
        "Multiply out $(q - k) \\cdot (q - k)$.",
        "The dot product counts twice, with a minus sign.",
    ),
    wrong=(
        Wrong(
            "factor 2 missing",
            "The mixed term comes twice.",
            lambda g: sum(_norms(g)) - _dot(g),
            "similarity#^distance-from-dot",
        ),
        Wrong(
            "plus sign",
            "A large dot product means near: it is taken away.",
            lambda g: sum(_norms(g)) + 2 * _dot(g),
            "similarity#^distance-from-dot",
        ),
        Wrong(
            "root taken",
            "The squared distance is asked.",
            lambda g: math.sqrt(sum(_norms(g)) - 2 * _dot(g)),
            "similarity#^distance-from-dot",
        ),
        Wrong(
            "dot product",
            "That is similarity; the distance also needs the lengths.",
            _dot,
            "similarity#^three-similarities",
        ),
        Wrong(
            "difference of the squares",
            "Squaring a difference is not the difference of squares.",
            lambda g: _norms(g)[0] - _norms(g)[1],
            "similarity#^distance-from-dot",
        ),
    ),
)

TRIPLES = ((3, 4), (4, 3), (5, 12), (12, 5), (8, 15), (-3, 4), (3, -4), (6, 8), (-5, 12), (8, -6))


def _pythagorean(draw: Draw, level: int) -> Pair | None:
    first, second = draw.some(TRIPLES if level == 3 else TRIPLES[:8], 2)
    found = Pair(list(first), list(second))
    return found if sum(_products(found)) else None


COSINE = Family(
    name="cosine-similarity",
    form=Form.NUMBER,
    draw=_pythagorean,
    answer=lambda g: float(cosines([g.q], [g.k])[0, 0]),
    prompt=lambda g: (
        f"Find the cosine of the angle between\n\n{_shown(g)}\n\nto three figures or as a fraction."
    ),
    solution=lambda g: (
        Step(
            f"$q \\cdot k = {_dot(g)}$, $\\|q\\| = {decimal(math.sqrt(_norms(g)[0]))}$, $\\|k\\| = {decimal(math.sqrt(_norms(g)[1]))}$",
            "The lengths are whole numbers here.",
        ),
        Step("Divide by both lengths.", "$\\cos\\theta = q \\cdot k / (\\|q\\| \\|k\\|)$"),
    ),
    hints=lambda g: ("The lengths come from Pythagoras.", "Divide the dot product by both lengths."),
    wrong=(
        Wrong(
            "dot product",
            "The cosine divides by both lengths.",
            lambda g: float(_dot(g)),
            "similarity#^cloze-dot-cosine",
        ),
        Wrong(
            "divided by the squares",
            "The lengths are roots of the squared norms.",
            lambda g: _dot(g) / (_norms(g)[0] * _norms(g)[1]),
            _DOT,
        ),
        Wrong(
            "divided by one length",
            "Both lengths are divided out.",
            lambda g: _dot(g) / math.sqrt(_norms(g)[0]),
            _DOT,
        ),
        Wrong(
            "sums instead of lengths",
            "A length is the root of the sum of squares.",
            lambda g: _dot(g) / (sum(map(abs, g.q)) * sum(map(abs, g.k))),
            _DOT,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Keys:
    """A query and several keys."""

    q: list[int]
    K: Rows


def _best(g: Keys, by: str) -> int:
    return int(ranked_keys([g.q], g.K, by=by)[0][0])  # type: ignore[arg-type]


def _draw_ranking(draw: Draw, level: int) -> Keys | None:
    size = 2 if level == 2 else 3
    found = Keys(draw.row(size, 1, 3), draw.rows(4 if level == 3 else 3, size, -1, 7))
    dots = [sum(a * b for a, b in zip(found.q, key, strict=True)) for key in found.K]
    far = [sum((a - b) ** 2 for a, b in zip(found.q, key, strict=True)) for key in found.K]
    unique = dots.count(max(dots)) == far.count(min(far)) == dots.count(min(dots)) == 1
    return found if unique and dots.index(max(dots)) != far.index(min(far)) else None


def _key(number: int) -> str:
    return f"key {number}"


RANKING = Family(
    name="distance-ranking",
    form=Form.CHOICE,
    draw=_draw_ranking,
    answer=lambda g: _key(_best(g, "euclidean")),
    prompt=lambda g: (
        f"The query is $q = {tex(g.q)}$, the keys are the rows (from 0) of\n\n$$K = {tex(g.K)}$$\n\nWhich key is nearest by Euclidean distance? (By dot product it is another.)"
    ),
    solution=lambda g: (
        Step(
            f"Squared distances: ${tex([round(float(each)) for each in squared_distances([g.q], g.K)[0]])}$",
            "The smallest one is nearest.",
        ),
        Step(
            f"Dot products: ${tex(whole(dot_products([g.q], g.K))[0])}$",
            "A long key can win by dot product without being near.",
        ),
    ),
    hints=lambda g: (
        "Compute $\\|q - k\\|^2$ for each key.",
        "Long keys have large dot products; near keys need not be long.",
    ),
    options=lambda g: [_key(number) for number in range(len(g.K))],
    wrong=(
        Wrong(
            "by dot product",
            "The dot product favours long keys; the nearest one need not be long.",
            lambda g: _key(_best(g, "dot")),
            "similarity#^rank-alike",
        ),
        Wrong(
            "by the smallest dot product",
            "A small dot product means neither near nor far.",
            lambda g: (
                _key(int(np.argmin(dot_products([g.q], g.K)[0])))
                if int(np.argmin(dot_products([g.q], g.K)[0])) not in (_best(g, "dot"), _best(g, "euclidean"))
                else None
            ),
            "similarity#^dot-near-zero",
        ),
        Wrong(
            "farthest key",
            "The smallest distance is asked.",
            lambda g: (
                _key(int(np.argmax(squared_distances([g.q], g.K)[0])))
                if int(np.argmax(squared_distances([g.q], g.K)[0]))
                not in (_best(g, "dot"), int(np.argmin(dot_products([g.q], g.K)[0])))
                else None
            ),
            "similarity#^three-similarities",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Points:
    """Queries and keys as rows."""

    Q: Rows
    K: Rows


def _all(g: Points, dots: float, squares: bool = True) -> list[list[float]]:
    return [
        [
            squares * float(sum(a * a for a in q) + sum(b * b for b in k))
            + dots * sum(a * b for a, b in zip(q, k, strict=True))
            for k in g.K
        ]
        for q in g.Q
    ]


DISTANCES = Family(
    name="squared-distances",
    form=Form.MATRIX,
    exact=True,
    draw=lambda draw, level: Points(draw.rows(2, 2, -3, 4), draw.rows(2, 2, -3, 4)),
    answer=lambda g: whole(np.rint(squared_distances(g.Q, g.K))),
    prompt=lambda g: (
        f"Queries and keys are rows:\n\n$$Q = {tex(g.Q)}, \\qquad K = {tex(g.K)}$$\n\n$QK^T = {tex(whole(dot_products(g.Q, g.K)))}$."
        " Find all squared distances $\\|q_i - k_j\\|^2$ as a matrix."
    ),
    solution=lambda g: (
        Step(
            "$D_{ij} = \\|q_i\\|^2 + \\|k_j\\|^2 - 2 (QK^T)_{ij}$",
            "One matrix product and the norms are enough.",
        ),
    ),
    hints=lambda g: (
        "The norms of the rows, and twice the product.",
        "$\\|q_i\\|^2 + \\|k_j\\|^2 - 2 S_{ij}$",
    ),
    wrong=(
        Wrong(
            "factor 2 missing",
            "The mixed term comes twice.",
            lambda g: _all(g, -1),
            "similarity#^distance-from-dot",
        ),
        Wrong(
            "plus sign",
            "Similar vectors are near: the product is taken away.",
            lambda g: _all(g, 2),
            "similarity#^distance-from-dot",
        ),
        Wrong(
            "transposed",
            "Rows belong to queries.",
            lambda g: np.array(_all(g, -2)).T.tolist(),
            "score-matrix#^score-row",
        ),
        Wrong(
            "norms forgotten",
            "The lengths of both vectors belong to it.",
            lambda g: _all(g, -2, squares=False),
            "similarity#^distance-from-dot",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A query and keys on a line."""

    q: float
    k: list[float]


def _softmax(z: list[float]) -> list[float]:
    return [float(each) for each in softmax(z)]


DISTANCE_WEIGHTS = Family(
    name="distance-weights",
    form=Form.VECTOR,
    tolerance=Tolerance(relative=0, absolute=0.0005),
    draw=lambda draw, level: Line(draw.between(0, 4) / 2, [each / 2 for each in draw.some(range(-3, 8), 3)]),
    answer=lambda g: distance_weights([[g.q]], [[each] for each in g.k])[0],
    prompt=lambda g: (
        f"On a line, the query is at ${tex(g.q, 1)}$ and the keys at ${tex(g.k, 1)}$. Weights are the softmax of"
        " $-(q - k)^2/2$. Compute them, to three decimals."
    ),
    solution=lambda g: (
        Step(
            f"$-(q-k)^2/2 = {tex([-((g.q - each) ** 2) / 2 for each in g.k])}$", "Far keys get small weights."
        ),
    ),
    hints=lambda g: ("First the squared distances.", "Half of them, with a minus sign, then the softmax."),
    wrong=(
        Wrong(
            "half forgotten",
            "The squared distance is halved.",
            lambda g: _softmax([-((g.q - each) ** 2) for each in g.k]),
            "similarity#^three-similarities",
        ),
        Wrong(
            "sign turned",
            "Near keys get the large weights.",
            lambda g: _softmax([(g.q - each) ** 2 / 2 for each in g.k]),
            "similarity#^distance-trains",
        ),
        Wrong(
            "not squared",
            "The distance is squared, so that far keys fade fast.",
            lambda g: _softmax([-abs(g.q - each) for each in g.k]),
            "similarity#^three-similarities",
        ),
        Wrong(
            "shares of the distances",
            "Weights come from exp, and near keys get more.",
            lambda g: [abs(g.q - each) / sum(abs(g.q - other) for other in g.k) for each in g.k],
            "scaled-dot-product-attention#^why-softmax",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Number:
    """How many keys, and a weight that is wanted."""

    n: int
    w: float = 0.5


CEILING = Family(
    name="cosine-ceiling",
    form=Form.NUMBER,
    draw=lambda draw, level: Number(draw.between(3, 60)),
    answer=lambda g: cosine_weight_ceiling(g.n),
    prompt=lambda g: (
        f"Scores are plain cosines, between $-1$ and 1. What is the largest weight that one of {g.n} keys can get? Three figures; a formula may be typed."
    ),
    solution=lambda g: (
        Step("Its own score is 1, all others are $-1$.", "No gap can be larger than 2."),
        Step(f"$e^1/(e^1 + {g.n - 1} e^{{-1}}) = e^2/(e^2 + {g.n - 1})$", "Expanding by $e$."),
    ),
    hints=lambda g: ("Which scores make the gap as large as possible?", f"$e^2/(e^2 + {g.n - 1})$"),
    wrong=(
        Wrong(
            "all keys below the bar",
            "The key itself is one of them: n − 1 others.",
            lambda g: math.e**2 / (math.e**2 + g.n) if g.n < 40 else None,
            "similarity#^cosine-ceiling",
        ),
        Wrong(
            "others at 0",
            "The others can go down to −1.",
            lambda g: math.e / (math.e + g.n - 1),
            "similarity#^cosine-ceiling",
        ),
        Wrong(
            "no ceiling",
            "Only unbounded scores can reach a weight near 1.",
            lambda g: 1.0,
            "similarity#^cosine-lacks",
        ),
        Wrong("share of the scores", "Weights come from exp.", lambda g: 1 / g.n, "softmax#^equal-scores"),
    ),
)

SHARPNESS = Family(
    name="retrieval-sharpness",
    form=Form.NUMBER,
    draw=lambda draw, level: Number(draw.between(5, 40), draw.pick((0.6, 0.7, 0.8, 0.9, 0.95, 0.99))),
    answer=lambda g: sharpness_for_weight(g.w, g.n),
    prompt=lambda g: (
        f"One of {g.n} keys has the score $\\beta$, all others have 0 (no scaling). Which $\\beta$ gives it the weight"
        f" {g.w}? Three figures; a formula with ln may be typed."
    ),
    solution=lambda g: (
        Step(f"${g.w} = e^\\beta/(e^\\beta + {g.n - 1})$", "Each other key adds $e^0 = 1$."),
        Step(
            f"$e^\\beta = {g.w} \\cdot {g.n - 1}/{decimal(1 - g.w, 2)} = {decimal(g.w * (g.n - 1) / (1 - g.w), 2)}$",
            "Multiply out and collect.",
        ),
    ),
    hints=lambda g: ("Write the weight as a softmax.", "$\\beta = \\ln(w(n-1)/(1-w))$"),
    wrong=(
        Wrong(
            "other keys forgotten",
            "The n − 1 other keys share the rest.",
            lambda g: math.log(g.w / (1 - g.w)),
            "softmax#^weight-ratio",
        ),
        Wrong(
            "n other keys",
            "The key itself is one of the n.",
            lambda g: math.log(g.w * g.n / (1 - g.w)) if g.n < 12 and g.w < 0.8 else None,
            "softmax#^weight-ratio",
        ),
        Wrong(
            "logarithm of the weight",
            "A weight is a share; its logarithm misses what the others take.",
            lambda g: math.log(g.w),
            _DOT,
        ),
        Wrong(
            "ratio without ln",
            "That is e^β; its logarithm is asked.",
            lambda g: g.w * (g.n - 1) / (1 - g.w),
            "softmax#^weight-ratio",
        ),
    ),
)

FAMILIES = (
    DOT_PRODUCT,
    DIRECTION,
    BILINEARITY,
    DISTANCE,
    COSINE,
    RANKING,
    DISTANCES,
    DISTANCE_WEIGHTS,
    CEILING,
    SHARPNESS,
)
