"""How the events of roulette are said: on the felt, on a rack card, and in rules of play."""

from collections.abc import Sequence

from rackcard.games.meaning import Meaning
from rackcard.games.roulette.rules import GROUPS, column
from rackcard.number import listed, repeated

Pockets = tuple[str, ...]


def _where(pockets: Pockets) -> str:
    """Where the ball lands, after *on*: a group by its name, a run by its ends."""
    for name, group in GROUPS.items():
        if pockets == group:
            return f"an {name} number" if name in ("odd", "even") else name
    for index in (1, 2, 3):
        if pockets == column(index):
            return f"a number of column {index}"
    numbers = [int(pocket) for pocket in pockets]
    if len(numbers) > 6 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"a number from {numbers[0]} to {numbers[-1]}"
    return listed(pockets, "or")


def mark(meaning: Meaning) -> str | None:
    """What a lammer shows for an event."""
    return None


def short(meaning: Meaning, times: int = 1) -> str:
    """An event on the felt.

    >>> short(Meaning("lands-on", (GROUPS["red"],))), short(Meaning("lands-on", (("8", "18"),)), 2)
    ('red', '8 or 18 two times')
    """
    return f"{_where(meaning.values[0])}{repeated(times)}"


def rack(meaning: Meaning, times: int = 1) -> str:
    """An event on a rack card."""
    return f"The ball lands on {short(meaning, times)}"


def clause(meaning: Meaning, times: int = 1) -> str:
    """An event in rules of play."""
    return f"the ball {'lands' if times == 1 else 'has landed'} on {short(meaning, times)}"


PLACED = {
    "short": "a number it covers",
    "rack": "The ball lands on a number your bet covers",
    "clause": "the ball lands on a number that the wager covers",
}


def placed(meaning: Meaning, register: str) -> str:
    """What wins a wager that may be bet on any of several places."""
    return PLACED[register]


def until(meaning: Meaning) -> str:
    """An event that ends a wager."""
    return clause(meaning)


def plain(meaning: Meaning) -> str:
    """An event on a rack card, as a clause."""
    return clause(meaning)


def before(ends: Meaning, wins: Meaning) -> str | None:
    """What loses where one outcome may both win and end a wager."""
    left = tuple(pocket for pocket in ends.values[0] if pocket not in wins.values[0])
    return f"the ball lands on {_where(left)}" if left else None


def note(meaning: Meaning) -> str:
    """What rules of play add about an event that ends a wager."""
    return ""


def every(meanings: Sequence[Meaning], register: str) -> str:
    """All of several events."""
    told = listed([short(meaning) for meaning in meanings])
    match register:
        case "short":
            return told
        case "rack":
            return f"The ball lands on each of {told}"
        case _:
            return f"the ball has landed on each of {told}"


def counted(meanings: Sequence[Meaning], register: str) -> str:
    """What a ladder counts."""
    told = listed([short(meaning) for meaning in meanings], "or")
    return f"spins on {told}" if register == "short" else f"Each spin on {told} counts one."
