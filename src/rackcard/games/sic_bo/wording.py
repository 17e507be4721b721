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


_FEWER = {
    "at least one of the three dice shows": "none of the three dice shows",
    "at least one die": "no die",
    "at least two": "fewer than two",
    "two or three dice": "fewer than two dice",
    "the dice show": "the dice do not show",
}
"""How many dice must show a number, and what is said where they do not."""

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


def _placed(meaning: Meaning, counts: dict[str, str], at_least_two: str, number: str, both: str) -> str:
    """What the dice show, whichever place a wager is on."""
    match meaning:
        case Meaning("shows", (_, count)):
            return f"{counts[count]} {number}"
        case Meaning("double"):
            return f"{at_least_two} {number}"
        case Meaning("combination"):
            return f"the dice show {both}"
        case _:
            return f"{counts['three times']} {number}"


def _placed_on_felt(meaning: Meaning) -> str:
    match meaning:
        case Meaning("shows", (_, count)):
            return f"its number on {_ON_DICE[count]}"
        case Meaning("double"):
            return "its number on two or three dice"
        case Meaning("combination"):
            return "both its numbers"
        case _:
            return "its number on all three dice"


EVEN, ODD = tuple(range(4, 19, 2)), tuple(range(3, 18, 2))


def _totals(numbers: tuple[int, ...]) -> str:
    """Totals as a list, all even or all odd ones by their name."""
    totals = tuple(sorted(numbers))
    return "an even number" if totals == EVEN else "an odd number" if totals == ODD else ranges(totals)


def _sentence_start(text: str) -> str:
    return text[0].upper() + text[1:]


class SicBoWording(EventWording):
    """The events of sic bo in words."""

    def noun(self, meaning: Meaning) -> str | None:
        return self.short(meaning)

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
            case _:
                text = _faces(meaning, _OF_THREE, "at least two of the three dice show")
        return f"{text}{repeated(times)}"

    def placed(self, meaning: Meaning, register: str) -> str:
        """What wins a wager that may be bet on any number, pair of numbers or triple.

        >>> words = SicBoWording()
        >>> words.placed(Meaning("double", (1,)), "rack"), words.placed(Meaning("shows", (1, "once")), "clause")
        ('At least two dice show your number', 'exactly one of the three dice shows the number of the wager')
        """
        match register:
            case "short":
                return _placed_on_felt(meaning)
            case "rack":
                text = _placed(meaning, _DICE, "at least two dice show", "your number", "both your numbers")
                return _sentence_start(text)
            case _:
                at_least_two = "at least two of the three dice show"
                return _placed(meaning, _OF_THREE, at_least_two, "the number of the wager", "both numbers of the wager")

    def missed(self, meaning: Meaning, register: str) -> str:
        """What wins a wager that is lost on its own place.

        >>> words = SicBoWording()
        >>> words.missed(Meaning("shows", (1, "at least once")), "rack"), words.missed(Meaning("triple", (1,)), "rack")
        ('No die shows your number', 'Not all three dice show your number')
        """
        said = self.placed(meaning, register)
        text = said[0].lower() + said[1:]
        denied = next((text.replace(one, other) for one, other in _FEWER.items() if one in text), f"not {text}")
        return _sentence_start(denied) if register == "rack" else denied

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
