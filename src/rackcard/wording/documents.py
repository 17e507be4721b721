"""Headings, labels, notes and captions of printed documents."""

from collections.abc import Iterable

from rackcard.number import listed

WAGER = "Wager"
HOUSE_EDGE = "House edge"


def side_bet(game: str, with_base: bool = False) -> str:
    return f"{game} game with side bets" if with_base else f"{game} side bet"


def filed_under(jurisdiction: str, rule: str, statute: str) -> str:
    """Where a game is filed; empty where a card does not say."""
    ruled = f"rule {rule}" if rule else ""
    return ", ".join(part for part in (jurisdiction, ruled, statute) if part)


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def long_date(date: str) -> str:
    """A date as people write it in a text; empty where a document is undated.

    >>> long_date("2026-11-05")
    'November 5, 2026'
    """
    if not date:
        return ""
    year, month, day = date.split("-")
    return f"{MONTHS[int(month) - 1]} {int(day)}, {year}"


def imprint_card(digits: str) -> str:
    return f"card {digits}"


def imprint_house(digits: str) -> str:
    return f"house rules {digits}"


def played_with(chance: str) -> str:
    return f"played with {chance}"


def each_wager(wagers: int) -> str:
    return "Each wager" if wagers > 1 else "The wager"


def no_pay_posted(names: Iterable[str]) -> str:
    return f"{listed(names)}: no pay is posted."
