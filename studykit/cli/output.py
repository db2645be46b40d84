"""How commands print: JSON that is safe to look at, and tables."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import click

from studykit.cards.model import Remark
from studykit.render.sanitise import one_line

_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def json_out(value: Any) -> None:
    """Prints one JSON value. What could steer a terminal is escaped, so the value stays the same."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    click.echo(_UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text))


def table_out(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Prints columns; numbers stand to the right."""
    cells = [[one_line(str(cell)) for cell in row] for row in rows]
    widths = [max([len(name), *(len(row[i]) for row in cells)]) for i, name in enumerate(head)]
    right = [bool(rows) and all(isinstance(row[i], int) for row in rows) for i in range(len(head))]
    for line in [list(head), *cells]:
        parts = [
            cell.rjust(width) if is_right else cell.ljust(width)
            for cell, width, is_right in zip(line, widths, right, strict=True)
        ]
        click.echo("  ".join(parts).rstrip())


def say(text: str) -> None:
    """A line of the program's own that may quote the user's text; it stays one line."""
    click.echo(one_line(text))


def warn(text: str) -> None:
    """A line to stderr."""
    click.echo(f"studykit: {one_line(text)}", err=True)


def remark_line(remark: Remark) -> str:
    """A remark as `file:line: message (mend)`."""
    level = "error: " if remark.level == "error" else ""
    return f"{remark.file}:{remark.line}: {level}{remark.message} ({remark.mend})"
