"""Late entry: a bet on marks that others have brought forward is priced, reviewed and refused."""

from fractions import Fraction

import pytest

from rackcard.api import loads
from rackcard.machine import bets
from rackcard.odds.guard import advantage
from rackcard.odds.late_entry import late_entry
from rackcard.table.decide import decide
from rackcard.table.state import Refusal

CARD = """
card: late
title: Late
about: Five numbers before a seven.
game: craps
source: tests
marks: {marks}
ends: any seven
opens: {opens}
wagers:
  low: {{wins: all of 2 3 4 5 6 rolled, pays: 30 to 1}}
"""


def text(opens: str = "before any roll", marks: str = "from seven to seven") -> str:
    return CARD.format(opens=opens, marks=marks)


def test_the_best_start_is_one_number_short_of_the_win() -> None:
    """A six is missing, which comes before a seven 5 times in 11: 31 for 1 five times in eleven."""
    card = loads(text())
    (bet,) = bets(card)
    found = late_entry(bet, card.chance())
    assert found is not None
    assert found.edge == Fraction(5, 11) * 31 - 1
    assert [sum(map(int, roll.split("-"))) for roll in found.after] == [2, 3, 4, 5]
    assert advantage(bet, card.chance()) is not None


@pytest.mark.parametrize(
    ("opens", "marks", "is_late"),
    [
        ("before any roll", "over the shooter's hand", True),
        ("before any roll, while no wager of this card is up", "from seven to seven", True),
        ("before any roll, while no wager of this card is up", "from the first bet", False),
        ("before any roll, while the wager has no marks", "from seven to seven", False),
        ("before any roll", "from the first bet", True),
        ("before the first roll of a round", "from seven to seven", False),
        ("before the come-out", "from seven to seven", True),
    ],
)
def test_only_marks_that_can_be_bet_on_are_priced(opens: str, marks: str, is_late: bool) -> None:
    card = loads(text(opens, marks))
    (bet,) = bets(card)
    assert (late_entry(bet, card.chance()) is not None) == is_late
    assert ("late-entry" in {finding.code for finding in card.review()}) == is_late


def test_outcomes_that_have_gone_by_without_a_mark_are_priced() -> None:
    """No seven in five rolls: bet when four have gone by without one, it needs one more, which comes 5 times in 6."""
    written = text("before any roll, while the wager has no marks").replace("any seven\n", "after 5 rolls\n")
    written = written.replace("wins: all of 2 3 4 5 6 rolled, pays: 30 to 1", "wins: no 7 rolled, pays: 1.4 to 1")
    card = loads(written)
    (bet,) = bets(card)
    found = late_entry(bet, card.chance())
    assert found is not None
    assert (found.edge, len(found.after)) == (Fraction(5, 6) * Fraction("2.4") - 1, 4)
    assert next(one for one in card.review() if one.code == "late-entry").sentence.endswith("roll of a round.")
    with pytest.raises(Refusal, match="before the first roll of a round"):
        decide(None, {"do": "open", "name": "T", "game": "craps", "cards": [{"text": written}]})
    first = written.replace("before any roll, while the wager has no marks", "before the first roll of a round")
    decide(None, {"do": "open", "name": "T", "game": "craps", "cards": [{"text": first}]})


def test_the_table_and_house_rules_refuse_it_unless_it_is_accepted() -> None:
    opened = {"do": "open", "name": "T", "game": "craps", "cards": [{"text": text()}]}
    with pytest.raises(Refusal, match="when it is bet after ") as refused:
        decide(None, opened)
    assert refused.value.code == "player-edge"
    decide(None, {**opened, "cards": [{"text": text(), "accept": ["low"]}]})
    rules = "house: h\nname: H\ngame: craps\ncards: {late: {file: late.yaml}}"
    house = {"do": "open", "house": rules, "texts": {"late": text()}}
    with pytest.raises(Refusal, match="with marks already placed"):
        decide(None, house)
    decide(None, {**house, "house": f"{rules}\naccepts: {{late: [low]}}"})


def test_the_advice_against_late_entry_is_read_in_the_game_of_the_card() -> None:
    """The opening that the refusal proposes on a roulette table is a phrase of roulette, and mends the card."""
    late = (
        "card: reds\ntitle: Reds\nabout: Nine reds before a zero.\ngame: roulette\nsource: tests\n"
        "chance: a double-zero wheel\nmarks: from the first bet\nends: the number is green\nopens: {opens}\n"
        "wagers: {{reds: {{wins: the number is red 9 times, pays: 1 to 1}}}}\n"
    )
    opened = {"do": "open", "name": "T", "game": "roulette", "cards": [{"text": late.format(opens="before any spin")}]}
    with pytest.raises(Refusal) as refused:
        decide(None, opened)
    assert refused.value.code == "player-edge"
    advice = str(refused.value).partition('"opens: ')[2].rstrip('"')
    assert advice == "before any spin, while the wager has no marks"
    (bet,) = bets(card := loads(late.format(opens=advice)))
    assert late_entry(bet, card.chance()) is None


@pytest.mark.slow
def test_too_many_marks_to_price_are_refused_too() -> None:
    wins = "all of 2 3 4 5 6 8 9 10 11 12 rolled 4 times"
    written = text().replace("all of 2 3 4 5 6 rolled", wins)
    card = loads(written)
    (bet,) = bets(card)
    found = late_entry(bet, card.chance())
    assert found is not None
    assert found.edge is None
    with pytest.raises(Refusal, match="more positions than can be priced"):
        decide(None, {"do": "open", "name": "T", "game": "craps", "cards": [{"text": written}]})
