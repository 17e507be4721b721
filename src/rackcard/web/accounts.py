"""Accounts, sessions and roles: who may do what at a live table.

Practice tables need no account: anybody may do anything there, with play money.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from time import time
from typing import Literal

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from rackcard.table.model import Refusal
from rackcard.table.store import Store

Role = Literal["supervisor", "dealer", "seat", "display"]
ROLES: tuple[Role, ...] = ("supervisor", "dealer", "seat", "display")

ALLOWED: dict[Role, frozenset[str]] = {
    "supervisor": frozenset(
        {"open", "seat", "buy-in", "leave", "correct", "void", "change-cards", "freeze", "resume", "close", "no-roll",
         "advice"}
    ),
    "dealer": frozenset(
        {"seat", "buy-in", "leave", "close-betting", "outcome", "generate", "no-roll", "correct", "bet", "take-down",
         "surrender", "cash-out", "take-back"}
    ),
    "seat": frozenset({"bet", "take-down", "surrender", "cash-out", "take-back"}),
    "display": frozenset(),
}  # fmt: skip
"""The commands each role may give at a live table; a seat only for itself."""

SESSION_SECONDS = 12 * 3600
IDLE_SECONDS = 30 * 60
PASSWORD_MIN, PASSWORD_MAX = 10, 200

metadata = sa.MetaData()
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


@dataclass(frozen=True)
class Person:
    """Who is asking."""

    name: str
    role: Role
    table_id: str | None = None
    seat: int | None = None
    csrf: str = ""


class Accounts:
    """The accounts and sessions of a database."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self.hasher = PasswordHasher()
        metadata.create_all(self.engine)
        self._decoy = self.hasher.hash(secrets.token_hex(16))

    def is_empty(self) -> bool:
        with self.engine.connect() as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(accounts)).scalar() == 0

    def create(
        self, name: str, role: str, password: str, table_id: str | None = None, seat: int | None = None
    ) -> Person:
        """Add an account; a seat's account belongs to one seat of one table."""
        name = name.strip()
        if not name or len(name) > 60 or not name.isprintable():
            raise Refusal("bad-name", "a name has 1 to 60 printable characters")
        if role not in ROLES:
            raise Refusal("bad-role", f"there is no role {role[:40]}; roles: {', '.join(ROLES)}")
        if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
            raise Refusal("bad-password", f"a password has {PASSWORD_MIN} to {PASSWORD_MAX} characters")
        if role == "seat" and (table_id is None or seat is None):
            raise Refusal("bad-seat", "a seat's account needs its table and seat")
        values = {
            "name": name, "role": role, "password": self.hasher.hash(password), "table_id": table_id, "seat": seat,
        }  # fmt: skip
        try:
            with self.engine.begin() as connection:
                connection.execute(sa.insert(accounts).values(**values))
        except sa.exc.IntegrityError:
            raise Refusal("name-taken", f"there is an account {name} already") from None
        return Person(name, role, table_id, seat)

    def log_in(self, name: str, password: str) -> tuple[str, Person]:
        """A new session's token, and who it is; the answer takes as long whether or not the name is known."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(accounts).where(accounts.c.name == name.strip())).first()
        stored = row.password if row else self._decoy
        try:
            self.hasher.verify(stored, password[:PASSWORD_MAX])
            known = row is not None
        except (VerifyMismatchError, InvalidHashError):
            known = False
        if not known or row is None:
            raise Refusal("wrong-login", "the name or the password is wrong")
        token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
        with self.engine.begin() as connection:
            values = {"token": _digest(token), "name": row.name, "csrf": csrf, "started": time(), "used": time()}
            connection.execute(sa.insert(sessions).values(**values))
        return token, Person(row.name, row.role, row.table_id, row.seat, csrf)

    def person(self, token: str | None) -> Person | None:
        """Who a session belongs to, while it lasts; an idle session is locked."""
        if not token:
            return None
        digest, now = _digest(token), time()
        query = sa.select(sessions, accounts).join(accounts, accounts.c.name == sessions.c.name)
        with self.engine.begin() as connection:
            row = connection.execute(query.where(sessions.c.token == digest)).first()
            if row is None:
                return None
            if now - row.started > SESSION_SECONDS or now - row.used > IDLE_SECONDS:
                connection.execute(sa.delete(sessions).where(sessions.c.token == digest))
                return None
            if now - row.used > 30:
                connection.execute(sa.update(sessions).where(sessions.c.token == digest).values(used=now))
        return Person(row.name, row.role, row.table_id, row.seat, row.csrf)

    def log_out(self, token: str | None) -> None:
        if token:
            with self.engine.begin() as connection:
                connection.execute(sa.delete(sessions).where(sessions.c.token == _digest(token)))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def verify_csrf(person: Person, given: str | None) -> None:
    if not hmac.compare_digest(person.csrf, given or ""):
        raise Refusal("forged", "the request does not carry this session's token; load the page again")


def verify_may(person: Person | None, table_id: str, command: object) -> None:
    """A live table follows only those whose role it is, and a seat only for itself."""
    if person is None:
        raise Refusal("log-in", "this is a live table: log in first")
    word = command.get("do") if isinstance(command, dict) else None
    if word not in ALLOWED[person.role]:
        raise Refusal("not-your-role", f"a {person.role} may not {word} at a live table")
    if person.role == "seat":
        assert isinstance(command, dict)
        if person.table_id != table_id or command.get("seat") != person.seat:
            raise Refusal("not-your-seat", "you may only play your own seat")
