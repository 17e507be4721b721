"""The pages that people open: lobby, felt and its views, office, log-in."""

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from threading import Lock
from typing import Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import Markup
from pydantic import BaseModel, Field

from rackcard.api import RackCard, load, loads
from rackcard.card import CardError, OptionError, Terms, card_ids
from rackcard.games import GAMES
from rackcard.games.conditions import Happened
from rackcard.games.game import Cell
from rackcard.machine import Bet, bets
from rackcard.number import percent
from rackcard.odds.price import price
from rackcard.report.charts import held_chart
from rackcard.table.command import ROLES, SEATS_MAX
from rackcard.table.log.store import Store
from rackcard.table.meters import FAR, USUAL, meters
from rackcard.table.offerings import beaten, offerings, read_entry
from rackcard.table.registry import EVENTS
from rackcard.table.service import Service
from rackcard.table.state import Refusal, Table
from rackcard.web.accounts import ALLOWED, WALL_SECONDS, Accounts, Person, verify_reads
from rackcard.web.render import render, templates
from rackcard.web.views.display import wall
from rackcard.web.views.felt import Felt, chips, felt
from rackcard.web.views.history import recalled
from rackcard.web.views.json import stay_of

View = Literal["seat", "dealer", "supervisor", "display"]
RECENT = 600
"""How many entries of the log a page looks back."""
TABLES_LOOKED_AT = 400
LIMIT_WORDS = {
    "wager_min": "Least on a wager",
    "wager_max": "Most on a wager",
    "seat_max": "Most for a seat",
    "table_max": "Most for the table",
    "payout_max": "Most that one outcome wins",
}
"""The limits of a table, as people read them."""
OWN_COOKIE, OWN_KEPT = "rackcard_tables", 12
"""Where a browser remembers the practice tables it has opened, and how many."""
OTHERS_SHOWN = 6
"""How many practice tables of others the lobby lists."""
PRACTICE_MONEY = 100_000
PRICING = Lock()
ANYTHING: frozenset[str] = frozenset().union(*ALLOWED.values())
"""At a practice table anybody may give any command."""
MAY_SEE: dict[View, tuple[str, ...]] = {
    "seat": ("seat", "supervisor"),
    "dealer": ("dealer", "supervisor"),
    "supervisor": ("supervisor",),
    "display": ("display", "dealer", "supervisor", "seat"),
}
"""Whose role it is to see each view of a live table."""


def way_in(table_id: str, role: str) -> str:
    """The address of the view of a table that is a role's own.

    >>> way_in("table-4", "dealer"), way_in("table-4", "seat")
    ('/tables/table-4/dealer', '/tables/table-4')
    """
    return f"/tables/{table_id}" + ("" if role == "seat" else f"/{role}")


class Practice(BaseModel):
    """A practice table to open: a shipped card or a card's text, its options and pay tables."""

    card: str = Field(default="", max_length=80)
    text: str = Field(default="", max_length=200_000)
    options: dict[str, str] = Field(default_factory=dict, max_length=40)
    tables: dict[str, str] = Field(default_factory=dict, max_length=80)


@dataclass(frozen=True)
class Summary:
    """A card as the lobby shows it."""

    card: RackCard
    wagers: tuple[str, ...]
    best: str
    worst: str
    has_offers: bool
    tables: dict[str, tuple[str, ...]]
    """The pay tables of each wager."""


def summary(card_id: str) -> Summary:
    """A shipped card with its best and worst edge for the player, best play where there is a choice."""
    with PRICING:  # whoever comes while it is being priced waits for that, and does not price it beside
        return _summary(card_id)


@cache
def _summary(card_id: str) -> Summary:
    card = load(card_id)
    edges: dict[tuple[str, str], Fraction] = {}
    for entry in price(card, plays=("best",)).wagers:
        if entry.house_edge is not None:
            edges[_group_name(entry.terms), entry.terms.table] = entry.house_edge
    names = dict.fromkeys(map(_group_name, card.terms()))
    by_edge = sorted(edges, key=lambda key: edges[key])
    has_tables = len({table for _, table in edges}) > 1

    def told(key: tuple[str, str] | None) -> str:
        """An edge with the wager it is for, and its pay table where there are several."""
        if key is None:
            return "no pay posted"
        table = f", pay table {key[1]}" if has_tables else ""
        return _edge(edges[key]) + (f": {key[0]}{table}" if len(names) > 1 or table else "")

    offers = any(terms.offers for terms in card.terms())
    tables: dict[str, dict[str, None]] = {}
    for terms in card.terms():
        tables.setdefault(terms.group, {})[terms.table] = None
    listed = {group: tuple(found) for group, found in tables.items()}
    low, high = (by_edge[0], by_edge[-1]) if by_edge else (None, None)
    return Summary(card, tuple(names), told(low), told(high), offers, listed)


