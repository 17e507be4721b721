"""The law of deals by any classes of hands, counted exactly in two ways that share no code.

Both count ordered deals of six cards in whole numbers and give the weight of each two final classes. They share with
each other the drawing rules and what tells the classes apart (``deal_classes``), and no step of the counting.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from sys import byteorder

from flint import fmpz

from rackcard.games.baccarat.deal_classes import DealClasses, HandClasses
from rackcard.games.baccarat.dealing import banker_draws, natural, player_draws

FinalWeights = dict[tuple[int, int], int]
"""Six-card deals by the final classes of the player's and the banker's hand."""
Decided = Mapping[tuple[int, int], tuple[int, int]]
"""The starts of both hands after which third cards do not matter, with final classes that serve for all of them."""


# ---- first way: both hands at once, less the deals that would use a card twice ------------------------


@dataclass
class _TwoCards:
    """The ordered choices of two cards with one start and the same kinds of third cards."""

    start: int
    thirds: tuple[int, int]
    number: int = 0
    using: dict[int, int] = field(default_factory=dict)
    """By kind: how many of the choices use one given card of that kind."""


def count_by_removal(classes: DealClasses, counts: Sequence[int], decided: Decided) -> FinalWeights:
    """Choose both hands from the whole shoe and take away the choices that share cards; third cards by moments.

    For two starts it is enough to know the number of deals, how often each kind of third card was used in them, and
    how often each two kinds were: any one or two further cards follow.
    """
    player, player_at = _two_cards(classes, classes.player, counts)
    banker, banker_at = _two_cards(classes, classes.banker, counts)
    rows = _disjoint(player, banker, counts)
    for pair, place in player_at.items():
        rows[place][banker_at[pair]] += 2 * _ordered(counts, *pair)
    found: FinalWeights = {}
    thirds = _third_counts(classes, counts)
    for of_player in _by_start(player):
        for of_banker in _by_start(banker):
            first, second = player[of_player[0]].start, banker[of_banker[0]].start
            moments = _Moments(classes, thirds)
            for i in of_player:
                row = rows[i]
                for j in of_banker:
                    moments.number += row[j]
            if not moments.number:
                continue
            if (first, second) in decided:
                finals = decided[first, second]
                size = moments.size
                found[finals] = found.get(finals, 0) + moments.number * (size - 4) * (size - 5)
                continue
            if not _is_over(classes, first, second):
                moments.use([(player[i].thirds, [rows[i][j] for j in of_banker]) for i in of_player],
                            [banker[j].thirds for j in of_banker])  # fmt: skip
            for (third, fourth), deals in moments.ends(first, second):
                one = classes.player.stood[first] if third is None else classes.player.drawn[first][third]
                other = classes.banker.stood[second] if fourth is None else classes.banker.drawn[second][fourth]
                found[one, other] = found.get((one, other), 0) + deals
    return {finals: deals for finals, deals in found.items() if deals}


def _third_counts(classes: DealClasses, counts: Sequence[int]) -> list[int]:
    """How many cards there are of each kind of third card."""
    found = [0] * len(classes.thirds)
    for kind, count in enumerate(counts):
        found[classes.third_of[kind]] += count
    return found


def _is_over(classes: DealClasses, first: int, second: int) -> bool:
    """Whether no third card is dealt, or none that is looked at."""
    player, banker = classes.player.starts[first].total, classes.banker.starts[second].total
    return not classes.sees_third or natural(player) or natural(banker) or (player > 5 and banker > 5)


def _ordered(counts: Sequence[int], one: int, other: int) -> int:
    """The ordered choices of two cards of these kinds, in either order."""
    return counts[one] * (counts[one] - 1) if one == other else 2 * counts[one] * counts[other]


def _two_cards(
    classes: DealClasses, hand: HandClasses, counts: Sequence[int]
) -> tuple[list[_TwoCards], dict[tuple[int, int], int]]:
    """The choices of two cards, and where those of each two kinds are among them."""
    found: list[_TwoCards] = []
    places: dict[tuple[int, tuple[int, int]], int] = {}
    at: dict[tuple[int, int], int] = {}
    kinds = [kind for kind, count in enumerate(counts) if count]
    third_of = classes.third_of
    for one in kinds:
        first, mine = hand.first[one], third_of[one]
        for other in kinds:
            if other < one or (one == other and counts[one] < 2):
                continue
            key = first[other], (mine, third_of[other]) if mine <= third_of[other] else (third_of[other], mine)
            place = places.get(key)
            if place is None:
                place = places[key] = len(found)
                found.append(_TwoCards(*key))
            at[one, other] = place
            some = found[place]
            some.number += _ordered(counts, one, other)
            if one == other:
                some.using[one] = some.using.get(one, 0) + 2 * (counts[one] - 1)
            else:
                some.using[one] = some.using.get(one, 0) + 2 * counts[other]
                some.using[other] = some.using.get(other, 0) + 2 * counts[one]
    return found, at


def _disjoint(player: list[_TwoCards], banker: list[_TwoCards], counts: Sequence[int]) -> list[list[int]]:
    """By choices of both hands: those that share no card, but for those that share both, which are taken away twice."""
    sharing: dict[int, list[tuple[int, int]]] = {}
    for place, some in enumerate(banker):
        for kind, using in some.using.items():
            sharing.setdefault(kind, []).append((place, using))
    numbers = [some.number for some in banker]
    rows = []
    for mine in player:
        row = [mine.number * number for number in numbers]
        for kind, using in mine.using.items():
            cards = counts[kind] * using
            for place, theirs in sharing.get(kind, ()):
                row[place] -= cards * theirs
        rows.append(row)
    return rows


def _by_start(choices: list[_TwoCards]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for place, some in enumerate(choices):
        groups.setdefault(some.start, []).append(place)
    return list(groups.values())


class _Moments:
    """Deals of four cards: their number, and how often they use each kind of third card and each two kinds."""

    def __init__(self, classes: DealClasses, counts: Sequence[int]) -> None:
        self.classes, self.counts = classes, counts
        self.size = sum(counts)
        kinds = len(counts)
        self.number = 0
        self.used = [0] * kinds
        self.both = [[0] * kinds for _ in range(kinds)]

    def use(self, rows: list[tuple[tuple[int, int], list[int]]], columns: list[tuple[int, int]]) -> None:
        """Take the cards of both hands from the deals of every choice of one with every choice of the other."""
        both = self.both
        totals = [0] * len(columns)
        for (a, b), row in rows:
            self._of_one_hand((a, b), sum(row))
            first, second = both[a], both[b]
            for column, ((c, d), deals) in enumerate(zip(columns, row, strict=True)):
                totals[column] += deals
                first[c] += deals
                first[d] += deals
                second[c] += deals
                second[d] += deals
                both[c][a] += deals
                both[d][a] += deals
                both[c][b] += deals
                both[d][b] += deals
        for thirds, deals in zip(columns, totals, strict=True):
            self._of_one_hand(thirds, deals)

    def _of_one_hand(self, thirds: tuple[int, int], deals: int) -> None:
        for one in thirds:
            self.used[one] += deals
            for other in thirds:
                self.both[one][other] += deals

    def ends(self, first: int, second: int) -> list[tuple[tuple[int | None, int | None], int]]:
        """The third cards of each hand with the six-card deals that have them."""
        classes, rest = self.classes, self.size - 5
        player, banker = classes.player.starts[first].total, classes.banker.starts[second].total
        kinds = range(len(classes.thirds))
        if _is_over(classes, first, second):
            return [((None, None), self.number * (self.size - 4) * rest)]
        if not player_draws(player, banker):
            return [((None, kind), self._one(kind) * rest) for kind in kinds]
        found: list[tuple[tuple[int | None, int | None], int]] = []
        for third in kinds:
            if banker_draws(player, banker, classes.thirds[third].value):
                found += [((third, fourth), self._two(third, fourth)) for fourth in kinds]
            else:
                found.append(((third, None), self._one(third) * rest))
        return found

    def _one(self, kind: int) -> int:
        return self.counts[kind] * self.number - self.used[kind]

    def _two(self, kind: int, other: int) -> int:
        cards, rest = self.counts[kind], self.counts[other] - (kind == other)
        return cards * rest * self.number - cards * self.used[other] - rest * self.used[kind] + self.both[kind][other]


# ---- second way: card after card from what is left ----------------------------------------------------


def count_card_by_card(classes: DealClasses, counts: Sequence[int], decided: Decided) -> FinalWeights:
    """Deal the player's two cards, the banker's two from what is left, then the fifth and sixth from what is left.

    The numbers of fifth and sixth cards of every two groups are kept side by side in one whole number, each in a field
    wide enough for all deals of the shoe, so that a sum of products of whole numbers adds all of them at once.
    """
    size = sum(counts)
    over: dict[int, dict[int, tuple[int, int]]] = {}
    for (first, second), finals in {**_without_third_cards(classes), **decided}.items():
        over.setdefault(first, {})[second] = finals
    packs = _Packs(classes, counts)
    sums: dict[tuple[int, int], fmpz] = {}
    four: FinalWeights = defaultdict(int)
    for (first, mine), row in _after_player(classes, counts).items():
        ends = over.get(first, {})
        for (second, theirs), deals in row.items():
            end = ends.get(second)
            if end is not None:
                four[end] += deals
                continue
            starts = first, second
            more = deals * packs.of(starts).last_two(mine + theirs)
            sums[starts] = sums[starts] + more if starts in sums else more
    weights = {finals: deals * (size - 4) * (size - 5) for finals, deals in four.items()}
    for starts, packed in sums.items():
        pack = packs.of(starts)
        for finals, deals in _finished(classes, *starts, pack, pack.table(packed)):
            weights[finals] = weights.get(finals, 0) + deals
    return {finals: deals for finals, deals in weights.items() if deals}


def _without_third_cards(classes: DealClasses) -> Decided:
    """The starts after which no third card is dealt."""
    found = {}
    for first, player in enumerate(classes.player.starts):
        for second, banker in enumerate(classes.banker.starts):
            drawn, last = classes.draws(player, banker)
            if not drawn and not any(last):
                found[first, second] = classes.player.stood[first], classes.banker.stood[second]
    return found


_Choice = tuple[int, tuple[int, ...]]
"""A start, and the kinds of third cards that its two cards are of."""


def _after_player(classes: DealClasses, counts: Sequence[int]) -> dict[_Choice, dict[_Choice, int]]:
    """The ordered deals of four cards by both hands."""
    kinds = len(counts)
    third = classes.third_of

    def choice(first: tuple[tuple[int, ...], ...], one: int, other: int) -> _Choice:
        return first[one][other], (third[one], third[other]) if third[one] < third[other] else (
            third[other],
            third[one],
        )

    numbers: dict[_Choice, int] = {}
    banks = [
        [numbers.setdefault(choice(classes.banker.first, c, d), len(numbers)) for d in range(kinds)]
        for c in range(kinds)
    ]
    whole = [0] * len(numbers)
    for c in range(kinds):
        for d in range(kinds):
            whole[banks[c][d]] += counts[c] * (counts[d] - (c == d))
    found: dict[_Choice, list[int]] = {}
    for a in range(kinds):
        for b in range(a, kinds):
            ways = counts[a] * (counts[b] - (a == b)) * (1 if a == b else 2)
            if ways:
                row = _without(counts, banks, whole, a, b)
                key = choice(classes.player.first, a, b)
                found[key] = [x + ways * y for x, y in zip(found[key], row, strict=True)] if key in found else [
                    ways * y for y in row
                ]  # fmt: skip
    names = list(numbers)
    return {key: {names[place]: deals for place, deals in enumerate(row) if deals} for key, row in found.items()}


def _without(counts: Sequence[int], banks: list[list[int]], whole: list[int], a: int, b: int) -> list[int]:
    """The banker's ordered choices after two cards have left the shoe: those of other kinds are what they were."""
    row = whole.copy()
    left = list(counts)
    left[a] -= 1
    left[b] -= 1
    for gone in {a, b}:
        bank, was, now = banks[gone], counts[gone], left[gone]
        for other, place in enumerate(bank):
            if other == gone:
                row[place] += now * (now - 1) - was * (was - 1)
            elif other not in (a, b):
                row[place] += 2 * counts[other] * (now - was)
    if a != b:
        row[banks[a][b]] += 2 * (left[a] * left[b] - counts[a] * counts[b])
    return row


