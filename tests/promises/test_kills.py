"""P4 and P5: kill -9 and power loss at any point, and keys that take effect once, on SQLite and PostgreSQL."""

import signal
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.table.log.store import Store, StoreError
from rackcard.table.service import Service
from rackcard.table.state import Refusal, Table
from tests.support.power import images, recorded
from tests.support.table_world import CARDS, COMMITTED, POINTS, Crasher, Script, booked, faults, spinning, together

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


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


def stands(store: Store, tables: list[Table | None], done: int, where: str) -> None:
    """The log, accounts and settlements are exactly those of so many commands."""
    entries = list(store.entries("t"))
    assert [entry.key for entry in entries] == [f"k{number}" for number in range(done)], where
    if done:
        table = Service(store).table("t")
        assert table == tables[done], where
        assert booked(store, "t") == {account: amount for account, amount in table.balances.items() if amount}, where
        assert faults(store) == [None], where


@pytest.mark.parametrize("game", CARDS)
def test_p4_a_killed_table_stands_where_it_was_acknowledged_or_one_command_further(
    game: str, url: str, crasher: Crasher
) -> None:
    """17 kills a game and database: 102 in all, over every crash point, command after command."""
    assert killed(game, url, crasher, 17, seed=4) == 17


def test_p4_control_an_answer_before_the_transaction_is_caught(url: str, crasher: Crasher) -> None:
    with pytest.raises(AssertionError, match="seed 4, craps, kill 0 at decided"):
        killed("craps", url, crasher, 17, seed=4, fault="answer-first")


def test_p4_control_an_entry_without_its_postings_is_caught(url: str, crasher: Crasher) -> None:
    """The postings in a transaction of their own: a kill between the two leaves a roll half paid."""
    with pytest.raises(AssertionError, match="seed 4, craps, kill"):
        killed("craps", url, crasher, 17, seed=4, fault="post-later")


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


@pytest.mark.parametrize("game", CARDS)
def test_p4_what_was_acknowledged_survives_a_loss_of_power(game: str, tmp_path: Path) -> None:
    """Whatever had not been synced is lost, wholly or in part."""
    assert unplugged(game, tmp_path, 40, seed=14) == 40


def test_p4_control_a_database_that_does_not_sync_is_caught(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="seed 14, craps, loss"):
        unplugged("craps", tmp_path, 40, seed=14, synchronous="OFF")


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


@pytest.mark.parametrize("game", ["craps", "roulette"])
def test_p5_a_key_takes_effect_once_and_its_reply_is_repeated_through_kills(
    game: str, url: str, crasher: Crasher
) -> None:
    """About 130 keys a game and database: more than 500 in all."""
    assert keyed(game, url, crasher, seed=5) >= 125


def test_p5_control_a_server_that_does_not_look_for_the_key_is_caught(url: str, crasher: Crasher) -> None:
    with pytest.raises(AssertionError, match="seed 5, roulette"):
        keyed("roulette", url, crasher, seed=5, fault="forget-keys")


def test_p5_a_refusal_is_repeated_even_when_it_would_now_be_followed(store: Store) -> None:
    service = Service(store)
    spinning(service, "t")
    poor = {"do": "bet", "seat": 2, "card": 1, "wager": "red", "amount": 500}
    with pytest.raises(Refusal, match="seat 2 is empty") as first:
        service.execute("t", poor, key="once")
    service.execute("t", {"do": "seat", "seat": 2, "name": "Bob"})
    service.execute("t", {"do": "buy-in", "seat": 2, "amount": 1000})
    for other in (service, Service(store)):
        with pytest.raises(Refusal) as again:
            other.execute("t", poor, key="once")
        assert (again.value.code, again.value.sentence) == (first.value.code, first.value.sentence)
    assert service.execute("t", poor, key="another").table.balance(2) == 500  # type: ignore[union-attr]


def test_p5_a_key_belongs_to_its_table(store: Store) -> None:
    service = Service(store)
    for table_id in ("one", "two"):
        spinning(service, table_id)
        reply = service.execute(table_id, {"do": "close-betting"}, key="same")
        assert not reply.repeated


@pytest.mark.parametrize("first", ["followed", "refused"])
def test_p5_a_key_stands_for_one_command_of_one_person(store: Store, first: str) -> None:
    """Another person, or another command, with the same key learns and changes nothing."""
    service = Service(store)
    spinning(service, "t")
    command = {"do": "buy-in", "seat": 1 if first == "followed" else 2, "amount": 100}

    def answer(service: Service, command: Any, by: str) -> str:
        try:
            return f"entry {service.execute('t', command, key='once', by=by).entry.seq}"
        except Refusal as refusal:
            return refusal.code

    said = answer(service, command, "Dora")
    assert said == ("entry 4" if first == "followed" else "no-such-seat")
    newest = store.newest("t")
    for server in (service, Service(store)):
        assert answer(server, command, "Dora") == said
        assert answer(server, dict(reversed(command.items())), "Dora") == said, "however it is spelled"
        assert answer(server, command, "Dan") == "key-reused"
        assert answer(server, {**command, "amount": 200}, "Dora") == "key-reused"
        assert answer(server, {"do": "close-betting"}, "Dora") == "key-reused"
        assert answer(server, command, "Dora") == said, "and the key stands for what it did"
    assert store.newest("t") == newest


def test_p5_control_a_server_that_does_not_ask_what_a_key_was_for_is_caught(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rackcard.table.service._digest", lambda command, by: "")
    with pytest.raises(AssertionError):
        test_p5_a_key_stands_for_one_command_of_one_person(store, "followed")


def test_p5_duplicates_at_two_servers_at_once_have_one_reply(store: Store, url: str, opened: Any) -> None:
    """Sixteen senders of the same eight keys: one entry for each key."""
    first = Service(store)
    spinning(first, "t")
    servers = [first, Service(opened(url))]
    heard: list[tuple[str, str]] = []

    def send(number: int) -> None:
        for key in range(8):
            command = {"do": "buy-in", "seat": 1, "amount": 100 * (key + 1)}
            heard.append((f"k{key}", servers[number % 2].execute("t", command, key=f"k{key}").entry.hash))

    together(send, 16)
    assert len(set(heard)) == 8
    assert len(heard) == 128
    assert Service(store).table("t").balance(1) == 10**9 + 3600


def test_p5_two_servers_never_answer_one_key_both_ways(
    store: Store, url: str, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One server refuses a key; before it has noted that, the other follows the same key."""
    first, second = Service(store), Service(opened(url))
    spinning(first, "t")
    bet = {"do": "bet", "seat": 2, "card": 1, "wager": "red", "amount": 500}
    note: Callable[..., bool] = store.remember_refusal

    def late(*given: Any) -> bool:
        second.execute("t", {"do": "seat", "seat": 2, "name": "Bob"})
        second.execute("t", {"do": "buy-in", "seat": 2, "amount": 1000})
        second.execute("t", bet, key="once")
        return note(*given)

    monkeypatch.setattr(store, "remember_refusal", late)

    def answer(service: Service) -> str:
        try:
            return service.execute("t", bet, key="once").entry.hash
        except Refusal as refusal:
            return refusal.code

    assert answer(first) == answer(second)
