"""The calculus of the softmax in symbols is the engine's in numbers, and every step of it holds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import sympy

import attention_engine as engine
from attention_engine import symbolic
from attention_engine.symbolic import Result

Z = np.array([0.5, -1.25, 2.0, 0.75])
G = np.array([1.0, -2.0, 0.5, 3.0])


def numbers(expression: Any, z: Any = Z, scale: float = 1.0) -> Any:
    """An expression in weights, scores, β and g as an array, at the scores z."""
    n = len(z)
    at = dict(zip(symbolic.weights(n), engine.softmax(scale * z), strict=True))
    at |= dict(zip(symbolic.scores(n), z, strict=True)) | {symbolic.BETA: scale}
    at |= dict(zip(sympy.symbols(f"g_1:{n + 1}", real=True), G, strict=False))
    found = sympy.sympify(expression).subs(at).doit()
    return np.array(found, dtype=float).reshape(found.shape) if hasattr(found, "shape") else float(found)


def slopes(f: Callable[[Any], Any], z: Any = Z, step: float = 1e-5) -> Any:
    """∂f/∂z_j along the last axis, by central differences."""
    return np.stack([(f(z + e) - f(z - e)) / (2 * step) for e in step * np.eye(len(z))], axis=-1)


def test_the_jacobian_is_the_engines() -> None:
    weights = engine.softmax(Z)
    assert numbers(symbolic.softmax_jacobian(4).value) == pytest.approx(engine.softmax_jacobian(weights))
    vjp = numbers(symbolic.softmax_vjp(4).value)[:, 0]
    assert vjp == pytest.approx(engine.softmax_vjp(weights, G))
    raw = numbers(symbolic.softmax_jacobian(2, 1 / sympy.sqrt(16)).value, Z[:2], 0.25)
    assert raw[0, 0] == pytest.approx(engine.two_key_gradient(Z[0] - Z[1], 16, scaled=True))


def test_second_derivatives_are_the_slopes_of_the_engines_first() -> None:
    third = slopes(lambda z: engine.softmax_jacobian(engine.softmax(z)))  # (i, j, k)
    for i in range(4):
        assert numbers(symbolic.softmax_hessian(4, i + 1).value) == pytest.approx(third[i], abs=1e-9)
    curvature = numbers(symbolic.log_sum_exp_hessian(4).value)
    assert curvature == pytest.approx(slopes(engine.softmax), abs=1e-9)
    assert np.linalg.eigvalsh(curvature).min() > -1e-12


def test_first_derivatives_of_what_belongs_to_the_softmax() -> None:
    for got, f in (
        (symbolic.log_sum_exp_gradient(4), engine.log_sum_exp),
        (symbolic.entropy_gradient(4), lambda z: engine.entropy(engine.softmax(z))),
        (symbolic.cross_entropy_gradient(4, 2), lambda z: -engine.log_softmax(z)[1]),
    ):
        assert numbers(got.value)[:, 0] == pytest.approx(slopes(f), abs=1e-9)
    log_jacobian = numbers(symbolic.log_softmax_jacobian(4).value)
    assert log_jacobian == pytest.approx(slopes(engine.log_softmax), abs=1e-9)


def test_entropy_and_how_it_falls_with_sharper_scores() -> None:
    assert numbers(symbolic.entropy(4).value) == pytest.approx(float(engine.entropy(engine.softmax(Z))))
    (slope,) = slopes(lambda beta: engine.entropy(engine.softmax(beta * Z)), np.array([1.5]))
    assert numbers(symbolic.entropy_slope(4).value, scale=1.5) == pytest.approx(slope, abs=1e-9)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_rows_of_the_jacobian_sum_to_0(n: int) -> None:
    at = symbolic.at_scores(symbolic.softmax_jacobian(n).value, n)
    assert sympy.simplify(at * sympy.ones(n, 1)) == sympy.zeros(n, 1)
    assert sympy.simplify(sympy.ones(1, n) * at) == sympy.zeros(1, n)


_SOFTMAX = {
    "jacobian": symbolic.softmax_jacobian(3),
    "hessian": symbolic.softmax_hessian(3, 2),
    "vjp": symbolic.softmax_vjp(3),
    "log_sum_exp_gradient": symbolic.log_sum_exp_gradient(3),
    "log_sum_exp_hessian": symbolic.log_sum_exp_hessian(3),
    "log_softmax": symbolic.log_softmax_jacobian(3),
    "cross_entropy": symbolic.cross_entropy_gradient(3, 1),
    "entropy": symbolic.entropy(3),
    "entropy_gradient": symbolic.entropy_gradient(3),
    "entropy_slope": symbolic.entropy_slope(3),
}


@pytest.mark.parametrize("result", _SOFTMAX.values(), ids=_SOFTMAX)
def test_steps_end_in_the_value(result: Result) -> None:
    assert len(result.steps) > 1
    assert result.steps[-1].expression == result.value
    assert all(step.text for step in result.steps)
    expressions = [step.expression for step in result.steps]
    assert all(one != other for one, other in pairwise(expressions))


@pytest.mark.parametrize(("name", "result"), _SOFTMAX.items(), ids=_SOFTMAX)
def test_every_step_is_equal_to_the_value(name: str, result: Result) -> None:
    """Written out in the scores, differentiated by SymPy, and at one point."""
    scale, beta = (symbolic.BETA, 1.5) if name == "entropy_slope" else (1, 1.0)
    for step in result.steps:
        got = numbers(symbolic.at_scores(step.expression, 3, scale).doit(), Z[:3], beta)
        assert got == pytest.approx(numbers(result.value, Z[:3], beta), abs=1e-12), step.text
