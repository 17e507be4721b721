"""The five documents, clause by clause: each test is named by document and line of the document's own file."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from rackcard.api import load, loads
from rackcard.card import Card, Terms, card_ids
from rackcard.number import percent
from rackcard.report.documents.dealer_card import dealer_card
from rackcard.report.documents.rack_card import rack_card
from rackcard.report.offered import has_base_wagers
from rackcard.report.request import order
from rackcard.report.review import document_findings
from rackcard.report.rules import rules
from rackcard.table.settle import claims_open
from rackcard.table.state import Refusal
from rackcard.web.views.tiles import tile_of
from tests.support.printed import document_text
from tests.support.staging import hand, offered
from tests.support.table_driver import Play

# ---- the printed figures, copied from the documents

REPEATERS = {
    2: (2, "40 for 1"), 12: (2, "40 for 1"), 3: (3, "50 for 1"), 11: (3, "50 for 1"), 4: (4, "65 for 1"),
    10: (4, "65 for 1"), 5: (5, "80 for 1"), 9: (5, "80 for 1"), 6: (6, "90 for 1"), 8: (6, "90 for 1"),
}  # fmt: skip
"""000 l.49-58: how often each number is rolled, and what that pays."""

SURRENDERS = {
    "repeating-2": {1: 6}, "repeating-12": {1: 6}, "repeating-3": {2: 12}, "repeating-11": {2: 12},
    "repeating-4": {2: 7, 3: 21}, "repeating-10": {2: 7, 3: 21}, "repeating-5": {3: 12, 4: 30},
    "repeating-9": {3: 12, 4: 30}, "repeating-6": {3: 8, 4: 18, 5: 40}, "repeating-8": {3: 8, 4: 18, 5: 40},
    "repeating-horn": {4: 12, 5: 24, 6: 48},
}  # fmt: skip
"""000 l.77-87."""

PLUS = {
    "uptown": "15 for 1", "downtown": "15 for 1", "citywide": "9 for 1", "even": "12 for 1", "odd": "18 for 1",
    "horn": "12 for 1", "2-or-12": "3 for 1", "3-or-11": "2 for 1",
}  # fmt: skip
"""000 l.64-71."""

PAYS: dict[str, dict[str, dict[str, Any]]] = {
    "repeater-bets-plus": {
        **{f"repeating-{number}": {"1": pay} for number, (_, pay) in REPEATERS.items()},
        "repeating-horn": {"1": "100 for 1"},
        **{wager: {"1": pay} for wager, pay in PLUS.items()},
    },
    "super-shooter": {
        "little": {"1": "30 to 1", "2": "34 to 1"},
        "big": {"1": "30 to 1", "2": "34 to 1"},
        "all": {"1": "150 to 1", "2": "160 to 1", "3": "175 to 1"},
    },
    "straights-and-8s": {
        "straights-and-8s": {"1": ["299 to 1", "50 to 1", "50 to 1", "7 to 1", "4 to 1", "4 to 1"]},
    },
    "dice-works": {
        "all-lows": {"1": "34 to 1", "2": "30 to 1"},
        "all-highs": {"1": "34 to 1", "2": "30 to 1"},
        "the-works": {"1": "175 to 1", "2": "150 to 1"},
    },
    "high-roller": {
        "high-roller": {"1": ["299 to 1", "199 to 1", "99 to 1", "49 to 1", "29 to 1", "19 to 1", "9 to 1", "5 to 1"]},
    },
    "parlay-craps": {
        f"repeating-{number}": {"1": pay.replace("for", "to")} for number, (_, pay) in REPEATERS.items()
    },
    "parlay-craps-with-envy": {
        **{f"repeating-{number}": {"1": pay} for number, (_, pay) in REPEATERS.items()},
        "repeating-8-8x": {"1": "not posted"}, "repeating-9-9x": {"1": "not posted"},
        "repeating-10-10x": {"1": "not posted"}, "repeating-horn": {"1": "not posted"},
    },
    "golden-dragon-baccarat": {
        "three-card-9-over-three-card-7": {"1": "200 to 1"}, "natural-9-over-7": {"1": "50 to 1"},
        "8-over-6": {"1": "25 to 1"}, "golden-dragon-7": {"1": "40 to 1"}, "green-dragon-8": {"1": "25 to 1"},
        "three-card-9-over-three-card-1": {"1": "150 to 1"},
    },
    "treasure-of-the-5-dragons": {
        "golden-dragon-7": {"1": "40 to 1"}, "golden-dragon-6s": {"1": ["25 to 1", "12 to 1"]},
        "green-dragon-8": {"1": "25 to 1"}, "blue-dragon-9s": {"1": ["75 to 1", "10 to 1"]},
        "red-dragon-7s": {"1": ["200 to 1", "50 to 1"]}, "red-dragon-6s": {"1": ["200 to 1", "50 to 1"]},
        "any-dragon": {"A": "6 to 1", "B": "4 to 1"},
    },
    "infinite-fortune": {
        "three-card-9-over-three-card-8": {"1": "200 to 1"},
        "natural-9-over-8": {"1": "40 to 1", "2": "45 to 1", "3": "50 to 1"},
        "8-over-7": {"1": "25 to 1"}, "super-7": {"1": "40 to 1"}, "fortune-8": {"1": "25 to 1"},
    },
    "tiger-baccarat": {
        "player": {"1": ["1 to 1", "push"]}, "banker": {"1": ["0.5 to 1", "1 to 1", "push"]}, "tie": {"1": "8 to 1"},
        "tiger": {"1": ["12 to 1", "20 to 1"]}, "small-tiger": {"1": "22 to 1"}, "big-tiger": {"1": "50 to 1"},
        "tiger-pair": {"1": ["100 to 1", "20 to 1", "4 to 1"]},
    },
}  # fmt: skip
"""What each wager pays by pay table, as the documents print it."""

CASH_OUT = {
    4: ("1", "1", "", ""), 5: ("2", "2", "1", "1"), 6: ("3", "3", "3", "3"), 7: ("5", "5", "5", "5"),
    8: ("10", "10", "10", "10"), 9: ("30", "25", "30", "25"), 10: ("100", "100", "100", "100"),
}  # fmt: skip
"""001 l.31-37."""

LINE_WINS = {
    11: (50, 75, 100, 150, 50, 100, 150), 10: (25, 40, 40, 30, 40, 30, 40), 9: (20, 30, 30, 20, 30, 25, 25),
    8: (15, 20, 20, 15, 20, 20, 15), 7: (8, 12, 10, 10, 10, 12, 10), 6: (6, 6, 6, 4, 8, 7, 7),
    5: (4, 4, 3, 3, 5, 5, 4), 4: (2, 2, 2, 2, 2, 3, 2), 3: (1, 1, 1, 1, 1, 0, 0), 2: (0, -1, -1, -1, -1, -1, -1),
}  # fmt: skip
"""004 l.115-124."""


def terms_of(card: str, wager: str, table: str = "1", **options: str) -> Terms:
    (found,) = (one for one in load(card).terms(options) if (one.wager, one.table) == (wager, table))
    return found


def rounded(edge: Fraction | None) -> str:
    """A house edge as people read it."""
    assert edge is not None
    return percent(edge, 2)


def printed_rack_card(card: str, **options: str) -> str:
    return document_text(rack_card(order(load(card), options=options)))


CELLS = [(card, wager, table) for card, wagers in PAYS.items() for wager, by in wagers.items() for table in by]


@pytest.mark.parametrize(("card", "wager", "table"), CELLS)
def test_a_wager_pays_what_its_document_prints(card: str, wager: str, table: str) -> None:
    wanted = PAYS[card][wager][table]
    lines = terms_of(card, wager, table).lines
    pays = ["not posted" if line.pay is None else str(line.pay) for line in lines]
    assert pays == ([wanted] if isinstance(wanted, str) else wanted)


def test_every_wager_of_a_document_is_on_its_card_and_no_other() -> None:
    for card, wagers in PAYS.items():
        assert {terms.group for terms in load(card).terms()} == set(wagers), card


OTHER_NAMES = {
    ("super-shooter", "little"): "Small", ("super-shooter", "big"): "Tall",
    ("golden-dragon-baccarat", "golden-dragon-7"): "Super 7",
    ("golden-dragon-baccarat", "green-dragon-8"): "Fortune 8",
    ("treasure-of-the-5-dragons", "golden-dragon-7"): "Super 7", ("infinite-fortune", "super-7"): "Golden Dragon 7",
    ("infinite-fortune", "fortune-8"): "Green Dragon 8",
}  # fmt: skip


def test_a_wager_has_the_other_names_of_its_document() -> None:
    assert {key: terms_of(*key).also for key in OTHER_NAMES} == OTHER_NAMES


def test_001_l31_cash_out_pays_by_count_at_four_pay_tables() -> None:
    for column in range(4):
        terms = terms_of("cash-out-craps", "cash-out", str(column + 1))
        paid = {offer.count: str(offer.pay) for offer in terms.offers if offer.kind == "cash out"}
        paid[10] = str(terms.lines[0].pay)
        assert paid == {count: f"{row[column]} to 1" for count, row in CASH_OUT.items() if row[column]}


def test_004_l115_roll_the_line_pays_by_wins_at_seven_pay_tables() -> None:
    for column in range(7):
        terms = terms_of("roll-the-line", "roll-the-line", str(column + 1))
        paid = {line.rung.count: line.pay.net for line in terms.lines if line.rung and line.pay}
        wanted = {wins: Fraction(row[column]) for wins, row in LINE_WINS.items()}
        assert paid == wanted | {1: -1, 0: -1}


def test_000_l92_envies_are_multiples_of_the_wager() -> None:
    named = {terms.wager: str(terms.envy) for terms in load("repeater-bets-plus").terms() if terms.envy}
    assert named == {f"repeating-{number}": f"{times}x of the wager" for number, (times, _) in REPEATERS.items()} | {
        "repeating-horn": "7x of the wager"
    }


def test_000_l77_surrender_pays_by_count() -> None:
    for wager, pays in SURRENDERS.items():
        offers = terms_of("repeater-bets-plus", wager).offers
        assert {offer.count: str(offer.pay) for offer in offers} == {n: f"{pay} for 1" for n, pay in pays.items()}


# ---- 000


def printed_dealer_card(card: str, **options: str) -> str:
    return document_text(dealer_card(order(load(card), options=options)))


def test_000_l13_wagers_have_their_filed_names_on_paper() -> None:
    assert "Repeater Bets Plus with Surrender · " in printed_rack_card("repeater-bets-plus")
    said = printed_dealer_card("repeater-bets-plus")
    for number, (times, _) in REPEATERS.items():
        assert f'Repeating "{number}" {times}x' in said
    assert 'Repeating "2, 3, 11, or 12" 7x' in said
    assert "Repeating Horn" not in said
    assert "40 for 1 | 2×" in said
    assert terms_of("repeater-bets-plus", "repeating-2").name == "Repeating 2"


def test_000_l9_dealers_book_the_wagers() -> None:
    assert "The dealer books every wager." in printed_dealer_card("repeater-bets-plus")


def test_000_l38_more_may_be_bet_on_a_wager_that_is_up_until_its_event_is_marked() -> None:
    play = Play("craps", "repeater-bets-plus")
    first = play.bet(1, "repeating-2")
    play.outcome(4)
    second = play.bet(1, "repeating-2", 300)
    assert second != first
    assert play.bet(1, "repeating-2", 200) == second  # raised, as no roll has come since
    play.outcome(2)
    assert play.bet_refused(1, "repeating-2") == "marked"
    settled = play.outcome(2)
    assert (settled[first].paid, settled[second].paid) == (500 * 40, 500 * 40)


def test_000_l38_what_is_added_may_be_less_than_the_minimum_and_not_more_than_the_maximum() -> None:
    play = Play("craps", "repeater-bets-plus", limits={"wager_min": 500, "wager_max": 800})
    play.bet(1, "repeating-2")
    play.outcome(4)
    assert play.bet_refused(1, "repeating-2", 400) == "over-wager-limit"
    assert play.bet(1, "repeating-2", 300)


def test_000_l38_a_seven_loses_both_and_opens_the_next_round() -> None:
    play = Play("craps", "repeater-bets-plus")
    first = play.bet(1, "uptown")
    play.outcome(3)
    second = play.bet(1, "uptown")
    settled = play.outcome(7)
    assert {settled[first].kind, settled[second].kind} == {"loss"}
    assert play.bet(1, "uptown")


# ---- 001


def test_001_l24_off_on_the_come_out_the_stake_waits_for_a_roll_that_counts_or_does_not() -> None:
    for reading, is_open in (("counted", False), ("any", True)):
        card = {"card": "cash-out-craps", "options": {"come-out": "off", "first-roll": reading}}
        play = Play("craps", card)
        number = play.bet(1, "cash-out")
        assert "take back" not in claims_open(play.now, number)
        play.outcome(11)  # on the come-out, where the bet is off
        assert ("take back" in claims_open(play.now, number)) is is_open
        play.outcome(4, 6)  # 4 is the point, 6 counts
        assert "take back" in claims_open(play.now, number)
        assert play.take("take-back", number).paid == 500


def test_001_l24_both_readings_are_priced_and_said() -> None:
    edges = {}
    for reading in ("counted", "any"):
        options = {"come-out": "off", "first-roll": reading}
        entry = load("cash-out-craps").odds(options, table=1).wagers[0]
        assert entry.house_edge is not None
        edges[reading] = percent(entry.house_edge, 2)
    assert edges == {"counted": "2.86 %", "any": "0.00 %"}
    assert "After the first roll, and until" in printed_rack_card("cash-out-craps")
    said = printed_rack_card("cash-out-craps", **{"come-out": "off"})
    assert "After the first roll on which the wager works, and until" in said
    assert "until a 7 is rolled while the wager works" in said
    said = printed_rack_card("cash-out-craps", **{"come-out": "off", "first-roll": "any"})
    assert "After any roll, on or off, and until" in said


DEPARTING = """
card: departing
title: Departing
about: A house may leave out what the document gives.
game: craps
source: none
ends: any seven
offers: <back>
options:
  back: {about: Rule 7., values: {yes: "cash out, take back", no: cash out}, default: yes, departs: no}
