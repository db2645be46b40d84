"""What derivations about a softmax of n logits z1 … zn share: their names, and the sum below the bar."""

from __future__ import annotations

COUNTED = {2: "both", 3: "all three", 4: "all four"}


def exponentials(n: int) -> str:
    """The sum below the bar, as it is typed: `e^z1 + e^z2`."""
    return " + ".join(f"e^z{i}" for i in range(1, n + 1))


def exponentials_tex(n: int) -> str:
    """The same as LaTeX."""
    return " + ".join(f"e^{{z_{i}}}" for i in range(1, n + 1))


def weights(n: int) -> tuple[str, ...]:
    """The names of the weights: `p_1`, `p_2`."""
    return tuple(f"p_{i}" for i in range(1, n + 1))


def where(n: int) -> dict[str, str]:
    """What the weights stand for."""
    return {f"p_{i}": f"e^z{i}/({exponentials(n)})" for i in range(1, n + 1)}


def symbols(n: int) -> str:
    """The declared logits and weights."""
    return f"{', '.join(f'z{i}' for i in range(1, n + 1))}: real; {', '.join(weights(n))}: real in (0, 1)"
