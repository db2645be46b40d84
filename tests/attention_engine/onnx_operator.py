"""ONNX's `Attention` operator, said with the engine's functions: how its inputs and attributes map onto ours.

https://onnx.ai/onnx/operators/onnx__Attention.html
"""

from __future__ import annotations

import importlib
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import onnx
from onnx.backend.test.case import node as node_cases

from attention_engine import (
    BFLOAT16,
    attention,
    band_mask,
    biased,
    causal_mask,
    combine_masks,
    masked,
    merge_heads,
    output,
    padding_mask,
    rounded,
    scores,
    split_heads,
    trace,
)
from attention_engine.arrays import Floats

Arrays = dict[str, np.ndarray[Any, Any]]


@cache
def cases() -> dict[str, Any]:
    """The node cases of `Attention` alone, without those that expand it into other operators, by name."""

    def attention_only(package: ModuleType) -> None:
        importlib.import_module(f"{package.__name__}.attention")

    everything = node_cases.import_recursive
    node_cases.import_recursive = attention_only  # collecting all operators takes 10 s
    try:
        collected = node_cases.collect_testcases("Attention")
    finally:
        node_cases.import_recursive = everything
    return {case.name: case for case in collected if case.model.graph.node[0].op_type == "Attention"}


def run(node: onnx.NodeProto, given: list[np.ndarray[Any, Any]]) -> Arrays:
    """The outputs of the node, by their names in the operator's specification."""
    slots = ("Q", "K", "V", "attn_mask", "past_key", "past_value", "nonpad_kv_seqlen")
    names = [slot for slot, name in zip(slots, node.input, strict=False) if name]
    x = dict(zip(names, given, strict=True))
    a = {each.name: onnx.helper.get_attribute_value(each) for each in node.attribute}
    kind = x["Q"].dtype
    coarse = kind.kind == "V"  # bfloat16, which is no type of NumPy's own
    x = {name: array.astype(np.float32) if array.dtype.kind == "V" else array for name, array in x.items()}

    q, k, v = x["Q"], x["K"], x["V"]
    flat = q.ndim == 3
    if flat:  # (B, n, h·d) → (B, h, n, d)
        q = split_heads(q, a["q_num_heads"])
        k, v = split_heads(k, a["kv_num_heads"]), split_heads(v, a["kv_num_heads"])
    past = 0
    if "past_key" in x:
        past = x["past_key"].shape[2]
        k, v = np.concatenate((x["past_key"], k), axis=2), np.concatenate((x["past_value"], v), axis=2)

    options = _options(a, x, q.shape[2], k.shape[2], past)
    if coarse:
        y = _in_bfloat16(q, k, v, options)
        return {"Y": (merge_heads(y) if flat else y).astype(kind)}
    y = attention(q, k, v, **options)
    stages = trace(q, k, v, **options)
    np.testing.assert_array_equal(y, stages.output)
    shown = (stages.scaled, stages.capped, stages.masked, stages.weights)[a.get("qk_matmul_output_mode", 0)]
    outputs = {
        "Y": merge_heads(y) if flat else y,
        "present_key": k,
        "present_value": v,
        "qk_matmul_output": shown,
    }
    return {name: array.astype(kind) for name, array in outputs.items()}


def _in_bfloat16(q: Floats, k: Floats, v: Floats, options: dict[str, Any]) -> Floats:
    """The stages one by one, rounded after each as the expected values are: 1e-3 is finer than the type."""
    root = rounded(np.sqrt(options["scale"] or q.shape[-1] ** -0.5), BFLOAT16)  # a square root in q and in k
    s = rounded(scores(rounded(q * root, BFLOAT16), rounded(k * root, BFLOAT16)), BFLOAT16)
    s = s if options["bias"] is None else rounded(biased(s, options["bias"]), BFLOAT16)
    bands = causal_mask(*s.shape[-2:], offset=options["offset"]) if options.get("causal") else None
    s = masked(s, combine_masks(options["mask"], bands))
    with np.errstate(invalid="ignore"):
        e = rounded(np.exp(rounded(s - np.maximum(s.max(axis=-1, keepdims=True), -1e30), BFLOAT16)), BFLOAT16)
    total = np.zeros_like(e[..., :1])
    for j in range(e.shape[-1]):  # a sum that is rounded at every step
        total = rounded(total + e[..., j : j + 1], BFLOAT16)
    p = rounded(e / np.where(total == 0, 1, total), BFLOAT16)
    return rounded(output(p, v), BFLOAT16)


def _options(a: dict[str, Any], x: Arrays, n: int, m: int, past: int) -> dict[str, Any]:
    """The keywords of `attention`."""
    options: dict[str, Any] = {"scale": a.get("scale"), "softcap": a.get("softcap") or None, "offset": past}
    causal = bool(a.get("is_causal", 0))
    left, right = (
        None if a.get(side, -1) < 0 else a[side] for side in ("left_window_size", "right_window_size")
    )
    mask = x.get("attn_mask")
    if mask is not None and mask.shape[-1] < m:  # what a short mask does not reach is not attended to
        reach = [(0, 0)] * (mask.ndim - 1) + [(0, m - mask.shape[-1])]
        mask = np.pad(mask, reach, constant_values=False if mask.dtype == bool else -np.inf)
    booleans, options["bias"] = (mask, None) if mask is None or mask.dtype == bool else (None, mask)
    if "nonpad_kv_seqlen" in x:
        lengths = x["nonpad_kv_seqlen"]  # (B,): an offset of its own for each sequence, aligned bottom-right
        bands = [
            band_mask(n, m, left=left, right=0 if causal else right, offset=int(length) - n)
            for length in lengths
        ]
        booleans = combine_masks(booleans, padding_mask(lengths[:, None], m), np.stack(bands)[:, None])
    elif causal:
        options["causal"], options["window"] = True, None if left is None else left + 1
    elif left is not None or right is not None:
        booleans = combine_masks(booleans, band_mask(n, m, left=left, right=right, offset=past))
    options["mask"] = booleans
    return options
