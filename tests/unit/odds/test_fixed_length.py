"""A wager over a fixed number of outcomes is decided as soon as nothing can change its result."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rackcard.api import RackCard, loads
from rackcard.games.craps.dice import PAIRS, Dice
from rackcard.machine import Machine, bets
from rackcard.machine.explore import NEVER, Play
from rackcard.odds.solve import METHODS
from rackcard.simulate.circuit.circuit import Unit
from rackcard.table import second_settler as naive
from tests.support.simulate_witness import compare

pytestmark = pytest.mark.slow

WAGERS = """
  seven-out: {ends: after 2 rolls, wins: seven-out, pays: 5 to 1}
  made: {ends: after 3 rolls, pays: [{when: 4 or 10 made, pays: 9 to 1}, {when: any seven 2 times, pays: 20 to 1}]}
  late: {ends: after 3 rolls, settles: at the end, wins: 12 on the come-out 2 times, pays: 99 to 1}
  off: {ends: after 2 rolls, works: with a point on, wins: all of 6 8 made, pays: 99 to 1}
  sure: {ends: after 2 rolls, wins: 2 or 3 or 4 or 5 or 6 or 7 or 8 or 9 or 10 or 11 or 12 rolled 2 times, pays: push}
  twice: {ends: after 4 rolls, wins: 6 made 2 times, pays: 40 to 1, surrender: {1: 2 for 1}}
"""


@pytest.fixture(scope="module")
def card() -> RackCard:
    return loads(f"card: short\ntitle: Short\nabout: An example.\ngame: craps\nsource: tests\nwagers:{WAGERS}")


def test_two_rolls_that_are_lost_on_the_first_are_over_with_the_first(card: RackCard) -> None:
    """A seven-out on the second roll needs a point on the first: 24 ways in 36."""
    entry = card.odds()["seven-out"]
    assert entry.mean_rolls == 1 + Fraction(24, 36)
    assert entry.hit == Fraction(24, 36) * Fraction(6, 36)
    assert entry.rolls(2) == [Fraction(12, 36), Fraction(24, 36)]


def test_every_method_agrees_on_short_wagers(card: RackCard) -> None:
    law = card.chance().law()
    for bet in bets(card):
        found = {name: solved for name, method in METHODS.items() if (solved := method(bet.machine, law, NEVER))}
        assert len(found) > 1
        assert len(set(found.values())) == 1, (bet.terms.wager, found)


def test_the_second_settler_decides_on_the_same_roll(card: RackCard) -> None:
    rolls = [(1, 1), (1, 3), (2, 4), (3, 4), (4, 4), (6, 6)]
    for bet in bets(card):
        for sequence in product(rolls, repeat=4):
            state, phase, seen = 0, 0, []
            for roll in sequence:
                cell = (phase, PAIRS.index(roll))
                phase = card.game.moves[phase][cell[1]]
                state, result = bet.machine.step(state, roll)
                if bet.terms.works is not None and cell not in bet.terms.works.cells:
                    assert result is None
                    continue
                seen.append(cell)
                assert naive.verdict(bet.terms, card.game, tuple(seen)) == result, (bet.terms.wager, sequence)
                if result is not None:
                    break


def test_the_simulation_pays_no_claim_on_a_wager_that_is_lost(card: RackCard) -> None:
    """The player waits for the third roll; by then the second six may be out of reach."""
    bet = next(bet for bet in bets(card) if bet.terms.wager == "twice")
    assert bet.machine.foregone
    played = bet.machine.played
    assert played is not None

    def third(machine: Machine, state: int, open_claims: tuple[int, ...]) -> int | None:
        return open_claims[0] if open_claims and played.read(state) == 3 else None

    law = Dice.of_totals({6: 30, 8: 10}).law()
    compare([Unit(bet.machine, Play("third", third))], law, Random(1), 400)
