"""Dice, wheels and shoes: what can come, with exact weights.

Chance is an input. The same machine runs on fair dice, loaded dice, another wheel or a depleted
shoe; only the weights differ.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import gcd, lcm

Die = tuple[int, int]

PAIRS: tuple[Die, ...] = tuple(combinations_with_replacement(range(1, 7), 2))
POCKETS: tuple[str, ...] = ("0", "00", "000", *map(str, range(1, 37)))
RANKS: tuple[str, ...] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

WHEELS: Mapping[str, tuple[str, ...]] = {
    "single-zero": ("0",),
    "double-zero": ("0", "00"),
    "triple-zero": ("0", "00", "000"),
}


class ChanceError(ValueError):
    """Weights that describe no dice, wheel or shoe."""


def whole(weights: Mapping[str, Fraction]) -> dict[str, int]:
    """Scale weights to the smallest whole numbers in the same proportion.

    >>> whole({"a": Fraction(1, 2), "b": Fraction(1, 3)})
    {'a': 3, 'b': 2}
    """
    if any(weight < 0 for weight in weights.values()):
        raise ChanceError("a weight is negative; weights are 0 or more")
    if not any(weights.values()):
        raise ChanceError("every weight is 0; something must be able to come")
    scale = lcm(*(weight.denominator for weight in weights.values()))
    counts = {key: int(weight * scale) for key, weight in weights.items()}
    shared = gcd(*counts.values())
    return {key: count // shared for key, count in counts.items()}


@dataclass(frozen=True)
class Dice:
    """Two dice as the weights of their 21 pairs; fair dice give doubles 1 and the rest 2."""

    weights: tuple[int, ...] = tuple(1 if a == b else 2 for a, b in PAIRS)

    def law(self) -> dict[Die, int]:
        return dict(zip(PAIRS, self.weights, strict=True))

    @classmethod
    def of_pairs(cls, weights: Mapping[Die, Fraction | int]) -> "Dice":
        """Dice with other weights for some pairs, in units where a fair double weighs 1."""
        law: dict[Die, Fraction | int] = dict(cls().law())
        for pair, weight in weights.items():
            key = (min(pair), max(pair))
            if key not in law:
                raise ChanceError(f"no pair of dice shows {pair[0]}-{pair[1]}; faces run from 1 to 6")
            law[key] = weight
        counts = whole({f"{a}-{b}": Fraction(law[a, b]) for a, b in PAIRS})
        return cls(tuple(counts.values()))

    @classmethod
    def of_totals(cls, weights: Mapping[int, Fraction | int]) -> "Dice":
        """Dice with other weights for some totals; within a total the pairs keep their fair shares.

        >>> Dice.of_totals({7: 6}) == Dice()
        True
        """
        law = cls().law()
        fair = {total: sum(w for (a, b), w in law.items() if a + b == total) for total in range(2, 13)}
        for total in weights:
            if total not in fair:
                raise ChanceError(f"two dice never total {total}; totals run from 2 to 12")
        shares = {
            pair: Fraction(weights.get(sum(pair), fair[sum(pair)])) * weight / fair[sum(pair)]
            for pair, weight in law.items()
        }
        return cls.of_pairs(shares)


@dataclass(frozen=True)
class Wheel:
    """A roulette wheel as the weights of its pockets; a pocket it lacks weighs 0."""

    weights: tuple[int, ...]

    def law(self) -> dict[str, int]:
        return dict(zip(POCKETS, self.weights, strict=True))

    @classmethod
    def named(cls, name: str) -> "Wheel":
        return cls.of_pockets((*WHEELS[name], *POCKETS[3:]))

    @classmethod
    def of_pockets(cls, pockets: Iterable[str], weights: Mapping[str, Fraction | int] | None = None) -> "Wheel":
        law: dict[str, Fraction | int] = {**dict.fromkeys(POCKETS, 0), **dict.fromkeys(pockets, 1)}
        for pocket, weight in (weights or {}).items():
            if pocket not in law:
                raise ChanceError(f"no wheel has a pocket {pocket}; pockets are 0, 00, 000 and 1 to 36")
            law[pocket] = weight
        counts = whole({pocket: Fraction(weight) for pocket, weight in law.items()})
        return cls(tuple(counts[pocket] for pocket in POCKETS))


@dataclass(frozen=True)
class Shoe:
    """A shoe as how many cards of each rank it holds, ace to king."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != len(RANKS) or min(self.counts) < 0:
            raise ChanceError("a shoe needs 13 counts, ace to king, none of them negative")
        if sum(self.counts) < 6:
            raise ChanceError("a shoe needs at least six cards: a hand may use that many")

    @classmethod
    def of_decks(cls, decks: int) -> "Shoe":
        return cls((4 * decks,) * 13)

    def without(self, *ranks: str) -> "Shoe":
        """The shoe after these cards have been dealt.

        >>> Shoe.of_decks(8).without("K", "K").counts[-1]
        30
        """
        counts = list(self.counts)
        for rank in ranks:
            counts[RANKS.index(rank)] -= 1
        return Shoe(tuple(counts))

    def holding(self, counts: Mapping[str, int]) -> "Shoe":
        """The shoe with other counts for some ranks."""
        unknown = [rank for rank in counts if rank not in RANKS]
        if unknown:
            raise ChanceError(f"no card has the rank {unknown[0]}; ranks are {' '.join(RANKS)}")
        mine = zip(RANKS, self.counts, strict=True)
        return Shoe(tuple(counts.get(rank, count) for rank, count in mine))


Chance = Dice | Wheel | Shoe
