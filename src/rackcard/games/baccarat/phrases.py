"""What the phrases of a baccarat card mean."""

from typing import Any

from lark import Token, Transformer, v_args

from rackcard.games.baccarat import rules
from rackcard.games.baccarat.rules import Holding
from rackcard.games.baccarat.shoe import Shoe
from rackcard.games.game import Event
from rackcard.games.phrases import PhraseError, only


@v_args(inline=True)
class BaccaratPhrases(Transformer[Token, Any]):
    """One method for each alternative of the grammar."""

    def holding(self, total: Token, cards: Token | None = None) -> Holding:
        only((total,), tuple(range(10)), "hand-total")
        if cards is not None:
            only((cards,), (2, 3), "hand-cards")
        return Holding(int(total), None if cards is None else int(cards))

    def side_wins(self, side: Token, holding: Holding | None = None) -> Event:
        return rules.side_wins(str(side), holding)

    def tie(self) -> Event:
        return rules.tie()

    def beats(self, winner: Holding, loser: Holding) -> Event:
        if winner.total <= loser.total:
            raise PhraseError(0, "never-beats", winner=winner.total, loser=loser.total)
        return rules.beats(winner, loser)

    def both_have(self, holding: Holding) -> Event:
        return rules.hands_have(2, holding)

    def one_has(self, holding: Holding) -> Event:
        return rules.hands_have(1, holding)

    def side_pair(self, side: Token) -> Event:
        return rules.pair(f"{side} has a pair")

    def one_pair(self) -> Event:
        return rules.pair("one hand has a pair")

    def both_pair(self) -> Event:
        return rules.pair("both hands have a pair")

    def same_pair(self) -> Event:
        return rules.pair("both hands have the same pair")

    def won_by(self, points: Token) -> Event:
        return rules.won_by(*only((points,), tuple(range(1, 10)), "hand-margin"))

    def shoe(self, decks: Token) -> Shoe:
        return Shoe.of_decks(*only((decks,), tuple(range(1, 13)), "decks-out-of-range"))
