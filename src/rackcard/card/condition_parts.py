"""What a condition is made of."""

from rackcard.games.conditions import Condition, Several
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
