"""A wager that the outcome which ends it may pay: no document says that the end loses it."""

import re
from collections.abc import Iterator

import pytest

from rackcard.card import Card, card_ids, load, loads
from rackcard.machine import Bet, bets
from rackcard.report.documents.dealer_card import dealer_card
from rackcard.report.documents.dealer_procedures import dealer_procedures
from rackcard.report.documents.layout_sheet import layout_sheet
from rackcard.report.documents.par_sheet import par_sheet
from rackcard.report.documents.rack_card import rack_card
from rackcard.report.documents.rules_of_play import rules_of_play
from rackcard.report.documents.signage import signage
from rackcard.report.request import order
from rackcard.wording.rules import play_terms
from tests.support.printed import document_text

MAKERS = (rack_card, layout_sheet, rules_of_play, par_sheet, signage, dealer_card, dealer_procedures)
LOSES = re.compile(
    r"(7|seven-out|sevens out)( \([^)]*\))?( is rolled)?( first)?( and the bet|,? it| while the bet is on)? loses"
    r"|has not been decided loses|have not won by then lose|: the wager loses"
)
"""That the end loses the wager."""

PUSH_FIRST = "pays: [{when: 12 rolled, pays: push}, {when: 8 rolled 2 times, pays: 3 to 1}]"
AT_END = [
    ("any seven", "wins: 'no 12 rolled', pays: 1 to 8"),
    ("any seven", "wins: 8 rolled exactly 2 times, pays: 4 to 1"),
    ("any seven", "wins: 'doubles rolled 2 times, and no 12 rolled', pays: 2 to 1"),
    ("seven-out", "wins: no point made, pays: 3 to 5"),
    ("seven-out", "wins: 'a point made 3 times, and no 12 rolled', pays: 25 to 1"),
    ("any seven", PUSH_FIRST),
]
BEFORE = [
    ("any seven", "wins: 8 rolled 2 times, pays: 4 to 1"),
    ("seven-out", "wins: a point made 3 times, pays: 9 to 1"),
    ("any seven", f"takes: the first to happen, {PUSH_FIRST}"),
]
WITH_END = ("6 or 7 rolled", "wins: any seven, pays: 4 to 5")
"""Won by the end itself, and paid at once."""


def card(ends: str, wager: str) -> Card:
    head = "card: quiet\ntitle: Quiet\nabout: A side bet.\ngame: craps\nsource: here\n"
    return loads(f"{head}ends: {ends}\nwagers:\n  quiet: {{name: Quiet, {wager}}}\n")


@pytest.mark.parametrize(("ends", "wager"), AT_END)
def test_no_document_says_that_the_end_loses(ends: str, wager: str) -> None:
    made = card(ends, wager)
    for document in (maker(order(made)) for maker in MAKERS):
        assert not LOSES.search(document_text(document)), document.what
    (terms,) = made.terms()
    assert not LOSES.search(" ".join(text for _, text in play_terms(terms, "roll", "")))
    rules = document_text(rules_of_play(order(made)))
    assert "It loses if it has not won." in rules
    assert ("on a come-out roll decides the wager as on any other roll." in rules) is (ends == "any seven")
    assert "| at the end |" in rules
    assert "| at once |" not in rules


@pytest.mark.parametrize(("ends", "wager"), BEFORE)
def test_where_the_end_loses_documents_say_so(ends: str, wager: str) -> None:
    made = order(card(ends, wager))
    for maker in (rack_card, rules_of_play, par_sheet):
        assert LOSES.search(document_text(maker(made))), maker.__name__
    assert "| at once |" in document_text(rules_of_play(made))


def test_what_the_end_itself_wins_is_paid_at_once() -> None:
    (terms,) = card(*WITH_END).terms()
    assert terms.may_win_at_end
    assert not terms.waits(0)


SPAN = 2_000
"""Machines with more states are left out: each is walked through."""


def walked(bet: Bet) -> Iterator[tuple[int, bool]]:
    """Every result that some way leads to, and whether it comes with the event that ends the wager."""
    machine, seen = bet.machine, set()
    waiting = [machine.first + phase for phase in range(machine.phases)]
    while waiting:
        state = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        for _, effects in machine.letters:
            effect = effects[state % machine.phases]
            target, result = machine.resolve(state, effect)
            if result is not None:
                yield result, effect.ends
            elif not machine.move(state, effect)[1]:
                waiting.append(target)


def test_the_facts_are_what_the_machines_do() -> None:
    """What is read from the lines of a wager is what a walk through its machine finds."""
    every = [bet for ends, wager in (*AT_END, *BEFORE, WITH_END) for bet in bets(card(ends, wager))]
    every += [bet for name in card_ids() for bet in bets(load(name))]
    looked = [
        bet for bet in every
        if bet.terms.ends.event is not None and bet.machine.span <= SPAN and bet.terms.is_posted and not bet.turns
    ]  # fmt: skip
    for bet in looked:
        paid = {
            (result, ends) for result, ends in walked(bet) if result < bet.machine.loss and bet.results[result].net > -1
        }
        assert bet.terms.may_win_at_end is any(ends for _, ends in paid), (bet.card.id, bet.terms.wager)
        for index in range(len(bet.terms.lines)):
            if bet.terms.waits(index):
                assert (index, False) not in paid, (bet.card.id, bet.terms.wager, index)
    assert len(looked) > 20


def test_a_part_that_is_asked_at_the_end_keeps_the_end_from_losing() -> None:
    made = card("any seven", "wins: '8 rolled 3 times, or no 6 rolled', pays: 1 to 2")
    (terms,) = made.terms()
    assert terms.may_win_at_end
    assert not terms.waits(0)
    assert not LOSES.search(document_text(rack_card(order(made))))
