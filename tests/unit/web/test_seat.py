"""What a seat is told and may do: the story of an outcome, the rail, the inspector, and what an outcome would do."""

import html
import re
from collections.abc import Mapping
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rackcard.games import GAMES
from rackcard.table.service import Service
from rackcard.table.state import Table
from rackcard.web.views.inspector import inspect
from rackcard.web.views.outlook import outlooks
from rackcard.web.views.rail import rail
from rackcard.web.views.story import Story, told


class Seat:
    """Seat 1 of a practice table of its own."""

    def __init__(self, app: Any, client: TestClient, *cards: str, game: str = "craps", **more: Any) -> None:
        self.client, self.store = client, app.state.store
        self.service: Service = app.state.service
        entries = [{"card": card} for card in cards]
        client.post("/api/tables", json={"table": "t1", "name": "T", "game": game, "cards": entries, **more})
        self.do("seat", seat=1, name="Ann")
        self.do("buy-in", seat=1, amount=100_000)

    def do(self, word: str, **fields: Any) -> None:
        self.send({"do": word, **fields})

    def send(self, *commands: Mapping[str, Any]) -> None:
        for command in commands:
            answer = self.client.post("/api/tables/t1/commands", json=command)
            assert answer.status_code == 200, answer.text

    def bet(self, *wagers: str, card: int = 1, amount: int = 500) -> None:
        for wager in wagers:
            self.do("bet", seat=1, card=card, wager=wager, amount=amount)

    def enter(self, *outcomes: Any) -> None:
        for outcome in outcomes:
            self.do("close-betting")
            self.do("outcome", outcome=outcome)

    @property
    def table(self) -> Table:
        return self.service.table("t1")

    @property
    def entries(self) -> list[Any]:
        return list(self.store.entries("t1"))

    @property
    def story(self) -> Story:
        found = told(self.table, self.entries, 1, ())
        assert found is not None
        return found


def test_a_story_has_one_net_figure_and_tells_wins_losses_and_marks_in_that_order(app: Any, client: TestClient) -> None:
    seat = Seat(app, client, "craps", "repeater-bets-plus")
    seat.bet("field", "any-seven", "pass")
    seat.bet("repeating-10", card=2)
    before = seat.table.balance(1) + 2_000
    seat.enter([5, 5])
    story = seat.story
    assert story.call == "Ten, the hard way. The point is 10."
    assert [line.kind for line in story.lines] == ["won", "lost", "marked"]
    assert [line.text for line in story.lines] == ["Field pays 1 to 1", "Any Seven loses", "Repeating 10: 1 of 4"]
    up = sum(wager.money for wager in seat.table.wagers_of(1).values())
    assert story.net == seat.table.balance(1) + up - before == 0
    assert (story.won, story.lost) == (("w-1-field",), ("w-1-any-seven",))


def test_more_than_five_lines_are_folded_and_nothing_is_left_out_of_the_net(app: Any, client: TestClient) -> None:
    seat = Seat(app, client, "craps")
    seat.bet("any-craps", "craps-2", "craps-3", "craps-12", "eleven", "hard-4", "hard-6", "field")
    seat.enter([3, 4])
    story = seat.story
    assert (len(story.lines), len(story.more)) == (4, 4)
    assert story.net == -8 * 500
    assert {line.kind for line in (*story.lines, *story.more)} == {"lost"}


def test_an_outcome_that_decides_no_bet_has_no_figure_and_says_what_is_off(app: Any, client: TestClient) -> None:
    seat = Seat(app, client, "craps")
    seat.enter([2, 2])
    seat.bet("place-6")
    seat.enter([2, 2], [3, 3])
    story = seat.story
    assert (story.net, story.call) == (None, "Six, the hard way. The point is 6.")
    assert [line.text for line in story.lines] == ["Place 6: off on this roll"]


@pytest.mark.parametrize(("given", "tier"), [([1, 1], 2), ([1, 2], 1), ([3, 4], 0)])
def test_a_win_is_celebrated_by_its_pay(app: Any, client: TestClient, given: list[int], tier: int) -> None:
    seat = Seat(app, client, "craps")
    seat.bet("craps-2" if given == [1, 1] else "any-craps")
    seat.enter(given)
    assert (seat.story.tier, seat.story.sign) == (tier, None)


