"""Rules that a person can carry, priced exactly: at a count, never, and by count and ways left."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from rackcard.games.device import Chance
from rackcard.machine import Bet
from rackcard.machine.explore import NEVER, Chain, Play, explore
from rackcard.machine.machine import Machine
from rackcard.number import percent
from rackcard.odds.price import WagerOdds, price_play, worth
from rackcard.odds.solve import outcome_law
from rackcard.strategy.levels import Progress


@dataclass(frozen=True)
class Rule:
    """A rule in words, what it is worth, and what it gives up against the best play."""

    words: str
    odds: WagerOdds
    gives_up: Fraction


def paying(bet: Bet) -> dict[int, int]:
    """The claims that pay more than the stake, by the level at which they stand."""
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
    plays = [(f"never {what}", NEVER)]
    for level in levels:
        at_least = play_of(f"at {level}", lambda state, level=level: progress.level(state) >= level)  # type: ignore[misc]
        plays.append((f"{what} at the first chance from {level} on", at_least))
    if not progress.by_repeats and levels:
        search = _Search(bet, chance, progress, levels)
        level, ways = search.one_pair()
        plays.append((_pair_words(what, level, ways), search.play_by_pair(level, ways)))
        limits = search.by_level()
        plays.append((_limit_words(what, limits, levels), search.play_by_level(limits)))
    rules = []
    for words, play in plays:
        odds = price_play(bet, chance, play)
        assert odds.player_return is not None
        rules.append(Rule(words, odds, best_return - odds.player_return))
    return rules


def _pair_words(what: str, level: int, ways: int) -> str:
    return f"{what} from {level} on if fewer than {ways} ways are left"


def _limit_words(what: str, limits: dict[int, int], levels: list[int]) -> str:
    """Limits in words; below the first pay it is the stake that is taken back."""

    def told(those: list[int]) -> str:
        return ", ".join(f"{limits[level]} ways at {level} marked" for level in those)

    back = [level for level, limit in limits.items() if limit and level not in levels]
    pays = [level for level, limit in limits.items() if limit and level in levels]
    parts = [f"take back with no more left than {told(back)}"] if back else []
    parts += [f"{what} with no more left than {told(pays)}"] if pays else []
    return "; ".join(parts) or f"never {what}"


def carried(rules: list[Rule], by_ways: int) -> str:
    """The rule to carry, in a sentence or two, with its cost; the last ``by_ways`` rules need the ways counted."""
    plain = min(rules[: len(rules) - by_ways], key=lambda rule: rule.gives_up)
    best = min(rules, key=lambda rule: rule.gives_up)
    chosen = plain if plain.gives_up == best.gives_up else best
    text = f"{chosen.words.capitalize()}; otherwise ride. {_cost(chosen)}"
    if chosen is not plain:
        text += f" Without counting ways, {plain.words}: that gives up {percent(plain.gives_up, 3)}."
    return text.replace("; otherwise ride", "") if chosen.words.startswith("never") else text


def _cost(rule: Rule) -> str:
    edge = rule.odds.house_edge
    assert edge is not None
    if rule.gives_up == 0:
        return f"That is the best play; the house keeps {percent(edge, 3)}."
    return f"The house keeps {percent(edge, 3)}; the best play would save {percent(rule.gives_up, 3)} of the stake."


class _Search:
    """Searches rules by count and ways. Candidates are compared in floating point, the winner priced exactly."""

    def __init__(self, bet: Bet, chance: Chance, progress: Progress, levels: list[int]) -> None:
        self.bet, self.progress, self.levels = bet, progress, levels
        self.chain: Chain = explore(bet.machine, outcome_law(chance), NEVER)
        prices = [value.numerator / value.denominator for value in worth(bet)]
        order = list(reversed(self.chain.states))
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
        self.start = place[0]

    def value(self, limits: dict[int, int]) -> float:
        """The return when an offer is taken with no more ways left than its level's limit."""
        values = [0.0] * len(self.moves)
        for _ in range(1 if self.chain.phases == 1 else 60):
            for i, (ended, onward, leaving) in enumerate(self.moves):
                claim = self.claim[i]
                if claim is not None and self.ways[i] <= limits[self.level[i]]:
                    values[i] = claim
                    continue
                for target, weight in onward:
                    ended += weight * values[target]
                values[i] = ended / leaving
        return values[self.start]

    def offered(self, level: int | None = None) -> list[int]:
        """The numbers of ways with which an offer can stand, at a level or at any."""
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
