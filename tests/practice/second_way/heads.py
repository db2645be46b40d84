"""Heads, by counting entries one by one."""

from __future__ import annotations

from typing import Any

Givens = dict[str, Any]


def parameters(g: Givens) -> int:
    size = g["width"] // g["heads"]
    count = 0
    for _ in range(g["heads"]):
        count += 3 * g["width"] * size  # what makes queries, keys and values
        count += size * g["width"]  # the head's rows of W_O
    return count


def split(g: Givens) -> list[int]:
    token = g["X"][g["token"]]
    size = len(token) // g["heads"]
    return [each for place, each in enumerate(token) if place // size == g["head"]]


def joined(g: Givens) -> tuple[int, int, int]:
    entries = sum(g["size"] for _ in range(g["heads"]))
    return g["batch"], g["n"], entries


def group(g: Givens) -> int:
    shared = g["query_heads"] // g["key_value_heads"]
    owners = [head for head in range(g["key_value_heads"]) for _ in range(shared)]
    return owners[g["head"]]


ANSWERS = {
    "attention-parameters": parameters,
    "head-split": split,
    "joined-shape": joined,
    "key-value-head": group,
}
