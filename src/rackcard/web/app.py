"""The HTTP interface: tables, commands, state, recall, ledger, live events, accounts, health and metrics."""

import csv
import io
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from time import monotonic
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import FastAPI, Header, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from rackcard import __version__
from rackcard.table.command import Command as TableCommand
from rackcard.table.command import Schema
from rackcard.table.commands.outcome import Generate
from rackcard.table.log.store import Store, is_busy
from rackcard.table.meters import meters, read_period
from rackcard.table.registry import open_schema, request_schema
from rackcard.table.replay import replay
from rackcard.table.service import Service, generate, printable
from rackcard.table.state import Refusal, Table
from rackcard.web.accounts import (
    CODE_SECONDS,
    SESSION_SECONDS,
    WALL_SECONDS,
    Accounts,
    Person,
    verify_csrf,
    verify_may,
    verify_reads,
    verify_unlocked,
)
from rackcard.web.answers import CommandAnswer, TableAnswer
from rackcard.web.events import EventStream, Notifier, Straight
from rackcard.web.precompute import Lull
from rackcard.web.render import STATIC, KeptFiles, render, static_root
from rackcard.web.routes.cards import card_pages
from rackcard.web.routes.lab import lab_pages
from rackcard.web.routes.pages import TABLES_LOOKED_AT, pages, way_in
from rackcard.web.views.json import entry_view, stay_of, table_view

COOKIE = "rackcard_session"
BODY_MAX = 256 * 1024
TABLE_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
STATUS = {
    "no-such-table": 404, "no-such-round": 404, "log-in": 401, "wrong-login": 401, "forged": 403, "not-your-role": 403,
    "not-your-seat": 403, "not-supervisor": 403, "other-origin": 403, "too-fast": 429, "too-large": 413,
    "wrong-code": 401, "locked": 401, "no-such-card": 404, "no-such-page": 404, "too-many-watchers": 429,
    "busy": 503, "key-reused": 422, "not-your-table": 403, "bad-method": 405, "bad-time": 400, "bad-period": 400,
    "no-such-account": 404,
}  # fmt: skip
"""Refusals that are not plain conflicts with the table's state; bad fields are 422."""
REFUSED = {
    "description": "Refused: a stable code, and why, in a sentence.",
    "content": {
        "application/json": {
            "schema": {
                "type": "object",
                "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
                "required": ["code", "message"],
            }
        }
    },
}
"""How every refusal looks, as the interface describes itself."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}


def _described(schema: Schema) -> Callable[[dict[str, Any]], None]:
    """Puts a description from the registry in the place of the one that a model makes of itself."""

    def replace_schema(own: dict[str, Any]) -> None:
        own.clear()
        own.update(schema)

    return replace_schema


class Command(BaseModel):
    """A command to a table: what to do, and with what."""

    # The table reads the fields, so that its refusals keep their codes; the interface describes them from the registry.
    model_config = ConfigDict(extra="allow", json_schema_extra=_described(request_schema()))
    do: str = Field(max_length=40)


class NewTable(BaseModel):
    """A table to open: its id, and the fields of the command ``open``."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra=_described(open_schema({"type": "string", "pattern": f"^{TABLE_ID.pattern}$"})),
    )
    table: str = Field(pattern=f"^{TABLE_ID.pattern}$", max_length=63)


class Login(BaseModel):
    """A name and a password."""

    name: str = Field(max_length=60)
    password: str = Field(max_length=200)


class Password(BaseModel):
    """A password alone."""

    password: str = Field(max_length=200)


class NewPassword(Password):
    """A new password; whoever changes their own gives the one they have, too."""

    current: str | None = Field(default=None, max_length=200)


class Code(BaseModel):
    """The code that stands for a seat."""

    code: str = Field(max_length=40)


class NewAccount(Login):
    """An account to add; the first one is a supervisor."""

    role: str = Field(default="supervisor", max_length=20)
    table: str | None = Field(default=None, max_length=63)
    seat: int | None = Field(default=None, ge=1, le=64)


