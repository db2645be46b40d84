"""Adds one card to a note of the learner's: which note, the writing, and what the card is called then."""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from studykit import paths
from studykit import settings as preferences
from studykit.cards import identity, library, tags
from studykit.cards.compose import Wanted, compose
from studykit.cards.model import Card, Form, Reading, Rules
from studykit.errors import StudyError
from studykit.session import note_file, notes

_UNFIT = dict.fromkeys(map(ord, '/\\:*?"<>|'), "-")
"""What some system does not allow in a file's name."""


@dataclass(frozen=True, slots=True)
class NewCard:
    """A card that was added."""

    file: str
    line: int
    items: tuple[str, ...]
    """Its item ids: one, or two if it is asked both ways."""
    notices: tuple[str, ...] = ()
    """What the learner should know: a deck or a note that is new, a note outside the library."""


def add(home: Path, deck: str, front: str, back: str, *, both: bool = False, file: Path | None) -> NewCard:
    """Writes a card into `file`, else into the note that holds the deck's most recent cards, else a new one.

    Raises `StudyError`, with nothing changed, if there is nowhere to write, the card is there already, or no
    way of writing it is read back as exactly this card.
    """
    settings, warnings = preferences.load(home)
    rules = notes.rules(settings)
    wanted = Wanted.of(front, back, deck, rules, both=both)
    reading = notes.read(notes.roots(settings), settings)
    _refuse_copy(wanted, reading.cards)
    known = library.in_deck(reading.cards, wanted.deck)
    wanted = replace(wanted, deck=_spelled(wanted.deck, reading.cards))
    folders = [Path(folder) for folder in settings.folders if note_file.is_folder(Path(folder))]
    target = _given(file) if file else _latest(known, wanted.deck) or _new(folders, wanted.deck, rules)
    text = note_file.text_of(target)
    composed = compose(text or "", wanted, str(target), rules, _folder(target, folders))
    if text is None and not note_file.is_folder(target.parent):
        _make_folder(target.parent)
    note_file.write(target, text, composed.text)
    card = _find(target, composed.line, notes.read(notes.roots(settings), settings))
    notices = [*warnings]
    if not known:
        notices.append(_new_deck(wanted.deck, reading.cards))
    if text is None:
        notices.append(f"{target} is a new note")
    if not card:
        notices.append(f"{target} is not in the library (`studykit add` puts a folder in)")
        card = _find(target, composed.line, notes.read([target], settings))
    return NewCard(str(target), composed.line, tuple(each.id for each in card), tuple(notices))


# -- which note --------------------------------------------------------------------------------------------


def _given(file: Path) -> Path:
    """The note that was named. Raises `StudyError` if a card may not be written there."""
    try:
        target = file.expanduser()
    except RuntimeError as error:  # `~nobody`: no such user
        raise StudyError(str(error).rstrip("."), where=str(file)) from error
    if _is_course(target):
        hint = "leave --file out, or name a note of your own"
        raise StudyError("the built-in course is not written to", where=str(file), hint=hint)
    if note_file.is_folder(target):
        raise StudyError("this is a folder; name a note in it", where=str(file))
    if target.suffix.lower() != ".md":
        hint = f"such as {target.name}.md"
        raise StudyError("a note's name ends with .md", where=str(file), hint=hint)
    if not os.path.lexists(target) and not note_file.is_folder(target.parent):
        raise StudyError("there is no such folder", where=str(target.parent))
    return target


def _latest(cards: Sequence[Card], deck: str) -> Path | None:
    """The learner's note with cards of this very deck that was written to last."""
    files = {card.file for card in cards if tags.folded(deck) in map(tags.folded, card.decks)}
    own = [path for path in map(Path, sorted(files)) if not _is_course(path)]
    return max(own, key=_written, default=None)


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # gone since it was read: any other note is better
        return -1


def _new(folders: Sequence[Path], deck: str, rules: Rules) -> Path:
    """Where a deck's own note stands, in the first folder of the library."""
    if not folders:
        hint = "`studykit add FOLDER` puts a folder of notes in, `--file NOTE` names a note"
        raise StudyError("no folder of yours is in the library, so there is no place for a card", hint=hint)
    root = folders[0]
    levels = [level.translate(_UNFIT).lstrip(".") or "-" for level in deck.split("/")]
    if rules.decks_from == "folders":
        own = tags.folded(deck) == tags.folded(root.name)  # what lies in the root itself is in its deck
        return (root if own else root.joinpath(*levels)) / f"{levels[-1]}.md"
    return root / f"{'-'.join(levels)}.md"


def _is_course(path: Path) -> bool:
    return note_file.real(path).is_relative_to(note_file.real(paths.course()))


def _folder(target: Path, folders: Sequence[Path]) -> str:
    """The deck of a note where folders are decks: the folder below the root that it was found in."""
    for root in notes.outermost(folders):
        # Links are not followed: a linked note belongs to the folder that it was found in.
        path, whole = Path(os.path.abspath(target)), Path(os.path.abspath(root))  # noqa: PTH100
        if path.is_relative_to(whole):
            return tags.clean(path.parent.relative_to(whole).as_posix().removeprefix(".")) or whole.name
    return note_file.real(target).parent.name


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        hint = error.strerror or "input/output error"
        raise StudyError("the deck's folder cannot be made", where=str(folder), hint=hint) from error


# -- what there is -----------------------------------------------------------------------------------------


def _refuse_copy(wanted: Wanted, cards: Sequence[Card]) -> None:
    """A copy would be asked beside its original; made by hand, it is nearly always a slip."""
    asked = {identity.two_sides(face.front, face.back) for face in wanted.faces}
    for card in cards:
        if card.form is not Form.CLOZE and identity.two_sides(card.front, card.back) in asked:
            where = f"{card.file}:{card.line}"
            raise StudyError("this card is in the library already, so nothing was written", where=where)


def _spelled(deck: str, cards: Sequence[Card]) -> str:
    """The deck as the library spells it."""
    spelling = tags.Spelling()
    spelling.of(library.deck_names(cards))
    return spelling.of((deck,))[0]


def _new_deck(deck: str, cards: Sequence[Card]) -> str:
    near = difflib.get_close_matches(deck, library.deck_names(cards), n=2, cutoff=0.75)
    also = f" (beside {' and '.join(near)})" if near else ""
    return f"{deck!r} is a new deck{also}"


def _find(target: Path, line: int, reading: Reading) -> list[Card]:
    real = note_file.real(target)
    return [card for card in reading.cards if card.line == line and note_file.real(Path(card.file)) == real]
