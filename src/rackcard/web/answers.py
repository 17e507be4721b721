"""The answers of the table interface, as its description shows them."""

from typing import Annotated, Any

from pydantic import BaseModel, Field, WithJsonSchema

from rackcard.table.description import entry_schema

EntryAnswer = Annotated[dict[str, Any], WithJsonSchema(entry_schema())]
"""An entry of the log: what happened, when, and by whose command."""


class SeatAnswer(BaseModel):
    """A player at a seat."""

    name: str
    balance: int | None = Field(description="in cents; null where it is not yours to see")


class WagerTermsAnswer(BaseModel):
    """A wager of a card on the table."""

    wager: str
    name: str
    pay_table: str
    posted: bool = Field(description="whether a pay is posted, so that it can be bet")
    marks: dict[str, int] = Field(description="what the layout shows: counts by what is counted")


class CardAnswer(BaseModel):
    """A card on the table."""

    card: int = Field(description="its number at this table, which a bet names")
    id: str
    title: str
    sha256: str
    options: dict[str, str]
    wagers: list[WagerTermsAnswer]


class WagerAnswer(BaseModel):
    """A bet that is up."""

    number: int
    seat: int
    card: int
    sha256: str
    wager: str
    name: str
    stake: int
    commission: int = Field(description="what was put down beside the stake, in cents")
    behind: int | None = Field(description="the number of the bet that it is behind")
    toke: bool = Field(description="whether it was made for the dealers")
    point: str | None = Field(description="the point of its own line, where it has travelled to one")
    outcomes: int = Field(description="how many outcomes it has seen")
    offers: dict[str, int] = Field(description="what each claim that is open pays now, in cents")


class WorkAnswer(BaseModel):
    """One thing for the dealer to do after the last outcome."""

    do: str = Field(description="take, pay, return or envy")
    seat: int
    wager: int = Field(description="the number of the bet")
    name: str
    amount: int = Field(description="the chips to move, in cents; the stake of a bet that is paid stays where it is")
    toke: bool = Field(description="whether the bet was made for the dealers")
    text: str = Field(description="the same in words")


class TableAnswer(BaseModel):
    """A table as its last committed entry left it."""

    table: str
    version: int = Field(description="the number of that entry, for X-Expected-Version")
    name: str
    game: str
    live: bool
    status: str = Field(description="open, paused, frozen or closed")
    evidence: str = Field(description="why it is paused or frozen")
    betting: bool
    round: int
    phase: str
    chip: int
    limits: dict[str, int]
    seats: dict[str, SeatAnswer]
    cards: list[CardAnswer]
    wagers: list[WagerAnswer]
    dealer_list: list[WorkAnswer] = Field(description="the takes and pays of the last outcome, in working order")
    shift: int = Field(description="the number of the shift that is open")
    correct_from: int | None = Field(description="the earliest round that can be corrected or voided")
    supply: dict[str, Any] | None = Field(description="what is left to deal from, where the table tracks it")
    shooter: int | None = Field(description="the seat that has the dice, where the dealer has named one")
    last: Any = Field(description="the last outcome as it was entered; null before the first")


class CommandAnswer(BaseModel):
    """What a command led to."""

    repeated: bool = Field(description="whether its Idempotency-Key had been used, and this is the same answer again")
    entry: EntryAnswer
    table: TableAnswer
