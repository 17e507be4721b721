"""A roulette wheel: the weights of its pockets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from rackcard.games.device import Chance, ChanceError, drawn, whole
from rackcard.games.game import Outcome
from rackcard.games.roulette.messages import CHANCE_ERRORS

POCKETS: tuple[str, ...] = ("0", "00", "000", *map(str, range(1, 37)))

WHEELS: Mapping[str, tuple[str, ...]] = {
    "single-zero": ("0",),
    "double-zero": ("0", "00"),
    "triple-zero": ("0", "00", "000"),
}

_SINGLE = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
_DOUBLE = "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
ORDERS: tuple[tuple[str, ...], ...] = (tuple(_SINGLE.split()), tuple(_DOUBLE.split()))
"""The pockets clockwise around the wheels with one zero and with two; with three there is no standard order."""


class WheelError(ChanceError):
    """Weights that no wheel can have."""

    sentences = CHANCE_ERRORS


@dataclass(frozen=True)
class Wheel(Chance):
    """A roulette wheel as the weights of its pockets; a pocket it lacks weighs 0."""

    program = "spins"

    weights: tuple[int, ...]

    def law(self) -> dict[Any, int]:
        return dict(zip(POCKETS, self.weights, strict=True))

    @property
    def standard_name(self) -> str:
        """The name of the wheel with these pockets; empty where no wheel has just these."""
        zeros = self.pockets[: len(self.pockets) - 36]
        return next((name for name, known in WHEELS.items() if tuple(known) == tuple(zeros)), "")

    @property
    def impossible(self) -> frozenset[Any]:
        return frozenset(pocket for pocket, weight in self.law().items() if not weight)

    @classmethod
    def named(cls, name: str) -> "Wheel":
        return cls.of_pockets((*WHEELS[name], *POCKETS[3:]))

    @classmethod
    def of_pockets(cls, pockets: Iterable[str], weights: Mapping[str, Fraction | int] | None = None) -> "Wheel":
        law: dict[str, Fraction | int] = {**dict.fromkeys(POCKETS, 0), **dict.fromkeys(pockets, 1)}
        for pocket, weight in (weights or {}).items():
            if pocket not in law:
                raise WheelError("unknown-pocket", pocket=pocket)
            law[pocket] = weight
        counts = whole({pocket: Fraction(weight) for pocket, weight in law.items()})
        return cls(tuple(counts[pocket] for pocket in POCKETS))

    @property
    def pockets(self) -> tuple[str, ...]:
        """The pockets that the wheel has, in the order of the layout."""
        return tuple(pocket for pocket, weight in self.law().items() if weight)

    @property
    def order(self) -> tuple[str, ...]:
        """The pockets clockwise around the wheel; empty where there is no standard order."""
        return next((order for order in ORDERS if set(order) == set(self.pockets)), ())

    def sample(self, random: Random) -> str:
        pocket, _ = drawn(self.law(), random)
        return str(pocket)

    def weighted(self, weights: Mapping[str, Fraction]) -> "Wheel":
        return Wheel.of_pockets(self.pockets, weights)

    def named_weights(self) -> dict[str, int]:
        """By pocket, those that it has."""
        return {pocket: weight for pocket, weight in self.law().items() if weight}

    def missing(self, outcome: Outcome) -> Mapping[str, object] | None:
        """A pocket that the wheel lacks."""
        return None if outcome in self.pockets else {"pocket": outcome}
