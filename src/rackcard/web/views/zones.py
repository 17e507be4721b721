"""Zones: a card as it is printed on the felt, and how the zones of a table share the room there is."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, assert_never

from rackcard.card import Terms
from rackcard.felt.parts import (
    FeltPattern,
    FeltSpot,
    LadderPattern,
    ListPattern,
    NumbersPattern,
    PayFigure,
    PipsPattern,
    PlacesPattern,
    SpotPattern,
    TrackPattern,
    ZoneWager,
)
from rackcard.felt.patterns import patterns
from rackcard.games.wording import meaning_of, words_of
from rackcard.machine import Bet
from rackcard.table.settle import claims_open
from rackcard.table.state import Offering, Table
from rackcard.web.views.kept import kept_for
from rackcard.web.views.tiles import Tile, state_of
from rackcard.wording.rules import end_phrase
from rackcard.wording.sentence import capitalized
from rackcard.wording.zones import closed_note, envy_line, no_envy_line, off_note, outcomes_note, states, zone_phrase

if TYPE_CHECKING:
    from rackcard.web.views.felt import Board

BAND = 1090
"""How wide the band of side bets is on a wide screen, in pixels."""
GAP = 12
STEP = 20
"""Natural widths go by steps of so many pixels."""
NOTED_STATES = 3
"""How many wagers a folded zone shows the state of."""


@dataclass(frozen=True)
class Zone:
    """A card on the felt: its title, its patterns, and what is said in its corner and at its foot."""

    number: int
    title: str
    card: str
    """The id of its page, where it has one."""
    note: str
    closed: str
    """Why none of its wagers takes bets now; said once for all."""
    unit: str
    """The unit that all its pays have, where it is said once."""
    patterns: tuple[FeltPattern, ...]
    envy: str
    limits: str
    accepted: str
    """The wagers on which the player has the edge, for the floor alone."""
    state: str
    """How far its wagers are, in words, for when it is folded."""
    width: int
    """Its natural width, in steps."""
    is_open: bool = True

    @property
    def spots(self) -> tuple[FeltSpot, ...]:
        """Every wager of the zone."""
        return tuple(spot for pattern in self.patterns for spot in pattern.spots)

    @property
    def own(self) -> tuple[Tile, ...]:
        """The wagers that the seat has chips on."""
        tiles = (spot.tile for spot in self.spots)
        return tuple(tile for tile in tiles if isinstance(tile, Tile) and any(stack.is_mine for stack in tile.stacks))


class _Laid(NamedTuple):
    """What a table knows of a wager, as its zone shows it."""

    tile: Tile
    state: int
    before: int | None
    has_offer: bool
    off: str


def zone_of(
    table: Table, number: int, tiles: Mapping[str, Tile], seat: int | None, *, card: str, limits: str, accepted: str
) -> Zone | None:
    """The zone for some wagers of a card; None where there are none."""
    offering = table.offerings[number]
    offered = {
        (wager.offering, wager.wager)
        for key, wager in table.wagers.items()
        if (seat is None or wager.seat == seat) and table.betting and claims_open(table, key)
    }
    wagers = tuple(
        _laid(table, number, offering.bets[name], tile, seat, has_offer=(number, name) in offered)
        for name, tile in tiles.items()
    )
    return _printed(offering, number, wagers, card, limits, accepted)


@kept_for(256)
def _printed(
    offering: Offering, number: int, wagers: tuple[_Laid, ...], card: str, limits: str, accepted: str
) -> Zone | None:
    """The zone for some wagers with what a table knows of them: the same for all seats that see the same."""
    unruled = () if len(wagers) < len(offering.bets) else _unruled(offering)
    if not wagers and not unruled:
        return None
    told = _limits([one.tile for one in wagers], limits)
    laid = [
        ZoneWager(offering.bets[one.tile.wager], one.state, one.before, one.tile, one.has_offer, one.off)
        for one in wagers
    ]
    return _zone(number, offering.card.title, laid, unruled, card=card, limits=told, accepted=accepted)


def _zone(
    number: int,
    title: str,
    wagers: Sequence[ZoneWager],
    unruled: Sequence[Terms] = (),
    *,
    card: str = "",
    limits: str = "",
    accepted: str = "",
) -> Zone:
    drawn = (*patterns(wagers), *_without_rule(unruled))
    terms = [one.bet.terms for one in wagers]
    unit = _shared_unit(drawn)
    return Zone(
        number=number,
        title=title,
        card=card,
        note=_note(terms, drawn, unit),
        closed=_closed(wagers),
        unit=unit,
        patterns=drawn,
        envy=_envy(terms),
        limits=limits,
        accepted=accepted,
        state=_state(drawn, wagers),
        width=natural_width(drawn),
    )


def _laid(table: Table, number: int, bet: Bet, tile: Tile, seat: int | None, *, has_offer: bool) -> _Laid:
    """A wager with its state now and before the newest outcome."""
    name = bet.terms.wager
    before = None
    if table.last is not None and number in table.last.before.offerings:
        before = state_of(table.last.before, number, name, bet, seat)
    state = state_of(table, number, name, bet, seat)
    return _Laid(tile, state, before, has_offer, _off(table, bet))


def _off(table: Table, bet: Bet) -> str:
    """That a wager does not work in the phase of the table, in words."""
    works = bet.terms.works
    if works is None or any(phase == table.phase for phase, _ in works.cells):
        return ""
    return off_note(words_of(works.game).phase(meaning_of(works)))


def _unruled(offering: Offering) -> tuple[Terms, ...]:
    """The wagers that a card names without a rule."""
    every = {terms.wager: terms for terms in offering.card.terms(offering.options)}
    return tuple(terms for terms in every.values() if not terms.has_rule)


def _without_rule(unruled: Iterable[Terms]) -> tuple[SpotPattern, ...]:
    pay = PayFigure("", "", zone_phrase("no-rule"))
    spots = tuple(FeltSpot(one.wager, one.name, one.name, pay, has_rule=False) for one in unruled)
    return (SpotPattern(spots),) if spots else ()


# ---- what is said once


def _limits(tiles: Iterable[Tile], limits: str) -> str:
    """The minimum and maximum bet that most wagers have, then those of the others by name."""
    others = [
        zone_phrase("limits", name=one.name, limits=one.limits) for one in tiles if one.limits not in ("", limits)
    ]
    return states([*([capitalized(limits)] if limits else []), *others])


def _shared_unit(drawn: Iterable[FeltPattern]) -> str:
    """The unit of all pays of a zone that has several wagers in pips or spots; empty where they differ."""
    every = [pattern for pattern in drawn if not isinstance(pattern, LadderPattern | TrackPattern | ListPattern)]
    pays = [pay for pattern in every for pay in _pays(pattern)]
    units = {pay.unit for pay in pays if pay.number}
    return units.pop() if len(units) == 1 and len(pays) > 2 else ""


def _pays(pattern: FeltPattern) -> Iterable[PayFigure]:
    for spot in pattern.spots:
        yield from (row.pay for row in spot.rows) if spot.rows else (spot.pay,)


def _note(terms: Sequence[Terms], drawn: Sequence[FeltPattern], unit: str) -> str:
    """What holds for all wagers of a zone: the unit of the pays, how long they last, how a list is read."""
    parts = [zone_phrase("all-pays", unit=unit)] if unit else []
    ends = {one.ends for one in terms}
    if len(ends) == 1 and terms:
        (end,), first = ends, terms[0]
        if end.event is not None:
            parts.append(zone_phrase("until", end=end_phrase(first, first.game.unit)))
        elif end.outcomes is not None and end.outcomes > 1:
            parts.append(outcomes_note(end.outcomes, first.game.unit))
    if not parts and all(isinstance(pattern, ListPattern) for pattern in drawn):
        parts.append(zone_phrase("first-line"))
    if any(column.is_streak for pattern in drawn if isinstance(pattern, PipsPattern) for column in pattern.columns):
        parts.append(zone_phrase("in-a-row"))
    return states(parts)


def _closed(wagers: Sequence[ZoneWager]) -> str:
    """Why no wager takes bets, where most are closed for one reason."""
    tiles = [one.tile for one in wagers if isinstance(one.tile, Tile) and one.tile.is_posted]
    if not tiles or any(tile.is_open for tile in tiles):
        return ""
    reasons = Counter((tile.closed_by, tile.closed_label) for tile in tiles if tile.closed_by).most_common(1)
    return closed_note(*reasons[0][0]) if reasons else ""


def _envy(terms: Sequence[Terms]) -> str:
    named = [one for one in terms if one.envy_is_named]
    posted = [(one.envy, one.title) for one in named if one.envy is not None]
    if not posted:
        return no_envy_line() if named else ""
    by_pay: dict[str, list[str]] = {}
    for envy, title in posted:
        by_pay.setdefault(str(envy), []).append(title)
    order = sorted((envy for envy, _ in posted), key=lambda envy: envy.net)
    return envy_line({pay: list(dict.fromkeys(names)) for pay, names in by_pay.items()}, order[0], order[-1])


def _state(drawn: Iterable[FeltPattern], wagers: Sequence[ZoneWager]) -> str:
    """How far the wagers are, the seat's own first."""
    mine = {one.bet.terms.wager for one in wagers if one.is_mine}
    told: list[tuple[bool, str]] = []
    for pattern in drawn:
        if isinstance(pattern, LadderPattern) and pattern.level:
            told.append((True, f"{pattern.counted}: {pattern.level}"))
        for spot in pattern.spots:
            if spot.progress is not None and spot.progress[0]:
                count, of = spot.progress
                told.append((spot.wager in mine, zone_phrase("progress", name=spot.name, count=count, of=of)))
        if isinstance(pattern, TrackPattern):
            told += [(True, f"{slot.title} {slot.text}".strip()) for slot in pattern.slots if slot.look == "on"]
    told.sort(key=lambda one: not one[0])
    return states([text for _, text in told[:NOTED_STATES]])


