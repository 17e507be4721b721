"""Published figures, each with its source; equality where the figure is exact, rounding where it is rounded."""

from fractions import Fraction

import pytest

from rackcard.api import load
from rackcard.games.baccarat.dealing import Hand
from rackcard.games.baccarat.shoe import Shoe
from rackcard.games.baccarat.shoe_count import law_by_hands
from rackcard.number import decimal

DEALS = 4_998_398_275_503_360
"""Ordered six-card deals from eight decks (Wizard of Odds, baccarat)."""


def rounded(value: Fraction | None, places: int) -> str:
    assert value is not None
    return f"{float(round(value, places)):.{places}f}"


def entry(card: str, wager: str, table: str = "1", **options: str):
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return load(card).odds(chosen, table=table, wager=wager).wagers[0]


@pytest.mark.parametrize(
    ("wager", "table", "hit", "edge"),
    [
        ("little", "1", "0.026354", "0.1830"),
        ("big", "1", "0.026354", "0.1830"),
        ("little", "2", "0.026354", "0.0776"),
        ("big", "2", "0.026354", "0.0776"),
        ("all", "1", "0.005258", "0.2061"),
        ("all", "2", "0.005258", "0.1535"),
        ("all", "3", "0.005258", "0.0746"),
    ],
)
def test_all_tall_small(wager: str, table: str, hit: str, edge: str) -> None:
    """Wizard of Odds, Bonus Craps: Small and Tall at 30 and 34, All at 150, 160 and 175 to 1."""
    found = entry("super-shooter", wager, table)
    assert rounded(found.hit, 6) == hit
    assert rounded(found.house_edge, 4) == edge


def test_little_is_exactly_20049_in_760760() -> None:
    assert entry("super-shooter", "little").hit == Fraction(20049, 760760)


def test_any_seven_reading_is_the_same_game_as_all_tall_small() -> None:
    """Document 004 (1) with any seven: its pays are those of the games that lose on any seven."""
    for ours, theirs, table in (("all-lows", "little", "2"), ("all-highs", "big", "2"), ("the-works", "all", "3")):
        mine = entry("dice-works", ours, "1", ends="any-seven")
        assert mine.house_edge == entry("super-shooter", theirs, table).house_edge


def test_line_wins_before_the_seven_out() -> None:
    """Wizard of Odds, Ride the Line: 0 wins .445454545, 1 win .247024793, 11 or more .001525136."""
    found = entry("roll-the-line", "roll-the-line")
    by_label = {outcome.label.split(" line")[0]: outcome.probability for outcome in found.outcomes}
    assert rounded(by_label["0"], 9) == "0.445454545"
    assert rounded(by_label["1"], 9) == "0.247024793"
    assert rounded(by_label["11 or more"], 9) == "0.001525136"


@pytest.mark.parametrize(("cells", "low", "high"), [("net", "0.085", "0.106"), ("for-1", "0.256", "0.400")])
def test_roll_the_line_edges_by_reading(cells: str, low: str, high: str) -> None:
    edges = [w.house_edge for w in load("roll-the-line").odds({"cells": cells}).wagers if w.house_edge is not None]
    assert (rounded(min(edges), 3), rounded(max(edges), 3)) == (low, high)


def test_different_points_made() -> None:
    """Catlin 2010, quoting Ethier: the Fire Bet's distribution."""
    found = load("examples/made-points.yaml")
    text = found.origin.text.replace("{4: 24 to 1,", "{1: 1 to 1, 2: 2 to 1, 3: 3 to 1, 4: 24 to 1,")
    from rackcard.api import loads

    by_label = {o.label.split(" different")[0]: o.probability for o in loads(text).odds().wagers[0].outcomes}
    published = {
        "loses": "0.593939393939",
        "1": "0.260750492004",
        "2": "0.101275355549",
        "3": "0.033434212179",
        "4": "0.008798178440",
    }
    assert {label: rounded(by_label[label], 12) for label in published} == published


def test_pass_line() -> None:
    """Standard: 244 in 495, edge 7 in 495; the don't pass with 12 barred keeps 3 in 220."""
    assert entry("craps", "pass").hit == Fraction(244, 495)
    assert entry("craps", "pass").house_edge == Fraction(7, 495)
    assert entry("craps", "dont-pass").house_edge == Fraction(3, 220)


def test_length_of_the_shooters_hand() -> None:
    """Ethier and Hoppe, arXiv 0906.1545: mean 1671/196; 154 rolls or more about once in 5.6 billion."""
    hand = entry("high-roller", "high-roller")
    assert hand.mean_rolls == Fraction(1671, 196)
    still_rolling = 1 - sum(hand.rolls(153))
    assert 5.55e9 < 1 / still_rolling < 5.65e9


def test_baccarat_deals() -> None:
    """Wizard of Odds: the eight-deck counts of banker, player and tie."""
    law = law_by_hands(Shoe.of_decks(8))
    assert sum(law.values()) == DEALS
    assert sum(n for hand, n in law.items() if hand.banker > hand.player) == 2_292_252_566_437_888
    assert sum(n for hand, n in law.items() if hand.banker < hand.player) == 2_230_518_282_592_256
    assert sum(n for hand, n in law.items() if hand.banker == hand.player) == 475_627_426_473_216


