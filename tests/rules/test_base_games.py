"""The base games in full at the table, told as its log tells them: come bets, odds, put, buy, horn, en prison."""

import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rackcard.api import load, loads
from rackcard.table.apply import apply
from rackcard.table.commands.betting import BundleBet, TakenDown
from rackcard.table.commands.correction import Corrected
from rackcard.table.history import follow
from rackcard.table.log.codec import canonical, event_from_json, event_to_json, table_from_json, table_to_json
from rackcard.table.log.store import Entry
from rackcard.table.meters import meters
from rackcard.table.replay import replay
from rackcard.table.state import Table
from tests.support.table_driver import Play

AT = "2026-11-15T20:00:00.000+00:00"
WHEN_BET = {"card": "craps", "options": {"commission": "when-bet"}}
EN_PRISON = {"card": "roulette", "options": {"wheel": "single-zero", "zero": "en-prison"}}
START = 1_000_000


def entries(play: Play) -> Iterable[Entry]:
    return (Entry("t", seq, AT, "", None, event, "") for seq, event in enumerate(play.events, start=1))


def transcript(play: Play) -> list[str]:
    """What has happened since the seats were taken, as the log says it."""
    lines = [line[8:] if line.startswith("        ") else line[53:] for line in replay(follow(entries(play)))]
    return [line for line in lines[7:] if line != "no more bets"]


