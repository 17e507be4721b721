"""Tests of the dice, the wheel or the shoe of a log: chi-squares of what came against the device's own chance.

Counts are exact. A p-value is an approximation: the chi-square distribution is the limit for many outcomes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

from rackcard.games.device import Chance
from rackcard.games.game import Game
from rackcard.games.play_log import DeviceTest
from rackcard.number import exact
from rackcard.simulate.statistics import ALPHA, chi_square, chi_square_tail, holm
from rackcard.tabular import Grid
from rackcard.wording import play_log as wording
from rackcard.wording.columns import heads
from rackcard.wording.sentence import fill

SERIAL_MIN = 5
"""The least that each pair of values is expected to come for the test of one outcome with the next."""

Verdict = Literal["usual", "unlikely", "too-few"]


@dataclass(frozen=True)
class ChanceTest:
    """One test: what came, how likely that was, and the p-value; None where there is too little to tell."""

    name: str
    counts: Mapping[str, int]
    law: Mapping[str, Fraction]
    statistic: float | None = None
    degrees: int = 0
    p: float | None = None
    verdict: Verdict = "too-few"
    is_cautious: bool = False
    """Whether the p-value is larger than it should be, since it is not known which cards shared a shoe."""
    is_serial: bool = False

    @property
    def seen(self) -> int:
        return sum(self.counts.values())

    def to_dict(self) -> dict[str, Any]:
        law = {"law": {value: exact(share) for value, share in self.law.items()}} if self.law else {}
        return {
            "test": self.name, "serial": self.is_serial, "seen": self.seen, "counts": dict(self.counts), **law,
            "chi_square": self.statistic, "degrees": self.degrees, "p": self.p, "verdict": self.verdict,
            "cautious": self.is_cautious,
        }  # fmt: skip


def chance_tests(
    game: Game, device: Chance, entries: Sequence[Any], runs: Iterable[Sequence[int]], shoes_known: bool
) -> tuple[ChanceTest, ...]:
    """Every test of a game, over runs of entries by their numbers: one for each shoe, or for each table."""
    runs = list(runs)
    found: list[ChanceTest] = []
    for test in game.device_tests(device):
        values = [test.values(entry) for entry in entries]
        found.append(_one(test, values, runs, shoes_known))
        if test.is_serial:
            found.append(_serial(test.name, values, runs))
    told = [(place, one.p) for place, one in enumerate(found) if one.p is not None]
    for (place, _), is_far in zip(told, holm([p for _, p in told]), strict=True):
        found[place] = replace(found[place], verdict="unlikely" if is_far else "usual")
    return tuple(found)


def _one(
    test: DeviceTest, values: Sequence[tuple[str, ...]], runs: Sequence[Sequence[int]], shoes_known: bool
) -> ChanceTest:  # fmt: skip
    counts = dict.fromkeys(test.law, 0)
    spread = Fraction(0)
    for run in runs:
        dealt = 0
        for number, times in Counter(run).items():
            dealt += times * len(values[number])
            for value in values[number]:
                counts[value] = counts.get(value, 0) + times
        gone = min(dealt, test.cards - 1) if test.cards and shoes_known else 0
        spread += Fraction(dealt * (test.cards - gone), test.cards - 1) if gone else dealt
    found = ChanceTest(test.name, counts, test.law, is_cautious=bool(test.cards) and not shoes_known)
    answer = chi_square(list(counts.values()), [float(test.law.get(value, 0)) for value in counts])
    if answer is None or not spread:
        return found
    # Cards that are dealt once spread less than dice do: by as much as is gone from their shoe.
    statistic = answer.statistic * float(found.seen / spread)
    p = answer.p if statistic == answer.statistic else chi_square_tail(statistic, answer.degrees)
    return replace(found, statistic=statistic, degrees=answer.degrees, p=p)


def _serial(name: str, values: Sequence[tuple[str, ...]], runs: Sequence[Sequence[int]]) -> ChanceTest:
    """Whether one outcome predicts the next: counts of pairs against those of their two parts."""
    pairs: Counter[tuple[str, str]] = Counter()
    for run in runs:
        for (one, other), times in Counter(pairwise(run)).items():
            pairs[values[one][0], values[other][0]] += times
    said = fill(wording.SERIAL, {"test": name})
    found = ChanceTest(said, {f"{one} {other}": n for (one, other), n in sorted(pairs.items())}, {}, is_serial=True)
    group, total = _groups(pairs), pairs.total()
    grouped: Counter[tuple[int, int]] = Counter()
    firsts: Counter[int] = Counter()
    seconds: Counter[int] = Counter()
    for (value, following), times in pairs.items():
        grouped[group[value], group[following]] += times
        firsts[group[value]] += times
        seconds[group[following]] += times
    degrees = (len(firsts) - 1) * (len(seconds) - 1)
    if not pairs or not degrees or min(firsts.values()) * min(seconds.values()) < SERIAL_MIN * total:
        return found
    expected = {(a, b): first * second / total for a, first in firsts.items() for b, second in seconds.items()}
    statistic = sum((grouped[cell] - value) ** 2 / value for cell, value in expected.items())
    return replace(found, statistic=statistic, degrees=degrees, p=chi_square_tail(statistic, degrees))


def _groups(pairs: Mapping[tuple[str, str], int]) -> dict[str, int]:
    """The values that are looked at together, the rarest first, so that each pair is expected often enough."""
    seen: Counter[str] = Counter()
    for (one, other), times in pairs.items():
        seen[one] += times
        seen[other] += times
    groups = sorted((count, value) for value, count in seen.items())
    total, members = sum(pairs.values()), {value: [value] for value in seen}
    while len(groups) > 2 and groups[0][0] ** 2 < 8 * SERIAL_MIN * total:  # counts are of firsts and seconds together
        (count, value), (other_count, other) = groups[:2]
        members[other] += members.pop(value)
        groups = sorted([(count + other_count, other), *groups[2:]])
    return {value: place for place, (_, first) in enumerate(groups) for value in members[first]}


def chance_grid(tests: Sequence[ChanceTest], units: str) -> Grid:
    """The tests as a table."""
    rows = tuple(
        (
            one.name, f"{one.seen:,}", "–" if one.statistic is None else f"{one.statistic:.2f}",
            str(one.degrees or "–"), "–" if one.p is None else f"{one.p:.4f}",
            fill(wording.VERDICTS[one.verdict], {"units": units})
            + (f"; {wording.SHOES_UNKNOWN}" if one.is_cautious and one.p is not None else ""),
        )
        for one in tests
    )  # fmt: skip
    ids = ("test", "seen", "chi_square", "degrees", "p", "verdict")
    note = fill(wording.CHANCE_NOTE, {"logs": round(1 / ALPHA)})
    return Grid(wording.CHANCE_TITLE, heads(ids), frozenset(heads(ids[1:5])), rows, note, ids=ids)
