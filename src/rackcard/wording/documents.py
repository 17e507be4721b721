"""Headings, labels, notes and captions of printed documents."""

from collections.abc import Iterable

from rackcard.money import dollars
from rackcard.number import Pay, decimal, listed, plural
from rackcard.wording.limits import Payout, StakeLimits, stakes
from rackcard.wording.sentence import capitalized

WAGER = "Wager"
TABLE = "Table"
READING = "Reading"
PLAY = "Play"
HIT = "Hit"
HOUSE_EDGE = "House edge"
HOUSE_EDGE_OF = "House edge of"
FOR = "For"
PAYS = "Pays"
ENVY = "Envy"
OUTCOME = "Outcome"

# ---- the rack card

NOTHING_OPEN = "No wager is open"
NOTHING_POSTED = "No pay is posted for any wager of this card. None of them can be bet until the house posts one."
HOW_TO_BET = "How to bet"
HOW_DECIDED = "How it is decided"
CHOICES = "Your choices along the way"
FOR_THE_DEALER = "For the dealer"
WHAT_IT_PAYS = "What it pays"
LIMITS = "Limits"
PAYOUT_LIMIT = "Payout limit"
CLAIMS = {"cash out": "cash-outs", "surrender": "surrenders"}
"""What wins between outcomes, by the kind of the offer."""
SURRENDER = "Surrender"
SURRENDER_AFTER = "Surrender after"
CASH_OUT = "Cash out"
TAKE_BACK = "Take back"
CANNOT_BE_BET = "Not open"
ALL_OTHERS = "All other wagers"
FIRST_LINE_ONLY = "Only the first line that applies is paid."


def side_bet(game: str, with_base: bool = False) -> str:
    return f"{game} game with side bets" if with_base else f"{game} side bet"


def filed_under(jurisdiction: str, rule: str, statute: str) -> str:
    """Where a game is filed; empty where a card does not say."""
    ruled = f"rule {rule}" if rule else ""
    return ", ".join(part for part in (jurisdiction, ruled, statute) if part)


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def long_date(date: str) -> str:
    """A date as people write it in a text; empty where a document is undated.

    >>> long_date("2026-11-05")
    'November 5, 2026'
    """
    if not date:
        return ""
    year, month, day = date.split("-")
    return f"{MONTHS[int(month) - 1]} {int(day)}, {year}"


def imprint_card(digits: str) -> str:
    return f"card {digits}"


def imprint_house(digits: str) -> str:
    return f"house rules {digits}"


def played_with(chance: str) -> str:
    return f"played with {chance}"


def each_wager(wagers: int) -> str:
    return "Each wager" if wagers > 1 else "The wager"


def limits(one: StakeLimits) -> str:
    """The limits of a wager."""
    return f"{capitalized(stakes(one))} on each wager."


def payout_limit(payout: Payout, unit: str, claims: Iterable[str]) -> str:
    """What a payout limit means to a player; ``claims`` are what can be taken on the way: cash-outs, surrenders."""
    named = listed(claims)
    if payout.scope == "wager":
        counted = f" {named.capitalize()} count toward it." if named else ""
        return f"No wager wins more than {dollars(payout.amount)}, its stake not included.{counted}"
    counted = f" {named.capitalize()} count with the {unit} before them." if named else ""
    return (
        f"All winners of one {unit} together win at most {dollars(payout.amount)}, stakes not included. "
        f"If they win more, each is paid in proportion.{counted}"
    )


def pay_table(table: str) -> str:
    return f"Pay table {table}"


def no_pay_posted(names: Iterable[str]) -> str:
    return f"{listed(names)}: no pay is posted."


def claim_between(unit: str) -> str:
    return f"Claim a payout after any {unit}. Only the last is paid automatically."


def fewer_lose(count: int) -> str:
    return f"Fewer than {count} lose." if count > 1 else "A count of zero loses."


def envy_pays(pay: Pay) -> str:
    return f"Envy bonus {pay}."


def after_count(count: int, pay: str) -> str:
    """A surrender pay with the count after which it is offered."""
    return f"{'once' if count == 1 else f'{count} times'}: {pay}"


def pay_means(pay: Pay) -> str:
    """What a pay says about the stake."""
    amount = decimal(pay.amount)
    units = "for each unit bet" if pay.per == 1 else f"for every {plural(pay.per, 'unit')} bet"
    if pay.unit == "to":
        return f"you win {amount} {units}, and you keep your bet."
    same = f"{decimal(pay.amount - pay.per)} to {pay.per}"
    return f"you receive {amount} {units}, and the house keeps your bet. This is the same as {same}."


# ---- the review report

REVIEW = "Review"
GAME = "Game"
SOURCE = "Source"
JURISDICTION = "Jurisdiction"
RULE = "Rule"
STATUTE = "Statute"
CARD = "Card"
FINDINGS = "Findings"
EVERY_READING = "Every wager under every reading"
EVERY_WAGER = "Every wager"
NEGATIVE_IN_BOLD = "A negative house edge, in bold, is an edge for the player."
