"""The pays of a card as its text has them, each with its place, so that one can be changed and the rest stays."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from rackcard.card.card import Card
from rackcard.card.options import PLACEHOLDER
from rackcard.card.phrases import parse_phrase
from rackcard.card.yaml import Fields, Items, Location, Node, Text
from rackcard.games.phrases import PhraseError
from rackcard.number import Pay, decimal

Sort = Literal["wins", "rung", "line", "surrender"]


@dataclass(frozen=True)
class WrittenPay:
    """A pay as the card writes it."""

    number: int
    """Its place among the pays of the card, from 0."""
    wager: str
    """The wager as the card writes it."""
    table: str
    sort: Sort
    what: str
    """What it is paid for: a count or a phrase; empty where the wager has one pay."""
    words: str
    """The pay as it is written."""
    pay: Pay | None
    """None where it is not an amount: a push, a loss, a pay that is not posted."""
    is_bare: bool
    """Whether it is a number without "to" or "for"."""
    location: Location

    def written(self, amount: Fraction) -> str:
        """Another amount in the same form."""
        if self.is_bare:
            return decimal(amount)
        unit, per = (self.pay.unit, self.pay.per) if self.pay is not None else ("to", 1)
        return f"{decimal(amount)} {unit} {per}"


def written_pays(card: Card) -> tuple[WrittenPay, ...]:
    """The pays of a card that are on one line of its text, in the order of the text."""
    section = dict(zip((key.value for key in card.root.keys), card.root.values, strict=True))
    wagers, cells = section.get("wagers"), section.get("cells")
    assert isinstance(wagers, Fields)
    found: list[WrittenPay] = []
    for key, node in wagers.pairs():
        if not isinstance(node, Fields):
            continue
        fields = dict(zip((name.value for name in node.keys), node.values, strict=True))
        unit = fields.get("cells", cells)
        for table, sort, what, text in _pays(fields):
            shown = _read(card, text, unit if sort != "surrender" else None)
            if shown is not None and _start(card.origin.text.splitlines(), text) is not None:
                pay, is_bare = shown
                number = len(found)
                found.append(WrittenPay(number, key.value, table, sort, what, text.value, pay, is_bare, text.location))
    return tuple(found)


def with_pays(card: Card, changed: Mapping[int, str]) -> str:
    """The card's text with other words for some of its pays, by their numbers; everything else as it was."""
    lines = card.origin.text.splitlines(keepends=True)
    pays = written_pays(card)
    for number in sorted(changed, reverse=True, key=lambda one: (pays[one].location.line, pays[one].location.column)):
        one = pays[number]
        start = _start(lines, Text(one.words, one.location))
        assert start is not None
        line = lines[one.location.line]
        lines[one.location.line] = line[:start] + changed[number] + line[start + len(one.words) :]
    return "".join(lines)


def _start(lines: list[str], text: Text) -> int | None:
    """Where a text begins in its line; None where it is folded or spaced otherwise than it is read."""
    if text.location.origin is not None:
        return None
    line = lines[text.location.line]
    start = text.location.column + (line[text.location.column : text.location.column + 1] in ("'", '"'))
    return start if line.startswith(text.value, start) else None


def _pays(fields: Mapping[str, Node]) -> Iterator[tuple[str, Sort, str, Text]]:
    """Each pay of a wager: its pay table, what it is paid for, and its text."""
    pays = fields.get("pays")
    is_ladder = "counts" in fields
    if isinstance(pays, Fields) and not (is_ladder and all(isinstance(value, Text) for value in pays.values)):
        for key, value in pays.pairs():
            for sort, what, text in _of_table(value):
                yield key.value, sort, what, text
    elif pays is not None:
        for sort, what, text in _of_table(pays):
            yield "1", sort, what, text
    surrender = fields.get("surrender")
    if isinstance(surrender, Fields):
        for key, value in surrender.pairs():
            if isinstance(value, Text):
                yield "", "surrender", key.value, value


def _of_table(pays: Node) -> Iterator[tuple[Sort, str, Text]]:
    match pays:
        case Text():
            yield "wins", "", pays
        case Fields():
            for key, value in pays.pairs():
                if isinstance(value, Text):
                    yield "rung", key.value, value
        case Items():
            for item in pays.items:
                if isinstance(item, Fields):
                    line = {key.value: value for key, value in item.pairs()}
                    when, pay = line.get("when"), line.get("pays")
                    if isinstance(when, Text) and isinstance(pay, Text):
                        yield "line", when.value, pay


def _read(card: Card, text: Text, cells: Node | None) -> tuple[Pay | None, bool] | None:
    """A pay and whether it is bare; None where an option puts it there or it cannot be read."""
    if PLACEHOLDER.search(text.value) or (isinstance(cells, Text) and PLACEHOLDER.search(cells.value)):
        return None
    try:
        if not isinstance(cells, Text):
            pay: Pay | None = parse_phrase(card.game, "pay", text.value)
            return (pay if pay is not None and str(pay) == text.value and pay.net > -1 and pay.net else None), False
        unit = parse_phrase(card.game, "cells", cells.value)
        cell: Fraction = parse_phrase(card.game, "cell", text.value)
        return (Pay(cell, unit) if cell > 0 else None), True
    except PhraseError:
        return None
