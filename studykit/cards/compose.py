"""Writes one card into the text of a note, so that the reader reads back exactly the card that was meant.

Pure: a note's text and a card in, the new text out. Nothing is trusted to be right because it looks right:
every way of writing the card is read back with `cards.note`, and counts only if it adds this card, in this
deck, and leaves every other card of the note as it was.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise, product

from studykit.cards import front_matter, masks, tags
from studykit.cards.identity import Draft, Face
from studykit.cards.model import Form, Rules
from studykit.cards.note import DraftNote, draft_note
from studykit.cards.questions import MARKER
from studykit.errors import StudyError

LONGEST = 100_000
"""Characters of a card's front and back together."""
PLACES = 4
"""How many blank lines below the deck's last card are tried before the end of the note."""

_LINE_END = re.compile(r"\r\n|\r|\n")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_COLONS = re.compile("::+")
_PLAIN_YAML = re.compile(r"[^\W\d_][\w /-]*\Z")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The card that is meant: two sides of Markdown and a deck."""

    front: str
    back: str
    deck: str
    both: bool = False
    """Whether it is asked both ways."""

    @classmethod
    def of(cls, front: str, back: str, deck: str, rules: Rules, *, both: bool = False) -> Wanted:
        """The card as it can be written at all: line ends are `\\n`, nothing blank around a side.

        Raises `StudyError` for an empty side or deck, and for characters that no note should hold.
        """
        if _CONTROL.search(deck) or "\n" in deck or "\t" in deck:
            raise StudyError("the deck's name holds control characters")
        name = tags.deck_of(deck, rules.card_tags) or tags.clean(deck.strip().removeprefix("#"))
        if not name:
            raise StudyError("the deck has no name", hint="such as `studykit new maths/algebra`")
        sides = []
        for word, text in (("front", front), ("back", back)):
            side = _LINE_END.sub("\n", text).strip()
            if not side:
                raise StudyError(f"the {word} is empty, so this is no card")
            if found := _CONTROL.search(side):
                raise StudyError(
                    f"the {word} holds a control character (U+{ord(found.group()):04X})",
                    hint="take it out; only line ends and tabs may stand in a card",
                )
            sides.append(side)
        if len(sides[0]) + len(sides[1]) > LONGEST:
            raise StudyError(f"a card of more than {LONGEST} characters is not written")
        return cls(sides[0], sides[1], name, both)

    @property
    def faces(self) -> tuple[Face, ...]:
        """What the reader has to find."""
        forth = Face(self.front, self.back)
        return (forth, Face(self.back, self.front, sibling="r")) if self.both else (forth,)


@dataclass(frozen=True, slots=True)
class Composed:
    """A note's text with the card in it."""

    text: str
    line: int
    """Of the card's first line, from 1."""
    form: Form


def compose(
    text: str,
    wanted: Wanted,
    file: str,
    rules: Rules = Rules(),  # noqa: B008  # frozen, so never shared state
    folder: str | None = None,
) -> Composed:
    """`text` with the card added below the deck's last card, else at the end; the rest stays byte for byte.

    `file` is the note's name and `folder` its deck where folders are decks. Raises `StudyError` if no way of
    writing the card is read back as meant.
    """
    note = _Page(text, draft_note(text, file, rules, folder), file, rules, folder)
    second: Composed | None = None
    for found, clean in note.tries(wanted):
        if clean:
            return found
        second = second or found
    if second is not None:
        return second
    raise note.refusal(wanted)


