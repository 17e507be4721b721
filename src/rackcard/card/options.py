"""Options: what a card leaves open, to the operator or to a reader of the document."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rackcard.card.fields import OPTION_FIELDS
from rackcard.card.yaml import Fields, Items, Node, Origin, Section, Text
from rackcard.wording.card_errors import OPTION_ERRORS, near, option_hint
from rackcard.wording.coded_error import CodedError

COMBINATIONS_MAX = 512

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""The form of every id: of cards, wagers and options."""

PLACEHOLDER = re.compile(r"<([^<>]*)>")
"""An option cited in a phrase: its value's words go there."""


class OptionError(CodedError, ValueError):
    """An option, value, wager or table that the card does not have: a code and its facts."""

    sentences = OPTION_ERRORS

    def __str__(self) -> str:
        return super().__str__() + option_hint(self.code, self.facts)


@dataclass(frozen=True)
class Option:
    """A choice the card leaves open: to the operator, or, as a reading, to a reader of the document."""

    name: str
    values: Mapping[str, str]
    """Each allowed value, and the words it puts into the card's phrases."""
    default: str
    about: str
    is_reading: bool
    many: bool = False
    """The value is a list of names; the default may differ by pay table."""
    by_table: Mapping[str, str] = field(default_factory=dict)
    departs: str = ""
    """The value that departs from the document, where there is one."""
    suggested: tuple[str, ...] = ()
    """Lists beside the default that the document may mean, where the value is a list."""

    def words(self, value: str, table: str) -> str:
        if self.many and value == self.default:
            return self.by_table.get(table, "")
        return value if self.many else self.values[value]

    def names(self, value: str) -> tuple[str, ...]:
        """The names in the value of a list; none for its default, which depends on the pay table."""
        return () if value == self.default else tuple(dict.fromkeys(name.strip() for name in value.split(",")))

    def checked(self, value: str) -> str:
        """The value in its proper form, or an error that lists the allowed ones."""
        if self.many:
            names = self.names(value)
            wrong = [name for name in names if name not in self.values]
            if wrong:
                code = "bad-value.list" if wrong[0] else "bad-value.empty"
                raise OptionError(code, option=self.name, value=wrong[0], known=list(self.values))
            return value if value == self.default else ", ".join(names)
        if value not in self.values:
            raise OptionError("bad-value", option=self.name, value=value, known=list(self.values))
        return value

    def in_order(self, value: str) -> str:
        """One spelling for each value: the names of a list in the order of the card."""
        if not self.many or value == self.default:
            return value
        names = self.names(value)
        return ", ".join(name for name in self.values if name in names)

    @property
    def choices(self) -> tuple[str, ...]:
        """The values worth pricing one by one: for a list, its default, those suggested and the whole list."""
        return (self.default, *self.suggested, ", ".join(self.values)) if self.many else tuple(self.values)


def read_options(origin: Origin, node: Node | None) -> dict[str, Option]:
    if node is None:
        return {}
    if not isinstance(node, Fields):
        origin.refuse(node.location, "options-not-a-mapping")
    options = {}
    combinations = 1
    for key, value in node.pairs():
        if not ID.fullmatch(key.value):
            origin.refuse(key.location, "bad-id", id=key.value, kind="option")
        if not isinstance(value, Fields):
            origin.refuse(value.location, "option-not-a-mapping", option=key.value)
        option = _read_option(Section(origin, value, OPTION_FIELDS, f"option {key.value}"), key.value)
        options[key.value] = option
        combinations *= len(option.choices)
        if combinations > COMBINATIONS_MAX:
            origin.refuse(key.location, "too-many-combinations", limit=COMBINATIONS_MAX)
    return options


