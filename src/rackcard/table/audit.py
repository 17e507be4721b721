"""The audit: the chain, the postings and every settlement, checked again from nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rackcard.table.codec import canonical, event_to_json, link
from rackcard.table.fold import apply, broken_invariant
from rackcard.table.model import Event, Refusal, Settlement, Table, Wager
from rackcard.table.naive import history, offered, paid, settle
from rackcard.table.settle import postings
from rackcard.table.store import START, Store, read_entry


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
        self.seen: list[tuple[int, int]] = []
        """The history of the outcomes so far, kept so that a long log is not gone through again at every one."""
        self.bet_at: dict[int, int] = {}
        self.settled: set[int] = set()

    def see(self, event: Event) -> str | None:
        """Apply an event; a sentence if it is not in order."""
        before = self.table
        try:
            self.table = apply(before, event)
            broken = broken_invariant(self.table, event)
            if broken is not None or before is None:
                return broken
            return self._watch(before, event) or _posted_wrong(event)
        except (KeyError, AssertionError, TypeError, ValueError, AttributeError, Refusal) as error:
            return f"{event.kind} cannot be applied ({type(error).__name__}: {error})"

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
            self.seen.pop()
            return self._resettle(before, data["settlements"], before.last.wagers)
        elif event.kind == "claimed":
            one = data["settlement"]
            wager = before.wagers[one["wager"]]
            offers = {offer.label: offer for offer in offered(before, wager, self.bet_at[one["wager"]], self.seen)}
            if one["result"] not in offers:
                return f"{one['result']} was not offered on wager {one['wager']}"
            if one["paid"] != paid(before, one["stake"], offers[one["result"]].pay.net):
                return f"wager {one['wager']} was paid {one['paid']} for {one['result']}"
        elif event.kind == "voided":
            self.outcomes, self.seen, self.bet_at = [], [], {}
        return None

    def _resettle(self, table: Table, said: list[Mapping[str, Any]], up: Mapping[int, Wager]) -> str | None:
        """The second settler must say the same of every wager, and no wager may settle twice."""
        wagers = {number: (wager, self.bet_at[number]) for number, wager in up.items()}
        self.seen = history(table, self.outcomes, self.seen)
        expected = settle(table, wagers, self.seen)
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


def _posted_wrong(event: Event) -> str | None:
    """The postings of a settlement are exactly what its lines say; a correction may move seats' money to owed."""
    if event.kind not in ("outcome", "claimed", "corrected"):
        return None
    rows = event.data["settlements"] if event.kind != "claimed" else [event.data["settlement"]]
    said: dict[str, int] = {}
    for sign, lines in ((1, rows), (-1, event.data.get("reversed", []))):
        for one in lines:
            if one["paid"] + one["house"] + one["envy"] + one["breakage"] != one["stake"]:
                return f"the figures of wager {one['wager']} do not add up to its stake"
        for account, amount in postings(Settlement(**one) for one in lines):
            said[account] = said.get(account, 0) + sign * amount
    for one in event.data.get("refunds", []):
        said["felt"] = said.get("felt", 0) - one["amount"]
    made = dict(event.postings)
    loose = event.kind == "corrected"
    accounts = {name for name in (*said, *made) if not (loose and name.startswith(("seat:", "owed:")))}
    wrong = sorted(name for name in accounts if said.get(name, 0) != made.get(name, 0))
    return (
        f"{wrong[0]} was posted {made.get(wrong[0], 0)}, and the settlements say {said.get(wrong[0], 0)}"
        if wrong
        else None
    )


def audit_table(store: Store, table_id: str) -> tuple[int, Fault | None]:
    """Check one table up to its newest entry: how many entries were in order, and the first that is not."""
    until = store.newest(table_id)
    known = store.keys_of(table_id)
    ledger = store.postings_of(table_id)
    kept = store.newest_snapshot(table_id)
    previous, seen = START, 0
    auditor = Auditor()
    for row in store.rows(table_id, None, until):
        wrong = _wrong(row, seen + 1, previous, ledger.pop(row.seq, {}), known) or auditor.see(read_entry(row).event)
        if wrong is None and kept is not None and kept[0] == row.seq and kept[1:] != (row.hash, auditor.table):
            wrong = "the snapshot kept after it does not fit"
        if wrong is not None:
            return seen, Fault(table_id, row.seq, wrong)
        previous, seen = row.hash, seen + 1
    if not seen:
        return 0, Fault(table_id, 0, "nothing is left of its log")
    if not store.is_listed(table_id):
        return seen, Fault(table_id, 0, "the table was struck from the list of tables")
    grown = store.newest(table_id)  # what was appended while we read has its entries too
    stray = [seq for seq in ledger if not until < seq <= grown]
    return seen, Fault(table_id, min(stray), "postings without an entry") if stray else None


def _wrong(row: Any, seq: int, previous: str, posted: Mapping[str, int], known: Mapping[str, int]) -> str | None:
    """What is wrong with a row, before its event is looked into."""
    if row.seq != seq:
        return f"entry {seq} is missing"
    head = {"table": row.table_id, "seq": row.seq, "at": row.at, "by": row.by, "key": row.key}
    if link(previous, head, row.entry) != row.hash:
        return "the hash does not fit: the entry, or one before it, was changed"
    try:
        event = read_entry(row).event
    except (ValueError, TypeError, KeyError, AttributeError):
        return "the entry cannot be read"
    if canonical(event_to_json(event)) != row.entry:
        return "the entry is not in its canonical form"
    if dict(event.postings) != dict(posted):
        return "the postings do not fit the entry"
    if row.key is not None and known.get(row.key) != row.seq:
        return f"its key {row.key} does not lead to it"
    return None


def audit(store: Store) -> Iterator[tuple[str, int, Fault | None]]:
    """Check every table of a database."""
    for table_id in store.table_ids():
        seen, fault = audit_table(store, table_id)
        yield table_id, seen, fault
