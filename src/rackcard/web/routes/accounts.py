"""Accounts and sessions: logging in and out, joining a seat, adding and changing accounts."""

import hmac
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from rackcard.table.command import NAME_MAX, SEATS_MAX
from rackcard.table.log.journal import JournalNote
from rackcard.table.service import Service, printable
from rackcard.table.state import Refusal
from rackcard.web.accounts import DISPLAY_SECONDS, SESSION_SECONDS, Person, plain_code, visit_at
from rackcard.web.deps import (
    COOKIE,
    AccountsDep,
    AddressDep,
    AdministratorDep,
    CsrfHeader,
    JournalDep,
    PersonDep,
    RateLimitsDep,
    ServiceDep,
    SetUpCodeDep,
    TokenDep,
    administrator,
)
from rackcard.web.limits import CODE_MAX, PASSWORD_MAX, TABLE_ID_MAX
from rackcard.web.names import skeleton
from rackcard.web.permissions import verify_csrf
from rackcard.web.render import render, table_path
from rackcard.web.routes.lobby import newest_tables

router = APIRouter()
OWN_PATH = re.compile(r"/([A-Za-z0-9_.~?=&%-][A-Za-z0-9/_.~?=&%-]*)?")
"""An address on this server, to return to after logging in."""
STRANGER = "-"
"""In the journal, in place of the name of somebody who has none."""


class Login(BaseModel):
    """A name and a password."""

    name: str = Field(max_length=NAME_MAX)
    password: str = Field(max_length=PASSWORD_MAX)


class Password(BaseModel):
    """A password alone."""

    password: str = Field(max_length=PASSWORD_MAX)


class NewPassword(Password):
    """A new password; people who change their own give the current one too."""

    current: str | None = Field(default=None, max_length=PASSWORD_MAX)


class Code(BaseModel):
    """The code of a seat."""

    code: str = Field(max_length=CODE_MAX)


class FirstAccount(Login):
    """The first account, with the code that is shown where the server was started."""

    code: str = Field(default="", max_length=CODE_MAX)


class NewAccount(FirstAccount):
    """An account to add; the first one is a supervisor, and needs the set-up code."""

    role: str = Field(default="supervisor", max_length=20)
    table: str | None = Field(default=None, max_length=TABLE_ID_MAX)
    seat: int | None = Field(default=None, ge=1, le=SEATS_MAX)


class Sessions:
    """Starts a session in the browser that asks for it."""

    def __init__(self, request: Request, response: Response, service: ServiceDep) -> None:
        self.request, self.response, self.service = request, response, service

    def start(self, token: str, who: Person) -> dict[str, Any]:
        """Set the cookie; the answer says who logged in, and where they work."""
        secure = self.request.url.scheme == "https"
        seconds = DISPLAY_SECONDS if who.role == "display" else SESSION_SECONDS
        self.response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, max_age=seconds)
        return {"name": who.name, "role": who.role, "table": who.table_id, "seat": who.seat, "csrf": who.csrf,
                "go": home(self.service, who)}  # fmt: skip


class Guesses:
    """Limits what may be guessed, by address and by account, and has the journal note what was wrong."""

    def __init__(self, limits: RateLimitsDep, address: AddressDep, journal: JournalDep) -> None:
        self.limits, self.address, self.journal = limits, address, journal

    @contextmanager
    def password(self, name: str) -> Iterator[None]:
        """A password is given for an account."""
        by_account = self.limits.accounts.attempt(skeleton(name), "too-fast.account")
        with self._noted("log-in-refused", name), self.limits.logins.attempt(self.address), by_account:
            yield

    @contextmanager
    def set_up_code(self, name: str) -> Iterator[None]:
        """The operator's code is given, for the first account."""
        with self._noted("set-up-refused", name), self.limits.logins.attempt(self.address):
            yield

    @contextmanager
    def seat_code(self) -> Iterator[None]:
        """A dealer's code is given, by somebody who has no name yet."""
        with self._noted("code-refused", STRANGER), self.limits.codes.attempt(self.address):
            yield

    @contextmanager
    def _noted(self, kind: str, name: str) -> Iterator[None]:
        try:
            yield
        except Refusal as refusal:
            self.journal.record(kind, printable(name.strip()), code=refusal.code, address=self.address)
            raise


GuessesDep = Annotated[Guesses, Depends()]


def verify_set_up_code(given: str, code: str) -> None:
    """Whoever makes the first account has seen the operator's terminal."""
    if not hmac.compare_digest(plain_code(given).encode("utf-8", "replace"), plain_code(code).encode()):
        raise Refusal("wrong-set-up-code")


SessionsDep = Annotated[Sessions, Depends()]


def home(service: Service, who: Person) -> str:
    """Where a person works: in the office, at their table, or at the only live table that is open."""
    if who.role == "supervisor":
        return "/office"
    if who.table_id is not None:
        return table_path(who.table_id, who.role)
    live = [table_id for table_id, table in newest_tables(service) if table.is_live and table.status != "closed"]
    return table_path(live[0], who.role) if len(live) == 1 else "/"


