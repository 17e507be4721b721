"""The simulation's workers: lost, slow to start, interrupted, or far away, they cost time and never counts."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from threading import Timer
from typing import Any, ClassVar

import pytest

from rackcard.api import load
from rackcard.simulate import kernels, pools, runner
from rackcard.simulate.circuit.blocks import Span
from rackcard.simulate.circuit.circuit import Program
from rackcard.simulate.errors import SimulationError
from rackcard.simulate.jobs import prepare
from rackcard.simulate.runner import Limit, RunProgress, run

pytestmark = pytest.mark.slow

RACKCARD = Path(sys.executable).parent / "rackcard"
ROUNDS = Program.rounds_before(12) + 12_345


class Frail(Executor):
    """An executor that plays at once and fails at a given submission in a given way."""

    def __init__(self, dies_at: set[int], error: type[Exception], *, at_submit: bool) -> None:
        self.dies_at, self.error, self.at_submit, self.sent = dies_at, error, at_submit, 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.sent += 1
        future: Future[Any] = Future()
        if self.sent in self.dies_at:
            if self.at_submit:
                raise self.error("a worker died")
            future.set_exception(self.error("a worker died"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


class KilledWorker(Exception):
    """As Dask names a span that took several workers with it."""


def last(steps: Any) -> RunProgress:
    progress = RunProgress()
    for progress in steps:
        assert progress.rounds
    return progress


@pytest.mark.parametrize("error", [BrokenProcessPool, KilledWorker])
@pytest.mark.parametrize("at_submit", [True, False])
def test_a_worker_lost_at_any_moment_is_replaced(
    error: type[Exception], at_submit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner.SpanSizes, "learn", lambda *_: None)  # a block at a time
    (job,) = prepare(load("high-roller"))
    plain = last(run(job.program, 4, "numpy", Limit(rounds=ROUNDS)))
    pool = Frail({2, 4, 5, 11}, error, at_submit=at_submit)
    found = last(runner._pooled(job.program, 4, "numpy", Limit(rounds=ROUNDS), lambda: (pool, 2), RunProgress()))
    assert (found.counts, found.rounds) == (plain.counts, ROUNDS)


def test_a_lost_first_span_is_played_before_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lost span is replayed however much was finished after it; otherwise the run would end early."""

    class Late(Frail):
        """The first span comes back last, and lost."""

        held: ClassVar[list["Future[Any]"]] = []

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            future = super().submit(fn, *args, **kwargs)
            if self.sent == 2:
                future = Future()
                self.held.append(future)
            elif self.sent == 66:  # by then as much has landed as may
                Timer(0.5, self.held[0].set_exception, [BrokenProcessPool()]).start()
            return future

    monkeypatch.setattr(runner.SpanSizes, "learn", lambda *_: None)
    for room in (runner, pools):
        monkeypatch.setattr(room, "count_span", lambda program, seed, engine, span: ([span.rounds], engine))
    (job,) = prepare(load("high-roller"))
    pool = Late(set(), BrokenProcessPool, at_submit=False)
    rounds = Program.rounds_before(90)
    found = last(runner._pooled(job.program, 4, "numpy", Limit(rounds=rounds), lambda: (pool, 1), RunProgress()))
    assert found.counts == [rounds]


def test_workers_that_always_die_are_told_of() -> None:
    (job,) = prepare(load("high-roller"))
    pool = Frail(set(range(2, 1000)), BrokenProcessPool, at_submit=True)
    with pytest.raises(SimulationError, match="keep failing"):
        last(runner._pooled(job.program, 4, "numpy", Limit(), lambda: (pool, 1), RunProgress()))


def test_a_worker_killed_while_the_caller_is_busy_costs_time_only() -> None:
    (job,) = prepare(load("super-shooter"))
    killed, rounds, progress = 0, 6_000_000, RunProgress()
    for steps, progress in enumerate(run(job.program, 1, "numpy", Limit(rounds=rounds), workers=2)):
        workers = multiprocessing.active_children()
        assert progress.rounds
        if workers and not killed and steps > 3:
            killed = workers[0].pid or 0
            os.kill(killed, signal.SIGKILL)
            time.sleep(0.5)
    assert killed
    assert progress.rounds == rounds


def test_blocks_are_played_here_until_a_worker_answers() -> None:
    class Sleepy(Frail):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            return Future()

    (job,) = prepare(load("high-roller"))
    pool = Sleepy(set(), BrokenProcessPool, at_submit=False)
    found = last(runner._pooled(job.program, 4, "numpy", Limit(seconds=1.0), lambda: (pool, 2), RunProgress()))
    assert found.rounds >= Program.rounds_before(2)


def test_workers_are_started_deaf_to_interruptions() -> None:
    pool, _ = pools.process_pool(1)()
    with pool:
        assert signal.SIGINT in pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_an_early_interruption_shows_no_trace_of_a_worker() -> None:
    for wait in (0.0, 0.3):
        command = [str(RACKCARD), "simulate", "high-roller", "--rounds", "1e11", "--engine", "numpy", "--workers", "2"]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        ) as process:
            assert process.stderr is not None
            process.stderr.readline()
            time.sleep(wait)
            os.killpg(process.pid, signal.SIGINT)
            _, err = process.communicate(timeout=60)
        assert "Traceback" not in err, err
        assert process.returncode == 0


def test_a_failed_compilation_is_noted_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RACKCARD_CACHE", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/bin/false")
    monkeypatch.setattr(runner, "SMALL_ROUNDS", 0)
    (job,) = prepare(load("high-roller"))
    found = last(run(job.program, 4, "numba", Limit(rounds=12 * ROUNDS)))
    assert found.played == {"numpy": 12 * ROUNDS}
    assert capsys.readouterr().err.count("could not compile") == 1


