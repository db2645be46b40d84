"""All keys, as the registry has them."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widget import Widget

from studykit.session.study import Study
from studykit.tui import actions
from studykit.tui.actions import ACTIONS, Action, key_name
from studykit.tui.places import NAMES, Place
from studykit.tui.screens.page import ScrollingPage
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.sheet import Sheet

KEYS = 14  # cells for the keys before what they do
NARROW = 44  # cells below which what a key does stands under it


class HelpScreen(ScrollingPage):
    """Where each key does what; the place that the learner came from is first."""

    BINDINGS = actions.bindings(Place.HELP)
    DEFAULT_CSS = """
    HelpScreen Sheet { margin: 1 0; }
    HelpScreen.-low Sheet, HelpScreen.-tiny Sheet { margin: 0; }
    HelpScreen.-tiny #title { display: none; }
    """

    def __init__(self, study: Study, here: Place) -> None:
        super().__init__(study)
        self._here = here

    @property
    def place(self) -> Place:
        """Always the help."""
        return Place.HELP

    def compose(self) -> ComposeResult:
        """A column in the middle."""
        with Container(id="page"):
            yield Ends(Content("Keys"), id="title")
            yield Sheet(KeyTable(self._here))
            yield KeyHints(Place.HELP)

    def on_mount(self) -> None:
        """Names the keys that scroll."""
        self.name_scroll_keys()


class KeyTable(Widget):
    """The keys in groups."""

    DEFAULT_CSS = "KeyTable { height: auto; width: 1fr; }"

    def __init__(self, here: Place) -> None:
        super().__init__()
        self._groups = groups(here)

    def render(self) -> Content:
        """A heading for each group, and a line for each action."""
        narrow = self.size.width < NARROW
        blocks = []
        for name, group in self._groups:
            lines = [Content.styled(name.capitalize(), "bold $text-primary")]
            lines += [_line(action, narrow) for action in group]
            blocks.append(Content("\n").join(lines))
        return Content("\n\n").join(blocks)


def groups(here: Place) -> list[tuple[str, list[Action]]]:
    """The actions that have keys by the name of their place: `here` first, then what holds everywhere."""
    names = dict.fromkeys([NAMES[here], NAMES[Place.EVERYWHERE], *NAMES.values()])
    found = []
    for name in names:
        places = [place for place in Place if NAMES[place] == name]
        group = [
            action for action in ACTIONS if action.keys and any(place in action.places for place in places)
        ]
        if group:
            found.append((name, group))
    return found


def _line(action: Action, narrow: bool) -> Content:
    keys = " ".join(key_name(key) for key in action.keys)
    if narrow:
        return Content.assemble((keys, "bold $text-accent"), " ", action.help)
    return Content.assemble((f"  {keys:<{KEYS}}", "bold $text-accent"), action.help)
