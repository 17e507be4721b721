"""Sic bo: a fourth game in one folder, held to a count of all 216 rolls."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from random import Random

import pytest

from rackcard import load
from rackcard.games import GAMES
from rackcard.games.device import ChanceError
from rackcard.games.sic_bo.dice import ROLLS, ThreeDice
from rackcard.report.printing import What
from rackcard.table.apply import apply
from rackcard.table.decide import decide
from rackcard.table.service import generate
from rackcard.table.state import Refusal, Table
from rackcard.web.views.layout import layout

Roll = tuple[int, int, int]
EVERY: list[Roll] = list(product(range(1, 7), repeat=3))  # type: ignore[arg-type]
MACAU = {4: 50, 5: 18, 6: 14, 7: 12, 8: 8, 9: 6, 10: 6}
ATLANTIC = {4: 60, 5: 30, 6: 17, 7: 12, 8: 8, 9: 6, 10: 6}
PAYS = {"Macau": (MACAU, 24, 150, 8, 5), "Atlantic": (ATLANTIC, 30, 180, 10, 5)}


def by_total(total: int, pay: int, roll: Roll) -> int:
    return pay if sum(roll) == total else -1


def by_faces(faces: tuple[int, ...], pay: int, roll: Roll) -> int:
    """Pays if the roll shows all of the faces, each as many times as named."""
    return pay if Counter(faces) <= Counter(roll) else -1


def by_count(face: int, roll: Roll) -> int:
    return roll.count(face) or -1


def paid(table: str) -> dict[str, Callable[[Roll], int]]:
    """What each wager wins or loses on a roll, written down without any code of ours."""
    totals, any_triple, triple, double, combination = PAYS[table]
    found: dict[str, Callable[[Roll], int]] = {
        "small": lambda roll: 1 if 4 <= sum(roll) <= 10 and len(set(roll)) > 1 else -1,
        "big": lambda roll: 1 if 11 <= sum(roll) <= 17 and len(set(roll)) > 1 else -1,
        "odd": lambda roll: 1 if sum(roll) % 2 and len(set(roll)) > 1 else -1,
        "even": lambda roll: 1 if not sum(roll) % 2 and len(set(roll)) > 1 else -1,
        "any-triple": lambda roll: any_triple if len(set(roll)) == 1 else -1,
    }
    for number in range(4, 18):
        found[f"total-{number}"] = partial(by_total, number, totals[min(number, 21 - number)])
    for face in range(1, 7):
        found[f"triple-{face}"] = partial(by_faces, (face, face, face), triple)
        found[f"double-{face}"] = partial(by_faces, (face, face), double)
        found[f"single-{face}"] = partial(by_count, face)
    for a, b in combinations(range(1, 7), 2):
        found[f"combination-{a}-{b}"] = partial(by_faces, (a, b), combination)
    return found


@pytest.mark.parametrize("table", PAYS)
def test_every_edge_is_the_count_of_all_rolls(table: str) -> None:
    priced = {one.terms.wager: one for one in load("sic-bo").odds(table=table).wagers}
    rules = paid(table)
    assert set(priced) == set(rules)
    for wager, one in priced.items():
        assert one.house_edge == -Fraction(sum(map(rules[wager], EVERY)), 216), wager
        assert one.methods == ("chain", "count")


def test_edges_that_are_published() -> None:
    priced = load("sic-bo").odds(table="Macau")
    edges = {name: f"{float(100 * (priced[name].house_edge or 0)):.2f}"
             for name in ("small", "triple-1", "any-triple", "double-1", "combination-1-2", "single-1")}  # fmt: skip
    assert edges == {"small": "2.78", "triple-1": "30.09", "any-triple": "30.56", "double-1": "33.33",
                     "combination-1-2": "16.67", "single-1": "7.87"}  # fmt: skip


@pytest.mark.slow
def test_engines_count_alike_and_agree_with_the_odds() -> None:
    card = load("sic-bo")
    numpy, numba = (card.simulate(rounds=200_000, seed=7, engine=engine) for engine in ("numpy", "numba"))
    assert [one.counts for one in numpy.wagers] == [one.counts for one in numba.wagers]
    assert numpy.verdict == "pass"


def test_weights_by_faces_and_by_total() -> None:
    loaded = ThreeDice().weighted({"6-6-6": Fraction(2)})
    assert loaded.law()[6, 6, 6] == 2
    assert sum(loaded.law().values()) == 217
    assert ThreeDice().weighted({"3": Fraction(0)}).law()[1, 1, 1] == 0
    with pytest.raises(ChanceError, match="name totals from 3 to 18"):
        ThreeDice().weighted({"2": Fraction(1)})
    assert load("sic-bo").odds(wager="triple-6", table="Macau", chance=loaded).wagers[0].hit == Fraction(2, 217)


def test_samples_come_in_every_order() -> None:
    random = Random(1)
    rolls = {tuple(ThreeDice().sample(random)) for _ in range(6000)}
    assert rolls == set(EVERY)
    assert len(ROLLS) == 56


# ---- at a table


def opened(**more: object) -> Table:
    cards = [{"card": "sic-bo", "options": {}}]
    command = {"do": "open", "name": "Test", "game": "sic-bo", "cards": cards, "chip": 100, **more}
    return follow(None, command, {"do": "seat", "seat": 1, "name": "Ann"},
                  {"do": "buy-in", "seat": 1, "amount": 100_000})  # fmt: skip


def follow(table: Table | None, *commands: dict[str, object]) -> Table:
    for command in commands:
        (event,) = decide(table, command)
        table = apply(table, event)
    assert table is not None
    return table


def test_a_round_pays_what_the_card_says() -> None:
    table = opened()
    for wager in ("small", "total-9", "double-2", "single-2", "combination-2-5"):
        table = follow(table, {"do": "bet", "seat": 1, "card": 1, "wager": wager, "amount": 1000})
    table = follow(table, {"do": "close-betting"}, {"do": "outcome", "outcome": [2, 5, 2]})
    assert table.balance(1) == 100_000 + 1000 * (1 + 6 + 8 + 2 + 5)
    assert not table.wagers


@pytest.mark.parametrize("outcome", [[1, 2], [1, 2, 7], [1, 2, "3"], "1-2-3", [1, 2, True], {"first": 1}])
def test_what_is_not_a_roll_is_refused(outcome: object) -> None:
    table = follow(opened(), {"do": "close-betting"})
    with pytest.raises(Refusal, match="three dice from 1 to 6"):
        decide(table, {"do": "outcome", "outcome": outcome})


def test_a_generated_roll_is_an_outcome() -> None:
    table = follow(opened(), {"do": "close-betting"})
    game = GAMES["sic-bo"]
    for _ in range(50):
        roll = generate(table)
        assert game.to_json(game.parse(roll)) == roll
        decide(table, {"do": "outcome", "outcome": roll})


def test_every_wager_has_a_box_of_its_own_on_the_layout() -> None:
    offering = opened().offerings[1]
    found = layout(offering)
    assert found is not None
    assert found.wagers == set(offering.bets)
    assert len(found.spots) == len(offering.bets)
    for form in ("wide", "narrow"):
        assert len({getattr(spot, form).shape for spot in found.spots}) == len(found.spots)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["rack-card", "par-sheet", "review"])
def test_documents_are_printed(what: What) -> None:
    assert load("sic-bo").print(what).startswith(b"%PDF")
