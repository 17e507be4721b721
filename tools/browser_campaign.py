"""Runs P15 for longer: random play on every card in a browser, with the screen checked against the ledger."""

from collections.abc import Generator
from functools import cache, partial
from itertools import product
from random import Random

from playwright.sync_api import TimeoutError, sync_playwright
from tests.support.browser import Client, People, Screen, Server, launch
from tests.support.load import settled_again
from tests.support.table_driver import random_outcome

from rackcard.api import load
from rackcard.card import card_ids
from tools.campaign_parts import Run, workers

OPEN = '#boards [data-bet]:not([aria-disabled="true"])'
VISIBLE = "all => all.filter((one) => one.checkVisibility()).map((one) => one.id)"
UNDO = '#undo:not([aria-disabled="true"])'
LOW = 20_000
REFUSED = ("odds-limit",)
"""What a table may refuse though its page shows the place open: that depends on the chip."""


def bet(screen: Screen, random: Random) -> bool:
    """Presses an open place with a random chip, if there is one; it may be refused where a chip more is too much."""
    page = screen.page
    places = page.eval_on_selector_all(OPEN, VISIBLE)
    if not places:
        return False
    page.locator("input[name=chip]").nth(random.randint(0, 1)).check(force=True)
    place = page.locator(f'[id="{random.choice(places)}"]')
    here = place.locator(".here:visible")
    with page.expect_response(lambda response: response.url.endswith("/commands")) as info:
        (here if here.count() else place).first.click()
    told = info.value.json()
    if info.value.ok:
        screen.shows(told["table"]["version"])
    else:
        assert info.value.status in (400, 409), told
        assert told["code"] in REFUSED, told
    return info.value.ok


def play(screen: Screen, game: str, rounds: int, random: Random) -> int:
    """Plays rounds of random bets, offers and outcomes; returns how often the screen agreed with the ledger."""
    page, compared, bets = screen.page, 0, 0

    def agree() -> None:
        nonlocal compared
        screen.equals_ledger()
        compared += 1

    for _ in range(rounds):
        if screen.balance() < LOW:
            screen.shows(screen.client.do(screen.table, "buy-in", seat=1, amount=100_000))
        for _ in range(random.randint(0, 3)):
            bets += bet(screen, random)
            agree()
        takes = page.locator("[data-take]:visible")
        if takes.count() and random.random() < 0.3:
            one = takes.nth(random.randrange(takes.count()))
            screen.act(one.click, one.get_attribute("data-take") or "")
            agree()
        if page.locator(UNDO).count() and random.random() < 0.2:
            screen.act(page.locator(UNDO).click, "take-down")
            agree()
        if random.random() < 0.5:
            screen.roll()
        else:
            screen.client.do(screen.table, "close-betting")
            entered = random_outcome(game, random)
            screen.shows(screen.client.do(screen.table, "outcome", outcome=entered))
        agree()
    assert bets or rounds < 5, "no bet was made"
    return compared


@cache
def people() -> People:
    """Those of this process, with a browser of its own that ends with it."""
    return People(launch(sync_playwright().start()))


def play_card(turn: tuple[int, str], rounds: int, url: str) -> int:
    """Plays a card's rounds at its own practice table."""
    seed, card = turn
    page = people().new()
    try:
        return play(Screen.opened(page, Client(url), card), load(card).game.id, rounds, Random(f"{card} {seed}"))
    except (AssertionError, TimeoutError) as error:
        raise AssertionError(f"seed {seed}, {card}: {error}") from error
    finally:
        page.context.close()
        assert not people().complaints, f"seed {seed}, {card}: {people().complaints}"


def on_every_card(run: Run, each: int) -> Generator[int, None, None]:
    """Plays rounds on every card with one seed after another; yields how many screens were compared each time.

    Before the last time the server is stopped, and every wager is settled again.
    """
    cards, turns = card_ids(), range(run.seed, run.seed + -(-run.want // each))
    database = run.folder / "campaign.db"
    with settled_again(str(database), run.seed):
        server = Server(database)
        try:
            with workers(run.jobs) as pool:
                compared = pool.imap(partial(play_card, rounds=each, url=server.url), product(turns, cards))
                for seed in turns:
                    found = sum(next(compared) for _ in cards)
                    if seed != turns[-1]:
                        yield found
        finally:
            server.stop()
    yield found
