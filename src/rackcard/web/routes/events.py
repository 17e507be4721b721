"""Live events of tables, as server-sent events."""

import re
from dataclasses import replace
from typing import Annotated, NamedTuple, cast

from fastapi import APIRouter, Header, Query

from rackcard.table.service import Service
from rackcard.table.state import Refusal
from rackcard.web.accounts import Accounts, Person
from rackcard.web.deps import (
    AccountsDep,
    AddressDep,
    NotifierDep,
    PersonDep,
    ReadableTableDep,
    ServiceDep,
    TokenDep,
)
from rackcard.web.drawings import CurrentTable, Viewer
from rackcard.web.events import EventStream, SharedStream, Watch
from rackcard.web.limits import TABLE_ID
from rackcard.web.permissions import VIEWERS, View, verify_reads, verify_view
from rackcard.web.views.json import stay_of

router = APIRouter()
SEQUENCE_NUMBER = re.compile("[0-9]{1,15}")
FOLLOWED = re.compile(rf"({TABLE_ID.pattern}:[0-9]{{1,15}})(,{TABLE_ID.pattern}:[0-9]{{1,15}}){{0,31}}")
"""Up to 32 tables, each with the last entry seen of it."""
VIEWS = "|".join(VIEWERS)
FOLLOWED_VIEWS = re.compile(
    rf"({TABLE_ID.pattern}:({VIEWS}):[0-9]{{0,3}})(,{TABLE_ID.pattern}:({VIEWS}):[0-9]{{0,3}}){{0,63}}"
)
"""Up to 64 views of them, each with the seat that its page names, if any."""


@router.get("/api/tables/{table_id}/events")
async def events(
    current: ReadableTableDep, person: PersonDep, notifier: NotifierDep, service: ServiceDep, accounts: AccountsDep,
    token: TokenDep, address: AddressDep, after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    last_event_id: Annotated[str | None, Header()] = None,
) -> EventStream:  # fmt: skip
    """The log as it grows, from any sequence number on; at a live table seats and displays see no balances."""

    given = last_event_id or ""
    start = int(given) if SEQUENCE_NUMBER.fullmatch(given) else after
    return EventStream(notifier, watch_of(current, start, Watching(person, token, address), service, accounts))


@router.get("/api/events")
def shared_events(
    person: PersonDep, notifier: NotifierDep, service: ServiceDep, accounts: AccountsDep, token: TokenDep,
    address: AddressDep,
    tables: Annotated[str, Query(pattern=f"^{FOLLOWED.pattern}$", max_length=4000)],
    views: Annotated[str | None, Query(pattern=f"^{FOLLOWED_VIEWS.pattern}$", max_length=8000)] = None,
) -> SharedStream:  # fmt: skip
    """The logs of several tables in one stream: ``tables`` names each with the last entry seen, as ``t1:12,t2:0``.

    A page names its view, as ``t1:seat:3``; an event ``drawn`` has what changed in it, after the view.

    An event ``table`` names the table whose entries follow; ``ended`` names one that the session may not see."""
    watches, refused, watching = [], [], Watching(person, token, address)
    followed: dict[str, list[tuple[View, str]]] = {}
    for table_id, view, seat in (one.split(":") for one in (views or "").split(",") if one):
        followed.setdefault(table_id, []).append((cast(View, view), seat))
    for table_id, seen in dict(one.split(":") for one in tables.split(",")).items():
        try:
            current = CurrentTable(table_id, *service.look(table_id))
            verify_reads(person, table_id, current.table)
            viewers: dict[str, Viewer] = {}
            for view, seat in followed.get(table_id, []):
                verify_view(person, table_id, current.table, view)
                viewers[f"{view}:{seat}"] = Viewer.of(person, view, int(seat) if seat else None, current.table)
            watch = watch_of(current, int(seen), watching, service, accounts)
            watches.append(replace(watch, views=viewers))
        except Refusal:
            refused.append(table_id)
    return SharedStream(notifier, watches, refused)


class Watching(NamedTuple):
    """Whoever watches: the person of a session, its token, and the address."""

    person: Person | None
    token: str | None
    address: str


def watch_of(current: CurrentTable, after: int, who: Watching, service: Service, accounts: Accounts) -> Watch:
    """What a session follows of a table; its permission is checked again while it does."""

    def verify() -> None:
        verify_reads(accounts.person(who.token), current.table_id, service.table(current.table_id))

    return Watch(
        current.table_id,
        after,
        verify if current.table.is_live else None,
        private=stay_of(who.person, current.table) is not None,
        stranger=who.address if who.person is None else None,
    )
