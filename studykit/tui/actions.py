"""The one registry of what can be done in the app.

Bindings, the key hints at the foot of a screen, the command palette, the help and the README's key
table are all read from `ACTIONS`, so none of them can tell of a key that does not work.
"""

from __future__ import annotations

from dataclasses import dataclass

from textual.binding import Binding, BindingType

from studykit.tui.places import (
    ASKED,
    BACKS,
    CARD,
    CHOICE,
    EVERYWHERE,
    FRONTS,
    HELPED,
    HOME,
    ITEMS,
    LISTS,
    MENUS,
    PAGES,
    PROBLEM_ASIDES,
    PROBLEM_COMMANDS,
    QUIZ_SHEETS,
    SHEETS,
    TRYING,
    TYPED,
    TYPINGS,
    UNDO,
    WIDE,
    Place,
)


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
    always: bool = False
    """Whether it is named there even where not all fit."""
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
    places = (*BACKS, Place.UNSAVED, Place.PROBLEM_DONE, Place.PROBLEM_UNSAVED, Place.DERIVE_GRADING)
    return Action(id, (str(rating),), label, f"Grade: {help}", places, hint=False, call=f"grade({rating})")


def _move(id: str, keys: tuple[str, ...], label: str, help: str, places: tuple[Place, ...]) -> Action:
    return Action(id, keys, label, help, places, hint=False, palette=False)


def _pick(number: int, word: str) -> Action:
    call = f"pick({number - 1})"
    return Action(
        f"pick_{word}",
        (str(number),),
        word.capitalize(),
        f"Choose the {word} option",
        CHOICE,
        hint=False,
        call=call,
    )


def _rule(number: int) -> Action:
    call, help = f"rule({number - 1})", f"Choose rule {number}"
    return Action(
        f"rule_{number}", (str(number),), f"Rule {number}", help, (Place.DERIVE_RULE,), hint=False, call=call
    )


def _knew(word: str, keys: tuple[str, ...], label: str, help: str) -> Action:
    id, places = f"knew_{word.lower()}", (Place.QUIZ_BACK,)
    return Action(id, keys, label, help, places, hint=False, call=f"knew('{word}')")


