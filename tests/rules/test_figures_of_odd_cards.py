"""Figures of cards that nobody had written yet, each worked out by hand or by counting.

Wagers behind others, bundles, stakes that turn, commission and wheels: what the words ask for, above all methods.
"""

from fractions import Fraction

import pytest

import rackcard
from rackcard import CardError
from rackcard.number import exact
from rackcard.odds.price import price
from rackcard.odds.priceable import check_priceable
from rackcard.odds.selection import Selection

CRAPS = "game: craps\n"
WHEEL = "game: roulette\nchance: a single-zero wheel\nends: after 1 spin\n"
PASS = "  pass: {ends: the line is decided, wins: the line wins, pays: 1 to 1}\n"


def card(body: str) -> rackcard.Card:
    return rackcard.loads(f"card: x\ntitle: X\nabout: X.\nsource: x\n{body}")


def refused(body: str) -> str:
    with pytest.raises(CardError) as caught:
        card(body).check()
    return caught.value.code


def test_odds_that_only_some_points_allow_are_priced_on_those() -> None:
    odds = card(
        f"{CRAPS}wagers:\n{PASS}"
        "  o: {behind: pass, stake: up to 3 times on 4 or 10, pays: [{when: 4 or 10 made, pays: 2 to 1}]}\n"
    ).odds()["o"]
    assert odds.house_edge == 0
    assert odds.hit == Fraction(1, 3)
    assert {start.label: start.probability for start in odds.starts} == {
        "point 4": Fraction(1, 2),
        "point 10": Fraction(1, 2),
    }
    assert odds.with_parent[""].stake == Fraction(3, 2)  # a 4 or a 10 comes up one time in six, then three more


def test_a_multiple_for_some_points_comes_before_the_one_for_all() -> None:
    odds = card(
        f"{CRAPS}wagers:\n{PASS}"
        "  o: {behind: pass, stake: 'up to 2 times, 3 times on 4 or 10', wins: a point made, pays: 1 to 1}\n"
    ).odds()["o"]
    assert odds.with_parent[""].stake == 1 + Fraction(18, 36) * 2 + Fraction(6, 36) * 3


@pytest.mark.parametrize(
    ("stake", "code"),
    [
        ("up to 3 times on 4 or 10, 5 times on 4 to 6", "stake-named-twice"),
        ("up to 3 times on 7 or 11", "stake-not-a-point"),
        ("up to 3 times, 5 times", "stake-all-twice"),
    ],
)
def test_a_stake_that_contradicts_itself_is_refused(stake: str, code: str) -> None:
    body = f"{CRAPS}wagers:\n{PASS}  o: {{behind: pass, stake: '{stake}', wins: a point made, pays: 1 to 1}}\n"
    assert refused(body) == code


def test_what_is_behind_a_wager_that_no_come_out_decides_always_gets_its_point() -> None:
    odds = card(
        f"{CRAPS}wagers:\n  hot: {{ends: seven-out, wins: a point made twice, pays: 3 to 1}}\n"
        "  o: {behind: hot, stake: up to 1 time, wins: a point made, pays: 1 to 1}\n"
    ).odds()
    both = odds["o"].with_parent[""]
    hot, behind = odds["hot"].house_edge, odds["o"].house_edge
    assert hot is not None
    assert behind is not None
    assert both.stake == 2
    assert both.house_edge == (hot + behind) / 2 == (Fraction(9269, 27225) + Fraction(31, 165)) / 2


def test_odds_that_may_be_off_have_no_line_that_waits_for_the_end() -> None:
    own = "line: its own, opens: after the come-out, ends: the line is decided"
    come = f"  come: {{{own}, wins: the line wins, pays: 1 to 1}}\n"
    works = "works: with the table's point on, stake: up to 1 time"
    assert refused(f"{CRAPS}wagers:\n{come}  p: {{behind: come, {works}, wins: no 6 rolled, pays: 1 to 1}}\n") == (
        "behind-at-the-end"
    )


def test_a_bundle_has_the_pay_tables_of_its_parts() -> None:
    found = card(
        "game: sic-bo\nwagers:\n  a: {wins: any triple, pays: {1: 24 to 1, 2: 30 to 1}}\n"
        "  b: {wins: the total is 4, pays: {1: 50 to 1, 2: 60 to 1}}\n  w: {bundle: {a: 1, b: 1}}\n"
    ).odds()
    edges = {entry.table: entry.house_edge for entry in found if entry.wager == "w"}
    assert edges == {
        "1": 1 - Fraction(6 * 25 + 3 * 51, 216 * 2),
        "2": 1 - Fraction(6 * 31 + 3 * 61, 216 * 2),
    }


