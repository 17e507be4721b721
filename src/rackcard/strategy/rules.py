"""Rules to remember, priced exactly: at a count, never, and by count and ways left."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rackcard.games.device import Chance
from rackcard.machine import Bet
from rackcard.machine.explore import NEVER, Chain, Play, explore
from rackcard.machine.machine import Machine
from rackcard.odds.price import WagerOdds, price_play, worth
from rackcard.strategy.levels import Progress
from rackcard.wording import strategy as wording


@dataclass(frozen=True)
class Rule:
    """A simple rule, what it is worth, and what it gives up against the best play."""

    kind: str
    facts: Mapping[str, Any]
    odds: WagerOdds
    gives_up: Fraction
    needs_ways: bool = False
    """Whether the ways left must be counted to follow it."""

    @property
    def words(self) -> str:
        return wording.rule(self.kind, self.facts)


def paying(bet: Bet) -> dict[int, int]:
    """The claims that pay more than the stake, by the level at which they are open."""
    levels = {}
    for index, claim in enumerate(bet.machine.claims):
        if claim.kind != "take back":
            levels[getattr(claim.when, "at_least", getattr(claim.when, "times", 0))] = index
    return dict(sorted(levels.items()))


def verb(bet: Bet) -> str:
    """What taking a pay is called on this wager: cash out, or surrender."""
    return next((claim.kind for claim in bet.machine.claims if claim.kind != "take back"), "take back")


def play_of(name: str, takes: Callable[[int], bool], *, stake_too: bool = False) -> Play:
    """The play that takes an offered pay, or with ``stake_too`` any offer, wherever a test of the state says so."""

    def policy(machine: Machine, state: int, open_claims: tuple[int, ...]) -> int | None:
        for claim in open_claims:
            if (stake_too or machine.claims[claim].kind != "take back") and takes(state):
                return claim
        return None

    return Play(name, policy)


def simple_rules(bet: Bet, chance: Chance, best_return: Fraction) -> list[Rule]:
    """Every rule of the plain kinds, then the best by count and ways left."""
    progress = Progress(bet, chance)
    what = verb(bet)
    levels = list(paying(bet))
    plays: list[tuple[str, Mapping[str, Any], Play]] = [("never", {"take": what}, NEVER)]
    for level in levels:
        at_least = play_of(f"at {level}", lambda state, level=level: progress.level(state) >= level)  # type: ignore[misc]
        plays.append(("from-level", {"take": what, "level": level}, at_least))
    plain = len(plays)
    if not progress.by_repeats and levels:
        search = _Search(bet, chance, progress, levels)
        plays += _by_ways(search, what, levels) if search.offered() else ()
    rules = list(_always_back(bet, chance, best_return))
    for number, (kind, facts, play) in enumerate(plays):
        odds = price_play(bet, chance, play)
        assert odds.player_return is not None
        rules.append(Rule(kind, facts, odds, best_return - odds.player_return, number >= plain))
    return rules


def _always_back(bet: Bet, chance: Chance, best_return: Fraction) -> Iterator[Rule]:
    """The rule that ends a wager at its first offer, the stake, where no other play is worth more."""
    if all(claim.kind != "take back" for claim in bet.machine.claims):
        return
    odds = price_play(bet, chance, play_of("always back", lambda state: True, stake_too=True))
    if odds.player_return == best_return:
        yield Rule("always-back", {"unit": bet.card.game.unit}, odds, Fraction(0))


def _by_ways(search: "_Search", what: str, levels: list[int]) -> Iterator[tuple[str, Mapping[str, Any], Play]]:
    """The best rules by count and ways left: one pair of numbers, and a limit for each level."""
    level, ways = search.one_pair()
    yield "level-and-ways", {"take": what, "level": level, "ways": ways}, search.play_by_pair(level, ways)
    limits = search.by_level()
    back = {level: limit for level, limit in limits.items() if limit and level not in levels}
    pays = {level: limit for level, limit in limits.items() if limit and level in levels}
    play = search.play_by_level(limits)
    if back or pays:
        yield "ways-by-level", {"limits": wording.limits(what, pays, back)}, play
    else:
        yield "never", {"take": what}, play


def carried(rules: list[Rule]) -> str:
    """The rule to remember, in a sentence or two, with its cost."""
    plain = min((rule for rule in rules if not rule.needs_ways), key=lambda rule: rule.gives_up)
    best = min(rules, key=lambda rule: rule.gives_up)
    chosen = plain if plain.gives_up == best.gives_up else best
    edge = chosen.odds.house_edge
    assert edge is not None
    text = wording.rule_to_remember(chosen.words, chosen.kind not in ("never", "always-back"), edge, chosen.gives_up)
    return text if chosen is plain else f"{text} {wording.without_ways(plain.words, plain.gives_up)}"


class _Search:
    """Searches rules by count and ways. Candidates are compared in floating point, the winner priced exactly."""

    def __init__(self, bet: Bet, chance: Chance, progress: Progress, levels: list[int]) -> None:
        self.bet, self.progress, self.levels = bet, progress, levels
        self.chain: Chain = explore(bet.machine, chance.law(), NEVER)
        prices = [value.numerator / value.denominator for value in worth(bet)]
        order = list(self.chain.states)[::-1]
        place = {state: i for i, state in enumerate(order)}
        self.level = [progress.level(state) for state in order]
        self.ways = [progress.ways(state) for state in order]
        offered = [bet.machine.offered(state) for state in order]
        self.claim = [
            max(prices[bet.machine.claim_result(claim)] for claim in claims) if claims else None for claims in offered
        ]
        self.every_level = sorted({level for level, claims in zip(self.level, offered, strict=True) if claims})
        self.moves = []
        for state in order:
            row = self.chain.rows[state]
            ended = sum(weight * prices[-1 - target] for target, weight in row.items() if target < 0)
            onward = [(place[target], weight) for target, weight in row.items() if target >= 0 and target != state]
            self.moves.append((ended, onward, self.chain.total - row.get(state, 0)))
        self.starts = [(place[state], float(share)) for state, share in self.chain.starts.items()]

    def value(self, limits: dict[int, int]) -> float:
        """The return when an offer is taken with no more ways left than its level's limit."""
        values = [0.0] * len(self.moves)
        for _ in range(1 if max(map(len, self.chain.blocks)) == 1 else 60):
            before = values.copy()
            for i, (ended, onward, leaving) in enumerate(self.moves):
                claim = self.claim[i]
                if claim is not None and self.ways[i] <= limits[self.level[i]]:
                    values[i] = claim
                    continue
                for target, weight in onward:
                    ended += weight * values[target]
                values[i] = ended / leaving
            if values == before:
                break  # nothing changes any more
        return sum(share * values[start] for start, share in self.starts)

    def offered(self, level: int | None = None) -> list[int]:
        """The numbers of ways with which an offer can be open, at a level or at any."""
        pairs = zip(self.claim, self.level, self.ways, strict=True)
        return sorted({ways for claim, at, ways in pairs if claim is not None and level in (None, at)})

    def candidates(self) -> Iterator[tuple[int, int]]:
        for level in self.levels:
            for ways in self.offered():
                yield level, ways + 1

    def one_pair(self) -> tuple[int, int]:
        """The best level and number of ways for one rule: from the level on, with fewer ways left."""

        def value(pair: tuple[int, int]) -> float:
            taken = {level: pair[1] - 1 for level in self.levels if level >= pair[0]}
            return self.value(dict.fromkeys(self.every_level, -1) | taken)

        return max(self.candidates(), key=value)

    def by_level(self) -> dict[int, int]:
        """The best limit for each level, improved one level at a time until none gains."""
        limits = dict.fromkeys(self.every_level, -1)
        options = {level: [-1, *self.offered(level)] for level in self.every_level}
        value = self.value(limits)
        while True:
            before = value
            for level in reversed(self.every_level):
                for limit in options[level]:
                    tried = self.value(limits | {level: limit})
                    if tried > value + 1e-15:
                        limits, value = limits | {level: limit}, tried
            if value <= before + 1e-15:
                return {level: max(limit, 0) for level, limit in limits.items()}

    def play_by_pair(self, level: int, ways: int) -> Play:
        progress = self.progress
        return play_of(
            f"from {level} under {ways} ways",
            lambda state: progress.level(state) >= level and progress.ways(state) < ways,
        )

    def play_by_level(self, limits: dict[int, int]) -> Play:
        progress = self.progress
        name = " ".join(f"{level}:{limit}" for level, limit in limits.items())

        def takes(state: int) -> bool:
            return progress.ways(state) <= limits.get(progress.level(state), -1)

        return play_of(f"ways {name}", takes, stake_too=True)
