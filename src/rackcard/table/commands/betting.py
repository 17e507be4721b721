"""Betting: making and raising a bet, calling a bundle, taking bets down, and "no more bets"."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar

from rackcard.machine import Bet, TooLargeError
from rackcard.odds.solve import UnsolvedError
from rackcard.table.behind import home_of, line_phase, parent_of, parents, verify_odds
from rackcard.table.command import AMOUNT, DEALER, PLAYERS, SEAT, WAGER, Command, Flag, TextField, Whole
from rackcard.table.commands.verify import stake_of, verify_amount, verify_betting, verify_seat, wager_of
from rackcard.table.commission import beside_part, put_down
from rackcard.table.offerings import edge_as_paid, even_stake
from rackcard.table.settle import settled_marks, synced
from rackcard.table.state import (
    Offering,
    Posting,
    Refund,
    Refusal,
    Table,
    TableEvent,
    Wager,
    altered,
    machine_phase,
)

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
    behind: int | None = None
    """The number of the bet that it is behind."""
    commission: int | None = None
    """What was put down beside the stake."""
    toke: bool | None = None
    """Whether it is for the dealers."""

    def apply(self, table: Table) -> Table:
        wager = table.wagers.get(self.number) or self._first(table)
        raised = altered(wager, stake=wager.stake + self.amount, commission=wager.commission + (self.commission or 0))
        wagers = {**table.wagers, self.number: raised}
        return altered(table, wagers=wagers, next_wager=max(table.next_wager, self.number + 1))

    def _first(self, table: Table) -> Wager:
        """The wager before there is a stake on it; one behind another starts where that one's line is."""
        behind, line = self.behind or 0, 0
        if behind and table.offerings[self.card].bets[self.wager].terms.own_line:
            line = line_phase(table, table.wagers[behind])
        return Wager(
            self.seat, self.card, self.wager, 0, table.round, line=line, behind=behind, toke=self.toke or False
        )

    def as_command(self) -> Command:
        return MakeBet(self.seat, self.card, self.wager, self.amount, self.behind, self.toke or False)


@dataclass(frozen=True)
class BundlePart:
    """One of the bets that a bundle was booked as."""

    number: int
    wager: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class BundleBet(TableEvent):
    """A bundle was bet: each part is a bet of its own."""

    kind: ClassVar[str] = "bundle-bet"
    seat: int
    card: int
    wager: str
    amount: int
    parts: tuple[BundlePart, ...]

    @property
    def number(self) -> int:
        """The number of its first bet."""
        return self.parts[0].number

    def apply(self, table: Table) -> Table:
        booked = {
            one.number: Wager(self.seat, self.card, one.wager, one.amount, table.round, bundle=self.number)
            for one in self.parts
        }
        return replace(table, wagers={**table.wagers, **booked}, next_wager=max(table.next_wager, max(booked) + 1))

    def as_command(self) -> Command:
        return MakeBet(self.seat, self.card, self.wager, self.amount)


@dataclass(frozen=True)
class MakeBet(Command):
    """Make a bet, or raise one that no outcome has locked yet; a bundle is booked as a bet on each of its parts."""

    do: ClassVar[str] = "bet"
    roles: ClassVar = PLAYERS
    events: ClassVar = (BetMade, BundleBet)
    seat: SEAT
    card: Annotated[int, Whole(0, 10**6), "the number of a card on the table"]
    wager: Annotated[str, TextField(80), "the id of a wager of that card"]
    amount: AMOUNT
    behind: Annotated[int, Whole(0, 10**12), "the number of the bet it goes behind, where several fit"] | None = None
    toke: Annotated[bool, Flag("bad-toke"), "whether it is a bet for the dealers"] = False

    def verify(self, table: Table) -> None:
        verify_seat(table, self.seat)
        verify_amount(table, self.amount)
        verify_bet(table, self.seat, self.card, self.wager, self.amount, self.behind, toke=self.toke)

    def decide(self, table: Table) -> BetMade | BundleBet:
        self.verify(table)
        card = home_of(table, self.seat, self.card, self.wager, self.behind)
        bet = table.offerings[card].bets[self.wager]
        if bet.terms.bundle:
            return self._bundle(table, bet)
        parent = parent_of(table, self.seat, card, bet, self.behind)
        own = _own(table, self.seat, card, self.wager, toke=self.toke)
        raised = next(iter(_raised(table, own, bet, parent)), None)
        beside = _beside(table, bet, None if raised is None else table.wagers[raised], self.amount)
        return BetMade(
            seat=self.seat,
            card=card,
            wager=self.wager,
            number=table.next_wager if raised is None else raised,
            amount=self.amount,
            behind=parent or None,
            commission=beside or None,
            toke=self.toke or None,
            postings=((f"seat:{self.seat}", -self.amount - beside), ("felt", self.amount + beside)),
        )

    def _bundle(self, table: Table, bet: Bet) -> BundleBet:
        booked = enumerate(_parts(bet, self.amount), start=table.next_wager)
        return BundleBet(
            seat=self.seat,
            card=self.card,
            wager=self.wager,
            amount=self.amount,
            parts=tuple(BundlePart(number, name, amount) for number, (name, amount) in booked),
            postings=((f"seat:{self.seat}", -self.amount), ("felt", self.amount)),
        )


