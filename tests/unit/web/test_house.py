"""House rules over HTTP: checked, opened from, given back as they came, and changed."""

from fractions import Fraction
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.support.house_rules import MINE, OPEN, SHORT
from tests.support.web import PASSWORD, do, log_in

DEARER = SHORT.replace("min: $5", "min: $10").replace("books: the dealer\n", "")


def test_a_table_opens_from_house_rules_and_gives_back_the_same_file(client: TestClient) -> None:
    opened = client.post("/api/tables", json=OPEN)
    assert opened.status_code == 201, opened.json()
    checked = client.post("/api/house/check", json={"house": SHORT, "texts": {"mine": MINE}}).json()
    table = opened.json()
    assert table["house"] == {
        "id": "fern-4", "sha256": checked["sha256"], "version": 1, "books": "dealer", "seats": 4,
    }  # fmt: skip
    assert table["payout"] == {"limit": 100_000, "for": "wager"}
    limits = {one["wager"]: (one["min"], one["max"]) for card in table["cards"] for one in card["wagers"]}
    assert limits == {"little": (500, 10_000), "big": (500, 10_000), "all": (500, 2500), "hard": (100, 0)}
    file = client.get("/api/tables/fern/house")
    assert file.text == SHORT
    assert file.headers["content-type"].startswith("text/yaml")
    assert file.headers["content-disposition"] == 'attachment; filename="fern-4.yaml"'
    whole = client.get("/api/tables/fern/house?format=json").json()
    assert (whole["house"], whole["texts"], whole["sha256"]) == (SHORT, {"mine": MINE}, checked["sha256"])
    again = client.post(
        "/api/tables", json={"table": "again", "house": whole["house"], "texts": whole["texts"]}
    ).json()  # fmt: skip
    assert again["house"] == table["house"]


def test_a_table_without_house_rules_has_none_to_give(client: TestClient) -> None:
    cards = [{"card": "super-shooter"}]
    table = client.post("/api/tables", json={"table": "t", "name": "T", "game": "craps", "cards": cards}).json()
    assert (table["house"], table["payout"]) == (None, None)
    assert client.get("/api/tables/t/house").json()["code"] == "no-house-rules"


def test_a_check_prices_every_wager_and_what_the_payout_limit_does(client: TestClient) -> None:
    answer = client.post("/api/house/check", json={"house": SHORT, "texts": {"mine": MINE}}).json()
    assert answer["ok"]
    assert answer["facts"]["payout limit"] == [100_000, "wager"]
    wagers = {one["wager"]: one for one in answer["wagers"]}
    assert wagers["hard"]["edge"] == str(Fraction(1, 11))
    assert wagers["hard"]["edge_at_maximum"] is None
    assert Fraction(wagers["all"]["edge_at_maximum"]) > Fraction(wagers["all"]["edge"])
    assert (wagers["all"]["min"], wagers["all"]["max"]) == (500, 2500)


@pytest.mark.parametrize(
    ("text", "place"),
    [("house: h: h", "house.yaml:1:"), (SHORT.replace("craps", "chess", 1), "house.yaml:4:7"), ("", "house.yaml:1:1")],
)
def test_a_check_refuses_with_the_place_and_the_remedy(text: str, place: str, client: TestClient) -> None:
    answer = client.post("/api/house/check", json={"house": text})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-house")
    assert place in answer.json()["message"]


def test_a_change_is_a_version_of_its_own(client: TestClient) -> None:
    first = client.post("/api/tables", json=OPEN).json()["house"]["sha256"]
    more: dict[str, Any] = {"house": DEARER, "texts": {"mine": MINE}}
    assert do(client, "change-house", "fern", **more).json()["code"] == "missing-field"
    changed = do(client, "change-house", "fern", **more, reason="Friday night").json()["table"]
    assert (changed["house"]["version"], changed["house"]["books"]) == (2, "players")
    assert client.get("/api/tables/fern/house").text == DEARER
    old = client.get("/api/tables/fern/house?version=1&format=json").json()
    assert (old["house"], old["sha256"], old["reason"]) == (SHORT, first, "")
    assert client.get("/api/tables/fern/house?version=2&format=json").json()["reason"] == "Friday night"
    assert client.get("/api/tables/fern/house?version=3").status_code == 404


