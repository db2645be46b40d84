"""Where the learner can be: the screens and their states, by name and in groups."""

from __future__ import annotations

from enum import StrEnum


class Place(StrEnum):
    """Where the learner is: a screen, or the state of one."""

    HOME = "home"
    FRONT = "front"
    TYPING = "typing"
    """The front of a card whose answer is typed; keys are letters."""
    ASIDE = "aside"
    """The same front with the answer field left, so that keys are commands."""
    BACK = "back"
    JUDGED = "judged"
    """The back, with a grade proposed for the typed answer."""
    UNSAVED = "unsaved"
    LEECH = "leech"
    """A card that was just graded and turned out to be a leech."""
    WAITING = "waiting"
    SUMMARY = "summary"
    QUIZ_CHOICE = "quiz-choice"
    QUIZ_TYPING = "quiz-typing"
    QUIZ_FRONT = "quiz-front"
    QUIZ_BACK = "quiz-back"
    QUIZ_REPLY = "quiz-reply"
    """A question of a quiz that was answered, with its verdict."""
    QUIZ_UNSAVED = "quiz-unsaved"
    QUIZ_REPORT = "quiz-report"
    PROBLEM_TYPING = "problem-typing"
    """A problem whose answer is typed on a line; keys are letters."""
    PROBLEM_GRID = "problem-grid"
    """A problem whose answer is typed cell by cell."""
    PROBLEM_ASIDE = "problem-aside"
    """A problem of a review with the answer left, so that keys are commands."""
    PROBLEM_DONE = "problem-done"
    """A problem of a review with its solution and a proposed grade."""
    PROBLEM_UNSAVED = "problem-unsaved"
    PRACTICE_ASIDE = "practice-aside"
    PRACTICE_DONE = "practice-done"
    """A problem of free practice with its solution."""
    PRACTICE_UNSAVED = "practice-unsaved"
    DERIVE_TYPING = "derive-typing"
    """A line of a derivation; keys are letters."""
    DERIVE_RULE = "derive-rule"
    """Which rule was it? Numbers choose."""
    DERIVE_ASIDE = "derive-aside"
    DERIVE_REVIEW = "derive-review"
    """The same in a review."""
    DERIVE_DONE = "derive-done"
    """A derivation of free practice at its end."""
    DERIVE_GRADING = "derive-grading"
    """A derivation of a review at its end, with a proposed grade."""
    DERIVE_UNSAVED = "derive-unsaved"
    PRACTICE_MENU = "practice-menu"
    DERIVE_MENU = "derive-menu"
    MORE = "more"
    SECTION = "section"
    HELP = "help"
    EVERYWHERE = "everywhere"


NAMES = {
    Place.HOME: "home",
    Place.FRONT: "card",
    Place.TYPING: "typing",
    Place.ASIDE: "card",
    Place.BACK: "card",
    Place.JUDGED: "card",
    Place.UNSAVED: "not saved",
    Place.LEECH: "leech",
    Place.WAITING: "waiting",
    Place.SUMMARY: "summary",
    Place.QUIZ_CHOICE: "quiz",
    Place.QUIZ_TYPING: "quiz, typing",
    Place.QUIZ_FRONT: "quiz",
    Place.QUIZ_BACK: "quiz",
    Place.QUIZ_REPLY: "quiz",
    Place.QUIZ_UNSAVED: "quiz",
    Place.QUIZ_REPORT: "quiz report",
    Place.PROBLEM_TYPING: "problem, typing",
    Place.PROBLEM_GRID: "problem, typing",
    Place.PROBLEM_ASIDE: "problem",
    Place.PROBLEM_DONE: "problem",
    Place.PROBLEM_UNSAVED: "not saved",
    Place.PRACTICE_ASIDE: "practice",
    Place.PRACTICE_DONE: "practice",
    Place.PRACTICE_UNSAVED: "not saved",
    Place.DERIVE_TYPING: "derivation, typing",
    Place.DERIVE_RULE: "derivation",
    Place.DERIVE_ASIDE: "derivation",
    Place.DERIVE_REVIEW: "derivation",
    Place.DERIVE_DONE: "derivation",
    Place.DERIVE_GRADING: "derivation",
    Place.DERIVE_UNSAVED: "not saved",
    Place.PRACTICE_MENU: "choose practice",
    Place.DERIVE_MENU: "choose a derivation",
    Place.MORE: "study more",
    Place.SECTION: "note",
    Place.HELP: "help",
    Place.EVERYWHERE: "everywhere",
}
"""What the help and the README call each place; several places of one name are one to the learner."""

