"""The table by the rules, clause by clause: when a wager may be bet, what it comes to, and what is refused and why."""

import ast
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rackcard.api import load
from rackcard.card import card_ids
from rackcard.table import command, outcome, registry
from rackcard.table import decide as core
from rackcard.table import offerings as offer
from rackcard.table.apply import apply
from rackcard.table.commands import verify
from rackcard.table.commands.betting import WAGERS_MAX
from rackcard.table.decide import can, decide
from rackcard.table.replay import reversed_of, settled_of
from rackcard.table.settle import claims_open
from rackcard.table.state import Refusal
from rackcard.wording.history import payment
from tests.support.table_driver import BEATEN, Play

OTHERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


def hand(player: str, banker: str) -> dict[str, list[str]]:
    return {"player": player.split(), "banker": banker.split()}


# ---- cards whose window is shared by all seats (RULES 2, 3 and 4)


@pytest.mark.parametrize(
    ("game", "card", "wager", "first"),
    [
        ("craps", "cash-out-craps", "cash-out", 4),
        ("craps", "super-shooter", "little", 4),
        ("roulette", "straights-and-8s", "straights-and-8s", "8"),
    ],
)
def test_rules_2_3_4_everybody_may_bet_before_the_first_roll_and_nobody_after(
    game: str, card: str, wager: str, first: Any
) -> None:
    play = Play(game, card)
    for seat in (1, 2):
        play.bet(1, wager, seat=seat)
    play.bet(1, wager, 300)  # a raise, still before the first roll
    assert play.now.wagers[1].stake == 800
    play.outcome(first)
    for seat in (1, 2, 3):
        assert play.bet_refused(1, wager, seat=seat) == "card-up"


@pytest.mark.parametrize(("ends", "wager"), [((4, 7), "cash-out"), ((4, 5, 7), "cash-out")])
def test_rules_2_a_seven_loses_and_opens_the_betting_again(ends: tuple[int, ...], wager: str) -> None:
    play = Play("craps", "cash-out-craps")
    number = play.bet(1, wager)
    assert play.outcome(*ends)[number].paid == 0
    assert not play.now.marks
    assert play.bet(1, wager, seat=2)


def test_rules_2_the_window_opens_when_the_last_seat_has_cashed_out() -> None:
    play = Play("craps", "cash-out-craps")
    first, second = play.bet(1, "cash-out"), play.bet(1, "cash-out", seat=2)
    play.outcome(4, 5, 6, 8)
    play.take("cash-out", first)
    assert play.bet_refused(1, "cash-out") == "card-up"
    play.take("cash-out", second)
    third = play.bet(1, "cash-out")
    play.outcome(9)
    assert play.refused(do="cash-out", seat=1, wager=third) == "not-offered"


def test_rules_3_any_wager_of_the_card_closes_all_of_them() -> None:
    play = Play("craps", "super-shooter")
    play.bet(1, "little")
    play.outcome(9)
    for wager in ("little", "big", "all"):
        assert play.bet_refused(1, wager, seat=2) == "card-up"


def test_rules_3_little_wins_while_all_rides_with_envy_for_the_dealer() -> None:
    play = Play("craps", "super-shooter")
    little, all_, big = play.bet(1, "little"), play.bet(1, "all", seat=2), play.bet(1, "big", seat=3)
    settled = play.outcome(2, 3, 4, 5, 6)
    assert set(settled) == {little}
    assert (settled[little].paid, settled[little].envy) == (500 * 31, 500)
    assert play.now.balances["dealer"] == 500
    settled = play.outcome(8, 9, 10, 11, 12)
    assert (settled[all_].paid, settled[all_].envy) == (500 * 151, 2500)
    assert (settled[big].paid, settled[big].envy) == (500 * 31, 500)
    assert play.now.balances["dealer"] == 3500


# ---- RULES 1, repeater-bets-plus


def test_rules_1_a_wager_closes_once_its_own_event_is_marked_until_the_seven() -> None:
    play = Play("craps", "repeater-bets-plus")
    play.outcome(2)
    for wager in ("repeating-2", "repeating-horn", "downtown", "citywide", "even", "horn", "2-or-12"):
        assert play.bet_refused(1, wager) == "marked", wager
    for wager in ("repeating-12", "repeating-8", "uptown", "odd", "3-or-11"):
        play.bet(1, wager)
    play.outcome(7)
    assert not play.now.wagers
    assert play.bet(1, "repeating-2")


def test_rules_1_uptown_closes_once_any_of_8_to_12_has_been_rolled() -> None:
    for total in OTHERS:
        play = Play("craps", "repeater-bets-plus")
        play.outcome(total)
        assert (play.bet_refused(1, "uptown") == "marked") == (total >= 8)


def test_rules_1_a_come_out_seven_is_a_seven() -> None:
    play = Play("craps", "repeater-bets-plus")
    number = play.bet(1, "repeating-2")
    assert play.outcome(7)[number].kind == "loss"


def test_rules_1_completed_wagers_leave_and_the_others_ride() -> None:
    play = Play("craps", "repeater-bets-plus")
    two, horn, eight, pair = (play.bet(1, w) for w in ("repeating-2", "horn", "repeating-8", "2-or-12"))
    assert play.outcome(2)[pair].paid == 500 * 3
    settled = play.outcome(4, 2)
    assert (settled[two].paid, settled[two].envy) == (500 * 40, 1000)
    assert (settled[horn].paid, settled[horn].envy) == (500 * 12, 0)
    assert set(play.now.wagers) == {eight}
    assert play.bet_refused(1, "repeating-2") == "marked"


SURRENDERS = [
    ("repeating-2", 2, {1: 6}, 2), ("repeating-12", 12, {1: 6}, 2), ("repeating-3", 3, {2: 12}, 3),
    ("repeating-11", 11, {2: 12}, 3), ("repeating-4", 4, {2: 7, 3: 21}, 4), ("repeating-10", 10, {2: 7, 3: 21}, 4),
    ("repeating-5", 5, {3: 12, 4: 30}, 5), ("repeating-9", 9, {3: 12, 4: 30}, 5),
    ("repeating-6", 6, {3: 8, 4: 18, 5: 40}, 6), ("repeating-8", 8, {3: 8, 4: 18, 5: 40}, 6),
    ("repeating-horn", 3, {4: 12, 5: 24, 6: 48}, 7),
]  # fmt: skip


@pytest.mark.parametrize(("wager", "total", "pays", "needed"), SURRENDERS)
def test_rules_1_surrender_is_paid_for_1_at_each_count_with_a_pay(
    wager: str, total: int, pays: dict[int, int], needed: int
) -> None:
    play = Play("craps", "repeater-bets-plus")
    number = play.bet(1, wager)
    for count in range(1, needed):
        play.outcome(total)
        offers = claims_open(play.now, number)
        assert ("surrender" in offers) == (count in pays)
        if count in pays:
            (event,) = decide(play.now, {"do": "surrender", "seat": 1, "wager": number})
            assert settled_of(event)[0].paid == 500 * pays[count]
            assert settled_of(event)[0].envy == 0
    assert play.outcome(total)[number].envy == 500 * needed


