"""The words method: count the sequences of outcomes that leave the wager open.

A sequence that has not completed any of the counted events is a shuffle of short runs, one for each
event, so the number of such sequences of a given length is a product of binomial choices. Whole numbers
throughout. It serves the wagers whose states are too many to explore. Where the phase matters, the letters are whole
cycles of the base game.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb

from rackcard.card.condition_parts import is_flat, is_impossible, leaves
from rackcard.games.conditions import Condition, Happened, Several
from rackcard.games.game import Event
from rackcard.machine.explore import Play
from rackcard.machine.machine import Machine
from rackcard.odds.cycles import Cycles, cycles
from rackcard.odds.distribution import Law, fraction


def solve(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The law of the result, or None where the method does not apply.

    Of several lines, each is paid where it or an earlier one is completed, and no earlier one is.
    """
    cycle = cycles(machine, law)
    if cycle is None or machine.claims or (machine.takes_first and len(machine.lines) > 1):
        return None
    if any(map(is_impossible, machine.lines)):
        return None  # decided before the end for what cannot come
    if len(machine.lines) == 1 and _is_some_of(machine.lines[0]):
        return _some_of(machine, cycle)
    shares: list[Fraction] = []
    still, mean = Fraction(1), Fraction(0)
    for place in range(len(machine.lines)):
        counts = open_words(machine.lines[: place + 1], cycle)
        if counts is None:
            return None
        loses, rolls = _until_the_end(counts, cycle.ending)
        shares.append(still - loses)
        still = loses
        if place == 0:
            waits = machine.waits_for_the_end(0)
            mean = Fraction(cycle.total, cycle.ending) if waits else rolls * cycle.total
    return Law((*shares, still), mean * fraction(cycle.length))


EVENTS_MAX = 10
"""Of more events than this, too many sets would be looked at."""


def _is_some_of(line: Condition) -> bool:
    """Whether a line is that more than one of several different events have each come so often."""
    if not isinstance(line, Several) or line.at_least == 1 or len(line.parts) > EVENTS_MAX:
        return False
    events = [part.event for part in line.parts if isinstance(part, Happened)]
    return len(set(events)) == len(line.parts)


def _some_of(machine: Machine, cycle: Cycles) -> Law:
    """The law of a wager on at least so many of several parts: inclusion and exclusion over the parts still open."""
    (line,) = machine.lines
    assert isinstance(line, Several)
    size = len(line.parts)
    open_at_end, open_for = [Fraction(0)] * (size + 1), [Fraction(0)] * (size + 1)
    for count in range(size + 1):
        for parts in combinations(line.parts, count):
            counts = open_words(parts, cycle)
            assert counts is not None
            loses, rolls = _until_the_end(counts, cycle.ending)
            open_at_end[count] += loses
            open_for[count] += rolls
    fewest = size - line.at_least + 1  # so many parts are open where the line is
    loses, rolls = Fraction(0), Fraction(0)
    for count in range(fewest, size + 1):
        sign = (-1) ** (count - fewest) * comb(count - 1, fewest - 1)
        loses += sign * open_at_end[count]
        rolls += sign * open_for[count]
    mean = Fraction(1, cycle.ending) if machine.waits_for_the_end(0) else rolls
    return Law((1 - loses, loses), mean * cycle.total * fraction(cycle.length))


Words = tuple[list[int], int]
"""How many weighted sequences of each length leave some lines open, and the weight of the letters that matter."""


def _until_the_end(counts: Words, ending: int) -> tuple[Fraction, Fraction]:
    """The chance that the end comes while the lines are open, and how many letters come on average, by weight."""
    words, relevant = counts
    loses, rolls, scale = Fraction(0), Fraction(0), relevant
    for count in words:
        loses += Fraction(count * ending, scale)
        rolls += Fraction(count, scale)
        scale *= relevant
    return loses, rolls


def open_words(lines: tuple[Condition, ...], cycle: Cycles) -> Words | None:
    """How many weighted sequences of each length complete none of the lines and end nothing.

    Only cycles that matter are letters of these words. Lines must ask that one of several events has come so often.
    """
    needed: dict[Event, int] = {}
    for line in lines:
        if not isinstance(line, Happened) and not (isinstance(line, Several) and is_flat(line)):
            return None
        for part in leaves((line,)):
            if not isinstance(part, Happened):
                return None
            needed[part.event] = min(part.times, needed.get(part.event, part.times))
    words = [1]
    for event, times in needed.items():
        letter = cycle.rates[event]
        longer = [0] * (len(words) + times - 1)
        for length, count in enumerate(words):
            for run in range(times):
                longer[length + run] += count * comb(length + run, run) * letter**run
        words = longer
    return words, cycle.ending + sum(cycle.rates[event] for event in needed)


def duration(machine: Machine, law: Mapping[Hashable, int], outcomes: int) -> list[Fraction] | None:
    """The probability that the wager is decided by exactly the first, second, … outcome."""
    cycle = None if machine.has_phase else cycles(machine, law)
    counts = None if cycle is None or len(machine.lines) > 1 else open_words(machine.lines, cycle)
    if cycle is None or counts is None or machine.claims:
        return None
    words, relevant = counts
    total, ending = cycle.total, cycle.ending
    if machine.waits_for_the_end(0):
        return [Fraction(ending * (total - ending) ** (n - 1), total**n) for n in range(1, outcomes + 1)]
    idle = total - relevant
    still_open = [
        Fraction(sum(comb(n, k) * count * idle ** (n - k) for k, count in enumerate(words[: n + 1])), total**n)
        for n in range(outcomes + 1)
    ]
    return [before - after for before, after in pairwise(still_open)]
