"""What the editor of the lab knows of the card language, so that it can color a text while it is typed."""

from functools import cache
from typing import Any

from rackcard.card.fields import FIELDS
from rackcard.card.phrases import STARTS, words_of
from rackcard.games import GAMES

HOLD_PHRASES = (*STARTS, "pays", "places", "names", "ladder", "any")
"""The kinds of fields whose values are phrases, or are made of them."""


@cache
def vocabulary() -> dict[str, Any]:
    """The fields of a card, those that hold phrases, and the words of each game's phrases."""
    words = {game.id: sorted({part for word in words_of(game) for part in word.split()}) for game in GAMES.values()}
    return {
        "fields": [field.name for field in FIELDS],
        "phrases": [field.name for field in FIELDS if field.kind in HOLD_PHRASES],
        "words": words,
    }
