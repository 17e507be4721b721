"""Which numbers a game allows at each place of its phrases, found by trying them.

The grammar has one word for a whole number; that a total of dice is 2 to 12 and a column 1 to 3 is known only to what
the phrases mean. So a short phrase around each place is read with one number after another.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, cached_property
from itertools import islice, pairwise, product

from lark import Token, UnexpectedInput
from lark.grammar import Rule
from lark.lexer import PatternStr

from rackcard.card.examples import example_phrases
from rackcard.card.phrases import STARTS, grammar_of, meaning_of, phrase_tree
from rackcard.games.game import Game
from rackcard.games.phrases import PhraseError, Scope

NUMBER = "INT"
AMOUNTS = ("AMOUNT", "SIGNED")
DEVICES = ("chance", "places")
"""Kinds of phrases that name what a card is played with."""
NO_NAME = "no-such-name"
NAMES = ("EVENT_NAME", "NAME")
TRIED = (*range(21), 36, 37, 100, 101)
"""Numbers tried at each place: one between two of them is allowed where one of these is, one above all as the last."""
FIRST_TRIED = (1, 3, 4, 6, 8, 17)
"""Where none of these fits, what is wrong is not the number."""
OTHERS = (1, 2, 3, 4, 6, 8, 17)
"""What another number of the phrase may be, while one is tried."""
JOINED = ("event",)
"""Kinds of phrases whose parts may leave out what they share, so that a part means nothing alone."""

SENTENCES_MAX = 4

Step = tuple[str, int, int]
"""A rule, the number of its alternative, and the place of a symbol in it."""
Path = tuple[Step, ...]


class NumberPlaces:
    """The numbers of one game's phrases."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.starts = (*STARTS, *game.phrases.starts)
        parser = grammar_of(game)
        self.terminals = {one.name: one.pattern for one in parser.terminals}
        self.rules: dict[str, list[Rule]] = defaultdict(list)
        for rule in parser.rules:
            self.rules[rule.origin.name].append(rule)
        self.shortest = self._shortest()
        self.lists = self._lists()
        self.roots = self._roots()
        self.known: dict[Path, tuple[int, ...] | None] = {}

    def _shortest(self) -> dict[str, tuple[str, ...]]:
        """The terminals of a shortest sentence of each rule, without names where it has another."""
        found: dict[str, tuple[str, ...]] = {}
        changed = True
        while changed:
            changed = False
            for name, rules in self.rules.items():
                for rule in rules:
                    parts = [(one.name,) if one.is_term else found.get(one.name) for one in rule.expansion]
                    if None in parts:
                        continue
                    sentence = tuple(word for part in parts if part is not None for word in part)
                    if name not in found or _cost(sentence) < _cost(found[name]):
                        found[name], changed = sentence, True
        return found

    def _lists(self) -> set[str]:
        """The rules that hold numbers and nothing else: lists and ranges have the same numbers as one alone."""
        found = set(self.rules)
        words = (NUMBER, "TO", "OR", "OR_MORE", "ZEROS", "_OR_TOTAL")
        changed = True
        while changed:
            plain = {
                name
                for name in found
                if all(
                    one.name in (words if one.is_term else found) for rule in self.rules[name] for one in rule.expansion
                )
                and (name.startswith("__") or self.shortest[name] == (NUMBER,))
            }
            changed, found = plain != found, plain
        return found

    def _roots(self) -> dict[str, str]:
        """The rules that are a whole phrase by themselves, with its kind; an item of a list has no meaning alone."""
        found = {name: name for name in self.starts if name not in JOINED}
        for kind in self.starts:
            for rule in self.rules[kind]:
                if len(rule.expansion) == 1 and not rule.expansion[0].is_term:
                    found.setdefault(rule.expansion[0].name, kind)
        return found

    # ---- numbers at a place
    def allowed(self, path: Path) -> tuple[int, ...] | None:
        """The numbers among those tried that may be at a place; None where nothing is known of it."""
        if path[0][0] not in self.roots:
            return None
        if path not in self.known:
            self.known[path] = self._tried(path)
        return self.known[path]

    def length(self, path: Path) -> int:
        """How many words the shortest phrase through a place has."""
        return len(self._around(path))

    def _tried(self, path: Path) -> tuple[int, ...] | None:
        kind = self.roots[path[0][0]]
        for text in self._sentences(path):
            if any(self._fits(kind, text, one) for one in FIRST_TRIED):
                tails = self._tails if kind in JOINED and "W" not in text else ()
                texts = (text, *(f"{text} {tail}" for tail in tails))
                found = tuple(one for one in TRIED if any(self._fits(kind, text, one) for text in texts))
                return found if len(found) < len(TRIED) else None
        return None

    def _fits(self, kind: str, text: str, number: int) -> bool:
        """Whether a phrase can be read with a number in place of V, and some other in place of W."""
        others = dict.fromkeys((*OTHERS, number, number + 1, max(number - 1, 0))) if "W" in text else (0,)
        filled = text.replace("V", str(number))
        return any(self._reads(kind, filled.replace("W", str(other))) for other in others)

    def _reads(self, kind: str, text: str) -> bool:
        try:
            phrase_tree(self.game, kind, text)
        except UnexpectedInput:
            return False
        for game, scope in self._scopes:
            with suppress(PhraseError):
                meaning_of(game, kind, text, scope)
                return True
        return False

    @cached_property
    def _scopes(self) -> list[tuple[Game, Scope]]:
        """The game as it is played with each device of the examples."""
        found: dict[object, tuple[Game, Scope]] = {}
        for text in example_phrases(self.game, "chance"):
            device = meaning_of(self.game, "chance", text, Scope())
            found.setdefault(device, (self.game.variant(device), Scope(device)))
        return list(found.values())

    def names(self, kind: str) -> tuple[str, ...]:
        """The names that a kind of phrase takes, where it takes only those of the game: of wheels."""
        return self._devices if self._devices and kind in DEVICES else ()

    @cached_property
    def _devices(self) -> tuple[str, ...]:
        """The names in the examples of what a card is played with; none where another name would do."""
        known: dict[str, None] = {}
        for kind in DEVICES:
            for text in example_phrases(self.game, kind):
                for token in phrase_tree(self.game, kind, text).scan_values(_is_name):
                    if self._reads(kind, text.replace(token, NO_NAME)):
                        return ()
                    known[str(token)] = None
        return tuple(known)

    # ---- phrases to try
    def _sentences(self, path: Path) -> Iterator[str]:
        """Phrases around a place, with V there and W for another number; none where it depends on more than that."""
        words = self._around(path)
        if words.count(NUMBER) > 1 or (NAMES[1] in words and path[0][0] not in DEVICES):
            return
        for chosen in islice(product(*map(self._samples, words)), SENTENCES_MAX):
            yield " ".join(chosen)

    def _around(self, path: Path) -> list[str]:
        """The terminals of a phrase that goes through a place, which is V."""
        (name, place, at), *rest = path
        words: list[str] = []
        for index, symbol in enumerate(self.rules[name][place].expansion):
            if index == at:
                words += self._around(tuple(rest)) if rest else ["V"]
            else:
                words += (symbol.name,) if symbol.is_term else self.shortest[symbol.name]
        return words

    def _samples(self, word: str) -> tuple[str, ...]:
        if word in ("V", NUMBER):
            return ("V" if word == "V" else "W",)
        pattern = self.terminals[word]
        if isinstance(pattern, PatternStr):
            return (pattern.value,)
        return self._seen.get(word, ())[:2]

    @cached_property
    def _seen(self) -> dict[str, tuple[str, ...]]:
        """Words of the examples by their terminal."""
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for kind in self.starts:
            for text in example_phrases(self.game, kind):
                with suppress(UnexpectedInput):
                    for token in phrase_tree(self.game, kind, text).scan_values(lambda one: isinstance(one, Token)):
                        found[token.type][str(token)] = None
        return {name: tuple(words) for name, words in found.items()}

    @cached_property
    def _tails(self) -> tuple[str, ...]:
        """How examples go on after their first item, where that is not an event by itself: an item may need another."""
        texts = example_phrases(self.game, "event")
        found = (re.search(r" ((?:and|or|but not) (.*))", text) for text in texts)
        return tuple(dict.fromkeys(match[1] for match in found if match and not self._reads("event", match[2])))


