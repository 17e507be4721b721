"""The newest entries of tables, kept ready: every page looks back at them, and the log is read once for all."""

from collections import OrderedDict
from threading import Lock

from rackcard.table.log.store import Entry, Store

RECENT = 600
"""How many entries of the log a page looks back."""
SLACK = 400
"""How many more are kept: while some pages are drawn, later entries come."""
TABLES_MAX = 64
"""Of how many tables the newest entries are kept."""
VERSIONS_MAX = 64
"""Of how many versions it is kept what a page looks back at, so that all who look at one look at the same."""


class RecentEntries:
    """The newest entries of the tables that were looked at last."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._kept: OrderedDict[str, tuple[Entry, ...]] = OrderedDict()
        self._seen: OrderedDict[tuple[str, int], tuple[Entry, ...]] = OrderedDict()
        self._lock = Lock()

    def add(self, entry: Entry) -> None:
        """This server has committed an entry: it need not be read."""
        with self._lock:
            kept = self._kept.get(entry.table_id, ())
            if kept and kept[-1].seq + 1 == entry.seq:
                self._kept[entry.table_id] = (*kept, entry)[-(RECENT + SLACK) :]

    def until(self, table_id: str, version: int) -> tuple[Entry, ...]:
        """The entries that a page looks back at, the last of them with a given number."""
        with self._lock:
            seen, kept = self._seen.get((table_id, version)), self._kept.get(table_id, ())
        if seen is not None:
            return seen
        first = max(0, version - RECENT) + 1
        if not kept or kept[0].seq > first or kept[-1].seq + 1 < first:
            kept = ()
        is_read = not kept or kept[-1].seq < version
        if is_read:
            kept += tuple(self.store.entries(table_id, kept[-1].seq if kept else first - 1))
        begin = kept[0].seq if kept else first
        seen = kept[first - begin : version - begin + 1]  # their numbers have no gap
        with self._lock:
            if is_read:
                self._kept[table_id] = kept[-(RECENT + SLACK) :]
                self._kept.move_to_end(table_id)
                while len(self._kept) > TABLES_MAX:
                    self._kept.popitem(last=False)
            seen = self._seen.setdefault((table_id, version), seen)
            while len(self._seen) > VERSIONS_MAX:
                self._seen.popitem(last=False)
        return seen