def test_all_ten_numbers_have_a_sign(app: Any, client: TestClient) -> None:
    seat = Seat(app, client, "super-shooter", "craps")
    seat.bet("all")
    seat.enter(*([1, 1], [1, 2], [2, 2], [2, 3], [3, 3], [4, 4], [4, 5], [5, 5], [5, 6], [6, 6]))
    sign = seat.story.sign
    assert sign is not None
    assert (seat.story.tier, sign.name, sign.amount) == (3, "All", 500 * 150)


# ---- the rail


def test_the_rail_repeats_doubles_and_clears_what_the_table_accepts(app: Any, client: TestClient) -> None:
    seat = Seat(app, client, "craps")
    seat.bet("field", "hard-8", "horn", amount=400)
    now = rail(seat.table, seat.entries, 1)
    assert now.rebet is None
    assert now.double is not None
    assert now.double.total == 1_200
    assert now.clear is not None
    assert now.clear.total == 1_200
    seat.send(*now.clear.commands)
    assert seat.table.wagers == {}
    seat.bet("field", "hard-8", "horn", amount=400)
    seat.enter([1, 2])
    again = rail(seat.table, seat.entries, 1).rebet
    assert again is not None
    assert [one["wager"] for one in again.commands] == ["field", "horn"]
    seat.send(*again.commands)
    assert rail(seat.table, seat.entries, 1).rebet is None


def test_what_comes_down_is_told_for_each_place_with_the_reason_where_none_does(app: Any, client: TestClient) -> None:
    seat = Seat(app, client, "craps")
    seat.bet("pass", "hard-8")
    seat.enter([2, 2])
    seat.bet("pass-odds")
    down = rail(seat.table, seat.entries, 1).down
    assert down is not None
    assert {place: sorted(found) for place, found in down.items()} == {
        "w-1-pass": ["why"], "w-1-hard-8": ["wagers"], "w-1-pass-odds": ["wagers"],
    }  # fmt: skip
    for wager in down["w-1-hard-8"]["wagers"]:
        seat.do("take-down", seat=1, wager=wager)


# ---- the inspector


def test_the_inspector_says_pays_chance_edge_rule_and_limits(app: Any, client: TestClient) -> None:
    seat = Seat(app, client, "craps")
    seat.bet("hard-8")
    found = inspect(seat.table, 1, "hard-8", 1)
    assert found is not None
    assert (found.name, found.pays, found.rule) == ("Hard 8", "9 to 1", "Roll a hard 8 (4-4) before a 7 or an easy 8.")
    assert found.figures == (("Chance", "9.09 %"), ("House edge", "9.09 %"), ("Your $5.00", "$4.55"))
    answer = client.get("/tables/t1/inspect", params={"card": 1, "wager": "field", "seat": 1})
    assert (answer.status_code, "House edge" in answer.text) == (200, True)
    assert client.get("/tables/t1/inspect", params={"card": 9, "wager": "x"}).text.strip() == ""


def test_the_rule_follows_the_options_in_force_and_a_closed_bet_says_why(app: Any, client: TestClient) -> None:
    seat = Seat(app, client, "craps")
    seat.enter([2, 2])
    found = inspect(seat.table, 1, "dont-pass", 1)
    assert found is not None
    assert any(note.startswith("Closed: ") for note in found.notes)
    options = {"card": "dice-works", "options": {"ends": "any-seven"}}
    client.post("/api/tables", json={"table": "t2", "name": "T", "game": "craps", "cards": [options]})
    page = html.unescape(client.get("/tables/t2/inspect", params={"card": 1, "wager": "the-works"}).text)
    assert "seven-out" not in page
    assert re.search(r"before a 7|a 7 is rolled", page)


# ---- what an outcome would do


@pytest.mark.parametrize("given", [[1, 1], [2, 2], [3, 4]])
def test_what_an_outcome_would_do_is_what_it_does(app: Any, client: TestClient, given: list[int]) -> None:
    seat = Seat(app, client, "craps", "super-shooter")
    seat.enter([2, 2])
    seat.bet("hard-4", "field", "any-seven", "place-6")
    seat.bet("big", card=2)
    assert outlooks(seat.table, 1) is None
    seat.do("close-betting")
    ahead = outlooks(seat.table, 1)
    assert ahead is not None
    names = {str(sum(given)), "-".join(map(str, sorted(given)))}
    rows = [row.net for row in ahead.rows if names & set(row.label.removesuffix(" …").split(", "))]
    seat.do("outcome", outcome=given)
    assert rows == [seat.story.net or 0]


