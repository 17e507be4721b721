"""The language page runs: every example on it is in order, and has the house edge that it says."""

import re
from pathlib import Path

import pytest

from rackcard.api import RackCard, loads
from rackcard.card.phrases import PARTS_MAX, TIMES_MAX, PhraseError, parse_phrase
from rackcard.card.reader import WAGERS_MAX
from rackcard.card.terms_reader import LINES_MAX, TABLES_MAX
from rackcard.games import GAMES
from rackcard.machine.explore import STATES_MAX

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parents[3] / "docs" / "card-language.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
HEAD = "card: example\ntitle: Example\nabout: An example.\nsource: the language page\n"
EDGE = re.compile(r"^  ([a-z0-9-]+):.*# house edge (-?[0-9.]+) %$", re.MULTILINE)


def card_of(text: str) -> RackCard:
    return loads(text if text.startswith("card:") else HEAD + text)


def edges(text: str) -> dict[str, str]:
    """The figures of an example as they are printed, by wager."""
    found: dict[str, str] = {}
    for entry in card_of(text).odds().wagers:
        if entry.house_edge is not None:
            found.setdefault(entry.terms.group, f"{float(100 * entry.house_edge):.2f}")
    return found


@pytest.mark.parametrize("text", EXAMPLES, ids=[f"example {number}" for number in range(1, len(EXAMPLES) + 1)])
def test_an_example_has_the_edge_that_it_says(text: str) -> None:
    found = edges(text)
    for wager, edge in EDGE.findall(text):
        assert edge == found[wager], wager


def test_every_example_but_the_complete_card_says_an_edge() -> None:
    assert [text for text in EXAMPLES[1:] if not EDGE.search(text)] == []


def test_every_construct_has_an_example() -> None:
    text = "\n".join(EXAMPLES)
    for word in (
        "events:", "and doubles", "but not", "in a row", "then at once", ", and no ", "counts: rolls", "or more:",
        "takes:", "opens: after", "opens: never", "line: its own", "behind:", "stake:", "commission:", "bundle:",
        "turns into:", "places:", "options:", "if:", "'after 2 rolls, or", "are the same", "are consecutive",
        "    if: six is half", "decks is 6 or 8", "within 2 of this place",
    ):  # fmt: skip
        assert word in text, word
    assert set(re.findall(r"^game: ([a-z-]+)", text, re.MULTILINE)) == set(GAMES)


def refused(phrase: str) -> str:
    """The code with which a roulette card refuses a rule."""
    with pytest.raises(PhraseError) as caught:
        parse_phrase(GAMES["roulette"], "condition", phrase)
    return caught.value.code


def test_the_limits_are_those_of_the_program() -> None:
    limits = PAGE.split("## Limits")[1]
    assert f"to {TIMES_MAX}" in limits
    assert f"1 to {GAMES['craps'].ends_max} outcomes" in limits
    assert f"| {PARTS_MAX} |" in limits
    assert "| 1 to 17 · 1 to 9 |" in limits
    assert refused("spins 1 2 are 18 apart") == "gap-out-of-range"
    assert refused("the number is within 10 of 3 on the wheel") == "neighbors-out-of-range"
    assert f"{LINES_MAX} · {TABLES_MAX} · {WAGERS_MAX}" in limits
    assert f"{STATES_MAX:,} solved" in limits
