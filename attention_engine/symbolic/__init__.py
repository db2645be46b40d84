"""Moments of scores and the calculus of the softmax in SymPy: exact, for any size, and with their steps.

    from attention_engine.symbolic import laplace, score_variance, softmax_jacobian

    score_variance("d_k").value                           # d_k
    score_variance(3, laplace("b"), laplace("b")).steps   # how 12 b⁴ comes about
    softmax_jacobian(2).value                             # in the weights p_1 and p_2

The second way to what `statistics.py` and `gradients.py` compute, for tests and proofs. It is not imported
with `attention_engine`, since SymPy takes a quarter of a second.
"""

from attention_engine.symbolic.dot_products import (
    SCALE,
    correlated_score_variance,
    matched_score_variance,
    scale_choice,
    scaled_score_variance,
    score_fourth_moment,
    score_mean,
    score_variance,
    self_score_mean,
    self_score_variance,
)
from attention_engine.symbolic.laws import (
    STANDARD,
    Law,
    bernoulli,
    exponential,
    laplace,
    moments,
    normal,
    rademacher,
    student,
    uniform,
)
from attention_engine.symbolic.polynomials import (
    COV,
    VAR,
    E,
    covariance,
    dot,
    evaluated,
    expectation,
    variance,
    vector,
)
from attention_engine.symbolic.result import Result, Step
from attention_engine.symbolic.softmax import (
    BETA,
    at_scores,
    cross_entropy_gradient,
    entropy,
    entropy_gradient,
    entropy_slope,
    log_softmax_jacobian,
    log_sum_exp_gradient,
    log_sum_exp_hessian,
    scores,
    softmax_hessian,
    softmax_jacobian,
    softmax_vjp,
    weights,
)

__all__ = [
    "BETA",
    "COV",
    "SCALE",
    "STANDARD",
    "VAR",
    "E",
    "Law",
    "Result",
    "Step",
    "at_scores",
    "bernoulli",
    "correlated_score_variance",
    "covariance",
    "cross_entropy_gradient",
    "dot",
    "entropy",
    "entropy_gradient",
    "entropy_slope",
    "evaluated",
    "expectation",
    "exponential",
    "laplace",
    "log_softmax_jacobian",
    "log_sum_exp_gradient",
    "log_sum_exp_hessian",
    "matched_score_variance",
    "moments",
    "normal",
    "rademacher",
    "scale_choice",
    "scaled_score_variance",
    "score_fourth_moment",
    "score_mean",
    "score_variance",
    "scores",
    "self_score_mean",
    "self_score_variance",
    "softmax_hessian",
    "softmax_jacobian",
    "softmax_vjp",
    "student",
    "uniform",
    "variance",
    "vector",
    "weights",
]
