"""`studykit judge`: judges one answer."""

from __future__ import annotations

import click

from studykit.checking.verdict import Outcome, Verdict
from studykit.cli.command import Command
from studykit.cli.output import json_out, say

KINDS = ("number", "exact", "expression", "array", "shape", "choice", "text")
"""The kinds by their first names; `integer`, `fraction`, `vector` and `matrix` are taken too."""

EXIT = {Outcome.RIGHT: 0, Outcome.PARTLY: 1, Outcome.WRONG: 1, Outcome.UNREADABLE: 2, Outcome.UNDECIDED: 2}


class AnswerCommand(Command):
    """A command whose one argument may begin with `-`: `-3`, `-x^2` and `--3` are answers, not options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Puts everything that is no option of this command behind a `--`."""
        options, words = self._parted(args)
        strays = [word for word in words if word[:2] == "--" and word[2:3].isalpha()]
        if len(words) > 1 and strays:
            raise click.NoSuchOption(strays[0], ctx=ctx)
        return super().parse_args(ctx, [*options, "--", *words] if words else options)

    def _parted(self, args: list[str]) -> tuple[list[str], list[str]]:
        with_value: set[str] = set()
        alone = {"--help"}
        for parameter in self.params:
            if isinstance(parameter, click.Option):
                (alone if parameter.is_flag else with_value).update(parameter.opts)
        options: list[str] = []
        words: list[str] = []
        waiting = list(args)
        while waiting:
            word = waiting.pop(0)
            if word == "--":
                return options, [*words, *waiting]
            if word in with_value and not waiting:
                raise click.BadOptionUsage(word, f"Option '{word}' requires an argument.")
            if word in with_value:
                options += [word, *waiting[:1]]
                del waiting[:1]
            elif word in alone or (word.partition("=")[0] in with_value and "=" in word):
                options.append(word)
            elif word == "-h" and not any(each.partition("=")[0] == "--expect" for each in args):
                options.append("--help")  # with something expected, `-h` is the answer minus h
            else:
                words.append(word)
        return options, words


@click.command("judge", cls=AnswerCommand)
@click.argument("answer")
@click.option("--expect", metavar="TEXT", required=True, help="The right answer.")
@click.option("--kind", metavar="K", help=f"One of {', '.join(KINDS)}; told from TEXT if left out.")
@click.option(
    "--symbols", "spec", metavar="SPEC", default="", help="Names, as in 'd_k: integer >= 1; T: positive'."
)
@click.option(
    "--tolerance", type=float, metavar="R", help="How far a number may be off, relative. [default: 1e-6]"
)
@click.option("--json", "as_json", is_flag=True, help="One JSON value.")
def judge(
    answer: str, expect: str, kind: str | None, spec: str, tolerance: float | None, as_json: bool
) -> int:
    """Judges ANSWER, which may begin with a minus sign.

    Exit 0 right, 1 partly or wrong, 2 not readable or not decided. SPEC is a list such as
    'd_k: integer >= 1; q: vector d_k of normal(0,1); p: real in (0, 1); T: positive; Q: matrix n x d'.
    """
    verdict = _verdict(answer, expect, kind, spec, tolerance)
    if as_json:
        from studykit.session.shapes import verdict_shape

        json_out(verdict_shape(verdict))
    else:
        print_verdict(verdict)
    return EXIT[verdict.outcome]


def _verdict(answer: str, expect: str, kind: str | None, spec: str, tolerance: float | None) -> Verdict:
    from studykit.checking.declare import DeclarationError, declare
    from studykit.checking.judge import judge as judged
    from studykit.checking.question import KIND_NAMES, Question, Tolerance
    from studykit.errors import StudyError

    if kind is not None and kind not in KIND_NAMES:
        raise StudyError(
            f"no kind is called {kind!r}", where="--kind", hint=f"the kinds are {', '.join(KINDS)}"
        )
    try:
        allowed = Tolerance() if tolerance is None else Tolerance(relative=tolerance)
    except ValueError as error:
        raise StudyError(str(error), where="--tolerance", hint="such as 0.001") from error
    try:
        symbols = declare(spec)
    except DeclarationError as error:
        raise StudyError(str(error), where="--symbols") from error
    question = Question(expect, KIND_NAMES[kind] if kind else None, symbols, allowed)
    try:
        return judged(answer, question)
    except StudyError as error:
        unknown = "unknown name" in error.message
        hint = "declare its names, as in --symbols 'n: integer >= 1'" if unknown else error.hint
        raise StudyError(error.message, where="--expect", hint=hint) from error


def print_verdict(verdict: Verdict) -> None:
    """Says a verdict in lines: how it was read, which mistake it is, where it differs."""
    from studykit.plain.verdict import verdict_lines

    for line in verdict_lines(verdict):
        say(line)
    if verdict.read_as:
        say(f"read as {verdict.read_as}")
    if verdict.mistake and verdict.mistake != verdict.message:
        say(f"mistake: {verdict.mistake}")
    if verdict.counterexample and verdict.counterexample not in verdict.message:
        say(verdict.counterexample)
