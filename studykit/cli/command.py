"""What every command shares: the global options, taken before and after its name."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from studykit import __version__, paths
from studykit.clock import Clock, SystemClock


@dataclass(slots=True)
class World:
    """What a command is given of the world outside."""

    home_given: str | None = None
    plain_given: bool = False
    debug: bool = False
    clock: Clock = field(default_factory=SystemClock)

    @property
    def home(self) -> Path:
        """The folder of all data and settings."""
        return paths.home(self.home_given)

    @property
    def plain_asked(self) -> bool:
        """Whether lines were asked for instead of drawings."""
        return self.plain_given or os.environ.get("STUDYKIT_PLAIN", "") not in ("", "0")

    @property
    def plain(self) -> bool:
        """Whether to speak in lines: asked for, or there is no terminal to draw on."""
        return self.plain_asked or not (sys.stdin.isatty() and sys.stdout.isatty())


def global_options() -> list[click.Option]:
    """`--home`, `--plain`, `--debug` and `--version`, new for each command."""

    def keep(name: str) -> Callable[[click.Context, click.Parameter, Any], None]:
        def callback(context: click.Context, _: click.Parameter, value: Any) -> None:
            if value or value == "":
                setattr(context.find_root().ensure_object(World), name, value)

        return callback

    def version(context: click.Context, _: click.Parameter, value: bool) -> None:
        if value:
            click.echo(f"studykit {__version__}")
            context.exit()

    return [
        click.Option(
            ["--home"],
            metavar="DIR",
            expose_value=False,
            callback=keep("home_given"),
            help="Where all data and settings live (also STUDYKIT_HOME).",
        ),
        click.Option(
            ["--plain"],
            is_flag=True,
            expose_value=False,
            callback=keep("plain_given"),
            help="Lines instead of screens (also STUDYKIT_PLAIN=1, or no terminal).",
        ),
        click.Option(
            ["--debug"],
            is_flag=True,
            expose_value=False,
            callback=keep("debug"),
            help="Show the traceback of an error.",
        ),
        click.Option(
            ["--version"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=version,
            help="Show the version and exit.",
        ),
    ]


class Command(click.Command):
    """A command that takes the global options too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(global_options())


class PathType(click.ParamType[Path]):
    """A file or folder; an empty name (an unset variable in a script, say) is an error and not `.`."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not str(value).strip():
            self.fail("an empty name is no file or folder (`.` is the folder you are in)", param, ctx)
        return Path(value)


PATH = PathType()


def command(name: str, **kwargs: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Like `click.command`, with the global options."""
    return click.command(name, cls=Command, **kwargs)
