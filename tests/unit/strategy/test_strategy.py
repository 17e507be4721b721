"""Best play: against a plain recursion, against Storm, and as people ask for it."""

import json
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rackcard.api import RackCard, load, loads
from rackcard.games.craps.dice import Dice
from rackcard.machine import Bet, bets
from rackcard.odds.optimal_play import best
from rackcard.odds.price import price_play, worth
from rackcard.strategy import PositionError, position
from rackcard.strategy.chart import chart
from rackcard.strategy.levels import Progress
from rackcard.strategy.rules import play_of
from rackcard.strategy.solution import play_grid
from tests.support.command import command
from tests.support.storm import check

WEIGHTS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
LADDERS = {
    "1": {4: 1, 5: 2, 6: 3, 7: 5, 8: 10, 9: 30, 10: 100},
    "2": {4: 1, 5: 2, 6: 3, 7: 5, 8: 10, 9: 25, 10: 100},
    "3": {5: 1, 6: 3, 7: 5, 8: 10, 9: 30, 10: 100},
    "4": {5: 1, 6: 3, 7: 5, 8: 10, 9: 25, 10: 100},
}
"""Document 001, Paytables: to 1, by different numbers marked."""


def bet_of(card: str, wager: str, table: str = "1", **options: str) -> tuple[RackCard, Bet]:
    loaded = load(card)
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    for bet in bets(loaded, chosen):
        if (bet.terms.wager, bet.terms.table) == (wager, table):
            return loaded, bet
    raise AssertionError(wager)


def plain_cash_out(pays: dict[int, int], take_back: bool):
    """Plain recursion over sets of marked numbers: what is here is worth, the stake counted."""

    @cache
    def ride(marked: frozenset[int]) -> Fraction:
        missing = [n for n in WEIGHTS if n not in marked]
        ways = sum(WEIGHTS[n] for n in missing)
        return sum((Fraction(WEIGHTS[n], ways + 6) * here(marked | {n}) for n in missing), Fraction(0))

    def offer(marked: frozenset[int]) -> Fraction | None:
        if len(marked) in pays and len(marked) < 10:
            return Fraction(1 + pays[len(marked)])
        return Fraction(1) if take_back and 1 <= len(marked) < min(pays) else None

    @cache
    def here(marked: frozenset[int]) -> Fraction:
        if len(marked) == 10:
            return Fraction(101)
        taking = offer(marked)
        return ride(marked) if taking is None else max(taking, ride(marked))

    return ride, offer


@pytest.mark.parametrize("take_back", ["yes", "no"])
@pytest.mark.parametrize("table", LADDERS)
def test_cash_out_agrees_with_a_plain_recursion_in_every_state(table: str, take_back: str) -> None:
    card, bet = bet_of("cash-out-craps", "cash-out", table, take_back=take_back)
    ride, offer = plain_cash_out(LADDERS[table], take_back == "yes")
    found = best(bet.machine, card.chance(), worth(bet))
    assert found.value == ride(frozenset())
    progress = Progress(bet, card.chance())
    seen = {}
    for choice in found.choices:
        marked = frozenset(map(int, progress.marked(choice.state)))
        seen[marked] = choice
        assert choice.taking == offer(marked)
        assert choice.riding == ride(marked)
        assert choice.take == (choice.taking >= choice.riding)
    offered = {
        frozenset(marked)
        for k in range(10)
        for marked in combinations(WEIGHTS, k)
        if offer(frozenset(marked)) is not None
    }
    assert set(seen) == offered


def plain_surrender(weight: int, wanted: int, win: int, pays: dict[int, int]) -> tuple[Fraction, dict[int, Fraction]]:
    """Plain recursion over the count: a hit with its ways against the six of a seven."""
    hit = Fraction(weight, weight + 6)
    value, riding = Fraction(win), {}
    for count in reversed(range(wanted)):
        riding[count] = hit * value
        value = max(riding[count], Fraction(pays.get(count, 0)))
    return value, riding


