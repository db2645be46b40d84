"""`studykit read`: a note on the terminal or into a pipe."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import click

from studykit import settings as preferences
from studykit.cli.command import World, command
from studykit.cli.output import remark_line, say, table_out, warn
from studykit.render import markdown, wrap
from studykit.render.markdown import LONGEST, lay_out
from studykit.render.sanitise import one_line, visible
from studykit.render.text import plain
from studykit.session import notes
from studykit.session.page import Block, Page
from studykit.session.reading import entries, open_page
from studykit.settings import Settings

UNDERLINE = {1: "═", 2: "─"}
WIDTH = 80
"""In columns, where no terminal says how wide it is."""
INDENT = "    "
"""Before a line of code, which is never wrapped."""


@command("read")
@click.argument("note", required=False)
@click.pass_context
def read(context: click.Context, note: str | None) -> None:
    """Shows NOTE, a path or the name of a note of the library; without NOTE lists the notes.

    NOTE#Heading or NOTE#^block-id shows only that section. Formulas and tables are drawn for the width of
    the terminal, or of COLUMNS; with --plain each paragraph is one line, and formulas are signs on one line
    or words.
    """
    world = context.find_root().ensure_object(World)
    settings, warnings = preferences.load(world.home)
    for line in warnings:
        warn(line)
    if note is None:
        _list(settings)
        return
    page = open_page(note, settings)
    if world.plain_asked:
        shown = said(page, spoken=settings.plain_maths == "speech")
    else:
        shown = drawn(page, shutil.get_terminal_size((WIDTH, 24)).columns)
    # Printed, not paged: a pager of the user's choice may interpret what it is given, and `| less` is short.
    for line in shown:
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


def drawn(page: Page, width: int) -> Iterator[str]:
    """The page in lines of a width, a blank one between its parts; formulas stand in two dimensions."""
    for number, block in enumerate(_blocks(page)):
        if number:
            yield ""
        if block.kind == "code":
            yield from (f"{INDENT}{line}".rstrip() for line in block.text.split("\n"))
        elif block.kind == "heading":
            rows = wrap.wrapped(_title(block, page), width)
            yield from rows
            if block.level in UNDERLINE:
                yield UNDERLINE[block.level] * max(map(wrap.columns, rows))
        elif len(block.text) > LONGEST:  # a card may be cut there; a page shows all
            yield from wrap.wrapped(plain(block.text, page.pen), width)
        else:
            yield from (line.text.rstrip() for line in lay_out(markdown.read(block.text, page.pen), width))


def said(page: Page, *, spoken: bool) -> Iterator[str]:
    """The page for those who listen: a line for each paragraph, with formulas as signs or in words."""
    for number, block in enumerate(_blocks(page)):
        if number:
            yield ""
        if block.kind == "code":
            yield block.text
        elif block.kind == "heading":
            yield _title(block, page, spoken=spoken)
        else:
            yield plain(block.text, page.pen, spoken=spoken)


def _blocks(page: Page) -> list[Block]:
    """All that show something, a heading on top."""
    blocks = [block for block in page.blocks if block.text]
    if not blocks or blocks[0].kind != "heading":
        blocks.insert(0, Block("heading", "", 1, 1))
    return blocks


def _title(block: Block, page: Page, *, spoken: bool = False) -> str:
    """A heading on one line; one without words of its own is the page's."""
    return one_line(" ".join(plain(block.text, page.pen, spoken=spoken).split())) or page.title
