"""The promises of the pure core, each with its control: the fault switched on, which the same check must catch."""

import json
import os
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rackcard.games import GAMES
from rackcard.table import apply as fold
from rackcard.table import second_settler as naive
from rackcard.table import settle
from rackcard.table.apply import apply
from rackcard.table.auditor import Wrong
from rackcard.table.command import Whole
from rackcard.table.commands import betting, claims, verify
from rackcard.table.commands import outcome as outcomes
from rackcard.table.commands.correction import Corrected
from rackcard.table.decide import decide
from rackcard.table.log.codec import event_to_json, table_to_json
from rackcard.table.outcome import enter
from rackcard.table.registry import COMMANDS as COMMAND_NAMES
from rackcard.table.state import Refusal, Table, TableEvent
from tests.support.bad_commands import BAD, BETTING, FIELDS, LITERALS, at_stage, in_mid_game, worsened
from tests.support.histories import STEPS, conserved, corrected_histories, drive, rebuilt, replayed
from tests.support.long_run import played, z
from tests.support.sequences import (
    BACCARAT_CARDS,
    CRAPS_CARDS,
    SPIN_OPTIONS,
    every_hand,
    every_pocket,
    every_spin,
    every_throw,
    every_total,
    follow_all,
    hands,
    totals,
    with_every_wager,
)
from tests.support.table_driver import DICE, Play, open_command, random_outcome

Patch = pytest.MonkeyPatch

# ---- P1 and P2: money is conserved, and every wager settles once

RUNS = [(game, seed) for game in GAMES for seed in range(10)]


@pytest.mark.parametrize(("game", "seed"), RUNS)
def test_p1_p2_money_is_conserved_and_every_wager_settles_once(game: str, seed: int) -> None:
    assert len(RUNS) * STEPS >= 10_000
    driver = conserved(game, seed)
    assert sum(event.kind == "outcome" for event in driver.events) > 50


def off_by_one(settled: Any) -> tuple[tuple[str, int], ...]:
    return tuple((account, amount + (account == "house")) for account, amount in settle.postings(settled))


def wrong_seat(settled: Any) -> tuple[tuple[str, int], ...]:
    """Balanced, but paid to another seat."""
    return settle.postings([replace(one, seat=one.seat % 5 + 1) for one in settled])


def paid_twice(moved: Any) -> Any:
    return SETTLEMENTS(moved) * 2


SETTLEMENTS = settle.settlements


@pytest.mark.parametrize(
    ("name", "fault"), [("postings", off_by_one), ("postings", wrong_seat), ("settlements", paid_twice)]
)
def test_p1_p2_control_a_wrong_posting_or_a_second_payment_is_caught(name: str, fault: Any, monkeypatch: Patch) -> None:
    monkeypatch.setattr(outcomes, name, fault)
    with pytest.raises(AssertionError, match="seed 0"):
        drive("craps", 0, STEPS)


def cash_out_and_bet_again() -> None:
    """A second run right after the first was cashed out starts without marks."""
    play = Play("craps", "cash-out-craps")
    number = play.bet(1, "cash-out")
    play.outcome(4, 5, 6, 8)
    play.take("cash-out", number)
    play.bet(1, "cash-out")
    assert play.outcome(9, 2, 3, 10, 11, 12) == {}


def test_p2_marks_are_cleared_when_nothing_is_up() -> None:
    cash_out_and_bet_again()


def test_p2_control_marks_that_are_not_cleared_are_caught(monkeypatch: Patch) -> None:
    for module in (settle, betting):
        monkeypatch.setattr(module, "settled_marks", lambda table, marks, up: dict(marks))
    with pytest.raises(AssertionError, match="contrary to the outcomes"):
        cash_out_and_bet_again()


# ---- P3: settlement is right, exhaustively and in the long run


@pytest.mark.parametrize("card", ["craps", *CRAPS_CARDS])
def test_p3_every_sequence_of_four_totals(card: str) -> None:
    """Five totals are the campaign's."""
    assert every_total(card, 4) > 12_000


def test_p3_every_sequence_of_three_totals_for_the_base_game_with_hard_ways() -> None:
    rolls = [*DICE.values(), [2, 2], [3, 3], [4, 4], [5, 5]]
    table = with_every_wager("craps", "craps")
    assert follow_all(table, lambda before: iter(rolls) if len(before) < 3 else iter(())) > 1000


@pytest.mark.parametrize("options", SPIN_OPTIONS)
def test_p3_every_two_spins_and_the_third_where_it_matters(options: dict[str, str]) -> None:
    assert every_spin(options) > 38 + 36 * 38


@pytest.mark.parametrize("card", BACCARAT_CARDS)
def test_p3_every_class_of_baccarat_hand(card: str) -> None:
    assert len(hands()) > 200
    every_hand(card)


