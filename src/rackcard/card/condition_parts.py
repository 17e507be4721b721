"""What a condition is made of."""

from collections.abc import Iterable

from rackcard.games.conditions import Condition, Leaf, Several
from rackcard.games.game import Event


def alternatives(condition: Condition) -> tuple[Condition, ...]:
    """The parts of a condition of which one is enough."""
    return condition.parts if isinstance(condition, Several) and condition.at_least == 1 else (condition,)


def events_in(condition: Condition) -> set[Event]:
    """The events that a condition asks for, and those they are joined of."""
    found: set[Event] = set()
    for value in vars(condition).values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Event):
                found |= _parts(part)
            elif isinstance(part, Condition):
                found |= events_in(part)
    return found


def _parts(event: Event) -> set[Event]:
    values = getattr(event.meaning, "values", ())
    return {event, *(part for value in values if isinstance(value, Event) for part in _parts(value))}


def is_flat(condition: Several) -> bool:
    """Whether one of its parts is enough, and each part is not made of others or is itself such."""
    return condition.at_least == 1 and all(not isinstance(part, Several) or is_flat(part) for part in condition.parts)


def is_impossible(condition: Condition) -> bool:
    """Whether a condition asks for more parts than it has: one on a wager that cannot win, for instance."""
    if not isinstance(condition, Several):
        return False
    return sum(not is_impossible(part) for part in condition.parts) < condition.at_least


def leaves(conditions: Iterable[Condition]) -> Iterable[Leaf]:
    """The conditions that are not made of others."""
    for condition in conditions:
        if isinstance(condition, Several):
            yield from leaves(condition.parts)
        else:
            yield condition
