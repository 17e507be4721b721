"""The law of a baccarat hand from any shoe, counted exactly in two ways that share no code.

Both count ordered deals of six cards, so that a fresh eight-deck shoe gives 4,998,398,275,503,360.
"""

from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING

from rackcard.games.baccarat.dealing import Hand, Pairs, banker_draws, natural, player_draws

if TYPE_CHECKING:
    from rackcard.games.baccarat.shoe import Shoe

VALUES = range(10)


def _by_value(shoe: "Shoe") -> list[int]:
    """How many cards of each value: tens and court cards count 0."""
    return [sum(shoe.counts[9:]), *shoe.counts[:9]]


def _ordered(count: int, cards: int) -> int:
    """The ways to draw so many cards in order from a count."""
    ways = 1
    for drawn in range(cards):
        ways *= count - drawn
    return ways


# ---- first way: the four cards first -----------------------------------------------------------------


@lru_cache(maxsize=32)
def law_by_hands(shoe: "Shoe") -> dict[Hand, int]:
    """Enumerate the first four cards; third cards follow in closed form from which cards were used.

    For every pair of two-card totals we keep the number of deals, how often each value was used in them,
    and how often each two values were: enough to count any one or two further cards.
    """
    counts = _by_value(shoe)
    size = sum(counts)
    law: dict[Hand, int] = {}
    drawing: dict[tuple[int, int, Pairs], tuple[list[int], list[int], list[int]]] = {}
    couples = [(i, j) for i in VALUES for j in range(i, 10)]
    for i, j in couples:
        player = (i + j) % 10
        for k, m in couples:
            banker = (k + m) % 10
            for pairs, deals in _four_cards(shoe, counts, i, j, k, m):
                if natural(player) or natural(banker):
                    hand = Hand(player, 2, banker, 2, pairs)
                    law[hand] = law.get(hand, 0) + deals * (size - 4) * (size - 5)
                    continue
                key = (player, banker, pairs)
                if key not in drawing:
                    drawing[key] = ([0], [0] * 10, [0] * 100)
                number, used, both = drawing[key]
                number[0] += deals
                cards = (i, j, k, m)
                for card in cards:
                    used[card] += deals
                    for other in cards:
                        both[10 * card + other] += deals
    for (player, banker, pairs), (number, used, both) in drawing.items():
        for hand, deals in _third_cards(counts, size, player, banker, number[0], used, both):
            hand = hand._replace(pairs=pairs)
            law[hand] = law.get(hand, 0) + deals
    return {hand: deals for hand, deals in law.items() if deals}


def _four_cards(shoe: "Shoe", counts: list[int], i: int, j: int, k: int, m: int) -> list[tuple[Pairs, int]]:
    """The ordered deals of player values i, j and banker values k, m, split by who holds a pair."""
    left = counts.copy()
    deals = 1
    for value in (i, j, k, m):
        deals *= left[value]
        left[value] -= 1
    if not deals:
        return []
    deals *= (1 if i == j else 2) * (1 if k == m else 2)
    if i != j and k != m:
        return [("none", deals)]
    if (i == j == 0) or (k == m == 0):
        return _with_zeros(shoe.counts[9:], counts[0], deals, (i, j), (k, m))
    if i == j == k == m:
        return [("same", deals)]
    return [("both" if i == j and k == m else "player" if i == j else "banker", deals)]


def _with_zeros(
    zeros: tuple[int, ...], total: int, deals: int, player: tuple[int, int], banker: tuple[int, int]
) -> list[tuple[Pairs, int]]:
    """Split deals in which two cards of value 0 may or may not be of one rank."""
    twos = sum(_ordered(count, 2) for count in zeros)
    if player == banker == (0, 0):
        same = sum(_ordered(count, 4) for count in zeros)
        both = twos * twos - sum(_ordered(count, 2) ** 2 for count in zeros)
        either = twos * (total - 2) * (total - 3)
        # Of the deals where one side pairs, the other side pairs too in `both` and `same` of them.
        one = either - sum(_ordered(c, 2) * (twos - _ordered(c, 2) + _ordered(c - 2, 2)) for c in zeros)
        return [("same", same), ("both", both), ("player", one), ("banker", one),
                ("none", deals - same - both - 2 * one)]  # fmt: skip
    paired = deals * twos // _ordered(total, 2)
    if player == (0, 0):
        with_pair, without = ("both", "banker") if banker[0] == banker[1] else ("player", "none")
    else:
        with_pair, without = ("both", "player") if player[0] == player[1] else ("banker", "none")
    return [(with_pair, paired), (without, deals - paired)]  # type: ignore[list-item]