@pytest.mark.parametrize("parts", ["{n: 1, a: 1}", "{a: 1, n: 1}", "{n: 2}"])
def test_a_bundle_of_wagers_that_are_never_bet_alone_can_be_bet(parts: str) -> None:
    found = card(
        f"{CRAPS}ends: after 1 roll\nwagers:\n  a: {{wins: 2 rolled, pays: 30 to 1}}\n"
        f"  n: {{opens: never, wins: 12 rolled, pays: 30 to 1}}\n  w: {{bundle: {parts}}}\n"
    ).odds()
    assert found["w"].house_edge == Fraction(5, 36)


def test_a_part_of_a_bundle_is_the_wager_with_the_longest_name() -> None:
    found = card(
        f"{WHEEL}wagers:\n  six: {{wins: the number is 6, pays: 35 to 1}}\n"
        "  six-line: {places: each six line on a single-zero wheel, wins: the ball lands on this place, pays: 5 to 1}\n"
        "  w: {bundle: {six: 1, six-line-1-2-3-4-5-6: 1}}\n"
    ).odds()
    assert found["w"].house_edge == Fraction(1, 37)


def test_a_bundle_has_no_part_that_only_a_come_out_decides() -> None:
    body = (
        f"{CRAPS}ends: after 1 roll\nwagers:\n  a: {{wins: 7 on the come-out, pays: 4 to 1}}\n"
        "  b: {wins: 12 rolled, pays: 30 to 1}\n  w: {bundle: {a: 1, b: 1}}\n"
    )
    assert refused(body) == "bundle-part.cards"


@pytest.mark.parametrize(
    ("wagers", "code"),
    [
        ("  w: {pays: [{when: the number is red, turns into: v}]}\n"
         "  v: {opens: never, wins: the number is red, pays: not posted}\n", "turns-into-unposted"),
        ("  w: {pays: [{when: the number is 0, turns into: s}]}\n"
         "  s: {places: each number on a single-zero wheel, wins: the ball lands on this place, pays: 35 to 1}\n",
         "turns-into-places"),
        ("  w: {pays: [{when: the number is 0 or 1 or more, turns into: w}]}\n", "never-decided.turns"),
        ("  w: {wins: the number is green but not 0, pays: 35 to 1}\n", "line-never-paid"),
        ("  w: {pays: [{when: the number is 0, pays: 30 to 1}, {when: the number is green, pays: 20 to 1}]}\n",
         "line-never-first.same"),
        ("  w: {ends: the number is green but not 0, wins: the number is 7, pays: 35 to 1}\n", "never-decided"),
        ("  w: {places: each number on a double-zero wheel, wins: the ball lands on this place, pays: 35 to 1}\n",
         "places-of-another-wheel"),
    ],
)  # fmt: skip
def test_what_the_wheel_of_the_card_never_brings_is_refused(wagers: str, code: str) -> None:
    assert refused(f"{WHEEL}wagers:\n{wagers}") == code


def test_a_line_that_one_place_covers_already_does_not_refuse_the_others() -> None:
    found = card(
        f"{WHEEL}wagers:\n  s:\n    places: each number on a single-zero wheel\n    pays:\n"
        "      - {when: the ball lands on this place, pays: 30 to 1}\n      - {when: the number is 0, pays: push}\n"
    )
    found.check()
    assert found.odds()["s-7"].house_edge == Fraction(5, 37)


@pytest.mark.parametrize("ends", ["2 to 12 not rolled", "2 or more not rolled"])
def test_an_end_that_never_comes_is_refused(ends: str) -> None:
    assert refused(f"{CRAPS}wagers:\n  w: {{ends: {ends}, wins: 6 rolled, pays: 1 to 1}}\n") == "never-happens"


@pytest.mark.parametrize("rungs", ["{1 to 4: 1 to 1, 3 to 4: 5 to 1}", "{1: 1 to 1, 1 to 4: 5 to 1}"])
def test_a_count_with_two_pays_is_refused(rungs: str) -> None:
    body = f"{CRAPS}wagers:\n  w: {{ends: after 4 rolls, counts: doubles rolled, pays: {rungs}}}\n"
    assert refused(body) == "rungs-overlap"


