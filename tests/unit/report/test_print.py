"""Printed documents say what the program finds: read back from the PDF, the page and the picture."""

import hashlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest
from pypdf import PdfReader

from rackcard.api import RackCard, load, loads
from rackcard.card import OptionError, card_ids
from rackcard.card.phrases import parse_phrase
from rackcard.card.terms import Terms
from rackcard.cli.printing import write_all
from rackcard.games import GAMES
from rackcard.machine import bets
from rackcard.number import listed, percent, root
from rackcard.report import figures
from rackcard.report.documents import par_sheet as par
from rackcard.report.documents.content import Block, Document, Heading, PrintedTable, Row, minus
from rackcard.report.documents.rack_card import rack_card
from rackcard.report.figures import BetLimits
from rackcard.report.printing import DOCUMENTS, PrintError, printed, printed_pages
from rackcard.report.request import order, parse_limits
from rackcard.report.review import gathered, together
from rackcard.report.writers.typst import typeset
from rackcard.wording.conditions import Winners, condition_text
from rackcard.wording.rules import bundle, end_clause, felt_rule, goal, line_text, winners
from tests.support.hostile_cards import HOSTILE, hostile_card

DATE = "2026-11-15"
ROOT = Path(__file__).parents[3]


@cache
def card_of(card: str) -> RackCard:
    return load(card)


@cache
def pages(card: str, what: str, paper: str | None = None) -> tuple[str, ...]:
    """The text of each page of a PDF, without any white space: lines break where they must."""
    made = printed(card_of(card), what, date=DATE, house="Fern & Sons", limits="5-500", paper=paper)  # type: ignore[arg-type]
    return tuple(squeezed(page.extract_text()) for page in PdfReader(io.BytesIO(made)).pages)


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


# ---- what the documents say


@pytest.mark.parametrize("card", card_ids())
def test_every_figure_of_the_odds_stands_on_the_par_sheet_of_its_wager(card: str) -> None:
    """Each entry of odds --json, every reading included, is on a page that bears its name and pay table."""
    places = {(terms.wager, terms.table): terms for terms in card_of(card).terms()}
    sheets = pages(card, "par-sheet")
    for entry in card_of(card).odds(readings=True).to_dict()["wagers"]:
        terms = places[entry["wager"], entry["pay_table"]]
        figures_of = [entry[name]["exact"] for name in ("return", "house_edge", "hit") if entry[name]]
        if entry["play"] in ("none", "best"):
            figures_of += [outcome["probability"]["exact"] for outcome in entry["outcomes"]]
        else:
            figures_of = [entry["house_edge"]["exact"]]
        name = squeezed(terms.title) if terms.wager != terms.group else squeezed(entry["name"])
        group = squeezed(terms.group.replace("-", " ").capitalize())
        shown = [squeezed(minus(figure)) for figure in figures_of]
        own = [text for text in sheets if f"{name},paytable{entry['pay_table']}" in text or group in text]
        assert any(all(figure in text for figure in shown) for text in own), (entry["wager"], shown)


def test_a_page_has_the_pay_of_its_wager_and_its_probability_where_the_best_play_never_reaches_it() -> None:
    card = card_of("repeater-bets-plus")
    page = printed(card, "par-sheet", "html", wagers=("repeating-2",)).decode()
    own = page.split('<h2 class="part">')[1]
    assert "<dt>Pays</dt><dd>40 for 1</dd>" in own
    assert "surrender: at 1: 6 for 1" in own
    assert "never reached: wins (40 for 1)" in own
    entries = [entry for entry in card.odds().wagers if entry.terms.wager == "repeating-2"]
    for play, told in (("best", "best or first"), ("never", "never"), ("first", "best or first")):
        table = own.split(f"<caption>Outcomes under the play {told},")[1].split("</table>")[0]
        for outcome in next(entry for entry in entries if entry.play == play).outcomes:
            assert str(outcome.probability) in table
            assert outcome.net is not None
            assert percent(outcome.probability * (1 + outcome.net), 6) in table


def test_every_line_of_a_ladder_stands_on_its_page() -> None:
    card = card_of("cash-out-craps")
    page = printed(card, "par-sheet", "html", table=1).decode()
    for terms in card.terms():
        if terms.table == "1":
            assert f"<dt>Pays</dt><dd>{par.pays_in_full(order(card), terms)}</dd>" in page
            assert all(str(line.pay) in par.pays_in_full(order(card), terms) for line in terms.lines)


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("card", card_ids())
def test_a_row_and_the_fraction_below_it_stand_on_one_page(card: str, paper: str) -> None:
    sheets = pages(card, "review", paper)
    for group in gathered(card_of(card).review()):
        for finding in group:
            edges = [price.edge for price in finding.prices if price.edge is not None]
            for edge in edges:
                both = [squeezed(percent(edge)), squeezed(minus(str(edge)))]
                assert any(all(part in text for part in both) for text in sheets), edge
            if len(group) > 1 and edges:
                shown = "".join(percent(edge) for edge in edges) + ";".join(minus(str(edge)) for edge in edges)
                assert finding.subject is not None
                assert any(squeezed(finding.subject.title + shown) in text for text in sheets), finding.sentence