def test_rules_1_surrender_envy_is_a_reading() -> None:
    for reading, envy in (("no", 0), ("yes", 1000)):
        play = Play("craps", {"card": "repeater-bets-plus", "options": {"surrender-envy": reading}})
        number = play.bet(1, "repeating-2")
        play.outcome(2)
        assert play.take("surrender", number).envy == envy
        assert play.now.balances.get("dealer", 0) == envy
        assert number not in play.now.wagers


def test_rules_1_surrender_is_the_operators_option_and_never_in_part() -> None:
    play = Play("craps", {"card": "repeater-bets-plus", "options": {"surrender": "no"}})
    number = play.bet(1, "repeating-2")
    play.outcome(2)
    assert play.refused(do="surrender", seat=1, wager=number) == "not-offered"
    play = Play("craps", "repeater-bets-plus")
    number = play.bet(1, "repeating-2")
    play.outcome(2)
    assert play.refused(do="surrender", seat=1, wager=number, amount=100) == "not-in-part"
    assert play.refused(do="surrender", seat=2, wager=number) == "no-such-wager"


# ---- RULES 2, cash-out-craps

PAYS = {
    "1": {4: 1, 5: 2, 6: 3, 7: 5, 8: 10, 9: 30},
    "2": {4: 1, 5: 2, 6: 3, 7: 5, 8: 10, 9: 25},
    "3": {5: 1, 6: 3, 7: 5, 8: 10, 9: 30},
    "4": {5: 1, 6: 3, 7: 5, 8: 10, 9: 25},
}


@pytest.mark.parametrize("table", PAYS)
def test_rules_2_cash_out_at_the_pay_of_the_count_take_back_below_it_and_ten_by_itself(table: str) -> None:
    play = Play("craps", {"card": "cash-out-craps", "tables": {"cash-out": table}})
    number = play.bet(1, "cash-out")
    assert play.refused(do="take-back", seat=1, wager=number) == "not-offered"
    for count, total in enumerate(OTHERS[:9], start=1):
        play.outcome(total, total)  # a repeat adds no mark
        pay = PAYS[table].get(count)
        assert set(claims_open(play.now, number)) == {"cash out" if pay else "take back"}
        offer = "cash-out" if pay else "take-back"
        (event,) = decide(play.now, {"do": offer, "seat": 1, "wager": number})
        assert settled_of(event)[0].paid == 500 * (1 + (pay or 0))
    assert play.outcome(12)[number].paid == 500 * 101


def test_rules_2_take_back_is_the_operators_option() -> None:
    play = Play("craps", {"card": "cash-out-craps", "options": {"take-back": "no"}})
    number = play.bet(1, "cash-out")
    play.outcome(4)
    assert play.refused(do="take-back", seat=1, wager=number) == "not-offered"
    assert play.refused(do="take-down", seat=1, wager=number) == "stands"


def test_rules_2_partial_cashes_part_and_the_rest_rides() -> None:
    play = Play("craps", {"card": "cash-out-craps", "options": {"partial": "yes"}})
    number = play.bet(1, "cash-out", 1000)
    play.outcome(4, 5, 6, 8)
    assert play.refused(do="cash-out", seat=1, wager=number, amount=1100) == "bad-amount"
    assert play.take("cash-out", number, amount=400).paid == 800
    assert play.now.wagers[number].stake == 600
    play.outcome(9)
    assert play.take("cash-out", number).paid == 1800
    assert not play.now.wagers
    play = Play("craps", "cash-out-craps")
    number = play.bet(1, "cash-out", 1000)
    play.outcome(4, 5, 6, 8)
    assert play.refused(do="cash-out", seat=1, wager=number, amount=400) == "not-in-part"
    assert play.take("cash-out", number, amount=1000).paid == 2000


def test_rules_2_several_are_separate_bets_each_cashed_out_by_itself() -> None:
    play = Play("craps", {"card": "cash-out-craps", "options": {"several": "yes"}})
    first, second = play.bet(1, "cash-out"), play.bet(1, "cash-out", 700)
    assert first != second
    play.outcome(4, 5, 6, 8)
    assert play.take("cash-out", second).paid == 1400
    assert set(play.now.wagers) == {first}
    assert play.bet_refused(1, "cash-out") == "card-up"
    one = Play("craps", "cash-out-craps")
    assert one.bet(1, "cash-out") == one.bet(1, "cash-out")


def test_rules_2_window_before_or_after_the_come_out() -> None:
    before = Play("craps", {"card": "cash-out-craps", "options": {"window": "before-the-come-out"}})
    after = Play("craps", {"card": "cash-out-craps", "options": {"window": "after-the-come-out"}})
    assert after.bet_refused(1, "cash-out") == "window"
    before.outcome(4)
    after.outcome(4)
    assert before.bet_refused(1, "cash-out") == "window"
    assert after.bet(1, "cash-out")
    before.outcome(4)
    assert before.bet(1, "cash-out")


def test_rules_2_line_bet_required() -> None:
    play = Play("craps", "craps", {"card": "cash-out-craps", "options": {"line-bet-required": "yes"}})
    assert play.bet_refused(2, "cash-out") == "line-bet-required"
    play.bet(1, "pass", seat=2)
    assert play.bet_refused(2, "cash-out") == "line-bet-required"  # another seat's line bet does not help
    play.bet(1, "field")
    assert play.bet_refused(2, "cash-out") == "line-bet-required"
    play.bet(1, "dont-pass")
    assert play.bet(2, "cash-out")


def test_rules_2_off_on_the_come_out_marks_nothing_and_a_seven_does_not_lose() -> None:
    play = Play("craps", {"card": "cash-out-craps", "options": {"come-out": "off"}})
    number = play.bet(1, "cash-out")
    assert play.outcome(7, 11, 4) == {}  # all on the come-out; 4 is the point now
    play.outcome(5, 6, 8)
    assert not claims_open(play.now, number).get("cash out")
    play.outcome(9)
    assert "cash out" in claims_open(play.now, number)
    assert play.outcome(4, 7) == {}  # the point is made; a come-out seven
    assert play.outcome(10, 7)[number].kind == "loss"
    on = Play("craps", "cash-out-craps")
    number = on.bet(1, "cash-out")
    assert on.outcome(7)[number].kind == "loss"


# ---- RULES 4, straights-and-8s

SEQUENCES = [
    (("0",), -1), (("00",), -1), (("5", "0"), -1), (("5", "00"), -1), (("5", "5"), -1), (("5", "8"), -1),
    (("5", "6", "20"), 7), (("5", "6", "0"), 7), (("6", "5", "20"), 7), (("5", "7", "20"), 4), (("5", "3", "00"), 4),
    (("8", "8", "1"), 4), (("8", "18", "0"), 4), (("18", "28", "1"), 4), (("8", "18", "28"), 299),
    (("28", "8", "18"), 299), (("8", "8", "18"), 50), (("8", "8", "8"), 50), (("5", "6", "7"), 50),
    (("7", "6", "5"), 50), (("22", "24", "23"), 50), (("5", "6", "4"), 50), (("36", "1"), -1), (("8", "9", "28"), 7),
    (("8", "8", "9"), 4), (("8", "9", "10"), 50), (("17", "18", "28"), 7), (("5", "6", "8"), 7),
]  # fmt: skip


