"""The house edges of the base games, as exact fractions from the shipped cards under their options."""

from fractions import Fraction

import pytest

from rackcard import load
from rackcard.odds.price import WagerOdds

pytestmark = pytest.mark.slow

Options = dict[str, str]

SINGLE = {"wheel": "single-zero"}
EDGES: list[tuple[str, Options, str, str]] = [
    ("craps", {}, "pass", "7/495"),
    ("craps", {}, "dont-pass", "3/220"),
    ("craps", {"barred": "2"}, "dont-pass", "3/220"),
    ("craps", {"barred": "3"}, "dont-pass", "41/990"),
    ("craps", {}, "come", "7/495"),
    ("craps", {}, "dont-come", "3/220"),
    ("craps", {}, "put", "31/165"),
    ("craps", {"crapless": "yes"}, "pass", "373/6930"),
    ("craps", {"crapless": "yes"}, "come", "373/6930"),
    ("craps", {"crapless": "yes"}, "place-2", "1/14"),
    ("craps", {"crapless": "yes"}, "place-11", "1/16"),
    ("craps", {}, "place-4", "1/15"),
    ("craps", {}, "place-5", "1/25"),
    ("craps", {}, "place-6", "1/66"),
    ("craps", {}, "place-4-to-lose", "1/33"),
    ("craps", {}, "place-5-to-lose", "1/40"),
    ("craps", {}, "place-6-to-lose", "1/55"),
    ("craps", {}, "buy-4", "1/60"),
    ("craps", {"commission": "when-bet"}, "buy-4", "1/21"),
    ("craps", {}, "lay-4", "1/60"),
    ("craps", {}, "lay-5", "1/50"),
    ("craps", {}, "lay-6", "1/44"),
    ("craps", {"commission": "when-bet"}, "lay-4", "1/41"),
    ("craps", {}, "big-6", "1/11"),
    ("craps", {}, "big-8", "1/11"),
    ("craps", {}, "hard-4", "1/9"),
    ("craps", {}, "hard-6", "1/11"),
    ("craps", {}, "hop-5-1", "1/9"),
    ("craps", {}, "hop-2-2", "5/36"),
    ("craps", {}, "horn", "1/8"),
    ("craps", {}, "horn-high-12", "23/180"),
    ("craps", {}, "horn-high-11", "11/90"),
    ("craps", {}, "world", "2/15"),
    ("craps", {}, "c-and-e", "1/9"),
    ("craps", {}, "any-seven", "1/6"),
    ("craps", {}, "any-craps", "1/9"),
    ("craps", {}, "eleven", "1/9"),
    ("craps", {}, "field", "1/18"),
    ("craps", {"field": "12-triple"}, "field", "1/36"),
    ("craps", {"field": "2-triple"}, "field", "1/36"),
    ("roulette", {}, "red", "1/19"),
    ("roulette", {}, "top-line-0-00-1-2-3", "3/38"),
    ("roulette", {"wheel": "triple-zero"}, "red", "1/13"),
    ("roulette", SINGLE, "red", "1/37"),
    ("roulette", SINGLE | {"zero": "la-partage"}, "red", "1/74"),
    ("roulette", SINGLE | {"zero": "en-prison"}, "high", "19/1369"),
    ("roulette", SINGLE | {"zero": "en-prison-stays"}, "odd", "1/74"),
    ("roulette", {"zero": "surrender"}, "black", "1/38"),
    ("roulette", SINGLE, "neighbors-17", "1/37"),
    ("roulette", {}, "neighbors-00", "1/19"),
    ("roulette", SINGLE, "voisins", "1/37"),
    ("roulette", SINGLE, "tiers", "1/37"),
    ("roulette", SINGLE, "orphelins", "1/37"),
    ("roulette", SINGLE, "jeu-zero", "1/37"),
    ("roulette", SINGLE, "final-7", "1/37"),
]


def odds(card: str, options: Options, wager: str) -> WagerOdds:
    return load(card).odds(options, wager=wager)[wager]


@pytest.mark.parametrize(("card", "options", "wager", "edge"), EDGES)
def test_the_house_edge_of_a_base_wager(card: str, options: Options, wager: str, edge: str) -> None:
    entry = odds(card, options, wager)
    assert entry.house_edge == Fraction(edge)
    assert len(entry.methods) == 2


@pytest.mark.parametrize("wager", ["dont-pass", "dont-come"])
def test_the_edge_of_decided_dont_bets(wager: str) -> None:
    assert odds("craps", {}, wager).house_edge_decided == Fraction(27, 1925)


BEHIND = [
    ("pass-odds", {}, "", "7/1870"),
    ("come-odds", {}, "", "7/1870"),
    ("dont-pass-odds", {}, "", "3/1100"),
    ("dont-come-odds", {}, "", "3/1100"),
    ("put-odds", {"odds": "5x"}, "point 6", "1/66"),
    ("pass-odds", {"odds": "1x"}, "", "7/825"),
    ("pass-odds", {"odds": "2x"}, "", "1/165"),
    ("pass-odds", {"odds": "5x"}, "", "7/2145"),
    ("pass-odds", {"odds": "10x"}, "", "7/3795"),
    ("pass-odds", {"odds": "20x"}, "", "7/7095"),
    ("pass-odds", {"odds": "100x"}, "", "7/33495"),
]


@pytest.mark.parametrize(("wager", "options", "start", "edge"), BEHIND)
def test_odds_are_fair_and_lower_the_edge_of_all_money(wager: str, options: Options, start: str, edge: str) -> None:
    entry = odds("craps", options, wager)
    assert entry.house_edge == 0
    assert entry.with_parent[start].house_edge == Fraction(edge)


@pytest.mark.parametrize("wager", ["dont-pass", "dont-pass-odds", "dont-come", "dont-come-odds"])
def test_crapless_craps_has_no_dont_bets(wager: str) -> None:
    assert wager not in {terms.wager for terms in load("craps").terms({"crapless": "yes"})}


@pytest.mark.parametrize("wager", ["voisins", "tiers", "orphelins", "jeu-zero", "final-0"])
def test_called_bets_are_on_the_single_zero_wheel_only(wager: str) -> None:
    for wheel, there in (("single-zero", True), ("double-zero", False), ("triple-zero", False)):
        assert (wager in {terms.wager for terms in load("roulette").terms({"wheel": wheel})}) == there


def test_every_hop_is_on_the_card() -> None:
    hops = {terms.wager for terms in load("craps").terms() if terms.wager.startswith("hop-")}
    assert hops == {f"hop-{high}-{low}" for high in range(1, 7) for low in range(1, high + 1)}
