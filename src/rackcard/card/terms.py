"""The terms of a wager: its pay lines, its end and its offers, read from the card once options are settled."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

from rackcard.card.options import PLACEHOLDER, Option
from rackcard.card.phrases import (
    Counted,
    NoRule,
    Opens,
    PhraseError,
    Places,
    Requires,
    Rung,
    ThisPlace,
    WagersWin,
    parse_phrase,
)
from rackcard.card.yaml import Fields, Items, Mark, Node, Origin, Section, Text, suggestion
from rackcard.games.conditions import AnyOf, Condition, Different, Happened, Played
from rackcard.games.device import Chance
from rackcard.games.game import Event, Game
from rackcard.number import LOSS, PUSH, Pay

CARD_FIELDS = [
    "card", "title", "about", "game", "source", "chance", "marks", "ends", "settles", "works", "opens",
    "requires", "several", "partial", "offers", "envy on", "cells", "options", "wagers",
]  # fmt: skip
WAGER_FIELDS = [
    "name", "also", "source", "wins", "counts", "pays", "ends", "settles", "works", "opens", "cells", "envy",
    "surrender", "cash out", "take back", "take down", "places",
]  # fmt: skip
LINE_FIELDS = ["when", "pays", "if"]
PHRASES = ("chance", "wins", "counts", "ends", "opens", "works", "marks", "requires", "places")
"""Fields whose words a printed card repeats."""
TABLES_MAX = 16
LINES_MAX = 64


@dataclass(frozen=True)
class Line:
    """A pay line: the first of a wager's lines that holds is paid."""

    label: str
    when: Condition
    pay: Pay | None
    """None where the document posts no pay."""
    mark: Mark
    rung: Rung | None = None


@dataclass(frozen=True)
class Offer:
    """What the player may take between outcomes, while ``when`` holds and ``unless`` does not."""

    kind: Literal["surrender", "cash out", "take back"]
    label: str
    when: Condition
    unless: Condition | None
    pay: Pay

    @property
    def count(self) -> int | None:
        """The count at which it is made, or None where it goes by no count."""
        if isinstance(self.when, Different):
            return self.when.at_least
        return self.when.times if isinstance(self.when, Happened) else None


