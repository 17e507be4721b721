"""Has workers compute ahead what pages show, when they have nothing else to do."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from rackcard.api import load
from rackcard.card import card_ids
from rackcard.table.state import Refusal
from rackcard.web.catalogue import catalogue
from rackcard.web.practice import Practice, laid
from rackcard.web.reader import Asked, answer
from rackcard.web.routes.lab import solved
from rackcard.web.workers import workers

Step = tuple[Callable[..., Any], tuple[Any, ...]]


def precompute() -> None:
    """Price the catalogue at once, since the lobby waits for it, and then everything behind it."""
    here = workers()
    with suppress(Refusal):  # who needs it will ask for it
        catalogue()
    for function, args in steps():
        try:
            here.call(function, *args, priority="ahead")
        except Refusal as refusal:
            if refusal.code == "stopping":
                return


def steps() -> Iterator[Step]:
    """Practice tables, the lab, and the page of every card, in steps that hold nobody up who asks for something."""
    for card_id in card_ids():
        yield laid, (Practice(card=card_id).text_form,)
    yield answer, (page("/lab"),)
    for card in map(load, card_ids()):
        for options in card.different_combinations():
            yield solve_all, (card.id, dict(options))
        yield answer, (page(f"/cards/{card.id}"),)


def page(path: str) -> Asked:
    """A page as a stranger asks for it."""
    return Asked("GET", path, b"", (), b"", None)


def solve_all(card_id: str, options: Mapping[str, str]) -> None:
    """Solve every wager of a card under options; the worker keeps what it found."""
    for _ in solved(load(card_id), options):
        pass
