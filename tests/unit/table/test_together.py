"""Commands that are ready at the same time: one transaction for all of them, and each with a fate of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.table.log import append as appending
from rackcard.table.log import schema
from rackcard.table.log.codec import canonical
from rackcard.table.log.store import Store
from rackcard.table.service import Answer, Reply, Service, TableOrder
from rackcard.table.state import Refusal
from tests.support.table_driver import open_command
from tests.support.table_world import faults, spinning

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]
BUY = {"do": "buy-in", "seat": 1, "amount": 100}
NOBODY = {"do": "buy-in", "seat": 9, "amount": 100}


@pytest.fixture
def service(store: Store) -> Service:
    """Three tables, each with three entries."""
    found = Service(store)
    for table_id in ("a", "b", "c"):
        spinning(found, table_id)
    return found


@contextmanager
def commits(store: Store) -> Iterator[list[str]]:
    """The transactions that are committed meanwhile."""
    found: list[str] = []

    def committed(connection: sa.Connection) -> None:
        found.append("commit")

    sa.event.listen(store.engine, "commit", committed)
    try:
        yield found
    finally:
        sa.event.remove(store.engine, "commit", committed)


def said(answers: list[Answer]) -> list[Any]:
    """The number of the entry of each answer, the code of a refusal, None for one to be tried again."""
    found: list[Any] = []
    for answer in answers:
        match answer:
            case Reply():
                found.append(answer.entry.seq)
            case Refusal():
                found.append(answer.code)
            case _:
                found.append(answer)
    return found


def test_commands_of_several_tables_are_one_transaction(service: Service, store: Store) -> None:
    with commits(store) as found:
        answers = service.follow_together([TableOrder(one, BUY, f"k{n}") for n, one in enumerate("abcab")])
    assert said(answers) == [4, 4, 4, 5, 5]
    assert found == ["commit"]
    assert [service.table(one).balance(1) - 10**9 for one in "abc"] == [200, 200, 100]
    assert faults(store) == [None] * 3
    assert said(service.follow_together([TableOrder(one, BUY, f"k{n}") for n, one in enumerate("abcab")])) == [
        4,
        4,
        4,
        5,
        5,
    ]
    assert store.heads_of("abc") == {"a": 5, "b": 5, "c": 4}


def test_a_refused_command_fails_no_other_and_its_key_is_kept(service: Service, store: Store) -> None:
    orders = [
        TableOrder("a", BUY),
        TableOrder("b", NOBODY, "poor"),
        TableOrder("c", BUY, expected=2),
        TableOrder("b", BUY),
    ]
    assert said(service.follow_together(orders)) == [4, "no-such-seat", "stale", 4]
    service.execute("b", {"do": "seat", "seat": 9, "name": "Bob"})
    assert said(service.follow_together([TableOrder("b", NOBODY, "poor")])) == ["no-such-seat"]
    assert said(service.follow_together([TableOrder("b", NOBODY, "rich")])) == [6]


def test_what_is_refused_on_an_entry_that_is_not_committed_yet_is_tried_again(service: Service) -> None:
    orders = [TableOrder("a", {"do": "close-betting"}), TableOrder("a", {"do": "close-betting"}, "late")]
    assert said(service.follow_together(orders)) == [4, None]
    with pytest.raises(Refusal):
        service.follow(orders[1])


def test_a_key_that_is_sent_twice_at_once_takes_effect_once(service: Service) -> None:
    orders = [TableOrder("a", BUY, "once"), TableOrder("a", BUY, "once")]
    assert said(service.follow_together(orders)) == [4, None]
    again = service.follow(orders[1])
    assert (again.entry.seq, again.repeated) == (4, True)


def test_another_server_at_one_table_fails_none_of_them(service: Service, url: str, opened: Any) -> None:
    """It appends after the tables were read: each is then followed by itself, and takes effect once."""
    other = Service(opened(url))
    orders = [TableOrder("a", BUY, "1"), TableOrder("b", BUY, "2")]
    decided = service._decided

    def late(*given: Any) -> Any:
        service._decided = decided  # type: ignore[method-assign]
        other.execute("a", BUY)
        return decided(*given)

    service._decided = late  # type: ignore[method-assign,assignment]
    assert said(service.follow_together(orders)) == [None, None]
    assert [service.follow(order).entry.seq for order in orders] == [5, 4]
    assert [service.table(one).balance(1) - 10**9 for one in "ab"] == [200, 100]
    other.execute("b", BUY)
    assert said(service.follow_together([*orders[:1], TableOrder("b", BUY)])) == [5, 6], (
        "what others wrote is read first"
    )


def test_nobody_is_refused_for_what_another_server_has_changed(service: Service, url: str, opened: Any) -> None:
    """The table in memory has no seat 9, and does not know of the key: the log is read before either is said."""
    other = Service(opened(url))
    other.execute("a", {"do": "seat", "seat": 9, "name": "Bob"})
    assert service.execute("a", NOBODY, key="nine").entry.seq == 5
    assert other.execute("a", BUY, key="shared").entry.seq == 6
    again = service.execute("a", BUY, key="shared")
    assert (again.entry.seq, again.repeated) == (6, True)
    other.execute("b", {"do": "seat", "seat": 9, "name": "Bob"})
    assert said(service.follow_together([TableOrder("a", BUY), TableOrder("b", NOBODY)])) == [7, 5]
    with pytest.raises(Refusal) as refused:
        service.execute("a", NOBODY, key="shared")
    assert refused.value.code == "key-reused"


def test_a_used_key_is_answered_where_nothing_more_is_written(service: Service, store: Store) -> None:
    """The session is over, or the database has lost what another table had: what was committed is still said."""
    service.execute("live", open_command("roulette", cards=[{"card": "roulette"}], live=True))
    with store.engine.begin() as connection:
        row = {"token": "open", "name": "Dora", "csrf": "", "started": 0, "used": 0}
        connection.execute(sa.insert(schema.sessions), row)
    orders = [TableOrder("live", {"do": "seat", "seat": 1, "name": "Ann"}, "sit", session="open"),
              TableOrder("a", BUY, "buy")]  # fmt: skip
    assert said(service.follow_together(orders)) == [2, 4]
    with store.engine.begin() as connection:
        connection.execute(sa.delete(schema.sessions))
    assert said([service.follow(orders[0])]) == [2]
    store.stop_writing(Refusal("behind", table="b", entry=3))
    assert said(service.follow_together(orders)) == [2, 4]
    assert said([service.follow(one) for one in orders]) == [2, 4]
    assert said(service.follow_together([TableOrder("c", BUY, "other")])) == ["behind"]


def test_a_session_that_is_over_fails_only_its_own(service: Service, store: Store) -> None:
    for table_id in ("live", "other"):
        service.execute(table_id, open_command("roulette", cards=[{"card": "roulette"}], live=True))
    with store.engine.begin() as connection:
        row = {"token": "open", "name": "Dora", "csrf": "", "started": 0, "used": 0}
        connection.execute(sa.insert(schema.sessions), row)
    sit = [{"do": "seat", "seat": seat, "name": "Ann"} for seat in (1, 2)]
    orders = [
        TableOrder("live", sit[0], session="ended"), TableOrder("live", sit[1], session="open"),
        TableOrder("other", sit[0], session="open"), TableOrder("a", BUY, session="ended"),
    ]  # fmt: skip
    assert said(service.follow_together(orders)) == ["log-in", None, 2, 4], "a practice table asks for no session"
    assert service.follow(orders[1]).entry.seq == 2


def test_control_a_store_that_does_not_ask_for_the_session_is_caught(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appending, "_ended", lambda connection, tokens: set())
    with pytest.raises(AssertionError):
        test_a_session_that_is_over_fails_only_its_own(service, store)


def test_once_a_log_was_cut_nothing_more_is_written_at_any_table(service: Service, store: Store) -> None:
    service.execute("a", BUY)
    with store.engine.begin() as connection:
        connection.execute(sa.delete(schema.events).where(schema.events.c.table_id == "a", schema.events.c.seq == 4))
    for orders in ([TableOrder("b", BUY, "k"), TableOrder("a", BUY), TableOrder("b", BUY)], [TableOrder("b", BUY)]):
        for order, answer in zip(orders, service.follow_together(orders), strict=True):
            assert answer is None or said([answer]) == ["behind"]  # together, or by itself
            with pytest.raises(Refusal) as refused:
                service.follow(order)
            assert refused.value.code == "behind"
    assert (store.newest("a"), store.newest("b")) == (3, 3)
    assert not store.used_keys({("b", "k")})


def test_a_table_that_is_not_in_memory_or_is_in_use_is_left_to_itself(service: Service, store: Store) -> None:
    assert said(Service(store).follow_together([TableOrder("a", BUY)])) == [None]
    held = service._open["a"].lock
    found: list[Any] = []
    with held:
        one = Thread(target=lambda: found.extend(service.follow_together([TableOrder("a", BUY), TableOrder("b", BUY)])))
        one.start()
        one.join()
    assert said(found) == [None, 4]
    orders = [TableOrder("a b", BUY), TableOrder("a", BUY, by="\n"), TableOrder("a", BUY)]
    assert said(service.follow_together(orders)) == ["bad-table", "bad-name", 4]


def test_an_error_of_the_database_is_told_to_all_and_tried_again_by_none(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the group was committed may be unknown: nobody's money is moved twice."""

    def lost(*given: Any) -> None:
        raise sa.exc.OperationalError("COMMIT", {}, Exception("connection lost"))

    monkeypatch.setattr("rackcard.table.service.append", lost)
    answers = service.follow_together([TableOrder("a", BUY), TableOrder("b", BUY), TableOrder("c", NOBODY)])
    assert [type(answer) for answer in answers] == [sa.exc.OperationalError] * 3


