"""What a review finds on cards written to mislead it, and what the guard of a live table recommends."""

import io
from fractions import Fraction

import pytest
from pypdf import PdfReader

from rackcard.api import RackCard, load, loads
from rackcard.card import card_ids
from rackcard.machine import bets
from rackcard.number import percent
from rackcard.odds.guard import against_best_play, beaten, player_has_edge, safe_reading
from rackcard.report.printing import printed
from rackcard.report.review import Finding
from rackcard.table.offerings import CardEntry, offerings
from rackcard.table.state import Refusal
from rackcard.wording.printing import typographic
from tests.support.printed import squeezed
from tests.support.sample import sampled_cards

PREFIXES = """
card: low-case
title: Low Case
about: An example.
game: craps
source: an example
ends: <ends>
options:
  ends:
    why: The document does not say which seven is meant.
    values: {seven: any seven, seven-out: seven-out}
    default: seven
wagers:
  low: {name: Low, wins: all of 2 3 4 5 6 rolled, pays: 30 to 1}
"""

LADDER = """
card: generous-ladder
title: Generous Ladder
about: An example.
game: craps
source: an example
marks: from the first bet
ends: any seven
options:
  who:
    why: The document does not say when a wager may be taken down.
    values: {a: before the first roll, b: at any time}
    default: a
wagers:
  ladder:
    counts: different numbers rolled
    pays: {4: 1 to 1, 5: 2 to 1, 6: 4 to 1, 7: 6 to 1, 8: 12 to 1, 9: 35 to 1, 10: 120 to 1}
    cash out: at any pay
    take back: after the first roll, below the first pay
    take down: <who>
"""

POOR_LADDER = LADDER.replace("{4: 1 to 1, 5: 2 to 1, 6: 4 to 1, 7: 6 to 1, 8: 12 to 1, 9: 35 to 1, 10: 120 to 1}",
    "{9: 1 to 1, 10: 2 to 1}").replace("ends: any seven", "ends: seven-out\nopens: before the come-out")  # fmt: skip

OFFERS = LADDER.replace("{a: before the first roll, b: at any time}", '{a: "cash out, take back", b: none}').replace(
    "    take down: <who>\n", ""
).replace("ends: any seven\n", "ends: any seven\noffers: <who>\n")  # fmt: skip


def finding(card: RackCard, code: str) -> Finding:
    return next(one for one in card.review() if one.code == code)


# ---- prices are keyed by facts, never found in words


def test_values_that_begin_alike_keep_their_own_prices() -> None:
    card = loads(PREFIXES)
    prices = finding(card, "reading").prices
    keys = [(one.subject.wager, one.subject.table, one.subject.play, one.option, one.value) for one in prices]
    assert keys == [("low", "", "none", "ends", "seven"), ("low", "", "none", "ends", "seven-out")]
    for one in prices:
        assert one.edge == card.odds({"ends": one.value})["low"].house_edge


def test_a_review_prints_no_wager_that_the_card_does_not_have() -> None:
    card = loads(PREFIXES)
    page = printed(card, "review", "html").decode()
    assert "Low-out" not in page
    edges = [card.odds({"ends": value})["low"].house_edge for value in ("seven", "seven-out")]
    low, high = (percent(edge) for edge in edges if edge is not None)
    assert f">{typographic(low)}</td>" in page
    assert f">{typographic(high)}</td>" in page
    text = "".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(printed(card, "review"))).pages)
    assert squeezed(low) in squeezed(text)


def test_a_reading_that_takes_the_offers_away_is_priced_beside_each_play() -> None:
    card = loads(OFFERS)
    prices = finding(card, "reading").prices
    assert [(one.subject.play, one.value) for one in prices] == [
        (play, value) for play in ("best", "first") for value in ("a", "b")
    ]
    assert {one.edge for one in prices if one.value == "b"} == {card.odds({"who": "b"})["ladder"].house_edge}


@pytest.mark.slow
@pytest.mark.parametrize("card", sampled_cards())
def test_every_price_of_a_reading_is_the_price_under_that_reading(card: str) -> None:
    loaded = load(card)
    for one in (price for found in loaded.review() if found.code == "reading" for price in found.prices):
        options = dict(one.settings) | {one.option: one.value}
        same = [
            entry
            for entry in loaded.odds(options, wager=one.subject.wager).wagers
            if entry.play == one.subject.play and one.subject.table in ("", entry.terms.table)
        ]
        assert one.edge in {entry.house_edge_with_envy if one.after_envy else entry.house_edge for entry in same}


# ---- one place decides who beats a wager


def test_the_guard_never_recommends_the_reading_in_force() -> None:
    with pytest.raises(Refusal) as refusal:
        offerings((CardEntry(text=LADDER),), "craps")
    assert refusal.value.code == "player-edge"
    assert "who" not in str(refusal.value)
    card = loads(LADDER)
    odds = beaten(bets(card)[0], card.chance())
    assert odds is not None
    assert odds.play == "best"
    assert safe_reading(card, odds) is None


def test_the_guard_and_the_review_recommend_the_same_reading() -> None:
    card = loads(OFFERS)
    odds = beaten(bets(card)[0], card.chance())
    assert odds is not None
    safe = safe_reading(card, odds)
    assert safe is not None
    assert (safe.option, safe.value) == ("who", "b")
    assert safe.house_edge == card.odds({"who": "b"})["ladder"].house_edge
    found = finding(card, "player-edge")
    assert (found.facts["option"], found.facts["value"], found.facts["kept"]) == ("who", "b", safe.house_edge)
    with pytest.raises(Refusal, match="who"):
        offerings((CardEntry(text=OFFERS),), "craps")


@pytest.mark.slow
@pytest.mark.parametrize("card", card_ids())
def test_a_wager_is_beaten_where_a_play_of_it_is(card: str) -> None:
    loaded = load(card)
    lost = {(one.terms.wager, one.terms.table) for one in loaded.odds().wagers if player_has_edge(one)}
    chance = loaded.chance()
    assert {(bet.terms.wager, bet.terms.table) for bet in bets(loaded) if beaten(bet, chance)} == lost
    faults = {one.wager for one in loaded.review() if one.code == "player-edge" and one.grade == "fault"}
    assert faults == {wager for wager, _ in lost}
    for bet in bets(loaded):
        if bet.terms.is_posted:
            edge = against_best_play(bet, chance).house_edge
            assert edge is not None
            assert (edge < Fraction(0)) == ((bet.terms.wager, bet.terms.table) in lost)


@pytest.mark.slow
def test_a_house_without_an_edge_against_the_best_play_is_warned() -> None:
    (found,) = [one for one in loads(POOR_LADDER).review() if one.code == "no-edge"]
    assert found.grade == "warning"
    assert found.sentence == "The house has no edge on Ladder against the best play."
    assert [one.edge for one in found.prices] == [0]
    assert not [one for one in load("super-shooter").review() if one.code == "no-edge"]


def test_a_wager_that_only_turns_into_others_is_reviewed() -> None:
    """It has no pay of its own, so no top pay to hold against the tax line."""
    card = loads(
        "card: turning\ntitle: Turning\nabout: A stake that turns.\nsource: tests\ngame: roulette\n"
        "chance: a single-zero wheel\nends: after 1 spin\nwagers:\n"
        "  first: {pays: [{when: the number is red, turns into: second}]}\n"
        "  second: {wins: the number is 17, pays: 400 to 1}\n"
    )
    taxed = [one for one in card.review() if one.code == "tax-line"]
    assert [one.wager for one in taxed] == ["second"]
