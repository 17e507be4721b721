"""What the phrases of a craps card mean."""

from typing import TYPE_CHECKING, Any

from lark import Token, Transformer, v_args

from rackcard.games.algebra import joined, negated
from rackcard.games.conditions import Condition, Different, Happened, Sequence, Several
from rackcard.games.craps import rules
from rackcard.games.craps.dice import Dice
from rackcard.games.game import Cell, Event, Game
from rackcard.games.meaning import Meaning
from rackcard.games.phrases import Counted, Numbers, PhraseError, TableLine, bad, listed_numbers, only

_TOTALS = tuple(range(2, 13))
_HARD = (4, 6, 8, 10)
_EASY = (3, 4, 5, 6, 7, 8, 9, 10, 11)
_PLACES = tuple(range(1, 9))

Lists = tuple[Numbers, ...]


def _totals(items: Lists) -> tuple[int, ...]:
    return listed_numbers(items, _TOTALS, "dice-total")


@v_args(inline=True)
class CrapsPhrases(Transformer[Token, Any]):
    """One method for each alternative of the grammar."""

    if TYPE_CHECKING:
        game: Game

    @property
    def _rules(self) -> rules.CrapsRules:
        return rules.RULES[self.game.id]

    def _points(self, items: Lists) -> tuple[int, ...]:
        return listed_numbers(items, self._rules.points, "not-a-point")

    # What one outcome does.
    def rolled(self, items: Lists) -> Event:
        return self._rules.rolled(_totals(items))

    def not_rolled(self, items: Lists) -> Event:
        return self._not(self.rolled(items))

    def _not(self, event: Event) -> Event:
        return negated(self.game, event, f"not {event.words}")

    def dice_rolled(self, *dice: Token) -> Event:
        return self._rules.dice(tuple(map(rules.pair, dice)))

    def dice_not_rolled(self, *dice: Token) -> Event:
        return self._not(self.dice_rolled(*dice))

    def not_hard(self, items: Lists) -> Event:
        return self._not(self.hard(items))

    def not_easy(self, items: Lists) -> Event:
        return self._not(self.easy(items))

    def not_doubles(self) -> Event:
        return self._not(self.doubles())

    def hard(self, items: Lists) -> Event:
        return self._ways([self._rules.hard(total) for total in listed_numbers(items, _HARD, "no-hard-way")])

    def easy(self, items: Lists) -> Event:
        return self._ways([self._rules.easy(total) for total in listed_numbers(items, _EASY, "no-easy-way")])

    def _ways(self, events: list[Event]) -> Event:
        return events[0] if len(events) == 1 else joined("or", events)

    def doubles(self) -> Event:
        return self._rules.doubles()

    def on_come_out(self, items: Lists) -> Event:
        return self._rules.on_come_out(_totals(items))

    def dice_on_come_out(self, *dice: Token) -> Event:
        return self.at_come_out(self.dice_rolled(*dice))

    def hard_on_come_out(self, items: Lists) -> Event:
        return self.at_come_out(self.hard(items))

    def easy_on_come_out(self, items: Lists) -> Event:
        return self.at_come_out(self.easy(items))

    def doubles_on_come_out(self) -> Event:
        return self.at_come_out(self.doubles())

    def any_seven(self) -> Event:
        return self._rules.rolled((7,))

    def seven_out(self) -> Event:
        return self._rules.seven_out()

    def point_made(self, items: Lists) -> Event:
        return self._rules.point_made(self._points(items))

    def point_not_made(self, items: Lists) -> Event:
        return self._not(self.point_made(items))

    def no_point_made(self) -> Event:
        return self._not(self.any_point_made())

    def any_point_made(self) -> Event:
        return self._rules.any_point_made()

    def line_wins(self) -> Event:
        return self._rules.line_wins()

    def line_loses(self) -> Event:
        return self._rules.line_loses()

    def line_decided(self) -> Event:
        return self._rules.line_decided()

    def line_not_wins(self) -> Event:
        return self._not(self._rules.line_wins())

    def line_not_decided(self) -> Event:
        return self._not(self._rules.line_decided())

    def line_not_loses(self) -> Event:
        return self._not(self._rules.line_loses())

    def at_come_out(self, event: Event) -> Event:
        return self._restricted(event, self._rules.in_phase(()))

    def with_point(self, event: Event) -> Event:
        return self._restricted(event, self._rules.point_is_on())

    def with_points(self, event: Event, items: Lists) -> Event:
        return self._restricted(event, self._rules.in_phase(self._points(items)))

    def both_some_time(self, events: list[Event]) -> str:
        """How to ask that each of several totals has been rolled."""
        meanings = [event.meaning for event in events]
        rolled = [
            meaning.values[0] for meaning in meanings if isinstance(meaning, Meaning) and meaning.kind == "rolled"
        ]
        if [len(totals) for totals in rolled] == [1] * len(events):
            return f"all of {' '.join(str(totals[0]) for totals in rolled)} rolled"
        return ""

    def _restricted(self, event: Event, phase: Event) -> Event:
        found = self._rules.restricted(event, phase)
        if not found.cells:
            raise PhraseError(0, "never-happens", unit=self.game.unit)
        return found

    # What must have happened.
    def span_rolled(self, low: Token, high: Token, times: int = 1) -> Condition:
        only((low, high), _TOTALS, "dice-total")
        if int(low) >= int(high):
            raise bad(low, "empty-range", low=low, high=high)
        return _each(self._rules.each_rolled(range(int(low), int(high) + 1)), times)

    def all_rolled(self, tokens: tuple[Token, ...], times: int = 1) -> Condition:
        return _each(self._rules.each_rolled(only(tokens, _TOTALS, "dice-total")), times)

    def all_made(self, tokens: tuple[Token, ...], times: int = 1) -> Condition:
        return _each(self._rules.each_made(only(tokens, self._rules.points, "not-a-point")), times)

    def hard_way(self, token: Token) -> Event:
        return self._rules.hard(*only((token,), _HARD, "no-hard-way"))

    def easy_way(self, token: Token) -> Event:
        return self._rules.easy(*only((token,), _EASY, "no-easy-way"))

    def dice_way(self, token: Token) -> Event:
        return self._rules.dice((rules.pair(token),))

    def all_ways(self, *parts: Any) -> Condition:
        events = tuple(part for part in parts if isinstance(part, Event))
        if len(set(events)) < len(events):
            raise PhraseError(0, "duplicate-number", number=events[0].words)
        return _each(events, parts[-1] if isinstance(parts[-1], int) else 1)

    def rolls_same(self, unit: Token, tokens: tuple[Token, ...]) -> Sequence:
        places = only(tokens, _PLACES, "roll-out-of-range")
        if len(places) < 2 or list(places) != sorted(places):
            raise bad(tokens[0], "rolls-out-of-order")
        return Sequence(places, "same")

    def different_numbers(self) -> Counted:
        return Counted("different numbers rolled", "different", self._rules.each_rolled(rules.NUMBERS))

    def different_doubles(self) -> Counted:
        doubles = tuple(self._rules.dice(((face, face),)) for face in range(1, 7))
        return Counted("different doubles rolled", "different", doubles)

    def different_points(self) -> Counted:
        return Counted("different points made", "different", self._rules.each_made(self._rules.points))

    def points_made(self) -> Counted:
        return Counted("points made", "event", (self._rules.any_point_made(),))

    def line_wins_counted(self) -> Counted:
        return Counted("line wins", "event", (self._rules.line_wins(),))

    # When it counts, when it may be bet, what it is played with.
    def works_with_point(self) -> Event:
        return self._rules.point_is_on()

    def works_with_table_point(self) -> TableLine:
        return TableLine(self._rules.point_is_on())

    def marks_sevens(self) -> str:
        return "sevens"

    def marks_hand(self) -> str:
        return "hand"

    def marks_game(self) -> str:
        return "game"

    def before_come_out(self) -> str:
        return "come-out"

    def after_come_out(self) -> str:
        return "point"

    def first_of_round(self) -> str:
        return "round"

    def two_dice(self) -> Dice:
        return Dice()

    def crapless_dice(self) -> Dice:
        return Dice(is_crapless=True)


def _each(events: tuple[Event, ...], times: int) -> Condition:
    """Each of the events has happened so often; only where one roll cannot be two of them is each counted apart."""
    cells = frozenset[Cell]().union(*(event.cells for event in events))
    if times == 1 and len(cells) == sum(len(event.cells) for event in events):
        return Different(events, len(events))
    return Several(tuple(Happened(event, times) for event in events), len(events))
