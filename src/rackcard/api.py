"""The Python interface: load a card and ask it things."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rackcard.card import Card, catalogue
from rackcard.card.catalogue import card_ids
from rackcard.chance import Chance
from rackcard.machine.check import check
from rackcard.odds import CardOdds, price
from rackcard.report.review import Finding, review
from rackcard.strategy import CardStrategy, strategy

if TYPE_CHECKING:
    from rackcard.report.printing import To, What


class RackCard(Card):
    """A side bet, written down once: its terms, and everything that follows from them."""

    def odds(
        self,
        options: Mapping[str, str] | None = None,
        *,
        table: str | int | None = None,
        wager: str | None = None,
        readings: bool = False,
        chance: Chance | None = None,
    ) -> CardOdds:
        """The exact odds of every wager and pay table, or of those chosen.

        >>> load("craps").odds()["pass"].house_edge
        Fraction(7, 495)
        """
        return price(self, options, table=table, wager=wager, readings=readings, chance=chance)

    def strategy(
        self,
        options: Mapping[str, str] | None = None,
        *,
        table: str | int | None = None,
        wager: str | None = None,
        goal: Fraction | None = None,
        chance: Chance | None = None,
    ) -> CardStrategy:
        """The best play of every wager with offers, and simple rules beside it."""
        return strategy(self, options, table=table, wager=wager, goal=goal, chance=chance)

    def review(self) -> list[Finding]:
        """Everything wrong or unclear in the card."""
        return review(self)

    def check(self) -> int:
        """Refuse the card if anything in it is wrong under any options."""
        return check(self)

    def print(
        self, what: "What" = "rack-card", to: "To" = "pdf", options: Mapping[str, str] | None = None, **how: Any
    ) -> bytes:
        """A printed document as the bytes of one file; ``rackcard.report.printing.printed`` says what may be given.

        >>> load("craps").print("strategy-card", date="2026-11-15")[:5]
        b'%PDF-'
        """
        from rackcard.report.printing import printed

        return printed(self, what, to, options=options, **how)

    def _repr_html_(self) -> str:
        from rackcard.odds.tables import card_html

        return card_html(self)


def load(card: str | Path) -> RackCard:
    """A shipped card by its id, or any card by its path; a card of your own is checked as it loads."""
    loaded = catalogue.load(card, RackCard)
    if str(card) not in card_ids():
        loaded.check()
    return loaded


def loads(text: str, name: str = "card.yaml") -> RackCard:
    """A card from its text, checked."""
    loaded = catalogue.loads(text, name, RackCard)
    loaded.check()
    return loaded
