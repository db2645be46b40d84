"""What formulas are drawn with reaches every formula of a text."""

from __future__ import annotations

from studykit.cards.note import read_note
from studykit.render.markdown import lay_out, read, revealed
from studykit.render.pen import PEN, Pen
from studykit.render.text import plain

OWN = Pen("ascii", (("half", r"\frac{#1}{2}"), (r"\to", "T")))
TEXT = "$\\half{\\pi}$\n\n$$\\half{x}$$\n\n| a |\n|---|\n| $\\half{y}$ |\n"


def test_plain_text_and_spoken_text() -> None:
    assert plain(r"$\half{x} \leq y$", OWN) == "x/2 <= y"
    assert plain(r"$\half{x}$", OWN, spoken=True) == plain(r"$\frac{x}{2}$", spoken=True)


def test_lines_blocks_and_cells() -> None:
    lines = [line.text for line in lay_out(read(TEXT, OWN), 40)]
    assert "pi/2" in lines
    assert [line.strip() for line in lines[2:5]] == ["x", "-", "2"]
    assert "y/2" in lines


def test_a_cloze_that_is_revealed() -> None:
    card = read_note("#flashcards\nIt is $\\half{z}$ and ==this==.\n", "n.md").cards[0]
    assert lay_out(revealed(card, OWN), 40)[0].text == "It is z/2 and this."


def test_a_text_too_deep_to_be_parsed() -> None:
    deep = "".join("  " * level + "- a\n" for level in range(60)) + "\n$\\half{x}$\n"
    assert "x/2" in "".join(line.text for line in lay_out(read(deep, OWN), 200))


def test_repairs_know_the_macros() -> None:
    assert OWN.repairs(r"\half{x}") == ()
    assert [repair.message for repair in PEN.repairs(r"\half{x}")] == [r"unknown command \half"]


def test_a_pen_takes_the_macros_of_another_note_and_keeps_its_signs() -> None:
    assert OWN.with_macros(()) == Pen("ascii")
    assert OWN.with_macros(OWN.macros) is OWN
