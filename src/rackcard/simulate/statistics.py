"""How far an estimate may be from the exact value: normal, binomial and chi-square tails, and Holm's correction."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import erfc, exp, inf, lgamma, log, log1p, sqrt

EXPECTED_MIN = 25.0
"""Outcomes expected less often than this are taken together for the chi-square."""
PAYING_MIN = 100.0
"""A mean is called normal only if every pay is expected this often; before that its tail is longer on one side."""
TELLING_MIN = 5.0
"""A hit or a miss expected less often than this is not enough to call a run checked."""
EXACT_MAX = 2_000.0
"""Where the rarer of two values is expected more often, the binomial tail is the normal one."""
ALPHA = 0.001
"""An honest simulation fails its verdict once in a thousand runs."""


def two_sided(z: float) -> float:
    """The probability of a normal value at least so far from 0.

    >>> round(two_sided(1.959964), 6)
    0.05
    """
    return erfc(abs(z) / sqrt(2.0))


def binomial_two_sided(count: int, total: int, probability: float) -> float:
    """The probability of a count at least so far out on its side, twice, as the exact binomial has it.

    >>> binomial_two_sided(0, 10, 0.5) == 2 / 2**10, binomial_two_sided(5, 10, 0.5)
    (True, 1.0)
    """
    if probability > 0.5:
        count, probability = total - count, 1.0 - probability
    expected = total * probability
    if probability <= 0.0:
        return 0.0 if count else 1.0
    if expected > EXACT_MAX:
        return two_sided((count - expected) / sqrt(expected * (1.0 - probability)))
    if count > 20 * EXACT_MAX:
        return 0.0  # ten times and more what is expected
    logarithm = count * log(probability) + (total - count) * log1p(-probability)
    logarithm += sum(log((total - i) / (i + 1)) for i in range(count))
    term = tail = exp(logarithm)
    if term == 0.0:
        return 0.0  # too far out for a float, and so is all beyond it; adding that up would never end
    odds = probability / (1.0 - probability)
    if count > expected:
        for k in range(count, total):
            term *= (total - k) / (k + 1) * odds
            tail += term
            if term < tail * 1e-17:
                break
    else:
        for k in range(count, 0, -1):
            term *= k / ((total - k + 1) * odds)
            tail += term
            if term < tail * 1e-17:
                break
    return min(1.0, 2.0 * tail)


def chi_square_tail(statistic: float, degrees: int) -> float:
    """The probability of a chi-square value at least so large.

    >>> round(chi_square_tail(18.307038, 10), 6), round(chi_square_tail(3.841459, 1), 6)
    (0.05, 0.05)
    """
    if statistic == inf:
        return 0.0
    a, x = degrees / 2.0, statistic / 2.0
    if x <= 0.0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1.0:
        term = total = 1.0 / a
        n = a
        while term > total * 1e-16:
            n += 1.0
            term *= x / n
            total += term
        return max(0.0, 1.0 - scale * total)
    # Lentz's continued fraction for the upper tail.
    b = x + 1.0 - a
    c, d = 1e300, 1.0 / b
    h = d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2.0
        d = 1.0 / (an * d + b or 1e-300)
        c = b + an / c or 1e-300
        h *= d * c
        if abs(d * c - 1.0) < 1e-15:
            break
    return scale * h


@dataclass(frozen=True)
class ChiSquare:
    """Observed counts beside expected ones."""

    statistic: float
    degrees: int
    exact_p: float | None = field(default=None, repr=False, compare=False)
    """Where only two cells are left, from the binomial."""

    @property
    def p(self) -> float:
        return self.exact_p if self.exact_p is not None else chi_square_tail(self.statistic, self.degrees)


def chi_square(observed: Sequence[int], probabilities: Sequence[float]) -> ChiSquare | None:
    """The chi-square of counts over outcomes; None where there is only one outcome to speak of.

    >>> chi_square([50, 50], [0.5, 0.5])
    ChiSquare(statistic=0.0, degrees=1)
    """
    total = sum(observed)
    bins: list[tuple[float, float]] = []
    rare_seen = rare_expected = 0.0
    for count, probability in zip(observed, probabilities, strict=True):
        expected = total * probability
        if probability == 0.0 and count:
            return ChiSquare(inf, max(1, len(observed) - 1))
        if expected < EXPECTED_MIN:
            rare_seen, rare_expected = rare_seen + count, rare_expected + expected
        else:
            bins.append((count, expected))
    if rare_expected >= EXPECTED_MIN or not bins:
        bins.append((rare_seen, rare_expected))
    elif rare_expected:
        smallest = min(range(len(bins)), key=lambda i: bins[i][1])
        bins[smallest] = (bins[smallest][0] + rare_seen, bins[smallest][1] + rare_expected)
    if len(bins) < 2:
        return None
    exact_p = binomial_two_sided(int(bins[0][0]), total, bins[0][1] / total) if len(bins) == 2 else None
    return ChiSquare(sum((seen - expected) ** 2 / expected for seen, expected in bins), len(bins) - 1, exact_p)


def holm(p_values: Sequence[float], alpha: float = ALPHA) -> list[bool]:
    """Which hypotheses are rejected when all are looked at together.

    >>> holm([0.01, 0.04, 0.03], 0.05)
    [True, False, False]
    """
    rejected = [False] * len(p_values)
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[index] > alpha / (len(p_values) - rank):
            break
        rejected[index] = True
    return rejected
