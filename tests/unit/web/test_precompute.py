"""Precomputing: everything that pages show, but only while the server is idle."""

import threading
import time

import pytest
from fastapi.testclient import TestClient

from rackcard.api import load
from rackcard.web import precompute
from rackcard.web.app import create_app
from rackcard.web.precompute import IdleGate
from rackcard.web.routes.cards import priced, reviewed

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def few_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precompute, "card_ids", lambda: ("high-roller", "craps"))
    monkeypatch.setattr(precompute, "catalogue", dict)
    monkeypatch.setattr(precompute, "POLL_SECONDS", 0.001)
    monkeypatch.setattr(precompute, "QUIET_SECONDS", 0.0)


def test_a_page_is_priced_before_it_is_asked_for() -> None:
    priced.cache_clear()
    reviewed.cache_clear()
    precompute.precompute(IdleGate())
    before = priced.cache_info().misses, reviewed.cache_info().misses
    card = load("high-roller")
    priced(card, tuple(card.settled({}).items()))
    reviewed(card)
    assert (priced.cache_info().misses, reviewed.cache_info().misses) == before


def test_precomputing_waits_while_a_request_is_answered() -> None:
    gate = IdleGate()
    done = threading.Event()

    def work() -> None:
        precompute.precompute(gate)
        done.set()

    ahead = threading.Thread(target=work, daemon=True)
    with gate.busy():
        ahead.start()
        time.sleep(0.2)
        assert not done.is_set()
    assert done.wait(60)


def test_a_quiet_time_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert IdleGate().is_open
    monkeypatch.setattr(precompute, "QUIET_SECONDS", 3600.0)
    assert not IdleGate().is_open


def test_every_request_closes_the_gate(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = create_app(f"sqlite:///{tmp_path_factory.mktemp('idle') / 't.db'}")
    before = app.state.idle_gate.last
    TestClient(app).get("/health")
    assert app.state.idle_gate.answering == 0
    assert app.state.idle_gate.last > before
