"""Typed words -> declared names, indexed names, constants and functions.

`2d_k`, `q1k1` and `xln(x)` hold several names without a sign between them. A word is split only into names
that are all known, into as few as possible, and never by guessing between two ways.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from studykit.checking import vocabulary
from studykit.checking.folding import RAISED
from studykit.checking.read_error import Unreadable
from studykit.checking.suggest import nearest
from studykit.checking.symbols import Declaration, Matrix, Scalar, Symbols, Vector
from studykit.checking.tokens import Kind, Token
from studykit.checking.tree import Constant, Indexed, Node, Number, Symbol
from studykit.checking.vocabulary import CONSTANTS, GREEK, NAMES_OF_GREEK

_NUMBERED: Final = re.compile(r"([A-Za-zΑ-Ωα-ω]+)_?([1-9])")
LONGEST_WORD: Final = 40
INDEX_LETTERS: Final = "ijkl"
UNITS: Final = frozenset({
    "nat", "nats", "bit", "bits", "byte", "bytes", "kB", "KB", "MB", "GB", "KiB", "MiB", "GiB",
    "FLOP", "FLOPs", "B", "Bytes", "token", "tokens", "entry", "entries", "parameters", "keys", "rows",
    "heads",
})  # fmt: skip
"""Words behind a number that are no names."""
_BEFORE_ARGUMENT: Final = frozenset("([{√|‖⟨") | {"\\sqrt", "\\frac", "\\binom"}

Piece = tuple[str, Node | None]
"""A name with its node, or a function's name without one."""


