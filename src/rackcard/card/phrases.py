"""Phrases: from the words on a card to events, conditions and pays.

The grammar is ``grammar.lark``; this module gives its words their meaning, by way of the base games.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

from lark import Lark, ParseTree, Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken, v_args
from lark.exceptions import VisitError

from rackcard.chance import WHEELS, Chance, Dice, Shoe, Wheel
from rackcard.games.baccarat import rules as baccarat
from rackcard.games.baccarat.rules import Holding
from rackcard.games.craps import rules as craps
from rackcard.games.game import Different, Event, Happened, Sequence
from rackcard.games.roulette import rules as roulette
from rackcard.number import LOSS, PUSH, Pay

STARTS = (
    "pay", "cell", "cells", "event", "condition", "counts", "rung", "ends", "works", "settles", "marks",
    "opens", "requires", "chance", "places", "offers", "cash_out", "take_back", "take_down", "envy_on", "answer",
    "guarded",
)  # fmt: skip

TIMES_MAX = 40
"""No printed side bet asks for more; it bounds the machines that a hostile card can ask for."""


class PhraseError(ValueError):
    """A phrase that the grammar or a base game refuses; ``column`` counts from the phrase's start."""

    def __init__(self, column: int, cause: str, remedy: str) -> None:
        self.column, self.cause, self.remedy = column, cause, remedy
        super().__init__(cause)


@dataclass(frozen=True)
class WagersWin:
    """Any of these wagers of the same card wins."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class ThisPlace:
    """The ball lands on the wager's own place at least so many times."""

    times: int = 1


@dataclass(frozen=True)
class NoRule:
    """The document names the wager and gives no rule for it."""


@dataclass(frozen=True)
class Counted:
    """What a pay ladder counts: repetitions of one event, or how many different ones of several."""

    words: str
    events: tuple[Event, ...]
    different: bool

    def at_least(self, count: int) -> Happened | Different:
        return Different(self.events, count) if self.different else Happened(self.events[0], count)

    @property
    def most(self) -> int | None:
        """The highest count there can be, or None where there is no end."""
        return len(self.events) if self.different else None


@dataclass(frozen=True)
class Rung:
    """One step of a ladder: a count, or that count and every higher one."""

    count: int
    or_more: bool

    def __str__(self) -> str:
        return f"{self.count} or more" if self.or_more else str(self.count)


@dataclass(frozen=True)
class Opens:
    """When a wager may be bet."""

    window: Literal["roll", "spin", "hand", "come-out", "point", "round"]
    """Before any outcome, by what it is called; on a come-out; with a point on; on the first roll of a round."""
    guard: Literal["unmarked", "none up"] | None = None


@dataclass(frozen=True)
class Requires:
    """Another card's wagers, one of which the seat must have up."""

    card: str
    wagers: tuple[str, ...]


@dataclass(frozen=True)
class Places:
    """Every place of one kind on the layout of a wheel."""

    kind: str
    wheel: str


def _bad(token: Token, cause: str, remedy: str) -> PhraseError:
    return PhraseError((token.column or 1) - 1, cause, remedy)


def _only(tokens: tuple[Token, ...], allowed: tuple[int, ...], cause: str) -> tuple[int, ...]:
    """The numbers of the tokens, each one allowed and none twice."""
    values: list[int] = []
    for token in tokens:
        if int(token) not in allowed:
            raise _bad(token, cause.format(token), f"Allowed: {_listed(allowed)}.")
        if int(token) in values:
            raise _bad(token, f"{token} stands twice", "Name each number once.")
        values.append(int(token))
    return tuple(values)


def _listed(allowed: tuple[int, ...]) -> str:
    """Numbers that may stand somewhere, a long run as its ends."""
    run = len(allowed) > 6 and list(allowed) == list(range(allowed[0], allowed[-1] + 1))
    return f"{allowed[0]} to {allowed[-1]}" if run else " ".join(map(str, allowed))


_TOTALS = tuple(range(2, 13))
_POCKETS = tuple(range(1, 37))
_SPINS = (1, 2, 3, 4)


def _totals(tokens: tuple[Token, ...]) -> tuple[int, ...]:
    return _only(tokens, _TOTALS, "two dice never total {}")


def _times(token: Token) -> int:
    if not 1 <= int(token) <= TIMES_MAX:
        raise _bad(token, f"{token} times is out of range", f"Write a count from 1 to {TIMES_MAX}.")
    return int(token)


