"""Drawings: a change makes of the drawing that a page has exactly the one that it should have, for every viewer."""

import html
import re
from collections import Counter
from pathlib import Path
from random import Random
from threading import Barrier, Thread
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fastapi.testclient import TestClient

from rackcard.money import dollars
from rackcard.table.command import SEATS_MAX
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.table.state import Table
from rackcard.web import drawings, render
from rackcard.web import recent as recent_entries
from rackcard.web.drawings import VERSIONS_KEPT, CurrentTable, Drawings, DrawnView, Viewer, version_had
from rackcard.web.fragments import END, DrawnChange, Fragment, changed, drawn, fragment, merged
from rackcard.web.recent import RECENT, RecentEntries
from rackcard.web.touched import Touched
from rackcard.web.views import tiles
from tests.support.table_driver import BEATEN, Driver
from tests.support.web import Floor, do, seated

VIEWERS = (Viewer("seat", 1), Viewer("seat", 0), Viewer("display"), Viewer("dealer", 2), Viewer("supervisor"))
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
    return html.unescape(SQUEEZED.sub("><", text))


class DrawnDriver(Driver):
    """A table of a service; after every entry, what is drawn by changes is compared with what is drawn anew."""

    def __init__(self, store: Store, game: str, cards: list[str]) -> None:
        self.service = Service(store)
        self.drawings = Drawings(self.service)
        self.had: dict[Viewer, Fragment] = {}
        self.shared: Counter[str] = Counter()
        """How often a drawing was brought up to date without being made anew, by view."""
        super().__init__(game, cards=[{"card": card, "accept": BEATEN.get(card, [])} for card in cards])

    def do(self, command: Any) -> Any:
        event = super().do(command)
        self.service.execute("t", command)
        self.compare()
        return event

    def compare(self) -> None:
        current = CurrentTable("t", *self.service.look("t"))
        for viewer in VIEWERS:
            had = self.had.get(viewer)
            drawing = self.drawings.drawing(current, viewer)
            anew = Drawings(self.service)
            anew.recent = self.drawings.recent
            fresh = anew.drawing(current, viewer)
            assert drawing.root.text == fresh.root.text, (viewer, current.version)
            change = changed(had, fresh.root, DrawnChange("", 0, current.version)) if had else None
            if had is not None and change is not None:
                assert squeezed(patched(had, change)) == squeezed(fresh.root.text), (viewer, current.version)
                self.shared[viewer.view] += had.find("side") is drawing.root.find("side") is not None
            self.had[viewer] = drawing.root


def driven(folder: Path, game: str, cards: list[str], steps: int) -> DrawnDriver:
    random = Random(16)
    driver = DrawnDriver(Store(str(folder / "t.db")), game, cards)
    for seat in (1, 2, 3, 4):
        driver.do({"do": "seat", "seat": seat, "name": f"Player {seat}"})
        driver.do({"do": "buy-in", "seat": seat, "amount": 1_000_000})
    for _ in range(steps):
        driver.step(random)
    return driver


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
    assert driven(tmp_path, game, cards, 10).shared["seat"] > 0


