"""From tokens to queries and keys by learned matrices, and the scores between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention_engine import project, score_form, scores
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.matrices import dot, terms, turned
from studykit.practice.problem import Form, Step
from studykit.practice.values import tex, whole

Rows = list[list[int]]

_FROM_TOKENS = "projections#^scores-from-tokens"
_SYMMETRIC = "projections#^scores-symmetric"
_LOOKS_FOR = "projections#^cloze-projections"
_SHAPE = "projections#^shape-of-projection"
_RANK = "projections#^rank-of-projections"
_DIAGONAL = "score-matrix#^score-diagonal"
_DIAGONAL_FORMULA = "score-matrix#^diagonal-formula"
_ENTRY = "score-matrix#^score-entry"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens as rows, both projections, the token that asks and another one."""

    X: Rows
    W_Q: Rows
    W_K: Rows
    i: int
    j: int


def _draw_tokens(draw: Draw, level: int) -> Tokens:
    size = 2 if level == 3 else 3
    i, j = draw.some(range(size), 2)
    return Tokens(draw.rows(size, size, -2, 3), draw.rows(size, 2, -2, 2), draw.rows(size, 2, -2, 2), i, j)


def _scores(g: Tokens, w_q: Rows | None = None, w_k: Rows | None = None) -> Rows:
    """All scores, with other matrices where they are given."""
    found: Rows = whole(scores(project(g.X, w_q or g.W_Q), project(g.X, w_k or g.W_K)))
    return found


def _with_turned(g: Tokens, *, query: bool, key: bool) -> int | None:
    """The score with matrices taken for their transposes, which only square ones let happen."""
    if len(g.W_Q) != len(g.W_Q[0]):
        return None
    w_q, w_k = turned(g.W_Q) if query else g.W_Q, turned(g.W_K) if key else g.W_K
    return _scores(g, w_q, w_k)[g.i][g.j]  # type: ignore[arg-type]


def _tokens_shown(g: Tokens) -> str:
    return (
        f"The tokens are the rows of $X$, counted from 0:\n\n$$X = {tex(g.X)}$$\n\n"
        f"$$W_Q = {tex(g.W_Q)}, \\qquad W_K = {tex(g.W_K)}$$"
    )


def _projected_step(letter: str, token: int, x: list[int], w: Rows, why: str) -> Step:
    """A token through a matrix, entry by entry."""
    lines = [f"- ${terms(x, column)} = {dot(x, column)}$" for column in turned(w)]
    result = [dot(x, column) for column in turned(w)]
    name = letter.upper()
    return Step(
        "\n".join([f"$x_{token} W_{name}$, with one column of $W_{name}$ for each entry:", "", *lines, ""])
        + f"\nso ${letter}_{token} = {tex(result)}$",
        why,
    )


def _query_and_key(g: Tokens, j: int) -> tuple[list[int], list[int]]:
    return whole(project(g.X, g.W_Q))[g.i], whole(project(g.X, g.W_K))[j]


def _score_solution(g: Tokens, j: int, key_why: str) -> tuple[Step, ...]:
    q, k = _query_and_key(g, j)
    return (
        _projected_step("q", g.i, g.X[g.i], g.W_Q, "What the token looks for."),
        _projected_step("k", j, g.X[j], g.W_K, key_why),
        Step(rf"$q_{g.i} \cdot k_{j} = {terms(q, k)}$", "The score is their dot product."),
    )


def _score_hint(g: Tokens, j: int) -> str:
    q, k = _query_and_key(g, j)
    return f"The query is $q_{g.i} = {tex(q)}$ and the key is $k_{j} = {tex(k)}$."


# A score from tokens.


