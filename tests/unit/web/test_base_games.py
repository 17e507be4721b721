"""The bets of the full base games on the felt: behind others, in bundles, and those that nobody makes."""

import html
import json
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.support.web import do, new_table

pytestmark = pytest.mark.slow


def sit(client: TestClient, game: str, card: dict[str, Any]) -> None:
    new_table(client, game=game, cards=[card])
    do(client, "seat", seat=1, name="Ann")
    do(client, "buy-in", seat=1, amount=100_000)


def enter(client: TestClient, outcome: Any) -> None:
    do(client, "close-betting")
    assert do(client, "outcome", outcome=outcome).status_code == 200


def asked(client: TestClient, wager: str) -> list[dict[str, Any]]:
    """What the places of a wager on the felt ask for when they are pressed."""
    page = client.get("/tables/t1?seat=1").text
    given = re.findall(r"""data-bet=(?:"([^"]*)"|'([^']*)')""", page)
    found = [json.loads(html.unescape(quoted or drawn)) for quoted, drawn in given]
    return [one for one in found if one["wager"] == wager]


def test_odds_are_offered_behind_each_bet_that_has_a_point(client: TestClient) -> None:
    sit(client, "craps", {"card": "craps"})
    assert asked(client, "come-odds") == [{"card": 1, "wager": "come-odds"}]
    enter(client, [2, 2])
    for dice in ([2, 3], [4, 4]):
        do(client, "bet", seat=1, card=1, wager="come", amount=1000)
        enter(client, dice)
    choices = asked(client, "come-odds")
    assert choices == [{"card": 1, "wager": "come-odds", "behind": number} for number in (1, 2)]
    assert do(client, "bet", seat=1, amount=1000, **choices[1]).status_code == 200
    wagers = client.get("/api/tables/t1").json()["wagers"]
    assert [(one["behind"], one["point"]) for one in wagers] == [(None, "point 5"), (None, "point 8"), (2, "point 8")]


def test_a_bundle_takes_a_chip_for_each_unit_and_is_undone_as_one(client: TestClient) -> None:
    sit(client, "craps", {"card": "craps"})
    assert asked(client, "horn") == [{"card": 1, "wager": "horn", "units": 4}]
    do(client, "bet", seat=1, card=1, wager="horn", amount=400)
    undo = re.search(r'data-undo="([^"]*)"', client.get("/tables/t1?seat=1").text)
    assert undo is not None
    command = json.loads(html.unescape(undo[1]))
    assert command == {"wager": 1, "bundle": True}
    assert do(client, "take-down", seat=1, **command).status_code == 200
    assert client.get("/api/tables/t1").json()["wagers"] == []


def test_a_wager_that_nobody_bets_is_on_the_felt_while_a_stake_is_on_it(client: TestClient) -> None:
    sit(client, "roulette", {"card": "roulette", "options": {"wheel": "single-zero", "zero": "en-prison"}})
    assert "in prison" not in client.get("/tables/t1?seat=1").text
    do(client, "bet", seat=1, card=1, wager="red", amount=1000)
    enter(client, "0")
    page = html.unescape(client.get("/tables/t1?seat=1").text)
    assert "Red: $10.00 stays up as Red in prison (bet 1)" in page
    assert "w-1-red-in-prison" in page
