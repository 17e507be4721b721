"""Proof by model checking: the exported PRISM model of every wager, solved by Storm."""

import pytest

from rackcard.api import RackCard, load, loads
from rackcard.machine import Machine, bets
from rackcard.machine.explore import NEVER
from rackcard.odds.solve import solve
from tests.support.hostile_cards import wagers
from tests.support.sample import IS_WHOLE, sampled_cards
from tests.support.storm import check

pytestmark = pytest.mark.slow

CARDS = sampled_cards()


@pytest.mark.parametrize("card", [*CARDS, "examples/made-points.yaml"])
def test_storm_agrees_exactly(card: str) -> None:
    """Every result's probability and the mean number of rolls, as fractions, for every reading.

    One place of each kind on a layout, all of them in the campaign. With offers the model is a decision process: the
    most likely way to the top pay is to take none.
    """
    loaded = load(card)
    seen: set[tuple[Machine | str, object]] = set()
    for options in loaded.combinations(readings_only=False):
        chance = loaded.chance(options)
        law = chance.law()
        for bet in bets(loaded, options):
            is_place = bet.terms.wager != bet.terms.group and not IS_WHOLE
            key = (bet.terms.group if is_place else bet.machine, chance)
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


TIMES = {2: 2, 6: 6, 9: 5, 11: 3}
REPEATERS = {f"repeating-{number}": f"{number} rolled {times} times" for number, times in TIMES.items()}


def large_card() -> RackCard:
    """Repeater bets: in the campaign all ten, which are half a million states in Storm; in the gate four of them."""
    if IS_WHOLE:
        return load("repeater-bets-plus")
    return loads(wagers({**REPEATERS, "citywide": f"any of {', '.join(REPEATERS)}"}))


def test_storm_agrees_on_the_largest_wager() -> None:
    """Citywide: a state for every set of counts in Storm, a few whole numbers in the clock method."""
    loaded = large_card()
    bet = next(bet for bet in bets(loaded) if bet.terms.wager == "citywide")
    law = loaded.chance().law()
    solved, _ = solve(bet.machine, loaded.chance(), NEVER)
    assert check(bet, law, ['P=? [ F "result_0" ]']).values == [solved.probabilities[0]]
