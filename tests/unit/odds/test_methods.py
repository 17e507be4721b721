"""Two methods that share no code must agree before we believe either."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

import pytest

from rackcard.api import load, loads
from rackcard.card import card_ids
from rackcard.games.baccarat.shoe import Shoe
from rackcard.games.craps.dice import Dice
from rackcard.games.roulette.wheel import Wheel
from rackcard.machine import Bet, Machine, bets
from rackcard.machine.explore import FIRST, NEVER, explore
from rackcard.odds.methods import clock, matrix
from rackcard.odds.methods import sequences as words
from rackcard.odds.solve import METHODS
from rackcard.odds.tables import odds_grid
from tests.support.sample import sampled, sampled_cards

EVERY = list(card_ids())


def every_bet(card: str) -> list[tuple[Bet, dict[str, str]]]:
    """Each different machine of a card, under every combination of options."""
    loaded = load(card)
    found: dict[Machine, tuple[Bet, dict[str, str]]] = {}
    for options in loaded.combinations(readings_only=False):
        for bet in bets(loaded, options):
            found.setdefault(bet.machine, (bet, options))
    return list(found.values())


@pytest.mark.slow
@pytest.mark.parametrize("card", EVERY)
def test_every_wager_is_solved_by_two_methods(card: str) -> None:
    """The JSON's ``methods`` name two for every wager, pay table and reading that has a rule."""
    loaded = load(card)
    for options in loaded.combinations(readings_only=False):
        for entry in loaded.odds(options).wagers:
            assert len(entry.methods) == 2 or not entry.terms.has_rule
            assert sum(o.probability for o in entry.outcomes) == (1 if entry.terms.has_rule else 0)


@pytest.mark.slow
@pytest.mark.parametrize("card", [card for card in EVERY if load(card).game.id != "baccarat"])
def test_all_methods_that_apply_agree(card: str) -> None:
    for bet, options in every_bet(card):
        law = load(card).chance(options).law()
        for play in (NEVER, FIRST) if bet.machine.claims else (NEVER,):
            found = {name: solved for name, method in METHODS.items() if (solved := method(bet.machine, law, play))}
            assert len(set(found.values())) == 1, (bet.terms.wager, options, found)


LOADED = [
    Dice.of_totals({7: 7, 12: 3}),
    Dice.of_totals({2: Fraction(1, 3), 6: 9}),
    Dice.of_pairs({(6, 6): 4, (1, 2): 0}),
]


@pytest.mark.slow
@pytest.mark.parametrize("dice", LOADED)
@pytest.mark.parametrize("card", [card for card in sampled_cards() if load(card).game.id == "craps"])
def test_methods_agree_on_loaded_dice(card: str, dice: Dice) -> None:
    loaded = load(card)
    for entry in loaded.odds(readings=True, chance=dice).wagers:
        assert len(entry.methods) == 2
        assert sum(o.probability for o in entry.outcomes) == 1


@pytest.mark.slow
def test_methods_agree_on_a_biased_wheel_and_a_depleted_shoe() -> None:
    wheel = Wheel.of_pockets(("0", *map(str, range(1, 37))), {"8": 3, "17": Fraction(1, 2), "28": 0})
    for card in ("roulette", "straights-and-8s"):
        assert all(len(entry.methods) == 2 for entry in load(card).odds(readings=True, chance=wheel).wagers)
    shoe = Shoe.of_decks(6).without("A", "A", "9", "K", "Q", "10", "7").holding({"8": 3})
    for card in (card for card in EVERY if load(card).game.id == "baccarat"):
        for entry in load(card).odds(chance=shoe).wagers:
            assert len(entry.methods) == 2 or not entry.terms.has_rule


