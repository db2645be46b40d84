"""Bytes, counted by loops over what is kept."""

from __future__ import annotations

from typing import Any

Givens = dict[str, Any]


def cache(g: Givens) -> int:
    layer = sum(g["head_size"] * g["itemsize"] for _ in ("key", "value") for _ in range(g["key_value_heads"]))
    return sum(layer * g["n"] for _ in range(g["layers"]) for _ in range(g["batch"]))


def memory(g: Givens) -> int:
    head = sum(g["n"] * g["itemsize"] for _ in range(g["n"]))
    return sum(head for _ in range(g["batch"]) for _ in range(g["heads"]))


ANSWERS = {"kv-cache": cache, "weights-memory": memory}
