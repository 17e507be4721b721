"""What the pages show is priced before anybody asks for it, in moments when nobody asks for anything."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic, sleep

from rackcard.api import load
from rackcard.card import card_ids
from rackcard.web.routes.cards import Asked, seen
from rackcard.web.routes.lab import example, look, solved
from rackcard.web.routes.pages import Practice, catalogue, practice_cards

QUIET_SECONDS = 1.0
"""How long nobody must have asked for anything before something is priced ahead."""
LOOK_SECONDS = 0.05
NICER = 10
"""How much lower the priority of pricing ahead is, where the system has priorities of threads."""


class Lull:
    """Whether somebody is being answered, or was a moment ago, or follows a table: then a roll may come any time."""

    def __init__(self, is_watched: Callable[[], bool] = lambda: False) -> None:
        self.answering, self.last, self.is_watched = 0, monotonic(), is_watched

    @contextmanager
    def broken(self) -> Iterator[None]:
        """While a request is answered."""
        self.answering += 1
        try:
            yield
        finally:
            self.answering -= 1
            self.last = monotonic()

    @property
    def is_here(self) -> bool:
        return not self.answering and not self.is_watched() and monotonic() - self.last >= QUIET_SECONDS


def warm(lull: Lull) -> None:
    """Price the catalogue at once, which the lobby waits for, and all that is behind it by and by."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICER)
    catalogue()
    for _ in steps():
        while not lull.is_here:
            sleep(LOOK_SECONDS)


def steps() -> Iterator[None]:
    """Practice tables, the lab's example, and the page of every card, each in steps as small as a wager."""
    for card_id in card_ids():
        yield
        practice_cards(Practice(card=card_id))
    yield
    look(example())
    for card in map(load, card_ids()):
        for options in card.combinations(readings_only=False):
            for _ in solved(card, options):
                yield
        seen(Asked(card, tuple(card.settled({}).items()), "", "", ""))
