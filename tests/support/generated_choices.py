"""Choices for random cards: words to choose from, phrases with options in their place, and guards."""

from collections.abc import Callable
from random import Random
from typing import Any

GAMES = ("craps", "roulette", "baccarat", "sic-bo")
UNITS = {"craps": "roll", "roulette": "spin", "baccarat": "hand", "sic-bo": "roll"}
SHORT: tuple[str, ...] = ("baccarat", "sic-bo")
"""Games in which one outcome decides every wager."""
TOTALS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
POINTS = (4, 5, 6, 8, 9, 10)
WHEELS = ("single-zero", "double-zero", "triple-zero")
TIMES = ("once", "twice", "three times")
PLACES = {
    "single-zero": ("trio", "first four", "six line", "street", "corner", "number", "split"),
    "double-zero": ("trio", "top line", "six line", "street", "corner", "number", "split"),
    "triple-zero": ("trio", "six line", "street", "corner", "number", "split"),
}
NAMES = (
    ("seven", "seven-out"), ("any", "any-seven"), ("a", "ab", "a-b"), ("1", "10"), ("yes", "no"), ("on", "off"),
    ("low", "low-out", "low-out-2"), ("is", "and", "or"), ("wins", "loses"), ("table", "table-1"), ("best", "never"),
    ("default", "none"), ("x", "x-x", "xx"), ("pays", "not-posted"),
)  # fmt: skip
"""Values of options: prefixes of one another, and words that mean something elsewhere."""
ODD_VALUES = (("As printed", "As printed."), ("a, b", "a"), ("é", "e"), ("7=7", "7"), ("it's", '"it"'))
"""Values that no guard can name: any text may stand there."""
TEXTS = (
    "Made up", "A & B <i>once</i>", "#let x = 1", "*Bold* _and_ `plain`", "$5 [on] @all", "C:\\new\\table", "// no: #1",
    "“Lucky” 7’s – it’s 100 %", "Éléphant rosé", "wins", "Low, table 1", "not posted", "{{ 1 }} {% x %}", "=1+1", "- -",
)  # fmt: skip
WAGER_IDS = (
    "low",
    "low-out",
    "low-out-2",
    "wins",
    "all",
    "a",
    "ab",
    "seven",
    "seven-out",
    "x-1",
    "x-1-2",
    "table",
    "none",
)
EVENT_IDS = ("small", "wild", "near-miss", "x2", "hot", "cold-1")
"""Names of events: no words of a game, no ids of wagers."""
JOINS = (" or ", " or ", " or ", " and ", " but not ")
OPTION_IDS = ("ends", "who", "if", "low", "pays", "n", "cells", "order", "a", "a-b", "decks", "play", "wager", "table")
MANY = 12
LARGE = 0.12
"""How many ladders have a thousand states or more: each takes seconds."""
TABLE_NAMES = (("1", "2"), ("A", "B", "C"), ("1", "1A"), ("2", "1"), ("best", "x"))


class Choices:
    """Chooses at random for one card, and takes down every phrase and option."""

    def __init__(self, random: Random, game: str) -> None:
        self.random, self.game, self.unit = random, game, UNITS[game]
        self.phrases: list[tuple[str, str]] = []
        self.options: dict[str, dict[str, Any]] = {}
        self.wagers: dict[str, dict[str, Any]] = {}
        self.events: dict[str, str] = {}
        self.cells = False
        self.points: tuple[int, ...] = POINTS
        """The totals that are points: more of them in crapless craps."""
        self.wheel = random.choice(WHEELS)
        self.most = self.most_on_card = MANY
        """How many outcomes a wager may see, by its shortest end."""

    def maybe(self, share: float) -> bool:
        return self.random.random() < share

    def phrase(self, kind: str, text: str) -> str:
        """A phrase, taken down with its kind."""
        self.phrases.append((kind, text))
        return text

    def numbers(self, allowed: tuple[int, ...], most: int, joint: str = " or ") -> str:
        count = min(self.random.randint(1, most), self.random.randint(1, most))
        return joint.join(map(str, self.random.sample(allowed, count)))

    def varied(self, kind: str, make: Callable[[], str], share: float = 0.12) -> str:
        """A phrase, or an option in its place that chooses between several."""
        if not self.maybe(share):
            return self.phrase(kind, make())
        words = list(dict.fromkeys(self.phrase(kind, make()) for _ in range(4)))[: self.random.choice((2, 2, 3))]
        name = self.option(words)
        return f"<{name}>" if name else words[0]

    def option(self, words: list[str], *, as_list: bool = False) -> str | None:
        """A new option that puts one of these words into a phrase; None where there are options enough."""
        free = [name for name in OPTION_IDS if name not in self.options]
        if len(self.options) >= 3 or len(words) < 2:
            return None
        name = self.random.choice(free)
        names = self.random.choice([pair for pair in NAMES if len(pair) >= len(words)])[: len(words)]
        if len(words) == 2 and self.maybe(0.1):
            names = self.random.choice(ODD_VALUES)
        values: Any = dict(zip(names, words, strict=True))
        default = self.random.choice(list(values))
        if as_list:
            values, default = words, self.random.choice(words)
        said = {self.random.choice(("why", "why", "about")): self.random.choice(TEXTS)}
        self.options[name] = {**said, "values": values, "default": default}
        return name

    def guard(self) -> str | None:
        """A guard on one or two options that are there, or on a new one."""
        named = {
            name: list(option["values"])
            for name, option in self.options.items()
            if "values" in option and not any(set(map(str, option["values"])) == set(odd) for odd in ODD_VALUES)
        }
        added = None
        if not named or self.maybe(0.3):
            added = name = self.option(
                list(self.random.choice([pair for pair in NAMES if len(pair) == 2])), as_list=True
            )
            if name is not None:
                named[name] = list(self.options[name]["values"])
        if not named:
            return None
        asked = self.random.sample(sorted(named), min(len(named), self.random.choice((1, 1, 2))))
        asked += [name for name in [added] if name and name not in asked]
        return self.phrase("guarded", " and ".join(f"{name} is {self.some_of(named[name])}" for name in asked))

    def some_of(self, values: list[str]) -> str:
        """A value that a guard asks for, or several of them, but not all."""
        count = self.random.choice((1, 1, 2)) if len(values) > 2 else 1
        return " or ".join(self.random.sample(values, count))
