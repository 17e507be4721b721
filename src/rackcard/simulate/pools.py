"""Worker pools: processes on this machine, or a Dask cluster. A lost worker costs time only."""

import os
import signal
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from importlib import import_module
from logging import CRITICAL
from multiprocessing import get_context, parent_process
from threading import Thread, current_thread, main_thread
from time import monotonic
from typing import Any, Protocol, runtime_checkable

from rackcard.simulate.circuit.blocks import Span
from rackcard.simulate.errors import SimulationError
from rackcard.simulate.jobs import AnyProgram
from rackcard.simulate.kernels import Tallies, count_span

FAILURES_MAX = 20
SCHEDULER_PORT = 8786
"""Where a scheduler listens unless its address says otherwise."""
CLUSTER_SECONDS = 10
"""How long a scheduler may take to answer."""
COUNT_SECONDS = 2.0
"""How often the threads of a cluster are counted: workers may join or leave a run."""

OpenPool = Callable[[], tuple[Executor, int]]
"""Opens workers: an executor to submit to, and the number of workers."""


# ---- processes


class _Processes(ProcessPoolExecutor):
    """Worker processes that Ctrl-C does not reach, not even while they start: it is for the parent alone."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        with _without_interrupts():  # workers are started here, and inherit what is blocked
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back until the block is done; processes started in it never receive it.

    A signal that this thread blocks goes to another one, numpy's for example, and Python would still raise it here:
    between the start of a worker and its registration, which leaves a worker that is never shut down. So the signal
    is recorded, and raised afterwards.
    """
    if current_thread() is not main_thread():
        yield
        return
    received: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: received.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if hasattr(signal, "pthread_sigmask") else None
    try:
        yield
    finally:
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, signal.SIG_DFL if handler is None else handler)
        if received:
            signal.raise_signal(signal.SIGINT)


def process_pool(workers: int) -> OpenPool:
    """Processes on this machine."""

    def open_pool() -> tuple[Executor, int]:
        context = get_context("spawn")  # numba does not work in a forked process
        return _Processes(workers, mp_context=context, initializer=_start_worker), workers

    return open_pool


def _start_worker() -> None:
    """Ignore Ctrl-C, and end when the parent ends, however that happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:

        def end_with_parent() -> None:
            parent.join()
            os._exit(1)

        Thread(target=end_with_parent, daemon=True).start()


# ---- clusters


def dask_pool(address: str | None, workers: int) -> OpenPool:
    """A Dask cluster by the address of its scheduler, or a local one."""

    def open_pool() -> tuple[Executor, int]:
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise SimulationError("no-dask") from None
        if address is None:
            # Its workers are stopped in the middle of spans, and would log that as an error.
            local = distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=CRITICAL
            )
            client = distributed.Client(local)
        else:
            try:
                _verify_answers(address)
                client = distributed.Client(address, timeout=CLUSTER_SECONDS)
            except (OSError, ValueError, TypeError, RuntimeError) as error:
                raise SimulationError("no-scheduler", address=address, reason=str(error) or "no answer") from None
        threads = sum(client.nthreads().values()) or workers
        return _ClusterExecutor(client, owns_cluster=address is None), threads

    return open_pool


def _verify_answers(address: str) -> None:
    """Somebody listens at the address of a scheduler; a client that finds nobody there may wait for ever."""
    addressing: Any = import_module("distributed.comm.addressing")
    scheme, place = addressing.parse_address(address)
    if scheme in ("tcp", "tls"):
        host, port = addressing.parse_host_port(place, SCHEDULER_PORT)
        socket.create_connection((host, port), timeout=CLUSTER_SECONDS).close()


@runtime_checkable
class Crew(Protocol):
    """An executor whose workers may join and leave."""

    def threads(self) -> int:
        """How many threads there are now."""


class _ClusterExecutor(Executor):
    """A Dask cluster as an executor; the scheduler repeats spans that are lost with a worker."""

    def __init__(self, client: Any, *, owns_cluster: bool) -> None:
        self.client, self.owns_cluster = client, owns_cluster
        self.executor = client.get_executor(pure=False, retries=FAILURES_MAX)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = self.executor.submit(fn, *args, **kwargs)
        return future

    def threads(self) -> int:
        """How many threads the cluster has now; 0 while its scheduler does not answer."""
        with suppress(OSError, RuntimeError, CancelledError, TimeoutError):
            return sum(self.client.nthreads().values())
        return 0

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with suppress(OSError, RuntimeError, CancelledError):  # the cluster may be gone already
            self.executor.shutdown(wait=wait)
        with suppress(OSError, RuntimeError, CancelledError):
            cluster = self.client.cluster
            self.client.close()
            if self.owns_cluster:
                cluster.close()


# ---- spans in the hands of workers


def _is_worker_loss(error: Exception) -> bool:
    """Whether a span was lost with its worker, and can be played again."""
    return isinstance(error, BrokenProcessPool | CancelledError) or type(error).__name__ == "KilledWorker"


class WorkerPool:
    """Workers and the spans they are playing; after a loss the pool is reopened and its spans are played again."""

    def __init__(self, open_pool: OpenPool, program: AnyProgram, seed: int, engine: str) -> None:
        self.open_pool, self.job = open_pool, (program, seed, engine)
        self.executor: Executor | None = None
        self.workers, self.failures, self.counted = 0, 0, 0.0
        self.probes: list[Future[Any]] = []
        self.pending: dict[Future[Any], tuple[Span, float]] = {}

    def is_up(self) -> bool:
        """Whether a worker has answered; until then the caller has time to play."""
        if self.executor is None:
            self.executor, self.workers = self.open_pool()
            self.probes = [self.executor.submit(count_span, *self.job, Span(0, 1, 1)) for _ in range(self.workers)]
        ready = [probe for probe in self.probes if probe.done()]
        for probe in ready:
            probe.result()
        return bool(ready)

    def count(self) -> int:
        """How many workers there are: those of a cluster are counted again from time to time."""
        now = monotonic()
        if isinstance(self.executor, Crew) and now - self.counted >= COUNT_SECONDS:
            self.counted = now
            self.workers = self.executor.threads() or self.workers
        return self.workers

    def submit(self, span: Span) -> None:
        """Hand a span to a worker."""
        assert self.executor is not None
        self.pending[self.executor.submit(count_span, *self.job, span)] = (span, monotonic())

    def completed(self, timeout: float | None) -> list[tuple[Span, float, Tallies]]:
        """Wait for spans: each with the seconds it took and its tallies."""
        ready, _ = wait(self.pending, timeout=timeout, return_when=FIRST_COMPLETED)
        found = []
        for future in ready:
            tallies = future.result()
            span, start = self.pending[future]
            found.append((span, monotonic() - start, tallies))
        for future in ready:  # only now: if one is lost, all of them are played again
            del self.pending[future]
        return found

    def recover(self, error: Exception) -> list[Span]:
        """Drop broken workers and return the spans they had; any other error is raised."""
        self.failures += 1
        if isinstance(error, ImportError):
            raise SimulationError("worker-import", reason=str(error)) from None
        if not _is_worker_loss(error):
            raise error
        if self.failures > FAILURES_MAX:
            raise SimulationError("workers-lost") from None
        lost = [span for span, _ in self.pending.values()]
        self.pending.clear()
        self.close()
        return lost

    def close(self) -> None:
        """Shut the workers down without waiting for them."""
        if self.executor is not None:
            self.executor.shutdown(wait=False, cancel_futures=True)
            self.executor = None