@pytest.mark.slow
def test_citywide_by_its_half_million_states() -> None:
    """The wager whose states are too many for the chain, counted state by state in whole numbers."""
    bet = next(bet for bet in bets(load("repeater-bets-plus")) if bet.terms.wager == "citywide")
    caps = {2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 6, 9: 5, 10: 4, 11: 3, 12: 2}
    weights = [6 - abs(7 - total) for total in caps]
    sizes = list(caps.values())
    strides = [1]
    for size in sizes:
        strides.append(strides[-1] * size)
    assert strides[-1] == 518_400
    paths = [0] * strides[-1]
    paths[0] = 1
    loses, rolls = [0] * 40, [0] * 40
    for digits in product(*(range(size) for size in reversed(sizes))):
        counts = digits[::-1]
        state = sum(count * stride for count, stride in zip(counts, strides, strict=False))
        ways, depth = paths[state], sum(counts)
        loses[depth] += 6 * ways
        rolls[depth] += ways
        for count, size, stride, weight in zip(counts, sizes, strides, weights, strict=False):
            if count + 1 < size:
                paths[state + stride] += ways * weight
    lost = sum((Fraction(ways, 36 ** (depth + 1)) for depth, ways in enumerate(loses)), Fraction(0))
    mean = sum((Fraction(ways, 36**depth) for depth, ways in enumerate(rolls)), Fraction(0))
    law = Dice().law()
    for method in (clock, words):
        solved = method.solve(bet.machine, law, NEVER)
        assert solved is not None
        assert solved.probabilities == (1 - lost, lost)
        assert solved.mean == mean


@pytest.mark.slow
@pytest.mark.parametrize("card", EVERY)
def test_decided_is_what_the_future_says(card: str) -> None:
    """A wager is over exactly when every way on from its state ends in the same result."""
    for bet, _ in islice(every_bet(card), sampled(2, 10_000)):
        machine = replace(bet.machine, claims=())
        if machine.span > 60_000 and not machine.spins:
            continue
        futures = _futures(machine)
        for state, results in futures.items():
            said = machine.verdict(state, over=False)
            expected = next(iter(results)) if len(results) == 1 else None
            if machine.settles_at_end and expected != machine.loss:
                expected = None
            assert said == expected, (bet.terms.wager, machine.marks(state), said, results)


def _futures(machine: Machine) -> dict[int, set[int]]:
    """For every state before the end, the results that some continuation leads to."""
    patient = machine
    if machine.spins:  # Sequences: look ahead only from states the machine itself reaches.
        law = dict.fromkeys(machine.game.outcomes, 1)
        starts = set(explore(machine, law).states)
    else:
        starts = {0}
    moves: dict[int, list[tuple[int, bool]]] = {}
    waiting = list(starts)
    while waiting:
        state = waiting.pop()
        if state in moves:
            continue
        moves[state] = [patient.move(state, effects[state % machine.phases]) for _, effects in machine.letters]
        waiting += [target for target, over in moves[state] if not over]
    futures: dict[int, set[int]] = {state: set() for state in moves}
    changed = True
    while changed:
        changed = False
        for state in sorted(moves, reverse=True):
            before = len(futures[state])
            for target, over in moves[state]:
                if over:
                    result = patient.verdict(target, over=True)
                    assert result is not None
                    futures[state].add(result)
                else:
                    futures[state] |= futures[target]
            changed = changed or len(futures[state]) != before
    return {state: results for state, results in futures.items() if state}


@pytest.mark.slow
def test_off_on_the_come_out_changes_no_probability() -> None:
    """Rule 8 of document 001: the rolls that count are still independent dice."""
    card = load("cash-out-craps")
    on, off = (card.odds({"come-out": value}).wagers for value in ("on", "off"))
    assert [entry.outcomes for entry in on] == [entry.outcomes for entry in off]


def test_duration_of_the_chain_and_of_words_agree() -> None:
    bet = next(bet for bet in bets(load("repeater-bets-plus")) if bet.terms.wager == "uptown")
    law = Dice().law()
    from rackcard.odds.methods.chain import duration

    assert words.duration(bet.machine, law, 25) == duration(explore(bet.machine, law), 25)


def test_a_figure_of_one_method_names_that_one() -> None:
    """Three counts at once have too many states for a second method; the table and the JSON name the first."""
    rule = "the number is red 9 times, and the number is odd 9 times, and the number is 1 to 18 9 times"
    card = loads(
        "card: one\ntitle: One\nabout: An example.\ngame: roulette\nsource: tests\nchance: a double-zero wheel\n"
        f"ends: the number is green\nwagers: {{three: {{wins: '{rule}', pays: 9 to 1}}}}\n"
    )
    odds = card.odds()
    assert odds["three"].methods == ("chain",)
    assert odds.to_dict()["wagers"][0]["methods"] == ["chain"]
    assert odds_grid(odds).rows[0][-1] == "chain"


def test_matrix_refuses_what_is_too_large() -> None:
    """The slow witness says None rather than running for ever."""
    bet = next(bet for bet in bets(load("repeater-bets-plus")) if bet.terms.wager == "citywide")
    assert bet.machine.ends.event is not None
    assert matrix.solve(bet.machine, Dice().law(), NEVER) is None