@pytest.mark.slow
def test_control_a_change_that_is_overlooked_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawing that is taken for unchanged where more than chips has changed."""
    monkeypatch.setattr(drawings, "touched", lambda *_: Touched(frozenset(), frozenset()))
    with pytest.raises(AssertionError):
        driven(tmp_path, "sic-bo", ["sic-bo"], 0)


# ---- one drawing for all who see a table alike


def players(app: Any, client: TestClient) -> Service:
    """A practice table with three seats that have money and a bet each."""
    seated(client)
    for seat in (2, 3):
        assert do(client, "seat", seat=seat, name=f"P{seat}").status_code == 200
        assert do(client, "buy-in", seat=seat, amount=100_000).status_code == 200
    service: Service = app.state.service
    return service


def test_a_version_is_drawn_once_for_all_who_see_it_alike(
    app: Any, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = players(app, client)
    found: Drawings = app.state.drawings
    counts: Counter[Viewer] = Counter()
    whole = Drawings._anew

    def counted(self: Drawings, current: CurrentTable, viewer: Viewer, *more: Any) -> DrawnView:
        counts[viewer] += 1
        return whole(self, current, viewer, *more)

    monkeypatch.setattr(Drawings, "_anew", counted)
    current = CurrentTable("t1", *service.look("t1"))
    together = Barrier(8)

    def look() -> None:
        together.wait(20)
        found.drawing(current, Viewer.of(None, "display", None, current.table))

    threads = [Thread(target=look) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(20)
    assert counts == {Viewer("display"): 1}


def test_a_bet_of_another_seat_redraws_nothing_but_its_place(app: Any, client: TestClient) -> None:
    service = players(app, client)
    found: Drawings = app.state.drawings
    viewer = Viewer("seat", 1)
    before = found.drawing(CurrentTable("t1", *service.look("t1")), viewer)
    assert do(client, "bet", seat=2, card=1, wager="field", amount=500).status_code == 200
    change = found.news("t1", {viewer: before.version})[viewer]
    places = {name for name in change.set if not name.startswith("@strip ")}
    assert places <= {"w-1-field", "@w-1-field aria-label", "s-1-field", "stacks-1-line"}
    assert 'data-seat="2"' in change.set.get("s-1-field", "") + change.set.get("stacks-1-line", "")
    assert len(change.to_json()) < 4_000


def test_drawings_of_old_versions_and_viewers_are_forgotten(
    app: Any, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = players(app, client)
    found: Drawings = app.state.drawings
    monkeypatch.setattr(drawings, "KEPT_MAX", 2)
    first = found.drawing(CurrentTable("t1", *service.look("t1")), Viewer("seat", 1)).version
    for _ in range(VERSIONS_KEPT):
        do(client, "bet", seat=2, card=1, wager="field", amount=500)
        newest = found.drawing(CurrentTable("t1", *service.look("t1")), Viewer("seat", 1))
    assert found.change("t1", Viewer("seat", 1), first, newest) is None
    assert found.change("t1", Viewer("seat", 1), newest.version - 1, newest) is not None
    for seat in (2, 3):
        found.drawing(CurrentTable("t1", *service.look("t1")), Viewer("seat", seat))
    assert found.change("t1", Viewer("seat", 1), newest.version - 1, newest) is None


def test_a_request_catches_up_once(app: Any, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever rolls at a practice table, with the felt in the answer, or opens the page waits for one look at what
    others have written; what is drawn for those who follow needs none."""
    service = players(app, client)
    whole = client.get("/tables/t1/felt?view=seat&seat=1").text
    asked: Counter[str] = Counter()

    def count(owner: Any, name: str) -> None:
        done = getattr(owner, name)

        def counted(*given: Any) -> Any:
            asked[name] += 1
            return done(*given)

        monkeypatch.setattr(owner, name, counted)

    count(Service, "_catch_up")
    count(Store, "entries")
    count(Store, "heads_of")
    once, headers = {"_catch_up": 1, "entries": 1}, {"X-View": "seat", "X-Seat": "1", "X-Have": have(whole)}
    assert do(client, "close-betting", headers=headers).status_code == 200
    assert asked == {"heads_of": 1}  # the same for all commands of a group
    asked.clear()
    assert do(client, "generate", headers=headers).status_code == 200
    assert asked == {**once, "heads_of": 1}  # what is rolled follows from the table: it is looked at first
    asked.clear()
    newest, _ = service.look("t1")
    assert asked == once
    asked.clear()
    assert app.state.drawings.news("t1", {Viewer("display"): 0}, newest)
    assert asked == {}
    assert client.get("/tables/t1?seat=1").status_code == 200
    assert asked == once


