"""The words method: count the sequences of outcomes that leave the wager open.

A sequence that has not completed any of the counted events is a shuffle of short runs, one for each
event, so the number of such sequences of a given length is a product of binomial choices. Whole numbers
throughout. It serves the wagers whose states are too many to explore.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from itertools import pairwise
from math import comb

from rackcard.games.conditions import AnyOf, Happened
from rackcard.machine.explore import Play
from rackcard.machine.machine import Machine, leaves
from rackcard.odds.distribution import Law


def solve(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The law of the result, or None where the method does not apply."""
    counts = open_words(machine, law)
    if counts is None or machine.claims:
        return None
    words, ending, relevant = counts
    total = sum(law.values())
    loses, rolls, scale = Fraction(0), Fraction(0), 1
    for count in words:
        loses += Fraction(count * ending, scale * relevant)
        rolls += Fraction(count, scale)
        scale *= relevant
    mean = Fraction(total, ending) if machine.settles_at_end else rolls * total / relevant
    return Law((1 - loses, loses), mean)


def open_words(machine: Machine, law: Mapping[Hashable, int]) -> tuple[list[int], int, int] | None:
    """How many weighted sequences of each length complete nothing and end nothing.

    Only outcomes that matter are letters of these words. With the counts come the weight of the end and
    the weight of all outcomes that matter.
    """
    if machine.has_phase or machine.spins or isinstance(machine.ends, int) or len(machine.lines) != 1:
        return None
    line = machine.lines[0]
    parts = list(leaves((line,)))
    if not isinstance(line, AnyOf | Happened) or not all(isinstance(part, Happened) for part in parts):
        return None
    outcome_weights = [law.get(outcome, 0) for outcome in machine.game.outcomes]

    def weight(cells: frozenset[tuple[int, int]]) -> int:
        return sum(outcome_weights[outcome] for phase, outcome in cells if phase == 0)

    everything = frozenset().union(machine.ends.cells, *(p.event.cells for p in parts))  # type: ignore[union-attr]
    ending = weight(machine.ends.cells)
    relevant = weight(everything)
    words = [1]
    separate = ending
    for part in parts:
        assert isinstance(part, Happened)
        letter = weight(part.event.cells)
        separate += letter
        longer = [0] * (len(words) + part.times - 1)
        for length, count in enumerate(words):
            for run in range(part.times):
                longer[length + run] += count * comb(length + run, run) * letter**run
        words = longer
    return (words, ending, relevant) if separate == relevant and ending else None


def duration(machine: Machine, law: Mapping[Hashable, int], outcomes: int) -> list[Fraction] | None:
    """The probability that the wager is decided by exactly the first, second, … outcome."""
    counts = open_words(machine, law)
    if counts is None or machine.claims:
        return None
    words, ending, relevant = counts
    total = sum(law.values())
    if machine.settles_at_end:
        return [Fraction(ending * (total - ending) ** (n - 1), total**n) for n in range(1, outcomes + 1)]
    idle = total - relevant
    still_open = [
        Fraction(sum(comb(n, k) * count * idle ** (n - k) for k, count in enumerate(words[: n + 1])), total**n)
        for n in range(outcomes + 1)
    ]
    return [before - after for before, after in pairwise(still_open)]
