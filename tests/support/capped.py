"""What a table opened from house rules pays under its payout limit, round after round."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from random import Random

from rackcard.house.priced import Offered, priced
from rackcard.table.apply import apply
from rackcard.table.commands.betting import CloseBetting, MakeBet
from rackcard.table.commands.outcome import EnterOutcome
from rackcard.table.commands.seating import BuyIn, TakeSeat
from rackcard.table.decide import decide
from rackcard.table.state import Table
from tests.support.house_rules import rules

HOUSE = """\
house: capped
name: Capped
game: craps
payout limit: {payout}
max: $500
cards:
  craps: {{only: [field, any-craps, craps-2, craps-12]}}
"""
"""One-roll wagers with a limit that cuts some of their wins and not others."""
PURSE = 10**11


def capped_wagers(payout: str) -> list[Offered]:
    """The wagers of the house, each with its edge at the maximum bet."""
    return list(priced(rules(HOUSE.format(payout=payout))))


def opened(payout: str) -> Table:
    table: Table | None = None
    for command in ({"do": "open", "house": HOUSE.format(payout=payout)}, TakeSeat(1, "Player"), BuyIn(1, PURSE)):
        (event,) = decide(table, command)
        table = apply(table, event)
    assert table is not None
    return table


def capped_play(payout: str, wager: str, seed: int) -> Iterator[Fraction]:
    """What one unit at the maximum bet wins or loses in each round at the live core."""
    table, random, stake = opened(payout), Random(f"{payout} {wager} {seed}"), 500_00
    while True:
        for command in (MakeBet(1, 1, wager, stake), CloseBetting(),
                        EnterOutcome([random.randint(1, 6), random.randint(1, 6)])):  # fmt: skip
            (event,) = decide(table, command)
            table = apply(table, event)
        (settled,) = event.settlements  # type: ignore[attr-defined]
        yield Fraction(settled.net, stake)
        if table.balance(1) < stake:
            (event,) = decide(table, BuyIn(1, PURSE // 2))
            table = apply(table, event)


def edge_within(payout: str, wager: str, rounds: int, seed: int = 1) -> None:
    """The capped edge of a wager is what the table kept, within four standard errors."""
    one = next(one for one in capped_wagers(payout) if one.odds.terms.wager == wager)
    assert one.capped is not None
    play = capped_play(payout, wager, seed)
    nets = Counter(next(play) for _ in range(rounds))
    mean = sum((net * count for net, count in nets.items()), Fraction(0)) / rounds
    deviation = sqrt(sum((net - mean) ** 2 * count for net, count in nets.items()) / rounds)
    assert abs(float(-mean - one.capped.edge)) <= 4 * deviation / sqrt(rounds), (wager, float(-mean))
