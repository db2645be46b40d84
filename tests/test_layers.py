"""The layers hold, and the contracts that say so can fail."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINT = Path(sys.executable).with_name("lint-imports")


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(LINT), "--config", str(folder / "pyproject.toml"), "--no-cache"],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_layers_hold() -> None:
    done = _lint(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("file", "forbidden"),
    [
        ("cards/model.py", "import studykit.session"),
        ("log/event.py", "import studykit.memory"),
        ("memory/state.py", "import studykit.log.store"),
        ("render/sanitise.py", "import textual"),
        ("render/sanitise.py", "import studykit.memory"),
        ("session/review.py", "import studykit.tui"),
        ("plain/lines.py", "import rich"),
        ("session/study.py", "import numpy"),
        ("session/study.py", "import sympy"),
        ("checking/tree.py", "from sympy import Symbol"),
        ("checking/proof.py", "import studykit.checking.proof_worker.objects"),
        ("session/study.py", "from studykit.checking.proof_worker import equality"),
        ("session/study.py", "import attention_engine"),
        ("../attention_engine/heads.py", "import studykit.clock"),
        ("../attention_engine/heads.py", "import sympy"),
        ("../attention_engine/heads.py", "import attention_engine.symbolic"),
        ("../attention_engine/__init__.py", "from attention_engine.symbolic import score_variance"),
        ("../attention_engine/symbolic/laws.py", "import studykit.clock"),
        ("practice/families/softmax.py", "import attention_engine.symbolic"),
    ],
)
def test_a_forbidden_import_breaks_a_contract(tmp_path: Path, file: str, forbidden: str) -> None:
    for package in ("studykit", "attention_engine"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / "studykit" / file).open("a", encoding="utf-8") as module:
        module.write(f"\n{forbidden}\n")
    done = _lint(tmp_path)
    assert done.returncode == 1, done.stdout
    assert "BROKEN" in done.stdout


def _modules_after(code: str, tmp_path: Path, stdin: str = "", begins: str = "MODULES") -> set[str]:
    """The modules that a fresh interpreter has loaded after running `code`, or where it printed `begins`."""
    ending = "\nimport sys\nprint('MODULES', *sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code + ending],
        cwd=tmp_path,
        env={"STUDYKIT_HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"},
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    told = next(line for line in done.stdout.splitlines() if line.startswith(f"{begins} "))
    return set(told.split()[1:])


HEAVY = {"numpy", "sympy", "mpmath", "matplotlib", "textual.widgets._markdown", "markdown_it", "tomlkit"}


def test_a_plain_review_loads_no_numbers_no_symbols_and_no_textual(tmp_path: Path) -> None:
    code = """
from pathlib import Path
from studykit.clock import SystemClock
from studykit.plain.review import review_lines
from studykit.session.review import Wish
review_lines(Path('home'), SystemClock(), Wish(limit=1))
"""
    loaded = _modules_after(code, tmp_path, stdin="\n3\n")
    assert "studykit.memory.scheduler" in loaded
    assert not loaded & (HEAVY | {"textual", "rich"})


BLOCK = "```practice\nfamily: dot-product\n```\n"
BEHIND_A_CARD = f"#flashcards\nfront::back\n\n{BLOCK}"


def _with_note(tmp_path: Path, text: str) -> None:
    """A home whose library is one note."""
    home, notes = tmp_path / "home", tmp_path / "notes"
    home.mkdir()
    notes.mkdir()
    (notes / "note.md").write_text(text, encoding="utf-8")
    (home / "settings.toml").write_text(f"course = false\nfolders = ['{notes}']\n", encoding="utf-8")


def test_a_problem_behind_the_first_card_loads_no_numbers_before_it_is_asked(tmp_path: Path) -> None:
    _with_note(tmp_path, BEHIND_A_CARD)
    code = """
import sys
from pathlib import Path
from studykit.clock import SystemClock
from studykit.memory.state import Rating
from studykit.session.prompt import ProblemPrompt
from studykit.session.review import ReviewSession
from studykit.session.study import Study
session = ReviewSession(Study.open(Path('home'), SystemClock()))
assert session.progress.left.total == 2
session.choices()
print('EARLY', *sorted(sys.modules))
session.grade(Rating.EASY)
assert isinstance(session.prompt, ProblemPrompt)
"""
    loaded = _modules_after(code, tmp_path, begins="EARLY")
    assert "studykit.practice.catalogue" in loaded
    assert not loaded & (HEAVY | {"studykit.practice.family", "studykit.checking.judge", "textual"})


def test_a_plain_review_of_a_problem_loads_no_symbols_and_no_textual(tmp_path: Path) -> None:
    _with_note(tmp_path, f"#flashcards\n{BLOCK}")
    code = """
from pathlib import Path
from studykit.clock import SystemClock
from studykit.plain.review import review_lines
from studykit.session.review import Wish
review_lines(Path('home'), SystemClock(), Wish(limit=1))
"""
    loaded = _modules_after(code, tmp_path, stdin="(1 +\n997\n998\n\n")
    assert "studykit.practice.family" in loaded
    assert not loaded & {"sympy", "matplotlib", "textual", "rich", "tomlkit"}


def test_a_review_in_the_app_loads_no_numbers_and_no_symbols(tmp_path: Path) -> None:
    code = """
import asyncio
from pathlib import Path
from studykit.clock import SystemClock
from studykit.tui.app import StudyApp
from studykit.session.study import Study

async def review():
    app = StudyApp(Study.open(Path('home'), SystemClock()))
    async with app.run_test() as pilot:
        await pilot.press('enter')
        await pilot.pause()
        await pilot.press('space')
        await pilot.press('4')
        await pilot.pause()
    assert app.study.states, 'nothing was graded'

asyncio.run(review())
"""
    loaded = _modules_after(code, tmp_path)
    assert "studykit.tui.screens.review" in loaded
    assert not loaded & (HEAVY - {"markdown_it"})


def test_the_first_screen_loads_no_markdown(tmp_path: Path) -> None:
    code = """
import asyncio
from pathlib import Path
from studykit.clock import SystemClock
from studykit.tui.app import StudyApp
from studykit.session.study import Study

async def look():
    async with StudyApp(Study.open(Path('home'), SystemClock())).run_test() as pilot:
        await pilot.pause()

asyncio.run(look())
"""
    loaded = _modules_after(code, tmp_path)
    assert "studykit.tui.screens.home" in loaded
    assert not loaded & (HEAVY | {"studykit.render.markdown", "mdit_py_plugins"})


def test_the_command_line_loads_only_the_command_that_is_called(tmp_path: Path) -> None:
    code = """
from studykit.cli.group import studykit
studykit.main(['locate'], standalone_mode=False)
"""
    loaded = _modules_after(code, tmp_path)
    assert "studykit.cli.locate" in loaded
    assert not loaded & (HEAVY | {"textual", "rich", "studykit.cli.review", "fsrs", "yaml"})
