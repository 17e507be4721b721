"""Databases as earlier versions left them."""

import json
from pathlib import Path
from typing import Any

import sqlalchemy as sa

GOLDEN = Path(__file__).parents[1] / "golden_databases"
FIRST = {
    "rackcard_schema": "CREATE TABLE rackcard_schema (version INTEGER NOT NULL PRIMARY KEY)",
    "tables": "CREATE TABLE tables (table_id VARCHAR(64) NOT NULL PRIMARY KEY, opened_at VARCHAR(40) NOT NULL)",
    "events": "CREATE TABLE events (table_id VARCHAR(64) NOT NULL, seq INTEGER NOT NULL, at VARCHAR(40) NOT NULL, "
    '"by" VARCHAR(80) NOT NULL, "key" VARCHAR(200), entry TEXT NOT NULL, hash VARCHAR(64) NOT NULL, '
    "PRIMARY KEY (table_id, seq))",
    "keys": 'CREATE TABLE keys (table_id VARCHAR(64) NOT NULL, "key" VARCHAR(200) NOT NULL, seq INTEGER NOT NULL, '
    'PRIMARY KEY (table_id, "key"))',
    "postings": "CREATE TABLE postings (table_id VARCHAR(64) NOT NULL, seq INTEGER NOT NULL, "
    "account VARCHAR(80) NOT NULL, amount BIGINT NOT NULL, PRIMARY KEY (table_id, seq, account))",
    "refusals": 'CREATE TABLE refusals (table_id VARCHAR(64) NOT NULL, "key" VARCHAR(200) NOT NULL, '
    'code VARCHAR(60) NOT NULL, sentence TEXT NOT NULL, PRIMARY KEY (table_id, "key"))',
    "snapshots": 'CREATE TABLE snapshots (table_id VARCHAR(64) NOT NULL, seq INTEGER NOT NULL, "table" TEXT NOT NULL, '
    "hash VARCHAR(64) NOT NULL, PRIMARY KEY (table_id, seq))",
}
"""The tables as the first version that was described made them."""
SECOND = {name: statement for name, statement in FIRST.items() if name != "refusals"} | {
    "keys": 'CREATE TABLE keys (table_id VARCHAR(64) NOT NULL, "key" VARCHAR(200) NOT NULL, seq INTEGER, '
    'code VARCHAR(60), sentence TEXT, PRIMARY KEY (table_id, "key"))',
}
"""As the second did: one table of keys, which do not say what was asked under them."""
THIRD = SECOND | {
    "keys": 'CREATE TABLE keys (table_id VARCHAR(64) NOT NULL, "key" VARCHAR(200) NOT NULL, seq INTEGER, '
    'code VARCHAR(60), sentence TEXT, asked VARCHAR(64), PRIMARY KEY (table_id, "key"))',
    "accounts": "CREATE TABLE accounts (name VARCHAR(60) NOT NULL PRIMARY KEY, role VARCHAR(20) NOT NULL, "
    "password VARCHAR(300) NOT NULL, table_id VARCHAR(64), seat INTEGER)",
    "sessions": "CREATE TABLE sessions (token VARCHAR(64) NOT NULL PRIMARY KEY, name VARCHAR(60) NOT NULL, "
    "csrf VARCHAR(64) NOT NULL, started FLOAT NOT NULL, used FLOAT NOT NULL)",
}
"""As the third did: a server had made the accounts beside the log, in tables without a version."""
SIXTH = THIRD | {
    "keys": 'CREATE TABLE keys (table_id VARCHAR(64) NOT NULL, "key" VARCHAR(200) NOT NULL, seq INTEGER, '
    'code VARCHAR(60), sentence TEXT, asked VARCHAR(64), facts TEXT, PRIMARY KEY (table_id, "key"))',
    "seat_codes": "CREATE TABLE seat_codes (code VARCHAR(64) NOT NULL PRIMARY KEY, table_id VARCHAR(64) NOT NULL, "
    "seat INTEGER NOT NULL, visit INTEGER NOT NULL, until FLOAT NOT NULL)",
    "seat_visits": "CREATE TABLE seat_visits (name VARCHAR(60) NOT NULL PRIMARY KEY, visit INTEGER NOT NULL)",
    "journal": "CREATE TABLE journal (seq INTEGER NOT NULL PRIMARY KEY, at VARCHAR(40) NOT NULL, "
    "kind VARCHAR(40) NOT NULL, who VARCHAR(80) NOT NULL, facts TEXT NOT NULL, hash VARCHAR(64) NOT NULL)",
    "leases": "CREATE TABLE leases (server VARCHAR(40) NOT NULL PRIMARY KEY, fence BIGINT NOT NULL, "
    "until FLOAT NOT NULL)",
}
"""As the sixth did: whoever looked into the past went through the whole log."""


def golden(version: int = 1) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads((GOLDEN / f"schema-{version}.json").read_text(encoding="utf-8"))
    return found


def as_left_by(version: int, url: str) -> str:
    engine = sa.create_engine(url if "://" in url else f"sqlite:///{url}")
    with engine.begin() as connection:
        for name, statement in {1: FIRST, 2: SECOND, 3: THIRD, 6: SIXTH}[version].items():
            connection.execute(sa.text(statement))
            for row in golden(version)[name]:
                columns = ", ".join(f'"{column}"' for column in row)
                values = ", ".join(f":{column}" for column in row)
                connection.execute(sa.text(f"INSERT INTO {name} ({columns}) VALUES ({values})"), row)
    engine.dispose()
    return url
