"""Worker processes: limits of time, memory and number, one computation for all who ask, and how they end."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rackcard.api import load, loads
from rackcard.card import CardError
from rackcard.report.documents.content import PrintError
from rackcard.report.printing import printed
from rackcard.table.state import Refusal
from rackcard.web import worker
from rackcard.web import workers as pool
from rackcard.web.workers import Kept, Workers

pytestmark = pytest.mark.slow


# ---- jobs


def pid() -> int:
    return os.getpid()


def doubled(number: int) -> int:
    return 2 * number


def busy_until(path: str) -> str:
    """Takes until a file is there."""
    while not Path(path).exists():
        time.sleep(0.01)
    return path


def asleep() -> None:
    time.sleep(3600)


def spinning() -> None:
    while True:
        pass


def hungry() -> int:
    return len(bytearray(2 * worker.MEMORY_MAX))


def appended(path: str) -> int:
    with open(path, "a", encoding="ascii") as file:
        file.write("x")
    return Path(path).stat().st_size


def refusing() -> None:
    raise Refusal("bad-form.number", value="x")


def no_card() -> None:
    loads("card: x\n")


def not_sendable() -> Any:
    return lambda: 0


def open_files() -> list[str]:
    links = (Path(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd"))
    return [str(link.readlink()) for link in links if link.is_symlink()]


@pytest.fixture(scope="module", autouse=True)
def jobs_are_found() -> Iterator[None]:
    """The jobs above are no part of the program, so workers are told where they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
        yield


@pytest.fixture(scope="module")
def one() -> Iterator[Workers]:
    """One worker for all: whatever a test does to its process, the next has another."""
    workers = Workers(1)
    yield workers
    workers.close()


def waited(true: Callable[[], bool]) -> None:
    while not true():
        time.sleep(0.01)


# ---- what is computed


def test_a_job_runs_in_another_process_of_lower_priority(one: Workers) -> None:
    found = one.call(pid)
    assert found == one.processes[0].pid != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, found) > os.getpriority(os.PRIO_PROCESS, 0)


def test_what_was_found_is_kept_by_what_was_asked(one: Workers, tmp_path: Path) -> None:
    path = str(tmp_path / "asked")
    assert [one.call(appended, path) for _ in range(3)] == [1, 1, 1]
    assert one.call(appended, f"{path}2") == 1


def test_those_who_ask_for_the_same_wait_for_one_computation(one: Workers, tmp_path: Path) -> None:
    path, found, before = tmp_path / "gate", list[str](), one.counts().done
    asking = [threading.Thread(target=lambda: found.append(one.call(busy_until, str(path)))) for _ in range(40)]
    for thread in asking:
        thread.start()
    path.touch()
    for thread in asking:
        thread.join()
    assert found == [str(path)] * 40
    assert one.counts().done == before + 1


def test_errors_come_back_as_they_were_raised(one: Workers) -> None:
    one.call(doubled, 200)
    before = one.counts().started
    with pytest.raises(Refusal) as refused:
        one.call(refusing)
    assert (refused.value.key, refused.value.facts) == ("bad-form.number", {"value": "x"})
    with pytest.raises(CardError) as found:
        one.call(no_card)
    with pytest.raises(CardError) as here:
        no_card()
    assert (str(found.value), found.value.line) == (str(here.value), here.value.line)
    with pytest.raises((AttributeError, pickle.PicklingError), match="lambda"):
        one.call(not_sendable)
    assert one.counts().started == before


def test_a_print_error_crosses() -> None:
    with pytest.raises(PrintError) as found:
        printed(load("craps"), "no-such-document", "pdf")  # type: ignore[arg-type]
    error = found.value
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


# ---- limits


