"""A log of real play: settled as the table settles, compared with what was paid, its chance tested."""

import io
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rackcard.api import load
from rackcard.card.yaml import Origin
from rackcard.games import GAMES
from rackcard.house import read_house
from rackcard.report.play_log.reader import SHOWN_MAX, LogError
from rackcard.report.play_log.report import SettledLog, card_table, house_table, settle_log
from rackcard.table.state import Limits, Table
from tests.support.play_logs import LoggedPlay
from tests.support.table_driver import cards_of


def table_of(*cards: str, **options: str) -> Table:
    loaded = [load(card) for card in cards]
    return card_table([(card, {k: v for k, v in options.items() if k in card.options}) for card in loaded], 100)


def settled(text: str, *cards: str, **how: Any) -> SettledLog:
    return settle_log("log.csv", io.StringIO(text), table_of(*cards), **how)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_log_of_random_play_is_settled_as_the_second_settler_does(game: str) -> None:
    """The driver has every payment checked by the second settler; the log has those payments."""
    played = LoggedPlay(game, 1)
    played.play(200)
    found = settle_log("log.csv", played.csv(), table_of(*cards_of(game)), keeps_all=True)
    assert found.differing == ()
    assert found.compared > 20
    assert found.total.due == played.paid
    assert sum(bet.stake for bet in found.still_up) >= sum(one.stake for one in played.table.wagers.values())


@pytest.mark.slow
def test_a_shared_payout_limit_is_shared_in_a_log_too() -> None:
    game = next(iter(GAMES))
    played = LoggedPlay(game, 3, limits={"wager_min": 100, "payout_max": 5_000})
    played.play(120)
    limited = table_of(*cards_of(game))
    object.__setattr__(limited, "limits", Limits(wager_min=100, payout_max=5_000))
    assert settle_log("log.csv", played.csv(), limited).differing == ()
    assert settle_log("log.csv", played.csv(), table_of(*cards_of(game))).differing != ()


ROLLS = "seat,wager,amount,paid,die1,die2\n"


def test_a_wrong_payment_is_named_with_the_right_amount() -> None:
    found = settled(ROLLS + "1,pass,10,20,,\n2,Hard 8,5,0,,\n,,,,4,4\n,,,,4,4\n", "craps")
    (bet,) = found.differing
    assert (bet.line, bet.seat, bet.due, bet.given, bet.difference) == (3, 2, 5000, 0, -5000)
    assert found.total.handle == 1500
    assert found.total.due == 7000
    assert not found.is_right


def test_a_row_may_have_a_bet_and_the_outcome_after_it() -> None:
    found = settled("wager,amount,paid,pocket\nred,10,20,1\nred,10,0,0\n", "roulette")
    assert (found.compared, found.outcomes, found.is_right) == (2, 2, True)


def test_json_lines_are_read_as_csv_is() -> None:
    rows = [{"wager": "red", "amount": 10, "paid": 20.0}, {"pocket": 1}, {"wager": "red", "amount": 2.5}]
    text = "\n".join(map(json.dumps, rows))
    found = settle_log("log.jsonl", io.StringIO(text), card_table([(load("roulette"), {})], 50))
    assert (found.compared, found.is_right, [bet.stake for bet in found.still_up]) == (1, True, [250])


def test_claims_and_bets_taken_down_are_settled() -> None:
    text = ROLLS.replace("seat", "do,id,seat") + (
        "bet,a,1,place-6,12,26,,\nbet,b,1,place-8,12,12,,\n,,,,,,3,3\ntake-down,b,1,,,,,\n"
    )
    # A place bet is off until a point is on: the first 6 is the point, the second pays.
    found = settled(text + ",,,,,,4,2\n", "craps")
    assert [(bet.due, bet.given) for bet in (*found.differing, *found.still_up)] == []
    assert found.compared == 2


def test_buy_ins_are_the_drop() -> None:
    found = settled("do,seat,wager,amount,pocket\nbuy-in,1,,100,\nbet,1,red,10,\n,,,,2\n", "roulette")
    assert (found.drop, found.total.handle, found.total.due) == (10_000, 1_000, 0)


def test_tables_of_one_log_are_apart() -> None:
    text = "table,wager,amount,paid,die1,die2\nA,pass,10,0,,\nB,pass,10,20,,\nA,,,,2,2\nB,,,,6,5\nA,,,,3,4\n"
    found = settled(text, "craps")
    assert (found.compared, found.is_right) == (2, True)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("1,pass,ten,,,\n", 'line 2, column amount: "ten" is not an amount; write dollars, as in 25 or 12.50'),
        ("1,pas,10,,,\n", 'line 2, column wager: no wager here is called "pas"'),
        ("x,pass,10,,,\n", 'line 2, column seat: "x" is not a seat; write a number from 1 to 24'),
        (",,,,4,7\n", "line 2, column die2: 7 is not a face of a die; write 1 to 6"),
        (",,,,x,7\n", "line 2, column die1: x is not a face of a die; write 1 to 6"),
        ("1,pass,5.5,,,\n", 'line 2, column amount: "5.5" is not an amount; write 5.50'),
        (",,,,3,\n", "line 2, column die2: the outcome is not complete; fill in die1 and die2"),
        ("1,pass\n", "line 2: the row has 2 fields and the first line names 6; check commas and quotes"),
        (",,,,,\n,,,,,x\n", "line 3, column die1"),
        (",,,,2,2\n1,pass,10,,,\n", "line 3: Pass can only be bet before the come-out roll"),
        ("1,pass,0,,,\n", "line 2: "),
        ("1,pass,0.50,,,\n", "line 2: "),
        (",,,5,,\n", "line 2: the row has neither a bet nor an outcome"),
    ],
)
def test_a_bad_row_is_named_and_nothing_is_settled(rows: str, said: str) -> None:
    with pytest.raises(LogError) as refused:
        settled(ROLLS + rows, "craps")
    assert said in str(refused.value)
    assert "1 bad row; nothing was settled" in str(refused.value) or rows.count("\n") > 1


