"""How the events of roulette are said: on the felt, on a rack card, and in rules of play."""

from collections.abc import Sequence

from rackcard.games.event_wording import EventWording
from rackcard.games.glyphs import Glyph
from rackcard.games.meaning import Meaning
from rackcard.games.primer import Primer
from rackcard.games.roulette.rules import GROUPS, colour, column
from rackcard.number import listed, repeated, spelled

Pockets = tuple[str, ...]

GLYPHS_MAX = 3
"""The most pockets that are drawn for one event."""


PRIMER = Primer(
    steps=(
        ("Place your chips", "on a number, on a line or corner between numbers, or on a box outside."),
        ("After each spin", "the dealer marks the number, takes all chips that lost and pays the winners."),
        ("Inside bets", "cover one to six numbers; a chip on a line covers the numbers on both sides of it."),
        ("Outside bets", "cover twelve or eighteen numbers. A zero is in none of them."),
        ("No more bets", "once the dealer has called it."),
    ),
)  # fmt: skip


def called(pocket: str, color: str) -> str:
    """What the dealer calls for a spin.

    >>> called("14", "red"), called("00", "green")
    ('14, red.', '00, green.')
    """
    return f"{pocket}, {color}."


def _where(pockets: Pockets) -> str:
    """Where the ball lands, after *on*: a group by its name, a run by its ends."""
    for name, group in GROUPS.items():
        if pockets == group:
            return f"an {name} number" if name in ("odd", "even") else name
    for index in (1, 2, 3):
        if pockets == column(index):
            return f"a number of column {index}"
    run = _numbers(pockets)
    return f"a {run}" if run else listed(pockets, "or")


def _numbers(pockets: Pockets) -> str:
    """A long run of numbers by its ends; empty where they are not one."""
    numbers = [int(pocket) for pocket in pockets]
    is_run = len(numbers) > 6 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"number from {numbers[0]} to {numbers[-1]}" if is_run else ""


COVERED = {
    "short": ("a number it covers", "a number it does not cover", "covered"),
    "rack": ("a number your bet covers", "a number your bet does not cover", "covered by your bet"),
    "clause": ("a number that the wager covers", "a number that the wager does not cover", "covered by the wager"),
}
"""A number of the place that a wager is on, any other number, and what makes it one of them."""
YOUR_NUMBER = {"short": "its number", "rack": "your number", "clause": "the number of the wager"}
"""The number that a wager is on."""


def _beside(reach: int) -> str:
    """The neighbors of a number on the wheel, so many on each side."""
    if reach == 1:
        return "a number beside it on the wheel"
    return f"one of the {spelled(reach)} numbers on each side of it on the wheel"


def _noun(meaning: Meaning) -> str:
    """Where the ball lands, after *on*."""
    match meaning:
        case Meaning("on-place", (Meaning("neighbors", (_, reach, *_)), voice)):
            return f"{YOUR_NUMBER[voice]} or {_beside(reach)}"
        case Meaning("on-place", (_, voice)):
            return COVERED[voice][0]
        case Meaning("neighbors", (pocket, reach, *_)):
            return f"{pocket} or {_beside(reach)}"
        case _:
            return _where(meaning.values[0])


def _bare(meaning: Meaning) -> str:
    """Where the ball lands, after *no*."""
    match meaning:
        case Meaning("lands-on", (pockets,)):
            column_of = next((index for index in (1, 2, 3) if pockets == column(index)), 0)
            adjective = next((name for name, group in GROUPS.items() if pockets == group), "")
            if adjective in ("odd", "even"):
                return f"{adjective} number"
            return f"number of column {column_of}" if column_of else adjective or _numbers(pockets) or _where(pockets)
        case _:
            return f"number {_adjective(meaning)}"


