"""Live events of a table, as server-sent events."""

import re
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query

from rackcard.web.deps import (
    AccountsDep,
    NotifierDep,
    PersonDep,
    ReadableTableDep,
    ServiceDep,
    TokenDep,
    require_room,
)
from rackcard.web.events import EventStream
from rackcard.web.permissions import verify_reads
from rackcard.web.views.json import stay_of

router = APIRouter()
SEQUENCE_NUMBER = re.compile("[0-9]{1,15}")


@router.get("/api/tables/{table_id}/events", dependencies=[Depends(require_room)])
async def events(
    current: ReadableTableDep, person: PersonDep, notifier: NotifierDep, service: ServiceDep, accounts: AccountsDep,
    token: TokenDep, after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    last_event_id: Annotated[str | None, Header()] = None,
) -> EventStream:  # fmt: skip
    """The log as it grows, from any sequence number on; at a live table seats and displays see no balances."""

    def verify() -> None:
        verify_reads(accounts.person(token), current.table_id, service.table(current.table_id))

    given = last_event_id or ""
    start = int(given) if SEQUENCE_NUMBER.fullmatch(given) else after
    is_private = stay_of(person, current.table) is not None
    return EventStream(notifier, current.table_id, start, verify, private=is_private)
