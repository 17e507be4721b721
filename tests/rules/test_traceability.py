"""Every statement of the five documents has a place and a test, or is a finding; docs/traceability.md says which."""

import ast
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tools.traceability import FINDING, HOUSE_RULES, MODULE, PAGE, ROOT, Statement, documents, page

from rackcard.api import load
from rackcard.card import Card, card_ids
from rackcard.card.fields import CARD_FIELDS, OPTION_FIELDS, WAGER_FIELDS
from rackcard.card.yaml import Fields, Node
from rackcard.house.fields import FIELDS

DOCUMENTS = documents()
STATEMENTS = [statement for document in DOCUMENTS for statement in document.statements]


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: make docs"


def test_every_line_of_every_document_is_accounted_for() -> None:
    """A line is a statement or several, or is listed as empty, a heading or part of the line before."""
    assert [document.id for document in DOCUMENTS] == ["000", "001", "002", "003", "004"]
    for document in DOCUMENTS:
        stated = {statement.line for statement in document.statements}
        assert stated.isdisjoint(document.without), document.id
        assert stated | document.without == set(range(1, document.lines + 1)), document.id


def test_statements_are_numbered_in_order() -> None:
    for document in DOCUMENTS:
        places = [tuple(map(int, statement.place.split("."))) for statement in document.statements]
        assert places == sorted(set(places)), document.id
        first = {line: min(number for at, number in places if at == line) for line, _ in places}
        assert set(first.values()) == {1}, document.id


def test_no_statement_is_silent() -> None:
    silent = [one.id for one in STATEMENTS if not one.says or not all(one.where) or not one.tests]
    assert silent == []


@cache
def functions(path: Path) -> frozenset[str]:
    """The functions of a test module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_cited_test_exists() -> None:
    cited = {test for statement in STATEMENTS for test in statement.tests}
    assert cited
    for node in cited:
        path, _, name = node.partition("::")
        assert name.startswith("test_")
        assert name in functions(ROOT / path), node


def child(node: Node, name: str) -> Node | None:
    assert isinstance(node, Fields), name
    return dict(zip((key.value for key in node.keys), node.values, strict=True)).get(name)


def field_of(card: Card, words: str) -> Any:
    """The node of a card that a statement cites."""
    part, _, field = words.partition(" ")
    kind, _, name = part.partition(".")
    if not name:
        assert words in CARD_FIELDS, words
        return child(card.root, words)
    section = child(card.root, kind)
    assert section is not None, words
    node = child(section, name)
    if field:
        assert field in (WAGER_FIELDS if kind == "wagers" else OPTION_FIELDS), words
        assert node is not None, words
        return child(node, field)
    return node


def is_there(place: str) -> bool:
    """Whether a card, field, module or finding that a statement cites exists."""
    if place.startswith(HOUSE_RULES):
        return place.removeprefix(HOUSE_RULES) in {field.name for field in FIELDS}
    if place.startswith(MODULE):
        return (ROOT / "src" / "rackcard" / place.removeprefix(MODULE)).is_file()
    if place.startswith(FINDING):
        card, _, words = place.removeprefix(FINDING).partition(": ")
        return any(words in fault.says for fault in load(card).faults)
    card, _, words = place.partition(" ")
    return card in card_ids() and (not words or field_of(load(card), words) is not None)


@pytest.mark.parametrize("document", [document.id for document in DOCUMENTS])
def test_every_cited_place_exists(document: str) -> None:
    own: list[Statement] = [one for one in STATEMENTS if one.document == document]
    assert [(one.id, place) for one in own for place in one.where if not is_there(place)] == []
