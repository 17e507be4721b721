"""The circuit agrees with the machine for every dice card, reading and play, roll by roll."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from rackcard.api import load, loads
from rackcard.card import card_ids
from rackcard.games.craps.dice import Dice
from rackcard.games.game import Game
from rackcard.machine import bets
from rackcard.machine.explore import FIRST, NEVER, Play
from rackcard.odds.optimal_play import best
from rackcard.odds.price import worth
from rackcard.simulate.circuit.bit_program import Recorder
from rackcard.simulate.circuit.bit_sampler import tree
from rackcard.simulate.circuit.circuit import Unit, compile_units
from rackcard.simulate.circuit.conditions import fits
from tests.support.sample import sampled
from tests.support.simulate_witness import chosen, compare

DICE_CARDS = [card for card in card_ids() if load(card).game.id == "craps"]


def circuits_of(card_id: str, play: str) -> list[list[Unit]]:
    """Every wager, table and combination of options of a card that a circuit can follow, in a circuit for each game."""
    card = load(card_id)
    found: dict[Game, dict[Unit, None]] = {}
    for options in card.combinations(readings_only=False):
        for bet in bets(card, options):
            if bet.turns or not fits(bet.machine):  # these go by a table of moves
                continue
            how: Play = {"never": NEVER, "first": FIRST}.get(play, NEVER)
            if play == "best" and bet.machine.claims and bet.terms.is_posted:
                how = best(bet.machine, card.chance(options), worth(bet)).play
            found.setdefault(bet.machine.game, {})[Unit(bet.machine, how)] = None
    return [list(units) for units in found.values()]


OFFERING = [card for card in DICE_CARDS if any(terms.offers for terms in load(card).terms())]
PLAYED = [(card, "never") for card in DICE_CARDS] + [(card, play) for card in OFFERING for play in ("first", "best")]


@pytest.mark.slow
@pytest.mark.parametrize(("card_id", "play"), PLAYED)
def test_circuit_and_machine_decide_alike(card_id: str, play: str) -> None:
    for units in circuits_of(card_id, play):
        compare(units, Dice().law(), Random(card_id + play), steps=sampled(160, 400))


def test_craps_and_crapless_craps_have_a_circuit_each() -> None:
    circuits = circuits_of("craps", "never")
    assert [len(units[0].machine.game.phases) for units in circuits] == [7, 11]
    assert all(len(units) > 40 for units in circuits)


@pytest.mark.slow
def test_loaded_dice_go_through_the_same_circuit() -> None:
    loaded = Dice.of_pairs({(6, 6): 3, (1, 2): Fraction(1, 3), (4, 4): 0})
    for units in circuits_of("craps", "never"):
        compare(units, loaded.law(), Random(5), steps=sampled(160, 400))


CRAPLESS = """
card: either
title: Either
about: The line of two games.
game: craps
source: a test
chance: <crapless>
options:
  crapless: {why: The sheet does not say., values: {no: two dice, yes: "two dice, crapless"}, default: no}
wagers: {pass: {ends: the line is decided, opens: before the come-out, wins: the line wins, pays: 1 to 1}}
"""


def test_loaded_dice_are_rolled_for_each_game_by_itself() -> None:
    """Readings on the same loaded dice are simulated together only where they are of one game."""
    loaded = Dice.of_totals({7: Fraction(12)})
    found = loads(CRAPLESS).simulate(rounds=60_000, engine="numpy", readings=True, chance=loaded)
    assert found.verdict == "pass"
    assert len({wager.exact for wager in found.wagers}) == 2


ROLLS = """
card: rolls
title: Rolls
about: A wager over a fixed number of rolls, with offers.
game: craps
source: a test
ends: after 4 rolls
wagers:
  sixes:
    wins: 6 rolled 3 times
    pays: 20 to 1
    surrender: {2: 3 to 1}
  kinds:
    counts: different numbers rolled
    pays: {2: push, 3: 1 to 1, 4 or more: 2 to 1}
  lines:
    pays:
      - {when: 8 rolled 3 times, pays: 100 to 1}
      - {when: any seven, pays: 2 to 1}
      - {when: all of 2 3 rolled, pays: 9 to 1}
