"""A count on a roulette place is part of the rule."""

from fractions import Fraction

from rackcard.api import RackCard, loads

START = "card: twice\ntitle: Twice\nabout: An example.\ngame: roulette\nsource: tests\nchance: a double-zero wheel\n"


def twice(rest: str) -> RackCard:
    return loads(
        START + "ends: after 2 spins\nwagers:\n  twice:\n    places: each number on a double-zero wheel\n" + rest
    )


def test_a_place_that_must_be_hit_twice_is_hit_twice() -> None:
    card = twice("    wins: the ball lands on this place 2 times\n    pays: 1200 to 1\n")
    assert {entry.hit for entry in card.odds().wagers} == {Fraction(1, 1444)}


def test_lines_beside_the_line_of_a_place_keep_their_own_rule() -> None:
    card = twice(
        "    pays:\n"
        "      - {when: the ball lands on this place 2 times, pays: 1200 to 1}\n"
        "      - {when: the number is in column 1 2 times, pays: 7 to 1}\n"
    )
    first = card.odds()["twice-1"]  # 1 stands in column 1
    assert [outcome.probability for outcome in first.outcomes] == [
        Fraction(1, 1444), Fraction(144 - 1, 1444), Fraction(1300, 1444),
    ]  # fmt: skip
