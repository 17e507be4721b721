"""Finding cards: the shipped ones by id, any other by its path."""

from functools import cache
from pathlib import Path
from typing import TypeVar

from rackcard.card.document import Origin, read_text, suggestion
from rackcard.card.model import Card, read_card

C = TypeVar("C", bound=Card)

FOLDER = Path(__file__).parent.parent / "cards"


class CardNotFoundError(LookupError):
    """No shipped card has this id, and no file this name."""


@cache
def card_ids() -> tuple[str, ...]:
    """The ids of the shipped cards: those of the base games, then the side bets."""
    ids = sorted(path.stem for path in FOLDER.glob("*.yaml"))
    return tuple(sorted(ids, key=lambda card: card not in ("craps", "roulette", "baccarat")))


@cache
def _shipped(card: str, kind: type[C]) -> C:
    path = FOLDER / f"{card}.yaml"
    return read_card(Origin(f"cards/{path.name}", path.read_text(encoding="utf-8")), kind)


def load(card: str | Path, kind: type[C] = Card) -> C:  # type: ignore[assignment]
    """A shipped card by its id, or any card by its path."""
    if str(card) in card_ids():
        return _shipped(str(card), kind)
    path = Path(card)
    if path.is_file():
        return read_card(read_text(path), kind)
    raise CardNotFoundError(
        f"there is no card {card}, and no file of that name. {suggestion(str(card), list(card_ids()))}"
    )


def loads(text: str, name: str = "card.yaml", kind: type[C] = Card) -> C:  # type: ignore[assignment]
    """A card from its text."""
    return read_card(Origin(name, text), kind)
