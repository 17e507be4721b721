"""Drawings: a change makes of the drawing that a page has exactly the one that it should have, for every viewer."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.web.drawings import CurrentTable, Drawings, Viewer
from rackcard.web.fragments import DrawnChange, Fragment, changed
from tests.support.table_driver import BEATEN, Driver

VIEWERS = (
    Viewer("seat", 1), Viewer("seat", 2), Viewer("seat", 0), Viewer("display"), Viewer("dealer", 2),
    Viewer("supervisor"),
)  # fmt: skip
SQUEEZED = re.compile(r">\s+<")


def patched(old: Fragment, change: DrawnChange) -> str:
    """What a page with a drawing shows after a change: its children in order, then what is set in its place."""
    if old.name in change.set:
        return change.set[old.name]
    inner = {one.name: patched(one, change) for one in old.children}
    if old.name in change.order:
        first, last = old.pieces[0], old.pieces[-1]
        assert isinstance(first, str)
        assert isinstance(last, str)
        return "".join([first, *(inner.get(name) or change.set[name] for name in change.order[old.name]), last])
    return "".join(one if isinstance(one, str) else inner[one.name] for one in old.pieces)


def squeezed(text: str) -> str:
    """A text without the white space between elements, and with attributes as a browser reads them."""
    return SQUEEZED.sub(
        "><", text.replace("&#34;", '"').replace("&#39;", "'").replace("&amp;", "&").replace("&gt;", ">")
    )


class DrawnDriver(Driver):
    """A table of a service; after every entry, what is drawn by changes is compared with what is drawn anew."""

    def __init__(self, store: Store, game: str, cards: list[str]) -> None:
        self.service = Service(store)
        self.drawings = Drawings(self.service)
        self.advanced = 0
        self.had: dict[Viewer, Fragment] = {}
        super().__init__(game, cards=[{"card": card, "accept": BEATEN.get(card, [])} for card in cards])

    def do(self, command: Any) -> Any:
        event = super().do(command)
        self.service.execute("t", command)
        self.compare()
        return event

    def compare(self) -> None:
        current = CurrentTable("t", *self.service.look("t"))
        for viewer in VIEWERS:
            drawing = self.drawings.drawing(current, viewer)
            anew = Drawings(self.service)
            anew.recent = self.drawings.recent
            fresh = anew.drawing(current, viewer)
            assert drawing.root.text == fresh.root.text, (viewer, current.version)
            had = self.had.get(viewer)
            change = changed(had, fresh.root, DrawnChange("", 0, current.version)) if had else None
            if had is not None and change is not None:
                assert squeezed(patched(had, change)) == squeezed(fresh.root.text), (viewer, current.version)
            self.had[viewer] = drawing.root


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "cards"),
    [
        ("craps", ["repeater-bets-plus", "cash-out-craps", "craps"]),
        ("roulette", ["roulette"]),
        ("baccarat", ["baccarat"]),
        ("sic-bo", ["sic-bo"]),
    ],
)
def test_what_changes_bring_about_is_what_a_new_drawing_shows(tmp_path: Path, game: str, cards: list[str]) -> None:
    random = Random(16)
    driver = DrawnDriver(Store(str(tmp_path / "t.db")), game, cards)
    for seat in (1, 2, 3, 4):
        driver.do({"do": "seat", "seat": seat, "name": f"Player {seat}"})
        driver.do({"do": "buy-in", "seat": seat, "amount": 1_000_000})
    for _ in range(50):
        driver.step(random)
