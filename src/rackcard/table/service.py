"""The writer around the pure core: one command at a time for each table, durable before it is answered."""

import hashlib
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from random import SystemRandom
from threading import Lock, RLock

from rackcard.table.apply import apply, broken_invariant
from rackcard.table.command import Command
from rackcard.table.commands.control import Frozen, Pause
from rackcard.table.decide import decide, parse
from rackcard.table.log.codec import canonical
from rackcard.table.log.store import ConflictError, Entry, Store, Within, crash_point
from rackcard.table.outcome import looked_at, refused_outcome
from rackcard.table.reckoned import Reckoning
from rackcard.table.registry import COMMANDS
from rackcard.table.state import Cause, Refusal, Table

SNAPSHOT_EVERY = 1000
RETRIES_MAX = 50
TABLES_KEPT = 400
"""How many tables are held in memory; a practice table that was used longest ago is read again when it is used."""
PASSING = ("stale", "busy", "behind", "log-in")
"""Refusals that say nothing about the command itself: a key is not used up by them."""
RANDOM = SystemRandom()
_NAME = re.compile(r"[\x21-\x7e]{1,200}")

Sent = Mapping[str, object]
"""A command as JSON has it."""


@dataclass(frozen=True)
class Reply:
    """What a command brought about: its entry, and the table after it."""

    entry: Entry
    table: Table | None
    repeated: bool = False


@dataclass
class _Open:
    """A table in memory: the newest entry and the table after it."""

    entry: Entry | None
    table: Table | None
    lock: RLock


class Service:
    """Runs commands against tables in a store."""

    def __init__(self, store: Store, clock: Callable[[], str] | None = None) -> None:
        self.store = store
        self.clock = clock or (lambda: datetime.now(UTC).isoformat(timespec="milliseconds"))
        self.listeners: list[Callable[[Entry], None]] = []
        """Told of every entry this service commits, after the commit; they must not fail."""
        self.before_opening: list[Callable[[], None]] = []
        """Each may refuse that a table is opened."""
        self.reckon: Callable[[Reckoning], None] | None = None
        """Computes what is heavy about a command before its table is locked; otherwise it is computed with the lock."""
        self._open: dict[str, _Open] = {}
        self._lock = Lock()

    def table(self, table_id: str) -> Table:
        """The table as its last committed event left it."""
        held = self._held(table_id)
        with held.lock:
            self._catch_up(table_id, held)
            if held.table is None:
                with self._lock:
                    self._open.pop(table_id, None)  # a table that does not exist leaves no trace
                raise Refusal("no-such-table", table=table_id)
            return held.table

    def look(self, table_id: str) -> tuple[int, Table]:
        """The table with the number of the entry that left it so."""
        held = self._held(table_id)
        with held.lock:
            table = self.table(table_id)
            assert held.entry is not None
            return held.entry.seq, table

    def glance(self, table_id: str, newest: int) -> Table:
        """The table as it is in memory, without its lock, where that has the newest entry."""
        held = self._open.get(table_id)
        entry, table = (None, None) if held is None else (held.entry, held.table)
        return table if entry is not None and table is not None and entry.seq >= newest else self.table(table_id)

    def is_live(self, table_id: str) -> bool:
        """Whether a table in memory is live."""
        held = self._open.get(table_id)
        return held is not None and held.table is not None and held.table.is_live

    def execute(
        self, table_id: str, command: Command | Sent, *, key: str | None = None, by: str = "",
        expected: int | None = None, given: Sent | None = None, verify: Callable[[Table], None] | None = None,
        within: Within | None = None,
    ) -> Reply:  # fmt: skip
        """Follow a command once: decide, commit, then answer; a key that was used repeats its answer.

        ``given`` is the command as it was sent, where another was made from it: an outcome that we generate.
        ``verify`` refuses who may not act, on the very table that the command is decided on: one that another server
        has moved on meanwhile is looked at again. ``within`` refuses whose session is over, in the transaction that
        commits the act.
        """
        _verify_names(table_id, key, by)
        sent = command if given is None else given
        asked = "" if key is None or isinstance(sent, Command) else _digest(sent, by)
        held = self._held(table_id)
        if self.reckon is not None and (heavy := _reckoning(held.table, command)) is not None:
            self.reckon(heavy)
        with held.lock:
            for _ in range(RETRIES_MAX):
                if key is not None and (known := self._known(table_id, key, asked, held)):
                    return known
                if held.entry is None or expected is not None:
                    self._catch_up(table_id, held)
                seen = held.entry
                try:
                    if expected is not None and expected != (seen.seq if seen else 0):
                        raise Refusal("stale")
                    if verify is not None and held.table is not None:
                        verify(held.table)
                    reply = self._follow(table_id, held, command, (key, asked, by), within)
                except ConflictError:
                    self._catch_up(table_id, held)
                except Refusal as refusal:
                    if refusal.code in PASSING:
                        raise
                    # Another server may have written meanwhile: what is refused is refused on the newest state.
                    self._catch_up(table_id, held)
                    if held.entry is not seen:
                        continue
                    if key is None or held.entry is None:
                        raise
                    if self.store.remember_refusal(table_id, key, refusal, asked):
                        raise
                else:
                    return _verified(reply)
        raise Refusal("busy")

    def _known(self, table_id: str, key: str, asked: str, held: _Open) -> Reply | None:
        known = self.store.by_key(table_id, key)
        if known is None:
            return None
        if known.asked not in (None, asked):
            raise Refusal("key-reused")
        if isinstance(known.answer, Entry):
            self._catch_up(table_id, held)
            return _verified(Reply(known.answer, held.table, repeated=True))
        raise known.answer

    def _follow(
        self, table_id: str, held: _Open, command: Command | Sent, sender: tuple[str | None, str, str],
        within: Within | None,
    ) -> Reply:  # fmt: skip
        key, asked, by = sender
        (event,) = decide(held.table, command, by)
        for verify in self.before_opening if held.table is None else ():
            verify()
        after = apply(held.table, event)
        broken = broken_invariant(after, event)
        if broken is not None and held.table is not None:
            event = Frozen(cause=broken, command=_name_of(command))
            after = apply(held.table, event)
        crash_point("decided")
        entry = self.store.append(table_id, held.entry, event, self.clock(), by, key, asked, within=within)
        held.entry, held.table = entry, after
        for tell in self.listeners:
            tell(entry)
        if entry.seq % SNAPSHOT_EVERY == 0:
            with suppress(Exception):  # a snapshot is a convenience: the log has everything
                self.store.snapshot(entry, after)
        crash_point("before-reply")
        return Reply(entry, after)

    def _held(self, table_id: str) -> _Open:
        if not _is_table_id(table_id):
            raise Refusal("no-such-table", table=printable(table_id[:80]))
        with self._lock:
            held = self._open.pop(table_id, None)
            if held is None:
                self._forget_one()
                held = _Open(None, None, RLock())
            self._open[table_id] = held  # the last is the one used last
            return held

    def _forget_one(self) -> None:
        """Where there are too many tables in memory, let go of the practice table that was used longest ago.

        Somebody may be about to lock it: then two hold the table, as two servers do, and the log lets one append.
        """
        if len(self._open) < TABLES_KEPT:
            return
        for table_id, held in self._open.items():
            if (held.table is None or not held.table.is_live) and held.lock.acquire(blocking=False):
                held.lock.release()
                del self._open[table_id]
                return

    def _catch_up(self, table_id: str, held: _Open) -> None:
        """Fold what others, or an earlier life of ours, have appended."""
        if held.entry is None and (kept := self.store.newest_snapshot(table_id)):
            seq, digest, table = kept
            last = next(self.store.entries(table_id, seq - 1), None)
            if last is not None and (last.seq, last.hash) == (seq, digest):  # else the log has the word
                held.entry, held.table = last, table
        for entry in self.store.entries(table_id, held.entry.seq if held.entry else 0):
            held.table = apply(held.table, entry.event)
            held.entry = entry


