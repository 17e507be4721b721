"""Drawings: what of a table follows the log, drawn once for each version and kind of viewer, and kept for a while.

Whoever sees a table alike shares a drawing: everybody without a seat, every display, and the pages of one seat. A page
is sent the change from the drawing that it has; see ``fragments``.
"""

import hashlib
import re
from collections import OrderedDict, deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock
from typing import Any

from rackcard import __version__
from rackcard.table.call_bet import example
from rackcard.table.command import SEATS_MAX, Role
from rackcard.table.commands.tokes import tokes_of
from rackcard.table.log.store import Entry, Store
from rackcard.table.outcome import looked_at
from rackcard.table.service import Service
from rackcard.table.state import Refusal, Table
from rackcard.web.accounts import Person
from rackcard.web.fragments import DrawnChange, Fragment, Slots, changed, drawn, merged
from rackcard.web.permissions import View, allowed_commands, dealer_books, verify_view
from rackcard.web.practice import PRACTICE_MONEY
from rackcard.web.recent import RecentEntries
from rackcard.web.render import static_root, templates
from rackcard.web.touched import Touched, advanced, advanced_display, touched
from rackcard.web.views.dealer import matrix, work_of
from rackcard.web.views.display import display_boards
from rackcard.web.views.felt import Felt, felt
from rackcard.web.views.history import SPOKEN, spoken
from rackcard.web.views.json import stay_of
from rackcard.web.views.meters import names_of
from rackcard.web.views.tiles import chips

PARTS: dict[View, str] = {
    "seat": "seat_part.html", "dealer": "dealer_part.html", "supervisor": "supervisor_part.html",
    "display": "display_part.html",
}  # fmt: skip
"""The part of each page that follows the log."""
KEPT_MAX = 256
"""Of how many viewers drawings are kept."""
CHANGES_MAX = 64
"""Of how many pairs of versions it is kept what bets have changed from one to the other."""
VERSIONS_KEPT = 8
"""How many drawings of a viewer are kept: a page that has one of them is sent the change alone."""


@dataclass(frozen=True)
class CurrentTable:
    """A table as its last committed event left it, with the number of that event."""

    table_id: str
    version: int
    table: Table


@dataclass(frozen=True)
class Viewer:
    """Who looks at a table, as far as a drawing depends on it: the view, the seat asked for, and the role."""

    view: View
    asked: int | None = None
    role: Role | None = None
    table_id: str | None = None
    seat: int | None = None
    visit: int | None = None

    @classmethod
    def of(cls, person: Person | None, view: View, asked: int | None, table: Table) -> "Viewer":
        """How a person looks at a table, without the name: whoever sees the same is the same viewer.

        A seat that the drawing does not depend on is left out, so that nobody has a table drawn once for each number;
        where none is asked for, the page names the first one that is taken from then on, and is that viewer at once.
        """
        is_own = view == "seat" and table.is_live  # whose seat it is, the session says
        if is_own or view in ("display", "supervisor") or asked not in range(SEATS_MAX + 1):
            asked = None
        if asked is None and not is_own and view in ("seat", "dealer"):
            asked = next(iter(sorted(table.seats)), None)
        if person is None:
            return cls(view, asked)
        return cls(view, asked, person.role, person.table_id, person.seat, person.visit)

    @property
    def person(self) -> Person | None:
        """Somebody who is this viewer."""
        return None if self.role is None else Person("", self.role, self.table_id, self.seat, visit=self.visit)

    @cached_property
    def mark(self) -> str:
        """What tells the drawings of one viewer from those of another, and of another edition of the program."""
        facts = (static_root(), __version__, self.view, self.asked, self.role, self.table_id, self.seat, self.visit)
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class DrawnView:
    """What a viewer sees of a version of a table."""

    version: int
    root: Fragment
    felt: Felt
    can_bet: bool


