"""What the phrases of a roulette card mean."""

from typing import Any

from lark import Token, Transformer, v_args

from rackcard.games.conditions import Sequence
from rackcard.games.game import Event
from rackcard.games.phrases import Places, ThisPlace, bad, only
from rackcard.games.roulette import rules
from rackcard.games.roulette.wheel import WHEELS, Wheel

_POCKETS = tuple(range(1, 37))
_SPINS = (1, 2, 3, 4)


@v_args(inline=True)
class RoulettePhrases(Transformer[Token, Any]):
    """One method for each alternative of the grammar."""

    # What one outcome does.
    def this_place(self) -> ThisPlace:
        return ThisPlace()

    def group(self, name: Token) -> Event:
        return rules.lands_on(rules.GROUPS[name])

    def span(self, low: Token, high: Token) -> Event:
        first, last = only((low, high), _POCKETS, "span-out-of-range")
        if first > last:
            raise bad(low, "empty-span", low=low, high=high)
        return rules.lands_on(rules.numbers(lambda n: first <= n <= last))

    def column(self, token: Token) -> Event:
        return rules.lands_on(rules.column(*only((token,), (1, 2, 3), "no-such-column")))

    # How the numbers of several spins lie.
    def _spins(self, tokens: tuple[Token, ...]) -> tuple[int, ...]:
        places = only(tokens, _SPINS, "spin-out-of-range")
        if list(places) != sorted(places):
            raise bad(tokens[0], "spins-out-of-order")
        return places

    def spins_these(self, spins: tuple[Token, ...], tokens: tuple[Token, ...]) -> Sequence:
        numbers = only(tokens, _POCKETS, "no-such-pocket")
        if len(numbers) != len(spins):
            raise bad(tokens[0], "spins-and-numbers", spins=len(spins), numbers=len(numbers))
        return Sequence(self._spins(spins), "these", numbers)

    def spins_among(self, spins: tuple[Token, ...], tokens: tuple[Token, ...]) -> Sequence:
        return Sequence(self._spins(spins), "among", only(tokens, _POCKETS, "no-such-pocket"))

    def spins_row(self, spins: tuple[Token, ...], in_order: bool, ring: int) -> Sequence:
        return Sequence(self._spins(spins), "row", in_order=in_order, ring=ring)

    def spins_apart(self, spins: tuple[Token, ...], gap: Token, ring: int) -> Sequence:
        if len(spins) != 2:
            raise bad(spins[0], "two-spins-apart")
        (gap_number,) = only((gap,), tuple(range(1, 18)), "gap-out-of-range")
        return Sequence(self._spins(spins), "apart", gap=gap_number, ring=ring)

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
