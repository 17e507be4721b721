"""The meters as the supervisor's page shows them: by period or shift, with the drop and the names of players."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from markupsafe import Markup

from rackcard.report.charts.page_charts import held_chart
from rackcard.table.commands.control import ShiftClosed
from rackcard.table.commands.seating import Seated
from rackcard.table.history import History, place_of
from rackcard.table.log.store import Store
from rackcard.table.meter_reading import fold_of
from rackcard.table.meters import FAR, USUAL, Meter, valued
from rackcard.table.period import read_period
from rackcard.table.state import TOKES
from rackcard.tabular import Grid, csv_text
from rackcard.wording.meters import shift_label

COLUMNS = ("what", "handle", "hold", "hold_share", "theory_share", "difference", "verdict")
"""What fits beside the controls; every other figure is a press away."""


@dataclass(frozen=True)
class Shift:
    """A shift of a table: from one moment on, before another; the present one has no end."""

    label: str
    since: str
    until: str = ""


@dataclass(frozen=True)
class MetersView:
    """The meters of a period."""

    shifts: tuple[Shift, ...]
    drop: int
    paid_out: int
    hold: int
    handle: int
    grids: tuple[Grid, ...]
    """Everything there is."""
    short: tuple[Grid, ...]
    """What fits."""
    charts: tuple[Markup | str, ...]
    """The hold against theory, for each row of the first."""


def shifts_of(store: Store, table_id: str) -> tuple[Shift, ...]:
    """The shifts of a table; the last one has not been closed."""
    found: list[Shift] = []
    started = store.opened_at(table_id) or ""
    for _, at in History(store, table_id).marks((ShiftClosed.kind,)):
        found.append(Shift(shift_label(len(found) + 1), started, at))
        started = at
    return (*found, Shift(shift_label(len(found) + 1), started))


def names_of(store: Store, table_id: str, visits: Iterable[int]) -> dict[int, str]:
    """Who some visits were."""
    found, history = {}, History(store, table_id)
    for visit in visits:
        places = history.kept.landmarks((Seated.kind,), range(visit, visit + 1), until=history.kept_until)
        entries = [store.entry(table_id, one.seq) for one in places]
        if not entries:  # one that sat down since
            before = place_of(history.newest).table
            later = history.since((Seated.kind,))
            entries = later[visit - (1 if before is None else before.next_visit) :][:1]
        for event in (entry.event for entry in entries):
            assert isinstance(event, Seated)
            found[visit] = event.name
    return found


def meters_view(
    store: Store, table_id: str, shifts: tuple[Shift, ...], since: str = "", until: str = ""
) -> MetersView:  # fmt: skip
    """The meters of a period, ready to be drawn."""
    fold, table = fold_of(store, table_id, read_period(since or None, until or None))
    assert table is not None
    counted = valued(fold, table)
    for seat, meter in counted.by_seat.items():
        names = {} if seat == TOKES else fold.names.get(seat, {})
        meter.name = " · ".join(filter(None, (meter.name, ", ".join(names))))
    grids = tuple(grid for grid in counted.grids() if grid.rows)
    lines = list(counted.by_wager.values())
    return MetersView(
        shifts=shifts,
        drop=fold.drop,
        paid_out=fold.paid_out,
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
    order = [grid.ids.index(one) for one in COLUMNS if one in grid.ids]
    return replace(
        grid,
        columns=tuple(grid.columns[at] for at in order),
        rows=tuple(tuple(row[at] for at in order) for row in grid.rows),
        ids=tuple(grid.ids[at] for at in order),
    )


def meters_csv(view: MetersView) -> str:
    """Every figure as comma-separated values: one table, with the kind of each line in its first column."""
    columns = list(dict.fromkeys(name for grid in view.grids for name in grid.columns))
    rows = [
        [grid.title, *(dict(zip(grid.columns, row, strict=True)).get(name, "") for name in columns)]
        for grid in view.grids
        for row in grid.rows
    ]
    return csv_text(["by", *columns], rows)
