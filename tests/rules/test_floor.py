"""What the floor does, by the rules: corrections, pauses, freezes, limits, chips, advice and changed cards."""

from dataclasses import replace
from typing import Any

import pytest

from rackcard.table.apply import apply
from rackcard.table.commands import correction
from rackcard.table.commands.correction import Voided, voided
from rackcard.table.commands.outcome import NoRoll
from rackcard.table.decide import decide
from rackcard.table.replay import reversed_of, settled_of
from rackcard.table.state import Table
from rackcard.wording.history import payment
from tests.support.staging import hand
from tests.support.table_driver import Play

# ---- misread outcomes, pauses and advice


def test_rules_a_bet_after_a_misread_outcome_does_not_keep_it_from_being_corrected() -> None:
    play = Play("craps", "craps", "cash-out-craps")
    place, run = play.bet(1, "field"), play.bet(2, "cash-out")
    assert play.outcome([1, 1])[place].paid == 1500
    stays = play.bet(1, "field", seat=2)
    play.do({"do": "correct", "outcome": [3, 4], "reason": "misread"})  # a seven: the field and the run lose
    assert play.now.balance(1) == 1_000_000 - 1000
    assert set(play.now.wagers) == {stays}
    assert run not in play.now.wagers
    assert play.outcome([1, 1])[stays].paid == 1500


def test_rules_a_bet_that_the_right_outcome_would_not_have_allowed_goes_back() -> None:
    play = Play("craps", "craps", "cash-out-craps")
    play.bet(2, "cash-out")
    play.outcome([3, 4])  # the run is lost, so another may begin
    late = play.bet(2, "cash-out", seat=2)
    play.do({"do": "correct", "outcome": [3, 3], "reason": "misread"})
    assert late not in play.now.wagers  # its card is up from before
    assert play.now.balance(2) == 1_000_000
    assert len(play.now.wagers) == 1


def test_rules_a_wager_that_a_correction_brings_back_is_never_the_next_players() -> None:
    play = Play("craps", "craps")
    play.outcome(6)
    up = play.bet(1, "place-8", 600)
    assert play.outcome([3, 4])[up].paid == 0
    money = play.now.balance(1)
    visit = play.now.seats[1].visit
    play.do({"do": "leave", "seat": 1})
    play.do({"do": "seat", "seat": 1, "name": "Bob"})
    play.do({"do": "correct", "outcome": [4, 5], "reason": "misread"})
    assert play.now.wagers == {}
    assert (play.now.balance(1), play.now.balances[f"owed:{visit}"]) == (0, 600)
    assert money == 1_000_000 - 600


def test_rules_marks_of_a_wager_that_goes_back_to_a_player_who_left_are_not_the_next_bets() -> None:
    play = Play("roulette", "roulette", "straights-and-8s")
    play.bet(2, "straights-and-8s")
    play.outcome("5", "20")  # lost: far apart
    play.do({"do": "leave", "seat": 1})
    late = play.bet(2, "straights-and-8s", seat=2)
    play.do({"do": "correct", "outcome": "6", "reason": "misread"})  # one apart: it would be up still
    assert set(play.now.wagers) == {late}
    assert not play.now.marks
    assert play.outcome("7") == {}
    assert play.outcome("8", "9")[late].paid == 51 * 500  # 7, 8, 9 in a row, from its own first spin


def test_rules_a_paused_table_goes_on_when_its_last_round_is_confirmed() -> None:
    """P18: such as one that resumes after a crash."""
    play = Play("craps", "craps")
    play.outcome(6)
    play.do({"do": "pause", "reason": "the server was started anew"})
    assert play.bet_refused(1, "field") == "paused"
    assert play.refused(do="confirm", round=7) == "confirm-outcome"
    play.do({"do": "confirm", "round": 1})
    play.bet(1, "field")


def test_rules_advice_is_off_at_a_live_table_until_it_is_allowed() -> None:
    play = Play("craps", "craps")
    assert play.now.gives_advice
    live = replace(play.now, is_live=True)
    assert not live.gives_advice
    for allow in (True, False):
        (event,) = decide(live, {"do": "advice", "allow": allow})
        live = apply(live, event)
        assert live.gives_advice is allow


