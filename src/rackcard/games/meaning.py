"""What an event means, as facts: its kind and the numbers it was made of, so that any register can say it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec

from rackcard.games.game import Event

P = ParamSpec("P")


@dataclass(frozen=True)
class Meaning:
    """The kind of an event and what it was made of."""

    kind: str
    values: tuple[Any, ...] = ()


def means(kind: str) -> Callable[[Callable[P, Event]], Callable[P, Event]]:
    """Gives the events that a function makes their meaning: the kind, and the function's arguments without ``self``."""

    def decorate(make: Callable[P, Event]) -> Callable[P, Event]:
        parameters = signature(make)

        @wraps(make)
        def made(*args: P.args, **kwargs: P.kwargs) -> Event:
            given = parameters.bind(*args, **kwargs)
            given.apply_defaults()
            values = tuple(value for name, value in given.arguments.items() if name != "self")
            return replace(make(*args, **kwargs), meaning=Meaning(kind, values))

        return made

    return decorate
