"""P21: what it costs to look into a log, in steps of the database and entries that are read: not in time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import sqlalchemy as sa

from rackcard.table.evidence import evidence
from rackcard.table.history import History
from rackcard.table.log import store as stores
from rackcard.table.log.schema import folds, landmarks, stretches
from rackcard.table.log.store import Store
from rackcard.table.meters import meters_of
from rackcard.table.period import read_period
from rackcard.table.replay import replay
from rackcard.table.service import Service
from rackcard.table.shift_report import shift_report
from rackcard.web.house_versions import versions
from rackcard.web.routes.felt import RECENT
from rackcard.web.views.meters import shifts_of

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
    read = stores.event_from_json

    def step() -> int:
        steps[0] += 1
        return 0

    def reading(value: Any) -> Any:
        entries[0] += 1
        return read(value)

    def watch(connection: Any, *_: Any) -> None:
        connection.set_progress_handler(step, STEPS)

    store.engine.dispose()
    sa.event.listen(store.engine, "connect", watch)
    stores.event_from_json = reading
    try:
        yield lambda: Cost(steps[0], entries[0])
    finally:
        stores.event_from_json = read
        sa.event.remove(store.engine, "connect", watch)
        store.engine.dispose()


def looks(store: Store) -> dict[str, Callable[[], object]]:
    """Everything that may be asked of a long log while it is dealt; about the middle of it where that is said."""
    service = Service(store)
    middle = service.table("t").round // 2
    shifts = shifts_of(store, "t")
    one = shifts[len(shifts) // 2]
    return {
        "a command": lambda: service.execute("t", {"do": "buy-in", "seat": 1, "amount": 100}),
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
