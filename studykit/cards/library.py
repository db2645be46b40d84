"""Folders and files of notes, read together. The only part of `cards` that touches the disk."""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from studykit.cards import identity, tags
from studykit.cards.model import Card, Reading, Remark, Rules
from studykit.cards.note import DraftNote, draft_note
from studykit.errors import StudyError


@dataclass(frozen=True, slots=True)
class NoteFile:
    """A note on the disk, and the deck it is in where folders are decks."""

    path: str
    """As joined from the root that was given."""
    folder: str


def read(paths: Sequence[Path], rules: Rules = Rules()) -> Reading:  # noqa: B008  # frozen, so never shared state
    """All cards of the notes in folders (with their sub-folders) and files, with ids over all of them.

    Raises StudyError for a path that does not exist. Whatever else cannot be read is an `error` remark,
    and the other notes are still read.
    """
    search = _Search()
    notes: list[DraftNote] = []
    files: list[str] = []
    for file in search.files(paths):
        text = _text(file.path, search.remarks)
        if text is not None:
            files.append(file.path)
            notes.append(draft_note(text, file.path, rules, file.folder))
    remarks = [*search.remarks]
    for note in notes:
        remarks.extend(note.remarks)
    cards, duplicates = _with_ids(notes)
    remarks.extend(duplicates)
    remarks.extend(_untagged(notes, rules))
    order = {file: number for number, file in enumerate(files)}
    remarks.sort(key=lambda remark: (order.get(remark.file, -1), remark.file, remark.line))
    return Reading(cards, tuple(remarks), tuple(files))


def reread(card: Card, roots: Sequence[Path], rules: Rules = Rules()) -> Card | None:  # noqa: B008
    """The same card, read anew from its file alone; None if the file or the card is gone.

    `roots` are what `card` was read from; they name its deck where folders are decks. A copy of a text is
    found by the number that its id was made with, so the other notes need not be read.
    """
    try:
        if not stat.S_ISREG(os.stat(card.file).st_mode):  # noqa: PTH116  # one call, and no Path made
            return None
    except (OSError, ValueError):
        return None
    text = _text(card.file, [])
    if text is None:
        return None
    note = draft_note(text, card.file, rules, _folder_of(card.file, roots))
    spelling = tags.Spelling()
    spelling.of(card.decks)
    same = [
        found
        for draft in note.drafts
        if identity.card_id(draft.key, card.occurrence) == card.siblings
        for found in identity.cards(draft, card.file, card.occurrence, spelling.of(draft.decks))
        if found.id == card.id
    ]
    return min(same, key=lambda found: abs(found.line - card.line), default=None)


def in_deck(cards: Iterable[Card], deck: str) -> tuple[Card, ...]:
    """The cards of a deck and its sub-decks, in order; compared without case."""
    wanted = tags.folded(deck.strip().removeprefix("#"))
    below = wanted + "/"
    known: dict[tuple[str, ...], bool] = {}
    found: list[Card] = []
    for card in cards:
        if card.decks not in known:
            names = [tags.folded(name) for name in card.decks]
            known[card.decks] = any(name == wanted or name.startswith(below) for name in names)
        if known[card.decks]:
            found.append(card)
    return tuple(found)


def deck_names(cards: Iterable[Card]) -> tuple[str, ...]:
    """Every deck that holds a card, as first spelled, in alphabetical order."""
    first: dict[str, str] = {}
    for decks in dict.fromkeys(card.decks for card in cards):
        for deck in decks:
            first.setdefault(tags.folded(deck), deck)
    return tuple(first[name] for name in sorted(first))


# -- ids over all notes ------------------------------------------------------------------------------------


def _with_ids(notes: Iterable[DraftNote]) -> tuple[tuple[Card, ...], list[Remark]]:
    counts: dict[tuple[identity.Kind, str], int] = {}
    first: dict[tuple[identity.Kind, str], str] = {}
    spelling = tags.Spelling()
    cards: list[Card] = []
    remarks: list[Remark] = []
    for note in notes:
        for draft in note.drafts:
            key = draft.key
            counts[key] = occurrence = counts.get(key, 0) + 1
            cards.extend(identity.cards(draft, note.file, occurrence, spelling.of(draft.decks)))
            here = f"{note.file}:{draft.line}"
            if occurrence == 1:
                first[key] = here
                continue
            if key[0] == "block":
                code, what = "duplicate-block-id", f"the block id ^{key[1]} is also at {first[key]}"
                mend = "give one of the cards another block id"
            else:
                code, what = "duplicate", f"the same card is also at {first[key]}; each has its own history"
                mend = "take one of them out if you want to be asked only once"
            remarks.append(Remark(note.file, draft.line, "remark", code, what, mend))
    return tuple(cards), remarks


def _untagged(notes: Sequence[DraftNote], rules: Rules) -> list[Remark]:
    """Zero cards is never silent: says so where lines look like cards and no note has a card tag."""
    alike = [note for note in notes if note.lookalikes]
    if not alike or any(note.tagged for note in notes):
        return []
    number = sum(len(note.lookalikes) for note in alike)
    lines = "1 line looks" if number == 1 else f"{number} lines look"
    wanted = " or ".join(f"#{tag.removeprefix('#')}" for tag in rules.card_tags) or "a card tag"
    counts: dict[str, int] = {}
    for name in (name for note in alike for name in note.tags):
        counts[name] = counts.get(name, 0) + 1
    common = max(counts, key=lambda name: counts[name], default="")
    other = f'set card_tags = ["{common}"]' if common else "name another tag in card_tags"
    return [
        Remark(
            alike[0].file,
            alike[0].lookalikes[0],
            "remark",
            "no-card-tag",
            f"{lines} like a card, but no note has the tag {wanted}",
            f'write the tag into the note, set decks_from = "folders", or {other}',
        )
    ]


