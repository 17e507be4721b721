"""Word between servers that share a PostgreSQL database: which tables have new entries, and that sessions have ended.

It is a hint, sent after the commit and not with it: PostgreSQL lets transactions that notify commit only one after
another. Whoever hears it reads the log; whoever misses it looks at the log from time to time in any case.
"""

import secrets
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock

import sqlalchemy as sa

from rackcard.table.log.store import Entry, Store

CHANNEL = "rackcard_entries"
TABLES_MAX = 100
"""How many tables one word names: it has at most 8000 bytes."""
ENDED = ""
"""Said like the name of a table, which is never empty: sessions have ended."""
_SAY = sa.text("SELECT pg_notify(:channel, :word)")


class Notices:
    """What one server tells the others, and hears from them; on SQLite there are no others."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.server = secrets.token_hex(8)
        self._untold: set[str] = set()
        self._is_telling = False
        self._lock = Lock()
        self._thread = ThreadPoolExecutor(1, "notices")

    def tell(self, entry: Entry) -> None:
        """This server has committed an entry: the others hear of it soon, and nobody waits for that."""
        self._add(entry.table_id)

    def tell_ended(self) -> None:
        """This server has ended sessions, of which streams at the others may be."""
        self._add(ENDED)

    def _add(self, word: str) -> None:
        if not self.store.is_shared:
            return
        with self._lock:
            self._untold.add(word)
            is_first, self._is_telling = not self._is_telling, True
        if is_first:
            self._thread.submit(self._say)

    def _say(self) -> None:
        while True:
            with self._lock:
                told, self._untold = sorted(self._untold), set()
                self._is_telling = bool(told)
            if not told:
                return
            with suppress(sa.exc.SQLAlchemyError), self.store.glances.connect() as connection:
                for first in range(0, len(told), TABLES_MAX):
                    some = told[first : first + TABLES_MAX]
                    connection.execute(_SAY, {"channel": CHANNEL, "word": " ".join((self.server, *some))})

    async def heard(self) -> AsyncIterator[frozenset[str]]:
        """The tables that other servers have written to, and ``ENDED``, while the connection lasts; first none: we
        listen."""
        import psycopg

        engine = self.store.engine
        given, named = engine.dialect.create_connect_args(engine.url)
        async with await psycopg.AsyncConnection.connect(*given, **named, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            yield frozenset()
            async for notice in connection.notifies():
                server, *tables = notice.payload.split(" ")
                if server != self.server:
                    yield frozenset(tables)
