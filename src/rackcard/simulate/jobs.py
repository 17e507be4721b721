"""From a card to what is simulated: its wagers under a play, the exact law of each, and the programs that run them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, assert_never

from rackcard.card import Card
from rackcard.games.device import Chance
from rackcard.machine import Bet, bets
from rackcard.machine.explore import NEVER, Play, explore
from rackcard.machine.machine import Machine, TooLargeError
from rackcard.odds.price import NO_OFFERS, WagerOdds, price_play, selected
from rackcard.odds.solve import solve
from rackcard.simulate.circuit.circuit import Program, Unit, compile_units
from rackcard.simulate.errors import SimulationError
from rackcard.simulate.table_programs import Dealing, ShoeProgram, SpinProgram, compile_shoe, compile_spins
from rackcard.strategy.levels import Progress

AnyProgram = Program | SpinProgram | ShoeProgram

PLAYS = ("best", "never", "first")
POLICY_BYTES_MAX = 16_000_000


@dataclass(frozen=True)
class Entry:
    """One wager at one pay table under one play: what it is, what it should return, and where it is counted."""

    bet: Bet
    odds: WagerOdds
    probabilities: tuple[Fraction, ...]
    """By result, exactly, in the machine's order."""
    unit: int


@dataclass(frozen=True)
class Job:
    """Wagers that are simulated together, on the same dice, wheel or shoes."""

    program: AnyProgram
    chance: Chance
    entries: tuple[Entry, ...]


def prepare(
    card: Card,
    options: Mapping[str, str] | None = None,
    *,
    table: str | int | None = None,
    wager: str | None = None,
    readings: bool = False,
    chance: Chance | None = None,
    play: str | Path = "best",
    dealing: Dealing | None = None,
) -> tuple[Job, ...]:
    """What is to be simulated, with its exact odds; wagers without a rule are left out."""
    if isinstance(dealing, Dealing) and card.chance(options).shuffled is None:
        raise SimulationError(f"burning and cut cards belong to a shoe, and {card.id} is a {card.game.name} card")
    policy = _read_policy(play)
    found: dict[Chance, list[tuple[Bet, Play, WagerOdds]]] = {}
    for chosen in card.combinations(options) if readings else iter([card.settled(options)]):
        dealt = chance if chance is not None else card.chance(chosen)
        for bet in selected(card, bets(card, chosen), lambda bet: bet.terms, table, wager):
            how: str | Play = NO_OFFERS
            if bet.machine.claims and bet.terms.is_posted:
                how = str(play) if policy is None else _policy_play(policy, bet, dealt)
            odds = price_play(bet, dealt, how)
            found.setdefault(dealt, []).append((bet, odds.how, odds))
    return tuple(_job(dealt, entries, dealing or Dealing()) for dealt, entries in found.items())


def _job(chance: Chance, found: list[tuple[Bet, Play, WagerOdds]], dealing: Dealing) -> Job:
    units: dict[Unit, int] = {}
    entries = []
    for bet, how, odds in found:
        play = NEVER if how is NO_OFFERS or not bet.machine.claims else how
        unit = units.setdefault(Unit(bet.machine, play), len(units))
        law, _ = solve(bet.machine, chance, play)
        entries.append(Entry(bet, odds, law.probabilities, unit))
    return Job(_program(list(units), chance, dealing), chance, tuple(entries))


def _program(units: list[Unit], chance: Chance, dealing: Dealing) -> AnyProgram:
    match chance.program:
        case "circuit":
            return compile_units(units, chance.law())
        case "spins":
            return compile_spins(units, chance.law())
        case "hands":
            assert chance.shuffled is not None
            return compile_shoe(units, chance.shuffled, dealing)
        case _ as other:
            assert_never(other)


# ---- policies from a file

State = tuple[frozenset[tuple[str, int]], str | None]
"""A state as a policy file tells it: its marks and its phase."""
Policy = dict[tuple[str, str], dict[State, dict[str, bool]]]
"""By wager and pay table: for each state that is named, which offers are taken."""


