"""Accounts and sessions: setting up, logging in, joining, locking, and who reads what of a live table."""

import html
import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rackcard.table.command import ROLES
from rackcard.web import routes
from rackcard.web.accounts import CODE_SECONDS, LOCK_SECONDS, SESSION_SECONDS
from rackcard.web.deps import COOKIE
from rackcard.web.permissions import ALLOWED
from rackcard.wording.commands import COMMANDS as COMMAND_WORDS
from rackcard.wording.commands import action, clause
from tests.support.served import SET_UP_CODE
from tests.support.watchers import serving
from tests.support.web import COMMANDS, PASSWORD, Floor, KeptFloor, do, live_table, seated

pytestmark = pytest.mark.slow

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


# ---- setting up, joining, locking


def test_a_house_is_set_up_once(client: TestClient, app: Any) -> None:
    first = client.post("/api/setup", json={"name": "boss", "password": PASSWORD, "code": SET_UP_CODE})
    assert (first.status_code, first.json()["role"]) == (201, "supervisor")
    assert client.get("/office").status_code == 200
    again = TestClient(app).post("/api/setup", json={"name": "mallory", "password": PASSWORD, "code": SET_UP_CODE})
    assert (again.status_code, again.json()["code"]) == (409, "set-up")
    assert TestClient(app).post("/api/login", json={"name": "mallory", "password": PASSWORD}).status_code == 401


def test_a_set_up_with_a_short_password_leaves_the_house_as_it_was(client: TestClient) -> None:
    assert client.post("/api/setup", json={"name": "boss", "password": "short", "code": SET_UP_CODE}).status_code == 422
    assert (
        client.post("/api/setup", json={"name": "boss", "password": PASSWORD, "code": SET_UP_CODE}).status_code == 201
    )


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


# ---- advice

ADVICE = re.compile(
    r"advice(?!-changed)|riding|better|\bbest\b|chance|house.edge|value_of|to win|of the time|is worth|on average",
    re.IGNORECASE,
)
"""The words that chances and advice come in."""
ADVISED = {
    "/tables/{table_id}", "/tables/{table_id}/felt", "/tables/{table_id}/inspect", "/api/events",
    "/api/tables/{table_id}/commands",
}  # fmt: skip
"""Where advice is shown while it is allowed."""
QUERIES = {"/tables/{table_id}/inspect": "?card=2&wager=cash-out", "/tables/{table_id}/call": "?text=6"}
"""What an address takes besides its numbers."""


def deal(floor: Floor, *dice: int) -> None:
    dealer, token = floor["dealer"]
    assert do(dealer, "close-betting", "live", token).status_code == 200
    assert do(dealer, "outcome", "live", token, outcome=dice).status_code == 200


@pytest.fixture
def dealt(kept_floor: KeptFloor, tmp_path: Path) -> Iterator[tuple[int, Floor]]:
    """A server with a live table whose first seat may cash out, and its people."""
    database = tmp_path / "dealt.db"
    with serving(str(database)) as (port, app):
        floor = kept_floor.copied(app, database)
        seat, token = floor["seat1"]
        assert do(seat, "bet", "live", token, seat=1, card=2, wager="cash-out", amount=500).status_code == 200
        for dice in ([1, 1], [1, 2], [2, 2], [2, 3]):
            deal(floor, *dice)
        yield port, floor


def streamed(stream: http.client.HTTPResponse, line: str, newest: int) -> str:
    """What a stream sends up to a line with the number of an entry, or of a later one."""
    lines: list[str] = []
    while not lines or not any(int(one) >= newest for one in re.findall(line, lines[-1])):
        lines.append(stream.readline().decode())
        assert lines[-1], "the stream ended"
        assert lines.count(": keep-alive\n") < 5, "it never came"
    return "".join(lines)


@contextmanager
def stream_of(port: int, seat: TestClient, path: str) -> Iterator[http.client.HTTPResponse]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request("GET", path, headers={"Cookie": f"{COOKIE}={seat.cookies[COOKIE]}"})
        yield connection.getresponse()


def streams(port: int, floor: Floor) -> dict[str, str]:
    """What a seat is sent of the log, but for its first entry, which has the texts of the cards; and of a drawing."""
    seat, _ = floor["seat1"]
    newest = seat.get("/api/tables/live").json()["version"]
    with stream_of(port, seat, "/api/tables/live/events?after=1") as stream:
        log = streamed(stream, "^id: ([0-9]+)", newest)
    with stream_of(port, seat, f"/api/events?tables=live:{newest - 1}&views=live:seat:1") as stream:
        streamed(stream, "^id: ([0-9]+)", newest)  # it follows
        deal(floor, 3, 3)
        drawn = streamed(stream, '^data: seat:1 .*?"version":([0-9]+)', newest + 2)
    return {"/api/tables/{table_id}/events": log, "/api/events": drawn}


def seen_by_a_seat(port: int, floor: Floor) -> dict[str, str]:
    """What a seat is sent of its table, by the address: pages, parts, the interface, streams, the answer to a bet."""
    seat, token = floor["seat1"]
    rooms = [import_module(f"{routes.__name__}.{room.name}").router for room in iter_modules(routes.__path__)]
    found = streams(port, floor)
    for path in {route.path for room in rooms for route in room.routes if "GET" in route.methods}:
        if "{table_id}" in path and path not in found:
            answer = seat.get(path.format(table_id="live", number=4) + QUERIES.get(path, ""))
            assert answer.status_code in (200, 403), path
            found |= {path: answer.text} if answer.is_success else {}
    bet = do(seat, "bet", "live", {**token, "X-View": "seat"}, seat=1, card=1, wager="field", amount=500)
    assert bet.status_code == 200, bet.text
    return found | {"/api/tables/{table_id}/commands": bet.text}


def test_p17_no_seat_is_ever_sent_advice(dealt: tuple[int, Floor]) -> None:
    """Chances, values of riding and best play are absent from everything that a seat of a live table is sent."""
    found = seen_by_a_seat(*dealt)
    assert set(found) > ADVISED
    assert {path: ADVICE.findall(text) for path, text in found.items() if ADVICE.search(text)} == {}


def test_p17_control_advice_that_is_allowed_is_found_wherever_it_is_shown(dealt: tuple[int, Floor]) -> None:
    boss, token = dealt[1]["supervisor"]
    assert do(boss, "advice", "live", token, allow=True).status_code == 200
    assert {path for path, text in seen_by_a_seat(*dealt).items() if ADVICE.search(text)} == ADVISED
    assert do(boss, "advice", "live", token, allow=False).status_code == 200
    test_p17_no_seat_is_ever_sent_advice(dealt)


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
