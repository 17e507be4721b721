"""The base games, in the order in which catalogues list them."""

from rackcard.games.baccarat.game import BACCARAT
from rackcard.games.craps.game import CRAPS
from rackcard.games.game import Game
from rackcard.games.roulette.game import ROULETTE
from rackcard.games.sic_bo.game import SIC_BO

GAMES: dict[str, Game] = {game.id: game for game in (CRAPS, ROULETTE, BACCARAT, SIC_BO)}
