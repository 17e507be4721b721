"""The lab's tools: completion, other pays, wanted edges, curves, other weights, simulations and live tables."""

import html
import re
import time
from fractions import Fraction
from typing import Any

import pytest
from starlette.testclient import TestClient

from rackcard.api import load, loads
from rackcard.card.written_pays import written_pays
from rackcard.games import GAMES
from rackcard.number import percent
from rackcard.report.charts.curves import Series, curve_chart
from rackcard.web.routes.lab import example
from rackcard.web.simulations import ROUNDS_MAX
from rackcard.web.views.lab_verdict import verdict_of
from tests.support.served import SET_UP_CODE
from tests.support.web import PASSWORD, log_in

pytestmark = pytest.mark.slow

SMALL = (
    "card: small\ntitle: Small\nabout: x\ngame: craps\nsource: x\nends: any seven\nwagers:\n"
    "  six: {wins: 6 rolled 2 times, pays: {1: 2 to 1, 2: 3 to 1}}\n  eight: {wins: 8 rolled, pays: 1 to 1}\n"
)


def post(client: TestClient, path: str, **fields: Any) -> Any:
    return client.post(path, json=fields)


def part(client: TestClient, path: str, **fields: str) -> str:
    answer = client.post(path, data=fields)
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def edge(text: str, wager: str, table: str = "1") -> Fraction:
    (entry,) = loads(text).odds(wager=wager, table=table).wagers[:1]
    assert entry.house_edge is not None
    return entry.house_edge


# ---- the editor


def test_completion_answers_with_the_place_and_the_proposals(client: TestClient) -> None:
    found = post(client, "/lab/complete", text="game: craps\nends: any", line=2, column=10).json()
    assert found["column"] == 7
    first = {"label": "any seven", "kind": "phrase", "insert": "any seven", "hint": ""}
    assert found["proposals"][0] == first
    assert post(client, "/lab/complete", text="x" * 300_000, line=1, column=1).status_code in (413, 422)


@pytest.mark.parametrize("game", GAMES)
def test_a_new_card_of_every_game_and_its_phrases(client: TestClient, game: str) -> None:
    text = client.get("/lab/skeleton", params={"game": game}).json()["text"]
    assert loads(text).game.id == game
    listed = html.unescape(client.get("/lab/phrases", params={"game": game}).text)
    assert GAMES[game].phrases.guide.examples["condition"][0] in listed
    assert client.get("/lab/skeleton", params={"game": "checkers"}).status_code == 422


# ---- the verdict


COLORS = {"parlay-craps": "bad", "baccarat-extras": "bad", "high-roller": "fine", "infinite-fortune": "warn"}


@pytest.mark.parametrize(("name", "color"), COLORS.items())
def test_the_verdict_has_the_color_of_the_gravest_finding(name: str, color: str) -> None:
    card = load(name)
    assert verdict_of(card.odds(), card.review()).color == color


def test_the_verdict_names_the_wager_and_the_figure_that_the_player_has() -> None:
    card = loads(SMALL.replace("pays: 1 to 1", "pays: 3 to 1"))
    found = verdict_of(card.odds(), card.review())
    assert (found.color, found.headline) == ("bad", "The player has the edge")
    assert f"{percent(-edge(card.origin.text, 'eight'), 2)} on Eight" in found.sentences[0]
    assert verdict_of(card.odds(), None).color == "bad"
    fine = loads(SMALL)
    assert verdict_of(fine.odds(), None).color == "working"


def test_the_page_of_a_card_that_the_player_beats_is_red(client: TestClient) -> None:
    page = part(client, "/lab/check", text=SMALL.replace("pays: 1 to 1", "pays: 3 to 1"), before="")
    assert 'class="bad-box"' in page
    assert 'class="fine-box"' not in page


# ---- pays