WORD_BYTES = 8
"""Fields of one machine word are read back all at once."""

_Groups = tuple[int, ...]
"""For each kind of third card the first kind that it need not be told from."""


class _Packs:
    """The packs that the starts of both hands need: most tell far fewer fifth and sixth cards apart than there are."""

    def __init__(self, classes: DealClasses, counts: Sequence[int]) -> None:
        self.classes = classes
        self.counts = [0] * len(classes.thirds)
        for kind, count in enumerate(counts):
            self.counts[classes.third_of[kind]] += count
        self.by_starts: dict[tuple[int, int], _Pack] = {}
        self.by_groups: dict[tuple[_Groups, _Groups], _Pack] = {}

    def of(self, starts: tuple[int, int]) -> "_Pack":
        pack = self.by_starts.get(starts)
        if pack is None:
            groups = self._groups(*starts)
            pack = self.by_groups.get(groups)
            if pack is None:
                pack = self.by_groups[groups] = _Pack(self.counts, *groups)
            self.by_starts[starts] = pack
        return pack

    def _groups(self, first: int, second: int) -> tuple[_Groups, _Groups]:
        """Which fifth and which sixth cards are alike after these starts."""
        player, banker = self.classes.player, self.classes.banker
        drawn, last = self.classes.draws(player.starts[first], banker.starts[second])
        if not drawn:
            return _alike(banker.drawn[second]), (0,) * len(self.counts)
        return _alike(list(zip(last, player.drawn[first], strict=True))), _alike(banker.drawn[second])