def _read_option(section: Section, name: str) -> Option:
    origin = section.origin
    why, about = section.text("why", required=False), section.text("about", required=False)
    if (why is None) == (about is None):
        origin.refuse(section.location, "option-without-about", option=name)
    many = section.node("any of")
    if many is not None:
        return _read_list_option(section, name, many, why or about)
    values = section.node("values")
    if isinstance(values, Items):
        words = {text.value: text.value for text in (section.as_text(v, "a value") for v in values.items)}
    elif isinstance(values, Fields):
        words = {key.value: section.as_text(v, "a value").value for key, v in values.pairs()}
    else:
        origin.refuse(section.location, "option-without-values", option=name)
    default = section.text("default")
    assert default is not None
    if default.value not in words:
        known, value = list(words), default.value
        origin.refuse(
            default.location, "option-default", option=name, value=value, known=known, near=near(value, known)
        )
    if len(words) < 2:
        origin.refuse(section.location, "option-with-one-value", option=name)
    text = why or about
    assert text is not None
    departs = section.text("departs", required=False)
    if departs is not None and departs.value not in words:
        known, value = list(words), departs.value
        origin.refuse(departs.location, "unknown-value", option=name, value=value, known=known, near=near(value, known))
    return Option(name, words, default.value, text.value, why is not None, departs=departs.value if departs else "")


def _read_list_option(section: Section, name: str, many: Node, about: Text | None) -> Option:
    origin = section.origin
    if not isinstance(many, Items) or not many.items:
        origin.refuse(many.location, "option-without-names", option=name)
    names = {text.value: text.value for text in (section.as_text(item, "a name") for item in many.items)}
    default = section.node("default")
    if not isinstance(default, Fields):
        origin.refuse(section.location, "option-default-by-table", option=name)
    by_table = {key.value: _listed_names(section, value, names) for key, value in default.pairs()}
    values = section.node("values")
    if values is not None and not isinstance(values, Items):
        origin.refuse(values.location, "option-default-not-a-list")
    suggested = tuple(_listed_names(section, value, names) for value in (values.items if values else ()))
    assert about is not None
    is_reading = section.has("why")
    return Option(name, names, "default", about.value, is_reading, many=True, by_table=by_table, suggested=suggested)


def _listed_names(section: Section, node: Node, names: Mapping[str, str]) -> str:
    """Some of the names of a list option, as its value is written."""
    origin = section.origin
    if not isinstance(node, Items):
        origin.refuse(node.location, "option-default-not-a-list")
    chosen = [section.as_text(item, "a name") for item in node.items]
    for text in chosen:
        if text.value not in names:
            known, close = list(names), near(text.value, names)
            origin.refuse(text.location, "option-default-name", name=text.value, known=known, near=close)
    return ", ".join(text.value for text in chosen)


def _texts(node: Node) -> Iterator[Text]:
    """Every text of a card, names of fields included."""
    if isinstance(node, Text):
        yield node
    elif isinstance(node, Items):
        for item in node.items:
            yield from _texts(item)
    else:
        yield from node.keys
        for value in node.values:
            yield from _texts(value)


def check_use(origin: Origin, root: Fields, options: Mapping[str, Option]) -> None:
    """Every option is cited in a phrase, or a line depends on it."""
    texts = [text.value for text in _texts(root)]
    cited = {match[1] for text in texts for match in PLACEHOLDER.finditer(text)}
    asked = {match[1] for text in texts for match in re.finditer(r"(?<![\w-])([a-z0-9-]+) is ", text)}
    for key, value in root.pairs():
        if key.value != "options" or not isinstance(value, Fields):
            continue
        for name in value.keys:
            if name.value not in cited | asked:
                origin.refuse(name.location, "option-unused", option=name.value)


def check_events(origin: Origin, root: Fields) -> None:
    """Every event that the card names is used in a phrase."""
    by_name = dict(zip((key.value for key in root.keys), root.values, strict=True))
    events = by_name.get("events")
    if not isinstance(events, Fields):
        return
    skipped = ("card", "title", "about", "source", "events")
    texts = [text.value for name, node in by_name.items() if name not in skipped for text in _texts(node)]
    texts += [text.value for node in events.values for text in _texts(node)]
    words = {word for text in texts for word in re.findall(r"[a-z0-9-]+", text)}
    for name in events.keys:
        if name.value not in words:
            origin.refuse(name.location, "event-unused", name=name.value)
