"""The base game of craps, by its rules."""

import pytest

from tests.support.table_driver import Play

# ---- the base game of craps


def test_rules_craps_pass_and_dont_pass_with_12_barred() -> None:
    for rolls, passed, dont in (
        ((7,), 1000, 0), ((11,), 1000, 0), ((2,), 0, 1000), ((3,), 0, 1000), ((12,), 0, 500),
        ((4, 2, 4), 1000, 0), ((9, 12, 7), 0, 1000), ((6, 11, 6), 1000, 0),
    ):  # fmt: skip
        play = Play("craps", "craps")
        first, second = play.bet(1, "pass"), play.bet(1, "dont-pass", seat=2)
        settled = play.outcome(*rolls)
        assert (settled[first].paid, settled[second].paid) == (passed, dont), rolls


def test_rules_craps_the_line_is_bet_on_the_come_out_and_stands() -> None:
    play = Play("craps", "craps")
    number = play.bet(1, "pass")
    play.outcome(4)
    assert play.bet_refused(1, "pass") == "window"
    assert play.bet_refused(1, "dont-pass") == "window"
    assert play.refused(do="take-down", seat=1, wager=number) == "stands"


def test_rules_craps_place_wagers_are_off_on_the_come_out_and_may_be_taken_down() -> None:
    play = Play("craps", "craps")
    six, eight = play.bet(1, "place-6", 600), play.bet(1, "place-8", 600, seat=2)
    assert play.outcome(7, 6) == {}  # come-out rolls: neither lost nor won
    assert play.outcome(6)[six].paid == 600 + 700
    play.do({"do": "take-down", "seat": 2, "wager": eight})
    assert play.now.balance(2) == 1_000_000


def test_rules_part_of_a_stake_that_may_come_down_may_come_down() -> None:
    play = Play("craps", "craps", limits={"wager_min": 500})
    number = play.bet(1, "field", 1500)
    play.do({"do": "take-down", "seat": 1, "wager": number, "amount": 500})
    assert (play.now.wagers[number].stake, play.now.balance(1)) == (1000, 1_000_000 - 1000)
    assert play.refused(do="take-down", seat=1, wager=number, amount=600) == "below-minimum"
    play.do({"do": "take-down", "seat": 1, "wager": number, "amount": 1000})
    assert (dict(play.now.wagers), play.now.balance(1)) == ({}, 1_000_000)


def test_rules_craps_hard_ways_lose_easy_or_to_a_seven_and_may_be_taken_down() -> None:
    play = Play("craps", "craps")
    first = play.bet(1, "hard-8")
    assert play.outcome([4, 4])[first].paid == 5000
    second = play.bet(1, "hard-8")
    assert play.outcome([2, 6])[second].paid == 0
    third = play.bet(1, "hard-8")
    play.outcome(5, 4)
    play.do({"do": "take-down", "seat": 1, "wager": third})
    assert play.now.balance(1) == 1_000_000 + 4500 - 500


def test_rules_a_roll_settles_several_cards_and_seats_at_once() -> None:
    play = Play("craps", "craps", "repeater-bets-plus", "super-shooter", "cash-out-craps", "high-roller")
    up = {
        play.bet(1, "pass", seat=1): 0,
        play.bet(2, "repeating-2", seat=2): 0,
        play.bet(3, "all", seat=3): 0,
        play.bet(4, "cash-out", seat=1): 0,
        play.bet(5, "high-roller", seat=2): 0,
        play.bet(1, "dont-pass", seat=3): 1000,
    }
    play.outcome(4)
    up[play.bet(1, "any-seven", seat=1)] = 2500
    settled = play.outcome(7)
    assert {number: one.paid for number, one in settled.items()} == up
    assert not play.now.wagers


def test_the_windows_of_a_game_say_in_which_phases_a_wager_may_be_bet(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table knows no window by its name: it asks the game, whichever it is."""
    play = Play("craps", "craps")
    monkeypatch.setattr(play.now.game, "window_phases", {"come-out": frozenset((1,))})
    assert play.bet_refused(1, "pass") == "window"
    assert play.bet_refused(1, "put") == "not refused"
    play.outcome(4)
    assert play.now.phase == 1
    assert play.bet_refused(1, "pass") == "not refused"
    play.outcome(7)
    assert play.bet_refused(1, "pass") == "window"
