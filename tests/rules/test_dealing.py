"""What the dealer does besides entering outcomes: the pass of the dice, the shoe, and bets for the dealers."""

from dataclasses import replace
from typing import Any

from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.decide import decide
from rackcard.table.replay import event_line, passes_lines, refund_line, refunds_of, work_line
from rackcard.table.worklist import worklist
from rackcard.wording.history import payment
from tests.support.table_driver import Play

TOKE: dict[str, Any] = {"do": "bet", "seat": 1, "card": 1, "amount": 500, "toke": True}

# ---- the shooter


def test_rules_the_dice_pass_to_the_next_occupied_seat_on_a_seven_out_and_on_no_other_seven() -> None:
    play = Play("craps", "craps")
    named = play.do({"do": "shooter", "seat": 2})
    assert event_line(play.now, named) == "seat 2 has the dice"
    play.outcome(7, 4, 4)  # a seven on the come-out, and a point made: the shooter keeps the dice
    assert play.now.shooter == 2
    play.outcome(4)
    play.do({"do": "close-betting"})
    event = play.do({"do": "outcome", "outcome": [3, 4]})
    assert isinstance(event, OutcomeEntered)
    assert (event.shooter, play.now.shooter) == (3, 3)
    assert list(passes_lines(event)) == ["the dice pass to seat 3"]
    play.outcome(4, 7)
    assert play.now.shooter == 1  # past the last seat they come to the first


def test_rules_a_correction_gives_the_dice_back() -> None:
    play = Play("craps", "craps")
    play.do({"do": "shooter", "seat": 1})
    play.outcome(4, 7)
    assert play.now.shooter == 2
    play.do({"do": "correct", "outcome": [3, 5], "reason": "misread"})
    assert play.now.shooter == 1


def test_rules_the_dice_are_with_nobody_when_the_shooter_leaves_or_none_was_named() -> None:
    play = Play("craps", "craps")
    play.outcome(4, 7)
    assert play.now.shooter == 0
    play.do({"do": "shooter", "seat": 3})
    play.do({"do": "leave", "seat": 3})
    assert play.now.shooter == 0
    play.outcome(4, 7)
    assert play.now.shooter == 0


def test_rules_only_a_seated_player_of_a_game_with_a_shooter_has_the_dice() -> None:
    play = Play("craps", "craps")
    assert play.refused(do="shooter", seat=9) == "no-such-seat"
    play.do({"do": "shooter", "seat": 1})
    assert play.refused(do="shooter", seat=1) == "is-shooter"
    assert Play("roulette", "roulette").refused(do="shooter", seat=1) == "no-shooter"


# ---- bets for the dealers


def test_rules_a_toke_is_paid_for_by_the_seat_and_its_winnings_are_the_dealers() -> None:
    play = Play("craps", "craps", "repeater-bets-plus")
    made = play.do({**TOKE, "wager": "field"})
    assert event_line(play.now, made) == "seat 1 bets $5.00 on Field for the dealers (bet 1)"
    play.bet(1, "field", 1000)
    assert play.now.balance(1) == 1_000_000 - 1500
    settled = play.outcome([5, 4])
    assert payment(settled[1]) == "Field for the dealers: 3 or 4 or 9 or 10 or 11 rolled, $5.00 pays 1 to 1 = $10.00"
    assert (play.now.balances["tokes"], play.now.balance(1)) == (1000, 1_000_000 + 500)
    assert play.now.balances.get("dealer", 0) == 0
    assert settled[1].net == -500  # a gift


def test_rules_a_lost_toke_is_the_houses_and_a_refunded_one_the_dealers() -> None:
    play = Play("craps", "craps")
    play.do({**TOKE, "wager": "field"})
    play.outcome(7)
    assert play.now.balances["house"] == 500
    play.do({**TOKE, "wager": "pass"})
    event = play.do({"do": "void", "reason": "a spilled drink"})
    assert [refund_line(one) for one in refunds_of(event)] == ["the dealers get $5.00 back from their bet at seat 1"]
    assert (play.now.balances["tokes"], play.now.balance(1)) == (500, 1_000_000 - 1000)


def test_rules_a_toke_is_a_bet_of_its_own_beside_that_of_the_seat() -> None:
    play = Play("craps", "craps")
    own = play.bet(1, "pass", 1000)
    play.do({**TOKE, "wager": "pass"})
    play.do({**TOKE, "wager": "pass", "amount": 100})  # raised
    assert {number: (one.stake, one.toke) for number, one in play.now.wagers.items()} == {
        1: (1000, False),
        2: (600, True),
    }
    play.do({"do": "take-down", "seat": 1, "wager": 2, "amount": 100})  # before the first roll it is not yet given
    play.outcome(4)
    assert play.refused(do="take-down", seat=1, wager=2) == "stands"
    odds = play.bet(1, "pass-odds", 1000)
    assert play.now.wagers[odds].behind == own
    assert play.refused(**{**TOKE, "wager": "pass-odds"}) == "not-for-dealers"


def test_rules_a_correction_takes_back_what_the_dealers_won() -> None:
    play = Play("craps", "craps")
    play.do({**TOKE, "wager": "field"})
    play.outcome([1, 1])
    assert play.now.balances["tokes"] == 1500
    play.do({"do": "correct", "outcome": [3, 4], "reason": "misread"})
    assert play.now.balances["tokes"] == 0
    assert play.now.balances["house"] == 500


def test_rules_a_forged_toke_is_found() -> None:
    play = Play("craps", "craps")
    play.bet(1, "field")
    play.do({"do": "close-betting"})
    (event,) = decide(play.now, {"do": "outcome", "outcome": [1, 1]})
    assert isinstance(event, OutcomeEntered)
    (won,) = event.settlements
    postings = tuple(("tokes" if account == "seat:1" else account, amount) for account, amount in event.postings)
    assert play.auditor.see(replace(event, settlements=(replace(won, toke=True),), postings=postings)) is not None


# ---- the dealer's list


def test_rules_the_list_has_the_takes_first_and_then_the_pays_seat_by_seat() -> None:
    play = Play("craps", "craps", "repeater-bets-plus")
    play.bet(1, "field", 1000, seat=3)
    play.bet(1, "eleven", 500, seat=2)
    play.bet(1, "dont-pass", 500, seat=1)
    play.bet(1, "field", 500, seat=1)
    play.do({**TOKE, "wager": "craps-12", "seat": 2})
    play.outcome(12)
    assert [work_line(one) for one in worklist(play.now)] == [
        "take $5.00 from seat 2: Eleven",
        "seat 1 keeps $5.00: Don't Pass",
        "pay seat 1 $10.00: Field",
        "pay the dealers $150.00 on their bet at seat 2: Craps 12",
        "pay seat 3 $20.00: Field",
    ]
    assert worklist(replace(play.now, last=None)) == ()
