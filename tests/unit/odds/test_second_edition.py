"""Cards of the second edition at published figures, and small wagers against every sequence of outcomes."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import factorial

import pytest

from rackcard.api import loads
from rackcard.odds.price import CardOdds, WagerOdds

pytestmark = pytest.mark.slow


def odds_of(game: str, rest: str) -> CardOdds:
    return loads(f"card: second\ntitle: Second\nabout: An example.\ngame: {game}\nsource: tests\n{rest}").odds()


def only(game: str, rest: str) -> WagerOdds:
    (entry,) = odds_of(game, rest)
    assert len(entry.methods) == 2, entry.methods
    return entry


def percent(share: Fraction | None, digits: int = 2) -> float:
    assert share is not None
    return round(float(100 * share), digits)


# ---- craps, published ----------------------------------------------------------------------------------


def test_different_doubles() -> None:
    """Wizard of Odds: different doubles before any seven, 3 to 6 of them pay 4, 8, 15 and 100 to 1."""
    entry = only("craps", """
ends: any seven
wagers:
  different-doubles:
    counts: different doubles rolled
    pays: {3: 4 to 1, 4: 8 to 1, 5: 15 to 1, 6: 100 to 1}
""")  # fmt: skip
    assert percent(entry.house_edge) == 27.92


REPLAY = """
ends: seven-out
wagers:
  replay:
    pays:
      - {when: "4 made 4 times, or 10 made 4 times", pays: 1000 to 1}
      - {when: "5 made 4 times, or 9 made 4 times", pays: 500 to 1}
      - {when: "4 made 3 times, or 10 made 3 times", pays: 120 to 1}
      - {when: "6 made 4 times, or 8 made 4 times", pays: 100 to 1}
      - {when: "5 made 3 times, or 9 made 3 times", pays: 95 to 1}
      - {when: "6 made 3 times, or 8 made 3 times", pays: 70 to 1}
"""


def test_replay() -> None:
    """Wizard of Odds: a point made 3 or 4 times before the seven-out, the best one paid."""
    entry = odds_of("craps", REPLAY)["replay"]
    assert percent(entry.house_edge, 12) == 24.806441599095
    caps = {4: 2, 10: 2, 5: 3, 9: 3, 6: 3, 8: 3}
    better = at_most(caps)
    for points, line in (((5, 9), 4), ((6, 8), 5)):
        caps |= dict.fromkeys(points, 2)
        assert entry.outcomes[line].probability == better - at_most(caps)
        better = at_most(caps)
    assert entry.outcomes[-1].probability == better


def at_most(caps: dict[int, int]) -> Fraction:
    """The probability that no point is made more often than its cap before the seven-out.

    Between come-outs a point is made or the hand is over, so the counts are multinomial up to the seven-out.
    """
    ways = {point: 6 - abs(7 - point) for point in caps}
    made = {point: Fraction(n, 24) * Fraction(n, n + 6) for point, n in ways.items()}
    terms = [Fraction(1)]
    for point, cap in caps.items():
        longer = [Fraction(0)] * (len(terms) + cap)
        for (i, one), n in product(enumerate(terms), range(cap + 1)):
            longer[i + n] += one * made[point] ** n / factorial(n)
        terms = longer
    return (1 - sum(made.values())) * sum((factorial(i) * one for i, one in enumerate(terms)), Fraction(0))


def test_hot_hand() -> None:
    """Wizard of Odds: all ten numbers before any seven pay 80, nine of the ten 20 to 1."""
    entry = only("craps", """
ends: any seven
wagers:
  hot-hand: {counts: different numbers rolled, pays: {9: 20 to 1, 10: 80 to 1}}