def test_a_fraction_longer_than_a_page_is_printed_whole() -> None:
    long = Row(("A", "1 %"), "7" * 30_000)
    made = Document("review", "Long", "Review", ((PrintedTable(("For", "Edge"), (long, long)),),), "foot", "", "")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(typeset(made, "letter", "pdf")[0])).pages)
    assert text.count("7") == 60_000


@pytest.mark.parametrize("what", ["par-sheet", "review"])
def test_a_sheet_has_one_minus_sign(what: str) -> None:
    page = printed(card_of("dice-works"), what, "html").decode()  # type: ignore[arg-type]
    assert "−" in page
    assert not re.search(r"[>=] ?-[0-9]", page.split("<main>")[1])


def test_deviations_stand_in_a_column_with_their_decimal_points_below_each_other() -> None:
    page = printed(card_of("repeater-bets-plus"), "par-sheet", "html").decode()
    rows = re.findall(r"<tr>(.*?)</tr>", page.split("<tbody>")[1].split("</tbody>")[0])
    assert len(rows) > 20
    for row in rows:
        assert all(re.fullmatch(r"[0-9]+\.[0-9]{4}", cell) for cell in re.findall(r">([^<>]*)</td>", row)[-2:]), row


@pytest.mark.parametrize("what", DOCUMENTS)
def test_headings_of_a_page_skip_no_level(what: str) -> None:
    page = printed(card_of("repeater-bets-plus"), what, "html").decode()  # type: ignore[arg-type]
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels


def read_rows(terms: Terms, unit: str, names: Winners) -> Iterator[str]:
    """The rows of a wager on the rack card, as they are read back: what it says, then what it pays."""
    if terms.counted:
        for offer in terms.offers:
            if offer.kind == "cash out":
                yield squeezed(f"{offer.when.at_least} {offer.pay}")  # type: ignore[union-attr]
        for line in terms.lines:
            if line.pay and line.pay.net > -1:
                yield squeezed(f"{line.rung} {line.pay}")
    elif terms.bundle:
        pays = listed(dict.fromkeys(str(line.pay) for line in terms.lines), "or")
        yield squeezed(f"{terms.title} {pays} {bundle(terms)[:1].upper()}{bundle(terms)[1:]}.")
    elif len(terms.lines) == 1:
        yield squeezed(f"{terms.title} {f'({terms.also})' if terms.also else ''}")
    else:
        for index, line in enumerate(terms.lines):
            yield squeezed(f"{line_text(terms, index, unit, names)} {line.pay}")


SIDES = {"craps": 3}
"""How many sides the pays of a card take where there are more wagers than one side has room for."""


@pytest.mark.parametrize("paper", ["rack", "a5"])
@pytest.mark.parametrize("card", card_ids())
def test_every_pay_stands_on_the_rack_card_beside_what_it_is_for(card: str, paper: str) -> None:
    front, *backs = pages(card, "rack-card", paper)
    back = "".join(backs)
    assert len(backs) == SIDES.get(card, 1)
    unit, names = card_of(card).game.unit, winners(card_of(card).terms())
    first: dict[str, Terms] = {}
    for terms in card_of(card).terms():
        first.setdefault(terms.group, terms)
    for terms in first.values():
        if not terms.is_posted:
            assert squeezed(terms.title) in back.split("Notopen:")[1]
            continue
        for row in read_rows(terms, unit, names):
            assert row in back, (terms.wager, row)
        if not terms.counted and len(terms.lines) == 1:
            pays = squeezed(f"{terms.lines[0].pay} {terms.envy or ''}")
            starts = [f"{next(read_rows(terms, unit, names))}{table}{pays}" for table in ("", f",table{terms.table}")]
            assert any(start in back for start in starts), (terms.wager, starts)
        for offer in terms.offers:
            if offer.kind == "surrender":
                assert squeezed(str(offer.pay)) in front.split("Surrenderafter")[1].split(squeezed(terms.name), 1)[1]
    assert "$5.00to$500.00" in front or not any(terms.is_posted for terms in first.values())
    for side in (front, *backs):
        assert card_of(card).sha256 in side
        assert "Fern&Sons" in side
        assert DATE in side


@pytest.mark.parametrize("card", card_ids())
def test_the_strategy_card_is_one_side_with_the_edge_that_the_odds_find(card: str) -> None:
    side = "".join(pages(card, "strategy-card"))
    assert len(pages(card, "strategy-card")) == SIDES.get(card, 1)
    assert "ruletoremember" in side.lower()
    first: dict[str, str] = {}
    for entry in card_of(card).odds().wagers:
        shown = first.setdefault(entry.terms.group, entry.terms.table)
        if entry.play in ("none", "best") and entry.house_edge is not None and entry.terms.table == shown:
            edge = entry.house_edge
            offered = any(terms.offers for terms in card_of(card).terms())
            if entry.play == "best" or not offered:
                assert any(squeezed(percent(edge, places)) in side for places in (3, 4)), entry.terms.wager


