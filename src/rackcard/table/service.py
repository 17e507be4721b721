"""The writer around the pure core: one command at a time for each table, durable before it is answered."""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from random import SystemRandom
from threading import Lock, RLock

from rackcard.table.apply import apply, broken_invariant
from rackcard.table.command import Command
from rackcard.table.commands.control import Frozen, Pause
from rackcard.table.decide import decide, parse
from rackcard.table.log.append import ConflictError, NewEntry, RefusedKey, append, new_entry
from rackcard.table.log.codec import canonical, event_text
from rackcard.table.log.store import Entry, Store, crash_point
from rackcard.table.noted import notes_of
from rackcard.table.outcome import looked_at, refused_outcome
from rackcard.table.reckoned import Reckoning
from rackcard.table.registry import COMMANDS
from rackcard.table.state import Cause, Refusal, Table, TableEvent

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


@dataclass(frozen=True)
class TableOrder:
    """A command to a table, and who gives it."""

    table_id: str
    command: Command | Sent
    key: str | None = None
    by: str = ""
    expected: int | None = None
    """The number of the newest entry, where the sender acts on that one only."""
    given: Sent | None = None
    """The command as it was sent, where another was made from it: an outcome that we generate."""
    verify: Callable[[Table], None] | None = None
    """Refuses who may not act, on the very table that the command is decided on."""
    session: str | None = None
    """What is stored of the sender's session: at a live table it must be open when the act is committed."""

    @property
    def asked(self) -> str:
        """A digest of the command as it was given, and of who gave it."""
        sent = self.command if self.given is None else self.given
        return "" if self.key is None or isinstance(sent, Command) else _digest(sent, self.by)


Answer = Reply | Exception | None
"""What became of an order; None where it must be tried again."""


@dataclass
class _Open:
    """A table in memory: the newest entry and the table after it."""

    entry: Entry | None
    table: Table | None
    lock: RLock
    unsure: set[str] = field(default_factory=set)
    """The hashes of entries of ours of which we were not told whether they were committed."""


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

    def look(self, table_id: str, newest: int | None = None) -> tuple[int, Table]:
        """The table with the number of the entry that left it so.

        The log is not read where the newest entry is known and the table in memory has it.
        """
        held = self._held(table_id)
        with held.lock:
            if newest is None or held.table is None or held.entry is None or held.entry.seq < newest:
                self.table(table_id)
            assert held.entry is not None
            assert held.table is not None
            return held.entry.seq, held.table

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
        expected: int | None = None,
    ) -> Reply:  # fmt: skip
        """Follow a command once: decide, commit, then answer; a key that was used repeats its answer."""
        return self.follow(TableOrder(table_id, command, key, by, expected))

    def follow(self, order: TableOrder) -> Reply:
        """Follow an order once; where another server has moved the table on, it is decided again."""
        _verify_names(order)
        held = self._held(order.table_id)
        if self.reckon is not None and (heavy := _reckoning(held.table, order.command)) is not None:
            self.reckon(heavy)
        with held.lock:
            for _ in range(RETRIES_MAX):
                (answer,) = self._attempt([order], {order.table_id: held})
                if isinstance(answer, Exception):
                    raise answer
                if answer is not None:
                    return answer
        raise Refusal("busy")

    def follow_together(self, orders: Sequence[TableOrder]) -> list[Answer]:
        """Follow orders that are ready at the same time: those that succeed are committed in one transaction.

        None for one that must be followed by itself: its table is not in memory, or somebody else is at it, or another
        order was in its way. What becomes of one order decides nothing about the others.
        """
        answers: list[Answer] = [None] * len(orders)
        ready: list[int] = []
        tables: dict[str, _Open] = {}
        with ExitStack() as locks:
            for number, order in enumerate(orders):
                try:
                    _verify_names(order)
                except Refusal as refusal:
                    answers[number] = refusal
                    continue
                if order.table_id not in tables and order.table_id in self._open:
                    held = self._held(order.table_id)
                    if held.lock.acquire(blocking=False):
                        locks.callback(held.lock.release)
                        if held.table is not None:
                            tables[order.table_id] = held
                if order.table_id in tables:
                    ready.append(number)
            try:
                found = self._attempt([orders[number] for number in ready], tables)
            except Exception as error:  # each is answered with it: whether they were committed may be unknown
                found = [error] * len(ready)
        for number, answer in zip(ready, found, strict=True):
            answers[number] = answer
        return answers

    def _attempt(self, orders: Sequence[TableOrder], tables: Mapping[str, _Open]) -> list[Answer]:
        """Decide orders one after another, and commit what follows from them in one transaction."""
        batch = _Batch(self, orders, tables)
        for number, order in enumerate(orders):
            try:
                batch.answers[number] = batch.decided(number, order)
            except Exception as error:
                batch.answers[number] = None if order.table_id in batch.now else error
        return batch.committed()

    def _known(self, table_id: str, key: str, asked: str, table: Table | None) -> Reply:
        """The answer that a key has led to."""
        known = self.store.by_key(table_id, key)
        if known is None:
            raise Refusal("busy")
        if known.asked not in (None, asked):
            raise Refusal("key-reused")
        if isinstance(known.answer, Entry):
            return _verified(Reply(known.answer, table, repeated=True))
        raise known.answer

    def _decided(self, table: Table | None, order: TableOrder) -> tuple[TableEvent, Table]:
        """What follows from an order, and the table after it."""
        (event,) = decide(table, order.command, order.by)
        for verify in self.before_opening if table is None else ():
            verify()
        event_text(event)  # written before the table takes the event over
        after = apply(table, event)
        broken = broken_invariant(after, event)
        if broken is not None and table is not None:
            event = Frozen(cause=broken, command=_name_of(order.command))
            after = apply(table, event)
        crash_point("decided")
        return event, after

    def _commit(self, held: _Open, entry: Entry, after: Table) -> Reply:
        """The table in memory goes on to an entry that was committed, and whoever listens is told."""
        held.entry, held.table = entry, after
        self._tell(entry)
        if entry.seq % SNAPSHOT_EVERY == 0:
            with suppress(Exception):  # a snapshot is a convenience: the log has everything
                self.store.snapshot(entry, after)
        crash_point("before-reply")
        return Reply(entry, after)

    def _tell(self, entry: Entry) -> None:
        for tell in self.listeners:
            tell(entry)

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
            if entry.hash in held.unsure:
                held.unsure.discard(entry.hash)
                self._tell(entry)

    def _catch_up_all(self, wanted: Mapping[str, _Open]) -> dict[str, Exception]:
        """The same for tables of which the newest entry is mostly known: one question for all of them.

        A log that cannot be read fails only its own table: why, by the table.
        """
        failed: dict[str, Exception] = {}
        heads = self.store.heads_of([table_id for table_id, held in wanted.items() if held.entry is not None])
        for table_id, held in wanted.items():
            if held.entry is None or heads.get(table_id, held.entry.seq + 1) > held.entry.seq:
                try:
                    self._catch_up(table_id, held)
                except Exception as error:
                    failed[table_id] = error
        return failed