@pytest.mark.slow
@pytest.mark.parametrize("cards", [["craps"], ["repeater-bets-plus", "cash-out-craps"]])
def test_what_is_kept_of_a_wager_without_chips_is_what_each_seat_would_find(cards: list[str]) -> None:
    random = Random(7)
    driver = Driver("craps", cards=[{"card": card, "accept": BEATEN.get(card, [])} for card in cards])
    for seat in (1, 2, 3):
        driver.do({"do": "seat", "seat": seat, "name": f"Player {seat}"})
        driver.do({"do": "buy-in", "seat": seat, "amount": 1_000_000})
    for _ in range(120):
        driver.step(random)
        table = driver.table
        assert table is not None
        standing = tiles._standing(table)
        for number, offering in table.offerings.items():
            for name, bet in offering.bets.items():
                found = [tiles.tile_of(table, number, name, bet, seat) for seat in (1, 2, 3)]
                assert found == [tiles._tile(table, standing, number, name, bet, seat) for seat in (1, 2, 3)], name


# ---- what a page asks for


def have(text: str) -> str:
    found = re.search(r'data-version="(\d+)"[^>]*?data-viewer="(\w+)"', text)
    assert found
    return f"{found[2]}:{found[1]}"


def test_a_page_is_sent_the_change_from_the_drawing_that_it_has(app: Any, client: TestClient) -> None:
    players(app, client)
    path = "/tables/t1/felt?view=seat&seat=1"
    whole = client.get(path)
    assert whole.headers["content-type"].startswith("text/html")
    assert "\x01" not in whole.text
    assert "\x01" not in client.get("/tables/t1?seat=1").text
    do(client, "bet", seat=2, card=1, wager="field", amount=500)
    change = client.get(path, headers={"X-Have": have(whole.text)}).json()
    assert f"{change['viewer']}:{change['base']}" == have(whole.text)
    assert change["version"] == change["base"] + 1
    mine, base = change["viewer"], change["base"]
    for unknown in ("", "x", f"{mine}:1", f"other:{base}", f"{mine}:{10**20}", f"{mine}:-{base}"):
        assert client.get(path, headers={"X-Have": unknown}).headers["content-type"].startswith("text/html"), unknown


def test_a_page_is_sent_changes_from_the_one_that_it_was_loaded_with(app: Any, client: TestClient) -> None:
    players(app, client)
    page = client.get("/tables/t1?seat=1").text
    do(client, "bet", seat=2, card=1, wager="field", amount=500)
    answer = client.get("/tables/t1/felt?view=seat&seat=1", headers={"X-Have": have(page)})
    assert answer.headers["content-type"] == "application/json"


def test_the_answer_to_a_command_has_the_change(app: Any, client: TestClient) -> None:
    players(app, client)
    whole = client.get("/tables/t1/felt?view=seat&seat=1").text
    headers = {"X-View": "seat", "X-Seat": "1", "X-Have": have(whole)}
    answer = do(client, "bet", headers=headers, seat=1, card=1, wager="field", amount=500).json()
    assert "felt" not in answer
    assert answer["change"]["version"] == answer["table"]["version"] == answer["entry"]["seq"]
    assert dollars(99_500) in answer["change"]["set"]["rail"]
    headers["X-Have"] = "no"
    assert "felt" in do(client, "bet", headers=headers, seat=1, card=1, wager="field", amount=500).json()


def test_the_change_for_one_seat_is_not_for_another(app: Any, client: TestClient) -> None:
    service = players(app, client)
    found: Drawings = app.state.drawings
    one = found.drawing(CurrentTable("t1", *service.look("t1")), Viewer("seat", 1))
    assert version_had(Viewer("seat", 1), f"{Viewer('seat', 1).mark}:{one.version}") == one.version
    assert version_had(Viewer("seat", 2), f"{Viewer('seat', 1).mark}:{one.version}") is None


# ---- whose money is in a drawing


