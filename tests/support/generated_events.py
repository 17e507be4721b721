"""Random events and histories of craps, roulette and sic bo."""

from tests.support.generated_choices import JOINS, SHORT, TIMES, TOTALS, WHEELS
from tests.support.generated_hands import HandWriter


class EventWriter(HandWriter):
    """Writes what one outcome does, and what has happened."""

    def condition(self) -> str:
        first = self.history()
        if not self.maybe(0.2):
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
        if self.game not in SHORT and self.maybe(0.5):
            return self.later()
        if self.game in SHORT and self.maybe(0.06):
            return f"no {self.after_no()}"
        event = self.event()
        times = min(self.most, random.choice((1, 1, 1, 2, 2, 3, 4)))
        return f"{event} {self.often(times)}" if times > 1 or self.maybe(0.05) else event

    def often(self, times: int) -> str:
        words = {1: "once", 2: "twice", 3: "three times"}
        return words[times] if times in words and self.maybe(0.3) else f"{times} times"

    def later(self) -> str:
        """A history of the second edition: running, in a pattern, exactly so often, not at all."""
        random = self.random
        times = min(self.most, random.choice((1, 2, 2, 3, 4)))
        pattern = self.event() + "".join(
            random.choice((" then ", " then at once ")) + self.event()
            for _ in range(min(self.most - 1, random.choice((1, 1, 1, 2, 3))))
        )
        no = random.choice(("seven", "point made", "any seven")) if self.game == "craps" else self.after_no()
        names = [self.of_names()] if self.others() or self.events else []
        return random.choice((
            f"{self.event()} {self.often(times)} in a row", f"{self.event()} exactly {self.often(times)}",
            pattern, pattern, f"no {no if self.maybe(0.5) else self.event()}", *names,
        ))  # fmt: skip

    def after_no(self) -> str:
        """An event after *no*, without the words that fall away there."""
        if self.game == "baccarat" and self.maybe(0.8):
            where = self.random.choice(("dealt", "in the first 4 cards"))
            suit = self.random.choice(("", "", " of hearts", " of clubs"))
            cards = self.random.choice(("9", "ace", "K", "nine", "10"))
            won = self.random.choice(("hand wins", f"hand wins with {self.holding(1)}"))
            return self.random.choice((f"{cards}{suit} {where}", f"{cards} {where} or {self.plain_event()}", won))
        if self.game == "sic-bo" and self.maybe(0.8):
            return self.random.choice(("triple", f"triple or {self.plain_event()}"))
        if self.game == "roulette" and self.maybe(0.3):
            return self.random.choice(("17 or 20", "red or green", "1 to 18 but not 7", "0 or in dozen 3"))
        event = self.event()
        if self.game == "roulette" and not event.startswith("the number is not"):
            return event.removeprefix("the number is ")
        return event

    def all_of(self) -> str:
        """Each of several totals, points, or ways of rolling a total."""
        random, made = self.random, self.maybe(0.4)
        times = f" {self.often(random.choice((1, 2, 2, 3)))}" if self.maybe(0.5) else ""
        if self.maybe(0.25):
            ways = ["hard 4", "hard 6", "hard 8", "hard 10", "easy 4", "easy 6", "5-1", "2-2", "6-5"]
            return f"all of {', '.join(random.sample(ways, min(self.most, random.randint(1, 3))))} rolled{times}"
        if self.maybe(0.2) and self.most > 1:
            places = sorted(random.sample(range(1, min(4, self.most) + 1), min(2, self.most)))
            return f"{random.choice(('rolls', 'roll'))} {' '.join(map(str, places))} are the same"
        if self.maybe(0.3):
            low = random.randint(2, 10)
            times = times or random.choice(("", " twice"))
            return f"all of {low} to {low + min(self.most - 1, random.choice((1, 2)))} rolled{times}"
        most = 3 if times else 5
        numbers = self.numbers(self.points if made else TOTALS, min(most, self.most), " ")
        return f"all of {numbers} {'made' if made else 'rolled'}{times}"

    def event(self) -> str:
        """An event, now and then joined to others or by its name."""
        event = self.plain_event()
        if self.maybe(0.25):
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
               f"the total is {self.random.choice(('odd', 'even'))}"]),
            f"the total is {low} to {self.random.randint(low + 1, 17)} without a triple",
            f"the total is {self.random.choice(('odd', 'even'))} without a triple",
            f"{face} shows {self.random.choice(TIMES)}", f"{face} shows at least twice", f"{face} shows {self.shown()}",
            f"{face} shows", f"{face} does not show{self.random.choice(('', '', f' {self.shown()}'))}",
            f"the total is not {self.random.choice(('odd', 'even'))}",
            f"{face} and {face % 6 + 1} show", f"triple {face}", "any triple",
        ))  # fmt: skip

    def shown(self) -> str:
        """On how many dice a number is, in every way to say it."""
        count = self.random.choice((*TIMES, "2 times", "3 times", "1 time"))
        return self.random.choice(("", "", "exactly ", "at least ")) + count

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
            *[f"{random.choice(('hard 4', 'easy 6 or 8', '5-1', '4-4 or 6-6', 'doubles'))} not rolled"] * 2,
            "doubles rolled", f"{self.numbers((*TOTALS, 7), 3)} on the come-out", "any seven", "seven",
            f"{random.choice(('hard 6', 'easy 4 or 8', 'doubles', '5-1 or 4-2', '6-6'))} on the come-out",
            *(("seven-out", "a point made", *[f"{self.numbers(self.points, 3)} made"] * 2) if points else ()),
            f"{self.numbers(self.points, 3)} not made", "the line wins", "the line loses", "the line is decided",
            "the line does not win", "the line does not lose", "the line is not decided", "a point not made",
        ))  # fmt: skip
        if event.endswith("come-out") or not points or not self.maybe(0.12):
            return event
        if "made" in event or "seven-out" in event:
            return f"{event} with a point on"
        phases = ("on the come-out", "with a point on", f"with {self.numbers(self.points, 2)} on")
        return f"{event} {random.choice(phases)}"

    def spin(self) -> str:
        random, low = self.random, self.random.randint(1, 35)
        zeros = WHEELS.index(self.wheel) + 1
        pocket = random.choice(("0", "00", "000")[:zeros] if self.maybe(0.3) else [str(low)])
        start = "the number is not " if self.maybe(0.25) else "the number is "
        return start + random.choice((
            *[random.choice(("red", "black", "odd", "even", "green"))] * 3, pocket, f"{low} or more",
            f"{low} to {random.randint(low + 1, 36)}", f"in column {random.randint(1, 3)}",
            f"in dozen {random.randint(1, 3)}", "in column 1 or 3", f"in dozen 2 or {random.choice((1, 3, 17))}",
            f"{low} or {random.choice(('red', 'even', '36', 'in column 2'))}",
            f"{random.choice(('red', 'odd', '1 to 18'))} {random.choice(('or', 'and'))} {low}",
            f"1 to 30 but not {low % 15 + 1} or {low % 14 + 16}",
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

    def any_of(self) -> str:
        return self.phrase("condition", self.of_names())

    def of_names(self) -> str:
        """Wagers and events by name: one of them, some or all."""
        known = [*self.others(), *self.events]
        names = self.random.sample(known, self.random.randint(1, min(4, len(known))))
        listed = ", ".join(names)
        some = f"any {self.random.randint(1, len(names))} of {listed}"
        return self.random.choice((f"any of {listed}", some, f"all of {listed}"))

    def others(self) -> list[str]:
        """The wagers so far that do not stand on places."""
        return [name for name, wager in self.wagers.items() if "places" not in wager and "bundle" not in wager]
