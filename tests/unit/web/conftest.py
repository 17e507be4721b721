"""The application, its people and its clock, for the tests of the HTTP interface."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from rackcard.web.app import create_app
from rackcard.web.workers import Workers
from tests.support.web import Floor, KeptFloor

HASHER, QUICK = (
    "rackcard.web.accounts.PasswordHasher",
    partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1),
)


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are hashed with the least work: most tests have five accounts and are not about guessing."""
    monkeypatch.setattr(HASHER, QUICK)


@pytest.fixture
def computed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left to workers, for tests that replace what they would compute with."""
    monkeypatch.setattr("rackcard.web.workers._here", Workers(0))


@pytest.fixture
def app(tmp_path: Path) -> Any:
    return create_app(str(tmp_path / "tables.db"))


@pytest.fixture
def client(app: Any) -> Iterator[TestClient]:
    with TestClient(app) as one:
        yield one


@pytest.fixture(scope="session")
def kept_floor(tmp_path_factory: pytest.TempPathFactory) -> KeptFloor:
    database = tmp_path_factory.mktemp("floor") / "tables.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HASHER, QUICK)
        return KeptFloor(create_app(str(database)), database)


@pytest.fixture
def floor(app: Any, client: TestClient, kept_floor: KeptFloor, tmp_path: Path) -> Floor:
    """A live table with one person of every role, and seats 1 and 2."""
    return kept_floor.copied(app, tmp_path / "tables.db")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock that sessions, locks and codes go by; what the first entry says is added to the time."""
    ahead = [0.0]
    monkeypatch.setattr("rackcard.web.accounts.time", lambda: time.time() + ahead[0])
    return ahead
