"""The house rules of a table, version by version, as its log has them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rackcard.card import card_ids
from rackcard.card.catalogue import load
from rackcard.table.commands.house import HouseChanged
from rackcard.table.commands.open import Opened
from rackcard.table.history import History
from rackcard.table.log.store import Store
from rackcard.table.state import House, Offering, Refusal


@dataclass(frozen=True)
class HouseVersion:
    """House rules that a table went by, since when, and who gave them why."""

    house: House
    at: str
    by: str
    reason: str
    """Empty for those that the table was opened from."""
    texts: Mapping[str, str]
    """The texts of cards that are not shipped, by id."""


def versions(store: Store, table_id: str) -> Iterator[HouseVersion]:
    """Every version, the first one first."""
    first = store.entries(table_id, 0, 1)
    for entry in (*first, *History(store, table_id).found((HouseChanged.kind,))):
        match entry.event:
            case Opened(house=House() as house, cards=cards):
                yield HouseVersion(house, entry.at, entry.by, "", own_texts(cards))
            case HouseChanged(house=house, cards=cards, reason=reason):
                yield HouseVersion(house, entry.at, entry.by, reason, own_texts(cards))
            case _:
                pass


def version_of(store: Store, table_id: str, number: int | None) -> HouseVersion:
    """One version, or the newest where no number is given."""
    found = [one for one in versions(store, table_id) if number in (None, one.house.version)]
    if not found:
        raise Refusal("no-house-rules" if number is None else "no-such-version", version=str(number)[:20])
    return found[-1]


def own_texts(cards: tuple[Offering, ...]) -> dict[str, str]:
    """The texts of cards that are not shipped, or not as shipped."""
    return {one.card.id: one.text for one in cards if not is_shipped(one)}


def is_shipped(offering: Offering) -> bool:
    """Whether a card on the table is a shipped one, unchanged: only then it has a page."""
    return offering.card.id in card_ids() and load(offering.card.id).sha256 == offering.sha256
