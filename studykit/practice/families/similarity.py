"""How well a query fits a key: dot products, the direction and the cosine that they tell, and factors."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from attention_engine import angle, cosines, dot_products
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.matrices import bracketed, terms
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal, tex, whole
from studykit.practice.vectors import Pair, not_zero, pair_shown, whole_length

_DOT = "vocabulary#^figure-dot"
_GEOMETRIC = "similarity#^dot-geometric"
_DEPENDS = "similarity#^cloze-dot-cosine"
_NEGATIVE = "similarity#^dot-negative"
_BILINEAR = "similarity#^bilinear"
_BOTH = "similarity#^scale-both"


def _dot(g: Pair) -> int:
    return int(whole(dot_products([g.q], [g.k]))[0][0])


def _cosine(g: Pair) -> float:
    return float(cosines([g.q], [g.k])[0, 0])


# The dot product of two vectors.


def _draw_pair(draw: Draw, level: int) -> Pair:
    size = draw.between(2, 3) if level == 1 else draw.between(4, 5)
    most = 3 if level == 1 else 6
    return Pair(draw.row(size, -most, most), draw.row(size, -most, most))


DOT_PRODUCT = Family(
    name="dot-product",
    form=Form.INTEGER,
    draw=_draw_pair,
    answer=_dot,
    prompt=lambda g: (
        f"Compute the dot product $q \\cdot k$ of\n\n{pair_shown(g.q, g.k)}\n\nas one whole number."
    ),
    solution=lambda g: (
        Step(f"$q \\cdot k = {terms(g.q, g.k)}$", "Entries in the same place belong together."),
        Step(
            f"$= {' + '.join(map(bracketed, g.products))}$",
            "A product is negative where the signs differ, and positive where they are the same.",
        ),
    ),
    hints=lambda g: (
        "Multiply the entries that stand in the same place.",
        "Then add the products up: the answer is one number.",
        f"The products are ${tex(g.products)}$.",
    ),
    wrong=(
        Wrong(
            "elementwise product not summed",
            "The products are right and are the first half; a dot product adds them up to one number.",
            lambda g: g.products,
            _DOT,
        ),
        Wrong(
            "sum of all entries",
            "Adding is the second half; before it, the entries in the same place are multiplied.",
            lambda g: sum(g.q) + sum(g.k),
            _DOT,
        ),
        Wrong(
            "cosine",
            "A cosine is a dot product divided by both lengths, which the dot product itself keeps.",
            lambda g: _cosine(g) if any(g.q) and any(g.k) else None,
            _DEPENDS,
        ),
        Wrong(
            "signs dropped",
            "Every product was counted as positive; entries of different signs speak against each other and"
            " lower the score.",
            lambda g: sum(map(abs, g.products)),
            _NEGATIVE,
        ),
        Wrong(
            "last term dropped",
            "All but the last product are in it; every pair of entries counts, the last one too.",
            lambda g: sum(g.products[:-1]),
            _DOT,
        ),
    ),
)

# Which way two vectors point.


@dataclass(frozen=True, slots=True)
class Directions:
    """A query of whole numbers, and a key that may be short."""

    q: list[int]
    k: list[float]


SAME, ACUTE, RIGHT, OBTUSE, OPPOSITE = ANGLES = (
    "0°, the same direction",
    "between 0° and 90°",
    "90°, a right angle",
    "between 90° and 180°",
    "180°, opposite directions",
)


def _angle(g: Directions) -> str:
    degrees = math.degrees(float(angle(g.q, g.k)))
    for marked, name in ((0, SAME), (90, RIGHT), (180, OPPOSITE)):
        if abs(degrees - marked) < 1e-6:
            return name
    return ACUTE if degrees < 90 else OBTUSE


def _parallel(draw: Draw, size: int, *, opposite: bool) -> tuple[list[int], list[int]]:
    unit = [not_zero(draw, 3) for _ in range(size)]
    first, second = draw.some((1, 2, 3), 2)
    return [first * each for each in unit], [(-second if opposite else second) * each for each in unit]


def _orthogonal(draw: Draw, size: int) -> tuple[list[int], list[int]] | None:
    """The last entries are chosen so that the products cancel, and the places shuffled."""
    q = [not_zero(draw, 3) for _ in range(size - 1)]
    k = [not_zero(draw, 3) for _ in range(size - 1)]
    last = -sum(a * b for a, b in zip(q, k, strict=True))
    if not 0 < abs(last) <= 6:
        return None
    places = list(zip([*q, 1], [*k, last], strict=True))
    draw.shuffle(places)
    return [a for a, _ in places], [b for _, b in places]


def _slanted(draw: Draw, size: int, *, obtuse: bool) -> tuple[list[int], list[int]] | None:
    found = Pair(draw.row(size, -4, 4), draw.row(size, -4, 4))
    total = sum(found.products)
    within = 0 < total * total < found.squares[0] * found.squares[1]
    mixed = min(found.products) < 0 < max(found.products)  # so that the signs matter
    return (found.q, found.k) if within and mixed and (total < 0) == obtuse else None


def _vectors(draw: Draw, size: int, wanted: str) -> tuple[list[int], list[int]] | None:
    if wanted == RIGHT:
        return _orthogonal(draw, size)
    if wanted in (SAME, OPPOSITE):
        return _parallel(draw, size, opposite=wanted == OPPOSITE)
    return _slanted(draw, size, obtuse=wanted == OBTUSE)


def _draw_direction(draw: Draw, level: int) -> Directions:
    size = 2 if level == 1 else 3
    wanted = draw.pick(ANGLES)
    found = None
    while found is None:  # anew for the same angle, so that all angles are asked alike often
        found = _vectors(draw, size, wanted)
    q, k = found
    return Directions(q, list(k) if level == 1 else [each / 10 for each in k])


def _angle_solution(g: Directions) -> tuple[Step, ...]:
    products = " + ".join(
        rf"{bracketed(a)} \cdot {f'({tex(b, 1)})' if b < 0 else tex(b, 1)}"
        for a, b in zip(g.q, g.k, strict=True)
    )
    total = round(sum(a * b for a, b in zip(g.q, g.k, strict=True)), 9) + 0.0
    sign = ", which is positive" if total > 0 else ", which is negative" if total else ""
    if _angle(g) in (SAME, OPPOSITE):
        factor = Fraction(str(g.k[0])) / g.q[0]
        more = Step(
            rf"Moreover, $k = {tex(factor)} \cdot q$.",
            "A positive multiple points the same way, a negative one the opposite way.",
        )
    elif total:
        more = Step("No number times $q$ is $k$.", "So the angle is neither 0° nor 180°.")
    else:
        more = Step(r"$\cos\theta = 0$", "Whatever the lengths are.")
    return (
        Step(
            rf"$q \cdot k = {products} = {tex(total, 1)}${sign}.",
            "The lengths are positive, so this is the cosine's sign.",
        ),
        more,
    )


DIRECTION = Family(
    name="direction",
    form=Form.CHOICE,
    draw=_draw_direction,
    answer=_angle,
    prompt=lambda g: f"What is the angle between these two?\n\n{pair_shown(g.q, g.k)}",
    solution=_angle_solution,
    hints=lambda g: (
        "Which sign has $q \\cdot k = \\|q\\| \\, \\|k\\| \\cos\\theta$?",
        "The cosine is above 0 below 90°, 0 at 90° and below 0 beyond it.",
        "At 0° and at 180°, one vector is the other times a number.",
    ),
    options=lambda g: ANGLES,
    wrong=(
        Wrong(
            "positive taken for the same direction",
            "A positive dot product does mean that they agree, but all angles below 90° have one; 0° needs a"
            " multiple.",
            lambda g: {ACUTE: SAME}.get(_angle(g)),
            _GEOMETRIC,
        ),
        Wrong(
            "negative taken for opposite",
            "A negative dot product puts the angle beyond 90°; opposite vectors are only the extreme case.",
            lambda g: {OBTUSE: OPPOSITE}.get(_angle(g)),
            _NEGATIVE,
        ),
        Wrong(
            "near zero taken for a right angle",
            "A right angle needs a dot product of exactly 0; a small one can come from short vectors too.",
            lambda g: RIGHT if _angle(g) in (ACUTE, OBTUSE) else None,
            "similarity#^dot-near-zero",
        ),
        Wrong(
            "signs dropped",
            "Without their signs all products look like agreement; with them, some or all count against it.",
            lambda g: {RIGHT: ACUTE, OBTUSE: ACUTE, OPPOSITE: SAME}.get(_angle(g)),
            _NEGATIVE,
        ),
        Wrong(
            "sign turned around",
            "The signs are easily swapped: a positive dot product belongs to angles below 90°, a negative one"
            " to those beyond.",
            lambda g: {ACUTE: OBTUSE, SAME: OPPOSITE}.get(_angle(g)),
            _NEGATIVE,
        ),
        Wrong(
            "multiple overlooked",
            "The sign was read rightly, but here one vector is even the other times a number: they lie on one"
            " line.",
            lambda g: {SAME: ACUTE, OPPOSITE: OBTUSE}.get(_angle(g)),
            _GEOMETRIC,
        ),
        Wrong(
            "unrelated taken for opposite",
            "A dot product of 0 means that neither says anything about the other; opposite vectors have a"
            " negative one.",
            lambda g: {RIGHT: OPPOSITE}.get(_angle(g)),
            _NEGATIVE,
        ),
    ),
)

# A score when query and key are scaled.


@dataclass(frozen=True, slots=True)
class Combined:
    """The scores of one or two queries with a key, the factor of each query, and that of the key."""

    scores: list[int]
    factors: list[int]
    c: int

    @property
    def parts(self) -> list[int]:
        """Each score times the factor of its query."""
        return [a * s for a, s in zip(self.factors, self.scores, strict=True)]


def _draw_combined(draw: Draw, level: int) -> Combined:
    if level == 2:
        c = draw.pick((-5, -4, -3, 3, 4, 5, 6))  # for 2, c² is 2c
        return Combined([not_zero(draw, 12)], [c], c)
    factors = [draw.between(2, 5), draw.pick((-3, -2, 2, 3))]
    return Combined([not_zero(draw, 9), not_zero(draw, 9)], factors, draw.between(2, 5))


def _combined(g: Combined) -> int:
    """Of the simplest vectors that have these scores: q has one entry, which is its score, and k has ones."""
    return int(whole(dot_products([g.parts], [[g.c] * len(g.parts)]))[0][0])


def _query(g: Combined) -> str:
    a, b = g.factors
    return rf"{a}q {'-' if b < 0 else '+'} {abs(b)}q'"


def _combined_prompt(g: Combined) -> str:
    if len(g.scores) == 1:
        return (
            rf"A query and a key have the score $q \cdot k = {g.scores[0]}$. Both vectors are multiplied by"
            f" ${g.c}$. What is their score now, as a whole number?"
        )
    return (
        rf"Two queries have these scores with a key: $q \cdot k = {g.scores[0]}$ and $q' \cdot k ="
        rf" {g.scores[1]}$. What is the score of the query ${_query(g)}$ with the key ${g.c}k$, as a whole"
        " number?"
    )


def _combined_solution(g: Combined) -> tuple[Step, ...]:
    if len(g.scores) == 1:
        c = bracketed(g.c)
        return (
            Step(
                rf"$({g.c}q) \cdot ({g.c}k) = {c} \cdot {c} \cdot (q \cdot k)$",
                "The dot product is linear in each vector, so the factor comes out once for each.",
            ),
            Step(rf"${g.c * g.c} \cdot {bracketed(g.scores[0])}$", "The score is multiplied by the square."),
        )
    return (
        Step(
            rf"$({_query(g)}) \cdot k = {terms(g.factors, g.scores)} = {sum(g.parts)}$",
            "Linear in the query: scores add up as the queries do, each with its factor.",
        ),
        Step(
            rf"$({_query(g)}) \cdot ({g.c}k) = {g.c} \cdot {bracketed(sum(g.parts))}$",
            "Linear in the key as well: its factor comes out of the whole.",
        ),
    )


def _combined_hints(g: Combined) -> tuple[str, ...]:
    if len(g.scores) == 1:
        return (
            "What happens to the score if only the query is multiplied?",
            "The key is multiplied as well, and its factor comes out in the same way.",
            rf"The factor comes out twice: multiply the score by ${bracketed(g.c)} \cdot {bracketed(g.c)}$.",
        )
    return (
        "The dot product is linear in each of its two vectors.",
        "Each score takes the factor of its own query, and the factor of the key multiplies all of it.",
        f"Without the factor of the key it would be ${sum(g.parts)}$.",
    )


BILINEARITY = Family(
    name="bilinearity",
    form=Form.INTEGER,
    draw=_draw_combined,
    answer=_combined,
    prompt=_combined_prompt,
    solution=_combined_solution,
    hints=_combined_hints,
    wrong=(
        Wrong(
            "one factor only",
            "That would be right if the query alone had changed; the key brings a factor of its own.",
            lambda g: sum(g.parts),
            _BOTH,
        ),
        Wrong(
            "factors added",
            "Two factors invite adding them, but they act one after the other, so they are multiplied.",
            lambda g: sum((a + g.c) * s for a, s in zip(g.factors, g.scores, strict=True)),
            _BOTH,
        ),
        Wrong(
            "unchanged",
            "Factors make vectors longer, and a dot product, unlike a cosine, grows with the lengths.",
            lambda g: sum(g.scores),
            _DEPENDS,
        ),
        Wrong(
            "factors added to the score",
            "The square of the factor is right, but it multiplies the score and is not added to it.",
            lambda g: g.c * g.c + g.scores[0] if len(g.scores) == 1 else None,
            _BOTH,
        ),
        Wrong(
            "minus sign kept",
            "One minus would turn the score around; with both vectors turned, the two cancel.",
            lambda g: -g.c * g.c * g.scores[0] if len(g.scores) == 1 and g.c < 0 else None,
            _BOTH,
        ),
        Wrong(
            "factor of the key on the first query only",
            "The key meets both queries, so its factor multiplies both parts and not only the first.",
            lambda g: g.c * g.parts[0] + g.parts[1] if len(g.parts) == 2 else None,
            _BILINEAR,
        ),
    ),
)

# The cosine of the angle.


def _draw_cosine(draw: Draw, level: int) -> Pair | None:
    if level == 2:
        found = Pair(whole_length(draw, 2), whole_length(draw, 2))
    else:
        size = draw.between(3, 4)
        found = Pair(draw.row(size, -4, 4), draw.row(size, -4, 4))
    total = sum(found.products) ** 2
    return found if 0 < total < 0.98 * math.prod(found.squares) else None


def _length(name: str, a: list[int]) -> str:
    under = sum(each * each for each in a)
    root = math.sqrt(under)
    squares = " + ".join(f"{bracketed(each)}^2" for each in a)
    sign = "=" if root.is_integer() else r"\approx"
    return rf"- $\|{name}\| = \sqrt{{{squares}}} = \sqrt{{{under}}} {sign} {decimal(root)}$"


def _lengths(g: Pair) -> tuple[str, str]:
    first, second = (math.sqrt(each) for each in g.squares)
    return decimal(first), decimal(second)


COSINE = Family(
    name="cosine-similarity",
    form=Form.NUMBER,
    draw=_draw_cosine,
    answer=_cosine,
    prompt=lambda g: (
        f"Find the cosine of the angle between\n\n{pair_shown(g.q, g.k)}\n\n"
        "as a number with three significant figures; a fraction or a root may be typed as well."
    ),
    solution=lambda g: (
        Step(rf"$q \cdot k = {terms(g.q, g.k)} = {sum(g.products)}$", "The dot product comes first."),
        Step(
            "\n".join(["Both lengths:", "", _length("q", g.q), _length("k", g.k)]),
            "A length is the root of the sum of squares.",
        ),
        Step(
            rf"$\cos\theta = {sum(g.products)} / ({_lengths(g)[0]} \cdot {_lengths(g)[1]})$",
            r"$q \cdot k = \|q\| \, \|k\| \cos\theta$, so both lengths are divided out.",
        ),
    ),
    hints=lambda g: (
        r"The dot product is $\|q\| \, \|k\| \cos\theta$.",
        "Compute the dot product and both lengths, and divide.",
        rf"$q \cdot k = {sum(g.products)}$, $\|q\| = \sqrt{{{g.squares[0]}}}$ and"
        rf" $\|k\| = \sqrt{{{g.squares[1]}}}$.",
    ),
    wrong=(
        Wrong(
            "dot product",
            "That is where the cosine comes from; divided by both lengths it lies between −1 and 1.",
            lambda g: float(_dot(g)),
            _DEPENDS,
        ),
        Wrong(
            "divided by the squares",
            "The sums of squares are on the way to the lengths, and the roots were left out.",
            lambda g: _dot(g) / math.prod(g.squares),
            _GEOMETRIC,
        ),
        Wrong(
            "divided by one length",
            "That leaves the length of the key in it; a cosine sees the angle alone, so divide by both.",
            lambda g: _dot(g) / math.sqrt(g.squares[0]),
            _GEOMETRIC,
        ),
        Wrong(
            "sums instead of lengths",
            "Adding the sizes of the entries measures a vector too, but its length is the root of the sum of"
            " squares.",
            lambda g: _dot(g) / (sum(map(abs, g.q)) * sum(map(abs, g.k))),
            _GEOMETRIC,
        ),
        Wrong(
            "angle instead of its cosine",
            "One step too far: this is the angle in degrees, and its cosine was asked.",
            lambda g: math.degrees(float(angle(g.q, g.k))),
            _GEOMETRIC,
        ),
    ),
)

FAMILIES = (DOT_PRODUCT, DIRECTION, BILINEARITY, COSINE)
