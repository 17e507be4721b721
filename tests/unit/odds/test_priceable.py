"""What a check accepts can be priced, and what cannot be priced is refused with a sentence."""

from fractions import Fraction

import pytest

from rackcard.api import RackCard, load, loads
from rackcard.card import CardError
from rackcard.machine import bets
from rackcard.machine.explore import NEVER
from rackcard.odds.guard import player_has_edge
from rackcard.odds.methods import chain
from rackcard.odds.solve import METHODS


def craps(rest: str) -> RackCard:
    return loads(f"card: odd\ntitle: Odd\nabout: An example.\ngame: craps\nsource: tests\n{rest}")


def agreed(card: RackCard) -> None:
    """Every method that applies to a wager of a card gives the same law."""
    law = card.chance().law()
    for bet in bets(card):
        found = {name: solved for name, method in METHODS.items() if (solved := method(bet.machine, law, NEVER))}
        assert len(found) > 1, bet.terms.wager
        assert len(set(found.values())) == 1, (bet.terms.wager, found)


# ---- wagers that are off


def test_one_roll_with_a_point_on_is_not_the_come_out_roll() -> None:
    card = craps("wagers: {red: {works: with a point on, ends: after 1 roll, wins: seven-out, pays: 4 to 1}}\n")
    assert card.odds()["red"].hit == Fraction(1, 6)
    agreed(card)


def test_an_end_that_never_comes_leaves_a_ladder_to_its_top() -> None:
    card = craps(
        "ends: 11 on the come-out\nworks: with a point on\n"
        "wagers: {made: {counts: different points made, cash out: at any pay, "
        "pays: {4: 7 to 1, 5: 9 to 1, 6: 20 to 1}}}"
    )
    (made,) = [entry for entry in card.odds() if entry.play == "never"]
    assert made.hit == 1


def test_a_ladder_that_ends_too_soon_is_refused_though_no_example_is_found() -> None:
    with pytest.raises(CardError, match='the ladder of "different points made" has no pay for 7'):
        craps(
            "chance: two dice, crapless\nends: after 100 rolls\n"
            "wagers: {ab: {counts: different points made, pays: {4: 97 to 1, 5: 43 to 1, 6: 38 to 1}}}\n"
        )


STREAKS_OF_FEW_STATES = """
ends: 4 or 3 rolled or 10 made with a point on
wagers:
  low-out:
    pays:
    - {when: 'all of 10 to 12 rolled 2 times, or 6 made', pays: 48 for 1}
    - {when: a point not made exactly 3 times, pays: 97 to 1}
    - {when: '8 or 5 not made 2 times in a row, or all of 6 to 7 rolled twice', pays: 4 to 2}
    - {when: 5-1 not rolled then 8 or 6 not made, pays: 281 for 1}
    - {when: no point made, pays: 37 to 1}
"""


def test_streaks_that_span_much_and_reach_little_are_priced() -> None:
    odds = craps(STREAKS_OF_FEW_STATES).odds()["low-out"]
    assert odds.bet is not None
    assert odds.bet.machine.span > chain.SPAN_MAX
    assert sum(one.probability for one in odds.outcomes) == 1


NEVER_ON_THE_COME_OUT = """
wagers:
  one:
    works: with a point on
    ends: 6 or 10 rolled
    pays: [{when: seven-out, pays: 2 to 1}, {when: any seven, pays: loses}]
"""


def test_a_line_that_another_takes_is_named_where_the_wager_is_off() -> None:
    """Every seven that counts is a seven-out; the rolls that show it begin with a point."""
    with pytest.raises(
        CardError, match=r'"any seven" can never be paid: after the rolls .* the earlier line "seven-out" is paid'
    ):
        craps(NEVER_ON_THE_COME_OUT)


def test_an_option_that_turns_a_wager_off_is_checked_by_itself() -> None:
    """With the wager on, a come-out seven is paid by the second line; off, nothing is."""
    options = "options:\n  off: {about: x, values: {no: always, yes: with a point on}, default: no}\n"
    with pytest.raises(CardError, match='"any seven" can never be paid'):
        craps(options + NEVER_ON_THE_COME_OUT.replace("with a point on", "<off>"))
    on = craps(NEVER_ON_THE_COME_OUT.replace("with a point on", "always"))
    assert len(on.odds()["one"].outcomes) == 3


# ---- starts


