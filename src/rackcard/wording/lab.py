"""The sentences of the lab: its verdicts, pays, comparisons, other chances and simulations."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rackcard.number import percent, plural
from rackcard.wording.sentence import fill

HEADLINES = {
    "fault": "This card is not ready",
    "player": "The player has the edge",
    "reading": "The player has the edge under another reading",
    "warning": "Check these points before the game goes live",
    "working": "The card has no errors",
    "fine": "No problems found",
}
"""The heading of a verdict."""

SIMULATION_FAILED = "The simulation stopped because of a server error. Try again."

LAB: dict[str, str] = {
    "more": "and {count:n more finding} in the review below",
    "no-pay": "No pay here gives a house edge of {edge:%}. Change another pay, or the rule.",
    "solved": "{what}: {pay} gives a house edge of exactly {edge:%}.",
    "near": "{pay}: {edge:%}",
    "departs": "These are not the card's own weights: {changes}. The figures apply to these weights only.",
    "chance-title": "House edge with other weights",
    "surrender": "surrender at {count}",
    "own": "The card's own weights. Change one to see what it does to every edge.",
    "before": "before",
    "now": "now",
    "tried": "as tried",
    "table": "{which}, pay table {table}",
    "cumulative": "Cumulative return, from the smallest pay to the largest",
    "by-play": "Return by play",
    "by-table": "Return by pay table, best play",
    "series": "{name}: {values:list}",
    "point": "{label} {value:%}",
    "figures": "Return by result",
    "return": "Return",
    "edge": "House edge",
    "interval": "{low} to {high}",
    "progress": "{done:,} of {total:,} rounds",
}
"""The sentences, by code."""


def lab_sentence(code: str, **facts: Any) -> str:
    """A sentence of the lab.

    >>> lab_sentence("near", pay="7 to 1", edge=Fraction(1, 50))
    '7 to 1: 2.00 %'
    """
    return fill(LAB[code], facts)


def changed_weights(shares: Mapping[str, Fraction]) -> str:
    """Weights that are not the usual ones, each as a multiple of the usual one.

    >>> changed_weights({"7": Fraction(2), "2": Fraction(1, 2)})
    '7 ×2, 2 ×0.5'
    """
    named = [f"{name} ×{float(share):.4g}" for name, share in shares.items()]
    more = len(named) - 6
    return ", ".join(named[:6]) + (f" and {plural(more, 'other')}" if more > 0 else "")


def edge_of_player(edge: Fraction) -> str:
    """An edge by who has it, short enough for a cell.

    >>> edge_of_player(Fraction(-1, 50)), edge_of_player(Fraction(1, 50))
    ('player 2.00 %', '2.00 %')
    """
    return f"player {percent(-edge, 2)}" if edge < 0 else percent(edge, 2)
