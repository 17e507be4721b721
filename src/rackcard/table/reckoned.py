"""Heavy functions of plain values that somebody else may compute: what they found is taken in beforehand.

A table is locked while a command is decided, and its cards must be read and priced for that. So they are reckoned
before, outside the lock and where it suits the server; the command then finds the result. Without it, it is computed.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from functools import update_wrapper
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

from rackcard.table.state import Refusal

KEPT_MAX = 32
P = ParamSpec("P")
T = TypeVar("T")


class Reckoned(Generic[P, T]):
    """A function of plain values, whose results or refusals may be taken in from elsewhere."""

    def __init__(self, function: Callable[P, T]) -> None:
        self.function = function
        self._found: OrderedDict[bytes, T | Refusal] = OrderedDict()
        self._lock = Lock()
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        found = self._known(args)
        if found is None:
            return self.function(*args, **kwargs)
        if isinstance(found, Refusal):
            raise found
        return found

    def __reduce__(self) -> str:
        return self.function.__qualname__

    def outcome(self, *args: P.args, **kwargs: P.kwargs) -> T | Refusal:
        """What it finds, or the refusal that it ends with."""
        try:
            return self.function(*args, **kwargs)
        except Refusal as refusal:
            return refusal

    def knows(self, args: tuple[Any, ...]) -> bool:
        """Whether what it finds for these values has been taken in."""
        return self._known(args) is not None

    def take(self, args: tuple[Any, ...], found: T | Refusal) -> None:
        """Take in what was found elsewhere."""
        with self._lock:
            self._found[_key(args)] = found
            while len(self._found) > KEPT_MAX:
                self._found.popitem(last=False)

    def _known(self, args: tuple[Any, ...]) -> T | Refusal | None:
        return self._found.get(_key(args)) if self._found else None


Reckoning = tuple[Reckoned[Any, Any], tuple[Any, ...]]
"""A heavy function that a command will need, and the values it will need it for."""


def _key(args: tuple[Any, ...]) -> bytes:
    return hashlib.sha256(repr(args).encode("utf-8", "surrogatepass")).digest()