def test_what_is_compiled_in_one_folder_is_not_taken_to_be_in_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (job,) = prepare(load("high-roller"))
    span = Span(0, 1, 2048)
    monkeypatch.setenv("RACKCARD_CACHE", str(tmp_path / "one"))
    kernels.compile_kernel(job.program)
    assert kernels.count_span(job.program, 3, "numba", span)[1] == "numba"
    monkeypatch.setenv("RACKCARD_CACHE", str(tmp_path / "other"))
    assert kernels.count_span(job.program, 3, "numba", span)[1] == "numpy"


def test_a_cluster_worker_compiles_on_first_use(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RACKCARD_CACHE", str(tmp_path))
    (job,) = prepare(load("high-roller"))
    span = Span(0, 1, 2048)
    counts, engine = kernels.count_span(job.program, 3, "dask", span)
    assert engine == "numba"
    assert kernels.is_compiled(job.program)
    assert (counts, "numpy") == kernels.count_span(job.program, 3, "numpy", span)


@pytest.mark.parametrize("address", ["foo", "tcp://127.0.0.1:9"])
def test_an_address_where_nobody_answers_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "CLUSTER_SECONDS", 1)
    (job,) = prepare(load("high-roller"))
    with pytest.raises(SimulationError, match="scheduler"):
        last(run(job.program, 4, "dask", Limit(rounds=ROUNDS), cluster=address))


def test_workers_end_with_their_parent() -> None:
    command = [str(RACKCARD), "simulate", "high-roller", "--rounds", "1e12", "--engine", "numpy", "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        children: list[str] = []
        for _ in range(600):
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            if len(children) >= 3:  # two workers, and the tracker of what they share
                break
            time.sleep(0.1)
        process.kill()
    for _ in range(300):
        if not any(Path(f"/proc/{pid}").exists() for pid in children):
            return
        time.sleep(0.1)
    pytest.fail(f"still there: {children}")


def test_what_is_no_whole_number_is_refused() -> None:
    for name, value in (("rounds", 1e5), ("rounds", "1e5"), ("rounds", True), ("seed", 1.5), ("workers", 1.5)):
        given: dict[str, Any] = {"rounds": 10, name: value}
        with pytest.raises(SimulationError, match=f"{name} must be a whole number"):
            load("high-roller").simulate(**given)


class Growing(Frail):
    """A crew that has one thread at first and five a little later; it keeps what it is given until it is asked."""

    def __init__(self) -> None:
        super().__init__(set(), KilledWorker, at_submit=False)
        self.at_once, self.asked = 0, 0

    def threads(self) -> int:
        self.asked += 1
        return 1 if self.asked < 2 else 5


def test_workers_that_join_a_run_late_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads are counted again as a run goes on, and spans are handed out to all of them."""
    monkeypatch.setattr(pools, "COUNT_SECONDS", 0.0)
    monkeypatch.setattr(runner.SpanSizes, "learn", lambda *_: None)
    (job,) = prepare(load("high-roller"))
    crew, seen = Growing(), []
    submit = pools.WorkerPool.submit

    def noted(self: pools.WorkerPool, span: Span) -> None:
        submit(self, span)
        seen.append(len(self.pending))

    monkeypatch.setattr(pools.WorkerPool, "submit", noted)
    plain = last(run(job.program, 4, "numpy", Limit(rounds=ROUNDS)))
    found = last(runner._pooled(job.program, 4, "numpy", Limit(rounds=ROUNDS), lambda: (crew, 1), RunProgress()))
    assert found.counts == plain.counts
    assert max(seen[:2]) <= 2
    assert max(seen) == 10


PLAYED_BY: set[str] = set()


def count_and_note(*job: Any) -> Any:
    """Plays a span and notes which worker of a cluster did."""
    from distributed import get_worker

    PLAYED_BY.add(get_worker().address)
    time.sleep(0.05)
    return kernels.count_span(*job)


def test_workers_of_a_cluster_that_join_late_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(pools, "COUNT_SECONDS", 0.05)
    monkeypatch.setattr(runner, "COUNT_SECONDS", 0.05)
    monkeypatch.setattr(pools, "count_span", count_and_note)
    monkeypatch.setattr(runner.SpanSizes, "learn", lambda *_: None)
    PLAYED_BY.clear()
    (job,) = prepare(load("high-roller"))
    rounds = Program.rounds_before(40)
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        steps = run(job.program, 4, "dask", Limit(rounds=rounds), cluster=cluster.scheduler_address)
        for progress in steps:
            if progress.blocks == 5:
                cluster.scale(4)
                cluster.wait_for_workers(4)
    assert progress.rounds == rounds
    assert len(PLAYED_BY) == 4


def test_a_compilation_that_failed_is_reported_once_and_its_file_closed(capsys: pytest.CaptureFixture[str]) -> None:
    unusable: Any = "not a program"
    kernels.compile_in_background(unusable)
    failed = kernels._compilers[-1]
    failed.process.wait(60)
    kernels.report_failed_compilers()
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "numba could not compile" in line]
    assert "Error" in line
    assert failed.errors.closed
    assert failed not in kernels._compilers
    kernels.report_failed_compilers()
    assert "numba could not compile" not in capsys.readouterr().err


def test_a_compilation_is_reported_once_though_nobody_reads_the_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    def unread(*_: object, **__: object) -> None:
        raise BrokenPipeError

    unusable: Any = "not a program"
    kernels.compile_in_background(unusable)
    kernels._compilers[-1].process.wait(60)
    monkeypatch.setattr(kernels, "note", unread)
    with pytest.raises(BrokenPipeError):
        kernels.report_failed_compilers()
    kernels.report_failed_compilers()
