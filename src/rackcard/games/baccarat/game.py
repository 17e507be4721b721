"""Baccarat: all that the other rooms ask about it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from rackcard.games.baccarat import messages
from rackcard.games.baccarat.examples import GUIDE
from rackcard.games.baccarat.phrases import BaccaratPhrases
from rackcard.games.baccarat.rules import HANDS, ID, RANKS, Hand, dealt, next_card
from rackcard.games.baccarat.wording import BaccaratWording, asked_next, hand_label
from rackcard.games.game import Game, Outcome, OutcomeError
from rackcard.games.phrases import PhraseBook

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
    phrases = PhraseBook(Path(__file__).parent, BaccaratPhrases, (), GUIDE)
    has_road = True

    def parse(self, given: Any) -> Coup:
        if not isinstance(given, Mapping) or set(given) != set(SIDES):
            raise OutcomeError("not-a-hand")
        if not all(isinstance(cards, list) for cards in given.values()):
            raise OutcomeError("not-lists")
        dealt(given["player"], given["banker"])
        return Coup(tuple(given["player"]), tuple(given["banker"]))

    def to_json(self, entered: Coup) -> dict[str, list[str]]:
        return {"player": list(entered.player), "banker": list(entered.banker)}

    def outcome(self, entered: Coup) -> Hand:
        return dealt(entered.player, entered.banker)

    def said(self, entered: Coup) -> str:
        return f"player {' '.join(entered.player)}, banker {' '.join(entered.banker)}"

    def shown(self, entered: Coup) -> Mapping[str, Any]:
        hand = self.outcome(entered)
        totals = {"player_total": hand.player, "banker_total": hand.banker}
        return {"hand": {**entered._asdict(), **totals, "winner": hand.winner}}

    def label(self, outcome: Outcome) -> str:
        return hand_label(cast(Hand, outcome))

    def short(self, outcome: Outcome) -> str:
        return cast(Hand, outcome).winner[0].upper()

    def kind(self, outcome: Outcome) -> str:
        return cast(Hand, outcome).winner

    def pad(self, chance: object) -> Mapping[str, Any]:
        return {"ranks": RANKS}

    def next_entry(self, given: Mapping[str, str]) -> Mapping[str, str]:
        held = [given.get(side, "")[:80].upper().replace(",", " ").split() for side in SIDES]
        unknown = [rank for cards in held for rank in cards if rank not in RANKS]
        side = None if unknown else next_card(*held)
        cards = len(held[SIDES.index(side)]) if side else 0
        return {"next": side or "", "says": asked_next(unknown, side, cards)}


BACCARAT = Baccarat()
