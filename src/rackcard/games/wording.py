"""How the events of a base game are said: each game has its own words, in the module ``wording`` of its folder."""

from rackcard.games.game import Event
from rackcard.games.glyphs import Glyph
from rackcard.games.joined_wording import JoinedWording, joined_wording
from rackcard.games.meaning import Meaning
from rackcard.games.registry import GAMES


def words_of(game: str) -> JoinedWording:
    """The wording of a base game, joined events included."""
    return joined_wording(GAMES[game].wording, GAMES[game].unit)


def meaning_of(event: Event) -> Meaning:
    """The facts of an event; every game gives its events their meaning."""
    assert isinstance(event.meaning, Meaning), event.words
    return event.meaning


def mark_of(event: Event) -> str:
    """What a lammer shows for an event, without a verb: 4 for "4 rolled"."""
    return words_of(event.game).mark(meaning_of(event)) or event.words


def glyphs_of(event: Event) -> tuple[Glyph, ...]:
    """An event as small drawings; none where only words say it."""
    return words_of(event.game).glyphs(meaning_of(event))
