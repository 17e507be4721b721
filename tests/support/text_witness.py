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
from collections import Counter, deque
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from tests.support.text_card import card_of, chosen_options, group_of, is_on, tables_of
from tests.support.text_events import CRAPLESS, POINTS, ZEROS, Seen, Setting, event, faces_of, layout, numbers_in
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
    turns_into: str = ""


def play(
    card: str | Mapping[str, Any], wager: str, table: str, options: Mapping[str, str], outcomes: Sequence[Any],
    point: int | None = None, table_point: int | None = None,
) -> Decided | None:  # fmt: skip
    """How a wager bet before the first of these outcomes ends, or None while it is open; ``point`` is on then.

    For a wager behind another it is that one's point, and ``table_point`` the table's.
    """
    reader = _reader(card, wager, table, options)
    seen: list[Seen] = []
    for number, one in enumerate(reader.with_points(outcomes, point), start=1):
        works = table_point is not None if reader.works_on_table else reader.counts(one)
        table_point = reader.point_after(Seen(one.outcome, table_point)) if reader.works_on_table else None
        if not works:
            if reader.works_on_table and reader.left([one]) == 0:
                return Decided(len(reader.lines), Fraction(0), number, len(seen))
            continue
        seen.append(one)
        result = reader.verdict(tuple(seen))
        if result is not None:
            lines = reader.lines
            if result == len(lines):
                return Decided(result + reader.works_on_table, Fraction(-1), number, len(seen))
            return Decided(result, reader.kept(lines[result].net), number, len(seen))
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


def bundle_net(card: str | Mapping[str, Any], wager: str, options: Mapping[str, str], outcome: Any) -> Fraction:
    """What a bundle wins on one unit of all its units together."""
    return _reader(card, wager, "1", options).bundled(outcome)


def commission(card: str | Mapping[str, Any], wager: str, table: str, options: Mapping[str, str]) -> Fraction:
    """What is put down beside each unit staked."""
    return _reader(card, wager, table, options).beside


def law(
    card: str | Mapping[str, Any], wager: str, table: str, options: Mapping[str, str], most: int = 2_000
) -> list[float] | None:
    """How often each line is paid, then the loss, all offers let pass; None where more states than most are met."""
    reader = _reader(card, wager, table, options)
    shares = reader.law(most)
    if shares is None:
        return None
    return [shares.get((wager, result), 0.0) for result in range(len(reader.lines) + 1 + reader.works_on_table)]


def nets(
    card: str | Mapping[str, Any], wager: str, table: str, options: Mapping[str, str], most: int = 2_000
) -> dict[Fraction | None, float] | None:
    """How often each amount is won, through all that the stake may turn into; None where more states are met."""
    reader = _reader(card, wager, table, options)
    shares = reader.law(most)
    if shares is None:
        return None
    found: dict[Fraction | None, float] = {}
    for (name, result), share in shares.items():
        stage = _reader(card, name, table, options)
        net = stage.kept(stage.lines[result].net) if result < len(stage.lines) else Fraction(-1)
        net = Fraction(0) if stage.works_on_table and result == len(stage.lines) else net
        net = None if net is None else net - reader.beside
        found[net] = found.get(net, 0.0) + share
    return found


def wagers(card: str | Mapping[str, Any], options: Mapping[str, str]) -> list[tuple[str, str]]:
    """Every wager on a card that has a rule, one for each place, with each of its pay tables."""
    read = card_of(card)
    chosen = chosen_options(read, options)
    found = []
    for name, fields in read["wagers"].items():
        for table, _ in tables_of(fields) if is_on(fields, chosen) else ():
            reader = _Reader(read, chosen, name, "", table)
            places = [""] if "places" not in fields else ["-".join(p) for p in reader.places()]
            if not reader.is_ruleless:
                found += [("-".join(filter(None, (name, place))), table) for place in places]
    return found


# ---- one wager -----------------------------------------------------------------------------------------

_readers: dict[tuple[Any, ...], "_Reader"] = {}


def _reader(card: str | Mapping[str, Any], wager: str, table: str, options: Mapping[str, str]) -> "_Reader":
    read = card_of(card)
    chosen = chosen_options(read, options)
    key = (id(read), wager, table, tuple(chosen.items()))
    if key not in _readers or _readers[key].card is not read:
        name = wager if wager in read["wagers"] else group_of(read, wager)
        _readers[key] = _Reader(read, chosen, name, wager.removeprefix(name).strip("-"), table)
    return _readers[key]


