"""Completion: what is proposed at a place is accepted there by the reader, whatever is unfinished around it."""

import pytest

from rackcard.card import CardError, card_ids, loads
from rackcard.card.catalogue import load
from rackcard.card.completion import Completion, complete, field_of
from rackcard.card.fields import CARD_FIELDS, FIELDS, LINE_FIELDS, OPTION_FIELDS, WAGER_FIELDS
from rackcard.card.outline import outline
from rackcard.card.phrases import next_words
from rackcard.card.skeleton import skeleton
from rackcard.card.yaml import Fields, Items, Node, Text
from rackcard.games import GAMES
from rackcard.games.game import Game

HEAD = "card: x\ntitle: X\nabout: x\nsource: x\n"


def at_end(text: str) -> Completion:
    lines = text.split("\n")
    return complete(text, len(lines), len(lines[-1]) + 1)


def labels(text: str) -> list[str]:
    return [one.label for one in at_end(text).proposals]


def head(game: Game) -> str:
    chance = game.default_chance or game.phrases.guide.examples["chance"][0]
    ends = "" if game.default_ends is not None else f"ends: {game.examples['ends']}\n"
    return f"{HEAD}game: {game.id}\nchance: {chance}\n{ends}"


PLAIN = "  b: {{wins: {wins}, pays: 2 to 1}}\n  c: {{wins: {wins}, pays: 3 to 1}}\n"
"""Two more wagers, which phrases may name."""

AROUND = {
    "wins": "{head}wagers:\n{plain}  a:\n    pays: 2 to 1\n    wins: ",
    "counts": "{head}wagers:\n{plain}  a:\n    pays: {{1: 2 to 1}}\n    counts: ",
    "ends": "{head}wagers:\n{plain}  a:\n    pays: 2 to 1\n    wins: {wins}\n    ends: ",
    "when": "{head}wagers:\n{plain}  a:\n    pays:\n    - pays: 2 to 1\n      when: ",
    "pays": "{head}wagers:\n{plain}  a:\n    wins: {wins}\n    pays: ",
    "pays of a line": "{head}wagers:\n{plain}  a:\n    pays:\n    - {{when: {wins}, pays: ",
    "pays of a rung": "{head}wagers:\n{plain}  a:\n    counts: {counts}\n    pays: {{1: ",
    "pays in a cell": "{head}cells: to 1\nwagers:\n  a:\n    wins: {wins}\n    pays: ",
    "opens": "{head}wagers:\n{plain}  a: {{wins: {wins}, pays: 2 to 1}}\nopens: ",
    "works": "{head}wagers:\n{plain}  a: {{wins: {wins}, pays: 2 to 1}}\nworks: ",
    "marks": "{head}wagers:\n{plain}  a: {{wins: {wins}, pays: 2 to 1}}\nmarks: ",
    "settles": "{head}wagers:\n{plain}  a: {{wins: {wins}, pays: 2 to 1}}\nsettles: ",
    "takes": "{head}wagers:\n{plain}  a: {{wins: {wins}, pays: 2 to 1}}\ntakes: ",
    "several": "{head}wagers:\n{plain}  a: {{wins: {wins}, pays: 2 to 1}}\nseveral: ",
    "partial": "{head}wagers:\n{plain}  a: {{wins: {wins}, pays: 2 to 1}}\npartial: ",
    "offers": "{head}wagers:\n{plain}  a: {{wins: {wins}, pays: 2 to 1}}\noffers: ",
    "envy on": "{head}wagers:\n{plain}  a: {{wins: {wins}, pays: 2 to 1}}\nenvy on: ",
    "cells": "{head}wagers:\n  a: {{wins: {wins}, pays: 2}}\ncells: ",
    "chance": "{without_chance}wagers:\n{plain}  a: {{wins: {wins}, pays: 2 to 1}}\nchance: ",
    "line": "{head}wagers:\n{plain}  a:\n    wins: {wins}\n    pays: 2 to 1\n    line: ",
    "envy": "{head}wagers:\n{plain}  a:\n    wins: {wins}\n    pays: 2 to 1\n    envy: ",
    "commission": "{head}wagers:\n{plain}  a:\n    wins: {wins}\n    pays: 2 to 1\n    commission: ",
    "take down": "{head}wagers:\n{plain}  a:\n    wins: {wins}\n    pays: 2 to 1\n    take down: ",
    "cash out": "{head}wagers:\n  a:\n    counts: {counts}\n    pays: {{1: 2 to 1, 2: 3 to 1}}\n    cash out: ",
    "take back": "{head}wagers:\n  a:\n    counts: {counts}\n    pays: {{1: 2 to 1, 2: 3 to 1}}\n    take back: ",
    "events": "{head}wagers:\n  a: {{wins: special, pays: 2 to 1}}\nevents:\n  special: ",
    "if": "{head}options:\n  o: {{why: x, values: {{p: p, q: q}}, default: p}}\nwagers:\n"
    "  b: {{wins: {wins}, pays: 2 to 1}}\n  a:\n    wins: {wins}\n    pays: 2 to 1\n    if: ",
    "default": "{head}wagers:\n  a: {{wins: {wins}, pays: 2 to 1, if: o is p}}\n  b: {{wins: {wins}, pays: 2 to 1}}\n"
    "options:\n  o:\n    why: x\n    values: [p, q]\n    default: ",
    "game": f"{HEAD}game: ",
}  # fmt: skip
"""A card around each field that a phrase goes into."""


