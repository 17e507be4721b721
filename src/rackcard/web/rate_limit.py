"""A rate limiter: so many requests, or failed attempts, in a span of seconds from one address."""

from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from rackcard.table.state import Refusal

ADDRESSES_MAX = 10_000
"""How many addresses are remembered; the one heard from longest ago is forgotten first."""


class RateLimiter:
    """Counts requests by address, and refuses those beyond the limit."""

    def __init__(self, most: int, seconds: int) -> None:
        self.most, self.seconds = most, seconds
        self.counted: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = Lock()

    def check(self, address: str, code: str = "too-fast") -> float:
        """Count a request, or refuse it; the moment it was counted at."""
        with self._lock:
            now = monotonic()
            times = self.counted.pop(address, None) or deque()
            while times and now - times[0] >= self.seconds:
                times.popleft()
            self.counted[address] = times
            if len(times) >= self.most:
                raise Refusal(code, most=self.most, seconds=self.seconds)
            times.append(now)
            while len(self.counted) > ADDRESSES_MAX:
                self.counted.popitem(last=False)
            return now

    @contextmanager
    def attempt(self, address: str, code: str = "too-fast") -> Iterator[None]:
        """Count an attempt before it is checked, so that parallel guesses are limited too; forget it if it succeeds."""
        at = self.check(address, code)
        yield
        with self._lock, suppress(KeyError, ValueError):
            self.counted[address].remove(at)


@dataclass(frozen=True)
class RateLimits:
    """The limiters of one server."""

    commands: RateLimiter
    logins: RateLimiter = field(default_factory=lambda: RateLimiter(10, 60))
    accounts: RateLimiter = field(default_factory=lambda: RateLimiter(20, 900))
    """Wrong passwords for one account, from wherever they come."""
    codes: RateLimiter = field(default_factory=lambda: RateLimiter(10, 60))
