"""What a settled log comes to: payments that differ, totals by wager, and the tests of chance."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rackcard.card import Card
from rackcard.house import HouseRules
from rackcard.money import dollars
from rackcard.number import percent
from rackcard.report.play_log.fairness import ChanceTest, chance_grid, chance_tests
from rackcard.report.play_log.settling import LogBet, LogSettler, LogTotals
from rackcard.table.commands.house import house_of, limits_by, offerings_by, payout_scope
from rackcard.table.offerings import verify_same_chance, without_doubles
from rackcard.table.state import Limits, MarkKey, Offering, Table
from rackcard.tabular import Grid, csv_text
from rackcard.wording import play_log as wording
from rackcard.wording.columns import heads

DIFFERENCES_SHOWN = 50


def house_table(rules: HouseRules) -> Table:
    """A table as house rules open it."""
    offered = dict(enumerate(offerings_by(rules), start=1))
    return Table(
        name=rules.name, game_id=rules.game.id, limits=Limits(**limits_by(rules)), chip=rules.chip,
        rounding=rules.rounding, offerings=offered, current=tuple(offered), house=house_of(rules),
        payout=payout_scope(rules), rounded="wager",
    )  # fmt: skip


def card_table(cards: Iterable[tuple[Card, dict[str, str]]], chip: int) -> Table:
    """A table with some cards, each with its options, and no limits."""
    laid = [
        Offering(card.origin.text, card.sha256, dict(card.settled(options)), {}, tuple(t.wager for t in card.terms()))
        for card, options in cards
    ]
    verify_same_chance(laid)
    offered = dict(enumerate(without_doubles(tuple(laid)), start=1))
    return Table(
        name=offered[1].card.title, game_id=offered[1].card.game.id, limits=Limits(wager_min=0), chip=chip,
        rounding="player", offerings=offered, current=tuple(offered), payout="outcome", rounded="wager",
    )  # fmt: skip


@dataclass(frozen=True)
class SettledLog:
    """A log that was read to its end, without a bad row."""

    name: str
    table: Table
    rows: int
    outcomes: int
    drop: int
    paid: int
    """What the log says was paid, where it says so."""
    compared: int
    differing: tuple[LogBet, ...]
    every: tuple[LogBet, ...]
    """All bets that are over, where they were asked for."""
    still_up: tuple[LogBet, ...]
    totals: dict[MarkKey, LogTotals]
    tests: tuple[ChanceTest, ...]

    @property
    def total(self) -> LogTotals:
        """All wagers together."""
        found = LogTotals()
        for one in self.totals.values():
            for name in found.__dataclass_fields__:
                setattr(found, name, getattr(found, name) + getattr(one, name))
        return found

    @property
    def is_right(self) -> bool:
        """Whether no payment differs and no test finds the outcomes unlikely."""
        return not self.differing and all(test.verdict != "unlikely" for test in self.tests)

    @property
    def sentence(self) -> str:
        unit = self.table.game.unit
        return wording.totals_line(self.outcomes, unit, self.total.bets, len(self.differing), self.compared)

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it, amounts in cents."""
        house = self.table.house
        cards = [{"card": one.card.id, "sha256": one.sha256} for one in self.table.offerings.values()]
        return {
            "log": self.name, "house": None if house is None else house.id,
            "sha256": None if house is None else house.sha256, "cards": cards,
            "rows": self.rows, "outcomes": self.outcomes, "drop": self.drop,
            "total": _facts(self.total), "paid": self.paid, "compared": self.compared,
            "wagers": [{**self._names(key), **_facts(one)} for key, one in self.totals.items()],
            "differences": [self._bet_facts(bet) for bet in self.differing],
            "still_up": [self._bet_facts(bet) for bet in self.still_up],
            "chance": [test.to_dict() for test in self.tests],
        }  # fmt: skip

    def _names(self, key: MarkKey) -> dict[str, str]:
        return {"card": self.table.offerings[key[0]].card.id, "wager": key[1]}

    def _bet_facts(self, bet: LogBet) -> dict[str, Any]:
        return {
            "line": bet.line, "table": bet.table, "seat": bet.seat, **self._names(bet.key), "stake": bet.stake,
            "result": bet.result, "due": bet.due, "paid": bet.given, "difference": bet.difference,
        }  # fmt: skip

    def to_csv(self) -> str:
        """Every bet that is over, one to a row, amounts in dollars."""
        columns = ("line", "table", "seat", "card", "wager", "stake", "result", "due", "paid", "difference")
        rows = []
        for bet in sorted(self.every, key=lambda bet: bet.line):
            facts = self._bet_facts(bet)
            facts |= {name: _written(facts[name]) for name in ("stake", "due", "paid", "difference")}
            rows.append([str(facts[name]) for name in columns])
        return csv_text(columns, rows)

    def grids(self) -> Iterator[Grid]:
        """What differs, the totals, and the tests of chance."""
        if self.differing:
            yield self._differences()
        if self.totals:
            yield self._totals()
        if self.tests:
            yield chance_grid(self.tests, self.table.game.units)

    def _differences(self) -> Grid:
        ids = ("line", "seat", "wager", "stake", "result", "right", "paid", "difference")
        shown = self.differing[:DIFFERENCES_SHOWN]
        rows = tuple(
            (
                str(bet.line), str(bet.seat), self._said(bet.key), dollars(bet.stake), bet.result, dollars(bet.due),
                dollars(bet.given or 0), dollars(bet.difference),
            )
            for bet in shown
        )  # fmt: skip
        note = wording.difference_line(len(shown), len(self.differing))
        figures = frozenset(heads(one for one in ids if one not in ("wager", "result")))
        return Grid(wording.DIFFERENCES, heads(ids), figures, rows, note, ids=ids)

    def _said(self, key: MarkKey) -> str:
        return self.table.offerings[key[0]].bets[key[1]].terms.name

    def _totals(self) -> Grid:
        ids = ("wager", "bets", "handle", "payouts", "hold", "hold_share", "envy", "breakage")
        lines = [(self._said(key), one) for key, one in self.totals.items()]
        rows = tuple(_cells(name, one) for name, one in [*lines, (wording.ALL, self.total)])
        note = wording.money_note(self.drop, self.total.handle - self.total.due, len(self.still_up))
        return Grid(wording.TOTALS, heads(ids), frozenset(heads(ids[1:])), rows, note, ids=ids)


