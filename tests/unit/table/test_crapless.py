"""Crapless craps at a live table: the variant of the cards' chance is dealt, and a table keeps to one variant."""

from fractions import Fraction

import pytest

from rackcard import Dice, load
from rackcard.games import GAMES
from rackcard.table.state import Refusal
from tests.support.table_driver import Play

CRAPLESS = {"card": "craps", "options": {"crapless": "yes"}}


def test_a_2_is_a_point_and_an_11_does_not_win_the_come_out() -> None:
    play = Play("craps", CRAPLESS)
    line = play.bet(1, "pass", 1000)
    assert play.outcome(2) == {}
    assert play.now.game.phases[play.now.phase] == "point 2"
    assert play.outcome(11, 12, 3) == {}
    assert play.outcome(2)[line].paid == 2000
    line = play.bet(1, "pass", 1000)
    assert play.outcome(11) == {}
    assert play.outcome(7)[line].paid == 0
    line = play.bet(1, "pass", 1000)
    assert play.outcome(7)[line].paid == 2000


def test_a_corrected_outcome_is_read_by_the_same_variant() -> None:
    play = Play("craps", CRAPLESS)
    play.bet(1, "pass", 1000)
    play.outcome(12)
    play.do({"do": "correct", "outcome": [6, 5], "reason": "misread"})
    assert play.now.game.phases[play.now.phase] == "point 11"


def test_a_table_has_one_variant_and_keeps_it() -> None:
    with pytest.raises(Refusal, match="different variants"):
        Play("craps", CRAPLESS, "high-roller")
    play = Play("craps", "craps")
    assert play.refused(do="change-cards", cards=[CRAPLESS]) == "other-variant"
    assert play.refused(do="change-cards", cards=[{"card": "craps", "options": {"odds": "2x"}}]) == "not refused"


def test_ordinary_craps_is_what_it_was() -> None:
    assert Play("craps", "craps").now.game is GAMES["craps"]
    assert GAMES["craps"].variant(Dice()) is GAMES["craps"]
    crapless = GAMES["craps"].variant(Dice(is_crapless=True))
    assert (crapless.folder, crapless.ordinary) == ("craps", GAMES["craps"])
    assert len(GAMES["craps"].phases) == 7
    assert len(crapless.phases) == 11


def test_loaded_dice_stay_crapless() -> None:
    chance = load("craps").chance({"crapless": "yes"})
    assert chance.weighted({"7": Fraction(7)}) == Dice(Dice.of_totals({7: 7}).weights, is_crapless=True)
