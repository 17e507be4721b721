"""Exact odds: probability, edge, variance and duration, each by two methods that agree."""

from rackcard.odds.price import CardOdds, Outcome, WagerOdds, price
from rackcard.odds.solve import DisagreementError, UnsolvedError, solve

__all__ = ["CardOdds", "DisagreementError", "Outcome", "UnsolvedError", "WagerOdds", "price", "solve"]
