"""The dealer's pad of a hand: suits are asked for where a wager looks at them, and only there."""

import pytest
from fastapi.testclient import TestClient

from tests.support.web import do, new_table

SUITED = """card: suited
title: Suited
about: A suited pair.
game: baccarat
source: tests
chance: a shoe of 8 decks
wagers:
  suited-pair: {name: Suited Pair, wins: player starts with a suited pair, pays: 25 to 1}
  red: {name: All Red, wins: every card is red, pays: 20 to 1}
"""


@pytest.mark.parametrize(("card", "asks"), [({"text": SUITED}, True), ({"card": "baccarat"}, False)])
def test_the_pad_has_suits_where_a_wager_looks_at_them(client: TestClient, card: dict[str, str], asks: bool) -> None:
    assert new_table(client, game="baccarat", cards=[card]).status_code == 201
    page = client.get("/tables/t1/dealer").text
    assert ('data-suit="h"' in page) == asks
    answer = client.get("/tables/t1/next-entry", params={"player": "9"}).json()
    assert ("suit" in answer["says"]) == asks
    assert answer["next"] == ("" if asks else "banker")


def test_a_hand_is_entered_with_its_suits_and_shown_with_them(client: TestClient) -> None:
    new_table(client, game="baccarat", cards=[{"text": SUITED}])
    do(client, "close-betting")
    refused = do(client, "outcome", outcome={"player": ["9", "K"], "banker": ["3", "4"]})
    assert refused.status_code == 422
    assert "suit" in refused.text
    assert do(client, "outcome", outcome={"player": ["9h", "Ks"], "banker": ["3d", "4c"]}).status_code < 300
    page = client.get("/tables/t1/dealer").text
    assert all(card in page for card in ("9♥", "K♠", "3♦", "4♣"))
