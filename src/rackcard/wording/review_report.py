"""The review report in words: the verdict, what is wrong and how to fix it, and what the document leaves open."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rackcard.number import decimal, listed, one_in, percent
from rackcard.wording.options import option_value

SUBTITLE = "Review: can it be offered as written?"
VERDICTS = {
    "fault": "Do not open as written",
    "warning": "Open with care",
    "note": "Can be opened as written",
    "none": "Can be opened as written",
}
"""The verdict by the gravest finding."""

WHAT_IS_WRONG, HOW_TO_FIX = "What is wrong", "How to fix it"
SIDE_BY_SIDE = "The readings, side by side"
TO_SETTLE = "The reading to settle"
EVERY_READING, EVERY_WAGER = "Every wager under every reading", "Every wager"
EVERY_COLUMNS = ("Wager", "Table", "Pays", "Reading", "Play", "Wins", "House edge", "Fair pay")
LOWER_PAYS, LOWER_COLUMNS = (
    "Highest whole pays that leave the house an edge",
    ("Wager", "Posted", "At most", "House edge"),
)
WARNINGS, NOTES = "Warnings", "Notes"
OPEN_POINTS, OPEN_COLUMNS = "Points the document leaves open", ("", "The document", "Changes the edge")
FOLLOWS = "What follows"
REFUSES = (
    "A live table refuses these wagers as written. It opens them under another reading, at other pays, or if the "
    "operator accepts the player's edge by name, which is logged."
)
APPENDIX = "Appendix. Exact house edges"
APPENDIX_INTRO = (
    "Digits in groups of three; in a long fraction the numerator is above the line. Equal edges are listed once."
)
FAIR_NOTE = "Fair pay: at this pay neither side has an edge; a pay that leaves the house an edge is lower."
PLAYER_NOTE = "◆ Red: the player has the edge."
CHANGES = {True: "yes", False: "no"}
WAGER, HOUSE_EDGE = "Wager", "House edge"


def figure_note(title: str, player: bool) -> str:
    return f"{'player’s' if player else 'house'} edge on {title}"


def unposted_note(wagers: int) -> str:
    return "wager without a pay" if wagers == 1 else "wagers without a pay"


def other_reading(option: str, value: str, low: Fraction, high: Fraction) -> str:
    """The first way to fix a wager that the player beats: another reading."""
    kept = percent(low, 2) if low == high else f"{percent(low, 2)} to {percent(high, 2)}"
    rule = f"{option_value(value)} ({option_value(option)})"
    return f"Write the rule as {rule}. The posted pays then leave the house {kept}."


def lower_pays(pays: Sequence[tuple[str, int, Fraction]]) -> str:
    """The second way: lower pays."""
    parts = [f"{pay} to 1 on {name} (house edge {percent(edge, 2)})" for name, pay, edge in pays]
    return f"Or keep the rule and lower the pays: at most {listed(parts)}."


def post_a_pay(name: str, fair: Fraction) -> str:
    return f"Post a pay for {name}: the fair pay is {decimal(fair, 6)} to 1, and a lower one leaves the house an edge."


POST_A_RULE = "Get the missing rule and pay from the company that filed the game, or leave the wager out."
POST_ENVY = "Post the amount of the envy bonus, or say that none is paid."
BET_LATER = "Let it be bet only where the house has the edge."


def below(table: str, pays: str) -> str:
    """The line under the name of a wager on a chart."""
    return f"table {table}, {pays}" if table else pays


def pay(net: int) -> str:
    return f"{net} to 1"


def fair(value: Fraction) -> str:
    return f"{decimal(value, 4)} to 1"


def wins(probability: Fraction) -> str:
    return one_in(probability)


def values(pairs: Iterable[tuple[str, Sequence[str]]]) -> str:
    """The readings of a row that change something."""
    return "; ".join(
        f"{option_value(name)}: {listed([option_value(value) for value in found], 'or')}" for name, found in pairs
    )


def labeled(name: str, table: str, reading: str, play: str) -> str:
    """What an exact edge is for."""
    parts = [name, f"table {table}" if table else "", reading, play]
    return ", ".join(part for part in parts if part)


def titles(names: Iterable[str]) -> str:
    """Wagers that share a row."""
    return ", ".join(names)


def number(place: int) -> str:
    return f"{place}."
