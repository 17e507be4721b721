"""Thresholds that a house sets: payouts that wait, what takes two supervisors, and rounds held for a dispute."""

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.card.yaml import Origin
from rackcard.house import read_house
from rackcard.house.rules import Approval
from rackcard.table.audit import audit_table
from rackcard.table.commands.oversight import PayoutsApproved, Proposed
from rackcard.table.evidence import evidence
from rackcard.table.log import schema
from rackcard.table.log.codec import table_from_json, table_to_json
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.table.shift_report import shift_report
from rackcard.table.state import Refusal
from tests.support.evidence import verify_evidence
from tests.support.house_rules import house_text

HOUSE = """\
house: watched
name: Watched
game: craps
approval: {{{approval}}}
cards: {{craps: {{}}, cash-out-craps: {{options: {{partial: yes}}}}}}
"""
WAITS = "payout multiple: 30, payout amount: $1000"
TWO = "voids: two supervisors, rules: two supervisors"


def rules(approval: str) -> str:
    return HOUSE.format(approval=approval)


class Watched:
    """A live table under house rules, in a database."""

    def __init__(self, store: Store, approval: str, more: str = "") -> None:
        self.service = Service(store)
        self.do({"do": "open", "house": rules(approval) + more, "live": True})
        for seat in (1, 2):
            self.do({"do": "seat", "seat": seat, "name": f"Player {seat}"})
            self.do({"do": "buy-in", "seat": seat, "amount": 1_000_000})

    def do(self, command: dict[str, Any], by: str = "Ann") -> Any:
        return self.service.execute("t", command, by=by).entry.event

    def refused(self, command: dict[str, Any], by: str = "Ann") -> str:
        with pytest.raises(Refusal) as refusal:
            self.do(command, by)
        assert refusal.value.sentence
        return refusal.value.code

    def bet(self, wager: str, amount: int, seat: int = 1, card: int = 1) -> None:
        self.do({"do": "bet", "seat": seat, "card": card, "wager": wager, "amount": amount})

    def count_up(self, amount: int) -> None:
        """Bet on different numbers, and roll four of them: 1 to 1 may be cashed out."""
        self.bet("cash-out", amount, card=2)
        for dice in ((2, 2), (2, 3), (3, 3), (4, 4)):
            self.roll(*dice)

    def cash_out(self, amount: int, wager: int = 1) -> Any:
        return self.do({"do": "cash-out", "seat": 1, "wager": wager, "amount": amount})

    def roll(self, *dice: int) -> Any:
        self.do({"do": "close-betting"})
        return self.do({"do": "outcome", "outcome": list(dice)})

    @property
    def table(self) -> Any:
        return self.service.table("t")

    def verify(self) -> None:
        """The audit is content, and a snapshot keeps everything."""
        assert audit_table(self.service.store, "t")[1] is None
        assert table_from_json(table_to_json(self.table)) == self.table
        assert Service(self.service.store).table("t") == self.table


@pytest.fixture
def watched(tmp_path: Any, opened: Callable[[str], Store]) -> Callable[..., Watched]:
    return lambda approval, more="": Watched(opened(str(tmp_path / "t.db")), approval, more)


def test_house_rules_say_what_waits() -> None:
    read = read_house(Origin("h.yaml", rules(f"{WAITS}, {TWO}")))
    assert read.approval == Approval(30, 100_000, True, True)
    again = read_house(Origin("h.yaml", house_text(read)))
    assert (again.approval, again.sha256) == (read.approval, read.sha256)
    assert read_house(Origin("h.yaml", rules("voids: one supervisor"))).approval is None


