"""What the phrases of a craps card mean."""

from typing import Any

from lark import Token, Transformer, v_args

from rackcard.games.conditions import Different
from rackcard.games.craps import rules
from rackcard.games.craps.dice import Dice
from rackcard.games.game import Event
from rackcard.games.phrases import Counted, only

_TOTALS = tuple(range(2, 13))


def _totals(tokens: tuple[Token, ...]) -> tuple[int, ...]:
    return only(tokens, _TOTALS, "dice-total")


def _points(tokens: tuple[Token, ...]) -> tuple[int, ...]:
    return only(tokens, rules.POINTS, "not-a-point")


@v_args(inline=True)
class CrapsPhrases(Transformer[Token, Any]):
    """One method for each alternative of the grammar."""

    # What one outcome does.
    def rolled(self, tokens: tuple[Token, ...]) -> Event:
        return rules.rolled(_totals(tokens))

    def hard(self, token: Token) -> Event:
        return rules.hard(*only((token,), (4, 6, 8, 10), "no-hard-way"))

    def on_come_out(self, tokens: tuple[Token, ...]) -> Event:
        return rules.on_come_out(_totals(tokens))

    def any_seven(self) -> Event:
        return rules.rolled((7,))

    def seven_out(self) -> Event:
        return rules.seven_out()

    def point_made(self, tokens: tuple[Token, ...]) -> Event:
        return rules.point_made(_points(tokens))

    def line_wins(self) -> Event:
        return rules.line_wins()

    def line_loses(self) -> Event:
        return rules.line_loses()

    def line_decided(self) -> Event:
        return rules.line_decided()

    # What must have happened.
    def all_rolled(self, tokens: tuple[Token, ...]) -> Different:
        return Different(rules.each_rolled(_totals(tokens)), len(tokens))

    def all_made(self, tokens: tuple[Token, ...]) -> Different:
        return Different(rules.each_made(_points(tokens)), len(tokens))

    def different_numbers(self) -> Counted:
        return Counted("different numbers rolled", rules.each_rolled(rules.NUMBERS), True)

    def different_points(self) -> Counted:
        return Counted("different points made", rules.each_made(rules.POINTS), True)

    def points_made(self) -> Counted:
        return Counted("points made", (rules.point_made(),), False)

    def line_wins_counted(self) -> Counted:
        return Counted("line wins", (rules.line_wins(),), False)

    # When it counts, when it may be bet, what it is played with.
    def works_with_point(self) -> Event:
        return rules.point_is_on()

    def marks_sevens(self) -> str:
        return "sevens"

    def marks_hand(self) -> str:
        return "hand"

    def before_come_out(self) -> str:
        return "come-out"

    def after_come_out(self) -> str:
        return "point"

    def first_of_round(self) -> str:
        return "round"

    def two_dice(self) -> Dice:
        return Dice()
