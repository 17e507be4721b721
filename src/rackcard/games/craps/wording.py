"""How the events of craps are said: on the felt, on a rack card, and in rules of play."""

from collections.abc import Sequence

from rackcard.games.craps.rules import NUMBERS, ORDINARY, POINTS
from rackcard.games.event_wording import EventWording
from rackcard.games.glyphs import Glyph, dice, tiles
from rackcard.games.meaning import Meaning
from rackcard.number import article, listed, repeated, spelled

WINDOWS = {
    "come-out": "before a come-out roll",
    "point": "after the come-out, with a point on",
    "round": "before the first roll of a round",
}
"""When a wager may be bet."""

Numbers = tuple[int, ...]

ONE_PAIR = {2: (1, 1), 3: (1, 2), 11: (5, 6), 12: (6, 6)}
"""The totals that only one pair of dice makes."""
GLYPHS_MAX = 4
"""The most totals that are drawn for one event."""

OWN = {
    "line-wins": "own-line-wins",
    "line-loses": "own-line-loses",
    "line-decided": "own-line-decided",
    "on-come-out": "own-come-out",
    "point-made": "own-point-made",
    "seven-out": "own-seven-out",
    "in-phase": "own-phase",
    "point-is-on": "own-point-is-on",
}
"""The events of the line, by what they are to a wager with a line of its own."""


def line_wins(naturals: Numbers = ORDINARY.naturals) -> str:
    """How the pass line wins."""
    return f"{listed(naturals, 'or')} on the come-out, or the point made" if naturals else "the point is made"


def line_loses(craps: Numbers = ORDINARY.craps) -> str:
    """How the pass line loses."""
    return f"{listed(craps, 'or')} on the come-out, or a seven-out" if craps else "a seven-out"


RUN_MIN = 4
"""The fewest totals in a row that are said by their ends."""


def _span(numbers: Numbers) -> str:
    """Totals in a row by their ends; empty where they are few or not in a row."""
    low, high = numbers[0], numbers[-1]
    return f"from {low} to {high}" if len(numbers) >= RUN_MIN and numbers == tuple(range(low, high + 1)) else ""


def one_of(numbers: Numbers) -> str:
    span = _span(numbers)
    return f"a number {span}" if span else listed([article(numbers[0]), *numbers[1:]], "or")


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


def _is_any(points: Numbers) -> bool:
    """Whether these are all points, of ordinary or of crapless craps."""
    return points in (POINTS, NUMBERS)


def _which(points: Numbers) -> str:
    """Which points, after *point*; empty where any is meant."""
    return "" if _is_any(points) else f" of {listed(points, 'or')}"


def _pairs(pairs: tuple[tuple[int, int], ...]) -> str:
    return listed([f"{high}-{low}" for low, high in pairs], "or")


