"""The report of a shift in words."""

from collections.abc import Callable
from typing import Any

from rackcard.money import dollars


def shift_title(table: str, shift: int) -> str:
    """The title of a report.

    >>> shift_title("craps-4", 2)
    'craps-4, shift 2'
    """
    return f"{table}, shift {shift}"


def _moment(value: str) -> str:
    return value or "still open"


REPORT: dict[str, tuple[str, Callable[[Any], str]]] = {
    "started": ("Started", _moment),
    "ended": ("Ended", _moment),
    "closed_by": ("Closed by", lambda name: name or "–"),
    "rounds": ("Rounds", str),
    "drop": ("Drop", dollars),
    "paid_out": ("Colored up", dollars),
    "handle": ("Handle", dollars),
    "paid": ("Paid", dollars),
    "hold": ("Hold", dollars),
    "envies": ("Envy bonuses", dollars),
    "breakage": ("Breakage", dollars),
    "commission": ("Commission", dollars),
    "tokes": ("Won for the dealers", dollars),
    "tokes_paid": ("Tokes paid out", dollars),
    "owed_paid": ("Balances from corrections paid in cash", dollars),
    "written_off": ("Balances from corrections written off", dollars),
    "corrections": ("Corrections", str),
    "voids": ("Voids", str),
    "refunded": ("Refunded by voids", dollars),
    "approvals": ("Payouts approved", str),
    "disputes": ("Rounds held for a dispute", str),
}
"""The lines of the report: a label, and how its figure is written."""