@pytest.mark.parametrize(
    ("number", "weight", "wanted", "win", "pays"),
    [
        ("2", 1, 2, 40, {1: 6}), ("12", 1, 2, 40, {1: 6}),
        ("3", 2, 3, 50, {2: 12}), ("11", 2, 3, 50, {2: 12}),
        ("4", 3, 4, 65, {2: 7, 3: 21}), ("10", 3, 4, 65, {2: 7, 3: 21}),
        ("5", 4, 5, 80, {3: 12, 4: 30}), ("9", 4, 5, 80, {3: 12, 4: 30}),
        ("6", 5, 6, 90, {3: 8, 4: 18, 5: 40}), ("8", 5, 6, 90, {3: 8, 4: 18, 5: 40}),
        ("horn", 6, 7, 100, {4: 12, 5: 24, 6: 48}),
    ],
)  # fmt: skip
def test_surrender_agrees_with_a_plain_recursion(
    number: str, weight: int, wanted: int, win: int, pays: dict[int, int]
) -> None:
    """Document 000, Surrender Pays: only Repeating 2 and 12 are better surrendered, after the first."""
    card, bet = bet_of("repeater-bets-plus", f"repeating-{number}")
    value, riding = plain_surrender(weight, wanted, win, pays)
    found = best(bet.machine, card.chance(), worth(bet))
    assert found.value == value
    progress = Progress(bet, card.chance())
    assert {progress.level(c.state): (c.taking, c.riding) for c in found.choices} == {
        count: (Fraction(pay), riding[count]) for count, pay in pays.items()
    }
    assert [choice.take for choice in found.choices] == [number in ("2", "12")] * len(pays)


def wagers_with_offers() -> list[tuple[str, str, str, tuple[tuple[str, str], ...]]]:
    found: dict[object, tuple[str, str, str, tuple[tuple[str, str], ...]]] = {}
    for card in ("cash-out-craps", "repeater-bets-plus"):
        loaded = load(card)
        for options in loaded.combinations(readings_only=False):
            for bet in bets(loaded, options):
                if bet.machine.claims:
                    key = (bet.machine, tuple(worth(bet)))
                    found.setdefault(key, (card, bet.terms.wager, bet.terms.table, tuple(options.items())))
    return list(found.values())


@pytest.mark.slow
@pytest.mark.parametrize(("card", "wager", "table", "options"), wagers_with_offers())
def test_storm_finds_the_same_optimum(card: str, wager: str, table: str, options: tuple[tuple[str, str], ...]) -> None:
    """The exported decision process, solved in exact arithmetic."""
    loaded = load(card)
    bet = next(b for b in bets(loaded, dict(options)) if (b.terms.wager, b.terms.table) == (wager, table))
    law = loaded.chance(dict(options)).law()
    checked = check(bet, law, ['R{"return"}max=? [ F "paid" ]'])
    assert checked.values == [best(bet.machine, loaded.chance(dict(options)), worth(bet)).value]


PHASED = """
card: phased
title: Phased
about: Offers on a wager that looks at the point, so that its states form circles.
game: craps
source: a test
ends: seven-out
wagers:
  points:
    counts: different points made
    pays: {1: 1 to 1, 2: 4 to 1, 3: 14 to 1, 4: 40 to 1, 5: 200 to 1, 6: 999 to 1}
    cash out: at any pay
    take back: after the first roll, below the first pay
  sixes: {wins: 6 rolled 4 times, pays: 30 for 1, surrender: {1: 2 for 1, 2: 3 for 1, 3: 11 for 1}}
"""


def test_best_play_with_phases_agrees_with_storm_and_the_odds() -> None:
    """Come-out and point form circles; the decisions are improved until none gains."""
    card = loads(PHASED)
    for bet in bets(card):
        law = Dice().law()
        found = best(bet.machine, Dice(), worth(bet))
        assert check(bet, law, ['R{"return"}max=? [ F "paid" ]']).values == [found.value]
        assert price_play(bet, Dice(), "best").player_return == found.value


@pytest.mark.parametrize("table", LADDERS)
def test_off_on_the_come_out_changes_no_value(table: str) -> None:
    """Rule 8: the rolls that count are independent dice either way, so every decision is the same."""
    solved = []
    for value in ("on", "off"):
        card, bet = bet_of("cash-out-craps", "cash-out", table, come_out=value)
        solved.append(best(bet.machine, card.chance(), worth(bet)))
    assert solved[0].value == solved[1].value
    assert solved[0].choices == solved[1].choices


