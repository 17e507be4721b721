"""The words of the lobby: the state of a person's tables, and the one figure of a card."""

from fractions import Fraction
from typing import Any

from rackcard.number import percent
from rackcard.wording.sentence import fill

LOBBY = {
    "action.dealer": "Deal",
    "action.display": "Show",
    "action.offer": "{label} {paid:$} or ride",
    "action.practice": "Continue",
    "action.seat": "Take your seat",
    "action.supervisor": "Supervise",
    "closed": "No more bets.",
    "come-out": "The puck is off.",
    "open": "Bets are open.",
    "point": "The point is {point}.",
    "round": "{unit} {number}.",
    "status.closed": "Closed.",
    "status.frozen": "Frozen.",
    "status.paused": "Paused.",
    "where.live.dealer": "Live · dealer",
    "where.live.display": "Live · display",
    "where.live.seat": "Live · seat {seat}",
    "where.live.supervisor": "Live · floor supervisor",
    "where.practice.seat": "Practice · seat {seat}",
}
"""The phrases of a table in the lobby."""


def lobby_phrase(key: str, **facts: Any) -> str:
    """A phrase of the lobby.

    >>> lobby_phrase("action.offer", label="Cash out", paid=7500)
    'Cash out $75.00 or ride'
    """
    return fill(LOBBY[key], facts)


def edge_figure(edge: Fraction | None, *, is_only: bool) -> tuple[str, str]:
    """The one figure of a card, with its label: the smallest house edge on it.

    >>> edge_figure(Fraction(1, 50), is_only=False)
    ('House edge from', '2.00 %')
    """
    if edge is None:
        return "No pays posted", "Odds only"
    if edge < 0:
        return "Player edge up to", percent(-edge, 2)
    return "House edge" if is_only else "House edge from", percent(edge, 2)
