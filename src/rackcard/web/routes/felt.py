"""The felt: a table's page as a seat, a dealer, a supervisor or a display sees it, and its parts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from rackcard.table.call_bet import example
from rackcard.table.command import SEATS_MAX
from rackcard.table.commands.tokes import tokes_of
from rackcard.table.history import History
from rackcard.table.log.store import Store
from rackcard.table.outcome import looked_at
from rackcard.table.state import Refusal, Table
from rackcard.web.accounts import Person
from rackcard.web.deps import CurrentTable, PersonDep, ReadableTableDep, StoreDep, TableDep
from rackcard.web.permissions import View, allowed_commands, dealer_books, verify_view
from rackcard.web.practice import PRACTICE_MONEY
from rackcard.web.render import render, table_path
from rackcard.web.routes.cards import as_file
from rackcard.web.views.dealer import called, matrix, work_of
from rackcard.web.views.display import display_boards
from rackcard.web.views.felt import Felt, felt
from rackcard.web.views.history import recalled
from rackcard.web.views.inspector import inspect
from rackcard.web.views.json import stay_of
from rackcard.web.views.meters import MetersView, meters_csv, meters_view, names_of, shifts_of
from rackcard.web.views.tiles import chips

router = APIRouter(prefix="/tables/{table_id}", include_in_schema=False)
PAGES: dict[View, str] = {
    "seat": "seat.html", "dealer": "dealer.html", "supervisor": "supervisor.html", "display": "display.html",
}  # fmt: skip
"""The page of each view."""
PARTS: dict[View, str] = {
    "seat": "seat_part.html", "dealer": "dealer_part.html", "supervisor": "supervisor_part.html",
    "display": "display_part.html",
}  # fmt: skip
"""The part of each page that follows the log."""
RECENT = 600
"""How many entries of the log a page looks back."""


def felt_of(current: CurrentTable, store: Store, seat: int | None, view: View, person: Person | None) -> Felt:
    """The felt for a seat and a view; a display is read by everybody, so it shows no balance."""
    table = current.table
    recent = store.entries(current.table_id, max(0, current.version - RECENT))
    stay = 0 if table.is_live and view == "display" else stay_of(person, table)
    return felt(
        current.table_id, current.version, table, recent, seat, deals=view == "dealer", stay=stay,
        has_boards=view in ("seat", "display"),
    )  # fmt: skip


def seat_of(table: Table, person: Person | None, view: View, asked: int | None) -> int | None:
    """Whose chips a page moves: a seat's own at a live table, any seat's at a practice table."""
    if view in ("display", "supervisor"):
        return None
    if table.is_live and view == "seat":
        return person.seat if person is not None and person.role == "seat" else None
    if asked in table.seats or (asked is not None and view == "seat"):
        return asked if asked in table.seats else None
    return next(iter(sorted(table.seats)), None)


def free_seat(table: Table, asked: int | None) -> int:
    """A seat to offer to somebody who is watching: the one asked for, or the first that is free."""
    seats = seats_of(table)
    wanted = (asked or 1, *range(1, seats))
    return next((seat for seat in wanted if seat not in table.seats and seat <= seats), seats)


def seats_of(table: Table) -> int:
    """How many seats a table has: by its house rules, or as many as any."""
    return SEATS_MAX if table.house is None else table.house.seats


def floor_context(current: CurrentTable, store: Store, view: View) -> Mapping[str, Any]:
    """What the pages of the floor show beside the felt."""
    table = current.table
    if view == "supervisor":
        visits = names_of(store, current.table_id, table.outstanding)
        return {"visits": visits, "tokes": tokes_of(table)}
    if view != "dealer":
        return {}
    return {"matrix": matrix(table, seats_of(table)), "work": work_of(table), "example": example(table)}


def draw(
    request: Request, name: str, current: CurrentTable, store: Store, person: Person | None, view: View,
    asked: int | None,
) -> HTMLResponse:  # fmt: skip
    """A table's page, or the part of it that follows the log."""
    table = current.table
    own = seat_of(table, person, view, asked)
    drawn = felt_of(current, store, own, view, person)
    may = allowed_commands(person, table)
    is_booked = view == "seat" and own is not None and dealer_books(table)
    return render(
        request, name, person, felt=drawn, table=table, view=view, may=may,
        asked=own if asked is None else asked, free_seat=free_seat(table, asked), is_part=name in PARTS.values(),
        chips=chips(table), has_tray=view in ("seat", "dealer") and ("bet" in may or is_booked),
        seats=seats_of(table), practice_money=PRACTICE_MONEY,
        boards=display_boards(drawn) if view == "display" else (), pad=_pad(table),
        **floor_context(current, store, view),
    )  # fmt: skip