ACTIONS = (
    Action("open", ("enter",), "Review", "Review the deck under the cursor", HOME),
    Action("review_all", ("a",), "All", "Review all decks together", HOME),
    Action("quiz", ("t",), "Quiz", "Quiz yourself on the deck under the cursor, for a score", HOME),
    Action("show", ("space", "enter"), "Show", "Show the back of the card", (Place.FRONT,)),
    Action("judge", ("enter",), "Judge", "Compare the answer; an empty one gives up", (Place.TYPING,)),
    Action(
        "try_answer",
        ("enter",),
        "Judge",
        "Judge the answer; an empty one twice gives up",
        (Place.PROBLEM_TYPING,),
    ),
    Action(
        "leave_field",
        ("escape",),
        "Commands",
        "Leave the answer for now; keys are commands",
        (Place.TYPING, *TRYING, Place.DERIVE_TYPING),
    ),
    Action(
        "type",
        ("enter", "i"),
        "Type",
        "After Esc: go back to typing the answer",
        (Place.ASIDE, *PROBLEM_ASIDES, Place.DERIVE_ASIDE, Place.DERIVE_REVIEW),
    ),
    Action("write_line", ("enter",), "Write", "Judge the line", (Place.DERIVE_TYPING,)),
    Action(
        "hint",
        ("f2",),
        "Hint",
        "Show a hint",
        (*TRYING, *PROBLEM_ASIDES, Place.DERIVE_TYPING, Place.DERIVE_ASIDE, Place.DERIVE_REVIEW),
    ),
    Action(
        "show_line",
        ("f4",),
        "Show line",
        "Show the line that is asked for; Again is proposed then",
        (Place.DERIVE_TYPING, Place.DERIVE_ASIDE, Place.DERIVE_REVIEW),
    ),
    _rule(1),
    _rule(2),
    _rule(3),
    _rule(4),
    Action("swap_field", ("f3",), "Switch", "Type a matrix on a line or cell by cell", TRYING),
    Action("give_up", ("f4",), "Solution", "Give up and show the solution", (*TRYING, *PROBLEM_ASIDES)),
    Action("next_problem", ("enter", "space"), "Go on", "Go on to the next problem", (Place.PRACTICE_DONE,)),
    Action("another_alike", ("a",), "Another", "Ask another problem like this", (Place.PRACTICE_DONE,)),
    Action(
        "explain",
        ("x",),
        "Explain",
        "Show the part of the course that explains the mistake",
        (*PROBLEM_ASIDES, Place.PROBLEM_DONE, Place.PRACTICE_DONE),
    ),
    Action(
        "show_untyped",
        ("space",),
        "Show",
        "After Esc: show the back without an answer",
        (Place.ASIDE,),
        call="show",
    ),
    Action(
        "keep",
        ("enter",),
        "Keep",
        "Keep the proposed grade",
        (Place.JUDGED, Place.PROBLEM_DONE, Place.DERIVE_GRADING),
    ),
    Action("ahead", ("space", "enter"), "Show now", "Show the next card before its time", (Place.WAITING,)),
    Action(
        "retry",
        ("r",),
        "Try again",
        "Try to save the answer again",
        (Place.UNSAVED, Place.PROBLEM_UNSAVED, Place.PRACTICE_UNSAVED, Place.DERIVE_UNSAVED),
    ),
    _grade(1, "grade_again", "Again", "not remembered"),
    _grade(2, "grade_hard", "Hard", "remembered with trouble"),
    _grade(3, "grade_good", "Good", "remembered"),
    _grade(4, "grade_easy", "Easy", "remembered at once"),
    Action(
        "too_early",
        ("1", "2", "3", "4"),
        "Grades",
        "Nothing yet: the back comes before the grade",
        FRONTS,
        hint=False,
        palette=False,
    ),
    Action("go_on", ("enter", "space"), "Go on", "Go on to the next card", (Place.LEECH,)),
    Action("suspend_leech", ("s",), "Suspend", "Put the leech away until it is unsuspended", (Place.LEECH,)),
    Action("choose", ("enter",), "Begin", "Begin what is under the cursor", MENUS),
    Action("done", ("enter", "escape", "q"), "Done", "Leave the summary", (Place.SUMMARY,)),
    Action(
        "more",
        ("m",),
        "More today",
        "Study more today: new cards, or reviews ahead",
        (Place.HOME, Place.SUMMARY),
    ),
    Action("practice", ("p",), "Practice", "Practise generated problems", HOME),
    Action("derive", ("d",), "Derive", "Write a derivation, line by line", HOME),
    Action("undo", ("u",), "Undo", "Take back the latest answer, suspension, burial or flag", UNDO),
    Action("flag", ("f",), "Flag", "Mark the card, or take its mark off", ITEMS),
    Action("section", ("n",), "Note", "Read the section of the note that the card comes from", ASKED),
    Action("edit", ("e",), "Edit", "Open the card's note in your editor", (*ASKED, Place.LEECH)),
    Action("bury", ("b",), "Bury", "Put the card away until tomorrow", ITEMS),
    Action("suspend", ("s",), "Suspend", "Put the card away until it is unsuspended", ITEMS),
    Action(
        "close",
        ("escape", "q"),
        "Back",
        "Go back to where you were",
        (*MENUS, Place.SECTION, Place.HELP),
        always=True,
    ),
    Action(
        "close_section",
        ("n",),
        "Back",
        "Go back to the card",
        (Place.SECTION,),
        hint=False,
        palette=False,
        call="close",
    ),
    Action(
        "close_help",
        ("?", "f1"),
        "Back",
        "Close the help",
        (Place.HELP,),
        hint=False,
        palette=False,
        call="close",
    ),
    Action(
        "home",
        ("q", "escape"),
        "Leave",
        "Leave the review; what was answered is saved",
        (*CARD, *PROBLEM_COMMANDS, Place.PROBLEM_UNSAVED, Place.WAITING),
        always=True,
    ),
    Action(
        "leave_derivation",
        ("q", "escape"),
        "Leave",
        "Leave the derivation",
        (
            Place.DERIVE_RULE,
            Place.DERIVE_ASIDE,
            Place.DERIVE_REVIEW,
            Place.DERIVE_DONE,
            Place.DERIVE_GRADING,
            Place.DERIVE_UNSAVED,
        ),
        always=True,
    ),
    Action(
        "done_deriving",
        ("enter",),
        "Done",
        "Leave the derivation",
        (Place.DERIVE_DONE,),
        call="leave_derivation",
    ),
    Action(
        "leave_practice",
        ("q", "escape"),
        "Leave",
        "Leave practice; a problem that is not finished leaves no trace",
        (Place.PRACTICE_ASIDE, Place.PRACTICE_DONE, Place.PRACTICE_UNSAVED),
        always=True,
    ),
    Action("quit", ("q",), "Quit", "Leave studykit", HOME, palette=False, always=True, call="app.quit"),
    _move("cursor_down", ("j", "down"), "Down", "Move down by a line", LISTS),
    _move("cursor_up", ("k", "up"), "Up", "Move up by a line", LISTS),
    _move("cursor_first", ("home",), "First", "Move to the first line", LISTS),
    _move("cursor_last", ("end",), "Last", "Move to the last line", LISTS),
    _move("line_down", ("j", "down"), "Down", "Scroll down by a line", SHEETS),
    _move("line_up", ("k", "up"), "Up", "Scroll up by a line", SHEETS),
    _move("slide_left", ("h", "left"), "Left", "Show the left of wide maths, tables and code", WIDE),
    _move("slide_right", ("l", "right"), "Right", "Show the right of wide maths, tables and code", WIDE),
    _move("page_down", ("pagedown",), "Page down", "Scroll down by a page", PAGES),
    _move("page_up", ("pageup",), "Page up", "Scroll up by a page", PAGES),
    _move("top", ("home",), "Top", "Scroll to the beginning", SHEETS),
    _move("bottom", ("end",), "End", "Scroll to the end", SHEETS),
    _pick(1, "first"),
    _pick(2, "second"),
    _pick(3, "third"),
    _pick(4, "fourth"),
    Action("pick_marked", ("enter", "space"), "Choose", "Choose the option under the cursor", CHOICE),
    _move("option_down", ("j", "down"), "Down", "Move to the next option", CHOICE),
    _move("option_up", ("k", "up"), "Up", "Move to the option before", CHOICE),
    Action("answer", ("enter",), "Answer", "Judge the answer; twice on an empty line gives up", TYPED),
    Action("show_answer", ("space", "enter"), "Show", "Show the answer", (Place.QUIZ_FRONT,), call="show"),
    _knew("NO", ("1", "n"), "No", "Say that you did not know it"),
    _knew("PARTLY", ("2", "p"), "Partly", "Say that you knew it in part"),
    _knew("YES", ("3", "4", "y"), "Yes", "Say that you knew it"),
    Action("next_question", ("enter", "space"), "Go on", "Go on to the next question", (Place.QUIZ_REPLY,)),
    Action(
        "retry_answer",
        ("r",),
        "Try again",
        "Try to save the answer again",
        (Place.QUIZ_UNSAVED,),
        call="retry",
    ),
    Action("leave_quiz", ("q", "escape"), "Leave", "End the quiz here", (*CHOICE, *QUIZ_SHEETS), always=True),
    Action(
        "leave_typing",
        ("escape",),
        "Leave",
        "End the quiz here, if pressed twice",
        TYPED,
        always=True,
        call="leave_quiz",
    ),
    Action("close_report", ("enter", "escape", "q"), "Done", "Leave the report", (Place.QUIZ_REPORT,)),
    Action("help", ("?", "f1"), "Help", "Show all keys", HELPED, always=True),
    Action("help_typing", ("f1",), "Help", "Show all keys", TYPINGS, always=True, call="help"),
    Action(
        "command_palette",
        ("ctrl+p",),
        "Menu",
        "Find an action by its name",
        EVERYWHERE,
        hint=False,
        palette=False,
        call="app.command_palette",
    ),
    Action(
        "quit_anywhere",
        ("ctrl+q", "ctrl+c"),
        "Quit",
        "Leave studykit from any screen; what was answered is saved, an unfinished derivation is not",
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

_BY_ID = {action.id: action for action in ACTIONS}

_KEY_NAMES = {
    "space": "Space",
    "enter": "Enter",
    "escape": "Esc",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}


def key_name(key: str) -> str:
    """A key as people write it: `Space`, `↓`, `^p`, `u`."""
    if key.startswith("ctrl+"):
        return "^" + key.removeprefix("ctrl+")
    return _KEY_NAMES.get(key, key)


def at(place: Place) -> tuple[Action, ...]:
    """What can be done at a place, in the order of the foot of the screen."""
    return tuple(action for action in ACTIONS if place in action.places or Place.EVERYWHERE in action.places)


def key_at(id: str, place: Place) -> str:
    """The first key of an action as people write it, if the action can be done at a place; else empty."""
    return next((action.key for action in at(place) if action.id == id), "")


def applies(name: str, place: Place) -> bool | None:
    """Whether the Textual action `name` may run at `place`; None if the registry does not know it."""
    known = [action for action in ACTIONS if action.name == name]
    if not known:
        return None
    return any(place in action.places or Place.EVERYWHERE in action.places for action in known)


def by_id(id: str) -> Action:
    """The action of that id. Raises `KeyError`."""
    return _BY_ID[id]


def bindings(*places: Place) -> list[BindingType]:
    """The key bindings of a screen that can be at these places. Each runs `act` with the action's id, so that
    one key may do this in one state of the screen and that in another.

    Those of a screen have priority, which makes the app run them itself, one key after the other: a key
    typed while a screen is only just coming up is then handled by it and not by the screen before it.
    Those that apply everywhere come last, so that ^c can still copy a selected text.
    """
    return [
        Binding(
            key,
            action.run if Place.EVERYWHERE in action.places else f"act('{action.id}')",
            action.label,
            show=False,
            priority=Place.EVERYWHERE not in action.places,
            tooltip=action.help,
        )
        for action in ACTIONS
        if any(place in action.places for place in places)
        for key in action.keys
    ]
