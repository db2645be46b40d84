from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, one_line


@pytest.fixture
def added(run: Run, notes: Path) -> Path:
    (notes / "Softmax.md").write_text(
        "#flashcards/a\n\n# One\nx::y ^id\n\n# Two\n## Inner\nin\n", encoding="utf-8"
    )
    (notes / "softer.md").write_text("---\ntitle: The C# way\n---\nprose\n", encoding="utf-8")
    for folder in ("left", "right"):
        (notes / folder).mkdir()
        (notes / folder / "same.md").write_text(f"# {folder}\n# Twice\n# Twice\n", encoding="utf-8")
    assert run("add", str(notes)).returncode == 0
    return notes


def test_without_a_note_the_library_is_listed(run: Run, added: Path) -> None:
    lines = run("read").stdout.splitlines()
    assert [line.split()[-1] for line in lines[1:]] == [
        str(added / name) for name in ("Softmax.md", "left/same.md", "right/same.md", "softer.md")
    ]
    assert lines[1].split()[:2] == ["Softmax", "1"]
    assert lines[4].startswith("The C# way ")


@pytest.mark.parametrize("word", ["softmax", "SOFTMAX.md", "softm", "notes/Softmax.md", "Softmax#"])
def test_a_note_is_found_by_path_name_or_unique_beginning(run: Run, added: Path, word: str) -> None:
    done = run("read", word)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "One\n═══\n\nx :: y\n\nTwo\n═══\n\nInner\n─────\n\nin\n"


def test_a_note_without_a_heading_on_top_begins_with_its_title(run: Run, added: Path) -> None:
    assert run("read", "the c# way").stdout == "The C# way\n══════════\n\nprose\n"


@pytest.mark.parametrize(
    ("word", "first"), [("softmax#two", "Two"), ("softmax#inn", "Inner"), ("softmax#Two#Inner", "Inner"),
                        ("softmax#^id", "One"), ("left/same#left", "left")],
)  # fmt: skip
def test_a_section_is_found_by_heading_or_block_id(run: Run, added: Path, word: str, first: str) -> None:
    assert run("read", word).stdout.splitlines()[0] == first


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("softmux", "did you mean Softmax"),
        ("soft", "fits 2 notes"),
        ("same", "left/same.md"),
        ("", "empty"),
        ("zzzzzz", "`studykit read` lists"),
        ("notes", "folder"),
        ("softmax#tow", "did you mean Two"),
        ("softmax#^ids", "did you mean ^id"),
        ("left/same#Twice", "fits 2 headings"),
        ("softer#x", "no headings"),
        ("~no-such-user/x", "home"),
        ("x" * 300, "no note called"),
        ("bad.md", "UTF-8"),
        ("pipe.md", "no regular file"),
    ],
)
def test_what_cannot_be_found_or_read_is_one_clear_line(
    run: Run, added: Path, tmp_path: Path, word: str, said: str
) -> None:
    (tmp_path / "bad.md").write_bytes(b"\xff")
    os.mkfifo(tmp_path / "pipe.md")
    assert said in one_line(run("read", word))


def test_hostile_text_cannot_steer_a_terminal(run: Run, notes: Path) -> None:
    (notes / "x.md").write_text(
        '---\ntitle: "a\\eb"\n---\n\x1b[31mred\x9b \u202eback\n\n```\n\x1b]0;t\x07\n```\n', encoding="utf-8"
    )
    run("add", str(notes))
    for done in (run("read"), run("read", "x")):
        assert done.returncode == 0
        assert not set(done.stdout) & set("\x1b\x9b\u202e\x07")


FORMULAS = r"""---
macros:
  half: \frac{#1}{2}
---
# On $\half{x}$

If $a \leq b$:

$$
\half{y} \leq 1
$$

| $\half{1}$ | b |
|---|---|
| c | d |
"""


def _read(run: Run, tmp_path: Path, home: Path, *options: str, settings: str = "") -> list[str]:
    (tmp_path / "f.md").write_text(FORMULAS, encoding="utf-8")
    (home / "settings.toml").write_text(settings, encoding="utf-8")
    return run("read", "f.md", *options).stdout.splitlines()


def test_formulas_stand_in_two_dimensions_with_the_commands_of_the_note(
    run: Run, tmp_path: Path, home: Path
) -> None:
    shown = _read(run, tmp_path, home)
    assert shown[:8] == ["On x/2", "══════", "", "If a ≤ b:", "", "  y", "  ─ ≤ 1", "  2"]
    assert shown[9:] == ["1/2 │ b", "────┼──", "c   │ d"]


def test_formulas_are_drawn_in_the_signs_of_the_settings(run: Run, tmp_path: Path, home: Path) -> None:
    shown = _read(run, tmp_path, home, settings="charset = 'ascii'")
    assert shown[3:8] == ["If a <= b:", "", "  y", "  - <= 1", "  2"]


@pytest.mark.parametrize(
    ("maths", "said"),
    [("line", "y/2 ≤ 1"), ("speech", "y over 2 is at most 1")],
)
def test_with_plain_each_paragraph_is_one_line_and_formulas_are_signs_or_words(
    run: Run, tmp_path: Path, home: Path, maths: str, said: str
) -> None:
    shown = _read(run, tmp_path, home, "--plain", settings=f"plain_maths = '{maths}'")
    assert said in shown
    assert not any("──" in line or "══" in line for line in shown)


def test_a_page_shows_all_of_a_paragraph_that_a_card_would_cut(run: Run, tmp_path: Path, home: Path) -> None:
    (tmp_path / "long.md").write_text("word " * 6000 + "last\n", encoding="utf-8")
    assert run("read", "long.md").stdout.split()[-1] == "last"


def test_in_a_terminal_paragraphs_are_wrapped_to_its_width(tmp_path: Path, home: Path) -> None:
    (tmp_path / "long.md").write_text("# Long\n" + "word " * 40 + "\n", encoding="utf-8")
    ours, theirs = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "STUDYKIT_HOME": str(home), "COLUMNS": "30", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "studykit", "read", "long.md"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdin=theirs, stdout=theirs) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            shown += piece
        assert process.wait(timeout=60) == 0
    os.close(ours)
    lines = shown.decode().split("\r\n")
    assert max(map(len, lines)) <= 30
    assert lines[3] == "word word word word word word"
