"""The oracle of baccarat and its side bets."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from tests.support.oracle.common import LOSES, NOT_POSTED, OPEN, PUSH, decided, to_1

# ---- baccarat -----------------------------------------------------------------------------------------

BANKER_DRAWS = {
    #   player's third card
    #   0123456789
    0: "DDDDDDDDDD",
    1: "DDDDDDDDDD",
    2: "DDDDDDDDDD",
    3: "DDDDDDDDSD",
    4: "SSDDDDDDSS",
    5: "SSSSDDDDSS",
    6: "SSSSSSDDSS",
    7: "SSSSSSSSSS",
}
"""The banker's two-card total, and whether it draws or stands against the player's third card."""


def value(rank: str) -> int:
    return 1 if rank == "A" else 0 if rank in ("10", "J", "Q", "K") else int(rank)


def total_of(cards: Sequence[str]) -> int:
    return sum(value(card) for card in cards) % 10


@lru_cache(maxsize=200_000)
def play_out(deal: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The two finished hands; cards of the deal that are not needed stay in the shoe.

    >>> play_out(("4", "7", "A", "K", "2", "9"))
    (('4', 'A', '2'), ('7', 'K'))
    """
    player, banker, rest = [deal[0], deal[2]], [deal[1], deal[3]], list(deal[4:])
    if total_of(player) >= 8 or total_of(banker) >= 8:
        return tuple(player), tuple(banker)
    if total_of(player) >= 6:
        if total_of(banker) <= 5:
            banker.append(rest.pop(0))
        return tuple(player), tuple(banker)
    third = rest.pop(0)
    player.append(third)
    if BANKER_DRAWS[total_of(banker)][value(third)] == "D":
        banker.append(rest.pop(0))
    return tuple(player), tuple(banker)


Holding = tuple[int, int | None]
"""A total and a number of cards, or None for any number."""


def baccarat_card(net_of):
    """A card of wagers that one hand decides: ``net_of`` gives the net from the two hands."""

    def settler(wager: str, table: str, options: Mapping[str, str], deals: list) -> tuple:
        if not deals:
            return OPEN
        player, banker = play_out(tuple(deals[0]))
        return decided(net_of(wager, table, options, player, banker), 1)

    return settler


def beats(winner: Holding, loser: Holding, player: tuple, banker: tuple) -> bool:
    """Whether either hand with the one holding wins over the other hand with the other."""
    for one, other in ((player, banker), (banker, player)):
        if has(one, *winner) and has(other, *loser) and total_of(one) > total_of(other):
            return True
    return False


def has(hand: tuple, total: int, cards: int | None = None) -> bool:
    return total_of(hand) == total and (cards is None or len(hand) == cards)


def side_wins(mine: tuple, other: tuple, total: int, cards: int | None = None) -> bool:
    """Whether a hand with this total, perhaps in so many cards, wins over the other."""
    return has(mine, total, cards) and total_of(mine) > total_of(other)


def pays_if(wins: bool, pay: int) -> Fraction:
    return to_1(pay) if wins else LOSES


def baccarat_net(wager, table, options, player, banker) -> Fraction:
    """(2): player, banker and tie, with commission, without it, or as tiger baccarat."""
    ahead = total_of(player) - total_of(banker)
    # "When the banker wins with a three-card seven, all hands push."
    wagers = ["banker", "player", "tie"]
    pushed = wagers[: {"banker": 1, "all": 2, "all-with-tie": 3}[options["push-on-7"]]]
    if options["game"] == "no-commission" and wager in pushed and side_wins(banker, player, 7, 3):
        return PUSH
    if wager == "tie":
        return pays_if(ahead == 0, 8)
    if ahead == 0:
        return PUSH
    if wager == "player":
        return pays_if(ahead > 0, 1)
    if ahead > 0:
        return LOSES
    if options["game"] == "commission":
        return Fraction(100 - int(options["commission"]), 100)
    if options["game"] == "tiger" and total_of(banker) == 6:
        return Fraction(1, 2)
    return to_1(1)


