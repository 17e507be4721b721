"""Connections to PostgreSQL: nothing waits for long there, and no commit is answered before it is on the disk."""

from time import monotonic
from typing import Any

import sqlalchemy as sa

TIMEOUTS = {"lock_timeout": 5.0, "statement_timeout": 30.0, "idle_in_transaction_session_timeout": 5.0}
"""What PostgreSQL ends by itself, in seconds: the wait for a lock, a statement, and a transaction that stands still."""
IDLE_SECONDS = 1.0
"""How long a connection may have been unused before it is tried."""
DURABLE_SETTINGS = ("fsync", "full_page_writes", "synchronous_commit")
"""Settings of PostgreSQL without which an acknowledged command can be lost."""
_OFF = "SELECT name FROM pg_settings WHERE name = ANY(:names) AND reset_val = 'off' ORDER BY name"
_PIN = (
    "SELECT set_config('synchronous_commit', CASE now WHEN 'off' THEN 'on' ELSE now END, false) "
    "FROM current_setting('synchronous_commit') AS now"
)
"""What a session has set for itself does not change with the settings of the server; more than ``on`` is kept."""


def prepare(connection: Any, record: Any) -> None:
    """Nothing waits for long, for a lock, an answer or a server that stands still; and a commit is on the disk."""
    with connection.cursor() as cursor:
        for name, seconds in TIMEOUTS.items():
            cursor.execute(f"SET SESSION {name} = {int(1000 * seconds)}")
        cursor.execute(_PIN)
    connection.commit()


def note_left(connection: Any, record: Any) -> None:
    """Note when a connection was given back."""
    record.info["left"] = monotonic()


def verify_connected(dialect: sa.Dialect, connection: Any, record: Any, proxy: Any) -> None:
    """A server that came back has closed our connections: one that was not used for a while is tried first."""
    if monotonic() - record.info.get("left", monotonic()) < IDLE_SECONDS:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error:
        raise sa.exc.DisconnectionError from None  # the pool makes another


def setting_off(connection: sa.Connection) -> str | None:
    """A setting that is off for those who connect, without which an acknowledged command can be lost."""
    return connection.execute(sa.text(_OFF), {"names": list(DURABLE_SETTINGS)}).scalar()
