"""What the grammar of cards can say, and what of it a phrase says."""

import re
from collections.abc import Iterator

from lark import Tree
from lark.grammar import Terminal

from rackcard.card.phrases import grammar_of
from rackcard.games import GAMES


def alternatives(game: str) -> set[tuple[str, ...]]:
    """Every alternative of a game's grammar, by its name and how many parts it has; more than one where they repeat."""
    found: set[tuple[str, ...]] = set()
    for rule in grammar_of(GAMES[game]).rules:
        name = str(rule.alias or rule.origin.name)
        kept = [part for part in rule.expansion if not (isinstance(part, Terminal) and part.filter_out)]
        repeats = any(part.name.startswith("__") for part in kept)
        if not name.startswith("__"):
            found.add(("alternative", name, "more" if repeats else str(len(kept))))
    return found


def used(tree: Tree) -> Iterator[tuple[str, ...]]:
    """The alternatives that a phrase uses."""
    for part in tree.iter_subtrees():
        yield "alternative", str(part.data), str(len(part.children))
        if len(part.children) > 1:
            yield "alternative", str(part.data), "more"


def words(game: str) -> set[tuple[str, ...]]:
    """Every word that a game's grammar spells out."""
    patterns = [terminal.pattern.value for terminal in grammar_of(GAMES[game]).terminals]
    listed = [pattern for pattern in patterns if re.fullmatch(r"[a-z0-9()?:|' \\-]+", pattern)]
    found = [re.findall("[a-z0-9][a-z0-9' -]*", pattern.replace("\\", "")) for pattern in listed]
    return {("word", word) for each in found for word in each}


def spelled(word: str) -> str:
    return rf"(?<![\w-]){re.escape(word)}(?![\w-])"