def test_p3_every_roll_of_three_dice_and_every_pocket_for_the_whole_layout() -> None:
    assert every_throw() == 6**3
    assert every_pocket() == 38


LONG_RUN = [
    ("craps", "pass"), ("craps", "pass-odds"), ("craps", "place-6"), ("craps", "field"), ("craps", "horn"),
    ("repeater-bets-plus", "2-or-12"),
    ("super-shooter", "little"), ("roll-the-line", "roll-the-line"), ("straights-and-8s", "straights-and-8s"),
    ("baccarat", "banker"), ("tiger-baccarat", "tiger-pair"), ("sic-bo", "double-3"),
]  # fmt: skip


@pytest.mark.parametrize(("card", "wager"), LONG_RUN)
def test_p3_the_long_run_return_through_the_live_table_is_the_exact_one(card: str, wager: str) -> None:
    tally = played(card, 3000, 20261115, wager)[wager]
    assert tally.count > 250
    assert abs(z(card, wager, tally)) < 4.5


def half_pay(*args: Any, **more: Any) -> Any:
    """A settlement whose winnings are halved."""
    one = SETTLEMENT(*args, **more)
    won = max(one.paid - one.stake, 0) // 2
    return replace(one, paid=one.paid - won, house=one.house + won)


SETTLEMENT = settle.settlement


def test_p3_control_a_wrong_pay_is_caught_both_ways(monkeypatch: Patch) -> None:
    monkeypatch.setattr(settle, "settlement", half_pay)
    with pytest.raises(AssertionError):
        follow_all(with_every_wager("craps", "repeater-bets-plus"), totals(2))
    assert abs(z("craps", "field", played("craps", 6000, 20261115, "field")["field"])) > 4.5


# ---- P6: no bet counts after "no more bets"


def after_no_more_bets(command: dict[str, Any]) -> str:
    play = in_mid_game()
    decide(play.now, command)  # it would be followed
    if command["do"] == "surrender":  # and a cash-out, three numbers later
        later = in_mid_game()
        later.outcome(4, 5, 6)
        decide(later.now, {"do": "cash-out", "seat": 2, "wager": 2})
        later.do({"do": "close-betting"})
        assert later.refused(do="cash-out", seat=2, wager=2) == "no-more-bets"
    play.do({"do": "close-betting"})
    return play.refused(**command)


@pytest.mark.parametrize("command", BETTING)
def test_p6_nothing_counts_after_no_more_bets(command: dict[str, Any]) -> None:
    assert after_no_more_bets(command) == "no-more-bets"


@pytest.mark.parametrize("command", BETTING)
def test_p6_control_betting_that_stays_open_is_caught(command: dict[str, Any], monkeypatch: Patch) -> None:
    for module in (betting, claims):
        monkeypatch.setattr(module, "verify_betting", verify.verify_open)
    with pytest.raises(AssertionError):
        assert after_no_more_bets(command) == "no-more-bets"


# ---- P8: corrections add, never rewrite


@pytest.mark.parametrize("block", range(8))
def test_p8_a_corrected_outcome_leaves_the_table_as_the_right_entry(block: int) -> None:
    corrected_histories(range(25 * block, 25 * block + 25))


def test_p8_control_a_correction_that_keeps_the_wrong_marks_is_caught(monkeypatch: Patch) -> None:
    def keep_marks(self: Corrected, table: Table) -> Table:
        return replace(corrected(self, table), marks=table.marks, phase=table.phase)

    corrected = Corrected.apply
    monkeypatch.setattr(Corrected, "apply", keep_marks)
    with pytest.raises(AssertionError, match="seed"):
        corrected_histories(range(30))


# ---- P10: the log alone rebuilds the table


@pytest.mark.parametrize("game", GAMES)
def test_p10_events_and_snapshots_rebuild_the_identical_table(game: str) -> None:
    for seed in range(100, 104):
        rebuilt(drive(game, seed, 150), seed)


def test_p10_control_a_lost_event_or_mark_is_caught(monkeypatch: Patch) -> None:
    driver = drive("craps", 100, 150)
    bought = next(number for number, event in enumerate(driver.events) if event.kind == "bought-in")
    assert replayed(driver.events[:bought] + driver.events[bought + 1 :], -1) != driver.table
    monkeypatch.setattr("rackcard.table.log.codec._marks_out", lambda marks: [])
    assert replayed(driver.events, len(driver.events) - 1) != driver.table


# ---- P11: bad input changes no state


def only_refused(stage: str, command: dict[str, Any], name: str, literal: Any) -> None:
    play = at_stage(stage)
    table = play.now if play else None
    before = table and table_to_json(table)
    try:
        decide(table, worsened(command, name, literal))
    except Refusal:
        pass
    else:
        pytest.fail(f"{name}={literal!r} was not refused")
    assert (table and table_to_json(table)) == before, literal


