"""Random cards within the grammar: every phrase, field and kind of option, for every game, from a seed.

``python -m tests.support.card_generator SEED`` prints one. Most of them are legal; the others are refused with a
sentence, because a generator that knew every reason for a refusal would be a second checker.
"""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import yaml

GAMES = ("craps", "roulette", "baccarat", "sic-bo")
UNITS = {"craps": "roll", "roulette": "spin", "baccarat": "hand", "sic-bo": "roll"}
SHORT = ("baccarat", "sic-bo")
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
SECOND = ("craps", "roulette", "sic-bo")
"""Games whose phrases of the second edition are written; the others keep to those of the first."""
OPTION_IDS = ("ends", "who", "if", "low", "pays", "n", "cells", "order", "a", "a-b", "decks", "play", "wager", "table")
MANY = 12
LARGE = 0.12
"""How many ladders have a thousand states or more: each takes seconds."""
TABLE_NAMES = (("1", "2"), ("A", "B", "C"), ("1", "1A"), ("2", "1"), ("best", "x"))


@dataclass(frozen=True)
class Generated:
    """A card nobody wrote, and the phrases it was made of by their kind in the grammar."""

    seed: int
    game: str
    text: str
    phrases: tuple[tuple[str, str], ...]

    @property
    def fields(self) -> set[tuple[str, str]]:
        """Every field it uses, with where: card, option, wager or line."""
        card = yaml.load(self.text, Loader=yaml.BaseLoader)
        used = {("card", name) for name in card}
        used |= {("option", name) for option in card.get("options", {}).values() for name in option}
        for wager in card["wagers"].values():
            used |= {("wager", name) for name in wager}
            pays = wager.get("pays", {})
            for lines in pays.values() if isinstance(pays, dict) else [pays]:
                used |= {("line", name) for line in lines if isinstance(line, dict) for name in line}
        return used


def generated(seed: int) -> Generated:
    """The card of a seed."""
    writer = _Writer(Random(f"card {seed}"), GAMES[seed % len(GAMES)])
    text = yaml.safe_dump(writer.card(), sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)
    return Generated(seed, writer.game, text, tuple(writer.phrases))


