"""One server for each SQLite file: a second one would pause the tables that the first is dealing."""

import sqlite3

from rackcard.table.log.store import Store, StoreError

ENDING = "-server"
"""What is added to the name of a database for the file that says it is being served."""


class ServerLock:
    """Held while a server runs; the system lets it go when the process ends, however it ends."""

    def __init__(self, store: Store) -> None:
        self._connection: sqlite3.Connection | None = None
        if store.engine.dialect.name != "sqlite":
            return
        path = f"{store.engine.url.database}{ENDING}"
        self._connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            self._connection.close()
            raise StoreError("served", path=store.engine.url.database) from None

    def release(self) -> None:
        """Let another server have the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
