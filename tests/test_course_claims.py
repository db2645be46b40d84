"""The numbers of the course, worked out: which piece of which note states what.

Each claim is a piece of a note with `@` for each result, and the results. See `test_course_numbers.py`.
"""

from __future__ import annotations

import math
import struct

from tests.test_course_maths import (
    Vector,
    angle,
    break_even,
    causal,
    columns,
    cosine,
    distance_squared,
    dot,
    fixed,
    larger,
    matrix,
    power,
    product,
    row,
    scaled_slope,
    slope,
    softmax,
    uniform_score,
    whole,
)

D_K = 64
GAP = math.sqrt(2 * D_K)
RIGHT_ANGLE = whole(math.degrees(math.acos(0)))
MARGIN = fixed(break_even(D_K), 2)

QUERY, KEYS, VALUES = (1, 0, 1, 0), ((1, 0, 1, 0), (0, 1, 0, 1)), ((5, 0, 0), (0, 3, 0))
SCORES = [dot(QUERY, key) for key in KEYS]
LOGITS = [score / math.sqrt(len(QUERY)) for score in SCORES]
WEIGHTS = softmax(LOGITS)
OUTPUT = product([WEIGHTS], VALUES)[0]

PAIR = (8.0, 7.5)
PAIR_SCALED = [score / 8 for score in PAIR]

UNIT = ((1, 0), (0, 1))
UNIT_LOGITS = [[score / math.sqrt(2) for score in line] for line in product(UNIT, columns(UNIT))]
UNIT_WEIGHTS = [softmax(line) for line in UNIT_LOGITS]
UNIT_OUTPUT = product(UNIT_WEIGHTS, ((1, 2), (3, 4)))

TOKENS, W_Q, W_K = ((1, 0), (1, 1)), ((1, 2), (0, 1)), ((0, 1), (1, 1))
QUERIES_MADE, KEYS_MADE = product(TOKENS, W_Q), product(TOKENS, W_K)
SCORES_MADE = product(QUERIES_MADE, columns(KEYS_MADE))
MIDDLE = product(W_Q, columns(W_K))

PADDED = (2, 0.5, 0.8, 1)
LOOK = (2, 1)
RANK = (1, 0)
CACHE = (2 * 32 * 8 * 128 * 4096 * 2 / 2**20, 2 * 32 * 32 * 128 * 4096 * 2 / 2**30)
TRIANGLE = ((1, 2, 3), (0, 1, 0), (2, 1, 0))


def looked(key: Vector) -> tuple[str, str, str, str]:
    """A row of the table on directions: dot product, cosine and angle with `LOOK`."""
    score, cos, degrees = dot(LOOK, key), cosine(LOOK, key), angle(LOOK, key)
    exact = math.isclose(cos, round(cos), abs_tol=1e-9)
    return (
        f"$({key[0]:g}, {key[1]:g})$ | $@$ | $@$ | $@^\\circ$ |",
        f"{score:g}",
        whole(cos) if exact else fixed(cos),
        whole(degrees) if exact else fixed(degrees, 1),
    )


def ranked(key: Vector) -> tuple[str, str, str, str]:
    """A row of the table on rankings: dot product, cosine and squared distance with `RANK`."""
    cos = cosine(RANK, key)
    return (
        f"$({key[0]}, {key[1]})$ | $@$ | $@$ | $@$ |",
        whole(dot(RANK, key)),
        whole(cos) if cos == 1 else fixed(cos),
        whole(distance_squared(RANK, key)),
    )


def spread(d_k: int, small: str, scaled_digits: int) -> tuple[str, ...]:
    """A row of the table on sizes: std, typical gap, slope without and with scaling."""
    gap = math.sqrt(2 * d_k)
    scaled = fixed(scaled_slope(gap, d_k), scaled_digits)
    return (f"| {d_k} | @ | @ | @ | @ |", fixed(math.sqrt(d_k), 1), fixed(gap, 1), small, scaled)


def stored(bits: int, precision: int, largest: str, limit: float) -> tuple[str, ...]:
    """A row of the table on number formats; `bits` of all, of which `precision` are significant."""
    return (f"| format | {bits} | {precision} | @ | @ |", largest, fixed(limit, 1))


