"""What odd but legal wagers say of themselves: places in histories, joined, negated and named events, in every game."""

import pytest

from rackcard.api import loads
from rackcard.card.terms import Terms
from rackcard.wording.rules import counted_sentence, felt_line, goal, line_text

HEADS = {
    "roulette": "game: roulette\nchance: a single-zero wheel\n",
    "craps": "game: craps\nopens: before the come-out\n",
    "sic-bo": "game: sic-bo\nchance: three dice\n",
    "baccarat": "game: baccarat\nchance: a shoe of 8 decks\n",
}
NUMBER, STREET = (f"places: each {kind} on a single-zero wheel, " for kind in ("number", "street"))


def written(game: str, wager: str, events: str = "") -> Terms:
    """The terms of one wager as a card writes it, on the first of its places."""
    named = f"events: {{{events}}}\n" if events else ""
    head = f"card: odd\ntitle: Odd\nabout: Odd.\nsource: tests\n{HEADS[game]}{named}"
    return loads(f"{head}wagers:\n  odd: {{{wager}}}\n").terms()[0]


def sentence(terms: Terms, register: str = "rack") -> str:
    return goal(terms, register, terms.game.unit)  # type: ignore[arg-type]


PLACES = [
    (f"{NUMBER}ends: after 2 spins, wins: the ball lands on this place 2 times in a row",
     "The ball lands on a number your bet covers, twice in a row within two spins."),
    (f"{NUMBER}ends: after 2 spins, wins: the ball lands on this place then the number is red",
     "The ball lands on a number your bet covers, then red on a later spin, within two spins."),
    (f"{NUMBER}ends: after 3 spins, wins: the number is red then at once the ball lands on this place",
     "The ball lands on red, then a number your bet covers on the very next spin, within three spins."),
    (f"{NUMBER}ends: after 2 spins, wins: no the ball lands on this place",
     "No number covered by your bet within two spins."),
    (f"{NUMBER}ends: after 1 spin, wins: the ball lands on this place or the number is 0",
     "The ball lands on a number your bet covers or 0."),
    (f"{STREET}ends: after 1 spin, wins: the ball lands on this place and the number is red",
     "The ball lands on a number that is covered by your bet and red."),
    (f"{STREET}ends: after 1 spin, wins: the number is red but not the ball lands on this place",
     "The ball lands on a number that is red but not covered by your bet."),
    (f"{STREET}ends: after 1 spin, wins: the ball does not land on this place",
     "The ball lands on a number your bet does not cover."),
    (f"{STREET}ends: after 4 spins, wins: the ball lands on this place exactly 2 times",
     "The ball lands on a number your bet covers, exactly twice within four spins."),
    (f"{STREET}ends: after 4 spins, wins: 'the ball lands on this place 2 times, or the number is 0 2 times'",
     "The ball lands on a number your bet covers, twice, or 0 twice, within four spins."),
    (f"{NUMBER}ends: after 1 spin, wins: the number is within 2 of this place on the wheel and red",
     "The ball lands on a number that is red and within two pockets of your number on the wheel."),
    (f"{NUMBER}ends: after 1 spin, wins: the number is not within 2 of this place on the wheel",
     "The ball lands on a number that is not within two pockets of your number on the wheel."),
    (f"{NUMBER}ends: after 3 spins, wins: 'the number is red 2 times, and no the ball lands on this place'",
     "The ball lands on red twice with no number covered by your bet within three spins."),
]  # fmt: skip
DICE_PLACES = [
    ("places: each double, wins: this double shows and the total is odd",
     "At least two dice show your number and the dice total an odd number on the same roll."),
    ("places: each number, wins: 'this number shows twice, or this number shows once'",
     "Exactly two dice show your number or exactly one die shows your number."),
    ("places: each number, wins: this number shows twice or this number shows once",
     "Exactly two dice show your number or exactly one die shows your number."),
    ("places: each combination, wins: this combination shows but not any triple",
     "The dice show both your numbers, but not if all three dice show the same number."),
    ("places: each double, wins: no this double shows", "Fewer than two dice show your number."),
    ("places: each combination, wins: no this combination shows", "The dice do not show both your numbers."),
    ("places: each number, wins: no this number shows once", "Not exactly one die shows your number."),
]  # fmt: skip


@pytest.mark.parametrize(("wager", "said"), PLACES)
def test_a_wager_on_places_is_said_of_the_place_that_it_is_on(wager: str, said: str) -> None:
    assert sentence(written("roulette", f"{wager}, pays: 1 to 1")) == said


