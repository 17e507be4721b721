"""What the phrases of a sic bo card mean."""

from itertools import combinations
from typing import TYPE_CHECKING, Any

from lark import Token, Transformer, v_args

from rackcard.games.algebra import joined, negated
from rackcard.games.game import Event, Game
from rackcard.games.phrases import Numbers, Places, Scope, listed_numbers, only
from rackcard.games.phrases import this_place as place_event
from rackcard.games.sic_bo import rules
from rackcard.games.sic_bo.dice import ThreeDice


def _face(token: Token) -> int:
    (face,) = only((token,), rules.FACES, "die-face")
    return face


@v_args(inline=True)
class SicBoPhrases(Transformer[Token, Any]):
    """One method for each alternative of the grammar."""

    if TYPE_CHECKING:
        game: Game
        scope: Scope

    def totals(self, *items: Numbers) -> tuple[Numbers, ...]:
        return items

    def total(self, items: tuple[Numbers, ...]) -> Event:
        totals = listed_numbers(items, rules.TOTALS, "three-dice-total")
        return rules.total(totals[0]) if len(totals) == 1 else rules.totals(totals)

    def not_total(self, items: tuple[Numbers, ...]) -> Event:
        return self._not(self.total(items))

    def total_without(self, items: tuple[Numbers, ...]) -> Event:
        totals = listed_numbers(items, rules.TOTALS[1:-1], "three-dice-total.plain")  # 3 and 18 are triples
        if totals == tuple(range(totals[0], totals[-1] + 1)):
            return rules.total_between(totals[0], totals[-1])
        return joined("but not", [rules.totals(totals), rules.any_triple()])

    def plain_parity(self, kind: Token) -> Event:
        rest = 1 if kind == "odd" else 0
        return rules.totals(tuple(total for total in rules.TOTALS if total % 2 == rest))

    def parity(self, kind: Token) -> Event:
        return rules.parity("odd" if kind == "odd" else "even")

    def not_parity(self, kind: Token) -> Event:
        return self.plain_parity(Token("PARITY", "even" if kind == "odd" else "odd"))

    def face(self, token: Token) -> int:
        return _face(token)

    def this_number(self) -> None:
        return None

    def shown(self, times: Token, word: Token | None = None) -> str:
        """On exactly so many dice."""
        return str(times) if times in rules.TIMES else list(rules.TIMES)[only((times,), (1, 2, 3), "die-times")[0] - 1]

    def shown_at_least(self, times: Token, word: Token | None = None) -> str:
        count = self.shown(times)
        return count if count == "three times" else f"at least {count}"

    def shows(self, face: int | None, count: str = rules.AT_LEAST_ONCE) -> Event:
        return place_event(self.scope, count) if face is None else rules.shows(face, count)

    def does_not_show(self, face: int | None, count: str = rules.AT_LEAST_ONCE) -> Event:
        return self._not(self.shows(face, count))

    def _not(self, event: Event) -> Event:
        return negated(self.game, event, f"not {event.words}")

    def combination(self, first: Token, second: Token) -> Event:
        return rules.combination(*only((first, second), rules.FACES, "die-face"))

    def triple(self, token: Token) -> Event:
        return rules.triple(_face(token))

    def any_triple(self) -> Event:
        return rules.any_triple()

    # Wagers that stand on a place of the layout.
    def this_place(self, kind: Token) -> Event:
        return place_event(self.scope, str(kind))

    def not_this_place(self, kind: Token) -> Event:
        return self._not(self.this_place(kind))

    def each_place(self, kind: Token) -> Places:
        events = {
            "combination": [rules.combination(first, second) for first, second in combinations(rules.FACES, 2)],
            "double": [rules.double(face) for face in rules.FACES],
            "triple": [rules.triple(face) for face in rules.FACES],
        }
        size = 2 if kind == "combination" else 1
        names = [tuple(map(str, faces)) for faces in combinations(rules.FACES, size)]
        return Places(tuple((those, {str(kind): event}) for those, event in zip(names, events[kind], strict=True)))

    def each_number(self) -> Places:
        return Places(
            tuple(((str(face),), {count: rules.shows(face, count) for count in rules.SHOWN}) for face in rules.FACES)
        )

    def three_dice(self) -> ThreeDice:
        return ThreeDice()