def _adjective(meaning: Meaning) -> str | None:
    """What a number is, after *a number that is*."""
    match meaning:
        case Meaning("lands-on", (pockets,)):
            named = next((name for name, group in GROUPS.items() if pockets == group), None)
            placed = next((f"in column {index}" for index in (1, 2, 3) if pockets == column(index)), None)
            return named or placed or _where(pockets).removeprefix("a number ")
        case Meaning("neighbors", (pocket, reach, *_)):
            return f"within {spelled(reach)} pocket{'s' if reach > 1 else ''} of {pocket} on the wheel"
        case Meaning("on-place", (Meaning("neighbors", (_, reach, *_)), voice)):
            return _adjective(Meaning("neighbors", (YOUR_NUMBER[voice], reach)))
        case Meaning("on-place", (_, voice)):
            return COVERED[voice][2]
        case Meaning("or" | "and" | "not" as join, parts):
            return _adjectives(join, parts)
        case _:
            return None


def _adjectives(join: str, meanings: Sequence[Meaning]) -> str | None:
    """What a number is that is several things at once, one of them, or none of them."""
    done = [meaning for meaning in meanings if meaning.kind != "not" or join != "and"]
    spared = [_spared(meaning.values[0]) for meaning in meanings if meaning.kind == "not" and join == "and"]
    told = [_adjective(meaning) for meaning in sorted(done, key=_weight)]
    known, without = ([one for one in every if one is not None] for every in (told, spared))
    if len(known) + len(without) < len(told) + len(spared):
        return None
    match join:
        case "not":
            return _denied(done[0], known[0])
        case "or":
            numbers = len(known) > 2 and all(one.isdigit() for one in known)
            return f"one of {listed(known)}" if numbers else f"either {listed(known, 'or')}"
        case _:
            named = [f"one of {listed(one.values[0])}" if _is_list(one) and len(done) > 1 else text
                     for one, text in zip(sorted(done, key=_weight), known, strict=True)]  # fmt: skip
            is_one = " and ".join(named)
            comma = "," if " or " in is_one else ""
            return f"{is_one}{comma} but not {listed(without, 'or')}" if without else is_one


def _spared(meaning: Meaning) -> str | None:
    """What a number is not, after *but not*."""
    told = _adjective(meaning)
    if told is None:
        return None
    if meaning.kind == "or":
        return listed([_adjective(part) for part in meaning.values], "or")
    return f"both {told}" if meaning.kind == "and" else told


def _denied(meaning: Meaning, adjective: str) -> str:
    """What a number is that is not something."""
    match meaning:
        case Meaning("or", parts):
            return f"neither {' nor '.join(_adjective(part) or '' for part in parts)}"
        case Meaning("and"):
            return f"not both {adjective}"
        case _:
            return f"not {adjective}"


def _is_list(meaning: Meaning) -> bool:
    return meaning.kind == "lands-on" and " or " in (_adjective(meaning) or "")


def _weight(meaning: Meaning) -> int:
    """Where what a number is stands among several such: a word first, lists and places on the wheel last."""
    match meaning:
        case Meaning("neighbors") | Meaning("on-place", (Meaning("neighbors"), _)):
            return 1
        case _:
            return 2 if meaning.kind == "or" else int(_is_list(meaning))


