"""The office builds house rules from a form: what it sends becomes a file, every choice shows its edge."""

import html
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient

from rackcard.web.house_form import HouseForm, Sent, form_of, new_form, read_form
from rackcard.web.routes.office import payout_of
from tests.support.house_rules import MINE, OPEN, SHORT, house_text, rules
from tests.support.served import SET_UP_CODE
from tests.support.web import PASSWORD, log_in

DRAGONS = "treasure-of-the-5-dragons"
POSTED = """\
house: h
name: H
game: craps
chip: $1
rounding: the player
seats: 8
books: the players
cards: {parlay-craps-with-envy: {options: {ends: any-seven}, leaves out: [repeating-12], max: $5,
  posts: {repeating-8-8x: {pays: 500 for 1, envy: 5 to 1}}}}
"""


ORDERED = """\
house: h
name: H
game: craps
min: $2
approval: {payout multiple: 300, payout amount: "$10,000", voids: two supervisors}
cards: {super-shooter: {only: [big], wagers: {big: {pays: 2}}}, high-roller: {max: $50}}
"""


@pytest.fixture
def boss(app: Any, client: TestClient) -> TestClient:
    client.post("/api/accounts", json={"name": "boss", "password": PASSWORD, "code": SET_UP_CODE})
    return log_in(app, "boss")[0]


def inputs(page: str) -> list[tuple[str, str]]:
    """What a browser would send of the form: every field that is filled in, checked or selected."""
    form = page[page.index('<form id="house-form"') : page.index("</form>")]
    found = []
    for tag in re.findall(r"<input\b[^>]*>", form):
        name, value = (re.search(rf'\b{one}="([^"]*)"', tag) for one in ("name", "value"))
        if name and (("checkbox" not in tag and "radio" not in tag) or re.search(r'"\s*checked', tag)):
            found.append((name[1], html.unescape(value[1] if value else "")))
    for name, options in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found.append((name, html.unescape(chosen[1] if chosen else "")))
    texts = re.search(r'<textarea name="texts".*?>(.*?)</textarea>', form, re.DOTALL)
    return [*found, ("texts", html.unescape(texts[1] if texts else ""))]


def file_of(page: str) -> str:
    found = re.search(r'<textarea id="text".*?>\n(.*?)</textarea>', page, re.DOTALL)
    assert found
    return html.unescape(found[1])


def sent(client: TestClient, path: str, fields: Any) -> str:
    answer = client.post(path, content=urlencode(fields, doseq=True))
    assert answer.status_code == 200, answer.text
    return answer.text


def test_the_office_is_for_supervisors(client: TestClient) -> None:
    assert client.get("/office/house", follow_redirects=False).status_code == 303
    for path in ("/office/house", "/office/house/load", "/office/house/check"):
        assert client.post(path, content="").status_code == 401


@pytest.mark.parametrize("text", [SHORT, POSTED, ORDERED], ids=["limits", "posts", "order"])
def test_a_file_in_the_form_and_back_is_the_same_house_rules(text: str, boss: TestClient) -> None:
    given = {"text": text, "texts": '{"mine": ' + repr(MINE).replace("'", '"') + "}"}
    page = sent(boss, "/office/house/load", given)
    assert file_of(page) == text
    form = read_form(Sent(urlencode(inputs(page)).encode()))
    checked = boss.post("/api/house/check", json={"house": form.text, "texts": dict(form.texts)}).json()
    assert f'data-sha256="{checked["sha256"]}"' in page


def test_a_form_of_rules_writes_the_file_that_the_writer_writes() -> None:
    one = rules(POSTED)
    assert form_of(one, {}).text == house_text(one)


def test_each_choice_shows_its_pays_and_its_edge(boss: TestClient) -> None:
    form = HouseForm({**new_form().fields, "cards": {"super-shooter": {}}})
    fields = [(name, value) for name, value in form.fields.items() if isinstance(value, str)]
    page = sent(boss, "/office/house", [*fields, ("card", "super-shooter")])
    assert 'title="exactly ' in page
    assert page.count('name="super-shooter.pays.little"') == 2
    assert "No problems found" in page
    assert file_of(page) == form.text


def test_a_wager_that_the_player_beats_is_refused_until_it_is_accepted(boss: TestClient) -> None:
    fields = [("game", "craps"), ("name", "H"), ("chip", "1"), ("card", "dice-works")]
    page = sent(boss, "/office/house", fields)
    assert "the player has an edge of 64.94 % on all-lows" in page
    assert "64.94 % for the player" in page
    some = [("dice-works.shown", "all-lows all-highs"), ("dice-works.offers", "all-lows")]
    page = sent(boss, "/office/house", [*fields, *some, ("dice-works.accepts", "all-lows")])
    assert "accepts: {dice-works: [all-lows]}" in file_of(page)
    page = sent(boss, "/office/house", [*fields, ("dice-works.option.ends", "any-seven")])
    assert "No problems found" in page


def test_a_list_is_set_by_its_names_and_never_by_accident(boss: TestClient) -> None:
    fields = [("game", "baccarat"), ("name", "H"), ("chip", "1"), ("card", DRAGONS)]
    page = sent(boss, "/office/house", fields)
    assert file_of(page).endswith(f"cards:\n  {DRAGONS}: {{}}\n")
    assert "Any Dragon 2.97 %" in page
    name = f"{DRAGONS}.option.dragons"
    only = sent(boss, "/office/house", [*fields, (f"{name}.by", "list"), (name, "golden-dragon-7")])
    assert f"{DRAGONS}: {{options: {{dragons: [golden-dragon-7]}}}}" in file_of(only)
    assert "84.23 %" in only
    none = sent(boss, "/office/house", [*fields, (f"{name}.by", "list")])
    assert "These house rules cannot be used" in none


def test_a_file_is_checked_as_it_is_typed(boss: TestClient) -> None:
    said = sent(boss, "/office/house/check", {"text": SHORT.replace("craps", "chess", 1)})
    assert 'data-line="4"' in said
    assert "house.yaml:4:7" in said


def test_the_house_rules_of_a_table_are_compared_before_they_change(boss: TestClient) -> None:
    assert boss.post("/api/tables", json=OPEN).status_code == 201
    assert SHORT.splitlines()[2] in html.unescape(boss.get("/office/house?table=fern").text)
    page = boss.get("/tables/fern/house").text
    assert "Opened from these" in page
    wanted = SHORT.replace("min: $5", "min: $10").replace("all: {max: $25}", "all: {pays: 2, max: $25}")
    compared = html.unescape(sent(boss, "/tables/fern/house", {"text": wanted}))
    assert "super-shooter, all, bets: $5.00 to $25.00 → $10.00 to $25.00" in compared
    assert "House edge before and after" in compared
    assert 'id="confirm-change"' in compared
    same = sent(boss, "/tables/fern/house", {"text": SHORT})
    assert "No differences" in same
    assert 'id="confirm-change"' not in same
    assert "house.yaml:1:1" in sent(boss, "/tables/fern/house", {"text": "x: y"})


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("$5,000 for each wager", ("$5,000", "wager")),
        ("$5,000 for each outcome, shared by all winners", ("$5,000", "outcome")),
        ("$5,000 for each player", ("$5,000", "outcome")),
        ("", ("", "outcome")),
    ],
)
def test_the_form_shows_a_payout_limit_as_house_rules_are_read(written: str, shown: tuple[str, str]) -> None:
    assert payout_of(HouseForm({"payout limit": written})) == shown
