"""Counting the bytes that attention holds: its weights, and its key-value cache."""

from __future__ import annotations

from dataclasses import dataclass

from attention_engine import kv_cache_bytes, weights_bytes
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.steps import factors

_MEMORY = "score-matrix#^score-memory"
_CACHE_HOLDS = "key-value-cache#^cache-holds"
_CACHE_BYTES = "key-value-cache#^cache-bytes"
BITS = 8


# The key-value cache.


@dataclass(frozen=True, slots=True)
class Cache:
    """A model, and the sequences whose keys and values it keeps."""

    batch: int
    n: int
    layers: int
    query_heads: int
    key_value_heads: int
    head_size: int
    itemsize: int


def _draw_cache(draw: Draw, level: int) -> Cache:
    key_value_heads, group = draw.pick(((2, 4), (4, 2), (2, 6), (4, 3), (8, 4), (4, 8)))
    return Cache(
        batch=1 if level == 3 else draw.pick((3, 5, 6, 10)),
        n=draw.pick((100, 128, 256, 500)) if level == 3 else draw.pick((1000, 1024, 2000, 2048)),
        layers=draw.pick((6, 10, 12)) if level == 3 else draw.pick((12, 20, 24, 32)),
        query_heads=key_value_heads * group,
        key_value_heads=key_value_heads,
        head_size=draw.pick((32, 50, 64)) if level == 3 else draw.pick((64, 80, 128)),
        itemsize=draw.pick((2, 4)),
    )


def _cached(g: Cache, *, batch: int = 0, layers: int = 0, key_value_heads: int = 0, itemsize: int = 0) -> int:
    """The bytes of the cache, with the given numbers in place of the true ones."""
    return kv_cache_bytes(
        g.n,
        layers=layers or g.layers,
        key_value_heads=key_value_heads or g.key_value_heads,
        d_head=g.head_size,
        itemsize=itemsize or g.itemsize,
        batch=batch or g.batch,
    )


def _cache_prompt(g: Cache) -> str:
    sequences = (
        f"one sequence of {g.n} tokens" if g.batch == 1 else f"{g.batch} sequences of {g.n} tokens each"
    )
    return (
        f"A model has {g.layers} layers. In each, {g.query_heads} query heads share {g.key_value_heads} "
        f"key-value heads, all of size {g.head_size}. A number takes {g.itemsize} bytes. How many bytes does "
        f"the key-value cache take for {sequences}? Answer in bytes, not KiB; a product such as `2*3*4` may "
        "be typed."
    )


def _cache_solution(g: Cache) -> tuple[Step, ...]:
    token = 2 * g.layers * g.key_value_heads * g.head_size
    tokens = g.n if g.batch == 1 else g.batch * g.n
    counted = f"${g.n}$" if g.batch == 1 else f"${factors(g.batch, g.n)} = {tokens}$"
    return (
        Step(
            f"A token leaves in each layer {g.key_value_heads} keys and as many values, each of "
            f"{g.head_size} numbers: ${factors(2, g.layers, g.key_value_heads, g.head_size)} = {token}$ "
            "numbers.",
            "Queries are used once and then forgotten; keys and values are needed by all later tokens.",
        ),
        Step(
            f"There are {counted} tokens: ${factors(token, tokens)} = {token * tokens}$ numbers.",
            "The cache grows with the length, not with its square: scores are not kept.",
        ),
        Step(
            f"Each takes {g.itemsize} bytes: ${factors(token * tokens, g.itemsize)}$.",
            "Bytes are asked.",
        ),
    )


