"""Settles a log row by row: bets, claims and outcomes through the table's rules, payments beside what was paid."""

import gc
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rackcard.games.game import Outcome, OutcomeError
from rackcard.house.rules import HOUSE_SEATS_MAX
from rackcard.money import amount as money
from rackcard.report.play_log.logged_table import LoggedTable, Memory
from rackcard.report.play_log.reader import BadRows, Cells, rows_of
from rackcard.table.commands.betting import TakeDown
from rackcard.table.commands.claims import CLAIMS
from rackcard.table.state import Entered, MarkKey, Refusal, Settlement, Table
from rackcard.wording.sentence import fill

BUY_IN = "buy-in"
TAKEN = {TakeDown.do, *(claim.do for claim in CLAIMS.values())}
"""What is done with bets that are up."""
PLANNED = 5
"""How many columns, the first of those that all logs have, say what is done but for where and by whom."""
ACTIONS = ("bet", "outcome", BUY_IN, *sorted(TAKEN))
YES, NO = frozenset({"yes", "y", "true", "1"}), frozenset({"", "no", "n", "false", "0"})


@dataclass(slots=True)
class LogBet:
    """A bet of a log: what was staked, what came back by the rules, and what the log says was paid."""

    line: int
    table: str
    seat: int
    key: MarkKey
    stake: int
    given: int | None
    due: int = 0
    result: str = ""
    open: int = 1
    """How many of the bets that it was booked as are still up."""

    @property
    def difference(self) -> int:
        """What was paid too much (+) or too little (-)."""
        return 0 if self.given is None else self.given - self.due


@dataclass
class LogTotals:
    """What bets on one wager came to, in cents."""

    bets: int = 0
    handle: int = 0
    due: int = 0
    envy: int = 0
    commission: int = 0
    breakage: int = 0

    def add(self, one: Settlement) -> None:
        self.bets += 1
        self.handle += one.stake + one.beside
        self.due += one.paid
        self.envy += one.envy
        self.commission += one.commission
        self.breakage -= one.breakage


@dataclass(frozen=True)
class Plan:
    """What a row asks for, but for its seat and payment: read once for all rows that say the same."""

    do: str
    key: MarkKey | None = None
    amount: int | None = None
    toke: bool = False


class _RowError(Exception):
    def __init__(self, column: str, code: str, **facts: Any) -> None:
        self.column, self.code, self.facts = column, code, facts


@dataclass
class TablePlay:
    """What has been read so far at one table of a log."""

    felt: LoggedTable
    shoe: str = ""
    bets: dict[int, LogBet] = field(default_factory=dict)
    ids: dict[str, int] = field(default_factory=dict)
    run: list[int] = field(default_factory=list)
    """The numbers of the outcomes of this shoe, or of the whole log."""


