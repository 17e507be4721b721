"""The strategy of a card: best play in the shortest faithful form, simple rules, and play for a goal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Any

from rackcard.card import Card, OptionError
from rackcard.games.device import Chance
from rackcard.machine import Bet, bets
from rackcard.number import decimal, exact, percent, plural
from rackcard.odds.optimal_play import Best, Choice, best
from rackcard.odds.price import WagerOdds, price_play, worth
from rackcard.odds.selection import WHOLE_CARD, Selection
from rackcard.strategy.levels import Progress
from rackcard.strategy.position import decision
from rackcard.strategy.rules import Rule, carried, paying, simple_rules, verb
from rackcard.tabular import Grid, csv_text


@dataclass(frozen=True)
class Group:
    """All states of one level in which one offer stands."""

    level: int
    offer: str
    pays: str
    choices: tuple[Choice, ...]
    take_when: str
    ride_when: str
    exception: str


@dataclass(frozen=True)
class Goal:
    """The play that makes a target most likely, beside the play with the best mean."""

    target: Fraction
    chance: Fraction
    chance_at_best: Fraction
    odds: WagerOdds
    best: Best


@dataclass(frozen=True)
class WagerStrategy:
    """How to play one wager at one pay table."""

    bet: Bet
    chance: Chance
    best: Best
    odds: WagerOdds
    goal: Goal | None

    @cached_property
    def progress(self) -> Progress:
        return Progress(self.bet, self.chance)

    @cached_property
    def rules(self) -> list[Rule]:
        return simple_rules(self.bet, self.chance, self.best.value)

    @property
    def carry(self) -> str:
        """The simple rule to carry, in a sentence or two."""
        return carried(self.rules, 0 if self.progress.by_repeats or not paying(self.bet) else 2)

    @cached_property
    def groups(self) -> list[Group]:
        """Best play by level: a person's form of the policy, faithful to every state."""
        found: dict[tuple[int, int], list[Choice]] = {}
        for choice in self.best.choices:
            found.setdefault((self.progress.level(choice.state), choice.claim), []).append(choice)
        groups = []
        for (level, claim), choices in sorted(found.items()):
            offer = self.bet.terms.offers[claim]
            told = _told(self.progress, choices, offer.kind)
            groups.append(Group(level, offer.kind, str(offer.pay), tuple(choices), *told))
        return groups

    def to_dict(self) -> dict[str, Any]:
        entry: dict[str, Any] = {
            "wager": self.bet.terms.wager,
            "name": self.bet.terms.name,
            "pay_table": self.bet.terms.table,
            "options": dict(self.bet.options),
            "return": exact(self.best.value),
            "house_edge": exact(1 - self.best.value),
            "decisions": [
                decision(self.bet, self.progress.marked(choice.state), self.progress.phase(choice.state), choice)
                for choice in self.best.choices
            ],
            "simple_rules": [
                {"rule": rule.words, "house_edge": exact(rule.odds.house_edge), "gives_up": exact(rule.gives_up)}
                for rule in self.rules
            ],
            "carry": self.carry,
        }
        if self.goal:
            entry["goal"] = {
                "target": exact(self.goal.target),
                "probability": exact(self.goal.chance),
                "probability_at_best_mean": exact(self.goal.chance_at_best),
                "house_edge": exact(self.goal.odds.house_edge),
                "variance": exact(self.goal.odds.variance),
                "variance_at_best_mean": exact(self.odds.variance),
            }
        return entry


