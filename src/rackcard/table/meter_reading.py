"""The meters of a table read from the folds that are kept, with what has come since counted again."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from rackcard.table.history import REACH, History, LogPlace, Step
from rackcard.table.log.store import Store
from rackcard.table.log.stretches import FAN, FoldRow, Stretches
from rackcard.table.meter_count import Cash, Count, CountedRound
from rackcard.table.meter_fold import Fold
from rackcard.table.period import Period
from rackcard.table.state import Table

LEVELS_MAX = 8
"""A log with more levels of folds has more entries than can be numbered."""


def fold_of(store: Store, table_id: str, period: Period) -> tuple[Fold, Table | None]:
    """The meters of a period, and the table as the newest entry left it."""
    history = History(store, table_id)
    place = history.end()
    found = Fold()
    for fold in _kept(history.kept, place, period):
        found.add(fold)
    since, table = fold_steps(history.steps(place), period, place)
    found.add(since)
    return found, table


def fold_steps(steps: Iterable[Step], period: Period, place: LogPlace | None = None) -> tuple[Fold, Table | None]:
    """The meters of what is followed from a place on, and the table at its end."""
    start = place or LogPlace()
    table, count, found, begun = start.table, Count.at(start.table, start.up), Fold(), start.round + 1
    is_touched = False
    for step in steps:
        table = step.after
        is_touched = is_touched or period.holds(step.entry.at)
        if step.before is None:
            continue
        count.see(step.before, step.entry, table)
        if table.round >= begun + 2 * REACH:  # what no correction reaches any more is folded and forgotten
            over = range(begun, table.round - REACH)
            _see(found, table, period, [count.rounds[number] for number in over])
            begun = over.stop
            count.forget(begun, table)
    if table is not None:
        _see(found, table, period, [count.rounds[number] for number in sorted(count.rounds)])
    found.pay(one for one in count.cash if period.holds(one.at))
    if is_touched:
        found.sit(count.names)
    return found, table


def _see(fold: Fold, table: Table, period: Period, rounds: Iterable[CountedRound]) -> None:
    for one in rounds:
        fold.see(table, one.dealer, [each for each in one.counted if period.holds(each.at)])


def _kept(kept: Stretches, place: LogPlace, period: Period) -> Iterator[Fold]:
    """The folds that a period has of what is before a place, in order: the widest that are wholly in it."""
    levels = _levels(place.stretch)
    for level, numbers in levels:
        for row in kept.folds(level, numbers):
            yield from _within(kept, place, period, row)


def _levels(stretches: int) -> list[tuple[int, range]]:
    """The folds that cover so many stretches, the widest and oldest first.

    >>> _levels(70)
    [(1, range(0, 2)), (0, range(64, 70))]
    """
    found, begun = [], 0
    for level in range(LEVELS_MAX, -1, -1):
        size = FAN**level
        whole = range(begun // size, stretches // size)
        if whole:
            found.append((level, whole))
            begun = whole.stop * size
    return found


def _within(kept: Stretches, place: LogPlace, period: Period, row: FoldRow) -> Iterator[Fold]:
    """What a period has of a fold: all, nothing, or parts of the folds below it."""
    if period.holds(row.since) and period.holds(row.until):
        yield Fold.from_json(json.loads(row.fold))
    elif not period.overlaps(row.since, row.until):
        return
    elif row.level:
        below = range(row.number * FAN, (row.number + 1) * FAN)
        for part in kept.folds(row.level - 1, below):
            yield from _within(kept, place, period, part)
    else:
        assert place.table is not None
        found = read_rounds(kept.rounds_text(row.number))
        fold = Fold()
        _see(fold, place.table, period, found[0].values())
        fold.pay(one for one in found[1] if period.holds(one.at))
        fold.sit(found[2])
        yield fold


CountedStretch = tuple[dict[int, CountedRound], list[Cash], dict[int, dict[str, None]]]
"""What a stretch settled, by round; what players brought and took away in it; and who sat where."""


def rounds_json(rounds: dict[int, CountedRound], cash: list[Cash], names: dict[int, dict[str, None]]) -> dict[str, Any]:
    """What a stretch settled, as it is stored."""
    return {
        "rounds": {str(number): one.to_json() for number, one in rounds.items()},
        "cash": [list(one) for one in cash],
        "names": [[seat, list(some)] for seat, some in sorted(names.items())],
    }


def read_rounds(text: str) -> CountedStretch:
    """What a stretch settled, from how it is stored."""
    value = json.loads(text)
    rounds = {int(number): CountedRound.from_json(one) for number, one in value["rounds"].items()}
    cash = [Cash(*one) for one in value["cash"]]
    return dict(sorted(rounds.items())), cash, {seat: dict.fromkeys(some) for seat, some in value["names"]}
