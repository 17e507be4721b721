"""The words of a layout sheet: what is drawn, its sizes, and who approves it."""

from collections.abc import Sequence

LAYOUT_SHEET = "Layout of the felt, betting spots and pays"
NOTES, APPEARS = "Notes", "As it will appear"
NO_LINE = "Decided by the rules of play"
GROUND, LINES, TOP_PAY, LOSES = "ground", "lines, lettering", "top pay", "what loses"
COLORS = ("Felt green", "Cream", "Brass", "Red")
DRAWING, SHEET, SCALE, DATE, UNIT, TOLERANCE = "Drawing", "Sheet", "Scale, letter paper", "Date", "Unit", "Tolerance"
HOUSE, CARD, RULES, APPROVED = "House", "Card and its hash", "House rules", "Approved, signature and date"
INCH, PLUS_MINUS, ONE_SHEET = "inch", "± 1/16", "1 of 1"
DIMENSIONS = (
    "Dimensions are to center lines and to the inside of outlines. Line weight on the felt 1/16 in. "
    "A zone at the other end of the table is mirrored."
)


def scale(times: int) -> str:
    return f"1:{times}"


def chain(gaps: int, pitch: float) -> str:
    """Equal distances one after another.

    >>> chain(9, 1.7), chain(1, 2.0)
    ('9 × 1.70 = 15.30', '2.00')
    """
    return f"{gaps} × {pitch:.2f} = {gaps * pitch:.2f}" if gaps > 1 else f"{pitch:.2f}"


def across(inches: float) -> str:
    return f"Ø {inches:.2f}"


def numbers_note(count: int, diameter: float) -> str:
    return (
        f"Number circles, {count}, {across(diameter)} in. A lammer of 1.25 in covers a number when it hits."
        if diameter > 1.25
        else f"Number circles, {count}, {across(diameter)} in. A lammer is placed on a number when it hits."
    )


def slots_note(count: int, diameter: float) -> str:
    return f"Track, {count} positions, {across(diameter)} in: the marker of each outcome, in order."


def pays_note(count: int, widths: Sequence[float], height: float) -> str:
    """The boxes of pays, with the width of each row's where rows differ.

    >>> pays_note(5, (3.0, 4.5), 1.0)
    'Pays. 5 boxes of 3.00 (last row 4.50) × 1.00 in. Lettering 0.32 and 0.62 in.'
    """
    boxes = f"{count} boxes" if count > 1 else "One box"
    first, last = widths[0], widths[-1]
    across = f"{first:.2f}" if first == last else f"{first:.2f} (last row {last:.2f})"
    return f"Pays. {boxes} of {across} × {height:.2f} in. Lettering 0.32 and 0.62 in."


def spots_note(seats: int, rows: int) -> str:
    each = f", {rows} rows, one for each wager" if rows > 1 else ""
    return f"Betting spots 1 to {seats}, one for each player position{each}. Chips of 39 mm (1.54 in)."


def areas_note(seats: int) -> str:
    return f"Betting areas, one for each wager; chips are placed in them by player position, 1 to {seats}."


def line_note() -> str:
    return "Rule line, lettering 0.36 in."


def drawing_number(card: str) -> str:
    """A number for the drawing, from the id of the card."""
    return "".join(word[0] for word in card.split("-")).upper() + "-01"