@pytest.mark.parametrize(("wager", "said"), DICE_PLACES)
def test_a_wager_on_a_number_of_three_dice_is_said_of_that_number(wager: str, said: str) -> None:
    assert sentence(written("sic-bo", f"{wager}, pays: 1 to 1")) == said


def test_a_place_is_said_to_the_reader_of_each_register() -> None:
    twice = f"{NUMBER}ends: after 3 spins, wins: the ball lands on this place 2 times in a row, pays: 1 to 1"
    assert sentence(written("roulette", twice), "short") == "a number it covers, twice in a row within three spins"
    assert sentence(written("roulette", twice), "clause") == (
        "The wager wins when the ball lands on a number that the wager covers, twice in a row within three spins."
    )
    none = f"{NUMBER}ends: after 3 spins, wins: 'the number is red, and no the ball lands on this place', pays: 1 to 1"
    assert sentence(written("roulette", none), "clause") == (
        "The wager wins when the ball lands on red with no number covered by the wager within three spins."
    )
    counts = f"{NUMBER}ends: after 5 spins, counts: the ball lands on this place, pays: {{1: push, 2 or more: 9 to 1}}"
    assert counted_sentence(written("roulette", counts), "rack") == "Each spin on a number your bet covers counts one."
    lines = "{when: this number shows twice and the total is odd, pays: 9 to 1}, {when: any triple, pays: push}"
    odd = f"places: each number, pays: [{lines}]"
    assert felt_line(written("sic-bo", odd), 0, "roll") == (
        "exactly two dice show its number and the dice total an odd number on the same roll"
    )
    assert line_text(written("sic-bo", odd), 1, "roll") == "All three dice show the same number"