@pytest.mark.parametrize(("spins", "net"), SEQUENCES)
def test_rules_4_every_row_of_the_table(spins: tuple[str, ...], net: int) -> None:
    play = Play("roulette", "straights-and-8s")
    number = play.bet(1, "straights-and-8s")
    assert play.outcome(*spins[:-1]) == {}
    assert play.outcome(spins[-1])[number].paid == 500 * (1 + net)
    assert not play.now.marks
    assert play.bet(1, "straights-and-8s")


def test_rules_4_readings_of_order_and_wrap() -> None:
    for options, spins, net in (
        ({"order": "in-order"}, ("22", "24", "23"), 4),
        ({"order": "in-order"}, ("24", "23", "22"), 50),
        ({"wrap": "yes"}, ("36", "1", "2"), 50),
        ({"wrap": "yes"}, ("36", "2", "9"), 4),
    ):
        play = Play("roulette", {"card": "straights-and-8s", "options": options})
        number = play.bet(1, "straights-and-8s")
        assert play.outcome(*spins)[number].paid == 500 * (1 + net), (options, spins)


def test_rules_4_a_pocket_that_the_wheel_lacks_cannot_come() -> None:
    for wheel, pockets in (("single-zero", ("00", "000")), ("double-zero", ("000",)), ("triple-zero", ())):
        play = Play("roulette", {"card": "straights-and-8s", "options": {"wheel": wheel}})
        play.do({"do": "close-betting"})
        for pocket in ("0", "00", "000"):
            refused = play.refused(do="outcome", outcome=pocket) == "bad-outcome"
            assert refused == (pocket in pockets)


# ---- RULES 5, document 004, craps

HAND_CARDS = ["dice-works", "high-roller", "parlay-craps", "parlay-craps-with-envy", "roll-the-line"]


def offered(card: str, **options: str) -> dict[str, Any]:
    return {"card": card, "accept": BEATEN.get(card, []), "options": options}


@pytest.mark.parametrize("card", HAND_CARDS)
def test_rules_5_bets_are_made_before_the_first_roll_of_the_shooters_hand(card: str) -> None:
    play = Play("craps", offered(card))
    wager = next(iter(play.now.offerings[1].bets))
    play.bet(1, wager)
    play.outcome(7)  # on the come-out: no seven-out, and the hand has begun
    for seat in (1, 2):
        assert play.bet_refused(1, wager, seat=seat) == "window"
    play.outcome(4)
    assert play.refused(do="take-down", seat=1, wager=1) == "stands"
    assert 1 in play.outcome(7)
    assert play.bet(1, wager)


@pytest.mark.parametrize("card", ["dice-works", "parlay-craps", "parlay-craps-with-envy"])
def test_rules_5_any_seven_is_the_other_reading(card: str) -> None:
    play = Play("craps", {"card": card, "options": {"ends": "any-seven"}})
    wager = next(iter(play.now.offerings[1].bets))
    number = play.bet(1, wager)
    assert play.outcome(7)[number].kind == "loss"
    assert play.bet(1, wager)


def test_rules_5_dice_works_pays_both_tables() -> None:
    for table, lows, works in (("1", 34, 175), ("2", 30, 150)):
        entry = offered("dice-works") | {"tables": {"all-lows": table, "the-works": table}}
        play = Play("craps", entry)
        first, second = play.bet(1, "all-lows"), play.bet(1, "the-works", seat=2)
        assert play.outcome(2, 3, 4, 5, 6)[first].paid == 500 * (1 + lows)
        assert play.outcome(8, 9, 10, 11, 12)[second].paid == 500 * (1 + works)


def test_rules_5_high_roller_is_paid_at_the_seven_out() -> None:
    pays = {0: -1, 1: -1, 2: -1, 3: 5, 4: 9, 5: 19, 6: 29, 7: 49, 8: 99, 9: 199, 10: 299, 12: 299}
    for points, net in pays.items():
        play = Play("craps", "high-roller")
        number = play.bet(1, "high-roller")
        assert play.outcome(*(4, 4) * points, 7, 11, 2, 6, 5) == {}
        assert play.outcome(7)[number].paid == 500 * (1 + net)


def test_rules_5_roll_the_line_reads_its_cells_as_net_or_for_1() -> None:
    for cells, wins, paid in (("net", 2, 500), ("net", 3, 1000), ("net", 1, 0), ("for-1", 2, 0), ("for-1", 3, 500)):
        play = Play("craps", {"card": "roll-the-line", "options": {"cells": cells}})
        number = play.bet(1, "roll-the-line")
        assert play.outcome(*(7,) * (wins - 1), 11, 2, 4) == {}
        assert play.outcome(7)[number].paid == paid


def test_rules_5_parlay_pays_to_1_and_with_envy_for_1() -> None:
    for card, paid in (("parlay-craps", 41), ("parlay-craps-with-envy", 40)):
        play = Play("craps", offered(card))
        number = play.bet(1, "repeating-2")
        settled = play.outcome(2, 7, 2)[number]
        assert (settled.paid, settled.envy) == (500 * paid, 0)


@pytest.mark.parametrize(
    ("game", "card", "wagers"),
    [
        (
            "craps",
            "parlay-craps-with-envy",
            ["repeating-8-8x", "repeating-9-9x", "repeating-10-10x", "repeating-horn"],
        ),
        (
            "baccarat",
            "baccarat-extras",
            ["bad-beat", "player-pair", "banker-pair", "player-phoenix", "banker-phoenix"],
        ),
    ],
)
def test_rules_not_posted_wagers_cannot_be_bet(game: str, card: str, wagers: list[str]) -> None:
    play = Play(game, offered(card))
    for wager in wagers:
        assert play.bet_refused(1, wager) == "not-posted"


@pytest.mark.parametrize(
    ("game", "card", "options", "reading"),
    [
        ("craps", "dice-works", {}, "ends=any-seven"),
        ("craps", "parlay-craps", {}, "ends=any-seven"),
        ("craps", "parlay-craps-with-envy", {}, "ends=any-seven"),
        ("baccarat", "baccarat", {"game": "no-commission", "push-on-7": "all"}, "push-on-7=banker"),
    ],
)
def test_rules_5_no_table_opens_a_wager_that_the_player_beats(
    game: str, card: str, options: dict[str, str], reading: str
) -> None:
    name, _, value = reading.partition("=")
    with pytest.raises(Refusal, match=f"set {name} to {value}, where the house edge is") as refusal:
        Play(game, {"card": card, "options": options})
    assert refusal.value.code == "player-edge"
    assert Play(game, {"card": card, "options": options | {name: value}})
    wagers = BEATEN.get(card, ["player"])
    assert Play(game, {"card": card, "options": options, "accept": wagers})
    if len(wagers) > 2:  # one wager accepted does not let the others in
        with pytest.raises(Refusal, match="the player has an edge"):
            Play(game, {"card": card, "options": options, "accept": wagers[:1]})


# ---- the base game of craps


