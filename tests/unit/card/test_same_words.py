"""Same words, same meaning, in every game: phrases that fell through, priced against a count of all outcomes."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from rackcard.api import loads
from rackcard.card.phrases import parse_phrase
from rackcard.games import GAMES
from rackcard.games.phrases import PhraseError
from tests.support.oracle.shoe import play_out, total_of
from tests.support.text_events import REDS


def hit(game: str, wins: str, fields: str = "") -> Fraction:
    """The hit rate of a card with one wager."""
    head = f"card: one\ntitle: One\nabout: x\ngame: {game}\nsource: tests\n{fields}"
    found = loads(f"{head}wagers: {{one: {{wins: '{wins}', pays: 1 to 1}}}}\n").odds()["one"].hit
    assert found is not None
    return found


# ---- sic bo --------------------------------------------------------------------------------------------

ROLLS = list(product(range(1, 7), repeat=3))
THROWN: dict[str, Callable[[tuple[int, ...]], bool]] = {
    "no triple": lambda dice: len(set(dice)) > 1,
    "no any triple": lambda dice: len(set(dice)) > 1,
    "no triple or 5 shows": lambda dice: len(set(dice)) > 1 and 5 not in dice,
    "no triple, or 5 shows": lambda dice: len(set(dice)) > 1 or 5 in dice,
    "5 shows 2 times": lambda dice: dice.count(5) == 2,
    "5 shows exactly 2 times": lambda dice: dice.count(5) == 2,
    "5 shows 3 times": lambda dice: dice.count(5) == 3,
    "5 shows 1 time": lambda dice: dice.count(5) == 1,
    "5 shows": lambda dice: 5 in dice,
    "5 shows at least once": lambda dice: 5 in dice,
    "5 shows at least 2 times": lambda dice: dice.count(5) >= 2,
    "5 shows at least three times": lambda dice: dice.count(5) == 3,
    "5 does not show": lambda dice: 5 not in dice,
    "5 does not show twice": lambda dice: dice.count(5) != 2,
    "the total is not odd": lambda dice: sum(dice) % 2 == 0,
    "the total is 9 or 5 does not show": lambda dice: sum(dice) == 9 or 5 not in dice,
    "5 shows once or 6 shows once": lambda dice: dice.count(5) == 1 or dice.count(6) == 1,
}


@pytest.mark.parametrize("wins", THROWN)
def test_a_rule_of_three_dice_is_priced_as_counted(wins: str) -> None:
    assert hit("sic-bo", wins) == Fraction(sum(map(THROWN[wins], ROLLS)), len(ROLLS))


@pytest.mark.parametrize(
    ("places", "wins", "counts"),
    [
        ("each number", "this number shows at least twice", lambda dice: dice.count(4) >= 2),
        ("each number", "this number shows", lambda dice: 4 in dice),
        ("each number", "this number does not show", lambda dice: 4 not in dice),
        ("each number", "this number shows 3 times", lambda dice: dice.count(4) == 3),
        ("each triple", "this triple does not show", lambda dice: dice.count(4) < 3),
    ],
)
def test_a_place_of_three_dice_is_priced_as_counted(
    places: str, wins: str, counts: Callable[[tuple[int, ...]], bool]
) -> None:
    head = "card: one\ntitle: One\nabout: x\ngame: sic-bo\nsource: tests\n"
    card = loads(f"{head}wagers: {{one: {{places: {places}, wins: {wins}, pays: 1 to 1}}}}\n")
    assert card.odds()["one-4"].hit == Fraction(sum(map(counts, ROLLS)), len(ROLLS))


# ---- roulette ------------------------------------------------------------------------------------------

SPUN: dict[str, Callable[[int], bool]] = {
    "no red": lambda number: number in REDS,
    "no 17": lambda number: number == 17,
    "no green": lambda number: number == 0,
    "no 17 or 20": lambda number: number in (17, 20),
    "no red and odd": lambda number: number in REDS and number % 2 == 1,
    "no 1 to 18 but not 7": lambda number: 1 <= number <= 18 and number != 7,
}


@pytest.mark.parametrize("wins", SPUN)
def test_none_of_some_numbers_is_priced_as_counted(wins: str) -> None:
    spins = list(product(range(37), repeat=2))
    expected = Fraction(sum(not any(map(SPUN[wins], both)) for both in spins), len(spins))
    assert hit("roulette", wins, "chance: a single-zero wheel\nends: after 2 spins\n") == expected


# ---- baccarat ------------------------------------------------------------------------------------------

Hand = tuple[str, ...]
DEALT: dict[str, Callable[[Hand, Hand], bool]] = {
    "no 9 dealt": lambda player, banker: "9" not in player + banker,
    "no nine dealt": lambda player, banker: "9" not in player + banker,
    "no ace dealt": lambda player, banker: "A" not in player + banker,
    "no 9 in the first 4 cards": lambda player, banker: "9" not in player[:2] + banker[:2],
    "no hand wins": lambda player, banker: total_of(player) == total_of(banker),
    "no hand has 7": lambda player, banker: 7 not in (total_of(player), total_of(banker)),
    "banker wins with a natural in 2 cards": lambda player, banker: (
        len(banker) == 2 and total_of(banker) >= 8 and total_of(banker) > total_of(player)
    ),
    "banker wins with 7 or a natural in 2 cards": lambda player, banker: (
        len(banker) == 2 and total_of(banker) >= 7 and total_of(banker) > total_of(player)
    ),
    "player draws A to 4": lambda player, banker: len(player) == 3 and player[2] in ("A", "2", "3", "4"),
    "2 or more nines dealt": lambda player, banker: (player + banker).count("9") >= 2,
    "2 to 3 nines dealt": lambda player, banker: (player + banker).count("9") in (2, 3),
}


@pytest.fixture(scope="module")
def dealt() -> dict[str, Fraction]:
    """How often each rule holds over all deals of six cards from eight decks, cards that count zero taken as kings."""
    ranks = dict.fromkeys(("A", "2", "3", "4", "5", "6", "7", "8", "9"), 32) | {"K": 128}
    won = dict.fromkeys(DEALT, 0)
    every = 0
    for cards in product(ranks, repeat=6):
        ways = 1
        for place, card in enumerate(cards):
            ways *= ranks[card] - cards[:place].count(card)
        player, banker = play_out(cards)
        every += ways
        for rule, holds in DEALT.items():
            won[rule] += ways * holds(player, banker)
    return {rule: Fraction(ways, every) for rule, ways in won.items()}


@pytest.mark.slow
@pytest.mark.parametrize("wins", DEALT)
def test_a_rule_of_a_shoe_is_priced_as_counted(wins: str, dealt: dict[str, Fraction]) -> None:
    assert hit("baccarat", wins, "chance: a shoe of 8 decks\n") == dealt[wins]


def test_one_deck_is_a_shoe() -> None:
    assert hit("baccarat", "tie", "chance: a shoe of 1 deck\n") == hit("baccarat", "tie", "chance: a shoe of 1 decks\n")


@pytest.mark.parametrize("who", ["both hands do", "one hand does", "either hand does", "a hand does"])
@pytest.mark.parametrize("what", ["have 7", "win with 8 or 9 in 2 cards", "draw 8 or K", "start with a suited pair"])
def test_hands_that_do_not_are_answered_with_what_is_clear(who: str, what: str) -> None:
    """Two phrases that can each be read in one way only, and differ."""
    if who.startswith("both") and what.startswith("win"):
        pytest.skip("both hands never win")
    game = GAMES["baccarat"]
    with pytest.raises(PhraseError) as caught:
        parse_phrase(game, "condition", f"{who} not {what}")
    _, remedy = game.card_errors[caught.value.code]
    clear = remedy.format(**caught.value.facts).split('"')[1::2]
    assert len({parse_phrase(game, "event", phrase) for phrase in clear}) == 2
