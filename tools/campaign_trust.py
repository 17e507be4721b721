"""The parts of the campaign on trust: what checkpoints show, who may act, and faults around the table."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from time import monotonic

from rackcard.table.log.store import Store
from tools.campaign_parts import Run, part, spread, workers


@part("P23", "P23: cut, older and rewritten logs are seen by a checkpoint, SQLite", "changes", 2_000)
def cut_logs(run: Run) -> Iterator[int]:
    from tests.support.cuts import WAYS, cuts, unseen, with_journal
    from tests.support.forgers import with_logs

    done: Counter[str] = Counter()
    hidden = 0
    run.notes = lambda: f"{len(done)} kinds; control: {hidden} of {hidden} not seen without a checkpoint"
    with closing(Store(str(run.folder / "cut.db"))) as store:
        with_journal(with_logs(store))
        for block in count(run.seed - 1):
            some = range(100 * block, 100 * block + 100)
            done += cuts(store, some)
            hidden += unseen(store, some[: len(WAYS)])
            yield len(some)


@part("P25", "P25: disk full, read-only, descriptors gone, database away; recovered by itself", "of each", 200)
def in_trouble(run: Run) -> Iterator[int]:
    """One of each kind in turn, on the same four databases."""
    from tests.support.table_world import new_database, start_postgres
    from tests.support.troubles import away, descriptors, full, read_only, troubled

    server, engine = start_postgres(run.folder / "postgres")
    numbers = range(run.seed, run.seed + run.want)
    works = [
        troubled(str(run.folder / "full.db"), full, numbers, "no-database"),
        troubled(str(run.folder / "read_only.db"), read_only, numbers, "no-database"),
        troubled(new_database(engine), away, numbers, "no-database"),
        descriptors(run.folder, numbers),
    ]
    try:
        with ThreadPoolExecutor(len(works)) as pool:  # they mostly wait
            for _ in numbers:
                yield min(pool.map(next, works))
        for work in works:
            assert next(work, None) is None  # the audit at the end
    finally:
        for work in works:
            work.close()
        engine.dispose()
        server.cleanup()


PAIRS = 3


@part("P22", "P22: two servers on one PostgreSQL; either dies, stalls, comes back or is restarted", "faults", 500)
def two_servers(run: Run) -> Iterator[int]:
    """One stall in twelve is longer than a lease, so that its server is fenced; pairs that wait do so side by side."""
    from tests.support.table_world import new_database, start_postgres

    server, engine = start_postgres(run.folder / "postgres")
    blocks: list[tuple[str, range, float]] = []
    try:
        for block in count(run.seed):
            seconds = 12.0 if block % 4 == 0 else 1.0
            numbers = range(20 * block, 20 * block + (3 if seconds > 10 else 20))
            blocks.append((new_database(engine), numbers, seconds))
            if sum(len(some) for _, some, _ in blocks) >= run.want:
                break
        with workers(PAIRS) as pool:
            yield from pool.imap_unordered(_faults, blocks)
    finally:
        engine.dispose()
        server.cleanup()


def _faults(block: tuple[str, range, float]) -> int:
    from tests.support.two_servers import faults_of_two

    return sum(faults_of_two(*block))


@part("P19", "P19: who may act is decided where the act is committed, two servers", "races", 10_000)
def rights(run: Run) -> Iterator[int]:
    from tests.support.rights import KINDS, races_for_rights
    from tests.support.table_world import new_database, start_postgres

    lost: Counter[str] = Counter()
    run.notes = lambda: ", ".join(f"{kind}: {n:,} refused" for kind, n in sorted(lost.items()))
    server, engine = start_postgres(run.folder / "postgres")
    try:
        for block in count(run.seed - 1):
            numbers = range(block * 100, block * 100 + 100)
            lost += races_for_rights(new_database(engine), numbers, KINDS)
            yield len(numbers)
    finally:
        engine.dispose()
        server.cleanup()


@part("P21", "P21: cost does not grow with history: commands, pages, recall, meters, reports; memory", "entries", 10**6)
def long_history(run: Run) -> Iterator[int]:
    """A log that grows; at its end every look is compared with the same at 10,000 entries, and it is audited."""
    from tests.support.history_cost import LongHistory

    history = LongHistory(run.folder, run.seed, run.jobs)
    run.notes = lambda: history.notes
    yield from history.grow(run.want)


@part("P26", "P26: histories with changes of house rules: wagers that are up keep theirs", "histories", 1_000)
def changed_rules(run: Run) -> Iterator[int]:
    yield from spread(run, _changed_history, 1)


def _changed_history(seed: int) -> int:
    from tests.support.changed_rules import changed_history

    changed_history(seed)
    return 1


READERS, ALONE_SECONDS = 50, 60.0


@part(
    "P20",
    f"P20: {READERS} readers of pages, documents, books, lab and own cards, and audits, beside a live table",
    "seconds",
    600,
)
def readers(run: Run) -> Iterator[int]:
    """A minute of rolls alone, then rolls beside readers who ask for one thing after another."""
    from tests.support.load import quantile
    from tests.support.readers import Beside, held_up, ratio, rolls_beside_readers, swollen

    found = Beside()

    def notes() -> str:
        rows = [("alone", found.alone), (f"beside {READERS} readers", found.beside)]
        shown = [(name, times, [1000 * quantile(times, share) for share in (0.5, 0.99)]) for name, times in rows]
        dealing, whole = ([size / 2**20 for size in sizes] or [0.0] for sizes in (found.dealing, found.whole))
        own, workers = found.seconds
        by_status = sorted(found.answers.items())
        answers = ", ".join(f"{' '.join((str(status), code)).strip()}: {n:,}" for (status, code), n in by_status)
        run.section[:] = [
            "| rolls | count | p50 | p99 |",
            "|---|---|---|---|",
            *(f"| {name} | {len(times):,} | {p50:.1f} ms | {p99:.1f} ms |" for name, times, (p50, p99) in shown),
            "",
            f"Beside readers a roll took {ratio(found, 0.5):.2f} times as long (p50) and {ratio(found, 0.99):.2f} "
            f"times (p99); goal: p99 within 2 times. The process that deals held {dealing[0]:.0f} MiB at the start and "
            f"at most {max(dealing):.0f}; with its workers at most {max(whole):.0f}. It used {own:.0f} s of processor "
            f"time, its workers {workers:.0f} s. Answers: {answers}. Audits beside them: {found.audits.total():,}.",
        ]
        return f"p99 {ratio(found, 0.99):.2f} times that of idle"

    run.notes, run.missed = notes, lambda: held_up(found)
    alone = min(ALONE_SECONDS, run.want / 10)
    seconds = 0
    try:
        with closing(rolls_beside_readers(run.folder, found, READERS, alone, run.seed)) as work:
            start = None
            for _ in work:
                if start is None and found.beside:  # from the first roll beside them
                    start = monotonic()
                passed = 0 if start is None else int(monotonic() - start) - seconds
                seconds += passed
                yield passed
    finally:
        wrong = swollen(found)
        assert wrong is None, f"seed {run.seed}: {wrong}"
