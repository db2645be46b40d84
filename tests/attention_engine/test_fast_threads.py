"""Threads, BLAS's own threads, and memory."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from attention_engine import fast
from attention_engine.fast import blas, exponential
from attention_engine.fast.blas import SingleThreadedBlas, single_threaded
from attention_engine.fast.pool import Pool
from tests.attention_engine.test_fast_agreement import drawn


class FakeLibrary:
    """A BLAS that only remembers its number of threads."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def get_num_threads(self) -> int:
        return self.threads

    def set_num_threads(self, threads: int) -> None:
        self.threads = threads


def test_blas_gets_its_threads_back_after_an_exception() -> None:
    library = FakeLibrary(8)
    context = SingleThreadedBlas([library])
    with pytest.raises(ZeroDivisionError), context as threads:
        assert library.threads == 1
        assert threads == min(8, blas.processors())
        with context:
            assert library.threads == 1
        assert library.threads == 1, "the outer one is still inside"
        raise ZeroDivisionError
    assert library.threads == 8


def test_without_a_blas_that_can_be_set_one_thread_works() -> None:
    with SingleThreadedBlas([]) as threads:
        assert threads == 1


def test_a_call_leaves_the_real_setting_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    libraries = single_threaded()._controllers
    before = [library.get_num_threads() for library in libraries]
    q, k, v, _ = drawn((2,), 300, 300, 8, 8, "float32")
    fast.forward(q, k, v)
    assert [library.get_num_threads() for library in libraries] == before

    def fails(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("attention_engine.fast.tiles.Blocks.block", fails)
    with pytest.raises(MemoryError):
        fast.forward(q, k, v)
    assert [library.get_num_threads() for library in libraries] == before


@pytest.mark.parametrize("shape", [(4, 400, 16), (64, 40, 8), (600, 4, 3)])
def test_several_threads_at_once_get_the_same_as_one(shape: tuple[int, int, int]) -> None:
    count, n, d = shape
    q, k, v, do = drawn((count,), n, n, d, d, "float32")

    def call(_: int) -> list[bytes]:
        out, lse = fast.forward(q, k, v, causal=True)
        return [x.tobytes() for x in (out, lse, *fast.backward(q, k, v, do, out, lse, causal=True))]

    alone = call(0)
    with ThreadPoolExecutor(4) as callers:
        assert all(result == alone for result in callers.map(call, range(12)))


def test_the_pool_does_each_task_once_and_raises_the_first_error() -> None:
    pool, done = Pool(), []
    pool.run(done.append, 100, 3)
    assert sorted(done) == list(range(100))

    def fails(index: int) -> None:
        if index == 3:
            raise ValueError("three")

    with pytest.raises(ValueError, match="three"):
        pool.run(fails, 10, 3)
    pool.run(done.append, 2, 3)
    assert len(done) == 102


@pytest.mark.skipif(not hasattr(sys, "platform") or sys.platform == "win32", reason="no fork there")
def test_a_forked_child_can_compute_too() -> None:
    program = """
import os, numpy as np
from attention_engine import fast
q = np.random.default_rng(0).standard_normal((4, 400, 16))
out = fast.forward(q, q, q)[0]
child = os.fork()
if child == 0:
    os._exit(0 if np.array_equal(fast.forward(q, q, q)[0], out) else 1)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True, timeout=60)


def test_the_exponential_is_chosen_once() -> None:
    for dtype in (np.dtype(np.float32), np.dtype(np.float64)):
        chosen = exponential.quickest(dtype)
        assert exponential.quickest(dtype) is chosen
        assert chosen.name in ("exp", "exp2")
        assert np.allclose(chosen.function(np.array([-1.5, 2.0]) * chosen.factor), np.exp([-1.5, 2.0]))


@pytest.mark.parametrize("way", [exponential.NATURAL, exponential.BASE_TWO])
def test_both_exponentials_give_the_same(
    way: exponential.Exponential, monkeypatch: pytest.MonkeyPatch
) -> None:
    q, k, v, do = drawn((), 300, 300, 8, 8, "float64")
    out, lse = fast.forward(q, k, v, softcap=3.0)
    gradients = fast.backward(q, k, v, do, out, lse, softcap=3.0)
    for module in ("tiles", "gradients"):
        monkeypatch.setattr(f"attention_engine.fast.{module}.quickest", lambda _: way)
    again, again_lse = fast.forward(q, k, v, softcap=3.0)
    assert np.allclose(again, out, rtol=0, atol=1e-13) and np.allclose(again_lse, lse, rtol=1e-13)
    for one, other in zip(gradients, fast.backward(q, k, v, do, out, lse, softcap=3.0), strict=True):
        assert np.allclose(one, other, rtol=0, atol=1e-12)


def peak(n: int, *, backward: bool) -> int:
    """Bytes beyond inputs and results, at the worst moment."""
    q, k, v, do = drawn((), n, n, 16, 16, "float32")
    out, lse = fast.forward(q[:600], k[:600], v[:600])  # the buffers that stay
    fast.backward(q[:600], k[:600], v[:600], do[:600], out, lse)
    tracemalloc.start()
    out, lse = fast.forward(q, k, v)
    results = [out, lse, *(fast.backward(q, k, v, do, out, lse) if backward else ())]
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most - sum(x.nbytes for x in results)


@pytest.mark.parametrize("backward", [False, True])
def test_memory_grows_with_n_and_not_with_its_square(backward: bool) -> None:
    n = 6000
    assert peak(n, backward=backward) < 4 * n * 16 * 4 * (4 if backward else 1) + 2_000_000 < n * n * 4
