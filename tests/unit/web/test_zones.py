"""Zones: the pattern of a wager follows from its machine, and every wager is on the felt exactly once."""

import re
from collections import Counter
from random import Random

import pytest

from rackcard.card import card_ids, load
from rackcard.felt.parts import LadderPattern, NumbersPattern, PipsPattern, TrackPattern
from rackcard.felt.patterns import card_patterns
from rackcard.machine import bets
from rackcard.web import fragments
from rackcard.web.render import templates
from rackcard.web.views.felt import felt
from rackcard.web.views.thumbnails import thumbnail
from rackcard.web.views.zones import BAND, STEP, Zone
from tests.support.felt_zones import board_of, done, legal_cards, played, table_with

SHIPPED = {
    "cash-out-craps": ["ladder"],
    "high-roller": ["ladder"],
    "roll-the-line": ["ladder"],
    "super-shooter": ["numbers"],
    "dice-works": ["numbers"],
    "repeater-bets-plus": ["pips"],
    "parlay-craps": ["pips"],
    "parlay-craps-with-envy": ["pips"],
    "straights-and-8s": ["track"],
    "treasure-of-the-5-dragons": ["spot"],
    "tiger-baccarat": ["list", "spot"],
    "golden-dragon-baccarat": ["spot"],
    "infinite-fortune": ["spot"],
    "baccarat-extras": ["spot"],
}
"""What the shipped side bets become."""
PLAYED = (3, 4, 5, 13, 15, 17, 19, 24, 25, 29)
"""The generated cards that are also bet and played on a table, which takes longer."""
SPOT = re.compile(r'cx="([^"]+)" cy="([^"]+)"')
ENDS = {"dice-works": "any-seven", "parlay-craps": "any-seven", "parlay-craps-with-envy": "any-seven"}


@pytest.mark.parametrize("card", SHIPPED)
def test_a_shipped_card_becomes_its_pattern(card: str) -> None:
    assert [pattern.kind for pattern in card_patterns(bets(load(card)))] == SHIPPED[card]


def zone(card: str, *outcomes: list[int] | str, bet: str = "") -> Zone:
    options = {"options": {"ends": ENDS[card]}} if card in ENDS else {}
    table = table_with(load(card).game.id, {"card": card, **options})
    assert table is not None
    table = done(table, {"do": "seat", "seat": 1, "name": "You"})
    table = done(table, {"do": "buy-in", "seat": 1, "amount": 100_000})
    if bet:
        table = done(table, {"do": "bet", "seat": 1, "card": 1, "wager": bet, "amount": 500})
    for given in outcomes:
        table = done(done(table, {"do": "close-betting"}), {"do": "outcome", "outcome": given})
    found = board_of(table).zone
    assert found is not None
    return found


def test_the_rung_that_can_be_cashed_is_told_apart_and_the_newest_mark_has_a_ring() -> None:
    found = zone("cash-out-craps", [2, 2], [2, 3], [3, 3], [4, 5], [5, 5], bet="cash-out")
    (ladder,) = found.patterns
    assert isinstance(ladder, LadderPattern)
    assert [rung.look for rung in ladder.rungs] == ["reached", "cash", "", "", "", "", ""]
    assert [one.text for one in ladder.circles if one.is_on] == ["4", "5", "6", "9", "10"]
    assert [one.text for one in ladder.circles if one.is_new] == ["10"]
    assert [one.text for one in ladder.circles if one.opens_gap] == ["8"]
    assert found.closed == "Closed until this run ends"


def test_a_number_that_repeats_is_not_a_new_mark() -> None:
    (ladder,) = zone("cash-out-craps", [2, 2], [1, 3], bet="cash-out").patterns
    assert isinstance(ladder, LadderPattern)
    assert not any(one.is_new for one in ladder.circles)


def test_sets_lie_under_their_circles_and_the_set_of_all_beside_them() -> None:
    (numbers,) = zone("super-shooter", [2, 2], bet="little").patterns
    assert isinstance(numbers, NumbersPattern)
    assert [[circle.text for circle in one.circles] for one in numbers.sets] == [
        ["2", "3", "4", "5", "6"], ["8", "9", "10", "11", "12"],
    ]  # fmt: skip
    assert [one.name for one in numbers.wholes] == ["All"]
    assert [one.spot.progress for one in numbers.sets] == [(1, 5), (0, 5)]


