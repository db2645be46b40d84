"""`studykit math`: draws one formula."""

from __future__ import annotations

from typing import cast

import click

from studykit import settings as preferences
from studykit.cli.command import World
from studykit.cli.judge import AnswerCommand
from studykit.cli.output import say, warn
from studykit.render import maths

CHARSETS = ("full", "basic", "ascii")


@click.command("math", cls=AnswerCommand)
@click.argument("tex")
@click.option("--line", "as_line", is_flag=True, help="On one line.")
@click.option("--speech", "as_speech", is_flag=True, help="In words.")
@click.option("--width", type=click.IntRange(min=1), metavar="N", help="Break it where it is wider.")
@click.option(
    "--charset", type=click.Choice(CHARSETS), metavar="C", help="full, basic or ascii; else as set."
)
@click.pass_context
def math(
    context: click.Context, tex: str, as_line: bool, as_speech: bool, width: int | None, charset: str | None
) -> None:
    """Draws TEX, a formula in LaTeX, which may begin with a minus sign and stand in dollar signs.

    What is broken is drawn as far as it goes; what had to be mended is told on stderr.
    """
    source = _without_dollars(tex)
    if charset is None:
        settings, warnings = preferences.load(context.find_root().ensure_object(World).home)
        charset = settings.charset
        for line in warnings:
            warn(line)
    known = cast(maths.Charset, charset)
    if as_speech:
        say(maths.speech(source))
    elif as_line:
        say(maths.line(source, known))
    else:
        for row in maths.box(source, width, known).rows:
            say(row.rstrip())
    for repair in maths.parse(source).repairs:
        warn(f"at {repair.position + 1}: {repair.message}")


def _without_dollars(tex: str) -> str:
    stripped = tex.strip()
    for mark in ("$$", "$"):
        inner = stripped[len(mark) : -len(mark)]
        if stripped == f"{mark}{inner}{mark}" and inner and "$" not in inner:
            return inner
    return tex