@router.post("/api/login")
def log_in(
    login: Login, sessions: SessionsDep, accounts: AccountsDep, guesses: GuessesDep, address: AddressDep,
    journal: JournalDep,
) -> dict[str, Any]:  # fmt: skip
    """Start a session; its token goes into a cookie that scripts cannot read."""
    with guesses.password(login.name):
        token, who = accounts.log_in(login.name, login.password)
    journal.record("log-in", who.name, role=who.role, address=address)
    return sessions.start(token, who)


@router.post("/api/setup", status_code=201)
def set_up(
    first: FirstAccount, sessions: SessionsDep, accounts: AccountsDep, guesses: GuessesDep, address: AddressDep,
    code: SetUpCodeDep,
) -> dict[str, Any]:  # fmt: skip
    """Create the first account, the supervisor's, with the code that the server's operator sees, and log it in."""
    with guesses.set_up_code(first.name):
        if not accounts.is_empty():
            raise Refusal("set-up")
        verify_set_up_code(first.code, code)
    note = JournalNote("set-up", first.name.strip(), {"address": address})
    accounts.create(first.name, "supervisor", first.password, is_first=True, note=note)
    return sessions.start(*accounts.log_in(first.name, first.password))


@router.post("/api/unlock")
def unlock(
    given: Password, accounts: AccountsDep, token: TokenDep, person: PersonDep, guesses: GuessesDep
) -> dict[str, str]:  # fmt: skip
    """Continue a session that was idle, with its password."""
    with guesses.password(STRANGER if person is None else person.name):
        accounts.unlock(token, given.password)
    return {"status": "unlocked"}


@router.post("/api/join")
def join(given: Code, sessions: SessionsDep, accounts: AccountsDep, guesses: GuessesDep) -> dict[str, Any]:
    """Start a seat's session with the code from the dealer."""
    with guesses.seat_code():
        token, who = accounts.join(given.code)
    return sessions.start(token, who)


@router.post("/api/logout")
def log_out(response: Response, accounts: AccountsDep, token: TokenDep) -> dict[str, str]:
    """End the session."""
    accounts.log_out(token)
    response.delete_cookie(COOKIE)
    return {"status": "logged out"}


@router.post("/api/accounts", status_code=201)
def add_account(
    account: NewAccount, accounts: AccountsDep, service: ServiceDep, person: PersonDep, token: TokenDep,
    code: SetUpCodeDep, guesses: GuessesDep, x_csrf_token: CsrfHeader = None,
) -> dict[str, Any]:  # fmt: skip
    """Add an account: the first one, a supervisor's, with the set-up code; all others by a supervisor.

    A seat's account is for the player who is at the seat now, and ends with the visit.
    """
    is_first = accounts.is_empty()
    if is_first:
        with guesses.set_up_code(account.name):
            verify_set_up_code(account.code, code)
    by = None if is_first else administrator(person, accounts, token, x_csrf_token)
    role = "supervisor" if is_first else account.role
    visit = None
    if account.table is not None:
        table = service.table(account.table)
        visit = visit_at(table, account.seat) if role == "seat" and account.seat is not None else None
    name = account.name.strip()
    facts = {"name": name, "role": role, "table": account.table, "seat": account.seat}
    who = accounts.create(
        name, role, account.password, account.table, account.seat, visit=visit,
        by=None if by is None else token, is_first=is_first,
        note=JournalNote("account-added", name if by is None else by.name, facts),
    )  # fmt: skip
    return {"name": who.name, "role": who.role}


@router.delete("/api/accounts/{name:path}")
def remove_account(name: str, accounts: AccountsDep, supervisor: AdministratorDep, token: TokenDep) -> dict[str, str]:
    """Remove an account, by a supervisor; its sessions end, and the last supervisor stays."""
    accounts.remove(name, token, JournalNote("account-removed", supervisor.name, {"name": name}))
    return {"status": "removed"}


@router.put("/api/accounts/{name:path}/password")
def change_password(
    name: str, new: NewPassword, accounts: AccountsDep, person: PersonDep, token: TokenDep, guesses: GuessesDep,
    x_csrf_token: CsrfHeader = None,
) -> dict[str, str]:  # fmt: skip
    """Give an account a new password: one's own with the current one, another's by a supervisor; its sessions end."""
    if person is None or person.name != name:
        by = administrator(person, accounts, token, x_csrf_token)
    else:
        by = person
        verify_csrf(person, x_csrf_token)
        with guesses.password(name):
            accounts.verify_password(name, new.current or "")
    note = JournalNote("password-set", by.name, {"name": name})
    accounts.set_password(name, new.password, token, is_own=by.name == name, note=note)
    return {"status": "changed"}


# ---- pages


@router.get("/login", include_in_schema=False)
def log_in_page(request: Request, person: PersonDep, accounts: AccountsDep, next: str = "/") -> HTMLResponse:
    """The page to log in, or to set up the first account."""
    then = next if OWN_PATH.fullmatch(next) else "/"
    return render(request, "login.html", person, then=then, is_first=accounts.is_empty())


@router.get("/join", include_in_schema=False)
def join_page(request: Request, person: PersonDep) -> HTMLResponse:
    """The page to join a seat with a code."""
    return render(request, "join.html", person)
