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
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise, permutations, product
from typing import Any, NamedTuple

import yaml

POINTS = (4, 5, 6, 8, 9, 10)
PLACED = "the ball lands on this place"
REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
ZEROS = {"single-zero": ["0"], "double-zero": ["0", "00"], "triple-zero": ["0", "00", "000"]}


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
    """A pay line in words: ``count`` is given for a rung of a ladder."""

    when: str
    count: int | None
    net: Fraction | None


class Seen(NamedTuple):
    """An outcome, and the point that was on when it came (None on a come-out and in other games)."""

    outcome: Any
    point: int | None


def play(
    card: str | Mapping[str, Any], wager: str, table: str, options: Mapping[str, str], outcomes: Sequence[Any]
) -> Decided | None:
    """How a wager bet before the first of these outcomes ends, or None while it is open."""
    reader = _reader(card, wager, table, options)
    seen: list[Seen] = []
    for number, one in enumerate(_with_points(reader.game, outcomes), start=1):
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
    card: str | Mapping[str, Any], wager: str, table: str, options: Mapping[str, str], outcomes: Sequence[Any]
) -> list[tuple[str, Fraction]]:
    """What the player may take after these outcomes, with what it wins on one unit; nothing once it is decided."""
    reader = _reader(card, wager, table, options)
    if not outcomes or play(card, wager, table, options, outcomes) is not None:
        return []
    seen = [one for one in _with_points(reader.game, outcomes) if reader.counts(one)]
    return reader.offers(seen)


def wagers(card: str | Mapping[str, Any], options: Mapping[str, str]) -> list[tuple[str, str]]:
    """Every wager of a card that has a rule, one for each place, with each of its pay tables."""
    read = _card(card)
    chosen = _chosen(read, options)
    found = []
    for name, fields in read["wagers"].items():
        for table, _ in _tables(fields):
            reader = _Reader(read, chosen, name, "", table)
            places = [""] if "places" not in fields else ["-".join(p) for p in reader.places()]
            if reader.lines:
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
    pays = fields["pays"]
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
        return _faces(kind)
    return [place for wheel in ZEROS for place in _layout(kind, wheel)]


# ---- one wager -----------------------------------------------------------------------------------------


