"""The events of baccarat: what one hand does, by its totals, its first two cards, or the cards dealt."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, NamedTuple

from rackcard.games import game
from rackcard.games.baccarat.dealing import HANDS, Deal, Hand, Pairs
from rackcard.games.baccarat.looks import (
    CountLook,
    EveryCardLook,
    Look,
    PairLook,
    StartRanksLook,
    StartTotalLook,
    SuitedLook,
    ThirdRankLook,
    ThreeOfAKindLook,
    TotalLook,
)
from rackcard.games.baccarat.playing_cards import RANK_WORDS, RANKS, SUIT_WORDS, CardKind, PlayingCard
from rackcard.games.game import Event
from rackcard.games.meaning import Meaning, means

ID = "baccarat"

Who = Literal["player", "banker", "one hand", "either hand", "both hands"]


@dataclass(frozen=True)
class HandTest:
    """Asks a deal whether it is an event, and says what it looks at in each hand."""

    test: Callable[[Any], bool]
    player: tuple[Look, ...]
    banker: tuple[Look, ...]

    def __call__(self, deal: Any) -> bool:
        return self.test(deal)


TOTALS: tuple[Look, ...] = (TotalLook(),)


def _event(words: str, test: Callable[[Hand], bool], looks: tuple[Look, ...] = TOTALS) -> Event:
    """An event that the totals, cards and pairs of a hand decide."""
    made = game.event(ID, 1, HANDS, words, lambda phase, hand: test(hand))
    return replace(made, test=HandTest(test, looks, looks))


def _fine(words: str, test: Callable[[Deal], bool], player: tuple[Look, ...], banker: tuple[Look, ...]) -> Event:
    """An event that only the cards themselves decide."""
    return Event(words, frozenset(), ID, test=HandTest(test, player, banker), is_fine=True)


def _of_hands(who: Who, words: str, ask: Callable[[tuple[PlayingCard, ...]], bool], *looks: Look) -> Event:
    """An event that asks the cards of one hand or of both."""
    return _fine(
        f"{who} {words}",
        lambda deal: _met(who, who != "banker" and ask(deal.player_hand), who != "player" and ask(deal.banker_hand)),
        () if who == "banker" else looks,
        () if who == "player" else looks,
    )


def _met(who: Who, player: bool, banker: bool) -> bool:
    """Whether what was asked of each hand holds for those that are meant."""
    match who:
        case "player":
            return player
        case "banker":
            return banker
        case "one hand":
            return player != banker
        case "either hand":
            return player or banker
        case "both hands":
            return player and banker


def _verb(who: Who, verb: str) -> str:
    """A verb for one hand or for both."""
    return {"has": "have"}.get(verb, verb.removesuffix("s")) if who == "both hands" else verb


def in_rows(numbers: Sequence[int]) -> list[str]:
    """Rising numbers, three or more in a row by the first and last of them.

    >>> in_rows((1, 2, 3, 15, 17))
    ['1 to 3', '15', '17']
    """
    rows: list[list[int]] = []
    for number in numbers:
        if rows and rows[-1][-1] == number - 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return [
        text
        for row in rows
        for text in ([f"{row[0]} to {row[-1]}"] if len(row) > 2 else map(str, row))
    ]  # fmt: skip


def said_numbers(numbers: Sequence[int]) -> str:
    """Numbers as a card writes them.

    >>> said_numbers((6, 7, 8, 9)), said_numbers((8, 9)), said_numbers((7,))
    ('6 to 9', '8 or 9', '7')
    """
    return " or ".join(in_rows(numbers))


class Held(NamedTuple):
    """Totals, and how many cards they must have, where the card says so; all ten totals where only cards matter."""

    totals: tuple[int, ...]
    cards: int | None = None

    def __str__(self) -> str:
        if self == NATURAL:
            return "a natural"
        if len(self.totals) == 10 and self.cards:
            return f"{self.cards} cards"
        return said_numbers(self.totals) + (f" in {self.cards} cards" if self.cards else "")


NATURAL = Held((8, 9), 2)


class Holding(NamedTuple):
    """What a hand may have: any of several totals or numbers of cards."""

    parts: tuple[Held, ...]

    @classmethod
    def of(cls, total: int, cards: int | None = None) -> "Holding":
        return cls((Held((total,), cards),))

    @property
    def lowest(self) -> int:
        return min(total for part in self.parts for total in part.totals)

    @property
    def highest(self) -> int:
        return max(total for part in self.parts for total in part.totals)

    def fits(self, total: int, cards: int) -> bool:
        return any(total in part.totals and part.cards in (None, cards) for part in self.parts)

    def __str__(self) -> str:
        return " or ".join(map(str, self.parts))


def _sides(hand: Hand) -> tuple[tuple[int, int], tuple[int, int]]:
    return (hand.player, hand.player_cards), (hand.banker, hand.banker_cards)


@cache
@means("wins")
def wins(who: Who, holding: Holding | None) -> Event:
    """The player, the banker or either hand beats the other, perhaps with a certain holding."""

    def test(hand: Hand) -> bool:
        player, banker = _sides(hand)
        return any(
            mine[0] > other[0] and (holding is None or holding.fits(*mine))
            for side, mine, other in (("player", player, banker), ("banker", banker, player))
            if who not in ("player", "banker") or who == side
        )

    winner = who if who in ("player", "banker") else "a hand"
    return _event(f"{winner} wins" + (f" with {holding}" if holding else ""), test)


@cache
@means("tie")
def tie(holding: Holding | None = None) -> Event:
    """Both hands have the same total, perhaps both with a certain holding."""
    words = "tie" + (f" with {holding}" if holding else "")
    return _event(
        words,
        lambda hand: (
            hand.player == hand.banker and (holding is None or all(holding.fits(*side) for side in _sides(hand)))
        ),
    )


@cache
@means("beats")
def beats(winner: Holding, loser: Holding) -> Event:
    """A hand with one holding beats a hand with another; either side may be the winner."""

    def test(hand: Hand) -> bool:
        player, banker = _sides(hand)
        return any(
            mine[0] > other[0] and winner.fits(*mine) and loser.fits(*other)
            for mine, other in ((player, banker), (banker, player))
        )

    return _event(f"{winner} beats {loser}", test)


@cache
@means("has")
def has(who: Who, holding: Holding) -> Event:
    """The hand has the holding, exactly one of the two, at least one or both of them."""

    def test(hand: Hand) -> bool:
        return _met(who, *(holding.fits(*side) for side in _sides(hand)))

    return _event(f"{who} {_verb(who, 'has')} {holding}", test)


@cache
@means("won-by")
def won_by(who: Who, points: tuple[int, ...]) -> Event:
    """The hand wins by so many points."""
    signs = {"player": (1,), "banker": (-1,)}.get(who, (1, -1))
    winner = who if who in ("player", "banker") else "a hand"
    words = f"{winner} wins by {said_numbers(points)} point{'s' * (points != (1,))}"
    margins = {sign * number for sign in signs for number in points}
    return _event(words, lambda hand: hand.player - hand.banker in margins)


@cache
@means("cards-dealt")
def cards_dealt(numbers: tuple[int, ...]) -> Event:
    """Both hands together have so many cards."""
    return _event(
        f"{said_numbers(numbers)} cards are dealt", lambda hand: hand.player_cards + hand.banker_cards in numbers
    )


@cache
@means("totals-make")
def totals_make(numbers: tuple[int, ...]) -> Event:
    """The totals of both hands add up to one of these numbers."""
    return _event(f"the totals make {said_numbers(numbers)}", lambda hand: hand.player + hand.banker in numbers)


# ---- the first two cards -----------------------------------------------------------------------------

_HOLDERS: dict[Pairs, tuple[bool, bool]] = {
    "none": (False, False), "player": (True, False), "banker": (False, True), "both": (True, True), "same": (True, True)
}  # fmt: skip


@cache
@means("pair")
def pair(who: Who) -> Event:
    """The first two cards are of one rank."""
    words = f"{who} {_verb(who, 'has')} a pair"
    return _event(words, lambda hand: _met(who, *_HOLDERS[hand.pairs]), (PairLook(),))


@cache
@means("same-pair")
def same_pair() -> Event:
    """The first two cards of both hands are pairs of the same rank."""
    return _event("both hands have the same pair", lambda hand: hand.pairs == "same", (PairLook(is_ranked=True),))


class StartHolding(NamedTuple):
    """What the first two cards may be: a pair, two ranks, a total, or any two cards; perhaps of one suit."""

    kind: Literal["pair", "ranks", "totals", "cards"]
    numbers: tuple[int, ...] = ()
    """The two ranks or the totals."""
    suited: bool = False

    def fits(self, cards: tuple[PlayingCard, ...]) -> bool:
        one, other = cards[:2]
        if self.suited and one.suit != other.suit:
            return False
        match self.kind:
            case "pair":
                return one.rank == other.rank
            case "ranks":
                return sorted((one.rank, other.rank)) == sorted(self.numbers)
            case "totals":
                return (one.value + other.value) % 10 in self.numbers
            case "cards":
                return True

    def __str__(self) -> str:
        match self.kind:
            case "pair":
                return "a suited pair" if self.suited else "a pair"
            case "ranks":
                return " and ".join(RANKS[rank] for rank in self.numbers) + (" suited" if self.suited else "")
            case "totals":
                return said_numbers(self.numbers)
            case "cards":
                return "two suited cards"


def _start_looks(parts: tuple[StartHolding, ...]) -> Iterator[Look]:
    """What is looked at in the first two cards; ranks of a list are told apart only as far as it matters."""
    for suited in (False, True):
        ranks = [part.numbers for part in parts if part.kind == "ranks" and part.suited == suited]
        if ranks:
            yield StartRanksLook(frozenset((min(two), max(two)) for two in ranks))
    if any(part.kind == "pair" for part in parts):
        yield PairLook()
    if any(part.kind == "totals" for part in parts):
        yield StartTotalLook()
    if any(part.suited for part in parts):
        yield SuitedLook()


@cache
@means("starts")
def starts(who: Who, parts: tuple[StartHolding, ...], without: tuple[StartHolding, ...] = ()) -> Event:
    """The first two cards are one of several things and none of others."""
    looks = dict.fromkeys((*_start_looks(parts), *_start_looks(without)))
    but_not = f" but not {' or '.join(map(str, without))}" if without else ""
    words = f"{_verb(who, 'starts')} with {' or '.join(map(str, parts))}{but_not}"

    def ask(cards: tuple[PlayingCard, ...]) -> bool:
        return any(part.fits(cards) for part in parts) and not any(part.fits(cards) for part in without)

    return _of_hands(who, words, ask, *looks)


# ---- the cards dealt ---------------------------------------------------------------------------------


@cache
@means("draws")
def draws(who: Who, ranks: tuple[int, ...]) -> Event:
    """The third card is of one of these ranks."""
    words = f"{_verb(who, 'draws')} {' or '.join(RANKS[rank] for rank in ranks)}"
    return _of_hands(who, words, lambda cards: len(cards) > 2 and cards[2].rank in ranks, ThirdRankLook(ranks))


@cache
@means("three-of-a-kind")
def three_of_a_kind(who: Who) -> Event:
    """The hand has three cards of one rank."""
    words = f"{_verb(who, 'has')} three of a kind"
    return _of_hands(
        who, words, lambda cards: len(cards) > 2 and len({card.rank for card in cards}) == 1, ThreeOfAKindLook()
    )


SUIT_KINDS = {frozenset((1, 2)): "red", frozenset((0, 3)): "black"} | {
    frozenset((suit,)): f"a {word}" for suit, word in enumerate(SUIT_WORDS)
}
"""Suits that every card may be of, as a card writes them."""


@cache
@means("every-card")
def every_card(who: Who, suits: frozenset[int]) -> Event:
    """Every card dealt, or every card of one hand, is of these suits."""
    looks = EveryCardLook(CardKind(suits=suits))
    subject = f"every {who} card" if who != "both hands" else "every card"
    made = _of_hands(who, "", lambda cards: all(card.suit in suits for card in cards), looks)
    return replace(made, words=f"{subject} is {SUIT_KINDS[suits]}")


class Counting(NamedTuple):
    """Cards that are counted: of a rank, perhaps of one suit or all of the same suit, in a part of the deal."""

    rank: int
    suit: int | None = None
    is_suited: bool = False
    is_first: bool = True
    """Among the first four cards, rather than among all that are dealt."""

    @property
    def most(self) -> int:
        return 4 if self.is_first else 6

    @property
    def looks(self) -> tuple[Look, ...]:
        suits: Iterable[frozenset[int] | None] = (None if self.suit is None else frozenset((self.suit,)),)
        if self.is_suited:
            suits = [frozenset((suit,)) for suit in range(4)]
        return tuple(CountLook(CardKind(frozenset((self.rank,)), some), not self.is_first) for some in suits)

    def count(self, deal: Deal) -> int:
        """How many there are; of the suit with the most of them where they must be of one suit."""
        hands = (deal.player_hand[:2], deal.banker_hand[:2]) if self.is_first else (deal.player_hand, deal.banker_hand)
        found = [card for cards in hands for card in cards if card.rank == self.rank]
        if self.is_suited:
            return max((sum(card.suit == suit for card in found) for suit in range(4)), default=0)
        return sum(self.suit in (None, card.suit) for card in found)

    @property
    def where(self) -> str:
        return "in the first 4 cards" if self.is_first else "dealt"

    @property
    def cards(self) -> str:
        """What is counted, in the plural."""
        plural = RANK_WORDS[self.rank] + ("es" if RANK_WORDS[self.rank] == "six" else "s")
        return f"{'suited ' * self.is_suited}{plural}{self.of_suit}"

    @property
    def of_suit(self) -> str:
        return "" if self.suit is None else f" of {SUIT_WORDS[self.suit]}s"

    @property
    def one(self) -> str:
        """What is counted, in the singular."""
        return f"{RANK_WORDS[self.rank] if self.rank in (0, 10, 11, 12) else RANKS[self.rank]}{self.of_suit}"

    def said(self, number: int) -> str:
        """At least so many of them, as a card writes it."""
        some = f"{number} {self.cards}" if number > 1 else f"{'an' if self.one[0] in '8a' else 'a'} {self.one}"
        return f"{some} {self.where}"

    def __str__(self) -> str:
        return f"{self.cards} {self.where}"


@cache
@means("counted-cards")
def counted_cards(counting: Counting, at_least: int) -> Event:
    """At least so many cards of a kind were dealt; one card alone is of one suit, so then no suits are looked at."""
    looks = counting.looks if at_least > 1 else counting._replace(is_suited=False).looks
    return _fine(counting.said(at_least), lambda deal: counting.count(deal) >= at_least, looks, looks)


# ---- what events look at -----------------------------------------------------------------------------


def atoms(events: Iterable[Event]) -> Iterator[Event]:
    """The events that joined, negated and named ones are made of."""
    for event in events:
        match event.meaning:
            case Meaning("or" | "and" | "but not", parts):
                yield from atoms(parts)
            case Meaning("not", (part,)) | Meaning("named", (_, part)):
                yield from atoms((part,))
            case _:
                yield event


def looks_of(events: Iterable[Event]) -> tuple[tuple[Look, ...], tuple[Look, ...]]:
    """All that some events look at in the player's and in the banker's hand."""
    player: dict[Look, None] = {}
    banker: dict[Look, None] = {}
    for event in atoms(events):
        test = event.test
        assert isinstance(test, HandTest), event.words
        player.update(dict.fromkeys(test.player))
        banker.update(dict.fromkeys(test.banker))
    return tuple(player), tuple(banker)


def sees_suits(events: Iterable[Event]) -> bool:
    """Whether any event looks at the suits of cards."""
    return any(look.sees_suits for looks in looks_of(events) for look in looks)