def test_no_private_figure_is_in_a_drawing_that_others_share(floor: Floor, app: Any) -> None:
    """Every seat has a balance of its own kind; none of them is in a drawing of anybody else but the floor's, nor in
    anything that is kept to be drawn for several viewers."""
    dealer, token = floor["dealer"]
    bought = {1: 771_100, 2: 662_200}
    for seat, amount in bought.items():
        assert do(dealer, "buy-in", "live", token, seat=seat, amount=amount).status_code == 200
        player, own = floor[f"seat{seat}"]
        for wager in ("pass", "field"):
            bet = do(player, "bet", "live", own, seat=seat, card=1, wager=wager, amount=500 * seat)
            assert bet.status_code == 200, bet.text
    do(dealer, "close-betting", "live", token)
    do(dealer, "outcome", "live", token, outcome=[3, 4])
    table = app.state.service.table("live")
    private = {
        seat: {text for value in (table.balance(seat), amount) for text in (str(value), dollars(value))}
        for seat, amount in bought.items()
    }
    seen = {
        who: person.get(f"/tables/live/felt?view={view}").text
        for who, view in (("seat1", "seat"), ("seat2", "seat"), ("display", "display"), ("dealer", "dealer"))
        for person in [floor[who][0]]
    }
    assert any(one in seen["seat1"] for one in private[1])
    assert any(one in seen["dealer"] for one in private[2])
    for figure in private[1]:
        assert figure not in seen["seat2"], figure
        assert figure not in seen["display"], figure
    for figure in private[2]:
        assert figure not in seen["seat1"], figure
    shared = "".join(one.text for _, one in render._KEPT.values())
    assert len(shared) > 10_000
    for figure in (*private[1], *private[2]):
        assert figure not in shared, figure


def test_who_has_left_is_drawn_nothing_more(floor: Floor, app: Any) -> None:
    dealer, token = floor["dealer"]
    viewer = Viewer("seat", None, "seat", "live", 1, app.state.service.table("live").seats[1].visit)
    found: Drawings = app.state.drawings
    assert viewer in found.news("live", {viewer: 0})
    assert do(dealer, "leave", "live", token, seat=1).status_code == 200
    assert found.news("live", {viewer: 0}) == {}


# ---- fragments


def listed(*children: tuple[str, str], title: str = "a", label: str = "x") -> Fragment:
    inner = "\n".join(f'{fragment(name)}<li id="{name}">{text}</li>{END}' for name, text in children)
    head = f'{fragment("head")}<h1 id="head" title="{fragment("@head title")}{label}{END}">{title}</h1>{END}'
    return drawn(lambda: f'{head}{fragment("list")}<ol id="list">\n{inner}\n</ol>{END}')


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (listed(("a", "1")), listed(("a", "1")), ({}, {})),
        (listed(("a", "1")), listed(("a", "2")), ({"a": '<li id="a">2</li>'}, {})),
        (listed(("a", "1")), listed(("a", "1"), label="&lt;"), ({"@head title": "<"}, {})),
        (listed(("a", "1")), listed(("a", "1"), title="b"), ({"head": '<h1 id="head" title="x">b</h1>'}, {})),
        (listed(("a", "1")), listed(("b", "2"), ("a", "1")), ({"b": '<li id="b">2</li>'}, {"list": ["b", "a"]})),
        (listed(("a", "1"), ("b", "2")), listed(("b", "2")), ({}, {"list": ["b"]})),
    ],
)
def test_what_differs_between_two_drawings(before: Fragment, after: Fragment, found: Any) -> None:
    change = changed(before, after, DrawnChange("v", 1, 2))
    assert change is not None
    assert (change.set, change.order) == found
    assert merged(before, after).text == after.text
    assert squeezed(patched(before, change)) == squeezed(after.text)


def test_a_drawing_that_is_put_together_otherwise_is_sent_whole() -> None:
    other = drawn(lambda: "other" + listed(("a", "1")).text)
    assert changed(listed(("a", "1")), other, DrawnChange("v", 1, 2)) is None


