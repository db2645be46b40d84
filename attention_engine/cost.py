"""What attention costs: products, operations, bytes; and what a matrix product saves over a loop.

1 MAC (a multiplication and an addition) = 2 FLOPs. Softmax and projections are not counted with the two
products Q Kᵀ and A V. Bytes are bytes, not KiB.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attention_engine import checks
from attention_engine.attention import attention


def dot_product_count(n: int, m: int) -> int:
    """How many dot products Q Kᵀ takes: n · m."""
    return _count("n", n) * _count("m", m)


def score_macs(n: int, m: int, d_k: int) -> int:
    """Multiplications in Q Kᵀ: n · m · d_k."""
    return dot_product_count(n, m) * _count("d_k", d_k)


def attention_macs(n: int, m: int, d_k: int, d_v: int, *, heads: int = 1, batch: int = 1) -> int:
    """Multiply-additions of Q Kᵀ and A V: B h n m (d_k + d_v)."""
    return (
        _count("batch", batch) * _count("heads", heads) * dot_product_count(n, m) * (d_k + _count("d_v", d_v))
    )


def attention_flops(n: int, m: int, d_k: int, d_v: int, *, heads: int = 1, batch: int = 1) -> int:
    """2 · `attention_macs`: 4 n² d where n = m and d_k = d_v = d."""
    return 2 * attention_macs(n, m, d_k, d_v, heads=heads, batch=batch)


def projection_flops(n: int, d_model: int) -> int:
    """The four projections W_Q, W_K, W_V, W_O, each d × d: 8 n d²."""
    return 8 * _count("n", n) * _count("d_model", d_model) ** 2


def crossover_length(d: int) -> int:
    """The n beyond which the two products cost more than the four projections: 4n²d = 8nd² at n = 2d."""
    return 2 * _count("d", d)


def parameters(d_model: int, *, biases: bool = False) -> int:
    """Entries of W_Q, W_K, W_V, W_O for any number of heads: 4 d², and 4 d more with biases."""
    d = _count("d_model", d_model)
    return 4 * d * d + (4 * d if biases else 0)


def weights_bytes(n: int, m: int, *, heads: int = 1, batch: int = 1, itemsize: int = 4) -> int:
    """Bytes of all attention weights: B h n m · itemsize."""
    return (
        _count("batch", batch)
        * _count("heads", heads)
        * dot_product_count(n, m)
        * _count("itemsize", itemsize)
    )


def kv_cache_bytes(
    n: int, *, layers: int, key_value_heads: int, d_head: int, itemsize: int, batch: int = 1
) -> int:
    """Bytes of the cached keys and values of n tokens: 2 · B · L · h_kv · d_h · n · itemsize."""
    return 2 * math.prod(
        (
            _count("batch", batch),
            _count("layers", layers),
            _count("key_value_heads", key_value_heads),
            _count("d_head", d_head),
            _count("n", n),
            _count("itemsize", itemsize),
        )
    )


@dataclass(frozen=True, slots=True)
class LoopComparison:
    """Seconds for one attention of n queries and n keys, done four ways; None where it was left out."""

    n: int
    d: int
    batched: float  # two matrix products
    per_query: float  # a loop over queries, each against all keys
    per_pair: float  # a loop over pairs, one dot product at a time
    plain_python: float | None  # loops over every entry, without NumPy

    def times_faster(self) -> dict[str, float]:
        """How many times the batched call is faster than each loop."""
        loops = {"per_query": self.per_query, "per_pair": self.per_pair, "plain_python": self.plain_python}
        return {name: seconds / self.batched for name, seconds in loops.items() if seconds is not None}


def loop_comparison(
    n: int,
    d: int,
    *,
    timer: Callable[[], float],
    rng: np.random.Generator,
    repeats: int = 3,
    plain_python: bool = True,
) -> LoopComparison:
    """Measures "batching is faster than looping" for full attention, float64; it depends on what is looped.

    `timer` gives seconds that only grow (time.perf_counter); each way counts the shortest of `repeats` runs.
    The loops are honest ones: same result, no copies. At n = 512 the loop per pair takes about half a second,
    plain Python several.
    """
    size, width = checks.whole("n", n, least=1), checks.whole("d", d, least=1)
    q, k, v = rng.standard_normal((3, size, width))

    def seconds(run: Callable[[], object], times: int) -> float:
        spans = []
        for _ in range(times):
            begun = timer()
            run()
            spans.append(timer() - begun)
        return min(spans)

    times = checks.whole("repeats", repeats, least=1)
    attention(q, k, v)  # whatever is done once (imports, threads) is done now
    lists = q.tolist(), k.tolist(), v.tolist()
    return LoopComparison(
        size,
        width,
        batched=seconds(lambda: attention(q, k, v), times),
        per_query=seconds(lambda: looped_over_queries(q, k, v), times),
        per_pair=seconds(lambda: looped_over_pairs(q, k, v), times),
        plain_python=seconds(lambda: looped_in_python(*lists), 1) if plain_python else None,
    )


Matrix = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def looped_over_queries(q: Matrix, k: Matrix, v: Matrix) -> Matrix:
    """Attention with one query at a time: n products of a vector and a matrix."""
    result = np.empty((len(q), v.shape[1]))
    root = math.sqrt(q.shape[1])
    for i, query in enumerate(q):
        s = k @ query / root  # (m,)
        e = np.exp(s - s.max())
        result[i] = e @ v / e.sum()
    return result


def looped_over_pairs(q: Matrix, k: Matrix, v: Matrix) -> Matrix:
    """Attention with one (query, key) pair at a time: n · m dot products."""
    result = np.empty((len(q), v.shape[1]))
    root = math.sqrt(q.shape[1])
    for i, query in enumerate(q):
        s = np.array([query @ key / root for key in k])
        e = np.exp(s - s.max())
        a = e / e.sum()
        result[i] = sum(weight * value for weight, value in zip(a, v, strict=True))
    return result


def looped_in_python(q: list[list[float]], k: list[list[float]], v: list[list[float]]) -> list[list[float]]:
    """Attention by loops over every entry of lists of lists."""
    root = math.sqrt(len(q[0]))
    result = []
    for query in q:
        s = [sum(x * y for x, y in zip(query, key, strict=True)) / root for key in k]
        largest = max(s)
        e = [math.exp(x - largest) for x in s]
        total = sum(e)
        result.append(
            [sum(x * row[c] for x, row in zip(e, v, strict=True)) / total for c in range(len(v[0]))]
        )
    return result


def _count(name: str, value: int) -> int:
    return checks.whole(name, value, least=0)
