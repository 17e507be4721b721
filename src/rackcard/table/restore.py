"""Restoring a backup: only one whose every entry is in order, and only into an empty place."""

import os
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from rackcard.table.audit import Fault, audit
from rackcard.table.log.schema import codes, folds, landmarks, leases, metadata, schema, sessions, stretches
from rackcard.table.log.server_lock import ServerLock
from rackcard.table.log.store import Store, StoreError

FORGOTTEN = (sessions.name, codes.name, leases.name, stretches.name, folds.name, landmarks.name)
"""What is not restored: everyone logs in or joins again, servers take new leases, the rest follows from the log."""


class BrokenBackupError(Exception):
    """A backup with a faulty log, and its first bad entry."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(str(fault))


def restore(backup: Path, into: str, show: Callable[[int], object] | None = None) -> dict[str, int]:
    """Copy a backup into a new database; the number of entries of each table.

    ``show`` is told from time to time how many entries have been checked.
    """
    if "://" in into:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.db"
            found = _checked_copy(backup, copy, show)
            _pour(copy, into)
        return found
    target = Path(into)
    if target.exists():
        raise StoreError("target-exists", path=into)
    for left in (target.with_name(f"{target.name}{ending}") for ending in ("-journal", "-wal")):
        if left.exists() and left.stat().st_size:  # SQLite would put it into the restored file
            raise StoreError("journal-left", path=left)
    copy = target.with_name(f"{target.name}.restoring")
    if copy.exists():
        raise StoreError("restore-running", path=copy)
    lock = ServerLock(into)  # a server that starts here meanwhile waits until all of it is there
    try:
        found = _checked_copy(backup, copy, show)
        _sync(copy)
        os.link(copy, target)  # fails where a rename would overwrite what came meanwhile
        _sync(target.parent)
    except FileExistsError:
        raise StoreError("target-exists", path=into) from None
    finally:
        for left in (copy, copy.with_name(f"{copy.name}-journal")):
            left.unlink(missing_ok=True)
        lock.release() if target.exists() else lock.discard()
    return found


def _checked_copy(backup: Path, copy: Path, show: Callable[[int], object] | None = None) -> dict[str, int]:
    """A copy brought up to date and audited whole; the backup itself is only read."""
    if not backup.is_file():
        raise StoreError("no-backup", path=backup)
    if not copy.parent.is_dir():
        raise StoreError("no-folder", path=copy.parent)
    try:
        with (
            closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            known = source.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (schema.name,)).fetchone()
            if known is None:
                raise StoreError("not-a-backup", path=backup)
            source.backup(target)
            for name in FORGOTTEN:
                if target.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone():
                    target.execute(f"DELETE FROM {name}")
            target.commit()
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            raise StoreError("not-a-backup", path=backup) from None
        raise StoreError("unreadable", path=backup, error=str(error)) from None
    found: dict[str, int] = {}
    with closing(Store(str(copy))) as store:
        for table_id, seen, fault in audit(store, show):
            if fault is not None:
                raise BrokenBackupError(fault)
            found[table_id] = seen
    return found


def _pour(copy: Path, into: str) -> None:
    """Every row into an empty database of another kind, in one transaction."""
    with closing(Store(str(copy))) as source, closing(Store(into)) as target:
        _verify_empty(target)
        every = sa.MetaData()
        every.reflect(source.engine)  # accounts and any other tables beside the log
        own = set(metadata.tables)
        try:
            every.create_all(target.engine, [table for table in every.sorted_tables if table.name not in own])
            with source.engine.connect() as reading, target.engine.begin() as writing:
                for table in (table for table in every.sorted_tables if table.name != schema.name):
                    rows = reading.execution_options(yield_per=1000).execute(sa.select(table)).mappings()
                    for part in rows.partitions():
                        writing.execute(sa.insert(table), [dict(row) for row in part])
        except sa.exc.DBAPIError as error:
            reason = str(error.orig).partition("\n")[0]  # what follows it may quote the row, with what is secret in it
            raise StoreError("not-restored", error=reason) from None


def _verify_empty(target: Store) -> None:
    """Nothing may be there, in our tables or in any others: accounts are kept beside the log."""
    there = sa.MetaData()
    there.reflect(target.engine)
    with target.engine.connect() as connection:
        for table in (table for table in there.sorted_tables if table.name != schema.name):
            if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
                raise StoreError("not-empty", table=table.name)


def _sync(path: Path) -> None:
    place = os.open(path, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)