class _Reader:
    """One wager at one pay table under chosen options."""

    def __init__(self, card: Mapping[str, Any], chosen: Mapping[str, str], name: str, place: str, table: str) -> None:
        self.card, self.chosen, self.name, self.table = card, chosen, name, table
        self.place = tuple(place.split("-")) if place else ()
        self.game = card["game"]
        self.fields = card["wagers"][name]
        tables = dict(_tables(self.fields))
        self.pays = tables[table] if table in tables else next(iter(tables.values()))
        self.lines = self._lines()
        self.ends = self._said("ends") or "after 1 hand"
        self.late = self._said("settles") == "at the end"
        self.known: dict[tuple[Seen, ...], frozenset[int]] = {}
        self.others: dict[str, _Reader] = {}

    # -- words
    def _said(self, field: str) -> str | None:
        text = self.fields.get(field, self.card.get(field))
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
        if text in ("push", "loses", "not posted"):
            return {"push": Fraction(0), "loses": Fraction(-1), "not posted": None}[text]
        amount_text, unit, per = text.split()
        share = Fraction(amount_text) / Fraction(per)
        return share if unit == "to" else share - 1

    # -- pay lines
    def _lines(self) -> list[Line]:
        if "counts" in self.fields:
            ladder = self._ladder()
            return ladder[:1] if "cash out" in self.fields else ladder
        if "wins" in self.fields:
            rule = self._filled(self.fields["wins"])
            return [] if rule == "no rule given" else [Line(rule, None, self._net(self.pays))]
        listed = [line for line in self.pays if all(map(self._is, line.get("if", "").split(" and ")))]
        return [Line(self._filled(line["when"]), None, self._net(line["pays"])) for line in listed]

    def _is(self, guard: str) -> bool:
        """Whether "game is tiger" holds."""
        if not guard:
            return True
        option, value = guard.split(" is ")
        return self.chosen[option.strip()] == value.strip()

    def _ladder(self) -> list[Line]:
        counts = self._filled(self.fields["counts"])
        rungs = [Line(counts, int(count.split()[0]), self._net(pay)) for count, pay in self.pays.items()]
        return sorted(rungs, key=lambda rung: -(rung.count or 0))

    # -- what has happened
    def counts(self, one: Seen) -> bool:
        return self._said("works") in (None, "always") or one.point is not None

    def over(self, seen: Sequence[Seen]) -> bool:
        if after := re.fullmatch("after ([0-9]) (?:roll|spin|hand)s?", self.ends):
            return len(seen) >= int(after[1])
        return self.happens(self.ends, seen[-1])

    def happens(self, event: str, one: Seen) -> bool:
        if event == PLACED:
            return one.outcome in self.place
        games = {"craps": _rolls, "roulette": _lands, "baccarat": _deals, "sic-bo": _tumbles}
        game: Callable[[str, Seen], bool] = games[self.game]
        if event.startswith("this "):
            event = _on_place(event, self.place)
        return game(event, one)

    def holds(self, line: Line, seen: Sequence[Seen]) -> bool:
        if line.count is not None:
            return self._counted(line.when, seen) >= line.count
        return self._true(line.when, seen)

    def _counted(self, counts: str, seen: Sequence[Seen]) -> int:
        if counts == "different numbers rolled":
            return len({sum(one.outcome) for one in seen} - {7})
        made = [one.point for one in seen if one.point is not None and sum(one.outcome) == one.point]
        if counts == "different points made":
            return len(set(made))
        if counts == "points made":
            return len(made)
        assert counts == "line wins", counts
        return len(made) + sum(one.point is None and sum(one.outcome) in (7, 11) for one in seen)

    def _true(self, rule: str, seen: Sequence[Seen]) -> bool:
        if named := re.fullmatch("any of (.+)", rule):
            return any(self._wager_wins(name.strip(), seen) for name in named[1].split(","))
        if every := re.fullmatch("all of ([0-9 ]+) (rolled|made)", rule):
            return all(any(self.happens(f"{n} {every[2]}", one) for one in seen) for n in every[1].split())
        if rule.startswith("spins "):
            return _spun(rule, [one.outcome for one in seen])
        if times := re.fullmatch("(.+) ([0-9]+) times", rule):
            return sum(self.happens(times[1], one) for one in seen) >= int(times[2])
        return any(self.happens(rule, one) for one in seen)

    def _wager_wins(self, name: str, seen: Sequence[Seen]) -> bool:
        """Whether another wager of the card would be won by these outcomes; its own end does not matter."""
        other = self._other(name)
        return any(other.holds(line, seen) for line in other.lines if line.net is None or line.net > 0)

    # -- when it is decided
    def verdict(self, seen: tuple[Seen, ...]) -> int | None:
        if self.over(seen):
            return self._first(seen)
        if self.ends.startswith("after "):
            futures = self._futures(seen)
            result = next(iter(futures)) if len(futures) == 1 else None
        else:
            result = self._certain(seen)
        return None if self.late and result != len(self.lines) else result

    def _first(self, seen: Sequence[Seen]) -> int:
        return next((i for i, line in enumerate(self.lines) if self.holds(line, seen)), len(self.lines))

    def _certain(self, seen: Sequence[Seen]) -> int | None:
        """The first line that has come true with none before it that still could; a row of spins can be spoiled."""
        for index, line in enumerate(self.lines):
            if self.holds(line, seen):
                return index
            if not self._is_spoiled(line.when, seen):
                return None
        return len(self.lines)

    def _is_spoiled(self, rule: str, seen: Sequence[Seen]) -> bool:
        """Whether a rule on spins, or one on wagers that are all of that kind, can no longer come true."""
        if named := re.fullmatch("any of (.+)", rule):
            others = [self._other(name.strip()) for name in named[1].split(",")]
            return all(o._is_spoiled(x.when, seen) for o in others for x in o.lines if x.net is None or x.net > 0)
        return rule.startswith("spins ") and not _can_be_spun(rule, [one.outcome for one in seen])

    def _other(self, name: str) -> "_Reader":
        if name not in self.others:
            self.others[name] = _Reader(self.card, self.chosen, name, "", self.table)
        return self.others[name]

    def _futures(self, seen: tuple[Seen, ...]) -> frozenset[int]:
        """Every result that some continuation leads to; two are enough to know that it is open."""
        if seen not in self.known and self._certain(seen) == len(self.lines):
            self.known[seen] = frozenset({len(self.lines)})
        if seen not in self.known:
            found: frozenset[int] = frozenset()
            for one in self._next(seen[-1]):
                longer = (*seen, one)
                found |= {self._first(longer)} if self.over(longer) else self._futures(longer)
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

    # -- places and offers
    def places(self) -> list[tuple[str, ...]]:
        if self.game == "sic-bo":
            return _faces(self._filled(self.fields["places"]).removeprefix("each "))
        kind, wheel = re.fullmatch("each (.+) on a (.+) wheel", self._filled(self.fields["places"])).groups()  # type: ignore[union-attr]
        return _layout(kind, wheel)

    def offers(self, seen: Sequence[Seen]) -> list[tuple[str, Fraction]]:
        made = (self._said("offers") or "surrender, cash out, take back").split(", ")
        found: list[tuple[str, Fraction | None]] = []
        if "surrender" in self.fields:
            event = self.lines[0].when.rsplit(" ", 2)[0]
            times = sum(self.happens(event, one) for one in seen)
            found += [("surrender", self._net(p)) for c, p in self.fields["surrender"].items() if int(c) == times]
        if "cash out" in self.fields or "take back" in self.fields:
            ladder = self._ladder()
            reached = [rung for rung in ladder if self.holds(rung, seen)]
            if "cash out" in self.fields and reached and reached[0] != ladder[0]:
                found.append(("cash out", reached[0].net))
            if "take back" in self.fields and seen and not reached:
                found.append(("take back", Fraction(0)))
        return [(kind, net) for kind, net in found if kind in made and net is not None]


