"""The words method: count the sequences of outcomes that leave the wager open.

A sequence that has not completed any of the counted events is a shuffle of short runs, one for each
event, so the number of such sequences of a given length is a product of binomial choices. Whole numbers
throughout. It serves the wagers whose states are too many to explore. Where the phase matters, the letters are whole
cycles of the base game.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from itertools import pairwise
from math import comb

from rackcard.games.conditions import Happened, Several
from rackcard.machine.explore import Play
from rackcard.machine.machine import Machine, is_flat, leaves
from rackcard.odds.cycles import Cycles, cycles
from rackcard.odds.distribution import Law, fraction


def solve(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The law of the result, or None where the method does not apply."""
    cycle = cycles(machine, law)
    counts = open_words(machine, cycle)
    if cycle is None or counts is None or machine.claims:
        return None
    words, relevant = counts
    total, ending = cycle.total, cycle.ending
    loses, rolls, scale = Fraction(0), Fraction(0), 1
    for count in words:
        loses += Fraction(count * ending, scale * relevant)
        rolls += Fraction(count, scale)
        scale *= relevant
    mean = Fraction(total, ending) if machine.waits_for_the_end(0) else rolls * total / relevant
    return Law((1 - loses, loses), mean * fraction(cycle.length))


def open_words(machine: Machine, cycle: Cycles | None) -> tuple[list[int], int] | None:
    """How many weighted sequences of each length complete nothing and end nothing.

    Only cycles that matter are letters of these words. With the counts comes the weight of all of them.
    """
    if cycle is None or len(machine.lines) != 1:
        return None
    line = machine.lines[0]
    parts = [part for part in leaves((line,)) if isinstance(part, Happened)]
    one_of = isinstance(line, Happened) or (isinstance(line, Several) and line.at_least == 1 and is_flat(line))
    if not one_of or len({part.event for part in parts}) < len(list(leaves((line,)))):
        return None
    words = [1]
    for part in parts:
        letter = cycle.rates[part.event]
        longer = [0] * (len(words) + part.times - 1)
        for length, count in enumerate(words):
            for run in range(part.times):
                longer[length + run] += count * comb(length + run, run) * letter**run
        words = longer
    return words, cycle.ending + sum(cycle.rates[part.event] for part in parts)


def duration(machine: Machine, law: Mapping[Hashable, int], outcomes: int) -> list[Fraction] | None:
    """The probability that the wager is decided by exactly the first, second, … outcome."""
    cycle = None if machine.has_phase else cycles(machine, law)
    counts = open_words(machine, cycle)
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
