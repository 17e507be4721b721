"""Random play at a table, written down as a log of real play; the second settler checks every payment of it."""

import io
from collections.abc import Mapping
from random import Random
from typing import Any

from rackcard.report.play_log.reader import columns_of
from rackcard.table.commands.betting import BetMade, BundleBet, TakenDown
from rackcard.table.commands.claims import CLAIMS, Claimed
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.settle import claims_open
from rackcard.table.state import Settlement, Table, TableEvent
from rackcard.tabular import csv_text
from tests.support.table_driver import Driver, random_outcome

SEATS = 3

Row = dict[str, str]


class LoggedPlay:
    """A table that is played at random; every event becomes a row, and every payment is added to its bet's row."""

    def __init__(self, game: str, seed: int, **more: Any) -> None:
        self.random, self.driver = Random(seed), Driver(game, **more)
        self.rows: list[Row] = []
        self.row_of: dict[int, Row] = {}
        self.paid = 0
        for seat in range(1, SEATS + 1):
            self.driver.do({"do": "seat", "seat": seat, "name": f"Player {seat}"})
            self.driver.do({"do": "buy-in", "seat": seat, "amount": 10**9})

    @property
    def table(self) -> Table:
        assert self.driver.table is not None
        return self.driver.table

    def play(self, steps: int) -> None:
        for _ in range(steps):
            self._step()

    def _step(self) -> None:
        random, table, choice = self.random, self.table, self.random.random()
        if choice < 0.6:
            card = random.choice(table.current)
            command: dict[str, Any] = {
                "do": "bet", "seat": random.randint(1, SEATS), "card": card,
                "wager": random.choice(list(table.offerings[card].bets)), "amount": 100 * random.randint(1, 60),
            }  # fmt: skip
            self._note(self.driver.try_to({**command, "toke": True} if random.random() < 0.1 else command))
        elif choice < 0.66 and table.wagers:
            number = random.choice(list(table.wagers))
            open_claims = [CLAIMS[kind].do for kind in claims_open(table, number)] or ["take-down"]
            command = {"do": random.choice(open_claims), "seat": table.wagers[number].seat, "wager": number}
            half = table.wagers[number].stake // 200 * 100
            self._note(self.driver.try_to({**command, "amount": half} if half and random.random() < 0.3 else command))
        else:
            self.driver.try_to({"do": "close-betting"})
            self._note(self.driver.try_to({"do": "outcome", "outcome": random_outcome(self.driver.game, random)}))

    def _note(self, event: TableEvent | None) -> None:
        match event:
            case BetMade() | BundleBet():
                self._bet(event)
            case OutcomeEntered(outcome=given, settlements=settled):
                self.rows.append(cells_of(self.table, given))
                for one in settled:
                    self._pay(one.wager, one)
            case Claimed(offer=offer, settlement=one):
                self.rows.append({"do": CLAIMS[offer].do, "seat": str(one.seat), "id": self._id(one.wager),
                                  "amount": _dollars(one.stake)})  # fmt: skip
                self._pay(one.wager, one)
            case TakenDown(number=number, seat=seat, amount=amount):
                self.rows.append({"do": "take-down", "seat": str(seat), "id": self._id(number),
                                  "amount": _dollars(amount)})  # fmt: skip
                self._give(number, amount + (event.commission or 0))
                for other in event.more or ():
                    self._give(other.number, other.amount)
            case None:
                pass
            case _:
                raise AssertionError(event.kind)

    def _bet(self, event: BetMade | BundleBet) -> None:
        row = {
            "do": "bet", "seat": str(event.seat), "card": self.table.offerings[event.card].card.id,
            "wager": event.wager, "amount": _dollars(event.amount), "id": str(event.number),
        }  # fmt: skip
        if isinstance(event, BetMade):
            row |= {"toke": "yes" if event.toke else "", "behind": self._id(event.behind) if event.behind else ""}
            self.row_of.setdefault(event.number, row)
        else:
            self.row_of |= dict.fromkeys((part.number for part in event.parts), row)
        self.rows.append(row)

    def _id(self, number: int) -> str:
        return self.row_of[number]["id"]

    def _pay(self, number: int, one: Settlement) -> None:
        self.paid += one.paid
        self._give(number, one.paid)

    def _give(self, number: int, amount: int) -> None:
        row = self.row_of[number]
        row["paid"] = _dollars(amount + _cents(row.get("paid", "0.00")))

    def csv(self) -> io.StringIO:
        columns = columns_of(self.table.game)
        return io.StringIO(csv_text(columns, [[row.get(name, "") for name in columns] for row in self.rows]))


def cells_of(table: Table, given: Any) -> Row:
    """The columns of an outcome, from what a dealer enters."""
    names = table.game.log_columns
    match given:
        case Mapping():
            return {name: " ".join(given[name]) for name in names}
        case list():
            return dict(zip(names, map(str, given), strict=True))
        case _:
            return {names[0]: str(given)}


def _dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def _cents(text: str) -> int:
    return int(text.replace(".", ""))
