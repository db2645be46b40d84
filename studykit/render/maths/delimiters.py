"""Brackets, bars, braces and roots that grow with what they hold, in each character set."""

from __future__ import annotations

from dataclasses import dataclass

from studykit.render.maths.box import Box, heightened, text_box, widened
from studykit.render.maths.charset import Charset, spelled


@dataclass(frozen=True, slots=True)
class Glyphs:
    """What lines are drawn with."""

    fraction: str
    overline: str
    underline: str
    frame: str
    """Corners and sides of a frame: top left, top right, bottom left, bottom right, across, down."""
    radical: str
    """Before one row; it may be two characters wide."""
    radical_foot: str
    """The bottom of a tall root: the hook and the line that goes up."""
    brace_up: str
    """An overbrace: left end, line, the point in the middle, right end."""
    brace_down: str
    bar: str
    double_bar: str
    brackets: dict[str, str]
    """Bracket → its top, its middle, its bottom and, for a curly one, its point."""
    slashes: str
    """The strokes of angle brackets: rising and falling."""


_BOX_LINES = "┌┐└┘─│"
_FULL = {
    "(": "⎛⎜⎝", ")": "⎞⎟⎠", "[": "⎡⎢⎣", "]": "⎤⎥⎦", "{": "⎧⎪⎩⎨", "}": "⎫⎪⎭⎬",
    "⌊": "⎢⎢⎣", "⌋": "⎥⎥⎦", "⌈": "⎡⎢⎢", "⌉": "⎤⎥⎥", "⟮": "⎧⎪⎩", "⟯": "⎫⎪⎭",
}  # fmt: skip
_BASIC = {
    "(": "/│\\", ")": "\\│/", "[": "┌│└", "]": "┐│┘", "{": "┌│└┤", "}": "┐│┘├",
    "⌊": "││└", "⌋": "││┘", "⌈": "┌││", "⌉": "┐││",
}  # fmt: skip
_ASCII = {
    "(": "/|\\", ")": "\\|/", "[": "[[[", "]": "]]]", "{": "/|\\<", "}": "\\|/>",
    "⌊": "||L", "⌋": "||J", "⌈": "r||", "⌉": "7||",
}  # fmt: skip

GLYPHS: dict[Charset, Glyphs] = {
    "full": Glyphs("─", "_", "‾", _BOX_LINES, "√", "╲│", "┌─┴┐", "└─┬┘", "│", "║", _FULL, "╱╲"),
    "basic": Glyphs("─", "_", "‾", _BOX_LINES, "√", "√│", "┌─┴┐", "└─┬┘", "│", "║", _BASIC, "/\\"),
    "ascii": Glyphs("-", "_", "-", "++++-|", "\\/", "\\|", "+-++", "+-++", "|", "||", _ASCII, "/\\"),
}

_VERTICAL = {"↑": ("↑", "│", "│"), "↓": ("│", "│", "↓"), "↕": ("↑", "│", "↓"),
             "⇑": ("⇑", "║", "║"), "⇓": ("║", "║", "⇓"), "⇕": ("⇑", "║", "⇓")}  # fmt: skip


_POINTED = frozenset("{}⟨⟩")


def fenced(body: Box, opening: str, closing: str, charset: Charset) -> tuple[Box, Box, Box]:
    """The opening bracket, the body and the closing bracket, of one height. An empty sign gives none."""
    curly = [sign for sign in (opening, closing) if sign and sign in "{}"]
    if curly and body.height > 1:  # its point needs a row above it and one below
        body = heightened(body, int(body.baseline == 0), int(body.depth == 0))
    if charset != "full" and body.height > 1 and (opening in _POINTED or closing in _POINTED):
        body = widened(body, body.width + 2)  # so that their points do not touch a fraction bar
    return _bracket(opening, body, charset), body, _bracket(closing, body, charset)


def _bracket(sign: str, body: Box, charset: Charset) -> Box:
    height, axis = body.height, body.baseline
    if height == 1 or not sign:
        return Box((spelled(sign, charset),) * height, axis, len(spelled(sign, charset)))
    glyphs = GLYPHS[charset]
    if (parts := glyphs.brackets.get(sign)) is not None:
        rows = [parts[0], *[parts[1]] * (height - 2), parts[2]]
        if len(parts) > 3:
            rows[axis] = parts[3]
        return Box(tuple(rows), axis, 1)
    if sign in "|∣‖∥":
        bar = glyphs.bar if sign in "|∣" else glyphs.double_bar
        return Box((bar,) * height, axis, len(bar))
    if sign in "⟨⟩/\\":
        return _slanted(sign, height, axis, glyphs.slashes)
    if sign in "⟦⟧":
        side = glyphs.brackets["[" if sign == "⟦" else "]"]
        return Box(tuple([p * 2 for p in (side[0], *[side[1]] * (height - 2), side[2])]), axis, 2)
    if charset == "full" and (arrow := _VERTICAL.get(sign)) is not None:
        return Box((arrow[0], *[arrow[1]] * (height - 2), arrow[2]), axis, 1)
    plain = text_box(spelled(sign, charset))
    return heightened(plain, axis, height - axis - 1)


