"""Taking down: a bet that may come down at any time is priced at the best time for it, reviewed and refused."""

from fractions import Fraction
from pathlib import Path

import pytest

from rackcard.api import load, loads
from rackcard.card import card_ids
from rackcard.machine import bets
from rackcard.odds.guard import advantage
from rackcard.odds.late_entry import late_entry
from rackcard.odds.take_down import TakeDownGain, comes_down, taking_down
from rackcard.table.auditor import Auditor
from rackcard.table.commands import house
from rackcard.table.decide import decide
from rackcard.table.state import Refusal
from rackcard.web.views.lab_verdict import verdict_of
from tests.support.command import command

PASS = """
card: free-pass
title: Free Pass
about: A line bet that may come down.
game: craps
source: tests
wagers:
  pass:
    name: Free Pass
    ends: the line is decided
    opens: before the come-out
    take down: at any time
    wins: the line wins
    pays: 1 to 1
"""
RULES = "house: h\nname: H\ngame: craps\ncards: {free-pass: {file: free-pass.yaml}}"


def opened(text: str, **more: object) -> dict[str, object]:
    return {"do": "open", "name": "T", "game": "craps", "cards": [{"text": text, **more}]}


def test_a_line_bet_that_comes_down_on_points_is_worth_a_ninth() -> None:
    """Eight rolls in 36 win on the come-out and four lose; on a point the stake goes back."""
    card = loads(PASS)
    (bet,) = bets(card)
    assert taking_down(bet, card.chance()) == TakeDownGain(Fraction(8 - 4, 36))
    found = advantage(bet, card.chance())
    assert found is not None
    assert (found.edge, found.by_taking_down) == (Fraction(1, 9), True)
    assert card.odds()["pass"].house_edge == Fraction(7, 495)  # the odds are those of a bet that rides


def test_the_table_and_house_rules_refuse_it_unless_it_is_accepted() -> None:
    with pytest.raises(Refusal, match=r"edge of 11.11.* by taking it down.* before its first roll") as refused:
        decide(None, opened(PASS))
    assert refused.value.code == "player-edge"
    decide(None, opened(PASS, accept=["pass"]))
    house_rules = {"do": "open", "house": RULES, "texts": {"free-pass": PASS}}
    with pytest.raises(Refusal, match="by taking it down at the right time"):
        decide(None, house_rules)
    decide(None, {**house_rules, "house": f"{RULES}\naccepts: {{free-pass: [pass]}}"})


def test_a_table_that_was_opened_before_it_was_priced_is_audited_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    read = house.read_rules
    monkeypatch.setattr(house, "read_rules", lambda text, texts: read(text, texts, is_guarded=False))
    (event,) = decide(None, {"do": "open", "house": RULES, "texts": {"free-pass": PASS}})
    monkeypatch.undo()
    assert Auditor().see(event) is None


def test_the_review_the_check_and_the_lab_say_it(tmp_path: Path) -> None:
    card = loads(PASS)
    (finding,) = (one for one in card.review() if one.code == "take-down")
    assert (finding.grade, finding.wager, finding.prices[0].edge) == ("fault", "pass", Fraction(-1, 9))
    assert "by taking it down at the right time" in finding.sentence
    assert verdict_of(card.odds(), card.review()).color == "bad"
    path = tmp_path / "free-pass.yaml"
    path.write_text(PASS)
    assert "Free Pass: the player has an edge of 11.11" in command("check", path).stdout


def test_commission_put_down_with_a_bet_comes_down_with_it() -> None:
    """A unit and its twentieth go back on points: 36 rolls gain 8 times 1 - 1/20 and lose 4 times 1 + 1/20."""
    card = loads(PASS + "    commission: 5 % of the stake, when bet\n")
    (bet,) = bets(card)
    gained = (8 * Fraction(19, 20) - 4 * Fraction(21, 20)) / 36
    assert taking_down(bet, card.chance()) == TakeDownGain(gained / Fraction(21, 20))


def test_a_stake_that_turns_comes_down_in_the_stage_that_lets_it() -> None:
    """A point turns the stake into a wager that may come down: again a ninth."""
    turns = PASS[: PASS.index("  pass:")] + (
        "  first:\n    ends: after 1 roll\n    opens: before the come-out\n    pays:\n"
        "      - {when: 7 or 11 rolled, pays: 1 to 1}\n"
        "      - {when: 4 or 5 or 6 or 8 or 9 or 10 rolled, turns into: second}\n"
        "  second: {opens: never, ends: 6 or 7 rolled, wins: 6 rolled, pays: 1 to 1, take down: at any time}\n"
    )
    card = loads(turns)
    bet = next(bet for bet in bets(card) if bet.terms.wager == "first")
    assert taking_down(bet, card.chance()) == TakeDownGain(Fraction(1, 9))


def test_marks_that_are_only_worth_a_bet_that_comes_down_are_late_entries_too() -> None:
    """With 5 done, 9 pays even money before a 7 in 4 of 10; 2 or 3 or 4 rolled first ends nothing."""
    card = loads(
        "card: late\ntitle: Late\nabout: Two numbers.\ngame: craps\nsource: tests\nmarks: from seven to seven\n"
        "ends: any seven\nopens: before any roll\n"
        "wagers:\n  both: {wins: all of 5 9 rolled, pays: 2 to 1, take down: at any time}\n"
    )
    (bet,) = bets(card)
    late = late_entry(bet, card.chance())
    assert late is not None
    assert late.edge == Fraction(4, 10) * 3 - 1


def test_no_shipped_wager_is_beaten_by_taking_it_down() -> None:
    """Place, buy, lay and don't bets, and odds, come down at any time, at or above the house's edge."""
    seen = 0
    for name in card_ids():
        card = load(name)
        for options in card.combinations(readings_only=False):
            for bet in bets(card, options):
                seen += comes_down(bet)
                assert taking_down(bet, card.chance(options)) is None, (name, options, bet.terms.wager)
    assert seen > 1_000
