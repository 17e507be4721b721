"""The past of a table: where to begin to follow its log, and its steps from there.

A log can be followed from its beginning and from the end of every stretch, which is right before an outcome: what
happens from an outcome on can be settled again without anything that came before it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rackcard.table.apply import CHAPTER_OUTCOMES, CHAPTERS_MAX, apply
from rackcard.table.commands.correction import EarlierCorrected, HandVoided, Readjudged
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.log.store import START, Entry, Store
from rackcard.table.log.stretches import Landmark, Stretches, StretchRow, read_state
from rackcard.table.meter_count import Up
from rackcard.table.state import Table, TableEvent

STRETCH_ENTRIES = 256
"""A stretch ends before the first outcome after so many entries, and wherever a chapter does."""
REACH = CHAPTER_OUTCOMES * CHAPTERS_MAX
"""How many outcomes a correction reaches back at most."""
CHANGES = (EarlierCorrected.kind, HandVoided.kind)
"""What changes a round after others have followed it."""


@dataclass(frozen=True)
class Step:
    """An entry, with the table before and after it."""

    before: Table | None
    entry: Entry
    after: Table


@dataclass(frozen=True)
class LogPlace:
    """A place in a log from which it can be followed: right before an outcome, or the beginning."""

    seq: int = 0
    """The last entry before it."""
    hash: str = START
    round: int = 0
    stretch: int = 0
    """How many stretches are before it."""
    table: Table | None = None
    up: Mapping[int, Up] = field(default_factory=dict)


def follow(entries: Iterable[Entry], table: Table | None = None) -> Iterator[Step]:
    """The steps of entries, from a table on."""
    for entry in entries:
        before, table = table, apply(table, entry.event)
        yield Step(before, entry, table)


def ends_stretch(table: Table | None, event: TableEvent, entries: int) -> bool:
    """Whether a stretch of so many entries ends before an event."""
    if table is None or not entries or not isinstance(event, OutcomeEntered):
        return False
    is_chapter = not table.past or table.past[-1].outcomes >= CHAPTER_OUTCOMES
    return is_chapter or entries >= STRETCH_ENTRIES


def place_of(row: StretchRow | None) -> LogPlace:
    """The end of a stretch; the beginning of the log where there is none, or none that this version can read."""
    if row is None:
        return LogPlace()
    try:
        table, up = read_state(row.state, row.cards, row.outcomes)
    except (ValueError, TypeError, KeyError, AttributeError):
        return LogPlace()
    return LogPlace(row.last, row.hash, row.round, row.number + 1, table, {n: Up(*one) for n, one in up.items()})


def _is_marked(event: TableEvent, landmark: Landmark) -> bool:
    """Whether an event is what a landmark says."""
    return event.kind == landmark.kind and getattr(event, "round", landmark.number) == landmark.number


class History:
    """The past of one table in a store."""

    def __init__(self, store: Store, table_id: str) -> None:
        self.store, self.table_id = store, table_id
        self.kept = Stretches(store, table_id)

    @cached_property
    def newest(self) -> StretchRow | None:
        """The last stretch that is kept."""
        return self.kept.newest()

    @property
    def kept_until(self) -> int:
        """The last entry of the stretches that are kept."""
        return 0 if self.newest is None else self.newest.last

    def steps(self, place: LogPlace, until: int | None = None) -> Iterator[Step]:
        """The steps from a place on, up to an entry."""
        return follow(self.store.entries(self.table_id, place.seq, until), place.table)

    def end(self, until: int | None = None) -> LogPlace:
        """Where the stretches end that are kept, or an earlier place where something since changes a round of them.

        Nothing after ``until`` is looked at.
        """
        return self.reaching(place_of(self.newest), until)

    def before_round(self, number: int) -> LogPlace:
        """The newest place before the outcome of a round."""
        return place_of(self.kept.newest(before_round=number)) if number > 0 else LogPlace()

    def reaching(self, place: LogPlace, until: int | None) -> LogPlace:
        """A place, or one before it, from which every change of a round up to an entry can be followed."""
        while place.seq:
            numbers = range(max(place.round - REACH, 0), place.round + 1)
            changed = [one.number for one in self.kept.landmarks(CHANGES, numbers, place.seq, until)]
            changed += [
                event.round
                for event in (entry.event for entry in self.since(CHANGES, until) if entry.seq > place.seq)
                if isinstance(event, Readjudged) and event.round <= place.round
            ]
            if not changed:
                break
            place = self.before_round(min(changed))
        return place

    def since(self, kinds: Collection[str], until: int | None = None) -> list[Entry]:
        """The entries of some kinds that came after the stretches that are kept."""
        return self.store.entries_of(self.table_id, kinds, self.kept_until, until)

    def found(self, kinds: Collection[str], numbers: range | None = None, after: int = 0) -> list[Entry]:
        """The entries of some kinds, with numbers of a range where they are kept, in order."""
        kept = self.kept.landmarks(kinds, numbers, after, self.kept_until)
        there = [(one, entry) for one in kept for entry in self.store.entries(self.table_id, one.seq - 1, one.seq)]
        return [
            *(entry for one, entry in there if _is_marked(entry.event, one)),
            *(entry for entry in self.since(kinds) if entry.seq > after),
        ]

    def marks(self, kinds: Collection[str]) -> list[tuple[int, str]]:
        """The numbers of the entries of some kinds, and when each was written, in order."""
        kept = [(one.seq, one.at) for one in self.kept.landmarks(kinds, until=self.kept_until)]
        return [*kept, *((entry.seq, entry.at) for entry in self.since(kinds))]

    def round_steps(self, number: int) -> Iterator[Step]:
        """The steps from before a round until the next outcome, and the later ones that changed it.

        For the latter the tables are the last ones before them that were followed.
        """
        place = self.reaching(self.before_round(number - 1), self.kept.last_of(number + 1))
        last: Step | None = None
        for step in self.steps(place):
            if isinstance(step.entry.event, OutcomeEntered) and step.entry.event.round > number:
                break
            last = step
            yield step
        else:
            return
        if last is not None:
            reach = range(max(number - REACH, 0), number + 1)
            for entry in self.found(CHANGES, reach, last.entry.seq):
                yield Step(last.after, entry, last.after)