@pytest.mark.parametrize("card", card_ids())
def test_the_review_report_has_every_finding_with_every_price(card: str) -> None:
    text = "".join(pages(card, "review"))
    for group in gathered(card_of(card).review()):
        assert squeezed(together(group))[:60] in text, together(group)
        for finding in group:
            if len(group) > 1:
                assert finding.subject is not None
                assert squeezed(finding.subject.title) in text
            for price in finding.prices:
                assert price.edge is None or squeezed(percent(price.edge)) in text
    for entry in card_of(card).odds(readings=True).wagers:
        assert entry.house_edge is None or squeezed(percent(entry.house_edge)) in text


def test_a_review_says_once_what_holds_for_many_wagers() -> None:
    groups = gathered(card_of("repeater-bets-plus").review())
    told = [together(group) for group in groups]
    assert "Skill changes the house edge of 11 wagers." in told
    assert "After the envy bonus the house loses on 9 wagers with surrender-envy yes." in told
    lost = next(group for group in groups if together(group).startswith("After the envy bonus the house loses"))
    assert {finding.grade for finding in lost} == {"warning"}
    assert all(price.edge < 0 for finding in lost for price in finding.prices if price.after_envy and price.edge)
    assert len(told) < 8


@pytest.mark.parametrize("card", card_ids())
def test_findings_are_sentences_with_plain_numbers(card: str) -> None:
    for finding in card_of(card).review():
        assert not re.search(r"[0-9]e[+-]?[0-9]", finding.sentence), finding.sentence


def test_a_long_fair_pay_is_told_in_full_with_its_thousands() -> None:
    found = [one.sentence for one in card_of("parlay-craps-with-envy").review() if one.code == "not-posted"]
    assert any(re.search(r"the fair pay is [0-9]+,[0-9]{3}\.[0-9] to 1", sentence) for sentence in found), found


@pytest.mark.parametrize("what", ["par-sheet", "review"])
def test_every_page_of_a_sheet_is_numbered_and_dated(what: str) -> None:
    sheets = pages("repeater-bets-plus", what)
    assert len(sheets) > 2
    for number, text in enumerate(sheets, start=1):
        assert f"{DATE}·page{number}of{len(sheets)}" in text


def test_without_a_date_a_document_says_so_and_asks_no_clock() -> None:
    for what in DOCUMENTS:
        reader = PdfReader(io.BytesIO(printed(card_of("super-shooter"), what)))
        assert "undated" in reader.pages[0].extract_text()
        assert reader.metadata is not None
        assert reader.metadata.creation_date is None
        dated = PdfReader(io.BytesIO(printed(card_of("super-shooter"), what, date=DATE)))
        assert dated.metadata is not None
        assert dated.metadata.creation_date is not None
        assert dated.metadata.creation_date.date().isoformat() == DATE


def test_a_wager_and_table_asked_for_are_all_that_is_printed() -> None:
    card = card_of("super-shooter")
    text = squeezed("".join(page.extract_text() for page in PdfReader(io.BytesIO(
        printed(card, "par-sheet", table=2, wagers=("little",)))).pages))  # fmt: skip
    assert "Little,paytable2" in text
    assert "Little,paytable1" not in text
    assert "Big,paytable" not in text
    assert "1687/21736" in text


def test_options_change_what_is_printed() -> None:
    card = card_of("repeater-bets-plus")
    without = printed(card, "rack-card", "html", options={"surrender": "no"}).decode()
    assert "Surrender" in printed(card, "rack-card", "html").decode()
    assert "Surrender" not in without


def test_what_else_must_be_up_is_named_as_on_its_own_card() -> None:
    required = {"line-bet-required": "yes", "several": "yes", "partial": "yes", "come-out": "off"}
    page = printed(card_of("cash-out-craps"), "rack-card", "html", options=required).decode()
    assert "You must also have a bet on Pass or Don&#x27;t Pass (craps)." in page
    assert "several separate bets" in page
    assert "part of a bet" in page
    assert "works only while a point is on" in page


# ---- the words


@pytest.mark.parametrize("register", ["short", "rack", "clause"])
@pytest.mark.parametrize("card", card_ids())
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
    said = [block.text for side in rack_card(order(card_of("super-shooter"))).sides for block in side
            if hasattr(block, "text")]  # fmt: skip
    assert said == [
        "Each wager wins as soon as what the back shows has happened. If a 7 is rolled first, it loses.",
        "How to bet",
        "Bet before any roll, once the last round is over.",
        "How it is decided",
        "Lammers start with the first bet and stay until a 7 is rolled. They are the same for all players.",
        "For the dealer",
        "When you win, the dealer wins too: the house pays the dealer the envy bonus shown, on the amount of your "
        "bet. It costs you nothing.",
        "What it pays",
        "you win 30 for each unit bet, and you keep your bet.",
    ]