def _alike(values: Sequence[Hashable]) -> _Groups:
    """For each place the first place with the same value."""
    first: dict[Hashable, int] = {}
    return tuple(first.setdefault(value, place) for place, value in enumerate(values))


class _Pack:
    """Numbers of fifth and sixth cards by their groups, side by side in one whole number."""

    def __init__(self, counts: Sequence[int], fifth: _Groups, sixth: _Groups) -> None:
        self.fifths, self.sixths = list(dict.fromkeys(fifth)), list(dict.fromkeys(sixth))
        width = (sum(counts) ** 6).bit_length()
        self.bytes = WORD_BYTES if width <= 8 * WORD_BYTES else -(-width // 8)
        rows = [len(self.sixths) * self.fifths.index(group) for group in fifth]
        columns = [self.sixths.index(group) for group in sixth]
        both = [row + column for row, column in zip(rows, columns, strict=True)]
        self.units = [[fmpz(1) << 8 * self.bytes * place for place in places] for places in (rows, columns, both)]
        self.whole = [sum((n * one for n, one in zip(counts, of, strict=True)), fmpz(0)) for of in self.units]
        self.alike = _alike(both)
        self.lasts: dict[tuple[int, ...], fmpz] = {}

    def last_two(self, used: tuple[int, ...]) -> fmpz:
        """The ordered choices of a fifth and a sixth card from what four cards leave."""
        alike = self.alike
        key = tuple(sorted([alike[kind] for kind in used]))
        last = self.lasts.get(key)
        if last is None:
            last = self.lasts[key] = self._last_two(key)
        return last

    def _last_two(self, used: tuple[int, ...]) -> fmpz:
        """Numbers side by side times numbers side by side are all their products; no card comes twice."""
        fifth, sixth, twice = (
            whole - sum((units[kind] for kind in used), fmpz(0))
            for whole, units in zip(self.whole, self.units, strict=True)
        )
        return fifth * sixth - twice

    def table(self, packed: fmpz) -> list[list[int]]:
        """The numbers by groups of fifth and sixth cards."""
        width, columns = self.bytes, len(self.sixths)
        raw = int(packed).to_bytes(width * columns * len(self.fifths), "little")
        if width == WORD_BYTES and byteorder == "little":
            every = memoryview(raw).cast("Q").tolist()
        else:
            every = [int.from_bytes(raw[at : at + width], "little") for at in range(0, len(raw), width)]
        return [every[at : at + columns] for at in range(0, len(every), columns)]


def _finished(
    classes: DealClasses, first: int, second: int, pack: _Pack, table: list[list[int]]
) -> list[tuple[tuple[int, int], int]]:
    """The final classes of all deals with these starts, in which a hand draws."""
    player, banker = classes.player, classes.banker
    drawn, last = classes.draws(player.starts[first], banker.starts[second])
    holds, banked = banker.stood[second], banker.drawn[second]
    by_fifth = list(zip(pack.fifths, table, strict=True))
    if not drawn:
        return [((player.stood[first], banked[fifth]), sum(row)) for fifth, row in by_fifth]
    found = []
    for fifth, row in by_fifth:
        one = player.drawn[first][fifth]
        if last[fifth]:
            found += [((one, banked[sixth]), deals) for sixth, deals in zip(pack.sixths, row, strict=True)]
        else:
            found.append(((one, holds), sum(row)))
    return found