# ---- craps ---------------------------------------------------------------------------------------------


def _with_points(game: str, outcomes: Sequence[Any]) -> list[Seen]:
    if game != "craps":
        return [Seen(outcome, None) for outcome in outcomes]
    seen: list[Seen] = []
    for pair in outcomes:
        seen.append(Seen(tuple(pair), _point_after(seen[-1]) if seen else None))
    return seen


def _point_after(last: Seen) -> int | None:
    total = sum(last.outcome)
    if last.point is None:
        return total if total in POINTS else None
    return None if total in (7, last.point) else last.point


def _rolls(event: str, one: Seen) -> bool:
    total, point = sum(one.outcome), one.point
    if match := re.fullmatch("hard ([0-9]+) rolled", event):
        return total == int(match[1]) and one.outcome[0] == one.outcome[1]
    if match := re.fullmatch("([0-9]+(?: or [0-9]+)*) (rolled|made|on the come-out)", event):
        named = total in map(int, match[1].split(" or "))
        return named and {"rolled": True, "made": total == point, "on the come-out": point is None}[match[2]]
    wins = total in (7, 11) if point is None else total == point
    loses = total in (2, 3, 12) if point is None else total == 7
    return {
        "any seven": total == 7,
        "seven-out": total == 7 and point is not None,
        "the line wins": wins,
        "the line loses": loses,
        "the line is decided": wins or loses,
    }[event]


# ---- roulette ------------------------------------------------------------------------------------------


