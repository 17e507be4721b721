"""The second edition in words: every new event, history and term, as a felt, a rack card and rules of play say it."""

import pytest

from rackcard.api import load, loads
from rackcard.card.phrases import Scope, parse_phrase
from rackcard.card.terms import Terms
from rackcard.games import GAMES
from rackcard.games.roulette.wheel import Wheel
from rackcard.report.documents.content import ExampleBox
from rackcard.report.documents.rack_card import rack_card
from rackcard.report.request import order
from rackcard.report.rules import rules
from rackcard.wording.conditions import condition_text
from rackcard.wording.rules import (
    bundle,
    commission,
    decided,
    end_clause,
    felt_rule,
    goal,
    line_text,
    opens,
    paid,
    works,
)
from tests.support.printed import DATE, document_text

CRAPS = [
    ("easy 8 rolled", "easy 8", "Roll an easy 8", "the shooter rolls an easy 8"),
    ("doubles rolled", "doubles", "Roll doubles", "the shooter rolls doubles"),
    ("5-1 or 4-2 rolled", "5-1 or 4-2", "Roll 5-1 or 4-2", "the shooter rolls 5-1 or 4-2"),
    ("7 not rolled", "anything but a 7", "Roll anything but a 7", "the shooter rolls anything but a 7"),
    ("hard 4 or 10 rolled 2 times", "a hard 4 or a hard 10 twice",
     "Roll a hard 4 or a hard 10 twice in all", "the shooter rolls a hard 4 or a hard 10 twice in all"),
    ("low and doubles rolled", "doubles that total from 2 to 6", "Roll doubles that total from 2 to 6",
     "the shooter rolls doubles that total from 2 to 6"),
    ("doubles rolled but not hard 4 rolled", "doubles but not a hard 4", "Roll doubles but not a hard 4",
     "the shooter rolls doubles but not a hard 4"),
    ("not low", "anything but a number from 2 to 6", "Roll anything but a number from 2 to 6",
     "the shooter rolls anything but a number from 2 to 6"),
    ("doubles rolled on the come-out", "doubles on the come-out", "Roll doubles on the come-out",
     "the shooter rolls doubles on the come-out"),
    ("seven-out with 4 or 10 on", "a 7 with a point of 4 or 10 on", "Roll a 7 with a point of 4 or 10 on",
     "the shooter rolls a 7 with a point of 4 or 10 on"),
    ("4 rolled or seven-out", "a 4 is rolled or the shooter sevens out (a 7 with a point on)",
     "A 4 is rolled or the shooter sevens out (a 7 with a point on)",
     "a total of 4 is rolled or the shooter sevens out"),
    ("the line does not win", "the pass line does not win", "The pass line does not win",
     "the pass line does not win"),
    ("6 rolled 3 times in a row", "a 6 three times in a row", "Roll a 6 three times in a row",
     "a total of 6 is rolled three times in a row"),
    ("6 rolled then at once 8 rolled", "a 6, then an 8 on the very next roll",
     "Roll a 6, then an 8 on the very next roll", "a total of 6 is rolled, then an 8 on the very next roll"),
    ("6 rolled then 8 rolled", "a 6, then an 8 on a later roll", "Roll a 6, then an 8 on a later roll",
     "a total of 6 is rolled, then an 8 on a later roll"),
    ("a point made then at once seven-out", "a point, then on the very next roll the shooter sevens out",
     "Make a point, then on the very next roll the shooter sevens out",
     "a point is made, then on the very next roll the shooter sevens out"),
    ("no seven", "no 7", "No 7", "no 7 is rolled"),
    ("no point made", "no point made", "No point made", "no point is made"),
    ("no hard 4 rolled or hard 10 rolled", "no hard 4 or hard 10", "No hard 4 or hard 10",
     "no hard 4 or hard 10 is rolled"),
    ("6 rolled exactly 2 times", "a 6 exactly twice", "Roll a 6 exactly twice",
     "a total of 6 is rolled exactly twice"),
    ("all of hard 4, hard 6, hard 8 rolled", "a hard 4, a hard 6 and a hard 8",
     "Roll a hard 4, a hard 6 and a hard 8", "the shooter rolls a hard 4, a hard 6 and a hard 8"),
    ("all of 2 3 rolled 2 times", "two 2s and two 3s", "Roll two 2s and two 3s", "the shooter rolls two 2s and two 3s"),
    ("6 rolled 3 times, or 8 rolled 3 times", "three 6s or three 8s", "Roll three 6s or three 8s",
     "the shooter rolls three 6s or three 8s"),
    ("rolls 1 2 are the same", "first two rolls are the same", "First two rolls are the same",
     "the first two numbers are the same"),
]  # fmt: skip
ROULETTE = [
    ("the number is red or 0", "red or 0", "The ball lands on red or 0", "the ball lands on red or 0"),
    ("the number is red and odd", "a number that is red and odd", "The ball lands on a number that is red and odd",
     "the ball lands on a number that is red and odd"),
    ("the number is 1 to 18 but not 7", "a number that is from 1 to 18 but not 7",
     "The ball lands on a number that is from 1 to 18 but not 7",
     "the ball lands on a number that is from 1 to 18 but not 7"),
    ("the number is not red", "a number that is not red", "The ball lands on a number that is not red",
     "the ball lands on a number that is not red"),
    ("the number is within 2 of 17 on the wheel", "17 or one of the two numbers on each side of it on the wheel",
     "The ball lands on 17 or one of the two numbers on each side of it on the wheel",
     "the ball lands on 17 or one of the two numbers on each side of it on the wheel"),
    ("the number is red 3 times in a row", "red three times in a row", "The ball lands on red three times in a row",
     "the ball lands on red three times in a row"),
    ("spins 1 2 are the same", "first two spins are the same", "First two spins are the same",
     "the first two numbers are the same"),
]  # fmt: skip
SIC_BO = [
    ("the total is 9 or the total is 12", "a total of 9 or a total of 12",
     "The dice show a total of 9 or a total of 12", "the dice show a total of 9 or a total of 12"),
    ("no any triple", "no triple", "No triple", "no triple comes"),
]  # fmt: skip
SAID = [(game, *one) for game, ones in (("craps", CRAPS), ("roulette", ROULETTE), ("sic-bo", SIC_BO)) for one in ones]


