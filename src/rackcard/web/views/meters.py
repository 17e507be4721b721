"""The meters as the supervisor's page shows them: by period or shift, with the drop and the names of players."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from markupsafe import Markup

from rackcard.report.charts.page_charts import held_chart
from rackcard.table.commands.control import ShiftClosed
from rackcard.table.commands.open import Opened
from rackcard.table.commands.seating import BoughtIn, Left, Seated
from rackcard.table.log.store import Entry
from rackcard.table.meters import FAR, USUAL, Meter, meters, read_period
from rackcard.tabular import Grid, csv_text
from rackcard.wording.meters import shift_label

COLUMNS = ("what", "handle", "hold", "hold %", "theory %", "difference", "verdict")
"""What fits beside the controls; every other figure is a press away."""


@dataclass(frozen=True)
class Shift:
    """A shift of a table: from one moment on, before another; the present one has no end."""

    label: str
    since: str
    until: str = ""


@dataclass
class Cash:
    """What the players brought and took away."""

    drop: int = 0
    paid_out: int = 0
    shifts: list[Shift] = field(default_factory=list)
    names: dict[int, dict[str, None]] = field(default_factory=dict)
    """Who has sat at each seat."""
    visits: dict[int, str] = field(default_factory=dict)
    """Who each visit was."""


@dataclass(frozen=True)
class MetersView:
    """The meters of a period."""

    cash: Cash
    hold: int
    handle: int
    grids: tuple[Grid, ...]
    """Everything there is."""
    short: tuple[Grid, ...]
    """What fits."""
    charts: tuple[Markup | str, ...]
    """The hold against theory, for each row of the first."""


def cash_of(entries: Iterable[Entry], since: str = "", until: str = "") -> Cash:
    """The drop and what was paid out in a period, with the shifts and the people of the whole log."""
    found, period, started, visit = Cash(), read_period(since or None, until or None), "", 0
    for entry in entries:
        counts = period.holds(entry.at)
        match entry.event:
            case Opened():
                started = entry.at
            case Seated(seat=seat, name=name):
                visit += 1
                found.names.setdefault(seat, {})[name] = None
                found.visits[visit] = name
            case BoughtIn(amount=amount) if counts:
                found.drop += amount
            case Left(amount=amount) if counts:
                found.paid_out += amount
            case ShiftClosed(shift=number):
                found.shifts.append(Shift(shift_label(number), started, entry.at))
                started = entry.at
            case _:
                pass
    found.shifts.append(Shift(shift_label(len(found.shifts) + 1), started))
    return found


def meters_view(entries: Iterable[Entry], since: str = "", until: str = "") -> MetersView:
    """The meters of a period, ready to be drawn."""
    every = list(entries)
    counted, cash = meters(every, read_period(since or None, until or None)), cash_of(every, since, until)
    for place, meter in counted.by_seat.items():
        number = place.rpartition(" ")[2]
        names = cash.names.get(int(number), {}) if number.isdigit() else {}
        meter.name = " · ".join(filter(None, (meter.name, ", ".join(names))))
    grids = tuple(grid for grid in counted.grids() if grid.rows)
    lines = list(counted.by_wager.values())
    return MetersView(
        cash=cash,
        hold=sum(one.hold for one in lines),
        handle=sum(one.handle for one in lines),
        grids=grids,
        short=tuple(_short(grid) for grid in grids),
        charts=tuple(_chart(one) for one in lines),
    )


def _chart(one: Meter) -> Markup | str:
    return "" if one.z is None else Markup(held_chart(one.z, USUAL, FAR, one.sentence, is_enough=one.is_enough))


def _short(grid: Grid) -> Grid:
    """A table with the columns that fit."""
    kept = [at for at, name in enumerate(grid.columns) if name in COLUMNS]
    order = sorted(kept, key=lambda at: COLUMNS.index(grid.columns[at]))
    rows = tuple(tuple(row[at] for at in order) for row in grid.rows)
    return Grid(grid.title, tuple(grid.columns[at] for at in order), grid.figures, rows, grid.note)


def meters_csv(view: MetersView) -> str:
    """Every figure as comma-separated values: one table, with the kind of each line in its first column."""
    columns = list(dict.fromkeys(name for grid in view.grids for name in grid.columns))
    rows = [
        [grid.title, *(dict(zip(grid.columns, row, strict=True)).get(name, "") for name in columns)]
        for grid in view.grids
        for row in grid.rows
    ]
    return csv_text(["by", *columns], rows)