def test_a_job_over_its_processor_time_is_ended_and_the_next_one_answered(
    one: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    one.call(doubled, 20)
    before = one.counts()
    monkeypatch.setattr(pool, "PROCESSOR_SECONDS", 0.2)
    with pytest.raises(Refusal) as refused:
        one.call(spinning)
    assert (refused.value.key, one.counts().ended) == ("busy.too-long", before.ended + 1)
    monkeypatch.undo()
    assert one.call(doubled, 21) == 42
    assert one.counts().started == before.started + 1


def test_a_job_that_does_nothing_for_too_long_is_ended(one: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "WALL_SECONDS", 0.1)
    with pytest.raises(Refusal) as refused:
        one.call(asleep)
    assert refused.value.key == "busy.too-long"
    assert one.processes == []


def test_a_job_that_needs_too_much_memory_is_refused(one: Workers) -> None:
    with pytest.raises(Refusal) as refused:
        one.call(hungry)
    assert refused.value.key == "busy.memory"
    assert one.call(doubled, 4) == 8


def test_a_full_queue_refuses_and_one_address_does_not_fill_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "CLIENT_MAX", 2)
    workers, gate = Workers(1, queue_max=4), tmp_path / "gate"
    try:
        first = threading.Thread(target=workers.call, args=(busy_until, str(gate)))
        first.start()
        waited(lambda: bool(workers.processes) and not workers.counts().waiting)
        put = [workers._task(doubled, (number,), "reader", "a") for number in range(2)]
        with pytest.raises(Refusal) as each:
            workers.call(doubled, 5, client="a")
        put += [workers._task(doubled, (number,), "reader", "b") for number in range(6, 8)]
        with pytest.raises(Refusal) as all_:
            workers.call(doubled, 9, client="c")
        assert (each.value.key, all_.value.key) == ("too-fast.reader", "busy.readers")
        table = workers._task(doubled, (10,), "table", "")
        gate.touch()
        assert [pickle.loads(one.result()) for one in (*put, table)] == [0, 2, 12, 14, 20]
        assert workers.counts()[:2] == (0, 2)
    finally:
        gate.touch()
        workers.close()


def test_tables_come_before_readers_and_readers_before_what_is_computed_ahead(one: Workers, tmp_path: Path) -> None:
    gate, order = tmp_path / "gate", list[str]()
    first = one._task(busy_until, (str(gate),), "reader", "")
    waited(lambda: bool(one.processes) and not one.counts().waiting)
    asked = {}
    for number, priority in enumerate(("ahead", "reader", "table")):
        asked[priority] = one._task(doubled, (300 + number,), priority, "")  # type: ignore[arg-type]
        asked[priority].add_done_callback(partial(_noted, order, priority))
    gate.touch()
    for future in (first, *asked.values()):
        future.result()
    waited(lambda: len(order) == 3)
    assert order == ["table", "reader", "ahead"]


def test_what_is_computed_ahead_comes_first_once_a_table_asks_for_it(one: Workers, tmp_path: Path) -> None:
    gate, order = tmp_path / "gate", list[str]()
    first = one._task(busy_until, (str(gate),), "reader", "")
    waited(lambda: bool(one.processes) and not one.counts().waiting)
    before = one.counts().done
    for name, priority, number in (("ahead", "ahead", 500), ("reader", "reader", 501), ("own", "reader", 502)):
        one._task(doubled, (number,), priority, "a").add_done_callback(partial(_noted, order, name))  # type: ignore[arg-type]
    asked = [one._task(doubled, (number,), "table", "") for number in (500, 502, 500)]
    assert one.counts().waiting == 1
    gate.touch()
    assert [pickle.loads(future.result()) for future in (first, *asked)][1:] == [1000, 1004, 1000]
    waited(lambda: len(order) == 3)
    assert order == ["ahead", "own", "reader"]
    assert one.call(doubled, 503) == 1006
    assert one.counts().done == before + 5  # each once


def _noted(order: list[str], priority: str, _: object) -> None:
    order.append(priority)


