"""P4 and P5: kill -9 and power loss at any point, and keys that take effect once, on SQLite and PostgreSQL."""

from pathlib import Path
from typing import Any

import pytest

from rackcard.games import GAMES
from rackcard.table.log.append import append
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.table.state import Refusal
from tests.support.kills import keyed, killed, killed_together, unplugged
from tests.support.table_world import Crasher, spinning, together

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


@pytest.mark.parametrize("game", GAMES)
def test_p4_a_killed_table_stands_where_it_was_acknowledged_or_one_command_further(
    game: str, url: str, crasher: Crasher
) -> None:
    """17 kills a game and database: 136 in all, over every crash point, command after command."""
    assert killed(game, url, crasher, 17, seed=4) == 17


def test_p4_control_an_answer_before_the_transaction_is_caught(url: str, crasher: Crasher) -> None:
    with pytest.raises(AssertionError, match="seed 4, craps, kill 0 at decided"):
        killed("craps", url, crasher, 17, seed=4, fault="answer-first")


def test_p4_control_an_entry_without_its_postings_is_caught(url: str, crasher: Crasher) -> None:
    """The postings in a transaction of their own: a kill between the two leaves a roll half paid."""
    with pytest.raises(AssertionError, match="seed 4, craps, kill"):
        killed("craps", url, crasher, 17, seed=4, fault="post-later")


def test_p4_tables_that_are_committed_together_lose_nothing_when_killed(url: str, crasher: Crasher) -> None:
    assert killed_together(url, crasher, 12, seed=44) == 12


@pytest.mark.parametrize("fault", ["answer-first", "post-later"])
def test_p4_control_a_group_that_is_not_one_transaction_is_caught(url: str, crasher: Crasher, fault: str) -> None:
    with pytest.raises(AssertionError, match="seed 44, kill"):
        killed_together(url, crasher, 12, seed=44, fault=fault)


@pytest.mark.parametrize("game", GAMES)
def test_p4_what_was_acknowledged_survives_a_loss_of_power(game: str, tmp_path: Path) -> None:
    """Whatever had not been synced is lost, wholly or in part."""
    assert unplugged(game, tmp_path, 40, seed=14) == 40


def test_p4_control_a_database_that_does_not_sync_is_caught(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="seed 14, craps, loss"):
        unplugged("craps", tmp_path, 40, seed=14, synchronous="OFF")


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

    def late(*given: Any) -> Any:
        monkeypatch.undo()
        second.execute("t", {"do": "seat", "seat": 2, "name": "Bob"})
        second.execute("t", {"do": "buy-in", "seat": 2, "amount": 1000})
        second.execute("t", bet, key="once")
        return append(*given)

    monkeypatch.setattr("rackcard.table.service.append", late)

    def answer(service: Service) -> str:
        try:
            return service.execute("t", bet, key="once").entry.hash
        except Refusal as refusal:
            return refusal.code

    assert answer(first) == answer(second)