def told(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


def horn(play: Play, amount: int, **more: Any) -> BundleBet:
    event = play.do({"do": "bet", "seat": 1, "card": 1, "wager": "horn", "amount": amount, **more})
    assert isinstance(event, BundleBet)
    return event


# ---- come bets and odds


def test_a_come_bet_travels_and_its_odds_are_off_on_the_come_out() -> None:
    play = Play("craps", "craps")
    play.bet(1, "pass", 1000)
    play.outcome([4, 5])
    play.bet(1, "come", 1000)
    play.outcome([2, 4])
    play.bet(1, "come-odds", 5000)
    play.outcome([3, 6], [3, 4])
    assert transcript(play) == told("""
        seat 1 bets $10.00 on Pass (bet 1)
        round 1: 4-5, 9
        seat 1 bets $10.00 on Come (bet 2)
        round 2: 2-4, 6
        seat 1: Come (bet 2) goes to the 6
        seat 1 bets $50.00 on Come Odds (bet 3) behind bet 2
        round 3: 3-6, 9
        seat 1: Pass: the line wins, $10.00 pays 1 to 1 = $20.00
        round 4: 3-4, 7
        seat 1: Come: $10.00 loses
        seat 1: Come Odds: off, $50.00 is returned
    """)
    assert play.now.balance(1) == START + 1000 - 1000


def test_come_odds_pay_with_a_point_on_and_come_back_with_a_come_bet_that_wins_on_the_come_out() -> None:
    play = Play("craps", "craps")
    play.outcome(9)
    first = play.bet(1, "come", 1000)
    play.outcome(6)
    odds = play.bet(1, "come-odds", 5000)
    settled = play.outcome(6)
    assert (settled[first].paid, settled[odds].paid) == (2000, 11_000)
    second = play.bet(1, "come", 1000)
    play.outcome(8)
    odds = play.bet(1, "come-odds", 1000)
    settled = play.outcome(9, 8)  # the table's point is made, and the 8 comes on the come-out
    assert (settled[second].paid, settled[odds].paid, settled[odds].result) == (2000, 1000, "off")


def test_several_come_bets_travel_each_on_its_own_and_odds_go_behind_the_one_that_is_named() -> None:
    play = Play("craps", "craps")
    play.outcome(4)
    five = play.bet(1, "come", 1000)
    play.outcome(5)
    eight = play.bet(1, "come", 1000)
    assert play.bet(1, "come", 500) == eight  # raised while it has seen no roll
    assert play.bet_refused(1, "come-odds") == "not refused"  # only the 5 has a point
    play.outcome(8)
    assert [play.now.wagers[number].line for number in (five, eight)] == [2, 4]
    assert play.bet_refused(1, "dont-come-odds") == "behind-bet"
    assert play.bet_refused(1, "come-odds") == "behind-bet"
    event = play.do({"do": "bet", "seat": 1, "card": 1, "wager": "come-odds", "amount": 2000, "behind": five})
    settled = play.outcome(5)
    assert (settled[five].paid, settled[event.number].paid) == (2000, 5000)  # type: ignore[attr-defined]
    assert set(play.now.wagers) == {eight}


def test_a_come_bet_wins_on_a_natural_that_sevens_out_the_line() -> None:
    play = Play("craps", "craps")
    line = play.bet(1, "pass", 1000)
    assert play.bet_refused(1, "come") == "window"
    play.outcome(4)
    come, dont = play.bet(1, "come", 1000), play.bet(1, "dont-come", 1000, seat=2)
    settled = play.outcome(7)
    assert (settled[line].paid, settled[come].paid, settled[dont].paid) == (0, 2000, 0)


def test_odds_behind_the_line_follow_their_limit_and_may_come_down() -> None:
    play = Play("craps", "craps")
    line = play.bet(1, "pass", 1000)
    assert play.bet_refused(1, "pass-odds") == "behind-bet"  # no point yet
    play.outcome(4)
    assert play.bet_refused(1, "pass-odds", 3100) == "odds-limit"
    odds = play.bet(1, "pass-odds", 2000)
    assert play.bet_refused(1, "pass-odds", 1100) == "odds-limit"
    assert play.bet(1, "pass-odds", 1000) == odds
    play.outcome(9)
    assert play.refused(do="take-down", seat=1, wager=line) == "stands"
    play.do({"do": "take-down", "seat": 1, "wager": odds, "amount": 1000})
    assert play.outcome(4)[odds].paid == 6000


def test_laid_odds_are_limited_by_what_they_win() -> None:
    play = Play("craps", "craps")
    line = play.bet(1, "dont-pass", 1000)
    play.outcome(4)
    assert play.bet_refused(1, "dont-pass-odds", 6100) == "odds-limit"  # 3 times: to win $30, lay $60
    odds = play.bet(1, "dont-pass-odds", 6000)
    settled = play.outcome(7)
    assert (settled[line].paid, settled[odds].paid) == (2000, 9000)


def test_odds_come_down_with_a_dont_bet() -> None:
    play = Play("craps", "craps")
    line = play.bet(1, "dont-pass", 1000)
    play.outcome(6)
    odds = play.bet(1, "dont-pass-odds", 1200)
    event = play.do({"do": "take-down", "seat": 1, "wager": line})
    assert isinstance(event, TakenDown)
    assert [(one.number, one.amount) for one in event.more or ()] == [(odds, 1200)]
    assert (dict(play.now.wagers), play.now.balance(1)) == ({}, START)


def test_a_part_of_a_bet_stays_up_for_its_odds() -> None:
    play = Play("craps", "craps")
    line = play.bet(1, "dont-pass", 2000)
    play.outcome(6)
    play.bet(1, "dont-pass-odds", 12_000)
    assert play.refused(do="take-down", seat=1, wager=line, amount=1000) == "odds-limit"


def test_a_put_bet_is_made_with_a_point_on_and_stays_up() -> None:
    play = Play("craps", "craps")
    assert play.bet_refused(1, "put") == "window"
    play.outcome(6)
    put = play.bet(1, "put", 1000)
    odds = play.bet(1, "put-odds", 5000)
    play.outcome(9)
    assert play.refused(do="take-down", seat=1, wager=put) == "stands"
    settled = play.outcome(6)
    assert (settled[put].paid, settled[odds].paid) == (2000, 11_000)


# ---- commission


def test_a_buy_bet_with_its_commission_put_down() -> None:
    play = Play("craps", WHEN_BET)
    play.outcome(9)
    won = play.bet(1, "buy-4", 2000)
    assert play.bet(1, "buy-4", 1000) == won  # $30: one chip and a half are one chip
    assert (play.now.wagers[won].commission, play.now.balance(1)) == (100, START - 3100)
    play.outcome([2, 2])
    lost = play.bet(1, "buy-10", 4000)
    assert play.now.wagers[lost].commission == 200
    play.do({"do": "take-down", "seat": 1, "wager": lost, "amount": 2000})
    play.outcome(7)
    assert transcript(play)[1:] == told("""
        seat 1 bets $20.00 on Buy 4 (bet 1), with a commission of $1.00
        seat 1 bets $10.00 on Buy 4 (bet 1)
        round 2: 2-2, 4
        seat 1: Buy 4: 4 rolled, $30.00 pays 2 to 1 = $90.00
        seat 1 bets $40.00 on Buy 10 (bet 2), with a commission of $2.00
        seat 1 took down $21.00
        round 3: 1-6, 7
        seat 1: Buy 10: $20.00 loses, with its commission of $1.00
    """)
    assert play.now.balance(1) == START + 6000 - 100 - 2000 - 100
    assert play.now.balances["commission"] == 200
    assert sum(play.now.balances.values()) == 0


def test_a_buy_bet_with_its_commission_taken_from_the_win() -> None:
    play = Play("craps", "craps")
    play.outcome(9)
    four = play.bet(1, "buy-4", 2000)
    lay = play.bet(1, "lay-6", 6000, seat=2)
    settled = play.outcome([2, 2])
    assert (settled[four].paid, settled[four].commission) == (5900, 100)
    assert transcript(play)[-1] == "seat 1: Buy 4: 4 rolled, $20.00 pays 2 to 1, less a commission of $1.00 = $59.00"
    settled = play.outcome(7)  # $60 to win $50, less $2.50, in chips of $1 rounded for the player
    assert (settled[lay].paid, settled[lay].commission, settled[lay].breakage) == (10_800, 250, -50)


VIG = """
card: vig
title: Vig
about: A buy bet.
game: craps
source: none
wagers:
  buy: {name: Buy, ends: 4 or 7 rolled, wins: 4 rolled, pays: 2 to 1, commission: "5 % of the stake, on a win, rounded down to the chip"}
  bet: {name: Bet, ends: 4 or 7 rolled, wins: 4 rolled, pays: 2 to 1, commission: "5 % of the stake, when bet, rounded down to the chip"}
"""  # noqa: E501


def test_commission_that_is_rounded_down_to_the_chip() -> None:
    play = Play("craps", {"text": VIG}, rounding="house")
    won, put_down = play.bet(1, "buy", 3900), play.bet(1, "bet", 3900)
    assert play.now.wagers[put_down].commission == 100
    settled = play.outcome(4)
    assert (settled[won].paid, settled[won].commission) == (3 * 3900 - 100, 100)
    assert (settled[put_down].paid, settled[put_down].net) == (3 * 3900, 2 * 3900 - 100)


def test_rounded_commission_is_priced_for_each_stake() -> None:
    """Five percent of 25 chips is one chip, of 30 too, and exact where no stake is given: a third of it is lost."""
    card = loads(VIG)
    edges = [card.odds(stake=stake)["buy"].house_edge for stake in (None, 25, 30, None)]
    assert edges == [Fraction(1, 60), Fraction(1, 75), Fraction(1, 90), Fraction(1, 60)]


def test_meters_count_commission_and_stakes_that_turn() -> None:
    play = Play("craps", WHEN_BET)
    play.outcome(9)
    play.bet(1, "buy-4", 2000)
    horn(play, 400)
    play.outcome(7)
    found = {
        meter.name.partition(": ")[2].partition(",")[0]: meter for meter in meters(entries(play)).by_wager.values()
    }
    buy = found["Buy 4"]
    assert (buy.handle, buy.hold, buy.commission) == (2100, 2100, 100)
    assert buy.edge == load_edge("craps", "buy-4", commission="when-bet")
    assert found["Eleven"].handle == 100
    prison = Play("roulette", EN_PRISON)
    prison.bet(1, "red", 1000)
    prison.outcome("0", "2")
    (red,) = meters(entries(prison)).by_wager.values()
    assert (red.handle, red.hold) == (1000, 1000)
    assert red.edge == load_edge("roulette", "red", wheel="single-zero", zero="en-prison")


def load_edge(card: str, wager: str, **options: str) -> Any:
    return load(card).odds(options, wager=wager).wagers[0].house_edge


# ---- bundles


def test_a_horn_is_booked_as_four_bets_and_undone_as_one() -> None:
    play = Play("craps", "craps")
    assert play.bet_refused(1, "horn", 500) == "bundle-units"
    two = play.bet(1, "craps-2", 100)
    event = horn(play, 800)
    assert [(one.wager, one.amount) for one in event.parts] == [
        ("craps-2", 200), ("craps-3", 200), ("eleven", 200), ("craps-12", 200),
    ]  # fmt: skip
    assert play.bet(1, "craps-2", 100) == two  # raised, and not the horn's
    play.do({"do": "take-down", "seat": 1, "wager": event.number, "bundle": True})
    assert set(play.now.wagers) == {two}
    horn(play, 400)
    settled = play.outcome([5, 6])
    assert sorted(one.paid for one in settled.values()) == [0, 0, 0, 0, 1600]


def test_a_bundle_is_corrected_as_one() -> None:
    play = Play("craps", "craps")
    play.do({"do": "seat", "seat": 4, "name": "Short"})
    play.do({"do": "buy-in", "seat": 4, "amount": 400})
    play.bet(1, "field", 400, seat=4)
    play.outcome(4)
    event = play.do({"do": "bet", "seat": 4, "card": 1, "wager": "horn", "amount": 800})
    assert isinstance(event, BundleBet)
    corrected = play.do({"do": "correct", "outcome": [3, 4], "reason": "misread"})
    assert isinstance(corrected, Corrected)
    assert [one.amount for one in corrected.refunds or ()] == [200] * 4
    assert not play.now.wagers


# ---- en prison


def test_en_prison() -> None:
    play = Play("roulette", EN_PRISON)
    play.bet(1, "red", 1000)
    play.bet(1, "black", 1000, seat=2)
    assert play.bet_refused(1, "red-in-prison") == "window"
    play.outcome("0")
    assert play.refused(do="take-down", seat=1, wager=1) == "stands"
    play.outcome("1")
    assert transcript(play) == told("""
        seat 1 bets $10.00 on Red (bet 1)
        seat 2 bets $10.00 on Black (bet 2)
        round 1: 0
        seat 1: Red: $10.00 stays up as Red in prison (bet 1)
        seat 2: Black: $10.00 stays up as Black in prison (bet 2)
        round 2: 1
        seat 1: Red in prison: the number is red, $10.00 is returned
        seat 2: Black in prison: $10.00 loses
    """)


def test_a_stake_in_prison_is_out_again_when_the_zero_was_misread() -> None:
    play = Play("roulette", EN_PRISON)
    number = play.bet(1, "red", 1000)
    play.outcome("0")
    corrected = play.do({"do": "correct", "outcome": "1", "reason": "misread"})
    assert isinstance(corrected, Corrected)
    assert [one.paid for one in corrected.settlements] == [2000]
    corrected = play.do({"do": "correct", "outcome": "0", "reason": "it was right"})
    assert play.now.wagers[number].wager == "red-in-prison"
    assert play.outcome("2")[number].paid == 0


# ---- the log


@pytest.mark.parametrize("seed", range(4))
def test_everything_is_stored_replayed_and_corrected(seed: int) -> None:
    """Random play on the full cards: the auditor looks at every event, and the log holds all of it."""
    random = Random(seed)
    play = Play("craps", WHEN_BET, limits={"payout_max": 20_000})
    wagers = [
        "pass",
        "come",
        "come",
        "dont-come",
        "come-odds",
        "pass-odds",
        "put",
        "put-odds",
        "horn",
        "buy-4",
        "lay-4",
    ]
    for _ in range(150):
        seat, amount = random.randint(1, 3), 100 * random.randint(1, 40)
        bet = {"do": "bet", "seat": seat, "card": 1, "wager": random.choice(wagers), "amount": amount}
        parents = [n for n, one in play.now.wagers_of(seat).items() if f"{one.wager}-odds" == bet["wager"]]
        play.try_to(bet | ({"behind": random.choice(parents)} if parents else {}))
        dice = [random.randint(1, 6), random.randint(1, 6)]
        if random.random() < 0.5:
            play.try_to({"do": "close-betting"})
            play.try_to({"do": "outcome", "outcome": dice})
        elif random.random() < 0.4:
            play.try_to({"do": "correct", "outcome": dice, "reason": "misread"})
        elif play.now.wagers and random.random() < 0.4:
            number = random.choice(list(play.now.wagers))
            down = {"do": "take-down", "seat": play.now.wagers[number].seat, "wager": number}
            play.try_to(down | ({"bundle": True} if random.random() < 0.5 else {}))
    table: Table | None = None
    for event in play.events:
        table = apply(table, event_from_json(json.loads(canonical(event_to_json(event)))))
    assert table == play.now
    assert table_from_json(json.loads(canonical(table_to_json(play.now)))) == play.now


def test_the_auditor_finds_a_commission_that_is_wrong() -> None:
    play = Play("craps", WHEN_BET)
    play.outcome(9)
    play.bet(1, "buy-4", 2000)
    event = play.events[-1]
    play.do({"do": "take-down", "seat": 1, "wager": 1})
    wrong = play.auditor.see(replace(event, commission=200, postings=(("seat:1", -2200), ("felt", 2200))))  # type: ignore[call-arg]
    assert wrong is not None
