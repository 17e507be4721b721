"""What a player may take between outcomes, and the plays that figures are for, by name."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rackcard.card import Terms

PLAYS: dict[str, str] = {"best": "best play", "never": "no offer taken", "first": "first offer taken"}
"""What is done with offers, beside a figure."""

PLAY_CHOICES: dict[str, str] = {"best": "best play", "never": "take no offer", "first": "take the first offer"}
"""What to do with offers, as one of several choices."""

_CLAIMS = {"cash out": "cash-outs", "surrender": "surrenders"}


def claims_said(terms: "Sequence[Terms]") -> list[str]:
    """The payouts that players may ask for between outcomes."""
    kinds = {offer.kind for one in terms for offer in one.offers}
    return [said for kind, said in _CLAIMS.items() if kind in kinds]
