"""Precomputes page data while the server is idle."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic, sleep

from rackcard.api import load
from rackcard.card import card_ids
from rackcard.web.catalogue import catalogue
from rackcard.web.practice import Practice, practice_cards
from rackcard.web.routes.cards import CardRequest, card_context
from rackcard.web.routes.lab import evaluate, example, solved

QUIET_SECONDS = 1.0
"""How long no request must have come before something is priced ahead."""
POLL_SECONDS = 0.05
NICENESS = 10
"""How much lower the priority of pricing ahead is, where threads have priorities."""


class IdleGate:
    """Open while no request is being answered and none was a moment ago; a roll may follow any other time."""

    def __init__(self) -> None:
        self.answering, self.last = 0, monotonic()

    @contextmanager
    def busy(self) -> Iterator[None]:
        """While a request is answered."""
        self.answering += 1
        try:
            yield
        finally:
            self.answering -= 1
            self.last = monotonic()

    @property
    def is_open(self) -> bool:
        """Whether the server is idle."""
        return not self.answering and monotonic() - self.last >= QUIET_SECONDS


def precompute(gate: IdleGate) -> None:
    """Price the catalogue at once, since the lobby waits for it, and everything behind it while the server is idle."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
    catalogue()
    for _ in steps():
        while not gate.is_open:
            sleep(POLL_SECONDS)


def steps() -> Iterator[None]:
    """Practice tables, the lab's example, and the page of every card, in steps as small as one wager."""
    for card_id in card_ids():
        yield
        practice_cards(Practice(card=card_id))
    yield
    evaluate(example())
    for card in map(load, card_ids()):
        for options in card.different_combinations():
            for _ in solved(card, options):
                yield
        card_context(CardRequest(card, tuple(card.settled({}).items()), "", "", ""))
