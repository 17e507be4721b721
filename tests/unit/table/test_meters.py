"""Meters and transcripts against what the log says."""

import json
import re
import subprocess
from collections import Counter
from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rackcard.api import load
from rackcard.card import card_ids
from rackcard.machine import bets
from rackcard.money import dollars
from rackcard.odds.price import price_play
from rackcard.report.charts.page_charts import held_chart
from rackcard.table.apply import apply
from rackcard.table.decide import decide
from rackcard.table.history import follow
from rackcard.table.log.store import Entry, Store
from rackcard.table.meter_count import CountedRound, CountedSettlement
from rackcard.table.meter_fold import Fold, MeteredBet, Sums
from rackcard.table.meters import Meters, meters, theory_of
from rackcard.table.period import read_period
from rackcard.table.replay import replay, reversed_of, settled_of
from rackcard.table.service import Service
from rackcard.table.state import TOKES, Refusal, Table
from rackcard.wording.history import payment
from tests.support.command import command as run_command
from tests.support.sample import sampled
from tests.support.table_driver import open_command
from tests.support.table_world import AT, CARDS, Script, run, spinning

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


def test_meters_equal_a_count_by_hand(store: Store) -> None:
    """Five spins: red wins, red loses to 00, red loses and a straight-up hits, a correction takes that back."""
    service = Service(store, clock=lambda: AT)
    spinning(service, "t")

    def round_of(outcome: str, **bets: int) -> None:
        for wager, amount in bets.items():
            command = {"do": "bet", "seat": 1, "card": 1, "wager": wager.replace("_", "-"), "amount": amount}
            service.execute("t", command, by="Dora")
        service.execute("t", {"do": "close-betting"}, by="Dora")
        service.execute("t", {"do": "outcome", "outcome": outcome}, by="Dora")

    round_of("1", red=500)
    round_of("00", red=700)
    round_of("2", red=900, straight_2=100)
    service.execute("t", {"do": "correct", "outcome": "3", "reason": "misread"}, by="Max")
    found = meters(store.entries("t"))
    red, two = found.by_wager.values()
    assert (red.wagers, red.handle, red.paid, red.hold) == (3, 2100, 1000 + 1800, -700)
    assert (two.wagers, two.handle, two.paid, two.hold) == (1, 100, 0, 100)
    edge = load("roulette").odds(wager="red").wagers[0].house_edge
    assert edge is not None
    assert red.expected == 2100 * edge
    (seat,) = found.by_seat.values()
    assert (seat.name, seat.handle, seat.paid) == ("seat 1", 2200, 2800)
    assert sum(meter.hold for meter in found.by_dealer.values()) == -600
    assert seat.hold == Service(store).table("t").balances["house"]
    assert not meters(store.entries("t"), read_period("2027-01-01")).by_seat
    assert not meters(store.entries("t"), read_period(None, "2026-01-01")).by_seat
    assert meters(store.entries("t"), read_period("2026-01-01", "2026-01-01T00:00:00.001Z")) == found


# ---- corrections, claims and who called


class Shift:
    """A table whose every command has its time and its giver."""

    def __init__(self, game: str, *cards: str | dict[str, Any], seats: int = 1) -> None:
        self.table: Table | None = None
        self.entries: list[Entry] = []
        laid = [{"card": card} if isinstance(card, str) else card for card in cards]
        self.do({"do": "open", "name": "T", "game": game, "cards": laid}, "00:00")
        for seat in range(1, seats + 1):
            self.do({"do": "seat", "seat": seat, "name": "Ann"}, "00:00")
            self.do({"do": "buy-in", "seat": seat, "amount": 10**7}, "00:00")

    def do(self, command: dict[str, Any], at: str, by: str = "Dora") -> None:
        (event,) = decide(self.table, command)
        self.table = apply(self.table, event)
        moment = f"2026-01-01T{at}:00.000+00:00"
        self.entries.append(Entry("t", len(self.entries) + 1, moment, by, None, event, ""))

    def bet(self, wager: str, amount: int, at: str, card: int = 1, seat: int = 1) -> None:
        self.do({"do": "bet", "seat": seat, "card": card, "wager": wager, "amount": amount}, at, f"seat {seat} ab12")

    def call(self, outcome: Any, at: str, by: str = "Dora") -> None:
        self.do({"do": "close-betting"}, at, by)
        self.do({"do": "outcome", "outcome": outcome}, at, by)

    def correct(self, outcome: Any, at: str, by: str = "boss") -> None:
        self.do({"do": "correct", "outcome": outcome, "reason": "misread"}, at, by)

    def meters(self, since: str | None = None, until: str | None = None) -> Meters:
        day = "2026-01-01T"
        return meters(self.entries, read_period(since and day + since, until and day + until))


