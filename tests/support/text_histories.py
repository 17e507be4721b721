"""What has happened, in a card's own words: part of the text witness, which imports nothing of the package.

A history is asked of the whole list of outcomes every time: whether it holds for good (True), can no longer hold
(False), or neither (None). Beside the answer it keeps a *trace*: as much of the outcomes as later answers depend on.
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from tests.support.text_events import CRAPLESS, Seen, Setting, Test, UnreadableError, event_at
from tests.support.text_hands import counted_cards

Played = Sequence[Seen]


@dataclass(frozen=True)
class History:
    """An answer and a trace, both from the outcomes seen; ``left`` is how many can still come, None for any number."""

    answer: Callable[[Played, int | None], bool | None]
    trace: Callable[[Played], Hashable]
    test: Test | None = None
    """The event, where the history is how often one has happened."""
    compares: bool = False
    """Whether it compares the numbers of several outcomes."""


class Names(NamedTuple):
    """Wagers or events of the card by name: what each of them means as a history."""

    meaning: Callable[[str], History]


def within(missing: int, left: int | None) -> bool | None:
    """The answer where so many outcomes are missing at least."""
    if missing <= 0:
        return True
    return None if left is None or missing <= left else False


# ---- histories -----------------------------------------------------------------------------------------


def at_least(test: Test, times: int) -> History:
    """An event so many times or more."""

    def count(seen: Played) -> int:
        return min(times, sum(map(test, seen)))

    return History(lambda seen, left: within(times - count(seen), left), count, test)


def exactly(test: Test, times: int) -> History:
    """An event so many times when the wager is over, no more and no less."""

    def count(seen: Played) -> int:
        return min(times + 1, sum(map(test, seen)))

    def answer(seen: Played, left: int | None) -> bool | None:
        if count(seen) > times:
            return False
        if left == 0:
            return count(seen) == times
        return None if within(times - count(seen), left) is not False else False

    return History(answer, count)


def in_a_row(test: Test, times: int) -> History:
    """An event on so many outcomes running."""

    def marks(seen: Played) -> str:
        return "".join("x" if test(one) else "-" for one in seen)

    def run(seen: Played) -> int:
        if "x" * times in marks(seen):
            return times
        return len(marks(seen)) - len(marks(seen).rstrip("x"))

    return History(lambda seen, left: within(times - run(seen), left), run)


def pattern(tests: Sequence[Test], at_once: Sequence[bool]) -> History:
    """Events one after another; a try is a list of outcomes, one for each part so far, and every try is looked at."""

    def reached(seen: Played) -> tuple[bool, ...]:
        """For each number of parts from 1 up: whether some try has so many and can go on with the next outcome."""
        ends: set[int] = {-1}
        found = []
        for part, test in enumerate(tests):
            hits = [place for place, one in enumerate(seen) if test(one)]
            soon = part > 0 and at_once[part - 1]
            ends = {place for place in hits if (place - 1 in ends if soon else min(ends, default=place) < place)}
            last = part == len(tests) - 1
            found.append(bool(ends) if last or not at_once[part] else len(seen) - 1 in ends)
        return tuple(found)

    def missing(seen: Played) -> int:
        parts = [number for number, is_there in enumerate(reached(seen), start=1) if is_there]
        return len(tests) - max(parts, default=0)

    def trace(seen: Played) -> Hashable:
        return True if reached(seen)[-1] else reached(seen)

    return History(lambda seen, left: within(missing(seen), left), trace)


def different(tests: Sequence[Test], wanted: int) -> History:
    """So many of several events, each counted once."""
    pairs = [Seen(pair, point) for pair in product(range(1, 7), repeat=2) for point in (None, *CRAPLESS)]
    apart = all(sum(test(one) for test in tests) <= 1 for one in pairs)

    def met(seen: Played) -> tuple[bool, ...]:
        return tuple(any(map(test, seen)) for test in tests)

    def answer(seen: Played, left: int | None) -> bool | None:
        """Where one outcome can be only one of them, each that is missing takes an outcome of its own."""
        missing = wanted - sum(met(seen))
        return within(missing if apart else min(missing, 1), left)

    return History(answer, met)


def outcomes(wanted: int) -> History:
    """So many outcomes."""
    return History(lambda seen, left: within(wanted - len(seen), left), lambda seen: min(wanted, len(seen)))


def some(parts: Sequence[History], wanted: int) -> History:
    """So many of several histories."""

    def answer(seen: Played, left: int | None) -> bool | None:
        answers = [part.answer(seen, left) for part in parts]
        if answers.count(True) >= wanted:
            return True
        return None if answers.count(True) + answers.count(None) >= wanted else False

    compares = any(part.compares for part in parts)
    return History(answer, lambda seen: tuple(part.trace(seen) for part in parts), compares=compares)


# ---- numbers of several outcomes -----------------------------------------------------------------------


def compared(rule: str, game: str) -> History:
    """How the numbers at certain places compare, as in "spins 1 2 are the same"."""
    asked = re.match("(?:spin|roll)s? ([0-9 ]+) are", rule)
    assert asked, rule
    places = [int(place) for place in asked[1].split()]

    def numbers(seen: Played) -> list[str | None]:
        values = [str(sum(one.outcome)) if game == "craps" else one.outcome for one in seen]
        return [values[place - 1] if place <= len(values) else None for place in places]

    def answer(seen: Played, left: int | None) -> bool | None:
        if not _possible(rule[asked.end() + 1 :], numbers(seen)):
            return False
        return within(max(places) - len(seen), left)

    return History(answer, lambda seen: (min(len(seen), max(places)), tuple(numbers(seen))), compares=True)


def _possible(relation: str, numbers: Sequence[str | None]) -> bool:
    """Whether some numbers at the places that are still empty make a relation hold."""
    known = [number for number in numbers if number is not None]
    if relation == "the same":
        return len(set(known)) <= 1
    if match := re.fullmatch("among ([0-9 ]+)", relation):
        return set(known) <= set(match[1].split())
    if any(set(number) == {"0"} for number in known):
        return False
    if match := re.fullmatch("([0-9 ]+) in any order", relation):
        return len(set(known)) == len(known) and set(known) <= set(match[1].split())
    ring = relation.endswith(" with 36 beside 1")
    relation = relation.removesuffix(" with 36 beside 1")
    gap = re.fullmatch("([0-9]+) apart", relation)
    step = int(gap[1]) if gap else 1
    rows = [[low + step * i for i in range(len(numbers))] for low in range(1, 37)]
    if ring:
        rows = [[(number - 1) % 36 + 1 for number in row] for row in rows]
    if gap or relation.endswith(" in order"):
        both = [order for row in rows for order in (row, row[::-1]) if max(row) <= 36]
        return any(all(n is None or int(n) == m for n, m in zip(numbers, row, strict=True)) for row in both)
    assert relation.endswith(" in any order"), relation
    whole = [set(map(str, row)) for row in rows if max(row) <= 36]
    return len(set(known)) == len(known) and any(set(known) <= row for row in whole)


# ---- reading -------------------------------------------------------------------------------------------

_TIMES = " (?:([0-9]+) times?|(once)|(twice)|(three times))(?![a-z0-9-])"
_NAME = "[a-z0-9]+(?:-[a-z0-9]+)*"
_NAMES = f"({_NAME}(?:, (?!or |and ){_NAME})*)"
_WAY = "(?:hard [0-9]+|easy [0-9]+|[1-6]-[1-6])"
_PLACES = "(?:spin|roll)s? [0-9 ]+ are "
_RELATION = (
    "(?:the same|among [0-9]+(?: [0-9]+)*|[0-9]+(?: [0-9]+)* in any order|"
    "(?:in a row|consecutive numbers) in (?:any )?order(?: with 36 beside 1)?|[0-9]+ apart(?: with 36 beside 1)?)"
)


def _times(match: "re.Match[str]", first: int = 1) -> int:
    number, once, twice, thrice = (match[first + step] for step in range(4))
    return int(number) if number else 1 if once else 2 if twice else 3 if thrice else 1


def condition(text: str, setting: Setting, names: Names) -> History:
    """Histories joined: *and* closer than *or*, with a comma or, where it may be left out, without."""
    start = 0
    either: list[list[History]] = [[]]
    while True:
        one, start = _history_at(text, start, setting, names)
        either[-1].append(one)
        if start == len(text):
            every = [both[0] if len(both) == 1 else some(both, len(both)) for both in either]
            return every[0] if len(every) == 1 else some(every, 1)
        join = re.compile(",? (or|and) ").match(text, start)
        if not join:
            raise UnreadableError(f"{text[:start]} | {text[start:]}")
        if join[1] == "or":
            either.append([])
        start = join.end()


_AFTER_NO = {"roulette": "the number is ", "baccarat": "a ", "sic-bo": "any "}
"""What falls away after *no*."""


def _history_at(text: str, start: int, setting: Setting, names: Names) -> tuple[History, int]:
    def at(expression: str) -> "re.Match[str] | None":
        return re.compile(expression + "(?![a-z0-9-])").match(text, start)

    if at("no"):
        left_out = "" if event_at(text, start + 3, setting) else _AFTER_NO.get(setting.game, "")
        found = event_at(f"{text[: start + 3]}{left_out}{text[start + 3 :]}", start + 3, setting)
        if found is None:
            raise UnreadableError(text)
        return exactly(found[0], 0), found[1] - len(left_out)
    if match := at(f"{_PLACES}{_RELATION}"):
        return compared(match[0], setting.game), match.end()
    if match := at(f"any (?:([0-9]+) )?of {_NAMES}"):
        return some([names.meaning(name) for name in match[2].split(", ")], int(match[1] or 1)), match.end()
    if match := at(f"all of ((?:[0-9]+ )+|{_WAY}(?:, {_WAY})* )(rolled|made)(?:{_TIMES})?"):
        listed = match[1].strip().split(", ") if re.search("[a-z-]", match[1]) else match[1].split()
        tests = [_whole_event(f"{one} {match[2]}", setting) for one in listed]
        if _times(match, 3) == 1:
            return different(tests, len(tests)), match.end()
        return some([at_least(test, _times(match, 3)) for test in tests], len(tests)), match.end()
    if match := at(f"all of ([0-9]+) to ([0-9]+) (rolled)(?:{_TIMES})?"):
        tests = [_whole_event(f"{one} {match[3]}", setting) for one in range(int(match[1]), int(match[2]) + 1)]
        if _times(match, 4) == 1:
            return different(tests, len(tests)), match.end()
        return some([at_least(test, _times(match, 4)) for test in tests], len(tests)), match.end()
    if match := at(f"all of {_NAMES}"):
        parts = [names.meaning(name) for name in match[1].split(", ")]
        return some(parts, len(parts)), match.end()
    found = event_at(text, start, setting)
    if found is None:
        raise UnreadableError(f"{text[:start]} | {text[start:]}")
    return _after_event(text, *found, setting)


def _after_event(text: str, test: Test, end: int, setting: Setting) -> tuple[History, int]:
    """What is asked of an event: how often, running, or what comes after it."""
    if match := re.compile(f" exactly{_TIMES}").match(text, end):
        return exactly(test, _times(match)), match.end()
    if match := re.compile(f"{_TIMES} in a row").match(text, end):
        return in_a_row(test, _times(match)), match.end()
    if match := re.compile(_TIMES).match(text, end):
        return at_least(test, _times(match)), match.end()
    tests, soon = [test], []
    while match := re.compile(" then( at once)? ").match(text, end):
        found = event_at(text, match.end(), setting)
        if found is None:
            raise UnreadableError(text)
        tests.append(found[0])
        soon.append(match[1] is not None)
        end = found[1]
    return (pattern(tests, soon) if soon else at_least(test, 1)), end


def _whole_event(text: str, setting: Setting) -> Test:
    found = event_at(text, 0, setting)
    if found is None or found[1] != len(text):
        raise UnreadableError(text)
    return found[0]


# ---- what a ladder counts ------------------------------------------------------------------------------


def counted_in_hand(text: str, count: int) -> History:
    """At least so many playing cards of a kind, which one hand shows."""
    cards = counted_cards(text)
    return at_least(lambda one: cards(one.outcome) >= count, 1)


def counted(text: str, count: int, setting: Setting, names: Names) -> History:
    """At least so many of what a ladder counts."""
    kinds: Mapping[str, list[str]] = {
        "different numbers rolled": [f"{total} rolled" for total in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)],
        "different doubles rolled": [f"{face}-{face} rolled" for face in range(1, 7)],
        "different points made": [f"{point} made" for point in setting.points],
    }
    if text in kinds:
        return different([_whole_event(one, setting) for one in kinds[text]], count)
    if re.fullmatch("rolls?|spins?|hands?", text):
        return outcomes(count)
    if match := re.fullmatch(f"how many of {_NAMES}", text):
        return some([names.meaning(name) for name in match[1].split(", ")], count)
    if setting.game == "baccarat" and re.search(" (in the first 4 cards|dealt)$", text) and text[0].islower():
        return counted_in_hand(text, count)
    text = {"points made": "a point made", "line wins": "the line wins"}.get(text, text)
    return at_least(_whole_event(text, setting), count)
