"""The parts of the campaign on trust: what checkpoints show, who may act, and faults around the table."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import count

from rackcard.table.log.store import Store
from tools.campaign_parts import Run, part


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
