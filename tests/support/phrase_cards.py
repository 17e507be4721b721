"""The cards in ``tests/phrase_cards``: between them they write every phrase of the card language.

``python -m tests.support.phrase_cards`` writes the rack card of each beside it, to be read before it is committed.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from rackcard.api import RackCard, loads
from rackcard.report.documents.content import Block, Heading, Para, PrintedTable
from rackcard.report.documents.rack_card import rack_card
from rackcard.report.request import order
from tests.support.printed import said_by

FOLDER = Path(__file__).parents[1] / "phrase_cards"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))
DATE = "2026-11-16"
KINDS = {
    "wins": "condition",
    "when": "condition",
    "pays": "pay",
    "envy": "pay",
    "partial": "answer",
    "several": "answer",
}
"""Fields whose phrases the grammar has under another name."""
PLAIN = ("card", "title", "about", "game", "source", "name", "also", "if")
"""Fields that are not phrases."""


@cache
def text_of(name: str) -> str:
    return (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")


@cache
def phrase_card(name: str) -> RackCard:
    return loads(text_of(name), f"{name}.yaml")


def phrases_of(name: str) -> Iterator[tuple[str, str]]:
    """Every phrase of a card with its kind in the grammar."""
    card = yaml.load(text_of(name), Loader=yaml.BaseLoader)
    yield from (("event", text) for text in card.pop("events", {}).values())
    wagers = card.pop("wagers")
    for fields in (card, *wagers.values()):
        yield from _phrases(fields)


def _phrases(fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for field, value in fields.items():
        kind = KINDS.get(field, field.replace(" ", "_"))
        if field in PLAIN or field == "bundle":
            continue
        if isinstance(value, str):
            yield kind, value
        elif isinstance(value, list):
            for line in value:
                yield from _phrases(line)
        else:
            yield from (("rung", rung) for rung in value)
            yield from (("pay", pay) for pay in value.values())


def rack_text(name: str) -> str:
    """What a dealer reads on the rack card, line by line."""
    document = rack_card(order(phrase_card(name), date=DATE))
    lines = [document.title, document.subtitle]
    for side in document.sides:
        for block in side:
            lines += ["", *_block(block)] if isinstance(block, Heading | PrintedTable) else _block(block)
    return "\n".join(lines) + "\n"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(text=text):
            yield text.upper()
        case Para(text=text, lead=lead):
            yield f"{lead}: {text}" if lead else text
        case PrintedTable():
            yield f"{block.title} [{' | '.join(block.columns)}]".strip()
            for row in block.rows:
                yield "  " + " | ".join(map(str, row.cells))
                if row.below:
                    yield f"      {row.below}"
            if block.note:
                yield f"  {block.note}"
        case _:
            yield " | ".join(said_by(block))


if __name__ == "__main__":
    for one in NAMES:
        (FOLDER / f"{one}.txt").write_text(rack_text(one), encoding="utf-8")
