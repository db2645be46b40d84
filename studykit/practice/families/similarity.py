"""Dot products, cosines and distances: how well a query fits a key."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attention_engine import (
    cosine_weight_ceiling,
    cosines,
    dot_products,
    sharpness_for_weight,
    squared_distances,
)
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal, tex, whole

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


ANGLE_MISTAKES = (
    (ANGLES[0], "Below 90° the dot product is positive; add the products up with their signs.", _DOT),
    (ANGLES[1], "At 90° the dot product is exactly 0, not only small.", "similarity#^dot-near-zero"),
    (
        ANGLES[2],
        "Beyond 90° the dot product is negative, which need not mean opposite.",
        "similarity#^dot-negative",
    ),
)


def _angle(g: Pair) -> str:
    return ANGLES[1 - (_dot(g) > 0) + (_dot(g) < 0)]


def _taken_for(angle: str, why: str, card: str) -> Wrong[Pair]:
    return Wrong(f"taken for {angle}", why, lambda g: None if _angle(g) == angle else angle, card)


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
    answer=_angle,
    prompt=lambda g: f"How large is the angle between\n\n{_shown(g)}",
    solution=lambda g: (
        Step(
            f"$q \\cdot k = {_terms(g)} = {_dot(g)}$",
            "Its sign is the sign of the cosine: above 0 below 90°, 0 at 90°, below 0 beyond.",
        ),
    ),
    hints=lambda g: ("The sign of the dot product tells.", "$q \\cdot k = \\|q\\| \\|k\\| \\cos\\theta$"),
    options=lambda g: ANGLES,
    wrong=tuple(_taken_for(*each) for each in ANGLE_MISTAKES),
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
        f"$q \\cdot k = {g.score}$. The query is multiplied by {g.c} and"
        f" the key by {g.other}. What is the score now?"
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
        f"$\\|q\\|^2 = {_norms(g)[0]}$, $\\|k\\|^2 = {_norms(g)[1]}$ and"
        f" $q \\cdot k = {_dot(g)}$, for\n\n{_shown(g)}\n\n"
        "Find the squared distance $\\|q - k\\|^2$."
    ),
    solution=lambda g: (
        Step(
            f"$\\|q\\|^2 + \\|k\\|^2 - 2\\,q \\cdot k = {_norms(g)[0]}"
            f" + {_norms(g)[1]} - 2 \\cdot ({_dot(g)})$",
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
            f"$q \\cdot k = {_dot(g)}$, $\\|q\\| = {decimal(math.sqrt(_norms(g)[0]))}$,"
            f" $\\|k\\| = {decimal(math.sqrt(_norms(g)[1]))}$",
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
        "Scores are plain cosines, between $-1$ and 1. What is the largest weight that"
        f" one of {g.n} keys can get? Three figures; a formula may be typed."
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
        f"One of {g.n} keys has the score $\\beta$, all others have 0 (no"
        " scaling). Which $\\beta$ gives it the weight"
        f" {g.w}? Three figures; a formula with ln may be typed."
    ),
    solution=lambda g: (
        Step(f"${g.w} = e^\\beta/(e^\\beta + {g.n - 1})$", "Each other key adds $e^0 = 1$."),
        Step(
            f"$e^\\beta = {g.w} \\cdot {g.n - 1}/{decimal(1 - g.w, 2)} ="
            f" {decimal(g.w * (g.n - 1) / (1 - g.w), 2)}$",
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
    CEILING,
    SHARPNESS,
)
