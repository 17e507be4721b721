"""Page copy that depends on facts: labels of limits, tiles, offers, the lab and the card pages."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from rackcard.money import dollars
from rackcard.number import percent
from rackcard.wording.sentence import capitalized, fill, listed

LIMIT_LABELS = {
    "wager_min": "Minimum bet",
    "wager_max": "Maximum bet",
    "seat_max": "Maximum per seat",
    "table_max": "Maximum for the table",
    "payout_max": "Maximum payout per outcome",
}
"""The limits of a table."""

TITLES = {
    401: "Please log in",
    403: "Not allowed",
    404: "Page not found",
    405: "Not allowed",
    429: "Too many requests",
    503: "Server busy",
}
"""The heading of a refusal's page, by HTTP status."""


def refusal_title(status: int) -> str:
    """The heading of a page that says why a request was refused."""
    return TITLES.get(status, "Request refused")


# ---- tiles


def change_label(cents: int | None) -> str:
    """What the newest outcome did to a wager."""
    if cents is None:
        return ""
    return f"won {dollars(cents)}" if cents > 0 else f"lost {dollars(-cents)}" if cents else "even"


TILE = {
    "counted": "{words}: {level}",
    "envy": "dealer envy {envy}",
    "envy-not-posted": "no dealer envy is posted",
    "line": "{label} pays {pay}",
    "limits": "bets {stakes}",
    "marked": "{marked} of {of}",
    "not-posted": "not posted",
    "pays": "pays {pays}",
    "pips": "{name} {count} of {of}",
    "rung": "at {count}, {pay}",
    "spin": "spin {place} {number}",
    "stack": "seat {seat} has {amount:$} up",
}
"""The phrases of a tile, as it is drawn and as a screen reader says it."""


def tile_phrase(key: str, **facts: Any) -> str:
    """A phrase of a tile.

    >>> tile_phrase("stack", seat=2, amount=500)
    'seat 2 has $5.00 up'
    """
    return fill(TILE[key], facts)


def average(cents: Fraction) -> str:
    """An average in dollars: rounded to cents, as averages are."""
    return dollars(round(cents))


# ---- offers


def offer_sentence(seat: int, title: str, takes: Iterable[tuple[str, int]]) -> str:
    """An offer for a screen reader, from the label and the pay of each way to take it."""
    ways = listed((f"{label.lower()} for {dollars(paid)}" for label, paid in takes), "or")
    return f"Seat {seat} may {ways}: {title}"


TAKING = {"surrender": "surrendering", "cash out": "cashing out", "take back": "taking the bet back"}
"""Each kind of offer, as what a player does."""


def advice(better: str, kind: str, cost: Fraction) -> str:
    """What to do with an offer, and what the other choice costs on average.

    >>> advice("ride", "cash out", Fraction(125))
    'Ride. Cashing out now costs $1.25 on average.'
    """
    if better == "take":
        return f"{capitalized(kind)}. Riding costs {average(cost)} on average."
    if better == "ride":
        return f"Ride. {capitalized(TAKING[kind])} now costs {average(cost)} on average."
    return f"Either choice is equally good: {TAKING[kind]} and riding are worth the same."


# ---- the dealer's page

DEALER = {
    "call.down": "comes down: {amount:$}",
    "call.pays": "pays {pays}",
    "call.total": "{amount:$} in all",
    "envy": "envy bonus for the dealers",
    "keeps": "{pay}, the bet stays",
    "lammer": "Lammer on {event}",
    "point-stays": "{unit} {round} · {point} stays on",
    "puck.off": "Puck off",
    "puck.on": "Puck on {point}",
    "round": "{unit} {round}",
    "toke": "{note}, for the dealers",
    "travels": "Move {wager} to {point}",
    "turns": "Stays up as {into}",
}
"""The phrases of the dealer's list and of the line for called bets."""


def dealer_phrase(key: str, **facts: Any) -> str:
    """A phrase of the dealer's page.

    >>> dealer_phrase("lammer", event="10")
    'Lammer on 10'
    """
    return fill(DEALER[key], facts)


# ---- the lobby and the card pages

DOCUMENTS = (
    ("rack-card.pdf", "Rack card", "two sides, for the table"),
    ("dealer-card.pdf", "Dealer card", "marking, calls, take and pay"),
    ("signage.pdf", "Sign", "limits and pays across a table"),
    ("layout.pdf", "Layout sheet", "the felt to scale"),
    ("par-sheet.pdf", "PAR sheet", "every figure a test lab asks for"),
    ("par-sheet.xlsx", "PAR sheet as a workbook", "the return as formulas"),
    ("math-report.pdf", "Mathematical report", "derivation, simulation and sensitivity"),
    ("strategy-card.pdf", "Strategy card", "one side, for the player"),
    ("rules-of-play.pdf", "Rules of play", "numbered, with worked examples"),
    ("dealer-procedures.pdf", "Dealer procedures", "booking, marking, calls, taking and paying"),
    ("review.pdf", "Review report", "open questions, each reading priced"),
)
"""The printed files of a card: name, title and a few words."""
IN_JSON = "in the JSON"
"""In place of a fraction that is too long for a page."""


def edge_label(edge: Fraction) -> str:
    """An edge with the side that has it.

    >>> edge_label(Fraction(-1, 50))
    '2.00 % for the player'
    """
    return f"{percent(edge, 2)} for the house" if edge >= 0 else f"{percent(-edge, 2)} for the player"


def edge_of_wager(edge: Fraction | None, wager: str, table: str) -> str:
    """An edge with the wager and pay table it is for, where they need saying."""
    if edge is None:
        return "no pay posted"
    where = f"{wager}{f', pay table {table}' if table else ''}" if wager else ""
    return edge_label(edge) + (f": {where}" if where else "")


def by_table(values: Mapping[str, str]) -> str:
    """What each pay table has of its own."""
    return "; ".join(f"table {table}: {words}" for table, words in values.items())


def fair_pay_note(wager: str, fair: str) -> str:
    """A wager for which no pay is posted."""
    return f"{wager}: no pay posted; the fair pay is {fair} to 1."


def one_outcome(unit: str) -> str:
    """How long a wager of one outcome lasts."""
    return f"Decided by one {unit}."


def no_duration(reason: str) -> str:
    """Why the duration of a wager is not shown."""
    return f"The duration is not shown: {reason}."


# ---- the lab

EXACT_ODDS, HOUSE_EDGE = "Exact odds", "House edge"
"""The titles of two tables."""
NEW_WAGER = "new"
"""The edge before of a wager that was not on the card."""
SLOW_PRICES = "Pricing this card takes longer than one request allows. For a large card, use: rackcard odds."
SLOW_REVIEW = "Reviewing every combination of options takes longer than one request allows."


def wagers_removed(names: Iterable[str]) -> str:
    """Wagers that the card had before it was edited."""
    return f"Removed: {', '.join(names)}."


def each_place(title: str) -> str:
    """A wager that is bet on places of the layout, all at one price."""
    return f"{title} (each place)"


def edge_change(before: Fraction | None, now: Fraction | None) -> str:
    """How far an edge moved, with a sign for the direction, not only a color."""
    if before is None or now is None:
        return "–"
    if before == now:
        return "none"
    moved = percent(abs(now - before))
    return f"▲ +{moved}" if now > before else f"▼ −{moved}"