@pytest.mark.parametrize(("game", "phrase", "short", "rack", "clause"), SAID)
def test_a_rule_in_three_registers(game: str, phrase: str, short: str, rack: str, clause: str) -> None:
    base = GAMES[game]
    events = (("low", parse_phrase(base, "event", "2 to 6 rolled")),) if game == "craps" else ()
    scope = Scope(Wheel.named("single-zero") if game == "roulette" else None, events)
    condition = parse_phrase(base, "condition", phrase, scope)
    said = [condition_text(condition, register, base.unit) for register in ("short", "rack", "clause")]
    assert said == [short, rack, clause]


def terms_of(wager: str, card: str = "craps", **options: str) -> Terms:
    return next(terms for terms in load(card).terms(options) if terms.wager == wager)


def written(wager: str) -> Terms:
    """The terms of one wager of craps as a card writes it."""
    start = "card: one\ntitle: One\nabout: An example.\ngame: craps\nsource: tests\nwagers:\n  one: "
    return loads(start + wager + "\n").terms()[0]


GOALS = [
    ("{ends: any seven, wins: 6 rolled then at once 8 rolled, pays: 3 to 1}",
     "Roll a 6, then an 8 on the very next roll, before a 7."),
    ("{ends: seven-out, wins: no point made, pays: 1 to 2}", "No point made before a seven-out (a 7 with a point on)."),
    ("{ends: after 10 rolls, wins: no seven, pays: 5 to 1}", "No 7 within ten rolls."),
    ("{ends: 'after 10 rolls, or any seven', wins: 6 rolled 2 times, pays: 5 to 1}",
     "Roll two 6s before a 7, within ten rolls."),
]  # fmt: skip


@pytest.mark.parametrize(("wager", "said"), GOALS)
def test_what_wins_and_before_what(wager: str, said: str) -> None:
    assert goal(written(wager), "rack", "roll") == said


def test_odds_say_how_much_may_be_bet_behind_what() -> None:
    assert opens(terms_of("pass-odds"), "roll") == (
        "Bet behind Pass once its point is on, up to 3 times the Pass bet on 4 or 10, 4 times on 5 or 9, "
        "5 times on 6 or 8."
    )
    assert opens(terms_of("dont-pass-odds", odds="2x"), "roll") == (
        "Bet behind Don't Pass once its point is on, to win up to 2 times the Don't Pass bet."
    )
    assert opens(terms_of("pass-odds", crapless="yes"), "roll").startswith(
        "Bet behind Pass once its point is on, up to 3 times the Pass bet on 2, 3, 4, 10, 11 or 12, 4 times"
    )


def test_a_come_bet_speaks_of_its_own_line() -> None:
    come, odds = terms_of("come"), terms_of("come-odds")
    assert opens(come, "roll") == ("Bet after the come-out, with a point on. Its first roll is its own come-out roll.")
    assert goal(come, "clause", "roll") == (
        "The wager wins when a 7 or 11 comes on its first roll, or its own point comes before a 7."
    )
    assert felt_rule(come, "roll") == ("wins: 7 or 11 first, or its own point", "")
    assert line_text(terms_of("dont-come"), 0, "roll") == "A 12 comes on its first roll"
    assert line_text(odds, 0, "roll") == "Its own point of 4 or 10 comes before a 7"
    assert line_text(terms_of("dont-pass"), 0, "roll") == "A 12 is rolled on the come-out"
    assert works(odds, "roll") == (
        "The wager works only while a point is on at the table. It is returned if it is off when its bet is decided."
    )


def test_crapless_craps_says_how_its_line_wins() -> None:
    assert goal(terms_of("pass", crapless="yes"), "rack", "roll") == (
        "The pass line wins (7 on the come-out, or the point made)."
    )