@v_args(inline=True)
class _Meaning(Transformer[Token, Any]):
    """One method for each alternative of the grammar."""

    def pays_to(self, amount: Token, per: Token) -> Pay:
        return self._pay(amount, "to", per)

    def pays_for(self, amount: Token, per: Token) -> Pay:
        pay = self._pay(amount, "for", per)
        if pay.net < 0:
            raise _bad(
                amount,
                f"{pay} takes part of a winner's stake",
                f"Write 1 for 1 or more; if the stake is returned too, write {amount} to {per}.",
            )
        return pay

    def _pay(self, amount: Token, unit: Literal["to", "for"], per: Token) -> Pay:
        if int(per) == 0:
            raise _bad(per, "a pay per 0 has no meaning", f"Write for example: {amount} {unit} 1.")
        pay = Pay(Fraction(amount), unit, int(per))
        if pay.amount == 0:
            raise _bad(amount, f"{amount} {unit} {per} is no win", "Write push for 0 to 1, loses for 0 for 1.")
        return pay

    def pays_push(self) -> Pay:
        return PUSH

    def pays_loses(self) -> Pay:
        return LOSS

    def not_posted(self) -> None:
        return None

    def bare(self, amount: Token) -> Fraction:
        return Fraction(amount)

    def cells_to(self) -> str:
        return "to"

    def cells_for(self) -> str:
        return "for"

    # What one outcome does.
    def or_numbers(self, *tokens: Token) -> tuple[Token, ...]:
        return tokens

    numbers = or_numbers

    def rolled(self, tokens: tuple[Token, ...]) -> Event:
        return craps.rolled(_totals(tokens))

    def hard(self, token: Token) -> Event:
        return craps.hard(*_only((token,), (4, 6, 8, 10), "{} has no hard way"))

    def on_come_out(self, tokens: tuple[Token, ...]) -> Event:
        return craps.on_come_out(_totals(tokens))

    def any_seven(self) -> Event:
        return craps.rolled((7,))

    def seven_out(self) -> Event:
        return craps.seven_out()

    def point_made(self, tokens: tuple[Token, ...]) -> Event:
        return craps.point_made(_only(tokens, craps.POINTS, "{} is never a point"))

    def line_wins(self) -> Event:
        return craps.line_wins()

    def line_loses(self) -> Event:
        return craps.line_loses()

    def line_decided(self) -> Event:
        return craps.line_decided()

    def this_place(self) -> ThisPlace:
        return ThisPlace()

    def group(self, name: Token) -> Event:
        return roulette.lands_on(roulette.GROUPS[name])

    def span(self, low: Token, high: Token) -> Event:
        first, last = _only((low, high), _POCKETS, "a span runs from 1 to 36, and not to {}")
        if first > last:
            raise _bad(low, f"{low} to {high} holds no number", "Write the lower number first.")
        return roulette.lands_on(roulette.numbers(lambda n: first <= n <= last))

    def column(self, token: Token) -> Event:
        return roulette.lands_on(roulette.column(*_only((token,), (1, 2, 3), "there is no column {}")))

    def holding(self, total: Token, cards: Token | None = None) -> Holding:
        _only((total,), tuple(range(10)), "no hand totals {}")
        if cards is not None:
            _only((cards,), (2, 3), "no hand has {} cards")
        return Holding(int(total), None if cards is None else int(cards))

    def side_wins(self, side: Token, holding: Holding | None = None) -> Event:
        return baccarat.side_wins(str(side), holding)

    def tie(self) -> Event:
        return baccarat.tie()

    def beats(self, winner: Holding, loser: Holding) -> Event:
        if winner.total <= loser.total:
            raise PhraseError(
                0, f"{winner.total} never beats {loser.total}", "Name the higher total first, as in: 9 beats 7."
            )
        return baccarat.beats(winner, loser)

    def both_have(self, holding: Holding) -> Event:
        return baccarat.hands_have(2, holding)

    def one_has(self, holding: Holding) -> Event:
        return baccarat.hands_have(1, holding)

    def side_pair(self, side: Token) -> Event:
        return baccarat.pair(f"{side} has a pair")

    def one_pair(self) -> Event:
        return baccarat.pair("one hand has a pair")

    def both_pair(self) -> Event:
        return baccarat.pair("both hands have a pair")

    def same_pair(self) -> Event:
        return baccarat.pair("both hands have the same pair")

    def won_by(self, points: Token) -> Event:
        return baccarat.won_by(*_only((points,), tuple(range(1, 10)), "no hand wins by {}"))

    # What must have happened.
    def happened(self, event: Event | ThisPlace, times: Token | None = None) -> Happened | ThisPlace:
        needed = 1 if times is None else _times(times)
        return ThisPlace(needed) if isinstance(event, ThisPlace) else Happened(event, needed)

    def all_rolled(self, tokens: tuple[Token, ...]) -> Different:
        return Different(craps.each_rolled(_totals(tokens)), len(tokens))

    def all_made(self, tokens: tuple[Token, ...]) -> Different:
        return Different(craps.each_made(_only(tokens, craps.POINTS, "{} is never a point")), len(tokens))

    def names(self, *names: Token) -> tuple[str, ...]:
        return tuple(map(str, names))

    or_names = names

    def any_wager(self, names: tuple[str, ...]) -> WagersWin:
        return WagersWin(names)

    def no_rule(self) -> NoRule:
        return NoRule()

    def _spins(self, tokens: tuple[Token, ...]) -> tuple[int, ...]:
        places = _only(tokens, _SPINS, "spin {} is out of range")
        if list(places) != sorted(places):
            raise _bad(tokens[0], "the spins are out of order", "Write them rising, as in: spins 1 2 3.")
        return places

    def spins_these(self, spins: tuple[Token, ...], tokens: tuple[Token, ...]) -> Sequence:
        numbers = _only(tokens, _POCKETS, "no pocket bears {}")
        if len(numbers) != len(spins):
            raise _bad(
                tokens[0], f"{len(spins)} spins cannot be {len(numbers)} numbers", "Name one number for each spin."
            )
        return Sequence(self._spins(spins), "these", numbers)

    def spins_among(self, spins: tuple[Token, ...], tokens: tuple[Token, ...]) -> Sequence:
        return Sequence(self._spins(spins), "among", _only(tokens, _POCKETS, "no pocket bears {}"))

    def spins_row(self, spins: tuple[Token, ...], in_order: bool, ring: int) -> Sequence:
        return Sequence(self._spins(spins), "row", in_order=in_order, ring=ring)

    def spins_apart(self, spins: tuple[Token, ...], gap: Token, ring: int) -> Sequence:
        if len(spins) != 2:
            raise _bad(spins[0], "only two spins can be apart", "Name two spins, as in: spins 1 2 are 1 apart.")
        (gap_number,) = _only((gap,), tuple(range(1, 18)), "{} apart is out of range")
        return Sequence(self._spins(spins), "apart", gap=gap_number, ring=ring)

    def any_order(self) -> bool:
        return False

    def in_order(self) -> bool:
        return True

    def no_ring(self) -> int:
        return 0

    def with_ring(self) -> int:
        return roulette.ROULETTE.top

    def different_numbers(self) -> Counted:
        return Counted("different numbers rolled", craps.each_rolled(craps.NUMBERS), True)

    def different_points(self) -> Counted:
        return Counted("different points made", craps.each_made(craps.POINTS), True)

    def points_made(self) -> Counted:
        return Counted("points made", (craps.point_made(),), False)

    def line_wins_counted(self) -> Counted:
        return Counted("line wins", (craps.line_wins(),), False)

    def exactly(self, count: Token) -> Rung:
        return Rung(_count(count), False)

    def or_more(self, count: Token) -> Rung:
        return Rung(_count(count), True)

    # When it ends, when it counts, when it may be bet.
    def ends_on(self, event: Event | ThisPlace) -> Event | ThisPlace:
        return event

    def ends_after(self, count: Token, unit: Token) -> tuple[int, str]:
        (outcomes,) = _only((count,), _SPINS, f"after {{}} {unit} is out of range")
        return outcomes, str(unit).removesuffix("s")

    def works_always(self) -> None:
        return None

    def works_with_point(self) -> Event:
        return craps.point_is_on()

    def settles_soon(self) -> bool:
        return False

    def settles_at_end(self) -> bool:
        return True

    def marks_sevens(self) -> str:
        return "sevens"

    def marks_bet(self) -> str:
        return "bet"

    def marks_hand(self) -> str:
        return "hand"

    def marks_none(self) -> str:
        return "none"

    def opens_window(self, window: Any, guard: Any = None) -> Opens:
        return Opens(window, guard)

    def any_outcome(self, unit: Token) -> str:
        return str(unit).removesuffix("s")

    def before_come_out(self) -> str:
        return "come-out"

    def after_come_out(self) -> str:
        return "point"

    def first_of_round(self) -> str:
        return "round"

    def while_unmarked(self) -> str:
        return "unmarked"

    def while_none_up(self) -> str:
        return "none up"

    def requires_nothing(self) -> None:
        return None

    def requires_wager(self, card: Token, wagers: tuple[str, ...]) -> Requires:
        return Requires(str(card), wagers)

    def two_dice(self) -> Chance:
        return Dice()

    def wheel(self, name: Token) -> Chance:
        return Wheel.named(_wheel(name))

    def shoe(self, decks: Token) -> Chance:
        return Shoe.of_decks(*_only((decks,), tuple(range(1, 13)), "{} decks is out of range"))

    def each_place(self, kind: Token, wheel: Token) -> Places:
        return Places(str(kind), _wheel(wheel))

    # What the player may do between outcomes.
    def no_offers(self) -> tuple[str, ...]:
        return ()

    def some_offers(self, *offers: Token) -> tuple[str, ...]:
        return tuple(map(str, offers))

    def at_any_pay(self) -> bool:
        return True

    def before_first_pay(self) -> bool:
        return True

    def down_before(self, unit: Token) -> bool:
        return False

    def down_any_time(self) -> bool:
        return True

    def envy_wins(self) -> bool:
        return False

    def envy_surrenders(self) -> bool:
        return True

    def yes(self) -> bool:
        return True

    def no(self) -> bool:
        return False

    def is_value(self, option: Token, value: Token) -> tuple[str, str]:
        return str(option), str(value)

    def guarded(self, *pairs: tuple[str, str]) -> tuple[tuple[str, str], ...]:
        return pairs


