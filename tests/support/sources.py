"""The project's own files, and names that only some rooms may use."""

from functools import cache
from pathlib import Path

import rackcard
from rackcard.api import load
from rackcard.card import card_ids

ROOT = Path(__file__).parents[2]
PACKAGE = Path(rackcard.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
BUILT = PACKAGE / "web" / "help"
"""The documentation site, where it has been built."""
DRAWN = sorted(
    path for path in PACKAGE.rglob("*") if path.suffix in (".html", ".js", ".css", ".typ") and BUILT not in path.parents
)
"""Templates, scripts, styles and layouts."""


def room(path: Path) -> str:
    """The room of the package that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0]


@cache
def side_bet_names() -> frozenset[str]:
    """Ids and names of side bets that no other sense of the words explains."""
    names = set()
    for card in map(load, card_ids()):
        if card.is_base:
            continue
        names |= {card.id, card.title}
        for terms in card.terms():
            names |= {terms.wager, terms.name}
    plain = {"player", "banker", "tie", "all", "big", "little", "even", "odd", "horn", "cash-out", "cash out"}
    return frozenset(name for name in names if name.lower() not in plain)
