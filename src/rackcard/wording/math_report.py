"""The mathematical report in words: assumptions, derivation, simulation, sensitivity and hold."""

from collections.abc import Sequence
from fractions import Fraction

from rackcard.number import decimal, listed, thousands
from rackcard.wording.sentence import capitalized

SUBTITLE = "Mathematical report: derivation, check and sensitivity of the filed configuration"
SCOPE = "1. What is filed"
ASSUMPTIONS = "2. Assumptions"
DERIVATION = "3. Derivation"
CONTRIBUTION = "4. Contribution by result"
SIMULATION = "5. Simulation"
SENSITIVITY = "6. Sensitivity"
HOLD = "7. Hold"
CONCLUSION = "8. Statement"
DERIVED_COLUMNS = ("Wager", "First method", "Positions", "Second method", "House edge")
DERIVED = "Each wager by two methods"
ONE_METHOD, NO_POSITIONS = "none applies", "–"
SIMULATED_COLUMNS = ("Wager", "Simulated edge", "95 % from", "to", "Exact edge", "z", "Within")
SIMULATED = "The same rules, played at random"
WITHIN = {True: "yes", False: "no"}
BIAS = "A device that is slightly off"
BIAS_COLUMNS = ("Wager", "Fair", "Worst for the house", "House edge", "Best for the house", "House edge")
BIAS_NOTE = (
    "One kind of outcome is one percent likelier than it should be, all others in proportion. Of wagers in one row the "
    "first is meant."
)
SHOE_NOTE = "One card of the rank is missing from the full shoe. Of wagers in one row the first is meant."
READINGS_SAME = "No reading of the document changes an edge."
HOURS_COLUMNS = ("Wager", "Bets per hour", "8 hours, from", "to", "168 hours, from", "to", "720 hours, from", "to")
HOURS_TITLE = "95 % of runs, by hours of play on one spot"
HOURS = (8, 168, 720)
OUTCOMES_PER_HOUR = {"roll": 100, "spin": 40, "hand": 70}
"""How many outcomes an hour brings, by what they are called: an assumption that the report states."""
OTHERS_PER_HOUR = 60


def device(words: str, ways: int, full: str) -> str:
    """What the game is played with, and how many equally likely ways there are."""
    counted = f"; {thousands(ways)} equally likely ways in all" if ways <= 100_000 else ""
    return capitalized(f"{words}, fair{counted}." + (f" {full}" if full else ""))


def independent(unit: str) -> str:
    return f"{capitalized(unit)}s are independent of one another, and so are bets."


def play(offers: bool) -> str:
    """How offers are played."""
    if not offers:
        return "The player has no decisions after betting."
    return "Where the player has a choice, the figures are for the best play unless another is named."


def starts(whole: str) -> str:
    return f"Each bet is followed from the moment it may be made to its decision. {whole}"


ENVY = "An envy bonus is paid by the house on top of the payout; house edges are before it unless they say so."


def positions(count: int | None) -> str:
    return NO_POSITIONS if count is None else thousands(count)


def derivation_note(twice: bool) -> str:
    """What the two methods share."""
    if not twice:
        return "Where only one method applies, the simulation below is the check."
    return "The two methods share no code but the rules of the wager, and agree as fractions, in every digit."


def simulation_note(rounds: int, seed: int, passed: bool) -> str:
    """How the simulation was made, and what it says as a whole."""
    verdict = "All results together pass" if passed else "All results together do not pass"
    return (
        f"{thousands(rounds)} bets of each wager, seed {seed}; the same seed gives the same counts on any machine. "
        f"The interval is 1.96 standard errors either side. With many wagers about one in twenty lies outside. "
        f"{verdict} the test at one in a thousand."
    )


def score(z: float) -> str:
    return f"{z:+.2f}".replace("-", "−")


def hours_note(rate: int, unit: str) -> str:
    """The assumption behind hold by hour."""
    return (
        f"Assumed: {rate} {unit}s per hour, one bet at a time on the spot, a new bet as soon as the last is decided. "
        "Share of the stakes kept; negative: the players are ahead."
    )


def rate(bets: Fraction) -> str:
    return decimal(bets, 3)


def outcomes(names: Sequence[str]) -> str:
    """Kinds of outcomes by the names of their weights."""
    if len(names) > 6:
        return f"{', '.join(names[:4])} and {len(names) - 4} more"
    return listed(names, "or")


STATEMENT = (
    "The figures of this report follow from the card and the house rules named in the appendix by exact arithmetic. "
    "They were made by a program and are certified by nobody until somebody signs here."
)
