"""YAML front matter at the very top of a note."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

MOST_CHARACTERS = 64 * 1024
"""Front matter longer than this is not parsed."""
MOST_ALIASES = 50
"""YAML aliases allowed; a note needs none, and a bomb needs many."""

_OPEN = re.compile(r"---[ \t]*\n")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
_ALIAS = re.compile(r"(?:^|[\s,\[{])\*[^\s*]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the front matter says. All scalars are text, as written."""

    fields: Mapping[str, object] = field(default_factory=dict)
    """Keys in lower case; a value is text, a list or a mapping."""
    lines: int = 0
    """How many lines it takes, both fences counted; 0 if there is none."""
    end: int = 0
    """Where the rest of the note begins."""
    trouble: tuple[int, str] | None = None
    """Line (from 1) and reason if it could not be read."""

    def text(self, key: str) -> str:
        """A field as text; empty if it is missing or no scalar."""
        value = self.fields.get(key)
        return value.strip() if isinstance(value, str) else ""

    def words(self, key: str) -> tuple[str, ...]:
        """A field that may be a list or text with commas or blanks, without `#`."""
        value = self.fields.get(key)
        entries = value if isinstance(value, list) else [value]
        found = [word for entry in entries if isinstance(entry, str) for word in re.split(r"[\s,]+", entry)]
        return tuple(word.lstrip("#") for word in found if word.strip("#"))

    def pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        """The entries of a mapping whose name and value are text; what is no such entry is left out."""
        value = self.fields.get(key)
        entries = value.items() if isinstance(value, dict) else ()
        return tuple((k.strip(), v.strip()) for k, v in entries if isinstance(k, str) and isinstance(v, str))


NONE = FrontMatter()


def read(text: str) -> FrontMatter:
    """The front matter of a note whose lines end with `\\n`; never raises for bad YAML."""
    opened = _OPEN.match(text)
    if opened is None:
        return NONE
    close = _CLOSE.search(text, opened.end())
    if close is None:
        return NONE
    source = text[opened.end() : close.start()]
    lines = text.count("\n", 0, close.start()) + 1
    end = min(close.end() + 1, len(text))
    if len(source) > MOST_CHARACTERS:
        return FrontMatter(lines=lines, end=end, trouble=(1, f"is longer than {MOST_CHARACTERS} characters"))
    if len(_ALIAS.findall(source)) > MOST_ALIASES:
        return FrontMatter(lines=lines, end=end, trouble=(1, "uses too many YAML aliases"))
    fields, trouble = _parse(source)
    return FrontMatter(fields, lines, end, trouble)


def _parse(source: str) -> tuple[Mapping[str, object], tuple[int, str] | None]:
    if not source.strip():
        return {}, None
    import yaml  # only notes with front matter pay for it

    # The base loader makes nothing but text, lists and mappings, so no value can be invalid: `no` stays a
    # tag, and a date that is none stays what it is. The C parser limits nesting itself.
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        value = yaml.load(source, Loader=loader)  # noqa: S506  # BaseLoader is narrower than SafeLoader
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return {}, ((mark.line if mark else 0) + 2, str(error.problem or error.context or "cannot be read"))
    except yaml.YAMLError as error:
        return {}, (2, str(error).splitlines()[0])
    except RecursionError:
        return {}, (2, "is nested too deeply")
    if value is None or value == "":
        return {}, None
    if not isinstance(value, dict):
        return {}, (2, "is not a list of `key: value` lines")
    return {key.casefold(): entry for key, entry in value.items() if isinstance(key, str)}, None
