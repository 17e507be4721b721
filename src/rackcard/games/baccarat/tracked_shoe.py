"""A tracked shoe: which cards have been dealt or burned, and how far it is to the cut card."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, Literal, cast

from rackcard.games.baccarat.dealing import Deal, deal
from rackcard.games.baccarat.playing_cards import RANKS, SUITS, PlayingCard, read_card
from rackcard.games.baccarat.rules import sees_suits
from rackcard.games.baccarat.shoe import Shoe
from rackcard.games.baccarat.wording import shoe_line
from rackcard.games.game import Event, Outcome, OutcomeError
from rackcard.games.supply import Supply

HAND_CARDS = Fraction(494, 100)
"""How many cards a hand takes on average, from a shoe of six or eight decks."""
HAND_CARDS_MAX = 6
Stage = Literal["open", "last-hand", "shuffle"]
"""Whether the cut card is still to come, has come, or the last hand has been dealt after it."""


@dataclass(frozen=True)
class TrackedShoe(Supply):
    """The cards of a shoe that have been seen; cards entered without their suits are known by rank alone."""

    shoe: Shoe
    seen: tuple[int, ...] = (0,) * 13
    """How many cards of each rank have come, with or without their suits."""
    suited: tuple[int, ...] = (0,) * 52
    """How many of each card have come with their suits, by rank and suit."""
    unseen: int = 0
    """How many cards were burned face down."""
    behind: int = 0
    """How many cards are behind the cut card; 0 where there is none."""
    hands_after_cut: int = 0
    """How many hands were dealt after the one in which the cut card came out."""

    @property
    def total(self) -> int:
        return sum(self.shoe.counts)

    @property
    def left(self) -> int:
        """How many cards are left, those behind the cut card included."""
        return self.total - sum(self.seen) - self.unseen

    @property
    def stage(self) -> Stage:
        if not self.behind or self.left > self.behind:
            return "open"
        return "shuffle" if self.hands_after_cut else "last-hand"

    @property
    def hands_left(self) -> int:
        """About how many hands can be dealt, the last one after the cut card included."""
        if self.stage != "open":
            return 1 if self.stage == "last-hand" else 0
        if self.behind:
            return round((self.left - self.behind) / HAND_CARDS) + 1
        return int(self.left / HAND_CARDS)

    def after(self, outcome: Outcome) -> "TrackedShoe":
        dealt = cast(Deal, outcome)
        over = self.hands_after_cut + (self.stage != "open")
        return replace(self._without(dealt.cards), hands_after_cut=over)

    def _without(self, cards: Iterable[PlayingCard]) -> "TrackedShoe":
        """The shoe without some cards; one that it cannot have left is refused."""
        seen, suited = list(self.seen), list(self.suited)
        held = _held(self.shoe)
        for card in cards:
            seen[card.rank] += 1
            if seen[card.rank] > self.shoe.counts[card.rank]:
                raise OutcomeError("card-gone", card=RANKS[card.rank], count=self.shoe.counts[card.rank])
            if card.suit >= 0:
                place = 4 * card.rank + card.suit
                suited[place] += 1
                if suited[place] > held[card]:
                    raise OutcomeError("card-gone", card=str(card), count=held[card])
        left = replace(self, seen=tuple(seen), suited=tuple(suited))
        if left.left < 0:
            raise OutcomeError("shoe-empty", left=self.left)
        return left

    def burned(self, cards: object, unseen: int) -> "TrackedShoe":
        given = cards.replace(",", " ").split() if isinstance(cards, str) else cards
        if not isinstance(given, list | tuple):
            raise OutcomeError("not-cards")
        found = []
        for text in given:
            card = read_card(text) if isinstance(text, str) else None
            if card is None:
                raise OutcomeError("unknown-card", card=str(text)[:20], ranks=" ".join(RANKS))
            found.append(card)
        left = self._without(found)
        if left.left < unseen:
            raise OutcomeError("shoe-empty", left=left.left)
        return replace(left, unseen=self.unseen + unseen)

    def shuffled(self, behind: int) -> "TrackedShoe":
        if behind > self.total - HAND_CARDS_MAX:
            raise OutcomeError("cut-card", most=self.total - HAND_CARDS_MAX)
        return TrackedShoe(self.shoe, behind=behind)

    def sample(self, random: Random, events: Iterable[Event]) -> dict[str, list[str]]:
        """A hand from what is left; which suits are gone of cards entered by rank alone is drawn as well."""
        if self.left < HAND_CARDS_MAX:
            raise OutcomeError("shoe-empty", left=self.left)
        pool: list[PlayingCard] = []
        for rank, count in enumerate(self.seen):
            known = self.suited[4 * rank : 4 * rank + 4]
            rest = [card for card, held in self._of_rank(rank) for _ in range(held - known[card.suit])]
            pool += random.sample(rest, len(rest) - (count - sum(known)))
        suits = SUITS if sees_suits(events) else ("",) * 4
        six = random.sample(pool, HAND_CARDS_MAX)
        return deal(iter([RANKS[card.rank] + suits[card.suit] for card in six]).__next__)

    def _of_rank(self, rank: int) -> list[tuple[PlayingCard, int]]:
        return [(card, count) for card, count in self.shoe.cards if card.rank == rank]

    @property
    def facts(self) -> Mapping[str, int | str]:
        return {
            "cards": self.total, "left": self.left, "behind": self.behind, "hands_left": self.hands_left,
            "stage": self.stage,
        }  # fmt: skip

    @property
    def said(self) -> str:
        return shoe_line(self.stage, self.left, self.hands_left)

    def to_json(self) -> dict[str, Any]:
        return {
            "counts": list(self.shoe.counts), "suits": [list(one) for one in self.shoe.suits],
            "seen": list(self.seen), "suited": list(self.suited), "unseen": self.unseen, "behind": self.behind,
            "hands_after_cut": self.hands_after_cut,
        }  # fmt: skip


@lru_cache(maxsize=32)
def _held(shoe: Shoe) -> Mapping[PlayingCard, int]:
    """How many of each card a full shoe holds."""
    return dict(shoe.cards)


def tracked_shoe(value: Mapping[str, Any]) -> TrackedShoe:
    """A tracked shoe from a snapshot."""
    shoe = Shoe(tuple(value["counts"]), tuple(map(tuple, value["suits"])))
    return TrackedShoe(
        shoe, tuple(value["seen"]), tuple(value["suited"]), value["unseen"], value["behind"], value["hands_after_cut"]
    )  # fmt: skip
