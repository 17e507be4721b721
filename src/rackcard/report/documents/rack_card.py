"""The rack card: what is on the table, how it is played and what it pays."""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import TypeVar

from rackcard.card import Terms, load
from rackcard.games.conditions import Condition, Sequence
from rackcard.machine import bets
from rackcard.machine.check import witness
from rackcard.machine.machine import TooLargeError
from rackcard.number import listed
from rackcard.report.documents.content import Block, Document, Heading, Para, PrintedTable, Row
from rackcard.report.request import Order
from rackcard.report.rules import required
from rackcard.wording import documents
from rackcard.wording import rules as wording
from rackcard.wording.conditions import Winners
from rackcard.wording.sentence import capitalized

NO_BREAK = "\u00a0"
"""A space at which no line ends: a pay is read at one glance."""

Title = Callable[[Terms], str]
T = TypeVar("T")


def rack_card(order: Order) -> Document:
    """Two sides: how it is played, and what it pays; more sides for the pays of a card with very many wagers."""
    offered = offered_wagers(order)
    backs = (tuple(_back(order, offered, part)) for part in in_sides(offered, _rows))
    return Document(
        "rack-card",
        order.card.filed,
        _played_with(order),
        (tuple(_front(order, offered)), *backs),
        order.foot,
        order.date,
        order.house,
    )


def offered_wagers(order: Order) -> list[Terms]:
    """Each wager once, at the pay table asked for if it has it, else its first; of many places, the first."""
    found: dict[str, Terms] = {}
    for terms in order.card.terms(order.options):
        if order.wanted(terms):
            first = found.setdefault(terms.group, terms)
            if terms.table == order.table != first.table:
                found[terms.group] = terms
    return list(found.values())


def elsewhere(order: Order, offered: list[Terms]) -> list[Terms]:
    """The wagers that have a choice of pay tables, but not the one asked for."""
    return [terms for terms in offered if order.table not in (None, terms.table) and has_choice(order, terms)]


def priced_table(order: Order, offered: list[Terms]) -> str | None:
    """The pay table that it is enough to price: the one asked for, or all if a wager has another."""
    return order.table if all(terms.table == order.table for terms in offered) else None


def table_of(order: Order, offered: list[Terms]) -> str:
    """The pay table that all wagers with a choice of tables stand on, if it is one."""
    tables = {terms.table for terms in offered if has_choice(order, terms)}
    return tables.pop() if len(tables) == 1 else ""


def has_choice(order: Order, terms: Terms) -> bool:
    """Whether the card holds several pay tables for a wager."""
    return len({one.table for one in order.card.terms(order.options) if one.group == terms.group}) > 1


def title_of(order: Order, offered: list[Terms], terms: Terms) -> str:
    """A wager's name, with its pay table where the wagers of a card stand on several."""
    several = has_choice(order, terms) and not table_of(order, offered)
    return terms.paper_name + (f", table {terms.table}" if several else "")


# ---- the front: how it is played


def _played_with(order: Order) -> str:
    """The game, and the wheel or shoe that it is dealt from where a card says which."""
    card = order.card
    side_bet = "" if card.id == card.game.id else documents.side_bet(card.game.title, has_base_wagers(order))
    chance = card.terms(order.options)[0].words("chance")
    parts = (side_bet, documents.played_with(chance) if chance else "")
    return capitalized(", ".join(part for part in parts if part))


def has_base_wagers(order: Order) -> bool:
    """Whether a card of side bets has wagers of the base game on it as well: the same id, on the same events."""
    base = {terms.group: terms for terms in load(order.card.game.id).terms()}
    own = (terms for terms in order.card.terms(order.options) if terms.group in base)
    return any(_events(terms) == _events(base[terms.group]) for terms in own)


def _events(terms: Terms) -> frozenset[Condition]:
    return frozenset(line.when for line in terms.lines)


