"""Builds what is kept beside a log: its stretches, the folds of their meters, and the landmarks."""

import json
from dataclasses import dataclass, field, replace

from rackcard.table.commands.control import ShiftClosed
from rackcard.table.commands.correction import Readjudged, Voided
from rackcard.table.commands.house import HouseChanged
from rackcard.table.commands.oversight import Disputed, DisputeEnded, PayoutsApproved
from rackcard.table.commands.seating import Seated
from rackcard.table.history import CHANGES, History, LogPlace, Step, ends_stretch
from rackcard.table.log.codec import canonical
from rackcard.table.log.store import Store
from rackcard.table.log.stretches import FAN, FoldRow, Landmark, StretchRow, state_texts
from rackcard.table.meter_count import Cash, Count, CountedRound
from rackcard.table.meter_fold import Fold, fold_rounds
from rackcard.table.meter_reading import rounds_json
from rackcard.table.period import moment_of
from rackcard.table.state import Table, TableEvent

ENTRIES_MAX = 20_000
"""How many entries are gone through at a time: a server that catches up does it in small pieces."""


LANDMARKS = (
    *CHANGES, Disputed.kind, DisputeEnded.kind, PayoutsApproved.kind, ShiftClosed.kind, HouseChanged.kind,
    Voided.kind, Seated.kind,
)  # fmt: skip
"""The kinds of events that may be landmarks."""


def landmark_number(event: TableEvent, rounds: int, visit: int) -> int | None:
    """The number under which an event is looked for; None where it is not a landmark.

    ``rounds`` is how many outcomes are before it, and ``visit`` the number of the next visit.
    """
    match event:
        case Readjudged(round=number) | Disputed(round=number) | DisputeEnded(round=number):
            return number
        case PayoutsApproved(round=number):
            return number
        case ShiftClosed(shift=number):
            return number
        case HouseChanged(house=house):
            return house.version
        case Voided(scope=None):
            return rounds
        case Seated():
            return visit
        case _:
            return None


@dataclass
class BuiltStretch:
    """A stretch that is over; what its rounds settled may still be corrected."""

    number: int
    first: int
    last: int
    hash: str
    table: Table
    """The table at its end, before an outcome."""
    outcomes: int
    state: str
    cards: str
    rounds: dict[int, CountedRound]
    cash: list[Cash]
    names: dict[int, dict[str, None]]
    times: tuple[str, str]
    """When its first and its last entry were written."""

    def row(self) -> StretchRow:
        """The stretch as it is stored."""
        text = canonical(rounds_json(self.rounds, self.cash, self.names))
        return StretchRow(
            self.number, self.first, self.last, self.hash, self.table.round, self.outcomes, self.state, self.cards,
            text,
        )  # fmt: skip

    def fold(self) -> FoldRow:
        """Its meters as they are stored, with the first and the last time that counts in it."""
        counted = (one.at for again in self.rounds.values() for one in again.counted)
        called = (again.at for again in self.rounds.values())
        times = {*self.times, *counted, *called, *(one.at for one in self.cash)}
        fold = fold_rounds(self.table, self.rounds.values(), self.cash, self.names)
        since, until = min(times, key=moment_of), max(times, key=moment_of)
        return FoldRow(0, self.number, since, until, canonical(fold.to_json()))


