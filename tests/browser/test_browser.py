"""The pages in a real browser on a real server, used as people use them: with a mouse, by keyboard, on a phone."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

import rackcard
from rackcard.api import load
from rackcard.card import card_ids
from rackcard.money import dollars
from rackcard.number import percent
from rackcard.web.accounts import LOCK_SECONDS
from rackcard.web.middleware import HEADERS
from tests.support.browser import PHONE, Client, People, Screen, Server, box, launch

STATIC = Path(rackcard.__file__).parent / "web" / "static"
PASSWORD = "correct horse battery"
IN_STEP = 5.0
"""Seconds after which a second browser has surely heard; the promise is one, the machines are shared."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        one = launch(playwright)
        yield one
        one.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("served") / "tables.db")
    yield one
    one.stop()


@pytest.fixture
def client(server: Server) -> Client:
    return server.client()


@pytest.fixture
def people(browser: Browser) -> Iterator[People]:
    one = People(browser)
    yield one
    one.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    """A separate server, without accounts, that a test may kill."""
    one = Server(tmp_path / "house.db")
    yield one
    one.stop()


# ---- every card, as a person plays it

EVERY_REPEATER = " ".join(f"repeating-{number}" for number in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12))
PLAYS = {
    "cash-out-craps": """
        bet cash-out
        enter 1-1
        circles 2
        offer Take back $1.00
        ride
        enter 1-2
        enter 2-2
        enter 2-3
        circles 2 3 4 5
        here 4 1 to 1
        offer Cash out $2.00
        ride
        enter 3-3
        here 5 2 to 1
        offer Cash out $3.00
        take cash-out
        won Cash Out
        up 0
        bet cash-out
        enter 3-4
        lost Cash Out
    """,
    "super-shooter": """
        bet little big all
        enter 1-1
        enter 1-2
        enter 2-2
        enter 2-3
        circles 2 3 4 5
        enter 3-3
        won Little
        enter 3-4
        lost Big
        lost All
        circles
    """,
    "dice-works": """
        bet all-lows all-highs the-works
        enter 1-1
        enter 1-2
        enter 2-2
        puck ON 4
        enter 2-3
        enter 3-3
        circles 2 3 4 5 6
        won All Lows
        enter 3-4
        lost The Works
        puck OFF
    """,
    "high-roller": """
        bet high-roller
        enter 2-2
        enter 2-2
        enter 3-3
        enter 3-3
        enter 4-4
        enter 4-4
        here 3 5 to 1
        enter 5-5
        puck ON 10
        enter 3-4
        won High Roller
        bet high-roller
        enter 2-2
        enter 3-4
        lost High Roller
    """,
    "roll-the-line": """
        bet roll-the-line
        enter 3-4
        enter 3-4
        enter 5-6
        here 3 1 to 1
        enter 2-2
        enter 3-4
        won Roll the Line
        bet roll-the-line
        enter 2-2
        enter 3-4
        lost Roll the Line
    """,
    "parlay-craps": f"""
        bet {EVERY_REPEATER}
        enter 1-1
        pips repeating-2 1/2
        enter 1-1
        won Repeating 2
        enter 2-2
        pips repeating-4 1/4
        enter 3-4
        lost Repeating 4
        pips repeating-4 0/4
    """,
    "parlay-craps-with-envy": f"""
        closed repeating-horn no pay is posted
        bet {EVERY_REPEATER}
        enter 6-6
        pips repeating-12 1/2
        enter 6-6
        won Repeating 12
        enter 3-3
        enter 3-4
        lost Repeating 6
    """,
    "repeater-bets-plus": f"""
        bet {EVERY_REPEATER} repeating-horn uptown downtown citywide even odd horn 2-or-12 3-or-11
        enter 1-1
        won 2 or 12 before a 7
        pips repeating-2 1/2
        pips repeating-horn 1/7
        bits even 2 1/2
        offer Surrender $6.00
        ride
        enter 1-1
        won Repeating 2
        enter 1-2
        enter 1-2
        pips repeating-3 2/3
        offer Surrender $12.00
        take surrender
        won Repeating 3
        closed repeating-3 is closed until the round ends
        enter 3-4
        lost Repeating 4
    """,
    "straights-and-8s": """
        bet straights-and-8s
        enter 5
        track 5 · ·
        enter 6
        track 5 6 ·
        closed straights-and-8s an earlier bet on its card is up
        enter 7
        won Straights and 8's
        bet straights-and-8s
        enter 0
        lost Straights and 8's
        last 5 6 7 0
    """,
    "craps": """
        bet pass dont-pass place-4 place-5 place-6 place-8 place-9 place-10 hard-4 hard-6 hard-8 hard-10
        bet field any-seven any-craps craps-2 craps-3 eleven craps-12
        enter 2-2
        won Hard 4
        won Field
        lost Any Seven
        puck ON 4
        closed pass a point is on
        enter 3-4
        won Don't Pass
        lost Pass
        puck OFF
        last 4 7
    """,
    "roulette": """
        bet straight-17 split-17-20 street-16-17-18 corner-16-17-19-20 six-line-16-17-18-19-20-21 trio-0-00-2
        bet top-line-0-00-1-2-3 dozen-1 dozen-2 dozen-3 column-1 column-2 column-3 red black odd even low high
        enter 17
        won Straight up 17
        won Second dozen
        lost Red
        bet straight-00 red
        enter 00
        won Straight up 00
        lost Red
        last 17 00
    """,
    "sic-bo": """
        bet small big odd even any-triple triple-3 double-3 combination-2-5 single-3 single-6
        bet total-4 total-5 total-6 total-7 total-8 total-9 total-10
        bet total-11 total-12 total-13 total-14 total-15 total-16 total-17
        enter 3-3-3
        won Any triple
        won Triple 3
        won Single 3
        won Total 9
        lost Small
        lost Odd
        bet combination-2-5 double-5 big
        enter 5-2-5
        won Combination 2 5
        won Double 5
        won Big
        last 9 12
    """,
    "baccarat": """
        bet player banker tie
        enter 9 K K 7
        hands Player 9 wins, Banker 7
        won Player
        lost Banker
        bet tie
        enter 8 8 K Q
        won Tie
        beads P T
    """,
    "baccarat-extras": """
        closed player-pair no pay is posted
        closed banker-pair no pay is posted
        bet 2:player
        enter 4 9 4 K
        hands Player 8, Banker 9 wins
        beads B
        lost Player
        bet 2:banker
        enter K 2 6 3 2
        won Banker
    """,
    "golden-dragon-baccarat": """
        bet three-card-9-over-three-card-7 natural-9-over-7 8-over-6 golden-dragon-7 green-dragon-8
        bet three-card-9-over-three-card-1
        enter K 2 6 3 2
        hands Player 6, Banker 7 wins
        won Golden Dragon 7
        lost Green Dragon 8
        beads B
    """,
    "infinite-fortune": """
        bet three-card-9-over-three-card-8 natural-9-over-8 8-over-7 super-7 fortune-8
        enter 9 8 K Q
        hands Player 9 wins, Banker 8
        won Natural 9 over natural 8
        lost Super 7
        beads P
    """,
    "tiger-baccarat": """
        bet player banker tie tiger small-tiger big-tiger tiger-pair
        enter K 2 5 4 10
        won Small Tiger
        won Banker
        lost Big Tiger
        bet tiger-pair
        enter 4 9 4 K
        won Tiger Pair
        beads B B
    """,
    "treasure-of-the-5-dragons": """
        bet golden-dragon-7 golden-dragon-6s green-dragon-8 blue-dragon-9s red-dragon-7s red-dragon-6s any-dragon
        enter K 2 6 3 2
        won Golden Dragon 7
        won Any Dragon
        lost Green Dragon 8
        beads B
    """,
}


