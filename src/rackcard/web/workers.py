"""Worker processes: what readers ask for is computed there, so that it never holds up the process that deals.

A few processes of low priority take jobs from a queue of limited length. A job that takes too long or too much memory
is ended with its process, and another process takes its place. What was found is kept by what was asked, up to a
number of bytes, so that a page is computed once however many people ask for it.
"""

import asyncio
import hashlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from queue import PriorityQueue
from time import monotonic
from typing import Any, Literal, NamedTuple, TypeVar

from starlette.concurrency import run_in_threadpool

import rackcard
from rackcard.table.reckoned import Reckoned, Reckoning
from rackcard.table.state import Refusal
from rackcard.web import worker

WORKERS_MAX = 2
QUEUE_MAX = 32
"""How many requests of readers may wait for a worker."""
CLIENT_MAX = 16
"""How many of them may come from one address."""
WAIT_SECONDS = 30.0
"""A request that has waited so long is refused when its turn comes."""
PROCESSOR_SECONDS = 10.0
"""How much processor time a job may take."""
WALL_SECONDS = 300.0
"""How long a job may take in all, whatever it waits for."""
KEPT_BYTES = 64 * 1024**2
"""How much of what was found is kept."""
PIECE_BYTES = KEPT_BYTES // 16
"""What is larger is not kept."""
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

T = TypeVar("T")
Priority = Literal["table", "reader", "ahead"]
"""Who waits: somebody at a table, a reader, or nobody."""
RANKS: dict[Priority, int] = {"table": 0, "reader": 1, "ahead": 2}


class Kept:
    """Answers by what was asked, those that were used longest ago forgotten first."""

    def __init__(self, most: int = KEPT_BYTES) -> None:
        self.most, self.size = most, 0
        self._found: OrderedDict[bytes, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: bytes) -> bytes | None:
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
            return self._found.get(key)

    def put(self, key: bytes, data: bytes) -> None:
        if len(data) > min(PIECE_BYTES, self.most):
            return
        with self._lock:
            self.size += len(data) - len(self._found.pop(key, b""))
            self._found[key] = data
            while self.size > self.most:
                self.size -= len(self._found.popitem(last=False)[1])

    def copy(self) -> "Kept":
        new = Kept(self.most)
        new._found, new.size = self._found.copy(), self.size
        return new


class Process:
    """A worker process as the server has it."""

    def __init__(self) -> None:
        inherited = os.environ.get("PYTHONPATH")
        path = os.pathsep.join(filter(None, (str(Path(rackcard.__file__).parents[1]), inherited)))
        group: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}  # Ctrl+C is for the server
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "rackcard.web.worker"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **ONE_THREAD, "PYTHONPATH": path},
            **group,
        )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.sink, self.source = self.process.stdin, self.process.stdout

    @property
    def pid(self) -> int:
        return self.process.pid

    def run(self, data: bytes, seconds: float, told: Callable[[Any], None] = lambda progress: None) -> worker.Answer:
        """Have a job done; a process that does not answer in time is ended, and its job is refused."""
        late = threading.Event()
        timer = threading.Timer(seconds, self._kill, [late])
        timer.daemon = True
        timer.start()
        try:
            worker.write(self.sink, data)
            while (message := worker.read(self.source)) is not None:
                answer: worker.Answer = pickle.loads(message)
                if answer.is_last:
                    return answer
                told(pickle.loads(answer.found))
        except OSError:
            pass  # it has ended: so says its exit status
        finally:
            timer.cancel()
        return worker.Answer(is_last=True, found=b"", error=self._why(late), retires=True)

    def stop(self) -> None:
        """Ask the job in hand to end with what it has."""
        with suppress(OSError, ValueError):  # it may have ended already
            worker.write(self.sink, b"")

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()
        self.close()

    def close(self) -> None:
        """Close the pipes, even where what was not read yet can no longer be written."""
        for pipe in (self.sink, self.source):
            with suppress(OSError):
                pipe.close()

    def _kill(self, late: threading.Event) -> None:
        late.set()
        self.process.kill()

    def _why(self, late: threading.Event) -> Refusal:
        """Why a process ended in the midst of a job: it took too long, by the clock or the processor, or too much."""
        self.process.kill()
        status = self.process.wait()
        is_long = late.is_set() or status == -getattr(signal, "SIGPROF", 0)
        return Refusal("busy.too-long" if is_long else "busy.memory")


