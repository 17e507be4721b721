"""How the events of craps are said: on the felt, on a rack card, and in rules of play."""

from collections.abc import Sequence

from rackcard.games.craps.rules import NUMBERS, ORDINARY, POINTS
from rackcard.games.event_wording import EventWording
from rackcard.games.meaning import Meaning
from rackcard.number import article, listed, repeated, spelled

WINDOWS = {
    "come-out": "before a come-out roll",
    "point": "after the come-out, with a point on",
    "round": "before the first roll of a round",
}
"""When a wager may be bet."""

LINE_WINS = f"{listed(ORDINARY.naturals, 'or')} on the come-out, or the point made"
LINE_LOSES = "2, 3 or 12 on the come-out, or a seven-out"

Numbers = tuple[int, ...]


def _one_of(numbers: Numbers) -> str:
    return listed([article(numbers[0]), *numbers[1:]], "or")


def _has_been(times: int, participle: str) -> str:
    return f"is {participle}" if times == 1 else f"has been {participle}{repeated(times)}"


def _run(numbers: Numbers) -> str:
    """Numbers as a run from the first to the last, the 7 left out where it is missing; else empty."""
    whole = [number for number in range(numbers[0], numbers[-1] + 1) if number != 7]
    if len(numbers) < 4 or list(numbers) != whole:
        return ""
    low, high = numbers[0], numbers[-1]
    return f"from {low} to 6 and from 8 to {high}" if low < 7 < high else f"from {low} to {high}"


def _several(numbers: Numbers, times: int) -> str:
    return f"{spelled(times)} of {listed(numbers, 'or')}"


def _points(numbers: Numbers, times: int) -> str:
    if numbers == POINTS:
        return "a point" if times == 1 else f"{spelled(times)} points"
    return f"a point of {listed(numbers, 'or')}{repeated(times)}"


