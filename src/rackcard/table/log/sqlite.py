"""Connections to SQLite: a rollback journal and full synchronization, and one name for each file."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa

BUSY_SECONDS = 10
"""How long a writer waits for others on SQLite before it is refused."""


class WriteAheadLogError(sqlite3.OperationalError):
    """A file that another program holds in another journal mode than ours."""


def prepare(connection: Any, record: Any) -> None:
    """Full durability, and a rollback journal: this SQLite may have the bug that resets a write-ahead log."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={1000 * BUSY_SECONDS}")
    trouble: sqlite3.Error = WriteAheadLogError()
    try:
        is_ours = cursor.execute("PRAGMA journal_mode=TRUNCATE").fetchone()[0].lower() == "truncate"
    except sqlite3.OperationalError as error:
        is_ours = False
        if not is_write_ahead(Path(cursor.execute("PRAGMA database_list").fetchone()[2])):
            trouble = error
    if not is_ours:
        cursor.close()
        connection.close()
        raise sa.exc.OperationalError("PRAGMA journal_mode", {}, trouble)
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def run(connection: sa.Connection, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
    """Run a statement by the driver alone, for what every command needs; it fails as any other does."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    try:
        return driver.execute(statement, values)
    except sqlite3.Error as error:
        raise sa.exc.DBAPIError.instance(statement, None, error, sqlite3.Error, hide_parameters=True) from error


def is_write_ahead(path: Path) -> bool:
    """Whether the head of a file says that it has a write-ahead log."""
    with path.open("rb") as file:
        head = file.read(20)
    return head[:16] == b"SQLite format 3\0" and 2 in head[18:20]


def sqlite_file(place: sa.URL) -> Path:
    """The file of a SQLite database, which may be given as a URI."""
    path = place.database or ""
    return Path(unquote(urlsplit(path).path) if "uri" in place.query else path)


def has_two_names(place: sa.URL) -> bool:
    """Whether a file is to be had by two names: SQLite finds the journal of an interrupted write by the name."""
    path = sqlite_file(place)
    return path.exists() and path.stat().st_nlink > 1
