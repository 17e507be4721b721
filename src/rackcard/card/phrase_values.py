"""What phrases mean that are neither events nor conditions: names, rungs, windows, commission and limits."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Literal


@dataclass(frozen=True)
class NamesHold:
    """At least so many of these wagers or named events of the card hold; None for all of them."""

    names: tuple[str, ...]
    at_least: int | None


@dataclass(frozen=True)
class NoRule:
    """The document names the wager and gives no rule for it."""


@dataclass(frozen=True)
class Rung:
    """One step of a ladder: a count, a range of them, or that count and every higher one."""

    count: int
    or_more: bool
    last: int = 0
    """The highest count of a range; 0 where there is no range."""

    def __str__(self) -> str:
        if self.last:
            return f"{self.count} to {self.last}"
        return f"{self.count} or more" if self.or_more else str(self.count)

    @property
    def highest(self) -> int:
        """The highest count that it names."""
        return self.last or self.count


@dataclass(frozen=True)
class Opens:
    """When a wager may be bet."""

    window: str
    """Before any outcome, by what it is called; or a window of the game's own, such as on a come-out."""
    guard: Literal["unmarked", "none up"] | None = None


@dataclass(frozen=True)
class Requires:
    """Another card's wagers, one of which the seat must have up."""

    card: str
    wagers: tuple[str, ...]


@dataclass(frozen=True)
class Commission:
    """What the house takes for a wager, as a share of the win or of the stake."""

    rate: Fraction
    of: Literal["win", "stake"]
    when_bet: bool
    """Put down beside the stake and kept, or taken from what is won."""
    is_rounded: bool
    """Rounded down to the chip."""


@dataclass(frozen=True)
class StakeLimit:
    """How much may be bet behind another wager, as multiples of it, perhaps by the point it is on."""

    multiples: tuple[tuple[tuple[int, ...], int], ...]
    """Points and the multiple for them; no points where one multiple is for all."""
    to_win: bool
    """Whether it limits what may be won rather than what may be bet."""

    def fault(self, points: Sequence[int]) -> tuple[str, dict[str, object]] | None:
        """What is wrong with the points that it names, given those that there are: a code and its facts."""
        named = [number for numbers, _ in self.multiples for number in numbers]
        for place, number in enumerate(named):
            if number not in points:
                return "stake-not-a-point", {"number": number, "points": points}
            if number in named[:place]:
                return "stake-named-twice", {"number": number}
        return ("stake-all-twice", {}) if sum(not numbers for numbers, _ in self.multiples) > 1 else None

    def on(self, point: int) -> int | None:
        """How many times the bet in front may be bet with a point on; None where nothing may.

        >>> limit = StakeLimit((((), 2), ((4, 10), 3)), to_win=False)
        >>> limit.on(4), limit.on(6), StakeLimit((((4, 10), 3),), to_win=False).on(6)
        (3, 2, None)
        """
        named = (most for points, most in self.multiples if point in points)
        others = (most for points, most in self.multiples if not points)
        return next(chain(named, others), None)
