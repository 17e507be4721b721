"""How the events of a base game are said: each game has its own words, in the module ``wording`` of its folder."""

from collections.abc import Sequence
from typing import Protocol

from rackcard.games.game import Event
from rackcard.games.meaning import Meaning
from rackcard.games.registry import GAMES


class EventWording(Protocol):
    """What the module ``wording`` in a game's folder has to say."""

    def mark(self, meaning: Meaning) -> str | None:
        """What a lammer or a list of marks shows for an event; None where its own words do."""

    def short(self, meaning: Meaning, times: int = 1) -> str:
        """On the felt: as few words as possible."""

    def rack(self, meaning: Meaning, times: int = 1) -> str:
        """On a rack card: what must happen, as the beginning of a sentence."""

    def clause(self, meaning: Meaning, times: int = 1) -> str:
        """In rules of play: what follows *when*."""

    def placed(self, meaning: Meaning, register: str) -> str:
        """What wins a wager that may be bet on any of several places, from the event of one of them."""

    def until(self, meaning: Meaning) -> str:
        """An event that ends a wager: what follows *before*."""

    def plain(self, meaning: Meaning) -> str:
        """An event on a rack card, as a clause: what follows *when*, *if* or *until*."""

    def before(self, ends: Meaning, wins: Meaning) -> str | None:
        """What loses where one outcome may both win and end a wager; None where that goes without saying."""

    def note(self, meaning: Meaning) -> str:
        """What rules of play add about an event that ends a wager; empty where it needs no more words."""

    def every(self, meanings: Sequence[Meaning], register: str) -> str:
        """All of several events, in one of the registers short, rack and clause."""

    def counted(self, meanings: Sequence[Meaning], register: str) -> str:
        """What a ladder counts: its short name, a sentence for a rack card, or a sentence for rules of play."""


def words_of(game: str) -> EventWording:
    """The wording of a base game."""
    return GAMES[game].wording


def meaning_of(event: Event) -> Meaning:
    """The facts of an event; every game gives its events their meaning."""
    assert isinstance(event.meaning, Meaning), event.words
    return event.meaning


def mark_of(event: Event) -> str:
    """What a lammer shows for an event, without a verb: 4 for "4 rolled"."""
    return words_of(event.game).mark(meaning_of(event)) or event.words