""")  # fmt: skip
    assert percent(entry.house_edge) == 18.02


LINE = """
wagers:
  pass: {ends: the line is decided, wins: the line wins, pays: 1 to 1}
  come: {line: its own, ends: the line is decided, wins: the line wins, pays: 1 to 1}
  dont-pass:
    ends: the line is decided
    pays: [{when: 12 on the come-out, pays: push}, {when: the line loses, pays: 1 to 1}]
  dont-come:
    line: its own
    opens: after the come-out
    ends: the line is decided
    pays: [{when: 12 on the come-out, pays: push}, {when: the line loses, pays: 1 to 1}]
  put: {opens: after the come-out, ends: the line is decided, wins: the line wins, pays: 1 to 1}
  place-6: {works: with a point on, ends: 6 or 7 rolled, wins: 6 rolled, pays: 7 to 6}
  any-seven: {ends: after 1 roll, wins: seven, pays: 4 to 1}
  hop-5-1: {ends: after 1 roll, wins: 5-1 rolled, pays: 15 to 1}
  hop-4-4: {ends: after 1 roll, wins: 4-4 rolled, pays: 30 to 1}
  field:
    ends: after 1 roll
    pays: [{when: 2 or 12 rolled, pays: 2 to 1}, {when: 3 to 4 or 9 to 11 rolled, pays: 1 to 1}]
  craps-2: {ends: after 1 roll, wins: 2 rolled, pays: 30 to 1}
  craps-3: {ends: after 1 roll, wins: 3 rolled, pays: 15 to 1}
  eleven: {ends: after 1 roll, wins: 11 rolled, pays: 15 to 1}
  craps-12: {ends: after 1 roll, wins: 12 rolled, pays: 30 to 1}
  horn: {bundle: {craps-2: 1, craps-3: 1, eleven: 1, craps-12: 1}}
  horn-high-12: {bundle: {craps-2: 1, craps-3: 1, eleven: 1, craps-12: 2}}
"""
EDGES = {
    "pass": Fraction(7, 495), "come": Fraction(7, 495), "dont-pass": Fraction(3, 220), "dont-come": Fraction(3, 220),
    "place-6": Fraction(1, 66), "any-seven": Fraction(1, 6), "hop-5-1": Fraction(1, 9), "hop-4-4": Fraction(5, 36),
    "field": Fraction(1, 18), "horn": Fraction(1, 8), "horn-high-12": Fraction(23, 180),
}  # fmt: skip
"""Standard, as in any book on craps."""


@pytest.mark.parametrize("wager", EDGES)
def test_base_craps(wager: str) -> None:
    assert odds_of("craps", LINE)[wager].house_edge == EDGES[wager]


def test_a_put_bet_is_priced_from_the_points_it_may_be_bet_on() -> None:
    """The points are on 3 : 4 : 5 : 5 : 4 : 3, so the mix loses 18.79 %."""
    ways = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
    wins = sum(Fraction(n, 24) * Fraction(n, n + 6) for n in ways.values())
    entry = odds_of("craps", LINE)["put"]
    assert entry.hit == wins
    assert percent(entry.house_edge) == 18.79


# ---- roulette, published -------------------------------------------------------------------------------


def test_three_reds_running() -> None:
    entry = only("roulette", """
chance: a single-zero wheel
ends: after 3 spins
wagers:
  three-reds: {wins: the number is red 3 times in a row, pays: 7 to 1}
""")  # fmt: skip
    assert entry.hit == Fraction(18, 37) ** 3
    assert round(float(entry.hit), 3) == 0.115


def test_la_partage() -> None:
    """Half of an even chance comes back on zero: 1.35 %."""
    entry = only("roulette", """
chance: a single-zero wheel
ends: after 1 spin
wagers:
  red: {pays: [{when: the number is red, pays: 1 to 1}, {when: the number is green, pays: loses half}]}
""")  # fmt: skip
    assert entry.house_edge == Fraction(1, 74)


PRISON = """
chance: a single-zero wheel
ends: after 1 spin
wagers:
  red: {{pays: [{{when: the number is red, pays: 1 to 1}}, {{when: the number is 0, turns into: in-prison}}]}}
  in-prison:
    opens: never
    pays:
      - {{when: the number is red, pays: push}}
      {second}
