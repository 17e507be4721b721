"""What one outcome does, in a card's own words: part of the text witness, which imports nothing of the package.

An event is read from a position of a phrase on: single events by regular expressions, joined by *and*, *or* and
*but not*. What comes out is a test of one outcome.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from tests.support.text_hands import PATTERNS, hand_event

POINTS = (4, 5, 6, 8, 9, 10)
CRAPLESS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
ZEROS = {"single-zero": ["0"], "double-zero": ["0", "00"], "triple-zero": ["0", "00", "000"]}
WHEELS = {
    "single-zero": "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 "
    "26",
    "double-zero": "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 "
    "14 2",
}
"""Pockets in the order in which they are around the wheel."""


class Seen(NamedTuple):
    """An outcome, and the point that was on when it came (None on a come-out and in other games)."""

    outcome: Any
    point: int | None


Test = Callable[[Seen], bool]


@dataclass(frozen=True)
class Setting:
    """What the words of a card are read with: the game, the events it names, the wager's place and the wheel."""

    game: str
    named: Mapping[str, str] = field(default_factory=dict)
    place: tuple[str, ...] = ()
    wheel: str = ""
    points: tuple[int, ...] = POINTS
    """The totals that are points: in crapless craps all but 7."""


class UnreadableError(ValueError):
    """Words that the witness cannot read."""


def event_at(text: str, start: int, setting: Setting) -> tuple[Test, int] | None:
    """The longest event that begins at a position, and where it ends; None where none begins."""
    first = _single_at(text, start, setting)
    if first is None:
        return None
    test, end = first
    taken: list[list[list[Test]]] = [[[test]]]
    while join := re.compile(" (or|and|but not) ").match(text, end):
        operand = _single_at(text, join.end(), setting) or _left_out(text, join.end(), setting)
        if operand is None:
            break
        test, end = operand
        if join[1] == "but not":
            taken.append([[test]])
        elif join[1] == "or":
            taken[-1].append([test])
        else:
            taken[-1][-1].append(test)
    kept, *removed = taken

    def either(part: list[list[Test]], one: Seen) -> bool:
        return any(all(test(one) for test in both) for both in part)

    def whole(one: Seen) -> bool:
        return either(kept, one) and not any(either(part, one) for part in removed)

    return whole if setting.game == "baccarat" else _remembered(whole), end


def _remembered(test: Test) -> Test:
    """A test that is not asked twice about the same outcome."""
    answers: dict[Seen, bool] = {}

    def answer(one: Seen) -> bool:
        if one not in answers:
            answers[one] = test(one)
        return answers[one]

    return answer


def event(text: str, setting: Setting) -> Test:
    """The event that a whole phrase is."""
    found = event_at(text, 0, setting)
    if found is None or found[1] != len(text):
        raise UnreadableError(text)
    return found[0]


def _single_at(text: str, start: int, setting: Setting) -> tuple[Test, int] | None:
    known = _named_at(text, start, setting)
    if known is not None:
        test, end = known
    else:
        read, patterns = _GAMES[setting.game]
        found = [match for pattern in patterns if (match := pattern.match(text, start))]
        if not found:
            return None
        longest = max(found, key=lambda match: match.end())
        test, end = read(longest[0], setting), longest.end()
    while setting.game == "craps" and (part := _PHASE.match(text, end)):
        test, end = _restricted(test, part[1]), part.end()
    return test, end


def _named_at(text: str, start: int, setting: Setting) -> tuple[Test, int] | None:
    """An event by the name that the card gives it, perhaps after *not*."""
    match = re.compile("(not )?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)").match(text, start)
    if not match or match[2] not in setting.named:
        return None
    test = event(setting.named[match[2]], setting)
    return (_opposite(test) if match[1] else test), match.end()


def _opposite(test: Test) -> Test:
    return lambda one: not test(one)


