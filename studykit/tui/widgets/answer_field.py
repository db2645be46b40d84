"""The line that an answer is typed into."""

from __future__ import annotations

import asyncio

from textual import events
from textual.binding import Binding
from textual.geometry import Offset
from textual.message import Message
from textual.widgets import Input

from studykit.render.sanitise import visible

MOST = 100_000
"""Characters that the line takes; what may be judged is for the judge to say."""

_ALT = {
    "alt+left": "cursor_left_word",
    "alt+b": "cursor_left_word",  # what many terminals send for Alt+Left
    "alt+right": "cursor_right_word",
    "alt+f": "cursor_right_word",
    "alt+backspace": "delete_left_word",
    "ctrl+backspace": "delete_left_word",
    "alt+d": "delete_right_word",
}
_LEFT_TO_THE_SCREEN = {"enter", "ctrl+c", "super+c"}  # ^c copies a selection and quits without one

_EDITS = {
    key: binding.action
    for binding in Input.BINDINGS
    if isinstance(binding, Binding)
    for key in binding.key.split(",")
    if key not in _LEFT_TO_THE_SCREEN
} | _ALT


def with_line_feeds(text: str) -> str:
    """A paste as it was copied: terminals send its line ends as carriage returns."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class AnswerField(Input):
    """One line of text, safe for whatever is typed or pasted.

    A screen that binds Enter itself awaits `settled` before it reads the line, so that keys that arrive
    together are never lost. A paste that the line does not take is told with `Refused`.
    """

    DEFAULT_CSS = """
    AnswerField, AnswerField:focus {
        border: none; height: 1; width: 1fr; padding: 0 1; background: $surface;
    }
    AnswerField:focus { background: $panel; background-tint: transparent; }
    """

    class Refused(Message):
        """A paste would have made the line longer than it may be; the line is as it was."""

        def __init__(self, characters: int) -> None:
            super().__init__()
            self.characters = characters
            """How many it would have been."""

        def __str__(self) -> str:
            return f"that is {self.characters:,} characters; the line takes {MOST:,}"

    def __init__(self, placeholder: str = "type the answer", *, id: str | None = None) -> None:
        super().__init__(placeholder=placeholder, select_on_focus=False, id=id)
        self.cursor_blink = False

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the caret is on the screen. Textual counts one too many at the end of the line."""
        offset = super().cursor_screen_offset
        return offset - (1, 0) if self.cursor_at_end else offset

    async def settled(self) -> str:
        """The line after all keys that were typed before now."""
        done = asyncio.Event()
        if self.call_later(done.set):  # runs in this widget's own queue, behind the keys that wait in it
            await done.wait()
        return self.value

    def begin(self, text: str = "") -> None:
        """Empties the line, or puts a text into it."""
        self.value = text
        self.cursor_position = len(text)

    def replace(self, text: str, start: int, end: int) -> None:
        """Puts a text in the place of another, on one line and with nothing in it that acts or hides."""
        shown = text if text.isalnum() else " ".join(visible(with_line_feeds(text)).splitlines())
        length = len(self.value) - abs(end - start) + len(shown)
        if length > MOST:
            self.post_message(self.Refused(length))
            return
        super().replace(shown, start, end)

    def on_focus(self) -> None:
        """Brings the terminal's cursor to the caret, where an input method shows what it composes."""
        self.call_after_refresh(self._place_cursor)  # the line may only just have been shown

    def on_resize(self) -> None:
        """The same."""
        if self.has_focus:
            self.call_after_refresh(self._place_cursor)

    def _place_cursor(self) -> None:
        if self.has_focus:
            self.app.cursor_position = self.cursor_screen_offset

    async def _on_key(self, event: events.Key) -> None:
        """Edits right away; as bindings these keys would be overtaken by the letters typed after them."""
        edit = _EDITS.get(event.key)
        if edit is not None:
            event.stop()
            event.prevent_default()
            await self.run_action(edit)
        elif event.key.startswith("alt+"):
            event.prevent_default()  # Alt with a letter is a command or nothing, never the letter

    def _on_paste(self, event: events.Paste) -> None:
        """Takes all lines of a paste, as one."""
        event.stop()
        event.prevent_default()
        self.replace(event.text, *self.selection)
