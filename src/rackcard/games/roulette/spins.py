"""The last spins of a wheel: how often each color came, and the numbers that came most and least."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rackcard.games.roulette.rules import colour
from rackcard.games.roulette.wheel import POCKETS

COUNTED = 100
"""How many spins are looked at."""
NAMED = 2
"""How many numbers are called hot, and how many cold."""


def counted(spins: Sequence[str]) -> Mapping[str, Any]:
    """The last hundred spins: bars by color with where each begins and its share, the hot and the cold numbers.

    >>> found = counted(["7", "18", "7", "0"])
    >>> found["spins"], found["bars"], found["hot"]
    (4, (('red', 3, Fraction(0, 1), Fraction(3, 4)), ('green', 1, Fraction(3, 4), Fraction(1, 4))), ('7', '0'))
    """
    last = list(spins[-COUNTED:])
    numbers, colors = Counter(last), Counter(map(colour, last))
    bars, start = [], Fraction(0)
    for name in ("red", "black", "green"):
        if colors[name]:
            share = Fraction(colors[name], len(last))
            bars.append((name, colors[name], start, share))
            start += share
    plain = [pocket for pocket in POCKETS if pocket not in ("00", "000") or pocket in numbers]
    ranked = sorted(plain, key=lambda pocket: (-numbers[pocket], POCKETS.index(pocket)))
    return {
        "spins": len(last),
        "bars": tuple(bars),
        "hot": tuple(ranked[:NAMED]),
        "cold": tuple(ranked[: -NAMED - 1 : -1]),
    }