def test_a_wager_that_opens_with_a_point_on_starts_there() -> None:
    """A put bet is priced in the mix in which the come-out throws the points, and from each of them."""
    rule = "wins: the line wins, ends: the line is decided"
    put = craps(f"wagers: {{put: {{opens: after the come-out, {rule}, pays: 1 to 1}}}}\n").odds()["put"]
    assert put.house_edge == Fraction(31, 165)
    by_start = {start.label: (start.probability, put.edge_from(start)) for start in put.starts}
    assert by_start == {
        "point 4": (Fraction(1, 8), Fraction(1, 3)), "point 5": (Fraction(1, 6), Fraction(1, 5)),
        "point 6": (Fraction(5, 24), Fraction(1, 11)), "point 8": (Fraction(5, 24), Fraction(1, 11)),
        "point 9": (Fraction(1, 6), Fraction(1, 5)), "point 10": (Fraction(1, 8), Fraction(1, 3)),
    }  # fmt: skip


def test_a_wager_that_may_be_bet_later_is_beaten_from_its_best_start() -> None:
    """Don't pass before any roll: with 4 on, the player has an edge of a third."""
    lines = "[{when: 12 on the come-out, pays: push}, {when: the line loses, pays: 1 to 1}]"
    card = craps(f"wagers: {{dark: {{opens: before any roll, ends: the line is decided, pays: {lines}}}}}\n")
    odds = card.odds()["dark"]
    assert odds.house_edge == Fraction(3, 220)
    assert min(odds.edge_from(start) or Fraction(0) for start in odds.starts) == Fraction(-1, 3)
    assert player_has_edge(odds)
    (fault,) = [finding for finding in card.review() if finding.grade == "fault"]
    assert fault.code == "late-start"
    assert fault.sentence.startswith(
        "The player has an edge of up to 33.33 % on Dark from points 4, 5, 6, 8, 9 and 10. "
    )


def test_starts_with_one_edge_are_named_together() -> None:
    """A point of 6 or 8 is made 5 times in 11."""
    card = craps(
        "wagers: {light: {opens: before any roll, ends: the line is decided, wins: 6 or 8 made, pays: 5 to 4}}\n"
    )
    sentences = [finding.sentence for finding in card.review() if finding.code == "late-start"]
    assert sentences == [
        "The player has an edge of 2.27 % on Light from points 6 and 8. "
        "Let it be bet only where the house has the edge."
    ]


def test_a_start_that_makes_no_difference_is_priced() -> None:
    price = {
        opens: craps(
            f"wagers: {{six: {{opens: {opens} the come-out, ends: 6 or 7 rolled, wins: 6 rolled, pays: 7 to 6}}}}\n"
        )
        for opens in ("before", "after")
    }
    assert price["before"].odds()["six"].house_edge == price["after"].odds()["six"].house_edge
    assert load("cash-out-craps").odds({"window": "after-the-come-out"}).wagers


# ---- many lines


HANDS = [
    *(f"{a} in 3 cards beats {b} in 3 cards" for a in (9, 8, 7, 6, 5) for b in range(a)),
    *(f"{a} in 2 cards beats {b} in 2 cards" for a in (9, 8) for b in range(a)),
    *(f"both hands have {total} in 3 cards" for total in range(10)),
    "tie",
    "player wins",
]


def test_a_wager_on_one_hand_may_have_as_many_lines_as_any_other() -> None:
    lines = "".join(f"      - {{when: {when}, pays: 1 to 1}}\n" for when in HANDS)
    card = loads(
        "card: many\ntitle: Many\nabout: An example.\ngame: baccarat\nsource: tests\nchance: a shoe of 8 decks\n"
        f"wagers:\n  many:\n    pays:\n{lines}"
    )
    entry = card.odds()["many"]
    assert len(entry.terms.lines) == 64
    assert entry.methods == ("chain", "count")
    assert sum(outcome.probability for outcome in entry.outcomes) == 1


# ---- ladders


def test_counts_under_a_rule_with_one_pay_are_refused() -> None:
    with pytest.raises(CardError, match="3 reads as a count"):
        craps("ends: any seven\nwagers: {six: {wins: 6 rolled 5 times, pays: {3: 5 to 1, 4: 9 to 1, 5: 25 to 1}}}\n")


