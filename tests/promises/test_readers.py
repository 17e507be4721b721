"""P20: whatever readers ask for, dealing goes on: heavy work is done in other processes, bounded in time and number."""

import threading
from collections import Counter, OrderedDict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rackcard.table.log.store import Store
from rackcard.table.offerings import offerings
from rackcard.table.reckoned import Reckoning
from rackcard.table.service import Service
from rackcard.table.state import Refusal
from rackcard.web import workers as pool
from rackcard.web.app import create_app
from rackcard.web.workers import Workers
from tests.support.readers import (
    Asked,
    Audits,
    Beside,
    Floor,
    Readers,
    ask,
    books,
    floor,
    held_up,
    lab,
    practice,
    ratio,
    swollen,
    turned_away,
)

pytestmark = pytest.mark.slow
OWN_SHARE_MAX = 0.5
"""The most of the processor time of heavy requests that the process which deals may use itself."""
HEAVY = 2
CARDS = 8
"""How many cards of their own strangers have; the campaign gives them as many as a table takes."""


def own_share(at: Floor) -> float:
    """The share of the processor time of some heavy requests that the process which deals uses itself."""
    ask(at.port, lab(0))  # a worker has been started
    before = at.processor_seconds()
    for one in (practice(seed) for seed in range(1, HEAVY + 1)):
        assert ask(at.port, one) == (201, "")
    own, workers = (now - then for now, then in zip(at.processor_seconds(), before, strict=True))
    return own / (own + workers)


def test_p20_what_strangers_ask_for_is_not_computed_by_the_process_that_deals(tmp_path: Path) -> None:
    with floor(tmp_path) as at:
        assert own_share(at) < OWN_SHARE_MAX


def test_p20_control_heavy_work_in_the_process_that_deals_is_caught(tmp_path: Path) -> None:
    with floor(tmp_path, workers=0) as at:
        assert own_share(at) > OWN_SHARE_MAX


def test_p20_rolls_are_answered_while_readers_wait_and_too_many_are_refused_in_words(tmp_path: Path) -> None:
    """Forty strangers with a table of their own each: the queue takes some of one address, and the rolls go on."""
    with floor(tmp_path) as at:
        readers = Readers(at.port, (practice(seed, CARDS) for seed in range(40)), 40)
        for _ in range(5):
            at.roll()
        left = readers.unanswered
        readers.join()
    assert left > 0
    assert set(readers.answers) <= {(201, ""), (429, "too-fast"), (503, "busy")}, readers.answers
    assert readers.answers[429, "too-fast"] > 0


def test_p20_the_books_that_readers_ask_for_are_theirs_and_an_audit_goes_on_beside_the_rolls(tmp_path: Path) -> None:
    """What the campaign asks for is answered, not refused; the control is a dealer, who may not read the books."""
    with floor(tmp_path, past=1_000) as at:
        at.first_rolls()
        audits = Audits(at.url)
        asked = [one for seed in range(2) for one in books(at, Random(seed))]
        assert {one.path.split("/")[3] for one in asked if one.path.startswith("/api/tables")} == set(at.rounds)
        refused = {one.path: answer for one in asked if (answer := ask(at.port, one)) != (200, "")}
        stranger = ask(at.port, Asked("GET", "/api/tables/live/ledger.csv", cookie=at.dealer))
        audits.stop()
    assert refused == {}
    assert stranger == (403, "not-supervisor")
    assert set(audits.ended) == {0}


# ---- the measure itself

QUICK = [0.01] * 1000


def test_p20_rolls_as_quick_as_promised_flat_memory_and_readers_without_room_are_in_order() -> None:
    found = Beside(QUICK, [0.01] * 980 + [0.02] * 20, [100 * 2**20, 300 * 2**20])
    found.answers.update({(200, ""): 9, (429, "too-fast"): 5, (503, "busy"): 1})
    found.audits[0] = 3
    assert (ratio(found, 0.5), ratio(found, 0.99)) == (1.0, 2.0)
    assert (held_up(found), swollen(found), turned_away(found)) == (None, None, None)


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (Beside(QUICK, [0.01] * 980 + [0.021] * 20), "p99 of a roll was 2.10 times that of idle"),
        (Beside(QUICK), "no roll was timed alone, or none beside readers"),
        (Beside(beside=QUICK), "no roll was timed alone, or none beside readers"),
        (Beside(QUICK, QUICK, [2**27, 2**29, 2**27]), "the server grew from 128 to 512 MiB"),
        (Beside(QUICK, QUICK, answers=Counter({(403, "locked"): 2})), "refused or failed: {'403 locked': 2}"),
        (Beside(QUICK, QUICK, audits=Counter({0: 1, 1: 1})), "refused or failed: {'audit 1': 1}"),
    ],
)
def test_p20_control_rolls_held_up_growing_memory_and_readers_turned_away_are_caught(found: Beside, told: str) -> None:
    assert told in " ".join(one for one in (held_up(found), swollen(found), turned_away(found)) if one)


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    workers = Workers(1)
    monkeypatch.setattr(pool, "_here", workers)
    with TestClient(create_app(str(tmp_path / "t.db"))) as one:
        yield one
    workers.close()