# ---- chips, limits and words


@pytest.mark.parametrize(
    ("game", "card", "wager", "stake", "given", "player", "house"),
    [
        ("baccarat", "baccarat", "banker", 500, hand("3 4", "9 K"), (1000, -25, -475), (900, 75, -475)),
        ("baccarat", "tiger-baccarat", "banker", 500, hand("K K 5", "3 3"), (800, -50, -250), (700, 50, -250)),
        ("craps", "craps", "place-6", 500, [3, 3], (1100, -17, -583), (1000, 84, -584)),
    ],
)
def test_rules_rounding_to_the_smallest_chip_books_the_breakage(
    game: str, card: str, wager: str, stake: int, given: Any, player: tuple[int, ...], house: tuple[int, ...]
) -> None:
    for rounding, expected in (("player", player), ("house", house)):
        play = Play(game, card, rounding=rounding, chip=100)
        if game == "craps":
            play.outcome(4)
        number = play.bet(1, wager, stake)
        settled = play.outcome(given)[number]
        assert (settled.paid, settled.breakage, settled.house) == expected
        assert play.now.balances.get("breakage", 0) == expected[1]


def test_rules_limits_for_a_wager_a_seat_and_the_table() -> None:
    limits = {"wager_min": 500, "wager_max": 2000, "seat_max": 3000, "table_max": 4000}
    play = Play("craps", "craps", limits=limits)
    assert play.bet_refused(1, "field", 400) == "below-minimum"
    assert play.bet_refused(1, "field", 2100) == "over-wager-limit"
    play.bet(1, "field", 1500)
    assert play.bet_refused(1, "field", 600) == "over-wager-limit"  # a raise counts what is up
    play.bet(1, "field", 100)  # and may be below the least
    play.bet(1, "pass", 1400)
    assert play.bet_refused(1, "eleven", 500) == "over-seat-limit"
    assert play.bet_refused(1, "field", 1100, seat=2) == "over-table-limit"
    assert play.bet(1, "field", 1000, seat=2)


def test_rules_the_payout_limit_is_shared_pro_rata_and_stakes_come_back_whole() -> None:
    play = Play("craps", "craps", limits={"payout_max": 30000}, chip=100)
    first, second = play.bet(1, "craps-12", 1000), play.bet(1, "craps-12", 3000, seat=2)
    third, fourth = play.bet(1, "dont-pass", 700, seat=3), play.bet(1, "eleven", 500, seat=3)
    settled = play.outcome(12)
    assert settled[first].paid == 1000 + 7500
    assert settled[second].paid == 3000 + 22500
    assert (settled[third].paid, settled[fourth].paid) == (700, 0)
    assert "payout limit of $300.00" in payment(settled[first])
    uncut = Play("craps", "craps", limits={"payout_max": 30000})
    number = uncut.bet(1, "craps-12", 1000)
    assert uncut.outcome(12)[number].paid == 31000


def test_rules_payments_say_why_in_words() -> None:
    play = Play("craps", "craps", "repeater-bets-plus", "cash-out-craps")
    two, cash, barred, field = (
        play.bet(2, "repeating-2"), play.bet(3, "cash-out"), play.bet(1, "dont-pass"), play.bet(1, "field")
    )  # fmt: skip
    settled = play.outcome(12)
    assert payment(settled[field]).startswith("Field: ")
    assert payment(settled[field]).endswith("$5.00 pays 2 to 1 = $15.00")
    assert payment(settled[barred]).endswith("$5.00 is returned")
    assert "take back" in payment(play.take("take-back", cash))
    won = payment(play.outcome(2, 2)[two])
    assert won.startswith("Repeating 2: ")
    assert "$5.00 pays 40 for 1 = $200.00, the dealer gets $10.00" in won
    lost = play.bet(1, "field")
    assert payment(play.outcome(7)[lost]) == "Field: $5.00 loses"


