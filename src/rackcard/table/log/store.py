"""The log: append-only, hash-chained, with double-entry postings, in SQLite or PostgreSQL.

Everything else is folded from it. An event, its postings and its idempotency key are one durable
transaction; the primary key lets only one writer append at a place, whichever server it runs on.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from rackcard.table.log import postgres, sqlite
from rackcard.table.log.codec import event_from_json, snapshot_text, table_of_snapshot
from rackcard.table.log.facts import facts_from_json
from rackcard.table.log.migrations import MigrationError, migrate
from rackcard.table.log.postgres import TIMEOUTS, note_left, setting_off, verify_connected
from rackcard.table.log.prepared import Prepared
from rackcard.table.log.schema import (
    SCHEMA_VERSION,
    events,
    folds,
    keys,
    landmarks,
    leases,
    metadata,
    postings,
    schema,
    snapshots,
    stretches,
    tables,
)
from rackcard.table.log.sqlite import WriteAheadLogError, has_two_names, is_write_ahead, sqlite_file
from rackcard.table.state import Refusal, Table, TableEvent
from rackcard.wording.storage import storage

if TYPE_CHECKING:
    from rackcard.table.log.journal import Journal

READABLE_VERSION = 2
"""The oldest schema whose log can be looked into as it is."""
START = "0" * 64
"""The hash before the first entry."""
PAGE_ROWS = 1000
"""Rows read at a time: no reader, however slow, holds a lock that a writer waits for."""
BUSY_STATES = ("40001", "40P01", "55P03", "25P03")
"""How PostgreSQL says that a transaction was in the way of others: serialization, deadlock, lock, idle."""
WRITING = ("INSERT", "UPDATE", "DELETE")
"""How a statement begins that changes the database."""

_SELECT_KEY = Prepared(
    sa.select(keys.c.key).where(keys.c.table_id == sa.bindparam("id"), keys.c.key == sa.bindparam("key"))
)
_SELECT_USED = sa.select(keys.c.table_id, keys.c.key).where(
    keys.c.table_id.in_(sa.bindparam("ids", expanding=True)), keys.c.key.in_(sa.bindparam("used", expanding=True))
)
"""More than is asked for: of pairs SQLite would follow the first half only, through all keys of a table."""
_NEWEST = sa.select(sa.func.max(events.c.seq)).where(events.c.table_id == tables.c.table_id).scalar_subquery()
_SELECT_HEAD = Prepared(sa.select(_NEWEST).where(tables.c.table_id == sa.bindparam("id")))
_SELECT_HEADS = sa.select(
    tables.c.table_id,
    _NEWEST,
).where(tables.c.table_id.in_(sa.bindparam("ids", expanding=True)))


SCHEMA_LOCK = 7_241_536
"""The number of the lock under which PostgreSQL's tables are made and migrated."""