class Names:
    """What the words of one text may mean."""

    def __init__(self, symbols: Symbols, indices: Collection[str] = (), *, any_index: bool = False) -> None:
        """`indices` are the names that sums of this text bind; with `any_index` one leaves its own unsaid."""
        self.symbols = symbols
        self.indices = frozenset(indices)
        self.any_index = any_index
        self._spelled = {
            spelling: name for name in symbols for spelling in _spellings(name) if spelling not in symbols
        } | {name: name for name in symbols}
        self.families = _families(symbols)
        """Names that differ only in the number at their end, such as `z1`, `z2`, `z3`, by what they share."""

    def declared(self, word: str) -> str | None:
        """The declared name that a word spells exactly, with Greek letters either way."""
        return self._spelled.get(word)

    def resolve(self, token: Token, following: Token) -> list[Token]:
        """The names and functions in a word, as tokens. Raises `Unreadable` if it is not known."""
        word = token.text
        pieces = self._whole(word, following) or self._split(word, following)
        if not pieces:
            raise self._unknown(token, following)
        tokens: list[Token] = []
        at = 0
        for text, node in pieces:
            place = word.find(text, at) if at else 0
            kind = _kind(text) if node is None else "name"
            first = token if not tokens else replace(token, space=False, line=False)
            tokens.append(
                replace(first, kind=kind, text=text, node=node, position=token.position + max(place, 0))
            )
            at = max(place, 0) + len(text)
        return tokens

    def _whole(self, word: str, following: Token) -> list[Piece] | None:
        """The word as one name or one function."""
        if word in self.indices:
            return [(word, Symbol(word))]
        if (name := self._spelled.get(word)) is not None:
            return [(word, Symbol(name))]
        if _is_function(word) and _begins_argument(word, following):
            return [(word, None)]
        if word in ("σ", "sigma") and following.text == "(":
            return [("sigmoid", None)]
        if word in CONSTANTS:
            return [(word, Constant(CONSTANTS[word]))]
        if word == "or":
            return [(word, None)]
        return None

    def _split(self, word: str, following: Token) -> list[Piece] | None:
        if len(word) > LONGEST_WORD:
            return None
        best: dict[int, tuple[int, list[list[Piece]]]] = {0: (0, [[]])}
        for end in range(1, len(word) + 1):
            for start in range(end):
                if start not in best:
                    continue
                piece = self._piece(word[start:end], following if end == len(word) else None)
                if piece is None:
                    continue
                count = best[start][0] + 1
                ways = [[*way, piece] for way in best[start][1]][:2]
                if end not in best or count < best[end][0]:
                    best[end] = (count, ways)
                elif count == best[end][0]:
                    best[end] = (count, (best[end][1] + ways)[:2])
        ways = best.get(len(word), (0, []))[1]
        loose = self._loose(word)
        if len(ways) > 1 or (ways and loose and len(ways[0]) > 1):
            return None
        if ways:
            return ways[0]
        return [(word, Symbol(loose))] if loose else None

    def _piece(self, part: str, following: Token | None) -> Piece | None:
        """A part of a word; `following` is the token after it if it is the last part."""
        if part in self.indices:
            return part, Symbol(part)
        if (name := self._spelled.get(part)) is not None:
            return part, Symbol(name)
        if (node := self._indexed(part)) is not None:
            return part, node
        if part in ("pi", "π"):
            return part, Constant("pi")
        if following is None:
            return None
        if part == "e" and following.text in ("^", "**", RAISED):
            return part, Constant("e")
        if _is_function(part) and _begins_argument(part, following):
            return part, None
        return None

    def _loose(self, word: str) -> str | None:
        """The one declared name that differs only in underscores: `dk`, `z_1`."""
        bare = word.replace("_", "")
        found = {name for spelling, name in self._spelled.items() if spelling.replace("_", "") == bare}
        return found.pop() if len(found) == 1 else None

    def _indexed(self, part: str) -> Node | None:
        """An entry of a declared vector or matrix: `q_i`, `q1`, `S_12`, `S_ij`."""
        for spelling, name in self._spelled.items():
            if not part.startswith(spelling) or len(part) == len(spelling):
                continue
            rest = part[len(spelling) :]
            lowered, rest = rest.startswith("_"), rest.removeprefix("_")
            declaration = self.symbols[name]
            if isinstance(declaration, Vector) and (index := self._index(rest, lowered)) is not None:
                return Indexed(name, (index,))
            if isinstance(declaration, Matrix) and len(rest) == 2:
                row, column = self._index(rest[0], lowered), self._index(rest[1], lowered)
                if row is not None and column is not None:
                    return Indexed(name, (row, column))
        stem, _, last = part.rpartition("_")
        if stem in self.families and (last in self.indices or (self.any_index and last)):
            return Indexed(stem, (Symbol(last),))  # its sum puts the names in
        return None

    def _index(self, text: str, lowered: bool) -> Node | None:
        if text.isdecimal() and len(text) <= 4:
            return Number(Fraction(int(text)), Fraction(1))
        if text in self.indices:
            return Symbol(text)
        if self.any_index and len(text) == 1 and text.isalpha() and (lowered or text in INDEX_LETTERS):
            return Symbol(text)
        declared = self._spelled.get(text)
        if lowered and declared is not None and isinstance(self.symbols[declared], Scalar):
            return Symbol(declared)
        return None

    def _unknown(self, token: Token, following: Token) -> Unreadable:
        """Why a word cannot be read, with the likeliest thing that was meant."""
        word = token.text
        if len(word) > LONGEST_WORD:
            return Unreadable("this word is too long for a name", token.position)
        message = f"{word}: unknown name"
        if _is_function(word) and word not in ("E", "T"):
            message = f"{word} needs what it is taken of"
            hint = "write matrix([1, 2], [3, 4])" if word in vocabulary.ARRAYS else f"write {word}(…)"
        elif (entry := self._entry_of(word)) is not None:
            message = f"{word}: no such entry of {entry}"
            hint = _entry_hint(entry, self.symbols[entry])
        elif (loose := self._loose(word)) is not None:
            message = f"{word}: {loose}, or a product?"
            hint = f"write {loose}, or a * between the names"
        else:
            hint = (
                self._known_trap(word, following) or self._part_of(word) or self._near(word) or self._names()
            )
        return Unreadable(message, token.position, hint)

    def _known_trap(self, word: str, following: Token) -> str:
        if word == "E":
            return "Euler's number is e, an expectation is E[…]"
        if word.casefold() == "nan":
            return "NaN stands for no number, and an answer is one"
        if word in UNITS:
            return "the number is typed without its unit"
        if word[0] in "eE" and word[1:].isdecimal():
            return "a power of ten has no blank in it: 1e10"
        if word in ("x", "X") and following.kind in ("number", "name", "word"):
            return "a product is typed as *"
        return ""

    def _part_of(self, word: str) -> str:
        """A hint if a word is two, of which at least one is known."""
        for end in range(len(word) - 1, 0, -1):
            head, tail = word[:end], word[end:]
            if head in self._spelled and (tail.isdecimal() or tail in CONSTANTS or tail in self._spelled):
                power = f", {head}^{tail}" if tail.isdecimal() else ""
                return f"did you mean {head}*{tail}{power}?"
        for end in range(1, len(word) - 1):
            head, tail = word[:end], word[end:]
            if _is_function(tail) and tail not in vocabulary.MOMENTS:
                return f"did you mean {head}*{tail}? {head} is not known"
        return ""

    def _near(self, word: str) -> str:
        functions = [name for name in (*vocabulary.SPELLINGS, *vocabulary.LOGARITHMS) if name.islower()]
        near = nearest(word, [*self.symbols, *self.indices, *functions, "pi", "sum", "Var", "Cov"])
        return f"did you mean {near}?" if near is not None else ""

    def _entry_of(self, word: str) -> str | None:
        """The vector or matrix of which a word seems to be an entry."""
        for spelling, name in self._spelled.items():
            if not isinstance(self.symbols[name], Scalar) and word.startswith(f"{spelling}_"):
                return name
        return None

    def _names(self) -> str:
        names = list(self.symbols)
        if not names:
            return "this answer has no names in it"
        return f"the names here are {', '.join(names[:8])}{' …' if len(names) > 8 else ''}"


