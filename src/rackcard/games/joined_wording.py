"""How joined events are said in any base game: by the words that the game has for their parts.

A game says its own events. Joined, negated, named and restricted events are said here: as one thing where every part
is a thing that an outcome shows ("a hard 4 or a hard 10"), otherwise as clauses.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from rackcard.games.event_wording import EventWording
from rackcard.games.game import Event
from rackcard.games.glyphs import Glyph
from rackcard.games.meaning import Meaning
from rackcard.number import listed, repeated, spelled

JOINS = ("or", "and", "not", "restricted")
"""How a meaning is joined once it is put plainly: what is left out with *but not* is an *and* of what it is not."""


def _meaning(event: Event) -> Meaning:
    assert isinstance(event.meaning, Meaning), event.words
    return event.meaning


def _parts(meaning: Meaning) -> tuple[str, tuple[Meaning, ...]]:
    """How a plain meaning is joined, and of what; an empty word where the game itself says it."""
    return (meaning.kind, meaning.values) if meaning.kind in JOINS else ("", ())


def _simplest(kind: str, parts: tuple[Meaning, ...]) -> Meaning:
    """Joined parts with as few joins as say the same, so that no sentence needs brackets.

    >>> not_red, not_odd = (Meaning("not", (Meaning(kind),)) for kind in ("red", "odd"))
    >>> _simplest("and", (not_red, not_odd)).kind, _simplest("not", (not_red,)).kind
    ('not', 'red')
    """
    match kind:
        case "but not":
            return _simplest("and", (parts[0], *(_simplest("not", (part,)) for part in parts[1:])))
        case "not" if parts[0].kind == "not":
            (inner,) = parts[0].values
            assert isinstance(inner, Meaning)
            return inner
        case "not" if parts[0].kind == "and":
            done, left = _done_and_left(parts[0].values)
            whole = done[0] if len(done) == 1 else Meaning("and", done)
            return _simplest("or", (*left, Meaning("not", (whole,)))) if left else Meaning("not", parts)
        case "not" if parts[0].kind == "or" and any(part.kind == "not" for part in parts[0].values):
            return _simplest("and", tuple(_simplest("not", (part,)) for part in parts[0].values))
        case "or" | "and":
            every = [inner for part in parts for inner in (part.values if part.kind == kind else (part,))]
            flat = tuple(part for place, part in enumerate(every) if part not in every[:place])
            if len(flat) == 1:
                (only,) = flat
                assert isinstance(only, Meaning)
                return only
            if kind == "and" and all(part.kind == "not" for part in flat):
                return Meaning("not", (_simplest("or", tuple(part.values[0] for part in flat)),))
            return Meaning(kind, flat)
        case _:
            return Meaning(kind, parts)


def _done_and_left(parts: tuple[Meaning, ...]) -> tuple[tuple[Meaning, ...], tuple[Meaning, ...]]:
    """What an outcome must be of several things at once, and what it must not be."""
    done = tuple(part for part in parts if part.kind != "not")
    left = (part.values[0] for part in parts if part.kind == "not")
    return done, tuple(inner for part in left for inner in (part.values if part.kind == "or" else (part,)))


def _in_one(clauses: Sequence[str]) -> str:
    """Clauses all of which are meant."""
    return (", and " if any(", " in clause for clause in clauses) else " and ").join(clauses)


def _neither(texts: Iterable[str | None]) -> str:
    """None of several things."""
    return f"neither {' nor '.join(text or '' for text in texts)}"


def _with_either(parts: Sequence[Meaning], texts: list[str]) -> list[str]:
    """Texts of several parts, with *either* before those that are alternatives themselves."""
    if len(texts) == 1:
        return texts
    return [f"either {text}" if part.kind == "or" else text for text, part in zip(texts, parts, strict=True)]


def has_alternatives(texts: Sequence[str]) -> bool:
    """Whether a list of several texts would not show where one of them ends."""
    return len(texts) > 1 and any(" or " in text or ", " in text for text in texts)


def alternatives(texts: Sequence[str]) -> str:
    """Texts one of which is meant, with commas where one of them is a list itself.

    >>> alternatives(["1", "2", "a number that is red and odd"]), alternatives(["17 or 20", "red"])
    ('1, 2, or a number that is red and odd', '17 or 20, or red')
    """
    if any(mark in text for text in texts[:-1] for mark in (" or ", ", ", " but ")):
        return ", or ".join(texts)
    is_long = any(f" {word} " in text for text in texts for word in ("and", "or", "that", "but"))
    return f"{', '.join(texts[:-1])}, or {texts[-1]}" if is_long and len(texts) > 1 else listed(texts, "or")


def itemized(texts: Sequence[str], least: str = "") -> str:
    """Things all of which are meant, or at least so many: one by one where one of them is a list itself.

    >>> itemized(["red", "17 or 20"]), itemized(["a 4", "a 6"], "at least two of ")
    ('each of these: red; 17 or 20', 'at least two of a 4 and a 6')
    """
    if has_alternatives(texts):
        return f"{least or 'each of '}these: {'; '.join(texts)}"
    return f"{least}{listed(texts)}"


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def own_line(meaning: Meaning) -> Meaning:
    """An event as a wager with a line of its own sees it."""
    return Meaning("own-line", (meaning,))


class JoinedWording(EventWording):
    """The wording of a game, with joined events said too."""

    def __init__(self, game: EventWording, unit: str) -> None:
        self.game, self.unit = game, unit

    # ---- what a meaning comes down to
    def plainly(self, meaning: Meaning, voice: str = "rack") -> Meaning:
        """A meaning without the card's own names, the line that it reads put into its parts.

        The event of a wager's own place is said alike on every place, to the reader of a register: the voice.
        """
        match meaning:
            case Meaning("named", (_, event)):
                return self.plainly(_meaning(event), voice)
            case Meaning("placed", (event,)):
                return Meaning("on-place", (self.plainly(_meaning(event), voice), voice))
            case Meaning("own-line", (inner,)):
                return self._own(self.plainly(inner, voice))
            case Meaning("or" | "and" | "but not" | "not" | "restricted" as kind, values):
                parts = (part if isinstance(part, Meaning) else _meaning(part) for part in values)
                return _simplest(kind, tuple(self.plainly(part, voice) for part in parts))
            case _:
                return meaning

    def _own(self, meaning: Meaning) -> Meaning:
        kind, parts = _parts(meaning)
        return Meaning(kind, tuple(map(self._own, parts))) if kind else self.game.own(meaning)

    def glyphs(self, meaning: Meaning) -> tuple[Glyph, ...]:
        """An event as small drawings; joined events have words only."""
        plain = self.plainly(meaning)
        return () if plain.kind in JOINS else self.game.glyphs(plain)

    # ---- things
    def noun(self, meaning: Meaning, voice: str = "rack") -> str | None:
        meaning = self.plainly(meaning, voice)
        kind, parts = _parts(meaning)
        match kind:
            case "":
                return None if meaning.kind == "bundle" else self.game.noun(meaning)
            case "restricted":
                return self.game.within(parts[0], parts[1]) if not _parts(parts[0])[0] else self._within(parts)
            case _:
                return self.game.joined(kind, parts) or self._joined_nouns(kind, parts)

    def _within(self, parts: tuple[Meaning, ...]) -> str | None:
        noun = self.noun(parts[0])
        return None if noun is None else f"{noun}, {self.game.phase(parts[1])}"

    def _joined_nouns(self, kind: str, parts: tuple[Meaning, ...]) -> str | None:
        if kind == "and":
            return self._noun_of_all(parts)
        ordered = sorted(parts, key=lambda part: bool(_parts(part)[0]))  # what takes more words comes last
        nouns = [self._whole(part) if kind == "not" else self.noun(part) for part in ordered]
        known = [noun for noun in nouns if noun is not None]
        if len(known) < len(nouns):
            return None
        if kind == "or":
            return alternatives(known)
        return _neither(map(self.noun, parts[0].values)) if parts[0].kind == "or" else f"anything but {known[0]}"

    def _noun_of_all(self, parts: tuple[Meaning, ...]) -> str | None:
        """What one outcome is at once, lists of alternatives last, and after it what it is not."""
        done, left = _done_and_left(parts)
        ordered = sorted(done, key=lambda part: part.kind == "or")
        nouns = [self.noun(part) for part in ordered]
        spared = [self._whole(part) for part in left]
        known, without = ([noun for noun in every if noun is not None] for every in (nouns, spared))
        if len(known) + len(without) < len(nouns) + len(spared):
            return None
        known = _with_either(ordered, known)
        told = f"{listed(known)}{self._at_once(known)}"
        if not without:
            return told
        return f"{told}{',' if ' or ' in told or len(known) > 1 else ''} but not {alternatives(without)}"

    def _whole(self, meaning: Meaning) -> str | None:
        """A thing after *anything but* or *but not*: of several things at once, that all of them are meant."""
        noun, (kind, parts) = self.noun(meaning), _parts(meaning)
        if noun is None or kind != "and" or self.game.joined(kind, parts) is not None:
            return noun
        done, left = _done_and_left(parts)
        return noun if left else f"{'both' if len(done) == 2 else 'all of'} {noun}"

    def _at_once(self, texts: Sequence[str]) -> str:
        """That several things are meant of one outcome."""
        if len(texts) < 2:
            return ""
        at_once = self.game.at_once(self.unit)
        return f",{at_once}" if texts[-1].endswith(" on") else at_once

    def bare(self, meaning: Meaning, voice: str = "rack") -> str | None:
        meaning = self.plainly(meaning, voice)
        kind, parts = _parts(meaning)
        match kind:
            case "":
                return self.game.bare(meaning)
            case "or":
                bare = [self.bare(part) for part in parts]
                is_alike = len(set(map(self.comes, parts))) == 1
                return listed(bare, "or") if None not in bare and is_alike else None
            case "restricted":
                bare_event = self.bare(parts[0])
                return None if bare_event is None else f"{bare_event} {self.game.phase(parts[1])}"
            case _:
                return None

    def comes(self, meaning: Meaning) -> tuple[str, str]:
        meaning = self.plainly(meaning)
        kind, parts = _parts(meaning)
        return self.comes(parts[0]) if kind else self.game.comes(meaning)

    def none(self, meaning: Meaning, register: str, voice: str = "") -> str:
        """That an event does not happen."""
        meaning = self.plainly(meaning, voice or register)
        bare = self.bare(meaning)
        if bare is not None:
            few, clause = self.comes(meaning)
            return f"{'No' if register == 'rack' else 'no'} {bare}{clause if register == 'clause' else few}"
        kind, parts = _parts(meaning)
        which, what = ("every", parts[0]) if kind == "not" else ("no", meaning)
        noun = self.noun(what)
        told = f"{which} {self.unit} {self.game.shows} {noun}" if noun is not None else self._never(meaning, register)
        return _capitalized(told) if register == "rack" else told

    def _never(self, meaning: Meaning, register: str) -> str:
        """That an event that is not a thing does not happen."""
        if not self.game.at_once(self.unit):  # a wager sees one outcome
            return self._denied(meaning, register)
        denied = None if _parts(meaning)[0] else self.game.negated(meaning, register)
        there_is = "there is " if register == "clause" else ""
        return denied or f"{there_is}no {self.unit} on which {self._clause(meaning, register)}"

    def deed(self, meaning: Meaning) -> str | None:
        meaning = self.plainly(meaning)
        return None if _parts(meaning)[0] or meaning.kind == "bundle" else self.game.deed(meaning)

    def many(self, meaning: Meaning, times: int, voice: str = "rack") -> str:
        meaning = self.plainly(meaning, voice)
        return super().many(meaning, times) if _parts(meaning)[0] else self.game.many(meaning, times)

    # ---- registers
    def is_joined(self, meaning: Meaning) -> bool:
        """Whether an event is made of others."""
        return bool(_parts(self.plainly(meaning))[0])

    def is_long(self, meaning: Meaning) -> bool:
        """Whether how often a joined event happens is said first: after it, that would be said of its last part."""
        noun = self.noun(meaning) if self.is_joined(meaning) else ""
        return noun is None or ", or " in noun or " but not " in noun

    def short(self, meaning: Meaning, times: int = 1) -> str:
        meaning = self.plainly(meaning, "short")
        if meaning.kind == "bundle":
            return self._bundle(meaning)
        if not _parts(meaning)[0]:
            return self.game.short(meaning, times)
        noun = self.noun(meaning)
        if times > 1 and self.is_long(meaning):
            return self.first_said(f"{spelled(times)} {self.unit}s", noun or self._clauses(meaning, "rack"), "short")
        return self._clauses(meaning, "rack") if noun is None else f"{noun}{repeated(times)}"

    def rack(self, meaning: Meaning, times: int = 1) -> str:
        meaning = self.plainly(meaning, "rack")
        if meaning.kind == "bundle":
            return self._bundle(meaning)
        if not _parts(meaning)[0]:
            return self.game.rack(meaning, times)
        noun = self.noun(meaning)
        told = _capitalized(self._clauses(meaning, "rack")) if noun is None else self.game.shown(noun, "rack", 1)
        if times > 1 and self.is_long(meaning):
            return self.first_said(f"{spelled(times)} {self.unit}s", told, "rack")
        return f"{told}{repeated(times)} in all" if times > 1 else told

    def clause(self, meaning: Meaning, times: int = 1) -> str:
        meaning = self.plainly(meaning, "clause")
        if meaning.kind == "bundle":
            return self._bundle(meaning)
        if not _parts(meaning)[0]:
            return self.game.clause(meaning, times)
        noun = self.noun(meaning)
        if times > 1 and self.is_long(meaning):
            return self.first_said(f"{spelled(times)} {self.unit}s", self.clause(meaning), "clause")
        if noun is None:
            return self._clauses(meaning, "clause")
        return f"{self.game.shown(noun, 'clause', times)}{' in all' if times > 1 else ''}"

    def first_said(self, outcomes: str, told: str, register: str) -> str:
        """What outcomes do, after how many of them do it."""
        on = f"{'On' if register == 'rack' else 'on'} {outcomes}{'' if register == 'clause' else ','}"
        return f"{on} {told[:1].lower()}{told[1:]}"

    def _clause(self, meaning: Meaning, register: str) -> str:
        return self.clause(meaning) if register == "clause" else self.plain(meaning)

    def _clauses(self, meaning: Meaning, register: str) -> str:
        """A joined event in clauses."""
        kind, parts = _parts(meaning)
        match kind:
            case "not":
                return self._denied(parts[0], register)
            case "restricted":
                return f"{self._clause(parts[0], register)} {self.game.phase(parts[1])}"
            case "and":
                return self._clause_of_all(parts, register)
            case _:
                return alternatives([self._clause(part, register) for part in parts])

    def _clause_of_all(self, parts: tuple[Meaning, ...], register: str) -> str:
        """What one outcome does at once, and after it what it must not do."""
        done, left = _done_and_left(parts)
        ordered = sorted(done, key=lambda part: part.kind == "or")
        texts = _with_either(ordered, [self._clause(part, register) for part in ordered])
        told = _in_one(texts) + self._at_once(texts)
        return f"{told}, but not if {' or if '.join(self._clause(part, register) for part in left)}" if left else told

    def _denied(self, meaning: Meaning, register: str) -> str:
        """That an outcome is not an event, as a clause."""
        kind, parts = _parts(meaning)
        noun = self.noun(meaning)
        if kind in ("or", "and"):
            denied = [self._denied(part, register) for part in parts]
            return _in_one(denied) if kind == "or" else alternatives(denied)
        if kind == "not":
            return self._clause(parts[0], register)
        of, phase = (parts[0], f" {self.game.phase(parts[1])}") if kind == "restricted" else (meaning, "")
        told = None if _parts(of)[0] else self.game.negated(of, register)
        told = told if told is None else f"{told}{phase}"
        if told is None and noun is not None:
            told = self.game.shown(f"anything but {noun}", "clause", 1)
        return told or f"anything but this happens: {self._clause(meaning, register)}"

    def _bundle(self, meaning: Meaning) -> str:
        names = meaning.values
        return f"{listed(names)} {'wins' if len(names) == 1 else 'win'}" if names else "part of it pushes"

    # ---- what the rules of a wager ask
    def until(self, meaning: Meaning) -> str:
        meaning = self.plainly(meaning)
        if meaning.kind == "bundle":
            return self._bundle(meaning)
        if not _parts(meaning)[0]:
            return self.game.until(meaning)
        noun = self.noun(meaning)
        is_neither = noun is not None and noun.startswith("neither ")
        return f"a {self.unit} that {self.game.shows} {noun}" if is_neither else noun or self.plain(meaning)

    def plain(self, meaning: Meaning) -> str:
        meaning = self.plainly(meaning)
        if meaning.kind == "bundle":
            return self._bundle(meaning)
        if not _parts(meaning)[0]:
            return self.game.plain(meaning)
        noun = self.noun(meaning)
        return self._clauses(meaning, "rack") if noun is None else self.game.shown(noun, "plain", 1)

    def mark(self, meaning: Meaning) -> str | None:
        plain = self.plainly(meaning, "clause")
        if meaning.kind in ("named", "own-line", "bundle") or plain.kind in JOINS:
            return None
        return self.game.noun(plain) if plain.kind == "on-place" else self.game.mark(plain)

    def placed(self, meaning: Meaning, register: str) -> str:
        """What wins a wager that may be bet on any of several places, whichever it is on."""
        return {"short": self.short, "rack": self.rack, "clause": self.clause}[register](meaning)

    def before(self, ends: Meaning, wins: Meaning) -> str | None:
        ends, wins = self.plainly(ends), self.plainly(wins)
        return None if _parts(ends)[0] or _parts(wins)[0] else self.game.before(ends, wins)

    def note(self, meaning: Meaning) -> str:
        meaning = self.plainly(meaning)
        kind, parts = _parts(meaning)
        return " ".join(filter(None, map(self.note, parts))) if kind else self.game.note(meaning)

    def ender(self, meaning: Meaning) -> str:
        meaning = self.plainly(meaning)
        kind, parts = _parts(meaning)
        if not kind:
            return self.game.ender(meaning)
        if noun := self.noun(meaning):
            return noun
        first, *others = map(self.ender, parts)
        match kind:
            case "not":
                return f"anything but {first}"
            case "or":
                return listed([first, *others], "or")
            case "and":
                return f"{listed([first, *others])} on the same {self.unit}"
            case "restricted":
                return f"{first} {self.game.phase(parts[1])}"
            case _:
                return f"{first} but not {listed(others, 'or')}"

    def ender_note(self, meaning: Meaning) -> str:
        meaning = self.plainly(meaning)
        return "" if _parts(meaning)[0] else self.game.ender_note(meaning)

    def ender_mark(self, meaning: Meaning) -> str:
        meaning = self.plainly(meaning)
        return "" if _parts(meaning)[0] else self.game.ender_mark(meaning)

    def counted_noun(self, meanings: Sequence[Meaning]) -> tuple[str, str]:
        plain = [self.plainly(meaning) for meaning in meanings]
        joined = any(_parts(meaning)[0] for meaning in plain)
        return (self.unit, f"{self.unit}s") if joined else self.game.counted_noun(plain)

    def every(self, meanings: Sequence[Meaning], register: str) -> str:
        plain = [self.plainly(meaning, register) for meaning in meanings]
        nouns = [self.noun(meaning) for meaning in plain]
        known = [noun for noun in nouns if noun is not None]
        is_plain = not any(_parts(meaning)[0] for meaning in plain)
        if is_plain and not has_alternatives(known):
            return self.game.every(plain, register)
        if len(known) == len(nouns):
            told = itemized(known)
            return told if register == "short" else self.game.shown(told, register, 1)
        told = listed([self._clause(meaning, register) for meaning in plain])
        return _capitalized(told) if register == "rack" else told

    def counted(self, meanings: Sequence[Meaning], register: str) -> str:
        voice = "rack" if register == "rack" else "clause"
        plain = [self.plainly(meaning, voice) for meaning in meanings]
        if not any(_parts(meaning)[0] for meaning in plain):
            return self.game.counted(plain, register)
        nouns = [self.noun(meaning) for meaning in plain]
        known = [noun for noun in nouns if noun is not None]
        if len(known) == len(nouns):
            return self.game.tally(alternatives(known), register, self.unit)
        told = f"on which {alternatives([self._clause(meaning, voice) for meaning in plain])}"
        return (
            f"{self.unit}s {told}"
            if register == "short"
            else f"Each {self.unit} {told}{',' if ', ' in told else ''} counts one."
        )


@cache
def joined_wording(game: EventWording, unit: str) -> JoinedWording:
    """The wording of a game with joined events."""
    return JoinedWording(game, unit)