wagers:
  count:
    counts: different numbers rolled
    pays: {4: 1 to 1, 5 or more: 2 to 1}
    cash out: at any pay
    take back: after the first roll, below the first pay
"""


def test_001_l23_without_take_back_a_house_departs_from_the_document() -> None:
    card = load("cash-out-craps")
    assert card.options["take-back"].departs == "no"
    small = loads(DEPARTING).review()
    assert [one.sentence for one in small if one.code == "departure"] == ["back: no departs from the document."]


def test_001_l15_lammers_are_in_the_procedure() -> None:
    assert "the dealer places a lammer on it" in printed_dealer_card("cash-out-craps")


# ---- 002


def test_002_l3_the_full_name_is_on_paper() -> None:
    assert "Super Shooter Craps Side Bet with Dealer Envy · " in printed_rack_card("super-shooter")


def test_002_l7_marks_are_cleared_when_no_wager_is_up() -> None:
    play = Play("craps", "super-shooter")
    little = play.bet(1, "little")
    assert little in play.outcome(2, 3, 4, 5, 6)
    assert not play.now.marks
    assert play.bet(1, "little")
    assert "stay until a 7 is rolled or no wager of this game is up" in printed_rack_card("super-shooter")


def test_002_l11_big_goes_by_the_same_pay_table_as_little() -> None:
    assert load("super-shooter").together == (("little", "big"),)
    assert mixed("super-shooter", {"little": "2"}) == (
        "on Super Shooter, Little and Big use the same pay table; Little is at table 2 and Big at table 1"
    )
    assert Play("craps", {"card": "super-shooter", "tables": {"little": "2", "big": "2", "all": "3"}})


def mixed(card: str, tables: Mapping[str, str]) -> str:
    with pytest.raises(Refusal) as caught:
        Play("craps", offered(card) | {"tables": tables})
    assert caught.value.code == "mixed-tables"
    return caught.value.sentence


# ---- 003


def test_003_l17_the_sentence_that_breaks_off_is_a_finding() -> None:
    (fault,) = load("straights-and-8s").faults
    assert 'breaks off after "pay sc"' in fault.says


def test_003_l22_pay_lines_have_their_filed_names() -> None:
    said = printed_rack_card("straights-and-8s")
    for line in terms_of("straights-and-8s", "straights-and-8s").lines:
        assert line.filed in said
    assert "8-18-28 in the first three spins, any order" in said
    grid = rules(load("straights-and-8s")).wagers[0].pays
    assert grid is not None
    assert "(filed: 3 Sequential Numbers in a Row)" in " ".join(row[0] for row in grid.rows)


def test_003_l25_three_8s_are_read_two_ways() -> None:
    edges = {
        value: rounded(load("straights-and-8s").odds({"three-eights": value}).wagers[0].house_edge)
        for value in ("any-three-8s", "a-straight-with-an-8")
    }
    assert edges == {"any-three-8s": "13.21 %", "a-straight-with-an-8": "14.97 %"}
    for value, net in (("any-three-8s", 50), ("a-straight-with-an-8", 4)):
        play = Play("roulette", {"card": "straights-and-8s", "options": {"three-eights": value}})
        number = play.bet(1, "straights-and-8s")
        assert play.outcome("8", "8", "18")[number].paid == 500 * (1 + net)


def test_003_l9_the_dealer_moves_wagers_and_marks_the_track() -> None:
    said = printed_dealer_card("straights-and-8s")
    assert "moves it to the numbered position of its player" in said
    assert "at once on the number track" in said


# ---- 004, craps


def test_004_l3_jurisdiction_rule_and_statute_are_on_card_and_paper() -> None:
    for card in ("dice-works", "tiger-baccarat"):
        shown = load(card).to_dict()
        assert shown["jurisdiction"] == "Colorado"
        assert shown["rule"].startswith("30-2")
        assert "44-30-302" in shown["statute"]
        said = printed_rack_card(card)
        assert f"Colorado, rule {shown['rule']}" in said
        assert shown["statute"] in said


def test_004_l19_pay_tables_are_columns() -> None:
    assert load("dice-works").together == (("all-lows", "all-highs", "the-works"),)
    assert mixed("dice-works", {"the-works": "2"}).endswith("All Lows is at table 1 and The Works at table 2")


def test_004_l49_parlay_wagers_have_their_filed_names_on_paper() -> None:
    times = {2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 6, 9: 5, 10: 4, 11: 3, 12: 2}
    names = {f"Repeating '{number}' {count}x" for number, count in times.items()}
    more = {"Repeating '8' 8x", "Repeating '9' 9x", "Repeating '10' 10x", "Repeating '2, 3, 11, 12' 7x"}
    for card, filed in (("parlay-craps", names), ("parlay-craps-with-envy", names | more)):
        assert {terms.paper_name for terms in load(card).terms()} == filed
        said = printed_dealer_card(card)
        assert all(name in said for name in filed), card


@pytest.mark.parametrize("card", ["dice-works", "high-roller", "parlay-craps", "parlay-craps-with-envy"])
def test_004_l14_when_it_may_be_bet_is_a_reading(card: str) -> None:
    wager = next(iter(PAYS[card]))
    for reading, code in (("first-roll", "window"), ("unmarked", "not refused")):
        play = Play("craps", offered(card, betting=reading))
        play.outcome(9)
        assert play.bet_refused(1, wager) == code
    assert [option.name for option in load(card).readings if option.name == "betting"]


@pytest.mark.parametrize("card", ["parlay-craps", "parlay-craps-with-envy"])
def test_004_l60_a_new_game_after_a_win_in_the_same_hand_is_a_reading(card: str) -> None:
    for reading, code in (("next-hand", "window"), ("at-once", "not refused")):
        play = Play("craps", offered(card, **{"new-game": reading}))
        play.bet(1, "repeating-2")
        play.outcome(5, 2, 2)
        assert not play.now.wagers
        assert play.bet_refused(1, "repeating-2") == code
        assert play.bet_refused(1, "repeating-3") == "window"  # its own game has begun and is not over
        if reading == "at-once":
            number = play.bet(1, "repeating-2")
            play.outcome(2)
            assert number in play.outcome(2)
            number = play.bet(1, "repeating-2")
            assert play.outcome(7)[number].kind == "loss"


def test_004_l86_no_envy_is_posted_and_table_and_paper_say_none() -> None:
    play = Play("craps", offered("parlay-craps-with-envy"))
    number = play.bet(1, "repeating-2")
    bet = play.now.offerings[1].bets["repeating-2"]
    assert tile_of(play.now, 1, "repeating-2", bet, None).envy == "no dealer envy is posted"
    assert play.outcome(2, 2)[number].envy == 0
    assert "dealer" not in play.now.balances
    said = printed_dealer_card("parlay-craps-with-envy")
    assert "No envy bonus is posted: the dealer receives none." in said
    assert "the house pays the dealer" not in said


def test_004_l114_units_and_empty_cells_are_readings() -> None:
    card = load("roll-the-line")
    assert [option.name for option in card.readings] == ["cells", "empty-cells"]
    edges = {
        (cells, empty): rounded(card.odds({"cells": cells, "empty-cells": empty}, table=2).wagers[0].house_edge)
        for cells in ("net", "for-1")
        for empty in ("lose", "push")
    }
    assert edges == {
        ("net", "lose"): "10.25 %", ("net", "push"): "−59.00 %",
        ("for-1", "lose"): "27.31 %", ("for-1", "push"): "27.31 %",
    }  # fmt: skip


# ---- 004, baccarat


def base(game: str, **options: str) -> dict[str, Any]:
    return {"card": "baccarat", "options": {"game": game, **options}}


SIDES = ("golden-dragon-baccarat", "treasure-of-the-5-dragons", "infinite-fortune")


@pytest.mark.parametrize("game", ["commission", "no-commission", "tiger"])
def test_004_l196_every_side_bet_goes_with_every_base_game(game: str) -> None:
    tiger = {"card": "tiger-baccarat", "options": {"base": "without"}}
    play = Play("baccarat", base(game), *SIDES, tiger)
    names = [name for number in play.now.current for name in play.now.offerings[number].bets]
    assert len(names) == len(set(names))
    assert names.count("banker") == 1
    small = play.bet(5, "small-tiger")
    assert play.outcome(hand("K 5 K", "2 4"))[small].paid == 500 * 23


def test_004_l149_tiger_wagers_singly_and_the_base_game_by_itself() -> None:
    card = load("tiger-baccarat")
    assert {terms.wager for terms in card.terms({"base": "without"})} == {
        "tiger", "small-tiger", "big-tiger", "tiger-pair"
    }  # fmt: skip
    assert {terms.wager for terms in card.terms()} == set(PAYS["tiger-baccarat"])


def test_004_l136_a_wager_of_two_cards_is_offered_once() -> None:
    play = Play("baccarat", base("tiger"), *SIDES, "tiger-baccarat")
    assert play.now.offerings[3].doubles == ("golden-dragon-7", "green-dragon-8")
    assert play.now.offerings[5].doubles == ("player", "banker", "tie")
    assert play.bet_refused(5, "player") == "not-offered"
    with pytest.raises(Refusal, match="Golden Dragon 7 is offered once at this table; bet it on Golden Dragon Bacc"):
        play.bet(3, "golden-dragon-7")
    assert play.bet(2, "golden-dragon-7")
    assert play.bet(4, "super-7")  # another name and another bet


def test_004_l136_wagers_that_differ_are_both_offered() -> None:
    play = Play("baccarat", base("commission"), "tiger-baccarat")
    assert play.now.offerings[2].doubles == ("player", "tie")
    banker = play.bet(2, "banker", 1000)
    assert play.outcome(hand("K 5 K", "2 4"))[banker].paid == 1500


def test_004_l175_suite_a_also_fits_five_dragons() -> None:
    card = load("treasure-of-the-5-dragons")
    five = card.options["dragons"].suggested[0]
    assert len(five.split(", ")) == 5
    edges = [
        rounded(card.odds(options, table="A", wager="any-dragon").wagers[0].house_edge)
        for options in ({}, {"dragons": five})
    ]
    assert edges == ["2.97 %", "6.54 %"]
    (finding,) = (one for one in card.review() if one.code == "reading")
    assert {"2.97 %", "6.54 %"} <= {rounded(price.edge) for price in finding.prices}


def test_004_l196_all_hands_push_is_read_three_ways() -> None:
    edges = {
        value: [
            rounded(entry.house_edge)
            for entry in load("baccarat").odds({"game": "no-commission", "push-on-7": value}).wagers
        ]
        for value in ("banker", "all", "all-with-tie")
    }
    assert edges == {
        "banker": ["1.24 %", "1.02 %", "14.36 %"],
        "all": ["−1.02 %", "1.02 %", "14.36 %"],
        "all-with-tie": ["−1.02 %", "1.02 %", "12.11 %"],
    }


def test_004_l200_tiger_is_a_base_game_with_side_bets() -> None:
    card = load("tiger-baccarat")
    assert has_base_wagers(order(card))
    assert not has_base_wagers(order(card, options={"base": "without"}))
    assert "Baccarat game with side bets" in printed_rack_card("tiger-baccarat")
    assert "Baccarat side bet" in printed_rack_card("tiger-baccarat", base="without")
    assert not any(has_base_wagers(order(load(side))) for side in (*SIDES, "repeater-bets-plus", "super-shooter"))


# ---- what the documents leave broken

FAULTS = [
    ("straights-and-8s", "breaks off"),
    ("parlay-craps", "printed TO 1 for Parlay Craps and FOR 1"),
    ("parlay-craps-with-envy", "printed TO 1 for Parlay Craps and FOR 1"),
    ("roll-the-line", "PT3 to PT7 have no unit"),
    ("roll-the-line", "The cells of PT2 to PT7 are empty."),
    ("treasure-of-the-5-dragons", "counts five dragons, and six are listed"),
    ("infinite-fortune", "refers to a paytable below, and there is none"),
    ("tiger-baccarat", '"all outcomes lose"'),
    ("tiger-baccarat", "Player, Banker and Tie are the base game"),
    ("baccarat", "A hand does not push"),
]


@pytest.mark.parametrize(("card", "words"), FAULTS)
def test_what_is_broken_in_a_document_is_a_finding(card: str, words: str) -> None:
    shown: Card = load(card)
    assert any(words in fault.says for fault in shown.faults)


@pytest.mark.parametrize("card", card_ids())
def test_every_fault_of_a_document_is_a_warning_of_the_review(card: str) -> None:
    shown = load(card)
    found = [(one.grade, one.sentence) for one in document_findings(shown) if one.code == "document"]
    assert found == [("warning", f"{fault.where}: {fault.says}") for fault in shown.faults]


def test_the_review_has_the_faults_of_the_document() -> None:
    sentences = [one.sentence for one in load("infinite-fortune").review() if one.code == "document"]
    assert sentences == [
        "(1) (C) (II): The text refers to a paytable below, and there is none; the three pays it names are read as "
        "three pay tables."
    ]
