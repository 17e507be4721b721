"""How databases of earlier versions are brought up to date: in order, in one transaction, the log untouched.

Each migration speaks of the tables as they were then, in plain SQL; an entry's text and hash are never rewritten.
"""

from collections.abc import Callable

import sqlalchemy as sa


class MigrationError(Exception):
    """A database whose log is from before the first release; nothing since can read it."""


def _one_table_of_keys(connection: sa.Connection) -> None:
    """Keys of refusals had their own table; one key could be in both."""
    looked = sa.inspect(connection)
    if not looked.has_table("keys"):
        raise MigrationError
    if looked.has_table("refusals"):
        for statement in (
            "ALTER TABLE keys RENAME TO keys_before",
            'CREATE TABLE keys (table_id VARCHAR(64) NOT NULL, "key" VARCHAR(200) NOT NULL, seq INTEGER, '
            'code VARCHAR(60), sentence TEXT, PRIMARY KEY (table_id, "key"))',
            'INSERT INTO keys (table_id, "key", seq) SELECT table_id, "key", seq FROM keys_before',
            'INSERT INTO keys (table_id, "key", code, sentence) SELECT table_id, "key", code, sentence FROM refusals '
            "WHERE NOT EXISTS (SELECT 1 FROM keys_before WHERE keys_before.table_id = refusals.table_id "
            'AND keys_before."key" = refusals."key")',
            "DROP TABLE keys_before",
            "DROP TABLE refusals",
        ):
            connection.execute(sa.text(statement))
    connection.execute(sa.text("DELETE FROM snapshots"))  # they are made again, in the form of today


def _keys_know_what_was_asked(connection: sa.Connection) -> None:
    """A key did not say which command it was for, nor whose: those from before answer any sender."""
    connection.execute(sa.text("ALTER TABLE keys ADD COLUMN asked VARCHAR(64)"))
    connection.execute(sa.text("DELETE FROM snapshots"))


def _facts_and_accounts(connection: sa.Connection) -> None:
    """Refusals were kept as sentences, and the accounts had no version: each server made them."""
    connection.execute(sa.text("ALTER TABLE keys ADD COLUMN facts TEXT"))
    for statement in (
        "accounts (name VARCHAR(60) NOT NULL, role VARCHAR(20) NOT NULL, password VARCHAR(300) NOT NULL, "
        "table_id VARCHAR(64), seat INTEGER, PRIMARY KEY (name))",
        "sessions (token VARCHAR(64) NOT NULL, name VARCHAR(60) NOT NULL, csrf VARCHAR(64) NOT NULL, "
        "started FLOAT NOT NULL, used FLOAT NOT NULL, PRIMARY KEY (token))",
        "seat_codes (code VARCHAR(64) NOT NULL, table_id VARCHAR(64) NOT NULL, seat INTEGER NOT NULL, "
        "visit INTEGER NOT NULL, until FLOAT NOT NULL, PRIMARY KEY (code))",
        "seat_visits (name VARCHAR(60) NOT NULL, visit INTEGER NOT NULL, PRIMARY KEY (name))",
    ):
        connection.execute(sa.text(f"CREATE TABLE IF NOT EXISTS {statement}"))
    connection.execute(sa.text("DELETE FROM snapshots"))


def _journal(connection: sa.Connection) -> None:
    """There was no journal."""
    connection.execute(
        sa.text(
            "CREATE TABLE journal (seq INTEGER NOT NULL, at VARCHAR(40) NOT NULL, kind VARCHAR(40) NOT NULL, "
            "who VARCHAR(80) NOT NULL, facts TEXT NOT NULL, hash VARCHAR(64) NOT NULL, PRIMARY KEY (seq))"
        )
    )


def _leases(connection: sa.Connection) -> None:
    """Servers did not know of one another."""
    connection.execute(
        sa.text(
            "CREATE TABLE leases (server VARCHAR(40) NOT NULL, fence BIGINT NOT NULL, until FLOAT NOT NULL, "
            "PRIMARY KEY (server))"
        )
    )


def _stretches(connection: sa.Connection) -> None:
    """Every look into the past went through the whole log; the tables are filled from it while the server runs."""
    for statement in (
        "TABLE stretches (table_id VARCHAR(64) NOT NULL, number INTEGER NOT NULL, first INTEGER NOT NULL, "
        "last INTEGER NOT NULL, hash VARCHAR(64) NOT NULL, round INTEGER NOT NULL, outcomes INTEGER NOT NULL, "
        "state TEXT NOT NULL, cards_at INTEGER NOT NULL, cards TEXT, rounds TEXT NOT NULL, "
        "PRIMARY KEY (table_id, number))",
        "INDEX stretches_by_round ON stretches (table_id, round)",
        "TABLE folds (table_id VARCHAR(64) NOT NULL, level INTEGER NOT NULL, number INTEGER NOT NULL, "
        "since VARCHAR(40) NOT NULL, until VARCHAR(40) NOT NULL, fold TEXT NOT NULL, "
        "PRIMARY KEY (table_id, level, number))",
        "TABLE landmarks (table_id VARCHAR(64) NOT NULL, kind VARCHAR(40) NOT NULL, number INTEGER NOT NULL, "
        "seq INTEGER NOT NULL, at VARCHAR(40) NOT NULL, PRIMARY KEY (table_id, kind, number, seq))",
    ):
        connection.execute(sa.text(f"CREATE {statement}"))


MIGRATIONS: dict[int, Callable[[sa.Connection], None]] = {
    2: _one_table_of_keys,
    3: _keys_know_what_was_asked,
    4: _facts_and_accounts,
    5: _journal,
    6: _leases,
    7: _stretches,
}
"""What leads to each version of the schema from the one before it."""


def migrate(connection: sa.Connection, version: int, newest: int) -> None:
    """Bring a database from its version to the newest."""
    for number in range(version + 1, newest + 1):
        MIGRATIONS[number](connection)
        connection.execute(sa.text("INSERT INTO rackcard_schema (version) VALUES (:version)"), {"version": number})
