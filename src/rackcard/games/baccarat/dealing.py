"""The drawing rules of baccarat, and what they make of cards: hands as classes, and deals with their cards."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, Literal, NamedTuple, Self

from rackcard.games.baccarat.playing_cards import RANKS, PlayingCard, read_card
from rackcard.games.game import OutcomeError

Pairs = Literal["none", "player", "banker", "both", "same"]
PAIRS: tuple[Pairs, ...] = ("none", "player", "banker", "both", "same")


class Hand(NamedTuple):
    """A finished hand by its totals, cards and pairs: all that most wagers ask of it."""

    player: int
    player_cards: int
    banker: int
    banker_cards: int
    pairs: Pairs = "none"

    @property
    def winner(self) -> Literal["player", "banker", "tie"]:
        return "tie" if self.player == self.banker else "player" if self.player > self.banker else "banker"


class Deal(Hand):
    """A hand with its playing cards: it equals the hand that it makes."""

    player_hand: tuple[PlayingCard, ...]
    banker_hand: tuple[PlayingCard, ...]

    @classmethod
    def of(cls, player: Sequence[PlayingCard], banker: Sequence[PlayingCard]) -> Self:
        """A deal of cards in the order dealt; the drawing rules are not asked."""
        totals = [sum(card.value for card in cards) % 10 for cards in (player, banker)]
        made = cls(totals[0], len(player), totals[1], len(banker), _pairs_of(player, banker))
        made.player_hand, made.banker_hand = tuple(player), tuple(banker)
        return made

    @property
    def cards(self) -> Iterator[PlayingCard]:
        yield from self.player_hand
        yield from self.banker_hand

    @property
    def has_suits(self) -> bool:
        return all(card.suit >= 0 for card in self.cards)


class ExampleDeal(Deal):
    """A deal that stands for all deals that some events cannot tell from it; two are equal if their cards are."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExampleDeal) and self._cards == other._cards

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self._cards)

    @property
    def _cards(self) -> tuple[tuple[PlayingCard, ...], ...]:
        return self.player_hand, self.banker_hand


def _pairs_of(player: Sequence[Any], banker: Sequence[Any]) -> Pairs:
    """Who holds a pair, from ranks or from cards."""
    first, second, third, fourth = (getattr(card, "rank", card) for card in (*player[:2], *banker[:2]))
    if first == second and third == fourth:
        return "same" if first == third else "both"
    return "player" if first == second else "banker" if third == fourth else "none"


def natural(total: int) -> bool:
    return total >= 8


def player_draws(player: int, banker: int) -> bool:
    """Whether the player takes a third card, from both two-card totals."""
    return not natural(player) and not natural(banker) and player <= 5


DRAWN_AGAINST = {
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
}
"""By the banker's two-card total: the third cards of the player, by value, that the banker draws against."""


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """Whether the banker takes a third card; ``third`` is the value of the player's, if any."""
    if natural(player) or natural(banker):
        return False
    if third is None:
        return banker <= 5
    return banker <= 2 or third in DRAWN_AGAINST.get(banker, ())


def value(rank: str) -> int:
    """What a card counts, by its rank or as it is entered: an ace 1, tens and court cards 0."""
    card = read_card(rank)
    assert card is not None, rank
    return card.value


def deal(draw: Callable[[], str]) -> dict[str, list[str]]:
    """A hand played by the drawing rules, from cards that ``draw`` brings one after the other.

    >>> deal(iter(["2", "K", "3", "6", "6", "A"]).__next__)
    {'player': ['2', '3', '6'], 'banker': ['K', '6', 'A']}
    """
    player, banker = [draw()], [draw()]
    player.append(draw())
    banker.append(draw())
    first, second = (sum(map(value, cards)) % 10 for cards in (player, banker))
    third = None
    if player_draws(first, second):
        player.append(draw())
        third = value(player[2])
    if banker_draws(first, second, third):
        banker.append(draw())
    return {"player": player, "banker": banker}


def dealt(player: Sequence[str], banker: Sequence[str]) -> Hand:
    """The class of a hand from its cards in the order dealt, refused if the drawing rules were not kept.

    >>> dealt(["9", "K"], ["3", "4"])
    Hand(player=9, player_cards=2, banker=7, banker_cards=2, pairs='none')
    """
    for side, cards in (("player", player), ("banker", banker)):
        if not 2 <= len(cards) <= 3:
            raise OutcomeError("number-of-cards", side=side, cards=len(cards))
        unknown = [str(card)[:20] for card in cards if not isinstance(card, str) or card not in RANKS]
        if unknown:
            raise OutcomeError("unknown-card", card=unknown[0], ranks=" ".join(RANKS))
    first, second = (sum(map(value, cards[:2])) % 10 for cards in (player, banker))
    third = value(player[2]) if len(player) == 3 else None
    if player_draws(first, second) != (len(player) == 3):
        code = "player-draws" if player_draws(first, second) else "player-stands"
        raise OutcomeError(code, player=first, banker=second)
    if banker_draws(first, second, third) != (len(banker) == 3):
        code = "banker-draws" if banker_draws(first, second, third) else "banker-stands"
        raise OutcomeError(code, banker=second)
    player_total, banker_total = (sum(map(value, cards)) % 10 for cards in (player, banker))
    return Hand(player_total, len(player), banker_total, len(banker), _pairs_of(player, banker))


def dealt_cards(player: Sequence[object], banker: Sequence[object]) -> Deal:
    """The deal of cards as a dealer enters them, refused as hands of ranks are; all cards have suits, or none has."""
    read = [[read_card(card) if isinstance(card, str) else None for card in cards] for cards in (player, banker)]
    ranks = [
        [str(card) if one is None else RANKS[one.rank] for one, card in zip(found, cards, strict=True)]
        for found, cards in zip(read, (player, banker), strict=True)
    ]
    dealt(*ranks)
    deal = Deal.of(*([card for card in cards if card is not None] for cards in read))
    if not deal.has_suits and any(card.suit >= 0 for card in deal.cards):
        raise OutcomeError("some-suits", card=str(next(card for card in deal.cards if card.suit < 0)))
    return deal


def next_card(player: Sequence[str], banker: Sequence[str]) -> Literal["player", "banker"] | None:
    """Which hand the next card goes to, as a shoe is dealt: player, banker, player, banker, then by the drawing rules.

    None where all have been dealt.

    >>> next_card(["9"], []), next_card(["9", "K"], ["3", "4"]), next_card(["K", "2"], ["3", "4"])
    ('banker', None, 'player')
    """
    if len(player) < 2 or len(banker) < 2:
        return "player" if len(player) <= len(banker) else "banker"
    first, second = (sum(map(value, cards[:2])) % 10 for cards in (player, banker))
    if player_draws(first, second) and len(player) < 3:
        return "player"
    third = value(player[2]) if len(player) > 2 else None
    return "banker" if banker_draws(first, second, third) and len(banker) < 3 else None


def _classes() -> tuple[Hand, ...]:
    """Every class that the drawing rules allow, whatever the shoe."""
    found: dict[tuple[int, int, int, int], None] = {}
    for player, banker in product(range(10), repeat=2):
        thirds: tuple[int | None, ...] = tuple(range(10)) if player_draws(player, banker) else (None,)
        for third in thirds:
            more = range(10) if banker_draws(player, banker, third) else (None,)
            for fourth in more:
                totals = (player + (third or 0)) % 10, (banker + (fourth or 0)) % 10
                found[totals[0], 2 if third is None else 3, totals[1], 2 if fourth is None else 3] = None
    return tuple(Hand(*hand, pairs) for hand in found for pairs in PAIRS)


HANDS = _classes()