def card_around(field: str, game: Game) -> str:
    wins = game.examples["wins"]
    facts = {
        "head": head(game),
        "without_chance": "\n".join(line for line in head(game).split("\n") if not line.startswith("chance")),
        "wins": f'"{wins}"',
        "counts": game.phrases.guide.examples["counts"][0],
    }
    return AROUND[field].format(**facts, plain=PLAIN.format(wins=f'"{wins}"'))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_what_is_proposed_is_accepted_by_the_reader(game: Game) -> None:
    """For every field that holds a phrase, each proposal in its place makes a card that is read."""
    refused, found = [], 0
    for field in AROUND:
        text = card_around(field, game)
        completion = at_end(text)
        start = text.rfind("\n") + completion.column
        for one in completion.proposals:
            if field == "game":
                assert one.label in GAMES
                continue
            written = text[:start] + one.insert
            written += "}" * (written.split("\n")[-1].count("{") - written.split("\n")[-1].count("}"))
            found += 1
            try:
                loads(written).terms()
            except CardError as error:
                refused.append(f"{field}: {one.label}: {error.cause}")
    assert refused == []
    assert found > 80


def test_every_field_that_holds_a_phrase_is_completed() -> None:
    """Beside those of one game only, no field with a grammar rule is left out."""
    game = next(iter(GAMES.values()))
    kinds = {field.kind for name in AROUND if (field := next((f for f in FIELDS if f.name == name), None))}
    asked = {field.kind for field in FIELDS if game.phrases.guide.examples.get(field.kind) or field.kind in kinds}
    assert asked - kinds <= {"requires", "behind", "turns_into", "stake", "places"}


def test_fields_are_proposed_where_they_belong() -> None:
    assert labels("") == CARD_FIELDS
    assert labels("game: craps\nwagers:\n  a:\n    ") == WAGER_FIELDS
    assert labels("game: craps\nwagers:\n  a: {") == WAGER_FIELDS
    assert labels("game: craps\nwagers:\n  a:\n    pays:\n      - ") == LINE_FIELDS
    assert labels("options:\n  o:\n    ") == OPTION_FIELDS
    assert labels("wagers:\n  ") == []
    assert labels("card: x\nti") == ["title"]
    assert "card" not in labels("card: x\n")
    assert at_end("game: craps\nwagers:\n  a:\n    wi").proposals[0].insert == "wins: "


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("wins: 8 rolled 2", "8 rolled 2 times"),
        ("wins: 9 rolled then", "9 rolled then 8 rolled"),
        ("wins: any", "any of b, c"),
        ("counts: how", "how many of b, c"),
        ("behind: ", "b"),
        ("wins: <", "<end>"),
        ("wins: low", "low-one"),
        ("if: ", "end is early"),
    ],
)
def test_phrases_take_up_what_is_typed_and_what_the_card_names(typed: str, expected: str) -> None:
    text = (
        "game: craps\nevents: {low-one: 2 to 6 rolled}\n"
        "options:\n  end: {values: {early: any seven, late: seven-out}}\n"
        "wagers:\n  b: {wins: 6 rolled}\n  c: {wins: 8 rolled}\n  a:\n    "
    )
    assert labels(text + typed)[0] == expected


