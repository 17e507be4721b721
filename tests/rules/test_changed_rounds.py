"""Voids of less than everything, and corrections that reach further back than the last outcome."""

import json

import pytest

from rackcard.games.baccarat.tracked_shoe import TrackedShoe
from rackcard.table.commands.correction import EarlierCorrected, HandVoided, Void
from rackcard.table.decide import decide
from rackcard.table.history import follow
from rackcard.table.log.codec import canonical, event_from_json, event_to_json, table_from_json, table_to_json
from rackcard.table.log.store import Entry
from rackcard.table.replay import event_line, replay
from rackcard.table.state import Refusal
from rackcard.web.views.history import recalled
from tests.support.staging import hand
from tests.support.table_driver import Play

# ---- voids


def test_rules_a_void_of_an_earlier_version_still_clears_the_marks_and_the_point() -> None:
    play = Play("craps", "craps", "repeater-bets-plus")
    play.bet(1, "pass")
    play.outcome(4)
    event = Void("a spilled drink", clears=True).decide(play.now)
    assert "scope" not in event_to_json(event)["data"]
    assert play.auditor.see(event_from_json(event_to_json(event))) is None
    assert (play.now.marks, play.now.phase, play.now.wagers) == ({}, 0, {})
    play.bet(2, "repeating-2")
    play.outcome(4, 2, 2)
    assert play.now.round == 4


def test_rules_a_void_of_one_card_leaves_the_bets_on_the_others() -> None:
    play = Play("craps", "craps", "repeater-bets-plus")
    line, two = play.bet(1, "pass"), play.bet(2, "repeating-2", seat=2)
    play.outcome(2)
    line = play.bet(1, "pass")
    play.outcome(4)
    event = play.do({"do": "void", "card": 2, "reason": "bet too late"})
    assert event_line(play.now, event) == "bets on Repeater Bets Plus voided: bet too late"
    assert set(play.now.wagers) == {line}
    assert play.now.balance(2) == 1_000_000
    assert play.now.mark_of(2, "repeating-2").outcomes == 2
    assert play.refused(do="void", card=2, reason="x") == "nothing-up"
    assert play.outcome(4)[line].paid == 1000
    assert two not in play.now.wagers


def test_rules_a_void_of_one_hand_refunds_what_was_up_for_it_and_leaves_the_rest() -> None:
    play = Play("baccarat", "baccarat", track=True)
    play.bet(1, "player", 1000)
    play.outcome(hand("9 K", "3 4"))
    play.bet(1, "player", 500)
    play.bet(1, "banker", 1000, seat=2)
    play.outcome(hand("9 K", "3 4"))
    play.bet(1, "tie", 100, seat=3)
    event = play.do({"do": "void", "round": 2, "reason": "a card was exposed"})
    assert event_line(play.now, event) == "round 2 voided: a card was exposed; its bets are refunded"
    assert isinstance(event, HandVoided)
    assert [(one.number, one.amount) for one in event.refunds] == [(2, 500), (3, 1000)]
    assert [play.now.balance(seat) for seat in (1, 2, 3)] == [1_001_000, 1_000_000, 999_900]
    assert isinstance(play.now.supply, TrackedShoe)
    assert (play.now.round, play.now.supply.left) == (2, 408)  # the cards are out of the shoe all the same
    assert play.outcome(hand("9 K", "4 5"))[4].paid == 900


def test_rules_a_void_of_one_roll_leaves_the_point_as_the_dice_left_it() -> None:
    play = Play("craps", "craps")
    play.bet(1, "pass")
    play.bet(1, "field", seat=2)
    play.outcome(4)
    six = play.bet(1, "place-6", 600)
    play.do({"do": "void", "round": 1, "reason": "late bets"})
    assert (play.now.game.phases[play.now.phase], set(play.now.wagers)) == ("point 4", {six})
    assert [play.now.balance(seat) for seat in (1, 2)] == [999_400, 1_000_000]
    assert play.refused(do="void", round=1, card=1, reason="x") == "void-one"


# ---- corrections further back


def test_rules_an_earlier_roll_is_corrected_and_what_came_after_is_settled_again() -> None:
    play = Play("craps", "craps")
    line = play.bet(1, "pass")
    play.outcome([2, 3])  # it was a four
    field = play.bet(1, "field", seat=2)
    play.outcome([2, 3])  # so this five does not make the point
    play.outcome([2, 2])  # and this four does
    assert play.now.balance(1) == 1_000_500
    late = play.bet(1, "field", 700)
    event = play.do({"do": "correct", "round": 1, "outcome": [2, 2], "reason": "misread"})
    assert isinstance(event, EarlierCorrected)
    assert [again.round for again in event.rounds] == [2, 3]
    assert [one.wager for again in event.rounds for one in again.reversed] == [line]
    assert [(again.round, one.wager, one.paid) for again in event.rounds for one in again.settlements] == [
        (3, line, 1000)
    ]  # fmt: skip
    assert (play.now.balance(1), set(play.now.wagers), play.now.phase) == (999_800, {late}, 0)
    assert field not in play.now.wagers
    play.do({"do": "correct", "round": 2, "outcome": [3, 4], "reason": "misread too"})
    assert play.now.balance(1) == 1_000_000 - 500 - 700  # a seven-out, and then a four on the come-out
    assert play.bet_refused(1, "pass") == "window"


