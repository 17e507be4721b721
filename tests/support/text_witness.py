"""The text witness: a card's own words, read with plain string code and played outcome by outcome.

It imports nothing of the package and shares no grammar, no registers and no solver with it, so a word that
the package reads wrongly is not read wrongly here too. It is slow and plain: at every outcome it looks at the whole
history again, and where a wager has a fixed length it tries every future.

An outcome is a pair of dice ``(3, 5)``, a pocket ``"00"``, or the cards of a baccarat hand, player then banker:
``(("9", "K"), ("3", "4"))``. The first roll of a sequence is a come-out roll. Offers are let pass; ``offers``
lists them.

>>> card = '''
... card: six
... game: craps
... ends: any seven
... wagers: {six: {wins: 6 rolled 2 times, pays: 7 for 1, surrender: {1: 2 for 1}}}
... '''
>>> play(card, "six", "1", {}, [(3, 3), (4, 4), (1, 5)])
Decided(result=0, net=Fraction(6, 1), outcomes=3, counted=3)
>>> play(card, "six", "1", {}, [(3, 3), (4, 4)]) is None
True
>>> offers(card, "six", "1", {}, [(3, 3), (4, 4)])
[('surrender', Fraction(1, 1))]
"""

import re
from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, NamedTuple

import yaml

from tests.support.text_events import POINTS, ZEROS, Seen, Setting, event, faces_of, layout
from tests.support.text_histories import History, Names, at_least, condition, counted, some

FORESEEN = 4
"""Wagers that only a number of outcomes ends, up to this one, are decided as soon as every future says the same; not
those that compare the numbers of several outcomes."""
UNITS = {"craps": "roll", "roulette": "spin", "baccarat": "hand", "sic-bo": "roll"}


class Decided(NamedTuple):
    """How a wager ended."""

    result: int
    """The number of the pay line from 0, or the number of lines for a loss."""
    net: Fraction | None
    """What it wins on one unit; None where no pay is posted."""
    outcomes: int
    """How many outcomes it was up for."""
    counted: int
    """How many of them counted."""


class Line(NamedTuple):
    """A pay line: its words, what they mean, and what it wins on one unit; ``times`` is given for a rung."""

    words: str
    times: int | None
    when: History
    net: Fraction | None


def play(
    card: str | Mapping[str, Any], wager: str, table: str, options: Mapping[str, str], outcomes: Sequence[Any],
    point: int | None = None,
) -> Decided | None:  # fmt: skip
    """How a wager bet before the first of these outcomes ends, or None while it is open; ``point`` is on then."""
    reader = _reader(card, wager, table, options)
    seen: list[Seen] = []
    for number, one in enumerate(reader.with_points(outcomes, point), start=1):
        if not reader.counts(one):
            continue
        seen.append(one)
        result = reader.verdict(tuple(seen))
        if result is not None:
            lines = reader.lines
            net = lines[result].net if result < len(lines) else Fraction(-1)
            return Decided(result, net, number, len(seen))
    return None


def offers(
    card: str | Mapping[str, Any], wager: str, table: str, options: Mapping[str, str], outcomes: Sequence[Any],
    point: int | None = None,
) -> list[tuple[str, Fraction]]:  # fmt: skip
    """What the player may take after these outcomes, with what it wins on one unit; nothing once it is decided."""
    reader = _reader(card, wager, table, options)
    if not outcomes or play(card, wager, table, options, outcomes, point) is not None:
        return []
    seen = [one for one in reader.with_points(outcomes, point) if reader.counts(one)]
    return reader.offers(seen)


def law(
    card: str | Mapping[str, Any], wager: str, table: str, options: Mapping[str, str], most: int = 2_000
) -> list[float] | None:
    """How often each line is paid, then the loss, all offers let pass; None where more states than most are met."""
    return _reader(card, wager, table, options).law(most)


