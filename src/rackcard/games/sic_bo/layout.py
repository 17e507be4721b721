"""The layout of sic bo: a box for each wager of the standard layout that a card has."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations

from rackcard.games.game import Cell, Event
from rackcard.games.layout import (
    NARROW,
    WIDTH,
    LaidWager,
    Layout,
    Lettering,
    Part,
    Print,
    PrintedDice,
    PrintedPay,
    Spot,
    SpotLook,
    box,
    fitted,
)  # fmt: skip
from rackcard.games.sic_bo import rules
from rackcard.svg import Length

narrow = partial(Lettering, face="narrow")
Frame = tuple[Length, Length, Length, Length]
"""The upper left corner of a box, its width and its height."""


@dataclass(frozen=True)
class PrintedBox:
    """A box of the standard layout: the rolls that win there, what is printed, and how wide it is in its row."""

    event: Event
    words: str = ""
    faces: tuple[int, ...] = ()
    share: Length = 1
    is_total: bool = False


@cache
def printed() -> dict[str, tuple[PrintedBox, ...]]:
    """The standard layout by its rows."""
    faces = rules.FACES
    return {
        "small": (PrintedBox(rules.total_between(4, 10), "SMALL", share=4),),
        "odd": (PrintedBox(rules.parity("odd"), "ODD", share=2),),
        "any": (PrintedBox(rules.any_triple(), "ANY TRIPLE", share=3),),
        "even": (PrintedBox(rules.parity("even"), "EVEN", share=2),),
        "big": (PrintedBox(rules.total_between(11, 17), "BIG", share=4),),
        "doubles": tuple(PrintedBox(rules.double(face), faces=(face, face)) for face in faces),
        "triples": tuple(PrintedBox(rules.triple(face), faces=(face,) * 3, share=13 / 10) for face in faces),
        "totals": tuple(PrintedBox(rules.total(total), str(total), is_total=True) for total in range(4, 18)),
        "pairs": tuple(PrintedBox(rules.combination(*pair), faces=pair) for pair in combinations(faces, 2)),
        "singles": tuple(PrintedBox(_any_of(face), faces=(face,)) for face in faces),
    }


def _any_of(face: int) -> Event:
    """The face is on one die or more: all that a single number pays for."""
    cells = frozenset(cell for times in rules.TIMES for cell in rules.shows(face, times).cells)
    return Event(f"{face} shows", cells, rules.ID)


# ---- where the boxes are


def _wide() -> Iterator[tuple[tuple[PrintedBox, ...], Length]]:
    """The rows of the wide form, with their heights."""
    rows = printed()
    yield (*rows["small"], *rows["odd"], *rows["any"], *rows["even"], *rows["big"]), 88
    yield (*rows["doubles"], *rows["triples"]), 100
    yield rows["totals"], 100
    yield rows["pairs"], 100
    yield rows["singles"], 96


def _narrow() -> Iterator[tuple[tuple[PrintedBox, ...], Length]]:
    """The rows on a phone."""
    rows = printed()
    yield (*rows["small"], *rows["any"], *rows["big"]), 90
    yield (*rows["odd"], *rows["even"]), 62
    yield rows["doubles"], 86
    for name, columns, height in (("triples", 3, 74), ("totals", 7, 86), ("pairs", 5, 86)):
        for start in range(0, len(rows[name]), columns):
            yield rows[name][start : start + columns], height
    yield rows["singles"], 86


def frames(rows: Iterable[tuple[tuple[PrintedBox, ...], Length]], width: Length) -> tuple[dict[Event, Frame], Length]:
    """Where each box is, and how high all rows are together."""
    found: dict[Event, Frame] = {}
    x: Length
    y: Length = 2
    for boxes, height in rows:
        x, unit = 2, (width - 4) / sum(one.share for one in boxes)
        for one in boxes:
            found[one.event] = x, y, one.share * unit, height
            x += one.share * unit
        y += height
    return found, y + 2


def layout(wagers: Sequence[LaidWager]) -> Layout | None:
    """The layout for a card that has a wager on every total; None for any other card."""
    by_cells: dict[frozenset[Cell], LaidWager] = {}
    for one in wagers:
        if one.is_single:
            by_cells.setdefault(one.wins, one)
    rows = printed()
    if not all(one.event.cells in by_cells for one in rows["totals"]):
        return None
    wide, height = frames(_wide(), WIDTH)
    thin, tall = frames(_narrow(), NARROW)
    spots = [
        Spot(
            wager.wager, "table", _look(one, wager, wide[one.event]), _look(one, wager, thin[one.event]), (), wager.pay
        )
        for one in (one for row, _ in _wide() for one in row)
        if (wager := by_cells.get(one.event.cells)) is not None
    ]
    return Layout((Part("table", "Table", WIDTH, height, (NARROW, tall)),), tuple(spots))


def _look(one: PrintedBox, wager: LaidWager, frame: Frame) -> SpotLook:
    x, y, width, height = frame
    middle = x + width / 2
    prints: list[Print] = []
    if one.faces:
        size = min(24, (width - 10) / (23 / 20 * len(one.faces)))
        prints.append(PrintedDice(one.faces, middle - size * (23 / 20 * len(one.faces) - 3 / 20) / 2, y + 8, size))
    if one.words:
        largest = 27 if one.is_total else 22
        prints.append(
            Lettering(one.words, middle, y + (31 if one.is_total else 33), fitted(one.words, width - 8, largest))
        )
    foot = y + (46 if one.is_total or one.faces else 52)
    several = " · ".join(f"{net}" for net in sorted({net for _, net in wager.pays}))
    prints.append(
        PrintedPay(middle, foot, 13 if width < 64 else 14)
        if wager.pay[0]
        else narrow(f"{several} to 1", middle, foot, 13 if width < 64 else 14)
    )
    chips = (x + width - 22, y + height - 26) if width > 80 else (middle, y + height - 26)
    return SpotLook(box(x, y, width, height), chips, tuple(prints), (-24, 0) if width > 80 else (8, 0), "below")