def numbers_in(words: str, highest: int) -> set[int]:
    """The numbers of a list such as "2 to 6 or 8 or 10 or more"."""
    found: set[int] = set()
    for item in re.findall("[0-9]+ to [0-9]+|[0-9]+ or more|[0-9]+", words):
        ends = [int(number) for number in re.findall("[0-9]+", item)]
        found |= set(range(ends[0], highest + 1 if item.endswith("more") else ends[-1] + 1))
    return found


_ITEM = "[0-9]+(?: to [0-9]+| or more)?(?![0-9-])"
_LIST = f"{_ITEM}(?: or {_ITEM})*"
_PAIR = "[1-6]-[1-6]"

# ---- craps ---------------------------------------------------------------------------------------------

_PHASE = re.compile(f" (on the come-out|with a point on|with {_LIST} on)(?![a-z0-9-])")
_ROLLED = [
    re.compile(pattern + "(?![a-z0-9-])")
    for pattern in (
        f"{_LIST} (?:not )?(?:rolled|made)", f"(?:hard |easy )?{_LIST} on the come-out",
        f"(?:hard|easy) {_LIST} (?:not )?rolled", f"{_PAIR}(?: or {_PAIR})* (?:(?:not )?rolled|on the come-out)",
        "doubles (?:(?:not )?rolled|on the come-out)", "(?:any )?seven", "seven-out",
        "(?:a )?point (?:not )?made", "the line (?:wins|loses|is (?:not )?decided|does not win|does not lose)",
    )
]  # fmt: skip


def _restricted(test: Test, phase: str) -> Test:
    if phase == "on the come-out":
        return lambda one: one.point is None and test(one)
    if phase == "with a point on":
        return lambda one: one.point is not None and test(one)
    points = numbers_in(phase, 12)
    return lambda one: one.point in points and test(one)


def _rolls(words: str, setting: Setting) -> Test:
    if match := re.fullmatch("(.+) (rolled|made|on the come-out)", words):
        return _rolled(match[1], match[2])

    def decided(one: Seen) -> str:
        total, point = sum(one.outcome), one.point
        if point is None:
            return "" if total in setting.points else "wins" if total in (7, 11) else "loses"
        return "wins" if total == point else "loses" if total == 7 else ""

    tests: dict[str, Test] = {
        "any seven": lambda one: sum(one.outcome) == 7,
        "seven": lambda one: sum(one.outcome) == 7,
        "seven-out": lambda one: sum(one.outcome) == 7 and one.point is not None,
        "the line wins": lambda one: decided(one) == "wins",
        "the line loses": lambda one: decided(one) == "loses",
        "the line is decided": lambda one: decided(one) != "",
        "the line is not decided": lambda one: decided(one) == "",
        "the line does not win": lambda one: decided(one) != "wins",
        "the line does not lose": lambda one: decided(one) != "loses",
    }
    return tests[words]


def _rolled(what: str, how: str) -> Test:
    if how == "on the come-out":
        rolled = _rolled(what, "rolled")
        return lambda one: one.point is None and rolled(one)
    if what.endswith(" not"):
        return _opposite(_rolled(what.removesuffix(" not"), how))
    if what in ("a point", "point"):
        return lambda one: sum(one.outcome) == one.point
    if what == "doubles":
        return lambda one: one.outcome[0] == one.outcome[1]
    if re.match(_PAIR, what):
        pairs = [tuple(sorted(map(int, pair.split("-")))) for pair in what.split(" or ")]
        return lambda one: tuple(sorted(one.outcome)) in pairs
    totals = numbers_in(what, 12)
    if what.startswith(("hard", "easy")):
        return lambda one: (one.outcome[0] == one.outcome[1]) == (what[0] == "h") and sum(one.outcome) in totals
    if how == "made":
        return lambda one: sum(one.outcome) in totals and sum(one.outcome) == one.point
    return lambda one: sum(one.outcome) in totals


# ---- roulette ------------------------------------------------------------------------------------------