def figures(part: dict[Any, Any]) -> dict[str, tuple[int, int, int]]:
    return {meter.name: (meter.wagers, meter.handle, meter.paid) for meter in part.values()}


RED = "Roulette: Red, table 1"


def test_a_correction_counts_at_the_time_of_the_outcome_it_corrects() -> None:
    """Red was called at nine and corrected to black at ten: nine o'clock shows the loss, ten o'clock nothing."""
    shift = Shift("roulette", "roulette")
    shift.bet("red", 500, "08:00")
    shift.call("1", "09:00")
    shift.correct("2", "10:00")
    for found in (shift.meters(), shift.meters("09:00", "09:30")):
        assert figures(found.by_wager) == {RED: (1, 500, 0)}
        assert figures(found.by_seat) == {"seat 1": (1, 500, 0)}
    for found in (shift.meters("10:00"), shift.meters(None, "08:30")):
        assert found == Meters({}, {}, {})
        assert found.to_dict() == {"wagers": [], "seats": [], "dealers": []}
        assert [grid.rows for grid in found.grids()] == [(), (), ()]


def test_a_correction_that_leaves_a_wager_up_leaves_no_line_behind() -> None:
    shift = Shift("craps", "craps")
    shift.bet("pass", 500, "08:00")
    shift.call([3, 4], "09:00")
    shift.correct([4, 4], "10:00")
    assert shift.meters() == Meters({}, {}, {})
    shift.call([3, 4], "11:00", "Emil")
    assert figures(shift.meters().by_dealer) == {"Emil": (1, 500, 0)}


@pytest.mark.slow
@pytest.mark.parametrize("game", CARDS)
def test_no_period_of_a_log_takes_the_root_of_less_than_nothing(game: str) -> None:
    """Any cut through a log full of corrections has meters, and two halves hold what the whole does."""
    events = Script(game, 13, 200).events
    ordered = [
        Entry("t", n, f"2026-01-01T{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}", "Dora", None, event, "")
        for n, event in enumerate(events, start=1)
    ]
    assert sum(event.kind == "corrected" for event in events) > 1
    whole = meters(ordered)
    cuts = [n + 1 for n, event in enumerate(events) if event.kind in ("outcome", "corrected")]
    for entry in (ordered[n] for n in cuts[:: sampled(12, 4)] if n < len(ordered)):
        halves = [meters(ordered, read_period(None, entry.at)), meters(ordered, read_period(entry.at))]
        for half in halves:
            assert all(meter.wagers > 0 and meter.handle > 0 for meter in half.by_wager.values())
            assert half.to_dict()
            assert list(half.grids())
        for seat, meter in whole.by_seat.items():
            parts = [half.by_seat[seat] for half in halves if seat in half.by_seat]
            assert sum(part.handle for part in parts) == meter.handle
            assert sum(part.paid for part in parts) == meter.paid


