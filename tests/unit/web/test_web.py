"""The HTTP interface as programs and strangers use it: tables, roles, forged requests, bad input, live events."""

import csv
import html
import io
import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rackcard.table.audit import audit
from rackcard.table.command import ROLES
from rackcard.web.accounts import CODE_SECONDS, LOCK_SECONDS, SESSION_SECONDS
from rackcard.web.limits import BODY_MAX
from rackcard.web.middleware import HEADERS
from rackcard.web.permissions import ALLOWED
from rackcard.web.status import BAD_FIELDS, STATUS, status_of
from rackcard.wording.commands import COMMANDS as COMMAND_WORDS
from rackcard.wording.commands import action, clause
from rackcard.wording.refusals import REFUSALS
from tests.support.served import post
from tests.support.web import (
    BAD_AMOUNTS,
    CARDS,
    COMMANDS,
    MALFORMED,
    NO_JSON,
    PASSWORD,
    do,
    live_table,
    new_table,
    seated,
)


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
    for text in ("100.00 %", "5.56 %", "$54.00", "$51.00", "usual −$"):
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


@pytest.mark.parametrize("amount", BAD_AMOUNTS, ids=repr)
def test_bad_amounts_change_nothing(client: TestClient, amount: Any) -> None:
    """P11: a clear 4xx, never a 5xx, and the table as it was."""
    seated(client)
    before = client.get("/api/tables/t1").json()
    for fields in ({"do": "buy-in", "seat": 1}, {"do": "bet", "seat": 1, "card": 1, "wager": "pass"}):
        answer = client.post("/api/tables/t1/commands", json={**fields, "amount": amount})
        assert 400 <= answer.status_code < 500
        assert answer.json()["code"]
        assert answer.json()["message"]
    assert client.get("/api/tables/t1").json() == before


@pytest.mark.parametrize(("path", "body"), MALFORMED)
def test_malformed_requests_are_4xx(client: TestClient, path: str, body: bytes) -> None:
    seated(client)
    before = client.get("/api/tables/t1").json()
    answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert "root:" not in answer.text
    assert client.get("/api/tables/t1").json() == before


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


def test_every_status_is_of_a_refusal_and_bad_fields_are_422() -> None:
    codes = {key.partition(".")[0] for key in REFUSALS}
    assert codes >= BAD_FIELDS | set(STATUS)
    assert not BAD_FIELDS & set(STATUS)
    about_fields = {code for code in codes if code.startswith(("bad-", "missing-", "unknown-"))} - set(STATUS)
    assert about_fields <= BAD_FIELDS
    assert {status_of(code) for code in BAD_FIELDS} == {422}
    assert status_of("seat-taken") == 409


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


# ---- roles


def test_every_command_of_the_table_is_in_the_matrix() -> None:
    from rackcard.table.registry import REQUESTS

    assert {*COMMANDS, "open"} == set(REQUESTS)
    assert set().union(*ALLOWED.values()) == set(REQUESTS)
    assert set(ALLOWED) == set(ROLES)


def test_every_command_has_words_for_a_sentence() -> None:
    assert set(COMMAND_WORDS) == {*COMMANDS, "open"}
    assert len(set(COMMAND_WORDS.values())) == len(COMMAND_WORDS)
    assert action("dance") == "give the command dance"


@pytest.mark.parametrize(
    ("reason", "told"),
    [("water on felt.", "water on felt"), ("why?!", "why"), ("wait … ", "wait"), ("...", "...")],
)
def test_a_reason_in_a_sentence_has_no_stop_of_its_own(client: TestClient, reason: str, told: str) -> None:
    assert clause(reason) == told
    seated(client)
    assert do(client, "close-betting").status_code == 200
    assert do(client, "outcome", outcome=[3, 3]).status_code == 200
    assert do(client, "correct", outcome=[3, 4], reason=reason).status_code == 200
    assert f"corrected ({told}): 3-4" in client.get("/api/tables/t1/rounds/1").text
    assert do(client, "void", reason=reason).status_code == 200
    said = re.search('data-said="([^"]*)"', client.get("/tables/t1").text)
    assert said is not None
    assert json.loads(html.unescape(said[1]))[-1][1] == f"Voided: {told}"
    for word, back in (("pause", "confirm"), ("freeze", "resume")):
        assert do(client, word, reason=reason).status_code == 200
        page = html.unescape(client.get("/tables/t1").text)
        assert f"</b> {told}. " in page
        assert do(client, back, round=1).status_code == 200


