"""The PAR sheet as a workbook: exact counts beside decimals, and every figure computed by formulas from them.

The pays are in one place, the sheet Pays; every other sheet refers to them there. A formula names the cells it needs
as they were recorded when they were written, so that no position is computed twice.
"""

import io
import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from math import ceil, lcm
from typing import Any

from rackcard.card import Terms
from rackcard.house import BetLimits
from rackcard.house.payout import cut_net, net_of
from rackcard.house.priced import capped
from rackcard.machine import Bet, Result
from rackcard.number import decimal, digits_of, written
from rackcard.odds import WagerOdds
from rackcard.odds.tables import pays_of
from rackcard.report import figures
from rackcard.report.documents import par_facts as par
from rackcard.report.documents.content import Format, PrintError
from rackcard.report.documents.filed import Sheet, is_filed, reading_words, sheets
from rackcard.report.hold import BANDS, bands
from rackcard.report.request import Order
from rackcard.wording import par_sheet as par_words
from rackcard.wording import workbook as words

EPOCH = datetime(1980, 1, 1)
"""The date in the file where no date is given: the oldest that the format has."""

NAME_MAX = 31
CELL_DIGITS_MAX = 15
CELL_TEXT_MAX = 32_000
FORMULA_MAX = 8_000

LAST_COLUMN = 9
LETTERS_PER_LINE = 150
"""How much text fits in one line of the columns that a sheet has beside its labels."""

Key = tuple[str, str, str, str, str]
"""A result of a wager at a pay table: its label, its pay and its envy, which readings may change."""


def workbook(order: Order, paper: Format = "letter") -> bytes:
    """The workbook's bytes: the same every time, with the date that was given."""
    try:
        import xlsxwriter
    except ImportError:
        raise PrintError("no-xlsxwriter") from None
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False,
                                      "strings_to_numbers": False})  # fmt: skip
    made = datetime.fromisoformat(order.date) if order.date else EPOCH
    book.set_properties({"title": words.title(order.card.title), "company": order.house, "created": made,
                         "comments": order.sheet_foot})  # fmt: skip
    found = sheets(order)
    writer = _Writer(book, order, paper, found)
    writer.pays()
    for name, sheet, entry in zip(writer.names[2:], *zip(*writer.entries, strict=True), strict=True):
        writer.entry(name, sheet, entry)
    writer.summary()
    book.close()
    return file.getvalue()


def sheet_names(order: Order, found: list[Sheet]) -> list[str]:
    """A name for each sheet that a spreadsheet takes: short, plain, and with the reading where it matters."""
    count: dict[tuple[str, str], int] = {}
    for sheet in found:
        place = (sheet.first.terms.wager, sheet.first.terms.table)
        count[place] = count.get(place, 0) + 1
    names = [words.SUMMARY, words.PAYS]
    taken = {name.lower() for name in names}
    for sheet in found:
        terms = sheet.first.terms
        reading = _reading_name(order, sheet) if count[terms.wager, terms.table] > 1 else ""
        for entry in sheet.entries:
            play = "" if entry.play == "none" else entry.play
            rest = re.sub(r"[^A-Za-z0-9 -]", "", " ".join(part for part in (terms.table, reading, play) if part))
            group = terms.group
            numbers = itertools.chain([""], (f" #{number}" for number in itertools.count(2)))
            room = NAME_MAX - 1 - len(rest)
            tried = (f"{group[: max(room - len(n), 6)]} {rest}"[: NAME_MAX - len(n)] + n for n in numbers)
            # To a spreadsheet a and A are one name.
            name = next(name for name in tried if name.lower() not in taken)
            taken.add(name.lower())
            names.append(name)
    return names


def _reading_name(order: Order, sheet: Sheet) -> str:
    """The readings of a sheet in few letters: a value that is not clear alone follows the end of its option's name."""
    parts = []
    for option in order.card.readings:
        values = list(dict.fromkeys(reading[option.name] for reading in sheet.readings))
        if len(values) == 1:
            value = "all" if option.many and values[0] != option.default else values[0]
            plain = value in ("yes", "no", "default", "all")
            parts.append(f"{option.name.split('-')[-1]} {value}" if plain else value)
    return " ".join(parts)


