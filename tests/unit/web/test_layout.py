"""The layout of a wheel: every place of every kind has a spot of its own, found by where boxes meet."""

import pytest

from rackcard.games.baccarat.dealing import HANDS, banker_draws, dealt, next_card, player_draws
from rackcard.games.roulette.layout import boxes, spots
from rackcard.games.roulette.rules import GROUPS, PLACE_KINDS, column, places
from rackcard.games.roulette.wheel import POCKETS, WHEELS
from rackcard.table.apply import apply
from rackcard.table.decide import decide
from rackcard.table.offerings import CardEntry, offerings
from rackcard.web.views.felt import felt
from rackcard.web.views.layout import Layout, layout


@pytest.mark.parametrize("wheel", WHEELS)
def test_every_place_of_a_wheel_has_a_spot_of_its_own(wheel: str) -> None:
    on_wheel = (*WHEELS[wheel], *POCKETS[3:])
    found = spots(on_wheel)
    every = [frozenset(place) for kind in PLACE_KINDS if kind != "number" for place in places(kind, wheel)]
    at = [found[place] for place in every]
    assert len(set(at)) == len(at)


@pytest.mark.parametrize("wheel", WHEELS)
def test_no_box_lies_on_another(wheel: str) -> None:
    taken: dict[tuple[int, int], frozenset[str]] = {}
    found = boxes((*WHEELS[wheel], *POCKETS[3:]))
    for group, box in found.items():
        for x in range(box.x, box.x + box.width):
            for y in range(box.y, box.y + box.height):
                assert taken.setdefault((x, y), group) == group
    assert len(found) == len(WHEELS[wheel]) + 36 + 3 + 3 + 6


def test_the_layout_is_the_printed_one() -> None:
    """Three rows of twelve, the third column on top; zeros at the head, columns at the foot, the rest below."""
    found = boxes((*WHEELS["double-zero"], *POCKETS[3:]))
    rows = [[group for group, box in sorted(found.items(), key=lambda one: one[1].x) if box.y == y and len(group) == 1]
            for y in (0, 4, 8)]  # fmt: skip
    assert [next(iter(group)) for group in rows[0]] == ["00", *(str(n) for n in range(3, 37, 3))]
    assert [next(iter(group)) for group in rows[1]] == [str(n) for n in range(2, 37, 3)]
    assert [found[frozenset(column(index))].y for index in (3, 2, 1)] == [0, 4, 8]
    assert found[frozenset(GROUPS["red"])].y == 16
    assert found[frozenset(map(str, range(1, 13)))] == (4, 12, 16, 4)


def laid(*cards: str, **options: str) -> list[Layout | None]:
    entries = [CardEntry(card, options=options) for card in cards]
    return [layout(one) for one in offerings(entries, "roulette")]


BESIDE = {"neighbors", "voisins", "tiers", "orphelins", "jeu-zero", *(f"final-{digit}" for digit in range(10))}
"""The wagers that are called by the wheel: they are not boxes of the layout but in the list beside it."""


@pytest.mark.parametrize("wheel", WHEELS)
def test_every_wager_of_the_base_game_lies_on_the_layout(wheel: str) -> None:
    (one,) = offerings([CardEntry("roulette", options={"wheel": wheel})], "roulette")
    found = layout(one)
    assert found is not None
    groups = {name: bet.terms.group for name, bet in one.bets.items()}
    assert found.wagers == {name for name, group in groups.items() if group not in BESIDE}
    called = {"single-zero": BESIDE, "double-zero": {"neighbors"}, "triple-zero": set()}
    assert set(groups.values()) & BESIDE == called[wheel]


@pytest.mark.parametrize("wheel", WHEELS)
def test_every_wager_that_is_not_on_the_layout_is_offered_beside_it(wheel: str) -> None:
    cards = [{"card": "roulette", "options": {"wheel": wheel}}]
    table = apply(None, decide(None, {"do": "open", "name": "Wheel", "game": "roulette", "cards": cards})[0])
    (board,) = felt("t1", 1, table, (), None).boards
    assert board.layout is not None
    assert set(board.laid) == board.layout.wagers
    listed = {tile.wager for tile in board.tiles} | {tile.wager for places in board.places for tile in places.tiles}
    (offering,) = table.offerings.values()
    assert listed >= set(offering.bets) - board.layout.wagers
    assert not {tile.wager for tile in board.tiles} & board.layout.wagers


def test_a_card_without_a_wager_on_every_pocket_has_no_layout() -> None:
    assert laid("straights-and-8s") == [None]


def test_the_next_card_goes_where_the_drawing_rules_send_it() -> None:
    """Cards given one by one to the hand that is named make a hand that the rules allow, whatever the cards."""
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
    seen = set()
    for first in ranks:
        for second in ranks:
            for third in ranks:
                shoe = iter((first, second, "10", "10", third, third))
                hands: dict[str, list[str]] = {"player": [], "banker": []}
                while (side := next_card(hands["player"], hands["banker"])) is not None:
                    hands[side].append(next(shoe))
                seen.add(dealt(hands["player"], hands["banker"]))
    assert seen <= set(HANDS)
    assert {(hand.player_cards, hand.banker_cards) for hand in seen} == {(2, 2), (2, 3), (3, 2), (3, 3)}
    assert player_draws(5, 7)
    assert not banker_draws(5, 7, 4)
