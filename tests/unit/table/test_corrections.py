"""P8 in its corners: an outcome is corrected whatever has happened since, and the outstanding balance is settled."""

from dataclasses import replace
from typing import Any

import pytest

from rackcard.table.commands.betting import BetMade
from rackcard.table.commands.correction import Corrected
from rackcard.table.commands.seating import Left
from rackcard.table.decide import decide
from rackcard.table.registry import COMMANDS, EVENTS
from rackcard.table.replay import event_line, settled_of
from rackcard.table.state import TableEvent, Undone
from tests.support.corrections import changed_far_back, corrected_after_anything
from tests.support.table_driver import Play
from tests.support.table_world import Script

CASH_OUT = {"card": "cash-out-craps", "options": {"line-bet-required": "yes"}}


def correct(play: Play, outcome: Any) -> Corrected:
    event = play.do({"do": "correct", "outcome": outcome, "reason": "misread"})
    assert isinstance(event, Corrected)
    return event


def test_a_wager_taken_down_does_not_make_a_misread_outcome_final() -> None:
    play = Play("craps", "craps")
    play.outcome([2, 2])
    six, ten = play.bet(1, "place-6", 60_000), play.bet(1, "hard-10", 100)
    play.bet(1, "hard-8", 50_000, seat=2)
    assert play.outcome([3, 3])[six].paid == 130_000
    play.do({"do": "take-down", "seat": 1, "wager": ten})
    told = correct(play, [3, 4])  # a seven: everything loses, the dollar that came down included
    assert play.now.balance(1) == 1_000_000 - 60_100
    assert play.now.balance(2) == 1_000_000 - 50_000
    assert not play.now.wagers
    assert told.undone == ()  # it is lost, not up again


def test_an_offer_taken_since_is_undone_where_the_right_outcome_does_not_make_it() -> None:
    play = Play("craps", "craps", "cash-out-craps")
    number = play.bet(2, "cash-out", 1000)
    play.outcome(2, 3, 4, [2, 3])
    play.take("cash-out", number)
    assert play.now.balance(1) == 1_000_000 + 1000
    told = correct(play, [3, 1])  # a second 4: three numbers, and nothing to cash out yet
    assert told.undone == (Undone(number, 1, "cash out"),)
    assert play.now.wagers[number].stake == 1000
    assert play.now.balance(1) == 1_000_000 - 1000
    told = correct(play, [2, 3])  # it was right: the wager is up, and the offer open again
    assert play.now.wagers[number].stake == 1000
    assert play.take("cash-out", number).paid == 2000


def test_an_offer_taken_since_is_paid_by_what_it_is_worth_after_the_right_outcome() -> None:
    play = Play("craps", "craps", {"card": "cash-out-craps", "options": {"partial": "yes"}})
    number = play.bet(2, "cash-out", 1000)
    play.outcome(2, 3, 4, [2, 3], [4, 5])
    assert play.take("cash-out", number, amount=500).paid == 1500  # five numbers: 2 to 1
    told = correct(play, [3, 1])  # four numbers: 1 to 1
    assert play.now.balance(1) == 1_000_000 - 1000 + 1000
    assert [one.paid for one in told.reversed] == [1500]
    assert [one.paid for one in told.settlements] == [1000]
    assert play.now.wagers[number].stake == 500


def test_what_a_wrong_win_paid_for_goes_back() -> None:
    play = Play("craps", "craps")
    play.do({"do": "seat", "seat": 4, "name": "Short"})
    play.do({"do": "buy-in", "seat": 4, "amount": 500})
    play.bet(1, "field", 500, seat=4)
    play.outcome([1, 1])
    play.bet(1, "field", 1000, seat=4)
    told = correct(play, [3, 4])
    assert [one.amount for one in told.refunds or ()] == [1000]
    assert (play.now.balance(4), play.now.owed(play.now.seats[4].visit)) == (0, 0)


