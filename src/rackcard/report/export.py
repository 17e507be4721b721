"""A card and its odds for other programs: JSON and CSV."""

import csv
import io
import json

from rackcard.card import Card
from rackcard.number import decimal
from rackcard.odds import CardOdds

FIGURES = ("hit", "return", "house_edge", "house_edge_with_envy", "variance", "mean_rolls", "edge_per_roll")


def to_json(card: Card, odds: CardOdds) -> str:
    """The card's canonical form with its odds."""
    document = {"document": json.loads(card.canonical), **odds.to_dict()}
    return json.dumps(document, indent=2, ensure_ascii=False)


def to_csv(odds: CardOdds) -> str:
    """One line for each wager, pay table, reading and play; every figure as a fraction and a decimal."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    options = list(odds.options)
    figures = [column for name in FIGURES for column in (name, f"{name}_decimal")]
    writer.writerow(["card", "sha256", "wager", "name", "pay_table", *options, "play", "posted", *figures, "methods"])
    for entry in odds.wagers:
        values = (entry.hit, entry.player_return, entry.house_edge, entry.house_edge_with_envy,
                  entry.variance, entry.mean_rolls, entry.edge_per_roll)  # fmt: skip
        cells = [cell for value in values for cell in (("", "") if value is None else (str(value), decimal(value)))]
        writer.writerow([
            odds.card.id, odds.card.sha256, entry.terms.wager, entry.terms.name, entry.terms.table,
            *(entry.options[name] for name in options), entry.play, "yes" if entry.posted else "no",
            *cells, "+".join(entry.methods),
        ])  # fmt: skip
    return text.getvalue()
