"""The strategy of a card: best play in the shortest faithful form, simple rules, and play for a goal."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from rackcard.card import Card, OptionError
from rackcard.games.device import Chance
from rackcard.machine import Bet, bets
from rackcard.number import decimal, exact, percent, root
from rackcard.odds.card_result import CardResult
from rackcard.odds.optimal_play import Best, Choice, best
from rackcard.odds.price import WagerOdds, price_play, worth
from rackcard.odds.selection import WHOLE_CARD, Selection
from rackcard.strategy.levels import Progress
from rackcard.strategy.position import decision
from rackcard.strategy.rules import Rule, carried, simple_rules
from rackcard.tabular import Grid, Tabular, csv_text
from rackcard.wording import strategy as wording
from rackcard.wording.columns import heads

CHARTS_MAX = 4
"""A notebook draws at most so many charts below a table; each can be asked for."""


@dataclass(frozen=True)
class Split:
    """What decides at one level: always one way, or the number of ways left, or which numbers are missing."""

    always: Literal["take", "ride"] | None = None
    take_ways: int | None = None
    """Take with so many ways or fewer."""
    ride_ways: int | None = None
    """Ride with so many ways or more."""
    mixed: tuple[int, ...] = ()
    """The numbers of ways that do not decide it."""
    fewer: Literal["take", "ride"] = "take"
    """What is done with the sets of missing numbers that are listed."""
    missing: tuple[tuple[tuple[str, ...], bool], ...] = ()
    """Those sets, each with whether its mirror image is meant too."""


@dataclass(frozen=True)
class Group:
    """All states of one level in which one offer is made."""

    level: int
    offer: str
    pays: str
    choices: tuple[Choice, ...]
    split: Split

    @property
    def take_when(self) -> str:
        if self.split.always:
            return "always" if self.split.always == "take" else "never"
        return wording.take_when(self.split.take_ways)

    @property
    def ride_when(self) -> str:
        if self.split.always:
            return "always" if self.split.always == "ride" else "never"
        return wording.ride_when(self.split.ride_ways)

    @property
    def exception(self) -> str:
        """What decides where the ways do not; empty where they always do."""
        if not self.split.mixed:
            return ""
        verdict, other = (self.offer, "ride") if self.split.fewer == "take" else ("ride", self.offer)
        sets = wording.missing_sets(self.split.missing)
        return wording.exception(self.level, self.split.mixed, verdict, sets, other)

    @property
    def has_mirror(self) -> bool:
        """Whether a set of missing numbers also means its mirror image."""
        return any(mirrored for _, mirrored in self.split.missing)


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

    def __repr__(self) -> str:
        terms = self.bet.terms
        return f"<WagerStrategy {terms.wager}, pay table {terms.table}: house edge {percent(1 - self.best.value)}>"

    @cached_property
    def progress(self) -> Progress:
        return Progress(self.bet, self.chance)

    @cached_property
    def rules(self) -> list[Rule]:
        return simple_rules(self.bet, self.chance, self.best.value)

    @property
    def carry(self) -> str:
        """The rule to remember, in a sentence or two."""
        return carried(self.rules)

    @cached_property
    def groups(self) -> list[Group]:
        """Best play by level: a person's form of the policy, faithful to every state."""
        found: dict[tuple[int, int], list[Choice]] = {}
        for choice in self.best.choices:
            found.setdefault((self.progress.level(choice.state), choice.claim), []).append(choice)
        groups = []
        for (level, claim), choices in sorted(found.items()):
            offer = self.bet.terms.offers[claim]
            groups.append(Group(level, offer.kind, str(offer.pay), tuple(choices), _split(self.progress, choices)))
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


@dataclass(frozen=True, repr=False)
class CardStrategy(Tabular, CardResult[WagerStrategy]):
    """How to play every wager of a card that leaves decisions."""

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
        from rackcard.strategy.chart import chart  # charts are drawn of strategies

        drawn = (chart(wager) for wager in self.wagers[:CHARTS_MAX])
        return "".join([*(grid.html() for grid in self.grids()), *drawn])


def strategy(card: Card, selection: Selection = WHOLE_CARD, *, goal: Fraction | None = None) -> CardStrategy:
    """The best play of every selected wager with offers; a goal adds the play that reaches it most often."""
    chosen = card.settled(selection.options)
    chance = selection.chance_of(card, chosen)
    compiled = selection.among(card, bets(card, chosen), lambda bet: bet.terms)
    wagers = [_solve(bet, chance, goal) for bet in compiled if bet.machine.claims and bet.terms.is_posted]
    if not wagers:
        raise OptionError("no-decisions", card=card.id)
    return CardStrategy(card, chosen, tuple(wagers), selection.chance)