def wagers(card: str | Mapping[str, Any], options: Mapping[str, str]) -> list[tuple[str, str]]:
    """Every wager of a card that has a rule, one for each place, with each of its pay tables."""
    read = _card(card)
    chosen = _chosen(read, options)
    found = []
    for name, fields in read["wagers"].items():
        for table, _ in _tables(fields):
            reader = _Reader(read, chosen, name, "", table)
            places = [""] if "places" not in fields else ["-".join(p) for p in reader.places()]
            if not reader.is_ruleless:
                found += [("-".join(filter(None, (name, place))), table) for place in places]
    return found


# ---- the file ------------------------------------------------------------------------------------------


def _card(card: str | Mapping[str, Any]) -> Mapping[str, Any]:
    return _parsed(card) if isinstance(card, str) else card


@lru_cache(maxsize=64)
def _parsed(text: str) -> Mapping[str, Any]:
    read: Mapping[str, Any] = yaml.load(text, Loader=yaml.BaseLoader)  # every value is text
    return read


def _chosen(card: Mapping[str, Any], given: Mapping[str, str]) -> dict[str, str]:
    chosen = {}
    for name, option in card.get("options", {}).items():
        default = option["default"]
        chosen[name] = given.get(name, default if isinstance(default, str) else "default")
    return chosen


