"""How many entries of the score matrix a mask hides or keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from attention_engine import causal_mask, count_attended, count_masked, padding_mask, window_mask
from attention_engine.arrays import Bools
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import summed

_CAUSAL_DIAGONAL = "attention-mask#^causal-diagonal"
_CAUSAL_COUNT = "attention-mask#^causal-count"
_CAUSAL_MASK = "attention-mask#^causal-mask"
_CAUSAL_WORDS = "attention-mask#^causal-words"
_COMBINED_MASKS = "attention-mask#^combined-masks"

# Entries that a causal mask hides.


@dataclass(frozen=True, slots=True)
class Causal:
    """New queries, and the keys that a cache holds from before."""

    n: int
    cached: int


def _hidden(g: Causal) -> int:
    return count_masked(causal_mask(g.n, g.cached + g.n, offset=g.cached))


def _draw_causal(draw: Draw, level: int) -> Causal:
    if level == 1:
        return Causal(draw.between(4, 12), 0)
    return Causal(draw.between(4, 12), draw.between(2, 20))


def _if_cached(answer: Callable[[Causal], int]) -> Callable[[Causal], int | None]:
    return lambda g: answer(g) if g.cached else None


def _causal_prompt(g: Causal) -> str:
    if not g.cached:
        return (
            f"A causal mask is put on the $n \\times n$ scores of $n = {g.n}$ tokens. How many entries does "
            "it hide?"
        )
    return (
        f"A cache holds the keys of {g.cached} tokens. Now $n = {g.n}$ new tokens come at once: their {g.n} "
        f"queries are scored against all ${g.cached} + {g.n} = {g.cached + g.n}$ keys, and each query may "
        f"see the cached keys, itself, and what came before it. How many of the ${g.n} \\times "
        f"{g.cached + g.n}$ entries does the causal mask hide?"
    )


def _causal_solution(g: Causal) -> tuple[Step, ...]:
    terms = " + ".join(map(str, range(g.n - 1, -1, -1)))
    cache = (
        ()
        if not g.cached
        else (
            Step(
                "The cached keys came before every query, so none of them is hidden.", "Only later keys are."
            ),
        )
    )
    return (
        *cache,
        Step(
            f"Row $i$ hides the $n - 1 - i$ keys after query $i$: ${terms}$.",
            "Counted from 0, the first query has $n - 1$ later keys, and the last one has none.",
        ),
        Step(
            rf"$\frac{{n(n - 1)}}{{2}} = \frac{{{g.n} \cdot {g.n - 1}}}{{2}}$",
            "Half of what is off the diagonal.",
        ),
    )


MASKED_COUNT = Family(
    name="masked-count",
    form=Form.INTEGER,
    draw=_draw_causal,
    answer=_hidden,
    prompt=_causal_prompt,
    solution=_causal_solution,
    hints=lambda g: (
        "Each query sees itself and everything before it; hidden are the later keys."
        if not g.cached
        else "Which keys come after a query? Cached ones never do.",
        f"The first of the {g.n} queries has {g.n - 1} later keys, the next one {g.n - 2}, the last one "
        "none.",
        f"Add up the whole numbers from 1 to {g.n - 1}.",
    ),
    wrong=(
        Wrong(
            "entries that are kept",
            "That is how many the queries may see, the diagonal included; asked is how many are hidden.",
            lambda g: count_attended(causal_mask(g.n, g.cached + g.n, offset=g.cached)),
            _CAUSAL_DIAGONAL,
        ),
        Wrong(
            "half of the square",
            "Half of $n^2$ would cut the diagonal in two, but all of it is kept: half of $n^2 - n$ is "
            "hidden.",
            lambda g: Fraction(g.n * g.n, 2),
            _CAUSAL_COUNT,
        ),
        Wrong(
            "(n − 1)²",
            r"The hidden part is a triangle with sides of $n - 1$, so it has $\frac{n(n - 1)}{2}$ entries.",
            lambda g: (g.n - 1) ** 2,
            _CAUSAL_COUNT,
        ),
        Wrong(
            "only the first row",
            "These are the keys hidden from the first query; every other query but the last hides some too.",
            lambda g: g.n - 1,
            _CAUSAL_COUNT,
        ),
        Wrong(
            "both triangles",
            "Above and below the diagonal are $n^2 - n$ entries, and only those above it are hidden.",
            lambda g: g.n * g.n - g.n,
            _CAUSAL_MASK,
        ),
        Wrong(
            "cached tokens counted as queries",
            "The mask has a row for each new query only: the cached tokens have keys here, and no queries.",
            _if_cached(lambda g: count_masked(causal_mask(g.n + g.cached))),
            _CAUSAL_COUNT,
        ),
        Wrong(
            "cache taken for later keys",
            "This is the triangle of a mask that starts at the top left; with a cache, query $i$ stands "
            "behind all cached keys and sees them.",
            _if_cached(lambda g: count_masked(causal_mask(g.n, g.cached + g.n))),
            _CAUSAL_WORDS,
        ),
    ),
)


# Entries that a sliding window keeps.


@dataclass(frozen=True, slots=True)
class Window:
    """Tokens, and how many keys a query sees, its own included."""

    n: int
    window: int


def _draw_window(draw: Draw, level: int) -> Window:
    n = draw.between(7, 20)
    return Window(n, draw.between(3, n - 2))


WINDOW_COUNT = Family(
    name="window-count",
    form=Form.INTEGER,
    draw=_draw_window,
    answer=lambda g: count_attended(window_mask(g.n, window=g.window)),
    prompt=lambda g: (
        f"In causal attention over $n = {g.n}$ tokens each query sees a sliding window of $w = {g.window}$ "
        "keys: its own and those right before it, $i - w < j \\le i$. The first queries see fewer.\n\n"
        f"How many of the ${g.n} \\times {g.n}$ entries are kept?"
    ),
    solution=lambda g: (
        Step(
            f"Row $i$ keeps ${g.window}$ keys once $i \\ge {g.window - 1}$, which is in ${g.n} - "
            f"{g.window - 1} = {g.n - g.window + 1}$ rows: ${g.window * (g.n - g.window + 1)}$ entries.",
            "Far enough from the start, the window is full.",
        ),
        Step(
            f"The first ${g.window - 1}$ rows keep ${summed(1, g.window - 1)} = "
            f"{g.window * (g.window - 1) // 2}$.",
            "Nothing stands before the first token.",
        ),
        Step(
            rf"Together $nw - \frac{{w(w - 1)}}{{2}} = {g.n * g.window} - {g.window * (g.window - 1) // 2}$.",
            "Full windows in every row, less what is missing at the start.",
        ),
    ),
    hints=lambda g: (
        f"How many keys does query 0 see, how many query 1, and from where on are there {g.window}?",
        f"If every row kept {g.window}, there would be ${g.n} \\cdot {g.window} = {g.n * g.window}$. How "
        "many are missing at the start?",
        f"Missing are ${summed(g.window - 1, 1)}$.",
    ),
    wrong=(
        Wrong(
            "start ignored",
            "The first queries have fewer than $w$ keys to see, since nothing stands before the first token.",
            lambda g: g.n * g.window,
            _CAUSAL_WORDS,
        ),
        Wrong(
            "window one larger",
            "The query's own key is one of the $w$, so there are $w - 1$ before it.",
            lambda g: count_attended(window_mask(g.n, window=g.window + 1)),
            _CAUSAL_DIAGONAL,
        ),
        Wrong(
            "window to both sides",
            "This counts later keys as well; the mask is causal, so the window looks back only.",
            lambda g: count_attended(window_mask(g.n, window=g.window, causal=False)),
            _CAUSAL_MASK,
        ),
        Wrong(
            "window squared",
            "Each of the $n$ queries has a window of its own, so $n$ counts and not $w$ alone.",
            lambda g: g.window**2,
            "score-matrix#^score-memory",
        ),
        Wrong(
            "causal mask without the window",
            "That is all of the lower triangle; the window also hides what lies $w$ or more behind a query.",
            lambda g: count_attended(causal_mask(g.n)),
            _CAUSAL_COUNT,
        ),
    ),
)


# Entries that a causal and a padding mask hide together.


@dataclass(frozen=True, slots=True)
class Both:
    """Tokens of a padded sequence, and how many of them are real."""

    n: int
    length: int


def _causal(g: Both) -> Bools:
    return causal_mask(g.n)


def _padding(g: Both) -> Bools:
    """Which keys may be seen, for every query alike, shape (n, n)."""
    return np.broadcast_to(padding_mask(g.length, g.n), (g.n, g.n))


def _draw_both(draw: Draw, level: int) -> Both:
    n = draw.between(5, 10)
    return Both(n, draw.between(2, n - 2))


COMBINED_COUNT = Family(
    name="combined-count",
    form=Form.INTEGER,
    draw=_draw_both,
    answer=lambda g: count_masked(_causal(g) & _padding(g)),
    prompt=lambda g: (
        f"A sequence of {g.length} tokens is padded to ${g.n}$, so its scores are ${g.n} \\times {g.n}$. A "
        f"causal mask hides the later keys, a padding mask the last {g.n - g.length} keys, each for every "
        "query. The two are combined.\n\nHow many entries are hidden?"
    ),
    solution=lambda g: (
        Step(
            "An entry is hidden if either mask hides it.",
            "A key must be allowed by both masks to be seen: *and* of what is kept is *or* of what is "
            "hidden.",
        ),
        Step(
            f"The last {g.n - g.length} columns are hidden whole: ${g.n} \\cdot {g.n - g.length} = "
            f"{g.n * (g.n - g.length)}$.",
            "Padding hides a key from every query.",
        ),
        Step(
            f"In the first {g.length} columns the causal mask hides ${summed(g.length - 1, 0)} = "
            f"{g.length * (g.length - 1) // 2}$.",
            "Above the diagonal, as for the real tokens alone; the rows of padded queries lie below it.",
        ),
    ),
    hints=lambda g: (
        "Is an entry hidden if one of the masks hides it, or only if both do?",
        f"Begin with the {g.n - g.length} columns of padding, which are hidden from every query.",
        f"In the other {g.length} columns only the causal mask counts: ${summed(g.length - 1, 0)}$.",
    ),
    wrong=(
        Wrong(
            "and instead of or",
            "Those are the entries that both masks hide; a key is out of sight as soon as one of them "
            "hides it.",
            lambda g: count_masked(_causal(g) | _padding(g)),
            _COMBINED_MASKS,
        ),
        Wrong(
            "counted twice",
            "Later keys that are padding are hidden by both masks, and were counted for each; they count "
            "once.",
            lambda g: count_masked(_causal(g)) + count_masked(_padding(g)),
            _COMBINED_MASKS,
        ),
        Wrong(
            "only the causal mask",
            "Queries at the end would still see padding that comes before them; the padding mask hides it "
            "too.",
            lambda g: count_masked(_causal(g)),
            "attention-mask#^padding-words",
        ),
        Wrong(
            "only the padding mask",
            "Real tokens would still see later ones; the causal mask hides those too.",
            lambda g: count_masked(_padding(g)),
            _CAUSAL_WORDS,
        ),
        Wrong(
            "rows hidden instead of columns",
            "A padding mask hides keys, which are columns; what a padded query sees does no harm, its "
            "output is not used.",
            lambda g: count_masked(_causal(g) & _padding(g).T),
            "attention-mask#^padding-columns",
        ),
        Wrong(
            "entries that are kept",
            "That is how many pairs stay in sight; asked is how many are hidden.",
            lambda g: count_attended(_causal(g) & _padding(g)),
            _CAUSAL_MASK,
        ),
    ),
)

FAMILIES = (MASKED_COUNT, WINDOW_COUNT, COMBINED_COUNT)