def _cells(name: str, one: LogTotals) -> tuple[str, ...]:
    hold = one.handle - one.due
    share = percent(Fraction(hold, one.handle), 2) if one.handle else "–"
    money = (dollars(one.handle), dollars(one.due), dollars(hold), share, dollars(one.envy), dollars(one.breakage))
    return name, f"{one.bets:,}", *money


def _facts(one: LogTotals) -> dict[str, Any]:
    return {
        "bets": one.bets, "handle": one.handle, "due": one.due, "hold": one.handle - one.due, "envy": one.envy,
        "commission": one.commission, "breakage": one.breakage,
    }  # fmt: skip


def _written(amount: int | None) -> str:
    """An amount of cents as a column of dollars."""
    if amount is None:
        return ""
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02}"


def settle_log(
    name: str, lines: Iterable[str], table: Table, *, ignored: Collection[str] = (), keeps_all: bool = False
) -> SettledLog:
    """Settle a whole log at a table; a LogError names its bad rows, and then nothing is settled."""
    settler = LogSettler(table, keeps_all=keeps_all)
    settler.settle(name, lines, ignored)
    tests = chance_tests(table.game, table.device, settler.entries, settler.runs, settler.shoes_known)
    return SettledLog(
        name=name, table=table, rows=settler.rows, outcomes=sum(map(len, settler.runs)), drop=settler.drop,
        paid=settler.paid, compared=settler.compared,
        differing=tuple(sorted(settler.differing, key=lambda bet: bet.line)), every=tuple(settler.every),
        still_up=tuple(settler.still_up), totals=settler.totals, tests=tests if settler.entries else (),
    )  # fmt: skip
