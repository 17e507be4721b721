"""Zones for tests: cards on a table of their own, with bets and outcomes, as the felt draws them."""

import base64
import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any
from unittest.mock import patch

from rackcard.card import Card, CardError, loads
from rackcard.machine.check import check
from rackcard.table.apply import apply
from rackcard.table.decide import decide
from rackcard.table.state import Refusal, Table
from rackcard.web.render import STATIC
from rackcard.web.views.felt import Board, felt
from tests.support.card_generator import generated

OUTCOMES: dict[str, tuple[Any, ...]] = {
    "craps": ([2, 2], [3, 6], [5, 5], [2, 4], [4, 5]),
    "roulette": ("17", "18"),
    "baccarat": ({"player": ["K", "6"], "banker": ["2", "3", "2"]},),
    "sic-bo": ([2, 5, 4], [6, 6, 6]),
}

MADE_UP = (3, 4, 5, 13, 15, 17, 18, 19, 24, 25, 29, 39)
"""Generated cards with every pattern between them."""


def styles() -> str:
    """The stylesheets of the felt, fonts inside."""

    def inside(found: re.Match[str]) -> str:
        return f"url(data:font/woff2;base64,{base64.b64encode((STATIC / found[1]).read_bytes()).decode()})"

    sheets = "".join((STATIC / name).read_text() for name in ("base.css", "felt.css", "layout.css", "zones.css"))
    return re.sub(r'url\("(fonts/[^"]+)"\)', inside, sheets)


def legal_cards(seeds: Iterable[int]) -> Iterator[tuple[int, str, Card]]:
    """The generated cards of these seeds that are legal, each with its text."""
    for seed in seeds:
        text = generated(seed).text
        try:
            card = loads(text)
            check(card)
        except CardError:
            continue
        yield seed, text, card


def table_with(game: str, *entries: dict[str, Any]) -> Table | None:
    """A live table with some cards; None where the table refuses them.

    Who has the edge is not asked, and no chance is shown: this is about drawings, and some made-up cards take long.
    """
    command = {"do": "open", "name": "Zone", "game": game, "live": True, "cards": list(entries)}
    try:
        with patch("rackcard.table.offerings._guard"):
            return apply(None, decide(None, command)[0])
    except Refusal:
        return None


def played(table: Table, random: Random) -> Table:
    """A table after two seats have bet where they may and some outcomes have come."""
    for seat, name in ((1, "You"), (2, "Ann")):
        table = done(table, {"do": "seat", "seat": seat, "name": name})
        table = done(table, {"do": "buy-in", "seat": seat, "amount": 10_000_000})
    wagers = list(table.offerings[1].bets)
    for given in (*OUTCOMES[table.game_id], None):
        for seat in (1, 2):
            for wager in random.sample(wagers, min(3, len(wagers))):
                table = _tried(table, {"do": "bet", "seat": seat, "card": 1, "wager": wager, "amount": 2_500})
        if given is not None:
            table = done(table, {"do": "close-betting"})
            table = _tried(table, {"do": "outcome", "outcome": given})
    return table


def done(table: Table, command: dict[str, Any]) -> Table:
    """The table after a command."""
    for event in decide(table, command):
        table = apply(table, event)
    return table


def _tried(table: Table, command: dict[str, Any]) -> Table:
    try:
        return done(table, command)
    except Refusal:
        return table


def board_of(table: Table, seat: int | None = 1) -> Board:
    """The one card of a table, as the felt draws it."""
    (board,) = felt("t1", 1, table, (), seat).boards
    return board
