"""A browser and a real server for the tests: the one is found or installed, the other started, killed, started again.

``python -m tests.support.browser`` makes sure that there is a browser. Tests that need one never pass without it.
"""

import csv
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    FloatRect,
    Locator,
    Page,
    Playwright,
    Response,
    expect,
    sync_playwright,
)

from rackcard.money import dollars
from tests.support.forked_server import ForkedServer
from tests.support.served import free_port
from tests.support.transcripts import played_out

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
MISSING = (
    "No browser for the tests. Install one (Debian: apt-get install chromium), or name one in RACKCARD_BROWSER, "
    "then run the tests again."
)
WAIT = 60_000
"""How long a page may take before a test gives up, in milliseconds; no test measures by it."""
expect.set_options(timeout=WAIT)
PHONE = {"width": 390, "height": 844}


# ---- the browser


def browser_path(playwright: Playwright) -> str | None:
    """The browser that the environment names, or the system has, or playwright itself brought."""
    named = os.environ.get("RACKCARD_BROWSER")
    if named:
        return shutil.which(named)
    own = playwright.chromium.executable_path
    return next(filter(None, map(shutil.which, NAMES)), own if Path(own).exists() else None)


def launch(playwright: Playwright) -> Browser:
    """Start the browser; without one this is a failure, never a silent skip."""
    path = browser_path(playwright)
    if path is None:
        raise AssertionError(MISSING)
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


