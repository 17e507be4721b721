"""Wagers that rules of the same card name: they count while they are up as the naming wager is, and no longer.

Each figure is worked out here by hand, from the words of the card.
"""

from fractions import Fraction

import pytest

import rackcard
from rackcard import CardError

HEAD = "card: x\ntitle: X\nabout: X.\nsource: x\ngame: craps\n"
SIX = "  six: {wins: 6 rolled 2 times, pays: 3 to 1}\n"
ANY = "  w: {wins: 'any of nn, six', pays: 9 to 1}\n"


def hit(wagers: str, ends: str = "any seven") -> Fraction:
    found = rackcard.loads(f"{HEAD}ends: {ends}\nwagers:\n{wagers}").odds()["w"].hit
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("wagers", "field"),
    [
        ("  nn: {ends: after 1 roll, wins: 4 rolled, pays: 2 to 1}\n", "ends"),
        ("  nn: {works: with a point on, wins: 4 rolled, pays: 1 to 1}\n", "works"),
        ("  nn: {opens: after the come-out, wins: 4 rolled, pays: 1 to 1}\n", "opens"),
        ("  nn: {line: its own, wins: a point made, pays: 1 to 1}\n", "line"),
        (
            "  nn:\n    takes: the first to happen\n    pays:\n    - {when: 12 rolled, pays: loses}\n"
            "    - {when: 4 rolled, pays: 2 to 1}\n",
            "takes",
        ),
    ],
)
def test_a_wager_that_goes_another_way_cannot_be_named(wagers: str, field: str) -> None:
    with pytest.raises(CardError, match=f'their "{field}" differ'):
        hit(SIX + wagers + ANY)


def test_how_many_of_wagers_that_end_earlier_is_refused() -> None:
    wagers = (
        "  a: {ends: after 1 roll, wins: 6 rolled, pays: 1 to 1}\n"
        "  b: {ends: after 2 rolls, wins: 8 rolled, pays: 1 to 1}\n"
        "  w: {ends: after 3 rolls, counts: 'how many of a, b', pays: {1: 1 to 1, 2: 5 to 1}}\n"
    )
    with pytest.raises(CardError, match='their "ends" differ'):
        hit(wagers)


def test_a_wager_that_ends_later_may_be_named() -> None:
    wagers = (
        "  a: {wins: 6 rolled, pays: 1 to 1}\n  w: {ends: 'after 1 roll, or any seven', wins: any of a, pays: 1 to 1}\n"
    )
    assert hit(wagers) == Fraction(5, 36)


def test_a_wager_that_asks_at_its_own_end_may_not() -> None:
    wagers = (
        "  a: {wins: no 12 rolled, pays: 1 to 1}\n"
        "  w: {ends: 'after 1 roll, or any seven', wins: any of a, pays: 1 to 1}\n"
    )
    with pytest.raises(CardError, match='their "ends" differ'):
        hit(wagers)


def test_a_wager_that_has_won_before_the_first_roll_cannot_be_named() -> None:
    with pytest.raises(CardError, match="before the first roll"):
        hit(SIX + "  nn: {counts: 4 rolled, pays: {0: 1 to 1, 1 or more: 2 to 1}}\n" + ANY)