def test_part_of_a_wager_cannot_help() -> None:
    """Rule 4c: a stake of two units cashed out in parts is worth exactly twice one unit, no more."""
    ride, offer = plain_cash_out(LADDERS["1"], take_back=True)

    @cache
    def here(marked: frozenset[int], units: int) -> Fraction:
        if len(marked) == 10:
            return Fraction(101 * units)
        taking = offer(marked)
        parts = range(units + 1) if taking is not None else (0,)
        return max(part * (taking or 0) + rolled(marked, units - part) for part in parts)

    @cache
    def rolled(marked: frozenset[int], units: int) -> Fraction:
        if not units:
            return Fraction(0)
        missing = [n for n in WEIGHTS if n not in marked]
        ways = sum(WEIGHTS[n] for n in missing)
        return sum((Fraction(WEIGHTS[n], ways + 6) * here(marked | {n}, units) for n in missing), Fraction(0))

    assert rolled(frozenset(), 2) == 2 * ride(frozenset())
    _, bet = bet_of("cash-out-craps", "cash-out", partial="yes")
    assert best(bet.machine, Dice(), worth(bet)).value == ride(frozenset())


@pytest.mark.slow
def test_no_rule_beats_the_best_play_and_the_table_of_ways_is_close() -> None:
    for wager in load("cash-out-craps").strategy().wagers:
        assert all(rule.gives_up >= 0 for rule in wager.rules)
        by_level = wager.rules[-1]
        assert by_level.gives_up < Fraction(1, 1000)
        assert by_level.gives_up == min(rule.gives_up for rule in wager.rules)
        assert "ways" in wager.carry
        assert "Without counting ways" in wager.carry


@pytest.mark.slow
def test_the_search_finds_the_best_pair_of_its_kind() -> None:
    """Every rule "from k on with fewer than m ways left" priced exactly: none beats the one found."""
    strategy = load("cash-out-craps").strategy(table=3).wagers[0]
    found = strategy.rules[-2].odds.player_return
    assert found is not None
    progress = strategy.progress

    def takes(level: int, ways: int, state: int) -> bool:
        return progress.level(state) >= level and progress.ways(state) < ways

    for level in (5, 6, 8):
        for ways in (3, 4, 5, 8, 12, 22):
            play = play_of("x", partial(takes, level, ways))
            returned = price_play(strategy.bet, strategy.chance, play).player_return
            assert returned is not None
            assert returned <= found


def test_groups_tell_the_whole_policy() -> None:
    """Reading the printed form back gives the decision of every state."""
    for wager in load("cash-out-craps").strategy().wagers:
        for group in wager.groups:
            for choice in group.choices:
                ways = wager.progress.ways(choice.state)
                if group.take_when == "always" or group.ride_when == "never":
                    assert choice.take
                elif group.take_when == "never":
                    assert not choice.take
                elif not group.exception:
                    assert choice.take == (ways <= int(group.take_when.split()[0]))
                else:
                    split, missing = group.split, wager.progress.missing(choice.state)
                    sets = {names for names, _ in split.missing}
                    sets |= {wager.progress.mirrored(names) for names, mirrored in split.missing if mirrored}
                    expected = ways < split.mixed[0]
                    if ways in split.mixed:
                        expected = (missing in sets) == (split.fewer == "take")
                    assert choice.take == expected, (group.exception, missing)
                    assert all(" ".join(names) in group.exception for names, _ in split.missing)


def test_the_tie_is_reported_as_a_tie() -> None:
    """Table 1 with 5, 6, 8, 9 marked: cashing out and riding are worth exactly 2."""
    card, bet = bet_of("cash-out-craps", "cash-out")
    here = position(bet, card.chance(), ["5", "6", "8", "9"])
    assert (here.choice.taking, here.choice.riding, here.choice.is_tie) == (Fraction(2), Fraction(2), True)
    assert "Both are equally good" in here.sentence


