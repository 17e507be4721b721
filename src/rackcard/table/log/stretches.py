"""What is kept beside a log so that its past is found at once: stretches, folds of their meters, and landmarks.

Everything here follows from the log. A database that has none of it, or not all, is read all the same.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from rackcard.table.log.codec import canonical, table_from_json, table_to_json
from rackcard.table.log.schema import folds, landmarks, stretches
from rackcard.table.log.store import Store
from rackcard.table.state import Chapter, Table

FAN = 32
"""How many folds make one of the next level."""
_CARDS = ("offerings", "house")
"""The parts of a table that hardly ever change, and are large."""


@dataclass(frozen=True)
class Landmark:
    """An entry that is looked for by a number: of its round, its shift, its version or its visit."""

    kind: str
    number: int
    seq: int
    at: str


@dataclass(frozen=True)
class StretchRow:
    """A stretch as it is stored: the entries it has, and the table at its end, right before an outcome."""

    number: int
    first: int
    last: int
    hash: str
    """Of its last entry."""
    round: int
    """How many outcomes had been entered at its end."""
    outcomes: int
    """How many of them are in the chapter that the next belongs to."""
    state: str
    cards: str
    rounds: str


@dataclass(frozen=True)
class FoldRow:
    """The meters of a stretch, or of several, and the first and last time that counts in it."""

    level: int
    number: int
    since: str
    until: str
    fold: str


def state_texts(table: Table, up: Mapping[int, tuple[Any, ...]]) -> tuple[str, str]:
    """A table before an outcome as it is stored, its cards apart; with what the meters know of the wagers up."""
    value = table_to_json(table)
    cards = {name: value.pop(name) for name in _CARDS if name in value}
    value["up"] = {str(number): list(one) for number, one in up.items()}
    return canonical(value), canonical(cards)


def read_state(state: str, cards: str, outcomes: int) -> tuple[Table, dict[int, list[Any]]]:
    """A table that is followed on from a place: it knows how far its chapter is, and nothing of before."""
    value = json.loads(state)
    up = {int(number): one for number, one in value.pop("up").items()}
    table = table_from_json(value | json.loads(cards))
    past = (Chapter(table, (), outcomes),) if outcomes else ()
    return replace(table, past=past), up


class Stretches:
    """The stretches, folds and landmarks of one table."""

    def __init__(self, store: Store, table_id: str) -> None:
        self.store, self.table_id = store, table_id
        self.is_kept = store.keeps_stretches
        """False in a database of an earlier version that is only read."""

    def _one(self, query: sa.Select[Any]) -> Any:
        with self.store.engine.connect() as connection:
            return connection.execute(query).first()

    def _every(self, query: sa.Select[Any]) -> list[Any]:
        with self.store.engine.connect() as connection:
            return list(connection.execute(query).all())

    def newest(self, before_round: int | None = None, until: int | None = None) -> StretchRow | None:
        """The newest stretch that ends before a round's outcome, or at an entry or before it."""
        if not self.is_kept:
            return None
        query = sa.select(stretches).where(stretches.c.table_id == self.table_id, stretches.c.number >= 0)
        if before_round is not None:
            query = query.where(stretches.c.round < before_round).order_by(stretches.c.round.desc())
        if until is not None:
            query = query.where(stretches.c.last <= until)
        row = self._one(query.order_by(stretches.c.number.desc()).limit(1))
        return None if row is None else self._row(row)

    def last_of(self, number: int) -> int | None:
        """The last entry of the stretch that has the outcome of a round; None where none is kept that has it."""
        if not self.is_kept:
            return None
        query = sa.select(stretches.c.last).where(stretches.c.table_id == self.table_id, stretches.c.number >= 0)
        row = self._one(query.where(stretches.c.round >= number).order_by(stretches.c.round).limit(1))
        return None if row is None else int(row.last)

    def _row(self, row: Any) -> StretchRow:
        cards = row.cards
        if cards is None:
            where = (stretches.c.table_id == self.table_id) & (stretches.c.number == row.cards_at)
            found = self._one(sa.select(stretches.c.cards).where(where))
            cards = "" if found is None else found.cards
        return StretchRow(
            row.number, row.first, row.last, row.hash, row.round, row.outcomes, row.state, cards, row.rounds
        )  # fmt: skip

    def rows(self, first: int, until: int | None = None) -> Iterable[StretchRow]:
        """Stretches in order, from a number on and before another; a page at a time."""
        if not self.is_kept:
            return
        query = sa.select(stretches).where(stretches.c.table_id == self.table_id)
        if until is not None:
            query = query.where(stretches.c.number < until)
        cards_at, cards = -1, ""
        for row in self.store.pages(query, stretches.c.number, after=first - 1):
            if row.cards_at != cards_at:
                cards_at, cards = row.cards_at, self._row(row).cards
            yield StretchRow(
                row.number, row.first, row.last, row.hash, row.round, row.outcomes, row.state, cards, row.rounds
            )  # fmt: skip

    def rounds_text(self, number: int) -> str:
        """What the rounds of a stretch settled, as it is stored."""
        where = (stretches.c.table_id == self.table_id) & (stretches.c.number == number)
        return str(self._one(sa.select(stretches.c.rounds).where(where)).rounds)

    def folds(self, level: int, numbers: range) -> list[FoldRow]:
        """The folds of a level with these numbers, as far as they are kept."""
        if not self.is_kept:
            return []
        where = (folds.c.table_id == self.table_id) & (folds.c.level == level)
        within = folds.c.number.between(numbers.start, numbers.stop - 1)
        found = self._every(sa.select(folds).where(where, within).order_by(folds.c.number))
        return [FoldRow(row.level, row.number, row.since, row.until, row.fold) for row in found]

    def landmarks(
        self, kinds: Collection[str], numbers: range | None = None, after: int = 0, until: int | None = None
    ) -> list[Landmark]:
        """The landmarks of some kinds in order, with numbers of a range, after an entry and up to another."""
        if not self.is_kept:
            return []
        query = sa.select(landmarks).where(landmarks.c.table_id == self.table_id, landmarks.c.kind.in_(kinds))
        if numbers is not None:
            query = query.where(landmarks.c.number.between(numbers.start, numbers.stop - 1))
        query = query.where(landmarks.c.seq > after)
        if until is not None:
            query = query.where(landmarks.c.seq <= until)
        found = self._every(query.order_by(landmarks.c.seq))
        return [Landmark(row.kind, row.number, row.seq, row.at) for row in found]

    def every_landmark(self, after: int | None, until: int | None) -> list[Landmark]:
        """All landmarks after an entry and up to another."""
        query = sa.select(landmarks).where(landmarks.c.table_id == self.table_id)
        if after is not None:
            query = query.where(landmarks.c.seq > after)
        if until is not None:
            query = query.where(landmarks.c.seq <= until)
        return [Landmark(row.kind, row.number, row.seq, row.at) for row in self._every(query)]

    def count(self, until: int) -> int:
        """How many stretches are kept with numbers up to one, below zero too."""
        query = sa.select(sa.func.count()).select_from(stretches).where(stretches.c.table_id == self.table_id)
        return int(self._one(query.where(stretches.c.number <= until))[0])

    def count_folds(self) -> int:
        """How many folds are kept, on all levels."""
        query = sa.select(sa.func.count()).select_from(folds).where(folds.c.table_id == self.table_id)
        return int(self._one(query)[0])

    def write(
        self, rows: Collection[StretchRow], found: Collection[FoldRow], marks: Collection[Landmark], cards_at: int
    ) -> bool:
        """Keep stretches in place of any with their numbers, in one transaction; False if another server was first."""
        here = {"table_id": self.table_id}
        try:
            with self.store.engine.begin() as connection:
                for row in rows:
                    where = (stretches.c.table_id == self.table_id) & (stretches.c.number == row.number)
                    connection.execute(sa.delete(stretches).where(where))
                    cards_at, values = self._cards(connection, row, cards_at)
                    connection.execute(sa.insert(stretches).values(**here, **vars(row) | values))
                for fold in found:
                    where = (folds.c.level == fold.level) & (folds.c.number == fold.number)
                    connection.execute(sa.delete(folds).where(folds.c.table_id == self.table_id, where))
                    connection.execute(sa.insert(folds).values(**here, **vars(fold)))
                if marks:
                    connection.execute(sa.insert(landmarks), [here | vars(one) for one in marks])
        except sa.exc.IntegrityError:
            return False
        return True

    def _cards(self, connection: sa.Connection, row: StretchRow, cards_at: int) -> tuple[int, dict[str, Any]]:
        """Where the cards of a stretch are: with an earlier one if that has the same."""
        where = (stretches.c.table_id == self.table_id) & (stretches.c.number == cards_at)
        if connection.execute(sa.select(stretches.c.cards).where(where)).scalar() == row.cards:
            return cards_at, {"cards_at": cards_at, "cards": None}
        return row.number, {"cards_at": row.number}

    def cards_at(self, number: int) -> int:
        """The stretch that has the cards of another; that itself where nothing is known."""
        where = (stretches.c.table_id == self.table_id) & (stretches.c.number == number)
        found = self._one(sa.select(stretches.c.cards_at).where(where))
        return number if found is None else int(found.cards_at)
