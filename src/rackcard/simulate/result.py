"""What a simulation found, as values: estimates beside exact figures, and a verdict over all of them."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, isfinite, sqrt
from typing import Any

from rackcard.card import Card
from rackcard.grid import Grid
from rackcard.number import exact, percent
from rackcard.simulate.setup import Entry
from rackcard.simulate.statistics import ALPHA, ChiSquare, chi_square, holm, two_sided


@dataclass(frozen=True, eq=False)
class SimulatedWager:
    """One wager at one pay table under one play: how often each result came, and what that says.

    Where no pay is posted, the mean is of hits rather than of net results.
    """

    entry: Entry
    rounds: int
    counts: tuple[int, ...]
    """By result, in the machine's order."""
    against: Entry
    """Whose exact law it is compared with: its own, or that of another card."""

    @property
    def measure(self) -> str:
        return "net" if self.entry.odds.posted else "hit"

    def _values(self, entry: Entry) -> list[Fraction]:
        """What each result is worth in the mean."""
        if self.measure == "net":
            return [result.net for result in entry.bet.results]
        return [Fraction(int(result.kind != "loss")) for result in entry.bet.results]

    @cached_property
    def mean(self) -> Fraction:
        """The net result for each unit staked, exactly as counted."""
        total = sum((count * v for count, v in zip(self.counts, self._values(self.entry), strict=True)), Fraction(0))
        return total / self.rounds

    def _moment(self, power: int) -> Fraction:
        values = zip(self.against.probabilities, self._values(self.against), strict=True)
        return sum((p * value**power for p, value in values), Fraction(0))

    @cached_property
    def exact(self) -> Fraction:
        """What the mean is in the long run."""
        return self._moment(1)

    @cached_property
    def standard_error(self) -> float:
        """How far the mean usually lies from the exact value, from the exact variance."""
        return sqrt((self._moment(2) - self.exact**2) / self.rounds)

    @cached_property
    def z(self) -> float:
        away = float(self.mean - self.exact)
        if self.standard_error == 0.0:
            return 0.0 if away == 0.0 else inf
        return away / self.standard_error

    @cached_property
    def chi_square(self) -> ChiSquare | None:
        """The counts of all results beside their exact probabilities."""
        if len(self.counts) != len(self.against.probabilities):
            return None
        return chi_square(self.counts, [float(p) for p in self.against.probabilities])

    @property
    def p_values(self) -> list[float]:
        """One for the mean, one for the outcomes where there is more than one."""
        found = self.chi_square
        return [two_sided(self.z), *([found.p] if found is not None else [])]

    @property
    def name(self) -> str:
        terms = self.entry.bet.terms
        return f"{terms.wager}, table {terms.table}"

    def to_dict(self) -> dict[str, Any]:
        entry, found = self.entry, self.chi_square
        terms = entry.bet.terms
        results = zip(entry.bet.results, self.counts, entry.probabilities, strict=True)
        return {
            "wager": terms.wager,
            "name": terms.name,
            "pay_table": terms.table,
            "options": dict(entry.odds.options),
            "play": entry.odds.play,
            "posted": entry.odds.posted,
            "measure": self.measure,
            "rounds": self.rounds,
            "mean": float(self.mean),
            "standard_error": self.standard_error,
            "exact": exact(self.exact),
            "z": _finite(self.z),
            "chi_square": None if found is None else {"statistic": _finite(found.statistic), "degrees": found.degrees,
                                                      "p": found.p},
            "outcomes": [
                {"outcome": result.label, "net": exact(result.pay.net if result.pay else None), "count": count,
                 "probability": exact(probability)}
                for result, count, probability in results
                if probability or count
            ],
        }  # fmt: skip


