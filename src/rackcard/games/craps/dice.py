"""Two dice: the weights of their 21 pairs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from rackcard.games.craps.messages import CHANCE_ERRORS
from rackcard.games.device import Chance, ChanceError, drawn, whole

Die = tuple[int, int]

PAIRS: tuple[Die, ...] = tuple((a, b) for a, b in combinations_with_replacement(range(1, 7), 2))


class DiceError(ChanceError):
    """Weights that two dice cannot have."""

    sentences = CHANCE_ERRORS


@dataclass(frozen=True)
class Dice(Chance):
    """Two dice as the weights of their 21 pairs; fair dice give doubles 1 and the rest 2."""

    program = "circuit"

    weights: tuple[int, ...] = tuple(1 if a == b else 2 for a, b in PAIRS)
    is_crapless: bool = False
    """Whether 2, 3, 11 and 12 are points too."""

    def law(self) -> dict[Any, int]:
        return dict(zip(PAIRS, self.weights, strict=True))

    @classmethod
    def of_pairs(cls, weights: Mapping[Die, Fraction | int]) -> "Dice":
        """Dice with other weights for some pairs, in units where a fair double weighs 1."""
        law: dict[Die, Fraction | int] = dict(cls().law())
        for pair, weight in weights.items():
            key = (min(pair), max(pair))
            if key not in law:
                raise DiceError("unknown-pair", first=pair[0], second=pair[1])
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
                raise DiceError("unknown-total", total=total)
        shares = {
            pair: Fraction(weights.get(sum(pair), fair[sum(pair)])) * weight / fair[sum(pair)]
            for pair, weight in law.items()
        }
        return cls.of_pairs(shares)

    def sample(self, random: Random) -> list[int]:
        """A roll; within a pair either die may be the first."""
        (low, high), part = drawn(self.law(), random)
        return [high, low] if part % 2 else [low, high]

    def weighted(self, weights: Mapping[str, Fraction]) -> "Dice":
        """Dice with other weights for totals or for pairs of faces.

        >>> Dice().weighted({"6-6": Fraction(2)}).law()[6, 6]
        2
        """
        if all(re.fullmatch(r"[0-9]-[0-9]", name) for name in weights):
            dice = Dice.of_pairs({(int(name[0]), int(name[2])): value for name, value in weights.items()})
            return replace(dice, is_crapless=self.is_crapless)
        if all(re.fullmatch(r"[0-9]{1,2}", name) for name in weights):
            dice = Dice.of_totals({int(name): value for name, value in weights.items()})
            return replace(dice, is_crapless=self.is_crapless)
        given = ",".join(f"{name}={value}" for name, value in weights.items())
        raise DiceError("mixed-weights", given=given)

    def named_weights(self) -> dict[str, int]:
        """By pair of faces."""
        return {f"{a}-{b}": weight for (a, b), weight in self.law().items()}
