"""Craps, roulette and baccarat: what follows from an outcome, and the words cards may use about it."""

from rackcard.games.baccarat.rules import BACCARAT
from rackcard.games.craps.rules import CRAPS
from rackcard.games.game import Game
from rackcard.games.roulette.rules import ROULETTE

GAMES: dict[str, Game] = {game.id: game for game in (CRAPS, ROULETTE, BACCARAT)}
