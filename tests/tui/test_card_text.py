"""Cards with formulas, tables and code, as they are drawn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.app import App, ComposeResult
from textual.selection import SELECT_ALL

from studykit.render.markdown import read
from studykit.tui.screens.section import SectionScreen
from studykit.tui.widgets.card_text import CardText
from tests.tui.conftest import Open, burst, text_of, words_of

MATHS = """#flashcards/attention

## Scaled dot-product attention

What does **attention** compute from $Q$, $K$ and $V$?
?
The values, weighted by how well the keys answer the query:
$$
\\text{Attention}(Q, K, V) = \\text{softmax}\\left(\\frac{QK^T}{\\sqrt{d_k}}\\right)V
$$
- each row of the softmax sums to _one_
- $d_k$ is the ==number of columns== of $K$
"""

TABLE = """#flashcards/attention

Which shapes do they have?
?
| matrix | shape | meaning |
|:--|:-:|---|
| $Q$ | $n \\times d_k$ | what each position asks for |
| $QK^T$ | $n \\times m$ | a score for each pair of positions |
"""

CODE = """#flashcards/code

How is softmax written so that it does not overflow?
?
```python
def softmax(scores: Array) -> Array:  # the same shape
    shifted = scores - scores.max(axis=-1, keepdims=True)
    return np.exp(shifted) / np.exp(shifted).sum(axis=-1, keepdims=True)
```
> [!tip] Why
> The largest exponent is then 0.
"""

CARDS = {
    "maths-80": (MATHS, (80, 28), ("enter", "space")),
    "maths-60": (MATHS, (60, 20), ("enter", "space")),
    "table-60": (TABLE, (60, 20), ("enter", "space")),
    "table-120": (TABLE, (120, 24), ("enter", "space")),
    "code-60-slid": (CODE, (60, 20), ("enter", "space", "l")),
}

WIDE = "#flashcards/x\nask\n?\n```\n" + "".join(f"cell{i:02} " for i in range(30)) + "\n```\nprose stays\n"


@pytest.mark.parametrize("card", CARDS)
def test_a_card_looks_as_it_did(open_app: Open, snap_compare: Callable[..., bool], card: str) -> None:
    text, size, keys = CARDS[card]
    assert snap_compare(open_app(text), press=keys, terminal_size=size)


async def test_what_is_wide_slides_to_both_ends_and_prose_stays(open_app: Open) -> None:
    app = open_app(WIDE)
    async with app.run_test(size=(60, 20)) as pilot:
        await burst(pilot, "enter", "space")
        assert "cell00" in text_of(app)
        assert "cell29" not in text_of(app)
        assert "wide → l" in text_of(app)
        await burst(pilot, "l")
        assert "h ← wide → l" in text_of(app)
        await burst(pilot, *["right"] * 40)
        assert "cell29" in text_of(app)
        assert "prose stays" in text_of(app)
        assert "→ l" not in text_of(app)
        await burst(pilot, *["h"] * 40)
        assert "cell00" in text_of(app)
        assert "← wide" not in text_of(app)


async def test_the_next_card_begins_at_its_left_edge(open_app: Open) -> None:
    app = open_app(f"{WIDE}\n{WIDE.partition(chr(10))[2].replace('ask', 'another')}")
    async with app.run_test(size=(60, 20)) as pilot:
        await burst(pilot, "enter", "space", "l", "4", "space")
        assert "another" in text_of(app)
        assert "cell00" in text_of(app)


async def test_a_tiny_window_and_back_changes_nothing(open_app: Open) -> None:
    app = open_app(MATHS)
    async with app.run_test(size=(80, 28)) as pilot:
        await burst(pilot, "enter", "space")
        before = text_of(app)
        for size in ((20, 5), (1, 1), (33, 12), (80, 28)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert text_of(app) == before


async def test_a_formula_too_wide_for_a_tiny_window_can_be_read(open_app: Open) -> None:
    app = open_app("#flashcards/x\nask\n?\n$$\n\\underbrace{abcdefghijklmnopqrstuvwxyz}_{x}\n$$\n")
    async with app.run_test(size=(20, 5)) as pilot:
        await burst(pilot, "enter", "space")
        seen = ""
        for _ in range(8):
            await burst(pilot, "l", "j")
            seen += text_of(app)
        await burst(pilot, *"hhhhhhhh")
        seen += text_of(app)
        assert set("abcdefghijklmnopqrstuvwxyz") <= set(seen)


async def test_markup_is_literal_in_tables_code_quotes_and_the_note(open_app: Open) -> None:
    hostile = "[@click=app.quit]x[/] [/ [bold]b"
    app = open_app(
        f"#flashcards/x\n\n## Head\n\nProse {hostile} stays.\n\n"
        f"ask {hostile}\n?\n| {hostile} | b |\n|---|---|\n| `{hostile}` | $[/$ |\n> {hostile}\n"
    )
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space")
        assert words_of(app).count(hostile) == 4
        await burst(pilot, "n")
        assert isinstance(app.screen, SectionScreen)
        assert f"Prose {hostile} stays." in words_of(app)


async def test_a_huge_card_says_what_is_not_shown(open_app: Open) -> None:
    app = open_app("#flashcards/x\nask\n?\n" + "a *word*\n" * 220_000)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "end")
        await pilot.pause()
        assert "more characters stand in the note" in words_of(app)


async def test_all_of_a_wide_text_can_be_copied() -> None:
    class Shown(App[None]):
        def compose(self) -> ComposeResult:
            yield CardText(read("```\n" + "wide " * 40 + "end\n```"))

    async with Shown().run_test(size=(40, 10)) as pilot:
        text = pilot.app.query_one(CardText).get_selection(SELECT_ALL)
        assert text is not None
        assert text[0].endswith("wide end")


async def test_text_can_be_selected_with_the_mouse(open_app: Open) -> None:
    app = open_app(MATHS)
    async with app.run_test(size=(80, 28)) as pilot:
        await burst(pilot, "enter", "space")
        back = app.screen.query_one("#back", CardText)
        await pilot.mouse_down(back, offset=(0, 0))
        await pilot.hover(back, offset=(8, 0))
        await pilot.mouse_up(back, offset=(10, 0))
        selected = app.screen.get_selected_text()
        assert selected
        assert "The values, weighted".startswith(selected.strip())
