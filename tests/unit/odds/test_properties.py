"""Laws that hold for every card, tested on generated cards."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rackcard.api import RackCard, loads
from rackcard.games.baccarat.shoe import Shoe
from rackcard.games.baccarat.shoe_count import law_by_hands, pairs_by_rank, totals_by_thirds
from rackcard.games.craps.dice import PAIRS, Dice
from rackcard.games.roulette.wheel import Wheel
from rackcard.machine import bets
from rackcard.machine.explore import NEVER
from rackcard.odds.solve import METHODS

pytestmark = pytest.mark.slow

NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
POINTS = (4, 5, 6, 8, 9, 10)
quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

numbers = st.sampled_from(NUMBERS)
groups = st.lists(numbers, min_size=1, max_size=5, unique=True)
repeated = st.tuples(st.lists(numbers, min_size=1, max_size=3, unique=True), st.integers(1, 5))
ends = st.sampled_from(["any seven", "seven-out"])


def card_text(rules: list[str], end: str, pays: str = "30 to 1") -> str:
    """A card with one wager for each rule."""
    wagers = "".join(f'  w{i}: {{wins: "{rule}", pays: {pays}}}\n' for i, rule in enumerate(rules))
    head = f"card: made-up\ntitle: Made up\nabout: x\ngame: craps\nsource: x\nends: {end}\nwagers:\n"
    return head + wagers


def words(rule: tuple[list[int], int]) -> str:
    members, times = rule
    return " or ".join(map(str, members)) + f" rolled {times} times"


def mirrored(rule: tuple[list[int], int]) -> tuple[list[int], int]:
    return [14 - number for number in rule[0]], rule[1]


def edges(card: RackCard, dice: Dice | None = None) -> list[Fraction]:
    found = [entry.house_edge for entry in card.odds(chance=dice).wagers]
    assert None not in found
    return [edge for edge in found if edge is not None]


@quick
@given(st.lists(repeated, min_size=1, max_size=3), ends)
def test_repeaters_sum_to_one_and_all_methods_agree(rules: list[tuple[list[int], int]], end: str) -> None:
    card = loads(card_text([words(rule) for rule in rules], end))
    law = Dice().law()
    for bet in bets(card):
        found = [solved for method in METHODS.values() if (solved := method(bet.machine, law, NEVER))]
        assert len(found) >= 2
        assert len(set(found)) == 1
        assert sum(found[0].probabilities) == 1
        assert found[0].mean >= 1


@quick
@given(groups, ends)
def test_sets_sum_to_one_and_all_methods_agree(members: list[int], end: str) -> None:
    card = loads(card_text([f"all of {' '.join(map(str, members))} rolled"], end))
    law = Dice().law()
    (bet,) = bets(card)
    found = [solved for method in METHODS.values() if (solved := method(bet.machine, law, NEVER))]
    assert len(found) >= 2
    assert len(set(found)) == 1
    assert sum(found[0].probabilities) == 1


@quick
@given(st.lists(st.tuples(numbers, st.integers(1, 4)), min_size=2, max_size=4, unique_by=lambda rule: rule[0]), ends)
def test_any_of_lies_between_its_best_part_and_their_sum(parts: list[tuple[int, int]], end: str) -> None:
    rules = [words(([number], times)) for number, times in parts]
    names = ", ".join(f"w{i}" for i in range(len(rules)))
    card = loads(card_text([*rules, f"any of {names}"], end))
    *single, joint = [entry.hit for entry in card.odds().wagers if entry.hit is not None]
    assert len(single) == len(rules)
    assert max(single) <= joint <= sum(single)


@quick
@given(st.lists(repeated, min_size=1, max_size=3), ends, st.integers(1, 500), st.integers(1, 500))
def test_higher_pays_return_more(rules: list[tuple[list[int], int]], end: str, low: int, more: int) -> None:
    texts = [words(rule) for rule in rules]
    cheap = edges(loads(card_text(texts, end, f"{low} to 1")))
    dear = edges(loads(card_text(texts, end, f"{low + more} to 1")))
    assert all(a > b for a, b in zip(cheap, dear, strict=True))
    as_for = edges(loads(card_text(texts, end, f"{low + 1} for 1")))
    assert as_for == cheap


@quick
@given(st.lists(repeated, min_size=1, max_size=3), ends)
def test_relabelled_dice_give_equal_odds(rules: list[tuple[list[int], int]], end: str) -> None:
    """Turn both dice upside down: t becomes 14 - t, and 7 stays 7."""
    there = loads(card_text([words(rule) for rule in rules], end)).odds()
    back = loads(card_text([words(mirrored(rule)) for rule in rules], end)).odds()
    assert [entry.outcomes for entry in there.wagers] == [entry.outcomes for entry in back.wagers]
    assert [entry.mean_rolls for entry in there.wagers] == [entry.mean_rolls for entry in back.wagers]


@quick
@given(st.lists(repeated, min_size=1, max_size=2), ends, st.fractions(Fraction(1, 9), 9))
def test_loaded_dice_at_fair_weights_are_fair(rules: list[tuple[list[int], int]], end: str, scale: Fraction) -> None:
    card = loads(card_text([words(rule) for rule in rules], end))
    pairs = Dice.of_pairs({pair: scale * (1 if pair[0] == pair[1] else 2) for pair in PAIRS})
    totals = Dice.of_totals({total: scale * (6 - abs(7 - total)) for total in range(2, 13)})
    assert pairs == totals == Dice()
    assert edges(card, pairs) == edges(card)


@quick
@given(st.lists(repeated, min_size=1, max_size=2), st.integers(1, 9), st.integers(1, 9))
def test_more_sevens_help_the_house(rules: list[tuple[list[int], int]], weight: int, more: int) -> None:
    card = loads(card_text([words(rule) for rule in rules], "any seven"))
    few, many = (edges(card, Dice.of_totals({7: sevens})) for sevens in (weight, weight + more))
    assert all(a < b for a, b in zip(few, many, strict=True))


@quick
@given(st.sampled_from(["points made", "line wins", "different points made"]), st.integers(1, 4), ends)
def test_ladders_sum_to_one(counted: str, top: int, end: str) -> None:
    last = "6" if counted.startswith("different") else f"{top} or more"
    first = 6 if counted.startswith("different") else top
    rungs = ", ".join([*(f"{k}: {k} to 1" for k in range(1, first)), f"{last}: 99 to 1"])
    head = f"card: made-up\ntitle: t\nabout: x\ngame: craps\nsource: x\nends: {end}\nwagers:\n"
    card = loads(head + f"  w: {{counts: {counted}, pays: {{{rungs}}}}}\n")
    (entry,) = card.odds().wagers
    assert sum(outcome.probability for outcome in entry.outcomes) == 1
    assert len(entry.methods) == 2


@quick
@given(st.lists(st.integers(0, 5), min_size=13, max_size=13).filter(lambda counts: sum(counts) >= 6))
def test_any_shoe_counts_the_same_both_ways(counts: list[int]) -> None:
    shoe = Shoe(tuple(counts))
    law = law_by_hands(shoe)
    totals: dict[object, int] = {}
    pairs: dict[str, int] = {}
    for hand, deals in law.items():
        plain = hand._replace(pairs="none")
        totals[plain] = totals.get(plain, 0) + deals
        pairs[hand.pairs] = pairs.get(hand.pairs, 0) + deals
    size = sum(counts)
    assert sum(law.values()) == size * (size - 1) * (size - 2) * (size - 3) * (size - 4) * (size - 5)
    assert totals == totals_by_thirds(shoe)
    assert pairs == {kind: deals for kind, deals in pairs_by_rank(shoe).items() if deals}


@quick
@given(st.lists(st.integers(0, 4), min_size=39, max_size=39).filter(any))
def test_any_wheel_sums_to_one(weights: list[int]) -> None:
    wheel = Wheel(tuple(weights))
    text = (
        "card: made-up\ntitle: t\nabout: x\ngame: roulette\nsource: x\nchance: a single-zero wheel\nwagers:\n"
        "  w:\n    ends: after 2 spins\n    pays:\n"
        "      - {when: spins 1 2 are in a row in any order, pays: 9 to 1}\n"
        "      - {when: spins 1 2 are among 1 2 3, pays: 2 to 1}\n"
        "  r: {ends: after 1 spin, wins: the number is red, pays: 1 to 1}\n"
    )
    for entry in loads(text).odds(chance=wheel).wagers:
        assert sum(outcome.probability for outcome in entry.outcomes) == 1
        assert entry.methods == ("chain", "count")