def front(card: str, **options: str) -> str:
    """What the front of a rack card says, its blocks on lines of their own."""
    side = rack_card(order(card_of(card), options=options)).sides[0]
    return "\n".join(block.text for block in side if hasattr(block, "text"))


@pytest.mark.parametrize("card", card_ids())
def test_no_sentence_typed_for_a_game_is_on_a_rack_card(card: str) -> None:
    """A rack card never repeats a card's own description, because the options could contradict it."""
    for chosen in card_of(card).combinations(readings_only=False):
        document = rack_card(order(card_of(card), options=chosen))
        typed = [card_of(card).about, *(option.about for option in card_of(card).options.values())]
        assert not [text for text in typed if text in json.dumps(document.to_dict(), ensure_ascii=False)]


def test_options_and_words_agree() -> None:
    as_written, any_seven = front("dice-works"), front("dice-works", ends="any-seven")
    assert "If the shooter sevens out (a 7 with a point on) first, it loses." in as_written
    assert "A round ends when the shooter sevens out (a 7 with a point on)." in as_written
    assert "Lammers stay until the shooter sevens out (a 7 with a point on)." in as_written
    assert "seven" not in any_seven
    assert "shooter" not in any_seven
    assert "If a 7 is rolled first, it loses." in any_seven
    assert "A round ends when a 7 is rolled." in any_seven
    assert "Lammers stay until a 7 is rolled." in any_seven
    assert "surrender the wager" in front("repeater-bets-plus")
    assert "surrender the wager" not in front("repeater-bets-plus", surrender="no")


@pytest.mark.parametrize(
    ("wheel", "zeros"), [("double-zero", "(0 or 00)"), ("single-zero", "(0)"), ("triple-zero", "(0, 00 or 000)")]
)
def test_a_rack_card_says_the_wheel_and_what_a_zero_does(wheel: str, zeros: str) -> None:
    text = front("straights-and-8s", wheel=wheel)
    assert (
        f"A zero {zeros} is never part of a winning line: "
        "on spin 1 or 2 the wager loses; on spin 3 only lines on spins 1 and 2 can pay." in text
    )
    assert "A wager is collected as soon as it can no longer be paid." in text
    document = rack_card(order(card_of("straights-and-8s"), options={"wheel": wheel}))
    assert document.subtitle == f"Roulette side bet, played with a {wheel} wheel"
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
    page = printed(card_of("cash-out-craps"), "rack-card", "html").decode()
    assert "Fewer than" not in page
    assert "Claim a payout after any roll. Only the last is paid automatically." in page
    assert "Only the payout for 10 is paid automatically." in page
    settled = printed(card_of("high-roller"), "rack-card", "html").decode()
    assert "Fewer than 3 lose." in settled
    assert "collected" not in settled


@pytest.mark.parametrize("what", ["rack-card", "strategy-card"])
def test_the_foot_tells_the_options_in_force(what: str) -> None:
    card = card_of("dice-works")
    for ends in ("seven-out", "any-seven"):
        made = printed(card, what, options={"ends": ends})  # type: ignore[arg-type]
        for page in PdfReader(io.BytesIO(made)).pages:
            assert squeezed(f"sha256 {card.sha256} options: ends {ends}") in squeezed(page.extract_text())


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
         "the first two spins are both 8, 18 or 28"),
        ("roulette", "spins 1 2 are 2 apart with 36 beside 1",
         "first two spins are 2 apart (36 and 1 count as consecutive)",
         "First two spins are 2 apart (36 and 1 count as consecutive)",
         "the first two spins are 2 apart (36 and 1 count as consecutive)"),
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
    assert all("two times within three spins" in text for text in said), said


# ---- figures


def test_roots_bands_and_volatility_agree_with_floating_point() -> None:
    for share, reach in figures.QUANTILES.items():
        assert abs(float(reach) - NormalDist().inv_cdf(0.5 + share / 200)) < 5e-4
    entry = card_of("super-shooter").odds(table=1)["little"]
    assert entry.variance is not None
    assert entry.house_edge is not None
    deviation = float(entry.variance) ** 0.5
    assert abs(float(root(entry.variance)) - deviation) < 1e-12
    assert figures.volatility(entry) == Fraction("1.645") * root(entry.variance)
    band = figures.bands(entry)[2]
    assert band.decisions == 100_000
    assert abs(float(band.likely[1] - entry.house_edge) - 1.645 * deviation / 100_000**0.5) < 1e-12
    assert abs(float(band.nearly[1] - entry.house_edge) - 2.576 * deviation / 100_000**0.5) < 1e-12