def test_refusals_are_sentences(floor: Any) -> None:
    boss, token = floor["supervisor"]
    refused = do(boss, "outcome", "live", token, outcome=[3, 4]).json()["message"]
    assert refused == "a supervisor may not enter an outcome at a live table"
    assert do(boss, "freeze", "live", token, reason="water on felt.").status_code == 200
    dealer, dealers = floor["dealer"]
    refused = do(dealer, "close-betting", "live", dealers).json()["message"]
    assert refused == "the table is frozen (water on felt); a supervisor must resume it"


def test_a_forged_request_is_refused(floor: Any) -> None:
    """The cookie alone is not enough: the session's token must come with the request."""
    dealer, _ = floor["dealer"]
    for headers in ({}, {"X-CSRF-Token": "wrong"}, {"X-CSRF-Token": floor["supervisor"][1]["X-CSRF-Token"]}):
        answer = do(dealer, "close-betting", "live", headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "forged")


def test_only_a_supervisor_opens_live_tables_adds_accounts_and_reads_meters(floor: Any, app: Any) -> None:
    for who, (person, token) in floor.items():
        if who == "supervisor":
            continue
        body = {"name": "new", "password": PASSWORD, "role": "supervisor"}
        assert person.post("/api/accounts", json=body, headers=token).status_code == 403
        assert person.post("/api/tables", json={**live_table(), "table": "x"}, headers=token).status_code == 403
        assert person.get("/api/tables/live/meters").status_code == 403
    assert TestClient(app).post("/api/accounts", json={"name": "n", "password": PASSWORD}).status_code == 401
    assert floor["supervisor"][0].get("/api/tables/live/meters").status_code == 200


def test_passwords_are_hashed_and_guessing_is_slowed(floor: Any, app: Any, tmp_path: Path) -> None:
    assert PASSWORD.encode() not in (tmp_path / "tables.db").read_bytes()
    stranger = TestClient(app)
    codes = {stranger.post("/api/login", json={"name": "boss", "password": "guess"}).status_code for _ in range(12)}
    assert codes == {401, 429}


def test_logging_out_ends_the_session(floor: Any) -> None:
    dealer, token = floor["dealer"]
    assert dealer.post("/api/logout").status_code == 200
    assert do(dealer, "close-betting", "live", token).status_code == 401


def test_no_seat_is_ever_sent_advice(floor: Any) -> None:
    """P17: values of riding, best play and odds are absent from every answer a seat gets."""
    person, token = floor["seat1"]
    texts = [person.get("/api/tables/live").text, do(person, "bet", "live", token, **COMMANDS["bet"]).text]
    texts += [person.get(path).text for path in ("/api/tables/live/rounds/1", "/tables/live/recall/1")]
    for text in texts:
        assert not any(word in text for word in ("riding", "advice", "best", "house_edge", "value_of"))


# ---- setting up, joining, locking


def test_a_house_is_set_up_once(client: TestClient, app: Any) -> None:
    first = client.post("/api/setup", json={"name": "boss", "password": PASSWORD})
    assert (first.status_code, first.json()["role"]) == (201, "supervisor")
    assert client.get("/office").status_code == 200
    again = TestClient(app).post("/api/setup", json={"name": "mallory", "password": PASSWORD})
    assert (again.status_code, again.json()["code"]) == (409, "set-up")
    assert TestClient(app).post("/api/login", json={"name": "mallory", "password": PASSWORD}).status_code == 401