COMMISSIONS = [
    ("buy-4", "on-a-win", "5 % commission on the bet, taken from wins."),
    ("buy-4", "when-bet", "5 % commission on the bet, paid when you bet."),
    ("lay-4", "on-a-win", "5 % commission on wins."),
    ("lay-4", "when-bet", "5 % commission on the win, paid when you bet."),
    ("place-4", "on-a-win", ""),
]


@pytest.mark.parametrize(("wager", "when", "said"), COMMISSIONS)
def test_commission(wager: str, when: str, said: str) -> None:
    assert commission(terms_of(wager, commission=when)) == said


def test_a_bundle_says_what_it_is_made_of() -> None:
    assert bundle(terms_of("horn")) == "one unit each on Craps 2, Craps 3, Eleven and Craps 12"
    assert bundle(terms_of("horn-high-12")) == "two units on Craps 12; one unit each on Craps 2, Craps 3 and Eleven"
    assert felt_rule(terms_of("horn"), "roll") == ("one unit each on Craps 2, Craps 3, Eleven and Craps 12", "one roll")
    assert decided(terms_of("horn"), "roll", "It") == (
        "It is several bets in one call. Each of them is paid or lost by itself."
    )
    assert [str(line.pay) for line in terms_of("horn").lines] == ["27 to 4", "27 to 4", "3 to 1", "3 to 1"]


def test_a_stake_that_turns_says_what_it_becomes() -> None:
    red = terms_of("red", "roulette", zero="en-prison", wheel="single-zero")
    assert [paid(line) for line in red.lines] == ["1 to 1", "becomes Red in prison"]
    assert opens(terms_of("red-in-prison", "roulette", zero="en-prison"), "spin") == "It cannot be bet by itself."


def test_the_first_to_happen_is_said() -> None:
    first = written(
        "{ends: any seven, takes: the first to happen, pays: [{when: 6 rolled 2 times, pays: 2 to 1}, "
        "{when: 8 rolled, pays: 1 to 1}]}"
    )
    assert decided(first, "roll", "It") == (
        "It is up until a 7 is rolled. The first line on the front to happen is paid at once; anything else loses."
    )


def test_an_end_on_an_event_or_after_so_many() -> None:
    either = written("{ends: 'after 3 rolls, or 2 or 12 rolled', wins: any seven, pays: 1 to 1}")
    assert end_clause(either, "roll").startswith(
        "When a total of 2 or 12 is rolled, or after three rolls, whichever comes first."
    )


@pytest.mark.parametrize("card", ["craps", "roulette"])
def test_every_wager_of_a_base_card_has_its_rules(card: str) -> None:
    for options in load(card).different_combinations():
        for wager in rules(load(card), options).wagers:
            assert all(text for _, text in (wager.rule, *wager.own))
            assert wager.plain_pays or wager.pays


MIXED = """card: mixed
title: Mixed
about: Wagers of several kinds on one card.
source: tests
game: craps
events: {even: 2 or 4 or 6 or 8 or 10 or 12 rolled}
wagers:
  odd: {name: Odd, ends: any seven, wins: not even 4 times in a row, pays: 2 to 1}
  points:
    name: Points
    ends: seven-out
    counts: points made
    pays: {1: push, 2: 2 to 1, 3 to 4: 5 to 1, 5 or more: 25 to 1}
    cash out: at any pay
  soon:
    name: Soon
    ends: after 12 rolls, or seven-out
    takes: the first to happen
    pays:
      - {when: 2 rolled 2 times, pays: 50 to 1}
      - {when: "4 rolled 2 times, or 10 rolled 2 times", pays: 5 to 1}
  lay: {name: Lay, ends: 7 or 10 rolled, wins: any seven, pays: 2 to 5}
"""


def test_a_rack_card_of_several_kinds_says_what_each_wager_is_and_when_it_ends() -> None:
    """A repetition without a mark is said in words, a ladder has its spans, and lines say how long they are up."""
    text = document_text(rack_card(order(loads(MIXED), date=DATE)))
    assert "Roll anything but a 2, 4, 6, 8, 10 or 12 four times in a row" in text
    assert "3 to 4 points" in text
    assert (
        "The wager is up until the shooter sevens out (a 7 with a point on) or the 12th roll, whichever comes first. "
        "The first line on the front to happen is paid at once; anything else loses."
    ) in text
    assert "win as soon as one of the bets" not in text
    assert "loses everything still up" not in text, "a 7 wins Lay"


def test_an_example_of_a_streak_counts_it() -> None:
    head = MIXED[: MIXED.index("events:")]
    card = loads(head + "wagers:\n  sixes: {ends: any seven, wins: 6 rolled 3 times in a row, pays: 99 to 1}\n")
    (box,) = [
        block for side in rack_card(order(card, date=DATE)).sides for block in side if isinstance(block, ExampleBox)
    ]
    assert [row.filled for row in box.rows][-3:] == [1, 2, 3]
