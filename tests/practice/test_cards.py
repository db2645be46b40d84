"""Every mistake points at a card of the course that is there."""

from __future__ import annotations

from pathlib import PurePath

import pytest

from studykit import paths
from studykit.cards import library
from studykit.practice.catalogue import CATALOGUE
from studykit.practice.family import family

CARDS = {
    f"{PurePath(card.file).stem}#^{card.block_id}"
    for card in library.read([paths.course()]).cards
    if card.block_id
}


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_card_explains_every_mistake(name: str) -> None:
    for wrong in family(name).wrong:
        assert wrong.card.rpartition("/")[2] in CARDS, (wrong.name, wrong.card)
        assert wrong.why.endswith(".")