# ---- room


def natural_width(drawn: Sequence[FeltPattern]) -> int:
    """The width that a zone is drawn best in, in steps."""
    widest = max((_natural(pattern) for pattern in drawn), default=240)
    return min(-(-(widest + 24) // STEP), BAND // STEP)


def _natural(pattern: FeltPattern) -> int:
    match pattern:
        case LadderPattern():
            return max(330 if pattern.circles else 200, 46 * len(pattern.rungs))
        case NumbersPattern():
            in_sets = max((len(one.circles) for one in pattern.sets), default=0)
            return max(36 * min(max(in_sets, len(pattern.circles)), 12) + 56 * bool(pattern.wholes), 220)
        case PipsPattern():
            return max(37 * len(pattern.columns), 220)
        case TrackPattern():
            return 640 if pattern.rows else 116 * len(pattern.slots)
        case ListPattern():
            return 300
        case SpotPattern():
            return min(max(len(pattern.spots), 2), 7) * (150 if len(pattern.spots) > 4 else 170)
        case PlacesPattern():
            return 420
        case _:
            assert_never(pattern)


def folded(boards: "Sequence[Board]") -> "tuple[Board, ...]":
    """The boards with their zones folded where there is no room: one row beside a layout, otherwise two.

    Zones without chips of the seat are folded first, of those the last.
    """
    rows = 1 if any(board.layout is not None for board in boards) else 2
    order = sorted(
        (board for board in boards if board.zone is not None and board.layout is None),
        key=lambda board: not (board.zone is not None and board.zone.own),
    )
    left = [BAND] * rows
    shut: set[int] = set()
    for board in order:
        assert board.zone is not None
        wide = board.zone.width * STEP + GAP
        row = next((row for row, room in enumerate(left) if room + GAP >= wide), None)
        if row is None and len(shut) + 1 < len(order):
            shut.add(board.number)
        elif row is not None:
            left[row] -= wide
    return tuple(
        replace(board, zone=replace(board.zone, is_open=False)) if board.zone and board.number in shut else board
        for board in boards
    )
