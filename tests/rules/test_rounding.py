"""Rounding to chips: all that one wager is paid is rounded once, however it is taken."""

from fractions import Fraction

import pytest

from rackcard.table.auditor import Auditor
from rackcard.table.commands.claims import Claimed
from rackcard.table.decide import decide
from rackcard.table.state import Refusal, Table, TableEvent

CARD = """card: penny-more
title: Penny More
about: Different numbers before a seven.
game: craps
source: a test
ends: any seven
partial: yes
wagers:
  numbers:
    counts: different numbers rolled
    pays: {1: 1.01 to 1, 2: 1.02 to 1, 3 or more: 2 to 1}
    cash out: at any pay
"""


LADDER = CARD.replace(
    "{1: 1.01 to 1, 2: 1.02 to 1, 3 or more: 2 to 1}",
    "{4: 1.01 to 1, 5: 2 to 1, 6: 3 to 1, 7: 5 to 1, 8: 10 to 1, 9: 30 to 1, 10: 100 to 1}",
)


class Played:
    """A table, and an auditor that follows it."""

    def __init__(self, *, live: bool = False, chip: int = 100, rounding: str = "player", least: int = 100) -> None:
        self.table: Table | None = None
        self.auditor = Auditor()
        cards = [{"text": LADDER} if live else {"text": CARD, "accept": ["numbers"]}]
        limits = {"wager_min": least}
        self.do("open", name="T", game="craps", cards=cards, chip=chip, rounding=rounding, limits=limits, live=live)
        self.do("seat", seat=1, name="Ann")
        self.do("buy-in", seat=1, amount=100_000)

    def do(self, word: str, **given: object) -> TableEvent:
        (event,) = decide(self.table, {"do": word, **given})
        assert self.auditor.see(event) is None
        self.table = self.auditor.table
        return event

    def roll(self, *dice: int) -> None:
        self.do("close-betting")
        self.do("outcome", outcome=list(dice))

    def cash_out(self, *parts: int) -> int:
        """Cash a wager out in parts; what is paid in all."""
        paid = 0
        for part in parts:
            event = self.do("cash-out", seat=1, wager=1, amount=part)
            assert isinstance(event, Claimed)
            paid += event.settlement.paid
        return paid


@pytest.mark.parametrize(("rounding", "paid"), [("player", 20_100), ("house", 20_100)])
def test_a_hundred_parts_pay_what_the_whole_pays(rounding: str, paid: int) -> None:
    for parts in ([10_000], [100] * 100, [3_300, 3_400, 3_300]):
        game = Played(rounding=rounding)
        game.do("bet", seat=1, card=1, wager="numbers", amount=10_000)
        game.roll(3, 3)
        assert game.cash_out(*parts) == paid, parts


@pytest.mark.parametrize(("rounding", "paid"), [("player", [300, 200, 200, 300]), ("house", [200, 200, 200, 200])])
def test_parts_at_different_pays_are_rounded_as_one(rounding: str, paid: list[int]) -> None:
    """$1 at 1.01 to 1 twice, then $1 at 1.02 to 1 and $1 at 2 to 1: 2.01, 4.02, 6.04 and 9.04 in all."""
    game = Played(rounding=rounding)
    game.do("bet", seat=1, card=1, wager="numbers", amount=400)
    game.roll(3, 3)
    found = [game.cash_out(100), game.cash_out(100)]
    game.roll(2, 2)
    found.append(game.cash_out(100))
    assert found == paid[:3]
    assert game.table is not None
    due = Fraction("6.04") * 100
    assert game.table.wagers[1].ahead == sum(found) - due
    game.roll(3, 4)
    assert game.table is not None
    assert not game.table.wagers


def test_a_loss_after_parts_pays_nothing_and_keeps_the_books() -> None:
    game = Played()
    game.do("bet", seat=1, card=1, wager="numbers", amount=1_000)
    game.roll(3, 3)
    game.cash_out(100)
    game.roll(3, 4)
    assert game.table is not None
    assert game.table.balances["breakage"] == -99  # $3.00 for the $2.01 of the part; the rest lost
    assert sum(game.table.balances.values()) == 0


def test_a_part_leaves_the_minimum_up() -> None:
    game = Played(least=500)
    game.do("bet", seat=1, card=1, wager="numbers", amount=1_000)
    game.roll(3, 3)
    with pytest.raises(Refusal) as refused:
        game.cash_out(600)
    assert refused.value.code == "below-minimum"
    assert game.cash_out(500, 500) == 2_100


def test_the_guard_prices_what_rounding_gives_to_parts() -> None:
    """At a live table a small stake is refused that parts would turn into a player's edge."""
    game = Played(live=True)
    game.do("bet", seat=1, card=1, wager="numbers", amount=10_000)
    with pytest.raises(Refusal) as refused:
        Played(live=True).do("bet", seat=1, card=1, wager="numbers", amount=1_000)
    assert refused.value.code == "stake-edge"
