"""How the events of roulette are said: on the felt, on a rack card, and in rules of play."""

from collections.abc import Sequence

from rackcard.games.event_wording import EventWording
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


PLACED = {
    "short": "a number it covers",
    "rack": "The ball lands on a number your bet covers",
    "clause": "the ball lands on a number that the wager covers",
}


class RouletteWording(EventWording):
    """The events of roulette in words."""

    def short(self, meaning: Meaning, times: int = 1) -> str:
        """An event on the felt.

        >>> words = RouletteWording()
        >>> words.short(Meaning("lands-on", (GROUPS["red"],))), words.short(Meaning("lands-on", (("8", "18"),)), 2)
        ('red', '8 or 18 two times')
        """
        return f"{_where(meaning.values[0])}{repeated(times)}"

    def rack(self, meaning: Meaning, times: int = 1) -> str:
        """An event on a rack card."""
        return f"The ball lands on {self.short(meaning, times)}"

    def clause(self, meaning: Meaning, times: int = 1) -> str:
        """An event in rules of play."""
        return f"the ball {'lands' if times == 1 else 'has landed'} on {self.short(meaning, times)}"

    def placed(self, meaning: Meaning, register: str) -> str:
        """What wins a wager that may be bet on any of several places."""
        return PLACED[register]

    def before(self, ends: Meaning, wins: Meaning) -> str | None:
        """What loses where one outcome may both win and end a wager."""
        left = tuple(pocket for pocket in ends.values[0] if pocket not in wins.values[0])
        return f"the ball lands on {_where(left)}" if left else None

    def every(self, meanings: Sequence[Meaning], register: str) -> str:
        """All of several events."""
        told = listed([self.short(meaning) for meaning in meanings])
        match register:
            case "short":
                return told
            case "rack":
                return f"The ball lands on each of {told}"
            case _:
                return f"the ball has landed on each of {told}"

    def counted(self, meanings: Sequence[Meaning], register: str) -> str:
        """What a ladder counts."""
        told = listed([self.short(meaning) for meaning in meanings], "or")
        return f"spins on {told}" if register == "short" else f"Each spin on {told} counts one."
