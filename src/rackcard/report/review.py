"""The review: what is wrong or unclear in a card, each finding with its price."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal, TypeVar

from rackcard.card import Card, Option
from rackcard.games.device import Chance
from rackcard.machine import Bet, bets
from rackcard.number import exact, large, percent
from rackcard.odds import Selection, WagerOdds, price
from rackcard.odds.guard import player_has_edge, safe_reading
from rackcard.odds.late_entry import LateEntry, late_entry
from rackcard.odds.take_down import taking_down
from rackcard.report.review_play import late_starts, remarks
from rackcard.wording import findings as wording
from rackcard.wording.findings import Setting

Grade = Literal["fault", "warning", "note"]
FLOOR = Fraction(3, 4)
"""Returns below this are pointed out unless another floor is asked for."""


@dataclass(frozen=True)
class Subject:
    """The wager that a finding or a price is about."""

    wager: str
    name: str
    table: str = ""
    """Its pay table, where it has several."""
    play: str = "none"

    @property
    def title(self) -> str:
        """The wager as people name it."""
        return wording.title(self.name, self.table, self.play)


@dataclass(frozen=True)
class Price:
    """A house edge, keyed by all that it depends on."""

    edge: Fraction | None
    subject: Subject
    option: str = ""
    value: str = ""
    """The reading that is varied, and its value here; empty where none is."""
    settings: tuple[Setting, ...] = ()
    """The other options that are not at their default."""
    after_envy: bool = False

    @property
    def row(self) -> "Price":
        """What stays the same while the reading is varied."""
        return replace(self, edge=None, option="", value="")

    def label(self, code: str) -> str:
        """What the price is for, in words that suit the finding it belongs to."""
        return wording.price_label(code, {**vars(self), "title": self.subject.title, "play": self.subject.play})


@dataclass(frozen=True)
class Finding:
    """One thing a reader of the card should know, with the figures behind it."""

    grade: Grade
    kind: str
    """The code, and the variant of its sentence after a dot."""
    facts: Mapping[str, Any]
    subject: Subject | None = None
    prices: tuple[Price, ...] = ()
    shared: tuple[tuple[str, Any], ...] | None = field(default=None)
    """The facts that findings of several wagers must have in common to be said together; None where never."""

    @property
    def code(self) -> str:
        return self.kind.partition(".")[0]

    @property
    def wager(self) -> str:
        return self.subject.wager if self.subject else ""

    @property
    def sentence(self) -> str:
        """What it says."""
        return wording.sentence(self.kind, self.facts)

    @property
    def labels(self) -> tuple[str, ...]:
        """What each of its prices is for."""
        return tuple(price.label(self.code) for price in self.prices)

    def to_dict(self) -> dict[str, Any]:
        return {
            "grade": self.grade,
            "code": self.code,
            "wager": self.wager,
            "sentence": self.sentence,
            "prices": [
                {"for": label, "house_edge": exact(price.edge)}
                for label, price in zip(self.labels, self.prices, strict=True)
            ],
        }


def review(card: Card, floor: Fraction = FLOOR) -> list[Finding]:
    """Every finding on a card, the gravest first."""
    priced = _priced(card)
    findings = [
        *_player_edges(card, priced),
        *_take_downs(card),
        *_late_entries(card),
        *_no_edges(card, priced),
        *_unposted(card),
        *document_findings(card),
        *_low_returns(card, priced, floor),
        *_mixed_units(card),
        *_readings(card, priced),
        *_play(card),
        *_remarks(card),
        *_envy(card, priced),
    ]
    order = {"fault": 0, "warning": 1, "note": 2}
    return sorted(findings, key=lambda finding: order[finding.grade])


def gathered(findings: list[Finding]) -> list[list[Finding]]:
    """Findings in their order, those that say the same of several wagers together."""
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        alike = (finding.grade, finding.kind, finding.shared, finding.labels)
        groups.setdefault(id(finding) if finding.shared is None else alike, []).append(finding)
    return list(groups.values())


def together(findings: list[Finding]) -> str:
    """What findings that were gathered say, in one sentence."""
    if len(findings) == 1:
        return findings[0].sentence
    tables = {finding.subject.table for finding in findings if finding.subject and finding.subject.table}
    wagers = {finding.wager for finding in findings}
    return wording.together(findings[0].kind, findings[0].facts, len(wagers), len(tables))


Combinations = list[tuple[dict[str, str], list[WagerOdds]]]
"""Settled options, and the odds under them."""


@dataclass(frozen=True)
class Priced:
    """The odds under every combination of options that makes a difference, those nearest to the defaults first."""

    card: Card
    combinations: Combinations
    readings: Mapping[str, tuple[Price, ...]]
    """The prices that each reading changes."""

    def __iter__(self) -> Iterator[tuple[dict[str, str], list[WagerOdds]]]:
        return iter(self.combinations)

    def changed(self, chosen: Mapping[str, str]) -> tuple[Setting, ...]:
        """The options that are not at their default, and the readings that change a price: which price is meant."""
        return tuple(
            (name, value)
            for name, value in chosen.items()
            if value != self.card.options[name].default or self.readings.get(name)
        )


def _priced(card: Card) -> Priced:
    found = [(chosen, list(price(card, Selection(chosen)).wagers)) for chosen in card.different_combinations()]
    return Priced(card, found, {option.name: _reading_prices(card, option, found) for option in card.readings})


def _tables(entries: list[WagerOdds]) -> dict[str, int]:
    """How many pay tables each wager has."""
    tables: dict[str, set[str]] = {}
    for entry in entries:
        tables.setdefault(entry.terms.wager, set()).add(entry.terms.table)
    return {wager: len(names) for wager, names in tables.items()}


def _subject(entry: WagerOdds, tables: Mapping[str, int]) -> Subject:
    terms = entry.terms
    return Subject(terms.wager, terms.name, terms.table if tables[terms.wager] > 1 else "", entry.play)


def _player_edges(card: Card, priced: Priced) -> Iterator[Finding]:
    seen: set[tuple[str, str, str, Fraction]] = set()
    default = card.settled()
    for chosen, entries in priced:
        tables, changed = _tables(entries), priced.changed(chosen)
        for entry in entries:
            edge = entry.house_edge
            if edge is None or not player_has_edge(entry):
                continue
            if late := late_starts(entry):
                start = wording.starts([label for label, _ in late], entry.terms.game.phase_numbers)
                yield _late_start({edge for _, edge in late}, start, _subject(entry, tables), changed)
                continue
            key = (entry.terms.wager, entry.terms.table, entry.play, edge)
            if key not in seen:
                seen.add(key)
                grade: Grade = "fault" if chosen == default else "warning"
                yield _player_edge(card, grade, entry, edge, _subject(entry, tables), changed)


def _player_edge(
    card: Card, grade: Grade, entry: WagerOdds, edge: Fraction, subject: Subject, changed: tuple[Setting, ...]
) -> Finding:
    """One wager that the player beats, with a reading that would not be beaten where there is one."""
    under = wording.under(changed)
    facts = {"edge": -edge, "title": subject.title, "under": under}
    prices = [Price(edge, subject, settings=changed)]
    safe = safe_reading(card, entry)
    if safe is None:
        return Finding(grade, "player-edge", facts, subject, tuple(prices), (("under", under),))
    facts |= {"option": safe.option, "value": safe.value, "kept": safe.house_edge}
    prices.append(Price(safe.house_edge, subject, settings=((safe.option, safe.value),)))
    shared = (("under", under), ("option", safe.option), ("value", safe.value))
    return Finding(grade, "player-edge.reading", facts, subject, tuple(prices), shared)


def _late_start(edges: set[Fraction], start: str, subject: Subject, changed: tuple[Setting, ...]) -> Finding:
    """A wager that the player beats by betting it later."""
    edge = max(edges)
    facts = {"edge": edge, "title": subject.title, "start": start, "under": wording.under(changed)}
    return Finding(
        "fault",
        "late-start" if len(edges) == 1 else "late-start.most",
        facts,
        subject,
        (Price(-edge, subject, settings=changed),),
    )


Found = TypeVar("Found")


def _each_once(
    card: Card, find: Callable[[Bet, Chance], Found | None]
) -> Iterator[tuple[Bet, Found, Grade, tuple[Setting, ...]]]:
    """What is found of wagers, each once: its grade, and the options under which it is so."""
    default, seen = card.settled(), set[tuple[str, str]]()
    for chosen in card.combinations(readings_only=False):
        for bet in bets(card, chosen):
            key = (bet.terms.wager, bet.terms.table)
            found = find(bet, card.chance(chosen)) if key not in seen else None
            if found is not None:
                seen.add(key)
                changed = tuple((name, value) for name, value in chosen.items() if value != default[name])
                yield bet, found, "fault" if chosen == default else "warning", changed


def _take_downs(card: Card) -> Iterator[Finding]:
    """Wagers that the player beats by taking them down at the right time."""
    for bet, down, grade, changed in _each_once(card, taking_down):
        subject = Subject(bet.terms.wager, bet.terms.name)
        facts = {"title": subject.title, "under": wording.under(changed), "unit": card.game.unit}
        if down.edge is None:
            yield Finding(grade, "take-down.unknown", facts, subject)
            continue
        price_ = Price(-down.edge, subject, settings=changed)
        yield Finding(grade, "take-down", facts | {"edge": down.edge}, subject, (price_,))


def _late_entries(card: Card) -> Iterator[Finding]:
    """Wagers that may be bet on marks that are there already, to the player's gain."""
    for bet, late, grade, changed in _each_once(card, late_entry):
        yield _late_entry(bet, late, grade, changed)


