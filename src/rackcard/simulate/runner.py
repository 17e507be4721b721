"""Runs a job: spans of blocks, one after another here, on a pool of processes, or on a cluster.

The counts of a run are those of its first so many blocks, whoever played them and in whatever order, so they are the
same on one process or many, after an interruption and after a resumed run. A worker that dies costs time only: its
span is played again.
"""

import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from logging import CRITICAL
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread, current_thread, main_thread
from time import monotonic
from typing import IO, Any, Protocol

from rackcard.simulate.backends.numba_circuit import NativeKernel, NumbaKernel, cache_folder
from rackcard.simulate.circuit.blocks import Span
from rackcard.simulate.circuit.circuit import Program
from rackcard.simulate.errors import EngineError, SimulationError, note
from rackcard.simulate.jobs import AnyProgram
from rackcard.simulate.table_programs import ShoeProgram

ENGINES = ("numpy", "numba", "gpu", "dask")
SPAN_SECONDS = 0.4
"""Spans are sized to take about so long, so that progress moves and little is lost."""
SMALL_ROUNDS = 10_000_000
"""A run of no more rounds is over before anything could be compiled for it."""
LOST_MAX = 20
CLUSTER_SECONDS = 10
"""How long a scheduler may take to answer."""
CHECKPOINTS_MAX = 400


class Kernel(Protocol):
    """Plays spans of blocks."""

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        ...


# ---- kernels


def fingerprint(program: AnyProgram) -> str:
    """What a program is, so that a kept run of another is not taken for it."""
    return sha256(repr(program).encode()).hexdigest()[:32]


@lru_cache(maxsize=64)
def _compiled_name(program: AnyProgram) -> str:
    """What numba needs for a program, for this version of everything, as a name."""
    versions = f"{sys.version_info[:2]} {version('numba')} {version('numpy')}"
    written = "circuit/codegen.py" if isinstance(program, Program) else "backends/numba_tables.py"
    text = Path(__file__).parent / written
    what = fingerprint(program) if isinstance(program, Program) else type(program).__name__
    return sha256(f"{versions}{what}{text.read_text(encoding='utf-8')}".encode()).hexdigest()[:24]


def _marker(program: AnyProgram) -> Path:
    """The file that says that numba has compiled what a program needs."""
    return cache_folder() / f"{_compiled_name(program)}.ready"


def numpy_kernel(program: AnyProgram, seed: int) -> Kernel:
    """The back end that needs no compiler."""
    from rackcard.simulate.backends.numpy_circuit import NumpyKernel
    from rackcard.simulate.backends.numpy_tables import ShoeArrays, SpinArrays

    if isinstance(program, Program):
        return NumpyKernel(program, seed)
    return ShoeArrays(program, seed) if isinstance(program, ShoeProgram) else SpinArrays(program, seed)


def numba_kernel(program: AnyProgram, seed: int) -> Kernel:
    """The default back end."""
    if isinstance(program, Program):
        return NumbaKernel(program, seed)
    from rackcard.simulate.backends.numba_tables import ShoeLoops, SpinLoops

    return ShoeLoops(program, seed) if isinstance(program, ShoeProgram) else SpinLoops(program, seed)


@lru_cache(maxsize=8)
def _kernel(program: AnyProgram, seed: int, engine: str) -> Kernel:
    if engine == "numpy":
        return numpy_kernel(program, seed)
    if engine == "gpu":
        if not isinstance(program, Program):
            raise EngineError("the gpu engine rolls dice only; use --engine numba for wheels and shoes")
        kernel = NativeKernel(program, seed)
        kernel.prepare()
        return kernel
    return numba_kernel(program, seed)


def work(program: AnyProgram, seed: int, engine: str, span: Span) -> tuple[list[int], str]:
    """The tallies of a span and the back end that counted them; until numba has compiled, numpy counts the same."""
    if engine == "dask":  # a worker elsewhere has nobody to compile for it
        engine = "numba"
        if not _marker(program).exists():
            compile_kernel(program)
    elif engine == "numba" and not _marker(program).exists():
        engine = "numpy"
    return _kernel(program, seed, engine).run(span), engine


