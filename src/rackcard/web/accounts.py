"""Accounts, sessions and the codes that players join a seat with."""

import hashlib
import secrets
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import time
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from rackcard.table.account_audit import password_digest
from rackcard.table.command import NAME_MAX, ROLES, Role
from rackcard.table.log.journal import Journal, JournalEntry, JournalNote
from rackcard.table.log.schema import JOINED, accounts, codes, sessions, visits
from rackcard.table.log.store import Store
from rackcard.table.state import Refusal, Table
from rackcard.web.limits import PASSWORD_MAX, PASSWORD_MIN
from rackcard.web.names import skeleton, verify_free, verify_letters

SESSION_SECONDS = 12 * 3600
DISPLAY_SECONDS = 30 * 24 * 3600
"""How long a display stays logged in: nobody types at it."""
LOCK_SECONDS = 10 * 60
"""A dealer's or supervisor's session that has given no command for so long must be unlocked with the password."""
CODE_SECONDS = 15 * 60
"""How long a code to join a seat is good for."""
USED_SECONDS = 15
"""How often it is noted that a session gives commands."""
NO_CSRF = ""
"""In place of a session's second token: a program sends no cookie that another site could make use of."""
PROGRAM = "a program's token"
"""In place of the hash of a program's account, which is entered by its token only."""
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that are not mistaken for one another."""
_SELECT_PEOPLE = (
    sa.select(sessions, accounts.c.role, accounts.c.table_id, accounts.c.seat, visits.c.visit)
    .join(accounts, accounts.c.name == sessions.c.name)
    .outerjoin(visits, visits.c.name == sessions.c.name)
    .where(sessions.c.token.in_(sa.bindparam("tokens", expanding=True)))
)


@dataclass(frozen=True)
class Person:
    """Who is asking."""

    name: str
    role: Role
    table_id: str | None = None
    seat: int | None = None
    csrf: str = ""
    visit: int | None = None
    """The one stay at the seat that a seat's account, token or code is for."""
    is_locked: bool = False
    is_idle: bool = False
    """Whether the session has given no command for a while: the next one is noted."""


def new_person(name: str, role: str, table_id: str | None, seat: int | None, visit: int | None = None) -> Person:
    """Who a new account is for; one that no database would take is refused."""
    name = name.strip()
    if not name or len(name) > NAME_MAX or not name.isprintable():
        raise Refusal("bad-name", most=NAME_MAX)
    verify_free(name)
    if role not in ROLES:
        raise Refusal("bad-role", role=role[:40], roles=ROLES)
    if role == "seat" and (table_id is None or seat is None):
        raise Refusal("bad-seat")
    if role == "supervisor" and table_id is not None:
        raise Refusal("bad-table.supervisor")
    return Person(name, role, table_id, seat, visit=visit)


def visit_at(table: Table, seat: int) -> int:
    """The stay of the player at a seat: whatever lets somebody play the seat is for that stay alone."""
    if seat not in table.seats:
        raise Refusal("no-such-seat", seat=seat)
    return table.seats[seat].visit