def test_a_length_adds_up_and_its_quantiles_are_the_first_to_reach_their_share() -> None:
    entry = card_of("super-shooter").odds(table=1)["little"]
    found = figures.length(entry)
    assert found is not None
    assert Fraction(999, 1000) <= found.by(len(found.exactly)) <= 1
    median = found.quantile(Fraction(1, 2))
    assert median is not None
    assert found.by(median - 1) < Fraction(1, 2) <= found.by(median)


def test_exposure_is_the_highest_pay_at_the_highest_stake_up_to_the_payout() -> None:
    entry = card_of("super-shooter").odds(table=3)["all"]
    assert figures.exposure(entry, BetLimits(500, 50000)).total == (175 + 5) * 50000
    capped = figures.exposure(entry, BetLimits(500, 50000, 5_000_000))
    assert (capped.won, capped.dealt, capped.is_capped) == (5_000_000, 5 * 50000, True)
    assert not figures.exposure(entry, BetLimits(500, 50000, 175 * 50000)).is_capped
    banker = card_of("baccarat").odds()["banker"]
    assert figures.exposure(banker, BetLimits(101, 101)).total == 96


def test_the_sheet_says_capped_only_where_the_cap_binds_and_counts_the_envy() -> None:
    def told(**given: Any) -> str:
        page = printed(card_of("super-shooter"), "par-sheet", "html", table=3, limits="5-500", **given).decode()
        return page.split("<dt>Maximum exposure</dt><dd>")[1].split("</dd>")[0]

    in_stakes = "175 times the stake, and 5 times the stake in envy to the dealer"
    assert told() == f"$90,000.00 at a stake of $500.00 ({in_stakes})"
    assert told(payout="87500") == told()
    assert told(payout="50000") == (
        f"$52,500.00 at a stake of $500.00 ({in_stakes}; "
        "the win is cut from $87,500.00 to the maximum payout of $50,000.00)"
    )


def test_a_highest_payout_is_priced_where_it_cuts_a_win() -> None:
    card = card_of("super-shooter")
    entry = card.odds(table=3)["all"]
    limits = BetLimits(500, 50_000, 5_000_000)
    cut = figures.capped(entry, limits)
    assert cut is not None
    assert cut.stake == 5_000_000 // 175
    wins = entry.hit
    assert wins is not None
    assert cut.edge == 1 - wins * (1 + Fraction(100))
    assert cut.edge_with_envy == cut.edge - 5 * wins
    assert figures.capped(entry, BetLimits(500, 28_571, 5_000_000)) is None
    page = printed(card, "par-sheet", "html", table=3, limits="5-500", payout="50000").decode()
    told = page.split("<dt>Maximum payout</dt><dd>")[1].split("</dd>")[0]
    assert told.startswith(
        "$50,000.00 limits the win: the figures above apply up to a stake of $285.71. At $500.00 the "
    )
    assert f"{percent(cut.edge, 6)} = {cut.edge}, after envy {percent(cut.edge_with_envy, 6)}" in told
    assert "Maximum payout</dt>" not in printed(card, "par-sheet", "html", limits="5-100", payout="50000").decode()


def test_a_page_that_runs_over_names_its_wager() -> None:
    blocks: list[Block] = []
    for name in ("First", "Second"):
        blocks += [Heading(name, 1, "as read"), PrintedTable(("For", "Edge"), (Row((name, "1 %"), "7" * 30_000),))]
    made = Document("par-sheet", "Long", "PAR sheet", (tuple(blocks),), "foot", "", "")
    shown = [squeezed(page.extract_text()) for page in PdfReader(io.BytesIO(typeset(made, "letter", "pdf")[0])).pages]
    heads = ["First" if "PARsheet·First·asread" in text else "Second" if "PARsheet·Second·asread" in text else ""
             for text in shown]  # fmt: skip
    second = next(number for number, text in enumerate(shown) if "Secondasread" in text)
    assert set(heads[1:second]) - {""} == {"First"}
    assert heads[second] == ""
    assert set(heads[second + 1 :]) == {"Second"}


def test_every_row_of_the_summary_has_its_wager_and_every_play_its_exact_return() -> None:
    card = card_of("repeater-bets-plus")
    page = printed(card, "par-sheet", "html").decode()
    rows = re.findall(r"<tr>(.*?)</tr>", page.split("<tbody>")[1].split("</tbody>")[0])
    assert all(re.match(r"<td>[^<]+</td>", row) for row in rows)
    for entry in card.odds(readings=True):
        if entry.play != "none":
            assert f"return {entry.player_return}; house edge {entry.house_edge}" in page


def test_wagers_left_out_and_readings_that_change_nothing_are_told() -> None:
    page = printed(card_of("super-shooter"), "par-sheet", "html", table=3).decode()
    assert "<dt>Pay table</dt><dd>only 3; Little and Big do not have it</dd>" in page
    page = printed(card_of("repeater-bets-plus"), "par-sheet", "html", wagers=("uptown",)).decode()
    assert "<dd>surrender-envy has no effect here</dd>" in page
    assert "<dt>Wagers</dt><dd>only uptown</dd>" in page


