"""The PAR sheet as a workbook: exact counts beside decimals, and every figure computed by formulas from them."""

import io
import itertools
import re
from datetime import datetime
from fractions import Fraction
from math import lcm
from typing import Any

from rackcard.number import Pay, decimal
from rackcard.odds import WagerOdds
from rackcard.odds.tables import pays_of
from rackcard.report.printing.figures import DECISIONS, QUANTILES
from rackcard.report.printing.order import Order, software
from rackcard.report.printing.par import PLAYS, Sheet, heading_of, pays_in_full, reading_words, sheets

EPOCH = datetime(1980, 1, 1)
"""The date in the file where no date is given: the oldest that the format has."""

SHEET_NAME_MAX = 24
"""A spreadsheet allows 31; the rest is left for a number."""

CELL_DIGITS_MAX = 15
CELL_TEXT_MAX = 32_000

FIRST = 12
"""The row of the first outcome on a sheet, counted from 1 as a spreadsheet does."""

COLUMNS = ("Outcome", "Pay", "To or for", "Per", "Net on 1 unit", "Ways", "Probability", "One in", "Of the return",
           "Envy", "Lost at the highest stake, with envy", "Exact probability")  # fmt: skip


def workbook(order: Order) -> bytes:
    """The workbook's bytes: the same every time, with the date that was given."""
    import xlsxwriter

    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False,
                                      "strings_to_numbers": False})  # fmt: skip
    made = datetime.fromisoformat(order.date) if order.date else EPOCH
    book.set_properties({"title": f"{order.card.title}, PAR sheet", "company": order.house, "created": made,
                         "comments": order.foot})  # fmt: skip
    writer = _Writer(book, order)
    found = sheets(order)
    summary = book.add_worksheet("Summary")
    placed = [
        (sheet, entry, writer.entry(name, sheet, entry))
        for name, (sheet, entry) in zip(_names(found), ((s, e) for s in found for e in s.entries), strict=True)
    ]
    writer.summary(summary, placed)
    book.close()
    return file.getvalue()


def _names(found: list[Sheet]) -> list[str]:
    """A name for each sheet that a spreadsheet takes: short, plain and its own."""
    names: list[str] = []
    taken = {"summary"}
    for sheet in found:
        for entry in sheet.entries:
            play = "" if entry.play == "none" else f" {entry.play}"
            full = re.sub(r"[^A-Za-z0-9 -]", "", f"{entry.terms.group} {entry.terms.table}{play}")
            plain = full[:SHEET_NAME_MAX].strip()
            numbered = (f"{plain} #{number}" for number in itertools.count(2))
            # To a spreadsheet a and A are one name.
            name = next(name for name in itertools.chain([plain], numbered) if name.lower() not in taken)
            taken.add(name.lower())
            names.append(name)
    return names


