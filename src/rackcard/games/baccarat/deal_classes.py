"""Deals told apart by what some events look at in each hand, and no finer.

Cards that no look tells apart are one kind. The first two cards of a hand fall into classes by the values of its looks;
a third card leads from there to a final class. All events are functions of the final classes of both hands.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from typing import TypeVar

from rackcard.games.baccarat.dealing import ExampleDeal, banker_draws, player_draws
from rackcard.games.baccarat.looks import Look
from rackcard.games.baccarat.playing_cards import PlayingCard, every_card
from rackcard.games.baccarat.rules import looks_of
from rackcard.games.device import DealTables
from rackcard.games.game import Event

T = TypeVar("T")

ENDS_MAX = 200
"""With more final classes than this, two starts are not looked at for being decided: they hardly ever are."""
CLASSES_MAX = 50_000
"""Events of one wager may tell so many deals apart."""
TRIED_MAX = 15_000_000
"""So many starts with third cards are tried to find them."""


@dataclass(frozen=True)
class FirstCards:
    """The first two cards of a hand, as far as its looks tell them apart."""

    total: int
    """What the drawing rules go by."""
    values: tuple[Hashable, ...]
    example: tuple[PlayingCard, PlayingCard]


@dataclass(frozen=True)
class HandClasses:
    """The classes of one hand by its looks; kinds of cards and of third cards are those of both hands."""

    looks: tuple[Look, ...]
    starts: tuple[FirstCards, ...]
    first: tuple[tuple[int, ...], ...]
    """By the kinds of two cards: the number of their start."""
    stood: tuple[int, ...]
    """By start: the final class of a hand that takes no third card."""
    drawn: tuple[tuple[int, ...], ...]
    """By start and kind of third card: the final class."""
    finals: int


class DealClasses:
    """How the events with these looks tell deals apart."""

    def __init__(self, player: tuple[Look, ...], banker: tuple[Look, ...]) -> None:
        every = (*player, *banker)
        self.sees_third = any(look.sees_third for look in every)
        kinds: dict[Hashable, int] = {}
        thirds: dict[Hashable, int] = {}
        self.kind_of: dict[PlayingCard, int] = {}
        self.alike: list[list[PlayingCard]] = []
        """The cards of each kind."""
        self.third_of: list[int] = []
        self.third_cards: list[list[PlayingCard]] = []
        for card in every_card():
            drawn = (card.value, *(look.sees_drawn(card) for look in every)) if self.sees_third else ()
            seen = (drawn, *(look.sees(card) for look in every))
            if drawn not in thirds:
                thirds[drawn] = len(thirds)
                self.third_cards.append([])
            self.third_cards[thirds[drawn]].append(card)
            if seen not in kinds:
                kinds[seen] = len(kinds)
                self.alike.append([])
                self.third_of.append(thirds[drawn])
            self.kind_of[card] = kinds[seen]
            self.alike[kinds[seen]].append(card)
        self.thirds = tuple(cards[0] for cards in self.third_cards)
        """A card for each kind of third card."""
        self.player = self._hand(player, 0)
        self.banker = self._hand(banker, 2)

    def _hand(self, looks: tuple[Look, ...], place: int) -> HandClasses:
        """The classes of a hand; examples take other cards of a kind for each hand, where there are others."""
        starts: dict[Hashable, FirstCards] = {}
        numbers: dict[Hashable, int] = {}
        size = len(self.alike)
        first = [[0] * size for _ in range(size)]
        for a, b in combinations_with_replacement(range(size), 2):
            one, other = _another(self.alike[a], place), _another(self.alike[b], place + 1)
            values = tuple(look.first(one, other) for look in looks)
            total = (one.value + other.value) % 10 if self.sees_third else 0
            if (total, values) not in starts:
                numbers[total, values] = len(numbers)
                starts[total, values] = FirstCards(total, values, (one, other))
            first[a][b] = first[b][a] = numbers[total, values]
        finals: dict[Hashable, int] = {}

        def final(values: Iterator[Hashable]) -> int:
            return finals.setdefault(tuple(values), len(finals))

        every = tuple(starts.values())
        pairs = [list(zip(looks, start.values, strict=True)) for start in every]
        stood = tuple(final(look.stood(value) for look, value in pair) for pair in pairs)
        drawn = tuple(
            tuple(final(look.drawn(value, card) for look, value in pair) for card in self.thirds) for pair in pairs
        )
        return HandClasses(looks, every, tuple(map(tuple, first)), stood, drawn, len(finals))

    def kind_counts(self, cards: Sequence[tuple[PlayingCard, int]]) -> list[int]:
        """How many cards of each kind there are."""
        counts = [0] * len(self.alike)
        for card, count in cards:
            counts[self.kind_of[card]] += count
        return counts

    def draws(self, player: FirstCards, banker: FirstCards) -> tuple[bool, tuple[bool, ...]]:
        """Whether the player draws, and by the kind of third card (or of any card, if not) whether the banker does."""
        if not self.sees_third:
            return False, ()
        return self._draws[player.total][banker.total]

    @cached_property
    def _draws(self) -> list[list[tuple[bool, tuple[bool, ...]]]]:
        def both(player: int, banker: int) -> tuple[bool, tuple[bool, ...]]:
            drawn = player_draws(player, banker)
            return drawn, tuple(banker_draws(player, banker, card.value if drawn else None) for card in self.thirds)

        return [[both(player, banker) for banker in range(10)] for player in range(10)]

    @property
    def are_too_many(self) -> bool:
        """Whether there are more deals to tell apart than can be listed in seconds."""
        tried = len(self.player.starts) * len(self.banker.starts) * len(self.thirds) ** 2
        return self.player.finals * self.banker.finals > CLASSES_MAX or tried > TRIED_MAX

    @cached_property
    def deals(self) -> dict[tuple[int, int], ExampleDeal]:
        """A deal by the rules for every two final classes."""
        found: dict[tuple[int, int], tuple[FirstCards, FirstCards, int | None, int | None]] = {}
        banked = [_first_kinds(finals) for finals in self.banker.drawn]
        for p, player in enumerate(self.player.starts):
            stays, by_third = self.player.stood[p], self.player.drawn[p]
            by_total: dict[int, list[tuple[tuple[int, bool], int]]] = {}
            for b, banker in enumerate(self.banker.starts):
                drawn, last = self.draws(player, banker)
                holds = self.banker.stood[b]
                if not drawn and not any(last):
                    found.setdefault((stays, holds), (player, banker, None, None))
                    continue
                if not drawn:
                    for final, kind in banked[b]:
                        found.setdefault((stays, final), (player, banker, None, kind))
                    continue
                if banker.total not in by_total:
                    by_total[banker.total] = _first_kinds(zip(by_third, last, strict=True))
                for (one, draws), third in by_total[banker.total]:
                    for final, fourth in banked[b] if draws else [(holds, None)]:
                        if (one, final) not in found:
                            found[one, final] = player, banker, third, fourth
        return {finals: self._deal(*how) for finals, how in found.items()}

    def _deal(self, player: FirstCards, banker: FirstCards, third: int | None, fourth: int | None) -> ExampleDeal:
        hands = [list(player.example), list(banker.example)]
        if not self.sees_third:
            return _played_out(hands[0], hands[1])
        for place, kind in ((0, third), (1, fourth)):
            if kind is not None:
                hands[place].append(_another(self.third_cards[kind], 4 + place))
        return ExampleDeal.of(hands[0], hands[1])


def _first_kinds(values: Iterable[T]) -> list[tuple[T, int]]:
    """Each value once, with the first kind of third card that leads to it."""
    first: dict[T, int] = {}
    for kind, value in enumerate(values):
        first.setdefault(value, kind)
    return list(first.items())


def _another(cards: list[PlayingCard], place: int) -> PlayingCard:
    """One of several cards that are alike, another one for each place of a deal as far as there are others."""
    return cards[place % len(cards)]


def _played_out(player: list[PlayingCard], banker: list[PlayingCard]) -> ExampleDeal:
    """The deal of four cards with any third cards that the rules ask for."""
    seven, five = PlayingCard(6, 2), PlayingCard(4, 3)
    first, second = (sum(card.value for card in cards) % 10 for cards in (player, banker))
    third = None
    if player_draws(first, second):
        player.append(seven)
        third = seven.value
    if banker_draws(first, second, third):
        banker.append(five)
    return ExampleDeal.of(player, banker)


@lru_cache(maxsize=256)
def deal_classes(player: tuple[Look, ...], banker: tuple[Look, ...]) -> DealClasses:
    """The classes that these looks tell apart."""
    return DealClasses(player, banker)


@lru_cache(maxsize=256)
def stand_ins(events: tuple[Event, ...]) -> dict[tuple[int, int], ExampleDeal]:
    """For every two final classes of what some events look at, a deal that no event tells from them."""
    found: dict[tuple[bool, ...], ExampleDeal] = {}
    tests = [event.test for event in events if event.test is not None]
    deals = deal_classes(*looks_of(events)).deals
    return {finals: found.setdefault(tuple(test(deal) for test in tests), deal) for finals, deal in deals.items()}


@lru_cache(maxsize=256)
def decided_starts(events: tuple[Event, ...]) -> dict[tuple[int, int], tuple[int, int]]:
    """The starts of both hands after which no third card changes what the events are, with final classes they lead to.

    "Every card is red" is decided by a black card among the first four, so most deals need no third cards.
    """
    classes, same = deal_classes(*looks_of(events)), stand_ins(events)
    player, banker = (
        [{hand.stood[start], *hand.drawn[start]} for start in range(len(hand.starts))]
        for hand in (classes.player, classes.banker)
    )
    found = {}
    for first, ours in enumerate(player):
        for second, theirs in enumerate(banker):
            ends = (
                [pair for pair in product(ours, theirs) if pair in same] if len(ours) * len(theirs) < ENDS_MAX else []
            )
            if ends and all(same[pair] is same[ends[0]] for pair in ends):
                found[first, second] = ends[0]
    return found


@lru_cache(maxsize=64)
def deal_tables(events: tuple[Event, ...]) -> DealTables:
    """What tells deals apart for some events, as tables over the fifty-two cards."""
    classes = deal_classes(*looks_of(events))
    kinds = [classes.kind_of[card] for card in every_card()]
    thirds = [classes.third_of[kind] for kind in kinds]
    hands = classes.player, classes.banker
    firsts = [tuple(hand.first[one][other] for one in kinds for other in kinds) for hand in hands]
    lasts = [
        tuple(
            final
            for start in range(len(hand.starts))
            for final in (*(hand.drawn[start][third] for third in thirds), hand.stood[start])
        )
        for hand in hands
    ]
    width = classes.banker.finals
    outcomes = tuple((one * width + other, deal) for (one, other), deal in stand_ins(events).items())
    return DealTables(len(kinds), (firsts[0], firsts[1]), (lasts[0], lasts[1]), width, outcomes)