def test_pages_scroll_their_tables_and_tell_their_charts() -> None:
    page = printed(card_of("cash-out-craps"), "par-sheet", "html", table=1).decode()
    assert page.count("<table>") == page.count('<div class="scroll" role="region" tabindex="0" aria-label=')
    assert page.count("<desc>") == page.count("<svg") == 3
    assert not re.search(r"<th(?! scope=\"col\"|ead)", page)


# ---- what cannot be printed


def long_card(wagers: int, words: str = "") -> RackCard:
    lines = "\n".join(
        f"  w-{number}: {{name: '{words} Number {number}', wins: 8 rolled {number % 30 + 1} times, pays: 30 to 1}}"
        for number in range(wagers)
    )
    head = "card: long\ntitle: Long\nabout: Long.\ngame: craps\nsource: ours\nends: any seven\nwagers:\n"
    return loads(head + lines)


def test_a_card_too_long_for_its_format_says_which_fits() -> None:
    card = long_card(24, "A name that takes " + "three lines on the narrow card and fewer on the other, " * 2)
    with pytest.raises(PrintError, match=r"Long does not fit a rack-card on rack: .* the back takes \d+ % of its space"
                                         r"\. It fits on a5: print it with --format a5"):  # fmt: skip
        printed(card)
    assert printed(card, paper="a5")[:5] == b"%PDF-"


def test_a_card_too_long_for_every_format_says_what_to_cut() -> None:
    card = long_card(60, "A name so long that nobody would print it on a layout which" + " goes on and on" * 12)
    with pytest.raises(PrintError) as caught:
        printed(card)
    advice = re.search(r"Print about (\d+) of its 60 wagers on a card, as in --wager w-0", str(caught.value))
    assert advice, caught.value
    kept = tuple(f"w-{number}" for number in range(int(advice[1])))
    assert len(PdfReader(io.BytesIO(printed(card, wagers=kept))).pages) == 2


@pytest.mark.parametrize(
    ("given", "cause"),
    [
        ({"date": "15.11.2026"}, "15.11.2026 is not a date; expected year-month-day"),
        ({"date": "2026-02-30"}, "2026-02-30 is not a date"),
        ({"limits": "500-5"}, "500-5 are not table limits; the minimum bet must be greater than zero"),
        ({"limits": "a-b"}, "a-b are not table limits; expected the minimum and maximum bet, as in 5-500"),
        ({"limits": "5-500-5000"}, "5-500-5000 are not table limits"),
        ({"limits": "5-1,00"}, "5-1,00 are not table limits"),
        ({"limits": "5-500", "payout": "lots"}, "lots is not a maximum payout; expected an amount in dollars"),
        ({"limits": "5-500", "payout": "2"}, "the maximum payout must be at least the minimum bet ($5.00)"),
        ({"payout": "500"}, "a maximum payout needs table limits"),
        ({"house": "x" * 61}, "plain text of at most 60 characters"),
        ({"house": "a\x00b"}, "plain text of at most 60 characters"),
        ({"paper": "letter"}, "a rack-card is not printed on letter; expected one of: rack, a5"),
        ({"to": "xlsx"}, "only the par-sheet can be a workbook"),
        ({"to": "doc"}, "documents are not printed to doc; expected one of: pdf"),
        ({"what": "review", "table": "1"}, "a review covers the whole card"),
        ({"house": "Tiger 虎"}, "is not in the fonts"),
        ({"house": "to\u202e1"}, "plain text"),
        ({"what": "poster"}, "there is no document poster; expected one of: rack-card"),
        ({"to": "png", "page": 3}, "there is no page 3; this document has 2 pages"),
    ],
)
def test_what_cannot_be_printed_says_what_would_do(given: dict[str, str], cause: str) -> None:
    with pytest.raises(PrintError, match=re.escape(cause)):
        printed(card_of("super-shooter"), **given)  # type: ignore[arg-type]


def test_what_the_card_does_not_have_is_listed() -> None:
    with pytest.raises(OptionError, match="has no pay table 9; expected one of: 1, 2, 3"):
        printed(card_of("super-shooter"), table=9)
    with pytest.raises(OptionError, match="has no wager nine; expected one of: little, big, all"):
        printed(card_of("super-shooter"), wagers=("nine",))


# ---- a card's text is text


@pytest.mark.parametrize("what", DOCUMENTS)
def test_hostile_text_is_printed_as_it_stands(what: str) -> None:
    card = hostile_card()
    made = printed(card, what, house=HOSTILE[:60], date=DATE)  # type: ignore[arg-type]
    text = squeezed("".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages))
    assert squeezed(HOSTILE) in text
    page = printed(card, what, "html", house=HOSTILE[:60]).decode()  # type: ignore[arg-type]
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert not re.search(r"(src|href)=", page)


# ---- the same bytes every time