def _slanted(sign: str, height: int, axis: int, strokes: str) -> Box:
    """Angle brackets and slashes out of slanted strokes."""
    rising, falling = strokes[0], strokes[1]
    if sign in "/\\":
        stroke = rising if sign == "/" else falling
        order = range(height - 1, -1, -1) if sign == "/" else range(height)
        return Box(tuple([" " * at + stroke + " " * (height - 1 - at) for at in order]), axis, height)
    width = (height + 1) // 2
    rows = []
    for row in range(height):
        far = abs(2 * row - height + 1) // 2  # from the point, in columns
        upper = 2 * row < height - 1
        middle = 2 * row == height - 1
        if sign == "⟨":
            stroke = "⟨" if middle and strokes != "/\\" else "<" if middle else rising if upper else falling
            rows.append(" " * far + stroke + " " * (width - far - 1))
        else:
            stroke = "⟩" if middle and strokes != "/\\" else ">" if middle else falling if upper else rising
            rows.append(" " * (width - far - 1) + stroke + " " * far)
    return Box(tuple(rows), axis, width)


def rooted(body: Box, index: str, charset: Charset) -> Box:
    """A root sign with its line over the body; `index` is one row, already in small letters, or empty."""
    glyphs = GLYPHS[charset]
    if body.height == 1:
        sign = index + glyphs.radical
        if charset == "full":
            sign = {"³√": "∛", "⁴√": "∜"}.get(sign, sign)
        lead = text_box(sign)
        rows = (" " * lead.width + glyphs.overline * body.width, sign + body.rows[0])
        return Box(rows, 1, lead.width + body.width)
    lead_width = max(text_box(index).width, 1)
    corner, across, down = glyphs.frame[0], glyphs.frame[4], glyphs.frame[5]
    air = " " * lead_width
    rows_below = [f"{air}{down}{row}" for row in body.rows]
    if index:
        small = " " * (lead_width - text_box(index).width) + index
        rows_below[-2] = f"{small}{down}{body.rows[-2]}"
    rows_below[-1] = f"{' ' * (lead_width - 1)}{glyphs.radical_foot}{body.rows[-1]}"
    top = f"{air}{corner}{across * body.width}"
    return Box((top, *rows_below), body.baseline + 1, lead_width + 1 + body.width)


def brace(width: int, over: bool, charset: Charset) -> str:
    """A brace that lies on its side, `width` cells wide: `┌──┴──┐` over, `└──┬──┘` under."""
    left, line, point, right = tuple(GLYPHS[charset].brace_up if over else GLYPHS[charset].brace_down)
    if width < 3:
        return {1: point, 2: left + right}.get(width, "")
    before = (width - 3) // 2
    return left + line * before + point + line * (width - 3 - before) + right


def framed(body: Box, charset: Charset) -> Box:
    """The body in a frame."""
    top_left, top_right, bottom_left, bottom_right, across, down = tuple(GLYPHS[charset].frame)
    line = across * (body.width + 2)
    rows = [f"{down} {row} {down}" for row in body.rows]
    return Box(
        (top_left + line + top_right, *rows, bottom_left + line + bottom_right),
        body.baseline + 1,
        body.width + 4,
    )


_SHAFTS = {
    "→": "─ →", "←": "← ─", "↔": "←─→", "⇒": "═ ⇒", "⇐": "⇐ ═", "⇔": "⇐═⇒", "↦": "├─→", "=": "===",
    "↪": "╰─→", "↩": "←─╯", "⇀": "─ ⇀", "⇁": "─ ⇁", "↼": "↼ ─", "↽": "↽ ─", "↠": "─ ↠",
}  # fmt: skip


def long_arrow(sign: str, width: int, charset: Charset) -> str:
    """The arrow drawn out to at least `width` cells."""
    parts = _SHAFTS.get(sign)
    if parts is not None and (charset == "full" or (charset == "basic" and sign in "→←↔")):
        start, line, end = tuple(parts)
        if line == " ":
            start, line, end = ("", start, end) if start in "─═" else (start, end, "")
        return start + line * (width - len(start) - len(end)) + end
    plain = spelled(sign, charset)
    width = max(width, len(plain))
    if plain in ("->", "=>"):
        return plain[0] * (width - 1) + plain[1]
    if plain == "<-":
        return plain[0] + plain[1] * (width - 1)
    return plain
