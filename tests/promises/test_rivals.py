"""P7: concurrent use equals some serial order, on SQLite and PostgreSQL."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.table.apply import apply
from rackcard.table.audit import audit_table
from rackcard.table.decide import decide
from rackcard.table.log import schema
from rackcard.table.log.codec import event_to_json
from rackcard.table.log.store import Entry, Store
from rackcard.table.service import Service
from rackcard.table.state import Refusal, Table
from tests.support.table_driver import open_command, random_outcome
from tests.support.table_world import spinning, together

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


Execute = Callable[[str, Any, str], tuple[int, str]]
"""A server: a command to a table under a key, answered with the entry's number and hash, or refused."""


def served(service: Service) -> Execute:
    def execute(table_id: str, command: Any, key: str) -> tuple[int, str]:
        entry = service.execute(table_id, command, key=key).entry
        return entry.seq, entry.hash

    return execute


def rivals(servers: list[Execute], store: Store, clients: int, turns: int, seed: int, table_id: str = "t") -> int:
    """P7: clients at several servers; the log is the order in which one server would have done the same.

    Deciding the log's commands one after another gives the same events, and every refusal is one that the table
    gave at some moment between question and answer. How many commands were sent.
    """
    spinning(Service(store), table_id)
    commands: dict[str, Any] = {}
    done: dict[str, tuple[int, str]] = {}
    refused: dict[str, tuple[int, int, str]] = {}
    newest = 3

    def client(number: int) -> None:
        nonlocal newest
        random = Random(1000 * seed + number)
        for turn in range(turns):
            key = f"c{number}.{turn}"
            command = commands[key] = random.choice(
                [
                    {"do": "bet", "seat": 1, "card": 1, "wager": random.choice(["red", "odd"]), "amount": 100},
                    {"do": "buy-in", "seat": 1, "amount": 100},
                    {"do": "close-betting"},
                    {"do": "outcome", "outcome": random_outcome("roulette", random)},
                ]
            )
            seen = newest
            try:
                done[key] = servers[number % len(servers)](table_id, command, key)
                newest = max(newest, done[key][0])
            except Refusal as refusal:
                # An entry may be committed and not yet answered, one for each other client.
                refused[key] = (seen, newest + clients, refusal.sentence)

    together(client, clients)
    where = f"seed {seed}, table {table_id}"
    entries = list(store.entries(table_id))
    assert [entry.seq for entry in entries] == list(range(1, len(done) + 4)), where
    assert {entry.key: (entry.seq, entry.hash) for entry in entries if entry.key} == done, where
    tables: list[Table | None] = [None]
    for entry in entries:
        if entry.key:
            (event,) = decide(tables[-1], commands[entry.key])
            assert event_to_json(event) == event_to_json(entry.event), f"{where}, entry {entry.seq}"
        tables.append(apply(tables[-1], entry.event))
    assert tables[-1] == Service(store).table(table_id), where
    for key, (seen, until, sentence) in refused.items():
        moments = tables[seen : until + 1]
        assert any(sentence == refusal_of(table, commands[key]) for table in moments), f"{where}, {key}: {sentence}"
    assert refused, where
    assert audit_table(store, table_id)[1] is None, where
    return clients * turns


def test_p7_sixteen_clients_at_two_servers_equal_a_serial_order(store: Store, url: str, opened: Any) -> None:
    servers = [Service(store), Service(opened(url))]
    assert rivals([served(one) for one in servers], store, 16, 12, seed=7) == 192
    assert servers[0].table("t") == servers[1].table("t")


def test_p7_control_servers_that_both_deal_are_caught(
    store: Store, url: str, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of the place taken away: the later writer puts its entry over the earlier one's."""
    append = Store.append

    def over(self: Store, table_id: str, after: Entry | None, *given: Any) -> Entry:
        with self.engine.begin() as connection:
            for part in (schema.events, schema.postings, schema.keys):
                mine = (part.c.table_id == table_id) & (part.c.seq == (after.seq + 1 if after else 1))
                connection.execute(sa.delete(part).where(mine))
        return append(self, table_id, after, *given)

    monkeypatch.setattr(Store, "append", over)
    with pytest.raises(AssertionError, match="seed 7, table t"):
        rivals([served(Service(store)), served(Service(opened(url)))], store, 16, 12, seed=7)


def refusal_of(table: Table | None, command: Any) -> str | None:
    try:
        decide(table, command)
    except Refusal as refusal:
        return refusal.sentence
    return None


def expecting(servers: list[Service], store: Store, rounds: int) -> None:
    """Of sixteen who expect the same version, one is followed."""
    spinning(servers[0], "t")
    for _ in range(rounds):
        version = store.newest("t")
        said: list[str] = []

        def ask(number: int, version: int = version, said: list[str] = said) -> None:
            try:
                servers[number % 2].execute("t", {"do": "buy-in", "seat": 1, "amount": 100}, expected=version)
                said.append("done")
            except Refusal as refusal:
                said.append(refusal.code)

        together(ask, 16)
        assert Counter(said) == {"done": 1, "stale": 15}


def test_p7_of_sixteen_who_expect_the_same_version_one_is_followed(store: Store, url: str, opened: Any) -> None:
    expecting([Service(store), Service(opened(url))], store, 5)


def test_p7_control_a_server_that_forgets_what_was_expected_is_caught(
    store: Store, url: str, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = Service.execute
    monkeypatch.setattr(Service, "execute", lambda *given, expected=None, **more: execute(*given, **more))
    with pytest.raises(AssertionError):
        expecting([Service(store), Service(opened(url))], store, 1)


def test_p7_a_table_is_opened_once(store: Store, url: str, opened: Any) -> None:
    servers = [Service(store), Service(opened(url))]
    said: Counter[str] = Counter()

    def ask(number: int) -> None:
        try:
            servers[number % 2].execute("t", open_command("roulette", cards=[{"card": "roulette"}]))
            said["done"] += 1
        except Refusal:
            said["refused"] += 1

    together(ask, 8)
    assert said == {"done": 1, "refused": 7}
