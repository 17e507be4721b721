"""Appending to the log: entries of several tables that are ready at the same time are one durable transaction."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from rackcard.table.log import sqlite
from rackcard.table.log.codec import event_text, link
from rackcard.table.log.facts import facts_to_json
from rackcard.table.log.journal import JournalEntry, JournalNote
from rackcard.table.log.prepared import Prepared
from rackcard.table.log.schema import events, keys, postings, sessions, tables
from rackcard.table.log.store import START, Entry, Store, crash_point
from rackcard.table.state import Refusal, TableEvent

TOGETHER_LOCK_SECONDS = 0.25
"""How long entries of several tables wait for a lock: one that another server holds delays the others no longer."""

_INSERT_TABLE = Prepared(sa.insert(tables), "table_id", "opened_at")
_INSERT_EVENT = Prepared(sa.insert(events), "table_id", "seq", "at", "by", "key", "entry", "hash")
_INSERT_POSTING = Prepared(sa.insert(postings), "table_id", "seq", "account", "amount")
_INSERT_KEY = Prepared(sa.insert(keys), "table_id", "key", "seq", "asked", "code", "facts")
_SELECT_HASH = Prepared(
    sa.select(events.c.hash).where(events.c.table_id == sa.bindparam("id"), events.c.seq == sa.bindparam("seq"))
)
_SELECT_HASHES = sa.select(events.c.table_id, events.c.seq, events.c.hash).where(
    events.c.table_id.in_(sa.bindparam("ids", expanding=True)), events.c.seq.in_(sa.bindparam("seqs", expanding=True))
)
"""More than is asked for: of pairs SQLite would follow the first half only, through the whole log of a table."""
_SELECT_OPEN = sa.select(sessions.c.token).where(sessions.c.token.in_(sa.bindparam("tokens", expanding=True)))
_HOLD_OPEN = _SELECT_OPEN.with_for_update(read=True, key_share=True)
"""Sessions that are held so cannot be ended before the transaction is over."""


class ConflictError(Exception):
    """Another writer appended first; read on and decide again."""


@dataclass(frozen=True)
class NewEntry:
    """An entry that is to be appended, with what is stored of its event and what must hold for it."""

    entry: Entry
    text: str
    after: Entry | None
    asked: str | None = None
    """A digest of the command and who gave it."""
    session: str | None = None
    """What is stored of the token of a session that must still be open."""
    notes: tuple[JournalNote, ...] = ()
    """What the journal of the house notes of it, where one is kept."""

    @property
    def row(self) -> dict[str, Any]:
        one = self.entry
        row = {"table_id": one.table_id, "seq": one.seq, "at": one.at, "by": one.by, "key": one.key}
        return row | {"entry": self.text, "hash": one.hash}


def new_entry(
    table_id: str, after: Entry | None, event: TableEvent, at: str, by: str = "", key: str | None = None,
    asked: str | None = None, session: str | None = None,
) -> NewEntry:  # fmt: skip
    """An entry that follows another, chained to it."""
    seq = after.seq + 1 if after else 1
    head = {"table": table_id, "seq": seq, "at": at, "by": by, "key": key}
    text = event_text(event)
    entry = Entry(table_id, seq, at, by, key, event, link(after.hash if after else START, head, text))
    return NewEntry(entry, text, after, asked, session)


@dataclass(frozen=True)
class RefusedKey:
    """A key that led to a refusal."""

    table_id: str
    key: str
    refusal: Refusal
    asked: str

    @property
    def row(self) -> dict[str, Any]:
        one = self.refusal
        row = {"table_id": self.table_id, "key": self.key, "seq": None, "asked": self.asked}
        return row | {"code": one.key, "facts": facts_to_json(one.facts)}


def append(store: Store, entries: Sequence[NewEntry], refused: Sequence[RefusedKey] = ()) -> list[Refusal | None]:
    """Append entries of any tables in one durable transaction, each with its postings and its key.

    Each says which entry it follows: a database that has lost that one, restored or a replica that lags, takes
    nothing more of any table. What is refused here for a session that is over is refused with whatever follows it at
    its table, and keeps no other table's entries from being committed.
    """
    written: Sequence[JournalEntry] = ()
    try:
        with store.writing() as connection:
            if connection.dialect.name == "sqlite":
                sqlite.run(connection, "BEGIN IMMEDIATE")
            elif len({one.entry.table_id for one in entries}) > 1:
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = {int(1000 * TOGETHER_LOCK_SECONDS)}")
            _verify_kept(store, connection, entries)
            answers = _refusals(connection, entries)
            held = [one for one, answer in zip(entries, answers, strict=True) if answer is None]
            _insert(connection, held, refused)
            notes = [note for one in held for note in one.notes]
            if notes and store.journal is not None:
                written = store.journal.write(connection, notes)
            crash_point("before-commit")
    except sa.exc.IntegrityError:
        raise ConflictError from None
    crash_point("after-commit")
    if store.journal is not None:
        store.journal.tell(written)
    return answers


def _verify_kept(store: Store, connection: sa.Connection, entries: Sequence[NewEntry]) -> None:
    """Refuse a database that no longer has the entries that new ones follow."""
    first = {one.entry.table_id: one.after for one in reversed(entries)}
    lost = _lost(connection, [after for after in first.values() if after is not None])
    for table_id, seq in lost.items():
        raise store.stop_writing(Refusal("behind", table=table_id, entry=seq))


def _refusals(connection: sa.Connection, entries: Sequence[NewEntry]) -> list[Refusal | None]:
    """Why each of the entries may not be committed."""
    ended = _ended(connection, {one.session for one in entries if one.session is not None})
    found: dict[str, Refusal] = {}
    answers: list[Refusal | None] = []
    for one in entries:
        table_id = one.entry.table_id
        if table_id in found:
            answers.append(Refusal("busy.unchanged"))  # decided on what was not committed
            continue
        if one.session in ended:
            found[table_id] = Refusal("log-in.over")
        answers.append(found.get(table_id))
    return answers


def _ended(connection: sa.Connection, tokens: Collection[str]) -> set[str]:
    """The sessions that are over; no other is ended before the transaction is."""
    if not tokens:
        return set()
    query = _HOLD_OPEN if connection.dialect.name == "postgresql" else _SELECT_OPEN
    return set(tokens) - set(connection.execute(query, {"tokens": sorted(tokens)}).scalars())


def _lost(connection: sa.Connection, before: Collection[Entry]) -> dict[str, int]:
    """The tables of whose log an entry that was written or read before is gone, with its number."""
    if not before:
        return {}
    if len(before) == 1:
        (only,) = before
        found = _SELECT_HASH.first(connection, {"id": only.table_id, "seq": only.seq})
        return {} if found is not None and found[0] == only.hash else {only.table_id: only.seq}
    asked = {"ids": [one.table_id for one in before], "seqs": [one.seq for one in before]}
    rows = connection.execute(_SELECT_HASHES, asked)
    kept = {(row.table_id, row.seq, row.hash) for row in rows}
    return {one.table_id: one.seq for one in before if (one.table_id, one.seq, one.hash) not in kept}


def _insert(connection: sa.Connection, entries: Sequence[NewEntry], refused: Sequence[RefusedKey]) -> None:
    """Insert entries in an order that all servers keep to, so that none waits for one that waits for it."""
    entries = sorted(entries, key=lambda one: (one.entry.table_id, one.entry.seq))
    opened = [{"table_id": one.entry.table_id, "opened_at": one.entry.at} for one in entries if one.after is None]
    _INSERT_TABLE.many(connection, opened)
    _INSERT_EVENT.many(connection, [one.row for one in entries])
    lines = [
        {"table_id": one.entry.table_id, "seq": one.entry.seq, "account": account, "amount": amount}
        for one in entries
        for account, amount in one.entry.event.postings
    ]
    _INSERT_POSTING.many(connection, lines)
    none = {"code": None, "facts": None}
    used = [
        {"table_id": one.entry.table_id, "key": one.entry.key, "seq": one.entry.seq, "asked": one.asked, **none}
        for one in entries
        if one.entry.key is not None
    ] + [one.row for one in refused]
    _INSERT_KEY.many(connection, used)
