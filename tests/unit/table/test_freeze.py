"""P18: a broken invariant freezes that table only, with evidence; no roll, void, and resuming after a crash."""

from typing import Any

import pytest

from rackcard.table import service as services
from rackcard.table import settle
from rackcard.table.audit import audit
from rackcard.table.commands import outcome as outcomes
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.table.state import Refusal
from tests.support.table_world import Crasher, booked, spinning

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]

FAULTS: dict[str, Any] = {
    "a posting off by one": lambda rows: ((a, n + (a == "house")) for a, n in settle.postings(rows)),
    "a stake that stays on the felt": lambda rows: ((a, n) for a, n in settle.postings(rows) if a != "felt"),
    "a seat below nothing": lambda rows: (*settle.postings(rows), ("seat:9", -500), ("dealer", 500)),
}


def frozen_by(fault: Any, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A spin with wrong postings is not booked, its table freezes, and other tables play on."""
    service = Service(store)
    for table_id in ("good", "bad"):
        spinning(service, table_id)
        bet = {"do": "bet", "seat": 1, "card": 1, "wager": "red", "amount": 500}
        service.execute(table_id, bet)
        service.execute(table_id, {"do": "close-betting"})
    before = service.table("bad")
    spin = {"do": "outcome", "outcome": "1"}
    with monkeypatch.context() as patch:
        patch.setattr(outcomes, "postings", lambda rows: tuple(fault(list(rows))))
        for _ in range(2):
            assert answered(service, spin) == "frozen"
    after = Service(store).table("bad")
    assert (after.status, after.balances, after.wagers) == ("frozen", before.balances, before.wagers)
    assert after.stop_reason, "the evidence is kept"
    assert booked(store, "bad") == {account: amount for account, amount in before.balances.items() if amount}
    for command in (spin, {"do": "bet", "seat": 1, "card": 1, "wager": "red", "amount": 500}):
        with pytest.raises(Refusal, match="frozen"):
            service.execute("bad", command)
    assert service.execute("good", spin).table.balance(1) == 10**9 + 500  # type: ignore[union-attr]
    assert all(fault is None for _, _, fault in audit(store))
    with pytest.raises(Refusal, match="confirm the last outcome"):
        service.execute("bad", {"do": "resume", "round": 7})
    service.execute("bad", {"do": "resume", "round": 0})
    assert service.execute("bad", spin).table.balance(1) == 10**9 + 500  # type: ignore[union-attr]


def answered(service: Service, command: Any) -> str:
    try:
        service.execute("bad", command, key="once")
    except Refusal as refusal:
        return refusal.code
    return "followed"


@pytest.mark.parametrize("fault", FAULTS)
def test_p18_a_broken_invariant_freezes_that_table_only(
    fault: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen_by(FAULTS[fault], store, monkeypatch)


@pytest.mark.parametrize("fault", FAULTS)
def test_p18_control_a_table_that_does_not_freeze_is_caught(
    fault: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "broken_invariant", lambda table, event: None)
    with pytest.raises(AssertionError, match="followed"):
        frozen_by(FAULTS[fault], store, monkeypatch)


@pytest.mark.slow
def test_p18_after_a_crash_the_dealer_confirms_the_last_outcome(url: str, crasher: Crasher, opened: Any) -> None:
    """A spin that was committed but never answered counts, and the table reports it."""
    spinning(Service(opened(url)), "t")
    bet = {"do": "bet", "seat": 1, "card": 1, "wager": "red", "amount": 500}
    spin: list[tuple[str, dict[str, Any]]] = [
        ("b", bet),
        ("c", {"do": "close-betting"}),
        ("o", {"do": "outcome", "outcome": "1"}),
    ]
    replies, _ = crasher.work(url, spin, ("after-commit", 3))
    assert len(replies) == 2
    service = Service(opened(url))
    assert service.table("t").round == 1
    service.execute("t", {"do": "freeze", "reason": "the server went down"})
    with pytest.raises(Refusal, match="after round 1"):
        service.execute("t", {"do": "resume", "round": 0})
    service.execute("t", {"do": "resume", "round": 1})
    assert service.execute("t", spin[2][1], key="o").repeated
    assert service.table("t").balance(1) == 10**9 + 500
