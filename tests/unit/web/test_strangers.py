"""What strangers try: odd ids, addresses that lead elsewhere, JSON that is none, tokens in other letters."""

import csv
import io
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.support.served import SET_UP_CODE
from tests.support.web import (
    NO_JSON,
    PASSWORD,
    do,
    new_table,
    seated,
)

pytestmark = pytest.mark.slow

# ---- what strangers try


def test_a_table_that_could_not_be_opened_is_nobodys_trouble(client: TestClient) -> None:
    seated(client)
    twice = {"table": "zz", "name": "x", "game": "craps", "cards": [{"card": "craps"}, {"card": "craps"}]}
    for key in ("k1", "k1", "k2"):
        answer = client.post("/api/tables", json=twice, headers={"Idempotency-Key": key})
        assert (answer.status_code, answer.json()["code"]) == (409, "card-twice")
    assert client.get("/").status_code == 200
    assert [one["table"] for one in client.get("/api/tables").json()] == ["t1"]


@pytest.mark.parametrize("name", ['../office#a"<b>', "a/b", "T1", "-a", "a b", "a\n", "ａ"])
def test_a_tables_id_is_checked_from_end_to_end(client: TestClient, name: str) -> None:
    assert new_table(client, name).status_code == 422


@pytest.mark.parametrize("next_", ["//evil.example", "/\t/evil.example", "/\\evil.example", "https://evil.example"])
def test_logging_in_leads_nowhere_else(client: TestClient, next_: str) -> None:
    assert (
        client.post("/api/accounts", json={"name": "boss", "password": PASSWORD, "code": SET_UP_CODE}).status_code
        == 201
    )
    assert "evil" not in client.get("/login", params={"next": next_}).text


def test_p11_what_no_json_should_hold_is_refused_in_words(client: TestClient) -> None:
    seated(client)
    version = client.get("/api/tables/t1").json()["version"]
    for path, body in NO_JSON:
        answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert 400 <= answer.status_code < 500, (path, body, answer.text)
        assert answer.json()["message"], (path, body)
        assert client.get("/api/tables/t1").json()["version"] == version, (path, body)


def test_a_token_in_other_letters_is_forged_not_a_fault(floor: Any) -> None:
    dealer, _ = floor["dealer"]
    answer = do(dealer, "close-betting", "live", {"X-CSRF-Token": "é".encode("latin-1")})  # type: ignore[dict-item]
    assert (answer.status_code, answer.json()["code"]) == (403, "forged")


def test_the_ledger_has_a_line_for_every_entry_and_ends_with_the_newest_hash(client: TestClient, app: Any) -> None:
    seated(client)
    assert do(client, "close-betting").status_code == 200
    rows = list(csv.DictReader(io.StringIO(client.get("/api/tables/t1/ledger.csv").text)))
    (*_, newest) = app.state.store.entries("t1")
    assert (rows[-1]["seq"], rows[-1]["hash"]) == (str(newest.seq), newest.hash)


def test_a_page_that_is_not_there_says_so_as_a_page(client: TestClient) -> None:
    for path in ("/tables/nope", "/nope"):
        answer = client.get(path, headers={"Accept": "text/html"})
        assert answer.status_code == 404
        assert "<h1>Page not found</h1>" in answer.text
    assert client.get("/api/tables/nope", headers={"Accept": "text/html"}).json()["code"] == "no-such-table"


def test_a_live_table_waits_for_its_dealer_after_a_start(floor: Any, app: Any) -> None:
    from rackcard.table.service import pause_live

    dealer, token = floor["dealer"]
    assert pause_live(app.state.service) == []  # nothing has been rolled yet
    for word, more in (("close-betting", {}), ("outcome", {"outcome": [3, 3]})):
        assert do(dealer, word, "live", token, **more).status_code == 200
    assert pause_live(app.state.service) == ["live"]
    assert do(dealer, "close-betting", "live", token).json()["code"] == "paused"
    assert "Yes, continue" in dealer.get("/tables/live/dealer").text
    assert do(dealer, "confirm", "live", token, round=0).json()["code"] == "confirm-outcome"
    assert do(dealer, "confirm", "live", token, round=1).status_code == 200
    assert do(dealer, "close-betting", "live", token).status_code == 200


def test_an_accepted_wager_is_not_told_to_seats_of_a_live_table(floor: Any, app: Any) -> None:
    boss, token = floor["supervisor"]
    beaten = ["all-lows", "all-highs", "the-works"]
    accepted = [{"card": "craps", "accept": ["pass"]}, {"card": "dice-works", "accept": beaten}]
    assert do(boss, "change-cards", "live", token, cards=accepted).status_code == 200
    seat, _ = floor["seat1"]
    assert "the player has the edge on" not in seat.get("/tables/live").text
    assert do(boss, "advice", "live", token, allow=True).status_code == 200
    told = seat.get("/tables/live").text
    assert "the player has the edge on: All Lows, All Highs, The Works" in told
    assert "the player has the edge on: Pass" not in told