def test_a_wager_on_places_is_not_named_in_a_rule() -> None:
    text = skeleton("sic-bo")
    assert "places:" in text
    for one in at_end(f"{text}  mine:\n    pays: 30 to 1\n    wins: any of").proposals:
        loads(f"{text}  mine:\n    pays: 30 to 1\n    wins: {one.insert}\n").terms()
    placed = "wagers:\n  a: {places: each number}\n  b: {wins: a double}\n  c: {wins: a double}\n"
    small = f"game: sic-bo\n{placed}  d:\n    wins: any of"
    assert labels(small)[0] == "any of b, c"


def test_words_of_the_grammar_follow_what_is_typed() -> None:
    found = at_end("game: craps\nwagers:\n  a:\n    wins: 8 rolled ex").proposals
    assert ("8 rolled exactly", "word") in [(one.label, one.kind) for one in found]
    assert "times" in next_words(GAMES["craps"], "condition", "8 rolled 3")


def test_commas_and_colons_are_quoted_where_yaml_needs_it() -> None:
    in_line = at_end("game: craps\nwagers:\n  a:\n    pays: [{when: all of hard").proposals[0]
    assert in_line.insert == '"all of hard 4, hard 6, hard 8 rolled"'
    in_block = at_end("game: craps\nwagers:\n  a:\n    wins: all of hard").proposals[0]
    assert in_block.insert == "all of hard 4, hard 6, hard 8 rolled"


def test_nothing_is_proposed_in_a_comment_or_a_free_text() -> None:
    assert labels("game: craps  # any") == []
    assert labels("# ga") == []
    assert labels("game: craps\ntitle: any") == []
    assert labels("game: checkers\nends: any") == []
    assert labels("game: craps\nends: any " + "seven " * 80) == []


def leaves(node: Node, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    match node:
        case Text():
            return [(path, node.value)]
        case Items():
            inner = [("-",) if isinstance(item, Fields) else () for item in node.items]
            return [leaf for item, step in zip(node.items, inner, strict=True) for leaf in leaves(item, path + step)]
        case Fields():
            return [leaf for key, value in node.pairs() for leaf in leaves(value, (*path, key.value))]


@pytest.mark.parametrize("name", card_ids())
def test_the_outline_of_a_whole_card_has_its_fields(name: str) -> None:
    """Reading by lines and brackets finds what YAML finds, but for values that are folded over several lines."""
    card = load(name)
    found = outline(card.origin.text)
    lines = {" ".join(line.split()) for line in card.origin.text.splitlines()}
    for path, value in leaves(card.root):
        if value and any(value in line for line in lines) and not found.value(*path).startswith(">"):
            assert value in found.values.get(path, ()), path


@pytest.mark.parametrize("game", GAMES)
def test_every_beginning_of_a_card_gets_an_answer(game: str) -> None:
    """Wherever one stops in a text, nothing is raised, and the column is inside of the line."""
    text = skeleton(game)
    for end in range(0, len(text), 7):
        lines = text[:end].split("\n")
        found = complete(text[:end], len(lines), len(lines[-1]) + 1)
        assert 1 <= found.column <= len(lines[-1]) + 1
    for line, column in ((0, 0), (-5, 3), (10**6, 10**6)):
        complete(text, line, column)


def test_the_field_of_a_path() -> None:
    assert field_of(("wagers", "a", "pays", "-", "when")) is not None
    assert field_of(("wagers", "a", "when")) is None
    assert field_of(()) is None
