"""Where NaN comes from in attention that is coded as its formula is written, and how far it goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attention_engine import FLOAT16, attention, causal_mask, count_masked, rounded
from attention_engine.arrays import Bools, Floats
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step

_ROW = "attention-mask#^fully-masked"
_LEAK = "attention-mask#^nan-leak"
_HALF = "number-formats#^mask-in-half"
_OUTPUT = "softmax#^output-sum"
_PLUS_INFINITY = "attention-mask#^plus-infinity"


@dataclass(frozen=True, slots=True)
class Spoilt:
    """n tokens attend to each other with values of size d_v, and something is amiss."""

    n: int
    d_v: int
    how: str
    """`positive`, `strict`, `left`, `half`, `entry` or `vector`: see `_STORIES`."""
    hidden: int
    """How many tokens the padding has."""

    @property
    def allowed(self) -> Bools:
        """Which key a query may see, shape (n, n)."""
        match self.how:
            case "positive":
                return causal_mask(self.n)
            case "strict":
                return causal_mask(self.n, offset=-1)
            case "left" | "half":
                return causal_mask(self.n) & (np.arange(self.n) >= self.hidden)
            case _:
                return np.broadcast_to(np.arange(self.n) < self.n - self.hidden, (self.n, self.n))

    @property
    def filler(self) -> float:
        """What is added to the score of a hidden key."""
        if self.how == "half":
            return float(rounded(-1e9, FLOAT16))
        return float("inf") if self.how == "positive" else float("-inf")

    @property
    def values(self) -> Floats:
        """V, shape (n, d_v), with NaN where the story puts it: in the last token, which is padding."""
        v = np.ones((self.n, self.d_v))
        if self.how == "entry":
            v[-1, -1] = np.nan
        elif self.how == "vector":
            v[-1] = np.nan
        return v


def _as_written(g: Spoilt) -> Floats:
    """softmax(S + M) V in plain floating-point arithmetic, shape (n, d_v); the scores S are all 0."""
    with np.errstate(invalid="ignore"):
        x = np.where(g.allowed, 0.0, g.filler)  # (n, n)
        powers = np.exp(x - x.max(axis=1, keepdims=True))
        p = powers / powers.sum(axis=1, keepdims=True)
        # Not `@`: a matrix product may leave out the zeros that this is about.
        return np.asarray((p[:, :, None] * g.values).sum(axis=1))


def _spoilt(out: Floats) -> int:
    return int(np.count_nonzero(np.isnan(out)))


def _guarded(g: Spoilt) -> int:
    """How many entries of the engine's output are NaN: none, it gives rows of zeros and reads no hidden "
    "value."""
    zeros = np.zeros((g.n, 1))
    return _spoilt(attention(zeros, zeros, g.values, mask=g.allowed))


def _draw_spoilt(draw: Draw, level: int) -> Spoilt | None:
    how = draw.pick(("positive", "strict", "left") if level == 3 else ("half", "entry", "vector"))
    n, d_v = draw.between(4, 9), draw.between(2, 8)
    hidden = draw.between(2, n - 2) if how not in ("positive", "strict") else 0
    return Spoilt(n, d_v, how, hidden) if len({n, d_v, hidden}) == 3 else None


def _on(*hows: str, answer: Callable[[Spoilt], int]) -> Callable[[Spoilt], int | None]:
    return lambda g: answer(g) if g.how in hows else None