class _Kept:
    """The newest drawings of one viewer; whoever draws holds the lock, and the others take what was drawn."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.drawings: deque[DrawnView] = deque(maxlen=VERSIONS_KEPT)
        self.slots: Slots = {}


class Drawings:
    """The drawings of a server."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.recent = RecentEntries(service.store)
        self._kept: OrderedDict[tuple[str, Viewer], _Kept] = OrderedDict()
        self._changes: OrderedDict[tuple[str, int, int], Touched | None] = OrderedDict()
        self._lock = Lock()

    def context(self, current: CurrentTable, viewer: Viewer) -> dict[str, Any]:
        """What the templates of a view show."""
        table, view = current.table, viewer.view
        own = seat_of(table, viewer)
        seen = self._felt(current, viewer, own)
        may = allowed_commands(viewer.person, table)
        is_booked = view == "seat" and own is not None and dealer_books(table)
        return {
            "felt": seen, "table": table, "view": view, "may": may,
            "asked": own if viewer.asked is None else viewer.asked, "free_seat": free_seat(table, viewer.asked),
            "chips": chips(table), "has_tray": view in ("seat", "dealer") and ("bet" in may or is_booked),
            "seats": seats_of(table), "practice_money": PRACTICE_MONEY,
            "boards": display_boards(seen) if view == "display" else (),
            "pad": table.game.pad(table.device, looked_at(table)),
            **_floor_context(current, self.service.store, view),
        }  # fmt: skip

    def _felt(self, current: CurrentTable, viewer: Viewer, seat: int | None) -> Felt:
        """The felt for a viewer; a display is read by everybody, so it shows no balance."""
        table, view = current.table, viewer.view
        recent = self.recent.until(current.table_id, current.version)
        stay = 0 if table.is_live and view == "display" else stay_of(viewer.person, table)
        return felt(
            current.table_id, current.version, table, recent, seat, deals=view == "dealer", stay=stay,
            has_boards=view in ("seat", "display"), viewer=viewer.mark,
        )  # fmt: skip

    def drawing(self, current: CurrentTable, viewer: Viewer) -> DrawnView:
        """What a viewer sees of a table, or of a later version that is drawn already."""
        kept = self._of(current.table_id, viewer)
        with kept.lock:
            newest = kept.drawings[-1] if kept.drawings else None
            if newest is not None and newest.version >= current.version:
                return newest
            drawing = None if newest is None else self._advanced(current, viewer, newest)
            kept.drawings.append(drawing or self._anew(current, viewer, newest, kept.slots))
            return kept.drawings[-1]

    def _anew(self, current: CurrentTable, viewer: Viewer, newest: DrawnView | None, slots: Slots) -> DrawnView:
        context = self.context(current, viewer)
        part = templates.get_template(PARTS[viewer.view])
        root = drawn(lambda: part.render(person=viewer.person, is_part=True, **context), slots)
        seen: Felt = context["felt"]
        can_bet = seen.seat is not None and "bet" in context["may"]
        return DrawnView(current.version, root if newest is None else merged(newest.root, root), seen, can_bet)

    def _advanced(self, current: CurrentTable, viewer: Viewer, newest: DrawnView) -> DrawnView | None:
        """The newest drawing with the bets that other seats have made since; None where more may have changed."""
        if viewer.view not in ("seat", "display"):
            return None
        table, was = current.table, newest.felt
        recent = self.recent.until(current.table_id, current.version)
        found = self._touched(current, newest, recent)
        if found is None or was.seat in found.seats:
            return None
        stay = 0 if table.is_live and viewer.view == "display" else stay_of(viewer.person, table)
        said = was.said if was.seat is None else tuple(one for one in was.said if one[0] > current.version - SPOKEN)
        if was.seat is None:
            said = tuple(spoken(table, recent, None, ". ".join(one.spoken for one in was.offers), stay))
        now = replace(was, version=current.version, table=table, said=said)
        if viewer.view == "display":
            root = advanced_display(now, was.table, newest.root, found.places)
        else:
            root = advanced(now, newest.root, found.places, can_bet=newest.can_bet)
        return None if root is None else DrawnView(current.version, root, now, newest.can_bet)

    def _touched(self, current: CurrentTable, newest: DrawnView, recent: Sequence[Entry]) -> Touched | None:
        """What bets have changed since a drawing; worked out once for all viewers."""
        key = (current.table_id, newest.version, current.version)
        with self._lock:
            if key in self._changes:
                return self._changes[key]
        found = touched(newest.felt.table, current.table, recent[newest.version - current.version :])
        with self._lock:
            self._changes[key] = found
            while len(self._changes) > CHANGES_MAX:
                self._changes.popitem(last=False)
        return found

    def _of(self, table_id: str, viewer: Viewer) -> _Kept:
        with self._lock:
            kept = self._kept.setdefault((table_id, viewer), _Kept())
            self._kept.move_to_end((table_id, viewer))
            while len(self._kept) > KEPT_MAX:
                self._kept.popitem(last=False)
            return kept

    def change(self, table_id: str, viewer: Viewer, have: int | None, drawing: DrawnView) -> DrawnChange | None:
        """What a page that has another drawing needs; None where that is the whole."""
        kept = self._of(table_id, viewer)
        with kept.lock:
            known = next((one for one in kept.drawings if one.version == have), None)
        if known is None:
            return None
        return changed(known.root, drawing.root, DrawnChange(viewer.mark, known.version, drawing.version))

    def news(
        self, table_id: str, viewers: Mapping[Viewer, int], newest: int | None = None
    ) -> dict[Viewer, DrawnChange]:
        """What has changed for each viewer since a version; nothing for one who may not see the table.

        Where the version is not known, the change begins with the present one: the page has to ask for the whole.
        The log is not read for a table in memory that has the ``newest`` entry.
        """
        current = CurrentTable(table_id, *self.service.look(table_id, newest))
        found = {}
        for viewer, have in viewers.items():
            with suppress(Refusal):
                verify_view(viewer.person, table_id, current.table, viewer.view)
                drawing = self.drawing(current, viewer)
                change = self.change(table_id, viewer, have, drawing)
                found[viewer] = change or DrawnChange(viewer.mark, drawing.version, drawing.version)
        return found