def test_rules_craps_pass_and_dont_pass_with_12_barred() -> None:
    for rolls, passed, dont in (
        ((7,), 1000, 0), ((11,), 1000, 0), ((2,), 0, 1000), ((3,), 0, 1000), ((12,), 0, 500),
        ((4, 2, 4), 1000, 0), ((9, 12, 7), 0, 1000), ((6, 11, 6), 1000, 0),
    ):  # fmt: skip
        play = Play("craps", "craps")
        first, second = play.bet(1, "pass"), play.bet(1, "dont-pass", seat=2)
        settled = play.outcome(*rolls)
        assert (settled[first].paid, settled[second].paid) == (passed, dont), rolls


def test_rules_craps_the_line_is_bet_on_the_come_out_and_stands() -> None:
    play = Play("craps", "craps")
    number = play.bet(1, "pass")
    play.outcome(4)
    assert play.bet_refused(1, "pass") == "window"
    assert play.bet_refused(1, "dont-pass") == "window"
    assert play.refused(do="take-down", seat=1, wager=number) == "stands"


def test_rules_craps_place_wagers_are_off_on_the_come_out_and_may_be_taken_down() -> None:
    play = Play("craps", "craps")
    six, eight = play.bet(1, "place-6", 600), play.bet(1, "place-8", 600, seat=2)
    assert play.outcome(7, 6) == {}  # come-out rolls: neither lost nor won
    assert play.outcome(6)[six].paid == 600 + 700
    play.do({"do": "take-down", "seat": 2, "wager": eight})
    assert play.now.balance(2) == 1_000_000


def test_rules_part_of_a_stake_that_may_come_down_may_come_down() -> None:
    play = Play("craps", "craps", limits={"wager_min": 500})
    number = play.bet(1, "field", 1500)
    play.do({"do": "take-down", "seat": 1, "wager": number, "amount": 500})
    assert (play.now.wagers[number].stake, play.now.balance(1)) == (1000, 1_000_000 - 1000)
    assert play.refused(do="take-down", seat=1, wager=number, amount=600) == "below-minimum"
    play.do({"do": "take-down", "seat": 1, "wager": number, "amount": 1000})
    assert (dict(play.now.wagers), play.now.balance(1)) == ({}, 1_000_000)


def test_rules_a_bet_after_a_misread_outcome_does_not_keep_it_from_being_corrected() -> None:
    play = Play("craps", "craps", "cash-out-craps")
    place, run = play.bet(1, "field"), play.bet(2, "cash-out")
    assert play.outcome([1, 1])[place].paid == 1500
    stays = play.bet(1, "field", seat=2)
    play.do({"do": "correct", "outcome": [3, 4], "reason": "misread"})  # a seven: the field and the run lose
    assert play.now.balance(1) == 1_000_000 - 1000
    assert set(play.now.wagers) == {stays}
    assert run not in play.now.wagers
    assert play.outcome([1, 1])[stays].paid == 1500


def test_rules_a_bet_that_the_right_outcome_would_not_have_allowed_goes_back() -> None:
    play = Play("craps", "craps", "cash-out-craps")
    play.bet(2, "cash-out")
    play.outcome([3, 4])  # the run is lost, so another may begin
    late = play.bet(2, "cash-out", seat=2)
    play.do({"do": "correct", "outcome": [3, 3], "reason": "misread"})
    assert late not in play.now.wagers  # its card is up from before
    assert play.now.balance(2) == 1_000_000
    assert len(play.now.wagers) == 1


def test_rules_a_wager_that_a_correction_brings_back_is_never_the_next_players() -> None:
    play = Play("craps", "craps")
    play.outcome(6)
    up = play.bet(1, "place-8", 600)
    assert play.outcome([3, 4])[up].paid == 0
    money = play.now.balance(1)
    visit = play.now.seats[1].visit
    play.do({"do": "leave", "seat": 1})
    play.do({"do": "seat", "seat": 1, "name": "Bob"})
    play.do({"do": "correct", "outcome": [4, 5], "reason": "misread"})
    assert play.now.wagers == {}
    assert (play.now.balance(1), play.now.balances[f"owed:{visit}"]) == (0, 600)
    assert money == 1_000_000 - 600


def test_rules_marks_of_a_wager_that_goes_back_to_a_player_who_left_are_not_the_next_bets() -> None:
    play = Play("roulette", "roulette", "straights-and-8s")
    play.bet(2, "straights-and-8s")
    play.outcome("5", "20")  # lost: far apart
    play.do({"do": "leave", "seat": 1})
    late = play.bet(2, "straights-and-8s", seat=2)
    play.do({"do": "correct", "outcome": "6", "reason": "misread"})  # one apart: it would be up still
    assert set(play.now.wagers) == {late}
    assert not play.now.marks
    assert play.outcome("7") == {}
    assert play.outcome("8", "9")[late].paid == 51 * 500  # 7, 8, 9 in a row, from its own first spin


def test_rules_a_paused_table_goes_on_when_its_last_round_is_confirmed() -> None:
    play = Play("craps", "craps")
    play.outcome(6)
    play.do({"do": "pause", "reason": "the server was started anew"})
    assert play.bet_refused(1, "field") == "paused"
    assert play.refused(do="confirm", round=7) == "confirm-outcome"
    play.do({"do": "confirm", "round": 1})
    play.bet(1, "field")


def test_rules_advice_is_off_at_a_live_table_until_it_is_allowed() -> None:
    play = Play("craps", "craps")
    assert play.now.gives_advice
    live = replace(play.now, is_live=True)
    assert not live.gives_advice
    for allow in (True, False):
        (event,) = decide(live, {"do": "advice", "allow": allow})
        live = apply(live, event)
        assert live.gives_advice is allow


def test_rules_craps_hard_ways_lose_easy_or_to_a_seven_and_may_be_taken_down() -> None:
    play = Play("craps", "craps")
    first = play.bet(1, "hard-8")
    assert play.outcome([4, 4])[first].paid == 5000
    second = play.bet(1, "hard-8")
    assert play.outcome([2, 6])[second].paid == 0
    third = play.bet(1, "hard-8")
    play.outcome(5, 4)
    play.do({"do": "take-down", "seat": 1, "wager": third})
    assert play.now.balance(1) == 1_000_000 + 4500 - 500


def test_rules_a_roll_settles_several_cards_and_seats_at_once() -> None:
    play = Play("craps", "craps", "repeater-bets-plus", "super-shooter", "cash-out-craps", "high-roller")
    up = {
        play.bet(1, "pass", seat=1): 0,
        play.bet(2, "repeating-2", seat=2): 0,
        play.bet(3, "all", seat=3): 0,
        play.bet(4, "cash-out", seat=1): 0,
        play.bet(5, "high-roller", seat=2): 0,
        play.bet(1, "dont-pass", seat=3): 1000,
    }
    play.outcome(4)
    up[play.bet(1, "any-seven", seat=1)] = 2500
    settled = play.outcome(7)
    assert {number: one.paid for number, one in settled.items()} == up
    assert not play.now.wagers


# ---- RULES 6, baccarat