@dataclass
class _Batch:
    """Orders that are decided one after another, each on the table that the one before it leaves."""

    service: Service
    orders: Sequence[TableOrder]
    tables: Mapping[str, _Open]
    answers: list[Answer] = field(default_factory=list)
    new: dict[int, tuple[NewEntry, Table]] = field(default_factory=dict)
    """The entries that follow from orders, by the number of the order."""
    refused: dict[int, RefusedKey] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.answers = [None] * len(self.orders)
        self.failed = self.service._catch_up_all(self.tables)
        pairs = {(order.table_id, order.key) for order in self.orders if order.key is not None}
        self.used = self.service.store.used_keys(pairs)
        self.now: dict[str, tuple[NewEntry, Table]] = {}
        """The newest entry of each table that has one here."""
        self.keys: set[tuple[str, str]] = set()

    def decided(self, number: int, order: TableOrder) -> Answer:
        """Decide an order, and keep what is to be committed for it; or answer what is known already."""
        table_id, held = order.table_id, self.tables[order.table_id]
        if table_id in self.failed:
            raise self.failed[table_id]
        entry, table = held.entry, held.table
        if table_id in self.now:
            entry, table = self.now[table_id][0].entry, self.now[table_id][1]
        if order.verify is not None and table is not None:
            order.verify(table)
        if order.key is not None:
            pair = (table_id, order.key)
            if pair in self.used:
                return self.service._known(table_id, order.key, order.asked, held.table)
            if pair in self.keys:
                return None
            self.keys.add(pair)
        try:
            if order.expected is not None and order.expected != (entry.seq if entry else 0):
                raise Refusal("stale")
            event, after = self.service._decided(table, order)
        except Refusal as refusal:
            if table_id in self.now:
                return None  # refused on what is not yet committed
            if refusal.code in PASSING or order.key is None or entry is None:
                return refusal
            self.refused[number] = RefusedKey(table_id, order.key, refusal, order.asked)
            return refusal
        session = order.session if after.is_live else None
        new = new_entry(table_id, entry, event, self.service.clock(), order.by, order.key, order.asked, session)
        if after.is_live:
            new = replace(new, notes=tuple(notes_of(new.entry)))
        self.now[table_id] = self.new[number] = new, after
        return None

    def committed(self) -> list[Answer]:
        """Commit what follows from the orders; the answer to each."""
        if not self.new and not self.refused:
            return self.answers
        try:
            said = append(self.service.store, [one for one, _ in self.new.values()], [*self.refused.values()])
        except ConflictError:
            return self._again()
        except Refusal as refusal:
            # What keeps a shared database from one table may let the others pass, each by itself.
            return self._again(None if self.service.store.is_shared and len(self.orders) > 1 else refusal)
        except Exception:
            for table_id in self.now:
                hashes = {new.entry.hash for new, _ in self.new.values() if new.entry.table_id == table_id}
                self.tables[table_id].unsure = hashes
            raise
        for (number, (new, after)), why in zip(self.new.items(), said, strict=True):
            if why is None:
                self.answers[number] = _verified_or_refused(
                    self.service._commit(self.tables[new.entry.table_id], new.entry, after)
                )
            elif why.code != "busy":
                self.answers[number] = why
        return self.answers

    def _again(self, said: Refusal | None = None) -> list[Answer]:
        """Nothing was committed: all that depended on it is refused, or to be tried again."""
        waiting = self.new.keys() | self.refused.keys()
        return [said if number in waiting else answer for number, answer in enumerate(self.answers)]


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


def _verified_or_refused(reply: Reply) -> Answer:
    try:
        return _verified(reply)
    except Refusal as refusal:
        return refusal


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


def _verify_names(order: TableOrder) -> None:
    if not _is_table_id(order.table_id):
        raise Refusal("bad-table")
    if order.key is not None and not _NAME.fullmatch(order.key):
        raise Refusal("bad-key")
    if len(order.by) > 80 or not order.by.isprintable():
        raise Refusal("bad-name.sender")


def generate(table: Table) -> object:
    """An outcome from the operating system's randomness, by rejection: no modulo, no bias."""
    if table.supply is None:
        return table.device.sample_for(RANDOM, looked_at(table))
    with refused_outcome(table.game):
        return table.supply.sample(RANDOM, looked_at(table))
