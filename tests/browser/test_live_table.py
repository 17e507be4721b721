"""A live table in several browsers, from the first account to the last roll; hostile names."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from rackcard.money import dollars
from rackcard.web.accounts import LOCK_SECONDS
from rackcard.web.middleware import HEADERS
from tests.support.browser import People, Screen, Server
from tests.support.live_table import PASSWORD, add_dealer, fill, join, log_in, open_live, open_menu, seat_player, set_up

# ---- a live table


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
    player.bet("cash-out", card=2)
    dealer.act(dora.locator("#no-more").click, "close-betting")
    expect(dora.locator("#reopen")).to_be_visible()
    expect(dora.locator("#generate")).to_have_count(0)  # dice are thrown here, never drawn by the machine
    for keys in ("11", "22", "12", "55"):
        dealer.tap(keys)
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
    player.tile("cash-out", card=2).hover()
    expect(ann.locator("#inspector")).to_contain_text("Chance")
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
    open_menu(dora)
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
