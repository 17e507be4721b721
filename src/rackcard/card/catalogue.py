"""Finding cards: the shipped ones by id, any other by its path."""

from functools import cache
from pathlib import Path

from rackcard.card.card import Card
from rackcard.card.reader import read_card
from rackcard.card.yaml import Origin, read_text
from rackcard.games import GAMES
from rackcard.wording.card_errors import NOT_FOUND, suggestion
from rackcard.wording.coded_error import CodedError

FOLDER = Path(__file__).parent.parent / "cards"


class CardNotFoundError(CodedError, LookupError):
    """A card that is neither shipped nor a file: a code and its facts."""

    sentences = NOT_FOUND


@cache
def card_ids() -> tuple[str, ...]:
    """The ids of the shipped cards: those of the base games, then the side bets."""
    ids = sorted(path.stem for path in FOLDER.glob("*.yaml"))
    return tuple(sorted(ids, key=lambda card: card not in GAMES))


@cache
def _shipped(card: str) -> Card:
    path = FOLDER / f"{card}.yaml"
    return read_card(Origin(f"cards/{path.name}", path.read_text(encoding="utf-8")))


def load(card: str | Path) -> Card:
    """A shipped card by its id, or any card by its path."""
    if str(card) in card_ids():
        return _shipped(str(card))
    path = Path(card)
    if path.is_dir():
        raise CardNotFoundError("folder", card=card)
    if path.is_file():
        return read_card(read_text(path))
    if path.exists():
        raise CardNotFoundError("not-a-file", card=card)
    raise CardNotFoundError("unknown-card", card=card, suggestion=suggestion(str(card), list(card_ids())))


def loads(text: str, name: str = "card.yaml") -> Card:
    """A card from its text."""
    return read_card(Origin(name, text))
