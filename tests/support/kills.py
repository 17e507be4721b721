"""A table that is killed or loses its power, and keys sent through kills: P4 and P5."""

import signal
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa

from rackcard.table.log.store import Store, StoreError
from rackcard.table.service import Service
from rackcard.table.state import Table
from tests.support.power import images, recorded
from tests.support.table_world import COMMITTED, POINTS, Crasher, Script, booked, faults, spinning


def killed(game: str, url: str, crasher: Crasher, kills: int, seed: int, fault: str = "") -> int:
    """P4: one table killed again and again, command after command; how many kills."""
    random = Random(seed)
    script = Script(game, seed, 8 * kills)
    commands = list(enumerate(script.accepted))
    tables = script.tables()
    done = 0
    with closing(Store(url)) as store:
        for kill in range(kills):
            point, ahead = POINTS[kill % 4], random.randint(1, 6)
            todo = [(f"k{number}", command) for number, command in commands[done : done + 8]]
            if len(todo) < ahead:
                assert kill, f"seed {seed}: the script is too short"
                kills = kill
                break
            replies, ended = crasher.work(url, todo, (point, ahead), fault)
            assert ended == -signal.SIGKILL, f"seed {seed}, {game}, kill {kill} at {point}: ended with {ended}"
            wanted = list(range(done + 1, done + ahead))
            assert [reply["seq"] for reply in replies] == wanted, f"seed {seed}, {game}, kill {kill} at {point}"
            done += ahead - (point not in COMMITTED)
            stands(store, tables, done, f"seed {seed}, {game}, kill {kill} at {point}")
    return kills


TABLES = ("a", "b", "c")


def killed_together(url: str, crasher: Crasher, kills: int, seed: int, fault: str = "") -> int:
    """P4: several tables whose commands are committed together, killed again and again; how many kills."""
    random = Random(seed)
    with closing(Store(url)) as store:
        for table_id in TABLES:
            spinning(Service(store), table_id)
        for kill in range(kills):
            point = POINTS[kill % 4]
            groups = [
                [(random.choice(TABLES), f"{kill}.{group}.{n}", {"do": "buy-in", "seat": 1, "amount": 100 * (n + 1)})
                 for n in range(6)]
                for group in range(3)
            ]  # fmt: skip
            told, ended = crasher.work(url, [], (point, random.randint(1, 3)), fault, groups)
            where = f"seed {seed}, kill {kill} at {point}"
            assert ended == -signal.SIGKILL, f"{where}: ended with {ended}"
            kept = {(table_id, one.key): one.seq for table_id in TABLES for one in store.entries(table_id) if one.key}
            for one in told:
                assert kept.get((one["table"], one["key"])) == one["seq"], f"{where}: {one} was lost"
            for group in groups:
                there = [(table_id, key) in kept for table_id, key, _ in group]
                assert all(there) or not any(there), f"{where}: half of {group}"
            assert faults(store) == [None] * len(TABLES), where
            for table_id in TABLES:
                balances = Service(store).table(table_id).balances
                assert booked(store, table_id) == {a: n for a, n in balances.items() if n}, where
    return kills


def stands(store: Store, tables: list[Table | None], done: int, where: str) -> None:
    """The log, accounts and settlements are exactly those of so many commands."""
    entries = list(store.entries("t"))
    assert [entry.key for entry in entries] == [f"k{number}" for number in range(done)], where
    if done:
        table = Service(store).table("t")
        assert table == tables[done], where
        assert booked(store, "t") == {account: amount for account, amount in table.balances.items() if amount}, where
        assert faults(store) == [None], where


def unplugged(game: str, folder: Path, losses: int, seed: int, synchronous: str = "FULL") -> int:
    """P4: the power goes at so many moments of one run on SQLite; how many losses were looked into."""
    script = Script(game, seed, 60)
    tables = script.tables()
    for number, (told, path) in enumerate(images(recorded(folder / "run", script, synchronous), losses, seed, folder)):
        where = f"seed {seed}, {game}, loss {number}, {told} acknowledged"
        try:
            store = Store(str(path))
        except StoreError as error:
            raise AssertionError(f"{where}: {error}") from error
        try:
            done = store.newest("t")
            assert done in (told, told + 1), f"{where}: {done} kept"
            stands(store, tables, done, where)
        except (sa.exc.DBAPIError, ValueError) as error:
            raise AssertionError(f"{where}: {error}") from error
        finally:
            store.close()
    return losses


def keyed(game: str, url: str, crasher: Crasher, seed: int, fault: str = "") -> int:
    """P5: every key sent up to six times, with a kill in every dozen; how many keys."""
    random = Random(seed)
    script = Script(game, seed, 95)
    told = [(f"k{number}", command) for number, (command, _) in enumerate(script.told)]
    replies: dict[str, list[tuple[Any, ...]]] = {key: [] for key, _ in told}
    kills = 0

    def send(part: list[tuple[str, Any]], crash: Any) -> None:
        nonlocal kills
        heard, ended = crasher.work(url, part, crash, fault)
        assert ended in ((0, -signal.SIGKILL) if crash else (0,)), f"seed {seed}, {game}: ended with {ended}"
        kills += ended != 0
        for reply in heard:
            replies[reply["key"]].append(tuple(value for name, value in reply.items() if name != "key"))

    for start in range(0, len(told), 12):
        part = [sent for one in told[start : start + 12] for sent in [one] * random.randint(1, 2)]
        send(part, (random.choice(POINTS), random.randint(1, 6)))
        send(part, None)
        send(random.sample(told[: start + 12], min(start + 12, len(told), 12)), None)
    assert kills >= 4, f"seed {seed}, {game}: only {kills} kills"
    for key, heard in replies.items():
        assert heard, f"seed {seed}, {game}, {key}: no answer"
        assert len(set(heard)) == 1, f"seed {seed}, {game}, {key}: {heard}"
    accepted = [f"k{number}" for number, (_, event) in enumerate(script.told) if event is not None]
    with closing(Store(url)) as store:
        assert [entry.key for entry in store.entries("t")] == accepted, f"seed {seed}, {game}"
        assert len(accepted) < len(told), "some commands must be refused for this to prove anything"
        assert Service(store).table("t") == script.tables()[-1], f"seed {seed}, {game}"
        assert faults(store) == [None], f"seed {seed}, {game}"
    return len(told)
