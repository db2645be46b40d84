"""The open library, log and schedule: what every session and most commands begin with."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from studykit import settings as preferences
from studykit.cards import library, section, successor, vault
from studykit.cards.model import Card, Exercise, Form, Item, Reading, Remark
from studykit.clock import Clock, Moment
from studykit.draw import Draw
from studykit.errors import StudyError
from studykit.log.event import Draft, Event, Row
from studykit.log.store import Store
from studykit.memory import limits, queue, replay
from studykit.memory.scheduling import Scheduling
from studykit.memory.state import ItemState, Phase
from studykit.memory.study_day import study_day
from studykit.session import edits, exercises, notes
from studykit.session.deck_rules import DeckRules
from studykit.session.notes import in_deck
from studykit.session.prompt import Counts, Undone
from studykit.session.states import states

if TYPE_CHECKING:
    from studykit.session import skill

Stamp = tuple[int, int]
SHORTEST_ID = 4
"""So many characters of an id are enough, if they fit one card only."""


@dataclass(frozen=True, slots=True)
class DeckCounts:
    """A deck and what it holds, its sub-decks included."""

    deck: str
    today: Counts
    total: int


@dataclass(frozen=True, slots=True)
class Due:
    """An item that is due today."""

    source: Item
    state: ItemState


class Study:
    """Notes, log and schedule of one learner, opened together.

    A session asks this for cards and states and writes through it, so that no screen touches the
    log, the files or the scheduler itself.
    """

    def __init__(
        self,
        store: Store,
        reading: Reading,
        view: Sequence[Item],
        settings: preferences.Settings,
        clock: Clock,
        pending: Mapping[str, Any] | None = None,
    ) -> None:
        """`pending` are changed settings that count although the log does not have them."""
        self.store = store
        self.clock = clock
        self.settings = settings
        self.remarks = reading.remarks
        self.view = tuple(view)
        self.cards = {card.id: card for card in reading.cards}
        self.exercises = {each.id: each for each in reading.exercises}
        self._ids = frozenset(self.cards)
        self.notices = store.notices
        """What the learner should hear of; whoever shows them empties the list."""
        self.states: dict[str, ItemState] = {}
        self.scheduling = Scheduling()
        self.deck_rules = DeckRules(self.scheduling)
        self._pending = pending or {}
        self._is_behind = False
        self._lost: dict[str, Stamp | None] = {}
        self._practised: skill.Practised | None = None
        self._stamps = {file: _stamp(file) for file in reading.files}
        self.reload()

    @classmethod
    def open(
        cls, home: Path, clock: Clock, *, folders: Sequence[Path] = (), read_only: bool = False
    ) -> Study:
        """Reads the notes and opens the log in `home`; with `folders`, only their cards are in view.

        Settings of the schedule that were edited by hand are recorded; with `read_only` they count, and
        nothing is written.

        Raises `StudyError` for a folder that is not there, and for a log that cannot be opened.
        """
        file = preferences.read(home)
        settings = file.settings
        wanted = notes.existing(folders)
        reading = notes.read((*notes.roots(settings), *wanted), settings)
        view = exercises.among(notes.under(reading, wanted) if wanted else reading)
        store = Store.open(home, read_only=read_only)
        try:
            edit = edits.pending(file, store.settings_events(), store.device)
            unsaved = () if read_only else edits.record(store, edit, clock.now())
            study = cls(store, reading, view, settings, clock, edit.body if read_only else None)
        except BaseException:
            store.close()
            raise
        study.notices.extend((*file.warnings, *edit.warnings, *unsaved))
        study.notices.extend(notes.told([each for each in reading.remarks if each.level == "error"]))
        return study

    def close(self) -> None:
        """Closes the log."""
        self.store.close()

    def __enter__(self) -> Study:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def reload(self) -> None:
        """Takes the states from the log again. Raises `StudyError`; then nothing has changed."""
        found = states(self.store)
        self.scheduling = replay.scheduling(self.store.settings_events()).with_event(self._pending)
        self.states, self._practised = found, None
        self.deck_rules = DeckRules(self.scheduling, self.settings.decks)

    def refresh(self) -> bool:
        """Takes in what another program has written; says whether there was anything.

        If the log cannot be read just now, what is in memory stays, a notice tells of it, and the next call
        tries again: this comes after a deed was saved, which must not look as if it had failed.
        """
        was_behind = self._is_behind
        try:
            # Asked first and always: it tells of a change only once.
            self._is_behind = self.store.changed() or was_behind
            if not self._is_behind:
                return False
            self.reload()
        except StudyError as error:
            if not was_behind:
                self.notices.append(f"what another program may have written is not known yet: {error}")
            self._is_behind = True
            return False
        self._is_behind = False
        return True

    # what there is

    def today(self, moment: Moment | None = None) -> int:
        """The study day of a moment, of now by default."""
        now = moment or self.clock.now()
        return study_day(now.at_ms, now.tz_min, self.scheduling.rollover_min)

    def state(self, item: str) -> ItemState:
        """What is known of an item; a new one if nothing is."""
        return self.states.get(item) or ItemState(item)

    def in_deck(self, deck: str | None) -> tuple[Item, ...]:
        """What is in view, or what one deck and its sub-decks hold. Raises `StudyError` if there is none."""
        return in_deck(self.view, deck)

    def queue(
        self,
        cards: Sequence[Item],
        moment: Moment,
        *,
        draw: Draw | None = None,
        new: int | None = None,
        ahead: int | None = None,
    ) -> queue.Queue:
        """What will be shown today of `cards`.

        `new` lets that many new items in, and `ahead` all reviews that are due within so many days from
        today, whatever the limits of the day and of decks.
        """
        today = self.today(moment)
        left = limits.left(self.states.values(), today, self.scheduling, self._capped)
        if new is not None:
            left = left.with_new(new)
        if ahead is not None:
            left = left.with_all_reviews()
        if self.scheduling.decks:
            capped = self.deck_rules.capped
            candidates = [queue.Candidate(card.id, card.siblings, capped(card.decks)) for card in cards]
        else:  # nothing is looked up for nothing: 10 ms of 100,000 cards
            candidates = [queue.Candidate(card.id, card.siblings) for card in cards]
        return queue.build(candidates, self.states, today, moment.at_ms, left, draw=draw, ahead=ahead or 0)

    def counts(self, cards: Sequence[Item]) -> Counts:
        """How many of `cards` will really be shown today."""
        counted = self.queue(cards, self.clock.now()).counts
        return Counts(counted.new, counted.learning, counted.due)

    def decks(self) -> list[DeckCounts]:
        """All decks in view and their parents, by name."""
        names: dict[str, None] = {}
        for name in library.deck_names(self.view):
            levels = name.split("/")
            for depth in range(1, len(levels) + 1):
                names.setdefault("/".join(levels[:depth]))
        found = []
        for name in sorted(names, key=str.casefold):
            cards = library.in_deck(self.view, name)
            found.append(DeckCounts(name, self.counts(cards), len(cards)))
        return found

    def due(self, deck: str | None = None) -> list[Due]:
        """What has been learned before and is due today, soonest first."""
        today = self.today()
        waiting = [
            Due(card, state)
            for card in self.in_deck(deck)
            if (state := self.states.get(card.id)) and _is_due(state, today)
        ]
        return sorted(waiting, key=lambda due: (due.state.due_day or 0, due.state.due_ms or 0))

    def source(self, item: str | None) -> Item | None:
        """The card or exercise of an item; None if the library has it no longer."""
        return None if item is None else self.cards.get(item) or self.exercises.get(item)

    def is_typed(self, card: Card) -> bool:
        """Whether the card's answer is typed: what the settings say of its decks, else its note."""
        said = self.deck_rules.typed(card.decks)
        return card.typed if said is None else said

    def section(self, card: Item) -> section.Section:
        """The part of its note that a card stands in, without the lines that ask and answer.

        Raises `StudyError` if the note cannot be read.
        """
        asked = {
            each.line
            for each in self.cards.values()
            if each.file == card.file and each.form in (Form.INLINE, Form.INLINE_BOTH)
        }
        return section.of_file(card.file, card.line, asked)

    def current(self, item: str) -> Card | None:
        """The card of an item as its note says now; None, with a notice, if it is no longer there."""
        card = self.cards.get(item)
        if card is None:
            return None
        stamp = _stamp(card.file)
        if stamp == self._stamps.get(card.file):
            return card
        rules = notes.rules(self.settings)
        fresh = library.reread(card, notes.roots(self.settings), rules) or self._reworded(card)
        if fresh is None:
            self._tell_of_loss(card.file, stamp)
            return None
        self.cards[item] = fresh
        return fresh

    def exercise(self, item: str) -> Exercise | None:
        """An exercise as its note says now; None, with a notice, if its block is no longer there."""
        found = self.exercises.get(item)
        if found is None:
            return None
        stamp = _stamp(found.file)
        if stamp == self._stamps.get(found.file):
            return found
        if stamp is not None:
            again = library.read([Path(found.file)], notes.rules(self.settings)).exercises
            if any(each.id == item for each in again):
                return found
        self._tell_of_loss(found.file, stamp)
        return None

    def _tell_of_loss(self, file: str, stamp: Stamp | None) -> None:
        """Says once for each change of a note why cards of it cannot be shown."""
        if self._lost.get(file, ()) == stamp:
            return
        self._lost[file] = stamp
        remarks: list[Remark] = []
        if stamp is None:
            reason = "the note is gone; its cards are left out"
        elif vault.read_text(file, remarks) is None:
            reason = f"the note {remarks[0].message}; its cards are left out ({remarks[0].mend})"
        else:
            reason = "the note has changed and a card is gone; it is skipped"
        self.notices.append(f"{file}: {reason}")

    def find(self, word: str) -> list[str]:
        """The items meant by `word`: one by its id or the beginning of it, or all that one text asks, by
        its `^block-id` or by the id that they share.

        Raises `StudyError` if nothing fits, or if different cards do.
        """
        known = dict.fromkeys((*self.cards, *self.exercises, *self.states))
        if word in known:
            return [word]
        if word.startswith("^"):
            fits = [card.id for card in self.cards.values() if card.block_id == word[1:]]
        elif len(word) < SHORTEST_ID:
            raise StudyError(f"{word!r} is too short for an id", hint=f"at least {SHORTEST_ID} characters")
        else:
            fits = [item for item in known if item.startswith(word)]
        if len({item.partition(".")[0] for item in fits}) == 1:
            return fits
        if fits:
            raise StudyError(f"{word!r} fits {len(fits)} items", hint=f"one of {', '.join(fits[:4])}")
        names = [*known, *(f"^{card.block_id}" for card in self.cards.values() if card.block_id)]
        near = difflib.get_close_matches(word, names, n=2)
        hint = f"did you mean {' or '.join(near)}?" if near else "`studykit cards --json` lists the ids"
        raise StudyError(f"there is no item {word!r}", hint=hint)

    def practised(self) -> skill.Practised:
        """What the log says of the learner's practice."""
        from studykit.session import skill  # not needed for the first screen

        if self._practised is None:
            self._practised = skill.Practised(self.store.events_of(skill.PROBLEMS))
        return self._practised

    # what can be done

    def record(self, draft: Draft) -> Event:
        """Writes one event durably. Raises `NotSaved`; then nothing has changed."""
        saved = self.store.append(draft, replay.reduce)
        self._keep(draft.item, saved.row)
        if self._practised is not None:
            self._practised.add(saved.event)
        return saved.event

    def undo(self) -> Undone | None:
        """Takes back this device's latest deed that is not yet taken back; None if there is none.

        That a card was brought forward is no deed of its own: it goes with the one before it.
        """
        undone, self._practised = None, None
        while (saved := self.store.undo(self.clock.now(), replay.reduce)) is not None:
            voided = saved.event
            self._keep(voided.item, saved.row)
            undone = Undone(voided.kind, voided.item)
            if voided.kind != "forward":
                break
        return undone

    def undo_own(self, event: Event) -> bool:
        """Takes one event back if it is the latest deed of this device; says whether it was."""
        saved = self.store.undo(self.clock.now(), replay.reduce, only=event.id)
        if saved is None:
            return False
        self._practised = None
        self._keep(saved.event.item, saved.row)
        return True

    def mark(self, kind: str, item: str) -> Event:
        """Records a deed that has no rating: suspend, bury, reset and their opposites."""
        now = self.clock.now()
        return self.record(Draft(kind, now.at_ms, now.tz_min, item))

    def mark_if_changes(self, kind: str, item: str) -> bool:
        """Records a deed unless it would change nothing (an item that is not suspended, say)."""
        state = self.state(item)
        today = self.today()
        buried = state.buried_day is not None and state.buried_day >= today
        idle = {
            "suspend": state.suspended,
            "unsuspend": not state.suspended,
            "bury": buried,
            "unbury": not buried,
            "reset": state.phase is Phase.NEW,
        }
        if idle[kind]:
            return False
        self.mark(kind, item)
        return True

    def _reworded(self, card: Card) -> Card | None:
        """What became of a card whose text was edited. It is asked as the item that it was."""
        if not Path(card.file).is_file():
            return None
        note = library.read([Path(card.file)], notes.rules(self.settings)).cards
        known = self._ids | {each.id for each in self.cards.values()}
        found = successor.of(card, note, known)
        return None if found is None else replace(found, decks=card.decks)

    def _capped(self, item: str) -> tuple[str, ...]:
        source = self.source(item)
        return () if source is None else self.deck_rules.capped(source.decks)

    def _keep(self, item: str | None, row: Row | None) -> None:
        # What was saved is not read again: that could fail, and the learner would take it for not saved.
        if item is None:
            return
        if row is None:
            self.states.pop(item, None)
        else:
            self.states[item] = replay.from_row(row)


def _is_due(state: ItemState, today: int) -> bool:
    if state.phase is Phase.NEW or state.suspended or (state.buried_day or -1) >= today:
        return False
    return state.due_day is not None and state.due_day <= today


def _stamp(file: str) -> Stamp | None:
    try:
        found = Path(file).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
