"""The one registry of what can be done in the app.

Bindings, the key hints at the foot of a screen, the command palette, the help and the README's key
table are all read from `ACTIONS`, so none of them can tell of a key that does not work.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from textual.binding import Binding, BindingType


class Place(StrEnum):
    """Where the learner is: a screen, or the state of one."""

    HOME = "home"
    FRONT = "front"
    BACK = "back"
    UNSAVED = "unsaved"
    WAITING = "waiting"
    SUMMARY = "summary"
    EVERYWHERE = "everywhere"


HOME = (Place.HOME,)
ASKED = (Place.FRONT, Place.BACK)
CARD = (*ASKED, Place.UNSAVED)
REVIEW = (*CARD, Place.WAITING)
UNDO = (Place.HOME, *ASKED, Place.WAITING, Place.SUMMARY)
EVERYWHERE = (Place.EVERYWHERE,)


@dataclass(frozen=True, slots=True)
class Action:
    """Something the learner can do."""

    id: str
    keys: tuple[str, ...]
    """In Textual's spelling; none for what is only in the palette."""
    label: str
    """One or two words, for the foot of the screen."""
    help: str
    """One sentence without a full stop, for the palette and the help."""
    places: tuple[Place, ...]
    hint: bool = True
    """Whether it is named at the foot of the screen."""
    palette: bool = True
    """Whether it is in the command palette."""
    call: str = ""
    """The Textual action to run, if it is not `id`."""

    @property
    def run(self) -> str:
        """The Textual action that does it."""
        return self.call or self.id

    @property
    def name(self) -> str:
        """The name of that action without its argument."""
        return self.run.partition("(")[0].rpartition(".")[2]

    @property
    def key(self) -> str:
        """The first key as people write it; empty if there is none."""
        return key_name(self.keys[0]) if self.keys else ""


def _grade(rating: int, id: str, label: str, help: str) -> Action:
    # The grades stand on their buttons, so the foot of the screen does not name them again.
    places = (Place.BACK, Place.UNSAVED)
    return Action(id, (str(rating),), label, f"Grade: {help}", places, hint=False, call=f"grade({rating})")


def _move(id: str, keys: tuple[str, ...], label: str, help: str, places: tuple[Place, ...]) -> Action:
    return Action(id, keys, label, help, places, hint=False, palette=False)


ACTIONS = (
    Action("open", ("enter",), "Review", "Review the deck under the cursor", HOME),
    Action("review_all", ("a",), "All", "Review all decks together", HOME),
    Action("show", ("space", "enter"), "Show", "Show the back of the card", (Place.FRONT,)),
    Action("ahead", ("space", "enter"), "Show now", "Show the next card before its time", (Place.WAITING,)),
    Action("retry", ("r",), "Try again", "Try to save the answer again", (Place.UNSAVED,)),
    _grade(1, "grade_again", "Again", "not remembered"),
    _grade(2, "grade_hard", "Hard", "remembered with trouble"),
    _grade(3, "grade_good", "Good", "remembered"),
    _grade(4, "grade_easy", "Easy", "remembered at once"),
    Action("done", ("enter", "escape", "q"), "Done", "Leave the summary", (Place.SUMMARY,)),
    Action("undo", ("u",), "Undo", "Take back the latest answer, suspension or burial", UNDO),
    Action("bury", ("b",), "Bury", "Put the card away until tomorrow", ASKED),
    Action("suspend", ("s",), "Suspend", "Put the card away until it is unsuspended", ASKED),
    Action("home", ("q", "escape"), "Home", "Leave the review; what was answered is saved", REVIEW),
    Action("quit", ("q",), "Quit", "Leave studykit", HOME, call="app.quit"),
    _move("cursor_down", ("j", "down"), "Down", "Move to the next deck", HOME),
    _move("cursor_up", ("k", "up"), "Up", "Move to the deck before", HOME),
    _move("cursor_first", ("home",), "First", "Move to the first deck", HOME),
    _move("cursor_last", ("end",), "Last", "Move to the last deck", HOME),
    _move("line_down", ("j", "down"), "Down", "Scroll the card down by a line", CARD),
    _move("line_up", ("k", "up"), "Up", "Scroll the card up by a line", CARD),
    _move("page_down", ("pagedown",), "Page down", "Scroll the card down by a page", CARD),
    _move("page_up", ("pageup",), "Page up", "Scroll the card up by a page", CARD),
    _move("top", ("home",), "Top", "Scroll to the beginning of the card", CARD),
    _move("bottom", ("end",), "End", "Scroll to the end of the card", CARD),
    Action(
        "command_palette",
        ("ctrl+p",),
        "Menu",
        "Find an action by its name",
        EVERYWHERE,
        palette=False,
        call="app.command_palette",
    ),
    Action(
        "quit_anywhere",
        ("ctrl+q", "ctrl+c"),
        "Quit",
        "Leave studykit from any screen; what was answered is saved",
        EVERYWHERE,
        hint=False,
        call="app.quit",
    ),
    Action(
        "shade",
        (),
        "Light or dark",
        "Change between the light and the dark page",
        EVERYWHERE,
        hint=False,
        call="app.shade",
    ),
)

_KEY_NAMES = {
    "space": "Space",
    "enter": "Enter",
    "escape": "Esc",
    "up": "↑",
    "down": "↓",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}


def key_name(key: str) -> str:
    """A key as people write it: `Space`, `↓`, `^p`, `u`."""
    if key.startswith("ctrl+"):
        return "^" + key.removeprefix("ctrl+")
    return _KEY_NAMES.get(key, key)


def at(place: Place) -> tuple[Action, ...]:
    """What can be done at a place, in the order of the foot of the screen."""
    return tuple(action for action in ACTIONS if place in action.places or Place.EVERYWHERE in action.places)


def applies(name: str, place: Place) -> bool | None:
    """Whether the Textual action `name` may run at `place`; None if the registry does not know it."""
    known = [action for action in ACTIONS if action.name == name]
    if not known:
        return None
    return any(place in action.places or Place.EVERYWHERE in action.places for action in known)


def bindings(*places: Place) -> list[BindingType]:
    """The key bindings of a screen that can be at these places.

    Those of a screen have priority, which makes the app run them itself, one key after the other: a key
    typed while a screen is only just coming up is then handled by it and not by the screen before it.
    Those that apply everywhere come last, so that ^c can still copy a selected text.
    """
    return [
        Binding(
            key,
            action.run,
            action.label,
            show=False,
            priority=Place.EVERYWHERE not in action.places,
            tooltip=action.help,
        )
        for action in ACTIONS
        if any(place in action.places for place in places)
        for key in action.keys
    ]
