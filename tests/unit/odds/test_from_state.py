"""Chance from here: from every set of marks, one more outcome and the chance from there must give the same."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from rackcard.api import load
from rackcard.card import card_ids
from rackcard.machine import Bet, bets
from rackcard.machine.explore import starts
from rackcard.odds.from_state import here
from rackcard.odds.optimal_play import best
from rackcard.odds.price import price_play, worth

BETS = [(card, bet) for card in card_ids() for bet in bets(load(card)) if bet.terms.group == bet.terms.wager]


def one_more(bet: Bet, chance: Any, state: int) -> list[Fraction]:
    """The law from a state, by one outcome and the law from each state it leads to."""
    law = chance.law()
    total = sum(law.values())
    found = [Fraction(0)] * len(bet.results)
    stays = 0
    for outcome, weight in law.items():
        after, result = bet.machine.step(state, outcome)
        if result is not None:
            found[result] += Fraction(weight, total)
        elif after == state:
            stays += weight
        else:
            for i, p in enumerate(here(bet, chance, after).probabilities):
                found[i] += p * Fraction(weight, total)
    return [p / (1 - Fraction(stays, total)) for p in found]


def walk(bet: Bet, chance: Any, start: int, seed: int, most: int) -> list[int]:
    """The states of a wager from its start over some random outcomes, until it is decided."""
    outcomes = list(chance.law())
    random, states = Random(seed), [start]
    for _ in range(most):
        after, result = bet.machine.step(states[-1], random.choice(outcomes))
        if result is not None:
            break
        states.append(after)
    return states


@pytest.mark.slow
@pytest.mark.parametrize(("card", "bet"), BETS, ids=[f"{c}-{b.terms.wager}-{b.terms.table}" for c, b in BETS])
def test_the_chance_from_here_is_one_outcome_and_the_chance_from_there(card: str, bet: Bet) -> None:
    """From every start; the starts together, each as often as outcomes lead there, are what the wager is priced at."""
    chance = load(card).chance()
    begun = starts(bet.machine, chance.law_of(bet.machine.watched))
    if not bet.machine.claims:
        for start, seed in product(begun, range(3)):
            for state in walk(bet, chance, start, seed, 4):
                law = here(bet, chance, state).probabilities
                assert sum(law) == 1
                assert list(law) == one_more(bet, chance, state), (seed, state)
    if bet.terms.is_posted:
        play = "best" if bet.machine.claims else "never"
        values = [share * (here(bet, chance, start).value or 0) for start, share in begun.items()]
        assert sum(values) == price_play(bet, chance, play).player_return


@pytest.mark.parametrize("card", [card for card, bet in BETS if bet.machine.claims and bet.terms.table == "1"][::3])
def test_where_something_is_offered_riding_is_worth_what_the_best_play_says(card: str) -> None:
    loaded = load(card)
    for bet in bets(loaded):
        if bet.machine.claims:
            for choice in best(bet.machine, loaded.chance(), worth(bet)).choices[::29]:
                assert here(bet, loaded.chance(), choice.state).value == choice.riding


def test_a_wager_with_half_a_million_states_is_known_from_its_marks() -> None:
    """Ten repeaters at once: what is still missing, asked of a fresh start, and one more roll agrees."""
    card = load("repeater-bets-plus")
    bet = next(bet for bet in bets(card) if bet.terms.wager == "citywide")
    state = 0
    for dice in ((4, 4), (3, 3), (1, 1), (1, 2)):
        before = here(bet, card.chance(), state).win
        state, _ = bet.machine.step(state, dice)
        assert here(bet, card.chance(), state).win > before
        assert list(here(bet, card.chance(), state).probabilities) == one_more(bet, card.chance(), state)
