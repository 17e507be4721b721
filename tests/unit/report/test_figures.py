"""The figures of a PAR sheet: roots, bands, quantiles, exposure and capped pays."""

import io
import re
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import pytest
from pypdf import PdfReader

from rackcard.house import BetLimits, PayoutLimit
from rackcard.house.priced import capped
from rackcard.number import percent, root
from rackcard.report import figures
from rackcard.report.documents.content import Block, Document, Heading, PrintedTable, Row
from rackcard.report.printing import printed
from rackcard.report.writers.typst import typeset
from tests.support.printed import card_of, squeezed

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
    capped = figures.exposure(entry, BetLimits(500, 50000, PayoutLimit(5_000_000, "wager")))
    assert (capped.won, capped.dealt, capped.is_capped) == (5_000_000, 5 * 50000, True)
    assert not figures.exposure(entry, BetLimits(500, 50000, PayoutLimit(175 * 50000, "wager"))).is_capped
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
    limits = BetLimits(500, 50_000, PayoutLimit(5_000_000, "wager"))
    cut = capped(entry, limits)
    assert cut is not None
    assert cut.stake == 5_000_000 // 175
    wins = entry.hit
    assert wins is not None
    assert cut.edge == 1 - wins * (1 + Fraction(100))
    assert cut.edge_with_envy == cut.edge - 5 * wins
    assert capped(entry, BetLimits(500, 28_571, PayoutLimit(5_000_000, "wager"))) is None
    page = printed(card, "par-sheet", "html", table=3, limits="5-500", payout="50000").decode()
    told = page.split("<dt>Maximum payout</dt><dd>")[1].split("</dd>")[0]
    assert told.startswith(
        "$50,000.00 limits the win: the figures above apply up to a stake of $285.71. At $500.00 the "
    )
    assert f"{percent(cut.edge, 6)} = {cut.edge}, after envy {percent(cut.edge_with_envy, 6)}" in told
    assert "Maximum payout</dt>" not in printed(card, "par-sheet", "html", limits="5-100", payout="50000").decode()


@pytest.mark.slow
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
