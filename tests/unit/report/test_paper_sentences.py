"""Sentences of papers that follow from a few facts of a card: how many, of which game, of what kind."""

import pytest

from rackcard.api import RackCard, load, loads
from rackcard.card.phrases import parse_phrase
from rackcard.games import GAMES
from rackcard.games.wording import meaning_of, words_of
from rackcard.report.documents.card_parts import RepeatDrawing, StepList
from rackcard.report.documents.dealer_card import dealer_card
from rackcard.report.documents.dealer_procedures import dealer_procedures
from rackcard.report.documents.par_sheet import par_sheet
from rackcard.report.documents.rack_card import rack_card
from rackcard.report.documents.rules_of_play import rules_of_play
from rackcard.report.request import order
from rackcard.report.writers.html import web_page
from rackcard.wording import findings
from tests.support.printed import document_text

TWO = """card: sides
title: Sides
about: Two sides and both.
game: craps
source: here
ends: any seven
wagers:
  small: {name: Small, wins: all of 2 3 4 5 6 rolled, pays: 34 to 1}
  tall: {name: Tall, wins: all of 8 9 10 11 12 rolled, pays: 34 to 1}
  both: {name: Both, wins: 'all of 2 3 4 5 6 rolled, and all of 8 9 10 11 12 rolled', pays: 175 to 1}
"""


def test_wagers_that_must_both_win() -> None:
    text = document_text(rack_card(order(loads(TWO))))
    assert "Small and Tall both win." in text
    assert "Each of" not in text


@pytest.mark.parametrize(
    ("card", "left"),
    [
        ("craps", "The point stays as the earlier results left it."),
        ("cash-out-craps", "The lammers and the point stay as the earlier results left them."),
    ],
)
def test_what_a_void_leaves(card: str, left: str) -> None:
    assert left in document_text(dealer_procedures(order(load(card))))


@pytest.mark.parametrize(("card", "unit"), [("craps", "roll"), ("roulette", "spin"), ("baccarat", "hand")])
def test_what_a_correction_leaves(card: str, unit: str) -> None:
    text = document_text(dealer_procedures(order(load(card))))
    made = f"Wagers made since the corrected {unit} stand if the right result allows them; the others are undone and"
    assert f"{made} returned. | After a correction. |" in text
    assert "with its reason and the name of the person who made it." in text


def test_terms_of_the_trade_on_a_par_sheet() -> None:
    text = document_text(par_sheet(order(load("super-shooter"))))
    for told in ("Maximum exposure per bet", "Highest hit rate", "exact distribution", "Return: includes the stake."):
        assert told in text
    for old in ("can cost", "Most often paid", "exact law", "counts the stake"):
        assert old not in text


def test_the_page_of_a_dealer_card_is_titled_by_its_name() -> None:
    assert "<title>Craps, Dealer card</title>" in web_page(dealer_card(order(load("craps"))))


def test_wins_that_may_be_taxed() -> None:
    for sentence in (findings.FINDINGS["tax-line"], findings.SEVERAL["tax-line"]):
        assert "may have to be reported for tax in the United States" in sentence


# ---- wagers of an inventor, as they come out on paper


def on_paper(wagers: str, game: str = "craps", more: str = "ends: any seven") -> RackCard:
    """A card with these wagers."""
    head = f"card: own\ntitle: Own\nabout: An example.\ngame: {game}\nsource: an example\n{more}\nwagers:\n"
    return loads(head + "".join(f"  {line}\n" for line in wagers.splitlines()))


def rack_text(card: RackCard) -> str:
    return document_text(rack_card(order(card)))


ROULETTE = "chance: a double-zero wheel\nmarks: from the first bet\nends: the number is green"
SURRENDERS = """six: {name: Six, wins: 6 rolled 4 times, pays: 12 to 1, surrender: {2: 2 for 1, 3: 5 for 1}}
eight: {name: Eight, wins: 8 rolled 4 times, pays: 13 for 1, surrender: {2: 1 to 1, 3: 7 for 2}}
nine: {name: Nine, wins: 9 rolled 3 times, pays: 9 to 1, surrender: {1: 0.5 for 1, 2: 7 to 3}}"""