def test_every_settlement_is_of_the_dealer_who_called_the_outcome() -> None:
    """A seat cashes out by itself, and a supervisor corrects: neither becomes a dealer."""
    shift = Shift("craps", "cash-out-craps", "craps")
    shift.bet("cash-out", 500, "08:00")
    shift.bet("field", 700, "08:00", card=2)
    shift.call([1, 1], "09:00", "Dora")
    for dice in ([1, 2], [2, 2], [2, 3]):
        shift.call(dice, "09:10", "Emil")
    shift.do({"do": "cash-out", "seat": 1, "wager": 1}, "09:20", "seat 1 ab12")
    shift.bet("field", 700, "09:30", card=2)
    shift.call([3, 4], "10:00", "Dora")
    shift.correct([4, 5], "10:10", "boss")
    found = figures(shift.meters().by_dealer)
    assert {name: count for name, (count, *_) in found.items()} == {"Dora": 2, "Emil": 1}
    assert found["Dora"][1:] == (1400, 2100 + 1400)
    assert figures(shift.meters("09:15", "09:25").by_dealer) == {"Emil": found["Emil"]}


def cashed_out(dice: list[int], right: list[int]) -> Shift:
    """Four rolls, the last at nine, are enough to cash out at ten; the last is corrected at eleven."""
    options = {"card": "cash-out-craps", "options": {"partial": "yes"}}
    shift = Shift("craps", options)
    shift.bet("cash-out", 1000, "08:00")
    for rolled in ([1, 1], [1, 2], [2, 2]):
        shift.call(rolled, "08:10")
    shift.call(dice, "09:00", "Emil")
    shift.do({"do": "cash-out", "seat": 1, "wager": 1, "amount": 500}, "10:00", "seat 1 ab12")
    shift.correct(right, "11:00")
    return shift


def test_a_claim_that_a_correction_undoes_is_taken_from_where_it_was_counted() -> None:
    """The right outcome is a seven: the cash-out falls, and the whole stake loses at nine."""
    shift = cashed_out([2, 3], [3, 4])
    nine, ten, eleven = shift.meters("09:00", "09:30"), shift.meters("10:00", "10:30"), shift.meters("11:00")
    assert figures(nine.by_wager) == figures(shift.meters().by_wager)
    assert [*figures(nine.by_dealer).values()] == [(1, 1000, 0)]
    assert list(nine.by_dealer) == ["Emil"]
    assert ten == eleven == Meters({}, {}, {})


def test_a_claim_that_a_correction_leaves_counts_when_it_was_taken() -> None:
    """The right outcome is another number that marks: half was cashed out at ten, and nothing is settled at nine."""
    shift = cashed_out([2, 3], [4, 4])
    ten = shift.meters("10:00", "10:30")
    ((wagers, handle, paid),) = figures(ten.by_dealer).values()
    assert (wagers, handle) == (1, 500)
    assert paid > 0
    assert list(ten.by_dealer) == ["Emil"]
    assert figures(ten.by_wager) == figures(shift.meters().by_wager)
    assert shift.meters("09:00", "09:30") == shift.meters("11:00") == Meters({}, {}, {})


def test_a_claim_that_a_correction_pays_otherwise_counts_when_it_was_taken() -> None:
    """The last number had come before: a mark less, and less is paid for the same half at the same hour."""
    shift = Shift("craps", {"card": "cash-out-craps", "options": {"partial": "yes"}})
    shift.bet("cash-out", 1000, "08:00")
    for rolled in ([1, 1], [1, 2], [2, 2], [2, 3]):
        shift.call(rolled, "08:10")
    shift.call([4, 4], "09:00", "Emil")
    shift.do({"do": "cash-out", "seat": 1, "wager": 1, "amount": 500}, "10:00", "seat 1 ab12")
    before = figures(shift.meters("10:00").by_dealer)["Emil"]
    shift.correct([2, 2], "11:00")
    after = figures(shift.meters("10:00", "10:30").by_dealer)["Emil"]
    assert (before[:2], after[:2]) == ((1, 500), (1, 500))
    assert 0 < after[2] < before[2]
    assert shift.meters("09:00", "09:30") == shift.meters("11:00") == Meters({}, {}, {})