_MORE = "(?: or [123](?![0-9-]| to [0-9]| or more| times?))*"
_GROUP = f"red|black|green|odd|even|in column [0-9]{_MORE}|in dozen [0-9]{_MORE}"
_ONE_SET = f"(?:within [0-9] of (?:[0-9]+|this place) on the wheel|{_GROUP}|{_ITEM})"
_POCKETS = f"(?:not )?{_ONE_SET}"
_SPUN = [
    re.compile(pattern + "(?![a-z0-9-])")
    for pattern in (
        "the ball (?:lands|does not land) on this place", f"the number is {_ONE_SET}",
        f"the number is not {_ONE_SET}(?: or {_ONE_SET}(?![a-z0-9-]))*",
    )
]  # fmt: skip


def _left_out(text: str, start: int, setting: Setting) -> tuple[Test, int] | None:
    """In roulette what follows a join may leave out "the number is"."""
    if setting.game != "roulette":
        return None
    match = re.compile(_POCKETS + "(?![a-z0-9-])").match(text, start)
    if not match:
        return None
    test = _lands(f"the number is {match[0].removeprefix('not ')}", setting)
    return (_opposite(test) if match[0].startswith("not ") else test), match.end()


def _lands(words: str, setting: Setting) -> Test:
    if words == "the ball lands on this place":
        return lambda one: one.outcome in setting.place
    if words == "the ball does not land on this place":
        return lambda one: one.outcome not in setting.place
    what = words.removeprefix("the number is ")
    if what.startswith("not "):  # all of the list that follows is negated
        return _opposite(event(f"the number is {what.removeprefix('not ')}", setting))
    if match := re.fullmatch("within ([0-9]) of ([0-9]+|this place) on the wheel", what):
        order = WHEELS[setting.wheel].split()
        at = order.index(setting.place[0] if match[2] == "this place" else match[2])
        near = {order[(at + step) % len(order)] for step in range(-int(match[1]), int(match[1]) + 1)}
        return lambda one: one.outcome in near
    if re.fullmatch("[0-9]+", what):
        return lambda one: one.outcome == what
    if what == "green":
        return lambda one: set(one.outcome) == {"0"}
    inside = _numbered(what)
    return lambda one: set(one.outcome) != {"0"} and int(one.outcome) in inside


