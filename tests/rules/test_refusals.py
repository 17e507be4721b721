"""Every refusal of the table: its code, and a sentence that reads."""

import ast
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from rackcard.api import load
from rackcard.card import card_ids
from rackcard.table import behind, command, outcome, registry
from rackcard.table import decide as core
from rackcard.table import offerings as offer
from rackcard.table.commands import verify
from rackcard.table.decide import decide
from rackcard.table.service import PASSING
from rackcard.table.state import Refusal
from rackcard.web.status import status_of
from tests.support.house_rules import fern
from tests.support.staging import OPEN, VOID, bet, cards, change_house, floor, hand, staged

# ---- every refusal

TURNS_IN_CIRCLES = """
card: circles
title: Circles
about: A stake that is never paid or lost.
source: tests
game: craps
wagers:
  first: {ends: after 1 roll, pays: [{when: 7 or not 7, turns into: first}]}
"""

TITLES = tuple(load(card).title for card in card_ids())
CASES: list[tuple[str, str, Any]] = [
    ("bad-command", "", []), ("bad-command", "", {"do": 5}), ("unknown-command", "", {"do": "dance"}),
    ("missing-field", "", {"do": "bet", "seat": 1}), ("bad-number", "", bet(1, "field", -1)),
    ("bad-text", "", {"do": "seat", "seat": 9, "name": " "}), ("bad-amount", "", bet(1, "field", 0)),
    ("bad-amount", "", {"do": "buy-in", "seat": 1, "amount": 10**11}), ("not-in-chips", "", bet(1, "field", 550)),
    ("no-such-seat", "", bet(1, "field", seat=9)), ("bad-number", "", {"do": "seat", "seat": 0, "name": "A"}),
    ("seat-taken", "", {"do": "seat", "seat": 1, "name": "A"}), ("no-such-wager", "", bet(1, "fields")),
    ("no-such-wager", "", {"do": "take-down", "seat": 1, "wager": 999}), ("not-offered", "", bet(99, "field")),
    ("not-offered", "", {"do": "surrender", "seat": 2, "wager": 5}), ("not-posted", "", bet(6, "repeating-8-8x")),
    ("window", "", bet(1, "pass")), ("window", "", bet(4, "high-roller")), ("marked", "", bet(2, "repeating-2")),
    ("card-up", "", bet(7, "all", seat=2)), ("decided", "", bet(5, "two")), ("already-up", "", bet(5, "aces")),
    ("line-bet-required", "", bet(3, "cash-out", seat=3)), ("below-minimum", "", bet(1, "field", 100)),
    ("over-wager-limit", "", bet(1, "field", 60_100)), ("over-seat-limit", "big", bet(1, "eleven", 40_000)),
    ("over-table-limit", "big", bet(1, "eleven", 60_000, seat=2)), ("not-enough", "poor", bet(1, "field")),
    ("too-many-wagers", "many", bet(1, "eleven")), ("no-more-bets", "closed", bet(1, "field")),
    ("no-more-bets", "closed", {"do": "close-betting"}), ("betting-open", "", {"do": "outcome", "outcome": [1, 1]}),
    ("betting-open", "", {"do": "no-roll", "reason": "x"}),
    ("bad-outcome", "closed", {"do": "outcome", "outcome": [0, 7]}),
    ("bad-generated", "closed", {"do": "outcome", "outcome": [1, 2], "generated": "yes"}),
    ("stands", "", {"do": "take-down", "seat": 2, "wager": 5}),
    ("not-in-part", "", {"do": "surrender", "seat": 1, "wager": 2, "amount": 100}),
    ("wagers-up", "", {"do": "leave", "seat": 1}), ("wagers-up", "", {"do": "close"}),
    ("seats-taken", "empty", {"do": "close"}), ("not-frozen", "", {"do": "resume", "round": 3}),
    ("frozen", "frozen", bet(1, "field")), ("confirm-outcome", "frozen", {"do": "resume", "round": 1}),
    ("not-open", "frozen", {"do": "freeze", "reason": "x"}), ("closed", "shut", {"do": "close-betting"}),
    ("table-exists", "", OPEN), ("no-table", "none", {"do": "close"}),
    ("no-such-game", "none", OPEN | {"game": "poker"}), ("bad-rounding", "none", OPEN | {"rounding": "down"}),
    ("bad-number", "none", OPEN | {"chip": 0}), ("bad-limits", "none", OPEN | {"limits": {"most": 1}}),
    ("bad-cards", "none", OPEN | {"cards": []}), ("bad-cards", "", cards("craps")),
    ("bad-cards", "", cards({"card": "craps", "options": 5})), ("bad-cards", "", cards({"card": "craps", "accept": 5})),
    ("bad-card", "", cards({"text": TURNS_IN_CIRCLES})),
    ("bad-card", "", cards({"text": "card: x"})), ("bad-card", "", cards({"card": "craps", "options": {"a": "b"}})),
    ("no-such-card", "", cards({"card": "../secret"})), ("other-game", "", cards({"card": "baccarat"})),
    ("no-such-table", "", cards({"card": "craps", "tables": {"pass": "9"}})),
    ("mixed-tables", "", cards({"card": "super-shooter", "tables": {"big": "2"}})),
    ("player-edge", "", cards({"card": "dice-works"})), ("card-twice", "", cards({"card": "craps"}, {"card": "craps"})),
    ("bad-toke", "", bet(1, "field") | {"toke": 1}), ("not-for-dealers", "", bet(1, "horn", 1600) | {"toke": True}),
    ("bad-track", "none", OPEN | {"track": "yes"}), ("not-tracked", "", {"do": "shuffle"}),
    ("not-tracked", "", {"do": "burn", "unseen": 1}), ("nothing-burned", "shoe", {"do": "burn"}),
    ("bad-outcome", "shoe", {"do": "burn", "cards": ["1x"]}), ("bad-outcome", "shoe", {"do": "shuffle", "behind": 411}),
    ("void-one", "", {"do": "void", "card": 1, "round": 1, "reason": "x"}),
    ("nothing-up", "", {"do": "void", "card": 4, "reason": "x"}),
    ("nothing-to-correct", "", {"do": "correct", "round": 9, "outcome": [1, 1], "reason": "x"}),
    ("correction-stopped", "aces", {"do": "correct", "round": 7, "outcome": hand("A 8", "3 4"), "reason": "x"}),
    ("no-shooter", "wheel", {"do": "shooter", "seat": 1}), ("is-shooter", "shooter", {"do": "shooter", "seat": 1}),
    ("paused", "paused", bet(1, "field")), ("not-paused", "", {"do": "confirm", "round": 3}),
    ("nothing-to-correct", "taken", {"do": "correct", "outcome": [1, 1], "reason": "x"}),
    ("bad-advice", "", {"do": "advice", "allow": "yes"}), ("unknown-field", "", bet(1, "field") | {"amont": 5}),
    ("unknown-field", "none", OPEN | {"limit": {}}), ("unknown-field", "", cards({"card": "craps", "table": "1"})),
    ("bad-cards", "", cards({"card": "craps", "accept": ["passs"]})),
    ("bad-limits", "none", OPEN | {"limits": {"wager_min": 500, "wager_max": 100}}),
    ("no-tokes", "", {"do": "pay-tokes"}),
    ("nothing-owed", "", {"do": "settle-owed", "visit": 1, "by": "cash", "reason": "x"}),
    ("bad-settling", "owing", {"do": "settle-owed", "visit": 1, "by": "cheque", "reason": "x"}),
    ("owed", "owing", {"do": "close"}), ("stake-edge", "live", bet(1, "place-6", 700)),
    ("bad-amount", "lined", {"do": "take-down", "seat": 1, "wager": 1, "amount": 600}),
    ("bad-live", "none", OPEN | {"live": "no"}), ("required", "lined", {"do": "take-down", "seat": 1, "wager": 1}),
    ("other-variant", "none", OPEN | {"cards": [
        {"card": "craps", "options": {"crapless": "yes"}}, {"card": "high-roller"}]}),
    ("bad-payout", "none", OPEN | {"payout": "seat"}), ("bad-house", "none", {"do": "open", "house": 5}),
    ("bad-house", "none", {"do": "open", "house": "house: ["}), ("bad-house", "", change_house(fern()) | {"texts": 5}),
    ("house-says-it", "none", OPEN | {"house": fern()}), ("no-house-rules", "", change_house(fern())),
    ("house-rules-bind", "house", cards({"card": "craps"})), ("same-house-rules", "house", change_house(fern())),
    ("house-fixed", "house", change_house(fern().replace("the player", "the house"))),
    ("no-such-seat", "house", {"do": "seat", "seat": 9, "name": "A"}),
    ("behind-bet", "", bet(1, "pass-odds")), ("behind-bet", "line", bet(1, "come-odds", seat=2) | {"behind": 5}),
    ("odds-limit", "", bet(1, "pass-odds", 1600, seat=2)), ("no-odds", "line", bet(5, "six-odds", seat=2)),
    ("not-behind", "", bet(1, "field") | {"behind": 1}), ("bundle-units", "", bet(1, "horn", 600)),
    ("bundle-whole", "horn", {"do": "take-down", "seat": 1, "wager": 6, "amount": 100, "bundle": True}),
    ("bad-bundle", "", {"do": "take-down", "seat": 1, "wager": 1, "bundle": "yes"}),
    ("behind-up", "sixes", {"do": "surrender", "seat": 1, "wager": 6}),
    ("awaiting-approval", "waiting", bet(1, "field")), ("nothing-waits", "", {"do": "approve", "round": 3}),
    ("same-person", "proposed", VOID), ("not-disputed", "", {"do": "end-dispute", "round": 1, "reason": "x"}),
    ("disputed", "disputed", {"do": "dispute", "round": 1, "reason": "x"}),
    ("other-chance", "none", OPEN | {"game": "roulette", "cards": [
        {"card": "roulette"}, {"card": "straights-and-8s", "options": {"wheel": "single-zero"}}]}),
]  # fmt: skip
NAMES = ("$", "Test ", *(bet.terms.name for o in floor().now.offerings.values() for bet in o.bets.values()), *TITLES)
PYTHON = re.compile(r"\b(None|True|False|NoneType|dict|tuple|int|str|Traceback|KeyError|Fraction|self)\b|[\[{<]\w+=")


