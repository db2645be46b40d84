"""Distances, kernels and rotations, by way of dot products."""

from __future__ import annotations

from studykit.checking.forms import (
    AllOf,
    Expanded,
    NoFunctions,
    NormsOfNames,
    NoSquaredDots,
    NotYet,
    OnlyNames,
    WithNames,
)
from studykit.derivations.derivation import Derivation, RuleQuestion, Step, WrongLine
from studykit.derivations.variants import VECTORS, under

DISTANCE = Derivation(
    name="squared-distance",
    title="the squared distance from the dot product",
    concept="similarity",
    level=1,
    statement=r"Write $\|q - k\|^2$ with the two norms and the dot product.",
    givens=r"$\|x\|^2 = x \cdot x$.",
    symbols="n: integer in [1, 5]; q, k: vector n",
    start="‖q − k‖²",
    steps=(
        Step(
            "Write the norm as a dot product and multiply out.",
            "q·q − 2 q·k + k·k",
            "the dot product is bilinear and symmetric",
            AllOf((Expanded(), NoFunctions(("norm",)))),
            ("$\\|q - k\\|^2 = (q - k) \\cdot (q - k)$.",),
            (
                WrongLine("q·q − q·k + k·k", "The mixed term comes twice: q·k and k·q."),
                WrongLine("q·q + 2 q·k + k·k", "The sign of the mixed term is minus."),
            ),
            written=("q·q − q·k − k·q + k·k", "k·k + q·q − 2 k·q", "q·q + k·k − 2 q·k"),
        ),
        Step(
            "Write it with norms.",
            "‖q‖² + ‖k‖² − 2 q·k",
            "q·q = ‖q‖²",
            AllOf((NormsOfNames(), NoSquaredDots(), Expanded())),
            ("$q \\cdot q$ and $k \\cdot k$ are squared norms.",),
            (
                WrongLine("‖q‖² + ‖k‖² − q·k", "The mixed term comes twice."),
                WrongLine("‖q‖² − ‖k‖²", "A squared norm of a difference is no difference of squared norms."),
            ),
            written=("‖k‖² + ‖q‖² − 2 q·k", "|q|^2 - 2 q·k + |k|^2", "‖q‖² − 2 k·q + ‖k‖²"),
        ),
    ),
)

KERNEL = Derivation(
    name="gaussian-kernel",
    title="weights from distances are a softmax when the keys are equally long",
    concept="similarity",
    level=3,
    statement=(
        r"Weights are made of $e^{-\|q - k\|^2/2}$. Two keys of the"
        r" same length have the dot products $s$ and $t$"
        r" with $q$. Show that the first weight is the softmax of $s$ and $t$."
    ),
    givens=r"$\|q - k\|^2/2 = r - s$ for the first key and $r - t$ for the second, with the same $r$.",
    symbols="r, s, t: real",
    start="e^(−(r−s))/(e^(−(r−s)) + e^(−(r−t)))",
    steps=(
        Step(
            "Take the factor that all terms share out.",
            "e^(−r) e^s/(e^(−r) (e^s + e^t))",
            "e^(s−r) = e^s e^(−r)",
            WithNames(("r",)),
            ("$e^{-(r - s)} = e^{-r} e^s$.",),
            (
                WrongLine(
                    "e^(−r) e^(−s)/(e^(−r) (e^(−s) + e^(−t)))", "−(r − s) = s − r: the sign of s is plus."
                ),
            ),
            written=(
                "e^s e^(−r)/((e^s + e^t) e^(−r))",
                "exp(-r) exp(s)/(exp(-r) exp(s) + exp(-r) exp(t))",
                "e^(s−r)/(e^(−r) (e^s + e^t))",
            ),
        ),
        Step(
            "Cancel.",
            "e^s/(e^s + e^t)",
            "e^(−r) is never 0",
            OnlyNames(("s", "t")),
            ("$e^{-r}$ stands above and below the bar.",),
            (
                WrongLine("s/(s + t)", "The exponentials stay."),
                WrongLine("e^t/(e^s + e^t)", "That is the weight of the other key."),
            ),
            RuleQuestion(
                "What if the keys have different lengths?",
                (
                    "then r differs from key to key and does not cancel: longer keys lose weight",
                    "nothing changes",
                    "the weights no longer sum to 1",
                ),
                0,
                "‖k‖² is part of the distance, so it cancels only if it is the same for all keys.",
            ),
            written=("1/(1 + e^(t−s))", "exp(s)/(exp(s)+exp(t))", "e^s/(e^t + e^s)"),
        ),
    ),
)

ROTARY = Derivation(
    name="rotary-score",
    title="a rotary score depends on the distance alone",
    concept="position",
    level=3,
    statement=(
        r"The query $(a, 0)$ at place $m$ and the key $(b, 0)$ at place"
        r" $n$ are turned by $m\theta$ and $n\theta$. Show"
        r" that their score depends on $m - n$ only."
    ),
    givens=r"Turned, they are $a(\cos m\theta, \sin m\theta)$ and $b(\cos n\theta, \sin n\theta)$.",
    symbols="a, b: real; theta: real; m, n: integer in [0, 20]",
    start="",
    steps=(
        Step(
            "Write the dot product of the turned vectors.",
            "a cos(m θ) b cos(n θ) + a sin(m θ) b sin(n θ)",
            "the definition of the dot product",
            NotYet(NoFunctions(("sin",)), "write the products of cosines and of sines first"),
            ("Multiply entries in the same place and add.",),
            (WrongLine("a cos(m θ) b cos(n θ) − a sin(m θ) b sin(n θ)", "A dot product adds its terms."),),
            written=(
                "a b cos mθ cos nθ + a b sin mθ sin nθ",
                "a b (cos(mθ) cos(nθ) + sin(mθ) sin(nθ))",
                "a b sin(n theta) sin(m theta) + a b cos(n theta) cos(m theta)",
            ),
        ),
        Step(
            "Use the addition theorem.",
            "a b cos((m − n) θ)",
            "cos x cos y + sin x sin y = cos(x − y)",
            NoFunctions(("sin",)),
            ("Which cosine has these two products?",),
            (
                WrongLine(
                    "a b cos((m + n) θ)",
                    "That belongs to the difference of the products: here they are added.",
                ),
                WrongLine("a b cos(m θ) cos(n θ)", "The sines are part of it."),
            ),
            written=("a b cos(m θ − n θ)", "a b cos((n − m) θ)", "b a cos(θ (m−n))"),
        ),
    ),
)

DERIVATIONS = (under(VECTORS)(DISTANCE), under(({}, {"s": "u", "t": "v"}))(KERNEL), ROTARY)