def _count(token: Token) -> int:
    if int(token) > TIMES_MAX:
        raise _bad(token, f"a count of {token} is out of range", f"Counts go up to {TIMES_MAX}.")
    return int(token)


def _wheel(token: Token) -> str:
    if token not in WHEELS:
        raise _bad(token, f"there is no {token} wheel", f"Known wheels: {', '.join(WHEELS)}.")
    return str(token)


@cache
def _parser() -> Lark:
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", start=list(STARTS), maybe_placeholders=False)


def phrase_tree(kind: str, text: str) -> ParseTree:
    """A phrase as the grammar takes it apart, for whoever says it in other words."""
    return _parser().parse(text, start=kind)


_transform: Callable[[Any], Any] = _Meaning().transform


@lru_cache(maxsize=16_384)
def parse_phrase(kind: str, text: str) -> Any:
    """What a phrase of a kind means; the kinds are the grammar's starting rules.

    >>> parse_phrase("pay", "40 for 1").net
    Fraction(39, 1)
    """
    try:
        return _transform(_parser().parse(text, start=kind))
    except VisitError as error:
        if isinstance(error.orig_exc, PhraseError):
            raise error.orig_exc from None
        raise
    except UnexpectedInput as error:
        raise _explain(kind, text, error) from None


def _expected_by(error: UnexpectedInput) -> set[str]:
    if isinstance(error, UnexpectedCharacters):
        return set(error.allowed or ())
    return set(getattr(error, "expected", None) or ())


