"""The tutorials in the browser: every step of the page, by the names that the page gives to buttons and fields."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser import Client, People, Screen, Server
from tests.support.command import command
from tests.support.live_table import add_dealer, fill_house, join, log_in, open_menu, pick, seat_player, set_up

TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"


def named(page: str, section: str) -> list[str]:
    """What a section of a tutorial tells the reader to press or look for, in order."""
    text = (TUTORIALS / page).read_text(encoding="utf-8")
    return re.findall(r"\*\*(.+?)\*\*", text.split(f"## {section}")[1].split("\n## ")[0])


def test_an_idea_is_loaded_in_the_lab_and_played(client: Client, people: People, tmp_path: Path) -> None:
    page = people.new()
    lab, load, practice, wager, roll = named("idea-to-table.md", "7. Play it")
    text = (TUTORIALS / "idea-to-table.md").read_text(encoding="utf-8")
    card = tmp_path / "lucky-doubles.yaml"
    card.write_text(re.findall(r'```yaml title="lucky-doubles.yaml"\n(.*?)```', text, re.DOTALL)[-1], encoding="utf-8")
    page.goto(client.url)
    page.get_by_role("link", name=lab, exact=True).click()
    with page.expect_file_chooser() as chosen:
        page.get_by_text(load, exact=True).click()
    chosen.value.set_files(card)
    expect(page.locator("#edges-part")).to_contain_text("13.4199 %")
    page.get_by_role("button", name=practice).click()
    page.wait_for_url("**/tables/practice-*")
    screen = Screen(page, client, page.url.rpartition("/")[2])
    assert screen.balance() == 100_000
    screen.act(page.get_by_role("button", name=re.compile(f"^{wager}")).click, "bet")
    assert screen.up() > 0
    expect(page.locator("#roll")).to_contain_text(roll, ignore_case=True)
    screen.roll()
    screen.enter("2-2")
    screen.enter("3-4")
    assert screen.up() == 0
    screen.equals_ledger()


@pytest.mark.slow
def test_the_first_evening_from_the_set_up_code_to_the_audit(house: Server, people: People) -> None:
    people.expect("status of 40")  # the session of a seat ends when it is colored up
    page = "first-evening.md"
    assert named(page, "2. Create the accounts")[1:4] == ["Create the supervisor account", "Add an account", "Add"]
    boss = people.new()
    set_up(boss, house.url)
    add_dealer(boss)
    opens, *_, limits, done = named(page, "3. Open the table")
    boss.get_by_role("link", name=opens).click()
    fill_house(boss, "name", "Table 4")
    pick(boss, "cash-out-craps")
    expect(boss.get_by_role("heading", name=limits)).to_be_visible()
    fill_house(boss, "min", "5")
    fill_house(boss, "max", "500")
    boss.get_by_label("Table id").fill("table-4")
    boss.get_by_role("button", name=done).click()
    boss.wait_for_url("**/tables/table-4/supervisor")

    dora = log_in(people, house, "dora", "/tables/table-4/dealer")
    ann = join(people, house, seat_player(dora, 1, "Ann"))
    books = house.client()
    books.post("/api/login", {"name": "boss", "password": "correct horse battery"})
    player, dealer, supervisor = (Screen(one, books, "table-4") for one in (ann, dora, boss))
    player.bet("cash-out", card=2)
    closes, take, *_ = named(page, "6. Deal a roll")
    dealer.act(dora.get_by_role("button", name=closes).click, "close-betting")
    dealer.tap("22")
    expect(dora.locator("#felt")).to_contain_text(take.removeprefix("1 "))
    player.equals_ledger()

    corrects, confirm = named(page, "7. Something goes wrong")
    dora.get_by_role("button", name=corrects).click()
    dora.locator('.cell[data-keys="12"]').click()
    dora.get_by_label("Reason").fill("misread the second die")
    dealer.act(dora.get_by_role("button", name=confirm, exact=True).click, "correct")
    assert books.table("table-4")["last"] in ([1, 2], [2, 1])
    dealer.tap("34")
    player.equals_ledger()

    color_up, shift, closing = named(page, "8. Color up and close")
    open_menu(dora)
    dora.get_by_role("button", name=color_up).click()
    dealer.act(dora.get_by_role("button", name="Pay out and free the seat").click, "leave")
    boss.reload()
    boss.get_by_role("button", name=shift).click()
    supervisor.act(boss.get_by_role("button", name="Close the shift").click, "close-shift")
    boss.get_by_role("button", name=closing).click()
    boss.get_by_role("button", name=closing).last.click()
    expect(boss.locator("#strip")).to_contain_text("This table is closed")
    people.expect("htmx:", "ERR_CONNECTION_REFUSED")  # pages ask for the server that is stopped now
    house.stop()
    assert command("audit", house.database).returncode == 0