def _front(order: Order, offered: list[Terms]) -> Iterator[Block]:
    posted = [terms for terms in offered if terms.is_posted]
    unit = order.card.game.unit
    if not posted:
        yield Heading(documents.NOTHING_OPEN)
        yield Para(documents.NOTHING_POSTED)
        return
    opening = list(_said(posted, lambda terms: wording.decided(terms, unit, documents.each_wager(len(posted)))))
    if len(opening) == 1:
        yield opening.pop()
    yield from _how_to_bet(order, posted, unit)
    decided = [
        *(_said(posted, lambda terms: wording.decided(terms, unit, "The wager")) if opening else ()),
        *_said(posted, lambda terms: wording.marks_kept(terms, unit)),
        *_said(posted, lambda terms: wording.COLLECTED_EARLY if _lost_early(order, terms) else ""),
        *_said(posted, lambda terms: _zeros(order, terms)),
        *_said(posted, lambda terms: wording.works(terms, unit)),
    ]
    if decided:
        yield Heading(documents.HOW_DECIDED)
        yield from decided
    offers = list(_offers(posted, unit))
    if offers:
        yield Heading(documents.CHOICES)
        yield from offers
    envy = list(_envy(posted))
    if envy or order.card.procedure:
        yield Heading(documents.FOR_THE_DEALER)
        yield from envy
        yield from (Para(step, small=True) for step in order.card.procedure)


def _how_to_bet(order: Order, posted: list[Terms], unit: str) -> Iterator[Block]:
    yield Heading(documents.HOW_TO_BET)
    yield from _said(posted, lambda terms: wording.opens(terms, unit))
    yield from _said(posted, lambda terms: wording.round_ends(terms, unit))
    yield from _said(posted, required)
    yield from _said(posted, lambda terms: wording.places(_places(order, terms)), always_named=True)
    yield from _said(posted, wording.several)
    yield from _said(posted, lambda terms: wording.take_down(terms, unit))
    yield from _said(posted, wording.commission)
    yield from _limits(order, posted)


def _limits(order: Order, posted: list[Terms]) -> Iterator[Para]:
    """The limits of each wager, once where they are the same, and the payout limit."""
    by_limits: dict[str, list[str]] = {}
    for terms in posted:
        if (limits := order.limits_of(terms)) is not None:
            by_limits.setdefault(documents.limits(limits), []).append(terms.title)
    for text, names in by_limits.items():
        yield Para(text, documents.LIMITS if len(by_limits) == 1 else listed(names))
    payout = order.rules.payout if order.rules is not None else order.limits.payout if order.limits else None
    if payout is not None:
        kinds = {offer.kind for terms in posted for offer in terms.offers}
        claims = [words for kind, words in documents.CLAIMS.items() if kind in kinds]
        yield Para(documents.payout_limit(payout, order.card.game.unit, claims), documents.PAYOUT_LIMIT)


def _places(order: Order, terms: Terms) -> int:
    """On how many places of the layout a wager may be bet."""
    same = (one for one in order.card.terms(order.options) if (one.group, one.table) == (terms.group, terms.table))
    return sum(1 for _ in same)


def _lost_early(order: Order, terms: Terms) -> bool:
    """Whether a wager can be lost before its last outcome."""
    if not terms.ends.is_fixed or terms.ends.outcomes in (None, 1):
        return False
    machine = next(
        bet.machine for bet in bets(order.card, order.options)
        if (bet.terms.wager, bet.terms.table) == (terms.wager, terms.table)
    )  # fmt: skip
    try:
        lost = witness(machine, machine.loss)
    except TooLargeError:
        return False
    return lost is not None and len(lost) < (terms.ends.outcomes or 0)


def _zeros(order: Order, terms: Terms) -> str:
    """What a zero does to a wager on a sequence of numbers: at each spin, which lines can still be paid after it."""
    whens = [line.when for line in terms.lines]
    sequences = [when for when in whens if isinstance(when, Sequence)]
    game, law = order.card.game, order.card.chance(order.options).law()
    if not sequences or len(sequences) < len(whens) or any(_takes_zeros(one, game.top) for one in sequences):
        return ""
    zeros = [game.label(outcome) for outcome in game.outcomes if not game.number(outcome) and law.get(outcome)]
    if not zeros or not terms.ends.outcomes:
        return ""
    by_saved: dict[tuple[int, ...], list[int]] = {}
    for spin in range(1, terms.ends.outcomes + 1):
        saved = {place for one in sequences if spin not in one.places for place in one.places}
        by_saved.setdefault(tuple(sorted(saved)), []).append(spin)
    return wording.zeros(game.unnumbered, zeros, by_saved, game.unit)


