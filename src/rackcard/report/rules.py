"""The rules of a card in words: its own phrases with the options filled in, and its pays as tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rackcard.card import Card, Terms
from rackcard.card.fields import WAGER_FIELDS
from rackcard.card.phrases import WagersWin, parse_phrase
from rackcard.card.terms_reader import TermsReader
from rackcard.card.yaml import Fields, Section, Text
from rackcard.games.game import Event
from rackcard.tabular import Grid

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


@dataclass(frozen=True)
class CardRules:
    """The rules of a card: what holds for every wager, then each wager."""

    shared: tuple[Pair, ...]
    wagers: tuple[WagerRules, ...]


def rules(card: Card, options: Mapping[str, str] | None = None) -> CardRules:
    """The rules under settled options."""
    chosen = card.settled(options)
    reader = TermsReader(card.origin, card.root, card.game, card.options, chosen)
    groups: dict[str, dict[str, Terms]] = {}
    for terms in card.terms(chosen):
        groups.setdefault(terms.group, {}).setdefault(terms.table, terms)
    told = {group: _Telling(reader, group, list(tables.values())) for group, tables in groups.items()}
    pairs = {group: tuple(one.pairs()) for group, one in told.items()}
    first = next(iter(pairs.values()), ())
    common = [pair for pair in first if all(pair in others for others in pairs.values())]
    shared = (("played with", _chance(reader)), *(common if len(groups) > 1 else ()))
    wagers = []
    for group, one in told.items():
        own = tuple(pair for pair in pairs[group] if pair not in shared)
        terms = one.tables[0]
        plain = one.plain_pays()
        grid = None if plain or not terms.has_rule else one.grid(terms.title)
        wagers.append(WagerRules(group, terms.title, terms.also, terms.source, one.rule(), own, plain, grid))
    return CardRules(shared, tuple(wagers))


def _chance(reader: TermsReader) -> str:
    text = reader.section.text("chance", required=False)
    return reader.filled(text, "") if text else reader.game.default_chance


class _Telling:
    """Tells one wager, at all its pay tables."""

    def __init__(self, reader: TermsReader, group: str, tables: list[Terms]) -> None:
        self.reader, self.group, self.tables = reader, group, tables
        _, node = reader.wagers[group]
        assert isinstance(node, Fields)
        self.section = Section(reader.origin, node, WAGER_FIELDS, f"wager {group}")
        self.unit = reader.game.unit

    def phrase(self, name: str, default: str = "") -> str:
        """A field of the wager or of its card; where the pay tables differ in it, each with its name."""
        text = self.section.text(name, required=False) if name in WAGER_FIELDS else None
        text = text or self.reader.section.text(name, required=False)
        if text is None:
            return default
        by_table = {terms.table: self.named(text, terms.table) for terms in self.tables}
        if len(set(by_table.values())) == 1:
            return next(iter(by_table.values()))
        return "; ".join(f"table {table}: {words}" for table, words in by_table.items())

    def named(self, text: Text, table: str) -> str:
        """A phrase in which wagers of the card go by their names, not by their ids."""
        filled = self.reader.filled(text, table)
        if not filled.startswith("any of "):
            return filled
        meaning = parse_phrase(self.reader.game, "condition", filled)
        if not isinstance(meaning, WagersWin):
            return filled
        return "any of " + ", ".join(self.reader.wager(name)[0].name for name in meaning.names)

    def rule(self) -> Pair:
        if not self.tables[0].has_rule:
            return "wins", "the document gives no rule"
        if counts := self.phrase("counts"):
            return "counts", f"{counts}; paid by the count reached"
        if wins := self.phrase("wins"):
            return "wins", wins
        return "pays", "the first of the lines below that holds"

    def pairs(self) -> Iterator[Pair]:
        """What a player must know beyond the rule and the pays."""
        terms = self.tables[0]
        if places := self.phrase("places"):
            yield "stands on", places
        hand = f"with the {self.unit}"
        ends = self.phrase("ends", hand)
        over = "; what has not won by then loses" if isinstance(terms.ends, Event) else ""
        yield "ends", ends + over
        if terms.settles_at_end:
            yield "paid", "at the end"
        if terms.works is not None:
            yield f"{self.unit}s that count", self.phrase("works")
        yield "may be bet", self.phrase("opens", f"before any {self.unit}")
        if terms.requires is not None:
            yield "needs", self.phrase("requires")
        if terms.marks != "none":
            yield "marks", self.phrase("marks")
        if offers := "; ".join(self.offers(terms)):
            yield "offers", offers
        if terms.partial and terms.offers:
            yield "in part", "part of a wager may be taken, the rest rides"
        if terms.envy_is_named:
            earned = "it wins or is surrendered" if terms.envy_on_surrender else "it wins"
            paid = "no amount posted" if terms.envy is None else f"{terms.envy} on the stake"
            yield "dealer's envy", f"{paid}, when {earned}"
        if terms.several:
            yield "several", "a seat may hold several separate bets"
        yield "taken down", "at any time" if terms.down_any_time else f"before the first {self.unit} it sees"

    def offers(self, terms: Terms) -> Iterator[str]:
        """What may be taken between outcomes, and at which pay."""
        surrenders = [offer for offer in terms.offers if offer.kind == "surrender"]
        if surrenders:
            listed = ", ".join(f"{offer.label.removeprefix('surrender ')} for {offer.pay}" for offer in surrenders)
            yield f"surrender {listed}"
        for kind in ("cash out", "take back"):
            if any(offer.kind == kind for offer in terms.offers):
                yield f"{kind} {self.phrase(kind)}"

    # ---- pays
    def plain_pays(self) -> str:
        """The pays of a wager with one line."""
        if not all(len(terms.lines) == 1 and terms.counted is None for terms in self.tables):
            return ""
        if any(terms.lines[0].label != "wins" for terms in self.tables):
            return ""
        pays = {terms.table: _pay(terms.lines[0].pay) for terms in self.tables}
        if len(pays) == 1:
            return next(iter(pays.values()))
        return "; ".join(f"table {table}: {pay}" for table, pay in pays.items())

    def grid(self, name: str) -> Grid:
        """Lines or rungs down, pay tables across."""
        first = self.tables[0].counted.words if self.tables[0].counted else "when"
        columns = [dict(self.lines(terms)) for terms in self.tables]
        labels = list(dict.fromkeys(label for column in columns for label in column))
        if self.tables[0].counted:
            labels.sort(key=lambda label: int(label.split(" ")[0].rstrip(",")))
        heads = [f"table {terms.table}" if len(self.tables) > 1 else "pays" for terms in self.tables]
        rows = tuple((label, *(column.get(label, "–") for column in columns)) for label in labels)
        return Grid(f"{name}: pays", (first, *heads), frozenset(heads), rows)

    def lines(self, terms: Terms) -> Iterator[Pair]:
        for offer in terms.offers:
            if offer.kind == "cash out":
                yield f"{offer.count}, if cashed out", _pay(offer.pay)
        for line in terms.lines:
            yield str(line.rung) if line.rung else line.label, _pay(line.pay)


def _pay(pay: object) -> str:
    return "not posted" if pay is None else str(pay)
