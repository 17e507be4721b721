"""How joined events are said in any base game: by the words that the game has for their parts.

A game says its own events. Joined, negated, named and restricted events are said here: as one thing where every part
is a thing that an outcome shows ("a hard 4 or a hard 10"), otherwise as clauses.
"""

from collections.abc import Sequence
from functools import cache

from rackcard.games.event_wording import EventWording
from rackcard.games.game import Event
from rackcard.games.glyphs import Glyph
from rackcard.games.meaning import Meaning
from rackcard.number import listed, repeated

JOINED = ("or", "and", "but not", "not", "named", "placed", "restricted", "bundle", "own-line")
"""The kinds of meanings that are said here."""
BINDING = {"and": 1, "or": 2, "but not": 3}
"""How loosely a join binds, in the language and in English."""


def _meaning(event: Event) -> Meaning:
    assert isinstance(event.meaning, Meaning), event.words
    return event.meaning


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
    def plainly(self, meaning: Meaning) -> Meaning:
        """A meaning without the card's own names, the line that it reads put into its parts."""
        match meaning:
            case Meaning("named", (_, event)) | Meaning("placed", (event,)):
                return self.plainly(_meaning(event))
            case Meaning("own-line", (inner,)):
                return self._own(self.plainly(inner))
            case _:
                return meaning

    def _own(self, meaning: Meaning) -> Meaning:
        match meaning:
            case Meaning("or" | "and" | "but not" | "not" | "restricted", events):
                return Meaning(f"own {meaning.kind}", tuple(own_line(_meaning(event)) for event in events))
            case _:
                return self.game.own(meaning)

    def _parts(self, meaning: Meaning) -> tuple[str, tuple[Meaning, ...]]:
        """How a meaning is joined, and of what; an empty word where the game itself says it."""
        kind = meaning.kind.removeprefix("own ")
        if kind not in ("or", "and", "but not", "not", "restricted"):
            return "", ()
        parts = (part if isinstance(part, Meaning) else _meaning(part) for part in meaning.values)
        return kind, tuple(map(self.plainly, parts))

    def glyphs(self, meaning: Meaning) -> tuple[Glyph, ...]:
        """An event as small drawings; joined events have words only."""
        plain = self.plainly(meaning)
        return () if plain.kind in JOINED or plain.kind.startswith("own ") else self.game.glyphs(plain)

    # ---- things
    def noun(self, meaning: Meaning) -> str | None:
        meaning = self.plainly(meaning)
        kind, parts = self._parts(meaning)
        match kind:
            case "":
                return None if meaning.kind == "bundle" else self.game.noun(meaning)
            case "restricted":
                return self.game.within(parts[0], parts[1]) if not self._parts(parts[0])[0] else self._within(parts)
            case _:
                return self.game.joined(kind, parts) or self._joined_nouns(kind, parts)

    def _within(self, parts: tuple[Meaning, ...]) -> str | None:
        noun = self.noun(parts[0])
        return None if noun is None else f"{noun}, {self.game.phase(parts[1])}"

    def _joined_nouns(self, kind: str, parts: tuple[Meaning, ...]) -> str | None:
        nouns = [self._part_noun(part, kind) for part in parts]
        known = [noun for noun in nouns if noun is not None]
        if len(known) < len(nouns):
            return None
        is_long = any(self._parts(part)[0] in BINDING for part in parts)
        match kind:
            case "not":
                return f"anything but {known[0]}"
            case "or":
                return ", or ".join(known) if is_long else listed(known, "or")
            case "and":
                return f"{listed(known)} on the same {self.unit}"
            case _:
                return f"{known[0]}{',' if is_long else ''} but not {listed(known[1:], 'or')}"

    def _part_noun(self, part: Meaning, whole: str) -> str | None:
        """A part of a joined event as a thing, in brackets where it does not bind closer than the whole."""
        noun, inner = self.noun(part), self._parts(part)[0]
        is_closer = whole == "not" or BINDING.get(inner, 0) < BINDING[whole]
        return noun if noun is None or is_closer else f"({noun})"

    def bare(self, meaning: Meaning) -> str | None:
        meaning = self.plainly(meaning)
        kind, parts = self._parts(meaning)
        match kind:
            case "":
                return self.game.bare(meaning)
            case "or":
                bare = [self.bare(part) for part in parts]
                return listed(bare, "or") if None not in bare else None
            case _:
                return None

    def comes(self, meaning: Meaning) -> tuple[str, str]:
        meaning = self.plainly(meaning)
        kind, parts = self._parts(meaning)
        return self.comes(parts[0]) if kind else self.game.comes(meaning)

    def none(self, meaning: Meaning, register: str) -> str:
        """That an event does not happen."""
        bare = self.bare(meaning)
        if bare is not None:
            few, clause = self.comes(meaning)
            return f"{'No' if register == 'rack' else 'no'} {bare}{clause if register == 'clause' else few}"
        noun = self.noun(meaning)
        text = f"no {self.unit} is {noun}" if noun is not None else self._never(meaning)
        return _capitalized(text) if register == "rack" else text

    def _never(self, meaning: Meaning) -> str:
        """That an event that is not a thing does not happen."""
        plain = self.plainly(meaning)
        kind, parts = self._parts(plain)
        if kind not in ("", "or"):
            return f"not once {self.clause(meaning)}"
        denied = [None if self._parts(part)[0] else self.game.negated(part) for part in parts or (plain,)]
        return f"not once {self.clause(meaning)}" if None in denied else listed(denied)

    def deed(self, meaning: Meaning) -> str | None:
        meaning = self.plainly(meaning)
        return None if self._parts(meaning)[0] or meaning.kind == "bundle" else self.game.deed(meaning)

    def many(self, meaning: Meaning, times: int) -> str:
        meaning = self.plainly(meaning)
        return super().many(meaning, times) if self._parts(meaning)[0] else self.game.many(meaning, times)

    # ---- registers
    def short(self, meaning: Meaning, times: int = 1) -> str:
        meaning = self.plainly(meaning)
        kind, parts = self._parts(meaning)
        if meaning.kind == "bundle":
            return self._bundle(meaning)
        if not kind:
            return self.game.short(meaning, times)
        return f"{self.noun(meaning) or self._clauses(kind, parts)}{repeated(times)}"

    def rack(self, meaning: Meaning, times: int = 1) -> str:
        meaning = self.plainly(meaning)
        kind, _ = self._parts(meaning)
        if meaning.kind == "bundle":
            return self._bundle(meaning)
        if not kind:
            return self.game.rack(meaning, times)
        noun = self.noun(meaning)
        in_all = " in all" if times > 1 else ""
        return (
            _capitalized(self.clause(meaning, times))
            if noun is None
            else f"{self.game.shown(noun, 'rack', 1)}{repeated(times)}{in_all}"
        )

    def clause(self, meaning: Meaning, times: int = 1) -> str:
        meaning = self.plainly(meaning)
        kind, parts = self._parts(meaning)
        if meaning.kind == "bundle":
            return self._bundle(meaning)
        if not kind:
            return self.game.clause(meaning, times)
        noun = self.noun(meaning)
        if noun is None:
            return f"{self._clauses(kind, parts)}{repeated(times)}"
        return f"{self.game.shown(noun, 'clause', times)}{' in all' if times > 1 else ''}"

    def _clauses(self, kind: str, parts: tuple[Meaning, ...]) -> str:
        clauses = [self.clause(part) for part in parts]
        match kind:
            case "not":
                return self.game.negated(parts[0]) or f"anything but this happens: {clauses[0]}"
            case "restricted":
                return f"{clauses[0]} {self.game.phase(parts[1])}"
            case "but not":
                return f"{clauses[0]}, but not if {listed(clauses[1:], 'or')}"
            case "and":
                return self._together(parts)
            case _:
                return listed(clauses, "or")

    def _together(self, parts: tuple[Meaning, ...]) -> str:
        """What one outcome does at once, and after it what it does not."""
        done = [self.clause(part) for part in parts if self._parts(part)[0] != "not"]
        left = [self.clause(part) for part in parts if self._parts(part)[0] == "not"]
        if not done or not left:
            return f"{listed(done or left)} on the same {self.unit}"
        same = f" on the same {self.unit}" if len(done) > 1 else ""
        return f"{listed(done)}{same}, but {listed(left)}"

    def _bundle(self, meaning: Meaning) -> str:
        names = meaning.values
        return f"{listed(names)} {'wins' if len(names) == 1 else 'win'}" if names else "part of it pushes"

    # ---- what the rules of a wager ask
    def until(self, meaning: Meaning) -> str:
        meaning = self.plainly(meaning)
        if meaning.kind == "bundle":
            return self._bundle(meaning)
        kind, _ = self._parts(meaning)
        return self.game.until(meaning) if not kind else self.noun(meaning) or self.clause(meaning)

    def plain(self, meaning: Meaning) -> str:
        meaning = self.plainly(meaning)
        if meaning.kind == "bundle":
            return self._bundle(meaning)
        kind, parts = self._parts(meaning)
        if not kind:
            return self.game.plain(meaning)
        noun = self.noun(meaning)
        if noun is not None:
            return self.game.shown(noun, "plain", 1)
        return listed([self.plain(part) for part in parts], "or") if kind == "or" else self.clause(meaning)

    def mark(self, meaning: Meaning) -> str | None:
        return None if meaning.kind in JOINED else self.game.mark(meaning)

    def placed(self, meaning: Meaning, register: str) -> str:
        match meaning:
            case Meaning("placed", (event,)):
                return self.game.placed(self.plainly(_meaning(event)), register)
            case Meaning("not", (Event(meaning=Meaning("placed", (event,))),)):
                return self.game.missed(self.plainly(_meaning(event)), register)
            case _:
                return {"short": self.short, "rack": self.rack, "clause": self.clause}[register](meaning)

    def before(self, ends: Meaning, wins: Meaning) -> str | None:
        ends, wins = self.plainly(ends), self.plainly(wins)
        return None if self._parts(ends)[0] or self._parts(wins)[0] else self.game.before(ends, wins)

    def note(self, meaning: Meaning) -> str:
        meaning = self.plainly(meaning)
        kind, parts = self._parts(meaning)
        return " ".join(filter(None, map(self.note, parts))) if kind else self.game.note(meaning)

    def ender(self, meaning: Meaning) -> str:
        meaning = self.plainly(meaning)
        kind, parts = self._parts(meaning)
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
        return "" if self._parts(meaning)[0] else self.game.ender_note(meaning)

    def ender_mark(self, meaning: Meaning) -> str:
        meaning = self.plainly(meaning)
        return "" if self._parts(meaning)[0] else self.game.ender_mark(meaning)

    def counted_noun(self, meanings: Sequence[Meaning]) -> tuple[str, str]:
        plain = [self.plainly(meaning) for meaning in meanings]
        joined = any(self._parts(meaning)[0] for meaning in plain)
        return (self.unit, f"{self.unit}s") if joined else self.game.counted_noun(plain)

    def every(self, meanings: Sequence[Meaning], register: str) -> str:
        plain = [self.plainly(meaning) for meaning in meanings]
        if not any(self._parts(meaning)[0] for meaning in plain):
            return self.game.every(plain, register)
        nouns = [self.noun(meaning) for meaning in plain]
        if None not in nouns:
            told = listed(nouns)
            return told if register == "short" else self.game.shown(told, register, 1)
        told = listed([self.clause(meaning) for meaning in plain])
        return _capitalized(told) if register == "rack" else told

    def counted(self, meanings: Sequence[Meaning], register: str) -> str:
        plain = [self.plainly(meaning) for meaning in meanings]
        if not any(self._parts(meaning)[0] for meaning in plain):
            return self.game.counted(plain, register)
        told = listed([self.noun(meaning) or self.clause(meaning) for meaning in plain], "or")
        if any(self.noun(meaning) is None for meaning in plain):
            return super().tally(told, register, self.unit)
        return self.game.tally(told, register, self.unit)


@cache
def joined_wording(game: EventWording, unit: str) -> JoinedWording:
    """The wording of a game with joined events."""
    return JoinedWording(game, unit)
