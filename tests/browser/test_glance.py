"""At a glance: what is offered, what was paid, what is said."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser import PHONE, Client, People, Screen, Server, box, tab_to
from tests.support.live_table import dealer_of, open_live, seat_player, set_up

WON, LOST = re.compile(r"\bwon\b"), re.compile(r"\blost\b")

# ---- at a glance: what is offered, what was paid, what is said


def is_seen(page: Page, selector: str) -> bool:
    """Whether an element is wholly inside the window, wherever the page is scrolled; measured at one moment."""
    script = """selector => { const box = document.querySelector(selector).getBoundingClientRect();
        return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight + 1; }"""
    return bool(page.evaluate(script, selector))


def many_offers(page: Page, client: Client) -> Screen:
    """A table with seven offers open to one seat."""
    screen = Screen.opened(page, client, "repeater-bets-plus")
    numbers = (2, 12, 3, 11, 4, 10)
    for wager in (*(f"repeating-{number}" for number in numbers), "repeating-horn"):
        client.do(screen.table, "bet", seat=1, card=1, wager=wager, amount=500)
    for given in ("1-1", "6-6", "1-2", "1-2", "5-6", "5-6", "2-2", "2-2", "5-5", "5-5"):
        version = client.outcome(screen.table, given)
    screen.shows(version)
    return screen


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, {"width": 1024, "height": 768}, PHONE])
def test_seven_offers_are_asked_one_at_a_time_and_bury_nothing(
    size: dict[str, int], client: Client, people: People
) -> None:
    page = people.new(viewport=size)
    screen = many_offers(page, client)
    offers = page.locator(".offer:visible")
    expect(offers).to_have_count(1)
    expect(offers).to_contain_text("1 of 7")
    always = ("#roll", "#balance", ".slip" if size is PHONE else "#to-offer", ".puck", "#strip .phase")
    for selector in always:
        assert is_seen(page, selector), selector
    page.locator("#boards").evaluate("one => one.scrollTo(0, 600)")
    for selector in always:
        assert is_seen(page, selector), selector
    page.keyboard.press("o")
    assert is_seen(page, ".offer:not([hidden]) [data-take]")
    page.locator("[data-ride]:visible").click()
    expect(offers).to_contain_text("2 of 7")
    expect(page.locator("#rides")).to_contain_text("Riding: Repeating 2.")
    page.get_by_role("button", name="Change").click()
    expect(offers).to_contain_text("1 of 7")
    expect(page.locator("#rides")).to_be_hidden()
    screen.take("surrender")
    expect(offers).to_contain_text("1 of 6")
    expect(page.locator(".offer:not([hidden]) [data-take]")).to_be_focused()
    screen.equals_ledger()


def test_the_choice_that_stands_out_is_the_better_one(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "cash-out-craps")
    screen.bet("cash-out")
    screen.enter("1-1")
    expect(page.locator(".advice")).to_contain_text("Ride.")
    expect(page.locator(".offer .better")).to_have_text("Let it ride")
    screen.enter("3-4")
    screen.bet("cash-out")
    for given in ("2-4", "4-5", "2-3", "5-5", "2-2"):
        screen.enter(given)
    expect(page.locator(".advice")).to_contain_text("Cash out.")
    expect(page.locator(".offer .better")).to_contain_text("Cash out")


def test_what_a_roll_paid_is_told_once_beside_the_dice_with_one_net_figure(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    for wager in ("field", "any-seven"):
        screen.bet(wager)
    screen.enter("1-2")
    came = page.locator("#came")
    net = page.locator("#net")
    expect(came).to_contain_text("Three, craps.")
    expect(net).to_have_text("$0.00")
    assert came.locator("li").all_inner_texts() == ["Field pays 1 to 1\n+$1.00", "Any Seven loses\n−$1.00"]
    expect(screen.tile("field")).to_have_class(WON)
    expect(screen.tile("any-seven")).to_have_class(LOST)
    screen.bet("field")
    expect(screen.tile("any-seven")).to_have_class(LOST)
    screen.enter("1-3")
    expect(came).to_contain_text("Four. The point is 4.")
    expect(net).to_have_text("+$1.00")
    assert net.get_attribute("data-cents") == "100"
    expect(screen.tile("any-seven")).not_to_have_class(LOST)
    screen.enter("2-4")
    expect(came).to_contain_text("You have no bets up.")
    expect(net).to_have_count(0)
    screen.equals_ledger()


def test_a_count_below_the_first_pay_is_shown(client: Client, people: People) -> None:
    screen = Screen.opened(people.new(), client, "high-roller")
    screen.bet("high-roller")
    for given, made in (("2-2", 0), ("2-2", 1), ("3-3", 1), ("3-3", 2)):
        screen.enter(given)
        expect(screen.tile("high-roller").locator(".level b")).to_have_text(str(made))
    assert "points made: 2" in (screen.tile("high-roller").get_attribute("aria-label") or "")


def test_why_wagers_are_closed_is_said_once_and_a_tile_says_what_wins(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    assert "wins: hard 6 before a 7 or an easy 6" in (screen.tile("hard-6").get_attribute("aria-label") or "")
    assert "2 or 12 rolled pays 2 to 1" in (screen.tile("field").get_attribute("aria-label") or "")
    screen.bet("pass")
    before = box(screen.tile("dont-pass"))
    screen.enter("2-2")
    assert box(screen.tile("dont-pass"))["height"] == before["height"]
    expect(screen.tile("dont-pass")).to_have_attribute("data-why", re.compile("a point is on"))
    expect(screen.tile("pass")).not_to_contain_text("closed")


def test_a_message_is_seen_wherever_one_has_scrolled_to(client: Client, people: People) -> None:
    page = people.new(viewport=PHONE)
    screen = Screen.opened(page, client, "craps")
    client.outcome(screen.table, "2-2")
    page.reload()
    page.evaluate("scrollTo(0, 900)")
    screen.spot("dont-pass").click(force=True)
    expect(page.locator("#alert")).to_contain_text("a point is on")
    assert is_seen(page, "#alert")
    page.locator("#alert").get_by_role("button", name="Close").click()
    expect(page.locator("#alert")).to_be_hidden()


def test_dice_tumble_before_the_outcome_is_shown_however_late_an_answer_is(client: Client, people: People) -> None:
    page = people.new(reduced_motion="no-preference")
    screen = Screen.opened(page, client, "craps")
    screen.enter("2-2")
    page.evaluate(
        """() => { window.seen = [];
        const look = () => { const felt = document.getElementById('felt'), total = felt.querySelector('.total');
          const one = [felt.classList.contains('rolling'), document.getElementById('strip').dataset.round,
                       total ? getComputedStyle(total).visibility : ''].join(' ');
          if (seen.at(-1) !== one) seen.push(one); };
        new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true}); }"""
    )
    held: list[Route] = []
    is_late = True

    def hold(route: Route) -> None:
        held.append(route) if is_late else route.continue_()

    page.route("**/felt?*", hold)  # the answer to "no more bets" comes with the roll in it
    with page.expect_response(lambda one: (one.request.post_data_json or {}).get("do") == "generate"):
        page.locator("#roll").click()
    is_late = False
    for route in held:
        route.continue_()
    screen.shows(client.table(screen.table)["version"])
    seen = page.evaluate("seen")
    assert "true 1 hidden" in seen
    assert [one for one in seen if one.startswith("true 2")] == []
    assert seen.index("true 1 hidden") < next(at for at, one in enumerate(seen) if one.startswith("false 2"))


def test_those_who_listen_hear_bets_points_offers_and_undoing(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "cash-out-craps")
    said = page.locator("#said")
    screen.bet("cash-out")
    expect(said).to_contain_text("Seat 1 bets $1.00 on Cash Out")
    screen.bet("field", 2)
    screen.act(lambda: page.keyboard.press("u"), "take-down")
    expect(said).to_contain_text("$1.00 taken down")
    version = client.do(screen.table, "close-betting")
    screen.shows(version)
    expect(said).to_contain_text("No more bets")
    screen.shows(client.do(screen.table, "outcome", outcome=[2, 2]))
    expect(said).to_contain_text("Roll 1: 2-2, 4")
    expect(said).to_contain_text("The puck is on")
    expect(said).to_contain_text("Seat 1 may take back for $1.00")
    screen.enter("3-4")
    expect(said).to_contain_text("you lose $1.00")
    expect(said).to_contain_text("The puck is off")


def test_the_roll_and_the_chips_are_two_presses_of_tab_away(client: Client, people: People) -> None:
    page = people.new()
    Screen.opened(page, client, "craps")
    for name, target in (("Skip to the roll", "#roll"), ("Skip to the chips", "#chip-1")):
        page.reload()
        tab_to(page, f'.skip:text-is("{name}")', 4)
        page.keyboard.press("Enter")
        expect(page.locator(target)).to_be_focused()


def test_a_seat_that_is_coloured_up_is_free_for_whoever_watches(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    dealer = dealer_of(screen, people)
    dealer.page.get_by_role("button", name="Color up seat 1").click()
    expect(dealer.page.locator("#sure")).to_contain_text("Pay out $1,000.00 to You")
    dealer.page.get_by_role("button", name="Cancel").click()
    dealer.page.get_by_role("button", name="Color up seat 1").click()
    dealer.act(dealer.page.get_by_role("button", name="Pay out and free the seat").click, "leave")
    expect(page.locator("#no-seat")).to_contain_text("Seat 1 is free")
    expect(page.locator("#roll")).to_be_hidden()
    assert "seat 1 colors up and leaves with $1,000.00" in screen.history()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**?seat=1")
    expect(page.locator("#balance")).to_have_text("$1,000.00")
    screen.bet("field")


def test_the_lobby_lists_ones_own_tables_and_others_are_watched_or_joined(client: Client, people: People) -> None:
    mine, theirs = people.new(), people.new()
    own, other = (Screen.opened_from_lobby(one, client, "craps").table for one in (mine, theirs))
    mine.goto(f"{client.url}/")
    expect(mine.locator(f'a[href="/tables/{own}"]')).to_have_text("Go to the table")
    mine.locator(f'a[href="/tables/{other}?seat=0"]').click()
    expect(mine.locator("#no-seat")).to_contain_text("You are watching")
    assert mine.locator("[data-bet]").count() == 0
    expect(mine.locator("#sit-seat")).to_have_value("2")


def test_a_dealer_takes_back_the_last_bet_by_key(client: Client, people: People) -> None:
    player = Screen.opened(people.new(), client, "craps")
    dealer = dealer_of(player, people)
    dealer.bet("field")
    dealer.page.locator("#strip b").first.click()
    dealer.act(lambda: dealer.page.keyboard.press("u"), "take-down")
    assert client.table(player.table)["wagers"] == []


def test_a_supervisor_is_offered_only_what_a_supervisor_may_do(house: Server, people: People) -> None:
    boss = people.new()
    set_up(boss, house.url)
    open_live(boss)
    seat_player(boss, 1, "Ann")
    expect(boss.locator("#news")).to_be_visible()  # the code stays until it is closed
    controls = boss.locator("#this-table")
    expect(controls.get_by_role("button", name="Allow advice")).to_be_visible()
    expect(controls.get_by_role("button", name="Turn advice off")).to_have_count(0)
    expect(controls.get_by_role("button", name="Resume")).to_have_count(0)
    expect(boss.locator("#news")).to_be_visible()
    boss.locator("#news").get_by_role("button", name="Close").click()
    boss.locator('form[data-do="freeze"] input').fill("count the rack")
    controls.get_by_role("button", name="Freeze").click()
    expect(controls.get_by_role("button", name="Resume")).to_be_visible()
    expect(controls.get_by_role("button", name="Freeze")).to_have_count(0)
    boss.goto(f"{house.url}/tables/table-4/dealer")
    for selector in ("#no-more", "#generate", "[data-bet]", "#tray-form", '[value="outcome"]'):
        expect(boss.locator(selector)).to_have_count(0)
    boss.goto(f"{house.url}/tables/table-4")
    for selector in ("#roll", "[data-bet]", "#tray-form"):
        expect(boss.locator(selector)).to_have_count(0)
