"""`studykit settings`: what can be set, and to what it is set."""

from __future__ import annotations

import click

from studykit.cli.command import World, command
from studykit.cli.output import json_out, table_out, warn
from studykit.session import entries
from studykit.session.edits import text
from studykit.session.entries import Entry


@command("settings", context_settings={"ignore_unknown_options": True})  # a value may begin with a minus
@click.argument("key", metavar="[KEY", required=False)
@click.argument("value", metavar="[VALUE]]", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="One JSON list, or one object for a KEY.")
@click.pass_context
def settings(context: click.Context, key: str | None, value: tuple[str, ...], as_json: bool) -> None:
    """Lists the settings with what they mean, shows the setting KEY, or sets it to VALUE.

    A deck's own are decks.DECK.new_per_day, decks.DECK.reviews_per_day and decks.DECK.typed.
    """
    world = context.find_root().ensure_object(World)
    if key is None:
        listing = entries.listing(world.home)
        for line in listing.warnings:
            warn(line)
        if as_json:
            json_out([_shape(entry) for entry in listing.entries])
        else:
            _table(listing.entries)
        return
    if value:
        entry = entries.change(world.home, world.clock, key, " ".join(value))
    else:
        entry = entries.entry(world.home, key)
    if as_json:
        json_out(_shape(entry))
    else:
        _table((entry,))


def _shape(entry: Entry) -> dict[str, object]:
    return {"key": entry.key, "value": entry.value, "default": entry.default, "meaning": entry.meaning}


def _table(found: tuple[Entry, ...]) -> None:
    rows = [(entry.key, _text(entry.value), _text(entry.default), entry.meaning) for entry in found]
    table_out(("key", "value", "default", "meaning"), rows)


def _text(value: object) -> str:
    return "" if value is None else text(value)
