"""The rack card: what lies on the table, said from the card's own phrases."""

from collections.abc import Callable, Iterator
from itertools import groupby

from rackcard.card import Terms
from rackcard.card.catalogue import card_ids, load
from rackcard.games.conditions import Happened, Sequence
from rackcard.games.game import Event
from rackcard.machine import bets
from rackcard.machine.machine import leaves
from rackcard.money import dollars
from rackcard.number import decimal, plural
from rackcard.report.documents.content import Block, Document, Heading, Para, Row, Table
from rackcard.report.documents.spoken import listed, sentence, spoken, with_names
from rackcard.report.request import Order

NO_BREAK = "\u00a0"
"""A space at which no line ends: a pay is read at one glance."""

STATES_MAX = 20_000
"""States of a wager after which nobody looks on for an early loss."""

Title = Callable[[Terms], str]


def rack_card(order: Order) -> Document:
    """Two sides: how it is played, and what it pays."""
    offered = offered_wagers(order)
    return Document(
        "rack-card",
        order.card.title,
        _played_with(order),
        (tuple(_front(order, offered)), tuple(_back(order, offered))),
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
    """The pay table that it is enough to price: the one asked for, or all if a wager stands on another."""
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
    return terms.title + (f", table {terms.table}" if several else "")


# ---- the front: how it is played


def _played_with(order: Order) -> str:
    """The game, and the wheel or shoe that it is dealt from where a card says which."""
    side_bet = f"{order.card.game.title} side bet" if order.card.id != order.card.game.id else ""
    chance = order.card.terms(order.options)[0].words("chance").removeprefix("a ")
    return sentence(", ".join(part for part in (side_bet, chance) if part)).removesuffix(".")


def _front(order: Order, offered: list[Terms]) -> Iterator[Block]:
    posted = [terms for terms in offered if terms.is_posted]
    unit = order.card.game.unit
    if not posted:
        yield Heading("No wager is open")
        yield Para("No pay is posted for any wager of this card. None of them can be bet until the house posts one.")
        return
    each = "Each wager" if len(posted) > 1 else "The wager"
    opening = list(_said(posted, lambda terms: _decided(terms, unit, each)))
    if len(opening) == 1:
        yield opening.pop()
    yield Heading("How to bet")
    yield from _said(posted, lambda terms: _opens(order, terms))
    yield from _said(posted, _requires)
    yield from _said(posted, lambda terms: spoken(terms.game, "places", terms.words("places")), each="It may stand")
    yield from _said(posted, lambda terms: _several(terms))
    yield from _said(posted, _take_down)
    if order.limits:
        yield Para(f"{order.limits} on each wager.{_payout(order)}", "Limits")
    decided = [
        *(_said(posted, lambda terms: _decided(terms, unit, "It")) if opening else ()),
        *_said(posted, lambda terms: _marked(terms, unit)),
        *_said(posted, lambda terms: _lost_early(order, terms)),
        *_said(posted, lambda terms: _zeros(order, terms)),
        *_said(posted, lambda terms: spoken(terms.game, "works", terms.words("works"))),
    ]
    if decided:
        yield Heading("How it is decided")
        yield from decided
    offers = list(_offers(posted, unit))
    if offers:
        yield Heading("Your choices on the way")
        yield from offers
    envy = list(_envy(posted))
    if envy:
        yield Heading("For the dealer")
        yield from envy


def _decided(terms: Terms, unit: str, who: str) -> str:
    """When a wager is paid and when it loses: from what it wins on or counts, and from what ends it."""
    ends = spoken(terms.game, "ends", terms.words("ends"))
    single = len(terms.lines) == 1 and not terms.counted
    if isinstance(terms.ends, int):
        if terms.ends == 1:
            return f"{who} is decided by one {unit}: what the back prints is paid, anything else loses."
        first = "the first line on the back that holds is paid"
        paid = "it wins if what the back prints for it has happened" if single else first
        return f"{who} runs over {ends}: {paid}, anything else loses."
    if terms.counted:
        return _decided_by_count(terms, unit, ends)
    if not single:
        if not terms.settles_at_end:
            return f"What is not paid when {ends} loses."
        return f"{who} stands until {ends}. Then the first line that holds is paid, anything else loses."
    if terms.settles_at_end:
        return f"{who} stands until {ends}, and wins then if what the back prints for it has happened."
    if _won_by_its_end(terms):
        return f"What has not won when {ends} loses."
    return f"{who} wins as soon as what the back prints for it has happened. If {ends} first, it loses."


def _decided_by_count(terms: Terms, unit: str, ends: str) -> str:
    counts = spoken(terms.game, "counts", terms.words("counts"))
    if any(offer.kind == "cash out" for offer in terms.offers):
        return (
            f"The pay goes by {counts}. It must be claimed between {unit}s: only the pay for {terms.lines[0].rung} "
            f"comes by itself. If {ends} first, the wager loses."
        )
    paid = "and is paid then" if terms.settles_at_end else "and is paid then, or as soon as no higher pay can come"
    return f"The pay goes by {counts} until {ends}, {paid}."


def _won_by_its_end(terms: Terms) -> bool:
    """Whether one outcome may both win a wager and end it."""
    events = [leaf.event for leaf in leaves(line.when for line in terms.lines) if isinstance(leaf, Happened)]
    return isinstance(terms.ends, Event) and any(event.cells & terms.ends.cells for event in events)


def _marked(terms: Terms, unit: str) -> str:
    """How long marks are kept: a round of marks ends with what ends the wager, whatever the options make of it."""
    if terms.marks == "none":
        return ""
    if isinstance(terms.ends, int):
        return f"The {unit}s count from the first bet, and are the same for all players."
    begin = "begin with the first bet and " if terms.marks == "bet" else ""
    return f"Marks {begin}are kept until {spoken(terms.game, 'ends', terms.words('ends'))}, for all players alike."


def _lost_early(order: Order, terms: Terms) -> str:
    """That a wager is collected before its last outcome, where it can be."""
    if not isinstance(terms.ends, int) or terms.ends == 1:
        return ""
    machine = next(
        bet.machine for bet in bets(order.card, order.options)
        if (bet.terms.wager, bet.terms.table) == (terms.wager, terms.table)
    )  # fmt: skip
    states = {0}
    for _ in range(terms.ends - 1):
        steps = {machine.step(state, outcome) for state in states for outcome in order.card.game.outcomes}
        if any(result == machine.loss for _, result in steps):
            return "It is collected as soon as nothing that the back prints can happen any more."
        states = {state for state, result in steps if result is None}
        if len(states) > STATES_MAX:
            break
    return ""


def _zeros(order: Order, terms: Terms) -> str:
    """What a zero does to a wager on a sequence of numbers: at each spin, which lines can still be paid after it."""
    whens = [line.when for line in terms.lines]
    sequences = [when for when in whens if isinstance(when, Sequence)]
    game, law = order.card.game, order.card.chance(order.options).law()
    if not sequences or len(sequences) < len(whens):
        return ""
    zeros = [game.label(outcome) for outcome in game.outcomes if not game.number(outcome) and law.get(outcome)]
    if not zeros or not isinstance(terms.ends, int):
        return ""
    by_saved: dict[tuple[int, ...], list[str]] = {}
    for spin in range(1, terms.ends + 1):
        saved = {place for one in sequences if spin not in one.places for place in one.places}
        by_saved.setdefault(tuple(sorted(saved)), []).append(str(spin))
    told = []
    for saved_by, spins in by_saved.items():
        left = listed([str(place) for place in saved_by]) if saved_by else ""
        told.append(f"on spin {listed(spins, 'or')} " + (f"what spins {left} pay stands" if left else "it loses"))
    what = f"A {game.unnumbered} ({listed(zeros, 'or')})"
    return f"{what} lies beside no number and is none of those named: {'; '.join(told)}."


def _opens(order: Order, terms: Terms) -> str:
    said = spoken(terms.game, "opens", terms.words("opens") or f"before any {order.card.game.unit}")
    if terms.opens.window != "round" or not terms.words("ends"):
        return said
    return f"{said} A round ends when {spoken(terms.game, 'ends', terms.words('ends'))}; the next roll begins another."


def _requires(terms: Terms) -> str:
    """What else has to be up, by the names on the other card, or by what its ids say if we do not hold it."""
    if terms.requires is None:
        return ""
    names = {wager: wager.replace("-", " ").capitalize() for wager in terms.requires.wagers}
    if terms.requires.card in card_ids():
        names |= {one.group: one.title for one in load(terms.requires.card).terms()}
    return with_names(spoken(terms.game, "requires", terms.words("requires")), names)


def _payout(order: Order) -> str:
    assert order.limits is not None
    return "" if order.limits.payout is None else f" No wager wins more than {dollars(order.limits.payout)}."


def _said(offered: list[Terms], say: Callable[[Terms], str], each: str = "") -> Iterator[Para]:
    """What holds for all wagers once; what holds for some, with their names in front."""
    by_sentence: dict[str, list[str]] = {}
    for terms in offered:
        if text := say(terms):
            by_sentence.setdefault(text, []).append(terms.title)
    for text, names in by_sentence.items():
        yield Para(text, "" if len(names) == len(offered) and not each else listed(names))


def _several(terms: Terms) -> str:
    several = "You may have several separate bets up; each is settled by itself." if terms.several else ""
    partial = "You may cash out a part of a bet and let the rest ride." if terms.partial else ""
    return f"{several} {partial}".strip()


def _take_down(terms: Terms) -> str:
    return "You may take it down at any time." if terms.down_any_time else ""


def _offers(posted: list[Terms], unit: str) -> Iterator[Block]:
    kinds = {offer.kind for terms in posted for offer in terms.offers}

    def names(kind: str) -> str:
        have = [terms.title for terms in posted if any(offer.kind == kind for offer in terms.offers)]
        return "" if len(have) == len(posted) else listed(have)

    if "surrender" in kinds:
        yield Para(
            f"Between {unit}s you may give the wager up for the pay printed for the count it has reached. "
            "It is then over.",
            "Surrender",
        )
        yield _surrender([terms for terms in posted if any(offer.kind == "surrender" for offer in terms.offers)])
    if "cash out" in kinds:
        yield Para(
            f"Between {unit}s you may take the pay printed for the count you have reached, or let it ride for more. "
            f"What you do not take in time is lost.{_for(names('cash out'))}",
            "Cash out",
        )
    if "take back" in kinds:
        yield Para(
            f"After the first {unit}, and until the first pay is reached, you may ask for your stake back."
            f"{_for(names('take back'))}",
            "Take back",
        )


def _for(names: str) -> str:
    return f" This holds for {names}." if names else ""


def _envy(posted: list[Terms]) -> Iterator[Block]:
    named = [terms for terms in posted if terms.envy_is_named]
    if not named:
        return
    if all(terms.envy is None for terms in named):
        yield Para("When a wager wins, the house pays the dealer an envy. Its amount is not posted.")
        return
    surrenders = any(terms.envy_on_surrender and terms.offers for terms in named)
    when = "wins or is surrendered" if surrenders else "wins"
    yield Para(
        f"When a wager with an envy {when}, the house pays the dealer the envy printed beside it, on your stake. "
        "It costs you nothing."
    )


# ---- the back: what it pays


def _back(order: Order, offered: list[Terms]) -> Iterator[Block]:
    posted = [terms for terms in offered if terms.is_posted]
    names = {terms.group: terms.title for terms in order.card.terms(order.options)}
    shared = table_of(order, offered)
    if posted:
        yield Heading("What it pays", after=f"Pay table {shared}" if shared else "")

    def title(terms: Terms) -> str:
        also = f" ({terms.also})" if terms.also else ""
        return f"{terms.title}{also}" + (f", table {terms.table}" if has_choice(order, terms) and not shared else "")

    for plain, run in groupby(posted, key=lambda terms: not terms.counted and len(terms.lines) == 1):
        wagers = list(run)
        if plain:
            yield _plain(wagers, title, names)
        else:
            yield from (_ladder(terms, title) if terms.counted else _lines(terms, title) for terms in wagers)
    yield from _units(posted)
    missing = [terms.title for terms in offered if not terms.is_posted]
    if missing:
        yield Para(f"{listed(missing)}: no pay is posted.", "Cannot be bet", small=True)


def _plain(wagers: list[Terms], title: Title, names: dict[str, str]) -> Table:
    """Wagers with one pay each, and below each what it wins on."""
    with_envy = any(terms.envy for terms in wagers)
    rows = []
    for terms in wagers:
        envy = ("–" if terms.envy is None else str(terms.envy),) if with_envy else ()
        below = sentence(with_names(wins(terms), names))
        rows.append(Row((title(terms), str(terms.lines[0].pay), *envy), below))
    columns = ("Wager", "Pays", *(("Envy",) if with_envy else ()))
    return Table(columns, tuple(rows), frozenset(range(1, len(columns))), frozenset({0}))


def wins(terms: Terms) -> str:
    """What a wager with one pay wins on, as a clause."""
    return spoken(terms.game, "wins", terms.words("wins")) or spoken(terms.game, "when", terms.lines[0].label)


def _ladder(terms: Terms, title: Title) -> Table:
    """The pays of a wager that counts, the lowest first: those that are claimed, then those that pay by themselves."""
    assert terms.counted is not None
    claimed = [Row((str(offer.count), str(offer.pay))) for offer in terms.offers if offer.kind == "cash out"]
    lines = [line for line in reversed(terms.lines) if line.pay and line.pay.net > -1]
    rows = [*claimed, *(Row((str(line.rung), str(line.pay))) for line in lines)]
    if claimed:
        note = "Claim a pay between rolls; only the last pays by itself."
    else:
        note = f"Fewer than {rows[0].cells[0]} lose." if rows and rows[0].cells[0] != "0" else ""
    envy = f" Envy {terms.envy}." if terms.envy else ""
    return Table(
        (terms.counted.words.capitalize(), "Pays"), tuple(rows), frozenset({1}), frozenset({0}),
        title(terms), note + envy,
    )  # fmt: skip


def _lines(terms: Terms, title: Title) -> Table:
    """The pay lines of a wager, of which the first that holds is paid."""
    rows = tuple(
        Row((sentence(spoken(terms.game, "when", line.label)).removesuffix("."), str(line.pay)))
        for line in terms.lines
    )  # fmt: skip
    envy = f" Envy {terms.envy}." if terms.envy else ""
    note = "The first line that holds is paid, and only that one." + envy if len(rows) > 1 else envy.strip()
    return Table(("If", "Pays"), rows, frozenset({1}), frozenset({0}), title(terms), note)


def _surrender(offering: list[Terms]) -> Table:
    """What each wager is given up for, by how often its event has come."""
    rows = []
    for terms in offering:
        counts = [(offer.count, offer.pay) for offer in terms.offers if offer.kind == "surrender"]
        pays = [f"{'once' if count == 1 else f'{count} times'}: {pay}".replace(" ", NO_BREAK) for count, pay in counts]
        rows.append(Row((terms.title, ", ".join(pays))))
    return Table(("Wager", "Given up after"), tuple(rows), wide=frozenset({1}), title="Surrender")


def _units(posted: list[Terms]) -> Iterator[Para]:
    """What to and for mean, with the first pay of each kind on the card."""
    pays = [line.pay for terms in posted for line in terms.lines if line.pay is not None and line.pay.net > 0]
    for unit in ("to", "for"):
        first = next((pay for pay in pays if pay.unit == unit), None)
        if first is None:
            continue
        amount = decimal(first.amount)
        units = plural(first.per, "unit")
        if unit == "to":
            meaning = f"for {units} staked you win {amount}, and your stake is returned as well."
        else:
            meaning = (
                f"for {units} staked you receive {amount}, and your stake is not returned: "
                f"the same as {decimal(first.amount - first.per)} to {first.per}."
            )
        yield Para(meaning, f"{first} means", small=True)
