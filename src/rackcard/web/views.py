"""What a table looks like from outside: committed facts only, no advice."""

from typing import Any

from rackcard.game.model import Game
from rackcard.table.model import Marks, Table
from rackcard.table.settle import claims_open, settlement, shares_marks
from rackcard.table.store import Entry


def table_view(table_id: str, version: int, table: Table, own: int | None = None) -> dict[str, Any]:
    """A table as any onlooker may see it; with ``own``, only that seat's balance is told."""
    return {
        "table": table_id,
        "version": version,
        "name": table.name,
        "game": table.game_id,
        "live": table.is_live,
        "status": table.status,
        "evidence": table.evidence,
        "betting": table.betting,
        "round": table.round,
        "phase": _phase(table.game, table.phase),
        "chip": table.chip,
        "limits": {name: getattr(table.limits, name) for name in table.limits.__dataclass_fields__},
        "seats": {
            str(seat): {"name": who.name, "balance": table.balance(seat) if own in (None, seat) else None}
            for seat, who in table.seats.items()
        },
        "cards": [_card_view(table, number) for number in table.current],
        "wagers": [_wager_view(table, number) for number in table.wagers],
        "last": table.last.outcome if table.last else None,
    }


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
        "wagers": [
            {
                "wager": name,
                "name": bet.terms.name,
                "pay_table": bet.terms.table,
                "posted": bet.terms.is_posted,
                "marks": bet.machine.marks(table.marks.get((number, name), Marks()).state) if shares_marks(bet) else {},
            }
            for name, bet in offering.bets.items()
        ],
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
        "outcomes": table.round - wager.since,
        "offers": {kind: settlement(table, number, result).paid for kind, result in claims_open(table, number).items()},
    }


def entry_view(entry: Entry) -> dict[str, Any]:
    """An entry of the log as screens receive it."""
    return {
        "seq": entry.seq,
        "at": entry.at,
        "by": entry.by,
        "kind": entry.event.kind,
        "data": dict(entry.event.data),
        "hash": entry.hash,
    }