# ---- lines


def test_a_card_under_other_options_is_another_line_with_its_own_theory() -> None:
    beaten = ["all-lows", "all-highs", "the-works"]
    laid = [{"card": "dice-works", "options": {"ends": ends}, "accept": beaten} for ends in ("any-seven", "seven-out")]
    shift = Shift("craps", laid[0])
    for card in (1, 2):
        if card == 2:
            shift.do({"do": "change-cards", "cards": [laid[1]]}, "08:20", "boss")
        shift.bet("all-lows", 500, "08:30", card=card)
        for dice in ([2, 2], [3, 4]):
            shift.call(dice, "08:40")
    found = shift.meters()
    assert [meter.name for meter in found.by_wager.values()] == [
        "Dice Works (ends any-seven): All Lows, table 1", "Dice Works (ends seven-out): All Lows, table 1"
    ]  # fmt: skip
    for (line, meter), ends in zip(found.by_wager.items(), ("any-seven", "seven-out"), strict=True):
        assert (meter.wagers, meter.handle) == (1, 500)
        (odds,) = load("dice-works").odds({"ends": ends}, wager="all-lows", table="1").wagers
        assert meter.edge == odds.house_edge
        assert odds.variance is not None
        assert meter.variance == 500**2 * odds.variance
        assert dict(line.options)["ends"] == ends
    one, two = found.to_dict()["wagers"]
    assert (one["options"]["ends"], two["options"]["ends"]) == ("any-seven", "seven-out")
    assert (one["card"], one["wager"], one["pay_table"]) == ("dice-works", "all-lows", "1")
    assert one["sha256"] == load("dice-works").sha256


def test_a_changed_card_is_another_line_and_an_unchanged_one_is_not() -> None:
    text = load("roulette").origin.text
    shift = Shift("roulette", "roulette")
    other = text.replace("name: Straight up", "name: Single number")
    for given in (text, text, other, f"{other}\n# a note in the margin\n"):
        shift.do({"do": "change-cards", "cards": [{"text": given}]}, "08:00", "boss")
        assert shift.table is not None
        shift.bet("red", 500, "08:00", card=shift.table.current[0])
        shift.call("1", "08:10")
    first, second = shift.meters().by_wager.items()
    assert (first[1].wagers, second[1].wagers) == (2, 2)
    assert first[0].sha256 != second[0].sha256
    assert first[1].name == f"Roulette (card {first[0].sha256[:8]}): Red, table 1"


# ---- theory


def test_theory_is_told_as_a_floor_manager_reads_it() -> None:
    """Two seats on red lose a spin and win one, and lose one alone, by hand: variance 1 − (1/19)² a unit."""
    shift = Shift("roulette", "roulette", seats=2)
    for outcome, seats in (("2", (1, 2)), ("1", (1, 2)), ("00", (1,))):
        for seat in seats:
            shift.bet("red", 1900, "08:00", seat=seat)
        shift.call(outcome, "08:10")
    found = shift.meters()
    (line,) = found.to_dict()["wagers"]
    edge, handle, hold = Fraction(1, 19), 5 * 1900, 1900
    spread = sqrt((2 * 3800**2 + 1900**2) * (1 - edge**2))
    assert line["edge"]["exact"] == "1/19"
    theory = line["theory"]
    assert theory == {
        "play": "none", "expected_share": float(edge), "expected_hold": 500.0, "actual_share": hold / handle,
        "actual_hold": hold, "difference": 1400.0, "standard_deviation": pytest.approx(spread),
        "z": pytest.approx(1400 / spread), "verdict": "as expected",
    }  # fmt: skip
    (row,), columns = next(iter(found.grids())).rows, next(iter(found.grids())).columns
    told = dict(zip(columns, row, strict=True))
    low, high = round(500 - 2 * spread), round(500 + 2 * spread)
    assert told["hold"] == "$19.00"
    assert (told["hold %"], told["theory %"]) == ("20.00 %", "5.26 %")
    assert (told["theory"], told["difference"], told["theory assumes"]) == ("$5.00", "$14.00", "")
    assert told["usual"] == f"{dollars(low)} to {dollars(high)}"
    for part in ("seats", "dealers"):
        for one in found.to_dict()[part]:
            assert one["theory"]["standard_deviation"] is one["theory"]["z"] is one["theory"]["verdict"] is None
            assert one["theory"]["difference"] == one["hold"] - one["theory"]["expected_hold"]


