"""A seat's page: repeating and taking down bets, the inspector, the closed state, and what fits one screen."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, Client, People, Screen, box

BYTES_PER_SECOND = 50_000
"""A slow network; its answers come after 400 ms."""


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
    if size == (1440, 900):
        assert page.locator("#boards").evaluate("one => one.scrollHeight <= one.clientHeight")


def test_a_bet_is_one_request_whose_answer_has_the_new_felt(client: Client, people: People) -> None:
    """At 400 ms and 50 kB/s it is shown in less than a second: counted in round trips and bytes, not by the clock."""
    name = "one-request"
    cards = [{"card": card} for card in ("cash-out-craps", "repeater-bets-plus", "super-shooter", "craps")]
    client.post("/api/tables", {"table": name, "name": "Craps 4", "game": "craps", "cards": cards})
    client.do(name, "seat", seat=1, name="You")
    version = client.do(name, "buy-in", seat=1, amount=100_000)
    page = people.new()
    page.goto(f"{client.url}/tables/{name}?seat=1")
    screen = Screen(page, client, name)
    screen.shows(version)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    asked: list[str] = []
    sizes: dict[str, int] = {}
    session.on("Network.requestWillBeSent", lambda one: asked.append(f"{one['requestId']} {one['request']['url']}"))
    session.on("Network.loadingFinished", lambda one: sizes.update({one["requestId"]: one["encodedDataLength"]}))
    screen.bet("field", 4)
    screen.act(lambda: page.keyboard.press("r"), "generate")
    screen.equals_ledger()
    drawn = [one.split()[0] for one in asked if one.endswith("/commands") or "/felt" in one]
    assert len(drawn) == 3, asked  # the bet; no more bets, which draws nothing; the roll
    bet, closed, roll = (sizes[one] for one in drawn)
    assert max(bet, roll) < 0.5 * BYTES_PER_SECOND
    assert closed < 0.1 * BYTES_PER_SECOND


def test_a_bet_of_another_seat_changes_its_place_and_leaves_the_rest_alone(client: Client, people: People) -> None:
    """What has not changed is the very same element as before; what has changed is as a page loaded anew has it."""
    name = "other-seat"
    cards = [{"card": "repeater-bets-plus"}, {"card": "craps"}]
    client.post("/api/tables", {"table": name, "name": "Craps 5", "game": "craps", "cards": cards})
    for seat in (1, 2):
        client.do(name, "seat", seat=seat, name=f"P{seat}")
        version = client.do(name, "buy-in", seat=seat, amount=100_000)
    page = people.new()
    page.goto(f"{client.url}/tables/{name}?seat=1")
    screen = Screen(page, client, name)
    screen.shows(version)
    page.evaluate("for (const one of document.querySelectorAll('#felt [id], #rail')) one.isKept = true")
    client.do(name, "bet", seat=2, card=2, wager="field", amount=500)
    version = client.do(name, "bet", seat=2, card=1, wager="citywide", amount=1000)
    screen.shows(version)
    fresh = page.evaluate(
        "[...document.querySelectorAll('#felt [id], #rail')].filter(one => !one.isKept).map(one => one.id)"
    )
    assert set(fresh) <= {"w-2-field", "s-2-field", "stacks-2-line", "w-1-citywide"}, fresh
    chips = "[...document.querySelectorAll('#boards .stack')].map(one => [one.dataset.seat, one.dataset.cents])"
    label = "document.getElementById('w-1-citywide').getAttribute('aria-label')"
    shown = page.evaluate(f"[{chips}, {label}]")
    assert ["2", "1000"] in shown[0]
    page.reload()
    screen.shows(version)
    assert page.evaluate(f"[{chips}, {label}]") == shown


def test_chips_dragged_off_the_felt_come_down_and_dragged_on_it_stay(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    screen.bet("field")

    def drag(target: str) -> None:
        screen.spot("field").hover()
        page.mouse.down()
        at = box(page.locator(target))
        page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2, steps=4)
        page.mouse.up()

    drag('[id="w-1-come"]')
    assert len(client.table(screen.table)["wagers"]) == 1
    screen.act(lambda: drag("#purse"), "take-down")
    assert screen.up() == 0
    screen.equals_ledger()


def test_a_long_press_inspects_a_bet_and_takes_it_down(client: Client, people: People) -> None:
    page = people.new(viewport=PHONE, is_mobile=True, has_touch=True)
    screen = Screen.opened(page, client, "craps")
    spot = screen.spot("field")
    screen.act(spot.tap, "bet")
    spot.scroll_into_view_if_needed()
    at = box(spot)
    point = {"x": at["x"] + at["width"] / 2, "y": at["y"] + at["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator("#inspector.shown")).to_contain_text("House edge")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert screen.up() == 100  # the press was no tap
    screen.act(page.locator("#inspector [data-lift]").tap, "take-down")
    assert screen.up() == 0
    screen.equals_ledger()


RED = """words => {
  for (let one = words; one; one = one.parentElement) {
    const { backgroundImage, backgroundColor } = getComputedStyle(one);
    const isRed = (backgroundImage + backgroundColor).includes("rgb(214, 42, 30)");
    if (isRed) return one.getBoundingClientRect().width / innerWidth;
  }
  return 0; }"""


def test_no_more_bets_is_unmistakable_on_every_view(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "cash-out-craps")
    screen.bet("cash-out")
    client.do(screen.table, "close-betting")
    for view in ("", "/dealer", "/supervisor", "/display"):
        page.goto(f"{client.url}/tables/{screen.table}{view}")
        words = page.locator("#strip").get_by_text("No more bets", exact=True)
        expect(words).to_be_visible()
        assert words.evaluate("one => getComputedStyle(one).textTransform") == "uppercase", view
        assert float(words.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= 27, view
        assert float(words.evaluate(RED)) >= 0.3, view
    version = client.do(screen.table, "no-roll", reason="cocked dice")
    screen.shows(version)
    assert page.locator(".shut").count() == 0


ZOOMED = {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2}
"""A window of 1440 by 900 at 200 %."""


@pytest.mark.parametrize("card", ["cash-out-craps", "roulette", "treasure-of-the-5-dragons", "sic-bo"])
def test_at_200_percent_nothing_scrolls_sideways_and_every_control_is_reached(
    card: str, client: Client, people: People
) -> None:
    page = people.new(**ZOOMED)
    screen = Screen.opened(page, client, card)
    screen.roll()
    for view in ("", "/dealer", "/supervisor"):
        page.goto(f"{client.url}/tables/{screen.table}{view}")
        expect(page.locator("#strip")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view
    page.goto(f"{client.url}/tables/{screen.table}")
    for control in ("#roll", "#undo", "#down", "#balance", "#chip-5 + .disc", "#menu summary"):
        one = page.locator(control)
        one.scroll_into_view_if_needed()
        hit = """one => { const { left, top, width, height } = one.getBoundingClientRect();
            return one.parentElement.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }"""
        assert one.evaluate(hit), control
    screen.roll()
    screen.equals_ledger()


def test_at_200_percent_no_page_scrolls_sideways(client: Client, people: People) -> None:
    page = people.new(**ZOOMED)
    for path in ("/", "/office", "/lab", "/cards/cash-out-craps", "/join"):
        page.goto(f"{client.url}{path}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
