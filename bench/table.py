"""Measures a live table: durable rolls against bare commits and the second settler, and opening a long log."""

import gc
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from tests.support.history_cost import looks
from tests.support.long_log import LongLog

from bench.odds import table
from rackcard.table.audit import audit_table
from rackcard.table.audit_since import audit_since
from rackcard.table.log.checkpoint import take
from rackcard.table.log.codec import canonical, event_to_json
from rackcard.table.log.store import Store
from rackcard.table.outcome import enter
from rackcard.table.second_settler import Stage, history, settle
from rackcard.table.service import SNAPSHOT_EVERY, Service
from rackcard.table.stretch_builder import keep_stretches
from rackcard.web.server import collect_seldom

SEATS = 16
CARD = "repeater-bets-plus"


def sections() -> Iterator[str]:
    """Each measurement as a section of the report."""
    yield rolls()
    yield opening()
    yield long_history()


def full_table(folder: Path, seats: int = SEATS) -> Service:
    """A table with every wager of a card up at every seat."""
    service = Service(Store(str(folder / "bench.db")))
    service.execute("t", {"do": "open", "name": "Bench", "game": "craps", "cards": [{"card": CARD}]})
    for seat in range(1, seats + 1):
        service.execute("t", {"do": "seat", "seat": seat, "name": f"P{seat}"})
        service.execute("t", {"do": "buy-in", "seat": seat, "amount": 10**9})
    bet_all(service, seats)
    return service


def bet_all(service: Service, seats: int) -> None:
    for seat in range(1, seats + 1):
        for wager in service.table("t").offerings[1].bets:
            service.execute("t", {"do": "bet", "seat": seat, "card": 1, "wager": wager, "amount": 500})


class BareLog:
    """Durable commits alone, in the same journal mode on the same file system."""

    def __init__(self, folder: Path) -> None:
        self.connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
        self.connection.execute("PRAGMA journal_mode=TRUNCATE")
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute("CREATE TABLE log (seq INTEGER PRIMARY KEY, entry TEXT)")

    def commit(self, size: int) -> float:
        start = perf_counter()
        self.connection.execute("BEGIN")
        self.connection.execute("INSERT INTO log (entry) VALUES (?)", ("x" * size,))
        self.connection.execute("COMMIT")
        return perf_counter() - start


def rolls() -> str:
    """Outcomes with 16 seats and 19 wagers each up, every one durable before it is answered."""
    random = Random(7)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        service = full_table(folder)
        collect_seldom()
        outcome_seconds, closing_seconds, naive_seconds, bare_seconds, count = 0.0, 0.0, 0.0, 0.0, 0
        bare_log = BareLog(folder)
        outcomes: list[Any] = []
        while count < 300:
            dice = [random.randint(1, 6), random.randint(1, 6)]
            start = perf_counter()
            service.execute("t", {"do": "close-betting"})
            closed = perf_counter()
            before = service.table("t")
            ready = perf_counter()
            reply = service.execute("t", {"do": "outcome", "outcome": dice})
            done = perf_counter()
            outcomes.append(dice)
            wagers = {number: Stage(wager, wager.wager, 0) for number, wager in before.wagers.items()}
            start_naive = perf_counter()
            settle(before, wagers, history(before, [enter(before.game, given) for given in outcomes]))
            naive_seconds += perf_counter() - start_naive
            closing_seconds += closed - start
            outcome_seconds += done - ready
            bare_seconds += bare_log.commit(len(canonical(event_to_json(reply.entry.event))))
            count += 1
            if sum(dice) == 7:
                bet_all(service, SEATS)
                outcomes = []
        bare = count / bare_seconds
        service.store.close()
    rate, same = count / outcome_seconds, count / (naive_seconds + bare_seconds)
    rows = [
        ("bare SQLite durable commits", f"{bare:,.0f} /s", "", ""),
        ("outcomes settled and durable", f"{rate:,.0f} /s", f"**{rate / bare:.2f}** of bare", "at least 0.5"),
        ("whole rolls: no more bets, then the outcome", f"{count / (outcome_seconds + closing_seconds):,.0f} /s",
         f"{count / (outcome_seconds + closing_seconds) / bare:.2f} of bare", "two commits each"),
        ("the second settler with a bare commit", f"{same:,.0f} /s", f"ours is {rate / same:.2f} of it", ""),
        ("the second settler alone, without storage", f"{count / naive_seconds:,.0f} /s",
         f"ours is {rate * naive_seconds / count:.2f} of it", ""),
    ]  # fmt: skip
    note = (
        f"{SEATS} seats, 19 wagers each, {count} rolls, one SQLite file, full durability, garbage collected as the "
        "server has it; a bare commit of the same size after every roll, so that both are measured under the same load."
    )
    return table("Rolls at a full table", ("what", "rate", "ratio", "goal"), rows, note)