"""


@pytest.mark.parametrize(
    ("second", "edge", "shown"),
    [
        ("", "19/1369", 1.39),
        ("- {when: the number is 0, turns into: in-prison}", "1/74", 1.35),
        ("- {when: the number is 0, pays: loses half}", "1/74", 1.35),
    ],
    ids=["a second zero loses", "the stake stays", "half is lost"],
)
def test_en_prison(second: str, edge: str, shown: float) -> None:
    entry = only("roulette", PRISON.format(second=second))
    assert entry.house_edge == Fraction(edge)
    assert percent(entry.house_edge) == shown


@pytest.mark.parametrize(("taken", "shown"), [("when bet", 4.76), ("on a win", 1.67)])
def test_buy_4(taken: str, shown: float) -> None:
    """2 to 1 less 5 % of the stake, put down with the bet or taken from a win."""
    commission = f"5 % of the stake, {taken}"
    card = f'wagers: {{buy-4: {{ends: 4 or 7 rolled, wins: 4 rolled, pays: 2 to 1, commission: "{commission}"}}}}'
    entry = only("craps", f"{card}\n")
    assert percent(entry.house_edge) == shown


def test_surrender_on_two_zeros() -> None:
    entry = only("roulette", """
chance: a double-zero wheel
ends: after 1 spin
wagers:
  odd: {pays: [{when: the number is odd, pays: 1 to 1}, {when: the number is 0 or 00, pays: 0.5 for 1}]}
""")  # fmt: skip
    assert entry.house_edge == Fraction(1, 38)


def test_double_ball_street() -> None:
    """Wizard of Odds: one ball in the street pays 5, both 10 to 1."""
    entries = odds_of("roulette", """
chance: a double-zero wheel
ends: after 2 spins
wagers:
  street:
    places: each street on a double-zero wheel
    pays:
      - {when: the ball lands on this place 2 times, pays: 10 to 1}
      - {when: the ball lands on this place, pays: 5 to 1}
""")  # fmt: skip
    assert len(list(entries)) == 12
    assert {percent(entry.house_edge) for entry in entries} == {5.89}


CALLS = """
chance: a single-zero wheel
ends: after 1 spin
wagers:
  number: {places: each number on a single-zero wheel, wins: the ball lands on this place, pays: 35 to 1}
  split: {places: each split on a single-zero wheel, wins: the ball lands on this place, pays: 17 to 1}
  trio: {places: each trio on a single-zero wheel, wins: the ball lands on this place, pays: 11 to 1}
  corner: {places: each corner on a single-zero wheel, wins: the ball lands on this place, pays: 8 to 1}
  voisins: {bundle: {trio-0-2-3: 2, split-4-7: 1, split-12-15: 1, split-18-21: 1, split-19-22: 1, corner-25-26-28-29: 2,
    split-32-35: 1}}
  tiers: {bundle: {split-5-8: 1, split-10-11: 1, split-13-16: 1, split-23-24: 1, split-27-30: 1, split-33-36: 1}}
  orphelins: {bundle: {number-1: 1, split-6-9: 1, split-14-17: 1, split-17-20: 1, split-31-34: 1}}
  neighbors: {wins: the number is within 2 of 17 on the wheel, pays: 31 to 5}
