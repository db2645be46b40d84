import pytest

from studykit.cards.masks import DROPPED, ESCAPED, MASKED, mask

SIGNS = {MASKED: "m", DROPPED: "d", ESCAPED: "e"}


def shadow(text: str) -> str:
    return "".join(SIGNS.get(sign, sign) for sign in mask(text).shadow)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a `b` c", "a mmm c"),
        ("``a ` b`` c", "mmmmmmmmm c"),
        ("`a\n\nb`", "`a\n\nb`"),
        ("- `a\n- b`", "- `a\n- b`"),
        ("`a\nb`", "mm\nmm"),
        ("$x$ and $y$", "mmm and mmm"),
        ("costs $5 and $6", "costs $5 and $6"),
        ("5$ and 6$", "5$ and 6$"),
        (r"\$a$ b$", r"ee" + "a$ b$"),
        (r"$a\$b$", "mmmmmm"),
        ("$$x\ny$$ z", "mmm\nmmm z"),
        ("$$\nx\n\ny\n$$\nz", "mm\nm\n\nm\nmm\nz"),
        ("a $$ b\n\nc $$ d", "a $$ b\n\nc $$ d"),
        ("a<!-- b -->c", "addddddddddc"),
        ("<!-- a\n\nb --> c", "dddddd\n\nddddd c"),
        ("<!-- a\nb::c", "<!-- a\nb::c"),
        ("a %%b%% c", "a ddddd c"),
        ("100%% a\n\n50%% b", "100%% a\n\n50%% b"),
        (r"a\::b", "adeeb"),
        ("see http://a.b/c::d e", "see mmmmmmmmmmmmmmm e"),
        ("(http://a.b/c_(d)) e", "(mmmmmmmmmmmmmmmm) e"),
        ("http://a.b:: c", "mmmmmmmmmm:: c"),
        ("==http://a.b== c", "==mmmmmmmmmm== c"),
        ("`$` a $", "mmm a $"),
        ("$`$ a `", "mmm a `"),
    ],
)
def test_what_opens_first_masks_and_the_rest_stays(text, expected):
    assert shadow(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "```\na::b\n```",
        "~~~ py\na::b\n~~~",
        "   ```\n   a::b\n   ```",
        "- ```\n  a::b\n  ```",
        "> ```\n> a::b\n> ```",
        "1. - ~~~\n     a::b\n     ~~~",
        "````\n```\na::b\n````",
        "```\na::b\n`````",
    ],
)
def test_fences_are_masked_wherever_they_stand(text):
    found = mask(text + "\nc::d")
    assert "a::b" not in found.shadow
    assert found.shadow.endswith("\nc::d")
    assert found.unclosed_fence is None


def test_a_fence_in_a_quote_ends_with_the_quote():
    found = mask("> ```\n> a::b\nc::d")
    assert "a::b" not in found.shadow and "c::d" in found.shadow


def test_a_fence_inside_a_fence_is_text():
    found = mask("```\n> ```\n    ```\na::b\n```\nc::d")
    assert "a::b" not in found.shadow and "c::d" in found.shadow


def test_an_unclosed_fence_reaches_to_the_end_and_is_told_of():
    found = mask("a\n\n```py\nb::c\n")
    assert (found.unclosed_fence, "b::c" in found.shadow) == (2, False)


def test_a_run_of_ticks_in_a_line_opens_no_fence():
    assert mask("a ``` b\nc::d").shadow == "a ``` b\nc::d"
    assert mask("``` a `b`\nc::d").fences == ()


def test_control_characters_of_the_text_are_not_taken_for_signs():
    assert mask("a\x00b\x01c\x02d").shadow == "a\x03b\x03c\x03d"
