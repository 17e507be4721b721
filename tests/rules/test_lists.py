"""Lists in phrases: what "but not" leaves out, what "not" takes, and to which phrase an item belongs.

Each list is held against the same set written out, so that the reader is checked above all methods.
"""

from fractions import Fraction

import pytest

import rackcard
from rackcard import CardError

HEAD = "card: x\ntitle: X\nabout: X.\nsource: x\n"
SHOE = "game: baccarat\nchance: a shoe of 8 decks\n"
WHEEL = "game: roulette\nchance: a double-zero wheel\nends: after 1 spin\n"


def hit(game: str, wins: str) -> Fraction:
    card = rackcard.loads(f"{HEAD}{game}wagers:\n  w: {{wins: '{wins}', pays: 1 to 1}}\n")
    found = card.odds()["w"].hit
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("listed", "written_out"),
    [
        ("banker wins with 6 to 9 but not 7 or 8", "banker wins with 6 or 9"),
        ("player has 0 to 5 but not 1 or 2", "player has 0 or 3 to 5"),
        ("player has 0 to 5 but not 1 but not 2", "player has 0 or 3 to 5"),
        ("player draws 2 to 9 but not 4 or 5", "player draws 2 or 3 or 6 to 9"),
        ("player starts with 0 to 5 but not 1 or 2", "player starts with 0 or 3 to 5"),
        ("tie with 0 to 9 but not 1 or 2", "tie with 0 or 3 to 9"),
        ("player wins by 1 to 9 points but not 3 or 4", "player wins by 1 or 2 or 5 to 9 points"),
        ("the totals make 3 to 8 but not 4 or 5", "the totals make 3 or 6 to 8"),
        ("player wins with 8 or 9 and 5 or 6 cards are dealt", "player wins with 8 or 9 and 5 or more cards are dealt"),
        ("banker wins but not 5 or 6 cards are dealt", "banker wins and 4 cards are dealt"),
        ("tie and player has 6 to 9 but not 7", "tie with 6 or 8 or 9"),
    ],
)
def test_what_but_not_leaves_out_of_a_hand_is_the_whole_list_after_it(listed: str, written_out: str) -> None:
    assert hit(SHOE, listed) == hit(SHOE, written_out)


def test_two_pairs_that_are_left_out_are_both_left_out() -> None:
    pairs, kings = hit(SHOE, "player starts with a pair"), hit(SHOE, "player starts with K and K")
    left = hit(SHOE, "player starts with a pair but not K and K or Q and Q")
    assert left == pairs - 2 * kings


@pytest.mark.parametrize(
    "phrase",
    [
        "player has 3 or 8 or 9 beats 7",
        "player has 8 or 5 or 6 cards are dealt",
        "player has 7 but not 5 or 6 cards are dealt",
        "player has 0 to 9 but not 6 in 3 cards or 5 beats 0 or 1",
        "player starts with 4 and 5 or 6 cards are dealt",
    ],
)
def test_an_item_of_either_of_two_phrases_is_refused(phrase: str) -> None:
    with pytest.raises(CardError, match="it is not clear which phrase"):
        hit(SHOE, phrase)


@pytest.mark.parametrize(
    ("phrase", "numbers"),
    [
        ("the number is not 17 or 20", 36),
        ("the number is not red or green", 18),
        ("the number is not red and odd", 8),
        ("the number is not red and not odd", 38 - 18 - 8),
        ("the number is not 1 or 2 but not 3 or 4", 34),
        ("the number is not red but not 0", 38 - 18 - 1),
        ("the number is not red or the number is 1", 38 - 18 + 1),
        ("the number is red and not 1", 17),
        ("the number is 1 to 18 but not 7 or 8", 16),
        ("the number is in column 1 or 2", 24),
        ("the number is in dozen 1 or 3", 24),
        ("the number is not in column 1 or 2", 14),
        ("the number is in column 1 or 17", 13),
        ("the number is 2 or in column 1", 13),
        ("the number is in column 1 or 2 or 36", 25),
    ],
)
def test_the_numbers_of_a_set(phrase: str, numbers: int) -> None:
    assert hit(WHEEL, phrase) == Fraction(numbers, 38)


def test_a_not_of_several_items_that_and_goes_on_with_is_refused() -> None:
    with pytest.raises(CardError, match="it is not clear how much of the phrase"):
        hit(WHEEL, "the number is not 17 or 20 and red")


@pytest.mark.parametrize(
    ("game", "phrase"),
    [
        (SHOE, "tie or player has 6 to 9 but not 7"),
        (SHOE, "player has 6 to 9 but not 7 or tie"),
        (SHOE, "player has 6 to 9 but not 7 and banker wins"),
        (SHOE, "tie but not player has 6 to 9 but not 7"),
        (WHEEL, "the number is red and the number is 17 or 20"),
        (WHEEL, "the number is 17 or 20 and the number is red"),
        (WHEEL, "the number is red and in column 1 or 3"),
        (WHEEL, "the number is in dozen 1 or 2 and odd"),
    ],
)
def test_a_join_that_may_be_of_the_list_or_of_the_whole_is_refused(game: str, phrase: str) -> None:
    with pytest.raises(CardError, match="it is not clear what"):
        hit(game, phrase)


@pytest.mark.parametrize(
    "phrase", ["the number is red and not 1 or 3", "the number is 5 or not in column 1 or 3 or 17"]
)
def test_a_not_before_one_item_that_or_goes_on_with_is_refused(phrase: str) -> None:
    with pytest.raises(CardError, match="it is not clear how much of the phrase"):
        hit(WHEEL, phrase)


@pytest.mark.parametrize(
    ("phrase", "numbers"),
    [
        ("the number is red and odd or 2", 11),
        ("the number is 2 or red and odd", 11),
        ("the number is green or not in column 1 or 3", 14),
        ("the number is red but not in column 1 or 3", 4),
        ("the number is 17 or 20 or the number is red", 20),
        ("the number is 2 or the number is red and the number is odd", 11),
        ("the number is red or the number is 0 but not 1 to 9", 18 - 5 + 1),
    ],
)
def test_joins_that_can_be_told_apart_are_read(phrase: str, numbers: int) -> None:
    assert hit(WHEEL, phrase) == Fraction(numbers, 38)