def _solve(bet: Bet, chance: Chance, goal: Fraction | None) -> WagerStrategy:
    found = best(bet.machine, chance, worth(bet))
    odds = price_play(bet, chance, "best")
    found = replace(found, value=found.value / odds.stake)  # of all that is put down
    return WagerStrategy(bet, chance, found, odds, None if goal is None else _reach(bet, chance, goal, odds))


def _reach(bet: Bet, chance: Chance, target: Fraction, at_best: WagerOdds) -> Goal:
    """The second objective on the same solver: a result counts 1 if it returns the target, else 0."""
    enough = tuple(Fraction(int(value >= target)) for value in worth(bet))
    found = best(bet.machine, chance, enough, f"goal {target}")
    likely = sum((o.probability for o in at_best.outcomes if o.net is not None and 1 + o.net >= target), Fraction(0))
    return Goal(target, found.value, likely, price_play(bet, chance, found.play), found)


# ---- the shortest faithful form


def _split(progress: Progress, choices: list[Choice]) -> Split:
    """When to take and when to ride at one level: by ways left, and by what is missing where they do not decide."""
    taking = {progress.ways(choice.state) for choice in choices if choice.take}
    riding = {progress.ways(choice.state) for choice in choices if not choice.take}
    if not riding or not taking:
        return Split("take" if taking else "ride")
    mixed = tuple(sorted(ways for ways in taking | riding if min(riding) <= ways <= max(taking)))
    take = max((ways for ways in taking if ways < min(riding)), default=None)
    ride = min((ways for ways in riding if ways > max(taking)), default=None)
    if not mixed:
        return Split(None, take, ride)
    unclear = [choice for choice in choices if progress.ways(choice.state) in mixed]
    some_take = _sets(progress, [choice for choice in unclear if choice.take])
    some_ride = _sets(progress, [choice for choice in unclear if not choice.take])
    if len(some_take) <= len(some_ride):
        return Split(None, take, ride, mixed, "take", some_take)
    return Split(None, take, ride, mixed, "ride", some_ride)


def _sets(progress: Progress, choices: list[Choice]) -> tuple[tuple[tuple[str, ...], bool], ...]:
    """What is missing in each state; a set whose mirror image is here too is listed once."""
    here = {progress.missing(choice.state) for choice in choices}
    found = []
    while here:
        missing = min(here, key=lambda names: [(len(one), one) for one in names])
        turned = progress.mirrored(missing)
        found.append((missing, turned in here and turned != missing))
        here -= {missing, turned}
    return tuple(found)


def _deviation(variance: Fraction | None) -> str:
    """A standard deviation to five digits, from the exact variance."""
    return "–" if variance is None else decimal(root(variance, 6), 5)


def play_grid(wager: WagerStrategy) -> Grid:
    """The best play by how many marks there are."""
    level = "times" if wager.progress.by_repeats else "marked"
    rows = []
    for group in wager.groups:
        costs = [choice.cost for choice in group.choices]
        rows.append((str(group.level), wording.offer(group.offer, group.pays), group.take_when, group.ride_when,
                     decimal(max(costs), 4)))  # fmt: skip
    terms = wager.bet.terms
    note = [group.exception for group in wager.groups if group.exception]
    if any(group.has_mirror for group in wager.groups):
        note.append(wording.MIRROR_NOTE)
    if ties := sum(choice.is_tie for choice in wager.best.choices):
        note.append(wording.ties(ties))
    deviation = _deviation(wager.odds.variance)
    note.append(wording.best_play(wager.best.value, deviation, wager.odds.mean_rolls or Fraction(0)))
    if not wager.progress.by_repeats:
        note.append(wording.ways_left(wager.progress.total, wager.bet.card.game.unit))
    if wager.goal:
        note.append(_goal_note(wager, wager.goal))
    ids = (level, "offer", "take_when", "ride_when", "mistake_cost")
    title = wording.play_title(terms.name, terms.table)
    return Grid(title, heads(ids), frozenset(heads((level, "mistake_cost"))), tuple(rows), "\n".join(note), ids=ids)


def _goal_note(wager: WagerStrategy, goal: Goal) -> str:
    edge = goal.odds.house_edge
    assert edge is not None
    at_best = goal.chance_at_best, 1 - wager.best.value, _deviation(wager.odds.variance)
    return wording.goal(goal.target, goal.chance, edge, _deviation(goal.odds.variance), at_best)


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
    ids = ("rule", "house_edge", "gives_up", "std_dev")
    title = wording.rules_title(wager.bet.terms.name, wager.bet.terms.table)
    return Grid(title, heads(ids), frozenset(heads(ids[1:])), rows, wording.remember(wager.carry), ids=ids)