def _entry_hint(name: str, declaration: Declaration) -> str:
    if isinstance(declaration, Matrix):
        return f"an entry of a matrix has two indices, such as {name}[1, 2]"
    return f"an entry is {name}_1; an index that runs needs its sum, such as Σ_i {name}_i"


def _is_function(word: str) -> bool:
    return (
        word in vocabulary.SPELLINGS
        or word in vocabulary.LOGARITHMS
        or word in vocabulary.MOMENTS
        or word in vocabulary.ARRAYS
        or word == "T"
        or (word.startswith("log_") and word[4:].isdecimal())
    )


def _kind(word: str) -> Kind:
    return "op" if word == "or" else "function"


def _begins_argument(word: str, following: Token) -> bool:
    """Whether the token after a function's name can begin its argument."""
    if word in vocabulary.MOMENTS:
        return following.text in ("[", "(", "{") or (
            following.kind in ("word", "name", "function", "sum") and word == "E"
        )
    if word in vocabulary.ARRAYS or word == "T":
        return following.text in ("[", "(")
    if following.text in ("^", "**", RAISED, "-"):
        return True
    return (
        following.kind in ("number", "word", "name", "function", "sum") or following.text in _BEFORE_ARGUMENT
    )


def _families(symbols: Symbols) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[int, str]] = {}
    for name, declared in symbols.items():
        numbered = _NUMBERED.fullmatch(name)
        if numbered is not None and isinstance(declared, Scalar):
            found.setdefault(numbered[1], {})[int(numbered[2])] = name
    return {
        stem: tuple(members[i] for i in sorted(members))
        for stem, members in found.items()
        if stem not in symbols and len(members) > 1 and set(members) == set(range(1, len(members) + 1))
    }


@lru_cache(maxsize=512)
def _spellings(name: str) -> tuple[str, ...]:
    """The name itself, Greek letters spelled out or not, a number at its end with `_` before it or not."""
    parts = name.split("_")
    letters = "_".join(GREEK.get(part, part) for part in parts)
    spelled = "_".join(NAMES_OF_GREEK.get(part, part) for part in parts)
    ways = [name, letters, spelled]
    for way in (letters, spelled):
        ways += [re.sub(r"_([0-9]+)$", r"\1", way), re.sub(r"([^_0-9])([0-9]+)$", r"\1_\2", way)]
    return tuple(dict.fromkeys(ways))
