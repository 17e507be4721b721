"""What the dealer does besides entering outcomes: the pass of the dice, the shoe, and bets for the dealers."""

from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.replay import event_line, passes_lines
from tests.support.table_driver import Play

# ---- the shooter


def test_rules_the_dice_pass_to_the_next_occupied_seat_on_a_seven_out_and_on_no_other_seven() -> None:
    play = Play("craps", "craps")
    named = play.do({"do": "shooter", "seat": 2})
    assert event_line(play.now, named) == "seat 2 has the dice"
    play.outcome(7, 4, 4)  # a seven on the come-out, and a point made: the shooter keeps the dice
    assert play.now.shooter == 2
    play.outcome(4)
    play.do({"do": "close-betting"})
    event = play.do({"do": "outcome", "outcome": [3, 4]})
    assert isinstance(event, OutcomeEntered)
    assert (event.shooter, play.now.shooter) == (3, 3)
    assert list(passes_lines(event)) == ["the dice pass to seat 3"]
    play.outcome(4, 7)
    assert play.now.shooter == 1  # past the last seat they come to the first


def test_rules_a_correction_gives_the_dice_back() -> None:
    play = Play("craps", "craps")
    play.do({"do": "shooter", "seat": 1})
    play.outcome(4, 7)
    assert play.now.shooter == 2
    play.do({"do": "correct", "outcome": [3, 5], "reason": "misread"})
    assert play.now.shooter == 1


def test_rules_the_dice_are_with_nobody_when_the_shooter_leaves_or_none_was_named() -> None:
    play = Play("craps", "craps")
    play.outcome(4, 7)
    assert play.now.shooter == 0
    play.do({"do": "shooter", "seat": 3})
    play.do({"do": "leave", "seat": 3})
    assert play.now.shooter == 0
    play.outcome(4, 7)
    assert play.now.shooter == 0


def test_rules_only_a_seated_player_of_a_game_with_a_shooter_has_the_dice() -> None:
    play = Play("craps", "craps")
    assert play.refused(do="shooter", seat=9) == "no-such-seat"
    play.do({"do": "shooter", "seat": 1})
    assert play.refused(do="shooter", seat=1) == "is-shooter"
    assert Play("roulette", "roulette").refused(do="shooter", seat=1) == "no-shooter"