class CrapsWording(EventWording):
    """The events of craps in words."""

    def mark(self, meaning: Meaning) -> str | None:
        """What a lammer shows for an event."""
        match meaning:
            case Meaning("rolled", (numbers,)):
                return " or ".join(map(str, numbers))
            case Meaning("point-made", (numbers,)):
                return "point" if numbers == POINTS else " or ".join(map(str, numbers))
            case Meaning("hard", (number,)):
                return f"hard {number}"
            case _:
                return None

    def short(self, meaning: Meaning, times: int = 1) -> str:
        """An event on the felt.

        >>> words = CrapsWording()
        >>> words.short(Meaning("rolled", ((6,),)), 6), words.short(Meaning("rolled", ((4, 10),)), 3)
        ('six 6s', 'three of 4 or 10')
        """
        match meaning:
            case Meaning("rolled", (numbers,)):
                if times == 1:
                    return _one_of(numbers)
                return f"{spelled(times)} {numbers[0]}s" if len(numbers) == 1 else _several(numbers, times)
            case Meaning("hard", (number,)):
                return f"hard {number}{repeated(times)}"
            case Meaning("seven-out"):
                return f"seven-out{repeated(times)}"
            case Meaning("point-made", (numbers,)):
                return _points(numbers, times)
            case Meaning("line-wins"):
                return f"line wins{repeated(times)}"
            case Meaning("line-loses"):
                return f"line loses{repeated(times)}"
            case _:
                return self.until(meaning) + repeated(times)

    def rack(self, meaning: Meaning, times: int = 1) -> str:
        """An event on a rack card.

        >>> words = CrapsWording()
        >>> words.rack(Meaning("rolled", ((6,),)), 6), words.rack(Meaning("hard", (8,)))
        ('Roll six 6s', 'Roll a hard 8 (4-4)')
        """
        match meaning:
            case Meaning("rolled", (numbers,)):
                if times == 1 or len(numbers) == 1:
                    return f"Roll {self.short(meaning, times)}"
                return f"Roll {listed(numbers, 'or')}{repeated(times)} in all"
            case Meaning("hard", (number,)):
                return f"Roll a hard {number} ({number // 2}-{number // 2}){repeated(times)}"
            case Meaning("on-come-out", (numbers,)):
                return f"Roll {_one_of(numbers)} on the come-out{repeated(times)}"
            case Meaning("seven-out"):
                return f"The shooter sevens out (a 7 with a point on){repeated(times)}"
            case Meaning("point-made", (numbers,)):
                return f"Make {_points(numbers, times)}"
            case _:
                told = self.clause(meaning, times)
                return told[0].upper() + told[1:]

    def clause(self, meaning: Meaning, times: int = 1) -> str:
        """An event in rules of play.

        >>> CrapsWording().clause(Meaning("rolled", ((6,),)), 6)
        'a total of 6 has been rolled six times'
        """
        match meaning:
            case Meaning("rolled", (numbers,)):
                in_all = " in all" if times > 1 and len(numbers) > 1 else ""
                return f"a total of {listed(numbers, 'or')} {_has_been(times, 'rolled')}{in_all}"
            case Meaning("hard", (number,)):
                return f"a hard {number} (two {number // 2}s) {_has_been(times, 'rolled')}"
            case Meaning("on-come-out", (numbers,)):
                return f"a total of {listed(numbers, 'or')} {_has_been(times, 'rolled')} on a come-out roll"
            case Meaning("seven-out"):
                return f"the shooter sevens out{repeated(times)}"
            case Meaning("point-made", (numbers,)):
                if numbers == POINTS and times > 1:
                    return f"{spelled(times)} points have been made"
                return f"{_points(numbers, 1)} {_has_been(times, 'made')}"
            case Meaning("line-wins"):
                return f"the pass line wins{repeated(times)} ({LINE_WINS})"
            case Meaning("line-loses"):
                return f"the pass line loses{repeated(times)} ({LINE_LOSES})"
            case Meaning("line-decided"):
                return "the pass line is decided"
            case _:
                return "a point is on"

    def until(self, meaning: Meaning) -> str:
        """An event that ends a wager.

        >>> CrapsWording().until(Meaning("rolled", ((4, 7),)))
        'a 4 or 7'
        """
        match meaning:
            case Meaning("rolled", (numbers,)):
                return _one_of(numbers)
            case Meaning("hard", (number,)):
                return f"a hard {number}"
            case Meaning("on-come-out", (numbers,)):
                return f"{_one_of(numbers)} on the come-out"
            case Meaning("seven-out"):
                return "a seven-out (a 7 with a point on)"
            case Meaning("line-wins"):
                return "the pass line wins"
            case Meaning("line-loses"):
                return "the pass line loses"
            case _:
                return self.clause(meaning)

    def plain(self, meaning: Meaning) -> str:
        """An event on a rack card, as a clause.

        >>> words = CrapsWording()
        >>> words.plain(Meaning("rolled", ((7,),))), words.plain(Meaning("seven-out"))
        ('a 7 is rolled', 'the shooter sevens out (a 7 with a point on)')
        """
        match meaning:
            case Meaning("rolled" | "hard" | "on-come-out"):
                return f"{self.until(meaning)} is rolled"
            case Meaning("seven-out"):
                return "the shooter sevens out (a 7 with a point on)"
            case _:
                return self.until(meaning)

    def before(self, ends: Meaning, wins: Meaning) -> str | None:
        """What loses where one outcome may both win and end a wager: of 4 or 7 the 7, and the easy 4 for a hard 4."""
        match ends, wins:
            case Meaning("rolled", (over,)), Meaning("rolled", (won,)):
                left = tuple(number for number in over if number not in won)
                return _one_of(left) if left else None
            case Meaning("rolled", (over,)), Meaning("hard", (number,)) if number in over:
                left = tuple(other for other in over if other != number)
                return listed([*map(article, left), f"an easy {number}"], "or")
            case _:
                return None

    def note(self, meaning: Meaning) -> str:
        """What rules of play add about an event that ends a wager."""
        return " A 7 on a come-out roll does not end the round." if meaning.kind == "seven-out" else ""

    def every(self, meanings: Sequence[Meaning], register: str) -> str:
        """All of several events.

        >>> CrapsWording().every([Meaning("rolled", ((n,),)) for n in (2, 3, 4, 5, 6)], "rack")
        'Roll every number from 2 to 6'
        """
        numbers: Numbers = tuple(meaning.values[0][0] for meaning in meanings)
        made = meanings[0].kind == "point-made"
        run = _run(numbers)
        match register:
            case "short":
                return f"every {'point' if made else 'number'} {run}" if run else f"all of {listed(numbers)}"
            case "rack" if made:
                return "Make every point" if numbers == POINTS else f"Make each of the points {listed(numbers)}"
            case "rack":
                return f"Roll every number {run}" if run else f"Roll each of {listed(numbers)}"
            case _:
                done = "made" if made else "rolled"
                return f"each of the {'points' if made else 'totals'} {listed(numbers)} has been {done} at least once"

    def counted(self, meanings: Sequence[Meaning], register: str) -> str:
        """What a ladder counts."""
        kind = meanings[0].kind
        different = len(meanings) > 1
        match kind, different, register:
            case "rolled", True, "short":
                return "different numbers rolled"
            case "rolled", True, "rack":
                return f"Each new number from {NUMBERS[0]} to {NUMBERS[-1]} except 7 gets a lammer."
            case "rolled", True, _:
                return f"A lammer is placed on each of the numbers {listed(NUMBERS)} the first time it is rolled."
            case "point-made", True, "short":
                return "different points made"
            case "point-made", True, "rack":
                return f"Each new point made ({listed(POINTS, 'or')}) gets a lammer."
            case "point-made", True, _:
                return f"A lammer is placed on each of the points {listed(POINTS)} the first time it is made."
            case "point-made", False, "short":
                return "points made"
            case "point-made", False, _:
                return "Each point made counts one."
            case _, _, "short":
                return "line wins"
            case _:
                return f"Each win of the pass line counts one ({LINE_WINS})."