def _lands(event: str, one: Seen) -> bool:
    if one.outcome.startswith("0"):
        return False
    number = int(one.outcome)
    if match := re.fullmatch("the number is ([0-9]+) to ([0-9]+)", event):
        return int(match[1]) <= number <= int(match[2])
    if match := re.fullmatch("the number is in column ([123])", event):
        return (number - 1) % 3 + 1 == int(match[1])
    return {
        "the number is red": number in REDS,
        "the number is black": number not in REDS,
        "the number is odd": number % 2 == 1,
        "the number is even": number % 2 == 0,
    }[event]


def _spun(rule: str, pockets: Sequence[str]) -> bool:
    """Whether a rule on spins holds after these."""
    spins = _places_asked(rule)
    return max(spins) <= len(pockets) and _can_be_spun(rule, pockets)


def _places_asked(rule: str) -> list[int]:
    asked = re.match("spins ([0-9 ]+) are", rule)
    assert asked, rule
    return [int(spin) for spin in asked[1].split()]


def _can_be_spun(rule: str, pockets: Sequence[str]) -> bool:
    """Whether some numbers on the spins to come make a rule hold, whatever came on spins it does not ask about."""
    held = [pockets[spin - 1] if spin <= len(pockets) else None for spin in _places_asked(rule)]
    if any(pocket is not None and pocket.startswith("0") for pocket in held):
        return False
    numbers = [None if pocket is None else int(pocket) for pocket in held]
    if match := re.fullmatch("spins [0-9 ]+ are among ([0-9 ]+)", rule):
        return all(number is None or number in map(int, match[1].split()) for number in numbers)
    return any(
        all(number is None or number == wanted for number, wanted in zip(numbers, row, strict=True))
        for row in _rows(rule, len(numbers))
    )


@lru_cache(maxsize=256)
def _rows(rule: str, length: int) -> frozenset[tuple[int, ...]]:
    """Every row of numbers for which a rule on spins holds."""
    if match := re.fullmatch("spins [0-9 ]+ are ([0-9 ]+) in any order", rule):
        return frozenset(permutations(map(int, match[1].split())))
    ring = rule.endswith(" with 36 beside 1")
    rule = rule.removesuffix(" with 36 beside 1")
    step = 1
    if match := re.fullmatch("spins [0-9 ]+ are ([0-9]+) apart", rule):
        step = int(match[1])
    rising = [[low + step * i for i in range(length)] for low in range(1, 37)]
    if ring:
        rising = [[(number - 1) % 36 + 1 for number in row] for row in rising]
    rows = [tuple(row) for row in rising if max(row) <= 36]
    if rule.endswith(" in order") or match:
        return frozenset(rows + [row[::-1] for row in rows])
    assert rule.endswith(" in any order"), rule
    return frozenset(order for row in rows for order in permutations(row))


def _layout(kind: str, wheel: str) -> list[tuple[str, ...]]:
    """The places of a kind on the layout: three columns, twelve rows, the zeros at the head."""
    rows = [[str(3 * row + column) for column in (1, 2, 3)] for row in range(12)]
    across = [(row[i], row[i + 1]) for row in rows for i in (0, 1)]
    down = [(one[i], two[i]) for one, two in pairwise(rows) for i in (0, 1, 2)]
    heads: dict[str, dict[str, str]] = {
        "single-zero": {"split": "0-1 0-2 0-3", "trio": "0-1-2 0-2-3", "first four": "0-1-2-3"},
        "double-zero": {"split": "0-00 0-1 0-2 00-2 00-3", "trio": "0-1-2 0-00-2 00-2-3", "top line": "0-00-1-2-3"},
        "triple-zero": {"trio": "0-00-000"},
    }
    plain: dict[str, list[tuple[str, ...]]] = {
        "number": [(pocket,) for pocket in (*ZEROS[wheel], *map(str, range(1, 37)))],
        "split": [*across, *down],
        "street": [tuple(row) for row in rows],
        "corner": [(*a[i : i + 2], *b[i : i + 2]) for a, b in pairwise(rows) for i in (0, 1)],
        "six line": [(*a, *b) for a, b in pairwise(rows)],
    }
    return [*(tuple(one.split("-")) for one in heads[wheel].get(kind, "").split()), *plain.get(kind, [])]