def test_a_game_with_many_outcomes_is_told_by_who_wins(app: Any, client: TestClient) -> None:
    seat = Seat(app, client, "baccarat", game="baccarat")
    seat.bet("banker", "tie")
    seat.do("close-betting")
    ahead = outlooks(seat.table, 1)
    assert ahead is not None
    assert {row.label: row.net for row in ahead.rows} == {"Player": -1_000, "Banker": 0, "Tie": 4_000}


def test_winners_who_share_a_payout_limit_are_told_their_share(app: Any, client: TestClient) -> None:
    """Two bets of $100 on the player win $100 in all: $50 each."""
    seat = Seat(app, client, "baccarat", game="baccarat", limits={"payout_max": 10_000})
    seat.do("seat", seat=2, name="Ben")
    seat.do("buy-in", seat=2, amount=100_000)
    for number in (1, 2):
        seat.do("bet", seat=number, card=1, wager="player", amount=10_000)
    seat.do("close-betting")
    ahead = outlooks(seat.table, 1)
    assert ahead is not None
    assert {row.label: row.net for row in ahead.rows}["Player"] == 5_000
    seat.do("outcome", outcome={"player": ["9", "K"], "banker": ["3", "4"]})
    assert seat.story.net == 5_000


def test_bets_for_the_dealers_are_left_out_of_what_an_outcome_does(app: Any, client: TestClient) -> None:
    seat = Seat(app, client, "craps")
    seat.do("bet", seat=1, card=1, wager="pass", amount=1_000, toke=True)
    seat.do("close-betting")
    assert outlooks(seat.table, 1) is None
    seat.do("outcome", outcome=[3, 4])
    seat.bet("pass")
    seat.do("bet", seat=1, card=1, wager="dont-pass", amount=1_000, toke=True)
    seat.do("close-betting")
    ahead = outlooks(seat.table, 1)
    assert ahead is not None
    assert {row.label: (row.text, row.net) for row in ahead.rows} == {
        "2, 3, 12": ("All of your bets lose", -500),
        "7, 11": ("Pass", 500),
    }


def test_a_bet_that_pushes_does_not_lose(app: Any, client: TestClient) -> None:
    seat = Seat(app, client, "craps")
    seat.bet("pass", "dont-pass")
    seat.do("close-betting")
    ahead = outlooks(seat.table, 1)
    assert ahead is not None
    assert next(row.text for row in ahead.rows if row.label == "12") == "Pass loses"


# ---- what is sent


def test_a_felt_is_compressed(app: Any, client: TestClient) -> None:
    Seat(app, client, "craps")
    part = client.get("/tables/t1/felt", params={"seat": 1}, headers={"Accept-Encoding": "gzip"})
    assert part.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(("game", "scripts"), [("roulette", 1), ("craps", 0)])
def test_a_seat_loads_the_script_that_only_its_game_has(
    app: Any, client: TestClient, game: str, scripts: int
) -> None:  # fmt: skip
    Seat(app, client, game, game=game)
    found = re.findall(r'src="([^"]+/games/[^"]+)"', client.get("/tables/t1").text)
    assert [address.rsplit("/", 2)[1:] for address in found] == [[game, "seat.js"]] * scripts
    assert [client.get(address).status_code for address in found] == [200] * scripts


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("view", ["dealer", "supervisor"])
def test_the_pad_is_drawn_by_the_styles_of_its_game(app: Any, client: TestClient, game: str, view: str) -> None:
    Seat(app, client, game, game=game)
    page = client.get(f"/tables/t1/{view}").text
    (address,) = re.findall(r'href="([^"]+/games/[^"]+)"', page)
    assert address.endswith(f"/{GAMES[game].folder}/{view}.css")
    styled = client.get(address)
    assert styled.headers["content-type"].startswith("text/css")
    classes = {name for names in re.findall(r'class="([^"]+)"', page) for name in names.split()}
    assert set(re.findall(r"^\.([a-z-]+) {", styled.text, re.MULTILINE)) <= classes | {"suits"}
