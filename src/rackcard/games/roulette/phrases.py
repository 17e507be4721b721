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
        first, last = only((low, high), _POCKETS, "a span runs from 1 to 36, and not to {}")
        if first > last:
            raise bad(low, f"{low} to {high} holds no number", "Write the lower number first.")
        return rules.lands_on(rules.numbers(lambda n: first <= n <= last))

    def column(self, token: Token) -> Event:
        return rules.lands_on(rules.column(*only((token,), (1, 2, 3), "there is no column {}")))

    # How the numbers of several spins lie.
    def _spins(self, tokens: tuple[Token, ...]) -> tuple[int, ...]:
        places = only(tokens, _SPINS, "spin {} is out of range")
        if list(places) != sorted(places):
            raise bad(tokens[0], "the spins are out of order", "Write them rising, as in: spins 1 2 3.")
        return places

    def spins_these(self, spins: tuple[Token, ...], tokens: tuple[Token, ...]) -> Sequence:
        numbers = only(tokens, _POCKETS, "no pocket bears {}")
        if len(numbers) != len(spins):
            raise bad(
                tokens[0], f"{len(spins)} spins cannot be {len(numbers)} numbers", "Name one number for each spin."
            )
        return Sequence(self._spins(spins), "these", numbers)

    def spins_among(self, spins: tuple[Token, ...], tokens: tuple[Token, ...]) -> Sequence:
        return Sequence(self._spins(spins), "among", only(tokens, _POCKETS, "no pocket bears {}"))

    def spins_row(self, spins: tuple[Token, ...], in_order: bool, ring: int) -> Sequence:
        return Sequence(self._spins(spins), "row", in_order=in_order, ring=ring)

    def spins_apart(self, spins: tuple[Token, ...], gap: Token, ring: int) -> Sequence:
        if len(spins) != 2:
            raise bad(spins[0], "only two spins can be apart", "Name two spins, as in: spins 1 2 are 1 apart.")
        (gap_number,) = only((gap,), tuple(range(1, 18)), "{} apart is out of range")
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
        raise bad(token, f"there is no {token} wheel", f"Known wheels: {', '.join(WHEELS)}.")
    return str(token)
