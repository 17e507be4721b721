"""RULES 1 to 5, clause by clause: when a wager of a side bet may be bet, and what it comes to."""

from typing import Any

import pytest

from rackcard.table.decide import decide
from rackcard.table.replay import settled_of
from rackcard.table.settle import claims_open
from rackcard.table.state import Refusal
from tests.support.staging import OTHERS, offered, opens
from tests.support.table_driver import BEATEN, Play

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
        entry = offered("dice-works") | {"tables": dict.fromkeys(("all-lows", "all-highs", "the-works"), table)}
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


# ---- rules that are easily broken


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


def test_rules_2_the_required_line_bet_stays_up() -> None:
    play = Play("craps", "craps", {"card": "cash-out-craps", "options": {"line-bet-required": "yes"}})
    line = play.bet(1, "pass")
    play.bet(2, "cash-out")
    assert play.refused(do="take-down", seat=1, wager=line) != "not refused"


def test_rules_4_one_table_has_one_wheel() -> None:
    assert not opens(
        "roulette", {"card": "roulette"}, {"card": "straights-and-8s", "options": {"wheel": "single-zero"}}
    )
