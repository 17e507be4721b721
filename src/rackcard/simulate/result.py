"""What a simulation found, as values: estimates beside exact figures, and a verdict over all of them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import inf, isfinite, sqrt
from typing import Any, ClassVar

from rackcard.card import Card
from rackcard.games.device import Chance
from rackcard.number import exact, percent, written
from rackcard.simulate.jobs import JobEntry
from rackcard.simulate.statistics import (
    ALPHA,
    PAYING_MIN,
    TELLING_MIN,
    ChiSquare,
    binomial_two_sided,
    chi_square,
    holm,
    two_sided,
)
from rackcard.simulate.table_programs import Dealing
from rackcard.tabular import Grid, Tabular, csv_text
from rackcard.wording import simulation as wording
from rackcard.wording.columns import heads

History = tuple[tuple[int, tuple[int, ...]], ...]
"""(rounds, counts) of a wager from time to time."""


CHARTS_MAX = 8
"""A notebook draws the convergence of so many wagers below the table; of more it is asked for."""


@dataclass(frozen=True, eq=False)
class SimulatedWager:
    """One wager at one pay table under one play: how often each result came, and what that says.

    Where no pay is posted, the mean is of hits rather than of net results.
    """

    entry: JobEntry
    rounds: int
    counts: tuple[int, ...]
    """By result, in the machine's order."""
    against: JobEntry
    """Whose exact law it is compared with: its own, or that of another card."""

    def __repr__(self) -> str:
        return f"<SimulatedWager {self.name}: {self.rounds:,} rounds, mean {float(self.mean):.6g}>"

    @property
    def measure(self) -> str:
        return "net" if self.entry.odds.posted else "hit"

    def _values(self, entry: JobEntry) -> list[Fraction]:
        """What each result is worth in the mean."""
        if self.measure == "net":
            return entry.nets
        return [Fraction(int(result.kind != "loss")) for result in entry.results]

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
        """How far the mean usually is from the exact value, from the exact variance."""
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

    @cached_property
    def _worths(self) -> dict[Fraction, Fraction]:
        """The probability of each value that a round can have."""
        found: dict[Fraction, Fraction] = {}
        for value, probability in zip(self._values(self.against), self.against.probabilities, strict=True):
            if probability:
                found[value] = found.get(value, Fraction(0)) + probability
        return found

    @cached_property
    def is_mean_tested(self) -> bool:
        """Whether the mean is normal by now: every value but the commonest is expected often enough."""
        return self.rounds * sum(sorted(self._worths.values())[:1]) >= PAYING_MIN or len(self._worths) < 2

    @cached_property
    def _hit(self) -> tuple[int, Fraction] | None:
        """How often the rarer of two values came, and its probability; with several values, any but the commonest."""
        if self._values(self.entry) != self._values(self.against) or len(self._worths) < 2:
            return None
        common = max(self._worths, key=self._worths.__getitem__)
        values = zip(self.counts, self._values(self.entry), strict=True)
        return sum(count for count, value in values if value != common), 1 - self._worths[common]

    @cached_property
    def p_values(self) -> list[float]:
        """One for the mean, exact where a round has two values; one for the outcomes where there are more."""
        found, hit = self.chi_square, self._hit
        tests = []
        if hit is not None and (len(self._worths) == 2 or (found is None and not self.is_mean_tested)):
            tests.append(binomial_two_sided(hit[0], self.rounds, float(hit[1])))
        elif self.is_mean_tested:
            tests.append(two_sided(self.z))
        return [*tests, *([found.p] if found is not None else [])]

    @property
    def is_telling(self) -> bool:
        """Whether enough rounds were played for any test of it to mean something."""
        enough = self._hit is not None and self.rounds * self._hit[1] >= TELLING_MIN
        return enough or self.is_mean_tested or self.chi_square is not None

    @property
    def name(self) -> str:
        terms = self.entry.bet.terms
        return f"{terms.wager}, table {terms.table}"

    @property
    def law(self) -> list[Fraction]:
        """The probability of each of its results by the law that it is compared with."""
        if len(self.against.probabilities) == len(self.counts):
            return list(self.against.probabilities)
        named = zip(self.against.results, self.against.probabilities, strict=True)
        known = {(result.label, result.kind): probability for result, probability in named}
        return [known.get((result.label, result.kind), Fraction(0)) for result in self.entry.results]

    def to_dict(self) -> dict[str, Any]:
        entry, found = self.entry, self.chi_square
        terms = entry.bet.terms
        results = zip(entry.results, self.counts, self.law, strict=True)
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
                {"outcome": result.label, "net": exact(entry.net_of(result)), "count": count,
                 "probability": exact(probability)}
                for result, count, probability in results
                if probability or count
            ],
        }  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class RunCounts:
    """What an engine counted."""

    wagers: tuple[SimulatedWager, ...]
    history: tuple[History, ...]
    outcomes: int
    seconds: float
    complete: bool
    played: Mapping[str, int]
    """Rounds by the back end that played them."""
    resumed: int = 0
    """Outcomes that a resumed run started with."""
    is_saved: bool = True


