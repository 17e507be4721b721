"""House rules as the office draws them: every choice with its pays and the exact edge that it leads to."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rackcard.card import Card, CardError, Option, OptionError, Terms
from rackcard.card.configured import Configuration, configured
from rackcard.house import HouseRules
from rackcard.house.priced import capped
from rackcard.odds import Selection, WagerOdds, price
from rackcard.odds.tables import fraction_text
from rackcard.table.state import Refusal
from rackcard.web.house_form import HouseForm, card_of
from rackcard.wording import house as wording
from rackcard.wording.options import option_value
from rackcard.wording.pages import by_table, edge_of_wager, tile_phrase

Odds = Mapping[tuple[str, str], tuple[WagerOdds, ...]]
"""The odds of a wager's places by the wager and its pay table, at best play."""


@dataclass(frozen=True)
class Edge:
    """A house edge as a choice shows it."""

    words: str
    exact: str = ""
    is_players: bool = False


@dataclass(frozen=True)
class TableChoice:
    """A pay table of a wager."""

    table: str
    pays: tuple[tuple[str, str], ...]
    """What each pay is for, and the pay."""
    edge: Edge
    is_chosen: bool


@dataclass(frozen=True)
class PostField:
    """Something that the document leaves open for a wager, and what the house posts for it."""

    name: str
    value: str


@dataclass(frozen=True)
class WagerChoice:
    """A wager of a card."""

    wager: str
    name: str
    is_offered: bool
    tables: tuple[TableChoice, ...]
    together: str
    """The wagers that it shares a pay table with; empty where there are none."""
    posts: tuple[PostField, ...]
    least: str
    most: str
    at_maximum: str
    """The edge at the maximum bet, where the payout limit cuts a win."""
    is_players: bool
    """Whether the player has the edge at the chosen pay table."""
    is_accepted: bool


@dataclass(frozen=True)
class ValueChoice:
    """A value of an option, or a name that may be on its list."""

    value: str
    label: str
    words: str
    """What it puts into the card's phrases, where that says more."""
    is_chosen: bool
    edge: str
    """The edge with this value, or where the name is added to the list or removed from it."""


@dataclass(frozen=True)
class OptionChoice:
    """An option of a card."""

    name: str
    about: str
    is_reading: bool
    values: tuple[ValueChoice, ...]
    by_table: str = ""
    """For a list: what it is by default, by pay table."""
    by_table_edge: str = ""
    is_list: bool = False
    is_own_list: bool = False
    """Whether the house chose the names."""
    has_effect: bool = True


@dataclass(frozen=True)
class CardChoice:
    """A card that the house may offer; its settings where it does."""

    card: Card
    is_chosen: bool
    options: tuple[OptionChoice, ...] = ()
    wagers: tuple[WagerChoice, ...] = ()
    least: str = ""
    most: str = ""
    together: tuple[str, ...] = ()
    is_mixed: bool = False

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def title(self) -> str:
        return self.card.title

    @property
    def about(self) -> str:
        return self.card.about


@lru_cache(maxsize=512)
def odds_of(card: Card, options: tuple[tuple[str, str], ...]) -> Odds:
    """The odds of every wager and pay table at best play; none where they cannot be found."""
    found: dict[tuple[str, str], tuple[WagerOdds, ...]] = {}
    try:
        entries = price(card, Selection(dict(options)), plays=("best",)).wagers
    except (CardError, OptionError):
        return {}
    for entry in entries:
        key = (entry.terms.group, entry.terms.table)
        found[key] = (*found.get(key, ()), entry)
    return found


class HouseView:
    """The form of house rules: what may be chosen, what is, and where it leads."""

    def __init__(self, form: HouseForm, rules: HouseRules | None) -> None:
        self.form, self.rules = form, rules

    def cards(self, shipped: Iterable[str]) -> list[CardChoice]:
        """The cards of the game: those that are shipped, then the house's own."""
        own = [card for card in self.form.texts if card not in shipped]
        found = ((name, card_of(name, self.form.texts)) for name in (*shipped, *own))
        return [self._card(card) for _, card in found if card is not None and card.game.id == self.form.game]

    def _card(self, card: Card) -> CardChoice:
        entry = self.form.cards.get(card.id)
        if entry is None:
            return CardChoice(card, is_chosen=False)
        return _CardSettings(self, card, entry).choice()


