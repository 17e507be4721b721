"""P21: cost does not grow with history: commands, pages, recall, meters and reports."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rackcard.table.stretch_builder import keep_stretches
from tests.support.history_cost import costs, forget, fresh, grown, held_and_kept, swollen
from tests.support.long_log import LongLog

pytestmark = pytest.mark.slow
SHORT, LONG = 1_000, 10_000


def test_p21_nothing_costs_more_when_the_log_is_ten_times_as_long(tmp_path: Path, opened: Any) -> None:
    """Steps of the database, entries read and memory at 1,000 and at 10,000 entries.

    The controls are a log with nothing kept beside it, and a process that keeps what it reads.
    """
    store = opened(str(tmp_path / "long.db"))
    log = LongLog(store, Random(21))
    found, memory = [], []
    for size in (SHORT, LONG):
        log.play(size, shift=40)
        while keep_stretches(store, "t"):
            pass
        found.append(costs(store))
        memory.append(fresh(held_and_kept, store.url))
        log.resume()
    assert grown(*found) == {}
    (short, _), (long, kept) = memory
    assert swollen(short, long) is None
    assert swollen(short, kept) is not None
    forget(store)
    assert {"recall", "the page of a round", "evidence", "meters", "meters of a shift"} <= set(
        grown(found[0], costs(store))
    )
