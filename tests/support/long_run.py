"""P3: every wager of a card bet through the live core whenever it is open, and its return against the exact one."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random
from typing import Any

from rackcard.api import load
from rackcard.card import card_ids
from rackcard.games.baccarat.dealing import deal
from rackcard.games.baccarat.playing_cards import RANKS
from rackcard.games.baccarat.shoe import Shoe
from rackcard.games.roulette.wheel import Wheel
from rackcard.games.sic_bo.dice import ThreeDice
from rackcard.machine import Bet
from rackcard.odds.price import price_play
from rackcard.table.apply import apply
from rackcard.table.commands.betting import BetMade, BundleBet, CloseBetting, MakeBet
from rackcard.table.decide import decide
from rackcard.table.replay import settled_of
from rackcard.table.state import Refusal, Table
from tests.support.table_driver import BEATEN

STAKE = 6000
SPREAD_MAX = 10
"""Wagers up at a time where a card has more: a run of its own for each handful, by the seed."""
CLOSE = CloseBetting()


@dataclass
class Tally:
    """What a wager came to: how often it was settled, and its net result in cents."""

    count: int = 0
    net: int = 0


def playable() -> list[str]:
    return [card for card in card_ids() if any(terms.is_posted for terms in load(card).terms())]


@cache
def opened(card: str) -> Table:
    """A table with one card and one player who never runs out."""
    accepted = {"card": card, "accept": BEATEN.get(card, [])}
    table = None
    for command in (
        {"do": "open", "name": "P3", "game": load(card).game.id, "cards": [accepted], "chip": 1,
         "limits": {"wager_min": 0}},
        {"do": "seat", "seat": 1, "name": "P"},
        {"do": "buy-in", "seat": 1, "amount": 10**11},
    ):  # fmt: skip
        table = apply(table, decide(table, command)[0])
    assert table is not None
    return table


def fair_outcomes(table: Table) -> Callable[[Random], Any]:
    """Outcomes with the weights that the odds assume, from a seeded generator."""
    offering = table.offerings[1]
    chance = offering.card.chance(offering.options)
    if isinstance(chance, Wheel):
        pockets = [pocket for pocket, weight in chance.law().items() for _ in range(weight)]
        return lambda random: random.choice(pockets)
    if isinstance(chance, Shoe):
        deck = [rank for rank, count in zip(RANKS, chance.counts, strict=True) for _ in range(count)]
        return lambda random: deal(iter(random.sample(deck, 6)).__next__)
    dice = 3 if isinstance(chance, ThreeDice) else 2
    return lambda random: [random.randint(1, 6) for _ in range(dice)]


def some_of(bets: Mapping[str, Bet], random: Random) -> list[str]:
    """The posted wagers of a card, or a handful."""
    names = [name for name, bet in bets.items() if bet.terms.is_posted]
    return random.sample(names, min(len(names), SPREAD_MAX))


def in_order(bets: Mapping[str, Bet], names: Iterable[str]) -> list[str]:
    """Wagers, each after the one that it goes behind, which is bet too."""
    found: dict[str, None] = {}
    for name in names:
        behind = bets[name].terms.behind
        found |= dict.fromkeys([name] if behind is None else [behind.wager, name])
    return list(found)


@dataclass
class Made:
    """A bet that is up: how many of the wagers it was booked as are undecided, and what the others came to."""

    name: str
    left: int
    net: int = 0


def played(card: str, rounds: int, seed: int, only: str | None = None) -> dict[str, Tally]:
    """So many outcomes at one table; each wager is bet again as soon as it is settled and open, one at a time."""
    random, table = Random(seed), opened(card)
    offered = table.offerings[1].bets
    names = in_order(offered, some_of(offered, random) if only is None else [only])
    bets = {name: MakeBet(1, 1, name, STAKE) for name in names}
    outcome = fair_outcomes(table)
    found = {name: Tally() for name in names}
    up: dict[int, Made] = {}
    for _ in range(rounds):
        riding = {made.name for made in up.values()}
        for name in names:
            if name in riding:
                continue
            try:
                (event,) = decide(table, bets[name])
            except Refusal:
                continue
            table = apply(table, event)
            assert isinstance(event, BetMade | BundleBet)
            numbers = [event.number] if isinstance(event, BetMade) else [part.number for part in event.parts]
            up |= dict.fromkeys(numbers, Made(name, len(numbers)))
        table = apply(table, decide(table, CLOSE)[0])
        (event,) = decide(table, {"do": "outcome", "outcome": outcome(random)})
        table = apply(table, event)
        for one in settled_of(event):
            made = up.pop(one.wager)
            made.left, made.net = made.left - 1, made.net + one.paid - one.stake - one.beside
            if not made.left:
                found[made.name].count += 1
                found[made.name].net += made.net
    return found


def z(card: str, wager: str, tally: Tally) -> float:
    """How many standard errors the mean result of a wager is from its exact odds."""
    mean, variance = _exact(card, wager)
    if not variance or not tally.count:
        return 0.0
    return float(tally.net / Fraction(STAKE) - tally.count * mean) / sqrt(tally.count * variance)


@cache
def _exact(card: str, wager: str) -> tuple[Fraction, Fraction]:
    offering = opened(card).offerings[1]
    odds = price_play(offering.bets[wager], offering.card.chance(offering.options), "never")
    assert odds.house_edge is not None
    assert odds.variance is not None
    return -odds.house_edge * odds.stake, odds.variance * odds.stake**2


def added(tallies: list[dict[str, Tally]]) -> dict[str, Tally]:
    """Runs of one card, as one."""
    count, net = Counter[str](), Counter[str]()
    for part in tallies:
        for name, tally in part.items():
            count[name] += tally.count
            net[name] += tally.net
    return {name: Tally(count[name], net[name]) for name in count}
