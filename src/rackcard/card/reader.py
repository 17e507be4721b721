"""Reading a card: its fields and options, from the text of its file."""

from rackcard.card.card import Card
from rackcard.card.fields import CARD_FIELDS
from rackcard.card.filing import read_filing
from rackcard.card.options import ID, check_events, check_use, read_options
from rackcard.card.yaml import Fields, Items, Origin, Section, parse
from rackcard.games import GAMES
from rackcard.wording.card_errors import near

WAGERS_MAX = 128


def read_card(origin: Origin) -> Card:
    """Read a card's fields and options; its phrases are read when terms are asked for."""
    return card_of(origin, parse(origin))


def card_of(origin: Origin, root: Fields) -> Card:
    """The card that the fields of a text make."""
    section = Section(origin, root, CARD_FIELDS, "a card")
    named = section.text("card")
    assert named is not None
    if not ID.fullmatch(named.value):
        origin.refuse(named.location, "bad-id", id=named.value, kind="card")
    texts = {name: section.text(name) for name in ("title", "about", "game", "source")}
    game = texts["game"]
    assert game is not None
    if game.value not in GAMES:
        origin.refuse(game.location, "unknown-game", game=game.value, known=list(GAMES), near=near(game.value, GAMES))
    options = section.node("options")
    wagers = section.node("wagers")
    if isinstance(wagers, Items):
        origin.refuse(wagers.location, "wagers-not-a-mapping")
    if not isinstance(wagers, Fields) or not wagers.keys:
        origin.refuse(wagers.location if wagers else section.location, "no-wagers")
    if len(wagers.keys) > WAGERS_MAX:
        origin.refuse(wagers.keys[WAGERS_MAX].location, "too-many-wagers", limit=WAGERS_MAX)
    for key in wagers.keys:
        if not ID.fullmatch(key.value):
            origin.refuse(key.location, "bad-id", id=key.value, kind="wager")
    card = Card(
        id=named.value,
        title=texts["title"].value if texts["title"] else "",
        about=texts["about"].value if texts["about"] else "",
        game=GAMES[game.value],
        source=texts["source"].value if texts["source"] else "",
        options=read_options(origin, options),
        origin=origin,
        root=root,
        filing=read_filing(section, wagers),
    )
    check_use(origin, root, card.options)
    check_events(origin, root)
    return card
