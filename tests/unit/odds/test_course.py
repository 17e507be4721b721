"""A stake that turns into another wager: the table's phase goes with it, and playing cards are looked at."""

from fractions import Fraction

import pytest

from rackcard import loads
from rackcard.simulate.errors import SimulationError
from tests.support import text_witness

HEAD = "card: turning\ntitle: Turning\nabout: A stake that turns.\nsource: tests\n"


def craps(opens: str, first: str, more: str = "", line: str = "") -> str:
    return HEAD + (
        f"game: craps\nwagers:\n"
        f"  first: {{ends: after 1 roll, opens: {opens}, pays: [{{when: {first}, turns into: second}}]{more}}}\n"
        f"  second: {{opens: never, ends: the line is decided, wins: the line wins, pays: 1 to 1{line}}}\n"
    )


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        (craps("before the come-out", "4 rolled"), Fraction(1, 12) * Fraction(1, 3)),
        (craps("before the come-out", "any seven"), Fraction(1, 6) * Fraction(244, 495)),
        (craps("after the come-out", "any seven"), Fraction(1, 6) * Fraction(244, 495)),
        (craps("after the come-out", "5 rolled"), Fraction(626, 13365)),
        (craps("after the come-out", "5 rolled", line=", line: its own"), Fraction(1, 9) * Fraction(244, 495)),
        (craps("after the come-out", "5 rolled", more=", line: its own"), Fraction(626, 13365)),
    ],
)
def test_the_phase_goes_with_the_stake(text: str, wins: Fraction) -> None:
    """A point that the first wager's roll makes is on for the second."""
    card = loads(text)
    entry = card.odds()["first"]
    assert entry.hit == wins
    found = card.simulate(rounds=100_000, seed=5, engine="numpy").wagers[0]
    assert abs(found.z) < 5
    said = text_witness.nets(text, "first", "1", {})
    assert said is not None
    assert said[Fraction(1)] == pytest.approx(float(wins))


def test_a_stake_turns_on_playing_cards() -> None:
    """A baccarat wager of several hands that looks at suits is priced, and is not simulated."""
    card = loads(
        HEAD + "game: baccarat\nchance: a shoe of 8 decks\nwagers:\n  red:\n    pays:\n"
        "      - {when: every card is red, pays: 30 to 1}\n      - {when: tie, turns into: red}\n"
    )
    entry = card.odds()["red"]
    once = loads(
        HEAD + "game: baccarat\nchance: a shoe of 8 decks\nwagers:\n  red:\n    pays:\n"
        "      - {when: every card is red, pays: 30 to 1}\n      - {when: tie, pays: push}\n"
    ).odds()["red"]
    won, tied, _ = (one.probability for one in once.outcomes)
    assert entry.hit == won / (1 - tied)
    assert len(entry.methods) == 2
    with pytest.raises(SimulationError, match="several hands"):
        card.simulate(rounds=10)


def test_a_stake_that_turned_on_playing_cards_goes_on_without_them() -> None:
    """The first wager looks at suits; what its stake becomes looks at totals alone."""
    card = loads(
        HEAD + "game: baccarat\nchance: a shoe of 8 decks\nwagers:\n"
        "  first: {pays: [{when: every card is red, turns into: second}]}\n"
        "  second: {opens: never, wins: tie, pays: 8 to 1}\n  red: {wins: every card is red, pays: 30 to 1}\n"
        "  tie: {wins: tie, pays: 8 to 1}\n"
    )
    odds = card.odds()
    red, tie = odds["red"].hit, odds["tie"].hit
    assert red is not None
    assert tie is not None
    assert odds["first"].hit == red * tie
    assert len(odds["first"].methods) == 2


def test_a_stage_that_is_off_does_not_count_rolls_while_the_table_goes_on() -> None:
    """The next stage looks at the point, so the come-out rolls between two rolls that count decide where it begins."""
    card = loads("""card: off
title: Off
about: A stake that turns into a wager on the point.
source: tests
game: craps
works: with a point on
wagers:
  first:
    ends: after 2 rolls
    pays:
      - {when: 10 or more rolled, pays: 1.5 to 1}
      - {when: 8 or 10 or more not rolled, turns into: held}
  held: {ends: after 1 roll, wins: a point not made, pays: 41 to 5}
""")
    entry = card.odds()["first"]
    won = sum(float(one.probability) for one in entry.outcomes if one.net == Fraction(41, 5))
    by_its_words = 0.5980934779139206
    assert abs(won - by_its_words) < 1e-12
    assert sum(one.probability for one in entry.outcomes) == 1