class Accounts:
    """The accounts and sessions of a database."""

    def __init__(self, store: Store) -> None:
        self.store, self.engine, self.glances = store, store.engine, store.glances
        self.hasher = PasswordHasher()
        self._decoy = self.hasher.hash(secrets.token_hex(16))
        self.listeners: list[Callable[[], object]] = []
        """Told when this server has ended sessions."""

    def is_empty(self) -> bool:
        with self.engine.connect() as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(accounts)).scalar() == 0

    def create(
        self, name: str, role: str, password: str, table_id: str | None = None, seat: int | None = None, *,
        visit: int | None = None, by: str | None = None, is_first: bool = False, note: JournalNote | None = None,
    ) -> Person:  # fmt: skip
        """Add an account: a seat's is for one stay at one seat, a dealer's or a display's may be for one table.

        The first account is made only while there is none: of several requests at once, one succeeds.
        """
        person = new_person(name, role, table_id, seat, visit)
        verify_length(password)
        hashed = self.hasher.hash(password)
        with self.changing(by, note=with_digest(note, hashed)) as connection:
            if is_first and connection.execute(sa.select(accounts.c.name).limit(1)).first() is not None:
                raise Refusal("set-up")
            self.insert(connection, person, hashed)
        return person

    @contextmanager
    def changing(
        self, by: str | None, own: str | None = None, note: JournalNote | None = None
    ) -> Iterator[sa.Connection]:
        """A transaction in which nobody else changes accounts, and in which the journal notes the change.

        Who may is decided in it, since hashing a password takes long enough for a supervisor to be removed: ``by`` is
        the token of the session that asks, and None stands for the operator. People may change their ``own`` account.
        """
        journal, written = self.store.journal or Journal(self.store), list[JournalEntry]()
        with self.engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.text("LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE"))
            else:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            if by is not None:
                asking = _held(connection, by)
                if asking.name != own:
                    verify_administers(asking)
            yield connection
            if note is not None:
                written = journal.write(connection, [note])
        journal.tell(written)

    def insert(self, connection: sa.Connection, person: Person, stored: str) -> None:
        """Add an account whose name cannot be mistaken for another's."""
        named = sa.select(accounts.c.name).where(accounts.c.password != JOINED)
        for other in connection.execute(named).scalars():
            if skeleton(other) == skeleton(person.name):
                key = "name-taken" if other == person.name else "name-taken.alike"
                raise Refusal(key, name=person.name, other=other)
        verify_letters(person.name)
        values = {"name": person.name, "role": person.role, "table_id": person.table_id, "seat": person.seat}
        connection.execute(sa.insert(accounts).values(**values, password=stored))
        if person.visit is not None:
            connection.execute(sa.insert(visits).values(name=person.name, visit=person.visit))

    def remove(self, name: str, by: str | None = None, note: JournalNote | None = None) -> None:
        """Remove an account and end its sessions; the last supervisor stays, or nobody could add another."""
        with self.changing(by, note=note) as connection:
            row = _account(connection, name)
            if row is None:
                raise Refusal("no-such-account")
            is_person = sa.and_(accounts.c.role == "supervisor", accounts.c.password != PROGRAM)
            others = sa.select(accounts.c.name).where(is_person, accounts.c.name != row.name)
            if row.role == "supervisor" and connection.execute(others.limit(1)).first() is None:
                raise Refusal("last-supervisor", name=row.name)
            for table in (accounts, visits, sessions):
                connection.execute(sa.delete(table).where(table.c.name == row.name))
        self._have_ended()

    def set_password(
        self, name: str, password: str, by: str | None = None, *, is_own: bool = False, note: JournalNote | None = None
    ) -> None:
        """Give an account a new password and end its sessions, except the one in which people change their own."""
        verify_length(password)
        hashed = self.hasher.hash(password)
        with self.changing(by, name if is_own else None, with_digest(note, hashed)) as connection:
            row = _account(connection, name)
            if row is None or row.password in (JOINED, PROGRAM):
                raise Refusal("no-such-account.password")
            connection.execute(sa.update(accounts).where(accounts.c.name == row.name).values(password=hashed))
            over = sessions.c.token != digest(by) if by is not None and is_own else sa.true()
            connection.execute(sa.delete(sessions).where(sessions.c.name == row.name, over))
        self._have_ended()

    def _have_ended(self) -> None:
        for tell in self.listeners:
            tell()

    def verify_password(self, name: str, password: str) -> None:
        """People who change their own password give the current one."""
        row = self._account(name)
        if row is None or not self._is_password(row.password, password):
            raise Refusal("wrong-login.password")

    def log_in(self, name: str, password: str) -> tuple[str, Person]:
        """A new session's token, and who it is; the answer takes as long whether or not the name is known."""
        row = self._account(name.strip())
        is_right = self._is_password(row.password if row else self._decoy, password)
        if not is_right or row is None:
            raise Refusal("wrong-login")
        token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
        with self.engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            same = sa.select(accounts.c.name).where(accounts.c.name == row.name, accounts.c.password == row.password)
            if connection.execute(same.with_for_update(read=True)).first() is None:
                raise Refusal("wrong-login")  # removed, or given another password, while this one was checked
            values = {"token": digest(token), "name": row.name, "csrf": csrf, "started": time(), "used": time()}
            connection.execute(sa.insert(sessions).values(**values))
        return token, Person(row.name, row.role, row.table_id, row.seat, csrf)

    def person(self, token: str | None) -> Person | None:
        """The person a session belongs to, while it lasts; an idle one is locked."""
        return self.people([token]).get(token) if token else None

    def people(self, tokens: Collection[str]) -> dict[str, Person]:
        """The people that sessions belong to, by their tokens."""
        stored, now = {digest(token): token for token in tokens}, time()
        with self.glances.connect() as connection:
            rows = connection.execute(_SELECT_PEOPLE, {"tokens": list(stored)}).all()
        found = {}
        for row in rows:
            token, idle = stored[row.token], now - row.used
            if now - row.started > (DISPLAY_SECONDS if row.role == "display" else SESSION_SECONDS):
                self.log_out(token)
                continue
            locked = row.role in ("dealer", "supervisor") and idle > LOCK_SECONDS
            found[token] = Person(
                row.name, row.role, row.table_id, row.seat, row.csrf, row.visit, locked, idle > USED_SECONDS
            )
        return found

    def used(self, token: str | None) -> None:
        """A command was given: the session is in use."""
        if token:
            stored, now = digest(token), time()
            stale = sa.and_(sessions.c.token == stored, sessions.c.used < now - USED_SECONDS)
            with self.engine.begin() as connection:
                connection.execute(sa.update(sessions).where(stale).values(used=now))

    def unlock(self, token: str | None, password: str) -> None:
        """Continue a locked session, with its own password."""
        person = self.person(token)
        if person is None or token is None:
            raise Refusal("log-in.over")
        self.verify_password(person.name, password)
        with self.engine.begin() as connection:
            connection.execute(
                sa.update(sessions).where(sessions.c.token == digest(token)).values(used=time())
            )  # fmt: skip

    def _account(self, name: str) -> Any:
        with self.engine.connect() as connection:
            return _account(connection, name)

    def _is_password(self, stored: str, given: str) -> bool:
        try:
            return self.hasher.verify(stored, given[:PASSWORD_MAX])
        except (VerifyMismatchError, InvalidHashError):
            return False

    # ---- joining a seat by code
    def new_code(self, table_id: str, seat: int, visit: int, by: str) -> str:
        """A code that lets its holder play one seat, for one stay; an older code for the seat no longer works."""
        code = new_code()
        with self.engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            _held(connection, by)
            same = sa.and_(codes.c.table_id == table_id, codes.c.seat == seat)
            connection.execute(sa.delete(codes).where(sa.or_(same, codes.c.until < time())))
            values = {"code": digest(code), "table_id": table_id, "seat": seat, "visit": visit}
            connection.execute(sa.insert(codes).values(**values, until=time() + CODE_SECONDS))
        return f"{code[:4]}-{code[4:]}"

    def join(self, given: str) -> tuple[str, Person]:
        """A session for the seat of a code; the code is used up."""
        code = plain_code(given)
        token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
        with self.engine.begin() as connection:
            row = connection.execute(sa.select(codes).where(codes.c.code == digest(code))).first()
            if row is None or row.until < time():
                raise Refusal("wrong-code")
            used = connection.execute(sa.delete(codes).where(codes.c.code == row.code))
            if used.rowcount != 1:
                raise Refusal("wrong-code.used")
            name = f"seat {row.seat} {secrets.token_hex(4)}"
            values = {"name": name, "role": "seat", "table_id": row.table_id, "seat": row.seat}
            connection.execute(sa.insert(accounts).values(**values, password=JOINED))
            connection.execute(sa.insert(visits).values(name=name, visit=row.visit))
            session = {"token": digest(token), "name": name, "csrf": csrf, "started": time(), "used": time()}
            connection.execute(sa.insert(sessions).values(**session))
        return token, Person(name, "seat", row.table_id, row.seat, csrf, row.visit)

    def listed(self) -> list[Person]:
        """Every account with a password."""
        query = sa.select(accounts).where(accounts.c.password != JOINED).order_by(accounts.c.name)
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        return [Person(row.name, row.role, row.table_id, row.seat) for row in rows]

    def log_out(self, token: str | None) -> None:
        if token:
            with self.engine.begin() as connection:
                connection.execute(sa.delete(sessions).where(sessions.c.token == digest(token)))
            self._have_ended()