NAMED_SPINS = {
    "lowred": "the number is red and 1 to 18",
    "rz": "the number is red or 0",
    "near": "the number is within 2 of 17 on the wheel",
    "edge": "the number is 0 or 36 or 1",
    "dz": "the number is in dozen 1 or in dozen 3",
}
SPINS = [
    ("ends: after 2 spins, wins: spins 1 2 are the same", "Both spins are the same."),
    ("ends: after 2 spins, wins: spins 1 2 are among 8 18 28", "Both spins are 8, 18 or 28."),
    ("ends: after 2 spins, wins: spins 1 2 are 8 18 in any order", "The two spins are 8 and 18, in any order."),
    ("ends: after 1 spin, wins: the number is within 2 of 17 on the wheel and red or 0",
     "The ball lands on 0, or a number that is red and within two pockets of 17 on the wheel."),
    ("ends: after 1 spin, wins: near or the number is 0",
     "The ball lands on 17 or one of the two numbers on each side of it on the wheel, or 0."),
    ("ends: after 1 spin, wins: near but not lowred",
     "The ball lands on a number that is within two pockets of 17 on the wheel but not both red and from 1 to 18."),
    ("ends: after 1 spin, wins: rz and near",
     "The ball lands on a number that is within two pockets of 17 on the wheel and either red or 0."),
    ("ends: after 1 spin, wins: not rz", "The ball lands on a number that is neither red nor 0."),
    ("ends: after 1 spin, wins: not rz and not near",
     "The ball lands on a number that is neither red nor 0 nor within two pockets of 17 on the wheel."),
    ("ends: after 1 spin, wins: not lowred", "The ball lands on a number that is not both red and from 1 to 18."),
    ("ends: after 1 spin, wins: the number is 1 or 2 or 3 and red",
     "The ball lands on 1, 2, or a number that is 3 and red."),
    ("ends: after 1 spin, wins: edge and the number is red",
     "The ball lands on a number that is red and one of 0, 36 and 1."),
    ("ends: after 1 spin, wins: dz but not edge",
     "The ball lands on a number that is either from 1 to 12 or from 25 to 36, but not 0, 36 or 1."),
    ("ends: after 2 spins, wins: 'spins 1 2 are the same, and the number is red'",
     "Both numbers are the same and the ball lands on red."),
    ("ends: after 3 spins, wins: no lowred",
     "No spin lands on a number that is red and from 1 to 18 within three spins."),
    ("ends: after 3 spins, wins: no not rz", "Every spin lands on red or 0 within three spins."),
    ("ends: the number is green, wins: 'all of rz, near'",
     "The ball lands on each of these: red or 0; 17 or one of the two numbers on each side of it on the wheel."),
]  # fmt: skip
HANDS = [
    ("one hand has 7", "Exactly one hand has a 7."),
    ("not nat and not tie", "The Player does not have a natural and the Player and Banker do not tie."),
    ("player has a natural and tie", "The Player has a natural and the Player and Banker tie."),
    ("player wins and banker has 3 cards or tie",
     "The Player wins and the Banker has three cards, or the Player and Banker tie."),
    ("player wins but not nat", "The Player wins, but not if the Player has a natural."),
    ("not seven-x", "Neither hand has a 7, or both do."),
    ("not both-two", "The two hands do not both have two cards."),
    ("not upset", "No hand with a two-card 9 beats a hand with a two-card 8."),
    ("not reds", "Not every card dealt to the two hands is red."),
    ("not six-x", "Four or five cards are dealt to the two hands together."),
    ("not ten-x", "The totals of the two hands together are 0 to 9."),
    ("not wide", "Neither hand wins by 4 to 9 points."),
    ("not nine-x", "No 9 is among the first four cards."),
    ("not same-x", "The two hands do not start with the same pair."),
    ("not a-win", "Neither hand wins."),
    ("not tie-six", "The Player and Banker do not tie with a 6."),
    ("not close",
     "The Player does not win by exactly 1 point and the Banker does not win by exactly 1 point."),
    ("player has 7 but not tie but not nat",
     "The Player has a 7, but not if the Player and Banker tie or if the Player has a natural."),
]  # fmt: skip
NAMED_HANDS = {
    "nat": "player has a natural",
    "seven-x": "one hand has 7",
    "both-two": "both hands have 2 cards",
    "upset": "9 in 2 cards beats 8 in 2 cards",
    "reds": "every card is red",
    "six-x": "6 cards are dealt",
    "ten-x": "the totals make 10 or more",
    "wide": "either hand wins by 4 to 9 points",
    "nine-x": "a 9 in the first 4 cards",
    "same-x": "both hands start with the same pair",
    "a-win": "a hand wins",
    "tie-six": "tie with 6",
    "close": "player wins by 1 point or banker wins by 1 point",
}
THROWS = [
    ("not aa and bb", "The dice show exactly one 3 but not both a 1 and a 2."),
    ("aa and bb", "The dice show both a 1 and a 2 and exactly one 3 on the same roll."),
    ("not aa and not bb", "The dice show neither both a 1 and a 2 nor exactly one 3."),
    ("not t", "The dice show no triple."),
    ("not under", "The dice show anything but a total of 4 to 10 without a triple."),
    ("od and not t", "The dice show an odd total but not a triple."),
    ("od or od", "The dice total an odd number."),
    ("fives or bb or od", "The dice show exactly one 3, an odd total, or a triple but not three 5s."),
    ("aa or bb or t", "The dice show both a 1 and a 2, exactly one 3, or a triple."),
    ("no bb", "No roll shows exactly one 3."),
]  # fmt: skip
NAMED_THROWS = {
    "aa": "1 and 2 show",
    "bb": "3 shows once",
    "t": "any triple",
    "under": "the total is 4 to 10 without a triple",
    "od": "the total is odd",
    "fives": "any triple but not triple 5",
}
ROLLS = [
    ("seven-out", "low and doubles rolled 2 times in a row",
     "Roll doubles that total from 2 to 6 twice in a row before a seven-out (a 7 with a point on)."),
    ("seven-out", "no co", "No doubles on the come-out before a seven-out (a 7 with a point on)."),
    ("after 5 rolls", "no not low", "Every roll is a number from 2 to 6 within five rolls."),
    ("after 1 roll", "not low and doubles rolled", "Roll doubles but not a number from 2 to 6."),
    ("after 1 roll", "not wl", "Roll neither a number from 2 to 6 nor doubles."),
    ("not wl", "low 3 times",
     "Roll a number from 2 to 6 three times in all before a roll that is neither a number from 2 to 6 nor doubles."),
    ("seven-out", "hh or ac 2 times",
     "On two rolls, roll a hard 4, a hard 10, or a 2, 3 or 12 on the come-out, before a seven-out (a 7 with a point "
     "on)."),
    ("seven-out", "wl and not hh 3 times in a row",
     "On three rolls in a row, roll a number from 2 to 6 or doubles, but not a hard 4 or a hard 10, before a seven-out "
     "(a 7 with a point on)."),
    ("seven-out", "the line does not win 3 times", "On three rolls, the pass line does not win."),
    ("seven-out", "the line wins or hard 8 rolled exactly 2 times",
     "On exactly two rolls, the pass line wins or a hard 8 is rolled before a seven-out (a 7 with a point on)."),
    ("seven-out", "'any 2 of low, hh, co'",
     "Roll at least two of these: a number from 2 to 6; a hard 4 or a hard 10; doubles on the come-out, before a "
     "seven-out (a 7 with a point on)."),
    ("seven-out", "'co 2 times, or hh 2 times'",
     "Roll doubles on the come-out twice, or a hard 4 or a hard 10 twice, before a seven-out (a 7 with a "
     "point on)."),
    ("seven-out", "no wl and 8 rolled with a point on",
     "No roll is an 8 with a point on and either a number from 2 to 6 or doubles on the same roll before a seven-out "
     "(a 7 with a point on)."),
    ("seven-out", "the line wins then at once the line wins",
     "The pass line wins (7 or 11 on the come-out, or the point made), then on the very next roll the pass line wins, "
     "before a seven-out (a 7 with a point on)."),
    ("after 2 rolls", "rolls 1 2 are the same", "Both rolls are the same."),
    ("seven-out", "no the line wins and doubles rolled",
     "No roll on which the pass line wins and the shooter rolls doubles on the same roll before a seven-out (a 7 with "
     "a point on)."),
    ("seven-out", "no a point made or ac",
     "No roll on which a point is made, or a 2, 3 or 12 is rolled on the come-out, before a seven-out (a 7 with a "
     "point on)."),
    ("after 9 rolls", "seven-out then at once 7 on the come-out",
     "The shooter sevens out (a 7 with a point on), then on the very next roll the shooter rolls a 7 on the come-out, "
     "within nine rolls."),
    ("seven-out", "4 or 10 made then hard 8 rolled with a point on",
     "Make a point of 4 or 10, then roll a hard 8 with a point on, on a later roll, before a seven-out (a 7 with a "
     "point on)."),
    ("seven-out", "not lost 2 times",
     "On two rolls, the pass line does not lose with a point on before a seven-out (a 7 with a point on)."),
    ("after 1 roll", "hh or low and doubles rolled or 11 rolled",
     "Roll a hard 4, a hard 10, an 11, or doubles that total from 2 to 6."),
]  # fmt: skip
NAMED_ROLLS = {
    "low": "2 to 6 rolled",
    "hh": "hard 4 rolled or hard 10 rolled",
    "co": "doubles rolled on the come-out",
    "ac": "2 or 3 or 12 on the come-out",
    "lost": "the line loses with a point on",
    "wl": "2 to 6 rolled or doubles rolled",
}