# ---- what the floor does


def test_rules_change_cards_never_touches_a_wager_that_is_up() -> None:
    play = Play("craps", {"card": "super-shooter", "tables": {"little": "2", "big": "2"}}, "repeater-bets-plus")
    little, two = play.bet(1, "little"), play.bet(2, "repeating-2", seat=2)
    play.outcome(2)
    pinned = {n: play.now.offerings[w.offering].sha256 for n, w in play.now.wagers.items()}
    before = play.now.wagers
    play.do({"do": "change-cards", "cards": [{"card": "craps"}, {"card": "super-shooter"}]})
    assert play.now.wagers == before
    assert {n: play.now.offerings[w.offering].sha256 for n, w in play.now.wagers.items()} == pinned
    assert play.bet_refused(1, "little") == "not-offered"
    assert play.outcome(3, 4, 5, 6)[little].paid == 500 * 35
    assert play.outcome(2)[two].paid == 500 * 40


def test_rules_marks_stay_on_the_layout_when_cards_change() -> None:
    play = Play("craps", "repeater-bets-plus", "high-roller")
    play.outcome(2)
    play.do(
        {"do": "change-cards", "cards": [{"card": "craps"}, {"card": "high-roller"}, {"card": "repeater-bets-plus"}]}
    )
    _, high_roller, repeater = play.now.current
    assert play.bet_refused(repeater, "repeating-2") == "marked"
    assert play.bet_refused(high_roller, "high-roller") == "window"
    play.outcome(7)
    assert play.bet(repeater, "repeating-2")


def test_rules_a_void_refunds_every_stake_and_leaves_the_marks_and_the_point() -> None:
    """P18: whatever is up goes back whole."""
    play = Play("craps", "craps", "repeater-bets-plus", "super-shooter")
    for seat in (1, 2, 3):
        play.bet(1, "pass", seat=seat)
        play.bet(3, "all", 700, seat=seat)
    play.outcome(4)
    marks = {key: mark for key, mark in play.now.marks.items() if key[0] == 2}
    play.do({"do": "close-betting"})
    play.do({"do": "void", "reason": "a die left the table"})
    assert not play.now.wagers
    assert marks
    assert play.now.marks == marks  # those of the third card run while bets are up, and none is
    assert (play.now.betting, play.now.phase) == (True, 1)
    assert [play.now.balance(seat) for seat in (1, 2, 3)] == [1_000_000] * 3
    assert play.bet_refused(1, "pass") == "window"
    play.outcome(4)
    assert play.bet(1, "pass")


def _kept_up(table: Table, reason: str, card: int | None) -> Voided:
    """A void that leaves the last wager up."""
    return voided(replace(table, wagers=dict([*table.wagers.items()][:-1])), reason, card)


def _kept_by_the_house(table: Table, reason: str, card: int | None) -> Voided:
    """A void that takes the stakes of one seat."""
    event = voided(table, reason, card)
    return replace(event, postings=tuple((a if a != "seat:3" else "house", n) for a, n in event.postings))


@pytest.mark.parametrize("fault", [_kept_up, _kept_by_the_house])
def test_p18_control_a_void_that_keeps_a_stake_is_caught(fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(correction, "voided", fault)
    with pytest.raises(AssertionError):
        test_rules_a_void_refunds_every_stake_and_leaves_the_marks_and_the_point()


def test_rules_no_roll_changes_nothing_but_opens_betting() -> None:
    """P18: an invalid roll is none."""
    play = Play("craps", "craps")
    play.bet(1, "pass")
    before = play.now
    play.do({"do": "close-betting"})
    play.do({"do": "no-roll", "reason": "a cocked die"})
    assert play.now == before


def test_p18_control_a_no_roll_that_counts_as_a_round_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NoRoll, "apply", lambda event, table: replace(table, betting=True, round=table.round + 1))
    with pytest.raises(AssertionError):
        test_rules_no_roll_changes_nothing_but_opens_betting()


