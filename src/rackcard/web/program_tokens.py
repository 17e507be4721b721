"""Tokens for programs: a role, perhaps a table and a seat, and an end; shown once and stored as a digest.

A token is the one session of an account of its own, so a program has the permissions of its role and no others, its
name is in the log, and removing the account revokes it. Nobody knows the account's password.
"""

import secrets
import time
from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa

from rackcard.table.log.journal import JournalNote
from rackcard.table.log.schema import accounts as accounts_table
from rackcard.table.log.schema import sessions
from rackcard.table.state import Refusal
from rackcard.web.accounts import (
    DISPLAY_SECONDS,
    NO_CSRF,
    PROGRAM,
    SESSION_SECONDS,
    Accounts,
    Person,
    digest,
    with_digest,
)

DAY_SECONDS = 24 * 3600
DAYS_MAX = 366
"""The longest that a token may be good for."""


@dataclass(frozen=True)
class ProgramToken:
    """A token that programs may use, without its secret."""

    name: str
    role: str
    table_id: str | None
    seat: int | None
    until: float

    @property
    def ends(self) -> str:
        return datetime.fromtimestamp(self.until, UTC).isoformat(timespec="seconds")


def issue(
    accounts: Accounts, who: Person, days: int, by: str | None = None, supervisor: str | None = None
) -> tuple[str, ProgramToken]:
    """A new token, which is shown only once, and what it is for; the journal notes which ``supervisor`` issued it."""
    token, until = f"rackcard_{secrets.token_urlsafe(32)}", time.time() + days * DAY_SECONDS
    values = {"token": digest(token), "name": who.name, "csrf": NO_CSRF, "started": until - _seconds(who.role)}
    issued = ProgramToken(who.name, who.role, who.table_id, who.seat, until)
    facts = {"name": who.name, "role": who.role, "table": who.table_id, "seat": who.seat, "until": issued.ends}
    note = None if supervisor is None else JournalNote("token-issued", supervisor, facts)
    with accounts.changing(by, note=with_digest(note, PROGRAM)) as connection:
        accounts.insert(connection, who, PROGRAM)
        connection.execute(sa.insert(sessions).values(**values, used=until))
    return token, issued


def listed(accounts: Accounts) -> list[ProgramToken]:
    """Every token that is still good."""
    query = (
        sa.select(sessions.c.started, accounts_table)
        .join(accounts_table, accounts_table.c.name == sessions.c.name)
        .where(sessions.c.csrf == NO_CSRF)
        .order_by(sessions.c.name)
    )
    with accounts.engine.connect() as connection:
        rows = connection.execute(query).all()
    found = [ProgramToken(row.name, row.role, row.table_id, row.seat, row.started + _seconds(row.role)) for row in rows]
    return [one for one in found if one.until > time.time()]


def revoke(accounts: Accounts, name: str, by: str | None = None, note: JournalNote | None = None) -> None:
    """End a token: its account goes with it."""
    if name not in {one.name for one in listed(accounts)}:
        raise Refusal("no-such-token", name=name)
    accounts.remove(name, by, note)


def is_program(person: Person) -> bool:
    """Whether somebody is a program with a token rather than a session in a browser."""
    return person.csrf == NO_CSRF


def bearer(authorization: str | None) -> str | None:
    """The token of an Authorization header."""
    scheme, _, token = (authorization or "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def _seconds(role: str) -> int:
    """How long a session of a role lasts from its start."""
    return DISPLAY_SECONDS if role == "display" else SESSION_SECONDS
