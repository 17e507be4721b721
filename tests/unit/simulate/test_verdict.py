"""The verdict of a simulation is valid for short runs, uses the right distribution, and says what was simulated."""

import csv
import io
import json
from fractions import Fraction

import pytest

from rackcard.api import load
from rackcard.games.craps.dice import Dice
from rackcard.odds.selection import Selection
from rackcard.simulate.chart import convergence
from rackcard.simulate.circuit.circuit import Program
from rackcard.simulate.jobs import prepare
from rackcard.simulate.request import Request, Snapshot
from rackcard.simulate.simulation import simulate
from rackcard.simulate.statistics import binomial_two_sided, two_sided
from rackcard.simulate.table_programs import Dealing, SpinProgram


def test_the_binomial_tail_is_exact_and_meets_the_normal_one() -> None:
    law = [Fraction(1, 1)]
    p = Fraction(1, 7)
    for _ in range(40):
        law = [(a * (1 - p)) + b * p for a, b in zip([*law, Fraction(0)], [Fraction(0), *law], strict=True)]
    for count in range(41):
        side = min(sum(law[: count + 1]), sum(law[count:]))
        assert binomial_two_sided(count, 40, float(p)) == pytest.approx(min(1.0, float(2 * side)), rel=1e-9)
    for away in (-4, -1, 2, 5):
        count = 1_999_000 + round(away * 1999**0.5)
        assert binomial_two_sided(count - 1_997_001, 10**9, 1.999e-6) == pytest.approx(two_sided(away), rel=0.7)
    assert binomial_two_sided(10**9, 10**12, 1e-9) == 0.0
    assert binomial_two_sided(5_000, 10**12, 1e-9) == 0.0  # at once, though a float holds no part of it


@pytest.mark.slow
@pytest.mark.parametrize(("card_id", "rounds", "seeds", "chosen"), [
    ("super-shooter", 12, 300, {"wager": "all", "table": 1}),
    ("super-shooter", 1000, 100, {}),
    ("golden-dragon-baccarat", 100, 100, {}),
])  # fmt: skip
def test_honest_short_runs_hardly_ever_fail(card_id: str, rounds: int, seeds: int, chosen: dict[str, str]) -> None:
    card = load(card_id)
    jobs = [card.simulate(rounds=rounds, seed=seed, engine="numpy", **chosen) for seed in range(1, seeds + 1)]  # type: ignore[arg-type]
    assert sum(found.verdict == "fail" for found in jobs) <= 2


def test_too_few_rounds_are_neither_a_pass_nor_a_fail() -> None:
    card = load("super-shooter")
    found = card.simulate(rounds=60, engine="table")
    assert found.verdict == "too few rounds", found.sentence()
    assert "Too few rounds" in found.sentence()
    assert card.simulate(rounds=3, engine="numpy").verdict == "too few rounds"


def test_a_mean_with_rare_pays_is_left_out_and_said_so() -> None:
    found = load("tiger-baccarat").simulate(rounds=20_000, engine="numpy")
    assert found.verdict == "pass"
    assert "not tested for" in found.sentence()


def test_a_card_agrees_with_itself_under_every_reading_and_choice() -> None:
    card = load("dice-works")
    assert card.simulate(rounds=100_000, engine="numpy", readings=True, against=card).verdict == "pass"
    paying = load("cash-out-craps")
    found = paying.simulate(rounds=50_000, engine="numpy", table=1, play="first", against=paying)
    assert found.verdict == "pass"


def test_the_report_says_what_was_simulated_and_compared() -> None:
    card = load("craps")
    dice = Dice.of_totals({7: Fraction(12)})
    moments: list[Snapshot] = []
    request = Request(rounds=60_000, engine="numpy", against=card)
    found = simulate(card, Selection(chance=dice), request=request, watch=moments.append)
    document = found.to_dict()
    assert document["against"] == {"card": "craps", "sha256": card.sha256}
    assert document["chance"]["1-6"] == 2 * document["chance"]["2-3"]
    jobs = prepare(card, Selection(chance=dice))
    assert [type(job.program) for job in jobs] == [Program, SpinProgram]  # odds and put bets follow a table of moves
    assert document["played_by"] == {"numpy": 60_000 * len(jobs)}
    assert {wager.rounds for wager in found.wagers} == {60_000}
    for wager, shown in zip(found.wagers, document["wagers"], strict=True):
        law = zip(wager.against.bet.results, wager.against.probabilities, strict=True)
        known = {result.label: p for result, p in law}
        assert all(Fraction(o["probability"]["exact"]) == known[o["outcome"]] for o in shown["outcomes"])
    assert abs(moments[-1].worst_z) > 10
    (row, *_) = csv.DictReader(io.StringIO(found.to_csv()))
    assert json.loads(row["chance"]) == document["chance"]
    assert json.loads(row["against"])["card"] == "craps"
    for text in (found.grid().title, convergence(found)):
        assert "exact odds of craps" in text
        assert "1-6 ×2" in text
    dealt = load("baccarat").simulate(rounds=1000, engine="numpy", dealing=Dealing(burn=True, cut=20))
    assert dealt.to_dict()["dealing"] == {"burn": True, "cut": 20}
    assert "cut card at 20" in dealt.grid().title


def test_readings_are_told_apart_and_left_out_panels_are_owned_to() -> None:
    card = load("dice-works")
    found = card.simulate(rounds=5_000, engine="numpy", readings=True)
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert {row["ends"] for row in rows} == {"seven-out", "any-seven"}
    names = [found.name_of(wager) for wager in found.wagers]
    assert len(set(names)) == len(names)
    picture = convergence(found)
    assert all(f"{option}=" in picture for option in found.varied)
    if len(names) > 40:
        assert f"40 of {len(names)} wagers" in picture
