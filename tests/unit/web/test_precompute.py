"""Everything that pages show is priced ahead, but only while no request is being answered."""

import threading
import time

import pytest
from fastapi.testclient import TestClient

from rackcard.api import load
from rackcard.web import precompute as warm
from rackcard.web.app import create_app
from rackcard.web.precompute import Lull
from rackcard.web.routes import pages
from rackcard.web.routes.cards import priced, reviewed


@pytest.fixture(autouse=True)
def few_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "card_ids", lambda: ("high-roller", "craps"))
    monkeypatch.setattr(pages, "catalogue", dict)
    monkeypatch.setattr(warm, "catalogue", dict)
    monkeypatch.setattr(warm, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(warm, "QUIET_SECONDS", 0.0)


def test_a_page_is_priced_before_it_is_asked_for() -> None:
    priced.cache_clear()
    reviewed.cache_clear()
    warm.warm(Lull())
    before = priced.cache_info().misses, reviewed.cache_info().misses
    card = load("high-roller")
    priced(card, tuple(card.settled({}).items()))
    reviewed(card)
    assert (priced.cache_info().misses, reviewed.cache_info().misses) == before


def test_pricing_ahead_waits_while_somebody_is_answered() -> None:
    lull = Lull()
    done = threading.Event()
    ahead = threading.Thread(target=lambda: (warm.warm(lull), done.set()), daemon=True)
    with lull.broken():
        ahead.start()
        time.sleep(0.2)
        assert not done.is_set()
    assert done.wait(60)


def test_nothing_is_priced_ahead_while_somebody_follows_a_table() -> None:
    assert Lull().is_here
    assert not Lull(lambda: True).is_here


def test_a_quiet_time_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "QUIET_SECONDS", 3600.0)
    assert not Lull().is_here


def test_every_request_breaks_the_lull(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = create_app(f"sqlite:///{tmp_path_factory.mktemp('warm') / 't.db'}")
    before = app.state.lull.last
    TestClient(app).get("/health")
    assert app.state.lull.answering == 0
    assert app.state.lull.last > before