class Play:
    """A script of what a person does and sees at a table; after every line the screen equals the ledger."""

    def __init__(self, screen: Screen, people: People) -> None:
        self.screen, self.page, self.people = screen, screen.page, people
        self.done: set[str] = set()
        self.bets: set[str] = set()

    def run(self, script: str) -> None:
        for line in filter(None, map(str.strip, script.splitlines())):
            word, _, rest = line.partition(" ")
            getattr(self, word)(rest)
            self.screen.equals_ledger()
            self.done.add(word)

    def bet(self, wagers: str) -> None:
        for wager in wagers.split():
            number, _, name = wager.rpartition(":")
            self.screen.bet(name, int(number or 1))
            self.bets.add(name)

    def enter(self, given: str) -> None:
        self.screen.enter(given)

    def take(self, word: str) -> None:
        self.screen.take(word)

    def ride(self, _: str) -> None:
        """Every offer is let ride, one after the other."""
        for _number in range(self.page.locator(".offer").count()):
            self.page.locator("[data-ride]:visible").click()
        expect(self.page.locator(".offer:visible")).to_have_count(0)
        expect(self.page.locator("#rides")).to_contain_text("Riding")

    def closed(self, text: str) -> None:
        """A closed wager says why when it is pressed, and sends no request."""
        wager, _, why = text.partition(" ")
        tile = self.screen.tile(wager)
        expect(tile).to_have_attribute("aria-disabled", "true")
        tile.evaluate("one => one.scrollIntoView({block: 'center'})")
        tile.click(force=True)
        expect(self.page.locator("#alert")).to_contain_text(why)

    def offer(self, text: str) -> None:
        label, _, paid = text.rpartition(" ")
        expect(self.page.locator(".offer:visible")).to_have_count(1)  # one thing to decide at a time
        wanted = self.page.get_by_role("button", name=f"{label} · {paid}", exact=True)
        for _ in range(self.page.locator(".offer").count()):
            if wanted.count():
                break
            self.page.get_by_role("button", name="Next offer").click()
        expect(wanted).to_be_visible()
        expect(self.page.locator(".offer:visible .advice")).to_contain_text(re.compile("Ride|Riding"))

    def won(self, name: str) -> None:
        self._paid(name, "won")

    def lost(self, name: str) -> None:
        self._paid(name, "lost")

    def _paid(self, name: str, kind: str) -> None:
        """The newest line of the history says what came of a wager, and why."""
        lines = self.screen.texts(f".plays > li:first-child li.mine.{kind}")
        found = [line for line in lines if line.startswith(f"seat 1: {name}:")]
        assert len(found) == 1, (name, kind, lines)
        assert "$" in found[0]

    def up(self, cents: str) -> None:
        assert self.screen.up() == int(cents)

    def circles(self, numbers: str) -> None:
        board = self.page.locator("#boards .board").first
        marked = [text.split()[0] for text in board.locator(".circles .on").all_inner_texts()]
        assert marked == numbers.split()

    def here(self, rung: str) -> None:
        (text,) = self.screen.texts(".rung.here")
        assert text == rung

    def pips(self, text: str) -> None:
        wager, counted = text.split()
        tile = self.screen.tile(wager)
        assert f"{tile.locator('.pips i.f').count()}/{tile.locator('.pips i').count()}" == counted

    def bits(self, text: str) -> None:
        wager, _, counted = text.partition(" ")
        assert counted in self.screen.tile(wager).locator(".bit").all_inner_texts()

    def track(self, numbers: str) -> None:
        assert [text.split()[0] for text in self.screen.texts(".spin")] == numbers.split()

    def puck(self, text: str) -> None:
        expect(self.page.locator(".puck")).to_have_text(re.compile(f"{text}$"))

    def last(self, outcomes: str) -> None:
        assert self.screen.texts(".last li") == outcomes.split()

    def hands(self, text: str) -> None:
        shown = []
        for hand in self.page.locator(".hands > div").all():
            wins = " wins" if "won" in (hand.get_attribute("class") or "") else ""
            shown.append(hand.get_by_role("heading").inner_text() + wins)
        assert ", ".join(shown) == text

    def beads(self, letters: str) -> None:
        assert self.screen.texts(".beads li") == letters.split()


