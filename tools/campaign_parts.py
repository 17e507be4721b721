"""The parts of the campaign: the checks of the gate, repeated until the count is reached or the time is up.

A part is a generator: it does one piece of work for each seed and yields how many of its units that was. A check that
fails raises an AssertionError which names the seed.
"""

import gc
import signal
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import count, product
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path
from time import sleep
from typing import Any

from tests.support.sequences import CASES
from tests.support.table_driver import Driver

from rackcard.games import GAMES
from rackcard.table.log.store import Store
from rackcard.table.replay import settled_of
from rackcard.table.state import Refusal
from tools.part_code import code_of


@dataclass
class Run:
    """One run of a part: its first seed, the count to reach, and its notes for the report."""

    seed: int
    want: int
    jobs: int
    folder: Path
    section: list[str] = field(default_factory=list)
    """Lines of Markdown for the part's own section of the report."""
    notes: Callable[[], str] = lambda: ""
    """Added to the result."""
    earlier: list[str] = field(default_factory=list)
    """The part's section in the report of an earlier run."""
    before: int = 0
    """How many units earlier runs have done that count as well."""
    seeds: str = ""
    """The seeds that the report names; the first one where a part does not say."""
    failures: list[str] = field(default_factory=list)
    """What failed where a part goes on after a failure."""
    missed: Callable[[], str | None] = lambda: None
    """Which goal of time was missed, in a sentence: a part that has missed it has not passed."""
    tell: Callable[[str], None] = lambda text: None
    """Shows a line while the part runs."""


@dataclass(frozen=True)
class Part:
    """A part: what it shows, the required count, and the work."""

    title: str
    unit: str
    count: int
    work: Callable[[Run], Iterator[int]]
    folders: tuple[str, ...] | None = None
    """Where what it runs is, unless that is found by its imports."""

    @cached_property
    def code(self) -> tuple[str, ...]:
        """The folders and files with what it runs."""
        return self.folders or code_of(self.work)


PARTS: dict[str, Part] = {}


def part(
    name: str, title: str, unit: str, count: int, folders: tuple[str, ...] | None = None
) -> Callable[[Callable[[Run], Iterator[int]]], Callable[[Run], Iterator[int]]]:
    """Registers a generator as a part of the campaign."""

    def enter(work: Callable[[Run], Iterator[int]]) -> Callable[[Run], Iterator[int]]:
        PARTS[name] = Part(title, unit, count, work, folders)
        return work

    return enter


def game_of(number: int) -> str:
    """One game after another."""
    return tuple(GAMES)[number % len(GAMES)]


def workers(jobs: int, tasks_each: int | None = None) -> Pool:
    """Processes that know what this one has read; they leave it to the run to be interrupted.

    One that remembers what it does, such as cards that it has priced, is replaced after so many tasks.
    """
    return get_context("fork").Pool(jobs, _worker, maxtasksperchild=tasks_each)


