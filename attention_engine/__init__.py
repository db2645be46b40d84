"""attention_engine: scaled dot-product attention in NumPy, every stage by name.

    from attention_engine import attention, trace

    attention(q, k, v, causal=True)     # (…, n, d_v)
    trace(q, k, v).weights              # (…, n, m), and every other stage

It knows nothing of studykit and needs NumPy alone (and threadpoolctl for the fast face).
"""

from attention_engine.attention import (
    Trace,
    attention,
    biased,
    capped,
    masked,
    output,
    scaled,
    scores,
    trace,
    weights,
)

__all__ = [
    "Trace",
    "attention",
    "biased",
    "capped",
    "masked",
    "output",
    "scaled",
    "scores",
    "trace",
    "weights",
]