"""


def test_calls_on_the_wheel() -> None:
    entries = odds_of("roulette", CALLS)
    for call in ("voisins", "tiers", "orphelins", "neighbors"):
        assert entries[call].house_edge == Fraction(1, 37), call
    assert [share.units for share in entries["voisins"].terms.bundle] == [2, 1, 1, 1, 1, 2, 1]


# ---- every sequence of outcomes ------------------------------------------------------------------------

WEIGHTS = {total: 6 - abs(7 - total) for total in range(2, 13)}
Rolls = Sequence[int]


def by_every_sequence(length: int, result: Callable[[Rolls], int], results: int) -> list[Fraction]:
    """How often each result comes over so many rolls of two dice, all sequences of totals tried."""
    found = [Fraction(0)] * results
    for rolls in product(WEIGHTS, repeat=length):
        weight = 1
        for total in rolls:
            weight *= WEIGHTS[total]
        found[result(rolls)] += Fraction(weight, 36**length)
    return found


def runs(rolls: Rolls, wanted: set[int], times: int) -> bool:
    return any(set(rolls[start : start + times]) <= wanted for start in range(len(rolls) - times + 1))


SMALL: dict[str, Callable[[Rolls], bool]] = {
    "6 or 8 rolled 2 times in a row": lambda r: runs(r, {6, 8}, 2),
    "6 rolled or 8 rolled three times in a row": lambda r: runs(r, {6, 8}, 3),
    "6 rolled then 8 rolled": lambda r: any(a == 6 and 8 in r[i + 1 :] for i, a in enumerate(r)),
    "6 rolled then at once 8 rolled": lambda r: (6, 8) in pairwise(r),
    "6 rolled then at once 6 rolled then 8 rolled": lambda r: any(
        (a, b) == (6, 6) and 8 in r[i + 2 :] for i, (a, b) in enumerate(pairwise(r))
    ),
    "2 to 6 rolled then 6 rolled then at once 4 to 6 rolled": lambda r: any(
        r[j] == 6 and r[j + 1] in (4, 5, 6) and any(a <= 6 for a in r[:j]) for j in range(1, len(r) - 1)
    ),
    "seven exactly once": lambda r: r.count(7) == 1,
    "7 rolled exactly 2 times": lambda r: r.count(7) == 2,
    "no seven": lambda r: 7 not in r,
    "6 rolled, and no seven": lambda r: 6 in r and 7 not in r,
    "6 rolled and no seven": lambda r: 6 in r and 7 not in r,
    "6 rolled twice, or 8 rolled twice": lambda r: r.count(6) >= 2 or r.count(8) >= 2,
    "6 rolled or 8 rolled twice": lambda r: r.count(6) + r.count(8) >= 2,
    "all of 6 8 rolled 2 times": lambda r: r.count(6) >= 2 and r.count(8) >= 2,
    "rolls 1 3 are the same": lambda r: r[0] == r[2],
    "7 not rolled 3 times": lambda r: sum(total != 7 for total in r) >= 3,
    "6 to 8 rolled but not 7 rolled": lambda r: 6 in r or 8 in r,
}


@pytest.mark.parametrize("rule", SMALL)
def test_a_history_over_four_rolls(rule: str) -> None:
    lost, won = by_every_sequence(4, lambda rolls: SMALL[rule](rolls), 2)
    entry = only("craps", f'ends: after 4 rolls\nwagers: {{small: {{wins: "{rule}", pays: 1 to 1}}}}\n')
    assert entry.hit == won
    assert lost + won == 1


@pytest.mark.parametrize("rule", SMALL)
def test_a_history_that_a_roll_may_end_early(rule: str) -> None:
    """Ends of several parts: the first of them ends it, and the roll that ends it counts."""

    def until(rolls: Rolls) -> Rolls:
        return rolls[: next((i + 1 for i, total in enumerate(rolls) if total in (2, 3, 12)), len(rolls))]

    def holds(rolls: Rolls) -> bool:
        seen = until(rolls)
        return (len(seen) >= 3 or not rule.startswith("rolls")) and SMALL[rule](seen)

    won = by_every_sequence(4, holds, 2)[1]
    card = (
        f'ends: "2 or 3 rolled, or after 4 rolls, or 12 rolled"\nwagers: {{small: {{wins: "{rule}", pays: 1 to 1}}}}\n'
    )
    assert only("craps", card).hit == won


LISTED = """
ends: after 4 rolls
{takes}
wagers:
  race:
    pays:
      - {{when: 7 rolled twice, pays: 9 to 1}}
      - {{when: 6 rolled, pays: push}}
      - {{when: 8 rolled then at once 8 rolled, pays: loses half}}
      - {{when: no 9 or more rolled, pays: 1 to 1}}
