"""Meters: what was staked, paid and held, by wager, seat and dealer, beside what theory says."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from rackcard.grid import Grid
from rackcard.money import dollars
from rackcard.odds.price import price_play
from rackcard.table.fold import apply
from rackcard.table.model import Table
from rackcard.table.store import Entry


@dataclass
class Meter:
    """One line of a report, in cents."""

    name: str
    wagers: int = 0
    handle: int = 0
    paid: int = 0
    envy: int = 0
    breakage: int = 0
    expected: Fraction = field(default_factory=Fraction)
    """What theory says the house holds, before envy, of the wagers settled."""
    variance: Fraction = field(default_factory=Fraction)
    has_theory: bool = True

    @property
    def hold(self) -> int:
        return self.handle - self.paid

    @property
    def z(self) -> float | None:
        """How far the hold is from theory, in standard deviations.

        None where play decides the edge, and for seats and dealers, whose wagers hang together.
        """
        if not self.has_theory or not self.variance:
            return None
        return float(self.hold - self.expected) / sqrt(self.variance)


@dataclass(frozen=True)
class Meters:
    """The meters of a table over a period."""

    by_wager: dict[str, Meter]
    by_seat: dict[str, Meter]
    by_dealer: dict[str, Meter]

    def to_dict(self) -> dict[str, Any]:
        return {
            part: [
                {"name": meter.name, "wagers": meter.wagers, "handle": meter.handle, "paid": meter.paid,
                 "hold": meter.hold, "envy": meter.envy, "breakage": meter.breakage, "z": meter.z}
                for meter in meters.values()
            ]
            for part, meters in (("wagers", self.by_wager), ("seats", self.by_seat), ("dealers", self.by_dealer))
        }  # fmt: skip

    def grids(self) -> Iterable[Grid]:
        columns = ("what", "wagers", "handle", "paid", "hold", "hold %", "theory %", "z", "envy", "breakage")
        for title, meters in (("By wager", self.by_wager), ("By seat", self.by_seat), ("By dealer", self.by_dealer)):
            rows = tuple(_row(meter) for meter in meters.values())
            yield Grid(title, columns, frozenset(columns) - {"what"}, rows)


def _row(meter: Meter) -> tuple[str, ...]:
    held = f"{100 * meter.hold / meter.handle:.2f}" if meter.handle else "–"
    theory = f"{float(100 * meter.expected / meter.handle):.2f}" if meter.handle and meter.has_theory else "by play"
    z = "–" if meter.z is None else f"{meter.z:+.2f}"
    held, theory, z = (text.replace("-", "−") for text in (held, theory, z))
    return (meter.name, str(meter.wagers), dollars(meter.handle), dollars(meter.paid), dollars(meter.hold), held,
            theory, z, dollars(meter.envy), dollars(meter.breakage))  # fmt: skip


def meters(entries: Iterable[Entry], since: str = "", until: str = "~") -> Meters:
    """Fold the log into meters; ``since`` and ``until`` are times as the log writes them."""
    found = Meters({}, {}, {})
    table: Table | None = None
    for entry in entries:
        before, event = table, entry.event
        table = apply(table, event)
        if before is None or not since <= entry.at < until:
            continue
        sides = [(1, event.data.get("settlements", [])), (-1, event.data.get("reversed", []))]
        if event.kind == "claimed":
            sides = [(1, [event.data["settlement"]])]
        up = before.last.before.wagers if event.kind == "corrected" and before.last else before.wagers
        for sign, settled in sides:
            together: dict[str, tuple[int, Fraction]] = {}
            for one in settled:
                name, variance = _count(found, before, up[one["wager"]], one, sign, entry.by)
                together[name] = (together.get(name, (0, variance))[0] + one["stake"], variance)
            for name, (stake, variance) in together.items():
                # Seats on one wager win and lose together: the variance is that of their stakes as one.
                found.by_wager[name].variance += sign * stake**2 * variance
    return found


def _count(found: Meters, table: Table, wager: Any, one: dict[str, Any], sign: int, by: str) -> tuple[str, Fraction]:
    """Add a settlement to its meters; the name of its wager, and its variance on one unit."""
    bet = table.bet_of(wager)
    offering = table.offerings[wager.offering]
    odds = price_play(bet, offering.card.chance(offering.options), "never")
    name = f"{offering.card.title}: {bet.terms.name}, table {bet.terms.table}"
    for meters_, key in ((found.by_wager, name), (found.by_seat, f"seat {one['seat']}"), (found.by_dealer, by or "-")):
        meter = meters_.setdefault(key, Meter(key))
        meter.wagers += sign
        meter.handle += sign * one["stake"]
        meter.paid += sign * one["paid"]
        meter.envy += sign * one["envy"]
        meter.breakage -= sign * one["breakage"]
        meter.expected += sign * one["stake"] * (odds.house_edge or 0)
        meter.has_theory = meter.has_theory and not bet.machine.claims
    return name, odds.variance or Fraction(0)
