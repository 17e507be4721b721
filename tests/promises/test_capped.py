"""The edge under a payout limit, on paper and at the table."""

from dataclasses import replace

import pytest

from tests.support.capped import capped_wagers, edge_within, opened

pytestmark = pytest.mark.slow
SHARED = "$2,000 for each outcome, shared by all winners"
EACH = "$2,000 for each wager"


@pytest.mark.parametrize("payout", [SHARED, EACH])
def test_the_table_keeps_the_edge_that_paper_says(payout: str) -> None:
    cut = [one.odds.terms.wager for one in capped_wagers(payout) if one.capped is not None]
    assert cut == ["any-craps", "craps-2", "craps-12"]
    edge_within(payout, "any-craps", 1000)


def test_control_a_table_that_pays_without_the_limit_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(SHARED)
    uncapped = replace(table, limits=replace(table.limits, payout_max=0))
    monkeypatch.setattr("tests.support.capped.opened", lambda payout: uncapped)
    with pytest.raises(AssertionError, match="any-craps"):
        edge_within(SHARED, "any-craps", 1000)
