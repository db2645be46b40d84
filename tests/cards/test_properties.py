"""What holds for every note, however odd."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from studykit.cards.masks import mask
from studykit.cards.model import Note, Rules
from studykit.cards.note import read_note

PIECES = (
    *("::", ":::", "?", "??", "==", "**", "{{c1::", "}}", "{", "}", ";;", "1;;", "[", "]", "](", "![", "[["),
    *(
        "`",
        "``",
        "```",
        "~~~",
        "$",
        "$$",
        "%%",
        "<!--",
        "-->",
        "<!--SR:!2024-01-01,3,250-->",
        "\\",
        "http://a",
    ),
    *(
        "\n",
        "\n\n",
        " ",
        "  ",
        "\t",
        "> ",
        "- ",
        "1. ",
        "# ",
        "## ",
        "|",
        "|---|",
        "---",
        "+++",
        "^id",
        "\x00",
    ),
    *("#flashcards", "#flashcards/a", "#other", "Q:", "A:", "C:", "tags:", "deck: x", "word", "ä", "e\u0301"),
)
notes = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)
texts = st.one_of(notes, st.text(max_size=200), notes.map(lambda text: "#flashcards\n" + text))
rules = st.builds(
    Rules,
    dataview=st.booleans(),
    end_marker=st.sampled_from(["", "+++", "---"]),
    bold_cloze=st.booleans(),
    curly_cloze=st.booleans(),
    decks_from=st.sampled_from(["tags", "folders"]),
    separators=st.sampled_from([("::", ":::", "?", "??"), ("->", "<->", "▽", "▽▽"), ("--", "", "?", "")]),
)


def read(text: str, how: Rules) -> Note:
    return read_note(text, "folder/note.md", how)


@given(st.one_of(st.text(st.characters(), max_size=300), texts), rules)
def test_reading_never_raises_and_gives_the_same_twice(text, how):
    assert read(text, how) == read(text, how)


@given(texts, rules)
def test_every_line_points_into_the_file(text, how):
    found = read(text, how)
    last = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    assert all(1 <= entry.line <= last for entry in (*found.cards, *found.remarks))


@given(texts, rules)
def test_lf_and_crlf_give_the_same_cards_and_ids(text, how):
    text = text.replace("\r", "")
    assert read(text.replace("\n", "\r\n"), how) == read(text, how)


@given(texts, rules)
def test_ids_are_unique_and_no_card_is_empty(text, how):
    cards = read(text, how).cards
    assert len({card.id for card in cards}) == len(cards)
    assert all(card.front.strip() and card.back.strip() and card.decks and all(card.decks) for card in cards)
    assert all(card.id.startswith(card.siblings) for card in cards)


@given(st.text(max_size=80), st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_a_shadow_is_as_long_as_its_text_and_keeps_its_lines(text, pieces):
    for source in (text, pieces):
        shadow = mask(source).shadow
        assert len(shadow) == len(source)
        assert [at for at, sign in enumerate(source) if sign == "\n"] == [
            at for at, sign in enumerate(shadow) if sign == "\n"
        ]


inner = st.text("ab :=[]{}?#", min_size=1, max_size=12)


@given(inner, st.sampled_from([("`", "`"), ("$x", "x$"), ("<!-- ", " -->"), ("%%", "%%"), ("http://", "")]))
def test_a_masked_separator_never_splits(text, marks):
    opened, closed = marks
    masked = opened + (text.replace(" ", "").strip("?:=") or "a") + "::" + "b" + closed
    if opened == "http://":
        masked = "http://a/" + "::b"
    found = read(f"#flashcards\nfront {masked} front::back", Rules())
    assert [card.back for card in found.cards] == ["back"]
    assert all(card.front.startswith("front") and card.front.endswith("front") for card in found.cards)


@given(
    st.lists(st.sampled_from(["a::b", "c:::d", "e\n?\nf", "g ==h==", "Q: i\nA: j\n---"]), max_size=6),
    st.data(),
)
def test_text_around_cards_does_not_change_their_ids(blocks, data):
    around = st.sampled_from(["Prose.", "# Heading", "```\nx::y\n```", "<!-- x::y -->", "> quote"])
    plain = read("#flashcards\n\n" + "\n\n".join(blocks), Rules())
    mixed = [part for block in blocks for part in (data.draw(around), block)]
    found = read("#flashcards\n\n" + "\n\n".join(mixed), Rules())
    assert [card.id for card in found.cards] == [card.id for card in plain.cards]
