"""What a terminal gets of hostile cards: real bytes on a pty."""

from __future__ import annotations

import os
from pathlib import Path

from tests.tui.test_trouble import QUIT, Terminal

TITLE, COLOUR = "\x1b]0;taken\x07", "\x1b[38;5;123m"
HOSTILE = f"{TITLE}{COLOUR}\x9b31m\u202eesrever\u2066[@click=app.quit]x[/] [/ &#27;]0;taken"
SHAPES = (
    "{0}",
    "`{0}`",
    "$ {0} $ and $a{0}$",
    "| {0} | b |\n|---|---|\n| c | {0} |",
    "```python\n{0}\n```",
    "> [!{0}] {0}\n> - {0}",
    "[{0}]({0}) ![{0}]({0}) [[{0}]]",
    "$$\n\\frac{{{0}}}{{{0}}}\n$$",
)


def test_no_byte_of_a_card_acts_on_the_terminal(tmp_path: Path) -> None:
    notes, home = tmp_path / "notes", tmp_path / "home"
    notes.mkdir()
    home.mkdir()
    cards = "\n\n".join(f"ask {i} {HOSTILE}\n?\n{shape.format(HOSTILE)}" for i, shape in enumerate(SHAPES))
    (notes / "n.md").write_text(f"#flashcards/x\n\n# {HOSTILE}\n\n{cards}\n", encoding="utf-8")
    (home / "settings.toml").write_text(f"course = false\nfolders = ['{notes}']\n", encoding="utf-8")
    terminal = Terminal(home)
    terminal.until(b"Quit")
    terminal.type("\r")
    terminal.until(b"ask")
    for _ in SHAPES:
        terminal.type(" ")
        terminal.until(b"Again")
        terminal.type("4")
        terminal.until(b"Saved")
    terminal.type(QUIT)
    terminal.rest()
    os.close(terminal.screen)
    shown = terminal.seen.decode("utf-8", "replace")
    assert "taken" in shown
    for acting in ("\x1b]0;", COLOUR, "\x9b", "\u202e", "\u2066"):
        assert acting not in shown
    assert terminal.process.returncode == 0
