"""Two pages to read on: paper by day, a warm dark one by night."""

from __future__ import annotations

from collections.abc import Mapping

from textual.theme import Theme

NIGHT = Theme(
    name="night",
    primary="#8fb4d8",
    secondary="#a79cc8",
    accent="#d6b27c",
    warning="#d9a05b",
    error="#dd7f72",
    success="#98b97f",
    foreground="#dcd6ca",
    background="#1b1a19",
    surface="#262422",
    panel="#302d2a",
    dark=True,
    variables={"muted": "#938b7e"},
)
PAPER = Theme(
    name="paper",
    primary="#2b5c8a",
    secondary="#5d4f8a",
    accent="#80591a",
    warning="#955800",
    error="#a53229",
    success="#456a25",
    foreground="#2f2c27",
    background="#f8f4ea",
    surface="#eee8da",
    panel="#e3dccb",
    dark=False,
    variables={"muted": "#716a5e"},
)

_LIGHT_GROUNDS = {"7", "15"}  # white and bright white among the 16 colours of a terminal


MUTED = {"muted": "gray"}  # for a theme that does not say how quiet text looks


def first(environ: Mapping[str, str]) -> Theme:
    """The page to begin with: the terminal's own shade where it tells (`COLORFGBG`), else the dark one."""
    ground = environ.get("COLORFGBG", "").rpartition(";")[2]
    return PAPER if ground in _LIGHT_GROUNDS else NIGHT
