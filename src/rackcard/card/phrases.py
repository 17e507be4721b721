"""Phrases: from the words on a card to events, conditions and pays.

The grammar that all cards share is ``grammar.lark``; each base game adds its own rules and what they mean.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

from lark import Lark, ParseTree, Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken, v_args
from lark.exceptions import VisitError

from rackcard.games import GAMES
from rackcard.games.conditions import Happened
from rackcard.games.game import Event, Game
from rackcard.games.phrases import Counted, PhraseError, Places, ThisPlace, bad, only
from rackcard.number import LOSS, PUSH, Pay
from rackcard.wording.card_errors import TERMINALS

__all__ = [
    "Counted", "NoRule", "Opens", "PhraseError", "Places", "Requires", "Rung", "ThisPlace", "WagersWin",
    "parse_phrase", "phrase_tree",
]  # fmt: skip

STARTS = (
    "pay", "cell", "cells", "event", "condition", "rung", "ends", "works", "settles", "marks", "opens", "requires",
    "chance", "offers", "cash_out", "take_back", "take_down", "envy_on", "answer", "guarded",
)  # fmt: skip
"""The starting rules of every game; a game may add its own."""

TIMES_MAX = 40
"""No printed side bet asks for more; it bounds the machines that a hostile card can ask for."""


@dataclass(frozen=True)
class WagersWin:
    """Any of these wagers of the same card wins."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class NoRule:
    """The document names the wager and gives no rule for it."""


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

    window: str
    """Before any outcome, by what it is called; or a window of the game's own, such as on a come-out."""
    guard: Literal["unmarked", "none up"] | None = None


@dataclass(frozen=True)
class Requires:
    """Another card's wagers, one of which the seat must have up."""

    card: str
    wagers: tuple[str, ...]


_COUNTS = (1, 2, 3, 4)
"""After how many outcomes a wager may end."""


def _times(token: Token) -> int:
    if not 1 <= int(token) <= TIMES_MAX:
        raise bad(token, "times-out-of-range", times=token, limit=TIMES_MAX)
    return int(token)


@v_args(inline=True)
class _Meaning(Transformer[Token, Any]):
    """One method for each alternative of the grammar."""

    def pays_to(self, amount: Token, per: Token) -> Pay:
        return self._pay(amount, "to", per)

    def pays_for(self, amount: Token, per: Token) -> Pay:
        pay = self._pay(amount, "for", per)
        if pay.net < 0:
            raise bad(amount, "takes-stake", pay=pay, amount=amount, per=per)
        return pay

    def _pay(self, amount: Token, unit: Literal["to", "for"], per: Token) -> Pay:
        if int(per) == 0:
            raise bad(per, "pay-per-zero", amount=amount, unit=unit)
        pay = Pay(Fraction(amount), unit, int(per))
        if pay.amount == 0:
            raise bad(amount, "pay-of-zero", amount=amount, unit=unit, per=per)
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

    # What must have happened.
    def happened(self, event: Event | ThisPlace, times: Token | None = None) -> Happened | ThisPlace:
        needed = 1 if times is None else _times(times)
        return replace(event, times=needed) if isinstance(event, ThisPlace) else Happened(event, needed)

    def names(self, *names: Token) -> tuple[str, ...]:
        return tuple(map(str, names))

    or_names = names

    def any_wager(self, names: tuple[str, ...]) -> WagersWin:
        return WagersWin(names)

    def no_rule(self) -> NoRule:
        return NoRule()

    def exactly(self, count: Token) -> Rung:
        return Rung(_count(count), False)

    def or_more(self, count: Token) -> Rung:
        return Rung(_count(count), True)

    # When it ends, when it counts, when it may be bet.
    def ends_on(self, event: Event | ThisPlace) -> Event | ThisPlace:
        return event

    def ends_after(self, count: Token, unit: Token) -> tuple[int, str]:
        (outcomes,) = only((count,), _COUNTS, "ends-out-of-range", unit=unit)
        return outcomes, str(unit).removesuffix("s")

    def works_always(self) -> None:
        return None

    def settles_soon(self) -> bool:
        return False

    def settles_at_end(self) -> bool:
        return True

    def marks_bet(self) -> str:
        return "bet"

    def marks_none(self) -> str:
        return "none"

    def opens_window(self, window: Any, guard: Any = None) -> Opens:
        return Opens(window, guard)

    def any_outcome(self, unit: Token) -> str:
        return str(unit).removesuffix("s")

    def while_unmarked(self) -> str:
        return "unmarked"

    def while_none_up(self) -> str:
        return "none up"

    def requires_nothing(self) -> None:
        return None

    def requires_wager(self, card: Token, wagers: tuple[str, ...]) -> Requires:
        return Requires(str(card), wagers)

    # What the player may do between outcomes.
    def no_offers(self) -> tuple[str, ...]:
        return ()

    def some_offers(self, *offers: Token) -> tuple[str, ...]:
        return tuple(map(str, offers))

    def at_any_pay(self) -> bool:
        return True

    def before_first_pay(self, unit: Token) -> bool:
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
        raise bad(token, "count-out-of-range", count=token, limit=TIMES_MAX)
    return int(token)


