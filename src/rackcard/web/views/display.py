"""The display: what a large screen shows of a table, to be read from a distance."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from rackcard.felt.parts import FeltSpot, LadderRung
from rackcard.web.views.felt import Board, Felt
from rackcard.web.views.tiles import Tile
from rackcard.web.views.zones import Zone

SPOTS_MAX = 30
"""A card with more wagers than can be read from a distance has its pays in lines."""
Value = TypeVar("Value")
PAYS_MAX = 32
"""A card with more pays than can be read from a distance shows those of the wagers that are up."""


@dataclass(frozen=True)
class DisplayBoard:
    """A card on the display: its zone without chips, or the pays of the wagers on its layout in lines."""

    title: str
    zone: Zone | None
    pays: tuple[tuple[str, str], ...]
    """What each wager of a layout asks for, and what it pays."""


def display_boards(felt: Felt) -> tuple[DisplayBoard, ...]:
    """The cards of a table, those with a zone first."""
    found = [_board(board) for board in felt.boards]
    return tuple(sorted(found, key=lambda board: board.zone is None))


def shows_what_is_up(board: Board) -> bool:
    """Whether a board looks otherwise where there are other chips: zones show none, long lists what is up."""
    return not _has_zone(board) and sum(1 for _ in _pays(board)) > PAYS_MAX


def _has_zone(board: Board) -> bool:
    return board.layout is None and board.zone is not None and len(board.zone.spots) <= SPOTS_MAX


def _board(board: Board) -> DisplayBoard:
    if _has_zone(board) and board.zone is not None:
        return DisplayBoard(board.title, _bare(board.zone), ())
    pays = tuple(_pays(board))
    if len(pays) > PAYS_MAX:
        pays = tuple(_pays(board, only_up=True))[:PAYS_MAX]
    return DisplayBoard(board.title, None, pays)


def _bare(value: Value) -> Value:
    """A zone without chips and without what an outcome brought a seat: the display is for everybody."""
    bare: Any = value
    if isinstance(value, tuple):
        bare = tuple(map(_bare, value))
    elif isinstance(value, FeltSpot) and isinstance(value.tile, Tile):
        bare = replace(value, tile=replace(value.tile, stacks=(), came=None), has_offer=False)
    elif isinstance(value, LadderRung):
        bare = replace(value, look="here") if value.look == "cash" else value
    elif is_dataclass(value) and not isinstance(value, type):
        parts = {one.name: getattr(value, one.name) for one in fields(value)}
        bare = replace(value, **{name: _bare(part) for name, part in parts.items()})
    return cast(Value, bare)


def _pays(board: Board, *, only_up: bool = False) -> Iterable[tuple[str, str]]:
    alone = [tile for tile in board.tiles if tile.is_posted and (tile.stacks or not only_up)]
    laid = [tile for tile in board.laid.values() if tile.group == tile.wager]
    in_boxes = [tile for tile in laid if tile.stacks or not only_up]
    for tile in alone + in_boxes:
        yield from _lines(tile.name, tile) if tile.lines else [(tile.name, tile.pays)]
    for kind in board.places:
        lined = next((tile for tile in kind.tiles if tile.lines), None)
        yield from [(kind.name, kind.pays)] if lined is None else _lines(kind.name, lined)


def _lines(name: str, tile: Tile) -> Iterable[tuple[str, str]]:
    """The pay lines of a wager that pays on several."""
    return ((f"{name}: {label}", pay) for label, pay in tile.lines)
