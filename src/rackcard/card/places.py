"""Places of a layout that a wager is bet on: what is wrong with them, or with a rule about them."""

from typing import TYPE_CHECKING

from rackcard.card.condition_parts import events_in
from rackcard.card.examples import example_phrases
from rackcard.card.phrases import Scope, is_read
from rackcard.card.terms import PayLine
from rackcard.card.yaml import Section
from rackcard.games.game import Game

if TYPE_CHECKING:
    from rackcard.card.terms_reader import TermsReader


def place_example(game: Game, scope: Scope) -> str:
    """A rule about the place that a wager is on."""
    about = (one for one in example_phrases(game, "event") if "this" in one.split())
    return next((one for one in about if is_read(game, "event", one, scope)), "")


def places_example(game: Game, scope: Scope) -> str:
    """Places that what the card is played with has."""
    return next((one for one in example_phrases(game, "places") if is_read(game, "places", one, scope)), "")


def check_on_place(reader: "TermsReader", section: Section, lines: tuple[PayLine, ...]) -> None:
    """Refuse places that no line speaks of."""
    own = set(dict(reader.scope.place).values())
    if not any(own.intersection(events_in(line.when)) for line in lines):
        text = section.text("places")
        assert text is not None
        example = place_example(reader.game, reader.scope)
        reader.origin.refuse(text.location, "places-without-this-place", example=example)


def refuse_missing_places(reader: "TermsReader") -> None:
    """Refuse places that the layout does not have, on a card without any other bet."""
    for name in filter(reader.is_offered, reader.wagers):
        text = reader.wager_section(name).text("places", required=False)
        if text is not None:
            example = reader.game.examples.get("places", "")
            reader.origin.refuse(text.location, "no-wagers.places", places=reader.filled(text, ""), example=example)
