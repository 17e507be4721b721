"""Baccarat: all that the other rooms ask about it."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

from rackcard.games.baccarat import layout, messages
from rackcard.games.baccarat.deal_classes import deal_classes, stand_ins
from rackcard.games.baccarat.dealing import HANDS, Deal, Hand, dealt_cards, next_card
from rackcard.games.baccarat.example_deals import example_deal
from rackcard.games.baccarat.examples import GUIDE
from rackcard.games.baccarat.phrases import BaccaratPhrases
from rackcard.games.baccarat.play_wording import BaccaratPlayWording
from rackcard.games.baccarat.playing_cards import RANKS, RED, SUIT_WORDS, SUITS, SYMBOLS, PlayingCard, read_card
from rackcard.games.baccarat.roads import roads
from rackcard.games.baccarat.rules import ID, looks_of, sees_suits
from rackcard.games.baccarat.shoe import Shoe
from rackcard.games.baccarat.tracked_shoe import TrackedShoe, tracked_shoe
from rackcard.games.baccarat.wording import PRIMER, BaccaratWording, asked_next, asks_suit, called, hand_label
from rackcard.games.device import Chance
from rackcard.games.game import Event, Game, Outcome, OutcomeError
from rackcard.games.glyphs import Glyph
from rackcard.games.layout import LaidWager, Layout
from rackcard.games.phrases import PhraseBook
from rackcard.games.play_log import DeviceTest, shares_of
from rackcard.games.primer import Primer

SIDES = ("player", "banker")


class Coup(NamedTuple):
    """The cards of both hands in the order dealt."""

    player: tuple[str, ...]
    banker: tuple[str, ...]


class Baccarat(Game):
    """Two hands from a shoe, with fixed drawing rules."""

    id = ID
    name = "baccarat"
    unit = "hand"
    verb = "deal"
    outcomes_per_hour = 70
    void_call = "misdeal"
    outcomes = HANDS
    phases = ("hand",)
    moves = ((0,) * len(HANDS),)
    default_ends = 1
    ends_max = 1
    examples = {"chance": "a shoe of 8 decks", "ends": "after 1 hand", "wins": "banker wins"}  # noqa: RUF012
    hints = {"chance": "a shoe of 8 decks", "wins": "banker wins with 7 in 3 cards"}  # noqa: RUF012
    refusals = messages.REFUSALS
    card_errors = messages.CARD_ERRORS
    wording = BaccaratWording()
    play_wording = BaccaratPlayWording()
    phrases = PhraseBook(Path(__file__).parent, BaccaratPhrases, (), GUIDE)
    has_road = True
    log_columns = SIDES

    @property
    def primer(self) -> Primer:
        return PRIMER

    def parse(self, given: Any) -> Coup:
        self.read(given)
        return Coup(tuple(given["player"]), tuple(given["banker"]))

    def read(self, given: Any) -> Deal:
        if not isinstance(given, Mapping) or set(given) != set(SIDES):
            raise OutcomeError("not-a-hand")
        if not all(isinstance(cards, list) for cards in given.values()):
            raise OutcomeError("not-lists")
        return dealt_cards(given["player"], given["banker"])

    def to_json(self, entered: Coup) -> dict[str, list[str]]:
        return {"player": list(entered.player), "banker": list(entered.banker)}

    def outcome(self, entered: Coup) -> Deal:
        return dealt_cards(entered.player, entered.banker)

    def said(self, entered: Coup) -> str:
        return hand_label(self.outcome(entered))

    def call(self, entered: Coup, before: int, after: int) -> str:
        return called(self.outcome(entered))

    def shown(self, entered: Coup) -> Mapping[str, Any]:
        deal = self.outcome(entered)
        cards = {"player": tuple(map(str, deal.player_hand)), "banker": tuple(map(str, deal.banker_hand))}
        totals = {"player_total": deal.player, "banker_total": deal.banker}
        return {"hand": {**cards, **totals, "winner": deal.winner}}

    def entry_of(self, outcome: Outcome, random: Random) -> dict[str, list[str]]:
        hands = example_deal(cast(Hand, outcome), random)
        return {side: list(map(str, hand)) for side, hand in zip(SIDES, hands, strict=True)}

    def glyphs(self, entered: Coup) -> tuple[Glyph, ...]:
        deal = self.outcome(entered)
        totals = {"player": deal.player, "banker": deal.banker}
        hands = {"player": deal.player_hand, "banker": deal.banker_hand}
        return tuple(
            glyph
            for side in SIDES
            for glyph in (*map(_card_glyph, hands[side]), Glyph("disc", str(totals[side]), side))
        )

    def classes(self, events: tuple[Event, ...]) -> tuple[Outcome, ...]:
        return tuple(dict.fromkeys(stand_ins(events).values()))

    def tells_apart_too_much(self, events: tuple[Event, ...]) -> bool:
        return deal_classes(*looks_of(events)).are_too_many

    def plain(self, outcome: Outcome) -> Hand:
        return Hand(*cast(Hand, outcome))

    def lacks(self, outcome: Outcome, events: Iterable[Event]) -> OutcomeError | None:
        deal = cast(Deal, outcome)
        if deal.has_suits or not sees_suits(events):
            return None
        return OutcomeError("suits-missing", card=str(next(deal.cards)))

    def supply(self, device: Chance) -> TrackedShoe | None:
        return TrackedShoe(device) if isinstance(device, Shoe) else None

    def supply_from_json(self, value: Any) -> TrackedShoe:
        return tracked_shoe(value)

    def label(self, outcome: Outcome) -> str:
        return hand_label(cast(Hand, outcome))

    def short(self, outcome: Outcome) -> str:
        return cast(Hand, outcome).winner[0].upper()

    def kind(self, outcome: Outcome) -> str:
        return cast(Hand, outcome).winner

    def from_log(self, cells: tuple[str, ...]) -> Any:
        read = ([_typed(card) for card in cell.replace(",", " ").split()] for cell in cells)
        return dict(zip(SIDES, read, strict=True))

    def device_tests(self, device: Chance) -> tuple[DeviceTest, ...]:
        def ranks(outcome: Deal) -> tuple[str, ...]:
            return tuple(RANKS[card.rank] for card in outcome.cards)

        def winner(outcome: Hand) -> tuple[str, ...]:
            return (outcome.winner,)

        held = device.named_weights()
        total = sum(held.values())
        ranks_law = {rank: Fraction(count, total) for rank, count in held.items() if count}
        return (
            DeviceTest("ranks", ranks_law, ranks, total),
            DeviceTest("winners", shares_of(device.law(), winner), winner, is_serial=True),
        )

    def layout(self, chance: Chance, wagers: Sequence[LaidWager]) -> Layout | None:
        return layout.layout(wagers)

    def board(self, outcomes: Sequence[Outcome]) -> Mapping[str, Any]:
        return roads([cast(Hand, outcome).winner for outcome in outcomes])

    def pad(self, chance: object, events: Iterable[Event] = ()) -> Mapping[str, Any]:
        names = [f"{word}s" for word in SUIT_WORDS]
        return {"ranks": RANKS, "suits": tuple(zip(SUITS, SYMBOLS, names, strict=True)) if sees_suits(events) else ()}

    def next_entry(self, given: Mapping[str, str], events: Iterable[Event] = ()) -> Mapping[str, str]:
        held = [[_typed(card) for card in given.get(side, "")[:80].replace(",", " ").split()] for side in SIDES]
        every = [card for cards in held for card in cards]
        unknown = [card for card in every if read_card(card) is None]
        unsuited = [card for card in every if card in RANKS] if sees_suits(events) else []
        side = None if unknown or unsuited else next_card(*held)
        cards = len(held[SIDES.index(side)]) if side else 0
        says = asks_suit(unsuited[0]) if unsuited and not unknown else asked_next(unknown, side, cards)
        return {"next": side or "", "says": says}


def _card_glyph(card: PlayingCard) -> Glyph:
    return Glyph("card", str(card), "red" if card.suit in RED else "black")


def _typed(card: str) -> str:
    """A card as it is typed, its rank in capitals and its suit in small letters."""
    upper = card.upper()
    return upper if upper in RANKS else upper[:-1] + card[-1:].lower()


BACCARAT = Baccarat()