@pytest.mark.parametrize(("wager", "amount"), [("craps-12", 500), ("any-craps", 20_000)])
def test_a_large_payout_waits_for_a_supervisor(watched: Callable[..., Watched], wager: str, amount: int) -> None:
    """30 to 1 is the multiple; 7 to 1 on $200 is above the amount."""
    one = watched(WAITS)
    one.bet(wager, amount)
    one.roll(6, 6)
    assert len(one.table.oversight.pending) == 1
    stopped: list[dict[str, Any]] = [
        {"do": "bet", "seat": 1, "card": 1, "wager": "pass", "amount": 500},
        {"do": "buy-in", "seat": 2, "amount": 500},
        {"do": "leave", "seat": 1},
        {"do": "close-betting"},
        {"do": "close-shift"},
    ]
    assert {one.refused(command) for command in stopped} == {"awaiting-approval"}
    assert one.refused({"do": "approve", "round": 7}) == "confirm-outcome"
    assert isinstance(one.do({"do": "approve", "round": 1}, "boss"), PayoutsApproved)
    assert one.refused({"do": "approve", "round": 1}) == "nothing-waits"
    one.do({"do": "leave", "seat": 1})
    one.verify()


def test_a_small_payout_does_not_wait(watched: Callable[..., Watched]) -> None:
    one = watched(WAITS)
    one.bet("any-craps", 500)
    one.roll(6, 6)
    assert one.table.oversight.pending == ()
    one.verify()


def test_a_correction_to_a_large_payout_waits_too(watched: Callable[..., Watched]) -> None:
    """A dealer may correct: a win that is entered small and corrected to a large one is a large one."""
    one = watched(WAITS)
    one.bet("craps-12", 500)
    one.roll(1, 2)
    one.bet("pass", 500, seat=2)
    one.do({"do": "correct", "outcome": [6, 6], "reason": "misread"})
    assert len(one.table.oversight.pending) == 1
    assert one.table.wagers_of(2)  # what was bet since stays
    one.do({"do": "approve", "round": 1})
    one.roll(1, 2)
    one.do({"do": "correct", "round": 1, "outcome": [1, 2], "reason": "it was a 3"})
    assert one.table.oversight.pending == ()
    one.do({"do": "correct", "round": 1, "outcome": [6, 6], "reason": "no, a 12"})
    assert len(one.table.oversight.pending) == 1
    one.verify()


def test_a_payout_that_is_not_approved_is_corrected_away(watched: Callable[..., Watched]) -> None:
    one = watched(WAITS)
    one.bet("craps-12", 500)
    one.roll(6, 6)
    one.do({"do": "correct", "outcome": [6, 5], "reason": "it was an 11"})
    assert one.table.oversight.pending == ()
    one.bet("pass", 500)
    one.verify()


def test_parts_of_a_wager_count_together_for_approval(watched: Callable[..., Watched]) -> None:
    """$600 in two parts of $300, 1 to 1 each: the second makes it $600, above the $500 that wait."""
    one = watched("payout amount: $500")
    one.count_up(90_000)
    one.cash_out(30_000)
    assert one.table.oversight.pending == ()
    one.cash_out(30_000)
    assert one.table.oversight.pending == (1,)
    assert one.refused({"do": "close-betting"}) == "awaiting-approval"
    one.do({"do": "approve", "round": 4})
    one.roll(4, 5)
    assert one.table.oversight.pending == ()
    one.verify()


def test_what_an_outcome_pays_counts_with_the_parts_before_it(watched: Callable[..., Watched]) -> None:
    """$40 at 1 to 1; the other $10 ride to all ten numbers at 100 to 1: $1,040 in all, where $1,020 wait."""
    one = watched("payout amount: $1020")
    one.count_up(5_000)
    one.cash_out(4_000)
    for dice in ((1, 1), (1, 2), (4, 5), (5, 5), (5, 6)):
        one.roll(*dice)
    assert one.table.oversight.pending == ()
    (paid,) = one.roll(6, 6).settlements
    assert paid.won == 100_000
    assert one.table.oversight.pending == (1,)
    one.verify()


