"""The pays of a card in the lab: a slider for each, the edges they lead to, and the pay for a wanted edge."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from rackcard.card import Card, Terms, loads
from rackcard.card.written_pays import WrittenPay, with_pays, written_pays
from rackcard.machine import bets
from rackcard.number import Pay, decimal, written
from rackcard.odds.repricing import changed_terms, edge_of, house_edges, pay_at, pay_for_edge, with_pay
from rackcard.table.state import Refusal
from rackcard.wording.lab import edge_of_player, lab_sentence
from rackcard.wording.pages import edge_change

UNPOSTED = Pay(Fraction(1), "to")
"""The form of a pay that is filled in where none is posted."""
MARK = Fraction(54321)
"""An amount that no card has: the pay that becomes it is the one that is meant."""
AMOUNT_MAX = 10**6
SMALL, MIDDLE = 3, 50
SCALE = 10**4
"""A card may write four decimals."""


@dataclass(frozen=True)
class PayRow:
    """A pay with its slider."""

    number: int
    label: str
    words: str
    amount: str
    """Empty where the pay is not an amount."""
    unit: str
    high: str
    step: str


@dataclass(frozen=True)
class PayGroup:
    """The pays of a wager at one pay table, and the edge that they lead to."""

    key: str
    name: str
    table: str
    """Its pay table, where the wager has several."""
    edge: str
    is_players: bool
    rows: tuple[PayRow, ...]


def pay_groups(card: Card) -> list[PayGroup]:
    """The pays of a card by wager and pay table."""
    first = {(terms.group, terms.table): terms for terms in reversed(card.terms())}
    tables: dict[str, list[str]] = {}
    for group, table in reversed(first):
        tables.setdefault(group, []).append(table)
    edges = house_edges(card)
    pays = written_pays(card)
    found = []
    for wager, names in tables.items():
        for table in names:
            own = [
                one for one in pays if one.wager == wager and one.table in (table, "" if table == names[0] else table)
            ]
            terms = first[wager, table]
            edge = edges.get((terms.wager, table))
            if own and not terms.bundle:
                found.append(
                    PayGroup(
                        key_of(terms), terms.title, table if len(names) > 1 else "",
                        "–" if edge is None else edge_of_player(edge), edge is not None and edge < 0,
                        tuple(map(_row, own)),
                    )
                )  # fmt: skip
    return found


def key_of(terms: Terms) -> str:
    """A wager and its pay table as a page names them."""
    return f"{terms.group}/{terms.table}"


def _row(one: WrittenPay) -> PayRow:
    pay = one.pay
    amount = None if pay is None else pay.amount
    form = pay or UNPOSTED
    high, step = _range(amount)
    label = lab_sentence("surrender", count=one.what) if one.sort == "surrender" else one.what
    unit = "" if one.is_bare else f"{form.unit} {form.per}"
    return PayRow(one.number, label, one.words, "" if amount is None else decimal(amount), unit, high, step)


def _range(amount: Fraction | None) -> tuple[str, str]:
    """How far a slider goes, and its step: whole units where the pay is whole, finer where it is small."""
    if amount is None or amount <= SMALL:
        return "6", "0.05"
    if amount.denominator > 1:
        return decimal(Fraction(ceil(2 * amount))), "0.25"
    return decimal(2 * amount), "0.5" if amount < MIDDLE else "1"


@dataclass(frozen=True)
class Repriced:
    """What other pays lead to."""

    text: str
    edges: tuple[dict[str, object], ...]
    """For each wager and pay table that changes: its key, the edge, how far it moved, and whose it is."""

    def to_dict(self) -> dict[str, object]:
        return {"text": self.text, "edges": list(self.edges)}


def reprice(card: Card, amounts: Mapping[int, Fraction]) -> Repriced:
    """The edges under other amounts, and the text of the card that has them."""
    pays = written_pays(card)
    for number, amount in amounts.items():
        if number not in range(len(pays)) or not 0 < amount <= AMOUNT_MAX:
            raise Refusal("bad-amount.pay", most=AMOUNT_MAX)
    text = with_pays(card, {number: pays[number].written(amount) for number, amount in amounts.items()})
    edited = loads(text)
    terms = changed_terms(card, edited)
    was, now = house_edges(card, among=_same(card, terms)), house_edges(edited, among=terms)
    found: dict[str, dict[str, object]] = {}
    for one in terms:
        edge = now.get((one.wager, one.table))
        if edge is not None and key_of(one) not in found:
            moved = edge_change(was.get((one.wager, one.table)), edge)
            facts = {"key": key_of(one), "edge": edge_of_player(edge), "moved": moved, "players": edge < 0}
            found[key_of(one)] = {**facts, "exact": written(edge)}
    return Repriced(text, tuple(found.values()))


def _same(card: Card, terms: list[Terms]) -> list[Terms]:
    keys = {(one.wager, one.table) for one in terms}
    return [one for one in card.terms() if (one.wager, one.table) in keys]


@dataclass(frozen=True)
class Wanted:
    """The pays that come to a wanted edge: the exact one where a card can write it, and round ones beside it."""

    sentence: str
    choices: tuple[tuple[str, str], ...]
    """Each amount, and what it leads to."""

    def to_dict(self) -> dict[str, object]:
        return {"sentence": self.sentence, "choices": [{"amount": a, "label": label} for a, label in self.choices]}


def wanted(card: Card, number: int, edge: Fraction) -> Wanted:
    """The pay of one line at which the house edge of its wager is the one wanted."""
    pays = written_pays(card)
    if number not in range(len(pays)):
        raise Refusal("bad-amount.pay", most=AMOUNT_MAX)
    one = pays[number]
    marked = loads(with_pays(card, {number: one.written(MARK)}))
    before = next(terms for terms in card.terms() if terms.group == one.wager and one.table in ("", terms.table))
    after = next(t for t in marked.terms() if (t.wager, t.table) == (before.wager, before.table))
    at, unit = pay_at(before, after), one.pay or UNPOSTED
    form = before.lines[at.lines[0]].pay if at.lines else None
    unit = form if one.is_bare and form is not None else unit
    amount = pay_for_edge(card, with_pay(before, at, unit), at, unit, edge)
    if amount is None:
        return Wanted(lab_sentence("no-pay", edge=edge), ())

    def leads_to(value: Fraction) -> str:
        (bet,) = bets(card, None, (with_pay(before, at, Pay(value, unit.unit, unit.per)),))
        return lab_sentence("near", pay=one.written(value), edge=edge_of(bet, card.chance()))

    near = sorted(
        {Fraction(floor(2 * amount), 2), Fraction(ceil(2 * amount), 2), Fraction(floor(amount)), Fraction(ceil(amount))}
    )
    whole = [value for value in near if value > 0]
    said = one.written(amount) if is_written(amount) else f"{decimal(amount, 8)} {unit.unit} {unit.per}"
    exact = [amount] if is_written(amount) else []
    choices = tuple((decimal(value), leads_to(value)) for value in dict.fromkeys((*exact, *whole)))
    return Wanted(lab_sentence("solved", what=before.title, pay=said, edge=edge), choices)


def is_written(amount: Fraction) -> bool:
    """Whether a card can write an amount in decimals."""
    return SCALE % amount.denominator == 0