class StoreError(Exception):
    """A database that cannot be used: a code, and the facts that its sentence needs."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code, self.facts = code, facts
        super().__init__(code)

    def __str__(self) -> str:
        return storage(self.code, self.facts)


@dataclass(frozen=True)
class Entry:
    """One entry of the log as it is stored."""

    table_id: str
    seq: int
    at: str
    by: str
    key: str | None
    event: TableEvent
    hash: str


@dataclass(frozen=True)
class Known:
    """What a key was used for: the entry or the refusal that it led to, and the digest of the request."""

    answer: Entry | Refusal
    asked: str | None
    """None for a key from before this was kept."""


def without_password(url: str) -> str:
    """The address of a database as it may be shown.

    >>> without_password("postgresql://house:secret@db/tables")
    'postgresql://house:***@db/tables'
    """
    return re.sub(r"(?<=://)([^:/@]*):.*(?=@)", r"\1:***", url)


def _with_driver(url: str) -> str:
    """The address of a PostgreSQL database with the driver that reads it, where it names none."""
    return re.sub(r"^postgres(ql)?(?=://)", "postgresql+psycopg", url)


class Store:
    """A database of table logs; one that is only read is left as it is, to the last byte."""

    def __init__(self, url: str, *, is_read_only: bool = False) -> None:
        if url in ("", ":memory:", "sqlite://", "sqlite:///:memory:"):
            raise StoreError("in-memory")
        if "://" not in url and Path(url).is_dir():
            raise StoreError("folder", url=url)
        self.url = without_password(url)
        self.fence: Callable[[sa.Connection], None] | None = None
        """Refuses to commit what would not be safe: for a server whose lease is over, or in another journal mode."""
        self.journal: Journal | None = None
        """The journal of the house, where one is kept: what it notes of a command is committed with the command."""
        self.behind: Refusal | None = None
        """Why nothing more is written: the database has gone back behind what this server has written."""
        try:
            place = sa.engine.make_url(_with_driver(url)) if "://" in url else sa.URL.create("sqlite", database=url)
            if is_read_only and place.get_backend_name() == "sqlite":
                place = _verified_file(place.database or "")
            # Whatever goes wrong is reported without the values: passwords' hashes are among them.
            self.engine = sa.create_engine(place, hide_parameters=True)
        except (sa.exc.ArgumentError, sa.exc.NoSuchModuleError, ImportError) as error:
            raise StoreError("not-a-database", url=self.url, error=str(error)) from None
        if is_read_only:
            sa.event.listen(self.engine, "connect", _only_reading)
        elif self.engine.dialect.name == "sqlite":
            if has_two_names(self.engine.url):
                raise StoreError("two-names", path=sqlite_file(self.engine.url))
            sa.event.listen(self.engine, "connect", sqlite.prepare)
            self.fence = self._verify_rollback_journal
        else:
            sa.event.listen(self.engine, "connect", postgres.prepare)
        if self.is_shared:
            sa.event.listen(self.engine, "checkin", note_left)
            sa.event.listen(self.engine, "checkout", partial(verify_connected, self.engine.dialect))
        self.glances = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.is_shared else self.engine
        """For single questions, which need no transaction."""
        try:
            self._verify_readable() if is_read_only else self._prepare()
        except sa.exc.DBAPIError as error:
            self.close()
            raise _unusable(self.url, error) from None
        except BaseException:
            self.close()
            raise

    def _verify_readable(self) -> None:
        """Refuse to look into a database that is not ours, or is too old or too new to be read as it is."""
        if not sa.inspect(self.engine).has_table(schema.name):
            raise StoreError("not-ours", url=self.url)
        with self.engine.connect() as connection:
            version = connection.execute(sa.select(sa.func.max(schema.c.version))).scalar()
        if version is None:
            raise StoreError("not-initialized", url=self.url)
        self._verify_not_newer(version)
        if version < READABLE_VERSION:
            raise StoreError("older", url=self.url, version=version)

    def _verify_not_newer(self, version: int) -> None:
        if version > SCHEMA_VERSION:
            raise StoreError("newer", url=self.url, version=version)

    def _prepare(self) -> None:
        """Make the tables of a new database; refuse one that is not ours, or is newer than we are."""
        self._verify_durable()
        if self._version() == SCHEMA_VERSION:
            return
        with self.engine.begin() as connection:  # of several servers that start at once, one has the lock
            if connection.dialect.name == "postgresql":
                for name in TIMEOUTS:  # a migration takes as long as it takes, and so does waiting for one
                    connection.exec_driver_sql(f"SET LOCAL {name} = 0")
            connection.exec_driver_sql(self._lock)
            found = set(sa.inspect(connection).get_table_names())
            if schema.name not in found:
                if found & {table.name for table in metadata.sorted_tables}:
                    raise StoreError("shared", url=self.url)
                metadata.create_all(connection)
            version = connection.execute(sa.select(sa.func.max(schema.c.version))).scalar()
            if version is None:
                connection.execute(sa.insert(schema).values(version=SCHEMA_VERSION))
                return
            self._verify_not_newer(version)
            self._verify_unserved(connection, found)
            try:
                migrate(connection, version, SCHEMA_VERSION)
            except MigrationError:
                raise StoreError("too-old", url=self.url) from None
            crash_point("migrated")

    def _verify_unserved(self, connection: sa.Connection, found: set[str]) -> None:
        """The tables are not changed under a server that uses them."""
        if connection.dialect.name != "postgresql" or leases.name not in found:
            return
        now = sa.text(
            "SELECT count(*) FROM leases WHERE server <> '' AND until > extract(epoch FROM clock_timestamp())"
        )
        if connection.execute(now).scalar():
            raise StoreError("served", path=self.url)

    def is_current(self) -> bool:
        """Whether the database answers, with the tables of this version."""
        return self._version() == SCHEMA_VERSION

    def _version(self) -> int | None:
        """The version of the tables; None where there are none, or they are just being made."""
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table(schema.name):
                return None
            return connection.execute(sa.select(sa.func.max(schema.c.version))).scalar()

    def _verify_durable(self) -> None:
        """PostgreSQL must not acknowledge what a loss of power would take back."""
        if self.engine.dialect.name != "postgresql":
            return
        with self.engine.connect() as connection:
            setting = setting_off(connection)
        if setting is not None:
            raise StoreError("not-durable", url=self.url, setting=setting)

    @property
    def _lock(self) -> str:
        """What keeps other servers from changing the tables until the transaction is over."""
        sqlite = self.engine.dialect.name == "sqlite"
        return "BEGIN IMMEDIATE" if sqlite else f"SELECT pg_advisory_xact_lock({SCHEMA_LOCK})"

    @property
    def is_shared(self) -> bool:
        """Whether other servers may write here too."""
        return self.engine.dialect.name == "postgresql"

    def close(self) -> None:
        self.engine.dispose()

    # ---- writing
    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """One transaction; where others keep the database from us too long, nothing is written and that is said."""
        try:
            with self.engine.begin() as connection:
                yield connection
                if self.fence is not None:  # last: whoever has lost the right to write writes nothing
                    self.fence(connection)
        except (sa.exc.OperationalError, sa.exc.InternalError) as error:
            if trouble_of(error) == "moved":
                raise self.stop_writing(Refusal("behind.moved")) from None
            if not is_busy(error):
                raise
            raise Refusal("busy.unchanged") from None

    def _verify_rollback_journal(self, connection: sa.Connection) -> None:
        """Refuse to write into a file that another program has switched to a write-ahead log; switch it back."""
        if sqlite.run(connection, "PRAGMA journal_mode").fetchone() == ("wal",):
            connection.invalidate()
            self.engine.dispose()  # the next connection does so, as soon as nobody else has the file
            raise Refusal("no-database.write-ahead-log")

    def stop_writing(self, why: Refusal) -> Refusal:
        """Write nothing more: the database has lost what was acknowledged; a restart goes on from what is left."""
        if self.behind is None:
            self.behind = why
            sa.event.listen(self.engine, "before_cursor_execute", self._refuse_writing)
        return why

    def _refuse_writing(self, connection: sa.Connection, cursor: Any, statement: str, *given: Any) -> None:
        if statement.startswith(WRITING):
            self.verify_not_behind()

    def verify_not_behind(self) -> None:
        """Refuse whatever needs a database that has kept what this server has written."""
        if self.behind is not None:
            raise Refusal(self.behind.key, **self.behind.facts)

    def snapshot(self, entry: Entry, table: Table) -> None:
        """Keep a table as it is after an entry, so that opening it needs no long replay."""
        text = snapshot_text(table)
        with self.engine.begin() as connection:
            connection.execute(sa.delete(snapshots).where(snapshots.c.table_id == entry.table_id))
            values = {"table_id": entry.table_id, "seq": entry.seq, "table": text, "hash": entry.hash}
            connection.execute(sa.insert(snapshots).values(**values))

    # ---- reading
    def table_ids(self) -> list[str]:
        """Every table that anything is kept of, opened or not: what an audit must look at."""
        parts = (
            tables,
            events,
            postings,
            keys,
            snapshots,
            *((stretches, folds, landmarks) if self.keeps_stretches else ()),
        )
        every = sa.union(*(sa.select(part.c.table_id) for part in parts))
        with self.engine.connect() as connection:
            return sorted(connection.execute(every).scalars())

    def listed_ids(self) -> list[str]:
        """The tables that were opened, the newest last."""
        with self.engine.connect() as connection:
            query = sa.select(tables.c.table_id).order_by(tables.c.opened_at, tables.c.table_id)
            return list(connection.execute(query).scalars())

    def heads(self) -> list[tuple[str, int]]:
        """The tables that were opened, the newest last, each with the number of its newest entry."""
        query = sa.select(tables.c.table_id, _NEWEST).order_by(tables.c.opened_at, tables.c.table_id)
        with self.engine.connect() as connection:
            return [(table_id, seq or 0) for table_id, seq in connection.execute(query)]

    def opened_at(self, table_id: str) -> str | None:
        """When a table was opened, as the list of tables has it; None where it is not listed."""
        query = sa.select(tables.c.opened_at).where(tables.c.table_id == table_id)
        with self.engine.connect() as connection:
            return connection.execute(query).scalar()

    def newest(self, table_id: str) -> int:
        """The number of the newest entry, 0 if there is none."""
        query = sa.select(sa.func.max(events.c.seq)).where(events.c.table_id == table_id)
        with self.engine.connect() as connection:
            return connection.execute(query).scalar() or 0

    def heads_of(self, table_ids: Collection[str]) -> dict[str, int]:
        """The number of the newest entry of each of several tables that were opened."""
        if not table_ids:
            return {}
        with self.glances.connect() as connection:
            if len(table_ids) == 1:
                (table_id,) = table_ids
                row = _SELECT_HEAD.first(connection, {"id": table_id})
                return {} if row is None else {table_id: row[0] or 0}
            rows = connection.execute(_SELECT_HEADS, {"ids": list(table_ids)}).all()
        return {table_id: seq or 0 for table_id, seq in rows}

    def used_keys(self, pairs: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
        """Which keys of tables were used."""
        if not pairs:
            return set()
        table_ids, used = zip(*pairs, strict=True)
        with self.glances.connect() as connection:
            if len(pairs) == 1:
                return set(pairs) if _SELECT_KEY.first(connection, {"id": table_ids[0], "key": used[0]}) else set()
            rows = connection.execute(_SELECT_USED, {"ids": table_ids, "used": used})
            return {(row.table_id, row.key) for row in rows}.intersection(pairs)

    @cached_property
    def keeps_stretches(self) -> bool:
        """Whether the database has tables for stretches; one of an earlier version that is only read has none."""
        return sa.inspect(self.engine).has_table(stretches.name)

    def rows(self, table_id: str, after: int | None = 0, until: int | None = None) -> Iterator[Any]:
        """Entries as they are stored, in order."""
        query = sa.select(events).where(events.c.table_id == table_id)
        if until is not None:
            query = query.where(events.c.seq <= until)
        return self.pages(query, events.c.seq, after=after)

    def pages(self, query: sa.Select[Any], *place: sa.Column[Any], after: int | None = None) -> Iterator[Any]:
        """Rows in the order of their place, a page at a time: no transaction is open while a slow reader works.

        A page has one condition on where it begins: of two, a database may follow the one that leads to the beginning.
        """
        query = query.order_by(*place).limit(PAGE_ROWS)
        wanted = query if after is None else query.where(place[0] > after)
        while True:
            with self.engine.connect() as connection:
                found = connection.execute(wanted).all()
            yield from found
            if len(found) < PAGE_ROWS:
                return
            last = found[-1]
            wanted = query.where(sa.tuple_(*place) > sa.tuple_(*(getattr(last, one.name) for one in place)))

    def entries(self, table_id: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        for row in self.rows(table_id, after, until):
            yield read_entry(row)

    def entry(self, table_id: str, seq: int) -> Entry:
        """One entry; an error where the log does not have it."""
        (found,) = self.entries(table_id, seq - 1, seq)
        return found

    def entries_of(
        self, table_id: str, kinds: Collection[str], after: int = 0, until: int | None = None
    ) -> list[Entry]:  # fmt: skip
        """The entries of some kinds after one, found by going through them."""
        query = sa.select(events).where(events.c.table_id == table_id)
        if until is not None:
            query = query.where(events.c.seq <= until)
        query = query.where(sa.or_(*(events.c.entry.like(f'%"kind":"{kind}"%') for kind in kinds)))
        found = map(read_entry, self.pages(query, events.c.seq, after=after))
        return [entry for entry in found if entry.event.kind in kinds]  # a name may read like a kind

    def by_key(self, table_id: str, key: str) -> Known | None:
        """What a key was used for, if it was used."""
        query = sa.select(keys).where(keys.c.table_id == table_id, keys.c.key == key)
        with self.engine.connect() as connection:
            row = connection.execute(query).first()
            if row is None:
                return None
            if row.seq is None:
                return Known(_refusal(row), row.asked)
            found = connection.execute(
                sa.select(events).where(events.c.table_id == table_id, events.c.seq == row.seq)
            ).first()
        return None if found is None else Known(read_entry(found), row.asked)

    def keys_of(self, table_id: str, wanted: Collection[str]) -> dict[str, int]:
        """The entries that some keys lead to."""
        query = sa.select(keys.c.key, keys.c.seq).where(keys.c.table_id == table_id, keys.c.seq.is_not(None))
        with self.engine.connect() as connection:
            found = connection.execute(query.where(keys.c.key.in_(wanted))).all()
        return {row.key: row.seq for row in found}

    def stray_key(self, table_id: str, until: int, known: int) -> tuple[str, int] | None:
        """A key that leads to an entry which does not have it, where more lead to entries up to one than are known."""
        mine = (keys.c.table_id == table_id) & keys.c.seq.is_not(None)
        if self._scalar(sa.select(sa.func.count()).select_from(keys).where(mine, keys.c.seq <= until)) == known:
            mine &= keys.c.seq > until
        theirs = (events.c.table_id == keys.c.table_id) & (events.c.seq == keys.c.seq) & (events.c.key == keys.c.key)
        query = sa.select(keys.c.key, keys.c.seq).where(mine, ~sa.exists().where(theirs)).order_by(keys.c.seq).limit(1)
        with self.engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else (row.key, row.seq)

    def newest_snapshot(self, table_id: str) -> tuple[int, str, Table] | None:
        """The newest snapshot; one that this version cannot read is as good as none."""
        query = sa.select(snapshots).where(snapshots.c.table_id == table_id).order_by(snapshots.c.seq.desc())
        with self.engine.connect() as connection:
            row = connection.execute(query).first()
        if row is None:
            return None
        try:
            table = table_of_snapshot(row.table)
        except (ValueError, TypeError, KeyError, AttributeError):
            return None
        return None if table is None else (row.seq, row.hash, table)

    def stray_posting(self, table_id: str, until: int) -> int | None:
        """The first entry that has postings and does not exist; those up to one do."""
        mine = (postings.c.table_id == table_id) & ((postings.c.seq < 1) | (postings.c.seq > until))
        theirs = (events.c.table_id == postings.c.table_id) & (events.c.seq == postings.c.seq) & (events.c.seq > 0)
        found: int | None = self._scalar(sa.select(sa.func.min(postings.c.seq)).where(mine, ~sa.exists().where(theirs)))
        return found

    def _scalar(self, query: sa.Select[Any]) -> Any:
        with self.engine.connect() as connection:
            return connection.execute(query).scalar()

    def postings_of(
        self, table_id: str, first: int | None = None, last: int | None = None
    ) -> dict[int, dict[str, int]]:
        """The postings of entries, all of them or from one to another."""
        found: dict[int, dict[str, int]] = {}
        query = sa.select(postings).where(postings.c.table_id == table_id)
        if first is not None and last is not None:
            query = query.where(postings.c.seq.between(first, last))
        for row in self.pages(query, postings.c.seq, postings.c.account):
            found.setdefault(row.seq, {})[row.account] = row.amount
        return found

    def backup(self, path: Path) -> None:
        """Copy a SQLite database to a file while it is in use."""
        if self.engine.dialect.name != "sqlite":
            raise StoreError("other-backup")
        if path.exists():
            raise StoreError("file-exists", path=path)
        try:
            with self.engine.connect() as connection, closing(sqlite3.connect(path)) as target:
                source: Any = connection.connection.driver_connection
                source.backup(target)
        except sqlite3.Error as error:
            raise StoreError("unwritable", path=path, error=str(error)) from None


RENAMED = {f"behind.{one}": f"behind-bet.{one}" for one in ("none", "no-point", "other", "several")}
"""Refusals of commands that were stored under another name."""


def _refusal(row: Any) -> Refusal:
    """The refusal of a key: its facts, or the sentence that an earlier version stored."""
    key = RENAMED.get(str(row.code), str(row.code))
    if row.facts is None:
        return Refusal(key, str(row.sentence))
    return Refusal(key, **facts_from_json(row.facts))


def read_entry(row: Any) -> Entry:
    """An entry from its row."""
    return Entry(row.table_id, row.seq, row.at, row.by, row.key, event_from_json(json.loads(row.entry)), row.hash)


def trouble_of(error: sa.exc.DBAPIError) -> str:
    """What keeps the database from following: a full or read-only disk, files or connections that ran out, or it."""
    code, state = getattr(error.orig, "sqlite_errorcode", None), getattr(error.orig, "sqlstate", None) or ""
    if isinstance(error.orig, WriteAheadLogError):
        return "write-ahead-log"
    if code == sqlite3.SQLITE_READONLY_DBMOVED:
        return "moved"
    known = {
        sqlite3.SQLITE_FULL: "full", sqlite3.SQLITE_READONLY: "read-only", sqlite3.SQLITE_CANTOPEN: "files",
        "53100": "full", "25006": "read-only", "53300": "connections",
    }  # fmt: skip
    return known.get(state if code is None else code & 0xFF, "")


def is_busy(error: sa.exc.DBAPIError) -> bool:
    """Whether a transaction failed only because others were in its way: it was rolled back, and may be tried again."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return getattr(error.orig, "sqlstate", None) in BUSY_STATES


