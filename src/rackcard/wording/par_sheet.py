"""The PAR sheet and its workbook in words: labels, notes and the play that the figures assume."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from rackcard.money import short_dollars
from rackcard.number import decimal, large, listed, percent, plural, thousands
from rackcard.wording.limits import Payout, StakeLimits
from rackcard.wording.offers import PLAYS
from rackcard.wording.options import option_label, option_value
from rackcard.wording.sentence import capitalized, first_few

PLAY_ASSUMED: dict[str, str] = {
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

METHODS: dict[str, tuple[str, str]] = {
    "chain": ("State by state", "Every position that the wager can be in, each reached from those before it; the "
              "probabilities are solved exactly, position by position."),
    "clock": ("Arrival times", "Outcomes are put at the ticks of a clock with exponential times, so that counts are "
              "independent; the probability is an integral of polynomials, taken exactly."),
    "cycles": ("Whole rounds of the line", "The same with whole rounds of the base game, from come-out to decision, in "
               "place of single outcomes."),
    "sieve": ("Inclusion and exclusion", "Probabilities that some of the numbers are missing are added and subtracted "
              "in turn."),
    "count": ("Counting", "Every sequence of outcomes that pays is counted, with its ways."),
    "words": ("Counting sequences", "The sequences that leave the wager open are counted as shuffles of runs."),
    "matrix": ("One system of equations", "All positions are written down as one linear system, solved exactly."),
    "large matrix": ("One system of equations", "All positions are written down as one linear system, solved exactly."),
    "forward": ("Step by step", "The probabilities of all positions are carried forward one outcome at a time."),
    "stages": ("Stage by stage", "How often each stage of the wager is entered, times the law of that stage; laws and "
               "numbers of entries are solved exactly."),
    "decision": ("Decision by decision", "The value of every position under each choice, the better one kept; the "
                 "return found this way equals that of the first method."),
}  # fmt: skip
"""What each method is called, and what it does."""

TITLE = "PAR sheet: probabilities, return and volatility of the filed configuration"
SIGNED_COLUMNS = ("Name and license", "Signature", "Date")
HOW_TO_READ = "How to read it."
ASSUMPTIONS = "Assumptions"


def assumptions_lead(text: str) -> str:
    """The assumptions after how to read the sheet, in one paragraph."""
    return f"{ASSUMPTIONS}: {text}"


NO_RULE = "The document gives neither a rule nor a pay, so this wager cannot be priced."
NO_READING = "the document has only one reading"
NOT_POSTED = "not posted"
ENVY_NOT_POSTED = "named, no amount posted: none is paid"
FIRST_LINE = "The first line that applies is paid."
AT_THE_END = " It is paid at the end."
PLAYER_EDGE_LEAD = "The player has the edge."
NOTHING_POSTED = "No pay is posted for these wagers, so they cannot be filed. At the fair pay neither side has an edge."

FILED_CONFIGURATION = "Filed configuration"
FILED_WAGERS = "Filed wagers"
WAGERS_COLUMNS = (
    "Wager",
    "Pays",
    "Hit",
    "Return",
    "House edge",
    "After envy",
    "Std. dev.",
    "VI 90%",
    "Length",
    "Exposure",
)
HOLD_TITLE, HOLD_AFTER = (
    "Range of the actual hold",
    "share of the stakes kept, by number of bets decided; exact distribution",
)
BY_PLAY, BY_PLAY_AFTER = "House edge by how it is played", "same bet, same pay table"
OTHER_TABLES = "Pay tables of the document"
TABLES_COLUMNS = ("Wager", "Pay table", "", "Pays", "Edge, best play", "Edge, first pay taken", "Hit", "Std. dev.")
FILED = "filed"
PLAYS_TITLE = "House edge by how it is played"
HOLD_TABLE, HOLD_TABLE_AFTER = "Actual hold", "share of the stakes, exact distribution; negative: the players are ahead"
HOLD_COLUMNS = ("Bets decided", "90% from", "to", "95% from", "to", "99% from", "to", "House behind")
HOLD_95 = ("Bets decided", "95% from", "to", "House behind")
OUTCOMES, OUTCOMES_COLUMNS = "Outcomes", ("Outcome", "Pays", "Net", "Probability", "Frequency", "Of the return", "")
EVERY_OUTCOME = "Outcomes of the filed wagers"
EVERY_COLUMNS = ("Wager", "Outcome", "Pays", "Probability", "Frequency", "Of the return")
SUM = "Sum"
LENGTHS = "How long a bet lasts"
PAY_TABLE_COLUMNS = ("Result", "Pays", "Paid")
WHEN_CLAIMED, AT_ONCE, AT_END = "when claimed", "at once", "at the end"
SOONER_OR_LATER = "at once or at the end"
EXACT_VALUES = "Appendix A. Exact values"
EXACT_INTRO = "Digits in groups of three. Every decimal in this document is rounded from its exact value."
EXACT_COLUMNS = ("Wager", "House edge", "Hit", "Variance", "Length", "Probabilities and other values")
SHORT_FRACTIONS = "Wagers with short fractions"
APPENDIX_B = "Appendix B. Methods and identification"
METHODS_TITLE, IDENTIFICATION = "Methods", "Identification"
TWO_AGREE = (
    "Each figure was found by two methods that share no code except the rules of the wager, and agree in every digit."
)
STRATEGY, RULE_TO_CARRY, DEPENDS = "Best play", "A rule to remember", "Where it depends"
SIMPLER, SIMPLER_COLUMNS = "What simpler play costs", ("Rule", "House edge", "Given up")
MISTAKES, MISTAKE_LABEL = "What a mistake costs", "Worst mistake at this count, in stakes"
COUNT = "Count"
DO_COLUMNS = ("Wager", "Count", "Offer", "Best play", "A mistake costs")
DO_NOTE = "In stakes: 2.00 means that the mistake gives up twice the stake on average."
DO = {"T": "take", "R": "ride", "=": "either", "D": "depends on what is missing"}
MOVES, MOVES_COLUMNS = "What the options do to the edge", ("Option", "Wager", "House edge")
CHART_LEGEND = (
    "C: take the offer. Blank: ride. ±: it depends on which numbers are missing. =: worth the same. "
    "Empty places cannot occur."
)
TAKEN = "C"

HIT, RETURN, HOUSE_EDGE, EDGE_WITH_ENVY = "Hit frequency", "Return", "House edge", "Edge after envy"
FAIR_PAY, LENGTH, VARIANCE = "Fair pay", "Mean length", "Variance of the net result"
EXPOSURE, MAXIMUM_PAYOUT = "Maximum exposure", "Maximum payout"
STD_DEV = "Standard deviation"
TOP_PAY, COSTS = "Top pay", "Maximum exposure per bet"
RETURN_TO_PLAYER, RETURN_NOTE = "Return to player", "stake counted"
CARD_EXPOSURE = "Maximum exposure of the card"


NAMES_MAX = 6


def names(wagers: Sequence[str]) -> str:
    """Wagers that share their figures; of many, the first and how many more.

    >>> names(["Hop 1-1", "Hop 2-2"])
    'Hop 1-1, Hop 2-2'
    """
    return first_few(wagers, NAMES_MAX)


def how_to_read(twice: bool) -> str:
    """What the figures mean; ``twice`` where two independent methods agree on each."""
    agreed = ", found by two methods that agree" if twice else ""
    return (
        "House edge: what the house keeps of each unit staked, on average; one minus the return. Return: includes "
        "the stake. Hit: paid more than the stake. Volatility index (VI): 1.645 standard deviations. "
        "◆ Red marks an edge for the player. "
        f"Every figure is an exact fraction{agreed}, rounded here; see Appendix A."
    )


def assumptions(device: str, full: str, unit: str, chip: str) -> str:
    """What the figures take for granted: the device, how it is used, independence, rounding."""
    kept = f" {full}" if full else ""
    return (
        f"played with {device}, fair: every way is equally likely.{kept} {capitalized(unit)}s and bets are "
        f"independent. {chip}"
    )


FULL_SHOE = "Every hand is dealt from a full, freshly shuffled shoe."
PAYS_WHOLE = "All pays come out in whole chips; no rounding is needed."
PAYS_ROUNDED = "Pays are exact; fractions of a chip are rounded at the table, not here."


NO_LIMITS = "not given; exposure is for one unit staked"


def stakes(limits: StakeLimits) -> str:
    """The minimum and maximum of a bet, in whole dollars where they are."""
    if not limits.most:
        return f"{short_dollars(limits.least)} or more"
    return f"{short_dollars(limits.least)} to {short_dollars(limits.most)}"


def payout_limit(payout: Payout) -> str:
    """The payout limit as part of a longer sentence."""
    whose = "on one wager" if payout.scope == "wager" else "for all winners of one outcome, shared in proportion"
    return f"at most {short_dollars(payout.amount)} {whose}, cash-outs and surrenders included"


def limits(named: Iterable[tuple[list[str] | None, StakeLimits]], payout: Payout | None) -> str:
    """The limits of some wagers, or of each where none are named; and the maximum payout."""
    texts = [f"{stakes(one)} on {'each wager' if names is None else listed(names)}" for names, one in named]
    return "; ".join(texts) if payout is None else "; ".join((*texts, payout_limit(payout)))


def only(names: Iterable[str]) -> str:
    return f"only {', '.join(names)}"


def only_table(table: str, without: Sequence[str]) -> str:
    """The only pay table of a sheet, and the wagers that do not have it."""
    have = "does not have" if len(without) == 1 else "do not have"
    return f"only {table}" + (f"; {listed(without)} {have} it" if without else "")


def generated(version: str, date: str) -> str:
    return f"Rackcard {version}, {date}"


def heading(name: str, table: str) -> str:
    """A wager with its pay table, where it has several."""
    return f"{name}, pay table {table}" if table else name


def strategy(name: str, table: str) -> str:
    return f"{STRATEGY}: {heading(name, table)}"


def pay_table(table: str, several: bool) -> str:
    return f"Pay table {table} (filed)" if several else "Pays"


def reading(name: str, values: Iterable[str], default: str) -> str:
    """The values of a reading under which the figures of a sheet hold."""
    marked = [f"{value} (default)" if value == default and value != "default" else value for value in values]
    return f"{name} {listed(marked, 'or')}"


def reading_title(name: str) -> str:
    return f"Reading: {option_label(name).lower()}"


def value_head(value: str, filed: bool) -> str:
    return f"{option_value(value)} (filed)" if filed else option_value(value)


def no_effect(names: Sequence[str]) -> str:
    return f"{listed(names)} {'has' if len(names) == 1 else 'have'} no effect here"


def none_changes(names: Sequence[str], any_does: bool) -> str:
    """The options that change no edge, after those that do."""
    shown = [option_label(name).lower() for name in names]
    lead = "No edge changes with" if any_does else "None of the options changes an edge:"
    return f"{lead} {listed(shown, 'or' if any_does else 'and')}."


def card_exposure(total: int, with_envy: bool) -> str:
    envy = " and the dealer's envy bonus" if with_envy else ""
    return (
        f"{short_dollars(total)} for one seat{envy}, if every wager on this sheet were up at the maximum bet and all "
        "were paid their maximum at once. No seat can cost more with one bet on each wager."
    )


def method_name(method: str) -> str:
    return METHODS[method][0]


def methods(names: Sequence[str]) -> str:
    """The methods by which a wager was solved, in words that a reader knows."""
    shown = list(dict.fromkeys(method_name(name) for name in names))
    return listed([shown[0], *(name.lower() for name in shown[1:])])


def outcomes_under(play: str) -> str:
    """The heading of a table of outcomes."""
    by_play = {"best": " under best play", "never": " if no offer is taken", "first": " if the first payout is taken"}
    return OUTCOMES + by_play.get(play, "")


def never_paid(pays: Sequence[str]) -> str:
    """Pays that the play of a table never reaches."""
    return f"Under this play these pays are never reached: {'; '.join(pays)}." if pays else ""


def length_after(unit: str, mean: Fraction | None) -> str:
    average = "" if mean is None else f"; mean {decimal(mean, 3)}"
    return f"{unit}s until it is decided{average}"


def length_note(median: int | None, shares: Iterable[tuple[int, int]], unit: str, per: Fraction | None) -> str:
    """By when bets are decided, and the edge for each outcome."""
    half = "" if median is None else f"Dark: half of all bets are decided within {plural(median, unit)}. "
    within = ", ".join(f"{share}% within {count}" for share, count in shares)
    each = "" if per is None else f" House edge per {unit} {percent(per, 4)}."
    return f"{half}{within}.{each}"


def behind(share: Fraction) -> str:
    """How often the house is behind."""
    if share < Fraction(1, 1000):
        return "under 0.1 %"
    return "over 99.9 %" if share > Fraction(999, 1000) else percent(share, 1)


HOLD_TOO_FINE = (
    "Not given: pays this large in steps this small make the exact distribution of the hold too long, even after 1,000 "
    "bets."
)


def hold_note(counts: Sequence[int], shown_at: int | None) -> str:
    """Which rows are by the normal law, and that it was shown to agree."""
    base = "House behind: how often it has lost money after so many bets."
    if not counts or shown_at is None:
        return base
    return (
        f"{base} From {thousands(counts[0])} bets on by the normal law corrected for skewness, which agrees with the "
        f"exact distribution in every printed digit at {thousands(shown_at)} bets."
    )


def hold_heads(counts: Sequence[int]) -> tuple[str, ...]:
    """The heads of a table of 95% bands, two columns for each number of bets."""
    return tuple(head for count in counts for head in (f"{thousands(count)} bets, from", "to"))


# ---- key figures


def edge_label(play: str) -> str:
    return "House edge, best play" if play == "best" else HOUSE_EDGE


def carried_note(edge: Fraction | None) -> str:
    return "of each unit staked" if edge is None else f"{percent(edge, 2)} by a rule to remember"


def hit_note(hit: Fraction) -> str:
    return f"1 bet in {large(1 / hit, 3)} is paid more than its stake" if hit else "never paid more than its stake"


def deviation_note(volatility: Fraction) -> str:
    return f"per unit staked; volatility index {decimal(volatility, 3)}"


def top_note(probability: Fraction, play: str) -> str:
    """How often the top pay comes."""
    with_play = " (best play)" if play == "best" else ""
    return f"1 bet in {large(1 / probability, 3)}{with_play}"


def cost(net: Fraction, envy: Fraction) -> str:
    """What one bet can cost, in stakes."""
    return f"{decimal(net + envy, 6)} × stake"


def cost_note(most: int, pay: str, envy: Fraction) -> str:
    return f"{short_dollars(most)} at {pay}" + (
        f"; dealer envy {decimal(envy, 6)} × stake" if envy else "; no dealer envy"
    )


def cost_in_stakes(envy: Fraction) -> str:
    return f"dealer envy of {decimal(envy, 6)} × stake included" if envy else "no limits given; no dealer envy"


LOWEST, HIGHEST, LIKELIEST, RAREST = "Lowest house edge", "Highest house edge", "Highest hit rate", "Highest pay"
VOLATILE = "Greatest standard deviation"


def beaten(names: Sequence[str]) -> str:
    """The wagers that the player beats as filed."""
    return f"As filed, bet after bet, the house loses on {listed(names)}."


# ---- parts of a sheet


def fair_pay(value: Fraction) -> str:
    return f"fair pay {decimal(value, 6)} to 1"


def capped(payout: Payout, holds_to: int | None, most: int, edge: str, *, has_play: bool) -> str:
    """What the maximum payout does to the figures; they hold up to a stake, or at none."""
    holds = "do not apply at any stake" if holds_to is None else f"apply up to a stake of {short_dollars(holds_to)}"
    played = ", with the same decisions" if has_play else ""
    shared = " of one outcome, for a single winner" if payout.scope == "outcome" else ""
    return (
        f"{short_dollars(payout.amount)} limits the win{shared}: the figures {holds}. "
        f"At {short_dollars(most)} the house edge is {edge}{played}"
    )


def after_envy(edge: Fraction) -> str:
    return f", after envy {percent(edge, 4)}"


def exposure(net: Fraction, envy: Fraction, *, envy_unknown: bool) -> str:
    """What the house can lose to a wager, in stakes."""
    text = "as much as the stake" if net == 1 else f"{decimal(net, 8)} times the stake"
    if envy:
        return f"{text}, and {decimal(envy, 8)} times the stake in envy to the dealer"
    return f"{text}, not including envy, which has no posted amount" if envy_unknown else text


def exposure_at(total: int, most: int, in_stakes: str, cut: tuple[int, int] | None) -> str:
    """The same in dollars at the maximum bet; ``cut`` is the win before and after the maximum payout."""
    limit = (
        f"; the win is cut from {short_dollars(cut[0])} to the maximum payout of {short_dollars(cut[1])}" if cut else ""
    )
    return f"{short_dollars(total)} at a stake of {short_dollars(most)} ({in_stakes}{limit})"


def probability_of(label: str) -> str:
    return f"P({label})"


def with_play(figure: str, play: str) -> str:
    return f"{figure}, {PLAYS.get(play, play)}"


def mistake(cost: Fraction) -> str:
    return decimal(cost, 3)


def offer(kind: str, pays: str) -> str:
    return "the stake back" if kind == "take back" else f"{kind} at {pays}"


def is_exactly(label: str, value: str) -> str:
    return f"{label} {value}"


def semicolons(parts: Iterable[str]) -> str:
    return "; ".join(parts)


def hash_groups(digest: str) -> str:
    """A hash in groups of eight digits."""
    return " ".join(digest[start : start + 8] for start in range(0, len(digest), 8))


IDENTITIES: Mapping[str, str] = {
    "card": "Card", "card-hash": "SHA-256 of the card", "house": "House rules",
    "house-hash": "SHA-256 of the house rules", "printed": "Printed by",
}  # fmt: skip
