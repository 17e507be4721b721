"""P24: what happened to the system is on record: one test for each kind, of a house where all of it has happened."""

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rackcard.table import noted
from rackcard.table.log.checkpoint import CheckpointFolder, create_key, read_key
from rackcard.table.log.journal import Journal, JournalEntry, JournalNote
from rackcard.table.registry import EVENTS_JOURNALED
from rackcard.web.accounts import with_digest
from rackcard.web.app import create_app
from rackcard.web.housekeeping import CheckpointWriter, ClockWatch
from rackcard.web.self_check import SelfCheck, manifest
from rackcard.wording.journal import JOURNAL, journal_sentence
from tests.support.rights import QUICK
from tests.support.served import SET_UP_CODE
from tests.support.web import PASSWORD, do, live_table, log_in

pytestmark = pytest.mark.slow

HOUSE = """\
house: watched
name: Watched
game: craps
approval: {payout multiple: 30, voids: two supervisors}
cards: {craps: {}}
"""
ELSEWHERE = {"server-started", "server-stopped", "lease-lost", "server-gone"}
"""What takes a server of its own, and is seen in the tests of stopping and of two servers."""


class House:
    """A house in which everything happens that the journal notes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.app: Any = create_app(str(folder / "house.db"))
        first = TestClient(self.app)
        first.post("/api/setup", json={"name": "boss", "password": PASSWORD, "code": "WRONG"})
        first.post("/api/join", json={"code": "WRONG"})
        assert (
            first.post("/api/setup", json={"name": "boss", "password": PASSWORD, "code": SET_UP_CODE}).status_code
            == 201
        )
        self.boss = log_in(self.app, "boss")
        for name, role in (("second", "supervisor"), ("hand", "dealer"), ("gone", "display")):
            self.account("POST", "", {"name": name, "password": PASSWORD, "role": role})
        self.second, self.hand = log_in(self.app, "second"), log_in(self.app, "hand")

    def account(self, method: str, name: str, body: Any = None) -> None:
        client, token = self.boss
        answer = client.request(method, f"/api/accounts{name}", json=body, headers=token)
        assert answer.is_success, answer.text

    def did(self, who: tuple[TestClient, dict[str, str]], word: str, table: str = "w", **fields: Any) -> None:
        answer = do(who[0], word, table, who[1], **fields)
        assert answer.status_code == 200, (word, answer.text)

    def people(self) -> None:
        """Accounts, log-ins and refusals."""
        self.account("PUT", "/gone/password", {"password": "another horse battery"})
        self.account("DELETE", "/gone")
        client, token = self.boss
        issued = client.post("/api/tokens", json={"name": "counter", "role": "display"}, headers=token)
        assert issued.status_code == 201, issued.text
        assert client.delete("/api/tokens/counter", headers=token).status_code == 200
        assert TestClient(self.app).post("/api/login", json={"name": "boss", "password": "x"}).status_code == 401
        assert do(self.hand[0], "void", "w", self.hand[1], reason="x").status_code in (403, 404)

    def tables(self) -> None:
        """Everything at two live tables that is noted."""
        boss, token = self.boss
        body = {"table": "w", "house": HOUSE, "live": True}
        assert boss.post("/api/tables", json=body, headers=token).status_code == 201
        assert boss.post("/api/tables", json=live_table(), headers=token).status_code == 201
        assert do(self.hand[0], "void", "w", self.hand[1], reason="x").status_code == 403
        self.did(self.hand, "seat", seat=1, name="Ann")
        self.did(self.hand, "buy-in", seat=1, amount=500_000)
        self.did(self.hand, "bet", seat=1, card=1, wager="craps-12", amount=500)
        self.did(self.hand, "bet", seat=1, card=1, wager="pass", amount=500, toke=True)
        self.roll(6, 6)
        self.did(self.boss, "approve", round=1)
        self.did(self.boss, "correct", outcome=[1, 2], reason="misread")
        self.did(self.hand, "bet", seat=1, card=1, wager="pass", amount=500, toke=True)
        self.roll(5, 6)
        self.did(self.boss, "correct", round=1, outcome=[1, 1], reason="misread")
        self.did(self.boss, "dispute", round=2, reason="a late bet")
        self.did(self.boss, "end-dispute", round=2, reason="it was in time")
        for place in (1, 1):
            self.did(self.boss, "void", round=2, reason=f"a die left the table {place}")
            self.did(self.second, "decline", place=place, reason="it did not")
        self.did(self.boss, "void", round=2, reason="it did")
        self.did(self.second, "void", round=2, reason="it did")
        self.did(self.boss, "change-house", house=HOUSE.replace("30", "40"), reason="a new season")
        self.did(self.hand, "bet", seat=1, card=1, wager="pass", amount=500, toke=True)
        self.roll(5, 6)
        self.did(self.hand, "pay-tokes")
        self.did(self.boss, "void", reason="a spilled drink")
        self.did(self.boss, "close-shift")
        self.did(self.hand, "leave", seat=1)
        self.did(self.boss, "close")
        self.did(self.boss, "change-cards", "live", cards=[{"card": "craps"}])
        self.did(self.boss, "freeze", "live", reason="water on the felt")

    def roll(self, *dice: int) -> None:
        self.did(self.hand, "close-betting")
        self.did(self.hand, "outcome", outcome=list(dice))

    def system(self) -> None:
        """The clock, checkpoints and files."""
        journal, now = self.app.state.journal, [0.0]
        watch = ClockWatch(journal, lambda: now[0])
        now[0] = 3600.0
        watch.look()
        key, folder = self.folder / "key", self.folder / "checkpoints"
        create_key(key)
        folder.mkdir()
        writer = CheckpointWriter(self.app.state.store, journal, CheckpointFolder(folder, read_key(key)))
        writer.write()
        next(folder.iterdir()).unlink()
        folder.rmdir()
        with pytest.raises(Exception, match="cannot write"):
            writer.write()
        expected = manifest()
        expected["files"]["rackcard/number.py"] = "another"
        SelfCheck(journal, expected, self.app.state).check()


def recorded(folder: Path) -> dict[str, JournalEntry]:
    """What the journal of such a house has: the newest entry of every kind."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rackcard.web.accounts.PasswordHasher", QUICK)
        patch.setattr("rackcard.table.noted.LARGE_PAY", 30)
        house = House(folder)
        house.people()
        house.tables()
        house.system()
        journal = house.app.state.journal
        assert journal.verified()[1] is None
        found = {entry.kind: entry for entry in journal.entries()}
        house.app.state.store.close()
    return found


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> dict[str, JournalEntry]:
    return recorded(tmp_path_factory.mktemp("house"))


