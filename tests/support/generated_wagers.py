"""Random wagers: plain, listed, ladders, repeaters, on places, with their pays."""

import re
from collections.abc import Callable
from typing import Any

from tests.support.generated_choices import LARGE, MANY, OPTION_IDS, PLACES, SHORT, TABLE_NAMES, TEXTS, TIMES
from tests.support.generated_events import EventWriter


class WagerWriter(EventWriter):
    """Writes the wagers of a card."""

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
            "roulette": (self.plain, self.listed, self.listed, self.placed, self.placed, self.repeater, self.rungs),
            "baccarat": (self.plain, self.listed, self.listed, self.repeater, self.counted),
            "sic-bo": (self.plain, self.listed, self.listed, self.placed, self.repeater),
        }
        wager |= random.choice(kinds[self.game])(bare)
        if "counts" not in wager and "settles" not in wager and self.maybe(0.2):
            wager["takes"] = self.phrase("takes", self.takes())
        guard = self.guard() if self.maybe(0.04) else None
        if guard:
            wager["if"] = guard
        if self.maybe(0.2):
            wager["envy"] = self.varied("envy", self.envy)
        return wager

    def envy(self) -> str:
        return self.random.choice(("1 to 1", "2 to 1", "0.5 to 1", "5 for 1", "2x of the wager", "not posted"))

    def plain(self, bare: bool) -> dict[str, Any]:
        if self.maybe(0.04):
            rule = self.phrase("condition", "no rule given")
        elif self.others() and self.maybe(0.2):
            rule = self.any_of()
        else:
            rule = self.varied("condition", self.condition)
        return {"wins": rule, "pays": self.tables(lambda: self.pay(bare))}

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

    def counted(self, bare: bool) -> dict[str, Any]:
        """A ladder that counts playing cards."""
        first = self.maybe(0.5)
        counted = f"{self.kind_of_cards()} {'in the first 4 cards' if first else 'dealt'}"
        high = self.random.randint(1, 3)
        pays = {self.rung(count): self.pay(bare, 0.02) for count in range(self.random.randint(1, high), high)}
        pays[self.rung(high, more=True)] = self.pay(bare, 0.02)
        return {"counts": self.phrase("counts", counted), "pays": pays}

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
            after = self.random.choice(("the first", "any"))
            wager["take back"] = self.phrase("take_back", f"after {after} roll, below the first pay")
        return wager

    def placed(self, bare: bool) -> dict[str, Any]:
        """A wager once for each place of the layout."""
        if self.game == "sic-bo":
            return self.placed_faces(bare)
        kind = self.random.choice(PLACES[self.wheel])
        times = self.random.choice(("", "", " 1 times", " 1 time", " 2 times" if self.most > 1 else ""))
        lands = "does not land" if self.maybe(0.2) else "lands"
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
        times = f" {self.random.choice((*TIMES, self.shown()))}" if kind == "number" else ""
        shows = self.random.choice(("shows", "shows", "shows", "does not show"))
        return {
            "wins": self.phrase("condition", f"this {kind} {shows}{times}"),
            "places": self.phrase("places", f"each {kind}"),
            "pays": self.tables(lambda: self.pay(bare), 0.1),
        }

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
            return self.phrase("pay", random.choice(("push", "push", "loses", "loses half", "0.5 for 1")))
        return self.phrase("pay", "not posted") if self.maybe(unposted) else self.posted()

    def settings(self) -> tuple[tuple[str, float, str, Callable[[], str]], ...]:
        """Fields of a card that say how its wagers are treated: name, share of cards, kind of phrase, maker."""
        return (
            ("settles", 0.15, "settles", self.settles),
            ("takes", 0.04, "takes", self.takes),
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

    def settles(self) -> str:
        return self.random.choice(("as soon as decided", "at the end"))

    def takes(self) -> str:
        return self.random.choice(("the first in the list", "the first to happen", "the first to happen"))

    def works(self) -> str:
        return "with a point on" if self.game == "craps" and self.maybe(0.7) else "always"

    def marks(self) -> str:
        plain = ["from the first bet", "none"]
        return self.random.choice(
            [*plain, "from seven to seven", "over the shooter's hand", "until the wager is decided"]
            if self.game == "craps"
            else plain
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