"""


@pytest.mark.slow
@pytest.mark.parametrize("play", [NEVER, FIRST])
def test_wagers_over_a_fixed_number_of_rolls(play: Play) -> None:
    units = [Unit(bet.machine, play) for bet in bets(loads(ROLLS))]
    compare(units, Dice().law(), Random(3), steps=sampled(600, 2_000))


@pytest.mark.slow
def test_best_play_over_a_fixed_number_of_rolls() -> None:
    card = loads(ROLLS)
    units = [Unit(bet.machine, best(bet.machine, Dice(), worth(bet)).play) for bet in bets(card) if bet.machine.claims]
    compare(units, Dice().law(), Random(4), steps=sampled(600, 2_000))


WEIGHTS = [
    (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1),
    (1,),
    (1, 1),
    (7, 3, 7, 1, 1),
    (606, 500, 400, 300, 200, 100, 500, 400, 300, 200, 100),
    tuple(1 if a == b else 2 for a in range(6) for b in range(a, 6)),
]


@pytest.mark.parametrize("weights", WEIGHTS)
def test_random_bits_give_exact_weights(weights: tuple[int, ...]) -> None:
    """Every value of the bits once: items in the proportion of their weights, the rest no roll."""
    layout = tree(weights)
    seen = Counter(chosen(layout, value) for value in range(2**layout.randoms))
    rejected = seen.pop(None, 0)
    scale = Fraction(2**layout.randoms - rejected, sum(weights))
    assert [seen[item] for item in range(len(weights))] == [scale * weight for weight in weights]
    assert rejected * 16 <= 2**layout.randoms


def test_truth_tables_with_codes_that_never_come() -> None:
    random = Random(2)
    for _ in range(200):
        answers = {code: random.random() < 0.4 for code in random.sample(range(32), random.randint(1, 32))}
        record = Recorder()
        plane = record.select([record.random(bit) for bit in range(5)], answers)
        for code, wanted in answers.items():
            values: list[bool] = []
            for op, a, b in record.ops:
                x, y = (values[a], values[b]) if op not in ("zero", "one", "random") else (False, False)
                values.append({"zero": False, "one": True, "random": bool(code >> a & 1), "and": x and y,
                               "or": x or y, "xor": x != y, "andnot": x and not y, "not": not x}[op])  # fmt: skip
            assert values[plane] == wanted


def test_a_wager_more_costs_its_own_operations_only() -> None:
    """Nineteen wagers on one layout share the roll, the counters and the points."""
    (units,) = circuits_of("repeater-bets-plus", "never")
    together = len(compile_units(units, Dice().law()).step.ops)
    apart = sum(len(compile_units([unit], Dice().law()).step.ops) for unit in units)
    assert together * 3 < apart


def test_a_wager_that_has_won_before_any_roll_is_counted_once() -> None:
    """A count from 0 on makes the wager that names it win at once: one result for each round."""
    card = loads(
        "card: sure\ntitle: Sure\nabout: A count from 0 on.\nsource: tests\ngame: craps\nends: seven-out\nwagers:\n"
        "  rolls: {counts: rolls, pays: {0 to 1: 2 to 1, 2 or more: 3 to 1}}\n"
        "  sure: {wins: any of rolls, pays: loses half}\n"
    )
    found = {wager.name: wager.counts for wager in card.simulate(rounds=500, seed=1, engine="numpy").wagers}
    assert [sum(counts) for counts in found.values()] == [500, 500]


@pytest.mark.parametrize("play", ["best", "never", "first"])
def test_no_offer_comes_on_a_wager_that_is_as_good_as_won(play: str) -> None:
    """What every roll brings nearer is won on the first roll, and is not surrendered."""
    card = loads(
        "card: sure\ntitle: Sure\nabout: Every roll counts.\nsource: tests\ngame: craps\nends: after 2 rolls\nwagers:\n"
        "  sure: {wins: 2 to 12 rolled 2 times, pays: 2 for 1, surrender: {1: 204 to 1}}\n"
    )
    assert card.simulate(rounds=500, seed=1, engine="numpy", play=play).wagers[0].counts == (500, 0, 0)


@pytest.mark.parametrize("play", ["best", "never", "first"])
def test_a_count_of_a_wager_that_cannot_win_goes_through_the_circuit(play: str) -> None:
    """A wager that never pays more than its stake never counts, so the rung for both is never reached."""
    card = loads(
        "card: half\ntitle: Half\nabout: Only one of them counts.\nsource: tests\ngame: craps\nends: any seven\n"
        "events: {hot: 8 rolled}\nwagers:\n"
        "  half: {counts: line wins, pays: {1 or more: loses half}}\n"
        "  both: {counts: 'how many of hot, half', pays: {1: 1 to 1, 2: 9 to 1}, cash out: at any pay}\n"
        "  plain: {counts: 'how many of hot, half', pays: {1: 1 to 1, 2: 9 to 1}}\n"
    )
    _, both, plain = card.simulate(rounds=500, seed=1, engine="numpy", play=play).wagers
    assert both.counts == (0, 500, 0)
    assert plain.counts[0] == 0
    assert 0 < plain.counts[1] < 500


def test_a_wager_whose_end_never_counts_is_played_until_it_is_decided() -> None:
    """It works with a point on and ends on the come-out: only what it waits for decides it."""
    card = loads(
        "card: off\ntitle: Off\nabout: Its end never counts.\nsource: tests\ngame: craps\nworks: with a point on\n"
        "ends: the line wins on the come-out\nwagers: {six: {wins: 6 rolled 2 times, pays: loses half}}\n"
    )
    assert card.simulate(rounds=500, seed=1, engine="numpy").wagers[0].counts == (500, 0)