_STORIES = {
    "positive": r"By a slip, its causal mask adds $+\infty$ to the scores of later keys, instead of "
    r"$-\infty$.",
    "strict": r"It adds $-\infty$ to the scores of hidden keys. By a slip, its causal mask keeps $j < i$, "
    r"where $j \le i$ was meant.",
    "left": r"It adds $-\infty$ to the scores of hidden keys. The first {hidden} tokens are padding (the "
    "sequence is padded on the left), and both a causal mask and a padding mask hold.",
    "half": "It adds $-10^9$ to the scores of hidden keys, in float16. The first {hidden} tokens are "
    "padding (the sequence is padded on the left), and both a causal mask and a padding mask hold.",
    "entry": r"It adds $-\infty$ to the scores of hidden keys. The last {hidden} tokens are padding, which "
    "is hidden from every query. Nobody filled the values of the padding in, and one number in the value "
    "of the last token is NaN.",
    "vector": r"It adds $-\infty$ to the scores of hidden keys. The last {hidden} tokens are padding, which "
    "is hidden from every query. Nobody filled the values of the padding in: the whole value vector of the "
    "last token is NaN.",
}
_STEPS: dict[str, tuple[tuple[str, str], ...]] = {
    "positive": (
        (
            r"Each row with a hidden key has $\infty$ as its largest score, and $\infty - \infty$ is NaN.",
            "The softmax subtracts the largest score first.",
        ),
        (
            "The sum of such a row is NaN, and so are all its weights and all its outputs.",
            "NaN in a sum makes the sum NaN.",
        ),
        ("Only the last query hides no key: ${n} - 1$ rows of ${d_v}$.", "It sees every token."),
    ),
    "strict": (
        (
            r"The first query has no key in sight: its largest score is $-\infty$, and $-\infty - "
            r"(-\infty)$ is NaN.",
            "No $j$ is smaller than 0.",
        ),
        (
            "Every other query sees a key: one row of ${d_v}$.",
            r"Beside a finite score, $e^{-\infty} = 0$ is harmless.",
        ),
    ),
    "left": (
        (
            "The first {hidden} queries are padding. They may see no later key, and all the keys up to "
            "their own are padding.",
            r"So their largest score is $-\infty$ too, and $-\infty - (-\infty)$ is NaN.",
        ),
        (
            "The other queries see at least their own key: ${hidden}$ rows of ${d_v}$.",
            "One finite score is enough.",
        ),
    ),
    "half": (
        (
            r"The largest finite number of float16 is 65504, so $-10^9$ becomes $-\infty$.",
            "A filler that is finite in float32 need not be so in a smaller format.",
        ),
        (
            "The first {hidden} queries see padding alone: all their scores are $-\\infty$.",
            r"Their largest score is $-\infty$ too, and $-\infty - (-\infty)$ is NaN.",
        ),
        (
            "The other queries see at least their own key: ${hidden}$ rows of ${d_v}$.",
            "One finite score is enough.",
        ),
    ),
    "entry": (
        (
            "Every query gives the last token the weight 0.",
            r"$e^{-\infty} = 0$",
        ),
        (
            r"The weight is multiplied all the same, and $0 \cdot \text{NaN}$ is NaN: one entry in each "
            "of ${n}$ rows.",
            "A weight of 0 hides every finite value, but NaN and infinity it does not.",
        ),
    ),
    "vector": (
        (
            "Every query gives the last token the weight 0.",
            r"$e^{-\infty} = 0$",
        ),
        (
            r"The weight is multiplied all the same, and $0 \cdot \text{NaN}$ is NaN: all of ${n} \cdot "
            "{d_v}$.",
            "A weight of 0 hides every finite value, but NaN and infinity it does not.",
        ),
    ),
}
_HINTS = {
    "positive": (
        r"The softmax subtracts the largest score first: what is $\infty - \infty$?",
        "Which rows hold one?",
    ),
    "strict": (
        "Which query has no key in sight?",
        r"Its largest score is $-\infty$. What is $-\infty - (-\infty)$?",
    ),
    "left": (
        "What does the first query see, which is padding itself?",
        "How many queries see nothing at all?",
    ),
    "half": ("Does float16 reach $-10^9$?", "How many queries see nothing but padding?"),
    "entry": (
        "The weight is 0. What is 0 times NaN?",
        "Which entries of the output does that number go into?",
    ),
    "vector": ("The weight is 0. What is 0 times NaN?", "Which outputs add up the values of all tokens?"),
}


