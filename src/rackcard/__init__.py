"""Write a casino side bet down once, as a rack card; get the game.

>>> import rackcard
>>> str(rackcard.load("craps").odds()["pass"].hit)
'244/495'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rackcard.version import __version__ as __version__

if TYPE_CHECKING:
    from rackcard.api import RackCard as Card
    from rackcard.api import chart, load, loads
    from rackcard.card import CardError, CardNotFoundError, OptionError, card_ids
    from rackcard.games.baccarat.shoe import Shoe
    from rackcard.games.craps.dice import Dice
    from rackcard.games.roulette.wheel import Wheel

_WHERE = {
    "Card": ("rackcard.api", "RackCard"),
    "chart": ("rackcard.api", "chart"),
    "load": ("rackcard.api", "load"),
    "loads": ("rackcard.api", "loads"),
    "card_ids": ("rackcard.card", "card_ids"),
    "CardError": ("rackcard.card", "CardError"),
    "CardNotFoundError": ("rackcard.card", "CardNotFoundError"),
    "OptionError": ("rackcard.card", "OptionError"),
    "Dice": ("rackcard.games.craps.dice", "Dice"),
    "Wheel": ("rackcard.games.roulette.wheel", "Wheel"),
    "Shoe": ("rackcard.games.baccarat.shoe", "Shoe"),
}
"""Public names are loaded when first used, so that importing the package is fast."""

__all__ = [
    "Card", "CardError", "CardNotFoundError", "Dice", "OptionError", "Shoe", "Wheel", "card_ids", "chart", "load",
    "loads",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module rackcard has no attribute {name}")
    module, attribute = _WHERE[name]
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
