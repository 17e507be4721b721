"""A worker process: computes what it is sent, one job at a time, and answers over its pipes.

It has nothing of the server but those pipes. It ends when the server does, however that ends: then there is nothing
more to read.
"""

import os
import pickle
import signal
import struct
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any, NamedTuple

from rackcard.table.state import Refusal

NICENESS = 3
"""How much lower than the server's the priority of a worker is."""
MEMORY_MAX = 1024**3
"""How many bytes of addresses a worker may have; a job that needs more is refused."""
KEPT_MAX = 384 * 1024**2
"""A worker that holds more bytes than this after a job is replaced by a new one."""
LENGTH = struct.Struct(">Q")


class WorkerJob(NamedTuple):
    """What a worker is asked for: a function by its name, and the processor time it may take."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    seconds: float


class Answer(NamedTuple):
    """What a worker says: how far it is, what it found, or why it did not."""

    is_last: bool
    found: bytes
    error: Exception | None = None
    retires: bool = False
    """Whether the worker ends after this, since it holds too much."""
    is_kept: bool = True
    """Whether it would be the same the next time: not where the time ran out."""


def write(sink: IO[bytes], data: bytes) -> None:
    """Send a message."""
    sink.write(LENGTH.pack(len(data)) + data)
    sink.flush()


def read(source: IO[bytes]) -> bytes | None:
    """The next message, or None where there will be none."""
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    data = source.read(length)
    return data if len(data) == length else None


class _Pipe:
    """The worker's own end: where its jobs come from, and where answers go."""

    def __init__(self) -> None:
        self.source = sys.stdin.buffer
        self.sink = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # whatever prints does not disturb the answers
        self.jobs: SimpleQueue[bytes] = SimpleQueue()
        self.stopping = threading.Event()

    def listen(self) -> None:
        """Take in jobs; nothing more to read means that the server is gone, and then so is the worker."""
        while (data := read(self.source)) is not None:
            if data:
                self.jobs.put(data)
            else:
                self.stopping.set()
        os._exit(0)


_pipe: _Pipe | None = None


def tell(progress: object) -> bool:
    """Say how far a job is; whether it is to go on."""
    if _pipe is None:
        return True
    write(_pipe.sink, pickle.dumps(Answer(is_last=False, found=pickle.dumps(progress))))
    return not _pipe.stopping.is_set()


def main() -> None:
    """Follow jobs until the server ends."""
    global _pipe
    from rackcard.web import workers

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit()
    workers.use(workers.Workers(0))
    _pipe = _Pipe()
    threading.Thread(target=_pipe.listen, daemon=True).start()
    while True:
        data = _pipe.jobs.get()
        answer = _answer(data)
        write(_pipe.sink, pickle.dumps(answer))
        _pipe.stopping.clear()
        if answer.retires:
            return


def _limit() -> None:
    """Lower the priority, and limit the memory, where the system can."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _answer(data: bytes) -> Answer:
    """What follows from a job; the system ends a worker that takes more processor time than the job has."""
    try:
        job: WorkerJob = pickle.loads(data)
        _alarm(job.seconds)
        result = job.function(*job.args)
        found = pickle.dumps(result)
    except MemoryError:
        return Answer(is_last=True, found=b"", error=Refusal("busy.memory"), retires=True)
    except Exception as error:
        return Answer(is_last=True, found=b"", error=_sendable(error), retires=held() > KEPT_MAX)
    finally:
        _alarm(0)
    return Answer(is_last=True, found=found, retires=held() > KEPT_MAX, is_kept=getattr(result, "is_kept", True))


def _alarm(seconds: float) -> None:
    if hasattr(signal, "ITIMER_PROF"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _sendable(error: Exception) -> Exception:
    """An error as it can be sent; one that cannot is a defect, told in its own words."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def held(process: int | str = "self") -> int:
    """How many bytes of memory a process holds; 0 where the system does not say."""
    with suppress(OSError, ValueError), open(f"/proc/{process}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


if __name__ == "__main__":
    from rackcard.web.worker import main as follow  # the module that jobs and answers are named by

    follow()
