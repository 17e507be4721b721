"""The card language: what may be written, its errors, and the cards shipped with us."""

from rackcard.card.catalogue import CardNotFoundError, card_ids, load, loads
from rackcard.card.document import CardError
from rackcard.card.model import Card
from rackcard.card.options import Option, OptionError
from rackcard.card.terms import Line, Offer, Terms

__all__ = [
    "Card",
    "CardError",
    "CardNotFoundError",
    "Line",
    "Offer",
    "Option",
    "OptionError",
    "Terms",
    "card_ids",
    "load",
    "loads",
]
