"""House rules: what a house offers, posts and limits; one configuration for table, paper and mathematics."""

from rackcard.house.reader import load_house, read_house
from rackcard.house.rules import BetLimits, HouseCard, HouseRules, PayoutLimit

__all__ = ["BetLimits", "HouseCard", "HouseRules", "PayoutLimit", "load_house", "read_house"]