class _CardSettings:
    """The settings of one card on a form."""

    def __init__(self, view: HouseView, card: Card, entry: Mapping[str, Any]) -> None:
        self.view, self.card, self.entry = view, card, entry
        self.options = _settled(card, entry.get("options", {}))
        self.odds = dict(odds_of(card, tuple(self.options.items())))
        if posts := entry.get("posts"):
            plain = Configuration(card.sha256, {}, (), posts)
            posted = odds_of(configured(card, self.options, plain), tuple(self.options.items()))
            self.odds |= {key: one for key, one in posted.items() if key[0] in posts}
        self.wagers: dict[str, list[Terms]] = {}
        for terms in card.terms(self.options):
            tables = self.wagers.setdefault(terms.group, [])
            if terms.is_bet and terms.table not in [one.table for one in tables]:
                tables.append(terms)
        self.wagers = {name: tables for name, tables in self.wagers.items() if tables}

    def choice(self) -> CardChoice:
        card = self.card
        return CardChoice(
            card, is_chosen=True,
            options=tuple(self._list(one) if one.many else self._option(one) for one in card.options.values()),
            wagers=tuple(self._wager(name, tables) for name, tables in self.wagers.items()),
            least=self.entry.get("min", ""), most=self.entry.get("max", ""),
            together=tuple(self._names(group) for group in card.together),
            is_mixed=bool(self.entry.get("mixed tables")),
        )  # fmt: skip

    # ---- wagers
    def is_offered(self, wager: str) -> bool:
        if "only" in self.entry:
            return wager in self.entry["only"]
        return wager not in self.entry.get("leaves out", ())

    def table_of(self, wager: str) -> str:
        """The pay table that is chosen for a wager."""
        chosen: str = self.entry.get("wagers", {}).get(wager, {}).get("pays", self.wagers[wager][0].table)
        return chosen

    def _names(self, wagers: Iterable[str]) -> str:
        return ", ".join(self.wagers[name][0].title for name in wagers if name in self.wagers)

    def _wager(self, name: str, tables: list[Terms]) -> WagerChoice:
        own, chosen = self.entry.get("wagers", {}).get(name, {}), self.table_of(name)
        choices = tuple(
            TableChoice(terms.table, self._pays(terms), self._edge(name, terms.table), terms.table == chosen)
            for terms in tables
        )
        return WagerChoice(
            wager=name,
            name=tables[0].title,
            is_offered=self.is_offered(name),
            tables=choices,
            together=next((" ".join(group) for group in self.card.together if name in group), ""),
            posts=tuple(self._posts(name, tables[0])),
            least=own.get("min", ""),
            most=own.get("max", ""),
            at_maximum=self._at_maximum(name, chosen),
            is_players=any(one.edge.is_players for one in choices if one.is_chosen),
            is_accepted=name in self.view.form.accepts(self.card.id),
        )

    def _edge(self, wager: str, table: str) -> Edge:
        edges = self.edges_of(wager, table)
        if not edges:
            return Edge(tile_phrase("not-posted"))
        low, high = min(edges), max(edges)
        if low == high:
            return Edge(wording.edge_words(low), fraction_text(low), is_players=low < 0)
        return Edge(wording.edge_range(low, high), is_players=low < 0)

    def edges_of(self, wager: str, table: str) -> list[Fraction]:
        """The edges of a wager's places at a pay table."""
        found = (one.house_edge for one in self.odds.get((wager, table), ()))
        return [edge for edge in found if edge is not None]

    def _pays(self, terms: Terms) -> tuple[tuple[str, str], ...]:
        """Every pay of a wager with what it is for; one pay needs no words."""
        priced = self.odds.get((terms.group, terms.table), ())
        shown = priced[0].terms if priced else terms
        ladder = [
            (str(offer.count), str(offer.pay)) for offer in shown.offers if offer.kind == "cash out" and offer.count
        ]  # fmt: skip
        if shown.counted:
            rungs = [(str(line.rung), str(line.pay)) for line in reversed(shown.lines) if line.rung and line.pay]
            return (*ladder, *rungs)
        pays = [(line.label, tile_phrase("not-posted") if line.pay is None else str(line.pay)) for line in shown.lines
                if not line.turns_into]  # fmt: skip
        return (("", pays[0][1]),) if len(pays) == 1 else tuple(pays)

    def _posts(self, wager: str, terms: Terms) -> Iterable[PostField]:
        """The fields that the document leaves open for a wager."""
        posted = self.entry.get("posts", {}).get(wager, {})
        is_open = {
            "wins": not terms.has_rule,
            "pays": not terms.is_posted,
            "envy": terms.envy_is_named and terms.envy is None,
        }
        for name, needed in is_open.items():
            if needed or name in posted:
                value = posted.get(name, "")
                yield PostField(name, value if isinstance(value, str) else json.dumps(value))

    def _at_maximum(self, wager: str, table: str) -> str:
        """The edge at the maximum bet, where the payout limit cuts a win; once the rules are in order."""
        rules = self.view.rules
        entry = None if rules is None else rules.entry(self.card.id)
        priced = self.odds.get((wager, table))
        if rules is None or entry is None or wager not in entry.limits or not priced:
            return ""
        found = capped(priced[0], rules.limits_of(entry, priced[0].terms))
        return "" if found is None else wording.edge_words(found.edge)

    # ---- options
    def _option(self, option: Option) -> OptionChoice:
        effects = {value: self._edges_with(option, value) for value in option.values}
        varied = _varied(effects.values())
        values = tuple(
            ValueChoice(value, *_shown(option, value), value == self.options[option.name], self._effect(found, varied))
            for value, found in effects.items()
        )
        return OptionChoice(option.name, option.about, option.is_reading, values, has_effect=bool(varied))

    def _list(self, option: Option) -> OptionChoice:
        """A list: each name with the edge that adding or removing it leads to."""
        value = self.options[option.name]
        is_own = value != option.default
        now = option.names(value) if is_own else self._by_table(option)
        flipped = {name: [one for one in option.values if (one in now) != (one == name)] for name in option.values}
        effects = {name: self._edges_with(option, ", ".join(names)) for name, names in flipped.items() if names}
        default = self._edges_with(option, option.default)
        varied = _varied([*effects.values(), default])
        values = tuple(
            ValueChoice(name, option_value(name), "", name in now, self._effect(effects.get(name, {}), varied))
            for name in option.values
        )
        return OptionChoice(
            option.name, option.about, option.is_reading, values, by_table=by_table(option.by_table),
            by_table_edge=self._effect(default, varied), is_list=True, is_own_list=is_own,
        )  # fmt: skip

    def _by_table(self, option: Option) -> tuple[str, ...]:
        """The names of a list at its default, by the pay table that the first of its wagers uses."""
        for wager in self.wagers:
            if (table := self.table_of(wager)) in option.by_table and len(self.wagers[wager]) > 1:
                return option.names(option.by_table[table])
        return option.names(next(iter(option.by_table.values()), ""))

    def _edges_with(self, option: Option, value: str) -> dict[str, Fraction]:
        """The edge of each offered wager at its pay table under another value of an option."""
        options = self.options | {option.name: value}
        found = odds_of(self.card, tuple(options.items()))
        edges: dict[str, Fraction] = {}
        for wager in self.wagers:
            priced = found.get((wager, self.table_of(wager)), ()) if self.is_offered(wager) else ()
            if priced and priced[0].house_edge is not None:
                edges[wager] = priced[0].house_edge
        return edges

    def _effect(self, edges: Mapping[str, Fraction], varied: Iterable[str]) -> str:
        """What a value does to the wagers that the option makes a difference to."""
        found = {self.wagers[wager][0].title: edges[wager] for wager in varied if wager in edges}
        return wording.option_effect(found, is_alone=len(self.wagers) == 1)


