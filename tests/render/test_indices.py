"""Indices in words."""

from __future__ import annotations

import pytest

from studykit.render.indices import with_indices
from studykit.render.pen import Pen


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("d_k equal terms", "dₖ equal terms"),
        ("E[q_i²] = Var(q_i) + E[q_i]² = 1", "E[qᵢ²] = Var(qᵢ) + E[qᵢ]² = 1"),
        ("q_i k_i", "qᵢ kᵢ"),
        ("independence of a_1 and a_2", "independence of a₁ and a₂"),
        ("q_q", "q_q"),  # there is no such sign
        ("d_model and snake_case", "d_model and snake_case"),
        ("a_b_c", "a_b_c"),
        ("$d_k$ and d_k", "$d_k$ and d_k"),
        ("`d_k`", "`d_k`"),
        ("", ""),
    ],
)
def test_single_letters_get_their_index(text: str, shown: str) -> None:
    assert with_indices(text) == shown


def test_a_screen_without_the_signs_keeps_the_line() -> None:
    assert with_indices("d_k", Pen("ascii")) == "d_k"