def test_a_correction_that_makes_parts_large_waits_too(watched: Callable[..., Watched]) -> None:
    """A fifth number makes each part pay 2 to 1: $120 in all."""
    one = watched("payout amount: $100")
    one.count_up(6_000)
    one.roll(2, 2)
    one.cash_out(3_000)
    one.cash_out(2_000)
    assert one.table.oversight.pending == ()
    one.do({"do": "correct", "outcome": [4, 5], "reason": "misread"})
    assert set(one.table.oversight.pending) == {1}
    one.do({"do": "approve", "round": 5})
    one.roll(1, 1)
    one.do({"do": "correct", "round": 5, "outcome": [2, 2], "reason": "it was a 4"})
    assert one.table.oversight.pending == ()
    one.do({"do": "correct", "round": 5, "outcome": [4, 5], "reason": "no, a 9"})
    assert set(one.table.oversight.pending) == {1}
    one.verify()


# ---- two supervisors


def test_a_settled_round_is_voided_by_two(watched: Callable[..., Watched]) -> None:
    one = watched(TWO)
    one.bet("field", 500)
    one.roll(6, 6)
    void = {"do": "void", "round": 1, "reason": "a die left the table"}
    asked = one.do(void, "Ann")
    assert isinstance(asked, Proposed)
    assert one.refused(void, "Ann") == "same-person"
    assert one.table.balance(1) != 1_000_000
    done = one.do(void, "Bob")
    assert (done.kind, done.author, done.asked_by) == ("hand-voided", "Bob", "Ann")
    assert one.table.balance(1) == 1_000_000
    assert one.table.oversight.proposals == ()
    one.roll(1, 2)
    one.do({"do": "correct", "outcome": [2, 2], "reason": "misread"})  # does not bring the proposal back
    assert one.table.oversight.proposals == ()
    one.verify()


def test_bets_that_are_up_are_voided_by_one(watched: Callable[..., Watched]) -> None:
    one = watched(TWO)
    one.bet("field", 500)
    assert one.do({"do": "void", "reason": "a die left the table"}).kind == "voided"
    one.verify()


def test_house_rules_are_changed_by_two_and_may_be_declined(watched: Callable[..., Watched]) -> None:
    one = watched(TWO)
    change = {"do": "change-house", "house": rules(WAITS), "reason": "a new season"}
    assert isinstance(one.do(change, "Ann"), Proposed)
    assert one.table.house.version == 1
    one.do({"do": "decline", "place": 1, "reason": "not now"}, "Bob")
    assert one.refused({"do": "decline", "place": 1, "reason": "x"}) == "nothing-waits"
    one.do(change, "Ann")
    one.do(change, "Bob")
    assert (one.table.house.version, one.table.approval.payout_multiple) == (2, 30)
    assert one.table.oversight.proposals == ()
    one.verify()


def test_what_was_asked_for_ends_with_the_shift(watched: Callable[..., Watched]) -> None:
    one = watched(TWO)
    one.do({"do": "change-house", "house": rules(WAITS), "reason": "a new season"})
    one.do({"do": "close-shift"})
    assert one.table.oversight.proposals == ()
    one.verify()


def test_an_audit_sees_a_second_person_who_was_the_first(watched: Callable[..., Watched]) -> None:
    """The name in the event is the name of the entry."""
    one = watched(TWO)
    change = {"do": "change-house", "house": rules(WAITS), "reason": "a new season"}
    one.do(change, "Ann")
    last = one.service.execute("t", change, by="Bob").entry
    store = one.service.store
    with store.engine.begin() as connection:
        before = connection.execute(sa.select(schema.events).where(schema.events.c.seq == last.seq)).first()
        assert before is not None
        from tests.support.forgers import rehashed

        row = {**before._mapping, "by": "Ann"}
        previous = connection.execute(
            sa.select(schema.events.c.hash).where(schema.events.c.seq == last.seq - 1)
        ).scalar()
        connection.execute(
            sa.update(schema.events)
            .where(schema.events.c.seq == last.seq)
            .values(by="Ann", hash=rehashed(row, str(previous)))
        )
    fault = audit_table(store, "t")[1]
    assert fault is not None
    assert (fault.seq, fault.wrong.code) == (last.seq, "author")


# ---- disputes


