"""Cards nobody wrote: whatever is asked of them is answered alike by every witness, or refused with a sentence.

The gate examines the first seeds; ``python -m tools.campaign cards`` goes on. A failure names its seed and shows the
card: ``python -m tests.support.card_examination SEED 1`` brings it back.
"""

import re
from collections import Counter
from functools import lru_cache

import pytest
from lark import LarkError

from rackcard import CardError, loads
from rackcard.card.fields import CARD_FIELDS, LINE_FIELDS, OPTION_FIELDS, WAGER_FIELDS
from rackcard.card.phrases import phrase_tree
from rackcard.games import GAMES
from tests.support.card_examination import examined
from tests.support.card_generator import Generated, generated
from tests.support.grammar_coverage import alternatives, spelled, used, words

CARDS = 160
EACH = 20
COVERING = (
    4, 6, 8, 9, 13, 14, 16, 19, 24, 27, 33, 38, 41, 52, 62, 69, 76, 87, 104, 119, 122, 129, 140, 142, 172, 185, 190,
    192, 202, 214, 224, 254, 272, 280, 284, 295, 314, 324, 326, 337, 385, 704, 779, 2369,
)  # fmt: skip
"""Seeds of cards that say everything between them; where a change makes them miss something, others are searched."""
SEARCHED = 2_000
"""Among so many cards every phrase is found."""
FIELDS = {"card": CARD_FIELDS, "option": OPTION_FIELDS, "wager": WAGER_FIELDS, "line": LINE_FIELDS}


@pytest.mark.parametrize("first", range(0, CARDS, EACH))
def test_every_witness_agrees_on_generated_cards(first: int) -> None:
    found = Counter(map(examined, range(first, first + EACH)))
    assert found["priced"] >= EACH // 3, found


def test_generated_cards_use_every_phrase_and_every_field() -> None:
    """Every alternative and every word of each game's grammar, every field: in cards that are accepted."""
    fields = {("field of", where, name) for where in FIELDS for name in FIELDS[where]}
    missing = {game: alternatives(game) | words(game) | fields for game in GAMES}
    common = set.intersection(*missing.values())  # one game is enough for what all games have
    for made in map(generated, dict.fromkeys((*COVERING, *range(SEARCHED)))):
        wanted = missing[made.game]
        said = said_by(made, wanted) if wanted else set()
        if said and is_accepted(made):
            missing[made.game] -= said
            missing = {game: left - (said & common) for game, left in missing.items()}
        if not any(missing.values()):
            break
    assert not any(missing.values()), missing


def said_by(made: Generated, wanted: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """Which of some alternatives, words and fields a card uses."""
    found: set[tuple[str, ...]] = {("field of", where, name) for where, name in made.fields}
    listed = [one for one in wanted if one[0] == "word"]
    for kind, text in dict.fromkeys(made.phrases):
        found |= alternatives_in(made.game, kind, text)
        found |= {one for one in listed if one[1] in text and re.search(spelled(one[1]), text)}
    return found & wanted


@lru_cache(maxsize=20_000)
def alternatives_in(game: str, kind: str, text: str) -> frozenset[tuple[str, ...]]:
    """The alternatives that a phrase uses; none where the phrase, and with it the card, is refused."""
    try:
        return frozenset(used(phrase_tree(GAMES[game], kind, text)))
    except LarkError:
        return frozenset()


def is_accepted(made: Generated) -> bool:
    try:
        loads(made.text)
    except CardError:
        return False
    return True
