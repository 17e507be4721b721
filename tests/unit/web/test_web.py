"""The HTTP interface as programs use it: rounds, keys, bad input, pages, and one catch-up in each request."""

import csv
import html
import io
import json
import re
from itertools import product
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rackcard.table.audit import audit
from rackcard.web.limits import BODY_MAX
from rackcard.web.middleware import HEADERS
from rackcard.web.status import BAD_FIELDS, STATUS, status_of
from rackcard.wording.refusals import REFUSALS
from tests.support.web import (
    BAD_AMOUNTS,
    MALFORMED,
    do,
    new_table,
    seated,
)

pytestmark = pytest.mark.slow


def test_a_round_from_bet_to_ledger(client: TestClient, app: Any) -> None:
    seated(client)
    assert do(client, "bet", seat=1, card=3, wager="uptown", amount=500).status_code == 200
    for dice in ([4, 4], [4, 5], [5, 4], [3, 6], [4, 5], [3, 6]):
        assert do(client, "close-betting").status_code == 200
        answer = do(client, "outcome", outcome=dice).json()
    (paid,) = answer["entry"]["data"]["settlements"]
    assert paid["why"] == "Uptown: 9 rolled 5 times, $5.00 pays 15 for 1 = $75.00"
    assert answer["table"]["seats"]["1"]["balance"] == 100_000 - 500 + 7_500
    rows = list(csv.DictReader(io.StringIO(client.get("/api/tables/t1/ledger.csv").text)))
    assert sum(int(row["amount_cents"]) for row in rows) == 0
    assert sum(int(row["amount_cents"]) for row in rows if row["account"] == "seat:1") == 107_000
    assert "9 rolled 5 times" in client.get("/api/tables/t1/rounds/6").text
    assert all(fault is None for _, _, fault in audit(app.state.store))
    (line,) = client.get("/api/tables/t1/meters").json()["wagers"]
    assert (line["paid"], line["wager"], line["pay_table"]) == (7_500, "uptown", "1")
    assert line["theory"]["actual_hold"] == 500 - 7_500


def test_meters_of_a_correction_alone_are_no_trouble(client: TestClient, app: Any, monkeypatch: Any) -> None:
    """A period that holds a correction and not what it corrects."""
    seated(client)
    for at, word, fields in (
        ("09:00", "bet", {"seat": 1, "card": 1, "wager": "field", "amount": 500}), ("09:00", "close-betting", {}),
        ("09:00", "outcome", {"outcome": [6, 6]}), ("11:00", "correct", {"outcome": [3, 4], "reason": "misread"}),
    ):  # fmt: skip
        monkeypatch.setattr(app.state.service, "clock", lambda at=at: f"2026-01-01T{at}:00.000+00:00")
        assert do(client, word, **fields).status_code == 200
    late = client.get("/api/tables/t1/meters", params={"since": "2026-01-01T11:30+01:00"})
    assert (late.status_code, late.json()["wagers"]) == (200, [])
    (early,) = client.get("/api/tables/t1/meters", params={"until": "2026-01-01T10:00Z"}).json()["wagers"]
    assert (early["wagers"], early["handle"], early["paid"]) == (1, 500, 0)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("since=yesterday", "bad-time"), ("until=~", "bad-time"), ("since=", "bad-time"),
        ("until=2026-13-01", "bad-time"),
        ("since=2026-01-01T10:00+02:00", "bad-time"), ("since=2026-01-02&until=2026-01-01", "bad-period"),
        ("since=2026-01-01T10:00%2B02:00&until=2026-01-01T07:59", "bad-period"),
    ],
)  # fmt: skip
def test_a_period_of_meters_that_is_none_is_refused(client: TestClient, asked: str, code: str) -> None:
    seated(client)
    answer = client.get(f"/api/tables/t1/meters?{asked}")
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert "%2B" in answer.json()["message"] or "+02:00" not in asked
    assert client.get("/api/tables/t1/meters?since=2026-01-01T10:00%2B02:00&until=2026-01-02").status_code == 200


def test_the_page_of_meters_draws_the_hold_against_theory(client: TestClient) -> None:
    seated(client)
    assert "No wager has been settled yet" in client.get("/tables/t1/meters").text
    for _ in range(3):
        do(client, "bet", seat=1, card=1, wager="field", amount=1800)
        do(client, "close-betting")
        do(client, "outcome", outcome=[3, 4])
    page = html.unescape(client.get("/tables/t1/meters").text)
    (told,) = re.findall(r'<svg [^>]*class="hold"[^>]*aria-label="([^"]*)"', page)
    assert re.fullmatch(r"Craps: Field, table 1: held \$54\.00, theory \$3\.00, usually −\$\S+ to \$\S+; \w.*", told)
    assert page.count('class="usual"') == page.count('class="held"') == 1
    for text in ("100.00 %", "5.56 %", "$54.00", "$51.00"):
        assert text in page


