"""Headings, labels and notes of the PAR sheet as a workbook."""

PAYS_COLUMNS = ("Wager", "Pay table", "Reading", "Result", "Pay", "To or for", "Per", "Net on 1 unit", "Envy",
                "Net at the maximum bet", "Lost at the maximum bet, with envy")  # fmt: skip
OUTCOMES_COLUMNS = ("Outcome", "Pays", "Net on 1 unit", "Ways", "Probability", "One in", "Of the return", "Envy",
                    "Net at the maximum bet", "Exact probability")  # fmt: skip
SUMMARY_COLUMNS = ("Wager", "Pay table", "Reading", "Play", "Pays", "Hit", "Return", "House edge", "Edge after envy",
                   "Standard deviation", "Maximum exposure", "Exact return", "Exact house edge")  # fmt: skip
BAND_COLUMNS = ("Bets decided", "90 % from", "to", "95 % from", "to", "99 % from", "to", "House behind",
                "Normal law, 90 % from", "to")  # fmt: skip
BANDS_NOTE = (
    "Actual hold as a share of the stakes, by the exact distribution at the filed pays; the last two columns are by "
    "the normal law and follow a changed pay."
)
FILED = "filed"
FIGURE_COLUMNS = ("Figure", "Computed", "Exact, as a decimal", "Exact")
SIGNED_COLUMNS = ("Signatures: name", "", "Signature", "", "Date")

SUMMARY, PAYS = "Summary", "Pays"
"""The names of the first two sheets."""

HIT, RETURN, HOUSE_EDGE, HOUSE_EDGE_AFTER_ENVY = "Hit frequency", "Return", "House edge", "House edge after envy"
VARIANCE, DEVIATION, VOLATILITY = "Variance", "Standard deviation", "Volatility index at 90 %"
SUM, FAIR_PAY, WAYS = "Sum of probabilities", "Fair pay to 1", "Total ways"
MAXIMUM_BET = "Maximum bet, in dollars"
MAXIMUM_PAYOUT = "Maximum payout, on the win, in dollars"
MAXIMUM_EXPOSURE = "Maximum exposure, with envy, in dollars"
CARD_EXPOSURE = "Maximum exposure of the card, in dollars"
EDGE_AT_MAXIMUM = "House edge at the maximum bet, wins cut"
EDGE_AFTER_ENVY_AT_MAXIMUM = "House edge after envy at the maximum bet"
APPLIES_TO = "Figures apply up to a stake of, in dollars"

NO_LIMITS = "no table limits were given"
NO_PAY = "no pay is posted"
TO_THE_SUMMARY = "to the summary"
HOUSE = "House"
HOW_TO_READ = "How to read"
CHANGE_A_PAY = "To change a pay"
GRAY_CELLS = "Pays and limits: change the gray cells and every sheet follows"
CHANGES = "The gray cells of the sheet Pays may be changed; every sheet is computed from them and from its own ways."


def maximum_bet_of(wager: str) -> str:
    return f"{MAXIMUM_BET}, on {wager}"


def title(card: str) -> str:
    return f"{card}, PAR sheet"


def table(name: str, filed: str) -> str:
    """A pay table, marked where it is the filed one."""
    return f"{name} ({filed})" if filed else name


def mean_length(unit: str) -> str:
    return f"Mean length, in {unit}s"


def length_columns(unit: str) -> tuple[str, ...]:
    return (f"Decided after this many {unit}s", "Probability", "Decided by then", "Still up", "Exact")
