"""Commands sent by every role, forged, from another site, and again: P13."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from rackcard.web.app import create_app
from tests.support.served import SET_UP_CODE
from tests.support.web import COMMANDS, do, staffed_floor

MAY = {
    "bet": "dealer seat", "take-down": "dealer seat", "surrender": "dealer seat", "cash-out": "dealer seat",
    "take-back": "dealer seat", "seat": "dealer supervisor", "buy-in": "dealer supervisor",
    "leave": "dealer supervisor", "close-betting": "dealer", "outcome": "dealer", "generate": "dealer",
    "no-roll": "dealer supervisor", "correct": "dealer supervisor", "void": "supervisor",
    "change-cards": "supervisor", "change-house": "supervisor", "freeze": "supervisor",
    "resume": "supervisor", "close": "supervisor",
    "advice": "supervisor", "pause": "dealer supervisor", "confirm": "dealer supervisor", "settle-owed": "supervisor",
    "pay-tokes": "dealer supervisor",
    "shooter": "dealer", "burn": "dealer", "shuffle": "dealer",
    "close-shift": "supervisor", "approve": "supervisor", "decline": "supervisor", "dispute": "supervisor",
    "end-dispute": "supervisor",
}  # fmt: skip
"""Who may give each command at a live table, written down a second time."""
FORBIDDEN = {"not-your-role", "not-your-seat", "not-your-table", "log-in"}


def matrix(people: Any, web: Any, word: str) -> int:
    """Sends a command as every role, as another seat, and without a session; returns the number of requests."""
    for who, (person, token) in people.items():
        role = "seat" if who.startswith("seat") else who
        answer = do(person, word, "live", token, **COMMANDS[word])
        code = answer.json().get("code")
        allowed = role in MAY[word].split() and (who != "seat2" or COMMANDS[word].get("seat") == 2)
        assert (code not in FORBIDDEN) == allowed, (who, word, code)
        assert allowed or answer.status_code == 403, (who, word, answer.status_code)
    nobody = do(TestClient(web), word, "live", **COMMANDS[word])
    assert (nobody.status_code, nobody.json()["code"]) == (401, "log-in"), word
    return len(people) + 1


def forgeries(people: Any) -> int:
    """Requests that carry a cookie and not its token, or come from another site; how many were refused."""
    seen = 0
    tokens = [token["X-CSRF-Token"] for _, token in people.values()]
    for who, (person, own) in people.items():
        role = "seat" if who.startswith("seat") else who
        word = next((word for word in COMMANDS if role in MAY[word].split()), "void")
        before = person.get("/api/tables/live").json()
        wrong: list[dict[str, str]] = [{}, {"X-CSRF-Token": ""}, {"X-CSRF-Token": "wrong"}]
        wrong += [{"X-CSRF-Token": token} for token in tokens if token != own["X-CSRF-Token"]]
        for headers in wrong:
            answer = do(person, word, "live", headers, **COMMANDS[word])
            expected = {"forged"} if who not in ("display", "seat2") else FORBIDDEN
            assert answer.status_code == 403, (who, headers, answer.status_code)
            assert answer.json()["code"] in expected, (who, headers)
            seen += 1
        for origin in ("https://evil.example", "null", "http://testserver.evil.example", "http://testserver:81"):
            answer = do(person, word, "live", {**own, "Origin": origin}, **COMMANDS[word])
            assert (answer.status_code, answer.json().get("code")) == (403, "other-origin"), (who, origin)
            seen += 1
        assert person.get("/api/tables/live").json() == before, who
    return seen


def replays(people: Any, web: Any, words: list[str], round_: int = 0) -> int:
    """Sends every request again: unchanged, as others, without a session, and after its session ended; counts them."""
    seen = 0
    sent = []
    for word in words:
        for who, (person, token) in people.items():
            headers = {**token, "Idempotency-Key": f"{who}.{word}.{round_}"}
            first = do(person, word, "live", headers, **COMMANDS[word])
            before = person.get("/api/tables/live").json()
            again = do(person, word, "live", headers, **COMMANDS[word])
            assert again.status_code == first.status_code, (who, word)
            assert told(again) == told(first), (who, word)
            for other, (rival, _) in people.items():
                if other != who:
                    answer = do(rival, word, "live", headers, **COMMANDS[word])
                    assert answer.status_code == 403, (who, word, other)
            assert do(TestClient(web), word, "live", headers, **COMMANDS[word]).status_code == 401, (who, word)
            assert person.get("/api/tables/live").json() == before, (who, word)
            seen += 2 + len(people)
            sent.append((dict(person.cookies), word, headers))
    for person, _ in people.values():
        assert person.post("/api/logout").status_code == 200
    for cookies, word, headers in sent:
        late = do(TestClient(web, cookies=cookies), word, "live", headers, **COMMANDS[word])
        assert late.status_code == 401, (word, late.json())
    return seen + len(sent)


def told(answer: Any) -> Any:
    """What was answered, whether for the first time or again."""
    return answer.json().get("entry") or answer.json()


def on_a_floor(folder: Path) -> Iterator[tuple[Any, Any]]:
    """A fresh application with a live table and one person of every role, for the campaign."""
    web = create_app(str(folder / "floor.db"), commands_per_second=100_000, set_up_code=SET_UP_CODE)
    with TestClient(web) as one:
        yield staffed_floor(web, one), web