def _reckoning(table: Table | None, command: Command | Sent) -> Reckoning | None:
    """What is heavy about a command, as far as it can be known before the table is locked."""
    kind = COMMANDS.get(_name_of(command), Command)
    if kind.reckoning is Command.reckoning:
        return None
    try:
        given = command if isinstance(command, Command) else parse(table, command)
    except Refusal:
        return None  # it will be refused
    return given.reckoning(table)


def _name_of(command: Command | Sent) -> str:
    return command.do if isinstance(command, Command) else str(command.get("do"))


def _verified(reply: Reply) -> Reply:
    """A reply, or the refusal that its command froze the table, where it would have broken an invariant."""
    event = reply.entry.event
    if isinstance(event, Frozen) and event.command is not None:
        raise Refusal("frozen.command", reason=event.why)
    return reply


def pause_live(service: Service) -> list[str]:
    """Hold every live table that has begun, after a start: each waits until its dealer confirms the last outcome."""
    held = []
    for table_id in service.store.listed_ids():
        table = service.table(table_id)
        if table.is_live and table.status == "open" and table.round:
            service.execute(table_id, Pause(None, Cause("restart")), by="server")
            held.append(table_id)
    return held


def _digest(command: Sent, by: str) -> str:
    """A fixed-length digest of a command and its sender: a key is for one command of one person."""
    return hashlib.sha256(canonical([command, by]).encode("utf-8", "surrogatepass")).hexdigest()


def printable(text: str) -> str:
    """A text as any database and any terminal takes it: lines of printable characters."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in text)


def _is_table_id(text: str) -> bool:
    return len(text) <= 64 and _NAME.fullmatch(text) is not None


def _verify_names(table_id: str, key: str | None, by: str) -> None:
    if not _is_table_id(table_id):
        raise Refusal("bad-table")
    if key is not None and not _NAME.fullmatch(key):
        raise Refusal("bad-key")
    if len(by) > 80 or not by.isprintable():
        raise Refusal("bad-name.sender")


def generate(table: Table) -> object:
    """An outcome from the operating system's randomness, by rejection: no modulo, no bias."""
    if table.supply is None:
        return table.device.sample_for(RANDOM, looked_at(table))
    with refused_outcome(table.game):
        return table.supply.sample(RANDOM, looked_at(table))
