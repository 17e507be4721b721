"""A shoe: how many cards of each rank it holds, and the law of a hand dealt from it."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import cast

from rackcard.games.baccarat import shoe_count
from rackcard.games.baccarat.deal_classes import deal_classes, deal_tables, decided_starts, stand_ins
from rackcard.games.baccarat.deal_count import count_by_removal, count_card_by_card
from rackcard.games.baccarat.dealing import HANDS, PAIRS, Hand, deal
from rackcard.games.baccarat.hand_tables import hand_tables
from rackcard.games.baccarat.looks import PairLook, TotalLook
from rackcard.games.baccarat.messages import CHANCE_ERRORS
from rackcard.games.baccarat.playing_cards import RANKS, SUITS, PlayingCard, every_card
from rackcard.games.baccarat.rules import looks_of, sees_suits
from rackcard.games.device import Chance, ChanceError, ShuffledDeck
from rackcard.games.game import Event, Outcome


class ShoeError(ChanceError):
    """Counts of cards that no shoe can have."""

    sentences = CHANCE_ERRORS


DEALT_MAX = 6
"""The most cards that one hand takes."""


@dataclass(frozen=True)
class Shoe(Chance):
    """A shoe as how many cards of each rank it holds, ace to king."""

    program = "hands"

    counts: tuple[int, ...]
    suits: tuple[tuple[int, ...], ...] = ()
    """By rank, how many cards it holds of each suit; empty where every rank has equal shares of them."""

    def __post_init__(self) -> None:
        if len(self.counts) != len(RANKS) or min(self.counts) < 0:
            raise ShoeError("bad-counts")
        if self.suits and tuple(map(sum, self.suits)) != self.counts:
            raise ShoeError("bad-suits")
        if sum(self.counts) < 6:
            raise ShoeError("too-few-cards")

    @classmethod
    def of_decks(cls, decks: int) -> "Shoe":
        return cls((4 * decks,) * 13)

    def without(self, *ranks: str) -> "Shoe":
        """The shoe after these cards have been dealt.

        >>> Shoe.of_decks(8).without("K", "K").counts[-1]
        30
        """
        counts = list(self.counts)
        for rank in ranks:
            counts[RANKS.index(rank)] -= 1
        return Shoe(tuple(counts))

    @property
    def cards(self) -> tuple[tuple[PlayingCard, int], ...]:
        """How many of each card it holds; what cannot be shared equally goes to the first suits."""
        suits = self.suits or tuple(
            tuple(count // 4 + (suit < count % 4) for suit in range(4)) for count in self.counts
        )
        return tuple((card, suits[card.rank][card.suit]) for card in every_card())

    def holding(self, counts: Mapping[str, int]) -> "Shoe":
        """The shoe with other counts for some ranks."""
        unknown = [rank for rank in counts if rank not in RANKS]
        if unknown:
            raise ShoeError("unknown-rank", rank=unknown[0], ranks=" ".join(RANKS))
        mine = zip(RANKS, self.counts, strict=True)
        return Shoe(tuple(counts.get(rank, count) for rank, count in mine))

    @property
    def scarce(self) -> Hashable:
        """A shoe in which some card is there fewer times than can be dealt."""
        return () if all(count >= DEALT_MAX for _, count in self.cards) else self

    def never(self, events: tuple[Event, ...], outcomes: tuple[Outcome, ...]) -> frozenset[Outcome]:
        """In a scarce shoe some deals cannot come, such as a suited pair from one deck."""
        if not self.scarce:
            return frozenset()
        law = self.law_of(events)
        return frozenset(outcome for outcome in outcomes if not law.get(cast(Hand, outcome)))

    def law(self) -> Mapping[Hand, int]:
        """How many ordered deals of six cards make each hand."""
        return shoe_count.law_by_hands(self)

    def law_for(self, method: str, events: Iterable[Event]) -> Mapping[Hand, int] | None:
        """The chain starts from the first count of the shoe, the enumeration from the second; there is no third."""
        if method not in ("chain", "count"):
            return None
        asked = tuple(events)
        if any(event.is_fine for event in asked):
            return _fine_law(self, method, asked)
        return self.law() if method == "chain" else self._second_law(asked)

    def _second_law(self, events: tuple[Event, ...]) -> Mapping[Hand, int]:
        """Totals, or pairs, whichever the events look at; where they look at both, deals by all of it."""
        hands = [{HANDS[index] for _, index in event.cells} for event in events]
        if all(_ignores_pairs(those) for those in hands):
            return shoe_count.totals_by_thirds(self)
        if all(_ignores_totals(those) for those in hands):
            sample = HANDS[0]
            return {sample._replace(pairs=p): n for p, n in shoe_count.pairs_by_rank(self).items()}
        return _hands_card_by_card(self)

    def sample(self, random: Random) -> dict[str, list[str]]:
        """A hand from the whole shoe, by ranks."""
        return deal(iter([RANKS[card.rank] for card in self._six(random)]).__next__)

    def sample_for(self, random: Random, events: Iterable[Event]) -> dict[str, list[str]]:
        """A hand from the whole shoe, with suits where a wager looks at them."""
        if not sees_suits(events):
            return self.sample(random)
        return deal(iter([RANKS[card.rank] + SUITS[card.suit] for card in self._six(random)]).__next__)

    def _six(self, random: Random) -> list[PlayingCard]:
        return random.sample([card for card, count in self.cards for _ in range(count)], 6)

    def weighted(self, weights: Mapping[str, Fraction]) -> "Shoe":
        """The shoe with other counts for some ranks."""
        if any(value.denominator != 1 for value in weights.values()):
            raise ShoeError("not-whole-cards")
        return self.holding({name: int(value) for name, value in weights.items()})

    def named_weights(self) -> dict[str, int]:
        """By rank."""
        return dict(zip(RANKS, self.counts, strict=True))

    @property
    def shuffled(self) -> ShuffledDeck:
        cards = [card for card, count in self.cards for _ in range(count)]
        ranks, suits = (tuple(numbers) for numbers in zip(*cards, strict=True))
        return ShuffledDeck(ranks, hand_tables(), suits, deal_tables)


def _ignores_pairs(hands: set[Hand]) -> bool:
    plain = {hand._replace(pairs="none") for hand in hands}
    return len(hands) == len(plain) * len(PAIRS)


def _ignores_totals(hands: set[Hand]) -> bool:
    return len(hands) * len(PAIRS) == len({hand.pairs for hand in hands}) * len(HANDS)


@lru_cache(maxsize=256)
def _fine_law(shoe: Shoe, method: str, events: tuple[Event, ...]) -> Mapping[Hand, int]:
    """The weight of each class of deals that the events tell apart, by a deal that stands for it."""
    classes, examples = deal_classes(*looks_of(events)), stand_ins(events)
    count = count_by_removal if method == "chain" else count_card_by_card
    law: dict[Hand, int] = {}
    for finals, deals in count(classes, classes.kind_counts(shoe.cards), decided_starts(events)).items():
        law[examples[finals]] = law.get(examples[finals], 0) + deals
    return law


@lru_cache(maxsize=32)
def _hands_card_by_card(shoe: Shoe) -> Mapping[Hand, int]:
    """The law by totals, cards and pairs at once, by the second count."""
    looks = (TotalLook(), PairLook(is_ranked=True))
    classes = deal_classes(looks, looks)
    law: dict[Hand, int] = {}
    for finals, deals in count_card_by_card(classes, classes.kind_counts(shoe.cards), {}).items():
        hand = Hand(*classes.deals[finals])
        law[hand] = law.get(hand, 0) + deals
    return law
