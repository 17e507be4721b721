"""P26: a change of house rules is a new version, and wagers that are up keep theirs."""

from dataclasses import replace

import pytest

from rackcard.table.commands.cards import CardsChanged
from rackcard.table.commands.house import HouseChanged
from rackcard.table.state import Table
from tests.support.changed_rules import changed_history


def test_p26_wagers_that_are_up_keep_their_rules() -> None:
    assert sum(map(changed_history, range(5))) > 5


def test_p26_control_a_change_that_reaches_wagers_that_are_up_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    apply = CardsChanged.apply

    def reaching(self: HouseChanged, table: Table) -> Table:
        """Every card that is there is put in the place of the one before it."""
        after = apply(self, table)
        newest = {after.offerings[number].card.id: after.offerings[number] for number in after.current}
        offered = {number: newest.get(one.card.id, one) for number, one in after.offerings.items()}
        return replace(after, offerings=offered)

    monkeypatch.setattr(CardsChanged, "apply", reaching)
    with pytest.raises(AssertionError, match=r"other rules|settled"):
        list(map(changed_history, range(5)))