CACHE = Family(
    name="kv-cache",
    form=Form.INTEGER,
    unit="bytes",
    draw=_draw_cache,
    answer=_cached,
    prompt=_cache_prompt,
    solution=_cache_solution,
    hints=lambda g: (
        "What of a token is needed again when later tokens come, and in how many layers?",
        "Queries are not kept, so only the key-value heads count.",
        f"A token leaves ${factors(2, g.key_value_heads, g.head_size)}$ numbers in each layer.",
    ),
    wrong=(
        Wrong(
            "keys or values only",
            "One of the two is half of it: keys are needed for the scores and values for the output.",
            lambda g: _cached(g) // 2,
            _CACHE_HOLDS,
        ),
        Wrong(
            "query heads used",
            "With as many key-value heads as query heads it would be right; here groups share them, and "
            "queries are not kept.",
            lambda g: _cached(g, key_value_heads=g.query_heads),
            "key-value-cache#^grouped-heads",
        ),
        Wrong(
            "layers forgotten",
            "That is one layer; every layer has keys and values of its own.",
            lambda g: _cached(g, layers=1),
            _CACHE_HOLDS,
        ),
        Wrong(
            "numbers counted, not bytes",
            "So many numbers are kept, and each takes several bytes.",
            lambda g: _cached(g, itemsize=1),
            _CACHE_BYTES,
        ),
        Wrong(
            "bits",
            "A byte has 8 bits, and bytes are asked: the size of a number is given in bytes already.",
            lambda g: BITS * _cached(g),
            _CACHE_BYTES,
        ),
        Wrong(
            "scores kept",
            "The $n^2$ weights of each head are used at once and not needed again; only keys and values are "
            "kept.",
            lambda g: (
                g.layers * weights_bytes(g.n, g.n, heads=g.query_heads, batch=g.batch, itemsize=g.itemsize)
            ),
            "key-value-cache#^cache-queries",
        ),
        Wrong(
            "batch forgotten",
            "That is one sequence; every sequence of the batch has keys and values of its own.",
            lambda g: None if g.batch == 1 else _cached(g, batch=1),
            _CACHE_BYTES,
        ),
    ),
)


# The memory of the weights.


@dataclass(frozen=True, slots=True)
class Batch:
    """Sequences of one length, heads, and the bytes of a weight."""

    batch: int
    heads: int
    n: int
    itemsize: int


def _draw_batch(draw: Draw, level: int) -> Batch:
    return Batch(
        batch=draw.pick((3, 5, 6, 10, 16)),
        heads=draw.pick((4, 8, 12)),
        n=draw.pick((50, 64, 100, 128, 200, 500)),
        itemsize=draw.pick((2, 4)),
    )


def _weights(g: Batch, *, batch: int = 0, heads: int = 0, itemsize: int = 0) -> int:
    """The bytes of the weights, with the given numbers in place of the true ones."""
    return weights_bytes(
        g.n,
        g.n,
        heads=heads or g.heads,
        batch=batch or g.batch,
        itemsize=itemsize or g.itemsize,
    )


MEMORY = Family(
    name="weights-memory",
    form=Form.INTEGER,
    unit="bytes",
    draw=_draw_batch,
    answer=_weights,
    prompt=lambda g: (
        f"A layer of self-attention with {g.heads} heads gets a batch of {g.batch} sequences of {g.n} "
        f"tokens. A number takes {g.itemsize} bytes. How many bytes do all its attention weights take, if "
        "they are all "
        "held at once? Answer in bytes, not KiB; a product such as `2*3*4` may be typed."
    ),
    solution=lambda g: (
        Step(
            f"One head of one sequence has ${g.n}^2 = {g.n**2}$ weights.",
            "One for each pair of a query and a key, and both are the tokens.",
        ),
        Step(
            f"{g.heads} heads and {g.batch} sequences: ${factors(g.batch, g.heads, g.n**2)} = "
            f"{g.batch * g.heads * g.n**2}$ weights.",
            "Each head of each sequence has weights of its own.",
        ),
        Step(
            f"Each takes {g.itemsize} bytes: ${factors(g.batch * g.heads * g.n**2, g.itemsize)}$.",
            "At twice the length it would be four times as much.",
        ),
    ),
    hints=lambda g: (
        "How many weights has one head of one sequence?",
        f"There are ${g.n}^2$ of them, for each head and each sequence.",
        f"Multiply ${g.n}^2$ by {g.heads} heads, {g.batch} sequences and {g.itemsize} bytes.",
    ),
    wrong=(
        Wrong(
            "heads forgotten",
            "That is one head of each sequence; every head has weights of its own.",
            lambda g: _weights(g, heads=1),
            _MEMORY,
        ),
        Wrong(
            "batch forgotten",
            "That is one sequence; every sequence of the batch has weights of its own.",
            lambda g: _weights(g, batch=1),
            "score-matrix#^batched-scores",
        ),
        Wrong(
            "n instead of n²",
            "So many weights would be one for each token; there is one for each pair of tokens.",
            lambda g: weights_bytes(g.n, 1, heads=g.heads, batch=g.batch, itemsize=g.itemsize),
            _MEMORY,
        ),
        Wrong(
            "weights counted, not bytes",
            "So many weights there are, and each takes several bytes.",
            lambda g: _weights(g, itemsize=1),
            _MEMORY,
        ),
        Wrong(
            "bits",
            "A byte has 8 bits, and bytes are asked: the size of a number is given in bytes already.",
            lambda g: BITS * _weights(g),
            _MEMORY,
        ),
    ),
)

FAMILIES = (CACHE, MEMORY)
