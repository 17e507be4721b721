"""Craps, roulette and baccarat: what follows from an outcome, and the words cards may use about it."""

from rackcard.game.baccarat import BACCARAT
from rackcard.game.craps import CRAPS
from rackcard.game.model import Game
from rackcard.game.roulette import ROULETTE

GAMES: dict[str, Game] = {game.id: game for game in (CRAPS, ROULETTE, BACCARAT)}
