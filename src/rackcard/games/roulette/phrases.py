"""What the phrases of a roulette card mean."""

from typing import TYPE_CHECKING, Any, cast

from lark import Token, Transformer, v_args

from rackcard.games.algebra import negated, placed
from rackcard.games.conditions import Sequence
from rackcard.games.game import Event, Game
from rackcard.games.meaning import Meaning
from rackcard.games.phrases import Places, Scope, bad, only
from rackcard.games.phrases import this_place as place_event
from rackcard.games.roulette import rules
from rackcard.games.roulette.wheel import POCKETS, WHEELS, Wheel

_NUMBERS = tuple(range(1, 37))
_PLACES = tuple(range(1, 9))


@v_args(inline=True)
class RoulettePhrases(Transformer[Token, Any]):
    """One method for each alternative of the grammar."""

    if TYPE_CHECKING:
        game: Game
        scope: Scope

    # What one outcome does.
    def this_place(self) -> Event:
        return place_event(self.scope)

    def not_this_place(self) -> Event:
        return self.number_is_not(self.this_place())

    def number_is(self, event: Event) -> Event:
        return event

    def number_is_not(self, event: Event) -> Event:
        return negated(self.game, event, f"not {event.words}")

    def one_pocket(self, pocket: Token) -> Event:
        return rules.lands_on((self._on_the_wheel(pocket),))

    def pocket(self, token: Token) -> Token:
        if token not in POCKETS:
            raise bad(token, "no-such-pocket", number=token, allowed="1 to 36, 0, 00 or 000")
        return token

    def _on_the_wheel(self, pocket: Token) -> str:
        wheel = self.scope.device
        if isinstance(wheel, Wheel) and pocket not in wheel.pockets:
            raise bad(pocket, "pocket-not-on-wheel", pocket=pocket)
        return str(pocket)

    def pocket_span(self, low: Token, high: Token) -> Event:
        first, last = only((low, high), _NUMBERS, "span-out-of-range")
        if first > last:
            raise bad(low, "empty-span", low=low, high=high)
        return rules.lands_on(rules.numbers(lambda n: first <= n <= last))

    def pockets_from(self, low: Token, or_more: Token) -> Event:
        (first,) = only((low,), _NUMBERS, "span-out-of-range")
        return rules.lands_on(rules.numbers(lambda n: first <= n))

    def group(self, name: Token) -> Event:
        return rules.lands_on(rules.GROUPS[name])

    def column(self, token: Token) -> Event:
        return rules.lands_on(rules.column(*only((token,), (1, 2, 3), "no-such-column")))

    def dozen(self, token: Token) -> Event:
        return rules.lands_on(rules.dozen(*only((token,), (1, 2, 3), "no-such-dozen")))

    def neighbors(self, distance: Token, pocket: Token) -> Event:
        return rules.neighbors(self._on_the_wheel(pocket), *self._reach(distance))

    def place_neighbors(self, distance: Token) -> Event:
        place = place_event(self.scope)
        (covered,) = cast(Meaning, place.meaning).values
        ((pocket, *others),) = covered.meaning.values
        if others:
            raise bad(distance, "neighbors-of-several")
        reach, order = self._reach(distance)
        if pocket not in order:
            raise bad(distance, "place-not-on-wheel", pocket=pocket)
        return placed(rules.neighbors(pocket, reach, order, covered))

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
        return Places(tuple((pockets, {"": rules.lands_on(pockets)}) for pockets in groups))


def _wheel(token: Token) -> str:
    if token not in WHEELS:
        raise bad(token, "unknown-wheel", wheel=token, known=list(WHEELS))
    return str(token)
