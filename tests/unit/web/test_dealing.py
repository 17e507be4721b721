"""What a dealer and a supervisor find on their pages besides the outcome: the shoe, tokes, the shooter, the list."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.support.web import do, new_table, seated


def followed(client: TestClient, word: str, **fields: Any) -> Any:
    answer = do(client, word, **fields)
    assert answer.status_code == 200, answer.json()
    return answer.json()["table"]


def test_the_pages_of_a_craps_table_name_the_shooter_and_list_what_to_take_and_pay(client: TestClient) -> None:
    seated(client)
    assert 'aria-label="Seat 1 shoots"' in client.get("/tables/t1/dealer").text
    assert followed(client, "shooter", seat=1)["shooter"] == 1
    followed(client, "bet", seat=1, card=1, wager="field", amount=500)
    table = followed(client, "bet", seat=1, card=1, wager="eleven", amount=500, toke=True)
    assert [wager["toke"] for wager in table["wagers"]] == [False, True]
    followed(client, "close-betting")
    table = followed(client, "outcome", outcome=[4, 5])
    assert [line["text"] for line in table["dealer_list"]] == [
        "take $5.00 of the dealers' bet at seat 1: Eleven",
        "pay seat 1 $5.00: Field",
    ]
    page = client.get("/tables/t1/dealer").text
    assert [page.index(f'data-task="{task}"') for task in ("take-2", "pay-1")] == sorted(
        page.index(f'data-task="{task}"') for task in ("take-2", "pay-1")
    )
    assert "loses, for the dealers" in page
    assert "For the dealers" in page
    assert "Shooter seat 1" in page
    assert "data-task" not in client.get("/tables/t1?seat=1").text
    assert ",tokes," not in client.get("/api/tables/t1/ledger.csv").text  # it lost


def test_earlier_rounds_are_corrected_and_voided_over_http(client: TestClient) -> None:
    seated(client)
    followed(client, "bet", seat=1, card=1, wager="field", amount=500)
    for outcome in ([4, 5], [2, 3], [2, 3]):
        followed(client, "close-betting")
        table = followed(client, "outcome", outcome=outcome)
    assert (table["correct_from"], table["shift"]) == (1, 1)
    answer = do(client, "correct", outcome=[1, 1], round=1, reason="misread").json()
    assert answer["entry"]["kind"] == "corrected-earlier"
    assert answer["table"]["seats"]["1"]["balance"] == 101_000
    assert "the rounds since are settled again" in client.get("/tables/t1/supervisor").text
    assert "(since corrected)" in client.get("/tables/t1/supervisor").text
    assert followed(client, "void", round=1, reason="late bets")["seats"]["1"]["balance"] == 100_000
    page = client.get("/tables/t1/supervisor").text
    assert "Void only some bets" in page
    assert "Close shift 1?" in page
    table = followed(client, "close-shift")
    assert (table["correct_from"], table["shift"]) == (None, 2)
    assert do(client, "correct", outcome=[1, 1], reason="late").json()["code"] == "nothing-to-correct"


@pytest.mark.parametrize(("game", "stays"), [("craps", "Marks and the point stay"), ("baccarat", "Marks stay")])
def test_voiding_speaks_of_the_point_where_the_game_has_one(client: TestClient, game: str, stays: str) -> None:
    assert new_table(client, game=game, cards=[{"card": game}]).status_code == 201
    assert f">{stays} as they are." in client.get("/tables/t1/supervisor").text


def test_a_table_with_bets_up_is_not_closed(client: TestClient) -> None:
    seated(client)
    followed(client, "bet", seat=1, card=1, wager="pass", amount=500)
    refused = do(client, "close").json()
    assert (refused["code"], refused["message"]) == ("wagers-up", "bets are still up (1); settle or void them first")


def test_the_pages_of_a_tracked_shoe_say_what_is_left(client: TestClient) -> None:
    assert new_table(client, game="baccarat", cards=[{"card": "baccarat"}], track=True).status_code == 201
    table = followed(client, "shuffle", behind=14)
    assert table["supply"]["says"] == "416 cards left in the shoe, about 82 hands"
    followed(client, "burn", cards="7h", unseen=7)
    page = client.get("/tables/t1/dealer").text
    assert "408 cards left in the shoe" in page
    assert "burned 7h, and 7 cards face down" in page
    assert 'data-do="shuffle"' in page
    followed(client, "close-betting")
    assert 402 <= followed(client, "generate")["supply"]["left"] <= 404


def test_the_roads_begin_again_with_a_new_shoe(client: TestClient) -> None:
    assert new_table(client, game="baccarat", cards=[{"card": "baccarat"}], track=True).status_code == 201

    def beads() -> int:
        return client.get("/tables/t1").text.count('<g class="bead ')

    def hand() -> None:
        followed(client, "close-betting")
        followed(client, "outcome", outcome={"player": ["9", "K"], "banker": ["K", "7"]})

    hand()
    hand()
    assert beads() == 2
    followed(client, "shuffle", behind=14)
    assert beads() == 0
    hand()
    assert beads() == 1


def test_a_supervisor_pays_tokes_out_and_sees_what_is_to_be_returned(client: TestClient) -> None:
    seated(client)
    assert "pay-tokes" not in client.get("/tables/t1/supervisor").text
    followed(client, "bet", seat=1, card=1, wager="field", amount=500, toke=True)
    followed(client, "close-betting")
    followed(client, "outcome", outcome=[4, 5])
    page = client.get("/tables/t1/supervisor").text
    assert 'data-do="pay-tokes"' in page
    assert "Tokes on account for the dealers: <b" in page
    followed(client, "pay-tokes")
    assert "pay-tokes" not in client.get("/tables/t1/supervisor").text
    followed(client, "correct", outcome=[3, 4], reason="misread")
    assert "the dealers must return" in client.get("/tables/t1/supervisor").text


def test_the_answer_to_a_command_draws_the_view_that_a_page_names(client: TestClient) -> None:
    seated(client)
    command = {"do": "bet", "seat": 1, "card": 1, "wager": "field", "amount": 500}
    answer = client.post("/api/tables/t1/commands", json=command, headers={"X-View": "seat", "X-Seat": "1"}).json()
    version = answer["table"]["version"]
    assert answer["felt"] == client.get("/tables/t1/felt?view=seat&seat=1").text
    assert f'data-version="{version}"' in answer["felt"]
    plain = client.post("/api/tables/t1/commands", json=command).json()
    assert "felt" not in plain
    assert plain["table"]["version"] == version + 1
