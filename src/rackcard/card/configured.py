"""A card as a house offers it: wagers left out, one pay table for each, options set, and what it posts filled in."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rackcard.card.yaml import START, Fields, Items, Node, Origin, Text, plain

if TYPE_CHECKING:
    from rackcard.card.card import Card
    from rackcard.card.terms import Terms

POSTED_FIELDS = ("wins", "counts", "pays", "envy")
"""What a house may post where the document leaves it open."""


@dataclass(frozen=True)
class Configuration:
    """What a house makes of one card; plain values, as a log stores them."""

    sha256: str
    """The hash of the card's own text, which stays as it is."""
    tables: Mapping[str, str] = field(default_factory=dict)
    """The pay table of each wager that does not use its first."""
    left_out: tuple[str, ...] = ()
    """The wagers that are not offered."""
    posts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The fields of each wager that the house fills in."""

    @cached_property
    def canonical(self) -> str:
        """One spelling for each configuration."""
        value = {"card": self.sha256, "tables": dict(self.tables), "leaves out": sorted(self.left_out),
                 "posts": {wager: dict(fields) for wager, fields in self.posts.items()}}  # fmt: skip
        return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    def __hash__(self) -> int:
        return hash(self.canonical)

    def offers(self, terms: "Terms", first: str) -> bool:
        """Whether a wager at a pay table is on offer; ``first`` is the first of its pay tables."""
        return terms.group not in self.left_out and terms.table == self.tables.get(terms.group, first)


def configured(
    card: "Card",
    options: Mapping[str, str],
    configuration: Configuration,
    nodes: Mapping[str, Fields] | None = None,
) -> "Card":
    """The card under a configuration; ``nodes`` are the posts with their places in the file of the house rules."""
    chosen = card.settled(options)
    set_options = {name: _set(option, chosen[name]) for name, option in card.options.items()}
    posts = nodes if nodes is not None else {name: _fields(post) for name, post in configuration.posts.items()}
    root = _posted(card.root, posts) if posts else card.root
    return replace(card, options=set_options, root=root, configuration=configuration)


def _set(option: Any, value: str) -> Any:
    """An option with another default; a list that was set holds for every pay table."""
    if value == option.default:
        return option
    if option.many:
        return replace(option, by_table=dict.fromkeys(option.by_table, value))
    return replace(option, default=value)


def _posted(root: Fields, posts: Mapping[str, Fields]) -> Fields:
    """A card's fields with what a house posts in place."""
    values = [
        _wagers(value, posts) if key.value == "wagers" and isinstance(value, Fields) else value
        for key, value in root.pairs()
    ]
    return replace(root, values=tuple(values))


def _wagers(wagers: Fields, posts: Mapping[str, Fields]) -> Fields:
    values = [
        _filled(value, posts[key.value]) if key.value in posts and isinstance(value, Fields) else value
        for key, value in wagers.pairs()
    ]
    return replace(wagers, values=tuple(values))


def _filled(wager: Fields, post: Fields) -> Fields:
    """A wager's fields; a rule that is posted replaces the one that was not given."""
    names = {key.value for key in post.keys}
    listed = any(key.value == "pays" and isinstance(value, Items) for key, value in post.pairs())
    gone = names | ({"wins"} if "counts" in names or listed else set())
    kept = [(key, value) for key, value in wager.pairs() if key.value not in gone]
    keys, values = zip(*kept, *post.pairs(), strict=True)
    return replace(wager, keys=keys, values=values)


def placed(node: Node, origin: Origin) -> Any:
    """A node that says which file it is from, for errors."""
    location = replace(node.location, origin=origin)
    if isinstance(node, Text):
        return replace(node, location=location)
    if isinstance(node, Items):
        return replace(node, items=tuple(placed(item, origin) for item in node.items), location=location)
    keys, values = (tuple(placed(one, origin) for one in every) for every in (node.keys, node.values))
    return Fields(keys, values, location)


def posts_of(nodes: Mapping[str, Fields]) -> dict[str, dict[str, Any]]:
    """The posts as plain values."""
    return {wager: plain(fields) for wager, fields in nodes.items()}


def _fields(value: Mapping[str, Any]) -> Fields:
    keys = tuple(Text(str(key), START) for key in value)
    return Fields(keys, tuple(map(_node, value.values())), START)


def _node(value: Any) -> Node:
    if isinstance(value, Mapping):
        return _fields(value)
    if isinstance(value, list | tuple):
        return Items(tuple(map(_node, value)), START)
    return Text(str(value), START)
