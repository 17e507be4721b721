"""Reading a card's wagers: from its fields and phrases to terms, under settled options."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, NoReturn

from rackcard.card.fields import BY_NAME, CARD_FIELDS, LINE_FIELDS, WAGER_FIELDS
from rackcard.card.options import PLACEHOLDER, Option
from rackcard.card.phrases import (
    Counted,
    NoRule,
    PhraseError,
    Places,
    Rung,
    ThisPlace,
    WagersWin,
    parse_phrase,
)
from rackcard.card.terms import Offer, PayLine, Terms
from rackcard.card.yaml import Fields, Items, Location, Node, Origin, Section, Text
from rackcard.games.conditions import AnyOf, Condition, Happened, Played
from rackcard.games.device import Chance
from rackcard.games.game import Event, Game
from rackcard.number import LOSS, PUSH, Pay
from rackcard.wording.card_errors import near

PHRASES = ("chance", "wins", "counts", "ends", "opens", "works", "marks", "requires", "places")
"""Fields whose words a printed card repeats."""
TABLES_MAX = 16
LINES_MAX = 64


class TermsReader:
    """Reads a card's wagers under settled options."""

    def __init__(
        self, origin: Origin, root: Fields, game: Game, options: Mapping[str, Option], chosen: Mapping[str, str]
    ) -> None:
        self.origin, self.game, self.options, self.chosen = origin, game, options, chosen
        self.section = Section(origin, root, CARD_FIELDS, "a card")
        wagers = self.section.node("wagers")
        assert isinstance(wagers, Fields)
        self.wagers = {key.value: (key, value) for key, value in wagers.pairs()}
        self.reading: list[str] = []
        self.known: dict[str, list[Terms]] = {}

    # ---- phrases
    def filled(self, text: Text, table: str) -> str:
        """A phrase with the words of its options in place."""
        for match in PLACEHOLDER.finditer(text.value):
            if match[1] not in self.options:
                self.refuse_option(self.within(text, match.start()), match[1])
            if not self.options[match[1]].words(self.chosen[match[1]], table) and self.options[match[1]].many:
                self.origin.refuse(text.location, "option-without-default", option=match[1], table=table)
        filled = PLACEHOLDER.sub(lambda match: self.options[match[1]].words(self.chosen[match[1]], table), text.value)
        return " ".join(filled.split())

    def refuse_option(self, location: Location, name: str) -> NoReturn:
        """Refuse an option that the card does not have."""
        code = "unknown-option" if self.options else "unknown-option.none"
        self.origin.refuse(location, code, option=name, known=list(self.options), near=near(name, self.options))

    def within(self, text: Text, column: int) -> Location:
        """The place of a column of a phrase in the file; the phrase's start if it is folded or spaced out."""
        line = self.origin.line(text.location.line)
        start = text.location.column + (line[text.location.column : text.location.column + 1] in ("'", '"'))
        if line[start : start + len(text.value)] == text.value:
            return Location(text.location.line, start + column)
        word = text.value[column:].split(" ")[0]
        found = line.find(word, start) if word else -1
        return Location(text.location.line, found) if found >= 0 else text.location

    def phrase(self, kind: str, text: Text, table: str = "") -> Any:
        """The meaning of a phrase, its placeholders filled in."""
        filled = self.filled(text, table)
        try:
            return parse_phrase(self.game, kind, filled)
        except PhraseError as error:
            if filled == text.value:
                self.origin.refuse(self.within(text, error.column), error.code, **error.facts)
            self.origin.refuse(text.location, error.code, **error.facts, reads=filled)

    def field(self, name: str, wager: Section, table: str) -> Any:
        """A field that the wager may set for itself and the card for all its wagers."""
        field = BY_NAME[name]
        text = wager.text(name, required=False) if "wager" in field.scopes else None
        if text is None and "card" in field.scopes:
            text = self.section.text(name, required=False)
        if text is None:
            return parse_phrase(self.game, field.kind, field.default.format(unit=self.game.unit))
        return self.phrase(field.kind, text, table)

    def chance(self) -> Chance:
        text = self.section.text("chance", required=False)
        if text is None and not self.game.default_chance:
            self.origin.refuse(self.section.location, "no-chance", example=self.game.examples["chance"])
        if text is None:
            return parse_phrase(self.game, "chance", self.game.default_chance)  # type: ignore[no-any-return]
        return self.phrase("chance", text)  # type: ignore[no-any-return]

    # ---- wagers
    def terms(self) -> Iterator[Terms]:
        groups: dict[tuple[str, str], str] = {}
        for name in self.wagers:
            for table in self.wager(name):
                for terms in self.placed(table):
                    other = groups.setdefault((terms.wager, terms.table), name)
                    if other != name:
                        self.origin.refuse(terms.location, "duplicate-bet", bet=terms.wager, first=other, second=name)
                    yield terms

    def wager(self, name: str) -> list[Terms]:
        if name not in self.known:
            self.known[name] = self.read_wager(name)
        return self.known[name]

    def read_wager(self, name: str) -> list[Terms]:
        key, node = self.wagers[name]
        if not isinstance(node, Fields):
            self.origin.refuse(node.location, "wager-not-a-mapping", wager=name)
        section = Section(self.origin, node, WAGER_FIELDS, f"wager {name}")
        if name in self.reading:
            self.origin.refuse(key.location, "circular-wagers", path=" → ".join([*self.reading, name]))
        self.reading.append(name)
        try:
            return [self.one_table(name, section, key.location, table, pays) for table, pays in self.tables(section)]
        finally:
            self.reading.pop()

    def tables(self, section: Section) -> list[tuple[str, Node]]:
        """The pay tables of a wager: one unnamed, or a mapping of names."""
        pays = section.node("pays")
        if pays is None:
            self.origin.refuse(section.location, "no-pays", what=section.what)
        is_ladder = section.has("counts")
        if isinstance(pays, Fields) and not (is_ladder and all(isinstance(v, Text) for v in pays.values)):
            if not pays.keys:
                self.origin.refuse(pays.location, "empty-pays")
            for key in pays.keys:
                if not re.fullmatch(r"[A-Za-z0-9]{1,8}", key.value):
                    self.origin.refuse(key.location, "pay-table-name", name=key.value)
            self.check_not_a_ladder(section, pays)
            if len(pays.keys) > TABLES_MAX:
                self.origin.refuse(pays.keys[TABLES_MAX].location, "too-many-tables", limit=TABLES_MAX)
            return [(key.value, value) for key, value in pays.pairs()]
        return [("1", pays)]

    def check_not_a_ladder(self, section: Section, pays: Fields) -> None:
        """Pay tables with numbers for names are numbered from 1; other numbers are counts of a ladder."""
        names = [key.value for key in pays.keys]
        numbered = [str(number) for number in range(1, len(names) + 1)]
        if section.has("wins") and all(name.isdigit() for name in names) and set(names) != set(numbered):
            key = next(key for key, number in zip(pays.keys, numbered, strict=True) if key.value != number)
            self.origin.refuse(key.location, "count-as-table", name=key.value)

    def one_table(self, name: str, section: Section, location: Location, table: str, pays: Node) -> Terms:
        counted, lines, offers = self.lines(section, table, pays)
        given = self.field("offers", section, table)
        offers = tuple(offer for offer in offers if offer.kind in given)
        ends = self.ends(section, table)
        envy_text = section.text("envy", required=False)
        named, also, source = (section.text(f, required=False) for f in ("name", "also", "source"))
        title = named.value if named else name.replace("-", " ").capitalize()
        return Terms(
            game=self.game,
            wager=name,
            name=title,
            title=title,
            group=name,
            also=also.value if also else "",
            table=table,
            lines=lines,
            counted=counted,
            ends=ends,
            settles_at_end=self.field("settles", section, table),
            works=self.field("works", section, table),
            offers=offers,
            envy=self.phrase("pay", envy_text, table) if envy_text else None,
            envy_is_named=envy_text is not None,
            envy_on_surrender=self.field("envy on", section, table),
            opens=self.field("opens", section, table),
            requires=self.field("requires", section, table),
            marks=self.field("marks", section, table),
            several=self.field("several", section, table),
            partial=self.field("partial", section, table),
            down_any_time=self.field("take down", section, table),
            source=source.value if source else "",
            wording=tuple(self.wording(section, table)),
            location=location,
        )

    def wording(self, section: Section, table: str) -> Iterator[tuple[str, str]]:
        """Each phrase that holds for a wager, its own before the card's."""
        for name in PHRASES:
            text = section.text(name, required=False) if name in WAGER_FIELDS else None
            if text is None and name in CARD_FIELDS:
                text = self.section.text(name, required=False)
            if text is not None:
                yield name, self.filled(text, table)

    def ends(self, section: Section, table: str) -> Event | int:
        text = section.text("ends", required=False) or self.section.text("ends", required=False)
        if text is None:
            if self.game.default_ends is not None:
                return self.game.default_ends
            self.origin.refuse(section.location, "no-end", what=section.what, example=self.game.examples["ends"])
        ends = self.phrase("ends", text, table)
        if isinstance(ends, Event):
            return ends
        if isinstance(ends, ThisPlace):
            self.origin.refuse(text.location, "ends-on-place", unit=self.game.unit)
        count, unit = ends
        if self.game.ends_max == 1 and count != 1:
            self.origin.refuse(text.location, "ends-too-late", game=self.game.name, unit=unit)
        return int(count)

    # ---- pay lines and offers
    def lines(
        self, section: Section, table: str, pays: Node
    ) -> tuple[Counted | None, tuple[PayLine, ...], tuple[Offer, ...]]:
        wins, counts = section.text("wins", required=False), section.text("counts", required=False)
        if wins and counts:
            self.origin.refuse(counts.location, "wins-and-counts")
        unit = self.unit(section, table)
        if counts:
            counted: Counted = self.phrase("counts", counts, table)
            ladder = self.ladder(counted, pays, unit, table)
            return counted, *self.ladder_offers(section, counted, ladder, table)
        for name in ("cash out", "take back"):
            if text := section.text(name, required=False):
                self.origin.refuse(text.location, "offer-without-ladder", offer=name)
        if wins:
            condition = self.condition(wins, table)
            if not isinstance(pays, Text):
                self.origin.refuse(pays.location, "several-pays")
            pay = self.pay(pays, unit, table)
            if condition is None:
                return None, (), ()
            return None, (PayLine("wins", condition, pay, wins.location),), self.surrender(section, condition, table)
        if surrender := section.node("surrender"):
            self.origin.refuse(surrender.location, "surrender-without-rule", example=self.game.examples["wins"])
        return None, self.listed(pays, unit, table), ()

    def unit(self, section: Section, table: str) -> str | None:
        text = section.text("cells", required=False) or self.section.text("cells", required=False)
        return self.phrase("cells", text, table) if text else None

    def pay(self, text: Text, unit: str | None, table: str) -> Pay | None:
        if unit is None:
            pay: Pay | None = self.phrase("pay", text, table)
            return pay
        cell: Fraction = self.phrase("cell", text, table)
        if cell <= 0:
            if cell not in (0, -1):
                self.origin.refuse(text.location, "bad-cell", cell=cell)
            return PUSH if cell == 0 and unit == "to" else LOSS
        return Pay(cell, "to" if unit == "to" else "for")

    def condition(self, text: Text, table: str) -> Condition | None:
        """The condition in a phrase; None where the document gives no rule."""
        meaning = self.phrase("condition", text, table)
        if isinstance(meaning, NoRule):
            return None
        if isinstance(meaning, WagersWin):
            return AnyOf(tuple(dict.fromkeys(self.winning(meaning, text, table))))
        return meaning  # type: ignore[no-any-return]

    def winning(self, wagers: WagersWin, text: Text, table: str) -> Iterator[Condition]:
        """The conditions on which the named wagers win more than their stake."""
        for position, name in enumerate(wagers.names):
            place = self.within(text, max(text.value.find(name), 0))
            if name not in self.wagers:
                self.origin.refuse(
                    place, "unknown-wager", wager=name, known=list(self.wagers), near=near(name, self.wagers)
                )
            if name in wagers.names[:position]:
                self.origin.refuse(place, "duplicate-wager", wager=name)
            terms = self.wager(name)
            if any(isinstance(line.when, ThisPlace) for line in terms[0].lines):
                self.origin.refuse(place, "wager-on-places", wager=name)
            same = [t for t in terms if t.table == table] or terms
            for line in same[0].lines:
                if line.pay is None or line.pay.net > 0:
                    yield from line.when.parts if isinstance(line.when, AnyOf) else (line.when,)

    def listed(self, pays: Node, unit: str | None, table: str) -> tuple[PayLine, ...]:
        if not isinstance(pays, Items):
            self.origin.refuse(pays.location, "no-rule")
        if len(pays.items) > LINES_MAX:
            self.origin.refuse(pays.items[LINES_MAX].location, "too-many-lines", limit=LINES_MAX)
        if not pays.items:
            self.origin.refuse(pays.location, "no-lines")
        lines = []
        for item in pays.items:
            if not isinstance(item, Fields):
                self.origin.refuse(item.location, "line-not-a-mapping")
            section = Section(self.origin, item, LINE_FIELDS, "a pay line")
            when, pay, guard = section.text("when"), section.text("pays"), section.text("if", required=False)
            assert when is not None
            assert pay is not None
            if guard is None or self.guard_holds(guard):
                condition = self.condition(when, table)
                if condition is None:
                    self.origin.refuse(when.location, "line-without-rule")
                lines.append(PayLine(self.filled(when, table), condition, self.pay(pay, unit, table), item.location))
        if not lines:
            chosen = [f"{name} {value}" for name, value in self.chosen.items()]
            self.origin.refuse(pays.location, "no-lines.guarded", options=chosen)
        return tuple(lines)

    def guard_holds(self, guard: Text) -> bool:
        holds = True
        for name, value in self.phrase("guarded", guard):
            option = self.options.get(name)
            if option is None:
                self.refuse_option(guard.location, name)
            if value not in option.values:
                known = list(option.values)
                self.origin.refuse(
                    guard.location, "unknown-value", option=name, value=value, known=known, near=near(value, known)
                )
            holds = holds and self.chosen[name] == value
        return holds

    def ladder(self, counted: Counted, pays: Node, unit: str | None, table: str) -> list[PayLine]:
        """The rungs of a ladder as pay lines, the highest count first."""
        if not isinstance(pays, Fields):
            self.origin.refuse(pays.location, "ladder-needed")
        if not pays.keys:
            self.origin.refuse(pays.location, "empty-pays.ladder")
        lines = []
        for key, value in pays.pairs():
            rung: Rung = self.phrase("rung", key, table)
            text = self.section.as_text(value, "a pay")
            when = counted.at_least(rung.count)
            label = f"{rung} {counted.words}"
            lines.append(PayLine(label, when, self.pay(text, unit, table), key.location, rung))
        lines.sort(key=lambda line: -(line.rung.count if line.rung else 0))
        if lines[0].rung is not None and lines[0].rung.count == 0:
            self.origin.refuse(lines[0].location, "ladder-at-zero")
        for line in lines[1:]:
            if line.rung and line.rung.or_more:
                self.origin.refuse(line.location, "or-more-below-top", rung=line.rung)
        return lines

    def ladder_offers(
        self, section: Section, counted: Counted, ladder: list[PayLine], table: str
    ) -> tuple[tuple[PayLine, ...], tuple[Offer, ...]]:
        """Split a ladder into what pays by itself and what must be claimed."""
        offers: list[Offer] = []
        lines = tuple(ladder)
        cash_out, take_back = (section.text(name, required=False) for name in ("cash out", "take back"))
        if cash_out:
            self.phrase("cash_out", cash_out, table)
            lines = lines[:1]
            for above, line in pairwise(ladder):
                if line.pay is None:
                    self.origin.refuse(line.location, "offer-without-pay")
                if line.rung is not None and line.rung.count == 0:
                    self.origin.refuse(line.location, "cash-out-at-zero")
                offers.insert(0, Offer("cash out", f"cash out at {line.label}", line.when, above.when, line.pay))
        if take_back:
            self.phrase("take_back", take_back, table)
            first = ladder[-1].when
            offers.insert(0, Offer("take back", "take back", Played(1), first, PUSH))
        if surrender := section.node("surrender"):
            self.origin.refuse(surrender.location, "surrender-of-a-ladder")
        return lines, tuple(offers)

    def surrender(self, section: Section, condition: Condition, table: str) -> tuple[Offer, ...]:
        node = section.node("surrender")
        if node is None:
            return ()
        if not isinstance(node, Fields) or not isinstance(condition, Happened):
            self.origin.refuse(node.location, "surrender-not-a-ladder")
        offers = []
        for key, value in node.pairs():
            rung: Rung = self.phrase("rung", key, table)
            text = self.section.as_text(value, "a pay")
            pay = self.phrase("pay", text, table)
            if pay is None:
                self.origin.refuse(text.location, "offer-without-pay")
            if rung.or_more or not 1 <= rung.count < condition.times:
                code = "surrender-count" if condition.times > 1 else "surrender-count.single"
                self.origin.refuse(key.location, code, rung=rung, wins=condition.times)
            when, unless = replace(condition, times=rung.count), replace(condition, times=rung.count + 1)
            offers.append(Offer("surrender", f"surrender at {rung}", when, unless, pay))
        return tuple(offers)

    # ---- places
    def placed(self, terms: Terms) -> Iterator[Terms]:
        """The wager once for each of its places, or as it is if it names none."""
        _, node = self.wagers[terms.wager]
        assert isinstance(node, Fields)
        section = Section(self.origin, node, WAGER_FIELDS, f"wager {terms.wager}")
        text = section.text("places", required=False)
        on_places = [line.when for line in terms.lines if isinstance(line.when, ThisPlace)]
        if text is None:
            if on_places:
                example = self.game.examples["places"]
                self.origin.refuse(terms.lines[0].location, "this-place-without-places", example=example)
            yield terms
            return
        places: Places = self.phrase("places", text, terms.table)
        if not on_places or not all(map(places.has, on_places)):
            example = self.game.examples["this place"]
            self.origin.refuse(text.location, "places-without-this-place", example=example)
        for names, events in places.places:
            yield replace(
                terms,
                wager="-".join((terms.wager, *names)),
                name=f"{terms.name} {' '.join(names)}",
                lines=tuple(replace(line, when=_on_place(line.when, events)) for line in terms.lines),
            )


def _on_place(condition: Condition | ThisPlace, events: Mapping[str, Event]) -> Condition:
    """A line's condition with the event of one place put where the card says "this place"."""
    return Happened(events[condition.kind], condition.times) if isinstance(condition, ThisPlace) else condition
