"""The rules of a card in words, put together by wager: what holds for all, what for each, and the pays as tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rackcard.card import Card, Terms
from rackcard.card.catalogue import card_ids, load
from rackcard.tabular import Grid
from rackcard.wording import rules as wording
from rackcard.wording.columns import heads, pay_table, pays_title
from rackcard.wording.conditions import Winners

Pair = tuple[str, str]
"""What a rule is about, and its words."""


@dataclass(frozen=True)
class WagerRules:
    """One wager as a card explains it."""

    group: str
    name: str
    also: str
    source: str
    rule: Pair
    own: tuple[Pair, ...]
    """What holds for this wager and not for all."""
    plain_pays: str
    """The pay in one line, by pay table if there are several; empty where it takes a table."""
    pays: Grid | None
    filed: str = ""
    """Its name exactly as filed, where the layout has a shorter one."""


@dataclass(frozen=True)
class CardRules:
    """The rules of a card: what holds for every wager, then each wager."""

    shared: tuple[Pair, ...]
    wagers: tuple[WagerRules, ...]


def rules(card: Card, options: Mapping[str, str] | None = None) -> CardRules:
    """The rules under settled options."""
    chosen = card.settled(options)
    groups: dict[str, dict[str, Terms]] = {}
    for terms in card.terms(chosen):
        groups.setdefault(terms.group, {}).setdefault(terms.table, terms)
    names, unit = wording.winners(card.terms(chosen)), card.game.unit
    every = {group: _Wager(list(tables.values()), unit, names) for group, tables in groups.items()}
    pairs = {group: tuple(one.pairs()) for group, one in every.items()}
    first = next(iter(pairs.values()), ())
    common = [pair for pair in first if all(pair in others for others in pairs.values())]
    shared = (("Played with", chance_words(card, chosen)), *(common if len(groups) > 1 else ()))
    wagers = []
    for group, one in every.items():
        own = tuple(pair for pair in pairs[group] if pair not in shared)
        terms = one.tables[0]
        plain = one.plain_pays()
        grid = None if plain or not terms.has_rule else one.grid(terms.title)
        wagers.append(WagerRules(
            group, terms.title, terms.also, terms.source, one.rule(), own, plain, grid,
            terms.filed,
        ))  # fmt: skip
    return CardRules(shared, tuple(wagers))


def chance_words(card: Card, options: Mapping[str, str]) -> str:
    """What a card is played with: dice, a wheel, a shoe."""
    return card.terms(options)[0].words("chance") or card.game.default_chance


def required_names(terms: Terms) -> tuple[str, ...]:
    """The wagers of another card that must be up, by the names on that card; by their ids where it is unknown."""
    if terms.requires is None:
        return ()
    names = {wager: wager.replace("-", " ").capitalize() for wager in terms.requires.wagers}
    if terms.requires.card in card_ids():
        names |= {one.group: one.title for one in load(terms.requires.card).terms()}
    return tuple(names[wager] for wager in terms.requires.wagers)


def required(terms: Terms) -> str:
    """What else a player must have up, in a sentence; empty where there is no such bet."""
    return "" if terms.requires is None else wording.requires(terms.requires.card, required_names(terms))


class _Wager:
    """One wager at all its pay tables."""

    def __init__(self, tables: list[Terms], unit: str, names: Winners) -> None:
        self.tables, self.unit, self.names = tables, unit, names

    def by_table(self, texts: Mapping[str, str]) -> str:
        """A text, or where the pay tables differ in it each with its name."""
        if len(set(texts.values())) == 1:
            return next(iter(texts.values()))
        return " ".join(f"Table {table}: {text}" for table, text in texts.items())

    def rule(self) -> Pair:
        terms = self.tables[0]
        if not terms.has_rule:
            return "Wins", wording.NO_RULE
        if terms.bundle:
            return "Pays", wording.BUNDLE_PAYS
        if terms.counted:
            return "Counts", f"{wording.counted_sentence(terms, 'clause')} {wording.PAID_BY_COUNT}"
        if len(terms.lines) == 1:
            texts = {one.table: wording.goal(one, "clause", self.unit, self.names) for one in self.tables}
            return "Wins", self.by_table(texts)
        return "Pays", wording.FIRST_LINE

    def pairs(self) -> Iterator[Pair]:
        """What a player must know beyond the rule and the pays."""
        by_table = {one.table: dict(wording.play_terms(one, self.unit, required(one))) for one in self.tables}
        for label in dict.fromkeys(label for pairs in by_table.values() for label in pairs):
            yield label, self.by_table({table: pairs[label] for table, pairs in by_table.items() if label in pairs})

    # ---- pays
    def plain_pays(self) -> str:
        """The pays of a wager with one line."""
        if not all(len(terms.lines) == 1 and terms.counted is None for terms in self.tables):
            return ""
        pays = {terms.table: wording.paid(terms.lines[0]) for terms in self.tables}
        if len(pays) == 1:
            return next(iter(pays.values()))
        return "; ".join(f"table {table}: {pay}" for table, pay in pays.items())

    def grid(self, name: str) -> Grid:
        """Lines or rungs down, pay tables across, the lowest count first."""
        counted = self.tables[0].counted
        first = wording.counted_name(self.tables[0]) if counted else heads(["when"])[0]
        columns = [dict(self.lines(terms)) for terms in self.tables]
        keys = list(dict.fromkeys(key for column in columns for key in column))
        if counted:
            keys.sort()
        several = len(self.tables) > 1
        pays = tuple(pay_table(terms.table) for terms in self.tables) if several else heads(["pays"])
        rows = tuple((label, *(column.get((count, label), "–") for column in columns)) for count, label in keys)
        return Grid(pays_title(name), (first, *pays), frozenset(pays), rows)

    def lines(self, terms: Terms) -> Iterator[tuple[tuple[int, str], str]]:
        """Each pay with the count it is for, or 0, and what it is for."""
        for offer in terms.offers:
            if offer.kind == "cash out":
                count = offer.count or 0
                yield (count, wording.if_cashed_out(count)), str(offer.pay)
        for index, line in enumerate(terms.lines):
            if line.rung:
                yield (line.rung.count, str(line.rung)), wording.paid(line)
            else:
                text = wording.line_text(terms, index, self.unit, self.names)
                yield (0, wording.filed_line(text, line.filed)), wording.paid(line)
