"""Servers that share a PostgreSQL database hear of one another's entries, and look for them only from time to time."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.table.log.notices import CHANNEL, Notices
from rackcard.table.service import Service
from rackcard.web import events
from rackcard.web.accounts import Accounts
from rackcard.web.deps import COOKIE
from tests.support.table_driver import open_command
from tests.support.table_world import new_database, spinning
from tests.support.watchers import Watcher, eventually, serving, write
from tests.support.web import PASSWORD

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


@pytest.fixture
def unlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is never looked at: what others write is heard or missed."""
    monkeypatch.setattr(events, "LOOK_SECONDS", 3600)
    monkeypatch.setattr(events, "UNHEARD_SECONDS", 3600)


@pytest.fixture
def pair(postgres: Any) -> Iterator[tuple[int, Any, Service]]:
    """The port of a server with a table, its application, and the tables of another one on the same database."""
    url = new_database(postgres)
    with serving(url) as (port, here), serving(url) as (_, there):
        spinning(here.state.service, "t")
        there.state.service.table("t")
        yield port, here, there.state.service


def hearing(app: Any) -> Callable[[], bool]:
    return lambda: bool(app.state.notifier.is_hearing)


def test_a_watcher_sees_what_another_server_deals_without_a_look_at_the_log(
    unlooked: None, pair: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, here, there = pair
    watchers = [Watcher(port, 3) for _ in range(3)]
    eventually(hearing(here))
    looked: list[Any] = []
    heads = here.state.store.heads_of

    def counted(ids: Any) -> Any:
        looked.append(ids)
        return heads(ids)

    monkeypatch.setattr(here.state.store, "heads_of", counted)
    for turn in range(3):
        write(there, 2)
        write(here.state.service, 1)  # its own commands look at the heads of their tables
        assert [one.until(6 + 3 * turn) for one in watchers] == [[4 + 3 * turn, 5 + 3 * turn, 6 + 3 * turn]] * 3
    assert looked == [["t"]] * 3, "one for each command of this server"
    for one in watchers:
        one.close()


def test_control_a_server_that_says_nothing_is_not_seen(
    unlooked: None, pair: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, here, there = pair
    one = Watcher(port, 3)
    eventually(hearing(here))
    with monkeypatch.context() as patch:
        patch.setattr(Notices, "tell", lambda self, entry: None)
        write(there, 1)
        time.sleep(0.5)
        assert here.state.notifier.feeds["t"].newest == 3
    write(there, 1)
    assert one.until(5) == [4, 5], "what was missed comes with the next"
    one.close()


def test_a_lost_connection_is_made_again_and_nothing_is_missed_meanwhile(pair: Any, postgres: Any) -> None:
    port, here, there = pair
    notifier = here.state.notifier
    one = Watcher(port, 3)
    eventually(hearing(here))
    real = notifier.notices.heard
    notifier.notices.heard = lambda: 1 / 0  # it cannot be reached for a while
    ended = sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = :query")
    with postgres.connect() as connection:
        connection.execute(ended, {"query": f"LISTEN {CHANNEL}"})
    eventually(lambda: not notifier.is_hearing)
    write(there, 2)
    assert one.until(5) == [4, 5]
    notifier.notices.heard = real
    eventually(hearing(here))
    write(there, 1)
    assert one.until(6) == [6]
    one.close()
    eventually(lambda: not notifier.feeds)


def test_p13_a_stream_ends_with_its_session_wherever_that_is_ended(
    pair: Any, postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log-out at another server is heard: what happens from then on is not sent."""
    monkeypatch.setattr(events, "VERIFY_SECONDS", 3600)
    port, here, there = pair
    there.execute("live", open_command("roulette", cards=[{"card": "roulette"}], live=True))
    elsewhere = Accounts(there.store)
    notices = Notices(there.store)
    elsewhere.listeners.append(notices.tell_ended)
    elsewhere.create("boss", "supervisor", PASSWORD)
    token, _ = elsewhere.log_in("boss", PASSWORD)
    one = Watcher(port, 0, {"Cookie": f"{COOKIE}={token}"}, "live")
    assert one.until(1) == [1]
    eventually(hearing(here))
    ended = here.state.notifier.ended
    elsewhere.log_out(token)
    eventually(lambda: here.state.notifier.ended > ended)
    there.execute("live", {"do": "seat", "seat": 1, "name": "Ann"})
    with pytest.raises(AssertionError, match="the stream ended"):
        one.until(2)
    one.close()


def test_a_word_names_every_table_however_many_there_are(postgres: Any, opened: Any) -> None:
    """They are told in words of at most 8000 bytes."""
    store = opened(new_database(postgres))
    said: list[str] = []

    def noted(connection: Any, cursor: Any, statement: str, parameters: Any, *more: Any) -> None:
        if "pg_notify" in statement:
            said.append(parameters["word"])

    sa.event.listen(store.engine, "before_cursor_execute", noted)
    notices = Notices(store)
    notices._untold = {f"{number:064d}" for number in range(250)}
    notices._say()
    assert [len(word.split()) - 1 for word in said] == [100, 100, 50]
    assert max(map(len, said)) < 8000