@cache
def _parser(game: Game) -> Lark:
    """The parser of one game: the grammar of all cards, and what the game adds to it."""
    common = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    unit = f'UNIT: "{game.units}" | "{game.unit}"'
    grammar = "\n".join((common, game.phrases.grammar, unit))
    return Lark(grammar, parser="lalr", start=[*STARTS, *game.phrases.starts], maybe_placeholders=False)


@cache
def _meaning(game: Game) -> Callable[[Any], Any]:
    meaning: Transformer[Token, Any] = type("_Meanings", (game.phrases.meaning, _Meaning), {})()
    return meaning.transform


def phrase_tree(game: Game, kind: str, text: str) -> ParseTree:
    """A phrase as the grammar of a game takes it apart."""
    return _parser(game).parse(text, start=kind)


@lru_cache(maxsize=16_384)
def parse_phrase(game: Game, kind: str, text: str) -> Any:
    """What a phrase of a kind means in a game; the kinds are the grammar's starting rules.

    >>> parse_phrase(GAMES["craps"], "pay", "40 for 1").net
    Fraction(39, 1)
    """
    if not _knows(game, kind):
        other = _other_game(game, kind, text)
        raise (
            _of_another(game, other, text)
            if other
            else PhraseError(0, "no-such-phrase", game=game.name, field=kind.replace("_", " "))
        )
    try:
        return _meaning(game)(_parser(game).parse(text, start=kind))
    except VisitError as error:
        if isinstance(error.orig_exc, PhraseError):
            raise error.orig_exc from None
        raise
    except UnexpectedInput as error:
        raise _explain(game, kind, text, error) from None


def _knows(game: Game, kind: str) -> bool:
    return kind in (*STARTS, *game.phrases.starts)


def _expected_by(error: UnexpectedInput) -> set[str]:
    if isinstance(error, UnexpectedCharacters):
        return set(error.allowed or ())
    return set(getattr(error, "expected", None) or ())


def _expected(game: Game, kind: str, beginning: str) -> set[str]:
    """What may follow the beginning of a phrase."""
    try:
        _parser(game).parse(beginning, start=kind)
    except UnexpectedInput as error:
        return _expected_by(error)
    return set()


def _other_game(game: Game, kind: str, text: str) -> Game | None:
    """Another game that has this phrase."""
    for other in GAMES.values():
        if other != game and _knows(other, kind):
            with suppress(UnexpectedInput):
                _parser(other).parse(text, start=kind)
                return other
    return None


def _of_another(game: Game, other: Game, text: str) -> PhraseError:
    return PhraseError(0, "other-game", phrase=text, other=other.name, game=game.name)


def _explain(game: Game, kind: str, text: str, error: UnexpectedInput) -> PhraseError:
    """What is wrong with a phrase, and what is expected there."""
    bare = re.fullmatch(r"(-?[0-9.]+)(:1)?", text)
    if kind == "pay" and bare:
        return PhraseError(0, "pay-without-unit", pay=text, amount=bare[1])
    if other := _other_game(game, kind, text):
        return _of_another(game, other, text)
    at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    column = len(text) if at_end else max((error.column or 1) - 1, 0)
    start = column
    while 0 < start < len(text) and text[start - 1] != " " and text[start] != ",":
        start -= 1
    expected = _expected(game, kind, text[:start].rstrip()) if start < column else _expected_by(error)
    column = start
    known = sorted({_spell(game, name) for name in expected})
    if at_end:
        return PhraseError(column, "incomplete.one" if len(known) == 1 else "incomplete", known=known)
    word = text[column:].split()[0]
    if not expected - {"$END", "<END-OF-FILE>"}:
        return PhraseError(column, "not-understood.end", word=word)
    return PhraseError(column, "not-understood.one" if len(known) == 1 else "not-understood", word=word, known=known)


@cache
def _spell(game: Game, terminal: str) -> str:
    """A terminal of the grammar in words."""
    words = {**TERMINALS, "UNIT": game.units, **game.phrases.spellings}
    if terminal in words:
        return words[terminal]
    for definition in _parser(game).terminals:
        if definition.name == terminal:
            return str(definition.pattern.value)
    return terminal.lower()
