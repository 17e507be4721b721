"""From a card to what is simulated: its wagers under a play, the exact law of each, and the programs that run them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rackcard.card import Card
from rackcard.chance import Chance, Dice, Shoe
from rackcard.machine import Bet, bets
from rackcard.machine.explore import NEVER, Play
from rackcard.machine.model import Machine
from rackcard.odds.price import NO_OFFERS, WagerOdds, price_play, selected
from rackcard.odds.solve import outcome_law, solve
from rackcard.simulate.circuit import Program, Unit, compile_units
from rackcard.simulate.errors import SimulationError
from rackcard.simulate.outcomes import Dealing, ShoeProgram, SpinProgram, compile_shoe, compile_spins
from rackcard.strategy.progress import Progress

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
    if isinstance(dealing, Dealing) and card.game.id != "baccarat":
        raise SimulationError(f"burning and cut cards belong to a shoe, and {card.id} is a {card.game.id} card")
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
    if isinstance(chance, Shoe):
        return compile_shoe(units, chance, dealing)
    if isinstance(chance, Dice):
        return compile_units(units, outcome_law(chance))
    return compile_spins(units, outcome_law(chance))


# ---- policies from a file

Policy = dict[tuple[str, str], dict[tuple[frozenset[tuple[str, int]], str | None], str]]
"""By wager and pay table: the offer that is taken in a state told by its marks and its phase."""


def _read_policy(play: str | Path) -> Policy | None:
    """The decisions in a policy file, in the form that ``rackcard strategy --json`` prints; None for a named play."""
    if isinstance(play, str) and play in PLAYS:
        return None
    path = Path(play)
    if not path.is_file():
        raise SimulationError(f"there is no play {play}: give {', '.join(PLAYS)}, or a policy file")
    if path.stat().st_size > POLICY_BYTES_MAX:
        raise SimulationError(f"the policy file {path} is larger than {POLICY_BYTES_MAX:,} bytes")
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return {
            (entry["wager"], str(entry["pay_table"])): dict(_taken(decision) for decision in entry["decisions"]
                                                            if decision["take"] is True)
            for entry in document["wagers"]
        }  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError, UnicodeError):
        raise SimulationError(
            f"{path} is no policy file; write one with rackcard strategy CARD --json, and see docs/simulation.md"
        ) from None


def _taken(decision: Mapping[str, Any]) -> tuple[tuple[frozenset[tuple[str, int]], str | None], str]:
    state = decision["state"]
    marked = frozenset((str(what), int(count)) for what, count in state["marked"].items() if count)
    return (marked, state.get("phase")), str(decision["offer"])


def _policy_play(policy: Policy, bet: Bet, chance: Chance) -> Play:
    """A play that follows the file in every state it names, and rides in the others."""
    terms = bet.terms
    if (terms.wager, terms.table) not in policy:
        raise SimulationError(
            f"the policy file says nothing about {terms.wager} at pay table {terms.table}; "
            "choose with --wager and --table, or add it"
        )
    decisions = policy[terms.wager, terms.table]
    progress = Progress(bet, chance)
    _verify_policy(decisions, bet)

    def follow(machine: Machine, state: int, open_claims: tuple[int, ...]) -> int | None:
        offer = decisions.get((frozenset(progress.marked(state).items()), progress.phase(state)))
        return next((claim for claim in open_claims if machine.claims[claim].kind == offer), None)

    return Play("policy", follow)


def _verify_policy(decisions: Mapping[tuple[frozenset[tuple[str, int]], str | None], str], bet: Bet) -> None:
    """Offers that the wager never makes are a mistake, not a way to ride."""
    kinds = {claim.kind for claim in bet.machine.claims}
    unknown = sorted(set(decisions.values()) - kinds)
    if unknown:
        raise SimulationError(
            f"the policy file takes {unknown[0]} on {bet.terms.wager}; its offers: {', '.join(sorted(kinds))}"
        )
