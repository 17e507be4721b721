"""Everything that is wrong with the text of a card, not only what was met first."""

from collections.abc import Callable
from typing import Any

from rackcard.card.fields import BY_NAME, CARD_FIELDS, LINE_FIELDS, OPTION_FIELDS, WAGER_FIELDS
from rackcard.card.reader import card_of
from rackcard.card.terms_reader import TermsReader
from rackcard.card.yaml import CardError, Fields, Items, Node, Origin, Section, Text, parse

NOT_PHRASES = frozenset(
    {"text", "id", "game", "mapping", "any", "faults", "sentences", "names", "groups", "pays", "ladder", "chance"}
)
"""What a field may hold that is not one phrase, or is read before every wager."""
OF_SEVERAL_WAGERS = frozenset({"circular-wagers", "circular-events", "too-many-stages", "never-decided.turns"})
"""Errors that several wagers share; each of them would be refused for the same."""
PROBLEMS_MAX = 20
"""More than these are not looked for: each takes a while to be put into words that help."""


def text_problems(first: CardError) -> list[CardError]:
    """The error that a card was refused for and every other of its text that does not follow from it, by their lines.

    Each unknown field, each phrase that is not understood, and the first error of each wager that has none of those.
    """
    found, origin = [first], first.origin
    try:
        known = _Known(origin, parse(origin))
        found += known.refused
        card = card_of(origin, known.root)
        reader = TermsReader(origin, known.root, card.game, card.options, card.settled())
    except CardError as error:
        return in_order([*found, error] if len(found) == 1 else found)
    found += _Phrases(reader).of_card(known.root)
    for name, (key, _) in reader.wagers.items():
        if len(found) >= PROBLEMS_MAX:
            break
        try:
            reader.wager(name)
        except CardError as error:
            found += _Phrases(reader).of_wager(name)
            if not any(_is_within(one, key, known.root) for one in found):
                found.append(error)
    return in_order(found)


def in_order(found: list[CardError]) -> list[CardError]:
    """Each error once, by its place; one for all wagers of a circle, and one for a text that a comma cuts in two."""
    cut = {error.line: error for error in reversed(found) if error.code == "unknown-field.comma"}
    firsts = {error.code: error for error in reversed(found) if error.code in OF_SEVERAL_WAGERS}
    places = {
        (error.path, error.line, error.column): error
        for error in reversed(found)
        if cut.get(error.line, error) is error and firsts.get(error.code, error) is error
    }
    return [places[place] for place in sorted(places)][:PROBLEMS_MAX]


def _is_within(error: CardError, wager: Text, root: Fields) -> bool:
    """Whether an error is at a wager: from its name to the next one's, or to the next field of the card."""
    starts = [key.location.line for key in root.keys]
    for key, value in root.pairs():
        if key.value == "wagers" and isinstance(value, Fields):
            starts += [one.location.line for one in value.keys]
    line = wager.location.line
    return line <= error.location.line < min((one for one in starts if one > line), default=error.location.line + 1)


class _Known:
    """A card without the fields that a card cannot have, and an error for each of those."""

    def __init__(self, origin: Origin, root: Fields) -> None:
        self.origin, self.refused = origin, list[CardError]()
        deeper = {"wagers": self.wagers, "options": self.options}
        self.root = self.kept(
            root, CARD_FIELDS, "a card", lambda name, node: deeper[name](node) if name in deeper else node
        )

    def kept(
        self, fields: Fields, known: list[str], what: str, inner: Callable[[str, Node], Node] = lambda _, node: node
    ) -> Fields:
        """A mapping with the known of its fields."""
        pairs = []
        for key, value in fields.pairs():
            if len(self.refused) >= PROBLEMS_MAX:
                break
            try:
                Section(self.origin, Fields((key,), (value,), fields.location), known, what)
                pairs.append((key, inner(key.value, value)))
            except CardError as error:
                self.refused.append(error)
        return Fields(tuple(key for key, _ in pairs), tuple(value for _, value in pairs), fields.location)

    def wagers(self, node: Node) -> Node:
        return self.each(node, WAGER_FIELDS, "wager {name}", self.pays)

    def options(self, node: Node) -> Node:
        return self.each(node, OPTION_FIELDS, "option {name}", lambda _, value: value)

    def each(self, node: Node, known: list[str], what: str, inner: Callable[[str, Node], Node]) -> Node:
        """Every entry of a mapping of names."""
        if not isinstance(node, Fields):
            return node
        values = [
            self.kept(value, known, what.format(name=key.value), inner) if isinstance(value, Fields) else value
            for key, value in node.pairs()
        ]
        return Fields(node.keys, tuple(values), node.location)

    def pays(self, name: str, node: Node) -> Node:
        """A list of pay lines, under the name of a pay table or not."""
        if name != "pays":
            return node
        if isinstance(node, Fields):
            return Fields(node.keys, tuple(self.pays("pays", value) for value in node.values), node.location)
        if not isinstance(node, Items):
            return node
        lines = [
            self.kept(item, LINE_FIELDS, "a pay line") if isinstance(item, Fields) else item for item in node.items
        ]
        return Items(tuple(lines), node.location)