def test_a_key_takes_effect_once_and_its_answer_is_repeated(client: TestClient) -> None:
    seated(client)
    first = do(client, "buy-in", seat=1, amount=500, headers={"Idempotency-Key": "k1"}).json()
    again = do(client, "buy-in", seat=1, amount=500, headers={"Idempotency-Key": "k1"}).json()
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["entry"] == again["entry"]
    assert again["table"]["seats"]["1"]["balance"] == 100_500
    refused = [do(client, "buy-in", seat=9, amount=5, headers={"Idempotency-Key": "k2"}) for _ in range(2)]
    assert refused[0].json() == refused[1].json()


def test_a_key_used_for_something_else_is_refused_and_tells_nothing(client: TestClient) -> None:
    seated(client)
    key = {"Idempotency-Key": "k1"}
    assert do(client, "buy-in", seat=1, amount=12_300, headers=key).status_code == 200
    others: list[tuple[str, dict[str, Any]]] = [
        ("buy-in", {"seat": 1, "amount": 500}),
        ("close-betting", {}),
        ("generate", {}),
    ]
    for word, more in others:
        answer = do(client, word, headers=key, **more)
        assert (answer.status_code, answer.json()["code"]) == (422, "key-reused")
        assert set(answer.json()) == {"code", "message"}
    assert client.get("/api/tables/t1").json()["version"] == 4


def test_a_generated_outcome_is_repeated_under_its_key(client: TestClient) -> None:
    """Each attempt draws another outcome, but the first is the answer: the key belongs to the command as sent."""
    seated(client)
    assert do(client, "close-betting").status_code == 200
    said = [do(client, "generate", headers={"Idempotency-Key": "roll"}).json() for _ in range(8)]
    assert [one["repeated"] for one in said] == [False] + [True] * 7
    assert all(one["entry"] == said[0]["entry"] for one in said)


def test_an_expected_version_that_has_passed_is_refused(client: TestClient) -> None:
    seated(client)
    assert do(client, "buy-in", seat=1, amount=500, headers={"X-Expected-Version": "3"}).status_code == 200
    late = do(client, "buy-in", seat=1, amount=500, headers={"X-Expected-Version": "3"})
    assert (late.status_code, late.json()["code"]) == (409, "stale")


def test_bad_amounts_change_nothing(client: TestClient) -> None:
    """P11: a clear 4xx, never a 5xx, and the table as it was."""
    seated(client)
    before = client.get("/api/tables/t1").json()
    commands = ({"do": "buy-in", "seat": 1}, {"do": "bet", "seat": 1, "card": 1, "wager": "pass"})
    for fields, amount in product(commands, BAD_AMOUNTS):
        answer = client.post("/api/tables/t1/commands", json={**fields, "amount": amount})
        assert 400 <= answer.status_code < 500, (fields, amount)
        assert answer.json()["code"], (fields, amount)
        assert answer.json()["message"], (fields, amount)
        assert client.get("/api/tables/t1").json() == before, (fields, amount)