def _late_entry(bet: Bet, late: LateEntry, grade: Grade, changed: tuple[Setting, ...]) -> Finding:
    subject = Subject(bet.terms.wager, bet.terms.name)
    facts: dict[str, Any] = {"title": subject.title, "under": wording.under(changed), "unit": bet.terms.game.unit}
    if late.edge is None:
        return Finding(grade, "late-entry.unknown", facts, subject)
    facts |= {"edge": late.edge, "after": late.after}
    kind = "late-entry.round" if bet.terms.opens.guard == "unmarked" else "late-entry"
    return Finding(grade, kind, facts, subject, (Price(-late.edge, subject, settings=changed),))


def _remarks(card: Card) -> Iterator[Finding]:
    """What is remarkable about pays and play."""
    found = list(remarks(card))
    tables: dict[str, set[str]] = {}
    for terms in card.terms():
        tables.setdefault(terms.group, set()).add(terms.table)
    for remark in found:
        terms = remark.terms
        subject = Subject(terms.wager, terms.title, terms.table if len(tables[terms.group]) > 1 else "")
        facts = {"title": subject.title, **remark.facts}
        yield Finding(remark.grade, remark.kind, facts, subject, (), tuple(sorted(remark.facts.items())))


def _no_edges(card: Card, priced: Priced) -> Iterator[Finding]:
    """Wagers on which a player who makes no mistake gives the house no edge, each once."""
    seen: set[tuple[str, str]] = set()
    for chosen, entries in priced:
        tables, changed = _tables(entries), priced.changed(chosen)
        under = wording.under(changed)
        for entry in entries:
            key = (entry.terms.wager, entry.terms.table)
            if entry.play != "best" or entry.house_edge != 0 or key in seen:
                continue
            seen.add(key)
            subject = replace(_subject(entry, tables), play="none")
            facts = {"title": subject.title, "under": under}
            prices = (Price(entry.house_edge, replace(subject, play="best"), settings=changed),)
            yield Finding("warning", "no-edge", facts, subject, prices, (("under", under),))