def largest(precision: int, exponent: int) -> float:
    """The largest number with that many significant bits below 2 to that power."""
    return (2 - 2.0 ** (1 - precision)) * 2.0 ** (exponent - 1)


def exp_limit(precision: int, exponent: int) -> float:
    """Where exp reaches it."""
    return math.log(largest(precision, exponent))


def half(x: float) -> str:
    """A number as float16 holds it, by the standard library."""
    return f"{struct.unpack('<e', struct.pack('<e', x))[0]:.0f}"


def half_step(x: float) -> str:
    """How far the next number of float16 lies above x."""
    bits = struct.unpack("<H", struct.pack("<e", x))[0]
    return whole(struct.unpack("<e", struct.pack("<H", bits + 1))[0] - x)


CLAIMS: dict[str, list[tuple[str, ...]]] = {
    "scaled-dot-product-attention": [
        (r"An angle below $@^\circ$ gives", RIGHT_ANGLE),
        (r"At $@^\circ$ the score is zero", RIGHT_ANGLE),
        (r"An angle beyond $@^\circ$ gives", RIGHT_ANGLE),
        (r"\mathbb{E}[q_i]\,\mathbb{E}[k_i] = @$$", whole(0 * 0)),
        ("which is @ at $d_k = 64$", whole(math.sqrt(D_K))),
        ("which is about @ there", fixed(GAP, 1)),
        (r"\text{softmax}([1000, 1000]) = (@, @)", *row(softmax([1000, 1000]), 1)),
        ("at most @, and only $@$ at a gap of @.", fixed(slope(0), 2), power(slope(GAP)), fixed(GAP, 1)),
        (r"\frac{d_k}{d_k} = @$$", whole(D_K / math.sqrt(D_K) ** 2)),
        (
            r"$\sqrt{2} \approx @$. Its slope with respect to the raw score, with the $\frac{1}{@}$ "
            "of the chain rule counted, is @.",
            fixed(GAP / math.sqrt(D_K), 2),
            whole(math.sqrt(D_K)),
            fixed(scaled_slope(GAP, D_K)),
        ),
        (
            r"scores 8 and 7.5 the slope is @ without it and $@ / @ \approx @$ with it. At $d_k = 64$ "
            "it helps beyond gaps of about @.",
            fixed(slope(0.5)),
            fixed(slope(0.5 / 8)),
            whole(math.sqrt(D_K)),
            fixed(scaled_slope(0.5, D_K)),
            MARGIN,
        ),
        (r"\sum_{j=1}^m A_{ij} = @$$", whole(sum(WEIGHTS))),
    ],
    "scaling": [
        (r"\mathbb{E}[q_i k_i] = \mathbb{E}[q_i]\,\mathbb{E}[k_i] = @$", whole(0 * 0)),
        (r"\sum_{i=1}^{d_k} \mathbb{E}[q_i k_i] = @$", whole(D_K * 0)),
        (r"\mathbb{E}[q_i^2]\,\mathbb{E}[k_i^2] = @$", whole(1 * 1)),
        (
            "the mean of a score at $d_k = 64$ is @ and its variance @.",
            whole(uniform_score(D_K)[0]),
            fixed(uniform_score(D_K)[1], 2),
        ),
        ("two scores of 1000 share the weight evenly",),
        spread(4, fixed(slope(math.sqrt(8))), 3),
        spread(16, fixed(slope(math.sqrt(32)), 4), 3),
        spread(64, f"${power(slope(GAP))}$", 3),
        spread(512, f"${power(slope(32))}$", 4),
        (
            "For scores 8 and 7.5 at $d_k = 64$ the slope falls from @ to @, see",
            fixed(slope(0.5)),
            fixed(scaled_slope(0.5, D_K)),
        ),
        ("equal at a gap of about @; beyond", MARGIN),
        ("Typical gaps at $d_k = 64$ are far beyond",),
        ("For the scores 2, 4, 6 at $d_k = 4$:",),
        ("| nothing | @, @, @ |", *row(softmax([2, 4, 6]))),
        (r"| $\sqrt{d_k} = @$ | @, @, @ |", whole(math.sqrt(4)), *row(softmax([1, 2, 3]))),
        ("| $d_k = 4$ | @, @, @ |", *row(softmax([0.5, 1, 1.5]))),
        (
            "with 8 heads of size 64 it divides by @ where @ is right",
            fixed(math.sqrt(8 * 64), 1),
            whole(math.sqrt(64)),
        ),
        (r"give $\mathbb{E}[q \cdot k] = @$? ::", whole(D_K * 0 * 0)),
        ("for independent entries with mean 0 and variance 1? :: @", whole((1 + 0) * (1 + 0))),
        ("at $d_k = 64$, for independent standardised entries? :: @", whole(math.sqrt(D_K))),
        (
            "At $d_k = 64$, beyond which gap of raw scores does scaling make the gradient larger? :: about @",
            MARGIN,
        ),
    ],
    "score-matrix": [
        (
            "For $n = m = 512$ and $d_k = 64$ that makes @ dot products and @ multiplications.",
            whole(512 * 512, ","),
            whole(512 * 512 * 64, ","),
        ),
        ("At $n = m = 4096$ and 2 bytes an entry that is @ MiB a head.", whole(4096 * 4096 * 2 / 2**20)),
        ("Twice the length takes four times",),
    ],
    "similarity": [
        (
            "@ for ten keys, @ for a thousand",
            fixed(softmax([1.0] + 9 * [-1.0])[0]),
            fixed(softmax([1.0] + 999 * [-1.0])[0], 4),
        ),
        *(looked(key) for key in ((4, 2), (0.1, 0), (-1, 2), (-4, 3), (-2, -1))),
        *(ranked(key) for key in ((1, 1), (4, 2), (3, 0))),
        (r"says that the angle is beyond $@^\circ$", RIGHT_ANGLE),
        (r":: It is beyond $@^\circ$", RIGHT_ANGLE),
        (r":: An angle near $@^\circ$", RIGHT_ANGLE),
    ],
    "softmax": [
        (
            "For the scores 100, 102, 103 the weights are @, @, @. "
            "Less 103, that is for $@, @, @$, they are the same.",
            *row(softmax([100, 102, 103])),
            *(whole(score - 103) for score in (100, 102, 103)),
        ),
        ("Divided by 10 they are @, @, @.", *row(softmax([10, 10.2, 10.3]))),
        ("| 1000, 1000 | @, @ |", *row(softmax([1000, 1000]), 1)),
        ("| 1, 0 | @, @ |", *row(softmax([1, 0]))),
        ("| 8, 7.5 | @, @ |", *row(softmax(PAIR))),
        (
            "| 10, 5, 1 | @, @, @ |",
            *row(softmax([10, 5, 1])[:2]),
            fixed(softmax([10, 5, 1])[2], 4),
        ),
        ("| 0 | @ | @ |", fixed(larger(0), 4), fixed(slope(0), 2)),
        ("| 1 | @ | @ |", fixed(larger(1), 4), fixed(slope(1))),
        ("| 2 | @ | @ |", fixed(larger(2), 4), fixed(slope(2))),
        ("| 5 | @ | @ |", fixed(larger(5), 4), fixed(slope(5), 4)),
        ("| 10 | @ | $@$ |", fixed(larger(10), 5), power(slope(10))),
        (":: @, at $p = @$", fixed(slope(0), 2), fixed(larger(0), 1)),
        (r"What is $\text{softmax}([1, 0])$, to three decimals? :: $(@, @)$", *row(softmax([1, 0]))),
        (r"What is $\text{softmax}([8, 7.5])$, to three decimals? :: $(@, @)$", *row(softmax(PAIR))),
        (r"What is $\text{softmax}([1000, 1000])$? :: $(@, @)$", *row(softmax([1000, 1000]), 1)),
    ],
    "worked-examples": [
        (rf"Given $d_k = 4$, $d_v = 3$ and $$Q = {matrix([QUERY])}, \quad K = {matrix(KEYS)},",),
        (rf"\quad V = {matrix(VALUES)}$$ **Scores.**",),
        (rf"$$QK^T = {matrix([QUERY])} {matrix(columns(KEYS))} = {matrix([SCORES])}$$",),
        (r"**Scale** by $\sqrt{d_k} = @$:", whole(math.sqrt(len(QUERY)))),
        (rf"\frac{{QK^T}}{{\sqrt{{d_k}}}} = {matrix([LOGITS])}$$",),
        ("the weights would be @ and @.", *row(softmax(SCORES))),
        (
            r"With $e^1 \approx @$ and $e^0 = @$ the sum is @:",
            fixed(math.exp(1)),
            whole(math.exp(0)),
            fixed(math.exp(1) + math.exp(0)),
        ),
        (rf"\approx {matrix([WEIGHTS], 3)}$$",),
        ("About @ % of the attention goes to the first key", fixed(100 * WEIGHTS[0], 0)),
        ("still gets @ %", fixed(100 * WEIGHTS[1], 0)),
        (rf"$$AV \approx @ {matrix(VALUES[:1])} + @ {matrix(VALUES[1:])} =", *row(WEIGHTS)),
        (r"= \begin{bmatrix}@ & @ & @\end{bmatrix}$$ It is mostly", *row(OUTPUT[:2]), whole(OUTPUT[2])),
        ("One row of $d_v = @$ entries came out", str(len(OUTPUT))),
        (r"Given $d_k = 64$ and two scores, $QK^T = \begin{bmatrix}8 & 7.5\end{bmatrix}$.",),
        (r"scaled by $\sqrt{64} = @$", whole(math.sqrt(D_K))),
        ("| logits | 8, 7.5 | @, @ |", whole(PAIR_SCALED[0]), fixed(PAIR_SCALED[1], 4)),
        ("| gap | @ | @ |", fixed(PAIR[0] - PAIR[1], 1), fixed(PAIR_SCALED[0] - PAIR_SCALED[1], 4)),
        ("| weights | @, @ | @, @ |", *row(softmax(PAIR)), *row(softmax(PAIR_SCALED))),
        ("$p(1 - p)$ | @ | @ |", fixed(slope(0.5)), fixed(slope(0.0625))),
        (
            "| @ | @ / @ = @ |",
            fixed(slope(0.5)),
            fixed(slope(0.0625), 4),
            whole(math.sqrt(D_K)),
            fixed(scaled_slope(0.5, D_K)),
        ),
        ("Is @ more than @, so", fixed(slope(0.0625)), fixed(slope(0.5))),
        ("by the @ of the chain rule", whole(math.sqrt(D_K))),
        ("and a gap of 0.5 is far from that",),
        (r"at $d_k = 64$ is $\sqrt{2 \cdot 64} \approx @$:", fixed(GAP, 1)),
        ("| at a gap of @ |", fixed(GAP, 1)),
        ("| larger weight | @ | @ |", fixed(larger(GAP), 5), fixed(larger(GAP / 8))),
        ("| slope in the raw scores | $@$ | @ |", power(slope(GAP)), fixed(scaled_slope(GAP, D_K))),
        ("level at a gap of about @.", MARGIN),
        (rf"Given $d_k = 2$ and $$Q = K = {matrix(UNIT)}, \quad V = {matrix(((1, 2), (3, 4)))}$$",),
        (
            r"\begin{bmatrix}@ & @\\@ & @\end{bmatrix}$$ **Softmax, row by row:**",
            fixed(UNIT_LOGITS[0][0], 4),
            whole(UNIT_LOGITS[0][1]),
            whole(UNIT_LOGITS[1][0]),
            fixed(UNIT_LOGITS[1][1], 4),
        ),
        (rf"$$A \approx {matrix(UNIT_WEIGHTS, 4)}$$",),
        (rf"$$AV \approx {matrix(UNIT_OUTPUT, 4)}$$",),
        (
            "What weights do the raw scores $(2, 0)$ give at $d_k = 4$, to three decimals? :: $(@, @)$",
            *row(WEIGHTS),
        ),
        (":: No: $e^0 = @$", whole(math.exp(0))),
        (
            "Why does the slope $@$ after scaling not beat $@$ before, "
            "for scores 8 and 7.5 at $d_k = 64$? ::",
            fixed(slope(0.0625)),
            fixed(slope(0.5)),
        ),
        (
            "In the raw scores it is $@ / @$, about @.",
            fixed(slope(0.0625)),
            whole(math.sqrt(D_K)),
            fixed(scaled_slope(0.5, D_K)),
        ),
        ("with values of size $d_v = 3$? :: one row of @ entries", str(len(OUTPUT))),
        ("The weights are $(@, @)$, the values $(5, 0, 0)$ and $(0, 3, 0)$.", *row(WEIGHTS)),
        (":: $(@, @, @)$", *row(OUTPUT[:2]), whole(OUTPUT[2])),
    ],
    "attention-mask": [
        (r"\qquad M_{ij} = 0 \text{ or } -\infty$$",),
        (r"$e^{-\infty} = @$", whole(math.exp(-math.inf))),
        ("of the $n^2$ scores: @ of @ for four tokens", whole(causal(4)), whole(4 * 4)),
        (
            r"| $-\infty$ | @, @, @ |",
            *row(softmax([1, 2, -math.inf])[:2]),
            whole(softmax([1, 2, -math.inf])[2]),
        ),
        ("| 0 | @, @, @ |", *row(softmax([1, 2, 0]))),
        ("an ordinary score, with $e^0 = @$.", whole(math.exp(0))),
        (
            "turned $-10^9$ into $10^{-9}$ in real code. "
            "Beside scores of $-2$ and $-1$ the blocked key then gets @,",
            fixed(softmax([-2, -1, 1e-9])[2]),
        ),
        ("In the example @ would be left", fixed(sum(softmax([1, 2, 0])[:2]))),
        (rf"$${matrix(TRIANGLE)} \to",),
        (
            r"\to \begin{bmatrix}@ & 0 & 0\\@ & @ & 0\\@ & @ & @\end{bmatrix}$$",
            *(whole(weight) for weight in softmax(TRIANGLE[0][:1])),
            *row(softmax(TRIANGLE[1][:2])),
            *row(softmax(TRIANGLE[2])),
        ),
        ("with scores 2, 0.5, 0.8, 1 and four times 0:",),
        ("not masked: @, @, @, @, and @ for each of the four", *row(softmax([*PADDED, 0, 0, 0, 0])[:5])),
        ("the four masked: @, @, @, @, and nothing", *row(softmax(PADDED))),
        ("In small even $-10^9$ is",),
        ("and not to 0? :: $e^0 = @$", whole(math.exp(0))),
    ],
    "number-formats": [
        stored(16, 11, whole(largest(11, 16)), exp_limit(11, 16)),
        stored(16, 8, f"${power(largest(8, 128))}$", exp_limit(8, 128)),
        stored(32, 24, f"${power(largest(24, 128))}$", exp_limit(24, 128)),
        stored(64, 53, f"${power(largest(53, 1024))}$", exp_limit(53, 1024)),
        ("a score of @ is enough", str(math.ceil(exp_limit(11, 16)))),
        ("the largest exponential is then $e^0 = @$.", whole(math.exp(0))),
        ("too. In format $-10^9$ becomes",),
        ("With 11 significant bits format holds every whole number up to @.", half(2048)),
        ("From there to @ the step is @, then @, and so on.", half(4096), half_step(2048), half_step(4096)),
        ("whose last bit is 0. So 2049 becomes @ and 2051 becomes @.", half(2049), half(2051)),
        ("from 256 to 512 its step is already @.", whole(2 ** (9 - 8))),
        ("largest finite number of format? :: @", whole(largest(11, 16))),
        (":: about @ Beyond", fixed(exp_limit(11, 16), 1)),
        (":: about @ What does", fixed(exp_limit(24, 128), 1)),
        ("has 8 significant bits instead of 24.",),
        ("hold every whole number? :: @", half(2048)),
        ("between 2048 and 4096? :: @", half_step(2048)),
        ("What does $-10^9$ become in format?",),
    ],
    "key-value-cache": [
        (
            "For 32 layers of 32 heads of size 128 and 4096 tokens in 2 bytes that is @ GiB",
            whole(2 * 32 * 32 * 128 * 4096 * 2 / 2**30),
        ),
        ("8 groups of 32 heads make @ MiB of the @ GiB", *(whole(each) for each in CACHE)),
        ("Counted are multiplications with their additions, 2 operations each.",),
        ("| $@ n^2 d$ |", str(2 * len(("QK", "AV")))),
        ("| $@ n d^2$ |", str(2 * len("QKVO"))),
        ("They are level at $n = @d$.", whole(8 / 4)),
        (":: $2 L h_{kv} d_h n b$",),
        (":: $@ n^2 d$, at 2 for", str(2 * len(("QK", "AV")))),
        ("as its four projections? :: $n = @d$", whole(8 / 4)),
    ],
    "projections": [
        (
            r"For $d_\text{model} = 512$ and $d_k = 64$ the two factors hold @ numbers, "
            "where a free matrix would hold @.",
            whole(2 * 512 * 64, ","),
            whole(512 * 512, ","),
        ),
        (rf"$$X = {matrix(TOKENS)}, \quad W_Q = {matrix(W_Q)}, \quad W_K = {matrix(W_K)}$$",),
        (rf"$$Q = X W_Q = {matrix(QUERIES_MADE)}, \quad K = X W_K = {matrix(KEYS_MADE)},",),
        (rf"S = QK^T = {matrix(SCORES_MADE)}$$",),
        (rf"The matrix in the middle is $W_Q {{W_K}}^T = {matrix(MIDDLE)}$.",),
        (
            r"$S_{12} = x_1^T W_Q {W_K}^T x_2 = @ + @ = @$. And $S_{21} = @$",
            *(whole(entry) for entry in product(TOKENS[:1], MIDDLE)[0]),
            whole(product(product(TOKENS[:1], MIDDLE), columns(TOKENS[1:]))[0][0]),
            whole(SCORES_MADE[1][0]),
        ),
    ],
    "cross-attention": [
        ("With 3 queries, 5 keys, $d_k = 4$ and $d_v = 7$:",),
        (r"| scores and weights | $3 \times 5$ |",),
        (r"| output | $3 \times 7$ |",),
        (r"the output of 3 queries and 5 keys have, with $d_k = 4$ and $d_v = 7$? :: $3 \times 7$",),
    ],
    "multi-head-attention": [
        (
            r"For $d_\text{model} = 512$ and 8 heads, $d_k = @$, and each head divides its scores by @.",
            whole(512 / 8),
            whole(math.sqrt(512 / 8)),
        ),
        (r"$@\, d_\text{model}^2$ = @ parameters", str(len("QKVO")), whole(4 * 512**2, ",")),
        ("A model of size 512 has 8 heads. What is $d_k$ of one head? :: @", whole(512 / 8)),
        ("it is $@ d^2$ for any number of heads", str(len("QKVO"))),
    ],
    "positional-encoding": [
        (r"\sin\frac{t}{10000^{2i/d_\text{model}}}",),
        (r"\cos\frac{t}{10000^{2i/d_\text{model}}}",),
    ],
    "common-mistakes": [
        (r"$\text{softmax}([1000, 1000])$ is even",),
        (r"any angle beyond $@^\circ$", RIGHT_ANGLE),
        ("means no attention. | $e^0 = @$.", whole(math.exp(0))),
        ("$10^{-9}$ written for $-10^9$",),
    ],
    "plain-words": [
        ('Say "Plants" gets 10, "Energy" 5 and "Knights" 1.',),
        (
            "With 10, 5 and 1 the shares are @, @ and @.",
            *row(softmax([10, 5, 1])[:2]),
            fixed(softmax([10, 5, 1])[2], 4),
        ),
        (
            "If there were 16, divide by @: the scores are now @, @ and @, and the shares @, @ and @.",
            whole(math.sqrt(16)),
            *(f"{score / 4:g}" for score in (10, 5, 1)),
            *row(softmax([2.5, 1.25, 0.25])),
        ),
    ],
    "vocabulary": [
        ("at $d_k = 64$, unscaled? :: @", whole(D_K)),
        ("divided at $d_k = 16$? :: @", whole(math.sqrt(16))),
        ("attention weights sum to? :: @", whole(sum(WEIGHTS))),
        ("as a decimal? :: @", fixed(slope(0), 2)),
        ("block among 4 tokens? :: @", whole(causal(4))),
        (
            "The query is $(1, 2)$, the key $(3, -1)$. What is their dot product? :: @",
            whole(dot((1, 2), (3, -1))),
        ),
        ("a single key, whatever its score? :: @", whole(softmax([-3.0])[0])),
    ],
}