@dataclass(frozen=True)
class Terms:
    """One wager of a card at one pay table, every option settled."""

    game: Game
    wager: str
    name: str
    group: str
    """The wager as the card writes it; those of its places share one."""
    also: str
    table: str
    lines: tuple[Line, ...]
    counted: Counted | None
    ends: Event | int
    settles_at_end: bool
    works: Event | None
    offers: tuple[Offer, ...]
    envy: Pay | None
    envy_is_named: bool
    envy_on_surrender: bool
    opens: Opens
    requires: Requires | None
    marks: str
    several: bool
    partial: bool
    down_any_time: bool
    """Whether the stake may be taken down after the wager has seen an outcome."""
    source: str
    wording: tuple[tuple[str, str], ...]
    """The card's own phrases for this wager by field, the words of its options in place."""
    mark: Mark

    def words(self, name: str) -> str:
        """The phrase in a field, or nothing where neither the wager nor the card fills it."""
        return dict(self.wording).get(name, "")

    @property
    def title(self) -> str:
        """The wager's name on the layout, without the place it stands on."""
        places = self.wager.removeprefix(self.group).strip("-").split("-") if self.wager != self.group else []
        return self.name.removesuffix(" ".join(places)).strip() if places else self.name

    @property
    def has_rule(self) -> bool:
        return bool(self.lines)

    @property
    def is_posted(self) -> bool:
        return self.has_rule and all(line.pay is not None for line in self.lines)


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
                known = suggestion(match[1], list(self.options)) if self.options else "This card has no options."
                self.origin.refuse(self.within(text, match.start()), f"there is no option <{match[1]}>", known)
            if not self.options[match[1]].words(self.chosen[match[1]], table) and self.options[match[1]].many:
                self.origin.refuse(
                    text.mark,
                    f"option {match[1]} has no default for pay table {table}",
                    "Add one for every pay table that cites it.",
                )
        filled = PLACEHOLDER.sub(lambda match: self.options[match[1]].words(self.chosen[match[1]], table), text.value)
        return " ".join(filled.split())

    def within(self, text: Text, column: int) -> Mark:
        """The place of a column of a phrase in the file; the phrase's start if it is folded or spaced out."""
        line = self.origin.line(text.mark.line)
        start = text.mark.column + (line[text.mark.column : text.mark.column + 1] in ("'", '"'))
        if line[start : start + len(text.value)] == text.value:
            return Mark(text.mark.line, start + column)
        word = text.value[column:].split(" ")[0]
        found = line.find(word, start) if word else -1
        return Mark(text.mark.line, found) if found >= 0 else text.mark

    def phrase(self, kind: str, text: Text, table: str = "") -> Any:
        """The meaning of a phrase, its placeholders filled in."""
        filled = self.filled(text, table)
        try:
            return parse_phrase(self.game, kind, filled)
        except PhraseError as error:
            if filled == text.value:
                self.origin.refuse(self.within(text, error.column), error.cause, error.remedy)
            self.origin.refuse(text.mark, f'{error.cause}; with the options set it reads "{filled}"', error.remedy)

    def field(self, kind: str, name: str, wager: Section, default: str, table: str = "") -> Any:
        """A field that the wager may set for itself and the card for all its wagers."""
        text = wager.text(name, required=False) if name in WAGER_FIELDS else None
        text = text or self.section.text(name, required=False)
        return parse_phrase(self.game, kind, default) if text is None else self.phrase(kind, text, table)

    def chance(self) -> Chance:
        text = self.section.text("chance", required=False)
        if text is None and not self.game.default_chance:
            self.origin.refuse(
                self.section.mark,
                "the card does not say what it is played with",
                f'Add a line "chance: {self.game.examples["chance"]}".',
            )
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
                        self.origin.refuse(
                            terms.mark,
                            f"{terms.wager} is the id of two bets: one of wager {other} and one of wager {name}",
                            "Rename one of the two wagers: a place is added to the id of its wager.",
                        )
                    yield terms

    def wager(self, name: str) -> list[Terms]:
        if name not in self.known:
            self.known[name] = self.read_wager(name)
        return self.known[name]

    def read_wager(self, name: str) -> list[Terms]:
        key, node = self.wagers[name]
        if not isinstance(node, Fields):
            self.origin.refuse(node.mark, f"wager {name} must be a mapping", "Give it a name, a rule and pays.")
        section = Section(self.origin, node, WAGER_FIELDS, f"wager {name}")
        if name in self.reading:
            self.origin.refuse(
                key.mark, f"{' names '.join([*self.reading, name])}: a circle", "Name the repeaters themselves."
            )
        self.reading.append(name)
        try:
            return [self.one_table(name, section, key.mark, table, pays) for table, pays in self.tables(section)]
        finally:
            self.reading.pop()

    def tables(self, section: Section) -> list[tuple[str, Node]]:
        """The pay tables of a wager: one unnamed, or a mapping of names."""
        pays = section.node("pays")
        if pays is None:
            self.origin.refuse(section.mark, f"{section.what} needs pays", "Write pays: 30 to 1, or: not posted.")
        is_ladder = section.has("counts")
        if isinstance(pays, Fields) and not (is_ladder and all(isinstance(v, Text) for v in pays.values)):
            if not pays.keys:
                self.origin.refuse(pays.mark, "there is no pay here", "Write for example: pays: 30 to 1.")
            for key in pays.keys:
                if not re.fullmatch(r"[A-Za-z0-9]{1,8}", key.value):
                    self.origin.refuse(
                        key.mark, f'"{key.value}" is no name for a pay table', "Use a number or letter: 1, 2, A."
                    )
            self.check_not_a_ladder(section, pays)
            if len(pays.keys) > TABLES_MAX:
                self.origin.refuse(
                    pays.keys[TABLES_MAX].mark, f"more than {TABLES_MAX} pay tables", "Drop some, or split the card."
                )
            return [(key.value, value) for key, value in pays.pairs()]
        return [("1", pays)]

    def check_not_a_ladder(self, section: Section, pays: Fields) -> None:
        """Pay tables with numbers for names are numbered from 1; other numbers are counts of a ladder."""
        names = [key.value for key in pays.keys]
        numbered = [str(number) for number in range(1, len(names) + 1)]
        if section.has("wins") and all(name.isdigit() for name in names) and set(names) != set(numbered):
            key = next(key for key, number in zip(pays.keys, numbered, strict=True) if key.value != number)
            self.origin.refuse(
                key.mark,
                f"{key.value} reads as a count, and a wager that wins has one pay in each pay table",
                "For a ladder write counts: instead of wins:; number pay tables 1, 2, 3 without a gap.",
            )

    def one_table(self, name: str, section: Section, mark: Mark, table: str, pays: Node) -> Terms:
        counted, lines, offers = self.lines(section, table, pays)
        given = self.field("offers", "offers", section, "surrender, cash out, take back", table)
        offers = tuple(offer for offer in offers if offer.kind in given)
        ends = self.ends(section, table)
        envy_text = section.text("envy", required=False)
        title, also, source = (section.text(f, required=False) for f in ("name", "also", "source"))
        return Terms(
            game=self.game,
            wager=name,
            name=title.value if title else name.replace("-", " ").capitalize(),
            group=name,
            also=also.value if also else "",
            table=table,
            lines=lines,
            counted=counted,
            ends=ends,
            settles_at_end=self.field("settles", "settles", section, "as soon as decided", table),
            works=self.field("works", "works", section, "always", table),
            offers=offers,
            envy=self.phrase("pay", envy_text, table) if envy_text else None,
            envy_is_named=envy_text is not None,
            envy_on_surrender=self.field("envy_on", "envy on", section, "wins", table),
            opens=self.field("opens", "opens", section, f"before any {self.game.unit}", table),
            requires=self.field("requires", "requires", section, "nothing", table),
            marks=self.field("marks", "marks", section, "none", table),
            several=self.field("answer", "several", section, "no", table),
            partial=self.field("answer", "partial", section, "no", table),
            down_any_time=self.field("take_down", "take down", section, f"before the first {self.game.unit}", table),
            source=source.value if source else "",
            wording=tuple(self.wording(section, table)),
            mark=mark,
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
            example = self.game.examples["ends"]
            self.origin.refuse(
                section.mark, f"nothing ends {section.what}", f'Add a line "ends: {example}" to it or to the card.'
            )
        ends = self.phrase("ends", text, table)
        if isinstance(ends, Event):
            return ends
        if isinstance(ends, ThisPlace):
            remedy = f"Write: ends: after 1 {self.game.unit}."
            self.origin.refuse(text.mark, "a wager cannot end on its place", remedy)
        count, unit = ends
        if self.game.ends_max == 1 and count != 1:
            self.origin.refuse(
                text.mark, f"a {self.game.name} wager is decided by one {unit}", f"Write: after 1 {unit}."
            )
        return int(count)

    # ---- pay lines and offers
    def lines(
        self, section: Section, table: str, pays: Node
    ) -> tuple[Counted | None, tuple[Line, ...], tuple[Offer, ...]]:
        wins, counts = section.text("wins", required=False), section.text("counts", required=False)
        if wins and counts:
            self.origin.refuse(counts.mark, "a wager either wins or counts", "Keep one of wins and counts.")
        unit = self.unit(section, table)
        if counts:
            counted: Counted = self.phrase("counts", counts, table)
            ladder = self.ladder(counted, pays, unit, table)
            return counted, *self.ladder_offers(section, counted, ladder, table)
        for name in ("cash out", "take back"):
            if text := section.text(name, required=False):
                self.origin.refuse(text.mark, f"{name} needs a ladder", "Give the wager counts: and a ladder of pays.")
        if wins:
            condition = self.condition(wins, table)
            if not isinstance(pays, Text):
                self.origin.refuse(pays.mark, "a wager that wins has one pay", "Write pays: 30 to 1.")
            pay = self.pay(pays, unit, table)
            if condition is None:
                return None, (), ()
            return None, (Line("wins", condition, pay, wins.mark),), self.surrender(section, condition, table)
        if surrender := section.node("surrender"):
            self.origin.refuse(surrender.mark, "surrender needs a rule in wins", "Write wins: 2 rolled 2 times.")
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
                self.origin.refuse(text.mark, f"a cell of {cell} has no meaning", "Use 0, -1 or a positive pay.")
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
                self.origin.refuse(place, f"this card has no wager {name}", suggestion(name, list(self.wagers)))
            if name in wagers.names[:position]:
                self.origin.refuse(place, f"{name} is named twice", "Name each wager once.")
            terms = self.wager(name)
            if any(isinstance(line.when, ThisPlace) for line in terms[0].lines):
                self.origin.refuse(
                    place, f"{name} stands on many places", "Name a wager that is won in one way, whatever its place."
                )
            same = [t for t in terms if t.table == table] or terms
            for line in same[0].lines:
                if line.pay is None or line.pay.net > 0:
                    yield from line.when.parts if isinstance(line.when, AnyOf) else (line.when,)

    def listed(self, pays: Node, unit: str | None, table: str) -> tuple[Line, ...]:
        if not isinstance(pays, Items):
            self.origin.refuse(
                pays.mark,
                "this wager has no rule",
                "Add wins: or counts:, or write pays as a list of {when: …, pays: …}.",
            )
        if len(pays.items) > LINES_MAX:
            self.origin.refuse(
                pays.items[LINES_MAX].mark, f"more than {LINES_MAX} pay lines", "Drop some, or split the wager."
            )
        lines = []
        for item in pays.items:
            if not isinstance(item, Fields):
                self.origin.refuse(item.mark, "a pay line is a mapping", "Write {when: …, pays: …}.")
            section = Section(self.origin, item, LINE_FIELDS, "a pay line")
            when, pay, guard = section.text("when"), section.text("pays"), section.text("if", required=False)
            assert when is not None
            assert pay is not None
            if guard is None or self.guard_holds(guard):
                condition = self.condition(when, table)
                if condition is None:
                    self.origin.refuse(when.mark, "a pay line needs a rule", "Move no rule given to wins:.")
                lines.append(Line(self.filled(when, table), condition, self.pay(pay, unit, table), item.mark))
        if not lines:
            chosen = ", ".join(f"{name} {value}" for name, value in self.chosen.items())
            self.origin.refuse(
                pays.mark, f"no pay line is left with {chosen or 'no options'}", "Add a line without if:."
            )
        return tuple(lines)

    def guard_holds(self, guard: Text) -> bool:
        holds = True
        for name, value in self.phrase("guarded", guard):
            option = self.options.get(name)
            if option is None:
                known = list(self.options) or ["none"]
                self.origin.refuse(guard.mark, f"there is no option {name}", suggestion(name, known))
            if value not in option.values:
                self.origin.refuse(guard.mark, f"{name} is never {value}", suggestion(value, list(option.values)))
            holds = holds and self.chosen[name] == value
        return holds

    def ladder(self, counted: Counted, pays: Node, unit: str | None, table: str) -> list[Line]:
        """The rungs of a ladder as pay lines, the highest count first."""
        if not isinstance(pays, Fields):
            self.origin.refuse(pays.mark, "a wager that counts needs a ladder", "Write pays: {3: 5 to 1, 4: 9 to 1}.")
        if not pays.keys:
            self.origin.refuse(pays.mark, "there is no pay here", "Write for example: pays: {3: 5 to 1, 4: 9 to 1}.")
        lines = []
        for key, value in pays.pairs():
            rung: Rung = self.phrase("rung", key, table)
            text = self.section.as_text(value, "a pay")
            when = counted.at_least(rung.count)
            label = f"{rung} {counted.words}"
            lines.append(Line(label, when, self.pay(text, unit, table), key.mark, rung))
        lines.sort(key=lambda line: -(line.rung.count if line.rung else 0))
        if lines[0].rung is not None and lines[0].rung.count == 0:
            self.origin.refuse(lines[0].mark, "the highest count is 0", "Let the ladder go up to 1 or more.")
        for line in lines[1:]:
            if line.rung and line.rung.or_more:
                self.origin.refuse(
                    line.mark, f'"{line.rung}" is not the highest count', "Only the highest may say or more."
                )
        return lines

    def ladder_offers(
        self, section: Section, counted: Counted, ladder: list[Line], table: str
    ) -> tuple[tuple[Line, ...], tuple[Offer, ...]]:
        """Split a ladder into what pays by itself and what must be claimed."""
        offers: list[Offer] = []
        lines = tuple(ladder)
        cash_out, take_back = (section.text(name, required=False) for name in ("cash out", "take back"))
        if cash_out:
            self.phrase("cash_out", cash_out, table)
            lines = lines[:1]
            for above, line in pairwise(ladder):
                if line.pay is None:
                    self.origin.refuse(line.mark, "an offer needs a pay", "Write for example: 3 to 1.")
                if line.rung is not None and line.rung.count == 0:
                    self.origin.refuse(
                        line.mark,
                        "a count of 0 cannot be cashed out: it is reached before the first outcome",
                        "Let the ladder begin at 1 or more.",
                    )
                offers.insert(0, Offer("cash out", f"cash out at {line.label}", line.when, above.when, line.pay))
        if take_back:
            self.phrase("take_back", take_back, table)
            first = ladder[-1].when
            offers.insert(0, Offer("take back", "take back", Played(1), first, PUSH))
        if surrender := section.node("surrender"):
            self.origin.refuse(surrender.mark, "a ladder is cashed out, not surrendered", "Write cash out: at any pay.")
        return lines, tuple(offers)

    def surrender(self, section: Section, condition: Condition, table: str) -> tuple[Offer, ...]:
        node = section.node("surrender")
        if node is None:
            return ()
        if not isinstance(node, Fields) or not isinstance(condition, Happened):
            self.origin.refuse(
                node.mark,
                "surrender is a ladder on one repeated event",
                "Write wins: 4 rolled 4 times, and surrender: {2: 7 for 1, 3: 21 for 1}.",
            )
        offers = []
        for key, value in node.pairs():
            rung: Rung = self.phrase("rung", key, table)
            text = self.section.as_text(value, "a pay")
            pay = self.phrase("pay", text, table)
            if pay is None:
                self.origin.refuse(text.mark, "an offer needs a pay", "Write for example: 6 for 1.")
            if rung.or_more or not 1 <= rung.count < condition.times:
                counts = f"Use counts from 1 to {condition.times - 1}." if condition.times > 1 else "Remove surrender."
                self.origin.refuse(key.mark, f"no surrender at {rung}: the wager is won at {condition.times}", counts)
            when, unless = replace(condition, times=rung.count), replace(condition, times=rung.count + 1)
            offers.append(Offer("surrender", f"surrender at {rung}", when, unless, pay))
        return tuple(offers)

    # ---- places
    def placed(self, terms: Terms) -> Iterator[Terms]:
        """The wager once for each place it may stand on, or as it is if it names none."""
        _, node = self.wagers[terms.wager]
        assert isinstance(node, Fields)
        section = Section(self.origin, node, WAGER_FIELDS, f"wager {terms.wager}")
        text = section.text("places", required=False)
        standing = [line.when for line in terms.lines if isinstance(line.when, ThisPlace)]
        if text is None:
            if standing:
                self.origin.refuse(
                    terms.lines[0].mark, "this place needs places", f'Add "places: {self.game.examples["places"]}".'
                )
            yield terms
            return
        places: Places = self.phrase("places", text, terms.table)
        if not standing or not all(map(places.has, standing)):
            remedy = f"Write wins: {self.game.examples['this place']}."
            self.origin.refuse(text.mark, "places needs this place", remedy)
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
