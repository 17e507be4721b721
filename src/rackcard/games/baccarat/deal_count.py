"""The law of deals by any classes of hands, counted exactly in two ways that share no code.

Both count ordered deals of six cards in whole numbers and give the weight of each two final classes. They share with
each other the drawing rules and what tells the classes apart (``deal_classes``), and no step of the counting.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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

    The numbers of fifth and sixth cards of every two kinds are kept side by side in one whole number, each in a field
    wide enough for all deals of the shoe, so that a sum of products of whole numbers adds all of them at once.
    """
    size, kinds = sum(counts), len(classes.thirds)
    fields = _Fields(kinds, (size**6).bit_length())
    left = [0] * kinds
    for kind, count in enumerate(counts):
        left[classes.third_of[kind]] += count
    over = {**_without_third_cards(classes), **decided}
    sums: dict[tuple[int, int], int] = {}
    lasts: dict[tuple[int, ...], int] = {}
    weights: FinalWeights = {}
    for (first, mine), row in _after_player(classes, counts).items():
        for (second, theirs), deals in row.items():
            finals = over.get((first, second))
            if finals is not None:
                weights[finals] = weights.get(finals, 0) + deals * (size - 4) * (size - 5)
                continue
            used = tuple(sorted(mine + theirs))
            last = lasts.get(used)
            if last is None:
                last = lasts[used] = fields.last_two(left, used)
            sums[first, second] = sums.get((first, second), 0) + deals * last
    for (first, second), packed in sums.items():
        for finals, deals in _finished(classes, first, second, fields.table(packed)):
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


class _Fields:
    """Numbers of fifth and sixth cards by their kinds, side by side in one whole number."""

    def __init__(self, kinds: int, width: int) -> None:
        self.kinds = kinds
        self.bytes = -(-width // 8)
        self.unit = [1 << 8 * self.bytes * kind for kind in range(kinds)]

    def last_two(self, counts: Sequence[int], used: tuple[int, ...]) -> int:
        """The ordered choices of a fifth and a sixth card from what four cards leave."""
        left = list(counts)
        for kind in used:
            left[kind] -= 1
        width = self.bytes * self.kinds
        sixth = sum([unit * count for unit, count in zip(self.unit, left, strict=True)])
        rows = [
            (count * (sixth - unit)).to_bytes(width, "little") if count else bytes(width)
            for count, unit in zip(left, self.unit, strict=True)
        ]
        return int.from_bytes(b"".join(rows), "little")

    def table(self, packed: int) -> list[list[int]]:
        """The numbers by fifth and sixth card."""
        width, kinds = self.bytes, self.kinds
        raw = packed.to_bytes(width * kinds * kinds, "little")
        every = [int.from_bytes(raw[at : at + width], "little") for at in range(0, len(raw), width)]
        return [every[at : at + kinds] for at in range(0, len(every), kinds)]


def _finished(
    classes: DealClasses, first: int, second: int, table: list[list[int]]
) -> list[tuple[tuple[int, int], int]]:
    """The final classes of all deals with these starts, in which a hand draws."""
    player, banker = classes.player, classes.banker
    drawn, last = classes.draws(player.starts[first], banker.starts[second])
    holds, banked = banker.stood[second], banker.drawn[second]
    if not drawn:
        return [((player.stood[first], banked[fifth]), sum(row)) for fifth, row in enumerate(table)]
    found = []
    for fifth, row in enumerate(table):
        one = player.drawn[first][fifth]
        if last[fifth]:
            found += [((one, banked[sixth]), deals) for sixth, deals in enumerate(row)]
        else:
            found.append(((one, holds), sum(row)))
    return found
