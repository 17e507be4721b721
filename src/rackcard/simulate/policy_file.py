"""A play from a file: the decisions that ``rackcard strategy --json`` prints, followed state by state."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rackcard.games.device import Chance
from rackcard.machine import Bet
from rackcard.machine.explore import Play, explore
from rackcard.machine.machine import Machine, TooLargeError
from rackcard.odds.price import PLAYS
from rackcard.simulate.errors import SimulationError
from rackcard.strategy.levels import Progress

POLICY_BYTES_MAX = 16_000_000

State = tuple[frozenset[tuple[str, int]], str | None]
"""A state as a policy file gives it: its marks and its phase."""
Policy = dict[tuple[str, str], dict[State, dict[str, bool]]]
"""By wager and pay table: for each state that is named, which offers are taken."""


def read_policy(play: str | Path) -> Policy | None:
    """The decisions of a policy file; None for a named play."""
    if isinstance(play, str) and play in PLAYS:
        return None
    path = Path(play)
    if not path.is_file():
        raise SimulationError("unknown-play", play=str(play), plays=PLAYS)
    if path.stat().st_size > POLICY_BYTES_MAX:
        raise SimulationError("long-policy", path=str(path), maximum=POLICY_BYTES_MAX)
    policy: Policy = {}
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        for entry in document["wagers"]:
            states = policy.setdefault((entry["wager"], str(entry["pay_table"])), {})
            for decision in entry["decisions"]:
                _add_decision(states, decision, path)
    except SimulationError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, UnicodeError, RecursionError):
        raise SimulationError("not-a-policy", path=str(path)) from None
    return policy


def _add_decision(states: dict[State, dict[str, bool]], decision: Mapping[str, Any], path: Path) -> None:
    """Add one decision; one that is unclear or contradicts another is refused."""
    given, offer, take = decision["state"], str(decision["offer"]), decision["take"]
    if not all(type(count) is int and count >= 0 for count in given["marked"].values()):
        raise SimulationError("policy-count", path=str(path), state=json.dumps(given))
    state = (frozenset((str(mark), count) for mark, count in given["marked"].items() if count), given.get("phase"))
    if not isinstance(take, bool):
        raise SimulationError("policy-take", path=str(path), take=json.dumps(take), **_facts(state))
    offers = states.setdefault(state, {})
    if offers.get(offer, take) != take:
        raise SimulationError("policy-conflict", path=str(path), offer=offer, **_facts(state))
    offers[offer] = take
    taken = tuple(name for name, is_taken in offers.items() if is_taken)
    if len(taken) > 1:
        raise SimulationError("policy-two-offers", path=str(path), offers=taken, **_facts(state))


def _facts(state: State) -> dict[str, Any]:
    return {"marks": dict(state[0]), "phase": state[1]}


def policy_play(policy: Policy, bet: Bet, chance: Chance) -> Play:
    """A play that follows the file in every state it names, and rides in the others."""
    terms = bet.terms
    if (terms.wager, terms.table) not in policy:
        raise SimulationError("policy-without-wager", wager=terms.wager, table=terms.table)
    states = policy[terms.wager, terms.table]
    progress = Progress(bet, chance)
    _verify(states, bet, progress)
    decisions = {state: offer for state, offers in states.items() for offer, take in offers.items() if take}

    def follow(machine: Machine, state: int, open_claims: tuple[int, ...]) -> int | None:
        offer = decisions.get((frozenset(progress.marked(state).items()), progress.phase(state)))
        return next((claim for claim in open_claims if machine.claims[claim].kind == offer), None)

    return Play("policy", follow)


def _verify(states: Mapping[State, Mapping[str, bool]], bet: Bet, progress: Progress) -> None:
    """Refuse a state that is never reached and an offer that is not made there: both are mistakes in the file."""
    machine, wager = bet.machine, bet.terms.wager
    kinds = {claim.kind for claim in machine.claims}
    unknown = sorted({offer for offers in states.values() for offer in offers} - kinds)
    if unknown:
        raise SimulationError("policy-offer", offer=unknown[0], wager=wager, offers=tuple(sorted(kinds)))
    try:  # under any weights: a file for fair dice is valid for loaded ones too
        chain = explore(machine, dict.fromkeys(machine.outcomes, 1))
    except TooLargeError:
        return
    found: dict[State, set[str]] = {}
    for state in chain.states:
        key = (frozenset(progress.marked(state).items()), progress.phase(state))
        found.setdefault(key, set()).update(machine.claims[claim].kind for claim in machine.offered(state))
    for given, offers in states.items():
        if given not in found:
            raise SimulationError("policy-state", wager=wager, **_facts(given))
        for offer in offers:
            if offer not in found[given]:
                made = tuple(sorted(found[given]))
                code = "policy-state-offer" if made else "policy-state-offer.none"
                raise SimulationError(code, offer=offer, wager=wager, offers=made, **_facts(given))