"""


def race(rolls: Rolls) -> int:
    """The first in the list, asked at the end."""
    if rolls.count(7) >= 2:
        return 0
    if 6 in rolls:
        return 1
    if (8, 8) in pairwise(rolls):
        return 2
    return 3 if max(rolls) < 9 else 4


def first_to_happen(rolls: Rolls) -> int:
    """A line that becomes true is paid at once; a line with "no" only at the end."""
    for length in range(1, len(rolls) + 1):
        result = race(rolls[:length])
        if result < 3:
            return result
    return race(rolls)


@pytest.mark.parametrize(
    ("takes", "decides"),
    [("", race), ("takes: the first in the list", race), ("takes: the first to happen", first_to_happen)],
)
def test_which_line_is_taken(takes: str, decides: Callable[[Rolls], int]) -> None:
    entry = only("craps", LISTED.format(takes=takes))
    assert [one.probability for one in entry.outcomes] == by_every_sequence(4, decides, 5)
    assert [one.net for one in entry.outcomes] == [9, 0, Fraction(-1, 2), 1, -1]


def test_how_many_rolls_until_it_ends() -> None:
    """The roll that ends a wager is counted; a range of counts is one rung."""
    entry = only("craps", """
ends: seven
wagers:
  long: {counts: rolls, pays: {2: push, 3 to 4: 1 to 1, 5 or more: 2 to 1}}
""")  # fmt: skip
    miss = Fraction(5, 6)
    expected = [miss**4, miss**2 - miss**4, miss - miss**2, 1 - miss]
    assert [one.probability for one in entry.outcomes] == expected


def test_how_many_of_several_names() -> None:
    entry = only("craps", """
ends: after 3 rolls
events: {fours: 4 rolled, fives: 5 rolled, low: 2 to 4 rolled}
wagers:
  some: {counts: "how many of fours, fives, low", pays: {1: push, 2 to 3: 5 to 1}}
""")  # fmt: skip

    def reached(rolls: Rolls) -> int:
        held = (4 in rolls) + (5 in rolls) + bool({2, 3, 4}.intersection(rolls))
        return 0 if held >= 2 else 1 if held else 2

    assert [one.probability for one in entry.outcomes] == by_every_sequence(3, reached, 3)


def test_overlapping_ways_may_come_on_one_roll() -> None:
    """A 5-1 is an easy 6: one roll is both."""
    entry = only("craps", 'ends: after 2 rolls\nwagers: {ways: {wins: "all of easy 6, 5-1 rolled", pays: 1 to 1}}\n')
    assert entry.hit == 1 - Fraction(34, 36) ** 2


def test_spins_that_are_the_same_tell_zeros_apart() -> None:
    entries = odds_of("roulette", """
chance: a double-zero wheel
ends: after 2 spins
wagers:
  same: {wins: spins 1 2 are the same, pays: 35 to 1}
  zeros: {wins: spins 1 2 are among 0 00 1, pays: 100 to 1}
  rising: {wins: spins 1 2 are consecutive numbers in order with 36 beside 1, pays: 15 to 1}
""")  # fmt: skip
    assert entries["same"].hit == Fraction(1, 38)
    assert entries["zeros"].hit == Fraction(9, 38**2)
    assert entries["rising"].hit == Fraction(72, 38**2)


def test_sic_bo_events_join() -> None:
    entry = only("sic-bo", """
events: {small: the total is 4 to 10 without a triple}
wagers:
  odd: {wins: small and 1 shows once or triple 6 but not the total is 4, pays: 1 to 1}
""")  # fmt: skip
    rolls = list(product(range(1, 7), repeat=3))

    def holds(roll: tuple[int, ...]) -> bool:
        small = 4 <= sum(roll) <= 10 and len(set(roll)) > 1
        return ((small and roll.count(1) == 1) or roll == (6, 6, 6)) and sum(roll) != 4

    assert entry.hit == Fraction(sum(map(holds, rolls)), len(rolls))
