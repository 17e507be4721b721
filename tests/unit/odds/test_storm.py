"""Proof by model checking: the exported PRISM model of every wager, solved by Storm."""

import pytest

from rackcard.api import load
from rackcard.card import card_ids
from rackcard.machine import Machine, bets
from rackcard.machine.explore import NEVER
from rackcard.odds.solve import solve
from tests.support.storm import check

pytestmark = pytest.mark.slow

CARDS = card_ids()


@pytest.mark.parametrize("card", [*CARDS, "examples/made-points.yaml"])
def test_storm_agrees_exactly(card: str) -> None:
    """Every result's probability and the mean number of rolls, as fractions, for every reading.

    With offers the model is a decision process: the most likely way to the top pay is to take none.
    """
    loaded = load(card)
    seen: set[tuple[Machine, object]] = set()
    for options in loaded.combinations(readings_only=False):
        chance = loaded.chance(options)
        law = chance.law()
        for bet in bets(loaded, options):
            key = (bet.machine, chance)
            if key in seen or bet.terms.wager == "citywide" or (bet.machine.works and bet.machine.has_phase):
                continue
            seen.add(key)
            solved, _ = solve(bet.machine, chance, NEVER)
            if bet.machine.claims:
                checked = check(bet, law, [f'Pmax=? [ F "result_{i}" ]' for i in range(len(bet.machine.lines))])
                assert checked.values == list(solved.probabilities[: len(bet.machine.lines)])
                continue
            asked = [f'P=? [ F "result_{i}" ]' for i in range(len(bet.results))]
            checked = check(bet, law, [*asked, 'R{"rolls"}=? [ F "decided" ]'])
            assert checked.values == [*solved.probabilities, solved.mean], (bet.terms.wager, options)


@pytest.mark.slow
def test_storm_agrees_on_the_largest_wager() -> None:
    """Citywide: half a million states in Storm, thirty-one whole numbers in the clock method."""
    loaded = load("repeater-bets-plus")
    bet = next(bet for bet in bets(loaded) if bet.terms.wager == "citywide")
    law = loaded.chance().law()
    solved, _ = solve(bet.machine, loaded.chance(), NEVER)
    assert check(bet, law, ['P=? [ F "result_0" ]']).values == [solved.probabilities[0]]
