"""The PAR sheet and its workbook in words: labels, notes and the play that the figures assume."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rackcard.money import dollars
from rackcard.number import decimal, listed, one_in, percent
from rackcard.wording.limits import Payout, StakeLimits, maximum_payout, stakes

PLAYS: dict[str, str] = {
    "none": "The player has no decisions.",
    "best": "The best play: an offer is taken wherever it is worth at least as much as riding.",
    "never": "No offer is taken.",
    "first": "The first payout offered is taken; a bet is not taken back.",
}
"""The play that a figure assumes."""

PAY_CHANGES: dict[str, str] = {
    "best": " The probabilities are for its decisions at the pays printed here; "
    "with other pays the best play may decide differently.",
    "never": " Its probabilities are the same for any pays.",
    "first": " Its probabilities are the same for any pays.",
}
"""What changing a pay does to the play of a sheet."""

TITLE = "PAR sheet"
OTHER_STRATEGIES = "Other strategies"
ALL_WAGERS = "All wagers"
SIGNED = "Signatures"
SIGNED_COLUMNS = ("Name", "Signature", "Date")
CARD_EXPOSURE = "Maximum exposure of the card"
HOW_TO_READ = "How to read this sheet"
NO_RULE = "The document gives neither a rule nor a pay, so this wager cannot be priced."
NO_READING = "the document has only one reading"
NOT_POSTED = "not posted"
ENVY_NOT_POSTED = "named, no amount posted: none is paid"
FIRST_LINE = "The first line that applies is paid."
AT_THE_END = " It is paid at the end."

SUMMARY_COLUMNS = (
    "Wager", "Table", "Reading", "Play", "Pays", "Hit", "Return", "House edge", "After envy", "Std dev", "VI 90 %",
)  # fmt: skip
PLAY_COLUMNS = ("Play", "", "Hit", "Return", "House edge", "Std dev", "Length")
BAND_COLUMNS = ("Decisions", "Wins expected", "90 % from", "to", "99 % from", "to")
BANDS = "Actual hold, as a share of the handle"
DECIDED_ON, DECIDED_BY, STILL_UP = "Decided on exactly this one", "Decided by then", "Still up"

HIT, RETURN, HOUSE_EDGE, EDGE_WITH_ENVY = "Hit frequency", "Return", "House edge", "Edge after envy"
FAIR_PAY, DEVIATION, LENGTH = "Fair pay", "Standard deviation", "Mean length"
EXPOSURE, MAXIMUM_PAYOUT = "Maximum exposure", "Maximum payout"


def how_to_read(twice: bool) -> str:
    """What the figures mean; ``twice`` where two independent methods agree on each."""
    agreed = "; each wager was solved by two methods that share no code but its rules, and agree" if twice else ""
    return (
        f"Figures are exact fractions for one unit staked{agreed}. Hit is the probability of a result above a push. "
        "The return includes the stake; the house edge is 1 minus the return; after envy it is what the house keeps "
        "once the dealer is paid. The standard deviation is that of the net result. The volatility index is 1.645 "
        "standard deviations; divided by the square root of the number of decisions it is half the width of the band "
        "that contains the actual hold nine times in ten; 2.576 standard deviations contain it 99 times in 100. "
        "The bands use the normal distribution. Where fewer than about 30 wins are expected they are rough, "
        "because rare high pays skew the results."
    )


def side_bet(title: str, game: str, is_base: bool) -> str:
    return f"{title}, {game}" if is_base else f"{title}, {game} side bet"


NO_LIMITS = "not given; exposure is for one unit staked"


def limits(named: Iterable[tuple[list[str] | None, StakeLimits]], payout: Payout | None) -> str:
    """The limits of some wagers, or of each where none are named; and the maximum payout."""
    texts = [f"{stakes(one)} on {'each wager' if names is None else listed(names)}" for names, one in named]
    return "; ".join(texts) if payout is None else "; ".join((*texts, maximum_payout(payout)))


def only(names: Iterable[str]) -> str:
    return f"only {', '.join(names)}"


def only_table(table: str, without: Sequence[str]) -> str:
    """The only pay table of a sheet, and the wagers that do not have it."""
    have = "does not have" if len(without) == 1 else "do not have"
    return f"only {table}" + (f"; {listed(without)} {have} it" if without else "")


def generated(version: str, date: str) -> str:
    return f"Rackcard {version}, {date}"


def heading(name: str, table: str) -> str:
    return f"{name}, pay table {table}"


def reading(name: str, values: Iterable[str], default: str) -> str:
    """The values of a reading under which the figures of a sheet hold."""
    marked = [f"{value} (default)" if value == default and value != "default" else value for value in values]
    return f"{name} {listed(marked, 'or')}"


def no_effect(names: Sequence[str]) -> str:
    return f"{listed(names)} {'has' if len(names) == 1 else 'have'} no effect here"


def card_exposure(total: int, with_envy: bool) -> str:
    envy = " and the dealer's envy bonus" if with_envy else ""
    return (
        f"{dollars(total)} for one seat{envy}, if every wager on this sheet were up at the maximum bet and pay table "
        "and all were paid their maximum at once. No seat can cost more with one bet on each wager."
    )


def methods(names: Sequence[str]) -> str:
    return " and ".join(names)


def outcomes(plays: Sequence[str]) -> str:
    played = f"Outcomes under the play {listed(plays, 'or')}" if plays else "Outcomes"
    return f"{played}, with exact probabilities"


def never_paid(pays: Sequence[str]) -> str:
    return (
        f"Under this play these pays are never reached: {'; '.join(pays)}. See the other plays below." if pays else ""
    )


def hit(value: Fraction) -> str:
    return f"{percent(value, 6)}, {one_in(value)} = {value}"


def fair_pay(value: Fraction) -> str:
    return f"{decimal(value, 8)} to 1 = {value}; no pay is posted"


def deviation(value: Fraction, volatility: Fraction) -> str:
    return f"{decimal(value, 6)}; volatility index at 90 %: {decimal(volatility, 6)}"


def length(mean: Fraction, unit: str, per_outcome: Fraction | None) -> str:
    per = "" if per_outcome is None else f"; house edge per {unit} {percent(per_outcome, 6)}"
    return f"{decimal(mean, 8)} {unit}{'s' if mean != 1 else ''}{per}"


def capped(payout: Payout, holds_to: int | None, most: int, edge: str, *, has_play: bool) -> str:
    """What the maximum payout does to the figures; they hold up to a stake, or at none."""
    holds = "do not apply at any stake" if holds_to is None else f"apply up to a stake of {dollars(holds_to)}"
    played = ", with the same decisions" if has_play else ""
    shared = " of one outcome, for a single winner" if payout.scope == "outcome" else ""
    return (
        f"{dollars(payout.amount)} limits the win{shared}: the figures above {holds}. "
        f"At {dollars(most)} the house edge is {edge}{played}"
    )


def after_envy(edge: Fraction) -> str:
    return f", after envy {percent(edge, 6)}"


def exposure(net: Fraction, envy: Fraction, *, envy_unknown: bool) -> str:
    """What the house can lose to a wager, in stakes."""
    text = "as much as the stake" if net == 1 else f"{decimal(net, 8)} times the stake"
    if envy:
        return f"{text}, and {decimal(envy, 8)} times the stake in envy to the dealer"
    return f"{text}, not including envy, which has no posted amount" if envy_unknown else text


def exposure_at(total: int, most: int, in_stakes: str, cut: tuple[int, int] | None) -> str:
    """The same in dollars at the maximum bet; ``cut`` is the win before and after the maximum payout."""
    limit = f"; the win is cut from {dollars(cut[0])} to the maximum payout of {dollars(cut[1])}" if cut else ""
    return f"{dollars(total)} at a stake of {dollars(most)} ({in_stakes}{limit})"


def exact_play(returned: str, edge: str) -> str:
    return f"return {returned}; house edge {edge}"


def lengths_title(unit: str) -> str:
    return f"How long it lasts, in {unit}s that count"


def decided_within(shares: Iterable[tuple[int, int]]) -> str:
    return f"Decided: {', '.join(f'{share} % within {count}' for share, count in shares)}."
