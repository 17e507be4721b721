"""The figures of a PAR sheet: roots, quantiles, exposure and capped pays."""

import re
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import pytest

from rackcard.house import BetLimits, PayoutLimit
from rackcard.house.priced import capped
from rackcard.number import percent, root
from rackcard.report import figures
from rackcard.report.printing import printed
from rackcard.wording.printing import typographic
from tests.support.printed import card_of

# ---- figures


def test_roots_and_volatility_agree_with_floating_point() -> None:
    assert abs(float(figures.VOLATILITY) - NormalDist().inv_cdf(0.95)) < 5e-4
    entry = card_of("super-shooter").odds(table=1)["little"]
    assert entry.variance is not None
    deviation = float(entry.variance) ** 0.5
    assert abs(float(root(entry.variance)) - deviation) < 1e-12
    assert figures.volatility(entry) == Fraction("1.645") * root(entry.variance)


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
    assert told() == f"$90,000 at a stake of $500 ({in_stakes})"
    assert told(payout="87500") == told()
    assert told(payout="50000") == (
        f"$52,500 at a stake of $500 ({in_stakes}; the win is cut from $87,500 to the maximum payout of $50,000)"
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
    assert told.startswith("$50,000 limits the win: the figures apply up to a stake of $285.71. At $500 the ")
    assert typographic(f"{percent(cut.edge)}, after envy {percent(cut.edge_with_envy)}") in told
    assert "Maximum payout</dt>" not in printed(card, "par-sheet", "html", limits="5-100", payout="50000").decode()


def test_wagers_left_out_are_told() -> None:
    page = printed(card_of("super-shooter"), "par-sheet", "html", table=3).decode()
    assert "<dt>Pay table</dt><dd>only 3; Little and Big do not have it</dd>" in page
    page = printed(card_of("repeater-bets-plus"), "par-sheet", "html", wagers=("uptown",)).decode()
    assert "<dt>Wagers</dt><dd>only uptown</dd>" in page


@pytest.mark.slow
def test_pages_scroll_their_tables_and_tell_their_charts() -> None:
    page = printed(card_of("cash-out-craps"), "par-sheet", "html", table=1).decode()
    assert page.count("<table>") == page.count('<div class="scroll" role="region" tabindex="0" aria-label=')
    assert page.count("<desc>") == page.count("<svg")
    assert page.count('<div class="charts"><svg') == 4
    assert not re.search(r"<th(?! scope=\"col\"|ead)", page)
