"""The odds of a card: every wager and pay table, as exact values that people can read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from rackcard.card import Card, OptionError, Terms
from rackcard.games.device import Chance
from rackcard.machine import Bet, bets
from rackcard.machine.bet import Result, as_rounded
from rackcard.machine.explore import FIRST, NEVER, Play
from rackcard.number import exact, percent, root
from rackcard.odds.card_result import CardResult
from rackcard.odds.course import course_of, course_starts, solve_course
from rackcard.odds.distribution import Law
from rackcard.odds.optimal_play import best
from rackcard.odds.priceable import refuse_unsolved
from rackcard.odds.selection import WHOLE_CARD, Selection
from rackcard.odds.solve import DisagreementError, UnsolvedError, durations, solve
from rackcard.odds.starts import Start, WithParent, starts_of, with_parent
from rackcard.tabular import Tabular
from rackcard.wording.numbers import bad_share

NO_OFFERS = Play("none", NEVER.policy)
"""The play of a wager that leaves the player nothing to decide."""

FIXED = {play.name: play for play in (NEVER, FIRST)}

PLAYS = ("best", "never", "first")
"""The plays priced for a wager with offers: the best, none taken, the first pay taken."""


@dataclass(frozen=True)
class Outcome:
    """A result with its net gain on one unit (None where no pay is posted) and its probability."""

    label: str
    net: Fraction | None
    probability: Fraction
    envy: Fraction | None
    result: Result = field(compare=False)
    """The way the wager ended: its kind and its pay."""


@dataclass(frozen=True)
class WagerOdds:
    """The exact odds of one wager at one pay table, under settled options and a stated play."""

    terms: Terms
    options: Mapping[str, str]
    how: Play
    outcomes: tuple[Outcome, ...]
    mean_rolls: Fraction | None
    methods: tuple[str, ...]
    chance: Chance
    bet: Bet | None
    with_parent: Mapping[str, WithParent] = field(default_factory=dict)
    """With the wager it is behind: in all, and by start."""

    def __repr__(self) -> str:
        edge = "no pay posted" if self.house_edge is None else f"house edge {percent(self.house_edge)}"
        return f"<WagerOdds {self.wager}, pay table {self.table}, play {self.play}: {edge}>"

    @property
    def wager(self) -> str:
        """The wager's id."""
        return self.terms.wager

    @property
    def name(self) -> str:
        """The wager's name on the felt."""
        return self.terms.name

    @property
    def table(self) -> str:
        """The pay table."""
        return self.terms.table

    @property
    def sd(self) -> Fraction | None:
        """The standard deviation of one bet in units of the stake, to 15 digits."""
        return None if self.variance is None else root(self.variance)

    def cdf(self, net: Fraction | int) -> Fraction:
        """The probability that one bet ends at ``net`` or below, in units of the stake."""
        return sum((o.probability for o in self.outcomes if o.net is not None and o.net <= net), Fraction(0))

    def quantile(self, share: Fraction) -> Fraction | None:
        """The least net result that one bet ends at or below with at least this probability.

        >>> from rackcard.card import load
        >>> price(load("craps"))["pass"].quantile(Fraction(1, 2))
        Fraction(-1, 1)
        """
        if not 0 < share <= 1:
            raise ValueError(bad_share(share))
        nets = sorted({o.net for o in self.outcomes if o.net is not None})
        return next((net for net in nets if self.cdf(net) >= share), None)

    @cached_property
    def starts(self) -> tuple[Start, ...]:
        """The wager from each start that differs, where there are several; solved when it is asked for."""
        if self.bet is None:
            return ()
        if self.bet.turns:
            return tuple(Start(*found) for found in course_starts(course_of(self.bet), self.chance))
        return starts_of(self.bet, self.chance, self.how)

    @property
    def stake(self) -> Fraction:
        """What is put down for one unit staked: more than it where commission is paid with the bet."""
        return 1 + (self.bet.commission if self.bet is not None else Fraction(0))

    @property
    def play(self) -> str:
        """The play assumed, by name."""
        return self.how.name

    @property
    def posted(self) -> bool:
        """Whether the document posts a pay."""
        return self.terms.is_posted and all(o.net is not None for o in self.outcomes)

    @cached_property
    def hit(self) -> Fraction | None:
        """The probability of a result above a push; of winning, where no pay is posted."""
        if not self.outcomes:
            return None
        return sum((o.probability for o in self.outcomes if o.net is None or o.net > 0), Fraction(0))

    def _mean(self, power: int) -> Fraction:
        return sum((o.probability * o.net**power for o in self.outcomes if o.net is not None), Fraction(0))

    @cached_property
    def house_edge(self) -> Fraction | None:
        """What the house keeps of a bet, on average."""
        return -self._mean(1) / self.stake if self.posted else None

    @property
    def house_edge_decided(self) -> Fraction | None:
        """What the house keeps of the bets that do not push."""
        pushed = sum((o.probability for o in self.outcomes if o.result.is_push), Fraction(0))
        return self.house_edge / (1 - pushed) if self.house_edge is not None and pushed < 1 else None

    @property
    def player_return(self) -> Fraction | None:
        """What a bet returns on average, its stake included."""
        return 1 + self._mean(1) / self.stake if self.posted else None

    @cached_property
    def house_edge_with_envy(self) -> Fraction | None:
        """What the house keeps after paying the dealer too; None where envy is named without an amount."""
        if self.house_edge is None or any(o.envy is None for o in self.outcomes):
            return None
        paid = sum((o.probability * o.envy for o in self.outcomes if o.envy is not None), Fraction(0))
        return self.house_edge - paid

    @property
    def variance(self) -> Fraction | None:
        """The variance of the net result of one unit."""
        return (self._mean(2) - self._mean(1) ** 2) / self.stake**2 if self.posted else None

    @property
    def edge_per_roll(self) -> Fraction | None:
        """The house edge divided by the mean number of outcomes that a bet lasts."""
        if self.house_edge is None or not self.mean_rolls:
            return None
        return self.house_edge / self.mean_rolls

    @property
    def fair_pay(self) -> Fraction | None:
        """The pay to 1 at which nobody has an edge, where the document posts none."""
        return None if self.posted or not self.hit else (1 - self.hit) / self.hit

    def rolls(self, most: int) -> list[Fraction]:
        """The probability that the wager is decided by exactly the first, second, … outcome that counts."""
        if self.bet is None:
            raise UnsolvedError("no-rule", wager=self.terms.wager)
        return list(durations(self.bet.machine, self.chance, self.how, most))

    def to_dict(self) -> dict[str, Any]:
        figures = {
            "hit": self.hit,
            "return": self.player_return,
            "house_edge": self.house_edge,
            "house_edge_decided": self.house_edge_decided,
            "house_edge_with_envy": self.house_edge_with_envy,
            "variance": self.variance,
            "mean_rolls": self.mean_rolls,
            "edge_per_roll": self.edge_per_roll,
        }
        entry: dict[str, Any] = {
            "wager": self.terms.wager,
            "name": self.terms.name,
            "pay_table": self.terms.table,
            "options": dict(self.options),
            "play": self.play,
            "posted": self.posted,
            **{name: exact(value) for name, value in figures.items()},
            "outcomes": [
                {"outcome": o.label, "net": exact(o.net), "probability": exact(o.probability)} for o in self.outcomes
            ],
            "methods": list(self.methods),
        }
        if not self.posted:
            entry["fair_pay_to_1"] = exact(self.fair_pay)
        if self.starts:
            entry["starts"] = [self._start(start) for start in self.starts]
        if "" in self.with_parent:
            entry["with_parent"] = _both(self.with_parent[""])
        return entry

    def _start(self, start: Start) -> dict[str, Any]:
        assert self.bet is not None
        edge = self.edge_from(start)
        entry = {
            "from": start.label,
            "probability": exact(start.probability),
            "hit": exact(self.hit_from(start)),
            "return": exact(None if edge is None else 1 - edge),
            "house_edge": exact(edge),
        }
        if start.label in self.with_parent:
            entry["with_parent"] = _both(self.with_parent[start.label])
        return entry

    def hit_from(self, start: Start) -> Fraction:
        """The probability of a result above a push from one of the wager's starts."""
        won = zip(self._endings, start.law.probabilities, strict=True)
        return sum((p for result, p in won if result.pay is None or result.net > 0), Fraction(0))

    @property
    def _endings(self) -> tuple[Result, ...]:
        """The ways to end that the laws of its starts speak of."""
        assert self.bet is not None
        return course_of(self.bet).endings if self.bet.turns else self.bet.results

    def edge_from(self, start: Start) -> Fraction | None:
        """What the house keeps from one of the wager's starts."""
        if not self.posted or self.bet is None:
            return None
        pairs = zip(self._endings, start.law.probabilities, strict=True)
        net = sum((probability * result.net for result, probability in pairs), Fraction(0))
        return (self.bet.commission - net) / self.stake