class _Phrases:
    """Reads every phrase of a card for itself, whatever is wrong with the others."""

    def __init__(self, reader: TermsReader) -> None:
        self.reader, self.refused = reader, list[CardError]()
        self.has_places = True
        """False where it is not known which place a phrase with "this" means."""

    def of_card(self, root: Fields) -> list[CardError]:
        """The errors of the phrases that hold for all wagers."""
        for key, value in root.pairs():
            self.read(BY_NAME[key.value].kind, value, "1")
        return self.refused

    def of_wager(self, name: str) -> list[CardError]:
        """The errors of the phrases of one wager, on the first of its places and at the first of its pay tables."""
        reader, (_, node) = self.reader, self.reader.wagers[name]
        if not isinstance(node, Fields) or "bundle" in (key.value for key in node.keys):
            return []
        section, scope = reader.wager_section(name), reader.scope
        tables = self.tried(lambda: reader.tables(section)) or [("1", None)]
        if section.has("places"):
            self.has_places = self.tried(lambda: next(reader.places(section, tables[0][0]))) is not None
        unit = self.tried(lambda: reader.unit(section, tables[0][0]))
        for key, value in node.pairs():
            if key.value == "pays":
                self.pays(value, unit, tables[0][0], counts=section.has("counts"))
            elif key.value == "surrender" and isinstance(value, Fields):
                self.ladder(value, None, tables[0][0])
            else:
                self.read(BY_NAME[key.value].kind, value, tables[0][0])
        reader.scope = scope
        return self.refused

    def tried(self, read: Callable[[], Any]) -> Any:
        """What is read; None and an error more where it is refused, and None where there are enough errors."""
        if len(self.refused) >= PROBLEMS_MAX:
            return None
        try:
            return read()
        except CardError as error:
            self.refused.append(error)
            return None

    def read(self, kind: str, node: Node, table: str) -> None:
        if kind in NOT_PHRASES or not isinstance(node, Text) or not node.value:
            return
        if self.has_places or "this" not in node.value.split():
            self.tried(lambda: self.reader.phrase(kind, node, table))

    def pays(self, node: Node, unit: str | None, table: str, *, counts: bool) -> None:
        """A pay, a ladder, a list of lines, or any of them by pay table."""
        match node:
            case Text():
                self.tried(lambda: self.reader.pay(node, unit, table))
            case Items():
                for item in node.items:
                    for key, value in item.pairs() if isinstance(item, Fields) else ():
                        if key.value == "pays":
                            self.pays(value, unit, table, counts=counts)
                        else:
                            self.read(BY_NAME[key.value].kind, value, table)
            case Fields() if counts and all(isinstance(value, Text) for value in node.values):
                self.ladder(node, unit, table)
            case Fields():
                for key, value in node.pairs():
                    self.pays(value, unit, key.value, counts=counts)

    def ladder(self, node: Fields, unit: str | None, table: str) -> None:
        """Pays by count."""
        for key, value in node.pairs():
            self.read("rung", key, table)
            self.pays(value, unit, table, counts=False)
