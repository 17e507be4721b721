"""What is wrong with a phrase that cannot be read, and what would fit in its place."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from lark import Tree, UnexpectedCharacters, UnexpectedInput
from lark.exceptions import VisitError

from rackcard.card.amounts import pays_meant
from rackcard.card.edition import not_in_edition
from rackcard.card.examples import example_phrases
from rackcard.card.suggestions import LENGTH_MAX, Book, first, meant, nearest
from rackcard.games.game import Game
from rackcard.games.phrases import PhraseError

BEFORE = re.compile(r"(?P<rule>.+?),? (?:before|until|by) (?P<end>.+)")
"""A rule with its end, which a card has in a field of its own."""
WITHIN = re.compile(
    r"(?P<rule>.+?),? (?:with)?in (?:the (?:first|next) )?(?P<count>\d+|one|two|three|four|five) [a-z]+"
)
BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
NAME = re.compile(r"[a-z]+(?:-[a-z0-9]+)*")
EVENT_KINDS = frozenset({"event", "condition", "counts", "ends", "line"})
"""Phrases that may begin with the name of an event."""
NEVER = ("never-happens", "never-happens.both")
"""Errors of an event that no outcome can be."""
SAME_AS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}


@dataclass(frozen=True)
class ParserError:
    """The error of the parser, which follows from a phrase, and the wagers that its explanation may name."""

    wagers: tuple[str, ...]
    error: UnexpectedInput = field(compare=False)


def expected_by(error: UnexpectedInput) -> set[str]:
    """What the grammar has in the place of an error."""
    if isinstance(error, UnexpectedCharacters):
        return set(error.allowed or ())
    return set(getattr(error, "expected", None) or ())


@dataclass(frozen=True)
class UnreadPhrase:
    """Where the reading of a phrase stopped."""

    game: Game
    kind: str
    text: str
    column: int
    is_incomplete: bool
    """Whether the text ended before the phrase did."""
    following: tuple[str, ...]
    """Words that would have been understood there."""
    words: frozenset[str]
    """Every word of the game's phrases, and the names of the card's events."""


Reader = Callable[[str, str], bool]
"""Whether a phrase of a kind can be read on this card."""


def explanation(fault: UnreadPhrase, reads: Reader) -> PhraseError:
    """The error for a phrase: an amount, something of a later edition, an end in a rule, or what it may have meant."""
    if code := not_in_edition(fault.game, fault.kind, fault.text):
        return PhraseError(0, code, game=fault.game.name, unit=fault.game.unit, units=fault.game.units)
    if fault.kind in ("pay", "cell", "envy") and (error := _amount(fault)):
        return error
    if fault.kind in EVENT_KINDS and (error := _brackets(fault, reads)):
        return error
    if fault.kind == "condition" and (error := _rule_with_end(fault, reads)):
        return error
    return _not_understood(fault, reads)


def as_written(game: Game, kind: str, text: str, error: VisitError, reads: Reader) -> PhraseError:
    """The error of a phrase; of an event that no outcome can be, in the card's words, with what was perhaps meant."""
    refused, event = error.orig_exc, error.obj
    assert isinstance(refused, PhraseError)
    if refused.code not in NEVER or not isinstance(event, Tree):
        return refused
    start = event.meta.start_pos
    facts = {**refused.facts, "event": text[start : event.meta.end_pos]}
    if refused.code == "never-happens.both":
        written = [text[one.meta.start_pos : one.meta.end_pos] for one in event.children if isinstance(one, Tree)]
        parts = [_whole(game, part, reads) or part for part in written]
        several = kind == "condition" and game.ends_max > 1
        ways = [str(refused.facts["both"]), ", and ".join(parts)] if several else [" or ".join(parts)]
        if way := next((one for one in ways if one and reads(kind, one)), ""):
            return PhraseError(start, "never-happens.both" if several else "never-happens.either", **facts, way=way)
    return PhraseError(start, "never-happens", **facts)


def of_another(game: Game, other: Game, kind: str, text: str, reads: Reader) -> PhraseError:
    """A phrase of another game, with what this game has in its place."""
    facts = {"phrase": text, "other": other.name, "game": game.name}
    guide, units = game.phrases.guide, {other.unit: game.unit, other.units: game.units}
    said = re.sub(rf"\b({other.units}|{other.unit})\b", lambda unit: units[unit[0]], text)
    written = (said, guide.synonyms.get(text, text), *(re.sub(own, here, said) for own, here in guide.rewrites))
    if meant := next((one for one in written if one != text and reads(kind, one)), None):
        return PhraseError(0, "other-game.meant", **facts, meant=(meant,))
    return PhraseError(0, "other-game", **facts, examples=_fitting(game, kind, text, reads))