def _account(connection: sa.Connection, name: str) -> Any:
    """The row of an account, if there is one; no account has an unprintable name."""
    if not name.isprintable():
        return None
    return connection.execute(sa.select(accounts).where(accounts.c.name == name)).first()


def _held(connection: sa.Connection, token: str) -> Any:
    """Whoever a session belongs to; it is open, and is not ended before the transaction is over."""
    query = _SELECT_PEOPLE.with_for_update(read=True, key_share=True, of=sessions)
    row = connection.execute(query, {"tokens": [digest(token)]}).first()
    if row is None:
        raise Refusal("log-in.over")
    return row


def with_digest(note: JournalNote | None, stored: str) -> JournalNote | None:
    """A note with what the journal has of a password, as it is stored."""
    return note and replace(note, facts=note.facts | {"digest": password_digest(stored)})


def verify_administers(person: Any) -> None:
    """Accounts and tokens are changed by a supervisor in person: what a program made would outlive its token."""
    if person.role != "supervisor":
        raise Refusal("not-supervisor")
    if person.csrf == NO_CSRF:
        raise Refusal("not-supervisor.program")


def verify_length(password: str) -> None:
    """A password has the length of one."""
    if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        raise Refusal("bad-password", least=PASSWORD_MIN, most=PASSWORD_MAX)


def new_code() -> str:
    """A code that a person reads and types."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(8))


def plain_code(given: str) -> str:
    """A code as it was typed, without what people add to read it."""
    return given.strip().upper().replace("-", "").replace(" ", "")


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
