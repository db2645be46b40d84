"""What attention costs, and that loops and one product compute the same."""

from __future__ import annotations

from itertools import count

import numpy as np
import pytest

from attention_engine import (
    attention,
    attention_flops,
    attention_macs,
    crossover_length,
    dot_product_count,
    kv_cache_bytes,
    loop_comparison,
    parameters,
    projection_flops,
    score_macs,
    weights_bytes,
)
from attention_engine.cost import looped_in_python, looped_over_pairs, looped_over_queries


def test_counts() -> None:
    assert dot_product_count(3, 5) == 15
    assert score_macs(3, 5, 4) == 60
    assert attention_macs(3, 5, 4, 7) == 15 * 11
    assert attention_flops(10, 10, 8, 8) == 4 * 10**2 * 8
    assert attention_flops(10, 10, 8, 8, heads=3, batch=2) == 6 * 4 * 10**2 * 8
    assert projection_flops(10, 8) == 8 * 10 * 8**2
    assert parameters(512) == 4 * 512**2
    assert parameters(512, biases=True) == 4 * 512**2 + 4 * 512
    assert weights_bytes(1024, 1024, heads=8, batch=2, itemsize=2) == 2 * 8 * 1024**2 * 2
    assert (
        kv_cache_bytes(1000, layers=32, key_value_heads=8, d_head=128, itemsize=2)
        == 2 * 32 * 8 * 128 * 1000 * 2
    )


@pytest.mark.parametrize("d", [3, 64, 512])
def test_beyond_the_crossover_the_products_cost_more(d: int) -> None:
    n = crossover_length(d)
    assert attention_flops(n, n, d, d) == projection_flops(n, d)
    assert attention_flops(n + 1, n + 1, d, d) > projection_flops(n + 1, d)


def test_a_count_is_not_negative() -> None:
    with pytest.raises(ValueError, match="n is -1: expected at least 0"):
        dot_product_count(-1, 3)


def test_every_loop_computes_the_same() -> None:
    q, k, v = np.random.default_rng(0).standard_normal((3, 6, 4))
    expected = attention(q, k, v)
    np.testing.assert_allclose(looped_over_queries(q, k, v), expected)
    np.testing.assert_allclose(looped_over_pairs(q, k, v), expected)
    np.testing.assert_allclose(looped_in_python(q.tolist(), k.tolist(), v.tolist()), expected)


def test_the_comparison_reads_the_timer_that_it_is_given() -> None:
    ticks = count()
    got = loop_comparison(4, 2, timer=lambda: float(next(ticks)), rng=np.random.default_rng(0), repeats=2)
    assert got.times_faster() == {"per_query": 1.0, "per_pair": 1.0, "plain_python": 1.0}
    assert next(ticks) == 2 * (3 * 2 + 1)
    short = loop_comparison(
        4, 2, timer=lambda: float(next(ticks)), rng=np.random.default_rng(0), plain_python=False
    )
    assert short.plain_python is None
    assert set(short.times_faster()) == {"per_query", "per_pair"}