def _own(table: Table, seat: int, offering: int, name: str, *, toke: bool = False) -> dict[int, Wager]:
    """What a seat has up on one wager of a card, for itself or for the dealers."""
    return {
        n: one
        for n, one in table.wagers.items()
        if one.seat == seat and one.wager == name and one.offering == offering and one.toke == toke
    }


def _up_on(table: Table, seat: int, offering: int, name: str, *, toke: bool = False) -> int:
    """What a seat has up on one wager; by house rules, on the card as it was before a change too."""
    if table.house is None:
        return sum(one.stake for one in _own(table, seat, offering, name, toke=toke).values())
    card = table.offerings[offering].card.id
    every = (n for n, offered in table.offerings.items() if offered.card.id == card)
    return sum(one.stake for n in every for one in _own(table, seat, n, name, toke=toke).values())


def _raised(table: Table, own: Mapping[int, Wager], bet: Bet, parent: int) -> list[int]:
    """The bets of a seat on one wager that more is put on, rather than beside them."""
    if bet.terms.several:
        return []
    return [n for n, one in own.items() if not table.has_rolled(one) and not one.bundle and one.behind == parent]


def _beside(table: Table, bet: Bet, wager: Wager | None, amount: int) -> int:
    """The commission to put down with a new stake, or with what a bet is raised by."""
    stake, held = (0, 0) if wager is None else (wager.stake, wager.commission)
    return put_down(bet, stake + amount, table.chip, table.rounding) - held