def _unusable(url: str, error: sa.exc.DBAPIError) -> StoreError:
    """Why a database cannot be opened."""
    if isinstance(error.orig, WriteAheadLogError):
        return StoreError("write-ahead-log.open")
    match getattr(error.orig, "sqlite_errorcode", None):
        case sqlite3.SQLITE_READONLY_ROLLBACK:
            return StoreError("interrupted-write", url=url)
        case sqlite3.SQLITE_NOTADB:
            return StoreError("not-ours", url=url)
        case _:
            return StoreError("unusable", url=url, error=str(error.orig))


def _verified_file(path: str) -> sa.URL:
    """A SQLite file opened only for reading; one that reading would change is refused."""
    try:
        with Path(path).open("rb") as file:
            head = file.read(1)
    except OSError as error:
        raise StoreError("unreadable", path=path, error=(error.strerror or str(error)).lower()) from None
    if not head:
        raise StoreError("empty", path=path)
    if is_write_ahead(Path(path)):
        raise StoreError("write-ahead-log", path=path)
    query = {"mode": "ro", "uri": "true"}
    return sa.URL.create("sqlite", database=Path(path).absolute().as_uri(), query=query)


def _only_reading(connection: Any, record: Any) -> None:
    cursor = connection.cursor()
    if isinstance(connection, sqlite3.Connection):
        cursor.execute(f"PRAGMA busy_timeout={1000 * sqlite.BUSY_SECONDS}")
    else:
        cursor.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
        connection.commit()
    cursor.close()


def crash_point(name: str) -> None:
    """A named place at which a test may kill the process, to see that nothing is lost."""
    if _crash is not None:
        _crash(name)


_crash: Callable[[str], None] | None = None
"""What a test does at a crash point."""