@pytest.mark.parametrize("second", [[3, 4], [5, 5], [3, 3], [4, 4]])
def test_a_second_correction_after_a_player_has_left(second: list[int]) -> None:
    play = Play("craps", "craps")
    play.outcome(4)
    play.bet(1, "hard-8", 6000)
    play.outcome([3, 4])
    play.do({"do": "leave", "seat": 1})
    correct(play, [5, 4])
    assert play.now.owed(1) == 6000
    correct(play, second)
    owed = {"34": 0, "55": 6000, "33": 6000, "44": 6000 + 9 * 6000}["".join(map(str, second))]
    assert play.now.owed(1) == owed
    assert not play.now.wagers


def test_bets_made_since_are_seen_again_in_their_order() -> None:
    play = Play("craps", "craps", CASH_OUT)
    play.outcome([1, 1])
    line = play.bet(1, "pass")
    needs, other = play.bet(2, "cash-out"), play.bet(1, "dont-pass")
    play.do({"do": "take-down", "seat": 1, "wager": line})
    correct(play, [1, 2])
    assert set(play.now.wagers) == {needs, other}


def test_limits_hold_for_what_a_correction_leaves_up() -> None:
    play = Play("craps", "craps", limits={"wager_max": 10_000, "seat_max": 10_000})
    play.outcome(4)
    first = play.bet(1, "hard-8", 10_000)
    play.outcome([3, 4])  # it loses, so another may be made
    late = play.bet(1, "hard-8", 10_000)
    told = correct(play, [5, 4])
    assert set(play.now.wagers) == {first}
    assert [one.number for one in told.refunds or ()] == [late]


def test_cards_changed_since_stay_changed() -> None:
    play = Play("craps", "craps", "repeater-bets-plus")
    two = play.bet(2, "repeating-2")
    play.outcome(4)
    play.do({"do": "change-cards", "cards": [{"card": "craps"}, {"card": "high-roller"}]})
    correct(play, [1, 1])
    assert [play.now.offerings[n].card.id for n in play.now.current] == ["craps", "high-roller"]
    assert two in play.now.wagers
    assert play.bet_refused(1, "pass") == "not refused"  # a 2 sets no point
    correct(play, [2, 2])
    assert play.bet_refused(1, "pass") == "window"


# ---- against the same things done after the right entry