def test_a_goal_is_a_second_objective() -> None:
    """At least doubling: table 1 can cash at the first pay; no strategy reaches the goal more often."""
    wager = load("cash-out-craps").strategy(table=1, goal=Fraction(2)).wagers[0]
    assert wager.goal is not None
    first = load("cash-out-craps").odds(table=1).wagers[2]
    assert first.play == "first"
    assert wager.goal.chance == first.hit
    assert wager.goal.chance > wager.goal.chance_at_best
    returned, variance, at_best = wager.goal.odds.player_return, wager.goal.odds.variance, wager.odds.variance
    assert returned is not None
    assert variance is not None
    assert at_best is not None
    assert returned < wager.best.value
    assert variance < at_best
    tenfold = load("cash-out-craps").strategy(table=1, goal=Fraction(11)).wagers[0]
    assert tenfold.goal is not None
    assert tenfold.goal.chance_at_best <= tenfold.goal.chance < wager.goal.chance


def test_loaded_dice_change_the_advice() -> None:
    """With heavy sevens the player cashes out where fair dice say ride."""
    _, bet = bet_of("cash-out-craps", "cash-out")
    heavy = Dice.of_totals({7: 12})
    fair = {c.state: c.take for c in best(bet.machine, Dice(), worth(bet)).choices}
    loaded = {c.state: c.take for c in best(bet.machine, heavy, worth(bet)).choices}
    assert any(loaded[state] and not fair[state] for state in fair)
    assert not any(fair[state] and not loaded[state] for state in fair)


@pytest.mark.parametrize(
    ("marks", "told"),
    [
        (["7"], "expected one of: 2 3 4 5 6 8 9 10 11 12"),
        (["4", "4"], "marked at most once"),
        ([str(n) for n in WEIGHTS], "already decided"),
        ([], "no offer is made on cash-out with no numbers marked"),
        ([""], "never marked"),
    ],
)
def test_impossible_positions_are_refused(marks: list[str], told: str) -> None:
    card, bet = bet_of("cash-out-craps", "cash-out")
    with pytest.raises(PositionError, match=told):
        position(bet, card.chance(), marks)


def test_an_offer_that_does_not_exist_is_refused() -> None:
    card, bet = bet_of("cash-out-craps", "cash-out", "3", take_back="no")
    with pytest.raises(PositionError, match="no offer is made on cash-out with 4, 5 marked"):
        position(bet, card.chance(), ["4", "5"])


@pytest.mark.slow
@pytest.mark.parametrize("table", LADDERS)
def test_the_chart_is_well_formed_and_tells_every_field_by_letter(table: str) -> None:
    wager = load("cash-out-craps").strategy(table=table).wagers[0]
    root = ElementTree.fromstring(chart(wager))
    space = "{http://www.w3.org/2000/svg}"
    letters = [node.text for node in root.iter(f"{space}text") if node.text in ("T", "R", "D", "=")]
    fields = {(wager.progress.level(c.state), wager.progress.ways(c.state)) for c in wager.best.choices}
    assert len(letters) == len(fields)
    assert {"T", "R", "D"} <= set(letters)
    assert root.find(f"{space}title") is not None


def run(*words: str, code: int = 0) -> str:
    done = command(*words)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if code == 0 else done.stderr


@pytest.mark.slow
def test_the_command_prints_json_for_every_decision(tmp_path: Path) -> None:
    document = json.loads(run("strategy", "cash-out-craps", "--table", "1", "--goal", "2", "--json"))
    (wager,) = document["wagers"]
    assert len(wager["decisions"]) == 1022
    for entry in wager["decisions"]:
        taking, riding = (Fraction(entry[f"value_of_{what}"]["exact"]) for what in ("taking", "riding"))
        assert entry["take"] == (taking >= riding)
        assert entry["tie"] == (taking == riding)
        assert entry["offer"] in ("cash out", "take back")
    assert Fraction(wager["return"]["exact"]) + Fraction(wager["house_edge"]["exact"]) == 1
    odds = json.loads(run("odds", "cash-out-craps", "--table", "1", "--json"))["wagers"]
    assert [entry["play"] for entry in odds] == ["best", "never", "first"]
    assert odds[0]["return"] == wager["return"]
    path = tmp_path / "chart.svg"
    run("strategy", "cash-out-craps", "--table", "1", "--svg", str(path))
    assert path.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.slow