@pytest.mark.parametrize(("code", "stage", "command"), CASES)
def test_rules_each_refusal_has_its_code_and_a_sentence_that_reads(code: str, stage: str, command: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        decide(staged(stage), command)
    sentence = refusal.value.sentence
    assert refusal.value.code == code, sentence
    assert sentence == sentence.strip()
    assert len(sentence.split()) >= 4
    assert code in ("bad-card", "bad-house") or not sentence.endswith(".")  # a card's own error has a remedy below it
    assert sentence[0].islower() or sentence[0].isdigit() or sentence.startswith(NAMES), sentence
    assert not PYTHON.search(sentence), sentence


FIELD_CODES = {
    one.kind.code
    for command_ in registry.COMMANDS.values()
    for one in command.command_fields(command_).values()
    if isinstance(one.kind, command.Flag | command.ChoiceField)
} | {"not-frozen", "not-paused"}
"""Codes that a command's declaration gives to its fields, and those of the two confirmations."""


def codes(module: Any) -> set[str]:
    """The refusal codes in a module's source."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            if isinstance(node.args[0], ast.Constant):
                found.add(str(node.args[0].value).partition(".")[0])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("over-"):
            found.add(node.value)
    return found


def test_rules_a_refused_command_uses_its_key_up_and_is_no_failure_of_the_server() -> None:
    """A code that the database or a session has too would be answered with 503, and the key sent again."""
    refused = {code for code, _, _ in CASES}
    assert not refused & set(PASSING)
    assert all(400 <= status_of(code) < 500 for code in refused)


def test_rules_every_refusal_code_is_in_the_table_of_cases() -> None:
    modules = {sys.modules[one.__module__] for one in registry.COMMANDS.values()} | {verify}
    found = set().union(*map(codes, (behind, core, outcome, command, offer, *modules)))
    assert found | FIELD_CODES == {code for code, _, _ in CASES}
