"""Precomputing: what pages show is there before it is asked for."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from rackcard.web import precompute
from rackcard.web import workers as pool
from rackcard.web.app import create_app
from rackcard.web.workers import Workers

pytestmark = pytest.mark.slow


def test_pages_and_practice_tables_are_there_before_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precompute, "card_ids", lambda: ("high-roller",))
    workers = Workers(1)
    monkeypatch.setattr(pool, "_here", workers)
    with TestClient(create_app(str(tmp_path / "t.db"))) as client:
        precompute.precompute()
        before = workers.counts().done
        assert client.get("/cards/high-roller").status_code == 200
        assert client.post("/api/practice", json={"card": "high-roller"}).status_code == 201
        assert workers.counts().done == before
        assert client.get("/cards/craps").status_code == 200
        assert workers.counts().done == before + 1
    workers.close()


def test_precomputing_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(1)
    workers.close()
    monkeypatch.setattr(pool, "_here", workers)
    precompute.precompute()
    assert workers.counts().started == 0