def test_other_pays_are_priced_as_the_text_that_has_them(client: TestClient) -> None:
    pays = {one.what: one.number for one in written_pays(loads(example())) if one.wager == "spread"}
    found = post(client, "/lab/reprice", text=example(), pays={pays["8"]: "12", pays["10"]: "120.5"}).json()
    assert "8: 12 to 1" in found["text"]
    assert "10: 120.5 to 1" in found["text"]
    (spread,) = found["edges"]
    assert Fraction(spread["exact"]) == edge(found["text"], "spread")
    assert spread["key"] == "spread/1"
    assert spread["players"] is (edge(found["text"], "spread") < 0)


def test_a_pay_is_repriced_in_under_a_tenth_of_a_second(client: TestClient) -> None:
    """What is solved once is not solved again: the fastest of five answers, whatever else the machine does."""
    taken = []
    for amount in range(20, 26):
        start = time.perf_counter()
        assert post(client, "/lab/reprice", text=SMALL, pays={0: str(amount)}).status_code == 200
        taken.append(time.perf_counter() - start)
    assert min(taken[1:]) < 0.1


@pytest.mark.parametrize("pays", [{"99": "3"}, {"0": "0"}, {"0": "-1"}, {"0": "many"}, {"0": "99999999"}])
def test_an_amount_that_no_card_can_have_is_refused(client: TestClient, pays: dict[str, str]) -> None:
    answer = post(client, "/lab/reprice", text=SMALL, pays=pays)
    assert answer.status_code == 422
    assert answer.json()["message"]


def test_a_wanted_edge_is_met_exactly_or_said_to_be_out_of_reach(client: TestClient) -> None:
    found = post(client, "/lab/goal", text=SMALL, pay=2, edge="8").json()
    assert "exactly 8.00 %" in found["sentence"]
    whole = {one["amount"]: one["label"] for one in found["choices"]}
    for amount, label in whole.items():
        text = SMALL.replace("pays: 1 to 1", f"pays: {amount} to 1")
        assert label == f"{amount} to 1: {percent(edge(text, 'eight'), 2)}"
    exact = post(client, "/lab/goal", text=SMALL, pay=2, edge="0").json()
    assert exact["choices"][0]["amount"] == "1.2"
    assert "No pay here" in post(client, "/lab/goal", text=SMALL, pay=2, edge="100").json()["sentence"]
    assert post(client, "/lab/goal", text=SMALL, pay=7, edge="8").status_code == 422
    assert post(client, "/lab/goal", text="card: x", pay=0, edge="8").status_code == 422


# ---- curves


def test_two_pay_tables_are_drawn_with_their_figures(client: TestClient) -> None:
    before = SMALL
    now = SMALL.replace("pays: 1 to 1", "pays: 1.1 to 1")
    page = part(client, "/lab/compare", text=now, before=before, wager="six")
    assert 'value="before/1" selected' in page
    assert page.count("<svg") == 2  # added up, and by pay table
    assert percent(1 - edge(SMALL, "six")) in page
    page = part(client, "/lab/compare", text=now, before=before, wager="eight", first="before/1", second="text/1")
    assert percent(edge(now, "eight")) in page
    assert percent(edge(before, "eight")) in page
    with_offers = part(client, "/lab/compare", text=example(), before=example(), wager="spread")
    assert "Return by play" in with_offers


def test_a_curve_says_its_figures_to_those_who_cannot_see_it() -> None:
    drawn = curve_chart("Return", ["a", "b <"], [Series("x", (Fraction(1, 2), Fraction(3, 4)))])
    assert "<desc>x: a 50.00 %, b &lt; 75.00 %</desc>" in drawn
    assert "style=" not in drawn


# ---- another chance


def test_other_weights_are_said_to_depart_from_the_card(client: TestClient) -> None:
    own = part(client, "/lab/chance", text=SMALL, weights="")
    assert "<h2>Other weights</h2>" in own
    assert "The card's own weights" in own
    page = part(client, "/lab/chance", text=SMALL, weights="7=12")
    assert "These are not the card's own weights: 1-6 ×2" in page
    card = loads(SMALL)
    loaded = card.odds(chance=card.chance().weighted({"7": Fraction(12)}), wager="eight").wagers[0].house_edge
    assert loaded is not None
    assert percent(loaded, 2) in page
    for wrong in ("7=x", "seven=2", "7=-1"):
        answer = client.post("/lab/chance", data={"text": SMALL, "weights": wrong})
        assert answer.status_code == 422, wrong


