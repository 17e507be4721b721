"""What two house rules, or two cards, do differently: what was changed, and what it does to every figure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rackcard.card import Card
from rackcard.card.yaml import plain
from rackcard.house.priced import priced
from rackcard.house.rules import HouseRules
from rackcard.odds import price


@dataclass(frozen=True)
class Change:
    """A value that differs; None where one side has none."""

    path: tuple[str, ...]
    before: Any
    after: Any


@dataclass(frozen=True)
class EdgeChange:
    """The house edge of a wager on both sides; None where it is not offered or has no pay."""

    card: str
    wager: str
    table: tuple[str, str]
    """The pay table on each side."""
    before: Fraction | None
    after: Fraction | None
    at_maximum: tuple[Fraction | None, Fraction | None] = (None, None)
    """The house edge at the maximum bet where the payout limit cuts a win."""

    @property
    def is_changed(self) -> bool:
        return self.before != self.after or self.at_maximum[0] != self.at_maximum[1]


@dataclass(frozen=True)
class Difference:
    """Everything that differs."""

    changes: tuple[Change, ...]
    effects: tuple[EdgeChange, ...]


def house_difference(first: HouseRules, second: HouseRules) -> Difference:
    """What two house rules do differently."""
    before, after = _by_card(first.facts()), _by_card(second.facts())
    if set(before["order"]) != set(after["order"]):  # another card is change enough
        before, after = ({**one, "order": []} for one in (before, after))
    return Difference(
        tuple(_changes(before, after)),
        tuple(_effects(_house_prices(first), _house_prices(second))),
    )


def card_difference(first: Card, second: Card) -> Difference:
    """What two cards do differently."""
    return Difference(
        tuple(_changes(plain(first.root), plain(second.root))), tuple(_effects(_prices(first), _prices(second)))
    )


def _by_card(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of house rules with their cards by id, and the order in which the table lays them."""
    return facts | {
        "cards": {one["card"]: one for one in facts["cards"]},
        "order": [one["card"] for one in facts["cards"]],
    }


def _changes(first: Any, second: Any, path: tuple[str, ...] = ()) -> Iterator[Change]:
    if first == second:
        return
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        for name in dict.fromkeys((*first, *second)):
            yield from _changes(first.get(name), second.get(name), (*path, str(name)))
        return
    yield Change(path, first, second)


Key = tuple[str, str]
Priced = tuple[str, Fraction | None, Fraction | None]
"""A pay table, the house edge, and the house edge at the maximum bet."""


def _house_prices(rules: HouseRules) -> dict[Key, Priced]:
    return {
        (one.card.card.id, one.odds.terms.title): (
            one.odds.terms.table, one.odds.house_edge, None if one.capped is None else one.capped.edge
        )
        for one in priced(rules)
    }  # fmt: skip


def _prices(card: Card) -> dict[Key, Priced]:
    found: dict[Key, Priced] = {}
    for odds in price(card).wagers:
        if odds.play in ("none", "best"):
            name = f"{odds.terms.title}, {odds.terms.table}"
            found.setdefault((card.id, name), (odds.terms.table, odds.house_edge, None))
    return found


def _effects(first: Mapping[Key, Priced], second: Mapping[Key, Priced]) -> Iterator[EdgeChange]:
    nothing: Priced = ("", None, None)
    for key in dict.fromkeys((*first, *second)):
        before, after = first.get(key, nothing), second.get(key, nothing)
        effect = EdgeChange(*key, (before[0], after[0]), before[1], after[1], (before[2], after[2]))
        if effect.is_changed or (key in first) != (key in second):
            yield effect