class _Reader:
    """One wager at one pay table under chosen options."""

    def __init__(self, card: Mapping[str, Any], chosen: Mapping[str, str], name: str, place: str, table: str) -> None:
        self.card, self.chosen, self.name, self.table = card, chosen, name, table
        self.game = card["game"]
        self.fields = card["wagers"][name]
        wheel = re.fullmatch("a (.+) wheel", self._filled(card.get("chance", "")))
        named = {key: self._filled(words) for key, words in card.get("events", {}).items()}
        points = CRAPLESS if "crapless" in self._filled(card.get("chance", "")) else POINTS
        on = tuple(place.split("-")) if place else ()
        self.setting = Setting(self.game, named, on, wheel[1] if wheel else "", points)
        self.wager = "-".join(filter(None, (name, place)))
        parent = self.fields.get("behind")
        self.parent = _Reader(card, chosen, self._filled(parent), "", table) if parent else None
        tables = dict(tables_of(self.fields))
        self.pays = tables[table] if table in tables else next(iter(tables.values()))
        self.has_own_line: bool = self.parent.has_own_line if self.parent else self._said("line") == "its own"
        self.works_on_table = self._said("works") == "with the table's point on" and self.has_own_line
        self.takes_first = self._said("takes") == "the first to happen"
        self.late = self._said("settles") == "at the end"
        self.ends = re.split(", *or ", self._said("ends") or f"after 1 {UNITS[self.game]}")
        if self.parent:
            self.ends = self.parent.ends
        self.known: dict[Hashable, frozenset[int]] = {}

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
        listed = [line for line in self.pays if is_on(line, self.chosen)]
        return [self._line(line["when"], line.get("pays", ""), line.get("turns into", "")) for line in listed]

    def _line(self, when: str, pays: str, turns_into: str = "") -> Line:
        words = self._filled(when)
        meaning = condition(words, self.setting, Names(self._meaning))
        if turns_into:
            return Line(words, None, meaning, Fraction(0), self._filled(turns_into))
        return Line(words, None, meaning, self._net(pays))

    # -- commission
    @cached_property
    def _commission(self) -> tuple[Fraction, str, bool] | None:
        """The rate, what it is of, and whether it is put down with the bet."""
        text = self.fields.get("commission")
        if text is None:
            return None
        match = re.fullmatch(
            "([0-9.]+) % of the (win|stake)(, when bet|, on a win)?(, rounded .+)?", self._filled(text)
        )
        assert match, text
        return Fraction(match[1]) / 100, match[2], match[3] == ", when bet"

    @property
    def beside(self) -> Fraction:
        """The commission that is put down beside one unit."""
        if self._commission is None or not self._commission[2]:
            return Fraction(0)
        rate, share, _ = self._commission
        return rate * max(line.net or 0 for line in self.lines) if share == "win" else rate

    def kept(self, net: Fraction | None) -> Fraction | None:
        """What a pay wins after a commission that is taken out of wins."""
        if net is None or net <= 0 or self._commission is None or self._commission[2]:
            return net
        rate, share, _ = self._commission
        return net - rate * (net if share == "win" else 1)

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

    def bundled(self, outcome: Any) -> Fraction:
        """What the parts of a bundle come to, for one unit of all of them."""
        return self._parts_after(outcome)[0]

    def _parts_after(self, outcome: Any) -> tuple[Fraction, tuple[str, ...]]:
        """The same, and the parts that win."""
        shares = {bet: int(units) for bet, units in self.fields["bundle"].items()}
        ends = {bet: play(self.card, bet, "1", self.chosen, [outcome]) for bet in shares}
        total = sum((shares[bet] * (end.net or 0) for bet, end in ends.items() if end), Fraction(0))
        winners = tuple(bet for bet, end in ends.items() if end and (end.net or 0) > 0)
        return Fraction(total) / sum(shares.values()), winners

    def _bundle(self) -> list[Line]:
        """A line for each total that the parts come to, and for those who win it, the highest first."""
        totals: dict[tuple[Fraction, tuple[str, ...]], set[Any]] = {}
        every: list[Any] = [*ZEROS["triple-zero"], *map(str, range(1, 37))]
        if self.game != "roulette":
            every = list(product(range(1, 7), repeat=3 if self.game == "sic-bo" else 2))
        for outcome in every:
            totals.setdefault(self._parts_after(outcome), set()).add(outcome)
        return [
            Line("bundle", None, at_least(lambda one, covered=covered: one.outcome in covered, 1), net)  # type: ignore[misc]
            for (net, _), covered in sorted(totals.items(), key=lambda item: -item[0][0])
            if net > -1
        ]

    # -- what has happened
    def with_points(self, outcomes: Sequence[Any], point: int | None) -> list[Seen]:
        """Outcomes with the point that is on; a line of its own starts on its own come-out."""
        if self.game != "craps":
            return [Seen(outcome, None) for outcome in outcomes]
        seen: list[Seen] = []
        for pair in outcomes:
            first = None if self.has_own_line and not self.parent else point
            seen.append(Seen(tuple(pair), self.point_after(seen[-1]) if seen else first))
        return seen

    def point_after(self, last: Seen) -> int | None:
        """The point that is on after a roll."""
        if self.game != "craps":
            return None
        total = sum(last.outcome)
        if last.point is None:
            return total if total in self.setting.points else None
        return None if total in (7, last.point) else last.point

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

    def left(self, seen: Sequence[Seen]) -> int | None:
        """How many outcomes can still come; None where there is no limit."""
        if seen and any(test(seen[-1]) for test in self._ending if not isinstance(test, int)):
            return 0
        return min((max(most - len(seen), 0) for most in self._ending if isinstance(most, int)), default=None)

    # -- when it is decided
    def verdict(self, seen: tuple[Seen, ...]) -> int | None:
        left = self.left(seen)
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
        state = self.state(seen, self.point_after(seen[-1]))
        if state not in self.known:
            certain = self._certain(seen, self.left(seen))
            found: frozenset[int] = frozenset() if certain is None else frozenset({certain})
            for one in self._next(seen[-1]) if certain is None else ():
                found |= self._futures((*seen, one))
                if len(found) > 1:
                    break
            self.known[state] = found
        return self.known[state]

    def _next(self, last: Seen) -> list[Seen]:
        """Every outcome that can be the next to count."""
        if self.game == "roulette":
            return [Seen(pocket, None) for pocket in ("000", "00", "0", *map(str, range(1, 37)))]
        point = self.point_after(last)
        waits = point is None and not self.counts(Seen(last.outcome, None))
        points = self.setting.points if waits else (point,)
        return [Seen(pair, on) for on in points for pair in product(range(1, 7), repeat=2) if pair[0] <= pair[1]]

    # -- how often
    def _outcomes(self) -> Counter[Any]:
        """Every outcome with its weight; the order of dice makes no difference."""
        if self.game == "roulette":
            return Counter([*ZEROS[self.setting.wheel], *map(str, range(1, 37))])
        assert self.game in ("craps", "sic-bo"), self.game
        dice = product(range(1, 7), repeat=3 if self.game == "sic-bo" else 2)
        return Counter(tuple(sorted(faces)) for faces in dice)

    def _starts(self) -> dict[tuple[int | None, int | None], float]:
        """The points that are on when it is bet, its own and the table's, and how often."""
        ways = {point: 6 - abs(7 - point) for point in self.setting.points}
        if self.works_on_table:
            found: dict[tuple[int | None, int | None], float] = {}
            with_odds = {point: ways[point] for point in self._points_with_odds()}
            for table, own in product(ways, with_odds):  # bet on the roll after the come-out, which made its point
                key = own, None if table == own else table
                share = ways[table] / sum(ways.values()) * ways[own] / sum(with_odds.values())
                found[key] = found.get(key, 0.0) + share
            return found
        late = (self._said("opens") or "").startswith("after the come-out")
        if late and self.has_own_line and not self.parent and self.tracks_table:
            return {(None, point): ways[point] / sum(ways.values()) for point in ways}
        if (not late or self.has_own_line) and not self.parent:
            return {(None, None): 1.0}
        points = self._points_with_odds() if self.parent else list(ways)
        return {(point, None): ways[point] / sum(ways[one] for one in points) for point in points}

    def _points_with_odds(self) -> list[int]:
        """The points on which something may be bet behind another wager."""
        parts = (self._said("stake") or "up to 1 time").split(", ")
        if any(" on " not in part for part in parts):
            return list(self.setting.points)
        named = set[int]().union(*(numbers_in(part.partition(" on ")[2], 12) for part in parts))
        return [point for point in self.setting.points if point in named]

    def law(self, most: int) -> dict[tuple[str, int], float] | None:
        """The share of each result, by following all outcomes from every start until next to none is open."""
        rolls = self._outcomes()
        every = sum(rolls.values())
        rows: dict[Hashable, dict[Any, float]] = {}
        mass: dict[Hashable, float] = {}
        waiting: deque[tuple[Hashable, _Position]] = deque()
        for (point, table), share in self._starts().items():
            position = _Position(self, (), point, table, bool(self._following))
            mass[position.state] = mass.get(position.state, 0.0) + share
            waiting.append((position.state, position))
        while waiting:
            state, position = waiting.popleft()
            if state in rows:
                continue
            row = rows[state] = dict[Any, float]()
            for outcome in rolls:
                after = position.step(outcome)
                target: Any = after.state if isinstance(after, _Position) else after
                row[target] = row.get(target, 0.0) + rolls[outcome] / every
                if isinstance(after, _Position) and target not in rows:
                    waiting.append((target, after))
            if len(rows) > most:
                return None
        return _absorbed(mass, rows)

    def state(self, seen: Sequence[Seen], point: int | None) -> Hashable:
        """As much of what has happened as what comes depends on."""
        most = max((end for end in self._ending if isinstance(end, int)), default=0)
        return ("open", self.name, point, min(len(seen), most), tuple(line.when.trace(seen) for line in self.lines))

    @cached_property
    def _following(self) -> dict[str, "_Reader"]:
        names = {line.turns_into for line in self.lines if line.turns_into}
        return {name: _reader(self.card, name, self.table, self.chosen) for name in names}

    @cached_property
    def tracks_table(self) -> bool:
        """Whether the table's point matters beside that of a line of its own."""
        return self.works_on_table or (self.has_own_line and any(line.turns_into for line in self.lines))

    def certain(self, seen: Sequence[Seen]) -> int | None:
        """The result that the lines alone say."""
        return self._certain(seen, self.left(seen))

    def turned(self, result: int) -> "_Reader | None":
        """The wager that a result turns the stake into."""
        name = self.lines[result].turns_into if result < len(self.lines) else ""
        return self._following[name] if name else None

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

    @cached_property
    def _takes_back_while_off(self) -> bool:
        """Whether an outcome that does not count is enough for the stake to be taken back."""
        words = self._filled(self.fields["take back"])
        match = re.fullmatch("after (the first|any) (?:roll|spin|hand)s?, below the first pay", words)
        assert match, words
        return match[1] == "any"

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
            if "take back" in self.fields and (seen or self._takes_back_while_off) and not reached:
                found.append(("take back", Fraction(0)))
        return [(kind, net) for kind, net in found if kind in self.made and net is not None]


