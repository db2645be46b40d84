from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studykit.checking.text import compare, distance, graphemes, judge
from studykit.checking.verdict import Mark, Outcome, Piece

RIGHT, PARTLY, WRONG, UNREADABLE = Outcome.RIGHT, Outcome.PARTLY, Outcome.WRONG, Outcome.UNREADABLE


@pytest.mark.parametrize(
    ("answer", "expected", "outcome"),
    [
        ("Paris", "Paris", RIGHT),
        ("  paris ", "Paris", RIGHT),
        ("  Botswana  ", "Botswana", RIGHT),
        ("New\u00a0York", "New York", RIGHT),
        ("New York", "New\u00a0York", RIGHT),
        ("new\u2003 york", "New York", RIGHT),
        ("cafe\u0301", "caf\u00e9", RIGHT),
        ("cafe", "café", PARTLY),
        ("STRASSE", "Straße", RIGHT),
        ("over keys.", "over keys", RIGHT),
        ("n x d_v", "n × dᵥ", RIGHT),
        ("sqrt 2", "√2", WRONG),
        ("don't", "don’t", RIGHT),
        ("x-1", "x−1", RIGHT),
        ("independance", "independence", PARTLY),
        ("permutaiton", "permutation", PARTLY),
        ("orthogonl", "orthogonal", PARTLY),
        ("cat", "car", WRONG),
        ("0.731", "0.732", WRONG),
        ("softmax 12345", "softmax 12346", WRONG),
        ("it is not symmetric", "it is symmetric", WRONG),
        ("rows and sums", "rows or sums", WRONG),
        ("-infinity", "+infinity", WRONG),
        ("गर्व", "गर्ब", WRONG),
        ("注意力", "注意力", RIGHT),
        ("", "x", UNREADABLE),
        (" \t\n\u00a0", "x", UNREADABLE),
        ("a" * 10_000, "x", UNREADABLE),
    ],
)
def test_words_are_judged_by_what_they_say(answer: str, expected: str, outcome: Outcome) -> None:
    assert judge(answer, expected).outcome is outcome


def test_missing_accents_are_told_with_the_right_spelling() -> None:
    verdict = judge("cafe", "café")
    assert verdict.message == "right but for the accents"
    assert verdict.pieces == (Piece(Mark.SAME, "caf"), Piece(Mark.EXTRA, "e"), Piece(Mark.MISSING, "é"))


def test_accents_can_be_ignored_and_the_right_spelling_is_still_shown() -> None:
    verdict = judge("cafe", "café", ignore_diacritics=True)
    assert verdict.outcome is RIGHT
    assert verdict.pieces[-1] == Piece(Mark.MISSING, "é")


def test_the_difference_never_cuts_through_a_combining_mark() -> None:
    assert compare("गर्व", "गर्ब") == (
        Piece(Mark.SAME, "ग"),
        Piece(Mark.EXTRA, "र्व"),
        Piece(Mark.MISSING, "र्ब"),
    )


def test_a_family_of_joined_emoji_is_one_grapheme() -> None:
    assert len(graphemes("👨‍👩‍👧")) == 1


@pytest.mark.parametrize(
    ("left", "right", "changes"),
    [
        ("", "", 0),
        ("abc", "", 3),
        ("abc", "abc", 0),
        ("ab", "ba", 1),
        ("kitten", "sitting", 3),
        ("ca", "abc", 3),
    ],
)
def test_distance_counts_changes_and_swaps(left: str, right: str, changes: int) -> None:
    assert distance(left, right) == changes


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_pieces_give_both_texts_again(answer: str, expected: str) -> None:
    pieces = compare(answer, expected)
    typed = "".join(piece.text for piece in pieces if piece.mark is not Mark.MISSING)
    wanted = "".join(piece.text for piece in pieces if piece.mark is not Mark.EXTRA)
    assert typed.casefold() == answer.casefold()
    assert wanted == expected


@given(st.text(max_size=200), st.text(max_size=200))
def test_judging_never_raises_and_the_score_fits_the_outcome(answer: str, expected: str) -> None:
    verdict = judge(answer, expected)
    assert (verdict.score == 1.0) == (verdict.outcome is RIGHT)
    assert (verdict.score == 0.0) == (verdict.outcome in (WRONG, UNREADABLE))


@given(st.text(min_size=1, max_size=80).filter(str.strip))
def test_every_text_is_right_against_itself(text: str) -> None:
    assert judge(text, text).outcome is RIGHT


@pytest.mark.parametrize(("answer", "expected"), [("ab" * 5000, "ba" * 5000), ("a b " * 3000, "b a " * 3000)])
def test_long_texts_are_compared_without_searching_every_pair(answer: str, expected: str) -> None:
    verdict = judge(answer, expected)
    assert verdict.outcome is WRONG
    assert "".join(piece.text for piece in verdict.pieces if piece.mark is not Mark.EXTRA) == " ".join(
        expected.split()
    )
