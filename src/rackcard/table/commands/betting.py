"""Betting: making and raising a bet, taking one down, and "no more bets"."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from rackcard.machine import Bet
from rackcard.table.command import AMOUNT, DEALER, PLAYERS, SEAT, WAGER, Command, TextField, Whole
from rackcard.table.commands.verify import stake_of, verify_amount, verify_betting, verify_seat, wager_of
from rackcard.table.offerings import edge_as_paid, even_stake
from rackcard.table.settle import settled_marks, shares_marks
from rackcard.table.state import Refusal, Table, TableEvent, Wager

WAGERS_MAX = 20_000


# ---- making a bet


@dataclass(frozen=True, kw_only=True)
class BetMade(TableEvent):
    """A bet was made or raised."""

    kind: ClassVar[str] = "bet"
    seat: int
    card: int
    wager: str
    number: int
    amount: int

    def apply(self, table: Table) -> Table:
        wager = table.wagers.get(self.number) or Wager(self.seat, self.card, self.wager, 0, table.round)
        wagers = {**table.wagers, self.number: replace(wager, stake=wager.stake + self.amount)}
        return replace(table, wagers=wagers, next_wager=max(table.next_wager, self.number + 1))

    def as_command(self) -> Command:
        return MakeBet(self.seat, self.card, self.wager, self.amount)


@dataclass(frozen=True)
class MakeBet(Command):
    """Make a bet, or raise one that no outcome has locked yet."""

    do: ClassVar[str] = "bet"
    roles: ClassVar = PLAYERS
    events: ClassVar = (BetMade,)
    seat: SEAT
    card: Annotated[int, Whole(0, 10**6), "the number of a card on the table"]
    wager: Annotated[str, TextField(80), "the id of a wager of that card"]
    amount: AMOUNT

    def verify(self, table: Table) -> None:
        verify_seat(table, self.seat)
        verify_amount(table, self.amount)
        verify_bet(table, self.seat, self.card, self.wager, self.amount)

    def decide(self, table: Table) -> BetMade:
        self.verify(table)
        several = table.offerings[self.card].bets[self.wager].terms.several
        own = _own(table, self.seat, self.card, self.wager)
        raised = None if several else next((n for n, wager in own.items() if not table.has_rolled(wager)), None)
        return BetMade(
            seat=self.seat,
            card=self.card,
            wager=self.wager,
            number=table.next_wager if raised is None else raised,
            amount=self.amount,
            postings=((f"seat:{self.seat}", -self.amount), ("felt", self.amount)),
        )


def _own(table: Table, seat: int, offering: int, name: str) -> dict[int, Wager]:
    """What a seat has up on one wager of a card."""
    key = (seat, offering, name)
    return {n: one for n, one in table.wagers.items() if (one.seat, one.offering, one.wager) == key}


def verify_bet(table: Table, seat: int, offering: int, name: str, amount: int) -> None:
    """A bet may be made or raised: posted, open by its card, within every limit, and paid for."""
    verify_betting(table)
    bet = _bet(table, offering, name)
    if not bet.terms.is_posted:
        raise Refusal("not-posted", wager=bet.terms.name)
    _verify_window(table, offering, bet)
    _verify_required(table, seat, bet)
    own = _own(table, seat, offering, name).values()
    if any(map(table.has_rolled, own)) and not bet.terms.several and shares_marks(bet):
        raise Refusal("already-up", wager=bet.terms.name, unit=table.game.unit)
    raised = 0 if bet.terms.several else sum(one.stake for one in own if not table.has_rolled(one))
    _verify_minimum(table, bet, raised + amount)
    _verify_maximums(table, seat, bet, amount, sum(one.stake for one in own))
    _verify_rounding(table, offering, bet, raised + amount)
    if table.balance(seat) < amount:
        raise Refusal("not-enough", seat=seat, balance=table.balance(seat), amount=amount)
    if len(table.wagers) >= WAGERS_MAX:
        raise Refusal("too-many-wagers", most=WAGERS_MAX)


def _bet(table: Table, offering: int, name: str) -> Bet:
    if offering not in table.current:
        raise Refusal("not-offered", card=offering)
    card = table.offerings[offering].card
    bet = table.offerings[offering].bets.get(name)
    if bet is None:
        named = next((terms for terms in card.terms() if terms.wager == name), None)
        if named is not None:
            raise Refusal("not-posted.rule", wager=named.name)
        raise Refusal("no-such-wager", card=card.title, wager=name)
    return bet


def _verify_window(table: Table, offering: int, bet: Bet) -> None:
    """The card's own rule for when it may be bet."""
    opens, name = bet.terms.opens, bet.terms.name
    marks = table.mark_of(offering, bet.terms.wager)
    if opens.window == "come-out" and table.phase != 0:
        raise Refusal("window.come-out", wager=name)
    if opens.window == "point" and table.phase == 0:
        raise Refusal("window.point", wager=name)
    if opens.window == "round" and marks.outcomes:
        raise Refusal("window.round", wager=name, unit=table.game.unit)
    if opens.guard == "unmarked" and (shown := bet.machine.marks(marks.state)):
        raise Refusal("marked", wager=name, marks=tuple(f"{what} {count}×" for what, count in shown.items()))
    card = table.offerings[offering].card.id
    up = [wager for wager in table.wagers.values() if table.offerings[wager.offering].card.id == card]
    if opens.guard == "none up" and any(map(table.has_rolled, up)):
        raise Refusal("card-up", wager=name)
    if shares_marks(bet) and bet.machine.verdict(marks.state, over=False) is not None:
        raise Refusal("decided", wager=name)


