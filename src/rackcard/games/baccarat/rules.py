"""Baccarat: the drawing rules, and hands as classes of totals, cards and pairs."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Literal, NamedTuple

from rackcard.games import game
from rackcard.games.game import Event, OutcomeError
from rackcard.games.meaning import means

ID = "baccarat"
RANKS: tuple[str, ...] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

Pairs = Literal["none", "player", "banker", "both", "same"]
PAIRS: tuple[Pairs, ...] = ("none", "player", "banker", "both", "same")


class Hand(NamedTuple):
    """All that any wager can ask of a finished hand."""

    player: int
    player_cards: int
    banker: int
    banker_cards: int
    pairs: Pairs = "none"

    @property
    def winner(self) -> Literal["player", "banker", "tie"]:
        return "tie" if self.player == self.banker else "player" if self.player > self.banker else "banker"


def natural(total: int) -> bool:
    return total >= 8


def player_draws(player: int, banker: int) -> bool:
    """Whether the player takes a third card, from both two-card totals."""
    return not natural(player) and not natural(banker) and player <= 5


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """Whether the banker takes a third card; ``third`` is the value of the player's, if any."""
    if natural(player) or natural(banker):
        return False
    if third is None:
        return banker <= 5
    drawn_against = {
        3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
        4: (2, 3, 4, 5, 6, 7),
        5: (4, 5, 6, 7),
        6: (6, 7),
    }
    return banker <= 2 or third in drawn_against.get(banker, ())


def value(rank: str) -> int:
    """What a card counts: an ace 1, tens and court cards nothing."""
    return RANKS.index(rank) + 1 if RANKS.index(rank) < 9 else 0


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
    held = player[0] == player[1], banker[0] == banker[1]
    pairs: Pairs = "none"
    if held == (True, True):
        pairs = "same" if player[0] == banker[0] else "both"
    elif any(held):
        pairs = "player" if held[0] else "banker"
    totals = (sum(map(value, cards)) % 10 for cards in (player, banker))
    player_total, banker_total = totals
    return Hand(player_total, len(player), banker_total, len(banker), pairs)


def next_card(player: Sequence[str], banker: Sequence[str]) -> Literal["player", "banker"] | None:
    """Which hand the drawing rules give the next card to; None where all have been dealt. Two cards each come first.

    >>> next_card(["9"], []), next_card(["9", "K"], ["3", "4"]), next_card(["K", "2"], ["3", "4"])
    ('player', None, 'player')
    """
    if len(player) < 2 or len(banker) < 2:
        return "player" if len(player) < 2 else "banker"
    first, second = (sum(map(value, cards[:2])) % 10 for cards in (player, banker))
    if player_draws(first, second) and len(player) < 3:
        return "player"
    third = value(player[2]) if len(player) > 2 else None
    return "banker" if banker_draws(first, second, third) and len(banker) < 3 else None


def _classes() -> tuple[Hand, ...]:
    """Every class that the drawing rules allow, whatever the shoe."""
    found: dict[Hand, None] = {}
    for player, banker in product(range(10), repeat=2):
        thirds: tuple[int | None, ...] = tuple(range(10)) if player_draws(player, banker) else (None,)
        for third in thirds:
            more = range(10) if banker_draws(player, banker, third) else (None,)
            for fourth in more:
                hand = Hand(
                    (player + (third or 0)) % 10,
                    2 if third is None else 3,
                    (banker + (fourth or 0)) % 10,
                    2 if fourth is None else 3,
                )
                for pairs in PAIRS:
                    found[hand._replace(pairs=pairs)] = None
    return tuple(found)


HANDS = _classes()


def _event(words: str, test: Callable[[Hand], bool]) -> Event:
    return game.event(ID, 1, HANDS, words, lambda phase, hand: test(hand))


class Holding(NamedTuple):
    """A total, and how many cards it must have, where the card says so."""

    total: int
    cards: int | None = None

    def fits(self, total: int, cards: int) -> bool:
        return total == self.total and self.cards in (None, cards)

    def __str__(self) -> str:
        return f"{self.total}" + (f" in {self.cards} cards" if self.cards else "")


@cache
@means("side-wins")
def side_wins(side: str, holding: Holding | None) -> Event:
    """The player or banker hand beats the other, perhaps with a certain holding."""

    def test(hand: Hand) -> bool:
        mine, cards, other = (
            (hand.player, hand.player_cards, hand.banker)
            if side == "player"
            else (hand.banker, hand.banker_cards, hand.player)
        )
        return mine > other and (holding is None or holding.fits(mine, cards))

    return _event(f"{side} wins" + (f" with {holding}" if holding else ""), test)


@cache
@means("tie")
def tie() -> Event:
    return _event("tie", lambda hand: hand.player == hand.banker)


@cache
@means("beats")
def beats(winner: Holding, loser: Holding) -> Event:
    """A hand with one holding beats a hand with another; either side may be the winner."""

    def test(hand: Hand) -> bool:
        player, banker = (hand.player, hand.player_cards), (hand.banker, hand.banker_cards)
        return any(
            mine[0] > other[0] and winner.fits(*mine) and loser.fits(*other)
            for mine, other in ((player, banker), (banker, player))
        )

    return _event(f"{winner} beats {loser}", test)


@cache
@means("hands-have")
def hands_have(count: int, holding: Holding) -> Event:
    """Exactly so many of the two hands have the holding."""

    def test(hand: Hand) -> bool:
        return count == holding.fits(hand.player, hand.player_cards) + holding.fits(hand.banker, hand.banker_cards)

    return _event(f"{('', 'one hand has', 'both hands have')[count]} {holding}", test)


@cache
@means("won-by")
def won_by(points: int) -> Event:
    words = f"a hand wins by {points} point{'s' * (points != 1)}"
    return _event(words, lambda hand: abs(hand.player - hand.banker) == points)


_PAIR_EVENTS: dict[str, tuple[Pairs, ...]] = {
    "player has a pair": ("player", "both", "same"),
    "banker has a pair": ("banker", "both", "same"),
    "one hand has a pair": ("player", "banker"),
    "both hands have a pair": ("both", "same"),
    "both hands have the same pair": ("same",),
}


@cache
@means("pair")
def pair(words: str) -> Event:
    return _event(words, lambda hand: hand.pairs in _PAIR_EVENTS[words])