@dataclass(frozen=True, kw_only=True)
class Simulation(Tabular):
    """A simulated card: every wager, and whether all of it agrees with the exact odds."""

    whole_columns: ClassVar = frozenset({"rounds", "degrees", "seed"})
    decimal_columns: ClassVar = frozenset({"mean", "standard_error", "z", "chi_square", "p"})

    card: Card
    options: Mapping[str, str]
    wagers: tuple[SimulatedWager, ...]
    seed: int
    engine: str
    outcomes: int
    """Rolls, spins or hands that were played."""
    seconds: float
    complete: bool = True
    """False if the run was stopped early."""
    cut: bool = False
    """Dealt to a cut card: hands then depend on one another in a way that the exact odds do not describe."""
    history: tuple[History, ...] = ()
    chance: Chance | None = None
    """What was rolled, spun or dealt, where it is not what the card is played with."""
    against: Card | None = None
    """The card whose exact odds were compared with, where it is not the card itself."""
    dealing: Dealing | None = None
    played: Mapping[str, int] = field(default_factory=dict)
    """Rounds by the back end that played them."""
    kept: int = 0
    """Outcomes that a resumed run started with."""
    is_saved: bool = True
    """False if the run could not be saved in its file."""

    def __repr__(self) -> str:
        return f"<Simulation of {self.card.id}: {len(self.wagers)} wagers, seed {self.seed}, {self.verdict}>"

    @cached_property
    def varied(self) -> list[str]:
        """The options in which wagers of the run differ."""
        return [name for name in self.options if len({w.entry.odds.options[name] for w in self.wagers}) > 1]

    def name_of(self, wager: SimulatedWager) -> str:
        """A wager's name, with the options in which others of the run differ from it."""
        return ", ".join([wager.name, *(f"{name}={wager.entry.odds.options[name]}" for name in self.varied)])

    @cached_property
    def weights(self) -> dict[str, int] | None:
        """The weights of what was played with, by name, where they are not the card's own."""
        return None if self.chance is None else self.chance.named_weights()

    @cached_property
    def shares(self) -> dict[str, Fraction] | None:
        """The weights that are not the card's own, each as a multiple of the usual one."""
        return None if self.chance is None else self.chance.departures(self.card.chance(self.options))

    @cached_property
    def terms(self) -> list[str]:
        """What differs from the card as it is, in words."""
        return wording.setup(
            self.shares,
            burn=self.dealing is not None and self.dealing.burn,
            cut=None if self.dealing is None else self.dealing.cut,
            against=None if self.against is None else (self.against.id, self.against.sha256),
        )

    def _origin(self) -> dict[str, Any]:
        """What was simulated and compared with, for programs."""
        return {
            "chance": self.weights,
            "against": None if self.against is None else {"card": self.against.id, "sha256": self.against.sha256},
            "dealing": None if self.dealing is None else {"burn": self.dealing.burn, "cut": self.dealing.cut},
        }

    @property
    def rate(self) -> float:
        return (self.outcomes - self.kept) / self.seconds if self.seconds else 0.0

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
        if self.failed:
            return "fail"
        return "pass" if any(wager.is_telling for wager in self.wagers) else "too few rounds"

    def to_dict(self) -> dict[str, Any]:
        return {
            "card": self.card.id,
            "sha256": self.card.sha256,
            "options": dict(self.options),
            **self._origin(),
            "seed": self.seed,
            "engine": self.engine,
            "played_by": dict(self.played),
            "complete": self.complete,
            "seconds": round(self.seconds, 3),
            "rolls": self.outcomes,
            "rolls_kept": self.kept,
            "rolls_per_second": round(self.rate),
            "verdict": {
                "result": self.verdict,
                "correction": "Holm",
                "alpha": ALPHA,
                "tests": self.tests,
                "mean_untested": self.means_untested,
                "failed": [self.name_of(wager) for wager in self.failed],
            },
            "wagers": [wager.to_dict() for wager in self.wagers],
        }

    def to_csv(self) -> str:
        """One row for each wager and pay table."""
        columns = ["card", "wager", "pay_table", *self.card.options, "play", "rounds", "mean", "standard_error",
                   "exact", "z", "chi_square", "degrees", "p", "seed", *self._origin()]  # fmt: skip
        rows: list[list[object]] = []
        for one in self.wagers:
            terms, found = one.entry.bet.terms, one.chi_square
            rows.append(
                [self.card.id, terms.wager, terms.table, *one.entry.odds.options.values(), one.entry.odds.play,
                 one.rounds, float(one.mean), one.standard_error, written(one.exact), one.z,
                 *(("", "", "") if found is None else (found.statistic, found.degrees, found.p)), self.seed,
                 *("" if value is None else json.dumps(value) for value in self._origin().values())]
            )  # fmt: skip
        return csv_text(columns, rows)

    def grid(self) -> Grid:
        """One row for each wager, the verdict below."""
        varied = self.varied
        with_play = any(wager.entry.odds.play != "none" for wager in self.wagers)
        ids = ("wager", "table", *varied, *(["play"] if with_play else []), "rounds", "mean", "std_error", "exact",
               "z", "chi_square")  # fmt: skip
        rows = []
        for one in self.wagers:
            terms, found = one.entry.bet.terms, one.chi_square
            rows.append((
                terms.name if one.measure == "net" else wording.hits_of(terms.name),
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
        details = [*self.terms, *([wording.rounds_by_engine(self.played)] if len(self.played) > 1 else [])]
        outcomes = f"{self.outcomes:,} {self.card.game.units}"
        return Grid(
            wording.title(self.card.title, outcomes, self.seconds, self.seed, details),
            heads(ids),
            frozenset(heads(ids[2 + len(varied) + with_play :])),
            tuple(rows),
            self.sentence(),
            keys=2 + len(varied) + with_play,
            ids=ids,
        )

    @property
    def tests(self) -> int:
        """How many tests the verdict takes together."""
        return sum(len(wager.p_values) for wager in self.wagers)

    @property
    def means_untested(self) -> int:
        """How many wagers pay too rarely so far for their mean to be tested."""
        return sum(not wager.is_mean_tested and len(wager._worths) > 2 for wager in self.wagers)

    @property
    def verdict_facts(self) -> dict[str, Any]:
        """What the sentence of the verdict is made of."""
        tested = [wager for wager in self.wagers if wager.is_mean_tested]
        worst = max(tested, key=lambda wager: abs(wager.z), default=None)
        return {
            "tests": self.tests,
            "alpha": ALPHA,
            "failed": [self.name_of(wager) for wager in self.failed],
            "worst": None if worst is None else self.name_of(worst),
            "worst_z": None if worst is None else abs(worst.z),
            "untested": self.means_untested,
            "wagers": len(self.wagers),
            "paying": int(PAYING_MIN),
        }

    def sentence(self) -> str:
        """The verdict in words."""
        return wording.verdict(self.verdict, self.verdict_facts, complete=self.complete)

    def _repr_html_(self) -> str:
        from rackcard.simulate.chart import convergence  # charts are drawn of results

        drawn = convergence(self) if 0 < len(self.history) <= CHARTS_MAX else ""
        return self.grid().html() + drawn


def _finite(value: float) -> float | None:
    """JSON knows no infinity: what cannot be at all is null there, and its p-value is 0."""
    return value if isfinite(value) else None


def wager_counts(entry: JobEntry, slots: Sequence[int | None], rounds: int, counts: Sequence[int]) -> tuple[int, ...]:
    """The counts of every result of a wager; the loss is what remains of its rounds."""
    found = [None if slot is None else counts[slot] for slot in slots]
    rest = rounds - sum(count for count in found if count is not None)
    assert rest >= 0, "more results than rounds"
    return tuple(rest if count is None else count for count in found)