def test_a_set_up_with_a_short_password_leaves_the_house_as_it_was(client: TestClient) -> None:
    assert client.post("/api/setup", json={"name": "boss", "password": "short"}).status_code == 422
    assert client.post("/api/setup", json={"name": "boss", "password": PASSWORD}).status_code == 201


def code_for(floor: Any, seat: int = 1) -> str:
    dealer, token = floor["dealer"]
    answer = dealer.post(f"/api/tables/live/seats/{seat}/code", headers=token)
    assert answer.status_code == 201, answer.json()
    return str(answer.json()["code"])


def join(app: Any, code: str) -> tuple[TestClient, dict[str, str], Any]:
    one = TestClient(app)
    answer = one.post("/api/join", json={"code": code})
    return one, {"X-CSRF-Token": answer.json().get("csrf", "")}, answer


def test_a_code_seats_one_player_once(floor: Any, app: Any) -> None:
    code = code_for(floor)
    player, token, answer = join(app, code.lower().replace("-", " "))
    assert (answer.status_code, answer.json()["go"]) == (200, "/tables/live")
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert do(player, "bet", "live", token, **COMMANDS["bet"]).status_code == 200
    assert do(player, "bet", "live", token, **{**COMMANDS["bet"], "seat": 2}).json()["code"] == "not-your-seat"
    assert join(app, code)[2].json()["code"] == "wrong-code"


def test_a_new_code_ends_the_one_before(floor: Any, app: Any) -> None:
    old, other, new = code_for(floor), code_for(floor, 2), code_for(floor)
    assert join(app, old)[2].status_code == 401
    assert join(app, other)[2].json()["seat"] == 2
    assert join(app, new)[2].json()["seat"] == 1


def test_a_code_is_good_for_fifteen_minutes(floor: Any, app: Any, clock: list[float]) -> None:
    code = code_for(floor)
    clock[0] = CODE_SECONDS + 1
    assert join(app, code)[2].json()["code"] == "wrong-code"


def test_guessing_codes_is_slowed(floor: Any, app: Any) -> None:
    answers = [join(app, "AAAA-AAAA")[2].status_code for _ in range(12)]
    assert (answers[0], answers[-1]) == (401, 429)
    assert join(app, code_for(floor))[2].status_code == 429


def test_a_joined_session_ends_when_the_player_leaves(floor: Any, app: Any) -> None:
    player, token, _ = join(app, code_for(floor))
    unused = code_for(floor)
    dealer, dealers = floor["dealer"]
    assert player.get("/api/tables/live").status_code == 200
    assert do(dealer, "leave", "live", dealers, seat=1).status_code == 200
    assert do(dealer, "seat", "live", dealers, seat=1, name="Carl").status_code == 200
    assert do(dealer, "buy-in", "live", dealers, seat=1, amount=5_000).status_code == 200
    for answer in (player.get("/api/tables/live"), do(player, "bet", "live", token, **COMMANDS["bet"])):
        assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")
    late, token, _ = join(app, unused)
    assert do(late, "bet", "live", token, **COMMANDS["bet"]).status_code == 403


def test_codes_are_given_by_the_floor_alone(floor: Any, app: Any) -> None:
    for who, (person, token) in floor.items():
        answer = person.post("/api/tables/live/seats/1/code", headers=token)
        assert answer.status_code == (201 if who in ("dealer", "supervisor") else 403), who
        forged = person.post("/api/tables/live/seats/1/code")
        assert forged.status_code == 403
    assert TestClient(app).post("/api/tables/live/seats/1/code").status_code == 401
    dealer, token = floor["dealer"]
    assert dealer.post("/api/tables/live/seats/9/code", headers=token).json()["code"] == "no-such-seat"


