"""Heads, by counting."""

from __future__ import annotations

from typing import Any


def split(g: dict[str, Any]) -> list[int]:
    size = len(g["x"]) // g["heads"]
    return [g["x"][g["head"] * size + place] for place in range(size)]


def group(g: dict[str, Any]) -> int:
    owners = [
        head for head in range(g["key_value_heads"]) for _ in range(g["query_heads"] // g["key_value_heads"])
    ]
    return owners[g["head"]]


ANSWERS = {
    "attention-parameters": lambda g: sum(g["width"] * g["width"] for _ in "QKVO"),
    "head-split": split,
    "joined-shape": lambda g: (g["batch"], g["n"], g["heads"] * g["size"]),
    "key-value-head": group,
}
