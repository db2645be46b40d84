"""The words that every question knows: functions, constants and Greek letters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Function:
    """A known function: its name in a `Call`, and how many arguments it takes."""

    name: str
    least: int = 1
    most: int = 1


MANY: Final = 50

FUNCTIONS: Final[dict[str, Function]] = {
    name: Function(name)
    for name in (
        "sqrt", "exp", "ln", "abs", "factorial", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh",
        "tanh", "sigmoid", "relu", "sign", "floor", "ceil", "norm", "T", "softmax", "trace", "diag",
        "log1p",
    )
} | {
    "log": Function("log", 1, 2),
    "min": Function("min", 1, MANY),
    "max": Function("max", 1, MANY),
    "dot": Function("dot", 2, 2),
    "hadamard": Function("hadamard", 2, 2),
    "binomial": Function("binomial", 2, 2),
}  # fmt: skip
"""Every name that a `Call` may have. `log` has two arguments in a tree: with one it is read as `ln`."""

SPELLINGS: Final[dict[str, str]] = {name: name for name in FUNCTIONS if name != "T"} | {
    "Sqrt": "sqrt", "Exp": "exp", "Ln": "ln", "Log": "log", "Abs": "abs", "arcsin": "asin", "arccos": "acos",
    "arctan": "atan", "logistic": "sigmoid", "sgn": "sign", "ceiling": "ceil", "transpose": "T",
    "tr": "trace", "root": "sqrt", "binom": "binomial", "choose": "binomial", "comb": "binomial",
}  # fmt: skip
"""How a function may be typed, and its name."""

LOGARITHMS: Final = {"log2": 2, "log10": 10, "lg": 10, "ld": 2, "lb": 2}

MOMENTS: Final[dict[str, Literal["E", "Var", "Cov"]]] = {
    "E": "E", "Var": "Var", "var": "Var", "Cov": "Cov", "cov": "Cov",
}  # fmt: skip

ARRAYS: Final = frozenset({"matrix", "Matrix", "array", "vector", "Vector"})
"""`matrix([1, 2], [3, 4])`."""

CONSTANTS: Final[dict[str, Literal["pi", "e", "inf"]]] = {
    "pi": "pi", "π": "pi", "Pi": "pi", "e": "e", "∞": "inf",
    **dict.fromkeys(("inf", "Inf", "infinity", "infty"), "inf"),
}  # fmt: skip

SUMS: Final = frozenset({"sum", "Sum", "∑"})

GREEK: Final[dict[str, str]] = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "omicron": "ο",
    "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "chi": "χ", "psi": "ψ",
    "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π",
    "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
NAMES_OF_GREEK: Final = {letter: name for name, letter in GREEK.items()}

RESERVED: Final = frozenset({*SPELLINGS, *LOGARITHMS, *SUMS, *ARRAYS, "Var", "Cov", "var", "cov", "or", "by"})
"""Names that a question may not declare. Constants and `E` and `T` may be: the declared name wins."""
