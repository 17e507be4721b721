"""A bet as it is called to the dealer is read by the names on the cards, or refused with what was not understood."""

from typing import Any

import pytest

from rackcard.machine import bets
from rackcard.table.call_bet import read_call
from rackcard.table.state import Refusal, Table
from tests.support.table_driver import Driver

BASE: dict[str, list[str]] = {
    "craps": ["cash-out-craps", "craps"], "roulette": ["roulette"], "baccarat": ["baccarat"], "sic-bo": ["sic-bo"],
}  # fmt: skip


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    return {game: table_of(seated(game)) for game in BASE}


def table_of(driver: Driver) -> Table:
    assert driver.table is not None
    return driver.table


def seated(game: str) -> Driver:
    driver = Driver(game, cards=[{"card": card} for card in BASE[game]])
    for seat, name in ((2, "Bob"), (5, "Eli")):
        driver.do({"do": "seat", "seat": seat, "name": name})
        driver.do({"do": "buy-in", "seat": seat, "amount": 100_000})
    return driver


@pytest.mark.parametrize(
    ("game", "said", "wager", "amount"),
    [
        ("craps", "2 25 hard 8", "hard-8", 2500), ("craps", "2 25 hard8", "hard-8", 2500),
        ("craps", "2 $2.50 yo", "eleven", 250), ("craps", "2 6 place 6", "place-6", 600),
        ("craps", "2 10 don't pass", "dont-pass", 1000), ("craps", "2 5 horn", "horn", 500),
        ("craps", "2 25 cash", "cash-out", 2500), ("craps", "2 5 any se", "any-seven", 500),
        ("roulette", "2 25 17", "straight-17", 2500), ("roulette", "2 5 split 17 20", "split-17-20", 500),
        ("roulette", "2 10 third dozen", "dozen-3", 1000), ("roulette", "2 5 red", "red", 500),
        ("baccarat", "2 100 banker", "banker", 10_000), ("sic-bo", "2 5 total 9", "total-9", 500),
    ],
)  # fmt: skip
def test_a_call_is_read_by_the_names_on_the_cards(
    tables: dict[str, Table], game: str, said: str, wager: str, amount: int
) -> None:
    call = read_call(tables[game], said)
    assert (call.seat, call.wager, call.amount) == (2, wager, amount)
    assert call.command()["do"] == "bet"


@pytest.mark.parametrize("game", BASE)
def test_every_wager_is_called_by_its_name(tables: dict[str, Table], game: str) -> None:
    table = tables[game]
    base = table.offerings[table.current[-1]]
    for bet in bets(base.card, base.options):
        if bet.terms.is_bet and bet.terms.wager in base.bets:
            call = read_call(table, f"5 10 {bet.terms.name}")
            assert call.wager == bet.terms.wager


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("", 'seat "" has no player'), ("3 25 field", 'seat "3" has no player; seats with a player: 2, 5'),
        ("2 25", "say the seat, the amount and the wager, as in: 2 25 pass"),
        ("2 2x field", '"2x" is not an amount of money'), ("2 25 fild", 'no wager at this table is called "fild"'),
        ("2 25 hard", '"hard" may mean Hard 4, Hard 6, Hard 8 or Hard 10'),
        ("2 down field", "seat 2 has no bet up on Field"),
    ],
)  # fmt: skip
def test_a_call_that_is_not_understood_says_which_part(tables: dict[str, Table], said: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_call(tables["craps"], said)
    assert sentence in refused.value.sentence
    assert refused.value.code == "bad-call"


def test_a_call_without_a_seat_is_for_the_one_selected_and_may_be_for_the_dealers(tables: dict[str, Table]) -> None:
    call = read_call(tables["craps"], "5 hard 8 for the dealers", selected=5)
    assert call.command() == {"do": "bet", "seat": 5, "card": 2, "wager": "hard-8", "amount": 500, "toke": True}


def test_odds_go_behind_the_bet_on_the_point_that_is_called_and_a_bet_comes_down() -> None:
    driver = seated("craps")
    roll: Any = {"do": "outcome"}
    for outcome in ([2, 2], [3, 3], [4, 4]):
        wager = "pass" if outcome == [2, 2] else "come"
        driver.do({"do": "bet", "seat": 2, "card": 2, "wager": wager, "amount": 1000})
        driver.do({"do": "close-betting"})
        driver.do(roll | {"outcome": outcome})
    table = table_of(driver)
    odds = read_call(table, "2 10 come odds 8")
    assert table.wagers[odds.behind or 0].wager == "come"
    driver.do(odds.command())
    driver.do(read_call(table, "2 5 field").command())
    down = read_call(table_of(driver), "2 down field")
    driver.do(down.command())
    with pytest.raises(Refusal, match="no bet on the 9"):
        read_call(table_of(driver), "2 10 come odds 9")
