"""How the events of sic bo are said: on the felt, on a rack card, and in rules of play."""

from collections.abc import Sequence

from rackcard.games.event_wording import EventWording
from rackcard.games.glyphs import Glyph, dice, tiles
from rackcard.games.meaning import Meaning
from rackcard.games.primer import Primer
from rackcard.games.sic_bo.rules import AT_LEAST_ONCE, TIMES
from rackcard.number import article, listed, ranges, repeated, spelled

_DICE = {
    "once": "exactly one die shows",
    "twice": "exactly two dice show",
    "three times": "all three dice show",
    AT_LEAST_ONCE: "at least one die shows",
}
"""On how many dice a number is, on a rack card."""

_OF_THREE = {
    "once": "exactly one of the three dice shows",
    "twice": "exactly two of the three dice show",
    "three times": "all three dice show",
    AT_LEAST_ONCE: "at least one of the three dice shows",
}
"""On how many dice a number is, in rules of play."""

_ON_DICE = {
    "once": "exactly one die",
    "twice": "exactly two dice",
    "three times": "all three dice",
    AT_LEAST_ONCE: "at least one die",
}
"""On how many dice the number of a place is, on the felt."""

_COUNTS = {
    "once": "exactly one {}",
    "twice": "exactly two {}s",
    "three times": "three {}s",
    AT_LEAST_ONCE: "at least one {}",
}
"""How many dice show a number, on the felt."""


PRIMER = Primer(
    steps=(
        ("Place your chips", "on any boxes of the layout before the dice are shaken."),
        ("One roll of three dice decides every bet.", "The dealer calls the dice and takes all chips that lost."),
        ("Totals", "add up all three dice. A triple, the same number on all three, loses Small, Big, Odd and Even."),
        ("Numbers", "win by how many of the dice show them."),
    ),
)  # fmt: skip


def called(faces: tuple[int, int, int]) -> str:
    """What the dealer calls for a roll.

    >>> called((2, 4, 5)), called((4, 4, 4))
    ('11: 2, 4, 5.', '12, three 4s.')
    """
    total = spelled(sum(faces)).capitalize()
    return f"{total}, three {faces[0]}s." if len(set(faces)) == 1 else f"{total}: {', '.join(map(str, faces))}."


def _faces(meaning: Meaning, counts: dict[str, str], at_least_two: str) -> str:
    """What the dice show, as a clause."""
    match meaning:
        case Meaning("shows", (face, count)):
            return f"{counts[count]} {article(face)}"
        case Meaning("double", (face,)):
            return f"{at_least_two} {article(face)}"
        case Meaning("combination", (first, second)):
            return f"the dice show {article(first)} and {article(second)}"
        case Meaning("triple", (face,)):
            return f"{counts['three times']} {article(face)}"
        case _:
            return f"{counts['three times']} the same number"


YOURS = {
    "short": ("its number", "both its numbers"),
    "rack": ("your number", "both your numbers"),
    "clause": ("the number of the wager", "both numbers of the wager"),
}
"""The number that a wager is on, and the numbers where they are two."""


def _on_place(meaning: Meaning, voice: str, counts: dict[str, str], at_least_two: str) -> str:
    """What the dice show, whichever place a wager is on."""
    number, both = YOURS[voice]
    match meaning:
        case Meaning("shows", (_, count)):
            return f"{counts[count]} {number}"
        case Meaning("double"):
            return f"{at_least_two} {number}"
        case Meaning("combination"):
            return f"the dice show {both}"
        case _:
            return f"{counts['three times']} {number}"


def _on_felt(meaning: Meaning) -> str:
    """What the dice show of the number that a wager is on, on the felt."""
    match meaning:
        case Meaning("shows", (_, count)):
            return f"its number on {_ON_DICE[count]}"
        case Meaning("double"):
            return "its number on two or three dice"
        case Meaning("combination"):
            return "both its numbers"
        case _:
            return "its number on all three dice"


