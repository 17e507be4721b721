"""How to play a wager that leaves decisions: the best play, rules to remember, and what they cost."""

from rackcard.strategy.position import PositionError, position
from rackcard.strategy.solution import CardStrategy, WagerStrategy, strategy

__all__ = ["CardStrategy", "PositionError", "WagerStrategy", "position", "strategy"]
