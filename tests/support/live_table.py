"""What people do at a live table in a browser: set up, log in, open, seat and join."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser import People, Screen, Server
from tests.support.served import SET_UP_CODE

PASSWORD = "correct horse battery"


def dealer_of(screen: Screen, people: People) -> Screen:
    page = people.new()
    page.goto(f"{screen.client.url}/tables/{screen.table}/dealer")
    return Screen(page, screen.client, screen.table, screen.seat)


def fill(page: Page, **values: str) -> None:
    for label, value in values.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(value)


def log_in(people: People, house: Server, name: str, path: str) -> Page:
    page = people.new()
    page.goto(f"{house.url}/login?next={path}")
    fill(page, Name=name, Password=PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#strip")).to_be_visible()
    page.wait_for_load_state()  # a button pressed before the scripts have run does nothing
    return page


def set_up(page: Page, url: str, name: str = "boss") -> None:
    """The first visit to the office makes the supervisor's account."""
    page.goto(f"{url}/office")
    fill(page, Name=name, Password=PASSWORD)
    page.get_by_label("Set-up code").fill(SET_UP_CODE)
    page.get_by_role("button", name="Create the supervisor account").click()
    expect(page.get_by_role("heading", name="Office")).to_be_visible()


def add_dealer(page: Page) -> None:
    accounts = page.locator("section", has=page.get_by_role("heading", name="Accounts"))
    accounts.get_by_label("Name", exact=True).fill("dora")
    accounts.get_by_label("Password").fill(PASSWORD)
    accounts.get_by_role("button", name="Add").click()
    expect(accounts.get_by_role("cell", name="dora")).to_be_visible()


def open_live(page: Page, table: str = "table-4", name: str = "Table 4") -> None:
    """Open a table from the form of house rules, and come to its supervisor's page."""
    page.get_by_role("link", name="Open a table").click()
    fill_house(page, "name", name)
    pick(page, "cash-out-craps")
    page.get_by_label("Table id").fill(table)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(f"**/tables/{table}/supervisor")


def answered(page: Page, action: Callable[[], None]) -> None:
    """Change something in the form of house rules, and wait until the page shows what follows from it."""
    with page.expect_response(re.compile("/office/house$")):
        action()
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def fill_house(page: Page, field: str, value: str) -> None:
    """Fill in a field of the form of house rules, by its id."""
    one = page.locator(f'[id="{field}"]')
    expect(one).to_be_visible()
    page.wait_for_load_state("load")  # before that, nobody listens to what is changed
    one.fill(value)
    answered(page, lambda: one.press("Tab"))


def pick(page: Page, card: str) -> None:
    """Put a card on the table."""
    answered(page, page.locator(f"#pick-{card}").check)
    expect(page.locator(f"#set-{card}")).to_be_visible()


def open_menu(page: Page) -> None:
    """Open the menu of the dealer's page, where seats, buy-ins and the history are."""
    menu = page.locator('#menu[aria-expanded="false"]')
    if menu.count():
        menu.click()


def seat_player(page: Page, seat: int, name: str) -> str:
    """Seat a player, take the money, give a code: by the forms of the dealer's page."""
    page.wait_for_load_state()
    open_menu(page)
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
    close = page.get_by_role("button", name="Close the menu")
    if close.count():
        close.click()
    return found[0]


def join(people: People, house: Server, code: str) -> Page:
    page = people.new()
    page.goto(f"{house.url}/join")
    fill(page, Code=code.lower())
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/tables/table-4")
    return page
