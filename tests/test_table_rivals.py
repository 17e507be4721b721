"""P7: concurrent use equals some serial order, on SQLite and PostgreSQL."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from rackcard.table.codec import event_to_json
from rackcard.table.core import decide
from rackcard.table.fold import apply
from rackcard.table.model import Refusal, Table
from rackcard.table.service import Service
from rackcard.table.store import Entry, Store
from tests.table_driver import open_command, random_outcome
from tests.table_world import faults, spinning, together

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


def test_p7_sixteen_clients_at_two_servers_equal_a_serial_order(store: Store, url: str, opened: Any) -> None:
    """The log is the order: deciding its commands one after another gives the same events and refusals."""
    first = Service(store)
    spinning(first, "t")
    servers = [first, Service(opened(url))]
    commands: dict[str, Any] = {}
    done: dict[str, Entry] = {}
    refused: dict[str, tuple[int, str]] = {}

    def client(number: int) -> None:
        random = Random(7000 + number)
        service = servers[number % 2]
        for turn in range(12):
            key = f"c{number}.{turn}"
            command = commands[key] = random.choice(
                [
                    {"do": "bet", "seat": 1, "card": 1, "wager": random.choice(["red", "odd"]), "amount": 100},
                    {"do": "buy-in", "seat": 1, "amount": 100},
                    {"do": "close-betting"},
                    {"do": "outcome", "outcome": random_outcome("roulette", random)},
                ]
            )
            seen = service.look("t")[0]
            try:
                done[key] = service.execute("t", command, key=key).entry
            except Refusal as refusal:
                refused[key] = (seen, refusal.sentence)

    together(client, 16)
    entries = list(store.entries("t"))
    assert [entry.seq for entry in entries] == list(range(1, len(done) + 4))
    assert {entry.key: entry.hash for entry in entries if entry.key} == {k: e.hash for k, e in done.items()}
    tables: list[Table | None] = [None]
    for entry in entries:
        if entry.key:
            (event,) = decide(tables[-1], commands[entry.key])
            assert event_to_json(event) == event_to_json(entry.event), entry.seq
        tables.append(apply(tables[-1], entry.event))
    assert tables[-1] == servers[0].table("t") == servers[1].table("t") == Service(store).table("t")
    for key, (seen, sentence) in refused.items():
        assert any(sentence == refusal_of(table, commands[key]) for table in tables[seen:]), (key, sentence)
    assert refused
    assert faults(store) == [None]


def refusal_of(table: Table | None, command: Any) -> str | None:
    try:
        decide(table, command)
    except Refusal as refusal:
        return refusal.sentence
    return None


def test_p7_of_sixteen_who_expect_the_same_version_one_is_followed(store: Store, url: str, opened: Any) -> None:
    first = Service(store)
    spinning(first, "t")
    servers = [first, Service(opened(url))]
    for _ in range(5):
        version = len(list(store.entries("t")))
        said: list[str] = []

        def ask(number: int, version: int = version, said: list[str] = said) -> None:
            try:
                servers[number % 2].execute("t", {"do": "buy-in", "seat": 1, "amount": 100}, expected=version)
                said.append("done")
            except Refusal as refusal:
                said.append(refusal.code)

        together(ask, 16)
        assert Counter(said) == {"done": 1, "stale": 15}


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
