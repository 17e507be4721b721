"""Several people at one table, and what happens to their pages."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import Client, People, Screen, Server
from tests.support.live_table import dealer_of

# ---- several people at one table


def test_two_browsers_at_one_table_stay_in_step(client: Client, people: People) -> None:
    first = Screen.opened(people.new(), client, "cash-out-craps")
    client.do(first.table, "seat", seat=2, name="Ann")
    version = client.do(first.table, "buy-in", seat=2, amount=50_000)
    page = people.new()
    page.goto(f"{client.url}/tables/{first.table}?seat=2")
    second = Screen(page, client, first.table, 2)
    first.shows(version)

    def heard(screen: Screen, action: Callable[[], Any]) -> None:
        """The other browser shows what was done, without being loaded again."""
        action()
        screen.shows(client.table(screen.table)["version"])

    heard(second, lambda: first.bet("cash-out"))
    expect(second.tile("cash-out").locator('.stack.theirs[data-seat="1"]')).to_be_visible()
    heard(first, lambda: second.bet("field", 2))
    expect(first.chips("field", 2)).to_have_attribute("data-cents", "100")
    heard(second, first.roll)
    assert first.texts(".last li") == second.texts(".last li")
    assert first.texts(".circles .on") == second.texts(".circles .on")
    for screen in (first, second):
        assert screen.balance() == client.accounts(first.table)[f"seat:{screen.seat}"]


def test_a_dealer_enters_dice_by_face_and_by_key_corrects_and_calls_no_roll(client: Client, people: People) -> None:
    player = Screen.opened(people.new(), client, "craps")
    dealer = dealer_of(player, people)
    page = dealer.page

    def both_show() -> None:
        version = client.table(player.table)["version"]
        dealer.shows(version)
        player.shows(version)
        player.equals_ledger()
        shown = page.locator('[data-balance="1"]')
        expect(shown).to_have_attribute("data-cents", str(player.balance()))

    player.bet("field")
    dealer.act(page.get_by_role("button", name="No more bets").click, "close-betting")
    both_show()
    expect(player.page.locator("#boards")).to_have_attribute("aria-disabled", "true")
    dealer.tap("23")
    both_show()
    assert player.balance() == 99_900
    assert "lost" in (player.page.locator(".plays > li li").first.get_attribute("class") or "")

    page.get_by_role("button", name="Correct roll 1").click()
    page.locator('.cell[data-keys="22"]').click()
    page.get_by_label("Reason").fill("the second die was a 2")
    dealer.act(page.get_by_role("button", name="Correct", exact=True).click, "correct")
    both_show()
    assert player.balance() == 100_100
    assert "corrected to 2-2, 4" in player.history()
    assert "Field" in player.history()

    player.bet("eleven")
    page.locator("#strip b").first.click()
    dealer.act(lambda: page.keyboard.press("n"), "close-betting")
    dealer.act(page.get_by_role("button", name="No roll").click, "no-roll")
    both_show()
    assert "no roll: called by the dealer" in player.history()
    assert player.up() == 100
    dealer.act(lambda: page.keyboard.press("n"), "close-betting")
    page.keyboard.press("5")
    page.keyboard.press("6")
    expect(page.locator('.cell[data-keys="56"]')).to_have_attribute("aria-pressed", "true")
    dealer.act(lambda: page.keyboard.press("Enter"), "outcome")
    both_show()
    assert player.balance() == 100_100 + 1_500
    assert player.texts(".last li") == ["4", "11"]


def test_a_dealer_enters_a_pocket_and_the_cards_of_a_hand(client: Client, people: People) -> None:
    player = Screen.opened(people.new(), client, "roulette")
    dealer = dealer_of(player, people)
    player.bet("straight-17")
    dealer.act(dealer.page.locator("#no-more").click, "close-betting")
    for key in "17":
        dealer.page.keyboard.press(key)
    expect(dealer.page.locator('.cell[data-keys="17"]')).to_have_attribute("aria-pressed", "true")
    dealer.act(lambda: dealer.page.keyboard.press("Enter"), "outcome")
    player.shows(client.table(player.table)["version"])
    assert player.balance() == 100_000 + 3_500
    dealer.act(dealer.page.locator("#no-more").click, "close-betting")
    dealer.tap("00")
    assert dealer.texts(".last li") == ["17", "00"]

    player = Screen.opened(people.new(), client, "baccarat")
    dealer = dealer_of(player, people)
    player.bet("banker")
    dealer.act(dealer.page.locator("#no-more").click, "close-betting")
    dealer.page.get_by_role("textbox", name="Player").fill("k 6")
    dealer.page.get_by_role("textbox", name="Banker").click()
    for rank in "232":
        dealer.page.get_by_role("button", name=rank, exact=True).click()
    dealer.act(dealer.page.get_by_role("button", name="Enter the hand").click, "outcome")
    player.shows(client.table(player.table)["version"])
    assert player.balance() == 100_000 + 95  # to the cent at practice
    player.equals_ledger()


# ---- what happens to pages


def seen(screen: Screen) -> tuple[Any, ...]:
    """What a player at the table sees: marks, chips, puck and money."""
    return (
        screen.texts(".circles .on"), screen.texts(".rung.here"),
        screen.page.locator(".chip").all_text_contents(), screen.texts(".puck"),
        screen.texts(".last li"), screen.texts(".offer"), screen.balance(), screen.up(),
    )  # fmt: skip


def mid_round(page: Page, client: Client) -> Screen:
    """A table with marks, chips from before and after a roll, and an offer."""
    screen = Screen.opened(page, client, "cash-out-craps")
    screen.bet("cash-out")
    for given in ("1-1", "2-2", "1-2", "5-5"):
        screen.enter(given)
    screen.bet("field", 2)
    expect(page.locator(".offer")).to_be_visible()
    return screen


def test_a_page_loaded_again_in_mid_round_is_the_same(client: Client, people: People) -> None:
    page = people.new()
    screen = mid_round(page, client)
    before = seen(screen)
    page.reload()
    assert seen(screen) == before
    client.do(screen.table, "close-betting")
    page.reload()
    expect(page.locator("#strip")).to_contain_text("No more bets")
    screen.act(page.locator("#roll").click, "generate")
    screen.equals_ledger()


@pytest.mark.slow
def test_a_page_comes_back_by_itself_when_the_server_is_killed_and_started_again(house: Server, people: People) -> None:
    people.expect("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET")
    page, client = people.new(), house.client()
    screen = mid_round(page, client)
    client.do(screen.table, "close-betting")
    expect(page.locator("#strip")).to_contain_text("No more bets")
    before = seen(screen)
    house.kill()
    expect(page.locator("#alert")).to_contain_text("cannot be reached")
    house.start()
    expect(page.locator("#alert")).to_be_hidden()
    assert seen(screen) == before
    screen.equals_ledger()
    screen.shows(client.do(screen.table, "outcome", outcome=[4, 5]))
    screen.equals_ledger()
    assert screen.texts(".circles .on") == [f"{n} marked" for n in (2, 3, 4, 9, 10)]


def test_a_bet_that_no_roll_has_locked_is_undone(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    page.locator("input[name=chip]").nth(1).check(force=True)
    screen.bet("pass")
    screen.bet("pass")
    assert [text.strip() for text in screen.chips("pass").all_text_contents()] == ["$10"]
    screen.act(page.locator("#undo").click, "take-down")
    assert ([text.strip() for text in screen.chips("pass").all_text_contents()], screen.balance()) == (["$5"], 99_500)
    screen.act(lambda: page.keyboard.press("u"), "take-down")
    assert ([text.strip() for text in screen.chips("pass").all_text_contents()], screen.balance()) == ([], 100_000)
    screen.equals_ledger()
    screen.bet("pass")
    screen.enter("2-2")
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    screen.equals_ledger()


def test_any_past_round_is_recalled(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    screen.bet("field")
    screen.enter("1-2")
    screen.enter("3-4")
    screen.enter("4-4")
    dialog = page.locator("#recall")
    page.keyboard.press("h")
    page.get_by_role("button", name="Recall roll 2").click()
    expect(dialog).to_contain_text("round 2: 3-4, 7")
    dialog.get_by_role("button", name="Roll 1").click()
    expect(dialog).to_contain_text("seat 1 bets $1.00 on Field")
    expect(dialog.locator(".mine.won")).to_contain_text("Field: ")
    expect(dialog.locator("td").first).to_have_text(re.compile(r"^\d\d:\d\d:\d\d$"))
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    page.locator("#history").get_by_role("button", name="Close").click()
    screen.enter("5-5")


# ---- at practice


def test_a_player_who_has_nothing_left_buys_in_again(client: Client, people: People) -> None:
    screen = Screen.opened(people.new(), client, "craps")
    screen.shows(client.do(screen.table, "bet", seat=1, card=1, wager="any-craps", amount=100_000))
    screen.enter("3-4")
    assert screen.balance() == 0
    screen.act(screen.page.locator("#buy-in").click, "buy-in")
    assert screen.balance() == 100_000
    expect(screen.page.locator("#buy-in")).to_have_count(0)


def test_a_roll_that_marks_a_bet_says_so(client: Client, people: People) -> None:
    screen = Screen.opened(people.new(), client, "cash-out-craps")
    screen.bet("cash-out")
    screen.enter("4-2")
    expect(screen.page.locator("#came")).to_contain_text("Cash Out: 6 new, 1 marked")
    screen.enter("4-2")
    expect(screen.page.locator("#came")).to_contain_text("Cash Out")
    expect(screen.page.locator("#net")).to_have_count(0)


def test_seven_tables_in_one_browser_share_a_stream_and_all_of_them_roll(client: Client, people: People) -> None:
    """A browser has six connections to a server; a stream for each tab would take them all."""
    first = people.new()
    screens = []
    for number in range(7):
        page = first if not number else first.context.new_page()
        table = f"tab-{number}"
        client.post("/api/tables", {"table": table, "name": "Tab", "game": "craps", "cards": [{"card": "high-roller"}]})
        client.do(table, "seat", seat=1, name="Ann")
        page.goto(f"{client.url}/tables/{table}")
        screens.append(Screen(page, client, table))
    screens[-1].roll()
    for screen in screens:
        screen.enter("2-2")
    first.goto(f"{client.url}/tables/tab-1")  # a table in two tabs, and one that no tab shows any more
    Screen(first, client, "tab-1").enter("3-3")
    screens[1].shows(client.table("tab-1")["version"])
