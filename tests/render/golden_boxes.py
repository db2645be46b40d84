"""The drawings that were looked at and agreed, in `golden/*.txt`: a formula, then its rows.

A row begins with `│`, or `▸` where the baseline is, and a blank. `@ 40` after two blanks gives the width to
break at and `@ ascii` the character set. `python -m tests.render.golden_boxes` draws them all anew, after a
change on purpose; look at each that differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from studykit.render.maths import Box, box

FOLDER = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Golden:
    """One formula, how it is to be drawn, and the drawing."""

    tex: str
    option: str
    drawing: str

    def drawn(self) -> Box:
        if self.option in ("ascii", "basic"):
            return box(self.tex, charset=self.option)
        return box(self.tex, int(self.option) if self.option else None)


def shown(drawn: Box) -> str:
    """A box as it stands in a golden file."""
    return "\n".join(
        f"{'▸' if number == drawn.baseline else '│'} {row}".rstrip() for number, row in enumerate(drawn.rows)
    )


def goldens(file: Path) -> Iterator[Golden]:
    for block in file.read_text(encoding="utf-8").rstrip("\n").split("\n\n"):
        head, _, drawing = block.partition("\n")
        tex, _, option = head.partition("  @ ")
        yield Golden(tex, option, drawing)


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


if __name__ == "__main__":
    for each in files():
        blocks = [
            f"{golden.tex}{f'  @ {golden.option}' if golden.option else ''}\n{shown(golden.drawn())}"
            for golden in goldens(each)
        ]
        each.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