HOME = (Place.HOME,)
TRYING = (Place.PROBLEM_TYPING, Place.PROBLEM_GRID)
PROBLEM_ASIDES = (Place.PROBLEM_ASIDE, Place.PRACTICE_ASIDE)
PROBLEM_SHEETS = (
    *PROBLEM_ASIDES,
    Place.PROBLEM_DONE,
    Place.PROBLEM_UNSAVED,
    Place.PRACTICE_DONE,
    Place.PRACTICE_UNSAVED,
)
PROBLEM_COMMANDS = (Place.PROBLEM_ASIDE, Place.PROBLEM_DONE)
"""Where what can be done to a card can be done to a problem of a review."""
PRACTICE = (*TRYING, Place.PRACTICE_ASIDE, Place.PRACTICE_DONE, Place.PRACTICE_UNSAVED)
DERIVE_SHEETS = (
    Place.DERIVE_RULE,
    Place.DERIVE_ASIDE,
    Place.DERIVE_REVIEW,
    Place.DERIVE_DONE,
    Place.DERIVE_GRADING,
    Place.DERIVE_UNSAVED,
)
DERIVE = (Place.DERIVE_TYPING, Place.DERIVE_RULE, Place.DERIVE_ASIDE, Place.DERIVE_DONE, Place.DERIVE_UNSAVED)
DERIVE_IN_REVIEW = (
    Place.DERIVE_TYPING,
    Place.DERIVE_RULE,
    Place.DERIVE_REVIEW,
    Place.DERIVE_GRADING,
    Place.DERIVE_UNSAVED,
)
LINES_ASIDE = (Place.DERIVE_ASIDE, Place.DERIVE_REVIEW)
"""Where a line is left for now; it stays in sight."""
DERIVE_COMMANDS = (Place.DERIVE_REVIEW, Place.DERIVE_GRADING)
PROBLEM = (*TRYING, *PROBLEM_COMMANDS, Place.PROBLEM_UNSAVED)
FRONTS = (Place.FRONT, Place.ASIDE)
BACKS = (Place.BACK, Place.JUDGED)
ASKED = (*FRONTS, *BACKS)
CARD = (*ASKED, Place.UNSAVED, Place.LEECH)
ITEMS = (*ASKED, *PROBLEM_COMMANDS, *DERIVE_COMMANDS)
REVIEW = (Place.FRONT, Place.TYPING, Place.ASIDE, *BACKS, Place.UNSAVED, Place.LEECH, Place.WAITING)
UNDO = (
    Place.HOME,
    Place.PRACTICE_DONE,
    *ASKED,
    *PROBLEM_COMMANDS,
    *DERIVE_COMMANDS,
    Place.LEECH,
    Place.WAITING,
    Place.SUMMARY,
    Place.DERIVE_DONE,
)
MORE = (Place.HOME, Place.SUMMARY)
MENUS = (Place.MORE, Place.PRACTICE_MENU, Place.DERIVE_MENU)
LISTS = (Place.HOME, *MENUS)
QUIZ_SHEETS = (
    Place.QUIZ_FRONT, Place.QUIZ_BACK, Place.QUIZ_REPLY, Place.QUIZ_UNSAVED
)  # fmt: skip
CHOICE = (Place.QUIZ_CHOICE,)
TYPED = (Place.QUIZ_TYPING,)
QUIZ = (*CHOICE, *TYPED, *QUIZ_SHEETS)
SHEETS = (
    *CARD,
    *QUIZ_SHEETS,
    *PROBLEM_SHEETS,
    *DERIVE_SHEETS,
    Place.QUIZ_REPORT,
    Place.SUMMARY,
    Place.SECTION,
    Place.HELP,
)
"""Where there is something to scroll."""
HELPED = (
    Place.HOME,
    *CARD,
    *QUIZ_SHEETS,
    *PROBLEM_SHEETS,
    *DERIVE_SHEETS,
    *MENUS,
    Place.QUIZ_CHOICE,
    Place.QUIZ_REPORT,
    Place.WAITING,
    Place.SUMMARY,
    Place.SECTION,
)
TYPINGS = (Place.TYPING, Place.QUIZ_TYPING, *TRYING, Place.DERIVE_TYPING)
PAGES = (*SHEETS, *TYPINGS, Place.QUIZ_CHOICE)
WIDE = (*CARD, *QUIZ_SHEETS, *PROBLEM_SHEETS, *DERIVE_SHEETS, Place.QUIZ_CHOICE, Place.SECTION)
"""Where there may be something wider than the window."""
EVERYWHERE = (Place.EVERYWHERE,)
