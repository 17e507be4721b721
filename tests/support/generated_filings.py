"""What random cards say of the document they were filed with; no price depends on it."""

from random import Random
from typing import Any

from tests.support.generated_choices import TEXTS

FACTS = ("filed", "jurisdiction", "rule", "statute")


def add_filing(random: Random, card: dict[str, Any]) -> None:
    """Put what was filed into a finished card: on the card, its options, its wagers and their pay lines."""
    card |= {name: random.choice(TEXTS) for name in FACTS if random.random() < 0.15}
    if random.random() < 0.15:
        card["faults"] = [
            {"where": random.choice(TEXTS), "says": random.choice(TEXTS)} for _ in range(random.randint(1, 3))
        ]
    if random.random() < 0.15:
        card["procedure"] = random.choices(TEXTS, k=random.randint(1, 4))
    for option in card.get("options", {}).values():
        if "values" in option and random.random() < 0.2:
            option["departs"] = random.choice(list(option["values"]))
    for wager in card["wagers"].values():
        for fields in (wager, *_lines(wager)):
            if "bundle" not in fields and random.random() < 0.1:
                fields["filed"] = random.choice(TEXTS)
    if (groups := _alike(card["wagers"])) and random.random() < 0.7:
        card["together"] = groups


def _lines(wager: dict[str, Any]) -> list[dict[str, Any]]:
    """The pay lines of a wager in all its pay tables."""
    pays = wager.get("pays", [])
    tables = list(pays.values()) if isinstance(pays, dict) else [pays]
    return [line for lines in tables if isinstance(lines, list) for line in lines]


def _alike(wagers: dict[str, dict[str, Any]]) -> list[list[str]]:
    """The wagers whose pay tables have the same names, two or more of each."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, wager in wagers.items():
        pays = wager.get("pays")
        is_ladder = "counts" in wager and isinstance(pays, dict) and all(isinstance(pay, str) for pay in pays.values())
        if isinstance(pays, dict) and len(pays) > 1 and not is_ladder:
            groups.setdefault(tuple(pays), []).append(name)
    return [names for names in groups.values() if len(names) > 1]