def used(named: dict[str, str], text: str) -> str:
    """The events that a text names: a card may not name others."""
    words = text.replace(",", " ").replace("'", " ").split()
    return ", ".join(f"{name}: {event}" for name, event in named.items() if name in words)


@pytest.mark.parametrize(("wager", "said"), SPINS)
def test_joined_numbers(wager: str, said: str) -> None:
    assert sentence(written("roulette", f"{wager}, pays: 1 to 1", used(NAMED_SPINS, wager))) == said


@pytest.mark.parametrize(("wins", "said"), HANDS)
def test_joined_hands_are_said_as_a_rack_card_says_one(wins: str, said: str) -> None:
    assert sentence(written("baccarat", f"wins: {wins}, pays: 1 to 1", used(NAMED_HANDS, wins))) == said


@pytest.mark.parametrize(("wins", "said"), THROWS)
def test_joined_throws(wins: str, said: str) -> None:
    assert sentence(written("sic-bo", f"wins: {wins}, pays: 1 to 1", used(NAMED_THROWS, wins))) == said


@pytest.mark.parametrize(("ends", "wins", "said"), ROLLS)
def test_joined_rolls(ends: str, wins: str, said: str) -> None:
    wager = f"ends: {ends}, wins: {wins}, pays: 1 to 1"
    assert sentence(written("craps", wager, used(NAMED_ROLLS, f"{ends} {wins}"))) == said


OWN_LINES = [
    ("wins: own-nine", "own-nine: 9 made", "Its own point of 9 comes before a 7."),
    ("wins: not own-nine", "own-nine: 9 made", "Its own point of 9 does not come before a 7."),
    ("wins: the line does not win", "", "Its own line does not win."),
]


@pytest.mark.parametrize(("wins", "events", "said"), OWN_LINES)
def test_the_line_of_its_own_is_denied_in_its_own_words(wins: str, events: str, said: str) -> None:
    wager = f"line: its own, opens: after the come-out, ends: the line is decided, {wins}, pays: 1 to 1"
    assert sentence(written("craps", wager, events)) == said


def test_one_of_two_hands_is_exactly_one_on_the_felt_too() -> None:
    assert sentence(written("baccarat", "wins: one hand has 7, pays: 1 to 1"), "short") == "exactly one hand has a 7"


def test_a_count_of_joined_events_says_on_which_rolls() -> None:
    counts = "ends: seven-out, counts: a point made or 11 rolled on the come-out, pays: {1: push, 2 or more: 9 to 1}"
    assert counted_sentence(written("craps", counts), "rack") == (
        "Each roll on which a point is made or the shooter rolls an 11 on the come-out counts one."
    )