def test_one_position_on_the_command_line() -> None:
    """The figures of the mock: with 4 5 6 8 9 10 marked, $10 cashes out for $40, and riding is worth $30."""
    told = run("strategy", "cash-out-craps", "--table", "1", "--marked", "4,5,6,8,9,10")
    assert told == (
        "Cash out: for each unit staked, cashing out is worth 4 and letting it ride 3; the wrong choice costs 1.\n"
    )
    ride = run("strategy", "repeater-bets-plus", "--wager", "repeating-6", "--marked", "6,6,6")
    assert ride.startswith("Ride: for each unit staked, surrendering is worth 8 and letting it ride ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--table", "1", "--marked", "7"), "never marked"),
        (("--table", "1", "--marked", "4,4"), "at most once"),
        (("--table", "1", "--marked", "2,3,4,5,6,8,9,10,11,12"), "already decided"),
        (("--marked", "4,5"), "--table (expected one of: 1, 2, 3, 4)"),
        (("--wager", "x"), "expected one of: cash-out"),
        (("--table", "7"), "expected one of: 1, 2, 3, 4"),
        (("--goal", "much"), "not a number"),
        (("--goal", "0"), "greater than 0"),
        (("--table", "1", "--marked", "4,5,6,8", "--phase", "point 4"), "this wager has no phases"),
    ],
)
def test_bad_positions_exit_2(words: tuple[str, ...], told: str) -> None:
    assert told in run("strategy", "cash-out-craps", *words, code=2)


@pytest.mark.slow
def test_a_card_without_offers_says_so() -> None:
    assert "has no decisions for the player" in run("strategy", "super-shooter", code=2)
    assert "has no decisions for the player" in run("strategy", "repeater-bets-plus", "--set", "surrender=no", code=2)


@pytest.mark.slow
def test_review_says_how_far_skill_moves_the_edge() -> None:
    findings = [f for f in load("cash-out-craps").review() if f.code == "play"]
    assert len(findings) == 4
    assert all("skill changes the house edge by" in finding.sentence for finding in findings)


POOR_LADDER = """
card: poor-ladder
title: Poor Ladder
about: An example.
game: craps
source: an example
marks: from the first bet
ends: seven-out
opens: before the come-out
wagers:
  ladder:
    counts: different points made
    pays: {5: 1 to 1, 6: 2 to 1}
    cash out: at any pay
    take back: after the first roll, below the first pay
"""


@pytest.mark.slow
def test_a_stake_that_is_always_taken_back_is_said_so() -> None:
    (ladder,) = loads(POOR_LADDER).strategy().wagers
    assert ladder.carry.startswith("Always take the stake back after the first roll. This is the best play;")
    grid = play_grid(ladder)
    assert grid.columns[1:4] == ("offer", "take when", "ride when")
    assert grid.rows[0][1:4] == ("take back the stake", "always", "never")


@pytest.mark.slow
def test_a_stake_is_not_always_taken_back_where_riding_is_worth_more() -> None:
    for wager in load("cash-out-craps").strategy().wagers:
        assert all(rule.kind != "always-back" for rule in wager.rules)


MADE_UP = "card: made-up\ntitle: Made up\nabout: Offers.\nsource: tests\n"


def test_a_commission_with_the_bet_is_part_of_what_best_play_returns() -> None:
    """Odds and strategy return the same share of the stake and the commission put down beside it."""
    card = loads(
        MADE_UP + "game: craps\nends: any seven\nwagers:\n  six: {wins: 6 rolled 2 times, pays: 6 for 1, "
        "surrender: {1: 2 for 1}, commission: '5 % of the stake, when bet'}\n"
    )
    (wager,) = card.strategy().wagers
    assert wager.best.value == card.odds()["six"].player_return
    assert min(rule.gives_up for rule in wager.rules) == 0


def test_a_ladder_of_outcomes_has_a_rule_to_remember() -> None:
    """No number of ways is left to count where a ladder counts spins."""
    card = loads(
        MADE_UP + "game: roulette\nchance: a single-zero wheel\nends: after 2 spins\nwagers:\n"
        "  spins: {counts: spins, pays: {1: push, 2 or more: 1.5 to 1}, cash out: at any pay}\n"
    )
    (wager,) = card.strategy().wagers
    assert wager.carry