def test_a_log_that_cannot_be_read_fails_only_its_own_table(service: Service, store: Store) -> None:
    row = {"table_id": "a", "seq": 4, "at": "2026", "by": "", "entry": '{"kind":"of-a-newer-version","postings":[]}'}
    with store.engine.begin() as connection:
        connection.execute(sa.insert(schema.events), {**row, "hash": "00"})
    unread, read = service.follow_together([TableOrder("a", BUY), TableOrder("b", BUY)])
    assert isinstance(unread, Exception)
    assert said([read]) == [4]
    with pytest.raises(type(unread)):
        service.follow(TableOrder("a", BUY))


def test_an_entry_that_was_committed_though_the_call_failed_is_told_once(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, int]] = []
    service.listeners.append(lambda entry: told.append((entry.table_id, entry.seq)))

    def lost(*given: Any) -> Any:
        appending.append(*given)
        raise sa.exc.OperationalError("COMMIT", {}, Exception("the connection is lost"))

    with monkeypatch.context() as patch:
        patch.setattr("rackcard.table.service.append", lost)
        failed = service.follow_together([TableOrder("a", BUY), TableOrder("a", BUY), TableOrder("b", BUY)])
    assert all(isinstance(one, sa.exc.OperationalError) for one in failed)
    assert told == []
    assert said(service.follow_together([TableOrder("b", BUY)])) == [5]
    for _ in range(2):
        service.table("a")
    assert told == [("b", 4), ("b", 5), ("a", 4), ("a", 5)]


def test_a_refusal_that_was_stored_under_another_name_is_repeated(service: Service, store: Store) -> None:
    facts = canonical({"wager": "Pass Odds", "parent": "Pass Line", "seat": 1})
    with store.engine.begin() as connection:
        row = {"table_id": "a", "key": "odds", "seq": None, "asked": None, "code": "behind.none", "facts": facts}
        connection.execute(sa.insert(schema.keys), row)
    with pytest.raises(Refusal) as refused:
        service.execute("a", BUY, key="odds")
    assert refused.value.code == "behind-bet"
    assert refused.value.sentence == "Pass Odds goes behind a bet on Pass Line, and seat 1 has none up"