def _whole(game: Game, part: str, reads: Reader) -> str:
    """A part of a phrase as an event of its own, with what it leaves out; empty where it is not one."""
    whole = (part, *(frame.format(part) for frame in game.phrases.guide.frames))
    return next((one for one in whole if reads("event", one)), "")


def _fitting(game: Game, kind: str, text: str, reads: Reader) -> tuple[str, ...]:
    """Examples that fit in the place of a text, those that are like it first."""
    examples, fits = example_phrases(game, kind), partial(reads, kind)
    near = nearest(text, examples, fits)
    return first((*near, *(one for one in examples if one not in near)), fits)


def _amount(fault: UnreadPhrase) -> PhraseError | None:
    """A pay that is written in another way."""
    pays = pays_meant(fault.text)
    if fault.kind == "cell":
        return PhraseError(0, "pay-in-a-cell", pay=fault.text, amount=pays[0].split()[0]) if len(pays) == 1 else None
    if len(pays) == 2 and pays[1] == pays[0].replace(" to ", " for "):
        return PhraseError(0, "pay-without-unit", pay=fault.text, amount=pays[0].split()[0])
    return PhraseError(0, "pay-meant", pay=fault.text, meant=pays) if pays else None


def _brackets(fault: UnreadPhrase, reads: Reader) -> PhraseError | None:
    """A part in brackets, which a card names instead."""
    match = BRACKETS.search(fault.text)
    if match is None:
        return None
    part = _whole(fault.game, match[1], reads)
    return PhraseError(match.start(), "brackets.part" if part else "brackets", part=part)


def _rule_with_end(fault: UnreadPhrase, reads: Reader) -> PhraseError | None:
    """A rule that also says what ends the wager."""
    text = fault.text.lower()
    if len(text) > LENGTH_MAX:
        return None
    if match := WITHIN.fullmatch(text):
        unit = fault.game.unit
        count = SAME_AS.get(match["count"], match["count"])
        ends = [f"after {count} {unit if count == '1' else fault.game.units}"]
    elif match := BEFORE.fullmatch(text):
        ends = list(_meant(fault, "ends", match["end"], reads))
    if match is None:
        return None
    rules = _meant(fault, "condition", match["rule"], reads)
    fitting = [end for end in ends if reads("ends", end)]
    if not rules or not fitting:
        return None
    return PhraseError(len(match["rule"]) + 1, "end-in-a-rule", rule=rules[0], end=fitting[0], word=_word(fault))


def _meant(fault: UnreadPhrase, kind: str, text: str, reads: Reader) -> tuple[str, ...]:
    """A part of a phrase as it stands where it can be read, or repaired."""
    if reads(kind, text):
        return (text,)
    return meant(text, _book(fault), (), 0, lambda phrase: reads(kind, phrase))


def _not_understood(fault: UnreadPhrase, reads: Reader) -> PhraseError:
    fits = partial(reads, fault.kind)
    repairs = meant(fault.text, _book(fault), fault.following, fault.column, fits)
    examples = (one for one in example_phrases(fault.game, fault.kind) if one not in repairs)
    near = nearest(fault.text, examples, fits)
    code = "incomplete" if fault.is_incomplete else "not-understood"
    if repairs:
        code += ".meant" if near else ".only"
    else:
        near = _fitting(fault.game, fault.kind, fault.text, reads)
    blamed = replace(fault, column=_blamed(fault, repairs))
    return PhraseError(blamed.column, code, word=_word(blamed), meant=repairs, examples=near)


def _blamed(fault: UnreadPhrase, repairs: tuple[str, ...]) -> int:
    """Where the fault is: at a first word that was taken for the name of an event, or else where the reading stopped.

    It was where the word is unknown, as the events of the card are not, or where only something before it is missing.
    """
    before = fault.text[: fault.column].split()
    if fault.kind not in EVENT_KINDS or fault.is_incomplete or len(before) != 1 or not NAME.fullmatch(before[0]):
        return fault.column
    lacks_start = bool(repairs) and repairs[0].endswith(f" {fault.text}")
    return 0 if before[0] not in fault.words or lacks_start else fault.column


def _book(fault: UnreadPhrase) -> Book:
    guide = fault.game.phrases.guide
    return Book(fault.words, tuple(guide.synonyms.items()), guide.frames, guide.rewrites)


def _word(fault: UnreadPhrase) -> str:
    """The word at which the reading stopped."""
    return next(iter(fault.text[fault.column :].split()), "")