def test_rules_a_bet_that_could_not_have_been_made_goes_back_with_all_that_it_won() -> None:
    play = Play("craps", "craps")
    play.outcome(4)
    play.outcome(7)  # it was an 8
    play.bet(1, "pass", 1000)
    play.outcome(11)
    assert play.now.balance(1) == 1_001_000
    event = play.do({"do": "correct", "round": 2, "outcome": [4, 4], "reason": "misread"})
    assert isinstance(event, EarlierCorrected)
    assert len(event.dropped) == 1
    assert (play.now.balance(1), play.now.game.phases[play.now.phase]) == (1_000_000, "point 4")


def test_rules_a_player_who_has_left_with_too_much_owes_it() -> None:
    play = Play("craps", "craps")
    play.bet(1, "field", 5000)
    play.outcome([1, 1])
    play.do({"do": "leave", "seat": 1})
    play.outcome(4, 5)
    play.do({"do": "correct", "round": 1, "outcome": [3, 4], "reason": "misread"})
    assert play.now.owed(1) == -15000
    play.do({"do": "correct", "round": 1, "outcome": [1, 1], "reason": "it was right"})
    assert play.now.owed(1) == 0


def test_rules_a_closed_shift_is_final() -> None:
    play = Play("craps", "craps")
    line = play.bet(1, "pass")
    play.outcome(4)
    event = play.do({"do": "close-shift"})
    assert event_line(play.now, event) == "shift 1 closed"
    assert play.refused(do="correct", outcome=[1, 1], reason="x") == "nothing-to-correct"
    assert play.refused(do="void", round=1, reason="x") == "nothing-to-correct"
    assert play.outcome(4)[line].paid == 1000
    with pytest.raises(Refusal, match="round 1 cannot be changed; choose a round from 2 to 2"):
        decide(play.now, {"do": "correct", "round": 1, "outcome": [1, 1], "reason": "x"})


def test_rules_a_correction_stops_where_later_cards_could_not_have_come() -> None:
    play = Play("baccarat", "baccarat", track=True)
    aces = hand("A A 3", "A A A")
    play.outcome(aces, aces, aces, aces, aces, aces, hand("9 K", "3 4"), hand("A 8", "A 7"))
    with pytest.raises(Refusal, match="round 8 is impossible after this correction: all 32 cards of A"):
        decide(play.now, {"do": "correct", "round": 7, "outcome": hand("A 8", "3 4"), "reason": "misread"})


def test_rules_a_table_remembers_what_can_be_corrected_in_a_snapshot() -> None:
    play = Play("craps", "craps", "repeater-bets-plus")
    play.bet(2, "repeating-2")
    for _ in range(70):
        play.outcome(5, 6)
    again = table_from_json(json.loads(canonical(table_to_json(play.now))))
    assert again == play.now
    assert again.first_round == 1
    command = {"do": "correct", "round": 60, "outcome": [1, 1], "reason": "misread"}
    assert decide(again, command) == decide(play.now, command)


def test_rules_the_transcript_of_a_changed_round() -> None:
    play = Play("craps", "craps")
    play.bet(1, "pass", 1000)
    play.outcome([2, 3])
    play.outcome([2, 3])
    play.do({"do": "correct", "round": 1, "outcome": [3, 4], "reason": "misread"})
    entries = [Entry("t", n, "09:00", "Dora", None, event, "") for n, event in enumerate(play.events, 1)]
    lines = [line.removeprefix(" " * 8) for line in replay(follow(entries))][-3:]
    assert lines[0].endswith("round 1 corrected (misread): 3-4, 7; the rounds since are settled again")
    assert lines[1:] == [
        "round 1: seat 1: Pass: the line wins, $10.00 pays 1 to 1 = $20.00",
        "round 2 reversed: seat 1: Pass: the line wins, $10.00 pays 1 to 1 = $20.00",
    ]


def test_rules_a_round_is_recalled_with_its_later_correction() -> None:
    play = Play("craps", "craps")
    play.bet(1, "pass", 1000)
    play.outcome([2, 3], [2, 3], [4, 4], [3, 4])
    play.do({"do": "correct", "round": 1, "outcome": [3, 4], "reason": "misread"})
    play.do({"do": "correct", "outcome": [2, 2], "reason": "misread again"})
    entries = [Entry("t", n, "2026-11-16T09:00:00", "Dora", None, event, "") for n, event in enumerate(play.events, 1)]
    said = "corrected (misread): 3-4, 7; the rounds since are settled again"
    for number, last in ((1, "round 1: seat 1"), (2, "round 2 reversed: seat 1")):
        found = list(recalled(follow(entries), number, None))
        assert found[-1].text == f"round 1 {said}"
        assert [line for line, _, _ in found[-1].lines][-1].startswith(last)
        lines = list(replay(follow(entries), number))
        assert lines[-1].strip().startswith(last)
        assert not any("misread again" in line for line in lines)
    assert said not in str(list(recalled(follow(entries), 3, None)))
