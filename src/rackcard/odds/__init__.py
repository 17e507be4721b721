"""Exact odds: probability, edge, variance and duration, each by two methods that agree."""

from rackcard.odds.price import CardOdds, Outcome, WagerOdds, price
from rackcard.odds.selection import Selection
from rackcard.odds.solve import DisagreementError, UnsolvedError, solve

__all__ = ["CardOdds", "DisagreementError", "Outcome", "Selection", "UnsolvedError", "WagerOdds", "price", "solve"]