def _takes_zeros(sequence: Sequence, top: int) -> bool:
    """Whether an outcome without a number can be part of a sequence."""
    return sequence.relation == "same" or max(sequence.numbers, default=0) > top


def _said(offered: list[Terms], say: Callable[[Terms], str], *, always_named: bool = False) -> Iterator[Para]:
    """What holds for all wagers once; what holds for some, with their names in front."""
    by_sentence: dict[str, list[str]] = {}
    for terms in offered:
        if text := say(terms):
            by_sentence.setdefault(text, []).append(terms.paper_name)
    others = _others(by_sentence, len(offered))
    for text, names in by_sentence.items():
        if text != others:
            yield Para(text, "" if len(names) == len(offered) and not always_named else listed(names))
    if others:
        yield Para(others, documents.ALL_OTHERS)


NAMES_MAX = 8
"""So many names are listed before a sentence; more of them are all others, where the rest have sentences too."""


def _others(by_sentence: dict[str, list[str]], wagers: int) -> str:
    """The sentence that holds for most wagers of many, where every other wager has one of its own; else empty."""
    told = sum(map(len, by_sentence.values()))
    most = max(by_sentence, key=lambda text: len(by_sentence[text]), default="")
    is_long = bool(most) and NAMES_MAX < len(by_sentence[most]) < wagers
    return most if is_long and told == wagers else ""


def _offers(posted: list[Terms], unit: str) -> Iterator[Block]:
    def having(kind: str) -> list[Terms]:
        return [terms for terms in posted if any(offer.kind == kind for offer in terms.offers)]

    def only(kind: str) -> str:
        have = having(kind)
        return "" if len(have) == len(posted) else wording.only_for([terms.paper_name for terms in have])

    if surrendered := having("surrender"):
        yield Para(wording.surrender(unit), documents.SURRENDER)
        yield _surrender(surrendered)
    if having("cash out"):
        yield Para(wording.cash_out(unit) + only("cash out"), documents.CASH_OUT)
    if having("take back"):
        yield Para(wording.take_back(having("take back")[0], unit) + only("take back"), documents.TAKE_BACK)


def _envy(posted: list[Terms]) -> Iterator[Block]:
    named = [terms for terms in posted if terms.envy_is_named]
    if not named:
        return
    if all(terms.envy is None for terms in named):
        yield Para(wording.ENVY_NOT_POSTED)
        return
    yield Para(wording.envy(any(terms.envy_on_surrender and terms.offers for terms in named)))


# ---- the back: what it pays


ROWS_MAX = 64
"""So many rows fit a side in the smallest type."""


