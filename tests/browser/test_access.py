"""Pages by keyboard, on a phone, with less motion, and as axe judges them."""

import pytest
from playwright.sync_api import expect

from tests.support.access import faults
from tests.support.browser import PHONE, Client, People, Screen, Server, box, tab_to
from tests.support.live_table import join, open_live, seat_player, set_up

# ---- by keyboard, on a phone, with less motion


def test_a_round_by_keyboard_alone(client: Client, people: People) -> None:
    page = people.new()
    page.goto(f"{client.url}/")
    tab_to(page, "#play-now")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/practice-*")
    screen = Screen(page, client, page.url.rpartition("/")[2])
    page.keyboard.press("2")
    tab_to(page, '[id="w-1-cash-out"]')
    screen.act(lambda: page.keyboard.press("Enter"), "bet")
    assert screen.up() == 500
    expect(screen.tile("cash-out")).to_be_focused()
    for given in ("1-1", "2-2", "1-2", "5-5"):
        screen.enter(given)
    page.keyboard.press("o")
    expect(page.locator(".offer [data-take]").first).to_be_focused()
    screen.act(lambda: page.keyboard.press("Enter"), "cash-out")
    assert screen.balance() == 100_000 + 500
    screen.equals_ledger()
    tab_to(page, '[id="w-1-cash-out"]')
    screen.act(lambda: page.keyboard.press(" "), "bet")
    screen.act(lambda: page.keyboard.press("r"), "generate")
    screen.equals_ledger()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()


@pytest.mark.parametrize("card", ["cash-out-craps", "straights-and-8s", "treasure-of-the-5-dragons"])
def test_a_round_on_a_phone(card: str, client: Client, people: People) -> None:
    page = people.new(viewport=PHONE, is_mobile=True, has_touch=True, device_scale_factor=2)
    screen = Screen.opened(page, client, card)
    wager = {"cash-out-craps": "cash-out", "straights-and-8s": card}.get(card, "golden-dragon-7")
    screen.act(screen.tile(wager).tap, "bet")
    for given in {"cash-out-craps": ("1-1", "2-2", "1-2", "5-5"), "straights-and-8s": ("5", "6")}.get(card, ()):
        screen.enter(given)
    sizes = """selector => [...document.querySelectorAll(selector)].map(one => {
        const box = one.getBoundingClientRect(); return [box.width, box.height]; })"""
    for selector in (
        ".zone .spot",
        "#roll",
        ".offer:not([hidden]) .choice",
        ".chip-rack label",
        ".act:not(#clear)",
        ".tabs button",
    ):
        for size in page.evaluate(sizes, selector):  # all at one moment: the page may be redrawn at any other
            assert min(size) >= 40, (selector, size)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if card == "cash-out-craps":
        screen.act(page.locator('[data-take="cash-out"]').tap, "cash-out")
        assert screen.balance() == 100_100
    screen.act(page.locator("#roll").tap, "generate")
    screen.equals_ledger()


def test_a_dealer_types_three_faces_and_the_layout_fits_a_phone(client: Client, people: People) -> None:
    """The entry and the felt of a game come from its own folder."""
    page = people.new(viewport=PHONE)
    screen = Screen.opened(page, client, "sic-bo")
    screen.bet("total-11")
    tile = box(screen.tile("total-11"))
    assert min(tile["width"], tile["height"]) >= 40
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dealer = people.new()
    dealer.goto(f"{client.url}/tables/{screen.table}/dealer")
    entry = Screen(dealer, client, screen.table, 1)
    entry.act(lambda: dealer.keyboard.press("n"), "close-betting")
    dealer.keyboard.type("25")
    dealer.keyboard.press("Enter")
    expect(dealer.get_by_text("Type all three dice, then press Enter.")).to_be_visible()
    dealer.keyboard.type("4")
    entry.act(lambda: dealer.keyboard.press("Enter"), "outcome")
    expect(dealer.locator("#came")).to_contain_text("11")
    screen.equals_ledger()


def test_no_page_scrolls_sideways_on_a_phone(client: Client, people: People) -> None:
    page = people.new(viewport=PHONE, is_mobile=True)
    for path in ("/", "/office", "/join", "/docs", "/lab", "/cards/repeater-bets-plus"):
        page.goto(f"{client.url}{path}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_dice_tumble_only_for_those_who_like_motion(motion: str, client: Client, people: People) -> None:
    page = people.new(reduced_motion=motion)
    screen = Screen.opened(page, client, "craps")
    screen.roll()  # there are no dice to see before the first roll
    page.evaluate(
        """() => { window.tumbled = false;
        new MutationObserver(() => { window.tumbled ||= !!document.querySelector('.rolling .die'); })
          .observe(document.body, {subtree: true, childList: true, attributes: true}); }"""
    )
    screen.roll()
    assert page.evaluate("window.tumbled") is (motion == "no-preference")


# ---- accessibility


def test_axe_finds_no_serious_fault_on_a_page(client: Client, people: People) -> None:
    page = people.new()
    for path in ("/", "/login", "/join", "/office", "/docs", "/lab", "/cards/cash-out-craps", "/cards/dice-works"):
        page.goto(f"{client.url}{path}")
        assert faults(page) == [], path


def test_axe_finds_no_serious_fault_in_the_dark(client: Client, people: People) -> None:
    page = people.new(color_scheme="dark")
    screen = Screen.opened(page, client, "roulette")
    client.do(screen.table, "bet", seat=1, card=1, wager="red", amount=500)
    client.outcome(screen.table, "14")
    for path in ("/", "/lab", "/office", f"/tables/{screen.table}/supervisor", f"/tables/{screen.table}"):
        page.goto(f"{client.url}{path}")
        if path.endswith("/supervisor"):
            expect(page.locator("#meters")).not_to_contain_text("Reading the log")
        assert faults(page) == [], path


@pytest.mark.parametrize(
    ("card", "wager", "outcomes"),
    [
        ("cash-out-craps", "cash-out", ("1-1", "2-2", "1-2", "5-5")),
        ("repeater-bets-plus", "repeating-2", ("1-1",)),
        ("straights-and-8s", "straights-and-8s", ("5", "6", "0", "00", "17")),
        ("tiger-baccarat", "tiger", ("9 K K 7", "8 8 K Q", "K 2 6 3 2")),
    ],
)
def test_axe_finds_no_serious_fault_at_a_table(
    card: str, wager: str, outcomes: tuple[str, ...], client: Client, people: People
) -> None:
    """Every view of one table."""
    page = people.new()
    screen = Screen.opened(page, client, card)
    screen.bet(wager)
    for given in outcomes:
        client.outcome(screen.table, given)
    for view in ("", "/dealer", "/supervisor", "/display"):
        page.goto(f"{client.url}/tables/{screen.table}{view}")
        if view == "/supervisor":
            expect(page.locator("#meters")).not_to_contain_text("Reading the log")
        assert faults(page) == [], view


def test_axe_finds_no_serious_fault_in_the_office_and_at_a_live_table(house: Server, people: People) -> None:
    boss = people.new()
    set_up(boss, house.url)
    assert faults(boss) == []
    open_live(boss)
    assert faults(boss) == []
    code = seat_player(boss, 1, "Ann")
    assert faults(boss) == []
    assert faults(join(people, house, code)) == []
