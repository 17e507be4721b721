"""What the phrases of a baccarat card mean."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lark import Token, Transformer, v_args

from rackcard.games.algebra import joined, negated
from rackcard.games.baccarat import rules
from rackcard.games.baccarat.phrase_lists import HandSubject, Item, Listing, spread_lists
from rackcard.games.baccarat.playing_cards import BLACK, RANK_WORDS, RANKS, RED, SUIT_WORDS
from rackcard.games.baccarat.rules import Counting
from rackcard.games.baccarat.shoe import Shoe
from rackcard.games.conditions import Happened
from rackcard.games.game import Event, Game
from rackcard.games.phrases import Counted, Numbers, PhraseError, bad, only

OTHER_PHRASE = re.compile(r",| (?:then|and|but not)(?![a-z-])| or (?![0-9AJQK]|more|a (?!hand)|two)")
"""What ends a phrase about a hand; a list goes on after "or"."""
_DECKS = tuple(range(1, 13))


@v_args(inline=True)
class BaccaratPhrases(Transformer[Token, Any]):
    """One method for each alternative of the grammar."""

    if TYPE_CHECKING:
        game: Game
        text: str

    def spread(self, operands: list[Any], joins: list[str]) -> tuple[list[Event], list[str]]:
        """The operands as whole events: items of lists are put where they belong."""
        return spread_lists(self.game, operands, joins)

    # Who.
    def subject(self, who: Token, is_negated: bool = False) -> HandSubject:
        name = " ".join(who.split())
        return HandSubject("either hand" if name in ("a hand", "hand") else name, is_negated, (who.column or 1) - 1)  # type: ignore[arg-type]

    def subject_not(self, who: Token, does_not: Token) -> HandSubject:
        subject = self.subject(who, True)
        does = OTHER_PHRASE.split(self.text[does_not.end_pos :].strip())[0]
        if subject.who in ("player", "banker") or (subject.who == "both hands" and "the same pair" in does):
            return subject
        code = "hands-do-not.one" if subject.who == "one hand" else "hands-do-not"
        said = " ".join((*who.split(), *does_not.split()))
        verb, _, what = does.partition(" ")
        has = f"{'has' if verb == 'have' else verb + 's'} {what}".rstrip()
        raise bad(who, code, said=said, does=does, has=has)

    # What is won, held and tied.
    def who_wins(self, subject: HandSubject, verb: Token) -> Event:
        self._may_win(subject)
        return subject.event(self.game, rules.wins(subject.who, None))

    def who_wins_with(self, subject: HandSubject, verb: Token, item: Item) -> Listing:
        self._may_win(subject)
        return Listing("wins", subject, after=(item,))

    def who_wins_by(self, subject: HandSubject, verb: Token, item: Item) -> Listing:
        self._may_win(subject)
        return Listing("won-by", subject, after=(item,))

    def _may_win(self, subject: HandSubject) -> None:
        if subject.who == "both hands":
            raise PhraseError(subject.column, "both-hands-win")

    def who_has(self, subject: HandSubject, verb: Token, item: Item) -> Listing:
        return Listing("has", subject, after=(item,))

    def any_tie(self) -> Event:
        return rules.tie()

    def no_tie(self) -> Event:
        return negated(self.game, rules.tie(), "not tie")

    def tie_with(self, item: Item) -> Listing:
        return Listing("tie", None, after=(item,))

    def beats(self, winner: Item, loser: Item) -> Listing:
        return Listing("beats", None, (winner,), (loser,))

    def cards_dealt(self, numbers: Numbers) -> Listing:
        return Listing("cards-dealt", None, (Item("number", numbers=numbers),))

    def cards_not_dealt(self, numbers: Numbers) -> Listing:
        return replace(self.cards_dealt(numbers), is_negated=True)

    def totals_make(self, item: Item) -> Listing:
        return Listing("totals-make", None, after=(item,))

    def totals_do_not_make(self, item: Item) -> Listing:
        return replace(self.totals_make(item), is_negated=True)

    # The first two cards, and those that follow.
    def who_starts(self, subject: HandSubject, verb: Token, item: Item) -> Listing:
        return Listing("starts", subject, after=(item,))

    def have_same_pair(self, subject: HandSubject, verb: Token) -> Event:
        if subject.who != "both hands":
            raise PhraseError(subject.column, "same-pair-of-one")
        return subject.event(self.game, rules.same_pair())

    def who_draws(self, subject: HandSubject, verb: Token, item: Item) -> Listing:
        return Listing("draws", subject, after=(item,))

    def has_three(self, subject: HandSubject, verb: Token) -> Event:
        return subject.event(self.game, rules.three_of_a_kind(subject.who))

    def every_card(self, suits: frozenset[int]) -> Event:
        return rules.every_card("both hands", suits)

    def every_card_of(self, who: Token, suits: frozenset[int]) -> Event:
        if who not in ("player", "banker"):
            raise bad(who, "every-card-of-whom", who=who)
        return rules.every_card("player" if who == "player" else "banker", suits)

    def of_color(self, color: Token) -> frozenset[int]:
        return RED if color == "red" else BLACK

    def of_suit(self, suit: Token) -> frozenset[int]:
        return frozenset((_suit(suit),))

    # Items of lists.
    def numbers_item(self, numbers: Numbers) -> Item:
        return Item("number", numbers=numbers)

    def holding_item(self, numbers: Numbers, cards: Token) -> Item:
        only((cards,), (2, 3), "hand-cards")
        return Item("number", numbers=numbers, cards=int(cards))

    def cards_item(self, numbers: Numbers) -> Item:
        return Item("cards", numbers=numbers)

    def points_item(self, numbers: Numbers, points: Token) -> Item:
        return Item("points", numbers=numbers)

    def ranks_item(self, ranks: tuple[Token, ...]) -> Item:
        return Item("ranks", ranks=ranks)

    def suited_item(self, item: Numbers | tuple[Token, ...]) -> Item:
        if isinstance(item, Numbers):
            return Item("number", numbers=item, is_suited=True)
        return Item("ranks", ranks=item, is_suited=True)

    def natural_item(self, cards: Token | None = None) -> Item:
        """A natural; in so many cards it is the totals that are naturals, so that a list before it has them too."""
        if cards is None:
            return Item("natural")
        only((cards,), (2,), "natural-cards")
        totals = tuple(Token("INT", str(total), column=cards.column) for total in rules.NATURAL.totals)
        return Item("number", numbers=Numbers(totals, is_span=True), cards=int(cards))

    def pair_item(self) -> Item:
        return Item("pair")

    def suited_pair_item(self) -> Item:
        return Item("pair", is_suited=True)

    def suited_cards_item(self) -> Item:
        return Item("suited cards", is_suited=True)

    def one_rank(self, rank: Token) -> tuple[Token, ...]:
        return (rank,)

    def rank_span(self, low: Token, high: Token) -> tuple[Token, ...]:
        return low, high

    # Counted cards.
    def counted(self, rank: Token, *more: Any) -> Counting:
        suit = _suit(more[0]) if len(more) > 1 else None
        return Counting(_rank(rank), suit, False, more[-1])

    def counted_suited(self, rank: Token, is_first: bool) -> Counting:
        return Counting(_rank(rank), None, True, is_first)

    def in_first(self, where: Token, cards: Token) -> bool:
        only((cards,), (4,), "first-cards")
        return True

    def in_all(self) -> bool:
        return False

    def article(self) -> None:
        return None

    def card_rank(self, rank: Token) -> Token:
        return rank

    def one_counted(self, article: None, rank: Token, *more: Any) -> Event:
        return self.counted_at_all(rank, *more)

    def counted_at_all(self, rank: Token, *more: Any) -> Event:
        return rules.counted_cards(self.counted(rank, *more), 1)

    def some_counted(self, numbers: Numbers, rank: Token, *more: Any) -> Event:
        return self._at_least(numbers, self.counted(rank, *more))

    def some_suited(self, numbers: Numbers, rank: Token, is_first: bool) -> Event:
        return self._at_least(numbers, self.counted_suited(rank, is_first))

    def _at_least(self, numbers: Numbers, counting: Counting) -> Event:
        """So many cards or more, whether or not the phrase says "or more"; a range is no more than its end."""
        low, *high = only(numbers.tokens, tuple(range(1, counting.most + 1)), "counted-out-of-range")
        event = rules.counted_cards(counting, low)
        if not high or high[0] == counting.most:
            return event
        return joined("but not", [event, rules.counted_cards(counting, high[0] + 1)])

    def counts_cards(self, counting: Counting) -> Counted:
        steps = tuple(Happened(rules.counted_cards(counting, count + 1)) for count in range(counting.most))
        return Counted(str(counting), "steps", (steps[0].event,), steps)

    def shoe(self, decks: Token) -> Shoe:
        return Shoe.of_decks(*only((decks,), _DECKS, "decks-out-of-range"))


def _suit(token: Token) -> int:
    return SUIT_WORDS.index(token.removesuffix("s"))


def _rank(token: Token) -> int:
    """The number of a rank by its sign or its word."""
    if token in RANKS:
        return RANKS.index(token)
    word = "six" if token == "sixes" else token.removesuffix("s")
    if word not in RANK_WORDS:
        raise bad(token, "unknown-rank", rank=token, ranks=" ".join(RANKS))
    return RANK_WORDS.index(word)