def _both(both: WithParent) -> dict[str, Any]:
    return {"stake": exact(both.stake), "house_edge": exact(both.house_edge)}


@dataclass(frozen=True, repr=False)
class CardOdds(Tabular, CardResult[WagerOdds]):
    """The exact odds of a card."""

    def __getitem__(self, wager: str) -> WagerOdds:
        """The first entry for a wager: its first pay table, at the first play."""
        for entry in self.wagers:
            if entry.terms.wager == wager:
                return entry
        known = list(dict.fromkeys(entry.terms.group for entry in self.wagers))
        raise OptionError("unknown-wager", card=self.card.id, wager=wager, known=known)

    def to_csv(self) -> str:
        """One line for each wager, pay table, reading and play."""
        from rackcard.odds.tables import odds_csv  # tables are drawn from odds, not odds from tables

        return odds_csv(self)

    def _repr_html_(self) -> str:
        from rackcard.odds.tables import odds_html  # only wanted in a notebook

        return odds_html(self)


def price(card: Card, selection: Selection = WHOLE_CARD, *, plays: Iterable[str | Play] = PLAYS) -> CardOdds:
    """The odds of every selected wager and pay table of a card, under each of some plays."""
    entries: list[WagerOdds] = []
    for chosen in selection.combinations(card):
        chance = selection.chance_of(card, chosen)
        compiled = {(bet.terms.wager, bet.terms.table): bet for bet in bets(card, chosen)}
        listed = [terms for terms in card.terms(chosen) if terms.is_bet]
        for terms in selection.among(card, listed, lambda terms: terms):
            bet = compiled.get((terms.wager, terms.table))
            if bet is None:
                entries.append(_without_rule(terms, chosen, chance))
                continue
            if selection.stake is not None:
                bet = as_rounded(bet, selection.stake)
            for play in plays if bet.machine.claims and terms.is_posted else (NO_OFFERS,):
                entries.append(priced(bet, chance, play))
    return CardOdds(card, card.settled(selection.options), tuple(entries), selection.chance)


