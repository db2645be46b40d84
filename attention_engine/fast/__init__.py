"""The fast face: the same attention in blocks, on several threads, in O(n) memory.

    output, lse = fast.forward(q, k, v, causal=True)
    dq, dk, dv = fast.backward(q, k, v, d_output, output, lse, causal=True)

Float32 and float64; q (…, n, d), k (…, m, d), v (…, m, d_v) whose leading axes broadcast. The meaning of
every option is `attention_engine.attention`'s.
"""

from attention_engine.fast.face import backward, forward, suits

__all__ = ["backward", "forward", "suits"]