def _parts(bet: Bet, amount: int) -> Iterator[tuple[str, int]]:
    """The bets that a bundle is booked as, and what is for each."""
    units = sum(share.units for share in bet.terms.bundle)
    return ((share.bet, amount // units * share.units) for share in bet.terms.bundle)


def verify_bet(
    table: Table, seat: int, offering: int, name: str, amount: int, behind: int | None = None, *, toke: bool = False
) -> None:
    """A bet may be made or raised now."""
    verify_betting(table)
    verify_wager(table, seat, offering, name, amount, behind, toke=toke)


def verify_wager(
    table: Table, seat: int, offering: int, name: str, amount: int, behind: int | None = None, *, toke: bool = False
) -> None:
    """A bet may be made or raised while the table takes bets: posted, open by its card, in every limit, paid for."""
    offering = home_of(table, seat, offering, name, behind)
    bet = _bet(table, offering, name, seat)
    if toke and (bet.terms.bundle or bet.terms.behind is not None):
        raise Refusal("not-for-dealers", wager=bet.terms.name)
    if bet.terms.bundle:
        _verify_bundle(table, seat, offering, bet, amount, behind)
        return
    parent = _verify_opens(table, seat, offering, bet, behind)
    own = _own(table, seat, offering, name, toke=toke)
    if _is_locked(table, offering, bet, own):
        raise Refusal("already-up", wager=bet.terms.name, unit=table.game.unit)
    raised = [own[number] for number in _raised(table, own, bet, parent)]
    stake = amount + sum(one.stake for one in raised)
    already = sum(one.stake for one in own.values())
    _verify_minimum(table, offering, bet, amount + already if bet.terms.opens.guard == "unmarked" else stake)
    _verify_maximums(table, seat, offering, bet, amount, _up_on(table, seat, offering, name, toke=toke))
    if parent:
        up = sum(one.stake for one in own.values() if one.behind == parent)
        verify_odds(table, bet, table.wagers[parent], up + amount)
    _verify_rounding(table, offering, bet, stake, _start(table, offering, bet, parent), parent)
    beside = _beside(table, bet, raised[0] if raised else None, amount)
    if table.balance(seat) < amount + beside:
        raise Refusal("not-enough", seat=seat, balance=table.balance(seat), amount=amount + beside)
    if len(table.wagers) >= WAGERS_MAX:
        raise Refusal("too-many-wagers", most=WAGERS_MAX)


def _verify_opens(table: Table, seat: int, offering: int, bet: Bet, behind: int | None) -> int:
    """A bet is posted and open now; the number of the bet that it goes behind."""
    if not bet.terms.is_posted:
        raise Refusal("not-posted", wager=bet.terms.name)
    _verify_window(table, offering, bet)
    _verify_required(table, seat, bet)
    return parent_of(table, seat, offering, bet, behind)


def _verify_bundle(table: Table, seat: int, offering: int, bundle: Bet, amount: int, behind: int | None) -> None:
    """A bundle may be bet: in whole units, each part open and within its limits."""
    units = sum(share.units for share in bundle.terms.bundle)
    unit = table.chip * units
    if behind is not None:
        raise Refusal("not-behind", wager=bundle.terms.name)
    if amount % unit:
        raise Refusal("bundle-units", wager=bundle.terms.name, unit=unit, units=units)
    _verify_minimum(table, offering, bundle, amount)
    for name, part in _parts(bundle, amount):
        bet = _bet(table, offering, name, seat)
        if bet.terms.opens.window != "never":  # not by itself, but with the others
            _verify_opens(table, seat, offering, bet, None)
        up = _up_on(table, seat, offering, name)
        _verify_wager_maximum(table, offering, bet, up + part)
        _verify_rounding(table, offering, bet, part, _start(table, offering, bet))
    _verify_maximums(table, seat, offering, bundle, amount, 0)
    if table.balance(seat) < amount:
        raise Refusal("not-enough", seat=seat, balance=table.balance(seat), amount=amount)
    if len(table.wagers) + len(bundle.terms.bundle) > WAGERS_MAX:
        raise Refusal("too-many-wagers", most=WAGERS_MAX)


def _is_locked(table: Table, offering: int, bet: Bet, own: Mapping[int, Wager]) -> bool:
    """Whether no more may be bet beside what a seat has up; while its event has no mark, more may be."""
    free = bet.terms.several or bet.terms.opens.guard == "unmarked" or not _is_shared(table, offering, bet)
    return not free and any(map(table.has_rolled, own.values()))


def _is_shared(table: Table, offering: int, bet: Bet) -> bool:
    return bet.terms.wager in table.offerings[offering].shared


def _bet(table: Table, offering: int, name: str, seat: int) -> Bet:
    """A wager of a card that is offered; of one that was, only behind a bet of the seat's that is still up."""
    offered = table.offerings.get(offering)
    if offered is None:
        raise Refusal("not-offered", card=offering)
    card, bet = offered.card, offered.bets.get(name)
    if offering not in table.current and (bet is None or not parents(table, seat, offering, bet)):
        raise Refusal("not-offered", card=offering)
    if bet is None:
        if name in (table.offerings[offering].doubles or ()):
            raise _offered_elsewhere(table, offering, name)
        named = next((terms for terms in card.terms() if terms.wager == name), None)
        if named is not None:
            raise Refusal("not-posted.rule", wager=named.name)
        raise Refusal("no-such-wager", card=card.title, wager=name)
    return bet


def _offered_elsewhere(table: Table, offering: int, name: str) -> Refusal:
    """The refusal of a wager that is bet on a card before its own."""
    before = (number for number in table.current[: table.current.index(offering)])
    other = next(table.offerings[number] for number in before if name in table.offerings[number].bets)
    return Refusal("not-offered.double", wager=other.bets[name].terms.name, card=other.card.title)


def _has_rolled(table: Table, card: str) -> bool:
    """Whether a wager of a card has seen an outcome."""
    up = (wager for wager in table.wagers.values() if table.offerings[wager.offering].card.id == card)
    return any(map(table.has_rolled, up))


def _verify_window(table: Table, offering: int, bet: Bet) -> None:
    """The card's own rule for when it may be bet."""
    opens, name = bet.terms.opens, bet.terms.name
    marks = table.mark_of(offering, bet.terms.wager)
    if opens.window == "never":
        raise Refusal("window.never", wager=name)
    phases = table.game.window_phases.get(opens.window)
    if phases is not None and table.phase not in phases:
        raise Refusal(f"window.{opens.window}", wager=name)
    if opens.window == "round" and marks.outcomes:
        raise Refusal("window.round", wager=name, unit=table.game.unit)
    if opens.guard == "unmarked" and (shown := bet.machine.marks(marks.state)):
        raise Refusal("marked", wager=name, marks=tuple(f"{what} {count}×" for what, count in shown.items()))
    if opens.guard == "none up" and _has_rolled(table, table.offerings[offering].card.id):
        raise Refusal("card-up", wager=name)
    if _is_shared(table, offering, bet) and bet.machine.verdict(marks.state, over=False) is not None:
        raise Refusal("decided", wager=name)


def _lacks_required(table: Table, wagers: Mapping[int, Wager], bet: Bet) -> bool:
    """Whether a bet needs another of the same seat, and none of these is it."""
    required = bet.terms.requires
    return required is not None and not any(
        table.offerings[wager.offering].card.id == required.card and wager.wager in required.wagers
        for wager in wagers.values()
        if not wager.toke
    )


def _verify_required(table: Table, seat: int, bet: Bet) -> None:
    required = bet.terms.requires
    if required is not None and _lacks_required(table, table.wagers_of(seat), bet):
        raise Refusal("line-bet-required", wager=bet.terms.name, wagers=required.wagers, card=required.card)


def _verify_minimum(table: Table, offering: int, bet: Bet, stake: int) -> None:
    least, _ = table.bet_limits(offering, bet)
    if stake < least:
        raise Refusal("below-minimum", wager=bet.terms.name, minimum=least)


def _verify_maximums(table: Table, seat: int, offering: int, bet: Bet, amount: int, already: int) -> None:
    """The limits of a wager, a seat and the table; ``already`` is what the seat has up on wagers of this kind."""
    limits = table.limits
    _verify_wager_maximum(table, offering, bet, already + amount)
    if limits.seat_max:
        on_seat = sum(one.stake for one in table.wagers_of(seat).values()) + amount
        if limits.seat_max < on_seat:
            raise Refusal("over-seat-limit", maximum=limits.seat_max, total=on_seat)
    if limits.table_max:
        on_table = sum(one.stake for one in table.wagers.values()) + amount
        if limits.table_max < on_table:
            raise Refusal("over-table-limit", maximum=limits.table_max, total=on_table)


def _verify_wager_maximum(table: Table, offering: int, bet: Bet, total: int) -> None:
    _, most = table.bet_limits(offering, bet)
    if 0 < most < total:
        raise Refusal("over-wager-limit", wager=bet.terms.name, maximum=most, total=total)


def _verify_rounding(table: Table, offering: int, bet: Bet, stake: int, state: int, parent: int = 0) -> None:
    """Chips rounded up, or commission rounded down, must not make a stake that the player beats from its state."""
    offered = table.offerings[offering]
    if not table.is_live or bet.terms.wager in offered.accepted:
        return
    even = even_stake(bet, table.chip, state if parent else None, is_commission_whole=table.edition > 0)
    breaks = bet.terms.partial and even > table.chip  # a part of an even stake need not be even
    if stake % even == 0 and not breaks:
        return
    edge = _edge_from(table, offered, bet, stake, state, parent)
    if edge > 0:
        raise Refusal("stake-edge", stake=stake, wager=bet.terms.name, chip=table.chip, edge=edge, even=even)


def _edge_from(table: Table, offered: Offering, bet: Bet, stake: int, state: int, parent: int) -> Fraction:
    """The player's edge on a stake as it is paid; before the first edition, only odds were priced from their state."""
    paid = (offered, bet, stake, table.chip, table.rounding)
    if not table.edition:
        return edge_as_paid(*paid, state if parent else None, edition=0)
    try:
        return edge_as_paid(*paid, None if bet.turns else state)
    except (UnsolvedError, TooLargeError):  # too many states to start from this one
        return edge_as_paid(*paid)


def _start(table: Table, offering: int, bet: Bet, parent: int = 0) -> int:
    """The state in which a bet starts now: on the marks that all share, on the line of the bet that it is behind."""
    marks = table.mark_of(offering, bet.terms.wager).state if _is_shared(table, offering, bet) else bet.machine.first
    line = line_phase(table, table.wagers[parent]) if parent else 0
    return synced(bet.machine, marks, machine_phase(bet, table.phase, line))


# ---- taking a bet down


def without(table: Table, number: int, left: int = 0, beside: int = 0, won: int | None = None) -> Table:
    """The table with a wager gone, or with what is left of it; marks are cleared where that was the last."""
    wagers = dict(table.wagers)
    wager = wagers.pop(number)
    if left:
        wagers[number] = altered(wager, stake=left, commission=beside, won=wager.won if won is None else won)
    return altered(table, wagers=wagers, marks=settled_marks(table, table.marks, wagers.values()))


@dataclass(frozen=True, kw_only=True)
class TakenDown(TableEvent):
    """A bet, or part of it, was taken down."""

    kind: ClassVar[str] = "taken-down"
    seat: int
    number: int
    amount: int
    commission: int | None = None
    """What went back of the commission that was put down with it."""
    more: tuple[Refund, ...] | None = None
    """What came down with it: bets behind it, or the other bets of its bundle."""
    bundle: bool | None = None
    """Whether its whole bundle was taken down."""

    @property
    def total(self) -> int:
        """All that went back."""
        return self.amount + (self.commission or 0) + sum(one.amount for one in self.more or ())

    def apply(self, table: Table) -> Table:
        wager = table.wagers[self.number]
        left = without(table, self.number, wager.stake - self.amount, wager.commission - (self.commission or 0))
        for one in self.more or ():
            left = without(left, one.number)
        return left

    def again(self, table: Table) -> "TakenDown | None":
        wager = table.wagers.get(self.number)
        others = {one.number for one in self.more or ()}
        is_there = wager is not None and wager.stake >= self.amount and others <= set(table.wagers)
        return self if is_there else None

    def as_command(self) -> Command:
        return TakeDown(self.seat, self.number, self.amount, self.bundle or False)


@dataclass(frozen=True)
class TakeDown(Command):
    """Take down a bet, or part of it, where its card allows that; bets behind it come down with it."""

    do: ClassVar[str] = "take-down"
    roles: ClassVar = PLAYERS
    events: ClassVar = (TakenDown,)
    seat: SEAT
    wager: WAGER
    amount: AMOUNT | None = None
    bundle: Annotated[bool, Flag("bad-bundle"), "whether all bets of the same bundle come down"] = False

    def verify(self, table: Table) -> None:
        verify_betting(table)
        verify_seat(table, self.seat)
        wager = wager_of(table, self.seat, self.wager)
        together = self._together(table)
        for one in together.values():
            _verify_comes_down(table, one)
        left = wager.stake - stake_of(table, wager, self.amount)
        if left and self.bundle:
            raise Refusal("bundle-whole", wager=table.bet_of(wager).terms.name)
        if not left:
            _verify_not_required(table, self.seat, set(together))
            return
        bet = table.bet_of(wager)
        _verify_minimum(table, wager.offering, bet, left)
        state = synced(bet.machine, table.state_of(wager), table.phase_of(wager))
        _verify_rounding(table, wager.offering, bet, left, state, wager.behind)
        _verify_odds_left(table, self.wager, left)

    def _together(self, table: Table) -> dict[int, Wager]:
        """The bets that come down as a whole, or in part where that is all that is asked."""
        wager = table.wagers[self.wager]
        found = {self.wager: wager}
        if self.bundle and wager.bundle:
            found |= {n: one for n, one in table.wagers.items() if one.bundle == wager.bundle}
        if self.amount in (None, wager.stake):
            found |= {n: one for number in tuple(found) for n, one in table.behind(number).items()}
        return found

    def decide(self, table: Table) -> TakenDown:
        self.verify(table)
        wager = table.wagers[self.wager]
        amount = stake_of(table, wager, self.amount)
        beside = beside_part(table, wager, amount)
        others = {n: one for n, one in self._together(table).items() if n != self.wager}
        more = tuple(Refund(number, one.seat, one.money) for number, one in others.items())
        total = amount + beside + sum(one.amount for one in more)
        postings: tuple[Posting, ...] = (("felt", -total), (f"seat:{self.seat}", total))
        return TakenDown(
            seat=self.seat,
            number=self.wager,
            amount=amount,
            commission=beside or None,
            more=more or None,
            bundle=self.bundle or None,
            postings=postings,
        )


def _verify_comes_down(table: Table, wager: Wager) -> None:
    """A bet that has seen an outcome comes down where its card allows that, and always where it is behind another.

    One for the dealers is theirs from its first outcome on.
    """
    bet = table.bet_of(wager)
    is_free = wager.behind or (bet.terms.down_any_time and not wager.toke)
    if table.has_rolled(wager) and not is_free:
        raise Refusal("stands", wager=bet.terms.name)


def _verify_odds_left(table: Table, number: int, left: int) -> None:
    """What is behind a bet of which part comes down is still within its limits."""
    parent = replace(table.wagers[number], stake=left)
    up: dict[str, int] = {}
    for one in table.behind(number).values():
        up[one.wager] = up.get(one.wager, 0) + one.stake
    for name, stake in up.items():
        verify_odds(table, table.offerings[parent.offering].bets[name], parent, stake)


def _verify_not_required(table: Table, seat: int, numbers: set[int]) -> None:
    """A wager that another of the same seat needs stays up."""
    left = {n: wager for n, wager in table.wagers_of(seat).items() if n not in numbers}
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
        return altered(table, betting=False)

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
