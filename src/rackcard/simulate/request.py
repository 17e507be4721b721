"""Simulating a card: from what is asked, through a run that may be watched, stopped and resumed, to the result."""

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path
from time import monotonic

from rackcard.card import Card
from rackcard.games.device import Chance
from rackcard.simulate.circuit.blocks import ROUNDS_MAX
from rackcard.simulate.errors import SimulationError, note
from rackcard.simulate.jobs import Entry, Job, prepare
from rackcard.simulate.result import SimulatedWager, Simulation, wager_counts
from rackcard.simulate.runner import ENGINES, Limit, Progress, fingerprint, run
from rackcard.simulate.table_programs import Dealing

ROUNDS_DEFAULT = 10_000_000
SEED_MAX = 2**64 - 1
SAVE_SECONDS = 10.0
RESUME_BYTES_MAX = 64_000_000


@dataclass(frozen=True)
class Request:
    """What is asked of a simulation, beside the card itself."""

    rounds: int | None = None
    seconds: float | None = None
    until_error: float | None = None
    seed: int = 1
    engine: str = "numba"
    workers: int = 1
    cluster: str | None = None

    def verify(self) -> None:
        """Say what cannot be."""
        for name, value in (("rounds", self.rounds), ("seed", self.seed), ("workers", self.workers)):
            if value is not None and type(value) is not int:
                raise SimulationError(f"{name} is a whole number, not {value!r}")
        if self.engine not in ENGINES:
            raise SimulationError(
                f"there is no engine {self.engine}; engines: {', '.join(ENGINES)}, and table on the command line"
            )
        if self.cluster is not None and self.engine != "dask":
            raise SimulationError(f"a cluster goes with the dask engine, not with {self.engine}; add --engine dask")
        if sum(x is not None for x in (self.rounds, self.seconds, self.until_error)) > 1:
            raise SimulationError("give one of rounds, seconds and until-error, not several")
        if self.rounds is not None and not 1 <= self.rounds <= ROUNDS_MAX:
            raise SimulationError(f"{self.rounds} rounds cannot be played; give 1 to {ROUNDS_MAX:,}")
        if self.seconds is not None and not 0 < self.seconds <= 10**7:
            raise SimulationError("seconds must be above 0 and at most ten million")
        if self.until_error is not None and not 0 < self.until_error < 1000:
            raise SimulationError("the error to reach must be above 0")
        if not 0 <= self.seed <= SEED_MAX:
            raise SimulationError(f"a seed is a whole number from 0 to {SEED_MAX:,}")
        if not 1 <= self.workers <= 1024:
            raise SimulationError("give 1 to 1,024 workers")

    def limit(self, job: Job, jobs: int) -> Limit:
        """When a job is over; an error to reach is a number of rounds, the exact variance being known."""
        if self.seconds is not None:
            return Limit(seconds=self.seconds / jobs)
        if self.until_error is None:
            return Limit(rounds=self.rounds or ROUNDS_DEFAULT)
        wagers = [SimulatedWager(entry, 1, _none(entry), entry) for entry in job.entries]
        rounds = max(1, ceil(max((w.standard_error / self.until_error) ** 2 for w in wagers)))
        if rounds > ROUNDS_MAX:
            raise SimulationError(f"an error of {self.until_error} takes {rounds:.1e} rounds, more than {ROUNDS_MAX:,}")
        return Limit(rounds=rounds)


def _none(entry: Entry) -> tuple[int, ...]:
    return (0,) * len(entry.probabilities)


@dataclass(frozen=True)
class Moment:
    """Where a run stands: for a progress bar."""

    rounds: int
    of: int | None
    outcomes: int
    worst_z: float
    kept_rounds: int = 0
    """Of a resumed run: what was there before, and tells nothing of how fast this one is."""
    kept_outcomes: int = 0


Watcher = Callable[[Moment], None]


