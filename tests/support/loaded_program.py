"""The program with the grammar of every game loaded, for processes forked from here."""

from rackcard.card import card_ids
from rackcard.card.phrases import grammar_of
from rackcard.cli import main
from rackcard.games import GAMES
from rackcard.machine import bets
from rackcard.odds import price

__all__ = ["bets", "card_ids", "main", "price"]

for game in GAMES.values():
    grammar_of(game)
