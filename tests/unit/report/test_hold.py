"""The exact law of the hold: against every sequence of a few bets, against other laws, and never above the stakes."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest

from rackcard.card.catalogue import card_ids
from rackcard.odds import WagerOdds
from rackcard.report.hold import BANDS, DECISIONS, ONE, PRINTED, Lattice, bands, law_of
from rackcard.report.hold import _corrected as corrected
from tests.support.printed import card_of


def every_sequence(law: dict[Fraction, Fraction], bets: int) -> dict[Fraction, Fraction]:
    """What some bets win together, by going through every sequence of their results."""
    found: dict[Fraction, Fraction] = {}
    for nets in product(law.items(), repeat=bets):
        total, weight = Fraction(0), Fraction(1)
        for net, probability in nets:
            total, weight = total + net, weight * probability
        found[total] = found.get(total, Fraction(0)) + weight
    return found


@pytest.mark.parametrize(
    ("card", "wager", "bets"), [("craps", "field", 5), ("baccarat", "banker", 5), ("craps", "horn", 3)]
)
def test_the_law_of_a_few_bets_is_that_of_every_sequence(card: str, wager: str, bets: int) -> None:
    law = dict(law_of(card_of(card).odds()[wager]))
    lattice = Lattice.of(law)
    found = lattice.one_bet(law).power(bets)
    slow = every_sequence(law, bets)
    fast = {
        bets * lattice.least + lattice.step * place: Fraction(int(weight), ONE)
        for place, weight in enumerate(found.weights, start=found.least)
        if weight
    }
    assert fast.keys() == slow.keys()
    assert max(abs(fast[net] - slow[net]) for net in slow) < Fraction(1, 10**18)


def test_bands_of_a_bet_that_wins_or_loses_are_binomial() -> None:
    entry = card_of("super-shooter").odds(table=1)["little"]
    band = bands(entry)[0]
    wins, n = entry.hit or Fraction(0), 1000
    below, held = Fraction(0), []
    for count in range(200):
        below += comb(n, count) * wins**count * (1 - wins) ** (n - count)
        held.append((below, 1 - Fraction(31 * count, n)))
    for share in BANDS:
        low = Fraction(100 - share, 200)
        upper = next(hold for at, hold in held if at >= low)
        lower = next(hold for at, hold in held if at >= 1 - low)
        assert band.ranges[share] == (lower, upper)
    assert abs(band.behind - (1 - next(at for at, hold in reversed(held) if hold >= 0))) < Fraction(1, 10**10)


def priced(card: str) -> list[WagerOdds]:
    return [entry for entry in card_of(card).odds().wagers if entry.posted and entry.variance]


@pytest.mark.parametrize(
    "card", [card for card in card_ids() if card not in ("craps", "roulette", "sic-bo", "baccarat")]
)
def test_no_hold_is_above_the_stakes_and_wider_bands_hold_narrower_ones(card: str) -> None:
    for entry in {law_of(entry): entry for entry in priced(card)}.values():
        for band in bands(entry, DECISIONS[:1]):
            (low90, high90), (low95, high95), (low99, high99) = (band.ranges[share] for share in BANDS)
            assert low99 <= low95 <= low90 <= high90 <= high95 <= high99 <= 1
            assert 0 <= band.behind <= 1


def test_the_corrected_normal_law_is_used_only_where_it_agreed() -> None:
    entry = card_of("roll-the-line").odds()["roll-the-line"]
    found = bands(entry)
    exact = [band for band in found if band.is_exact]
    assert exact
    assert [band.is_exact for band in found] == sorted((band.is_exact for band in found), reverse=True)
    last = exact[-1]
    other = corrected(law_of(entry), last.decisions)
    assert all(
        abs(a - b) < PRINTED for share in BANDS for a, b in zip(last.ranges[share], other.ranges[share], strict=True)
    )
    first = corrected(law_of(entry), exact[0].decisions)
    assert any(abs(a - b) >= PRINTED for a, b in zip(exact[0].ranges[99], first.ranges[99], strict=True))


def test_a_simulated_house_lies_in_its_bands_as_often_as_they_say() -> None:
    entry = card_of("dice-works").odds()["the-works"]
    band = bands(entry)[0]
    random, hit = Random(7), float(entry.hit or 0)
    held = [1 - 176 * sum(random.random() < hit for _ in range(1000)) / 1000 for _ in range(400)]
    inside = Counter(
        share for hold in held for share in BANDS if band.ranges[share][0] <= hold <= band.ranges[share][1]
    )
    assert max(held) <= 1
    assert all(share - 6 <= inside[share] / 4 for share in BANDS)
