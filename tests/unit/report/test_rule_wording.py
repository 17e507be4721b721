"""The rules of a card in words: on the sheet, on the rack card and at the table."""

import io
import json
from itertools import islice

import pytest
from pypdf import PdfReader

from rackcard.api import loads
from rackcard.card import card_ids
from rackcard.card.phrases import parse_phrase
from rackcard.games import GAMES
from rackcard.machine import bets
from rackcard.report.documents.card_parts import StepList
from rackcard.report.documents.rack_card import rack_card
from rackcard.report.printing import printed
from rackcard.report.request import order
from rackcard.wording.conditions import condition_text
from rackcard.wording.rules import end_clause, felt_rule, goal, line_text, winners
from tests.support.printed import card_of, document_text, squeezed
from tests.support.sample import sampled, sampled_cards

pytestmark = pytest.mark.slow

# ---- the words


@pytest.mark.parametrize("register", ["short", "rack", "clause"])
@pytest.mark.parametrize("card", sampled_cards())
def test_every_rule_of_a_card_is_said_in_every_register(card: str, register: str) -> None:
    """Under every option: never from the card's own phrase, never empty."""
    loaded = card_of(card)
    for options in loaded.combinations(readings_only=False):
        names = winners(loaded.terms(options))
        for terms in loaded.terms(options):
            for line in terms.lines:
                said = condition_text(line.when, register, loaded.game.unit, names)  # type: ignore[arg-type]
                assert said
                assert "(" not in said or ")" in said
            assert not terms.has_rule or end_clause(terms, loaded.game.unit).endswith(".")


def test_a_rack_card_reads_like_one() -> None:
    steps = next(block for block in rack_card(order(card_of("super-shooter"))).sides[1] if isinstance(block, StepList))
    assert steps.steps == (
        ("Bet before any roll", "if nobody has a Super Shooter bet up."),
        ("Each number of your bet gets a lammer", "the first time it comes. A repeat changes nothing."),
        ("Mark them all and you are paid at once.", ""),
        ("Any 7 loses everything still up.", "A 7 on the come-out counts too."),
    )


def rack_words(card: str, **options: str) -> str:
    """What a rack card says."""
    return document_text(rack_card(order(card_of(card), options=options)))


@pytest.mark.slow
@pytest.mark.parametrize("card", card_ids())
def test_no_sentence_typed_for_a_game_is_on_a_rack_card(card: str) -> None:
    """A rack card never repeats a card's own description, because the options could contradict it."""
    if not any(terms.is_posted for terms in card_of(card).terms()):
        return
    for chosen in islice(card_of(card).combinations(readings_only=False), sampled(12, 10_000)):
        document = rack_card(order(card_of(card), options=chosen))
        typed = [card_of(card).about, *(option.about for option in card_of(card).options.values())]
        assert not [text for text in typed if text in json.dumps(document.to_dict(), ensure_ascii=False)]


def test_options_and_words_agree() -> None:
    as_written, any_seven = rack_words("dice-works"), rack_words("dice-works", ends="any-seven")
    assert "A seven-out loses everything still up." in as_written
    assert "A 7 on the come-out doesn't lose." in as_written
    assert "Lammers stay until the shooter sevens out (a 7 with a point on)." in as_written
    assert "seven" not in any_seven.replace("ends any-seven", "")
    assert "shooter" not in any_seven
    assert "Any 7 loses everything still up." in any_seven
    assert "Lammers stay until a 7 is rolled." in any_seven
    assert "Surrender if you like." in rack_words("repeater-bets-plus")
    assert "Surrender if you like." not in rack_words("repeater-bets-plus", surrender="no")


@pytest.mark.parametrize(
    ("wheel", "zeros"), [("double-zero", "(0 or 00)"), ("single-zero", "(0)"), ("triple-zero", "(0, 00 or 000)")]
)
def test_a_rack_card_says_the_wheel_and_what_a_zero_does(wheel: str, zeros: str) -> None:
    text = rack_words("straights-and-8s", wheel=wheel)
    assert (
        f"A zero {zeros} is never part of a winning line: "
        "on spin 1 or 2 the wager loses; on spin 3 only lines on spins 1 and 2 can pay." in text
    )
    assert "A wager is collected as soon as it can no longer be paid." in text
    assert f"Roulette side bet, played with a {wheel} wheel." in text
    assert rack_card(order(card_of("baccarat"), options={"decks": "6"})).subtitle == "Played with a shoe of 6 decks"


def test_a_zero_does_at_the_table_what_the_rack_card_says() -> None:
    card = card_of("straights-and-8s")
    (bet,) = bets(card)
    state, result = bet.machine.step(0, "0")
    assert result == bet.machine.loss
    state, _ = bet.machine.step(0, "8")
    assert bet.machine.step(state, "00")[1] == bet.machine.loss
    state, result = bet.machine.step(state, "9")
    assert result is None
    paid = bet.machine.step(state, "0")[1]
    assert paid is not None
    assert str(bet.results[paid].pay) == "7 to 1"


def test_a_wager_that_rides_is_not_said_to_lose_for_its_count() -> None:
    page = rack_words("cash-out-craps")
    assert "Fewer than" not in page
    assert "With 4 numbers or more, you can cash out" in page
    assert "All ten numbers pay 100 to 1 at once; you don't have to ask." in page
    settled = rack_words("high-roller")
    assert "Fewer than 3 points and the bet loses" in settled
    assert "collected" not in settled


