"""A deal for a class of hands: playing cards that make it, as they might come from a shoe."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

from rackcard.games.baccarat.dealing import Deal, Hand, banker_draws, player_draws
from rackcard.games.baccarat.playing_cards import RANKS, SUITS, VALUES, PlayingCard

Cards = tuple[PlayingCard, ...]
PAIRED = {"none": (False, False), "player": (True, False), "banker": (False, True), "both": (True, True)}
"""Which hands begin with a pair, where the pairs are not the same."""
EVERY = tuple(range(len(RANKS)))


def example_deal(hand: Hand, random: Random) -> tuple[Cards, Cards]:
    """The cards of both hands, every card with a suit; those that a deal has are kept."""
    if isinstance(hand, Deal):
        return _suited(hand.player_hand, random), _suited(hand.banker_hand, random)
    ways = list(_ways(hand))
    random.shuffle(ways)
    for first, second, thirds in ways:
        starts = _starts(hand, first, second, random)
        if starts is not None:
            drawn = [[_rank(value, random)] if value is not None else [] for value in thirds]
            player, banker = ((*start, *more) for start, more in zip(starts, drawn, strict=True))
            return _suited([*map(PlayingCard, player)], random), _suited([*map(PlayingCard, banker)], random)
    raise AssertionError(hand)


def _ways(hand: Hand) -> Iterator[tuple[int, int, tuple[int | None, int | None]]]:
    """The two-card totals and the values of third cards that end in these totals by the drawing rules."""
    for first, second in product(range(10), repeat=2):
        if player_draws(first, second) != (hand.player_cards == 3):
            continue
        third = (hand.player - first) % 10 if hand.player_cards == 3 else None
        if banker_draws(first, second, third) != (hand.banker_cards == 3):
            continue
        fourth = (hand.banker - second) % 10 if hand.banker_cards == 3 else None
        stands = (third is not None or first == hand.player, fourth is not None or second == hand.banker)
        if all(stands):
            yield first, second, (third, fourth)


def _starts(hand: Hand, first: int, second: int, random: Random) -> tuple[Sequence[int], Sequence[int]] | None:
    """The ranks of the first two cards of both hands, paired as the hand says; None where no ranks make it."""
    if hand.pairs == "same":
        ranks = [rank for rank in EVERY if 2 * VALUES[rank] % 10 == first == second]
        chosen = random.choice(ranks) if ranks else None
        return None if chosen is None else ((chosen, chosen), (chosen, chosen))
    player, banker = (_pairs(*one) for one in zip((first, second), PAIRED[hand.pairs], strict=True))
    ways = [(one, other) for one, other in product(player, banker) if hand.pairs != "both" or one != other]
    return random.choice(ways) if ways else None


@cache
def _pairs(total: int, paired: bool) -> tuple[tuple[int, int], ...]:
    """Two ranks that make a total, equal or not."""
    return tuple(
        (one, other)
        for one, other in product(EVERY, repeat=2)
        if (VALUES[one] + VALUES[other]) % 10 == total and (one == other) == paired
    )


def _rank(value: int, random: Random) -> int:
    return random.choice([rank for rank in EVERY if VALUES[rank] == value])


def _suited(cards: Sequence[PlayingCard], random: Random) -> Cards:
    """Cards with suits; a hand shows no card twice where it need not."""
    suits = [random.randrange(len(SUITS)) for _ in cards]
    found: list[PlayingCard] = []
    for card, suit in zip(cards, suits, strict=True):
        options = [PlayingCard(card.rank, (suit + turn) % len(SUITS)) for turn in range(len(SUITS))]
        found.append(card if card.suit >= 0 else next(one for one in options if one not in found))
    return tuple(found)
