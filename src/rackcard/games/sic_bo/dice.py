"""Three dice: the weights of their 56 triples."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from random import Random
from typing import Any

from rackcard.games.device import Chance, ChanceError, drawn, whole
from rackcard.games.sic_bo.messages import CHANCE_ERRORS

Faces = tuple[int, int, int]

ROLLS: tuple[Faces, ...] = tuple((a, b, c) for a, b, c in combinations_with_replacement(range(1, 7), 3))


def orders(faces: Faces) -> list[Faces]:
    """The orders in which three faces can lie.

    >>> len(orders((1, 2, 3))), orders((1, 1, 2))
    (6, [(1, 1, 2), (1, 2, 1), (2, 1, 1)])
    """
    return sorted({(a, b, c) for a, b, c in permutations(faces)})


FAIR = tuple(len(orders(faces)) for faces in ROLLS)


class ThreeDiceError(ChanceError):
    """Weights that three dice cannot have."""

    sentences = CHANCE_ERRORS


@dataclass(frozen=True)
class ThreeDice(Chance):
    """Three dice as the weights of what they show, in any order; fair dice give 1, 3 or 6 of 216."""

    program = "circuit"

    weights: tuple[int, ...] = FAIR

    def law(self) -> dict[Any, int]:
        return dict(zip(ROLLS, self.weights, strict=True))

    def sample(self, random: Random) -> list[int]:
        """A roll; the faces come in any order."""
        faces, part = drawn(self.law(), random)
        those = orders(faces)
        return list(those[part % len(those)])

    def weighted(self, weights: Mapping[str, Fraction]) -> "ThreeDice":
        """Dice with other weights for what they show (6-6-6=2) or for totals (11=30), in 216ths of fair dice.

        >>> ThreeDice().weighted({"10": Fraction(27)}) == ThreeDice()
        True
        """
        law = {faces: Fraction(weight) for faces, weight in self.law().items()}
        if all(re.fullmatch(r"[1-6]-[1-6]-[1-6]", name) for name in weights):
            for name, weight in weights.items():
                first, second, third = sorted(int(face) for face in name.split("-"))
                law[first, second, third] = weight
        elif all(re.fullmatch(r"[3-9]|1[0-8]", name) for name in weights):
            for name, weight in weights.items():
                those = [faces for faces in ROLLS if sum(faces) == int(name)]
                fair = sum(law[faces] for faces in those)
                law |= {faces: weight * law[faces] / fair for faces in those}
        else:
            given = ",".join(f"{name}={value}" for name, value in weights.items())
            raise ThreeDiceError("mixed-weights", given=given)
        return ThreeDice(tuple(whole({_name(faces): weight for faces, weight in law.items()}).values()))

    def named_weights(self) -> dict[str, int]:
        """By the faces."""
        return {_name(faces): weight for faces, weight in self.law().items()}


def _name(faces: Faces) -> str:
    return "-".join(map(str, faces))