HANDS = [
    ("baccarat", {}, "player", "9 K", "3 4", 1000), ("baccarat", {}, "banker", "3 4", "9 K", 975),
    ("baccarat", {}, "tie", "3 4", "2 5", 4500), ("baccarat", {}, "player", "3 4", "2 5", 500),
    ("baccarat", {"game": "no-commission"}, "banker", "2 K 3", "3 K 4", 500),
    ("baccarat", {"game": "no-commission"}, "player", "2 K 3", "3 K 4", 0),
    ("baccarat", {"game": "no-commission"}, "banker", "3 4", "9 K", 1000),
    ("baccarat", {"game": "tiger"}, "banker", "K K 8", "3 3", 0),
    ("baccarat", {"game": "tiger"}, "banker", "K K 5", "3 3", 750),
    ("tiger-baccarat", {}, "banker", "K K 5", "3 3", 750), ("tiger-baccarat", {}, "tiger", "K K 5", "3 3", 6500),
    ("tiger-baccarat", {}, "tiger", "K 2 3", "K 3 3", 10500),
    ("tiger-baccarat", {}, "small-tiger", "K K 5", "3 3", 11500),
    ("tiger-baccarat", {}, "big-tiger", "K 2 3", "K 3 3", 25500),
    ("tiger-baccarat", {}, "tiger-pair", "9 K", "4 4", 2500),
    ("tiger-baccarat", {}, "tiger-pair", "2 2 3", "K K A", 10500),
    ("tiger-baccarat", {}, "tiger-pair", "4 4", "4 4", 50500), ("tiger-baccarat", {}, "tiger-pair", "9 K", "K Q", 0),
    ("golden-dragon-baccarat", {}, "natural-9-over-7", "9 K", "3 4", 25500),
    ("golden-dragon-baccarat", {}, "natural-9-over-7", "3 4", "9 K", 25500),
    ("golden-dragon-baccarat", {}, "8-over-6", "8 K", "3 3", 13000),
    ("golden-dragon-baccarat", {}, "golden-dragon-7", "2 K 3", "3 K 4", 20500),
    ("golden-dragon-baccarat", {}, "green-dragon-8", "5 K 3", "6 K", 13000),
    ("golden-dragon-baccarat", {}, "three-card-9-over-three-card-7", "5 K 4", "3 K 4", 100500),
    ("golden-dragon-baccarat", {}, "three-card-9-over-three-card-1", "5 K 4", "5 K 6", 75500),
    ("treasure-of-the-5-dragons", {}, "golden-dragon-6s", "K 2 3", "K 3 3", 13000),
    ("treasure-of-the-5-dragons", {}, "golden-dragon-6s", "K K 5", "3 3", 6500),
    ("treasure-of-the-5-dragons", {}, "blue-dragon-9s", "5 K 4", "5 K 4", 38000),
    ("treasure-of-the-5-dragons", {}, "blue-dragon-9s", "5 K 4", "6 K", 5500),
    ("treasure-of-the-5-dragons", {}, "red-dragon-7s", "3 4", "2 5", 25500),
    ("treasure-of-the-5-dragons", {}, "red-dragon-7s", "5 K 2", "3 K 4", 100500),
    ("treasure-of-the-5-dragons", {}, "red-dragon-6s", "3 3", "2 4", 25500),
    ("treasure-of-the-5-dragons", {}, "any-dragon", "2 K 3", "3 K 4", 3500),
    ("treasure-of-the-5-dragons", {}, "any-dragon", "K K 5", "3 3", 0),
    ("infinite-fortune", {}, "natural-9-over-8", "9 K", "8 K", 20500),
    ("infinite-fortune", {}, "8-over-7", "8 K", "3 4", 13000),
    ("infinite-fortune", {}, "super-7", "2 K 3", "3 K 4", 20500),
    ("infinite-fortune", {}, "fortune-8", "5 K 3", "6 K", 13000),
    ("infinite-fortune", {}, "three-card-9-over-three-card-8", "5 K 4", "4 K 4", 100500),
]  # fmt: skip


@pytest.mark.parametrize(("card", "options", "wager", "player", "banker", "paid"), HANDS)
def test_rules_6_every_wager_by_one_hand(
    card: str, options: dict[str, str], wager: str, player: str, banker: str, paid: int
) -> None:
    play = Play("baccarat", {"card": card, "options": options}, chip=25)
    number = play.bet(1, wager)
    assert play.outcome(hand(player, banker))[number].paid == paid


@pytest.mark.parametrize(
    ("player", "banker", "words"),
    [
        ("9 K 2", "3 4", "must stand"), ("2 3", "3 4", "must draw"), ("6 K", "3 2", "banker has 5 and must draw"),
        ("2 3 8", "3 K 2", "banker has 3 and must stand"), ("2 3 4", "7 K 2", "banker has 7 and must stand"),
        ("9", "3 4", "two or three cards"), ("1 9", "3 4", "is not a card"), ("2 2 2 2", "3 4", "two or three cards"),
    ],
)  # fmt: skip
def test_rules_6_hands_that_break_the_drawing_rules_are_refused(player: str, banker: str, words: str) -> None:
    play = Play("baccarat", "baccarat")
    play.do({"do": "close-betting"})
    with pytest.raises(Refusal, match=words) as refusal:
        decide(play.now, {"do": "outcome", "outcome": hand(player, banker)})
    assert refusal.value.code == "bad-outcome"


# ---- chips, limits and words


@pytest.mark.parametrize(
    ("game", "card", "wager", "stake", "given", "player", "house"),
    [
        ("baccarat", "baccarat", "banker", 500, hand("3 4", "9 K"), (1000, -25, -475), (900, 75, -475)),
        ("baccarat", "tiger-baccarat", "banker", 500, hand("K K 5", "3 3"), (800, -50, -250), (700, 50, -250)),
        ("craps", "craps", "place-6", 500, [3, 3], (1100, -17, -583), (1000, 84, -584)),
    ],
)
def test_rules_rounding_to_the_smallest_chip_books_the_breakage(
    game: str, card: str, wager: str, stake: int, given: Any, player: tuple[int, ...], house: tuple[int, ...]
) -> None:
    for rounding, expected in (("player", player), ("house", house)):
        play = Play(game, card, rounding=rounding, chip=100)
        if game == "craps":
            play.outcome(4)
        number = play.bet(1, wager, stake)
        settled = play.outcome(given)[number]
        assert (settled.paid, settled.breakage, settled.house) == expected
        assert play.now.balances.get("breakage", 0) == expected[1]


def test_rules_limits_for_a_wager_a_seat_and_the_table() -> None:
    limits = {"wager_min": 500, "wager_max": 2000, "seat_max": 3000, "table_max": 4000}
    play = Play("craps", "craps", limits=limits)
    assert play.bet_refused(1, "field", 400) == "below-minimum"
    assert play.bet_refused(1, "field", 2100) == "over-wager-limit"
    play.bet(1, "field", 1500)
    assert play.bet_refused(1, "field", 600) == "over-wager-limit"  # a raise counts what is up
    play.bet(1, "field", 100)  # and may be below the least
    play.bet(1, "pass", 1400)
    assert play.bet_refused(1, "eleven", 500) == "over-seat-limit"
    assert play.bet_refused(1, "field", 1100, seat=2) == "over-table-limit"
    assert play.bet(1, "field", 1000, seat=2)


