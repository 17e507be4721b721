"""What somebody on the network may try: to be first, to be somebody else, to guess, to be another site."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from fastapi import FastAPI
from fastapi.testclient import TestClient

from rackcard.table.log.journal import Journal
from rackcard.table.log.server_lock import ServerLock
from rackcard.table.log.store import Store, StoreError
from rackcard.table.service import Service, TableOrder
from rackcard.table.state import Refusal, Table
from rackcard.web.app import create_app
from rackcard.web.names import skeleton
from tests.support.served import SET_UP_CODE
from tests.support.web import PASSWORD, do, new_table, seated

BOSS = {"name": "boss", "password": PASSWORD}


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return create_app(str(tmp_path / "house.db"), hosts=["house.example", "testserver"])


@pytest.fixture
def client(app: FastAPI) -> TestClient:
    return TestClient(app)


# ---- the first account


@pytest.mark.parametrize("path", ["/api/setup", "/api/accounts"])
@pytest.mark.parametrize("code", ["", "WRONG"])
def test_nobody_sets_a_house_up_without_the_operators_code(client: TestClient, path: str, code: str) -> None:
    answer = client.post(path, json={**BOSS, "code": code})
    assert (answer.status_code, answer.json()["code"]) == (401, "wrong-set-up-code")
    assert client.post(path, json={**BOSS, "code": "test-code"}).status_code == 201


def test_guessing_the_set_up_code_is_slowed(client: TestClient) -> None:
    said = [client.post("/api/setup", json={**BOSS, "code": f"{number}"}).status_code for number in range(12)]
    assert said == [401] * 10 + [429] * 2


# ---- other sites


@pytest.mark.parametrize(("host", "status"), [("house.example", 200), ("127.0.0.1:8000", 200), ("[::1]", 200),
                                              ("evil.example", 421), ("house.example.evil.example", 421)])  # fmt: skip
def test_a_name_that_is_rebound_to_the_server_is_refused(client: TestClient, host: str, status: int) -> None:
    assert client.get("/health", headers={"host": host}).status_code == status


@pytest.mark.parametrize("host", ["[", "[::1", "[::1]x", "[:::::]", "[x]", "a b", "a@127.0.0.1", "127.0.0.1/x", "a:b"])
@pytest.mark.parametrize("accept", ["*/*", "text/html"])
def test_a_host_that_is_none_is_refused_in_words(client: TestClient, host: str, accept: str) -> None:
    answer = client.get("/", headers={"host": host, "accept": accept})
    assert answer.status_code == 400
    if accept == "*/*":
        assert answer.json() == {"code": "bad-host", "message": "the Host header is not a host name or an address"}


@pytest.mark.parametrize("origin", ["https://testserver", "http://testserver:81", "null"])
def test_an_origin_is_compared_whole(client: TestClient, origin: str) -> None:
    assert client.post("/api/login", json=BOSS, headers={"origin": origin}).json()["code"] == "other-origin"
    assert client.post("/api/login", json=BOSS, headers={"origin": "http://testserver"}).status_code == 401


# ---- names and passwords


def test_wrong_passwords_for_one_account_are_limited_wherever_they_come_from(app: FastAPI) -> None:
    said = []
    for number in range(24):
        stranger = TestClient(app, client=(f"10.0.0.{number}", 1000))
        answer = stranger.post("/api/login", json={"name": "boss", "password": "guessed it"})
        said.append(answer.status_code)
    assert said == [401] * 20 + [429] * 4
    journal: Journal = app.state.journal
    refused = [entry for entry in journal.entries() if entry.kind == "log-in-refused"]
    assert len(refused) == 24
    assert refused[0].facts == {"code": "wrong-login", "address": "10.0.0.0"}
    assert journal.verified()[1] is None


@pytest.mark.parametrize("name", ["BOSS", "bоss", "ｂｏｓｓ", "boss\u0301", "b0ss"])
def test_a_name_that_looks_like_another_is_refused(app: FastAPI, name: str) -> None:
    app.state.accounts.create("boss", "supervisor", PASSWORD)
    with pytest.raises(Refusal) as refused:
        app.state.accounts.create(name, "dealer", PASSWORD)
    assert refused.value.code == "name-taken"
    assert skeleton("Ann") != skeleton("Anne")


@pytest.mark.parametrize(
    "name", ["server", "Practice", "ｓｅｒｖｅｒ", "server\ufe0f", "practice\u034f", "sᴇrver", "seat 1 abcd", "Seat 10"]
)
def test_a_name_that_the_program_signs_with_is_refused(app: FastAPI, name: str) -> None:
    with pytest.raises(Refusal) as refused:
        app.state.accounts.create(name, "dealer", PASSWORD)
    assert refused.value.code == "name-reserved"


@pytest.mark.parametrize(
    "name", ["ann\ufe0f", "ann\u034f", "ann\u3164", "ann\u2800", "ᴀnn", "anո", "aпп", "Ꭺnn", "A\u20ddnn"]
)
def test_an_account_has_no_letters_that_are_not_drawn_or_of_other_alphabets(client: TestClient, name: str) -> None:
    started = client.post("/api/setup", json={"name": "ann", "password": PASSWORD, "code": SET_UP_CODE}).json()
    body = {"name": name, "password": PASSWORD, "role": "dealer"}
    answer = client.post("/api/accounts", json=body, headers={"X-CSRF-Token": started["csrf"]})
    assert answer.json()["code"] in ("name-taken", "bad-name"), answer.text


@pytest.mark.parametrize(("name", "other"), [("Ian", "lan"), ("l1am", "Liam"), ("rnax", "Max"), ("Łukasz", "lukasz")])
def test_letters_that_look_alike_are_one(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(
    "name", ["Zoë", "Łukasz", "O’Neil", "Øystein", "Анна", "Ελένη", "田中さくら", "김철수", "नेहा", "محمد"]
)
def test_a_name_may_be_written_in_any_one_alphabet(app: FastAPI, name: str) -> None:
    assert app.state.accounts.create(name, "dealer", PASSWORD).name == name
    assert app.state.accounts.log_in(name, PASSWORD)[1].name == name


def test_an_account_from_before_keeps_its_name(app: FastAPI, client: TestClient) -> None:
    app.state.accounts.create("ann", "dealer", PASSWORD)
    with app.state.store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE accounts SET name = 'ann\u2800'"))
    assert client.post("/api/login", json={"name": "ann\u2800", "password": PASSWORD}).status_code == 200


# ---- guesses


def guesses(app: FastAPI, path: str, method: str, body: dict[str, str], session: TestClient) -> list[int]:
    """The statuses of 24 guesses with a session, from so many addresses."""
    said = []
    for number in range(24):
        one = TestClient(app, client=(f"10.0.0.{number}", 1000), cookies=session.cookies, headers=dict(session.headers))
        said.append(one.request(method, path, json=body).status_code)
    return said


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("POST", "/api/unlock", {"password": "guessed it"}),
     ("PUT", "/api/accounts/boss/password", {"password": "another horse", "current": "guessed it"})],
)  # fmt: skip
def test_wrong_passwords_in_a_session_are_limited_by_account_and_noted(
    app: FastAPI, client: TestClient, method: str, path: str, body: dict[str, str]
) -> None:
    csrf = client.post("/api/setup", json={**BOSS, "code": SET_UP_CODE}).json()["csrf"]
    client.headers["X-CSRF-Token"] = csrf
    assert guesses(app, path, method, body, client) == [401] * 20 + [429] * 4
    noted = [entry for entry in app.state.journal.entries() if entry.kind == "log-in-refused"]
    assert len(noted) == 24
    assert (noted[0].who, noted[0].facts) == ("boss", {"code": "wrong-login", "address": "10.0.0.0"})


def test_wrong_codes_are_noted(app: FastAPI, client: TestClient) -> None:
    assert client.post("/api/setup", json={**BOSS, "code": "WRONG"}).status_code == 401
    assert client.post("/api/accounts", json={**BOSS, "code": "WRONG"}).status_code == 401
    assert client.post("/api/join", json={"code": "AAAA-AAAA"}).status_code == 401
    noted = [(entry.kind, entry.who, entry.facts["code"]) for entry in app.state.journal.entries()]
    assert noted == [
        ("set-up-refused", "boss", "wrong-set-up-code"),
        ("set-up-refused", "boss", "wrong-set-up-code"),
        ("code-refused", "-", "wrong-code"),
    ]


def test_a_changed_journal_is_seen(app: FastAPI, tmp_path: Path) -> None:
    journal: Journal = app.state.journal
    for number in range(3):
        journal.record("log-in", "ann", number=number)
    with sqlite3.connect(tmp_path / "house.db") as connection:
        connection.execute("UPDATE journal SET who = 'bob' WHERE seq = 2")
    assert journal.verified() == (1, 2)


def test_live_tables_are_not_listed_to_strangers(app: FastAPI, client: TestClient) -> None:
    client.post("/api/setup", json={**BOSS, "code": SET_UP_CODE})
    cards = [{"card": "craps"}]
    for name, live in (("open", False), ("closed", True)):
        app.state.service.execute(
            name, {"do": "open", "name": name, "game": "craps", "cards": cards, "live": live}, by="boss"
        )
    assert [one["table"] for one in TestClient(app).get("/api/tables").json()] == ["open"]
    assert {one["table"] for one in client.get("/api/tables").json()} == {"open", "closed"}
    assert [name in TestClient(app).get("/").text for name in ("/tables/open", "/tables/closed")] == [True, False]
    assert "/tables/closed" in client.get("/").text


# ---- the database


def test_a_database_that_lost_acknowledged_entries_takes_nothing_more(client: TestClient, tmp_path: Path) -> None:
    seated(client)
    with sqlite3.connect(tmp_path / "house.db") as connection:
        for table in ("postings", "events"):
            connection.execute(f"DELETE FROM {table} WHERE seq = 3")
        before = connection.execute("SELECT count(*) FROM events").fetchone()
    answer = do(client, "close-betting", headers={"Idempotency-Key": "k"})
    assert (answer.status_code, answer.json()["code"]) == (503, "behind")
    with sqlite3.connect(tmp_path / "house.db") as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == before
        assert connection.execute("SELECT count(*) FROM keys").fetchone() == (0,)


def test_once_a_table_has_lost_an_entry_nothing_more_is_written(
    app: FastAPI, client: TestClient, tmp_path: Path
) -> None:
    """Other tables, accounts, sessions and the journal go no further on a database that was restored behind us."""
    boss = client.post("/api/setup", json={**BOSS, "code": SET_UP_CODE}).json()
    seated(client)
    assert new_table(client, "t2").status_code == 201
    assert client.get("/ready").status_code == 200
    with sqlite3.connect(tmp_path / "house.db") as connection:
        for table in ("postings", "events"):
            connection.execute(f"DELETE FROM {table} WHERE table_id = 't1' AND seq = 3")
    assert do(client, "close-betting").status_code == 503
    before = dump(tmp_path / "house.db")
    csrf = {"X-CSRF-Token": boss["csrf"]}
    added = {"name": "Ann", "role": "dealer", "password": PASSWORD}
    for answer in (
        do(client, "close-betting", "t2", {"Idempotency-Key": "k"}),
        new_table(client, "t3"),
        client.post("/api/accounts", json=added, headers=csrf),
        client.post("/api/login", json=BOSS),
        client.get("/ready"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (503, "behind")
    assert TestClient(app).get("/api/tables/t2").status_code == 200  # reading goes on
    assert client.get("/health").status_code == 200
    assert dump(tmp_path / "house.db") == before


def test_a_journal_that_has_lost_an_entry_stops_writing(app: FastAPI, client: TestClient, tmp_path: Path) -> None:
    client.post("/api/setup", json={**BOSS, "code": SET_UP_CODE})
    seated(client)
    app.state.journal.record("log-in", "ann")
    with sqlite3.connect(tmp_path / "house.db") as connection:
        connection.execute("DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)")
    before = dump(tmp_path / "house.db")
    for answer in (client.get("/ready"), do(client, "close-betting"), client.post("/api/login", json=BOSS)):
        assert (answer.status_code, answer.json()["code"]) == (503, "behind")
        assert "lost entry 2 of the journal" in answer.json()["message"]
    with pytest.raises(Refusal):
        app.state.journal.record("log-in", "bob")
    assert dump(tmp_path / "house.db") == before


def dump(database: Path) -> list[str]:
    """Everything that a database has."""
    with closing(sqlite3.connect(database)) as connection:
        return list(connection.iterdump())


def test_a_database_that_is_away_is_answered_with_503(app: FastAPI, client: TestClient) -> None:
    seated(client)

    def away(*_: object) -> None:
        raise sa.exc.OperationalError("", {}, Exception("gone"))

    engine = app.state.store.engine
    sa.event.listen(engine, "before_cursor_execute", away)
    assert client.get("/health").json()["tables"] is None  # it is alive all the same
    metrics = client.get("/metrics")  # and says how it is, but for what only the database knows
    assert metrics.status_code == 200
    assert "\nrackcard_watchers 0\n" in metrics.text
    assert 'rackcard_requests_total{kind="command",status="200"}' in metrics.text
    assert "\nrackcard_tables " not in metrics.text
    for answer in (do(client, "close-betting"), client.get("/ready"), client.get("/api/tables/t1")):
        assert (answer.status_code, answer.json()["code"]) == (503, "no-database")
    sa.event.remove(engine, "before_cursor_execute", away)
    assert "\nrackcard_tables 1\n" in client.get("/metrics").text
    assert do(client, "close-betting").status_code == 200


def test_a_second_server_on_one_file_is_refused(app: FastAPI, opened: Callable[[str], Store], tmp_path: Path) -> None:
    first = ServerLock(app.state.store.url)
    with pytest.raises(StoreError, match="served by another process"):
        ServerLock(str(tmp_path / "house.db"))
    first.release()
    ServerLock(str(tmp_path / "house.db")).release()


@pytest.mark.parametrize(
    "url", ["{folder}/link.db", "sqlite:///{folder}/link.db", "sqlite:///file:{folder}/house.db?uri=true"]
)
def test_a_second_server_is_refused_however_the_file_is_named(app: FastAPI, tmp_path: Path, url: str) -> None:
    """By a link to the file, by a link to its folder, and as a URI: it is the same file."""
    (tmp_path / "link.db").symlink_to(tmp_path / "house.db")
    (tmp_path / "elsewhere").symlink_to(tmp_path)
    first = ServerLock(app.state.store.url)
    for folder in (tmp_path, tmp_path / "elsewhere"):
        with pytest.raises(StoreError, match="served by another process"):
            ServerLock(url.format(folder=folder))
    first.release()
    ServerLock(url.format(folder=tmp_path)).release()
    assert sorted(path.name for path in tmp_path.glob("*-server")) == ["house.db-server"]


def test_a_file_with_two_names_is_not_written_to(
    app: FastAPI, client: TestClient, opened: Callable[[str], Store], tmp_path: Path
) -> None:
    """Whoever came by the other name would not see the rollback journal of a server that crashed."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "hard.db").hardlink_to(tmp_path / "house.db")
    for url in (f"{tmp_path}/other/hard.db", f"{tmp_path}/house.db", f"sqlite:///file:{tmp_path}/house.db?uri=true"):
        with pytest.raises(StoreError, match="another name"):
            opened(url)
    seated(client)  # a server that runs is not disturbed
    (tmp_path / "other" / "hard.db").unlink()
    opened(str(tmp_path / "house.db"))