FORGOTTEN = {"voided", "large-pay", "password-set", "clock-step"}
"""A kind for each of the ways that an entry comes to the journal."""


@pytest.fixture(scope="module")
def forgetful(tmp_path_factory: pytest.TempPathFactory) -> dict[str, JournalEntry]:
    """The same of a house that does not note some kinds."""
    record = Journal.record

    def forget(journal: Journal, kind: str, who: str, **facts: Any) -> JournalEntry:
        return JournalEntry(0, "", kind, who, facts, "") if kind in FORGOTTEN else record(journal, kind, who, **facts)

    def forget_change(note: JournalNote | None, stored: str) -> JournalNote | None:
        return None if note is None or note.kind in FORGOTTEN else with_digest(note, stored)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(noted, "EVENTS_JOURNALED", EVENTS_JOURNALED - FORGOTTEN)
        patch.setattr(noted, "large_pays", lambda event: ())
        patch.setattr("rackcard.web.accounts.with_digest", forget_change)
        patch.setattr(Journal, "record", forget)
        return recorded(tmp_path_factory.mktemp("forgetful"))


@pytest.mark.parametrize("kind", sorted(set(JOURNAL) - ELSEWHERE))
def test_p24_it_is_on_record_with_who_when_and_what(record: dict[str, JournalEntry], kind: str) -> None:
    entry = record[kind]
    assert entry.at
    assert entry.who
    assert "{" not in journal_sentence(kind, entry.facts)


@pytest.mark.parametrize("kind", sorted(FORGOTTEN))
def test_p24_control_a_journal_that_forgets_a_kind_is_caught(forgetful: dict[str, JournalEntry], kind: str) -> None:
    """The test of just that kind fails."""
    assert set(forgetful) == set(JOURNAL) - ELSEWHERE - FORGOTTEN
    with pytest.raises(KeyError, match=kind):
        test_p24_it_is_on_record_with_who_when_and_what(forgetful, kind)
