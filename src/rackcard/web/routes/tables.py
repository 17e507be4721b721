"""The interface of tables: opening, commands, state, recall, ledger and meters."""

import io
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request
from fastapi.responses import PlainTextResponse, Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from rackcard.table.command import Schema
from rackcard.table.evidence import evidence
from rackcard.table.history import History
from rackcard.table.log.store import Store
from rackcard.table.meters import meters_of
from rackcard.table.period import read_period
from rackcard.table.registry import open_schema, request_schema
from rackcard.table.replay import replay
from rackcard.table.service import Reply, Service, TableOrder
from rackcard.table.shift_report import shift_report
from rackcard.table.state import Refusal
from rackcard.tabular import CsvWriter
from rackcard.web.accounts import CODE_SECONDS, Person, digest, visit_at
from rackcard.web.answers import CommandAnswer, TableAnswer
from rackcard.web.deps import (
    COOKIE,
    AccountsDep,
    CsrfHeader,
    HaveHeader,
    KeyHeader,
    PersonDep,
    ReadableTableDep,
    ServiceDep,
    StoreDep,
    TableDep,
    TableWithBooksDep,
    TokenDep,
    get_supervisor,
    get_token,
    limit_commands,
)
from rackcard.web.drawings import CurrentTable, Viewer, version_had
from rackcard.web.errors import DATABASE_ERRORS, count_trouble
from rackcard.web.group_commit import AskedCommand, sender
from rackcard.web.limits import TABLE_ID, TABLE_ID_MAX
from rackcard.web.permissions import View, verify_csrf, verify_may
from rackcard.web.views.json import entry_view, stay_of, table_view

router = APIRouter(prefix="/api/tables")
QUICK_WAGERS = 64
"""Up to how many wagers, on offer and up, a table is described at once; one with more is described in a thread."""


def described(schema: Schema) -> Callable[[dict[str, Any]], None]:
    """Puts a description from the registry in the place of the one that a model makes of itself."""

    def replace_schema(own: dict[str, Any]) -> None:
        own.clear()
        own.update(schema)

    return replace_schema


class CommandRequest(BaseModel):
    """A command to a table: its name, and its fields."""

    # The table reads the fields, so that its refusals keep their codes; the interface describes them from the registry.
    model_config = ConfigDict(extra="allow", json_schema_extra=described(request_schema()))
    do: str = Field(max_length=40)


