"""Phrases: from the words on a card to events, conditions and pays.

The grammar that all cards share is ``grammar.lark``; each base game adds its own rules and what they mean.
"""

import re
from contextlib import suppress
from fractions import Fraction
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Literal

from lark import Lark, ParseTree, Token, Transformer, UnexpectedInput, UnexpectedToken, v_args
from lark.exceptions import VisitError
from lark.lexer import PatternStr

from rackcard.card.examples import example_phrases
from rackcard.card.phrase_errors import ParserError, UnreadPhrase, as_written, expected_by, explanation, of_another
from rackcard.card.phrase_values import Commission, NamesHold, NoRule, Opens, Requires, Rung, StakeLimit
from rackcard.card.suggestions import LENGTH_MAX, PLURALS
from rackcard.games import GAMES
from rackcard.games.algebra import is_impossible, joined, named, negated
from rackcard.games.conditions import Condition, End, Exactly, Happened, Pattern, Several, Streak
from rackcard.games.game import Event, Game
from rackcard.games.phrases import NOWHERE, Counted, NameHolds, Numbers, PhraseError, Places, Scope, bad
from rackcard.number import HALF_LOSS, LOSS, PUSH, Pay
from rackcard.wording.card_errors import near

__all__ = [
    "Commission", "Counted", "NamesHold", "NoRule", "Opens", "PhraseError", "Places", "Requires", "Rung", "Scope",
    "StakeLimit", "is_read", "is_word", "meaning_of", "names_in", "next_words", "parse_phrase", "phrase_tree",
    "words_of",
]  # fmt: skip

STARTS = (
    "pay", "cell", "cells", "commission", "event", "condition", "counts", "rung", "ends", "takes", "line", "works",
    "settles", "marks", "opens", "requires", "behind", "turns_into", "stake", "chance", "offers", "cash_out",
    "take_back", "take_down", "envy", "envy_on", "answer", "guarded",
)  # fmt: skip
"""The starting rules of every game; a game may add its own."""

TIMES_MAX = 100
"""How often something may be asked for, and after how many outcomes a wager may end."""
PARTS_MAX = 8
"""How many events a pattern may have."""
UNKNOWN = ("unknown-event", "unknown-wheel")
"""Errors of a name that is perhaps misspelled, or said in other words."""


def _times(token: Token) -> int:
    if not 1 <= int(token) <= TIMES_MAX:
        raise bad(token, "times-out-of-range", times=token, limit=TIMES_MAX)
    return int(token)


