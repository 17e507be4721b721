"""Takes pictures of the pages: ``make screenshots`` writes docs/images for the documents, and build/screenshots.

The second folder has every main view in windows of four sizes, by day and by night, to be looked at.

Every outcome is entered, none is random, so that a picture changes only with the pages.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tests.support.browser import Client, People, Server, launch

FOLDER = Path(__file__).parent.parent / "docs" / "images"
EVERY = Path(__file__).parent.parent / "build" / "screenshots"
SIZES = ("1440x900", "1366x768", "1024x768", "390x844")
SCHEMES = ("light", "dark")
PHONE_MAX = 600
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
    client.do(one, "close-betting")
    client.do(one, "outcome", outcome={"player": ["Ks", "6h"], "banker": ["2d", "3c", "2h"]})
    bets(client, one, 1, 1, "golden-dragon-7", "blue-dragon-9s", amount=1_000)
    bets(client, one, 2, 2, "player", amount=2_500)
    bets(client, one, 1, 2, "banker", amount=10_000)
    return one


@dataclass(frozen=True)
class Shot:
    """A view of the pages: its name, its address, and what must be there before a picture is taken."""

    name: str
    path: str
    ready: Callable[[Page], object] | None = None
    kept: bool = True
    """Whether the documents show it."""


class Camera:
    """Takes pictures into a folder."""

    def __init__(self, people: People, url: str) -> None:
        self.people, self.url = people, url

    def take(self, shot: Shot, folder: Path, size: str, scheme: str, name: str) -> Path:
        """One picture of a view, in a window of a size, by day or by night."""
        width, height = map(int, size.split("x"))
        is_phone = width < PHONE_MAX
        page = self.people.new(
            viewport={"width": width, "height": height}, is_mobile=is_phone, color_scheme=scheme,
            device_scale_factor=1.5 if is_phone else 1,
        )  # fmt: skip
        page.goto(f"{self.url}{shot.path}")
        page.wait_for_load_state()
        if shot.ready:
            shot.ready(page)
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{name}.png"
        page.screenshot(path=file, animations="disabled", caret="hide")
        page.close()
        return file


def keep(file: Path, name: str) -> None:
    """Copies a picture for the documents, with fewer colors if Pillow is installed; rare colors stay what they are."""
    kept = Path(shutil.copy(file, FOLDER / f"{name}.png"))
    try:
        from PIL import Image
    except ImportError:
        return
    whole = Image.open(kept).convert("RGB")
    common, rare = whole.quantize(192), whole.quantize(64, method=Image.Quantize.MAXCOVERAGE)
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(common.getpalette() or ())[: 3 * 192], *(rare.getpalette() or ())[: 3 * 64]])
    whole.quantize(palette=palette, dither=Image.Dither.NONE).save(kept, optimize=True)


def shots(client: Client) -> Iterator[Shot]:
    """Every main view, in the order in which the tables are played."""
    dice, wheel, shoe = craps(client), roulette(client), baccarat(client)
    yield Shot("lobby", "/")
    yield Shot("felt-craps", f"/tables/{dice}")
    yield Shot("felt-roulette", f"/tables/{wheel}")
    yield Shot("felt-baccarat", f"/tables/{shoe}")
    yield Shot("felt-sic-bo", f"/tables/{sic_bo(client)}", kept=False)
    yield Shot("supervisor", f"/tables/{dice}/supervisor", metered)
    yield Shot("display", f"/tables/{dice}/display")
    yield Shot("dealer-paying", f"/tables/{dice}/dealer", kept=False)
    client.do(dice, "close-betting")
    yield Shot("felt-closed", f"/tables/{dice}", kept=False)
    yield Shot("dealer", f"/tables/{dice}/dealer")
    yield Shot("card", "/cards/cash-out-craps")
    yield Shot("lab", "/lab")


def main() -> None:
    """Takes every picture."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "pictures.db")
        browser = launch(playwright)
        people = People(browser)
        try:
            camera = Camera(people, server.url)
            for shot in shots(server.client()):
                for size in SIZES:
                    for scheme in SCHEMES:
                        file = camera.take(shot, EVERY, size, scheme, f"{shot.name}-{size}-{scheme}")
                        print(f"{file.name}: {file.stat().st_size // 1000} kB", flush=True)
                if shot.kept:
                    keep(EVERY / f"{shot.name}-{SIZES[0]}-light.png", shot.name)
                if shot.name == "felt-craps":
                    keep(EVERY / f"{shot.name}-{SIZES[-1]}-light.png", "felt-phone")
        finally:
            people.close()
            browser.close()
            server.stop()
    large = [file.name for file in FOLDER.glob("*.png") if file.stat().st_size > BYTES_MAX]
    assert not large, f"more than {BYTES_MAX} bytes: {large}"


def metered(page: Page) -> None:
    """The supervisor's page after its meters have loaded."""
    page.locator("#meters table").first.wait_for()


if __name__ == "__main__":
    main()