@dataclass(frozen=True)
class CardStrategy:
    """How to play every wager of a card that leaves decisions."""

    card: Card
    options: Mapping[str, str]
    wagers: tuple[WagerStrategy, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "card": self.card.id,
            "sha256": self.card.sha256,
            "options": dict(self.options),
            "wagers": [wager.to_dict() for wager in self.wagers],
        }

    def to_csv(self) -> str:
        """One line for each decision; values count the stake, as a fraction and a decimal."""
        columns = ("card", "wager", "name", "pay_table", "marked", "phase", "offer", "pays", "take", "tie",
                   "value_of_taking", "value_of_taking_decimal", "value_of_riding",
                   "value_of_riding_decimal")  # fmt: skip
        rows = []
        for wager in self.wagers:
            terms = wager.bet.terms
            for choice in wager.best.choices:
                marked = wager.progress.marked(choice.state)
                offer = terms.offers[choice.claim]
                rows.append((
                    self.card.id, terms.wager, terms.name, terms.table,
                    " ".join(name for name, count in marked.items() for _ in range(count)),
                    wager.progress.phase(choice.state) or "", offer.kind, str(offer.pay),
                    "yes" if choice.take else "no", "yes" if choice.is_tie else "no",
                    str(choice.taking), decimal(choice.taking), str(choice.riding), decimal(choice.riding),
                ))  # fmt: skip
        return csv_text(columns, rows)

    def grids(self) -> Iterator[Grid]:
        """Tables for a person: best play by level, then the simple rules."""
        for wager in self.wagers:
            yield play_grid(wager)
            yield rules_grid(wager)

    def _repr_html_(self) -> str:
        return "".join(grid.html() for grid in self.grids())


def strategy(card: Card, selection: Selection = WHOLE_CARD, *, goal: Fraction | None = None) -> CardStrategy:
    """The best play of every selected wager with offers; a goal adds the play that reaches it most often."""
    chosen = card.settled(selection.options)
    chance = selection.chance_of(card, chosen)
    compiled = selection.among(card, bets(card, chosen), lambda bet: bet.terms)
    wagers = [_solve(bet, chance, goal) for bet in compiled if bet.machine.claims and bet.terms.is_posted]
    if not wagers:
        raise OptionError(f"card {card.id} leaves the player nothing to decide here: no offer is made on its wagers")
    return CardStrategy(card=card, options=chosen, wagers=tuple(wagers))


def _solve(bet: Bet, chance: Chance, goal: Fraction | None) -> WagerStrategy:
    found = best(bet.machine, chance, worth(bet))
    odds = price_play(bet, chance, "best")
    return WagerStrategy(bet, chance, found, odds, None if goal is None else _reach(bet, chance, goal, odds))


def _reach(bet: Bet, chance: Chance, target: Fraction, at_best: WagerOdds) -> Goal:
    """The second objective on the same solver: a result counts 1 if it returns the target, else 0."""
    enough = tuple(Fraction(int(value >= target)) for value in worth(bet))
    found = best(bet.machine, chance, enough, f"goal {target}")
    likely = sum((o.probability for o in at_best.outcomes if o.net is not None and 1 + o.net >= target), Fraction(0))
    return Goal(target, found.value, likely, price_play(bet, chance, found.play), found)


# ---- the shortest faithful form


def _told(progress: Progress, choices: list[Choice], what: str) -> tuple[str, str, str]:
    """When to take and when to ride at one level, by ways left, and a sentence on ways that do not decide it."""
    taking = {progress.ways(choice.state) for choice in choices if choice.take}
    riding = {progress.ways(choice.state) for choice in choices if not choice.take}
    if not riding:
        return "always", "never", ""
    if not taking:
        return "never", "always", ""
    mixed = sorted(ways for ways in taking | riding if min(riding) <= ways <= max(taking))
    clear_take = [ways for ways in taking if ways < min(riding)]
    clear_ride = [ways for ways in riding if ways > max(taking)]
    take = f"{max(clear_take)} ways left or fewer" if clear_take else "see below"
    ride = f"{min(clear_ride)} ways left or more" if clear_ride else "see below"
    if not mixed:
        return take, ride, ""
    unclear = [choice for choice in choices if progress.ways(choice.state) in mixed]
    some_take = _sets(progress, [choice for choice in unclear if choice.take])
    some_ride = _sets(progress, [choice for choice in unclear if not choice.take])
    fewer, verdict, other = (some_take, what, "ride") if len(some_take) <= len(some_ride) else (some_ride, "ride", what)
    level = progress.level(choices[0].state)
    between = str(mixed[0]) if len(mixed) == 1 else f"{mixed[0]} to {mixed[-1]}"
    sentence = (
        f"{level} marked and {between} ways left: {verdict} if what is missing is {', or '.join(fewer)}; else {other}."
    )
    return take, ride, sentence


