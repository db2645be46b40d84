"""ALiBi: scores that are lowered by the distance between query and key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from attention_engine import alibi_bias, biased
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import fractions, tex

_ALIBI_BIAS = "positional-encoding#^alibi-bias"


@dataclass(frozen=True, slots=True)
class Biased:
    """The scaled scores of query i for the keys 0 to i, and the slope of its head."""

    scores: list[int]
    slope: Fraction

    @property
    def query(self) -> int:
        """The place of the query, which is that of the last key it sees."""
        return len(self.scores) - 1


def _draw_biased(draw: Draw, level: int) -> Biased:
    return Biased(draw.row(draw.between(4, 5), -3, 6), Fraction(1, draw.pick((2, 4, 8))))


def _with_bias(g: Biased) -> list[Fraction]:
    bias = alibi_bias(float(g.slope), g.query + 1)[g.query]
    found: list[Fraction] = fractions(biased(g.scores, bias))
    return found


def _with_factor(g: Biased, factor: Callable[[int], int | Fraction]) -> list[Fraction]:
    """The scores with m times a function of the key's place added."""
    return [score + g.slope * factor(j) for j, score in enumerate(g.scores)]


ALIBI_SCORES = Family(
    name="alibi-scores",
    form=Form.VECTOR,
    draw=_draw_biased,
    answer=_with_bias,
    prompt=lambda g: (
        f"Query $i = {g.query}$ has these scaled scores for the keys $j = 0$ to ${g.query}$, which are all "
        f"that it sees:\n\n$$s = {tex(g.scores)}$$\n\n"
        "ALiBi lowers a score in proportion to how far its key lies behind the query, with the slope $m = "
        f"{tex(g.slope)}$ in this head. Compute the {g.query + 1} scores that go into the softmax. "
        "Fractions or decimals."
    ),
    solution=lambda g: (
        Step(
            f"The distances $i - j$ are ${tex(list(range(g.query, -1, -1)))}$.",
            "The query's own key is at distance 0.",
        ),
        Step(
            f"Times the slope: ${tex([g.slope * each for each in range(g.query, -1, -1)])}$.",
            "Each step back costs as much as the one before.",
        ),
        Step("Subtract them: $s_j - m(i - j)$.", "Keys further back get less weight."),
    ),
    hints=lambda g: (
        "How far behind the query is each key? Its own is at distance 0.",
        "Subtract the slope times the distance from each score.",
        f"Subtract ${tex([g.slope * each for each in range(g.query, -1, -1)])}$.",
    ),
    wrong=(
        Wrong(
            "sign flipped",
            "This rewards distance; the bias is subtracted, so that keys further back get less weight.",
            lambda g: _with_factor(g, lambda j: g.query - j),
            _ALIBI_BIAS,
        ),
        Wrong(
            "bias multiplied with the scores",
            "The bias is added to the scores, as a mask is; a factor would turn its sense around where a "
            "score is negative.",
            lambda g: [-score * g.slope * (g.query - j) for j, score in enumerate(g.scores)],
            _ALIBI_BIAS,
        ),
        Wrong(
            "distance from the start",
            "Here the distance was counted from key 0; it is the one between key and query, $i - j$.",
            lambda g: _with_factor(g, lambda j: -j),
            _ALIBI_BIAS,
        ),
        Wrong(
            "distance off by one",
            "The query's own key is at distance 0, so its score stays as it is.",
            lambda g: _with_factor(g, lambda j: j - g.query - 1),
            _ALIBI_BIAS,
        ),
        Wrong(
            "slope forgotten",
            "That lowers each score by the whole distance; the head's slope $m$ says how much a step costs.",
            lambda g: [score - (g.query - j) for j, score in enumerate(g.scores)],
            _ALIBI_BIAS,
        ),
    ),
)

FAMILIES = (ALIBI_SCORES,)