@pytest.mark.parametrize("what", ["rack-card", "strategy-card", "dealer-card"])
def test_the_imprint_tells_the_options_that_are_not_the_defaults(what: str) -> None:
    card = card_of("dice-works")
    made = PdfReader(io.BytesIO(printed(card, what, options={"ends": "any-seven"})))  # type: ignore[arg-type]
    imprint = squeezed(f"ends any-seven · card {card.sha256[:4]} {card.sha256[4:8]}")
    assert imprint in squeezed(made.pages[-1].extract_text())


@pytest.mark.parametrize(
    ("game", "phrase", "short", "rack", "clause"),
    [
        ("craps", "6 rolled 6 times", "six 6s", "Roll six 6s", "a total of 6 has been rolled six times"),
        ("craps", "2 or 3 or 11 or 12 rolled 7 times", "seven of 2, 3, 11 or 12",
         "Roll 2, 3, 11 or 12 seven times in all",
         "a total of 2, 3, 11 or 12 has been rolled seven times in all"),
        ("craps", "all of 2 3 4 5 6 rolled", "every number from 2 to 6", "Roll every number from 2 to 6",
         "each of the totals 2, 3, 4, 5 and 6 has been rolled at least once"),
        ("craps", "all of 4 5 6 made", "all of 4, 5 and 6", "Make each of the points 4, 5 and 6",
         "each of the points 4, 5 and 6 has been made at least once"),
        ("craps", "hard 8 rolled", "hard 8", "Roll a hard 8 (4-4)", "a hard 8 (two 4s) is rolled"),
        ("craps", "seven-out", "seven-out", "The shooter sevens out (a 7 with a point on)", "the shooter sevens out"),
        ("baccarat", "banker wins with 7 in 3 cards", "Banker wins with a three-card 7",
         "The Banker wins with a three-card 7",
         "the Banker hand wins with a total of seven comprised of three cards"),
        ("baccarat", "9 in 2 cards beats 7", "a two-card 9 beats a 7", "A two-card 9 beats a 7, on either side",
         "a hand with a total of nine comprised of two cards beats a hand with a total of seven"),
        ("roulette", "the number is red", "red", "The ball lands on red", "the ball lands on red"),
        ("roulette", "the number is 1 to 18", "a number from 1 to 18", "The ball lands on a number from 1 to 18",
         "the ball lands on a number from 1 to 18"),
        ("roulette", "spins 1 2 are among 8 18 28", "first two spins are both 8, 18 or 28",
         "First two spins both 8, 18 or 28",
         "the first two numbers are both 8, 18 or 28"),
        ("roulette", "spins 1 2 are 2 apart with 36 beside 1",
         "first two spins are 2 apart (36 and 1 count as consecutive)",
         "First two spins are 2 apart (36 and 1 count as consecutive)",
         "the first two numbers differ by 2 (36 and 1 count as consecutive)"),
        ("sic-bo", "the total is 9", "a total of 9", "The dice total 9", "the total of the three dice is 9"),
        ("sic-bo", "the total is 4 to 10 without a triple", "a total of 4 to 10, no triple",
         "The dice total 4 to 10, excluding triples",
         "the total of the three dice is from 4 to 10 and the roll is not a triple"),
        ("sic-bo", "the total is odd without a triple", "an odd total, no triple",
         "The dice total an odd number, excluding triples",
         "the total of the three dice is odd and the roll is not a triple"),
        ("sic-bo", "3 shows twice", "exactly two 3s", "Exactly two dice show a 3",
         "exactly two of the three dice show a 3"),
        ("sic-bo", "3 shows at least twice", "two or three 3s", "At least two dice show a 3",
         "at least two of the three dice show a 3"),
        ("sic-bo", "1 and 2 show", "a 1 and a 2", "The dice show a 1 and a 2", "the dice show a 1 and a 2"),
        ("sic-bo", "triple 4", "three 4s", "All three dice show a 4", "all three dice show a 4"),
        ("sic-bo", "any triple", "any triple", "All three dice show the same number",
         "all three dice show the same number"),
    ],
)  # fmt: skip
def test_conditions_in_three_registers(game: str, phrase: str, short: str, rack: str, clause: str) -> None:
    condition = parse_phrase(GAMES[game], "condition", phrase)
    said = [condition_text(condition, register, "spin") for register in ("short", "rack", "clause")]
    assert said == [short, rack, clause]


def test_a_wager_on_a_place_says_what_wins_on_any_place() -> None:
    card = card_of("sic-bo")
    placed = {terms.group: terms for terms in card.terms() if terms.wager != terms.group}
    assert {group: goal(terms, "clause", "roll") for group, terms in placed.items() if len(terms.lines) == 1} == {
        "triple": "The wager wins when all three dice show the number of the wager.",
        "double": "The wager wins when at least two of the three dice show the number of the wager.",
        "combination": "The wager wins when the dice show both numbers of the wager.",
    }
    assert [line_text(placed["single"], index, "roll") for index in range(3)] == [
        "All three dice show your number", "Exactly two dice show your number", "Exactly one die shows your number",
    ]  # fmt: skip
    assert {felt_rule(terms, "roll")[0] for terms in card.terms() if terms.group == "double"} == {
        "wins: its number on two or three dice"
    }


def test_a_rule_on_a_place_keeps_its_count() -> None:
    wager = "{places: each number on a single-zero wheel, wins: the ball lands on this place 2 times, pays: 400 to 1}"
    card = loads(
        "card: twice\ntitle: Twice\nabout: An example.\ngame: roulette\nsource: an example\n"
        f"chance: a single-zero wheel\nends: after 3 spins\nwagers:\n  number: {wager}\n"
    )
    said = [goal(card.terms()[0], register, "spin") for register in ("short", "rack", "clause")]
    assert all("twice within three spins" in text for text in said), said
