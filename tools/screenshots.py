"""Takes pictures of the pages for the README and the docs: ``make screenshots`` writes docs/images/*.png.

Every outcome is entered, none is random, so that a picture changes only with the pages.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tests.support.browser import PHONE, Client, People, Server, launch

FOLDER = Path(__file__).parent.parent / "docs" / "images"
WIDE = {"width": 1280, "height": 800}
BYTES_MAX = 250_000


def table(client: Client, name: str, game: str, cards: list[str], seats: tuple[str, ...]) -> str:
    """A practice table with a name that does not change."""
    table_id = name.lower().replace(" ", "-")
    entries = [{"card": card} for card in cards]
    client.post("/api/tables", {"table": table_id, "name": name, "game": game, "cards": entries})
    for seat, who in enumerate(seats, 1):
        client.do(table_id, "seat", seat=seat, name=who)
        client.do(table_id, "buy-in", seat=seat, amount=100_000)
    return table_id


def bets(client: Client, table_id: str, seat: int, card: int, *wagers: str, amount: int = 500) -> None:
    for wager in wagers:
        client.do(table_id, "bet", seat=seat, card=card, wager=wager, amount=amount)


def craps(client: Client) -> str:
    """Six numbers marked, an offer to decide on, a point on, and chips of three seats."""
    one = table(client, "Table 4", "craps", ["cash-out-craps", "repeater-bets-plus", "craps"], ("You", "Ann", "Bob"))
    bets(client, one, 1, 1, "cash-out", amount=2_500)
    bets(client, one, 2, 1, "cash-out")
    bets(client, one, 1, 2, "repeating-6", "uptown", "even")
    bets(client, one, 3, 2, "repeating-6", "repeating-9", "citywide")
    bets(client, one, 1, 3, "pass", amount=1_000)
    for given in ("2-4", "4-5", "3-3", "2-3", "5-5", "2-2", "6-3"):
        client.outcome(one, given)
    bets(client, one, 1, 3, "field", "hard-8")
    return one


def roulette(client: Client) -> str:
    """Two of three spins on the track, and inside and outside wagers up."""
    one = table(client, "Wheel 2", "roulette", ["straights-and-8s", "roulette"], ("You", "Ann"))
    for given in ("32", "00", "11", "8", "27"):
        client.outcome(one, given)
    bets(client, one, 1, 1, "straights-and-8s", amount=1_000)
    bets(client, one, 2, 1, "straights-and-8s")
    for given in ("17", "18"):
        client.outcome(one, given)
    bets(client, one, 1, 2, "straight-19", "straight-16", "red", "split-17-20", "dozen-2")
    bets(client, one, 2, 2, "straight-0", "black", "corner-16-17-19-20", amount=2_500)
    return one


def sic_bo(client: Client) -> str:
    """Three rolls played, and wagers up in every part of the layout."""
    one = table(client, "Dice 3", "sic-bo", ["sic-bo"], ("You", "Ann"))
    for given in ("1-3-6", "5-2-5", "4-4-4"):
        client.outcome(one, given)
    bets(client, one, 1, 1, "big", "total-9", "double-4", "combination-2-5", "single-6")
    bets(client, one, 2, 1, "small", "any-triple", "total-11")
    return one


def baccarat(client: Client) -> str:
    """A bead road, the last hand with a three-card win, and bets for the next."""
    one = table(client, "Shoe 1", "baccarat", ["treasure-of-the-5-dragons", "baccarat"], ("You", "Ann"))
    deals = ("9 K K 7", "4 9 3 Q", "8 8 K Q", "K 6 5 K 6 7", "2 3 3 K 8", "9 K K 7", "9 8 K Q", "7 7 K Q", "4 9 4 K")
    for given in deals:
        client.outcome(one, given)
    bets(client, one, 1, 1, "golden-dragon-7", "any-dragon", amount=1_000)
    bets(client, one, 1, 2, "banker", amount=10_000)
    client.outcome(one, "K 2 6 3 2")
    bets(client, one, 1, 1, "golden-dragon-7", "blue-dragon-9s", amount=1_000)
    bets(client, one, 2, 2, "player", amount=2_500)
    bets(client, one, 1, 2, "banker", amount=10_000)
    return one


class Camera:
    """Takes pictures into a folder, each within a size limit."""

    def __init__(self, people: People, url: str, folder: Path = FOLDER) -> None:
        self.people, self.url, self.folder = people, url, folder
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, name: str, path: str, phone: bool = False, ready: Callable[[Page], object] | None = None) -> None:
        options = {"viewport": PHONE, "is_mobile": True} if phone else {"viewport": WIDE}
        page = self.people.new(**options, device_scale_factor=1.5 if phone else 1)
        answer = page.goto(f"{self.url}{path}")
        if answer is None or answer.status == 404:
            print(f"{name}: page {path} does not exist; skipped")
            return
        page.wait_for_load_state()
        if ready:
            ready(page)
        file = self.folder / f"{name}.png"
        page.screenshot(path=file, animations="disabled", caret="hide")
        quantise(file)
        size = file.stat().st_size
        print(f"{file.name}: {size // 1000} kB")
        assert size <= BYTES_MAX, f"{file.name} has {size} bytes, more than {BYTES_MAX}"


def quantise(file: Path) -> None:
    """Reduces the colors if Pillow is installed."""
    try:
        from PIL import Image
    except ImportError:
        return
    image = Image.open(file).convert("RGB").quantize(200, dither=Image.Dither.NONE)
    image.save(file, optimize=True)


def main() -> None:
    """Takes every picture."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "pictures.db")
        browser = launch(playwright)
        people = People(browser)
        people.expect("404")
        try:
            client = server.client()
            camera = Camera(people, server.url)
            camera.take("lobby", "/")
            dice, wheel, shoe = craps(client), roulette(client), baccarat(client)
            camera.take("felt-craps", f"/tables/{dice}")
            camera.take("felt-roulette", f"/tables/{wheel}")
            camera.take("felt-baccarat", f"/tables/{shoe}")
            camera.take("felt-sic-bo", f"/tables/{sic_bo(client)}")
            camera.take("felt-phone", f"/tables/{dice}", phone=True)
            camera.take("supervisor", f"/tables/{dice}/supervisor", ready=metered)
            camera.take("display", f"/tables/{dice}/display")
            client.do(dice, "close-betting")
            camera.take("dealer", f"/tables/{dice}/dealer", ready=enter_dice)
            camera.take("card", "/cards/cash-out-craps")
            camera.take("lab", "/lab")
        finally:
            people.close()
            browser.close()
            server.stop()


def metered(page: Page) -> None:
    """The supervisor's page after its meters have loaded."""
    page.locator("#meters table").first.wait_for()


def enter_dice(page: Page) -> None:
    """The dealer's page before a roll is entered."""
    for die, face in (("first", 4), ("second", 4)):
        page.locator(f'.pad label:has([name="{die}"][value="{face}"])').click()


if __name__ == "__main__":
    main()