def test_malformed_requests_are_4xx(client: TestClient) -> None:
    seated(client)
    before = client.get("/api/tables/t1").json()
    for path, body in MALFORMED:
        answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert 400 <= answer.status_code < 500, (path, body)
        assert "root:" not in answer.text, (path, body)
        assert client.get("/api/tables/t1").json() == before, (path, body)


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("POST", "/api/tables", b"{", "bad-json"), ("POST", "/api/login", b"nonsense", "bad-json"),
        ("POST", "/api/tables", b"\xff\xfe", "bad-json"), ("POST", "/api/tables", b"[" * 100_000, "bad-json"),
        ("POST", "/api/tables", b"", "bad-field"), ("POST", "/api/tables", b"[]", "bad-field"),
        ("POST", "/api/tables", b"{}", "bad-field"), ("POST", "/api/tables/t1/commands", b'{"do": 5}', "bad-field"),
        ("POST", "/api/tables", b"x" * (BODY_MAX + 1), "too-large"),
        ("PUT", "/api/tables", b"{}", "bad-method"), ("DELETE", "/api/tables/t1", b"", "bad-method"),
        ("POST", "/health", b"", "bad-method"), ("GET", "/api/nowhere", b"", "no-such-page"),
        ("GET", "/api/tables/t1/events?after=-1", b"", "bad-field"), ("GET", "/api/tables/no", b"", "no-such-table"),
    ],
)  # fmt: skip
def test_every_refusal_is_a_code_and_a_sentence(
    client: TestClient, method: str, path: str, body: bytes, code: str
) -> None:
    assert new_table(client).status_code == 201
    answer = client.request(method, path, content=body, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert set(answer.json()) == {"code", "message"}
    assert answer.json()["code"] == code, answer.json()
    assert len(answer.json()["message"].split()) >= 3
    assert ("allow" in answer.headers) == (answer.status_code == 405)


@pytest.mark.parametrize(
    ("method", "path", "body", "message"),
    [
        ("POST", "/api/tables/t1/commands", b"{}", "the field do is required"),
        ("POST", "/api/tables/t1/commands", b"", "the request needs a body"),
        ("POST", "/api/tables/t1/commands", b'{"do": 5}', "do must be text"),
        ("GET", "/api/tables/t1/events?after=-1", b"", "after must be at least 0"),
        ("GET", "/api/tables/t1/events?after=x", b"", "after must be a whole number"),
    ],
)
def test_a_field_that_is_wrong_is_told_in_our_words(
    client: TestClient, method: str, path: str, body: bytes, message: str
) -> None:
    assert new_table(client).status_code == 201
    answer = client.request(method, path, content=body, headers={"Content-Type": "application/json"})
    assert answer.json() == {"code": "bad-field", "message": message}


def test_the_description_says_what_a_refusal_looks_like(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    assert "HTTPValidationError" not in json.dumps(described)
    for path, operations in described["paths"].items():
        for operation in operations.values():
            refused = operation["responses"]["4XX"]["content"]["application/json"]["schema"]
            assert refused["required"] == ["code", "message"], path


def test_an_oversized_body_is_refused_unread(client: TestClient) -> None:
    assert new_table(client).status_code == 201
    answer = client.post("/api/tables/t1/commands", content=b"x" * (BODY_MAX + 1))
    assert answer.status_code == 413


def test_names_are_kept_as_text(client: TestClient) -> None:
    seated(client)
    name = "<script>alert('x')</script> ♠ 張"
    assert do(client, "seat", seat=2, name=name).json()["table"]["seats"]["2"]["name"] == name
    assert do(client, "seat", seat=3, name="a\nb").status_code == 422


def test_every_answer_carries_the_security_headers(client: TestClient) -> None:
    for path in ("/health", "/metrics", "/api/tables", "/api/tables/none"):
        answer = client.get(path)
        for name in HEADERS:
            assert name in answer.headers, (path, name)


def test_requests_from_other_sites_are_refused(client: TestClient) -> None:
    seated(client)
    answer = do(client, "buy-in", seat=1, amount=500, headers={"Origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "other-origin")
    assert do(client, "buy-in", seat=1, amount=500, headers={"Origin": "http://testserver"}).status_code == 200


# ---- pages


def recalled(client: TestClient, text: str) -> str:
    """The round that the page offers to recall beside a line of its history, as a transcript."""
    page = client.get("/tables/t1").text
    found = re.search(rf'hx-get="(/tables/t1/recall/\d+[^"]*)"(?:(?!</button>).)*</button>: {text}', page, re.DOTALL)
    assert found, page
    return html.unescape(client.get(found[1]).text)


def test_the_history_recalls_the_round_in_which_a_thing_happened(client: TestClient) -> None:
    seated(client)
    do(client, "close-betting")
    do(client, "no-roll", reason="off the table")
    assert "no roll: off the table" in recalled(client, "no roll")
    do(client, "bet", seat=1, card=2, wager="cash-out", amount=500)
    for dice in ([1, 1], [1, 2], [2, 2], [2, 3]):
        do(client, "close-betting")
        do(client, "outcome", outcome=dice)
    do(client, "correct", outcome=[3, 3], reason="misread")
    assert "corrected (misread)" in recalled(client, "corrected to 3-3")
    assert do(client, "cash-out", seat=1, wager=1).status_code == 200
    assert "seat 1: Cash Out" in recalled(client, "cash out")
    do(client, "close-betting")
    do(client, "outcome", outcome=[3, 4])
    assert "seat 1: Cash Out" in recalled(client, "cash out")
    assert "no roll: off the table" in recalled(client, "no roll")


def test_a_seat_is_told_of_all_its_own_wagers_however_many_others_there_are(client: TestClient) -> None:
    seated(client)
    do(client, "seat", seat=2, name="Bob")
    do(client, "buy-in", seat=2, amount=100_000)
    wagers = [wager["wager"] for wager in client.get("/api/tables/t1").json()["cards"][0]["wagers"]]
    for seat in (2, 1):
        for wager in wagers:
            do(client, "bet", seat=seat, card=1, wager=wager, amount=500)
    do(client, "close-betting")
    settled = do(client, "outcome", outcome=[3, 4]).json()["entry"]["data"]["settlements"]
    page = html.unescape(client.get("/tables/t1?seat=1").text)
    own = [one["why"] for one in settled if one["seat"] == 1]
    assert len(own) > 12
    assert all(f"seat 1: {why}" in page for why in own)
    assert f"and {len(settled) - len(own) - 12} more" in page


def test_a_dealers_envy_is_on_the_felt(client: TestClient) -> None:
    go = client.post("/api/practice", json={"card": "super-shooter"}).json()["go"]
    page = client.get(go).text
    assert "envy 1 to 1" in page
    assert "dealer envy 5 to 1" in page  # in the spoken name


@pytest.mark.parametrize("number", ["-5", "0", "9", "1" + "0" * 22])
def test_a_round_that_never_was_is_not_recalled(client: TestClient, number: str) -> None:
    seated(client)
    assert client.get("/tables/t1/recall/1").status_code == 200
    answer = client.get(f"/tables/t1/recall/{number}")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-round")


def test_a_corrected_roll_is_marked_beside_its_correction(client: TestClient) -> None:
    seated(client)
    do(client, "close-betting")
    do(client, "outcome", outcome=[1, 1])
    assert "since corrected" not in client.get("/tables/t1").text
    do(client, "correct", outcome=[3, 3], reason="misread")
    page = client.get("/tables/t1").text
    assert "1-1, 2 (since corrected)" in page
    assert page.count("since corrected") == 1


# ---- one catch-up of a table in each request


@pytest.fixture
def catch_ups(app: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the tables that were caught up with their log, in order."""
    found: list[str] = []
    catch_up = app.state.service._catch_up

    def recorded(table_id: str, held: Any) -> Any:
        found.append(table_id)
        return catch_up(table_id, held)

    monkeypatch.setattr(app.state.service, "_catch_up", recorded)
    return found


def test_a_request_catches_up_once_and_a_command_of_which_the_newest_entry_is_known_not_at_all(
    client: TestClient, catch_ups: list[str]
) -> None:
    table = client.post("/api/practice", json={"card": "cash-out-craps"}).json()["table"]
    bet = {"do": "bet", "seat": 1, "card": 1, "wager": "cash-out", "amount": 500}
    commands: tuple[dict[str, object], ...] = (bet, {"do": "close-betting"}, {"do": "generate"})
    for number, body in enumerate(commands):
        catch_ups.clear()
        key = {"Idempotency-Key": f"key-{number}"}
        answer = client.post(f"/api/tables/{table}/commands", json=body, headers=key)
        assert answer.status_code == 200, answer.json()
        assert answer.json()["table"]["version"] == answer.json()["entry"]["seq"]
        assert catch_ups == ([table] if body["do"] == "generate" else []), body
    paths = (f"/tables/{table}/felt", f"/tables/{table}", f"/tables/{table}/display", f"/tables/{table}/recall/1",
             f"/api/tables/{table}", f"/api/tables/{table}/rounds/1", f"/api/tables/{table}/ledger.csv")  # fmt: skip
    for path in paths:
        catch_ups.clear()
        assert client.get(path).status_code == 200
        assert catch_ups == [table], path


def test_a_repeated_command_is_answered_with_the_table_as_it_is_now(client: TestClient) -> None:
    seated(client)
    key = {"Idempotency-Key": "once"}
    first = do(client, "buy-in", headers=key, seat=1, amount=500).json()
    assert do(client, "buy-in", seat=1, amount=700).status_code == 200
    again = do(client, "buy-in", headers=key, seat=1, amount=500).json()
    assert (again["repeated"], again["entry"]) == (True, first["entry"])
    assert again["table"] == client.get("/api/tables/t1").json()


def test_every_status_is_of_a_refusal_and_bad_fields_are_422() -> None:
    codes = {key.partition(".")[0] for key in REFUSALS}
    assert codes >= BAD_FIELDS | set(STATUS)
    assert not BAD_FIELDS & set(STATUS)
    about_fields = {code for code in codes if code.startswith(("bad-", "missing-", "unknown-"))} - set(STATUS)
    assert about_fields <= BAD_FIELDS
    assert {status_of(code) for code in BAD_FIELDS} == {422}
    assert status_of("seat-taken") == 409
