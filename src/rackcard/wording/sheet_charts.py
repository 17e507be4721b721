"""Titles, labels and descriptions of the charts of printed sheets."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from rackcard.number import decimal, listed, percent, thousands

HOLD = "Range of the actual hold"
PLAYERS_AHEAD = "players ahead"
PLAYERS_EDGE = "player’s edge"
HOUSE_EDGE = "house edge"
OF_RUNS = "of runs fall within the band"
BY_PLAY = "House edge by how it is played"
COMPARED = "House edges side by side"
LENGTH = "How long a bet lasts"
COUNTED = "count"
WAYS_LEFT = "ways left"


class HoldBand(Protocol):
    """The range of the hold after so many bets."""

    @property
    def decisions(self) -> int: ...

    @property
    def ranges(self) -> Mapping[int, tuple[Fraction, Fraction]]: ...


def closed(text: str) -> str:
    """A percentage as it is printed, without a space before its sign.

    >>> closed("2.86 %")
    '2.86%'
    """
    return text.replace(" %", "%")


def tick(value: Fraction) -> str:
    """A percentage on a scale.

    >>> tick(Fraction(-2, 5)), tick(Fraction(1, 200))
    ('−40%', '0.5%')
    """
    return closed(percent(value, 1)).replace(".0%", "%")


def edge(value: Fraction) -> str:
    return f"edge {closed(percent(value, 2))}"


def band(share: int) -> str:
    return f"{share}%"


def hold(value: Fraction, first: HoldBand, last: HoldBand) -> str:
    """The hold chart for a reader who cannot see it."""
    ends = [
        f"from {closed(percent(one.ranges[95][0], 2))} to {closed(percent(one.ranges[95][1], 2))} after "
        f"{thousands(one.decisions)} bets"
        for one in (first, last)
    ]
    return f"{HOLD}: 95% of runs fall {listed(ends)}; the house edge is {closed(percent(value, 2))}."


def edges(rows: Iterable[tuple[str, Fraction]]) -> str:
    return f"{BY_PLAY}: {'; '.join(f'{name} {closed(percent(value, 2))}' for name, value in rows)}."


def compared(rows: Iterable[tuple[str, Sequence[Fraction | None]]], series: Sequence[str]) -> str:
    """The chart of edges side by side for a reader who cannot see it."""
    parts = []
    for name, values in rows:
        said = [
            f"{one} {closed(percent(value, 2))}" for one, value in zip(series, values, strict=True) if value is not None
        ]
        parts.append(f"{name}: {', '.join(said)}")
    return f"{COMPARED}. {'; '.join(parts)}."


def length(unit: str, half: int | None) -> str:
    within = "" if half is None else f": half of all bets are decided within {half}"
    return f"{LENGTH}, in {unit}s{within}."


def offered(kind: str, pays: str) -> str:
    """What is offered at a count."""
    return "take back" if kind == "take back" else f"pays {pays}"


def decisions(name: str, value: Fraction) -> str:
    return f"{name}: what to do, by count and ways left; the best play returns {decimal(value, 6)}."
