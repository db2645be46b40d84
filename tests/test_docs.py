"""What the pages say is true: every command and every key, both ways."""

from __future__ import annotations

import re
from pathlib import Path

import click

from studykit.cli.group import COMMANDS, studykit
from studykit.tui.actions import ACTIONS, Action, key_name
from studykit.tui.places import NAMES

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _table(title: str) -> list[list[str]]:
    """The cells of the first table under a heading."""
    section = README.partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows[2:]]


def test_every_command_is_in_the_readme_and_every_one_there_exists() -> None:
    shown = set(re.findall(r"`studykit ([a-z]+)", README))
    assert shown == set(COMMANDS)


def test_every_option_in_the_command_table_exists() -> None:
    context = click.Context(studykit)
    for command, does in _table("Commands"):
        name = re.match(r"`studykit ([a-z]+)", command)
        for option in re.findall(r"`(--[a-z]+)", does) if name else ():
            found = studykit.get_command(context, name[1]) if name else None
            assert found is not None
            assert option in {each for parameter in found.params for each in parameter.opts}, (name, option)


def _key_row(action: Action) -> list[str]:
    """An action as the README shows it."""
    keys = " ".join(f"`{key_name(key)}`" for key in action.keys)
    return [", ".join(dict.fromkeys(NAMES[place] for place in action.places)), keys, action.help]


def test_the_key_table_is_the_registry() -> None:
    assert _table("Keys") == [_key_row(action) for action in ACTIONS if action.keys]


def test_the_readme_has_a_picture_and_then_exactly_two_commands() -> None:
    assert re.search(r"!\[.+\]\((docs/.+\.svg)\)", README)
    assert (ROOT / re.search(r"\((docs/.+\.svg)\)", README)[1]).exists()  # type: ignore[index]
    assert len(re.findall(r"^```sh$", README, re.MULTILINE)) == 2


def test_every_file_that_the_pages_name_exists() -> None:
    text = README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for name in re.findall(r"`((?:studykit|tests|decks|docs|log|memory|render|tui|cards)/[\w/.]*)`", text):
        assert (ROOT / name).exists() or (ROOT / "studykit" / name).exists(), name
    for name in re.findall(r"(tests/[\w/]+\.py)", text):
        assert (ROOT / name).exists(), name


def test_every_command_says_what_it_does() -> None:
    context = click.Context(studykit)
    for name in COMMANDS:
        command = studykit.get_command(context, name)
        assert command is not None
        assert command.get_short_help_str()
