"""Events joined: an event is a set of cells, so joining two is set algebra."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, Literal

from rackcard.games.game import Cell, Event, Game
from rackcard.games.meaning import Meaning

Join = Literal["or", "and", "but not"]


@cache
def every_cell(game: Game) -> frozenset[Cell]:
    """All cells of a game."""
    return frozenset(product(range(len(game.phases)), range(len(game.outcomes))))


def joined(join: Join, parts: Iterable[Event]) -> Event:
    """Events joined by one word, in the order written."""
    events = tuple(parts)
    words = f" {join} ".join(event.words for event in events)
    meaning = Meaning(join, events)
    first, *others = events
    if any(event.is_fine for event in events):
        test = _joined_test(join, events)
        return Event(words, frozenset(), first.game, meaning, test, is_fine=True, made_of=(join, events))
    cells = first.cells
    for event in others:
        match join:
            case "or":
                cells |= event.cells
            case "and":
                cells &= event.cells
            case "but not":
                cells -= event.cells
    asks = _joined_test(join, events) if all(event.test for event in events) else None
    return Event(words, cells, first.game, meaning, asks)


def _joined_test(join: Join, events: tuple[Event, ...]) -> Callable[[Any], bool]:
    tests = [event.test for event in events if event.test is not None]
    assert len(tests) == len(events)
    match join:
        case "or":
            return lambda outcome: any(test(outcome) for test in tests)
        case "and":
            return lambda outcome: all(test(outcome) for test in tests)
        case "but not":
            return lambda outcome: tests[0](outcome) and not any(test(outcome) for test in tests[1:])


def negated(game: Game, event: Event, words: str) -> Event:
    """Every outcome that is not the event."""
    test = event.test
    opposite = None if test is None else lambda outcome: not test(outcome)
    cells = frozenset() if event.is_fine else every_cell(game) - event.cells
    made_of = ("not", event) if event.is_fine else None
    return Event(words, cells, event.game, Meaning("not", (event,)), opposite, event.is_fine, made_of)


def named(name: str, event: Event) -> Event:
    """An event that a card gives a name."""
    return replace(event, meaning=Meaning("named", (name, event)))


def placed(event: Event) -> Event:
    """The event of a wager's own place, which is said alike on every place."""
    return replace(event, meaning=Meaning("placed", (event,)))


def is_impossible(event: Event) -> bool:
    """Whether no outcome can be the event; of an event that looks at more than outcomes this is not known here."""
    return not event.is_fine and not event.cells