def test_a_file_that_another_program_switches_to_a_write_ahead_log(client: TestClient, tmp_path: Path) -> None:
    """Nothing is written while it is so; the server switches it back as soon as it can."""
    seated(client)
    with closing(sqlite3.connect(tmp_path / "house.db")) as other:
        assert other.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM events").fetchone()  # it reads, and keeps the file as it is
        for _ in range(2):
            answer = do(client, "buy-in", headers={"Idempotency-Key": "k"}, seat=1, amount=500)
            assert (answer.status_code, answer.json()["code"]) == (503, "no-database")
            assert "WAL mode" in answer.json()["message"]
        assert client.get("/health").status_code == 200
        assert client.get("/ready").status_code == 503
    assert do(client, "buy-in", headers={"Idempotency-Key": "k"}, seat=1, amount=500).json()["entry"]["seq"] == 4
    with closing(sqlite3.connect(tmp_path / "house.db")) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@pytest.mark.parametrize("is_replaced", [True, False])
def test_a_file_that_is_moved_away_takes_nothing_more(client: TestClient, tmp_path: Path, is_replaced: bool) -> None:
    seated(client)
    shutil.copy(tmp_path / "house.db", tmp_path / "copy.db")
    (tmp_path / "house.db").rename(tmp_path / "away.db")
    if is_replaced:
        (tmp_path / "copy.db").rename(tmp_path / "house.db")
    before = dump(tmp_path / "away.db")
    for answer in (do(client, "buy-in", seat=1, amount=500), client.get("/ready"), new_table(client, "t2")):
        assert (answer.status_code, answer.json()["code"]) == (503, "behind")
        assert "restart the server" in answer.json()["message"]
    assert dump(tmp_path / "away.db") == before


def test_who_may_act_is_asked_of_the_table_that_the_command_is_decided_on(
    client: TestClient, opened: Callable[[str], Store], tmp_path: Path
) -> None:
    """Another server has given the seat away meanwhile: the command is refused, though it was allowed before."""
    seated(client)
    here, there = Service(opened(str(tmp_path / "house.db"))), Service(opened(str(tmp_path / "house.db")))
    here.table("t1")
    asked: list[int] = []

    def verify(table: Table) -> None:
        asked.append(len(table.seats))
        if len(asked) == 1:
            there.execute("t1", {"do": "seat", "seat": 5, "name": "Eve"}, by="there")
        if 5 in table.seats:
            raise Refusal("not-your-seat")

    with pytest.raises(Refusal) as refused:
        here.follow(TableOrder("t1", {"do": "close-betting"}, by="here", verify=verify))
    assert refused.value.code == "not-your-seat"
    assert asked[1] == asked[0] + 1