# ---- simulations


def run_of(page: str) -> str:
    found = re.search(r'hx-get="/lab/simulation/([\w-]+)"', page)
    assert found is not None, page
    return found[1]


def finished(client: TestClient, run: str) -> str:
    for _ in range(600):
        page = html.unescape(client.get(f"/lab/simulation/{run}").text)
        if "hx-get" not in page:
            return page
        time.sleep(0.02)
    raise AssertionError("the simulation does not end")


def test_a_simulation_shows_what_it_found_beside_the_exact_figures(client: TestClient) -> None:
    run = run_of(part(client, "/lab/simulation", text=SMALL, rounds="20,000", browser="a"))
    page = finished(client, run)
    assert percent(edge(SMALL, "eight")) in page
    assert "95 % interval" in page
    assert "PASS" in page or "FAIL" in page
    assert "20,000 of 20,000 rounds" in page
    assert client.get("/lab/simulation/unknown").status_code == 404


def test_one_simulation_for_each_browser_and_two_in_all(client: TestClient) -> None:
    rounds = f"{ROUNDS_MAX}"
    first = run_of(part(client, "/lab/simulation", text=SMALL, rounds=rounds, browser="b"))
    again = client.post("/lab/simulation", data={"text": SMALL, "rounds": "1000", "browser": "b"})
    assert (again.status_code, "already running in this browser" in again.text) == (429, True)
    second = run_of(part(client, "/lab/simulation", text=SMALL, rounds=rounds, browser="c"))
    third = client.post("/lab/simulation", data={"text": SMALL, "rounds": "1000", "browser": "d"})
    assert (third.status_code, "try again in a minute" in third.text) == (429, True)
    for run in (first, second):
        client.post(f"/lab/simulation/{run}/stop")
        assert "Stopped early" in finished(client, run)
    for rounds in ("0", "many", f"{ROUNDS_MAX + 1}"):
        assert client.post("/lab/simulation", data={"text": SMALL, "rounds": rounds, "browser": "b"}).status_code == 422


# ---- tables


def test_several_cards_share_one_practice_table(client: TestClient) -> None:
    cards = [{"text": SMALL}, {"card": "dice-works"}]
    answer = client.post("/api/practice", json={"cards": cards})
    assert answer.status_code == 201
    table = client.get(f"/api/tables/{answer.json()['table']}").json()
    assert len(table["cards"]) == 3  # both, and the base game
    page = client.get(answer.json()["go"]).text
    assert all(load(name).title in page for name in ("dice-works", "craps"))
    assert "Small" in page
    other = client.post("/api/practice", json={"cards": [{"text": SMALL}, {"card": "tiger-baccarat"}]})
    assert (other.status_code, other.json()["code"]) == (409, "other-game")
    twice = client.post("/api/practice", json={"cards": [{"text": SMALL}, {"text": SMALL}]})
    assert twice.json()["code"] == "card-twice"


def test_a_lab_card_goes_to_the_house_rules_of_a_live_table(app: Any, client: TestClient) -> None:
    client.post("/api/accounts", json={"name": "boss", "password": PASSWORD, "code": SET_UP_CODE})
    client, _ = log_in(app, "boss")
    page = html.unescape(client.post("/lab/offer", data={"text": SMALL}).text)
    assert "small: {file: small.yaml}" in page or "file: small.yaml" in page
    assert "No problems found" in page
    beaten = html.unescape(client.post("/lab/offer", data={"text": SMALL.replace("pays: 1 to 1", "pays: 3 to 1")}).text)
    assert "These house rules cannot be used" in beaten
    assert "eight" in beaten
    refused = client.post("/lab/offer", data={"text": "card: x"})
    assert refused.status_code == 422


def test_only_a_supervisor_offers_a_card_at_a_live_table(client: TestClient) -> None:
    assert client.post("/lab/offer", data={"text": SMALL}).status_code == 401