class NewTable(BaseModel):
    """A table to open: its id, and the fields of the command ``open``."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra=described(open_schema({"type": "string", "pattern": f"^{TABLE_ID.pattern}$"})),
    )
    table: str = Field(pattern=f"^{TABLE_ID.pattern}$", max_length=TABLE_ID_MAX)


def view(current: CurrentTable, person: Person | None) -> dict[str, Any]:
    """A table as JSON, with what the person may know."""
    return table_view(current.table_id, current.version, current.table, stay_of(person, current.table))


def after_reply(service: Service, table_id: str, reply: Reply) -> CurrentTable:
    """The table after a command; a repeated answer is read with the table as it is now."""
    if reply.repeated or reply.table is None:
        try:
            return CurrentTable(table_id, *service.look(table_id))
        except DATABASE_ERRORS:
            raise Refusal("no-database.committed") from None
    return CurrentTable(table_id, reply.entry.seq, reply.table)


@router.get("")
def list_tables(service: ServiceDep, person: PersonDep) -> list[dict[str, Any]]:
    """Every table, with its status; live tables for those who have logged in."""
    found = []
    for table_id, newest in service.store.heads():
        table = service.glance(table_id, newest)
        if table.is_live and person is None:
            continue
        cards = [table.offerings[number].card.title for number in table.current]
        found.append(
            {"table": table_id, "name": table.name, "game": table.game_id, "live": table.is_live,
             "status": table.status, "round": table.round, "seats": len(table.seats), "cards": cards}
        )  # fmt: skip
    return found


@router.post("", status_code=201, dependencies=[Depends(limit_commands)], responses={201: {"model": TableAnswer}})
def open_table(
    request: Request, new: NewTable, service: ServiceDep, accounts: AccountsDep, person: PersonDep, token: TokenDep,
    idempotency_key: KeyHeader = None, x_csrf_token: CsrfHeader = None,
) -> dict[str, Any]:  # fmt: skip
    """Open a table: a practice table by anybody, a live one by a supervisor."""
    command = {**new.model_dump(exclude={"table"}), "do": "open"}
    if command.get("live"):
        get_supervisor(person, accounts, token, x_csrf_token)
    session = None if token is None else digest(token)
    reply = service.follow(TableOrder(new.table, command, idempotency_key, sender(person), session=session))
    if reply.entry.seq != 1:
        raise Refusal("table-exists.id", table=new.table)
    request.app.state.counts["commands"] += 1
    return view(after_reply(service, new.table, reply), person)


@router.post("/{table_id}/seats/{seat}/code", status_code=201)
def seat_code(
    seat: int, current: TableDep, person: PersonDep, accounts: AccountsDep, token: TokenDep,
    x_csrf_token: CsrfHeader = None,
) -> dict[str, Any]:  # fmt: skip
    """A code for the player at a seat to join with; given by a dealer or a supervisor."""
    verify_may(person, current.table_id, current.table, {"do": "seat"})
    assert person is not None
    assert token is not None
    verify_csrf(person, x_csrf_token)
    code = accounts.new_code(current.table_id, seat, visit_at(current.table, seat), token)
    return {"seat": seat, "code": code, "minutes": CODE_SECONDS // 60}


@router.get("/{table_id}", responses={200: {"model": TableAnswer}})
def read_table(current: ReadableTableDep, person: PersonDep) -> dict[str, Any]:
    """A table as its last committed event left it; at a live table a seat sees only its own balance."""
    return view(current, person)


@router.post(
    "/{table_id}/commands", dependencies=[Depends(limit_commands)], responses={200: {"model": CommandAnswer}}
)  # fmt: skip
async def follow_command(
    request: Request, table_id: str, command: CommandRequest, idempotency_key: KeyHeader = None,
    x_expected_version: Annotated[int | None, Header(ge=0)] = None, x_csrf_token: CsrfHeader = None,
    x_view: Annotated[View | None, Header(include_in_schema=False)] = None,
    x_seat: Annotated[int | None, Header(include_in_schema=False)] = None, x_have: HaveHeader = None,
) -> Response:  # fmt: skip
    """Follow a command: committed before it is answered, once for each Idempotency-Key.

    A page names its view and the version it has, and has that drawn in the answer in the place of the table.
    """
    given, token = command.model_dump(), await get_token(request)
    given.pop("generated", None)
    asked = AskedCommand(
        table_id, given, token, COOKIE in request.cookies, x_csrf_token, idempotency_key, x_expected_version, x_view
    )  # fmt: skip
    state = request.app.state
    followed = await state.group_commit.follow(asked)
    request.state.person, reply = followed.person, followed.answer
    if isinstance(reply, Exception):
        raise reply
    state.counts["commands"] += 1
    answer = partial(answer_command, request, asked, followed.person, reply, x_seat, x_have)
    body = answer() if x_view is None and is_quick(reply) else await run_in_threadpool(answer)
    return Response(json.dumps(body, ensure_ascii=False, separators=(",", ":")), media_type="application/json")


def is_quick(reply: Reply) -> bool:
    """Whether an answer is made at once: nothing is read or written for it, and the table is small."""
    table = reply.table
    if table is None or reply.repeated:
        return False
    offered = sum(len(table.offerings[number].bets) for number in table.current)
    return len(table.wagers) + offered <= QUICK_WAGERS


def answer_command(
    request: Request, asked: AskedCommand, person: Person | None, reply: Reply, seat: int | None, have: str | None
) -> dict[str, Any]:  # fmt: skip
    """What a command led to, with the table as it is after it.

    The command is committed: where the database fails from here on, the answer says so all the same, with no drawing.
    """
    table_id = asked.table_id
    after = after_reply(request.app.state.service, table_id, reply)
    entry = entry_view(reply.entry, private=stay_of(person, after.table) is not None)
    if asked.view is None:
        return {"repeated": reply.repeated, "entry": entry, "table": view(after, person)}
    viewer = Viewer.of(person, asked.view, seat, after.table)
    drawings = request.app.state.drawings
    try:
        drawing = drawings.drawing(after, viewer)
    except DATABASE_ERRORS:  # the page asks for its drawing
        count_trouble(request, "no-database.committed")
        return {"repeated": reply.repeated, "entry": entry, "table": {"version": after.version}}
    change = drawings.change(table_id, viewer, version_had(viewer, have), drawing)
    part = {"felt": drawing.root.text} if change is None else {"change": change.to_dict()}
    return {"repeated": reply.repeated, "entry": entry, "table": {"version": drawing.version}, **part}


@router.get("/{table_id}/rounds/{number}", response_class=PlainTextResponse)
def recall(number: int, current: ReadableTableDep, person: PersonDep, store: StoreDep) -> str:
    """Any past round as a transcript; at a live table a seat reads no buy-ins but its own."""
    lines = list(replay(History(store, current.table_id).round_steps(number), number, stay_of(person, current.table)))
    if not lines:
        raise Refusal("no-such-round", table=current.table_id, round=str(number)[:20])
    return "\n".join(lines) + "\n"


@router.get("/{table_id}/rounds/{number}/evidence")
def read_evidence(number: int, current: TableWithBooksDep, store: StoreDep) -> dict[str, Any]:
    """Every entry of a round with its hash, as evidence in a dispute; at a live table for a supervisor."""
    return evidence(store, current.table_id, number)


@router.get("/{table_id}/shifts/{number}")
def read_shift(number: int, current: TableWithBooksDep, store: StoreDep) -> dict[str, Any]:
    """The report of a shift: drop, handle, hold, corrections, voids, envies, tokes; for a supervisor."""
    return shift_report(store, current.table_id, number).to_dict()


@router.get("/{table_id}/ledger.csv", response_class=PlainTextResponse)
def read_ledger(current: TableWithBooksDep, store: StoreDep) -> Response:
    """Every posting of a table; at a live table for a supervisor."""
    return StreamingResponse(ledger(store, current.table_id), media_type="text/csv")


@router.get("/{table_id}/meters")
def read_meters(
    current: TableWithBooksDep, store: StoreDep, since: str | None = None, until: str | None = None
) -> dict[str, Any]:  # fmt: skip
    """Handle, hold against theory, envy and breakage, for a period; at a live table for a supervisor."""
    return meters_of(store, current.table_id, read_period(since, until)).to_dict()


LEDGER_PART = 2**16
"""How many letters of a ledger are sent at a time."""


def ledger(store: Store, table_id: str) -> Iterator[str]:
    """The ledger as CSV, some entries of the log at a time."""
    text = io.StringIO()
    writer = CsvWriter(text)
    writer.row(["seq", "at", "by", "kind", "account", "amount_cents", "hash"])
    for row in store.rows(table_id):
        event = json.loads(row.entry)
        for account, amount in event["postings"] or [("", 0)]:  # every entry has a line: the last hash is the newest
            writer.row([row.seq, row.at, row.by, event["kind"], account, amount, row.hash])
        if text.tell() >= LEDGER_PART:
            yield text.getvalue()
            text.seek(0)
            text.truncate()
    yield text.getvalue()