@dataclass(order=True)
class WorkerTask:
    """A job in the queue."""

    rank: int
    number: int
    key: bytes = field(compare=False)
    data: bytes = field(compare=False)
    client: str = field(compare=False)
    found: "Future[bytes]" = field(compare=False, default_factory=Future)
    since: float = field(compare=False, default_factory=monotonic)
    is_begun: bool = field(compare=False, default=False)


class Counts(NamedTuple):
    """What the workers have met with."""

    waiting: int
    refused: int
    done: int
    """Jobs that were answered."""
    ended: int
    """Jobs that were ended with their process: over a limit of time or memory."""
    started: int
    """Processes that were started, those in the place of others included."""
    kept: int
    """Bytes of answers that are kept."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workers:
    """The workers of a server; with none, everything is computed where it is asked for, as a worker itself does."""

    def __init__(self, number: int | None = None, queue_max: int = QUEUE_MAX) -> None:
        self.number = max(1, min(WORKERS_MAX, cores() - 1)) if number is None else number
        self.queue_max = queue_max
        self.kept = Kept()
        self.processes: list[Process] = []
        self._queue: PriorityQueue[WorkerTask] = PriorityQueue()
        self._numbers = count()
        self._lock = threading.Lock()
        self._under_way: dict[bytes, WorkerTask] = {}
        self._waiting: Counter[str] = Counter()
        self._attendants: list[threading.Thread] = []
        self._refused = self._done = self._ended = self._started = 0
        self._is_over = False

    def call(
        self, function: Callable[..., T], *args: Any, priority: Priority = "reader", client: str = "",
        patience: float | None = None,
    ) -> T:  # fmt: skip
        """What a function finds, once a worker has computed it; waits for it, or for so many seconds only."""
        if not self.number:
            return function(*args)
        try:
            data = self._task(function, args, priority, client).result(patience)
        except TimeoutError:
            raise Refusal("busy.readers") from None
        found: T = pickle.loads(data)
        return found

    async def ask(
        self, function: Callable[..., T], *args: Any, priority: Priority = "reader", client: str = ""
    ) -> T:  # fmt: skip
        """The same, without a thread that waits."""
        if not self.number:
            return await run_in_threadpool(function, *args)
        task = self._task(function, args, priority, client)
        data: bytes = await asyncio.shield(asyncio.wrap_future(task))
        found: T = pickle.loads(data)
        return found

    def _task(
        self, function: Callable[..., Any], args: tuple[Any, ...], priority: Priority, client: str
    ) -> "Future[bytes]":  # fmt: skip
        """What will be found: kept from before, being computed for somebody else, or put into the queue."""
        asked = f"{function.__module__}.{function.__qualname__}{args!r}"
        key = hashlib.sha256(asked.encode("utf-8", "surrogatepass")).digest()
        if (known := self.kept.get(key)) is not None:
            done: Future[bytes] = Future()
            done.set_result(known)
            return done
        with self._lock:
            if self._is_over:
                raise Refusal("stopping")
            if (task := self._under_way.get(key)) is not None:
                if priority != "table" or task.is_begun or task.rank == RANKS["table"]:
                    return task.found
                self._no_longer_waits(task)
                task = replace(task, rank=RANKS["table"], client="")  # the one in the queue is passed over
            else:
                if priority == "reader":
                    self._verify_room(client)
                    self._waiting[client] += 1
                data = pickle.dumps(worker.WorkerJob(function, args, PROCESSOR_SECONDS))
                task = WorkerTask(RANKS[priority], next(self._numbers), key, data, client)
            self._under_way[key] = task
            self._start()
        self._queue.put(task)
        return task.found

    def _no_longer_waits(self, task: WorkerTask) -> None:
        """Only readers are counted: no number of them keeps a table from its worker."""
        if task.rank == RANKS["reader"]:
            self._waiting[task.client] -= 1
            self._waiting += Counter()

    def _verify_room(self, client: str) -> None:
        if self._waiting.total() >= self.queue_max:
            self._refused += 1
            raise Refusal("busy.readers")
        if client and self._waiting[client] >= CLIENT_MAX:
            self._refused += 1
            raise Refusal("too-fast.reader", most=CLIENT_MAX)

    def _start(self) -> None:
        self._attendants = [thread for thread in self._attendants if thread.is_alive()]
        while len(self._attendants) < self.number:
            thread = threading.Thread(target=self._attend, name="worker attendant", daemon=True)
            self._attendants.append(thread)
            thread.start()

    def _attend(self) -> None:
        """Keep one worker process busy, and replace it when it ends."""
        process: Process | None = None
        while not self._is_over:
            task = self._queue.get()
            with self._lock:
                if self._under_way.get(task.key) is not task:
                    continue  # it was asked for at a table, and put into the queue again
                task.is_begun = True
                self._no_longer_waits(task)
            if task.rank != RANKS["ahead"] and monotonic() - task.since > WAIT_SECONDS:
                self._refused += 1
                self._answer(task, worker.Answer(is_last=True, found=b"", error=Refusal("busy.readers")))
                continue
            try:
                if process is not None and process.process.poll() is not None:  # it ended while it had nothing to do
                    self._forget(process)
                    process = None
                process = process or self._new_process()
                answer = process.run(task.data, WALL_SECONDS)
            except Exception as error:
                answer = worker.Answer(is_last=True, found=b"", error=error, retires=True)
            try:
                if answer.retires and process is not None:
                    self._ended += isinstance(answer.error, Refusal) and answer.error.code == "busy"
                    ended, process = process, None
                    self._forget(ended)
            finally:
                self._done += 1
                self._answer(task, answer)

    def _answer(self, task: WorkerTask, answer: worker.Answer) -> None:
        """Hand an answer over to all who wait for it."""
        if answer.error is None and answer.is_kept:
            self.kept.put(task.key, answer.found)
        with self._lock:
            self._under_way.pop(task.key, None)
            if task.found.done():
                return  # the server is stopping
        if answer.error is None:
            task.found.set_result(answer.found)
        else:
            task.found.set_exception(answer.error)

    def _new_process(self) -> Process:
        process = Process()
        with self._lock:
            self._started += 1
            self.processes.append(process)
        return process

    def _forget(self, process: Process) -> None:
        with self._lock:
            if process in self.processes:
                self.processes.remove(process)
        process.end()

    def counts(self) -> Counts:
        """What there is to tell."""
        return Counts(self._waiting.total(), self._refused, self._done, self._ended, self._started, self.kept.size)

    def held(self) -> int:
        """How many bytes of memory the processes hold."""
        return sum(worker.held(process.pid) for process in list(self.processes))

    def close(self) -> None:
        """End every process; whoever waits is refused."""
        self._is_over = True
        with self._lock:
            processes, tasks = list(self.processes), list(self._under_way.values())
            for task in tasks:
                task.found.set_exception(Refusal("stopping"))
        for process in processes:
            process.process.kill()

    def after_fork(self) -> "Workers":
        """The workers of a process that was forked from this one: its own, with what this one has kept."""
        for process in self.processes:
            process.close()
        new = Workers(self.number, self.queue_max)
        new.kept = self.kept.copy()
        return new


def reckon(heavy: Reckoning) -> None:
    """Have a worker compute what is heavy about a command, before its table is locked."""
    function, args = heavy
    if not function.knows(args):
        function.take(args, workers().call(outcome, function, args, priority="table"))


def outcome(function: Reckoned[Any, T], args: tuple[Any, ...]) -> T | Refusal:
    """What a function finds or refuses, as a worker sends it."""
    return function.outcome(*args)


_here: Workers | None = None


def workers() -> Workers:
    """The workers of this process, started when they are first needed."""
    global _here
    if _here is None:
        _here = Workers()
    return _here


def use(some: Workers | None) -> None:
    """Have other workers from now on, and end those before; None for new ones, when they are next needed."""
    global _here
    before, _here = _here, some
    if before is not None:
        before.close()


def _after_fork() -> None:
    global _here
    _here = None if _here is None else _here.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
