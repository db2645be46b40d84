"""Formulas as students' notes have them: nearly all are drawn without a command that is not known."""

from __future__ import annotations

from pathlib import Path

from studykit.render.maths import box, line, parse, speech

_TEXT = (Path(__file__).parent / "note_formulas.txt").read_text(encoding="utf-8")
FORMULAS = [tex for tex in _TEXT.splitlines() if tex and not tex.startswith("# ")]


def test_ninety_five_of_a_hundred_formulas_of_common_notes_need_no_mend() -> None:
    mended = [f"{tex}: {repair.message}" for tex in FORMULAS for repair in parse(tex).repairs]
    print("\n".join(mended))
    assert len(FORMULAS) >= 300
    assert len({entry.split(": ")[0] for entry in mended}) <= 0.05 * len(FORMULAS)


def test_all_of_them_are_drawn_written_and_said() -> None:
    for tex in FORMULAS:
        assert "\\" not in line(tex).replace("A \\ B", "")
        assert box(tex, 80).rows
        assert "\\" not in speech(tex)


def test_most_of_them_fit_a_card() -> None:
    assert sum(box(tex, 78).width <= 78 for tex in FORMULAS) >= 0.99 * len(FORMULAS)


def test_ascii_is_ascii() -> None:
    for tex in FORMULAS:
        assert "".join(box(tex, charset="ascii").rows).isascii(), tex