def version_had(viewer: Viewer, have: str | None) -> int | None:
    """The version of the drawing that a page has, where it is one of this viewer's; ``have`` is as the page says it."""
    mark, _, version = (have or "").partition(":")
    return int(version) if mark == viewer.mark and re.fullmatch("[0-9]{1,15}", version) else None


def seat_of(table: Table, viewer: Viewer) -> int | None:
    """Whose chips a page moves: a seat's own at a live table, any seat's at a practice table."""
    view, asked = viewer.view, viewer.asked
    if view in ("display", "supervisor"):
        return None
    if table.is_live and view == "seat":
        return viewer.seat if viewer.role == "seat" else None
    if asked in table.seats or (asked is not None and view == "seat"):
        return asked if asked in table.seats else None
    return next(iter(sorted(table.seats)), None)


def free_seat(table: Table, asked: int | None) -> int:
    """A seat to offer to somebody who is watching: the one asked for, or the first that is free."""
    seats = seats_of(table)
    wanted = (asked or 1, *range(1, seats))
    return next((seat for seat in wanted if seat not in table.seats and seat <= seats), seats)


def seats_of(table: Table) -> int:
    """How many seats a table has: by its house rules, or as many as any."""
    return SEATS_MAX if table.house is None else table.house.seats


def _floor_context(current: CurrentTable, store: Store, view: View) -> Mapping[str, Any]:
    """What the pages of the floor show beside the felt."""
    table = current.table
    if view == "supervisor":
        visits = names_of(store, current.table_id, table.outstanding)
        return {"visits": visits, "tokes": tokes_of(table)}
    if view != "dealer":
        return {}
    return {"matrix": matrix(table, seats_of(table)), "work": work_of(table), "example": example(table)}