def golden_dragon_net(wager, table, options, player, banker) -> Fraction:
    """(1) (A)."""
    if wager == "three-card-9-over-three-card-7":
        return pays_if(beats((9, 3), (7, 3), player, banker), 200)
    if wager == "natural-9-over-7":
        return pays_if(beats((9, 2), (7, None), player, banker), 50)
    if wager == "8-over-6":
        return pays_if(beats((8, None), (6, None), player, banker), 25)
    if wager == "golden-dragon-7":
        return pays_if(side_wins(banker, player, 7, 3), 40)
    if wager == "green-dragon-8":
        return pays_if(side_wins(player, banker, 8, 3), 25)
    assert wager == "three-card-9-over-three-card-1"
    return pays_if(beats((9, 3), (1, 3), player, banker), 150)


SUITES = {
    "A": ["golden-dragon-7", "green-dragon-8", "blue-dragon-9s", "red-dragon-7s"],
    "B": ["golden-dragon-7", "green-dragon-8", "blue-dragon-9s", "red-dragon-7s", "golden-dragon-6s"],
}


def five_dragons_net(wager, table, options, player, banker) -> Fraction:
    """(1) (B)."""
    if wager == "golden-dragon-7":
        return pays_if(side_wins(banker, player, 7, 3), 40)
    if wager == "golden-dragon-6s":
        three = {"1": 25, "2": 20}[table]  # (VIII): "either pay out can be used"
        return pays_if(side_wins(banker, player, 6), three if len(banker) == 3 else 12)
    if wager == "green-dragon-8":
        return pays_if(side_wins(player, banker, 8, 3), 25)
    if wager == "blue-dragon-9s":
        nines = [hand for hand in (player, banker) if has(hand, 9, 3)]
        return (LOSES, to_1(10), to_1(75))[len(nines)]
    if wager in ("red-dragon-7s", "red-dragon-6s"):
        total = 7 if wager == "red-dragon-7s" else 6
        if has(player, total, 3) and has(banker, total, 3):
            return to_1(200)
        return pays_if(has(player, total, 2) and has(banker, total, 2), 50)
    assert wager == "any-dragon"
    chosen = options["dragons"]
    suite = SUITES[table] if chosen == "default" else [name.strip() for name in chosen.split(",")]
    wins = any(five_dragons_net(dragon, "1", options, player, banker) > 0 for dragon in suite)
    return pays_if(wins, {"A": 6, "B": 4}[table])


def infinite_fortune_net(wager, table, options, player, banker) -> Fraction:
    """(1) (C)."""
    if wager == "three-card-9-over-three-card-8":
        return pays_if(beats((9, 3), (8, 3), player, banker), 200)
    if wager == "natural-9-over-8":
        return pays_if(beats((9, 2), (8, None), player, banker), {"1": 40, "2": 45, "3": 50}[table])
    if wager == "8-over-7":
        return pays_if(beats((8, None), (7, None), player, banker), 25)
    if wager == "super-7":
        return pays_if(side_wins(banker, player, 7, 3), 40)
    assert wager == "fortune-8"
    return pays_if(side_wins(player, banker, 8, 3), 25)


def extras_net(wager, table, options, player, banker) -> Fraction | None:
    """(1) (D) and (E): rules without pays."""
    wins = {
        "bad-beat": abs(total_of(player) - total_of(banker)) == 1,
        "player-pair": player[0] == player[1],
        "banker-pair": banker[0] == banker[1],
    }[wager]
    return NOT_POSTED if wins else LOSES


def tiger_net(wager, table, options, player, banker) -> Fraction:
    """(2) (A)."""
    if wager in ("player", "banker", "tie"):
        return baccarat_net(wager, table, {"game": "tiger", "push-on-7": "banker"}, player, banker)
    if wager == "tiger":
        three = {"1": 20, "2": 25}[table]  # (VIII): "either pay out can be used"
        return pays_if(side_wins(banker, player, 6), three if len(banker) == 3 else 12)
    if wager == "small-tiger":
        return pays_if(side_wins(banker, player, 6, 2), 22)
    if wager == "big-tiger":
        return pays_if(side_wins(banker, player, 6, 3), 50)
    assert wager == "tiger-pair"
    if player[0] == player[1] and banker[0] == banker[1]:
        return to_1(100 if player[0] == banker[0] else 20)
    return pays_if(player[0] == player[1] or banker[0] == banker[1], 4)
