"""The layout of a wheel: every place of every kind has a spot of its own, found by where boxes meet."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pytest

from rackcard.card import card_ids, catalogue
from rackcard.games import GAMES
from rackcard.games.baccarat.dealing import HANDS, banker_draws, dealt, next_card, player_draws
from rackcard.games.device import Chance
from rackcard.games.game import Game
from rackcard.games.layout import LaidWager, PrintedDice
from rackcard.games.roulette.layout import boxes, spots
from rackcard.games.roulette.rules import GROUPS, column, places
from rackcard.games.roulette.wheel import POCKETS, WHEELS
from rackcard.table.apply import apply
from rackcard.table.decide import decide
from rackcard.table.offerings import CardEntry, offerings
from rackcard.web.views.felt import felt
from rackcard.web.views.layout import Layout, laid_wagers, layout
from tests.support.table_driver import Play


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
    entries = tuple(CardEntry(card, options=options) for card in cards)
    return [layout(one) for one in offerings(entries, "roulette")]


PLACE_KINDS = ("number", "split", "street", "trio", "corner", "first four", "top line", "six line")
BESIDE = {"neighbors", "voisins", "tiers", "orphelins", "jeu-zero", *(f"final-{digit}" for digit in range(10))}
"""The wagers that are called by the wheel: they are on the racetrack or in the list beside the layout."""


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


SAME = {"odds", "commission", "decks"}
"""Options that make no difference to where a bet lies: the limit of odds, when a commission is taken, the decks."""


def facts_of(card_id: str, options: Mapping[str, str] | None = None) -> tuple[Game, Chance, tuple[LaidWager, ...]]:
    """A card's game, what it is played with, and its wagers at their first pay tables."""
    card = catalogue.load(card_id)
    chance = card.chance(options)
    first = {terms.wager: terms for terms in reversed(card.terms(options)) if terms.has_rule}
    return card.game.variant(chance), chance, laid_wagers(list(first.values())[::-1])


def choices(card_id: str) -> list[dict[str, str]]:
    """Every combination of a card's other options."""
    every = catalogue.load(card_id).options.items()
    options = {name: list(option.values) for name, option in every if name not in SAME}
    return [dict(zip(options, values, strict=True)) for values in product(*options.values())]


@pytest.mark.parametrize("card", GAMES)
def test_every_wager_of_a_base_card_lies_on_its_layout_exactly_once(card: str) -> None:
    """Under every combination of its options."""
    for options in choices(card):
        game, chance, facts = facts_of(card, options)
        found = game.layout(chance, facts)
        assert found is not None, options
        wagers = [spot.wager for spot in found.spots]
        assert len(wagers) == len(set(wagers))
        groups = {terms.wager: terms.group for terms in catalogue.load(card).terms(options)}
        assert set(wagers) == {fact.wager for fact in facts if groups[fact.wager] not in BESIDE}, options
        for form in ("wide", "narrow"):
            looks = [look for spot in found.spots if (look := getattr(spot, form)) is not None]
            shapes = [(spot.part, look.shape) for spot, look in zip(found.spots, looks, strict=True)]
            assert len(shapes) == len(set(shapes)), options
        for spot in found.spots:
            part = next(part for part in found.parts if part.name == spot.part)
            assert 0 <= spot.wide.chips[0] <= part.width, spot
            assert 0 <= spot.wide.chips[1] <= part.height + 12, spot


def test_side_bets_have_no_layout() -> None:
    """But for cards that contain the whole base game."""
    for card_id in card_ids():
        game, chance, facts = facts_of(card_id)
        has_base = {"player", "banker", "tie"} <= {fact.wager for fact in facts} or card_id in GAMES
        assert (game.layout(chance, facts) is not None) == has_base, card_id


def test_a_wager_is_laid_by_its_rule_and_not_by_its_name() -> None:
    game, chance, facts = facts_of("craps")
    renamed = {fact.wager: f"wager-{index}" for index, fact in enumerate(facts)}
    other = [
        replace(
            fact,
            wager=renamed[fact.wager],
            name="Other",
            behind=renamed.get(fact.behind, ""),
            bundle=tuple((renamed[name], units) for name, units in fact.bundle),
        )
        for fact in facts
    ]
    before, after = game.layout(chance, facts), game.layout(chance, other)
    assert before is not None
    assert after is not None
    assert {renamed[spot.wager]: spot.wide for spot in before.spots} == {spot.wager: spot.wide for spot in after.spots}


@pytest.mark.parametrize(("barred", "faces"), [("12", (6, 6)), ("2", (1, 1)), ("3", (1, 2))])
def test_the_bar_shows_the_dice_on_which_a_dont_bet_pushes(barred: str, faces: tuple[int, int]) -> None:
    game, chance, facts = facts_of("craps", {"barred": barred})
    found = game.layout(chance, facts)
    assert found is not None
    spots = {spot.wager: spot for spot in found.spots}
    for look in (look for wager in ("dont-pass", "dont-come") for look in (spots[wager].wide, spots[wager].narrow)):
        assert look is not None
        (dice,) = (one for one in look.prints if isinstance(one, PrintedDice))
        assert dice.faces == faces


def test_what_no_spot_is_printed_for_is_among_more_bets() -> None:
    game, chance, facts = facts_of("craps")
    cells = frozenset((phase, index) for phase in range(7) for index in (0, 20, 7))
    seven = next(fact for fact in facts if fact.wager == "any-seven")
    odd = replace(seven, wager="odd-one", name="Odd one", wins=cells)
    found = game.layout(chance, [*facts, odd])
    assert found is not None
    assert [spot.wager for spot in found.by_part["more"]] == ["odd-one"]


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


def test_the_puck_is_off_or_on_a_point_and_a_game_of_one_phase_has_none() -> None:
    play = Play("craps", {"card": "craps", "options": {"crapless": "yes"}})
    off = felt("t1", 1, play.now, (), None).puck
    assert off is not None
    assert not off.is_on
    play.outcome(12)
    puck = felt("t1", 1, play.now, (), None).puck
    assert puck is not None
    assert (puck.is_on, puck.point) == (True, "12")
    (board,) = felt("t1", 1, play.now, (), None).boards
    assert board.layout is not None
    assert set(board.layout.pucks) == set(range(len(play.now.game.phases)))
    assert len(set(board.layout.pucks.values())) == len(board.layout.pucks)
    assert felt("t1", 1, Play("roulette", "roulette").now, (), None).puck is None