def compile_kernel(program: AnyProgram) -> None:
    """Compile what numba needs for a program, for this and later runs."""
    numba_kernel(program, 0).run(Span(0, 1, 1))
    _marker(program).touch()


class _Aside:
    """A compiling process, left to finish by itself; should it fail, that is noted once."""

    def __init__(self, program: AnyProgram) -> None:
        handle, name = tempfile.mkstemp(suffix=".program")
        with os.fdopen(handle, "wb") as file:
            pickle.dump(program, file)
        self.said: IO[bytes] | None = tempfile.TemporaryFile()  # noqa: SIM115 - outlives this call
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "rackcard.simulate.compile_worker", name],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.said, start_new_session=True,
        )  # fmt: skip

    def verify(self) -> None:
        """Note a failure, the first time it is seen."""
        if self.said is None or not self.process.poll():
            return
        self.said.seek(0)
        lines = self.said.read().decode(errors="replace").strip().splitlines()
        self.said.close()
        self.said = None
        note(f"rackcard: numba could not compile this run, so numpy plays it: {lines[-1] if lines else 'it gave up'}")


_asides: list[_Aside] = []
"""Kept, since forgetting a process that still runs would be taken for an oversight."""


# ---- a run


@dataclass
class Progress:
    """The first blocks of a job, counted: what a run has done so far and may go on from."""

    blocks: int = 0
    rounds: int = 0
    counts: list[int] = field(default_factory=list)
    checkpoints: list[tuple[int, list[int]]] = field(default_factory=list)
    """(rounds, counts) now and then, for the picture of the convergence."""
    full: list[int] = field(default_factory=list)
    """The counts of whole blocks only: a longer run goes on from them."""
    played: dict[str, int] = field(default_factory=dict)
    """Rounds by the back end that played them; those of a kept run are told apart."""

    def add(self, span: Span, found: tuple[list[int], str], *, is_whole: bool) -> None:
        """Take in the next span."""
        counts, engine = found
        self.played[engine] = self.played.get(engine, 0) + span.rounds
        before = self.counts or [0] * len(counts)
        self.counts = [a + b for a, b in zip(before, counts, strict=True)]
        self.rounds += span.rounds
        if is_whole:
            self.blocks += span.blocks
            self.full = list(self.counts)
        self.checkpoints.append((self.rounds, self.counts))
        if len(self.checkpoints) > CHECKPOINTS_MAX:
            del self.checkpoints[CHECKPOINTS_MAX // 2 : CHECKPOINTS_MAX : 2]

    def whole(self, program: AnyProgram) -> "Progress":
        """What a longer run may go on from: the whole blocks."""
        rounds = program.rounds_before(self.blocks)
        return Progress(
            self.blocks, rounds, list(self.full), [c for c in self.checkpoints if c[0] <= rounds], list(self.full)
        )


@dataclass(frozen=True)
class Limit:
    """When a run is over: after so many rounds, after so many seconds, or whichever comes first."""

    rounds: int | None = None
    seconds: float | None = None


Playing = Generator[Progress, None, None]


class Sizes:
    """How many rounds to hand out next, from how fast the last ones were."""

    def __init__(self) -> None:
        self.rounds = 1

    def learn(self, span: Span, seconds: float) -> None:
        fitting = int(span.rounds * SPAN_SECONDS / max(seconds, 1e-4))
        self.rounds = max(1, min(fitting, 8 * span.rounds))


def _next_span(program: AnyProgram, limit: Limit, at: int, sizes: Sizes) -> Span | None:
    """The next blocks; a last one that is not full goes alone, so that whole blocks can be told from it."""
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
    done: Progress | None = None,
) -> Playing:
    """Play a job, giving the progress after every span; it may be left at any time."""
    progress = done or Progress()
    if engine == "gpu":
        _kernel(program, seed, engine)  # says at once if it cannot be
        workers = 1
    if engine == "dask" and cluster is not None:
        _dask_pool(cluster, workers)()[0].shutdown()  # says at once if nobody answers
    is_long = limit.rounds is None or limit.rounds - progress.rounds > SMALL_ROUNDS
    if is_long and engine == "numba" and not _marker(program).exists():
        _asides.append(_Aside(program))
    if engine != "gpu" and not progress.rounds:
        # The first block here and now: there is something to show before workers and compilers are up.
        first = _next_span(program, limit, 0, Sizes())
        assert first is not None
        progress.add(first, work(program, seed, "numpy", first), is_whole=_is_whole(program, first))
        yield progress
        if not _is_whole(program, first):
            return
    if engine == "dask":
        there = "dask" if is_long else "numba"  # a short run is over before workers could compile
        played = _pooled(program, seed, there, limit, _dask_pool(cluster, workers), progress)
    elif workers > 1:
        played = _pooled(program, seed, engine, limit, _process_pool(workers), progress)
    else:
        played = _alone(program, seed, engine, limit, progress)
    try:
        for one in played:
            for aside in _asides:
                aside.verify()
            yield one
    finally:
        played.close()