def show(
    request: Request, current: CurrentTable, store: Store, person: Person | None, view: View, seat: int | None
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """A view of a table, or the way to it: to log in, or to the view that is the person's own."""
    if current.table.is_live and person is None:
        return RedirectResponse(f"/login?next={quote(request.url.path)}", 303)
    if current.table.is_live and person is not None and view == "seat" and person.role in ("dealer", "display"):
        return RedirectResponse(table_path(current.table_id, person.role), 303)
    verify_view(person, current.table_id, current.table, view)
    return draw(request, PAGES[view], current, store, person, view, seat)


@router.get("", response_model=None)
def seat_view(
    request: Request, current: TableDep, store: StoreDep, person: PersonDep, seat: int | None = None
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The view of a seat."""
    return show(request, current, store, person, "seat", seat)


@router.get("/dealer", response_model=None)
def dealer_view(
    request: Request, current: TableDep, store: StoreDep, person: PersonDep, seat: int | None = None
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The view of the dealer."""
    return show(request, current, store, person, "dealer", seat)


@router.get("/supervisor", response_model=None)
def supervisor_view(
    request: Request, current: TableDep, store: StoreDep, person: PersonDep
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The view of the supervisor."""
    return show(request, current, store, person, "supervisor", None)


@router.get("/display", response_model=None)
def display_view(
    request: Request, current: TableDep, store: StoreDep, person: PersonDep
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The view of a large display."""
    return show(request, current, store, person, "display", None)


@router.get("/felt")
def felt_part(
    request: Request, current: TableDep, store: StoreDep, person: PersonDep, view: View = "seat",
    seat: int | None = None,
) -> HTMLResponse:  # fmt: skip
    """The part of the page that follows the log."""
    verify_view(person, current.table_id, current.table, view)
    return draw(request, PARTS[view], current, store, person, view, seat)


@router.get("/inspect")
def inspect_part(
    request: Request, current: ReadableTableDep, person: PersonDep, card: int, wager: str, seat: int | None = None
) -> HTMLResponse:  # fmt: skip
    """One wager looked at closely, as a seat sees it."""
    own = seat_of(current.table, person, "seat", seat)
    return render(request, "inspect.html", person, found=inspect(current.table, card, wager, own))


@router.get("/call")
def call(
    current: TableDep, person: PersonDep, text: str = Query(max_length=200), seat: int | None = None
) -> Mapping[str, object]:
    """What a bet that is being called to the dealer is understood as."""
    verify_view(person, current.table_id, current.table, "dealer")
    return called(current.table, text, seat)


@router.get("/next-entry")
def next_to_enter(request: Request, current: ReadableTableDep) -> Mapping[str, str]:
    """What the dealer's pad takes next, by the rules of the game."""
    return current.table.game.next_entry(request.query_params, looked_at(current.table))


@router.get("/recall/{number}")
def recall(
    request: Request, number: int, current: ReadableTableDep, store: StoreDep, person: PersonDep,
    seat: int | None = None,
) -> HTMLResponse:  # fmt: skip
    """Everything that happened in one round."""
    table = current.table
    if not 1 <= number <= table.round + 1:
        raise Refusal("no-such-round", table=current.table_id, round=str(number)[:20])
    found = list(recalled(History(store, current.table_id).round_steps(number), number, seat, stay_of(person, table)))
    return render(
        request, "recall.html", person, table_id=current.table_id, table=table, number=number, found=found, seat=seat
    )  # fmt: skip


@dataclass(frozen=True)
class MetersQuery:
    """Which meters: of a shift, by its number, or of a period."""

    shift: str = ""
    since: str = ""
    until: str = ""

    def view(self, store: Store, table_id: str) -> MetersView:
        shifts = shifts_of(store, table_id)
        if self.shift.isdecimal() and 1 <= int(self.shift[:6]) <= len(shifts):
            one = shifts[int(self.shift) - 1]
            return meters_view(store, table_id, shifts, one.since, one.until)
        return meters_view(store, table_id, shifts, self.since, self.until)


@router.get("/meters")
def meters_part(
    request: Request, current: TableDep, store: StoreDep, person: PersonDep, asked: Annotated[MetersQuery, Depends()]
) -> HTMLResponse:  # fmt: skip
    """The meters of a table, for the supervisor's view."""
    verify_view(person, current.table_id, current.table, "supervisor")
    shift = int(asked.shift) if asked.shift.isdecimal() else 0
    return render(
        request, "meters.html", person, found=asked.view(store, current.table_id), table_id=current.table_id,
        shift=shift, since=asked.since, until=asked.until, query=request.url.query,
    )  # fmt: skip


@router.get("/meters.csv")
def meters_file(
    current: TableDep, store: StoreDep, person: PersonDep, asked: Annotated[MetersQuery, Depends()]
) -> Response:  # fmt: skip
    """The meters of a table as comma-separated values."""
    verify_view(person, current.table_id, current.table, "supervisor")
    text = meters_csv(asked.view(store, current.table_id))
    return as_file(text, "text/csv", f"{current.table_id}-meters.csv")


def _pad(table: Table) -> Mapping[str, Any]:
    """What the dealer's pad needs."""
    return table.game.pad(table.device, looked_at(table))
