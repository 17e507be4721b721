"""What is said about a log of real play: its columns, bad rows, differences and the tests of chance."""

from rackcard.number import plural
from rackcard.wording.sentence import Facts, fill

BAD_ROWS = {
    "no-rows": "the log is empty; its first line must name the columns",
    "unknown-column": "column {name} is not known; expected: {known:list}; leave it out with --ignore {name}",
    "repeated-column": "column {name} is there twice; keep one",
    "missing-columns": "there is no column {names:and}; add it, one outcome to a row",
    "missing-columns.several": "there are no columns {names:and}; add them, one outcome to a row",
    "fields": "the row has {found:n field} and the first line names {expected}; check commas and quotes",
    "not-json": "the line is not a JSON object; write one object to a line",
    "not-utf-8": "byte {byte} is not UTF-8; save the file as UTF-8",
    "not-text": "{name} must be text or a number",
    "empty-row": "the row has neither a bet nor an outcome; fill in {columns:or}, or remove the row",
    "unknown-do": '"{text}" is not something that happens at a table; expected: {known:list}',
    "half-outcome": "the outcome is not complete; fill in {columns:and}",
    "outcome": "{reason}",
    "no-wager": "the row names no wager; fill in wager",
    "unknown-wager": 'no wager here is called "{text}"; expected for example {known:or}',
    "unclear-wager": '"{text}" is a wager of {cards:and}; name one of them in the column card',
    "unknown-card": '"{text}" is not a card at this table; expected: {known:list}',
    "bad-amount": '"{text}" is not an amount; write dollars, as in 25 or 12.50',
    "bad-amount.digit": '"{text}" is not an amount; write {meant}',
    "no-amount": "the row has no amount; write dollars, as in 25",
    "bad-seat": '"{text}" is not a seat; write a number from 1 to {most}',
    "bad-toke": '"{text}" is neither yes nor no',
    "unknown-id": 'no bet that is up has the id "{text}"',
    "not-up": "seat {seat} has no bet up on {wager}",
    "several-up": "seat {seat} has several bets up on {wager}; give each an id, and name it here",
    "refused": "{reason}",
}
"""What is wrong with a row, and what to do, by code."""


def bad_row(line: int, column: str, code: str, facts: Facts) -> str:
    """One bad row, with its place."""
    where = f"line {line}, column {column}" if column else f"line {line}"
    return f"{where}: {fill(BAD_ROWS[code], facts)}"


def bad_rows(log: str, sentences: list[str], more: int) -> str:
    """All bad rows of a log; nothing was settled."""
    bad = len(sentences) + more
    lines = [f"{log}: {plural(bad, 'bad row')}; nothing was settled", *sentences]
    return "\n".join([*lines, f"… and {more:,} more"] if more else lines)


FREE_COLUMNS = ("time", "round", "dealer", "note")
"""Columns that may be there and are not looked at."""

CHANCE_NOTE = (
    "Counts are exact; p-values are approximations. "
    "With fair equipment, all tests together call one log in {logs:,} unlikely."
)
"""What the tests of chance are."""
CHANCE_TITLE = "Chance"
DIFFERENCES = "Payments that differ"
TOTALS = "Totals"
ALL = "all wagers"

VERDICTS = {
    "usual": "as expected",
    "unlikely": "unlikely by chance",
    "too-few": "too few {units} to tell",
}
SERIAL = "{test}, each with the next"
SHOES_UNKNOWN = "no shoe is marked, so this test is cautious"


def totals_line(outcomes: int, unit: str, bets: int, differing: int, compared: int) -> str:
    """What was settled, in one sentence."""
    settled = f"{plural(outcomes, unit)} and {plural(bets, 'bet')} settled"
    if not compared:
        return f"{settled}; no payment to compare."
    if not differing:
        return f"{settled}; all {plural(compared, 'payment')} right."
    return f"{settled}; {plural(differing, 'payment')} of {compared:,} wrong."


def difference_line(shown: int, differing: int) -> str:
    """A note under the rows that differ, where not all are shown."""
    return f"The first {shown} of {differing:,}; --csv and --json have all." if shown < differing else ""


def money_note(drop: int, hold: int, up: int) -> str:
    """A note under the totals: the drop, and the bets that are not decided."""
    parts = [fill("Drop {drop:$}, hold {hold:$}.", {"drop": drop, "hold": hold})] if drop else []
    if up:
        parts.append(fill("{up:n bet} still up at the end of the log.", {"up": up}))
    return " ".join(parts)
