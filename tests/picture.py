"""Draws the README's picture: `python -m tests.picture`."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from studykit.session.study import Study
from studykit.tui.app import StudyApp
from tests.conftest import FakeClock

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "review.svg"


async def draw(picture: Path) -> None:
    """The first card of the course with its back shown, 96 by 26."""
    with tempfile.TemporaryDirectory() as home, Study.open(Path(home), FakeClock()) as study:
        app = StudyApp(study)
        async with app.run_test(size=(96, 26)) as pilot:
            await pilot.press("enter")
            await pilot.pause()
            await pilot.press("space")
            await pilot.pause()
            app.save_screenshot(filename=picture.name, path=str(picture.parent))


if __name__ == "__main__":
    asyncio.run(draw(PICTURE))