def test_rules_the_payout_limit_is_shared_pro_rata_and_stakes_come_back_whole() -> None:
    play = Play("craps", "craps", limits={"payout_max": 30000}, chip=100)
    first, second = play.bet(1, "craps-12", 1000), play.bet(1, "craps-12", 3000, seat=2)
    third, fourth = play.bet(1, "dont-pass", 700, seat=3), play.bet(1, "eleven", 500, seat=3)
    settled = play.outcome(12)
    assert settled[first].paid == 1000 + 7500
    assert settled[second].paid == 3000 + 22500
    assert (settled[third].paid, settled[fourth].paid) == (700, 0)
    assert "payout limit of $300.00" in payment(settled[first])
    uncut = Play("craps", "craps", limits={"payout_max": 30000})
    number = uncut.bet(1, "craps-12", 1000)
    assert uncut.outcome(12)[number].paid == 31000


def test_rules_payments_say_why_in_words() -> None:
    play = Play("craps", "craps", "repeater-bets-plus", "cash-out-craps")
    two, cash, barred, field = (
        play.bet(2, "repeating-2"), play.bet(3, "cash-out"), play.bet(1, "dont-pass"), play.bet(1, "field")
    )  # fmt: skip
    settled = play.outcome(12)
    assert payment(settled[field]).startswith("Field: ")
    assert payment(settled[field]).endswith("$5.00 pays 2 to 1 = $15.00")
    assert payment(settled[barred]).endswith("$5.00 goes back")
    assert "take back" in payment(play.take("take-back", cash))
    won = payment(play.outcome(2, 2)[two])
    assert won.startswith("Repeating 2: ")
    assert "$5.00 pays 40 for 1 = $200.00, the dealer gets $10.00" in won
    lost = play.bet(1, "field")
    assert payment(play.outcome(7)[lost]) == "Field: $5.00 loses"


# ---- what the floor does


def test_rules_change_cards_never_touches_a_wager_that_is_up() -> None:
    play = Play("craps", {"card": "super-shooter", "tables": {"little": "2"}}, "repeater-bets-plus")
    little, two = play.bet(1, "little"), play.bet(2, "repeating-2", seat=2)
    play.outcome(2)
    pinned = {n: play.now.offerings[w.offering].sha256 for n, w in play.now.wagers.items()}
    before = play.now.wagers
    play.do({"do": "change-cards", "cards": [{"card": "craps"}, {"card": "super-shooter"}]})
    assert play.now.wagers == before
    assert {n: play.now.offerings[w.offering].sha256 for n, w in play.now.wagers.items()} == pinned
    assert play.bet_refused(1, "little") == "not-offered"
    assert play.outcome(3, 4, 5, 6)[little].paid == 500 * 35
    assert play.outcome(2)[two].paid == 500 * 40


def test_rules_marks_stay_on_the_layout_when_cards_change() -> None:
    play = Play("craps", "repeater-bets-plus", "high-roller")
    play.outcome(2)
    play.do(
        {"do": "change-cards", "cards": [{"card": "craps"}, {"card": "high-roller"}, {"card": "repeater-bets-plus"}]}
    )
    _, high_roller, repeater = play.now.current
    assert play.bet_refused(repeater, "repeating-2") == "marked"
    assert play.bet_refused(high_roller, "high-roller") == "window"
    play.outcome(7)
    assert play.bet(repeater, "repeating-2")


def test_rules_a_void_refunds_every_stake_and_clears_the_marks() -> None:
    play = Play("craps", "craps", "repeater-bets-plus", "super-shooter")
    for seat in (1, 2, 3):
        play.bet(1, "pass", seat=seat)
        play.bet(3, "all", 700, seat=seat)
    play.outcome(4)
    play.do({"do": "close-betting"})
    play.do({"do": "void", "reason": "a die left the table"})
    assert not play.now.wagers
    assert not play.now.marks
    assert play.now.betting
    assert [play.now.balance(seat) for seat in (1, 2, 3)] == [1_000_000] * 3
    assert play.bet(1, "pass")


def test_rules_no_roll_changes_nothing_but_opens_betting() -> None:
    play = Play("craps", "craps")
    play.bet(1, "pass")
    before = play.now
    play.do({"do": "close-betting"})
    play.do({"do": "no-roll", "reason": "a cocked die"})
    assert play.now == before


def test_rules_a_correction_takes_payments_back_and_makes_the_right_ones() -> None:
    play = Play("craps", "craps", "repeater-bets-plus")
    field, two = play.bet(1, "field"), play.bet(2, "repeating-2", seat=2)
    play.outcome([1, 1])
    event = play.do({"do": "correct", "outcome": [3, 4], "reason": "misread"})
    assert [one.wager for one in reversed_of(event)] == [field]
    assert {one.wager for one in settled_of(event)} == {field, two}
    assert play.now.balance(1) == play.now.balance(2) == 1_000_000 - 500
    assert play.now.phase == 0
    play.do({"do": "correct", "outcome": [1, 1], "reason": "it was right"})
    assert play.now.balance(1) == 1_000_000 + 1000
    assert play.now.wagers.keys() == {two}
    assert play.now.round == 1


def test_rules_what_a_correction_cannot_take_is_owed() -> None:
    play = Play("craps", "craps")
    play.bet(1, "field", 5000)
    play.outcome([1, 1])
    play.do({"do": "leave", "seat": 1})
    play.do({"do": "correct", "outcome": [3, 4], "reason": "misread"})
    assert play.now.balances["owed:1"] == -15000
    assert play.now.balance(1) == 0


def test_rules_freeze_resume_leave_and_close() -> None:
    play = Play("craps", "craps")
    play.outcome(4)
    play.bet(1, "field")
    play.do({"do": "freeze", "reason": "the felt does not add up"})
    for given in ({"do": "close-betting"}, {"do": "leave", "seat": 2}, {"do": "void", "reason": "x"}):
        assert play.refused(**given) == "frozen"
    assert play.bet_refused(1, "field") == "frozen"
    assert play.refused(do="resume", round=0) == "confirm-outcome"
    play.do({"do": "resume", "round": 1})
    assert play.refused(do="leave", seat=1) == "wagers-up"
    assert play.refused(do="close") == "wagers-up"
    play.outcome(5)
    assert play.refused(do="close") == "seats-taken"
    for seat in (1, 2, 3):
        play.do({"do": "leave", "seat": seat})
    play.do({"do": "close"})
    assert sum(play.now.balances.values()) == 0
    assert play.refused(do="seat", seat=1, name="Late") == "closed"


# ---- rules that are easily broken


def opens(game: str, *offered_cards: dict[str, Any]) -> bool:
    """Whether a table opens with these cards."""
    return can(None, {"do": "open", "name": "T", "game": game, "cards": list(offered_cards)})


def test_rules_2_a_changed_card_is_closed_while_a_wager_of_it_is_up() -> None:
    play = Play("craps", "cash-out-craps")
    play.bet(1, "cash-out")
    play.outcome(4, 5, 6)
    play.do({"do": "change-cards", "cards": [{"card": "cash-out-craps", "tables": {"cash-out": "2"}}]})
    assert play.bet_refused(2, "cash-out", seat=2) == "card-up"


def test_rules_2_a_card_is_offered_once() -> None:
    assert not opens("craps", {"card": "cash-out-craps"}, {"card": "cash-out-craps"})


