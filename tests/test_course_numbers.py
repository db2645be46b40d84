"""Every number that the course states is worked out anew, and no number stands in it unchecked.

A claim is a piece of a note in which `@` stands for each result. The results are computed here, written as
the note writes them, and put in; the piece must then stand in the note exactly once. Figures that stand in a
piece as they are, are given ones. A scan then asks that every number of every note lies in some claim: so a
changed number fails as a claim that is not found, and a new number as one that nobody claims.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_course_claims import CLAIMS

DECKS = Path(__file__).parent.parent / "decks"
NOTES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(DECKS.rglob("*.md"))}

FRONT_MATTER = re.compile(r"\A---\n.*?^---\n", re.DOTALL | re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[\[[^\]]+\]\]")
BLOCK_ID = re.compile(r"\^[a-z0-9-]+$", re.MULTILINE)
FORMAT = re.compile(r"\bb?float\d\d\b")
LIST_OR_QUOTE = re.compile(r"^(?:> ?|- |\d\. )+", re.MULTILINE)
HEADING = re.compile(r"^(#+ (?:Step|Example) )\d\. ", re.MULTILINE)

NUMBER = re.compile(r"(?<![\d.])\d+(?:,\d{3})*(?:\.\d+)?")
SMALL = 3
"""Whole numbers up to this one are also indices, exponents and matrix entries, so only some are results."""
RESULT = re.compile(r"(?:(?<!_\{[a-z])(?<!_\{[a-z]')=|\\approx|\\to|::)[ $]*-?\Z")
CELL = (re.compile(r"\| \$?-?\Z"), re.compile(r"(?:\^\\circ)?\$? \|"))


def shown(note: str) -> str:
    """The text of a note on one line, without what states no number: links, ids, diagrams, list marks."""
    text = FRONT_MATTER.sub("", note)
    for pattern, instead in (
        (FENCE, ""),
        (LINK, ""),
        (BLOCK_ID, ""),
        (FORMAT, "format"),
        (LIST_OR_QUOTE, ""),
        (HEADING, r"\1"),
    ):
        text = pattern.sub(instead, text)
    return " ".join(text.split())


def stated(text: str) -> Iterator[re.Match[str]]:
    """The numbers of a text that state something: all decimals, all above `SMALL`, and small results."""
    for found in NUMBER.finditer(text):
        number = found[0].replace(",", "")
        result = RESULT.search(text[max(0, found.start() - 12) : found.start()])
        cell = CELL[0].search(text[max(0, found.start() - 4) : found.start()]) and CELL[1].match(
            text, found.end()
        )
        if "." in number or int(number) > SMALL or result or cell:
            yield found


def filled(piece: str, results: tuple[str, ...]) -> str:
    assert piece.count("@") == len(results), f"{piece!r} has not one @ for each of {results}"
    for result in results:
        piece = piece.replace("@", result, 1)
    return piece


def spans(text: str, name: str) -> list[tuple[int, int]]:
    """Where the claims of a note stand in its text; fails for one that does not stand there just once."""
    found: list[tuple[int, int]] = []
    for piece, *results in CLAIMS.get(name, ()):
        claim = " ".join(filled(piece, tuple(results)).split())
        times = text.count(claim)
        assert times == 1, f"{name} says {times} times, not once: {claim!r}"
        start = text.index(claim)
        found.append((start, start + len(claim)))
    return sorted(found)


def unclaimed(text: str, claimed: list[tuple[int, int]]) -> list[str]:
    reach: list[int] = []
    for _, end in claimed:
        reach.append(max(end, reach[-1] if reach else 0))
    starts = [start for start, _ in claimed]
    return [
        text[max(0, number.start() - 30) : number.end() + 10]
        for number in stated(text)
        if not ((at := bisect_right(starts, number.start())) and reach[at - 1] >= number.end())
    ]


@pytest.mark.parametrize("name", NOTES)
def test_every_number_is_right_and_none_is_unchecked(name: str) -> None:
    text = shown(NOTES[name])
    assert unclaimed(text, spans(text, name)) == []


def test_claims_are_made_for_notes_that_exist() -> None:
    assert set(CLAIMS) <= set(NOTES)


def changed(number: str) -> str:
    """The same number with its last digit one higher."""
    return number[:-1] + str((int(number[-1]) + 1) % 10)


@pytest.mark.parametrize("name", NOTES)
def test_a_change_of_any_stated_number_is_noticed(name: str) -> None:
    text = shown(NOTES[name])
    for number in list(stated(text)):
        wrong = text[: number.start()] + changed(number[0]) + text[number.end() :]
        with pytest.raises(AssertionError):
            assert unclaimed(wrong, spans(wrong, name)) == []


@pytest.mark.parametrize("new", ["It is 0.42 then.", "That makes 17 of them.", "So $x = 2$.", "| a | $-1$ |"])
def test_a_new_number_is_noticed(new: str) -> None:
    text = shown(NOTES["softmax"]) + " " + new
    assert len(unclaimed(text, spans(text, "softmax"))) == 1


def test_indices_links_and_ids_are_no_stated_numbers() -> None:
    head = "---\ntags: [a, 77]\n---\n## Step 3. Go\n\n"
    note = head + "1. $q_1^2$, see [[a#Example 5]] and $\\sum_{i=1}^n$ ^id-9\n"
    assert list(stated(shown(note))) == []
