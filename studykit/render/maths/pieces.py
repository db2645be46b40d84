"""Pieces of a line and how they stand side by side: the spaces between them and the brackets they need."""

from __future__ import annotations

from collections.abc import Sequence

from studykit.render.maths.tree import Kind

ATOM, POWER, PRODUCT, QUOTIENT, SUM = 4, 3, 2, 1, 0
"""How tightly a piece holds together, from one sign to a sum or anything else with spaces in it."""

_ORDINARY, _FUNCTION, _BIG = Kind.ORDINARY, Kind.FUNCTION, Kind.BIG
_BINARY, _RELATION = Kind.BINARY, Kind.RELATION
_OPEN, _CLOSE, _PUNCTUATION = Kind.OPEN, Kind.CLOSE, Kind.PUNCTUATION

_BEFORE_A_SIGN = frozenset((_BINARY, _RELATION, _OPEN, _PUNCTUATION, _BIG, _FUNCTION))
_AFTER_A_SIGN = frozenset((_RELATION, _CLOSE, _PUNCTUATION))
_OPERANDS = frozenset((_ORDINARY, _FUNCTION, _BIG))
_ENDS_OPERAND = frozenset((_ORDINARY, _CLOSE, _FUNCTION))
_STARTS_OPERAND = frozenset((_ORDINARY, _OPEN, _FUNCTION, _BIG))
_BARS = frozenset("|‖")
_SLASHES = frozenset("/÷∖")
_SPACED_IN_SCRIPTS = frozenset("×·")
_ELISIONS = frozenset(("…", "⋯", "..."))
_PAIRS = frozenset(("()", "[]", "{}", "⟨⟩", "⌊⌋", "⌈⌉", "||", "‖‖", "⟦⟧"))


class Piece:
    """A part of a line. It is changed while its row is set, and belongs to that row alone."""

    __slots__ = (
        "enclosed", "gap", "gap_after", "guarded", "guarded_after", "left", "limits", "marked", "operated",
        "right", "strength", "text", "word_left", "word_right",
    )  # fmt: skip

    def __init__(
        self,
        text: str,
        left: Kind = _ORDINARY,
        right: Kind = _ORDINARY,
        strength: int = ATOM,
        *,
        gap: int = 0,
        guarded: str = "",
        guarded_after: str = "",
        word: bool = False,
        word_left: bool = False,
        enclosed: bool = False,
        limits: bool = False,
    ) -> None:
        self.text = text
        self.left = left
        self.right = right
        self.strength = strength
        self.gap = gap
        """Blanks asked for before it."""
        self.gap_after = False
        self.guarded = guarded
        """What to write instead when an operand touches it on either side."""
        self.guarded_after = guarded_after
        """What to write instead when an operand follows at once."""
        self.word_left = word or word_left
        """It would run together with a letter or digit before it."""
        self.word_right = word
        self.enclosed = enclosed
        """The text is one pair of brackets with what is in it."""
        self.limits = limits
        self.operated = False
        """It is brackets with a sum, a comparison or a list in them."""
        self.marked = False
        """It has scripts."""


def opposed(opening: str, closing: str) -> bool:
    """True for a pair of brackets that belong together."""
    return opening + closing in _PAIRS


def set_row(pieces: list[Piece], compact: bool) -> Piece:
    """Set pieces side by side. `compact` leaves out the spaces around operators, as in a subscript."""
    if len(pieces) == 1:
        piece = pieces[0]
        if piece.left is _BINARY:
            piece.left = piece.right = _ORDINARY
        return piece
    pair_bars(pieces)
    find_signs(pieces)
    parts: list[str] = []
    weight = _Weight()
    last: Piece | None = None
    for number, piece in enumerate(pieces):
        following = pieces[number + 1] if number + 1 < len(pieces) else None
        guard(piece, last, following)
        gap = gap_between(last, piece, compact) if last is not None else 0
        if gap:
            parts.append(" " * gap)
        parts.append(piece.text)
        weight.add(piece, gap)
        if piece.text or piece.gap:
            last = piece
    whole = Piece("".join(parts), strength=weight.strength(), enclosed=weight.enclosed())
    if pieces:
        whole.left = pieces[0].left if pieces[0].left is _RELATION else _ORDINARY
        whole.gap, whole.gap_after = pieces[0].gap, pieces[-1].gap_after
        whole.word_left, whole.word_right = pieces[0].word_left, pieces[-1].word_right
    return whole


def pair_bars(pieces: Sequence[Piece]) -> None:
    """Bars that come in pairs open and close in turn; a single one stays an ordinary sign."""
    for sign in _BARS:
        bars = [piece for piece in pieces if piece.text[:1] == sign and piece.left is _ORDINARY and
                (len(piece.text) == 1 or piece.marked)]  # fmt: skip
        if len(bars) % 2 == 0:
            for number, bar in enumerate(bars):
                bar.left = bar.right = _CLOSE if number % 2 else _OPEN