def _filled(text: str, g: Spoilt) -> str:
    """Not `format`: formulas have braces of their own."""
    named = {"n": g.n, "d_v": g.d_v, "hidden": g.hidden}
    for name, number in named.items():
        text = text.replace(f"{{{name}}}", str(number))
    return text


NAN_COUNT = Family(
    name="nan-count",
    form=Form.INTEGER,
    draw=_draw_spoilt,
    answer=lambda g: _spoilt(_as_written(g)),
    prompt=lambda g: (
        r"Some code computes $O = \text{softmax}(S + M)\,V$ just as the formula reads, in floating-point "
        "arithmetic "
        "and with nothing that guards it: the softmax of a row subtracts the largest score, takes "
        "exponentials, "
        f"and divides by their sum. There are {g.n} tokens, each of them a query and a key, and their "
        "values have "
        f"{g.d_v} numbers. All scores in $S$ are finite.\n\n"
        f"{_filled(_STORIES[g.how], g)}\n\n"
        f"How many of the ${g.n} \\cdot {g.d_v} = {g.n * g.d_v}$ numbers of the output are NaN?"
    ),
    solution=lambda g: tuple(Step(_filled(text, g), _filled(why, g)) for text, why in _STEPS[g.how]),
    hints=lambda g: _HINTS[g.how],
    wrong=(
        Wrong(
            "+∞ taken for −∞",
            r"$-\infty$ would hide the keys; $+\infty$ makes them the largest score, and $\infty - "
            r"\infty$ is NaN.",
            _on("positive", answer=_guarded),
            _PLUS_INFINITY,
        ),
        Wrong(
            "weight 0 hides NaN",
            r"A weight of 0 hides every finite value, but $0 \cdot \text{NaN}$ is NaN, and the sum keeps it.",
            _on("entry", "vector", answer=_guarded),
            _LEAK,
        ),
        Wrong(
            "a row without keys gives zeros",
            r"Guarded libraries return zeros there, as this course's engine does; the formula itself reads "
            r"$-\infty - (-\infty)$, which is NaN.",
            _on("strict", "left", answer=_guarded),
            _ROW,
        ),
        Wrong(
            "−10⁹ finite in float16",
            "It is finite in float32; float16 ends at 65504, so the filler becomes $-\\infty$, and a row "
            "of it reads "
            r"$-\infty - (-\infty)$.",
            _on("half", answer=_guarded),
            _HALF,
        ),
        Wrong(
            "hidden scores counted",
            "NaN does not stay at the hidden scores: the sum of the row makes all its weights NaN, and "
            "its outputs.",
            _on("positive", answer=lambda g: count_masked(g.allowed)),
            _PLUS_INFINITY,
        ),
        Wrong(
            "weights counted, not outputs",
            "That many weights are NaN; asked are the outputs, which have $d_v$ numbers in a row.",
            _on(
                "positive", "strict", "left", "half", answer=lambda g: _spoilt(_as_written(g)) // g.d_v * g.n
            ),
            _OUTPUT,
        ),
        Wrong(
            "only the token's own output",
            "The value of a token is not its output: each query adds up the values of all tokens, so the "
            "NaN goes into every row.",
            _on("entry", "vector", answer=lambda g: int(np.count_nonzero(np.isnan(g.values)))),
            _LEAK,
        ),
        Wrong(
            "everything",
            "NaN goes along rows and columns, and no further: an output is spoilt only by its own weights "
            "and by the values of its own column.",
            lambda g: g.n * g.d_v,
            _OUTPUT,
        ),
        Wrong(
            "every padded row",
            "Padded queries see the real tokens as well, so their weights are in order; it is the values "
            "that spoil the output, of every query.",
            _on("entry", "vector", answer=lambda g: g.hidden * (1 if g.how == "entry" else g.d_v)),
            _LEAK,
        ),
    ),
)

FAMILIES = (NAN_COUNT,)