PROJECTED = Family(
    name="projected-score",
    form=Form.INTEGER,
    draw=_draw_tokens,
    answer=lambda g: _scores(g)[g.i][g.j],
    prompt=lambda g: (
        f"{_tokens_shown(g)}\n\nFind $S_{{{g.i}{g.j}}}$, the score of token {g.i} as the query with token"
        f" {g.j} as the key: not scaled, a whole number."
    ),
    solution=lambda g: _score_solution(g, g.j, "What the other token can be found by."),
    hints=lambda g: (
        "A token is neither a query nor a key yet: $W_Q$ and $W_K$ make them of it.",
        f"Token {g.i} through $W_Q$, token {g.j} through $W_K$, then the dot product.",
        _score_hint(g, g.j),
    ),
    wrong=(
        Wrong(
            "query and key exchanged",
            "The score matrix is not symmetric here: the first index names the query, the second the key.",
            lambda g: _scores(g)[g.j][g.i],
            _ENTRY,
        ),
        Wrong(
            "not projected",
            "The tokens were compared as they are; they go through $W_Q$ and $W_K$ first.",
            lambda g: whole(scores(g.X, g.X))[g.i][g.j],
            _FROM_TOKENS,
        ),
        Wrong(
            "W_Q for both",
            "One matrix for both would make all scores symmetric; keys are made by $W_K$, a matrix of their"
            " own.",
            lambda g: _scores(g, w_k=g.W_Q)[g.i][g.j],
            _SYMMETRIC,
        ),
        Wrong(
            "W_K for both",
            "The key is right, but the query of a token is made by $W_Q$, so that it can look for something"
            " else.",
            lambda g: _scores(g, w_q=g.W_K)[g.i][g.j],
            _LOOKS_FOR,
        ),
        Wrong(
            "query against its own key",
            "That is the diagonal, where a token meets itself; the second index names another token.",
            lambda g: _scores(g)[g.i][g.i],
            _DIAGONAL,
        ),
        Wrong(
            "matrix before the token",
            "With tokens as columns it would be $W x$; here they are rows, so the matrix follows: $x W$.",
            lambda g: _with_turned(g, query=True, key=True),
            "score-matrix#^row-column",
        ),
        Wrong(
            "W_K not transposed",
            "In $X W_Q {W_K}^T X^T$ the transpose of $W_K$ is easily lost; it comes from $K^T = (X W_K)^T$.",
            lambda g: _with_turned(g, query=False, key=True),
            _FROM_TOKENS,
        ),
    ),
)

# A token's query against its own key.


OWN = Family(
    name="token-own-score",
    form=Form.INTEGER,
    draw=_draw_tokens,
    answer=lambda g: _scores(g)[g.i][g.i],
    prompt=lambda g: (
        f"{_tokens_shown(g)}\n\nFind $S_{{{g.i}{g.i}}}$, the score of token {g.i} with itself: not scaled, a"
        " whole number."
    ),
    solution=lambda g: _score_solution(g, g.i, "The same token, by another matrix: what it can be found by."),
    hints=lambda g: (
        "The token has a query and a key, and the two differ.",
        rf"The diagonal is $S_{{ii}} = q_i \cdot k_i$: token {g.i} through $W_Q$ and through $W_K$.",
        _score_hint(g, g.i),
    ),
    wrong=(
        Wrong(
            "squared length of the token",
            "A token with itself sounds like its squared length, but its query meets its key, and both are"
            " projected.",
            lambda g: whole(scores(g.X, g.X))[g.i][g.i],
            _DIAGONAL,
        ),
        Wrong(
            "squared length of the query",
            "The query is right, but it is compared with the token's key and not with itself.",
            lambda g: _scores(g, w_k=g.W_Q)[g.i][g.i],
            _DIAGONAL_FORMULA,
        ),
        Wrong(
            "squared length of the key",
            "The key is right, but the token's query is compared with it, which $W_Q$ makes.",
            lambda g: _scores(g, w_q=g.W_K)[g.i][g.i],
            _DIAGONAL_FORMULA,
        ),
        Wrong(
            "another token's key",
            "The query is right; on the diagonal both indices name one token, so the key is its own too.",
            lambda g: _scores(g)[g.i][g.j],
            _DIAGONAL,
        ),
        Wrong(
            "another token",
            "This is the other token's own score; tokens are counted from 0, so 0 is the first row of $X$.",
            lambda g: _scores(g)[g.j][g.j],
            _DIAGONAL,
        ),
        Wrong(
            "matrix before the token",
            "With tokens as columns it would be $W x$; here they are rows, so the matrix follows: $x W$.",
            lambda g: _with_turned(Tokens(g.X, g.W_Q, g.W_K, g.i, g.i), query=True, key=True),
            "score-matrix#^row-column",
        ),
    ),
)