def _tables(fields: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The pay tables of a wager; a mapping of texts is a ladder where the wager counts."""
    pays = fields.get("pays", "")
    if not isinstance(pays, Mapping):
        return [("1", pays)]
    if "counts" in fields and all(isinstance(pay, str) for pay in pays.values()):
        return [("1", pays)]
    return list(pays.items())


_readers: dict[tuple[Any, ...], "_Reader"] = {}


def _reader(card: str | Mapping[str, Any], wager: str, table: str, options: Mapping[str, str]) -> "_Reader":
    read = _card(card)
    chosen = _chosen(read, options)
    key = (id(read), wager, table, tuple(chosen.items()))
    if key not in _readers or _readers[key].card is not read:
        name = wager if wager in read["wagers"] else _group(read, wager)
        _readers[key] = _Reader(read, chosen, name, wager.removeprefix(name).strip("-"), table)
    return _readers[key]


def _group(card: Mapping[str, Any], wager: str) -> str:
    """The wager of a card that is played on a place."""
    names = [
        name
        for name, fields in card["wagers"].items()
        if "places" in fields and re.fullmatch(rf"{re.escape(name)}(-[0-9]+)+", wager)
    ]
    (name,) = [name for name in names if tuple(wager[len(name) + 1 :].split("-")) in _all_places(card["wagers"][name])]
    return str(name)


def _all_places(fields: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Every place of the kind that a wager names, on any wheel."""
    kind = fields["places"].removeprefix("each ").split(" on a ")[0]
    if " on a " not in fields["places"]:
        return faces_of(kind)
    return [place for wheel in ZEROS for place in layout(kind, wheel)]


# ---- one wager -----------------------------------------------------------------------------------------


class _Reader:
    """One wager at one pay table under chosen options."""

    def __init__(self, card: Mapping[str, Any], chosen: Mapping[str, str], name: str, place: str, table: str) -> None:
        self.card, self.chosen, self.name, self.table = card, chosen, name, table
        self.game = card["game"]
        self.fields = card["wagers"][name]
        wheel = re.fullmatch("a (.+) wheel", self._filled(card.get("chance", "")))
        named = {key: self._filled(words) for key, words in card.get("events", {}).items()}
        self.setting = Setting(self.game, named, tuple(place.split("-")) if place else (), wheel[1] if wheel else "")
        tables = dict(_tables(self.fields))
        self.pays = tables[table] if table in tables else next(iter(tables.values()))
        self.has_own_line = self._said("line") == "its own"
        self.takes_first = self._said("takes") == "the first to happen"
        self.late = self._said("settles") == "at the end"
        self.ends = re.split(", *or ", self._said("ends") or f"after 1 {UNITS[self.game]}")
        self.known: dict[tuple[Seen, ...], frozenset[int]] = {}

    # -- words
    def _said(self, field: str) -> str | None:
        text = self.fields.get(field, None if "bundle" in self.fields else self.card.get(field))
        return None if text is None else self._filled(text)

    def _filled(self, text: str) -> str:
        def words(match: "re.Match[str]") -> str:
            option, value = self.card["options"][match[1]], self.chosen[match[1]]
            if "any of" in option:
                return ", ".join(option["default"][self.table]) if value == "default" else value
            values = option["values"]
            return str(values[value]) if isinstance(values, Mapping) else value

        return " ".join(re.sub("<([a-z0-9-]+)>", words, text).split())

    def _net(self, text: str) -> Fraction | None:
        """What a pay wins on one unit."""
        text = self._filled(text)
        cells = self._said("cells")
        if cells is not None and " " not in text:
            amount = Fraction(text)
            if amount <= 0:
                return Fraction(0) if cells == "to 1" and amount == 0 else Fraction(-1)
            return amount if cells == "to 1" else amount - 1
        plain = {"push": Fraction(0), "loses": Fraction(-1), "loses half": Fraction(-1, 2), "not posted": None}
        if text in plain:
            return plain[text]
        amount_text, unit, per = text.split()
        share = Fraction(amount_text) / Fraction(per)
        return share if unit == "to" else share - 1

    # -- pay lines
    @property
    def is_ruleless(self) -> bool:
        return "wins" in self.fields and self._filled(self.fields["wins"]) == "no rule given"

    @cached_property
    def lines(self) -> list[Line]:
        if "bundle" in self.fields:
            return self._bundle()
        if "counts" in self.fields:
            return self.ladder[:1] if "cash out" in self.fields else self.ladder
        if "wins" in self.fields:
            return [] if self.is_ruleless else [self._line(self.fields["wins"], self.pays)]
        listed = [line for line in self.pays if all(map(self._is, line.get("if", "").split(" and ")))]
        return [self._line(line["when"], line["pays"]) for line in listed]

    def _line(self, when: str, pays: str) -> Line:
        words = self._filled(when)
        return Line(words, None, condition(words, self.setting, Names(self._meaning)), self._net(pays))

    def _is(self, guard: str) -> bool:
        """Whether "game is tiger" holds."""
        if not guard:
            return True
        option, value = guard.split(" is ")
        return self.chosen[option.strip()] == value.strip()

    @cached_property
    def ladder(self) -> list[Line]:
        words, rungs = self._filled(self.fields["counts"]), []
        for rung, pay in self.pays.items():
            count = int(self._filled(rung).split()[0])
            when = counted(words, count, self.setting, Names(self._meaning))
            rungs.append(Line(words, count, when, self._net(pay)))
        return sorted(rungs, key=lambda rung: -(rung.times or 0))

    def _meaning(self, name: str) -> History:
        """A name in a rule: an event that has happened, or a wager with a line that would win."""
        if name in self.setting.named:
            return at_least(event(name, self.setting), 1)
        other = _Reader(self.card, self.chosen, name, "", self.table)
        lines = other.ladder if "counts" in other.fields and "cash out" in other.made else other.lines
        return some([line.when for line in lines if line.net is None or line.net > 0], 1)

    def _bundle(self) -> list[Line]:
        """A line for each total that the parts come to, the highest first."""
        shares = {bet: int(units) for bet, units in self.fields["bundle"].items()}
        units = sum(shares.values())
        totals: dict[Fraction, set[Any]] = {}
        every = self._outcomes() if self.game != "roulette" else [*ZEROS["triple-zero"], *map(str, range(1, 37))]
        for outcome in every:
            ends = {bet: play(self.card, bet, "1", self.chosen, [outcome]) for bet in shares}
            total = sum((shares[bet] * (end.net or 0) for bet, end in ends.items() if end), Fraction(0))
            totals.setdefault(Fraction(total, units), set()).add(outcome)
        return [
            Line("bundle", None, at_least(lambda one, covered=covered: one.outcome in covered, 1), net)  # type: ignore[misc]
            for net, covered in sorted(totals.items(), key=lambda item: -item[0])
            if net > -1
        ]

    # -- what has happened
    def with_points(self, outcomes: Sequence[Any], point: int | None) -> list[Seen]:
        """Outcomes with the point that is on; a line of its own starts on its own come-out."""
        if self.game != "craps":
            return [Seen(outcome, None) for outcome in outcomes]
        seen: list[Seen] = []
        for pair in outcomes:
            first = None if self.has_own_line else point
            seen.append(Seen(tuple(pair), _point_after(seen[-1]) if seen else first))
        return seen

    def counts(self, one: Seen) -> bool:
        return self._works in (None, "always") or one.point is not None

    @cached_property
    def _works(self) -> str | None:
        return self._said("works")

    @cached_property
    def _ending(self) -> list[Any]:
        """What ends it: numbers of outcomes and events."""
        after = [re.fullmatch("after ([0-9]+) (?:roll|spin|hand)s?", part) for part in self.ends]
        return [int(m[1]) if m else event(part, self.setting) for m, part in zip(after, self.ends, strict=True)]

    def _left(self, seen: Sequence[Seen]) -> int | None:
        """How many outcomes can still come; None where there is no limit."""
        if seen and any(test(seen[-1]) for test in self._ending if not isinstance(test, int)):
            return 0
        return min((max(most - len(seen), 0) for most in self._ending if isinstance(most, int)), default=None)

    # -- when it is decided
    def verdict(self, seen: tuple[Seen, ...]) -> int | None:
        left = self._left(seen)
        result = self._certain(seen, left)
        if left == 0:
            return result
        if result is None and self._is_foreseen:
            futures = self._futures(seen)
            result = next(iter(futures)) if len(futures) == 1 else None
        return None if self.late and result != len(self.lines) else result

    @cached_property
    def _is_foreseen(self) -> bool:
        short = all(isinstance(end, int) and end <= FORESEEN for end in self._ending)
        return short and not any(line.when.compares for line in self.lines)

    def _certain(self, seen: Sequence[Seen], left: int | None) -> int | None:
        """The first line that has come true with none before it that still could; or the first to come true at all."""
        waits = False
        for index, line in enumerate(self.lines):
            answer = line.when.answer(seen, left)
            if answer:
                return index
            if answer is None and not self.takes_first:
                return None
            waits = waits or answer is None
        return None if waits else len(self.lines)

    def _futures(self, seen: tuple[Seen, ...]) -> frozenset[int]:
        """Every result that some continuation leads to; two are enough to know that it is open."""
        if seen not in self.known:
            certain = self._certain(seen, self._left(seen))
            found: frozenset[int] = frozenset() if certain is None else frozenset({certain})
            for one in self._next(seen[-1]) if certain is None else ():
                found |= self._futures((*seen, one))
                if len(found) > 1:
                    break
            self.known[seen] = found
        return self.known[seen]

    def _next(self, last: Seen) -> list[Seen]:
        """Every outcome that can be the next to count."""
        if self.game == "roulette":
            return [Seen(pocket, None) for pocket in ("000", "00", "0", *map(str, range(1, 37)))]
        point = _point_after(last)
        waits = point is None and not self.counts(Seen(last.outcome, None))
        points = POINTS if waits else (point,)
        return [Seen(pair, on) for on in points for pair in product(range(1, 7), repeat=2) if pair[0] <= pair[1]]

    # -- how often
    def _outcomes(self) -> list[Any]:
        """Every outcome as often as its weight."""
        if self.game == "roulette":
            return [*ZEROS[self.setting.wheel], *map(str, range(1, 37))]
        if self.game == "sic-bo":
            return list(product(range(1, 7), repeat=3))
        assert self.game == "craps", self.game
        return list(product(range(1, 7), repeat=2))

    def _starts(self) -> dict[int | None, float]:
        """The points that are on when it is bet, and how often."""
        if not (self._said("opens") or "").startswith("after the come-out") or self.has_own_line:
            return {None: 1.0}
        ways = {point: 6 - abs(7 - point) for point in POINTS}
        return {point: ways[point] / sum(ways.values()) for point in POINTS}

    def law(self, most: int) -> list[float] | None:
        """The share of each result, by following all outcomes from every start until next to none is open."""
        rolls = self._outcomes()
        rows: dict[Hashable, dict[Any, float]] = {}
        mass: dict[Hashable, float] = {}
        waiting: deque[tuple[Hashable, list[Seen], int | None]] = deque()
        for point, share in self._starts().items():
            mass[self._state([], point)] = share
            waiting.append((self._state([], point), [], point))
        while waiting:
            state, seen, point = waiting.popleft()
            if state in rows:
                continue
            row = rows[state] = dict[Any, float]()
            for outcome in rolls:
                one = Seen(outcome, point)
                after = _point_after(one) if self.game == "craps" else None
                longer = [*seen, one] if self.counts(one) else seen
                result = self._certain(longer, self._left(longer)) if self.counts(one) else None
                target: Any = self._state(longer, after) if result is None else result
                row[target] = row.get(target, 0.0) + 1 / len(rolls)
                if result is None and target not in rows:
                    waiting.append((target, longer, after))
            if len(rows) > most:
                return None
        return _absorbed(mass, rows, len(self.lines) + 1)

    def _state(self, seen: Sequence[Seen], point: int | None) -> Hashable:
        most = max((end for end in self._ending if isinstance(end, int)), default=0)
        return ("open", point, min(len(seen), most), tuple(line.when.trace(seen) for line in self.lines))

    # -- places and offers
    def places(self) -> list[tuple[str, ...]]:
        if self.game == "sic-bo":
            return faces_of(self._filled(self.fields["places"]).removeprefix("each "))
        kind, wheel = re.fullmatch("each (.+) on a (.+) wheel", self._filled(self.fields["places"])).groups()  # type: ignore[union-attr]
        return layout(kind, wheel)

    @cached_property
    def made(self) -> list[str]:
        """The kinds of offers that the house makes."""
        return (self._said("offers") or "surrender, cash out, take back").split(", ")

    def offers(self, seen: Sequence[Seen]) -> list[tuple[str, Fraction]]:
        found: list[tuple[str, Fraction | None]] = []
        if "surrender" in self.fields:
            test = self.lines[0].when.test
            assert test is not None
            times = sum(map(test, seen))
            found += [("surrender", self._net(p)) for c, p in self.fields["surrender"].items() if int(c) == times]
        if "cash out" in self.fields or "take back" in self.fields:
            reached = [rung for rung in self.ladder if rung.when.answer(seen, None)]
            if "cash out" in self.fields and reached and reached[0] != self.ladder[0]:
                found.append(("cash out", reached[0].net))
            if "take back" in self.fields and seen and not reached:
                found.append(("take back", Fraction(0)))
        return [(kind, net) for kind, net in found if kind in self.made and net is not None]


def _absorbed(mass: dict[Hashable, float], rows: Mapping[Hashable, Mapping[Any, float]], results: int) -> list[float]:
    """How often each result is reached, to within what floats can tell."""
    shares = [0.0] * results
    for _ in range(20_000):
        after: dict[Hashable, float] = {}
        for state, share in mass.items():
            for target, part in rows[state].items():
                if isinstance(target, int):
                    shares[target] += share * part
                else:
                    after[target] = after.get(target, 0.0) + share * part
        mass = after
        if sum(mass.values()) < 1e-13:
            return shares
    raise AssertionError("a wager that is never decided")


def _point_after(last: Seen) -> int | None:
    total = sum(last.outcome)
    if last.point is None:
        return total if total in POINTS else None
    return None if total in (7, last.point) else last.point
