"""On either database: P11, what is sent never reaches it in a form that it cannot take; and many who ask at once."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from rackcard.table.log.append import append, new_entry
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.table.state import Refusal
from rackcard.web.app import create_app
from tests.support.bad_commands import BAD, at_stage, worsened
from tests.support.served import SET_UP_CODE
from tests.support.table_world import faults, together
from tests.support.web import BAD_AMOUNTS, MALFORMED, NO_JSON, PASSWORD, do, seated

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]

ODD = ["\0", "a\0b", "a\nb", "\x1b[31m", "\u200b", "\ufeff", "\U000e0001", "a b", "é" * 70, "x" * 500, "'; --", "%"]
"""Texts that some database, file or terminal takes badly."""


@pytest.fixture
def client(url: str) -> Iterator[TestClient]:
    app = create_app(url)
    with TestClient(app, raise_server_exceptions=False) as one:
        yield one
    app.state.store.close()


def test_p11_bad_literals_are_refused_and_change_nothing_in_the_log(store: Store) -> None:
    """Every literal in every field of every command, under a key: refused, and refused again in the same words."""
    service = Service(store)
    for stage in ("", "later", "closed", "frozen"):
        play, entry = at_stage(stage), None
        assert play is not None
        for event in play.events:
            new = new_entry(f"t{stage}", entry, event, "2026-01-01T00:00:00.000+00:00")
            append(store, [new])
            entry = new.entry
    before = {table_id: service.table(table_id) for table_id in store.listed_ids()}
    for number, (stage, command, name, literal) in enumerate(BAD):
        said = []
        for _ in range(2):
            with pytest.raises(Refusal) as refusal:
                service.execute(f"t{stage}", worsened(command, name, literal), key=f"k{number}")
            said.append((refusal.value.code, refusal.value.sentence))
        assert said[0] == said[1]
    assert {table_id: service.table(table_id) for table_id in store.table_ids()} == before
    assert faults(store) == [None] * 4


def test_p11_malformed_requests_are_refused(client: TestClient) -> None:
    seated(client)
    before = client.get("/api/tables/t1").json()
    headers = {"Content-Type": "application/json", "Idempotency-Key": "once"}
    for path, body in [*MALFORMED, *((path, body.encode()) for path, body in NO_JSON)]:
        answer = client.post(path, content=body, headers=headers)
        assert 400 <= answer.status_code < 500, (path, body, answer.text)
        assert set(answer.json()) >= {"code", "message"}, (path, body, answer.text)
    for amount in BAD_AMOUNTS:
        assert 400 <= do(client, "buy-in", seat=1, amount=amount).status_code < 500
    assert client.get("/api/tables/t1").json() == before


@pytest.mark.parametrize("text", ODD, ids=lambda text: ascii(text)[:12])
def test_p11_a_text_that_cannot_be_stored_is_refused_wherever_it_comes(client: TestClient, text: str) -> None:
    seated(client)
    before = client.get("/api/tables/t1").json()
    place = quote(text, safe="")
    for path in (
        f"/api/tables/{place}", f"/api/tables/{place}/events", f"/api/tables/{place}/rounds/1",
        f"/api/tables/{place}/ledger.csv", f"/api/tables/{place}/meters", f"/tables/{place}", f"/tables/{place}/felt",
        f"/tables/{place}/recall/1", f"/tables/{place}/meters", f"/tables/{place}/dealer", f"/cards/{place}",
    ):  # fmt: skip
        answer = client.get(path)
        assert answer.status_code == 404, (path, answer.status_code)
    sent: list[tuple[str, Any]] = [
        (f"/api/tables/{place}/commands", {"do": "close-betting"}),
        (f"/api/tables/{place}/seats/1/code", {}),
        ("/api/tables/t1/commands", {"do": text}),
        ("/api/tables/t1/commands", {"do": "bet", "seat": 1, "card": 1, "wager": text, "amount": 500}),
        ("/api/tables/t1/commands", {"do": "change-cards", "cards": [{"card": text}]}),
        ("/api/tables/t1/commands", {"do": "change-cards", "cards": [{"card": "craps", "options": {text: text}}]}),
        ("/api/tables/t1/commands", {"do": "outcome", "outcome": text}),
        ("/api/tables", {"table": text, "name": "x", "game": "craps", "cards": [{"card": "craps"}]}),
        ("/api/tables", {"table": "t9", "name": "x", "game": text, "cards": [{"card": "craps"}]}),
        ("/api/tables", {"table": "t9", "name": "x", "game": "craps", "cards": [{"card": text}]}),
        ("/api/login", {"name": text, "password": PASSWORD}),
        ("/api/join", {"code": text}),
        ("/api/unlock", {"password": text}),
        ("/api/practice", {"card": text}),
    ]
    for number, (path, body) in enumerate(sent):
        said = [client.post(path, json=body, headers={"Idempotency-Key": f"k{number}"}) for _ in range(2)]
        assert [400 <= one.status_code < 500 for one in said] == [True, True], (path, body, said[0].text)
        assert said[0].json() == said[1].json(), (path, body)
    assert client.get("/api/tables/t1").json() == before


def test_p11_an_odd_key_is_refused(client: TestClient) -> None:
    seated(client)
    for key in ("a b", "é", "x" * 201, "\x7f", "a\tb", "\x01"):
        answer = do(client, "close-betting", headers={"Idempotency-Key": key.encode("latin-1")})  # type: ignore[dict-item]
        assert (answer.status_code, answer.json()["code"]) == (422, "bad-key"), key
    assert json.loads(client.get("/api/tables/t1").text)["version"] == 3


# ---- many at once


@pytest.mark.parametrize("path", ["/api/setup", "/api/accounts"])
def test_of_several_who_set_a_house_up_at_once_one_is_its_supervisor(client: TestClient, path: str) -> None:
    said: list[int] = []

    def ask(number: int) -> None:
        body = {"name": f"boss {number}", "password": PASSWORD, "code": SET_UP_CODE}
        said.append(client.post(path, json=body).status_code)

    together(ask, 6)
    assert said.count(201) == 1
    assert set(said) <= ({201, 409} if path == "/api/setup" else {201, 401, 409})
    assert len(client.app.state.accounts.listed()) == 1  # type: ignore[attr-defined]


def test_many_guesses_at_once_are_slowed_as_one_after_another(client: TestClient) -> None:
    assert (
        client.post("/api/accounts", json={"name": "boss", "password": PASSWORD, "code": SET_UP_CODE}).status_code
        == 201
    )
    said: list[int] = []

    def guess(number: int) -> None:
        said.append(client.post("/api/login", json={"name": "boss", "password": f"guess {number}"}).status_code)

    together(guess, 30)
    assert Counter(said) == {401: 10, 429: 20}


def test_whoever_logs_in_rightly_is_never_too_fast(client: TestClient) -> None:
    assert (
        client.post("/api/accounts", json={"name": "boss", "password": PASSWORD, "code": SET_UP_CODE}).status_code
        == 201
    )
    for _ in range(12):
        assert client.post("/api/login", json={"name": "boss", "password": PASSWORD}).status_code == 200