def test_the_felt_says_the_limits_and_what_a_cash_out_really_pays(client: TestClient) -> None:
    text = (
        "house: h\nname: H\ngame: craps\npayout limit: $10 for each wager\n"
        "cards: {cash-out-craps: {max: $50}, super-shooter: {max: $20, wagers: {all: {max: $10}}}}"
    )
    client.post("/api/tables", json={"table": "fern", "house": text})
    do(client, "seat", "fern", seat=1, name="Ann")
    do(client, "buy-in", "fern", seat=1, amount=10_000)
    do(client, "bet", "fern", seat=1, card=1, wager="cash-out", amount=500)
    for first, second in ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (4, 4)):
        do(client, "close-betting", "fern")
        table = do(client, "outcome", "fern", outcome=[first, second]).json()["table"]
    (wager,) = table["wagers"]
    assert wager["offers"] == {"cash out": 1500}
    page = client.get("/tables/fern?seat=1").text
    assert "Cash out $15.00" in page
    assert "Cut by the payout limit of $10.00." in page
    assert "Advice" not in page
    assert "Maximum payout $10.00 on one wager, cash-outs and surrenders included." in page
    assert "House rules h, version 1, " in page
    assert "bets $1.00 to $50.00" in page
    assert ": bets $1.00 to $10.00" in page
    assert "maximum payout $10.00 on one wager" in client.get("/tables/fern/display").text
    paid = do(client, "cash-out", "fern", seat=1, wager=1).json()["table"]["seats"]["1"]["balance"]
    assert paid == 10_000 - 500 + 1500


def live(app: Any, client: TestClient) -> tuple[TestClient, dict[str, str], TestClient, dict[str, str]]:
    """A live table from house rules: its supervisor and the player at seat 1, each with a token."""
    client.post("/api/accounts", json={"name": "boss", "password": PASSWORD})
    boss, token = log_in(app, "boss")
    assert boss.post("/api/tables", json=OPEN | {"live": True}, headers=token).status_code == 201
    assert do(boss, "seat", "fern", token, seat=1, name="Ann").status_code == 200
    assert do(boss, "buy-in", "fern", token, seat=1, amount=50_000).status_code == 200
    code = boss.post("/api/tables/fern/seats/1/code", headers=token).json()["code"]
    seat = TestClient(app)
    csrf = seat.post("/api/join", json={"code": code}).json()["csrf"]
    return boss, token, seat, {"X-CSRF-Token": csrf}


def test_where_the_dealer_books_a_seat_is_told_so_and_offered_no_chips(app: Any, client: TestClient) -> None:
    boss, token, seat, own = live(app, client)
    bet = do(seat, "bet", "fern", own, seat=1, card=1, wager="little", amount=500)
    assert (bet.status_code, bet.json()["code"]) == (403, "dealer-books")
    page = seat.get("/tables/fern").text
    assert "The dealer books all bets at this table." in page
    assert 'name="chip"' not in page
    assert 'id="balance"' in page
    assert "data-bet=" not in page
    assert seat.get("/api/tables/fern/house").status_code == 403
    assert boss.get("/api/tables/fern/house").text == SHORT
    more = {"house": DEARER, "texts": {"mine": MINE}, "reason": "Friday night"}
    assert do(boss, "change-house", "fern", token, **more).status_code == 200
    assert 'name="chip"' in seat.get("/tables/fern").text
    assert do(seat, "bet", "fern", own, seat=1, card=3, wager="little", amount=1000).status_code == 200