def test_without_a_round_there_is_nothing_to_dispute(watched: Callable[..., Watched]) -> None:
    one = watched(WAITS)
    with pytest.raises(Refusal) as refused:
        one.do({"do": "dispute", "round": 1, "reason": "a late bet"})
    assert refused.value.sentence == "there is no round to dispute in this shift"


def test_a_disputed_round_is_neither_changed_nor_made_final(watched: Callable[..., Watched]) -> None:
    one = watched(WAITS)
    one.bet("field", 500)
    one.roll(6, 6)
    one.roll(1, 2)
    assert one.refused({"do": "dispute", "round": 3, "reason": "x"}) == "nothing-to-correct"
    one.do({"do": "dispute", "round": 1, "reason": "a late bet"})
    assert one.refused({"do": "dispute", "round": 1, "reason": "again"}) == "disputed"
    for command in (
        {"do": "correct", "round": 1, "outcome": [1, 1], "reason": "x"},
        {"do": "void", "round": 1, "reason": "x"},
        {"do": "close-shift"},
    ):
        assert one.refused(command) == "disputed"
    one.do({"do": "correct", "outcome": [2, 2], "reason": "a later round may be corrected"})
    one.roll(1, 2)
    assert one.refused({"do": "end-dispute", "round": 2, "reason": "x"}) == "not-disputed"
    one.do({"do": "end-dispute", "round": 1, "reason": "the bet was late"})
    one.do({"do": "void", "round": 1, "reason": "the bet was late"})
    one.do({"do": "close-shift"})
    one.verify()


def test_bets_that_were_up_for_a_disputed_round_are_not_voided(watched: Callable[..., Watched]) -> None:
    one = watched(WAITS)
    one.bet("pass", 500)
    one.roll(2, 2)
    one.do({"do": "dispute", "round": 1, "reason": "a late bet"})
    one.bet("cash-out", 500, card=2)
    one.roll(1, 2)
    one.bet("field", 500, seat=2)
    for more in ({"round": 1}, {"round": 2}, {"card": 1}, {}):
        assert one.refused({"do": "void", "reason": "x", **more}) == "disputed"
    one.do({"do": "void", "reason": "made after it", "card": 2})
    assert list(one.table.wagers) == [1, 3]
    one.do({"do": "end-dispute", "round": 1, "reason": "the bet was late"})
    one.do({"do": "void", "reason": "the bet was late"})
    assert not one.table.wagers
    one.verify()


def test_the_evidence_of_a_round_proves_itself(watched: Callable[..., Watched]) -> None:
    one = watched(WAITS)
    one.roll(1, 2)
    one.bet("field", 500)
    one.roll(6, 6)
    one.do({"do": "dispute", "round": 2, "reason": "a late bet"})
    one.roll(1, 2)
    one.do({"do": "end-dispute", "round": 2, "reason": "it was in time"})
    found = evidence(one.service.store, "t", 2)
    kinds = [entry["event"]["kind"] for entry in found["entries"]]
    assert kinds == ["bet", "betting-closed", "outcome", "disputed", "dispute-ended"]
    assert verify_evidence(found)
    assert found["house"]["sha256"] == one.table.house.sha256
    found["entries"][2]["by"] = "someone else"
    assert not verify_evidence(found)
    with pytest.raises(Refusal, match="has no round 9"):
        evidence(one.service.store, "t", 9)


# ---- the report of a shift


