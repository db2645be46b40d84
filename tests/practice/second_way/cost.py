"""Costs, counted in plain loops and products."""

from __future__ import annotations

ANSWERS = {
    "loop-count": lambda g: sum(1 for _ in range(g["n"]) for _ in range(g["m"])),
    "kv-cache": lambda g: 2 * g["layers"] * g["key_value_heads"] * g["head_size"] * g["n"] * g["bytes"],
    "attention-flops": lambda g: 2 * g["n"] ** 2 * g["d"] + 2 * g["n"] ** 2 * g["d"],
    "weights-memory": lambda g: g["batch"] * g["heads"] * g["n"] ** 2 * g["bytes"],
    "crossover-length": lambda g: next(
        n for n in range(1, 10 * g["d"]) if 4 * n * n * g["d"] == 8 * n * g["d"] ** 2
    ),
}