def test_p20_a_request_over_its_limit_is_ended_and_answered_in_words(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(pool, "PROCESSOR_SECONDS", 0.05)
        refused = client.get("/cards/cash-out-craps")
        page = client.get("/cards/cash-out-craps", headers={"Accept": "text/html"})
    assert (refused.status_code, refused.json()["code"]) == (503, "busy")
    assert "takes longer than one request allows" in refused.json()["message"]
    assert (page.status_code, "takes longer than one request allows" in page.text) == (503, True)
    assert "rackcard_worker_ends 2" in client.get("/metrics").text
    assert client.get("/cards/high-roller").status_code == 200


# ---- locks

OPEN = {"do": "open", "name": "T", "game": "craps", "cards": [{"card": "craps"}, {"card": "super-shooter"}]}
CHANGE = {"do": "change-cards", "cards": [{"card": "craps"}, {"card": "dice-works", "accept": []}]}


def unlocked(service: Service, table_id: str) -> bool:
    """Whether somebody else could take a table's lock."""
    found: list[bool] = []

    def take() -> None:
        lock = service._held(table_id).lock
        if taken := lock.acquire(blocking=False):
            lock.release()
        found.append(taken)

    thread = threading.Thread(target=take)
    thread.start()
    thread.join()
    return found == [True]


@pytest.mark.parametrize("reckons", [True, False], ids=["as it is", "control"])
def test_p20_no_table_is_locked_while_its_cards_are_priced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reckons: bool
) -> None:
    service, priced = Service(Store(str(tmp_path / "t.db"))), list[bool]()

    def reckon(heavy: Reckoning) -> None:
        function, args = heavy
        function.take(args, function.outcome(*args))

    def noted(entries: Any, game: str) -> Any:
        priced.append(unlocked(service, "t"))
        return price(entries, game)

    price = offerings.function
    monkeypatch.setattr(offerings, "function", noted)
    monkeypatch.setattr(offerings, "_found", OrderedDict())
    service.reckon = reckon if reckons else None
    service.execute("t", OPEN)
    with pytest.raises(Refusal) as refused:
        service.execute("t", CHANGE)
    assert refused.value.code == "player-edge"
    assert priced == [reckons] * 2
    service.store.close()


def test_p20_the_lobby_waits_for_no_table(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_here", Workers(0))
    table = client.post("/api/practice", json={"card": "high-roller"}).json()["table"]
    held = client.app.state.service._held(table)  # type: ignore[attr-defined]
    found: list[int] = []
    with held.lock:  # somebody gives a command
        reader = threading.Thread(
            target=lambda: found.extend(client.get(path).status_code for path in ("/", "/api/tables")), daemon=True
        )
        reader.start()
        reader.join(60)
    assert found == [200, 200]


# ---- memory


def test_p20_strangers_do_not_fill_the_memory_with_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rackcard.table.service.TABLES_KEPT", 4)
    service = Service(Store(str(tmp_path / "t.db")))
    service.execute("live", OPEN | {"live": True})
    for number in range(8):
        service.execute(f"t{number}", OPEN)
        service.execute("t0", {"do": "seat", "seat": number + 1, "name": "Ann"})
    assert list(service._open) == ["live", "t6", "t7", "t0"]
    assert service.execute("t3", {"do": "seat", "seat": 1, "name": "Bob"}).entry.seq == 2
    assert len(service.table("t0").seats) == 8
    assert len(service._open) == 4
    service.store.close()


def test_p20_a_table_that_is_let_go_while_somebody_uses_it_loses_nothing(tmp_path: Path) -> None:
    service = Service(Store(str(tmp_path / "t.db")))
    service.execute("t", OPEN)
    service.execute("t", {"do": "seat", "seat": 1, "name": "Ann"})
    other = service._open.pop("t")
    service.execute("t", {"do": "buy-in", "seat": 1, "amount": 500})
    service._open["t"] = other  # whoever had it goes on with it
    assert service.execute("t", {"do": "buy-in", "seat": 1, "amount": 700}).entry.seq == 4
    assert service.table("t").balance(1) == 1200
    service.store.close()
