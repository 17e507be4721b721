"""Conditions in words: what must have happened for a wager to win, in three registers."""

from collections.abc import Mapping
from typing import Literal

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
from rackcard.games.wording import meaning_of, words_of
from rackcard.number import listed, plural, repeated, spelled
from rackcard.wording.sentence import capitalized

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
            return _several(parts, wanted, register, unit, names or {})
        case Exactly(event, times):
            return _exactly(event, times, register)
        case Streak(event, times):
            return f"{event_text(event, register)}{repeated(times)} in a row"
        case Pattern():
            return _pattern(condition, register, unit)
        case Sequence():
            return _sequence(condition, register, unit, outcomes)
        case Played(played):
            return f"after {plural(played, unit)}"


def _several(parts: tuple[Condition, ...], wanted: int, register: Register, unit: str, names: Winners) -> str:
    """At least so many of several parts: one of them, all of them, or a number."""
    if wanted == 1:
        return _any_of(parts, register, unit, names)
    if wanted == len(parts) and (told := _things(parts, "and", register)):
        return told
    inner: Register = "short" if register == "short" else "clause"
    texts = [names.get(part) or condition_text(part, inner, unit, names) for part in parts]
    some = f"at least {spelled(wanted)} of these: {'; '.join(texts)}"
    text = _listed(parts, texts, "and") if wanted == len(parts) else some
    return capitalized(text) if register == "rack" else text


def _listed(parts: tuple[Condition, ...], texts: list[str], join: str) -> str:
    """Several texts as a list, with commas where one of them is long."""
    is_long = any(isinstance(part, Pattern | Several) for part in parts)
    return f", {join} ".join(texts) if is_long else listed(texts, join)


def _things(parts: tuple[Condition, ...], join: str, register: Register) -> str:
    """Things that outcomes show so often, as one list; empty where a part is not such a thing."""
    told = []
    for part in parts:
        if not isinstance(part, Happened) or words_of(part.event.game).noun(meaning_of(part.event)) is None:
            return ""
        told.append((words_of(part.event.game), meaning_of(part.event), part.times))
    nouns = listed([words.short(meaning, times) for words, meaning, times in told], join)
    return nouns if register == "short" else told[0][0].game.shown(nouns, register, 1)


def _exactly(event: Event, times: int, register: Register) -> str:
    """An event that happens exactly so often, or not at all."""
    if not times:
        return words_of(event.game).none(meaning_of(event), register)
    often = "once" if times == 1 else f"{spelled(times)} times"
    return f"{event_text(event, register)} exactly {often}"


def _pattern(pattern: Pattern, register: Register, unit: str) -> str:
    """Events one after another: those that an outcome shows as things, others as clauses."""
    text = event_text(pattern.events[0], register)
    for event, at_once in zip(pattern.events[1:], pattern.at_once, strict=True):
        when = f"on the very next {unit}" if at_once else f"on a later {unit}"
        noun = words_of(event.game).noun(meaning_of(event))
        text += f", then {noun} {when}" if noun is not None else f", then {when} {event_text(event, 'clause')}"
    return text


def _any_of(parts: tuple[Condition, ...], register: Register, unit: str, names: Winners) -> str:
    """One of several: by the names of the wagers that win on them, where they are wagers of the card."""
    if all(part in names for part in parts):
        named = list(dict.fromkeys(names[part] for part in parts))
        match register:
            case "short":
                return f"any of {listed(named, 'or')}"
            case "rack":
                return f"Any of {listed(named, 'or')} wins"
            case "clause":
                return f"any of the wagers {listed(named, 'or')} wins"
    if told := _things(parts, "or", register):
        return told
    texts = [condition_text(part, "short" if register == "short" else "clause", unit, names) for part in parts]
    text = _listed(parts, texts, "or")
    return capitalized(text) if register == "rack" else text


def _sequence(sequence: Sequence, register: Register, unit: str, outcomes: int) -> str:
    """How the numbers of several outcomes compare.

    >>> _sequence(Sequence((1, 2), "among", (8, 18, 28)), "rack", "spin", 3)
    'First two spins both 8, 18 or 28'
    >>> _sequence(Sequence((1, 2, 3), "row"), "clause", "spin", 3)
    'all three spins are consecutive numbers, in any order'
    """
    places = sequence.places
    subject, whole = _places(places, unit, outcomes), len(places) == outcomes > 1
    what = _relation(sequence)
    verb = "is" if len(places) == 1 else "are"
    if sequence.relation == "among" and len(places) > 1 and not whole:
        both = "both" if len(places) == 2 else "all"
        verb = both if register == "rack" else f"are {both}"
    text = f"{subject} {verb} {what}"
    if register == "rack":
        return capitalized(text)
    return text if register == "short" or whole else f"the {text}"


def _relation(sequence: Sequence) -> str:
    """How the numbers of a sequence compare, after the verb."""
    ring = f" ({sequence.ring} and 1 count as consecutive)" if sequence.ring else ""
    match sequence.relation:
        case "these":
            return f"{listed(sequence.numbers)}, in any order"
        case "among":
            return listed(sequence.numbers, "or")
        case "row":
            return f"consecutive numbers, {'in order, up or down' if sequence.in_order else 'in any order'}{ring}"
        case "same":
            return "the same"
        case "apart":
            return f"consecutive numbers{ring}" if sequence.gap == 1 else f"{sequence.gap} apart{ring}"


def _places(places: tuple[int, ...], unit: str, outcomes: int) -> str:
    """Outcomes of a sequence by their places: all three spins, first two spins, second and third spins."""
    if places == tuple(range(1, len(places) + 1)):
        if len(places) == 1:
            return f"first {unit}"
        return f"{'all' if len(places) == outcomes else 'first'} {spelled(len(places))} {unit}s"
    return f"{listed([ordinal(place) for place in places])} {unit}{'s' if len(places) > 1 else ''}"