def test_rules_a_correction_takes_payments_back_and_makes_the_right_ones() -> None:
    play = Play("craps", "craps", "repeater-bets-plus")
    field, two = play.bet(1, "field"), play.bet(2, "repeating-2", seat=2)
    play.outcome([1, 1])
    event = play.do({"do": "correct", "outcome": [3, 4], "reason": "misread"})
    assert [one.wager for one in reversed_of(event)] == [field]
    assert {one.wager for one in settled_of(event)} == {field, two}
    assert play.now.balance(1) == play.now.balance(2) == 1_000_000 - 500
    assert play.now.phase == 0
    play.do({"do": "correct", "outcome": [1, 1], "reason": "it was right"})
    assert play.now.balance(1) == 1_000_000 + 1000
    assert play.now.wagers.keys() == {two}
    assert play.now.round == 1


def test_rules_what_a_correction_cannot_take_is_owed() -> None:
    play = Play("craps", "craps")
    play.bet(1, "field", 5000)
    play.outcome([1, 1])
    play.do({"do": "leave", "seat": 1})
    play.do({"do": "correct", "outcome": [3, 4], "reason": "misread"})
    assert play.now.balances["owed:1"] == -15000
    assert play.now.balance(1) == 0


def test_rules_freeze_resume_leave_and_close() -> None:
    """P18: a table that is frozen does nothing until the last round is confirmed."""
    play = Play("craps", "craps")
    play.outcome(4)
    play.bet(1, "field")
    play.do({"do": "freeze", "reason": "the felt does not add up"})
    for given in ({"do": "close-betting"}, {"do": "leave", "seat": 2}, {"do": "void", "reason": "x"}):
        assert play.refused(**given) == "frozen"
    assert play.bet_refused(1, "field") == "frozen"
    assert play.refused(do="resume", round=0) == "confirm-outcome"
    play.do({"do": "resume", "round": 1})
    assert play.refused(do="leave", seat=1) == "wagers-up"
    assert play.refused(do="close") == "wagers-up"
    play.outcome(5)
    assert play.refused(do="close") == "seats-taken"
    for seat in (1, 2, 3):
        play.do({"do": "leave", "seat": seat})
    play.do({"do": "close"})
    assert sum(play.now.balances.values()) == 0
    assert play.refused(do="seat", seat=1, name="Late") == "closed"


# ---- rules that are easily broken


def test_rules_a_correction_never_takes_from_the_next_player_at_the_seat() -> None:
    play = Play("craps", "craps")
    play.bet(1, "field", 5000)
    play.outcome([1, 1])
    play.do({"do": "leave", "seat": 1})
    play.do({"do": "seat", "seat": 1, "name": "Somebody else"})
    play.do({"do": "buy-in", "seat": 1, "amount": 100_000})
    play.try_to({"do": "correct", "outcome": [3, 4], "reason": "misread"})
    assert play.now.balance(1) == 100_000


def test_rules_correcting_a_correction_clears_what_was_owed() -> None:
    play = Play("craps", "craps")
    play.bet(1, "field", 5000)
    play.outcome([1, 1])
    play.do({"do": "leave", "seat": 1})
    before = {account: amount for account, amount in play.now.balances.items() if amount}
    play.do({"do": "correct", "outcome": [3, 4], "reason": "misread"})
    play.do({"do": "correct", "outcome": [1, 1], "reason": "it was right"})
    assert {account: amount for account, amount in play.now.balances.items() if amount} == before


def test_rules_a_correction_leaves_no_more_bets_as_it_was() -> None:
    play = Play("craps", "craps")
    play.outcome(4)
    play.do({"do": "close-betting"})
    play.do({"do": "correct", "outcome": [3, 2], "reason": "misread"})
    assert play.bet_refused(1, "field") == "no-more-bets"


def test_rules_limits_the_least_holds_for_each_of_several_bets() -> None:
    card = {"card": "cash-out-craps", "options": {"several": "yes"}}
    play = Play("craps", card, limits={"wager_min": 500})
    play.bet(1, "cash-out", 500)
    assert play.bet_refused(1, "cash-out", 100) == "below-minimum"