# -- the disk ----------------------------------------------------------------------------------------------


def _text(path: str, remarks: list[Remark]) -> str | None:
    """A regular file's text; None, with a remark, if it cannot be read."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123  # a Path for each of 10,000 notes costs too much
            data = file.read()
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message, mend = "is not UTF-8, so it was not read", "save it as UTF-8"
        remarks.append(Remark(path, line, "error", "not-utf8", message, mend))
    except OSError as error:
        remarks.append(_unreadable(path, error))
    return None


def _unreadable(path: str, error: OSError) -> Remark:
    reason = error.strerror or "unknown reason"
    return Remark(path, 1, "error", "unreadable", f"cannot be read: {reason}", "mend its permissions")


@dataclass(slots=True)
class _Search:
    """Finds notes; each folder is entered once, by whatever way it is reached first."""

    remarks: list[Remark] = field(default_factory=list)
    _entered: set[tuple[int, int]] = field(default_factory=set)
    _found: set[str] = field(default_factory=set)

    def files(self, paths: Iterable[Path]) -> Iterator[NoteFile]:
        for path in paths:
            try:
                mode = path.stat().st_mode
            except (FileNotFoundError, NotADirectoryError, ValueError) as error:
                if path.is_symlink():
                    self._skip(str(path), "broken-link", "is a link to nothing, so it was skipped")
                    continue
                raise _missing(path) from error
            except OSError as error:
                self._trouble(str(path), error)
                continue
            if stat.S_ISDIR(mode):
                own = tags.clean(path.name or path.resolve().name) or "notes"
                yield from self._folder(str(path), "", own, ())
            elif stat.S_ISREG(mode):
                folder = tags.clean(path.parent.name or path.resolve().parent.name)
                yield from self._file(str(path), folder)
            else:
                self._skip(str(path), "not-a-file", "is no regular file, so it was skipped")

    def _file(self, path: str, folder: str) -> Iterator[NoteFile]:
        real = os.path.realpath(path)
        if real not in self._found:
            self._found.add(real)
            yield NoteFile(path, folder)

    def _folder(
        self, path: str, below: str, root: str, way: tuple[tuple[int, int], ...]
    ) -> Iterator[NoteFile]:
        try:
            status = os.stat(path)  # noqa: PTH116
            with os.scandir(path) as listing:
                entries = sorted(listing, key=_by_name)
        except OSError as error:
            self._trouble(path, error)
            return
        place = (status.st_dev, status.st_ino)
        if place in way:
            self._skip(path, "link-loop", "is a link to a folder that it stands in, so it was skipped")
            return
        if place in self._entered:
            return
        self._entered.add(place)
        prefix = "" if path == "." else path if path.endswith(os.sep) else path + os.sep
        for entry in entries:
            if entry.name.startswith("."):
                continue
            name = prefix + entry.name
            is_note = entry.name[-3:].lower() == ".md"
            try:
                if entry.is_dir():
                    level = f"{below}/{entry.name}" if below else entry.name
                    yield from self._folder(name, level, root, (*way, place))
                elif not is_note:
                    continue
                elif not entry.is_file():
                    self._odd(name, entry)
                else:
                    yield from self._file(name, tags.clean(below) or root)
            except OSError as error:
                if is_note or entry.is_symlink():
                    self._trouble(name, error)

    def _odd(self, path: str, entry: os.DirEntry[str]) -> None:
        if entry.is_symlink() and not os.path.exists(path):  # noqa: PTH110
            self._skip(path, "broken-link", "is a link to nothing, so it was skipped")
        else:
            self._skip(path, "not-a-file", "is no regular file, so it was skipped")

    def _trouble(self, path: str, error: OSError) -> None:
        if error.errno == errno.ELOOP:
            self._skip(path, "link-loop", "is a link that leads back to itself, so it was skipped")
        else:
            self.remarks.append(_unreadable(path, error))

    def _skip(self, path: str, code: str, message: str) -> None:
        self.remarks.append(Remark(path, 1, "remark", code, message, "move it out of the notes"))


def _by_name(entry: os.DirEntry[str]) -> tuple[str, str]:
    # Systems spell the same name in different normal forms, and order is what tells copies apart.
    return unicodedata.normalize("NFC", entry.name), entry.name


def _missing(path: Path) -> StudyError:
    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except OSError:
        names = []
    near = get_close_matches(path.name, names, n=1)
    hint = f"did you mean {path.parent / near[0]}?" if near else None
    return StudyError("there is no such file or folder", where=str(path), hint=hint)


def _folder_of(file: str, roots: Iterable[Path]) -> str:
    """The deck of a file where folders are decks: its folder below the root that it was found in."""
    path = Path(file)
    for root in roots:
        if root.is_dir() and path.is_relative_to(root):
            below = path.parent.relative_to(root).as_posix()
            name = root.name or root.resolve().name
            return tags.clean("" if below == "." else below) or tags.clean(name) or "notes"
    return tags.clean(path.parent.name or path.resolve().parent.name)
