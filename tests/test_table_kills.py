"""P4 and P5: kill -9 at every crash point, and keys that take effect once, on SQLite and PostgreSQL."""

import signal
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rackcard.table.model import Refusal
from rackcard.table.service import Service
from rackcard.table.store import Store
from tests.table_world import COMMITTED, POINTS, Crasher, Script, booked, faults, spinning, together

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


@pytest.mark.parametrize("game", ["craps", "roulette", "baccarat"])
def test_p4_a_killed_table_stands_where_it_was_acknowledged_or_one_command_further(
    game: str, url: str, crasher: Crasher, opened: Callable[[str], Store]
) -> None:
    """17 kills a game and database: 102 in all, over every crash point, command after command."""
    seed = 4
    random = Random(seed)
    script = Script(game, seed, 120)
    commands = list(enumerate(script.accepted))
    tables = script.tables()
    done, kinds = 0, Counter[str]()
    store = opened(url)
    for kill in range(17):
        point, ahead = POINTS[kill % 4], random.randint(1, 6)
        todo = [(f"k{number}", command) for number, command in commands[done : done + 8]]
        assert len(todo) >= ahead, f"seed {seed}: the script is too short"
        replies, ended = crasher.work(url, todo, (point, ahead))
        assert ended == -signal.SIGKILL
        assert [reply["seq"] for reply in replies] == list(range(done + 1, done + ahead)), (seed, kill, point)
        kinds[todo[ahead - 1][1]["do"]] += 1
        done += ahead - (point not in COMMITTED)
        entries = list(store.entries("t"))
        assert len(entries) == done, (seed, kill, point)
        assert [entry.key for entry in entries] == [f"k{number}" for number in range(done)]
        if done:
            table = Service(store).table("t")
            assert table == tables[done], (seed, kill, point)
            assert booked(store, "t") == {account: amount for account, amount in table.balances.items() if amount}
            assert faults(store) == [None], (seed, kill, point)
    assert done
    assert len(kinds) >= 3, kinds


@pytest.mark.parametrize("game", ["craps", "roulette"])
def test_p5_a_key_takes_effect_once_and_its_reply_is_repeated_through_kills(
    game: str, url: str, crasher: Crasher, opened: Callable[[str], Store]
) -> None:
    """About 130 keys a game and database, each sent up to six times, with a kill in every dozen."""
    seed = 5
    random = Random(seed)
    script = Script(game, seed, 95)
    told = [(f"k{number}", command) for number, (command, _) in enumerate(script.told)]
    replies: dict[str, list[tuple[Any, ...]]] = {key: [] for key, _ in told}

    kills = 0

    def send(part: list[tuple[str, Any]], crash: Any) -> None:
        nonlocal kills
        heard, ended = crasher.work(url, part, crash)
        assert ended in ((0, -signal.SIGKILL) if crash else (0,))
        kills += ended != 0
        for reply in heard:
            replies[reply["key"]].append(tuple(value for name, value in reply.items() if name != "key"))

    for start in range(0, len(told), 12):
        part = [sent for one in told[start : start + 12] for sent in [one] * random.randint(1, 2)]
        send(part, (random.choice(POINTS), random.randint(1, 6)))
        send(part, None)
        send(random.sample(told[: start + 12], min(start + 12, len(told), 12)), None)
    assert kills >= 6
    assert len(told) >= 125
    for key, heard in replies.items():
        assert heard, (seed, key)
        assert len(set(heard)) == 1, (seed, key, heard)
    store = opened(url)
    accepted = [f"k{number}" for number, (_, event) in enumerate(script.told) if event is not None]
    assert [entry.key for entry in store.entries("t")] == accepted
    assert len(accepted) < len(told), "some commands must be refused for this to prove anything"
    assert Service(store).table("t") == script.tables()[-1]
    assert faults(store) == [None]


def test_p5_a_refusal_is_repeated_even_when_it_would_now_be_followed(store: Store) -> None:
    service = Service(store)
    spinning(service, "t")
    poor = {"do": "bet", "seat": 2, "card": 1, "wager": "red", "amount": 500}
    with pytest.raises(Refusal, match="nobody sits at seat 2") as first:
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
    note = store.remember_refusal

    def late(*given: str) -> Any:
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
