"""P13: only the right role may give a command; forged, cross-site and replayed requests have no effect."""

from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from rackcard.table.log.codec import public_data
from rackcard.table.log.store import Entry
from rackcard.table.registry import EVENTS
from rackcard.web import permissions
from rackcard.web.views.json import entry_view
from tests.support.roles import FORBIDDEN, MAY, forgeries, matrix, replays
from tests.support.table_world import Script, together
from tests.support.web import COMMANDS, PASSWORD, do, live_table, log_in

pytestmark = pytest.mark.slow


def test_p13_the_second_list_names_every_command() -> None:
    assert set(MAY) == set(COMMANDS)


@pytest.mark.parametrize("word", COMMANDS)
def test_p13_only_the_right_role_gives_a_command(floor: Any, app: Any, word: str) -> None:
    assert matrix(floor, app, word) == 6


@pytest.mark.parametrize(
    ("role", "word"), [("display", "void"), ("seat", "buy-in"), ("dealer", "close"), ("supervisor", "bet")]
)
def test_p13_control_an_opened_entry_of_the_matrix_is_caught(
    floor: Any, app: Any, role: Any, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setitem(permissions.ALLOWED, role, permissions.ALLOWED[role] | {word})
    with pytest.raises(AssertionError):
        matrix(floor, app, word)


def test_p13_control_a_seat_that_may_play_for_others_is_caught(
    floor: Any, app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    def any_seat(person: Any, table_id: str, table: Any, command: Any) -> None:
        VERIFY_MAY(person, table_id, table, {**command, "seat": person and person.seat})

    monkeypatch.setattr("rackcard.web.group_commit.verify_may", any_seat)
    with pytest.raises(AssertionError):
        matrix(floor, app, "bet")


VERIFY_MAY = permissions.verify_may

# ---- accounts that are for one table


@pytest.fixture
def other(floor: Any) -> str:
    """A second live table, which none of the floor's accounts but the supervisor's is for."""
    boss, token = floor["supervisor"]
    assert boss.post("/api/tables", json={**live_table(), "table": "other"}, headers=token).status_code == 201
    return "other"


@pytest.mark.parametrize("word", COMMANDS)
def test_p13_an_account_for_one_table_gives_no_command_at_another(floor: Any, other: str, word: str) -> None:
    for who, (person, token) in floor.items():
        answer = do(person, word, other, token, **COMMANDS[word])
        allowed = who == "supervisor" and "supervisor" in MAY[word].split()
        assert (answer.json().get("code") not in FORBIDDEN) == allowed, (who, answer.json())


def test_p13_an_account_for_one_table_sees_no_other(floor: Any, other: str) -> None:
    for who, (person, token) in floor.items():
        expected = 200 if who == "supervisor" else 403
        for path in ("/api/tables/other", "/tables/other/display", "/tables/other/felt?view=display"):
            assert person.get(path).status_code == expected, (who, path)
        if who != "supervisor":
            assert person.get("/api/tables/other/events").status_code == 403, who
        code = person.post("/api/tables/other/seats/1/code", headers=token)
        assert code.json()["code"] == {"supervisor": "no-such-seat", "dealer": "not-your-table"}.get(
            who, "not-your-role"
        )


def test_p13_an_account_for_no_table_in_particular_serves_them_all(floor: Any, app: Any, other: str) -> None:
    boss, token = floor["supervisor"]
    for role, path in (("dealer", "dealer"), ("display", "display")):
        body = {"name": f"any {role}", "password": PASSWORD, "role": role}
        assert boss.post("/api/accounts", json=body, headers=token).status_code == 201
        person, own = log_in(app, f"any {role}")
        for table in ("live", other):
            assert person.get(f"/tables/{table}/{path}").status_code == 200
            assert role == "display" or do(person, "close-betting", table, own).status_code == 200


def test_a_command_that_there_is_not_is_nobodys_to_give(floor: Any) -> None:
    person, token = floor["dealer"]
    answer = do(person, "nosuch", "live", token)
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown-command")
    assert answer.json()["message"].startswith('there is no command "nosuch"; expected one of: ')


@pytest.mark.parametrize("role", ["dealer", "display", "seat"])
def test_p13_no_account_is_made_for_a_table_that_is_not_there(floor: Any, app: Any, role: str) -> None:
    boss, token = floor["supervisor"]
    body = {"name": "lost", "password": PASSWORD, "role": role, "seat": 1}
    for table in ("nowhere", "a\0b", "", "Live"):
        answer = boss.post("/api/accounts", json={**body, "table": table}, headers=token)
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-table"), table
    lead = boss.post("/api/accounts", json={**body, "role": "supervisor", "table": "live"}, headers=token)
    assert (lead.status_code, lead.json()["code"]) == (422, "bad-table")
    assert TestClient(app).post("/api/login", json={"name": "lost", "password": PASSWORD}).status_code == 401


# ---- removing accounts and giving passwords

NEW = "staple horse battery"


def account_matrix(people: Any, web: Any) -> None:
    """Accounts are removed, and others' passwords set, by a supervisor alone; one's own password by oneself."""
    boss, token = people["supervisor"]
    body = {"name": "a/b c", "password": PASSWORD, "role": "dealer"}
    assert boss.post("/api/accounts", json=body, headers=token).status_code == 201
    place = "/api/accounts/a%2Fb%20c"
    ways = [("DELETE", place, None), ("PUT", f"{place}/password", {"password": NEW, "current": PASSWORD})]
    for who, (person, own) in people.items():
        for method, path, sent in ways:
            for headers in ({}, {"X-CSRF-Token": "wrong"}):
                assert person.request(method, path, json=sent, headers=headers).status_code == 403, (who, method)
            answer = person.request(method, path, json=sent, headers=own)
            if who == "supervisor":
                assert answer.status_code == 200, (who, method, answer.json())
                assert method == "PUT" or boss.post("/api/accounts", json=body, headers=token).status_code == 201
            else:
                assert (answer.status_code, answer.json()["code"]) == (403, "not-supervisor"), (who, method)
    for method, path, sent in ways:
        assert TestClient(web).request(method, path, json=sent).status_code == 401, method


def test_p13_only_a_supervisor_removes_accounts_and_sets_others_passwords(floor: Any, app: Any) -> None:
    account_matrix(floor, app)


def test_p13_control_an_account_that_anybody_removes_is_caught(
    floor: Any, app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr("rackcard.web.permissions.verify_csrf", lambda person, given: None)
    with pytest.raises(AssertionError):
        account_matrix(floor, app)


def test_a_removed_account_is_out_at_once(floor: Any, app: Any) -> None:
    boss, token = floor["supervisor"]
    dealer, own = floor["dealer"]
    assert do(dealer, "close-betting", "live", own).status_code == 200
    assert boss.delete("/api/accounts/dealer", headers=token).status_code == 200
    assert do(dealer, "outcome", "live", own, outcome=[3, 3]).status_code == 401
    login = {"name": "dealer", "password": PASSWORD}
    assert TestClient(app).post("/api/login", json=login).status_code == 401
    for name in ("dealer", "a%00b", "nobody", "x" * 500):
        answer = boss.delete(f"/api/accounts/{name}", headers=token)
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-account"), name
    body = {**login, "role": "dealer", "table": "live"}
    assert boss.post("/api/accounts", json=body, headers=token).status_code == 201
    assert do(dealer, "outcome", "live", own, outcome=[3, 3]).status_code == 401, "the session is not the namesake's"


def test_the_last_supervisor_stays(floor: Any, app: Any) -> None:
    boss, token = floor["supervisor"]
    answer = boss.delete("/api/accounts/boss", headers=token)
    assert (answer.status_code, answer.json()["code"]) == (409, "last-supervisor")
    body = {"name": "second", "password": PASSWORD, "role": "supervisor"}
    assert boss.post("/api/accounts", json=body, headers=token).status_code == 201
    second, own = log_in(app, "second")
    said: list[int] = []

    def remove(number: int) -> None:
        """Each removes the other, at once."""
        person, headers, name = ((boss, token, "second"), (second, own, "boss"))[number]
        said.append(person.delete(f"/api/accounts/{name}", headers=headers).status_code)

    together(remove, 2)
    assert said.count(200) == 1
    assert [one.role for one in app.state.accounts.listed()].count("supervisor") == 1


def test_a_new_password_ends_the_sessions_of_the_old(floor: Any, app: Any) -> None:
    boss, token = floor["supervisor"]
    dealer, own = floor["dealer"]
    elsewhere, _ = log_in(app, "dealer")
    path = "/api/accounts/dealer/password"
    for sent, code in (
        ({"password": NEW}, "wrong-login"), ({"password": NEW, "current": "wrong"}, "wrong-login"),
        ({"password": "short", "current": PASSWORD}, "bad-password"),
    ):  # fmt: skip
        assert dealer.put(path, json=sent, headers=own).json()["code"] == code
    assert dealer.put(path, json={"password": NEW, "current": PASSWORD}, headers=own).status_code == 200
    assert do(dealer, "close-betting", "live", own).status_code == 200, "whoever changed it goes on"
    assert elsewhere.get("/api/tables/live").status_code == 401
    for password, status in ((PASSWORD, 401), (NEW, 200)):
        said = TestClient(app).post("/api/login", json={"name": "dealer", "password": password})
        assert said.status_code == status
    assert boss.put(path, json={"password": PASSWORD}, headers=token).status_code == 200
    assert do(dealer, "outcome", "live", own, outcome=[3, 3]).status_code == 401
    log_in(app, "dealer")


def test_guessing_ones_own_password_is_slowed(floor: Any) -> None:
    dealer, own = floor["dealer"]
    sent = {"password": NEW, "current": "guess"}
    codes = {dealer.put("/api/accounts/dealer/password", json=sent, headers=own).status_code for _ in range(12)}
    assert codes == {401, 429}


def test_an_account_joined_by_code_has_no_password_to_set(floor: Any, app: Any) -> None:
    boss, token = floor["supervisor"]
    code = boss.post("/api/tables/live/seats/1/code", headers=token).json()["code"]
    player = TestClient(app)
    name = player.post("/api/join", json={"code": code}).json()["name"]
    answer = boss.put(f"/api/accounts/{name}/password", json={"password": NEW}, headers=token)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-account")
    assert boss.delete(f"/api/accounts/{name}", headers=token).status_code == 200
    assert player.get("/api/tables/live").status_code == 401


# ---- forged and foreign requests


def test_p13_forged_and_foreign_requests_are_refused(floor: Any) -> None:
    assert forgeries(floor) > 40


def test_p13_control_a_token_that_is_not_checked_is_caught(
    floor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr("rackcard.web.group_commit.verify_csrf", lambda person, given: None)
    with pytest.raises(AssertionError):
        forgeries(floor)


class WithoutOrigin:
    """An application that never learns where a request came from: its check of the origin is as good as gone."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if "headers" in scope:
            scope = {**scope, "headers": [(name, value) for name, value in scope["headers"] if name != b"origin"]}
        await self.inner(scope, receive, send)


def test_p13_control_an_origin_that_is_not_checked_is_caught(floor: Any, app: Any) -> None:
    blind = {}
    for who, (person, token) in floor.items():
        blind[who] = (TestClient(WithoutOrigin(app), cookies=dict(person.cookies)), token)
    with pytest.raises(AssertionError, match=r"evil\.example"):
        forgeries(blind)


# ---- who sees whose money


def purses(people: Any, web: Any) -> int:
    """Reads a live table in every way: the floor sees every balance, a seat its own, a display none; counts reads."""
    dealer, floors = people["dealer"]
    keyed = {**floors, "Idempotency-Key": "known-to-all"}
    assert do(dealer, "buy-in", "live", keyed, seat=2, amount=24_600).status_code == 200
    assert do(dealer, "buy-in", "live", floors, seat=1, amount=13_500).status_code == 200
    assert do(dealer, "seat", "live", floors, seat=3, name="Guest").status_code == 200
    assert do(dealer, "buy-in", "live", floors, seat=3, amount=98_700).status_code == 200
    assert do(dealer, "leave", "live", floors, seat=3).status_code == 200
    bets = {"seat1": {"seat": 1}, "seat2": {"seat": 2}}
    amounts = {1: ("135.00", "13500", "635.00", "63500"), 2: ("246.00", "24600", "746.00", "74600"),
               3: ("987.00", "98700")}  # fmt: skip
    knows = {"supervisor": {1, 2, 3}, "dealer": {1, 2, 3}, "seat1": {1}, "seat2": {2}, "display": set()}
    seen = 0
    for who, (person, token) in people.items():
        texts = [person.get(path).text for path in (
            "/api/tables/live", "/api/tables/live/rounds/1", "/tables/live/recall/1", "/tables/live",
            "/tables/live/felt", "/tables/live/display", "/tables/live/dealer", "/api/tables/live/ledger.csv",
        )]  # fmt: skip
        command = {**COMMANDS["bet"], **bets.get(who, {})}
        texts.append(do(person, "bet", "live", {**token, "Idempotency-Key": "known-to-all"}, **command).text)
        for seat, written in amounts.items():
            told = {amount for amount in written for text in texts if amount in text}
            assert bool(told) == (seat in knows[who]), (who, seat, told)
        assert sum("bought in" in text for text in texts) >= 2, who
        seen += len(texts)
    wall = people["supervisor"][0].get("/tables/live/display").text
    assert "seat 3" in wall.lower()
    assert not any(amount in wall for written in amounts.values() for amount in written), "a wall is read by everybody"
    rounds = people["seat1"][0].get("/api/tables/live/rounds/1").text
    assert [line.split("  ")[-1] for line in rounds.splitlines() if "seat 3" in line][1:] == [
        "seat 3 bought in", "seat 3 left"
    ]  # fmt: skip
    return seen


def test_p13_no_seat_and_no_display_reads_the_purse_of_another(floor: Any, app: Any) -> None:
    assert purses(floor, app) == 45


@pytest.mark.parametrize("place", ["rackcard.web.routes.tables.stay_of", "rackcard.web.routes.felt.stay_of"])
def test_p13_control_a_purse_that_is_told_is_caught(
    floor: Any, app: Any, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(place, lambda person, table: None)
    with pytest.raises(AssertionError, match=r"'seat1', 2, \{'"):
        purses(floor, app)


def test_p13_a_player_does_not_read_what_an_earlier_one_at_the_seat_brought(floor: Any, app: Any) -> None:
    dealer, token = floor["dealer"]
    for word, more in (("leave", {}), ("seat", {"name": "Carl"}), ("buy-in", {"amount": 7_700})):
        assert do(dealer, word, "live", token, seat=1, **more).status_code == 200
    player = TestClient(app)
    code = dealer.post("/api/tables/live/seats/1/code", headers=token).json()["code"]
    assert player.post("/api/join", json={"code": code}).status_code == 200
    told = player.get("/api/tables/live/rounds/1").text
    assert "seat 1 bought in for $77.00" in told
    assert "$500.00" not in told
    assert told.count("seat 1 bought in") == 2


@pytest.mark.parametrize("game", ["craps", "roulette", "baccarat"])
def test_p13_whatever_moves_cash_is_a_purse(game: str) -> None:
    """An event of any kind that posts to the cash account is sent without its amount."""
    kinds = set()
    for number, event in enumerate(Script(game, 5, 250).events, start=1):
        entry = Entry("t", number, "2026-01-01T00:00:00.000+00:00", "Dora", None, event, "hash")
        private, whole = entry_view(entry, private=True), entry_view(entry)
        assert whole == {**private, "data": public_data(event), "hash": "hash"}
        assert "hash" not in private
        if any(account == "cash" for account, _ in event.postings):
            kinds.add(event.kind)
            assert private["data"] == {name: what for name, what in public_data(event).items() if name != "amount"}
        elif not event.is_purse:
            assert private["data"] == public_data(event)
    assert {"bought-in", "left"} <= kinds <= {kind for kind, one in EVENTS.items() if one.is_purse}


# ---- replayed requests


def test_p13_a_replayed_request_changes_nothing(floor: Any, app: Any) -> None:
    """Every third command here, all of them in the campaign."""
    assert replays(floor, app, list(COMMANDS)[::3]) > 300


def test_p13_control_a_session_that_outlives_its_end_is_caught(
    floor: Any, app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(app.state.accounts, "log_out", lambda token: None)
    with pytest.raises(AssertionError, match="close-betting"):
        replays(floor, app, ["close-betting"])


# ---- a seat's account and token


def seat_keys(floor: Any, app: Any) -> list[tuple[TestClient, dict[str, str]]]:
    """What lets somebody play seat 1: an account, a token and a code."""
    boss, token = floor["supervisor"]
    body = {"name": "terminal", "role": "seat", "table": "live", "seat": 1}
    told = boss.post("/api/tokens", json=body, headers=token).json()["token"]
    joined = TestClient(app)
    code = boss.post("/api/tables/live/seats/1/code", headers=token).json()["code"]
    csrf = joined.post("/api/join", json={"code": code}).json()["csrf"]
    program = TestClient(app, headers={"Authorization": f"Bearer {told}"})
    return [floor["seat1"], (program, {}), (joined, {"X-CSRF-Token": csrf})]


def test_p19_what_lets_somebody_play_a_seat_ends_with_the_visit(floor: Any, app: Any) -> None:
    dealer, token = floor["dealer"]
    keys = seat_keys(floor, app)
    for player, own in keys:
        assert player.get("/api/tables/live").json()["seats"]["1"]["balance"] is not None
        assert do(player, "bet", "live", own, **COMMANDS["bet"]).status_code == 200
    for wager in floor["supervisor"][0].get("/api/tables/live").json()["wagers"]:
        assert do(dealer, "take-down", "live", token, seat=1, wager=wager["number"]).status_code == 200
    assert do(dealer, "leave", "live", token, seat=1).status_code == 200
    for name in (None, "Bertha"):  # while the seat is empty, and when somebody else has it
        if name is not None:
            assert do(dealer, "seat", "live", token, seat=1, name=name).status_code == 200
            assert do(dealer, "buy-in", "live", token, seat=1, amount=77_700).status_code == 200
        for player, own in keys:
            said = [do(player, "bet", "live", own, **COMMANDS["bet"])]
            said += [player.get(path) for path in ("/api/tables/live", "/tables/live/felt", "/tables/live/recall/1")]
            for answer in said:
                assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")
                assert "your visit at this seat has ended" in answer.json()["message"]
                assert "777" not in answer.text
    assert not floor["supervisor"][0].get("/api/tables/live").json()["wagers"]


def test_a_seat_key_is_for_a_player_who_is_there(floor: Any) -> None:
    boss, token = floor["supervisor"]
    body = {"name": "nobody", "role": "seat", "table": "live", "seat": 7}
    for path, more in (("/api/accounts", {"password": PASSWORD}), ("/api/tokens", {})):
        answer = boss.post(path, json={**body, **more}, headers=token)
        assert (answer.status_code, answer.json()["message"]) == (422, "seat 7 is empty")


def test_a_seat_account_from_before_it_was_for_one_visit_plays_no_more(floor: Any, app: Any) -> None:
    with app.state.store.engine.begin() as connection:
        connection.execute(sa.text("DELETE FROM seat_visits"))
    player, own = floor["seat1"]
    assert do(player, "bet", "live", own, **COMMANDS["bet"]).json()["code"] == "not-your-seat"
    assert player.get("/api/tables/live").json()["code"] == "not-your-seat"
