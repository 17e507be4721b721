"""What a bet of one seat changes in the drawings of all others: the chips on its places, and nothing else.

Where that is not certain, nothing is said, and the table is drawn again. A drawing that is brought up to date here is
the same, letter by letter, as one drawn from the start.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar, assert_never, cast

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import escape

from rackcard.felt.parts import (
    FeltPattern,
    FeltSpot,
    LadderPattern,
    ListPattern,
    NumberSet,
    NumbersPattern,
    PipColumn,
    PipsPattern,
    PlacesPattern,
    SpotPattern,
    TrackPattern,
)
from rackcard.table.commands.betting import WAGERS_MAX, BetMade, BundleBet, TakenDown
from rackcard.table.log.store import Entry
from rackcard.table.state import Offering, Table
from rackcard.web.fragments import Fragment
from rackcard.web.render import kept_drawing, templates
from rackcard.web.views.display import shows_what_is_up
from rackcard.web.views.felt import Board, Felt
from rackcard.web.views.kept import kept_for
from rackcard.web.views.rail import BATCH_MAX
from rackcard.web.views.tiles import Tile, has_stacks, stacks_of

Place = tuple[int, str]
"""The number of a card on the table, and a wager of it."""
CHANGED = ("wagers", "balances", "next_wager", "past", "last")
"""What a bet changes of a table; where anything else differs, more than chips may have changed."""
STEADY = tuple(one.name for one in fields(Table) if one.name not in CHANGED)
SPOTTED = (
    LadderPattern, ListPattern, NumbersPattern, PipColumn, PipsPattern, PlacesPattern, NumberSet, SpotPattern,
    TrackPattern,
)  # fmt: skip
"""What has spots in it."""
Value = TypeVar("Value")


@dataclass(frozen=True)
class Touched:
    """What bets have changed of a table: the places with other chips, and the seats that bet or took down."""

    places: frozenset[Place]
    seats: frozenset[int]


def touched(old: Table, new: Table, entries: Sequence[Entry]) -> Touched | None:
    """What has changed from one table to another; None where it may be more than chips."""
    events = [one.event for one in entries]
    seats = frozenset(event.seat for event in events if isinstance(event, BetMade | BundleBet | TakenDown))
    if any(not isinstance(event, BetMade | BundleBet | TakenDown) for event in events):
        return None
    if not _is_steady(old, new) or new.limits.table_max:
        return None
    if len(new.wagers) + BATCH_MAX >= WAGERS_MAX:
        return None
    numbers = {n for n in {*old.wagers, *new.wagers} if old.wagers.get(n) is not new.wagers.get(n)}
    wagers = [
        *(old.wagers[n] for n in numbers if n in old.wagers),
        *(new.wagers[n] for n in numbers if n in new.wagers),
    ]
    places = frozenset((one.offering, one.wager) for one in wagers)
    is_plain = all(
        card in new.current and wager in _plain(new.offerings[card]) for card, wager in places
    )  # fmt: skip
    return Touched(places, seats) if is_plain else None


def _is_steady(old: Table, new: Table) -> bool:
    """Whether nothing differs but what bets change: the last outcome is the same, whatever has happened since."""
    was, now = old.last, new.last
    is_same = was is now or (was is not None and now is not None and was.before is now.before)
    return is_same and all(getattr(old, name) is getattr(new, name) for name in STEADY)


@kept_for(128)
def _plain(offering: Offering) -> frozenset[str]:
    """The wagers of a card that can always be bet, and whose chips keep no other wager of the card from being bet."""
    if any(bet.terms.opens.guard == "none up" for bet in offering.bets.values()):
        return frozenset()
    return frozenset(name for name, bet in offering.bets.items() if bet.terms.is_bet and bet.terms.group == name)


def advanced(felt: Felt, root: Fragment, places: frozenset[Place], *, can_bet: bool) -> Fragment | None:
    """A drawing with the chips that a table has on some places; None where it has to be drawn again.

    ``felt`` has the table, the version and the sentences of now, and the boards as they were when all was drawn; what
    has changed on them since is chips, which are taken from the table.
    """
    fresh: dict[str, Fragment] = {}
    piles: dict[str, list[str]] = {}
    boards = {board.number: board for board in felt.boards}
    for card, wager in places:
        if card not in boards or not _redraw(felt, boards[card], wager, fresh, piles, can_bet=can_bet):
            return None
    path = {"strip", "boards", *piles, *(f"{part}-{card}" for card, _ in places for part in ("z", "board", "layout"))}
    return _replaced(root, fresh | _strip(felt), piles, path)


def advanced_display(felt: Felt, was: Table, root: Fragment, places: frozenset[Place]) -> Fragment | None:
    """The same for a display, which shows no chips, but of long lists what has some; ``was`` is the table before."""
    cards = {one[0] for one in places if has_stacks(was, *one) != has_stacks(felt.table, *one)}
    if any(board.number in cards and shows_what_is_up(board) for board in felt.boards):
        return None
    return _replaced(root, _strip(felt), {}, {"strip"})


def _strip(felt: Felt) -> dict[str, Fragment]:
    """The version and the sentences of a felt."""
    said = str(escape(str(htmlsafe_json_dumps(felt.said))))
    values = {"@strip data-version": str(felt.version), "@strip data-said": said}
    return {name: Fragment(name, (value,)) for name, value in values.items()}


def _spots_with(value: Value, after: Callable[[Tile], Tile]) -> Value:
    """A pattern with other tiles in its spots; what stays as it is is the same object."""
    found: Any = value
    if isinstance(value, tuple):
        parts = [_spots_with(one, after) for one in value]
        found = tuple(parts) if any(one is not was for one, was in zip(parts, value, strict=True)) else value
    elif isinstance(value, FeltSpot):
        tile = after(value.tile) if isinstance(value.tile, Tile) else value.tile
        found = value if tile is value.tile else replace(value, tile=tile)
    elif isinstance(value, SPOTTED):
        others = {one.name: _spots_with(part, after) for one in fields(value) if (part := getattr(value, one.name))}
        others = {name: one for name, one in others.items() if one is not getattr(value, name)}
        found = replace(value, **others) if others else value
    return cast(Value, found)


def _redraw(
    felt: Felt, board: Board, wager: str, fresh: dict[str, Fragment], piles: dict[str, list[str]], *, can_bet: bool
) -> bool:  # fmt: skip
    """Draw a wager again, into ``fresh``, and note the chips of its part of a layout; whether that can be done."""
    name = f"w-{board.number}-{wager}"
    if wager in board.laid:
        return _redraw_on_layout(felt, board, wager, fresh, piles, can_bet=can_bet)
    zone = board.zone
    pattern = (
        next((one for one in zone.patterns if any(spot.wager == wager for spot in one.spots)), None) if zone else None
    )
    if zone is None or pattern is None or (isinstance(pattern, TrackPattern) and pattern.positions):
        return False
    stacks = stacks_of(felt.table, board.number, wager, felt.seat)

    def after(tile: Tile) -> Tile:
        return replace(tile, stacks=stacks) if tile.wager == wager else tile

    macro, item, *values = _item(pattern, wager, zone.unit, can_bet=can_bet, alone=len(zone.spots) == 1)
    drawn = kept_drawing(getattr(_macros("zones.html"), macro), (), _spots_with(item, after), *values)
    spot = drawn.find(name)
    if spot is not None:
        fresh[name] = spot
    return spot is not None


def _item(pattern: FeltPattern, wager: str, unit: str, *, can_bet: bool, alone: bool) -> tuple[Any, ...]:
    """The macro that draws a wager of a pattern, and its arguments, as ``zones.html`` calls it."""
    match pattern:
        case LadderPattern():
            return "ladder", pattern, can_bet
        case TrackPattern():
            return "track", pattern, can_bet
        case ListPattern():
            return "listing", pattern, can_bet, alone
        case NumbersPattern():
            inset = next((one.spot for one in pattern.sets if one.spot.wager == wager), None)
            if inset is not None:
                return "set_box", inset, can_bet, unit
            return "set_box", next(one for one in pattern.wholes if one.wager == wager), can_bet, unit, "below"
        case PipsPattern():
            column = next((one for one in pattern.columns if one.spot.wager == wager), None)
            if column is not None:
                return "column_of", column, can_bet, unit
            return "small_box", next(one for one in pattern.combined if one.wager == wager), can_bet, unit
        case PlacesPattern():
            return "place_of", next(one for one in pattern.spots if one.wager == wager), can_bet
        case SpotPattern():
            spot = next(one for one in pattern.spots if one.wager == wager)
            return "small_box" if pattern.is_plain else "cell", spot, can_bet, unit
        case _:
            assert_never(pattern)


def _redraw_on_layout(
    felt: Felt, board: Board, wager: str, fresh: dict[str, Fragment], piles: dict[str, list[str]], *, can_bet: bool
) -> bool:  # fmt: skip
    drawn = board.layout
    if drawn is None or any(one.neighbors == wager for one in drawn.race):
        return False
    macros = _macros("layout.html")
    first = next((spot.wager for spot in drawn.spots if spot.wager in board.laid), "")
    tile = replace(board.laid[wager], stacks=stacks_of(felt.table, board.number, wager, felt.seat))
    for part in drawn.parts:
        spots = [spot for spot in drawn.by_part[part.name] if spot.wager in board.laid]
        for spot in spots:
            if spot.wager == wager:
                found = (
                    kept_drawing(macros.place, (spot, part), tile, can_bet, wager == first),
                    kept_drawing(macros.stacks_of, (spot, part), tile),
                )
                fresh |= {one.name: one for root in found for one in root.children}
                piled = (one.wager for one in spots if _has_pile(felt, board, one.wager))
                piles[f"stacks-{board.number}-{part.name}"] = [f"s-{board.number}-{one}" for one in piled]
    return True


def _has_pile(felt: Felt, board: Board, wager: str) -> bool:
    """Whether a layout shows chips on a wager: those that are up, or what the newest outcome brought."""
    return bool(board.laid[wager].came) or has_stacks(felt.table, board.number, wager)


def _macros(name: str) -> Any:
    return templates.get_template(name).module


def _replaced(
    root: Fragment, fresh: Mapping[str, Fragment], piles: Mapping[str, list[str]], path: Collection[str]
) -> Fragment:  # fmt: skip
    """A drawing with other fragments in it; ``path`` names those that they are in."""
    if root.name in piles:
        known = {**{one.name: one for one in root.children}, **fresh}
        return _pile(root.name, [known[name] for name in piles[root.name]])
    pieces: list[str | Fragment] = []
    for one in root.pieces:
        if isinstance(one, str):
            pieces.append(one)
        elif one.name in path:
            pieces.append(_replaced(one, fresh, piles, path))
        else:
            pieces.append(fresh.get(one.name, one))
    return Fragment(root.name, tuple(pieces))


def _pile(name: str, chips: list[Fragment]) -> Fragment:
    """The chips on a part of a layout, as its template puts them in a group."""
    pieces: list[str | Fragment] = [f'<g id="{name}">\n']
    for one in chips:
        pieces += [one, "\n"]
    pieces[-1] = f"{pieces[-1]}</g>"
    return Fragment(name, tuple(pieces))
