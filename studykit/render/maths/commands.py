"""Commands that are more than a sign: what each family of them is called."""

from __future__ import annotations

FRACTIONS = ("frac", "dfrac", "tfrac", "cfrac", "sfrac", "nicefrac")
BINOMIALS = ("binom", "dbinom", "tbinom")

TEXTS = frozenset(
    (
        "text", "textrm", "textbf", "textit", "texttt", "textsf", "textnormal", "textup", "textsc", "textmd",
        "emph", "mbox", "hbox",
    )
)  # fmt: skip

STYLES: dict[str, str] = {
    "mathbf": "mathbf", "mathit": "mathit", "mathrm": "mathrm", "mathsf": "mathsf", "mathtt": "mathtt",
    "mathbb": "mathbb", "mathcal": "mathcal", "mathscr": "mathscr", "mathfrak": "mathfrak",
    "boxed": "boxed", "fbox": "boxed", "cancel": "cancel", "bcancel": "bcancel", "xcancel": "xcancel",
    "sout": "sout", "phantom": "phantom", "hphantom": "hphantom", "vphantom": "vphantom",
    "bm": "mathbf", "boldsymbol": "mathbf", "pmb": "mathbf", "bold": "mathbf", "Bbb": "mathbb",
    "frak": "mathfrak", "mathnormal": "mathit",
    "smash": "group", "mathord": "group", "mathbin": "group", "mathrel": "group", "mathopen": "group",
    "mathclose": "group", "mathpunct": "group", "mathinner": "group", "mathop": "group",
    "mathllap": "group", "mathrlap": "group", "mathclap": "group", "llap": "group", "rlap": "group",
    "ensuremath": "group", "vcenter": "group",
}  # fmt: skip
"""Command → style. `group` changes nothing that is seen."""

COLOURS = ("color", "textcolor", "colorbox")

IN_BRACKETS: dict[str, str] = {
    "abs": "||", "norm": "‖‖", "bra": "⟨|", "ket": "|⟩", "braket": "⟨⟩", "ceil": "⌈⌉", "floor": "⌊⌋",
}  # fmt: skip
"""Commands of common packages that put brackets around their argument."""

SIZES = tuple(size + side for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m"))

ARROWS_WITH_LABEL: dict[str, str] = {
    "xrightarrow": "→", "xleftarrow": "←", "xleftrightarrow": "↔", "xRightarrow": "⇒", "xLeftarrow": "⇐",
    "xLeftrightarrow": "⇔", "xmapsto": "↦", "xhookrightarrow": "↪", "xhookleftarrow": "↩",
    "xrightharpoonup": "⇀", "xrightharpoondown": "⇁", "xleftharpoonup": "↼", "xleftharpoondown": "↽",
    "xrightleftharpoons": "⇌", "xlongequal": "=", "xtwoheadrightarrow": "↠",
}  # fmt: skip

IGNORED = frozenset(
    (
        "displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle", "limits", "nolimits", "nonumber",
        "notag", "hline", "hdashline", "toprule", "midrule", "bottomrule", "bf", "rm", "it", "sf", "tt",
        "cal", "bfseries", "itshape", "rmfamily", "tiny", "scriptsize", "footnotesize", "small", "normalsize",
        "large", "Large", "LARGE", "huge", "Huge", "noindent", "centering", "relax", "protect", "nobreak",
        "break", "newline", "allowdisplaybreaks", "par", "unskip", "displaylimits", "begingroup",
        "endgroup", "scr",
    )
)  # fmt: skip
"""Commands that change only how a page looks."""

IGNORED_WITH_ARGUMENT = ("label", "hspace", "vspace", "mspace", "kern", "mkern", "cline", "cmidrule")

ENVIRONMENTS: dict[str, str] = {
    "matrix": "", "smallmatrix": "", "pmatrix": "()", "bmatrix": "[]", "Bmatrix": "{}", "vmatrix": "||",
    "Vmatrix": "‖‖", "cases": "{", "dcases": "{", "rcases": " }", "drcases": " }",
    "array": "", "darray": "", "subarray": "", "substack": "",
    "aligned": "", "align": "", "alignat": "", "alignedat": "", "split": "", "gathered": "", "gather": "",
    "multline": "", "equation": "", "eqnarray": "", "flalign": "",
}  # fmt: skip
"""Environment, without its star → the brackets around it."""

LINES = frozenset(
    (
        "aligned", "align", "alignat", "alignedat", "split", "gathered", "gather", "multline", "equation",
        "eqnarray", "flalign",
    )
)  # fmt: skip
"""Environments whose rows are lines of a calculation, and whose `&` only align."""

WITH_COLUMNS = frozenset(["array", "darray", "subarray", "alignat", "alignedat"])
"""Environments whose first argument gives the columns."""

NEGATED: dict[str, str] = {
    "=": "≠", "<": "≮", ">": "≯", "≤": "≰", "≥": "≱", "∈": "∉", "∋": "∌", "⊂": "⊄", "⊃": "⊅", "⊆": "⊈",
    "⊇": "⊉", "≡": "≢", "∼": "≁", "≃": "≄", "≈": "≉", "≅": "≇", "∃": "∄", "∣": "∤", "|": "∤", "∥": "∦",
    "⊢": "⊬", "⊨": "⊭", "→": "↛", "←": "↚", "⇒": "⇏", "⇐": "⇍", "⇔": "⇎", "≺": "⊀", "≻": "⊁",
}  # fmt: skip
"""Sign → the sign with `\\not` before it."""
