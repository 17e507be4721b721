"""Tables of odds in words: notes, titles and what is written for a figure that is missing or too long."""

from fractions import Fraction

from rackcard.number import decimal

NO_RULE = "no rule given"
NOT_POSTED = "not posted"
LOSES = "loses"
IN_JSON = "in --json"
"""A fraction too long for a table; JSON has it in full."""

PLAYS: dict[str, str] = {
    "none": "",
    "best": "best play",
    "never": "take no offer",
    "first": "take the first offer",
}

PLAYS_NOTE = "play: best = the best play; never = no offer is taken; first = the first payout offered is taken"


def places(name: str, count: int) -> str:
    return f"{name} ({count} places)"


def card_note(card: str, sha256: str) -> str:
    return f"card {card}, sha256 {sha256[:16]}…"


def fair_pay_note(name: str, pay: Fraction) -> str:
    return f"{name}: no pay posted; the fair pay is {decimal(pay, 6)} to 1"


def length_title(name: str, table: str) -> str:
    return f"{name}, table {table}: the outcome that decides it"
