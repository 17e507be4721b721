"""The tables of a database: the log and, beside it, the accounts; one version for all of them."""

import sqlalchemy as sa

SCHEMA_VERSION = 7
"""Raised with every change of the tables below; migrations.py leads there from the version before."""

metadata = sa.MetaData()
schema = sa.Table("rackcard_schema", metadata, sa.Column("version", sa.Integer, primary_key=True))
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("opened_at", sa.String(40), nullable=False),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("by", sa.String(80), nullable=False),
    sa.Column("key", sa.String(200)),
    sa.Column("entry", sa.Text, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sqlite_with_rowid=False,
)
keys = sa.Table(
    "keys",
    metadata,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("key", sa.String(200), primary_key=True),
    sa.Column("seq", sa.Integer),
    sa.Column("code", sa.String(60)),
    sa.Column("sentence", sa.Text),
    sa.Column("asked", sa.String(64)),
    sa.Column("facts", sa.Text),
    sqlite_with_rowid=False,
)
"""What each idempotency key led to, an entry or a refusal; and a digest of the command and who gave it.

A refusal is stored as its code and facts; before version 4 as its sentence.
"""
postings = sa.Table(
    "postings",
    metadata,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("account", sa.String(80), primary_key=True),
    sa.Column("amount", sa.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("table", sa.Text, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
)
stretches = sa.Table(
    "stretches",
    metadata,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("last", sa.Integer, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("outcomes", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("cards_at", sa.Integer, nullable=False),
    sa.Column("cards", sa.Text),
    sa.Column("rounds", sa.Text, nullable=False),
    sa.Index("stretches_by_round", "table_id", "round"),
)
"""A log in stretches of some hundred entries, each with the table at its end and what its rounds settled.

All of it follows from the log, is made again from it where it is missing, and is compared with it by the audit. The
cards are in the row that ``cards_at`` names, since they hardly ever change.
"""
folds = sa.Table(
    "folds",
    metadata,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("since", sa.String(40), nullable=False),
    sa.Column("until", sa.String(40), nullable=False),
    sa.Column("fold", sa.Text, nullable=False),
)
"""The meters of each stretch (level 0), and of every so many folds of the level below, with the times they span."""
landmarks = sa.Table(
    "landmarks",
    metadata,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(40), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.String(40), nullable=False),
    sqlite_with_rowid=False,
)
"""Where the entries are that are looked for by a number: changes of a round, ends of shifts, house rules, visits."""
journal = sa.Table(
    "journal",
    metadata,
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("who", sa.String(80), nullable=False),
    sa.Column("facts", sa.Text, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
)
"""What happened in the house besides its tables: log-ins, refusals, changes of accounts, starts."""

leases = sa.Table(
    "leases",
    metadata,
    sa.Column("server", sa.String(40), primary_key=True),
    sa.Column("fence", sa.BigInteger, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
"""The servers that may write now, where several share a database; one without a name counts the numbers given out."""

# ---- accounts

JOINED = "joined by code"
"""In place of a password's hash, and the hash of no password: such an account is entered by its code only."""

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("name", sa.String(60), primary_key=True),
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("password", sa.String(300), nullable=False),
    sa.Column("table_id", sa.String(64)),
    sa.Column("seat", sa.Integer),
)
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("csrf", sa.String(64), nullable=False),
    sa.Column("started", sa.Float, nullable=False),
    sa.Column("used", sa.Float, nullable=False),
)
codes = sa.Table(
    "seat_codes",
    metadata,
    sa.Column("code", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(64), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("visit", sa.Integer, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
visits = sa.Table(
    "seat_visits",
    metadata,
    sa.Column("name", sa.String(60), primary_key=True),
    sa.Column("visit", sa.Integer, nullable=False),
)
"""Accounts that were joined by code belong to one stay of one player: they end when the player leaves."""
