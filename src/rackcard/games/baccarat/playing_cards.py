"""Playing cards: ranks, suits, and how a dealer enters them."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

RANKS: tuple[str, ...] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: tuple[str, ...] = ("s", "h", "d", "c")
SYMBOLS = "♠♥♦♣"
RANK_WORDS = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
SUIT_WORDS = ("spade", "heart", "diamond", "club")
VALUES: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)
"""What a card of each rank counts: an ace 1, tens and court cards 0."""
RED = frozenset((1, 2))
BLACK = frozenset((0, 3))


class PlayingCard(NamedTuple):
    """A card by the numbers of its rank and suit; the suit is -1 where it was not entered."""

    rank: int
    suit: int = -1

    @property
    def value(self) -> int:
        return VALUES[self.rank]

    def __str__(self) -> str:
        return RANKS[self.rank] + (SYMBOLS[self.suit] if self.suit >= 0 else "")


class CardKind(NamedTuple):
    """Cards of some ranks and suits; None for all of them."""

    ranks: frozenset[int] | None = None
    suits: frozenset[int] | None = None

    def fits(self, card: PlayingCard) -> bool:
        return (self.ranks is None or card.rank in self.ranks) and (self.suits is None or card.suit in self.suits)


def every_card() -> Iterator[PlayingCard]:
    """The fifty-two cards, by rank."""
    return (PlayingCard(rank, suit) for rank, suit in product(range(13), range(4)))


@cache
def read_card(text: str) -> PlayingCard | None:
    """A card as it is entered, by rank alone or with its suit; None where it is not one.

    >>> str(read_card("9h")), str(read_card("10")), str(read_card("K♠")), read_card("1x")
    ('9♥', '10', 'K♠', None)
    """
    rank, suit = (text, -1) if text in RANKS else (text[:-1], _suit(text[-1:]))
    return PlayingCard(RANKS.index(rank), suit) if rank in RANKS and (rank == text or suit >= 0) else None


def _suit(letter: str) -> int:
    for letters in ("".join(SUITS), SYMBOLS):
        if letter and letter in letters:
            return letters.index(letter)
    return -1
