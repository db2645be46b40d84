"""The engine computes what ONNX's `Attention` operator says, case by case."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.attention_engine.onnx_operator import cases, run

NAMES = Path(__file__).with_name("onnx_cases.txt").read_text(encoding="utf-8").split()


def test_all_93_cases_are_here() -> None:
    assert len(NAMES) == 93
    assert sorted(cases()) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_case(name: str) -> None:
    case = cases()[name]
    (node,) = case.model.graph.node
    slots = ("Y", "present_key", "present_value", "qk_matmul_output")
    wanted = [slot for slot, output in zip(slots, node.output, strict=False) if output]
    compared = 0
    for given, expected in case.data_sets:
        got = run(node, given)
        for slot, array in zip(wanted, expected, strict=True):
            assert got[slot].shape == array.shape, slot
            assert got[slot].dtype == array.dtype, slot
            wide = (got[slot].astype(np.float64), array.astype(np.float64))
            np.testing.assert_allclose(*wide, rtol=case.rtol, atol=case.atol, err_msg=slot)
            compared += 1
    assert compared
