"""What a game is played with: a device that brings outcomes about, with exact weights.

Chance is an input. The same machine runs on fair dice, loaded dice, another wheel or a depleted shoe; only the
weights differ. Each game's own device is in its folder; all other rooms know no more than this protocol.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import gcd, lcm
from random import Random
from typing import Any, ClassVar, Literal, TypeVar

from rackcard.games.chance_wording import CHANCE_ERRORS
from rackcard.games.game import Event, Outcome

K = TypeVar("K")


class ChanceError(ValueError):
    """Weights that no device can have: a code and its facts; each device adds its own sentences."""

    sentences: ClassVar[Mapping[str, str]] = CHANCE_ERRORS

    def __init__(self, code: str, **facts: object) -> None:
        self.code, self.facts = code, facts
        super().__init__(self.sentences[code].format(**facts))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.code, **self.facts), ()  # it may cross from a worker process


@dataclass(frozen=True)
class HandTables:
    """How two hands are dealt from a shuffled deck, as tables: totals are taken modulo ten."""

    cells: int
    """How many cells a histogram of hands has."""
    outcomes: tuple[tuple[int, Outcome], ...]
    """Each cell that can be reached, with its outcome."""
    first_draws: tuple[int, ...]
    """By both two-card totals: whether the first hand draws a third card."""
    second_draws: tuple[int, ...]
    """By both two-card totals and the first hand's third card (10 for none): whether the second hand draws."""


@dataclass(frozen=True)
class DealTables:
    """How events that look at the cards of two hands tell deals apart, as tables over the numbers of the cards."""

    cards: int
    """How many different cards there are; this number stands for no card."""
    firsts: tuple[tuple[int, ...], tuple[int, ...]]
    """For each hand, the class of its first two cards by both of them."""
    lasts: tuple[tuple[int, ...], tuple[int, ...]]
    """For each hand, the final class by that class and the third card."""
    finals: int
    """How many final classes the second hand has."""
    outcomes: tuple[tuple[int, Outcome], ...]
    """Every two final classes that can come, as one number, with an outcome that stands for them."""


@dataclass(frozen=True)
class ShuffledDeck:
    """Cards that are dealt one after another without being put back."""

    ranks: tuple[int, ...]
    """The cards in the order of their ranks, 0 for an ace."""
    tables: HandTables
    suits: tuple[int, ...] = ()
    """The suits of the same cards."""
    deal_tables: Callable[[tuple[Event, ...]], DealTables] | None = None
    """What tells deals apart for events that look at the cards themselves."""


class Chance(ABC):
    """Dice, a wheel, a shoe: a frozen value that knows the weight of every outcome."""

    @property
    def impossible(self) -> frozenset[Outcome]:
        """The outcomes of the game that it never brings, such as pockets that a wheel does not have."""
        return frozenset()

    @property
    def scarce(self) -> Hashable:
        """What tells it from others that never bring the same outcomes: empty where it has plenty of everything."""
        return ()

    def never(self, events: "tuple[Event, ...]", outcomes: tuple[Outcome, ...]) -> frozenset[Outcome]:
        """Those of some outcomes, which these events tell apart, that it never brings."""
        return self.impossible

    program: ClassVar[Literal["circuit", "spins", "hands"]]
    """How outcomes are simulated: from random bits, by a table of moves, or dealt from a shuffled deck."""

    @abstractmethod
    def law(self) -> Mapping[Any, int]:
        """The weight of every outcome of the base game, as whole numbers."""

    def law_for(self, method: str, events: Iterable[Event]) -> Mapping[Any, int] | None:
        """The law that an exact method starts from, for a wager that looks at these events only.

        A device that can be counted in two ways gives its second count to a second method; None where a method has
        nothing of its own to start from.
        """
        return self.law()

    def law_of(self, events: Iterable[Event]) -> Mapping[Any, int]:
        """The law for a wager that looks at these events only."""
        law = self.law_for("chain", events)
        return self.law() if law is None else law

    @abstractmethod
    def sample(self, random: Random) -> Any:
        """An outcome as a dealer enters it, with the exact weights of the device."""

    def sample_for(self, random: Random, events: Iterable[Event]) -> Any:
        """An outcome as a dealer enters it where wagers look at these events."""
        return self.sample(random)

    @abstractmethod
    def weighted(self, weights: Mapping[str, Fraction]) -> "Chance":
        """The same device with other weights for what is named."""

    @abstractmethod
    def named_weights(self) -> dict[str, int]:
        """The weights by the names that ``weighted`` takes."""

    def departures(self, usual: "Chance") -> dict[str, Fraction]:
        """The weights that are not the usual ones, each as a multiple of what it usually is."""
        return shares(usual.named_weights(), self.named_weights())

    def missing(self, outcome: Outcome) -> Mapping[str, object] | None:
        """Facts about an outcome that this device cannot bring about; None where it can."""
        return None

    @property
    def shuffled(self) -> ShuffledDeck | None:
        """The deck that hands are dealt from; None for a device whose outcomes do not depend on one another."""
        return None


def whole(weights: Mapping[str, Fraction]) -> dict[str, int]:
    """Scale weights to the smallest whole numbers in the same proportion.

    >>> whole({"a": Fraction(1, 2), "b": Fraction(1, 3)})
    {'a': 3, 'b': 2}
    """
    if any(weight < 0 for weight in weights.values()):
        raise ChanceError("negative-weight")
    if not any(weights.values()):
        raise ChanceError("no-weight")
    scale = lcm(*(weight.denominator for weight in weights.values()))
    counts = {key: int(weight * scale) for key, weight in weights.items()}
    shared = gcd(*counts.values())
    return {key: count // shared for key, count in counts.items()}


def shares(own: Mapping[str, int], other: Mapping[str, int]) -> dict[str, Fraction]:
    """The weights that are not a device's own, each as a multiple of the usual one.

    >>> shares({"a": 1, "b": 1, "c": 1}, {"a": 2, "b": 2, "c": 4})
    {'c': Fraction(2, 1)}
    """
    total, own_total = sum(other.values()), sum(own.values())
    found = {
        name: Fraction(other.get(name, 0) * own_total, total * weight) for name, weight in own.items() if weight
    }  # fmt: skip
    usual = max(found.values(), key=list(found.values()).count)
    return {name: share / usual for name, share in found.items() if usual and share != usual}


def drawn(law: Mapping[K, int], random: Random) -> tuple[K, int]:
    """An outcome drawn by its weight, and how far into that weight the draw fell."""
    left = random.randrange(sum(law.values()))
    for outcome, weight in law.items():
        if left < weight:
            return outcome, left
        left -= weight
    raise AssertionError("the weights add up to their sum")
