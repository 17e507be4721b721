"""What is kept beside a log compared with the log: stretches, folds of the meters, and landmarks."""

from typing import Any

from rackcard.table.auditor import UNREADABLE, Wrong
from rackcard.table.history import CHANGES, REACH, History, LogPlace, Step, ends_stretch
from rackcard.table.log.store import Store, read_entry
from rackcard.table.log.stretches import FAN
from rackcard.table.state import Table
from rackcard.table.stretch_builder import BuiltStretch, StretchBuilder, merged

Misplaced = tuple[int, Wrong]
"""The entry that something belongs to, and what is wrong with it."""


class KeptCheck:
    """Builds the stretches of a log again as it is followed, and compares them with those that are kept.

    From the beginning it compares all that is kept; from a place on, up to the end that it is told.
    """

    def __init__(self, store: Store, table_id: str, place: LogPlace, until: int | None = None) -> None:
        self.history, self.place = History(store, table_id), place
        newest = self.history.newest
        self.until = until if until is not None or newest is None else newest.last
        """The last entry of the last stretch that is compared."""
        self.is_open = until is None
        """Whether all is compared that is kept from the place on."""
        is_due = newest is not None and self.until is not None and self.until > place.seq
        self.builder = StretchBuilder(place) if is_due else None
        self.reached = place.stretch
        """How many stretches there are up to where we have compared."""

    def see(self, step: Step) -> Misplaced | None:
        """Follow a step; the stretches that nothing can change any more are compared."""
        if self.builder is None:
            return None
        over = self.builder.see(step)
        if over is None:
            return None
        if over.last == self.until:
            return self._finish()
        reached = step.after.round - REACH
        final = [one for one in self.builder.done if one.table.round < reached]
        if len(final) < PAGE:
            return None
        self.builder.done = self.builder.done[len(final) :]
        self.builder.count.forget(reached, step.after)
        return self._compared(final)

    def end_at(self, table: Table | None, row: Any) -> Misplaced | None:
        """Compare what is left at the end of a stretch, with which the entry after it must agree."""
        try:
            event = read_entry(row).event
        except UNREADABLE:
            return row.seq, Wrong("unreadable")
        if self.builder is None or table is None:
            return None
        if not ends_stretch(table, event, self.builder.entries):
            return self.builder.seq, Wrong("stretch")
        self.builder.end(table)
        return self._finish()

    def end(self) -> Misplaced | None:
        """The log is over: nothing that is kept may go on, and nothing may be kept beside the stretches."""
        newest = self.history.newest
        if newest is None:
            return self._without_stretches()
        if self.builder is not None:
            return newest.last, Wrong("stretch-stray")
        if self.is_open and not newest.number + 1 == self.reached == self.history.kept.count(newest.number):
            return newest.last, Wrong("kept-stray")
        return None

    def _without_stretches(self) -> Misplaced | None:
        """Where no stretch is kept, nor may anything be that belongs to one."""
        kept = self.history.kept
        if not kept.is_kept or not (kept.count(-1) or kept.count_folds() or kept.every_landmark(None, None)):
            return None
        return None if kept.newest() is not None else (0, Wrong("kept-stray"))  # kept since we began to compare

    def _finish(self) -> Misplaced | None:
        builder, self.builder = self.builder, None
        assert builder is not None
        self.reached = builder.number
        assert self.until is not None
        wrong = self._compared(builder.done)
        if wrong is None:
            after = self.place.seq
            stored = self.history.kept.every_landmark(after or None, None if self.is_open else self.until)
            built = {one for one in builder.landmarks if one.seq <= self.until}
            strange = sorted(one.seq for one in built ^ set(stored) if not self._has_grown(one.seq))
            wrong = (strange[0], Wrong("landmark")) if strange else None
        return wrong or (self.wider() if self.is_open and not self.place.seq else None)

    def _has_grown(self, seq: int) -> bool:
        """Whether an entry is of a stretch that has been kept since we began to compare."""
        assert self.until is not None
        newest = self.history.kept.newest()
        return newest is not None and self.until < seq <= newest.last

    def _compared(self, built: list[BuiltStretch]) -> Misplaced | None:
        """The first stretch that is kept otherwise, or whose meters are."""
        if not built:
            return None
        numbers = range(built[0].number, built[-1].number + 1)
        rows = {row.number: row for row in self.history.kept.rows(numbers.start, numbers.stop)}
        folds = {fold.number: fold for fold in self.history.kept.folds(0, numbers)}
        for one in built:
            if rows.get(one.number) != one.row() or folds.get(one.number) != one.fold():
                return None if self._is_changed(one) else (one.last, Wrong("stretch"))
        return None

    def _is_changed(self, one: BuiltStretch) -> bool:
        """Whether something that came while we read has changed a stretch."""
        assert self.until is not None
        numbers = range(max(one.table.round - REACH, 0), one.table.round + 1)
        return bool(self.history.kept.landmarks(CHANGES, numbers, self.until))

    def wider(self) -> Misplaced | None:
        """The first fold of a higher level that is not that of the folds below it, these being in order."""
        if self.history.newest is None:
            return None
        assert self.until is not None
        number = self.history.newest.number + 1
        level, count = 1, number // FAN
        wrong = (self.until, Wrong("fold"))
        while count:
            stored = self.history.kept.folds(level, range(count))
            if len(stored) != count:
                return wrong
            for fold in stored:
                if merged(self.history, level, fold.number, {}) != fold:
                    return None if self.history.kept.landmarks(CHANGES, None, self.until) else wrong
            level, count = level + 1, count // FAN
        newest = self.history.kept.newest()
        if newest is not None and newest.last == self.until and self.history.kept.count_folds() != _folds(number):
            return wrong
        return None


PAGE = 64
"""How many stretches are compared at a time."""


def _folds(stretches: int) -> int:
    """How many folds there are of so many stretches, on all levels."""
    return stretches + _folds(stretches // FAN) if stretches else 0