def _alone(program: AnyProgram, seed: int, engine: str, limit: Limit, progress: Progress) -> Playing:
    sizes = Sizes()
    end = None if limit.seconds is None else monotonic() + limit.seconds
    while (span := _next_span(program, limit, progress.blocks, sizes)) is not None:
        start = monotonic()
        found = work(program, seed, engine, span)
        sizes.learn(span, monotonic() - start)
        progress.add(span, found, is_whole=_is_whole(program, span))
        yield progress
        if not _is_whole(program, span) or (end is not None and monotonic() >= end):
            return


Pool = Callable[[], tuple[Executor, int]]
"""Opens workers: something to submit to, and how many they are."""


class _Processes(ProcessPoolExecutor):
    """Worker processes that Ctrl-C does not reach, not even while they start: it is for the parent alone."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        with _without_interrupts():  # workers are started here, and inherit what is blocked
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back until this is done; processes that are started here never hear of it.

    What this thread blocks goes to another, numpy's for one, and Python would raise it here all the same: between a
    worker's start and its being known, say, and then nobody ever tells it to end. So it is noted, and sent again.
    """
    if current_thread() is not main_thread():
        yield
        return
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if hasattr(signal, "pthread_sigmask") else None
    try:
        yield
    finally:
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, signal.SIG_DFL if handler is None else handler)
        if came:
            signal.raise_signal(signal.SIGINT)


def _process_pool(workers: int) -> Pool:
    def open_pool() -> tuple[Executor, int]:
        # Workers start afresh: numba and a forked process do not go together.
        context = get_context("spawn")
        return _Processes(workers, mp_context=context, initializer=_attend), workers

    return open_pool


