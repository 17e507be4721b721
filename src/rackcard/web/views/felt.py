"""The felt: what a page draws of a table, made from the cards offered and the events committed.

This module knows no side bet. A board's drawings follow from the conditions of its wagers: circles for
different events, pips for repetitions, a ladder for counted pays, a track for a sequence of numbers.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rackcard.house import PayoutLimit
from rackcard.table.commands.dealing import Shuffled
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.log.store import Entry
from rackcard.table.offerings import beaten
from rackcard.table.state import Entered, Table
from rackcard.web.house_versions import is_shipped
from rackcard.web.views.history import HistoryLine, PlaceKey, came, history, spoken, undo
from rackcard.web.views.layout import Layout, Part, Spot, layout
from rackcard.web.views.offers import OpenOffer, offers
from rackcard.web.views.outlook import Outlook, outlooks
from rackcard.web.views.rail import Rail, rail
from rackcard.web.views.story import Story, told
from rackcard.web.views.tiles import PlaceList, Tile, places_of, shut, tile_of
from rackcard.web.views.zones import Zone, folded, zone_of
from rackcard.wording.house import in_force
from rackcard.wording.limits import maximum_payout

SHOWN_LAST = 14
BEADS = 72


@dataclass(frozen=True)
class Board:
    """A card on the felt."""

    number: int
    is_base: bool
    """Whether it is the base game's own card, rather than a side bet."""
    title: str
    tiles: tuple[Tile, ...]
    places: tuple[PlaceList, ...]
    layout: Layout | None
    laid: Mapping[str, Tile]
    """The wagers on the layout, by their ids."""
    zone: Zone | None = None
    """The wagers that are not on the layout, as they are printed."""

    @property
    def is_side(self) -> bool:
        """Whether it is shown among the side bets: a card with wagers of the base game has their layout."""
        return not self.is_base and self.layout is None

    @property
    def first(self) -> str:
        """The wager of the layout that Tab stops at."""
        return (
            "" if self.layout is None else next((one.wager for one in self.layout.spots if one.wager in self.laid), "")
        )

    def spots_of(self, part: Part) -> list[Spot]:
        """The places on a part of the layout."""
        return [] if self.layout is None else [s for s in self.layout.by_part[part.name] if s.wager in self.laid]

    def placed(self, part: Part, can_bet: bool) -> list[tuple[tuple[Spot, Part], Tile, bool, bool]]:
        """What the template draws each place on a part of the layout from."""
        laid, first = self.laid, self.first
        return [((one, part), laid[one.wager], can_bet, one.wager == first) for one in self.spots_of(part)]

    def piled(self, part: Part) -> list[tuple[tuple[Spot, Part], Tile]]:
        """The same for the chips there: those that are up, or what the newest outcome brought."""
        tiles = [(one, self.laid[one.wager]) for one in self.spots_of(part)]
        return [((one, part), tile) for one, tile in tiles if tile.stacks or tile.came]


@dataclass(frozen=True)
class Puck:
    """The puck of a game with phases."""

    phase: int
    """The phase that it is in, by number: in the first it is off."""
    point: str
    """What it is on."""

    @property
    def is_on(self) -> bool:
        return self.phase != 0


@dataclass(frozen=True)
class Felt:
    """Everything a page shows of a table, for one seat or for a viewer without one."""

    table_id: str
    version: int
    viewer: str
    """Who looks at it: a page keeps to drawings of one viewer."""
    table: Table
    seat: int | None
    boards: tuple[Board, ...]
    offers: tuple[OpenOffer, ...]
    history: tuple[HistoryLine, ...]
    story: Story | None
    rail: Rail
    outlook: Outlook | None
    undo: Mapping[str, int | bool] | None
    puck: Puck | None
    """None in games with one phase."""
    verb: str
    """The verb for the next outcome: roll, spin or deal."""
    last: tuple[tuple[str, str], ...]
    """The last outcomes, newest last, each with its kind for the eye."""
    shown: Mapping[str, Any]
    """The newest outcome, for the templates of its game; empty where none came."""
    road: tuple[Entered, ...]
    """The outcomes since the last shuffle, for games that keep a road of them."""
    beads: tuple[tuple[str, str], ...]
    said: tuple[tuple[int, str], ...]
    """The newest entries in sentences, each with its number, for those who listen."""

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """The parts of the base layout that a small screen shows one at a time, each with its title."""
        found = next((board.layout for board in self.boards if not board.is_side), None)
        shown = () if found is None else (part for part in found.parts if part.narrow)
        return tuple((part.name, part.title) for part in shown)

    @property
    def payout(self) -> str:
        """The payout limit in words; empty where there is none."""
        limit, scope = self.table.limits.payout_max, self.table.payout
        return maximum_payout(PayoutLimit(limit, "wager" if scope == "wager" else "outcome")) if limit else ""

    @property
    def house(self) -> str:
        """The house rules in force; empty where the table was opened without any."""
        house = self.table.house
        return "" if house is None else in_force(house.id, house.version, house.sha256)

    @property
    def shut(self) -> str:
        """Why the whole table takes no bets now; empty where it does."""
        return shut(self.table)

    @property
    def balance(self) -> int:
        return self.table.balance(self.seat) if self.seat is not None else 0

    @property
    def up(self) -> int:
        """What the seat has up."""
        return sum(wager.money for wager in self.table.wagers.values() if wager.seat == self.seat)


