"""What a seat reads beside the felt: the story of an outcome, the inspector, and what an outcome could do."""

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from rackcard.money import dollars
from rackcard.number import percent
from rackcard.wording.sentence import Facts, capitalized, fill, listed

if TYPE_CHECKING:
    from rackcard.table.state import Settlement

STORY = {
    "won": "{name} pays {pay}",
    "won.limited": "{name} pays {pay}, cut by the payout limit",
    "won.commission": "{name} pays {pay}, less {commission:$} commission",
    "lost": "{name} loses",
    "push": "{name} pushes",
    "marked": "{name}: {progress}",
    "marked.plain": "{name} is marked",
    "offered": "{amount:$} offered",
    "off": "{names:and}: off on this {unit}",
    "more": "{count} more",
    "up": "Your bets stay up.",
    "none": "You have no bets up.",
    "refunded": "{amount:$} comes back",
    "seat": "Seat {seat}: {line}",
    "claimed": "{offer}.",
}
"""The lines of a story."""
PROGRESS = {
    "new": "{marks:and} new, {level} marked",
    "level": "{words}: {level}",
    "of": "{level} of {of}",
    "spins": "{numbers:list}",
}
"""How far a bet is after an outcome."""
INSPECTOR = {
    "chance": "Chance",
    "edge": "House edge",
    "edge.player": "Player edge",
    "worth": "Your {amount:$}",
    "off": "Off on this {unit}: it cannot win or lose now.",
    "closed": "Closed: {reason}.",
    "limits": "Bets {stakes}.",
    "ends": "{ends}.",
}
"""What an inspector says of a wager."""
OUTLOOK = {
    "wins": "{names:and}",
    "loses": "{names:and} lose",
    "loses.one": "{names:and} loses",
    "all": "All of your bets lose",
    "marks": "marks {names:and}",
    "rest": "On any other {unit} your bets stay up.",
    "more": "and {count} more",
    "least": "at least {amount}",
}
"""What an outcome would do to the money of a seat."""
LEFT_OUT = "Left out: {reasons}."
"""Bets that cannot be repeated."""


def signed(cents: int) -> str:
    """An amount with its sign, whichever it is.

    >>> signed(4400), signed(-500), signed(0)
    ('+$44.00', '−$5.00', '$0.00')
    """
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def story(key: str, facts: Facts | None = None) -> str:
    """A line of a story.

    >>> story("lost", {"name": "Any Seven"})
    'Any Seven loses'
    """
    return fill(STORY[key], facts or {})


def settled_line(one: "Settlement") -> str:
    """What came of one bet, without its figure."""
    if one.pay in ("loses", "push"):
        return story("lost" if one.pay == "loses" else "push", vars(one))
    key = "won.limited" if one.limit else "won.commission" if one.commission > one.beside else "won"
    return story(key, vars(one))


def progress(key: str, facts: Facts) -> str:
    """How far a bet is.

    >>> progress("new", {"marks": ["10"], "level": 5})
    '10 new, 5 marked'
    """
    return fill(PROGRESS[key], facts)


def inspected(key: str, facts: Facts | None = None) -> str:
    """A label or a sentence of the inspector."""
    return fill(INSPECTOR[key], facts or {})


def edge_figure(returns: Fraction) -> tuple[str, str]:
    """Who has the edge on a wager, and how much, from what it returns.

    >>> edge_figure(Fraction(10, 11))
    ('House edge', '9.09 %')
    """
    edge = 1 - returns
    return inspected("edge" if edge >= 0 else "edge.player"), percent(abs(edge), 2)


def outlook_line(won: Iterable[str], lost: Iterable[str], marked: Iterable[str], *, is_all: bool) -> str:
    """What an outcome decides and marks, by the names of the bets.

    >>> outlook_line(["Hard 8", "Place 8"], [], ["Big"], is_all=False)
    'Hard 8 and Place 8, marks Big'
    """
    wins, losers, marks = list(won), list(lost), list(marked)
    parts = [outlook("wins", {"names": wins})] if wins else []
    if losers and not wins:
        key = "all" if is_all else "loses" if len(losers) > 1 else "loses.one"
        parts.append(outlook(key, {"names": losers}))
    if marks:
        parts.append(outlook("marks", {"names": marks}))
    return capitalized(", ".join(parts))


def outlook(key: str, facts: Facts) -> str:
    """A phrase of what an outcome would do."""
    return fill(OUTLOOK[key], facts)


def left_out(reasons: Iterable[tuple[str, str]]) -> str:
    """The bets that cannot be repeated now, each with the reason.

    >>> left_out([("Pass", "a point is on")])
    'Left out: Pass (a point is on).'
    """
    told = [f"{name} ({reason})" for name, reason in reasons]
    return fill(LEFT_OUT, {"reasons": listed(told)}) if told else ""