class Pace:
    """At most so many requests, or failures, in a span of seconds from one address."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self.seen: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = Lock()

    def check(self, who: str) -> float:
        """Count a request, or refuse it; the moment it was counted at."""
        with self._lock:
            now = monotonic()
            seen = self.seen[who] = [at for at in self.seen.pop(who, []) if now - at < self.seconds]
            if len(seen) >= self.most:
                raise Refusal("too-fast", f"more than {self.most} in {self.seconds:g} seconds; wait a little")
            seen.append(now)
            while len(self.seen) > 10_000:
                self.seen.popitem(last=False)
            return now

    @contextmanager
    def guess(self, who: str) -> Iterator[None]:
        """Count an attempt before it is looked into, so that many at once are as slow; take it back if it is right."""
        counted = self.check(who)
        yield
        with self._lock, suppress(KeyError, ValueError):
            self.seen[who].remove(counted)


def status_of(code: str) -> int:
    """The HTTP status of a refusal."""
    if code in STATUS:
        return STATUS[code]
    return 422 if code.startswith(("bad-", "missing-", "unknown-", "no-such-", "not-in-chips")) else 409


def create_app(url: str, *, commands_per_second: int = 200) -> FastAPI:
    """The application on a database."""
    store = Store(url)
    service = Service(store)
    accounts = Accounts(store)
    app = FastAPI(
        title="Rackcard",
        version=__version__,
        description="Tables, commands and their ledger.",
        docs_url=None,  # the page that comes with it fetches its parts from elsewhere; ours does not
        redoc_url=None,
        responses={"4XX": REFUSED},
    )
    app.state.store, app.state.service, app.state.accounts = store, service, accounts
    notifier = app.state.notifier = Notifier(store)
    service.listeners.append(notifier.tell)
    logins, codes, pace = Pace(10, 60.0), Pace(10, 60.0), Pace(commands_per_second * 10, 10.0)
    counts = {"commands": 0, "refusals": 0}
    lull = app.state.lull = Lull(lambda: notifier.watchers > 0)

    def person(request: Request) -> Person | None:
        return accounts.person(request.cookies.get(COOKIE))

    def address(request: Request) -> str:
        return request.client.host if request.client else "-"

    def verify_pace(request: Request) -> None:
        pace.check(address(request))

    def verify_supervisor(request: Request, csrf: str | None) -> None:
        who = person(request)
        if who is None:
            raise Refusal("log-in", "log in first")
        verify_csrf(who, csrf)
        if who.role != "supervisor":
            raise Refusal("not-supervisor", "only a supervisor may do this")
        verify_unlocked(who)
        accounts.used(request.cookies.get(COOKIE))

    def verify_office(request: Request, table: Table) -> None:
        who = person(request)
        if table.is_live and (who is None or who.role != "supervisor"):
            raise Refusal("not-supervisor", "only a supervisor may read the books of a live table")
        if table.is_live and who is not None:
            verify_unlocked(who)

    def wants_page(request: Request) -> bool:
        """Whether a person looks at the answer: a browser that opens a page, not a script that fetches a part."""
        is_browser = "text/html" in request.headers.get("accept", "") and "hx-request" not in request.headers
        return is_browser and not request.url.path.startswith("/api/")

    @app.exception_handler(Refusal)
    async def refused(request: Request, refusal: Refusal) -> Response:
        counts["refusals"] += 1
        if wants_page(request):
            return render(request, "refused.html", None, status_of(refusal.code), refusal=refusal)
        return JSONResponse({"code": refusal.code, "message": printable(refusal.sentence)}, status_of(refusal.code))

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        """The first thing that is wrong with a request's fields; what was sent is not sent back."""
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return await refused(request, Refusal("bad-json", f"what was sent is no JSON: {first['ctx']['error']}"))
        where = " ".join(str(part) for part in first["loc"][1:]) or "what was sent"
        return await refused(request, Refusal("bad-field", f"{where}: {first['msg']}"))

    @app.exception_handler(UnicodeEncodeError)
    async def no_text(request: Request, error: UnicodeEncodeError) -> Response:
        """Half a character was sent: nothing has been written, for it cannot be."""
        return await refused(request, Refusal("bad-text", "a text in the request is not Unicode"))

    @app.exception_handler(sa.exc.OperationalError)
    async def busy(request: Request, error: sa.exc.OperationalError) -> Response:
        """A database that others keep too long is no fault of ours; anything else is."""
        if not is_busy(error):
            raise error
        return await refused(request, Refusal("busy", "the database is busy; look again, then try again"))

    @app.exception_handler(HTTPException)
    async def not_here(request: Request, error: HTTPException) -> Response:
        """What never came as far as us: an address, a method or a body that nothing here reads."""
        path = request.url.path[:80]
        if error.status_code == 404:
            return await refused(request, Refusal("no-such-page", f"there is no page {path}"))
        if error.status_code == 405:
            answer = await refused(request, Refusal("bad-method", f"{path} is not for {request.method[:20]}"))
            answer.headers.update(error.headers or {})
            return answer
        return await refused(request, Refusal("bad-json", "what was sent cannot be read as JSON"))

    @app.middleware("http")
    async def careful(request: Request, follow: Callable[[Request], Awaitable[Response]]) -> Response:
        """Size and origin before anything is read; the same headers on every answer."""
        try:
            length = request.headers.get("content-length", "0")
            chunked = "chunked" in request.headers.get("transfer-encoding", "")
            if chunked or not length.isdigit() or int(length) > BODY_MAX:
                raise Refusal("too-large", f"a request holds at most {BODY_MAX // 1024} KiB, its length stated")
            origin, changes = request.headers.get("origin"), request.method not in ("GET", "HEAD")
            if changes and origin is not None and origin.split("://")[-1] != request.headers.get("host"):
                raise Refusal("other-origin", "requests from other sites are refused")
            with lull.broken():
                answer = await follow(request)
        except Refusal as refusal:
            answer = await refused(request, refusal)
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
        return answer

    @app.get("/health")
    def health() -> dict[str, Any]:
        """Whether the database answers."""
        return {"status": "ok", "tables": len(store.listed_ids()), "version": __version__}

    @app.get("/metrics", response_class=PlainTextResponse)
    def metrics() -> str:
        """Counters in the form that monitoring reads."""
        lines = [f"rackcard_{name}_total {count}" for name, count in counts.items()]
        return "\n".join([*lines, f"rackcard_tables {len(store.listed_ids())}"]) + "\n"

    # ---- accounts
    @app.post("/api/login")
    def log_in(request: Request, response: Response, login: Login) -> dict[str, Any]:
        """Start a session; its token goes into a cookie that scripts cannot read."""
        with logins.guess(address(request)):
            token, who = accounts.log_in(login.name, login.password)
        return started(request, response, token, who)

    def started(request: Request, response: Response, token: str, who: Person) -> dict[str, Any]:
        secure = request.url.scheme == "https"
        lasts = WALL_SECONDS if who.role == "display" else SESSION_SECONDS
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, max_age=lasts)
        return {"name": who.name, "role": who.role, "table": who.table_id, "seat": who.seat, "csrf": who.csrf,
                "go": home(who)}  # fmt: skip

    def home(who: Person) -> str:
        """Where somebody who has logged in works: at the seat, in the office, at the one live table if there is one."""
        if who.role == "supervisor":
            return "/office"
        if who.table_id is not None:
            return way_in(who.table_id, who.role)
        tables = ((table_id, service.table(table_id)) for table_id in store.listed_ids()[::-1][:TABLES_LOOKED_AT])
        live = [table_id for table_id, table in tables if table.is_live and table.status != "closed"]
        return way_in(live[0], who.role) if len(live) == 1 else "/"

    @app.post("/api/setup", status_code=201)
    def set_up(request: Request, response: Response, first: Login) -> dict[str, Any]:
        """Make the first account, the supervisor's, and log it in."""
        logins.check(address(request))
        if not accounts.is_empty():
            raise Refusal("set-up", "this house is set up already; log in")
        accounts.create(first.name, "supervisor", first.password, is_first=True)
        return started(request, response, *accounts.log_in(first.name, first.password))

    @app.post("/api/unlock")
    def unlock(request: Request, given: Password) -> dict[str, str]:
        """Go on with a session that was idle, by its password."""
        with logins.guess(address(request)):
            accounts.unlock(request.cookies.get(COOKIE), given.password)
        return {"status": "unlocked"}

    @app.post("/api/join")
    def join(request: Request, response: Response, given: Code) -> dict[str, Any]:
        """Start a seat's session by the code that the dealer gave."""
        with codes.guess(address(request)):
            token, who = accounts.join(given.code)
        return started(request, response, token, who)

    @app.post("/api/logout")
    def log_out(request: Request, response: Response) -> dict[str, str]:
        """End the session."""
        accounts.log_out(request.cookies.get(COOKIE))
        response.delete_cookie(COOKIE)
        return {"status": "logged out"}

    @app.post("/api/accounts", status_code=201)
    def add_account(
        request: Request, account: NewAccount, x_csrf_token: Annotated[str | None, Header()] = None
    ) -> dict[str, Any]:
        """Add an account: the first by anybody, as supervisor; all others by a supervisor."""
        first = accounts.is_empty()
        if not first:
            verify_supervisor(request, x_csrf_token)
        if account.table is not None:
            service.table(account.table)
        role = "supervisor" if first else account.role
        who = accounts.create(account.name, role, account.password, account.table, account.seat, is_first=first)
        return {"name": who.name, "role": who.role}

    @app.delete("/api/accounts/{name:path}")
    def remove_account(
        request: Request, name: str, x_csrf_token: Annotated[str | None, Header()] = None
    ) -> dict[str, str]:
        """Take an account away, by a supervisor; its sessions end, and the last supervisor stays."""
        verify_supervisor(request, x_csrf_token)
        accounts.remove(name)
        return {"status": "removed"}

    @app.put("/api/accounts/{name:path}/password")
    def change_password(
        request: Request, name: str, new: NewPassword, x_csrf_token: Annotated[str | None, Header()] = None
    ) -> dict[str, str]:
        """Give an account a new password: one's own by the one before, another's by a supervisor; its sessions end."""
        who, token = person(request), request.cookies.get(COOKIE)
        if who is None or who.name != name:
            verify_supervisor(request, x_csrf_token)
            accounts.set_password(name, new.password)
            return {"status": "changed"}
        verify_csrf(who, x_csrf_token)
        with logins.guess(address(request)):
            accounts.verify_password(name, new.current or "")
        accounts.set_password(name, new.password, keep=token)
        return {"status": "changed"}

    # ---- tables
    @app.get("/api/tables")
    def list_tables() -> list[dict[str, Any]]:
        """Every table, with where it stands."""
        found = []
        for table_id in store.listed_ids():
            table = service.table(table_id)
            cards = [table.offerings[number].card.title for number in table.current]
            found.append(
                {"table": table_id, "name": table.name, "game": table.game_id, "live": table.is_live,
                 "status": table.status, "round": table.round, "seats": len(table.seats), "cards": cards}
            )  # fmt: skip
        return found

    @app.post("/api/tables", status_code=201, responses={201: {"model": TableAnswer}})
    def open_table(
        request: Request,
        new: NewTable,
        idempotency_key: Annotated[str | None, Header()] = None,
        x_csrf_token: Annotated[str | None, Header()] = None,
    ) -> dict[str, Any]:
        """Open a table: a practice table by anybody, a live one by a supervisor."""
        verify_pace(request)
        command = {**new.model_dump(exclude={"table"}), "do": "open"}
        if command.get("live"):
            verify_supervisor(request, x_csrf_token)
        who = person(request)
        by = who.name if who else "practice"
        reply = service.execute(new.table, command, key=idempotency_key, by=by)
        if reply.entry.seq != 1:
            raise Refusal("table-exists", f"there is a table {new.table} already")
        counts["commands"] += 1
        return view(new.table, who)

    def view(table_id: str, who: Person | None = None) -> dict[str, Any]:
        version, table = service.look(table_id)
        return table_view(table_id, version, table, stay_of(who, table))

    @app.post("/api/tables/{table_id}/seats/{seat}/code", status_code=201)
    def seat_code(
        request: Request, table_id: str, seat: int, x_csrf_token: Annotated[str | None, Header()] = None
    ) -> dict[str, Any]:
        """A code by which the player at a seat joins it; given by a dealer or a supervisor."""
        table, who = service.table(table_id), person(request)
        verify_may(who, table_id, table, {"do": "seat"})
        assert who is not None
        verify_csrf(who, x_csrf_token)
        if seat not in table.seats:
            raise Refusal("no-such-seat", f"nobody sits at seat {seat}")
        code = accounts.new_code(table_id, seat, table.seats[seat].visit)
        return {"seat": seat, "code": code, "minutes": CODE_SECONDS // 60}

    def readable(request: Request, table_id: str) -> Table:
        table = service.table(table_id)
        verify_reads(person(request), table_id, table)
        return table

    @app.get("/api/tables/{table_id}", responses={200: {"model": TableAnswer}})
    def read_table(request: Request, table_id: str) -> dict[str, Any]:
        """A table as its last committed event left it; of a live one a seat sees its own balance alone."""
        readable(request, table_id)
        return view(table_id, person(request))

    @app.post("/api/tables/{table_id}/commands", responses={200: {"model": CommandAnswer}})
    def follow_command(
        request: Request,
        table_id: str,
        command: Command,
        idempotency_key: Annotated[str | None, Header()] = None,
        x_expected_version: Annotated[int | None, Header(ge=0)] = None,
        x_csrf_token: Annotated[str | None, Header()] = None,
    ) -> dict[str, Any]:
        """Follow a command: committed before it is answered, once for each Idempotency-Key."""
        verify_pace(request)
        table = service.table(table_id)
        given = command.model_dump()
        who = person(request)
        if table.is_live:
            verify_may(who, table_id, table, given)
            assert who is not None
            verify_csrf(who, x_csrf_token)
            accounts.used(request.cookies.get(COOKIE))
        given.pop("generated", None)
        sent = given
        if given["do"] == "open":
            raise Refusal("table-exists", f"there is a table {table_id} already")
        follow: TableCommand | dict[str, Any] = given
        if given["do"] == Generate.do:
            follow = Generate.parse(given).entered(table, generate)
        by = who.name if who else "practice"
        reply = service.execute(table_id, follow, key=idempotency_key, by=by, expected=x_expected_version, given=sent)
        counts["commands"] += 1
        entry = entry_view(reply.entry, private=stay_of(who, table) is not None)
        return {"repeated": reply.repeated, "entry": entry, "table": view(table_id, who)}

    @app.get("/api/tables/{table_id}/rounds/{number}", response_class=PlainTextResponse)
    def recall(request: Request, table_id: str, number: int) -> str:
        """Any past round as a transcript; of a live table a seat reads no other's buy-ins."""
        stay = stay_of(person(request), readable(request, table_id))
        lines = list(replay(store.entries(table_id), number, stay))
        if not lines:
            raise Refusal("no-such-round", f"table {table_id} has no round {number}")
        return "\n".join(lines) + "\n"

    @app.get("/api/tables/{table_id}/ledger.csv", response_class=PlainTextResponse)
    def ledger(request: Request, table_id: str) -> Response:
        """Every posting of a table; at a live table for a supervisor."""
        verify_office(request, service.table(table_id))
        return StreamingResponse(_ledger(store, table_id), media_type="text/csv")

    @app.get("/api/tables/{table_id}/meters")
    def read_meters(
        request: Request, table_id: str, since: str | None = None, until: str | None = None
    ) -> dict[str, Any]:
        """Handle, hold against theory, envy and breakage, for a period; at a live table for a supervisor."""
        verify_office(request, service.table(table_id))
        return meters(store.entries(table_id), read_period(since, until)).to_dict()

    @app.get("/api/tables/{table_id}/events")
    async def events(
        request: Request,
        table_id: str,
        after: Annotated[int, Query(ge=0, le=2**53)] = 0,
        last_event_id: Annotated[str | None, Header()] = None,
    ) -> EventStream:
        """The log as it grows, from any sequence number on; of a live table seats and displays see no purses."""
        notifier.verify_room()
        stay = await run_in_threadpool(lambda: stay_of(person(request), readable(request, table_id)))
        given = last_event_id or ""
        start = int(given) if re.fullmatch("[0-9]{1,15}", given) else after
        return EventStream(
            notifier, table_id, start, lambda: readable(request, table_id), private=stay is not None
        )  # fmt: skip

    app.include_router(pages(service, store, accounts, person, verify_pace))
    app.include_router(card_pages(person))
    app.include_router(lab_pages(person))
    app.mount(static_root(), KeptFiles(directory=STATIC), name="static")
    app.add_middleware(Straight)  # added last, so that it is the outermost
    return app


def _ledger(store: Store, table_id: str) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["seq", "at", "by", "kind", "account", "amount_cents", "hash"])
    for entry in store.entries(table_id):
        for account, amount in entry.event.postings or [("", 0)]:  # every entry has a line: the last hash is the newest
            writer.writerow([entry.seq, entry.at, entry.by, entry.event.kind, account, amount, entry.hash])
        yield text.getvalue()
        text.seek(0)
        text.truncate()
