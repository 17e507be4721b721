"""What each base game's own words have to say, and what is said where a game has no words of its own."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from rackcard.games.glyphs import Glyph
from rackcard.games.meaning import Meaning
from rackcard.number import repeated


class EventWording(ABC):
    """How the events of a base game are said: the module ``wording`` in a game's folder fills it in."""

    @abstractmethod
    def short(self, meaning: Meaning, times: int = 1) -> str:
        """On the felt: as few words as possible."""

    @abstractmethod
    def rack(self, meaning: Meaning, times: int = 1) -> str:
        """On a rack card: what must happen, as the beginning of a sentence."""

    @abstractmethod
    def clause(self, meaning: Meaning, times: int = 1) -> str:
        """In rules of play: what follows *when*."""

    @abstractmethod
    def every(self, meanings: Sequence[Meaning], register: str) -> str:
        """All of several events, in one of the registers short, rack and clause."""

    @abstractmethod
    def counted(self, meanings: Sequence[Meaning], register: str) -> str:
        """What a ladder counts: its short name, a sentence for a rack card, or a sentence for rules of play."""

    @abstractmethod
    def counted_noun(self, meanings: Sequence[Meaning]) -> tuple[str, str]:
        """One of what a ladder counts, and several of them."""

    @abstractmethod
    def ender(self, meaning: Meaning) -> str:
        """What ends a wager, on a rack card: a thing, as the subject of *loses*, *comes first* or *takes it all*."""

    # ---- parts of joined events; a game that says nothing here has them said as clauses
    def noun(self, meaning: Meaning) -> str | None:
        """An event as the thing that an outcome shows; None where it is not one."""
        return None

    def bare(self, meaning: Meaning) -> str | None:
        """An event after *no*; None where it cannot follow it."""
        return None

    def comes(self, meaning: Meaning) -> tuple[str, str]:
        """What follows an event after *no*: in a few words, and in a clause."""
        return "", " comes"

    def shown(self, noun: str, register: str, times: int) -> str:
        """That a thing is shown: on a rack card, in rules of play, or as a plain clause."""
        return noun

    def joined(self, join: str, meanings: Sequence[Meaning]) -> str | None:
        """Events joined by a word as one thing; None where listing them says it."""
        return None

    shows = "is"
    """What an outcome does with a thing: a roll *is* a 7, a spin *lands on* red."""

    def at_once(self, unit: str) -> str:
        """That several things are meant of one outcome, after them."""
        return f" on the same {unit}"

    def negated(self, meaning: Meaning, register: str) -> str | None:
        """That an outcome is not an event, as a clause; None where the game has no words for it."""
        return None

    def within(self, meaning: Meaning, phase: Meaning) -> str | None:
        """An event in some phases as a thing; None where it is not one."""
        return None

    def phase(self, meaning: Meaning) -> str:
        """The phases in which an event is meant, after it."""
        return ""

    def own(self, meaning: Meaning) -> Meaning:
        """An event as a wager with a line of its own sees it."""
        return meaning

    def late(self, meaning: Meaning, ends: Meaning) -> Meaning:
        """An event as a wager sees it that is bet in mid-round, and what ends it."""
        return meaning

    def mark(self, meaning: Meaning) -> str | None:
        """What a lammer or a list of marks shows for an event; None where its own words do."""
        return None

    def glyphs(self, meaning: Meaning) -> tuple[Glyph, ...]:
        """An event as small drawings; none where only words say it."""
        return ()

    def deed(self, meaning: Meaning) -> str | None:
        """What the shooter does, as an order to one; None where an event is not done."""
        return None

    def many(self, meaning: Meaning, times: int) -> str:
        """A thing that outcomes show so often, in a list of such things."""
        return f"{self.noun(meaning)}{repeated(times)}"

    def tally(self, noun: str, register: str, unit: str) -> str:
        """What a ladder counts, where it is a thing that an outcome shows."""
        return f"{unit}s: {noun}" if register == "short" else f"Each {unit} counts one: {noun}."

    def until(self, meaning: Meaning) -> str:
        """An event that ends a wager: what follows *before*."""
        return self.clause(meaning)

    def plain(self, meaning: Meaning) -> str:
        """An event on a rack card, as a clause: what follows *when*, *if* or *until*."""
        return self.until(meaning)

    def before(self, ends: Meaning, wins: Meaning) -> str | None:
        """What loses where one outcome may both win and end a wager; None where that goes without saying."""
        return None

    def note(self, meaning: Meaning) -> str:
        """What rules of play add about an event that ends a wager; empty where it needs no more words."""
        return ""

    # ---- rack cards: in as few words as a player reads
    def ender_note(self, meaning: Meaning) -> str:
        """What a player must know beside it, in a sentence; empty where it says all."""
        return ""

    def ender_mark(self, meaning: Meaning) -> str:
        """The number that ends a wager, where it is one; else empty."""
        return ""