def test_theory_of_a_wager_with_offers_is_that_of_best_play_and_says_so() -> None:
    shift = Shift("craps", "cash-out-craps")
    shift.bet("cash-out", 500, "08:00")
    for dice in ([1, 1], [1, 2], [2, 2], [2, 3]):
        shift.call(dice, "09:10")
    shift.do({"do": "cash-out", "seat": 1, "wager": 1}, "09:20", "seat 1 ab12")
    found = shift.meters()
    ((line, meter),) = found.by_wager.items()
    odds = next(o for o in load("cash-out-craps").odds(table=line.pay_table).wagers if o.play == "best")
    assert odds.variance is not None
    assert (meter.edge, meter.variance) == (odds.house_edge, 500**2 * odds.variance)
    assert found.to_dict()["wagers"][0]["theory"]["play"] == "best"
    grid = next(iter(found.grids()))
    assert grid.rows[0][grid.columns.index("theory assumes")] == "best play"
    assert "best play" in grid.note


@pytest.mark.parametrize("card", card_ids())
def test_theory_has_the_moments_of_the_exact_odds(card: str) -> None:
    one = load(card)
    for bet in bets(one, one.settled({})):
        if not bet.terms.is_posted:
            continue
        odds = price_play(bet, one.chance({}), "best" if bet.machine.claims else "never")
        found = theory_of(bet, one.chance({}))
        assert (found.edge, found.variance) == (odds.house_edge, odds.variance)
        cubes = sum(o.probability * (-o.net - found.edge) ** 3 for o in odds.outcomes if o.net is not None)
        assert found.third == cubes


def test_a_wager_bet_on_a_point_is_held_against_the_odds_from_there() -> None:
    """The line bet as a card of one's own that may be bet at any time: on a point of 6 it wins 5 in 11."""
    text = load("craps").origin.text.replace("before the come-out", "before any roll")
    shift = Shift("craps", {"text": text, "accept": ["pass", "dont-pass"]})
    shift.call([3, 3], "08:00")
    shift.bet("pass", 1100, "08:10")
    shift.call([3, 4], "08:20")
    (meter,) = shift.meters().by_wager.values()
    assert meter.edge == 1 - 2 * Fraction(5, 11)
    assert meter.expected == 100


def test_a_long_shot_is_not_judged_by_a_handful_of_bets() -> None:
    """A straight-up number that hits at once is not suspicious; black every time on red is worth a look."""
    shift = Shift("roulette", "roulette")
    for outcome in ["17", *["2"] * 10]:
        shift.bet("straight-17", 100, "08:00")
        shift.bet("red", 100, "08:00")
        shift.call(outcome, "08:10")
    verdicts = {line.wager: meter.verdict for line, meter in shift.meters().by_wager.items()}
    assert verdicts == {"straight-17": "too few to tell", "red": "far above theory"}


# ---- times


@pytest.mark.parametrize(
    "text", ["yesterday", "", "~", "2026", "2026-13-01", "2026-01-01T25:00", "2026-01-01x10:00", "2026-W01-1",
             "20260101", "2026-01-01T10:00 02:00", "2026-01-01T10:00+99:00", "2026-01-01T10", "２０２６-01-01", "1e3",
             "x" * 5000, "2026-01-01T10:00:00+02:00[Europe/Berlin]", "\x00", "2026-01-01\n"],
)  # fmt: skip
def test_what_is_no_time_is_refused_with_a_sentence(text: str) -> None:
    for given in ((text, None), (None, text)):
        with pytest.raises(Refusal) as refused:
            read_period(*given)
        assert refused.value.code == "bad-time"
        assert "a time is written as 2026-11-15" in refused.value.sentence
        assert len(refused.value.sentence) < 400


