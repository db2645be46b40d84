"""The course that is shipped: its cards are whole, its links lead somewhere, and it says what holds."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from studykit.cards import front_matter, library
from studykit.cards.model import Card, Exercise, Form
from studykit.derivations.names import NAMES as DERIVATIONS
from studykit.practice.catalogue import CATALOGUE
from studykit.render.maths import parse
from studykit.render.text import formulas, plain

DECKS = Path(__file__).parent.parent / "decks"
NOTES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(DECKS.rglob("*.md"))}
FIRST = "scaled-dot-product-attention"
DISPLAY = re.compile(r"\$\$(.+?)\$\$", re.DOTALL)
HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
LINK = re.compile(r"\[\[([^\]|#]*)(?:#([^\]|]+))?(?:\|[^\]]+)?\]\]")
MERMAID = re.compile(r"^```mermaid\n(.*?)^```$", re.DOTALL | re.MULTILINE)

FIRST_EIGHT = (
    "attention-formula",
    "why-root-dk",
    "shape-of-scores",
    "without-scaling",
    "query-key-value",
    "softmax-output",
    "why-dot-product",
    "output-shape",
)
ABOUT_SIMILARITY = ("ai-ml/similarity", "ai-ml/projections", "ai-ml/score-matrix")
ABOUT_ATTENTION = ("ai-ml/scaling", "ai-ml/softmax", "ai-ml/masks", "ai-ml/transformer", "ai-ml/examples")
ABOUT_MACHINES = ("ai-ml/gradients", "ai-ml/numerics", "ai-ml/cost")


@pytest.fixture(scope="module")
def cards() -> tuple[Card, ...]:
    return library.read([DECKS]).cards


def written(cards: tuple[Card, ...]) -> dict[str, Card]:
    """One card for each that was written: its first sibling, by its block id."""
    return {card.block_id or f"{card.file}:{card.line}": card for card in reversed(cards)}


def says(note: str, *sentences: str) -> None:
    text = " ".join(NOTES[note].replace("\n> ", "\n").split())
    for sentence in sentences:
        assert sentence in text, f"{note} no longer says {sentence!r}"


# -- cards -------------------------------------------------------------------------------------------------


def test_the_reader_has_nothing_to_remark_on_the_course() -> None:
    assert library.read([DECKS]).remarks == ()


def test_the_first_note_keeps_its_eight_cards_in_nine_entries(cards: tuple[Card, ...]) -> None:
    first = [card for card in cards if Path(card.file).stem == FIRST]
    assert len(first) == 9
    assert tuple(dict.fromkeys(card.block_id for card in first)) == FIRST_EIGHT
    assert {card.decks for card in first} == {("ai-ml",)}
    assert {card.context[-1] for card in first} == {"Active recall flashcards"}


def test_the_formula_is_the_first_card_that_a_learner_meets(cards: tuple[Card, ...]) -> None:
    assert cards[0].block_id == "attention-formula"


def test_the_shape_card_is_asked_both_ways(cards: tuple[Card, ...]) -> None:
    both = [card for card in cards if card.block_id == "shape-of-scores"]
    assert [card.form for card in both] == [Form.INLINE_BOTH] * 2
    assert both[0].front == both[1].back
    assert both[0].back == both[1].front


def test_every_card_has_a_block_id_of_its_own(cards: tuple[Card, ...]) -> None:
    assert all(card.block_id for card in cards)
    assert len({card.block_id for card in cards}) == len({card.siblings for card in cards})


def test_no_question_is_asked_twice(cards: tuple[Card, ...]) -> None:
    fronts = Counter(plain(card.front) for card in cards)
    assert [front for front, times in fronts.items() if times > 1] == []


def test_every_card_stands_in_a_section_of_flashcards(cards: tuple[Card, ...]) -> None:
    for card in cards:
        assert any("flashcards" in heading.casefold() for heading in card.context) or is_typed(card)


def is_typed(card: Card) -> bool:
    return front_matter.read(Path(card.file).read_text(encoding="utf-8")).text("typed") == "true"


def test_the_decks_are_the_topics(cards: tuple[Card, ...]) -> None:
    topics = {"ai-ml", "ai-ml/vocabulary", *ABOUT_SIMILARITY, *ABOUT_ATTENTION, *ABOUT_MACHINES}
    assert set(library.deck_names(cards)) == topics
    assert all(len(card.decks) == 1 for card in cards)
    sizes = Counter(card.decks[0] for card in cards)
    assert min(sizes.values()) >= 5


def test_both_halves_of_the_course_are_well_covered(cards: tuple[Card, ...]) -> None:
    assert len(cards) >= 120
    decks = Counter(card.decks[0] for card in written(cards).values())
    assert sum(decks[deck] for deck in ABOUT_SIMILARITY) >= 30
    assert sum(decks[deck] for deck in ABOUT_ATTENTION) >= 45


def test_there_are_cards_of_every_form_that_an_obsidian_note_has(cards: tuple[Card, ...]) -> None:
    forms = Counter(card.form for card in written(cards).values())
    assert forms[Form.CLOZE] >= 8
    assert forms[Form.MULTILINE] >= 4
    assert forms[Form.MULTILINE_BOTH] >= 2
    assert forms[Form.INLINE_BOTH] >= 4
    assert any(card.hint for card in cards)


def test_typed_answers_are_one_plain_word_or_number_in_a_deck_of_their_own(cards: tuple[Card, ...]) -> None:
    typed = [card for card in cards if is_typed(card)]
    assert len(typed) >= 12
    assert {card.decks for card in typed} == {("ai-ml/vocabulary",)}
    assert {card.form for card in typed} == {Form.INLINE}
    assert {card.block_id for card in cards if card.decks == ("ai-ml/vocabulary",)} == {
        card.block_id for card in typed
    }
    assert all(re.fullmatch(r"[a-z]+|\d+(\.\d+)?", card.back) for card in typed)


def test_backs_are_short(cards: tuple[Card, ...]) -> None:
    for card in written(cards).values():
        limit = 240 if card.block_id in FIRST_EIGHT else 120
        if card.form not in (Form.MULTILINE, Form.MULTILINE_BOTH):
            assert len(plain(card.back)) <= limit, card.block_id


# -- practice ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def exercises() -> tuple[Exercise, ...]:
    return library.read([DECKS]).exercises


def test_every_concept_is_practised_in_a_note(exercises: tuple[Exercise, ...]) -> None:
    families = [CATALOGUE[each.name] for each in exercises if not each.is_derivation]
    assert {each.concept for each in families} == {each.concept for each in CATALOGUE.values()}
    assert {each.name for each in exercises if each.is_derivation} <= DERIVATIONS


def test_problems_come_after_the_cards_of_their_note_and_few_at_a_time(
    cards: tuple[Card, ...], exercises: tuple[Exercise, ...]
) -> None:
    assert max(Counter(each.file for each in exercises if not each.is_derivation).values()) <= 3
    for file, count in Counter(each.file for each in exercises).items():
        last = max(card.line for card in cards if card.file == file)
        assert all(each.line > last for each in exercises if each.file == file), file
        assert count <= 5
    decks = {card.decks for card in cards}
    assert all(each.decks in decks for each in exercises)
    assert all(each.context[-1] == "Practice" for each in exercises)


def test_the_level_of_a_problem_is_left_to_the_learner(exercises: tuple[Exercise, ...]) -> None:
    assert all(each.level is None for each in exercises)


# -- formulas ----------------------------------------------------------------------------------------------


def test_every_formula_is_whole(cards: tuple[Card, ...]) -> None:
    found = [tex for text in NOTES.values() for tex in (*DISPLAY.findall(text), *formulas(text))]
    assert len(found) > 400
    assert {tex: parse(tex).repairs for tex in found if parse(tex).repairs} == {}
    for card in cards:
        shown = plain(card.front) + plain(card.back)
        assert card.front.count("$") % 2 == card.back.count("$") % 2 == 0
        assert not set("$\\{}") & set(shown), shown


def test_no_bar_stands_in_a_formula_of_a_table() -> None:
    """A table ends a cell at every bar, and Obsidian even at an escaped one inside a formula."""
    for text in NOTES.values():
        for line in text.splitlines():
            if line.startswith("|"):
                assert not any("|" in tex for tex in formulas(line)), line


def test_inline_formulas_do_not_run_over_a_line() -> None:
    for name, text in NOTES.items():
        for number, line in enumerate(text.splitlines(), 1):
            assert line.count("$") % 2 == 0, f"{name}:{number}"


def test_the_cards_read_well_on_a_line(cards: tuple[Card, ...]) -> None:
    backs = {block_id: plain(card.back) for block_id, card in written(cards).items()}
    assert backs["attention-formula"] == "Attention(Q, K, V) = softmax(QKᵀ/√dₖ)V"
    assert backs["shape-of-scores"].startswith("n × m (each element (i, j)")
    assert backs["output-shape"] == "n × dᵥ (one output vector per query, each with dimension dᵥ)"
    assert backs["dot-geometric"] == "‖q‖ ‖k‖ cos θ"
    assert backs["distance-from-dot"] == "‖q‖² + ‖k‖² − 2 q · k"
    assert backs["scores-from-tokens"] == "S = XW_Q W_KᵀXᵀ"
    assert backs["softmax-slope"] == "pᵢ(δᵢⱼ − pⱼ)"


# -- links and the map -------------------------------------------------------------------------------------


def test_note_names_are_unique_and_every_note_has_a_title_and_one_top_heading() -> None:
    assert len(NOTES) == len(list(DECKS.rglob("*.md")))
    for name, text in NOTES.items():
        assert name == name.lower()
        title = front_matter.read(text).text("title")
        assert re.findall(r"^# (.+)$", text, re.MULTILINE) == [title]


def test_every_wiki_link_leads_to_a_note_and_a_heading_that_exist() -> None:
    for name, text in NOTES.items():
        for target, heading in LINK.findall(text):
            assert target in NOTES, f"{name} links to {target}"
            if heading:
                assert heading in HEADING.findall(NOTES[target]), f"{name} links to {target}#{heading}"


def test_every_note_is_reached_from_the_first() -> None:
    reached, waiting = {FIRST}, [FIRST]
    while waiting:
        for target, _ in LINK.findall(NOTES[waiting.pop()]):
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    assert reached == set(NOTES)


def test_the_concept_map_names_notes_and_links_to_each() -> None:
    diagram = MERMAID.search(NOTES[FIRST])
    assert diagram is not None
    nodes = dict(re.findall(r"\b([A-Z])\[([a-z-]+)\]", diagram[1]))
    linked = re.search(r"class ([A-Z,]+) internal-link;", diagram[1])
    assert linked is not None
    names = {nodes[node] for node in linked[1].split(",")}
    assert names == set(nodes.values()) & set(NOTES)
    assert len(names) >= 9
    below = NOTES[FIRST][diagram.end() :]
    assert names == {target for target, _ in LINK.findall(below)}


def test_the_sections_that_a_learner_looks_for_are_there() -> None:
    for note, headings in {
        FIRST: ("Active recall flashcards", "Connections", "Concept map"),
        "worked-examples": ("Example 1. One query, two keys", "Example 2. What scaling changes"),
        "plain-words": ("Mnemonic", "For a twelve-year-old", "Hinglish mein"),
        "similarity": ("Three candidates", "Geometry", "Bilinearity"),
        "score-matrix": ("Reading it", "Logits"),
    }.items():
        assert set(headings) <= set(HEADING.findall(NOTES[note]))
    assert len(re.findall(r"^## Step \d\.", NOTES[FIRST], re.MULTILINE)) == 5
    assert NOTES[FIRST].count("**Why this step.**") == 5


# -- what is often said wrongly, and what the course says --------------------------------------------------


def test_the_output_of_the_first_example_is_a_row_and_its_keys_are_whole() -> None:
    says("worked-examples", r"K = \begin{bmatrix}1 & 0 & 1 & 0\\0 & 1 & 0 & 1\end{bmatrix}")
    says("worked-examples", "The output is a row", r"= \begin{bmatrix}3.655 & 0.807 & 0\end{bmatrix}$$")


def test_scaling_is_not_said_to_make_every_gradient_larger() -> None:
    says(
        "worked-examples",
        "does the scaled model learn faster? No.",
        "What scaling prevents is **saturation**",
    )
    says("scaling", "It does not make every gradient larger.")


def test_gaps_and_not_values_saturate() -> None:
    says("scaling", "It is large *gaps*", "Scaling shrinks the gaps, and with them the ratios.")
    says(FIRST, "Large inputs alone do no harm", "the ratio of two weights is $e^{z_i - z_j}$")


def test_the_variance_is_tied_to_its_assumptions() -> None:
    says(FIRST, "This holds roughly at initialisation; nothing keeps trained queries and keys that way.")
    says("scaling", "They describe queries and keys at initialisation, roughly.")


def test_more_pages_do_not_mean_larger_scores() -> None:
    says(
        "plain-words", "more chapters do not change the points of any one heading", "0.993, 0.007 and 0.0001"
    )
    says("scaling", "Nor does the *number of keys* make scores large.")


def test_self_attention_is_equivariant() -> None:
    says("self-attention", "permutation-**equivariant**", "It is not invariant")
    says("self-attention", r"\text{Attention}(Q, PK, PV) = \text{Attention}(Q, K, V)")


def test_the_gain_of_batching_depends_on_what_is_looped() -> None:
    says("score-matrix", "How much faster that is depends on **what is looped**.")


def test_other_similarities_are_neither_dear_nor_untrainable() -> None:
    says("similarity", "Neither holds.", "Both are differentiable", "Magnitude is a control.")


def test_near_zero_and_negative_scores_are_read_rightly() -> None:
    says("similarity", "need not mean a right angle", "not that the vectors are opposite")


def test_bilinearity_is_not_what_lets_gradients_flow() -> None:
    says("similarity", "Bilinearity is not what lets gradients through or stops them.")
    says("similarity", r"\frac{\partial (q \cdot k)}{\partial q} = k")


def test_the_diagonal_is_a_query_against_its_own_key() -> None:
    says("score-matrix", "a token's query against its own key", r"x_i^T W_Q {W_K}^T x_i")


def test_the_list_of_mistakes_names_each_of_them() -> None:
    mistakes = NOTES["common-mistakes"]
    for said in (
        "Large inputs make the softmax one-hot.",
        "Relative differences shrink",
        "The variance of a score is $d_k$.",
        "so learning is faster.",
        "A longer text makes the scores larger",
        "Attention is permutation-invariant.",
        "Batching is a hundred times faster.",
        "Cosine and Euclidean distance are too expensive",
        "A score near zero means orthogonal, a negative one opposite.",
        "Bilinearity is what lets gradients flow.",
        "is a token's similarity to itself.",
    ):
        assert f"| {said}" in mistakes or said in mistakes