def _unposted(card: Card) -> Iterator[Finding]:
    odds = price(card)
    for entry in odds.wagers:
        subject = Subject(entry.terms.wager, entry.terms.name)
        if not entry.terms.has_rule:
            yield Finding("fault", "no-rule", {"title": subject.title}, subject, (), ())
        elif not entry.posted and entry.hit and entry.fair_pay:
            facts = {"title": subject.title, "hit": percent(entry.hit), "fair": large(entry.fair_pay)}
            yield Finding("fault", "not-posted", facts, subject)
    without = list(dict.fromkeys(e.terms.name for e in odds.wagers if e.terms.envy_is_named and e.terms.envy is None))
    if without:
        yield Finding("fault", "envy-not-posted", {"wagers": len(without), "first": without[0]})


def document_findings(card: Card) -> Iterator[Finding]:
    """What is broken in the document itself, and which choices of the house depart from it."""
    for fault in card.faults:
        yield Finding("warning", "document", {"where": fault.where, "says": fault.says})
    for option in card.options.values():
        if option.departs:
            yield Finding("note", "departure", {"option": option.name, "value": option.departs})


def _low_returns(card: Card, priced: Priced, floor: Fraction) -> Iterator[Finding]:
    """Returns below the floor under the play that loses least, at the defaults and each reading."""
    seen: set[tuple[str, str, Fraction]] = set()
    for chosen, entries in priced:
        best: dict[tuple[str, str], WagerOdds] = {}
        tables, changed = _tables(entries), priced.changed(chosen)
        for entry in entries:
            key = (entry.terms.wager, entry.terms.table)
            if entry.house_edge is not None and (key not in best or entry.house_edge < (best[key].house_edge or 0)):
                best[key] = entry
        for (wager, table), entry in best.items():
            returned, edge = entry.player_return, entry.house_edge
            if returned is None or edge is None or returned >= floor or (wager, table, returned) in seen:
                continue
            seen.add((wager, table, returned))
            subject, under = _subject(entry, tables), wording.under(changed)
            facts = {"title": subject.title, "returned": returned, "under": under, "floor": floor}
            shared = (("under", under), ("floor", floor))
            yield Finding("warning", "low-return", facts, subject, (Price(edge, subject, settings=changed),), shared)