def _is_name(value: object) -> bool:
    return isinstance(value, Token) and value.type == "NAME"


def _cost(sentence: tuple[str, ...]) -> tuple[bool, bool, int]:
    return NAMES[0] in sentence, NAMES[1] not in sentence, len(sentence)


@cache
def numbers_of(game: Game) -> NumberPlaces:
    """The numbers of a game's phrases; what has been tried is kept."""
    return NumberPlaces(game)


def number_pattern(allowed: tuple[int, ...]) -> str:
    """An expression of the allowed numbers.

    >>> number_pattern((2, 3, 4)), number_pattern((1, 9, 10, 11, 12))
    ('(?:[2-4])(?![0-9a-z-])', '(?:[19]|1[0-2])(?![0-9a-z-])')
    """
    every = set(allowed)
    for low, high in pairwise(TRIED):
        if low in allowed or high in allowed:
            every.update(range(low + 1, high))
    by_digits: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for tens in range(10):
        if digits := tuple(digit for digit in range(10) if 10 * tens + digit in every):
            by_digits[digits].append(tens)
    parts = []
    for digits, leading in by_digits.items():
        if 0 in leading:
            parts.append(_digits(digits))
        if above := tuple(one for one in leading if one):
            parts.append(_digits(above) + _digits(digits))
    parts += ["100"] * (100 in every and 101 not in every) + ["[1-9][0-9]{2,3}"] * (101 in every)
    return f"(?:{'|'.join(parts)})(?![0-9a-z-])"


def _digits(digits: tuple[int, ...]) -> str:
    runs: list[list[int]] = []
    for digit in digits:
        if runs and digit == runs[-1][-1] + 1:
            runs[-1].append(digit)
        else:
            runs.append([digit])
    written = "".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else "".join(map(str, run)) for run in runs)
    return f"[{written}]" if len(digits) > 1 else written


def amount_guard(allowed: set[int]) -> str:
    """What keeps an amount from being one that is not allowed: zero, or more than a hundred."""
    zero = "" if 0 in allowed else r"(?!0(?:\.0+)?(?![0-9.]))"
    above = "" if 101 in allowed else r"(?!(?:[1-9][0-9]{3,}|[2-9][0-9]{2}|1(?:[1-9][0-9]|0[1-9]))(?![0-9]))"
    return zero + above