def simulate(
    card: Card,
    options: Mapping[str, str] | None = None,
    *,
    request: Request,
    table: str | int | None = None,
    wager: str | None = None,
    readings: bool = False,
    chance: Chance | None = None,
    play: str | Path = "best",
    dealing: Dealing | None = None,
    against: Card | None = None,
    resume: Path | None = None,
    watch: Watcher | None = None,
) -> Simulation:
    """Simulate a card; an interruption ends the run with what it has counted."""
    request.verify()
    jobs = prepare(card, options, table=table, wager=wager, readings=readings, chance=chance, play=play,
                   dealing=dealing)  # fmt: skip
    if not jobs:
        raise SimulationError(f"card {card.id} has no wager with a rule to simulate")
    others = _others(jobs, against, options, table=table, wager=wager, readings=readings, play=play)
    limits = [request.limit(job, len(jobs)) for job in jobs]
    kept = _Kept(resume, card, request.seed, jobs)
    kept.verify(limits)
    start, complete = monotonic(), True
    try:
        for index, (job, limit) in enumerate(zip(jobs, limits, strict=True)):
            _play(index, job, others[index], limit, request, kept, watch)
    except KeyboardInterrupt:
        complete = False
        if not any(progress.rounds for progress in kept.done):
            raise
    seconds = monotonic() - start
    kept.save()  # the result is given even if it cannot be kept
    played = [index for index, progress in enumerate(kept.done) if progress.rounds]  # all, unless interrupted
    done = [kept.done[index] for index in played]
    wagers, history = _found([jobs[index] for index in played], done, [others[index] for index in played])
    return Simulation(
        card, card.settled(options), wagers, request.seed, request.engine,
        sum(progress.counts[0] for progress in done), seconds, complete,
        dealing is not None and dealing.cut is not None, history, chance, against, dealing,
        {name: sum(progress.played.get(name, 0) for progress in done)
         for name in dict.fromkeys(name for progress in done for name in progress.played)},
        sum(outcomes for _, outcomes in kept.before), kept.is_saved,
    )  # fmt: skip


def _play(
    index: int, job: Job, against: Sequence[Entry], limit: Limit, request: Request, kept: "_Kept",
    watch: Watcher | None,
) -> None:  # fmt: skip
    """Run one job, telling whoever watches and keeping what a resumed run needs."""
    saved = monotonic()
    runs = run(
        job.program, request.seed, request.engine, limit, workers=request.workers, cluster=request.cluster,
        done=kept.done[index],
    )  # fmt: skip
    shown = 0.0
    try:
        for progress in runs:
            now = monotonic()
            if watch is not None and now - shown > 0.1:
                shown = now
                wagers, _ = _found([job], [progress], [against])
                worst = max((wager.z for wager in wagers), key=abs)
                watch(Moment(progress.rounds, limit.rounds, progress.counts[0], worst, *kept.before[index]))
            if now - saved > SAVE_SECONDS:
                kept.save()
                saved = now
    finally:
        runs.close()


def _found(
    jobs: Sequence[Job], done: Sequence[Progress], others: Sequence[Sequence[Entry]]
) -> tuple[tuple[SimulatedWager, ...], tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]]:
    """Every wager with its counts, and how they came about."""
    wagers, history = [], []
    for job, progress, entries in zip(jobs, done, others, strict=True):
        for entry, other in zip(job.entries, entries, strict=True):
            slots = job.program.slots[entry.unit]
            counts = wager_counts(entry, slots, progress.rounds, progress.counts)
            wagers.append(SimulatedWager(entry, progress.rounds, counts, other))
            history.append(
                tuple((rounds, wager_counts(entry, slots, rounds, found)) for rounds, found in progress.checkpoints)
            )
    return tuple(wagers), tuple(history)


def _others(
    jobs: Sequence[Job], against: Card | None, options: Mapping[str, str] | None, *, table: str | int | None,
    wager: str | None, readings: bool, play: str | Path,
) -> list[list[Entry]]:  # fmt: skip
    """Whose exact law each wager is compared with: its own, or the wager of the same name on another card."""
    if against is None:
        return [list(job.entries) for job in jobs]
    common = [name for name in jobs[0].entries[0].odds.options if name in against.options]
    given = {name: value for name, value in (options or {}).items() if name in against.options}

    def key_of(entry: Entry) -> tuple[str, ...]:
        terms = entry.bet.terms
        return (terms.wager, terms.table, *(entry.odds.options[name] for name in common))

    known: dict[tuple[str, ...], Entry] = {}
    for job in prepare(against, given, table=table, wager=wager, readings=readings, play=play):
        for entry in job.entries:
            known.setdefault(key_of(entry), entry)  # the defaults come first, and stand for readings it has alone
    found = []
    for job in jobs:
        row = []
        for entry in job.entries:
            key = key_of(entry)
            if key not in known or known[key].odds.posted != entry.odds.posted:
                where = "".join(f", {name}={value}" for name, value in zip(common, key[2:], strict=True))
                raise SimulationError(
                    f"{against.id} has no wager {key[0]} at pay table {key[1]}{where} to compare with; choose others "
                    "with --wager, --table or --set"
                )
            row.append(known[key])
        found.append(row)
    return found


# ---- keeping a run