def test_a_period_that_ends_before_it_begins_is_refused_whatever_the_offsets() -> None:
    with pytest.raises(Refusal, match="a period must end after it begins"):
        read_period("2026-01-01T10:00+02:00", "2026-01-01T09:00+02:00")
    with pytest.raises(Refusal, match="a period must end after it begins"):
        read_period("2026-01-01T10:00", "2026-01-01T11:00+02:00")
    read_period("2026-01-01T10:00+02:00", "2026-01-01T09:00")
    read_period("0001-01-01T00:00+14:00", "9999-12-31T23:59-12:00")


def test_times_with_offsets_are_moments_and_not_texts() -> None:
    shift = Shift("roulette", "roulette")
    shift.bet("red", 500, "08:00")
    shift.call("1", "09:00")
    for since, until, counted in (
        ("2026-01-01T10:30+02:00", None, True), ("2026-01-01T11:00:00.001+02:00", None, False),
        ("2026-01-01T11:00+02:00", "2026-01-01T04:01-05:00", True), (None, "2026-01-01T11:00+0200", False),
        ("2026-01-01T08:59:59Z", "2026-01-02", True), ("2026-01-01 09:00", None, True),
    ):  # fmt: skip
        assert bool(meters(shift.entries, read_period(since, until)).by_wager) == counted, (since, until)


# ---- on paper and in a terminal