@dataclass(frozen=True, slots=True)
class _Page:
    """A note as it stands, and what can be added to it."""

    text: str
    before: DraftNote
    file: str
    rules: Rules
    folder: str | None

    def tries(self, wanted: Wanted) -> Iterator[tuple[Composed, bool]]:
        """Every text that holds the card as meant, the best first, and whether no remark came with it."""
        rules_above: tuple[tuple[str, ...], ...] = ((), ("---", "")) if MARKER.search(self.text) else ((),)
        places = self._places(wanted.deck)
        for (head, card), place, rule in product(self._ways(wanted), places, rules_above):
            added = self._with((*rule, *head, *card), place)
            after = draft_note(added, self.file, self.rules, self.folder)
            new = self._only_new(after, wanted)
            if new is None or _opened(self.before, after):
                continue
            yield Composed(added, new.line, new.form), len(after.remarks) <= len(self.before.remarks)

    def _ways(self, wanted: Wanted) -> list[tuple[Sequence[str], Sequence[str]]]:
        """What may stand above the card to name its deck, and the card itself, as lines."""
        by_tag = self.rules.decks_from == "tags"
        top: list[Sequence[str]] = []
        if by_tag and not self.text.strip("\ufeff \t\r\n"):
            top = [("---", f"deck: {_yaml(wanted.deck)}", "---", "")]
        lines = [(f"#{tag}", "") for tag in _tags(wanted.deck, self.rules.card_tags)] if by_tag else []
        heads: list[Sequence[str]] = [(), *lines, *top]
        forms = list(_obsidian(wanted, self.rules))
        asked = [] if wanted.both else [_question(wanted)]
        named = [(), *top] if self._names_deck_of_questions() else top
        tagged = [(head, form) for head in heads for form in forms]
        untagged = [(head, form) for head in named for form in asked]
        if self.before.drafts and not self.before.tagged:
            return [*untagged, *tagged]  # a note of questions and answers stays one
        return [*tagged, *untagged]

    def _names_deck_of_questions(self) -> bool:
        """Whether the note says which deck a `Q:` is in, or holds some already.

        Else that would be the file's name, and another deck once the file is renamed.
        """
        if self.rules.decks_from == "folders" or any(d.form is Form.QUESTION for d in self.before.drafts):
            return True
        text = _LINE_END.sub("\n", self.text.removeprefix("\ufeff"))
        return bool(tags.of_front_matter(front_matter.read(text), self.rules.card_tags))

    def _places(self, deck: str) -> list[int]:
        """Where to try, as positions in the text: below the deck's last card, then at the end."""
        same = [draft.line for draft in self.before.drafts if _is_in(draft, deck)]
        places: list[int] = []
        if same:
            edges = [0, *(found.end() for found in _LINE_END.finditer(self.text)), len(self.text)]
            blank = (start for start, end in pairwise(edges[same[-1] :]) if not self.text[start:end].strip())
            places = list(islice(blank, PLACES))
        return [*places, len(self.text)]

    def _with(self, lines: Sequence[str], place: int) -> str:
        """The text with these lines at a place, a blank line before and behind them."""
        above, below = self.text[:place], self.text[place:]
        ends = _LINE_END.findall(self.text)
        end = ends[-1] if ends else "\n"
        whole = "\n".join(lines).replace("\n", end) + end
        rows = _LINE_END.split(above.removeprefix("\ufeff"))
        if rows[-1].strip():
            whole = end + end + whole
        elif len(rows) > 1 and rows[-2].strip():
            whole = end + whole  # the line above has ended, and is not blank
        if below and _LINE_END.split(below)[0].strip():
            whole += end
        return above + whole + below

    def _only_new(self, after: DraftNote, wanted: Wanted) -> Draft | None:
        """The one card that was added; None if it is not as meant, or anything else has changed."""
        old = self.before.drafts
        if len(after.drafts) != len(old) + 1:
            return None
        at = next((n for n, draft in enumerate(old) if not _same(draft, after.drafts[n])), len(old))
        new = after.drafts[at]
        if not all(map(_same, old[at:], after.drafts[at + 1 :])):
            return None
        alone = len(new.decks) == 1 and _is_in(new, wanted.deck)
        return new if alone and new.faces == wanted.faces and new.block_id is None else None

    def refusal(self, wanted: Wanted) -> StudyError:
        """Why there is no way: the note, the deck, or the card's own text."""
        simple = replace(wanted, front="front of a card", back="back of a card")
        elsewhere = "`--file NOTE` puts the card into another note"
        if next(self.tries(simple), None) is not None:
            blank = any(re.search(r"\n[ \t]*\n", side) for side in (wanted.front, wanted.back))
            hint = (
                "a blank line ends a card here; take it out, or set end_marker"
                if blank and not self.rules.end_marker.strip()
                else "separators, card tags, `Q:`, block ids or an unclosed fence in the text are in the way"
            )
            message = "no way of writing this card would be read back as exactly this text"
            return StudyError(message, where=self.file, hint=hint)
        for remark in self.before.remarks:
            if remark.code == "unclosed-fence":
                where = f"{self.file}:{remark.line}"
                return StudyError("a code fence is never closed, so no card below it counts", where=where)
        if self.before.lookalikes:
            count = len(self.before.lookalikes)
            message = f"a card tag in this note would turn {count} other line{'s' * (count > 1)} into cards"
            return StudyError(message, where=self.file, hint=elsewhere)
        message = f"this note cannot hold a card of the deck {wanted.deck!r} beside what is in it"
        return StudyError(message, where=self.file, hint=elsewhere)


def _same(one: Draft, other: Draft) -> bool:
    """Whether this is the same card, perhaps some lines further down."""
    return one == replace(other, line=one.line)


def _is_in(draft: Draft, deck: str) -> bool:
    return tags.folded(deck) in map(tags.folded, draft.decks)


def _opened(before: DraftNote, after: DraftNote) -> bool:
    """Whether something was left open, or broken, that was not before."""
    old, new = (
        Counter(r.code for r in note.remarks if r.level == "error" or r.code == "unclosed-comment")
        for note in (before, after)
    )
    return not new <= old


def _tags(deck: str, card_tags: Sequence[str]) -> Iterator[str]:
    """The tag that names a deck, without `#`; nothing where a tag cannot."""
    for root in card_tags[:1]:
        name = root.strip().removeprefix("#")
        tag = name if tags.folded(deck) == tags.folded(name) else f"{name}/{deck}"
        if tags.deck_of(tag, tuple(card_tags)) and re.fullmatch(tags.TAG, f"#{tag}"):
            yield tag


def _yaml(text: str) -> str:
    return text if _PLAIN_YAML.match(text) else json.dumps(text, ensure_ascii=False)


def _obsidian(wanted: Wanted, rules: Rules) -> Iterator[Sequence[str]]:
    """The card on one line if it has one, then around a line of its own."""
    one, two, line, line_two = (sign.strip() for sign in rules.separators)
    inline, own_line = (two, line_two) if wanted.both else (one, line)
    front, back = wanted.front, wanted.back
    if inline and "\n" not in front + back:
        shapes = dict.fromkeys([(front, back), (_escaped(front), back), (_escaped(front), _escaped(back))])
        for between in (inline, f" {inline} "):
            for left, right in shapes:
                yield (left + between + right,)
    if own_line:
        ending = [rules.end_marker.strip()] if rules.end_marker.strip() else []
        for left, right in dict.fromkeys([(front, back), (_escaped(front), _escaped(back))]):
            yield (left, own_line, right, *ending)


def _question(wanted: Wanted) -> Sequence[str]:
    return (f"Q: {wanted.front}", f"A: {wanted.back}")


def _escaped(text: str) -> str:
    """The text with a backslash before every `::` that is not in code or maths; the reader takes it off."""
    shadow = masks.mask(text).shadow
    pieces: list[str] = []
    at = 0
    for found in _COLONS.finditer(shadow):
        pieces += [text[at : found.start()], "\\"]
        at = found.start()
    return "".join([*pieces, text[at:]])
