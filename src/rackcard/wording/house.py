"""House rules in words: their table of prices, and what two of them do differently."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rackcard.money import dollars
from rackcard.number import percent, plural
from rackcard.wording.limits import PAYOUT_SCOPES, Payout, maximum_payout

HOUSE_COLUMNS = ("Card", "Wager", "Table", "Pays", "Limits", "House edge", "At the maximum")
EFFECT_COLUMNS = ("Card", "Wager", "House edge before", "House edge after", "At maximum before", "At maximum after")

AT_MAXIMUM = (
    "at the maximum: for one winner at the maximum bet, wins cut by the limit, offers taken as in best play at the "
    "pays posted"
)
"""What the edge at the maximum bet is for; a player who knows of the limit may lose less."""

EFFECTS = "House edge before and after"

NO_CHANGES = "No differences"
NO_EFFECTS = "No figure changes"

_MONEY = frozenset({"chip", "seat max", "table max", "payout amount"})


def house_note(house: str, sha256: str, payout: Payout | None, *, is_cut: bool) -> str:
    """What the figures of house rules are for."""
    limit = "no payout limit" if payout is None else maximum_payout(payout)
    cut = f"; {AT_MAXIMUM}" if is_cut else ""
    return f"house rules {house}, sha256 {sha256[:16]}…; {limit}; with offers, best play{cut}"


def in_force(house: str, version: int, sha256: str) -> str:
    """The house rules that a table goes by.

    >>> in_force("fern-4", 2, "3f2a9c81d0")
    'House rules fern-4, version 2, 3f2a9c81'
    """
    return f"House rules {house}, version {version}, {sha256[:8]}"


def edge_words(edge: Fraction) -> str:
    """A house edge, or the player's.

    >>> edge_words(Fraction(1, 50)), edge_words(Fraction(-1, 50))
    ('2.00 %', '2.00 % for the player')
    """
    return percent(edge, 2) if edge >= 0 else f"{percent(-edge, 2)} for the player"


def counted(cards: int, wagers: int) -> str:
    """How much house rules offer."""
    return f"{plural(cards, 'card')}, {plural(wagers, 'wager')}"


def edge_range(low: Fraction, high: Fraction) -> str:
    """The edges of a wager's places, where they differ.

    >>> edge_range(Fraction(1, 50), Fraction(1, 10))
    '2.00 % to 10.00 %'
    """
    return f"{percent(low, 2)} to {percent(high, 2)}"


EFFECTS_MAX = 3
"""How many wagers an option names with their edges; for more it gives the range."""


def option_effect(edges: Mapping[str, Fraction], *, is_alone: bool) -> str:
    """The edges that a value of an option leads to, by wager; a card's only wager is not named.

    >>> option_effect({"Little": Fraction(1, 50), "Big": Fraction(1, 10)}, is_alone=False)
    'Little 2.00 %, Big 10.00 %'
    """
    if not edges:
        return ""
    if len(edges) > EFFECTS_MAX:
        return edge_range(min(edges.values()), max(edges.values()))
    named = {name: percent(edge, 2) for name, edge in edges.items()}
    return next(iter(named.values())) if is_alone else ", ".join(f"{name} {edge}" for name, edge in named.items())


def check_passed(house: str, cards: int, wagers: int, sha256: str) -> str:
    """One line for house rules without errors."""
    return f"{house}: {plural(cards, 'card')}, {plural(wagers, 'wager')}. No problems found\nsha256 {sha256}"


def change_line(path: tuple[str, ...], before: Any, after: Any) -> str:
    """One thing that differs.

    >>> change_line(("chip",), 100, 500)
    'chip: $1.00 → $5.00'
    >>> change_line(("cards", "a-card", "tables", "a-wager"), "3", "2")
    'a-card, a-wager, pay table: 3 → 2'
    >>> change_line(("wagers", "a-wager", "pays"), "9 to 1", [{"when": "hard 8 rolled", "pays": "9 to 1"}])
    'wagers, a-wager, pays: 9 to 1 → hard 8 rolled: 9 to 1'
    """
    return f"{', '.join(_place(path))}: {_value(path, before)} → {_value(path, after)}"


def _place(path: tuple[str, ...]) -> tuple[str, ...]:
    """Where a difference is, the card first."""
    match path:
        case ("cards", card, "tables", wager):
            return card, wager, "pay table"
        case ("cards", card, "limits", wager):
            return card, wager, "bets"
        case ("cards", _, *_):
            return path[1:]
        case ("order",):
            return ("order of the cards",)
        case _:
            return path


def _value(path: tuple[str, ...], value: Any) -> str:
    if path[0] == "cards" and len(path) == len(("cards", "card")):
        return "not offered" if value is None else "offered"
    if value is None or value in ("", [], {}):
        return "none"
    if path[-1] in _MONEY:
        return dollars(value) if value else "none"
    if path[-1] == "payout limit":
        amount, scope = value
        return f"{dollars(amount)} for each {PAYOUT_SCOPES[scope]}"
    if "limits" in path:
        least, most = value
        return f"{dollars(least)} to {dollars(most)}" if most else f"{dollars(least)} or more"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        has_lines = any(isinstance(one, dict) for one in value)
        return ("; " if has_lines else ", ").join(_line(path, one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_value((*path, str(name)), one)}" for name, one in value.items())
    return str(value)


def _line(path: tuple[str, ...], value: Any) -> str:
    """One of a list; of the lines of a pay, what happens first."""
    if not isinstance(value, dict) or not {"when", "pays"} <= value.keys():
        return _value(path, value)
    others = {name: one for name, one in value.items() if name not in ("when", "pays")}
    said = f"{value['when']}: {_value((*path, 'pays'), value['pays'])}"
    return f"{said} ({_value(path, others)})" if others else said
