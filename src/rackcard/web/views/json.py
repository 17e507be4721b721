"""What a table looks like from outside: committed facts only, no advice."""

from typing import Any

from rackcard.games.game import Game
from rackcard.machine import Bet
from rackcard.table.log.codec import public_data
from rackcard.table.log.store import Entry
from rackcard.table.replay import work_line
from rackcard.table.settle import claims_open, limited, settlement
from rackcard.table.state import Table
from rackcard.table.worklist import WorkLine, worklist
from rackcard.web.accounts import Person


def stay_of(person: Person | None, table: Table) -> int | None:
    """Whose money somebody may know: None is everybody's, as the floor does, 0 nobody's, else that of one stay."""
    if not table.is_live or (person is not None and person.role in ("dealer", "supervisor")):
        return None
    if person is None or person.role != "seat" or person.seat is None or person.seat not in table.seats:
        return 0
    return person.visit if person.visit == table.seats[person.seat].visit else 0


def table_view(table_id: str, version: int, table: Table, stay: int | None = None) -> dict[str, Any]:
    """A table as any onlooker may see it; with ``stay``, only the balance of that stay at a seat is shown."""
    return {
        "table": table_id,
        "version": version,
        "name": table.name,
        "game": table.game_id,
        "live": table.is_live,
        "status": table.status,
        "evidence": table.stop_reason,
        "betting": table.betting,
        "round": table.round,
        "phase": _phase(table.game, table.phase),
        "chip": table.chip,
        "limits": {name: getattr(table.limits, name) for name in table.limits.__dataclass_fields__},
        "payout": _payout_view(table),
        "house": _house_view(table),
        "seats": {
            str(seat): {"name": who.name, "balance": table.balance(seat) if stay in (None, who.visit) else None}
            for seat, who in table.seats.items()
        },
        "cards": [_card_view(table, number) for number in table.current],
        "wagers": [_wager_view(table, number) for number in table.wagers],
        "dealer_list": [_work_view(one) for one in worklist(table)],
        "shift": table.shift + 1,
        "correct_from": table.first_round,
        "supply": table.supply and {**table.supply.facts, "says": table.supply.said},
        "shooter": table.shooter or None,
        "last": table.last.entered.given if table.last else None,
    }


def _work_view(one: WorkLine) -> dict[str, Any]:
    line = {"do": one.step, "seat": one.seat, "wager": one.wager, "name": one.name, "amount": one.amount}
    return line | {"toke": one.is_toke, "text": work_line(one)}


def _payout_view(table: Table) -> dict[str, Any] | None:
    limit = table.limits.payout_max
    return {"limit": limit, "for": table.payout or "outcome"} if limit else None


def _house_view(table: Table) -> dict[str, Any] | None:
    house = table.house
    if house is None:
        return None
    return {
        "id": house.id, "sha256": house.sha256, "version": house.version, "books": house.books, "seats": house.seats
    }  # fmt: skip


def _phase(game: Game, phase: int) -> str:
    return game.phases[phase]


def _card_view(table: Table, number: int) -> dict[str, Any]:
    offering = table.offerings[number]
    card = offering.card
    return {
        "card": number,
        "id": card.id,
        "title": card.title,
        "sha256": offering.sha256,
        "options": dict(offering.options),
        "wagers": [_terms_view(table, number, name, bet) for name, bet in offering.bets.items()],
    }


def _terms_view(table: Table, number: int, name: str, bet: Bet) -> dict[str, Any]:
    least, most = table.bet_limits(number, bet)
    is_shared = name in table.offerings[number].shared
    return {
        "wager": name,
        "name": bet.terms.name,
        "pay_table": bet.terms.table,
        "posted": bet.terms.is_posted,
        "min": least,
        "max": most,
        "marks": bet.machine.marks(table.mark_of(number, name).state) if is_shared else {},
    }


def _wager_view(table: Table, number: int) -> dict[str, Any]:
    wager = table.wagers[number]
    bet = table.bet_of(wager)
    return {
        "number": number,
        "seat": wager.seat,
        "card": wager.offering,
        "sha256": table.offerings[wager.offering].sha256,
        "wager": wager.wager,
        "name": bet.terms.name,
        "stake": wager.stake,
        "commission": wager.commission,
        "behind": wager.behind or None,
        "toke": wager.toke,
        "point": _phase(bet.terms.game, wager.line) if wager.line else None,
        "outcomes": table.round - wager.since,
        "offers": {
            kind: limited(table, settlement(table, number, result)).paid
            for kind, result in claims_open(table, number).items()
        },
    }


def entry_view(entry: Entry, *, private: bool = False) -> dict[str, Any]:
    """An entry of the log as screens receive it; a private one keeps players' purses to themselves.

    It has no hash either: a viewer with the hashes could try amounts until one fits.
    """
    view = {
        "seq": entry.seq,
        "at": entry.at,
        "by": entry.by,
        "kind": entry.event.kind,
        "data": public_data(entry.event),
        "hash": entry.hash,
    }
    if private:
        del view["hash"]
        if entry.event.is_purse:
            view["data"] = {name: value for name, value in public_data(entry.event).items() if name != "amount"}
    return view