def _worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def spread(run: Run, work: Callable[[int], Any], each: int, pieces: int | None = None) -> Iterator[Any]:
    """Works on one seed after another in several processes; yields the results in any order."""
    seeds = range(run.seed, run.seed + (pieces or -(-run.want // each)))
    for game in GAMES:
        Driver(game)  # cards are read and priced once, for every fork
    if run.jobs == 1:
        yield from map(work, seeds)
        return
    with workers(run.jobs) as pool:
        yield from pool.imap_unordered(work, seeds)


@contextmanager
def databases(run: Run) -> Iterator[Callable[[int], str]]:
    """A new SQLite file for every even number, a new PostgreSQL database for every odd one."""
    from tests.support.table_world import new_database, start_postgres

    server, engine = start_postgres(run.folder / "postgres")
    try:
        yield lambda number: str(run.folder / f"log{number}.db") if number % 2 == 0 else new_database(engine)
    finally:
        engine.dispose()
        server.cleanup()


# ---- the pure core


def _history(seed: int) -> tuple[int, int, int]:
    from tests.support.histories import conserved, rebuilt

    driver = conserved(game_of(seed), seed, 500)
    rebuilt(driver, seed)
    settled = sum(len(settled_of(event)) for event in driver.events)
    return 500, len(driver.events), settled


@part("P1", "P1, P2, P10: money is conserved, every wager settles once, the log rebuilds the table", "steps", 1_000_000)
def histories(run: Run) -> Iterator[int]:
    events = settled = 0
    run.notes = lambda: f"{events:,} events, {settled:,} settlements, each confirmed by the second settler"
    for steps, some, paid in spread(run, _history, 500):
        events, settled = events + some, settled + paid
        yield steps


BLOCK = 10_000


def _block(one: tuple[int, str], rounds: int) -> dict[str, Any]:
    from tests.support.long_run import played

    seed, card = one
    return played(card, rounds, seed)


@part("P3-return", "P3: the return of every card through the live core", "rounds per card", 1_000_000)
def returns(run: Run) -> Iterator[int]:
    """Plays a block of rounds on every card at a time, so that a partial run has the same number for each."""
    from tests.support.long_run import Tally, added, opened, playable, z

    cards = playable()
    for card in cards:
        opened(card)  # read and priced once, for every fork
    gc.freeze()  # and not looked through again by each of them
    block = min(BLOCK, run.want)
    total: dict[str, dict[str, Tally]] = {card: {} for card in cards}
    done = 0

    def row(card: str) -> str:
        scores = {name: z(card, name, tally) for name, tally in total[card].items()}
        worst = max(scores, key=lambda name: abs(scores[name]))
        settled = sum(tally.count for tally in total[card].values())
        return f"| {card} | {done:,} | {settled:,} | {len(scores)} | {scores[worst]:+.2f} ({worst}) |"

    blocks = range(run.seed, run.seed + -(-run.want // block))
    with workers(run.jobs) as pool:
        found = pool.imap(partial(_block, rounds=block), product(blocks, cards))
        for seed in blocks:
            done += block
            for card in cards:
                total[card] = added([total[card], next(found)])
                for name, tally in total[card].items():
                    # The normal approximation holds only after enough wins.
                    score = z(card, name, tally)
                    assert abs(score) < 6 or tally.count < 2_000, (
                        f"seed {run.seed} to {seed}, {card}, {name}: z {score}"
                    )
            run.section[:] = ["| card | rounds | wagers settled | wagers | largest z |", "|---|---|---|---|---|"]
            run.section += map(row, cards)
            yield block


@part("P3-depth",
      "P3: all sequences of five totals and of three spins, all rolls of three dice, all classes of hands, against the "
      "second settler", "cards and options", len(CASES))  # fmt: skip
def depth(run: Run) -> Iterator[int]:
    compared = 0
    run.notes = lambda: f"{compared:,} outcomes compared"
    with workers(run.jobs) as pool:
        for some in pool.imap_unordered(_case, range(len(CASES))):
            compared += some
            yield 1


def _case(number: int) -> int:
    return CASES[number]()


@part("P8", "P8: a correction equals the right entry, whatever happened in between", "histories", 5_000)
def corrections(run: Run) -> Iterator[int]:
    yield from spread(run, _corrected, 1)


def _corrected(seed: int) -> int:
    from tests.support.corrections import corrected_after_anything
    from tests.support.histories import corrected_histories

    corrected_histories(range(seed, seed + 1))
    corrected_after_anything(seed)
    return 1


@part("P10", "P10: old logs and histories replay to the same table", "logs", 1_000)
def replays(run: Run) -> Iterator[int]:
    from tests.support.golden_logs import replays_to_the_same_table
    from tests.support.table_world import GOLDEN

    golden = sorted(GOLDEN.glob("*.json"))
    for path in golden:
        replays_to_the_same_table(path)
        yield 1
    yield from spread(run, _rebuilt, 1, run.want - len(golden))


def _rebuilt(seed: int) -> int:
    from tests.support.histories import drive, rebuilt

    rebuilt(drive(game_of(seed), 10_000 + seed, 150), 10_000 + seed)
    return 1


# ---- the log


@part("P4-kills", "P4: kill -9 at every crash point, SQLite and PostgreSQL", "kills", 2_000)
def kills(run: Run) -> Iterator[int]:
    from tests.support.kills import killed
    from tests.support.table_world import Crasher

    with databases(run) as new, closing(Crasher()) as crasher:
        for seed in count(run.seed):
            yield killed(game_of(seed // 2), new(seed), crasher, 20, seed)


@part("P4-groups", "P4: kill -9 while commands of several tables are committed together", "kills", 500)
def groups(run: Run) -> Iterator[int]:
    from tests.support.kills import killed_together
    from tests.support.table_world import Crasher

    with databases(run) as new, closing(Crasher()) as crasher:
        for seed in count(run.seed):
            yield killed_together(new(seed), crasher, 20, seed)


@part("P4-power", "P4: power loss at any moment, SQLite, with all or part of the unsynced data lost", "losses",
      2_000)  # fmt: skip
def losses(run: Run) -> Iterator[int]:
    from tests.support.kills import unplugged

    for seed in count(run.seed):
        yield unplugged(game_of(seed), run.folder, 100, seed)


@part("P4-control", "P4, control: `synchronous=OFF` must fail in every run", "runs that failed", 20)
def careless(run: Run) -> Iterator[int]:
    from tests.support.kills import unplugged

    for seed in count(run.seed):
        try:
            unplugged(game_of(seed), run.folder, 100, seed, synchronous="OFF")
        except AssertionError:
            for left in run.folder.glob("image*"):
                subprocess.run(["rm", "-r", str(left)], check=True)
            yield 1
        else:
            raise AssertionError(f"seed {seed}: a database that does not sync was not detected")


@part("P5", "P5: keys take effect once, through kills, SQLite and PostgreSQL", "keys", 10_000)
def keys(run: Run) -> Iterator[int]:
    from tests.support.kills import keyed
    from tests.support.table_world import Crasher

    with databases(run) as new, closing(Crasher()) as crasher:
        for seed in count(run.seed):
            yield keyed(game_of(seed // 2), new(seed), crasher, seed)


@part("P6", "P6: bet or raise, take-down, cash-out and surrender against no more bets", "races of each kind", 10_000)
def races(run: Run) -> Iterator[int]:
    from tests.support.races import KINDS
    from tests.support.races import races as raced

    followed: Counter[str] = Counter()
    done = 0
    run.notes = lambda: "came first: " + ", ".join(f"{kind} {n / max(done, 1):.0%}" for kind, n in followed.items())
    for seed in count(run.seed):
        for kind in KINDS:
            place = run.folder / f"{seed}"
            place.mkdir(exist_ok=True)
            followed[kind] += sum(raced(kind, place, 256, seed))
        done += 256
        yield 256


BESIDE = 3


@part("P7", "P7: 64 clients at two server processes on one PostgreSQL", "commands", 128_000)
def rivalry(run: Run) -> Iterator[int]:
    from tests.support.rivals import rivals
    from tests.support.served import Client, served
    from tests.support.table_world import new_database, start_postgres

    server, engine = start_postgres(run.folder / "postgres")
    url = new_database(engine)
    try:
        with closing(Store(url)) as store, served(url) as (first, _), served(url) as (second, _):

            def at(port: int) -> Any:
                mine: dict[int, Client] = {}

                def execute(table_id: str, command: Any, key: str) -> tuple[int, str]:
                    from threading import get_ident

                    client = mine.setdefault(get_ident(), Client(port))
                    while True:
                        try:
                            entry = client.do(command, table_id, key)["entry"]
                            return entry["seq"], entry["hash"]
                        except Refusal as refusal:
                            if refusal.code not in ("busy", "too-fast"):  # the command was not decided: send it again
                                raise
                            sleep(0.01)

                return execute

            def table(seed: int) -> int:
                return rivals([at(first), at(second)], store, 64, 25, seed, f"t{seed}")

            for seed in count(run.seed, BESIDE):  # while one table waits for its turn, another is dealt
                with ThreadPoolExecutor(BESIDE) as pool:
                    yield sum(pool.map(table, range(seed, seed + BESIDE)))
    finally:
        engine.dispose()
        server.cleanup()


@part("P9", "P9: every tampering found at its first entry, SQLite and PostgreSQL", "tamperings", 10_000)
def forgeries(run: Run) -> Iterator[int]:
    from tests.support.forgers import WAYS, tamperings, with_logs

    with databases(run) as new, closing(Store(new(0))) as sqlite, closing(Store(new(1))) as postgres:
        stores = [with_logs(sqlite), with_logs(postgres)]
        for number in count(run.seed):
            numbers = range(number * 8 * len(WAYS), (number + 1) * 8 * len(WAYS))
            yield sum(tamperings(stores[number % 2], numbers).values())


# ---- the interface


@part("P13", "P13: the whole permission matrix; forged, cross-site and replayed requests", "requests", 10_000)
def roles(run: Run) -> Iterator[int]:
    import warnings

    from tests.support.roles import forgeries, matrix, on_a_floor, replays
    from tests.support.web import COMMANDS

    warnings.simplefilter("ignore")
    for seed in count(run.seed):
        place = run.folder / str(seed)
        place.mkdir()
        for people, web in on_a_floor(place):
            yield forgeries(people)
            yield sum(matrix(people, web, word) for word in COMMANDS)
        place = run.folder / f"{seed}r"
        place.mkdir()
        for people, web in on_a_floor(place):
            yield replays(people, web, list(COMMANDS))


BENT = 5_000
"""Cards that one process reads, one after another."""


def _bent(seed: int, each: int, folder: Path) -> dict[str, Any]:
    from tests.support.fuzz import apart

    return apart(BENT * seed, each, folder)


@part("P12", "P12: randomly damaged cards, each read or refused with a message, within 256 MiB", "cards", 100_000)
def bent_cards(run: Run) -> Iterator[int]:
    found = {"refused": 0, "slowest": 0.0, "peak": 0}
    run.notes = lambda: (
        f"{found['refused']:,} refused, the slowest in {found['slowest']:.2f} s of processor time, "
        f"at most {found['peak'] / 2**20:.0f} MiB"
    )
    each = min(BENT, run.want)
    for piece in spread(run, partial(_bent, each=each, folder=run.folder), each):
        found = {
            "refused": found["refused"] + piece["refused"],
            "slowest": max(found["slowest"], piece["slowest"]),
            "peak": max(found["peak"], piece["peak"]),
        }
        yield each


def chosen(names: list[str]) -> list[str]:
    """The parts that match the names: P4 includes P4-power; P2 is in P1."""
    if not names:
        return list(PARTS)
    found = []
    for name in names:
        name = {"P2": "P1"}.get(name, name)
        some = [known for known in PARTS if known == name or known.startswith(f"{name}-")]
        if not some:
            raise SystemExit(f"campaign: there is no part {name}; parts: {', '.join(PARTS)}")
        found += [known for known in some if known not in found]
    return found


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        yield Path(name)


# ---- the pages


@part("P15", "P15: random play on every card in a browser; the screen equals the ledger after every step",
      "rounds per card", 200)  # fmt: skip
def screens(run: Run) -> Iterator[int]:
    from tools.browser_campaign import on_every_card

    each, compared = min(20, run.want), 0
    run.notes = lambda: f"{compared:,} screens compared"
    with closing(on_every_card(run, each)) as work:  # what is played is settled again at its end
        for some in work:
            compared += some
            yield each