@pytest.mark.slow
def test_the_command_shows_hold_against_theory_and_refuses_what_is_no_period(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "log.db"))
    service = Service(store, clock=lambda: AT)
    spinning(service, "t")
    for command in (
        {"do": "bet", "seat": 1, "card": 1, "wager": "red", "amount": 1900},
        {"do": "close-betting"},
        {"do": "outcome", "outcome": "00"},
    ):
        service.execute("t", command, by="Dora")
    store.close()

    def shown(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        done = run_command("meters", tmp_path / "log.db", *words)
        assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr
        return done

    text = shown("--since", "2026-01-01T02:00+02:00").stdout
    for words in ("By wager", "By dealer", "Dora", "$19.00", "100.00 %", "5.26 %", "$1.00", "$18.00", "as expected"):
        assert words in text
    (line,) = json.loads(shown("--json", "--until", "2026-01-02").stdout)["wagers"]
    assert (line["edge"]["exact"], line["theory"]["expected_hold"]) == ("1/19", 100.0)
    assert json.loads(shown("--json", "--since", "2026-01-02").stdout)["wagers"] == []
    assert "--since yesterday is not a time; write" in shown("--since", "yesterday", code=2).stderr
    assert "a period must end" in shown("--since", "2026-01-02", "--until", "2026-01-01", code=2).stderr


def test_the_chart_of_the_hold_has_its_band_and_stays_on_the_paper() -> None:
    for z in (-40.0, -4.01, -2.0, -0.1, 0.0, 1.5, 3.99, 40.0):
        drawn = held_chart(z, 2, 3, 'a "b" <c>')
        assert 'aria-label="a &quot;b&quot; &lt;c&gt;"' in drawn
        assert '<rect class="usual" x="60.0" y="3" width="120.0"' in drawn
        found = re.search(r'<rect class="held" x="([0-9.]+)" y="8" width="([0-9.]+)"', drawn)
        assert found is not None
        left, wide = map(float, found.groups())
        assert 0 <= left <= left + wide <= 241
        assert left >= 120 or left + wide <= 121
        assert abs(wide - max(1, min(abs(z), 4) * 30)) < 0.11
        assert ("<path" in drawn) == (abs(z) > 4)
    assert 'fill="#ffffff"' in held_chart(1, 2, 3, "", is_enough=False)


# ---- the whole log


@pytest.mark.slow
@pytest.mark.parametrize("game", CARDS)
def test_meters_equal_the_settlements_of_the_log(game: str, tmp_path: Path, opened: Any) -> None:
    store = opened(str(tmp_path / "log.db"))
    run(Service(store), "t", Script(game, 12, 80))
    handle, paid, count = Counter[int | str](), Counter[int | str](), Counter[int | str]()
    for entry in store.entries("t"):
        for sign, part in ((1, settled_of(entry.event)), (-1, reversed_of(entry.event))):
            for one in part:
                seat = "tokes" if one.toke else one.seat
                handle[seat] += sign * one.stake
                paid[seat] += sign * one.paid
                count[seat] += sign
    found = meters(store.entries("t"))
    assert {seat: (m.wagers, m.handle, m.paid) for seat, m in found.by_seat.items()} == {
        seat: (count[seat], handle[seat], paid[seat]) for seat in handle
    }
    for counted in ([*found.by_wager.values()], [*found.by_dealer.values()]):
        assert sum(meter.handle for meter in counted) == sum(handle.values())
        assert sum(meter.paid for meter in counted) == sum(paid.values())
    house = Service(store).table("t").balances
    assert sum(m.hold - m.envy for m in found.by_seat.values()) == house.get("house", 0) + house.get("breakage", 0)


def held_after(cards: int, spins: int, seats: int) -> list[float]:
    """The z of so many short sessions of red, every seat on the same spin."""
    found: list[float] = []
    random = Random(13)
    opening, closing = open_command("roulette", cards=[{"card": "roulette"}]), {"do": "close-betting"}
    for _ in range(cards):
        table: Table | None = None
        entries: list[Entry] = []

        def do(command: Any, entries: list[Entry] = entries) -> None:
            nonlocal table
            (event,) = decide(table, command)
            table = apply(table, event)
            entries.append(Entry("t", len(entries) + 1, AT, "Dora", None, event, ""))

        do(opening)
        for seat in range(1, seats + 1):
            do({"do": "seat", "seat": seat, "name": "Ann"})
            do({"do": "buy-in", "seat": seat, "amount": 10**6})
        pockets = ["0", "00", *map(str, range(1, 37))]
        for _ in range(spins):
            for seat in range(1, seats + 1):
                do({"do": "bet", "seat": seat, "card": 1, "wager": "red", "amount": 100})
            do(closing)
            do({"do": "outcome", "outcome": random.choice(pockets)})
        (meter,) = meters(entries).by_wager.values()
        assert meter.z is not None
        found.append(meter.z)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 6])
def test_z_is_a_standard_score(seats: int) -> None:
    """Over 60 honest sessions z has mean 0 and variance 1, also when six seats share every spin."""
    scores = held_after(60, 12, seats)
    assert abs(sum(scores) / sqrt(len(scores))) < 5
    assert 0.3 < sum(z * z for z in scores) / len(scores) < 2.5


@pytest.mark.slow
@pytest.mark.parametrize("game", CARDS)
def test_replay_tells_every_entry_and_every_round(game: str, tmp_path: Path, opened: Any) -> None:
    store = opened(str(tmp_path / "log.db"))
    script = Script(game, 12, 80)
    run(Service(store, clock=lambda: AT), "t", script)
    lines = list(replay(follow(store.entries("t"))))
    told = [line for line in lines if not line.startswith(" " * 8)]
    assert [int(line.split()[0]) for line in told] == list(range(1, len(script.events) + 1))
    rounds = [event for event in script.events if event.kind == "outcome"]
    assert len(rounds) > 10
    for number in range(1, len(rounds) + 1):
        assert sum(f"round {number}: " in line for line in lines) == 1
    parts = [list(replay(follow(store.entries("t")), number)) for number in range(1, len(rounds) + 2)]
    every = {line for part in parts for line in part}
    assert every == set(lines), "the rounds together are the whole; one that was changed later tells that too"
    why = [payment(one) for event in script.events for one in (*settled_of(event), *reversed_of(event))]
    assert why
    details = Counter(line.strip().split(": ", 1)[-1].removeprefix("reversed: ") for line in lines)
    for words, count in Counter(why).items():
        assert sum(times for line, times in details.items() if line.endswith(words)) >= count, words


