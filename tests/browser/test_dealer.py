"""A dealer at three in the morning."""

from itertools import pairwise, product

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, Client, People, Screen, box, tab_to
from tests.support.live_table import dealer_of

# ---- a dealer at three in the morning


def test_a_double_click_on_no_more_bets_rolls_nothing(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    page.goto(f"{client.url}/tables/{screen.table}/dealer")
    button = box(page.locator("#no-more"))
    at = (button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
    page.mouse.click(*at)
    expect(page.locator("#generate")).to_be_visible()
    page.mouse.click(*at)
    page.locator("#generate").focus()
    table = client.table(screen.table)
    assert (table["betting"], table["round"]) == (False, 0)


def test_enter_in_the_reason_corrects_and_enters_nothing_new(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    client.outcome(screen.table, "1-1")
    client.do(screen.table, "close-betting")
    page.goto(f"{client.url}/tables/{screen.table}/dealer")
    page.get_by_role("button", name="Correct roll 1").click()
    page.locator('.cell[data-keys="22"]').click()
    page.locator("input[name=reason]").fill("misread")
    screen.act(lambda: page.keyboard.press("Enter"), "correct")
    table = client.table(screen.table)
    assert (table["round"], table["last"]) == (1, [2, 2])


def test_what_is_chosen_on_the_felt_outlives_a_redrawing(client: Client, people: People) -> None:
    page = people.new(viewport=PHONE)
    screen = Screen.opened(page, client, "roulette")
    client.do(screen.table, "seat", seat=2, name="Ann")
    screen.shows(client.do(screen.table, "buy-in", seat=2, amount=10_000))
    page.locator("details.lists summary").click()
    chooser = page.locator("select:has(option[value='split-4-5'])")
    chooser.select_option("split-4-5")
    screen.shows(client.do(screen.table, "bet", seat=2, card=1, wager="red", amount=500))
    expect(chooser).to_have_value("split-4-5")
    name = chooser.get_attribute("id")
    screen.act(page.locator(f'[data-place="{name}"]').click, "bet")
    assert {"red", "split-4-5"} == {one["wager"] for one in client.table(screen.table)["wagers"]}


def test_a_layout_is_one_stop_for_tab_and_arrow_keys_go_from_place_to_place(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "roulette")
    assert page.locator('.layout [tabindex="0"]').count() == 1
    tab_to(page, '[id="w-1-straight-0"]')
    page.locator('[id="w-1-straight-17"]').focus()
    steps = (("ArrowRight", "split-17-20"), ("ArrowDown", "corner-16-17-19-20"), ("ArrowDown", "split-16-19"))
    for key, wager in steps:
        page.keyboard.press(key)
        expect(screen.tile(wager)).to_be_focused()
        expect(screen.tile(wager)).to_have_attribute("tabindex", "0")
    assert page.locator(".layout .covered").count() == 2
    expect(page.locator("#inspector")).to_contain_text("Split 16 19")
    expect(page.locator("#inspector")).to_contain_text("5.26 %")
    screen.act(lambda: page.keyboard.press("Enter"), "bet")
    expect(screen.tile("split-16-19")).to_be_focused()
    expect(screen.chips("split-16-19")).to_have_text("$1")
    assert page.locator('.layout [tabindex="0"]').count() == 1
    page.keyboard.press("5")
    page.keyboard.press("ArrowLeft")
    screen.act(lambda: page.keyboard.press("Enter"), "bet")
    expect(screen.chips("straight-16")).to_have_text("$500")
    screen.equals_ledger()


def test_a_press_on_the_racetrack_bets_a_number_and_its_neighbors(client: Client, people: People) -> None:
    """The card's own wager where it has one for so many neighbors, else each number by itself."""
    page = people.new()
    screen = Screen.opened(page, client, "roulette")
    place = page.locator("#race-17")
    screen.act(place.click, "bet")
    assert [one["wager"] for one in client.table(screen.table)["wagers"]] == ["neighbors-17"]
    page.get_by_role("button", name="Fewer neighbors").click()
    place.hover()
    assert page.locator(".race .covered").count() == 3
    place.focus()
    page.keyboard.press("Enter")
    for wager in ("straight-5", "straight-17", "straight-32"):
        expect(screen.chips(wager)).to_have_text("$1")
    screen.equals_ledger()


def test_on_a_phone_the_layout_stands_upright_and_inside_wagers_come_from_the_list(
    client: Client, people: People
) -> None:
    page = people.new(viewport=PHONE, is_mobile=True, has_touch=True)
    screen = Screen.opened(page, client, "roulette")
    one, two, four = (box(screen.tile(f"straight-{n}")) for n in (1, 2, 4))
    assert (one["y"], one["x"]) == (two["y"], four["x"])
    assert min(one["width"], one["height"]) >= 40
    expect(screen.tile("split-17-20")).to_be_hidden()
    screen.bet("split-17-20")
    expect(screen.tile("split-17-20")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


WALLS = {
    "craps": (("cash-out-craps", "repeater-bets-plus", "craps"), ("2-4", "6-3"), ".pips"),
    "roulette": (("straights-and-8s", "roulette"), ("17", "18"), ".spin.on"),
    "baccarat": (("treasure-of-the-5-dragons", "tiger-baccarat", "baccarat"), ("9 K K 7", "8 8 K Q"), ".beads li"),
    "sic-bo": (("sic-bo",), ("2-5-4", "6-6-6"), ".dice .die"),
}


@pytest.mark.parametrize("game", WALLS)
def test_the_wall_shows_everything_on_one_screen_and_no_advice(game: str, client: Client, people: People) -> None:
    cards, outcomes, marks = WALLS[game]
    table = f"wall-{game}"
    laid = [{"card": card} for card in cards]
    client.post("/api/tables", {"table": table, "name": "Wall", "game": game, "cards": laid})
    if game == "roulette":
        client.do(table, "seat", seat=1, name="Ann")
        client.do(table, "buy-in", seat=1, amount=10_000)
        client.do(table, "bet", seat=1, card=1, wager=cards[0], amount=500)
    page = people.new(viewport={"width": 1920, "height": 1080})
    page.goto(f"{client.url}/tables/{table}/display")
    for given in outcomes:
        Screen(page, client, table).enter(given)
    expect(page.locator(marks).first).to_be_visible()
    assert page.locator(".bar, nav, #felt button, .chip").count() == 0
    assert "%" not in page.locator("body").inner_text()
    for one in page.locator("#felt h2, #felt li, #felt p").all():
        area = one.bounding_box()
        assert area is None or (area["y"] + area["height"] <= 1080 and area["x"] + area["width"] <= 1920)
    size = page.locator("#boards").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert size >= 20, size


def test_a_hand_is_typed_as_it_is_dealt_and_each_card_goes_where_the_rules_send_it(
    client: Client, people: People
) -> None:
    dealer = dealer_of(Screen.opened(people.new(), client, "baccarat"), people)
    page = dealer.page
    dealer.act(page.locator("#no-more").click, "close-betting")
    hands = page.locator("[data-cards]")
    expect(page.locator("[data-next]")).to_have_attribute("name", "player")
    for key in "k29":
        page.keyboard.press(key)
    expect(hands.nth(0)).to_have_value("K 9")
    page.keyboard.press("Backspace")
    for key in "63":
        page.keyboard.press(key)
    expect(page.locator("#next-card")).to_have_text("next, the banker's third card")
    page.keyboard.press("2")
    expect(page.locator("#next-card")).to_have_text("all cards are in")
    assert [hands.nth(one).input_value() for one in (0, 1)] == ["K 6", "2 3 2"]
    page.keyboard.press("5")
    expect(page.locator("#alert")).to_contain_text("all cards are in")
    dealer.act(lambda: page.keyboard.press("Enter"), "outcome")
    assert dealer.texts(".last li") == ["B"]
    expect(page.locator("[data-next]")).to_have_attribute("name", "player")
    dealer.act(page.locator("#no-more").click, "close-betting")
    for rank in ("10", "9", "2", "K", "A"):
        page.get_by_role("button", name=rank, exact=True).click()
    expect(page.locator("#next-card")).to_have_text("all cards are in")
    assert [hands.nth(one).input_value() for one in (0, 1)] == ["10 2", "9 K"]


SUITED = """card: suited
title: Suited
about: A suited pair.
game: baccarat
source: tests
chance: a shoe of 8 decks
wagers:
  suited-pair: {name: Suited Pair, wins: player starts with a suited pair, pays: 25 to 1}
"""


def test_the_suit_of_each_card_follows_its_rank_where_a_wager_looks_at_suits(client: Client, people: People) -> None:
    body = {"table": "suited", "name": "Suited", "game": "baccarat", "cards": [{"text": SUITED}]}
    client.post("/api/tables", body)
    page = people.new()
    page.goto(f"{client.url}/tables/suited/dealer")
    dealer = Screen(page, client, "suited")
    dealer.act(page.locator("#no-more").click, "close-betting")
    page.keyboard.press("9")
    expect(page.locator("#next-card")).to_contain_text("the suit of the 9")
    page.keyboard.press("k")
    expect(page.locator("#alert")).to_contain_text("the suit of the 9")
    page.get_by_role("button", name="hearts", exact=True).click()
    for key in "3dks4c":
        page.keyboard.press(key)
    expect(page.locator("#next-card")).to_have_text("all cards are in")
    hands = page.locator("[data-cards]")
    assert [hands.nth(one).input_value() for one in (0, 1)] == ["9h Ks", "3d 4c"]
    dealer.act(page.get_by_role("button", name="Enter the hand").click, "outcome")
    assert client.table("suited")["last"] == {"player": ["9h", "Ks"], "banker": ["3d", "4c"]}


@pytest.mark.parametrize("card", ["craps", "baccarat"])
def test_pad_players_and_list_are_in_view_and_nothing_sticks_out(card: str, client: Client, people: People) -> None:
    screen = Screen.opened(people.new(), client, card)
    for view, (width, height) in product(("dealer", "supervisor"), ((1366, 768), (1024, 768))):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.goto(f"{client.url}/tables/{screen.table}/{view}")
        over = screen.page.evaluate(
            """() => [...document.querySelectorAll('.panel, .sheet')].flatMap(card => {
            const edge = card.getBoundingClientRect();
            return [...card.querySelectorAll('button, input, label, .die')]
              .filter(one => one.checkVisibility() && !one.closest('.scroll, .jobs'))
              .filter(one => one.getBoundingClientRect().right > edge.right + 1)
              .map(one => one.outerHTML); })"""
        )
        assert over == [], (view, width)
        wide, high = screen.page.evaluate(
            "[document.documentElement.scrollWidth <= innerWidth, document.documentElement.scrollHeight <= innerHeight]"
        )
        assert wide, (view, width)
        assert high or view == "supervisor", width


def test_one_tap_closes_betting_and_enters_the_roll_and_so_do_two_keys_and_enter(
    client: Client, people: People
) -> None:
    dealer = dealer_of(Screen.opened(people.new(), client, "craps"), people)
    dealer.tap("34")
    table = client.table(dealer.table)
    assert (table["round"], table["betting"], table["last"]) == (1, True, [3, 4])
    dealer.page.locator("#strip b").first.click()
    dealer.page.keyboard.type("55")
    dealer.act(lambda: dealer.page.keyboard.press("Enter"), "outcome")
    assert client.table(dealer.table)["last"] == [5, 5]
    expect(dealer.page.locator(".cell.point")).to_have_count(3)
    dealer.page.locator('.cell[data-keys="66"]').dblclick()
    expect(dealer.page.locator('#strip[data-round="3"]')).to_be_attached()
    assert client.table(dealer.table)["round"] == 3


def test_a_called_bet_is_echoed_booked_refused_and_listed_to_be_paid(client: Client, people: People) -> None:
    dealer = dealer_of(Screen.opened(people.new(), client, "craps"), people)
    page = dealer.page
    page.locator("#call").fill("1 25 hard")
    expect(page.locator("#echo")).to_contain_text('"hard" may mean Hard 4, Hard 6, Hard 8 or Hard 10')
    page.locator("#call").fill("1 25 hard8")
    expect(page.locator("#echo")).to_contain_text("pays 9 to 1")
    dealer.act(page.locator("#book").click, "bet")
    dealer.call("1 5 field for the dealers")
    wagers = client.table(dealer.table)["wagers"]
    assert [(one["wager"], one["stake"], one.get("toke")) for one in wagers] == [
        ("hard-8", 2500, False), ("field", 500, True),
    ]  # fmt: skip
    expect(page.get_by_role("row", name="Hard 8")).to_contain_text("25")
    dealer.tap("44")
    expect(page.locator("#work")).to_contain_text("Hard 8")
    expect(page.locator(".rack")).to_contain_text("$225")
    page.locator("[data-task]").first.check()
    page.reload()
    expect(page.locator("[data-task]").first).to_be_checked()


def test_marks_and_choices_are_told_apart_in_the_readers_own_colours(client: Client, people: People) -> None:
    page = people.new(forced_colors="active")
    screen = Screen.opened(page, client, "repeater-bets-plus")
    screen.shows(client.outcome(screen.table, "2-4"))
    look = "one => { const is = getComputedStyle(one); return [is.backgroundColor, is.borderTopWidth].join(' '); }"

    def differ(told: str, other: str) -> None:
        assert page.locator(told).first.evaluate(look) != page.locator(other).first.evaluate(look), told

    differ(".pips i.f", ".pips i:not(.f)")
    differ(".bar nav a[aria-current]", ".bar nav a:not([aria-current])")
    page.goto(f"{client.url}/tables/{screen.table}/dealer")
    page.keyboard.type("22")
    differ('.cell[aria-pressed="true"]', '.cell[data-keys="33"]')
    differ(".bar nav a[aria-current]", ".bar nav a:not([aria-current])")
    craps = Screen.opened(page, client, "cash-out-craps")
    craps.bet("cash-out")
    craps.enter("2-4")
    differ(".circles .on", ".circles .off")


def test_at_twice_the_size_nothing_runs_into_another_and_nothing_covers_the_page(
    client: Client, people: People
) -> None:
    page = people.new(viewport={"width": 640, "height": 400})
    Screen.opened(page, client, "cash-out-craps")
    name, state = box(page.locator(".table-name h1")), box(page.locator("#strip .phase"))
    assert name["x"] + name["width"] <= state["x"]
    assert page.locator("#tray-form").evaluate("one => getComputedStyle(one).position") == "static"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    edges = page.locator(".ladder .rung").evaluate_all("every => every.map(one => [one.offsetLeft, one.offsetWidth])")
    assert all(left + wide <= after for (left, wide), (after, _) in pairwise(edges))


def test_the_first_hand_does_not_move_what_one_presses_and_a_tie_is_told(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "baccarat")
    before = page.locator("#roll").bounding_box()
    screen.enter("8 8 K Q")
    expect(page.locator("#result")).to_contain_text("Tie")
    expect(page.locator("#roll")).to_be_visible()
    assert page.locator("#roll").bounding_box() == before
    expect(page.locator("#came")).to_contain_text("Tie, 8 to 8.")


def test_digits_typed_for_one_spin_are_not_part_of_the_next(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "roulette")
    page.goto(f"{client.url}/tables/{screen.table}/dealer")
    for first, pocket in (("1", "1"), ("7", "7")):
        screen.shows(client.do(screen.table, "close-betting"))
        page.locator("#strip b").first.click()
        page.keyboard.press(first)
        screen.act(lambda: page.keyboard.press("Enter"), "outcome")
        assert client.table(screen.table)["last"] == pocket


def test_one_digit_is_not_a_roll(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    screen.shows(client.do(screen.table, "close-betting"))
    page.goto(f"{client.url}/tables/{screen.table}/dealer")
    page.locator("#strip b").first.click()
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    expect(page.locator("#alert")).to_contain_text("both dice")
    page.keyboard.type("4")
    screen.act(lambda: page.keyboard.press("Enter"), "outcome")
    assert client.table(screen.table)["last"] == [6, 4]


def test_a_dealer_sees_every_seats_offer_and_bets_for_the_seat_shown(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "cash-out-craps")
    client.do(screen.table, "leave", seat=1)
    page.goto(f"{client.url}/tables/{screen.table}/dealer")
    for seat, name in ((3, "Ann"), (5, "Bob")):
        client.do(screen.table, "seat", seat=seat, name=name)
        screen.shows(client.do(screen.table, "buy-in", seat=seat, amount=10_000))
    screen.call("1 field")
    assert [one["seat"] for one in client.table(screen.table)["wagers"]] == [3]
    client.do(screen.table, "bet", seat=5, card=1, wager="cash-out", amount=500)
    for given in ("1-1", "2-2", "1-2", "5-5"):
        version = client.outcome(screen.table, given)
    screen.shows(version)
    page.locator(".ask").click()
    expect(page.locator("#sure")).to_contain_text("Seat 5, Cash Out, $5.00: cash out for")
    screen.act(page.locator("#sure-yes").click, "cash-out")