@v_args(inline=True)
class _Meaning(Transformer[Token, Any]):
    """One method for each alternative of the grammar."""

    game: Game
    scope: Scope = NOWHERE
    text: str = ""
    """The whole phrase, as the card writes it."""

    def pays_to(self, amount: Token, per: Token) -> Pay:
        return self._pay(amount, "to", per)

    def pays_for(self, amount: Token, per: Token) -> Pay:
        return self._pay(amount, "for", per)

    def _pay(self, amount: Token, unit: Literal["to", "for"], per: Token) -> Pay:
        if int(per) == 0:
            raise bad(per, "pay-per-zero", amount=amount, unit=unit)
        pay = Pay(Fraction(amount), unit, int(per))
        if pay.amount == 0:
            raise bad(amount, "pay-of-zero", amount=amount, unit=unit, per=per)
        return pay

    def envy_pay(self, pay: Pay | None) -> Pay | None:
        return pay

    def envy_multiple(self, multiple: Token) -> Pay:
        return Pay(Fraction(multiple[:-1]), "x")

    def pays_push(self) -> Pay:
        return PUSH

    def pays_loses(self) -> Pay:
        return LOSS

    def not_posted(self) -> None:
        return None

    def pays_half(self) -> Pay:
        return HALF_LOSS

    def commission(self, amount: Token, of: Token, *terms: Token) -> Commission:
        rate = Fraction(amount) / 100
        if not 0 < rate <= 1:
            raise bad(amount, "commission-rate", rate=amount)
        taken = [term for term in terms if term.type == "TAKEN"]
        when_bet = bool(taken) and taken[0].startswith("when")
        if of == "stake" and not taken:
            raise bad(of, "commission-when")
        return Commission(rate, "win" if of == "win" else "stake", when_bet, len(terms) > len(taken))

    def bare_amount(self, amount: Token) -> Fraction:
        return Fraction(amount)

    def cells_to(self) -> str:
        return "to"

    def cells_for(self) -> str:
        return "for"

    # What one outcome does.
    def event(self, first: Event, *rest: Any) -> Event:
        """Operands joined: "and" binds closest, "but not" least."""
        joins = [" ".join(join.split()) for join in rest[::2]]
        operands, joins = self.spread([first, *rest[1::2]], joins)
        event = self.event_of(operands, joins)
        if is_impossible(event):
            is_both = set(joins) == {"and"} and not any(map(is_impossible, operands))
            code = "never-happens.both" if is_both else "never-happens"
            raise PhraseError(0, code, unit=self.game.unit, both=self.both_some_time(operands))
        return event

    def both_some_time(self, events: list[Event]) -> str:
        """A short way of a game to ask that each of several events has happened; empty where it has none."""
        return ""

    def spread(self, operands: list[Any], joins: list[str]) -> tuple[list[Event], list[str]]:
        """The operands as whole events and the words between; a game may let them leave out what they share."""
        return operands, joins

    def event_of(self, operands: list[Event], joins: list[str]) -> Event:
        parts: list[list[list[Event]]] = [[[operands[0]]]]
        for join, operand in zip(joins, operands[1:], strict=True):
            if join == "but not":
                parts.append([[operand]])
            elif join == "or":
                parts[-1].append([operand])
            else:
                parts[-1][-1].append(operand)
        either = [self._joined("or", [self._joined("and", both) for both in part]) for part in parts]
        return self._joined("but not", either)

    @staticmethod
    def _joined(join: Literal["or", "and", "but not"], events: list[Event]) -> Event:
        return events[0] if len(events) == 1 else joined(join, events)

    def operand(self, event: Any) -> Any:
        return event

    def named_event(self, name: Token) -> Event:
        events = dict(self.scope.events)
        if name not in events:
            raise bad(name, "unknown-event", name=name, known=list(events))
        return named(str(name), events[str(name)])

    def not_named_event(self, name: Token) -> Event:
        return negated(self.game, self.named_event(name), f"not {name}")

    def one_number(self, token: Token) -> Numbers:
        return Numbers((token,))

    def number_span(self, low: Token, high: Token) -> Numbers:
        if int(low) > int(high):
            raise bad(low, "empty-range", low=low, high=high)
        return Numbers((low, high), is_span=True)

    def numbers_from(self, low: Token, or_more: Token) -> Numbers:
        return Numbers((low,), is_open=True)

    def or_numbers(self, *items: Numbers) -> tuple[Numbers, ...]:
        return items

    def numbers(self, *tokens: Token) -> tuple[Token, ...]:
        return tokens

    # What must have happened.
    def times(self, token: Token, word: Token) -> int:
        return _times(token)

    def worded_times(self, times: int) -> int:
        return times

    def once(self) -> int:
        return 1

    def twice(self) -> int:
        return 2

    def thrice(self, word: Token) -> int:
        return 3

    def condition(self, first: Any, *rest: Any) -> Any:
        """Histories joined: "and" binds closer than "or"."""
        parts: list[list[Any]] = [[first]]
        for join, history in zip(rest[::2], rest[1::2], strict=True):
            if join == "or":
                parts.append([history])
            else:
                parts[-1].append(history)
        if self.game.ends_max == 1 and any(_needs_several(one) for part in parts for one in part):
            raise PhraseError(0, "several-outcomes", game=self.game.name, unit=self.game.unit, units=self.game.units)
        if len(rest) and any(isinstance(one, NoRule) for part in parts for one in part):
            raise PhraseError(0, "no-rule-joined")
        every = [part[0] if len(part) == 1 else Several(tuple(part), len(part)) for part in parts]
        return every[0] if len(every) == 1 else Several(tuple(every), 1)

    def joins_or(self, token: Token) -> str:
        return "or"

    def joins_and(self, token: Token) -> str:
        return "and"

    def joins(self, token: Token) -> str:
        if token not in ("or", "and"):
            raise bad(token, "but-not-between-histories", unit=self.game.unit)
        return str(token)

    def happened(self, event: Event, times: int = 1) -> Happened:
        return Happened(event, times)

    def streak(self, event: Event, times: int) -> Condition:
        return Streak(event, times) if times > 1 else Happened(event)

    def exactly_counted(self, event: Event, times: Token, word: Token) -> Exactly:
        return Exactly(event, _count(times))

    def exactly_times(self, event: Event, times: int) -> Exactly:
        return Exactly(event, times)

    def none(self, event: Event) -> Exactly:
        return Exactly(event, 0)

    def none_bare(self, first: Event, *rest: Any) -> Exactly:
        return self.none(self.event(first, *rest))

    def pattern(self, first: Event, *parts: tuple[Event, bool]) -> Pattern:
        if len(parts) >= PARTS_MAX:
            raise PhraseError(0, "pattern-too-long", limit=PARTS_MAX)
        return Pattern((first, *(event for event, _ in parts)), tuple(at_once for _, at_once in parts))

    def then_later(self, event: Event) -> tuple[Event, bool]:
        return event, False

    def then_at_once(self, event: Event) -> tuple[Event, bool]:
        return event, True

    def name(self, token: Token) -> str:
        return str(token)

    def names(self, *names: str) -> tuple[str, ...]:
        return names

    or_names = names

    def any_of_names(self, names: tuple[str, ...]) -> NamesHold:
        return NamesHold(names, 1)

    def some_of_names(self, count: Token, names: tuple[str, ...]) -> NamesHold:
        if not 1 <= int(count) <= len(names):
            raise bad(count, "more-than-names", count=count, names=len(names))
        return NamesHold(names, int(count))

    def all_of_names(self, names: tuple[str, ...]) -> NamesHold:
        return NamesHold(names, None)

    def counts_outcomes(self, unit: Token) -> Counted:
        return Counted(f"{self.game.units}", "outcomes")

    def counts_event(self, event: Event) -> Counted:
        return Counted(self.text, "event", (event,))

    def counts_names(self, names: tuple[str, ...]) -> NameHolds:
        return NameHolds(names)

    def no_rule(self) -> NoRule:
        return NoRule()

    def rung_span(self, low: Token, high: Token) -> Rung:
        if int(low) >= int(high):
            raise bad(low, "empty-range", low=low, high=high)
        return Rung(_count(low), False, _count(high))

    def exactly(self, count: Token) -> Rung:
        return Rung(_count(count), False)

    def or_more(self, count: Token, or_more: Token) -> Rung:
        return Rung(_count(count), True)

    # When it ends, when it counts, when it may be bet.
    def ends(self, *ends: Event | int) -> End:
        events = [end for end in ends if isinstance(end, Event)]
        outcomes = [end for end in ends if isinstance(end, int)]
        return End(self._joined("or", events) if events else None, min(outcomes) if outcomes else None)

    def ends_on(self, event: Event) -> Event:
        return event

    def ends_after(self, count: Token, unit: Token) -> int:
        if self.game.ends_max == 1 < int(count):
            raise bad(count, "several-outcomes", game=self.game.name, unit=self.game.unit, units=self.game.units)
        if not 1 <= int(count) <= self.game.ends_max:
            raise bad(count, "ends-out-of-range", number=count, limit=self.game.ends_max, units=self.game.units)
        return int(count)

    def takes_listed(self) -> bool:
        return False

    def takes_first(self) -> bool:
        return True

    def table_line(self) -> bool:
        return False

    def own_line(self) -> bool:
        if len(self.game.phases) == 1:
            raise PhraseError(0, "no-line", game=self.game.name)
        return True

    def wager_name(self, name: Token) -> str:
        return str(name)

    def multiple(self, times: Token, word: Token, *points: tuple[Numbers, ...]) -> tuple[tuple[int, ...], int]:
        named = tuple(number for numbers in points for item in numbers for number in item.within(range(1, 100)))
        return named, _times(times)

    def stake_up_to(self, *multiples: tuple[tuple[int, ...], int]) -> StakeLimit:
        return StakeLimit(multiples, to_win=False)

    def stake_to_win(self, *multiples: tuple[tuple[int, ...], int]) -> StakeLimit:
        return StakeLimit(multiples, to_win=True)

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

    def opens_never(self) -> Opens:
        return Opens("never")

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

    def back_after_counted(self, unit: Token) -> bool:
        return False

    def back_after_any(self, unit: Token) -> bool:
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

    def is_value(self, option: Token, values: tuple[str, ...]) -> tuple[str, ...]:
        return str(option), *values

    def guarded(self, *values: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        return values


def _needs_several(history: object) -> bool:
    """Whether a history cannot hold after one outcome, however it comes."""
    match history:
        case Happened(_, times) | Exactly(_, times):
            return times > 1
        case Streak() | Pattern():
            return True
        case _:
            return False


def _count(token: Token) -> int:
    if int(token) > TIMES_MAX:
        raise bad(token, "count-out-of-range", count=token, limit=TIMES_MAX)
    return int(token)


@cache
def grammar_of(game: Game) -> Lark:
    """The parser of one game: the grammar of all cards, and what the game adds to it."""
    common = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    unit = f'UNIT.2: "{game.units}" | "{game.unit}"'
    grammar = "\n".join((common, game.phrases.grammar, unit))
    return Lark(
        grammar,
        parser="lalr",
        start=[*STARTS, *game.phrases.starts],
        maybe_placeholders=False,
        propagate_positions=True,
    )


@cache
def _meanings(game: Game) -> type[_Meaning]:
    return type("_Meanings", (game.phrases.meaning, _Meaning), {"game": game})


@lru_cache(maxsize=4_096)
def phrase_tree(game: Game, kind: str, text: str) -> ParseTree:
    """A phrase as the grammar of a game takes it apart."""
    return grammar_of(game.ordinary).parse(text, start=kind)


@lru_cache(maxsize=16_384)
def parse_phrase(game: Game, kind: str, text: str, scope: Scope = NOWHERE) -> Any:
    """What a phrase of a kind means in a game; the kinds are the grammar's starting rules.

    >>> parse_phrase(GAMES["craps"], "pay", "40 for 1").net
    Fraction(39, 1)
    """
    if not _knows(game, kind):
        raise PhraseError(0, "no-such-phrase", game=game.name, field=kind.replace("_", " "))
    try:
        return meaning_of(game, kind, text, scope)
    except PhraseError as error:
        raise (_unknown_name(game, kind, text, scope, error) if error.code in UNKNOWN else error) from None
    except UnexpectedInput as error:
        raise _explain(game, kind, text, scope, ParserError(scope.wagers, error)).with_traceback(None) from None


def meaning_of(game: Game, kind: str, text: str, scope: Scope) -> Any:
    """What a phrase means; an error of the parser or of a phrase where it means nothing."""
    try:
        meaning = _meanings(game)()
        meaning.scope, meaning.text = scope, text
        return meaning.transform(phrase_tree(game, kind, text))
    except VisitError as error:
        if not isinstance(error.orig_exc, PhraseError):
            raise
        raise as_written(game, kind, text, error, partial(is_read, game, scope=scope)) from None


def _unknown_name(game: Game, kind: str, text: str, scope: Scope, error: PhraseError) -> PhraseError:
    """A word that would name an event: one of another game, or one that is misspelled."""
    if other := _other_game(game, kind, text):
        return of_another(game, other, kind, text, partial(is_read, game, scope=scope))
    name, known = str(error.facts.get("name")), list(dict(scope.events))
    if close := near(name, known):
        return PhraseError(error.column, error.code, name=name, known=known, near=close)
    found = _explained(game, kind, text, scope, error.column, set())
    return error if error.code == "unknown-wheel" and found.code == "not-understood" else found


def names_in(game: Game, kind: str, text: str) -> list[str]:
    """The names of events in a phrase; empty where it is not one."""
    with suppress(UnexpectedInput):
        tree = phrase_tree(game, kind, text)
        return [str(token) for token in tree.scan_values(lambda v: isinstance(v, Token) and v.type == "EVENT_NAME")]
    return []


@cache
def is_word(game: Game, name: str) -> bool:
    """Whether a word is one of the game's phrases, so that it cannot name an event."""
    return any(
        definition.name not in ("EVENT_NAME", "NAME") and re.fullmatch(definition.pattern.to_regexp(), name)
        for definition in grammar_of(game.ordinary).terminals
    )


def _knows(game: Game, kind: str) -> bool:
    return kind in (*STARTS, *game.phrases.starts)


def _expected(game: Game, kind: str, beginning: str) -> set[str]:
    """What may follow the beginning of a phrase."""
    try:
        grammar_of(game.ordinary).parse(beginning, start=kind)
    except UnexpectedInput as error:
        return expected_by(error)
    return set()


def next_words(game: Game, kind: str, beginning: str) -> list[str]:
    """The words of the grammar that may follow the beginning of a phrase, which may be whole as it is."""
    expected = _expected(game, kind, f"{beginning} \\")  # no phrase has a backslash: it stops there
    return sorted(word for word, terminal in words_of(game).items() if terminal in expected)


def _other_game(game: Game, kind: str, text: str) -> Game | None:
    """Another game that has this phrase, which no phrase of this game begins with; a long one is not looked for."""
    if len(text) > LENGTH_MAX or any(one.startswith(text) for one in example_phrases(game, kind)):
        return None
    for other in GAMES.values():
        if other != game.ordinary and _knows(other, kind):
            with suppress(UnexpectedInput):
                grammar_of(other).parse(text, start=kind)
                if not names_in(other, kind, text):
                    return other
    return None


@lru_cache(maxsize=256)
def _explain(game: Game, kind: str, text: str, scope: Scope, met: ParserError) -> PhraseError:
    """What is wrong with a phrase, and what would fit there; a card that is refused is read a second time."""
    error = met.error
    if other := _other_game(game, kind, text):
        return of_another(game, other, kind, text, partial(is_read, game, scope=scope))
    at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    column = len(text) if at_end else max((error.column or 1) - 1, 0)
    start = column
    while 0 < start < len(text) and text[start - 1] != " " and text[start] != ",":
        start -= 1
    is_read_again = start < column and len(text) <= LENGTH_MAX
    expected = _expected(game, kind, text[:start].rstrip()) if is_read_again else expected_by(error)
    return _explained(game, kind, text, scope, start, expected, at_end)


def _explained(
    game: Game, kind: str, text: str, scope: Scope, column: int, expected: set[str], at_end: bool = False
) -> PhraseError:
    while 0 < column < len(text) and text[column - 1].isalnum() and text[column].isalnum():
        column -= 1
    words = words_of(game)
    plurals = filter(partial(is_word, game), PLURALS)
    following = tuple(sorted(word for word, terminal in words.items() if terminal in expected))
    fault = UnreadPhrase(
        game, kind, text, column, at_end, following, frozenset((*words, *plurals, *dict(scope.events)))
    )
    return explanation(fault, partial(is_read, game, scope=scope))


def is_read(game: Game, kind: str, text: str, scope: Scope) -> bool:
    """Whether a phrase can be read in the same place of the same card, which has all that it names."""
    try:
        meaning = meaning_of(game, kind, text, scope)
    except (UnexpectedInput, PhraseError):
        return False
    parts = getattr(meaning, "parts", (meaning,))
    named = {name for part in parts for name in getattr(part, "names", ())}
    return named <= {*dict(scope.events), *scope.wagers} and not any(isinstance(part, NoRule) for part in parts)


@cache
def words_of(game: Game) -> dict[str, str]:
    """The words of a game's phrases, each with the terminal of the grammar that it is or is one of."""
    found = {game.units: "UNIT", game.unit: "UNIT"}
    for definition in grammar_of(game.ordinary).terminals:
        pattern = definition.pattern
        if isinstance(pattern, PatternStr):
            found[pattern.value] = definition.name
        elif re.fullmatch(r"[(?:a-z| -]+[)]*", pattern.value):
            found |= dict.fromkeys(re.findall(r"[a-z][a-z -]+", pattern.value), definition.name)
    return found