def test_the_report_of_a_shift_agrees_with_the_books(watched: Callable[..., Watched]) -> None:
    one = watched(WAITS)
    one.bet("craps-12", 500)
    one.do({"do": "bet", "seat": 2, "card": 1, "wager": "field", "amount": 500, "toke": True})
    one.roll(6, 6)
    one.do({"do": "approve", "round": 1})
    one.bet("pass", 700)
    one.do({"do": "void", "reason": "a spilled drink"})
    one.do({"do": "correct", "outcome": [5, 6], "reason": "misread"})
    one.do({"do": "close-shift"}, "boss")
    one.bet("field", 300)
    one.roll(1, 2)
    one.do({"do": "leave", "seat": 1})
    first, second = (shift_report(one.service.store, "t", number) for number in (1, 2))
    assert (first.drop, first.rounds, first.corrections, first.voids, first.refunded) == (2_000_000, 1, 1, 1, 700)
    assert (first.approvals, first.closed_by, second.ended) == (1, "boss", "")
    assert (second.drop, second.handle, second.paid_out) == (0, 300, 999_800)
    books = one.table.balances
    assert first.hold + second.hold == kept(one)
    assert first.tokes + second.tokes == books.get("tokes", 0)
    with pytest.raises(Refusal, match="has no shift 3"):
        shift_report(one.service.store, "t", 3)
    assert shift_report(one.service.store, "t").shift == 1  # the last one that was closed
    one.do({"do": "close-shift"}, "boss")
    assert shift_report(one.service.store, "t").shift == 2
    assert all(len(row) == 2 for row in first.grid().rows)


def kept(one: Watched) -> int:
    """What the house has kept, by the ledger."""
    return sum(one.table.balances.get(name, 0) for name in ("house", "breakage", "commission", "dealer"))


def test_a_correction_that_drops_one_of_two_equal_parts_lists_it(watched: Callable[..., Watched]) -> None:
    """$20 on the pass line win with a 7 and lose with a 12: then the second $30 of a bet could not have been made."""
    one = watched("voids: one supervisor")
    one.do({"do": "leave", "seat": 1})
    one.do({"do": "seat", "seat": 1, "name": "Player 3"})
    one.do({"do": "buy-in", "seat": 1, "amount": 5_000})
    one.bet("pass", 2_000)
    one.roll(3, 4)
    one.bet("cash-out", 3_000, card=2)
    one.count_up(3_000)
    for _ in range(2):
        one.cash_out(3_000, wager=2)
    event = one.do({"do": "correct", "round": 1, "outcome": [6, 6], "reason": "misread"})
    assert [paid.paid for again in event.rounds for paid in again.reversed] == [4_000, 6_000]
    assert shift_report(one.service.store, "t").hold == kept(one)
    one.verify()


def test_a_correction_that_cuts_one_of_two_equal_parts_lists_it(watched: Callable[..., Watched]) -> None:
    """A 9 pays $60 on the field, so that $40 of the limit are left for two parts that had won $30 each."""
    one = watched("voids: one supervisor", "payout limit: $100 for each outcome, shared by all winners\n")
    one.bet("cash-out", 6_000, card=2)
    for dice in ((2, 2), (2, 3), (3, 3)):
        one.roll(*dice)
    one.bet("field", 6_000, seat=2)
    one.roll(4, 4)
    for _ in range(2):
        one.cash_out(3_000)
    event = one.do({"do": "correct", "outcome": [4, 5], "reason": "misread"})
    assert [paid.paid for paid in event.reversed] == [0, 6_000]
    assert [paid.paid for paid in event.settlements] == [12_000, 4_000]
    assert shift_report(one.service.store, "t").hold == kept(one)
    one.verify()


def test_balances_that_are_settled_in_cash_are_in_the_report(watched: Callable[..., Watched]) -> None:
    """Drop, less what was paid out in cash in every way, is what the cash account has."""
    one = watched("voids: one supervisor")
    one.bet("field", 5_000)
    one.bet("field", 700, seat=2)
    one.roll(1, 2)
    for seat in (1, 2):
        one.do({"do": "leave", "seat": seat})
    one.do({"do": "correct", "outcome": [3, 4], "reason": "misread"})
    for visit, by in zip(one.table.outstanding, ("cash", "house"), strict=True):
        one.do({"do": "settle-owed", "visit": visit, "by": by, "reason": "met at the door"})
    report = shift_report(one.service.store, "t")
    assert (report.owed_paid, report.written_off) == (-10_000, -1_400)
    assert report.paid_out + report.owed_paid - report.drop == one.table.balances.get("cash", 0)
    assert report.hold + report.written_off == kept(one)
    assert {"owed_paid", "written_off"} <= set(report.to_dict())
    assert any("paid in cash" in row[0] for row in report.grid().rows)
    one.verify()
