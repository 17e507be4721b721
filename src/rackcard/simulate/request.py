"""What is asked of a simulation: how long, from which seed, on which engine, compared with what, saved where."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from math import ceil
from pathlib import Path

from rackcard.card import Card
from rackcard.simulate.circuit.blocks import ROUNDS_MAX
from rackcard.simulate.errors import SimulationError
from rackcard.simulate.jobs import Job
from rackcard.simulate.result import SimulatedWager
from rackcard.simulate.runner import Limit, RunPart
from rackcard.simulate.table_programs import Dealing

SEED_MAX = 2**64 - 1
SECONDS_MAX = 10**7
ERROR_MAX = 1000
WORKERS_MAX = 1024
PARTS_MAX = 100_000

COMMON = frozenset({"rounds", "seed", "engine", "workers"})
"""Fields of a request that every engine supports."""
TIMED = frozenset({"seconds", "until_error", "dealing", "against", "resume", "part", "out"})


@dataclass(frozen=True)
class Engine:
    """What an engine supports beside a number of rounds from a seed."""

    supports: frozenset[str] = TIMED
    rounds_default: int = 10_000_000
    rounds_max: int = ROUNDS_MAX


ENGINES = {
    "numpy": Engine(),
    "numba": Engine(),
    "gpu": Engine(),
    "dask": Engine(TIMED | {"cluster"}),
    "table": Engine(frozenset({"against"}), rounds_default=1_000, rounds_max=10**7),
}


@dataclass(frozen=True)
class Request:
    """What is asked of a simulation, beside the card and the selection of its wagers."""

    rounds: int | None = None
    seconds: float | None = None
    until_error: float | None = None
    seed: int = 1
    engine: str = "numba"
    workers: int = 1
    cluster: str | None = None
    dealing: Dealing | None = None
    against: Card | None = None
    """The card whose exact odds are compared with, where it is not the card itself."""
    resume: Path | None = None
    part: RunPart | None = None
    """Which part of the run is played, where it is not the whole run."""
    out: Path | None = None
    """The file that a part is written to."""

    def verify(self) -> None:
        """Refuse what cannot be run."""
        for name in ("rounds", "seed", "workers"):
            value = getattr(self, name)
            if value is not None and type(value) is not int:
                raise SimulationError("bad-number", name=name, value=value)
        if self.engine not in ENGINES:
            raise SimulationError("unknown-engine", engine=self.engine, engines=tuple(ENGINES))
        self._verify_supported()
        if self.until_error is not None and (self.rounds is not None or self.seconds is not None):
            raise SimulationError("several-limits")
        self._verify_part()
        maximum = ENGINES[self.engine].rounds_max
        if self.rounds is not None and not 1 <= self.rounds <= maximum:
            raise SimulationError("bad-rounds", engine=self.engine, rounds=self.rounds, maximum=maximum)
        if self.seconds is not None and not 0 < self.seconds <= SECONDS_MAX:
            raise SimulationError("bad-seconds", maximum=SECONDS_MAX)
        if self.until_error is not None and not 0 < self.until_error < ERROR_MAX:
            raise SimulationError("bad-error", maximum=ERROR_MAX)
        if not 0 <= self.seed <= SEED_MAX:
            raise SimulationError("bad-seed", maximum=SEED_MAX)
        if not 1 <= self.workers <= WORKERS_MAX:
            raise SimulationError("bad-workers", maximum=WORKERS_MAX)

    def _verify_part(self) -> None:
        """A part is one of several, of a run with a number of rounds, and goes to a file."""
        if self.part is None and self.out is None:
            return
        if self.part is None or self.out is None:
            raise SimulationError("part-without-out" if self.out is None else "out-without-part")
        if not 1 <= self.part.number <= self.part.of <= PARTS_MAX:
            raise SimulationError("bad-part", part=f"{self.part.number}/{self.part.of}", most=PARTS_MAX)
        if self.seconds is not None:
            raise SimulationError("part-by-time")

    def _verify_supported(self) -> None:
        for field in fields(self):
            given = getattr(self, field.name) != field.default
            if given and field.name not in COMMON | ENGINES[self.engine].supports:
                engines = tuple(name for name, engine in ENGINES.items() if field.name in engine.supports)
                raise SimulationError("unsupported", option=field.name, engine=self.engine, engines=engines)

    def limit(self, job: Job, jobs: int) -> Limit:
        """When a job ends; an error to reach is a number of rounds, since the exact variance is known."""
        if self.seconds is not None:
            return Limit(self.rounds, self.seconds / jobs)
        if self.until_error is None:
            return Limit(rounds=self.rounds or ENGINES[self.engine].rounds_default)
        wagers = [SimulatedWager(entry, 1, (0,) * len(entry.probabilities), entry) for entry in job.entries]
        rounds = max(1, ceil(max((wager.standard_error / self.until_error) ** 2 for wager in wagers)))
        if rounds > ROUNDS_MAX:
            raise SimulationError("small-error", error=self.until_error, rounds=rounds, maximum=ROUNDS_MAX)
        return Limit(rounds=rounds)


@dataclass(frozen=True)
class Snapshot:
    """How far a run is, for a progress bar."""

    rounds: int
    rounds_total: int | None
    outcomes: int
    worst_z: float
    resumed_rounds: int = 0
    """Of a resumed run: the rounds it started with, which do not show the speed of this one."""
    resumed_outcomes: int = 0


Watcher = Callable[[Snapshot], None]
"""Called with a snapshot several times a second."""
WATCH_SECONDS = 0.1
