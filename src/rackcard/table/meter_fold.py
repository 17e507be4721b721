"""Meters folded: sums over many rounds that can be added to one another, and be kept beside the log."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rackcard.table.meter_count import Cash, CountedRound, CountedSettlement, MeteredSeat, seat_stored, stored_seat
from rackcard.table.state import Table


@dataclass(frozen=True)
class MeterLine:
    """A wager as it was bet: on a changed card, under other options or at another pay table it is another line."""

    card: str
    title: str
    sha256: str
    options: tuple[tuple[str, str], ...]
    pay_table: str
    wager: str
    name: str

    def to_dict(self) -> dict[str, Any]:
        return {"card": self.card, "sha256": self.sha256, "options": dict(self.options),
                "pay_table": self.pay_table, "wager": self.wager}  # fmt: skip


def line_of(table: Table, number: int, wager: str) -> MeterLine:
    """The line on which a wager of an offering is counted."""
    laid, terms = table.offerings[number], table.offerings[number].bets[wager].terms
    options = tuple(sorted(laid.options.items()))
    return MeterLine(laid.card.id, laid.card.title, laid.sha256, options, terms.table, terms.wager, terms.name)


class MeteredBet(NamedTuple):
    """A wager from one of the states in which it can see its first outcome: what one theory is for."""

    offering: int
    wager: str
    state: int


@dataclass
class Sums:
    """What was settled, in cents."""

    wagers: int = 0
    stake: int = 0
    beside: int = 0
    paid: int = 0
    envy: int = 0
    breakage: int = 0
    commission: int = 0

    def see(self, one: CountedSettlement) -> None:
        self.wagers += 1
        self.stake += one.stake
        self.beside += one.beside
        self.paid += one.paid
        self.envy += one.envy
        self.breakage += one.breakage
        self.commission += one.commission

    def add(self, other: "Sums") -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass
class Spread:
    """How the stakes of a bet hang together with all on its line: seats on one wager win and lose together.

    The sums, over the rounds, of its stake times the stakes on the line, and times their square.
    """

    second: int = 0
    third: int = 0


@dataclass
class Fold:
    """The meters of some rounds, not yet compared with theory."""

    bets: dict[MeteredBet, Sums] = field(default_factory=dict)
    spreads: dict[MeteredBet, Spread] = field(default_factory=dict)
    seats: dict[tuple[MeteredSeat, MeteredBet], Sums] = field(default_factory=dict)
    dealers: dict[tuple[str, MeteredBet], Sums] = field(default_factory=dict)
    """By the dealer who called the outcome."""
    drop: int = 0
    paid_out: int = 0
    names: dict[int, dict[str, None]] = field(default_factory=dict)

    def see(self, table: Table, dealer: str, counted: Iterable[CountedSettlement]) -> None:
        """Add what one round settled, or the part of it that is in a period."""
        on_line: dict[MeterLine, int] = {}
        stakes: dict[MeteredBet, int] = {}
        lines: dict[tuple[int, str], MeterLine] = {}
        for one in counted:
            bet = MeteredBet(one.offering, one.wager, one.state)
            self.bets.setdefault(bet, Sums()).see(one)
            self.seats.setdefault((one.seat, bet), Sums()).see(one)
            self.dealers.setdefault((dealer, bet), Sums()).see(one)
            kind = (one.offering, one.wager)
            line = lines[kind] = lines.get(kind) or line_of(table, *kind)
            on_line[line] = on_line.get(line, 0) + one.stake
            stakes[bet] = stakes.get(bet, 0) + one.stake
        for bet, stake in stakes.items():
            together = on_line[lines[bet.offering, bet.wager]]
            spread = self.spreads.setdefault(bet, Spread())
            spread.second += stake * together
            spread.third += stake * together**2

    def pay(self, cash: Iterable[Cash]) -> None:
        """Add what players brought and took away."""
        for one in cash:
            self.drop += one.drop
            self.paid_out += one.paid_out

    def sit(self, names: dict[int, dict[str, None]]) -> None:
        """Add who sat where."""
        for seat, some in names.items():
            self.names.setdefault(seat, {}).update(some)

    def add(self, other: "Fold") -> None:
        """Add the meters of other rounds."""
        for name in ("bets", "seats", "dealers"):
            mine = getattr(self, name)
            for key, sums in getattr(other, name).items():
                mine.setdefault(key, Sums()).add(sums)
        for bet, spread in other.spreads.items():
            own = self.spreads.setdefault(bet, Spread())
            own.second += spread.second
            own.third += spread.third
        self.drop += other.drop
        self.paid_out += other.paid_out
        self.sit(other.names)

    def to_json(self) -> dict[str, Any]:
        return {
            "bets": [
                [*bet, *vars(sums).values(), *vars(self.spreads[bet]).values()] for bet, sums in self.bets.items()
            ],
            "seats": [[stored_seat(seat), *bet, *vars(sums).values()] for (seat, bet), sums in self.seats.items()],
            "dealers": [[whose, *bet, *vars(sums).values()] for (whose, bet), sums in self.dealers.items()],
            "cash": [self.drop, self.paid_out],
            "names": [[seat, list(names)] for seat, names in sorted(self.names.items())],
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Fold":
        fold = cls(drop=value["cash"][0], paid_out=value["cash"][1])
        for row in value["bets"]:
            fold.bets[MeteredBet(*row[:3])], fold.spreads[MeteredBet(*row[:3])] = Sums(*row[3:-2]), Spread(*row[-2:])
        for seat, *row in value["seats"]:
            fold.seats[seat_stored(seat), MeteredBet(*row[:3])] = Sums(*row[3:])
        for dealer, *row in value["dealers"]:
            fold.dealers[dealer, MeteredBet(*row[:3])] = Sums(*row[3:])
        fold.names = {seat: dict.fromkeys(names) for seat, names in value["names"]}
        return fold


def fold_rounds(
    table: Table, rounds: Iterable[CountedRound], cash: Iterable[Cash], names: dict[int, dict[str, None]]
) -> Fold:  # fmt: skip
    """The meters of some rounds."""
    fold = Fold()
    for one in rounds:
        fold.see(table, one.dealer, one.counted)
    fold.pay(cash)
    fold.sit(names)
    return fold
