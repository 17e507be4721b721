"""What the dealer does besides entering outcomes: the pass of the dice, the shoe, and bets for the dealers."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rackcard.games.baccarat.playing_cards import RANKS
from rackcard.games.baccarat.shoe import Shoe
from rackcard.games.baccarat.tracked_shoe import TrackedShoe
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.decide import decide
from rackcard.table.log.codec import canonical, event_from_json, event_to_json, table_from_json, table_to_json
from rackcard.table.replay import event_line, passes_lines, refund_line, refunds_of, work_line
from rackcard.table.service import generate
from rackcard.table.state import Refusal
from rackcard.table.worklist import worklist
from rackcard.wording.history import payment
from tests.support.staging import hand
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


def test_rules_the_dice_pass_when_the_shooter_leaves_and_are_with_nobody_until_one_is_named() -> None:
    play = Play("craps", "craps")
    play.outcome(4, 7)
    assert play.now.shooter == 0
    play.do({"do": "shooter", "seat": 3})
    before = play.now
    left = play.do({"do": "leave", "seat": 3})
    assert play.now.shooter == 1
    assert event_line(before, left) == "seat 3 left with $10,000.00; the dice pass to seat 1"
    play.do({"do": "shooter", "seat": 2})
    play.outcome(4, 7)
    assert play.now.shooter == 1
    for seat, after in ((1, 2), (2, 0)):
        play.do({"do": "leave", "seat": seat})
        assert play.now.shooter == after


def test_rules_a_log_of_before_leaves_the_dice_with_nobody() -> None:
    play = Play("craps", "craps")
    play.do({"do": "shooter", "seat": 3})
    (left,) = decide(play.now, {"do": "leave", "seat": 3})
    old = event_from_json({**event_to_json(left), "data": {"seat": 3, "amount": 1_000_000}})
    assert play.auditor.see(old) is None
    assert play.now.shooter == 0


def test_rules_the_dice_are_where_a_correction_leaves_them_after_the_shooter_has_left() -> None:
    play = Play("craps", "craps")
    play.do({"do": "shooter", "seat": 2})
    play.outcome(4, 7)
    play.do({"do": "leave", "seat": 2})
    assert play.now.shooter == 3
    play.do({"do": "correct", "outcome": [3, 3], "reason": "misread"})
    assert play.now.shooter == 3


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


def test_rules_tokes_are_paid_out_and_a_correction_may_leave_some_to_be_returned() -> None:
    play = Play("craps", "craps")
    assert play.refused(do="pay-tokes") == "no-tokes"
    play.do({**TOKE, "wager": "field"})
    play.outcome([1, 1])
    assert play.refused(do="pay-tokes", amount=1600) == "no-tokes"
    paid = play.do({"do": "pay-tokes", "amount": 500})
    assert event_line(play.now, paid) == "tokes of $5.00 paid out to the dealers"
    play.do({"do": "correct", "outcome": [3, 4], "reason": "misread"})
    assert play.now.balances["tokes"] == -500
    back = play.do({"do": "pay-tokes"})
    assert event_line(play.now, back) == "$5.00 of tokes returned by the dealers after a correction"
    assert play.now.balances["tokes"] == 0


def test_rules_a_table_that_closes_pays_its_tokes_out() -> None:
    play = Play("craps", "craps")
    play.do({**TOKE, "wager": "field"})
    play.outcome([1, 1])
    for seat in (1, 2, 3):
        play.do({"do": "leave", "seat": seat})
    before = play.now
    closed = play.do({"do": "close"})
    assert event_line(before, closed) == "closed; tokes of $15.00 paid out to the dealers"
    assert play.now.balances["tokes"] == 0
    old = event_from_json({**event_to_json(closed), "data": {}, "postings": []})
    play.auditor.table = before
    assert play.auditor.see(old) is None


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


# ---- the shoe


ACES = hand("A A 3", "A A A")
"""Five aces: the player draws on 2, and so does the banker."""


def shoe(play: Play) -> TrackedShoe:
    assert isinstance(play.now.supply, TrackedShoe)
    return play.now.supply


def test_rules_a_tracked_shoe_refuses_cards_that_cannot_be_there() -> None:
    play = Play("baccarat", "baccarat", live=True)
    for _ in range(6):
        play.outcome(ACES)
    assert (shoe(play).seen[0], shoe(play).left) == (30, 416 - 36)
    play.do({"do": "close-betting"})
    assert play.refused(do="outcome", outcome=ACES) == "bad-outcome"
    with pytest.raises(Refusal, match="all 32 cards of A have left the shoe"):
        decide(play.now, {"do": "outcome", "outcome": ACES})
    play.do({"do": "outcome", "outcome": hand("A 8", "A 7")})


def test_rules_where_suits_are_entered_they_are_tracked_too() -> None:
    play = Play("baccarat", "baccarat", track=True)
    for _ in range(4):
        play.outcome(hand("9h 9h", "2c 5d"))
    play.do({"do": "close-betting"})
    with pytest.raises(Refusal, match="all 8 cards of 9♥ have left the shoe"):
        decide(play.now, {"do": "outcome", "outcome": hand("9h 9s", "2c 5d")})
    play.do({"do": "outcome", "outcome": hand("9s 9s", "2c 5d")})


def test_rules_burn_and_shuffle() -> None:
    play = Play("baccarat", "baccarat", track=True)
    event = play.do({"do": "burn", "cards": ["7"], "unseen": 7})
    assert event_line(play.now, event) == "burned 7, and 7 cards face down"
    assert (shoe(play).left, shoe(play).seen[6], shoe(play).unseen) == (408, 1, 7)
    play.outcome(ACES)
    event = play.do({"do": "shuffle", "behind": 14})
    assert event_line(play.now, event) == "a new shoe was shuffled, with 14 cards behind the cut card"
    assert shoe(play) == TrackedShoe(shoe(play).shoe, behind=14)
    play.do({"do": "close-betting"})
    assert play.refused(do="shuffle") == "no-more-bets"  # not in the middle of a hand


def test_rules_the_last_hand_is_dealt_after_the_cut_card_and_then_the_shoe_is_shuffled() -> None:
    play = Play("baccarat", "baccarat", track=True)
    play.do({"do": "shuffle", "behind": 408})
    assert shoe(play).said == "416 cards left in the shoe, about 3 hands"
    play.outcome(hand("9 K", "3 4"))
    play.outcome(hand("9 K", "3 4"))
    assert (shoe(play).said, shoe(play).facts["hands_left"]) == (
        "the cut card is out: deal the last hand of this shoe", 1
    )  # fmt: skip
    play.outcome(hand("9 K", "3 4"))
    assert (shoe(play).said, shoe(play).facts["stage"]) == ("the last hand of this shoe was dealt: shuffle", "shuffle")
    play.do({"do": "correct", "outcome": hand("9 K", "3 5"), "reason": "misread"})
    assert (shoe(play).seen[3], shoe(play).seen[4]) == (2, 1)


def test_rules_a_generated_hand_comes_from_what_is_left() -> None:
    play = Play("baccarat", "baccarat", track=True)
    play.do({"do": "burn", "unseen": 400})
    for rank in "A2345678":
        play.do({"do": "burn", "cards": [rank] * 1})
    play.do({"do": "close-betting"})
    play.do({"do": "outcome", "outcome": generate(play.now), "generated": True})
    assert 2 <= shoe(play).left <= 4
    play.do({"do": "close-betting"})
    with pytest.raises(Refusal, match="shuffle first"):
        generate(play.now)


def test_rules_a_sample_never_holds_a_card_that_is_gone() -> None:
    full = TrackedShoe(Shoe.of_decks(1))
    rest = full.burned([f"{rank}{suit}" for rank in RANKS[:12] for suit in "shdc"][:-3], 0)
    (known,) = {tuple(sorted([*one["player"], *one["banker"]])) for one in [rest.sample(Random(1), ())]}
    assert set(known) <= {"Q", "K"}


def test_rules_practice_tables_and_games_without_a_shoe_are_not_tracked() -> None:
    assert Play("baccarat", "baccarat").now.supply is None
    assert Play("baccarat", "baccarat", live=True, track=False).now.supply is None
    assert Play("craps", "craps", live=True, track=True).now.supply is None


def test_rules_a_tracked_shoe_outlives_a_snapshot() -> None:
    play = Play("baccarat", "baccarat", live=True)
    play.do({"do": "shuffle", "behind": 14})
    play.do({"do": "burn", "cards": "7h", "unseen": 7})
    play.outcome(ACES)
    assert table_from_json(json.loads(canonical(table_to_json(play.now)))) == play.now


def test_rules_a_shoe_goes_on_under_other_cards_and_another_shoe_is_a_new_one() -> None:
    play = Play("baccarat", "baccarat", track=True)
    play.outcome(ACES)
    play.do({"do": "change-cards", "cards": [{"card": "baccarat"}, {"card": "tiger-baccarat"}]})
    assert shoe(play).left == 410
    play.do({"do": "change-cards", "cards": [{"card": "baccarat", "options": {"decks": "6"}}]})
    assert shoe(play).left == 312
