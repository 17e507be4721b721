"""Two lines on one table: the table's own, and that of a wager which began its own later.

A wager behind another with a line of its own may look at both. The pair is a game of its own: a phase is what the
table's line and the wager's line have reached. Phase 0 is the table's first phase before the wager is made, and the
wager is taken to be made on the first outcome after it.
"""

from functools import cache
from typing import Any

from rackcard.games.game import Cell, Entered, Event, Game, Outcome


class PairedLines(Game):
    """A base game with a second line."""

    def __init__(self, base: Game) -> None:
        self.base = base
        self.id, self.name, self.unit, self.verb = f"{base.id}, two lines", base.name, base.unit, base.verb
        self.outcomes, self.top = base.outcomes, base.top
        self.size = len(base.phases)
        pairs = [(table, own) for table in range(self.size) for own in range(self.size)]
        self.phases = (base.phases[0], *(base.phases[own] for _, own in pairs))
        first = tuple(self.phase(after, 0) if after else 0 for after in base.moves[0])
        moves = base.moves
        rows = (
            tuple(self.phase(moves[table][index], moves[own][index]) for index in range(len(base.outcomes)))
            for table, own in pairs
        )
        self.moves = (first, *rows)

    def phase(self, table: int, own: int) -> int:
        """The phase in which the two lines are so."""
        return 1 + table * self.size + own

    def own(self, phase: int) -> int:
        """The phase of the wager's own line."""
        return (phase - 1) % self.size

    def with_table(self, phase: int, table: int) -> int:
        """The phase with the table's line moved to another."""
        return self.phase(table, self.own(phase))

    @property
    def bet_in(self) -> frozenset[int]:
        """The phases in which a wager on a line of its own is made: the table's line is under way, its own is not."""
        return frozenset(self.phase(table, 0) for table in range(1, self.size))

    @property
    def under_way(self) -> frozenset[int]:
        """The phases in which the wager's own line is under way."""
        return frozenset(self.phase(table, own) for table in range(self.size) for own in range(1, self.size))

    def of_own(self, event: Event) -> Event:
        """An event of the wager's own line."""
        return self._lifted(event, lambda table, own: own)

    def of_table(self, event: Event) -> Event:
        """An event of the table's line."""
        return self._lifted(event, lambda table, own: table)

    def _lifted(self, event: Event, line: Any) -> Event:
        cells: set[Cell] = set()
        for table in range(self.size):
            for own in range(self.size):
                phase, looked_at = self.phase(table, own), line(table, own)
                cells.update((phase, index) for at, index in event.cells if at == looked_at)
        return Event(event.words, frozenset(cells), event.game, event.meaning)

    # ---- what came is the base game's business
    def parse(self, given: Any) -> Entered:
        return self.base.parse(given)

    def to_json(self, entered: Entered) -> Any:
        return self.base.to_json(entered)

    def outcome(self, entered: Entered) -> Outcome:
        return self.base.outcome(entered)

    def said(self, entered: Entered) -> str:
        return self.base.said(entered)

    def shown(self, entered: Entered) -> Any:
        return self.base.shown(entered)

    def label(self, outcome: Outcome) -> str:
        return self.base.label(outcome)

    def number(self, outcome: Outcome) -> int:
        return self.base.number(outcome)

    def __hash__(self) -> int:
        return hash((self.base, "paired"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PairedLines) and self.base == other.base


@cache
def paired(game: Game) -> PairedLines:
    """The game with a second line."""
    return PairedLines(game)
