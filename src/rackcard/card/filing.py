"""What a card says of the document it was filed with: names, places in the law, and what is broken in the text."""

from dataclasses import dataclass

from rackcard.card.yaml import Fields, Items, Location, Node, Origin, Section, Text
from rackcard.wording.card_errors import near

FAULT_FIELDS = ["where", "says"]


@dataclass(frozen=True)
class DocumentFault:
    """Something that is broken in the document itself."""

    where: str
    says: str


@dataclass(frozen=True)
class Filing:
    """The paper behind a card; each text is empty where the card does not say it."""

    filed: str = ""
    """The name of the game exactly as filed."""
    jurisdiction: str = ""
    rule: str = ""
    statute: str = ""
    together: tuple[tuple[str, ...], ...] = ()
    """Groups of wagers that use the same pay table."""
    faults: tuple[DocumentFault, ...] = ()
    procedure: tuple[str, ...] = ()
    """What the document asks of the dealer, step by step."""


def read_filing(section: Section, wagers: Fields) -> Filing:
    """The filing of a card, every field of it optional."""

    def said(name: str) -> str:
        text = section.text(name, required=False)
        return text.value if text else ""

    return Filing(
        filed=said("filed"),
        jurisdiction=said("jurisdiction"),
        rule=said("rule"),
        statute=said("statute"),
        together=tuple(_read_groups(section.origin, section.node("together"), wagers)),
        faults=tuple(_read_faults(section.origin, section.node("faults"))),
        procedure=tuple(_read_sentences(section.origin, section.node("procedure"))),
    )


def _read_faults(origin: Origin, node: Node | None) -> list[DocumentFault]:
    if node is None:
        return []
    if not isinstance(node, Items) or not node.items:
        origin.refuse(node.location, "faults-not-a-list")
    found = []
    for item in node.items:
        if not isinstance(item, Fields):
            origin.refuse(item.location, "faults-not-a-list")
        section = Section(origin, item, FAULT_FIELDS, "a fault")
        where, says = section.text("where"), section.text("says")
        assert where is not None
        assert says is not None
        found.append(DocumentFault(where.value, says.value))
    return found


def _read_sentences(origin: Origin, node: Node | None) -> list[str]:
    if node is None:
        return []
    if not isinstance(node, Items) or not node.items:
        origin.refuse(node.location, "procedure-not-a-list")
    for item in node.items:
        if not isinstance(item, Text) or not item.value:
            origin.refuse(item.location, "procedure-not-a-list")
    return [item.value for item in node.items if isinstance(item, Text)]


def _read_groups(origin: Origin, node: Node | None, wagers: Fields) -> list[tuple[str, ...]]:
    """The groups of wagers that use the same pay table, each wager in one group at most."""
    if node is None:
        return []
    if not isinstance(node, Items) or not node.items:
        origin.refuse(node.location, "together-not-a-list")
    tables = {key.value: _table_names(wager) for key, wager in wagers.pairs()}
    seen: set[str] = set()
    return [_read_group(origin, item, tables, seen) for item in node.items]


def _read_group(origin: Origin, node: Node, tables: dict[str, tuple[str, ...]], seen: set[str]) -> tuple[str, ...]:
    if not isinstance(node, Items) or len(node.items) < 2:
        origin.refuse(node.location, "together-not-a-list")
    names = [_wager_name(origin, item, tables, seen) for item in node.items]
    first = names[0].value
    for name in names[1:]:
        if tables[name.value] != tables[first]:
            origin.refuse(name.location, "together-differs", wager=name.value, first=first)
    return tuple(name.value for name in names)


def _wager_name(origin: Origin, node: Node, tables: dict[str, tuple[str, ...]], seen: set[str]) -> Text:
    """A wager of a group: one of the card's, with a choice of pay tables, named once."""
    if not isinstance(node, Text):
        origin.refuse(node.location, "together-not-a-list")
    _check_named(origin, node.location, node.value, tables, seen)
    seen.add(node.value)
    return node


def _check_named(
    origin: Origin, location: Location, name: str, tables: dict[str, tuple[str, ...]], seen: set[str]
) -> None:
    if name not in tables:
        origin.refuse(location, "unknown-wager", wager=name, known=list(tables), near=near(name, tables))
    if name in seen:
        origin.refuse(location, "duplicate-wager", wager=name)
    if len(tables[name]) < 2:
        origin.refuse(location, "together-without-tables", wager=name)


def _table_names(wager: Node) -> tuple[str, ...]:
    """The names of a wager's pay tables; none where it has one pay or one ladder."""
    if not isinstance(wager, Fields):
        return ()
    fields = {key.value: value for key, value in wager.pairs()}
    pays = fields.get("pays")
    if not isinstance(pays, Fields) or ("counts" in fields and all(isinstance(v, Text) for v in pays.values)):
        return ()
    return tuple(key.value for key in pays.keys)