def install() -> bool:
    """Install a browser: from the system's packages where that is allowed, else playwright's own."""
    quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
    ways = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)  # type: ignore[call-overload]
        ways.insert(0, ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"])
    return any(subprocess.run(words, check=False, **quiet).returncode == 0 for words in ways)  # type: ignore[call-overload]


def main() -> None:
    """Find a browser or install one, or say in a sentence that neither was possible."""
    with sync_playwright() as playwright:
        if browser_path(playwright) is None and not os.environ.get("RACKCARD_BROWSER"):
            print("Installing a browser for the tests …", file=sys.stderr)
            install()
        if browser_path(playwright) is None:
            sys.exit(MISSING)


# ---- the server


class Server:
    """``rackcard serve`` on a database and a port of its own."""

    def __init__(self, database: Path) -> None:
        self.database, self.port = database, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self.process = ForkedServer("--db", self.database, "--port", str(self.port))
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/health", timeout=5)
                return
            except OSError:
                assert self.process.poll() is None, "the server ended before it answered"
                time.sleep(0.05)

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:  # a page still follows the log
            self.kill()

    def client(self) -> "Client":
        return Client(self.url)


class Client:
    """A program that talks to a server, with a session of its own once it has logged in."""

    def __init__(self, url: str) -> None:
        self.url, self.csrf = url, ""
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        with self.opener.open(f"{self.url}{path}", timeout=30) as answer:
            return str(answer.read().decode())

    def post(self, path: str, body: Any) -> Any:
        headers = {"Content-Type": "application/json", "X-CSRF-Token": self.csrf}
        request = urllib.request.Request(f"{self.url}{path}", json.dumps(body).encode(), headers)
        with self.opener.open(request, timeout=30) as answer:
            found = json.load(answer)
        self.csrf = found.get("csrf", self.csrf)
        return found

    def do(self, table: str, word: str, **fields: Any) -> int:
        """Give a command; the version of the table it leads to."""
        return int(self.post(f"/api/tables/{table}/commands", {"do": word, **fields})["table"]["version"])

    def outcome(self, table: str, given: str) -> int:
        """No more bets, and an outcome: ``3-4``, a pocket, or the cards as they leave the shoe."""
        self.do(table, "close-betting")
        return self.do(table, "outcome", outcome=outcome(given))

    def table(self, table: str) -> dict[str, Any]:
        return dict(json.loads(self.get(f"/api/tables/{table}")))

    def accounts(self, table: str) -> dict[str, int]:
        """Every account of a table by the ledger: the sum of its postings."""
        found: dict[str, int] = {}
        for row in csv.DictReader(io.StringIO(self.get(f"/api/tables/{table}/ledger.csv"))):
            found[row["account"]] = found.get(row["account"], 0) + int(row["amount_cents"])
        return found


def outcome(given: str) -> Any:
    """An outcome as a dealer's command has it.

    >>> outcome("3-4"), outcome("00"), outcome("K 2 6 3 2")
    ([3, 4], '00', {'player': ['K', '6'], 'banker': ['2', '3', '2']})
    """
    if " " in given:
        player, banker = played_out(given.split())[1].partition(":")[0].split(" / ")
        return {"player": player.split(), "banker": banker.split()}
    return [int(face) for face in given.split("-")] if "-" in given else given


# ---- people with browsers


def tab_to(page: Page, selector: str, most: int = 120) -> None:
    """Goes to an element with the Tab key, as a person without a mouse does."""
    for _ in range(most):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by {most} presses of Tab")


def box(one: Locator) -> FloatRect:
    """Where an element is on the page; it must be visible."""
    found = one.bounding_box()
    assert found is not None
    return found


class People:
    """Those who look at pages, each in a browser of their own; whatever a page complained of is kept."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.expected: list[str] = []

    def new(self, **options: Any) -> Page:
        """A new browser session; dice do not tumble unless requested."""
        context = self.browser.new_context(**{"reduced_motion": "reduce", **options})
        context.set_default_timeout(WAIT)
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("dialog", self._dismiss)
        context.on("response", self._seen)
        self.contexts.append(context)
        return context.new_page()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _dismiss(self, dialog: Dialog) -> None:
        self.complaints.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def _seen(self, response: Response) -> None:
        if response.status >= 500:
            self.complaints.append(f"{response.status} from {response.url}")

    def expect(self, *texts: str) -> None:
        """Complaints that a test brings about on purpose, each by a part of it."""
        self.expected += texts

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        found = [one for one in self.complaints if not any(text in one for text in self.expected)]
        assert not found, found


class Screen:
    """The page of a table, used as a person would; it waits for the page to show what the server answered."""

    def __init__(self, page: Page, client: Client, table: str, seat: int = 1) -> None:
        self.page, self.client, self.table, self.seat = page, client, table, seat

    @classmethod
    def opened(cls, page: Page, client: Client, card: str) -> "Screen":
        """The page of a new practice table."""
        table = client.post("/api/practice", {"card": card})["table"]
        page.goto(f"{client.url}/tables/{table}")
        return cls(page, client, table)

    @classmethod
    def opened_from_lobby(cls, page: Page, client: Client, card: str) -> "Screen":
        """A practice table, opened from the lobby by the button of a card."""
        page.goto(f"{client.url}/")
        page.locator(f"#card-{card}").get_by_role("button", name="Open a practice table").click()
        page.wait_for_url("**/tables/practice-*")
        return cls(page, client, page.url.rpartition("/")[2])

    # ---- what is done
    def act(self, action: Callable[[], None], word: str) -> None:
        """Do something that gives a command, and wait until the page shows what came of it."""

        def is_answer(response: Response) -> bool:
            asked = response.request
            return response.url.endswith("/commands") and (asked.post_data_json or {}).get("do") == word

        with self.page.expect_response(is_answer, timeout=WAIT) as info:
            action()
        answer = info.value.json()
        assert info.value.ok, answer
        self.shows(answer["table"]["version"])

    def shows(self, version: int) -> None:
        expect(self.page.locator(f'#strip[data-version="{version}"]')).to_be_attached()

    def tile(self, wager: str, card: int = 1) -> Locator:
        return self.page.locator(f'[id="w-{card}-{wager}"]')

    def spot(self, wager: str, card: int = 1) -> Locator:
        """Where a wager is pressed: on a layout, where its chips lie, since a line may go around others."""
        here = self.tile(wager, card).locator(".here:visible")
        return here.first if here.count() else self.tile(wager, card)

    def chips(self, wager: str, card: int = 1) -> Locator:
        """The stacks on a wager of a layout."""
        return self.page.locator(f'[data-of="w-{card}-{wager}"] .stack:visible')

    def came(self, wager: str, card: int = 1) -> Locator:
        """What the newest outcome brought on a wager of a layout."""
        return self.page.locator(f'[data-of="w-{card}-{wager}"] .came-mark:visible')

    def bet(self, wager: str, card: int = 1) -> None:
        """Press a wager's tile or place, or choose it from the list where that is not to be seen."""
        if self.tile(wager, card).is_visible():
            self.act(self.spot(wager, card).click, "bet")
            return
        lists = self.page.locator("details.lists", has=self.page.locator(f'option[value="{wager}"]')).first
        if lists.get_attribute("open") is None:
            lists.locator("summary").click()
        chooser = self.page.locator(".choose", has=self.page.locator(f'option[value="{wager}"]')).first
        chooser.locator("select").select_option(wager)
        self.act(chooser.get_by_role("button").click, "bet")
        lists.locator("summary").click()

    def call(self, text: str) -> None:
        """Book a bet on the dealer's page as it is called: seat, amount, wager."""
        self.page.locator("#call").fill(text)
        self.act(lambda: self.page.locator("#call").press("Enter"), "bet")

    def tap(self, keys: str) -> None:
        """Tap an outcome on the dealer's pad, by the keys that it could be typed with."""
        self.act(self.page.locator(f'.cell[data-keys="{keys}"]').click, "outcome")

    def roll(self) -> None:
        self.act(self.page.locator("#roll").click, "generate")

    def enter(self, given: str) -> None:
        """The dealer enters an outcome elsewhere; the page follows."""
        self.shows(self.client.outcome(self.table, given))

    def take(self, word: str) -> None:
        self.act(self.page.locator(f'[data-take="{word}"]:visible').first.click, word)

    # ---- what is shown
    def balance(self) -> int:
        return self._cents("#balance")

    def up(self) -> int:
        return self._cents("#up")

    def _cents(self, selector: str) -> int:
        found = self.page.locator(selector)
        cents = int(found.get_attribute("data-cents") or "")
        expect(found).to_have_text(dollars(cents))  # a win is counted up for a moment
        return cents

    def equals_ledger(self) -> None:
        """P15: the balance on the screen is the seat's account, and what is on the felt the felt's."""
        self.shows(self.client.table(self.table)["version"])  # what a dealer entered arrives after a moment
        books = self.client.accounts(self.table)
        shown, kept = (self.balance(), self.up()), (books[f"seat:{self.seat}"], books.get("felt", 0))
        assert shown == kept, f"the screen shows {shown}, the ledger has {kept}"

    def history(self) -> str:
        """The newest happening with what it paid."""
        return self.page.locator(".plays > li").first.inner_text()

    def texts(self, selector: str) -> list[str]:
        return [text.replace("\n", " ") for text in self.page.locator(selector).all_inner_texts()]


if __name__ == "__main__":
    main()
