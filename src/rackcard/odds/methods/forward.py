"""The forward method: follow a wager of fixed length outcome by outcome, in whole numbers.

Nothing is explored, merged by letters or eliminated: every outcome of the base game moves every state that has been
reached, and the weights of what is decided are added up.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import lcm

from rackcard.machine.explore import Play, starts
from rackcard.machine.machine import Machine
from rackcard.odds.distribution import Law

STATES_MAX = 3_000
"""More states at one time are left to other methods."""


def solve(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The law of the result, or None where the wager has no fixed length, or an outcome may not count."""
    if machine.ends.outcomes is None or not machine.counts_at_once:
        return None
    outcomes = {outcome: weight for outcome, weight in law.items() if weight}
    total = sum(outcomes.values())
    begin = starts(machine, law)
    scale = lcm(*(share.denominator for share in begin.values()))
    now = {state: int(share * scale) for state, share in begin.items()}
    shares = [Fraction(0)] * machine.results
    mean = Fraction(0)
    for _ in range(machine.ends.outcomes):
        mean += Fraction(sum(now.values()), scale)
        scale *= total
        decided = [0] * machine.results
        after: dict[int, int] = {}
        for state, weight in now.items():
            for outcome, chance in outcomes.items():
                target, result = machine.step(state, outcome)
                if result is None and machine.claims:
                    claim = play.policy(machine, target, machine.offered(target))
                    result = None if claim is None else machine.claim_result(claim)
                if result is None:
                    after[target] = after.get(target, 0) + weight * chance
                else:
                    decided[result] += weight * chance
        if len(after) > STATES_MAX:
            return None
        shares = [share + Fraction(number, scale) for share, number in zip(shares, decided, strict=True)]
        now = after
    assert not now
    return Law(tuple(shares), mean)