@pytest.mark.parametrize(
    ("card", "wager", "deals", "edge"),
    [
        ("golden-dragon-baccarat", "golden-dragon-7", 112_633_011_329_024, "0.076113"),
        ("infinite-fortune", "super-7", 112_633_011_329_024, "0.076113"),
        ("golden-dragon-baccarat", "green-dragon-8", 172_660_763_262_976, "0.101876"),
        ("infinite-fortune", "fortune-8", 172_660_763_262_976, "0.101876"),
        ("golden-dragon-baccarat", "natural-9-over-7", 90_066_027_282_432, "0.081032"),
        ("golden-dragon-baccarat", "three-card-9-over-three-card-7", 21_911_654_125_568, "0.1189"),
    ],
)
def test_baccarat_side_bets(card: str, wager: str, deals: int, edge: str) -> None:
    """Wizard of Odds: Dragon 7, Panda 8 and Golden Frog, in ordered six-card deals."""
    found = entry(card, wager)
    assert found.hit == Fraction(deals, DEALS)
    assert rounded(found.house_edge, len(edge) - 2) == edge


def test_natural_9_over_8() -> None:
    """Wizard of Odds, Bad Beat Baccarat: 89,717,848,178,688 deals, 8.4585 % at 50 to 1."""
    found = entry("infinite-fortune", "natural-9-over-8", "3")
    assert found.hit == Fraction(89_717_848_178_688, DEALS)
    assert rounded(found.house_edge, 6) == "0.084585"


def test_lucky_6() -> None:
    """Wizard of Odds, Lucky 6: two cards 12 to 1, three cards 20 to 1, 16.6836 %."""
    found = entry("tiger-baccarat", "tiger")
    two, three, _ = (outcome.probability * DEALS for outcome in found.outcomes)
    assert (two, three) == (186_173_936_904_192, 83_058_367_551_488)
    assert rounded(found.house_edge, 6) == "0.166836"


@pytest.mark.parametrize(
    ("wager", "options", "edge"),
    [
        ("player", {}, "0.012351"),
        ("banker", {}, "0.010579"),
        ("tie", {}, "0.143596"),
        ("banker", {"game": "no-commission"}, "0.010183"),
        ("banker", {"game": "tiger"}, "0.014581"),
        ("player", {"game": "no-commission", "push-on-7": "all"}, "-0.010183"),
    ],
)
def test_baccarat_base_wagers(wager: str, options: dict[str, str], edge: str) -> None:
    """Wizard of Odds for the commission game; Jacobson for three-card 7 pushes and 6 pays half."""
    found = load("baccarat").odds(options, wager=wager).wagers[0]
    assert rounded(found.house_edge, 6) == edge


def test_pair() -> None:
    """Jacobson: a pair comes with probability 0.074699 and keeps 10.36 % at 11 to 1."""
    found = entry("baccarat-extras", "player-pair")
    assert found.hit is not None
    assert rounded(found.hit, 6) == "0.074699"
    assert rounded(1 - 12 * found.hit, 4) == "0.1036"
    assert found.hit == entry("baccarat-extras", "banker-pair").hit


def test_panda_8_with_one_zero_value_card_removed() -> None:
    """Wizard of Odds: 170,399,271,999,488 deals."""
    law = law_by_hands(Shoe.of_decks(8).without("K"))
    deals = sum(n for h, n in law.items() if h.player == 8 and h.player_cards == 3 and h.banker < 8)
    assert deals == 170_399_271_999_488


@pytest.mark.parametrize(("rank", "change"), [("K", "-0.000611"), ("6", "-0.005386"), ("7", "0.003907")])
def test_effect_of_removal_on_lucky_6(rank: str, change: str) -> None:
    """Wizard of Odds, Lucky 6 at 12 and 23: what one card removed does to the expectation."""

    def value(shoe: Shoe) -> Fraction:
        law = {hand: weight for hand, weight in shoe.law().items() if isinstance(hand, Hand)}
        wins = {2: 12, 3: 23}
        won = sum(n * (wins[h.banker_cards] if h.banker == 6 and h.player < 6 else -1) for h, n in law.items())
        return Fraction(won, sum(law.values()))

    moved = value(Shoe.of_decks(8).without(rank)) - value(Shoe.of_decks(8))
    assert rounded(moved, 6) == change


def test_any_dragon_suites() -> None:
    """RULES 6: the inferred suites keep an edge; all six dragons give the player one at either pay."""
    inferred = load("treasure-of-the-5-dragons").odds(wager="any-dragon").wagers
    assert [w.house_edge is not None and w.house_edge > 0 for w in inferred] == [True, True]
    every = ",".join(load("treasure-of-the-5-dragons").options["dragons"].values)
    loose = load("treasure-of-the-5-dragons").odds({"dragons": every}, wager="any-dragon").wagers
    assert [w.house_edge is not None and w.house_edge < 0 for w in loose] == [True, True]


def test_seven_out_readings_favour_the_player() -> None:
    """RULES 5: read as written, Dice Works and Parlay Craps pay the player an edge of 36 % to 103 %."""
    edges = [
        w.house_edge
        for card in ("dice-works", "parlay-craps", "parlay-craps-with-envy")
        for w in load(card).odds().wagers
        if w.house_edge is not None
    ]
    assert decimal(max(edges), 2) == "-0.36"
    assert decimal(min(edges), 3) == "-1.03"


def test_mixed_prism_letters_keep_the_published_hits() -> None:
    """A 2 or 12, and a 3 or 11, before a 7: 1 in 4 and 2 in 5."""
    assert entry("repeater-bets-plus", "2-or-12").hit == Fraction(1, 4)
    assert entry("repeater-bets-plus", "3-or-11").hit == Fraction(2, 5)
