"""The fields of house rules: one list that the reader, the schema and the documentation share."""

from dataclasses import dataclass
from typing import Literal

Scope = Literal["house", "card", "wager", "post", "approval"]


@dataclass(frozen=True)
class HouseField:
    """A field of house rules, of one of their cards, of a wager, or of what is posted for one."""

    name: str
    scopes: tuple[Scope, ...]
    hint: str


FIELDS = (
    HouseField("house", ("house",), "The id: lowercase letters, digits and hyphens."),
    HouseField("name", ("house",), "The name of the house and table, as printed."),
    HouseField("game", ("house",), "The base game."),
    HouseField("jurisdiction", ("house",), "Where the table is: Colorado."),
    HouseField("chip", ("house",), "The smallest chip: $1"),
    HouseField("rounding", ("house",), "Who gains when a pay is not a whole number of chips: the player | the house"),
    HouseField("pays said", ("house",), "How documents write pays: as posted | to (40 for 1 is written 39 to 1)"),
    HouseField("payout limit", ("house",),
               "$50,000 for each outcome, shared by all winners | $50,000 for each wager"),
    HouseField("seats", ("house",), "How many seats the table has: 8"),
    HouseField("books", ("house",), "Who books bets: the players | the dealer"),
    HouseField("min", ("house", "card", "wager"), "The minimum bet: $5"),
    HouseField("max", ("house", "card", "wager"), "The maximum bet: $500"),
    HouseField("seat max", ("house",), "The most that one seat may have up: $5,000"),
    HouseField("table max", ("house",), "The most that may be up at the table: $50,000"),
    HouseField("cards", ("house",), "One entry for each card, by its id."),
    HouseField("accepts", ("house",), "Wagers where the player has the edge, by card: {a-card: [a-wager]}"),
    HouseField("approval", ("house",), "What waits for a supervisor: {payout multiple: 300, voids: two supervisors}"),
    HouseField("payout multiple", ("approval",), "A win of this many times its stake or more needs a supervisor: 300"),
    HouseField("payout amount", ("approval",), "A win of this much or more needs a supervisor: $10,000"),
    HouseField("voids", ("approval",), "Who voids a round that is settled: one supervisor | two supervisors"),
    HouseField("rules", ("approval",), "Who changes house rules: one supervisor | two supervisors"),
    HouseField("file", ("card",), "The file of a card that is not shipped, beside this file."),
    HouseField("options", ("card",), "A value for each option that is not left at its default."),
    HouseField("only", ("card",), "The wagers that are offered: [a-wager, another]"),
    HouseField("leaves out", ("card",), "The wagers that are not offered: [a-wager]"),
    HouseField("mixed tables", ("card",), "yes: wagers that go together may use different pay tables."),
    HouseField("posts", ("card",), "What the document leaves open, by wager: {a-wager: {pays: 500 for 1}}"),
    HouseField("wagers", ("card",), "Settings of single wagers: {a-wager: {pays: 2, max: $100}}"),
    HouseField("pays", ("wager",), "The pay table: 2"),
    HouseField("wins", ("post",), "The rule, where the document gives none."),
    HouseField("counts", ("post",), "What a ladder counts, where the document gives no rule."),
    HouseField("pays", ("post",), "The pay, or a list of {when, pays}."),
    HouseField("envy", ("post",), "What the dealer gets: 5 to 1"),
)  # fmt: skip
"""In the order in which they are listed to people."""


def names(scope: Scope) -> list[str]:
    """The fields of a scope."""
    return [field.name for field in FIELDS if scope in field.scopes]
