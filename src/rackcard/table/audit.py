"""The audit: the chain, the postings and every settlement, checked again from nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rackcard.table.codec import canonical, event_to_json, link
from rackcard.table.fold import apply, broken_invariant
from rackcard.table.model import Event, Table, Wager
from rackcard.table.naive import history, paid, settle
from rackcard.table.store import START, Entry, Store


@dataclass(frozen=True)
class Fault:
    """The first entry of a table that is not in order, and what is wrong with it."""

    table_id: str
    seq: int
    what: str

    def __str__(self) -> str:
        return f"table {self.table_id}, entry {self.seq}: {self.what}"


class Auditor:
    """Follows a table event by event, and says what is wrong with one, if anything is."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.outcomes: list[Any] = []
        self.bet_at: dict[int, int] = {}
        self.settled: set[int] = set()

    def see(self, event: Event) -> str | None:
        """Apply an event; a sentence if it is not in order."""
        before = self.table
        try:
            self.table = apply(before, event)
        except (KeyError, AssertionError, TypeError, ValueError) as error:
            return f"{event.kind} cannot be applied ({type(error).__name__}: {error})"
        broken = broken_invariant(self.table, event)
        if broken is not None or before is None:
            return broken
        return self._watch(before, event)

    def _watch(self, before: Table, event: Event) -> str | None:
        data = event.data
        if event.kind == "bet":
            self.bet_at.setdefault(data["number"], len(self.outcomes))
        elif event.kind == "outcome":
            self.outcomes.append(data["outcome"])
            return self._resettle(before, data["settlements"], before.wagers)
        elif event.kind == "corrected":
            assert before.last is not None
            self.settled -= {one["wager"] for one in data["reversed"]}
            self.outcomes[-1] = data["outcome"]
            return self._resettle(before, data["settlements"], before.last.wagers)
        elif event.kind == "claimed":
            one = data["settlement"]
            terms = before.bet_of(before.wagers[one["wager"]]).terms
            offers = [offer for offer in terms.offers if offer.label == one["result"]]
            if not offers or one["paid"] != paid(before, terms, one["stake"], offers[0].pay.net):
                return f"wager {one['wager']} was paid {one['paid']} for {one['result']}"
        elif event.kind == "voided":
            self.outcomes, self.bet_at = [], {}
        return None

    def _resettle(self, table: Table, said: list[Mapping[str, Any]], up: Mapping[int, Wager]) -> str | None:
        """The second settler must say the same of every wager, and no wager may settle twice."""
        wagers = {number: (wager, self.bet_at[number]) for number, wager in up.items()}
        expected = settle(table, wagers, history(table, self.outcomes))
        told = {one["wager"]: one["paid"] for one in said}
        limit = table.limits.payout_max
        won = sum(max(paid_ - up[number].stake, 0) for number, paid_ in expected.items())
        if set(told) != set(expected):
            return f"wagers {sorted(set(told) ^ set(expected))} were settled, or not, against the outcomes"
        if limit and won > limit:
            if sum(max(told[n] - up[n].stake, 0) for n in told) > limit:
                return f"more than the payout limit of {limit} was paid"
        elif told != expected:
            wrong = next(number for number in told if told[number] != expected[number])
            return f"wager {wrong} was paid {told[wrong]}, and the outcomes say {expected[wrong]}"
        if self.settled & set(told):
            return f"wager {min(self.settled & set(told))} was settled twice"
        self.settled |= set(told)
        return None


def audit_table(store: Store, table_id: str) -> tuple[int, Fault | None]:
    """Check one table: how many entries were in order, and the first that is not."""
    previous, seen = START, 0
    ledger = store.postings_of(table_id)
    auditor = Auditor()
    for entry in store.entries(table_id):
        wrong = _wrong(entry, seen + 1, previous, ledger) or auditor.see(entry.event)
        if wrong is not None:
            return seen, Fault(table_id, entry.seq, wrong)
        previous, seen = entry.hash, seen + 1
    extra = [seq for seq in ledger if seq > seen]
    return seen, Fault(table_id, min(extra), "postings without an entry") if extra else None


def _wrong(entry: Entry, seq: int, previous: str, ledger: Mapping[int, Mapping[str, int]]) -> str | None:
    if entry.seq != seq:
        return f"entry {seq} is missing"
    head = {"table": entry.table_id, "seq": entry.seq, "at": entry.at, "by": entry.by, "key": entry.key}
    if link(previous, head, canonical(event_to_json(entry.event))) != entry.hash:
        return "the hash does not fit: the entry, or one before it, was changed"
    if dict(entry.event.postings) != dict(ledger.get(entry.seq, {})):
        return "the postings do not fit the entry"
    return None


def audit(store: Store) -> Iterator[tuple[str, int, Fault | None]]:
    """Check every table of a database."""
    for table_id in store.table_ids():
        seen, fault = audit_table(store, table_id)
        yield table_id, seen, fault