EVENTS = 100_000
OPENINGS = 9


def opening() -> str:
    """A long log opened again, with its newest snapshot and without."""
    with tempfile.TemporaryDirectory() as name:
        path = str(Path(name) / "long.db")
        store = Store(path)
        log = LongLog(store, Random(1))
        within = log.play(EVENTS)
        rounds = within.round + 1 - (within.first_round or within.round + 1)
        Service(store).table("t")  # the card is read and priced once, whichever way the log is opened
        in_shift = _opened(store)
        assert log.do({"do": "close-shift"})
        log.play(0)
        new_shift = _opened(store)
        found = Service(store).look("t")
        with store.engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM snapshots")
        start = perf_counter()
        again = Service(store).look("t")
        without = perf_counter() - start
        assert found == again
        assert found[0] >= EVENTS
        size = Path(path).stat().st_size / 2**20
        store.close()
    rows = [
        ("with the newest snapshot, at the beginning of a shift", f"{1000 * new_shift:.1f} ms"),
        (f"with the newest snapshot, {rounds} outcomes into a shift", f"{1000 * in_shift:.1f} ms"),
        (f"replaying all {EVENTS:,} entries", f"{without:.1f} s"),
        ("ratio to the first", f"**{without / new_shift:,.0f}**"),
    ]
    note = (
        f"A table of {EVENTS:,} entries, eight seats and three cards, {size:.0f} MiB; both ways give the same "
        f"table. A snapshot is kept every {SNAPSHOT_EVERY:,} entries, so the time to open does not grow with the log; "
        f"it has the outcomes of the open shift, which can still be corrected. The median of {OPENINGS} openings."
    )
    return table("Opening a long log", ("how", "time"), rows, note)


def _opened(store: Store) -> float:
    """The seconds that opening takes, without the garbage of whatever was measured before."""
    gc.collect()
    taken = []
    for _ in range(OPENINGS):
        start = perf_counter()
        Service(store).look("t")
        taken.append(perf_counter() - start)
    return median(taken)


def long_history() -> str:
    """Looks into the past of a log that is ten times as long as another, and its audit."""
    sizes = (EVENTS // 10, EVENTS)
    found: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as name:
        store = Store(str(Path(name) / "long.db"))
        log = LongLog(store, Random(3))
        for size in sizes:
            log.play(size)
            found.append({"keeping the stretches": _seconds(partial(_keep, store))})
            for what, look in looks(store).items():
                look()
                found[-1][what] = min(_seconds(look) for _ in range(3))
            found[-1]["audit, one process"] = _seconds(partial(audit_table, store, "t"))
            head = take(store, "2026-01-01T00:00:00+00:00").tables["t"]
            found[-1]["audit since a checkpoint"] = _seconds(partial(audit_since, store, "t", head))
            log.resume()
        store.close()
    rows = [
        (what, f"{1000 * short:,.1f} ms", f"{1000 * found[1][what]:,.1f} ms", f"**{found[1][what] / short:.2f}**")
        for what, short in found[0].items()
    ]
    note = (
        "Eight seats, three cards, corrections, voids, claims and shifts; processor time. Keeping the stretches and "
        "the audit go through what is new, and through all. Opening takes longer the longer the open shift is, because "
        "its outcomes can still be corrected; nothing else may grow with the log. One process decides and settles "
        f"{sizes[1] / found[1]['audit, one process']:,.0f} entries a second again; since a checkpoint that is signed "
        f"at the end, it compares {sizes[1] / found[1]['audit since a checkpoint']:,.0f} entries a second."
    )
    return table("A long history", ("what", f"{sizes[0]:,} entries", f"{sizes[1]:,} entries", "ratio"), rows, note)


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def _keep(store: Store) -> None:
    while keep_stretches(store, "t"):
        pass