def _group_name(terms: Terms) -> str:
    """A wager by its name, places of a layout by the kind."""
    return terms.name if terms.group == terms.wager else terms.group.replace("-", " ").capitalize()


def _edge(edge: Fraction) -> str:
    return f"{percent(edge, 2)} for the house" if edge >= 0 else f"{percent(-edge, 2)} for the player"


def catalogue() -> dict[str, list[Summary]]:
    """Every shipped card by base game, the base game's own card last."""
    found: dict[str, list[Summary]] = {game: [] for game in GAMES}
    for card_id in card_ids():
        one = summary(card_id)
        found[one.card.game.id].append(one)
    for game, cards in found.items():
        cards.sort(key=lambda one: (one.card.id == game, not one.has_offers, one.card.title))
    return found


def covers(card: RackCard, options: Mapping[str, str], base: RackCard) -> bool:
    """Whether a card has a wager of its own for all that a base game's card is won by."""
    own = {_won(bet) for bet in bets(card, card.settled(options))}
    return all(won and won in own for won in map(_won, bets(base, base.settled({}))))


def _won(bet: Bet) -> frozenset[Cell]:
    """All that wins a wager of one outcome, however it pays; nothing for a wager of several."""
    when = [line.when for line in bet.terms.lines if line.pay is not None and line.pay.net > 0]
    if bet.machine.ends != 1:
        return frozenset()
    return frozenset(cell for one in when if isinstance(one, Happened) for cell in one.event.cells)


def practice_cards(new: Practice) -> tuple[str, list[dict[str, Any]]]:
    """The game and the cards of a practice table: the one asked for, and its base game's own unless it has all of that.

    What the player beats is accepted by name, as at any table; here the player is meant to find out.
    """
    entry: dict[str, Any] = {"options": dict(new.options), "tables": dict(new.tables)}
    entry |= {"text": new.text} if new.text else {"card": new.card}
    try:
        card = loads(new.text) if new.text else load(new.card) if new.card in card_ids() else None
        if card is not None:
            card.settled(new.options)
    except (CardError, OptionError) as error:
        raise Refusal("bad-card", str(error.args[0])) from None
    if card is None:
        raise Refusal("no-such-card", f"there is no card {new.card}; cards: {', '.join(card_ids())}")
    laid = [entry]
    base = load(card.game.id)
    if base.id != card.id and not covers(card, new.options, base):
        same = {name: value for name, value in new.options.items() if name in base.options}
        laid.append({"card": base.id, "options": same})
    for one in laid:
        every = [terms.wager for terms in (card if one is entry else base).terms(one["options"])]
        (offering,) = offerings([read_entry({**one, "accept": every})], card.game.id)
        one["accept"] = list(beaten(offering))
    return card.game.id, laid


