"""The lazy group: finds a command by name, and turns every error into one clear line."""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from studykit.cli.command import World, global_options
from studykit.errors import StudyError

COMMANDS = {
    "add": "folders",
    "bury": "items",
    "cards": "cards",
    "check": "check",
    "decks": "decks",
    "derive": "derive",
    "due": "due",
    "judge": "judge",
    "locate": "locate",
    "log": "log",
    "math": "math",
    "new": "new",
    "practice": "practice",
    "quiz": "quiz",
    "read": "read",
    "remove": "folders",
    "reset": "items",
    "review": "review",
    "settings": "settings",
    "stats": "stats",
    "suspend": "items",
    "unbury": "items",
    "undo": "undo",
    "unsuspend": "items",
    "worksheet": "worksheet",
}
"""Each command and the module of `studykit.cli` that holds it."""

DONE, FAILED, INTERRUPTED = 0, 2, 130


class Lazy(click.Group):
    """Imports a command's module when the command is called, not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"studykit.cli.{COMMANDS[cmd_name]}")
        found: click.Command = getattr(module, cmd_name)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A first word that is no command but an existing path opens the app on it."""
        word = args[0]
        if word not in COMMANDS:
            if not _exists(word):
                raise click.UsageError(_unknown(word))
            return "open", _open_command(), args
        return super().resolve_command(ctx, args)


def _exists(word: str) -> bool:
    try:
        return bool(word) and Path(word).expanduser().exists()
    except (OSError, RuntimeError, ValueError):  # too long a name, an unknown `~user`, a null character
        return False


def _unknown(word: str) -> str:
    near = difflib.get_close_matches(word, COMMANDS, n=2)
    hint = f"did you mean {' or '.join(near)}?" if near else "`studykit --help` lists the commands"
    return f"no command and no folder is called {word[:60]!r} ({hint})"


def _open_command() -> click.Command:
    found: click.Command = importlib.import_module("studykit.cli.open").open_app
    return found


@click.group(
    cls=Lazy,
    invoke_without_command=True,
    params=list(global_options()),
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Without a command: opens the app. With folders: opens it on the notes in them.",
)
@click.pass_context
def studykit(context: click.Context) -> int:
    """Spaced repetition in the terminal, out of Markdown notes."""
    context.ensure_object(World)
    if context.invoked_subcommand is None:
        code: int = context.invoke(_open_command())
        return code
    return DONE


def run(arguments: list[str] | None = None) -> NoReturn:
    """Runs the command line and exits: 0 done, 1 wrong or errors found, 2 bad usage or bad input."""
    _mend_streams()
    world = World()
    sys.exit(_run(world, arguments))


def _mend_streams() -> None:
    """Gives every stream a handler for what its encoding lacks, and a closed one an end that takes all."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (kept open)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if mode == "r" else "backslashreplace")


def _run(world: World, arguments: list[str] | None) -> int:
    try:
        code: Any = studykit.main(arguments, prog_name="studykit", standalone_mode=False, obj=world)
        sys.stdout.flush()
    except (StudyError, click.ClickException) as error:
        if world.debug:
            raise
        return _fail(_line(error))
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:  # the reader of a pipe has gone: no error of ours
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        if world.debug:
            raise
        return _fail(f"the output cannot be written: {error.strerror or error}")
    except Exception as error:
        if world.debug:
            raise
        return _fail(f"an error of studykit's own: {type(error).__name__}: {error} (--debug shows where)")
    return code if isinstance(code, int) else DONE


def _line(error: StudyError | click.ClickException) -> str:
    if isinstance(error, StudyError):
        return str(error)
    context = getattr(error, "ctx", None)
    where = f"{context.command_path.removeprefix('studykit ')}: " if context and context.parent else ""
    return f"{where}{error.format_message()}"


def _fail(line: str) -> int:
    from studykit.render.sanitise import one_line

    click.echo(f"studykit: {one_line(line)}", err=True)
    return FAILED
