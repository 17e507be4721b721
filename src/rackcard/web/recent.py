"""The newest entries of tables, kept ready: every page looks back at them, and the log is read once for all."""

from collections import OrderedDict
from threading import Lock

from rackcard.table.log.store import Entry, Store

RECENT = 600
"""How many entries of the log a page looks back."""
TABLES_MAX = 64
"""Of how many tables the newest entries are kept."""


class RecentEntries:
    """The newest entries of the tables that were looked at last."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._kept: OrderedDict[str, tuple[Entry, ...]] = OrderedDict()
        self._lock = Lock()

    def until(self, table_id: str, version: int) -> tuple[Entry, ...]:
        """The entries that a page looks back at, the last of them with a given number."""
        first = max(0, version - RECENT) + 1
        with self._lock:
            kept = self._kept.get(table_id, ())
        if not kept or kept[0].seq > first or kept[-1].seq + 1 < first:
            kept = ()
        if not kept or kept[-1].seq < version:
            kept += tuple(self.store.entries(table_id, kept[-1].seq if kept else first - 1))
            with self._lock:
                self._kept[table_id] = kept[-RECENT:]
                self._kept.move_to_end(table_id)
                while len(self._kept) > TABLES_MAX:
                    self._kept.popitem(last=False)
        begin = kept[0].seq if kept else first
        return kept[first - begin : version - begin + 1]  # their numbers have no gap
