from __future__ import annotations

import os
from pathlib import Path

import pytest

from studykit import files


def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(files.NotRegularError):
        files.read_regular(tmp_path / "pipe")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no regular file"):
        files.read_regular(tmp_path)


def test_a_file_is_replaced_through_a_link_and_keeps_its_permissions(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.write_text("old", encoding="utf-8")
    real.chmod(0o600)
    (tmp_path / "link").symlink_to(real)
    files.replace(tmp_path / "link", b"new")
    assert real.read_bytes() == b"new"
    assert real.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "link").is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "real"]


def test_a_replacement_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old", encoding="utf-8")

    def broken(_: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OSError, match="full"):
        files.replace(path, b"new")
    assert path.read_text(encoding="utf-8") == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
