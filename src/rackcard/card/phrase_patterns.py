"""Regular expressions of phrases, made from the grammar, for editors that underline as one types.

Each kind of phrase of a game becomes one expression that both ECMAScript and Python read. It takes every phrase that
``check`` takes, and refuses words in an order that the grammar does not have and numbers that the game does not have.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, partial

from lark import UnexpectedInput
from lark.lexer import Pattern, PatternStr

from rackcard.card.phrase_numbers import AMOUNTS, NUMBER, Path, Step, amount_guard, number_pattern, numbers_of
from rackcard.card.phrases import STARTS, grammar_of, is_word, phrase_tree, words_of
from rackcard.games.game import Game

GAP = r"\s*"
"""The lexer skips white space anywhere."""
WHOLE_GAP = r"\s*(?!\s)"
"""White space that is taken whole, where it could be divided in several ways."""
FILLED = r"[^<]*<[^<>]*>[\s\S]*"
"""A phrase with words that an option puts in: what they are is not known here."""
LONGEST = ("event",)
"""Rules whose first reading is kept, as the parser does, so that nothing is tried twice."""
LONG = 300
"""From how many signs on the item of a list is written once."""
NAMED = "EVENT_NAME"
NOT_JOINING = "(?!(?:or|and|then|not|no)(?![a-z0-9-]))"
"""Words between events are not taken for their names."""
LONGER = {"JOIN": ("OR_MORE", "JOIN_HISTORY")}
"""Words that begin as a longer one does, which the lexer prefers."""
AT_END = "$"

Ways = tuple[Path, ...]
"""The ways in which a place of the grammar is reached."""
Branch = tuple[Ways, str, int, int]
"""The ways to an alternative, its rule and number, and the symbol that comes next in it."""


@cache
def phrase_pattern(game: Game, kind: str, *, with_names: bool = True) -> str:
    """The expression of one kind of phrase; ``with_names`` where a card names events of its own."""
    return f"^(?:{FILLED}|{GAP}{_Writer(game, kind, with_names=with_names).written()}{GAP})$"


@cache
def name_pattern(game: Game) -> str:
    """The expression of a name for an event: not one of the words of the game."""
    words = sorted(filter(partial(is_word, game), words_of(game)), key=lambda word: (-len(word), word))
    return f"(?!(?:{'|'.join(map(_escaped, words))})(?![a-z0-9-]))[a-z][a-z0-9]*(?:-[a-z0-9]+)*"


class _Optional(str):
    """An expression that may be left out, with the white space before it."""


class _Writer:
    """Writes the expression of one starting rule."""

    def __init__(self, game: Game, kind: str, *, with_names: bool) -> None:
        self.game, self.kind, self.with_names = game, kind, with_names
        self.terminals = {one.name: one.pattern for one in grammar_of(game).terminals}
        self.numbers = numbers_of(game)
        self.rules = self.numbers.rules
        self.kept = 0

    def written(self) -> str:
        return self.rule(self.kind, ((),))

    # ---- rules
    def rule(self, name: str, ways: Ways, number: str | None = None) -> str:
        """A rule as an expression; one that begins with itself is what it begins with, and tails."""
        ways = ((),) if name in (*self.numbers.starts, *self.numbers.roots) else ways
        first: list[Branch] = []
        tails: list[Branch] = []
        for place, rule in enumerate(self.rules[name]):
            names = [symbol.name for symbol in rule.expansion]
            if names[:1] == [name]:
                tails.append((ways, name, place, 1))
            elif self.with_names or NAMED not in names:
                first.append((ways, name, place, 0))
        body = self.chain(name, first, number) or self.branches(first, number)
        if [self.after(one) for one in first] == [self.after(one) for one in tails]:
            body = f"(?:{body}{WHOLE_GAP})+"
        elif tails:
            body = f"{body}(?:{GAP}{self.branches(tails, number)})*"
        if name in LONGEST and name != self.kind:
            self.kept += 1
            return rf"(?=({body})(?={GAP}{self.follows(name)}))\{self.kept}"
        return body

    def chain(self, name: str, first: list[Branch], number: str | None) -> str:
        """A list whose items are long, with the item written once; empty where it is not such a list.

        An item is followed by what joins it to the next, or by what follows the list.
        """
        heads = {self.after(one)[0] for one in first if self.after(one)}
        stars = {self.after(one)[1] for one in first if len(self.after(one)) == 2}
        if len(stars) != 1 or any(not 1 <= len(self.after(one)) <= 2 for one in first):
            return ""
        star = next(iter(stars))
        rules = [[symbol.name for symbol in rule.expansion] for rule in self.rules.get(star, ())]
        if len(rules) != 2 or len(rules[0]) != 2 or rules[1] != [star, *rules[0]]:
            return ""
        join, item = rules[0]
        units = {rule.expansion[0].name for rule in self.rules[item] if len(rule.expansion) == 1} | {item}
        ways = tuple((*way, (star, 0, 1)) for one in first for way in one[0])
        if item in self.terminals or not heads <= units or len(body := self.rule(item, ways, number)) < LONG:
            return ""
        joined = self.terminal(join, "") if join in self.terminals else self.rule(join, ((),))
        return rf"(?:{body}{WHOLE_GAP}(?:{joined}(?=\s*\S){GAP}|(?={self.follows(name)})))+"

    def after(self, branch: Branch) -> list[str]:
        """The symbols that come next in an alternative."""
        _, name, place, at = branch
        return [symbol.name for symbol in self.rules[name][place].expansion[at:]]

    def branches(self, every: Iterable[Branch], number: str | None) -> str:
        """Alternatives as an expression, what they have in common at the front written once."""
        groups: dict[tuple[str, str], list[Branch]] = defaultdict(list)
        is_optional = False
        for branch in every:
            _, name, place, at = branch
            expansion = self.rules[name][place].expansion
            if at == len(expansion):
                is_optional = True
            else:
                groups[expansion[at].name, self.number_at([branch], number)].append(branch)
        longest = sorted(groups.values(), key=lambda group: -max(len(self.after(one)) for one in group))
        written = [self.group(group, number) for group in longest]
        if not written:
            return ""
        body = written[0] if len(written) == 1 else f"(?:{'|'.join(written)})"
        return _Optional(f"(?:{GAP}{body})?") if is_optional else body

    def group(self, group: list[Branch], number: str | None) -> str:
        """Alternatives that go on with the same symbol."""
        _, name, place, at = group[0]
        symbol = self.rules[name][place].expansion[at]
        if symbol.is_term:
            written = self.terminal(symbol.name, self.number_at(group, number))
        else:
            ways = tuple(way for branch in group for way in _here(branch))
            is_list = symbol.name in self.numbers.lists
            written = self.rule(symbol.name, ways, self.number_at(group, number) if is_list else number)
        rest = self.rest([(ways, name, place, at + 1) for ways, name, place, at in group], number)
        return written + rest if not rest or isinstance(rest, _Optional) else f"{written}{GAP}{rest}"

    def rest(self, group: list[Branch], number: str | None) -> str:
        """How alternatives go on; a long rule that all of them end with is written once."""
        endings = [self.after(one) for one in group]
        if len(endings) < 2 or any(one[-1:] != [LONGEST[0]] for one in endings):
            return self.branches(group, number)
        words = [GAP.join(self.terminal(word, "") for word in one[:-1]) for one in endings]
        before = "|".join(word for word in words if word)
        return f"(?:{before})?{GAP}{self.rule(LONGEST[0], ((),))}"

    # ---- words and numbers
    def terminal(self, name: str, number: str) -> str:
        if name == NUMBER and number:
            return number
        if name == "NAME" and (known := self.numbers.names(self.kind)):
            return f"(?:{'|'.join(known)})(?![a-z0-9-])"
        if name in LONGER:
            number = "".join(f"(?!{_expression(self.terminals[longer])})" for longer in LONGER[name])
        if name == NAMED:
            return rf"{NOT_JOINING}{_expression(self.terminals[name])}(?![a-z0-9-])"
        return number + _expression(self.terminals[name])

    def whole_word(self, name: str) -> str:
        """A terminal that does not begin a longer word: "three" is not "threes"."""
        written = self.terminal(name, "")
        is_word = isinstance(self.terminals[name], PatternStr) and written[-1].isalpha()
        return f"{written}(?![a-z0-9-])" if is_word else written

    def number_at(self, group: Sequence[Branch], known: str | None) -> str:
        """The expression of the numbers that may come next in one of some alternatives; empty where all may.

        Inside of a list they are known: those of one number alone.
        """
        _, name, place, at = group[0]
        symbol = self.rules[name][place].expansion[at]
        if symbol.name not in (NUMBER, *AMOUNTS, *self.numbers.lists):
            return ""
        if known is not None:
            return known
        found: set[int] = set()
        shortest: dict[Step, Path] = {}
        for way in (way for branch in group for way in _here(branch)):
            shortest[way[-1]] = min(way, shortest.get(way[-1], way), key=self.numbers.length)
        for way in shortest.values():
            allowed = self.numbers.allowed(way)
            if allowed is None:
                return ""
            found.update(allowed)
        return amount_guard(found) if symbol.name in AMOUNTS else number_pattern(tuple(sorted(found)))

    @cached_property
    def reachable(self) -> set[str]:
        """The rules that a phrase of this kind may be made of."""
        found: set[str] = set()
        waiting = [self.kind]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += [one.name for rule in self.rules[name] for one in rule.expansion if not one.is_term]
        return found

    def follows(self, name: str) -> str:
        """What may come after a rule in a phrase of this kind."""
        found: dict[str, None] = {}
        seen: set[str] = set()
        waiting = [name]
        while waiting:
            wanted = waiting.pop()
            if wanted in seen:
                continue
            seen.add(wanted)
            if wanted == self.kind:
                found[AT_END] = None
            for owner in sorted(self.reachable):
                for rule in self.rules[owner]:
                    for place, symbol in enumerate(rule.expansion):
                        if symbol.name == wanted and place + 1 < len(rule.expansion):
                            found |= dict.fromkeys(self.begins(rule.expansion[place + 1].name))
                        elif symbol.name == wanted:
                            waiting.append(owner)
        written = sorted({AT_END if one == AT_END else self.whole_word(one) for one in found})
        return f"(?:{'|'.join(written)})"

    def begins(self, name: str, seen: frozenset[str] = frozenset()) -> Iterator[str]:
        """The terminals that a symbol may begin with."""
        if name in self.terminals:
            yield name
        elif name not in seen:
            for rule in self.rules[name]:
                yield from self.begins(rule.expansion[0].name, seen | {name})


def _here(branch: Branch) -> Iterator[Path]:
    ways, name, place, at = branch
    return ((*way, (name, place, at)) for way in ways)


def _escaped(text: str) -> str:
    """A text as an expression; ECMAScript has no use for some of the escapes that Python writes."""
    return re.escape(text).replace(r"\-", "-").replace(r"\ ", r"\s")


def _expression(pattern: Pattern) -> str:
    """A terminal as an expression without groups that are counted."""
    if isinstance(pattern, PatternStr):
        return _escaped(pattern.value)
    plain = re.sub(r"\((?!\?)", "(?:", pattern.value).replace(r"\ ", r"\s").replace(r"[ \t]", r"\s").replace(" ", r"\s")
    return f"(?:{plain})"


def kinds_of(game: Game) -> tuple[str, ...]:
    """The kinds of phrases that a game has."""
    return (*STARTS, *game.phrases.starts)


def reads(game: Game, kind: str, text: str) -> bool:
    """Whether the grammar takes a text for a phrase of a kind."""
    try:
        phrase_tree(game, kind, text)
    except UnexpectedInput:
        return False
    return True
