"""The package stands alone, exports everything flat, and its examples hold."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import attention_engine

MODULES = [
    "attention_engine",
    *(f"attention_engine.{m.name}" for m in pkgutil.iter_modules(attention_engine.__path__)),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    with np.printoptions(precision=8):
        assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_both_worked_examples_are_run() -> None:
    assert doctest.testmod(importlib.import_module("attention_engine.attention")).attempted >= 13


def test_the_example_in_the_readme() -> None:
    readme = (Path(attention_engine.__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    blocks = [block.partition("```")[0] for block in readme.split("```python\n")[1:]]
    (example,) = (block for block in blocks if "attention_engine" in block)
    test = doctest.DocTestParser().get_doctest(example, {}, "README", "README.md", 0)
    done = doctest.DocTestRunner().run(test)
    assert (done.failed, done.attempted) == (0, 4)


def test_every_export_is_documented() -> None:
    assert len(set(attention_engine.__all__)) == len(attention_engine.__all__)
    for name in attention_engine.__all__:
        value = getattr(attention_engine, name)
        if callable(value):
            assert value.__doc__, name


def test_it_loads_neither_studykit_nor_sympy_nor_its_own_fast_face(tmp_path: Path) -> None:
    code = "import attention_engine, sys; print(*{m.split('.')[0] for m in sys.modules}); print(*sys.modules)"
    root = str(Path(attention_engine.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=True,
    )
    packages, modules = (set(line.split()) for line in done.stdout.splitlines())
    assert "numpy" in packages
    assert not packages & {"studykit", "sympy", "threadpoolctl", "textual", "onnx"}
    assert "attention_engine.fast" not in modules


def test_types_are_shipped() -> None:
    assert Path(attention_engine.__file__).with_name("py.typed").exists()
