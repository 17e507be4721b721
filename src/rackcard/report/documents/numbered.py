"""Numbered sections and clauses, as rules and procedures are written."""

from collections.abc import Callable, Iterable, Sequence

from rackcard.card import Terms
from rackcard.number import listed
from rackcard.report.documents.content import Block, Clause, Heading, PrintedTable
from rackcard.wording.rules_of_play import ALL_OTHERS

ROWS_SHORT = 14
"""A table of so many rows is not broken."""
NAMES_MAX = 8
"""So many names are listed before a sentence; more of them are all others, where the rest have sentences too."""


class Numbered:
    """A document under construction: sections number themselves, and clauses within them."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.section_number = 0
        self.clause_number = 0
        self.waiting = ""

    def section(self, title: str) -> None:
        """Begin a section; one without clauses does not appear, and its number goes to the next."""
        self.waiting = title

    def clause(
        self,
        text: str,
        lead: str = "",
        items: Iterable[str] = (),
        source: str = "",
        below: Sequence[Block] = (),
        together: bool = False,
    ) -> None:
        """Add a clause; an empty one is left out."""
        if not text and not lead and not below:
            return
        if self.waiting:
            self.section_number, self.clause_number = self.section_number + 1, 0
            self.blocks.append(Heading(self.waiting, number=str(self.section_number)))
            self.waiting = ""
        self.clause_number += 1
        together = together or (bool(below) and all(map(_is_short, below)))
        number = f"{self.section_number}.{self.clause_number}"
        self.blocks.append(Clause(number, text, lead, tuple(items), source, tuple(below), together))

    def said(
        self, wagers: Sequence[Terms], say: Callable[[Terms], str], *, always_named: bool = False, sourced: bool = False
    ) -> None:
        """What holds for all wagers once; what holds for some, with their names in front."""
        by_text: dict[str, list[str]] = {}
        for terms in wagers:
            if text := say(terms):
                by_text.setdefault(text, []).append(terms.paper_name)
        others = _others(by_text, len(wagers))
        for text, names in by_text.items():
            if text != others:
                is_all = len(names) == len(wagers) and not always_named
                source = wagers[0].source if sourced and len(wagers) == 1 else ""
                self.clause(text, "" if is_all else f"{listed(names)}.", source=source)
        if others:
            self.clause(others, ALL_OTHERS)


def _is_short(block: Block) -> bool:
    """Whether a block is a table that is not broken, so that the words before it go with it."""
    return isinstance(block, PrintedTable) and len(block.rows) <= ROWS_SHORT


def _others(by_text: dict[str, list[str]], wagers: int) -> str:
    """The sentence that holds for most wagers of many, where every other wager has one of its own; else empty."""
    told = sum(map(len, by_text.values()))
    most = max(by_text, key=lambda text: len(by_text[text]), default="")
    is_long = bool(most) and NAMES_MAX < len(by_text[most]) < wagers
    return most if is_long and told == wagers else ""
