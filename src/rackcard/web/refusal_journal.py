"""Refusals that the journal notes: people who try what is not theirs to do."""

from threading import Lock
from time import monotonic

from rackcard.table.log.journal import Journal

NOTED = frozenset({"not-your-role", "not-your-seat", "not-your-table", "not-supervisor", "forged", "dealer-books"})
NOTE_SECONDS = 60.0
"""A person who is refused again and again for the same reason is noted once in this time."""
KEPT_MAX = 1000


class NotedRefusals:
    """Notes who was refused what, and not more than once a minute."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._last: dict[tuple[str, str], float] = {}
        self._lock = Lock()

    def note(self, who: str, code: str, method: str, path: str) -> None:
        """Note a refusal if it is one of permission."""
        if code not in NOTED:
            return
        now = monotonic()
        with self._lock:
            if now - self._last.get((who, code), -NOTE_SECONDS) < NOTE_SECONDS:
                return
            if len(self._last) >= KEPT_MAX:
                self._last.clear()
            self._last[who, code] = now
        self.journal.record("refused", who, code=code, method=method, path=path[:80])
