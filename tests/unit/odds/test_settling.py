"""What settling at the end delays: the pay lines, and neither a loss nor what a player claims."""

import pytest

from rackcard.api import RackCard, loads
from rackcard.machine import bets
from rackcard.machine.explore import FIRST, NEVER
from rackcard.odds.solve import METHODS

LADDERS = {
    "different numbers rolled": "{4: 1 to 1, 5: 2 to 1, 6: 3 to 1, 7: 5 to 1, 8: 10 to 1, 9: 30 to 1, 10: 100 to 1}",
    "different points made": "{2: 1 to 1, 3: 3 to 1, 4: 9 to 1, 5: 25 to 1, 6: 99 to 1}",
    "points made": "{1: 1 to 1, 2: 2 to 1, 3 or more: 9 to 1}",
    "line wins": "{1: 1 to 1, 2: 2 to 1, 3 or more: 9 to 1}",
}


def ladder(counts: str, ends: str, settles: str, pays: str = "", more: str = "") -> RackCard:
    """A card with one ladder that is cashed out."""
    return loads(
        "card: late\ntitle: Late\nabout: An example.\ngame: craps\nsource: tests\nmarks: from the first bet\n"
        f"ends: {ends}\nsettles: {settles}\nwagers:\n  ladder:\n    counts: {counts}\n"
        f"    pays: {pays or LADDERS[counts]}\n    cash out: at any pay\n{more}"
    )


@pytest.mark.slow
@pytest.mark.parametrize("counts", ["different numbers rolled", "different points made"])
@pytest.mark.parametrize("ends", ["any seven", "seven-out"])
def test_a_claim_is_paid_at_once_whenever_lines_are_settled(counts: str, ends: str) -> None:
    late, soon = (ladder(counts, ends, settles).odds() for settles in ("at the end", "as soon as decided"))
    for one, other in zip(late.wagers, soon.wagers, strict=True):
        assert one.player_return == other.player_return
        assert one.play == other.play
        if one.play == "first":
            assert one.mean_rolls == other.mean_rolls


POSSIBLE = [
    *((counts, ends) for counts in LADDERS for ends in ("any seven", "seven-out")),
    ("different numbers rolled", "the line is decided"),
    ("different numbers rolled", "6 rolled"),  # the roll that ends it counts too, and comes too late to be claimed
]


@pytest.mark.parametrize("settles", ["at the end", "as soon as decided"])
@pytest.mark.parametrize(("counts", "ends"), POSSIBLE)
def test_every_method_that_applies_gives_the_same_law(counts: str, ends: str, settles: str) -> None:
    card = ladder(counts, ends, settles, more="    take back: after the first roll, below the first pay\n")
    (bet,) = bets(card)
    law = card.chance().law()
    for play in (NEVER, FIRST):
        found = {name: solved for name, method in METHODS.items() if (solved := method(bet.machine, law, play))}
        assert len(set(found.values())) == 1, (play.name, found)
