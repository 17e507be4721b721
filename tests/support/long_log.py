"""A long and lifelike log, written quickly: decided command by command, thousands of entries in a transaction."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import sqlalchemy as sa

from rackcard.table.apply import apply
from rackcard.table.decide import decide
from rackcard.table.log.codec import canonical, event_to_json, link
from rackcard.table.log.schema import events, keys, postings, tables
from rackcard.table.log.store import START, Entry, Store
from rackcard.table.state import Refusal, Table

CARDS: list[dict[str, Any]] = [
    {"card": "craps"}, {"card": "repeater-bets-plus"}, {"card": "cash-out-craps", "options": {"partial": "yes"}},
]  # fmt: skip
SEATS = range(1, 9)
WAGERS = ((1, "pass"), (1, "field"), (1, "come"), (1, "place-6"), (1, "place-8"), (2, "repeater-6"), (3, "cash-out"))
ROUNDS_OF_SHIFT = 400
"""After how many rounds a shift is closed, unless said."""
CORRECTED_EVERY, CHANGED_EVERY, CLAIMED_EVERY, VOIDED_EVERY = 40, 120, 5, 500
"""After how many rounds an outcome is corrected, an earlier one too, an offer is taken, and all bets are voided."""
BATCH = 5_000
STARTED = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class LongLog:
    """Decides commands one after another, and writes their entries in bulk."""

    store: Store
    random: Random
    table_id: str = "t"
    last: Entry | None = None
    table: Table | None = None
    rows: list[dict[str, Any]] = field(default_factory=list)

    @property
    def entries(self) -> int:
        return 0 if self.last is None else self.last.seq

    def do(self, command: dict[str, Any], by: str = "Dora") -> bool:
        """Follow a command; False where the table refuses it."""
        try:
            (event,) = decide(self.table, command)
        except Refusal:
            return False
        seq, at = self.entries + 1, (STARTED + timedelta(seconds=3 * self.entries)).isoformat(timespec="milliseconds")
        self.table = apply(self.table, event)
        head = {"table": self.table_id, "seq": seq, "at": at, "by": by, "key": f"k{seq}"}
        text = canonical(event_to_json(event))
        digest = link(self.last.hash if self.last else START, head, text)
        self.last = Entry(self.table_id, seq, at, by, f"k{seq}", event, digest)
        self.rows.append({"head": head, "entry": text, "hash": digest, "postings": event.postings})
        if len(self.rows) >= BATCH:
            self.write()
        return True

    def write(self) -> None:
        """Commit what has been decided."""
        with self.store.engine.begin() as connection:
            heads = [
                {"table_id": self.table_id, **{n: row["head"][n] for n in ("seq", "at", "by", "key")}}
                for row in self.rows
            ]
            if heads and heads[0]["seq"] == 1:
                connection.execute(sa.insert(tables), {"table_id": self.table_id, "opened_at": heads[0]["at"]})
            both = zip(heads, self.rows, strict=True)
            connection.execute(
                sa.insert(events), [{**head, "entry": row["entry"], "hash": row["hash"]} for head, row in both]
            )
            connection.execute(sa.insert(keys), [{n: head[n] for n in ("table_id", "key", "seq")} for head in heads])
            lines = [
                {"table_id": self.table_id, "seq": row["head"]["seq"], "account": account, "amount": amount}
                for row in self.rows
                for account, amount in row["postings"]
            ]
            if lines:
                connection.execute(sa.insert(postings), lines)
        self.rows = []

    def resume(self) -> None:
        """Know what others have appended meanwhile."""
        for entry in self.store.entries(self.table_id, self.entries):
            self.last, self.table = entry, apply(self.table, entry.event)

    def play(self, entries: int, shift: int = ROUNDS_OF_SHIFT) -> Table:
        """Go on until there are at least so many entries, with a snapshot of the last; the table as it is left."""
        if self.table is None:
            self.do({"do": "open", "name": "Long", "game": "craps", "cards": CARDS})
            for seat in SEATS:
                self.do({"do": "seat", "seat": seat, "name": f"Player {seat}"})
                self.do({"do": "buy-in", "seat": seat, "amount": 10**8})
        while self.entries < entries:
            for command in _round(self.table.round if self.table else 0, self.random, shift):
                self.do(command, self.random.choice(("Dora", "Emil")) if command["do"] == "outcome" else "Dora")
            _claims(self, self.random)
        if self.rows:
            self.write()
        assert self.last is not None
        assert self.table is not None
        self.store.snapshot(self.last, self.table)
        return self.table


def long_log(store: Store, entries: int, seed: int = 1, shift: int = ROUNDS_OF_SHIFT) -> Table:
    """A table with at least so many entries, and its newest snapshot; the table as it is left."""
    return LongLog(store, Random(seed)).play(entries, shift)


def _round(number: int, random: Random, shift: int) -> Iterator[dict[str, Any]]:
    """What happens around one outcome."""
    for seat in random.sample(SEATS, 5):
        for card, wager in random.sample(WAGERS, 2):
            yield {"do": "bet", "seat": seat, "card": card, "wager": wager, "amount": random.choice((600, 1200))}
    yield {"do": "close-betting"}
    yield {"do": "outcome", "outcome": _dice(random)}
    if not (number + 1) % CORRECTED_EVERY:
        yield {"do": "correct", "outcome": _dice(random), "reason": "misread"}
    if not (number + 1) % CHANGED_EVERY:
        yield {"do": "correct", "round": number - 3, "outcome": _dice(random), "reason": "misread before"}
    if not (number + 1) % VOIDED_EVERY:
        yield {"do": "void", "reason": "a test of the alarm"}
    if not (number + 1) % shift:
        seat = random.choice(SEATS)
        yield {"do": "leave", "seat": seat}
        yield {"do": "seat", "seat": seat, "name": f"Player {number}"}
        yield {"do": "buy-in", "seat": seat, "amount": 10**8}
        yield {"do": "close-shift"}


def _claims(log: LongLog, random: Random) -> None:
    assert log.table is not None
    if not log.table.round % CLAIMED_EVERY:
        for number, wager in list(log.table.wagers.items()):
            if wager.wager == "cash-out" and random.random() < 0.5:
                log.do({"do": "cash-out", "seat": wager.seat, "wager": number})


def _dice(random: Random) -> list[int]:
    return [random.randint(1, 6), random.randint(1, 6)]