def _third_cards(
    counts: list[int], size: int, player: int, banker: int, number: int, used: list[int], both: list[int]
) -> list[tuple[Hand, int]]:
    """The finished hands of all deals with these two-card totals, in six-card deals."""
    hands: list[tuple[Hand, int]] = []

    def one(card: int) -> int:
        return counts[card] * number - used[card]

    def two(card: int, other: int) -> int:
        rest = counts[other] - (card == other)
        both_used = both[10 * card + other]
        return counts[card] * rest * number - counts[card] * used[other] - rest * used[card] + both_used

    if not player_draws(player, banker):
        if not banker_draws(player, banker, None):
            return [(Hand(player, 2, banker, 2), number * (size - 4) * (size - 5))]
        return [(Hand(player, 2, (banker + d) % 10, 3), one(d) * (size - 5)) for d in VALUES]
    for third in VALUES:
        total = (player + third) % 10
        if banker_draws(player, banker, third):
            hands += [(Hand(total, 3, (banker + d) % 10, 3), two(third, d)) for d in VALUES]
        else:
            hands.append((Hand(total, 3, banker, 2), one(third) * (size - 5)))
    return hands


# ---- second way: the third cards first ---------------------------------------------------------------


@lru_cache(maxsize=32)
def totals_by_thirds(shoe: "Shoe") -> dict[Hand, int]:
    """Take the fifth and sixth card away first; the first four then follow from sums over the shoe.

    With m cards of each value left, the ordered deals in which the player's two cards total a and the
    banker's b are a sum over one value of products of counts. Pairs are left aside.
    """
    counts = _by_value(shoe)
    law: dict[Hand, int] = {}
    for fifth in VALUES:
        for sixth in range(fifth, 10):
            left = counts.copy()
            left[fifth] -= 1
            left[sixth] -= 1
            orders = {(fifth, sixth), (sixth, fifth)}
            ways = counts[fifth] * (counts[sixth] - (fifth == sixth))
            if ways <= 0:
                continue
            for (player, banker), deals in zip(product(VALUES, VALUES), _first_fours(left), strict=True):
                for third, fourth in orders:
                    hand = _finish(player, banker, third, fourth)
                    law[hand] = law.get(hand, 0) + ways * deals
    return {hand: deals for hand, deals in law.items() if deals}


def _first_fours(m: list[int]) -> list[int]:
    """Ordered four-card deals by the player's and the banker's two-card total."""
    # twice lists each row again, so that m[(b - i) % 10] is a slice and needs no remainder.
    twice = [m[(b - i) % 10] for b in VALUES for i in VALUES]
    two = [[m[i] * (m[(a - i) % 10] - ((a - 2 * i) % 10 == 0)) for i in VALUES] for a in VALUES]
    pairs = [sum(row) for row in two]
    deals = []
    for a in VALUES:
        row, here = two[a], pairs[a]
        for b in VALUES:
            others = twice[10 * b : 10 * b + 10]
            clash = sum([x * y for x, y in zip(row, others, strict=True)])
            again = sum(row[i] for i in ((b // 2, b // 2 + 5) if b % 2 == 0 else ()))
            deals.append(here * pairs[b] - 4 * clash + 4 * again + (2 * here if a == b else 0))
    return deals


@cache
def _finish(player: int, banker: int, third: int, fourth: int) -> Hand:
    """Play a hand out from its two-card totals and the next two cards of the shoe."""
    if not player_draws(player, banker):
        if not banker_draws(player, banker, None):
            return Hand(player, 2, banker, 2)
        return Hand(player, 2, (banker + third) % 10, 3)
    total = (player + third) % 10
    if not banker_draws(player, banker, third):
        return Hand(total, 3, banker, 2)
    return Hand(total, 3, (banker + fourth) % 10, 3)


@lru_cache(maxsize=32)
def pairs_by_rank(shoe: "Shoe") -> dict[Pairs, int]:
    """Who holds a pair, from the ranks alone, in six-card deals."""
    size = sum(shoe.counts)
    twos = [_ordered(count, 2) for count in shoe.counts]
    every = sum(twos)
    same = sum(_ordered(count, 4) for count in shoe.counts)
    both = every * every - sum(two * two for two in twos)
    one = sum(
        two * ((size - 2) * (size - 3) - _ordered(count - 2, 2) - (every - two))
        for two, count in zip(twos, shoe.counts, strict=True)
        if two
    )
    rest = _ordered(size - 4, 2)
    none = _ordered(size, 4) - same - both - 2 * one
    return {"same": same * rest, "both": both * rest, "player": one * rest, "banker": one * rest, "none": none * rest}