def _attend() -> None:
    """A worker is deaf to Ctrl-C, and ends with its parent, however that ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:

        def follow() -> None:
            parent.join()
            os._exit(1)

        Thread(target=follow, daemon=True).start()


def _dask_pool(address: str | None, workers: int) -> Pool:
    def open_pool() -> tuple[Executor, int]:
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise SimulationError("the dask engine needs dask.distributed: pip install 'rackcard[cluster]'") from None
        if address is None:
            # Its workers are told to stop in the middle of spans, and would log that as something amiss.
            local = distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=CRITICAL
            )
            client = distributed.Client(local)
        else:
            try:
                client = distributed.Client(address, timeout=CLUSTER_SECONDS)
            except (OSError, ValueError, TypeError, RuntimeError) as error:
                raise SimulationError(
                    f"no Dask scheduler answers at {address} ({error or 'no answer'}); give its address as in "
                    "--cluster tcp://host:8786"
                ) from None
        threads = sum(client.nthreads().values()) or workers
        return _ClusterExecutor(client, owns_cluster=address is None), threads

    return open_pool


class _ClusterExecutor(Executor):
    """A Dask cluster as an executor; spans lost with a worker are played again by the scheduler."""

    def __init__(self, client: Any, *, owns_cluster: bool) -> None:
        self.client, self.owns_cluster = client, owns_cluster
        self.executor = client.get_executor(pure=False, retries=LOST_MAX)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = self.executor.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with suppress(OSError, RuntimeError, CancelledError):  # what is already gone cannot be left politely
            self.executor.shutdown(wait=wait)
        with suppress(OSError, RuntimeError, CancelledError):
            cluster = self.client.cluster
            self.client.close()
            if self.owns_cluster:
                cluster.close()


def _is_loss(error: Exception) -> bool:
    """Whether a span was lost with whoever played it, and may be played again."""
    return isinstance(error, BrokenProcessPool | CancelledError) or type(error).__name__ == "KilledWorker"


class _Crew:
    """Workers and what they have in hand; if one is lost they are opened anew, and what they had is played again."""

    def __init__(self, open_pool: Pool, job: tuple[AnyProgram, int, str]) -> None:
        self.open_pool, self.job = open_pool, job
        self.pool: Executor | None = None
        self.workers, self.losses = 0, 0
        self.answers: list[Future[Any]] = []
        self.flying: dict[Future[Any], tuple[Span, float]] = {}

    def is_up(self) -> bool:
        """Whether a worker has answered: until then whoever asks has time to play."""
        if self.pool is None:
            self.pool, self.workers = self.open_pool()
            self.answers = [self.pool.submit(work, *self.job, Span(0, 1, 1)) for _ in range(self.workers)]
        ready = [answer for answer in self.answers if answer.done()]
        for answer in ready:
            answer.result()
        return bool(ready)

    def send(self, span: Span) -> None:
        assert self.pool is not None
        self.flying[self.pool.submit(work, *self.job, span)] = (span, monotonic())

    def next(self, timeout: float | None) -> list[tuple[Span, float, tuple[list[int], str]]]:
        """What has come back: the spans, how long they took, and what was found."""
        ready, _ = wait(self.flying, timeout=timeout, return_when=FIRST_COMPLETED)
        found = []
        for future in ready:
            counts = future.result()
            span, start = self.flying[future]
            found.append((span, monotonic() - start, counts))
        for future in ready:  # only now: if one is lost, all of them are played again
            del self.flying[future]
        return found

    def lose(self, error: Exception) -> list[Span]:
        """Leave broken workers; the spans that they had."""
        self.losses += 1
        if isinstance(error, ImportError):
            raise SimulationError(
                f"a worker cannot play ({error}); install the same rackcard on every machine of the cluster"
            ) from None
        if not _is_loss(error):
            raise error
        if self.losses > LOST_MAX:
            raise SimulationError("workers die again and again; try with --workers 1") from None
        lost = [span for span, _ in self.flying.values()]
        self.flying.clear()
        self.close()
        return lost

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None


def _pooled(program: AnyProgram, seed: int, engine: str, limit: Limit, open_pool: Pool, progress: Progress) -> Playing:
    """Hand out spans; take them in from the first block on, so that any end leaves a whole beginning."""
    sizes, crew = Sizes(), _Crew(open_pool, (program, seed, engine))
    end = None if limit.seconds is None else monotonic() + limit.seconds
    landed: dict[int, tuple[Span, tuple[list[int], str]]] = {}
    again: list[Span] = []
    at = progress.blocks

    def choose() -> Span | None:
        return min(again, key=lambda span: span.first) if again else _next_span(program, limit, at, sizes)

    def chosen(span: Span) -> None:
        nonlocal at
        at = max(at, span.first + span.blocks)
        if span in again:
            again.remove(span)

    try:
        while end is None or monotonic() < end:
            try:
                if not crew.is_up():  # starting processes takes longer than many a run, so it is played here
                    span = choose()
                    if span is None:
                        return
                    start = monotonic()
                    landed[span.first] = span, work(program, seed, "numba" if engine == "dask" else engine, span)
                    chosen(span)
                    sizes.learn(span, monotonic() - start)
                else:
                    # A lost span goes before all: what has landed behind it waits for it.
                    while len(crew.flying) < 2 * crew.workers and (again or len(landed) < 64 * crew.workers):
                        span = choose()
                        if span is None:
                            break
                        crew.send(span)
                        chosen(span)
                    if not crew.flying:
                        return
                    for span, seconds, found in crew.next(None if end is None else max(0.0, end - monotonic())):
                        sizes.learn(span, seconds / 2)  # each worker has two in hand
                        landed[span.first] = span, found
            except Exception as error:
                again += crew.lose(error)
            while progress.blocks in landed:
                span, found = landed.pop(progress.blocks)
                progress.add(span, found, is_whole=_is_whole(program, span))
                yield progress
                if not _is_whole(program, span):
                    return
    finally:
        crew.close()
