"""Every card, played in a browser as a person plays it, and the pages of cards and the lab."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

import rackcard
from rackcard.api import load
from rackcard.card import card_ids
from rackcard.number import percent
from tests.support.browser import Client, People, Screen
from tests.support.plays import PLAYS, Play

# ---- every card, as a person plays it


@pytest.mark.parametrize("card", card_ids())
def test_a_person_plays_full_rounds_and_every_screen_equals_the_ledger(
    card: str, client: Client, people: People
) -> None:
    """P15: bets, marks, offers, payments with their reasons, and the balance; the campaign plays at random."""
    play = Play(Screen.opened_from_lobby(people.new(), client, card), people)
    play.run(PLAYS[card])
    terms = load(card).terms()
    groups = {one.group for one in terms if one.is_posted}
    assert groups <= {one.group for one in terms if one.wager in play.bets}
    assert {"won", "lost"} <= play.done
    if any(one.offers for one in terms if one.is_posted):
        assert {"offer", "take", "ride"} <= play.done
    before = play.screen.balance()
    play.screen.roll()
    play.screen.equals_ledger()
    assert play.screen.balance() == before or play.screen.up() == 0


def test_a_screen_that_shows_another_balance_than_the_ledger_is_caught(client: Client, people: People) -> None:
    """The control of P15: one cent more on the screen, however it came there."""
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    screen.bet("field")
    screen.equals_ledger()
    page.locator("#balance").evaluate("one => { one.dataset.cents = '99901'; one.textContent = '$999.01'; }")
    with pytest.raises(AssertionError, match="the screen shows"):
        screen.equals_ledger()


STATIC = Path(rackcard.__file__).parent / "web" / "static"
GAME_SCRIPTS = sorted((STATIC.parent.parent / "games").glob("*/static/*.js"))


SCRIPTS = ("table.js", "seat.js", "inspector.js", "motion.js", "sound.js", "rackcard.js", "entry.js")


@pytest.mark.parametrize("name", [*SCRIPTS, *map(str, GAME_SCRIPTS)])
def test_the_scripts_of_a_table_speak_of_no_pay(name: str) -> None:
    """Screens compute no pay: what is paid comes drawn from the server, and no script reads or adds it."""
    text = re.sub(r"//.*|/\*.*?\*/", "", (STATIC / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    code = re.sub(r"//[^\n]*", "", text)
    assert not re.search(r"\b(pays?|paid|payout|stakes?|balance|odds|winnings?|money)\b", code, re.IGNORECASE)


# ---- card pages and the lab


def test_an_option_reprices_the_card_at_once_and_its_address_can_be_shared(client: Client, people: People) -> None:
    page = people.new()
    page.goto(f"{client.url}/cards/dice-works?wager=the-works")
    edge = page.locator(".headline dd").first
    expect(edge).to_have_text(f"−{percent_of('dice-works', 'seven-out')} %")
    page.locator("select[name=ends]").select_option("any-seven")
    expect(edge).to_have_text(f"{percent_of('dice-works', 'any-seven')} %")
    page.reload()
    assert "ends=any-seven" in page.url
    expect(edge).to_have_text(f"{percent_of('dice-works', 'any-seven')} %")
    page.get_by_role("button", name="Open a practice table with these options").click()
    page.wait_for_url("**/tables/practice-*")
    expect(page.locator("#boards")).not_to_contain_text("the player has the edge")


def percent_of(card: str, ends: str) -> str:
    """The first edge of a card's widest wager as pages write it, without its sign."""
    edge = load(card).odds({"ends": ends})["the-works"].house_edge
    assert edge is not None
    return percent(abs(edge)).removesuffix(" %")


def test_the_lab_shows_the_error_where_it_is_and_the_edge_as_it_moves(client: Client, people: People) -> None:
    page = people.new()
    page.goto(f"{client.url}/lab?card=super-shooter")
    text = page.locator("textarea#text")
    expect(page.locator(".warn-box")).to_contain_text("Check these points")  # the document itself has gaps
    right = text.input_value()
    text.fill(right.replace("wins: all of 2 3 4 5 6 rolled", "wins: all of 2 3 4 5 66 rolled"))
    fault = page.locator(".fault-box pre")
    expect(fault).to_contain_text("two dice never total 66")
    expect(fault).to_contain_text("^")
    text.fill(right.replace("30 to 1, 2: 34 to 1", "31 to 1, 2: 34 to 1", 1))
    moves = page.locator("section:has(#moves-head) tbody tr").first
    expect(moves).to_contain_text("18.3029 %")
    expect(moves).to_contain_text("15.6675 %")
    page.get_by_role("button", name="Open a practice table").click()
    page.wait_for_url("**/tables/practice-*")
    expect(page.locator("#w-1-little")).to_contain_text("31")


def test_a_card_is_completed_repriced_and_shared_by_a_link(client: Client, people: People) -> None:
    """From a skeleton by the keyboard: a phrase is completed, a pay slides, the text travels in the address."""
    page = people.new()
    page.goto(f"{client.url}/lab")
    page.get_by_text("New card").click()
    page.locator("[data-new=sic-bo]").click()
    text = page.locator("#text")
    expect(text).to_have_value(re.compile("game: sic-bo"))
    page.keyboard.press("Control+End")
    page.keyboard.type("  mine:\npays: 30 to 1\nwi")
    expect(page.locator("#completions li").first).to_have_text("wins")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+Space")
    expect(page.locator("#completions li[aria-selected=true]")).to_be_visible()
    phrase = page.locator("#completions li").first.inner_text()
    page.keyboard.press("Enter")
    expect(text).to_have_value(re.compile(f"wins: {re.escape(phrase)}$"))
    expect(page.locator("#edges-part")).to_contain_text("Mine")
    page.locator("#tab-pays").click()
    was = page.locator("[data-edge='mine/1']").inner_text()
    page.get_by_label("Mine", exact=True).fill("31")
    expect(page.locator("[data-moved='mine/1']")).to_contain_text(f"was {was}")
    page.locator("#apply-pays").click()
    expect(text).to_have_value(re.compile("pays: 31 to 1"))
    page.locator("#share").click()
    expect(page.locator("#link")).to_have_value(re.compile("/lab#card="))
    other = people.new()
    other.goto(page.locator("#link").input_value())
    expect(other.locator("#text")).to_have_value(text.input_value())


def test_a_file_chosen_before_the_scripts_have_come_is_loaded(client: Client, people: People, tmp_path: Path) -> None:
    page = people.new()
    held: list[Route] = []
    page.route("**/static/*/lab.js", lambda route: held.append(route))
    page.goto(f"{client.url}/lab", wait_until="commit")
    card = tmp_path / "mine.yaml"
    shutil.copy(STATIC.parent.parent / "cards" / "dice-works.yaml", card)
    page.locator("#load").set_input_files(card)
    assert "card: dice-works" not in page.locator("#text").input_value()
    assert held  # the script is still on its way
    for route in held:
        route.continue_()
    expect(page.locator("#text")).to_have_value(re.compile("card: dice-works"))
    expect(page.locator("#edges-part")).to_contain_text("The Works")