CHILD = """
import hashlib, sys
from rackcard.api import load
from rackcard.report.printing import printed_pages
for what, to in [("rack-card", "pdf"), ("rack-card", "png"), ("strategy-card", "svg"), ("par-sheet", "pdf"),
                 ("par-sheet", "xlsx"), ("par-sheet", "html"), ("review", "pdf")]:
    table = None if what == "review" else 1
    pages = printed_pages(load("cash-out-craps"), what, to, date=sys.argv[1] or None, limits="5-500", table=table)
    print(what, to, hashlib.sha256(b"".join(pages)).hexdigest())
"""


@pytest.mark.parametrize("date", ["", DATE])
def test_the_same_bytes_in_every_process(date: str, tmp_path: Path) -> None:
    """Neither the order of sets, the time zone, the home folder nor the clock leaves a trace."""

    def run(seed: str, zone: str) -> str:
        environment = os.environ | {"PYTHONHASHSEED": seed, "TZ": zone, "HOME": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", CHILD, date], capture_output=True, text=True, check=True, env=environment, timeout=99
        )
        return done.stdout

    first = run("1", "Pacific/Auckland")
    assert first.count("\n") == 7
    assert run("2", "America/Los_Angeles") == first


def test_another_card_table_or_house_gives_other_bytes() -> None:
    card = card_of("super-shooter")
    made = [printed(card), printed(card, table=2), printed(card, house="Fern"), printed(card_of("dice-works"))]
    assert len({hashlib.sha256(one).hexdigest() for one in made}) == 4


# ---- pictures and the command line


def test_pages_as_pictures() -> None:
    shots = printed_pages(card_of("super-shooter"), to="png")
    assert len(shots) == 2
    for shot in shots:
        assert shot[:8] == b"\x89PNG\r\n\x1a\n"
        assert (int.from_bytes(shot[16:20]), int.from_bytes(shot[20:24])) == (700, 1700)
    drawn = printed_pages(card_of("super-shooter"), to="svg", paper="a5")
    assert len(drawn) == 2
    assert all(page.startswith(b"<svg") for page in drawn)


def test_charts_use_no_colour() -> None:
    """Only black, white and grays, so that a copier reproduces everything."""
    page = printed(card_of("cash-out-craps"), "par-sheet", "html").decode()
    page += printed(card_of("cash-out-craps"), "strategy-card", "html").decode()
    colours = set(re.findall(r"#[0-9a-f]{6}", page))
    assert len(colours) >= 3
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)


def test_two_charts_on_a_page_share_no_id() -> None:
    cash_out = (ROOT / "src" / "rackcard" / "cards" / "cash-out-craps.yaml").read_text(encoding="utf-8")
    head, wager = cash_out.split("\nwagers:\n")
    second = wager.replace("cash-out:", "second:", 1).replace("name: Cash Out", "name: Second", 1)
    page = printed(loads(f"{head}\nwagers:\n{wager}{second}"), "strategy-card", "html").decode()
    ids = re.findall(r'id="([^"]+)"', page)
    assert len(ids) == len(set(ids)) == 2
    assert set(re.findall(r"url\(#([^)]+)\)", page)) == set(ids)


