"""Wagers behind others: which wager, and how much of it may be bet."""

from typing import TYPE_CHECKING

from rackcard.card.phrase_values import StakeLimit
from rackcard.card.terms import Behind
from rackcard.card.yaml import Section

if TYPE_CHECKING:
    from rackcard.card.terms_reader import TermsReader


def read_behind(reader: "TermsReader", section: Section, table: str) -> Behind | None:
    """The wager that this one is bet behind, and how much."""
    text, stake = (section.text(name, required=False) for name in ("behind", "stake"))
    if text is None:
        if stake is not None:
            reader.origin.refuse(stake.location, "stake-without-behind")
        return None
    for name in ("ends", "opens"):
        if other := section.text(name, required=False):
            reader.origin.refuse(other.location, "behind-with-field", field=name)
    parent = reader.named_wager(text, table)
    limit: StakeLimit | None = reader.phrase("stake", stake, table) if stake else None
    fault = limit.fault(reader.game.points) if limit is not None else None
    if stake is not None and fault is not None:
        reader.origin.refuse(stake.location, fault[0], **fault[1])
    return Behind(parent, limit, reader.title(parent))
