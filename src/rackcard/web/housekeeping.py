"""What a server does by the clock: checkpoints, stretches of the logs, a look at the clock, and a daily self-check."""

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic, time

from rackcard.table.log.checkpoint import CheckpointFolder
from rackcard.table.log.journal import Journal
from rackcard.table.log.store import Entry, Store
from rackcard.table.state import Refusal
from rackcard.table.stretch_builder import keep_stretches

logger = logging.getLogger("rackcard.housekeeping")
TICK_SECONDS = 1.0
CHECKPOINT_SECONDS = 3600.0
CLOCK_STEP_SECONDS = 2.0
"""A clock that moves by more than this against the time that has passed was set."""
CHECKPOINT_AFTER = frozenset({"shift-closed", "closed"})
"""The events after which a checkpoint is written at once."""


KEPT_EVERY = 256
"""After how many entries of a table it is looked whether a stretch has ended; none of a shorter log is kept."""
PIECE_ENTRIES, PIECE_SECONDS = 2_000, 0.3
"""A log that catches up leaves most of the time to those who deal."""


class ClockWatch:
    """Notes in the journal when the system's clock is set."""

    def __init__(self, journal: Journal, now: Callable[[], float] = time) -> None:
        self.journal, self.now = journal, now
        self.ahead = now() - monotonic()

    def look(self) -> None:
        """Compare the clock with the time that has passed."""
        ahead = self.now() - monotonic()
        step, self.ahead = ahead - self.ahead, ahead
        if abs(step) > CLOCK_STEP_SECONDS:
            self.journal.record("clock-step", "server", milliseconds=round(1000 * step))


class CheckpointWriter:
    """Writes checkpoints: every hour, after every shift, when a table closes and when the server stops."""

    def __init__(self, store: Store, journal: Journal, folder: CheckpointFolder) -> None:
        self.store, self.journal, self.folder = store, journal, folder
        self.is_due = threading.Event()
        self.written_at, self.failures = 0.0, 0
        self._tried = -CHECKPOINT_SECONDS

    def heard(self, entry: Entry) -> None:
        """An entry was committed; a checkpoint may be due after it."""
        if entry.event.kind in CHECKPOINT_AFTER:
            self.is_due.set()

    def look(self) -> None:
        """Write a checkpoint if one is due; one that fails is tried again after a minute."""
        if not self.is_due.is_set() and monotonic() - self._tried < CHECKPOINT_SECONDS:
            return
        self.is_due.clear()
        self._tried = monotonic()
        try:
            self.write()
        except Exception:
            self._tried -= CHECKPOINT_SECONDS - 60
            raise

    def write(self) -> None:
        """Write a checkpoint now; none of a database that has gone back."""
        self.store.verify_not_behind()
        try:
            found = self.folder.add(self.store, datetime.now(UTC).isoformat(timespec="milliseconds"))
        except Exception as error:
            self.failures += 1
            self.journal.record("checkpoint-failed", "server", error=str(error)[:200])
            raise
        self.written_at = time()
        self.journal.record("checkpoint", "server", number=found.number, tables=len(found.tables))


class StretchKeeper:
    """Keeps the stretches of every log, so that its past is found at once; a log without any catches up in pieces."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.is_due = dict.fromkeys(store.listed_ids())

    def heard(self, entry: Entry) -> None:
        """An entry was committed; a stretch may have ended."""
        if not entry.seq % KEPT_EVERY:
            self.is_due[entry.table_id] = None

    def look(self) -> None:
        """Keep what there is to keep, for a part of a second at a time."""
        started = monotonic()
        for table_id in list(self.is_due):
            self.is_due.pop(table_id)
            if self.store.newest(table_id) < KEPT_EVERY:
                continue  # a short log is gone through at once
            if keep_stretches(self.store, table_id, PIECE_ENTRIES):
                self.is_due[table_id] = None  # there may be more
            if monotonic() - started > PIECE_SECONDS:
                return


class Housekeeper(threading.Thread):
    """Looks after everything that is due, once a second; what fails is logged, and looked after again."""

    def __init__(self) -> None:
        super().__init__(name="housekeeping", daemon=True)
        self.tasks: list[Callable[[], None]] = []
        self.last: list[Callable[[], None]] = []
        """What is done once more when the server stops."""
        self._over = threading.Event()

    def run(self) -> None:
        while not self._over.wait(TICK_SECONDS):
            self.look()

    def look(self) -> None:
        """Look after everything once."""
        self._each(self.tasks)

    def _each(self, tasks: list[Callable[[], None]]) -> None:
        for task in tasks:
            try:
                task()
            except Refusal as refusal:  # such as of a database that has gone back: no defect
                logger.warning("housekeeping-refused", extra={"facts": {"code": refusal.code}})
            except Exception:
                logger.exception("housekeeping-failed")

    def stop(self) -> None:
        """Look after nothing any more."""
        self._over.set()
        if self.is_alive():
            self.join(timeout=5)
        self._each(self.last)
