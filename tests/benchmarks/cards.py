"""What drawing a card costs: `python -m tests.benchmarks.cards`.

Reading and laying out the front and the back of every card of the course, and the time from a grade to the
next card on the screen of a headless app. Goals: 5 ms a card at the 99th percentile, 50 ms to the next card
at the 95th. Not run by pytest.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from textual import events

from studykit.cards.model import Card
from studykit.render.markdown import lay_out, read, revealed
from studykit.session.study import Study
from studykit.tui.app import StudyApp
from studykit.tui.widgets.card_view import CardView
from tests.conftest import FakeClock

WIDTH = 74
PAINTED = 60


def drawn(card: Card) -> float:
    """Milliseconds for both sides of a card."""
    start = time.perf_counter()
    lay_out(read(card.front), WIDTH)
    lay_out(revealed(card) if card.revealed else read(card.back), WIDTH)
    return (time.perf_counter() - start) * 1000


async def painted(study: Study) -> list[float]:
    """Milliseconds from each of some grades to the next front on the screen."""
    app = StudyApp(study)
    times: list[float] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        for _ in range(PAINTED):
            await pilot.press("space")
            if not app.screen.query(CardView):
                break
            done = asyncio.Event()
            view = app.screen.query_one(CardView)
            shown = view.show_front

            def show(card: Card, *, view: CardView = view, done: asyncio.Event = done) -> None:
                CardView.show_front(view, card)
                view.call_after_refresh(done.set)

            view.show_front = show  # type: ignore[method-assign, assignment]
            start = time.perf_counter()
            app.post_message(events.Key("4", "4"))
            try:
                await asyncio.wait_for(done.wait(), 2)
            except TimeoutError:  # nothing is left to ask
                break
            times.append((time.perf_counter() - start) * 1000)
            view.show_front = shown  # type: ignore[method-assign]
    return times


def tell(name: str, times: list[float]) -> None:
    """One line of percentiles."""
    parts = statistics.quantiles(times, n=100)
    shown = "   ".join(f"p{at} {parts[at - 1]:6.2f} ms" for at in (50, 95, 99))
    print(f"{name:28} {shown}   ({len(times)})")


def main() -> None:
    """Prints both."""
    with tempfile.TemporaryDirectory() as home, Study.open(Path(home), FakeClock()) as study:
        drawn(next(iter(study.cards.values())))  # loads the parser
        read("`first`")
        tell("a card of the course", [drawn(card) for card in study.cards.values() for _ in range(3)])
        tell("from a grade to the next card", asyncio.run(painted(study)))


if __name__ == "__main__":
    main()