@pytest.mark.parametrize(
    ("first", "second", "wager", "code"),
    [
        ("repeater-bets-plus", {"card": "repeater-bets-plus", "options": {"surrender": "no"}}, "repeating-2", "marked"),
        ("craps", {"card": "repeater-bets-plus"}, "repeating-2", "marked"),
        ("craps", {"card": "high-roller"}, "high-roller", "window"),
        ("craps", {"card": "roll-the-line"}, "roll-the-line", "window"),
    ],
)
def test_rules_1_and_5_a_card_laid_in_mid_round_is_marked_by_the_rolls_of_the_round(
    first: str, second: dict[str, Any], wager: str, code: str
) -> None:
    play = Play("craps", first)
    play.outcome(2)
    play.do({"do": "change-cards", "cards": [second]})
    assert play.bet_refused(play.now.current[0], wager) == code


def test_rules_a_correction_never_takes_from_the_next_player_at_the_seat() -> None:
    play = Play("craps", "craps")
    play.bet(1, "field", 5000)
    play.outcome([1, 1])
    play.do({"do": "leave", "seat": 1})
    play.do({"do": "seat", "seat": 1, "name": "Somebody else"})
    play.do({"do": "buy-in", "seat": 1, "amount": 100_000})
    play.try_to({"do": "correct", "outcome": [3, 4], "reason": "misread"})
    assert play.now.balance(1) == 100_000


def test_rules_correcting_a_correction_clears_what_was_owed() -> None:
    play = Play("craps", "craps")
    play.bet(1, "field", 5000)
    play.outcome([1, 1])
    play.do({"do": "leave", "seat": 1})
    before = {account: amount for account, amount in play.now.balances.items() if amount}
    play.do({"do": "correct", "outcome": [3, 4], "reason": "misread"})
    play.do({"do": "correct", "outcome": [1, 1], "reason": "it was right"})
    assert {account: amount for account, amount in play.now.balances.items() if amount} == before


def test_rules_a_correction_leaves_no_more_bets_as_it_was() -> None:
    play = Play("craps", "craps")
    play.outcome(4)
    play.do({"do": "close-betting"})
    play.do({"do": "correct", "outcome": [3, 2], "reason": "misread"})
    assert play.bet_refused(1, "field") == "no-more-bets"


def test_rules_limits_the_least_holds_for_each_of_several_bets() -> None:
    card = {"card": "cash-out-craps", "options": {"several": "yes"}}
    play = Play("craps", card, limits={"wager_min": 500})
    play.bet(1, "cash-out", 500)
    assert play.bet_refused(1, "cash-out", 100) == "below-minimum"


def test_rules_2_the_required_line_bet_stays_up() -> None:
    play = Play("craps", "craps", {"card": "cash-out-craps", "options": {"line-bet-required": "yes"}})
    line = play.bet(1, "pass")
    play.bet(2, "cash-out")
    assert play.refused(do="take-down", seat=1, wager=line) != "not refused"


def test_rules_4_one_table_has_one_wheel() -> None:
    assert not opens(
        "roulette", {"card": "roulette"}, {"card": "straights-and-8s", "options": {"wheel": "single-zero"}}
    )


# ---- every refusal

TITLES = tuple(load(card).title for card in card_ids())
OPEN = {"do": "open", "name": "T", "game": "craps", "cards": [{"card": "craps"}]}
RUNNING = """
card: running
title: Running
about: Open at any time, with marks that run on.
game: craps
source: none
marks: from seven to seven
ends: any seven
opens: before any roll
wagers:
  two: {name: Two, wins: 2 rolled, pays: 2 to 1}
  aces: {name: Aces, wins: 2 rolled 2 times, pays: 20 to 1}
"""


def floor() -> Play:
    """A craps table after a 2 and a point of 4, with a few wagers up."""
    cards: list[str | dict[str, Any]] = [
        "craps",
        "repeater-bets-plus",
        {"card": "cash-out-craps", "options": {"line-bet-required": "yes", "window": "after-the-come-out"}},
        "high-roller",
        {"text": RUNNING},
        offered("parlay-craps-with-envy"),
        "super-shooter",
    ]
    limits = {"wager_min": 200, "wager_max": 60_000, "seat_max": 90_000, "table_max": 120_000}
    play = Play("craps", *cards, limits=limits)
    play.bet(1, "pass")
    play.bet(2, "repeating-12")
    play.bet(5, "aces")
    play.bet(7, "little")
    play.outcome(12, 2)
    play.bet(1, "pass", seat=2)
    play.outcome(4)
    return play


def bet(card: int, wager: str, amount: Any = 500, seat: Any = 1) -> dict[str, Any]:
    return {"do": "bet", "card": card, "wager": wager, "amount": amount, "seat": seat}


def cards(*entries: Any) -> dict[str, Any]:
    return {"do": "change-cards", "cards": list(entries)}


