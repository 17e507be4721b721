"""Runs a job: spans of blocks, one after another here, on a pool of processes, or on a cluster.

The counts of a run are those of its first blocks, in whatever order and on whatever worker they are played. So they
are the same on one process or many, after an interruption, and after a resumed run.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from time import monotonic

from rackcard.simulate.circuit.blocks import Span
from rackcard.simulate.jobs import AnyProgram
from rackcard.simulate.kernels import (
    Tallies,
    compile_in_background,
    count_span,
    is_compiled,
    kernel,
    report_failed_compilers,
)
from rackcard.simulate.pools import COUNT_SECONDS, OpenPool, WorkerPool, dask_pool, process_pool

SPAN_SECONDS = 0.4
"""Spans are sized to take about this long, so that progress moves and little is lost."""
SPAN_SECONDS_MAX = 30.0
SPANS_A_SECOND = 100
"""Spans grow with the crew, so that no scheduler has to hand out more than so many a second."""
SMALL_ROUNDS = 10_000_000
"""A run of no more rounds is over before anything could be compiled for it."""
HISTORY_MAX = 400


@dataclass
class RunProgress:
    """The counts of the first blocks of a job: what a run has done so far, and what it may be resumed from."""

    blocks: int = 0
    rounds: int = 0
    counts: list[int] = field(default_factory=list)
    checkpoints: list[tuple[int, list[int]]] = field(default_factory=list)
    """(rounds, counts) from time to time, for the chart of the convergence."""
    full: list[int] = field(default_factory=list)
    """The counts of whole blocks only: a longer run starts from them."""
    first: int = 0
    """The block that it begins with: not the first of all where it is a part of a run."""
    played: dict[str, int] = field(default_factory=dict)
    """Rounds by the back end that played them; those of a resumed run count as ``kept``."""

    def add(self, span: Span, tallies: Tallies, *, is_whole: bool) -> None:
        """Add the next span."""
        counts, engine = tallies
        self.played[engine] = self.played.get(engine, 0) + span.rounds
        before = self.counts or [0] * len(counts)
        self.counts = [a + b for a, b in zip(before, counts, strict=True)]
        self.rounds += span.rounds
        if is_whole:
            self.blocks += span.blocks
            self.full = list(self.counts)
        self.checkpoints.append((self.rounds, self.counts))
        if len(self.checkpoints) > HISTORY_MAX:
            del self.checkpoints[HISTORY_MAX // 2 : HISTORY_MAX : 2]

    def whole(self, program: AnyProgram) -> "RunProgress":
        """The whole blocks, from which a longer run may go on."""
        rounds = program.rounds_before(self.blocks) - program.rounds_before(self.first)
        return RunProgress(
            blocks=self.blocks,
            first=self.first,
            rounds=rounds,
            counts=list(self.full),
            checkpoints=[point for point in self.checkpoints if point[0] <= rounds],
            full=list(self.full),
        )


@dataclass(frozen=True)
class Limit:
    """When a run ends: after some rounds, after some seconds, or whichever comes first."""

    rounds: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class RunPart:
    """One of several parts of a run, from 1 on."""

    number: int
    of: int


Running = Generator[RunProgress, None, None]


class SpanSizes:
    """How many rounds the next span gets, from the speed of the last ones."""

    def __init__(self) -> None:
        self.rounds, self.aim = 1, SPAN_SECONDS

    def suit(self, workers: int) -> None:
        """Aim at spans that suit so many workers.

        >>> sizes = SpanSizes()
        >>> sizes.suit(8), sizes.aim, sizes.suit(1000), sizes.aim
        (None, 0.4, None, 10.0)
        """
        self.aim = min(max(SPAN_SECONDS, workers / SPANS_A_SECOND), SPAN_SECONDS_MAX)

    def learn(self, span: Span, seconds: float) -> None:
        """Adjust to how long a span took."""
        fitting = int(span.rounds * self.aim / max(seconds, 1e-4))
        self.rounds = max(1, min(fitting, 8 * span.rounds))


def _next_span(program: AnyProgram, limit: Limit, at: int, sizes: SpanSizes) -> Span | None:
    """The next blocks; a last one that is not full goes alone, so that whole blocks are separate from it."""
    start = program.rounds_before(at)
    left = sizes.rounds if limit.rounds is None else min(sizes.rounds, limit.rounds - start)
    if left <= 0:
        return None
    whole = at
    step = 1
    while step:  # the last block that ends within what is left, by doubling and halving
        if program.rounds_before(whole + step) - start <= left:
            whole, step = whole + step, 2 * step
        else:
            step //= 2
    if whole > at:
        return Span(at, whole - at, program.rounds_before(whole) - start)
    block = program.rounds_before(at + 1) - start
    return Span(at, 1, block if limit.rounds is None else min(block, limit.rounds - start))


def _is_whole(program: AnyProgram, span: Span) -> bool:
    return span.rounds == program.rounds_before(span.first + span.blocks) - program.rounds_before(span.first)


def run(
    program: AnyProgram,
    seed: int,
    engine: str,
    limit: Limit,
    *,
    workers: int = 1,
    cluster: str | None = None,
    done: RunProgress | None = None,
) -> Running:
    """Play a job, yielding the progress after every span; the caller may stop at any time."""
    progress = done or RunProgress()
    if engine == "gpu":
        kernel(program, seed, engine)  # fails at once where there is no GPU
        workers = 1
    if engine == "dask" and cluster is not None:
        dask_pool(cluster, workers)()[0].shutdown()  # fails at once where no scheduler answers
    start = program.rounds_before(progress.blocks)
    is_long = limit.rounds is None or limit.rounds - start > SMALL_ROUNDS
    if is_long and engine == "numba" and not is_compiled(program):
        compile_in_background(program)
    if engine != "gpu" and not progress.rounds:
        # The first block at once: there is something to show before workers and compilers are up.
        first = _next_span(program, limit, progress.blocks, SpanSizes())
        assert first is not None
        progress.add(first, count_span(program, seed, "numpy", first), is_whole=_is_whole(program, first))
        yield progress
        if not _is_whole(program, first):
            return
    if engine == "dask":
        remote = "dask" if is_long else "numba"  # a short run is over before workers could compile
        running = _pooled(program, seed, remote, limit, dask_pool(cluster, workers), progress)
    elif workers > 1:
        running = _pooled(program, seed, engine, limit, process_pool(workers), progress)
    else:
        running = _alone(program, seed, engine, limit, progress)
    try:
        for one in running:
            report_failed_compilers()
            yield one
    finally:
        running.close()


def _alone(program: AnyProgram, seed: int, engine: str, limit: Limit, progress: RunProgress) -> Running:
    """One span after another in this process."""
    sizes = SpanSizes()
    end = None if limit.seconds is None else monotonic() + limit.seconds
    while (span := _next_span(program, limit, progress.blocks, sizes)) is not None:
        start = monotonic()
        tallies = count_span(program, seed, engine, span)
        sizes.learn(span, monotonic() - start)
        progress.add(span, tallies, is_whole=_is_whole(program, span))
        yield progress
        if not _is_whole(program, span) or (end is not None and monotonic() >= end):
            return


class _Schedule:
    """Which span is played next: one that was lost, or the next blocks of the job."""

    def __init__(self, program: AnyProgram, limit: Limit, first: int) -> None:
        self.program, self.limit, self.next_block = program, limit, first
        self.sizes = SpanSizes()
        self.lost: list[Span] = []

    def choose(self) -> Span | None:
        """The next span; a lost one comes first, since what was completed behind it waits for it."""
        if self.lost:
            return min(self.lost, key=lambda span: span.first)
        return _next_span(self.program, self.limit, self.next_block, self.sizes)

    def start(self, span: Span) -> None:
        """Note that a span is being played."""
        self.next_block = max(self.next_block, span.first + span.blocks)
        if span in self.lost:
            self.lost.remove(span)


def _pooled(
    program: AnyProgram, seed: int, engine: str, limit: Limit, open_pool: OpenPool, progress: RunProgress
) -> Running:
    """Hand out spans, and add them from the first block on, so that every end leaves a gapless beginning."""
    pool, schedule = WorkerPool(open_pool, program, seed, engine), _Schedule(program, limit, progress.blocks)
    end = None if limit.seconds is None else monotonic() + limit.seconds
    completed: dict[int, tuple[Span, Tallies]] = {}
    try:
        while end is None or monotonic() < end:
            try:
                if not pool.is_up():  # many a run is over before processes have started, so it is played here
                    span = schedule.choose()
                    if span is None:
                        return
                    start = monotonic()
                    tallies = count_span(program, seed, "numba" if engine == "dask" else engine, span)
                    completed[span.first] = span, tallies
                    schedule.start(span)
                    schedule.sizes.learn(span, monotonic() - start)
                else:
                    _hand_out(pool, schedule, len(completed))
                    if not pool.pending:
                        return
                    left = COUNT_SECONDS if end is None else min(COUNT_SECONDS, max(0.0, end - monotonic()))
                    for span, seconds, tallies in pool.completed(left):
                        schedule.sizes.learn(span, seconds / 2)  # each worker has two spans
                        completed[span.first] = span, tallies
            except Exception as error:
                schedule.lost += pool.recover(error)
            while progress.blocks in completed:
                span, tallies = completed.pop(progress.blocks)
                progress.add(span, tallies, is_whole=_is_whole(program, span))
                yield progress
                if not _is_whole(program, span):
                    return
    finally:
        pool.close()


def _hand_out(pool: WorkerPool, schedule: _Schedule, completed: int) -> None:
    """Give every worker two spans, as long as not too many completed ones wait for an earlier one."""
    workers = pool.count()
    schedule.sizes.suit(workers)
    while len(pool.pending) < 2 * workers and (schedule.lost or completed < 64 * workers):
        span = schedule.choose()
        if span is None:
            break
        pool.submit(span)
        schedule.start(span)
