"""What all screens share: a column in the middle, and keys that follow the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.screen import Screen

from studykit.errors import StudyError
from studykit.session.prompt import DerivationPrompt, ProblemPrompt, Prompt, Undone
from studykit.session.study import Study
from studykit.tui import actions
from studykit.tui.places import Place

if TYPE_CHECKING:
    from studykit.tui.widgets.sheet import Sheet

_TAKEN_BACK = {
    "review": "The grade was taken back",
    "suspend": "The suspension was taken back",
    "bury": "The burial was taken back",
    "flag": "The flag was taken off again",
    "unflag": "The flag is back",
}


class Page(Screen[None]):
    """A screen of one column, at most as wide as reads well, that also works in a tiny window."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (40, "-wide")]  # noqa: RUF012 (Textual declares it so)
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (8, "-low"), (15, "-high")]  # noqa: RUF012 (the same)
    DEFAULT_CSS = """
    Page { align-horizontal: center; background: $background; color: $foreground; }
    Page #page { width: 100%; max-width: 80; height: 100%; padding: 1 2 0 2; layout: vertical; }
    Page.-low #page { padding: 0 1; }
    Page.-tiny #page, Page.-narrow #page { padding: 0; }
    Page Ends#title { text-style: bold; }
    Page VerticalScroll {
        scrollbar-color: $panel; scrollbar-color-hover: $muted; scrollbar-color-active: $muted;
        scrollbar-background: $background; scrollbar-background-hover: $background;
        scrollbar-background-active: $background;
    }
    Page KeyHints, Page Notice, Page Ends { margin: 0 1; }
    Page.-narrow KeyHints, Page.-narrow Notice, Page.-narrow Ends { margin: 0; }
    """

    def __init__(self, study: Study) -> None:
        super().__init__()
        self.study = study

    @property
    def place(self) -> Place:
        """Where the learner is, for the registry of actions."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Lets run only what the registry allows at this place."""
        if action == "act":
            return self.place in actions.by_id(str(parameters[0])).places
        allowed = actions.applies(action, self.place)
        return super().check_action(action, parameters) if allowed is None else allowed

    async def action_act(self, id: str) -> None:
        """Does what a key is bound to."""
        await self.run_action(actions.by_id(id).run)

    async def action_help(self) -> None:
        """Shows all keys, those of this place first."""
        from studykit.tui.screens.help import HelpScreen  # a page itself

        await self.app.push_screen(HelpScreen(self.study, self.place))

    async def action_close(self) -> None:
        """Goes back to the screen below."""
        await self.app.pop_screen()

    def drain_notices(self) -> list[str]:
        """What the study has had to say since it was last asked."""
        told = list(self.study.notices)
        self.study.notices.clear()
        return told


class ScrollingPage(Page):
    """A page with one sheet that the keys scroll."""

    @property
    def sheet(self) -> Sheet:
        """What is scrolled."""
        from studykit.tui.widgets.sheet import Sheet  # not needed for the first screen

        return self.query_one(Sheet)

    def action_line_down(self) -> None:
        """Scrolls a line down."""
        self.sheet.scroll_lines(1)

    def action_line_up(self) -> None:
        """Scrolls a line up."""
        self.sheet.scroll_lines(-1)

    def action_page_down(self) -> None:
        """Scrolls a page down."""
        self.sheet.scroll_pages(1)

    def action_page_up(self) -> None:
        """Scrolls a page up."""
        self.sheet.scroll_pages(-1)

    def action_slide_left(self) -> None:
        """Shows what is further left in a wide formula, table or code."""
        self.sheet.slide(-1)

    def action_slide_right(self) -> None:
        """Shows what is further right in a wide formula, table or code."""
        self.sheet.slide(1)

    def action_top(self) -> None:
        """Scrolls to the beginning."""
        self.sheet.scroll_to_end(top=True)

    def action_bottom(self) -> None:
        """Scrolls to the end."""
        self.sheet.scroll_to_end(top=False)

    def name_scroll_keys(self) -> None:
        """Lets the sheet name the keys that scroll it here."""
        up, down = (
            actions.key_at(f"line_{way}", self.place) or actions.key_at(f"page_{way}", self.place)
            for way in ("up", "down")
        )
        left, right = (actions.key_at(f"slide_{side}", self.place) for side in ("left", "right"))
        self.sheet.name_keys(up, down, left, right)


def reason(error: StudyError) -> str:
    """Why something was not done. Errors of saving say "not saved" themselves; screens have said so."""
    message = error.message.removeprefix("not saved: ")
    return str(StudyError(message, where=error.where, hint=error.hint))


def put_away(how: str, prompt: Prompt | ProblemPrompt | DerivationPrompt | None) -> str:
    """What is told of an item that was put away, above what is asked next: there `u` may be a letter."""
    typed = prompt is not None and (not isinstance(prompt, Prompt) or prompt.typed)
    return f"{how}. {'Esc, then u' if typed else 'u'} takes it back."


def told_of_undo(undone: bool, before: bool) -> str:
    """What became of an undo in free practice, which takes back nothing but its own; `before`: already so."""
    if undone:
        return "Taken back: it does not count."
    if before:
        return "It is taken back already."
    return "Something else was done since; u at home takes that back first."


def taken_back(undone: Undone | None) -> str:
    """What an undo did, in words."""
    if undone is None:
        return "There is nothing to take back."
    return _TAKEN_BACK.get(undone.kind, f"Taken back: {undone.kind}") + "."