def _not_on_place(meaning: Meaning, voice: str) -> str:
    """That the dice do not show what a wager is on."""
    number, both = YOURS[voice]
    match meaning:
        case Meaning("shows", (_, "at least once")):
            return f"no die shows {number}"
        case Meaning("shows", (_, "at least twice")) | Meaning("double"):
            return f"fewer than two dice show {number}"
        case Meaning("combination"):
            return f"the dice do not show {both}"
        case _:
            return f"not {_on_place(meaning, voice, _DICE, '')}"


EVEN, ODD = tuple(range(4, 19, 2)), tuple(range(3, 18, 2))


def _totals(numbers: tuple[int, ...]) -> str:
    """Totals as a list, all even or all odd ones by their name."""
    totals = tuple(sorted(numbers))
    return "an even number" if totals == EVEN else "an odd number" if totals == ODD else ranges(totals)


def _sentence_start(text: str) -> str:
    return text[0].upper() + text[1:]


class SicBoWording(EventWording):
    """The events of sic bo in words."""

    shows = "shows"

    def noun(self, meaning: Meaning) -> str | None:
        """What the dice show, so that it can be one of several things."""
        match meaning:
            case Meaning("on-place"):
                return None
            case Meaning("totals", (numbers,)) if tuple(sorted(numbers)) in (EVEN, ODD):
                return f"an {'even' if tuple(sorted(numbers)) == EVEN else 'odd'} total"
            case Meaning("total-between", (low, high)):
                return f"a total of {low} to {high} without a triple"
            case Meaning("parity", (kind,)):
                return f"an {kind} total without a triple"
            case Meaning("combination", (first, second)):
                return f"both {article(first)} and {article(second)}"
            case Meaning("any-triple"):
                return "a triple"
            case _:
                return self.short(meaning)

    def negated(self, meaning: Meaning, register: str) -> str | None:
        match meaning:
            case Meaning("on-place", (event, voice)):
                return _not_on_place(event, voice)
            case _:
                return None

    def plain(self, meaning: Meaning) -> str:
        told = self.rack(meaning)
        return told[0].lower() + told[1:]

    def tally(self, noun: str, register: str, unit: str) -> str:
        return f"rolls with {noun}" if register == "short" else f"Each roll with {noun} counts one."

    def bare(self, meaning: Meaning) -> str | None:
        match meaning:
            case Meaning("total", (number,)):
                return f"total of {number}"
            case Meaning("totals", (numbers,)):
                return f"total of {_totals(numbers)}"
            case Meaning("any-triple"):
                return "triple"
            case Meaning("triple", (face,)):
                return f"triple {face}"
            case Meaning("shows", (face, "at least once")):
                return str(face)
            case _:
                return None

    def glyphs(self, meaning: Meaning) -> tuple[Glyph, ...]:
        """The faces that must show, or the total."""
        match meaning:
            case Meaning("total", (number,)):
                return tiles((number,))
            case Meaning("double", (face,)):
                return dice((face, face))
            case Meaning("combination", (first, second)):
                return dice((first, second))
            case Meaning("triple", (face,)):
                return dice((face, face, face))
            case Meaning("shows", (face, count)):
                return dice((face,) * TIMES.get(count, 1))
            case _:
                return ()

    def joined(self, join: str, meanings: Sequence[Meaning]) -> str | None:
        match join, tuple(meanings):
            case "not", (Meaning("shows", (face, "at least once")),):
                return f"no {face}"
            case "not", (Meaning("any-triple"),):
                return "no triple"
            case _:
                return None

    def shown(self, noun: str, register: str, times: int) -> str:
        return f"The dice show {noun}" if register == "rack" else f"the dice show {noun}{repeated(times)}"

    def short(self, meaning: Meaning, times: int = 1) -> str:
        """An event on the felt.

        >>> words = SicBoWording()
        >>> words.short(Meaning("total-between", (4, 10))), words.short(Meaning("double", (3,)))
        ('a total of 4 to 10, no triple', 'two or three 3s')
        """
        match meaning:
            case Meaning("total", (number,)):
                text = f"a total of {number}"
            case Meaning("totals", (numbers,)):
                text = f"a total of {_totals(numbers)}"
            case Meaning("total-between", (low, high)):
                text = f"a total of {low} to {high}, no triple"
            case Meaning("parity", (kind,)):
                text = f"an {kind} total, no triple"
            case Meaning("shows", (face, count)):
                text = _COUNTS[count].format(face)
            case Meaning("double", (face,)):
                text = f"two or three {face}s"
            case Meaning("combination", (first, second)):
                text = f"{article(first)} and {article(second)}"
            case Meaning("triple", (face,)):
                text = f"three {face}s"
            case Meaning("on-place", (event, _)):
                text = _on_felt(event)
            case _:
                text = "any triple"
        return f"{text}{repeated(times)}"

    def rack(self, meaning: Meaning, times: int = 1) -> str:
        """An event on a rack card.

        >>> words = SicBoWording()
        >>> words.rack(Meaning("total-between", (4, 10))), words.rack(Meaning("shows", (3, "twice")))
        ('The dice total 4 to 10, excluding triples', 'Exactly two dice show a 3')
        """
        match meaning:
            case Meaning("total", (number,)):
                text = f"The dice total {number}"
            case Meaning("totals", (numbers,)):
                text = f"The dice total {_totals(numbers)}"
            case Meaning("total-between", (low, high)):
                text = f"The dice total {low} to {high}, excluding triples"
            case Meaning("parity", (kind,)):
                text = f"The dice total an {kind} number, excluding triples"
            case Meaning("on-place", (event, voice)):
                text = _sentence_start(_on_place(event, voice, _DICE, "at least two dice show"))
            case _:
                text = _sentence_start(_faces(meaning, _DICE, "at least two dice show"))
        return f"{text}{repeated(times)}"

    def clause(self, meaning: Meaning, times: int = 1) -> str:
        """An event in rules of play.

        >>> words = SicBoWording()
        >>> words.clause(Meaning("combination", (1, 2))), words.clause(Meaning("parity", ("odd",)))
        ('the dice show a 1 and a 2', 'the total of the three dice is odd and the roll is not a triple')
        """
        match meaning:
            case Meaning("total", (number,)):
                text = f"the total of the three dice is {number}"
            case Meaning("totals", (numbers,)):
                text = f"the total of the three dice is {_totals(numbers)}"
            case Meaning("total-between", (low, high)):
                text = f"the total of the three dice is from {low} to {high} and the roll is not a triple"
            case Meaning("parity", (kind,)):
                text = f"the total of the three dice is {kind} and the roll is not a triple"
            case Meaning("on-place", (event, voice)):
                text = _on_place(event, voice, _OF_THREE, "at least two of the three dice show")
            case _:
                text = _faces(meaning, _OF_THREE, "at least two of the three dice show")
        return f"{text}{repeated(times)}"

    def every(self, meanings: Sequence[Meaning], register: str) -> str:
        """All of several events."""
        match register:
            case "short":
                return listed([self.short(meaning) for meaning in meanings])
            case "rack":
                return _sentence_start(listed([self.clause(meaning) for meaning in meanings]))
            case _:
                return listed([self.clause(meaning) for meaning in meanings])

    def counted(self, meanings: Sequence[Meaning], register: str) -> str:
        """What a ladder counts."""
        text = listed([self.short(meaning) for meaning in meanings], "or")
        return f"rolls with {text}" if register == "short" else f"Each roll with {text} counts one."

    def counted_noun(self, meanings: Sequence[Meaning]) -> tuple[str, str]:
        return "roll", "rolls"

    def ender(self, meaning: Meaning) -> str:
        return self.short(meaning)
