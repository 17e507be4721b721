"""One server for each SQLite file: a second one would pause the tables that the first is dealing.

It is taken before the database is opened, so that no newer version migrates a file that another process serves. It goes
by the file that links lead to; one with two names of its own is not opened at all.
"""

import sqlite3
from pathlib import Path

import sqlalchemy as sa

from rackcard.table.log.sqlite import sqlite_file
from rackcard.table.log.store import StoreError

ENDING = "-server"
"""What is added to the name of a database for the file that says it is being served."""


def file_of(url: str) -> Path | None:
    """The file of a SQLite database; None for a database on a server."""
    if "://" not in url:
        return Path(url)
    try:
        place = sa.engine.make_url(url)
    except sa.exc.ArgumentError:
        return None
    return sqlite_file(place) if place.get_backend_name() == "sqlite" and place.database else None


class ServerLock:
    """Held while a server runs; the system lets it go when the process ends, however it ends."""

    def __init__(self, url: str) -> None:
        self._connection: sqlite3.Connection | None = None
        self._path: Path | None = None
        file = file_of(url)
        if file is None or file.is_dir() or not file.resolve().parent.is_dir():
            return  # opening it says what is wrong
        real = file.resolve()
        self._path = real.with_name(f"{real.name}{ENDING}")
        self._connection = sqlite3.connect(self._path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise StoreError("served", path=file) from None
            raise StoreError("unusable", url=url, error=str(error)) from None

    def discard(self) -> None:
        """Let go of a file that was never made, and leave nothing behind."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)
        self.release()

    def release(self) -> None:
        """Let another server have the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
