"""`studykit read`: a note in plain text."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator

import click

from studykit import settings as preferences
from studykit.cli.command import World, command
from studykit.cli.output import remark_line, say, table_out, warn
from studykit.render import wrap
from studykit.render.sanitise import one_line, visible
from studykit.session import notes
from studykit.session.page import Block, Page
from studykit.session.reading import entries, open_page
from studykit.settings import Settings

UNDERLINE = {1: "═", 2: "─"}
INDENT = "    "
"""Before a line of code, which is never wrapped."""


@command("read")
@click.argument("note", required=False)
@click.pass_context
def read(context: click.Context, note: str | None) -> None:
    """Shows NOTE, a path or the name of a note of the library, as plain text; without NOTE lists the notes.

    NOTE#Heading or NOTE#^block-id shows only that section. A terminal's width is kept; in a pipe each
    paragraph is one line.
    """
    world = context.find_root().ensure_object(World)
    settings, warnings = preferences.load(world.home)
    for line in warnings:
        warn(line)
    if note is None:
        _list(settings)
        return
    # Printed, not paged: a pager of the user's choice may interpret what it is given, and `| less` is short.
    width = shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else None
    for line in _lines(open_page(note, settings), width):
        click.echo(visible(line))


def _list(settings: Settings) -> None:
    found, remarks = entries(settings)
    for remark in remarks:
        if notes.is_worth_telling(remark):
            warn(remark_line(remark))
    if found:
        table_out(("note", "cards", "file"), [(each.title, each.cards, each.file) for each in found])
    else:
        say("no notes yet; `studykit add FOLDER` puts a folder of notes into the library")


def _lines(page: Page, width: int | None) -> Iterator[str]:
    """The page in lines, a blank one between its parts."""
    blocks = [block for block in page.blocks if block.text]
    if not blocks or blocks[0].kind != "heading":
        blocks.insert(0, Block("heading", one_line(page.title), 1, 1))
    for number, block in enumerate(blocks):
        if number:
            yield ""
        yield from _block(block, width)


def _block(block: Block, width: int | None) -> Iterator[str]:
    match block.kind:
        case "heading":
            rows = [block.text] if width is None else wrap.wrapped(block.text, width)
            yield from rows
            if block.level in UNDERLINE:
                yield UNDERLINE[block.level] * max(map(wrap.columns, rows))
        case "code":
            yield from (f"{INDENT}{line}".rstrip() for line in block.text.split("\n"))
        case "table":
            yield from wrap.table(block.text, width)
        case _:
            yield from block.text.split("\n") if width is None else wrap.wrapped(block.text, width)