@pytest.mark.parametrize("names", [("1", "2"), ("2", "1"), ("A", "B"), ("A", "2")])
def test_pay_tables_keep_their_names(names: tuple[str, str]) -> None:
    first, second = names
    card = craps(f"ends: any seven\nwagers: {{six: {{wins: 6 rolled, pays: {{{first}: 1 to 1, {second}: 2 to 1}}}}}}\n")
    assert {terms.table for terms in card.terms()} == set(names)


# ---- many states

POINTS = (4, 5, 6, 8, 9, 10)


def repeaters(times: int, more: str = "ends: seven-out\n") -> RackCard:
    """Each point made so many times, and any of the six."""
    return craps(
        f"{more}wagers:\n"
        + "".join(f"  p{point}: {{wins: {point} made {times} times, pays: 99 to 1}}\n" for point in POINTS)
        + f"  any: {{wins: 'any of {', '.join(f'p{point}' for point in POINTS)}', pays: 9 to 1}}\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize(
    "more",
    [
        "ends: seven-out\n",
        "ends: any seven\n",
        "ends: the line loses\n",
        "ends: seven-out\nsettles: at the end\n",
        "ends: seven-out\nworks: with a point on\n",
        "ends: 2 or 7 rolled\n",
    ],
)
def test_cycles_agree_with_the_states_where_both_apply(times: int, more: str) -> None:
    card = repeaters(times, more)
    law = card.chance().law()
    for bet in bets(card):
        found = {name: solved for name, method in METHODS.items() if (solved := method(bet.machine, law, NEVER))}
        assert {"words", "cycles"} <= set(found)
        assert "chain" in found or times == 3
        assert len(set(found.values())) == 1, (bet.terms.wager, found)


@pytest.mark.slow
def test_repeaters_of_points_are_priced_however_many_states_they_have() -> None:
    """Eight to the sixth times seven states; by cycles it takes no time."""
    card = repeaters(8)
    entry = card.odds()["any"]
    assert entry.methods == ("words", "cycles")
    assert sum(outcome.probability for outcome in entry.outcomes) == 1
    easier = repeaters(3).odds()["any"]
    assert entry.hit is not None
    assert easier.hit is not None
    assert 0 < entry.hit < easier.hit


def test_what_is_too_large_is_refused_by_the_check_with_the_limit() -> None:
    with pytest.raises(CardError, match="more than 20,000 states") as caught:
        craps(
            "ends: seven-out\nwagers:\n"
            + "".join(f"  r{point}: {{wins: {point} rolled 5 times, pays: 99 to 1}}\n" for point in POINTS)
            + "  any: {wins: 'any of r4, r5, r6, r8, r9, r10', pays: 9 to 1}\n"
        )
    assert "points made" in str(caught.value)


# ---- streaks, patterns and stakes that turn


@pytest.mark.slow
def test_a_streak_of_a_hundred_is_priced_in_every_phase() -> None:
    card = craps("wagers: {one: {wins: 6 rolled 100 times in a row, ends: seven-out, pays: 9 to 1}}\n")
    hit = card.odds()["one"].hit
    assert hit is not None
    assert 0 < hit < Fraction(5, 36) ** 98


def test_eight_spins_are_compared() -> None:
    """All eight are the same: one in 38 for each after the first."""
    card = loads(
        "card: eight\ntitle: Eight\nabout: An example.\ngame: roulette\nsource: tests\nchance: a double-zero wheel\n"
        "wagers: {one: {wins: spins 1 2 3 4 5 6 7 8 are the same, ends: after 8 spins, pays: 9 to 1}}\n"
    )
    assert card.odds()["one"].hit == Fraction(1, 38**7)


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("wins: '2 to 6 rolled 12 times in a row, and doubles rolled 12 times in a row'", "streaks and patterns have"),
        pytest.param(
            "wins: rolls 1 8 are the same, ends: after 8 rolls",
            "Compare rolls that follow one another",
            marks=pytest.mark.slow,
        ),
        ("ends: after 1 roll, pays: [{when: 2 to 12 rolled, turns into: one}]", "never paid or lost"),
    ],
)
def test_what_would_run_for_minutes_is_refused_with_a_way_out(rule: str, said: str) -> None:
    ends = "" if "ends:" in rule else ", ends: seven-out"
    pays = "" if "pays:" in rule else ", pays: 9 to 1"
    with pytest.raises(CardError, match=said):
        craps(f"wagers: {{one: {{{rule}{ends}{pays}}}}}\n").odds()
