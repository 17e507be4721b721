"""The PRISM model of wagers that no shipped card has, proved by Storm."""

import pytest

from rackcard.api import RackCard, loads
from rackcard.machine import bets
from rackcard.machine.explore import NEVER
from rackcard.odds.solve import solve
from tests.support.storm import check

START = "title: Model\nabout: An example.\nsource: tests\n"
SPINS = """
  row: {ends: the number is red, wins: spins 1 2 are among 2 4 6 8, pays: 50 to 1}
  odd:
    ends: the number is odd
    pays: [{when: spins 1 2 are 1 apart, pays: 9 to 1}, {when: the number is red, pays: push}]
  later: {ends: the number is 1 to 12, settles: at the end, wins: spins 1 3 are 2 apart, pays: 9 to 1}
  four: {ends: after 4 spins, wins: spins 1 2 are 5 6 in any order, pays: 500 to 1}
"""
ROLLS = """
  two: {ends: after 2 rolls, wins: seven-out, pays: 5 to 1}
  made: {ends: after 3 rolls, pays: [{when: 4 or 10 made, pays: 9 to 1}, {when: any seven 2 times, pays: 20 to 1}]}
  off: {ends: after 2 rolls, works: with a point on, wins: all of 6 8 made, pays: 99 to 1}
  sure: {ends: after 2 rolls, wins: 2 or 3 or 4 or 5 or 6 or 7 or 8 or 9 or 10 or 11 or 12 rolled 2 times, pays: push}
"""
CARDS = {
    "spins": f"card: spins\n{START}game: roulette\nchance: a double-zero wheel\nwagers:{SPINS}",
    "rolls": f"card: rolls\n{START}game: craps\nwagers:{ROLLS}",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CARDS)
def test_storm_agrees_on_wagers_of_other_shapes(name: str) -> None:
    card: RackCard = loads(CARDS[name])
    law = card.chance().law()
    for bet in bets(card):
        solved, _ = solve(bet.machine, card.chance(), NEVER)
        asked = [f'P=? [ F "result_{i}" ]' for i in range(len(bet.results))]
        checked = check(bet, law, [*asked, 'R{"rolls"}=? [ F "decided" ]'])
        assert checked.values == [*solved.probabilities, solved.mean], bet.terms.wager
