"""The course that is shipped: its cards are whole, and its numbers are right."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from studykit.cards import library
from studykit.cards.model import Card, Form
from studykit.render.maths import parse
from studykit.render.text import plain

DECKS = Path(__file__).parent.parent / "decks"
NOTE = DECKS / "scaled-dot-product-attention.md"
TEXT = NOTE.read_text(encoding="utf-8")
MATHS = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+)\$", re.DOTALL)


@pytest.fixture(scope="module")
def cards() -> tuple[Card, ...]:
    reading = library.read([NOTE])
    assert reading.remarks == ()
    return reading.cards


def test_the_first_note_has_eight_cards_and_nine_entries(cards: tuple[Card, ...]) -> None:
    assert len(cards) == 9
    assert len({card.siblings for card in cards}) == 8
    assert {card.decks for card in cards} == {("ai-ml",)}


def test_the_reader_has_nothing_to_remark_on_the_course() -> None:
    assert library.read([DECKS]).remarks == ()


def test_only_the_shape_card_is_asked_both_ways(cards: tuple[Card, ...]) -> None:
    both = [card for card in cards if card.form is Form.INLINE_BOTH]
    assert [card.block_id for card in both] == ["shape-of-scores"] * 2
    assert both[0].front == both[1].back
    assert both[0].back == both[1].front


def test_every_card_has_a_block_id_of_its_own(cards: tuple[Card, ...]) -> None:
    assert len({card.block_id for card in cards}) == 8
    assert all(card.block_id for card in cards)


def test_every_card_stands_under_the_flashcards_heading(cards: tuple[Card, ...]) -> None:
    assert {card.context[-1] for card in cards} == {"Active recall flashcards"}


def test_every_formula_is_whole(cards: tuple[Card, ...]) -> None:
    formulas = [display or inline for display, inline in MATHS.findall(TEXT)]
    assert len(formulas) > 60
    assert {tex: parse(tex).repairs for tex in formulas if parse(tex).repairs} == {}
    for card in cards:
        assert card.front.count("$") % 2 == 0
        assert card.back.count("$") % 2 == 0
        assert "$" not in plain(card.front) + plain(card.back)
        assert "\\" not in plain(card.front) + plain(card.back)


def test_the_cards_read_well_on_a_line(cards: tuple[Card, ...]) -> None:
    backs = {card.block_id: plain(card.back) for card in reversed(cards)}
    assert backs["attention-formula"] == "Attention(Q, K, V) = softmax(QKᵀ/√dₖ)V"
    assert backs["shape-of-scores"].startswith("n × m (each element (i, j)")
    assert backs["output-shape"] == "n × dᵥ (one output vector per query, each with dimension dᵥ)"


def stated(text: str) -> None:
    assert text in TEXT, f"the note no longer says {text!r}; check its number anew"


def slope(gap: float) -> float:
    """p(1 − p) of a softmax over two scores that lie `gap` apart."""
    p = 1 / (1 + math.exp(-gap))
    return p * (1 - p)


def test_the_numbers_of_the_scaling_step_are_right() -> None:
    d_k = 64
    stated("which is 8 at $d_k = 64$")
    assert math.sqrt(d_k) == 8
    stated("about 11.3 there")
    gap = math.sqrt(2 * d_k)
    assert round(gap, 1) == 11.3
    stated("at most 0.25")
    assert slope(0) == 0.25
    stated(r"$1.2 \times 10^{-5}$ at a gap of 11.3")
    assert f"{slope(gap):.1e}" == f"{slope(11.3):.1e}" == "1.2e-05"
    stated(r"\sqrt{2} \approx 1.41")
    assert round(gap / math.sqrt(d_k), 2) == 1.41
    stated("is 0.020.")
    assert f"{slope(gap / 8) / 8:.3f}" == "0.020"
    stated(r"the slope is 0.235 without it and $0.250 / 8 \approx 0.031$ with it")
    assert f"{slope(8 - 7.5):.3f}" == "0.235"
    assert f"{slope(0.5 / 8):.3f}" == "0.250"
    assert f"{slope(0.5 / 8) / 8:.3f}" == "0.031"
    stated("beyond gaps of about 3.45")
    assert slope(3.44) > slope(3.44 / 8) / 8
    assert slope(3.46) < slope(3.46 / 8) / 8


def test_the_numbers_of_the_small_case_are_right() -> None:
    query, keys, values = (1, 0, 1, 0), ((1, 0, 1, 0), (0, 1, 0, 1)), ((5, 0, 0), (0, 3, 0))
    scores = [sum(q * k for q, k in zip(query, key, strict=True)) for key in keys]
    assert scores == [2, 0]
    exps = [math.exp(score / math.sqrt(len(query))) for score in scores]
    weights = [e / sum(exps) for e in exps]
    output = [sum(w * value[column] for w, value in zip(weights, values, strict=True)) for column in range(3)]
    stated(r"A \approx \begin{bmatrix}0.731 & 0.269\end{bmatrix}")
    assert [round(weight, 3) for weight in weights] == [0.731, 0.269]
    stated(r"AV \approx \begin{bmatrix}3.655 & 0.807 & 0\end{bmatrix}")
    assert [round(entry, 3) for entry in output] == [3.655, 0.807, 0]
