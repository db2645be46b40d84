"""The line at the foot of a screen that names the keys."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from studykit.tui.actions import Action, at, key_name
from studykit.tui.places import Place

GAP = "   "


class KeyHints(Widget):
    """What can be done at a place, as many as fit; each can be clicked."""

    DEFAULT_CSS = "KeyHints { height: 1; width: 1fr; }"

    def __init__(self, place: Place, without: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self._actions = _hinted(place, without)

    def show(self, place: Place, without: frozenset[str] = frozenset()) -> None:
        """Names the actions of another place, less those `without`, which would do nothing now."""
        self._actions = _hinted(place, without)
        self.refresh()

    def render(self) -> Content:
        """The hints that fit into the present width, whole."""
        return Content(GAP).join(_fitting(self._actions, self.size.width))

    def on_click(self, event: events.Click) -> None:
        """Does what was clicked; the app runs it, in line with the keys."""
        run = event.style.meta.get("run")
        if run is not None:
            self.app.call_later(self.app.run_action, run, self.screen)


def _hinted(place: Place, without: frozenset[str]) -> tuple[Action, ...]:
    return tuple(action for action in at(place) if action.hint and action.keys and action.id not in without)


def _fitting(actions: Sequence[Action], width: int) -> list[Content]:
    """As many as fit. The first is worth most, then the last of those that are always named (the help)."""
    always = [action for action in actions if action.always]
    others = [action for action in actions if not action.always]
    chosen: list[Action] = []
    left = width + len(GAP)
    for action in (*others[:1], *reversed(always), *others[1:]):
        left -= _hint(action).cell_length + len(GAP)
        if left < 0:
            break
        chosen.append(action)
    return [_hint(action) for action in actions if action in chosen]


def _hint(action: Action) -> Content:
    hint = Content.assemble((key_name(action.keys[0]), "bold $text-accent"), (f" {action.label}", "$muted"))
    return hint.stylize(Style.from_meta({"run": action.run}))