@pytest.mark.parametrize(("stage", "command", "name"), FIELDS, ids=map(str, FIELDS))
def test_p11_bad_literals_are_refused_and_change_nothing(stage: str, command: dict[str, Any], name: str) -> None:
    literals = [bad.literal for bad in BAD if (bad.stage, bad.command, bad.name) == (stage, command, name)]
    assert literals
    for literal in literals:
        only_refused(stage, command, name, literal)


def test_p11_control_a_number_read_loosely_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Whole, "read", lambda self, name, value: int(value))
    caught = 0
    for literal in LITERALS:
        try:
            only_refused("", FIELDS[2][1], "amount", literal)
        except (Exception, pytest.fail.Exception):
            caught += 1
    assert caught >= 5


WORDS = st.sampled_from(
    ["craps", "super-shooter", "pass", "field", "cash-out", "repeating-2", "1", "player", "x", "\ud800", "１２", ""]
)
NUMBERS = st.one_of(st.integers(-2, 12), st.sampled_from([500, 2**63, 10**30]), st.floats(), st.booleans(), st.none())
JSON = st.recursive(
    NUMBERS | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
ENTRY = st.fixed_dictionaries({}, optional=dict.fromkeys(("card", "text", "options", "tables", "accept"), JSON))
COMMANDS = st.fixed_dictionaries(
    {"do": st.sampled_from([*COMMAND_NAMES]) | JSON},
    optional=dict.fromkeys(("seat", "amount", "card", "wager", "outcome", "name", "reason", "round", "chip"), JSON)
    | {
        "cards": JSON | st.lists(ENTRY, max_size=2),
        "game": WORDS | JSON,
        "limits": JSON,
        "rounding": JSON,
        "live": JSON,
    },
)
EXAMPLES = int(os.environ.get("RACKCARD_EXAMPLES", "1000"))


@cache
def stages() -> tuple[Table | None, ...]:
    """Tables in all their states, of all games."""
    found: list[Table | None] = [None]
    for play in (in_mid_game(), Play("roulette", "straights-and-8s"), Play("baccarat", "baccarat")):
        found.append(play.now)
        play.do({"do": "close-betting"})
        found.append(play.now)
        play.do({"do": "freeze", "reason": "a test"})
        found.append(play.now)
    return tuple(found)


@settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
)
@given(command=COMMANDS | JSON, stage=st.integers(0, 9))
def test_p11_whatever_is_sent_only_a_refusal_comes_back(command: Any, stage: int) -> None:
    table = stages()[stage]
    try:
        (event,) = decide(table, command)
    except Refusal:
        return
    after = apply(table, event)
    assert fold.broken_invariant(after, event) is None
    json.dumps(event_to_json(event), allow_nan=False).encode()


def test_p11_a_card_text_that_is_no_unicode_is_refused() -> None:
    with pytest.raises(Refusal):
        decide(None, open_command("craps") | {"cards": [{"text": "\ud800"}]})


def test_p11_nothing_but_the_hand_goes_into_the_log() -> None:
    play = Play("baccarat", "baccarat")
    play.do({"do": "close-betting"})
    outcome = {"player": ["9", "K"], "banker": ["3", "4"], "note": float("nan")}
    assert play.refused(do="outcome", outcome=outcome) == "bad-outcome"


def audited(event: TableEvent, play: Play) -> Wrong | None:
    """What the auditor says of an event that the table did not decide."""
    return play.auditor.see(event)


def test_p2_the_auditor_sees_a_payment_posted_to_another_seat() -> None:
    play = Play("craps", "craps")
    play.bet(1, "field")
    play.do({"do": "close-betting"})
    (event,) = decide(play.now, {"do": "outcome", "outcome": [1, 1]})
    swapped = tuple((account.replace("seat:1", "seat:2"), amount) for account, amount in event.postings)
    assert audited(replace(event, postings=swapped), play) is not None


def test_p2_the_auditor_sees_a_cash_out_that_was_not_offered() -> None:
    early, late = Play("craps", "cash-out-craps"), Play("craps", "cash-out-craps")
    for play in (early, late):
        play.bet(1, "cash-out")
    early.outcome(4)
    late.outcome(4, 5, 6, 8)
    (event,) = decide(late.now, {"do": "cash-out", "seat": 1, "wager": 1})
    assert audited(event, early) is not None


def test_p2_a_history_carried_on_is_the_history_from_the_start() -> None:
    play = Play("craps", "craps")
    rolls = [enter(play.now.game, random_outcome("craps", Random(seed))) for seed in range(60)]
    for known in (0, 1, 17, 60):
        before = naive.history(play.now, rolls[:known])
        assert naive.history(play.now, rolls[known:], before) == naive.history(play.now, rolls)
