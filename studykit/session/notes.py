"""Which notes are read, and by which rules."""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from studykit import paths
from studykit.cards import library
from studykit.cards.model import Item, Reading, Remark, Rules
from studykit.errors import StudyError
from studykit.session import exercises
from studykit.settings import Settings

AnyItem = TypeVar("AnyItem", bound=Item)

MOST_TOLD = 3
"""So many errors in notes are told in full at every start."""

_NOT_READ = frozenset({"no-card-tag", "not-a-file", "broken-link", "link-loop"})


def rules(settings: Settings) -> Rules:
    """The reader's rules that the settings ask for."""
    return Rules(
        card_tags=settings.card_tags,
        decks_from="folders" if settings.decks_from == "folders" else "tags",
        dataview=settings.dataview,
        end_marker=settings.end_marker,
    )


def roots(settings: Settings) -> tuple[Path, ...]:
    """The library: the built-in course, unless it was removed, and the folders that were added."""
    folders = tuple(Path(os.path.expanduser(folder)) for folder in settings.folders)  # noqa: PTH111 (never raises)
    return (paths.course(), *folders) if settings.course else folders


def read(wanted: Sequence[Path], settings: Settings) -> Reading:
    """Reads all that is there; a root that is gone becomes an error remark, and the rest is still read."""
    there: list[Path] = []
    missing: list[Remark] = []
    for root in wanted:
        trouble = _trouble(root)
        if trouble is None:
            there.append(root)
            continue
        mend = "put it back, or `studykit remove` it"
        missing.append(Remark(str(root), 1, "error", "missing-folder", trouble, mend))
    reading = library.read(outermost(there), rules(settings))
    known, unknown = exercises.parted(reading.exercises)
    return replace(reading, remarks=(*missing, *reading.remarks, *unknown), exercises=known)


def _trouble(path: Path) -> str | None:
    """Why a file or folder cannot be used, or None."""
    try:
        path.resolve(strict=True)
    except FileNotFoundError:
        return "no such file or folder"
    except OSError as error:
        return f"cannot be used: {error.strerror or error}"
    except (RuntimeError, ValueError) as error:  # a loop of links; a null character in the name
        return f"cannot be used: {error}"
    return None


def outermost(wanted: Sequence[Path]) -> list[Path]:
    """The folders, less those that lie inside another of them, so that no note is read twice."""
    resolved = [path.resolve() for path in wanted]
    kept: list[Path] = []
    for i, path in enumerate(resolved):
        inside = any(path.is_relative_to(other) and path != other for other in resolved)
        if not inside and path not in resolved[:i]:
            kept.append(wanted[i])
    return kept


def under(reading: Reading, folders: Sequence[Path]) -> Reading:
    """What was read from files that are one of `folders` or lie below one.

    An exercise that stands in several notes stands in the first of them that is left.
    """
    wanted = [folder.resolve() for folder in folders]

    @cache
    def is_inside(name: str) -> bool:
        file = Path(name).resolve()
        return any(file.is_relative_to(folder) for folder in wanted)

    exercises = []
    for each in reading.exercises:
        places = [place for place in each.places if is_inside(place.file)]
        if places:
            exercises.append(library.standing(each, places))
    cards = tuple(card for card in reading.cards if is_inside(card.file))
    return replace(reading, cards=cards, exercises=tuple(exercises))


def is_worth_telling(remark: Remark) -> bool:
    """Whether a remark is said even where nobody asked for a check: something was not read at all."""
    return remark.level == "error" or remark.code in _NOT_READ


def told(remarks: Sequence[Remark]) -> list[str]:
    """Remarks as notices, the first few in full."""
    lines = [f"{each.file}:{each.line}: {each.message} ({each.mend})" for each in remarks[:MOST_TOLD]]
    if len(remarks) > MOST_TOLD:
        more = len(remarks) - MOST_TOLD
        lines.append(
            f"and {more} more remark{'' if more == 1 else 's'} on notes; `studykit check` lists them"
        )
    return lines


def existing(folders: Sequence[Path]) -> tuple[Path, ...]:
    """The folders as given. Raises `StudyError` for the first that is not there."""
    found = []
    for folder in folders:
        try:
            whole = folder.expanduser()
        except RuntimeError as error:  # `~nobody`: no such user
            raise StudyError(str(error).rstrip("."), where=str(folder)) from error
        if trouble := _trouble(whole):
            raise StudyError(trouble, where=str(folder))
        found.append(whole)
    return tuple(found)


def in_deck(cards: Sequence[AnyItem], deck: str | None) -> tuple[AnyItem, ...]:
    """All the items, or those of one deck and its sub-decks.

    Raises `StudyError` that names near matches if there is no such deck.
    """
    if deck is None:
        return tuple(cards)
    found = library.in_deck(cards, deck)
    if not found:
        names = library.deck_names(cards)
        inner = [name for name in names if name.casefold().endswith(f"/{deck.strip().casefold()}")]
        if len(inner) == 1:  # `softmax` means ai-ml/softmax where there is no other
            return library.in_deck(cards, inner[0])
        near = inner or difflib.get_close_matches(deck, names, n=3, cutoff=0.5)
        known = f"did you mean {', '.join(near)}?" if near else f"there are: {', '.join(names) or 'none'}"
        raise StudyError(f"there is no deck called {deck!r}", hint=known)
    return found