def _mixed_units(card: Card) -> Iterator[Finding]:
    units: dict[str, str] = {}
    for terms in card.terms():
        for line in terms.lines:
            if line.pay is not None and line.pay.net > 0:
                units.setdefault(line.pay.unit, terms.name)
    if len(units) > 1:
        yield Finding("warning", "mixed-units", {"to_one": units["to"], "for_one": units["for"]})


def _readings(card: Card, priced: Priced) -> Iterator[Finding]:
    for option in card.readings:
        prices = priced.readings[option.name]
        facts = {"option": option.name, "about": option.about}
        edges = [price.edge for price in prices if price.edge is not None]
        if edges:
            yield Finding("note", "reading", facts | {"low": min(edges), "high": max(edges)}, None, prices)
        else:
            yield Finding("note", "reading.same", facts, None, prices)


def _reading_prices(card: Card, option: Option, priced: Combinations) -> tuple[Price, ...]:
    """The edges under each value of a reading, where the value makes a difference."""
    lookup = {tuple(chosen.items()): entries for chosen, entries in priced}
    for chosen, _ in priced:
        if chosen[option.name] != option.default:
            continue
        variants = [_entries(card, chosen | {option.name: value}, lookup) for value in option.choices]
        others = tuple(
            (name, value)
            for name, value in chosen.items()
            if name != option.name and value != card.options[name].default
        )
        tables = _tables(variants[0])
        rows = [found for same in _same_wagers(variants) for found in _varied(option, same, tables, others)]
        if rows:
            return tuple(rows)
    return ()


