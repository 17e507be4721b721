"""Accounts compared with the journal: what it says of them, and what the database has."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from rackcard.table.log.journal import Journal
from rackcard.table.log.schema import JOINED, accounts, journal
from rackcard.table.log.store import Store

KEPT = {"role": "role", "digest": "password", "table": "table", "seat": "seat"}
"""What the journal has of an account, and what it is of it."""


@dataclass(frozen=True)
class AccountFault:
    """What is wrong with an account: a code, and the facts of its sentence."""

    code: str
    facts: Mapping[str, str]


def password_digest(stored: str) -> str:
    """What the journal keeps of a password: a digest of its salted hash."""
    return hashlib.sha256(stored.encode()).hexdigest()


def audit_accounts(store: Store) -> Iterator[AccountFault]:
    """Accounts that are not as the journal says; of a house from before there was a journal, only what it knows."""
    looked = sa.inspect(store.engine)
    if not looked.has_table(journal.name) or not looked.has_table(accounts.name):
        return
    found = _stored(store)  # before the journal, which is written after the account
    expected, is_whole = _expected(Journal(store))
    for name, facts in expected.items():
        if name not in found:
            yield AccountFault("account-gone", {"name": name})
            continue
        for field, value in facts.items():
            if found[name][field] != value:
                yield AccountFault("account-changed", {"name": name, "field": field})
    if is_whole:
        yield from (AccountFault("account-unknown", {"name": name}) for name in found if name not in expected)


def _expected(journal: Journal) -> tuple[dict[str, dict[str, Any]], bool]:
    """The accounts that follow from the journal, and whether it knows them from the first one on.

    Of each account only what the journal has: entries of earlier versions lack some of it.
    """
    known: dict[str, dict[str, Any]] = {}
    is_whole = False
    for entry in journal.entries():
        facts = entry.facts
        match entry.kind:
            case "set-up":
                known[entry.who] = {"role": "supervisor", "table": None, "seat": None} | _kept(facts)
                is_whole = True
            case "account-added" | "token-issued":
                known[facts["name"]] = _kept(facts)
                is_whole = is_whole or facts["name"] == entry.who  # the first one adds itself
            case "password-set" if facts["name"] in known:
                known[facts["name"]].pop("password", None)
                known[facts["name"]] |= _kept(facts)
            case "account-removed" | "token-revoked":
                known.pop(facts["name"], None)
    return known, is_whole


def _kept(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What an entry has of an account; no digest where the account was gone before the entry was written."""
    return {KEPT[name]: facts[name] for name in KEPT if name in facts and (name, facts[name]) != ("digest", None)}


def _stored(store: Store) -> dict[str, dict[str, Any]]:
    """The accounts with a password; those that were joined by code belong to one stay of a player."""
    with store.engine.connect() as connection:
        rows = connection.execute(sa.select(accounts)).all()
    return {
        row.name: {
            "role": row.role,
            "password": password_digest(row.password),
            "table": row.table_id,
            "seat": row.seat,
        }
        for row in rows
        if (row.role, row.password) != ("seat", JOINED)
    }