@dataclass
class StretchBuilder:
    """Follows a log from a place on, and builds its stretches."""

    place: LogPlace
    done: list[BuiltStretch] = field(default_factory=list)
    landmarks: list[Landmark] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.count = Count.at(self.place.table, self.place.up)
        self.number, self.seq, self.hash = self.place.stretch, self.place.seq, self.place.hash
        self._first, self._round, self._times = self.seq + 1, self.place.round + 1, ("", "")

    @property
    def over(self) -> int:
        """The last entry of the stretches that are over."""
        return self.done[-1].last if self.done else self.place.seq

    @property
    def entries(self) -> int:
        """How many entries the stretch has that is not over."""
        return self.seq - self._first + 1

    def see(self, step: Step) -> BuiltStretch | None:
        """Follow a step; the stretch that ends before it, if one does."""
        event, before = step.entry.event, step.before
        over = None
        if before is not None:
            if ends_stretch(before, event, self.entries):
                over = self.end(before)
            self.count.see(before, step.entry, step.after)
            number = landmark_number(event, before.round, before.next_visit)
            if number is not None:
                self.landmarks.append(Landmark(event.kind, number, step.entry.seq, step.entry.at))
        self.seq, self.hash = step.entry.seq, step.entry.hash
        self._times = (self._times[0] or step.entry.at, step.entry.at)
        return over

    def end(self, table: Table) -> BuiltStretch:
        """End a stretch at a table before an outcome."""
        bare = replace(table, last=None, past=())
        state, cards = state_texts(bare, self.count.up(table))
        rounds = {number: self.count.rounds[number] for number in range(self._round, table.round + 1)}
        over = BuiltStretch(
            self.number, self._first, self.seq, self.hash, bare, table.past[-1].outcomes if table.past else 0,
            state, cards, rounds, self.count.cash, self.count.names, self._times,
        )  # fmt: skip
        self.done.append(over)
        self.count.cash, self.count.names = [], {}
        self.count.sit(table)
        self.number += 1
        self._first, self._round, self._times = self.seq + 1, table.round + 1, ("", "")
        return over


def keep_stretches(store: Store, table_id: str, entries_max: int = ENTRIES_MAX) -> int:
    """Keep the stretches that are over since the last that is kept; how many there are.

    What a later entry has changed in earlier ones is stored again. Where another server has done it, nothing is done.
    """
    history = History(store, table_id)
    known, until = (0 if history.newest is None else history.newest.number + 1), history.kept_until + entries_max
    builder = _built(history, until)
    if builder.number <= known:
        return keep_stretches(store, table_id, 2 * entries_max) if builder.seq >= until else 0
    if any(one.seq > builder.over and one.kind in CHANGES for one in builder.landmarks):
        builder = _built(history, builder.over + 1)  # what is kept has no change that comes after it
    found = [one.fold() for one in builder.done]
    marks = [one for one in builder.landmarks if history.kept_until < one.seq <= builder.over]
    rows = [one.row() for one in builder.done]
    cards_at = history.kept.cards_at(max(builder.place.stretch - 1, 0))
    is_kept = history.kept.write(rows, [*found, *_wider(history, found, builder.number)], marks, cards_at)
    return builder.number - known if is_kept else 0


def _built(history: History, until: int) -> StretchBuilder:
    """The stretches up to an entry, from those on that are not kept, or are not as they are kept."""
    builder = StretchBuilder(history.end(until))
    for step in history.steps(builder.place, until):
        builder.see(step)
    return builder


def _wider(history: History, changed: list[FoldRow], number: int) -> list[FoldRow]:
    """The folds of higher levels that have changed ones among them, and are whole."""
    wider: list[FoldRow] = []
    below = {one.number: one for one in changed}
    level, count = 1, number // FAN
    while count and below:
        parents = sorted({one // FAN for one in below if one // FAN < count})
        found = {one: merged(history, level, one, below) for one in parents}
        wider += found.values()
        below, level, count = found, level + 1, count // FAN
    return wider


def merged(history: History, level: int, number: int, below: dict[int, FoldRow]) -> FoldRow:
    """The fold of those of the level below, some of which are not stored yet."""
    numbers = range(number * FAN, (number + 1) * FAN)
    stored = {one.number: one for one in history.kept.folds(level - 1, numbers)}
    parts = [below.get(one) or stored[one] for one in numbers]
    fold = Fold()
    for part in parts:
        fold.add(Fold.from_json(json.loads(part.fold)))
    since = min((part.since for part in parts), key=moment_of)
    until = max((part.until for part in parts), key=moment_of)
    return FoldRow(level, number, since, until, canonical(fold.to_json()))