def test_who_has_waited_too_long_is_refused(one: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "WAIT_SECONDS", 0.0)
    with pytest.raises(Refusal) as refused:
        one.call(doubled, 400)
    assert refused.value.key == "busy.readers"


def test_the_least_recently_used_is_forgotten_first() -> None:
    kept = Kept(100)
    for key in (b"a", b"b"):
        kept.put(key, b"x" * 6)
    kept.get(b"a")
    for number in range(15):
        kept.put(bytes([number]), b"x" * 6)
    assert kept.size <= 100
    assert (kept.get(b"a") is None, kept.get(b"b") is None) == (False, True)
    kept.put(b"large", b"x" * 101)
    assert kept.get(b"large") is None


def test_a_worker_that_was_killed_is_replaced(one: Workers) -> None:
    one.call(doubled, 100)
    (process,) = one.processes
    os.kill(process.pid, signal.SIGKILL)
    process.process.wait()
    assert one.call(doubled, 101) == 202
    assert process not in one.processes


def test_a_worker_that_is_killed_as_a_job_is_handed_over_is_replaced() -> None:
    """What was not written to it yet cannot be written when its pipe is closed."""
    workers = Workers(1)
    try:
        workers.call(doubled, 100)
        (process,) = workers.processes
        write = process.sink.write

        def killed(data: Any) -> int:
            process.process.kill()
            process.process.wait()
            return write(data)

        process.sink = _Pipe(killed, process.sink)  # type: ignore[assignment]
        with pytest.raises(Refusal) as refused:
            workers.call(doubled, 101, patience=60)
        assert refused.value.key == "busy.memory"
        assert workers.call(doubled, 102, patience=60) == 204
    finally:
        workers.close()


class _Pipe:
    """A pipe with another way to write to it."""

    def __init__(self, write: Callable[[Any], int], pipe: Any) -> None:
        self.write, self.flush, self.close = write, pipe.flush, pipe.close


def test_an_attendant_that_is_lost_is_replaced() -> None:
    workers = Workers(1)
    try:
        workers.call(doubled, 100)
        lost = threading.Thread()
        with workers._lock:
            workers._attendants = [lost]
        workers._task(doubled, (101,), "reader", "")
        assert lost not in workers._attendants
        assert len(workers._attendants) == 1
    finally:
        workers.close()


def test_with_no_workers_everything_is_computed_here() -> None:
    assert Workers(0).call(pid) == os.getpid()


# ---- how they end


def test_a_worker_holds_no_file_of_the_server(one: Workers, tmp_path: Path) -> None:
    with open(tmp_path / "held.db", "w", encoding="ascii"):
        found = one.call(open_files)
    assert not [name for name in found if "held.db" in name or name.startswith("socket:")]


def test_closing_ends_the_processes_and_refuses_who_waits(tmp_path: Path) -> None:
    workers = Workers(1)
    future = workers._task(busy_until, (str(tmp_path / "never"),), "reader", "")
    waited(lambda: bool(workers.processes))
    process = workers.processes[0]
    workers.close()
    with pytest.raises(Refusal) as refused:
        future.result()
    assert refused.value.key == "stopping"
    process.process.wait()


@pytest.mark.parametrize("job", ["pid", "spinning"])
def test_a_worker_ends_with_the_server_even_if_that_is_killed(job: str) -> None:
    """Also in the midst of a job."""
    script = (
        "import threading, time\nfrom rackcard.web.workers import Workers\n"
        "from tests.unit.web import test_workers as t\n"
        "w = Workers(1)\nprint(w.call(t.pid), flush=True)\n"
        f"threading.Thread(target=w.call, args=(t.{job},), daemon=True).start()\ntime.sleep(3600)\n"
    )
    server = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    child = int(server.stdout.readline())
    server.kill()
    server.wait()
    server.stdout.close()
    waited(lambda: not _runs(child))


def _runs(child: int) -> bool:
    """Whether a process runs; one that has ended and that nobody waited for does not."""
    try:
        return Path(f"/proc/{child}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
