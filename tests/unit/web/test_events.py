"""Every viewer of live events sees every entry once, wherever it starts, and leaves no resources behind."""

import asyncio
import http.client
import json
import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest

from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.web import events as notify
from rackcard.web import http_protocol
from rackcard.web.deps import COOKIE
from rackcard.web.drawings import Viewer
from rackcard.web.events import Feed, FollowedView, Notifier
from rackcard.web.fragments import DrawnChange
from rackcard.web.views.json import entry_view
from tests.support.forked_server import ForkedServer
from tests.support.served import free_port
from tests.support.table_driver import open_command
from tests.support.table_world import spinning, together
from tests.support.watchers import Watcher, eventually, serving, write
from tests.support.web import PASSWORD

pytestmark = pytest.mark.slow


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[tuple[int, Any]]:
    with serving(str(tmp_path / "events.db")) as found:
        spinning(found[1].state.service, "t")
        yield found


def test_a_stream_is_not_compressed(inside: tuple[int, Any]) -> None:
    """A compressor would hold entries back until it has a block of them."""
    watcher = Watcher(inside[0], 0, {"Accept-Encoding": "gzip"})
    assert watcher.answer.getheader("Content-Encoding") is None
    assert watcher.until(1) == [1]
    watcher.close()


def everything_once(port: int, writers: list[Service], watchers: int = 12, each: int = 20) -> None:
    """Watchers who join at any number before, while and after servers write: each sees every entry once."""
    last = 3 + each * len(writers)
    wrong: list[Any] = []

    def work(number: int) -> None:
        if number < len(writers):
            write(writers[number], each)
            return
        after = (number * 5) % (last - 1)
        one = Watcher(port, after)
        found = one.until(last)
        if found != list(range(after + 1, last + 1)):
            wrong.append((after, found))
        one.close()

    together(work, watchers + len(writers))
    assert not wrong, wrong[0]


def test_every_watcher_sees_every_entry_once(inside: Any, tmp_path: Path) -> None:
    """This server writes, and so does another one on the same database."""
    port, app = inside
    other = Store(str(tmp_path / "events.db"))
    everything_once(port, [app.state.service, Service(other)])
    other.close()


def test_a_watcher_far_behind_is_served_from_the_log(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "PAGE", 7)
    monkeypatch.setattr(notify, "KEPT_MAX", 3)
    port, app = inside
    everything_once(port, [app.state.service], each=40)