class _Position(NamedTuple):
    """A stake that is up: the wager it is, what that has seen, and the points of its line and of the table's."""

    reader: _Reader
    seen: tuple[Seen, ...]
    point: int | None
    table: int | None
    turns: bool
    """Whether it may turn, so that the moment at which it is decided matters."""

    @property
    def state(self) -> Hashable:
        return self.reader.state(self.seen, self.point), self.table

    def step(self, outcome: Any) -> "_Position | tuple[str, int]":
        """After one outcome: where the stake is now, or the wager and the number of its result."""
        reader, one = self.reader, Seen(outcome, self.point)
        after = reader.point_after(one)
        table = reader.point_after(Seen(outcome, self.table)) if reader.tracks_table else None
        works = self.table is not None if reader.works_on_table else reader.counts(one)
        if not works:
            if reader.works_on_table and reader.left([one]) == 0:
                return reader.wager, len(reader.lines)
            return self._replace(point=after, table=table)
        longer = (*self.seen, one)
        result = reader.verdict(longer) if self.turns else reader.certain(longer)
        if result is None:
            return self._replace(seen=longer, point=after, table=table)
        following = reader.turned(result)
        if following is not None:
            on_table = table if reader.has_own_line else after
            tracked = on_table if following.tracks_table else None
            return _Position(following, (), None if following.has_own_line else on_table, tracked, True)
        return reader.wager, result + (reader.works_on_table and result == len(reader.lines))


def _absorbed(
    mass: dict[Hashable, float], rows: Mapping[Hashable, Mapping[Any, float]]
) -> dict[tuple[str, int], float]:
    """How often each result is reached, to within what floats can tell."""
    shares: dict[tuple[str, int], float] = {}
    for _ in range(200_000):
        after: dict[Hashable, float] = {}
        for state, share in mass.items():
            for target, part in rows[state].items():
                kept = after if target in rows else shares
                kept[target] = kept.get(target, 0.0) + share * part
        mass = after
        if sum(mass.values()) < 1e-13:
            return shares
    raise AssertionError("a wager that is never decided")
