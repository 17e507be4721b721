"""House rules for tests, and tables that are opened from them."""

from typing import Any

from rackcard.card.yaml import Origin
from rackcard.house import HouseRules, read_house
from rackcard.house.writer import house_fields, written
from rackcard.table.auditor import Auditor
from tests.support.table_driver import Play

FERN = """\
house: silver-fern-craps-4
name: The Silver Fern, Craps 4
game: craps
chip: $1
rounding: the player
payout limit: {payout}
seats: 8
cards:
  craps: {{wagers: {{pass: {{min: $10, max: $500}}}}}}
  super-shooter:
    wagers: {{little: {{pays: 2}}, big: {{pays: 2}}, all: {{pays: 3}}}}
    min: $5
    max: $500
  cash-out-craps:
    options: {{partial: yes}}
    max: $1,000
  parlay-craps-with-envy:
    options: {{ends: any-seven}}
    posts: {{repeating-8-8x: {{pays: 500 for 1, envy: 5 to 1}}}}
    leaves out: [repeating-12]
"""
SHARED = "$50,000 for each outcome, shared by all winners"
EACH = "$50,000 for each wager"

SHORT = """\
# The Silver Fern
house: fern-4
name: The Silver Fern, Craps 4
game: craps
payout limit: $1,000 for each wager
seats: 4
books: the dealer
cards:
  super-shooter: {wagers: {all: {max: $25}}, min: $5, max: $100}
  mine: {file: mine.yaml}   # a card of our own
"""
MINE = """\
card: mine
title: Mine
about: One hard way.
game: craps
source: none
wagers: {hard: {wins: hard 8 rolled, pays: 9 to 1, ends: 8 or 7 rolled}}
"""
OPEN: dict[str, Any] = {"table": "fern", "house": SHORT, "texts": {"mine": MINE}}
"""A table from house rules with a card of their own."""


def fern(payout: str = SHARED) -> str:
    """The text of house rules with four cards."""
    return FERN.format(payout=payout)


def house_text(rules: HouseRules) -> str:
    """House rules as the text of a file."""
    return written(house_fields(rules))


def rules(text: str) -> HouseRules:
    return read_house(Origin("house.yaml", text))


class HousePlay(Play):
    """A table opened from house rules, with three seats."""

    def __init__(self, text: str, **more: Any) -> None:
        self.auditor = Auditor()
        self.events = []
        self.do({"do": "open", "house": text, **more})
        self.game = self.now.game_id
        for seat in (1, 2, 3):
            self.do({"do": "seat", "seat": seat, "name": f"Player {seat}"})
            self.do({"do": "buy-in", "seat": seat, "amount": 1_000_000_00})

    def number(self, card: str) -> int:
        """The number of a card on the table, the newest."""
        return max(n for n in self.now.current if self.now.offerings[n].card.id == card)