class _Writer:
    """Writes sheets; formulas carry their value, so that a viewer that does not reckon shows it too."""

    def __init__(self, book: Any, order: Order) -> None:
        self.book, self.order = book, order
        self.bold = book.add_format({"bold": True})
        self.head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        self.wrap = book.add_format({"text_wrap": True, "valign": "top"})
        self.share = book.add_format({"num_format": "0.000000%"})
        self.number = book.add_format({"num_format": "0.000000000000"})
        self.short = book.add_format({"num_format": "0.0000"})
        self.typed = book.add_format({"bg_color": "#EEEEEE", "border": 1})
        """Cells that a reader may change."""

    def entry(self, name: str, sheet: Sheet, entry: WagerOdds) -> str | None:
        """One wager, table, reading and play; returns the sheet's name where there is something to reckon."""
        page = self.book.add_worksheet(name)
        page.set_column(0, 0, 44)
        page.set_column(1, 10, 15)
        page.set_column(11, 11, 60)
        terms = entry.terms
        lines = [
            heading_of(sheet),
            f"Rule: {terms.words('wins') or terms.words('counts') or 'the first line that holds'}",
            f"Reading: {reading_words(self.order, sheet) or 'the document leaves none open'}",
            f"Play assumed: {PLAYS.get(entry.play, entry.play)}",
            f"Pays: {pays_in_full(terms) if terms.has_rule else pays_of(terms)}",
            f"Methods: {' and '.join(entry.methods) or 'none'}",
            f"Card {self.order.card.id}, sha256 {self.order.card.sha256}",
            f"Rackcard {software()}, {self.order.dated}",
        ]
        for row, text in enumerate(lines):
            page.write_string(row, 0, text, self.bold if row == 0 else None)
        if not entry.outcomes:
            page.write_string(9, 0, "The document gives neither a rule nor a pay.")
            return None
        count = lcm(*(outcome.probability.denominator for outcome in entry.outcomes))
        page.write_string(8, 0, "Ways in all")
        self.integer(page, 8, 5, count)
        for column, title in enumerate(COLUMNS):
            page.write_string(FIRST - 2, column, title, self.head)
        for place, outcome in enumerate(entry.outcomes):
            self.outcome(page, FIRST - 1 + place, entry, place, outcome.probability * count, count)
        self.figures(page, entry)
        return name

    def integer(self, page: Any, row: int, column: int, value: int) -> bool:
        """A whole number as a number if a spreadsheet holds it exactly, else as text; says which."""
        if len(str(value)) <= CELL_DIGITS_MAX:
            page.write_number(row, column, value)
            return True
        page.write_string(row, column, str(value)[:CELL_TEXT_MAX])
        return False

    def outcome(self, page: Any, row: int, entry: WagerOdds, place: int, ways: Fraction, count: int) -> None:
        """A row of the table of outcomes: the pay is typed, the rest follows from it."""
        outcome = entry.outcomes[place]
        at = row + 1
        assert entry.bet is not None
        pay: Pay | None = next(result.pay for result in entry.bet.results if result.label == outcome.label)
        page.write_string(row, 0, outcome.label)
        if pay is None:
            page.write_string(row, 1, "not posted", self.typed)
        else:
            page.write_number(row, 1, float(pay.amount), self.typed)
            page.write_string(row, 2, pay.unit, self.typed)
            page.write_number(row, 3, pay.per, self.typed)
            net = f'=IF(C{at}="to",B{at}/D{at},B{at}/D{at}-1)'
            page.write_formula(row, 4, net, self.short, float(pay.net))
        exact = self.integer(page, row, 5, int(ways))
        probability = float(outcome.probability)
        if exact and len(str(count)) <= CELL_DIGITS_MAX:
            page.write_formula(row, 6, f"=F{at}/$F$9", self.number, probability)
        else:
            page.write_number(row, 6, probability, self.number)
        page.write_formula(row, 7, f"=1/G{at}", self.short, 1 / probability)
        if outcome.net is not None:
            returned = float(outcome.probability * (1 + outcome.net))
            page.write_formula(row, 8, f"=G{at}*(1+E{at})", self.share, returned)
        if outcome.envy is not None:
            page.write_number(row, 9, float(outcome.envy), self.typed)
        page.write_string(row, 11, str(outcome.probability)[:CELL_TEXT_MAX])

    def figures(self, page: Any, entry: WagerOdds) -> None:
        """What follows from probabilities and pays, each with the exact figure to compare."""
        first, last = FIRST, FIRST + len(entry.outcomes) - 1
        chances, nets, envies = (f"{column}{first}:{column}{last}" for column in "GEJ")
        row = last + 1
        figures: list[tuple[str, str, Fraction | None, Any]] = [
            ("Sum of probabilities", f"=SUM({chances})", Fraction(1), self.number),
        ]
        if entry.posted:
            mean = f"SUMPRODUCT({chances},{nets})"
            figures += [
                ("Hit frequency", f'=SUMIF({nets},">0",{chances})', entry.hit, self.share),
                ("Return", f"=1+{mean}", entry.player_return, self.share),
                ("House edge", f"=-{mean}", entry.house_edge, self.share),
            ]
            if entry.house_edge_with_envy is not None and entry.terms.envy_is_named:
                envy = f"=-{mean}-SUMPRODUCT({chances},{envies})"
                figures.append(("House edge with envy", envy, entry.house_edge_with_envy, self.share))
            variance = f"SUMPRODUCT({chances},{nets},{nets})-{mean}^2"
            figures.append(("Variance", f"={variance}", entry.variance, self.number))
        else:
            figures.append(("Fair pay to 1", f"=(1-G{first})/G{first}", entry.fair_pay, self.number))
        page.write_row(row, 0, ("Figure", "Computed", "Exact, as a decimal", "Exact"), self.head)
        for label, formula, exact, form in figures:
            row += 1
            page.write_string(row, 0, label)
            page.write_formula(row, 1, formula, form, float(exact or 0))
            if exact is not None:
                page.write_string(row, 2, decimal(exact))
                page.write_string(row, 3, str(exact)[:CELL_TEXT_MAX])
        page.write_string(row + 1, 0, "Mean length")
        page.write_string(row + 1, 2, "" if entry.mean_rolls is None else decimal(entry.mean_rolls))
        if entry.posted:
            self.risk(page, entry, row + 2, f"B{row + 1}", f"B{last + 6}")

    def risk(self, page: Any, entry: WagerOdds, row: int, variance: str, edge: str) -> None:
        """Deviation, volatility, bands of hold and exposure."""
        assert entry.variance is not None
        deviation = float(entry.variance) ** 0.5
        page.write_string(row, 0, "Standard deviation")
        page.write_formula(row, 1, f"=SQRT({variance})", self.number, deviation)
        page.write_string(row + 1, 0, "Volatility index at 90 %")
        index = float(QUANTILES[90])
        page.write_formula(row + 1, 1, f"={index}*B{row + 1}", self.number, index * deviation)
        self.bands(page, entry, self.exposure(page, entry, row + 2), edge, f"$B${row + 1}")

    def exposure(self, page: Any, entry: WagerOdds, row: int) -> int:
        """What each outcome costs the house at the highest stake, and the most of it; returns the row after."""
        limits = self.order.limits
        stake = 1.0 if limits is None else limits.most / 100
        payout = None if limits is None or limits.payout is None else limits.payout / 100
        page.write_string(row, 0, "Highest stake, in dollars")
        page.write_number(row, 1, stake, self.typed)
        at = f"$B${row + 1}"
        if payout is not None:
            row += 1
            page.write_string(row, 0, "Highest payout, on the win, in dollars")
            page.write_number(row, 1, payout, self.typed)
        costs = []
        for place, outcome in enumerate(entry.outcomes, start=FIRST):
            won, net = float(outcome.net or 0) * stake, f"E{place}*{at}"
            if payout is not None:
                won, net = min(won, payout), f"MIN({net},$B${row + 1})"
            costs.append(won + float(outcome.envy or 0) * stake)
            page.write_formula(place - 1, 10, f"={net}+J{place}*{at}", self.short, costs[-1])
        page.write_string(row + 1, 0, "Highest exposure under this play, with envy, in dollars")
        last = FIRST + len(entry.outcomes) - 1
        page.write_formula(row + 1, 1, f"=MAX(K{FIRST}:K{last})", self.short, max(costs))
        return row + 3

    def bands(self, page: Any, entry: WagerOdds, row: int, edge: str, deviation: str) -> None:
        """Where the actual hold lies."""
        page.write_row(row, 0, ("Decisions", "90 % from", "to", "99 % from", "to"), self.head)
        for place, decisions in enumerate(DECISIONS, start=row + 1):
            page.write_number(place, 0, decisions)
            for column, (sign, share) in enumerate((("-", 90), ("+", 90), ("-", 99), ("+", 99)), start=1):
                reach = float(QUANTILES[share]) * float(entry.variance or 0) ** 0.5 / decisions**0.5
                value = float(entry.house_edge or 0) + (reach if sign == "+" else -reach)
                formula = f"={edge}{sign}{float(QUANTILES[share])}*{deviation}/SQRT($A{place + 1})"
                page.write_formula(place, column, formula, self.share, value)

    def summary(self, page: Any, placed: list[tuple[Sheet, WagerOdds, str | None]]) -> None:
        """The first sheet: what this is, and the return and edge of every sheet behind it."""
        page.set_column(0, 0, 40)
        page.set_column(1, 6, 16)
        card = self.order.card
        lines = [f"{card.title}: PAR sheet", card.about, f"Source: {card.source}", self.order.foot.replace("\n", ", ")]
        if self.order.house:
            lines.append(f"House: {self.order.house}")
        lines.append("Grey cells may be changed; everything else is computed from them or stated exactly beside them.")
        for row, text in enumerate(lines):
            page.write_string(row, 0, text, self.bold if row == 0 else None)
        row = len(lines) + 1
        columns = ("Wager", "Pay table", "Play", "Reading", "Return", "House edge", "Exact edge")
        page.write_row(row, 0, columns, self.head)
        for sheet, entry, name in placed:
            row += 1
            named = (sheet.name, entry.terms.table, entry.play, reading_words(self.order, sheet))
            for column, text in enumerate(named):
                page.write_string(row, column, text)
            if name is None or not entry.posted:
                page.write_string(row, 4, "no pay is posted")
                continue
            computed = FIRST + len(entry.outcomes) + 4
            page.write_formula(row, 4, f"='{name}'!B{computed}", self.share, float(entry.player_return or 0))
            page.write_formula(row, 5, f"='{name}'!B{computed + 1}", self.share, float(entry.house_edge or 0))
            page.write_string(row, 6, str(entry.house_edge)[:CELL_TEXT_MAX])
