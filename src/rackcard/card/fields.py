"""The fields of a card: one list that the reader, the schema and the documentation share."""

from dataclasses import dataclass
from typing import Literal

Scope = Literal["card", "option", "wager", "line"]


@dataclass(frozen=True)
class Field:
    """A field of a card, an option, a wager or a pay line."""

    name: str
    scopes: tuple[Scope, ...]
    kind: str = "text"
    """The starting rule of its phrase in the grammar; or what else it holds: text, id, game, mapping, pays, ladder."""
    default: str = ""
    """The phrase that holds where neither the wager nor the card has the field; ``{unit}`` is the game's outcome."""
    hint: str = ""
    """What an editor shows; a game adds its own phrases."""


FIELDS = (
    Field("card", ("card",), "id", hint="The card's id: lowercase letters, digits and hyphens."),
    Field("title", ("card",), hint="The name printed on the card."),
    Field("about", ("card", "option"), hint="One line that says what the card is about."),
    Field("filed", ("card", "wager", "line"), hint="The name exactly as filed, where the layout has a shorter one."),
    Field("jurisdiction", ("card",), hint="The state or tribe whose rules it was filed under."),
    Field("rule", ("card",), hint="The number of the rule."),
    Field("statute", ("card",), hint="The sections of the law that the rule is based on."),
    Field("faults", ("card",), "faults", hint="What is broken in the document itself: a list of {where, says}."),
    Field("procedure", ("card",), "sentences", hint="What the document asks of the dealer, a sentence for each step."),
    Field("why", ("option",)),
    Field("values", ("option",), "any"),
    Field("default", ("option",), "any"),
    Field("any of", ("option",), "any"),
    Field("departs", ("option",), hint="The value that departs from the document."),
    Field("game", ("card",), "game", hint="The base game."),
    Field("name", ("wager",), hint="The wager's name on the layout."),
    Field("also", ("wager",), hint="Other names for it."),
    Field("source", ("card", "wager"), hint="The document, and the clause within it."),
    Field("chance", ("card",), "chance"),
    Field("marks", ("card",), "marks", "none", "none | from the first bet"),
    Field("wins", ("wager",), "condition", hint="any of this, that"),
    Field("counts", ("wager",), "counts", hint="how many of this, that"),
    Field("when", ("line",), "condition"),
    Field("turns into", ("line",), "turns_into", hint="The wager that the whole stake becomes."),
    Field("pays", ("wager", "line"), "pays",
          hint="40 for 1 | a ladder {4: 1 to 1} | a list of {when, pays} | any of these by pay table"),
    Field("if", ("line", "wager"), "guarded", hint="The options under which this is on the card: wheel is single-zero"),
    Field("ends", ("card", "wager"), "ends", hint="after 3 rolls, spins or hands"),
    Field("takes", ("card", "wager"), "takes", "the first in the list", "the first in the list | the first to happen"),
    Field("line", ("wager",), "line", "the table's", "the table's | its own"),
    Field("behind", ("wager",), "behind", hint="The wager that this one is bet behind."),
    Field("stake", ("wager",), "stake", hint="up to 2 times | to win up to 3 times"),
    Field("commission", ("wager",), "commission", hint="5 % of the win | 5 % of the stake, when bet"),
    Field("bundle", ("wager",), "ladder", hint="One call for several wagers: {this: 1, that: 2}"),
    Field("settles", ("card", "wager"), "settles", "as soon as decided", "as soon as decided | at the end"),
    Field("works", ("card", "wager"), "works", "always", "always"),
    Field("opens", ("card", "wager"), "opens", "before any {unit}",
          "before any roll, while no wager of this card is up"),
    Field("requires", ("card",), "requires", "nothing", "nothing"),
    Field("several", ("card",), "answer", "no", "yes | no: may a seat have several separate bets"),
    Field("partial", ("card",), "answer", "no", "yes | no: may part of a wager be cashed out"),
    Field("offers", ("card",), "offers", "surrender, cash out, take back",
          "Which offers the house makes: none | surrender | cash out, take back"),
    Field("envy on", ("card",), "envy_on", "wins", "wins | wins and surrenders"),
    Field("cells", ("card", "wager"), "cells", hint="to 1 | for 1: what the bare numbers of the pay tables mean"),
    Field("events", ("card",), "names", hint="Events by name, to use in phrases: {low: 2 to 6 rolled}"),
    Field("options", ("card",), "mapping", hint="Choices of the operator (about) and readings of the document (why)."),
    Field("wagers", ("card",), "mapping", hint="One entry for each wager."),
    Field("together", ("card",), "groups", hint="Groups of wagers that use the same pay table: [[this, that]]"),
    Field("envy", ("wager",), "envy", hint="What the dealer gets: 2 to 1 | 2x of the wager | not posted"),
    Field("surrender", ("wager",), "ladder", hint="Pays by count: {1: 6 for 1}"),
    Field("cash out", ("wager",), "cash_out", hint="at any pay"),
    Field("take back", ("wager",), "take_back", hint="after the first roll, below the first pay"),
    Field("take down", ("wager",), "take_down", "before the first {unit}", "before the first roll | at any time"),
    Field("places", ("wager",), "places"),
)  # fmt: skip
"""In the order in which they are listed to people."""

BY_NAME = {field.name: field for field in FIELDS}


def _names(scope: Scope) -> list[str]:
    return [field.name for field in FIELDS if scope in field.scopes]


CARD_FIELDS = _names("card")
OPTION_FIELDS = _names("option")
WAGER_FIELDS = _names("wager")
LINE_FIELDS = _names("line")