def test_commission_is_rounded_in_what_a_stake_has_become() -> None:
    found = card(
        "game: baccarat\nchance: a shoe of 8 decks\nwagers:\n  w: {pays: [{when: tie, turns into: c}]}\n"
        "  c: {commission: '5 % of the win, rounded down to the chip', wins: banker wins, pays: 1 to 1}\n"
    )
    plain = price(found, Selection(stake=Fraction(20)))["w"].house_edge
    rounded = price(found, Selection(stake=Fraction(10)))["w"].house_edge
    assert plain == found.odds()["w"].house_edge
    assert rounded is not None
    assert round(float(rounded), 4) == 0.9127  # half a chip is no chip


def test_a_push_beside_a_commission_is_a_push() -> None:
    odds = card(
        "game: baccarat\nchance: a shoe of 8 decks\nwagers:\n  w:\n    commission: 5 % of the stake, when bet\n"
        "    pays: [{when: banker wins, pays: 1 to 1}, {when: tie, pays: push}]\n"
    ).odds()["w"]
    ties = next(one.probability for one in odds.outcomes if one.result.is_push)
    assert odds.house_edge is not None
    assert odds.house_edge_decided == odds.house_edge / (1 - ties)
    assert round(float(odds.house_edge_decided), 6) == 0.039627


def test_a_stake_that_turns_has_its_starts() -> None:
    odds = card(
        f"{CRAPS}wagers:\n  w:\n    ends: seven-out\n    opens: after the come-out\n"
        "    pays: [{when: a point made, turns into: x}]\n"
        "  x: {opens: never, ends: any seven, wins: 4 rolled, pays: 9 to 1}\n"
    ).odds()["w"]
    shares = {start.label: start.probability for start in odds.starts}
    assert shares == {f"point {n}": Fraction(6 - abs(7 - n), 24) for n in (4, 5, 6, 8, 9, 10)}
    for start in odds.starts:
        ways = 6 - abs(7 - int(start.label.removeprefix("point ")))
        assert odds.hit_from(start) == Fraction(ways, ways + 6) * Fraction(3, 9)
    assert odds.house_edge == sum((odds.edge_from(start) or 0) * (start.probability or 0) for start in odds.starts)


def test_a_course_that_odds_cannot_price_does_not_pass_check() -> None:
    body = (
        f"{CRAPS}wagers:\n  w: {{ends: seven-out, pays: [{{when: '6 rolled 10 times, and 8 rolled 10 times', "
        "turns into: x}]}\n  x: {opens: never, ends: seven-out, wins: 4 made, pays: 9 to 1}\n"
    )
    with pytest.raises(CardError, match="cannot be solved"):
        check_priceable(card(body))


def test_a_card_without_a_wager_to_bet_says_so() -> None:
    with pytest.raises(CardError, match="no wager of the card can be bet"):
        card(f"{CRAPS}wagers:\n  n: {{opens: never, ends: any seven, wins: 4 rolled, pays: 1 to 1}}\n").odds()


@pytest.mark.parametrize(
    ("decks", "phrase"),
    [
        ("1 deck", "player starts with a suited pair"),
        ("1 deck", "player starts with K and K suited"),
        ("1 deck", "2 suited nines dealt"),
        ("1 deck", "2 nines of diamonds dealt"),
        ("2 decks", "3 suited nines dealt"),
    ],
)
def test_what_a_shoe_has_too_few_cards_for_is_refused(decks: str, phrase: str) -> None:
    with pytest.raises(CardError, match="can never be paid"):
        check_priceable(
            card(f"game: baccarat\nchance: a shoe of {decks}\nwagers:\n  w: {{wins: {phrase}, pays: 9 to 1}}\n")
        )


def test_a_stake_that_a_small_shoe_never_lets_go_is_refused() -> None:
    """With one deck nobody has a suited pair, so the stake would stand for ever."""
    lines = "[{when: player does not have a suited pair, turns into: w}, {when: tie, pays: 9 to 1}]"
    with pytest.raises(CardError):
        check_priceable(card(f"game: baccarat\nchance: a shoe of 1 deck\nwagers:\n  w: {{pays: {lines}}}\n"))


def test_a_figure_of_thousands_of_digits_is_written_out() -> None:
    """Python writes whole numbers of at most 4,300 digits at once."""
    written = exact(Fraction(10**9000 + 7, 10**9000))
    assert written == {"exact": f"1{'0' * 8999}7/1{'0' * 9000}", "decimal": "1"}