@pytest.mark.parametrize("card", card_ids())
def test_a_person_plays_full_rounds_and_every_screen_equals_the_ledger(
    card: str, client: Client, people: People
) -> None:
    """P15: bets, marks, offers, payments with their reasons, and the balance, on every card."""
    play = Play(Screen.opened(people.new(), client, card), people)
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
    """The control of P15: one cent more on the way to the screen."""
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    screen.equals_ledger()

    def tamper(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(body=text.replace('data-cents="99900">$999.00', 'data-cents="99901">$999.01'))

    page.route("**/felt?*", tamper)
    screen.bet("field")
    with pytest.raises(AssertionError, match="the screen shows"):
        screen.equals_ledger()


GAME_SCRIPTS = sorted((STATIC.parent.parent / "games").glob("*/static/*.js"))


@pytest.mark.parametrize("name", ["table.js", "rackcard.js", "entry.js", *map(str, GAME_SCRIPTS)])
def test_the_scripts_of_a_table_speak_of_no_pay(name: str) -> None:
    """Screens compute no pay: what is paid comes drawn from the server, and no script reads or adds it."""
    text = re.sub(r"//.*|/\*.*?\*/", "", (STATIC / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    code = re.sub(r"//[^\n]*", "", text)
    assert not re.search(r"\b(pays?|paid|payout|stakes?|balance|odds|winnings?|money)\b", code, re.IGNORECASE)


# ---- several people at one table


def test_two_browsers_at_one_table_stay_in_step(client: Client, people: People) -> None:
    first = Screen.opened(people.new(), client, "cash-out-craps")
    client.do(first.table, "seat", seat=2, name="Ann")
    version = client.do(first.table, "buy-in", seat=2, amount=50_000)
    page = people.new()
    page.goto(f"{client.url}/tables/{first.table}?seat=2")
    second = Screen(page, client, first.table, 2)
    first.shows(version)

    def heard(screen: Screen, action: Callable[[], Any]) -> float:
        start = perf_counter()  # from before the press: what the first browser takes is counted too
        action()
        screen.shows(client.table(screen.table)["version"])
        return perf_counter() - start

    times = [heard(second, lambda: first.bet("cash-out"))]
    expect(second.tile("cash-out").locator(".stack", has_text="seat 1")).to_be_visible()
    times.append(heard(first, lambda: second.bet("field", 2)))
    expect(first.tile("field", 2).locator(".chip.theirs")).to_have_text("1")
    times.append(heard(second, first.roll))
    assert first.texts(".last li") == second.texts(".last li")
    assert first.texts(".circles .on") == second.texts(".circles .on")
    for screen in (first, second):
        assert screen.balance() == client.accounts(first.table)[f"seat:{screen.seat}"]
    print(f"a second browser showed it after {', '.join(f'{1000 * one:.0f}' for one in times)} ms")
    assert max(times) < IN_STEP


def dealer_of(screen: Screen, people: People) -> Screen:
    page = people.new()
    page.goto(f"{screen.client.url}/tables/{screen.table}/dealer")
    return Screen(page, screen.client, screen.table, screen.seat)


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
    expect(player.tile("field")).to_have_attribute("aria-disabled", "true")
    page.locator('.pad label:has([name="first"][value="2"])').click()
    page.locator('.pad label:has([name="second"][value="3"])').click()
    dealer.act(page.get_by_role("button", name="Enter the roll").click, "outcome")
    both_show()
    assert player.balance() == 99_900
    assert "lost" in (player.page.locator(".plays > li li").first.get_attribute("class") or "")

    page.locator('.pad label:has([name="first"][value="2"])').click()
    page.locator('.pad label:has([name="second"][value="2"])').click()
    page.get_by_text("Correct the last roll").first.click()
    page.get_by_label("Reason").fill("the second die was a 2")
    dealer.act(page.get_by_role("button", name="Correct the last roll").click, "correct")
    both_show()
    assert player.balance() == 100_100
    assert "corrected to 2-2, 4" in player.history()
    assert "Field" in player.history()

    player.bet("eleven")
    page.locator("main").click(position={"x": 3, "y": 3})
    dealer.act(lambda: page.keyboard.press("n"), "close-betting")
    dealer.act(page.get_by_role("button", name="No roll").click, "no-roll")
    both_show()
    assert "no roll: called by the dealer" in player.history()
    assert player.up() == 100
    dealer.act(lambda: page.keyboard.press("n"), "close-betting")
    page.keyboard.press("5")
    page.keyboard.press("6")
    expect(page.locator('[name="second"][value="6"]')).to_be_checked()
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
    expect(dealer.page.locator('[name="pocket"][value="17"]')).to_be_checked()
    dealer.act(lambda: dealer.page.keyboard.press("Enter"), "outcome")
    player.shows(client.table(player.table)["version"])
    assert player.balance() == 100_000 + 3_500
    dealer.act(dealer.page.locator("#no-more").click, "close-betting")
    dealer.page.locator('.pad label:has([value="00"])').click()
    dealer.act(dealer.page.get_by_role("button", name="Enter the spin").click, "outcome")
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
    assert player.balance() == 100_000 + 100  # 95 cents, rounded to a chip for the player
    player.equals_ledger()


# ---- what happens to pages


def seen(screen: Screen) -> tuple[Any, ...]:
    """What a player at the table sees: marks, chips, puck and money."""
    return (
        screen.texts(".circles .on"), screen.texts(".rung.here"), screen.texts(".chip"), screen.texts(".puck"),
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
    assert screen.texts("#w-1-pass .chip") == ["10"]
    screen.act(page.locator("#undo").click, "take-down")
    assert (screen.texts("#w-1-pass .chip"), screen.balance()) == (["5"], 99_500)
    screen.act(lambda: page.keyboard.press("u"), "take-down")
    assert (screen.texts("#w-1-pass .chip"), screen.balance()) == ([], 100_000)
    screen.equals_ledger()
    screen.bet("pass")
    screen.enter("2-2")
    expect(page.locator("#undo")).to_have_count(0)
    screen.equals_ledger()


def test_any_past_round_is_recalled(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    screen.bet("field")
    screen.enter("1-2")
    screen.enter("3-4")
    screen.enter("4-4")
    dialog = page.locator("#recall")
    page.get_by_role("button", name="Recall roll 2").click()
    expect(dialog).to_contain_text("round 2: 3-4, 7")
    dialog.get_by_role("button", name="Roll 1").click()
    expect(dialog).to_contain_text("seat 1 bets $1.00 on Field")
    expect(dialog.locator(".mine.won")).to_contain_text("Field: ")
    expect(dialog.locator("td").first).to_have_text(re.compile(r"^\d\d:\d\d:\d\d$"))
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    screen.enter("5-5")


# ---- by keyboard, on a phone, with less motion


def tab_to(page: Page, selector: str, most: int = 120) -> None:
    """Goes to an element with the Tab key, as a person without a mouse does."""
    for _ in range(most):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by {most} presses of Tab")


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
    for selector in (".tile", "#roll", ".offer:not([hidden]) .choice", "#to-offer", ".tray label", "#undo"):
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
    expect(dealer.locator("#result .total")).to_have_text("11")
    screen.equals_ledger()


@pytest.mark.parametrize("path", ["/", "/office", "/join", "/docs", "/lab", "/cards/repeater-bets-plus"])
def test_no_page_scrolls_sideways_on_a_phone(path: str, client: Client, people: People) -> None:
    page = people.new(viewport=PHONE, is_mobile=True)
    page.goto(f"{client.url}{path}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_dice_tumble_only_for_those_who_like_motion(motion: str, client: Client, people: People) -> None:
    page = people.new(reduced_motion=motion)
    screen = Screen.opened(page, client, "craps")
    page.evaluate(
        """() => { window.tumbled = false;
        new MutationObserver(() => { window.tumbled ||= !!document.querySelector('.rolling .die'); })
          .observe(document.body, {subtree: true, childList: true, attributes: true}); }"""
    )
    screen.roll()
    assert page.evaluate("window.tumbled") is (motion == "no-preference")


# ---- a live table


def fill(page: Page, **values: str) -> None:
    for label, value in values.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(value)


def log_in(people: People, house: Server, name: str, path: str) -> Page:
    page = people.new()
    page.goto(f"{house.url}/login?next={path}")
    fill(page, Name=name, Password=PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#strip")).to_be_visible()
    return page


def set_up(page: Page, url: str, name: str = "boss") -> None:
    """The first visit to the office makes the supervisor's account."""
    page.goto(f"{url}/office")
    fill(page, Name=name, Password=PASSWORD)
    page.get_by_role("button", name="Create the supervisor account").click()
    expect(page.get_by_role("heading", name="Office")).to_be_visible()


def add_dealer(page: Page) -> None:
    accounts = page.locator("section", has=page.get_by_role("heading", name="Accounts"))
    accounts.get_by_label("Name", exact=True).fill("dora")
    accounts.get_by_label("Password").fill(PASSWORD)
    accounts.get_by_role("button", name="Add").click()
    expect(accounts.get_by_role("cell", name="dora")).to_be_visible()


def open_live(page: Page, table: str = "table-4", name: str = "Table 4") -> None:
    form = page.locator("#open-table")
    form.get_by_label("Name", exact=True).fill(name)
    expect(form.get_by_label("Id", exact=True)).to_have_value(table)
    form.locator('[value="cash-out-craps"]').check()
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url(f"**/tables/{table}/supervisor")


def seat_player(page: Page, seat: int, name: str) -> str:
    """Seat a player, take the money, give a code: by the forms of the dealer's page."""
    forms = page.locator("section", has=page.get_by_role("heading", name="Seats"))
    forms.get_by_label("Seat").nth(0).fill(str(seat))
    forms.get_by_label("Name").fill(name)
    forms.get_by_role("button", name="Seat").click()
    expect(page.locator(f'[data-balance="{seat}"]')).to_have_attribute("data-cents", "0")
    forms.get_by_label("Seat").nth(1).fill(str(seat))
    forms.get_by_label("Dollars").fill("200")
    forms.get_by_role("button", name="Buy in").click()
    expect(page.locator(f'[data-balance="{seat}"]')).to_have_attribute("data-cents", "20000")
    page.get_by_role("button", name=f"Code for seat {seat}").click()
    said = page.locator("#news", has_text=f"Code for seat {seat}")
    found = re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", said.inner_text())
    assert found
    return found[0]


def join(people: People, house: Server, code: str) -> Page:
    page = people.new()
    page.goto(f"{house.url}/join")
    fill(page, Code=code.lower())
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/tables/table-4")
    return page


def test_a_supervisor_sets_passwords_and_removes_an_account(house: Server, people: People) -> None:
    people.expect("status of 40")
    page = people.new()
    set_up(page, house.url)
    add_dealer(page)
    change = page.locator("#change-account")
    change.get_by_label("Account").select_option("dora")
    expect(change.get_by_label("Current password")).to_be_hidden()
    change.get_by_label("New password").fill("staple horse battery")
    change.get_by_role("button", name="Set the password").click()
    expect(page.locator("#alert")).to_contain_text("The password of dora was changed.")
    change.get_by_label("Account").select_option("boss")
    change.get_by_label("New password").fill("staple horse battery")
    change.get_by_label("Current password").fill(PASSWORD)
    change.get_by_role("button", name="Set the password").click()
    expect(page.locator("#alert")).to_contain_text("The password of boss was changed.")
    change.get_by_role("button", name="Remove the account").click()
    change.get_by_role("button", name="Yes, remove boss").click()
    expect(page.locator("#alert")).to_contain_text("the only supervisor")
    change.get_by_label("Account").select_option("dora")
    change.get_by_role("button", name="Remove the account").click()
    change.get_by_role("button", name="Yes, remove dora").click()
    expect(page.get_by_role("cell", name="dora")).to_have_count(0)
    books = house.client()
    books.post("/api/login", {"name": "boss", "password": "staple horse battery"})


ADVICE = re.compile(r"to win|riding|advice|of the time|is worth|worth \$|returns \d|on average", re.IGNORECASE)


@pytest.mark.slow
def test_a_live_table_from_the_first_account_to_advice_allowed_and_stopped(house: Server, people: People) -> None:
    """Set-up, accounts, a live table, a seat joined by code; P17: no advice unless the supervisor allows it."""
    people.expect("status of 40", "Status Error Code 403")
    boss = people.new()
    set_up(boss, house.url)
    add_dealer(boss)
    open_live(boss)
    dora = log_in(people, house, "dora", "/tables/table-4/dealer")
    ann = join(people, house, seat_player(dora, 1, "Ann"))
    bob = join(people, house, seat_player(dora, 2, "Bob"))
    books = house.client()
    books.post("/api/login", {"name": "boss", "password": PASSWORD})

    player = Screen(ann, books, "table-4")
    dealer = Screen(dora, books, "table-4")
    supervisor = Screen(boss, books, "table-4")
    player.bet("cash-out")
    for first, second in ((1, 1), (2, 2), (1, 2), (5, 5)):
        dealer.act(dora.locator("#no-more").click, "close-betting")
        dora.locator(f'.pad label:has([name="first"][value="{first}"])').click()
        dora.locator(f'.pad label:has([name="second"][value="{second}"])').click()
        dealer.act(dora.get_by_role("button", name="Enter the roll").click, "outcome")
    player.shows(books.table("table-4")["version"])
    player.equals_ledger()
    expect(ann.locator(".offer")).to_contain_text("Cash out now")

    def answers() -> list[str]:
        """Everything that a seat is sent: its page, the part that follows the log, the interface, the history."""
        paths = ("/tables/table-4", "/tables/table-4/felt", "/api/tables/table-4", "/tables/table-4/recall/2")
        found = [ann.request.get(f"{house.url}{path}") for path in paths]
        assert all(one.ok for one in found)
        return [re.sub(r'"[^"]*advice-changed[^"]*"', "", one.text()) for one in found]

    def stream() -> list[Any]:
        script = """async (table) => new Promise((done) => {
            const seen = [], source = new EventSource(`/api/tables/${table}/events`);
            const kinds = ['opened', 'bet', 'outcome', 'seated', 'bought-in', 'betting-closed', 'advice-changed'];
            const version = Number(document.getElementById('strip').dataset.version);
            for (const kind of kinds) source.addEventListener(kind, (event) => {
                seen.push(JSON.parse(event.data));
                if (Number(event.lastEventId) >= version) { source.close(); done(seen); } }); })"""
        return list(ann.evaluate(script, "table-4"))

    assert not any(ADVICE.search(text) for text in answers())
    assert not ADVICE.search(ann.locator("body").inner_text())
    assert not any(ADVICE.search(str(entry["data"])) for entry in stream() if entry["kind"] != "opened")
    supervisor.act(boss.get_by_role("button", name="Allow advice").click, "advice")
    expect(ann.locator(".advice")).to_contain_text("Riding wins")
    expect(player.tile("cash-out")).to_contain_text("to win")
    expect(ann.locator("#strip")).to_contain_text("advice on")
    assert [(entry["by"], entry["data"]) for entry in stream() if entry["kind"] == "advice-changed"] == [
        ("boss", {"allow": True})
    ]
    supervisor.act(boss.get_by_role("button", name="Turn advice off").click, "advice")
    expect(ann.locator(".advice")).to_have_count(0)
    assert not any(ADVICE.search(text) for text in answers())
    assert "boss" in books.get("/api/tables/table-4/rounds/5")
    assert "advice is no longer allowed" in books.get("/api/tables/table-4/rounds/5")

    # Another seat's session, and a seat where a dealer's view is, are refused.
    theirs = {"do": "bet", "seat": 1, "card": 1, "wager": "pass", "amount": 500}
    forged = bob.request.post(f"{house.url}/api/tables/table-4/commands", data=theirs)
    token = bob.locator('meta[name="csrf"]').get_attribute("content") or ""
    other = bob.request.post(f"{house.url}/api/tables/table-4/commands", data=theirs, headers={"X-CSRF-Token": token})
    assert (forged.status, other.json()["code"]) == (403, "not-your-seat")
    assert ann.request.get(f"{house.url}/tables/table-4/dealer").status == 403
    assert "20000" not in ann.request.get(f"{house.url}/tables/table-4/felt").text()  # Bob's balance
    stranger = people.new()
    stranger.goto(f"{house.url}/tables/table-4")
    expect(stranger.get_by_role("heading", name="Log in")).to_be_visible()

    player.take("cash-out")
    player.equals_ledger()
    dealer.shows(books.table("table-4")["version"])
    dora.get_by_role("button", name="Color up seat 1").click()
    expect(dora.locator("#sure")).to_contain_text(f"Pay out {dollars(player.balance())} to Ann")
    dealer.act(dora.get_by_role("button", name="Pay out and free the seat").click, "leave")
    assert "seat 1 colors up and leaves with" in dealer.history()
    assert ann.request.get(f"{house.url}/api/tables/table-4").status == 403
    expect(ann.locator("#alert")).to_contain_text("your visit at this seat has ended")
    expect(ann.locator("#tray-form")).to_have_count(0)


@pytest.mark.slow
def test_an_idle_dealers_page_locks_and_opens_by_password(house: Server, people: People) -> None:
    people.expect("the server responded with a status of 401")
    boss = people.new()
    set_up(boss, house.url)
    open_live(boss)
    page = people.new()
    page.clock.install()
    page.goto(f"{house.url}/login?next=/tables/table-4/dealer")
    fill(page, Name="boss", Password=PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#strip")).to_be_visible()
    page.wait_for_load_state()
    expect(page.locator("#locked")).to_be_hidden()
    page.clock.fast_forward((LOCK_SECONDS + 10) * 1000)
    expect(page.locator("#locked")).to_be_visible()
    password = page.locator('#locked input[type="password"]')
    expect(password).to_be_focused()
    assert page.evaluate("document.getElementById('main').inert")
    password.fill("not the password")
    page.keyboard.press("Enter")
    expect(page.locator("#unlock-said")).to_contain_text("the password is incorrect")
    password.fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("#locked")).to_be_hidden()
    assert not page.evaluate("document.getElementById('main').inert")
    expect(page.locator("#main")).to_be_focused()
    page.goto(f"{house.url}/office")
    page.clock.fast_forward((LOCK_SECONDS + 10) * 1000)
    expect(page.locator("#locked")).to_be_visible()


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
    expect(page.locator(".fine-box")).to_contain_text("No problems found")
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
    expect(page.locator("#boards")).to_contain_text("31 to 1")


# ---- hostile names


HOSTILE = "<script>alert(1)</script> \"' {{7*7}} <img src=x onerror=alert(2)>"


def test_names_are_shown_as_text_and_run_nothing(house: Server, people: People) -> None:
    boss = people.new()
    set_up(boss, house.url, name="<img src=x onerror=alert(3)>")
    name = HOSTILE[:60]
    books = house.client()
    books.post("/api/login", {"name": "<img src=x onerror=alert(3)>", "password": PASSWORD})
    body = {"table": "table-4", "name": name, "game": "craps", "cards": [{"card": "craps"}], "live": True}
    books.post("/api/tables", body)
    books.do("table-4", "seat", seat=1, name=name)
    books.do("table-4", "buy-in", seat=1, amount=10_000)
    for path in ("/", "/office", "/tables/table-4/dealer", "/tables/table-4/supervisor", "/tables/table-4/display"):
        answer = boss.goto(f"{house.url}{path}")
        assert answer is not None
        assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        expect(boss.get_by_text(name).first).to_be_attached()
        assert boss.locator("img[src=x], main script").count() == 0
    boss.goto(f"{house.url}/tables/table-4/supervisor")
    boss.locator('form[data-do="freeze"] input').fill(HOSTILE)
    Screen(boss, books, "table-4").act(boss.get_by_role("button", name="Freeze").click, "freeze")
    expect(boss.locator(".notice")).to_contain_text(HOSTILE)
    boss.get_by_role("button", name="Recall roll 1").click()
    expect(boss.locator("#recall td", has_text=HOSTILE)).to_be_visible()
    assert boss.locator("img[src=x]").count() == 0


# ---- accessibility


def faults(page: Page) -> list[str]:
    """What axe finds that is serious or critical, each with where."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): {one['help']}: {node['html'][:160]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(
    "path", ["/", "/login", "/join", "/office", "/docs", "/lab", "/cards/cash-out-craps", "/cards/dice-works"]
)
def test_axe_finds_no_serious_fault_on_a_page(path: str, client: Client, people: People) -> None:
    page = people.new()
    page.goto(f"{client.url}{path}")
    assert faults(page) == []


@pytest.mark.parametrize("view", ["", "/dealer", "/supervisor", "/display"])
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
    card: str, wager: str, outcomes: tuple[str, ...], view: str, client: Client, people: People
) -> None:
    page = people.new()
    screen = Screen.opened(page, client, card)
    screen.bet(wager)
    for given in outcomes:
        client.outcome(screen.table, given)
    if view == "/supervisor":
        page.goto(f"{page.url}{view}")
        expect(page.locator("#meters")).not_to_contain_text("Reading the log")
    else:
        page.goto(f"{page.url}{view}")
    assert faults(page) == []


def test_axe_finds_no_serious_fault_in_the_office_and_at_a_live_table(house: Server, people: People) -> None:
    boss = people.new()
    set_up(boss, house.url)
    assert faults(boss) == []
    open_live(boss)
    assert faults(boss) == []
    code = seat_player(boss, 1, "Ann")
    assert faults(boss) == []
    assert faults(join(people, house, code)) == []


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
    for selector in ("#roll", "#balance", "#to-offer", ".puck", "#strip .phase"):
        assert is_seen(page, selector), selector
    page.evaluate("scrollTo(0, 600)")
    for selector in ("#roll", "#balance", "#to-offer", ".puck", "#strip .phase"):
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
    expect(page.locator(".offer .better")).to_have_text("Ride")
    screen.enter("3-4")
    screen.bet("cash-out")
    for given in ("2-4", "4-5", "2-3", "5-5", "2-2"):
        screen.enter(given)
    expect(page.locator(".advice")).to_contain_text("Cash out.")
    expect(page.locator(".offer .better")).to_contain_text("Cash out")


def test_what_a_roll_paid_is_told_beside_the_dice_on_the_wager_and_beside_the_balance(
    client: Client, people: People
) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    for wager in ("field", "any-seven"):
        screen.bet(wager)
    screen.enter("1-2")
    came = page.locator("#came")
    expect(came).to_contain_text("Roll 1: 1-2, 3: you come out even")
    expect(came.locator("li.won")).to_contain_text("Field: ")
    expect(came.locator("li.lost")).to_contain_text("Any Seven: $1.00 loses")
    expect(screen.tile("field").locator(".came-mark")).to_have_text("won $1.00")
    expect(screen.tile("any-seven").locator(".came-mark")).to_have_text("lost $1.00")
    expect(page.locator(".change")).to_contain_text("+$2.00")
    screen.bet("field")
    expect(screen.tile("field").locator(".came-mark")).to_have_count(0)
    expect(screen.tile("any-seven").locator(".came-mark")).to_have_count(1)
    expect(page.locator(".change")).to_have_count(0)
    screen.enter("1-3")
    expect(came).to_contain_text("Roll 2: 1-3, 4: you win $1.00")
    expect(screen.tile("any-seven").locator(".came-mark")).to_have_count(0)
    screen.enter("2-4")
    expect(came).to_contain_text("none of your bets were decided")
    screen.equals_ledger()


def test_a_count_below_the_first_pay_is_shown(client: Client, people: People) -> None:
    screen = Screen.opened(people.new(), client, "high-roller")
    screen.bet("high-roller")
    for given, made in (("2-2", 0), ("2-2", 1), ("3-3", 1), ("3-3", 2)):
        screen.enter(given)
        expect(screen.tile("high-roller")).to_contain_text(f"points made: {made}")
    assert "points made: 2" in (screen.tile("high-roller").get_attribute("aria-label") or "")


def test_why_wagers_are_closed_is_said_once_and_a_tile_says_what_wins(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "craps")
    expect(screen.tile("hard-6")).to_contain_text("wins: hard 6 before a 7 or an easy 6")
    expect(screen.tile("field")).to_contain_text("2 to 1")
    assert "2 or 12 rolled pays 2 to 1" in (screen.tile("field").get_attribute("aria-label") or "")
    screen.bet("pass")
    before = box(screen.tile("dont-pass"))
    screen.enter("2-2")
    assert box(screen.tile("dont-pass"))["height"] == before["height"]
    assert page.get_by_text("a point is on").count() == 1
    expect(screen.tile("pass")).not_to_contain_text("closed")


def test_a_message_is_seen_wherever_one_has_scrolled_to(client: Client, people: People) -> None:
    page = people.new(viewport=PHONE)
    screen = Screen.opened(page, client, "craps")
    client.outcome(screen.table, "2-2")
    page.reload()
    page.evaluate("scrollTo(0, 900)")
    screen.tile("dont-pass").click(force=True)
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
    own, other = (Screen.opened(one, client, "craps").table for one in (mine, theirs))
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
    for die in ("first", "second"):
        page.locator(f'.pad label:has([name="{die}"][value="2"])').click()
    page.get_by_text("Correct the last roll").first.click()
    page.locator("input[name=reason]").fill("misread")
    screen.act(lambda: page.keyboard.press("Enter"), "correct")
    table = client.table(screen.table)
    assert (table["round"], table["last"]) == (1, [2, 2])


def test_what_is_chosen_on_the_felt_outlives_a_redrawing(client: Client, people: People) -> None:
    page = people.new()
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
    expect(page.locator(".place-label")).to_contain_text("Split 16 19 · 17 to 1 · 5.26 % to win")
    screen.act(lambda: page.keyboard.press("Enter"), "bet")
    expect(screen.tile("split-16-19")).to_be_focused()
    expect(screen.tile("split-16-19").locator(".chip.c1")).to_have_text("1")
    assert page.locator('.layout [tabindex="0"]').count() == 1
    page.keyboard.press("5")
    page.keyboard.press("ArrowLeft")
    screen.act(lambda: page.keyboard.press("Enter"), "bet")
    expect(screen.tile("straight-16").locator(".chip.c5")).to_have_text("500")
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
    for key in "k69":
        page.keyboard.press(key)
    expect(hands.nth(1)).to_have_value("9")
    page.keyboard.press("Backspace")
    for key in "23":
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
    for rank in ("10", "2", "9", "K", "A"):
        page.get_by_role("button", name=rank, exact=True).click()
    expect(page.locator("#next-card")).to_have_text("all cards are in")
    assert [hands.nth(one).input_value() for one in (0, 1)] == ["10 2", "9 K"]


@pytest.mark.parametrize("width", [1024, 1280])
@pytest.mark.parametrize("view", ["dealer", "supervisor"])
def test_nothing_sticks_out_of_the_column_at_the_side(width: int, view: str, client: Client, people: People) -> None:
    for card in ("craps", "roulette", "baccarat"):
        screen = Screen.opened(people.new(viewport={"width": width, "height": 800}), client, card)
        screen.page.goto(f"{client.url}/tables/{screen.table}/{view}")
        over = screen.page.evaluate(
            """() => [...document.querySelectorAll('.paper-card')].flatMap(card => {
            const edge = card.getBoundingClientRect().right;
            return [...card.querySelectorAll('button, input, label, .die')]
              .filter(one => one.getBoundingClientRect().right > edge + 1 && !one.closest('.scroll, #meters'))
              .map(one => one.outerHTML); })"""
        )
        assert over == []
        edges = "selector => new Set([...document.querySelectorAll(selector)].map(one => one.clientWidth)).size"
        assert screen.page.evaluate(edges, ".side > .paper-card") == 1


def test_marks_and_choices_are_told_apart_in_the_readers_own_colours(client: Client, people: People) -> None:
    page = people.new(forced_colors="active")
    screen = Screen.opened(page, client, "repeater-bets-plus")
    client.outcome(screen.table, "2-4")
    page.goto(f"{client.url}/tables/{screen.table}/dealer")
    page.locator('.pad label:has([name="first"][value="2"])').click()
    look = "one => { const is = getComputedStyle(one); return [is.backgroundColor, is.borderTopWidth].join(' '); }"
    pairs = (
        (".pips i.f", ".pips i:not(.f)"), (".bit.on", ".bit:not(.on)"),
        ('.pad label:has([value="2"]:checked)', '.pad label:has([value="3"])'),
        (".bar nav a[aria-current]", ".bar nav a:not([aria-current])"),
    )  # fmt: skip
    for told, other in pairs:
        assert page.locator(told).first.evaluate(look) != page.locator(other).first.evaluate(look), told
    craps = Screen.opened(page, client, "cash-out-craps")
    craps.bet("cash-out")
    craps.enter("2-4")
    assert page.locator(".circles .on").first.evaluate(look) != page.locator(".circles .off").first.evaluate(look)


def test_at_twice_the_size_nothing_runs_into_another_and_nothing_covers_the_page(
    client: Client, people: People
) -> None:
    page = people.new(viewport={"width": 640, "height": 400})
    Screen.opened(page, client, "cash-out-craps")
    name, views = box(page.locator(".head h1")), box(page.locator(".bar nav"))
    assert name["y"] + name["height"] <= views["y"]
    assert page.locator("#tray-form").evaluate("one => getComputedStyle(one).position") == "static"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    widths = page.locator(".ladder .rung").evaluate_all("every => every.map(one => Math.round(one.offsetWidth))")
    assert max(widths) - min(widths) <= 1


def test_the_first_hand_does_not_move_what_one_presses_and_a_tie_is_told(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "baccarat")
    before = page.locator("#roll").bounding_box()
    screen.enter("8 8 K Q")
    assert page.locator("#roll").bounding_box() == before
    expect(page.locator("#result")).to_contain_text("Tie")
    size = page.locator(".tile .state").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert size >= 16


def test_digits_typed_for_one_spin_are_not_part_of_the_next(client: Client, people: People) -> None:
    page = people.new()
    screen = Screen.opened(page, client, "roulette")
    page.goto(f"{client.url}/tables/{screen.table}/dealer")
    for first, pocket in (("1", "1"), ("7", "7")):
        screen.shows(client.do(screen.table, "close-betting"))
        page.locator("#strip b").first.click()
        page.keyboard.press(first)
        screen.act(page.get_by_role("button", name="Enter the spin").click, "outcome")
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
    screen.bet("field", card=2)
    assert [one["seat"] for one in client.table(screen.table)["wagers"]] == [3]
    client.do(screen.table, "bet", seat=5, card=1, wager="cash-out", amount=500)
    for given in ("1-1", "2-2", "1-2", "5-5"):
        version = client.outcome(screen.table, given)
    screen.shows(version)
    expect(page.locator(".offer")).to_contain_text("Seat 5, Cash Out wager")
