"""What follows from an object alone, worked out once for as long as the object is in use."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Concatenate, ParamSpec, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
More = ParamSpec("More")


def kept_for(most: int) -> Callable[[Callable[Concatenate[Key, More], Value]], Callable[Concatenate[Key, More], Value]]:
    """Keep what a function finds for its first argument, by identity: for immutable values that are slow to compare.

    At most so many results are kept, the newest; each holds its argument, so that no other takes its identity.
    """

    def decorate(function: Callable[Concatenate[Key, More], Value]) -> Callable[Concatenate[Key, More], Value]:
        kept: OrderedDict[Hashable, tuple[Key, Value]] = OrderedDict()
        lock = Lock()

        @wraps(function)
        def found(one: Key, /, *args: More.args, **more: More.kwargs) -> Value:
            key = (id(one), args, *more.items())
            with lock:
                known = kept.get(key)
            if known is not None:
                return known[1]
            value = function(one, *args, **more)
            with lock:
                kept[key] = (one, value)
                while len(kept) > most:
                    kept.popitem(last=False)
            return value

        return found

    return decorate
