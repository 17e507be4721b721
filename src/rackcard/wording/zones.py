"""What a zone of the felt says: titles of patterns, notes in its corner, its state in words, the envy line."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rackcard.number import Pay, decimal, listed, spelled
from rackcard.wording.sentence import capitalized, fill

ZONE = {
    "all-pays": "All pays {unit}",
    "bet": "Bet",
    "closed": "Closed: {reason}",
    "different": "{level:n number} marked",
    "first-line": "First line that holds pays",
    "gap": "of {of} marked",
    "helps": "for",
    "in-a-row": "In a row",
    "limits": "{name}: {limits}",
    "more": "{count} numbers",
    "no-rule": "No rule given",
    "not-posted": "No pay posted",
    "off": "Off now; works {works}",
    "or": "or",
    "outcomes": "{count} {unit}s",
    "place": "Seats",
    "progress": "{name} {count} of {of}",
    "slot": "{unit} {place}",
    "tables": "Pay table {tables:list}",
    "until": "Until {end}",
}
"""The phrases of a zone."""
CLOSED = {
    "card-up": "Closed until this run ends",
    "marked": "Closed until this round ends",
    "decided": "Decided for this round",
    "already-up": "One bet at a time",
}
"""Why a zone takes no bets, where a few words of its own say it better than the refusal."""


def zone_phrase(key: str, **facts: Any) -> str:
    """A phrase of a zone.

    >>> zone_phrase("progress", name="Little", count=3, of=5)
    'Little 3 of 5'
    """
    return fill(ZONE[key], facts)


def closed_note(code: str, reason: str) -> str:
    """Why a zone takes no bets, in its corner, from the code of the refusal and its short form.

    >>> closed_note("card-up", ""), closed_note("window", "a point is on")
    ('Closed until this run ends', 'Closed: a point is on')
    """
    return CLOSED.get(code) or fill(ZONE["closed"], {"reason": reason})


def outcomes_note(count: int, unit: str) -> str:
    """After how many outcomes the wagers of a zone are over.

    >>> outcomes_note(3, "spin"), outcomes_note(1, "hand")
    ('Three spins', 'One hand')
    """
    return capitalized(f"{spelled(count)} {unit}{'s' if count > 1 else ''}")


def envy_line(envies: Mapping[str, Sequence[str]], lowest: Pay, highest: Pay) -> str:
    """The envy bonus of every wager of a zone in one line, from the names of the wagers that have each.

    >>> from fractions import Fraction
    >>> one, five = Pay(Fraction(1), "to"), Pay(Fraction(5), "to")
    >>> envy_line({"1 to 1": ["Little", "Big"], "5 to 1": ["All"]}, one, five)
    'Dealer envy bonus: Little and Big 1 to 1, All 5 to 1'
    """
    if len(envies) == 1:
        return f"Dealer envy bonus {next(iter(envies))}"
    if len(envies) > 3 and lowest.unit == highest.unit == "x":
        return f"Dealer envy bonus, by wager: {decimal(lowest.amount)} to {decimal(highest.amount)} times the bet"
    if len(envies) > 3:
        return f"Dealer envy bonus, by wager: {lowest} up to {highest}"
    return f"Dealer envy bonus: {', '.join(f'{listed(names)} {pay}' for pay, names in envies.items())}"


def no_envy_line() -> str:
    """That an envy bonus is named and no amount posted."""
    return "No dealer envy bonus is posted"


def off_note(works: str) -> str:
    """That a wager does not work now."""
    return fill(ZONE["off"], {"works": works})


def states(parts: Iterable[str]) -> str:
    """How far the wagers of a folded zone are."""
    return " · ".join(parts)
