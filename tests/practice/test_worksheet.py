"""Problems on paper."""

from __future__ import annotations

import pytest

from studykit.errors import StudyError
from studykit.practice import worksheet


def text(seed: int, *, key: bool = False, count: int = 12) -> str:
    problems = list(worksheet.draw((), count, seed))
    return "".join(worksheet.markdown(problems, seed, key=key))


def test_a_seed_gives_the_same_worksheet() -> None:
    assert text(5, key=True) == text(5, key=True)
    assert text(5) != text(6)


def test_easier_problems_come_first() -> None:
    levels = [each.level for each in worksheet.draw((), 30, 3)]
    assert levels == sorted(levels)


def test_the_key_stands_behind_all_problems() -> None:
    sheet, key, solutions = text(5, key=True).partition("\n# Key\n")
    assert key
    assert sheet.count("\n## ") == solutions.count("\n## ") == 12
    assert "# Key" not in text(5)


def test_families_are_taken_in_turn() -> None:
    drawn = worksheet.draw(("softmax", "dot-product"), 6, 1)
    assert sorted(each.family for each in drawn) == ["dot-product"] * 3 + ["softmax"] * 3


def test_an_unknown_family_is_told() -> None:
    with pytest.raises(StudyError, match="did you mean softmax"):
        list(worksheet.draw(("sofmax",), 1, 1))


def test_what_belongs_to_a_step_is_indented_so_that_its_list_goes_on() -> None:
    drawn = list(worksheet.draw(("whole-pass",), 1, 3))
    solution = "".join(worksheet.markdown(drawn, 3, key=True)).partition("\n# Key\n")[2]
    lines = [line for line in solution.split("\n") if line and not line.startswith("#")]
    numbers = [line for line in lines if line[0].isdigit()]
    assert [int(line.partition(".")[0]) for line in numbers] == list(range(1, len(drawn[0].steps) + 1))
    assert all(line.startswith("   ") for line in lines if line not in numbers)


def test_options_have_numbers() -> None:
    drawn = list(worksheet.draw(("direction",), 1, 3))
    assert "\n1. 0°" in "".join(worksheet.markdown(drawn, 3, key=False))