def _lacks_required(table: Table, wagers: Mapping[int, Wager], bet: Bet) -> bool:
    """Whether a bet needs another of the same seat, and none of these is it."""
    required = bet.terms.requires
    return required is not None and not any(
        table.offerings[wager.offering].card.id == required.card and wager.wager in required.wagers
        for wager in wagers.values()
    )


def _verify_required(table: Table, seat: int, bet: Bet) -> None:
    required = bet.terms.requires
    if required is not None and _lacks_required(table, table.wagers_of(seat), bet):
        raise Refusal("line-bet-required", wager=bet.terms.name, wagers=required.wagers, card=required.card)


def _verify_minimum(table: Table, bet: Bet, stake: int) -> None:
    if stake < table.limits.wager_min:
        raise Refusal("below-minimum", wager=bet.terms.name, minimum=table.limits.wager_min)


def _verify_maximums(table: Table, seat: int, bet: Bet, amount: int, already: int) -> None:
    """The limits of a wager, a seat and the table; ``already`` is what the seat has up on wagers of this kind."""
    limits, name = table.limits, bet.terms.name
    on_seat = sum(one.stake for one in table.wagers_of(seat).values()) + amount
    on_table = sum(one.stake for one in table.wagers.values()) + amount
    if 0 < limits.wager_max < already + amount:
        raise Refusal("over-wager-limit", wager=name, maximum=limits.wager_max, total=already + amount)
    if 0 < limits.seat_max < on_seat:
        raise Refusal("over-seat-limit", maximum=limits.seat_max, total=on_seat)
    if 0 < limits.table_max < on_table:
        raise Refusal("over-table-limit", maximum=limits.table_max, total=on_table)


def _verify_rounding(table: Table, offering: int, bet: Bet, stake: int) -> None:
    """Chips rounded up must not make a stake that the player beats, where the money is real."""
    offered, even = table.offerings[offering], even_stake(bet, table.chip)
    if not table.is_live or bet.terms.wager in offered.accepted or stake % even == 0:
        return
    edge = edge_as_paid(offered, bet, stake, table.chip, table.rounding)
    if edge > 0:
        raise Refusal("stake-edge", stake=stake, wager=bet.terms.name, chip=table.chip, edge=edge, even=even)


# ---- taking a bet down


def without(table: Table, number: int, left: int = 0) -> Table:
    """The table with a wager gone, or with what is left of it; marks are cleared where that was the last."""
    wagers = dict(table.wagers)
    wager = wagers.pop(number)
    if left:
        wagers[number] = replace(wager, stake=left)
    return replace(table, wagers=wagers, marks=settled_marks(table, table.marks, wagers.values()))


@dataclass(frozen=True, kw_only=True)
class TakenDown(TableEvent):
    """A bet, or part of it, was taken down."""

    kind: ClassVar[str] = "taken-down"
    seat: int
    number: int
    amount: int

    def apply(self, table: Table) -> Table:
        return without(table, self.number, table.wagers[self.number].stake - self.amount)

    def as_command(self) -> Command:
        return TakeDown(self.seat, self.number, self.amount)


@dataclass(frozen=True)
class TakeDown(Command):
    """Take down a bet, or part of it, where its card allows that."""

    do: ClassVar[str] = "take-down"
    roles: ClassVar = PLAYERS
    events: ClassVar = (TakenDown,)
    seat: SEAT
    wager: WAGER
    amount: AMOUNT | None = None

    def verify(self, table: Table) -> None:
        verify_betting(table)
        verify_seat(table, self.seat)
        wager = wager_of(table, self.seat, self.wager)
        bet = table.bet_of(wager)
        if table.has_rolled(wager) and not bet.terms.down_any_time:
            raise Refusal("stands", wager=bet.terms.name)
        left = wager.stake - stake_of(table, wager, self.amount)
        if left:
            _verify_minimum(table, bet, left)
            _verify_rounding(table, wager.offering, bet, left)
        else:
            _verify_not_required(table, self.seat, self.wager)

    def decide(self, table: Table) -> TakenDown:
        self.verify(table)
        amount = stake_of(table, table.wagers[self.wager], self.amount)
        postings = (("felt", -amount), (f"seat:{self.seat}", amount))
        return TakenDown(seat=self.seat, number=self.wager, amount=amount, postings=postings)


def _verify_not_required(table: Table, seat: int, number: int) -> None:
    """A wager that another of the same seat needs stays up."""
    left = {n: wager for n, wager in table.wagers_of(seat).items() if n != number}
    for wager in left.values():
        bet = table.bet_of(wager)
        required = bet.terms.requires
        if required is not None and _lacks_required(table, left, bet):
            raise Refusal("required", wager=bet.terms.name, wagers=required.wagers, card=required.card)


# ---- no more bets


@dataclass(frozen=True, kw_only=True)
class BettingClosed(TableEvent):
    """The dealer called no more bets."""

    kind: ClassVar[str] = "betting-closed"

    def apply(self, table: Table) -> Table:
        return replace(table, betting=False)

    def as_command(self) -> Command:
        return CloseBetting()


@dataclass(frozen=True)
class CloseBetting(Command):
    """Call no more bets."""

    do: ClassVar[str] = "close-betting"
    roles: ClassVar = DEALER
    events: ClassVar = (BettingClosed,)

    def verify(self, table: Table) -> None:
        verify_betting(table)

    def decide(self, table: Table) -> BettingClosed:
        self.verify(table)
        return BettingClosed()