@dataclass
class _Page:
    """A worksheet that is written from the top, and remembers where its figures are."""

    name: str
    sheet: Any
    row: int = 0
    cells: dict[str, str] = field(default_factory=dict)

    def at(self, column: int, row: int | None = None) -> str:
        """A cell of the row that is being written, as its own sheet calls it."""
        return f"${'ABCDEFGHIJKLM'[column]}${(self.row if row is None else row) + 1}"

    def from_afar(self, cell: str) -> str:
        """The same cell as another sheet calls it."""
        return f"'{self.name}'!{cell}"


def _stake_limits(order: Order, sheet: Sheet) -> BetLimits:
    limits = order.limits_of(sheet.first.terms)
    return limits if limits is not None and limits.most else BetLimits(100, 100)


class _Writer:
    """Writes sheets; formulas carry their value, so that a viewer that does not compute shows it too."""

    def __init__(self, book: Any, order: Order, paper: Format, found: list[Sheet]) -> None:
        self.book, self.order, self.paper, self.found = book, order, paper, found
        self.bold = book.add_format({"bold": True})
        self.label = book.add_format({"bold": True, "valign": "top"})
        self.head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        self.wrap = book.add_format({"text_wrap": True, "valign": "top", "align": "left"})
        self.link = book.add_format({"underline": 1})
        self.share = book.add_format({"num_format": "0.000000%"})
        self.number = book.add_format({"num_format": "0.000000000000"})
        self.short = book.add_format({"num_format": "0.0000"})
        self.money = book.add_format({"num_format": "#,##0.00"})
        self.typed = book.add_format({"bg_color": "#EEEEEE", "border": 1})
        """Cells that a reader may change."""
        self.entries = [(sheet, entry) for sheet in found for entry in sheet.entries]
        self.names = sheet_names(order, found)
        self.pages = {name: _Page(name, book.add_worksheet(name)) for name in self.names}
        for page in self.pages.values():
            self.set_up(page)
        self.nets: dict[Key, dict[str, str]] = {}
        """Where the net, the envy and what is lost on each result are on the sheet of pays."""
        self.limits = {sheet.first.terms.group: _stake_limits(order, sheet) for sheet in found}
        """The limits of each wager; those of a bet without a maximum are for one dollar."""
        self.has_one_stake = len({one.most for one in self.limits.values()}) == 1
        payouts = {one.capped_at for one in self.limits.values()} - {None}
        self.payout = next(iter(payouts), None)

    def stake_label(self, terms: Terms) -> str:
        """What the maximum bet of a wager is called: its own name where wagers have different ones."""
        return words.MAXIMUM_BET if self.has_one_stake else words.maximum_bet_of(terms.title)

    def set_up(self, page: _Page) -> None:
        """How a sheet is printed: across, as wide as the paper, its first row on every page, numbered and dated."""
        sheet = page.sheet
        sheet.set_landscape()
        sheet.set_paper(9 if self.paper == "a4" else 1)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        sheet.freeze_panes(1, 1)
        house = f" · {self.order.house}" if self.order.house else ""
        title = words.title(_plain(self.order.card.title)[:80])
        sheet.set_header(f"&L{title}{_plain(house)[:80]}&R{_plain(page.name)}")
        sheet.set_footer(f"&L{self.order.card.id[:60]}, {self.order.card.sha256[:16]}&C&P of &N&R{self.order.dated}")

    def facts(self, page: _Page, pairs: Iterable[tuple[str, str]], last: int = LAST_COLUMN) -> None:
        """Labels with what they say, a row as high as its text."""
        for label, text in pairs:
            page.sheet.write_string(page.row, 0, label, self.label)
            page.sheet.merge_range(page.row, 1, page.row, last, text[:CELL_TEXT_MAX], self.wrap)
            page.sheet.set_row(page.row, 15 * ceil(max(len(text), 1) / LETTERS_PER_LINE))
            page.row += 1

    def header(self, page: _Page, columns: Iterable[str]) -> None:
        page.sheet.write_row(page.row, 0, columns, self.head)
        page.row += 1

    def integer(self, page: _Page, column: int, value: int) -> bool:
        """A whole number as a number if a spreadsheet holds it exactly, else as text; says which."""
        digits = digits_of(value)
        if len(digits) <= CELL_DIGITS_MAX:
            page.sheet.write_number(page.row, column, value)
            return True
        page.sheet.write_string(page.row, column, digits[:CELL_TEXT_MAX])
        return False

    # ---- the pays, in one place
    def pays(self) -> None:
        """Every result of every wager with its pay: what may be changed, and what it comes to at the highest stake."""
        page = self.pages[words.PAYS]
        page.sheet.set_column(0, 0, 34)
        page.sheet.set_column(1, 2, 16)
        page.sheet.set_column(3, 3, 40)
        page.sheet.set_column(4, 10, 14)
        page.sheet.write_string(page.row, 0, words.GRAY_CELLS, self.bold)
        page.row += 1
        stakes = {
            self.stake_label(sheet.first.terms): self.limits[sheet.first.terms.group].most for sheet in self.found
        }
        limits = list(stakes.items())
        if self.payout is not None:
            limits.append((words.MAXIMUM_PAYOUT, self.payout))
        for label, cents in limits:
            page.sheet.write_string(page.row, 0, label)
            page.sheet.write_number(page.row, 1, cents / 100, self.typed)
            page.cells[label] = page.at(1)
            page.row += 1
        if self.order.limits is None and self.order.rules is None:
            page.sheet.write_string(page.row - 1, 2, words.NO_LIMITS)
        self.header(page, words.PAYS_COLUMNS)
        page.sheet.freeze_panes(page.row, 1)
        page.sheet.repeat_rows(page.row - 1)
        readings = self.readings_of_pays()
        for sheet in self.found:
            if sheet.first.bet is not None:
                for result in figures.results_of(sheet.first):
                    key = _key(sheet.first, result)
                    if key not in self.nets:
                        self.pay(page, sheet, result, key, readings.get(key, ""))

    def readings_of_pays(self) -> dict[Key, str]:
        """Under which readings a pay holds, where a result has several."""
        by_label: dict[tuple[str, str, str], dict[Key, list[str]]] = {}
        for sheet in self.found:
            for result in figures.results_of(sheet.first):
                key = _key(sheet.first, result)
                words = by_label.setdefault(key[:3], {}).setdefault(key, [])
                words.append(reading_words(self.order, sheet))
        return {key: " or ".join(w) for keys in by_label.values() if len(keys) > 1 for key, w in keys.items()}

    def pay(self, page: _Page, sheet: Sheet, result: Result, key: Key, reading: str) -> None:
        """A row of the sheet of pays."""
        cells = page.sheet
        for column, text in enumerate((sheet.name, key[1], reading, result.label)):
            cells.write_string(page.row, column, text)
        places = {"net": page.at(7), "envy": page.at(8), "at most": page.at(9), "lost": page.at(10)}
        places["text"] = '&" "&'.join(page.from_afar(page.at(column)) for column in (4, 5, 6))
        self.nets[key] = {name: cell if name == "text" else page.from_afar(cell) for name, cell in places.items()}
        envy = result.envy or Fraction(0)
        if result.envy is not None:
            cells.write_number(page.row, 8, float(result.envy), self.typed)
        if result.pay is None:
            cells.write_string(page.row, 4, par_words.NOT_POSTED, self.typed)
        else:
            pay = result.pay
            cells.write_number(page.row, 4, float(pay.amount), self.typed)
            cells.write_string(page.row, 5, pay.unit, self.typed)
            cells.write_number(page.row, 6, pay.per, self.typed)
            amount, unit, per = page.at(4), page.at(5), page.at(6)
            bet = sheet.first.bet
            assert bet is not None
            net = f'IF({unit}="to",{amount}/{per},{amount}/{per}-1)'
            cells.write_formula(page.row, 7, _less_commission(net, bet, result), self.short, float(net_of(bet, result)))
            own, stake = self.limits[sheet.first.terms.group], page.cells[self.stake_label(sheet.first.terms)]
            most = cut_net(bet, result, sheet.first.chance, own)
            if bet.terms.bundle and most != net_of(bet, result):
                cells.write_number(page.row, 9, float(most), self.short)  # each part has a limit of its own
            else:
                limit = page.cells.get(words.MAXIMUM_PAYOUT) if own.capped_at is not None else None
                cells.write_formula(page.row, 9, _at_most(places["net"], bet, limit, stake), self.short, float(most))
            # Cents are rounded up, as they are on paper; a remainder of float arithmetic is not a cent.
            won, dealt = (f"ROUNDUP(ROUND({part}*{stake},6),2)" for part in (places["at most"], places["envy"]))
            cost = ceil(own.most * most) + ceil(own.most * envy)
            cells.write_formula(page.row, 10, f"={won}+{dealt}", self.money, cost / 100)
        page.row += 1

    # ---- one wager, table, reading and play
    def entry(self, name: str, sheet: Sheet, entry: WagerOdds) -> None:
        """A sheet of its own."""
        page = self.pages[name]
        page.sheet.set_column(0, 0, 40)
        page.sheet.set_column(1, 8, 16)
        page.sheet.set_column(9, 9, 60)
        page.sheet.write_string(page.row, 0, par.heading_of(sheet), self.bold)
        page.sheet.write_url(page.row, 1, f"internal:'{words.SUMMARY}'!A1", self.link, words.TO_THE_SUMMARY)
        page.row += 1
        facts = [*par.rules(self.order, sheet, entry), *par.summary_facts(self.order, self.found)]
        self.facts(page, facts)
        if not entry.outcomes:
            page.sheet.write_string(page.row, 0, par_words.NO_RULE)
            return
        self.outcomes(page, entry)
        self.figures(page, entry)
        if entry.posted:
            self.bands(page, entry)
        self.length(page, entry)

    def outcomes(self, page: _Page, entry: WagerOdds) -> None:
        """The table of outcomes: ways over a common count, and pays from their own sheet."""
        count = lcm(*(outcome.probability.denominator for outcome in entry.outcomes))
        page.row += 1
        page.sheet.write_string(page.row, 0, words.WAYS, self.bold)
        fits = self.integer(page, 3, count)
        ways_in_all = page.at(3)
        page.row += 1
        self.header(page, words.OUTCOMES_COLUMNS)
        first = page.row
        for outcome in entry.outcomes:
            result = outcome.result
            paid = self.nets[_key(entry, result)]
            cells, row = page.sheet, page.row
            cells.write_string(row, 0, outcome.label)
            if result.pay is None:
                cells.write_string(row, 1, par_words.NOT_POSTED)
            else:
                written = f"{decimal(result.pay.amount)} {result.pay.unit} {result.pay.per}"
                cells.write_formula(row, 1, f"={paid['text']}", None, written)
                cells.write_formula(row, 2, f"={paid['net']}", self.short, float(outcome.net or 0))
            exact = self.integer(page, 3, int(outcome.probability * count))
            probability = float(outcome.probability)
            if exact and fits:
                cells.write_formula(row, 4, f"={page.at(3)}/{ways_in_all}", self.number, probability)
            else:
                cells.write_number(row, 4, probability, self.number)
            cells.write_formula(row, 5, f"=1/{page.at(4)}", self.short, 1 / probability)
            if outcome.net is not None:
                returned = float(outcome.probability * (1 + outcome.net))
                cells.write_formula(row, 6, f"={page.at(4)}*(1+{page.at(2)})", self.share, returned)
            if outcome.envy is not None:
                cells.write_formula(row, 7, f"={paid['envy']}", self.short, float(outcome.envy))
            if result.pay is not None:
                assert entry.bet is not None
                most = cut_net(entry.bet, result, entry.chance, self.limits[entry.terms.group])
                cells.write_formula(row, 8, f"={paid['at most']}", self.short, float(most))
            cells.write_string(row, 9, str(outcome.probability)[:CELL_TEXT_MAX])
            page.row += 1
        last = page.row - 1
        for label, column in (("chances", 4), ("nets", 2), ("envies", 7), ("at most", 8)):
            page.cells[label] = f"{page.at(column, first)}:{page.at(column, last)}"
        page.cells["first chance"] = page.at(4, first)

    def figures(self, page: _Page, entry: WagerOdds) -> None:
        """What follows from probabilities and pays, each with the exact figure to compare."""
        chances, nets, at_most = page.cells["chances"], page.cells["nets"], page.cells["at most"]
        page.row += 1
        self.header(page, words.FIGURE_COLUMNS)
        self.figure(page, words.SUM, f"SUM({chances})", Fraction(1), self.number)
        if not entry.posted:
            chance = page.cells["first chance"]
            self.figure(page, words.FAIR_PAY, f"(1-{chance})/{chance}", entry.fair_pay, self.number)
        else:
            mean = f"SUMPRODUCT({chances},{nets})" + _of_stake(entry)
            self.figure(page, words.HIT, f'SUMIF({nets},">0",{chances})', entry.hit, self.share)
            self.figure(page, words.RETURN, f"1+{mean}", entry.player_return, self.share)
            self.figure(page, words.HOUSE_EDGE, f"-{mean}", entry.house_edge, self.share)
            dealt = f"SUMPRODUCT({chances},{page.cells['envies']})"
            with_envy = entry.house_edge_with_envy is not None and entry.terms.envy_is_named
            if with_envy:
                self.figure(
                    page, words.HOUSE_EDGE_AFTER_ENVY, f"-{mean}-{dealt}", entry.house_edge_with_envy, self.share
                )
            cut = capped(entry, self.limits[entry.terms.group])
            if cut is not None:
                kept = f"-SUMPRODUCT({chances},{at_most})" + _of_stake(entry)
                self.figure(page, words.EDGE_AT_MAXIMUM, kept, cut.edge, self.share)
                if with_envy:
                    label = words.EDGE_AFTER_ENVY_AT_MAXIMUM
                    self.figure(page, label, f"{kept}-{dealt}", cut.edge_with_envy, self.share)
                page.sheet.write_string(page.row, 0, words.APPLIES_TO)
                page.sheet.write_number(page.row, 1, cut.stake / 100, self.money)
                page.row += 1
            variance = f"SUMPRODUCT({chances},{nets},{nets}){_of_stake(entry)}{_of_stake(entry)}-({mean})^2"
            self.figure(page, words.VARIANCE, variance, entry.variance, self.number)
            deviation = f"SQRT({page.cells[words.VARIANCE]})"
            self.figure(page, words.DEVIATION, deviation, figures.deviation(entry), self.number, root=True)
            volatility = f"{float(figures.VOLATILITY)}*{page.cells[words.DEVIATION]}"
            self.figure(page, words.VOLATILITY, volatility, figures.volatility(entry), self.number, root=True)
        if entry.mean_rolls is not None:
            page.sheet.write_string(page.row, 0, words.mean_length(self.order.card.game.unit))
            page.sheet.write_string(page.row, 2, decimal(entry.mean_rolls))
            page.sheet.write_string(page.row, 3, written(entry.mean_rolls)[:CELL_TEXT_MAX])
            page.row += 1
        if entry.posted:
            self.exposure(page, entry)

    def figure(
        self, page: _Page, label: str, formula: str, exact: Fraction | None, form: Any, *, root: bool = False
    ) -> None:
        """A figure by its formula, and beside it the exact one; a root has no fraction."""
        page.sheet.write_string(page.row, 0, label)
        page.sheet.write_formula(page.row, 1, f"={formula}", form, float(exact or 0))
        if exact is not None:
            page.sheet.write_string(page.row, 2, decimal(exact))
            if not root:
                page.sheet.write_string(page.row, 3, str(exact)[:CELL_TEXT_MAX])
        page.cells[label] = page.at(1)
        page.row += 1

    def exposure(self, page: _Page, entry: WagerOdds) -> None:
        """The most that the house can lose to the wager whatever the player does, as on paper."""
        limits = self.limits[entry.terms.group]
        paid = [result for result in figures.results_of(entry) if result.pay is not None]
        costs = [self.nets[_key(entry, result)]["lost"] for result in paid]
        label = words.MAXIMUM_EXPOSURE
        page.sheet.write_string(page.row, 0, label)
        lost = figures.exposure(entry, limits).total
        page.sheet.write_formula(page.row, 1, f"=MAX({','.join(costs)})", self.money, lost / 100)
        page.sheet.write_string(page.row, 2, par.exposure_words(self.order, entry))
        page.cells[label] = page.at(1)
        page.row += 1

    def bands(self, page: _Page, entry: WagerOdds) -> None:
        """The range of the actual hold by the exact law at the filed pays, and by the normal law from the cells."""
        if not entry.variance:
            return
        page.row += 1
        page.sheet.write_string(page.row, 0, words.BANDS_NOTE)
        page.row += 1
        self.header(page, words.BAND_COLUMNS)
        edge, deviation = page.cells[words.HOUSE_EDGE], page.cells[words.DEVIATION]
        kept, spread = float(entry.house_edge or 0), float(figures.deviation(entry) or 0)
        reach = float(figures.VOLATILITY)
        for band in bands(entry):
            page.sheet.write_number(page.row, 0, band.decisions)
            bounds = [value for share in BANDS for value in band.ranges[share]]
            for column, value in enumerate((*bounds, band.behind), start=1):
                page.sheet.write_number(page.row, column, float(value), self.share)
            error = reach * spread / band.decisions**0.5
            for column, sign, value in ((8, "-", kept - error), (9, "+", min(kept + error, 1.0))):
                formula = f"{edge}{sign}{reach}*{deviation}/SQRT({page.at(0)})"
                page.sheet.write_formula(page.row, column, f"=MIN(1,{formula})", self.share, value)
            page.row += 1

    def length(self, page: _Page, entry: WagerOdds) -> None:
        """The distribution of length: how likely each number of outcomes that count is."""
        found = figures.length(entry)
        if found is None or len(found.exactly) < 2:
            return
        unit = self.order.card.game.unit
        page.row += 1
        self.header(page, words.length_columns(unit))
        total, before = Fraction(0), ""
        for outcomes, probability in enumerate(found.exactly, start=1):
            total += probability
            page.sheet.write_number(page.row, 0, outcomes)
            page.sheet.write_number(page.row, 1, float(probability), self.share)
            page.sheet.write_formula(page.row, 2, f"={before}{page.at(1)}", self.share, float(total))
            page.sheet.write_formula(page.row, 3, f"=1-{page.at(2)}", self.share, float(1 - total))
            page.sheet.write_string(page.row, 4, written(probability)[:CELL_TEXT_MAX])
            before = f"{page.at(2)}+"
            page.row += 1

    # ---- the first sheet
    def summary(self) -> None:
        """What this is, and the figures of every sheet behind it, with a link to each."""
        page = self.pages[words.SUMMARY]
        last = len(words.SUMMARY_COLUMNS) - 1
        page.sheet.set_column(0, 0, 34)
        page.sheet.set_column(1, 1, 10)
        page.sheet.set_column(2, 2, 26)
        page.sheet.set_column(3, 3, 8)
        page.sheet.set_column(4, 4, 24)
        page.sheet.set_column(5, 10, 15)
        page.sheet.set_column(11, last, 30)
        page.sheet.write_string(page.row, 0, words.title(self.order.card.title), self.bold)
        page.row += 1
        if self.order.house:
            self.facts(page, [(words.HOUSE, self.order.house)], last)
        self.facts(page, par.summary_facts(self.order, self.found), last)
        self.facts(page, ((f"Reading {option.name}", option.about) for option in self.order.card.readings), last)
        notes = [(words.CHANGE_A_PAY, words.CHANGES), (words.HOW_TO_READ, par.how_to_read(self.found))]
        self.facts(page, notes, last)
        page.row += 1
        self.header(page, words.SUMMARY_COLUMNS)
        for name, (sheet, entry) in zip(self.names[2:], self.entries, strict=True):
            self.summary_row(page, name, sheet, entry)
        self.whole_card(page)
        page.row += 1
        page.sheet.write_row(page.row, 0, words.SIGNED_COLUMNS, self.head)

    def summary_row(self, page: _Page, name: str, sheet: Sheet, entry: WagerOdds) -> None:
        own = self.pages[name]
        page.sheet.write_url(page.row, 0, f"internal:'{name}'!A1", self.link, sheet.name)
        play = "" if entry.play == "none" else entry.play
        filed = words.FILED if is_filed(self.order, sheet) else ""
        texts = (words.table(entry.terms.table, filed), reading_words(self.order, sheet), play, pays_of(entry.terms))
        for column, text in enumerate(texts, start=1):
            page.sheet.write_string(page.row, column, text)
        computed = (
            (words.HIT, self.share, entry.hit),
            (words.RETURN, self.share, entry.player_return),
            (words.HOUSE_EDGE, self.share, entry.house_edge),
            (words.HOUSE_EDGE_AFTER_ENVY, self.share, entry.house_edge_with_envy),
            (words.DEVIATION, self.short, figures.deviation(entry)),
        )
        for column, (label, form, value) in enumerate(computed, start=5):
            if label in own.cells:
                formula = f"={own.from_afar(own.cells[label])}"
                page.sheet.write_formula(page.row, column, formula, form, float(value or 0))
        if not entry.posted:
            page.sheet.write_string(page.row, 6, words.NO_PAY)
        else:
            limits = self.limits[entry.terms.group]
            cell = own.from_afar(own.cells[words.MAXIMUM_EXPOSURE])
            lost = figures.exposure(entry, limits).total
            page.sheet.write_formula(page.row, 10, f"={cell}", self.money, lost / 100)
            for column, value in ((11, entry.player_return), (12, entry.house_edge)):
                assert value is not None
                page.sheet.write_string(page.row, column, written(value)[:CELL_TEXT_MAX])
        page.row += 1

    def whole_card(self, page: _Page) -> None:
        """The exposure of all wagers at once: of each the highest, whatever its table and reading."""
        total = par.whole_card(self.order, self.found)
        if total is None:
            return
        label = words.MAXIMUM_EXPOSURE
        groups: dict[str, list[str]] = {}
        for name, (_, entry) in zip(self.names[2:], self.entries, strict=True):
            own = self.pages[name]
            if label in own.cells:
                groups.setdefault(entry.terms.group, []).append(own.from_afar(own.cells[label]))
        formula = "=" + "+".join(f"MAX({','.join(cells)})" for cells in groups.values())
        page.sheet.write_string(page.row, 0, words.CARD_EXPOSURE, self.bold)
        if groups and len(formula) <= FORMULA_MAX:
            page.sheet.write_formula(page.row, 10, formula, self.money, total[0] / 100)
        else:
            page.sheet.write_number(page.row, 10, total[0] / 100, self.money)
        page.sheet.write_string(page.row, 11, total[1])
        page.row += 1