@pytest.mark.parametrize("who", ["dealer", "supervisor"])
def test_an_idle_session_of_the_floor_is_locked_until_its_password_is_given(
    floor: Any, clock: list[float], who: str
) -> None:
    person, token = floor[who]
    command: dict[str, dict[str, Any]] = {"seat": {"seat": 7, "name": "New"}, "buy-in": {"seat": 1, "amount": 500}}
    clock[0] = LOCK_SECONDS - 120
    assert do(person, "buy-in", "live", token, **command["buy-in"]).status_code == 200
    clock[0] += LOCK_SECONDS - 120
    assert do(person, "buy-in", "live", token, **command["buy-in"]).status_code == 200
    clock[0] += LOCK_SECONDS + 5
    locked = do(person, "seat", "live", token, **command["seat"])
    assert (locked.status_code, locked.json()["code"]) == (401, "locked")
    assert person.post("/api/tables/live/seats/1/code", headers=token).json()["code"] == "locked"
    assert person.get("/api/tables/live").status_code == 200
    assert person.post("/api/unlock", json={"password": "not the password"}).status_code == 401
    assert do(person, "seat", "live", token, **command["seat"]).json()["code"] == "locked"
    assert person.post("/api/unlock", json={"password": PASSWORD}).status_code == 200
    assert do(person, "seat", "live", token, **command["seat"]).status_code == 200


def test_a_locked_supervisor_opens_no_table_and_adds_no_account(floor: Any, clock: list[float]) -> None:
    boss, token = floor["supervisor"]
    clock[0] = LOCK_SECONDS + 5
    body = {"name": "new", "password": PASSWORD, "role": "supervisor"}
    assert boss.post("/api/accounts", json=body, headers=token).json()["code"] == "locked"
    assert boss.post("/api/tables", json={**live_table(), "table": "x"}, headers=token).json()["code"] == "locked"


def test_a_seat_and_a_display_are_never_locked(floor: Any, clock: list[float]) -> None:
    clock[0] = LOCK_SECONDS * 3
    person, token = floor["seat1"]
    assert do(person, "bet", "live", token, **COMMANDS["bet"]).status_code == 200
    assert floor["display"][0].get("/tables/live/display").status_code == 200


def test_a_session_ends_after_its_hours(floor: Any, clock: list[float]) -> None:
    clock[0] = SESSION_SECONDS + 1
    assert floor["dealer"][0].get("/api/tables/live").status_code == 401
    assert floor["display"][0].get("/api/tables/live").status_code == 200


def test_guessing_the_password_of_a_locked_session_is_slowed(floor: Any, app: Any) -> None:
    dealer, _ = floor["dealer"]
    answers = [dealer.post("/api/unlock", json={"password": "guess"}).status_code for _ in range(12)]
    assert (answers[0], answers[-1]) == (401, 429)
    assert TestClient(app).post("/api/unlock", json={"password": PASSWORD}).status_code == 429


