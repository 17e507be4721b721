"""Reading a card's wagers: from its fields and phrases to terms, under settled options."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, NoReturn

from rackcard.card.behind import read_behind
from rackcard.card.bundle import read_bundle
from rackcard.card.condition_parts import alternatives, leaves
from rackcard.card.fields import BY_NAME, CARD_FIELDS, LINE_FIELDS, WAGER_FIELDS
from rackcard.card.named_events import named_events
from rackcard.card.options import PLACEHOLDER, Option
from rackcard.card.phrases import (
    Counted,
    NamesHold,
    NoRule,
    Opens,
    PhraseError,
    Places,
    Rung,
    Scope,
    parse_phrase,
)
from rackcard.card.places import check_on_place, place_example, places_example, refuse_missing_places
from rackcard.card.readings import Consulted, Reading, Readings
from rackcard.card.terms import Behind, Offer, PayLine, Terms, asks_at_end, differing, may_hold_early
from rackcard.card.yaml import Fields, Items, Location, Node, Origin, Section, Text
from rackcard.games.conditions import Condition, End, Happened, Played, Several
from rackcard.games.device import Chance
from rackcard.games.game import Event, Game
from rackcard.games.phrases import NOWHERE, NameHolds, TableLine
from rackcard.number import LOSS, PUSH, Pay
from rackcard.wording.card_errors import near

PHRASES = ("chance", "wins", "counts", "ends", "opens", "works", "marks", "requires", "places", "line", "takes")
"""Fields whose words a printed card repeats."""
TABLES_MAX = 16
LINES_MAX = 64
SCOPED = ("event", "condition", "counts", "ends", "works", "places")
"""Phrases that may name events, places and what the card is played with."""


class TermsReader:
    """Reads a card's wagers under settled options."""

    def __init__(
        self,
        origin: Origin,
        root: Fields,
        game: Game,
        options: Mapping[str, Option],
        chosen: Mapping[str, str],
        earlier: Readings | None = None,
    ) -> None:
        self.origin, self.root, self.game, self.options, self.chosen = origin, root, game, options, chosen
        self.earlier = Readings() if earlier is None else earlier
        self.consulted = Consulted()
        self.section = Section(origin, root, CARD_FIELDS, "a card")
        wagers = self.section.node("wagers")
        assert isinstance(wagers, Fields)
        self.wagers = {key.value: (key, value) for key, value in wagers.pairs()}
        self.reading: list[str] = []
        self.named: list[tuple[Location, Terms]] = []
        """The wagers that the rules of the one being read name."""
        self.known: dict[str, Reading] = {}
        self.scope = NOWHERE
        self.device = self.chance()
        self.game = game.variant(self.device)
        self.scope = Scope(self.device, tuple(named_events(self).items()), wagers=tuple(self.wagers))
        self.consulted.hold()

    # ---- phrases
    def filled(self, text: Text, table: str) -> str:
        """A phrase with the words of its options in place."""
        for match in PLACEHOLDER.finditer(text.value):
            if match[1] not in self.options:
                self.refuse_option(self.within(text, match.start()), match[1])
            if not self.options[match[1]].words(self.chosen[match[1]], table) and self.options[match[1]].many:
                self.origin.refuse(text.location, "option-without-default", option=match[1], table=table)
            self.consulted.add(match[1])
        filled = PLACEHOLDER.sub(lambda match: self.options[match[1]].words(self.chosen[match[1]], table), text.value)
        return " ".join(filled.split())

    def refuse_option(self, location: Location, name: str) -> NoReturn:
        """Refuse an option that the card does not have."""
        code = "unknown-option" if self.options else "unknown-option.none"
        self.origin.refuse(location, code, option=name, known=list(self.options), near=near(name, self.options))

    def within(self, text: Text, column: int) -> Location:
        """The place of a column of a phrase in the file; the phrase's start if it is folded or spaced out."""
        line = (text.location.origin or self.origin).line(text.location.line)
        start = text.location.column + (line[text.location.column : text.location.column + 1] in ("'", '"'))
        if line[start : start + len(text.value)] == text.value:
            return replace(text.location, column=start + column)
        word = text.value[column:].split(" ")[0]
        found = line.find(word, start) if word else -1
        return replace(text.location, column=found) if found >= 0 else text.location

    def phrase(self, kind: str, text: Text, table: str = "") -> Any:
        """The meaning of a phrase, its placeholders filled in."""
        filled = self.filled(text, table)
        scope = self.scope if kind in SCOPED else NOWHERE
        if scope.place and "this" not in filled.split():
            scope = replace(scope, place=())  # read once for all places
        try:
            return parse_phrase(self.game, kind, filled, scope)
        except PhraseError as error:
            facts = {**self.examples.get(error.code, {}), **error.facts}
            if filled == text.value:
                self.origin.refuse(self.within(text, error.column), error.code, **facts)
            self.origin.refuse(text.location, error.code, **facts, reads=filled)

    @property
    def examples(self) -> dict[str, dict[str, object]]:
        """The example that the remedy for a code shows."""
        return {
            "this-place-without-places": {"example": places_example(self.game, self.scope)},
            "places-without-this-place": {"example": place_example(self.game, self.scope)},
        }

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

    def chance_words(self) -> str:
        """What the card is played with, as it says so itself."""
        text = self.section.text("chance", required=False)
        return self.game.default_chance if text is None else self.filled(text, "")

    # ---- wagers
    def terms(self) -> Iterator[Terms]:
        groups: dict[str, str] = {}
        for name in self.wagers:
            for terms in self.wager(name):
                for own in (name, terms.wager):
                    other = groups.setdefault(own, name)
                    if other != name:
                        self.origin.refuse(terms.location, "duplicate-bet", bet=own, first=other, second=name)
                yield terms
        if not groups:
            refuse_missing_places(self)
            chosen = [f"{name} {value}" for name, value in self.chosen.items()]
            self.origin.refuse(self.section.location, "no-wagers.guarded", options=chosen)

    def wager(self, name: str) -> Sequence[Terms]:
        """A wager at every pay table, on every place; read once for all options that it does not depend on."""
        reading = self.known.get(name) or self.earlier.of(name, self.chosen)
        if reading is None:
            with self.consulted.apart() as own:
                terms = tuple(self.read_wager(name))
            reading = self.earlier.keep(name, terms, {option: self.chosen[option] for option in own})
        self.known[name] = reading
        self.consulted.update(reading.options)
        return reading.terms

    def wager_section(self, name: str) -> Section:
        _, node = self.wagers[name]
        if not isinstance(node, Fields):
            self.origin.refuse(node.location, "wager-not-a-mapping", wager=name)
        return Section(self.origin, node, WAGER_FIELDS, f"wager {name}")

    def is_offered(self, name: str) -> bool:
        """Whether the options leave a wager on the card."""
        guard = self.wager_section(name).text("if", required=False)
        return guard is None or self.guard_holds(guard)

    def read_wager(self, name: str) -> list[Terms]:
        key, _ = self.wagers[name]
        section = self.wager_section(name)
        if name in self.reading:
            self.origin.refuse(key.location, "circular-wagers", path=" → ".join([*self.reading, name]))
        if not self.is_offered(name):
            return []
        self.reading.append(name)
        scope = self.scope
        try:
            if section.has("bundle"):
                return read_bundle(self, name, section, key.location)
            return [
                self.one_table(name, section, key.location, table, pays, place)
                for table, pays in self.tables(section)
                for place in self.places(section, table)
            ]
        finally:
            self.reading.pop()
            self.scope = scope

    def places(self, section: Section, table: str) -> Iterator[tuple[str, ...]]:
        """The names of each place that a wager may be bet on, with its events in scope; one without names if none."""
        text = section.text("places", required=False)
        if text is None:
            yield ()
            return
        scope = self.scope
        places: Places = self.phrase("places", text, table)
        for names, events in places.places:
            self.scope = replace(scope, place=tuple(events.items()))
            yield names
        self.scope = scope

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

    def one_table(
        self, name: str, section: Section, location: Location, table: str, pays: Node, place: tuple[str, ...] = ()
    ) -> Terms:
        outer, self.named = self.named, []
        counted, lines, offers = self.lines(section, table, pays)
        named, self.named = self.named, outer
        if place:
            check_on_place(self, section, lines)
        given = self.field("offers", section, table)
        offers = tuple(offer for offer in offers if offer.kind in given)
        behind = read_behind(self, section, table)
        own_line = self.parent_of(behind).own_line if behind else self.field("line", section, table)
        works: TableLine | Event | None = self.field("works", section, table)
        on_table = isinstance(works, TableLine)
        works = works.works if isinstance(works, TableLine) else works
        if on_table and own_line and behind is None:
            self.origin.refuse(section.location, "table-line-alone", what=section.what)
        envy_text = section.text("envy", required=False)
        also, source, filed = (section.text(f, required=False) for f in ("also", "source", "filed"))
        title = self.title(name)
        terms = Terms(
            game=self.game,
            wager="-".join((name, *place)),
            name=" ".join((title, *place)),
            title=title,
            group=name,
            also=also.value if also else "",
            table=table,
            lines=lines,
            counted=counted,
            ends=self.ends(section, table),
            takes_first=self.takes_first(section, table, counted, lines),
            own_line=own_line,
            settles_at_end=self.field("settles", section, table),
            works=works,
            works_on_table=on_table and own_line,
            offers=offers,
            envy=self.phrase("envy", envy_text, table) if envy_text else None,
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
            behind=behind,
            commission=self.commission(section, table),
            filed=filed.value if filed else "",
            place=" ".join(place),
        )
        for location, other in named:
            if field := differing(terms, other):
                self.origin.refuse(location, "named-unlike", wager=terms.group, other=other.group, field=field)
        return terms

    def takes_first(self, section: Section, table: str, counted: Counted | None, lines: tuple[PayLine, ...]) -> bool:
        takes: bool = self.field("takes", section, table)
        if takes and counted is not None:
            self.origin.refuse(section.location, "takes-with-counts", what=section.what)
        if takes and self.field("settles", section, table):
            self.origin.refuse(section.location, "takes-at-the-end", what=section.what)
        mixed = (line for line in lines if asks_at_end(line.when) and may_hold_early(line.when))
        if takes and len(lines) > 1 and (line := next(mixed, None)):
            self.origin.refuse(line.location, "takes-mixed", line=line.label)
        return takes

    def commission(self, section: Section, table: str) -> Any:
        text = section.text("commission", required=False)
        return self.phrase("commission", text, table) if text else None

    def title(self, wager: str) -> str:
        """The name of a wager on the layout."""
        text = self.wager_section(wager).text("name", required=False)
        return text.value if text else wager.replace("-", " ").capitalize()

    def parent_of(self, behind: Behind) -> Terms:
        """The terms of what a wager is bet behind."""
        return self.wager(behind.wager)[0]

    def named_wager(self, text: Text, table: str) -> str:
        """A wager of the same card that a field names."""
        name: str = self.phrase("behind", text, table)
        self.check_offered(name, text.location, self.wagers)
        return name

    def check_offered(self, name: str, location: Location, known: Iterable[str]) -> None:
        """Refuse the name of a wager that the card does not have, or not under these options."""
        if name not in self.wagers:
            self.origin.refuse(location, "unknown-wager", wager=name, known=list(known), near=near(name, known))
        if not self.is_offered(name):
            self.origin.refuse(location, "wager-left-out", wager=name)

    def wording(self, section: Section, table: str) -> Iterator[tuple[str, str]]:
        """Each phrase that holds for a wager, its own before the card's."""
        for name in PHRASES:
            text = section.text(name, required=False) if name in WAGER_FIELDS else None
            if text is None and name in CARD_FIELDS:
                text = self.section.text(name, required=False)
            if text is not None:
                yield name, self.filled(text, table)

    def ends(self, section: Section, table: str) -> End:
        text = section.text("behind", required=False)
        if text is not None:
            parent = self.wager(self.named_wager(text, table))[0]
            if parent.ends.event is None or parent.ends.outcomes is not None:
                self.origin.refuse(text.location, "behind-fixed", wager=parent.wager)
            return parent.ends
        text = section.text("ends", required=False) or self.section.text("ends", required=False)
        if text is None:
            if self.game.default_ends is not None:
                return End(None, self.game.default_ends)
            self.origin.refuse(section.location, "no-end", what=section.what, example=self.game.examples["ends"])
        ends: End = self.phrase("ends", text, table)
        if self.game.ends_max == 1 and not ends.is_single:
            self.origin.refuse(text.location, "ends-too-late", game=self.game.name, unit=self.game.unit)
        return ends

    # ---- pay lines and offers
    def lines(
        self, section: Section, table: str, pays: Node
    ) -> tuple[Counted | None, tuple[PayLine, ...], tuple[Offer, ...]]:
        wins, counts = section.text("wins", required=False), section.text("counts", required=False)
        if wins and counts:
            self.origin.refuse(counts.location, "wins-and-counts")
        unit = self.unit(section, table)
        if counts:
            counted = self.counted(counts, table)
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
            self.refuse_surrender(surrender, "surrender-without-rule")
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
        return None if isinstance(meaning, NoRule) else self.resolved(meaning, text, table)

    def counted(self, text: Text, table: str) -> Counted:
        """What a ladder counts."""
        counted: Counted | NameHolds = self.phrase("counts", text, table)
        if isinstance(counted, Counted):
            return counted
        parts = tuple(
            self.holding(name, counted.names[:place], text, table) for place, name in enumerate(counted.names)
        )
        return Counted(f"of {', '.join(counted.names)}", "several", parts=parts)

    def resolved(self, condition: Any, text: Text, table: str) -> Condition:
        """A condition with the wagers and events that it names put in their place."""
        match condition:
            case Several(parts, wanted):
                return Several(tuple(self.resolved(part, text, table) for part in parts), wanted)
            case NamesHold(names, wanted):
                parts = tuple(self.holding(name, names[:place], text, table) for place, name in enumerate(names))
                if wanted == 1:
                    parts = tuple(dict.fromkeys(leaf for part in parts for leaf in alternatives(part)))
                return Several(parts, len(parts) if wanted is None else wanted)
            case _:
                return condition  # type: ignore[no-any-return]

    def holding(self, name: str, before: tuple[str, ...], text: Text, table: str) -> Condition:
        """What makes a named event happen, or a named wager win more than its stake."""
        place = self.within(text, max(text.value.find(name), 0))
        events = dict(self.scope.events)
        if name in before:
            self.origin.refuse(place, "duplicate-wager", wager=name)
        if name in events:
            return Happened(events[name])
        self.check_offered(name, place, [*self.wagers, *events])
        scope = self.scope
        self.scope = replace(scope, place=())
        terms = self.wager(name)
        self.scope = scope
        if terms[0].wager != name:
            self.origin.refuse(place, "wager-on-places", wager=name)
        same = ([one for one in terms if one.table == table] or terms)[0]
        self.named.append((place, same))
        offered = [offer.when for offer in same.offers if offer.kind == "cash out" and offer.pay.net > 0]
        won = [line.when for line in same.lines if not line.turns_into and (line.pay is None or line.pay.net > 0)]
        parts = tuple(leaf for when in (*won, *offered) for leaf in alternatives(when))
        if any(isinstance(leaf, Happened) and not leaf.times for leaf in leaves(parts)):
            self.origin.refuse(place, "named-from-the-start", wager=name, unit=self.game.unit)
        return parts[0] if len(parts) == 1 else Several(parts)

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
            when, guard = section.text("when"), section.text("if", required=False)
            assert when is not None
            turns = section.text("turns into", required=False)
            pay = section.text("pays", required=turns is None)
            if turns is not None and pay is not None:
                self.origin.refuse(pay.location, "pays-and-turns")
            if guard is None or self.guard_holds(guard):
                condition = self.condition(when, table)
                if condition is None:
                    self.origin.refuse(when.location, "line-without-rule")
                paid = self.pay(pay, unit, table) if pay is not None else None
                target = self.named_wager(turns, table) if turns is not None else ""
                label, title = self.filled(when, table), self.title(target) if target else ""
                filed = section.text("filed", required=False)
                called = filed.value if filed else ""
                lines.append(PayLine(label, condition, paid, item.location, None, target, title, called))
        if not lines:
            chosen = [f"{name} {value}" for name, value in self.chosen.items()]
            self.origin.refuse(pays.location, "no-lines.guarded", options=chosen)
        return tuple(lines)

    def guard_holds(self, guard: Text) -> bool:
        """Whether every option that a guard names has one of the values it allows."""
        holds = True
        for name, *values in self.phrase("guarded", guard):
            option = self.options.get(name)
            if option is None:
                self.refuse_option(guard.location, name)
            known = list(option.values)
            for value in values:
                if value not in known:
                    facts = {"option": name, "value": value, "known": known, "near": near(value, known)}
                    self.origin.refuse(guard.location, "unknown-value", **facts)
            self.consulted.add(name)
            holds = holds and self.chosen[name] in values
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
                label = f"cash out at {line.label}"
                offers.insert(0, Offer("cash out", label, line.when, above.when, line.pay, line.rung))
        if take_back:
            first, after = ladder[-1].when, Played(self.counted_before_take_back(section, take_back, table))
            offers.insert(0, Offer("take back", "take back", after, first, PUSH))
        if surrender := section.node("surrender"):
            self.origin.refuse(surrender.location, "surrender-of-a-ladder")
        return lines, tuple(offers)

    def counted_before_take_back(self, section: Section, text: Text, table: str) -> int:
        """How many outcomes must have counted before the stake may be taken back.

        None where an outcome on which the wager is off is enough, and it may be bet while it is off.
        """
        after_any: bool = self.phrase("take_back", text, table)
        works: Event | TableLine | None = self.field("works", section, table)
        works = works.works if isinstance(works, TableLine) else works
        if not after_any or works is None:
            return 1
        return 1 if self.phases_when_bet(section, table) <= {phase for phase, _ in works.cells} else 0

    def phases_when_bet(self, section: Section, table: str) -> frozenset[int]:
        """The phases in which a wager may begin; a line of its own begins with its own come-out."""
        if self.field("line", section, table):
            return frozenset((0,))
        opens: Opens = self.field("opens", section, table)
        return self.game.window_phases.get(opens.window, frozenset(range(len(self.game.phases))))

    def surrender(self, section: Section, condition: Condition, table: str) -> tuple[Offer, ...]:
        node = section.node("surrender")
        if node is None:
            return ()
        if not isinstance(node, Fields) or not isinstance(condition, Happened):
            self.refuse_surrender(node, "surrender-not-a-ladder")
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

    def refuse_surrender(self, node: Node, code: str) -> NoReturn:
        """Refuse a surrender with a rule of the game that could have one, where there is such a rule."""
        game, code = self.game, "surrender-not-a-ladder.single" if self.game.ends_max == 1 else code
        self.origin.refuse(node.location, code, example=game.examples["wins"], game=game.name, unit=game.unit)
