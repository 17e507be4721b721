"""What events look at in one hand: each look is a value of the first two cards that a third card may change.

Two hands with the same values of all looks are alike for every event that has no other looks, so the looks of a wager
say how finely the cards of a shoe must be told apart to price it, and no finer.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from rackcard.games.baccarat.playing_cards import CardKind, PlayingCard


class Look(ABC):
    """A value of one hand; the order of its first two cards never matters."""

    sees_suits = False
    sees_third = False
    """Whether a third card may change it."""

    @abstractmethod
    def first(self, one: PlayingCard, other: PlayingCard) -> Hashable:
        """The value of the first two cards."""

    @abstractmethod
    def sees(self, card: PlayingCard) -> Hashable:
        """What it tells apart among the first two cards."""

    def sees_drawn(self, card: PlayingCard) -> Hashable:
        """What it tells apart among third cards."""
        return None

    def drawn(self, value: Any, card: PlayingCard) -> Hashable:
        """The value after a third card."""
        return value  # type: ignore[no-any-return]

    def stood(self, value: Any) -> Hashable:
        """The value of a hand that takes no third card."""
        return value  # type: ignore[no-any-return]


@dataclass(frozen=True)
class TotalLook(Look):
    """The total of the hand and how many cards it has."""

    sees_third = True

    def first(self, one: PlayingCard, other: PlayingCard) -> Hashable:
        return (one.value + other.value) % 10, 2

    def sees(self, card: PlayingCard) -> Hashable:
        return card.value

    sees_drawn = sees

    def drawn(self, value: Any, card: PlayingCard) -> Hashable:
        return (value[0] + card.value) % 10, 3


@dataclass(frozen=True)
class StartTotalLook(Look):
    """The total of the first two cards."""

    def first(self, one: PlayingCard, other: PlayingCard) -> Hashable:
        return (one.value + other.value) % 10

    def sees(self, card: PlayingCard) -> Hashable:
        return card.value


@dataclass(frozen=True)
class PairLook(Look):
    """The rank of the first two cards where they are a pair, or only whether they are one."""

    is_ranked: bool = False

    def first(self, one: PlayingCard, other: PlayingCard) -> Hashable:
        if one.rank != other.rank:
            return -1
        return one.rank if self.is_ranked else 0

    def sees(self, card: PlayingCard) -> Hashable:
        return card.rank


@dataclass(frozen=True)
class SuitedLook(Look):
    """Whether the first two cards are of one suit."""

    sees_suits = True

    def first(self, one: PlayingCard, other: PlayingCard) -> Hashable:
        return one.suit == other.suit

    def sees(self, card: PlayingCard) -> Hashable:
        return card.suit


@dataclass(frozen=True)
class StartRanksLook(Look):
    """Whether the first two cards are of two ranks, in either order, that belong together."""

    pairs: frozenset[tuple[int, int]]
    """The ranks, the lower one first."""

    def first(self, one: PlayingCard, other: PlayingCard) -> Hashable:
        return (min(one.rank, other.rank), max(one.rank, other.rank)) in self.pairs

    def sees(self, card: PlayingCard) -> Hashable:
        """The ranks that it belongs together with."""
        return frozenset(high if low == card.rank else low for low, high in self.pairs if card.rank in (low, high))


@dataclass(frozen=True)
class ThirdRankLook(Look):
    """Whether the third card is of one of these ranks."""

    ranks: tuple[int, ...]
    sees_third = True

    def first(self, one: PlayingCard, other: PlayingCard) -> Hashable:
        return False

    def sees(self, card: PlayingCard) -> Hashable:
        return None

    def sees_drawn(self, card: PlayingCard) -> Hashable:
        return card.rank in self.ranks

    def drawn(self, value: Any, card: PlayingCard) -> Hashable:
        return card.rank in self.ranks


@dataclass(frozen=True)
class ThreeOfAKindLook(Look):
    """Whether the three cards of the hand are of one rank."""

    sees_third = True

    def first(self, one: PlayingCard, other: PlayingCard) -> Hashable:
        return one.rank if one.rank == other.rank else -1

    def sees(self, card: PlayingCard) -> Hashable:
        return card.rank

    sees_drawn = sees

    def drawn(self, value: Any, card: PlayingCard) -> Hashable:
        return bool(value == card.rank)

    def stood(self, value: Any) -> Hashable:
        return False


@dataclass(frozen=True)
class EveryCardLook(Look):
    """Whether every card of the hand is of a kind."""

    kind: CardKind
    sees_third = True

    @property
    def sees_suits(self) -> bool:  # type: ignore[override]
        return self.kind.suits is not None

    def first(self, one: PlayingCard, other: PlayingCard) -> Hashable:
        return self.kind.fits(one) and self.kind.fits(other)

    def sees(self, card: PlayingCard) -> Hashable:
        return self.kind.fits(card)

    sees_drawn = sees

    def drawn(self, value: Any, card: PlayingCard) -> Hashable:
        return value and self.kind.fits(card)


@dataclass(frozen=True)
class CountLook(Look):
    """How many cards of a kind there are among the first two, or in the whole hand."""

    kind: CardKind
    sees_third: bool = False

    @property
    def sees_suits(self) -> bool:  # type: ignore[override]
        return self.kind.suits is not None

    def first(self, one: PlayingCard, other: PlayingCard) -> Hashable:
        return self.kind.fits(one) + self.kind.fits(other)

    def sees(self, card: PlayingCard) -> Hashable:
        return self.kind.fits(card)

    def sees_drawn(self, card: PlayingCard) -> Hashable:
        return self.sees_third and self.kind.fits(card)

    def drawn(self, value: Any, card: PlayingCard) -> Hashable:
        return int(value) + (self.sees_third and self.kind.fits(card))
