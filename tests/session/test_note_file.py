from __future__ import annotations

import os
from pathlib import Path

import pytest

from studykit.errors import StudyError
from studykit.session import note_file


def test_a_note_that_has_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("new words", encoding="utf-8")
    for before in ("old words", None):
        with pytest.raises(StudyError, match="changed meanwhile"):
            note_file.write(note, before, "text")
    with pytest.raises(StudyError):
        note_file.write(tmp_path / "gone.md", "old words", "text")
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {
        "note.md": "new words"
    }


def test_a_write_that_fails_leaves_the_note_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "note.md"
    note.write_text("words", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StudyError, match="No space left"):
        note_file.write(note, "words", "other words")
    assert [path.name for path in tmp_path.iterdir()] == ["note.md"]
    assert note.read_text(encoding="utf-8") == "words"


def test_line_ends_and_byte_order_mark_are_read_and_written_as_they_are(tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    data = "\ufeffa\r\nb\rc\n".encode()
    note_file.write(note, None, data.decode())
    assert note.read_bytes() == data
    assert note_file.text_of(note) == data.decode()
    assert note_file.text_of(tmp_path / "gone.md") is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_stays_when_another_may_write(tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("words", encoding="utf-8")
    os.chown(note, 12345, 12345)
    note_file.write(note, "words", "other words")
    assert (note.stat().st_uid, note.stat().st_gid) == (12345, 12345)
