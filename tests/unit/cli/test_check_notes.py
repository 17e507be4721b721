"""Notes of ``check``: what a legal card may not mean."""

import pytest

from rackcard.api import load, loads
from rackcard.card import card_ids
from rackcard.machine.notes import notes
from rackcard.wording.cli import check_note

CARD = (
    "card: noted\ntitle: Noted\nabout: An example.\ngame: craps\nsource: tests\n"
    "ends: any seven\nwagers: {{one: {{{wager}}}}}\n"
)


def noted(wager: str) -> list[str]:
    """What check notes on a card of one wager."""
    return [check_note(found.code, found.facts) for found in notes(loads(CARD.format(wager=wager)))]


@pytest.mark.parametrize(
    ("rule", "tables"), [("6 rolled 3 times", 3), ("all of 4 5 6 rolled", 3), ("a point made 2 times", 2)]
)
def test_pay_tables_numbered_as_the_counts_of_a_ladder_are_noted(rule: str, tables: int) -> None:
    pays = ", ".join(f"{number}: {3**number} to 1" for number in range(1, tables + 1))
    (note,) = noted(f"wins: {rule}, pays: {{{pays}}}")
    assert note == (
        f'  note: One: 1 to {tables} are read as pay tables; for a ladder write "counts:" instead of "wins:"'
    )
    assert noted(f"wins: {rule}, pays: {{{pays}, {tables + 1}: 99 to 1}}") == []


def test_other_pay_tables_and_ladders_are_not_noted() -> None:
    assert noted("wins: 6 rolled 2 times, pays: {A: 3 to 1, B: 4 to 1}") == []
    assert noted("wins: 6 rolled, pays: 1 to 1") == []
    assert noted("counts: 6 rolled, pays: {1: 1 to 1, 2: 3 to 1, 3 or more: 9 to 1}") == []


def test_no_included_card_is_noted_for_its_pay_tables() -> None:
    assert [card for card in card_ids() if "counts-as-tables" in {note.code for note in notes(load(card))}] == []
