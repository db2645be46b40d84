"""What a terminal gets of hostile notes, on every screen: real bytes on a pty."""

from __future__ import annotations

import json
import os
import select
import time
from pathlib import Path

from tests.tui.test_trouble import QUIT, Terminal

TITLE, COLOUR = "\x1b]0;taken\x07", "\x1b[38;5;123m"
SHORT = f"{TITLE}\x9b31m[bold]"
HOSTILE = f"{TITLE}{COLOUR}\x9b31m\u202eesrever\u2066\u200b[@click=app.quit]x[/] [bold][/ &#27;]0;taken"
NAME = HOSTILE.replace("/", "")
ACTING = ("\x1b]0;", COLOUR, "\x9b", "\u202e", "\u2066", "\u200b")
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
SHAPED, CHOICE, TYPED = f"1 {NAME}", f"2 {NAME}", f"3 {NAME}"


def library(notes: Path, home: Path) -> None:
    """Three decks: cards of every shape, cards that a quiz asks with options, and one that is typed."""
    cards = {
        SHAPED: "\n\n".join(
            f"ask {i} {HOSTILE}\n?\n{shape.format(HOSTILE)}" for i, shape in enumerate(SHAPES)
        ),
        CHOICE: "\n\n".join(f"pick {i} {HOSTILE}::is {word} {SHORT}" for i, word in enumerate(WORDS)),
        TYPED: f"spell {HOSTILE}::word {SHORT}",
    }
    for deck, text in cards.items():
        (notes / deck).mkdir(parents=True)
        note = notes / deck / f"n {NAME}.md"
        note.write_text(f"---\ntags: flashcards\n---\n# {HOSTILE}\n\n{text}\n", encoding="utf-8")
    home.mkdir()
    (home / "settings.toml").write_text(
        f"course = false\nfolders = ['{notes}']\ndecks_from = 'folders'\n"
        f"[decks.{json.dumps(TYPED)}]\ntyped = true\n"
        f"[decks.{json.dumps(SHAPED)}]\nnew_per_day = {len(SHAPES) - 1}\n",
        encoding="utf-8",
    )


WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight")


def press(terminal: Terminal, keys: str, *shown: str) -> str:
    """Presses keys once the screen is quiet, and waits for one of some words; the one that came."""
    while select.select([terminal.screen], [], [], 0.05)[0]:
        terminal.seen += os.read(terminal.screen, 65536)
    begin = len(terminal.seen)
    terminal.type(keys)
    end = time.monotonic() + 20
    while True:
        for word in shown:
            if word.encode() in terminal.seen[begin:]:
                return word
        assert time.monotonic() < end, terminal.seen[begin:]
        if select.select([terminal.screen], [], [], 0.2)[0]:
            terminal.seen += os.read(terminal.screen, 65536)


def leave_and_look(terminal: Terminal) -> None:
    """Leaves; of all that the terminal got, what was hostile is shown and nothing of it acts."""
    terminal.type(QUIT)
    terminal.rest()
    os.close(terminal.screen)
    shown = terminal.seen.decode("utf-8", "replace")
    assert "taken" in shown
    for acting in ACTING:
        assert acting not in shown
    assert terminal.process.returncode == 0


def test_no_byte_of_a_note_acts_on_the_terminal_whatever_screen_shows_it(tmp_path: Path) -> None:
    notes, home = tmp_path / "notes", tmp_path / "home"
    library(notes, home)
    terminal = Terminal(home)
    terminal.until(b"Quit")
    press(terminal, "\x10", "Search")  # the palette
    press(terminal, "\x1b", "Quit")
    press(terminal, "j\r", "ask")
    press(terminal, "n", ".md:")  # the section of the note
    press(terminal, "n", "ask")
    press(terminal, "?", "Keys")
    press(terminal, "?", "ask")
    for number in range(len(SHAPES)):
        press(terminal, " ", "Again")
        press(terminal, "4", "ask", "Done")
        if number == len(SHAPES) - 2:  # the day's limit
            press(terminal, "m", "Study more")
            press(terminal, "\r", "ask")
    press(terminal, "\r", "Quit")
    press(terminal, "jj\r", "spell")  # a card that is typed
    press(terminal, "wrong\r", "Wrong")
    press(terminal, "4", "Done")
    press(terminal, "\r", "Quit")
    press(terminal, "t", "spell")
    press(terminal, "wrong\r", "Wrong")
    press(terminal, "\r", "Worth another look")
    press(terminal, "\r", "Quit")
    asked = press(terminal, "kt", "Choose", "Show")
    while asked == "Show":  # by the seed's choice some are asked without options
        press(terminal, " ", "Partly")
        asked = press(terminal, "p", "Choose", "Show")
    press(terminal, "1", "Go on")
    press(terminal, "q", "Worth another look", "Well done")  # by the seed's choice 1 may be right
    press(terminal, "\r", "Quit")
    leave_and_look(terminal)


def test_no_byte_that_is_typed_or_noted_acts_while_problems_and_derivations_are_asked(tmp_path: Path) -> None:
    notes, home = tmp_path / "notes", tmp_path / "home"
    (notes / NAME).mkdir(parents=True)
    blocks = "".join(
        f"\n```practice\n{each}\n```\n" for each in ("family: dot-product", "derivation: scale-choice")
    )
    note = f"---\ntags: flashcards\n---\n# {HOSTILE}\n{blocks}\n```practice\nfamily: {HOSTILE}\n```\n"
    (notes / NAME / f"n {NAME}.md").write_text(note, encoding="utf-8")
    home.mkdir()
    (home / "settings.toml").write_text(
        f"course = false\nfolders = ['{notes}']\ndecks_from = 'folders'\n", encoding="utf-8"
    )
    terminal = Terminal(home)
    terminal.until(b"Quit")
    pasted = f"\x1b[200~{HOSTILE}\x1b[201~"
    press(terminal, "a", "dot product")
    press(terminal, pasted, "taken")
    press(terminal, "\r", "Not read")
    press(terminal, "\x15", "whole number")
    press(terminal, "\x1bOS", "Answer:")  # F4
    press(terminal, "\r", "Derive")
    press(terminal, pasted, "taken")
    press(terminal, "\r", "Not read")
    press(terminal, "\x15", "ype the line")
    press(terminal, "\x1bOS", "Line 2")
    press(terminal, "\x1bOS", "Again")
    press(terminal, "\r", "Show now")  # both were graded Again
    press(terminal, "q", "Quit")
    leave_and_look(terminal)