def pages(
    service: Service,
    store: Store,
    accounts: Accounts,
    who: Callable[[Request], Person | None],
    verify_pace: Callable[[Request], None],
) -> APIRouter:  # fmt: skip
    """The pages on a database."""
    router = APIRouter(include_in_schema=False)

    def look(table_id: str, seat: int | None, view: View, person: Person | None) -> Felt:
        version, table = service.look(table_id)
        recent = store.entries(table_id, max(0, version - RECENT))
        stay = 0 if table.is_live and view == "display" else stay_of(person, table)  # a wall is read by everybody
        return felt(table_id, version, table, recent, seat, deals=view == "dealer", stay=stay)

    def seat_of(table: Table, person: Person | None, view: View, asked: int | None) -> int | None:
        """Whose chips a page moves: a seat's own at a live table, anybody's at a practice table."""
        if view in ("display", "supervisor"):
            return None
        if table.is_live and view == "seat":
            return person.seat if person is not None and person.role == "seat" else None
        if asked in table.seats or (asked is not None and view == "seat"):
            return asked if asked in table.seats else None
        return next(iter(sorted(table.seats)), None)

    def drawn(request: Request, name: str, table_id: str, view: View, asked: int | None) -> HTMLResponse:
        """A table's page, or the part of it that follows the log."""
        person = who(request)
        own = seat_of(service.table(table_id), person, view, asked)
        found = look(table_id, own, view, person)
        table = found.table
        may = ALLOWED[person.role] if table.is_live and person is not None else ANYTHING
        wanted = (asked or 1, *range(1, SEATS_MAX))
        free = next((seat for seat in wanted if seat not in table.seats), SEATS_MAX)
        return render(
            request, name, person, felt=found, table=table, view=view, may=may,
            asked=own if asked is None else asked, free_seat=free, is_part=name == "part.html", chips=chips(table),
            has_tray=view in ("seat", "dealer") and "bet" in may, boards=wall(found) if view == "display" else (),
            pad=_pad(table),
        )  # fmt: skip

    def verify_view(person: Person | None, table_id: str, table: Table, view: View) -> None:
        verify_reads(person, table_id, table)
        if table.is_live and (person is None or person.role not in MAY_SEE[view]):
            assert person is not None
            raise Refusal("not-your-role", f"a {person.role} does not see the {view}'s view of a live table")

    @router.get("/")
    def lobby(request: Request) -> HTMLResponse:
        found = [(table_id, service.table(table_id)) for table_id in store.listed_ids()[::-1][:TABLES_LOOKED_AT]]
        is_open = [(table_id, table) for table_id, table in found if table.status != "closed"]
        own = _opened_here(request)
        live = [(table_id, table) for table_id, table in is_open if table.is_live]
        mine = [(table_id, table) for table_id, table in is_open if table_id in own]
        others = [pair for pair in is_open if pair not in live and pair not in mine]
        first = next(one.card for cards in catalogue().values() for one in cards if one.has_offers)
        return render(
            request, "lobby.html", who(request), games=catalogue(), first=first, own=own,
            tables=[*live[:40], *mine, *others[:OTHERS_SHOWN]], left_out=max(0, len(others) - OTHERS_SHOWN),
        )  # fmt: skip

    @router.post("/api/practice", status_code=201)
    def practice(request: Request, response: Response, new: Practice) -> dict[str, str]:
        """Open a practice table with a seat taken and play money bought, ready to bet."""
        verify_pace(request)
        game, laid = practice_cards(new)
        table_id = f"practice-{secrets.token_hex(4)}"
        command = {"do": "open", "name": f"Practice {table_id[9:]}", "game": game, "cards": laid, "chip": 100}
        for step in (
            command,
            {"do": "seat", "seat": 1, "name": "You"},
            {"do": "buy-in", "seat": 1, "amount": PRACTICE_MONEY},
        ):
            service.execute(table_id, step, by="practice")
        kept = ".".join([table_id, *_opened_here(request)][:OWN_KEPT])
        response.set_cookie(OWN_COOKIE, kept, httponly=True, samesite="strict", max_age=WALL_SECONDS)
        return {"table": table_id, "go": f"/tables/{table_id}"}

    def show(request: Request, table_id: str, view: View, seat: int | None) -> HTMLResponse | RedirectResponse:
        table, person = service.table(table_id), who(request)
        try:
            verify_view(person, table_id, table, view)
        except Refusal as refusal:
            if refusal.code == "log-in":
                return RedirectResponse(f"/login?next={quote(request.url.path)}", 303)
            if view == "seat" and person is not None and person.role in ("dealer", "display"):
                return RedirectResponse(way_in(table_id, person.role), 303)
            return render(request, "refused.html", person, 403, refusal=refusal)
        return drawn(request, "display.html" if view == "display" else "table.html", table_id, view, seat)

    @router.get("/tables/{table_id}", response_model=None)
    def seat_view(request: Request, table_id: str, seat: int | None = None) -> HTMLResponse | RedirectResponse:
        return show(request, table_id, "seat", seat)

    @router.get("/tables/{table_id}/dealer", response_model=None)
    def dealer_view(request: Request, table_id: str, seat: int | None = None) -> HTMLResponse | RedirectResponse:
        return show(request, table_id, "dealer", seat)

    @router.get("/tables/{table_id}/supervisor", response_model=None)
    def supervisor_view(request: Request, table_id: str) -> HTMLResponse | RedirectResponse:
        return show(request, table_id, "supervisor", None)

    @router.get("/tables/{table_id}/display", response_model=None)
    def display_view(request: Request, table_id: str) -> HTMLResponse | RedirectResponse:
        return show(request, table_id, "display", None)

    @router.get("/tables/{table_id}/felt")
    def felt_part(request: Request, table_id: str, view: View = "seat", seat: int | None = None) -> HTMLResponse:
        """The part of the page that follows the log."""
        table, person = service.table(table_id), who(request)
        verify_view(person, table_id, table, view)
        return drawn(request, "wall.html" if view == "display" else "part.html", table_id, view, seat)

    @router.get("/tables/{table_id}/next-entry")
    def next_to_enter(request: Request, table_id: str) -> Mapping[str, str]:
        """What the dealer's pad takes next, by the rules of the game."""
        table = service.table(table_id)
        verify_reads(who(request), table_id, table)
        return table.game.next_entry(request.query_params)

    @router.get("/tables/{table_id}/recall/{number}")
    def recall(request: Request, table_id: str, number: int, seat: int | None = None) -> HTMLResponse:
        table, person = service.table(table_id), who(request)
        verify_reads(person, table_id, table)
        if not 1 <= number <= table.round + 1:
            raise Refusal("no-such-round", f"{table.name} has no round {str(number)[:20]}")
        found = list(recalled(store.entries(table_id), number, seat, stay_of(person, table)))
        return render(
            request, "recall.html", person, table_id=table_id, table=table, number=number, found=found, seat=seat
        )  # fmt: skip

    @router.get("/tables/{table_id}/meters")
    def meters_part(request: Request, table_id: str) -> HTMLResponse:
        table, person = service.table(table_id), who(request)
        verify_view(person, table_id, table, "supervisor")
        found = meters(store.entries(table_id))
        drawn = [
            "" if one.z is None else Markup(held_chart(one.z, USUAL, FAR, one.told, is_enough=one.is_enough))
            for one in found.by_wager.values()
        ]
        return render(request, "meters.html", person, grids=list(found.grids()), drawn=drawn)

    # ---- people
    @router.get("/login")
    def log_in(request: Request, next: str = "/") -> HTMLResponse:
        then = next if re.fullmatch(r"/([A-Za-z0-9_.~?=&%-][A-Za-z0-9/_.~?=&%-]*)?", next) else "/"
        return render(request, "login.html", who(request), then=then, is_first=accounts.is_empty())

    @router.get("/join")
    def join(request: Request) -> HTMLResponse:
        return render(request, "join.html", who(request))

    @router.get("/office", response_model=None)
    def office(request: Request) -> HTMLResponse | RedirectResponse:
        person = who(request)
        if accounts.is_empty():
            return render(request, "login.html", None, then="/office", is_first=True)
        if person is None:
            return RedirectResponse("/login?next=/office", 303)
        if person.role != "supervisor":
            refusal = Refusal("not-supervisor", "only a supervisor may enter the office")
            return render(request, "refused.html", person, 403, refusal=refusal)
        if person.is_locked:
            return render(request, "refused.html", person, 401, refusal=Refusal("locked", "the office is locked"))
        live = [(one, service.table(one)) for one in store.listed_ids()[::-1][:TABLES_LOOKED_AT]]
        return render(
            request, "office.html", person, accounts=accounts.listed(), roles=ROLES, games=catalogue(),
            tables=[(one, table) for one, table in live if table.is_live],
        )  # fmt: skip

    @router.get("/docs")
    def docs(request: Request) -> HTMLResponse:
        return render(request, "docs.html", who(request), schema=request.app.openapi())

    return router


def _opened_here(request: Request) -> list[str]:
    """The practice tables that this browser has opened, the newest first; a cookie is only a hint of what to list."""
    return request.cookies.get(OWN_COOKIE, "").split(".")[:OWN_KEPT]


def _pad(table: Table) -> Mapping[str, Any]:
    """What the dealer's pad needs."""
    offering = table.offerings[table.current[0]]
    return table.game.pad(offering.card.chance(offering.options))


templates.globals.update(
    way_in=way_in,
    kinds=" ".join(EVENTS),
    practice_money=PRACTICE_MONEY,
    limit_words=LIMIT_WORDS,
)