def busy(seeds: range) -> None:
    for seed in seeds:
        corrected_after_anything(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_p8_a_busy_table_is_corrected_as_if_entered_right(block: int) -> None:
    busy(range(25 * block, 25 * block + 25))


@pytest.mark.slow
def test_p8_control_a_correction_that_keeps_all_that_was_done_since_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rackcard.table.commands.correction.could_follow", lambda table, event: True)
    with pytest.raises(AssertionError):
        busy(range(100))


def far_back(seeds: range) -> None:
    for seed in seeds:
        changed_far_back(seed)


def test_p8_a_round_far_back_is_changed_as_if_at_once() -> None:
    far_back(range(2))


@pytest.mark.slow
def test_p8_many_rounds_far_back_are_changed_as_if_at_once() -> None:
    far_back(range(2, 36))


@pytest.mark.slow
def test_p8_control_a_change_that_keeps_all_that_was_done_since_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rackcard.table.commands.correction.could_follow", lambda table, event: True)
    with pytest.raises(AssertionError):
        far_back(range(36))


# ---- what is owed


def test_what_is_owed_is_evened_out_when_the_player_leaves() -> None:
    play = Play("craps", "craps")
    play.do({"do": "seat", "seat": 4, "name": "Short"})
    play.do({"do": "buy-in", "seat": 4, "amount": 500})
    play.bet(1, "field", 500, seat=4)
    play.outcome([1, 1])
    play.do({"do": "leave", "seat": 4})
    visit = 4
    correct(play, [3, 4])
    assert play.now.owed(visit) == -1500
    for seat in (1, 2, 3):
        play.do({"do": "leave", "seat": seat})
    assert play.refused(do="close") == "owed"
    event = play.do({"do": "settle-owed", "visit": visit, "by": "house", "reason": "not seen again"})
    assert event_line(play.now, event) == "$15.00 owed by visit 4 settled by the house: not seen again"
    assert play.now.owed(visit) == 0
    assert play.now.balances["house"] == 500 - 1500
    play.do({"do": "close"})


def test_a_debt_is_taken_from_what_a_player_leaves_with() -> None:
    play = Play("craps", "craps")
    owing = {**play.now.balances, "owed:1": -300, "house": 300}
    (event,) = decide(replace(play.now, balances=owing), {"do": "leave", "seat": 1})
    assert dict(event.postings) == {"seat:1": -1_000_000, "owed:1": 300, "cash": 999_700}
    assert isinstance(event, Left)
    assert event.amount == 999_700


# ---- the payout limit


def test_the_payout_limit_is_shared_to_the_last_chip() -> None:
    play = Play("craps", "craps", limits={"payout_max": 5000}, chip=100)
    for seat in range(4, 65):
        play.do({"do": "seat", "seat": seat, "name": f"Player {seat}"})
        play.do({"do": "buy-in", "seat": seat, "amount": 10_000})
    numbers = [play.bet(1, "field", 100, seat=seat) for seat in range(1, 65)]
    settled = play.outcome([4, 5])
    won = [settled[number].paid - 100 for number in numbers]
    assert sum(won) == 5000
    assert sorted(set(won)) == [0, 100]
    assert won == sorted(won, reverse=True)  # equal shares: the earliest bet first


def test_the_payout_limit_is_shared_pro_rata() -> None:
    play = Play("craps", "craps", limits={"payout_max": 10_050}, chip=100)
    numbers = [play.bet(1, "field", 10_000, seat=1), play.bet(1, "field", 10_000, seat=2)]
    numbers.append(play.bet(1, "field", 20_000, seat=3))
    settled = play.outcome([4, 5])
    assert [settled[number].paid - settled[number].stake for number in numbers] == [2500, 2500, 5000]


# ---- real money, rounded


def test_a_stake_that_rounding_turns_against_the_house_is_not_taken_at_a_live_table() -> None:
    live = Play("craps", "craps", live=True)
    live.outcome(6)
    assert live.bet_refused(1, "place-8", 100) == "stake-edge"
    assert live.bet_refused(1, "place-8", 600) == "not refused"
    assert live.bet_refused(1, "place-8", 9100) == "not refused"  # 5/6 of a dollar on 91: the house keeps something
    number = live.bet(1, "place-8", 1200)
    assert live.refused(do="take-down", seat=1, wager=number, amount=1100) == "stake-edge"
    for play in (Play("craps", "craps"), Play("craps", "craps", live=True, rounding="house")):
        play.outcome(6)
        assert play.bet_refused(1, "place-8", 100) == "not refused"
    named = Play("craps", {"card": "craps", "accept": ["place-8"]}, live=True)
    named.outcome(6)
    assert named.bet_refused(1, "place-8", 100) == "not refused"


def test_another_wheel_is_not_laid_under_a_wager_that_is_up() -> None:
    play = Play("roulette", "roulette", "straights-and-8s")
    play.bet(2, "straights-and-8s")
    play.outcome("8")
    other = [{"card": "roulette", "options": {"wheel": "triple-zero"}}]
    assert play.refused(do="change-cards", cards=other) == "other-chance"
    play.outcome("20")  # lost: far apart
    assert play.refused(do="change-cards", cards=other) == "not refused"


# ---- the audit: each forgery has its hash, and is found by what follows from the entries before it


def floor() -> Play:
    """Winners, losers, envy, breakage, a buy-in and a bet: something of everything to forge."""
    play = Play("craps", "craps", "repeater-bets-plus", limits={"payout_max": 10_000, "wager_max": 50_000})
    play.bet(1, "field", 6000, seat=1)
    play.bet(1, "field", 6000, seat=2)
    play.bet(1, "hard-8", 500, seat=3)
    play.bet(2, "repeating-2", 500, seat=3)
    return play


def forged(event: TableEvent, data: dict[str, Any] | None = None, **moved: int) -> TableEvent:
    """An event with other facts, and with amounts moved between accounts; the sum stays zero."""
    accounts = dict(event.postings)
    for account, amount in moved.items():
        name = account.replace("_", ":")
        accounts[name] = accounts.get(name, 0) + amount
    return replace(event, **(data or {}), postings=tuple((a, n) for a, n in accounts.items() if n))


def ahead(play: Play, command: dict[str, Any]) -> TableEvent:
    (event,) = decide(play.now, command)
    return event


def rows(event: TableEvent, **changes: dict[str, Any]) -> dict[str, Any]:
    """Settlements with some of their fields changed, by wager."""
    return {"settlements": tuple(replace(one, **changes.get(f"w{one.wager}", {})) for one in settled_of(event))}


def test_p9_what_does_not_follow_from_the_entries_before_it_is_found() -> None:
    def check(play: Play, event: TableEvent) -> str:
        told = play.auditor.see(event)
        assert told is not None, event
        return str(told)

    play = floor()
    check(play, forged(ahead(play, {"do": "buy-in", "seat": 1, "amount": 1000}), cash=-9000, seat_1=9000))
    play = floor()
    play.do({"do": "close-betting"})
    late = BetMade(
        seat=3, card=1, wager="field", number=9, amount=900, postings=(("seat:3", -900), ("felt", 900))
    )  # fmt: skip
    assert "betting is closed" in check(play, late)
    play = floor()
    assert "the maximum bet on" in check(play, forged(
        ahead(play, {"do": "bet", "seat": 3, "card": 1, "wager": "field", "amount": 500}), {"amount": 60_000},
        seat_3=-59_500, felt=59_500,
    ))  # fmt: skip

    def dealt() -> tuple[Play, TableEvent]:
        play = floor()
        play.do({"do": "close-betting"})
        return play, ahead(play, {"do": "outcome", "outcome": [4, 5]})

    play, event = dealt()
    check(play, forged(event, rows(event, w1={"envy": 100, "house": -5100}), dealer=100, house=-100))
    play, event = dealt()
    check(play, forged(event, rows(event, w1={"breakage": 50, "house": -5050}), breakage=50, house=-50))
    play, event = dealt()
    check(play, forged(event, rows(event, w1={"held": "luck"})))
    play, event = dealt()  # the limit is kept, and still shared wrongly
    check(play, forged(event, rows(event, w1={"paid": 12_000, "house": -6000}, w2={"paid": 10_000, "house": -4000}),
                       seat_1=1000, seat_2=-1000))  # fmt: skip
    play, event = dealt()
    check(play, forged(event, rows(event, w1={"seat": 3}), seat_1=-11_000, seat_3=11_000))
    play = floor()
    check(play, forged(ahead(play, {"do": "void", "reason": "x"}), seat_1=-6000, seat_2=6000))
    play, event = dealt()
    play.do({"do": "outcome", "outcome": [4, 5]})
    again = ahead(play, {"do": "correct", "outcome": [3, 4], "reason": "misread"})
    check(play, forged(again, seat_1=2000, seat_2=-2000))
    play = floor()
    check(play, ahead(Play("craps", "craps"), {"do": "leave", "seat": 1}))


@pytest.mark.slow
def test_p9_every_kind_of_event_knows_its_command() -> None:
    """Whatever can happen follows from a command that is registered, and says which."""
    seen = {event.kind for game in ("craps", "roulette") for event in Script(game, 5, 250).events}
    assert {"bet", "outcome", "claimed", "corrected", "left"} <= seen <= set(EVENTS)
    for command in COMMANDS.values():
        assert command.events, command.do
        assert all(EVENTS[event.kind] is event for event in command.events), command.do