def _key(entry: WagerOdds, result: Result) -> Key:
    envy = "" if result.envy is None else str(result.envy)
    return (entry.terms.wager, entry.terms.table, result.label, str(result.pay), envy)


def _less_commission(net: str, bet: Bet, result: Result) -> str:
    """The net of a pay without the commission: a share of the win, or an amount for each unit staked."""
    rule = bet.terms.commission
    if rule is not None and rule.of == "win" and result.commission:
        net = f"{net}*(1-{rule.rate})"
    elif result.commission:
        net = f"{net}-{result.commission}"
    return f"={net}-{bet.commission}" if bet.commission else f"={net}"


def _at_most(net: str, bet: Bet, limit: str | None, stake: str) -> str:
    """A net within the payout limit, which is on the win and not on what was put down beside the stake."""
    if limit is None:
        return f"={net}"
    if not bet.commission:
        return f"=MIN({net},{limit}/{stake})"
    return f"=MIN({net}+{bet.commission},{limit}/{stake})-{bet.commission}"


def _of_stake(entry: WagerOdds) -> str:
    """Commission that is put down with a bet is a part of what is staked."""
    return "" if entry.stake == 1 else f"/({entry.stake})"


def _plain(text: str) -> str:
    """Text for the head of a printed page, where an ampersand begins a command."""
    return text.replace("&", "&&")
