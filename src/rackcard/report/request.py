"""What is to be printed: a card, its options settled, and what the house adds to it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypedDict, Unpack

from rackcard.card import Card, OptionError, Terms
from rackcard.house import BetLimits, HouseRules, PayoutLimit
from rackcard.house.rules import PaysSaid
from rackcard.money import AMOUNT_MAX, amount
from rackcard.report.documents.content import PrintError
from rackcard.version import __version__
from rackcard.wording.documents import filed_under, imprint_card, imprint_house, long_date

HOUSE_MAX = 60


@dataclass(frozen=True)
class Order:
    """A card as it is to be printed."""

    card: Card
    options: Mapping[str, str]
    given: Mapping[str, str]
    """The options that were set by name; readings among them are not varied."""
    table: str | None = None
    wagers: tuple[str, ...] = ()
    house: str = ""
    limits: BetLimits | None = None
    """The limits of every wager, where house rules do not give each its own."""
    date: str = ""
    rules: HouseRules | None = None
    """The house rules that are printed."""
    pays: PaysSaid = ""
    """How pays are written: as posted, or all of them to 1."""

    def limits_of(self, terms: Terms) -> BetLimits | None:
        """The limits of a wager."""
        entry = None if self.rules is None else self.rules.entry(self.card.id)
        if self.rules is None or entry is None:
            return self.limits
        return self.rules.limits_of(entry, terms)

    @property
    def dated(self) -> str:
        return self.date or "undated"

    @property
    def foot(self) -> str:
        """What ties a page to the card it was made from: its text by the hash, and the options in force beside it."""
        return self._foot(self.options)

    @property
    def sheet_foot(self) -> str:
        """The same for a sheet that shows every reading: the options that hold on all its pages."""
        return self._foot(self.fixed)

    @property
    def card_foot(self) -> str:
        """The same for a report on the whole card, under all its options."""
        return self._foot({})

    @property
    def imprint(self) -> str:
        """The foot of a sheet: the first digits of each hash, and the date. The whole hashes are in its appendix."""
        house = () if self.rules is None else (imprint_house(short_hash(self.rules.sha256)),)
        return "   ".join((imprint_card(short_hash(self.card.sha256)), *house, self.dated))

    @property
    def aside(self) -> tuple[str, ...]:
        """The lines beside the title of a sheet: the house, the date, the game."""
        parts = (self.house, long_date(self.date), self.card.game.title)
        return tuple(part for part in parts if part)

    @property
    def fixed(self) -> dict[str, str]:
        """The options that a sheet does not vary: the operator's, and the readings that were set by name."""
        readings = {option.name for option in self.card.readings if option.name not in self.given}
        return {name: value for name, value in self.options.items() if name not in readings}

    def _foot(self, options: Mapping[str, str]) -> str:
        settings = ", ".join(f"{name} {value}" for name, value in options.items())
        in_force = f"\noptions: {settings}" if settings else ""
        house = f"\nhouse rules {self.rules.id}\nsha256 {self.rules.sha256}" if self.rules is not None else ""
        card = self.card
        if under := filed_under(card.jurisdiction, card.rule, card.statute):
            in_force = f"{in_force}\n{under}"
        return f"card {self.card.id}, {self.dated}, Rackcard {__version__}\nsha256 {self.card.sha256}{in_force}{house}"

    def wanted(self, terms: Terms) -> bool:
        """Whether a wager was asked for; all are if none was named."""
        return not self.wagers or terms.wager in self.wagers or terms.group in self.wagers


def short_hash(digest: str) -> str:
    """The first eight digits of a hash, in two groups."""
    return f"{digest[:4]} {digest[4:8]}"


class Given(TypedDict, total=False):
    """What may be given with a card to print, as people write it."""

    options: Mapping[str, str] | None
    table: str | int | None
    wagers: tuple[str, ...]
    house: str
    limits: str | None
    """The minimum and maximum bet on one wager, as in 5-500."""
    payout: str | None
    """The maximum payout on one wager, as in 50000."""
    pays: PaysSaid
    """How pays are written: as posted, or all of them to 1."""
    date: str | None
    """Printed on every page; without one the document says that it is undated."""


def order(card: Card, **given: Unpack[Given]) -> Order:
    """An order with everything in it checked; an error lists what there is."""
    options, table, wagers = given.get("options"), given.get("table"), given.get("wagers", ())
    chosen = card.settled(options)
    terms = card.terms(chosen)
    known = {name for one in terms for name in (one.wager, one.group)}
    for wager in wagers:
        if wager not in known:
            groups = list(dict.fromkeys(one.group for one in terms))
            raise OptionError("unknown-wager", card=card.id, wager=wager, known=groups)
    made = Order(
        card, chosen, dict(options or {}), None if table is None else str(table), wagers,
        checked_house(given.get("house", "")), parse_limits(given.get("limits"), given.get("payout")),
        checked_date(given.get("date")), pays=given.get("pays", ""),
    )  # fmt: skip
    tables = list(dict.fromkeys(one.table for one in terms if made.wanted(one)))
    if made.table is not None and made.table not in tables:
        raise OptionError("unknown-table", card=card.id, table=table, known=tables)
    return made


def house_orders(
    rules: HouseRules, *, cards: tuple[str, ...] = (), date: str | None = None, pays: PaysSaid = ""
) -> list[Order]:
    """An order for each card of the house rules, or for those named."""
    for card in cards:
        if rules.entry(card) is None:
            raise PrintError("not-in-house", card=card, house=rules.id, known=rules.card_ids)
    return [
        Order(
            entry.card, entry.options, dict(entry.options), house=checked_house(rules.name), date=checked_date(date),
            rules=rules, pays=pays or rules.pays_said,
        )
        for entry in rules.cards
        if not cards or entry.card.id in cards
    ]  # fmt: skip


def checked_house(name: str) -> str:
    """A house's name on one line."""
    plain = " ".join(name.split())
    if len(plain) > HOUSE_MAX or not plain.isprintable():
        raise PrintError("house-name", most=HOUSE_MAX)
    return plain


def checked_date(text: str | None) -> str:
    """A date as it is printed; none was given where it is empty, and the clock is never asked.

    >>> checked_date("2026-11-15"), checked_date(None)
    ('2026-11-15', '')
    """
    if text is None or text == "":
        return ""
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise PrintError("bad-date", date=text) from None


def parse_limits(limits: str | None, payout: str | None = None) -> BetLimits | None:
    """Table limits as people write them: the minimum bet, a hyphen or dash, the maximum; and the maximum payout.

    >>> parse_limits("5-500", "50000")
    BetLimits(least=500, most=50000, payout=PayoutLimit(amount=5000000, scope='wager'))
    >>> parse_limits("$5 – $1,000")
    BetLimits(least=500, most=100000, payout=None)
    """
    if limits is None:
        if payout is not None:
            raise PrintError("payout-without-limits")
        return None
    least, most = _stakes(limits)
    try:
        top = None if payout is None else amount(payout)
    except ValueError:
        raise PrintError("bad-payout", payout=payout) from None
    if not 0 < least <= most <= AMOUNT_MAX:
        raise PrintError("bad-limits.order", limits=limits)
    if top is not None and not least <= top <= AMOUNT_MAX:
        raise PrintError("low-payout", payout=payout, minimum=least)
    return BetLimits(least, most, None if top is None else PayoutLimit(top, "wager"))


def _stakes(limits: str) -> tuple[int, int]:
    try:
        least, most = (amount(part) for part in re.split("[-–—]", limits))
    except ValueError:
        raise PrintError("bad-limits", limits=limits) from None
    return least, most