class LogSettler:
    """Reads the rows of a log one after another; nothing is said before the last one is read."""

    def __init__(self, opened: Table, *, keeps_all: bool = False) -> None:
        self.opened, self.game, self.keeps_all = opened, opened.game, keeps_all
        self.width = len(self.game.log_columns)
        self.memory, self.bad = Memory(), BadRows()
        self.plays: dict[str, TablePlay] = {}
        self.totals: dict[MarkKey, LogTotals] = {}
        self.drop = self.compared = self.rows = 0
        self.paid = 0
        self.differing: list[LogBet] = []
        self.every: list[LogBet] = []
        self.entries: list[Outcome] = []
        self.runs: list[list[int]] = []
        self.shoes_known = False
        self._plans: dict[Cells, Plan | _RowError] = {}
        self._outcomes: dict[Cells, tuple[int, Entered] | _RowError] = {}
        self._seats: dict[str, int] = {}
        self._amounts: dict[str, int | None] = {"": None}
        self._wagers = _names(opened)
        self._is_sound = True

    def settle(self, name: str, lines: Iterable[str], ignored: Collection[str] = ()) -> None:
        """Read a whole log; a LogError names its bad rows."""
        width = self.width
        with _without_collection():
            for line, cells in rows_of(lines, self.game, self.bad, ignored):
                self.rows += 1
                try:
                    self._row(line, cells[:width], cells[width : width + PLANNED], cells[width + PLANNED :])
                except _RowError as error:
                    self.bad.add(line, error.column, error.code, **error.facts)
                    self._is_sound = self._is_sound and error.code == "refused"
        self.bad.refuse(name)

    def _row(self, line: int, outcome: Cells, planned: Cells, others: Cells) -> None:
        plan = self._plans.get(planned)
        if plan is None:
            plan = self._plans[planned] = self._read_plan(planned)
        if isinstance(plan, _RowError):
            raise plan
        table, shoe, seat_text, name, behind, paid = others
        play = self.plays.get(table) or self._sit_down(table)
        if shoe and shoe != play.shoe:
            self._shuffle(play, shoe)
        if plan.do:
            seat, given = self._seat(seat_text), self._money("paid", paid)
            if plan.do == "bet":
                self._bet(play, line, (table, seat), plan, given, (name, behind))
            elif plan.do == BUY_IN:
                self.drop += plan.amount or 0
            else:
                self._act(play, line, seat, plan, given, name)
        if any(outcome):
            self._outcome(play, outcome)
        elif not plan.do:
            raise _RowError("", "empty-row", columns=(*self.game.log_columns, "wager"))

    def _sit_down(self, table: str) -> TablePlay:
        play = self.plays[table] = TablePlay(LoggedTable(self.opened, self.memory))
        self.runs.append(play.run)
        return play

    def _shuffle(self, play: TablePlay, shoe: str) -> None:
        play.shoe, self.shoes_known = shoe, True
        play.felt.shuffle()
        if play.run:
            play.run = []
            self.runs.append(play.run)

    # ---- cells

    def _read_plan(self, facts: Cells) -> Plan | _RowError:
        try:
            return self._plan(*(cell.strip() for cell in facts))
        except _RowError as error:
            return error

    def _plan(self, do: str, card: str, wager: str, amount_text: str, toke: str) -> Plan:
        do = do.lower().replace(" ", "-")
        if do and do not in ACTIONS:
            raise _RowError("do", "unknown-do", text=do[:40], known=ACTIONS)
        key = self._wager(card, wager) if wager else None
        amount = self._money("amount", amount_text)
        if toke.lower() not in YES | NO:
            raise _RowError("toke", "bad-toke", text=toke[:40])
        do = ("bet" if wager or amount is not None else "") if do in ("", "outcome") else do
        if do == "bet" and key is None:
            raise _RowError("wager", "no-wager")
        if do in ("bet", BUY_IN) and amount is None:
            raise _RowError("amount", "no-amount")
        return Plan(do, key, amount, toke.lower() in YES)

    def _wager(self, card: str, wager: str) -> MarkKey:
        cards = {one.card.id: number for number, one in self.opened.offerings.items()}
        if card and card not in cards:
            raise _RowError("card", "unknown-card", text=card[:40], known=tuple(cards))
        found = [key for key in self._wagers.get(wager.lower(), ()) if not card or key[0] == cards[card]]
        if not found:
            known = tuple(list(dict.fromkeys(key[1] for keys in self._wagers.values() for key in keys))[:5])
            raise _RowError("wager", "unknown-wager", text=wager[:40], known=known)
        if len(found) > 1:
            named = tuple(one for one, number in cards.items() if any(key[0] == number for key in found))
            raise _RowError("wager", "unclear-wager", text=wager[:40], cards=named)
        return found[0]

    def _money(self, column: str, text: str) -> int | None:
        if text not in self._amounts:
            try:
                self._amounts[text] = money(text) if text.strip() else None
            except ValueError:
                raise _bad_amount(column, text.strip()[:40]) from None
        return self._amounts[text]

    def _seat(self, text: str) -> int:
        if text in self._seats:
            return self._seats[text]
        plain = text.strip() or "1"
        if not (plain.isascii() and plain.isdigit() and 1 <= int(plain[:9]) <= HOUSE_SEATS_MAX):
            raise _RowError("seat", "bad-seat", text=plain[:40], most=HOUSE_SEATS_MAX)
        self._seats[text] = int(plain)
        return int(plain)

    # ---- bets

    def _bet(
        self, play: TablePlay, line: int, place: tuple[str, int], plan: Plan, given: int | None, names: tuple[str, str]
    ) -> None:
        name, behind = names[0].strip(), names[1].strip()
        if behind and behind not in play.ids:
            raise _RowError("behind", "unknown-id", text=behind[:40])
        if not self._is_sound:
            return
        assert plan.key is not None
        assert plan.amount is not None
        try:
            numbers = play.felt.bet(place[1], plan.key, plan.amount, plan.toke, play.ids[behind] if behind else None)
        except Refusal as refusal:
            raise _RowError("", "refused", reason=refusal.sentence) from None
        if name:
            play.ids[name] = numbers[0]
        raised = play.bets.get(numbers[0])
        if raised is not None:
            raised.stake += plan.amount
            raised.given = given if raised.given is None else raised.given + (given or 0)
            return
        bet = LogBet(line, *place, plan.key, plan.amount, given, open=len(numbers))
        for number in numbers:
            play.bets[number] = bet

    def _act(self, play: TablePlay, line: int, seat: int, plan: Plan, given: int | None, name: str) -> None:
        """Take a bet down, or claim an offer; a payment on this row is compared here."""
        if not self._is_sound:
            return
        number = self._number(play, seat, plan, name.strip())
        command = {"do": plan.do, "seat": seat, "wager": number}
        try:
            one, back = play.felt.act(command if plan.amount is None else {**command, "amount": plan.amount})
        except Refusal as refusal:
            raise _RowError("", "refused", reason=refusal.sentence) from None
        if one is not None:
            self.totals.setdefault(play.bets[number].key, LogTotals()).add(one)
            back = {number: one.paid}
        due = sum(back.values())
        if given is not None:
            bet = play.bets[number]
            own = LogBet(line, bet.table, seat, bet.key, bet.stake, given, due, plan.do, open=0)
            self._compare(own)
        for gone, amount in back.items():
            bet = play.bets[gone]
            bet.due += 0 if given is not None else amount
            bet.result = plan.do
            if gone not in play.felt.up:
                self._close(play, gone)

    def _number(self, play: TablePlay, seat: int, plan: Plan, name: str) -> int:
        """The bet that a row means."""
        if name:
            if name not in play.ids or play.ids[name] not in play.felt.up:
                raise _RowError("id", "unknown-id", text=name[:40])
            return play.ids[name]
        if plan.key is None:
            raise _RowError("wager", "no-wager")
        own = play.felt.by_seat.get(seat, {})
        found = [number for number, one in own.items() if (one.offering, one.name) == plan.key]
        if len(found) != 1:
            code = "several-up" if found else "not-up"
            raise _RowError("wager", code, seat=seat, wager=play.felt.bets[plan.key].terms.name)
        return found[0]

    # ---- outcomes

    def _outcome(self, play: TablePlay, cells: Cells) -> None:
        read = self._outcomes.get(cells)
        if read is None:
            read = self._outcomes[cells] = self._read_outcome(play.felt, cells)
        if isinstance(read, _RowError):
            raise read
        if not self._is_sound:
            return
        place, entered = read
        try:
            settled = play.felt.outcome(entered)
        except Refusal as refusal:
            raise _RowError(self.game.log_columns[0], "outcome", reason=refusal.sentence) from None
        play.run.append(place)
        for number, one in settled:
            bet = play.bets[number]
            totals = self.totals.get(bet.key)
            if totals is None:
                totals = self.totals[bet.key] = LogTotals()
            totals.add(one)
            bet.due += one.paid
            bet.result = one.result
            self._close(play, number)

    def _read_outcome(self, felt: LoggedTable, cells: Cells) -> tuple[int, Entered] | _RowError:
        columns = self.game.log_columns
        stripped = tuple(cell.strip() for cell in cells)
        if not all(stripped):
            empty = columns[stripped.index("")]
            return _RowError(empty, "half-outcome", columns=columns)
        try:
            given = self.game.from_log(stripped)
            entered = Entered(given, self.game.read(given))
            felt.verify(entered)
        except OutcomeError as error:
            return _RowError(columns[error.column], "outcome", reason=fill(self.game.refusals[error.code], error.facts))
        except Refusal as refusal:
            return _RowError(columns[0], "outcome", reason=refusal.sentence)
        self.entries.append(entered.outcome)
        return len(self.entries) - 1, entered

    # ---- payments

    def _close(self, play: TablePlay, number: int) -> None:
        bet = play.bets.pop(number)
        bet.open -= 1
        if not bet.open and (self.keeps_all or bet.given is not None):
            self._compare(bet)

    def _compare(self, bet: LogBet) -> None:
        if self.keeps_all:
            self.every.append(bet)
        if bet.given is None:
            return
        self.compared += 1
        self.paid += bet.given
        if bet.given != bet.due:
            self.differing.append(bet)

    @property
    def still_up(self) -> list[LogBet]:
        """The bets that nothing has decided when the log ends."""
        every = {id(bet): bet for play in self.plays.values() for bet in play.bets.values()}
        return list(every.values())


@contextmanager
def _without_collection() -> Iterator[None]:
    """Without the collector of cycles: rows make none, and looking for them takes a quarter of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _names(opened: Table) -> Mapping[str, list[MarkKey]]:
    """Every wager by its id and by its name, in small letters."""
    found: dict[str, list[MarkKey]] = {}
    for number, one in opened.offerings.items():
        for name, bet in one.bets.items():
            for said in {name.lower(), bet.terms.name.lower()}:
                found.setdefault(said, []).append((number, name))
    return found


def _bad_amount(column: str, text: str) -> _RowError:
    """An amount that cannot be read; of one with a single digit after the point, what it is with two."""
    is_short = re.fullmatch(r"\$?[0-9,]*[0-9]\.[0-9]", text) is not None
    return _RowError(column, f"bad-amount{'.digit' * is_short}", text=text, meant=f"{text}0")