def _expected(kind: str, beginning: str) -> set[str]:
    """What may follow the beginning of a phrase."""
    try:
        _parser().parse(beginning, start=kind)
    except UnexpectedInput as error:
        return _expected_by(error)
    return set()


def _explain(kind: str, text: str, error: UnexpectedInput) -> PhraseError:
    """What is wrong with a phrase, and what may stand at that place."""
    bare = re.fullmatch(r"(-?[0-9.]+)(:1)?", text)
    if kind == "pay" and bare:
        amount = bare[1]
        return PhraseError(
            0,
            f"the pay {text} does not say to or for",
            f'Write "{amount} to 1" (stake returned) or "{amount} for 1".',
        )
    at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    column = len(text) if at_end else max((error.column or 1) - 1, 0)
    start = column
    while 0 < start < len(text) and text[start - 1] != " " and text[start] != ",":
        start -= 1
    expected = _expected(kind, text[:start].rstrip()) if start < column else _expected_by(error)
    column = start
    words = sorted({_spell(name) for name in expected})
    found = "the phrase ends too soon" if at_end else f'"{text[column:].split()[0]}" is not understood here'
    return PhraseError(column, found, "Expected here: " + (", ".join(words) or "nothing more") + ".")


@cache
def _spell(terminal: str) -> str:
    """A terminal of the grammar in words."""
    spoken = {
        "INT": "a number", "AMOUNT": "an amount", "SIGNED": "a number", "NAME": "a name",
        "$END": "nothing more", "<END-OF-FILE>": "nothing more",
        "SIDE": "player or banker", "GROUP": "red, black, odd or even", "UNIT": "rolls, spins or hands",
        "PLACE": "a place of the layout", "OFFER": "surrender, cash out or take back",
    }  # fmt: skip
    if terminal in spoken:
        return spoken[terminal]
    for definition in _parser().terminals:
        if definition.name == terminal:
            return str(definition.pattern.value)
    return terminal.lower()
