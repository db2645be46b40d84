"""Folders and files of notes, read together: ids, decks and remarks over all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from studykit.cards import identity, tags
from studykit.cards.model import Card, Exercise, Item, Place, Reading, Remark, Rules
from studykit.cards.note import DraftNote, draft_note
from studykit.cards.vault import Search, read_text

AnyItem = TypeVar("AnyItem", bound=Item)


def read(paths: Sequence[Path], rules: Rules = Rules()) -> Reading:  # noqa: B008  # frozen, so never shared state
    """All cards of the notes in folders (with their sub-folders) and files, with ids over all of them.

    Raises StudyError for a path that does not exist. Whatever else cannot be read is an `error` remark,
    and the other notes are still read.
    """
    search = Search()
    notes: list[DraftNote] = []
    untagged: list[Remark] = []
    for root in paths:
        below = len(notes)
        for file in search.notes(root):
            text = read_text(file.path, search.remarks)
            if text is not None:
                notes.append(draft_note(text, file.path, rules, file.folder))
        untagged.extend(_untagged(notes[below:], root, rules))
    spelling = tags.Spelling()
    cards, duplicates = _with_ids(notes, spelling)
    exercises = _exercises(notes, spelling)
    remarks = [
        *search.remarks,
        *(remark for note in notes for remark in note.remarks),
        *duplicates,
        *_repeated(exercises),
        *untagged,
    ]
    order = {note.file: number for number, note in enumerate(notes)}
    remarks.sort(key=lambda remark: (order.get(remark.file, -1), remark.file, remark.line))
    return Reading(cards, tuple(remarks), tuple(note.file for note in notes), exercises)


def reread(card: Card, roots: Sequence[Path], rules: Rules = Rules()) -> Card | None:  # noqa: B008
    """The same card, read anew from its file alone; None if the file or the card is gone.

    `roots` are what `card` was read from; they name its deck where folders are decks. A copy of a text is
    found by the number that its id was made with, so the other notes need not be read.
    """
    text = read_text(card.file, [])
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


def in_deck(cards: Iterable[AnyItem], deck: str) -> tuple[AnyItem, ...]:
    """The items of a deck and its sub-decks, in order; compared without case."""
    wanted = tags.folded(deck.strip().removeprefix("#"))
    below = wanted + "/"
    known: dict[tuple[str, ...], bool] = {}
    found: list[AnyItem] = []
    for card in cards:
        if card.decks not in known:
            names = [tags.folded(name) for name in card.decks]
            known[card.decks] = any(name == wanted or name.startswith(below) for name in names)
        if known[card.decks]:
            found.append(card)
    return tuple(found)


def deck_names(cards: Iterable[Item]) -> tuple[str, ...]:
    """Every deck that holds an item, as first spelled, in alphabetical order."""
    first: dict[str, str] = {}
    for decks in dict.fromkeys(card.decks for card in cards):
        for deck in decks:
            first.setdefault(tags.folded(deck), deck)
    return tuple(first[name] for name in sorted(first))


def _exercises(notes: Iterable[DraftNote], spelling: tags.Spelling) -> tuple[Exercise, ...]:
    """One of each id, in the decks of all blocks that name it, with the places of them all."""
    found: dict[str, Exercise] = {}
    for note in notes:
        for each in note.exercises:
            place = Place(each.file, each.line, spelling.of(each.decks))
            first = found.get(each.id, each)
            found[each.id] = standing(first, (*first.places, place))
    return tuple(found.values())


def standing(exercise: Exercise, places: Sequence[Place]) -> Exercise:
    """The exercise as it stands in these blocks alone."""
    decks = tuple(dict.fromkeys(deck for place in places for deck in place.decks))
    first = places[0]
    return replace(exercise, file=first.file, line=first.line, decks=decks, places=tuple(places))


def _repeated(exercises: Iterable[Exercise]) -> Iterator[Remark]:
    """What is said of a block that asks what another one of its note asks already."""
    for each in exercises:
        seen: dict[str, int] = {}
        for place in each.places:
            if place.file in seen:
                said = f"line {seen[place.file]} asks the same already; both are one item"
                mend = "take one of them out, or give it another level"
                yield Remark(place.file, place.line, "remark", "duplicate-practice", said, mend)
            seen.setdefault(place.file, place.line)


# -- ids over all notes ------------------------------------------------------------------------------------


def _with_ids(notes: Iterable[DraftNote], spelling: tags.Spelling) -> tuple[tuple[Card, ...], list[Remark]]:
    counts: dict[tuple[identity.Kind, str], int] = {}
    first: dict[tuple[identity.Kind, str], str] = {}
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


def _untagged(notes: Sequence[DraftNote], root: Path, rules: Rules) -> list[Remark]:
    """Zero cards is never silent: says so where lines look like cards and no note has a card tag.

    Each root is looked at on its own: the tags of one folder do not explain the silence of another.
    """
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
            f"{lines} like a card, but no note in {root} has the tag {wanted}",
            f'write the tag into the note, set decks_from = "folders", or {other}',
        )
    ]


def _folder_of(file: str, roots: Iterable[Path]) -> str:
    """The deck of a file where folders are decks: its folder below the root that it was found in."""
    path = Path(file)
    for root in roots:
        if root.is_dir() and path.is_relative_to(root):
            below = path.parent.relative_to(root).as_posix()
            name = root.name or root.resolve().name
            return tags.clean("" if below == "." else below) or tags.clean(name) or "notes"
    return tags.clean(path.parent.name or path.resolve().parent.name)
