"""What all tests share: a fresh SQLite file or PostgreSQL database for each test, and a real server."""

import gc
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from rackcard.table.log.store import Store
from tests.support.built import Release, built
from tests.support.served import SET_UP_CODE, served_at
from tests.support.table_world import Crasher, new_database, start_postgres

os.environ["RACKCARD_SET_UP_CODE"] = SET_UP_CODE


MEMORY, ROOM = Path("/dev/shm"), 4 * 2**30
"""A file system in memory, and the bytes that must be free there."""


def pytest_configure() -> None:
    """Keep the files of the tests in memory where there is room: thousands of commits would wait for a disk.

    What a disk forgets when the power goes is simulated, and does not depend on this.
    """
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background; programs under test inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave modules that are slow as a whole out of a run without slow tests: importing them takes seconds."""
    if config.option.markexpr != "not slow" or collection_path.suffix != ".py":
        return None
    return "\npytestmark = pytest.mark.slow\n" in collection_path.read_text(encoding="utf-8") or None


def pytest_collection_finish() -> None:
    """Keep modules and collected tests out of every later garbage collection: there are thousands, and they stay."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """The sdist and the wheel."""
    own = tmp_path_factory.getbasetemp()
    return built((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "release")


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sa.Engine]:
    """A real PostgreSQL server, for as long as the tests run."""
    server, engine = start_postgres(tmp_path_factory.mktemp("postgres"))
    yield engine
    engine.dispose()
    server.cleanup()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "log.db")
    return new_database(request.getfixturevalue("postgres"))


@pytest.fixture
def opened() -> Iterator[Callable[[str], Store]]:
    """Opens stores and closes them after the test."""
    found: list[Store] = []

    def one(url: str) -> Store:
        found.append(Store(url))
        return found[-1]

    yield one
    for store in found:
        store.close()


@pytest.fixture
def store(url: str, opened: Callable[[str], Store]) -> Store:
    return opened(url)


@pytest.fixture(scope="module")
def crasher() -> Iterator[Crasher]:
    found = Crasher()
    yield found
    found.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a real server on a fresh database."""
    with served_at(tmp_path / "served.db") as url:
        yield url
