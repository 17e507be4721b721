"""RULES 6: baccarat and its side bets."""

import pytest

from rackcard.table.decide import decide
from rackcard.table.state import Refusal
from tests.support.staging import hand
from tests.support.table_driver import Play

# ---- RULES 6, baccarat

HANDS = [
    ("baccarat", {}, "player", "9 K", "3 4", 1000), ("baccarat", {}, "banker", "3 4", "9 K", 975),
    ("baccarat", {}, "tie", "3 4", "2 5", 4500), ("baccarat", {}, "player", "3 4", "2 5", 500),
    ("baccarat", {"game": "no-commission"}, "banker", "2 K 3", "3 K 4", 500),
    ("baccarat", {"game": "no-commission"}, "player", "2 K 3", "3 K 4", 0),
    ("baccarat", {"game": "no-commission"}, "banker", "3 4", "9 K", 1000),
    ("baccarat", {"game": "tiger"}, "banker", "K K 8", "3 3", 0),
    ("baccarat", {"game": "tiger"}, "banker", "K K 5", "3 3", 750),
    ("tiger-baccarat", {}, "banker", "K K 5", "3 3", 750), ("tiger-baccarat", {}, "tiger", "K K 5", "3 3", 6500),
    ("tiger-baccarat", {}, "tiger", "K 2 3", "K 3 3", 10500),
    ("tiger-baccarat", {}, "small-tiger", "K K 5", "3 3", 11500),
    ("tiger-baccarat", {}, "big-tiger", "K 2 3", "K 3 3", 25500),
    ("tiger-baccarat", {}, "tiger-pair", "9 K", "4 4", 2500),
    ("tiger-baccarat", {}, "tiger-pair", "2 2 3", "K K A", 10500),
    ("tiger-baccarat", {}, "tiger-pair", "4 4", "4 4", 50500), ("tiger-baccarat", {}, "tiger-pair", "9 K", "K Q", 0),
    ("golden-dragon-baccarat", {}, "natural-9-over-7", "9 K", "3 4", 25500),
    ("golden-dragon-baccarat", {}, "natural-9-over-7", "3 4", "9 K", 25500),
    ("golden-dragon-baccarat", {}, "8-over-6", "8 K", "3 3", 13000),
    ("golden-dragon-baccarat", {}, "golden-dragon-7", "2 K 3", "3 K 4", 20500),
    ("golden-dragon-baccarat", {}, "green-dragon-8", "5 K 3", "6 K", 13000),
    ("golden-dragon-baccarat", {}, "three-card-9-over-three-card-7", "5 K 4", "3 K 4", 100500),
    ("golden-dragon-baccarat", {}, "three-card-9-over-three-card-1", "5 K 4", "5 K 6", 75500),
    ("treasure-of-the-5-dragons", {}, "golden-dragon-6s", "K 2 3", "K 3 3", 13000),
    ("treasure-of-the-5-dragons", {}, "golden-dragon-6s", "K K 5", "3 3", 6500),
    ("treasure-of-the-5-dragons", {}, "blue-dragon-9s", "5 K 4", "5 K 4", 38000),
    ("treasure-of-the-5-dragons", {}, "blue-dragon-9s", "5 K 4", "6 K", 5500),
    ("treasure-of-the-5-dragons", {}, "red-dragon-7s", "3 4", "2 5", 25500),
    ("treasure-of-the-5-dragons", {}, "red-dragon-7s", "5 K 2", "3 K 4", 100500),
    ("treasure-of-the-5-dragons", {}, "red-dragon-6s", "3 3", "2 4", 25500),
    ("treasure-of-the-5-dragons", {}, "any-dragon", "2 K 3", "3 K 4", 3500),
    ("treasure-of-the-5-dragons", {}, "any-dragon", "K K 5", "3 3", 0),
    ("infinite-fortune", {}, "natural-9-over-8", "9 K", "8 K", 20500),
    ("infinite-fortune", {}, "8-over-7", "8 K", "3 4", 13000),
    ("infinite-fortune", {}, "super-7", "2 K 3", "3 K 4", 20500),
    ("infinite-fortune", {}, "fortune-8", "5 K 3", "6 K", 13000),
    ("infinite-fortune", {}, "three-card-9-over-three-card-8", "5 K 4", "4 K 4", 100500),
]  # fmt: skip


@pytest.mark.parametrize(("card", "options", "wager", "player", "banker", "paid"), HANDS)
def test_rules_6_every_wager_by_one_hand(
    card: str, options: dict[str, str], wager: str, player: str, banker: str, paid: int
) -> None:
    play = Play("baccarat", {"card": card, "options": options}, chip=25)
    number = play.bet(1, wager)
    assert play.outcome(hand(player, banker))[number].paid == paid


@pytest.mark.parametrize(
    ("player", "banker", "words"),
    [
        ("9 K 2", "3 4", "must stand"), ("2 3", "3 4", "must draw"), ("6 K", "3 2", "banker has 5 and must draw"),
        ("2 3 8", "3 K 2", "banker has 3 and must stand"), ("2 3 4", "7 K 2", "banker has 7 and must stand"),
        ("9", "3 4", "two or three cards"), ("1 9", "3 4", "is not a card"), ("2 2 2 2", "3 4", "two or three cards"),
    ],
)  # fmt: skip
def test_rules_6_hands_that_break_the_drawing_rules_are_refused(player: str, banker: str, words: str) -> None:
    play = Play("baccarat", "baccarat")
    play.do({"do": "close-betting"})
    with pytest.raises(Refusal, match=words) as refusal:
        decide(play.now, {"do": "outcome", "outcome": hand(player, banker)})
    assert refusal.value.code == "bad-outcome"
