"""The parts of the campaign on chance: what tables generate, and what the simulation plays."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from rackcard.api import load
from rackcard.card import Card, card_ids
from tools.campaign_parts import Run, part, spread

# ---- generated outcomes


def _fair(run: Run, work: Callable[[int], Counter[Any]], each: int, law: dict[Any, int], what: str) -> Iterator[int]:
    from tests.support.fairness import is_fair

    seen: Counter[Any] = Counter()
    for some in spread(run, work, each):
        seen.update(some)
        assert is_fair(seen, law), f"{what}: {dict(seen)}"
        yield each


def _dice(seed: int) -> Counter[Any]:
    from tests.support.fairness import dice

    return dice(500_000)


@part("P14-dice", "P14: generated dice, chi-square over the 36 rolls", "dice", 100_000_000)
def dice(run: Run) -> Iterator[int]:
    from tests.support.fairness import ROLLS

    yield from _fair(run, _dice, 1_000_000, ROLLS, "dice")


def _triples(seed: int) -> Counter[Any]:
    from tests.support.fairness import triples

    return triples(100_000)


@part("P14-three", "P14: generated rolls of three dice, chi-square over the 216", "dice", 30_000_000)
def three_dice(run: Run) -> Iterator[int]:
    from tests.support.fairness import TRIPLES

    yield from _fair(run, _triples, 300_000, TRIPLES, "three dice")


def _spins(seed: int) -> Counter[Any]:
    from tests.support.fairness import spins

    return spins("double-zero", 100_000)[0]


@part("P14-spins", "P14: generated spins, chi-square over 38 pockets", "spins", 10_000_000)
def spins(run: Run) -> Iterator[int]:
    from tests.support.fairness import spins as few

    yield from _fair(run, _spins, 100_000, few("double-zero", 1)[1], "spins")


def _cards(seed: int) -> Counter[Any]:
    from tests.support.fairness import ranks

    return ranks(25_000)


@part(
    "P14-cards",
    "P14: generated cards, chi-square over 13 ranks, the first four of each hand",
    "cards",
    10_000_000,
)
def cards(run: Run) -> Iterator[int]:
    from tests.support.fairness import RANK_LAW

    yield from _fair(run, _cards, 100_000, RANK_LAW, "cards")


# ---- the simulation


def plays_of(card: Card) -> list[str]:
    """The plays that differ: one where the player has nothing to decide."""
    return ["best", "never", "first"] if any(terms.offers for terms in card.terms()) else ["best"]


PLAYS = [(card_id, play) for card_id in card_ids() for play in plays_of(load(card_id))]
ROLLS, OTHERS = 10**9, 10**8
"""Rolls of dice, and spin sequences or hands, for every card and play."""


@part("simulate", "Simulation: every wager, pay table and reading of every card against its exact figures",
      "cards and plays", len(PLAYS))  # fmt: skip
def simulations(run: Run) -> Iterator[int]:
    """Simulates one card under one play at a time: a billion rolls, or a hundred million spins or hands."""
    from rackcard.odds.selection import Selection
    from rackcard.simulate.jobs import prepare
    from rackcard.simulate.kernels import compile_kernel

    run.section += [
        "| card | play | rounds each | outcomes played | wagers, tables, readings | largest z | verdict |",
        "|---|---|---|---|---|---|---|",
    ]
    for card_id, play in PLAYS:
        card = load(card_id)
        jobs = prepare(card, Selection(readings=True, play=play))
        for job in jobs:
            compile_kernel(job.program)
        rounds = OTHERS
        if card.chance({}).program == "circuit":  # a total number of rolls, from the wager that lasts longest
            longest = max(float(entry.odds.mean_rolls or 1) for job in jobs for entry in job.entries)
            rounds = int(ROLLS / longest) + 1
        found = card.simulate(rounds=rounds, readings=True, play=play, seed=2026 + run.seed)
        worst = max(found.wagers, key=lambda wager: abs(wager.z))
        run.section.append(
            f"| {card_id} | {play if len(plays_of(card)) > 1 else '–'} | {rounds:,} | {found.outcomes:,} "
            f"| {len(found.wagers)} | {worst.z:+.2f} ({worst.name}) | {found.verdict} |"
        )
        assert abs(worst.z) <= 4, f"seed {run.seed}: {card_id}, {play}: {worst.name} is at z {worst.z:+.2f}"
        assert found.verdict == "pass", f"seed {run.seed}: {card_id}, {play}: {found.verdict}"
        yield 1
