"""The part of the campaign on house rules: the edge under a payout limit, on paper and at the table."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

from tests.support.capped import capped_play, capped_wagers

from tools.campaign_parts import Run, part, spread

BLOCK = 10_000
PAYOUTS = ("$2,000 for each outcome, shared by all winners", "$2,000 for each wager")
WAGER = "any-craps"


def _block(seed: int) -> tuple[int, Counter[Fraction]]:
    play = capped_play(PAYOUTS[seed % 2], WAGER, seed)
    return seed, Counter(next(play) for _ in range(BLOCK))


@part("P3-capped", "P3: the edge under a payout limit, through a table opened from house rules", "rounds", 1_000_000)
def capped_edges(run: Run) -> Iterator[int]:
    """Plays blocks of rounds under one meaning of the limit and the other; each must keep what paper says."""
    exact = [next(one for one in capped_wagers(payout) if one.odds.terms.wager == WAGER) for payout in PAYOUTS]
    found: tuple[Counter[Fraction], Counter[Fraction]] = (Counter(), Counter())
    for seed, nets in spread(run, _block, BLOCK):
        tally = found[seed % 2]
        tally.update(nets)
        rounds = tally.total()
        mean = sum((net * count for net, count in tally.items()), Fraction(0)) / rounds
        deviation = sqrt(sum((net - mean) ** 2 * count for net, count in tally.items()) / rounds)
        capped = exact[seed % 2].capped
        assert capped is not None
        score = float(-mean - capped.edge) * sqrt(rounds) / deviation
        assert abs(score) < 5, f"seed {seed}: {PAYOUTS[seed % 2]}: z {score:+.2f}"
        yield BLOCK