def priced(bet: Bet, chance: Chance, play: str | Play) -> WagerOdds:
    """The odds of one wager, worked out once for all options that make no difference to it."""
    commission = (bet.rounded_at, bet.commission, *(result.commission for result in bet.results))
    entry = bet.card.remembered((chance, play, commission), bet.terms, lambda: price_play(bet, chance, play))
    return entry if entry.options == bet.options else replace(entry, options=bet.options, bet=bet)


def _without_rule(terms: Terms, options: Mapping[str, str], chance: Chance) -> WagerOdds:
    """The entry of a wager whose rule the document leaves out."""
    return WagerOdds(
        terms=terms, options=options, how=NO_OFFERS, outcomes=(), mean_rolls=None, methods=(), chance=chance, bet=None
    )


def worth(bet: Bet) -> tuple[Fraction, ...]:
    """What each result returns on one unit, the stake counted."""
    return tuple(1 + result.net for result in bet.results)


def price_play(bet: Bet, chance: Chance, play: str | Play) -> WagerOdds:
    """The odds of one wager under one play, given itself or by name."""
    if bet.turns:
        return _price_course(bet, chance)
    checked: tuple[str, ...] = ()
    value = None
    if play == "best":
        found = best(bet.machine, chance, worth(bet))
        play, value, checked = found.play, found.value, ("decision",)
    elif isinstance(play, str):
        play = FIXED[play]
    try:
        law, methods = solve(bet.machine, chance, NEVER if play is NO_OFFERS else play)
    except UnsolvedError as error:
        refuse_unsolved(bet, error)
    agreed = (*methods, *checked)[:2]
    entry = WagerOdds(
        terms=bet.terms, options=bet.options, how=play,
        outcomes=tuple(_outcomes(bet.results, law, bet.commission)), mean_rolls=law.mean,
        methods=agreed, chance=chance, bet=bet, with_parent=_beside_parent(bet, chance, play),
    )  # fmt: skip
    if value is not None and entry.player_return != value / entry.stake:
        raise DisagreementError(f"the chain returns {entry.player_return} under best play, the decisions {value}")
    return entry


def _beside_parent(bet: Bet, chance: Chance, play: Play) -> Mapping[str, WithParent]:
    """What a wager and the one it is behind come to."""
    if bet.parent is None or not bet.terms.is_posted:
        return {}
    return with_parent(bet, chance, starts_of(bet, chance, play))


def _price_course(bet: Bet, chance: Chance) -> WagerOdds:
    """The odds of a wager whose stake may become another."""
    course = course_of(bet)
    try:
        law, methods = solve_course(course, chance)
    except UnsolvedError as error:
        refuse_unsolved(bet, error)
    return WagerOdds(
        terms=bet.terms, options=bet.options, how=NO_OFFERS,
        outcomes=tuple(_outcomes(course.endings, law, bet.commission)), mean_rolls=law.mean, methods=methods,
        chance=chance, bet=bet,
    )  # fmt: skip


def _outcomes(results: tuple[Result, ...], law: Law, beside: Fraction) -> list[Outcome]:
    """The results that can come, best first as the card lists them, the loss last."""
    listed = [
        Outcome(result.label, result.net - beside if result.pay else None, probability, result.envy, result)
        for result, probability in zip(results, law.probabilities, strict=True)
        if probability
    ]
    return sorted(listed, key=lambda outcome: outcome.result.kind == "loss")
