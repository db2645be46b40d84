"""How fast the attention engine is beside torch, jax and ONNX Runtime, those of them that are installed.

    python tests/benchmarks/engine.py [--haswell] [--rounds 9] [--only forward,backward]

Every figure is peer's time / our time, medians of runs in turn in one process: above 1, ours is faster.
Between two contestants there is a pause, since OpenMP's threads spin on for a while after a call and would
take a processor from the next one; the first call after it is not counted.

OPENBLAS_CORETYPE and OPENBLAS_L2_SIZE choose BLAS's kernels when it is loaded, so the script starts itself
again without them, or with Haswell's (AVX2 only). Which kernels run is printed.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))

Call = Callable[[], object]
PAUSE = 0.004  # seconds
SHAPES = [  # (B, H, n, d)
    (1, 1, 128, 64),
    (1, 8, 128, 64),
    (1, 8, 512, 64),
    (1, 1, 1024, 64),
    (1, 8, 1024, 64),
    (1, 1, 2048, 64),
    (1, 1, 4096, 64),
    (1, 1, 8192, 64),
]
WANTED: list[str] = []  # names of peers
SECTIONS = ("forward", "backward", "masks", "memory", "batches", "loops")


def main() -> None:
    """Prints the tables that were asked for."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--haswell", action="store_true", help="run BLAS with its AVX2 kernels")
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--only", default=",".join(SECTIONS), help="sections, with commas between them")
    options.add_argument("--peers", default="torch,jax,onnxruntime", help="which of them, with commas")
    options.add_argument("--peak", type=int, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.peak is not None:
        print(peak_memory(chosen.peak))
        return
    WANTED.extend(chosen.peers.split(","))
    choose_kernels("Haswell" if chosen.haswell else None)
    sections = set(chosen.only.split(","))
    print(circumstances())
    if "forward" in sections:
        versus_peers(chosen.rounds, backward=False)
    if "backward" in sections:
        versus_peers(chosen.rounds, backward=True)
    if "masks" in sections:
        masks(chosen.rounds)
    if "memory" in sections:
        memory()
    if "batches" in sections:
        batches(chosen.rounds)
    if "loops" in sections:
        loops()
    print(f"\nload at the end {load()}")


# --- circumstances ---


def choose_kernels(wanted: str | None) -> None:
    """Starts this script again where the environment asks BLAS for other kernels than wanted."""
    environment = {k: v for k, v in os.environ.items() if k not in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")}
    if wanted:
        environment["OPENBLAS_CORETYPE"] = wanted
    if environment != dict(os.environ):
        os.execve(sys.executable, [sys.executable, *sys.argv], environment)  # noqa: S606 - this very script


def circumstances() -> str:
    """Versions, kernels, threads, the exponential and the load."""
    import numpy as np
    import threadpoolctl

    from attention_engine.fast import blas, exponential

    kernels = {
        library["architecture"]
        for library in threadpoolctl.threadpool_info()
        if library["user_api"] == "blas" and "numpy" in library["filepath"].lower()
    }
    exps = ", ".join(f"{t} {exponential.quickest(np.dtype(t)).name}" for t in ("float32", "float64"))
    versions = ", ".join(f"{peer.name} {peer.version}" for peer in peers()) or "no peers installed"
    return (
        f"NumPy {np.__version__}, BLAS kernels {', '.join(map(str, kernels)) or 'unknown'}, "
        f"{blas.processors()} processors, exponential {exps}\n{versions}\nload {load()}"
    )


def load() -> str:
    """The load averages; far above what this script makes itself, figures are worth little."""
    return " ".join(f"{x:.2f}" for x in os.getloadavg())


# --- timing ---


def medians(calls: list[Call], rounds: int) -> list[float]:
    """Seconds of each call, in turn, the median of `rounds` or more runs."""
    times: list[list[float]] = [[] for _ in calls]
    for call in calls:
        call()
    for _ in range(rounds):
        for call, spans in zip(calls, times, strict=True):
            time.sleep(PAUSE)
            call()
            while True:
                begin = time.perf_counter()
                call()
                spans.append(time.perf_counter() - begin)
                if sum(spans[-10:]) > 0.002:
                    break
    return [median(spans) for spans in times]


# --- peers ---


@dataclass(frozen=True)
class Peer:
    """Another implementation; `forward` and `both` are given arrays and `causal`, and give a call."""

    name: str
    version: str
    forward: Callable[..., Call | None]
    both: Callable[..., Call | None]


def peers() -> Iterator[Peer]:
    """Those that are wanted and installed."""
    known = {"torch": torch_peer, "jax": jax_peer, "onnxruntime": onnx_peer}
    for make in (make for name, make in known.items() if name in WANTED):
        try:
            yield make()
        except ImportError:
            continue


def torch_peer() -> Peer:
    torch = importlib.import_module("torch")
    attention = torch.nn.functional.scaled_dot_product_attention

    def forward(q: Any, k: Any, v: Any, causal: bool) -> Call:
        a, b, c = (torch.from_numpy(x) for x in (q, k, v))
        return lambda: attention(a, b, c, is_causal=causal)

    def both(q: Any, k: Any, v: Any, d_output: Any, causal: bool) -> Call:
        inputs = [torch.from_numpy(x).clone().requires_grad_() for x in (q, k, v)]
        gradient = torch.from_numpy(d_output)
        return lambda: torch.autograd.grad(attention(*inputs, is_causal=causal), inputs, gradient)

    return Peer("torch", torch.__version__, forward, both)


def jax_peer() -> Peer:
    jax = importlib.import_module("jax")
    jax.config.update("jax_enable_x64", True)

    def there(*arrays: Any) -> list[Any]:  # (B, H, n, d) → (B, n, H, d), its own order
        return [jax.numpy.asarray(x.swapaxes(1, 2).copy()) for x in arrays]

    def attention(q: Any, k: Any, v: Any, causal: bool) -> Any:
        return jax.nn.dot_product_attention(q, k, v, is_causal=causal)

    def forward(q: Any, k: Any, v: Any, causal: bool) -> Call:
        inputs, compiled = there(q, k, v), jax.jit(attention, static_argnums=3)
        return lambda: compiled(*inputs, causal).block_until_ready()

    def both(q: Any, k: Any, v: Any, d_output: Any, causal: bool) -> Call:
        *inputs, gradient = there(q, k, v, d_output)
        compiled = jax.jit(
            jax.grad(lambda q, k, v: (attention(q, k, v, causal) * gradient).sum(), argnums=(0, 1, 2))
        )
        return lambda: jax.block_until_ready(compiled(*inputs))

    return Peer("jax", jax.__version__, forward, both)


def onnx_peer() -> Peer:
    runtime, onnx = importlib.import_module("onnxruntime"), importlib.import_module("onnx")
    runtime.set_default_logger_severity(4)

    def forward(q: Any, k: Any, v: Any, causal: bool) -> Call | None:
        kind = onnx.helper.np_dtype_to_tensor_dtype(q.dtype)
        infos = [
            onnx.helper.make_tensor_value_info(n, kind, x.shape)
            for n, x in zip("qkvo", (q, k, v, q), strict=True)
        ]
        node = onnx.helper.make_node("Attention", ["q", "k", "v"], ["o"], is_causal=int(causal))
        model = onnx.helper.make_model(
            onnx.helper.make_graph([node], "attention", infos[:3], infos[3:]),
            opset_imports=[onnx.helper.make_opsetid("", 23)],
            ir_version=10,
        )
        options = runtime.SessionOptions()
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            session = runtime.InferenceSession(
                model.SerializeToString(), options, providers=["CPUExecutionProvider"]
            )
        except Exception:  # noqa: BLE001 - it has no kernel for this dtype, and says so by many classes
            return None
        feed = {"q": q, "k": k, "v": v}
        return lambda: session.run(None, feed)

    return Peer("onnxruntime", runtime.__version__, forward, lambda *_: None)


# --- tables ---


def arrays(shape: tuple[int, ...], dtype: str) -> list[Any]:
    """q, k, v and the output's gradient."""
    import numpy as np

    return list(np.random.default_rng(0).standard_normal((4, *shape)).astype(dtype))


def versus_peers(rounds: int, *, backward: bool) -> None:
    """Every shape, both dtypes, full and causal, with the share of the measured peak of matrix products."""
    from attention_engine import fast

    found = list(peers())
    print(f"\n{'forward and backward' if backward else 'forward'}: peer / ours")
    print(f"{'':<38}{'ours ms':>10}{'of peak':>9}" + "".join(f"{peer.name:>13}" for peer in found))
    for dtype in ("float32", "float64"):
        # On its own: BLAS's threads wait awake for a while, and whoever comes next shares a core with them.
        (peak,) = medians([product(dtype)], rounds)
        for shape in SHAPES:
            for causal in (False, True):
                q, k, v, d_output = arrays(shape, dtype)

                def ours(q=q, k=k, v=v, d=d_output, causal=causal) -> None:  # type: ignore[no-untyped-def]
                    output, lse = fast.forward(q, k, v, causal=causal)
                    if backward:
                        fast.backward(q, k, v, d, output, lse, causal=causal)

                theirs = [
                    peer.both(q, k, v, d_output, causal) if backward else peer.forward(q, k, v, causal)
                    for peer in found
                ]
                calls = [call for call in theirs if call is not None]
                mine, *others = medians([ours, *calls], rounds)
                ratios = iter(others)
                cells = [f"{next(ratios) / mine:>13.2f}" if call else f"{'–':>13}" for call in theirs]
                b, h, n, d = shape
                work = (14 if backward else 4) * b * h * n * n * d / (2 if causal else 1)
                share = work / mine / (2 * 1024**3 / peak)
                name = f"{dtype} {shape} {'causal' if causal else 'full'}"
                print(f"{name:<38}{mine * 1e3:>10.3f}{share:>9.0%}" + "".join(cells), flush=True)


def product(dtype: str) -> Call:
    """A product of 1024 × 1024 matrices on all threads: the measured peak."""
    import numpy as np

    a, b = np.random.default_rng(0).standard_normal((2, 1024, 1024)).astype(dtype)
    out = np.empty_like(a)
    return lambda: np.matmul(a, b, out=out)


def masks(rounds: int) -> None:
    """A random boolean mask, a bias, and what causality saves, at n = 8192."""
    import numpy as np

    from attention_engine import fast

    n = 8192
    q, k, v, _ = arrays((1, 1, n, 64), "float32")
    rng = np.random.default_rng(1)
    mask = rng.random((n, n)) < 0.5
    bias = rng.standard_normal((n, n), dtype=np.float32)
    full, causal = medians(
        [lambda: fast.forward(q, k, v), lambda: fast.forward(q, k, v, causal=True)], rounds
    )
    print(f"\nn = {n}, float32: a causal call takes {causal / full:.2f} of a full one")
    try:
        torch = importlib.import_module("torch")
    except ImportError:
        return
    a, b, c = (torch.from_numpy(x) for x in (q, k, v))
    attention = torch.nn.functional.scaled_dot_product_attention
    for name, option in (("mask", mask), ("bias", bias)):
        given = torch.from_numpy(option)
        mine, theirs = medians(
            [
                lambda name=name, option=option: fast.forward(q, k, v, **{name: option}),  # type: ignore[misc]
                lambda given=given: attention(a, b, c, attn_mask=given),  # type: ignore[misc]
            ],
            max(3, rounds // 3),
        )
        print(f"random {name}: {mine * 1e3:.0f} ms, torch / ours {theirs / mine:.2f}")


def memory() -> None:
    """Peak memory beyond inputs and output, each in a process of its own."""
    print("\npeak memory beyond inputs and results, float32, d = 64")
    for n in (16384, 32768):
        command = [sys.executable, __file__, "--peak", str(n)]
        print(
            f"n = {n}: {subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()}"
        )


def peak_memory(n: int) -> str:
    """The high-water mark of resident memory, after calls that load what stays whatever the size."""
    import numpy as np

    from attention_engine import fast

    q, k, v, d = (np.ones((n, 64), np.float32) for _ in range(4))
    small = [x[:32] for x in (q, k, v)]
    fast.backward(*small, d[:32], *fast.forward(*small))
    large = np.ones((1024, 1024), np.float32)
    large @= large.copy()  # BLAS's own buffers
    del large
    told = []
    tracemalloc.start()
    before = resident("VmRSS")
    results = list(fast.forward(q, k, v))
    for name in ("forward", "forward and backward"):
        kept = sum(x.nbytes for x in results)
        allocated = tracemalloc.get_traced_memory()[1] - kept
        high = resident("VmHWM") - before - kept
        told.append(f"{name} {allocated / 2**20:.1f} MB allocated, {high / 2**20:.1f} MB resident")
        if len(told) == 1:
            results += fast.backward(q, k, v, d, *results)
    return "; ".join(told)


def resident(field: str) -> int:
    """Bytes, as Linux tells them."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field):
            return int(line.split()[1]) * 1024
    raise OSError(f"no {field} in /proc/self/status")


def batches(rounds: int) -> None:
    """Problems a second for batches of small ones, beside the best of torch's ways."""
    from attention_engine import fast

    print("\nbatches of 10,000 small problems, float32 (n, m, d): problems a second")
    for n, m, d in ((3, 4, 4), (2, 2, 2), (4, 4, 8), (8, 8, 8), (16, 16, 16)):
        count = 10_000
        q, k, v, _ = arrays((count, max(n, m), d), "float32")
        q, k, v = q[:, :n].copy(), k[:, :m].copy(), v[:, :m].copy()
        calls: list[Call] = [lambda q=q, k=k, v=v: fast.forward(q, k, v)]  # type: ignore[misc]
        calls += torch_ways(q, k, v)
        mine, *theirs = medians(calls, rounds)
        told = f"({n}, {m}, {d}): {count / mine / 1e6:.1f} M"
        print(told + (f", torch / ours {min(theirs) / mine:.2f} (the best of its ways)" if theirs else ""))


def torch_ways(q: Any, k: Any, v: Any) -> list[Call]:
    """Its attention with the batch as batch and as heads, and the three steps by hand."""
    try:
        torch = importlib.import_module("torch")
    except ImportError:
        return []
    a, b, c = (torch.from_numpy(x) for x in (q, k, v))
    attention = torch.nn.functional.scaled_dot_product_attention
    scale = q.shape[-1] ** -0.5
    return [
        lambda: attention(a, b, c),
        lambda: attention(a[None], b[None], c[None]),
        lambda: attention(a[:, None], b[:, None], c[:, None]),
        lambda: torch.bmm(torch.softmax(torch.bmm(a, b.transpose(1, 2)) * scale, -1), c),
    ]


def loops() -> None:
    """One batched call beside loops over queries, over pairs, and in plain Python."""
    import numpy as np

    from attention_engine import cost

    print("\none call beside loops, float64, d = 64: loop / call")
    for n, plain in ((64, True), (512, False), (2048, False)):
        rng = np.random.default_rng(0)
        ladder = cost.loop_comparison(n, 64, timer=time.perf_counter, rng=rng, plain_python=plain, repeats=1)
        print(
            f"n = {n}: " + ", ".join(f"{name} {times:.1f} ×" for name, times in ladder.times_faster().items())
        )


if __name__ == "__main__":
    main()
