"""A wager as a ladder: conditions of which each implies the next, with the result that each pays."""

from itertools import pairwise
from typing import assert_never

from rackcard.games.conditions import (
    Condition,
    Different,
    Exactly,
    Happened,
    Pattern,
    Played,
    Sequence,
    Several,
    Streak,
)
from rackcard.machine.explore import FIRST, NEVER, Play
from rackcard.machine.machine import Machine


def ladder(machine: Machine, play: Play) -> list[tuple[Condition, int]] | None:
    """The rungs that end a wager under a play, the highest first; None where there is no such order.

    Under the play "first" a wager with offers is over at the lowest of them.
    """
    if machine.begins:
        return None
    paying = [i for i, claim in enumerate(machine.claims) if claim.kind != "take back"]
    if play is FIRST and paying:
        first = min(paying, key=lambda i: height(machine.claims[i].when))
        return [(machine.claims[first].when, machine.claim_result(first))]
    if play not in (NEVER, FIRST) or (machine.takes_first and len(machine.lines) > 1):
        return None
    for higher, lower in pairwise(machine.lines):
        same = _subject(higher) is not None and _subject(higher) == _subject(lower)
        if not same or height(higher) <= height(lower):
            return None
    return [(line, result) for result, line in enumerate(machine.lines)]


def _subject(condition: Condition) -> object:
    match condition:
        case Happened(event=event):
            return event
        case Different(events=events):
            return events
        case Several() | Played() | Sequence() | Exactly() | Streak() | Pattern():
            return None
        case _ as other:
            assert_never(other)


def height(condition: Condition) -> int:
    """The count a rung asks for."""
    match condition:
        case Happened(times=count) | Different(at_least=count):
            return count
        case Several() | Played() | Sequence() | Exactly() | Streak() | Pattern():
            return 0
        case _ as other:
            assert_never(other)