def test_every_bad_row_is_named_up_to_a_limit() -> None:
    with pytest.raises(LogError) as refused:
        settled(ROLLS + ",,,,9,9\n" * (SHOWN_MAX + 7), "craps")
    assert (len(refused.value.rows), refused.value.more) == (SHOWN_MAX, 7)
    assert "… and 7 more" in str(refused.value)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("die1,die2,pay\n", "column pay is not known"),
        ("die1,die2,die1\n", "column die1 is there twice"),
        ("seat,wager\n", "there are no columns die1 and die2; add them"),
        ("die1\n", "there is no column die2; add it"),
        ("", "the log is empty"),
    ],
)
def test_a_bad_first_line_is_refused(header: str, said: str) -> None:
    with pytest.raises(LogError, match=said):
        settled(header, "craps")


def test_other_columns_may_be_ignored() -> None:
    assert settled("die1,die2,pit,Time\n3,4,7,20:00\n", "craps", ignored=["pit"]).outcomes == 1


HOUSE = """
house: the-mill
name: The Mill
game: craps
chip: $1
payout limit: $100 for each outcome, shared by all winners
min: $5
cards: {craps: {wagers: {pass: {min: $10, max: $50}}}}
"""


def test_house_rules_set_limits_and_what_is_paid() -> None:
    table = house_table(read_house(Origin("house.yaml", HOUSE)))
    rows = "1,any-seven,30,90,,\n2,any-seven,30,70,,\n,,,,3,4\n"
    found = settle_log("log.csv", io.StringIO(ROLLS + rows), table)
    assert [(bet.line, bet.due, bet.given) for bet in found.differing] == [(2, 8_000, 9_000), (3, 8_000, 7_000)]
    with pytest.raises(LogError, match=r"line 2: .*minimum bet on Pass is \$10.00"):
        settle_log("log.csv", io.StringIO(ROLLS + "1,pass,5,,,\n"), table)
    with pytest.raises(LogError, match=r"line 2: .*\$50.00"):
        settle_log("log.csv", io.StringIO(ROLLS + "1,pass,60,,,\n"), table)


# ---- chance


def rolls(weight: Callable[[int, int], int], count: int) -> str:
    pairs = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    random = Random(7)
    chosen = random.choices(pairs, [weight(a, b) for a, b in pairs], k=count)
    return "die1,die2\n" + "".join(f"{a},{b}\n" for a, b in chosen)


def test_fair_dice_are_as_expected_and_loaded_dice_are_not() -> None:
    fair = settled(rolls(lambda a, b: 1, 3_000), "craps")
    assert {test.verdict for test in fair.tests} == {"usual"}
    loaded = settled(rolls(lambda a, b: 2 if a + b == 7 else 1, 3_000), "craps")
    assert not loaded.is_right
    assert loaded.tests[0].counts["7"] > loaded.tests[0].seen / 4


def test_the_chi_square_is_what_its_definition_says() -> None:
    found = settled(rolls(lambda a, b: 1, 3_000), "craps").tests[0]
    expected = {value: 3_000 * share for value, share in found.law.items()}
    by_hand = sum((count - expected[value]) ** 2 / expected[value] for value, count in found.counts.items())
    assert found.statistic == pytest.approx(float(by_hand))
    assert found.degrees == 10


def test_dice_that_repeat_themselves_are_found_out() -> None:
    text = "die1,die2\n" + "".join(f"{a},{b}\n{a},{b}\n" for a in range(1, 7) for b in range(1, 7)) * 50
    by_name = {test.name: test for test in settled(text, "craps").tests}
    assert by_name["totals"].verdict == "usual"
    assert by_name["totals, each with the next"].verdict == "unlikely"


def test_a_few_outcomes_tell_nothing() -> None:
    found = settled("die1,die2\n3,4\n", "craps")
    assert {test.verdict for test in found.tests} == {"too-few"}
    assert found.is_right


def shoe(random: Random, hands: int, number: int | str) -> str:
    from rackcard.games.baccarat.dealing import deal

    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    cards = ranks * 32
    random.shuffle(cards)
    dealt = [deal(cards.pop) for _ in range(hands)]
    return "".join(f"{number},{' '.join(one['player'])},{' '.join(one['banker'])}\n" for one in dealt)


def test_a_shoe_is_tested_by_its_own_spread() -> None:
    """Most of a shoe is dealt: its ranks spread less than dice do, and the test knows by how much."""
    random = Random(5)
    fair = settled("shoe,player,banker\n" + "".join(shoe(random, 70, n) for n in range(1, 40)), "baccarat")
    ranks = fair.tests[0]
    assert ranks.verdict == "usual"
    assert ranks.p is not None
    assert 0.001 < ranks.p < 0.999
    unmarked = settled(
        "player,banker\n" + shoe(Random(5), 70, 1).replace("1,", "", 1).replace("\n1,", "\n"), "baccarat"
    )
    assert unmarked.tests[0].is_cautious


def test_more_cards_than_a_shoe_has_are_refused() -> None:
    with pytest.raises(LogError, match="all 32 cards of 9 have left the shoe"):
        settled("shoe,player,banker\n" + "1,9 9,9 9\n" * 9, "baccarat")
    assert settled("shoe,player,banker\n" + "".join(f"{n},9 9,9 9\n" for n in range(9)), "baccarat").outcomes == 9
