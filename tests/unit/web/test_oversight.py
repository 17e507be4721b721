"""Oversight over HTTP: what waits is on the supervisor's page, and a second supervisor is another person."""

from typing import Any

from fastapi.testclient import TestClient

from tests.support.web import PASSWORD, Floor, do, log_in

HOUSE = """\
house: watched
name: Watched
game: craps
approval: {payout multiple: 30, voids: two supervisors}
cards: {craps: {}}
"""


def test_what_waits_is_on_the_pages_and_two_supervisors_see_to_it(app: Any, client: TestClient, floor: Floor) -> None:
    boss, token = floor["supervisor"]
    opened = boss.post("/api/tables", json={"table": "w", "house": HOUSE, "live": True}, headers=token)
    assert opened.status_code == 201, opened.text
    for name, role in (("second", "supervisor"), ("hand", "dealer")):
        body = {"name": name, "password": PASSWORD, "role": role}
        assert boss.post("/api/accounts", json=body, headers=token).status_code == 201
    (dealer, own), (second, other) = log_in(app, "hand"), log_in(app, "second")
    assert do(dealer, "seat", "w", own, seat=1, name="Ann").status_code == 200
    assert do(dealer, "buy-in", "w", own, seat=1, amount=10_000).status_code == 200
    assert do(dealer, "bet", "w", own, seat=1, card=1, wager="craps-12", amount=500).status_code == 200
    assert do(dealer, "close-betting", "w", own).status_code == 200
    assert do(dealer, "outcome", "w", own, outcome=[6, 6]).status_code == 200
    assert "A payout is waiting for approval" in dealer.get("/tables/w/dealer").text
    assert 'id="approve"' in boss.get("/tables/w/supervisor").text
    assert do(dealer, "leave", "w", own, seat=1).json()["code"] == "awaiting-approval"
    assert do(dealer, "approve", "w", own, round=1).status_code == 403
    assert do(boss, "approve", "w", token, round=1).status_code == 200
    void = {"round": 1, "reason": "a die left the table"}
    assert do(boss, "void", "w", token, **void).json()["entry"]["kind"] == "proposed"
    assert do(boss, "void", "w", token, **void).json()["code"] == "same-person"
    assert "boss asked for a second supervisor: void bets" in second.get("/tables/w/supervisor").text
    assert do(second, "void", "w", other, **void).json()["entry"]["kind"] == "hand-voided"
    assert do(dealer, "close-betting", "w", own).status_code == 200
    assert do(dealer, "outcome", "w", own, outcome=[1, 2]).status_code == 200
    assert do(boss, "dispute", "w", token, round=2, reason="a late bet").status_code == 200
    assert "is held for a dispute: a late bet" in boss.get("/tables/w/supervisor").text
    assert boss.get("/api/tables/w/rounds/2/evidence").json()["round"] == 2
    assert boss.get("/api/tables/w/shifts/1").json()["voids"] == 1
    assert boss.get("/api/tables/w/shifts/9").status_code == 404
    assert dealer.get("/api/tables/w/rounds/2/evidence").status_code == 403
    kinds = [entry.kind for entry in app.state.journal.entries()]
    assert kinds[-6:] == ["refused", "approved", "proposed", "hand-voided", "disputed", "refused"]


def test_a_program_is_nobodys_second_supervisor(app: Any, floor: Floor) -> None:
    """Its token is held by whoever issued it: it neither approves what they asked for nor asks in their place."""
    boss, token = floor["supervisor"]
    house = HOUSE.replace("supervisors}", "supervisors, rules: two supervisors}")
    assert boss.post("/api/tables", json={"table": "w", "house": house, "live": True}, headers=token).status_code == 201
    secret = boss.post("/api/tokens", json={"name": "auto", "role": "supervisor"}, headers=token).json()["token"]
    program = TestClient(app, headers={"Authorization": f"Bearer {secret}"})
    assert do(boss, "seat", "w", token, seat=1, name="Ann").status_code == 200
    asked: list[tuple[str, dict[str, Any]]] = [
        ("change-house", {"house": house.replace("30", "40"), "reason": "a new season"}),
        ("void", {"round": 1, "reason": "a die left the table"}),
    ]
    for word, fields in asked:
        for _ in range(2):  # before a supervisor has asked, and after
            answer = do(program, word, "w", **fields)
            assert (answer.status_code, answer.json()["code"]) == (403, "not-your-role"), word
            do(boss, word, "w", token, **fields)
    kinds = [entry.event.kind for entry in app.state.store.entries("w")]
    assert kinds == ["opened", "seated", "proposed"]
    assert do(program, "buy-in", "w", seat=1, amount=10_000).status_code == 200, "what takes one it may do"
