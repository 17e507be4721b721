"""Rounding to chips: all that one wager is paid is rounded once, however it is taken."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rackcard.table.auditor import Auditor
from rackcard.table.commands.claims import Claimed
from rackcard.table.commands.open import Opened
from rackcard.table.decide import decide
from rackcard.table.offerings import edge_as_paid
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


# ---- stakes that are paid in chips, priced from where they start

LATE = """card: late-two
title: Late Two
about: Both numbers before a seven.
game: craps
source: a test
marks: from seven to seven
ends: any seven
opens: before any roll
wagers:
  both: {wins: all of 5 9 rolled, pays: 1.4 to 1}
"""
BANK = """card: bank
title: Bank
about: Banker with commission in chips.
game: baccarat
source: a test
chance: a shoe of 8 decks
ends: after 1 hand
wagers:
  banker:
    name: Bank
    commission: 5 % of the win, WHEN, rounded down to the chip
    pays:
      - {when: tie, pays: push}
      - {when: banker wins, pays: 1 to 1}
"""
STEADY = """card: steady
title: Steady
about: A line bet that may come down.
game: craps
source: a test
wagers:
  line: {ends: the line is decided, opens: before the come-out, take down: at any time, wins: the line wins, pays: PAY}
"""


class Live:
    """A live table with one card, in a service that audits it."""

    def __init__(self, text: str, game: str = "craps", edition: int | None = None, **more: object) -> None:
        (event,) = decide(
            None, {"do": "open", "name": "T", "game": game, "live": True, "cards": [{"text": text}], **more}
        )
        self.auditor = Auditor()
        self.see(replace(event, edition=edition) if edition is not None else event)  # type: ignore[call-arg]
        self.do("seat", seat=1, name="Ann")
        self.do("buy-in", seat=1, amount=1_000_000)

    def see(self, event: TableEvent) -> TableEvent:
        assert self.auditor.see(event) is None
        return event

    def do(self, word: str, **given: object) -> TableEvent:
        (event,) = decide(self.auditor.table, {"do": word, **given})
        return self.see(event)

    def bet(self, wager: str, amount: int) -> str:
        """Why a bet is refused, or nothing."""
        return self.refused("bet", card=1, wager=wager, amount=amount)

    def refused(self, word: str, **given: object) -> str:
        try:
            self.do(word, seat=1, **given)
        except Refusal as refusal:
            return f"{refusal.code}: {refusal.sentence}"
        return ""

    def roll(self, *dice: int) -> None:
        self.do("close-betting")
        self.do("outcome", outcome=list(dice))


def test_a_stake_is_priced_from_the_marks_it_starts_on() -> None:
    """With 5 done, $1 at 1.4 to 1 is paid $3 in 4 of 10: 20 % for the player. From the start it is far from that."""
    game = Live(LATE)
    assert game.bet("both", 100) == ""
    game = Live(LATE)
    game.roll(2, 3)
    said = game.bet("both", 100)
    assert said.startswith("stake-edge: $1.00 on Both")
    assert "20.0" in said
    assert said.endswith("bet $5.00 or a multiple of it")
    assert game.bet("both", 500) == ""
    assert game.refused("take-down", wager=1, amount=400).startswith("stake-edge")
    assert game.refused("take-down", wager=1) == ""


def test_a_table_that_was_opened_before_keeps_pricing_from_the_start() -> None:
    game = Live(LATE, edition=0)
    game.roll(2, 3)
    assert game.bet("both", 100) == ""


@pytest.mark.parametrize("when", ["on a win", "when bet"])
def test_commission_that_is_rounded_down_is_priced_as_it_is_taken(when: str) -> None:
    """$19 pay no commission in $1 chips: 1.24 % for the player. $25 pay $1: 4 % are enough for the house."""
    game = Live(BANK.replace("WHEN", when), "baccarat")
    said = game.bet("banker", 1_900)
    assert said.startswith("stake-edge: $19.00 on Bank")
    assert "1.2" in said
    assert said.endswith("bet $20.00 or a multiple of it")
    assert game.bet("banker", 2_500) == ""
    assert game.refused("take-down", wager=1, amount=600).startswith("stake-edge")
    if when == "on a win":
        assert game.bet("banker", 1_400).startswith("stake-edge")  # $39 in all still pay $1, 2.6 %
    assert game.bet("banker", 1_500) == ""
    old = Live(BANK.replace("WHEN", when), "baccarat", edition=0)
    assert old.bet("banker", 1_900) == ""


def test_rounding_that_only_a_bet_that_comes_down_gains_by_is_priced() -> None:
    """At 0.4 to 1 nobody gains by taking down; $1 is paid as 1 to 1, which a player takes down on points beats."""
    game = Live(STEADY.replace("PAY", "2 to 5"))
    assert game.bet("line", 100).startswith("stake-edge")
    assert game.bet("line", 500) == ""


def test_commission_on_what_parts_leave_is_counted_for_the_player() -> None:
    """$20 pay $1 of 5 %; with a dollar cashed out the other 19 pay none, in whoever's favor pays are rounded."""
    taken = "    commission: 5 % of the stake, on a win, rounded down to the chip\n"
    even = LADDER.replace("1.01 to 1", "1 to 1") + taken
    edges = []
    for text in (even, even.replace("partial: yes", "partial: no")):
        (event,) = decide(None, {"do": "open", "name": "T", "game": "craps", "cards": [{"text": text}]})
        assert isinstance(event, Opened)
        (offering,) = event.cards
        edges.append(edge_as_paid(offering, offering.bets["numbers"], 2_000, 100, "house", 0))
    assert edges[0] - edges[1] == Fraction(95, 2_000)
