"""A seat's page: repeating and taking down bets, the inspector, the closed state, and what fits one screen."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.support.browser import Client, People, Screen

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}


def test_bets_are_repeated_doubled_cleared_and_taken_down(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    for wager in ("field", "hard-8"):
        screen.bet(wager)
    screen.enter("1-2")
    screen.act(lambda: page.keyboard.press("b"), "bet")
    expect(page.locator("#up")).to_have_attribute("data-cents", "200")  # hard 8 is still up, so only the field again
    screen.act(lambda: page.keyboard.press("d"), "bet")
    expect(page.locator("#up")).to_have_attribute("data-cents", "300")
    screen.act(lambda: page.keyboard.press("c"), "take-down")
    expect(page.locator("#up")).to_have_attribute("data-cents", "100")
    screen.act(lambda: screen.tile("hard-8").click(button="right"), "take-down")
    assert screen.up() == 0
    screen.equals_ledger()

    def press_down() -> None:
        page.locator("#down").click()
        screen.tile("field").click()

    for take_down in (press_down, lambda: screen.tile("field").press("Delete")):
        screen.bet("field")
        screen.act(take_down, "take-down")
        assert screen.up() == 0
    screen.equals_ledger()


def test_a_bet_that_cannot_be_repeated_is_named_with_its_reason(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    for wager in ("pass", "any-seven"):
        screen.bet(wager)
    screen.enter("1-1")
    screen.enter("2-2")
    screen.act(page.locator("#rebet").click, "bet")
    expect(page.locator("#alert")).to_contain_text("Left out: Pass (a point is on).")
    assert [one["wager"] for one in client.table(screen.table)["wagers"]] == ["any-seven"]
    screen.bet("field")
    screen.shows(client.do(screen.table, "bet", seat=1, card=1, wager="come", amount=100))
    screen.enter("2-2")
    screen.enter("2-3")
    page.locator("#boards").evaluate("one => one.scrollIntoView()")
    assert "come" in (page.locator("#down").get_attribute("data-down") or "")


def test_pointing_at_a_bet_shows_its_chance_edge_and_rule_and_the_last_one_stays(
    client: Client, people: People
) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    shown = page.locator("#inspector")
    screen.tile("hard-8").hover()
    expect(shown).to_contain_text("Hard 8")
    for text in ("9 to 1", "9.09 %", "House edge", "Roll a hard 8 (4-4) before a 7 or an easy 8."):
        expect(shown).to_contain_text(text)
    screen.act(screen.tile("hard-8").click, "bet")
    expect(shown).to_contain_text("Your $1.00")
    page.mouse.move(1, 1)
    screen.enter("1-2")
    expect(shown).to_contain_text("Hard 8")
    screen.tile("field").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(shown).to_contain_text("Roll a 2 or 12")


def test_while_betting_is_closed_the_page_says_so_and_what_each_roll_would_do(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    for wager in ("pass", "field", "any-seven"):
        screen.bet(wager)
    screen.shows(client.do(screen.table, "close-betting"))
    expect(page.locator("#strip.shut")).to_contain_text("No more bets")
    expect(page.locator(".why-shut")).to_contain_text("Betting is closed until this roll is settled")
    assert page.locator(".top").evaluate("one => getComputedStyle(one).backgroundImage") != "none"
    row = page.locator("#outlook tr", has=page.locator("th", has_text=re.compile("^7$")))
    told = row.locator(".amount").inner_text()
    assert told == "+$4.00"
    screen.shows(client.do(screen.table, "outcome", outcome=[3, 4]))
    expect(page.locator("#net")).to_have_text(told)
    expect(page.locator("#outlook")).to_have_count(0)
    screen.equals_ledger()


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768), (1024, 768)])
def test_a_table_with_three_side_bets_fits_one_screen(size: tuple[int, int], client: Client, people: People) -> None:
    cards = [{"card": card} for card in ("cash-out-craps", "repeater-bets-plus", "super-shooter", "craps")]
    name = f"fits-{size[0]}"
    client.post("/api/tables", {"table": name, "name": "Craps 4", "game": "craps", "cards": cards})
    client.do(name, "seat", seat=1, name="You")
    client.do(name, "buy-in", seat=1, amount=100_000)
    client.do(name, "bet", seat=1, card=1, wager="cash-out", amount=2_500)
    for given in ("2-3", "3-3", "4-5", "2-2", "5-5"):
        client.outcome(name, given)
    page = people.new(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{client.url}/tables/{name}?seat=1")
    expect(page.locator(".offer:visible")).to_have_count(1)
    over = """() => { const page = document.documentElement, felt = document.getElementById('boards');
        const cut = ['#roll', '#balance', '.acts', '.chip-rack', '#story', '.slip'].filter(one => {
          const box = document.querySelector(one).getBoundingClientRect();
          return box.left < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1; });
        const sideways = page.scrollWidth > innerWidth || felt.scrollWidth > felt.clientWidth;
        return [page.scrollHeight > innerHeight, sideways, cut]; }"""
    assert page.evaluate(over) == [False, False, []]


def test_a_bet_over_a_slow_network(client: Client, people: People, capsys: pytest.CaptureFixture[str]) -> None:
    """The time is printed, not judged: it is the machine's as much as the page's."""
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    session = page.context.new_cdp_session(page)
    session.send("Network.emulateNetworkConditions", SLOW)
    started = time.monotonic()
    screen.bet("field")
    with capsys.disabled():
        print(f"\na bet at 400 ms and 50 kB/s: {time.monotonic() - started:.2f} s")
    screen.equals_ledger()
