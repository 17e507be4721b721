"""Meters: what was staked, paid and held, by wager, seat and dealer, beside what theory says.

A correction counts at the time of the outcome it corrects, and every settlement for the dealer who called that outcome;
so a period shows how its own outcomes were settled in the end, and a line never holds more than what came of it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from math import sqrt
from typing import Any, TypeVar

from rackcard.games.device import Chance
from rackcard.machine import Bet
from rackcard.machine.explore import NEVER
from rackcard.money import dollars
from rackcard.number import exact, percent
from rackcard.odds.course import course_of, solve_course
from rackcard.odds.from_state import here
from rackcard.odds.solve import UnsolvedError, solve
from rackcard.table.apply import apply
from rackcard.table.commands.betting import BetMade, BundleBet
from rackcard.table.commands.claims import Claimed
from rackcard.table.commands.correction import Corrected, Readjudged
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.log.store import Entry
from rackcard.table.past import walk
from rackcard.table.settle import synced
from rackcard.table.state import TOKES, Refusal, Settlement, Table, TableEvent
from rackcard.tabular import Grid
from rackcard.wording.meters import NOTE, VERDICTS

T = TypeVar("T")

USUAL = 2
"""The band of what is usual, in standard deviations to either side of theory: 19 of 20 honest periods fall in it."""
FAR = 3
"""Beyond so many standard deviations somebody should look: chance alone does it once in 370 periods."""
LOPSIDED = 0.5
"""Where the sum of the wagers is more lopsided (skewed) than this, a standard deviation says too little."""
_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,6})?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?"
)


# ---- periods


@dataclass(frozen=True)
class Period:
    """From one moment on, before another; either may be left open."""

    since: datetime | None = None
    until: datetime | None = None

    def holds(self, at: str) -> bool:
        """Whether a time that the log has written is in the period."""
        if self.since is None and self.until is None:
            return True
        moment = _aware(datetime.fromisoformat(at))
        return (self.since is None or self.since <= moment) and (self.until is None or moment < self.until)


def read_period(since: str | None = None, until: str | None = None) -> Period:
    """A period as people write it: ISO 8601, with an offset or else in UTC.

    >>> read_period("2026-11-15T20:00+02:00").holds("2026-11-15T18:00:00.000+00:00")
    True
    """
    start, end = (None if text is None else _moment(name, text) for name, text in (("since", since), ("until", until)))
    if start is not None and end is not None and start > end:
        raise Refusal("bad-period", since=since, until=until)
    return Period(start, end)


def _moment(name: str, text: str) -> datetime:
    try:
        if _TIME.fullmatch(text):
            return _aware(datetime.fromisoformat(text))
    except ValueError:
        pass
    shown = text[:40].encode("ascii", "backslashreplace").decode()
    raise Refusal("bad-time.plus" if " " in text else "bad-time", field=name, value=shown)


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


# ---- lines


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


@dataclass(frozen=True)
class Theory:
    """What one unit on a wager leaves the house, its variance and its third central moment, exactly."""

    edge: Fraction
    variance: Fraction
    third: Fraction


@dataclass
class Meter:
    """One line of a report, in cents."""

    name: str
    wagers: int = 0
    handle: int = 0
    paid: int = 0
    envy: int = 0
    breakage: int = 0
    commission: int = 0
    """The part of the hold that was charged as commission."""
    expected: Fraction = field(default_factory=Fraction)
    """What theory says the house holds, before envy, of the wagers settled."""
    play: str = "none"
    """How theory assumes that offers are treated: ``best``, or ``none`` where there are none."""
    variance: Fraction = field(default_factory=Fraction)
    """Of the hold; zero for seats and dealers, whose wagers hang together."""
    third: Fraction = field(default_factory=Fraction)
    """The third central moment of the hold."""

    @property
    def hold(self) -> int:
        return self.handle - self.paid

    @property
    def share(self) -> Fraction | None:
        """The hold as a part of the handle."""
        return Fraction(self.hold, self.handle) if self.handle else None

    @property
    def edge(self) -> Fraction | None:
        """What theory says the share is."""
        return self.expected / self.handle if self.handle else None

    @property
    def difference(self) -> Fraction:
        return self.hold - self.expected

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the hold; None where it is not known."""
        return sqrt(self.variance) if self.variance > 0 else None

    @property
    def z(self) -> float | None:
        """How far the hold is from theory, in standard deviations."""
        return None if self.deviation is None else float(self.difference) / self.deviation

    @property
    def usual(self) -> tuple[int, int] | None:
        """The band in which the hold usually is."""
        if self.deviation is None:
            return None
        middle, half = float(self.expected), USUAL * self.deviation
        return round(middle - half), round(middle + half)

    @property
    def is_enough(self) -> bool:
        """Whether so many wagers have been settled that chance is spread about evenly around theory."""
        return self.deviation is not None and abs(float(self.third)) <= LOPSIDED * self.deviation**3

    @property
    def verdict(self) -> str:
        """The hold against theory in words."""
        if self.z is None:
            return ""
        if not self.is_enough:
            return VERDICTS["too-few"]
        if abs(self.z) < USUAL:
            return VERDICTS["expected"]
        side = "above" if self.z > 0 else "below"
        return VERDICTS[f"far-{side}" if abs(self.z) >= FAR else side]

    @property
    def sentence(self) -> str:
        """The line in a sentence."""
        if self.usual is None:
            return f"{self.name}: held {dollars(self.hold)}, theory {dollars(round(self.expected))}"
        low, high = map(dollars, self.usual)
        assumed = " at best play" if self.play == "best" else ""
        return (
            f"{self.name}: held {dollars(self.hold)}, theory{assumed} {dollars(round(self.expected))}, "
            f"usually {low} to {high}; {self.verdict}"
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name, "wagers": self.wagers, "handle": self.handle, "paid": self.paid, "hold": self.hold,
            "envy": self.envy, "breakage": self.breakage, "commission": self.commission,
            "theory": {
                "play": self.play,
                "expected_share": None if self.edge is None else float(self.edge),
                "expected_hold": round(float(self.expected), 4),
                "actual_share": None if self.share is None else float(self.share),
                "actual_hold": self.hold,
                "difference": round(float(self.difference), 4),
                "standard_deviation": self.deviation,
                "z": self.z,
                "verdict": self.verdict or None,
            },
        }  # fmt: skip