CASES: list[tuple[str, str, Any]] = [
    ("bad-command", "", []), ("bad-command", "", {"do": 5}), ("unknown-command", "", {"do": "dance"}),
    ("missing-field", "", {"do": "bet", "seat": 1}), ("bad-number", "", bet(1, "field", -1)),
    ("bad-text", "", {"do": "seat", "seat": 9, "name": " "}), ("bad-amount", "", bet(1, "field", 0)),
    ("bad-amount", "", {"do": "buy-in", "seat": 1, "amount": 10**11}), ("not-in-chips", "", bet(1, "field", 550)),
    ("no-such-seat", "", bet(1, "field", seat=9)), ("bad-number", "", {"do": "seat", "seat": 0, "name": "A"}),
    ("seat-taken", "", {"do": "seat", "seat": 1, "name": "A"}), ("no-such-wager", "", bet(1, "fields")),
    ("no-such-wager", "", {"do": "take-down", "seat": 1, "wager": 999}), ("not-offered", "", bet(99, "field")),
    ("not-offered", "", {"do": "surrender", "seat": 2, "wager": 5}), ("not-posted", "", bet(6, "repeating-8-8x")),
    ("window", "", bet(1, "pass")), ("window", "", bet(4, "high-roller")), ("marked", "", bet(2, "repeating-2")),
    ("card-up", "", bet(7, "all", seat=2)), ("decided", "", bet(5, "two")), ("already-up", "", bet(5, "aces")),
    ("line-bet-required", "", bet(3, "cash-out", seat=3)), ("below-minimum", "", bet(1, "field", 100)),
    ("over-wager-limit", "", bet(1, "field", 60_100)), ("over-seat-limit", "big", bet(1, "eleven", 40_000)),
    ("over-table-limit", "big", bet(1, "eleven", 60_000, seat=2)), ("not-enough", "poor", bet(1, "field")),
    ("too-many-wagers", "many", bet(1, "eleven")), ("no-more-bets", "closed", bet(1, "field")),
    ("no-more-bets", "closed", {"do": "close-betting"}), ("betting-open", "", {"do": "outcome", "outcome": [1, 1]}),
    ("betting-open", "", {"do": "no-roll", "reason": "x"}),
    ("bad-outcome", "closed", {"do": "outcome", "outcome": [0, 7]}),
    ("bad-generated", "closed", {"do": "outcome", "outcome": [1, 2], "generated": "yes"}),
    ("stands", "", {"do": "take-down", "seat": 2, "wager": 5}),
    ("not-in-part", "", {"do": "surrender", "seat": 1, "wager": 2, "amount": 100}),
    ("wagers-up", "", {"do": "leave", "seat": 1}), ("wagers-up", "", {"do": "close"}),
    ("seats-taken", "empty", {"do": "close"}), ("not-frozen", "", {"do": "resume", "round": 3}),
    ("frozen", "frozen", bet(1, "field")), ("confirm-outcome", "frozen", {"do": "resume", "round": 1}),
    ("not-open", "frozen", {"do": "freeze", "reason": "x"}), ("closed", "shut", {"do": "close-betting"}),
    ("table-exists", "", OPEN), ("no-table", "none", {"do": "close"}),
    ("no-such-game", "none", OPEN | {"game": "poker"}), ("bad-rounding", "none", OPEN | {"rounding": "down"}),
    ("bad-number", "none", OPEN | {"chip": 0}), ("bad-limits", "none", OPEN | {"limits": {"most": 1}}),
    ("bad-cards", "none", OPEN | {"cards": []}), ("bad-cards", "", cards("craps")),
    ("bad-cards", "", cards({"card": "craps", "options": 5})), ("bad-cards", "", cards({"card": "craps", "accept": 5})),
    ("bad-card", "", cards({"text": "card: x"})), ("bad-card", "", cards({"card": "craps", "options": {"a": "b"}})),
    ("no-such-card", "", cards({"card": "../secret"})), ("other-game", "", cards({"card": "baccarat"})),
    ("no-such-table", "", cards({"card": "craps", "tables": {"pass": "9"}})),
    ("player-edge", "", cards({"card": "dice-works"})), ("card-twice", "", cards({"card": "craps"}, {"card": "craps"})),
    ("paused", "paused", bet(1, "field")), ("not-paused", "", {"do": "confirm", "round": 3}),
    ("nothing-to-correct", "taken", {"do": "correct", "outcome": [1, 1], "reason": "x"}),
    ("bad-advice", "", {"do": "advice", "allow": "yes"}), ("unknown-field", "", bet(1, "field") | {"amont": 5}),
    ("unknown-field", "none", OPEN | {"limit": {}}), ("unknown-field", "", cards({"card": "craps", "table": "1"})),
    ("bad-cards", "", cards({"card": "craps", "accept": ["passs"]})),
    ("bad-limits", "none", OPEN | {"limits": {"wager_min": 500, "wager_max": 100}}),
    ("nothing-owed", "", {"do": "settle-owed", "visit": 1, "by": "cash", "reason": "x"}),
    ("bad-settling", "owing", {"do": "settle-owed", "visit": 1, "by": "cheque", "reason": "x"}),
    ("owed", "owing", {"do": "close"}), ("stake-edge", "live", bet(1, "place-6", 700)),
    ("bad-amount", "lined", {"do": "take-down", "seat": 1, "wager": 1, "amount": 600}),
    ("bad-live", "none", OPEN | {"live": "no"}), ("required", "lined", {"do": "take-down", "seat": 1, "wager": 1}),
    ("other-variant", "none", OPEN | {"cards": [
        {"card": "craps", "options": {"crapless": "yes"}}, {"card": "high-roller"}]}),
    ("other-variant", "", cards({"card": "craps", "options": {"crapless": "yes"}})),
    ("other-chance", "none", OPEN | {"game": "roulette", "cards": [
        {"card": "roulette"}, {"card": "straights-and-8s", "options": {"wheel": "single-zero"}}]}),
]  # fmt: skip


def lined() -> Any:
    """A seat with a line bet and a wager that needs it, before the come-out."""
    needing = {"card": "cash-out-craps", "options": {"line-bet-required": "yes"}}
    table = None
    for given in (
        OPEN | {"game": "craps", "cards": [{"card": "craps"}, needing], "limits": {}, "chip": 100},
        {"do": "seat", "seat": 1, "name": "A"},
        {"do": "buy-in", "seat": 1, "amount": 10_000},
        bet(1, "pass", 500),
        bet(2, "cash-out", 500),
    ):
        (event,) = decide(table, given)
        table = apply(table, event)
    return table


def staged(stage: str) -> Any:
    """The table in the state that a refusal needs."""
    if stage == "none":
        return None
    if stage == "lined":
        return lined()
    play = floor()
    if stage == "big":
        play.bet(1, "field", 60_000)
    elif stage == "closed":
        play.do({"do": "close-betting"})
    elif stage == "paused":
        play.do({"do": "pause", "reason": "a test"})
    elif stage == "taken":
        return replace(play.now, last=None)
    elif stage == "live":
        return replace(play.now, is_live=True)
    elif stage == "owing":
        return replace(play.now, balances={**play.now.balances, "owed:1": -500}, wagers={}, seats={})
    elif stage == "frozen":
        play.do({"do": "freeze", "reason": "a test"})
    elif stage == "poor":
        return replace(play.now, balances={**play.now.balances, "seat:1": 100})
    elif stage == "many":
        number = play.bet(1, "field", 200, seat=2)
        many = dict.fromkeys(range(WAGERS_MAX), play.now.wagers[number])
        return replace(play.now, wagers=many, limits=replace(play.now.limits, table_max=0))
    elif stage in ("empty", "shut"):
        play.do({"do": "void", "reason": "the end"})
        if stage == "shut":
            for seat in (1, 2, 3):
                play.do({"do": "leave", "seat": seat})
            play.do({"do": "close"})
    return play.now


NAMES = ("$", "Test ", *(bet.terms.name for o in floor().now.offerings.values() for bet in o.bets.values()), *TITLES)
PYTHON = re.compile(r"\b(None|True|False|NoneType|dict|tuple|int|str|Traceback|KeyError|Fraction|self)\b|[\[{<]\w+=")


@pytest.mark.parametrize(("code", "stage", "command"), CASES)
def test_rules_each_refusal_has_its_code_and_a_sentence_that_reads(code: str, stage: str, command: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        decide(staged(stage), command)
    sentence = refusal.value.sentence
    assert refusal.value.code == code, sentence
    assert sentence == sentence.strip()
    assert len(sentence.split()) >= 4
    assert code == "bad-card" or not sentence.endswith(".")  # a card's own error has a remedy below it
    assert sentence[0].islower() or sentence[0].isdigit() or sentence.startswith(NAMES), sentence
    assert not PYTHON.search(sentence), sentence


FIELD_CODES = {
    one.kind.code
    for command_ in registry.COMMANDS.values()
    for one in command.command_fields(command_).values()
    if isinstance(one.kind, command.Flag | command.ChoiceField)
} | {"not-frozen", "not-paused"}
"""Codes that a command's declaration gives to its fields, and those of the two confirmations."""


def codes(module: Any) -> set[str]:
    """The refusal codes in a module's source."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            if isinstance(node.args[0], ast.Constant):
                found.add(str(node.args[0].value).partition(".")[0])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("over-"):
            found.add(node.value)
    return found


def test_rules_every_refusal_code_is_in_the_table_of_cases() -> None:
    modules = {sys.modules[one.__module__] for one in registry.COMMANDS.values()} | {verify}
    found = set().union(*map(codes, (core, outcome, command, offer, *modules)))
    assert found | FIELD_CODES == {code for code, _, _ in CASES}