def _entries(
    card: Card, chosen: Mapping[str, str], lookup: Mapping[tuple[Setting, ...], list[WagerOdds]]
) -> list[WagerOdds]:
    """The odds under a combination of options, which need not differ from those of every other combination."""
    known = lookup.get(tuple(chosen.items()))
    return list(price(card, Selection(chosen)).wagers) if known is None else known


def _same_wagers(variants: list[list[WagerOdds]]) -> Iterator[tuple[WagerOdds, ...]]:
    """Each wager, pay table and play under every variant; where a variant makes no offers it has one play for all."""
    by_key = [{(e.terms.wager, e.terms.table, e.play): e for e in entries} for entries in variants]
    keys = dict.fromkeys(key for found in by_key for key in found)
    offered = {(wager, table) for wager, table, play in keys if play != "none"}
    for wager, table, play in keys:
        if play == "none" and (wager, table) in offered:
            continue
        same = [found.get((wager, table, play), found.get((wager, table, "none"))) for found in by_key]
        there = tuple(entry for entry in same if entry is not None)
        if len(there) == len(variants):
            yield there


def _varied(
    option: Option, same: tuple[WagerOdds, ...], tables: Mapping[str, int], others: tuple[Setting, ...]
) -> Iterator[Price]:
    """The prices of one wager under each value of a reading; none where all are equal."""
    edges = {(entry.house_edge, entry.house_edge_with_envy) for entry in same}
    if len(edges) == 1:
        return
    only_envy = len({edge for edge, _ in edges}) == 1
    play = next((entry.play for entry in same if entry.play != "none"), "none")
    for value, entry in zip(option.choices, same, strict=True):
        edge = entry.house_edge_with_envy if only_envy else entry.house_edge
        subject = replace(_subject(entry, tables), play=play)
        yield Price(edge, subject, option.name, value, others, only_envy)


def _play(card: Card) -> Iterator[Finding]:
    """How far the edge moves with the player's skill."""
    by_wager: dict[tuple[str, str], list[WagerOdds]] = {}
    for entry in price(card).wagers:
        if entry.play != "none" and entry.house_edge is not None:
            by_wager.setdefault((entry.terms.wager, entry.terms.table), []).append(entry)
    tables = _tables([entry for entries in by_wager.values() for entry in entries])
    for entries in by_wager.values():
        subject = replace(_subject(entries[0], tables), play="none")
        edges = [entry.house_edge or Fraction(0) for entry in entries]
        facts = {
            "title": subject.title,
            "change": max(edges) - min(edges),
            "edges": wording.edges_by_play((entry.play, edge) for entry, edge in zip(entries, edges, strict=True)),
        }
        prices = tuple(Price(entry.house_edge, replace(subject, play=entry.play)) for entry in entries)
        yield Finding("note", "play", facts, subject, prices, ())


def _envy(card: Card, priced: Priced) -> Iterator[Finding]:
    """What envy costs: at the defaults, and under other options where it makes the house lose."""
    default = card.settled()
    seen: set[tuple[str, str, str, Fraction]] = set()
    for chosen, entries in priced:
        under = "" if chosen == default else wording.under(priced.changed(chosen))
        for entry in entries:
            edge, after = entry.house_edge, entry.house_edge_with_envy
            if edge is None or after is None or edge == after or (chosen != default and after >= 0):
                continue
            key = (entry.terms.wager, entry.terms.table, entry.play, after)
            if key in seen:
                continue
            seen.add(key)
            subject = Subject(entry.terms.wager, entry.terms.name, entry.terms.table, entry.play)
            facts = {"title": subject.title, "before": edge, "after": after, "lost": -after, "under": under}
            prices = (Price(edge, subject), Price(after, subject, after_envy=True))
            if after < 0:
                yield Finding("warning", "envy.loss", facts, subject, prices, (("under", under),))
            else:
                yield Finding("note", "envy", facts, subject, prices, ())
