"""The audit: the chain, the postings and every settlement, checked again from nothing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rackcard.api import loads
from rackcard.table.apply import apply, broken_invariant
from rackcard.table.command import asked
from rackcard.table.decide import decide
from rackcard.table.log.codec import canonical, event_to_json, link
from rackcard.table.log.store import START, Store, read_entry
from rackcard.table.second_settler import Due, due, history, offered, settle
from rackcard.table.state import Event, Refusal, Table


@dataclass(frozen=True)
class Fault:
    """The first entry of a table that is not in order, and what is wrong with it."""

    table_id: str
    seq: int
    what: str

    def __str__(self) -> str:
        return f"table {self.table_id}, entry {self.seq}: {self.what}"


class Auditor:
    """Follows a table event by event, and says what is wrong with one, if anything is.

    An event must be what its command leads to at the table before it, to the last posting; and the second settler,
    which knows only the outcomes, must say the same of every wager.
    """

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
            strange = _strange(before, event)
            self.table = apply(before, event)
            broken = broken_invariant(self.table, event)
            if broken is not None or before is None:
                return broken or strange
            return self._watch(before, event) or strange
        except (KeyError, AssertionError, TypeError, ValueError, AttributeError, IndexError, Refusal) as error:
            return f"{event.kind} cannot be applied ({type(error).__name__}: {error})"

    def _watch(self, before: Table, event: Event) -> str | None:
        data = event.data
        if event.kind == "bet":
            self.bet_at.setdefault(data["number"], len(self.outcomes))
        elif event.kind == "outcome":
            self.outcomes.append(data["outcome"])
            return self._resettle(before, data["settlements"])
        elif event.kind == "corrected":
            assert before.last is not None
            self.settled -= {one["wager"] for one in data["reversed"] if not _is_claim(one)}
            self.outcomes[-1] = data["outcome"]
            self.seen.pop()
            wrong = self._resettle(before.last.before, [one for one in data["settlements"] if not _is_claim(one)])
            claims = (one for one in data["settlements"] if _is_claim(one))
            return wrong or next(filter(None, (self._claimed(before.last.before, one) for one in claims)), None)
        elif event.kind == "claimed":
            return self._claimed(before, data["settlement"])
        elif event.kind == "voided":
            self.outcomes, self.seen, self.bet_at = [], [], {}
        return None

    def _claimed(self, table: Table, one: Mapping[str, Any]) -> str | None:
        """An offer must have been open, and paid as posted."""
        wager = table.wagers[one["wager"]]
        offers = {offer.label: offer for offer in offered(table, wager, self.bet_at[one["wager"]], self.seen)}
        if one["result"] not in offers:
            return f"{one['result']} was not offered on wager {one['wager']}"
        terms, offer = table.bet_of(wager).terms, offers[one["result"]]
        earns = terms.envy_on_surrender and offer.kind == "surrender" and terms.envy is not None
        envy = terms.envy.net if earns and terms.envy is not None else Fraction(0)
        return _differs(one, due(table, one["stake"], offer.pay.net, envy))

    def _resettle(self, table: Table, said: Sequence[Mapping[str, Any]]) -> str | None:
        """The second settler must say the same of every wager, and no wager may settle twice."""
        wagers = {number: (wager, self.bet_at[number]) for number, wager in table.wagers.items()}
        self.seen = history(table, self.outcomes, self.seen)
        expected = settle(table, wagers, self.seen)
        told = {one["wager"]: one for one in said}
        if len(told) != len(said) or set(told) != set(expected):
            strays = sorted(set(told) ^ set(expected)) or sorted(told)
            return f"wagers {strays} were settled, or not, against the outcomes"
        for number, one in told.items():
            if (one["seat"], one["stake"]) != (table.wagers[number].seat, table.wagers[number].stake):
                return f"wager {number} is not that of seat {one['seat']} for {one['stake']}"
            wrong = _differs(one, expected[number])
            if wrong is not None:
                return wrong
        if self.settled & set(told):
            return f"wager {min(self.settled & set(told))} was settled twice"
        self.settled |= set(told)
        return None


def _is_claim(one: Mapping[str, Any]) -> bool:
    return one["kind"] not in ("line", "loss")


def _differs(one: Mapping[str, Any], expected: Due) -> str | None:
    """What a settlement says against what the second settler says."""
    for what, amount in (("paid", expected.paid), ("envy", expected.envy), ("breakage", expected.breakage)):
        if one[what] != amount:
            return f"wager {one['wager']}: {what} is {one[what]}, and the outcomes say {amount}"
    return None


def _strange(table: Table | None, event: Event) -> str | None:
    """What does not follow from the command that an event stands for."""
    if event.kind in ("opened", "cards-changed"):
        changed = [card["sha256"][:12] for card in event.data["cards"] if loads(card["text"]).sha256 != card["sha256"]]
        return f"card {changed[0]} does not have the hash it was laid with" if changed else None
    assert table is not None
    if event.kind == "frozen" and "command" in event.data:  # by the server itself, on a broken invariant
        return "a freeze moves money" if event.postings else None
    if event.kind == "corrected" and "dropped" not in event.data:  # as the first version of the log wrote it
        return None
    try:
        (expected,) = decide(table, asked(event))
    except Refusal as refusal:
        return f"{event.kind} could not have happened: {refusal.sentence}"
    if dict(expected.postings) != dict(event.postings):
        account = next(a for a, _ in (*expected.postings, *event.postings) if _amounts_differ(a, expected, event))
        return f"{account} was posted {dict(event.postings).get(account, 0)}, and {_expected(account, expected)}"
    if canonical(expected.data) != canonical(event.data):
        fields = sorted(set(expected.data) | set(event.data))
        wrong = next(name for name in fields if expected.data.get(name) != event.data.get(name))
        return f"the {wrong} of {event.kind} is not what follows from the entries before it"
    return None


def _amounts_differ(account: str, one: Event, other: Event) -> bool:
    return dict(one.postings).get(account, 0) != dict(other.postings).get(account, 0)


def _expected(account: str, event: Event) -> str:
    return f"{dict(event.postings).get(account, 0)} follows from the entries before it"


def audit_table(store: Store, table_id: str) -> tuple[int, Fault | None]:
    """Check one table up to its newest entry: how many entries were in order, and the first that is not."""
    kept = store.newest_snapshot(table_id)  # before the newest entry: no snapshot is ahead of its entry
    until = store.newest(table_id)
    known = store.keys_of(table_id)
    ledger = store.postings_of(table_id)
    previous, seen, has_met = START, 0, kept is None
    auditor = Auditor()
    for row in store.rows(table_id, None, until):
        wrong = _wrong(row, seen + 1, previous, ledger.pop(row.seq, {}), known) or auditor.see(read_entry(row).event)
        if wrong is None and kept is not None and kept[0] == row.seq:
            has_met = True
            if kept[1:] != (row.hash, auditor.table):
                wrong = "the snapshot kept after it does not fit"
        if wrong is not None:
            return seen, Fault(table_id, row.seq, wrong)
        previous, seen = row.hash, seen + 1
    if not seen:
        return 0, Fault(table_id, 0, "nothing is left of its log")
    if not store.is_listed(table_id):
        return seen, Fault(table_id, 0, "the table was struck from the list of tables")
    if kept is not None and not has_met:
        return seen, Fault(table_id, kept[0], "a snapshot is kept after an entry that is not there")
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
