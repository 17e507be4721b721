"""What the phrases of a roulette card mean."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from lark import Token, Transformer, v_args

from rackcard.games.algebra import negated, placed
from rackcard.games.conditions import Sequence
from rackcard.games.game import Event, Game
from rackcard.games.meaning import Meaning
from rackcard.games.phrases import PhraseError, Places, Scope, bad, only
from rackcard.games.phrases import this_place as place_event
from rackcard.games.roulette import rules
from rackcard.games.roulette.wheel import POCKETS, WHEELS, Wheel

GROUPED = (1, 2, 3)
"""The numbers of columns and dozens."""
_NUMBERS = tuple(range(1, 37))
_PLACES = tuple(range(1, 9))


@dataclass(frozen=True)
class PocketItem:
    """An item of a set of numbers."""

    event: Event
    number: int = 0
    """The number that it is written as, where it is one."""
    groups: Callable[[int], tuple[str, ...]] | None = None
    """Of a column or a dozen, what each number of those that may follow it is."""
    is_negated: bool = False


@dataclass(frozen=True)
class PocketList:
    """The phrase that a set of numbers begins with; the items after it go on with the set."""

    item: PocketItem
    is_negated: bool = False
    """Whether what wins is none of the list: of the items that "or" joins."""


def _is_none_of(operand: Any) -> bool:
    return isinstance(operand, PocketList) and operand.is_negated


def _end_of_list(operands: list[Any], joins: list[str], place: int) -> int:
    """Where the list that begins at a place ends; "not" takes what "or" joins."""
    end = place + 1
    if isinstance(operands[place], Event):
        return end
    is_none_of = _is_none_of(operands[place])
    while end < len(operands) and isinstance(operands[end], PocketItem):
        if is_none_of and (joins[end - 1] != "or" or operands[end].is_negated):
            break
        end += 1
    if is_none_of and end > place + 1 and joins[end - 1 : end] == ["and"]:
        raise PhraseError(0, "whose-not")
    return end


@v_args(inline=True)
class RoulettePhrases(Transformer[Token, Any]):
    """One method for each alternative of the grammar."""

    if TYPE_CHECKING:
        game: Game
        scope: Scope

        def event_of(self, operands: list[Event], joins: list[str]) -> Event: ...

    # What one outcome does.
    def this_place(self) -> Event:
        return place_event(self.scope)

    def not_this_place(self) -> Event:
        return self._not(self.this_place())

    def number_is(self, item: "PocketItem") -> "PocketList":
        return PocketList(item)

    def none_of(self, item: "PocketItem") -> "PocketList":
        return PocketList(item, is_negated=True)

    def more_pockets(self, item: "PocketItem") -> "PocketItem":
        return item

    def number_is_not(self, item: "PocketItem") -> "PocketItem":
        return replace(item, number=0, is_negated=True)

    def _not(self, event: Event) -> Event:
        return negated(self.game, event, f"not {event.words}")

    def spread(self, operands: list[Any], joins: list[str]) -> tuple[list[Event], list[str]]:
        """The operands as whole events: what follows "in column 1" or "is not" may be of the same list."""
        events: list[Event] = []
        between: list[str] = []
        lists: list[list[str]] = []
        outer: list[str] = []
        place = 0
        while place < len(operands):
            if events:
                outer.append(joins[place - 1])
                between.append(joins[place - 1])
            end = _end_of_list(operands, joins, place)
            inside = joins[place : end - 1]
            found, words = self._listed(operands[place:end], inside)
            lists.append([] if len(found) == 1 and _is_none_of(operands[place]) else inside)
            events += found
            between += words
            place = end
        for at, inside in enumerate(lists):
            if "or" in inside and "and" in outer[max(at - 1, 0) : at + 1]:  # does the list end before "or"?
                raise PhraseError(0, "unclear-join", join="and")
        return events, between

    def _listed(self, operands: list[Any], joins: list[str]) -> tuple[list[Event], list[str]]:
        """An event, or the items of a list as events."""
        first, *others = operands
        if isinstance(first, Event):
            return [first], []
        if not isinstance(first, PocketList):
            return self._spread(operands, joins)
        if not first.is_negated:
            return self._spread([first.item, *others], joins)
        return [self._not(self.event_of(*self._spread([first.item, *others], joins)))], []

    def _spread(self, items: list["PocketItem"], joins: list[str]) -> tuple[list[Event], list[str]]:
        """The items of a set as events; "in column 1 or 2" are two columns."""
        events: list[Event] = []
        between: list[str] = []
        place = 0
        while place < len(items):
            item, end = items[place], place + 1
            before = joins[max(place - 1, 0) : place]
            if item.groups is not None:
                while end < len(items) and joins[end - 1] == "or" and items[end].number in GROUPED:
                    end += 1
            after = joins[end - 1 : end]
            if end > place + 1 and "and" in (*before, *after):
                raise PhraseError(0, "unclear-join", join="and")
            if item.is_negated and "or" in after:
                raise PhraseError(0, "whose-not")
            found = [
                item.event,
                *(rules.lands_on(item.groups(one.number)) for one in items[place + 1 : end] if item.groups),
            ]
            words = joins[place : end - 1]
            if item.is_negated:
                found, words = [self._not(self.event_of(found, words))], []
            events += found
            between += [*before, *words]
            place = end
        return events, between

    def one_pocket(self, pocket: Token) -> "PocketItem":
        number = int(pocket) if pocket.isdecimal() and not pocket.startswith("0") else 0
        return PocketItem(rules.lands_on((self._on_the_wheel(pocket),)), number)

    def pocket(self, token: Token) -> Token:
        if token not in POCKETS:
            raise bad(token, "no-such-pocket", number=token, allowed="1 to 36, 0, 00 or 000")
        return token

    def _on_the_wheel(self, pocket: Token) -> str:
        wheel = self.scope.device
        if isinstance(wheel, Wheel) and pocket not in wheel.pockets:
            raise bad(pocket, "pocket-not-on-wheel", pocket=pocket)
        return str(pocket)

    def pocket_span(self, low: Token, high: Token) -> "PocketItem":
        first, last = only((low, high), _NUMBERS, "span-out-of-range")
        if first > last:
            raise bad(low, "empty-span", low=low, high=high)
        return PocketItem(rules.lands_on(rules.numbers(lambda n: first <= n <= last)))

    def pockets_from(self, low: Token, or_more: Token) -> "PocketItem":
        (first,) = only((low,), _NUMBERS, "span-out-of-range")
        return PocketItem(rules.lands_on(rules.numbers(lambda n: first <= n)))

    def group(self, name: Token) -> "PocketItem":
        return PocketItem(rules.lands_on(rules.GROUPS[name]))

    def column(self, token: Token) -> "PocketItem":
        return self._grouped(rules.column, *only((token,), GROUPED, "no-such-column"))

    def dozen(self, token: Token) -> "PocketItem":
        return self._grouped(rules.dozen, *only((token,), GROUPED, "no-such-dozen"))

    @staticmethod
    def _grouped(groups: Callable[[int], tuple[str, ...]], number: int) -> "PocketItem":
        return PocketItem(rules.lands_on(groups(number)), groups=groups)

    def neighbors(self, distance: Token, pocket: Token) -> "PocketItem":
        return PocketItem(rules.neighbors(self._on_the_wheel(pocket), *self._reach(distance)))

    def place_neighbors(self, distance: Token) -> "PocketItem":
        place = place_event(self.scope)
        (covered,) = cast(Meaning, place.meaning).values
        ((pocket, *others),) = covered.meaning.values
        if others:
            raise bad(distance, "neighbors-of-several")
        reach, order = self._reach(distance)
        assert pocket in order  # places that the wheel does not have are refused
        return PocketItem(placed(rules.neighbors(pocket, reach, order, covered)))

    def _reach(self, distance: Token) -> tuple[int, tuple[str, ...]]:
        """How many neighbors on each side, and the order of the wheel."""
        (reach,) = only((distance,), tuple(range(1, 10)), "neighbors-out-of-range")
        order = self.scope.device.order if isinstance(self.scope.device, Wheel) else ()
        if not order:
            raise bad(distance, "no-wheel-order")
        return reach, order

    # How the numbers of several spins compare.
    def pocket_list(self, *tokens: Token) -> tuple[Token, ...]:
        return tokens

    def _spins(self, tokens: tuple[Token, ...]) -> tuple[int, ...]:
        places = only(tokens, _PLACES, "spin-out-of-range")
        if list(places) != sorted(places):
            raise bad(tokens[0], "spins-out-of-order")
        return places

    def spins_these(self, unit: Token, spins: tuple[Token, ...], tokens: tuple[Token, ...]) -> Sequence:
        if zeros := [token for token in tokens if token == "0"]:
            raise bad(zeros[0], "zero-in-any-order", spins=" ".join(spins), pockets=" ".join(tokens))
        numbers = only(tokens, _NUMBERS, "no-such-pocket")
        if len(numbers) != len(spins):
            raise bad(tokens[0], "spins-and-numbers", spins=len(spins), numbers=len(numbers))
        return Sequence(self._spins(spins), "these", numbers)

    def spins_among(self, unit: Token, spins: tuple[Token, ...], tokens: tuple[Token, ...]) -> Sequence:
        codes = []
        for token in tokens:
            code = self.game.code(self._on_the_wheel(token))
            if code in codes:
                raise bad(token, "duplicate-number", number=token)
            codes.append(code)
        return Sequence(self._spins(spins), "among", tuple(codes), labels=tuple(map(str, tokens)))

    def spins_row(self, unit: Token, spins: tuple[Token, ...], in_order: bool, ring: int) -> Sequence:
        return Sequence(self._spins(spins), "row", in_order=in_order, ring=ring)

    def spins_apart(self, unit: Token, spins: tuple[Token, ...], gap: Token, ring: int) -> Sequence:
        if len(spins) != 2:
            raise bad(spins[0], "two-spins-apart")
        (gap_number,) = only((gap,), tuple(range(1, 18)), "gap-out-of-range")
        return Sequence(self._spins(spins), "apart", gap=gap_number, ring=ring)

    def spins_same(self, unit: Token, spins: tuple[Token, ...]) -> Sequence:
        if len(spins) < 2:
            raise bad(spins[0], "spins-out-of-order")
        return Sequence(self._spins(spins), "same")

    def any_order(self) -> bool:
        return False

    def in_order(self) -> bool:
        return True

    def no_ring(self) -> int:
        return 0

    def with_ring(self) -> int:
        return rules.TOP

    # What it is played with, and where wagers stand.
    def wheel(self, name: Token) -> Wheel:
        return Wheel.named(_wheel(name))

    def each_place(self, kind: Token, wheel: Token) -> Places:
        groups = rules.places(str(kind), _wheel(wheel))
        device = self.scope.device
        if isinstance(device, Wheel) and not {pocket for group in groups for pocket in group} <= {*device.pockets}:
            name = device.standard_name or wheel
            raise bad(wheel, "places-of-another-wheel", given=wheel, wheel=name, kind=kind)
        return Places(tuple((pockets, {"": rules.lands_on(pockets)}) for pockets in groups))


def _wheel(token: Token) -> str:
    if token not in WHEELS:
        raise bad(token, "unknown-wheel", wheel=token, known=list(WHEELS))
    return str(token)
