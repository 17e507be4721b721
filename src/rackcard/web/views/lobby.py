"""The lobby: one's own tables with what is waiting there, and the cards with one figure each."""

from dataclasses import dataclass

from rackcard.card import Card
from rackcard.table.state import Table
from rackcard.web.accounts import Person
from rackcard.web.render import table_path
from rackcard.web.views.offers import OpenOffer, offers
from rackcard.wording.lobby import lobby_phrase
from rackcard.wording.sentence import capitalized


@dataclass(frozen=True)
class OwnTable:
    """One of a person's tables: its state, and what to do there."""

    table_id: str
    title: str
    card: Card
    """The card that it is drawn by: the first on its felt."""
    where: str
    """Practice or live, and the seat or the role."""
    line: str
    """Its state, in a sentence or two."""
    action: str
    """What the button says."""
    path: str
    has_offer: bool


def own_table(table_id: str, table: Table, person: Person | None) -> OwnTable:
    """A table as its player or its dealer finds it."""
    role = person.role if person is not None and table.is_live else "seat"
    seat = person.seat if person is not None and table.is_live else next(iter(sorted(table.seats)), None)
    open_ = [] if role != "seat" or seat is None else list(offers(table, seat))
    cards = [table.offerings[number].card for number in table.current]
    kind = "live" if table.is_live else "practice"
    key = f"where.{kind}.{'seat' if role == 'seat' and seat else role}"
    return OwnTable(
        table_id=table_id,
        title=table.name if table.is_live else cards[0].title,
        card=cards[0],
        where=lobby_phrase(key, seat=seat),
        line=" ".join(_lines(table)),
        action=_action(role, open_, is_live=table.is_live),
        path=table_path(table_id, role),
        has_offer=bool(open_),
    )


def _lines(table: Table) -> list[str]:
    game = table.game
    if table.status != "open":
        return [lobby_phrase(f"status.{table.status}")]
    found = [lobby_phrase("round", unit=capitalized(game.unit), number=table.round + 1)]
    if len(game.phases) > 1:
        point = game.phase_numbers.get(game.phases[table.phase], "")
        found.append(lobby_phrase("point" if table.phase else "come-out", point=point))
    found.append(lobby_phrase("open" if table.betting else "closed"))
    return found


def _action(role: str, open_: list[OpenOffer], *, is_live: bool) -> str:
    """The label of the button: an offer that is waiting comes first."""
    if open_:
        _, label, paid = open_[0].takes[0]
        return lobby_phrase("action.offer", label=label, paid=paid)
    return lobby_phrase(f"action.{role}" if is_live else "action.practice")
