"""Strategies in words: rules to remember, what to do by level, and what a mistake costs."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from rackcard.number import decimal, percent, plural
from rackcard.wording.sentence import Facts, capitalized, fill, unbroken

RULES: dict[str, str] = {
    "never": "never {take}",
    "from-level": "{take} at the first chance from {level} on",
    "level-and-ways": "{take} from {level} on if fewer than {ways} ways are left",
    "ways-by-level": "{limits}",
    "always-back": "always take the stake back after the first {unit}",
}
"""Simple rules by kind."""

VERDICT_LEGEND = "T take the offer · R ride · D depends on which are missing · = a tie"
FIGURE_LEGEND = "Figures show how much more taking is worth than riding, in stakes, where the two are closest."
MIRROR_NOTE = "* or its mirror image: 12 for 2, 11 for 3 and so on."
RULE_TO_REMEMBER = "Rule to remember"
WHERE_IT_DEPENDS = "Where it depends"
RIDE_ALL = "Let every wager ride: no offer is worth as much."
NOTHING_TO_DECIDE = "These wagers have no decisions after betting. The only choice is which to bet."
LOWEST_EDGE_FIRST = "The wagers, lowest house edge first"
NEGATIVE_EDGE = "A negative house edge is an edge for the player."
COSTS_IN_STAKES = "Costs are in stakes. The house edge is against the best play."
TIMES_ROLLED = "times rolled"
NUMBERS_MARKED = "numbers marked"
WAYS_LEFT = "ways left"
SEE_BELOW = "see below"


def rule(kind: str, facts: Facts) -> str:
    """A simple rule."""
    return fill(RULES[kind], facts)


def limits(take: str, pays: Mapping[int, int], back: Mapping[int, int]) -> str:
    """Limits on the ways left by level, for the pays and, below the first, for the stake."""

    def by_level(those: Mapping[int, int]) -> str:
        return ", ".join(f"{ways} ways at {level} marked" for level, ways in those.items())

    parts = [f"take back with at most {by_level(back)}"] if back else []
    parts += [f"{take} with at most {by_level(pays)}"] if pays else []
    return "; ".join(parts)


def rule_to_remember(words: str, rides_otherwise: bool, edge: Fraction, gives_up: Fraction) -> str:
    """The rule to remember, with what it costs."""
    ride = "; otherwise ride" if rides_otherwise else ""
    if gives_up == 0:
        cost = fill("This is the best play; the house edge is {edge}.", {"edge": percent(edge, 3)})
    else:
        cost = f"The house edge is {percent(edge, 3)}; the best play would save {percent(gives_up, 3)} of the stake."
    return f"{capitalized(words)}{ride}. {cost}"


def without_ways(words: str, gives_up: Fraction) -> str:
    """The best rule that needs no counting of ways."""
    return f"Without counting ways, {words}: this gives up {percent(gives_up, 3)}."


# ---- what to do at one level


def offer(kind: str, pays: str) -> str:
    """An offer with its pay; a stake that is taken back has none.

    >>> offer("cash out", "2 to 1"), offer("take back", "push")
    ('cash out at 2 to 1', 'take back the stake')
    """
    return "take back the stake" if kind == "take back" else f"{kind} at {pays}"


def take_when(ways: int | None) -> str:
    return SEE_BELOW if ways is None else f"{plural(ways, 'way')} left or fewer"


def ride_when(ways: int | None) -> str:
    return SEE_BELOW if ways is None else f"{plural(ways, 'way')} left or more"


def exception(level: int, ways: Sequence[int], verdict: str, missing: Iterable[str], other: str) -> str:
    """What decides where the number of ways does not: which numbers are missing."""
    between = str(ways[0]) if len(ways) == 1 else f"{ways[0]} to {ways[-1]}"
    sets = ", or ".join(missing)
    return f"{level} marked and {between} ways left: {verdict} if the missing numbers are {sets}; otherwise {other}."


def play_title(name: str, table: str) -> str:
    return f"{name}, pay table {table}: best play"


def rules_title(name: str, table: str) -> str:
    return f"{name}, pay table {table}: simple rules"


def chart_title(name: str, table: str, kinds: Iterable[str]) -> str:
    return f"{name}, pay table {table}: when to {' or '.join(kinds)}"


def ties(count: int) -> str:
    return f"Taking and riding are worth exactly the same in {plural(count, 'position')}; counted as taking."


def best_play(value: Fraction, deviation: str, length: Fraction) -> str:
    return (
        f"Best play returns {percent(value)}; the house edge is {percent(1 - value)}. "
        f"Standard deviation {deviation}, mean length {decimal(length, 4)}."
    )


def ways_left(total: int, unit: str) -> str:
    return f"Ways left: how many of the {total} ways to {unit} bring a number that is still missing."


def returns(value: Fraction) -> str:
    return f"The best play returns {percent(value)}; the house edge is {percent(1 - value)}."


def goal(
    target: Fraction, chance: Fraction, edge: Fraction, deviation: str, at_best: tuple[Fraction, Fraction, str]
) -> str:
    """The play for a goal beside the play with the best mean (its probability, house edge and deviation)."""
    likely, best_edge, best_deviation = at_best
    return (
        f"To finish with {decimal(target, 6)} times the stake or more: {percent(chance)} with the play for this goal "
        f"(house edge {percent(edge)}, standard deviation {deviation}), "
        f"{percent(likely)} with the best mean (house edge {percent(best_edge)}, standard deviation {best_deviation})."
    )


def to_remember(title: str) -> str:
    return f"{title}: rule to remember"


def remember(sentence: str) -> str:
    return f"{RULE_TO_REMEMBER}: {sentence}"


# ---- a position


def position(verdict: str, offer: str, taking: Fraction, riding: Fraction, cost: Fraction) -> str:
    """What to do with one set of marks."""
    return (
        f"{capitalized(verdict)}: for each unit staked, {TAKING[offer]} is worth {decimal(taking, 6)} and letting it "
        f"ride {decimal(riding, 6)}; the wrong choice costs {decimal(cost, 6)}."
    )


def marks(names: Iterable[str]) -> str:
    """Marks by their names."""
    return ", ".join(names) or "no numbers"


TAKING = {"cash out": "cashing out", "surrender": "surrendering", "take back": "taking the stake back"}
"""Taking an offer, by its kind."""
EITHER = "both are equally good"

POSITION_ERRORS: dict[str, str] = {
    "no-offers": "{wager} leaves no decisions: no offer is ever made on it",
    "not-posted": "{wager} has a pay that is not posted, so its decisions have no value",
    "no-offer-here": "no offer is made on {wager} with {marks} marked; the offers are: {offers}",
    "decided": "with {marks} marked {wager} is already decided; there is no choice left",
    "unknown-mark": "{mark} is never marked on {wager}; expected one of: {known}",
    "too-often": "{mark} is named too often: on {wager} it is marked at most {times}",
    "no-phase": "there is no phase {phase} here; expected one of: {known}",
    "no-phases": "there is no phase {phase} here; this wager has no phases",
}
"""Why a position cannot be valued, by code."""


# ---- the strategy card


def do_at(level: int, pays: str, do: str, cost: Fraction) -> str:
    """What to do at one count of a repeater, and what the other choice costs, on one line."""
    return unbroken(f"After {level}, offered {pays}: {do} (otherwise {decimal(cost, 3)}).")


def taken(by_offer: Mapping[tuple[str, int], Iterable[str]]) -> str:
    """The whole strategy of a card in one sentence."""
    parts = [f"{offer} after {level}: {', '.join(names)}" for (offer, level), names in by_offer.items()]
    return f"{capitalized('; '.join(parts))}. Let everything else ride."


def figures(pays: str, posted: bool, hit: str | None, length: Fraction | None, unit: str) -> str:
    """What a wager pays, how often it hits and how long it lasts."""
    parts = [f"Pays {pays}" if posted else capitalized(pays)]
    if hit is not None:
        parts.append(f"hits {hit}")
    if length is not None and length != 1:
        parts.append(f"lasts {decimal(length, 3)} {unit}s on average")
    return "; ".join(parts) + "."


def subtitle(table: str) -> str:
    return f"What to do, pay table {table}" if table else "What to do"


def missing_sets(sets: Iterable[tuple[Sequence[str], bool]]) -> list[str]:
    """Sets of missing numbers; a star on those whose mirror image is meant too."""
    return [" ".join(names) + ("*" if mirrored else "") for names, mirrored in sets]
