"""What the meters count: every settlement of a log, in the round whose outcome it came of.

A correction changes what its round has settled, so a round always has what it was settled to in the end. Nothing is
priced here: what theory says is worked out when somebody asks.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from rackcard.table.commands.betting import BetMade, BundleBet
from rackcard.table.commands.claims import Claimed
from rackcard.table.commands.correction import Corrected, Readjudged
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.commands.seating import BoughtIn, Left, Seated
from rackcard.table.log.store import Entry
from rackcard.table.past import walk
from rackcard.table.settle import synced
from rackcard.table.state import TOKES, Settlement, Table

MeteredSeat = int | Literal["tokes"]
"""The number of a seat, or the dealers, for whom bets are counted by themselves."""
STORED_SEAT = "seat "


def stored_seat(seat: MeteredSeat) -> str:
    """A seat as counts are kept beside the log."""
    return seat if seat == TOKES else f"{STORED_SEAT}{seat}"


def seat_stored(text: str) -> MeteredSeat:
    """A seat from what is kept.

    >>> [seat_stored(stored_seat(seat)) for seat in (3, TOKES)]
    [3, 'tokes']
    """
    return TOKES if text == TOKES else int(text.removeprefix(STORED_SEAT))


class CountedSettlement(NamedTuple):
    """A settlement as it is counted; money in cents."""

    at: str
    """When it counts: when its outcome was called, or when its offer was taken."""
    seat: MeteredSeat
    offering: int
    wager: str
    state: int
    """The state in which the wager saw its first outcome."""
    stake: int
    beside: int
    paid: int
    envy: int
    breakage: int
    commission: int


@dataclass
class CountedRound:
    """What a round has settled, as the table knows it now."""

    outcome: object
    """As it was entered, or corrected."""
    at: str
    dealer: str
    counted: list[CountedSettlement] = field(default_factory=list)

    def to_json(self) -> list[Any]:
        return [
            self.outcome,
            self.at,
            self.dealer,
            [[one.at, stored_seat(one.seat), *one[2:]] for one in self.counted],
        ]

    @classmethod
    def from_json(cls, value: list[Any]) -> "CountedRound":
        outcome, at, dealer, counted = value
        return cls(
            outcome, at, dealer, [CountedSettlement(when, seat_stored(seat), *rest) for when, seat, *rest in counted]
        )


class Cash(NamedTuple):
    """Money that a player brought (drop) or took away."""

    at: str
    drop: int
    paid_out: int


class Up(NamedTuple):
    """A wager that is up, as the count knows it: what was bet, and the state in which it saw its first outcome."""

    offering: int
    wager: str
    start: int | None


@dataclass
class Count:
    """A log being followed: the wagers made, where each one started, and what every round settled."""

    made: dict[int, tuple[int, str]] = field(default_factory=dict)
    """The offering and the wager of every number."""
    starts: dict[int, int] = field(default_factory=dict)
    """The state in which each wager saw its first outcome."""
    rounds: dict[int, CountedRound] = field(default_factory=dict)
    cash: list[Cash] = field(default_factory=list)
    names: dict[int, dict[str, None]] = field(default_factory=dict)
    """Who sat at each seat."""
    claims: list[tuple[Settlement, str]] = field(default_factory=list)
    """The offers taken since the last outcome, and when; a correction may reach them."""
    times: dict[tuple[int, int, str, int], str] = field(default_factory=dict)
    """When every offer was taken, by its round, its wager, its kind and its stake."""

    @classmethod
    def at(cls, table: Table | None, up: Mapping[int, Up]) -> "Count":
        """A count that goes on at a table before an outcome."""
        count = cls()
        count.made = {number: (one.offering, one.wager) for number, one in up.items()}
        count.starts = {number: one.start for number, one in up.items() if one.start is not None}
        count.sit(table)
        return count

    def sit(self, table: Table | None) -> None:
        """Note who sits at the table."""
        for seat, who in {} if table is None else table.seats.items():
            self.names.setdefault(seat, {})[who.name] = None

    def up(self, table: Table) -> dict[int, Up]:
        """The wagers that are up, so that another count can go on from here."""
        return {number: Up(*self.made[number], self.starts.get(number)) for number in table.wagers}

    def forget(self, number: int, table: Table) -> None:
        """Drop the rounds before one that no correction can reach any more, and the wagers that are gone with them."""
        self.rounds = {n: one for n, one in self.rounds.items() if n >= number}
        self.times = {key: at for key, at in self.times.items() if key[0] >= number}
        oldest = table.past[0].before if table.past else table
        kept = {*oldest.wagers, *table.wagers}
        self.made = {n: one for n, one in self.made.items() if n >= oldest.next_wager or n in kept}
        self.starts = {n: one for n, one in self.starts.items() if n in self.made}

    def see(self, before: Table, entry: Entry, after: Table) -> None:
        """Follow an entry, from the table before it to the one after it."""
        match entry.event:
            case BetMade(number=number, card=card, wager=wager):
                self.made[number] = (card, wager)
            case BundleBet(card=card, parts=parts):
                self.made |= {one.number: (card, one.wager) for one in parts}
            case OutcomeEntered(round=number, outcome=given, settlements=settled):
                self.claims = []
                self._start(before)
                self.rounds[number] = CountedRound(given, entry.at, entry.by or "-")
                self._add(number, settled)
            case Corrected() as event:
                self._correct(event)
            case Readjudged() as event:
                self._change(after, event)
            case Claimed(settlement=one):
                self.times[_claim_key(before.round, one)] = entry.at
                self.claims.append((one, entry.at))
                self._add(before.round, [one], entry.at)
            case BoughtIn(amount=amount):
                self.cash.append(Cash(entry.at, amount, 0))
            case Left(amount=amount):
                self.cash.append(Cash(entry.at, 0, amount))
            case Seated(seat=seat, name=name):
                self.names.setdefault(seat, {})[name] = None
            case _:
                pass

    def _correct(self, event: Corrected) -> None:
        """What is taken back is taken from where it was counted; an offer that pays otherwise keeps its time."""
        number, gone = event.round, []
        self.rounds[number].outcome = event.outcome
        for one in event.reversed:
            claim = next((claim for claim in self.claims if claim[0] == one), None)
            if claim is not None:
                self.claims.remove(claim)
                gone.append(claim)
            at = self.rounds[number].at if claim is None else claim[1]
            self.rounds[number].counted.remove(self._counted(one, at))
        for one in event.settlements:
            claim = next((claim for claim in gone if _is_same(claim[0], one)), None)
            if claim is not None:
                gone.remove(claim)
                self.claims.append((one, claim[1]))
            self._add(number, [one], None if claim is None else claim[1])

    def _change(self, after: Table, event: Readjudged) -> None:
        """Count again all that the table has from a round on."""
        for number, again in self.rounds.items():
            if number >= event.round:
                again.counted = []
        self.claims = []
        for path, now in walk(after, event.round):
            match now:
                case OutcomeEntered(round=number, settlements=settled):
                    self.claims = []
                    fresh = {n for n, wager in path.wagers.items() if wager.since == path.round}
                    self.starts = {n: state for n, state in self.starts.items() if n not in fresh}
                    self._start(path)
                    self.rounds[number].outcome = now.outcome
                    self._add(number, settled)
                case Claimed(settlement=one):
                    at = self.times[_claim_key(path.round, one)]
                    self._add(path.round, [one], at)
                    self.claims.append((one, at))
                case _:
                    pass

    def _start(self, table: Table) -> None:
        for number, wager in table.wagers.items():
            if number not in self.starts:
                self.starts[number] = synced(table.bet_of(wager).machine, table.state_of(wager), table.phase_of(wager))

    def _add(self, number: int, settled: Iterable[Settlement], at: str | None = None) -> None:
        here = self.rounds[number]
        here.counted += [self._counted(one, here.at if at is None else at) for one in settled]

    def _counted(self, one: Settlement, at: str) -> CountedSettlement:
        offering, wager = self.made[one.wager]
        seat: MeteredSeat = TOKES if one.toke else one.seat
        return CountedSettlement(
            at, seat, offering, wager, self.starts[one.wager], one.stake, one.beside, one.paid, one.envy,
            one.breakage, one.commission,
        )  # fmt: skip


def _claim_key(number: int, one: Settlement) -> tuple[int, int, str, int]:
    """What stays the same of a claim when a correction pays it otherwise, and the round it was made after."""
    return number, one.wager, one.kind, one.stake


def _is_same(claim: Settlement, one: Settlement) -> bool:
    """Whether a settlement is of a claim made before, at the pay that a correction gives it."""
    return (claim.wager, claim.kind, claim.stake) == (one.wager, one.kind, one.stake)