def test_nobody_is_unlocked_without_a_session(floor: Any, app: Any) -> None:
    answer = TestClient(app).post("/api/unlock", json={"password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (401, "log-in")


@pytest.mark.parametrize("path", ["/api/setup", "/api/join", "/api/unlock", "/api/login", "/api/logout"])
def test_sessions_are_not_begun_or_ended_from_other_sites(floor: Any, path: str) -> None:
    dealer, token = floor["dealer"]
    body = {"name": "boss", "password": PASSWORD, "code": "AAAA-AAAA"}
    answer = dealer.post(path, json=body, headers={**token, "Origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "other-origin")
    assert dealer.get("/api/tables/live").status_code == 200


READS = ["/api/tables/live", "/api/tables/live/events", "/api/tables/live/rounds/1", "/tables/live/felt",
         "/tables/live/recall/1"]  # fmt: skip


@pytest.mark.parametrize("path", READS)
def test_a_live_table_is_read_after_logging_in(floor: Any, app: Any, path: str) -> None:
    answer = TestClient(app).get(path)
    assert (answer.status_code, answer.json()["code"]) == (401, "log-in")


def test_the_page_of_a_live_table_sends_a_stranger_to_log_in(floor: Any, app: Any) -> None:
    for view in ("", "/dealer", "/supervisor", "/display"):
        answer = TestClient(app).get(f"/tables/live{view}", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/login?next=/tables/live{view}")
    page = TestClient(app).get("/login?next=https://evil.example/").text
    assert "evil.example" not in page


SEES = {"supervisor": {"", "/dealer", "/supervisor", "/display"}, "dealer": {"/dealer", "/display"},
        "seat1": {"", "/display"}, "seat2": {"", "/display"}, "display": {"/display"}}  # fmt: skip


@pytest.mark.parametrize("who", SEES)
def test_each_role_sees_its_own_views_of_a_live_table(floor: Any, who: str) -> None:
    person, _ = floor[who]
    for view in ("", "/dealer", "/supervisor", "/display"):
        allowed = view in SEES[who]
        led = {"dealer": "/dealer", "display": "/display"}.get(who) if not view else None  # to the view of the role
        answer = person.get(f"/tables/live{view}", follow_redirects=False)
        assert answer.status_code == (303 if led else 200 if allowed else 403), view
        assert answer.headers.get("location") == (f"/tables/live{led}" if led else None)
        part = person.get(f"/tables/live/felt?view={view[1:] or 'seat'}")
        assert part.status_code == (200 if allowed else 403), view


@pytest.mark.parametrize(
    ("who", "go"),
    [("supervisor", "/office"), ("dealer", "/tables/live/dealer"), ("display", "/tables/live/display"),
     ("seat1", "/tables/live")],
)  # fmt: skip
def test_logging_in_leads_to_the_view_of_the_role(floor: Any, app: Any, who: str, go: str) -> None:
    name = {"supervisor": "boss"}.get(who, who)
    answer = TestClient(app).post("/api/login", json={"name": name, "password": PASSWORD})
    assert answer.json()["go"] == go
    person, _ = floor[who]
    assert person.get(go).status_code == 200
    if who != "supervisor":
        assert f'href="{go}"' in person.get("/").text


def test_an_address_with_a_bad_field_is_refused_as_a_page(client: TestClient) -> None:
    seated(client)
    answer = client.get("/tables/t1?seat=abc", headers={"accept": "text/html"})
    assert (answer.status_code, "text/html" in answer.headers["content-type"]) == (422, True)
    assert "<h1>Request refused</h1>" in answer.text


def test_a_seat_sees_no_other_seats_balance(floor: Any) -> None:
    dealer, token = floor["dealer"]
    assert do(dealer, "buy-in", "live", token, seat=2, amount=12_300).status_code == 200  # $623.00 now
    person, own = floor["seat1"]
    seats = person.get("/api/tables/live").json()["seats"]
    assert (seats["1"]["balance"], seats["2"]["balance"]) == (50_000, None)
    assert do(person, "bet", "live", own, **COMMANDS["bet"]).json()["table"]["seats"]["2"]["balance"] is None
    for path in ("/tables/live", "/tables/live?seat=2", "/tables/live/felt?seat=2", "/tables/live/display",
                 "/tables/live/felt?view=display&seat=2"):  # fmt: skip
        assert "623.00" not in person.get(path).text
        assert "62300" not in person.get(path).text
    assert "$623.00" in dealer.get("/tables/live/dealer").text


@pytest.mark.parametrize("path", ["/api/tables/live/ledger.csv", "/api/tables/live/meters", "/tables/live/meters"])
def test_the_books_of_a_live_table_are_for_the_supervisor(floor: Any, app: Any, path: str) -> None:
    for who, (person, _) in floor.items():
        assert person.get(path).status_code == (200 if who == "supervisor" else 403), who
    assert TestClient(app).get(path).status_code in (401, 403)


def test_advice_reaches_a_live_seat_only_while_it_is_allowed(floor: Any) -> None:
    """P17: the chance from here and the advice, in the page and in the part that follows the log."""
    boss, token = floor["supervisor"]
    dealer, dealers = floor["dealer"]
    seat, own = floor["seat1"]
    assert do(seat, "bet", "live", own, seat=1, card=2, wager="cash-out", amount=500).status_code == 200
    for dice in ([1, 1], [1, 2], [2, 2], [2, 3]):
        do(dealer, "close-betting", "live", dealers)
        do(dealer, "outcome", "live", dealers, outcome=dice)

    def is_told() -> set[bool]:
        def tells(text: str) -> bool:
            return "to win" in text or "Riding" in text or "Advice" in text

        found = {path: seat.get(path).text for path in ("/tables/live", "/tables/live/felt")}
        assert "Cash out now" in found["/tables/live"]
        assert not tells(seat.get("/tables/live/display").text)  # the display never does
        return {tells(text) for text in found.values()}

    assert is_told() == {False}
    assert do(boss, "advice", "live", token, allow=True).status_code == 200
    assert is_told() == {True}
    assert do(boss, "advice", "live", token, allow=False).status_code == 200
    assert is_told() == {False}
    told = [line for line in boss.get("/api/tables/live/rounds/5").text.splitlines() if "advice" in line]
    assert ["boss" in line for line in told] == [True, True]


# ---- a real server


def read_events(url: str, wanted: int) -> list[int]:
    """The sequence numbers of the first events of a stream."""
    found = []
    with urllib.request.urlopen(url, timeout=20) as stream:
        for line in stream:
            if line.startswith(b"id: "):
                found.append(int(line[4:]))
            if len(found) == wanted:
                return found
    return found


def test_an_address_that_cannot_be_had_is_refused_before_anything_is_opened(server: str, tmp_path: Path) -> None:
    rackcard = Path(sys.executable).parent / "rackcard"
    taken = server.rsplit(":", 1)[1]
    for port, told in (("70000", "from 1 to 65535"), ("0", "from 1 to 65535"), (taken, "already in use")):
        words: list[str | Path] = [rackcard, "serve", "--db", tmp_path / "new.db", "--port", port]
        done = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)
        assert told in done.stderr
        assert not (tmp_path / "new.db").exists()


def test_live_events_resume_from_any_number(server: str) -> None:
    post(f"{server}/api/tables", {"table": "t1", "name": "T", "game": "craps", "cards": CARDS})
    for seat in range(1, 6):
        post(f"{server}/api/tables/t1/commands", {"do": "seat", "seat": seat, "name": f"P{seat}"})
    assert read_events(f"{server}/api/tables/t1/events", 6) == [1, 2, 3, 4, 5, 6]
    assert read_events(f"{server}/api/tables/t1/events?after=4", 2) == [5, 6]
    request = urllib.request.Request(f"{server}/api/tables/t1/events", headers={"Last-Event-ID": "5"})
    with urllib.request.urlopen(request, timeout=20) as stream:
        assert stream.readline() == b"id: 6\n"


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
    assert client.post("/api/accounts", json={"name": "boss", "password": PASSWORD}).status_code == 201
    assert "evil" not in client.get("/login", params={"next": next_}).text


@pytest.mark.parametrize(("path", "body"), NO_JSON)
def test_p11_what_no_json_should_hold_is_refused_in_words(client: TestClient, path: str, body: str) -> None:
    seated(client)
    version = client.get("/api/tables/t1").json()["version"]
    answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["message"]
    assert client.get("/api/tables/t1").json()["version"] == version


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


def test_a_roll_at_a_practice_table_catches_up_once_in_each_request(client: TestClient, catch_ups: list[str]) -> None:
    table = client.post("/api/practice", json={"card": "cash-out-craps"}).json()["table"]
    bet = {"do": "bet", "seat": 1, "card": 1, "wager": "cash-out", "amount": 500}
    for number, body in enumerate((bet, {"do": "close-betting"}, {"do": "generate"})):
        catch_ups.clear()
        key = {"Idempotency-Key": f"key-{number}"}
        answer = client.post(f"/api/tables/{table}/commands", json=body, headers=key)
        assert answer.status_code == 200, answer.json()
        assert answer.json()["table"]["version"] == answer.json()["entry"]["seq"]
        assert catch_ups == [table], body
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