# ---- sic bo --------------------------------------------------------------------------------------------


def _tumbles(event: str, one: Seen) -> bool:
    faces = [str(face) for face in one.outcome]
    total, triple = sum(one.outcome), len(set(faces)) == 1
    if match := re.fullmatch("the total is ([0-9]+)", event):
        return total == int(match[1])
    if match := re.fullmatch("the total is ([0-9]+) to ([0-9]+) without a triple", event):
        return int(match[1]) <= total <= int(match[2]) and not triple
    if match := re.fullmatch("the total is (odd|even) without a triple", event):
        return total % 2 == (match[1] == "odd") and not triple
    if match := re.fullmatch("([1-6]) shows (once|twice|three times)", event):
        return faces.count(match[1]) == {"once": 1, "twice": 2, "three times": 3}[match[2]]
    if match := re.fullmatch("([1-6]) shows at least twice", event):
        return faces.count(match[1]) >= 2
    if match := re.fullmatch("([1-6]) and ([1-6]) show", event):
        return match[1] in faces and match[2] in faces
    if match := re.fullmatch("triple ([1-6])", event):
        return triple and faces[0] == match[1]
    assert event == "any triple", event
    return triple


def _on_place(event: str, place: Sequence[str]) -> str:
    """What a rule about "this" place says of the place that the wager is on."""
    kinds = {"double": "{0} shows at least twice", "triple": "triple {0}", "combination": "{0} and {1} show"}
    kind = event.split()[1]
    return kinds[kind].format(*place) if kind in kinds else event.replace("this number", place[0])


def _faces(kind: str) -> list[tuple[str, ...]]:
    """The places of a kind on the sic bo layout."""
    return list(combinations("123456", 2)) if kind == "combination" else [(face,) for face in "123456"]


# ---- baccarat ------------------------------------------------------------------------------------------


VALUES = {"A": 1, **{str(number): number for number in range(2, 10)}}
"""What a card counts; tens and court cards count zero."""


def _total(cards: Sequence[str]) -> int:
    return sum(VALUES.get(card, 0) for card in cards) % 10


def _deals(event: str, one: Seen) -> bool:
    hands = dict(zip(("player", "banker"), one.outcome, strict=True))
    totals = {side: _total(cards) for side, cards in hands.items()}
    pairs = {side: cards[0] == cards[1] for side, cards in hands.items()}
    other = {"player": "banker", "banker": "player"}

    def has(side: str, holding: str) -> bool:
        total, _, cards = holding.partition(" in ")
        return totals[side] == int(total) and (not cards or len(hands[side]) == int(cards.split()[0]))

    def wins(side: str) -> bool:
        return totals[side] > totals[other[side]]

    if match := re.fullmatch("(player|banker) wins(?: with (.+))?", event):
        return wins(match[1]) and (match[2] is None or has(match[1], match[2]))
    if match := re.fullmatch("(.+) beats (.+)", event):
        return any(wins(side) and has(side, match[1]) and has(other[side], match[2]) for side in hands)
    if match := re.fullmatch("(player|banker) has a pair", event):
        return pairs[match[1]]
    if match := re.fullmatch("a hand wins by ([0-9]) points?", event):
        return abs(totals["player"] - totals["banker"]) == int(match[1])
    plain = {
        "tie": totals["player"] == totals["banker"],
        "one hand has a pair": sum(pairs.values()) == 1,
        "both hands have a pair": all(pairs.values()),
        "both hands have the same pair": all(pairs.values()) and hands["player"][0] == hands["banker"][0],
    }
    if event in plain:
        return plain[event]
    match = re.fullmatch("(one hand has|both hands have) (.+)", event)
    assert match, event
    return sum(has(side, match[2]) for side in hands) == (1 if match[1] == "one hand has" else 2)
