"""How much of the stakes a house keeps after so many bets: the law of their sum, and bands that hold most of it.

The results of one bet are on a lattice, so the law of the sum of n bets is a power of a polynomial. It is multiplied
out in whole numbers, each probability to 72 binary digits, so that every machine finds the same law; tails of less
than one part in ten million million are dropped on the way. Where the normal law with its corrections for skewness and
kurtosis has been shown to agree in every printed digit, larger numbers of bets are worked out by it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import gcd, lcm
from statistics import NormalDist
from typing import Any

from flint import fmpz, fmpz_poly

from rackcard.number import root
from rackcard.odds import WagerOdds

DECISIONS = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
"""The numbers of bets whose bands are printed; each is a whole multiple of one a third or a tenth of it."""

BANDS = (90, 95, 99)
"""How many of a hundred runs fall into each band."""

BITS = 72
ONE = 1 << BITS
HALF = fmpz(ONE >> 1)
TAIL = 1 << (BITS - 44)
PRINTED = Fraction(1, 20_000)
"""Half of the last digit that is printed of a hold."""
WORK_MAX = 4_000
"""Points of the lattice beyond which the corrected normal law does, where it has been shown to agree."""
LATTICE_MAX = 400_000


@dataclass(frozen=True)
class Sum:
    """The law of what some bets win together: the least point of a lattice, and the weight of each from there on."""

    least: int
    weights: list[Any]
    """As flint's whole numbers: a polynomial is made of them without converting each."""

    def __mul__(self, other: "Sum") -> "Sum":
        size = len(self.weights) + len(other.weights) - 1
        own = fmpz_poly(self.weights)
        product = own * (own if other is self else fmpz_poly(other.weights))  # a square takes less
        return _trimmed(self.least + other.least, ((product + fmpz_poly([HALF] * size)) // ONE).coeffs())

    def power(self, times: int) -> "Sum":
        """The law of so many independent sums together."""
        found, base = None, self
        while True:
            if times & 1:
                found = base if found is None else found * base
            times >>= 1
            if not times:
                assert found is not None
                return found
            base = base * base

    def quantiles(self, shares: tuple[Fraction, ...]) -> list[int]:
        """The least point at or below which the sum ends with at least each of some probabilities, ascending."""
        total, found = sum(self.weights), []
        below = enumerate(accumulate(self.weights), start=self.least)
        place, weight = next(below)
        for share in shares:
            least = -(-share.numerator * total // share.denominator)
            while weight < least:
                place, weight = next(below)
            found.append(place)
        return found

    def above(self, point: Fraction) -> Fraction:
        """The probability of ending above a point."""
        first = max(0, int(point // 1) + 1 - self.least)
        return Fraction(int(sum(self.weights[first:])), int(sum(self.weights)))


def _trimmed(least: int, weights: list[Any]) -> Sum:
    """A law without the tails that no printed figure depends on."""
    first, last = 0, len(weights)
    dropped = 0
    while dropped + weights[first] < TAIL:
        dropped += weights[first]
        first += 1
    dropped = 0
    while dropped + weights[last - 1] < TAIL:
        dropped += weights[last - 1]
        last -= 1
    return Sum(least + first, weights[first:last])


@dataclass(frozen=True)
class Lattice:
    """Where the results of one bet are: the least of them, and the step from one to the next."""

    least: Fraction
    step: Fraction

    @classmethod
    def of(cls, law: Mapping[Fraction, Fraction]) -> "Lattice":
        """The coarsest lattice that has every result."""
        least, scale = min(law), lcm(*(net.denominator for net in law))
        step = Fraction(gcd(*(int((net - least) * scale) for net in law)), scale)
        return cls(least, step or Fraction(1))

    def place(self, net: Fraction) -> int:
        return int((net - self.least) / self.step)

    def one_bet(self, law: Mapping[Fraction, Fraction]) -> Sum:
        """The law of a single bet."""
        weights = [0] * (self.place(max(law)) + 1)
        for net, probability in law.items():
            weights[self.place(net)] += round(probability * ONE)
        return Sum(0, list(map(fmpz, weights)))


@dataclass(frozen=True)
class Band:
    """The range of the actual hold after so many bets: the share of all stakes that the house has kept."""

    decisions: int
    ranges: Mapping[int, tuple[Fraction, Fraction]]
    """By how many of a hundred runs fall into it."""
    behind: Fraction
    """How often the house has lost money by then."""
    is_exact: bool
    """Whether it is from the law itself, and not from the corrected normal law."""


Law = tuple[tuple[Fraction, Fraction], ...]
"""What one bet wins, with its probability."""


def law_of(entry: WagerOdds) -> Law:
    """The law of one bet as a share of all that was put down for it."""
    law: dict[Fraction, Fraction] = {}
    for outcome in entry.outcomes:
        assert outcome.net is not None
        net = outcome.net / entry.stake
        law[net] = law.get(net, Fraction(0)) + outcome.probability
    return tuple(sorted(law.items()))


def bands(entry: WagerOdds, decisions: tuple[int, ...] = DECISIONS) -> list[Band]:
    """The bands of hold of a posted wager; fewer where a law is too large and no other has been shown to agree."""
    return list(_bands(law_of(entry), decisions))


@lru_cache(maxsize=512)
def _bands(law: Law, decisions: tuple[int, ...]) -> tuple[Band, ...]:
    results = dict(law)
    lattice = Lattice.of(results)
    mean = sum((net * p for net, p in law), Fraction(0))
    variance = sum(((net - mean) ** 2 * p for net, p in law), Fraction(0))
    found: list[Band] = []
    known: dict[int, Sum] = {1: lattice.one_bet(results)}
    agrees = False
    for count in decisions:
        width = 15 * root(variance * count, 6) / lattice.step
        if agrees and width > WORK_MAX:
            found.append(_corrected(law, count))
            continue
        if width > LATTICE_MAX:
            break
        base = max(one for one in known if count % one == 0)
        known[count] = known[base].power(count // base)
        band = _exact(known[count], lattice, count)
        found.append(band)
        agrees = _agree(band, _corrected(law, count))
    return tuple(found)


def _exact(law: Sum, lattice: Lattice, count: int) -> Band:
    lows = [Fraction(100 - share, 200) for share in BANDS]
    shares = tuple(sorted([*lows, *(1 - low for low in lows)]))
    places = dict(zip(shares, law.quantiles(shares), strict=True))

    def hold(share: Fraction) -> Fraction:
        return -(lattice.least + lattice.step * places[share] / count)

    ranges = {band: (hold(1 - low), hold(low)) for band, low in zip(BANDS, lows, strict=True)}
    return Band(count, ranges, law.above(-count * lattice.least / lattice.step), is_exact=True)


def _corrected(law: Law, count: int) -> Band:
    """The same by the normal law, corrected for skewness and kurtosis (Cornish and Fisher, Edgeworth)."""
    keeps = [(-float(net), float(p)) for net, p in law]
    mean = sum(kept * p for kept, p in keeps)
    second, third, fourth = (sum((kept - mean) ** power * p for kept, p in keeps) for power in (2, 3, 4))
    error = (second / count) ** 0.5
    skew = third / second**1.5 / count**0.5 if second else 0.0
    tails = (fourth / second**2 - 3) / count if second else 0.0

    def bound(share: float) -> Fraction:
        z = NormalDist().inv_cdf(share)
        z += skew * (z**2 - 1) / 6 + tails * (z**3 - 3 * z) / 24 - skew**2 * (2 * z**3 - 5 * z) / 36
        return Fraction(round((mean + error * z) * 10**9), 10**9)

    ranges = {band: (bound((100 - band) / 200), min(bound((100 + band) / 200), Fraction(1))) for band in BANDS}
    x, normal = -mean / error if error else 0.0, NormalDist()
    odd = skew * (x**2 - 1) / 6 + tails * (x**3 - 3 * x) / 24 + skew**2 * (x**5 - 10 * x**3 + 15 * x) / 72
    behind = min(max(normal.cdf(x) - normal.pdf(x) * odd, 0.0), 1.0)
    return Band(count, ranges, Fraction(round(behind * 10**9), 10**9), is_exact=False)


def _agree(one: Band, other: Band) -> bool:
    """Whether two bands are the same in every printed digit."""
    pairs = [(a, b) for band in BANDS for a, b in zip(one.ranges[band], other.ranges[band], strict=True)]
    return all(abs(a - b) < PRINTED for a, b in [*pairs, (one.behind, other.behind)])
