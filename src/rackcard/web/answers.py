"""The answers of the table interface, as its description shows them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

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
    min: int = Field(description="the minimum bet, in cents")
    max: int = Field(description="the maximum bet, in cents; 0: no maximum")
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


class PayoutAnswer(BaseModel):
    """The payout limit of a table: on what is won, without the stakes."""

    model_config = ConfigDict(populate_by_name=True)
    limit: int = Field(description="in cents")
    scope: Literal["outcome", "wager"] = Field(
        alias="for", description="for each outcome, shared by all winners, or for each wager"
    )


class HouseAnswer(BaseModel):
    """The house rules that a table goes by."""

    id: str
    sha256: str
    version: int = Field(description="1 when the table was opened; one more with every change")
    books: Literal["players", "dealer"] = Field(description="who books bets")
    seats: int


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
    payout: PayoutAnswer | None = Field(description="null: no payout limit")
    house: HouseAnswer | None = Field(description="null where the table was opened without house rules")
    seats: dict[str, SeatAnswer]
    cards: list[CardAnswer]
    wagers: list[WagerAnswer]
    dealer_list: list[WorkAnswer] = Field(description="the takes and pays of the last outcome, in working order")
    shift: int = Field(description="the number of the shift that is open")
    correct_from: int | None = Field(description="the earliest round that can be corrected or voided")
    supply: dict[str, Any] | None = Field(description="what is left to deal from, where the table tracks it")
    shooter: int | None = Field(description="the seat that has the dice, where the dealer has named one")
    last: Any = Field(description="the last outcome as it was entered; null before the first")


class HouseWagerAnswer(BaseModel):
    """A wager as house rules offer it."""

    card: str
    wager: str
    name: str
    table: str = Field(description="the pay table")
    pays: str
    min: int = Field(description="in cents")
    max: int = Field(description="in cents; 0: no maximum")
    edge: str | None = Field(description="the exact house edge as a fraction; null where no pay is posted")
    edge_at_maximum: str | None = Field(description="the same at the maximum bet, where the payout limit cuts a win")


class HouseCheckAnswer(BaseModel):
    """House rules without errors."""

    ok: bool
    sha256: str
    facts: dict[str, Any] = Field(description="what the hash is taken of, every default written out")
    wagers: list[HouseWagerAnswer]


class CommandAnswer(BaseModel):
    """What a command led to."""

    repeated: bool = Field(description="whether its Idempotency-Key had been used, and this is the same answer again")
    entry: EntryAnswer
    table: TableAnswer
