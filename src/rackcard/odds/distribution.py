"""What a solver finds: the probability of each result and the mean number of outcomes."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Law:
    """The law of a wager's result, exactly."""

    probabilities: tuple[Fraction, ...]
    """By result, in the machine's order."""
    mean: Fraction
    """The mean number of outcomes that count until the wager is decided."""


def fraction(value: Any) -> Fraction:
    """A Fraction from a whole number or flint's rational."""
    return Fraction(int(value)) if isinstance(value, int) else Fraction(int(value.p), int(value.q))
