"""House rules in the office: built as a form, opened as a table, back to the same file, and changed."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.support.access import faults
from tests.support.browser import Client, People, Server
from tests.support.live_table import PASSWORD, answered, fill, fill_house, pick
from tests.support.served import SET_UP_CODE


@pytest.fixture
def boss(server: Server, client: Client, people: People) -> Page:
    """The supervisor's browser; the account is made once."""
    if "Create the supervisor account" in client.get("/office"):
        client.post("/api/accounts", {"name": "boss", "password": PASSWORD, "code": SET_UP_CODE})
    client.post("/api/login", {"name": "boss", "password": PASSWORD})
    page = people.new(viewport={"width": 1440, "height": 900})
    page.goto(f"{server.url}/login?next=/office/house")
    fill(page, Name="boss", Password=PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#house-form")).to_be_visible()
    return page


def shown_hash(page: Page) -> str:
    return page.locator("#sha256").get_attribute("data-sha256") or ""


def test_a_form_becomes_a_table_and_the_table_the_same_file(boss: Page, client: Client) -> None:
    fill_house(boss, "name", "Silver Fern 4")
    answered(boss, boss.locator("#pick-craps").uncheck)
    pick(boss, "super-shooter")
    answered(boss, boss.locator('[id="super-shooter.pays.little.2"]').check)
    expect(boss.locator('[id="super-shooter.pays.big.2"]')).to_be_checked()  # by the same table as Little
    fill_house(boss, "super-shooter.max.all", "$100")
    fill_house(boss, "payout", "5000")
    text = boss.locator("#text").input_value()
    assert "payout limit: $5,000 for each outcome, shared by all winners" in text
    assert "little: {pays: 2}, big: {pays: 2}, all: {max: $100}" in text
    expect(boss.locator(".wager-row", has_text="All").locator(".at-most")).to_be_visible()
    assert faults(boss) == []
    sha256 = shown_hash(boss)
    boss.get_by_label("Table id").fill("fern")
    boss.get_by_role("button", name="Open the table").click()
    boss.wait_for_url("**/tables/fern/supervisor")
    expect(boss.locator("#house-line")).to_contain_text(f"version 1, {sha256[:8]}")
    assert client.table("fern")["house"]["sha256"] == sha256
    assert client.get("/api/tables/fern/house") == text
    boss.goto(f"{client.url}/office/house?table=fern")
    assert shown_hash(boss) == sha256
    boss.set_viewport_size({"width": 390, "height": 844})
    assert boss.evaluate("document.documentElement.scrollWidth <= innerWidth")


RULES = "house: {0}\nname: Fern\ngame: craps\ncards: {{super-shooter: {{min: $5}}}}\n"


def test_a_change_at_an_open_table_is_compared_then_confirmed(boss: Page, client: Client) -> None:
    client.post("/api/tables", {"table": "change", "house": RULES.format("fern"), "live": True})
    boss.goto(f"{client.url}/tables/change/supervisor")
    boss.get_by_role("link", name="Change, compare or export").click()
    text = boss.get_by_label("The new file")
    text.fill(text.input_value().replace("min: $5", "wagers: {all: {pays: 3}}, min: $10"))
    boss.get_by_role("button", name="Compare with the rules in force").click()
    compared = boss.locator("#comparison")
    expect(compared).to_contain_text("$5.00 or more → $10.00 or more")
    expect(compared.get_by_role("row", name="All")).to_contain_text("7.4644 %")
    assert faults(boss) == []
    compared.get_by_label("Reason").fill("Friday night")
    compared.get_by_role("button", name="Change to these house rules").click()
    newest = boss.locator(".versions tbody tr").first
    expect(newest).to_contain_text("Friday night")
    table = client.table("change")
    assert table["house"]["version"] == 2
    assert {one["min"] for one in table["cards"][0]["wagers"]} == {1000}
    old = json.loads(client.get("/api/tables/change/house?version=1&format=json"))
    assert old["house"] == RULES.format("fern")


def test_a_list_is_set_by_checkboxes_and_a_pasted_file_waits_for_the_form(boss: Page) -> None:
    answered(boss, boss.locator("#game-baccarat").check)
    answered(boss, boss.locator("#pick-baccarat").uncheck)
    pick(boss, "treasure-of-the-5-dragons")
    dragon = boss.get_by_label("golden dragon 6s")
    answered(boss, dragon.check)
    expect(boss.get_by_role("radio", name="These")).to_be_checked()
    expect(dragon).to_be_checked()
    expect(boss.locator("#verdict")).to_contain_text("the player has an edge of 34.74 % on any-dragon")
    answered(boss, boss.get_by_label("blue dragon 9s").uncheck)
    expect(boss.locator("#verdict")).to_contain_text("No problems found")
    text = boss.locator("#text")
    assert "golden-dragon-7, golden-dragon-6s, green-dragon-8, red-dragon-7s" in text.input_value()
    text.fill("house: x")
    expect(boss.locator("#verdict")).to_contain_text("house.yaml:1:1")
    assert boss.locator("#house-form").evaluate("one => one.inert")
    text.fill(RULES.format("pasted"))
    expect(boss.locator("#verdict")).to_contain_text("No problems found")
    boss.get_by_role("button", name="Show this file in the form").click()
    expect(boss.locator("#pick-super-shooter")).to_be_checked()
    expect(boss.locator("#house-id")).to_have_value("pasted")
