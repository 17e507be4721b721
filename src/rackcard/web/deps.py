"""Dependencies of routes: the server's parts, and the person and table of a request, each loaded once."""

from typing import Annotated

from fastapi import Depends, Header, Request

from rackcard.table.log.journal import Journal
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.web.accounts import Accounts, Person, verify_administers
from rackcard.web.drawings import CurrentTable, Drawings
from rackcard.web.events import Notifier
from rackcard.web.permissions import verify_books, verify_reads, verify_supervisor
from rackcard.web.program_tokens import bearer, is_program
from rackcard.web.rate_limit import RateLimits

COOKIE = "rackcard_session"
CsrfHeader = Annotated[str | None, Header(alias="x-csrf-token")]
KeyHeader = Annotated[str | None, Header(alias="idempotency-key")]
HaveHeader = Annotated[str | None, Header(alias="x-have", include_in_schema=False)]
"""The drawing that a page has: whose it is, and its version."""


async def get_store(request: Request) -> Store:
    """The database."""
    store: Store = request.app.state.store
    return store


async def get_service(request: Request) -> Service:
    """The writer of tables."""
    service: Service = request.app.state.service
    return service


async def get_accounts(request: Request) -> Accounts:
    """The accounts and sessions."""
    accounts: Accounts = request.app.state.accounts
    return accounts


async def get_drawings(request: Request) -> Drawings:
    """The drawings of tables."""
    drawings: Drawings = request.app.state.drawings
    return drawings


async def get_notifier(request: Request) -> Notifier:
    """The feeds of live events."""
    notifier: Notifier = request.app.state.notifier
    return notifier


async def get_rate_limits(request: Request) -> RateLimits:
    """The rate limiters."""
    limits: RateLimits = request.app.state.rate_limits
    return limits


async def get_journal(request: Request) -> Journal:
    """The journal of the house."""
    journal: Journal = request.app.state.journal
    return journal


async def get_set_up_code(request: Request) -> str:
    """The code that the first account needs."""
    code: str = request.app.state.set_up_code
    return code


async def get_token(request: Request) -> str | None:
    """The token of the session, or of the program that sends no cookie."""
    return request.cookies.get(COOKIE) or bearer(request.headers.get("authorization"))


async def get_address(request: Request) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else "-"


StoreDep = Annotated[Store, Depends(get_store)]
ServiceDep = Annotated[Service, Depends(get_service)]
AccountsDep = Annotated[Accounts, Depends(get_accounts)]
DrawingsDep = Annotated[Drawings, Depends(get_drawings)]
NotifierDep = Annotated[Notifier, Depends(get_notifier)]
RateLimitsDep = Annotated[RateLimits, Depends(get_rate_limits)]
JournalDep = Annotated[Journal, Depends(get_journal)]
SetUpCodeDep = Annotated[str, Depends(get_set_up_code)]
TokenDep = Annotated[str | None, Depends(get_token)]
AddressDep = Annotated[str, Depends(get_address)]


async def limit_commands(request: Request) -> None:
    """Commands come at a limited rate from one address."""
    limits: RateLimits = request.app.state.rate_limits
    limits.commands.check(request.client.host if request.client else "-")


def get_person(request: Request, accounts: AccountsDep, token: TokenDep) -> Person | None:
    """The person who sends a request, if there is a session; error pages find it on the request."""
    person = accounts.person(token)
    if person is not None and is_program(person) == (COOKIE in request.cookies):
        person = None  # a program's token is no cookie, and a session's is sent as nothing else
    request.state.person = person
    return person


PersonDep = Annotated[Person | None, Depends(get_person)]


def get_supervisor(person: PersonDep, accounts: AccountsDep, token: TokenDep, csrf: CsrfHeader = None) -> Person:
    """A supervisor who changes something; the session is in use."""
    supervisor = verify_supervisor(person, csrf)
    accounts.used(token)
    return supervisor


def administrator(person: PersonDep, accounts: AccountsDep, token: TokenDep, csrf: CsrfHeader = None) -> Person:
    """A supervisor in person, who changes accounts or tokens; it is verified again where the change is committed."""
    supervisor = get_supervisor(person, accounts, token, csrf)
    verify_administers(supervisor)
    return supervisor


AdministratorDep = Annotated[Person, Depends(administrator)]


def get_table(table_id: str, service: ServiceDep) -> CurrentTable:
    """The table that an address names: the one catch-up of a request."""
    version, table = service.look(table_id)
    return CurrentTable(table_id, version, table)


TableDep = Annotated[CurrentTable, Depends(get_table)]


async def get_readable_table(current: TableDep, person: PersonDep) -> CurrentTable:
    """A table that the person may see."""
    verify_reads(person, current.table_id, current.table)
    return current


async def get_table_with_books(current: TableDep, person: PersonDep) -> CurrentTable:
    """A table whose ledger and meters the person may see."""
    verify_books(person, current.table)
    return current


ReadableTableDep = Annotated[CurrentTable, Depends(get_readable_table)]
TableWithBooksDep = Annotated[CurrentTable, Depends(get_table_with_books)]