class _Kept:
    """The progress of every job, and the file it is kept in, if any."""

    def __init__(self, path: Path | None, card: Card, seed: int, jobs: Sequence[Job]) -> None:
        self.path, self.card, self.seed, self.jobs = path, card, seed, jobs
        self.is_saved, self.is_noted = True, False
        self.done = [Progress() for _ in jobs]
        if path is not None:
            self.path = path.resolve()  # a link is followed, not replaced
            if path.exists():
                self.done = list(self._read(path))
            verify_writable(path)
        self.before = [(one.rounds, one.counts[0] if one.counts else 0) for one in self.done]

    def verify(self, limits: Sequence[Limit]) -> None:
        """Refuse a run that is longer than what is asked for."""
        for one, limit in zip(self.done, limits, strict=True):
            if limit.rounds is not None and one.rounds > limit.rounds:
                raise SimulationError(
                    f"{self.path} holds {one.rounds:,} rounds, more than the {limit.rounds:,} asked for; "
                    f"ask for {one.rounds:,} or more, or give another file"
                )

    @property
    def _head(self) -> dict[str, object]:
        return {
            "rackcard": "simulation",
            "version": 1,
            "card": self.card.id,
            "sha256": self.card.sha256,
            "seed": self.seed,
            "programs": [fingerprint(job.program) for job in self.jobs],
        }

    def _read(self, path: Path) -> Iterator[Progress]:
        """A kept run, if it is one of this card and these settings."""
        if not path.is_file() or path.stat().st_size > RESUME_BYTES_MAX:
            raise SimulationError(f"{path} holds no simulation; give another file")
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
            head, done = document["head"], document["done"]
        except (ValueError, KeyError, TypeError, UnicodeError, RecursionError):
            raise SimulationError(f"{path} holds no simulation; give another file") from None
        for name, what in (("rackcard", "another program"), ("version", "another format"), ("card", "another card"),
                           ("sha256", "another text of the card"), ("seed", "another seed"),
                           ("programs", "other wagers, options or play")):  # fmt: skip
            if not isinstance(head, dict) or head.get(name) != self._head[name]:
                theirs = f" ({head.get(name)})" if isinstance(head, dict) and name in ("card", "seed") else ""
                raise SimulationError(f"{path} is a run with {what}{theirs}; give another file")
        try:
            progress = [Progress(**one, played={"kept": one["rounds"]} if one["rounds"] else {}) for one in done]
            for one, job in zip(progress, self.jobs, strict=True):
                _verify_kept(one, job)
        except (TypeError, ValueError, KeyError, AttributeError):
            raise SimulationError(f"{path} is damaged; give another file") from None
        yield from progress

    def save(self) -> None:
        """Keep the whole blocks; a file that cannot be written is noted once, and the run goes on."""
        try:
            self._save()
            self.is_saved = True
        except OSError as error:
            self.is_saved = False
            if not self.is_noted:
                self.is_noted = True
                note(f"rackcard: the run could not be kept in {self.path}: {(error.strerror or str(error)).lower()}; "
                     "it goes on")  # fmt: skip

    def _save(self) -> None:
        if self.path is None:
            return
        whole = [progress.whole(job.program) for progress, job in zip(self.done, self.jobs, strict=True)]
        document = {"head": self._head, "done": [_without_players(progress) for progress in whole]}
        mode = self.path.stat().st_mode & 0o777 if self.path.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".rackcard-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(document, file)
            os.chmod(name, mode)
            os.replace(name, self.path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _without_players(progress: Progress) -> dict[str, object]:
    document = asdict(progress)
    del document["played"]
    return document


def _umask() -> int:
    """The mask of new files; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def verify_writable(path: Path) -> None:
    """Refuse a file that could not be written once everything has been played."""
    folder = path.resolve().parent
    if not folder.is_dir():
        raise SimulationError(f"{path} cannot be written: there is no folder {folder}")
    try:
        if path.exists() and (not path.is_file() or not os.access(path, os.W_OK)):
            raise SimulationError(f"{path} cannot be written; give another file")
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise SimulationError(
            f"{path} cannot be written ({(error.strerror or str(error)).lower()}); give a file in another folder"
        ) from None


def _verify_kept(progress: Progress, job: Job) -> None:
    size = len(_tallies(job))
    numbers = [progress.blocks, progress.rounds, *progress.counts, *progress.full]
    numbers += [n for rounds, counts in progress.checkpoints for n in (rounds, *counts)]
    if not all(type(n) is int and n >= 0 for n in numbers):
        raise ValueError
    if progress.rounds > ROUNDS_MAX or progress.rounds != job.program.rounds_before(progress.blocks):
        raise ValueError
    if progress.full != progress.counts or (progress.blocks and len(progress.counts) != size):
        raise ValueError
    rows = [*progress.checkpoints, *([(progress.rounds, progress.counts)] if progress.blocks else [])]
    for rounds, counts in rows:
        if len(counts) != size or not 0 < rounds <= progress.rounds or counts[0] < rounds:
            raise ValueError
        for slots in job.program.slots:
            if sum(counts[slot] for slot in slots if slot is not None) > rounds:
                raise ValueError


def _tallies(job: Job) -> range:
    found = job.program.tallies
    return range(found if isinstance(found, int) else len(found))
