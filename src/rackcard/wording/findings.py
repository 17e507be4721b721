"""The findings of a review in words: one sentence for each code, and one for several wagers that share a finding."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rackcard.number import listed, plural
from rackcard.wording.offers import PLAYS
from rackcard.wording.sentence import Facts, fill

FINDINGS: dict[str, str] = {
    "player-edge": "The player has an edge of {edge:%} on {title}{under}.",
    "player-edge.reading": "The player has an edge of {edge:%} on {title}{under}. "
    "With {option} set to {value} the house has an edge of {kept:%}.",
    "no-edge": "The house has no edge on {title} against the best play{under}.",
    "no-rule": "{title}: the document gives neither a rule nor a pay, so the wager cannot be priced or bet.",
    "not-posted": "{title}: no pay is posted. The wager wins with probability {hit}; the fair pay is {fair} to 1. "
    "It cannot be bet until a pay is posted.",
    "envy-not-posted": "The document names a dealer envy bonus but posts no amount for {wagers:n wager} "
    "(for example {first}).",
    "document": "{where}: {says}",
    "departure": "{option}: {value} departs from the document.",
    "low-return": "{title} returns {returned:%}{under}, below the floor of {floor:%}.",
    "mixed-units": 'Some pays are "to 1" ({to_one}) and some are "for 1" ({for_one}); '
    "players may mistake one for the other.",
    "reading": "{option}: {about} The house edge is between {low:%} and {high:%}.",
    "reading.same": "{option}: {about} It does not change any house edge.",
    "play": "{title}: skill changes the house edge by {change:%}: {edges}.",
    "late-start": "The player has an edge of {edge:%} on {title} from {start}{under}. "
    "Let it be bet only where the house has the edge.",
    "late-start.most": "The player has an edge of up to {edge:%} on {title} from {start}{under}. "
    "Let it be bet only where the house has the edge.",
    "late-entry": "The player has an edge of {edge:%} on {title} when it is bet after {after:list}{under}. "
    "Let it be bet only while the wager has no marks.",
    "late-entry.round": "The player has an edge of {edge:%} on {title} when it is bet after {after:list}{under}. "
    "Let it be bet only before the first {unit} of a round.",
    "late-entry.unknown": "{title} may be bet on marks that are there already{under}, too many to price them all. "
    "Let it be bet only while the wager has no marks.",
    "take-down": "The player has an edge of {edge:%} on {title} by taking it down at the right time{under}. "
    "Let it come down only before its first {unit}.",
    "take-down.unknown": "{title} may be taken down at any time{under}, in more positions than can be priced. "
    "Let it come down only before its first {unit}.",
    "never-cashed": "{title}: best play never cashes out at {count} for {pay}.",
    "never-cashed.tie": "{title}: cashing out at {count} for {pay} is never worth more than riding, at most the same.",
    "tax-line": "{title} pays {pay}, at or above {line} for 1: wins of that size may have to be reported for tax "
    "in the United States (Form W-2G).",
    "broken-chips": "{title} pays {pay}, which a ${stake} bet does not make in whole dollars; bets in multiples of "
    "${even} always do.",
    "lost-after-won": '{title}: a bet that has won by "{won}" can still lose by "{lost}", because the first line in '
    "the list is paid when the wager is over.",
    "envy": "{title}: after the envy bonus the house keeps {after:%} instead of {before:%}{under}.",
    "envy.loss": "{title}: after the envy bonus the house loses {lost:%} instead of keeping {before:%}{under}.",
}
"""The sentence of each code; a code before a dot is the public one."""

SEVERAL: dict[str, str] = {
    "player-edge": "The player has an edge on {wagers}{under}.",
    "player-edge.reading": "The player has an edge on {wagers}{under}. "
    "With {option} set to {value} the house has the edge.",
    "no-edge": "The house has no edge on {wagers} against the best play{under}.",
    "no-rule": "The document gives neither a rule nor a pay for {wagers}, so they cannot be priced or bet.",
    "low-return": "{wagers} return less than the floor of {floor:%}{under}.",
    "play": "Skill changes the house edge of {wagers}.",
    "never-cashed": "Best play never cashes out at {count} for {pay} on {wagers}.",
    "never-cashed.tie": "Cashing out at {count} for {pay} is never worth more than riding on {wagers}.",
    "tax-line": "{wagers} pay {pay}, at or above {line} for 1: wins of that size may have to be reported for tax "
    "in the United States (Form W-2G).",
    "broken-chips": "{wagers} pay {pay}, which a ${stake} bet does not make in whole dollars; bets in "
    "multiples of ${even} always do.",
    "lost-after-won": '{wagers} can lose by "{lost}" after they had won by "{won}".',
    "envy": "The envy bonus takes part of the house edge on {wagers}.",
    "envy.loss": "After the envy bonus the house loses on {wagers}{under}.",
}
"""What findings of one kind say together."""

GRADES: dict[str, str] = {
    "fault": "Faults: must be fixed before the game goes live",
    "warning": "Warnings: what the house should know before it decides",
    "note": "Notes: what the document leaves open, and what each reading is worth",
}

NO_FINDINGS = "Every pay is posted, every rule has one reading, and no wager can be beaten."
AS_FILED = "as filed"

AGAINST: dict[str, str] = {
    "best": "against the best play",
    "never": "if no offer is taken",
    "first": "if the first offer is taken",
}

Setting = tuple[str, str]
"""An option and its value."""


def title(name: str, table: str, play: str) -> str:
    """A wager by its name, its pay table where there are several, and the play where there is a choice.

    >>> title("Little", "2", "best"), title("Big", "", "none")
    ('Little (table 2), best play', 'Big')
    """
    at = f" (table {table})" if table else ""
    return f"{name}{at}" + ("" if play == "none" else f", {PLAYS.get(play, f'play {play}')}")


def starts(labels: Sequence[str], points: Mapping[str, int]) -> str:
    """Where a wager may begin, points together; ``points`` has the number of each start that is one.

    >>> points = {"point 6": 6, "point 8": 8}
    >>> starts(["point 6", "point 8"], points), starts(["point 6"], points), starts(["come-out", "point 6"], points)
    ('points 6 and 8', 'point 6', 'come-out and point 6')
    """
    if len(labels) > 1 and points.keys() >= set(labels):
        return f"points {listed(points[label] for label in labels)}"
    return listed(labels)


def settings_list(settings: Iterable[Setting]) -> str:
    """Options with their values."""
    return ", ".join(f"{option}: {value}" for option, value in settings)


def under(settings: Iterable[Setting]) -> str:
    """The options of a price after the wager they are for; empty where the card is priced as filed.

    >>> under([("ends", "seven-out")])
    ' (ends: seven-out)'
    """
    shown = settings_list(settings)
    return f" ({shown})" if shown else ""


def against(play: str) -> str:
    """A play as the end of a clause."""
    return AGAINST.get(play, f"with the play {play}")


def edges_by_play(edges: Iterable[tuple[str, Fraction]]) -> str:
    """The house edge of each play, in one list."""
    return ", ".join(fill("{edge:%} {against}", {"edge": edge, "against": against(play)}) for play, edge in edges)


def sentence(code: str, facts: Facts) -> str:
    """What one finding says."""
    return fill(FINDINGS[code], facts)


def together(code: str, facts: Facts, wagers: int, tables: int = 1) -> str:
    """What findings of one kind say about several wagers, with how many pay tables they are on."""
    counted = plural(wagers, "wager") + (f" at {tables} pay tables" if tables > 1 else "")
    return fill(SEVERAL[code], {**facts, "wagers": counted})


def summary(counts: Iterable[tuple[str, int]]) -> str:
    """How many findings of each grade there are, those that say the same of several wagers counted once."""
    return listed([plural(count, grade) for grade, count in counts if count])


def price_label(code: str, facts: Facts) -> str:
    """What a price of a finding is for: the facts that its code makes it depend on."""
    match code:
        case "play":
            return PLAYS.get(facts["play"], str(facts["play"]))
        case "envy":
            return "after the envy bonus" if facts["after_envy"] else "before the envy bonus"
        case "reading":
            return _reading_label(facts)
        case _:
            return settings_list(facts["settings"]) or AS_FILED


def _reading_label(facts: Facts) -> str:
    varied: tuple[Setting, ...] = ((facts["option"], facts["value"]),) if facts["option"] else ()
    parts: list[Any] = [facts["title"]]
    if shown := settings_list((*varied, *facts["settings"])):
        parts.append(shown)
    if facts["after_envy"]:
        parts.append("after the envy bonus")
    return ", ".join(parts)