def _varied(effects: Iterable[Mapping[str, Fraction]]) -> list[str]:
    """The wagers whose edge is not the same under every value."""
    every = list(effects)
    wagers = dict.fromkeys(wager for one in every for wager in one)
    return [wager for wager in wagers if len({one.get(wager) for one in every}) > 1]


def _settled(card: Card, given: Mapping[str, Any]) -> dict[str, str]:
    """The options of a card; those with a value that it does not have are at their default, as the check says."""
    found = card.settled()
    for name, value in given.items():
        text = ", ".join(value) if isinstance(value, list) else str(value)
        if name in card.options:
            try:
                found |= {name: card.settled({name: text})[name]}
            except OptionError:
                continue
    return found


def _shown(option: Option, value: str) -> tuple[str, str]:
    """A value as a person reads it, and the words that it puts into the card where they say more."""
    label, words = option_value(value), option.values[value]
    is_said = words.replace("-", " ") == label.replace("-", " ") or value in ("yes", "no", "on", "off")
    return label, "" if is_said else words


# ---- what a check found


@dataclass(frozen=True)
class Verdict:
    """What a check of house rules found: why they are refused, or what they come to."""

    error: str = ""
    excerpt: str = ""
    """The line with the place marked."""
    remedy: str = ""
    line: int = 0
    sha256: str = ""
    found: str = ""
    edges: str = ""
    unposted: str = ""
    """The wagers on offer for which no pay is posted."""
    accepted: str = ""
    """The wagers with a player edge that are offered all the same."""


def verdict_of(read: HouseRules | Refusal) -> Verdict:
    """What to say of house rules that were read or refused."""
    if isinstance(read, Refusal):
        facts = read.facts
        return Verdict(
            facts.get("cause", read.sentence), *(facts.get(name, "") for name in ("excerpt", "remedy", "line"))
        )
    priced = [
        one[0] for card in read.cards for one in odds_of(card.card, tuple(card.options.items())).values()
    ]  # fmt: skip
    edges = [one.house_edge for one in priced if one.house_edge is not None]
    return Verdict(
        sha256=read.sha256,
        found=wording.counted(len(read.cards), len(priced)),
        edges=wording.edge_range(min(edges), max(edges)) if edges else "",
        unposted="; ".join(one.terms.title for one in priced if one.house_edge is None),
        accepted=", ".join(
            edge_of_wager(one.house_edge, one.terms.title, "")
            for one in priced
            if one.house_edge is not None and one.house_edge < 0
        ),
    )
