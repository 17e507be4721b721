"""A card and its odds for other programs, as one JSON document."""

import json

from rackcard.card import Card
from rackcard.odds import CardOdds


def to_json(card: Card, odds: CardOdds) -> str:
    """The card's canonical form with its odds."""
    document = {"document": json.loads(card.canonical), **odds.to_dict()}
    return json.dumps(document, indent=2, ensure_ascii=False)