class RouletteWording(EventWording):
    """The events of roulette in words."""

    shows = "lands on"

    def noun(self, meaning: Meaning) -> str | None:
        return _noun(meaning)

    def bare(self, meaning: Meaning) -> str | None:
        return _bare(meaning)

    def comes(self, meaning: Meaning) -> tuple[str, str]:
        return "", " comes up"

    def many(self, meaning: Meaning, times: int) -> str:
        comma = "," if times > 1 and meaning.kind == "on-place" else ""
        return f"{_noun(meaning)}{comma}{repeated(times)}"

    def shown(self, noun: str, register: str, times: int) -> str:
        match register:
            case "rack":
                return f"The ball lands on {noun}"
            case _:
                return f"the ball {'lands' if times == 1 else 'has landed'} on {noun}{repeated(times)}"

    def joined(self, join: str, meanings: Sequence[Meaning]) -> str | None:
        """A number that is several things at once.

        >>> red, odd = (Meaning("lands-on", (GROUPS[name],)) for name in ("red", "odd"))
        >>> RouletteWording().joined("and", [red, odd]), RouletteWording().joined("not", [red])
        ('a number that is red and odd', 'a number that is not red')
        """
        match join, *meanings:
            case "not", Meaning("on-place", (Meaning("lands-on"), voice)):
                return COVERED[voice][1]
        adjective = None if join == "or" else _adjectives(join, meanings)
        return None if adjective is None else f"a number that is {adjective}"

    def short(self, meaning: Meaning, times: int = 1) -> str:
        """An event on the felt.

        >>> words = RouletteWording()
        >>> words.short(Meaning("lands-on", (GROUPS["red"],))), words.short(Meaning("lands-on", (("8", "18"),)), 2)
        ('red', '8 or 18 twice')
        """
        return f"{_noun(meaning)}{repeated(times)}"

    def rack(self, meaning: Meaning, times: int = 1) -> str:
        """An event on a rack card."""
        return f"The ball lands on {self.short(meaning, times)}"

    def clause(self, meaning: Meaning, times: int = 1) -> str:
        """An event in rules of play."""
        return f"the ball {'lands' if times == 1 else 'has landed'} on {self.short(meaning, times)}"

    def glyphs(self, meaning: Meaning) -> tuple[Glyph, ...]:
        """Pockets in their color; one without a number for a whole color."""
        match meaning:
            case Meaning("lands-on", (pockets,)) if len(pockets) <= GLYPHS_MAX:
                return tuple(Glyph("pocket", pocket, colour(pocket)) for pocket in pockets)
            case Meaning("lands-on", (pockets,)) if len({colour(pocket) for pocket in pockets}) == 1:
                is_whole = pockets == GROUPS[colour(pockets[0])]
                return (Glyph("pocket", "", colour(pockets[0])),) if is_whole else ()
            case _:
                return ()

    def tally(self, noun: str, register: str, unit: str) -> str:
        return f"spins on {noun}" if register == "short" else f"Each spin on {noun} counts one."

    def before(self, ends: Meaning, wins: Meaning) -> str | None:
        """What loses where one outcome may both win and end a wager."""
        if (ends.kind, wins.kind) != ("lands-on", "lands-on"):
            return None
        left = tuple(pocket for pocket in ends.values[0] if pocket not in wins.values[0])
        return _where(left) if left else None

    def until(self, meaning: Meaning) -> str:
        return _noun(meaning)

    def plain(self, meaning: Meaning) -> str:
        return self.clause(meaning)

    def ender(self, meaning: Meaning) -> str:
        return _noun(meaning)

    def mark(self, meaning: Meaning) -> str | None:
        """What a lammer shows for an event.

        >>> [RouletteWording().mark(Meaning("lands-on", (pockets,))) for pockets in (("7",), GROUPS["red"], column(2))]
        ['7', 'red', 'number of column 2']
        """
        return f"{meaning.values[0]} and neighbors" if meaning.kind == "neighbors" else _bare(meaning)

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

    def counted_noun(self, meanings: Sequence[Meaning]) -> tuple[str, str]:
        """One of what a ladder counts, and several.

        >>> RouletteWording().counted_noun([Meaning("lands-on", (GROUPS["red"],))])
        ('red spin', 'red spins')
        >>> RouletteWording().counted_noun([Meaning("lands-on", (("7",),))])
        ('spin on 7', 'spins on 7')
        """
        match meanings:
            case [Meaning("lands-on", (pockets,))] if pockets in (GROUPS["red"], GROUPS["black"], GROUPS["green"]):
                return f"{_where(pockets)} spin", f"{_where(pockets)} spins"
            case [Meaning("lands-on", (pockets,))] if pockets in (GROUPS["odd"], GROUPS["even"]):
                return _bare(meanings[0]), f"{_bare(meanings[0])}s"
            case _:
                told = listed([self.short(meaning) for meaning in meanings], "or")
                return f"spin on {told}", f"spins on {told}"