@dataclass(frozen=True)
class Simulation:
    """A simulated card: every wager, and whether all of it agrees with the exact odds."""

    card: Card
    options: Mapping[str, str]
    wagers: tuple[SimulatedWager, ...]
    seed: int
    engine: str
    outcomes: int
    """Rolls, spins or hands that were played."""
    seconds: float
    complete: bool = True
    """False if the run was stopped before it had what was asked for."""
    cut: bool = False
    """Dealt to a cut card: hands then depend on one another in a way that no exact figure here describes."""
    history: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...] = ()
    """For each wager (rounds, counts) now and then."""

    @property
    def rate(self) -> float:
        return self.outcomes / self.seconds if self.seconds else 0.0

    @cached_property
    def failed(self) -> tuple[SimulatedWager, ...]:
        """The wagers that do not agree, all being looked at together (Holm)."""
        listed = [(wager, p) for wager in self.wagers for p in wager.p_values]
        rejected = holm([p for _, p in listed])
        return tuple(dict.fromkeys(wager for (wager, _), out in zip(listed, rejected, strict=True) if out))

    @property
    def verdict(self) -> str:
        if self.cut:
            return "none"
        return "fail" if self.failed else "pass"

    def to_dict(self) -> dict[str, Any]:
        return {
            "card": self.card.id,
            "sha256": self.card.sha256,
            "options": dict(self.options),
            "seed": self.seed,
            "engine": self.engine,
            "complete": self.complete,
            "seconds": round(self.seconds, 3),
            "rolls": self.outcomes,
            "rolls_per_second": round(self.rate),
            "verdict": {
                "result": self.verdict,
                "correction": "Holm",
                "alpha": ALPHA,
                "tests": sum(len(wager.p_values) for wager in self.wagers),
                "failed": [wager.name for wager in self.failed],
            },
            "wagers": [wager.to_dict() for wager in self.wagers],
        }

    def to_csv(self) -> str:
        """One row for each wager and pay table."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(
            ["card", "wager", "pay_table", "options", "play", "rounds", "mean", "standard_error", "exact", "z",
             "chi_square", "degrees", "p"]
        )  # fmt: skip
        for one in self.wagers:
            terms, found = one.entry.bet.terms, one.chi_square
            writer.writerow(
                [self.card.id, terms.wager, terms.table, json.dumps(dict(one.entry.odds.options)), one.entry.odds.play,
                 one.rounds, float(one.mean), one.standard_error, str(one.exact), one.z,
                 *(("", "", "") if found is None else (found.statistic, found.degrees, found.p))]
            )  # fmt: skip
        return text.getvalue()

    def grid(self) -> Grid:
        """One row for each wager, the verdict below."""
        varied = [name for name in self.options if len({w.entry.odds.options[name] for w in self.wagers}) > 1]
        with_play = any(wager.entry.odds.play != "none" for wager in self.wagers)
        columns = ("wager", "table", *varied, *(["play"] if with_play else []), "rounds", "mean", "std error", "exact",
                   "z", "chi-square")  # fmt: skip
        rows = []
        for one in self.wagers:
            terms, found = one.entry.bet.terms, one.chi_square
            rows.append((
                terms.name + ("" if one.measure == "net" else " (hits)"),
                terms.table,
                *(one.entry.odds.options[name] for name in varied),
                *([one.entry.odds.play] if with_play else []),
                f"{one.rounds:,}",
                percent(one.mean),
                f"{100 * one.standard_error:.5f} %",
                percent(one.exact),
                f"{one.z:+.2f}".replace("-", "−"),
                "–" if found is None else f"{found.statistic:.2f} / {found.degrees}",
            ))  # fmt: skip
        words = {"craps": "rolls", "roulette": "spins", "baccarat": "hands"}[self.card.game.id]
        return Grid(
            f"{self.card.title}: {self.outcomes:,} {words} in {self.seconds:.1f} s, seed {self.seed}",
            columns,
            frozenset(columns[2 + len(varied) + with_play :]),
            tuple(rows),
            self.sentence(),
            ("std error", "chi-square"),
        )

    def sentence(self) -> str:
        """The verdict in words."""
        tests = sum(len(wager.p_values) for wager in self.wagers)
        early = "" if self.complete else "Stopped early. "
        if self.cut:
            return f"{early}Dealt to a cut card: the exact figures are of a fresh shoe's hand, so there is no verdict."
        worst = max(self.wagers, key=lambda wager: abs(wager.z))
        if self.failed:
            names = ", ".join(wager.name for wager in self.failed[:8])
            more = "" if len(self.failed) <= 8 else f" and {len(self.failed) - 8} more"
            return f"{early}FAILS: {names}{more} cannot be explained by chance ({tests} tests together, Holm, {ALPHA})."
        return (
            f"{early}Passes: {tests} tests together (Holm, {ALPHA}); the largest |z| is {abs(worst.z):.2f}, "
            f"of {worst.name}."
        )

    def _repr_html_(self) -> str:
        return self.grid().html()


def _finite(value: float) -> float | None:
    """JSON knows no infinity: what cannot be at all is null there, and its p-value is 0."""
    return value if isfinite(value) else None


def wager_counts(entry: Entry, slots: Sequence[int | None], rounds: int, counts: Sequence[int]) -> tuple[int, ...]:
    """The counts of every result of a wager; the loss is what remains of its rounds."""
    found = [None if slot is None else counts[slot] for slot in slots]
    rest = rounds - sum(count for count in found if count is not None)
    assert rest >= 0, "more results than rounds"
    return tuple(rest if count is None else count for count in found)
