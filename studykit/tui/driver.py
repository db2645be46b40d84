"""Textual's driver for terminals, made lenient: a byte that is no UTF-8 would end the app in mid-answer.

Such bytes come with a paste out of another encoding. They are read as `�`, which no answer accepts.
"""

from __future__ import annotations

import sys
from codecs import IncrementalDecoder, getincrementaldecoder
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.driver import Driver


def lenient(driver: type[Driver]) -> type[Driver]:
    """The driver, reading leniently if it is the one of POSIX terminals; any other as it is."""
    if sys.platform == "win32":
        return driver
    from textual.drivers import linux_driver

    if driver is not linux_driver.LinuxDriver:
        return driver

    class LenientDriver(linux_driver.LinuxDriver):
        def run_input_thread(self) -> None:
            # The thread looks its decoder up under this name and offers no other way to choose one.
            linux_driver.getincrementaldecoder = _replacing  # type: ignore[assignment,attr-defined]
            super().run_input_thread()

    return LenientDriver


def _replacing(encoding: str) -> partial[IncrementalDecoder]:
    return partial(getincrementaldecoder(encoding), "replace")