def felt(
    table_id: str,
    version: int,
    table: Table,
    entries: Sequence[Entry],
    seat: int | None,
    *,
    deals: bool = False,
    stay: int | None = None,
    has_boards: bool = True,
    viewer: str = "",
) -> Felt:
    """The felt for a seat, or for a viewer without one; a dealer sees the offers of every seat.

    With ``stay``, only the balance of one stay at a seat is shown; 0 shows no balance. The pages of the floor draw
    no boards and tell no story.
    """
    results = came(table, entries, seat) if has_boards else {}
    boards = folded([_board(table, number, seat, results) for number in _laid(table)]) if has_boards else ()
    asked = None if deals else seat
    open_ = tuple(offers(table, asked))
    last = table.recent[-1][1] if table.recent else None
    road = since_shuffle(table, entries) if table.game.has_road else ()
    return Felt(
        table_id=table_id,
        version=version,
        viewer=viewer,
        table=table,
        seat=seat if seat in table.seats else None,
        boards=boards,
        offers=open_,
        history=tuple(history(table, entries, seat, table.round, stay)),
        story=told(table, entries, asked, open_) if has_boards else None,
        rail=rail(table, entries, seat) if has_boards else Rail(),
        outlook=None if deals else outlooks(table, seat),
        undo=undo(table, entries, seat),
        puck=_puck(table),
        verb=table.game.verb,
        last=tuple(_kind(table, outcome) for _, outcome in table.recent[-SHOWN_LAST:]),
        shown={} if last is None else table.game.shown(table.game.parse(last.given)),
        road=road,
        beads=tuple(_kind(table, outcome) for outcome in road[-BEADS:]),
        said=tuple(spoken(table, entries, asked, ". ".join(one.spoken for one in open_), stay)),
    )


def since_shuffle(table: Table, entries: Iterable[Entry]) -> tuple[Entered, ...]:
    """The outcomes that came after the last shuffle; a table that was not shuffled since has all of them."""
    count = len(table.recent)
    for entry in entries:
        match entry.event:
            case Shuffled():
                count = 0
            case OutcomeEntered():
                count += 1
            case _:
                pass
    return tuple(entered for _, entered in table.recent[max(0, len(table.recent) - count) :])


def _laid(table: Table) -> list[int]:
    """The cards to draw: those offered, and those with wagers still up; side bets before the base game."""
    standing = {wager.offering for wager in table.wagers.values()}
    numbers = [*table.current, *sorted(standing - set(table.current))]
    return sorted(numbers, key=lambda number: table.offerings[number].card.is_base)


# ---- boards


def _board(table: Table, number: int, seat: int | None, results: Mapping[PlaceKey, int]) -> Board:
    offering = table.offerings[number]
    card = offering.card
    found = layout(offering)
    on_layout = found.wagers if found else frozenset()
    tiles: list[Tile] = []
    laid: dict[str, Tile] = {}
    places: dict[tuple[str, str], list[Tile]] = {}
    for name, bet in offering.bets.items():
        tile = tile_of(table, number, name, bet, seat)
        if (number, name) in results:
            tile = replace(tile, came=results[number, name])
        if not bet.terms.is_bet and not tile.stacks:
            continue
        if name in on_layout:
            laid[name] = tile
        if bet.terms.group != name:
            places.setdefault((bet.terms.group, bet.terms.title), []).append(tile)
        elif name not in on_layout:
            tiles.append(tile)
    beatable = beaten(offering) if offering.accepted and table.gives_advice else {}
    named = ", ".join(offering.bets[name].terms.name for name in offering.accepted if name in beatable)
    own = Counter(tile.limits for tile in (*tiles, *laid.values()) if tile.limits).most_common(1)
    limits = own[0][0] if own else ""
    kept = [] if found else [one for kind in places.values() for one in kind]
    printed = {one.wager: one for one in (*tiles, *kept)}
    page = card.id if is_shipped(offering) else ""
    return Board(
        zone=zone_of(table, number, printed, seat, card=page, limits=limits, accepted=named),
        number=number,
        is_base=card.is_base,
        title=card.title,
        tiles=tuple(tiles),
        places=tuple(places_of(title, tiles) for (_, title), tiles in places.items()),
        layout=found,
        laid=laid,
    )


# ---- the outcomes


def _puck(table: Table) -> Puck | None:
    game = table.game
    if len(game.phases) == 1:
        return None
    phase = game.phases[table.phase]
    return Puck(table.phase, str(game.phase_numbers.get(phase, phase)))


def _kind(table: Table, entered: Entered) -> tuple[str, str]:
    """An outcome in a few letters, and its kind for the eye, as the game has them."""
    return table.game.short(entered.outcome), table.game.kind(entered.outcome)