def _numbered(what: str) -> set[int]:
    """The numbers from 1 to 36 that a group of them has."""
    every = range(1, 37)
    if match := re.fullmatch("in (column|dozen) ([123](?: or [123])*)", what):
        groups = {int(group) for group in match[2].split(" or ")}
        return {n for n in every if ((n - 1) % 3 + 1 if match[1] == "column" else (n - 1) // 12 + 1) in groups}
    colours = {"red": REDS, "black": set(every) - REDS, "odd": set(every[::2]), "even": set(every[1::2])}
    return colours[what] if what in colours else numbers_in(what, 36)


def layout(kind: str, wheel: str) -> list[tuple[str, ...]]:
    """The places of a kind on the layout: three columns, twelve rows, the zeros at the head."""
    rows = [[str(3 * row + column) for column in (1, 2, 3)] for row in range(12)]
    across = [(row[i], row[i + 1]) for row in rows for i in (0, 1)]
    down = [(one[i], two[i]) for one, two in pairwise(rows) for i in (0, 1, 2)]
    heads: dict[str, dict[str, str]] = {
        "single-zero": {"split": "0-1 0-2 0-3", "trio": "0-1-2 0-2-3", "first four": "0-1-2-3"},
        "double-zero": {"split": "0-00 0-1 0-2 00-2 00-3", "trio": "0-1-2 0-00-2 00-2-3", "top line": "0-00-1-2-3"},
        "triple-zero": {"trio": "0-00-000"},
    }
    plain: dict[str, list[tuple[str, ...]]] = {
        "number": [(pocket,) for pocket in (*ZEROS[wheel], *map(str, range(1, 37)))],
        "split": [*across, *down],
        "street": [tuple(row) for row in rows],
        "corner": [(*a[i : i + 2], *b[i : i + 2]) for a, b in pairwise(rows) for i in (0, 1)],
        "six line": [(*a, *b) for a, b in pairwise(rows)],
    }
    return [*(tuple(one.split("-")) for one in heads[wheel].get(kind, "").split()), *plain.get(kind, [])]


# ---- sic bo --------------------------------------------------------------------------------------------

_TIMES = {"once": 1, "twice": 2, "three times": 3}
_TOTAL = f"{_ITEM}(?! shows| does not| and [1-6] show(?!s))"
_OFTEN = "(?: (?:exactly |at least )?(?:once|twice|three times|[0-9]+ times?))?"
_TOTALS = f"{_TOTAL}(?: or {_TOTAL})*"
_TUMBLED = [
    re.compile(pattern + "(?![a-z0-9-])")
    for pattern in (
        f"the total is (?:not )?{_TOTALS}", f"the total is (?:{_TOTALS}|odd|even) without a triple",
        "the total is (?:not )?(?:odd|even)", f"(?:this number|[1-6]) (?:shows|does not show){_OFTEN}",
        "[1-6] and [1-6] show", "triple [1-6]", "any triple",
        "this (?:double|triple|combination) (?:shows|does not show)",
    )
]  # fmt: skip


def _tumbles(words: str, setting: Setting) -> Test:
    if " does not show" in words:
        return _opposite(_tumbles(words.replace(" does not show", " shows"), setting))
    said = _on_place(words, setting.place) if words.startswith("this ") else words

    def test(one: Seen) -> bool:
        faces = [str(face) for face in one.outcome]
        total, triple = sum(one.outcome), len(set(faces)) == 1
        if match := re.fullmatch("the total is (not )?(odd|even)( without a triple)?", said):
            return (total % 2 == (match[2] == "odd")) != (match[1] is not None) and not (match[3] and triple)
        if match := re.fullmatch("the total is (not )?([0-9].*?)( without a triple)?", said):
            return (total in numbers_in(match[2], 18)) != (match[1] is not None) and not (match[3] and triple)
        if match := re.fullmatch("([1-6]) shows", said):
            return match[1] in faces
        if match := re.fullmatch("([1-6]) shows (at least )?(?:exactly )?(.+)", said):
            wanted = _TIMES.get(match[3]) or int(match[3].split()[0])
            return faces.count(match[1]) >= wanted if match[2] else faces.count(match[1]) == wanted
        if match := re.fullmatch("([1-6]) and ([1-6]) show", said):
            return match[1] in faces and match[2] in faces
        if match := re.fullmatch("triple ([1-6])", said):
            return triple and faces[0] == match[1]
        assert said == "any triple", said
        return triple

    return test


def _on_place(words: str, place: Sequence[str]) -> str:
    """What a rule about "this" place says of the place that the wager is on."""
    if not place:
        raise UnreadableError(words)
    kinds = {"double": "{0} shows at least twice", "triple": "triple {0}", "combination": "{0} and {1} show"}
    kind = words.split()[1]
    return kinds[kind].format(*place) if kind in kinds else words.replace("this number", place[0])


def faces_of(kind: str) -> list[tuple[str, ...]]:
    """The places of a kind on the sic bo layout."""
    return list(combinations("123456", 2)) if kind == "combination" else [(face,) for face in "123456"]


# ---- baccarat ------------------------------------------------------------------------------------------


def _deals(words: str, setting: Setting) -> Test:
    test = hand_event(words)
    return lambda one: test(one.outcome)


_GAMES: dict[str, tuple[Callable[[str, Setting], Test], list["re.Pattern[str]"]]] = {
    "craps": (_rolls, _ROLLED),
    "roulette": (_lands, _SPUN),
    "sic-bo": (_tumbles, _TUMBLED),
    "baccarat": (_deals, PATTERNS),
}
