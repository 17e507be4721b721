"""Events and counts of baccarat as a card writes them, each with the same asked of a deal in plain code."""

from collections import Counter
from collections.abc import Callable

from rackcard.games.baccarat.dealing import Deal
from rackcard.games.baccarat.playing_cards import PlayingCard


def ranks(hand: tuple[PlayingCard, ...]) -> list[int]:
    return [card.rank for card in hand]


def both(ask: Callable[[tuple[PlayingCard, ...]], bool], deal: Deal) -> int:
    """How many hands are what is asked."""
    return ask(deal.player_hand) + ask(deal.banker_hand)


def total(hand: tuple[PlayingCard, ...]) -> int:
    return sum(card.value for card in hand) % 10


PLAINLY: dict[str, Callable[[Deal], bool]] = {
    "either hand starts with a pair": lambda d: both(lambda h: h[0].rank == h[1].rank, d) > 0,
    "both hands start with the same pair": lambda d: len({*ranks(d.player_hand[:2]), *ranks(d.banker_hand[:2])}) == 1,
    "one hand starts with a suited pair": lambda d: both(lambda h: h[0] == h[1], d) == 1,
    "player starts with two suited cards": lambda d: d.player_hand[0].suit == d.player_hand[1].suit,
    "banker starts with two suited cards but not a pair": lambda d: (
        d.banker_hand[0].suit == d.banker_hand[1].suit and d.banker_hand[0].rank != d.banker_hand[1].rank
    ),
    "player starts with K and Q": lambda d: sorted(ranks(d.player_hand[:2])) == [11, 12],
    "either hand starts with 4 and 9 suited": lambda d: (
        both(lambda h: sorted(ranks(h[:2])) == [3, 8] and h[0].suit == h[1].suit, d) > 0
    ),
    "one hand starts with 3 or 4": lambda d: both(lambda h: total(h[:2]) in (3, 4), d) == 1,
    "player draws 8 or K": lambda d: len(d.player_hand) == 3 and d.player_hand[2].rank in (7, 12),
    "banker does not draw 3 to 9": lambda d: len(d.banker_hand) < 3 or not 2 <= d.banker_hand[2].rank <= 8,
    "either hand has three of a kind": lambda d: both(lambda h: len(h) == 3 and len({*ranks(h)}) == 1, d) > 0,
    "every card is red": lambda d: all(card.suit in (1, 2) for card in d.cards),
    "every card is a spade": lambda d: all(card.suit == 0 for card in d.cards),
    "every banker card is black": lambda d: all(card.suit in (0, 3) for card in d.banker_hand),
    "2 nines in the first 4 cards": lambda d: [*ranks(d.player_hand[:2]), *ranks(d.banker_hand[:2])].count(8) >= 2,
    "2 fours dealt": lambda d: [*ranks(d.player_hand), *ranks(d.banker_hand)].count(3) >= 2,
    "2 suited nines in the first 4 cards": lambda d: (
        max(Counter(c.suit for c in (*d.player_hand[:2], *d.banker_hand[:2]) if c.rank == 8).values(), default=0) >= 2
    ),
    "a 9 of hearts dealt": lambda d: PlayingCard(8, 1) in d.cards,
    "one hand has 8 or 9 in 2 cards": lambda d: both(lambda h: len(h) == 2 and total(h) in (8, 9), d) == 1,
    "player wins by 4 to 9 points": lambda d: 4 <= total(d.player_hand) - total(d.banker_hand) <= 9,
    "player wins and every player card is red": lambda d: (
        total(d.player_hand) > total(d.banker_hand) and all(card.suit in (1, 2) for card in d.player_hand)
    ),
    "tie with 6 or 7 but not either hand starts with a pair": lambda d: (
        total(d.player_hand) == total(d.banker_hand)
        and total(d.player_hand) in (6, 7)
        and not both(lambda h: h[0].rank == h[1].rank, d)
    ),
    "the totals make 10 or more": lambda d: total(d.player_hand) + total(d.banker_hand) >= 10,
    "5 or 6 cards are dealt": lambda d: len(d.player_hand) + len(d.banker_hand) in (5, 6),
    "player does not win": lambda d: total(d.player_hand) <= total(d.banker_hand),
    "a hand wins with 7 in 3 cards or a natural": lambda d: (
        (hand := max((d.player_hand, d.banker_hand), key=total)) is not None
        and total(d.player_hand) != total(d.banker_hand)
        and ((len(hand) == 3 and total(hand) == 7) or (len(hand) == 2 and total(hand) >= 8))
    ),
    "banker wins with 7 or a natural in 2 cards": lambda d: (
        total(d.banker_hand) > total(d.player_hand) and len(d.banker_hand) == 2 and total(d.banker_hand) >= 7
    ),
    "player draws A to 4": lambda d: len(d.player_hand) == 3 and d.player_hand[2].rank < 4,
    "2 or more nines dealt": lambda d: [card.rank for card in d.cards].count(8) >= 2,
    "1 to 2 nines of hearts dealt": lambda d: 1 <= list(d.cards).count(PlayingCard(8, 1)) <= 2,
    "both hands do not start with the same pair": lambda d: (
        len({*ranks(d.player_hand[:2]), *ranks(d.banker_hand[:2])}) > 1
    ),
    "not tie": lambda d: total(d.player_hand) != total(d.banker_hand),
    "banker draws J to K": lambda d: len(d.banker_hand) == 3 and d.banker_hand[2].rank in (10, 11, 12),
    "player wins with 3 cards": lambda d: total(d.player_hand) > total(d.banker_hand) and len(d.player_hand) == 3,
    "8 or 9 beats 5 to 7": lambda d: (
        max(total(d.player_hand), total(d.banker_hand)) >= 8
        and min(total(d.player_hand), total(d.banker_hand)) in (5, 6, 7)
    ),
}
"""Events as a card writes them, each with the same asked of a deal in other words."""

COUNTS: dict[str, Callable[[Deal], int]] = {
    "nines in the first 4 cards": lambda d: [*ranks(d.player_hand[:2]), *ranks(d.banker_hand[:2])].count(8),
    "fours of hearts dealt": lambda d: [*d.player_hand, *d.banker_hand].count(PlayingCard(3, 1)),
    "suited nines dealt": lambda d: max(Counter(c.suit for c in d.cards if c.rank == 8).values(), default=0),
}
"""What a ladder counts as a card writes it, each with the count of a deal."""
