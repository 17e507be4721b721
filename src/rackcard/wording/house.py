"""House rules in words: their table of prices, and what two of them do differently."""

from typing import Any

from rackcard.money import dollars
from rackcard.number import plural
from rackcard.wording.limits import Payout, maximum_payout

HOUSE_COLUMNS = ("Card", "Wager", "Table", "Pays", "Limits", "House edge", "At the maximum")
EFFECT_COLUMNS = ("Card", "Wager", "House edge before", "after", "At the maximum before", "after ")

NO_CHANGES = "No differences"
NO_EFFECTS = "No figure changes"

_MONEY = frozenset({"chip", "seat max", "table max"})


def house_note(house: str, sha256: str, payout: Payout | None) -> str:
    """What the figures of house rules are for."""
    limit = "no payout limit" if payout is None else maximum_payout(payout)
    return f"house rules {house}, sha256 {sha256[:16]}…; {limit}; with offers, best play"


def in_force(house: str, version: int, sha256: str) -> str:
    """The house rules that a table goes by.

    >>> in_force("fern-4", 2, "3f2a9c81d0")
    'House rules fern-4, version 2, 3f2a9c81'
    """
    return f"House rules {house}, version {version}, {sha256[:8]}"


def check_passed(house: str, cards: int, wagers: int, sha256: str) -> str:
    """One line for house rules without errors."""
    return f"{house}: {plural(cards, 'card')}, {plural(wagers, 'wager')}. No problems found\nsha256 {sha256}"


def change_line(path: tuple[str, ...], before: Any, after: Any) -> str:
    """One thing that differs.

    >>> change_line(("chip",), 100, 500)
    'chip: $1.00 → $5.00'
    """
    return f"{', '.join(path)}: {_value(path, before)} → {_value(path, after)}"


def _value(path: tuple[str, ...], value: Any) -> str:
    if value is None or value in ("", [], {}):
        return "none"
    if path[-1] in _MONEY:
        return dollars(value) if value else "none"
    if path[-1] == "payout limit":
        amount, scope = value
        return f"{dollars(amount)} for each {scope}"
    if "limits" in path:
        least, most = value
        return f"{dollars(least)} to {dollars(most)}" if most else f"{dollars(least)} or more"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} {_value((*path, name), one)}" for name, one in value.items())
    return str(value)
