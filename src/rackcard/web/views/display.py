"""The display: what a large screen shows of a table, to be read from a distance."""

from collections.abc import Iterable
from dataclasses import dataclass

from rackcard.web.views.felt import Board, Felt
from rackcard.web.views.tiles import Tile


@dataclass(frozen=True)
class DisplayBoard:
    """A card on the display: its marks large, the pays of its other wagers in lines."""

    title: str
    circles: tuple[tuple[str, bool], ...]
    tiles: tuple[Tile, ...]
    """Wagers that carry marks."""
    pays: tuple[tuple[str, str], ...]
    """The others: what each asks for, and what it pays."""

    @property
    def has_marks(self) -> bool:
        return bool(self.circles or self.tiles)


def display_boards(felt: Felt) -> tuple[DisplayBoard, ...]:
    """The cards of a table, those with marks first."""
    found = [_board(board) for board in felt.boards]
    return tuple(sorted(found, key=lambda board: not board.has_marks))


PAYS_MAX = 32
"""A card with more pays than can be read from a distance shows those of the wagers that are up."""


def _board(board: Board) -> DisplayBoard:
    marked = tuple(tile for tile in board.tiles if tile.pips or tile.ladder or tile.track)
    pays = tuple(_pays(board, marked))
    if len(pays) > PAYS_MAX:
        pays = tuple(_pays(board, marked, only_up=True))[:PAYS_MAX]
    return DisplayBoard(board.title, board.circles, marked, pays)


def _pays(board: Board, marked: tuple[Tile, ...], *, only_up: bool = False) -> Iterable[tuple[str, str]]:
    alone = [tile for tile in board.tiles if tile not in marked and tile.is_posted and (tile.stacks or not only_up)]
    laid = [tile for tile in board.laid.values() if tile.group == tile.wager]
    in_boxes = [tile for tile in laid if tile.stacks or not only_up]
    for tile in alone + in_boxes:
        yield from _lines(tile.name, tile) if tile.lines else [(f"{tile.name} {tile.marked}".strip(), tile.pays)]
    for kind in board.places:
        lined = next((tile for tile in kind.tiles if tile.lines), None)
        yield from [(kind.name, kind.pays)] if lined is None else _lines(kind.name, lined)


def _lines(name: str, tile: Tile) -> Iterable[tuple[str, str]]:
    """The pay lines of a wager that pays on several."""
    return ((f"{name}: {label}", pay) for label, pay in tile.lines)
