"""P21: what it costs to look into a log: steps of the database and entries that are read, not time; and memory."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing import get_context
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from time import monotonic
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch
from uuid import uuid4

import sqlalchemy as sa
from argon2 import PasswordHasher
from fastapi.testclient import TestClient

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
from rackcard.web import accounts
from rackcard.web import app as web
from rackcard.web import workers as pool
from rackcard.web.drawings import Drawings
from rackcard.web.house_versions import versions
from rackcard.web.views.meters import shifts_of
from rackcard.web.workers import Workers
from tests.support.long_log import LongLog

T = TypeVar("T")
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


class Pages:
    """The pages of a server on a store, which computes everything itself."""

    def __init__(self, store: Store) -> None:
        cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # the usual one takes 64 MiB for a moment
        with patch.object(web, "Store", lambda url: store), patch.object(accounts, "PasswordHasher", lambda: cheap):
            self.app = web.create_app(store.url)
        self.client = TestClient(self.app)

    def get(self, path: str) -> None:
        """Have a page drawn, by a server that has drawn none before."""
        self.app.state.drawings = Drawings(self.app.state.service)
        with patch.object(pool, "_here", ALONE):
            answer = self.client.get(path)
        assert answer.status_code == 200, answer.text


ALONE = Workers(0)


def looks(store: Store) -> dict[str, Callable[[], object]]:
    """Everything that may be asked of a long log while it is dealt; about the middle of it where that is said."""
    pages = Pages(store)
    service = pages.app.state.service
    middle = service.table("t").round // 2
    shifts = shifts_of(store, "t")
    one = shifts[len(shifts) // 2]
    return {
        "a command": lambda: service.execute("t", {"do": "buy-in", "seat": 1, "amount": 100}, key=uuid4().hex),
        "the felt": lambda: pages.get("/tables/t?seat=1"),
        "the dealer's page": lambda: pages.get("/tables/t/dealer"),
        "the table as JSON": lambda: pages.get("/api/tables/t"),
        "opening": lambda: Service(store).table("t"),
        "recall": lambda: list(replay(History(store, "t").round_steps(middle), middle)),
        "the page of a round": lambda: pages.get(f"/tables/t/recall/{middle}"),
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


# ---- memory

HELD_MORE_MAX = 12 * 2**20
"""How much more memory looks into a longer log may take. At 10,000, 100,000 and 300,000 entries they took 133, 138 and
133 MiB, by what was up at the table; 10,000 entries that are kept take 16 MiB."""


def fresh(work: Callable[..., T], *given: Any) -> T:
    """What a function finds in a process of its own: what others have held there would count as its memory."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(work, *given).result()


def most_held() -> int:
    """The most memory that this process has held, in bytes."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return 1024 * int(next(line for line in lines if line.startswith("VmHWM:")).split()[1])


def held(url: str) -> int:
    """The most memory that this process has held once it has looked at everything twice, as a server that goes on."""
    with closing(Store(url)) as store:
        for look in looks(store).values():
            look()
            look()
    return most_held()


def held_and_kept(url: str) -> tuple[int, int]:
    """The same, and what it would be if what is read were kept: the control."""
    memory = held(url)
    with closing(Store(url)) as store:
        kept = list(store.entries("t"))
    assert kept
    return memory, most_held()


def swollen(short: int, long: int) -> str | None:
    """Whether the looks into a longer log took more memory, in a sentence."""
    if long - short <= HELD_MORE_MAX:
        return None
    return f"looks into the long log took {long / 2**20:.0f} MiB, into the short one {short / 2**20:.0f}"


# ---- the campaign

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
        memory = 0
        entries = max(entries, 2 * BLOCK)
        for size in range(BLOCK, entries + 1, BLOCK):
            self.log.play(size)
            while keep_stretches(self.store, "t"):
                pass
            if not short:
                short, memory = costs(self.store), fresh(held, self.store.url)
                self.log.resume()
            if size + BLOCK > entries:
                self._compare(short, memory)
            yield BLOCK
        self.store.close()

    def _compare(self, short: dict[str, Cost], memory: int) -> None:
        """Compare the looks with those at the first block, and audit all of it."""
        more = grown(short, costs(self.store))
        assert more == {}, more
        whole = fresh(held, self.store.url)
        wrong = swollen(memory, whole)
        assert wrong is None, wrong
        rate, audited = fresh(audit, self.store.url, self.jobs)
        assert audited < MEMORY_MAX, f"{audited:,} bytes"
        self.notes = (
            f"no look costs more than {SLACK} times as much as at {BLOCK:,} entries, and all together take "
            f"{whole / 2**20:.0f} MiB in place of {memory / 2**20:.0f}; audited by {self.jobs} processes "
            f"at {rate:,.0f} entries/s, each within {audited / 2**20:.0f} MiB"
        )


def audit(url: str, jobs: int) -> tuple[float, int]:
    """Audit a log by several processes: the entries a second, and the most memory that one of them took, in bytes."""
    started = monotonic()
    with closing(Store(url, is_read_only=True)) as store:
        seen, fault = audit_in_parts(store, url, "t", process_pool(jobs))
    assert fault is None, fault
    return seen / (monotonic() - started), 1024 * getrusage(RUSAGE_CHILDREN).ru_maxrss or most_held()
