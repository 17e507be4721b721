"""Writes the figures of version 1 down: ``python -m tools.freeze`` prices and simulates every card that is new.

The texts of version 1 are kept in ``tests/version_1_cards``: shipped cards may grow, and those texts must still read
to the same figures. A card without a text there is frozen as it is shipped.
``tests/frozen/prices.json`` holds every wager at every pay table under every combination of options, as fractions;
``tests/frozen/counts.json`` holds what a simulation of a fixed seed counts. Labels are left out: words may change.
"""

import csv
import hashlib
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rackcard import Card, OptionError, card_ids, load
from rackcard.api import EngineName

TESTS = Path(__file__).parent.parent / "tests"
TEXTS = TESTS / "version_1_cards"
FROZEN = TESTS / "frozen"
PRICES = FROZEN / "prices.json"
COUNTS = FROZEN / "counts.json"
SEED = 20_261_115
ROUNDS = 20_000
ENGINES: tuple[EngineName, ...] = ("numpy", "numba")
FIGURES = ("hit", "return", "house_edge", "house_edge_with_envy", "variance", "mean_rolls", "fair_pay_to_1")
ALWAYS = "every combination of options"


def main() -> None:
    """Write the figures of the cards that are not in the files yet; with card ids as arguments, of those cards."""
    FROZEN.mkdir(exist_ok=True)
    prices, counts = read(PRICES), read(COUNTS)
    for card in sys.argv[1:] or [card for card in frozen_ids() if card not in prices]:
        prices[card] = card_prices(frozen_card(card))
        counts[card] = card_counts(frozen_card(card), ENGINES[0])
    write(PRICES, prices)
    write(COUNTS, counts)


def frozen_ids() -> tuple[str, ...]:
    """The ids of the cards whose figures are held: every text of version 1, and every shipped card."""
    return tuple(dict.fromkeys((*sorted(path.stem for path in TEXTS.glob("*.yaml")), *card_ids())))


def frozen_card(card: str) -> Card:
    """A card as version 1 wrote it, or as it is shipped where version 1 did not have it."""
    path = TEXTS / f"{card}.yaml"
    return load(path if path.exists() else card)


def read(path: Path) -> dict[str, Any]:
    """What is written down so far, by card."""
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


# ---- prices


def card_prices(card: Card) -> dict[str, Any]:
    """The figures of a card by wager, pay table and play, each with the combinations of options it holds under.

    Decisions are written down once for all combinations that have the same odds; the simple rules for the first.
    """
    combinations = list(card.combinations(readings_only=False))
    found: dict[str, dict[str, list[str]]] = {}
    kinds: set[str] = set()
    for options in combinations:
        under = " ".join(f"{name}={value}" for name, value in options.items())
        figures = list(odds_figures(card, options))
        kind = json.dumps(figures)
        if kind not in kinds:
            figures += decision_figures(card, options) if kinds else [*decision_figures(card, options), *rules(card)]
            kinds.add(kind)
        for name, one in figures:
            found.setdefault(name, {}).setdefault(json.dumps(one), []).append(under)
    prices = {
        name: [
            {**json.loads(one), "under": ALWAYS if len(under) == len(combinations) else under}
            for one, under in each.items()
        ]
        for name, each in found.items()
    }
    return {"sha256": card.sha256, "combinations": len(combinations), "prices": prices}


def odds_figures(card: Card, options: dict[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every entry of the odds as its own figures, with each outcome as its net result and probability."""
    for entry in card.odds(options).to_dict()["wagers"]:
        figures: dict[str, Any] = {name: fraction(entry[name]) for name in FIGURES if name in entry}
        figures["outcomes"] = [[fraction(one["net"]), fraction(one["probability"])] for one in entry["outcomes"]]
        yield f"{entry['wager']}, table {entry['pay_table']}, play {entry['play']}", figures


def decision_figures(card: Card, options: dict[str, str]) -> list[tuple[str, dict[str, Any]]]:
    """All decisions of every wager with offers, by count and hash; none where nothing is offered."""
    try:
        rows = csv.DictReader(io.StringIO(card.strategy(options).to_csv()))
    except OptionError:
        return []
    decisions: dict[str, list[list[str]]] = {}
    for row in rows:
        decisions.setdefault(f"{row['wager']}, table {row['pay_table']}, decisions", []).append(
            [row[name] for name in ("marked", "phase", "take", "tie", "value_of_taking", "value_of_riding")]
        )
    return [
        (
            name,
            {
                "decisions": len(every),
                "taken": sum(one[2] == "yes" for one in every),
                "sha256": hashlib.sha256(json.dumps(every).encode()).hexdigest(),
            },
        )
        for name, every in decisions.items()
    ]


def rules(card: Card) -> Iterator[tuple[str, dict[str, Any]]]:
    """The best return of every wager with offers, and what each simple rule gives up beside it."""
    try:
        wagers = card.strategy().to_dict()["wagers"]
    except OptionError:
        return
    for entry in wagers:
        simple = [[fraction(one["house_edge"]), fraction(one["gives_up"])] for one in entry["simple_rules"]]
        figures = {"return": fraction(entry["return"]), "simple_rules": simple}
        yield f"{entry['wager']}, table {entry['pay_table']}, rules", figures


def fraction(number: dict[str, str] | None) -> str | None:
    """The exact part of a number in JSON."""
    return None if number is None else number["exact"]


# ---- simulation


def card_counts(card: Card, engine: EngineName) -> dict[str, Any]:
    """What a simulation of the card under its own options counts for every wager, pay table and play."""
    found = card.simulate(rounds=ROUNDS, seed=SEED, engine=engine)
    counts = {}
    for entry in found.to_dict()["wagers"]:
        name = f"{entry['wager']}, table {entry['pay_table']}, play {entry['play']}"
        counts[name] = [one["count"] for one in entry["outcomes"]]
    return {"rolls": found.outcomes, "counts": counts}


def write(path: Path, document: dict[str, Any]) -> None:
    """Write a document with one line for each leaf of figures."""
    cards = []
    for card, content in document.items():
        *_, (last, figures) = content.items()
        head = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in content.items() if name != last]
        rows = ",\n".join(f"   {json.dumps(name)}: {json.dumps(value)}" for name, value in figures.items())
        lines = ",\n".join([*head, f"  {json.dumps(last)}: {{\n{rows}\n  }}"])
        cards.append(f" {json.dumps(card)}: {{\n{lines}\n }}")
    path.write_text("{\n" + ",\n".join(cards) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
