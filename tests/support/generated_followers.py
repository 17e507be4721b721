"""Random wagers that depend on others: behind them, turned into, bundled; and commission."""

from typing import Any

from tests.support.generated_choices import TEXTS, TOTALS
from tests.support.generated_wagers import WagerWriter

LINES = {"wins": "the line wins", "loses": "the line loses"}


class FollowerWriter(WagerWriter):
    """Writes wagers that need other wagers of the card."""

    def add_followers(self) -> None:
        """What depends on other wagers, now and then."""
        if self.maybe(0.15):
            self.add_bundle()
        if self.maybe(0.15):
            self.add_turns()
        if self.game == "craps" and self.maybe(0.25):
            self.add_behind()
        for wager in self.wagers.values():
            if "bundle" not in wager and "counts" not in wager and self.maybe(0.1):
                wager["commission"] = self.varied("commission", self.commission)

    # ---- commission
    def commission(self) -> str:
        random = self.random
        rate = random.choice(("5", "4", "3", "5", "0.5", "2.5", "10"))
        share = random.choice(("win", "stake"))
        taken = random.choice((", when bet", ", on a win", *([""] if share == "win" else [])))
        return f"{rate} % of the {share}{taken}{random.choice(('', '', ', rounded down to the chip'))}"

    # ---- bundles
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
        """An event that is the same on every outcome, and that totals and pairs decide."""
        if self.game == "baccarat":
            return self.result_of_hand()
        if self.game != "craps":
            return self.plain_event()
        dice = ("hard 8 rolled", "5-1 rolled", "any seven", "doubles rolled", "easy 4 or 6 rolled")
        return self.random.choice((f"{self.numbers(TOTALS, 3)} rolled", *dice))

    # ---- stakes that turn into others
    def add_turns(self) -> None:
        """A wager whose stake becomes another, which may lead back, stay as it is or end."""
        random, names = self.random, ["first", "held", "last"][: random_length(self)]
        for place, name in enumerate(names):
            following = names[(place + 1) % len(names)]
            target = random.choice((following, following, name, names[-1]))
            self.wagers[name] = self.turning(target) if place + 1 < len(names) or self.maybe(0.7) else self.ending()
            if place and self.maybe(0.8):
                self.wagers[name]["opens"] = self.phrase("opens", "never")
            elif self.game == "craps" and self.maybe(0.4):
                self.wagers[name]["opens"] = self.phrase(
                    "opens", random.choice(("after the come-out", "before the come-out"))
                )

    def turning(self, target: str) -> dict[str, Any]:
        """A wager with a line that turns into another, between lines that pay."""
        wager = self.short_end()
        rules = list(dict.fromkeys(self.turn_rule() for _ in range(self.random.choice((2, 2, 3)))))
        lines: list[dict[str, str]] = [
            {"when": self.phrase("condition", rule), "pays": self.pay(self.cells, 0.0)} for rule in rules
        ]
        turned = self.random.randrange(len(lines))
        lines[turned] = {"when": lines[turned]["when"], "turns into": self.phrase("turns_into", target)}
        return {**wager, "pays": lines}

    def turn_rule(self) -> str:
        return self.condition() if self.game == "craps" and self.maybe(0.2) else self.event()

    def ending(self) -> dict[str, Any]:
        """A wager that does not turn."""
        rule = self.phrase("condition", self.event())
        return {**self.short_end(), "wins": rule, "pays": self.pay(self.cells, 0.0)}

    def short_end(self) -> dict[str, Any]:
        """An end for a wager that turns: one outcome, a few, or the line."""
        self.most = 1
        if self.game in ("baccarat", "sic-bo"):
            return {}
        one = f"after 1 {self.unit}"
        if self.game == "roulette":
            return {"ends": self.phrase("ends", one)}
        self.most = 2
        ends = self.random.choice((one, one, "after 2 rolls", "the line is decided", "any seven"))
        self.most = 1 if ends == one else 2
        wager = {"ends": self.phrase("ends", ends)}
        if self.maybe(0.15):
            wager["line"] = self.phrase("line", "its own")
        return wager

    # ---- wagers behind others
    def add_behind(self) -> None:
        """A wager on the line, or on a line of its own, and one behind it."""
        random = self.random
        how = random.choice(("wins", "wins", "loses"))
        parent: dict[str, Any] = {"ends": self.phrase("ends", "the line is decided")}
        if how == "wins":
            parent |= {"wins": self.phrase("condition", "the line wins"), "pays": self.pay(self.cells, 0.0)}
        else:
            lines = [{"when": self.phrase("condition", "12 on the come-out"), "pays": "0" if self.cells else "push"}]
            lines += [{"when": self.phrase("condition", "the line loses"), "pays": self.pay(self.cells, 0.0)}]
            parent["pays"] = lines
        if own := self.maybe(0.5):
            parent["line"] = self.phrase("line", "its own")
        opens = "after the come-out" if own else random.choice(("before the come-out", "before any roll"))
        parent["opens"] = self.phrase("opens", opens)
        self.wagers["base"] = parent
        self.wagers["odds"] = self.behind(how, own)

    def behind(self, how: str, own: bool) -> dict[str, Any]:
        """A wager behind one that wins or loses with the line."""
        random, points = self.random, self.points
        wager: dict[str, Any] = {"behind": self.phrase("behind", "base")}
        if self.maybe(0.85):
            wager["stake"] = self.varied("stake", lambda: self.stake(how))
        if own and self.maybe(0.6):
            wager["works"] = self.phrase("works", "with the table's point on")
        if self.maybe(0.3):
            wager["take down"] = self.phrase("take_down", "at any time")
        if self.maybe(0.3):
            rule = "the line wins" if how == "wins" else "the line loses"
            return {**wager, "wins": self.phrase("condition", rule), "pays": self.pay(self.cells, 0.0)}
        groups = random.choice((([4, 10], [5, 9], [6, 8]), ([4, 10], [5, 6, 8, 9]), ([*points],)))
        made = "{} made" if how == "wins" else random.choice(("seven-out with {} on", "any seven with {} on"))
        wager["pays"] = [
            {"when": self.phrase("condition", made.format(" or ".join(map(str, group)))),
             "pays": self.pay(self.cells, 0.0)} for group in groups
        ]  # fmt: skip
        return wager

    def stake(self, how: str) -> str:
        """How much may be bet behind a wager."""
        kind = "to win up to" if how == "loses" and self.maybe(0.7) else "up to"
        others = " or ".join(str(point) for point in self.points if point not in (4, 10))
        return self.random.choice((
            f"{kind} 1 time", f"{kind} {self.random.randint(2, 100)} times",
            f"{kind} 3 times on 4 or 10, {self.random.randint(1, 9)} times on {others}",
            f"{kind} 3 times on 4 or 10", f"{kind} 2 times, {self.random.randint(1, 9)} times on 5 or 9",
        ))  # fmt: skip


def random_length(writer: WagerWriter) -> int:
    """How many wagers a stake may go through."""
    return writer.random.choice((1, 2, 2, 2, 3))