def _points(numbers: Numbers, times: int) -> str:
    if _is_any(numbers):
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
                return "point" if _is_any(numbers) else " or ".join(map(str, numbers))
            case Meaning("hard" | "easy", (number,)):
                return f"{meaning.kind} {number}"
            case Meaning("doubles"):
                return "doubles"
            case Meaning("dice", (pairs,)):
                return _pairs(pairs)
            case _:
                return None

    def glyphs(self, meaning: Meaning) -> tuple[Glyph, ...]:
        """Dice where one pair makes the event, otherwise totals."""
        match meaning:
            case Meaning("hard", (number,)):
                return dice((number // 2, number // 2))
            case Meaning("dice", (pairs,)) if len(pairs) == 1:
                return dice(pairs[0])
            case Meaning("rolled", ((number,),)) if number in ONE_PAIR:
                return dice(ONE_PAIR[number])
            case Meaning("rolled", (numbers,)) if len(numbers) <= GLYPHS_MAX:
                return tiles(numbers)
            case _:
                return ()

    # ---- parts of joined events
    def noun(self, meaning: Meaning) -> str | None:
        """What a roll shows.

        >>> words = CrapsWording()
        >>> words.noun(Meaning("rolled", ((8, 11),))), words.noun(Meaning("easy", (6,))), words.noun(Meaning("doubles"))
        ('an 8 or 11', 'an easy 6', 'doubles')
        """
        match meaning:
            case Meaning("rolled", (numbers,)):
                return one_of(numbers)
            case Meaning("hard", (number,)):
                return f"a hard {number}"
            case Meaning("easy", (number,)):
                return f"an easy {number}"
            case Meaning("doubles"):
                return "doubles"
            case Meaning("dice", (pairs,)):
                return _pairs(pairs)
            case Meaning("on-come-out", (numbers,)):
                return f"{one_of(numbers)} on the come-out"
            case Meaning("own-come-out", (numbers,)):
                return f"{one_of(numbers)} on its first roll"
            case _:
                return None

    def bare(self, meaning: Meaning) -> str | None:
        match meaning:
            case Meaning("rolled", (numbers,)):
                return listed(numbers, "or")
            case Meaning("hard" | "easy" | "doubles" | "dice"):
                return self.mark(meaning)
            case Meaning("on-come-out", (numbers,)):
                return f"{listed(numbers, 'or')} on the come-out"
            case Meaning("seven-out"):
                return "seven-out"
            case Meaning("point-made", (numbers,)):
                return f"point{_which(numbers)}"
            case Meaning("line-wins" | "line-loses"):
                return f"pass line {'win' if meaning.kind == 'line-wins' else 'loss'}"
            case _:
                return None

    def shown(self, noun: str, register: str, times: int) -> str:
        return f"Roll {noun}" if register == "rack" else f"the shooter rolls {noun}{repeated(times)}"

    def comes(self, meaning: Meaning) -> tuple[str, str]:
        match meaning.kind:
            case "rolled" | "hard" | "easy" | "dice" | "on-come-out":
                return "", " is rolled"
            case "doubles":
                return "", " are rolled"
            case "point-made":
                return " made", " is made"
            case _:
                return "", " comes"

    def negated(self, meaning: Meaning, register: str) -> str | None:
        match meaning:
            case Meaning("line-wins"):
                return "the pass line does not win"
            case Meaning("line-loses"):
                return "the pass line does not lose"
            case Meaning("line-decided"):
                return "the pass line is not decided"
            case Meaning("seven-out"):
                return "the shooter does not seven out"
            case Meaning("point-made", (numbers,)):
                return f"{_points(numbers, 1)} is not made"
            case Meaning("own-line-wins" | "own-line-loses" as kind):
                return f"its own line does not {'win' if kind == 'own-line-wins' else 'lose'}"
            case Meaning("own-line-decided"):
                return "its own line is not decided"
            case Meaning("own-point-made", (numbers,)):
                return f"its own point{_which(numbers)} does not come before a 7"
            case Meaning("own-seven-out"):
                return "a 7 does not come before its own point"
            case _:
                return None

    def joined(self, join: str, meanings: Sequence[Meaning]) -> str | None:
        """Lists of totals as one list, and doubles with a total as one thing.

        >>> CrapsWording().joined("or", [Meaning("rolled", ((8, 11),)), Meaning("rolled", ((2,),))])
        'a 2, 8 or 11'
        >>> CrapsWording().joined("and", [Meaning("rolled", ((2, 3, 4, 5),)), Meaning("doubles")])
        'doubles that total from 2 to 5'
        """
        if join == "and" and sorted(meaning.kind for meaning in meanings) == ["doubles", "rolled"]:
            (numbers,) = (meaning.values[0] for meaning in meanings if meaning.kind == "rolled")
            return f"doubles that total {_span(numbers) or listed(numbers, 'or')}"
        if join != "or" or any(meaning.kind != "rolled" for meaning in meanings):
            return None
        return one_of(tuple(sorted({number for meaning in meanings for number in meaning.values[0]})))

    def deed(self, meaning: Meaning) -> str | None:
        match meaning:
            case Meaning("point-made", (numbers,)):
                return f"make {_points(numbers, 1)}"
            case _:
                return None

    def many(self, meaning: Meaning, times: int) -> str:
        return self.short(meaning, times) if meaning.kind == "rolled" else super().many(meaning, times)

    def tally(self, noun: str, register: str, unit: str) -> str:
        return f"rolls of {noun}" if register == "short" else f"Each roll of {noun} counts one."

    def within(self, meaning: Meaning, phase: Meaning) -> str | None:
        """An event in some phases: of a seven-out only the 7 need be said.

        >>> CrapsWording().within(Meaning("seven-out"), Meaning("in-phase", ((4, 10),)))
        'a 7 with a point of 4 or 10 on'
        """
        noun = "a 7" if meaning.kind in ("seven-out", "own-seven-out") else self.noun(meaning)
        return None if noun is None else f"{noun} {self.phase(phase)}"

    def phase(self, meaning: Meaning) -> str:
        match meaning:
            case Meaning("in-phase", ((),)):
                return "on the come-out"
            case Meaning("in-phase", (points,)):
                return f"with a point of {listed(points, 'or')} on"
            case Meaning("own-phase", ((),)):
                return "on its first roll"
            case Meaning("own-phase", (points,)):
                return f"with its own point of {listed(points, 'or')} on"
            case Meaning("own-point-is-on"):
                return "after its first roll"
            case _:
                return "with a point on"

    def own(self, meaning: Meaning) -> Meaning:
        return Meaning(OWN.get(meaning.kind, meaning.kind), meaning.values)

    def late(self, meaning: Meaning, ends: Meaning) -> Meaning:
        """A wager that is bet with a point on and ends with the line does not see its come-out."""
        if meaning.kind in ("line-wins", "line-loses") and ends.kind == "line-decided":
            return Meaning(meaning.kind, ((),))
        return meaning

    def short(self, meaning: Meaning, times: int = 1) -> str:
        """An event on the felt.

        >>> words = CrapsWording()
        >>> words.short(Meaning("rolled", ((6,),)), 6), words.short(Meaning("rolled", ((4, 10),)), 3)
        ('six 6s', 'three of 4 or 10')
        """
        match meaning:
            case Meaning("rolled", (numbers,)):
                if times == 1:
                    return one_of(numbers)
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
            case Meaning("easy" | "doubles" | "dice"):
                return f"{self.mark(meaning)}{repeated(times)}"
            case Meaning("own-line-wins", (naturals,)):
                return f"{listed(naturals, 'or')} first, or its own point{repeated(times)}"
            case Meaning("own-point-made", (numbers,)):
                return f"its own point{_which(numbers)}{repeated(times)}"
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
                return f"Roll {one_of(numbers) if _span(numbers) else listed(numbers, 'or')}{repeated(times)} in all"
            case Meaning("hard", (number,)):
                return f"Roll a hard {number} ({number // 2}-{number // 2}){repeated(times)}"
            case Meaning("on-come-out", (numbers,)):
                return f"Roll {one_of(numbers)} on the come-out{repeated(times)}"
            case Meaning("seven-out"):
                return f"The shooter sevens out (a 7 with a point on){repeated(times)}"
            case Meaning("point-made", (numbers,)):
                return f"Make {_points(numbers, times)}"
            case Meaning("easy" | "doubles" | "dice" | "own-come-out"):
                return f"Roll {self.noun(meaning)}{repeated(times)}"
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
                if _is_any(numbers) and times > 1:
                    return f"{spelled(times)} points have been made"
                return f"{_points(numbers, 1)} {_has_been(times, 'made')}"
            case Meaning("line-wins", naturals):
                return f"the pass line wins{repeated(times)} ({line_wins(*naturals)})"
            case Meaning("line-loses", craps):
                return f"the pass line loses{repeated(times)} ({line_loses(*craps)})"
            case Meaning("line-decided"):
                return "the pass line is decided"
            case Meaning("easy" | "doubles" | "dice" | "own-come-out"):
                return self.shown(self.noun(meaning) or "", "clause", times)
            case Meaning("in-phase"):
                return f"any roll {self.phase(meaning)}"
            case Meaning(kind) if kind.startswith("own-"):
                return self._own_clause(meaning) + repeated(times)
            case _:
                return "a point is on"

    def _own_clause(self, meaning: Meaning) -> str:
        """An event of the wager's own line."""
        match meaning:
            case Meaning("own-line-wins", (naturals,)):
                return f"{one_of(naturals)} comes on its first roll, or its own point comes before a 7"
            case Meaning("own-line-loses", (craps,)):
                first = f"{one_of(craps)} comes on its first roll, or " if craps else ""
                return f"{first}a 7 comes before its own point"
            case Meaning("own-line-decided"):
                return "its own line is decided"
            case Meaning("own-point-made", (numbers,)):
                return f"its own point{_which(numbers)} comes before a 7"
            case Meaning("own-seven-out"):
                return "a 7 comes before its own point"
            case _:
                return "its own point is on"

    def until(self, meaning: Meaning) -> str:
        """An event that ends a wager.

        >>> CrapsWording().until(Meaning("rolled", ((4, 7),)))
        'a 4 or 7'
        """
        match meaning:
            case Meaning("rolled", (numbers,)):
                return one_of(numbers)
            case Meaning("hard" | "easy" | "doubles" | "dice" | "on-come-out" | "own-come-out"):
                return self.noun(meaning) or ""
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
            case Meaning("rolled" | "hard" | "easy"):
                return f"{self.until(meaning)} is rolled"
            case Meaning("on-come-out", (numbers,)):
                return f"{one_of(numbers)} is rolled on the come-out"
            case Meaning("own-come-out", (numbers,)):
                return f"{one_of(numbers)} comes on its first roll"
            case Meaning("doubles" | "dice"):
                return self.clause(meaning)
            case Meaning("seven-out"):
                return "the shooter sevens out (a 7 with a point on)"
            case _:
                return self.until(meaning)

    def before(self, ends: Meaning, wins: Meaning) -> str | None:
        """What loses where one outcome may both win and end a wager: of 4 or 7 the 7, and the easy 4 for a hard 4."""
        match ends, wins:
            case Meaning("rolled", (over,)), Meaning("rolled", (won,)):
                left = tuple(number for number in over if number not in won)
                return one_of(left) if left else None
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
        if meanings[0].kind not in ("rolled", "point-made"):
            told = listed([self.noun(meaning) or self.clause(meaning) for meaning in meanings])
            return told if register == "short" else self.shown(told, register, 1)
        numbers: Numbers = tuple(meaning.values[0][0] for meaning in meanings)
        made = meanings[0].kind == "point-made"
        run = _run(numbers)
        match register:
            case "short":
                return f"every {'point' if made else 'number'} {run}" if run else f"all of {listed(numbers)}"
            case "rack" if made:
                return "Make every point" if _is_any(numbers) else f"Make each of the points {listed(numbers)}"
            case "rack":
                return f"Roll every number {run}" if run else f"Roll each of {listed(numbers)}"
            case _:
                done = "made" if made else "rolled"
                return f"each of the {'points' if made else 'totals'} {listed(numbers)} has been {done} at least once"

    def counted(self, meanings: Sequence[Meaning], register: str) -> str:
        """What a ladder counts."""
        different = len(meanings) > 1
        points = tuple(meaning.values[0][0] for meaning in meanings) if meanings[0].kind == "point-made" else ()
        match meanings[0].kind, different, register:
            case "rolled", True, "short":
                return "different numbers rolled"
            case "rolled", True, "rack":
                return f"Each new number from {NUMBERS[0]} to {NUMBERS[-1]} except 7 gets a lammer."
            case "rolled", True, _:
                return f"A lammer is placed on each of the numbers {listed(NUMBERS)} the first time it is rolled."
            case "point-made", True, "short":
                return "different points made"
            case "point-made", True, "rack":
                return f"Each new point made ({listed(points, 'or')}) gets a lammer."
            case "point-made", True, _:
                return f"A lammer is placed on each of the points {listed(points)} the first time it is made."
            case "dice", True, "short":
                return "different doubles rolled"
            case "dice", True, "rack":
                return "Each new pair of doubles gets a lammer."
            case "dice", True, _:
                return "A lammer is placed on each of the six doubles the first time it is rolled."
            case _:
                return self._counted_event(meanings[0], register)

    def _counted_event(self, meaning: Meaning, register: str) -> str:
        match meaning:
            case Meaning("point-made", (numbers,)):
                which = _which(numbers)
                return f"points{which} made" if register == "short" else f"Each point{which} made counts one."
            case Meaning("line-wins", naturals):
                explained = line_wins(*naturals)
                return "line wins" if register == "short" else f"Each win of the pass line counts one ({explained})."
            case Meaning("line-loses", craps):
                explained = line_loses(*craps)
                return "line losses" if register == "short" else f"Each loss of the pass line counts one ({explained})."
            case Meaning("seven-out"):
                return "seven-outs" if register == "short" else "Each seven-out counts one."
            case _:
                noun = self.noun(meaning) or self.clause(meaning)
                if register == "short":
                    return f"rolls of {self.bare(meaning) or noun}"
                return f"Each roll of {noun} counts one."

    # ---- rack cards
    def ender(self, meaning: Meaning) -> str:
        match meaning:
            case Meaning("rolled", ((7,),)):
                return "any 7"
            case Meaning("seven-out"):
                return "a seven-out"
            case Meaning("point-made", (numbers,)):
                return "a made point" + _which(numbers)
            case Meaning("line-wins"):
                return "a pass line win"
            case Meaning("line-loses"):
                return "a pass line loss"
            case Meaning("line-decided"):
                return "a pass line decision"
            case Meaning("in-phase" | "own-phase"):
                return f"any roll {self.phase(meaning)}"
            case Meaning(kind) if kind.startswith("own-") and kind != "own-come-out":
                return self._own_ender(meaning)
            case _:
                return self.noun(meaning) or f"any roll {self.phase(meaning)}"

    def _own_ender(self, meaning: Meaning) -> str:
        """What ends a wager with a line of its own, where that line does."""
        match meaning:
            case Meaning("own-line-wins"):
                return "a win of its own line"
            case Meaning("own-line-loses"):
                return "a loss of its own line"
            case Meaning("own-line-decided"):
                return "a decision of its own line"
            case Meaning("own-point-made", (numbers,)):
                return f"its own point{_which(numbers)}"
            case Meaning("own-seven-out"):
                return "a 7 before its own point"
            case _:
                return f"any roll {self.phase(meaning)}"

    def ender_note(self, meaning: Meaning) -> str:
        match meaning:
            case Meaning("rolled", ((7,),)):
                return "A 7 on the come-out counts too."
            case Meaning("seven-out"):
                return "That is a 7 with a point on. A 7 on the come-out doesn't lose."
            case _:
                return ""

    def ender_mark(self, meaning: Meaning) -> str:
        match meaning:
            case Meaning("rolled", ((7,),)) | Meaning("seven-out"):
                return "7"
            case _:
                return ""

    def counted_noun(self, meanings: Sequence[Meaning]) -> tuple[str, str]:
        match meanings[0].kind, len(meanings) > 1:
            case "rolled", True:
                return "number", "numbers"
            case "rolled" | "hard" | "easy" | "doubles" | "dice", False:
                return "roll", "rolls"
            case "point-made", _:
                return "point", "points"
            case "dice", True:
                return "pair of doubles", "pairs of doubles"
            case "line-wins", _:
                return "line win", "line wins"
            case "line-loses", _:
                return "line loss", "line losses"
            case "seven-out", _:
                return "seven-out", "seven-outs"
            case _:
                return "roll", "rolls"
