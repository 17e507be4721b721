"""Many clients at several servers, and the serial order that their log must be: P7."""

from collections.abc import Callable
from random import Random
from typing import Any

from rackcard.table.apply import apply
from rackcard.table.audit import audit_table
from rackcard.table.decide import decide
from rackcard.table.log.codec import event_to_json
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.table.state import Refusal, Table
from tests.support.table_driver import random_outcome
from tests.support.table_world import spinning, together

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


def refusal_of(table: Table | None, command: Any) -> str | None:
    try:
        decide(table, command)
    except Refusal as refusal:
        return refusal.sentence
    return None
