"""Formats round as NumPy's types and bfloat16 do, and end where they are said to."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention_engine import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, FORMATS, Format, rounded, spacing

TYPES = [(FLOAT16, np.float16), (FLOAT32, np.float32), (FLOAT64, np.float64)]


@pytest.mark.parametrize(("form", "kind"), TYPES)
def test_limits_are_those_of_numpy(form: Format, kind: type[np.floating]) -> None:
    info = np.finfo(kind)
    assert form.largest == info.max
    assert form.smallest_normal == info.tiny
    assert form.smallest == info.smallest_subnormal
    assert form.epsilon == info.eps


def test_known_limits() -> None:
    assert FLOAT16.largest == 65504
    assert FLOAT16.exp_limit == pytest.approx(11.09, abs=0.005)
    assert FLOAT32.exp_limit == pytest.approx(88.72, abs=0.005)
    assert FLOAT16.last_whole == 2048
    assert BFLOAT16.largest == pytest.approx(3.3895e38, rel=1e-4)
    assert set(FORMATS) == {"float16", "bfloat16", "float32", "float64"}


@pytest.mark.parametrize(
    ("x", "expected"), [(11, 2060), (19, 2068), (23, 2072), (27, 2076), (1, 2048), (3, 2052)]
)
def test_whole_numbers_beyond_2048_round_to_even(x: int, expected: int) -> None:
    assert rounded(2048 + x, FLOAT16) == expected
    assert float(np.float16(2048 + x)) == expected


@pytest.mark.parametrize(("form", "kind"), TYPES)
@given(st.floats(allow_nan=False))
def test_rounding_is_numpys(form: Format, kind: type[np.floating], x: float) -> None:
    with np.errstate(over="ignore", under="ignore"):
        assert rounded(x, form) == float(kind(x))


@given(st.floats(-1e30, 1e30))
def test_bfloat16_is_the_nearer_neighbour(x: float) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    assert rounded(np.float32(x), BFLOAT16) == float(np.float32(x).astype(ml_dtypes.bfloat16))


def test_spacing_doubles_at_powers_of_two() -> None:
    assert spacing([2047, 2048, 4095, 4096], FLOAT16).tolist() == [1, 2, 2, 4]
    assert spacing([0.0, 1e-8], FLOAT16).tolist() == [FLOAT16.smallest, FLOAT16.smallest]
    assert spacing(1.0, FLOAT64) == np.spacing(1.0)


def test_what_is_not_finite_stays() -> None:
    got = rounded([np.nan, np.inf, -np.inf, -1e6], FLOAT16)
    assert math.isnan(got[0])
    assert got[1:].tolist() == [np.inf, -np.inf, -np.inf]
