"""The layout of craps: the place of each wager of a card on it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from rackcard.games.craps import printed, printed_narrow
from rackcard.games.craps.dice import PAIRS
from rackcard.games.craps.printed import Field, Key
from rackcard.games.craps.rules import CrapsRules
from rackcard.games.game import Cell
from rackcard.games.layout import NARROW, LaidWager, Layout, Part, Point, Spot, SpotLook

BOXES_MIN = 4
"""A card with fewer numbers to place or buy is not the base game."""
CENTER = frozenset(("hard", "total", "seven", "craps", "c-and-e", "horn", "horn-high", "world", "hop"))


def layout(rules: CrapsRules, wagers: Sequence[LaidWager]) -> Layout | None:
    """The layout for a card that has the line and the boxes; None for any other card."""
    taken = slots(rules, wagers)
    boxes = {key[1] for key in taken if key[0] in ("place", "buy")}
    if ("pass",) not in taken or len(boxes) < BOXES_MIN:
        return None
    field = _field(taken[("field",)]) if ("field",) in taken else None
    keys, bar = frozenset(taken), _barred(taken)
    wide = {**printed.line(rules.points, keys, field, bar), **printed.center(keys), **printed.more(keys)}
    narrow = {
        **printed_narrow.line(rules.points, keys, field, bar),
        **printed.center(keys),
        **printed_narrow.more(keys),
    }
    spots = tuple(_spot(key, taken[key], wide[key], narrow[key]) for key in wide if key in taken)
    height = printed_narrow.height(rules.points, keys)
    center = printed.center_prints(keys)
    parts = [
        Part("line", "Line", *printed.LINE, (NARROW, height), printed.line_prints(rules.points, keys),
             printed_narrow.line_prints(rules.points, keys)),
        Part("center", "Center", *printed.CENTER, printed.CENTER, center, center),
    ]  # fmt: skip
    if any(key[0] == "more" for key in keys):
        parts.append(Part("more", "More bets", *printed.more_size(keys), printed_narrow.more_size(keys)))
    return Layout(tuple(parts), spots, _pucks(rules, keys))


def _spot(key: Key, wager: LaidWager, wide: SpotLook, narrow: SpotLook) -> Spot:
    if key[0] == "more":
        return Spot(
            wager.wager, "more", printed.named(wide, wager.name), printed.named(narrow, wager.name), (), wager.pay
        )
    return Spot(wager.wager, "center" if key[0] in CENTER else "line", wide, narrow, (), wager.pay)


def _pucks(rules: CrapsRules, keys: frozenset[Key]) -> Mapping[int, tuple[Point, Point]]:
    wide, narrow = printed.pucks(rules.points, keys), printed_narrow.pucks(rules.points, keys)
    return {phase: (wide[point], narrow[point]) for phase, point in enumerate((0, *rules.points))}


# ---- which wager lies where


def slots(rules: CrapsRules, wagers: Sequence[LaidWager]) -> dict[Key, LaidWager]:
    """The wagers of a card by their places: each takes the first that it fits and that is free."""
    taken: dict[Key, LaidWager] = {}
    at: dict[str, Key] = {}
    ordered = sorted(
        wagers, key=lambda one: (bool(one.behind), bool(one.bundle), -one.net if _boxed(rules, one) else 0)
    )
    for one in ordered:
        found = next((key for key in _keys(rules, one, at) if key not in taken), None)
        if found is None and one.is_single and one.wins:
            found = ("more", len(taken))
        if found is not None:
            taken[found], at[one.wager] = one, found
    return taken


@cache
def _rolled(rules: CrapsRules, *totals: int) -> frozenset[Cell]:
    return rules.rolled(totals).cells


@cache
def _line(rules: CrapsRules) -> tuple[frozenset[Cell], frozenset[Cell], frozenset[Cell]]:
    """The cells that decide the line, those that win it and those that lose it."""
    return rules.line_decided().cells, rules.line_wins().cells, rules.line_loses().cells


def _boxed(rules: CrapsRules, wager: LaidWager) -> bool:
    """Whether a wager is on a number before a seven: of two that pay otherwise the better is the place bet."""
    return bool(_number(rules, wager.ends)) and not wager.has_commission


def _keys(rules: CrapsRules, wager: LaidWager, at: Mapping[str, Key]) -> Iterator[Key]:
    """The places that a wager fits, the best first."""
    if wager.behind:
        if wager.behind in at:
            yield ("odds", *at[wager.behind])
    elif wager.bundle:
        yield from _bundle_keys(wager, at)
    elif wager.is_single:
        yield from _one_roll_keys(wager)
    elif wager.ends == _line(rules)[0]:
        yield from _line_keys(rules, wager)
    elif number := _number(rules, wager.ends):
        yield from _number_keys(rules, wager, number)


def _line_keys(rules: CrapsRules, wager: LaidWager) -> Iterator[Key]:
    _, wins, loses = _line(rules)
    if wager.wins == wins:
        yield ("come",) if wager.own_line else ("put",) if wager.window == "point" else ("pass",)
    elif wager.wins <= loses:
        yield ("dont-come",) if wager.own_line else ("dont-pass",)


def _number(rules: CrapsRules, ends: frozenset[Cell]) -> int:
    """The number that ends a wager together with a seven; 0 where it is another event."""
    totals = totals_of(ends) - {7}
    number = next(iter(totals)) if len(totals) == 1 else 0
    return number if number and ends == _rolled(rules, number, 7) else 0


def _number_keys(rules: CrapsRules, wager: LaidWager, number: int) -> Iterator[Key]:
    if wager.wins == _rolled(rules, number):
        if wager.has_commission:
            yield "buy", number
        else:
            yield "place", number
            if number in (6, 8):
                yield "big", number
    elif wager.wins == _rolled(rules, 7):
        yield ("lay", number) if wager.has_commission else ("lose", number)
    elif wager.wins and {PAIRS[index] for _, index in wager.wins} == {(number / 2, number / 2)}:
        yield "hard", number


def _one_roll_keys(wager: LaidWager) -> Iterator[Key]:
    pairs = frozenset(PAIRS[index] for _, index in wager.wins)
    totals = {sum(pair) for pair in pairs}
    is_whole = pairs == {pair for pair in PAIRS if sum(pair) in totals}
    if is_whole and totals == {7}:
        yield ("seven",)
    elif is_whole and totals == {2, 3, 12}:
        yield ("craps",)
    elif is_whole and len(totals) >= 5 and 7 not in totals:
        yield ("field",)
    elif is_whole and len(totals) == 1 and totals <= {2, 3, 11, 12}:
        yield "total", totals.pop()
    if len(pairs) == 1:
        yield "hop", next(iter(pairs))


HORN = frozenset((("total", 2), ("total", 3), ("total", 11), ("total", 12)))


def _bundle_keys(wager: LaidWager, at: Mapping[str, Key]) -> Iterator[Key]:
    parts = {at[name]: units for name, units in wager.bundle if name in at}
    if set(parts) == {("craps",), ("total", 11)}:
        yield ("c-and-e",)
    elif set(parts) == HORN | {("seven",)}:
        yield ("world",)
    elif set(parts) == HORN:
        most = [key for key, units in parts.items() if units == max(parts.values())]
        yield ("horn-high", most[0][1]) if len(most) == 1 else ("horn",)


def totals_of(cells: Iterable[Cell]) -> set[int]:
    """The totals of the dice that some cells are about."""
    return {sum(PAIRS[index]) for _, index in cells}


def _barred(taken: Mapping[Key, LaidWager]) -> tuple[int, ...]:
    """The dice of the roll on which don't bets push, where it is one."""
    pushes = totals_of(taken[("dont-pass",)].pushes) if ("dont-pass",) in taken else set[int]()
    faces = {2: (1, 1), 3: (1, 2), 12: (6, 6)}
    return faces.get(pushes.pop(), ()) if len(pushes) == 1 else ()


def _field(wager: LaidWager) -> Field:
    """What the field pays on each of its totals."""
    best: dict[int, int] = {}
    for cells, net in wager.pays:
        for total in totals_of(cells):
            best.setdefault(total, int(net))
    return tuple(sorted(best.items()))