def test_nothing_that_a_person_writes_is_a_mark() -> None:
    """A mark has a secret; other control characters are text."""
    assert drawn(lambda: "a\x01b\x02c").text == "a\x01b\x02c"


# ---- the newest entries


def test_entries_that_come_while_pages_are_drawn_are_not_read_again(
    app: Any, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log longer than a page looks back at: whoever is drawn an earlier version finds all of it in memory."""
    monkeypatch.setattr(recent_entries, "RECENT", 4)
    service = players(app, client)
    recent = RecentEntries(service.store)
    service.listeners.append(recent.add)
    version, _ = service.look("t1")
    recent.until("t1", version)
    for _ in range(6):
        do(client, "bet", seat=2, card=1, wager="field", amount=500)
    monkeypatch.setattr(service.store, "entries", lambda *_: 1 / 0)
    for number in range(version, version + 7):
        found = recent.until("t1", number)
        assert [one.seq for one in found] == list(range(number - 3, number + 1))
        assert recent.until("t1", number) is found


def test_the_log_is_read_once_for_all_pages(app: Any, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    service = players(app, client)
    recent = RecentEntries(service.store)
    version, _ = service.look("t1")
    assert [one.seq for one in recent.until("t1", version)] == list(range(1, version + 1))
    do(client, "bet", seat=2, card=1, wager="field", amount=500)
    read: list[int] = []
    entries = service.store.entries

    def counted(table_id: str, after: int = 0) -> Any:
        read.append(after)
        return entries(table_id, after)

    monkeypatch.setattr(service.store, "entries", counted)
    assert [one.seq for one in recent.until("t1", version + 1)][-1] == version + 1
    assert [one.seq for one in recent.until("t1", version)][-1] == version
    assert read == [version]


def test_a_page_looks_back_so_far_and_no_further(app: Any, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    service = players(app, client)
    monkeypatch.setattr("rackcard.web.recent.RECENT", 3)
    recent = RecentEntries(service.store)
    version, _ = service.look("t1")
    for _ in range(2):
        assert [one.seq for one in recent.until("t1", version)] == [version - 2, version - 1, version]
    assert [one.seq for one in recent.until("t1", 4)] == [2, 3, 4]
    assert RECENT == 600


def test_a_seat_that_no_drawing_depends_on_makes_no_other_viewer() -> None:
    practice, live = (cast(Table, SimpleNamespace(is_live=is_live, seats={})) for is_live in (False, True))
    for asked in (-1, SEATS_MAX + 1, 999, 10**12):
        assert Viewer.of(None, "seat", asked, practice) == Viewer("seat")
        assert Viewer.of(None, "dealer", asked, live) == Viewer("dealer")
    for asked in range(SEATS_MAX + 1):
        assert Viewer.of(None, "seat", asked, practice) == Viewer("seat", asked)
        assert Viewer.of(None, "dealer", asked, live) == Viewer("dealer", asked)
        assert Viewer.of(None, "seat", asked, live) == Viewer("seat")
        assert Viewer.of(None, "display", asked, practice) == Viewer("display")


@pytest.mark.parametrize("view", ["seat", "dealer"])
def test_a_page_that_names_no_seat_is_the_viewer_that_it_follows_as(view: str, app: Any, client: TestClient) -> None:
    """It is opened without a seat and asks with one from then on: its drawing must be the same, or it is sent whole."""
    players(app, client)
    page = client.get("/tables/t1" + ("" if view == "seat" else f"/{view}")).text
    (asks,) = re.findall(rf'hx-get="(/tables/t1/felt[?]view={view}[^"]*)"', page)
    assert "seat=" in asks
    do(client, "close-betting")
    answer = client.get(html.unescape(asks), headers={"X-Have": have(page)})
    assert answer.headers["Content-Type"] == "application/json"
