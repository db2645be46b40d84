"""Code in colours, by Pygments, which is loaded when the first code of a known language is shown."""

from __future__ import annotations

from studykit.render.markdown.blocks import Span, Spans

LONGEST = 10_000
"""Longer code is shown in one colour: some lexers are slow on hostile text."""

_NAMES = {
    "Keyword": "keyword", "Operator.Word": "keyword", "Literal.String": "string", "Literal.Number": "number",
    "Comment": "comment", "Name.Function": "name", "Name.Class": "name", "Name.Decorator": "name",
}  # fmt: skip


def coloured(code: str, language: str) -> Spans | None:
    """Code as spans; None if the language is not known."""
    if not language or len(code) > LONGEST:
        return None
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
    found: list[Span] = []
    for token, text in lexer.get_tokens(code):
        kind = str(token).removeprefix("Token.")
        style = next((name for prefix, name in _NAMES.items() if kind.startswith(prefix)), "")
        found.append(Span(text, ("code", style) if style else ("code",)))
    return tuple(found) if "".join(span.text for span in found) == code else None
