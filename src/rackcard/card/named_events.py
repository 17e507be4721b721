"""Events that a card names, to use in its phrases."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rackcard.card.phrases import Scope, is_word, names_in
from rackcard.card.yaml import Fields, Items, Node, Text
from rackcard.games.game import Event
from rackcard.games.phrases import NOWHERE

if TYPE_CHECKING:
    from rackcard.card.terms_reader import TermsReader

Texts = Mapping[str, tuple[Text, Text]]
"""The name of each event and its phrase, as the card has them."""
EVENT_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def named_events(reader: "TermsReader") -> dict[str, Event]:
    """The events that the card names, each after those it is made of."""
    node = reader.section.node("events")
    if node is None:
        return {}
    if not isinstance(node, Fields):
        reader.origin.refuse(node.location, "events-not-a-mapping")
    texts = {key.value: (key, reader.section.as_text(value, "an event")) for key, value in node.pairs()}
    found: dict[str, Event] = {}
    for name, (key, _) in texts.items():
        if not EVENT_NAME.fullmatch(name) or is_word(reader.game, name):
            reader.origin.refuse(key.location, "event-name", name=name, game=reader.game.name)
        if name in reader.wagers:
            reader.origin.refuse(key.location, "event-named-as-wager", name=name)
        _add_event(reader, name, texts, found, ())
    reader.scope = NOWHERE
    _check_used(reader, texts)
    return found


def _check_used(reader: "TermsReader", texts: Texts) -> None:
    """Refuse a named event that no phrase of the card uses."""
    words = set(re.findall(r"[a-z0-9-]+", " ".join(_phrases(reader.root, skip=("events",)))))
    words |= {word for _, text in texts.values() for word in re.findall(r"[a-z0-9-]+", text.value)}
    for name, (key, _) in texts.items():
        if name not in words:
            reader.origin.refuse(key.location, "event-unused", name=name)


def _add_event(
    reader: "TermsReader",
    name: str,
    texts: Texts,
    found: dict[str, Event],
    path: tuple[str, ...],
) -> None:
    """Read a named event, and before it those that it names."""
    if name in found:
        return
    key, text = texts[name]
    if name in path:
        reader.origin.refuse(key.location, "circular-events", path=" → ".join([*path, name]))
    for other in names_in(reader.game, "event", reader.filled(text, "")):
        if other in texts:
            _add_event(reader, other, texts, found, (*path, name))
    reader.scope = Scope(reader.device, tuple(found.items()))
    found[name] = reader.phrase("event", text)


def _phrases(node: Node, skip: tuple[str, ...] = ()) -> Iterator[str]:
    """Every text of a card below a node, keys aside."""
    match node:
        case Text():
            yield node.value
        case Items():
            for item in node.items:
                yield from _phrases(item)
        case Fields():
            for key, value in node.pairs():
                if key.value not in skip:
                    yield from _phrases(value)