# ---- changed rounds, and bets for the dealers


def repeaters(shift: Shift, *rolls: list[int]) -> None:
    """Bets on wagers that start from the marks that are there, and an offer taken, over some rolls."""
    shift.bet("repeating-2", 500, "08:00", card=2)
    shift.bet("cash-out", 1000, "08:00", card=3)
    shift.bet("field", 300, "08:00")
    for place, roll in enumerate(rolls):
        shift.call(roll, f"09:0{place}")
    (number,) = (n for n, wager in shift.table.wagers.items() if wager.wager == "cash-out")  # type: ignore[union-attr]
    shift.do({"do": "cash-out", "seat": 1, "wager": number}, "09:30")
    shift.bet("field", 400, "09:31")
    shift.call([1, 1], "09:40", "Max")


def test_meters_of_a_round_corrected_later_are_those_of_the_right_entry() -> None:
    cards = ("craps", "repeater-bets-plus", "cash-out-craps")
    right, wrong = Shift("craps", *cards), Shift("craps", *cards)
    repeaters(right, [1, 1], [1, 2], [2, 2], [2, 3], [4, 4])
    repeaters(wrong, [1, 1], [1, 2], [2, 2], [2, 3], [5, 5])
    wrong.do({"do": "correct", "round": 5, "outcome": [4, 4], "reason": "misread"}, "10:00", "boss")
    assert wrong.table is not None
    assert right.table is not None
    assert (wrong.table.wagers, wrong.table.marks) == (right.table.wagers, right.table.marks)
    for since, until in ((None, None), ("09:00", "09:10"), ("09:20", "09:35"), ("09:40", None)):
        assert wrong.meters(since, until) == right.meters(since, until), since
    wrong.do({"do": "void", "round": 6, "reason": "late bets"}, "10:10", "boss")
    assert wrong.meters("09:40") == Meters({}, {}, {})
    assert wrong.meters(None, "09:35") == right.meters(None, "09:35")


def test_meters_have_a_line_for_what_the_dealers_bet() -> None:
    shift = Shift("craps", "craps")
    shift.bet("field", 500, "08:00")
    bet = {"do": "bet", "seat": 1, "card": 1, "wager": "field", "amount": 100, "toke": True}
    shift.do(bet, "08:00")
    shift.call([4, 5], "09:00")
    assert figures(shift.meters().by_seat) == {"seat 1": (1, 500, 1000), "tokes": (1, 100, 200)}
    assert shift.table is not None
    assert shift.table.balances["tokes"] == 200


def test_counts_are_kept_with_seats_as_they_were_first_written() -> None:
    """A database keeps the words; in the program a seat is its number."""
    one = CountedSettlement("2026-01-01", 3, 1, "red", 0, 500, 0, 1000, 0, 0, 0)
    counted = CountedRound("1", "2026-01-01", "Ann", [one, one._replace(seat=TOKES)])
    kept = counted.to_json()
    assert [row[1] for row in kept[3]] == ["seat 3", "tokes"]
    assert CountedRound.from_json(kept) == counted
    fold = Fold(seats={(3, MeteredBet(1, "red", 0)): Sums(1, 500), (TOKES, MeteredBet(1, "red", 0)): Sums(1, 100)})
    assert [row[0] for row in fold.to_json()["seats"]] == ["seat 3", "tokes"]
    assert Fold.from_json(fold.to_json()) == fold
