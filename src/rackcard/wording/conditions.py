"""Conditions in words: what must have happened for a wager to win, in three registers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeGuard

from rackcard.games.conditions import (
    Condition,
    Different,
    Exactly,
    Happened,
    Pattern,
    Played,
    Sequence,
    Several,
    Streak,
)
from rackcard.games.game import Event
from rackcard.games.joined_wording import alternatives, itemized
from rackcard.games.wording import meaning_of, words_of
from rackcard.number import listed, plural, repeated, spelled
from rackcard.wording.sentence import capitalized, uncapitalized

Register = Literal["short", "rack", "clause"]
"""On the felt; on a rack card, as the beginning of a sentence; in rules of play, after *when*."""

Winners = Mapping[Condition, str]
"""The wagers of a card by what they win on, to name them where another wager wins with them."""

ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def ordinal(number: int) -> str:
    """A place in a sequence: in letters up to ten.

    >>> ordinal(3), ordinal(12), ordinal(21)
    ('third', '12th', '21st')
    """
    if number < len(ORDINALS):
        return ORDINALS[number]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


def plural_spelled(number: int, unit: str) -> str:
    """So many outcomes, the number in letters."""
    return f"{spelled(number)} {unit}{'s' if number > 1 else ''}"


def event_text(event: Event, register: Register, times: int = 1) -> str:
    """An event that has happened so many times."""
    words, meaning = words_of(event.game), meaning_of(event)
    match register:
        case "short":
            return words.short(meaning, times)
        case "rack":
            return words.rack(meaning, times)
        case "clause":
            return words.clause(meaning, times)


def condition_text(
    condition: Condition, register: Register, unit: str, names: Winners | None = None, outcomes: int = 0
) -> str:
    """What must have happened, perhaps within so many outcomes."""
    match condition:
        case Happened(event, times):
            return event_text(event, register, times)
        case Different(events, at_least) if at_least == len(events) == 1:
            return event_text(events[0], register)
        case Different(events, at_least):
            meanings = [meaning_of(event) for event in events]
            words = words_of(events[0].game)
            if at_least == len(events):
                return words.every(meanings, register)
            return f"{at_least} {words.counted(meanings, 'short')}"
        case Several(parts, wanted):
            return _several(parts, wanted, register, _Told(unit, names or {}, outcomes))
        case Exactly(event, times):
            return _exactly(event, times, register, unit)
        case Streak(event, times):
            return _often(event, register, f"{spelled(times)} {unit}s in a row", f"{repeated(times)} in a row")
        case Pattern():
            return _pattern(condition, register, unit)
        case Sequence():
            return _sequence(condition, register, unit, outcomes)
        case Played(played):
            return f"after {plural(played, unit)}"


@dataclass(frozen=True)
class _Told:
    """What every part of a condition is told with."""

    unit: str
    names: Winners
    outcomes: int


def _several(parts: tuple[Condition, ...], wanted: int, register: Register, told_with: _Told) -> str:
    """At least so many of several parts: one of them, all of them, or a number."""
    names = told_with.names
    if wanted == 1:
        return _any_of(parts, register, told_with)
    if wanted == len(parts) and (told := _each(parts, register)):
        return told
    least = "" if wanted == len(parts) else f"at least {spelled(wanted)} of "
    if told := _things(parts, "and", register, least):
        return told
    if all(part in names for part in parts):
        each = f"{least}{listed([names[part] for part in parts])}"
        together = "" if least else " both" if len(parts) == 2 else " all"
        return each if register == "short" else _in_register(f"{each}{together} win", register)
    if least:
        happen = "; ".join(_happens(part, register, told_with) for part in parts)
        return _in_register(f"{least}these happen: {happen}", register)
    done = tuple(part for part in parts if not _is_nothing(part))
    left = tuple(part for part in parts if _is_nothing(part)) if done else ()
    named_first = done or parts
    text = _things(done, "and", register) if done and left else ""
    if not text:
        texts = [_inner(part, register, told_with) for part in named_first]
        text = _in_register(_listed(named_first, texts, "and"), register)
    missing = [words_of(part.event.game).none(meaning_of(part.event), "short", register) for part in left]
    return f"{text} with {listed(missing)}" if left else text


def _is_nothing(part: Condition) -> TypeGuard[Exactly]:
    """Whether a part is that a thing does not come, which is said after *with*."""
    if not isinstance(part, Exactly) or part.times:
        return False
    return words_of(part.event.game).bare(meaning_of(part.event)) is not None


MANY = 3
"""More things than this that come equally often are said together."""


def _each(parts: tuple[Condition, ...], register: Register) -> str:
    """Several events that each come equally often, said together; empty where listing them says it better."""
    asked = [part for part in parts if isinstance(part, Happened)]
    times = {part.times for part in asked}
    if register == "clause" or len(asked) < len(parts) or len(times) > 1 or times == {1}:
        return ""
    if len(parts) <= MANY and _things(parts, "and", register):
        return ""
    words = words_of(asked[0].event.game)
    return f"{words.every([meaning_of(part.event) for part in asked], register)}{repeated(times.pop())}"


def _in_register(text: str, register: Register) -> str:
    return capitalized(text) if register == "rack" else text


def _inner(part: Condition, register: Register, told_with: _Told) -> str:
    """One of several parts in the middle of a sentence."""
    said_in: Register = "clause" if register == "rack" and isinstance(part, Sequence) else register
    text = condition_text(part, said_in, told_with.unit, told_with.names, told_with.outcomes)
    return uncapitalized(text) if register == "rack" else text


def _happens(part: Condition, register: Register, told_with: _Told) -> str:
    """One of several parts of which some must happen, as a clause."""
    if register != "clause" and isinstance(part, Happened) and part.times == 1:
        return words_of(part.event.game).plain(meaning_of(part.event))
    return _inner(part, register, told_with)


def _listed(parts: tuple[Condition, ...], texts: list[str], join: str) -> str:
    """Several texts as a list, with commas where one of them is long."""
    is_long = any(isinstance(part, Pattern | Several) for part in parts) or any(", " in text for text in texts)
    if is_long:
        return f", {join} ".join(texts)
    has_lists = any(" or " in text for text in texts) and len(texts) > 1
    return f"{', '.join(texts[:-1])}, {join} {texts[-1]}" if has_lists else listed(texts, join)


def _things(parts: tuple[Condition, ...], join: str, register: Register, least: str = "") -> str:
    """Things that outcomes show so often, as one list; empty where a part is not such a thing."""
    told = []
    for part in parts:
        if not isinstance(part, Happened) or words_of(part.event.game).noun(meaning_of(part.event)) is None:
            return ""
        told.append((words_of(part.event.game), meaning_of(part.event), part.times))
    if register == "short":
        nouns = [words.short(meaning, times) for words, meaning, times in told]
    else:
        nouns = [words.many(meaning, times, register) for words, meaning, times in told]
    listing = alternatives(nouns) if join == "or" else itemized(nouns, least)
    return listing if register == "short" else told[0][0].game.shown(listing, register, 1)


def _often(event: Event, register: Register, outcomes: str, times: str) -> str:
    """An event and how often it comes; of an event in clauses that is said first."""
    words, meaning = words_of(event.game), meaning_of(event)
    told = event_text(event, register)
    if words.is_long(meaning):
        return words.first_said(outcomes, told, register)
    return f"{told}{',' if meaning.kind == 'placed' else ''}{times}"


def _exactly(event: Event, times: int, register: Register, unit: str) -> str:
    """An event that happens exactly so often, or not at all."""
    if not times:
        return words_of(event.game).none(meaning_of(event), register)
    often = " once" if times == 1 else repeated(times)
    return _often(event, register, f"exactly {plural_spelled(times, unit)}", f" exactly{often}")


def _pattern(pattern: Pattern, register: Register, unit: str) -> str:
    """Events one after another: those that an outcome shows as things, others as clauses."""
    text = event_text(pattern.events[0], register)
    for before, event, at_once in zip(pattern.events, pattern.events[1:], pattern.at_once, strict=False):
        when = f"on the very next {unit}" if at_once else f"on a later {unit}"
        text += f", then {_next(before, event, when, register, text)}"
    return text


def _next(before: Event, event: Event, when: str, register: Register, text: str) -> str:
    """What comes after another event, as an object of the verb that was said of that one, or with a verb of its own."""
    words, meaning, was = words_of(event.game), meaning_of(event), meaning_of(before)
    noun, deed = words.noun(meaning, register), words.deed(meaning)
    comma = "," if noun is not None and noun.endswith(" on") else ""
    if noun is not None and (register == "short" or words.noun(was) is not None):
        return f"{noun}{comma} {when}"
    if noun is not None and register == "rack" and words.deed(was) is not None:
        return f"{uncapitalized(words.game.shown(noun, 'rack', 1))}{comma} {when}"
    if noun is not None:
        return f"{when} {words.game.shown(noun, 'clause', 1)}"
    if deed is not None and register == "rack":
        return f"{deed} {when}"
    told = words.plain(meaning) if register == "rack" and words.is_joined(meaning) else event_text(event, "clause")
    again = told.partition(" (")[0]  # what it means was said before
    return f"{when} {again if f'{again} (' in uncapitalized(text) else told}"


def _any_of(parts: tuple[Condition, ...], register: Register, told_with: _Told) -> str:
    """One of several: by the names of the wagers that win on them, where they are wagers of the card."""
    names = told_with.names
    if not parts:
        return _in_register("a wager that cannot win", register)
    if all(part in names for part in parts):
        named = list(dict.fromkeys(names[part] for part in parts))
        match register:
            case "short":
                return f"any of {listed(named, 'or')}"
            case "rack":
                return f"Any of {listed(named, 'or')} wins" if len(named) > 1 else f"{named[0]} wins"
            case "clause":
                return (
                    f"any of the wagers {listed(named, 'or')} wins" if len(named) > 1 else f"the wager {named[0]} wins"
                )
    if told := _things(parts, "or", register):
        return told
    texts = [_inner(part, register, told_with) for part in parts]
    return _in_register(_listed(parts, texts, "or"), register)


def _sequence(sequence: Sequence, register: Register, unit: str, outcomes: int) -> str:
    """How the numbers of several outcomes compare.

    >>> _sequence(Sequence((1, 2), "among", (8, 18, 28)), "rack", "spin", 3)
    'First two spins both 8, 18 or 28'
    >>> _sequence(Sequence((1, 2, 3), "row"), "clause", "spin", 3)
    'all three numbers are consecutive, in any order'
    """
    if register == "clause":
        return _numbers_clause(sequence, outcomes)
    places = sequence.places
    subject, whole = _places(sequence, unit, outcomes), len(places) == outcomes > 1
    what = _relation(sequence)
    verb = "is" if len(places) == 1 else "are"
    if sequence.relation == "among" and len(places) > 1 and not whole:
        both = "both" if len(places) == 2 else "all"
        verb = both if register == "rack" else f"are {both}"
    text = f"{subject} {verb} {what}"
    return capitalized(text) if register == "rack" else text


def _numbers_clause(sequence: Sequence, outcomes: int) -> str:
    """The same in rules of play, said of the numbers themselves.

    >>> _numbers_clause(Sequence((1, 2), "apart", gap=2), 3)
    'the first two numbers differ by 2'
    """
    places, ring = sequence.places, f" ({sequence.ring} and 1 count as consecutive)" if sequence.ring else ""
    is_whole = len(places) == outcomes > 1
    subject = _places(sequence, "number", outcomes) if is_whole else f"the {_places(sequence, 'number', outcomes)}"
    is_one = len(places) == 1
    match sequence.relation:
        case "these" if is_one:
            return f"{subject} is {listed(sequence.shown)}"
        case "these":
            return f"{subject} are {listed(sequence.shown)}, in any order"
        case "among":
            each = "is" if is_one else "are" if is_whole else "are both" if len(places) == 2 else "are all"
            return f"{subject} {each} {listed(sequence.shown, 'or')}"
        case "row":
            return f"{subject} are consecutive, {'in order, up or down' if sequence.in_order else 'in any order'}{ring}"
        case "same":
            return f"{subject} are the same"
        case "apart":
            return f"{subject} {'are consecutive' if sequence.gap == 1 else f'differ by {sequence.gap}'}{ring}"


def _relation(sequence: Sequence) -> str:
    """How the numbers of a sequence compare, after the verb."""
    ring = f" ({sequence.ring} and 1 count as consecutive)" if sequence.ring else ""
    match sequence.relation:
        case "these":
            return f"{listed(sequence.shown)}{', in any order' if len(sequence.places) > 1 else ''}"
        case "among":
            return listed(sequence.shown, "or")
        case "row":
            return f"consecutive numbers, {'in order, up or down' if sequence.in_order else 'in any order'}{ring}"
        case "same":
            return "the same"
        case "apart":
            return f"consecutive numbers{ring}" if sequence.gap == 1 else f"{sequence.gap} apart{ring}"


def _places(sequence: Sequence, unit: str, outcomes: int) -> str:
    """Outcomes of a sequence by their places: all three spins, both spins, first two spins, second and third spins."""
    places = sequence.places
    if places == tuple(range(1, len(places) + 1)):
        if len(places) == 1:
            return f"first {unit}"
        if len(places) == outcomes == 2:
            return f"{'both' if sequence.relation in ('same', 'among') else 'the two'} {unit}s"
        return f"{'all' if len(places) == outcomes else 'first'} {spelled(len(places))} {unit}s"
    return f"{listed([ordinal(place) for place in places])} {unit}{'s' if len(places) > 1 else ''}"
