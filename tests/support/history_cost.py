"""P21: what it costs to look into a log, in steps of the database and entries that are read: not in time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import monotonic
from typing import Any, NamedTuple
from unittest.mock import patch
from uuid import uuid4

import sqlalchemy as sa

from rackcard.simulate.pools import process_pool
from rackcard.table.audit_parallel import audit_in_parts
from rackcard.table.evidence import evidence
from rackcard.table.history import History
from rackcard.table.log import store as stores
from rackcard.table.log.codec import event_from_json
from rackcard.table.log.schema import folds, landmarks, stretches
from rackcard.table.log.store import Store
from rackcard.table.meters import meters_of
from rackcard.table.period import read_period
from rackcard.table.replay import replay
from rackcard.table.service import Service
from rackcard.table.shift_report import shift_report
from rackcard.table.stretch_builder import keep_stretches
from rackcard.web.house_versions import versions
from rackcard.web.recent import RECENT
from rackcard.web.views.meters import shifts_of
from tests.support.long_log import LongLog

STEPS = 50
"""Steps of SQLite's machine that are counted as one."""
SLACK = 2
"""How many times the cost may grow while the log grows tenfold, or a hundredfold."""


class Cost(NamedTuple):
    """What was done: steps of the database, and entries that were read."""

    steps: int
    entries: int


@contextmanager
def counted(store: Store) -> Iterator[Callable[[], Cost]]:
    """Count what is done in the block."""
    steps, entries = [0], [0]

    def step() -> int:
        steps[0] += 1
        return 0

    def reading(value: Any) -> Any:
        entries[0] += 1
        return event_from_json(value)

    def watch(connection: Any, *_: Any) -> None:
        connection.set_progress_handler(step, STEPS)

    store.engine.dispose()
    sa.event.listen(store.engine, "connect", watch)
    try:
        with patch.object(stores, "event_from_json", reading):
            yield lambda: Cost(steps[0], entries[0])
    finally:
        sa.event.remove(store.engine, "connect", watch)
        store.engine.dispose()


def looks(store: Store) -> dict[str, Callable[[], object]]:
    """Everything that may be asked of a long log while it is dealt; about the middle of it where that is said."""
    service = Service(store)
    middle = service.table("t").round // 2
    shifts = shifts_of(store, "t")
    one = shifts[len(shifts) // 2]
    return {
        "a command": lambda: service.execute("t", {"do": "buy-in", "seat": 1, "amount": 100}, key=uuid4().hex),
        "a page": lambda: list(store.entries("t", store.newest("t") - RECENT)),
        "opening": lambda: Service(store).table("t"),
        "recall": lambda: list(replay(History(store, "t").round_steps(middle), middle)),
        "evidence": lambda: evidence(store, "t", middle),
        "meters": lambda: meters_of(store, "t"),
        "meters of a shift": lambda: meters_of(store, "t", read_period(one.since, one.until or None)),
        "report of a shift": lambda: shift_report(store, "t", len(shifts) // 2),
        "house rules": lambda: list(versions(store, "t")),
    }


def costs(store: Store) -> dict[str, Cost]:
    """What each look costs."""
    found: dict[str, Cost] = {}
    for name, look in looks(store).items():
        look()  # cards are read and priced once
        with counted(store) as spent:
            look()
            found[name] = spent()
    return found


def grown(short: dict[str, Cost], long: dict[str, Cost]) -> dict[str, tuple[Cost, Cost]]:
    """The looks whose cost grew with the log; what lies within one page of rows is not counted."""
    return {
        name: (cost, long[name])
        for name, cost in short.items()
        if long[name].entries > SLACK * cost.entries + 300 or long[name].steps > SLACK * cost.steps + 400
    }


def forget(store: Store) -> None:
    """Take away what is kept beside the logs."""
    with store.engine.begin() as connection:
        for one in (stretches, folds, landmarks):
            connection.execute(sa.delete(one))


BLOCK = 10_000
MEMORY_MAX = 200 * 2**20
"""What a process of an audit may take, however long the log is."""


class LongHistory:
    """The campaign of P21: a log that grows by blocks, looked into at its first block and at its end."""

    def __init__(self, folder: Path, seed: int, jobs: int) -> None:
        self.store, self.jobs = Store(str(folder / "long.db")), jobs
        self.log = LongLog(self.store, Random(seed))
        self.notes = ""

    def grow(self, entries: int) -> Iterator[int]:
        """Grow to so many entries, a block at a time; the last one is checked before it counts."""
        short: dict[str, Cost] = {}
        entries = max(entries, 2 * BLOCK)
        for size in range(BLOCK, entries + 1, BLOCK):
            self.log.play(size)
            while keep_stretches(self.store, "t"):
                pass
            if not short:
                short = costs(self.store)
                self.log.resume()
            if size + BLOCK > entries:
                more = grown(short, costs(self.store))
                assert more == {}, more
                self._audit()
            yield BLOCK
        self.store.close()

    def _audit(self) -> None:
        """Audit all of it by several processes, none of which may take much memory."""
        started = monotonic()
        seen, fault = audit_in_parts(self.store, self.store.url, "t", process_pool(self.jobs))
        assert fault is None, fault
        seconds = monotonic() - started
        memory = 1024 * (getrusage(RUSAGE_CHILDREN).ru_maxrss or getrusage(RUSAGE_SELF).ru_maxrss)
        assert memory < MEMORY_MAX, f"{memory:,} bytes"
        self.notes = (
            f"no look costs more than {SLACK} times as much as at {BLOCK:,} entries; audited by {self.jobs} processes "
            f"at {seen / seconds:,.0f} entries/s, each within {memory / 2**20:.0f} MiB"
        )
