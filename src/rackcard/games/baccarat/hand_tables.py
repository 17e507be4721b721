"""The drawing rules as tables, for simulations that deal whole shoes."""

from functools import cache
from itertools import product

from rackcard.games.baccarat.dealing import HANDS, PAIRS, Hand, banker_draws, player_draws
from rackcard.games.device import HandTables

CELLS = 10 * 10 * 2 * 2 * len(PAIRS)


def cell(player: int, player_drew: int, banker: int, banker_drew: int, pairs: int) -> int:
    """The place of a hand in the histogram.

    >>> cell(9, 1, 9, 1, 4) == CELLS - 1
    True
    """
    return (((player * 10 + banker) * 2 + player_drew) * 2 + banker_drew) * len(PAIRS) + pairs


@cache
def hand_tables() -> HandTables:
    """What a simulation needs to know of the game.

    >>> tables = hand_tables()
    >>> tables.second_draws[(0 * 10 + 7) * 11 + 3], tables.second_draws[(6 * 10 + 5) * 11 + 10]
    (0, 1)
    """
    known = set(HANDS)
    hands = (
        (cell(player, player_cards - 2, banker, banker_cards - 2, pairs), hand)
        for player, player_cards, banker, banker_cards, pairs in product(range(10), (2, 3), range(10), (2, 3), range(5))
        if (hand := Hand(player, player_cards, banker, banker_cards, PAIRS[pairs])) in known
    )
    banker = (
        int(banker_draws(player, banker, None if third == 10 else third))
        for player, banker, third in product(range(10), range(10), range(11))
    )
    player = (int(player_draws(player, banker)) for player, banker in product(range(10), range(10)))
    return HandTables(CELLS, tuple(hands), tuple(player), tuple(banker))
