"""Runs P15 for longer: random play on every card in a browser, with the screen checked against the ledger."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright
from tests.support.browser import Client, People, Screen, Server, launch
from tests.support.table_driver import random_outcome

from rackcard.api import load
from rackcard.card import card_ids

OPEN = '.tile[data-bet]:not([aria-disabled="true"])'
LOW = 20_000


def play(screen: Screen, game: str, rounds: int, random: Random) -> int:
    """Plays rounds of random bets, offers and outcomes; returns how often the screen agreed with the ledger."""
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
        takes = page.locator("[data-take]:visible")
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
    """Plays a card's rounds at its own practice table."""
    page = people.new()
    try:
        return play(Screen.opened(page, client, card), load(card).game.id, rounds, Random(f"{card} {seed}"))
    except AssertionError as error:
        raise AssertionError(f"{card}, seed {seed}: {error}") from error
    finally:
        page.context.close()


def on_every_card(folder: Path, each: int, seed: int) -> Iterator[int]:
    """Plays rounds on every card with one seed after another; yields how many screens were compared each time."""
    with sync_playwright() as playwright:
        server = Server(folder / "campaign.db")
        browser = launch(playwright)
        people = People(browser)
        try:
            for turn in count(seed):
                yield sum(play_card(people, server.client(), card, each, turn) for card in card_ids())
                assert not people.complaints, people.complaints
        finally:
            browser.close()
            server.stop()
