"""The card language: what may be written, its errors, and the cards shipped with us."""

from rackcard.card.card import Card
from rackcard.card.catalogue import CardNotFoundError, card_ids, load, loads
from rackcard.card.options import Option, OptionError
from rackcard.card.terms import Offer, PayLine, Terms
from rackcard.card.yaml import CardError

__all__ = [
    "Card",
    "CardError",
    "CardNotFoundError",
    "Offer",
    "Option",
    "OptionError",
    "PayLine",
    "Terms",
    "card_ids",
    "load",
    "loads",
]