def test_a_surrender_is_printed_in_the_unit_of_its_row() -> None:
    card = on_paper(SURRENDERS)
    drawings = [block for block in rack_card(order(card)).sides[0] if isinstance(block, RepeatDrawing)]
    rows = {row.marks[0]: (drawing.unit, row.stops) for drawing in drawings for row in drawing.rows}
    terms = {"6": "six", "8": "eight", "9": "nine"}
    compared = 0
    for number, (unit, stops) in rows.items():
        wager = next(one for one in card.terms() if one.wager == terms[number])
        for offer in wager.offers:
            stop = stops[(offer.count or 0) - 1]
            written = stop if " " in stop else f"{stop} {unit.removeprefix('pays ')}"
            if written != str(offer.pay):
                assert parse_phrase(GAMES["craps"], "pay", written).net == offer.pay.net, (number, stop)
            compared += 1
    assert compared == 6
    assert rows["6"] == ("pays to 1", ("", "1", "4", "12"))
    assert rows["8"] == ("pays for 1", ("", "2", "3.5", "13"))
    assert rows["9"] == ("pays to 1", ("loses half", "7 to 3", "9"))


LADDERS = """long: {name: Long, counts: rolls, pays: {12 to 19: 1 to 1, 20 or more: 4 to 1}}
pts: {name: Points, counts: points made, pays: {2: 1 to 1, 3 or more: 3 to 1}, cash out: at any pay}"""


def test_a_card_with_two_ladders_explains_both() -> None:
    card = on_paper(LADDERS, more="marks: from the first bet\nends: seven-out")
    document = rack_card(order(card))
    assert document.subtitle == "Two side bets for craps."
    (steps,) = [block.steps for block in document.sides[1] if isinstance(block, StepList)]
    told = dict(steps)
    assert told["Long."].startswith(
        "Each roll counts one, the one that ends the wager included. Your count sets the pay"
    )
    assert told["Points."].startswith("Each point made counts one. With 2 points or more, you can cash out between")
    assert "The next new" not in told["Points."]


HELD = """red: {name: Red, ends: after 1 spin, pays: [{when: the number is red, pays: 1 to 1}, ZERO]}
held: {name: Held, opens: never, ends: after 1 spin, pays: [LINES]}"""
ZERO = "{when: the number is 0, turns into: held}"
COMES_BACK = "{when: the number is red, pays: push}"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (COMES_BACK, "If it would win then, you get it back; if not, it loses. |"),
        (f"{COMES_BACK}, {ZERO}", "If the same comes again, it stays up again."),
        (COMES_BACK + ", {when: the number is black, pays: loses}", "you get it back; if not, it loses. |"),
        (COMES_BACK + ", {when: the number is black, pays: 3 to 1}",
         "Held: red: push; black: 3 to 1; anything else loses."),
        ("{when: the number is black, pays: push}", "Held: black: push; anything else loses."),
    ],
)  # fmt: skip
def test_a_bet_that_is_held_over_is_said_to_come_back_only_if_it_does(lines: str, told: str) -> None:
    text = rack_text(
        on_paper(HELD.replace("LINES", lines).replace("ZERO", ZERO), "roulette", "chance: a double-zero wheel")
    )
    assert told in text
    assert ("you get it back" in text) == told.startswith(("If", "you"))


def test_a_wager_of_roulette_that_ends_on_an_event_is_said_in_english() -> None:
    wager = "seven: {name: Seven, wins: the number is 7 4 times, pays: 400 to 1, surrender: {2: 7 for 1}}"
    text = rack_text(on_paper(wager, "roulette", ROULETTE))
    for told in ("Repeat your number before green.", "Green loses.", "If green comes first, the bet loses.", "Your 7"):
        assert told in text, told
    assert "lands on green loses" not in text
    assert "Your lands" not in text


@pytest.mark.parametrize(
    ("ends", "ender"),
    [
        ("any seven", "any 7"),
        ("seven-out", "a seven-out"),
        ("a point made", "a made point"),
        ("4 or 10 made", "a made point of 4 or 10"),
        ("the line wins", "a pass line win"),
        ("the line loses", "a pass line loss"),
        ("a point made or seven-out", "a made point or a seven-out"),
        ("a point made or 12 rolled", "a made point or a 12"),
        ("hard 8 rolled or any seven", "a hard 8 or a 7"),
    ],
)
def test_what_ends_a_wager_is_a_thing(ends: str, ender: str) -> None:
    event = parse_phrase(GAMES["craps"], "event", ends)
    assert words_of("craps").ender(meaning_of(event)) == ender