class _Writer:
    """Writes one card: each method returns a piece of it."""

    def __init__(self, random: Random, game: str) -> None:
        self.random, self.game, self.unit = random, game, UNITS[game]
        self.phrases: list[tuple[str, str]] = []
        self.options: dict[str, dict[str, Any]] = {}
        self.wagers: dict[str, dict[str, Any]] = {}
        self.events: dict[str, str] = {}
        self.is_second = game in SECOND
        self.cells = False
        self.wheel = random.choice(WHEELS)
        self.most = self.most_on_card = MANY
        """How many outcomes a wager may see, by its shortest end."""

    # ---- choices
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
        return self.phrase("guarded", " and ".join(f"{name} is {self.random.choice(named[name])}" for name in asked))

    # ---- the card
    def card(self) -> dict[str, Any]:
        random = self.random
        head: dict[str, Any] = {"card": random.choice(("made-up", "a", "a-1", "7", "craps-2"))}
        head |= {name: random.choice(TEXTS) for name in ("title", "about", "source")}
        head |= {"game": self.game}
        if self.game != "craps" or self.maybe(0.2):
            head["chance"] = self.chance()
        if self.maybe(0.12):
            head["cells"] = self.varied("cells", lambda: random.choice(("to 1", "for 1")), 0.4)
            self.cells = True
        if self.is_second and self.maybe(0.4):
            head["events"] = self.named_events()
        if self.game not in SHORT or self.maybe(0.2):
            head["ends"] = self.varied("ends", self.ends)
            self.most_on_card = self.shortest()
        elif self.game in SHORT:
            self.most_on_card = 1
        for name, share, kind, make in self.settings():
            if self.maybe(share):
                head[name] = self.varied(kind, make)
        for name in ("several", "partial"):
            if self.maybe(0.15):
                head[name] = self.answer()
        for name in random.sample(WAGER_IDS, random.choice((1, 1, 2, 2, 3, 4))):
            self.wagers[name] = self.wager()
        if self.others() and self.maybe(0.15):
            self.wagers["listed"] = self.any_listed()
        if self.is_second and self.maybe(0.15):
            self.add_bundle()
        if self.options:
            head["options"] = self.options
        return {**head, "wagers": self.wagers}

    def named_events(self) -> dict[str, str]:
        """Events with names, later ones made of earlier ones."""
        for name in self.random.sample(EVENT_IDS, self.random.choice((1, 2, 2, 3))):
            self.events[name] = self.phrase("event", self.event())
        return self.events

    def add_bundle(self) -> None:
        """A call for several wagers that one outcome decides."""
        parts = {}
        for name in ("part-1", "part-2", "part-3")[: self.random.choice((1, 2, 3))]:
            self.wagers[name] = {"ends": self.phrase("ends", f"after 1 {self.unit}"), "pays": [
                {"when": self.phrase("condition", self.every_phase()), "pays": self.pay(self.cells, 0.0)}
            ]}  # fmt: skip
            if self.game == "craps":
                self.wagers[name]["works"] = self.phrase("works", "always")
            parts[name] = str(self.random.randint(1, 9))
        self.wagers["call"] = {"bundle": parts} | ({"name": self.random.choice(TEXTS)} if self.maybe(0.3) else {})

    def every_phase(self) -> str:
        """An event that is the same on every outcome."""
        if self.game != "craps":
            return self.plain_event()
        dice = ("hard 8 rolled", "5-1 rolled", "any seven", "doubles rolled", "easy 4 or 6 rolled")
        return self.random.choice((f"{self.numbers(TOTALS, 3)} rolled", *dice))

    def settings(self) -> tuple[tuple[str, float, str, Callable[[], str]], ...]:
        """Fields of a card that say how its wagers are treated: name, share of cards, kind of phrase, maker."""
        return (
            ("settles", 0.15, "settles", self.settles),
            ("takes", 0.04 if self.is_second else 0.0, "takes", self.takes),
            ("works", 0.15 if self.game == "craps" else 0.03, "works", self.works),
            ("marks", 0.25, "marks", self.marks),
            ("opens", 0.25, "opens", self.opens),
            ("requires", 0.15, "requires", self.requires),
            ("offers", 0.15, "offers", self.offers),
            ("envy on", 0.15, "envy_on", lambda: self.random.choice(("wins", "wins and surrenders"))),
        )

    def answer(self) -> str:
        both = [self.phrase("answer", "yes"), self.phrase("answer", "no")]
        name = self.option(both, as_list=True) if self.maybe(0.3) else None
        return f"<{name}>" if name else self.random.choice(both)

    def chance(self) -> str:
        if self.game in ("craps", "sic-bo"):
            return self.phrase("chance", "two dice" if self.game == "craps" else "three dice")
        if self.game == "roulette":
            name = self.option(list(WHEELS)[: self.random.choice((2, 3))], as_list=True) if self.maybe(0.15) else None
            self.phrase("chance", f"a {self.wheel} wheel")
            return f"a <{name}> wheel" if name else f"a {self.wheel} wheel"
        name = self.option(["6", "8"], as_list=True) if self.maybe(0.2) else None
        decks = self.random.choice((1, 6, 6, 8, 8, 8, 12))
        self.phrase("chance", f"a shoe of {decks} decks")
        return f"a shoe of <{name}> decks" if name else f"a shoe of {decks} decks"

    def settles(self) -> str:
        return self.random.choice(("as soon as decided", "at the end"))

    def takes(self) -> str:
        return self.random.choice(("the first in the list", "the first to happen", "the first to happen"))

    def works(self) -> str:
        return "with a point on" if self.game == "craps" and self.maybe(0.7) else "always"

    def marks(self) -> str:
        plain = ["from the first bet", "none"]
        return self.random.choice(
            [*plain, "from seven to seven", "over the shooter's hand"] if self.game == "craps" else plain
        )

    def opens(self) -> str:
        windows = [f"before any {self.unit}", f"before any {self.unit}s"]
        if self.game == "craps":
            windows += ["before the come-out", "before the first roll of a round", "after the come-out"] * 2
        guards = ["", "", ", while the wager has no marks", ", while no wager of this card is up"]
        return self.random.choice(windows) + self.random.choice(guards)

    def requires(self) -> str:
        return self.random.choice(
            (
                "nothing",
                "a wager on craps: pass",
                "a wager on craps: pass or dont-pass",
                "a wager on a-1: x or x-1 or 2",
            )
        )

    def offers(self) -> str:
        kinds = self.random.sample(("surrender", "cash out", "take back"), self.random.randint(1, 3))
        return "none" if self.maybe(0.2) else ", ".join(kinds)

    def shortest(self, since: int = 0) -> int:
        """The fewest outcomes after which any of the ends written since is over."""
        ends = [text for kind, text in self.phrases[since:] if kind == "ends"]
        after = [int(number) for text in ends for number in re.findall("after ([0-9]+)", text)]
        return min(after, default=MANY)

    def ends(self) -> str:
        random = self.random
        if self.game in SHORT:
            return random.choice((f"after 1 {self.unit}", f"after 1 {self.unit}s"))
        count = random.choice((1, 1, 1, 1, 2, 2, 2, 2, 3) if self.maybe(0.9) else (3, 4, 5, 6, 9, 20, 100))
        after = f"after {count} {self.unit}" + ("s" if count > 1 or self.maybe(0.1) else "")
        if self.maybe(0.15):
            parts = [self.event() for _ in range(random.choice((1, 1, 2)))]
            parts.insert(random.randint(0, len(parts)), after)
            return random.choice((", or ", ", or ", ",or ")).join(parts[-3:])
        if self.game == "roulette":
            return after if self.maybe(0.8) else self.event()
        usual = random.choice(
            ("any seven", "any seven", "seven-out", "seven-out", "the line is decided", "the line loses")
        )
        return random.choice((usual, usual, usual, after, self.event()))

    # ---- wagers
    def wager(self) -> dict[str, Any]:
        random = self.random
        wager: dict[str, Any] = {}
        for name, share in (("name", 0.6), ("also", 0.1), ("source", 0.2)):
            if self.maybe(share):
                wager[name] = random.choice(TEXTS)
        bare, self.most = self.cells, self.most_on_card
        if not bare and self.maybe(0.05):
            wager["cells"] = self.phrase("cells", random.choice(("to 1", "for 1")))
            bare = True
        if self.maybe(0.15) and self.game not in SHORT:
            before = len(self.phrases)
            wager["ends"] = self.varied("ends", self.ends)
            self.most = self.shortest(before)
        for name, share, kind, make in self.settings():
            if name in ("settles", "takes", "works", "opens") and self.maybe(share / 3):
                wager[name] = self.phrase(kind, make())
        if self.game == "craps" and self.maybe(0.12):
            wager["line"] = self.phrase("line", random.choice(("its own", "its own", "the table's")))
        if self.maybe(0.1):
            down = random.choice((f"before the first {self.unit}", f"before the first {self.unit}s", "at any time"))
            wager["take down"] = self.phrase("take_down", down)
        kinds = {
            "craps": (self.plain, self.plain, self.listed, self.ladder, self.ladder, self.repeater, self.rungs),
            "roulette": (self.plain, self.plain, self.listed, self.listed, self.placed, self.repeater, self.rungs),
            "baccarat": (self.plain, self.listed, self.listed, self.repeater),
            "sic-bo": (self.plain, self.listed, self.listed, self.placed, self.repeater),
        }
        wager |= random.choice(kinds[self.game])(bare)
        if self.is_second and "counts" not in wager and "settles" not in wager and self.maybe(0.2):
            wager["takes"] = self.phrase("takes", self.takes())
        if self.maybe(0.2):
            wager["envy"] = self.varied("pay", self.envy)
        return wager

    def envy(self) -> str:
        return self.random.choice(("1 to 1", "2 to 1", "0.5 to 1", "5 for 1", "not posted"))

    def plain(self, bare: bool) -> dict[str, Any]:
        if self.maybe(0.04):
            rule = self.phrase("condition", "no rule given")
        elif self.others() and self.maybe(0.2):
            rule = self.any_of()
        else:
            rule = self.varied("condition", self.condition)
        return {"wins": rule, "pays": self.tables(lambda: self.pay(bare))}

    def any_of(self) -> str:
        return self.phrase("condition", self.of_names())

    def of_names(self) -> str:
        """Wagers and events by name: one of them, some or all."""
        known = [*self.others(), *self.events]
        names = self.random.sample(known, self.random.randint(1, min(4, len(known))))
        listed = ", ".join(names)
        if not self.is_second:
            return f"any of {listed}"
        some = f"any {self.random.randint(1, len(names))} of {listed}"
        return self.random.choice((f"any of {listed}", some, f"all of {listed}"))

    def others(self) -> list[str]:
        """The wagers so far that do not stand on places."""
        return [name for name, wager in self.wagers.items() if "places" not in wager and "bundle" not in wager]

    def any_listed(self) -> dict[str, Any]:
        """A wager on a list of others, which the operator chooses."""
        free = [name for name in OPTION_IDS if name not in self.options]
        name, names = self.random.choice(free), self.others()
        tables = self.random.choice((("1",), ("1",), ("1", "2"), ("A", "B")))
        chosen = {table: self.random.sample(names, self.random.randint(1, len(names))) for table in tables}
        self.options[name] = {
            self.random.choice(("why", "about")): self.random.choice(TEXTS), "any of": names, "default": chosen,
        }  # fmt: skip
        self.phrase("condition", f"any of {', '.join(names)}")
        pays: Any = {table: self.pay(self.cells) for table in tables}
        return {"wins": f"any of <{name}>", "pays": pays if tables != ("1",) or self.maybe(0.3) else pays["1"]}

    def listed(self, bare: bool) -> dict[str, Any]:
        return {"pays": self.tables(lambda: self.lines(bare), 0.15)}

    def lines(self, bare: bool) -> list[dict[str, str]]:
        rules = list(dict.fromkeys(self.condition() for _ in range(self.random.choice((1, 2, 2, 3, 4, 6)))))
        rules.sort(key=lambda rule: (not rule.startswith(("spins", "all", "hard")), "times" not in rule))
        lines = []
        for number, rule in enumerate(rules):
            line = {"when": self.phrase("condition", rule), "pays": self.pay(bare)}
            guard = self.guard() if number and self.maybe(0.2) else None
            lines.append(line | ({"if": guard} if guard else {}))
        return lines

    def repeater(self, bare: bool) -> dict[str, Any]:
        """An event so many times, perhaps with surrender on the way."""
        times = min(self.most, self.random.choice((1, 2, 2, 2, 3, 3, 4, 5)))
        event = "the number is " + self.random.choice(("red", "1 to 18", "in column 2"))
        if self.game != "roulette":
            event = self.event()
        rule = self.phrase("condition", f"{event} {times} times")
        wager: dict[str, Any] = {"wins": rule, "pays": self.tables(lambda: self.pay(bare))}
        if times > 1 and self.maybe(0.8):
            low = self.random.randint(1, times - 1)
            pays = {str(self.rung(count)): self.posted() for count in range(low, times)}
            wager["surrender"] = pays
        return wager

    def rung(self, count: int, more: bool = False) -> str:
        return self.phrase("rung", f"{count} or more" if more else str(count))

    def rungs(self, bare: bool) -> dict[str, Any]:
        """A ladder that counts any event, outcomes, doubles or names, with ranges of counts."""
        named = [*self.others(), *self.events]
        kinds = [self.event(), self.event(), f"{self.unit}s", self.unit]
        if self.game == "craps" and self.most > 5:
            kinds.append("different doubles rolled")
        if named:
            kinds.append("how many of " + ", ".join(self.random.sample(named, self.random.randint(1, len(named)))))
        counted = self.random.choice(kinds)
        top = 6 if counted.startswith("different") else counted.count(",") + 1 if counted.startswith("how") else None
        high = top or self.random.randint(1, min(6, self.most))
        low = self.random.randint(0 if high > 1 and self.maybe(0.1) else 1, high)
        pays: dict[str, str] = {}
        while low <= high:
            last = min(high, low + self.random.choice((0, 0, 0, 1, 2)))
            is_top = last == high
            if is_top and top is None:
                last = low
            text = str(low) if last == low else f"{low} to {last}"
            pays[self.phrase("rung", f"{low} or more" if is_top and top is None else text)] = self.pay(bare, 0.02)
            low = last + 1 if not (is_top and top is None) else high + 1
        wager: dict[str, Any] = {"counts": self.phrase("counts", counted), "pays": pays}
        if self.maybe(0.2):
            wager["cash out"] = self.phrase("cash_out", "at any pay")
        return wager

    def ladder(self, bare: bool) -> dict[str, Any]:
        usual = ("different points made", "points made", "line wins")
        counted = "different numbers rolled" if self.maybe(LARGE) else self.random.choice(usual)
        top = {"different numbers rolled": 10, "different points made": 6}.get(counted)
        if top is not None and top > self.most:
            counted, top = "line wins", None
        high = top or self.random.randint(1, min(4, self.most))
        low = self.random.randint(max(1, high - 5), high)

        def pays() -> dict[str, str]:
            rungs = {self.rung(count): self.pay(bare, 0.02) for count in range(low, high)}
            return {**rungs, self.rung(high, more=top is None or self.maybe(0.2)): self.pay(bare, 0.02)}

        wager: dict[str, Any] = {"counts": self.varied("counts", lambda: counted), "pays": self.tables(pays)}
        if self.maybe(0.6):
            wager["cash out"] = self.phrase("cash_out", "at any pay")
        if self.maybe(0.5):
            wager["take back"] = self.phrase("take_back", "after the first roll, below the first pay")
        return wager

    def placed(self, bare: bool) -> dict[str, Any]:
        """A wager once for each place of the layout."""
        if self.game == "sic-bo":
            return self.placed_faces(bare)
        kind = self.random.choice(PLACES[self.wheel][: self.random.choice((2, 2, 3, 7))])
        times = self.random.choice(("", "", " 1 times", " 1 time", " 2 times" if self.most > 1 else ""))
        lands = "does not land" if self.maybe(0.1) else "lands"
        more = self.random.choice((" twice in a row", " exactly 2 times", " exactly 0 times", ", or " + self.history()))
        if self.most > 2 and self.maybe(0.3):
            times = more
        if kind == "number" and self.wheel != "triple-zero" and self.maybe(0.4):
            lands, times = "near", ""
        near = f"the number is within {self.random.randint(1, 4)} of this place on the wheel"
        rule = near if lands == "near" else f"the ball {lands} on this place{times}"
        return {
            "wins": self.phrase("condition", rule),
            "places": self.phrase("places", f"each {kind} on a {self.wheel} wheel"),
            "pays": self.tables(lambda: self.pay(bare), 0.1),
        }

    def placed_faces(self, bare: bool) -> dict[str, Any]:
        """A sic bo wager once for each face, or each two of them."""
        kind = self.random.choice(("double", "triple", "combination", "number"))
        times = f" {self.random.choice(TIMES)}" if kind == "number" else ""
        return {
            "wins": self.phrase("condition", f"this {kind} shows{times}"),
            "places": self.phrase("places", f"each {kind}"),
            "pays": self.tables(lambda: self.pay(bare), 0.1),
        }

    # ---- pays
    def tables(self, make: Callable[[], Any], share: float = 0.25) -> Any:
        """What one pay table holds, or several of them by name."""
        if not self.maybe(share):
            return make()
        return {name: make() for name in self.random.choice(TABLE_NAMES)}

    def posted(self) -> str:
        """A pay with an amount."""
        random = self.random
        per = random.choice((1, 1, 1, 1, 1, 2, 5, 6))
        amount = random.choice(
            (str(random.randint(per, 60)), str(random.randint(per, 300)), f"{per}.5", f"{per + 1}.95")
        )
        if self.maybe(0.05):
            return self.phrase("pay", random.choice(("0.95 to 1", "0.5 to 1", "1 to 6", "1 for 1")))
        return self.phrase("pay", f"{amount} {random.choice(('to', 'to', 'for'))} {per}")

    def pay(self, bare: bool, unposted: float = 0.06) -> str:
        random = self.random
        if bare:
            amount = random.choice((str(random.randint(1, 99)), str(random.randint(1, 99)), "1.5", "0", "-1"))
            return self.phrase("cell", amount)
        if self.maybe(0.1):
            half = ("loses half", "0.5 for 1") if self.is_second else ()
            return self.phrase("pay", random.choice(("push", "push", "loses", *half)))
        return self.phrase("pay", "not posted") if self.maybe(unposted) else self.posted()

    # ---- rules
    def condition(self) -> str:
        first = self.history()
        if not self.is_second or not self.maybe(0.2):
            return first
        for _ in range(self.random.choice((1, 1, 2))):
            first = self.joined(first, self.history())
        return first

    def joined(self, first: str, second: str) -> str:
        """Two histories, now and then without the comma where it may be left out."""
        join = self.random.choice((" or ", " and "))
        is_bound = first.startswith("no ") or " then " in first or ", no " in first
        is_loose = first.endswith((" times", " twice", " row", " same")) or second.startswith(("no ", "all of "))
        return f"{first}{'' if is_loose and not is_bound and self.maybe(0.5) else ','}{join}{second}"

    def history(self) -> str:
        random = self.random
        if self.game == "roulette" and self.maybe(0.4):
            return self.sequence()
        if self.game == "craps" and self.maybe(0.3):
            return self.all_of()
        if self.is_second and self.game not in SHORT and self.maybe(0.5):
            return self.later()
        event = self.event()
        times = min(self.most, random.choice((1, 1, 1, 2, 2, 3, 4)))
        return f"{event} {self.often(times)}" if times > 1 or self.maybe(0.05) else event

    def often(self, times: int) -> str:
        words = {1: "once", 2: "twice", 3: "three times"}
        return words[times] if self.is_second and times in words and self.maybe(0.3) else f"{times} times"

    def later(self) -> str:
        """A history of the second edition: running, in a pattern, exactly so often, not at all."""
        random = self.random
        times = min(self.most, random.choice((1, 2, 2, 3, 4)))
        pattern = self.event() + "".join(
            random.choice((" then ", " then at once ")) + self.event()
            for _ in range(min(self.most - 1, random.choice((1, 1, 1, 2, 3))))
        )
        no = random.choice(("seven", "point made", "any seven")) if self.game == "craps" else self.event()
        names = [self.of_names()] if self.others() or self.events else []
        return random.choice((
            f"{self.event()} {self.often(times)} in a row", f"{self.event()} exactly {self.often(times)}",
            pattern, pattern, f"no {no if self.maybe(0.5) else self.event()}", *names,
        ))  # fmt: skip

    def all_of(self) -> str:
        """Each of several totals, points, or ways of rolling a total."""
        random, made = self.random, self.maybe(0.4)
        times = f" {self.often(random.choice((1, 2, 2, 3)))}" if self.maybe(0.25) else ""
        if self.maybe(0.3):
            ways = ["hard 4", "hard 6", "hard 8", "hard 10", "easy 4", "easy 6", "5-1", "2-2", "6-5"]
            return f"all of {', '.join(random.sample(ways, min(self.most, random.randint(1, 3))))} rolled{times}"
        if self.maybe(0.2) and self.most > 1:
            places = sorted(random.sample(range(1, min(4, self.most) + 1), min(2, self.most)))
            return f"{random.choice(('rolls', 'roll'))} {' '.join(map(str, places))} are the same"
        if self.maybe(0.15):
            low = random.randint(2, 10)
            return f"all of {low} to {low + min(self.most - 1, random.choice((1, 2)))} rolled{times}"
        most = 3 if times else 5
        numbers = self.numbers(POINTS if made else TOTALS, min(most, self.most), " ")
        return f"all of {numbers} {'made' if made else 'rolled'}{times}"

    def event(self) -> str:
        """An event, now and then joined to others or by its name."""
        event = self.plain_event()
        if self.is_second and self.maybe(0.25):
            for _ in range(self.random.choice((1, 1, 2))):
                event += self.random.choice(JOINS) + self.operand()
        return event

    def operand(self) -> str:
        """What may follow a join: in roulette it may leave out what it shares."""
        event = self.plain_event()
        if self.game == "roulette" and self.maybe(0.6):
            return event.removeprefix("the number is ")
        return event

    def plain_event(self) -> str:
        if self.events and self.maybe(0.25):
            return self.random.choice(("", "", "not ")) + self.random.choice(list(self.events))
        return {"craps": self.roll, "roulette": self.spin, "baccarat": self.hand, "sic-bo": self.throw}[self.game]()

    def throw(self) -> str:
        low, face = self.random.randint(4, 16), self.random.randint(1, 6)
        return self.random.choice((
            f"the total is {self.random.randint(3, 18)}",
            *([f"the total is {self.listed_numbers(tuple(range(3, 19)), 3)}",
               f"the total is not {self.listed_numbers(tuple(range(3, 19)), 3)}",
               f"the total is {self.numbers(tuple(range(3, 19)), 3)} without a triple",
               f"the total is {self.random.choice(('odd', 'even'))}"] if self.is_second else []),
            f"the total is {low} to {self.random.randint(low + 1, 17)} without a triple",
            f"the total is {self.random.choice(('odd', 'even'))} without a triple",
            f"{face} shows {self.random.choice(TIMES)}", f"{face} shows at least twice",
            f"{face} and {face % 6 + 1} show", f"triple {face}", "any triple",
        ))  # fmt: skip

    def listed_numbers(self, allowed: tuple[int, ...], most: int) -> str:
        """Numbers in a list, perhaps with a range or all from one on."""
        low = self.random.choice(allowed[:-1])
        high = self.random.choice([number for number in allowed if number > low])
        return self.random.choice((
            *[self.numbers(allowed, most)] * 3, f"{low} to {high}", f"{high} or more",
            f"{low} or {high} or more" if low + 1 < high else str(low),
        ))  # fmt: skip

    def roll(self) -> str:
        random, points = self.random, self.most > 1
        event = random.choice((
            f"{self.listed_numbers(TOTALS, 4)} rolled", f"{self.listed_numbers(TOTALS, 4)} rolled",
            f"{self.listed_numbers(TOTALS, 3)} not rolled",
            f"{random.choice(('5-1 or 4-2', '1-1', '6-5', '3-4'))} rolled",
            f"hard {self.numbers((4, 6, 8, 10), 2)} rolled", f"easy {self.numbers((4, 6, 8, 10), 2)} rolled",
            f"{random.choice(('hard 4', 'easy 6 or 8', '5-1', '4-4 or 6-6', 'doubles'))} not rolled",
            "doubles rolled", f"{self.numbers((*TOTALS, 7), 3)} on the come-out", "any seven", "seven",
            *(("seven-out", "a point made", *[f"{self.numbers(POINTS, 3)} made"] * 2) if points else ()),
            f"{self.numbers(POINTS, 3)} not made", "the line wins", "the line loses", "the line is decided",
            "the line does not win", "the line does not lose", "the line is not decided", "a point not made",
        ))  # fmt: skip
        if event.endswith("come-out") or not points or not self.maybe(0.12):
            return event
        if "made" in event or "seven-out" in event:
            return f"{event} with a point on"
        phases = ("on the come-out", "with a point on", f"with {self.numbers(POINTS, 2)} on")
        return f"{event} {random.choice(phases)}"

    def spin(self) -> str:
        random, low = self.random, self.random.randint(1, 35)
        zeros = WHEELS.index(self.wheel) + 1
        pocket = random.choice(("0", "00", "000")[:zeros] if self.maybe(0.3) else [str(low)])
        start = "the number is not " if self.maybe(0.25) else "the number is "
        return start + random.choice((
            *[random.choice(("red", "black", "odd", "even", "green"))] * 3, pocket, f"{low} or more",
            f"{low} to {random.randint(low + 1, 36)}", f"in column {random.randint(1, 3)}",
            f"in dozen {random.randint(1, 3)}",
            *([f"within {random.randint(1, 4)} of {pocket} on the wheel"] if zeros < 3 or self.maybe(0.05) else []),
        ))  # fmt: skip

    def sequence(self) -> str:
        random = self.random
        places = (1, 2, 3)[: min(self.most, random.choice((2, 2, 2, 3)))]
        spins = sorted(random.sample(places, min(len(places), random.choice((1, 2, 2, 3)))))
        named = f"spins {' '.join(map(str, spins))} are"
        ring = random.choice(("", " with 36 beside 1"))
        numbers = [*map(str, random.sample(range(1, 37), random.randint(1, 12))), *random.choice(((), (), ("0",)))]
        two = " ".join(map(str, sorted(random.sample((1, 2, 3)[: max(2, len(places))], 2))))
        return random.choice((
            f"{named} {' '.join(map(str, random.sample(range(1, 37), len(spins))))} in any order",
            f"{named} among {' '.join(numbers)}",
            f"{named} {random.choice(('in a row', 'consecutive numbers'))} "
            f"{random.choice(('in any order', 'in order'))}{ring}",
            *((f"spins {two} are {random.randint(1, 17)} apart{ring}", f"spins {two} are the same")
              if len(places) > 1 else (self.spin(),)),
        ))  # fmt: skip

    def holding(self, low: int = 0, high: int = 9) -> str:
        total = self.random.randint(low, high)
        return f"{total} in {self.random.choice((2, 3))} cards" if self.maybe(0.4) else str(total)

    def hand(self) -> str:
        side = self.random.choice(("player", "banker"))
        points = self.random.randint(1, 9)
        return self.random.choice((
            f"{side} wins", f"{side} wins", f"{side} wins with {self.holding(1)}", "tie",
            f"{self.holding(5, 9)} beats {self.holding(0, 4)}", f"both hands have {self.holding()}",
            f"one hand has {self.holding()}", f"{side} has a pair", "one hand has a pair", "both hands have a pair",
            "both hands have the same pair", f"a hand wins by {points} {'point' if points == 1 else 'points'}",
        ))  # fmt: skip


if __name__ == "__main__":
    print(generated(int(sys.argv[1])).text)