def in_sides(items: list[T], rows: Callable[[T], int]) -> Iterator[list[T]]:
    """Items in as few parts as their rows fit on sides, each about as long as the others."""
    total = sum(map(rows, items))
    sides = max(1, -(-total // ROWS_MAX))
    parts: list[list[T]] = [[] for _ in range(sides)]
    done = 0
    for item in items:
        parts[min(done * sides // max(total, 1), sides - 1)].append(item)
        done += rows(item)
    yield from (part for part in parts if part or sides == 1)


def _is_plain(terms: Terms) -> bool:
    """Whether a wager is told in one row."""
    return bool(terms.bundle) or (not terms.counted and len(terms.lines) == 1)


def _rows(terms: Terms) -> int:
    return 2 if _is_plain(terms) else len(terms.lines) + 3


def _back(order: Order, offered: list[Terms], part: list[Terms]) -> Iterator[Block]:
    posted = [terms for terms in part if terms.is_posted]
    names = wording.winners(order.card.terms(order.options))
    shared = table_of(order, offered)
    if posted:
        yield Heading(documents.WHAT_IT_PAYS, after=documents.pay_table(shared) if shared else "")

    def title(terms: Terms) -> str:
        also = f" ({terms.also})" if terms.also else ""
        return f"{terms.paper_name}{also}" + (
            f", table {terms.table}" if has_choice(order, terms) and not shared else ""
        )

    unit = order.card.game.unit
    for plain, run in groupby(posted, key=_is_plain):
        wagers = list(run)
        if plain:
            yield _plain(wagers, title, names, unit)
        else:
            yield from (_ladder(one, title, unit) if one.counted else _lines(one, title, names, unit) for one in wagers)
    yield from _units(posted)
    missing = [terms.paper_name for terms in part if not terms.is_posted]
    if missing:
        yield Para(documents.no_pay_posted(missing), documents.CANNOT_BE_BET, small=True)


def _plain(wagers: list[Terms], title: Title, names: Winners, unit: str) -> PrintedTable:
    """Wagers with one pay each, and below each what it wins on."""
    with_envy = any(terms.envy for terms in wagers)
    rows = []
    for terms in wagers:
        envy = ("–" if terms.envy is None else str(terms.envy),) if with_envy else ()
        pay = listed(dict.fromkeys(map(wording.paid, terms.lines)), "or")
        rows.append(Row((title(terms), pay, *envy), wording.goal(terms, "rack", unit, names)))
    columns = (documents.WAGER, documents.PAYS, *((documents.ENVY,) if with_envy else ()))
    return PrintedTable(columns, tuple(rows), frozenset(range(1, len(columns))), frozenset({0}))


def _ladder(terms: Terms, title: Title, unit: str) -> PrintedTable:
    """The pays of a wager that counts, the lowest first: those that are claimed, then those that pay by themselves."""
    claimed = [Row((str(offer.count), str(offer.pay))) for offer in terms.offers if offer.kind == "cash out"]
    lines = [line for line in reversed(terms.lines) if line.pay and line.pay.net > -1]
    rows = [*claimed, *(Row((str(line.rung), str(line.pay))) for line in lines)]
    lowest = lines[0].rung.count if lines and lines[0].rung else 0
    notes = (
        documents.claim_between(unit) if claimed else documents.fewer_lose(lowest) if lowest else "",
        documents.envy_pays(terms.envy) if terms.envy else "",
    )
    columns = (capitalized(wording.counted_name(terms)), documents.PAYS)
    note = " ".join(part for part in notes if part)
    return PrintedTable(columns, tuple(rows), frozenset({1}), frozenset({0}), title(terms), note)


def _lines(terms: Terms, title: Title, names: Winners, unit: str) -> PrintedTable:
    """The pay lines of a wager, of which the first that applies is paid."""
    texts = [wording.line_text(terms, index, unit, names) for index in range(len(terms.lines))]
    rows = tuple(
        Row((line.filed or text, wording.paid(line)), text if line.filed else "")
        for text, line in zip(texts, terms.lines, strict=True)
    )
    notes = (
        documents.FIRST_LINE_ONLY if len(rows) > 1 else "",
        documents.envy_pays(terms.envy) if terms.envy else "",
    )
    note = " ".join(part for part in notes if part)
    return PrintedTable((documents.OUTCOME, documents.PAYS), rows, frozenset({1}), frozenset({0}), title(terms), note)


def _surrender(offering: list[Terms]) -> PrintedTable:
    """What each wager is surrendered for, by how often its event has come."""
    rows = []
    for terms in offering:
        counts = [(offer.count, offer.pay) for offer in terms.offers if offer.kind == "surrender"]
        pays = [documents.after_count(count or 0, str(pay)).replace(" ", NO_BREAK) for count, pay in counts]
        rows.append(Row((terms.paper_name, ", ".join(pays))))
    return PrintedTable(
        (documents.WAGER, documents.SURRENDER_AFTER), tuple(rows), wide=frozenset({1}), title=documents.SURRENDER
    )


def _units(posted: list[Terms]) -> Iterator[Para]:
    """What to and for mean, with the first pay of each kind on the card."""
    pays = [line.pay for terms in posted for line in terms.lines if line.pay is not None and line.pay.net > 0]
    for unit in ("to", "for"):
        first = next((pay for pay in pays if pay.unit == unit), None)
        if first is not None:
            yield Para(documents.pay_means(first), str(first), small=True)
