"""Meters: what was staked, paid and held, by wager, seat and dealer, beside what theory says.

A correction counts at the time of the outcome it corrects, and every settlement for the dealer who called that outcome;
so a period shows how its own outcomes were settled in the end, and a line never holds more than what came of it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

from rackcard.games.device import Chance
from rackcard.machine import Bet
from rackcard.machine.explore import NEVER
from rackcard.money import dollars
from rackcard.number import exact, percent
from rackcard.odds.course import course_of, solve_course
from rackcard.odds.from_state import here
from rackcard.odds.solve import UnsolvedError, solve
from rackcard.table.history import follow
from rackcard.table.log.store import Entry, Store
from rackcard.table.meter_count import MeteredSeat
from rackcard.table.meter_fold import Fold, MeteredBet, MeterLine, Sums, line_of
from rackcard.table.meter_reading import fold_of, fold_steps
from rackcard.table.period import Period
from rackcard.table.state import Offering, Table
from rackcard.tabular import Grid
from rackcard.wording.columns import heads
from rackcard.wording.meters import BY_DEALER, BY_SEAT, BY_WAGER, NOTE, VERDICTS, band, held, seat_label
from rackcard.wording.numbers import PLAYS

USUAL = 2
"""The band of what is usual, in standard deviations to either side of theory: 19 of 20 honest periods fall in it."""
FAR = 3
"""Beyond so many standard deviations somebody should look: chance alone does it once in 370 periods."""
LOPSIDED = 0.5
"""Where the sum of the wagers is more lopsided (skewed) than this, a standard deviation says too little."""


# ---- lines


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

    def add(self, sums: Sums, theory: Theory, *, is_best: bool) -> None:
        """Count what was settled of a bet."""
        self.wagers += sums.wagers
        self.handle += sums.stake + sums.beside
        self.paid += sums.paid
        self.envy += sums.envy
        self.breakage -= sums.breakage
        self.commission += sums.commission
        self.expected += sums.stake * theory.edge
        if is_best:
            self.play = "best"

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
        return held(self.name, self.hold, round(self.expected), self.usual, self.verdict, is_best=self.play == "best")

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
    by_seat: dict[MeteredSeat, Meter]
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
        money = ("handle", "hold", "hold_share", "theory_share", "theory_assumes", "theory", "difference")
        charges = any(meter.commission for meter in self.by_wager.values())
        last = ("wagers", "paid", "envy", "breakage", *(("commission",) if charges else ()))
        by_wager = _grid(BY_WAGER, self.by_wager.values(), ("what", "verdict", *money, "usual", "z", *last))
        yield replace(by_wager, note=NOTE) if by_wager.rows else by_wager
        yield _grid(BY_SEAT, self.by_seat.values(), ("what", *money, *last))
        yield _grid(BY_DEALER, self.by_dealer.values(), ("what", *money, *last))


def _grid(title: str, meters: Iterable[Meter], ids: tuple[str, ...]) -> Grid:
    rows = tuple(tuple(_cells(meter)[one] for one in ids) for meter in meters)
    figures = [one for one in ids if one not in ("what", "theory_assumes", "verdict")]
    return Grid(title, heads(ids), frozenset(heads(figures)), rows, ids=ids)


def _cells(meter: Meter) -> dict[str, str]:
    """The figures of a line as people read them."""
    usual, z = meter.usual, meter.z
    return {
        "what": meter.name,
        "wagers": str(meter.wagers),
        "handle": dollars(meter.handle),
        "paid": dollars(meter.paid),
        "hold": dollars(meter.hold),
        "hold_share": "–" if meter.share is None else percent(meter.share, 2),
        "theory_share": "–" if meter.edge is None else percent(meter.edge, 2),
        "theory": dollars(round(meter.expected)),
        "difference": dollars(round(meter.difference)),
        "theory_assumes": PLAYS[meter.play],
        "usual": "–" if usual is None else band(*map(dollars, usual)),
        "z": "–" if z is None else f"{z:+.2f}".replace("-", "−"),
        "verdict": meter.verdict,
        "envy": dollars(meter.envy),
        "breakage": dollars(meter.breakage),
        "commission": dollars(meter.commission),
    }


# ---- against theory


def valued(fold: Fold, table: Table) -> Meters:
    """The meters of a fold, each line with its name and with the spread that its stakes have as one."""
    found = Meters({}, {}, {})
    for bet, sums in fold.bets.items():
        theory, is_best = _theory(table, bet)
        meter = found.by_wager.setdefault(line_of(table, bet.offering, bet.wager), Meter(""))
        meter.add(sums, theory, is_best=is_best)
        meter.variance += fold.spreads[bet].second * theory.variance
        meter.third += fold.spreads[bet].third * theory.third
    for (seat, bet), sums in fold.seats.items():
        theory, is_best = _theory(table, bet)
        found.by_seat.setdefault(seat, Meter(seat_label(seat))).add(sums, theory, is_best=is_best)
    for (dealer, bet), sums in fold.dealers.items():
        theory, is_best = _theory(table, bet)
        found.by_dealer.setdefault(dealer, Meter(dealer)).add(sums, theory, is_best=is_best)
    _named(found.by_wager)
    return found


def _theory(table: Table, bet: MeteredBet) -> tuple[Theory, bool]:
    """The theory of a bet, and whether it assumes that offers are played best."""
    own = _Offered(table.offerings[bet.offering], bet.wager)
    return _known_theory(own, bet.state), bool(own.bet.machine.claims)


class _Offered:
    """A wager of an offering; two are the same where the bet is, which is made once for each card as it is offered."""

    def __init__(self, laid: Offering, wager: str) -> None:
        self.laid, self.bet = laid, laid.bets[wager]

    def __hash__(self) -> int:
        return id(self.bet)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Offered) and other.bet is self.bet


@lru_cache(maxsize=20_000)
def _known_theory(offered: _Offered, state: int) -> Theory:
    """The theory of a wager in a state, worked out once."""
    return theory_of(offered.bet, offered.laid.card.chance(offered.laid.options), state)


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
    """The meters of a period, from the entries of a log alone."""
    fold, table = fold_steps(follow(entries), period or Period())
    return Meters({}, {}, {}) if table is None else valued(fold, table)


def meters_of(store: Store, table_id: str, period: Period | None = None) -> Meters:
    """The meters of a period, from what is kept beside the log and what has come since."""
    fold, table = fold_of(store, table_id, period or Period())
    return Meters({}, {}, {}) if table is None else valued(fold, table)
