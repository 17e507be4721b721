"""Conditions with their events changed."""

from collections.abc import Callable
from dataclasses import replace
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
from rackcard.games.game import Event


def with_events(condition: Condition, change: Callable[[Event], Event]) -> Condition:
    """The condition with every event changed."""
    match condition:
        case Happened() | Exactly() | Streak():
            return replace(condition, event=change(condition.event))
        case Pattern() | Different():
            return replace(condition, events=tuple(map(change, condition.events)))
        case Several():
            return replace(condition, parts=tuple(with_events(part, change) for part in condition.parts))
        case Played() | Sequence():
            return condition
        case _:
            assert_never(condition)
