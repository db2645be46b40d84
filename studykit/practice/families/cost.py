"""Counting what attention costs: products, operations, bytes."""

from __future__ import annotations

from dataclasses import dataclass

from attention_engine import (
    attention_flops,
    crossover_length,
    dot_product_count,
    kv_cache_bytes,
    weights_bytes,
)
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many of everything; what a family does not use stays 1."""

    n: int = 1
    m: int = 1
    d: int = 1
    batch: int = 1
    layers: int = 1
    heads: int = 1
    key_value_heads: int = 1
    head_size: int = 1
    bytes: int = 1


def _loop(draw: Draw, level: int) -> Sizes:
    n = draw.between(3, 9) if level == 1 else draw.between(10, 40)
    m = draw.between(3, 9) if level == 1 else draw.between(10, 40)
    return Sizes(n=n, m=m, d=draw.pick((4, 8, 16, 32)))


LOOP = Family(
    name="loop-count",
    form=Form.INTEGER,
    draw=_loop,
    answer=lambda g: dot_product_count(g.n, g.m),
    prompt=lambda g: (
        f"{g.n} queries meet {g.m} keys, all of length $d_k = {g.d}$."
        " How many dot products does a loop over all"
        " pairs compute? (One matrix product computes exactly as many; it saves the overhead of the loop.)"
    ),
    solution=lambda g: (
        Step(
            f"Each of the {g.n} queries meets each of the {g.m} keys once: ${g.n} \\cdot {g.m}$.",
            "A pair is one entry of $QK^T$.",
        ),
    ),
    hints=lambda g: ("Count the entries of $QK^T$.", "Each query meets each key once."),
    wrong=(
        Wrong(
            "multiplications counted",
            "Each dot product takes d_k multiplications; here the products themselves are counted.",
            lambda g: g.n * g.m * g.d,
            "score-matrix#^score-cost",
        ),
        Wrong(
            "added instead of multiplied",
            "That many vectors there are; each query meets every key, so the numbers are multiplied.",
            lambda g: g.n + g.m,
            "score-matrix#^score-entry",
        ),
        Wrong(
            "one for each query",
            "A query meets every key, not only one.",
            lambda g: g.n,
            "score-matrix#^score-row",
        ),
        Wrong(
            "one matrix product",
            "It is one call, and inside it are as many dot products as in the loop.",
            lambda g: 1,
            "score-matrix#^product-or-loop",
        ),
        Wrong(
            "each pair once",
            "A query against a key is another pair than the key's token as a query: all n·m pairs count.",
            lambda g: g.n * (g.n - 1) // 2,
            "score-matrix#^score-entry",
        ),
    ),
)


def _cache(draw: Draw, level: int) -> Sizes:
    heads = draw.pick((8, 16, 32))
    return Sizes(
        n=draw.pick((128, 512, 1024)) if level == 3 else draw.pick((2048, 4096, 8192)),
        layers=draw.pick((4, 6, 12, 24)),
        heads=heads,
        key_value_heads=heads // draw.pick((2, 4)),
        head_size=draw.pick((32, 64, 128)),
        bytes=2 if level == 3 else draw.pick((2, 4)),
    )


CACHE = Family(
    name="kv-cache",
    form=Form.INTEGER,
    draw=_cache,
    answer=lambda g: kv_cache_bytes(
        g.n,
        layers=g.layers,
        key_value_heads=g.key_value_heads,
        d_head=g.head_size,
        itemsize=g.bytes,
    ),
    prompt=lambda g: (
        f"A model has {g.layers} layers, {g.heads} query heads, {g.key_value_heads} key-value heads of size"
        f" {g.head_size}, and keeps values of {g.bytes} bytes. How many bytes does the key-value cache of one"
        f" sequence of {g.n} tokens take? (Bytes, not KiB; a product such as `2*12*4*64` may be typed.)"
    ),
    solution=lambda g: (
        Step(
            "Keys and values are kept: a factor of 2.",
            "A step needs the keys and the values of all tokens before.",
        ),
        Step(
            f"$2 \\cdot {g.layers} \\cdot {g.key_value_heads} \\cdot"
            f" {g.head_size} \\cdot {g.n} \\cdot {g.bytes}$",
            "For each layer, key-value head, entry and token, so many bytes.",
        ),
    ),
    hints=lambda g: (
        "What is kept, for how many layers, heads, entries and tokens?",
        "Query heads share: only key-value heads are kept.",
    ),
    wrong=(
        Wrong(
            "keys or values only",
            "Both are kept: a factor of 2.",
            lambda g: _cache_bytes(g) // 2,
            "scaled-dot-product-attention#^query-key-value",
        ),
        Wrong(
            "query heads used",
            "Queries are not kept; groups of query heads share one key-value head.",
            lambda g: _cache_bytes(g) // g.key_value_heads * g.heads,
            "transformer/query-key-value-model#^query-and-values",
        ),
        Wrong(
            "layers forgotten",
            "Every layer keeps its own keys and values.",
            lambda g: _cache_bytes(g) // g.layers,
            "scaled-dot-product-attention#^query-key-value",
        ),
        Wrong(
            "bytes of a value forgotten",
            "That counts values; each takes several bytes.",
            lambda g: _cache_bytes(g) // g.bytes,
            "score-matrix#^score-memory",
        ),
        Wrong(
            "bits",
            "A byte has 8 bits, and bytes are asked.",
            lambda g: _cache_bytes(g) * 8,
            "score-matrix#^score-memory",
        ),
        Wrong(
            "scores kept",
            "The n² scores are not kept: only keys and values are needed again.",
            lambda g: g.layers * g.heads * g.n * g.n * g.bytes,
            "score-matrix#^score-memory",
        ),
    ),
)


def _cache_bytes(g: Sizes) -> int:
    return 2 * g.layers * g.key_value_heads * g.head_size * g.n * g.bytes


def _flops(draw: Draw, level: int) -> Sizes:
    return Sizes(n=draw.pick((10, 16, 20, 32, 50, 64, 100)), d=draw.pick((4, 8, 24, 40, 48)))


FLOPS = Family(
    name="attention-flops",
    form=Form.INTEGER,
    draw=_flops,
    answer=lambda g: attention_flops(g.n, g.n, g.d, g.d),
    prompt=lambda g: (
        f"Self-attention of one head, $n = {g.n}$ tokens, $d_k = d_v ="
        f" {g.d}$. How many floating-point operations do"
        " $QK^T$ and $AV$ take together? (1 multiply-add = 2 operations;"
        " softmax and projections are not counted.)"
    ),
    solution=lambda g: (
        Step(
            f"$QK^T$: ${g.n}^2 \\cdot {g.d}$ multiply-adds.", "One dot product of length $d_k$ for each pair."
        ),
        Step(
            f"$AV$: as many, ${g.n}^2 \\cdot {g.d}$.",
            "Each of the $n \\cdot d_v$ outputs sums over $n$ keys.",
        ),
        Step(
            f"$2 \\cdot 2 \\cdot {g.n}^2 \\cdot {g.d}$",
            "Two products, and two operations for each multiply-add.",
        ),
    ),
    hints=lambda g: (
        "Count the multiply-adds of both products.",
        "Each product takes $n^2 d$ multiply-adds, each of 2 operations.",
    ),
    wrong=(
        Wrong(
            "multiply-adds counted",
            "A multiply-add counts as 2 operations.",
            lambda g: 2 * g.n * g.n * g.d,
            "score-matrix#^score-cost",
        ),
        Wrong(
            "only the scores, as multiply-adds",
            "That is one of the two products, with each multiply-add counted once.",
            lambda g: g.n * g.n * g.d,
            "score-matrix#^score-cost",
        ),
        Wrong(
            "roles of n and d swapped",
            "The scores grow with the square of the length: 4n²d.",
            lambda g: 4 * g.n * g.d * g.d,
            "score-matrix#^memory-growth",
        ),
        Wrong(
            "projections included",
            "The four projections cost 8nd² on top; only the two products are asked.",
            lambda g: 4 * g.n * g.n * g.d + 8 * g.n * g.d * g.d,
            "transformer/projections#^project-queries",
        ),
    ),
)


def _memory(draw: Draw, level: int) -> Sizes:
    return Sizes(
        n=draw.pick((64, 128, 256, 512, 1000)),
        batch=draw.pick((2, 4, 16)),
        heads=draw.pick((8, 12)),
        bytes=draw.pick((2, 4)),
    )


MEMORY = Family(
    name="weights-memory",
    form=Form.INTEGER,
    draw=_memory,
    answer=lambda g: weights_bytes(g.n, g.n, heads=g.heads, batch=g.batch, itemsize=g.bytes),
    prompt=lambda g: (
        f"A batch of {g.batch} sequences of {g.n} tokens, {g.heads} heads,"
        f" {g.bytes} bytes a value. How many bytes do"
        " all attention weights of one layer take? (Bytes, not KiB; a product may be typed.)"
    ),
    solution=lambda g: (
        Step(f"One head holds ${g.n}^2$ weights.", "One for each pair of tokens."),
        Step(
            f"${g.batch} \\cdot {g.heads} \\cdot {g.n}^2 \\cdot {g.bytes}$",
            "For each sequence and head, so many bytes a weight.",
        ),
    ),
    hints=lambda g: (
        "How many weights has one head of one sequence?",
        "Multiply by sequences, heads and bytes.",
    ),
    wrong=(
        Wrong(
            "heads forgotten",
            "Each head has weights of its own.",
            lambda g: g.batch * g.n**2 * g.bytes,
            "score-matrix#^score-memory",
        ),
        Wrong(
            "n instead of n²",
            "There is a weight for each pair of tokens.",
            lambda g: g.batch * g.heads * g.n * g.bytes,
            "score-matrix#^score-memory",
        ),
        Wrong(
            "values counted, not bytes",
            "Each weight takes several bytes.",
            lambda g: g.batch * g.heads * g.n**2,
            "score-matrix#^score-memory",
        ),
        Wrong(
            "bits",
            "A byte has 8 bits, and bytes are asked.",
            lambda g: 8 * g.batch * g.heads * g.n**2 * g.bytes,
            "score-matrix#^score-memory",
        ),
        Wrong(
            "batch forgotten",
            "Each sequence of the batch has weights of its own.",
            lambda g: g.heads * g.n**2 * g.bytes,
            "score-matrix#^batched-scores",
        ),
    ),
)


CROSSOVER = Family(
    name="crossover-length",
    form=Form.INTEGER,
    draw=lambda draw, level: Sizes(d=4 * draw.between(3, 256)),
    answer=lambda g: crossover_length(g.d),
    prompt=lambda g: (
        f"At width $d = {g.d}$ the products $QK^T$ and $AV$ cost $4n^2d$"
        " operations, the four projections $8nd^2$. At"
        " which length $n$ do both cost the same?"
    ),
    solution=lambda g: (
        Step("$4n^2d = 8nd^2$", "Both sides have the factor $4nd$."),
        Step(f"$n = 2d = 2 \\cdot {g.d}$", "Dividing by $4nd$ leaves $n = 2d$."),
    ),
    hints=lambda g: ("Set both equal.", "Divide both sides by $4nd$."),
    wrong=(
        Wrong("d", "8 divided by 4 is 2: the factor stays.", lambda g: g.d, "score-matrix#^score-cost"),
        Wrong("4d", "8 divided by 4 is 2.", lambda g: 4 * g.d, "score-matrix#^score-cost"),
        Wrong("8d", "The 4 of the other side divides the 8.", lambda g: 8 * g.d, "score-matrix#^score-cost"),
        Wrong("d/2", "It is turned round: n = 8d/4.", lambda g: g.d // 2, "score-matrix#^score-cost"),
        Wrong(
            "d²",
            "One d cancels, so that n grows with d itself.",
            lambda g: g.d**2,
            "score-matrix#^score-cost",
        ),
    ),
)

FAMILIES = (LOOP, CACHE, FLOPS, MEMORY, CROSSOVER)
