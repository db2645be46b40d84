"""A fortnight of study gives the same as `fsrs` fed by hand with study days."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import fsrs
import pytest

from studykit.clock import moment
from studykit.log.event import Draft, Event, seal
from studykit.log.store import Store
from studykit.memory.replay import from_row, reduce, replay
from studykit.memory.state import ItemState


class ByHand:
    """`fsrs` alone, told the study day that a person reads off the wall clock."""

    def __init__(self) -> None:
        self.scheduler = fsrs.Scheduler(enable_fuzzing=False)
        self.cards: dict[str, fsrs.Card] = {}

    def answer(self, item: str, rating: int, local: datetime) -> fsrs.Card:
        day = local.date() if local.time() >= time(4) else local.date() - timedelta(days=1)
        card = self.cards.get(item) or fsrs.Card(card_id=1)
        at = datetime.combine(day, time(), UTC)
        self.cards[item], _ = self.scheduler.review_card(card, fsrs.Rating(rating), at)
        return self.cards[item]


def same(state: ItemState, card: fsrs.Card) -> bool:
    mine = (state.stability, state.difficulty, state.phase.value, state.step)
    return mine == (card.stability, card.difficulty, card.state.name.lower(), card.step)


def fortnight(zone: str, start: date) -> Iterator[tuple[datetime, str, int]]:
    """Local time, item and rating of each answer of fourteen days, late ones and early ones among them."""
    chance = random.Random(f"{zone}{start}")
    times = [time(7, 30), time(23, 50), time(0, 20), time(3, 59), time(4, 0), time(12, 0)]
    for day in range(14):
        for clock in sorted(chance.sample(times, 4), key=lambda clock: (clock < time(4), clock)):
            local = datetime.combine(start + timedelta(days=day + (clock < time(4))), clock, ZoneInfo(zone))
            for item in chance.sample("abcdefgh", 3):
                yield local, item, chance.choice([1, 2, 3, 3, 3, 4])


@pytest.mark.parametrize(
    ("zone", "start"),
    [
        ("Europe/Berlin", date(2026, 3, 23)),  # summer time begins on the 29th
        ("Europe/Berlin", date(2026, 10, 19)),  # and ends on the 25th
        ("America/Los_Angeles", date(2026, 3, 2)),
        ("Asia/Kathmandu", date(2026, 3, 2)),
    ],
)
def test_a_fortnight_gives_what_fsrs_gives_by_study_days(zone: str, start: date) -> None:
    by_hand = ByHand()
    events: list[Event] = []
    for local, item, rating in fortnight(zone, start):
        draft = Draft("review", *moment(local), item=item, rating=rating)
        number = len(events) + 1
        events.append(seal(draft, id=number.to_bytes(16, "big"), device="d", seq=number, hlc=number))
        card = by_hand.answer(item, rating, local)
        assert same(replay(events)[item], card), (item, local, rating)
    assert len(by_hand.cards) == 8


def test_the_store_keeps_what_fsrs_gives_by_study_days(tmp_path: Path) -> None:
    by_hand = ByHand()
    with Store.open(tmp_path) as store:
        for local, item, rating in fortnight("Europe/Berlin", date(2026, 3, 23)):
            store.append(Draft("review", *moment(local), item=item, rating=rating), reduce)
            by_hand.answer(item, rating, local)
        states = {row[0]: from_row(row) for row in store.rows()}
    assert set(states) == set(by_hand.cards)
    assert all(same(states[item], card) for item, card in by_hand.cards.items())