def run_print(*words: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    program = Path(sys.executable).parent / "rackcard"
    return subprocess.run([program, "print", *words], cwd=folder, capture_output=True, timeout=60, check=False)


def test_the_command_writes_files_and_numbers_pages(tmp_path: Path) -> None:
    assert run_print("super-shooter", "--date", DATE, "--limits", "5-500", folder=tmp_path).returncode == 0
    assert (tmp_path / "super-shooter-rack-card.pdf").read_bytes() == printed(
        card_of("super-shooter"), date=DATE, limits="5-500"
    )
    assert run_print("super-shooter", "--to", "png", "--out", "x.png", folder=tmp_path).returncode == 0
    assert {path.name for path in tmp_path.glob("x*")} == {"x-1.png", "x-2.png"}
    assert not list(tmp_path.glob(".*"))


def test_the_name_of_the_file_says_its_kind(tmp_path: Path) -> None:
    for name, start in (("x.html", b"<!doctype"), ("y.PDF", b"%PDF-"), ("z", b"%PDF-")):
        assert run_print("super-shooter", "--out", name, folder=tmp_path).returncode == 0
        assert (tmp_path / name).read_bytes().startswith(start)
    done = run_print("super-shooter", "--out", "x.png", "--to", "pdf", folder=tmp_path)
    assert done.returncode == 2
    assert "another kind of file than --to pdf" in done.stderr.decode()


def test_a_document_goes_to_the_standard_output(tmp_path: Path) -> None:
    done = run_print("super-shooter", "--out", "-", "--date", DATE, folder=tmp_path)
    assert done.stdout == printed(card_of("super-shooter"), date=DATE)
    assert not list(tmp_path.iterdir())
    two = run_print("super-shooter", "--out", "-", "--to", "png", folder=tmp_path)
    assert two.returncode == 2
    assert "2 pages cannot be written to standard output" in two.stderr.decode()


@pytest.mark.parametrize(("missing", "to"), [("typst", "pdf"), ("xlsxwriter", "xlsx")])
def test_what_is_not_installed_is_told_in_a_sentence(missing: str, to: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(PrintError, match=f"needs {missing}, which is not installed here"):
        printed(card_of("super-shooter"), "par-sheet", to)  # type: ignore[arg-type]


@pytest.mark.parametrize("written", ["5-500", "$5-$500", "5 – 500", "$5.00—$500.00"])
def test_limits_are_read_as_people_write_them(written: str) -> None:
    assert parse_limits(written, "$50,000") == BetLimits(500, 50_000, 5_000_000)


def test_a_shorter_print_says_which_pages_are_left_from_a_longer_one(tmp_path: Path) -> None:
    first = run_print("super-shooter", "--to", "svg", "--out", "x.svg", folder=tmp_path)
    assert b"left over from" not in first.stderr
    (tmp_path / "x-old.svg").touch()
    done = run_print("super-shooter", "--what", "strategy-card", "--to", "svg", "--out", "x.svg", folder=tmp_path)
    for page in ("x-1.svg", "x-2.svg"):
        assert f"warning: {page} is left over from an earlier print" in done.stderr.decode()
    assert "x-old.svg" not in done.stderr.decode()
    again = run_print("super-shooter", "--to", "svg", "--out", "x.svg", folder=tmp_path)
    assert "warning: x.svg is left over from an earlier print" in again.stderr.decode()


def test_a_disk_that_fills_up_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = tmp_path / "x-1.png", tmp_path / "x-2.png"
    old.write_bytes(b"old")
    write = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        write(self, data[:1])
        if data == b"second":
            raise OSError(28, "No space left on device")
        return len(data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match=r"x-2\.png"):
        write_all({old: b"first", new: b"second"})
    assert [path.name for path in tmp_path.iterdir()] == ["x-1.png"]
    assert old.read_bytes() == b"old"


def test_a_file_keeps_its_mode_and_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.pdf", tmp_path / "link.pdf"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_all({link: b"new"})
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("what", ["rack-card", "strategy-card"])
def test_wagers_without_the_pay_table_named_stand_at_their_first_and_are_told(what: str, tmp_path: Path) -> None:
    done = run_print("super-shooter", "--what", what, "--table", "3", "--to", "html", "--out", "x", folder=tmp_path)
    page = (tmp_path / "x").read_text(encoding="utf-8")
    assert done.returncode == 0
    names = ("Little (Small)", "Big (Tall)") if what == "rack-card" else ("Little", "Big")
    for name in names:
        assert f"{name}, table 1</td>" in page
    assert "All, table 3</td>" in page
    assert "Little has no pay table 3; it is printed with pay table 1" in done.stderr.decode()
    assert b"no pay table" not in run_print("super-shooter", "--table", "2", folder=tmp_path).stderr


def test_a_rack_card_for_a_game_that_players_beat_is_printed_with_a_warning(tmp_path: Path) -> None:
    done = run_print("dice-works", folder=tmp_path)
    assert done.returncode == 0
    assert "the player has the edge on All Lows, All Highs and The Works; see rackcard review" in done.stderr.decode()
    assert "edge" not in run_print("dice-works", "--set", "ends=any-seven", folder=tmp_path).stderr.decode()


def test_the_examples_of_the_page_on_printing_run(tmp_path: Path) -> None:
    block = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8").split("```")[1]
    lines = [shlex.split(line) for line in block.strip().splitlines()]
    assert len(lines) == 5
    for words in lines:
        done = run_print(*words[2:], folder=tmp_path)
        assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.iterdir())) == 5


@pytest.mark.parametrize(
    ("words", "code", "cause"),
    [
        (("super-shooter", "--date", "today"), 2, "today is not a date"),
        (("super-shooter", "--format", "a4"), 2, "expected one of: rack, a5"),
        (("super-shooter", "--set", "x=1"), 2, "has no option x"),
        (("no-such-card",), 2, "no-such-card"),
        (("super-shooter", "--out", "no/such/folder.pdf"), 2, "cannot read or write no/such/folder.pdf"),
        (("super-shooter", "--to", "png", "--out", "."), 2, "--out . is a folder; name a file in it"),
        (("super-shooter", "--to", "png", "--out", "/"), 2, "--out / is a folder; name a file in it"),
        (("no-such-card", "--out", "/tmp"), 2, "--out /tmp is a folder"),
        (("super-shooter", "--out", "/dev/full"), 2, "cannot read or write /dev/full: no space left on device"),
    ],
)
def test_the_command_refuses_in_a_sentence(words: tuple[str, ...], code: int, cause: str, tmp_path: Path) -> None:
    done = run_print(*words, folder=tmp_path)
    assert done.returncode == code
    assert cause in done.stderr.decode()
    assert b"Traceback" not in done.stderr