@pytest.mark.parametrize("fault", ["missed", "doubled"])
def test_control_an_entry_missed_or_sent_twice_is_caught(
    inside: Any, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, app = inside
    right = notify.frame

    def wrong(entry: Any, form: Any) -> bytes:
        data = right(entry, form)
        return data if entry.seq != 10 else b"" if fault == "missed" else data + data

    monkeypatch.setattr(notify, "frame", wrong)
    first = Watcher(port, 3)
    eventually(lambda: app.state.notifier.feeds["t"].newest == 3)
    write(app.state.service, 10)
    assert first.until(12) != list(range(4, 13))
    first.close()


def test_a_stream_resumes_from_the_last_event_its_watcher_names(inside: Any) -> None:
    port, app = inside
    write(app.state.service, 3)
    for headers, first in (({"Last-Event-ID": "5"}, 6), ({"Last-Event-ID": "x"}, 1), ({"Last-Event-ID": "²"}, 1)):
        one = Watcher(port, 0, headers)
        assert one.until(6) == list(range(first, 7))
        one.close()


@pytest.mark.parametrize("after", ["-1", "x", "1e3", str(10**30), "９"])
def test_a_number_that_is_none_is_refused(inside: Any, after: str) -> None:
    from urllib.parse import quote

    one = Watcher(inside[0], quote(after))  # type: ignore[arg-type]
    assert one.answer.status == 422
    one.close()


def watched(port: int, app: Any, after: int, until: int, name: str) -> tuple[list[int], str]:
    """What a logged-in person is sent of a live table: the entry numbers, and all of the text."""
    token, _ = app.state.accounts.log_in(name, PASSWORD)
    one = Watcher(port, after, {"Cookie": f"{COOKIE}={token}"})
    assert one.answer.status == 200
    numbers: list[int] = []
    text = ""
    while not numbers or numbers[-1] < until:
        line = one.answer.readline().decode()
        assert line, "the stream ended"
        numbers += [int(line[4:])] if line.startswith("id: ") else []
        text += line
    text += one.answer.readline().decode() + one.answer.readline().decode()
    one.close()
    return numbers, text


def live_streams(port: int, app: Any) -> None:
    """P13: a live table's stream is the same for everyone, except that seats and displays get no other balances."""
    service, accounts = app.state.service, app.state.accounts
    service.execute("t", {"do": "seat", "seat": 1, "name": "Ann"})
    for role in ("supervisor", "dealer", "display"):
        accounts.create(role, role, PASSWORD)
    accounts.create("seat", "seat", PASSWORD, "t", 1, visit=1)
    first = Watcher(port, 0, {"Cookie": f"{COOKIE}={accounts.log_in('seat', PASSWORD)[0]}"})
    assert first.until(2) == [1, 2]
    commands = [
        {"do": "buy-in", "seat": 1, "amount": 13_500},
        {"do": "seat", "seat": 2, "name": "Bob"}, {"do": "buy-in", "seat": 2, "amount": 24_600},
        {"do": "bet", "seat": 2, "card": 1, "wager": "red", "amount": 500}, {"do": "close-betting"},
        {"do": "outcome", "outcome": "2"}, {"do": "leave", "seat": 2},
    ]  # fmt: skip
    for command in commands:
        service.execute("t", command)
    assert first.until(9) == list(range(3, 10))
    first.close()
    for after in (0, 4, 8):
        for role in ("supervisor", "dealer", "seat", "display"):
            numbers, text = watched(port, app, after, 9, role)
            assert numbers == list(range(after + 1, 10)), (role, after)
            on_the_floor = role in ("supervisor", "dealer")
            assert ("24100" in text) == on_the_floor, (role, after)
            assert ('"hash"' in text) == on_the_floor, (role, after)
            assert after >= 4 or ("24600" in text) == ("13500" in text) == on_the_floor, (role, after)
            assert after or '"amount": 500' in text, "what lies on the felt is seen by all"


def lines_of(port: int, tables: str, count: int, cookie: str = "") -> list[str]:
    """The first events of a stream of several tables: each by its table, its name, and its entry."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", f"/api/events?tables={tables}", headers={"Cookie": f"{COOKIE}={cookie}"})
    answer = connection.getresponse()
    assert answer.status == 200
    table = event = number = ""
    found: list[str] = []
    while len(found) < count:
        line = answer.readline()
        assert line, f"the stream ended after {found}"
        field, _, value = line.decode().rstrip("\n").partition(": ")
        match field:
            case "id":
                number = value
            case "event":
                event = value
            case "data" if event == "table":
                table = value
            case "data":
                found.append(f"{value} ended" if event == "ended" else f"{table} {number} {event}")
    answer.close()
    connection.close()
    return found


def test_several_tables_come_in_one_stream_each_from_its_own_entry_on(inside: Any) -> None:
    port, app = inside
    spinning(app.state.service, "u")
    found = lines_of(port, "t:1,u:2,nowhere:0", 4)
    assert found[0] == "nowhere ended"
    assert sorted(found[1:]) == ["t 2 seated", "t 3 bought-in", "u 3 bought-in"]
    eventually(lambda: not app.state.notifier.feeds)
    assert http_status(port, "/api/events?tables=t") == 422


def http_status(port: int, path: str) -> int:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request("GET", path)
        return connection.getresponse().status


def test_a_table_ends_in_a_shared_stream_with_the_permission_to_see_it(inside: Any) -> None:
    """The others continue; the balances of other players are kept from it as in a stream of one table."""
    port, app = inside
    service, accounts = app.state.service, app.state.accounts
    service.execute("v", open_command("roulette", cards=[{"card": "roulette"}], live=True))
    service.execute("v", {"do": "seat", "seat": 1, "name": "Ann"})
    accounts.create("ann", "seat", PASSWORD, "v", 1, visit=1)
    token, _ = accounts.log_in("ann", PASSWORD)
    assert lines_of(port, "v:0,t:3", 1) == ["v ended"]
    assert lines_of(port, "v:0,t:3", 2, token) == ["v 1 opened", "v 2 seated"]
    found: list[str] = []
    watcher = Thread(target=lambda: found.extend(lines_of(port, "v:2,t:3", 2, token)))
    watcher.start()
    eventually(lambda: app.state.notifier.watchers == 2)
    accounts.remove("ann")
    service.execute("v", {"do": "leave", "seat": 1})
    feeds = app.state.notifier.feeds
    eventually(lambda: "v" not in feeds or feeds["v"].newest == 3)  # without a watcher there is no feed
    time.sleep(0.2)
    write(service, 1)
    watcher.join()
    assert found == ["v ended", "t 4 bought-in"]


@pytest.fixture
def live(tmp_path: Path) -> Iterator[tuple[int, Any]]:
    with serving(str(tmp_path / "live.db")) as found:
        found[1].state.service.execute("t", open_command("roulette", cards=[{"card": "roulette"}], live=True))
        yield found


def test_p13_seats_and_displays_see_the_stream_without_gaps_and_without_purses(live: Any) -> None:
    live_streams(*live)


def test_p13_purses_are_kept_from_a_watcher_far_behind_too(live: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "PAGE", 3)
    monkeypatch.setattr(notify, "KEPT_MAX", 2)
    live_streams(*live)


def test_a_stream_ends_with_its_session(live: Any) -> None:
    """Whatever happens after the log-out is not sent any more."""
    port, app = live
    service, accounts = app.state.service, app.state.accounts
    accounts.create("boss", "supervisor", PASSWORD)
    token, _ = accounts.log_in("boss", PASSWORD)
    one = Watcher(port, 0, {"Cookie": f"{COOKIE}={token}"})
    assert one.until(1) == [1]
    accounts.log_out(token)
    service.execute("t", {"do": "seat", "seat": 1, "name": "Ann"})
    with pytest.raises(AssertionError, match="the stream ended"):
        one.until(2)
    one.close()


def test_p13_control_a_purse_in_the_stream_is_caught(live: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "entry_view", lambda entry, private: entry_view(entry))
    with pytest.raises(AssertionError, match="'seat', 0"):
        live_streams(*live)


def test_a_watcher_may_ask_for_what_is_yet_to_come(inside: Any) -> None:
    port, app = inside
    one = Watcher(port, 5)
    eventually(lambda: app.state.notifier.watchers == 1)
    write(app.state.service, 4)
    assert one.until(7) == [6, 7]
    one.close()


def test_whoever_goes_leaves_nothing_behind(inside: Any) -> None:
    """Watchers who close, and watchers who are cut off: no place, no feed and no reader stays."""
    port, app = inside
    notifier = app.state.notifier
    for round_ in range(3):
        watchers = [Watcher(port, 3 + round_) for _ in range(20)]
        eventually(lambda: notifier.watchers == 20)
        feed = notifier.feeds["t"]
        write(app.state.service, 1)
        for one in watchers:
            one.until(4 + round_)
        for one in watchers[:10]:
            one.close()
        eventually(lambda: notifier.watchers == 10)
        for one in watchers[10:]:
            one.connection.sock and one.connection.sock.shutdown(socket.SHUT_RDWR)
            one.close()
        eventually(lambda: notifier.watchers == 0)
        assert not notifier.feeds
        eventually(feed.reader.done)


def test_what_no_page_follows_any_more_is_not_drawn(inside: Any) -> None:
    port, app = inside
    notifier = app.state.notifier
    first = Watcher(port, 3)
    eventually(lambda: notifier.watchers == 1)
    feed = notifier.feeds["t"]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/api/events?tables=t:3&views=t:display:,t:seat:1")
    answer = connection.getresponse()
    eventually(lambda: len(feed.pictures) == 2)
    painter = feed.painter
    answer.close()
    connection.close()
    write(app.state.service, 1)  # a connection that has gone is noticed when something is sent
    eventually(lambda: not feed.pictures)
    assert not painter.done()
    first.close()
    eventually(painter.done)


def test_a_view_is_drawn_for_those_who_may_open_it(live: Any) -> None:
    port, app = live
    service, accounts = app.state.service, app.state.accounts
    service.execute("t", {"do": "seat", "seat": 1, "name": "Ann"})
    accounts.create("ann", "seat", PASSWORD, "t", 1, visit=1)
    token, _ = accounts.log_in("ann", PASSWORD)
    assert lines_of(port, "t:0&views=t:dealer:", 1, token) == ["t ended"]
    assert lines_of(port, "t:0&views=t:seat:", 3, token)[:2] == ["t 1 opened", "t 2 seated"]
    for bad in ("t", "t:boss:", "t:seat:1000", "T:seat:1", "t:seat:1,"):
        assert http_status(port, f"/api/events?tables=t:0&views={bad}") == 422, bad


def test_watchers_are_limited_and_a_place_that_is_free_again_is_given(inside: Any) -> None:
    port, app = inside
    app.state.notifier.watchers_max = 4  # of which three for strangers
    watchers = [Watcher(port, 0) for _ in range(3)]
    eventually(lambda: app.state.notifier.watchers == 3)
    refused = Watcher(port, 0)
    assert refused.answer.status == 429
    assert b"already has 3 watchers" in refused.answer.read()
    refused.close()
    watchers[0].close()
    eventually(lambda: app.state.notifier.watchers == 2)
    again = Watcher(port, 0)
    assert again.until(3) == [1, 2, 3]
    for one in (*watchers[1:], again):
        one.close()


def test_strangers_leave_room_for_those_who_have_logged_in(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    port, app = inside
    notifier, accounts = app.state.notifier, app.state.accounts
    notifier.watchers_max = 4
    accounts.create("wall", "display", PASSWORD, "t")
    token, _ = accounts.log_in("wall", PASSWORD)
    strangers = [Watcher(port, 0) for _ in range(3)]
    assert {one.answer.status for one in strangers} == {200}
    refused = Watcher(port, 0)
    assert (refused.answer.status, json.loads(refused.answer.read())["code"]) == (429, "too-many-watchers")
    wall = Watcher(port, 0, {"Cookie": f"{COOKIE}={token}"})
    assert wall.answer.status == 200
    for one in (*strangers, refused, wall):
        one.close()
    eventually(lambda: notifier.watchers == 0)
    assert not notifier.strangers
    monkeypatch.setattr(notify, "ADDRESS_MAX", 1)
    first, second = Watcher(port, 0), Watcher(port, 0)
    assert (first.answer.status, second.answer.status) == (200, 429)
    first.close()
    second.close()


def test_half_a_request_is_closed(inside: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither headers nor a body that never end hold a connection."""
    monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 0.3)
    with serving(str(tmp_path / "half.db")) as (port, _):
        halves = (b"", b"GET /health HT", b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
        for half in halves:
            with socket.create_connection(("127.0.0.1", port), timeout=20) as one:
                one.sendall(half)
                while one.recv(1000):
                    pass
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as whole:
            whole.request("GET", "/health")
            assert whole.getresponse().status == 200


def test_a_table_that_is_not_there_cannot_be_watched(inside: Any) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", inside[0], timeout=30)
    connection.request("GET", "/api/tables/nowhere/events")
    assert connection.getresponse().status == 404
    connection.close()
    assert not inside[1].state.notifier.feeds


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_database_that_fails_ends_the_streams_and_the_next_watcher_gets_a_new_one(
    inside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, app = inside
    notifier = app.state.notifier
    one = Watcher(port, 3)
    eventually(lambda: notifier.watchers == 1)
    with monkeypatch.context() as patch:
        patch.setattr(notifier, "_page", lambda table_id, after: 1 / 0)
        other = Store(app.state.store.url)
        write(Service(other), 1)
        other.close()
        with suppress(http.client.IncompleteRead):  # a stream that was just reading on is cut
            assert one.answer.read() == b""
        eventually(lambda: notifier.watchers == 0)
    assert not notifier.feeds
    one.close()
    again = Watcher(port, 0)
    assert again.until(4) == [1, 2, 3, 4]
    again.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_database_that_is_away_ends_the_streams_though_nobody_writes(
    inside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "LOOK_SECONDS", 0.1)
    port, app = inside
    one = Watcher(port, 3)
    eventually(lambda: app.state.notifier.watchers == 1)
    monkeypatch.setattr(app.state.store, "heads_of", lambda ids: 1 / 0)
    assert one.answer.read() == b""
    eventually(lambda: not app.state.notifier.feeds)
    one.close()


def test_a_server_that_stops_lets_its_watchers_go(tmp_path: Path) -> None:
    port = free_port()
    with closing(Store(str(tmp_path / "t.db"))) as store:
        spinning(Service(store), "t")
    process = ForkedServer("--db", tmp_path / "t.db", "--port", str(port))
    try:
        eventually(lambda: is_listening(port))
        one = Watcher(port, 0)
        assert one.until(3) == [1, 2, 3]
        process.send_signal(signal.SIGTERM)
        with suppress(http.client.IncompleteRead):
            one.answer.read()
        one.close()
        process.wait()
    finally:
        process.send_signal(signal.SIGKILL)


def is_listening(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def test_a_page_is_sent_every_change_however_fast_entries_come() -> None:
    """Each change comes with the entries that it is of and no later ones; a page that is slow gets several at once."""

    async def run() -> list[bytes]:
        feed, viewer = Feed(), Viewer("seat", 1)
        notifier = Notifier(SimpleNamespace(is_shared=False))  # type: ignore[arg-type]
        picture = feed.pictures[viewer] = FollowedView()
        following = notifier.follow("t", feed, 5, views={"seat:1": viewer})
        sent = []
        for newest, shown in ((7, 6), (8, 7), (9, 8), (11, 9), (11, 10), (12, 12)):
            entries = [SimpleNamespace(seq=seq, event=SimpleNamespace(kind="bet")) for seq in range(6, newest + 1)]
            feed.add([one for one in entries if one.seq > feed.newest])  # type: ignore[misc]
            picture.show(DrawnChange("", picture.version, shown))
            feed.unveil(shown)
            if shown != 10:  # slow to take it
                sent.append(await asyncio.wait_for(anext(following), 10))
        return sent

    found = asyncio.run(run())
    drawn = [re.findall(rb'"base":(\d+),"version":(\d+)', piece) for piece in found]
    assert drawn == [[(b"0", b"6")], [(b"6", b"7")], [(b"7", b"8")], [(b"8", b"9")], [(b"9", b"10"), (b"10", b"12")]]
    numbers = [re.findall(rb"id: (\d+)\n", piece) for piece in found]
    assert numbers == [[b"6"], [b"7"], [b"8"], [b"9"], [b"10", b"11", b"12"]]


async def drawn_beside(practice: list[str], live: str) -> set[str]:
    """The tables that are being drawn when no more can be."""
    begun, go = set[str](), Event()

    def news(table_id: str, *_: Any) -> Any:
        begun.add(table_id)
        go.wait(30)
        return {}

    notifier = Notifier(SimpleNamespace(is_shared=False), news)  # type: ignore[arg-type]
    with ExitStack() as pages:
        for table_id in (*practice, live):
            feed = Feed()
            pages.enter_context(notifier.pictures(table_id, feed, [Viewer("display")], is_live=table_id == live))
            assert feed.painter is not None
            pages.callback(feed.painter.cancel)
        for _ in range(500):
            if live in begun:
                break
            await asyncio.sleep(0.01)
        go.set()
    return begun


def test_practice_tables_leave_a_painter_for_live_ones() -> None:
    assert asyncio.run(drawn_beside(["p1", "p2", "p3"], "live")) == {"p1", "live"}
