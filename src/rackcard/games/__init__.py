"""The base games, one folder each: what follows from an outcome, and the words cards may use about it."""

from rackcard.games.registry import GAMES

__all__ = ["GAMES"]