# The largest rank of W_Q W_Kᵀ.


@dataclass(frozen=True, slots=True)
class Head:
    """The width of the tokens and the heads that share it; whether their number is told, or their size."""

    d: int
    heads: int
    told: str

    @property
    def d_k(self) -> int:
        """The size of a head."""
        return self.d // self.heads


def _draw_head(draw: Draw, level: int) -> Head:
    # Not wider than this: the rank is counted on matrices of this size.
    heads = draw.pick((3, 4, 5, 6, 8))
    return Head(heads * draw.between(4, 128 // heads), heads, draw.pick(("size", "number")))


def _head_prompt(g: Head) -> str:
    about = (
        f"In a head, tokens of {g.d} entries become queries and keys of {g.d_k} entries."
        if g.told == "size"
        else f"A layer of width {g.d} has {g.heads} heads, which share the width evenly."
    )
    of = "" if g.told == "size" else " of one head"
    return (
        f"{about} The scores see the two projections{of} only as $W_Q {{W_K}}^T$. What is the highest rank"
        " that this matrix can have? A whole number."
    )


def _head_solution(g: Head) -> tuple[Step, ...]:
    size = (
        ()
        if g.told == "size"
        else (Step(f"$d_k = {g.d} / {g.heads} = {g.d_k}$", "The heads share the width evenly."),)
    )
    return (
        *size,
        Step(
            rf"$W_Q$ is ${g.d} \times {g.d_k}$ and ${{W_K}}^T$ is ${g.d_k} \times {g.d}$, so their product is"
            rf" ${g.d} \times {g.d}$.",
            "It maps pairs of tokens to scores.",
        ),
        Step(
            rf"Every row of $W_Q {{W_K}}^T$ is a mixture of the {g.d_k} rows of ${{W_K}}^T$.",
            "So no more of its rows can be independent: a product has no higher rank than its factors.",
        ),
    )


SCORE_FORM_RANK = Family(
    name="score-form-rank",
    form=Form.INTEGER,
    draw=_draw_head,
    # The identity as far as it goes has the highest rank that a matrix of its shape can have.
    answer=lambda g: int(np.linalg.matrix_rank(score_form(np.eye(g.d, g.d_k), np.eye(g.d, g.d_k)))),
    prompt=_head_prompt,
    solution=_head_solution,
    hints=lambda g: (
        "The rank is the number of independent rows. Which shapes do $W_Q$ and ${W_K}^T$ have?",
        "A product cannot have a higher rank than either of its factors.",
        "Each factor has at most as many independent rows or columns as its narrower side.",
    ),
    wrong=(
        Wrong(
            "width of the tokens",
            r"The product is indeed $d \times d$, but everything in it passes through $d_k$ numbers.",
            lambda g: g.d,
            _RANK,
        ),
        Wrong(
            "both ranks added",
            "Ranks may add up where matrices are added; a product has at most the smaller of the two.",
            lambda g: 2 * g.d_k,
            _RANK,
        ),
        Wrong(
            "both ranks multiplied",
            "Multiplying matrices does not multiply their ranks: a product has at most the smaller of them.",
            lambda g: g.d_k**2,
            _RANK,
        ),
        Wrong(
            "entries counted",
            r"$d \cdot d_k$ is how many numbers $W_Q$ holds; the rank counts independent rows.",
            lambda g: g.d * g.d_k,
            _SHAPE,
        ),
        Wrong(
            "number of heads",
            "The number of heads says into how many parts the width is split; the size of one part limits the"
            " rank.",
            lambda g: g.heads if g.told == "number" else None,
            "multi-head-attention#^head-size",
        ),
    ),
)

FAMILIES = (PROJECTED, OWN, SCORE_FORM_RANK)