def test_a_ladder_counts_things_of_its_game() -> None:
    offer = 'cash out: at any pay, take back: "after the first spin, below the first pay"'
    reds = f"reds: {{name: Reds, counts: the number is red, pays: {{8: 2 to 1, 9 or more: 3 to 1}}, {offer}}}"
    text = rack_text(on_paper(reds, "roulette", ROULETTE))
    assert "With 8 red spins or more, you can cash out" in text
    assert "9 or more red spins pay 3 to 1 at once" in text
    assert "time" not in text.replace("any time", "")
    nines = "nines: {name: Nines, counts: nines in the first 4 cards, pays: {2: 10 to 1, 3 or more: 100 to 1}}"
    text = rack_text(on_paper(nines, "baccarat", "chance: a shoe of 8 decks"))
    assert "3 or more nines | 100 | to 1 | 2 nines | 10 | to 1" in text
    assert "Your count sets the pay. |" in text
    assert "as soon as no higher pay" not in text


def test_a_commission_is_told_once() -> None:
    wager = "gamma: {name: Gamma, pays: [{when: tie, pays: push}, {when: banker wins, pays: 0.95 to 1}]%s}"
    more = "chance: a shoe of 8 decks"
    assert "even money less a commission" in rack_text(on_paper(wager % "", "baccarat", more))
    taken = rack_text(on_paper(wager % ", commission: '5 % of the win, on a win'", "baccarat", more))
    assert "5 % commission on wins." in taken
    assert "even money less a commission" not in taken


def test_what_is_marked_follows_from_what_a_wager_asks_for() -> None:
    card = on_paper(
        """once: {name: Once, wins: all of 2 3 4 rolled, pays: 20 to 1}
quick: {name: Quick, wins: 6 rolled then at once 8 rolled, pays: 11 to 2}
pair: {name: Pair, wins: doubles rolled 2 times in a row, pays: 9 to 2}
exact: {name: Exact, wins: 8 rolled exactly 2 times, pays: 3 to 1}""",
        more="marks: from the first bet\nends: seven-out",
    )
    text = document_text(rules_of_play(order(card)))
    told = [part.removesuffix(".") for part in text.split(" | ")]
    for sentence, name in (
        ("A repeat has no effect", "Once"), ("have come in order", "Quick"),
        ("Any other roll sends the lammer back to the start of the track", "Pair"),
        ("The rolls need not be consecutive", "Exact"),
    ):  # fmt: skip
        (at,) = [place for place, part in enumerate(told) if part.endswith(sentence)]
        assert told[at + 1] == name
    assert "a position for each time its event must happen" in text


def test_a_term_that_means_several_things_is_set_off_by_commas() -> None:
    card = on_paper(LADDERS, more="marks: from the first bet\nends: seven-out")
    assert "means, for Long, the number of rolls during the current Round." in document_text(rules_of_play(order(card)))


def test_options_are_said_alike_on_every_paper() -> None:
    card = load("craps")
    assert "Odds | 3-4-5x" in document_text(rules_of_play(order(card)))
    assert "Field | 2 and 12 double" in document_text(rules_of_play(order(card)))
    assert "Wheel | double-zero" in document_text(rules_of_play(order(load("roulette"))))
    assert "2 and 12 double" in document_text(par_sheet(order(card)))


def test_the_hours_of_a_report_are_those_of_the_game() -> None:
    assert {game.id: game.outcomes_per_hour for game in GAMES.values()} == {
        "craps": 100, "roulette": 40, "baccarat": 70, "sic-bo": 60,
    }  # fmt: skip


def test_a_layout_with_counts_and_tracks_has_both() -> None:
    both = LADDERS + "\nlows: {name: Lows, wins: 4 rolled 3 times, pays: 3 to 1}"
    text = document_text(rules_of_play(order(on_paper(both, more="marks: from the first bet\nends: seven-out"))))
    assert "a position for each Count from 1 to 20" in text
    assert "a track for each wager" in text