@dataclass(frozen=True)
class Meters:
    """The meters of a table over a period."""

    by_wager: dict[MeterLine, Meter]
    by_seat: dict[str, Meter]
    by_dealer: dict[str, Meter]

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it: cents, and of each line the exact edge that theory goes by."""
        return {
            "wagers": [
                {**line.to_dict(), "edge": exact(meter.edge), **meter.to_dict()}
                for line, meter in self.by_wager.items()
            ],
            "seats": [meter.to_dict() for meter in self.by_seat.values()],
            "dealers": [meter.to_dict() for meter in self.by_dealer.values()],
        }

    def grids(self) -> Iterator[Grid]:
        """By wager with everything; by seat and dealer without a deviation, which they have none of."""
        money = ("handle", "hold", "hold %", "theory %", "theory assumes", "theory", "difference")
        charges = any(meter.commission for meter in self.by_wager.values())
        last = ("wagers", "paid", "envy", "breakage", *(("commission",) if charges else ()))
        for title, meters, columns in (
            ("By wager", self.by_wager, ("what", "verdict", *money, "usual", "z", *last)),
            ("By seat", self.by_seat, ("what", *money, *last)),
            ("By dealer", self.by_dealer, ("what", *money, *last)),
        ):
            rows = tuple(tuple(_cells(meter)[name] for name in columns) for meter in meters.values())
            figures = frozenset(columns) - {"what", "theory assumes", "verdict"}
            yield Grid(title, columns, figures, rows, NOTE if "usual" in columns and rows else "")


def _cells(meter: Meter) -> dict[str, str]:
    """The figures of a line as people read them."""
    usual, z = meter.usual, meter.z
    return {
        "what": meter.name,
        "wagers": str(meter.wagers),
        "handle": dollars(meter.handle),
        "paid": dollars(meter.paid),
        "hold": dollars(meter.hold),
        "hold %": "–" if meter.share is None else percent(meter.share, 2),
        "theory %": "–" if meter.edge is None else percent(meter.edge, 2),
        "theory": dollars(round(meter.expected)),
        "difference": dollars(round(meter.difference)),
        "theory assumes": "best play" if meter.play == "best" else "",
        "usual": "–" if usual is None else f"{dollars(usual[0])} to {dollars(usual[1])}",
        "z": "–" if z is None else f"{z:+.2f}".replace("-", "−"),
        "verdict": meter.verdict,
        "envy": dollars(meter.envy),
        "breakage": dollars(meter.breakage),
        "commission": dollars(meter.commission),
    }


# ---- counting


@dataclass
class _Stakes:
    """Stakes settled together, and these times the moments of their theories."""

    stake: int = 0
    variance: Fraction = field(default_factory=Fraction)
    third: Fraction = field(default_factory=Fraction)


@dataclass
class _Count:
    """A log being read: the wagers made, where each one started, and who called which round when."""

    period: Period
    found: Meters = field(default_factory=lambda: Meters({}, {}, {}))
    made: dict[int, tuple[int, str]] = field(default_factory=dict)
    """The offering and the wager of every number."""
    starts: dict[int, int] = field(default_factory=dict)
    """The state in which each wager saw its first outcome."""
    called: dict[int, tuple[bool, str]] = field(default_factory=dict)
    """For every round whether it is in the period, and who called its outcome."""
    claims: list[tuple[Settlement, bool]] = field(default_factory=list)
    """The offers taken since the last outcome, and whether each is in the period; a correction may reach them."""
    times: dict[tuple[int, int, str, int], bool] = field(default_factory=dict)
    """Whether every offer that was taken is in the period, by its round, its wager, its kind and its stake."""
    theories: dict[tuple[int, str, int], Theory] = field(default_factory=dict)
    together: dict[MeterLine, dict[int, _Stakes]] = field(default_factory=dict)
    """What was settled of a line in each round: seats on one wager win and lose together."""

    def see(self, table: Table, entry: Entry) -> None:
        """Follow an entry; the table is the one before it."""
        match entry.event:
            case BetMade(number=number, card=card, wager=wager):
                self.made[number] = (card, wager)
            case BundleBet(card=card, parts=parts):
                self.made |= {one.number: (card, one.wager) for one in parts}
            case OutcomeEntered(round=number, settlements=settled):
                self.called[number] = (self.period.holds(entry.at), entry.by or "-")
                self.claims = []
                self._start(table)
                self._add(table, number, settled, 1)
            case Corrected() as event:
                self._correct(table, event)
            case Readjudged() as event:
                self._change(table, event)
            case Claimed(settlement=one):
                counts = self.period.holds(entry.at)
                self.times[_claim_key(table.round, one)] = counts
                self.claims.append((one, counts))
                self._add(table, table.round, [one], 1, counts)

    def _correct(self, table: Table, event: Corrected) -> None:
        """What is taken back is taken from where it was counted; an offer that pays otherwise keeps its time."""
        number, gone = event.round, []
        for one in event.reversed:
            claim = next((claim for claim in self.claims if claim[0] == one), None)
            if claim is not None:
                self.claims.remove(claim)
                gone.append(claim)
            self._add(table, number, [one], -1, None if claim is None else claim[1])
        for one in event.settlements:
            claim = next((claim for claim in gone if _is_same(claim[0], one)), None)
            if claim is not None:
                gone.remove(claim)
                self.claims.append((one, claim[1]))
            self._add(table, number, [one], 1, None if claim is None else claim[1])

    def _change(self, table: Table, event: Readjudged) -> None:
        """Take away all that was counted from a round on, and count what the table has in its place."""
        for path, was in walk(table, event.round):
            self._count_again(path, was, -1)
        self.claims = []
        for path, now in walk(apply(table, event), event.round):
            if isinstance(now, OutcomeEntered):
                self.claims = []
                fresh = {n for n, wager in path.wagers.items() if wager.since == path.round}
                self.starts = {n: state for n, state in self.starts.items() if n not in fresh}
                self._start(path)
            self._count_again(path, now, 1)

    def _count_again(self, path: Table, event: TableEvent, sign: int) -> None:
        match event:
            case OutcomeEntered(round=number, settlements=settled):
                self._add(path, number, settled, sign)
            case Claimed(settlement=one):
                counts = self.times[_claim_key(path.round, one)]
                self._add(path, path.round, [one], sign, counts)
                self.claims.append((one, counts))

    def _start(self, table: Table) -> None:
        for number, wager in table.wagers.items():
            if number not in self.starts:
                self.starts[number] = synced(table.bet_of(wager).machine, table.state_of(wager), table.phase_of(wager))

    def _add(
        self, table: Table, number: int, settled: Iterable[Settlement], sign: int, counts: bool | None = None
    ) -> None:  # fmt: skip
        """Add settlements of a round to their meters, or take them away; ``counts`` where they have their own time."""
        outcome_counts, dealer = self.called[number]
        if not (outcome_counts if counts is None else counts):
            return
        for one in settled:
            offering, name = self.made[one.wager]
            bet = table.offerings[offering].bets[name]
            line = _line(table, offering, bet)
            theory = self._theory(table, offering, name, one.wager)
            meter = self.found.by_wager.setdefault(line, Meter(""))
            amount = sign * one.stake
            stakes = self.together.setdefault(line, {}).setdefault(number, _Stakes())
            stakes.stake += amount
            stakes.variance += amount * theory.variance
            stakes.third += amount * theory.third
            seat = TOKES if one.toke else f"seat {one.seat}"
            for each in (
                meter,
                self.found.by_seat.setdefault(seat, Meter(seat)),
                self.found.by_dealer.setdefault(dealer, Meter(dealer)),
            ):
                each.wagers += sign
                each.handle += amount + sign * one.beside
                each.commission += sign * one.commission
                each.paid += sign * one.paid
                each.envy += sign * one.envy
                each.breakage -= sign * one.breakage
                each.expected += amount * theory.edge
                if bet.machine.claims:
                    each.play = "best"

    def _theory(self, table: Table, offering: int, name: str, number: int) -> Theory:
        key = (offering, name, self.starts[number])
        if key not in self.theories:
            laid = table.offerings[offering]
            self.theories[key] = theory_of(laid.bets[name], laid.card.chance(laid.options), self.starts[number])
        return self.theories[key]

    def result(self) -> Meters:
        """What was found, each line with its name and with the spread that its stakes have as one."""
        found = Meters(_kept(self.found.by_wager), _kept(self.found.by_seat), _kept(self.found.by_dealer))
        for line, meter in found.by_wager.items():
            for stakes in self.together[line].values():
                meter.variance += stakes.stake * stakes.variance
                meter.third += stakes.stake**2 * stakes.third
        _named(found.by_wager)
        return found


def _claim_key(number: int, one: Settlement) -> tuple[int, int, str, int]:
    """What stays the same of a claim when a correction pays it otherwise, and the round it was made after."""
    return number, one.wager, one.kind, one.stake


def _is_same(claim: Settlement, one: Settlement) -> bool:
    """Whether a settlement is of a claim made before, at the pay that a correction gives it."""
    return (claim.wager, claim.kind, claim.stake) == (one.wager, one.kind, one.stake)


def theory_of(bet: Bet, chance: Chance, state: int | None = None) -> Theory:
    """The theory of a wager bet fresh, or in a state with marks already on it, its offers played best."""
    laws = [(bet.commission - net, p) for net, p in _nets(bet, chance, state)]
    edge = sum((held * p for held, p in laws), Fraction(0))
    second, third = (sum((p * (held - edge) ** power for held, p in laws), Fraction(0)) for power in (2, 3))
    return Theory(edge, second, third)


def _nets(bet: Bet, chance: Chance, state: int | None) -> list[tuple[Fraction, Fraction]]:
    """What each way to end gains on one unit, and how likely it is."""
    if bet.turns:  # the stake is settled when the last of its wagers is
        course = course_of(bet)
        law, _ = solve_course(course, chance)
        return [(one.net, p) for one, p in zip(course.endings, law.probabilities, strict=True)]
    return [(one.net, p) for one, p in zip(bet.results, _probabilities(bet, chance, state), strict=True)]


def _probabilities(bet: Bet, chance: Chance, state: int | None) -> tuple[Fraction, ...]:
    if state is None and bet.machine.begins and not bet.machine.claims:  # the mix of its starts
        return solve(bet.machine, chance, NEVER)[0].probabilities
    try:
        return here(bet, chance, state or 0).probabilities
    except UnsolvedError:  # a start that no method can follow: as if the wager had been bet fresh
        return here(bet, chance).probabilities


def _line(table: Table, number: int, bet: Bet) -> MeterLine:
    laid, terms = table.offerings[number], bet.terms
    options = tuple(sorted(laid.options.items()))
    return MeterLine(laid.card.id, laid.card.title, laid.sha256, options, terms.table, terms.wager, terms.name)


def _named(lines: dict[MeterLine, Meter]) -> None:
    """Name the lines: a card that occurs with several options, or in several versions, says which it is."""
    for line, meter in lines.items():
        alike = [other for other in lines if other.card == line.card]
        details = [
            f"{name} {value}" for name, value in line.options if any((name, value) not in o.options for o in alike)
        ]
        if any(other.sha256 != line.sha256 for other in alike):
            details.append(f"card {line.sha256[:8]}")
        title = f"{line.title} ({', '.join(details)})" if details else line.title
        meter.name = f"{title}: {line.name}, table {line.pay_table}"


def meters(entries: Iterable[Entry], period: Period | None = None) -> Meters:
    """Fold the log into the meters of a period."""
    count = _Count(period or Period())
    table: Table | None = None
    for entry in entries:
        if table is not None:
            count.see(table, entry)
        table = apply(table, entry.event)
    return count.result()


def _kept(part: dict[T, Meter]) -> dict[T, Meter]:
    """Without the lines of which everything was taken back."""
    return {key: meter for key, meter in part.items() if meter.wagers}
