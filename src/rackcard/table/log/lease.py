"""The right of a server to write where several share a database: a lease, renewed by a heartbeat, with a number.

Every command is committed only while the lease of its server runs, in the same transaction. A server that stood still
for longer finds its lease over, writes nothing, takes a new one with a higher number, and goes on.
"""

import logging
import secrets
import threading

import sqlalchemy as sa

from rackcard.table.log.journal import Journal
from rackcard.table.log.postgres import DURABLE_SETTINGS
from rackcard.table.log.store import Store
from rackcard.table.state import Refusal

logger = logging.getLogger("rackcard.lease")
LEASE_SECONDS = 10.0
"""How long a server may be silent: longer than the database lets a transaction stand still."""
COUNTER = ""
"""The name under which the numbers that were given out are counted."""

_NOW = "extract(epoch FROM clock_timestamp())"
_NEXT = sa.text(
    "INSERT INTO leases (server, fence, until) VALUES (:counter, 1, 0) "
    "ON CONFLICT (server) DO UPDATE SET fence = leases.fence + 1 RETURNING fence"
)
_GONE = sa.text(f"DELETE FROM leases WHERE server <> :counter AND until <= {_NOW} RETURNING server, fence")
_TAKE = sa.text(f"INSERT INTO leases (server, fence, until) VALUES (:server, :fence, {_NOW} + :seconds)")
_RENEW = sa.text(
    f"UPDATE leases SET until = {_NOW} + :seconds WHERE server = :server AND fence = :fence AND until > {_NOW}"
)
_SETTINGS = ", ".join(f"current_setting('{name}') AS {name}" for name in DURABLE_SETTINGS)
_HOLD = sa.text(
    f"SELECT {_SETTINGS} FROM leases WHERE server = :server AND fence = :fence AND until > {_NOW} FOR KEY SHARE"
)
"""A lease that is held so cannot be ended by others before the transaction is over, and can be renewed."""


class Lease:
    """The lease of one server on a PostgreSQL database; on SQLite, where there is one server, it holds by itself."""

    def __init__(self, store: Store, journal: Journal, seconds: float = LEASE_SECONDS) -> None:
        self.store, self.journal, self.seconds = store, journal, seconds
        self.server, self.fence = secrets.token_hex(16), 0
        self.is_needed = store.is_shared
        self._over, self._lost = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Take a lease, and keep it by a heartbeat."""
        if not self.is_needed:
            return
        self.take()
        self.store.fence = self.verify
        self._thread = threading.Thread(target=self._beat, name="lease", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Give the lease back."""
        self._over.set()
        self._lost.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
            with self.store.engine.begin() as connection:
                connection.execute(sa.text("DELETE FROM leases WHERE server = :server"), {"server": self.server})

    def take(self) -> None:
        """A new lease, with a number above all before it; those of others that are over end."""
        with self.store.engine.begin() as connection:
            gone = connection.execute(_GONE, {"counter": COUNTER}).all()
            connection.execute(sa.text("DELETE FROM leases WHERE server = :server"), {"server": self.server})
            fence = connection.execute(_NEXT, {"counter": COUNTER}).scalar_one()
            connection.execute(_TAKE, {"server": self.server, "fence": fence, "seconds": self.seconds})
        self.fence = fence
        for row in gone:
            if row.server != self.server:
                self.journal.record("server-gone", "server", fence=row.fence)

    def renew(self) -> bool:
        """Renew the lease; False where it was over."""
        with self.store.engine.begin() as connection:
            given = {"server": self.server, "fence": self.fence, "seconds": self.seconds}
            if connection.execute(_RENEW, given).rowcount:
                return True
        self.take()
        self.journal.record("lease-lost", "server", seconds=round(self.seconds), fence=self.fence)
        return False

    def verify(self, connection: sa.Connection) -> None:
        """Refuse to commit a command where the lease is over, and see to a new one; or where a commit can be lost."""
        held = connection.execute(_HOLD, {"server": self.server, "fence": self.fence}).first()
        if held is None:
            self._lost.set()
            raise Refusal("busy.fenced")
        for setting, value in held._mapping.items():
            if value == "off":  # set while we run
                raise Refusal("no-database.not-durable", setting=setting)

    def _beat(self) -> None:
        while not self._over.is_set():
            self._lost.wait(self.seconds / 3)
            self._lost.clear()
            if self._over.is_set():
                return
            try:
                self.renew()
            except (sa.exc.SQLAlchemyError, Refusal):
                logger.warning("lease-not-renewed")
                self._over.wait(0.2)