def _sets(progress: Progress, choices: list[Choice]) -> list[str]:
    """What is missing in each state; a set whose mirror image is here too is told once, with a star."""
    here = {progress.missing(choice.state) for choice in choices}
    told = []
    while here:
        missing = min(here, key=lambda names: [(len(one), one) for one in names])
        turned = progress.mirrored(missing)
        star = "*" if turned in here and turned != missing else ""
        told.append(" ".join(missing) + star)
        here -= {missing, turned}
    return told


def _deviation(variance: Fraction | None) -> str:
    """A standard deviation to four places, from the exact variance."""
    if variance is None:
        return "–"
    return decimal(Fraction(isqrt(variance.numerator * 10**12 // variance.denominator), 10**6), 5)


def play_grid(wager: WagerStrategy) -> Grid:
    """The best play by how many marks there are."""
    level = "marked" if not wager.progress.by_repeats else "times"
    rows = []
    for group in wager.groups:
        costs = [choice.cost for choice in group.choices]
        rows.append((str(group.level), f"{group.offer} at {group.pays}", group.take_when, group.ride_when,
                     decimal(max(costs), 4)))  # fmt: skip
    terms = wager.bet.terms
    note = [group.exception for group in wager.groups if group.exception]
    if any("*" in line for line in note):
        note.append("* or its mirror image: 12 for 2, 11 for 3 and so on.")
    ties = sum(choice.is_tie for choice in wager.best.choices)
    if ties:
        note.append(
            f"{plural(ties, 'position')} where taking and riding are worth exactly the same; counted as taking."
        )
    note.append(
        f"Best play returns {percent(wager.best.value)}; the house keeps {percent(1 - wager.best.value)}. Standard "
        f"deviation {_deviation(wager.odds.variance)}, mean length {decimal(wager.odds.mean_rolls or Fraction(0), 4)}."
    )
    if not wager.progress.by_repeats:
        note.append(
            f"Ways left: of the {wager.progress.total} ways it can fall, those that bring a number still missing."
        )
    if wager.goal:
        note.append(_goal_note(wager, wager.goal))
    return Grid(
        f"{terms.name}, pay table {terms.table}: best play",
        (level, "offer", f"{verb(wager.bet)} when", "ride when", "dearest mistake, stakes"),
        frozenset({level, "dearest mistake, stakes"}),
        tuple(rows),
        "\n".join(note),
    )


def _goal_note(wager: WagerStrategy, goal: Goal) -> str:
    edge = goal.odds.house_edge
    assert edge is not None
    return (
        f"To have {decimal(goal.target, 6)} times the stake or more: {percent(goal.chance)} with the play for it "
        f"(house edge {percent(edge)}, standard deviation {_deviation(goal.odds.variance)}), "
        f"{percent(goal.chance_at_best)} with the best mean (house edge {percent(1 - wager.best.value)}, "
        f"standard deviation {_deviation(wager.odds.variance)})."
    )


def rules_grid(wager: WagerStrategy) -> Grid:
    """Simple rules and what they give up."""
    rows = tuple(
        (
            rule.words,
            percent(rule.odds.house_edge or Fraction(0)),
            percent(rule.gives_up),
            _deviation(rule.odds.variance),
        )
        for rule in sorted(wager.rules, key=lambda rule: rule.gives_up)
    )
    return Grid(
        f"{wager.bet.terms.name}, pay table {wager.bet.terms.table}: simple rules",
        ("rule", "house edge", "gives up", "std dev"),
        frozenset({"house edge", "gives up", "std dev"}),
        rows,
        f"To carry: {wager.carry}",
    )