def find_signs(pieces: Sequence[Piece]) -> None:
    """An operator without an operand on one side is a sign (The TeXbook, appendix G, rules 5 and 6)."""
    before: Kind | None = None
    for number, piece in enumerate(pieces):
        if piece.left is _BINARY:
            following = pieces[number + 1].left if number + 1 < len(pieces) else None
            if before is None or before in _BEFORE_A_SIGN:
                piece.left, piece.right = _ORDINARY, _BINARY  # and what follows is not held off
                piece.strength = SUM
            elif following is None or following in _AFTER_A_SIGN:
                piece.left = piece.right = _ORDINARY
        before = piece.right


def guard(piece: Piece, last: Piece | None, following: Piece | None) -> None:
    """Put brackets around a quotient or a root that a neighbour would otherwise be read into."""
    if not (piece.guarded or piece.guarded_after):
        return
    after = (
        following is not None
        and following.left in _STARTS_OPERAND
        and following.gap < 2
        and not (following.word_left and following.gap)
        and following.text not in _ELISIONS
    )
    if piece.guarded_after:
        if after and following is not None and following.text not in _SLASHES:
            piece.text = piece.guarded_after
        return
    before = (
        last is not None
        and (last.right in _ENDS_OPERAND or last.text in _SLASHES)
        and not last.limits
        and not last.gap_after
        and piece.gap < 2
    )
    if before or after:
        piece.text, piece.strength, piece.guarded, piece.enclosed = piece.guarded, ATOM, "", True
        piece.left, piece.right = _OPEN, _CLOSE


def gap_between(last: Piece, piece: Piece, compact: bool) -> int:
    """Blanks between two neighbours."""
    gap = max(piece.gap, int(last.gap_after))
    left, right = last.right, piece.left
    if left is _BINARY and last.left is not _BINARY:
        return gap  # after a sign
    if right is _RELATION or right is _BINARY or left is _RELATION or left is _BINARY:
        operator = piece if right is _RELATION or right is _BINARY else last
        if not compact or operator.text in _SPACED_IN_SCRIPTS or operator.text[:1].isalpha():
            return max(gap, 1)
        return gap
    if left is _PUNCTUATION:
        tight = compact or right in (_CLOSE, _PUNCTUATION)
        return gap if tight else max(gap, 1)
    if left is _BIG and right is not _CLOSE and right is not _PUNCTUATION:
        return max(gap, 1)
    if left is _FUNCTION and (right in _OPERANDS or (right is _OPEN and last.limits and last.marked)):
        return max(gap, 1)
    if (right is _FUNCTION or right is _BIG) and (left is _ORDINARY or left is _CLOSE):
        return max(gap, 1)
    if (last.text in _ELISIONS and right in _STARTS_OPERAND) or (
        piece.text in _ELISIONS and left in _ENDS_OPERAND
    ):
        return max(gap, 1)
    if (last.word_right and piece.text[:1].isalnum()) or (piece.word_left and last.text[-1:].isalnum()):
        return max(gap, 1)
    return gap


class _Weight:
    """How tightly a row holds together, found while it is set."""

    def __init__(self) -> None:
        self.depth = 0
        self.units = 0
        self.least = ATOM
        self.torn = False
        self.first: Piece | None = None
        self.brackets = False
        """The latest unit is a pair of brackets."""
        self.operated = False
        """There is a sum or a comparison inside brackets."""

    def add(self, piece: Piece, gap: int) -> None:
        opens = piece.left is _OPEN and piece.right is _OPEN
        closes = piece.left is _CLOSE and piece.right is _CLOSE
        if closes:
            self.depth -= 1
            if self.depth < 0:
                self.torn = True
            if self.depth == 0 and piece.marked:
                self.least = min(self.least, POWER)
                self.brackets = False
            return
        if piece.operated or (self.depth and piece.left in (_BINARY, _RELATION)):
            self.operated = True
        if self.depth == 0:
            self.units += 1
            self.brackets = opens or (piece.left is _OPEN and piece.right is _CLOSE)
            if self.first is None:
                self.first = piece
            if not opens:
                self.least = min(self.least, piece.strength)
            if gap or piece.left in (_BINARY, _RELATION, _PUNCTUATION):
                self.least = SUM
            elif piece.text in _SLASHES:
                self.least = min(self.least, QUOTIENT)
        if opens:
            self.depth += 1

    def enclosed(self) -> bool:
        return self.units == 1 and self.brackets and not self.torn and self.depth == 0

    def strength(self) -> int:
        if self.torn or self.depth:
            return SUM
        if self.units < 2:
            return self.least
        return min(self.least, POWER if self.call() else PRODUCT)

    def call(self) -> bool:
        """`exp(x + y)`, and `P(x)` too; but `n(n + 1)` is a product."""
        if self.units != 2 or not self.brackets or self.first is None:
            return False
        if self.first.left is _FUNCTION or self.first.word_right:
            return True
        return self.first.text[0:1].isalpha() and not self.operated
