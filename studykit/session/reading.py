"""Notes to read: which there are, and the one that a word means."""

from __future__ import annotations

import difflib
import os
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from studykit.cards import front_matter, vault
from studykit.cards.model import Remark
from studykit.errors import StudyError
from studykit.session import drawing, note_file, notes
from studykit.session.page import Page, page
from studykit.settings import Settings

SHOWN = 4
"""So many notes or headings are named where several fit."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A note of the library."""

    title: str
    """Of its front matter, else the file's stem."""
    cards: int
    file: str


def entries(settings: Settings) -> tuple[list[Entry], tuple[Remark, ...]]:
    """Every note of the library in the order in which it is read, and the remarks on them."""
    reading = notes.read(notes.roots(settings), settings)
    counts = Counter(card.file for card in reading.cards)
    return [Entry(_title(file), counts[file], file) for file in reading.files], reading.remarks


def open_page(word: str, settings: Settings) -> Page:
    """What `word` means, ready to be read: a path or a note's name, perhaps with `#Heading` or `#^block-id`.

    A name is a file's stem (as many of its folders before it as are needed to tell it apart), a title, or
    the unique beginning of one, whatever the case. Raises `StudyError` with near matches if none or several
    fit, or if the note cannot be read.
    """
    file, section = _split(word, settings)
    text = note_file.text_of(file)
    if text is None:  # gone since it was found
        raise StudyError("the note is gone", where=str(file))
    whole = page(text, str(file), notes.rules(settings), drawing.pen(settings))
    if not section:
        return whole
    return _of_id(whole, section[1:]) if section.startswith("^") else _of_heading(whole, section)


# -- the note ----------------------------------------------------------------------------------------------


def _split(word: str, settings: Settings) -> tuple[Path, str]:
    """The file and the section that are meant. A `#` may be part of a name, as in `C#`."""
    cuts = [len(word), *(at for at, sign in enumerate(word) if sign == "#" and at)]
    for cut in cuts:
        path = _expanded(word[:cut])
        if os.path.lexists(path) and not note_file.is_folder(path):
            if path.suffix.lower() != ".md":
                raise StudyError(
                    "this is no Markdown note", where=word[:cut], hint="a note's name ends with .md"
                )
            return path, word[cut + 1 :].strip()
    files = _files(settings)
    for cut in cuts:
        if found := _named(word[:cut], files, exactly=True):
            return found, word[cut + 1 :].strip()
    name, _, section = word.partition("#")
    if found := _named(name, files, exactly=False):
        return found, section.strip()
    if note_file.is_folder(_expanded(name)):
        raise StudyError("this is a folder; name a note in it", where=name)
    known = [PurePath(file).stem for file in files]
    near = _near(name.strip(), [*known, *map(_title, files)])
    hint = f"did you mean {' or '.join(near)}?" if near else "`studykit read` lists the notes"
    raise StudyError(f"the library has no note called {name!r}", hint=hint)


def _files(settings: Settings) -> list[str]:
    search = vault.Search()
    there = [root for root in notes.roots(settings) if note_file.is_folder(root)]
    return [note.path for root in notes.outermost(there) for note in search.notes(root)]


def _named(name: str, files: Sequence[str], *, exactly: bool) -> Path | None:
    """The one note of this name; None if there is none. Raises `StudyError` if there are several."""
    wanted = _folded(name).removesuffix(".md")
    if not wanted:
        raise StudyError("an empty name is no note", hint="`studykit read` lists the notes")

    def is_stem(file: str) -> bool:
        return ("/" + _folded(PurePath(file).with_suffix("").as_posix())).endswith("/" + wanted)

    def is_title(file: str) -> bool:
        return _folded(_title(file)) == wanted

    def begins(file: str) -> bool:
        return any(_folded(known).startswith(wanted) for known in (PurePath(file).stem, _title(file)))

    ways: tuple[Callable[[str], bool], ...] = (is_stem, is_title) if exactly else (begins,)
    for fits in ways:
        found = [file for file in files if fits(file)]
        if len(found) > 1:
            raise StudyError(f"{name!r} fits {len(found)} notes", hint=f"one of {_some(found)}")
        if found:
            return Path(found[0])
    return None


def _title(file: str) -> str:
    text = vault.read_text(file, []) or ""
    front = front_matter.read(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    return front.text("title") or PurePath(file).stem


def _expanded(word: str) -> Path:
    try:
        return Path(word).expanduser()
    except RuntimeError as error:  # `~nobody`: no such user
        raise StudyError(str(error).rstrip("."), where=word) from error


# -- the section -------------------------------------------------------------------------------------------


def _of_heading(whole: Page, word: str) -> Page:
    """The section of a heading; `Outer#Inner` tells one of several apart."""
    *outer, last = (_folded(part) for part in word.split("#"))
    paths = {line: [_folded(part) for part in path] for line, path in whole.paths.items()}
    inside = [line for line, path in paths.items() if path and all(part in path[:-1] for part in outer)]
    for exact in (True, False):
        found = [
            line
            for line in inside
            if paths[line][-1] == last or (not exact and paths[line][-1].startswith(last))
        ]
        if len(found) > 1:
            names = ["#".join(whole.paths[line]) for line in found]
            raise StudyError(f"{word!r} fits {len(found)} headings", where=whole.file, hint=_some(names))
        if found:
            return whole.section(found[0])
    names = [path[-1] for path in whole.paths.values() if path]
    near = _near(word, names) or names[:SHOWN]
    hint = f"did you mean {' or '.join(near)}?" if near else "it has no headings"
    raise StudyError(f"there is no heading {word!r}", where=whole.file, hint=hint)


def _of_id(whole: Page, block_id: str) -> Page:
    """The section that a block id stands in."""
    line = whole.ids.get(block_id)
    if line is None:
        near = [f"^{each}" for each in _near(block_id, whole.ids)]
        hint = f"did you mean {' or '.join(near)}?" if near else None
        raise StudyError(f"there is no block id ^{block_id}", where=whole.file, hint=hint)
    return whole.section(line)


def _near(word: str, known: Iterable[str]) -> list[str]:
    by_folded = {_folded(each): each for each in known}
    return [by_folded[each] for each in difflib.get_close_matches(_folded(word), by_folded, n=3, cutoff=0.5)]


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.split())).casefold()
