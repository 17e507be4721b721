"""Commands that reach a server at the same time are committed together, and none of them waits for what takes long."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.table.commands.cards import ChangeCards
from rackcard.table.log import append as appending
from rackcard.table.registry import REQUESTS
from rackcard.table.state import Refusal
from rackcard.web import group_commit
from rackcard.web.app import create_app
from tests.support.crash_points import arm_crash
from tests.support.served import Client
from tests.support.table_driver import open_command
from tests.support.table_world import faults, spinning
from tests.support.watchers import eventually, serving

pytestmark = pytest.mark.slow
TABLES = [f"t{number}" for number in range(8)]
BUY = {"do": "buy-in", "seat": 1, "amount": 100}


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[tuple[int, Any]]:
    """A server with eight tables."""
    with serving(str(tmp_path / "commit.db")) as (port, app):
        for table_id in TABLES:
            spinning(app.state.service, table_id)
        yield port, app


@contextmanager
def held_at(point: str) -> Iterator[tuple[Event, Event]]:
    """The first command that comes so far waits there: one flag says that it is there, the other lets it go."""
    there, go = Event(), Event()

    def reached(name: str) -> None:
        if name == point and not there.is_set():
            there.set()
            go.wait(30)

    arm_crash(reached)
    try:
        yield there, go
    finally:
        go.set()
        arm_crash(None)


class Sender(Thread):
    """One command from a client of its own."""

    def __init__(self, port: int, table_id: str, command: Any = BUY, key: str | None = None) -> None:
        super().__init__()
        self.port, self.table_id, self.command, self.key = port, table_id, command, key
        self.said: Any = None
        self.start()

    def run(self) -> None:
        with closing(Client(self.port)) as client:
            try:
                self.said = client.do(self.command, self.table_id, self.key)["entry"]["seq"]
            except Refusal as refusal:
                self.said = refusal.code


def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries each transaction has."""
    found: list[int] = []

    def counted(store: Any, entries: Any, refused: Any = ()) -> Any:
        found.append(len(entries))
        return appending.append(store, entries, refused)

    monkeypatch.setattr("rackcard.table.service.append", counted)
    return found


def gathered(inside: Any, senders: Callable[[int], list[Sender]]) -> list[Any]:
    """What is said to commands that arrive while another one is being committed."""
    port, app = inside
    with held_at("before-commit") as (there, go):
        first = Sender(port, TABLES[0])
        assert there.wait(30)
        found = senders(port)
        eventually(lambda: app.state.group_commit.waiting == len(found))
        go.set()
        for one in (first, *found):
            one.join()
    return [one.said for one in (first, *found)]


def test_what_arrives_while_a_group_is_committed_is_the_next_group(
    inside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = sizes(monkeypatch)
    said = gathered(inside, lambda port: [Sender(port, table_id, key="k") for table_id in TABLES])
    assert said == [4, 5, *[4] * 7]
    assert found == [1, 8]
    assert faults(inside[1].state.store) == [None] * 8


def test_a_group_has_a_limit(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "TOGETHER_MAX", 3)
    found = sizes(monkeypatch)
    said = gathered(inside, lambda port: [Sender(port, table_id) for table_id in TABLES])
    assert sorted(said) == [*[4] * 8, 5]
    assert found == [1, 3, 3, 2]


def test_live_tables_come_before_practice(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dealer does not wait for strangers who asked first."""
    _, app = inside
    app.state.service.execute("live", open_command("roulette", cards=[{"card": "roulette"}], live=True))
    monkeypatch.setattr(group_commit, "TOGETHER_MAX", 2)
    order: list[str] = []
    follow = app.state.group_commit.follow_together

    def noted(group: Any) -> Any:
        order.extend(asked.table_id for asked in group)
        return follow(group)

    monkeypatch.setattr(app.state.group_commit, "follow_together", noted)

    def senders(port: int) -> list[Sender]:
        found = [Sender(port, table_id) for table_id in TABLES[1:]]
        eventually(lambda: app.state.group_commit.waiting == 7)
        return [*found, Sender(port, "live")]

    assert gathered(inside, senders)[-1] == "log-in"
    assert (order[:2], len(order)) == (["t0", "live"], 9)


def test_each_of_a_group_is_answered_for_itself(inside: Any) -> None:
    """One is refused, one names a key twice, one asks for a table that is not there."""
    empty = {"do": "buy-in", "seat": 7, "amount": 100}

    def senders(port: int) -> list[Sender]:
        twice = [Sender(port, "t1", BUY, "same") for _ in range(2)]
        return [
            *twice,
            Sender(port, "t2", empty),
            Sender(port, "nowhere"),
            Sender(port, "t3"),
            Sender(port, "t4", {"do": "x"}),
        ]

    assert gathered(inside, senders) == [4, 4, 4, "no-such-seat", "no-such-table", 4, "unknown-command"]


def test_what_takes_long_holds_nobody_up(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """New cards are priced at one table: the others are dealt meanwhile, and whoever bets there waits alone."""
    port, _ = inside
    there, go = Event(), Event()
    decide = ChangeCards.decide

    def slow(self: ChangeCards, table: Any) -> Any:
        there.set()
        assert go.wait(30)
        return decide(self, table)

    monkeypatch.setattr(ChangeCards, "decide", slow)
    change = {"do": "change-cards", "cards": [{"card": "roulette"}, {"card": "straights-and-8s"}]}
    pricing = Sender(port, "t0", change)
    assert there.wait(30)
    same = Sender(port, "t0")
    for table_id in TABLES[1:]:
        one = Sender(port, table_id)
        one.join()
        assert one.said == 4
    assert same.is_alive()
    go.set()
    for one in (pricing, same):
        one.join()
    assert sorted((pricing.said, same.said)) == [4, 5]


def test_control_a_command_that_takes_long_in_a_group_is_caught(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    port, _ = inside
    monkeypatch.setattr(ChangeCards, "is_slow", False)
    with held_at("decided") as (there, go):
        pricing = Sender(port, "t0", {"do": "change-cards", "cards": [{"card": "roulette"}]})
        assert there.wait(30)
        other = Sender(port, "t1")
        other.join(0.5)
        assert other.is_alive()
        go.set()
        pricing.join()
        other.join()


def test_commands_that_price_cards_or_follow_rounds_again_are_slow() -> None:
    slow = {name for name, request in REQUESTS.items() if request.is_slow}
    assert slow == {"open", "change-cards", "change-house", "correct", "void", "approve", "generate"}


def test_an_error_reaches_everybody_who_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong with one group, the next is followed."""
    with serving(str(tmp_path / "commit.db")) as (port, app):
        spinning(app.state.service, "t0")

        def away(orders: Any) -> Any:
            raise sa.exc.OperationalError("SELECT", {}, Exception("it is away"))

        with monkeypatch.context() as patch:
            patch.setattr(app.state.service, "follow_together", away)
            one = Sender(port, "t0")
            one.join()
            assert one.said == "no-database"
        again = Sender(port, "t0")
        again.join()
        assert again.said == 4


def test_a_server_without_a_command_has_no_thread_for_them(tmp_path: Path) -> None:
    app = create_app(str(tmp_path / "commit.db"))
    assert not app.state.group_commit._thread._threads
    app.state.store.close()
