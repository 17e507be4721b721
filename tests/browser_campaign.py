"""P15 for longer: random play on every card in a browser, the screen compared with the ledger after every step.

``python -m tests.browser_campaign 200`` plays 200 rounds on each card; a failure names the seed that brings it back.
"""

import sys
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright

from rackcard.api import load
from rackcard.card import card_ids
from tests.browser import Client, People, Screen, Server, launch
from tests.table_driver import random_outcome

OPEN = '.tile[data-bet]:not([aria-disabled="true"])'
LOW = 20_000


def play(screen: Screen, game: str, rounds: int, random: Random) -> int:
    """Rounds of random bets, offers taken or left, and outcomes entered or generated; how often all agreed."""
    page, compared = screen.page, 0

    def agree() -> None:
        nonlocal compared
        screen.equals_ledger()
        compared += 1

    for _ in range(rounds):
        if screen.balance() < LOW:
            screen.shows(screen.client.do(screen.table, "buy-in", seat=1, amount=100_000))
        for _ in range(random.randint(0, 3)):
            tiles = page.locator(OPEN)
            if tiles.count():
                page.locator("input[name=chip]").nth(random.randint(0, 1)).check(force=True)
                screen.act(tiles.nth(random.randrange(tiles.count())).click, "bet")
                agree()
        takes = page.locator("[data-take]")
        if takes.count() and random.random() < 0.3:
            one = takes.nth(random.randrange(takes.count()))
            screen.act(one.click, one.get_attribute("data-take") or "")
            agree()
        if page.locator("#undo").count() and random.random() < 0.2:
            screen.act(page.locator("#undo").click, "take-down")
            agree()
        if random.random() < 0.5:
            screen.roll()
        else:
            screen.client.do(screen.table, "close-betting")
            entered = random_outcome(game, random)
            screen.shows(screen.client.do(screen.table, "outcome", outcome=entered))
        agree()
    return compared


def play_card(people: People, client: Client, card: str, rounds: int, seed: int = 1) -> int:
    """A card's rounds at a practice table of its own."""
    page = people.new()
    try:
        return play(Screen.opened(page, client, card), load(card).game.id, rounds, Random(f"{card} {seed}"))
    except AssertionError as error:
        raise AssertionError(f"{card}, seed {seed}: {error}") from error
    finally:
        page.context.close()


def main(rounds: int = 200, seed: int = 1) -> str:
    """Every card; what was run, in a sentence."""
    compared = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "campaign.db")
        browser = launch(playwright)
        people = People(browser)
        try:
            for card in card_ids():
                found = play_card(people, server.client(), card, rounds, seed)
                print(f"  {card}: {rounds} rounds, {found} screens", file=sys.stderr, flush=True)
                compared += found
            assert not people.complaints, people.complaints
        finally:
            browser.close()
            server.stop()
    cards = len(card_ids())
    return f"{rounds} rounds in a browser on each of {cards} cards, {compared:,} screens equal to the ledger"


if __name__ == "__main__":
    print(main(*map(int, sys.argv[1:])))
