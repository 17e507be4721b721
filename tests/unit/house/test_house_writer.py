"""House rules that are written and read back are the same: the same hash, however they were given."""

from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rackcard.card.yaml import Origin
from rackcard.house import HouseRules, read_house
from rackcard.house.writer import written
from tests.support.house_rules import EACH, SHARED, fern, house_text, rules

OWN = """\
card: mine
title: Mine
about: One hard way.
game: craps
source: none
wagers: {hard: {wins: hard 8 rolled, pays: 9 to 1, ends: 8 or 7 rolled}}
"""
DRAGONS = """\
house: dragons
name: "Dragons: \\"five\\" # of them"
game: baccarat
cards:
  treasure-of-the-5-dragons:
    options: {decks: 6, dragons: [golden-dragon-7, green-dragon-8, blue-dragon-9s]}
"""


def same(first: HouseRules, texts: dict[str, str] | None = None) -> HouseRules:
    """The rules as they read back; a file that is written twice is the same text."""
    text = house_text(first)
    second = read_house(Origin("house.yaml", text), texts=texts)
    assert second.sha256 == first.sha256, text
    assert house_text(second) == text
    return second


@pytest.mark.parametrize("text", [fern(EACH), DRAGONS], ids=["limits and posts", "a list"])
def test_what_is_written_reads_back_with_the_same_hash(text: str) -> None:
    same(rules(text))


def test_a_card_of_your_own_is_written_with_its_file() -> None:
    given = read_house(
        Origin("h.yaml", "house: h\nname: H\ngame: craps\ncards: {mine: {file: x/y.yaml}}"), texts={"mine": OWN}
    )
    assert "mine: {file: mine.yaml}" in house_text(given)
    same(given, {"mine": OWN})


def test_an_accepted_player_edge_is_written() -> None:
    head = "house: h\nname: H\ngame: craps\naccepts: {dice-works: [all-lows]}\n"
    text = house_text(same(rules(head + "cards: {dice-works: {only: [all-lows], max: $5}}")))
    assert text.endswith("accepts: {dice-works: [all-lows]}\n")


NAMES = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=20).filter(
    str.strip
)
AMOUNTS = st.integers(1, 400).map(lambda chips: chips * 250)


@st.composite
def limits(draw: st.DrawFn) -> dict[str, str]:
    least = draw(AMOUNTS)
    most = draw(st.one_of(st.none(), st.integers(0, 400).map(lambda chips: least + chips * 250)))
    whole = {"min": f"${least / 100:,.2f}"}
    return whole if most is None else whole | {"max": f"${most / 100:,.2f}"}


@st.composite
def houses(draw: st.DrawFn) -> dict[str, Any]:
    """The fields of a file with two cards, limits at every level."""
    wagers = {name: draw(limits()) for name in draw(st.sets(st.sampled_from(["little", "big", "all"])))}
    table = draw(st.sampled_from(["1", "2"]))
    for name in ("little", "big"):
        wagers.setdefault(name, {})["pays"] = table
    around = draw(st.sampled_from([{}, {"max": "$1,000,000"}, {"min": "$2.50", "max": "$2,500"}, {"min": "$7.50"}]))
    chosen, gone = draw(st.sampled_from([
        ({}, ()), ({"leaves out": ["all"]}, ("all",)), ({"only": ["big"]}, ("little", "all"))
    ]))  # fmt: skip
    shooter = {"wagers": {name: one for name, one in wagers.items() if name not in gone}} | around | chosen
    return {
        "house": "h",
        "name": draw(NAMES),
        "game": "craps",
        "chip": "$2.50",
        "rounding": draw(st.sampled_from(["the player", "the house"])),
        "books": draw(st.sampled_from(["the players", "the dealer"])),
        "seats": str(draw(st.integers(1, 24))),
        "payout limit": draw(st.sampled_from([SHARED, EACH])),
        **draw(st.sampled_from([{}, {"pays said": "to"}])),
        "cards": {"super-shooter": shooter, "roll-the-line": draw(st.one_of(st.just({}), limits()))},
    }


@pytest.mark.slow
@given(fields=houses())
@settings(deadline=None, max_examples=25)
def test_reading_what_was_written_gives_the_same_hash(fields: dict[str, Any]) -> None:
    with patch("rackcard.house.reader.check_house"):  # the hash is of what was read; pricing it takes longer
        first = rules(written(fields))
        assert first.name == " ".join(fields["name"].split())
        same(first)