def test_pips_are_columns_in_the_order_of_the_numbers() -> None:
    (pips,) = zone("repeater-bets-plus", [2, 2], [4, 5], [4, 5]).patterns
    assert isinstance(pips, PipsPattern)
    assert [column.label for column in pips.columns[:10]] == ["2", "3", "4", "5", "6", "8", "9", "10", "11", "12"]
    assert {column.label: column.count for column in pips.columns if column.count} == {"4": 1, "9": 2}
    assert [column.label for column in pips.columns if column.is_new] == ["9"]
    assert "Uptown" in [spot.name for spot in pips.combined]


def test_the_next_slot_of_a_track_says_what_would_help_and_what_it_pays() -> None:
    (track,) = zone("straights-and-8s", "17", "18", bet="straights-and-8s").patterns
    assert isinstance(track, TrackPattern)
    last = track.slots[2]
    assert ([text for text, _ in last.helps], last.pay and last.pay.text) == (["16", "19"], "50 to 1")
    assert [row.look for row in track.rows] == ["gone", "gone", "", "holds", "gone", "gone"]
    assert [one.text for one in track.strip if one.look == "named"] == ["8", "28"]


def test_a_wager_without_a_pay_or_a_rule_is_not_bet() -> None:
    found = zone("baccarat-extras")
    spots = {spot.name: spot for spot in found.spots}
    assert len(spots) == 5
    assert not any(spot.is_posted for spot in spots.values())
    assert not spots["Player Phoenix Bonus"].has_rule
    assert "data-bet" not in drawn(found)


def test_three_side_bets_share_one_band_and_the_rest_are_folded() -> None:
    widths = [zone(card).width for card in ("cash-out-craps", "repeater-bets-plus", "super-shooter")]
    assert sum(widths) * STEP + 2 * 12 <= BAND
    cards = ("cash-out-craps", "high-roller", "repeater-bets-plus", "roll-the-line", "super-shooter", *ENDS)
    table = table_with(
        "craps", *({"card": card, "options": {"ends": ENDS[card]} if card in ENDS else {}} for card in cards)
    )
    assert table is not None
    is_open = [board.zone.is_open for board in felt("t1", 1, table, (), None).boards if board.zone]
    assert is_open == [True, True, True, True, True, False, False, False], is_open


def drawn(found: Zone) -> str:
    """A zone as the seat sees it."""
    macros = templates.get_template("zones.html").module
    return fragments.drawn(lambda: str(macros.body(found, True))).text  # type: ignore[attr-defined]


@pytest.mark.slow
def test_every_wager_of_a_generated_card_is_one_spot_in_every_state() -> None:
    seen = Counter[str]()
    for seed, text, card in legal_cards(range(40)):
        kinds = card_patterns(bets(card))
        wagers = [bet.terms.wager for bet in bets(card) if bet.terms.is_bet]
        assert sorted(spot.wager for pattern in kinds for spot in pattern.spots) == sorted(set(wagers)), seed
        seen.update(pattern.kind for pattern in kinds)
        assert "<svg" in thumbnail(card)
        assert "<text" not in thumbnail(card, width=100)
        table = table_with(card.game.ordinary.id, {"text": text}) if seed in PLAYED else None
        if table is None:
            continue
        for at in (table, played(table, Random(seed))):
            board = board_of(at)
            if board.zone is None or board.layout is not None:
                continue
            html = drawn(board.zone)
            names = [spot.wager for spot in board.zone.spots if spot.has_rule]
            assert len(names) == len(set(names))
            ids = [f'id="w-1-{spot.wager}"' for spot in board.zone.spots if spot.tile]
            assert [html.count(one) for one in ids] == [1] * len(ids), seed
    assert set(seen) >= {"ladder", "pips", "track", "list", "spot"}, seen


@pytest.mark.parametrize("card", card_ids())
def test_every_shipped_card_has_a_thumbnail(card: str) -> None:
    picture = thumbnail(load(card))
    assert picture.startswith("<svg")
    assert "style=" not in picture
    assert "<text" not in thumbnail(load(card), width=100)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_has_its_spots_in_the_same_places_on_every_page(face: int) -> None:
    """The pad, the zones and the layouts each draw their own die around one set of spots."""
    symbols = str(templates.get_template("chips.html").module.defs())  # type: ignore[attr-defined]
    printed = symbols.split(f'id="printed-{face}"')[1].split("</symbol>")[0]
    pad = str(templates.get_template("macros.html").module.die(face))  # type: ignore[attr-defined]
    zone = str(templates.get_template("zones.html").module.die(face))  # type: ignore[attr-defined]
    places = [
        [(round((float(x) - middle) / scale), round((float(y) - middle) / scale)) for x, y in SPOT.findall(drawn)]
        for drawn, middle, scale in ((printed, 50, 1), (pad, 27, 0.5), (zone, 12, 0.22))
    ]
    assert len(places[0]) == face
    assert places[0] == places[1] == places[2]