def _read_policy(play: str | Path) -> Policy | None:
    """The decisions in a policy file, in the form that ``rackcard strategy --json`` prints; None for a named play."""
    if isinstance(play, str) and play in PLAYS:
        return None
    path = Path(play)
    if not path.is_file():
        raise SimulationError(f"there is no play {play}: give {', '.join(PLAYS)}, or a policy file")
    if path.stat().st_size > POLICY_BYTES_MAX:
        raise SimulationError(f"the policy file {path} is larger than {POLICY_BYTES_MAX:,} bytes")
    policy: Policy = {}
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        for entry in document["wagers"]:
            states = policy.setdefault((entry["wager"], str(entry["pay_table"])), {})
            for decision in entry["decisions"]:
                _note_decision(states, decision)
    except SimulationError as error:
        raise SimulationError(f"{path}: {error}") from None
    except (ValueError, KeyError, TypeError, AttributeError, UnicodeError, RecursionError):
        raise SimulationError(
            f"{path} is no policy file; write one with rackcard strategy CARD --json, and see docs/simulation.md"
        ) from None
    return policy


def _note_decision(states: dict[State, dict[str, bool]], decision: Mapping[str, Any]) -> None:
    """Take in one decision; one that says nothing clear, or two things at once, is refused."""
    told, offer, take = decision["state"], str(decision["offer"]), decision["take"]
    if not all(type(count) is int and count >= 0 for count in told["marked"].values()):
        raise SimulationError(f"the counts of {json.dumps(told)} must be whole numbers, 0 or more")
    state = (frozenset((str(what), count) for what, count in told["marked"].items() if count), told.get("phase"))
    if not isinstance(take, bool):
        raise SimulationError(f"take must be true or false in {words(state)}, and is {json.dumps(take)}")
    offers = states.setdefault(state, {})
    if offers.get(offer, take) != take:
        raise SimulationError(f"{offer} is both taken and let pass in {words(state)}; say one")
    offers[offer] = take
    taken = [name for name, is_taken in offers.items() if is_taken]
    if len(taken) > 1:
        raise SimulationError(f"{' and '.join(taken)} are both taken in {words(state)}; take one")


def words(state: State) -> str:
    """A state for a sentence."""
    marks = ", ".join(f"{what}" if count == 1 else f"{what} ×{count}" for what, count in sorted(state[0]))
    return f"the state with {marks or 'nothing'} marked" + (f" in {state[1]}" if state[1] is not None else "")


def _policy_play(policy: Policy, bet: Bet, chance: Chance) -> Play:
    """A play that follows the file in every state it names, and rides in the others."""
    terms = bet.terms
    if (terms.wager, terms.table) not in policy:
        raise SimulationError(
            f"the policy file says nothing about {terms.wager} at pay table {terms.table}; "
            "choose with --wager and --table, or add it"
        )
    states = policy[terms.wager, terms.table]
    progress = Progress(bet, chance)
    _verify_policy(states, bet, progress)
    decisions = {state: offer for state, offers in states.items() for offer, take in offers.items() if take}

    def follow(machine: Machine, state: int, open_claims: tuple[int, ...]) -> int | None:
        offer = decisions.get((frozenset(progress.marked(state).items()), progress.phase(state)))
        return next((claim for claim in open_claims if machine.claims[claim].kind == offer), None)

    return Play("policy", follow)


def _verify_policy(states: Mapping[State, Mapping[str, bool]], bet: Bet, progress: Progress) -> None:
    """A state that never comes and an offer that is not made there are mistakes, not a way to ride."""
    machine, name = bet.machine, bet.terms.wager
    kinds = {claim.kind for claim in machine.claims}
    unknown = sorted({offer for offers in states.values() for offer in offers} - kinds)
    if unknown:
        raise SimulationError(f"the policy file takes {unknown[0]} on {name}; its offers: {', '.join(sorted(kinds))}")
    try:  # under any weights: a file for fair dice goes for loaded ones too
        chain = explore(machine, dict.fromkeys(machine.game.outcomes, 1))
    except TooLargeError:
        return
    found: dict[State, set[str]] = {}
    for state in chain.states:
        key = (frozenset(progress.marked(state).items()), progress.phase(state))
        found.setdefault(key, set()).update(machine.claims[claim].kind for claim in machine.offered(state))
    for told, offers in states.items():
        if told not in found:
            raise SimulationError(f"the policy file names {words(told)}, which {name} never reaches; take it out")
        for offer in offers:
            if offer not in found[told]:
                made = ", ".join(sorted(found[told])) or "none"
                raise SimulationError(
                    f"the policy file speaks of {offer} in {words(told)}, where {name} does not offer it; offers "
                    f"there: {made}"
                )
